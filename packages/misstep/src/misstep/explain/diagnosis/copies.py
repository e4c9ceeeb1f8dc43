"""A copy of a list that still holds the caller's own lists."""

import contextlib
import copy
import io
import operator
import re
from collections.abc import Iterable
from typing import Any

from misstep.core.calling import Args
from misstep.explain.repairs.source import source_of


def outer_copy(function: Any, parameters: list[str], args: Args, changed: Iterable[int]) -> str:
    """Words for a copy of the outer list alone, where the lists in it were changed; else nothing.

    Args:
        function: A function that changes what it is given.
        parameters: Their names.
        args: What it was called with.
        changed: Which of them it changed.

    """
    source = source_of(function)
    for place in changed if source else ():
        name = parameters[place]
        ways = (rf"\b{name}\.copy\(\)", rf"\blist\({name}\)", rf"\b{name}\[:\]", rf"\[\*{name}\]")
        line = re.search("|".join(ways), source)
        if line and _changes_inside(function, args, place):
            return (
                f"{line[0]} copies the outer list alone, and the lists in it are the caller's own."
            )
    return ""


def _changes_inside(function: Any, args: Args, place: int) -> bool:
    """Whether a call leaves a list as it is, and changes the lists in it."""
    given = copy.deepcopy(args)
    whole = given[place]
    if not (isinstance(whole, list) and all(isinstance(part, list) for part in whole)):
        return False
    parts = list(whole)
    with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
        function(*given)
    kept = len(parts) == len(whole) and all(map(operator.is_, parts, whole))
    return kept and parts != args[place]
