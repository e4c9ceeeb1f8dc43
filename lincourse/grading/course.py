"""The course folder, and what an assignment asks: its notebooks, cell by cell."""

import ast
import contextlib
import copy
import datetime
import functools
import hashlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

Role = Literal["text", "given", "plain", "solution", "test", "manual"]
TIMESTAMP = "timestamp.txt"
PACKAGE = Path(__file__).resolve().parent.parent
MAGIC = re.compile(r"^\s*[%!?]|^\s*\S+\s*=\s*[%!]", re.MULTILINE)


class CourseError(Exception):
    """Something about the course folder stops grading; its text says what to do."""


@dataclass(frozen=True)
class Cell:
    """One cell of the course's own version of a notebook.

    Its role: `text` (Markdown), `given` (locked code), `plain` (code that a student may change),
    `solution` (the student's answer), `test` (run by the grader), `manual` (an answer that a person
    reads and grades).
    """

    place: int
    role: Role
    kind: str  # code, markdown or raw
    source: str
    grade_id: str
    points: float
    title: str  # the heading above it
    released: str  # its text as students get it
    data: dict[str, Any]  # the whole cell, as nbformat has it

    @property
    def task(self) -> bool:
        """Whether it describes work that is done elsewhere, and that a person grades."""
        return bool(self.data.get("metadata", {}).get("nbgrader", {}).get("task"))

    @property
    def of_students(self) -> bool:
        """Whether its text is the student's to write."""
        return self.role in ("solution", "manual") and not self.task


@dataclass
class Book:
    """One notebook of an assignment: the course's cells, and what they say about names."""

    name: str
    content: dict[str, Any]  # as nbformat has it
    cells: list[Cell]

    @property
    def tests(self) -> list[Cell]:
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

    def _answers(self) -> Iterator[ast.FunctionDef | ast.ClassDef]:
        for cell in self.cells:
            if cell.role == "solution":
                for node in _tree(cell.source).body:
                    if isinstance(node, ast.FunctionDef | ast.ClassDef):
                        yield node


@dataclass
class Assignment:
    """An assignment: notebooks, files that belong to it, and a digest of it all."""

    name: str
    books: list[Book]
    files: dict[str, bytes] = field(default_factory=dict)  # what lies beside the notebooks
    sourced: bool = True  # whether the source version is here, or only what the gradebook knows

    @property
    def max_score(self) -> float:
        """All points that can be had."""
        return sum(book.max_score for book in self.books)

    @functools.cached_property
    def digest(self) -> bytes:
        """What every result depends on."""
        sources = [(book.name, [cell.data for cell in book.cells]) for book in self.books]
        text = json.dumps(sources, sort_keys=True, default=str).encode()
        parts = [text, *(name.encode() + content for name, content in sorted(self.files.items()))]
        if any("lincourse" in cell.source for book in self.books for cell in book.cells):
            parts += [path.read_bytes() for path in sorted(PACKAGE.rglob("*.py"))]  # its checks
        return hashlib.sha256(b"\0".join(parts)).digest()


class Course:
    """A course folder as nbgrader has it; its settings come from `nbgrader_config.py`."""

    def __init__(self, root: Path) -> None:
        self.config = _config(root)
        settings = self.config.get("CourseDirectory", {})
        self.root = Path(str(settings.get("root") or root)).resolve()
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

    def students(self) -> list[str]:
        """Everybody who has a folder under submitted/, whatever is in it."""
        if not self.submitted.is_dir():
            return []
        return sorted(
            path.name
            for path in self.submitted.iterdir()
            if not path.name.startswith(".") and (path.is_dir() or path.is_symlink())
        )

    def assignment(self, name: str) -> Assignment:
        """What an assignment asks, from its source version, or from release and gradebook."""
        if not name or name in (".", "..") or "/" in name:
            raise CourseError(f"{name!r} is not the name of an assignment.")
        released = _notebooks(self.release / name)
        notebooks = _notebooks(self.source / name)
        folder = self.source / name
        if not notebooks and released:
            notebooks, folder = self._from_gradebook(name, released), self.release / name
        if not notebooks:
            there = ", ".join(self.assignments()) or "none"
            raise CourseError(
                f"There is no assignment {name!r}: no notebook in {_near(self.source / name)}. "
                f"The assignments here: {there}."
            )
        books = [
            Book(key, content, list(_cells(content, released.get(key))))
            for key, content in notebooks.items()
        ]
        for book in books:
            _check_ids(name, book)
        return Assignment(name, books, _files(folder), folder == self.source / name)

    def _from_gradebook(self, name: str, released: dict[str, Any]) -> dict[str, Any]:
        """The release, with the full text of its locked cells as the gradebook remembers it."""
        rows = self._look_up(
            "select notebook.name, source_cell.name, source_cell.source from source_cell"
            " join notebook on notebook.id = source_cell.notebook_id"
            " join assignment on assignment.id = notebook.assignment_id where assignment.name = ?",
            name,
        )
        known = {(book, cell): source for book, cell, source in rows}
        whole = copy.deepcopy(released)
        for book, content in whole.items():
            for cell in content["cells"]:
                about = cell.get("metadata", {}).get("nbgrader", {})
                if about.get("locked") or about.get("grade"):
                    source = known.get((book, about.get("grade_id")))
                    if source and not about.get("solution"):
                        cell["source"] = source
        return whole

    def due(self, name: str) -> Callable[[str], datetime.datetime | None]:
        """When an assignment is due for a student, or None, as the gradebook says."""
        (day,) = self._look_up("select duedate from assignment where name = ?", name) or [(None,)]
        if day[0] is None:
            return lambda student: None
        moment = datetime.datetime.fromisoformat(day[0]).replace(tzinfo=datetime.UTC)
        rows = self._look_up(
            "select student_id, extension from submitted_assignment"
            " join assignment on assignment.id = assignment_id"
            " where name = ? and extension is not null",
            name,
        )
        start = datetime.datetime(1970, 1, 1)  # SQLAlchemy keeps a length of time as a date
        more = {who: datetime.datetime.fromisoformat(text) - start for who, text in rows}
        return lambda student: moment + more.get(student, datetime.timedelta())

    def _look_up(self, query: str, name: str) -> list[tuple[Any, ...]]:
        """Rows of the gradebook, where there is one that can be read."""
        if not self.db_url.startswith("sqlite:///"):
            return []
        path = quote(self.db_url.removeprefix("sqlite:///"))
        try:
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
                return db.execute(query, (name,)).fetchall()
        except sqlite3.Error:
            return []


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


def _near(path: Path) -> str:
    """A path as one says it: the last two parts."""
    return "/".join(path.parts[-2:])


def text_of(cell: dict[str, Any]) -> str:
    """The text of a cell, which nbformat lets be a list of lines."""
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


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


def _cells(content: dict[str, Any], released: dict[str, Any] | None) -> Iterator[Cell]:
    stubs = {
        cell.get("metadata", {}).get("nbgrader", {}).get("grade_id"): text_of(cell)
        for cell in (released or {"cells": []})["cells"]
    }
    title = ""
    for place, data in enumerate(content["cells"]):
        source, kind = text_of(data), data["cell_type"]
        about = data.get("metadata", {}).get("nbgrader", {})
        grade_id = str(about.get("grade_id", ""))
        if kind == "markdown":
            for line in source.splitlines():
                if re.match(r"#{1,6} ", line):
                    title = line.lstrip("# ").strip()
        grade, solution = about.get("grade", False), about.get("solution", False)
        role: Role = "text"
        if (grade and solution) or about.get("task") or (grade and kind != "code"):
            role = "manual"
        elif grade:
            role = "test"
        elif solution:
            role = "solution"
        elif kind == "code":
            role = "given" if about.get("locked") else "plain"
        points = float(about.get("points", 0) or 0) if grade or about.get("task") else 0.0
        stub = stubs.get(grade_id, "") if grade_id else source
        yield Cell(place, role, kind, source, grade_id, points, title, stub, data)


def _check_ids(assignment: str, book: Book) -> None:
    seen: set[str] = set()
    for cell in book.cells:
        if cell.grade_id in seen:
            raise CourseError(
                f"{assignment}/{book.name}.ipynb of the course has two cells with the grade_id "
                f"{cell.grade_id!r}; give one of them another."
            )
        if cell.grade_id:
            seen.add(cell.grade_id)


# --- names ---------------------------------------------------------------------------------------


def _tree(source: str) -> ast.Module:
    """The code of a cell, magics left out; empty where it can't be read."""
    lines = ["" if MAGIC.match(line) else line for line in source.splitlines()]
    try:
        return ast.parse("\n".join(lines))
    except SyntaxError:
        return ast.Module(body=[], type_ignores=[])


def plain(source: str) -> str:
    """A cell's code as plain Python: lines that only IPython knows are left out."""
    return "\n".join("" if MAGIC.match(line) else line for line in source.splitlines())


def bound(source: str) -> set[str]:
    """The names that a cell sets at its top level."""
    return set(_bindings(_tree(source).body))


def _bindings(body: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name
            continue
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
            continue
        for part in _walk_here(statement):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id
            elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield part.name
            elif isinstance(part, ast.Import | ast.ImportFrom):
                yield from (a.asname or a.name.partition(".")[0] for a in part.names)
            elif isinstance(part, ast.ExceptHandler) and part.name:
                yield part.name


def _walk_here(node: ast.AST) -> Iterator[ast.AST]:
    """Like ast.walk, without going into functions and classes."""
    stack = [node]
    while stack:
        part = stack.pop()
        yield part
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            stack.extend(ast.iter_child_nodes(part))


def used(source: str) -> set[str]:
    """All names that a cell reads, and all its words: a test may look a name up by its text."""
    names: set[str] = set()
    for part in ast.walk(_tree(source)):
        if isinstance(part, ast.Name):
            names.add(part.id)
        elif isinstance(part, ast.Constant) and str(part.value).isidentifier():
            names.add(str(part.value))
    return names


def changed(source: str) -> set[str]:
    """The names whose things a cell changes in place: x.append(...), x[0] = ..., x.a = ..."""
    names: set[str] = set()
    for statement in _tree(source).body:
        for part in _walk_here(statement):
            target: ast.AST | None = None
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
                target = part.func.value
            elif isinstance(part, ast.Subscript | ast.Attribute) and not isinstance(
                part.ctx, ast.Load
            ):
                target = part.value
            while isinstance(target, ast.Subscript | ast.Attribute):
                target = target.value
            if isinstance(target, ast.Name):
                names.add(target.id)
    return names


def imported(source: str) -> list[str]:
    """The modules that a cell imports, wherever it does."""
    names = []
    for part in ast.walk(_tree(source)):
        if isinstance(part, ast.Import):
            names += [alias.name for alias in part.names]
        elif isinstance(part, ast.ImportFrom) and part.module and not part.level:
            names.append(part.module)
            names += [f"{part.module}.{alias.name}" for alias in part.names]
    return names


def classes(source: str) -> list[str]:
    """The classes that a cell defines."""
    return [node.name for node in _tree(source).body if isinstance(node, ast.ClassDef)]


@dataclass
class Names:
    """Who a name belongs to, at each test of a notebook: the course or the student.

    A name that the course's own cells set last, and that no answer sets or changes since, is the
    course's: the student can't replace it. Every other name is the student's.
    """

    ours: dict[int, set[str]]  # the place of a test cell -> the course's names there
    needed: list[Cell]  # cells of the course that set such names for a test
    shared: set[str]  # names that answers or given cells set: tests may set them for the student

    @classmethod
    def of(cls, book: Book) -> "Names":
        """Read the course's cells from top to bottom."""
        mine: set[str] = set()
        modules: set[str] = set()
        ours: dict[int, set[str]] = {}
        shared: set[str] = set()
        for cell in book.cells:
            if cell.kind != "code":
                continue
            names = bound(cell.source)
            if cell.role in ("solution", "manual"):
                mine -= names | (changed(cell.source) - modules)
                shared |= names
            elif cell.role == "test":
                ours[cell.place] = set(mine)
                mine |= names - shared
            else:
                mine |= names
                shared |= names
                for node in _tree(cell.source).body:
                    if isinstance(node, ast.Import | ast.ImportFrom):
                        modules |= set(_bindings([node]))
        wanted: set[str] = set()
        needed: list[Cell] = []
        for cell in reversed(book.cells):
            if cell.role == "test":
                wanted |= used(cell.source)
            elif cell.role in ("given", "plain") and bound(cell.source) & wanted:
                needed.append(cell)
                wanted |= used(cell.source)
        return cls(ours, needed[::-1], shared)
