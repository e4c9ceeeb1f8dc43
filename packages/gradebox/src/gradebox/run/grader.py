"""A warm grader for one assignment on one machine: its sandbox, and a process pool of judges.

`gradebox grade` has one of these in its own process; on a cluster every worker has one in a
process of its own (`service`).
"""

import contextlib
import gc
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from gradebox.course import tree_shaking
from gradebox.course.model import Assignment
from gradebox.course.syntax import class_names, imported_modules, without_magics
from gradebox.limits import JUDGE_GRACE, SUBMISSION
from gradebox.run.workers import Pool, Work
from gradebox.sandbox.bubblewrap import Sandbox
from gradebox.sandbox.inside import Plan


def set_environment() -> None:
    """Set what must be set before NumPy is imported, and how checks speak."""
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    os.environ["NBGRADER_EXECUTION"] = "autograde"  # checks say what they say in plain text


@contextlib.contextmanager
def sandbox_for(
    assignment: Assignment, hidden: Path, scratch: Path, safe: bool
) -> Iterator[Sandbox]:
    """A sandbox for this assignment, which begins to warm up.

    `hidden` is the course folder, which must not be seen in it; `scratch` is for temporary files.
    """
    cells = [cell for notebook in assignment.notebooks for cell in notebook.cells]
    code = [c.source for c in cells if c.kind == "code" and c.role != "test"]
    provided = [c.source for c in cells if c.role in ("given", "plain")]
    asked = set().union(*(notebook.asked for notebook in assignment.notebooks))
    imports = list(dict.fromkeys(name for source in code for name in imported_modules(source)))
    names = [name for source in provided for name in class_names(source)]
    plan = Plan(imports, names, [without_magics(source) for source in provided])
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        os.chmod(folder, 0o755)
        tree_shaking.stage(Path(folder), code, asked)
        sandbox = Sandbox(Path(folder), hidden, plan, safe)
        try:
            yield sandbox
        finally:
            sandbox.close()


def longest(assignment: Assignment, seconds: float) -> float:
    """Seconds after which the judge of a submission is killed."""
    return SUBMISSION * seconds * len(assignment.notebooks) + JUDGE_GRACE


def start_pool(assignment: Assignment, jobs: int, work: Work, limit: float) -> Pool:
    """Fork workers from this process as it is now, with all its imports and caches."""
    _draw_pages(assignment)
    gc.collect()
    gc.freeze()  # a collection would write to objects that forks share, and copy their pages
    gc.enable()
    return Pool(jobs, work, limit)


def _draw_pages(assignment: Assignment) -> None:
    """Make the pages of untouched notebooks: compiles templates, colours the course's own cells."""
    from gradebox.pages import autograded, feedback
    from gradebox.results import GradedNotebook, Result

    nobody = Result("", assignment.name, "missing")
    for notebook in assignment.notebooks:
        cells = [{**cell.data, "source": cell.released} for cell in notebook.cells]
        untouched = GradedNotebook(notebook.name, content={"cells": cells})
        for page in (feedback.page, autograded.page):
            page(nobody, untouched)
