"""A linter for exercise notebooks: problems to fix before submitting, with advice."""

import json
import logging
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from lincourse.student import UserError
from lincourse.student.course import CourseCopy
from lincourse.student.notebook import Cell, Notebook, parse, read
from lincourse.student.start import packaged_files, version_of

MAX_OUTPUT_BYTES = 5 * 2**20  # per cell
MAX_NOTEBOOK_BYTES = 10 * 2**20
MAX_NAMES_LISTED = 8
ROLE_KEYS = ("grade", "locked", "solution", "task", "points")  # keys of nbgrader's metadata
RUN_ALL = "In JupyterLab: Kernel, Restart Kernel and Run All Cells; then save."
COURSE_MODULES = {
    *("lincourse", "misstep", "numpy", "matplotlib", "sklearn", "sympy", "scipy"),
    *("IPython", "ipywidgets"),
}
BACKUP_SUFFIXES = ("~", ".bak", ".part", ".tmp", ".orig", ".rej")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Problem:
    """A finding: an "error" costs points or can't be graded, a "warning" may."""

    level: Literal["error", "warning", "note"]
    message: str
    advice: str = ""
    fixable: bool = False  # True if `repair` can fix it

    def to_json(self) -> dict[str, Any]:
        """The problem as JSON data."""
        return asdict(self)


def released_notebook(course: CourseCopy | None, unit: str) -> Notebook | None:
    """The exercise as it was released, from git or from the installed course; else None."""
    if course is None or not unit:
        return None
    path = f"exercises/{unit}/{unit}.ipynb"
    try:
        shown = subprocess.run(
            ["git", "show", f"HEAD:./{path}"],
            cwd=course.root,
            capture_output=True,
            check=True,
            timeout=20,
        )
        return Notebook(course.notebook(unit), parse(shown.stdout.decode(), path))
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError, UserError) as error:
        log.info("no released version of %s in git: %s", unit, error)
    if not version_of(course.root):
        return None
    try:
        content = (packaged_files() / path).read_text(encoding="utf-8")
        return Notebook(course.notebook(unit), parse(content, path))
    except (OSError, UserError) as error:
        log.info("no released version of %s in the package: %s", unit, error)
        return None


def find_problems(path: Path, unit: str, release: Notebook | None) -> list[Problem]:
    """All problems of a notebook that belongs to `unit`."""
    try:
        notebook = read(path)
    except UserError as error:
        return [*_name(path, unit), Problem("error", f"{_capitalised(str(error))}.")]
    return [
        *_name(path, unit),
        *_neighbours(path, unit),
        *_size(notebook),
        *_copies(notebook),
        *_types(notebook),
        *_edited(notebook, release),
        *_missing(notebook, release),
        *_moved(notebook, release),
        *_unsolved(notebook),
        *_execution(notebook),
    ]


# ---------------------------------------------------------------- the file


def other_file(path: Path, name: str) -> bool:
    """Return True if another file beside `path` has this name, even if case is ignored there."""
    beside = path.with_name(name)
    return beside.exists() and not beside.samefile(path)


def _name(path: Path, unit: str) -> list[Problem]:
    found = []
    if unit and path.name != f"{unit}.ipynb":
        other = other_file(path, f"{unit}.ipynb")
        message = f"The file is called {path.name}, but grading looks for {unit}.ipynb."
        advice = (
            f"There is a {unit}.ipynb as well: keep the one with your answers, under that name."
            if other
            else f"Rename it to {unit}.ipynb."
        )
        found.append(Problem("error", message, advice, fixable=not other))
    if path.is_symlink():
        message = "The file is a symbolic link, and links can't be submitted."
        found.append(Problem("error", message, "Replace it by the file itself."))
    return found


def _neighbours(path: Path, unit: str) -> list[Problem]:
    """Files beside the notebook; outside the exercise's folder only those that break an import."""
    found = []
    folder = path.resolve().parent
    modules = COURSE_MODULES | set(sys.stdlib_module_names)
    for other in sorted(folder.iterdir()):
        if (other.suffix == ".py" and other.stem in modules) or other.name in COURSE_MODULES:
            message = f"{other.name} beside the notebook is imported instead of the real one."
            found.append(Problem("error", message, "Rename it, or remove it."))
        elif folder.name != unit:
            continue
        elif other.suffix == ".ipynb" and other.name != path.name:
            message = f"There is another notebook beside it: {other.name}. It won't be submitted."
            found.append(Problem("warning", message, "Remove it if you don't need it."))
        elif other.name == ".ipynb_checkpoints":
            message = "There are Jupyter checkpoints beside it. They won't be submitted."
            found.append(Problem("note", message))
        elif other.name.endswith(BACKUP_SUFFIXES):
            found.append(
                Problem("note", f"{other.name} looks like a backup. It won't be submitted.")
            )
    return found


def output_bytes(cell: Cell) -> int:
    """The size of a cell's saved outputs."""
    return len(json.dumps(cell.outputs)) if cell.outputs else 0


def _size(notebook: Notebook) -> list[Problem]:
    found = []
    for cell in notebook.cells:
        size = output_bytes(cell)
        if size > MAX_OUTPUT_BYTES:
            message = f"The output of {describe(cell)} takes {size / 2**20:.0f} MB."
            found.append(Problem("error", message, "Clear it, and print less.", fixable=True))
    size = notebook.path.stat().st_size
    if size > MAX_NOTEBOOK_BYTES and not found:
        message = f"The notebook takes {size / 2**20:.0f} MB."
        found.append(Problem("error", message, "Remove pictures that were pasted into the text."))
    return found


# ---------------------------------------------------------------- the course's cells


def _copies(notebook: Notebook) -> list[Problem]:
    count = Counter(cell.grade_id for cell in notebook.cells if cell.grade_id)
    return [
        Problem(
            "error",
            f"There are {copies} cells with the label {label}: a cell was copied or split.",
            "Keep the label on one of them; the others become cells of your own.",
            fixable=True,
        )
        for label, copies in count.items()
        if copies > 1
    ]


def _types(notebook: Notebook) -> list[Problem]:
    return [
        Problem(
            "error",
            f"{_capitalised(describe(cell))} was changed from {kind} to {cell.kind}.",
            f"Change it back to {kind}.",
            fixable=True,
        )
        for cell in notebook.cells
        if (kind := original_type(cell))
    ]


def original_type(cell: Cell) -> str:
    """The released type of a cell whose type was changed, else ""."""
    kind = str(cell.nbgrader.get("cell_type", cell.kind))
    return kind if kind != cell.kind else ""


def edited(cell: Cell, original: Cell | None) -> bool:
    """Return True if one of the course's own cells differs from the release."""
    if not cell.locked and not (original and original.locked):
        return False
    if original is None:
        return cell.as_released is False
    have, wanted = cell.nbgrader, original.nbgrader
    return cell.source != original.source or any(have.get(k) != wanted.get(k) for k in ROLE_KEYS)


def originals(release: Notebook | None) -> dict[str, Cell]:
    """The cells of a release by label, without those whose checksum is wrong."""
    if release is None:
        return {}
    return {cell.grade_id: cell for cell in release.cells if cell.grade_id and cell.as_released}


def _edited(notebook: Notebook, release: Notebook | None) -> list[Problem]:
    released = originals(release)
    found = []
    for cell in notebook.cells:
        original = released.get(cell.grade_id)
        if cell.grade_id and edited(cell, original):
            advice = (
                "Restore the course's own text."
                if original
                else "Grading uses the course's own text. To restore it, copy the cell from a "
                "fresh exercise."
            )
            message = f"{_capitalised(describe(cell))} was changed."
            found.append(Problem("error", message, advice, fixable=original is not None))
    return found


def _missing(notebook: Notebook, release: Notebook | None) -> list[Problem]:
    have = {cell.grade_id for cell in notebook.cells}
    released = originals(release)
    found = []
    for label, original in released.items():
        if label not in have:
            advice = (
                "Restore it." if original.locked else "Restore it, and write your answer again."
            )
            message = f"{_capitalised(describe(original))} is missing."
            found.append(Problem("error", message, advice, fixable=True))
    if released:
        return found
    tests = {cell.grade_id for cell in notebook.cells if cell.test}
    untested = {cell.grade_id for cell in notebook.manual_cells()}
    for cell in notebook.cells:
        if cell.grade_id in untested:
            continue
        if cell.solution and f"test_{cell.grade_id}" not in tests and tests:
            message = f"The test cell of {cell.name} is missing."
            advice = "Grading restores it. To see it, take it from a fresh copy of the exercise."
            found.append(Problem("error", message, advice))
    if not have - {""}:
        message = "No cell has one of the course's labels, so grading can't find your answers."
        advice = "Copy your answers into a fresh copy of the exercise."
        found.append(Problem("error", message, advice))
    return found


def moved(notebook: Notebook, release: Notebook | None) -> list[Cell]:
    """The smallest set of cells that were moved, preferably none of the student's own.

    Cells whose label occurs twice are skipped: `_copies` reports them.
    """
    position = {label: i for i, label in enumerate(originals(release))}
    count = Counter(cell.grade_id for cell in notebook.cells)
    cells = [c for c in notebook.cells if c.grade_id in position and count[c.grade_id] == 1]
    best: list[tuple[int, list[Cell]]] = []  # heaviest increasing subsequence up to each cell
    for i, cell in enumerate(cells):
        before = [
            best[j] for j in range(i) if position[cells[j].grade_id] < position[cell.grade_id]
        ]
        weight, chain = max(before, key=lambda entry: entry[0], default=(0, []))
        best.append((weight + (2 if cell.solution else 1), [*chain, cell]))
    _, stayed = max(best, key=lambda entry: entry[0], default=(0, []))
    return [cell for cell in cells if all(cell is not other for other in stayed)]


def _moved(notebook: Notebook, release: Notebook | None) -> list[Problem]:
    found = [
        Problem(
            "warning",
            f"{_capitalised(describe(cell))} was moved. Grading runs it at its old position.",
            "Move it back.",
            fixable=cell.locked,
        )
        for cell in moved(notebook, release)
    ]
    if release is None:
        for exercise in notebook.exercises():
            if any(cell.index > exercise.test.index for cell in exercise.answers):
                message = f"The test cell of {exercise.test.name} stands above your cell."
                found.append(Problem("warning", message, "Move it below."))
    return found


# ---------------------------------------------------------------- the student's work


def _unsolved(notebook: Notebook) -> list[Problem]:
    exercises = notebook.exercises()
    untouched = [each.test.name for each in exercises if not each.started]
    half = [
        each.test.name
        for each in exercises
        if each.started and any(cell.unsolved for cell in each.answers)
    ]
    found = []
    if half:
        message = f"The line raise NotImplementedError is still in {_listed(half)}."
        found.append(Problem("warning", message, "Replace it with your own code."))
    if untouched:
        message = f"Not started, {len(untouched)} of {len(exercises)}: {_listed(untouched)}."
        found.append(Problem("note", message))
    if unwritten := [cell.name for cell in notebook.manual_answers() if cell.as_released]:
        message = f"Marked by hand and not written yet: {_listed(unwritten)}."
        found.append(Problem("note", message))
    return found


def _execution(notebook: Notebook) -> list[Problem]:
    """Cells that weren't run, ran out of order, or failed, according to the saved file."""
    if not notebook.started:
        return []
    unused = {c.index for e in notebook.exercises() if not e.started for c in (e.test, *e.answers)}
    unused |= {c.index for c in notebook.manual_cells() if c.as_released}
    cells = [
        cell
        for cell in notebook.cells
        if cell.kind == "code" and cell.source.strip() and cell.index not in unused
    ]
    counts = [cell.execution_count for cell in cells if cell.execution_count is not None]
    found = []
    if not counts:
        message = "No cell was run since the outputs were cleared."
        found.append(Problem("warning", message, RUN_ALL))
    elif never := [cell for cell in cells if cell.grade_id and cell.execution_count is None]:
        message = f"Not run since it was opened or changed: {_listed(map(describe, never))}."
        found.append(Problem("warning", message, RUN_ALL))
    if counts != sorted(set(counts)):
        message = "The cells were not run in order, or one of them was run twice."
        advice = f"Check that everything still works from the top. {RUN_ALL}"
        level: Literal["warning", "note"] = "warning" if counts != sorted(counts) else "note"
        found.append(Problem(level, message, advice))
    if stopped := [cell for cell in cells if cell.error]:
        message = f"Saved with an error: {_listed(map(describe, stopped))}."
        command = f"lincourse check {notebook.path.stem[:2]}"
        found.append(Problem("warning", message, f"Fix it, or see what is wrong: {command}"))
    return found


# ---------------------------------------------------------------- words


def describe(cell: Cell) -> str:
    """A cell in words that a student understands."""
    if cell.test:
        return f"the test cell of {cell.name}"
    if cell.solution:
        return f"your cell {cell.name}"
    if cell.grade_id:
        return f"the given cell {cell.name}"
    return f"cell {cell.index + 1}"


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    more = len(names) - MAX_NAMES_LISTED
    return ", ".join(names[:MAX_NAMES_LISTED]) + (f" and {more} more" if more > 0 else "")


def _capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]
