"""nbgrader's database schema: its models, and the version of its tables."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, inspect, select, text
from sqlalchemy.orm import Session

from gradebox.gradebook.marks import Place
from gradebox.results import GradebookError


@contextmanager
def _without_iri_grammar() -> Iterator[None]:
    """Hide an optional dependency of jsonschema, which nbgrader imports.

    It builds a grammar for web addresses: over a second of processor time per start (2.0 s with it,
    0.8 s without), for a format check that no notebook needs. jsonschema does without.
    """
    name = "rfc3987_syntax"
    hide = name not in sys.modules
    if hide:
        sys.modules[name] = None  # type: ignore[assignment]  # importing it raises ImportError
    try:
        yield
    finally:
        if hide:
            del sys.modules[name]


with _without_iri_grammar():
    from nbgrader import api, dbutil, utils
    from nbgrader.coursedir import CourseDirectory

__all__ = ["CourseDirectory", "api", "utils"]  # re-exported from nbgrader


def models() -> MetaData:
    """Return all tables of nbgrader's models."""
    found: MetaData = api.Base.metadata
    return found


def table_names(session: Session) -> set[str]:
    """Return the names of the tables that a database has."""
    return set(inspect(session.connection()).get_table_names())


def create_tables(session: Session) -> None:
    """Create nbgrader's tables, and the table with their version."""
    models().create_all(session.connection())
    session.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
    session.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": _revisions()[0]})


def check_version(session: Session, name: str) -> None:
    """Raise an error unless a database is a gradebook of the installed nbgrader."""
    tables = table_names(session)
    head, *older = _revisions()
    if api.Assignment.__tablename__ not in tables:
        raise GradebookError(
            f"{name} is a database, but not a gradebook. Move it away, or name another in "
            "nbgrader_config.py (`c.CourseDirectory.db_url`)."
        )
    version = None
    if "alembic_version" in tables:
        version = session.scalar(text("SELECT version_num FROM alembic_version"))
    if version in (None, *older):
        raise GradebookError(
            f"{name} was made by an older nbgrader. Run `nbgrader db upgrade`, which also keeps a "
            "copy of a file, then run this again."
        )
    if version != head:
        raise GradebookError(
            f"{name} was made by a newer nbgrader (its version is {version}). Update nbgrader with "
            "`pip install --upgrade nbgrader`, then run this again."
        )


def _revisions() -> list[str]:
    """Return the versions of nbgrader's tables, newest first, from its migrations for Alembic."""
    older: dict[str, str | None] = {}
    for path in Path(dbutil.ALEMBIC_DIR, "versions").glob("*.py"):
        fields = dict(re.findall(r"^(\w+) *= *['\"](\w+)['\"]", path.read_text(), re.M))
        older[fields["revision"]] = fields.get("down_revision")
    newest: str | None
    [newest] = older.keys() - older.values()
    found: list[str] = []
    while newest is not None:
        found.append(newest)
        newest = older[newest]
    return found


def cells_query(assignment: str, model: Any, *columns: Any) -> Any:
    """Select from rows that belong to a submitted cell: student, notebook, grade_id, columns."""
    submission, page, cell = api.SubmittedAssignment, api.SubmittedNotebook, api.BaseCell
    return (
        select(submission.student_id, api.Notebook.name, cell.name, *columns)
        .select_from(model)
        .join(cell, cell.id == model.cell_id)
        .join(page, page.id == model.notebook_id)
        .join(api.Notebook, api.Notebook.id == page.notebook_id)
        .join(submission, submission.id == page.assignment_id)
        .join(api.Assignment, api.Assignment.id == submission.assignment_id)
        .where(api.Assignment.name == assignment)
    )


def notebooks_query(assignment: str, *columns: Any) -> Any:
    """Select from submitted notebooks: student, notebook, columns."""
    submission, page = api.SubmittedAssignment, api.SubmittedNotebook
    return (
        select(submission.student_id, api.Notebook.name, *columns)
        .select_from(page)
        .join(api.Notebook, api.Notebook.id == page.notebook_id)
        .join(submission, submission.id == page.assignment_id)
        .join(api.Assignment, api.Assignment.id == submission.assignment_id)
        .where(api.Assignment.name == assignment)
    )


def points_of_notebooks(session: Session, assignment: str) -> Iterator[tuple[str, str, float]]:
    """Yield the points of each graded cell: its student, the ID of its notebook, the points."""
    grade = api.Grade
    columns = grade.notebook_id, grade.auto_score, grade.manual_score, grade.extra_credit
    for student, _, _, key, auto, manual, extra in session.execute(
        cells_query(assignment, grade, *columns)
    ):
        yield student, key, ((auto if manual is None else manual) or 0.0) + (extra or 0.0)


def max_points(session: Session, assignment: str) -> dict[Place, float]:
    """Return the points of each graded cell."""
    return {
        (row[0], row[1]): row[2]
        for model in (api.GradeCell, api.TaskCell)
        for row in session.execute(
            select(api.Notebook.name, model.name, model.max_score)
            .join(api.Notebook, api.Notebook.id == model.notebook_id)
            .join(api.Assignment, api.Assignment.id == api.Notebook.assignment_id)
            .where(api.Assignment.name == assignment)
        )
    }
