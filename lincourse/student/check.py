"""Run the checks of a notebook and collect the result of each exercise."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from lincourse.cell_names import defined_names
from lincourse.student import UserError
from lincourse.student.notebook import Exercise, Notebook, read
from lincourse.student.runner import CellOutcome, Failure, run

TIMEOUT = 60.0  # seconds per cell
State = Literal["passed", "failed", "not started", "not run"]


@dataclass
class ExerciseResult:
    """The result of one test cell."""

    grade_id: str
    name: str
    title: str
    state: State
    points: float
    max_points: float
    failure: Failure | None = None  # raised by the test cell
    own_failure: Failure | None = None  # raised by the student's cell
    notes: list[str] = field(default_factory=list)
    printed: str = ""


@dataclass
class ManualAnswer:
    """An answer that is marked by hand."""

    grade_id: str
    title: str
    written: bool
    max_points: float


@dataclass
class StoppedCell:
    """A cell outside the exercises that stopped with an error."""

    title: str
    first_line: str
    failure: Failure
    expected: bool  # only because it uses an exercise that isn't finished


@dataclass
class CheckResult:
    """The result of checking a notebook."""

    path: Path
    title: str
    digest: str
    exercises: list[ExerciseResult]
    manual_answers: list[ManualAnswer]
    stopped_cells: list[StoppedCell]
    seconds: float
    interrupted: bool = False

    @property
    def points(self) -> float:
        """The points that the checks give."""
        return sum(exercise.points for exercise in self.exercises)

    @property
    def max_points(self) -> float:
        """The most points that the checks can give."""
        return sum(exercise.max_points for exercise in self.exercises)

    @property
    def passed(self) -> bool:
        """True if all exercises passed."""
        return all(exercise.state == "passed" for exercise in self.exercises)

    def to_json(self) -> dict[str, Any]:
        """The result as JSON data."""
        data = asdict(self) | {"path": str(self.path)}
        return data | {"points": self.points, "max_points": self.max_points, "passed": self.passed}


def check(
    path: Path, timeout: float = TIMEOUT, on_start: Callable[[str], None] = lambda _: None
) -> CheckResult:
    """Run a notebook from top to bottom in a fresh Python and collect the results of its tests.

    `on_start` gets the name of each cell that starts.
    """
    notebook = read(path)
    cells, exercises = notebook.cells, notebook.exercises()
    if not exercises:
        raise UserError(f"{path.name} has no test cells. The exercises are in exercises/")
    code = {cell.index: cell.source for cell in cells if cell.kind == "code"}
    start, interrupted = time.monotonic(), False
    try:
        outcomes = run(
            code,
            path.resolve().parent,
            timeout,
            lambda index: on_start(cells[index].name or cells[index].heading),
        )
    except KeyboardInterrupt as stop:
        outcomes, interrupted = stop.args[0], True
    for outcome in outcomes.values():
        for line in outcome.failure.lines if outcome.failure else []:
            line["where"] = "" if line["cell"] is None else cells[line["cell"]].name
    results = [_result(exercise, outcomes) for exercise in exercises]
    return CheckResult(
        path=path,
        title=notebook.title,
        digest=notebook.digest(),
        exercises=results,
        manual_answers=[
            ManualAnswer(cell.grade_id, cell.heading, not cell.as_released, cell.points)
            for cell in notebook.manual_answers()
        ],
        stopped_cells=_stopped_cells(notebook, exercises, outcomes, results),
        seconds=round(time.monotonic() - start, 3),
        interrupted=interrupted,
    )


def _result(exercise: Exercise, outcomes: dict[int, CellOutcome]) -> ExerciseResult:
    test, outcome = exercise.test, outcomes.get(exercise.test.index)
    state: State
    if not exercise.started:
        state = "not started"
    elif outcome is None and test.kind == "code":
        state = "not run"
    else:
        state = "failed" if outcome is None or outcome.failure else "passed"
    result = ExerciseResult(
        grade_id=test.grade_id,
        name=test.name,
        title=test.heading,
        state=state,
        points=test.points if state == "passed" else 0.0,
        max_points=test.points,
        notes=_notes(exercise),
    )
    if state in ("passed", "failed") and outcome:
        result.failure, result.printed = outcome.failure, outcome.printed
        own = [outcomes[cell.index] for cell in exercise.answers if cell.index in outcomes]
        result.own_failure = next((one.failure for one in own if one.failure), None)
    return result


def _notes(exercise: Exercise) -> list[str]:
    notes = []
    if exercise.test.as_released is False:
        notes.append("Its test cell was changed. Grading uses the course's own.")
    if exercise.test.kind != "code":
        notes.append("Its test cell is no longer a code cell.")
    if any(cell.kind != "code" for cell in exercise.answers):
        notes.append("Your cell is no longer a code cell.")
    return notes


def _stopped_cells(
    notebook: Notebook,
    exercises: list[Exercise],
    outcomes: dict[int, CellOutcome],
    results: list[ExerciseResult],
) -> list[StoppedCell]:
    """The cells that belong to no exercise and stopped with an error."""
    known = {cell.index for each in exercises for cell in (each.test, *each.answers)}
    unfinished = {result.name for result in results if result.state != "passed"}
    found: list[StoppedCell] = []
    for cell in notebook.cells:
        outcome = outcomes.get(cell.index)
        if cell.index in known or outcome is None or outcome.failure is None:
            continue
        if outcome.failure.undefined == "student" and found:
            continue  # a consequence of the name cell, which is in the list already
        expected = _expected(outcome.failure, unfinished)
        if expected:
            unfinished |= defined_names(cell.source)
        first = next((line for line in cell.source.splitlines() if line.strip()), "")
        found.append(StoppedCell(cell.heading, first, outcome.failure, expected))
    return found


def _expected(failure: Failure, unfinished: set[str]) -> bool:
    """Return True if a cell only stopped because something that it uses isn't finished."""
    if failure.kind == "NameError":
        return failure.undefined in unfinished
    checked = (failure.report or {}).get("name", "")  # one function, or all steps of a derivation
    again = any(checked and f"{name}_".startswith(f"{checked}_") for name in unfinished)
    return again or failure.kind == "NotImplementedError"
