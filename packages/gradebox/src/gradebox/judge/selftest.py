"""A self-test of an assignment: the course's own solution, graded like a student's.

If the solution loses points, no student can earn them. The usual cause is a function that reads a
global name which only test cells set: stock nbgrader runs tests and answers in one process, where
such a name leaks into the function; here it doesn't.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gradebox.course.model import Assignment, CourseNotebook
from gradebox.course.ownership import NameOwnership
from gradebox.course.syntax import bound_names, mentioned_names, read_globals
from gradebox.intake.submission import RebuiltCell, Submission
from gradebox.judge import doctor
from gradebox.results import Exercise, Failure, Result

# The ids under which the solution and the empty exercise are graded; no folder has such a name.
STUDENT, EMPTY = "", "."
OWN = (STUDENT, EMPTY)
UNDEFINED = re.compile(r"name '(\w+)' is not defined")

# Other reasons why a right answer loses points.
CAUSES = {
    Failure.UNSENDABLE: "the test passes in something that can't be sent to the student's process; "
    "the guide's section on your own assignments says what can be",
    Failure.TIMEOUT: "it needs more time than a cell has here; `--timeout` gives it more",
    Failure.FILE_NOT_FOUND: "a file is missing: tests don't see files that answers write, only "
    "those beside the notebook in the course's folder",
    Failure.MODULE_NOT_FOUND: "a package is not installed in the environment that grades",
    Failure.IMPORT_ERROR: "a package is missing, or is another version, in the environment that "
    "grades",
}


@dataclass(frozen=True)
class LostPoints:
    """Points that the course's own solution loses on a test, and the cause if it is known."""

    notebook: str
    grade_id: str
    points: float  # lost
    max_score: float
    message: str
    line: str = ""  # where the test stopped
    cause: str = ""


def submission(assignment: Assignment, student: str = STUDENT) -> Submission:
    """Return the solution, or the empty exercise, as if it had been submitted."""
    own = Submission(student, readable=True)
    for notebook in assignment.notebooks:
        own.parts[notebook.name] = [
            RebuiltCell(
                cell,
                cell.kind,
                cell.released if student == EMPTY and cell.of_students else cell.source,
            )
            for cell in notebook.cells
        ]
        if student == EMPTY:
            continue
        own.answered[notebook.name] = [cell.grade_id for cell in notebook.cells if cell.of_students]
    return own


def lost_points(assignment: Assignment, result: Result | None, reason: str) -> list[LostPoints]:
    """Return what the solution lost; all points, and the reason, if it could not be graded."""
    if result is None or not result.notebooks:
        why = result.reason if result else reason
        name, points = assignment.notebooks[0].name, assignment.max_score
        return [LostPoints(name, "all tests", points, points, why)]
    books = {notebook.name: notebook for notebook in assignment.notebooks}
    return [
        LostPoints(
            *(notebook.name, exercise.grade_id),
            *(exercise.max_score - exercise.score, exercise.max_score),
            *(exercise.message, exercise.line),
            _cause(assignment, books[notebook.name], exercise),
        )
        for notebook in result.notebooks
        for exercise in notebook.exercises
        if exercise.score is not None and exercise.score < exercise.max_score
    ]


def _cause(assignment: Assignment, notebook: CourseNotebook, exercise: Exercise) -> str:
    """Return why a test fails on the course's own answers, if that is known."""
    test = next(cell for cell in notebook.cells if cell.grade_id == exercise.grade_id)
    above = [
        cell.source
        for cell in notebook.cells
        if cell.index < test.index and cell.kind == "code" and cell.role != "test"
    ]
    only_in_tests = NameOwnership.analyse(notebook).only_in_tests
    undefined = only_in_tests & set(UNDEFINED.findall(exercise.message))
    if undefined:
        return _reads_test_names(above, undefined)
    if known := doctor.of_test(assignment, notebook, test):
        return known
    if exercise.failure in CAUSES:
        return CAUSES[exercise.failure]
    needed = [source for source in above if bound_names(source) & mentioned_names(test.source)]
    return _reads_test_names(needed, only_in_tests)


def _reads_test_names(sources: list[str], names: set[str]) -> str:
    found = [
        f"{user} uses `{name}`, which only your tests set" for user, name in readers(sources, names)
    ]
    if not found:
        return ""
    return (
        f"{'; '.join(found)}. Tests run in a process of their own, so it is undefined when the "
        "answer runs: pass it as an argument, or set it in a cell that is no test"
    )


def readers(sources: Iterable[str], names: set[str]) -> Iterator[tuple[str, str]]:
    """Yield which functions, or cells, of some code read which of these names."""
    found = [
        (f"`{user}`" if user else "a cell", name)
        for source in sources
        for user, read in read_globals(source).items()
        for name in sorted(read & names)
    ]
    yield from dict.fromkeys(found)
