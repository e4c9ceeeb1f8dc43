"""Recording results as they come: the gradebook first, then files, last the result itself."""

import logging
from typing import TYPE_CHECKING

from gradebox.judge import doctor, selftest
from gradebox.results import Result, ungraded
from gradebox.run import terminal
from gradebox.run.state import Run
from gradebox.run.store import DISK_ERRORS, describe_error
from gradebox.run.workers import GraderPool
from gradebox.signals import deferred_interrupt

if TYPE_CHECKING:
    from gradebox.gradebook.gradebook import Gradebook
    from gradebox.run.tasks import Context, Files

log = logging.getLogger(__name__)

MAX_OLD_ANSWER = 10_000  # characters that are kept of an answer as it was when it was marked


def record_results(run: Run, pool: GraderPool, context: "Context", book: "Gradebook") -> None:
    """Record every result of the pool, and show progress."""
    from gradebox.run.tasks import TRACEBACK, Files, result_from_bytes

    same = f", {len(run.results)} as before" if run.results else ""
    print(f"Grading {run.assignment.name}: {run.total} to do{same}.", flush=True)
    with terminal.progress(run.total, run.progress_note) as advance:
        for student, data in pool.results():
            if student in selftest.OWN:
                record_findings(run, pool, student, data)
                continue
            files: Files = {}
            if data is None:
                result = ungraded(run.assignment, student, pool.reason(student), "failed")
            else:
                result, files = result_from_bytes(data)
            if trace := files.pop(TRACEBACK, ""):
                log.error("Grading %r failed:\n%s", student, trace)
            with deferred_interrupt():
                run.results[student] = _record(run, context, book, result, files)
                run.done += 1
            advance()


def record_findings(run: Run, pool: GraderPool, student: str, data: bytes | None) -> None:
    """Store and print what the doctor finds, when the course's own work has been graded."""
    from gradebox.run.tasks import TRACEBACK, result_from_bytes

    run.own[student] = data
    if len(run.own) < len(selftest.OWN):
        return
    results: list[Result | None] = []
    for own in selftest.OWN:
        data = run.own[own]
        result, files = result_from_bytes(data) if data is not None else (None, {})
        if trace := files.get(TRACEBACK):
            log.error("Grading the course's own work failed:\n%s", trace)
        results.append(result)
    run.losses = selftest.lost_points(run.assignment, results[0], pool.reason(selftest.STUDENT))
    remarks = doctor.remarks(run.assignment, results[1])
    if None not in run.own.values():  # a judge that died may do better next time
        run.store.save_findings(run.assignment.digest, run.losses, remarks)
    terminal.findings(run.losses, remarks)


def _record(
    run: Run, context: "Context", book: "Gradebook", result: Result, files: "Files"
) -> Result:
    """Record one result: gradebook in one transaction, then files, last the mark that it is done.

    Trouble with one student's files doesn't affect others; a full disk stops the run.
    """
    if result.status in ("missing", "failed"):
        return result
    try:
        obstacle = run.store.obstacle(result, files)
        if not obstacle:
            before = context.before.get(result.student)
            _keep_old_answers(run, result, before)
            book.record(result, before)
            run.store.save(result, files)
    except OSError as error:
        if error.errno in DISK_ERRORS:
            raise
        obstacle = f"its files could not be written: {describe_error(error, run.course.root)}"
    return ungraded(run.assignment, result.student, obstacle, "failed") if obstacle else result


def _keep_old_answers(run: Run, result: Result, before: Result | None) -> None:
    """Keep the previous text of a changed answer, for its marker."""
    from gradebox.pages.feedback import answer_text

    for notebook in result.notebooks if before else []:
        old = {
            exercise.grade_id: exercise
            for each in (before.notebooks if before else [])
            if each.name == notebook.name
            for exercise in each.exercises
        }
        changed = [
            exercise
            for exercise in notebook.exercises
            if exercise.grade_id in old and exercise.answer != old[exercise.grade_id].answer
        ]
        content = run.store.autograded(result.student, notebook.name) if changed else {}
        for exercise in changed:
            was = old[exercise.grade_id].was or answer_text(content, exercise.grade_id)
            exercise.was = was[:MAX_OLD_ANSWER]
