"""Publishing: students' pages, the instructor's report and tables, the class's leaderboard."""

import datetime
import functools
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gradebox import program
from gradebox.course.lateness import redate
from gradebox.course.model import CourseError, People
from gradebox.gradebook.changes import changes
from gradebox.gradebook.changes import in_words as changes_in_words
from gradebox.gradebook.changes import table as change_table
from gradebox.intake.record import is_anonymous
from gradebox.pages.similar import compare
from gradebox.results import Exercise, Result, ungraded
from gradebox.run import terminal
from gradebox.run.state import Run
from gradebox.signals import deferred_interrupt
from gradebox.text import printable

if TYPE_CHECKING:
    from gradebox.gradebook.gradebook import Gradebook


def refresh(run: Run) -> None:
    """Make results and pages agree with the gradebook, without grading."""
    with run.gradebook() as book:
        due = run.due_dates(book)
        for name in run.course.students():
            found = run.store.result(name)
            if found is not None:
                redate(found, due)
            elif run.has_work(name):
                reason = "it has not been graded yet"
                found = ungraded(run.assignment, name, reason, "missing")
            if found is not None:
                run.results[name] = found
        if not any(result.notebooks for result in run.results.values()):
            name = run.assignment.name
            raise CourseError(
                f"No submission of {name} is graded yet. Run `{program.name} grade {name}` first."
            )
        run.add_missing(book)
        update_pages(run, book)
    run.losses, _ = run.store.findings(run.assignment.digest) or ([], [])


def update_pages(run: Run, book: "Gradebook") -> None:
    """Make results and pages agree with the gradebook, which has the marks.

    A page is rendered only if it is missing, or if the gradebook, a template or a user has
    changed what it should show.
    """
    from gradebox.gradebook.marks import Marks
    from gradebox.run.student_pages import render_pages

    run.due = run.due_dates(book)
    book.settle(run.assignment.name, run.results, run.due.extensions)
    marks = book.marks(run.assignment.name)
    run.people = People(book.names(), run.course.groups())
    totals, most = book.totals()
    named = {student: points for student, points in totals.items() if not is_anonymous(student)}
    run.totals = named, most
    for student, result in run.results.items():
        news = run.people.introduce(result)
        if result.status in ("missing", "failed"):
            continue
        news |= marks.get(student, Marks()).put_into(result)
        if not news and run.store.has_current_pages(result):
            continue
        for notebook in result.notebooks:
            notebook.content = run.store.autograded(student, notebook.name)
        files = render_pages(result)
        with deferred_interrupt():
            run.store.save_pages(result, files)


def publish(run: Run) -> int:
    """Write the report and its tables, and print a summary; the exit status of the command."""
    from gradebox.pages import report

    results = [run.results[name] for name in sorted(run.results)]
    name, folder, store = run.assignment.name, run.course.reports, run.store
    made = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    before, log = store.reported()
    new = [
        change
        for result in results
        if result.student in before and result.notebooks
        for change in changes(before[result.student], result, made)
    ]
    log += new
    works = own_code(run)
    found = compare(works, run.assignment.given_code)
    similar = report.similar_page(name, found, works, run.people, made)
    page = report.page(
        name,
        results,
        made,
        feedback=os.path.relpath(run.course.feedback, folder),
        memory_counted_by=run.memory_counted_by,
        seed=run.seed,
        changes=[change for change in log if change.when == log[-1].when],
        losses=run.losses,
        again=list(_changed_since_marked(run, results)),
        due=run.due.due,
        answer=functools.partial(_answer, run),
        similar=found,
    )
    store.write(folder / f"{name}-similar.html", similar)
    store.write(folder / f"{name}.csv", report.table(results))
    totals, most = run.totals
    store.write(folder / "course.csv", report.course_table(totals, run.people))
    for file, title, over, (scores, best) in (
        ("course", "The whole course", "Students by units", (totals, most)),
        (f"{name}-exercises", name, "Students by exercises", report.by_exercise(results)),
    ):
        grid = report.grid_page(title, over, scores, best, run.people, made)
        store.write(folder / f"{file}.html", grid)
    if log:
        store.write(folder / f"{name}-changes.csv", change_table(log))
    store.write(folder / f"{name}.html", page)
    store.save_reported(results, log)
    terminal.summary(
        results,
        run.assignment.max_score,
        f"{folder.name}/{name}.html",
        changes_in_words(new),
        mark=f"{program.name} mark {run.course.short_name(name)}",
    )
    if run.settings.leaderboard:
        _write_leaderboard(run, results, made)
    if failed := [result for result in results if result.status == "failed"]:
        few = ", ".join(printable(result.student) for result in failed[:5])
        return terminal.stop(
            f"{len(failed)} could not be graded ({few}): {printable(failed[0].reason)}. "
            "Run the same command again to retry.",
            1,
        )
    return 0


def own_code(run: Run) -> dict[str, str]:
    """Each student's own code, to be compared; a group's code only once."""
    from gradebox.pages import feedback

    teammates = run.teammates()
    return {
        student: "\n".join(
            feedback.own_code(run.store.autograded(student, notebook.name))
            for notebook in result.notebooks
        )
        for student, result in sorted(run.results.items())
        if result.has_score and student not in teammates
    }


def _answer(run: Run, student: str, notebook: str, grade_id: str) -> str:
    """A student's answer to a graded cell."""
    from gradebox.pages.feedback import answer_text

    return answer_text(run.store.autograded(student, notebook), grade_id)


def _changed_since_marked(
    run: Run, results: list[Result]
) -> Iterator[tuple[Result, Exercise, str]]:
    """Answers that have changed since they were marked, each with its new text."""
    for result in results:
        for notebook in result.notebooks:
            for exercise in notebook.exercises:
                if exercise.was and exercise.mark and exercise.mark.again:
                    now = _answer(run, result.student, notebook.name, exercise.grade_id)
                    yield result, exercise, now


def _write_leaderboard(run: Run, results: list[Result], made: str) -> None:
    """Write the class's leaderboard, under pseudonyms."""
    from gradebox.pages import leaderboard

    name = run.assignment.name
    places = leaderboard.places(result for result in results if result.has_score)
    pseudonym = functools.partial(leaderboard.pseudonym, run.store.secret())
    path = run.course.reports / f"{name}-leaderboard.html"
    run.store.write(path, leaderboard.page(name, places, pseudonym, made))
    print(f"Leaderboard for the class, under pseudonyms: {run.course.reports.name}/{path.name}")
