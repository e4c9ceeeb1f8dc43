"""A model of an exercise notebook: cells, their nbgrader roles, whether they were changed."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lincourse.notebooks import grade_id, nbgrader_metadata, source
from lincourse.student import UserError

CONFLICT = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
STUB = re.compile(r"^\s*raise NotImplementedError\b", re.MULTILINE)


@dataclass
class Cell:
    """One cell; `data` is its JSON."""

    data: dict[str, Any]
    index: int
    heading: str  # the last heading at or above the cell

    @property
    def kind(self) -> str:
        """Its type in Jupyter: code, markdown or raw."""
        return str(self.data["cell_type"])

    @property
    def source(self) -> str:
        """Its text."""
        return source(self.data)

    @property
    def nbgrader(self) -> dict[str, Any]:
        """Its nbgrader metadata; {} for a cell without a role."""
        found = nbgrader_metadata(self.data)
        return found if isinstance(found.get("grade_id"), str) else {}

    @property
    def grade_id(self) -> str:
        """The label by which grading finds it, or ""."""
        return grade_id(self.data)

    @property
    def name(self) -> str:
        """The label as students know it: `softmax` for softmax, test_softmax or quiz_softmax."""
        return self.grade_id.removeprefix("test_").removeprefix("quiz_")

    @property
    def solution(self) -> bool:
        """True for a cell that the student fills in."""
        return bool(self.nbgrader.get("solution"))

    @property
    def test(self) -> bool:
        """True for a test cell, which gives points when it runs without an error."""
        return bool(self.nbgrader.get("grade")) and not self.solution and "points" in self.nbgrader

    @property
    def by_hand(self) -> bool:
        """True for an answer that is marked by hand."""
        return self.solution and bool(self.nbgrader.get("grade"))

    @property
    def locked(self) -> bool:
        """True for a cell of the course's own: a test, or given code."""
        mark = self.nbgrader
        return bool(mark) and not self.solution and bool(mark.get("grade") or mark.get("locked"))

    @property
    def points(self) -> float:
        """The maximum number of points."""
        try:
            return float(self.nbgrader.get("points", 0))
        except (TypeError, ValueError):
            return 0.0

    @property
    def as_released(self) -> bool | None:
        """True if it is unchanged since nbgrader released it; None if it has no checksum."""
        wanted = self.nbgrader.get("checksum")
        return None if not wanted else wanted == self.checksum()

    def checksum(self) -> str:
        """The checksum that nbgrader writes on the cells that it releases."""
        mark, grade = self.nbgrader, bool(self.nbgrader.get("grade"))
        parts = [
            *(self.source, str(mark.get("cell_type", self.kind))),
            *(str(grade), str(self.solution), str(self.locked), self.grade_id),
        ]
        if grade:
            parts.append(str(self.points))
        return hashlib.md5(
            "".join(parts).encode(errors="surrogatepass"), usedforsecurity=False
        ).hexdigest()

    @property
    def unsolved(self) -> bool:
        """True for an answer that still holds the stub."""
        return self.solution and (bool(self.as_released) or bool(STUB.search(self.source)))

    @property
    def outputs(self) -> list[dict[str, Any]]:
        """The saved outputs."""
        found = self.data.get("outputs")
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []

    @property
    def execution_count(self) -> int | None:
        """The number in brackets beside it; None if it hasn't been run."""
        number = self.data.get("execution_count")
        return number if isinstance(number, int) else None

    @property
    def error(self) -> str:
        """The type of the error in its saved outputs, or ""."""
        errors = [one for one in self.outputs if one.get("output_type") == "error"]
        return str(errors[0].get("ename") or "Error") if errors else ""


@dataclass
class Exercise:
    """A test cell and the student's cells that it tests."""

    test: Cell
    answers: list[Cell]

    @property
    def started(self) -> bool:
        """True if any of the student's cells differs from the release."""
        return any(not cell.as_released for cell in self.answers) or not self.answers


class Notebook:
    """A notebook that was read from a file."""

    def __init__(self, path: Path, data: dict[str, Any]) -> None:
        self.path, self.data = path, data

    @property
    def cells(self) -> list[Cell]:
        """Its cells, each with its heading."""
        heading, found = "", []
        for index, data in enumerate(self.data["cells"]):
            cell = Cell(data, index, heading)
            if cell.kind == "markdown":
                headings = HEADING.findall(FENCE.sub("", cell.source))
                heading = cell.heading = headings[-1] if headings else heading
            found.append(cell)
        return found

    @property
    def title(self) -> str:
        """Its first heading, without "Exercise 04:"."""
        first = next((cell.heading for cell in self.cells if cell.heading), self.path.stem)
        return re.sub(r"^Exercise \d+:\s*", "", first)

    def exercises(self) -> list[Exercise]:
        """Its exercises, in order; if a test cell was copied, only the first counts."""
        cells = self.cells
        return list(_exercises(cells, {cell.grade_id for cell in cells if cell.test}))

    def manual_answers(self) -> list[Cell]:
        """The answers that are marked by hand, in order."""
        return [cell for cell in self.cells if cell.by_hand]

    def manual_cells(self) -> list[Cell]:
        """The answers that are marked by hand and the student's figures that belong to them."""
        found: list[Cell] = []
        since: list[Cell] = []
        for cell in self.cells:
            if cell.solution:
                since.append(cell)
            if cell.by_hand:
                found += since
            if cell.by_hand or cell.test:
                since = []
        return found

    @property
    def started(self) -> bool:
        """True if the student changed an answer."""
        return any(cell.as_released is False for cell in self.cells if cell.solution)

    def digest(self) -> str:
        """A hash of its code."""
        code = "\0".join(cell.source for cell in self.cells if cell.kind == "code")
        return hashlib.sha256(code.encode()).hexdigest()


def _exercises(cells: list[Cell], tests: set[str]) -> Iterator[Exercise]:
    seen: set[str] = set()
    since: list[Cell] = []
    for cell in cells:
        if cell.by_hand:
            since = []  # drops the figure that belongs to it, too
        elif cell.solution:
            since.append(cell)
        elif cell.test and cell.grade_id not in seen:
            seen.add(cell.grade_id)
            named = [c for c in cells if c.solution and f"test_{c.grade_id}" == cell.grade_id]
            yield Exercise(cell, named or [c for c in since if f"test_{c.grade_id}" not in tests])
            since = []


def read(path: Path) -> Notebook:
    """Read a notebook file."""
    if not path.exists():
        raise UserError(f"there is no file {path}")
    if path.is_dir():
        raise UserError(f"{path} is a folder, not a notebook")
    try:
        content = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path} is not a notebook: it is not UTF-8 text") from None
    except OSError as error:
        raise UserError(f"{path} can't be read: {error.strerror}") from None
    return Notebook(path, parse(content, str(path)))


def parse(content: str, where: str) -> dict[str, Any]:
    """Parse a notebook and check that its cells can be used."""
    try:
        data = json.loads(content)
    except (json.JSONDecodeError, RecursionError) as error:
        if CONFLICT.search(content):
            raise UserError(
                f"{where} contains a merge conflict (<<<<<<< and >>>>>>>). Keep one of the two "
                "versions, for example with: git checkout --ours FILE"
            ) from None
        line = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise UserError(
            f"{where} is not a complete notebook: it is not valid JSON{line}. If it was cut off, "
            "use your last copy: JupyterLab keeps one in .ipynb_checkpoints beside it"
        ) from None
    if not isinstance(data, dict) or "nbformat" not in data:
        raise UserError(f"{where} is not a notebook, although it is JSON")
    if data["nbformat"] != 4:
        raise UserError(
            f"{where} is in notebook format {data['nbformat']}, and the course uses format 4: "
            "open it in JupyterLab and save it"
        )
    cells = data.get("cells")
    if not isinstance(cells, list):
        raise UserError(f"{where} is not a notebook: it has no list of cells")
    for number, cell in enumerate(cells, 1):
        if not _is_cell(cell):
            raise UserError(f"{where} is damaged: cell {number} is not a cell")
    return data


def _is_cell(cell: Any) -> bool:
    if not isinstance(cell, dict) or not isinstance(cell.get("metadata"), dict):
        return False
    source = cell.get("source")
    lines = isinstance(source, list) and all(isinstance(line, str) for line in source)
    return isinstance(cell.get("cell_type"), str) and (lines or isinstance(source, str))


def dump(data: dict[str, Any]) -> bytes:
    """A notebook as Jupyter writes it."""
    return (json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()
