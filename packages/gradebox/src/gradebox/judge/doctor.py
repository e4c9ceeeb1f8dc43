"""The doctor: what in an assignment would be graded differently than in a notebook, or unfairly.

Stock nbgrader runs answers and tests in one process, at the instructor's risk. Here they run in
two. Most tests can't tell; this module reads those that could, before a student's work is graded.
"""

import ast
import builtins
import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from gradebox.course.model import Assignment, CourseCell, CourseNotebook
from gradebox.course.ownership import NameOwnership
from gradebox.course.syntax import (
    MAGIC,
    bound_names,
    mentioned_names,
    parse,
    read_names,
    unwritten_names,
    without_magics,
)
from gradebox.results import Result

CLOCKS = {"perf_counter", "process_time", "monotonic", "time_ns", "perf_counter_ns", "timeit"}
GENERATORS = {"default_rng", "Random", "RandomState", "Generator"}  # seeded by an argument
FIGURES = {"gca", "gcf", "get_fignums"}
READERS = {"open", "load", "loadtxt", "genfromtxt", "read_csv", "read_excel", "read_json", "imread"}
INSIDES = {"__closure__", "__wrapped__", "__dict__", "__bases__", "__mro__", "__subclasses__"}
IPYTHON = {"Out", "_", "__", "get_ipython"}
# Modules whose objects reach a test as they are; objects of other classes are proxies there.
BY_VALUE = {"numpy", "pandas", "sympy", "decimal", "fractions", "datetime", "collections"}
BY_VALUE |= {"builtins", "typing", "numbers", "random"}
PASSING = ("types.FunctionType", "types.GeneratorType")  # proxies pass for these
HARMLESS_MAGICS = ("%matplotlib", "%%time", "%config", "%precision", "%pylab")
TAGS = {"raises-exception", "skip-execution"}


@dataclass(frozen=True)
class Remark:
    """Something to know about a cell before a class is graded."""

    notebook: str
    grade_id: str
    words: str


def remarks(assignment: Assignment, empty: Result | None) -> list[Remark]:
    """Return what is to be known about an assignment; `empty` is the graded empty exercise."""
    found = []
    for notebook in assignment.notebooks:
        found += [Remark(notebook.name, "", words) for words in _of_notebook(notebook)]
        for cell in notebook.cells:
            names = dict.fromkeys(_of_cell(assignment, notebook, cell))
            found += [Remark(notebook.name, cell.grade_id, words) for words in names]
    books = empty.notebooks if empty else []
    return found + [
        Remark(book.name, exercise.grade_id, "the empty exercise passes this test")
        for book in books
        for exercise in book.exercises
        if exercise.score and not exercise.by_hand
    ]


def of_test(assignment: Assignment, notebook: CourseNotebook, test: CourseCell) -> str:
    """Return what is known about one test, in a sentence; empty if that is nothing."""
    return "; ".join(dict.fromkeys(_of_cell(assignment, notebook, test)))


def _of_notebook(notebook: CourseNotebook) -> Iterator[str]:
    about = notebook.content.get("metadata", {}).get("language_info", {})
    if str(about.get("version", "")).startswith("2."):
        yield "it was last run by Python 2, and is graded by Python 3"
    if notebook.tests and not any(cell.points for cell in notebook.tests):
        yield "all its tests give 0 points"


def _of_cell(assignment: Assignment, book: CourseNotebook, cell: CourseCell) -> Iterator[str]:
    tags = cell.data.get("metadata", {}).get("tags", [])
    if tagged := sorted(TAGS & set(map(str, tags if isinstance(tags, list) else []))):
        yield f"the cell is tagged {tagged[0]}, which is ignored here: it is run like any other"
    if cell.kind != "code":
        return
    if cell.role == "plain":
        tested = set().union(*(mentioned_names(test.source) for test in book.tests))
        for name in sorted(unwritten_names(cell.source) & tested):
            yield (
                f"students write `{name}` in a cell that isn't marked as an answer: mark it, so "
                "that reports and feedback show it"
            )
    test = Reading(assignment, book, cell)
    yield from test.network()
    if cell.role == "test":
        for each in CHECKS:
            yield from each(test)


class Reading:
    """A cell with its syntax tree."""

    def __init__(self, assignment: Assignment, notebook: CourseNotebook, cell: CourseCell) -> None:
        self.assignment, self.notebook, self.cell = assignment, notebook, cell
        self.tree = parse(cell.source)
        self.nodes = list(ast.walk(self.tree))
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        self.bound = bound_names(cell.source)
        self.modules: dict[str, str] = {}  # by the name that an import binds, here or above
        for other in notebook.cells[: cell.index + 1]:
            if other.kind == "code":
                self.modules |= _imports(parse(other.source))

    def module(self, node: ast.AST) -> str:
        """Return the top-level module that an expression such as `plt.Axes` comes from."""
        while isinstance(node, ast.Attribute | ast.Call):
            node = node.value if isinstance(node, ast.Attribute) else node.func
        found = self.modules.get(node.id, "") if isinstance(node, ast.Name) else ""
        return found.partition(".")[0]

    def network(self) -> Iterator[str]:
        """A cell that names a page of the web in its code."""
        for call in self.calls:
            for each in call.args:
                if _text(each).startswith(("http://", "https://", "ftp://")):
                    yield f"it opens {_text(each)[:60]}, but there is no network while grading"

    def time(self) -> Iterator[str]:
        for call in self.calls:
            name = _name(call.func)
            if name in CLOCKS or (name == "time" and self.module(call.func) == "time"):
                yield (
                    "it measures time. A call of a student's function takes longer here, and a "
                    "machine that grades is busy: compare results or numbers of calls instead"
                )

    def input(self) -> Iterator[str]:
        targets = [_text(arg) for call in self.calls for arg in call.args]
        attributes = [
            f"{_name(node.value)}.{node.attr}"
            for node in self.nodes
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
        ]
        for place in {*targets, *attributes}:
            module, _, name = place.rpartition(".")
            if place == "sys.stdin":
                yield "it replaces `sys.stdin`, but only in the tests' process: nobody types there"
            if module in ("builtins", "__builtins__", "__main__") and name:
                yield f"it replaces `{name}`, but only in the tests' process: answers don't see it"
        shared = NameOwnership.analyse(self.notebook).shared
        used = set().union(*map(read_names, self._answer_sources()))
        for name in sorted((self.bound & used & set(dir(builtins))) - shared - set(self.modules)):
            yield f"it sets `{name}`, but only in the tests' process: answers don't see it"

    def figures(self) -> Iterator[str]:
        own = any(_name(call.func) in ("figure", "subplots", "subplot") for call in self.calls)
        for call in self.calls:
            if _name(call.func) in FIGURES and not own:
                yield (
                    "it looks at the current figure, which answers draw in another process: have "
                    "them return the axes"
                )

    def classes(self) -> Iterator[str]:
        for call in self.calls:
            if _name(call.func) != "isinstance" or len(call.args) != 2:
                continue
            kinds = call.args[1].elts if isinstance(call.args[1], ast.Tuple) else [call.args[1]]
            for kind in kinds:
                module = self.module(kind)
                known = module in BY_VALUE or ast.unparse(kind) in PASSING
                if module and not known and module not in self._beside():
                    yield (
                        f"it asks whether something is a {ast.unparse(kind)}: an answer's object "
                        "of that class stays in the student's process, and here is a proxy"
                    )

    def derived(self) -> Iterator[str]:
        for node in self.nodes:
            if isinstance(node, ast.ClassDef):
                for base in node.bases:
                    if _name(base) in self._answers():
                        yield (
                            f"it derives a class from the student's `{_name(base)}`, which stays "
                            "in their process: derive it in a cell that is no test"
                        )

    def magics(self) -> Iterator[str]:
        plain = without_magics(self.cell.source).split("\n")
        for line, kept in zip(self.cell.source.splitlines(), plain, strict=False):
            left_out = MAGIC.match(line) and kept.strip() in ("", "pass")
            if left_out and not line.strip().startswith(HARMLESS_MAGICS):
                yield f"IPython commands are left out of tests: {line.strip()}"

    def texts(self) -> Iterator[str]:
        for call in self.calls:
            runs = isinstance(call.func, ast.Name) and call.func.id in ("exec", "eval")
            if runs and call.args and not _text(call.args[0]):
                yield (
                    f"it uses `{_name(call.func)}` on a text that may come from a student. Here "
                    "that runs in the student's process, where names that only tests set are "
                    "undefined; stock nbgrader runs it with your rights"
                )

    def insides(self) -> Iterator[str]:
        for node in self.nodes:
            if isinstance(node, ast.Attribute) and node.attr in INSIDES:
                yield f"it reads `{node.attr}`, which a proxy of a student's object doesn't have"
            if isinstance(node, ast.Name) and node.id in IPYTHON - self.bound:
                known = any(
                    node.id in bound_names(cell.source)
                    for cell in self.notebook.cells
                    if cell.kind == "code"
                )
                if isinstance(node.ctx, ast.Load) and not known:
                    yield f"it reads `{node.id}`, which only IPython sets: tests run without it"

    def chance(self) -> Iterator[str]:
        above = self.notebook.cells[: self.cell.index + 1]
        if any("seed" in cell.source or "random_state" in cell.source for cell in above):
            return
        for call in self.calls:
            function = call.func
            if not isinstance(function, ast.Attribute) or "(" in ast.unparse(function):
                continue  # a method of a generator that was just made
            module, text = self.module(function), ast.unparse(function)
            drawn = module == "random" or (module == "numpy" and ".random." in f".{text}")
            if drawn and not (function.attr in GENERATORS and call.args):
                yield (
                    f"it draws random numbers ({text}) without a seed: every student gets others, "
                    "and a wrong answer may pass by chance"
                )

    def last_line(self) -> Iterator[str]:
        last = self.tree.body[-1] if self.tree.body else None
        if not isinstance(last, ast.Expr):
            return
        value, points = last.value, self.cell.points
        number = value.value if isinstance(value, ast.Constant) else None
        if isinstance(number, int | float) and not isinstance(number, bool):
            if number > points:
                yield (
                    f"its last line is {number:g}, more than its {points:g} points: stock "
                    "nbgrader then fails the whole submission; here it gives all points"
                )
            elif 0 <= number < points:
                yield f"its last line is {number:g}: a right answer gets no more points"
        user = value.func if isinstance(value, ast.Call) else value
        if isinstance(user, ast.Name) and user.id in self._answers():
            yield (
                f"its last line shows a value of the student's (`{ast.unparse(value)[:60]}`): if "
                "that is a number, it is the number of points"
            )

    def errors(self) -> Iterator[str]:
        for node in self.nodes:
            if isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.stderr":
                yield "it writes to standard error, for which stock nbgrader gives 0 points"
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "warnings.warn":
                yield "it warns, which is standard error: stock nbgrader gives 0 points for that"

    def files(self) -> Iterator[str]:
        folders = {posixpath.dirname(name) for name in self.assignment.files}
        written = {
            _text(c.args[0]) for c in self.calls if len(c.args) > 1 and _name(c.func) == "open"
        }
        for call in self.calls:
            for each in call.args if _name(call.func) in self._answers() else ():
                if _text(each) in written:
                    yield (
                        f"it writes {_text(each)}, but only in the tests' process: answers don't "
                        "see it. Put the file beside the notebook"
                    )
        for call in self.calls:
            if _name(call.func) not in READERS or not call.args:
                continue
            name = _text(call.args[0])
            mode = _text(call.args[1]) if len(call.args) > 1 else "r"
            if not name or "://" in name or (_name(call.func) == "open" and set(mode) & set("wax")):
                continue
            if posixpath.isabs(name):
                yield f"it reads {name}: only files beside the notebook are there"
            elif (
                posixpath.normpath(name) not in {*self.assignment.files, *folders}
                and name not in written - {name}
                and not self._writes(name)
            ):
                yield f"it reads {name}, which is not beside the notebook in the course's folder"

    def _writes(self, name: str) -> bool:
        """Return True if the course's own cells may write a file."""
        return any(
            name in cell.source and any(word in cell.source for word in ("'w", '"w', "save", "to_"))
            for cell in self.notebook.cells[: self.cell.index + 1]
            if cell.role in ("given", "test")
        )

    def imports(self) -> Iterator[str]:
        names = {name.partition(".")[0] for name in _import_roots(self.tree)}
        for name in sorted(names):
            beside, installed = name in self._beside(), _installed(name)
            if not (beside or installed):
                yield f"it imports `{name}`, which is not installed in the environment that grades"
            if beside and installed:
                yield (
                    f"it imports `{name}`, which is beside the notebook and also installed: tests "
                    "take the first, answers the second"
                )

    def _beside(self) -> set[str]:
        return {name.partition("/")[0].removesuffix(".py") for name in self.assignment.files}

    def _answers(self) -> set[str]:
        return set().union(*map(bound_names, self._answer_sources()))

    def _answer_sources(self) -> list[str]:
        return [cell.source for cell in self.notebook.cells if cell.role == "solution"]


CHECKS: tuple[Callable[[Reading], Iterator[str]], ...] = (
    Reading.time,
    Reading.input,
    Reading.figures,
    Reading.classes,
    Reading.derived,
    Reading.magics,
    Reading.texts,
    Reading.insides,
    Reading.chance,
    Reading.last_line,
    Reading.errors,
    Reading.files,
    Reading.imports,
)


def _name(node: ast.AST) -> str:
    """Return the last part of a name such as `np.load`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _imports(tree: ast.Module) -> dict[str, str]:
    """Return the module that each imported name comes from."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.partition(".")[0]] = alias.name
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.asname or alias.name: node.module or "" for alias in node.names}
    return found


def _import_roots(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a cell can't do without: not those in a `try`."""
    tried = {
        part for node in ast.walk(tree) if isinstance(node, ast.Try) for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and node not in tried:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node not in tried:
            yield node.module or ""


def _installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False
