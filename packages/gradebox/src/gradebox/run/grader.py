"""A warm grader for one assignment on one machine: its sandbox, and a process pool of judges.

`grade` has one of these in its own process; on a cluster every worker has one in a process of its
own (`service`).
"""

import contextlib
import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gradebox.course import tree_shaking
from gradebox.course.model import Assignment
from gradebox.course.syntax import class_names, imported_modules, without_magics
from gradebox.limits import JUDGE_GRACE, SUBMISSION_FACTOR
from gradebox.run.workers import Pool
from gradebox.sandbox.bubblewrap import Sandbox
from gradebox.sandbox.confinement import Confinement
from gradebox.sandbox.inside import Plan

if TYPE_CHECKING:
    from gradebox.judge.runner import Judge


def set_environment() -> None:
    """Limit the threads of NumPy, which must not be imported yet; have checks print plain text."""
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    os.environ["NBGRADER_EXECUTION"] = "autograde"


@contextlib.contextmanager
def sandbox_for(
    assignment: Assignment, hidden: Path, scratch: Path, sandboxed: bool
) -> Iterator[Sandbox]:
    """A sandbox for this assignment, which begins to warm up.

    `hidden` is the course folder, which must not be visible in it; `scratch` is for temporary
    files.
    """
    cells = [cell for notebook in assignment.notebooks for cell in notebook.cells]
    code = [c.source for c in cells if c.kind == "code" and c.role != "test"]
    provided = [c.source for c in cells if c.role in ("given", "plain")]
    asked = set().union(*(notebook.asked for notebook in assignment.notebooks))
    imports = list(dict.fromkeys(name for source in code for name in imported_modules(source)))
    names = [name for source in provided for name in class_names(source) if name not in asked]
    plan = Plan(imports, names, [without_magics(source) for source in provided])
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        os.chmod(folder, 0o755)
        tree_shaking.stage(Path(folder), code, asked)
        sandbox = Sandbox(Path(folder), hidden, plan, sandboxed)
        try:
            yield sandbox
        finally:
            sandbox.close()


def time_limit(assignment: Assignment, timeout: float) -> float:
    """Seconds after which the judge of a submission is killed."""
    longest = 2 * SUBMISSION_FACTOR * timeout  # on a busy machine
    return longest * len(assignment.notebooks) + JUDGE_GRACE


def start_pool(judge: "Judge", jobs: int, timeout: float) -> Pool:
    """Fork workers from this process as it is now, with all its imports and caches."""
    from gradebox.run import tasks

    assignment, sandbox = judge.assignment, judge.sandbox

    def work(data: bytes) -> bytes:
        sandbox.alone = bool(data[0])
        return tasks.grade(judge, tasks.GradingTask.from_bytes(data[1:]))

    _render_untouched_pages(assignment)
    gc.collect()
    gc.freeze()  # a collection would write to objects that forks share, and copy their pages
    shown, kept = [judge.folder.path], [sandbox.control.fileno()]
    root = sandbox.stage.parent / "judges"
    confinement = Confinement(root, sandbox.hidden, shown, kept) if sandbox.safe else None
    return Pool(jobs, work, time_limit(assignment, timeout), confinement)


def begin(pool: Pool, sandbox: Sandbox, read: Callable[[str], bytes]) -> None:
    """Wait until the sandbox is warm. From now on `read` makes the tasks of the pool."""
    sandbox.wait()
    pool.read = lambda student: bytes([sandbox.alone]) + read(student)


def _render_untouched_pages(assignment: Assignment) -> None:
    """Fill caches that judges share: compiled templates, the course's cells with colours."""
    from gradebox.results import GradedNotebook, Result
    from gradebox.run.student_pages import render_pages

    cells = {
        n.name: [{**c.data, "source": c.released} for c in n.cells] for n in assignment.notebooks
    }
    notebooks = [GradedNotebook(name, content={"cells": found}) for name, found in cells.items()]
    render_pages(Result("", assignment.name, "missing", notebooks=notebooks))
