"""The course folder (nbgrader's `CourseDirectory`) and its assignments, parsed cell by cell."""

import ast
import contextlib
import copy
import csv
import functools
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gradebox import PACKAGE, checks, program
from gradebox.course.syntax import Definition, definitions
from gradebox.notebooks import grade_id, nbgrader_metadata
from gradebox.notebooks import source as text_of
from gradebox.results import Result

AUTOTEST = "AUTOTEST"  # nbgrader's word for: write a test of this yourself
GROUP_COLUMNS = ("group", "section", "tutor")  # of students.csv; the first that says something

Role = Literal["text", "given", "plain", "solution", "test", "manual"]


class CourseError(Exception):
    """Something about the course folder stops grading; its text says what to do."""


@dataclass(frozen=True)
class CourseCell:
    """One cell of the course's own version of a notebook.

    Its role: `text` (Markdown), `given` (locked code), `plain` (code that a student may change),
    `solution` (the student's answer, or a cell with a grade_id that they may fill in), `test` (run
    by the grader), `manual` (an answer that a person reads and grades).
    """

    place: int
    role: Role
    kind: str  # code, markdown or raw
    source: str
    grade_id: str
    points: float
    title: str  # the heading above it
    released: str  # its text as students get it
    data: dict[str, Any]  # the whole cell, as nbformat stores it

    @property
    def task(self) -> bool:
        """Whether it describes work that is done elsewhere, and that a person grades."""
        return bool(nbgrader_metadata(self.data).get("task"))

    @property
    def optional(self) -> bool:
        """Whether a student may leave it as it is: it has a grade_id, but asks for no solution."""
        return self.role == "solution" and not nbgrader_metadata(self.data).get("solution")

    @property
    def of_students(self) -> bool:
        """Whether its text is the student's to write."""
        return self.role in ("solution", "manual") and not self.task


@dataclass
class CourseNotebook:
    """One notebook of an assignment, in the course's own version."""

    name: str
    content: dict[str, Any]  # as nbformat stores it
    cells: list[CourseCell]

    @classmethod
    def parse(
        cls, name: str, content: dict[str, Any], released: dict[str, Any] | None = None
    ) -> "CourseNotebook":
        """The source version of a notebook, with what students got of it."""
        return cls(name, content, list(_cells(content, released)))

    @property
    def tests(self) -> list[CourseCell]:
        """The cells that the grader runs."""
        return [cell for cell in self.cells if cell.role == "test"]

    @property
    def max_score(self) -> float:
        """All points that can be had."""
        return sum(cell.points for cell in self.cells if cell.role in ("test", "manual"))

    @property
    def ids(self) -> set[str]:
        """The grade_ids of all cells that have one."""
        return {cell.grade_id for cell in self.cells if cell.grade_id}

    @property
    def asked(self) -> set[str]:
        """The functions and classes that students are to write."""
        return {node.name for node in self._answers()}

    @property
    def asked_classes(self) -> set[str]:
        """The classes among them."""
        return {node.name for node in self._answers() if isinstance(node, ast.ClassDef)}

    def _answers(self) -> Iterator[Definition]:
        for cell in self.cells:
            if cell.role == "solution":
                yield from definitions(cell.source)


@dataclass
class Assignment:
    """An assignment: notebooks, files that belong to it, and a digest of it all."""

    name: str
    notebooks: list[CourseNotebook]
    files: dict[str, bytes] = field(default_factory=dict)  # what lies beside the notebooks
    sourced: bool = True  # whether the source version is here, or only what the gradebook knows

    @property
    def max_score(self) -> float:
        """All points that can be had."""
        return sum(notebook.max_score for notebook in self.notebooks)

    @property
    def given_code(self) -> list[str]:
        """Code that every student has from the course: whole cells, and what stubs begin with."""
        return [
            text
            for notebook in self.notebooks
            for cell in notebook.cells
            if cell.kind == "code"
            for text in ((cell.released,) if cell.of_students else (cell.source, cell.released))
        ]

    @functools.cached_property
    def checks(self) -> checks.CheckLibraries:
        """The check libraries that it uses."""
        return checks.installed().used_in(
            cell.source for book in self.notebooks for cell in book.cells
        )

    @functools.cached_property
    def digest(self) -> bytes:
        """What every result depends on."""
        sources = [(book.name, [cell.data for cell in book.cells]) for book in self.notebooks]
        text = json.dumps(sources, sort_keys=True, default=str).encode()
        parts = [text, *(name.encode() + content for name, content in sorted(self.files.items()))]
        if files := self.checks.files():
            files = [*sorted(PACKAGE.rglob("*.py")), *files]
            parts += [path.read_bytes() for path in files]
        return hashlib.sha256(b"\0".join(parts)).digest()


@dataclass(frozen=True)
class People:
    """Who takes part: full names and groups (a section, a tutor's class), by the student's id."""

    names: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)

    def of(self, student: str) -> tuple[str, str]:
        """The name and the group of a student; empty where they are not known."""
        return self.names.get(student, ""), self.groups.get(student, "")

    def introduce(self, result: Result) -> bool:
        """Write name and group on a result; whether that is news."""
        who = self.of(result.student)
        news = who != (result.name, result.group)
        result.name, result.group = who
        return news


class Course:
    """A course folder as nbgrader has it; its settings come from `nbgrader_config.py`."""

    def __init__(self, root: Path) -> None:
        self.config = _config(root)
        settings = self.config.get("CourseDirectory", {})
        self.root = Path(str(settings.get("root") or root)).resolve()
        self.config.CourseDirectory.root = str(self.root)
        structure = str(Path("{nbgrader_step}", "{student_id}", "{assignment_id}"))
        if str(settings.get("directory_structure") or structure) != structure:
            raise CourseError(
                f"nbgrader_config.py sets its own directory_structure; only {structure} is known."
            )

        def folder(step: str) -> Path:
            return self.root / str(settings.get(f"{step}_directory") or step)

        self.source, self.release = folder("source"), folder("release")
        self.submitted, self.autograded = folder("submitted"), folder("autograded")
        self.feedback, self.reports = folder("feedback"), self.root / "reports"
        sections = [self.config.get(name.title(), {}) for name in ("gradebox", program.name)]
        self.cluster = next((str(s["cluster"]) for s in sections if s.get("cluster")), "")
        self.db_url = str(settings.get("db_url") or f"sqlite:///{self.root / 'gradebook.db'}")

    def assignments(self) -> list[str]:
        """The assignments that can be graded."""
        return sorted(
            {
                path.name
                for folder in (self.source, self.release)
                if folder.is_dir()
                for path in folder.iterdir()
                if any(path.glob("*.ipynb"))
            }
        )

    def meant(self, name: str) -> str:
        """The assignment that a number or a topic means: 4, 04, perceptron for 04-perceptron."""
        there, number = self.assignments(), name.zfill(2) if name.isdigit() else name
        fits = [each for each in there if number in each.split("-", 1)]
        return fits[0] if name not in there and len(fits) == 1 else name

    def there(self) -> str:
        """Which assignments there are, in a sentence."""
        if found := ", ".join(self.assignments()):
            return f"The assignments here: {found}."
        return f"Are you in your course folder? `{program.name} course new` makes one."

    def short(self, name: str) -> str:
        """An assignment as one types it: 04 for 04-perceptron, where that is clear."""
        number = name.partition("-")[0]
        return number if self.meant(number) == name else name

    def students(self) -> list[str]:
        """Everybody who has a folder under submitted/, whatever is in it."""
        if not self.submitted.is_dir():
            return []
        return sorted(
            path.name
            for path in self.submitted.iterdir()
            if not path.name.startswith(".") and (path.is_dir() or path.is_symlink())
        )

    def groups(self) -> dict[str, str]:
        """Each student's group: the section of collected/roster.json, or what students.csv says."""
        found: dict[str, str] = {}
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
            people = json.loads((self.root / "collected" / "roster.json").read_text("utf-8"))
            found = {str(p["id"]): str(p["section"]) for p in people["people"] if p["section"]}
        try:
            text = (self.root / "students.csv").read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return found
        except (OSError, UnicodeError) as error:
            raise CourseError(f"students.csv can't be read: {error}. Save it as UTF-8.") from error
        for row in csv.DictReader(text.splitlines()):
            column = next((name for name in GROUP_COLUMNS if row.get(name)), None)
            if column and row.get("id"):
                found[row["id"]] = row[column].strip()
        return found

    def hidden(self, assignment: str) -> list[str]:
        """Folders with work for an assignment that nbgrader does not see, by their names."""
        places = self.submitted.iterdir() if self.submitted.is_dir() else ()
        return sorted(
            p.name for p in places if p.name.startswith(".") and (p / assignment).is_dir()
        )

    def assignment(self, name: str) -> Assignment:
        """What an assignment asks, from its source version, or from release and gradebook."""
        if not name or name in (".", "..") or "/" in name:
            raise CourseError(f"{name!r} is not the name of an assignment.")
        name = self.meant(name)
        released = _notebooks(self.release / name)
        notebooks = _notebooks(self.source / name)
        folder = self.source / name
        if not notebooks and released:
            notebooks, folder = self._from_gradebook(name, released), self.release / name
        if not notebooks:
            raise CourseError(
                f"There is no assignment {name!r}: no notebook in {_near(self.source / name)}. "
                f"{self.there()}"
            )
        if any(map(_to_be_written, _cells_of(notebooks))):
            notebooks = self._with_written_tests(name, notebooks, released)
        parsed = [
            CourseNotebook.parse(key, content, released.get(key))
            for key, content in notebooks.items()
        ]
        for notebook in parsed:
            _check_ids(name, notebook)
        return Assignment(name, parsed, _files(folder), folder == self.source / name)

    def _with_written_tests(
        self, name: str, notebooks: dict[str, Any], released: dict[str, Any]
    ) -> dict[str, Any]:
        """Notebooks whose tests nbgrader writes (`### AUTOTEST`), with the tests that it wrote."""
        from gradebox.gradebook.gradebook import Gradebook

        with Gradebook(self.db_url, self.config) as gradebook:
            known = gradebook.sources(name)
        for notebook, content in notebooks.items():
            given = {grade_id(cell): cell for cell in _cells_of({"": released.get(notebook, {})})}
            for cell in filter(_to_be_written, content["cells"]):
                key = grade_id(cell)
                found = known.get((notebook, key)) or text_of(given.get(key, cell))
                cell["source"] = found
                if not key or _to_be_written(cell):
                    raise CourseError(
                        f"{name}/{notebook}.ipynb has tests that nbgrader is to write "
                        f"({AUTOTEST}): run `nbgrader generate_assignment {name} --force` first."
                    )
        return notebooks

    def _from_gradebook(self, name: str, released: dict[str, Any]) -> dict[str, Any]:
        """The release, with the full text of its locked cells as the gradebook remembers it."""
        from gradebox.gradebook.gradebook import Gradebook

        with Gradebook(self.db_url, self.config) as gradebook:
            known = gradebook.sources(name)
        whole = copy.deepcopy(released)
        for notebook, content in whole.items():
            for cell in content["cells"]:
                marks = nbgrader_metadata(cell)
                if (marks.get("locked") or marks.get("grade")) and not marks.get("solution"):
                    cell["source"] = known.get((notebook, grade_id(cell))) or cell["source"]
        return whole


def _config(root: Path) -> Any:
    """What nbgrader_config.py sets, here and where Jupyter keeps settings; here counts most."""
    from jupyter_core.paths import jupyter_config_path
    from traitlets.config.loader import Config, JSONFileConfigLoader, PyFileConfigLoader

    config = Config()
    for folder in [*map(Path, reversed(jupyter_config_path())), root]:
        for loader, name in (
            (JSONFileConfigLoader, "nbgrader_config.json"),
            (PyFileConfigLoader, "nbgrader_config.py"),
        ):
            if (folder / name).is_file():
                try:
                    config.merge(loader(name, path=str(folder)).load_config())
                except Exception as error:
                    raise CourseError(f"{name} can't be read: {error}") from error
    return config


def _cells_of(notebooks: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for content in notebooks.values():
        yield from content.get("cells", ())


def _to_be_written(cell: dict[str, Any]) -> bool:
    """Whether nbgrader writes the tests of a cell, when it makes the students' version."""
    lines = text_of(cell).splitlines() if cell["cell_type"] == "code" else ()
    return any(AUTOTEST in line and line.lstrip().startswith("#") for line in lines)


def _near(path: Path) -> str:
    """A path as one says it: the last two parts."""
    return "/".join(path.parts[-2:])


def _notebooks(folder: Path) -> dict[str, Any]:
    found = {}
    for path in sorted(folder.glob("*.ipynb")) if folder.is_dir() else []:
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if content["nbformat"] != 4:
                raise ValueError(f"it has nbformat {content['nbformat']}, not 4")
            content["cells"] = [{**cell, "source": text_of(cell)} for cell in content["cells"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CourseError(f"{_near(path)} of the course can't be read: {error}") from error
        found[path.stem] = content
    return found


def _files(folder: Path) -> dict[str, bytes]:
    """The files beside the notebooks: data, pictures."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.suffix != ".ipynb"
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }


def _cells(content: dict[str, Any], released: dict[str, Any] | None) -> Iterator[CourseCell]:
    stubs = {grade_id(cell): text_of(cell) for cell in (released or {"cells": []})["cells"]}
    title = ""
    for place, data in enumerate(content["cells"]):
        source, kind = text_of(data), data["cell_type"]
        marks, name = nbgrader_metadata(data), grade_id(data)
        if kind == "markdown":
            for line in source.splitlines():
                if re.match(r"#{1,6} ", line):
                    title = line.lstrip("# ").strip()
        grade, solution = marks.get("grade", False), marks.get("solution", False)
        role: Role = "text"
        if (grade and solution) or marks.get("task") or (grade and kind != "code"):
            role = "manual"
        elif grade:
            role = "test"
        elif solution or (kind == "code" and name and not marks.get("locked")):
            role = "solution"
        elif kind == "code":
            role = "given" if marks.get("locked") else "plain"
        points = float(marks.get("points", 0) or 0) if grade or marks.get("task") else 0.0
        stub = stubs.get(name, "") if name else source
        yield CourseCell(place, role, kind, source, name, points, title, stub, data)


def _check_ids(assignment: str, notebook: CourseNotebook) -> None:
    seen: set[str] = set()
    for cell in notebook.cells:
        if cell.grade_id in seen:
            raise CourseError(
                f"{assignment}/{notebook.name}.ipynb of the course has two cells with the grade_id "
                f"{cell.grade_id!r}; give one of them another."
            )
        if cell.grade_id:
            seen.add(cell.grade_id)
