"""`lincourse doctor`: the problems that it finds in a notebook, and those that it fixes."""

import copy
import json
import random
import shutil

import pytest

from lincourse.student import environment
from lincourse.student.course import CourseCopy
from lincourse.student.doctor import Problem, find_problems, released_notebook
from lincourse.student.notebook import Cell
from lincourse.student.repair import repair

UNIT = "04-perceptron"
ANSWER = "def eta_decay(n):\n    return 1 / n\n"


def label(cell):
    return Cell(cell, 0, "").grade_id


def index(cells, name):
    return next(i for i, cell in enumerate(cells) if label(cell) == name)


def duplicate(cells):
    cells.insert(3, copy.deepcopy(cells[index(cells, "eta_decay")]))


def delete(cells):
    del cells[index(cells, "test_eta_decay")]


def edit(cells):
    cells[index(cells, "test_eta_decay")]["source"] = "pass"


def reprice(cells):
    cells[index(cells, "test_eta_decay")]["metadata"]["nbgrader"]["points"] = 100


def unlock(cells):
    cells[index(cells, "imports")]["source"] = ["import numpy as np\n"]


def turn(cells):
    cell = cells[index(cells, "eta_decay")]
    cell["cell_type"] = "markdown"
    del cell["outputs"], cell["execution_count"]


def lift(cells):
    cells.insert(0, cells.pop(index(cells, "test_eta_decay")))


def swell(cells):
    noise = {"output_type": "stream", "name": "stdout", "text": "x" * 6_000_000}
    cells[index(cells, "eta_decay")]["outputs"] = [noise]


FIXABLE = {
    "There are 2 cells with the label eta_decay": duplicate,
    "The test cell of eta_decay is missing": delete,
    "The test cell of eta_decay was changed": edit,
    "The test cell of eta_decay was changed.": reprice,
    "The given cell imports was changed": unlock,
    "Your cell eta_decay was changed from code to markdown": turn,
    "The test cell of eta_decay was moved": lift,
    "The output of your cell eta_decay takes 6 MB": swell,
}


def problems_of(book, course, unit=UNIT):
    return find_problems(book.path, unit, released_notebook(CourseCopy(course), unit))


def serious(problems):
    return [problem for problem in problems if problem.level != "note"]


def words(problems):
    return "\n".join(f"{problem.message} {problem.advice}" for problem in problems)


@pytest.fixture
def solved(in_git, perceptron):
    """Exercise 04 with one answer, run and saved: nothing is wrong with it."""
    perceptron.answer({"eta_decay": ANSWER})
    perceptron.run_all()
    assert serious(problems_of(perceptron, in_git)) == []
    return perceptron


@pytest.mark.parametrize("said", FIXABLE)
def test_fixable_problems_are_found_and_fixed(said, in_git, solved):
    solved.change(FIXABLE[said])
    before = solved.path.read_bytes()
    found = serious(problems_of(solved, in_git))
    assert said in words(found)
    assert all(p.fixable or "not run in order" in p.message for p in found), words(found)
    release = released_notebook(CourseCopy(in_git), UNIT)
    _, backup, done = repair(solved.path, UNIT, release)
    assert done
    assert backup.read_bytes() == before
    left = serious(problems_of(solved, in_git))
    assert not any(problem.fixable for problem in left)
    assert "".join(solved.cell("eta_decay")["source"]) == ANSWER
    assert solved.labels() == [cell.grade_id for cell in release.cells if cell.grade_id]
    tests = [(c["source"], c["metadata"]) for c in solved.data["cells"] if label(c)[:5] == "test_"]
    wanted = [(c.data["source"], c.data["metadata"]) for c in release.cells if c.test]
    assert tests == wanted


@pytest.mark.slow
def test_repair_fixes_any_mixture_and_a_second_repair_changes_nothing(in_git, solved):
    release = released_notebook(CourseCopy(in_git), UNIT)
    rng = random.Random(4)
    pristine = solved.data
    for _ in range(30):
        solved.save(pristine)
        for harm in rng.sample([duplicate, edit, reprice, unlock, turn, lift], 3):
            solved.change(harm)
        if rng.random() < 0.5:
            solved.change(delete)
        repair(solved.path, UNIT, release)
        assert solved.labels() == [cell.grade_id for cell in release.cells if cell.grade_id]
        assert "".join(solved.cell("eta_decay")["source"]) == ANSWER
        once = solved.path.read_bytes()
        _, backup, done = repair(solved.path, UNIT, release)
        assert (backup, done) == (None, [])
        assert solved.path.read_bytes() == once


def test_repair_keeps_everything_the_student_wrote(in_git, solved):
    def add(cells):
        own = {"cell_type": "markdown", "id": "own", "metadata": {}, "source": "my notes"}
        cells.insert(index(cells, "eta_decay"), own)
        twin = copy.deepcopy(cells[index(cells, "eta_decay")])
        twin["source"] = "eta_decay = lambda n: 1"
        cells.append(twin)

    solved.change(add)
    repair(solved.path, UNIT, released_notebook(CourseCopy(in_git), UNIT))
    texts = ["".join(cell["source"]) for cell in solved.data["cells"]]
    assert {"my notes", "eta_decay = lambda n: 1", ANSWER} <= set(texts)
    ids = [cell["id"] for cell in solved.data["cells"]]
    assert len(set(ids)) == len(ids)


def test_repair_keeps_the_label_on_an_answered_copy(in_git, perceptron):
    def add(cells):
        twin = copy.deepcopy(cells[index(cells, "eta_decay")])
        twin["source"] = ANSWER
        cells.insert(index(cells, "eta_decay") + 1, twin)

    perceptron.change(add)
    repair(perceptron.path, UNIT, released_notebook(CourseCopy(in_git), UNIT))
    assert perceptron.cell("eta_decay")["source"] == ANSWER


def test_doctor_blames_the_test_if_it_swapped_places_with_its_answer(in_git, solved):
    def swap(cells):
        i, j = index(cells, "eta_decay"), index(cells, "test_eta_decay")
        cells[i], cells[j] = cells[j], cells[i]

    solved.change(swap)
    [problem] = [p for p in problems_of(solved, in_git) if "was moved" in p.message]
    assert problem.message.startswith("The test cell of eta_decay")
    repair(solved.path, UNIT, released_notebook(CourseCopy(in_git), UNIT))
    assert not any("was moved" in problem.message for problem in problems_of(solved, in_git))


def test_repair_restores_a_deleted_answer_as_a_stub(in_git, solved):
    solved.change(lambda cells: [cell for cell in cells if label(cell) != "eta_decay"])
    assert "Your cell eta_decay is missing" in words(problems_of(solved, in_git))
    repair(solved.path, UNIT, released_notebook(CourseCopy(in_git), UNIT))
    assert "NotImplementedError" in "".join(solved.cell("eta_decay")["source"])
    labels = solved.labels()
    assert labels.index("eta_decay") + 1 == labels.index("test_eta_decay")


def test_changed_cell_is_not_fixable_if_the_change_was_committed(in_git, solved):
    import subprocess

    solved.change(edit)
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *identity, "commit", "-qam", "mine"], cwd=in_git, check=True)
    [problem] = [p for p in problems_of(solved, in_git) if "was changed" in p.message]
    assert not problem.fixable


def strip(cells):
    for cell in cells:
        cell["metadata"] = {}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (edit, "The test cell of eta_decay was changed"),
        (delete, "The test cell of eta_decay is missing"),
        (lift, "The test cell of eta_decay stands above your cell"),
        (strip, "No cell has one of the course's labels"),
    ],
)
def test_changes_of_cells_are_found_without_git(course, perceptron, change, message):
    perceptron.change(change)
    assert released_notebook(CourseCopy(course), UNIT) is None
    assert message in words(serious(find_problems(perceptron.path, UNIT, None)))


def test_copies_are_fixed_without_git(course, perceptron):
    perceptron.answer({"eta_decay": ANSWER})
    perceptron.change(duplicate)
    _, backup, done = repair(perceptron.path, UNIT, None)
    assert backup.exists()
    assert len(done) == 1
    assert perceptron.labels().count("eta_decay") == 1


def test_exercises_not_started_are_a_note(in_git, solved):
    total = sum(name.startswith("test_") for name in solved.labels())
    started = f"Not started, {total - 1} of {total}: "
    [note] = [p for p in problems_of(solved, in_git) if p.message.startswith(started)]
    assert note.level == "note"
    assert "Marked by hand and not written yet: averaging" in words(problems_of(solved, in_git))


def set_in(name, **fields):
    """A change of some fields of a cell's JSON."""
    return lambda cells: cells[index(cells, name)].update(fields)


def clear_counts(cells):
    for cell in cells:
        cell.pop("execution_count", None)


STUB = "def eta_decay(n):\n    x = 1\n    raise NotImplementedError"
ERROR = {"output_type": "error", "ename": "CheckFailed", "evalue": "", "traceback": []}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_in("eta_decay", source=STUB), "is still in eta_decay"),
        (set_in("test_eta_decay", execution_count=None), "changed: the test cell of eta_decay"),
        (clear_counts, "No cell was run"),
        (set_in("eta_decay", execution_count=99), "not run in order"),
        (set_in("test_eta_decay", outputs=[ERROR]), "with an error: the test cell of eta_decay"),
    ],
)
def test_unfinished_work_is_found(in_git, solved, change, message):
    solved.change(change)
    assert message in words(serious(problems_of(solved, in_git)))


class TestFile:
    @pytest.mark.parametrize(
        "name", ["04-perceptron (1).ipynb", "04-perceptron-Copy1.ipynb", "04_perceptron.ipynb"]
    )
    def test_wrong_name_is_found_and_fixed(self, lincourse, in_git, solved, name):
        solved.path.rename(solved.path.with_name(name))
        run = lincourse("doctor", "04", "--json")
        assert run.returncode == 1
        assert f"The file is called {name}" in run.stdout
        run = lincourse("doctor", "04", "--fix", "--yes")
        assert f"{name} is now called 04-perceptron.ipynb" in " ".join(run.stdout.split())
        assert run.returncode == 0
        assert solved.path.exists()
        assert "Ready to submit" in run.stdout

    def test_notebook_is_not_renamed_if_the_name_is_taken(self, lincourse, in_git, solved):
        other = solved.path.with_name("04-perceptron-Copy1.ipynb")
        shutil.copy(solved.path, other)
        run = lincourse("doctor", other, "--fix", "--yes")
        assert run.returncode == 1
        assert other.exists()
        assert "keep the one with your answers" in " ".join(run.stdout.split())

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("numpy.py", "numpy.py beside the notebook is imported instead of the real one"),
            ("random.py", "random.py beside the notebook"),
            ("lincourse/x.py", "lincourse beside the notebook"),
            ("Untitled.ipynb", "another notebook beside it: Untitled.ipynb"),
            ("04-perceptron.ipynb.bak", "looks like a backup"),
            (".ipynb_checkpoints/x.ipynb", "checkpoints"),
        ],
    )
    def test_problematic_neighbours_are_found(self, in_git, solved, name, said):
        path = solved.path.parent / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
        assert said in words(problems_of(solved, in_git))

    def test_unreadable_file_is_reported(self, lincourse, in_git, solved):
        solved.path.write_text('<<<<<<< HEAD\n{}\n=======\n{"a": 1}\n>>>>>>> other\n')
        run = lincourse("doctor", "04")
        assert run.returncode == 1
        assert "merge conflict" in " ".join(run.stdout.split())  # whatever the path's length
        run = lincourse("doctor", "--fix", "--yes")
        assert run.returncode == 1
        assert "Traceback" not in run.stderr


class TestCommand:
    def test_fix_asks_and_changes_nothing_after_a_no(self, lincourse, in_git, solved):
        solved.change(edit)
        before = solved.path.read_bytes()
        run = lincourse("doctor", "04", "--fix", given="n\n")
        assert "Nothing was changed" in run.stdout
        assert run.returncode == 1
        assert solved.path.read_bytes() == before
        assert not list(solved.path.parent.glob("*.bak"))
        run = lincourse("doctor", "04", "--fix", given="y\n")
        assert "fixed: the test cell of eta_decay has the course's own text again" in run.stdout
        run = lincourse("doctor", "04", "--fix", "--yes")
        assert "fixed" not in run.stdout

    def test_fix_changes_nothing_if_it_can_not_ask(self, lincourse, in_git, solved):
        solved.change(edit)
        before = solved.path.read_bytes()
        run = lincourse("doctor", "04", "--fix")
        assert run.returncode != 0
        assert "Traceback" not in run.stderr
        assert solved.path.read_bytes() == before
        assert lincourse("doctor", "04", "--fix", "--json").returncode == 2

    def test_backups_are_never_overwritten(self, lincourse, in_git, solved):
        for _ in range(3):
            solved.change(edit)
            lincourse("doctor", "04", "--fix", "--yes", "--json")
        assert len(list(solved.path.parent.glob("*.bak"))) == 3

    def test_doctor_prints_json_on_request(self, lincourse, in_git, solved):
        solved.change(edit)
        found = json.loads(lincourse("doctor", "04", "--json").stdout)
        assert found["machine"] == []
        [notebook] = found["notebooks"]
        assert notebook["unit"] == UNIT
        assert {"level", "message", "advice", "fixable"} == set(notebook["problems"][0])

    def test_doctor_selects_the_current_notebook_without_a_name(self, lincourse, in_git, solved):
        solved.change(edit)
        run = lincourse("doctor", cwd=in_git / "exercises/00-welcome")
        assert "00-welcome.ipynb" in run.stdout
        assert "04-perceptron" not in run.stdout

    def test_doctor_fixes_the_name_of_a_download(self, lincourse, solved, tmp_path):
        download = tmp_path / "04-perceptron (1).ipynb"
        download.write_bytes(solved.path.read_bytes())
        (tmp_path / "holiday.ipynb").write_text("{}")
        run = lincourse("doctor", download.name, "--fix", "--yes", cwd=tmp_path)
        assert (tmp_path / "04-perceptron.ipynb").exists()
        assert "holiday" not in run.stdout

    def test_doctor_ignores_a_notebook_in_a_parent_folder(self, lincourse, tmp_path):
        (tmp_path / "holiday.ipynb").write_text("{}")
        (tmp_path / "inside").mkdir()
        assert "holiday" in lincourse("doctor", cwd=tmp_path).stdout
        assert "holiday" not in lincourse("doctor", cwd=tmp_path / "inside").stdout

    def test_doctor_finds_the_exercise_from_a_folder_beside_its_notebook(self, lincourse, in_git):
        (in_git / "exercises/00-welcome/data").mkdir()
        run = lincourse("doctor", cwd=in_git / "exercises/00-welcome/data")
        assert "00-welcome.ipynb" in run.stdout

    def test_doctor_checks_the_machine_outside_the_course(self, lincourse, tmp_path):
        run = lincourse("doctor", cwd=tmp_path)
        assert run.returncode == 1
        assert "not in the course's folder" in run.stdout


class TestMachine:
    def project(self, course, student, python=">=3.11"):
        (course / "pyproject.toml").write_text(
            f'[project]\nname = "lincourse"\nrequires-python = "{python}"\n'
            f"[project.optional-dependencies]\nstudent = {json.dumps(student)}\n"
        )

    def found(self, course):
        problems, _ = environment.check_environment(CourseCopy(course))
        assert all(isinstance(problem, Problem) for problem in problems)
        return words(problems)

    def test_no_problems(self, course):
        self.project(course, ["numpy>=1"])
        assert self.found(course) == ""

    def test_missing_and_outdated_packages_are_found(self, course):
        self.project(course, ["numpy>=99", "no-such-package-here>=1"])
        said = self.found(course)
        assert "Missing packages: no-such-package-here." in said
        assert "needs >=99" in said

    def test_unsupported_python_is_found(self, course):
        self.project(course, [], python=">=3.98")
        assert "the course needs >=3.98" in self.found(course)

    def test_full_disk_and_missing_permission_are_found(self, course, monkeypatch):
        self.project(course, ["numpy"])
        usage = shutil.disk_usage(course)._replace(free=10 * 2**20)
        monkeypatch.setattr(environment.shutil, "disk_usage", lambda _: usage)
        monkeypatch.setattr(environment, "_writable", lambda _: False)
        said = self.found(course)
        assert "Only 10 MB are free" in said
        assert "permission to write in" in said

    def test_missing_kernel_is_found(self, course, monkeypatch):
        from jupyter_client.kernelspec import KernelSpecManager

        monkeypatch.setattr(KernelSpecManager, "find_kernel_specs", lambda _: {})
        assert "no kernel called python3" in self.found(course)
