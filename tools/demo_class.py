"""A simulated class to try the grader on: a course folder with the work of many students.

Right answers are the course's solution and the plain answers of its checks; wrong ones are the
known mistakes of the checks and the quizzes, so any unit has its demo.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal

from lincourse.checks.units import CHECKS
from lincourse.instructor.sample_class import STUB, fill, wrong_answers

ROOT = Path(__file__).resolve().parents[1]

Cell = dict[str, Any]
Sort = Literal["right", "wrong", "unsolved"]

# Cells that students add; none of them costs a point.
SCRATCH = [
    "print('all good up to here')",
    "%matplotlib inline",
    "import warnings\n\nwarnings.warn('only trying something')",
    "x = [1, 2, 3]\nx[3]",
    "def half(value):\n    return value / 2\n\n\nhalf(7)",
    "import matplotlib.pyplot as plt\n\nplt.plot([5, 3, 1, 0])\nplt.title('mistakes')\nplt.show()",
    "np.log(np.zeros(2))",
    "for i in range(50):\n    print('step', i)",
]
NOISE = ['print("so far so good")', 'import warnings; warnings.warn("is that right?")']
NOTE = "I first had this the other way round, see the lecture."

ENDLESS = """
def train_perceptron(X, y, eta, max_epochs):
    w, mistakes = np.zeros(X.shape[1]), []
    while True:  # until there are no mistakes
        wrong = 0
        for x_i, y_i in zip(X, y):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                wrong += 1
        mistakes.append(wrong)
        if wrong == 0:
            return w, mistakes
""".strip()


def make_class(
    folder: Path,
    students: int,
    assignment: str = "04-perceptron",
    seed: int = 0,
    course: Path = ROOT,
    trouble: bool = False,
) -> None:
    """Make a course folder with honest work in `submitted/`; the same seed makes the same class.

    With `trouble`, a few submit the odd files that real classes submit (see `TROUBLES`), and one
    student in the gradebook submits nothing.
    """
    if (folder / "submitted").exists():
        raise FileExistsError(f"{folder} already holds a class; remove it or choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(course / "nbgrader_config.py", folder)
    for part in ("solutions", "exercises"):
        shutil.copytree(course / part / assignment, folder / part / assignment)
    released, solved = (
        {path.name: json.loads(path.read_text("utf-8")) for path in sorted(where.glob("*.ipynb"))}
        for where in (folder / "exercises" / assignment, folder / "solutions" / assignment)
    )
    names = [f"student-{number:03}" for number in range(1, students + 1)]
    troubles = dict(zip(Random(seed).sample(names[:-1], k=len(names) - 1), TROUBLES, strict=False))
    for name in names:
        rng = Random(f"{seed} {name}")
        work = folder / "submitted" / name / assignment
        work.mkdir(parents=True)
        for file, notebook in released.items():
            answered = hand_in(notebook, solved[file], rng)
            if trouble and name in troubles:
                troubles[name](answered, work / file)
            else:
                write(answered, work / file)
    if trouble:
        shutil.rmtree(folder / "submitted" / names[-1])
        enrol(folder, names[-1])


def hand_in(released: Cell, solved: Cell, rng: Random) -> Cell:
    """One student's copy of a released notebook."""
    notebook, solutions = deepcopy(released), by_grade_id(solved)
    answers = [cell for cell in notebook["cells"] if settings(cell).get("solution")]
    executed = rng.random() < 0.6
    sorts = {}
    for cell, sort in zip(answers, sorts_of_work(len(answers), rng), strict=True):
        name = settings(cell)["grade_id"]
        sorts[name] = sort
        if sort != "unsolved":
            cell["source"] = answer(name, text(cell), text(solutions[name]), sort, rng)
    if executed:
        execute(notebook["cells"], solved["cells"], all(s == "right" for s in sorts.values()))
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        number, place = rng.randrange(10**9), rng.randrange(2, len(notebook["cells"]) + 1)
        notebook["cells"].insert(place, scratch(rng.choice(SCRATCH), number))
    if rng.random() < 0.15:
        notebook["cells"].insert(rng.randrange(1, 8), scratch(NOTE, rng.randrange(10**9), True))
    return notebook


def sorts_of_work(count: int, rng: Random) -> list[Sort]:
    """How a student does in each exercise: all right, right for a while, mixed, or nothing."""
    kind = rng.random()
    if kind < 0.35:
        return ["right"] * count
    if kind < 0.50:
        done = rng.randrange(1, count + 1)
        return [mostly(0.85, rng) if n < done else "unsolved" for n in range(count)]
    if kind < 0.95:
        skill = rng.uniform(0.3, 0.95)
        return [mostly(skill, rng) for _ in range(count)]
    return ["unsolved"] * count


def mostly(skill: float, rng: Random) -> Sort:
    """Right with this probability, else wrong or, more rarely, not done."""
    if rng.random() < skill:
        return "right"
    return "wrong" if rng.random() < 0.75 else "unsolved"


def answer(name: str, stub: str, solution: str, sort: Sort, rng: Random) -> str:
    """The text of an answer cell: one of the catalogue's, or made from the course's solution."""
    solution = "\n".join(line for line in solution.splitlines() if "###" not in line)
    if sort == "right":
        return rng.choice([solution, *(noisy(text, rng) for text in right_answers(name, stub))])
    wrong = wrong_answers(name, stub)
    if not wrong and STUB not in stub:  # prose: a student who stopped after a sentence
        return f"{solution.partition('.')[0]}."
    return rng.choice(wrong) if wrong else slip(solution, rng) or stub


def right_answers(name: str, stub: str) -> list[str]:
    """The plain answers of a function's check, under the signature and docstring of the stub."""
    return [fill(stub, answer.source) for answer in CHECKS[name].answers] if name in CHECKS else []


def noisy(answer: str, rng: Random) -> str:
    """The answer, sometimes with a print or a warning in it, which cost nothing."""
    head, found, last = answer.rpartition("\n    return ")
    extra = rng.choice([None, None, *NOISE])
    return f"{head}\n    {extra}\n    return {last}" if extra and found else answer


def slip(solution: str, rng: Random) -> str:
    """The solution with a plus for a minus, a number that is off, or no `return` at the end.

    Empty where none of these can be, or where a loop might then never end.
    """
    tree = ast.parse(solution)
    slips: list[Callable[[], None]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            slips.append(partial(setattr, node, "op", other))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, int | float):
                off = ast.Constant(node.value.value + 1)
                slips.append(partial(setattr, node, "value", off))
        elif isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return):
            value = node.body[-1].value or ast.Constant(None)
            shown = ast.Expr(ast.Call(ast.Name("print"), [value], []))
            slips.append(partial(setattr, node, "body", [*node.body[:-1], shown]))
    if not slips or any(isinstance(node, ast.While) for node in ast.walk(tree)):
        return ""
    rng.choice(slips)()
    return ast.unparse(ast.fix_missing_locations(tree))


def execute(cells: list[Cell], solved: list[Cell], all_right: bool) -> None:
    """Make the notebook look as if it had been run: execution counts, and outputs if all is right.

    Graders must not read either; running every notebook for real would take a second each.
    """
    outputs = {cell["id"]: cell.get("outputs", []) for cell in solved}
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, start=1):
        cell["execution_count"] = number
        cell["outputs"] = deepcopy(outputs.get(cell["id"], [])) if all_right else []
        for output in cell["outputs"]:
            if "execution_count" in output:
                output["execution_count"] = number


def scratch(source: str, number: int, markdown: bool = False) -> Cell:
    """A cell of the student's own."""
    cell: Cell = {"id": f"own-{number:09}", "metadata": {}, "source": source}
    if markdown:
        return {**cell, "cell_type": "markdown"}
    return {**cell, "cell_type": "code", "execution_count": None, "outputs": []}


def renamed(notebook: Cell, path: Path) -> None:
    """The second download of a notebook."""
    write(notebook, path.with_stem(f"{path.stem} (1)"))


def truncated(notebook: Cell, path: Path) -> None:
    """An upload that was cut off."""
    whole = json.dumps(notebook)
    path.write_text(whole[: len(whole) // 2], encoding="utf-8")


def without_a_test(notebook: Cell, path: Path) -> None:
    """A failing test cell was deleted."""
    tests = [cell for cell in notebook["cells"] if settings(cell).get("grade")]
    notebook["cells"].remove(tests[0])
    write(notebook, path)


def copied(notebook: Cell, path: Path) -> None:
    """An answer cell copied to try something else, with nbgrader's id."""
    first = next(n for n, c in enumerate(notebook["cells"]) if settings(c).get("solution"))
    notebook["cells"].insert(first + 1, {**deepcopy(notebook["cells"][first]), "id": "copied"})
    write(notebook, path)


def endless(notebook: Cell, path: Path) -> None:
    """A loop that does not end."""
    cell = by_grade_id(notebook).get("train_perceptron")
    if cell is None:
        notebook["cells"].append(scratch("while True:\n    pass", 1))
    else:
        cell["source"] = ENDLESS
    write(notebook, path)


TROUBLES = [renamed, truncated, without_a_test, endless, copied]


def write(notebook: Cell, path: Path) -> None:
    """Write a notebook as Jupyter does."""
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def settings(cell: Cell) -> dict[str, Any]:
    """nbgrader's settings of a cell; empty if it has none."""
    return dict(cell["metadata"].get("nbgrader", {}))


def text(cell: Cell) -> str:
    """A cell's source, which JSON may hold as lines."""
    return "".join(cell["source"])


def by_grade_id(notebook: Cell) -> dict[str, Cell]:
    """The cells that nbgrader knows, by their grade_id."""
    return {settings(cell)["grade_id"]: cell for cell in notebook["cells"] if settings(cell)}


def enrol(folder: Path, student: str) -> None:
    """Put a student into the gradebook; nbgrader looks for its helpers in PATH."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [sys.executable, "-m", "nbgrader", "db", "student", "add", student]
    subprocess.run(
        command, cwd=folder, env=os.environ | {"PATH": path}, check=True, capture_output=True
    )
