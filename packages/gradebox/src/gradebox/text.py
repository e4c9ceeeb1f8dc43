"""Sanitising of plain text before it is shown.

File names, ids, error messages and printed text come from students. They must not control a
terminal (escape sequences), reverse or hide text (bidirectional and other format characters), forge
a second line, or run as a formula in a spreadsheet. Every writer uses one of these functions: the
terminal and the reasons `printable`, a CSV table `spreadsheet_cell`, HTML pages `lines`, and
autograded notebooks `coloured_lines`.
"""

import re
import unicodedata

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # the wide ones count in some spreadsheets
JOINERS = "\u200c\u200d"  # format characters that Persian, Indic scripts and emoji need

_SPLIT = re.compile(rf'(;[\s"]*)(?=[{"".join(map(re.escape, FORMULA))}])')  # some split there
_NEW_LINE = re.compile("\r\n?")
_CANDIDATES = re.compile(r"[^ -~\n\t]")  # all odd characters, and many others
_CANDIDATES_AND_COLOURS = re.compile(r"\x1b\[[0-9;]*m|[^ -~\n\t\r]")


def printable(text: str) -> str:
    """Return the text on one line, with control, bidirectional and invisible characters escaped."""
    if text.isprintable():
        return text
    return "".join(map(_visible, text))


def spreadsheet_cell(text: str) -> str:
    """Return the text as a cell of a CSV table: printable, and never a formula."""
    shown = _SPLIT.sub(r"\1'", printable(text))
    return f"'{shown}" if shown.lstrip().startswith(FORMULA) else shown


def lines(text: str) -> str:
    """Return the text with its lines, and the same characters escaped."""
    return _CANDIDATES.sub(_escape, _NEW_LINE.sub("\n", text))


def coloured_lines(text: str) -> str:
    """Return the same, with colours and carriage returns, which overwrite a line."""
    return _CANDIDATES_AND_COLOURS.sub(_escape, text)


def cut(text: str, length: int) -> str:
    """The text, shortened to a length; a shortened text ends with an ellipsis."""
    return text if len(text) <= length else text[: length - 1] + "…"


def number(value: float) -> str:
    """Return a number as people write it: 3, not 3.0; 2.5."""
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"


def _escape(found: re.Match[str]) -> str:
    return _visible(found[0]) if len(found[0]) == 1 else found[0]


def _visible(character: str) -> str:
    space = unicodedata.category(character) == "Zs"  # a space of any width
    if character.isprintable() or space or character in JOINERS:
        return character
    return character.encode("unicode_escape").decode()
