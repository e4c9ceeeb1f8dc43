"""The autograded notebook as one HTML page for the instructor.

It shows all cells, with the tests and their messages, so it is not for students. Unlike nbconvert's
page it runs no script, loads nothing, and escapes all student content.
"""

from gradebox.notebooks import nbgrader_metadata
from gradebox.pages.feedback import outputs_of, sources_of
from gradebox.pages.rendering import render
from gradebox.results import GradedNotebook, Result

MAX_CELLS = 500


def page(result: Result, notebook: GradedNotebook) -> str:
    """The page of one student and one notebook."""
    exercises = {exercise.grade_id: exercise for exercise in notebook.exercises}
    cells = []
    for cell in notebook.content.get("cells", [])[:MAX_CELLS]:
        mark = nbgrader_metadata(cell)
        name = str(mark.get("grade_id", ""))
        added = not mark and str(cell.get("id", "")).startswith("extra-")
        cells.append(
            {
                "name": name,
                "exercise": exercises.get(name),
                "own": added or bool(mark.get("solution")),
                "test": bool(mark.get("grade")) and not mark.get("solution"),
                "sources": list(sources_of([cell])),
                "outputs": outputs_of([cell]),
            }
        )
    return render("notebook.html", result=result, notebook=notebook, cells=cells)
