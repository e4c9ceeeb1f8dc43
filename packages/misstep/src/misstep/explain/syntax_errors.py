"""Enhanced messages for syntax errors: what is missing in a line that Python can't read."""

import keyword
import re

from misstep.core.report import Report
from misstep.core.rows import Fact, Row
from misstep.explain.findings import Finding, Place, Strength
from misstep.explain.words import say
from misstep.explain.words import syntax_errors as words

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


def advice(message: str, text: str, offset: int | None = None) -> str:
    """What is wrong in this line and what to do, as two sentences."""
    return words.IN_THIS_LINE.format(*say(find(message, text, offset)))


def report(name: str, error: SyntaxError, rung: str, which: str = "the") -> Report:
    """The report on an answer whose cell Python can't read; `which` says which cell that is."""
    text, number = error.text or "", error.lineno or 1
    what, think = say(find(error.msg, text, error.offset, number))
    return Report(
        name,
        failed=rung,
        message=words.UNREADABLE_CELL.format(which=which, name=name, number=number, what=what),
        facts=[Fact(Row.LINE_NUMBER, text.strip(), str(number))] if text.strip() else [],
        think=f"{think} {words.AGAIN}",
    )
