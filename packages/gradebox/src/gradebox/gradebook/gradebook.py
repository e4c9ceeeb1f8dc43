"""nbgrader's gradebook (a database, through SQLAlchemy), with one writer and one transaction each.

It uses nbgrader's own models and rules, so that formgrader, export and feedback go on as usual;
docs/internals.md lists what of nbgrader's inside it leans on.
"""

import functools
import importlib.util
import itertools
import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from math import fsum, inf
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from gradebox.course.lateness import DueDates, seconds_late
from gradebox.gradebook.database import TROUBLE, Database, persistent
from gradebox.results import GradebookError, GradedNotebook, Mark, Result

if TYPE_CHECKING:
    from gradebox.pages.marking import ManualMark


@contextmanager
def without_grammar() -> Iterator[None]:
    """Spare an import the grammar of web addresses that jsonschema builds where it can.

    That takes longer than all that we import of nbgrader, for a check that nobody here uses. It
    helps only before the first import of jsonschema, which nbformat imports too.
    """
    name = "rfc3987_syntax"
    before = sys.modules.get(name)
    sys.modules[name] = None  # type: ignore[assignment]  # importing it fails from here on
    try:
        yield
    finally:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before


def bare_package(name: str) -> None:
    """Have modules of a package imported without what its `__init__` does, until that is asked for.

    nbgrader's imports its extensions of Jupyter's server: more than half of all it takes. Of the
    rest, nbformat with its validators is only needed where a source version is prepared, and
    requests nowhere.
    """
    spec = importlib.util.find_spec(name)
    if name in sys.modules or spec is None or spec.loader is None:
        return
    package, loader = importlib.util.module_from_spec(spec), spec.loader

    def missing(attribute: str) -> Any:
        if importlib.util.find_spec(f"{name}.{attribute}"):
            raise AttributeError(attribute)  # so that it is imported
        if vars(package).pop("__getattr__", None):
            loader.exec_module(package)
        return getattr(package, attribute)

    vars(package)["__getattr__"] = missing
    sys.modules[name] = package


for package in ("nbgrader", "nbformat", "requests"):
    bare_package(package)
with without_grammar():
    from nbgrader import api, dbutil, utils
    from nbgrader.coursedir import CourseDirectory
    from sqlalchemy import MetaData, func, inspect, select, text
    from sqlalchemy.orm import Session, load_only
    from traitlets.config import Config
    from traitlets.utils.importstring import import_item

LONGEST_NAME = 128  # letters that nbgrader's columns for names have
Rows = dict[tuple[Any, str], Any]  # by nbgrader's model and a key that is unique in it
Asked = dict[tuple[str, str], list[Any]]  # a notebook's id and name -> its cells
Place = tuple[str, str]  # a notebook's name and a grade_id


class Gradebook:
    """nbgrader's gradebook at `db_url`, made where there is none; `config` is nbgrader's.

    Every call is one transaction, which Ctrl-C does not cut short. Where another program holds the
    gradebook, it waits for up to `wait` seconds.
    """

    def __init__(self, db_url: str, config: Config | None = None, wait: float = 15.0) -> None:
        self._config = config or Config()
        self.database = Database(db_url, wait)
        self._name = self.database.name
        if "AssignLatePenalties" in self._config:
            _ = self._late  # the course's own code: what is wrong with it is said at once

    def __enter__(self) -> "Gradebook":
        with self.database.transaction() as session:
            self._open(session)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.database.close()

    def unfit(self, student: str) -> str:
        """What keeps a student's id out of the database, in words; nothing where it fits."""
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
        """The ids of all students in the gradebook."""
        with self.database.transaction() as session:
            return sorted(session.scalars(select(api.Student.id)))  # as Python does everywhere

    @persistent
    def due_dates(self, assignment: str) -> DueDates:
        """When it is due, for all and for students with an extension."""
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
        """The full text of an assignment's cells, by notebook and grade_id."""
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
        """The points that the tests gave to each student who has a submission."""
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

    @persistent
    def names(self) -> dict[str, str]:
        """The full names of students, as far as the gradebook knows them."""
        student = api.Student
        with self.database.transaction() as session:
            rows = session.execute(select(student.id, student.first_name, student.last_name))
            return {row.id: " ".join(filter(None, row[1:])).strip() for row in rows}

    @persistent
    def people(self) -> list[tuple[str, str, str, str, str]]:
        """Everybody in the gradebook: id, full name, first and last name, e-mail."""
        student = api.Student
        columns = (student.id, student.first_name, student.last_name, student.email)
        with self.database.transaction() as session:
            rows = [tuple(text or "" for text in row) for row in session.execute(select(*columns))]
        return [
            (key, f"{first} {last}".strip(), first, last, mail) for key, first, last, mail in rows
        ]

    @persistent
    def introduce(self, people: Collection[tuple[str, str, str, str, str]]) -> None:
        """Add students: id, first and last name, full name, e-mail; what is known stays."""
        with self.database.transaction() as session:
            for key, first, last, name, mail in people:
                student = session.get(api.Student, key)
                if student is None:
                    student = api.Student(id=key)
                    session.add(student)
                if not (first or last):
                    first, _, last = name.rpartition(" ")
                first, last = first[:LONGEST_NAME], last[:LONGEST_NAME]
                if not (student.first_name or student.last_name):
                    student.first_name, student.last_name = first or None, last or None
                student.email = student.email or mail or None

    @persistent
    def marks(self, assignment: str) -> dict[str, "Marks"]:
        """What tests and people gave, what is taken off, what people wrote, by student."""
        found: dict[str, Marks] = defaultdict(Marks)
        grade, comment, page = api.Grade, api.Comment, api.SubmittedNotebook
        columns = (
            *(grade.auto_score, grade.manual_score),
            *(grade.extra_credit, grade.needs_manual_grade),
        )
        with self.database.transaction() as session:
            most = _points(session, assignment)
            for student, name, cell, auto, score, extra, again in session.execute(
                _of_cells(assignment, grade, *columns)
            ):
                theirs = found[student]
                theirs.most = most
                theirs.tests[name, cell] = auto
                if score is not None or extra:
                    mark = Mark(score, extra or 0.0, bool(again) and score is not None)
                    theirs.scores[name, cell] = mark
            for student, name, cell, words in session.execute(
                _of_cells(assignment, comment, comment.manual_comment)
            ):
                if words and words.strip():
                    found[student].comments[name, cell] = words
            for student, name, penalty in session.execute(
                _of_notebooks(assignment, page.late_submission_penalty)
            ):
                found[student].penalties[name] = penalty or 0.0
        return dict(found)

    @persistent
    def give(self, assignment: str, given: Collection["ManualMark"]) -> None:
        """Write down marks and comments that people gave: all of them, or none."""
        submission, page, notebook = api.SubmittedAssignment, api.SubmittedNotebook, api.Notebook
        with self.database.transaction() as session:
            for each in given:
                key = session.scalar(
                    select(page.id)
                    .join(notebook, notebook.id == page.notebook_id)
                    .join(submission, submission.id == page.assignment_id)
                    .join(api.Assignment, api.Assignment.id == submission.assignment_id)
                    .where(
                        api.Assignment.name == assignment,
                        submission.student_id == each.student,
                        notebook.name == each.notebook,
                    )
                )
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
                        f"{self._name} has no place for a mark of {each.student} for {each.cell}: "
                        f"run `lincourse grade {assignment}` first. Nothing was changed."
                    )
                mark.manual_score, mark.needs_manual_grade = each.points, False
                if comment is not None:
                    comment.manual_comment = each.comment or None

    @persistent
    def totals(self) -> tuple[dict[str, dict[str, float | None]], dict[str, float]]:
        """Each student's points in each assignment, and the most that each gives.

        Points are as `nbgrader export` has them; None where nothing was handed in.
        """
        submission, page, grade = api.SubmittedAssignment, api.SubmittedNotebook, api.Grade
        raw: dict[tuple[str, str], float] = {}
        with self.database.transaction() as session:
            names = sorted(session.scalars(select(api.Assignment.name)))
            most = {name: fsum(_points(session, name).values()) for name in names}
            for name in names:
                for student, _, penalty in session.execute(
                    _of_notebooks(name, page.late_submission_penalty)
                ):
                    raw[student, name] = raw.get((student, name), 0.0) - (penalty or 0.0)
            for student, name, auto, manual, extra in session.execute(
                select(
                    *(submission.student_id, api.Assignment.name),
                    *(grade.auto_score, grade.manual_score, grade.extra_credit),
                )
                .join(page, page.id == grade.notebook_id)
                .join(submission, submission.id == page.assignment_id)
                .join(api.Assignment, api.Assignment.id == submission.assignment_id)
            ):
                points = (auto if manual is None else manual) or 0.0
                raw[student, name] = raw.get((student, name), 0.0) + points + (extra or 0.0)
            students = sorted(session.scalars(select(api.Student.id)))
        return {
            student: {
                name: max(0.0, raw[student, name]) if (student, name) in raw else None
                for name in names
            }
            for student in students
        }, most

    @persistent
    def settle(
        self, assignment: str, results: Mapping[str, Result], extensions: Mapping[str, timedelta]
    ) -> None:
        """Take off what being late costs by now, of the points that there are by now.

        Marks, due dates, extensions and the course's penalty may have changed since the tests were
        run.
        """
        submission, page, grade = api.SubmittedAssignment, api.SubmittedNotebook, api.Grade
        named = api.Assignment.name == assignment
        points: dict[str, float] = defaultdict(float)
        with self.database.transaction() as session:
            for key, auto, manual, extra in session.execute(
                select(grade.notebook_id, grade.auto_score, grade.manual_score, grade.extra_credit)
                .join(page, page.id == grade.notebook_id)
                .join(submission, submission.id == page.assignment_id)
                .join(api.Assignment, api.Assignment.id == submission.assignment_id)
                .where(named)
            ):
                points[key] += ((auto if manual is None else manual) or 0.0) + (extra or 0.0)
            for row, notebook in session.execute(
                select(submission, page)
                .join(page, page.assignment_id == submission.id)
                .join(api.Assignment, api.Assignment.id == submission.assignment_id)
                .where(named)
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
                penalty = self._penalty(row.student_id, points[notebook.id], result.late)
                if (notebook.late_submission_penalty or 0) != (penalty or 0):
                    notebook.late_submission_penalty = penalty

    @persistent
    def prepare(self, assignment: str, notebooks: Mapping[str, Mapping[str, Any]]) -> None:
        """Make the gradebook agree with the source version, as `nbgrader generate_assignment` does.

        `notebooks` are the source versions by name. What agrees is not touched; marks and comments
        stay. Once something was handed in, no notebook or cell that bears marks may come or go.
        """
        sources = {name: self._source(name, content) for name, content in notebooks.items()}
        course = CourseDirectory(config=self._config).course_id
        with self.database.transaction() as session:
            for name in {course, "default_course"} - {""}:
                if session.get(api.Course, name) is None:
                    session.add(api.Course(id=name))
            row = session.scalar(select(api.Assignment).where(api.Assignment.name == assignment))
            if row is None:
                row = api.Assignment(assignment, course_id=course)
                session.add(row)
                session.flush()
            theirs = api.SubmittedAssignment
            begun = session.scalar(select(theirs.id).where(theirs.assignment_id == row.id).limit(1))
            found = {notebook.name: notebook for notebook in row.notebooks}
            if begun:
                _refuse_changes(assignment, f"The notebooks of {assignment}", found, sources)
            for name in found.keys() - sources.keys():
                _delete(session, _source_rows(session, found[name].id).values())
                _delete(session, [found[name]])
            for name, (kernelspec, cells) in sources.items():
                notebook = found.get(name) or api.Notebook(name=name, assignment_id=row.id)
                notebook.kernelspec = kernelspec
                session.add(notebook)
                session.flush()
                rows = _source_rows(session, notebook.id)
                if begun:
                    what = f"The cells of {assignment}/{name}"
                    _refuse_changes(assignment, what, _marked(rows), _marked(cells))
                    _delete(session, [rows[key] for key in rows.keys() - cells.keys()])
                elif rows.keys() != cells.keys():  # all again: nbgrader shows them in row order
                    _delete(session, rows.values())
                    rows = {}
                for (model, grade_id), fields in cells.items():
                    if (model, grade_id) not in rows:
                        session.add(model(name=grade_id, notebook_id=notebook.id, **fields))
                    else:
                        for key, value in fields.items():
                            setattr(rows[model, grade_id], key, value)

    @persistent
    def record(self, result: Result, before: Result | None = None) -> None:
        """Write down a result, as `nbgrader autograde` would have left it.

        What a person gave (marks, comments, extra credit) stays; a mark given by hand is flagged to
        be looked at again, as the work may be new, unless it is for an answer that was the same in
        the result `before`. A notebook that the result does not name was not
        handed in: 0 points. A result that is "missing" or "failed" is not written down.
        """
        if result.status in ("missing", "failed"):
            return
        handed_in = {notebook.name: notebook for notebook in result.notebooks}
        with self.database.transaction() as session:
            assignment = session.scalar(
                select(api.Assignment)
                .options(load_only(api.Assignment.duedate))
                .where(api.Assignment.name == result.assignment)
            )
            if assignment is None:
                raise GradebookError(
                    f"{self._name} has no assignment {result.assignment}. Run `nbgrader "
                    f"generate_assignment {result.assignment}`, then grade again."
                )
            asked = _asked(session, assignment.id)
            self._check_fit(result, asked)
            if session.get(api.Student, result.student) is None:
                session.add(api.Student(id=result.student))
            submission = _submission(session, assignment.id, result)
            due = assignment.duedate and assignment.duedate + (submission.extension or timedelta())
            late = seconds_late(due, submission.timestamp)
            for name, sheet in _sheets(session, submission, asked).items():
                notebook = handed_in.get(name)
                sheet.fill(notebook, _same_answers(notebook, before))
                penalty = self._penalty(result.student, sheet.score, late) if notebook else None
                sheet.page.late_submission_penalty = penalty

    def _open(self, session: Session) -> None:
        """Make the tables where there are none, and see that they are as this nbgrader has them."""
        if not table_names(session):
            create_tables(session)
            return
        check_version(session, self._name)
        if self.database.is_file and session.scalar(text("PRAGMA quick_check(1)")) != "ok":
            raise GradebookError(TROUBLE["SQLITE_CORRUPT"].format(file=self._name))

    def _source(self, name: str, content: Mapping[str, Any]) -> tuple[str, Rows]:
        """What nbgrader saves of a source version: its kernel, and the fields of its cells."""
        resources = {"nbgrader": {"notebook": name}, "metadata": {}}
        try:
            with without_grammar():
                import nbformat.v4
            notebook = nbformat.v4.reads(json.dumps(content))
            for step in self._steps:
                notebook, resources = step(config=self._config)(notebook, resources)
        except Exception as error:  # a step raises what it likes, or can't be imported
            cause = str(error.__context__ or error).strip().partition("\n")[0]
            raise GradebookError(
                f"The source version of {name} is not as nbgrader needs it: {cause}. "
                "Put it right, then run this again."
            ) from error
        cells: Rows = {}
        for cell in notebook.cells:
            if not (
                utils.is_grade(cell)
                or utils.is_solution(cell)
                or utils.is_task(cell)
                or utils.is_locked(cell)
            ):
                continue
            grade_id = cell.metadata.nbgrader["grade_id"]
            worth = {
                "max_score": float(cell.metadata.nbgrader.get("points", 0)),
                "cell_type": cell.cell_type,
            }
            if utils.is_grade(cell):
                cells[api.GradeCell, grade_id] = worth
            if utils.is_solution(cell):
                cells[api.SolutionCell, grade_id] = {}
            if utils.is_task(cell):
                cells[api.TaskCell, grade_id] = worth
            cells[api.SourceCell, grade_id] = {
                "cell_type": cell.cell_type,
                "locked": utils.is_locked(cell),
                "source": cell.source,
                "checksum": cell.metadata.nbgrader.get("checksum"),
            }
        return json.dumps(notebook.metadata.get("kernelspec", {})), cells

    @functools.cached_property
    def _steps(self) -> list[Any]:
        """What nbgrader does to a source version before it saves its cells."""
        from nbgrader.converters import GenerateAssignment
        from nbgrader.preprocessors import SaveCells

        steps = GenerateAssignment(config=self._config).preprocessors
        found = [import_item(step) if isinstance(step, str) else step for step in steps]
        return list(itertools.takewhile(lambda step: step is not SaveCells, found))

    def _check_fit(self, result: Result, asked: Asked) -> None:
        """Raise where a result speaks of other notebooks and cells than the gradebook."""
        expected = {name: cells for (_, name), cells in asked.items()}
        wrong = []
        for notebook in result.notebooks:
            cells = expected.get(notebook.name, [])
            known = {cell.grade_id for cell in cells if cell.type != "SolutionCell"}
            tests = {cell.grade_id for cell in cells if cell.type == "GradeCell"}
            given = {exercise.grade_id: exercise.score for exercise in notebook.exercises}
            odd = {key for key, score in given.items() if not 0 <= (score or 0) < inf}
            odd |= (given.keys() - known) | (tests - given.keys())
            wrong += sorted(odd) if notebook.name in expected else [notebook.name]
        if wrong:
            raise GradebookError(
                f"The result of {result.student} for {result.assignment} does not fit "
                f"{self._name}: {', '.join(wrong)}. Has the source version changed since the run "
                "began? Run it again."
            )

    @functools.cached_property
    def _late(self) -> Any:
        """The course's late penalty, which may be a module in the course folder."""
        from nbgrader.preprocessors import AssignLatePenalties

        settings = self._config.get("CourseDirectory", {})
        folder = str(settings.get("root") or os.getcwd())
        sys.path.append(folder)  # nbgrader looks there, too
        try:
            late = AssignLatePenalties(config=self._config)
            late.init_plugin()
        except Exception as error:  # it is the course's own code
            raise GradebookError(
                f"The course's late penalty can't be loaded: {error}. Mend "
                "`c.AssignLatePenalties.plugin_class` in nbgrader_config.py, then run this again."
            ) from error
        finally:
            sys.path.remove(folder)
        return late.plugin_inst

    def _penalty(self, student: str, score: float, late: float) -> float | None:
        """The points that the course's late plugin takes off."""
        if late <= 0:
            return None
        try:
            penalty = self._late.late_submission_penalty(student, score, late)
        except Exception as error:  # it is the course's own code
            raise GradebookError(
                f"The course's late penalty failed for {student}: {error!r}. Mend "
                "`c.AssignLatePenalties.plugin_class` in nbgrader_config.py, then run this again."
            ) from error
        return None if penalty is None else min(max(penalty, 0), score)


def models() -> MetaData:
    """All tables of nbgrader's models."""
    found: MetaData = api.Base.metadata
    return found


def table_names(session: Session) -> set[str]:
    """The tables that a database has."""
    return set(inspect(session.connection()).get_table_names())


def create_tables(session: Session) -> None:
    """Make nbgrader's tables, with the version that it keeps of them."""
    models().create_all(session.connection())
    session.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
    session.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": _revisions()[0]})


def check_version(session: Session, name: str) -> None:
    """Raise where a database is not a gradebook of the nbgrader that is installed."""
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
    """The versions of nbgrader's tables, from the newest on, as its migrations for alembic say."""
    older: dict[str, str | None] = {}
    for path in Path(dbutil.ALEMBIC_DIR, "versions").glob("*.py"):
        said = dict(re.findall(r"^(\w+) *= *['\"](\w+)['\"]", path.read_text(), re.M))
        older[said["revision"]] = said.get("down_revision")
    newest: str | None
    [newest] = older.keys() - older.values()
    found: list[str] = []
    while newest is not None:
        found.append(newest)
        newest = older[newest]
    return found


@dataclass
class Sheet:
    """The rows of one notebook of a submission, by grade_id."""

    page: Any
    grades: dict[str, Any] = field(default_factory=dict)
    tasks: dict[str, Any] = field(default_factory=dict)  # grades too, but only a person gives them
    comments: dict[str, Any] = field(default_factory=dict)  # of solution cells

    @property
    def score(self) -> float:
        """All points, as nbgrader counts them: a person's before the tests', and extra credit."""
        marks = [*self.grades.values(), *self.tasks.values()]
        given = [(m.auto_score if m.manual_score is None else m.manual_score, m) for m in marks]
        return fsum(points + (m.extra_credit or 0) for points, m in given if points is not None)

    def fill(self, notebook: GradedNotebook | None, same: Collection[str] = ()) -> None:
        """Write in what the tests gave, or zeros where there was no notebook.

        A person's mark for one of the `same` answers needs no second look.
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


@dataclass
class Marks:
    """What the gradebook has of one student's submission, by notebook and grade_id."""

    tests: dict[Place, float | None] = field(default_factory=dict)  # what tests gave
    scores: dict[Place, Mark] = field(default_factory=dict)  # what people gave
    comments: dict[Place, str] = field(default_factory=dict)
    penalties: dict[str, float] = field(default_factory=dict)  # by notebook alone
    most: dict[Place, float] = field(default_factory=dict)  # what could be had

    def put_into(self, result: Result) -> bool:
        """Make a result say what the gradebook says; whether that is news to it."""
        news = False
        if self.most:
            news |= result.max_score != fsum(self.most.values())
            result.max_score = fsum(self.most.values())
        for notebook in result.notebooks:
            comments = {
                cell: words
                for (name, cell), words in self.comments.items()
                if name == notebook.name
            }
            news |= comments != notebook.comments
            notebook.comments = comments
            penalty = self.penalties.get(notebook.name, 0.0)
            news |= penalty != notebook.penalty
            notebook.penalty = penalty
            for exercise in notebook.exercises:
                place = notebook.name, exercise.grade_id
                mark = self.scores.get(place)
                score = self.tests.get(place, exercise.score)
                most = self.most.get(place, exercise.max_score)
                news |= (mark, score, most) != (exercise.mark, exercise.score, exercise.max_score)
                exercise.mark, exercise.score, exercise.max_score = mark, score, most
                if mark is None or not mark.again:
                    exercise.was = ""
        return news


def _of_cells(assignment: str, model: Any, *columns: Any) -> Any:
    """A query of what belongs to cells of submissions: student, notebook, grade_id, columns."""
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


def _of_notebooks(assignment: str, *columns: Any) -> Any:
    """A query of what belongs to notebooks of submissions: student, notebook, columns."""
    submission, page = api.SubmittedAssignment, api.SubmittedNotebook
    return (
        select(submission.student_id, api.Notebook.name, *columns)
        .select_from(page)
        .join(api.Notebook, api.Notebook.id == page.notebook_id)
        .join(submission, submission.id == page.assignment_id)
        .join(api.Assignment, api.Assignment.id == submission.assignment_id)
        .where(api.Assignment.name == assignment)
    )


def _points(session: Session, assignment: str) -> dict[Place, float]:
    """What can be had for each graded cell."""
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


def _same_answers(notebook: GradedNotebook | None, before: Result | None) -> set[str]:
    """The grade_ids of answers that a person reads and that are as they were before."""
    if notebook is None or before is None:
        return set()
    old = [each for each in before.notebooks if each.name == notebook.name]
    known = {exercise.grade_id: exercise.answer for each in old for exercise in each.exercises}
    return {
        exercise.grade_id
        for exercise in notebook.exercises
        if exercise.answer and exercise.answer == known.get(exercise.grade_id)
    }


def _source_rows(session: Session, notebook_id: str) -> Rows:
    """The rows of the source version's cells."""
    models = (api.GradeCell, api.SolutionCell, api.TaskCell, api.SourceCell)
    return {
        (model, row.name): row
        for model in models
        for row in session.scalars(select(model).where(model.notebook_id == notebook_id))
    }


def _marked(rows: Rows) -> set[str]:
    """The cells that bear marks or comments, with what they are."""
    kinds = {api.GradeCell: "points", api.SolutionCell: "answer", api.TaskCell: "task"}
    return {f"{name} ({kinds[model]})" for model, name in rows if model in kinds}


def _refuse_changes(assignment: str, what: str, old: Collection[str], new: Collection[str]) -> None:
    """Raise where names came or went."""
    changes = [f"new {name}" for name in sorted(set(new) - set(old))]
    changes += [f"gone {name}" for name in sorted(set(old) - set(new))]
    if changes:
        raise GradebookError(
            f"{what} have changed since the first submission was recorded: {', '.join(changes)}. "
            "Marks are kept under these names. Undo that change; or give up the marks recorded so "
            f"far with `nbgrader db assignment remove {assignment} --force`, then grade again."
        )


def _delete(session: Session, rows: Iterable[Any]) -> None:
    """Delete rows now, before others are added that may bear the same name."""
    for row in rows:
        session.delete(row)
    session.flush()


def _asked(session: Session, assignment_id: str) -> Asked:
    """The cells of the source version that bear marks or comments, by notebook."""
    asked: Asked = {}
    notebook, cell = api.Notebook, api.BaseCell
    for row in session.execute(
        select(
            notebook.id,
            notebook.name,
            cell.id.label("cell"),
            cell.name.label("grade_id"),
            cell.type,
        )
        .outerjoin(cell, cell.notebook_id == notebook.id)
        .where(notebook.assignment_id == assignment_id)
    ):
        cells = asked.setdefault((row.id, row.name), [])
        if row.cell is not None:
            cells.append(row)
    return asked


def _submission(session: Session, assignment_id: str, result: Result) -> Any:
    """The row of a submission, with its time."""
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


def _sheets(session: Session, submission: Any, asked: Asked) -> dict[str, Sheet]:
    """The rows of a submission by notebook; what is missing is added."""
    page, grade, comment = api.SubmittedNotebook, api.Grade, api.Comment
    rows: Rows = {}

    def find(model: Any, key: Any, keys: list[str], place: Any, *columns: Any) -> None:
        query = select(model).where(key.in_(keys), place).options(load_only(key, *columns))
        query = query.with_for_update()  # formgrader writes here too, and takes no lock of ours
        rows.update({(model, getattr(row, key.key)): row for row in session.scalars(query)})

    if submission not in session.new:  # nbgrader has an index of each key with its place
        place = page.assignment_id == submission.id
        find(page, page.notebook_id, [key for key, _ in asked], place, page.late_submission_penalty)
        pages = [row.id for row in rows.values()]
        cells = [cell.cell for cells in asked.values() for cell in cells]
        marks = (grade.auto_score, grade.manual_score, grade.extra_credit, grade.needs_manual_grade)
        find(grade, grade.cell_id, cells, grade.notebook_id.in_(pages), *marks)
        find(comment, comment.cell_id, cells, comment.notebook_id.in_(pages), comment.auto_comment)

    def row(model: Any, key: str, **fields: Any) -> Any:
        if (model, key) not in rows:
            rows[model, key] = model(id=api.new_uuid(), **fields)
            session.add(rows[model, key])
        return rows[model, key]

    sheets = {}
    for (notebook_id, name), cells in asked.items():
        notebook = row(page, notebook_id, notebook_id=notebook_id, assignment_id=submission.id)
        sheet = sheets[name] = Sheet(notebook)
        for cell in cells:
            at = {"cell_id": cell.cell, "notebook_id": notebook.id}
            if cell.type == "GradeCell":
                sheet.grades[cell.grade_id] = row(grade, cell.cell, **at)
            elif cell.type == "SolutionCell":
                sheet.comments[cell.grade_id] = row(comment, cell.cell, **at)
            else:
                sheet.tasks[cell.grade_id] = row(grade, cell.cell, **at)
                row(comment, cell.cell, **at)
    return sheets
