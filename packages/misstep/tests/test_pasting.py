"""Values and calls as source that can be pasted into a cell."""

import numpy as np
import pytest
from misstep.core import calling
from misstep.core.paste import Formula, source, wrap
from misstep.core.report import WIDTH


@pytest.mark.parametrize(
    "value",
    [
        np.array([1 / 3, 1e-300, np.inf, -np.inf]),
        np.array([[1, 2], [3, 4]]),
        np.zeros((0, 3)),
        np.array([], dtype=int),
        np.array([True, False]),
        np.array([1, 2], dtype=np.int32),
        np.array(2.5),
        np.int64(3),
        np.True_,
        (1,),
        set(),
        {"a, b; 'c'", 'd"'},
        {(0, 1): [1 / 3]},
        -np.inf,
    ],
    ids=source,  # which sorts sets, so that all workers have the same ids
)
def test_source_is_the_value_again(value):
    again = eval(source(value), {"np": np})
    assert type(again) is type(value)
    assert calling.same(again, value)


def test_formula_does_what_it_shows():
    twice = Formula("lambda x: 2 * x")
    assert twice(4) == eval(source(twice))(4) == 8


def test_lines_break_after_commas_and_never_within_strings():
    code = f"f(words={['a, b'] * 30!r}, x={list(range(60))})"
    lines = wrap(code, WIDTH, "    ")
    assert len(lines) > 3
    assert max(map(len, lines)) <= WIDTH
    given = {}
    eval("\n".join(lines), {"f": given.update})
    assert given == {"words": ["a, b"] * 30, "x": list(range(60))}
