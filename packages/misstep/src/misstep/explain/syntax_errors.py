"""Enhanced messages for syntax errors: what is missing in a line that Python can't read."""

import keyword
import re

from misstep.core.report import Report
from misstep.core.rows import Fact, Row

# (pattern of Python's message, what is wrong in the line, what to do)
MEANINGS = [
    (
        r"expected ':'",
        "a colon is missing at the end",
        "Lines that start with def, if, else, for or while end with a colon.",
    ),
    (
        r"expected an indented block after (?:an? )?(.*) on line (\d+)",
        "it should be indented: it belongs inside the {0} of line {1}",
        "Put four spaces before every line that belongs to it.",
    ),
    (
        r"unexpected indent",
        "it starts further to the right than the line above, and nothing there opens a block",
        "Which lines belong together? Those start at the same column.",
    ),
    (
        r"unindent does not match",
        "it starts at a column at which no line above starts",
        "Which line above does it belong with? Give it as many spaces as that one.",
    ),
    (
        r"inconsistent use of tabs",
        "tabs and spaces are mixed at its start",
        "Use four spaces everywhere.",
    ),
    (r"'(.)' was never closed", "the bracket {0} is never closed", "Where should it be closed?"),
    (
        r"unmatched '(.)'",
        "the bracket {0} closes nothing",
        "Is it one too many, or is its partner missing further left?",
    ),
    (
        r"closing parenthesis '(.)' does not match opening parenthesis '(.)'",
        "the bracket {1} is closed by {0}",
        "Count the brackets from the inside out. Which one is missing or of the wrong kind?",
    ),
    (
        r"unterminated (?:triple-quoted )?string|EOL while scanning",
        "a text starts with a quote and has none at its end",
        "Where should the text end?",
    ),
    (
        r"Missing parentheses in call to '(\w+)'",
        "{0} is a function, and what it gets belongs in round brackets",
        "How do you call other functions?",
    ),
    (
        r"invalid (?:decimal|imaginary|hexadecimal|octal|binary) literal",
        "a number runs into a name",
        "Is an operator such as * missing? A name can't start with a digit.",
    ),
    (
        r"invalid (?:non-printable )?character '?(.)?",
        "Python doesn't know the character {0}",
        "Was it copied from a text? Type it again: quotes are \" or ', and minus is -.",
    ),
    (
        r"forgot a comma",
        "two things stand side by side with nothing between them",
        "Is a comma or an operator missing?",
    ),
    (
        r"cannot assign to",
        "what is on the left of = is not a name",
        "A name is on the left of =. Is == meant, or are the sides swapped?",
    ),
    (
        r"Maybe you meant '=='",
        "= gives a name a value and can't ask whether two things are equal",
        "Which operator compares?",
    ),
    (
        r"'(return|yield)' outside function",
        "{0} is not inside the function",
        "Put four spaces before every line that belongs to the function.",
    ),
    (
        r"'(break|continue)' (?:outside|not properly in) loop",
        "{0} is not inside a loop",
        "Is it indented far enough to belong to the loop?",
    ),
    (
        r"expected '(.+)'",
        "{0} is missing",
        "Compare the line with one of the lecture that does the same.",
    ),
]
AGAIN = "Fix that line, run its cell again, then this one."


def meaning(message: str, text: str, offset: int | None = None) -> tuple[str, str]:
    """What is wrong in a line that Python can't read, and what to do.

    Args:
        message: What Python says.
        text: The line.
        offset: At which column Python stopped, counted from 1.

    """
    line = text.strip()
    if re.match(r"(if|elif|while|assert|return)\b", line):
        message = message.replace("cannot assign", "")  # it compares
    for pattern, what, think in MEANINGS:
        if found := re.search(pattern, message):
            words = [group or "" for group in found.groups()]
            return what.format(*words), think
    if re.search(r"\+\+|--\s*$", line):
        return "Python has no ++ or --", "How do you add 1 to a name?"
    if found := re.match(r"(else|elif|except|finally)\b", line):
        return (
            f"{found[1]} has no partner above it that starts at the same column",
            "Which line does it belong to, and is it indented like that one?",
        )
    if (found := re.match(r"(\w+)\s*=[^=]", line)) and keyword.iskeyword(found[1]):
        return f"{found[1]} is a word of Python's own, not a name", "Choose another name."
    if re.search(r"[-+*/@=,<>&|]$", line) or re.search(r"\b(and|or|not|in)$", line):
        return f"something is missing after {line.split()[-1]}", "What should follow it?"
    rest = text[offset - 1 :].strip() if offset and 0 < offset <= len(text) else ""
    if rest:
        return (
            f"Python can't go on at `{rest}`",
            "Look there and just before it. Is an operator, a comma, a bracket or a colon missing?",
        )
    return "Python can't read it", "Is an operator, a comma, a bracket or a colon missing?"


def advice(message: str, text: str, offset: int | None = None) -> str:
    """`meaning`, as two sentences about this line."""
    what, think = meaning(message, text, offset)
    return f"In this line, {what}. {think}"


def report(name: str, error: SyntaxError, rung: str) -> Report:
    """The report on an answer whose cell Python can't read."""
    text = error.text or ""
    what, think = meaning(error.msg, text, error.offset)
    number = error.lineno or 1
    return Report(
        name,
        failed=rung,
        message=f"Python can't read the cell with {name}. In line {number}, {what}.",
        facts=[Fact(Row.LINE_NUMBER, text.strip(), str(number))] if text.strip() else [],
        think=f"{think} {AGAIN}",
    )
