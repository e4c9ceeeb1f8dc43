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
    heading: str  # the one that it stands under

    @property
    def kind(self) -> str:
        """What it is to Jupyter: code, markdown or raw."""
        return str(self.data["cell_type"])

    @property
    def source(self) -> str:
        """Its text."""
        return source(self.data)

    @property
    def nbgrader(self) -> dict[str, Any]:
        """What nbgrader wrote on it; empty for a cell that has no role."""
        marks = nbgrader_metadata(self.data)
        return marks if isinstance(marks.get("grade_id"), str) else {}

    @property
    def grade_id(self) -> str:
        """The label by which grading finds it, or nothing."""
        return grade_id(self.data)

    @property
    def name(self) -> str:
        """The label as a student knows it: `softmax` for softmax, test_softmax or quiz_softmax."""
        return self.grade_id.removeprefix("test_").removeprefix("quiz_")

    @property
    def solution(self) -> bool:
        """Whether a student writes in it."""
        return bool(self.nbgrader.get("solution"))

    @property
    def test(self) -> bool:
        """Whether it gives points by running."""
        return bool(self.nbgrader.get("grade")) and not self.solution and "points" in self.nbgrader

    @property
    def by_hand(self) -> bool:
        """Whether a person reads it and gives the points."""
        return self.solution and bool(self.nbgrader.get("grade"))

    @property
    def locked(self) -> bool:
        """Whether it is the course's own: a test, or code that is given."""
        mark = self.nbgrader
        return bool(mark) and not self.solution and bool(mark.get("grade") or mark.get("locked"))

    @property
    def points(self) -> float:
        """How many points it gives at most."""
        try:
            return float(self.nbgrader.get("points", 0))
        except (TypeError, ValueError):
            return 0.0

    @property
    def as_released(self) -> bool | None:
        """Whether it is as nbgrader released it; None where that can't be told."""
        mark = self.nbgrader
        wanted = mark.get("checksum")
        return None if not wanted else wanted == self.checksum()

    def checksum(self) -> str:
        """The fingerprint that nbgrader writes on the cells that it releases."""
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
        """Whether the line that a student is to replace still stands there."""
        return self.solution and (bool(self.as_released) or bool(STUB.search(self.source)))

    @property
    def outputs(self) -> list[dict[str, Any]]:
        """What it showed when it was last run, as it was saved."""
        found = self.data.get("outputs")
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []

    @property
    def run_number(self) -> int | None:
        """The number in brackets; None where it was not run."""
        number = self.data.get("execution_count")
        return number if isinstance(number, int) else None

    @property
    def error(self) -> str:
        """The kind of error that was saved with it, or nothing."""
        errors = [one for one in self.outputs if one.get("output_type") == "error"]
        return str(errors[0].get("ename") or "Error") if errors else ""


@dataclass
class Part:
    """One exercise: its test cell and the student's cells that it looks at."""

    test: Cell
    own: list[Cell]

    @property
    def begun(self) -> bool:
        """Whether any of its cells differs from what was released."""
        return any(not cell.as_released for cell in self.own) or not self.own


class Notebook:
    """A notebook that was read from a file."""

    def __init__(self, path: Path, data: dict[str, Any]) -> None:
        self.path, self.data = path, data

    @property
    def cells(self) -> list[Cell]:
        """Its cells, each with the heading that it stands under."""
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

    def parts(self) -> list[Part]:
        """Its exercises, in order; of a copied test cell only the first counts."""
        cells = self.cells
        return list(_parts(cells, {cell.grade_id for cell in cells if cell.test}))

    def readings(self) -> list[Cell]:
        """The answers that a person reads, in order."""
        return [cell for cell in self.cells if cell.by_hand]

    def for_a_person(self) -> list[Cell]:
        """The student's cells that a person looks at: answers, and figures that go with them."""
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
    def touched(self) -> bool:
        """Whether the student wrote in it."""
        return any(cell.as_released is False for cell in self.cells if cell.solution)

    def digest(self) -> str:
        """A fingerprint of what it runs."""
        code = "\0".join(cell.source for cell in self.cells if cell.kind == "code")
        return hashlib.sha256(code.encode()).hexdigest()


def _parts(cells: list[Cell], tests: set[str]) -> Iterator[Part]:
    seen: set[str] = set()
    since: list[Cell] = []
    for cell in cells:
        if cell.by_hand:
            since = []  # and with it the figure that it speaks of
        elif cell.solution:
            since.append(cell)
        elif cell.test and cell.grade_id not in seen:
            seen.add(cell.grade_id)
            named = [c for c in cells if c.solution and f"test_{c.grade_id}" == cell.grade_id]
            yield Part(cell, named or [c for c in since if f"test_{c.grade_id}" not in tests])
            since = []


def read(path: Path) -> Notebook:
    """The notebook in a file."""
    if not path.exists():
        raise UserError(f"there is no file {path}")
    if path.is_dir():
        raise UserError(f"{path} is a folder, not a notebook")
    try:
        content = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path} is not a notebook: it is not text in UTF-8") from None
    except OSError as error:
        raise UserError(f"{path} can't be read: {error.strerror}") from None
    return Notebook(path, parse(content, str(path)))


def parse(content: str, where: str) -> dict[str, Any]:
    """The notebook in a text, looked over so far that its cells can be used."""
    try:
        data = json.loads(content)
    except (json.JSONDecodeError, RecursionError) as error:
        if CONFLICT.search(content):
            raise UserError(
                f"{where} holds marks of a merge conflict (<<<<<<< and >>>>>>>): two versions were "
                "put into one file. Take one of them whole, as in: git checkout --ours FILE"
            ) from None
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise UserError(
            f"{where} is not a whole notebook: it is not valid JSON{place}. If it was cut off, "
            "take your last copy: JupyterLab keeps one in .ipynb_checkpoints beside it"
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
        if not _sound(cell):
            raise UserError(f"{where} is damaged: cell {number} is not a cell")
    return data


def _sound(cell: Any) -> bool:
    if not isinstance(cell, dict) or not isinstance(cell.get("metadata"), dict):
        return False
    source = cell.get("source")
    lines = isinstance(source, list) and all(isinstance(line, str) for line in source)
    return isinstance(cell.get("cell_type"), str) and (lines or isinstance(source, str))


def dump(data: dict[str, Any]) -> bytes:
    """A notebook as Jupyter writes it."""
    return (json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()
