"""What instrumented functions call while they run, and decorators that collect it.

The source of these functions is also sent into the process of a function that lives in another one
(`variants`), where this package does not exist: they use nothing of it but each other and `same`.
"""

import contextlib
import copy
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from misstep.core.calling import same

RECORD = "_misstep_seen"  # the name of the function that instrumented ones call
MAX_EVENTS = 200_000  # recorded in one call
MAX_BYTES = 50_000_000  # of the arrays among them
MAX_COMPARISONS = 5_000  # of the arguments with their copies, in one call

Function = Callable[..., Any]


def recorded(function: Any) -> Function:
    """Return the result of a call, its events, and whether it came to its end.

    An event is (number, value, identity of the value, ...): see `event`. The first argument holds
    values to go on with instead, by the number of the event.
    """

    def run(replaced: dict[int, Any], *args: Any) -> tuple[Any, list[tuple[Any, ...]], bool]:
        events: list[tuple[Any, ...]] = []
        alive = []  # so that no two objects have the same identity
        left = MAX_BYTES

        def seen(number: int, value: Any, *more: Any) -> Any:
            nonlocal left
            left -= getattr(value, "nbytes", 0)
            if len(events) >= MAX_EVENTS or left < 0:
                raise OverflowError
            number, value, *rest = event(number, value, *more)
            alive.append(value)
            events.append((number, snapshot(value), *rest))
            return replaced.get(number, value)

        function.__globals__[RECORD] = seen
        try:
            return function(*args), events, True
        except Exception:
            return None, events, False

    return run


def event(number: int, value: Any, *more: Any) -> tuple[Any, ...]:
    """Return (number, value, its identity, and what else was reported).

    If that is a function, it reads the value, and the event ends with True, or False if there is none.
    """
    if not more or not callable(more[0]):
        return number, value, id(value), *more
    try:
        value = more[0]()
    except Exception:  # there is no such name, key or index
        return number, None, 0, False
    return number, value, id(value), True


def snapshot(value: Any) -> Any:
    """Return a copy that later lines can't change; a module, for one, has none."""
    try:
        return copy.deepcopy(value)
    except Exception:
        return value


def watching(function: Any) -> Function:
    """Find the event after which an argument of a call differs from what it was.

    An event is (number, True after a statement, and before one a value and its name). The result is
    None or (number, index of the argument, its old and new value, names of the value that was
    changed): each name with the keys that lead to it in the argument, None for a part of an array.
    """

    def run(*args: Any) -> tuple[Any, ...] | None:
        kept = copy.deepcopy(args)
        held: dict[str, Any] = {}
        found: list[tuple[Any, ...]] = []
        looks = 0

        def seen(number: int, after: bool, value: Any = None, name: str = "") -> Any:
            nonlocal looks
            looks += 1
            if looks > MAX_COMPARISONS:
                raise StopIteration
            if not after:
                held.clear()
                held.update({name: value} if name else {})
            changed = [i for i, now in enumerate(args) if not same(now, kept[i])]
            if changed:
                i = changed[0]
                if after:
                    names = {name: way_to(thing, args[i]) for name, thing in held.items()}
                    ways = [(name, *way) for name, way in names.items() if way]
                    found.append((number, i, kept[i], copy.deepcopy(args[i]), ways))
                raise StopIteration
            return value

        function.__globals__[RECORD] = seen
        with contextlib.suppress(Exception):  # it was stopped, or stopped by itself
            function(*args)
        return found[0] if found else None

    return run


def way_to(thing: Any, value: Any) -> tuple[list[Any] | None] | None:
    """Return the keys that lead to an object in a value, in a tuple; None if it isn't there."""
    ways = [keys for keys, part in parts_of(value) if part is thing]
    if ways:
        return (ways[0],)
    arrays = isinstance(thing, np.ndarray) and isinstance(value, np.ndarray)
    return (None,) if arrays and np.shares_memory(thing, value) else None


def parts_of(value: Any) -> Iterator[tuple[list[Any], Any]]:
    """Yield a value and everything in it, each with the keys that lead there."""
    yield [], value
    items: Any = ()
    if isinstance(value, list | tuple):
        items = enumerate(value)
    elif isinstance(value, dict):
        items = value.items()
    for key, part in items:
        for keys, inner in parts_of(part):
            yield [key, *keys], inner


def locals_at_error(function: Any) -> Function:
    """Return the variables at the line that stops a call with an error."""

    def run(*args: Any) -> dict[str, Any]:
        try:
            function(*args)
        except Exception as error:
            frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)][1:]
            own = [f for f in frames if f.f_globals.get("__name__") == "__main__"]
            return dict(own[-1].f_locals) if own else {}
        return {}

    return run


SENT = (same, recorded, event, snapshot, watching, way_to, parts_of, locals_at_error)
CONSTANTS = {
    name: globals()[name] for name in ("RECORD", "MAX_EVENTS", "MAX_BYTES", "MAX_COMPARISONS")
}
