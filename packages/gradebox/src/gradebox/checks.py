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
`question`          (value) -> MIME bundle of a question, or None if the value isn't a question
`prepare`           (names, seed): warm up, once, before submissions are graded. `names` are those
                    that students are asked to define; all hidden inputs come from `seed`
`grading`           (seconds) -> context manager around one submission: its time limit per call
`testing`           () -> context manager around one test cell. What it yields, a list, is read at
                    the end: {"accuracy": float, "n": int} for what the test measured
`explain`           (error, line) -> one more sentence about an error, or ""
==================  ==============================================================================

Two more protocols need no registration. An AssertionError may carry `report`, a mapping or a
dataclass with what a feedback page shows: name, passed, failed, message, facts, looks, think. And a
student's function reaches a test as a callable with methods `batch(calls, seconds)` and
`variant(source)`, and attributes `source` and `editable`: see
`gradebox.judge.remote.RemoteFunction`. `inspect.signature` and `inspect.getsource` work on it as on
any function.
"""

import ast
import contextlib
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

GROUP = "gradebox.checks"


class CheckLibraries:
    """Some check libraries, whose hooks are used as if they were one."""

    def __init__(self, libraries: Iterable[Any]) -> None:
        self._libraries = list(libraries)
        self.packages, self.private, self.stubs, self.asks = (
            [name for library in self._libraries for name in getattr(library, attribute, ())]
            for attribute in ("packages", "private", "stubs", "asks")
        )
        self.environment: dict[str, str] = {}
        for library in self._libraries:
            self.environment |= getattr(library, "environment", {})
        self.name_variables = {getattr(lib, "name_variable", "") for lib in self._libraries} - {""}

    def used_in(self, sources: Iterable[str]) -> "CheckLibraries":
        """Return those that have a package which some source mentions."""
        words = {word for source in sources for word in re.findall(r"\w+", source)}
        return CheckLibraries(
            library for library in self._libraries if words & set(getattr(library, "packages", ()))
        )

    def _call(self, hook: str, *args: Any) -> list[Any]:
        """Return the results of a hook, without None, from all libraries that have it."""
        hooks = [getattr(library, hook, None) for library in self._libraries]
        results = [function(*args) for function in hooks if function is not None]
        return [result for result in results if result is not None]

    def folders(self) -> list[Path]:
        """Return the folders of the packages, as far as they are installed."""
        specs = [find_spec(name) for name in self.packages]
        return [
            Path(place) for spec in specs if spec for place in spec.submodule_search_locations or []
        ]

    def files(self) -> list[Path]:
        """Return the Python files of the packages."""
        return [path for folder in self.folders() for path in sorted(folder.rglob("*.py"))]

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

    def assignments(self) -> Path | None:
        """Return a folder with solutions/ and exercises/ for a new course, if there is one."""
        return next(iter(self._call("assignments")), None)

    def prepare(self, names: Iterable[str], seed: int) -> None:
        self._call("prepare", list(names), seed)

    def question(self, value: Any) -> dict[str, str] | None:
        """Return the MIME bundle of a question, or None."""
        return next(iter(self._call("question", value)), None)

    def normalise_name(self, variable: str, value: Any) -> str:
        """Return a student's name as the questions see it."""
        own = [each for each in self._libraries if getattr(each, "name_variable", "") == variable]
        return str(next(iter(CheckLibraries(own)._call("normalise_name", value)), value))

    def explain(self, error: BaseException, line: str) -> str:
        """Return one more sentence about an error, or an empty string."""
        return next(filter(None, self._call("explain", error, line)), "")

    def grading(self, seconds: float) -> AbstractContextManager[Any]:
        """Enter the context of one submission in every library."""
        stack = ExitStack()
        for context in self._call("grading", seconds):
            stack.enter_context(context)
        return stack

    @contextlib.contextmanager
    def testing(self) -> Iterator[list[Any]]:
        """Enter the context of one test; yield what it measured, complete at the end."""
        with ExitStack() as stack:
            lists = [stack.enter_context(context) for context in self._call("testing")]
            measured: list[Any] = []
            yield measured
            measured += [entry for entries in lists for entry in entries]


@cache
def installed() -> CheckLibraries:
    """Return all check libraries that are installed."""
    return CheckLibraries(point.load() for point in entry_points(group=GROUP))


_STUB_CLASS = '''

class {name}(AssertionError):
    """Never raised here."""
'''
_STUB_FUNCTION = '''

def {name}(*args, **kwargs):
    """Do nothing."""
'''
