"""Output encoding (sanitising) of plain text, wherever it is shown.

File names, ids, error messages and what code prints come from students. What they hold must not
steer a terminal (escape sequences), reverse or hide text (bidirectional and other format
characters), forge a second line, or be run as a formula by a spreadsheet. Every writer takes one of
these: the terminal and the reasons `printable`, a CSV table `spreadsheet_cell`, HTML pages `lines`,
and autograded notebooks `coloured_lines`.
"""

import re
import unicodedata

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # the wide ones count in some spreadsheets
JOINERS = "\u200c\u200d"  # format characters that Persian, Indic scripts and emoji need

_NEW_LINE = re.compile("\r\n?")
_PERHAPS = re.compile(r"[^ -~\n\t]")  # all that is odd, and much that is not
_PERHAPS_COLOURED = re.compile(r"\x1b\[[0-9;]*m|[^ -~\n\t\r]")


def printable(text: str) -> str:
    """The text on one line, with control, bidirectional and other unseen characters escaped."""
    if text.isprintable():
        return text
    return "".join(map(_visible, text))


def spreadsheet_cell(text: str) -> str:
    """The text as a cell of a CSV table: printable, and never a formula."""
    shown = printable(text)
    return f"'{shown}" if shown.lstrip().startswith(FORMULA) else shown


def lines(text: str) -> str:
    """The text as it is, line by line, with the same characters escaped."""
    return _PERHAPS.sub(_shown, _NEW_LINE.sub("\n", text))


def coloured_lines(text: str) -> str:
    """The same, but colours stay, and carriage returns, with which a line is written over."""
    return _PERHAPS_COLOURED.sub(_shown, text)


def cut(text: str, length: int) -> str:
    """The text, shortened to a length; a shortened text ends with an ellipsis."""
    return text if len(text) <= length else text[: length - 1] + "…"


def number(value: float) -> str:
    """A number as a person writes it: 3, not 3.0; 2.5."""
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"


def _shown(found: re.Match[str]) -> str:
    return _visible(found[0]) if len(found[0]) == 1 else found[0]


def _visible(character: str) -> str:
    space = unicodedata.category(character) == "Zs"  # of whatever width
    if character.isprintable() or space or character in JOINERS:
        return character
    return character.encode("unicode_escape").decode()
