"""Custom exception handler of the notebook: words for a name cell that does not work.

Without quotes, `student = Ada` stops with a NameError, and so does every question after it. In a
notebook, also one in the browser, in a command of the course and in grading, these errors get a sentence
that says what to do.
"""

import re
import sys
import traceback
from typing import Any

QUOTES = 'Put your name between quotes, as in student = "Ada", and run that cell again.'
EMPTY = 'With student = "" you get the same numbers as everybody.'


def words(error: BaseException, line: str) -> str:
    """What to say of an error in a line, or "" if it is not about the name cell."""
    return said_of(type(error).__name__, str(error), line)


def said_of(kind: str, message: str, line: str) -> str:
    """The same, given only an error's kind and message."""
    cell = re.match(r"\s*student\s*=", line)
    if kind == "SyntaxError" and cell:
        return f"This is not Python. {QUOTES}"
    missing = re.fullmatch(r"name '(\w+)' is not defined.*", message, re.DOTALL)
    if kind != "NameError" or not missing:
        return ""
    if cell:
        name = missing[1]
        return f"{name} is not in quotes, so Python looks for a variable of that name. {QUOTES}"
    if missing[1] == "student":
        return (
            "The cell with student = ... has not been run, or it stopped with an error, so nobody "
            f"knows whose numbers to ask about. {QUOTES} {EMPTY}"
        )
    return ""


def install() -> None:
    """Make the notebook's kernel use these words, if there is a kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None and hasattr(shell, "kernel"):
        shell.set_custom_exc((NameError,), _show)


def _show(shell: Any, kind: type, error: NameError, trace: Any, tb_offset: Any = None) -> Any:
    last = traceback.extract_tb(trace)[-1:]
    said = words(error, (last[0].line or "") if last else "")
    if not said:
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
        return None
    lines = [f"{kind.__name__}: {error}", said]
    shell._showtraceback(kind, error, lines)
    return lines
