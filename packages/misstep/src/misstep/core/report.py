"""How the outcome of a check looks: in a notebook, in a terminal, and to nbgrader."""

import ast
import os
import re
import sys
import textwrap
import warnings
from dataclasses import dataclass, field
from html import escape
from typing import Any

from misstep.core import frontend
from misstep.core.paste import wrap
from misstep.core.rows import HINT, LOOKS, Fact, Row

WIDTH = 88
# Told apart by colour-blind readers too. Style sheets may find the marks by these values.
GREEN, RED = "#009e73", "#d55e00"
LEFT = "text-align:left;vertical-align:top"


@dataclass
class Report:
    """The result of a check: the rungs that held and, if one broke, what is wrong.

    Args:
        name: What was checked.
        headline: One line that says how it went.
        passed: The rungs that held.
        failed: The rung that broke, or "".
        message: How it broke; if none did, what was checked and what comes next.
        facts: The rows below that.
        looks: What the mistake is.
        think: A question or advice that leads on.
        findings: What was found out, as data: all that the sentences were made from.

    """

    name: str
    headline: str = ""
    passed: list[str] = field(default_factory=list)
    failed: str = ""
    message: str = ""
    facts: list[Fact] = field(default_factory=list)
    looks: str = ""
    think: str = ""
    findings: list[Any] = field(default_factory=list)

    def add(self, key: Row, value: str, about: str = "") -> None:
        """Add a row."""
        self.facts.append(Fact(key, value, about))

    def value(self, key: Row) -> str:
        """The first row with this key, or ""."""
        return next((fact.value for fact in self.facts if fact.key is key), "")

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The rows as they are shown: label and value."""
        return [(fact.label, fact.value) for fact in self.facts]

    def data(self) -> dict[str, Any]:
        """The report as plain data, for pages that show it."""
        names = ("name", "passed", "failed", "message", "looks", "think")
        return {name: getattr(self, name) for name in names} | {"facts": self.rows}

    @property
    def good(self) -> bool:
        """Whether no rung broke."""
        return not self.failed

    @property
    def count(self) -> str:
        """How many rungs held."""
        return "1 check" if len(self.passed) == 1 else f"{len(self.passed)} checks"

    def __str__(self) -> str:
        lines = [self.headline, ""]
        if self.passed:
            lines.append(f"  ok    {self.count}")
        if self.failed:
            lines.append(f"  WRONG {self.failed}")
        lines += ["", *_wrap(self.message)]
        width = max((len(fact.label) for fact in self.facts), default=0)
        for fact in self.facts:
            head = f"{fact.label:<{width}}  "
            indent = " " * len(head)
            if fact.key is Row.CALL:  # wrapped so that it can still be pasted
                lines += wrap(head + fact.value, WIDTH, indent)
            elif fact.key is Row.LINE_NUMBER:  # with a mark below the line
                lines += (head + fact.value).replace("\n", f"\n{indent}").split("\n")
            else:
                lines += _wrap(head + fact.value, indent)
        for heading, text in ((LOOKS, self.looks), (HINT, self.think)):
            if text:
                lines += ["", *_wrap(f"{heading}: {text}")]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        # Words are in the page's own colour, readable on light and dark; marks and the bar are not.
        good, bad = (
            f'<span style="color:{colour};font-weight:700">&#{sign};</span>'
            for colour, sign in ((GREEN, 10003), (RED, 10007))
        )
        parts = [f'<div style="font-weight:600">{escape(self.headline)}</div>']
        if self.passed:
            rungs = "".join(f"<li>{good} {escape(rung)}</li>" for rung in self.passed)
            parts.append(
                f'<details style="margin:.3em 0"><summary>{good} {self.count}</summary>'
                f'<ul style="list-style:none;margin:.3em 0;padding-left:1.4em">{rungs}</ul></details>'
            )
        if self.failed:
            parts.append(f'<div style="font-weight:600">{bad} {escape(self.failed)}</div>')
        if self.message:
            parts.append(f"<p>{frontend.with_code(self.message)}</p>")
        if self.facts:
            rows = "".join(
                '<tr style="background:none">'
                f'<td style="{LEFT};white-space:nowrap">{escape(label)}</td>'
                f'<td style="{LEFT};font-family:monospace;white-space:pre-wrap">{escape(value)}</td></tr>'
                for label, value in self.rows
            )
            parts.append(f'<table style="margin:.5em 0;border:none">{rows}</table>')
        for heading, text in ((LOOKS, self.looks), (HINT, self.think)):
            if text:
                parts.append(f"<p><b>{heading}:</b> {frontend.with_code(text)}</p>")
        box = f"border-left:5px solid {GREEN if self.good else RED};padding:.3em 1em;max-width:60em"
        return f'<div style="{box}">{"".join(parts)}</div>'


class CheckFailed(AssertionError):
    """A check did not pass; its text says why, and `report` holds the same as plain data."""

    def __init__(self, result: Report, shown: bool = False) -> None:
        super().__init__(str(result))
        self.result, self.report, self.shown = result, result.data(), shown

    def _render_traceback_(self) -> list[str]:
        """What IPython shows in place of a traceback: the report, unless it is on the page already.

        A terminal code without text shows as an empty error. Without any line, JupyterLab would print
        the whole error again.
        """
        return ["\x1b[0m"] if self.shown else str(self).splitlines()


def deliver(report: Report) -> None:
    """Show the report below the calling cell; raise if the check failed."""
    shown = show(report) if report.good or _seen() else False
    if not report.good:
        raise CheckFailed(report, shown)


def show(report: Report) -> bool:
    """Show the report where the check was called: as a page does it, or else as text."""
    if seen := _seen():
        frontend.show({"text/html": report._repr_html_(), "text/plain": str(report)})
    else:
        print(report)
    return seen


def _seen() -> bool:
    """Return True if the output is a page, not a terminal."""
    return frontend.page is not None or _notebook() is not None


def _notebook() -> Any:
    """The IPython kernel that shows HTML to a person, or None (a terminal, or nbgrader at work)."""
    if "NBGRADER_EXECUTION" in os.environ:
        return None
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    shell = get_ipython()
    return shell if shell is not None and hasattr(shell, "kernel") else None


def unreadable_cell(name: str, defined: bool) -> SyntaxError | None:
    """The syntax error of the last cell that a person ran to define a function, or None.

    If the function isn't `defined`, other cells that mention it are tried too: `def` may be missing.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    cells = getattr(shell, "user_ns", {}).get("In", [])
    definitions = [cell for cell in cells if re.search(rf"(?m)^\s*def\s+{name}\b", cell)]
    if definitions or defined:
        return syntax_error(definitions[-1]) if definitions else None
    errors = [syntax_error(cell) for cell in cells if re.search(rf"\b{name}\b", cell)]
    return next((error for error in reversed(errors) if error), None)


def syntax_error(source: str) -> SyntaxError | None:
    """The error of a cell that Python can't read, with the line that it is in; None if it can."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError as error:
        lines = source.splitlines()
        if not error.text and error.lineno and error.lineno <= len(lines):
            error.text = lines[error.lineno - 1]
        return error
    except ValueError:  # e.g. null characters
        pass
    return None


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False)
