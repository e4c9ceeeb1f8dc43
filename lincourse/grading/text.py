"""Output encoding (sanitising) of plain text for a terminal and for a CSV table.

File names, ids and error messages come from students. What they hold must not steer a terminal
(escape sequences), reverse or hide text (bidirectional and other format characters), forge a second
line, or be run as a formula by a spreadsheet.
"""

import unicodedata

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # the wide ones count in some spreadsheets
JOINERS = "\u200c\u200d"  # format characters that Persian, Indic scripts and emoji need


def printable(text: str) -> str:
    """The text on one line, with control, bidirectional and other unseen characters escaped."""
    if text.isprintable():
        return text
    return "".join(map(_visible, text))


def spreadsheet_cell(text: str) -> str:
    """The text as a cell of a CSV table: printable, and never a formula."""
    shown = printable(text)
    return f"'{shown}" if shown.lstrip().startswith(FORMULA) else shown


def _visible(character: str) -> str:
    space = unicodedata.category(character) == "Zs"  # of whatever width
    if character.isprintable() or space or character in JOINERS:
        return character
    return character.encode("unicode_escape").decode()
