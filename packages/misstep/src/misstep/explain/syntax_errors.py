"""Enhanced messages for syntax errors: what is missing in a line that Python can't read."""

import keyword
import re

from misstep.core.rows import Fact, Row
from misstep.explain.findings import Finding, Place, Strength, cause
from misstep.explain.words import say

# (pattern of Python's message, kind of the finding)
PATTERNS = [
    (r"expected ':'", "colon-missing"),
    (
        r"expected an indented block after (?:an? )?(?P<head>.*) on line (?P<number>\d+)",
        "block-not-indented",
    ),
    (r"unexpected indent", "unexpected-indent"),
    (r"unindent does not match", "unindent-mismatch"),
    (r"inconsistent use of tabs", "tabs-and-spaces"),
    (r"'(?P<bracket>.)' was never closed", "bracket-not-closed"),
    (r"unmatched '(?P<bracket>.)'", "bracket-closes-nothing"),
    (
        r"closing parenthesis '(?P<closing>.)' does not match opening parenthesis '(?P<opening>.)'",
        "brackets-mismatch",
    ),
    (r"unterminated (?:triple-quoted )?string|EOL while scanning", "quote-missing"),
    (r"Missing parentheses in call to '(?P<name>\w+)'", "print-without-brackets"),
    (r"invalid (?:decimal|imaginary|hexadecimal|octal|binary) literal", "number-runs-into-name"),
    (r"invalid (?:non-printable )?character '?(?P<character>.)?", "unknown-character"),
    (r"forgot a comma", "side-by-side"),
    (r"cannot assign to", "assigned-to-expression"),
    (r"Maybe you meant '=='", "equals-for-comparison"),
    (r"'(?P<word>return|yield)' outside function", "outside-function"),
    (r"'(?P<word>break|continue)' (?:outside|not properly in) loop", "outside-loop"),
    (r"expected '(?P<missing>.+)'", "syntax-expected"),
]


def find(message: str, text: str, offset: int | None = None, number: int = 1) -> Finding:
    """What is wrong in a line that Python can't read.

    Args:
        message: What Python says.
        text: The line.
        offset: At which column Python stopped, counted from 1.
        number: The number of the line.

    """
    line = text.strip()
    rest = text[offset - 1 :].strip() if offset and 0 < offset <= len(text) else ""
    kind, data = _by_message(message, line) or _by_line(line) or ("", {})
    if not kind:
        kind, data = ("python-stops-at", {"rest": rest}) if rest else ("unreadable", {})
    return Finding(kind, Strength.CAUSE, data, Place(number, line, rest))


def _by_message(message: str, line: str) -> tuple[str, dict[str, str]] | None:
    if re.match(r"(if|elif|while|assert|return)\b", line):
        message = message.replace("cannot assign", "")  # it compares
    for pattern, kind in PATTERNS:
        if found := re.search(pattern, message):
            return kind, {name: group or "" for name, group in found.groupdict().items()}
    return None


def _by_line(line: str) -> tuple[str, dict[str, str]] | None:
    if re.search(r"\+\+|--\s*$", line):
        return "increment", {}
    if found := re.match(r"(else|elif|except|finally)\b", line):
        return "no-partner", {"word": found[1]}
    if (found := re.match(r"(\w+)\s*=[^=]", line)) and keyword.iskeyword(found[1]):
        return "keyword-as-name", {"word": found[1]}
    if re.search(r"[-+*/@=,<>&|]$", line) or re.search(r"\b(and|or|not|in)$", line):
        return "nothing-follows", {"word": line.split()[-1]}
    return None


def advice(error: SyntaxError) -> str:
    """What is wrong in a line and what to do, as two sentences."""
    problem = find(error.msg, error.text or "", error.offset, error.lineno or 1)
    return say(cause("unreadable-line", problem=problem)).looks


def unreadable_cell(name: str, error: SyntaxError, last: bool) -> Finding:
    """The finding that Python can't read the cell with a function, or the `last` one of several."""
    problem = find(error.msg, error.text or "", error.offset, error.lineno or 1)
    return cause("unreadable-cell", name=name, last=last, problem=problem)


def pointed_at(error: SyntaxError) -> Fact | None:
    """The line that Python can't read, with a mark below the place at which it stopped."""
    text = error.text or ""
    line, indent = text.strip(), len(text) - len(text.lstrip())
    place = (error.offset or 0) - 1 - indent
    mark = f"\n{' ' * place}^" if 0 <= place <= len(line) else ""
    return Fact(Row.LINE_NUMBER, f"{line}{mark}", str(error.lineno or 1)) if line else None
