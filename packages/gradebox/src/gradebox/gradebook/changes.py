"""A regrade's diff: whose points changed since the last time, from what to what, and why.

Points change because work was resubmitted, because the course changed a test or its points, or
because of a manual mark. Only the first is up to the student.
"""

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from gradebox.results import Exercise, Result
from gradebox.text import number, spreadsheet_cell

PENALTY = "late penalty"


@dataclass(frozen=True)
class Change:
    """One exercise of one student (or the penalty for being late), before and after."""

    student: str
    name: str
    exercise: str
    before: float
    after: float
    why: str
    when: str = ""

    @property
    def gain(self) -> float:
        """The points gained; negative for a loss."""
        sign = -1 if self.exercise == PENALTY else 1
        return sign * (self.after - self.before)


def changes(before: Result, after: Result, when: str = "") -> list[Change]:
    """Return the changes of a student's points; none for an exercise that had none before."""
    old = {(n.name, e.grade_id): e for n in before.notebooks for e in n.exercises}
    resubmitted = bool(before.content) and before.content != after.content
    tests = not resubmitted and before.digest != after.digest
    found = []
    for notebook in after.notebooks:
        for exercise in notebook.exercises:
            known = old.get((notebook.name, exercise.grade_id))
            if known is None or known.points is None:
                continue
            why = _why(known, exercise, resubmitted, tests)
            points = exercise.points or 0.0
            if why and (points != known.points or known.marked):
                title = exercise.title or exercise.grade_id
                found.append(
                    Change(after.student, after.name, title, known.points, points, why, when)
                )
    if before.penalty != after.penalty:
        why = _why_penalty(before, after)
        penalties = before.penalty, after.penalty
        found.append(Change(after.student, after.name, PENALTY, *penalties, why, when))
    return found


def _why_penalty(before: Result, after: Result) -> str:
    """Return why the late penalty changed."""
    if before.timestamp != after.timestamp:
        return "submitted at another time"
    if before.late != after.late:
        return "the due date changed, or there is more time"
    if before.penalty and after.penalty:
        return "the points, or what being late costs, changed"
    return "what being late costs was changed"


def _why(old: Exercise, new: Exercise, resubmitted: bool, tests: bool) -> str:
    """Return why the points of an exercise changed; an empty string if they didn't."""
    if (old.mark and (old.mark.score, old.mark.extra)) != (
        new.mark and (new.mark.score, new.mark.extra)
    ):
        return "a manual mark"
    worth = ""
    if old.max_score != new.max_score:
        worth = f"it is worth {number(new.max_score)} points now; it was {number(old.max_score)}"
    if new.marked:
        if worth:
            return f"the manual mark stands, but {worth}"
        if old.score != new.score:
            given = f"{number(old.score or 0)} and would give {number(new.score or 0)} now"
            return f"the manual mark stands; the test gave {given}"
        return ""
    if old.points == new.points:
        return ""
    if resubmitted:
        return "resubmitted"
    if worth and _same_share(old, new):
        return worth
    if tests:
        return f"the course changed its tests{'; ' * bool(worth)}{worth}"
    return "the same work and the same tests came out differently: a time limit, or chance"


def _same_share(old: Exercise, new: Exercise) -> bool:
    """Return True if it gets the same share of its points as before."""
    return abs((old.score or 0) * new.max_score - (new.score or 0) * old.max_score) < 1e-9


def table(found: Iterable[Change]) -> str:
    """Return the changes as CSV."""
    out = io.StringIO()
    columns = ["when", "student", "name", "exercise", "before", "after", "why"]
    rows = csv.DictWriter(out, columns, lineterminator="\n")
    rows.writeheader()
    for change in found:
        texts = {key: spreadsheet_cell(str(value)) for key, value in asdict(change).items()}
        points = {"before": number(change.before), "after": number(change.after)}
        rows.writerow({key: (texts | points)[key] for key in columns})
    return out.getvalue()


def in_words(found: list[Change]) -> str:
    """Return one sentence on how many gained or lost points; an empty string if none did."""
    total: dict[str, float] = {}
    for change in found:
        total[change.student] = total.get(change.student, 0.0) + change.gain
    more, less = sum(v > 0 for v in total.values()), sum(v < 0 for v in total.values())
    if not found:
        return ""
    why = "; ".join(dict.fromkeys(change.why for change in found[:200]))
    gained, lost = (f"{many or 'nobody'}" for many in (more, less))
    return f"Since the last time, {gained} gained points and {lost} lost points ({why})."
