"""What a student reads is chosen from data: strengths, places, keys, never from sentences."""

import itertools
import types

import pytest
from misstep.core import rows
from misstep.core.rows import Fact, Row
from misstep.explain import explanation, rank, words
from misstep.explain.findings import Finding, Place, Strength
from misstep.explain.rank import Detector, Shown, arrange, search
from misstep.explain.repairs import search as repair_search
from misstep.functions.ladder import _Climb
from student_code import stored_wrong, written

from lincourse.checks.units import CHECKS

CAUSE, PLACE, HINT = Strength.CAUSE, Strength.PLACE, Strength.HINT
LINE = Place(2, "return x")


class Markers(dict):
    """In place of all sentences: the name of each kind."""

    def __missing__(self, kind):
        return kind, ""


def searched(*findings):
    """What is shown of findings with a cost, and whose detectors were asked."""
    asked = []
    detectors = [Detector(lambda _, f=finding: f, cost, best) for cost, best, finding in findings]

    def ask(detector):
        asked.append(detectors.index(detector))
        return detector.find(None)

    return search(detectors, ask), asked


def test_cause_comes_before_place_and_place_before_hint():
    cause, place, hint = (
        Finding(name, s) for name, s in zip("cph", (CAUSE, PLACE, HINT), strict=True)
    )
    shown, _ = searched((3, HINT, hint), (2, PLACE, place), (1, CAUSE, cause))
    assert shown == Shown(cause, None)
    shown, _ = searched((1, HINT, hint), (2, PLACE, place))
    assert shown == Shown(hint, place)


def test_search_ends_when_nothing_left_could_outrank_what_was_found():
    cause = Finding("cause", CAUSE)
    _, asked = searched((10, CAUSE, None), (1, CAUSE, cause), (2, CAUSE, cause), (3, HINT, cause))
    assert asked == [1, 0], "only the one that is registered before it could"


def test_finding_that_leaves_something_open_ranks_as_a_hint():
    partial, place = Finding("most", CAUSE, partial=True), Finding("place", PLACE)
    shown, asked = searched((1, CAUSE, partial), (2, PLACE, place))
    assert asked == [0, 1]
    assert shown.pointer is place


def test_place_is_not_shown_beside_a_cause_that_has_one():
    place, cause = Finding("place", PLACE), Finding("cause", CAUSE, place=LINE)
    assert searched((1, PLACE, place), (2, CAUSE, cause))[0] == Shown(cause, None)


def test_rows_are_the_best_pointer_the_call_and_one_other():
    facts = [
        Fact(key, "")
        for key in (Row.CALL, Row.RETURNED, Row.BROKEN_LAW, Row.RIGHT_SO_FAR, Row.LOOK_AT)
    ]
    keys = [fact.key for fact in arrange(facts)]
    assert keys == [Row.LOOK_AT, Row.CALL, Row.RETURNED, Row.RIGHT_SO_FAR]


def test_every_row_has_a_label():
    assert rows.LABELS.keys() == set(Row)
    assert set(rank.POINTERS) < set(Row)


@pytest.mark.parametrize(
    ("name", "body"), [(name, body) for name, _, _, body in stored_wrong("wrong_answers.txt")]
)
@pytest.mark.sampled(every=40)
def test_same_findings_are_chosen_if_every_sentence_is_another(name, body, monkeypatch):
    def chosen():
        tick = itertools.count(step=0.0005)  # so that both searches try the same edits
        clock = types.SimpleNamespace(
            process_time=lambda: next(tick),
            monotonic=lambda: next(tick),
            perf_counter=lambda: next(tick),
        )
        monkeypatch.setattr(repair_search, "time", clock)
        monkeypatch.setattr(explanation, "time", clock)
        climb = _Climb(CHECKS[name], written(name, body), 0)
        report = climb.report()
        found = [
            (finding.kind, finding.strength, finding.place)
            for finding in (climb.found.named, climb.found.pointer)
            if finding
        ]
        return len(report.passed), found, [fact.key for fact in report.facts]

    in_english = chosen()
    monkeypatch.setattr(words, "templates", Markers)
    for row in Row:
        monkeypatch.setitem(rows.LABELS, row, row.name)
    assert chosen() == in_english
