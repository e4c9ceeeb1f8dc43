"""Notebook files (nbformat 4) as plain JSON: cell sources, nbgrader metadata, atomic writes.

Only the standard library is imported, so that a command starts at once. Cells may come from
anybody: a value of another type than nbformat's counts as absent.
"""

import hashlib
import os
import threading
from pathlib import Path
from typing import Any


def joined(text: Any) -> str:
    """Return a multi-line string, which nbformat stores as one string or as a list of lines."""
    return text if isinstance(text, str) else "".join(map(str, text or []))


def source(cell: dict[str, Any]) -> str:
    """Return the text of a cell."""
    return joined(cell.get("source"))


def nbgrader_metadata(cell: dict[str, Any]) -> dict[str, Any]:
    """Return a cell's nbgrader metadata (grade_id, points, grade, solution, locked), or {}."""
    metadata = cell.get("metadata")
    found = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return found if isinstance(found, dict) else {}


def grade_id(cell: dict[str, Any]) -> str:
    """Return the grade_id of a cell, or an empty string."""
    found = nbgrader_metadata(cell).get("grade_id")
    return found if isinstance(found, str) else ""


def is_as_released(cell: dict[str, Any]) -> bool | None:
    """Return True if a cell is as nbgrader released it, None if it has no checksum."""
    marks = nbgrader_metadata(cell)
    if not isinstance(marks.get("grade_id"), str) or not marks.get("checksum"):
        return None
    grade, solution = bool(marks.get("grade")), bool(marks.get("solution"))
    locked = not solution and (grade or bool(marks.get("locked")))
    kind = str(marks.get("cell_type", cell.get("cell_type")))
    parts = [source(cell), kind, str(grade), str(solution), str(locked), grade_id(cell)]
    if grade:
        try:
            parts.append(str(float(marks.get("points", 0))))
        except (TypeError, ValueError):
            parts.append("0.0")
    text = "".join(parts).encode(errors="surrogatepass")
    return bool(marks["checksum"] == hashlib.md5(text, usedforsecurity=False).hexdigest())


def is_added(cell: dict[str, Any]) -> bool:
    """Return True if the student added this cell."""
    return not nbgrader_metadata(cell) and str(cell.get("id", "")).startswith("extra-")


def answers(content: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The student's cells of each graded cell: its own and those since the graded cell before.

    A task's answer is what the student adds after it.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    since: list[dict[str, Any]] = []
    answer = since
    for cell in content.get("cells", []):
        marks = nbgrader_metadata(cell)
        if marks:
            answer = since  # any cell of the course ends the answer to a task
        if marks.get("solution") or is_added(cell):
            answer.append(cell)
        if marks.get("task"):
            answer = found[marks["grade_id"]] = []
        elif marks.get("grade"):
            found[marks["grade_id"]] = since
            since = answer = []
    return found


def error_output(name: str, words: str) -> dict[str, Any]:
    """Return an output of the type "error": an exception's name and its message."""
    return {
        "output_type": "error",
        "ename": name,
        "evalue": words[:2000],
        "traceback": words.splitlines(),
    }


def write_atomically(path: Path, content: bytes, scratch: Path | None = None) -> None:
    """Write a file so that a reader, or the next run after a crash, never sees a part of it.

    The content is written to a temporary file beside it (or in `scratch`, a folder on the same file
    system), flushed to the disk, then renamed over the old file; last, the rename is flushed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = (scratch or path.parent) / f".{os.getpid()}-{threading.get_ident()}.part"
    try:
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
