"""Make every notebook from its source; `--check` proves that each one is what its source makes.

    sources/lectures/NN-topic.py   ->  lectures/NN-topic.ipynb
    sources/exercises/NN-topic.py  ->  solutions/NN-topic/NN-topic.ipynb
                                   ->  exercises/NN-topic/NN-topic.ipynb   (by nbgrader)

A source is a text notebook (jupytext, percent format). In an exercise, a cell's header says what
the cell is to nbgrader:

    # %% given="imports"                    code that students get and cannot change
    # %% solve="softmax"                    the student's cell, grade_id softmax
    # %% test="softmax" points=2            its test cell, grade_id test_softmax
    # %% solve="quiz_scores"                a quiz answer, grade_id quiz_scores
    # %% test="quiz_scores" points=1        its test cell, grade_id test_quiz_scores
    # %% given="question_scores"            its question; students get it with its output
    # %% open="student"                     a cell that students may fill in, or leave as it is
    # %% solve="tests_softmax"              a test that the student writes, grade_id tests_softmax
    # %% test="tests_softmax" points=3      its test cell, grade_id test_tests_softmax
    # %% solve="figure_digits"              a figure that the student makes for an investigation
    # %% [markdown] answer="digits" points=4    what the student writes about it, grade_id digits:
                                            a person reads both and gives the points

In a lecture, the header of a numbered section's first cell gives the section a label, which becomes
the cell's id. Texts name a section by its label, and the build fills in its number:

    # %% [markdown] section="smoothing"     above "# ## 4. What about a word that ...?"
    # ... as in section {#smoothing}        in the lecture and in its exercise
    # ... lecture 02, section {02#smoothing}    in the others

In the text of a lecture such a reference is a link. Also in a lecture:

    # {contents}                            a linked list of its sections
    # {formulas}                            its table of docs/formulas.md, folded
    # %% tags=["hide-input"]                a cell whose code is folded: imports, plotting
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from lincourse.notebooks import write_atomically

ROOT = Path(__file__).resolve().parent.parent
LANGUAGE = {"name": "python"}
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
SECTION = re.compile(
    r'^# %% \[markdown\] section="(?P<label>[a-z]+(?:-[a-z]+)*)"\n'
    r"# ## (?P<heading>(?P<number>\d+)\. .+)$",
    re.MULTILINE,
)
REFERENCE = re.compile(r"(?P<word>[Ss]ections?\s+)?\{(?P<unit>\d\d)?#(?P<label>[^{}]*)\}")
Notebook = Any


def main() -> int:
    """Build, or check, all units or some."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("units", nargs="*", help="numbers or names, such as 04; all by default")
    parser.add_argument("--check", action="store_true", help="write nothing, name what is stale")
    arguments = parser.parse_args()
    os.environ["LINCOURSE_STATIC"] = "1"
    # OpenBLAS sums in an order that depends on its kernel: this one rounds alike on all x86.
    os.environ["OPENBLAS_CORETYPE"] = "Haswell"
    for library in ("OMP", "OPENBLAS", "MKL"):  # as in the tests: on a busy machine, threads wait
        os.environ[f"{library}_NUM_THREADS"] = "1"
    try:
        return check() if arguments.check else build(arguments.units)
    except SourceError as error:
        print(f"lincourse: {error}", file=sys.stderr)
        return 1


class SourceError(Exception):
    """A source that can't be turned into a notebook."""


# ---------------------------------------------------------------- where things are


def lecture_path(source: Path) -> Path:
    """The path of a lecture's notebook."""
    return ROOT / "lectures" / f"{source.stem}.ipynb"


def solution_path(source: Path) -> Path:
    """The path of an exercise's solution."""
    return ROOT / "solutions" / source.stem / f"{source.stem}.ipynb"


def exercise_path(source: Path) -> Path:
    """The path of the exercise for students."""
    return ROOT / "exercises" / source.stem / f"{source.stem}.ipynb"


def sources(kind: str, units: list[str] | None = None) -> list[Path]:
    """The sources of a kind, all of them or those whose name starts with one of the units."""
    found = sorted((ROOT / "sources" / kind).glob("*.py"))
    return [path for path in found if not units or path.name.startswith(tuple(units))]


# ---------------------------------------------------------------- building


def build(units: list[str]) -> int:
    """Write the notebooks of these units, or of all if none are named."""
    jobs = [(source, lecture_path(source)) for source in sources("lectures", units)]
    jobs += [(source, solution_path(source)) for source in sources("exercises", units)]
    if not jobs:
        raise SourceError(f"no source starts with {' or '.join(units)}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path in pool.map(lambda job: execute(*job), jobs):
            print(path.relative_to(ROOT), flush=True)
    for path, text in released(units):
        write(path, text)
        print(path.relative_to(ROOT), flush=True)
    return 0


def execute(source: Path, path: Path) -> Path:
    """Make the notebook of a source, run it from top to bottom, and write it."""
    notebook = read_source(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise SourceError(f"{source.relative_to(ROOT)} stopped:\n{error}") from error
    write(path, text_of(notebook))
    return path


def read_source(source: Path) -> Notebook:
    """The notebook that a source describes, not yet run."""
    text = source.read_text(encoding="utf-8")
    check_references(text, source)
    notebook = jupytext.reads(text, fmt="py:percent")
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen: set[str] = set()
    for cell in notebook.cells:
        role = {key: value for key, value in cell.metadata.items() if not key.startswith("lines_")}
        label = role.pop("section", None)
        try:
            cell.metadata = nbformat.from_dict(metadata(role))
        except ValueError as error:
            raise SourceError(f"{source.relative_to(ROOT)}: {error}") from error
        cell.source = filled_in(cell, source)
        cell.id = cell_id(cell, label, seen)
    return notebook


def check_references(text: str, source: Path) -> None:
    """Raise a SourceError if a reference names no section."""
    for found in REFERENCE.finditer(text):
        unit, label = found["unit"] or source.name[:2], found["label"]
        if label not in section_headings(unit):
            place = f"{source.relative_to(ROOT)}, line {text.count(chr(10), 0, found.start()) + 1}"
            raise SourceError(f"{place}: no section of lecture {unit} has the label {label}")


def filled_in(cell: Any, source: Path) -> str:
    """A cell's text with the number of a section for each reference, and a lecture's boxes."""
    lecture = source.parent.name == "lectures" and cell.cell_type == "markdown"

    def reference(found: re.Match[str]) -> str:
        unit = found["unit"] or source.name[:2]
        heading = section_headings(unit)[found["label"]]
        words = (found["word"] or "") + heading.partition(".")[0]
        line = found.string[: found.start()].rpartition("\n")[2]
        if not lecture or line.startswith(("#", "<")):  # headings, HTML
            return words
        [page] = (path.stem for path in sources("lectures", [unit]))
        return f"[{words}]({'' if page == source.stem else f'{page}.ipynb'}#{anchor(heading)})"

    text = REFERENCE.sub(reference, cell.source)
    if lecture:
        for mark, make in (("{contents}", contents), ("{formulas}", formulas)):
            text = text.replace(mark, make(source)) if mark in text else text
    return text


def section_headings(unit: str) -> dict[str, str]:
    """The headings of a lecture's sections, number included, by label."""
    return {
        found["label"]: found["heading"]
        for source in sources("lectures", [unit])
        for found in SECTION.finditer(source.read_text(encoding="utf-8"))
    }


def anchor(heading: str) -> str:
    """The anchor that JupyterLab and nbconvert give to a heading."""
    return quote(heading.replace(" ", "-"), safe="?,:;!'&=+$@~/*")


def contents(source: Path) -> str:
    """A lecture's sections as a list of links; those without a number follow in one line."""
    headings = re.findall(r"^# ## (.+)$", source.read_text(encoding="utf-8"), re.MULTILINE)
    numbered = [re.fullmatch(r"(\d+\.) (.+)", heading) for heading in headings]
    sections = [f"{found[1]} [{found[2]}](#{anchor(found[0])})" for found in numbered if found]
    others = [
        f"[{heading}](#{anchor(heading)})" for heading in headings if not heading[0].isdigit()
    ]
    return "\n".join(sections) + "\n\n" + " · ".join(others)


def formulas(source: Path) -> str:
    """The fold with a lecture's part of the formula sheet."""
    page = ROOT / "docs" / "formulas.md"
    for part in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
        if f"lectures/{source.stem}.ipynb" in part.partition("\n")[0]:
            rows = "\n".join(line for line in part.splitlines() if line.startswith("|"))
            table = re.sub(r"\[(`[^`]+`)\]\([^)]+\)", r"\1", rows)
            title = "<b>The formulas of this lecture</b>"
            sheet = "[All formulas of the course](../docs/formulas.md)"
            return f"<details><summary>{title}</summary>\n\n{table}\n\n{sheet}\n\n</details>"
    raise SourceError(f"{page.relative_to(ROOT)} has no part for lecture {source.stem}")


def metadata(role: dict[str, Any]) -> dict[str, Any]:
    """A cell's metadata from what its header says."""
    tags: dict[str, Any] = {"tags": role.pop("tags")} if "tags" in role else {}
    if "hide-input" in tags.get("tags", []):
        tags["jupyter"] = {"source_hidden": True}
    points = role.pop("points", None)
    if len(role) > 1 or (points is not None) != bool({"test", "answer"} & role.keys()):
        words = "one role, and points for tests and answers"
        raise ValueError(f"a cell header says {role}, points {points}: {words}")
    if not role:
        return tags
    [(what, name)] = role.items()
    if what == "test":
        return tags | {"nbgrader": nbgrader(f"test_{name}", grade=True, locked=True, points=points)}
    if what == "answer":
        return tags | {"nbgrader": nbgrader(name, grade=True, solution=True, points=points)}
    if what == "solve":
        return tags | {"nbgrader": nbgrader(name, solution=True)}
    if what == "given":
        return tags | {"nbgrader": nbgrader(name, locked=True)}
    if what == "open":  # to nbgrader an ordinary cell, whose name our grader finds it by
        return tags | {"nbgrader": nbgrader(name)}
    kinds = "given, solve, test, answer or open"
    raise ValueError(f"a cell header says {what}={name!r}; it can be {kinds}")


def nbgrader(grade_id: str, **marks: Any) -> dict[str, Any]:
    """nbgrader's metadata of a cell, schema 3."""
    default = {"grade": False, "locked": False, "solution": False, "task": False}
    return default | {"grade_id": grade_id, "schema_version": 3} | marks


def cell_id(cell: Any, label: str | None, seen: set[str]) -> str:
    """A stable id for a cell: its grade_id, its section's label, or a hash of its text."""
    name = cell.metadata.get("nbgrader", {}).get("grade_id", label)
    if name:
        if name in seen:
            raise SourceError(f"two cells are called {name}")
    else:
        text, n = cell.source, 0
        name = hashlib.sha256(text.encode()).hexdigest()[:8]
        while name in seen:
            n += 1
            name = hashlib.sha256(f"{text}{n}".encode()).hexdigest()[:8]
    seen.add(name)
    return str(name)


def text_of(notebook: Notebook) -> str:
    """The notebook as a file's text: the same for every run and every Python."""
    notebook.metadata["language_info"] = LANGUAGE
    for cell in notebook.cells:
        if cell.cell_type == "code":
            merge_streams(cell)
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def merge_streams(cell: Any) -> None:
    """Join printed pieces into one output, because their boundaries depend on timing."""
    merged: list[Any] = []
    for output in cell.outputs:
        last = merged[-1] if merged else None
        if (
            last is not None
            and output.output_type == last.output_type == "stream"
            and output.name == last.name
        ):
            last.text += output.text
        else:
            merged.append(output)
    cell.outputs = merged


def released(units: list[str] | None = None) -> Iterator[tuple[Path, str]]:
    """Each exercise's path and text, made by nbgrader from the solution that is there."""
    wanted = [source for source in sources("exercises", units) if solution_path(source).exists()]
    if not wanted:
        return
    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder)
        shutil.copy(ROOT / "nbgrader_config.py", course)
        for source in wanted:
            target = course / "solutions" / source.stem / f"{source.stem}.ipynb"
            target.parent.mkdir(parents=True)
            shutil.copy(solution_path(source), target)
        command = [sys.executable, "-m", "nbgrader", "generate_assignment", "--assignment=*"]
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # for alembic
        run = subprocess.run(
            [*command, "--force", "--create", "--log-level=WARN"],
            cwd=course,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        for source in wanted:
            made = course / "exercises" / source.stem / f"{source.stem}.ipynb"
            if run.returncode or not made.exists():
                raise SourceError(f"nbgrader could not release {source.stem}:\n{run.stderr}")
            exercise = nbformat.read(made, as_version=4)
            keep_questions(exercise, nbformat.read(solution_path(source), as_version=4))
            yield exercise_path(source), text_of(exercise)


def keep_questions(exercise: Notebook, solution: Notebook) -> None:
    """Give the cells that show a question their output, so that it can be read before it is run."""
    shown = {cell.id: cell for cell in solution.cells}
    for cell in exercise.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id", "").startswith("question_"):
            cell.outputs = shown[cell.id].outputs
            for output in cell.outputs:
                output.execution_count = None


def write(path: Path, text: str) -> None:
    """Write a text file atomically."""
    write_atomically(path, text.encode())


# ---------------------------------------------------------------- checking


def check() -> int:
    """Name every generated file that is not what its source makes.

    Nothing is run: that the outputs are right is nbval's to say.
    """
    stale = [
        f"{path.relative_to(ROOT)}: {problem}"
        for kind, place in (("lectures", lecture_path), ("exercises", solution_path))
        for source in sources(kind)
        if (problem := difference(read_source(source), path := place(source)))
    ]
    for path, text in released():
        if not path.exists():
            stale.append(f"{path.relative_to(ROOT)}: missing")
        elif path.read_text(encoding="utf-8") != text:
            stale.append(f"{path.relative_to(ROOT)}: not what nbgrader makes of the solution")
    stale += [f"{path.relative_to(ROOT)}: has no source" for path in orphans()]
    for line in stale:
        print(line)
    if stale:
        print("lincourse: Run 'make build' to update these files.", file=sys.stderr)
    return 1 if stale else 0


def difference(made: Notebook, path: Path) -> str:
    """How the notebook at a path differs from what its source makes, outputs aside."""
    if not path.exists():
        return "missing"
    there = nbformat.read(path, as_version=4)
    codes = [cell for cell in there.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in codes] != list(range(1, len(codes) + 1)):
        return "was not run from top to bottom"
    if any(output.output_type == "error" for cell in codes for output in cell.outputs):
        return "holds an error"
    for notebook in (made, there):
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
    return "" if text_of(made) == text_of(there) else "not what its source makes"


def orphans() -> list[Path]:
    """Notebooks that no source makes."""
    made = {lecture_path(source) for source in sources("lectures")}
    for source in sources("exercises"):
        made |= {solution_path(source), exercise_path(source)}
    folders = ("lectures", "solutions", "exercises")
    there = {path for folder in folders for path in (ROOT / folder).rglob("*.ipynb")}
    return sorted(path for path in there - made if ".ipynb_checkpoints" not in path.parts)


if __name__ == "__main__":
    sys.exit(main())
