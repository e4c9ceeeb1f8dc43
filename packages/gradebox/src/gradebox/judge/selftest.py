"""A self-test of an assignment: the course's own solution, graded like a student's.

What the solution loses, every student loses who answers as well. The usual cause is a function that
reads a global name which only test cells set: stock nbgrader runs tests and answers in one process,
where such a name leaks into the function; here it does not.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gradebox.course.model import Assignment, CourseCell, CourseNotebook
from gradebox.course.ownership import Names
from gradebox.course.syntax import MAGIC, bound, read_globals, used
from gradebox.intake.reader import RebuiltCell, Submission
from gradebox.results import Exercise, Result

STUDENT = ""  # whose work the solution is: nobody's folder has this name
UNDEFINED = re.compile(r"name '(\w+)' is not defined")

# What else costs a right answer its points, by what its test then says.
CAUSES = {
    "can't be sent": "the test passes in something that can't be sent to the student's process; "
    "the guide's section on your own assignments says what can be",
    "had not ended after": "it needs more time than a cell has here; `--timeout` gives it more",
    "FileNotFoundError": "a file is missing: tests do not see files that answers write, and only "
    "what lies beside the notebook in the course's folder is there",
    "ModuleNotFoundError": "a package is not installed in the environment that grades",
    "ImportError": "a package is missing, or is another version, in the environment that grades",
}


@dataclass(frozen=True)
class Loss:
    """Points that the course's own solution does not get, and why as far as that can be seen."""

    notebook: str
    grade_id: str
    points: float  # lost
    max_score: float
    message: str
    line: str = ""  # of the test, where it stopped
    cause: str = ""


def submission(assignment: Assignment) -> Submission:
    """The solution as if it had been handed in."""
    own = Submission(STUDENT, readable=True)
    for notebook in assignment.notebooks:
        own.parts[notebook.name] = [
            RebuiltCell(cell, cell.kind, cell.source) for cell in notebook.cells
        ]
        own.answered[notebook.name] = [cell.grade_id for cell in notebook.cells if cell.of_students]
    return own


def losses(assignment: Assignment, result: Result | None, reason: str) -> list[Loss]:
    """What the solution lost; all of it where, for some reason, grading it came to no end."""
    if result is None or not result.notebooks:
        why = result.reason if result else reason
        name = assignment.notebooks[0].name
        most = assignment.max_score
        return [Loss(name, "all tests", most, most, why)]
    books = {notebook.name: notebook for notebook in assignment.notebooks}
    return [
        Loss(
            *(notebook.name, exercise.grade_id),
            *(exercise.max_score - exercise.score, exercise.max_score),
            *(exercise.message, exercise.line, _cause(books[notebook.name], exercise)),
        )
        for notebook in result.notebooks
        for exercise in notebook.exercises
        if exercise.score is not None and exercise.score < exercise.max_score
    ]


def _cause(notebook: CourseNotebook, exercise: Exercise) -> str:
    """Why a test fails on the course's own answers, where that can be seen."""
    test = next(cell for cell in notebook.cells if cell.grade_id == exercise.grade_id)
    above = [
        cell.source
        for cell in notebook.cells
        if cell.place < test.place and cell.kind == "code" and cell.role != "test"
    ]
    alone = Names.of(notebook).tests_alone
    named = alone & set(UNDEFINED.findall(exercise.message))
    if named:
        return _leaning(above, named)
    for words, cause in CAUSES.items():
        if words in exercise.message:
            return cause
    needed = [source for source in above if bound(source) & used(test.source)]
    return _leaning(needed, alone) or _seeded(needed, test) or _magic(test)


def _leaning(sources: list[str], names: set[str]) -> str:
    said = [
        f"{user} uses `{name}`, which only your tests set" for user, name in leans(sources, names)
    ]
    if not said:
        return ""
    return (
        f"{'; '.join(said)}. Tests run in a process of their own, so it is not there when the "
        "answer runs: hand it over as an argument, or set it in a cell of yours that is no test"
    )


def _seeded(sources: list[str], test: CourseCell) -> str:
    if "seed(" not in test.source or not any("random" in source for source in sources):
        return ""
    return (
        "the test sets the seed of random numbers, but in its own process, not in that of the "
        "answer: hand over a generator, or a seed, as an argument"
    )


def _magic(test: CourseCell) -> str:
    lines = [line.strip() for line in test.source.splitlines() if MAGIC.match(line)]
    return f"lines that only IPython knows are left out of tests: {lines[0]}" if lines else ""


def leans(sources: Iterable[str], names: set[str]) -> Iterator[tuple[str, str]]:
    """Which functions, or cells, of some code read which of these names."""
    found = [
        (f"`{user}`" if user else "a cell", name)
        for source in sources
        for user, read in read_globals(source).items()
        for name in sorted(read & names)
    ]
    yield from dict.fromkeys(found)
