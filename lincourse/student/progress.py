"""How far a student has come: the record of the last checks, and what stands in the notebooks."""

import contextlib
import json
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from lincourse.notebooks import write_atomically
from lincourse.student import UserError
from lincourse.student.check import Checked
from lincourse.student.course import CourseCopy
from lincourse.student.notebook import Notebook, Part, read

RECORD = Path(".lincourse") / "progress.json"
Mark = Literal["passed", "failed", "open", "not begun"]
Source = Literal["record", "changed", "outputs", "untouched"]


@dataclass
class Unit:
    """One exercise notebook on the map: a state and points for each of its exercises.

    `source` says where the states come from: the record of the last check, a record of an older
    text, the outputs saved in the notebook, or nowhere, as nothing was begun.
    """

    name: str
    title: str
    states: list[tuple[Mark, float]]
    names: list[str]
    source: Source
    when: str = ""
    problem: str = ""
    by_hand: float = 0.0  # points that a person gives
    unwritten: list[str] = field(default_factory=list)  # answers for a person that are not begun

    def count(self, state: Mark) -> int:
        """How many exercises are in a state."""
        return sum(one == state for one, _ in self.states)

    @property
    def points(self) -> float:
        """What the checks give."""
        return sum(points for state, points in self.states if state == "passed")

    @property
    def max_points(self) -> float:
        """What they would give at most."""
        return sum(points for _, points in self.states)

    @property
    def begun(self) -> bool:
        """Whether there is anything of the student's in it."""
        return self.source != "untouched"

    @property
    def done(self) -> bool:
        """Whether all of it is solved, and all written that a person reads."""
        solved = bool(self.states) and self.count("passed") == len(self.states)
        return solved and not self.unwritten

    def first(self, state: Mark) -> str:
        """The name of the first exercise in a state, or nothing."""
        found = (n for n, (one, _) in zip(self.names, self.states, strict=True) if one == state)
        return next(found, "")

    def to_json(self) -> dict[str, Any]:
        """All of it, for a program to read."""
        data = asdict(self) | {"points": self.points, "max_points": self.max_points}
        del data["names"], data["states"]
        marks = zip(self.names, self.states, strict=True)
        data["exercises"] = [{"name": n, "state": s, "max_points": p} for n, (s, p) in marks]
        return data


def load(course: CourseCopy) -> dict[str, Any]:
    """The record, by unit; empty where there is none that can be read."""
    try:
        units = json.loads((course.root / RECORD).read_text(encoding="utf-8"))["units"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return units if isinstance(units, dict) else {}


def save(course: CourseCopy, result: Checked) -> None:
    """Add a check of one of the course's notebooks to the record; a full disk loses no check."""
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
    with contextlib.suppress(OSError):
        write_atomically(course.root / RECORD, content.encode())
        ignored = course.root / RECORD.parent / ".gitignore"
        if not ignored.exists():
            write_atomically(ignored, b"*\n")


def units(course: CourseCopy) -> list[Unit]:
    """Every exercise of the course and how far it has come."""
    record = load(course)
    return [_unit(course, name, record.get(name)) for name in course.units]


def _unit(course: CourseCopy, name: str, entry: Any) -> Unit:
    path = course.notebook(name)
    try:
        notebook = read(path)
    except UserError:
        problem = "can't be read" if path.exists() else "is not there"
        return Unit(name, name, [], [], "untouched", problem=problem)
    parts = notebook.parts()
    states, source, when = _states(notebook, parts, entry)
    points = [(state, part.test.points) for state, part in zip(states, parts, strict=True)]
    readings = notebook.readings()
    return Unit(
        name,
        notebook.title,
        points,
        [part.test.name for part in parts],
        source,
        when,
        by_hand=sum(cell.points for cell in readings),
        unwritten=[cell.grade_id for cell in readings if cell.as_released],
    )


def _states(notebook: Notebook, parts: list[Part], entry: Any) -> tuple[list[Mark], Source, str]:
    known = entry.get("states") if isinstance(entry, dict) else None
    if isinstance(known, dict) and (notebook.touched or "passed" in known.values()):
        states = [_known(part, known) for part in parts]
        same = entry.get("digest") == notebook.digest()
        return states, "record" if same else "changed", str(entry.get("when", ""))
    if not notebook.touched:
        return ["not begun"] * len(parts), "untouched", ""
    return [_saved(part) for part in parts], "outputs", ""


def _known(part: Part, known: dict[str, Any]) -> Mark:
    state = known.get(part.test.grade_id)
    if not part.begun:
        return "not begun"
    return state if state in ("passed", "failed") else "open"


def _saved(part: Part) -> Mark:
    """What the outputs saved in the notebook say; they may be older than the answer."""
    if not part.begun:
        return "not begun"
    if part.test.run_number is None:
        return "open"
    return "failed" if part.test.error else "passed"


def advice(found: list[Unit]) -> str:
    """What to do next, in one or two sentences."""
    if all(unit.done for unit in found):
        return "All exercises are solved. Hand in: lincourse pack NN"
    for unit in found:
        number = unit.name[:2]
        if unit.problem:
            return f"Next: {unit.name} {unit.problem}. What to do: lincourse doctor {number}"
        if unit.source in ("changed", "outputs"):
            return f"Next: check {unit.name}, as it has changed: lincourse check {number}"
        if name := unit.first("failed"):
            return f"Next: mend {name} in {unit.name}. What is wrong: lincourse check {number}"
    begun = [unit for unit in found if unit.begun and not unit.done]
    for unit in begun or found:
        if not unit.done:
            name = unit.first("not begun") or unit.first("open") or unit.unwritten[0]
            return f"Next: {name}, in {unit.name}. Open the course: lincourse lab"
    return ""
