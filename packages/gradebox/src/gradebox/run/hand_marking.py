"""Marking by hand: writing the page for markers, and taking the marks that it saved."""

import datetime
from pathlib import Path

from gradebox import program
from gradebox.course.model import People
from gradebox.pages.rendering import count
from gradebox.run.publishing import publish, refresh
from gradebox.run.state import Run
from gradebox.text import number, printable


def write_marking_page(run: Run, names: bool) -> int:
    """Write the page on which a marker gives points."""
    name = run.assignment.name
    if not any(cell.role == "manual" for book in run.assignment.notebooks for cell in book.cells):
        print(f"{name} has no answers that are marked by hand.")
        return 0
    from gradebox.gradebook.marks import Marks
    from gradebox.pages import marking

    with run.gradebook() as book:
        marks = book.marks(name)
        people = People(book.names(), run.course.groups())
    results = [run.store.result(student) for student in sorted(marks)]
    known = [result for result in results if result is not None]
    content = {}
    for result in known:
        people.introduce(result)
        marks.get(result.student, Marks()).put_into(result)
        for notebook in result.notebooks:
            place = result.student, notebook.name
            content[place] = run.store.autograded(*place)
    made = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    shown = marking.once(known, run.teammates())
    page = marking.page(run.assignment, shown, content, run.store.marking_key(), made, names)
    path = run.course.reports / f"{name}-marking.html"
    run.store.write(path, page)
    waiting = sum(exercise.waits for result in shown for exercise in result.exercises)
    print(f"{count(waiting, 'answer')} to mark: open {path.parent.name}/{path.name} in a browser,")
    print("mark them there, and save the file.")
    print(f"Next: {program.name} mark {run.course.short_name(name)} FILE")
    return 0


def take_marks(run: Run, files: list[Path], take_mean: bool) -> int:
    """Put marks into the gradebook, all at once, and update report and pages."""
    from gradebox.pages import marking

    key, name = run.store.marking_key(), run.assignment.name
    with run.gradebook() as book:
        students = book.students()
        sheets = [marking.read(path, run.assignment, students, key) for path in files]
        first, second = sheets[0], sheets[-1] if len(sheets) > 1 else []
        for found in marking.agreement(first, second):
            print(printable(str(found)))
        given, differ = marking.joined(first, second, take_mean)
        known = {student: run.store.result(student) for student in students}
        work = {
            (student, notebook.name, exercise.grade_id): exercise.answer
            for student, result in known.items()
            if result is not None
            for notebook in result.notebooks
            for exercise in notebook.exercises
        }
        fresh = [each for each in given if work.get(each.place) == each.work]
        fresh = marking.shared(fresh, run.teammates(), work)
        book.give(name, fresh)
    print(f"{count(len(fresh), 'mark')} put into the gradebook.")
    for old in (each for each in given if each not in fresh):
        words = f"{old.student}, {old.cell}: submitted again since the page was made; not taken"
        print(f"  {printable(words)}")
    for one, other in differ:
        points = f"{number(one.points)} and {number(other.points)} points"
        print(f"  {printable(f'{one.student}, {one.cell}: {points}; not taken')}")
    if differ:
        page = f"{program.name} mark {run.course.short_name(name)}"
        print(
            f"A new page ({page}) shows these as unmarked: agree on them there, or take the mean "
            "of both with --mean."
        )
    refresh(run)
    return publish(run)
