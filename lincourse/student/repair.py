"""Repairing a notebook without touching an answer; the old file is kept as a backup."""

import copy
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from lincourse.notebooks import write_atomically
from lincourse.student.doctor import (
    OUTPUTS,
    called,
    edited,
    moved,
    originals,
    other_file,
    turned,
    weight,
)
from lincourse.student.notebook import Cell, Notebook, dump, read

NOT_A_COPY = ("nbgrader", "deletable", "editable")


def mend(path: Path, unit: str, release: Notebook | None) -> tuple[Path, Path | None, list[str]]:
    """Mend what can be mended: where the notebook is now, its backup, and what was done."""
    notebook = read(path)
    before = dump(notebook.data)
    done = [
        *_turn_back(notebook),
        *_unlabel_copies(notebook, release),
        *_restore_edited(notebook, release),
        *_put_back(notebook, release),
        *_clear(notebook),
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
    """A copy next to the notebook, under a name that is free."""
    number = 0
    while (copied := path.with_name(f"{path.name}{number or ''}.bak")).exists():
        number += 1
    write_atomically(copied, path.read_bytes())
    return copied


def _turn_back(notebook: Notebook) -> list[str]:
    done = []
    for cell in notebook.cells:
        kind = turned(cell)
        if not kind:
            continue
        cell.data["cell_type"] = kind
        if kind == "code":
            cell.data.pop("attachments", None)
            cell.data.update(outputs=[], execution_count=None)
        else:
            for key in ("outputs", "execution_count"):
                cell.data.pop(key, None)
        done.append(f"{called(cell)} is a {kind} cell again.")
    return done


def _unlabel_copies(notebook: Notebook, release: Notebook | None) -> list[str]:
    """Leave each label on one cell: an answer rather than an empty cell, and where it belongs."""
    labelled = [cell for cell in notebook.cells if cell.grade_id]
    neighbours = set(pairwise(originals(release)))
    neighbours |= {(cell.grade_id, f"test_{cell.grade_id}") for cell in labelled}
    at_home: Counter[int] = Counter()
    for one, other in pairwise(labelled):
        if (one.grade_id, other.grade_id) in neighbours:
            at_home.update([one.index, other.index])
    groups: dict[str, list[Cell]] = {}
    for cell in labelled:
        groups.setdefault(cell.grade_id, []).append(cell)
    ids = [cell.data.get("id") for cell in notebook.cells]
    done = []
    for label, cells in groups.items():
        if len(cells) == 1:
            continue
        keep = max(cells, key=lambda c: (c.as_released is c.locked, at_home[c.index]))
        for cell in cells:
            if cell is not keep:
                for key in NOT_A_COPY:
                    cell.data["metadata"].pop(key, None)
                if ids.count(cell.data.get("id")) > 1:
                    cell.data["id"] = f"{cell.data['id']}-copy{cell.index}"[-64:]
                done.append(f"a copy of {label} (cell {cell.index + 1}) is a cell of your own now.")
    return done


def _restore_edited(notebook: Notebook, release: Notebook | None) -> list[str]:
    there = originals(release)
    done = []
    for cell in notebook.cells:
        original = there.get(cell.grade_id)
        if original is not None and edited(cell, original):
            cell.data.clear()
            cell.data.update(copy.deepcopy(original.data))
            done.append(f"{called(original)} has the course's own text again.")
    return done


def _put_back(notebook: Notebook, release: Notebook | None) -> list[str]:
    """Cells that are gone, and locked cells that were moved, come to their place."""
    if release is None:
        return []
    done = []
    out_of_place = [cell for cell in moved(notebook, release) if cell.locked]
    cells: list[dict[str, Any]] = notebook.data["cells"]
    notebook.data["cells"] = cells = [
        data for data in cells if all(data is not cell.data for cell in out_of_place)
    ]
    have = {cell.grade_id for cell in notebook.cells}
    back = {cell.grade_id: cell.data for cell in out_of_place}
    for label, original in originals(release).items():
        if label in have:
            continue
        data = back.get(label) or copy.deepcopy(original.data)
        cells.insert(_place(cells, release, original), data)
        verb = "is where it was" if label in back else "is back"
        done.append(f"{called(original)} {verb}.")
    return done


def _place(cells: list[dict[str, Any]], release: Notebook, original: Cell) -> int:
    """After the nearest cell of the release that stood before it and is still there."""
    keys = [_key(data) for data in cells]
    for data in reversed(release.data["cells"][: original.index]):
        if (key := _key(data)) in keys:
            return keys.index(key) + 1
    return 0


def _key(data: dict[str, Any]) -> str:
    return Cell(data, 0, "").grade_id or str(data.get("id", ""))


def _clear(notebook: Notebook) -> list[str]:
    done = []
    for cell in notebook.cells:
        if weight(cell) > OUTPUTS:
            cell.data["outputs"] = []
            done.append(f"the output of {called(cell)} is cleared.")
    return done
