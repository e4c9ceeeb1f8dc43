"""A linter for exercise notebooks: what is wrong before it is handed in, and what to do."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from lincourse.student import UserError
from lincourse.student.course import CourseCopy
from lincourse.student.notebook import Cell, Notebook, parse, read

OUTPUTS = 5 * 2**20  # bytes of outputs that one cell may carry
FILE = 10 * 2**20  # bytes of a notebook
MARKS = ("grade", "locked", "solution", "task", "points")
RUN_ALL = "In JupyterLab: Kernel, Restart Kernel and Run All Cells; then save."
OURS = {"lincourse", "numpy", "matplotlib", "sklearn", "sympy", "scipy", "IPython", "ipywidgets"}
LEFTOVERS = (".bak", ".part", ".tmp", ".orig", ".rej")


@dataclass(frozen=True)
class Problem:
    """Something that was found: "wrong" costs points or can't be graded, "look" may."""

    level: Literal["wrong", "look", "note"]
    words: str
    do: str = ""
    mends: bool = False  # whether `mend` puts it right

    def to_json(self) -> dict[str, Any]:
        """All of it, for a program to read."""
        return asdict(self)


def release_of(course: CourseCopy | None, unit: str) -> Notebook | None:
    """The exercise as it was handed out, from git; None where there is none."""
    if course is None or not unit:
        return None
    where = f"exercises/{unit}/{unit}.ipynb"
    try:
        shown = subprocess.run(
            ["git", "show", f"HEAD:./{where}"],
            cwd=course.root,
            capture_output=True,
            check=False,
            timeout=20,
        )
        if shown.returncode:
            return None
        return Notebook(course.notebook(unit), parse(shown.stdout.decode(), where))
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError, UserError):
        return None


def look(path: Path, unit: str, release: Notebook | None) -> list[Problem]:
    """All that is wrong with a notebook; `unit` is the exercise that it belongs to."""
    try:
        notebook = read(path)
    except UserError as error:
        return [*_name(path, unit), Problem("wrong", f"{_capital(str(error))}.")]
    return [
        *_name(path, unit),
        *_beside(path, unit),
        *_size(notebook),
        *_copies(notebook),
        *_types(notebook),
        *_edited(notebook, release),
        *_gone(notebook, release),
        *_moved(notebook, release),
        *_unsolved(notebook),
        *_runs(notebook),
    ]


# ---------------------------------------------------------------- the file


def other_file(path: Path, name: str) -> bool:
    """Whether a name beside a file is taken by another; where case is ignored it may be its own."""
    beside = path.with_name(name)
    return beside.exists() and not beside.samefile(path)


def _name(path: Path, unit: str) -> list[Problem]:
    found = []
    if unit and path.name != f"{unit}.ipynb":
        other = other_file(path, f"{unit}.ipynb")
        words = f"The file is called {path.name}, and grading looks for {unit}.ipynb."
        do = (
            f"There is a {unit}.ipynb as well: keep the one with your answers, under that name."
            if other
            else f"Rename it to {unit}.ipynb."
        )
        found.append(Problem("wrong", words, do, mends=not other))
    if path.is_symlink():
        words = "The file is a link to another, and links are not handed in."
        found.append(Problem("wrong", words, "Put the file itself in its place."))
    return found


def _beside(path: Path, unit: str) -> list[Problem]:
    """What lies in the exercise's folder; of any other folder only what spoils an import."""
    found = []
    folder = path.resolve().parent
    modules = OURS | set(sys.stdlib_module_names)
    for other in sorted(folder.iterdir()):
        if (other.suffix == ".py" and other.stem in modules) or other.name in OURS:
            words = f"{other.name} beside the notebook is imported in place of the real one."
            found.append(Problem("wrong", words, "Rename it, or remove it."))
        elif folder.name != unit:
            continue
        elif other.suffix == ".ipynb" and other.name != path.name:
            words = f"There is another notebook beside it: {other.name}. It is not handed in."
            found.append(Problem("look", words, "Remove it if you don't need it."))
        elif other.name == ".ipynb_checkpoints":
            words = "Jupyter's checkpoints lie beside it; they are not handed in."
            found.append(Problem("note", words))
        elif other.name.endswith(("~", *LEFTOVERS)):
            found.append(Problem("note", f"{other.name} is left over; it is not handed in."))
    return found


def weight(cell: Cell) -> int:
    """How many bytes the saved outputs of a cell take."""
    return len(json.dumps(cell.outputs)) if cell.outputs else 0


def _size(notebook: Notebook) -> list[Problem]:
    found = []
    for cell in notebook.cells:
        size = weight(cell)
        if size > OUTPUTS:
            words = f"The output of {called(cell)} takes {size / 2**20:.0f} MB."
            found.append(Problem("wrong", words, "Clear it, and print less.", mends=True))
    size = notebook.path.stat().st_size
    if size > FILE and not found:
        words = f"The notebook takes {size / 2**20:.0f} MB."
        found.append(Problem("wrong", words, "Take out pictures that were pasted into the text."))
    return found


# ---------------------------------------------------------------- the cells that were given


def _copies(notebook: Notebook) -> list[Problem]:
    count = Counter(cell.grade_id for cell in notebook.cells if cell.grade_id)
    return [
        Problem(
            "wrong",
            f"There are {many} cells with the label {label}: a cell was copied or split.",
            "Keep the label on one of them; the others stay as cells of your own.",
            mends=True,
        )
        for label, many in count.items()
        if many > 1
    ]


def _types(notebook: Notebook) -> list[Problem]:
    return [
        Problem(
            "wrong",
            f"{_capital(called(cell))} was turned from {turned(cell)} into {cell.kind}.",
            f"Turn it back into {turned(cell)}.",
            mends=True,
        )
        for cell in notebook.cells
        if turned(cell)
    ]


def turned(cell: Cell) -> str:
    """What kind of cell it was released as, where it is another now; else nothing."""
    kind = str(cell.nbgrader.get("cell_type", cell.kind))
    return kind if kind != cell.kind else ""


def edited(cell: Cell, original: Cell | None) -> bool:
    """Whether a cell of the course's own is not what was handed out."""
    if not cell.locked and not (original and original.locked):
        return False
    if original is None:
        return cell.as_released is False
    marks, wanted = cell.nbgrader, original.nbgrader
    return cell.source != original.source or any(marks.get(m) != wanted.get(m) for m in MARKS)


def originals(release: Notebook | None) -> dict[str, Cell]:
    """The cells of a release by label, those that are as nbgrader made them."""
    if release is None:
        return {}
    return {cell.grade_id: cell for cell in release.cells if cell.grade_id and cell.as_released}


def _edited(notebook: Notebook, release: Notebook | None) -> list[Problem]:
    there = originals(release)
    found = []
    for cell in notebook.cells:
        original = there.get(cell.grade_id)
        if cell.grade_id and edited(cell, original):
            do = (
                "Put the course's own text back."
                if original
                else "Grading uses the course's own text. To have it back, take the cell from "
                "a fresh copy of the exercise."
            )
            words = f"{_capital(called(cell))} was changed."
            found.append(Problem("wrong", words, do, mends=original is not None))
    return found


def _gone(notebook: Notebook, release: Notebook | None) -> list[Problem]:
    have = {cell.grade_id for cell in notebook.cells}
    there = originals(release)
    found = []
    for label, original in there.items():
        if label not in have:
            do = "Put it back." if original.locked else "Put it back, and your answer into it."
            words = f"{_capital(called(original))} is gone."
            found.append(Problem("wrong", words, do, mends=True))
    if there:
        return found
    tests = {cell.grade_id for cell in notebook.cells if cell.test}
    untested = {cell.grade_id for cell in notebook.for_a_person()}
    for cell in notebook.cells:
        if cell.grade_id in untested:
            continue
        if cell.solution and f"test_{cell.grade_id}" not in tests and tests:
            words = f"The test cell of {cell.name} is gone."
            do = "Grading puts it back. To see it, take it from a fresh copy of the exercise."
            found.append(Problem("wrong", words, do))
    if not have - {""}:
        words = "No cell carries a label of the course, so grading finds no answer in it."
        do = "Copy your answers into a fresh copy of the exercise."
        found.append(Problem("wrong", words, do))
    return found


def moved(notebook: Notebook, release: Notebook | None) -> list[Cell]:
    """The cells that stand in another order than they were handed out in.

    As few as can be; the student's own cells are taken to have stayed where the others moved. Of
    copies nothing is said: they come first.
    """
    place = {label: i for i, label in enumerate(originals(release))}
    count = Counter(cell.grade_id for cell in notebook.cells)
    cells = [c for c in notebook.cells if c.grade_id in place and count[c.grade_id] == 1]
    best: list[tuple[int, list[Cell]]] = []
    for i, cell in enumerate(cells):
        before = [best[j] for j in range(i) if place[cells[j].grade_id] < place[cell.grade_id]]
        worth, chain = max(before, key=lambda entry: entry[0], default=(0, []))
        best.append((worth + (2 if cell.solution else 1), [*chain, cell]))
    _, stayed = max(best, key=lambda entry: entry[0], default=(0, []))
    return [cell for cell in cells if all(cell is not other for other in stayed)]


def _moved(notebook: Notebook, release: Notebook | None) -> list[Problem]:
    found = [
        Problem(
            "look",
            f"{_capital(called(cell))} was moved. Grading runs it where it was.",
            "Move it back to where it was.",
            mends=cell.locked,
        )
        for cell in moved(notebook, release)
    ]
    if release is None:
        cells = notebook.cells
        for part in notebook.parts():
            for cell in part.own:
                if cell.index > part.test.index and cell.index < len(cells):
                    words = f"The test cell of {part.test.name} stands above your cell."
                    found.append(Problem("look", words, "Move it below."))
    return found


# ---------------------------------------------------------------- the student's work


def _unsolved(notebook: Notebook) -> list[Problem]:
    parts = notebook.parts()
    untouched = [part.test.name for part in parts if not part.begun]
    half = [
        part.test.name for part in parts if part.begun and any(cell.unsolved for cell in part.own)
    ]
    found = []
    if half:
        words = f"The line raise NotImplementedError still stands in {_listed(half)}."
        found.append(Problem("look", words, "Replace it with your own code."))
    if untouched:
        words = f"Not begun, {len(untouched)} of {len(parts)}: {_listed(untouched)}."
        found.append(Problem("note", words))
    if unwritten := [cell.name for cell in notebook.readings() if cell.as_released]:
        words = f"A person reads these, and they are not written yet: {_listed(unwritten)}."
        found.append(Problem("note", words))
    return found


def _runs(notebook: Notebook) -> list[Problem]:
    """Cells that were not run, not in order, or stopped, as the saved file tells."""
    parts = notebook.parts()
    if not notebook.touched:
        return []
    idle = {c.index for p in parts if not p.begun for c in (p.test, *p.own)}
    idle |= {c.index for c in notebook.for_a_person() if c.as_released}
    cells = [
        cell
        for cell in notebook.cells
        if cell.kind == "code" and cell.source.strip() and cell.index not in idle
    ]
    numbers = [cell.run_number for cell in cells if cell.run_number is not None]
    found = []
    if not numbers:
        found.append(Problem("look", "No cell was run since the outputs were cleared.", RUN_ALL))
    elif never := [cell for cell in cells if cell.grade_id and cell.run_number is None]:
        words = f"Not run since it was opened or changed: {_listed([called(c) for c in never])}."
        found.append(Problem("look", words, RUN_ALL))
    if numbers != sorted(set(numbers)):
        words = "The cells were run in another order than they stand in, or one of them twice."
        do = f"See whether all still works from the top. {RUN_ALL}"
        found.append(Problem("look" if numbers != sorted(numbers) else "note", words, do))
    if stopped := [cell for cell in cells if cell.error]:
        words = f"Saved with an error: {_listed([called(c) for c in stopped])}."
        found.append(Problem("look", words, f"Mend it, or see what is wrong: {_command(notebook)}"))
    return found


def _command(notebook: Notebook) -> str:
    return f"lincourse check {notebook.path.stem[:2]}"


# ---------------------------------------------------------------- words


def called(cell: Cell) -> str:
    """A cell as a student knows it."""
    if cell.test:
        return f"the test cell of {cell.name}"
    if cell.solution:
        return f"your cell {cell.name}"
    if cell.grade_id:
        return f"the given cell {cell.name}"
    return f"cell {cell.index + 1}"


def _listed(names: list[str], most: int = 8) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
