"""Repair a notebook without touching an answer; the old file is kept as a backup."""

import copy
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from lincourse.notebooks import write_atomically
from lincourse.student.doctor import (
    MAX_OUTPUT_BYTES,
    describe,
    edited,
    moved,
    original_type,
    originals,
    other_file,
    output_bytes,
)
from lincourse.student.notebook import Cell, Notebook, dump, read

LABEL_KEYS = ("nbgrader", "deletable", "editable")  # metadata to remove from copies


def repair(path: Path, unit: str, release: Notebook | None) -> tuple[Path, Path | None, list[str]]:
    """Fix what can be fixed: (the notebook's new path, its backup, what was fixed)."""
    notebook = read(path)
    before = dump(notebook.data)
    done = [
        *_restore_types(notebook),
        *_unlabel_copies(notebook, release),
        *_restore_edited(notebook, release),
        *_restore_missing_and_moved(notebook, release),
        *_clear_outputs(notebook),
    ]
    target = path.with_name(f"{unit}.ipynb") if unit else path
    rename = target.name != path.name and not other_file(path, target.name)
    backup = None
    if dump(notebook.data) != before or rename:
        backup = _backup(path)
    if dump(notebook.data) != before:
        write_atomically(path, dump(notebook.data))
    if rename:
        path.rename(target)
        done.append(f"{path.name} is now called {target.name}.")
        path = target
    return path, backup, done


def _backup(path: Path) -> Path:
    """Copy the notebook to an unused name beside it."""
    number = 0
    while (copied := path.with_name(f"{path.name}{number or ''}.bak")).exists():
        number += 1
    write_atomically(copied, path.read_bytes())
    return copied


def _restore_types(notebook: Notebook) -> list[str]:
    done = []
    for cell in notebook.cells:
        kind = original_type(cell)
        if not kind:
            continue
        cell.data["cell_type"] = kind
        if kind == "code":
            cell.data.pop("attachments", None)
            cell.data.update(outputs=[], execution_count=None)
        else:
            for key in ("outputs", "execution_count"):
                cell.data.pop(key, None)
        done.append(f"{describe(cell)} is a {kind} cell again.")
    return done


def _unlabel_copies(notebook: Notebook, release: Notebook | None) -> list[str]:
    """Keep each label on one cell: an answer rather than a stub, at its own position."""
    labelled = [cell for cell in notebook.cells if cell.grade_id]
    neighbours = set(pairwise(originals(release)))
    neighbours |= {(cell.grade_id, f"test_{cell.grade_id}") for cell in labelled}
    in_order: Counter[int] = Counter()
    for one, other in pairwise(labelled):
        if (one.grade_id, other.grade_id) in neighbours:
            in_order.update([one.index, other.index])
    groups: dict[str, list[Cell]] = {}
    for cell in labelled:
        groups.setdefault(cell.grade_id, []).append(cell)
    ids = [cell.data.get("id") for cell in notebook.cells]
    done = []
    for label, cells in groups.items():
        if len(cells) == 1:
            continue
        keep = max(cells, key=lambda c: (c.as_released is c.locked, in_order[c.index]))
        for cell in cells:
            if cell is not keep:
                for key in LABEL_KEYS:
                    cell.data["metadata"].pop(key, None)
                if ids.count(cell.data.get("id")) > 1:
                    cell.data["id"] = f"{cell.data['id']}-copy{cell.index}"[-64:]
                done.append(f"a copy of {label} (cell {cell.index + 1}) is now a cell of your own.")
    return done


def _restore_edited(notebook: Notebook, release: Notebook | None) -> list[str]:
    released = originals(release)
    done = []
    for cell in notebook.cells:
        original = released.get(cell.grade_id)
        if original is not None and edited(cell, original):
            cell.data.clear()
            cell.data.update(copy.deepcopy(original.data))
            done.append(f"{describe(original)} has the course's own text again.")
    return done


def _restore_missing_and_moved(notebook: Notebook, release: Notebook | None) -> list[str]:
    """Put missing cells, and locked cells that were moved, at their released position."""
    if release is None:
        return []
    done = []
    misplaced = [cell for cell in moved(notebook, release) if cell.locked]
    cells: list[dict[str, Any]] = notebook.data["cells"]
    notebook.data["cells"] = cells = [
        data for data in cells if all(data is not cell.data for cell in misplaced)
    ]
    have = {cell.grade_id for cell in notebook.cells}
    back = {cell.grade_id: cell.data for cell in misplaced}
    for label, original in originals(release).items():
        if label in have:
            continue
        data = back.get(label) or copy.deepcopy(original.data)
        cells.insert(_position(cells, release, original), data)
        verb = "was moved back" if label in back else "was restored"
        done.append(f"{describe(original)} {verb}.")
    return done


def _position(cells: list[dict[str, Any]], release: Notebook, original: Cell) -> int:
    """The index after the nearest cell that precedes it in the release and still exists."""
    keys = [_key(data) for data in cells]
    for data in reversed(release.data["cells"][: original.index]):
        if (key := _key(data)) in keys:
            return keys.index(key) + 1
    return 0


def _key(data: dict[str, Any]) -> str:
    return Cell(data, 0, "").grade_id or str(data.get("id", ""))


def _clear_outputs(notebook: Notebook) -> list[str]:
    done = []
    for cell in notebook.cells:
        if output_bytes(cell) > MAX_OUTPUT_BYTES:
            cell.data["outputs"] = []
            done.append(f"the output of {describe(cell)} was cleared.")
    return done
