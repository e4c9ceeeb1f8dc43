"""The commands `grade`, `report` and `mark`: from submitted/ to gradebook, feedback and report.

`grade` can be interrupted anywhere and run again: recorded results stay, and unchanged submissions
are not graded twice. Its steps: `selection`, `backends`, `recording`, `publishing`.
"""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gradebox.course.model import Course, CourseError, People
from gradebox.intake.record import Record
from gradebox.intake.staging_area import StagingArea
from gradebox.judge import selftest
from gradebox.results import ClusterError, GradebookError
from gradebox.run import backends, grader, hand_marking, terminal
from gradebox.run.publishing import publish, refresh, update_pages
from gradebox.run.result_writer import record_findings, record_results
from gradebox.run.selection import Selected, check_students, may_be_done, select
from gradebox.run.settings import GradingSettings
from gradebox.run.state import Run
from gradebox.run.store import describe_error
from gradebox.sandbox.bubblewrap import SandboxError
from gradebox.text import number

# NumPy, which `tasks` imports, must not be imported before `grader.set_environment`.
if TYPE_CHECKING:
    from gradebox.gradebook.gradebook import Gradebook
    from gradebox.run.tasks import Context
    from gradebox.run.workers import GraderPool


def grade(assignment: str, settings: GradingSettings, root: Path | None = None) -> int:
    """Grade an assignment in a course folder; the exit status of the command."""
    grader.set_environment()
    work = _doctor if settings.check_assignment else _grade
    return _run(root, assignment, work, settings)


def report(assignment: str, root: Path | None = None) -> int:
    """Make report, table and feedback pages again from the gradebook, without grading."""

    def work(run: Run) -> int:
        refresh(run)
        return publish(run)

    return _run(root, assignment, work)


def mark(
    assignment: str,
    files: list[Path],
    names: bool = False,
    take_mean: bool = False,
    root: Path | None = None,
) -> int:
    """Write the page for markers; or, given files that it saved, take their marks."""
    if len(files) > 2:
        return terminal.stop("Pass the file of one marker, or of two who marked the same answers.")
    if files:
        return _run(root, assignment, lambda run: hand_marking.take_marks(run, files, take_mean))
    return _run(root, assignment, lambda run: hand_marking.write_marking_page(run, names))


def _run(
    root: Path | None,
    assignment: str,
    work: Callable[[Run], int],
    settings: GradingSettings | None = None,
) -> int:
    """Work on an assignment under its lock; errors that a user can fix become one message."""
    run: Run | None = None
    try:
        course = Course(root or Path.cwd())
        run = Run(course, course.assignment(assignment), settings)
        with run.store.locked():
            return work(run)
    except KeyboardInterrupt:
        done = f"{run.done} of {run.total} were graded and are kept" if run else "nothing was done"
        return terminal.stop(f"Stopped: {done}. Run the same command again to continue.", 130)
    except (ClusterError, CourseError, SandboxError, GradebookError) as error:
        return terminal.stop(str(error))
    except OSError as error:
        if error.errno == errno.ENOSPC:
            return terminal.stop("The disk is full. Free some space, then run the command again.")
        words = describe_error(error, run.course.root if run else Path())
        return terminal.stop(f"{words}. Run the same command again to continue.")


def _grade(run: Run) -> int:
    """Grade every submission that needs it, and record each result as soon as it is there."""
    run.store_seed()
    StagingArea(run.course, run.assignment.name).recover()
    selected = _changed(run) if may_be_done(run) else None
    if selected is None or selected.left:
        with backends.backend(run) as (start, begin):
            pool = start()
            _grade_with(run, pool, begin, selected)
    return publish(run)


def _changed(run: Run) -> Selected:
    """Return what has to be graded again; if that is nothing, complete the results."""
    with run.gradebook() as book:
        check_students(run, book)
        selected = Selected()
        select(run, selected, _context(run, book), book)
        if selected.left:
            return selected
        if run.assignment.sourced and (known := run.store.findings(run.assignment.digest)):
            run.losses = known[0]
            terminal.findings(*known)
        print(f"Grading {run.assignment.name}: 0 to do, {len(run.results)} as before.", flush=True)
        run.add_missing(book)
        update_pages(run, book)
    return selected


def _grade_with(
    run: Run,
    pool: "GraderPool",
    begin: "Callable[[Context], None]",
    selected: Selected | None,
) -> None:
    """Grade what is selected, or has to be graded, and record the results."""
    with run.gradebook() as book:
        check_students(run, book)
        context = _context(run, book)
        begin(context)
        if run.assignment.sourced:
            known = run.store.findings(run.assignment.digest)
            if known is None:  # the assignment is new or has changed
                pool.add(selftest.OWN)
            else:
                run.losses = known[0]
                terminal.findings(*known)
        if selected is None:
            select(run, pool, context, book)
        else:
            pool.add(selected.students)
        if run.assignment.sourced:
            contents = {each.name: each.content for each in run.assignment.notebooks}
            book.prepare(run.assignment.name, contents)  # takes a while; workers are busy meanwhile
        record_results(run, pool, context, book)
        run.add_missing(book)
        update_pages(run, book)


def _doctor(run: Run) -> int:
    """Grade only the course's own work, and print what could be graded wrong."""
    if not run.assignment.sourced:
        raise CourseError(
            f"There is no solution of {run.assignment.name} in {run.course.source.name}/: only the "
            "course's source version can be checked."
        )
    with backends.this_machine(run, jobs=1) as (start, begin):
        pool = start()
        with run.gradebook() as book:
            begin(_context(run, book))
        pool.add(selftest.OWN)
        for student, data in pool.results():
            record_findings(run, pool, student, data)
    if run.losses:
        return 1
    most = number(run.assignment.max_score)
    print(f"The reference solution gets all points that tests give (of {most} points).")
    return 0


def _context(run: Run, book: "Gradebook") -> "Context":
    from gradebox.run.tasks import Context

    return Context(
        course=run.course,
        assignment=run.assignment,
        due=run.due_dates(book),
        trust_timestamps=run.settings.trust_timestamps,
        before={name: run.store.result(name) for name in run.course.students()},
        secret=run.store.secret(),
        people=People(book.names(), run.course.groups()),
        collected=Record.read(run.course, run.assignment.name),
        seed=run.seed or 0,
        saved=run.store.unfinished / "tasks",
    )
