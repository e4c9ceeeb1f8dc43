"""Sentences about lines that Python can't read: what is wrong in such a line, and what to do."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, say, table

MISSING = "Is an operator, a comma, a bracket or a colon missing?"


def _unreadable_line(data: Mapping[str, Any]) -> tuple[str, str]:
    what, think = say(data["problem"])
    return f"In line {data['problem'].place.line}, {what}. {think}", ""


def _unreadable_cell(data: Mapping[str, Any]) -> tuple[str, str]:
    what, think = say(data["problem"])
    which, number = "your last" if data["last"] else "the", data["problem"].place.line
    looks = f"Python can't read {which} cell with {data['name']}. In line {number}, {what}."
    return looks, f"{think} Fix that line, run its cell again, then this one."


WORDS: dict[str, Template] = {
    **table(
        """
colon-missing: a colon is missing at the end -> Lines that start with def, if, else, for or while end with a colon.
block-not-indented: it should be indented: it belongs inside the {head} of line {number} -> Put four spaces before every line that belongs to it.
unexpected-indent: it starts further to the right than the line above, and nothing there opens a block -> Which lines belong together? Those start at the same column.
unindent-mismatch: it starts at a column at which no line above starts -> Which line above does it belong with? Give it as many spaces as that one.
tabs-and-spaces: tabs and spaces are mixed at its start -> Use four spaces everywhere.
bracket-not-closed: the bracket {bracket} is never closed -> Where should it be closed?
bracket-closes-nothing: the bracket {bracket} closes nothing -> Is it one too many, or is its partner missing further left?
brackets-mismatch: the bracket {opening} is closed by {closing} -> Count the brackets from the inside out. Which one is missing or of the wrong kind?
quote-missing: a text starts with a quote and has none at its end -> Where should the text end?
print-without-brackets: {name} is a function, and what it gets belongs in round brackets -> How do you call other functions?
number-runs-into-name: a number runs into a name -> Is an operator such as * missing? A name can't start with a digit.
unknown-character: Python doesn't know the character {character} -> Was it copied from a text? Type it again: quotes are " or ', and minus is -.
side-by-side: two things stand side by side with nothing between them -> Is a comma or an operator missing?
assigned-to-expression: what is on the left of = is not a name -> A name is on the left of =. Is == meant, or are the sides swapped?
equals-for-comparison: = gives a name a value and can't ask whether two things are equal -> Which operator compares?
outside-function: {word} is not inside the function -> Put four spaces before every line that belongs to the function.
outside-loop: {word} is not inside a loop -> Is it indented far enough to belong to the loop?
syntax-expected: {missing} is missing -> Compare the line with one of the lecture that does the same.
increment: Python has no ++ or -- -> How do you add 1 to a name?
no-partner: {word} has no partner above it that starts at the same column -> Which line does it belong to, and is it indented like that one?
keyword-as-name: {word} is a word of Python's own, not a name -> Choose another name.
nothing-follows: something is missing after {word} -> What should follow it?
python-stops-at: Python can't go on at `{rest}` -> Look there and just before it. {MISSING}
unreadable: Python can't read it -> {MISSING}
old-version: {cell} This checked the version before it.
""",
        MISSING=MISSING,
    ),
    "unreadable-line": _unreadable_line,
    "unreadable-cell": _unreadable_cell,
}
