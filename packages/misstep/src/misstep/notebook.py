"""Functions for test cells: what a notebook calls to check an answer.

    check("softmax")                        climbs the ladder on inputs that stay the same
    check_fresh("softmax")                  the same on inputs nobody has seen, for grading
    question("smoothed", student)           shows a question with the numbers of a student
    check_quiz("smoothed", smoothed, student)   compares the answer to it
    check_step("tanh", 2, tanh_2)           compares one step of a derivation
    check_derivation("tanh", [...])         names the first wrong step, or line, of all
    show_slip("slip_1", student)            prints a derivation with one wrong line
    check_slip("slip_1", slip_1, student)   compares the line that was named, and its correction
    check_tests("softmax", try_softmax)     tries a test that the student wrote
    check_fast("confusion")                 a starred rung: no loop over the examples; not graded
    Z = example("softmax", 17)              the arguments of a call too long to print, as a check shows it
    check_level("NAME", "good")             measures how well a classifier does
    check_level_fresh("NAME", "good")       the same on a split nobody has seen, for grading

A check raises `CheckFailed` with a message in plain words: what was called, what came back, what
was expected, and which known mistake it looks like. The first call imports the catalogue that the
course names (`misstep.core.course`).
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from difflib import get_close_matches
from itertools import islice
from secrets import randbelow
from types import FunctionType
from typing import TYPE_CHECKING, Any

import misstep
from misstep.core.course import current
from misstep.core.report import Report, deliver, show, unreadable_cell
from misstep.core.rows import Row

if TYPE_CHECKING:
    from misstep.formulas.find_the_error import FlawedDerivation
    from misstep.quizzes.quiz import QuestionText


def check(answer: str | Callable[..., Any], seed: int = 0) -> None:
    """Climb the ladder of checks for a function of the course, and show how it went.

    Args:
        answer: The function's name, looked up where this is called, or the function itself.
        seed: Where the inputs come from; the same seed gives the same inputs.

    Raises:
        CheckFailed: with what is wrong, in words.

    """
    report = _climb(answer, seed, sys._getframe(1).f_globals)
    if error := unreadable_cell(report.name, bool(report.passed)):
        report = _unreadable(report, error)
    deliver(report)


def _unreadable(report: Report, error: SyntaxError) -> Report:
    """The report on a function whose last cell Python can't read."""
    from misstep.explain import syntax_errors
    from misstep.ladder import Broken, Ladder, words

    cell = syntax_errors.unreadable_cell(report.name, error, last=report.good)
    if report.good:  # an earlier version ran
        report.add(Row.OLD_VERSION, words("old-version", cell=cell))
        return report
    ladder = Ladder(Report(report.name))
    if line := syntax_errors.pointed_at(error):
        ladder.report.facts.append(line)

    def hold() -> None:
        raise Broken(cell)

    return ladder.climb([(words("rung-exists"), hold)])


def check_fresh(answer: str | Callable[..., Any]) -> None:
    """`check` with a seed that nobody can know in advance; silent if it passes.

    Raises:
        CheckFailed: with what is wrong, and how to see it again.

    """
    from misstep.functions.levels import fresh

    seed = _rehearsed or _fresh_seed()
    with fresh():
        report = _climb(answer, seed, sys._getframe(1).f_globals)
    if not report.good:
        report.add(Row.SEE_AGAIN, f'check("{report.name}", seed={seed})')
        deliver(report)


def example(name: str, number: int, seed: int = 0) -> Any:
    """The argument of one of the calls that a check makes, or a tuple if there are several.

    Args:
        name: The function's name.
        number: Which of its inputs; a check that shows one says the number.
        seed: Where the inputs come from, as in `check`.

    """
    inputs = _registered("CHECKS", name, "check for").inputs(seed)
    args = deepcopy(next(islice(inputs.examples, number, None)))
    return args if len(args) > 1 else args[0]


def rehearse(names: Iterable[str], fresh: int | None = None) -> None:
    """Prepare the checks of these functions, for a process that grades many students.

    Afterwards `check` finds its inputs and the right results ready, and so does `check_fresh`,
    which from then on uses one seed: `fresh`, or one that is drawn now.
    """
    global _rehearsed
    _rehearsed = fresh or _fresh_seed()
    names = set(names)
    checks, levels = _registry("CHECKS"), _registry("LEVELS")
    for name in checks.keys() & names:
        for seed in (0, _rehearsed):
            checks[name].rehearse(seed)
    for name, test_check in _registry("STUDENT_TEST_CHECKS").items():
        if f"try_{name}" in names:
            test_check.rehearse()
    for name in levels.keys() & names:
        levels[name].rehearse(_rehearsed)


def question(name: str, student: Any = "") -> "QuestionText":
    """The text of a quiz, or the situation that several share, with the numbers of a student.

    Args:
        name: The quiz or the scenario, such as "smoothed" or "smoothing".
        student: Whose numbers; without a name they are those of the document.

    """
    from misstep.quizzes.quiz import SCENARIOS, question_text

    current.load()
    if name not in SCENARIOS:
        _registered("QUIZZES", name, "quiz called")
    return question_text(name, student)


def check_quiz(name: str, answer: Any, student: Any = "") -> None:
    """Compare a quiz answer with the right one, rounded as the question allows.

    Args:
        name: The quiz.
        answer: What the student found.
        student: Whose numbers; without a name they are those of the document.

    Raises:
        CheckFailed: with what is wrong, in words.

    """
    deliver(_registered("QUIZZES", name, "quiz called").mark(answer, student))


def practice(topic: str | int = "") -> None:
    """Ask questions on a topic without end, each with its worked solution after the attempt.

    Args:
        topic: A unit ("02"), its name ("naive-bayes"), a scenario ("bayes") or a quiz ("smoothed");
            everything where it is left out. Now and then an earlier unit comes up.

    """
    from misstep.quizzes.practice import show_practice

    show_practice(topic)


def check_step(derivation: str, number: int, answer: Any) -> None:
    """Compare a step of a derivation with the right one: by value, and by form where one is asked.

    Raises:
        CheckFailed: with what is wrong, in words.
    """
    deliver(_registered("DERIVATIONS", derivation, "derivation").mark(number, answer))


def check_derivation(derivation: str, answers: Sequence[Any]) -> None:
    """Go through all steps of a derivation, or the lines of a free one; name the first wrong one.

    Raises:
        CheckFailed: with that step, and those that are right on their own.
    """
    deliver(_registered("DERIVATIONS", derivation, "derivation").mark_all(answers))


def check_tests(name: str, test: Any) -> None:
    """Try a test that a student wrote of a function of the course, on right and wrong ones.

    Args:
        name: The function that the test is of.
        test: A function of asserts that takes the function to be tested.

    Raises:
        CheckFailed: with what it rejects or lets through, in words.

    """
    deliver(_registered("STUDENT_TEST_CHECKS", name, "check for tests of").mark(test))


def check_fast(name: str) -> None:
    """Show whether a function goes without a loop over the examples, and how fast that makes it.

    It is not graded, and raises nothing where the function is slow.

    Args:
        name: The function's name, looked up where this is called.

    """
    speed_check = _registered("SPEED_CHECKS", name, "starred rung for")
    show(speed_check.mark(sys._getframe(1).f_globals.get(name)))


def show_slip(name: str, student: Any = "") -> "FlawedDerivation":
    """A derivation with one wrong line, which the student's name draws."""
    flawed: FlawedDerivation = _registered("FIND_THE_ERROR", name, "slip").for_student(student)
    return flawed


def check_slip(name: str, answer: Any, student: Any = "") -> None:
    """Compare the number of the wrong line, and the expression that should be there.

    Args:
        name: The derivation with the slip.
        answer: Two things in a list: the line's number, counted from 1, and the expression.
        student: Whose derivation, as for `show_slip`.

    Raises:
        CheckFailed: with what is wrong, in words.

    """
    deliver(_registered("FIND_THE_ERROR", name, "slip").mark(answer, student))


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
    """`check_level` on a split that nobody can know in advance; silent if it passes.

    Raises:
        CheckFailed: with what it reaches, in words.

    """
    seed = _rehearsed or _fresh_seed()
    report = _measured(name, level, seed, sys._getframe(1).f_globals)
    if not report.good:
        again = f'check_level("{name}", "{level}", seed={seed})'
        report.add(Row.SEE_AGAIN, again)
        deliver(report)


_rehearsed: int | None = None


def _fresh_seed() -> int:
    return 1 + randbelow(2**32)


def _registry(name: str) -> dict[str, Any]:
    """Load the course's catalogue, which fills the registries, and return one of them."""
    current.load()
    registry: dict[str, Any] = getattr(misstep, name)
    return registry


def _registered(registry: str, name: str, what: str) -> Any:
    """Look up what a test cell names.

    Raises:
        ValueError: for a name that isn't there, with those that are.

    """
    found = _registry(registry)
    if name not in found:
        raise ValueError(f"there is no {what} {name!r}; there are {', '.join(found)}")
    return found[name]


def _measured(name: str, level: str, seed: int, namespace: dict[str, Any]) -> Report:
    levels = _registered("LEVELS", name, "level of")
    if level not in levels.goals:
        raise ValueError(f"there is no level {level!r} of {name!r}")
    report: Report = levels.mark(namespace.get(name), level, seed)
    return report


def _climb(answer: str | Callable[..., Any], seed: int, namespace: dict[str, Any]) -> Report:
    if isinstance(answer, str):
        name, function = answer, namespace.get(answer)
    else:
        name, function = getattr(answer, "__name__", type(answer).__name__), answer
    misspelt = _misspelt(name, namespace) if function is None else ""
    return misstep.climb(_registered("CHECKS", name, "check for"), function, seed, misspelt)


def _misspelt(name: str, namespace: dict[str, Any]) -> str:
    """A function whose name is nearly the one that is missing, or ""."""
    others = [
        other
        for other, value in namespace.items()
        if isinstance(value, FunctionType) and other not in misstep.CHECKS
    ]
    return next(iter(get_close_matches(name, others, 1, 0.8)), "")
