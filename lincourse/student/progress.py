"""A student's progress: results of the last checks, and what is saved in the notebooks."""

import json
import logging
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from lincourse.notebooks import write_atomically
from lincourse.student import UserError
from lincourse.student.check import CheckResult
from lincourse.student.course import CourseCopy
from lincourse.student.notebook import Exercise, Notebook, read

PROGRESS_FILE = Path(".lincourse") / "progress.json"
State = Literal["passed", "failed", "unchecked", "not started"]
# Where the states come from: the last check, a check before the latest change, the outputs saved in
# the notebook, or nowhere, as the student hasn't started.
Source = Literal["record", "changed", "outputs", "untouched"]

log = logging.getLogger(__name__)


@dataclass
class ExerciseProgress:
    """The state of one exercise."""

    name: str
    state: State
    max_points: float


@dataclass
class UnitProgress:
    """The state of one exercise notebook."""

    name: str
    title: str
    exercises: list[ExerciseProgress]
    source: Source
    when: str = ""
    problem: str = ""
    points_by_hand: float = 0.0
    unwritten: list[str] = field(default_factory=list)  # answers that are marked by hand

    def count(self, state: State) -> int:
        """The number of exercises in a state."""
        return sum(exercise.state == state for exercise in self.exercises)

    @property
    def points(self) -> float:
        """The points that the checks give."""
        return sum(each.max_points for each in self.exercises if each.state == "passed")

    @property
    def max_points(self) -> float:
        """The most points that the checks can give."""
        return sum(exercise.max_points for exercise in self.exercises)

    @property
    def started(self) -> bool:
        """True if the student has written something."""
        return self.source != "untouched"

    @property
    def done(self) -> bool:
        """True if all exercises are solved and all answers that are marked by hand are written."""
        solved = bool(self.exercises) and self.count("passed") == len(self.exercises)
        return solved and not self.unwritten

    def first(self, state: State) -> str:
        """The name of the first exercise in a state, or ""."""
        return next((each.name for each in self.exercises if each.state == state), "")

    def to_json(self) -> dict[str, Any]:
        """The progress as JSON data."""
        return asdict(self) | {"points": self.points, "max_points": self.max_points}


def load(course: CourseCopy) -> dict[str, Any]:
    """The saved results by unit; {} if there are none or the file is damaged."""
    path = course.root / PROGRESS_FILE
    try:
        units = json.loads(path.read_text(encoding="utf-8"))["units"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.info("no results of earlier checks in %s: %s", path, error)
        return {}
    return units if isinstance(units, dict) else {}


def save(course: CourseCopy, result: CheckResult) -> None:
    """Save the result of a check, if the notebook is one of the course's.

    An error such as a full disk is only logged: the student still sees the result.
    """
    unit = result.path.stem
    if result.interrupted or result.path.resolve() != course.notebook(unit).resolve():
        return
    units = load(course)
    units[unit] = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "digest": result.digest,
        "states": {exercise.grade_id: exercise.state for exercise in result.exercises},
    }
    content = json.dumps({"version": 1, "units": units}, indent=1, sort_keys=True) + "\n"
    path = course.root / PROGRESS_FILE
    try:
        write_atomically(path, content.encode())
        ignored = path.with_name(".gitignore")
        if not ignored.exists():
            write_atomically(ignored, b"*\n")
    except OSError as error:
        log.warning("can't save the result in %s: %s", path, error)


def all_units(course: CourseCopy) -> list[UnitProgress]:
    """The progress of each unit."""
    record = load(course)
    return [_unit(course, name, record.get(name)) for name in course.units]


def _unit(course: CourseCopy, name: str, entry: Any) -> UnitProgress:
    path = course.notebook(name)
    try:
        notebook = read(path)
    except UserError:
        problem = "can't be read" if path.exists() else "does not exist"
        return UnitProgress(name, name, [], "untouched", problem=problem)
    exercises = notebook.exercises()
    states, source, when = _states(notebook, exercises, entry)
    by_hand = notebook.manual_answers()
    return UnitProgress(
        name,
        notebook.title,
        [
            ExerciseProgress(exercise.test.name, state, exercise.test.points)
            for state, exercise in zip(states, exercises, strict=True)
        ],
        source,
        when,
        points_by_hand=sum(cell.points for cell in by_hand),
        unwritten=[cell.grade_id for cell in by_hand if cell.as_released],
    )


def _states(
    notebook: Notebook, exercises: list[Exercise], entry: Any
) -> tuple[list[State], Source, str]:
    known = entry.get("states") if isinstance(entry, dict) else None
    if isinstance(known, dict) and (notebook.started or "passed" in known.values()):
        states = [_recorded_state(exercise, known) for exercise in exercises]
        same = entry.get("digest") == notebook.digest()
        return states, "record" if same else "changed", str(entry.get("when", ""))
    if not notebook.started:
        return ["not started"] * len(exercises), "untouched", ""
    return [_saved_state(exercise) for exercise in exercises], "outputs", ""


def _recorded_state(exercise: Exercise, known: dict[str, Any]) -> State:
    state = known.get(exercise.test.grade_id)
    if not exercise.started:
        return "not started"
    return state if state in ("passed", "failed") else "unchecked"


def _saved_state(exercise: Exercise) -> State:
    """The state according to the saved outputs, which may be older than the answer."""
    if not exercise.started:
        return "not started"
    if exercise.test.execution_count is None:
        return "unchecked"
    return "failed" if exercise.test.error else "passed"


def advice(units: list[UnitProgress]) -> str:
    """The next step, in one or two sentences."""
    if all(unit.done for unit in units):
        return "All exercises are solved. To submit: lincourse pack NN"
    for unit in units:
        number = unit.name[:2]
        if unit.problem:
            return f"Next: {unit.name} {unit.problem}. For advice: lincourse doctor {number}"
        if unit.source in ("changed", "outputs"):
            return f"Next: check {unit.name}, which has changed: lincourse check {number}"
        if name := unit.first("failed"):
            return f"Next: fix {name} in {unit.name}. See what is wrong: lincourse check {number}"
    started = [unit for unit in units if unit.started and not unit.done]
    unit = next(unit for unit in started or units if not unit.done)
    name = unit.first("not started") or unit.first("unchecked") or unit.unwritten[0]
    return f"Next: {name}, in {unit.name}. Open the course: lincourse lab"
