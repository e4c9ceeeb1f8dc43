"""Selecting submissions: which of them have to be graded, and which have their result already."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gradebox.course.model import CourseError
from gradebox.results import Result, ungraded
from gradebox.run.state import Run
from gradebox.run.workers import GraderPool

if TYPE_CHECKING:
    from gradebox.gradebook.gradebook import Gradebook
    from gradebox.run.tasks import Context, GradingTask


def check_students(run: Run, book: "Gradebook") -> None:
    """Raise CourseError if `--student` names an unknown student."""
    known = {
        *run.course.students(),
        *run.course.hidden_submissions(run.assignment.name),
        *book.students(),
    }
    if unknown := sorted(set(run.settings.students) - known):
        raise CourseError(
            f"There is no student {', '.join(unknown)}, neither in {run.course.submitted.name}/ "
            "nor in the gradebook."
        )


class Selected:
    """What there is to do, found out before a pool is started."""

    def __init__(self) -> None:
        self.students: list[str] = []

    def add(self, students: Iterable[str]) -> None:
        self.students.extend(students)

    @property
    def left(self) -> int:
        return len(self.students)


def may_be_done(run: Run) -> bool:
    """Return True if everybody has a result, so that `select` may find nothing to do."""
    if run.settings.force or (
        run.assignment.sourced and run.store.findings(run.assignment.digest) is None
    ):
        return False
    found = (run.store.result(name) for name in run.course.students() if run.has_work(name))
    return all(old is not None and old.status not in ("missing", "failed") for old in found)


def select(run: Run, pool: GraderPool | Selected, context: "Context", book: "Gradebook") -> None:
    """Give the pool every submission that has to be graded; the others keep their results."""
    recorded = book.scores(run.assignment.name)
    settings, others = run.settings, pool.left  # the reference solution
    new: list[str] = []
    graded: dict[str, Result] = {}
    for name, old in context.before.items():
        if not run.has_work(name):
            continue
        if settings.students and name not in settings.students:
            reason = "it has not been graded yet"
            run.results[name] = old or ungraded(run.assignment, name, reason, "missing")
        elif reason := book.unfit(name):
            run.results[name] = ungraded(run.assignment, name, reason, "unreadable")
        elif settings.force or old is None:
            new.append(name)
        else:
            graded[name] = old
    pool.add(new)
    for name, old in graded.items():  # reading them takes a while, and workers are busy meanwhile
        task = context.read(name)
        if is_unchanged(task, old, recorded.get(name)) and run.store.has_notebooks(old):
            run.results[name] = old
        else:
            context.save(task)  # so that it is read and hashed only once
            pool.add([name])
    run.total = pool.left - others


def is_unchanged(task: "GradingTask", old: Result, recorded: float | None) -> bool:
    """Return True if a regrade would give what the store and the gradebook have."""
    now = task.about
    return (
        task.submission is not None
        and task.submission.digest == old.digest
        and old.status not in ("missing", "failed")
        and (now.timestamp, now.late, now.recorded) == (old.timestamp, old.late, old.recorded)
        and now.flag == old.flag
        and recorded is not None
        and abs(recorded - old.auto_score) < 1e-9
    )
