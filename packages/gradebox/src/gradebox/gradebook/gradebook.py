"""nbgrader's gradebook (a database, through SQLAlchemy): every call is one transaction.

It uses nbgrader's own models and rules, so that formgrader, export and feedback work as usual;
docs/internals.md lists the parts of nbgrader that it depends on.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import UTC, timedelta
from math import fsum
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, text
from sqlalchemy.orm import load_only
from traitlets.config import Config

from gradebox import program
from gradebox.course.lateness import DueDates
from gradebox.course.people import Person
from gradebox.gradebook import recording
from gradebox.gradebook.database import MESSAGES, Database, persistent
from gradebox.gradebook.late_penalty import LatePenalty
from gradebox.gradebook.marks import Marks
from gradebox.gradebook.schema import (
    api,
    cells_query,
    check_version,
    create_tables,
    max_points,
    notebooks_query,
    points_of_notebooks,
    table_names,
    utils,
)
from gradebox.gradebook.source_version import SourceVersion
from gradebox.results import GradebookError, Mark, Result

if TYPE_CHECKING:
    from gradebox.pages.marking import ManualMark

MAX_NAME_LENGTH = 128  # letters that nbgrader's columns for names have


class Gradebook:
    """nbgrader's gradebook at `db_url`, created if there is none; `config` is nbgrader's.

    Every call is one transaction, which Ctrl-C does not cut short. It waits up to `wait` seconds
    for other programs that use the gradebook.
    """

    def __init__(self, db_url: str, config: Config | None = None, wait: float = 15.0) -> None:
        self._config = config or Config()
        self.database = Database(db_url, wait)
        self._name = self.database.name
        self._late = LatePenalty(self._config)

    def __enter__(self) -> "Gradebook":
        with self.database.transaction() as session:
            if not table_names(session):
                create_tables(session)
                return self
            check_version(session, self._name)
            if self.database.is_file and session.scalar(text("PRAGMA quick_check(1)")) != "ok":
                raise GradebookError(MESSAGES["SQLITE_CORRUPT"].format(file=self._name))
        return self

    def __exit__(self, *error: object) -> None:
        self.database.close()

    def unfit(self, student: str) -> str:
        """Return why the database can't store a student's id; an empty string if it can."""
        try:
            student.encode()
        except UnicodeEncodeError:
            return "the folder's name is not text; rename it"
        longest = api.Student.id.type.length  # which SQLite does not mind
        if len(student) > longest and not self.database.is_file:
            return f"the folder's name has more than {longest} characters; rename it"
        return ""

    @persistent
    def students(self) -> list[str]:
        with self.database.transaction() as session:
            return sorted(session.scalars(select(api.Student.id)))  # as Python does everywhere

    @persistent
    def due_dates(self, assignment: str) -> DueDates:
        """Return when an assignment is due, for all and for students with an extension."""
        theirs = api.SubmittedAssignment
        with self.database.transaction() as session:
            due = session.scalar(
                select(api.Assignment.duedate).where(api.Assignment.name == assignment)
            )
            rows = session.execute(
                select(theirs.student_id, theirs.extension)
                .join(api.Assignment, api.Assignment.id == theirs.assignment_id)
                .where(api.Assignment.name == assignment, theirs.extension.is_not(None))
            )
            extensions = {row.student_id: row.extension for row in rows}
        return DueDates(due and due.replace(tzinfo=UTC), extensions)

    @persistent
    def sources(self, assignment: str) -> dict[tuple[str, str], str]:
        """Return the source of an assignment's cells, by notebook and grade_id."""
        cell, notebook = api.SourceCell, api.Notebook
        with self.database.transaction() as session:
            rows = session.execute(
                select(notebook.name, cell.name.label("grade_id"), cell.source)
                .join(notebook, notebook.id == cell.notebook_id)
                .join(api.Assignment, api.Assignment.id == notebook.assignment_id)
                .where(api.Assignment.name == assignment)
            )
            return {(row.name, row.grade_id): row.source for row in rows}

    @persistent
    def scores(self, assignment: str) -> dict[str, float | None]:
        """Return the test scores of each student who has a submission."""
        submission, notebook, grade = api.SubmittedAssignment, api.SubmittedNotebook, api.Grade
        with self.database.transaction() as session:
            rows = session.execute(
                select(submission.student_id, func.sum(grade.auto_score))
                .join(api.Assignment, api.Assignment.id == submission.assignment_id)
                .outerjoin(notebook, notebook.assignment_id == submission.id)
                .outerjoin(grade, grade.notebook_id == notebook.id)
                .where(api.Assignment.name == assignment)
                .group_by(submission.student_id)
            )
            return {row[0]: row[1] for row in rows}

    def names(self) -> dict[str, str]:
        """Return the full names of students, as far as the gradebook knows them."""
        return {person.id: person.name for person in self.people()}

    @persistent
    def people(self) -> list[Person]:
        student = api.Student
        columns = (student.id, student.first_name, student.last_name, student.email)
        with self.database.transaction() as session:
            rows = [tuple(text or "" for text in row) for row in session.execute(select(*columns))]
        return [
            Person(id=key, name=f"{first} {last}".strip(), first=first, last=last, email=email)
            for key, first, last, email in rows
        ]

    @persistent
    def add_people(self, people: Collection[Person]) -> None:
        """Add students, or complete them; names and e-mail addresses that are known stay."""
        with self.database.transaction() as session:
            for person in people:
                student = session.get(api.Student, person.id)
                if student is None:
                    student = api.Student(id=person.id)
                    session.add(student)
                first, last = person.first, person.last
                if not (first or last):
                    first, _, last = person.name.rpartition(" ")
                first, last = first[:MAX_NAME_LENGTH], last[:MAX_NAME_LENGTH]
                if not (student.first_name or student.last_name):
                    student.first_name, student.last_name = first or None, last or None
                student.email = student.email or person.email or None

    @persistent
    def marks(self, assignment: str) -> dict[str, "Marks"]:
        """Return automatic and manual marks, penalties and comments, by student."""
        found: dict[str, Marks] = defaultdict(Marks)
        grade, comment, page = api.Grade, api.Comment, api.SubmittedNotebook
        columns = (
            *(grade.auto_score, grade.manual_score),
            *(grade.extra_credit, grade.needs_manual_grade),
        )
        with self.database.transaction() as session:
            points = max_points(session, assignment)
            for student, name, cell, auto, score, extra, again in session.execute(
                cells_query(assignment, grade, *columns)
            ):
                theirs = found[student]
                theirs.max_points = points
                theirs.tests[name, cell] = auto
                if score is not None or extra:
                    mark = Mark(score, extra or 0.0, bool(again) and score is not None)
                    theirs.scores[name, cell] = mark
            for student, name, cell, words in session.execute(
                cells_query(assignment, comment, comment.manual_comment)
            ):
                if words and words.strip():
                    found[student].comments[name, cell] = words
            for student, name, penalty in session.execute(
                notebooks_query(assignment, page.late_submission_penalty)
            ):
                found[student].penalties[name] = penalty or 0.0
        return dict(found)

    @persistent
    def give(self, assignment: str, given: Collection["ManualMark"]) -> None:
        """Save marks and comments given by hand: all of them, or none."""
        with self.database.transaction() as session:
            rows = session.execute(notebooks_query(assignment, api.SubmittedNotebook.id))
            pages = {(student, name): key for student, name, key in rows}
            for each in given:
                key = pages.get((each.student, each.notebook))
                mark, comment = (
                    session.scalar(
                        select(model)
                        .join(api.BaseCell, api.BaseCell.id == model.cell_id)
                        .where(model.notebook_id == key, api.BaseCell.name == each.cell)
                        .options(load_only(*columns))
                        .with_for_update(of=model)
                    )
                    for model, columns in (
                        (api.Grade, (api.Grade.manual_score, api.Grade.needs_manual_grade)),
                        (api.Comment, (api.Comment.manual_comment,)),
                    )
                )
                if mark is None:
                    raise GradebookError(
                        f"{self._name} can't store a mark of {each.student} for {each.cell}: "
                        f"run `{program.name} grade {assignment}` first. Nothing was changed."
                    )
                mark.manual_score, mark.needs_manual_grade = each.points, False
                if comment is not None:
                    comment.manual_comment = each.comment or None

    @persistent
    def totals(self) -> tuple[dict[str, dict[str, float | None]], dict[str, float]]:
        """Return each student's points in each assignment, and the maximum of each assignment.

        Points are as in `nbgrader export`; None if nothing was submitted.
        """
        page, raw = api.SubmittedNotebook, dict[tuple[str, str], float]()
        with self.database.transaction() as session:
            names = sorted(session.scalars(select(api.Assignment.name)))
            totals = {name: fsum(max_points(session, name).values()) for name in names}
            for name in names:
                for student, _, penalty in session.execute(
                    notebooks_query(name, page.late_submission_penalty)
                ):
                    raw[student, name] = raw.get((student, name), 0.0) - (penalty or 0.0)
                for student, _, points in points_of_notebooks(session, name):
                    raw[student, name] += points
            students = sorted(session.scalars(select(api.Student.id)))
        return {
            student: {
                name: max(0.0, raw[student, name]) if (student, name) in raw else None
                for name in names
            }
            for student in students
        }, totals

    @persistent
    def settle(
        self, assignment: str, results: Mapping[str, Result], extensions: Mapping[str, timedelta]
    ) -> None:
        """Update the late penalties.

        Marks, due dates, extensions and the course's penalty may have changed since the tests ran.
        """
        submission, page = api.SubmittedAssignment, api.SubmittedNotebook
        points: dict[str, float] = defaultdict(float)
        with self.database.transaction() as session:
            for _, key, more in points_of_notebooks(session, assignment):
                points[key] += more
            for row, notebook in session.execute(
                select(submission, page)
                .join(page, page.assignment_id == submission.id)
                .join(api.Assignment, api.Assignment.id == submission.assignment_id)
                .where(api.Assignment.name == assignment)
                .options(
                    load_only(submission.student_id, submission.timestamp, submission.extension),
                    load_only(page.late_submission_penalty),
                )
                .with_for_update(of=[submission, page])
            ):
                result = results.get(row.student_id)
                if result is None or result.status in ("missing", "failed"):
                    continue
                row.timestamp = utils.parse_utc(result.recorded)
                if row.extension != extensions.get(row.student_id):
                    row.extension = extensions.get(row.student_id)
                penalty = self._late.points(row.student_id, points[notebook.id], result.late)
                if (notebook.late_submission_penalty or 0) != (penalty or 0):
                    notebook.late_submission_penalty = penalty

    @persistent
    def prepare(self, assignment: str, notebooks: Mapping[str, Mapping[str, Any]]) -> None:
        """Make the gradebook agree with the source version, as `nbgrader generate_assignment` does.

        `notebooks` are the source versions by name. Marks and comments stay. Once something was
        submitted, no notebook or cell with marks may be added or removed.
        """
        source = SourceVersion(notebooks, self._config)
        with self.database.transaction() as session:
            source.save(session, assignment)

    @persistent
    def record(self, result: Result, before: Result | None = None) -> None:
        """Record a result, as `nbgrader autograde` would have.

        Manual marks, comments and extra credit stay. A manual mark is flagged for a second look, as
        the work may be new, unless its answer was the same in the result `before`. A notebook that
        is not in the result was not submitted: 0 points. A result that is "missing" or "failed" is
        not recorded.
        """
        if result.status in ("missing", "failed"):
            return
        with self.database.transaction() as session:
            recording.record(session, self._name, result, before, self._late)
