"""The feedback page that a student gets back for one notebook, as HTML.

It shows the questions with the student's own numbers, the answers, their output and the messages of
the checks, but never the tests. All student content is shown as text, or as a valid PNG.
"""

import re
from binascii import Error, a2b_base64
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import unescape
from typing import Any

from markupsafe import Markup
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers.python import PythonLexer

from gradebox.notebooks import answers, is_added, joined, source
from gradebox.notebooks import nbgrader_metadata as marks
from gradebox.pages.rendering import render
from gradebox.results import Exercise, GradedNotebook, Result
from gradebox.text import cut

Json = dict[str, Any]

# Characters of an exercise that are shown; colouring takes time, so its limit is lower.
MAX_SOURCE, MAX_COLOURED, MAX_PRINTED, MAX_MESSAGE = 20_000, 6_000, 4_000, 4_000
# Cells and figures that are shown, and the size of a figure in base64 and in pixels.
MAX_CELLS, MAX_FIGURES, MAX_FIGURE_SIZE, MAX_PIXELS = 20, 6, 1_500_000, 30_000_000
EMPTY_REPORT = {"passed": [], "failed": "", "message": "", "facts": [], "looks": "", "think": ""}

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_LEXER, _FORMATTER = PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)


def page(result: Result, notebook: GradedNotebook) -> str:
    """Render the page of one student and one notebook, as self-contained HTML."""
    cells, tests = answers(notebook.content), _tests(notebook.content)
    asked = questions(notebook.content)
    titles = Counter(exercise.title for exercise in notebook.exercises)
    parts = [
        _part(
            exercise,
            notebook,
            cells.get(exercise.grade_id, []),
            asked.get(exercise.grade_id, []),
            tests,
            unique_title=titles[exercise.title] == 1,
        )
        for exercise in notebook.exercises
        if result.status != "unreadable"
    ]
    return render("feedback.html", result=result, notebook=notebook, parts=parts)


def questions(content: dict[str, Any]) -> dict[str, list[str]]:
    """The questions before each graded cell, with the student's own numbers, as text."""
    found: dict[str, list[str]] = {}
    since: list[str] = []
    for cell in content.get("cells", []):
        mark = marks(cell)
        if mark.get("grade"):
            found[mark["grade_id"]], since = since, []
        elif mark.get("locked") and not mark.get("solution"):
            shown = [output.get("data", {}) for output in cell.get("outputs", [])]
            texts = [joined(data.get("text/plain")) for data in shown if "text/markdown" in data]
            since += [cut(text, MAX_MESSAGE) for text in texts if text]
    return found


def answer_text(content: dict[str, Any], grade_id: str) -> str:
    """A student's answer to a graded cell, as text."""
    cells = answers(content).get(grade_id, [])
    code = [source(c) if c.get("cell_type") == "code" else unescape(source(c)) for c in cells]
    return "\n\n".join(text for text in code if text.strip())


def own_code(content: dict[str, Any]) -> str:
    """All code that the student wrote: answers and added cells."""
    cells = [c for c in content.get("cells", []) if c.get("cell_type") == "code"]
    return "\n".join(source(c) for c in cells if is_added(c) or marks(c).get("solution"))


def _tests(content: dict[str, Any]) -> list[str]:
    """The lines of all test cells, without very short ones."""
    return [
        line.strip()
        for cell in content.get("cells", [])
        if marks(cell).get("grade") and not marks(cell).get("solution")
        for line in source(cell).split("\n")
        if len(line.strip()) > 7
    ]


def _part(
    exercise: Exercise,
    notebook: GradedNotebook,
    cells: list[Json],
    questions: list[str],
    tests: list[str],
    unique_title: bool,
) -> dict[str, Any]:
    """One exercise, for the template."""
    asked = {marks(cell)["grade_id"] for cell in cells if marks(cell).get("solution")}
    untouched = set() if exercise.passed else asked.difference(notebook.answered)
    written = [cell for cell in cells if marks(cell).get("grade_id") not in untouched]
    name = exercise.grade_id.removeprefix("test_")
    return {
        "exercise": exercise,
        "title": exercise.title or name,
        "name": "" if unique_title or not exercise.title else name,
        "state": _state(exercise),
        "questions": questions,
        "unanswered": bool(asked) and untouched == asked,
        "sources": list(sources_of(written[:MAX_CELLS])),
        "more": max(len(written) - MAX_CELLS, 0),
        "outputs": outputs_of(written[:MAX_CELLS]),
        "report": exercise.report and EMPTY_REPORT | exercise.report,
        "message": _without(tests, cut(exercise.message, MAX_MESSAGE)),
        "comments": list(_comments(exercise, notebook, cells)),
    }


def _comments(exercise: Exercise, notebook: GradedNotebook, cells: list[Json]) -> Iterator[str]:
    """Markers' comments on the cells of an exercise, in order."""
    names = [marks(cell).get("grade_id") for cell in cells]
    for name in dict.fromkeys([*names, exercise.grade_id]):
        if name in notebook.comments:
            yield cut(notebook.comments[name], MAX_MESSAGE)


def _state(exercise: Exercise) -> str:
    if exercise.points is None or (exercise.waits and not exercise.marked):
        return "waits"
    if exercise.passed:
        return "all"
    return "some" if exercise.points > 0 else "none"


def _without(tests: list[str], message: str) -> str:
    """The message without traceback and without lines that quote a test."""
    before, traceback, frames = message.partition("Traceback (most recent call last)")
    if traceback:
        message = before + (frames.strip().split("\n") or [""])[-1]
    lines = message.split("\n")
    return "\n".join(line for line in lines if not any(test in line for test in tests)).strip()


def sources_of(cells: Iterable[Json]) -> Iterator[dict[str, Any]]:
    """The source of cells, as far as there is room."""
    room, colour = MAX_SOURCE, MAX_COLOURED
    for cell in cells:
        written = source(cell).strip("\n")
        code = cell.get("cell_type") == "code"
        if not code:
            written = unescape(written)  # `outputs` has escaped it; the template does it again
        text, more = written[:room], max(len(written) - room, 0)
        room -= len(text)
        if code and len(text) <= colour:
            colour -= len(text)
            text = coloured(text)
        if written.strip():
            yield {"text": text, "kind": "code" if code else "prose", "more": more}


@lru_cache(maxsize=256)
def coloured(source: str) -> Markup:
    """Python source with syntax colours, without trailing blanks, which slow the lexer down."""
    lines = (line.rstrip() for line in source.split("\n"))
    return Markup(highlight("\n".join(lines), _LEXER, _FORMATTER).rstrip("\n"))


def outputs_of(cells: Iterable[Json]) -> list[dict[str, Any]]:
    """The output of cells, as far as there is room: only text and PNG figures."""
    entries: list[dict[str, Any]] = []
    room, left_out = {"text": MAX_PRINTED, "error": MAX_PRINTED, "figure": MAX_FIGURES}, set()
    for output in (output for cell in cells for output in cell.get("outputs", [])):
        data = output.get("data", {})
        if "image/png" in data:
            picture = _png(data["image/png"]) if room["figure"] else None
            if picture:
                room["figure"] -= 1
                entries.append({"kind": "figure", "png": picture, "alt": _alt(output)})
            else:
                left_out.add("figure")
            continue
        kind = "error" if output.get("output_type") == "error" else "text"
        text = _error(output) if kind == "error" else _plain_text(output)
        if len(text) > room[kind]:
            left_out.add(kind)
        text = text[: room[kind]]
        room[kind] -= len(text)
        if entries and entries[-1]["kind"] == kind == "text":
            entries[-1]["text"] += text
        elif text:
            entries.append({"kind": kind, "text": text})
    for entry in entries:
        if entry["kind"] == "text":
            entry["text"] = _left_standing(entry["text"])
    words = {
        "text": "There is more output than is shown here.",
        "error": "There were more errors than are shown here.",
        "figure": "A figure is not shown here: it is too large, not a PNG, or there are too many.",
    }
    return entries + [{"kind": "note", "text": words[kind]} for kind in words if kind in left_out]


def _plain_text(output: dict[str, Any]) -> str:
    """The plain text of an output that is not an error."""
    if output.get("output_type") == "stream":
        return joined(output.get("text"))
    text = joined(output.get("data", {}).get("text/plain"))
    return f"{text}\n" if text else ""


def _left_standing(text: str) -> str:
    """Printed text without colours, and with only the last state of overwritten lines."""
    lines = _ANSI.sub("", text).replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines).rstrip()


def _error(output: dict[str, Any]) -> str:
    text = _ANSI.sub("", "\n".join(map(str, output.get("traceback") or []))[-MAX_PRINTED:]).strip()
    return text or cut(f"{output.get('ename', '')}: {output.get('evalue', '')}", MAX_PRINTED)


def _png(data: Any) -> str | None:
    """The base64 text of a valid PNG that isn't too large for a page, or None."""
    text = re.sub(r"\s+", "", joined(data)) if isinstance(data, str | list) else ""
    if not 0 < len(text) <= MAX_FIGURE_SIZE:
        return None
    try:
        raw = a2b_base64(text, strict_mode=True)
    except (Error, ValueError):
        return None
    if raw[:8] != b"\x89PNG\r\n\x1a\n" or raw[12:16] != b"IHDR":
        return None
    pixels = int.from_bytes(raw[16:20], "big") * int.from_bytes(raw[20:24], "big")
    return text if 0 < pixels <= MAX_PIXELS else None


def _alt(output: dict[str, Any]) -> str:
    metadata = output.get("metadata", {}).get("image/png", {})
    alt = metadata.get("alt") if isinstance(metadata, dict) else None
    return (
        cut(alt, 1000) if isinstance(alt, str) and alt.strip() else "A figure that your code drew"
    )
