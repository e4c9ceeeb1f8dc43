"""Edited copies of a function end when their time is up."""

import itertools

import pytest
from misstep.core.calling import TooSlow
from misstep.explain.variants import edited_function


def listed(n):
    return list(n)


@pytest.mark.parametrize(
    "body",
    [
        "    from itertools import product\n    return list(product('HT', repeat=n))",
        "    import itertools as it\n    return sorted(it.count(n))",
        "    while n:\n        pass",
    ],
)
def test_edited_function_stops_when_the_clock_says_so(body):
    clock = itertools.count()

    def tick():
        if next(clock) > 100:
            raise TooSlow

    made = edited_function(listed, f"def listed(n):\n{body}\n", tick)
    with pytest.raises(TooSlow):
        made(40)
    assert edited_function(listed, "def listed(n):\n    return n.count(1)", tick)([1, 1]) == 2
