"""How gradebox grades exercises of this course: its hooks for check libraries.

Registered in pyproject.toml as an entry point of the group `gradebox.checks`; gradebox documents
each name. gradebox itself isn't imported, and neither is NumPy before something is graded.
"""

import importlib
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from importlib.util import LazyLoader, find_spec, module_from_spec
from pathlib import Path
from typing import Any

packages = ("lincourse", "misstep")
private = ("lincourse.cli", "lincourse.gradebox", "lincourse.instructor", "lincourse.student")
stubs = ("lincourse.checks",)
environment = {"LINCOURSE_STATIC": "1", "LINCOURSE_FIGURES": "words"}
asks = ("question", "show_slip")
name_variable = "student"

DRAWING = ("lincourse.plots", "lincourse.interact")  # these import Matplotlib


def assignments() -> Path | None:
    """The clone of the course that this package is in; None if it was installed from a wheel."""
    root = Path(__file__).resolve().parent.parent
    return root if (root / "solutions").is_dir() else None


def prepare(names: Iterable[str], seed: int) -> None:
    """Import the reference and draw the inputs of the checks."""
    from misstep.notebook import rehearse

    import lincourse
    from lincourse import checks  # noqa: F401  # it names the course

    for module in DRAWING:
        _import_when_used(module)
    for module in lincourse.__all__:
        importlib.import_module(f"lincourse.{module}")
    rehearse(names, seed)


def normalise_name(value: Any) -> str:
    """A student's name as the quizzes see it."""
    from misstep.quizzes.quiz import normalised

    return normalised(value)


def question(value: Any) -> dict[str, str] | None:
    """A question as Markdown and plain text; None for any other value."""
    from misstep.formulas.find_the_error import FlawedDerivation
    from misstep.quizzes.quiz import REPLACE, QuestionText

    if not isinstance(value, QuestionText | FlawedDerivation):
        return None
    # A feedback page, which shows the plain text, has no cell below the question.
    plain = REPLACE.sub("Answer with ", repr(value))
    return {"text/markdown": value._repr_markdown_(), "text/plain": plain}


def grading(seconds: float) -> AbstractContextManager[None]:
    """Let calls of a student's function take as long as the grader allows."""
    from misstep.core.calling import allowing

    return allowing(seconds)


def testing() -> AbstractContextManager[list[dict[str, float]]]:
    """Collect the accuracies that a test measures on fresh data."""
    from misstep.functions.levels import measuring

    return measuring()


def explain(error: BaseException, line: str) -> str:
    """Say what to do about a name cell that doesn't work."""
    from misstep.quizzes.name_cell import advice

    return advice(error, line)


def _import_when_used(name: str) -> None:
    """Import a module lazily: the first use of one of its names runs it."""
    spec = find_spec(name)
    if name in sys.modules or spec is None or spec.loader is None:
        return
    spec.loader = LazyLoader(spec.loader)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    parent, _, child = name.rpartition(".")
    setattr(sys.modules[parent], child, module)
