"""A submitted notebook rebuilt: the course's cells, with a student's answers and extra cells."""

from collections import defaultdict
from typing import Any

from gradebox.course.model import CourseCell, CourseNotebook
from gradebox.course.syntax import bound_names, imported_names
from gradebox.intake.submission import RebuiltCell, Submission, listing, printable_name
from gradebox.notebooks import grade_id, is_as_released, nbgrader_metadata
from gradebox.notebooks import source as text_of

SKIPPING = {"skip-execution", "raises-exception"}
MAX_PARSED = 200_000  # characters of a cell that is searched for the names it sets

Cells = list[dict[str, Any]]


def rebuild(book: CourseNotebook, cells: Cells, submission: Submission) -> None:
    """Put the student's answers and extra cells into the course's notebook."""
    matched = _match_cells(book, cells)
    answers: dict[int, str] = {}
    extras: dict[int, list[RebuiltCell]] = defaultdict(list)  # by the cell that they come after
    known = {text.strip() for cell in book.cells for text in (cell.source, cell.released)}
    anchor, copies = -1, []
    for i, data in enumerate(cells):
        source, cell = text_of(data), matched.get(i)
        if cell is None:
            if source.strip() and source.strip() not in known:
                kind = "markdown" if data["cell_type"] == "raw" else data["cell_type"]
                extras[anchor].append(RebuiltCell(None, kind, source))
        elif not (cell.of_students or cell.role == "plain"):
            anchor = cell.index
        elif cell.index not in answers:
            answers[cell.index], anchor = source, cell.index
        else:
            copies.append(cell.grade_id)
            if answers[cell.index].strip() == cell.released.strip():
                answers[cell.index] = source
            elif source.strip() not in (cell.released.strip(), answers[cell.index].strip()):
                extras[anchor].append(RebuiltCell(None, "code", source))
    if copies:
        submission.notes.append(f"cells occur more than once ({listing(copies)})")
    _remark(book, cells, matched, submission)
    parts = list(extras[-1])
    for cell in book.cells:
        text = cell.source
        if cell.of_students:
            text = answers.get(cell.index, cell.released if cell.optional else "")
        elif cell.role == "plain" and cell.index in answers:
            text = answers[cell.index]
        parts += [RebuiltCell(cell, cell.kind, text), *extras[cell.index]]
    submission.parts[book.name] = parts
    submission.answered[book.name] = [
        cell.grade_id
        for cell in book.cells
        if cell.of_students
        and not cell.optional
        and answers.get(cell.index, "").strip() not in ("", cell.released.strip())
    ]


def _match_cells(book: CourseNotebook, cells: Cells) -> dict[int, CourseCell]:
    """Return the course's cell of a submitted one: by grade_id, id, text, or the names it sets."""
    by_grade = {cell.grade_id: cell for cell in book.cells if cell.grade_id}
    by_id = {cell.data["id"]: cell for cell in book.cells if cell.data.get("id")}
    by_text = {cell.released.strip(): cell for cell in book.cells if not cell.of_students}
    matched: dict[int, CourseCell] = {}
    for i, data in enumerate(cells):
        cell = by_grade.get(grade_id(data))
        if cell is None and isinstance(data.get("id"), str):
            cell = by_id.get(data["id"])
        if cell is None and text_of(data).strip():
            cell = by_text.get(text_of(data).strip())
        if cell is not None:
            matched[i] = cell
    found = {cell.index for cell in matched.values()}
    missing = [
        (cell, names)
        for cell in book.cells
        if cell.role in ("solution", "plain") and cell.index not in found and cell.kind == "code"
        if (names := bound_names(cell.source))
    ]
    for i, data in enumerate(cells):
        if not missing:
            break
        if i in matched or data["cell_type"] != "code" or len(text_of(data)) > MAX_PARSED:
            continue
        here = bound_names(text_of(data))
        fits = next((pair for pair in missing if pair[1] <= here), None)
        if fits:
            matched[i] = fits[0]
            missing.remove(fits)
    return matched


def _remark(
    book: CourseNotebook, cells: Cells, matched: dict[int, CourseCell], submission: Submission
) -> None:
    """Remark on changes to cells that students must not change."""
    found = {cell.index for cell in matched.values()}
    gone = [cell for cell in book.cells if cell.index not in found]
    missing = [cell.grade_id for cell in gone if cell.of_students and not cell.optional]
    removed = [cell.grade_id for cell in gone if cell.role == "test"]
    edited, tagged, moved = [], [], []
    added: list[str] = []  # imports in cells that are the course's
    last = -1
    for i, cell in matched.items():
        data, text = cells[i], text_of(cells[i])
        intact = is_as_released(data)  # the course may have changed since
        if cell.role == "test":
            if _is_edited(cell, data, intact):
                edited.append(cell.grade_id)
            if cell.index < last:
                moved.append(cell.grade_id)
            last = cell.index
        if cell.role == "given" and not intact and len(text) <= MAX_PARSED:
            known = bound_names(cell.source) | bound_names(cell.released)
            added += map(printable_name, sorted(imported_names(text) - known))
        metadata = data.get("metadata")
        tags = metadata.get("tags") if isinstance(metadata, dict) else None
        if isinstance(tags, list) and SKIPPING & set(map(str, tags)) - _tags(cell.data):
            tagged.append(cell.grade_id or "a cell")
    for names, words in (
        (removed, "test cells were missing and were put back"),
        (edited, "test cells were changed; the course's own were used"),
        (moved, "test cells were moved; the course's order was used"),
        (tagged, "cells are tagged to be skipped; they were run"),
        (missing, "answer cells are missing"),
        (
            added,
            "imports that were added to a cell of the course were ignored, as such cells are "
            "restored; put imports into your own cells",
        ),
    ):
        if names:
            submission.review_reasons.append(f"{words} ({listing(names)})")


def _tags(data: dict[str, Any]) -> set[str]:
    """Return the tags of a cell of the course."""
    tags = data.get("metadata", {}).get("tags", [])
    return set(map(str, tags)) if isinstance(tags, list) else set()


def _is_edited(cell: CourseCell, data: dict[str, Any], intact: bool | None) -> bool:
    """Return True if a student changed a test cell: its text, its type or its metadata."""
    marks = nbgrader_metadata(data)
    same = text_of(data).strip() in (cell.released.strip(), cell.source.strip())
    forged = marks.get("points", cell.points) != cell.points and intact is False
    changed = marks and (forged or marks.get("solution") or not marks.get("grade"))
    return bool(data["cell_type"] != "code" or not (same or intact) or changed)
