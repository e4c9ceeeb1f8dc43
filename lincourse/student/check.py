"""Run the checks of a notebook, and say for every exercise what they give."""

import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from lincourse.student import UserError
from lincourse.student.notebook import Notebook, Part, read
from lincourse.student.running import CellOutcome, Failure, run

SECONDS = 60.0
State = Literal["passed", "failed", "not begun", "not run"]


@dataclass
class CheckedExercise:
    """One test cell: what it gave, and why not more."""

    grade_id: str
    name: str
    title: str
    state: State
    points: float
    max_points: float
    failure: Failure | None = None  # what the test said
    own: Failure | None = None  # how the student's own cell stopped
    notes: list[str] = field(default_factory=list)
    printed: str = ""


@dataclass
class Reading:
    """An answer that a person reads: no check can give its points."""

    grade_id: str
    title: str
    written: bool
    max_points: float


@dataclass
class Stopped:
    """A cell that is no part of an exercise and stopped with an error."""

    title: str
    first_line: str
    failure: Failure
    expected: bool  # only because a part that it uses is not finished


@dataclass
class Checked:
    """A notebook after its checks were run."""

    path: Path
    title: str
    digest: str
    exercises: list[CheckedExercise]
    readings: list[Reading]
    others: list[Stopped]
    seconds: float
    interrupted: bool = False

    @property
    def points(self) -> float:
        """What the checks in the notebook give."""
        return sum(exercise.points for exercise in self.exercises)

    @property
    def max_points(self) -> float:
        """What they would give at most."""
        return sum(exercise.max_points for exercise in self.exercises)

    @property
    def passed(self) -> bool:
        """Whether all exercises passed."""
        return all(exercise.state == "passed" for exercise in self.exercises)

    def to_json(self) -> dict[str, Any]:
        """All of it, for a program to read."""
        data = asdict(self) | {"path": str(self.path)}
        return data | {"points": self.points, "max_points": self.max_points, "passed": self.passed}


def check(
    path: Path, seconds: float = SECONDS, watch: Callable[[str], None] = lambda _: None
) -> Checked:
    """Run a notebook from top to bottom in a fresh Python, and collect what its tests say."""
    notebook = read(path)
    cells, parts = notebook.cells, notebook.parts()
    if not parts:
        raise UserError(f"{path.name} has no test cells. The exercises are in exercises/")
    code = {cell.index: cell.source for cell in cells if cell.kind == "code"}
    start, interrupted = time.monotonic(), False

    def started(index: int) -> None:
        watch(cells[index].name or cells[index].heading)

    try:
        outcomes = run(code, path.resolve().parent, seconds, started)
    except KeyboardInterrupt as stop:
        outcomes, interrupted = stop.args[0], True
    for outcome in outcomes.values():
        for line in outcome.failure.lines if outcome.failure else []:
            line["where"] = "" if line["cell"] is None else cells[line["cell"]].name
    exercises = [_exercise(part, outcomes) for part in parts]
    return Checked(
        path=path,
        title=notebook.title,
        digest=notebook.digest(),
        exercises=exercises,
        readings=[
            Reading(cell.grade_id, cell.heading, not cell.as_released, cell.points)
            for cell in notebook.readings()
        ],
        others=_others(notebook, parts, outcomes, exercises),
        seconds=round(time.monotonic() - start, 3),
        interrupted=interrupted,
    )


def _exercise(part: Part, outcomes: dict[int, CellOutcome]) -> CheckedExercise:
    test, outcome = part.test, outcomes.get(part.test.index)
    own = [one.failure for cell in part.own if (one := outcomes.get(cell.index)) and one.failure]
    state: State
    if not part.begun:
        state = "not begun"
    elif outcome is None and test.kind == "code":
        state = "not run"
    else:
        state = "failed" if outcome is None or outcome.failure else "passed"
    found = CheckedExercise(
        grade_id=test.grade_id,
        name=test.name,
        title=test.heading,
        state=state,
        points=test.points if state == "passed" else 0.0,
        max_points=test.points,
    )
    if state in ("passed", "failed") and outcome:
        found.failure, found.printed = outcome.failure, outcome.printed
        found.own = own[0] if own else None
    found.notes = _notes(part)
    return found


def _notes(part: Part) -> list[str]:
    notes = []
    if part.test.as_released is False:
        notes.append("Its test cell was changed. Grading uses the course's own.")
    if part.test.kind != "code":
        notes.append("Its test cell is no longer a code cell.")
    if any(cell.kind != "code" for cell in part.own):
        notes.append("Your cell is no longer a code cell.")
    return notes


def _others(
    notebook: Notebook,
    parts: list[Part],
    outcomes: dict[int, CellOutcome],
    exercises: list[CheckedExercise],
) -> list[Stopped]:
    """Cells that belong to no exercise and stopped."""
    known = {cell.index for part in parts for cell in (part.test, *part.own)}
    lost = {exercise.name for exercise in exercises if exercise.state != "passed"}
    found: list[Stopped] = []
    for cell in notebook.cells:
        outcome = outcomes.get(cell.index)
        if cell.index in known or outcome is None or outcome.failure is None:
            continue
        if "'student' is not defined" in outcome.failure.words and found:
            continue  # the cell with the name stopped, and that is said already
        expected = _expected(outcome.failure, lost)
        if expected:
            lost |= set(re.findall(r"[^\W\d]\w*", cell.source))  # what it would have defined
        first = next((line for line in cell.source.splitlines() if line.strip()), "")
        found.append(Stopped(cell.heading, first, outcome.failure, expected))
    return found


def _expected(failure: Failure, lost: set[str]) -> bool:
    """Whether a cell only stopped because something before it is not finished."""
    if failure.kind == "NameError":
        return any(f"'{name}'" in failure.words for name in lost)
    checks = (failure.report or {}).get("name", "")  # one function, or all steps of a derivation
    again = any(checks and f"{name}_".startswith(f"{checks}_") for name in lost)
    return again or failure.kind == "NotImplementedError"
