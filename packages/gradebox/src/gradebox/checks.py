"""Check libraries: the packages whose functions an assignment's test cells call.

gradebox imports none of them. A check library registers an object (or a module) as an entry point
of the group `gradebox.checks`. Every attribute is optional:

==================  ==============================================================================
`packages`          names of packages that hold answers. The sandbox hides them, and shows student
                    code only the definitions that the assignment's own cells import
`private`           modules of these packages that never reach the sandbox
`stubs`             modules whose public names (`__all__`) exist in the sandbox and do nothing,
                    such as the functions that check an answer
`environment`       environment variables of the sandbox. There, gradebox itself sets
                    GRADEBOX_FIGURES: "drawn" in cells whose figures a marker sees, else "words"
`assignments`       () -> folder with solutions/ and exercises/ for `gradebox course new`
`asks`              functions whose result is a question with a student's own numbers. A given
                    cell that calls one is run by the judge, and what it returns is shown
`name_variable`     the notebook variable that holds the student's name, from which these numbers
                    are drawn; also the grade_id of the cell that sets it
`normalise_name`    (value) -> str: that name as the questions see it
`question`          (value) -> MIME bundle of a question, or None if the value is no question
`prepare`           (names, seed): warm up, once, before submissions are graded. `names` are those
                    that students are asked to define; all hidden inputs come from `seed`
`grading`           (seconds) -> context manager around one submission: its time limit per call
`testing`           () -> context manager around one test cell. What it yields, a list, is read at
                    the end: {"accuracy": float, "n": int} for what the test measured
`explain`           (error, line) -> one more sentence about an error, or ""
==================  ==============================================================================

Two more protocols need no registration. An AssertionError may carry `report`, a mapping or a
dataclass with what a feedback page shows: name, passed, failed, message, facts, looks, think. And a
student's function reaches a test as a callable with `batch(calls, seconds)` and `source`; see
`gradebox.judge.remote`.
"""

import ast
import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

GROUP = "gradebox.checks"


class CheckLibrary:
    """A registered check library, with a default for everything that it leaves out."""

    def __init__(self, hooks: Any) -> None:
        self.packages: tuple[str, ...] = tuple(getattr(hooks, "packages", ()))
        self.private: tuple[str, ...] = tuple(getattr(hooks, "private", ()))
        self.stubs: tuple[str, ...] = tuple(getattr(hooks, "stubs", ()))
        self.environment: Mapping[str, str] = getattr(hooks, "environment", {})
        self.asks: tuple[str, ...] = tuple(getattr(hooks, "asks", ()))
        self.name_variable: str = getattr(hooks, "name_variable", "")
        self.hooks = hooks

    def folders(self) -> list[Path]:
        """The folders of its packages, as far as they are installed."""
        specs = [find_spec(name) for name in self.packages]
        return [
            Path(place) for spec in specs if spec for place in spec.submodule_search_locations or []
        ]

    def files(self) -> list[Path]:
        """The Python files of its packages."""
        return sorted(path for folder in self.folders() for path in folder.rglob("*.py"))

    def is_used_in(self, sources: Iterable[str]) -> bool:
        """Return True if one of the sources mentions one of its packages."""
        if not self.packages:
            return False
        names = re.compile(rf"\b({'|'.join(map(re.escape, self.packages))})\b")
        return any(names.search(source) for source in sources)

    def stub(self, module: str) -> str:
        """Return the source of a module with the public names of `module`, which do nothing.

        The module's text is read, not imported: the sandbox waits, and importing takes longer.
        """
        [folder] = [f for f in self.folders() if f.name == module.partition(".")[0]]
        path = folder.joinpath(*module.split(".")[1:])
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        tree = ast.parse(path.read_text("utf-8"))
        [names] = [
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign)
            and [ast.unparse(target) for target in node.targets] == ["__all__"]
        ]
        text = '"""Checks belong to the grader; here they do nothing."""\n'
        return text + "".join(
            (_STUB_CLASS if name[0].isupper() else _STUB_FUNCTION).format(name=name)
            for name in names
        )

    def call(self, hook: str, *args: Any, default: Any = None) -> Any:
        """Call one of its hooks, or return the default if it doesn't have that one."""
        function = getattr(self.hooks, hook, None)
        return default if function is None else function(*args)


class CheckLibraries:
    """Several check libraries as one."""

    def __init__(self, libraries: Iterable[CheckLibrary]) -> None:
        self.libraries = list(libraries)

    def used_in(self, sources: Iterable[str]) -> "CheckLibraries":
        """Return those that some source mentions."""
        sources = list(sources)
        return CheckLibraries(library for library in self.libraries if library.is_used_in(sources))

    @property
    def packages(self) -> list[str]:
        """The packages that hold answers."""
        return [name for library in self.libraries for name in library.packages]

    def folders(self) -> list[Path]:
        """Where these packages are."""
        return [folder for library in self.libraries for folder in library.folders()]

    def files(self) -> list[Path]:
        """Their Python files."""
        return [path for library in self.libraries for path in library.files()]

    def assignments(self) -> Path | None:
        """A folder with solutions/ and exercises/ for a new course, if a library brings one."""
        found = (library.call("assignments") for library in self.libraries)
        return next(filter(None, found), None)

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables of the sandbox."""
        return {
            key: text for library in self.libraries for key, text in library.environment.items()
        }

    @property
    def asks(self) -> list[str]:
        """The functions that return a question."""
        return [name for library in self.libraries for name in library.asks]

    @property
    def name_variables(self) -> set[str]:
        """The variables that hold a student's name."""
        return {library.name_variable for library in self.libraries} - {""}

    def prepare(self, names: Iterable[str], seed: int) -> None:
        """Warm up."""
        names = list(names)
        for library in self.libraries:
            library.call("prepare", names, seed)

    def question(self, value: Any) -> dict[str, str] | None:
        """Return the MIME bundle of a question, or None."""
        found = (library.call("question", value) for library in self.libraries)
        return next(filter(None, found), None)

    def normalise_name(self, variable: str, value: Any) -> str:
        """Return a student's name as the questions see it."""
        [library] = [each for each in self.libraries if each.name_variable == variable]
        return str(library.call("normalise_name", value, default=value))

    def explain(self, error: BaseException, line: str) -> str:
        """Return one more sentence about an error, or an empty string."""
        found = (library.call("explain", error, line, default="") for library in self.libraries)
        return next(filter(None, found), "")

    def grading(self, seconds: float) -> AbstractContextManager[Any]:
        """Enter the context of one submission in every library."""
        stack = ExitStack()
        for library in self.libraries:
            if (context := library.call("grading", seconds)) is not None:
                stack.enter_context(context)
        return stack

    @contextlib.contextmanager
    def testing(self) -> Iterator[list[Any]]:
        """Enter the context of one test; yield what it measured, complete at the end."""
        with ExitStack() as stack:
            contexts = [library.call("testing") for library in self.libraries]
            lists = [stack.enter_context(context) for context in contexts if context is not None]
            measured: list[Any] = []
            yield measured
            measured += [entry for entries in lists for entry in entries]


@cache
def installed() -> CheckLibraries:
    """Return all check libraries that are installed."""
    return CheckLibraries(CheckLibrary(point.load()) for point in entry_points(group=GROUP))


_STUB_CLASS = '''

class {name}(AssertionError):
    """Never raised here."""
'''
_STUB_FUNCTION = '''

def {name}(*args, **kwargs):
    """Do nothing."""
'''
