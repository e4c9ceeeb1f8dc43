"""Checks: what the test cell of an exercise calls.

    check("softmax")                        climbs the ladder on inputs that stay the same
    check_fresh("softmax")                  the same on inputs nobody has seen, for grading
    question("smoothed", student)           shows a question with the numbers of a student
    check_quiz("smoothed", smoothed, student)   compares the answer to it
    check_step("tanh", 2, tanh_2)           compares one step of a derivation
    check_derivation("tanh", [...])         names the first wrong step, or line, of all
    show_slip("slip_1", student)            prints a derivation with one wrong line
    check_slip("slip_1", slip_1, student)   compares the line that was named, and how it was mended
    check_tests("softmax", try_softmax)     tries a test that the student wrote
    check_fast("confusion")                 a starred rung: no loop over the examples; not graded
    softmax(*example("softmax", 17))        a call too long to print, as a check shows it
    check_level("NAME", "good")             measures how well a classifier does
    check_level_fresh("NAME", "good")       the same on a split nobody has seen, for grading
    check_comparison(table, models, splits) computes some accuracies of a table again

A check raises `CheckFailed` with a message in plain words: what was called, what came back, what
was expected, and which known wrong turn it looks like. `ladder` says how a check is written;
`units` holds the catalogues, which are loaded when the first check is called.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from itertools import islice
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from misstep.core.report import CheckFailed, Report, deliver, is_older, show
from misstep.course import Course, configure
from misstep.quizzes import name_cell

if TYPE_CHECKING:
    from misstep.formulas.expressions import Derivation
    from misstep.formulas.find_the_error import Hunt, Told
    from misstep.quizzes.quiz import Shown

__all__ = [
    "CheckFailed",
    "check",
    "check_comparison",
    "check_derivation",
    "check_fast",
    "check_fresh",
    "check_level",
    "check_level_fresh",
    "check_quiz",
    "check_slip",
    "check_step",
    "check_tests",
    "example",
    "practice",
    "question",
    "show_slip",
]


def check(answer: str | Callable[..., Any], seed: int = 0) -> None:
    """Climb the ladder of checks for a function of the course, and show how it went.

    Args:
        answer: The function's name, looked up where this is called, or the function itself.
        seed: Where the inputs come from; the same seed gives the same inputs.

    Raises:
        CheckFailed: with what is wrong, in words.

    """
    report = _climb(answer, seed, sys._getframe(1).f_globals)
    if is_older(report.name):
        report.facts.append(
            (
                "careful",
                f"the cell with def {report.name} that you ran last has a SyntaxError, so this is the "
                "version from before",
            )
        )
    deliver(report)


def check_fresh(answer: str | Callable[..., Any]) -> None:
    """`check` with a seed that nobody can know in advance; silent where all is well.

    Raises:
        CheckFailed: with what is wrong, and how to see it again.

    """
    from misstep.levels import fresh

    seed = _rehearsed or _fresh_seed()
    with fresh():
        report = _climb(answer, seed, sys._getframe(1).f_globals)
    if not report.good:
        report.facts.append(("to see it again", f'check("{report.name}", seed={seed})'))
        deliver(report)


def example(name: str, number: int, seed: int = 0) -> tuple[Any, ...]:
    """The arguments of one of the calls that a check makes, for a cell of your own.

    Args:
        name: The function's name.
        number: Which of its inputs; a check that shows one says the number.
        seed: Where the inputs come from, as in `check`.

    """
    from lincourse.checks.units import CHECKS

    return deepcopy(next(islice(CHECKS[name].questions(seed).examples, number, None)))


def rehearse(names: Iterable[str], fresh: int | None = None) -> None:
    """Prepare the checks of these functions, for a process that grades many students.

    Afterwards `check` finds its inputs and the right results ready, and so does `check_fresh`,
    which from then on uses one seed: `fresh`, or one that is drawn now.
    """
    from lincourse.checks.units import CHECKS, LEVELS, TRIALS

    global _rehearsed
    _rehearsed = fresh or _fresh_seed()
    names = set(names)
    for name in CHECKS.keys() & names:
        for seed in (0, _rehearsed):
            CHECKS[name].rehearse(seed)
    for name, trial in TRIALS.items():
        if f"try_{name}" in names:
            trial.rehearse()
    for name in LEVELS.keys() & names:
        LEVELS[name].rehearse(_rehearsed)


def question(name: str, student: Any = "") -> "Shown":
    """The text of a quiz, or the situation that several share, with the numbers of a student.

    Args:
        name: The quiz or the story, such as "smoothed" or "smoothing".
        student: Whose numbers; without a name they are those of the document.

    """
    from misstep.quizzes.quiz import STORIES, shown

    from lincourse.checks.units import QUIZZES

    if name not in QUIZZES and name not in STORIES:
        raise ValueError(f"there is no quiz called {name!r}; there are {', '.join(QUIZZES)}")
    return shown(name, student)


def check_quiz(name: str, answer: Any, student: Any = "") -> None:
    """Compare a quiz answer with the right one, rounded as the question allows.

    Args:
        name: The quiz.
        answer: What the student found.
        student: Whose numbers; without a name they are those of the document.

    Raises:
        CheckFailed: with what is wrong, in words.

    """
    from lincourse.checks.units import QUIZZES

    if name not in QUIZZES:
        raise ValueError(f"there is no quiz called {name!r}; there are {', '.join(QUIZZES)}")
    deliver(QUIZZES[name].mark(answer, student))


def practice(topic: str | int = "") -> None:
    """Ask questions on a topic without end, each with its worked solution after the attempt.

    Args:
        topic: A unit ("02"), its name ("naive-bayes"), a story ("bayes") or a quiz ("smoothed");
            everything where it is left out. Now and then an earlier unit comes up.

    """
    from misstep.quizzes.practice import show_practice

    show_practice(topic)


def check_step(derivation: str, number: int, answer: Any) -> None:
    """Compare a step of a derivation with the right one: by value, and by form where one is asked.

    Raises:
        CheckFailed: with what is wrong, in words.
    """
    deliver(_derivation(derivation).mark(number, answer))


def check_derivation(derivation: str, answers: Sequence[Any]) -> None:
    """Go through all steps of a derivation, or the lines of a free one; name the first wrong one.

    Raises:
        CheckFailed: with that step, and those that are right on their own.
    """
    deliver(_derivation(derivation).mark_all(answers))


def check_tests(name: str, test: Any) -> None:
    """Try a test that a student wrote of a function of the course, on right and wrong ones.

    Args:
        name: The function that the test is of.
        test: A function of asserts that takes the function to be tested.

    Raises:
        CheckFailed: with what it rejects or lets through, in words.

    """
    from lincourse.checks.units import TRIALS

    if name not in TRIALS:
        raise ValueError(f"no tests of {name!r} are asked for; there are {', '.join(TRIALS)}")
    deliver(TRIALS[name].mark(test))


def check_fast(name: str) -> None:
    """Show whether a function goes without a loop over the examples, and how fast that makes it.

    It is not graded, and raises nothing where the function is slow.

    Args:
        name: The function's name, looked up where this is called.

    """
    from misstep.speed import RACES

    if name not in RACES:
        raise ValueError(f"{name!r} has no starred rung; there are {', '.join(RACES)}")
    show(RACES[name].mark(name, sys._getframe(1).f_globals.get(name)))


def show_slip(name: str, student: Any = "") -> "Told":
    """A derivation with one wrong line, which the student's name draws."""
    return _hunt(name).told(student)


def check_slip(name: str, answer: Any, student: Any = "") -> None:
    """Compare the number of the wrong line, and the expression that should be there.

    Args:
        name: The derivation with the slip.
        answer: Two things in a list: the line's number, counted from 1, and the expression.
        student: Whose derivation, as for `show_slip`.

    Raises:
        CheckFailed: with what is wrong, in words.

    """
    deliver(_hunt(name).mark(answer, student))


def check_level(name: str, level: str, seed: int = 0) -> None:
    """Measure how well a classifier does on held-out data, and whether that reaches a level.

    Args:
        name: The function's name, looked up where this is called.
        level: What the level is called, such as "good".
        seed: 0 for the splits that stay the same, anything else for another one.

    Raises:
        CheckFailed: with what it reaches, in words.

    """
    deliver(_measured(name, level, seed, sys._getframe(1).f_globals))


def check_level_fresh(name: str, level: str) -> None:
    """`check_level` on a split that nobody can know in advance; silent where all is well.

    Raises:
        CheckFailed: with what it reaches, in words.

    """
    seed = _rehearsed or _fresh_seed()
    report = _measured(name, level, seed, sys._getframe(1).f_globals)
    if not report.good:
        again = f'check_level("{name}", "{level}", seed={seed})'
        report.facts.append(("to see it again", again))
        deliver(report)


def check_comparison(table: Any, models: Any, splits: Sequence[Any]) -> None:
    """Look at a comparison of a student's own models: is it complete, and does it come out again?

    Args:
        table: Each model's accuracies, one for each split, by the model's name.
        models: The models, functions of training data and documents, by name.
        splits: What they were compared on: pairs of training and test data.

    Raises:
        CheckFailed: with what is missing or does not come out again, in words.

    """
    from lincourse.checks.units.family.comparison import mark

    deliver(mark(table, models, splits))


_rehearsed: int | None = None


def _fresh_seed() -> int:
    return 1 + randbelow(2**32)


def _derivation(name: str) -> "Derivation":
    from lincourse.checks.units import DERIVATIONS

    if name not in DERIVATIONS:
        raise ValueError(f"there is no derivation {name!r}; there are {', '.join(DERIVATIONS)}")
    return DERIVATIONS[name]


def _hunt(name: str) -> "Hunt":
    from lincourse.checks.units import HUNTS

    if name not in HUNTS:
        raise ValueError(f"there is no slip {name!r}; there are {', '.join(HUNTS)}")
    return HUNTS[name]


def _measured(name: str, level: str, seed: int, namespace: dict[str, Any]) -> Report:
    from lincourse.checks.units import LEVELS

    if name not in LEVELS or level not in LEVELS[name].goals:
        raise ValueError(f"there is no level {level!r} of {name!r}")
    return LEVELS[name].mark(namespace.get(name), level, seed)


def _climb(answer: str | Callable[..., Any], seed: int, namespace: dict[str, Any]) -> Report:
    from lincourse.checks.units import CHECKS

    if isinstance(answer, str):
        name, function = answer, namespace.get(answer)
    else:
        name, function = getattr(answer, "__name__", type(answer).__name__), answer
    if name not in CHECKS:
        raise ValueError(f"there is no check for {name!r}; there are {', '.join(CHECKS)}")
    return CHECKS[name].climb(function, seed)


configure(
    Course(
        name="lincourse",
        checks="lincourse.checks",
        catalogue="lincourse.checks.units",
        practice="lincourse practice",
        given=("softmax", "datasets", "plots", "checks"),
    )
)
name_cell.install()
