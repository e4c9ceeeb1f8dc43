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
from gradebox.course.syntax import Definition, definitions, unwritten_names
from gradebox.notebooks import grade_id, nbgrader_metadata
from gradebox.notebooks import source as text_of
from gradebox.results import Result

SCHEMA = 3  # nbgrader's, of the metadata of cells
# Kernels whose metadata may lack the language, by the beginning of their names.
OTHER_KERNELS = ("ir", "java", "julia", "bash", "octave", "matlab", "sas", "stata", "xcpp", "scala")
HIDDEN_TESTS = "BEGIN HIDDEN TESTS"  # nbgrader leaves what follows out of the release
AUTOTEST = "AUTOTEST"  # marks tests that nbgrader generates
GROUP_COLUMNS = ("group", "section", "tutor")  # in students.csv; the first filled one counts

Role = Literal["text", "given", "plain", "solution", "test", "manual"]


class CourseError(Exception):
    """A problem with the course folder or with given files; the message says what to do."""


@dataclass(frozen=True)
class CourseCell:
    """One cell of the course's own version of a notebook.

    Its role: `text` (Markdown), `given` (locked code), `plain` (code that students may change),
    `solution` (the student's answer, or a cell with a grade_id that they may fill in), `test` (run
    by the grader), `manual` (an answer that is marked by hand).
    """

    index: int
    role: Role
    kind: str  # code, markdown or raw
    source: str
    grade_id: str
    points: float
    title: str  # the heading above it
    released: str  # its source in the students' version
    data: dict[str, Any]  # the whole cell, in nbformat

    @property
    def task(self) -> bool:
        """Return True if it describes work done elsewhere, which is marked by hand."""
        return bool(nbgrader_metadata(self.data).get("task"))

    @property
    def optional(self) -> bool:
        """Return True if students may leave it as it is: a grade_id, but no solution wanted."""
        return self.role == "solution" and not nbgrader_metadata(self.data).get("solution")

    @property
    def of_students(self) -> bool:
        """Return True if students write its text."""
        return self.role in ("solution", "manual") and not self.task


@dataclass
class CourseNotebook:
    """One notebook of an assignment, in the course's own version."""

    name: str
    content: dict[str, Any]  # in nbformat
    cells: list[CourseCell]

    @classmethod
    def parse(
        cls, name: str, content: dict[str, Any], released: dict[str, Any] | None = None
    ) -> "CourseNotebook":
        """Parse the source version of a notebook, and the students' version."""
        return cls(name, content, list(_cells(content, released)))

    @property
    def tests(self) -> list[CourseCell]:
        """The cells that the grader runs."""
        return [cell for cell in self.cells if cell.role == "test"]

    @property
    def max_score(self) -> float:
        return sum(cell.points for cell in self.cells if cell.role in ("test", "manual"))

    @property
    def ids(self) -> set[str]:
        """The grade_ids of all cells that have one."""
        return {cell.grade_id for cell in self.cells if cell.grade_id}

    @property
    def asked(self) -> set[str]:
        """The names of functions and classes that students write."""
        return {node.name for node in self._answers()}

    @property
    def asked_classes(self) -> set[str]:
        return {node.name for node in self._answers() if isinstance(node, ast.ClassDef)}

    def _answers(self) -> Iterator[Definition]:
        for cell in self.cells:
            if cell.role == "solution":
                yield from definitions(cell.source)
            elif cell.role == "plain":
                empty = unwritten_names(cell.source)
                yield from (node for node in definitions(cell.source) if node.name in empty)


@dataclass
class Assignment:
    """An assignment: its notebooks and files."""

    name: str
    notebooks: list[CourseNotebook]
    files: dict[str, bytes] = field(default_factory=dict)  # beside the notebooks
    sourced: bool = True  # the source version is here, not only the gradebook's copy

    @property
    def max_score(self) -> float:
        return sum(notebook.max_score for notebook in self.notebooks)

    @property
    def given_code(self) -> list[str]:
        """Code that every student gets from the course: whole cells and stubs."""
        return [
            text
            for notebook in self.notebooks
            for cell in notebook.cells
            if cell.kind == "code"
            for text in ((cell.released,) if cell.of_students else (cell.source, cell.released))
        ]

    @functools.cached_property
    def checks(self) -> checks.CheckLibraries:
        """The check libraries that its cells use."""
        return checks.installed().used_in(
            cell.source for book in self.notebooks for cell in book.cells
        )

    @functools.cached_property
    def digest(self) -> bytes:
        """A digest of everything that results depend on."""
        sources = [(book.name, [cell.data for cell in book.cells]) for book in self.notebooks]
        text = json.dumps(sources, sort_keys=True, default=str).encode()
        parts = [text, *(name.encode() + content for name, content in sorted(self.files.items()))]
        if files := self.checks.files():
            files = [*sorted(PACKAGE.rglob("*.py")), *files]
            parts += [path.read_bytes() for path in files]
        return hashlib.sha256(b"\0".join(parts)).digest()


@dataclass(frozen=True)
class People:
    """Full names and groups (sections, tutorials) of students, by ID."""

    names: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)

    def name_and_group(self, student: str) -> tuple[str, str]:
        """The name and the group of a student; empty if unknown."""
        return self.names.get(student, ""), self.groups.get(student, "")

    def introduce(self, result: Result) -> bool:
        """Set name and group of a result; return True if they changed."""
        who = self.name_and_group(result.student)
        news = who != (result.name, result.group)
        result.name, result.group = who
        return news


class Course:
    """An nbgrader course folder, with the settings of its `nbgrader_config.py`."""

    def __init__(self, root: Path) -> None:
        self.config = _config(root)
        settings = self.config.get("CourseDirectory", {})
        self.root = Path(str(settings.get("root") or root)).resolve()
        self.config.CourseDirectory.root = str(self.root)
        structure = str(Path("{nbgrader_step}", "{student_id}", "{assignment_id}"))
        if str(settings.get("directory_structure") or structure) != structure:
            raise CourseError(
                f"nbgrader_config.py sets directory_structure; only {structure} is supported. "
                "Remove that line."
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
        return sorted(
            {
                path.name
                for folder in (self.source, self.release)
                if folder.is_dir()
                for path in folder.iterdir()
                if any(path.glob("*.ipynb"))
            }
        )

    def full_name(self, name: str) -> str:
        """Expand the number or topic of an assignment: 4, 04 or perceptron to 04-perceptron."""
        known, number = self.assignments(), name.zfill(2) if name.isdigit() else name
        matches = [each for each in known if number in each.split("-", 1)]
        return matches[0] if name not in known and len(matches) == 1 else name

    def list_assignments(self) -> str:
        """A sentence that lists the assignments."""
        if names := ", ".join(self.assignments()):
            return f"Assignments here: {names}."
        return f"No course folder found here. Run `{program.name} course new`, or cd into yours."

    def short_name(self, name: str) -> str:
        """An assignment as instructors type it: 04 for 04-perceptron, unless that is ambiguous."""
        number = name.partition("-")[0]
        return number if self.full_name(number) == name else name

    def students(self) -> list[str]:
        """All students with a folder in submitted/, even an empty one."""
        if not self.submitted.is_dir():
            return []
        return sorted(
            path.name
            for path in self.submitted.iterdir()
            if not path.name.startswith(".") and (path.is_dir() or path.is_symlink())
        )

    def groups(self) -> dict[str, str]:
        """Each student's group, from students.csv, or else the section in collected/roster.json."""
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

    def hidden_submissions(self, assignment: str) -> list[str]:
        """The hidden folders with work for an assignment, which nbgrader ignores."""
        hidden = self.submitted.glob(".*")
        return sorted(path.name for path in hidden if (path / assignment).is_dir())

    def assignment(self, name: str) -> Assignment:
        """Read an assignment from its source version, or from release and gradebook."""
        if not name or name in (".", "..") or "/" in name:
            raise CourseError(f"{name!r} is not the name of an assignment.")
        name = self.full_name(name)
        released = _notebooks(self.release / name)
        notebooks = _notebooks(self.source / name)
        folder = self.source / name
        if not notebooks and released:
            notebooks, folder = self._from_gradebook(name, released), self.release / name
        if not notebooks:
            raise CourseError(
                f"There is no assignment {name!r}: no notebook in "
                f"{_short_path(self.source / name)}. {self.list_assignments()}"
            )
        if any(map(_is_autotest, _cells_of(notebooks))):
            notebooks = self._with_autotests(name, notebooks, released)
        parsed = [
            CourseNotebook.parse(key, content, released.get(key))
            for key, content in notebooks.items()
        ]
        for notebook in parsed:
            _check_kernel(name, notebook)
            _check_schema(name, notebook)
            _check_ids(name, notebook)
        return Assignment(name, parsed, _files(folder), folder == self.source / name)

    def _with_autotests(
        self, name: str, notebooks: dict[str, Any], released: dict[str, Any]
    ) -> dict[str, Any]:
        """Fill in the tests that nbgrader generated for `### AUTOTEST`."""
        known = self._sources_in_gradebook(name)
        for notebook, content in notebooks.items():
            given = {grade_id(cell): cell for cell in _cells_of({"": released.get(notebook, {})})}
            for cell in filter(_is_autotest, content["cells"]):
                key = grade_id(cell)
                found = known.get((notebook, key), "")
                if not found and HIDDEN_TESTS not in text_of(cell):
                    found = text_of(given.get(key, cell))  # in the release, the hidden ones lack
                cell["source"] = found or text_of(cell)
                if not key or _is_autotest(cell):
                    raise CourseError(
                        f"{name}/{notebook}.ipynb has tests that nbgrader must generate first "
                        f"({AUTOTEST}): run `nbgrader generate_assignment {name} --force`."
                    )
        return notebooks

    def _from_gradebook(self, name: str, released: dict[str, Any]) -> dict[str, Any]:
        """The release, with the full source of its locked cells from the gradebook."""
        known = self._sources_in_gradebook(name)
        whole = copy.deepcopy(released)
        for notebook, content in whole.items():
            for cell in content["cells"]:
                marks = nbgrader_metadata(cell)
                if (marks.get("locked") or marks.get("grade")) and not marks.get("solution"):
                    cell["source"] = known.get((notebook, grade_id(cell))) or cell["source"]
        return whole

    def _sources_in_gradebook(self, name: str) -> dict[tuple[str, str], str]:
        from gradebox.gradebook.gradebook import Gradebook

        with Gradebook(self.db_url, self.config) as gradebook:
            return gradebook.sources(name)


def _config(root: Path) -> Any:
    """The settings in Jupyter's folders and in the course folder, which take precedence."""
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


def _is_autotest(cell: dict[str, Any]) -> bool:
    """Return True if nbgrader generates the tests of a cell for the students' version."""
    lines = text_of(cell).splitlines() if cell["cell_type"] == "code" else ()
    return any(AUTOTEST in line and line.lstrip().startswith("#") for line in lines)


def _short_path(path: Path) -> str:
    """The last two parts of a path."""
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
            raise CourseError(
                f"{_short_path(path)} of the course can't be read: {error}"
            ) from error
        found[path.stem] = content
    return found


def _files(folder: Path) -> dict[str, bytes]:
    """The files beside the notebooks: data, images."""
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
    for index, data in enumerate(content["cells"]):
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
        yield CourseCell(index, role, kind, source, name, points, title, stub, data)


def _check_kernel(assignment: str, notebook: CourseNotebook) -> None:
    """Raise CourseError if a notebook is for another language than Python."""
    metadata = notebook.content.get("metadata", {})
    kernel, about = metadata.get("kernelspec", {}), metadata.get("language_info", {})
    name = str(kernel.get("name", "")).lower()
    language = str(about.get("name") or kernel.get("language") or "")
    if not language and name.startswith(OTHER_KERNELS):
        language = name
    if language and "python" not in language.lower():
        raise CourseError(
            f"{assignment}/{notebook.name}.ipynb is written in {language}, and only Python can be "
            "graded here. Grade it with `nbgrader autograde`, on a machine that has that kernel."
        )


def _check_schema(assignment: str, notebook: CourseNotebook) -> None:
    """Raise CourseError if the metadata of cells is of an old version of nbgrader."""
    for cell in notebook.cells:
        if (marks := nbgrader_metadata(cell.data)) and marks.get("schema_version", 0) != SCHEMA:
            version = marks.get("schema_version", 0)
            if not isinstance(version, int) or version < SCHEMA:
                raise CourseError(
                    f"{assignment}/{notebook.name}.ipynb is from an old version of nbgrader "
                    f"(schema {version}, not {SCHEMA}). Run `nbgrader update` on the assignment's "
                    "folders in source/ and release/."
                )


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
