"""Compare `lincourse grade` with stock `nbgrader autograde`, in one run on one class.

    python benchmarks/grading.py --students 50
    python benchmarks/grading.py --sizes 50,200,1000

The first command makes a class with right, wrong and unsolved work, lets both grade it, and checks
that all scores agree, cell by cell. It prints the time of the whole command per student, and the
CPU seconds of all its processes, which depend less on other load. The lower bound is the time of
the bare cells: each notebook with its tests, without a sandbox, one after another, in a process
forked from a warm one. Figures that are marked by hand are drawn, as both graders do; all outputs
are thrown away. The second command grades classes of several sizes with only `lincourse grade`, to
show the cost of a submission in larger classes. The numbers are only printed, not tested.
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1] / "tools"), str(HERE.parent)]

import demo_class as demo
from meter import Meter

from lincourse import plots

METER = Meter()


@dataclass(frozen=True)
class Run:
    """The cost of a command: wall time, CPU time, and peak memory."""

    seconds: float
    cpu: float
    megabytes: float = 0.0


def main() -> int:
    """Compare, or show how cost grows; return 1 if scores differ or a command fails."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--students", type=int, default=20, metavar="N")
    options.add_argument("--sizes", help="Class sizes, for lincourse only: 50,200,1000.")
    options.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="J")
    options.add_argument("--assignment", default="04-perceptron", metavar="A")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--unsafe-no-sandbox", action="store_true")
    chosen = options.parse_args()
    METER.join()
    with tempfile.TemporaryDirectory(prefix="lincourse-benchmark-") as scratch:
        try:
            run(["lincourse", "grade", "--help"], Path(scratch))  # bytecode, file cache
            return (sizes if chosen.sizes else compare)(Path(scratch), chosen)
        except subprocess.CalledProcessError as error:
            print(f"{' '.join(error.cmd)} failed with exit code {error.returncode}:")
            print(error.output[-4000:])
            return 1


def compare(scratch: Path, chosen: argparse.Namespace) -> int:
    """Grade one class with both; print the times and, last, the ratio."""
    ours, stock = scratch / "ours", scratch / "stock"
    progress(f"making a class of {chosen.students}")
    prepare(ours, chosen.students, chosen)
    shutil.copytree(ours, stock)
    progress("nbgrader autograde")
    theirs_took = run(["nbgrader", "autograde", chosen.assignment], stock)
    progress("lincourse grade")
    ours_took = grade(ours, chosen)
    progress("the bare cells")
    lowest = floor(ours, chosen.assignment)
    progress("")
    differences = compared(scores(stock), scores(ours))

    print(f"{chosen.assignment}, {chosen.students} students, {conditions(chosen)}\n")
    print(f"{'':24}{'s per submission':>18}{'CPU s':>8}{'s in all':>12}{'peak MB':>10}")
    for name, took in (
        ("nbgrader autograde", theirs_took),
        ("lincourse grade", ours_took),
        ("floor: the bare cells", lowest),
    ):
        each, cpu = took.seconds / chosen.students, took.cpu / chosen.students
        peak = f"{took.megabytes:10.0f}" if took.megabytes else ""
        print(f"{name:24}{each:18.3f}{cpu:8.2f}{took.seconds:12.1f}{peak}")
    if differences:
        print(f"\nscores differ in {len(differences)} places:")
        for line in differences:
            print(f"  {line}")
    else:
        print(f"\nscores agree: {len(scores(ours))} cells of {chosen.students} students")
    print(f"ratio: {theirs_took.seconds / ours_took.seconds:.1f}")
    return 1 if differences else 0


def sizes(scratch: Path, chosen: argparse.Namespace) -> int:
    """Grade classes of several sizes with ours; print what a submission costs in each."""
    print(f"lincourse grade {chosen.assignment}, {conditions(chosen)}\n")
    print(f"{'students':>10}{'ms per submission':>20}{'CPU ms':>8}{'s in all':>12}{'peak MB':>10}")
    for students in map(int, chosen.sizes.split(",")):
        folder = scratch / str(students)
        progress(f"making a class of {students}")
        prepare(folder, students, chosen)
        progress(f"grading {students}")
        took = grade(folder, chosen)
        progress("")
        graded = {student for student, _, _ in scores(folder)}
        if len(graded) != students:
            print(f"only {len(graded)} of {students} are in the gradebook")
            return 1
        each, cpu = 1000 * took.seconds / students, 1000 * took.cpu / students
        print(
            f"{students:10}{each:20.0f}{cpu:8.0f}{took.seconds:12.1f}{took.megabytes:10.0f}",
            flush=True,
        )
        shutil.rmtree(folder)
    return 0


def prepare(folder: Path, students: int, chosen: argparse.Namespace) -> None:
    """A course folder with a class, its assignment released by nbgrader."""
    demo.make_class(folder, students, chosen.assignment, chosen.seed)
    run(["nbgrader", "generate_assignment", chosen.assignment, "--create", "--force"], folder)


def grade(folder: Path, chosen: argparse.Namespace) -> Run:
    """Grade a class with ours."""
    unsafe = ["--unsafe-no-sandbox"] if chosen.unsafe_no_sandbox else []
    command = ["lincourse", "grade", chosen.assignment, "--jobs", str(chosen.jobs), *unsafe]
    return run(command, folder)


def run(command: list[str], folder: Path) -> Run:
    """Run a module's command there, and watch its time and memory."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    root = str(Path(__file__).resolve().parents[1])
    environment = os.environ | {"PATH": path, "PYTHONPATH": root}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        start, cpu = time.perf_counter(), METER.read()
        process = psutil.Popen(
            [sys.executable, "-m", *command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        peak = 0.0
        while process.poll() is None:
            peak = max(peak, memory(process))
            with suppress(psutil.TimeoutExpired):
                process.wait(timeout=2)
        seconds = time.perf_counter() - start
        if process.returncode:
            output.seek(0)
            raise subprocess.CalledProcessError(process.returncode, command, output.read())
    return Run(seconds, METER.read() - cpu, peak)


def memory(process: psutil.Process) -> float:
    """The megabytes that a process and its descendants hold, shared pages counted once."""
    total = 0
    with suppress(psutil.Error):
        for member in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                try:
                    full = member.memory_full_info()
                    total += getattr(full, "pss", full.uss)
                except psutil.AccessDenied:
                    total += member.memory_info().rss
    return total / 2**20


def scores(folder: Path) -> dict[tuple[str, str, str], float | None]:
    """(student, notebook, grade_id) -> the points that the tests gave, from the gradebook."""
    with sqlite3.connect(folder / "gradebook.db") as book:
        rows = book.execute(
            """
            SELECT submitted_assignment.student_id, notebook.name, base_cell.name, grade.auto_score
            FROM grade
            JOIN base_cell ON base_cell.id = grade.cell_id
            JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id
            JOIN notebook ON notebook.id = submitted_notebook.notebook_id
            JOIN submitted_assignment
              ON submitted_assignment.id = submitted_notebook.assignment_id
            """
        )
        return {(student, notebook, cell): score for student, notebook, cell, score in rows}


def compared(theirs: dict, ours: dict) -> list[str]:
    """Describe where two sets of scores differ."""
    return [
        f"{' '.join(where)}: nbgrader {theirs.get(where, 'nothing')}, "
        f"lincourse {ours.get(where, 'nothing')}"
        for where in sorted(theirs.keys() | ours.keys())
        if where not in theirs or where not in ours or theirs[where] != ours[where]
    ]


def floor(folder: Path, assignment: str) -> Run:
    """The cost of the bare cells, in forks of this process after all imports."""
    if not hasattr(os, "fork"):
        return Run(float("nan"), float("nan"))
    os.environ["MPLBACKEND"] = "agg"
    solved = {
        path.name: json.loads(path.read_text("utf-8"))
        for path in (folder / "solutions" / assignment).glob("*.ipynb")
    }
    tests = {
        grade_id: demo.text(cell)
        for notebook in solved.values()
        for grade_id, cell in demo.by_grade_id(notebook).items()
        if demo.settings(cell)["grade"]
    }
    for notebook in solved.values():
        execute(notebook, tests)
    handed_in = sorted((folder / "submitted").glob(f"*/{assignment}/*.ipynb"))
    start, cpu = time.perf_counter(), METER.read()
    for path in handed_in:
        child = os.fork()
        if not child:
            execute(json.loads(path.read_text("utf-8")), tests)
            os._exit(0)
        os.waitpid(child, 0)
    return Run(time.perf_counter() - start, METER.read() - cpu)


def execute(notebook: dict, tests: dict[str, str]) -> None:
    """Run the code cells, the tests as in the course; ignore errors and output."""
    names: dict = {}
    marked = marked_cells(notebook)
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for place, cell in enumerate(notebook["cells"]):
            if cell["cell_type"] == "code":
                source = tests.get(demo.settings(cell).get("grade_id", ""), demo.text(cell))
                plots.show = draw if place in marked else nothing
                with suppress(Exception):
                    exec(source, names)


def marked_cells(notebook: dict) -> set[int]:
    """The cells that a marker sees: from one marked by hand back to the previous graded one."""
    found, by_hand = set(), False
    for place in reversed(range(len(notebook["cells"]))):
        settings = demo.settings(notebook["cells"][place])
        if settings.get("grade") or settings.get("task"):
            by_hand = bool(settings.get("solution") or settings.get("task"))
        if by_hand:
            found.add(place)
    return found


def draw(figure: Any, alt: str) -> None:
    """Draw a figure as the grader does, and throw it away."""
    plots.quick_png(plots.figure_of(figure), density=1)


def nothing(figure: Any, alt: str) -> None:
    """Describe a figure in words, which is enough if it isn't marked."""


def conditions(chosen: argparse.Namespace) -> str:
    """What the figures depend on."""
    sandbox = "off" if chosen.unsafe_no_sandbox else "on"
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    return f"{chosen.jobs} jobs on {os.cpu_count()} cores, sandbox {sandbox}, {load}"


def progress(text: str) -> None:
    """Show progress, on a terminal in one line that is overwritten."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
    elif text:
        print(text, "...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
