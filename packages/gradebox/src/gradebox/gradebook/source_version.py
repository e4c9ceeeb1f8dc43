"""The source version of an assignment in the gradebook: notebooks, cells and their points."""

import functools
import itertools
import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from gradebox.gradebook.schema import CourseDirectory, api, utils
from gradebox.results import GradebookError

Cells = dict[tuple[Any, str], Any]  # nbgrader's model and grade_id -> its row, or its fields


class SourceVersion:
    """Notebooks as `nbgrader generate_assignment` reads them.

    Args:
        notebooks: Their content (nbformat), by name.
        config: nbgrader's configuration.

    """

    def __init__(self, notebooks: Mapping[str, Mapping[str, Any]], config: Config) -> None:
        self._config = config
        self.course = CourseDirectory(config=config).course_id
        self.notebooks = {name: self._read(name, content) for name, content in notebooks.items()}

    def _read(self, name: str, content: Mapping[str, Any]) -> tuple[str, Cells]:
        """Return the kernel of a notebook, and the fields of its cells."""
        resources = {"nbgrader": {"notebook": name}, "metadata": {}}
        try:
            import nbformat.v4

            notebook = nbformat.v4.reads(json.dumps(content))
            for step in self._preprocessors:
                notebook, resources = step(config=self._config)(notebook, resources)
        except Exception as error:  # a preprocessor raises anything, or can't be imported
            cause = str(error.__context__ or error).strip().partition("\n")[0]
            raise GradebookError(
                f"nbgrader can't use the source version of {name}: {cause}. "
                "Fix it, then run this again."
            ) from error
        cells: Cells = {}
        for cell in notebook.cells:
            kinds = {
                api.GradeCell: utils.is_grade(cell),
                api.SolutionCell: utils.is_solution(cell),
                api.TaskCell: utils.is_task(cell),
            }
            locked = utils.is_locked(cell)
            if not locked and not any(kinds.values()):
                continue
            marks = cell.metadata.nbgrader
            worth = {"max_score": float(marks.get("points", 0)), "cell_type": cell.cell_type}
            for model, is_one in kinds.items():
                if is_one:
                    cells[model, marks["grade_id"]] = {} if model is api.SolutionCell else worth
            cells[api.SourceCell, marks["grade_id"]] = {
                "cell_type": cell.cell_type,
                "locked": locked,
                "source": cell.source,
                "checksum": marks.get("checksum"),
            }
        return json.dumps(notebook.metadata.get("kernelspec", {})), cells

    @functools.cached_property
    def _preprocessors(self) -> list[Any]:
        """Return what nbgrader does to a source version before it saves its cells."""
        from nbgrader.converters import GenerateAssignment
        from nbgrader.preprocessors import SaveCells

        steps = GenerateAssignment(config=self._config).preprocessors
        found = [import_item(step) if isinstance(step, str) else step for step in steps]
        return list(itertools.takewhile(lambda step: step is not SaveCells, found))

    def save(self, session: Session, assignment: str) -> None:
        """Make the gradebook agree; rows that agree already are not touched."""
        for name in {self.course, "default_course"} - {""}:
            if session.get(api.Course, name) is None:
                session.add(api.Course(id=name))
        row = session.scalar(select(api.Assignment).where(api.Assignment.name == assignment))
        if row is None:
            row = api.Assignment(assignment, course_id=self.course)
            session.add(row)
            session.flush()
        theirs = api.SubmittedAssignment
        begun = session.scalar(select(theirs.id).where(theirs.assignment_id == row.id).limit(1))
        found = {notebook.name: notebook for notebook in row.notebooks}
        if begun:
            _refuse_changes(assignment, f"The notebooks of {assignment}", found, self.notebooks)
        for name in found.keys() - self.notebooks.keys():
            _delete(session, _rows(session, found[name].id).values())
            _delete(session, [found[name]])
        for name, (kernelspec, cells) in self.notebooks.items():
            notebook = found.get(name) or api.Notebook(name=name, assignment_id=row.id)
            notebook.kernelspec = kernelspec
            session.add(notebook)
            session.flush()
            rows = _rows(session, notebook.id)
            if begun:
                what = f"The cells of {assignment}/{name}"
                _refuse_changes(assignment, what, _marked(rows), _marked(cells))
                _delete(session, [rows[key] for key in rows.keys() - cells.keys()])
            elif rows.keys() != cells.keys():  # add all again: nbgrader shows them in row order
                _delete(session, rows.values())
                rows = {}
            for (model, grade_id), fields in cells.items():
                if (model, grade_id) not in rows:
                    session.add(model(name=grade_id, notebook_id=notebook.id, **fields))
                else:
                    for key, value in fields.items():
                        setattr(rows[model, grade_id], key, value)


def _rows(session: Session, notebook_id: str) -> Cells:
    """Return the rows of a notebook's cells."""
    models = (api.GradeCell, api.SolutionCell, api.TaskCell, api.SourceCell)
    return {
        (model, row.name): row
        for model in models
        for row in session.scalars(select(model).where(model.notebook_id == notebook_id))
    }


def _marked(cells: Cells) -> set[str]:
    """Return the cells that have marks or comments, with what they are."""
    kinds = {api.GradeCell: "points", api.SolutionCell: "answer", api.TaskCell: "task"}
    return {f"{name} ({kinds[model]})" for model, name in cells if model in kinds}


def _refuse_changes(assignment: str, what: str, old: Collection[str], new: Collection[str]) -> None:
    """Raise an error if names were added or removed."""
    changes = [f"new {name}" for name in sorted(set(new) - set(old))]
    changes += [f"gone {name}" for name in sorted(set(old) - set(new))]
    if changes:
        raise GradebookError(
            f"{what} have changed since the first submission was recorded: {', '.join(changes)}. "
            "Marks are kept under these names. Undo that change; or give up the marks recorded so "
            f"far with `nbgrader db assignment remove {assignment} --force`, then grade again."
        )


def _delete(session: Session, rows: Iterable[Any]) -> None:
    """Delete rows now, before others with the same name are added."""
    for row in rows:
        session.delete(row)
    session.flush()
