"""Item statistics against NumPy and hand-worked numbers; similar work found and not invented."""

import math
import random

import numpy as np
import pytest
from gradebox.pages import similar
from gradebox.pages.items import analyse
from gradebox.pages.similar import compare, fingerprints
from gradebox.results import Exercise, GradedNotebook, Mark, Result


def result(student, *points, most=4.0):
    exercises = [Exercise(f"e{i}", f"E {i}", most, p) for i, p in enumerate(points)]
    return Result(student, "ps", "graded", notebooks=[GradedNotebook("b", exercises)])


def test_item_statistics_follow_their_definitions():
    rng = np.random.default_rng(0)
    table = np.clip(np.round(rng.normal(2, 1, (30, 1)) + rng.normal(0, 1, (30, 4))), 0, 4)
    found = analyse([result(str(i), *map(float, row)) for i, row in enumerate(table)])
    for k, item in enumerate(found.items):
        rest = table.sum(axis=1) - table[:, k]
        assert item.facility == pytest.approx(table[:, k].mean() / 4)
        assert item.discrimination == pytest.approx(np.corrcoef(table[:, k], rest)[0, 1])
    alpha = 4 / 3 * (1 - table.var(axis=0).sum() / table.sum(axis=1).var())
    assert found.alpha == pytest.approx(alpha)
    assert found.margin == pytest.approx(math.tanh(1.96 / math.sqrt(27)))


def test_undefined_statistics_are_none():
    few = analyse([result("a", 1.0, 2.0), result("b", 2.0, 4.0)])
    assert [item.discrimination for item in few.items] == [None, None]
    assert few.alpha is None
    assert few.margin is None
    same = analyse([result(str(i), 4.0, 0.0) for i in range(9)])
    assert [item.note for item in same.items] == ["everybody got all points", "nobody got a point"]
    assert same.alpha is None
    assert analyse([]).items == []


def test_unmarked_exercises_are_left_out_of_the_analysis():
    results = [result(str(i), float(i % 5), 2.0) for i in range(6)]
    for each in results:
        each.notebooks[0].exercises[1].score = None
    results[0].notebooks[0].exercises[1].mark = Mark(3.0)
    found = analyse(results)
    assert [item.grade_id for item in found.items] == ["e0"]
    assert found.waiting == ["E 1"]
    for each in results:
        each.notebooks[0].exercises[1].mark = Mark(3.0)
    assert [item.facility for item in analyse(results).items][1] == 0.75


def test_exercise_that_strong_students_lose_is_noted():
    found = analyse([result(str(i), float(i % 5), float(i % 5), 4.0 - i % 5) for i in range(20)])
    assert "check the test" in found.items[2].note


SHORT = "def double(x):\n    return 2 * x\n"
LONG = '''
def mean(values):
    """The mean."""
    total = 0.0
    for index, value in enumerate(values):
        if value is None:
            continue
        total = total + float(value)
    return total / max(len(values), 1)

def spread(values):
    middle = mean(values)
    squares = [(value - middle) ** 2 for value in values if value is not None]
    return (sum(squares) / len(squares)) ** 0.5
'''
NAMES = ["values", "total", "index", "value", "middle", "squares"]


def renamed(text, seed):
    """The same work under other names, with other comments and layout."""
    rng = random.Random(seed)
    for name in NAMES:
        text = text.replace(name, "".join(rng.choices("abcdefgh", k=5)))
    lines = [f"{line}  # {rng.random()}" if line.strip() else line for line in text.splitlines()]
    return "\n\n".join(lines[:3]) + "\n" + "\n".join(lines[3:])


def own_work(seed):
    """Work of a student's own: a long function of random statements."""
    rng = random.Random(seed)
    lines = [f"def f{seed}(a, b, c):"]
    for _ in range(30):
        operators = rng.choices(["+", "-", "*", "/", "**", "//", "%", "<", "=="], k=5)
        names = rng.choices(["a", "b", "c", "f(a)", "b[0]", "c.d", "[a, b]", "(c,)"], k=6)
        parts = [x for pair in zip(names, [*operators, ""], strict=True) for x in pair]
        lines.append(f"    {rng.choice('abc')} = {' '.join(parts)}")
    return "\n".join(lines)


def test_copies_with_new_names_are_found():
    works = {f"s{i}": own_work(i) + SHORT for i in range(40)}
    works |= {"ada": own_work(99) + LONG, "bob": renamed(own_work(99) + LONG, 1)}
    found = compare(works)
    assert [(pair.first, pair.second) for pair in found.pairs] == [("ada", "bob")]
    assert found.pairs[0].share > 0.9
    assert found.pairs[0].verbatim < 0.2
    assert found.clusters == []
    assert found.pairs[0].lines[0]


def test_clusters_are_found_and_common_code_is_ignored():
    works = {f"s{i}": own_work(i) + LONG for i in range(40)}
    assert compare(works).pairs == [], "everybody's answer is nobody's"
    works |= {name: renamed(own_work(99), i) for i, name in enumerate(("ada", "bob", "cyd"))}
    assert compare(works).clusters == [["ada", "bob", "cyd"]]


def test_large_class_compares_only_rare_passages(monkeypatch):
    works = {f"s{i}": own_work(i) for i in range(40)}
    works |= {name: renamed(own_work(99), i) for i, name in enumerate(("ada", "bob"))}
    works |= {name: renamed(own_work(98), i) for i, name in enumerate(("cyd", "dan", "eve"))}
    assert len(compare(works).pairs) == 4
    monkeypatch.setattr(similar, "MAX_HOLDERS", 2)
    assert [(pair.first, pair.second) for pair in compare(works).pairs] == [("ada", "bob")]


def test_given_code_is_ignored():
    works = {"ada": own_work(7), "bob": own_work(7)}
    assert len(compare(works).pairs) == 1
    assert compare(works, given=[own_work(7)]).pairs == []


@pytest.mark.parametrize("text", ["", "def (", "'''", "\x00", "x = 1\n  y", "\ud800 = 3" * 20])
def test_invalid_code_is_tolerated(text):
    fingerprints(text)
    assert compare({"a": text, "b": text}).pairs == []


@pytest.mark.slow
@pytest.mark.nightly
def test_one_copied_pair_among_300_is_found():
    works = {f"s{i}": own_work(i) + LONG for i in range(300)}
    works["ada"] = renamed(works["s7"], 1)
    assert [(pair.first, pair.second) for pair in compare(works).pairs] == [("ada", "s7")]


def test_text_after_many_comments_is_not_read(monkeypatch):
    """Comments give no tokens, so the number of tokens doesn't bound the work."""
    monkeypatch.setattr(similar, "MAX_TEXT", 5000)
    code = "def f(a, b, c):\n    return [a + b * c for a in b]\n"
    assert fingerprints("# x\n" * 1000 + code)
    assert not fingerprints("# x\n" * 2000 + code)
