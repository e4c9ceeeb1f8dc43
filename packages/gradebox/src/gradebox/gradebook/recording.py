"""Results written to the gradebook, as `nbgrader autograde` would have left them."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta
from math import fsum, inf
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, load_only

from gradebox.course.lateness import seconds_late
from gradebox.gradebook.late_penalty import LatePenalty
from gradebox.gradebook.schema import api, utils
from gradebox.results import GradebookError, GradedNotebook, Result

Cells = dict[tuple[str, str], list[Any]]  # a notebook's id and name -> its graded cells


def record(
    session: Session, gradebook: str, result: Result, before: Result | None, late: LatePenalty
) -> None:
    """Record a result; see `Gradebook.record`. `gradebook` is its name, for errors."""
    assignment = session.scalar(
        select(api.Assignment)
        .options(load_only(api.Assignment.duedate))
        .where(api.Assignment.name == result.assignment)
    )
    if assignment is None:
        raise GradebookError(
            f"{gradebook} has no assignment {result.assignment}. Run `nbgrader "
            f"generate_assignment {result.assignment}`, then grade again."
        )
    cells = _graded_cells(session, assignment.id)
    if wrong := _misfits(result, cells):
        raise GradebookError(
            f"The result of {result.student} for {result.assignment} does not fit {gradebook}: "
            f"{', '.join(wrong)}. Has the source version changed since the run began? Run it again."
        )
    if session.get(api.Student, result.student) is None:
        session.add(api.Student(id=result.student))
    submission = _submission(session, assignment.id, result)
    due = assignment.duedate and assignment.duedate + (submission.extension or timedelta())
    seconds = seconds_late(due, submission.timestamp)
    submitted = {notebook.name: notebook for notebook in result.notebooks}
    for name, rows in _notebook_rows(session, submission, cells).items():
        notebook = submitted.get(name)
        rows.fill(notebook, _same_answers(notebook, before))
        penalty = late.points(result.student, rows.score, seconds) if notebook else None
        rows.page.late_submission_penalty = penalty


@dataclass
class NotebookRows:
    """The rows of one submitted notebook, by grade_id."""

    page: Any
    grades: dict[str, Any] = field(default_factory=dict)
    tasks: dict[str, Any] = field(default_factory=dict)  # grades too, but only given by hand
    comments: dict[str, Any] = field(default_factory=dict)  # by solution cell

    @property
    def score(self) -> float:
        """All points, as nbgrader counts them: manual before automatic ones, and extra credit."""
        marks = [*self.grades.values(), *self.tasks.values()]
        given = [(m.auto_score if m.manual_score is None else m.manual_score, m) for m in marks]
        return fsum(points + (m.extra_credit or 0) for points, m in given if points is not None)

    def fill(self, notebook: GradedNotebook | None, same: Collection[str] = ()) -> None:
        """Write the scores of the tests, or zeros if the notebook was not submitted.

        A manual mark for one of the `same` answers needs no second look.
        """
        if notebook is None:
            for grade in [*self.grades.values(), *self.tasks.values()]:
                grade.auto_score, grade.needs_manual_grade = 0, False
            return
        grades = self.grades | self.tasks
        for exercise in notebook.exercises:
            if exercise.score is None and exercise.grade_id in self.tasks:
                continue
            grade = grades[exercise.grade_id]
            grade.auto_score = exercise.score
            if grade.manual_score is None or exercise.grade_id not in same:
                by_hand = exercise.score is None or grade.manual_score is not None
                grade.needs_manual_grade = by_hand
        for grade_id, comment in self.comments.items():
            comment.auto_comment = None if grade_id in notebook.answered else "No response."


def _same_answers(notebook: GradedNotebook | None, before: Result | None) -> set[str]:
    """Return the grade_ids of answers that are as they were before."""
    if notebook is None or before is None:
        return set()
    old = [each for each in before.notebooks if each.name == notebook.name]
    known = {exercise.grade_id: exercise.answer for each in old for exercise in each.exercises}
    return {
        exercise.grade_id
        for exercise in notebook.exercises
        if exercise.answer and exercise.answer == known.get(exercise.grade_id)
    }


def _misfits(result: Result, cells: Cells) -> list[str]:
    """Return the notebooks and cells in which a result and the gradebook differ."""
    expected = {name: rows for (_, name), rows in cells.items()}
    wrong = []
    for notebook in result.notebooks:
        rows = expected.get(notebook.name, [])
        known = {row.grade_id for row in rows if row.type != "SolutionCell"}
        tests = {row.grade_id for row in rows if row.type == "GradeCell"}
        given = {exercise.grade_id: exercise.score for exercise in notebook.exercises}
        odd = {key for key, score in given.items() if not 0 <= (score or 0) < inf}
        odd |= (given.keys() - known) | (tests - given.keys())
        wrong += sorted(odd) if notebook.name in expected else [notebook.name]
    return wrong


def _graded_cells(session: Session, assignment_id: str) -> Cells:
    """Return the cells of the source version that have marks or comments, by notebook."""
    found: Cells = {}
    notebook, cell = api.Notebook, api.BaseCell
    for row in session.execute(
        select(
            *(notebook.id, notebook.name, cell.type),
            *(cell.id.label("cell"), cell.name.label("grade_id")),
        )
        .outerjoin(cell, cell.notebook_id == notebook.id)
        .where(notebook.assignment_id == assignment_id)
    ):
        cells = found.setdefault((row.id, row.name), [])
        if row.cell is not None:
            cells.append(row)
    return found


def _submission(session: Session, assignment_id: str, result: Result) -> Any:
    """Return the row of a submission, with its time."""
    model = api.SubmittedAssignment
    row = session.scalar(
        select(model)
        .options(load_only(model.timestamp, model.extension))
        .where(model.assignment_id == assignment_id, model.student_id == result.student)
    )
    if row is None:
        row = model(id=api.new_uuid(), assignment_id=assignment_id, student_id=result.student)
        session.add(row)
    row.timestamp = utils.parse_utc(result.recorded)
    return row


def _notebook_rows(session: Session, submission: Any, cells: Cells) -> dict[str, NotebookRows]:
    """Return the rows of a submission by notebook; missing rows are added."""
    page, grade, comment = api.SubmittedNotebook, api.Grade, api.Comment
    rows: dict[tuple[Any, str], Any] = {}

    def find(model: Any, key: Any, keys: list[str], place: Any, *columns: Any) -> None:
        query = select(model).where(key.in_(keys), place).options(load_only(key, *columns))
        query = query.with_for_update()  # formgrader writes here too, and takes no lock of ours
        rows.update({(model, getattr(row, key.key)): row for row in session.scalars(query)})

    if submission not in session.new:  # nbgrader has an index of each key with its place
        place = page.assignment_id == submission.id
        find(page, page.notebook_id, [key for key, _ in cells], place, page.late_submission_penalty)
        pages = [row.id for row in rows.values()]
        ids = [cell.cell for found in cells.values() for cell in found]
        marks = (grade.auto_score, grade.manual_score, grade.extra_credit, grade.needs_manual_grade)
        find(grade, grade.cell_id, ids, grade.notebook_id.in_(pages), *marks)
        find(comment, comment.cell_id, ids, comment.notebook_id.in_(pages), comment.auto_comment)

    def row(model: Any, key: str, **fields: Any) -> Any:
        if (model, key) not in rows:
            rows[model, key] = model(id=api.new_uuid(), **fields)
            session.add(rows[model, key])
        return rows[model, key]

    notebooks = {}
    for (notebook_id, name), found in cells.items():
        notebook = row(page, notebook_id, notebook_id=notebook_id, assignment_id=submission.id)
        made = notebooks[name] = NotebookRows(notebook)
        for cell in found:
            at = {"cell_id": cell.cell, "notebook_id": notebook.id}
            if cell.type == "GradeCell":
                made.grades[cell.grade_id] = row(grade, cell.cell, **at)
            elif cell.type == "SolutionCell":
                made.comments[cell.grade_id] = row(comment, cell.cell, **at)
            else:
                made.tasks[cell.grade_id] = row(grade, cell.cell, **at)
                row(comment, cell.cell, **at)
    return notebooks
