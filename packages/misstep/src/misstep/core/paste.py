"""Round-trip representations: values and calls as Python source that can be pasted into a cell.

`repr` of an array can't be pasted, and rounds. `source(value)` gives an expression that, with
`import numpy as np`, is the value again, to the last bit and in its own type.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from misstep.core.course import current

MAX_CALL = 500  # characters; a longer call is shown by the number of its example


class Formula:
    """A function of one expression that shows as its own source: `Formula("lambda x: 2 * x")`."""

    def __init__(self, text: str) -> None:
        self.text, self.function = text, eval(text, {"np": np})

    def __call__(self, *args: Any) -> Any:
        """What the expression gives."""
        return self.function(*args)

    def __repr__(self) -> str:
        return self.text


def source(value: Any) -> str:
    """A value as an expression that can be pasted."""
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, np.bool_):
        return f"np.{bool(value)}_"
    if isinstance(value, np.generic):
        return f"np.{type(value).__name__}({source(value.item())})"
    if isinstance(value, float) and not np.isfinite(value):
        return f"{'-' * (value < 0)}np.{'nan' if value != value else 'inf'}"
    if isinstance(value, tuple):
        return f"({_listed(value)}{',' * (len(value) == 1)})"
    if isinstance(value, list):
        return f"[{_listed(value)}]"
    if isinstance(value, set) and value:
        return f"{{{', '.join(sorted(map(source, value)))}}}"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{source(key)}: {source(item)}' for key, item in value.items())}}}"
    return repr(value)


def _listed(values: Iterable[Any]) -> str:
    return ", ".join(map(source, values))


def _array(array: Any) -> str:
    plain = next((kind for kind in (float, int, bool) if array.dtype == kind), None)
    dtype = "" if plain else f", dtype=np.{array.dtype}"
    if array.size == 0:  # an empty list would lose the dtype
        kind = f", dtype={plain.__name__}" if plain not in (None, float) else dtype
        return f"np.zeros({array.shape}{kind})"
    return f"np.array({source(array.tolist())}{dtype})"


def call_source(name: str, parameters: Iterable[str], args: Iterable[Any]) -> str:
    """A call with its arguments by name, as it is pasted."""
    given = (f"{p}={source(value)}" for p, value in zip(parameters, args, strict=True))
    return f"{name}({', '.join(given)})"


# A string, or a comma with the blank behind it, or anything else: where a line of code may end.
_PIECE = re.compile(r"""('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|, |[^'",]+|.)""")


def wrap(code: str, width: int, indent: str) -> list[str]:
    """Code cut into lines behind commas within brackets, which leaves it valid."""
    lines: list[str] = []
    line, chunk, depth = "", "", 0
    for piece in _PIECE.findall(code):
        chunk += piece
        if piece[0] not in "'\"":
            depth += sum(map(piece.count, "([{")) - sum(map(piece.count, ")]}"))
        if piece == ", " and depth:
            line, chunk = _put(lines, line, chunk, width, indent), ""
    last = _put(lines, line, chunk, width, indent)
    return [*lines, last]


def _put(lines: list[str], line: str, chunk: str, width: int, indent: str) -> str:
    if line.strip() and len(line) + len(chunk.rstrip()) > width:
        lines.append(line.rstrip())
        return indent + chunk
    return line + chunk


def example_call(name: str, parameters: Sequence[str], number: int, seed: int) -> str:
    """A call with an example of a check, by its number: arguments too long to be shown."""
    names, more = ", ".join(parameters), f", seed={seed}" if seed else ""
    take = f'{names} = example("{name}", {number}{more})'
    return f"from {current.checks} import example; {take}; {name}({names})"
