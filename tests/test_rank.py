"""What a student reads is chosen from data: strengths, places, keys, never from sentences."""

import itertools
import linecache
import textwrap
import types

import numpy as np
import pytest
from corpus import functions_stored
from misstep.core import rows
from misstep.core.rows import Fact, Row
from misstep.explain import explanation, rank, words
from misstep.explain.findings import Finding, Place, Strength
from misstep.explain.rank import Detector, Shown, arrange, search
from misstep.explain.repairs import search as repair_search
from misstep.formulas.expressions import FreeDerivation
from misstep.functions.rungs import FunctionLadder
from student_code import written

from lincourse.checks.units import (
    CHECKS,
    DERIVATIONS,
    FIND_THE_ERROR,
    LEVELS,
    QUIZZES,
    STUDENT_TEST_CHECKS,
)

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


def test_finding_is_worth_no_more_than_its_detector():
    cause, place = Finding("cause", CAUSE), Finding("place", PLACE)
    shown, asked = searched((1, PLACE, place), (2, HINT, cause))
    assert (shown.named, asked) == (None, [0])


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


@pytest.mark.parametrize(("name", "body"), functions_stored()[::7])
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
        climb = FunctionLadder(CHECKS[name], written(name, body), 0)
        report = climb.run()
        found = [
            (finding.kind, finding.strength, finding.place)
            for finding in (climb.found.named, climb.found.pointer)
            if finding
        ]
        return len(report.passed), found, [fact.key for fact in report.facts]

    in_english = chosen()
    replace_sentences(monkeypatch)
    assert chosen() == in_english


def replace_sentences(monkeypatch):
    """Let every sentence and every label be a marker."""
    monkeypatch.setattr(words, "templates", Markers)
    for row in Row:
        monkeypatch.setitem(rows.LABELS, row, row.name)


def decided(report):
    """All that a report decides, without its words."""
    kinds = [(finding.kind, finding.strength) for finding in report.findings]
    return report.good, len(report.passed), kinds, [fact.key for fact in report.facts]


def assert_alike(monkeypatch, mark, answers):
    in_english = [decided(mark(answer)) for answer in answers]
    assert len({str(one) for one in in_english}) > 1, "the answers break in several ways"
    replace_sentences(monkeypatch)
    assert [decided(mark(answer)) for answer in answers] == in_english


@pytest.mark.parametrize("name", QUIZZES)
@pytest.mark.sampled(every=4)
def test_quizzes_decide_alike_if_every_sentence_is_another(name, monkeypatch):
    quiz, right = QUIZZES[name], np.asarray(QUIZZES[name].answer, dtype=float)
    wrong = [mistake.wrong for mistake in quiz.mistakes]
    more = [right, -right, 2 * right, right + 0.37, 100 * right, right[::-1] if right.ndim else 7]
    answers = [*wrong, *(number.tolist() for number in map(np.asarray, more)), None, "text", {}]
    assert_alike(monkeypatch, lambda answer: quiz.mark(answer, "Ada"), answers)


@pytest.mark.parametrize("name", DERIVATIONS)
@pytest.mark.sampled(every=3)
def test_derivations_decide_alike_if_every_sentence_is_another(name, monkeypatch):
    derivation = DERIVATIONS[name]
    step, rights = derivation.steps[-1], [step.right for step in derivation.steps]
    wrong = [mistake.wrong for mistake in step.mistakes]
    wrong += [-step.right, 2 * step.right, step.right + 1, 1 / step.right, None, "text", [1]]
    free = isinstance(derivation, FreeDerivation)

    def mark(answer):
        last = derivation.mark(len(rights), answer)
        every = derivation.mark_all([*rights[: len(rights) - (not free)], answer])
        every.findings += last.findings
        return every

    assert_alike(monkeypatch, mark, wrong)


@pytest.mark.parametrize("name", FIND_THE_ERROR)
def test_found_errors_decide_alike_if_every_sentence_is_another(name, monkeypatch):
    task = FIND_THE_ERROR[name]
    flawed = task.for_student()
    number, printed = flawed.wrong, flawed.printed[flawed.wrong - 1]
    wrong = [mistake.wrong for mistake in flawed.lines[number - 1].mistakes]
    answers = [
        [number, expression] for expression in (*wrong, printed, flawed.right, -flawed.right)
    ]
    other = 1 + number % len(flawed.lines)
    answers += [None, 3, [other, printed], [99, printed], ["a", printed]]
    assert_alike(monkeypatch, task.mark, answers)


def test_levels_decide_alike_if_every_sentence_is_another(monkeypatch):
    levels = LEVELS["sentiment_pipeline"]
    labels = ["a", "b"] * 50
    split = ([], [["word"]] * 100, labels)
    monkeypatch.setattr(levels, "splits", lambda seed: [split])
    results = [labels, labels[:76] + ["c"] * 24, ["a"], None]
    functions = [lambda train, documents, said=said: said for said in results]
    answers = [*functions, None, lambda train, documents: 1 / 0]
    assert_alike(monkeypatch, lambda function: levels.mark(function, "good"), answers)


def test_students_tests_decide_alike_if_every_sentence_is_another(monkeypatch):
    tests = STUDENT_TEST_CHECKS["precision"]
    call = "r = f(np.array([1, 1, 0, 0]), np.array([1, 0, 1, 1]))"
    bodies = [
        call,
        f"{call}\nr == 1 / 3",
        f"{call}\nassert r == 0.5",
        f"{call}\nassert np.isclose(r, 1 / 3)",
        f"{call}\nassert type(r) is float",
        f"try:\n    {call}\n    assert r < 0\nexcept Exception:\n    pass",
        "assert undefined",
        "raise NotImplementedError",
        "pass",
    ]

    def test_of(body):
        source = f"def try_precision(f):\n{textwrap.indent(body, '    ')}\n"
        linecache.cache[source] = (len(source), None, source.splitlines(True), source)
        namespace = {"np": np}
        exec(compile(source, source, "exec"), namespace)
        return namespace["try_precision"]

    assert_alike(monkeypatch, tests.mark, [*map(test_of, bodies), None, lambda: None])
