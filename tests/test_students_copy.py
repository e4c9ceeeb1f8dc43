"""`lincourse students-copy`: what is in it, what is not, and what is refused."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lincourse.instructor import students_copy
from lincourse.student import UserError
from lincourse.student.course import CourseCopy
from lincourse.student.start_page import START_PAGE

ROOT = Path(__file__).resolve().parents[1]
UNIT = "exercises/00-welcome/00-welcome.ipynb"
PROGRAMS = [
    *("lincourse/welcome.py", "start.py", "tools/setup_env.py", "hatch_build.py"),
    *("pyproject.toml", "requirements.lock", "packages/misstep/pyproject.toml"),
    *("packages/misstep/README.md", "packages/misstep/src/misstep/__init__.py"),
]


@pytest.fixture
def clone(tmp_path):
    """A small clone, with what students must not get and what editors leave."""
    root = tmp_path / "clone"
    for name in (*PROGRAMS, "tools/demo_class.py", "packages/gradebox/README.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    for name in ("LICENSE", "LICENSE-text", "README.md"):
        shutil.copy(ROOT / name, root)
    for name in ("exercises/00-welcome", "solutions/00-welcome"):
        shutil.copytree(ROOT / name, root / name)
    (root / "lectures").mkdir()
    shutil.copy(ROOT / "lectures/00-welcome.ipynb", root / "lectures")
    for name in ("sources/a.py", "tests/answers/a.py", "exercises/00-welcome/.ipynb_checkpoints/a",
                 "lincourse/__pycache__/a.pyc", "lectures/.hidden"):  # fmt: skip
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("answers")
    (root / "docs").mkdir()
    for name in GUIDES:
        shutil.copy(ROOT / name, root / "docs")
    (root / "lectures/link.ipynb").symlink_to(root / "solutions/00-welcome/00-welcome.ipynb")
    return CourseCopy(root)


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


GUIDES = [f"docs/student-{page}.md" for page in ("guide", "reference", "help")]
NOTEBOOKS = {"lectures/00-welcome.ipynb", UNIT, "README.md", "LICENSE-text"}


def test_copy_holds_what_students_need_and_no_answers(clone, tmp_path):
    folder = tmp_path / "for students"
    students_copy.make(clone, folder)
    assert files(folder) == NOTEBOOKS | {*PROGRAMS, "LICENSE", *GUIDES}
    assert "make lab" in (ROOT / "docs/student-guide.md").read_text()  # there is no Makefile here
    assert "make lab" not in (folder / "docs/student-guide.md").read_text()
    assert "python3 start.py" in (folder / "README.md").read_text()


def test_notebooks_only_copy_holds_no_programs(clone, tmp_path):
    folder = tmp_path / "skel/lincourse"
    before = os.umask(0o077)
    try:
        inside = students_copy.make(clone, folder, notebooks_only=True)
    finally:
        os.umask(before)
    assert files(folder) == NOTEBOOKS | {START_PAGE}
    assert inside == ["LICENSE-text", "README.md", START_PAGE, "exercises/", "lectures/"]
    assert "start.py" not in (folder / "README.md").read_text()
    modes = {path.is_dir(): path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}
    assert modes == {True: 0o755, False: 0o644}


def written(path, grade_id, source):
    content = json.loads(path.read_text())
    for cell in content["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == grade_id:
            cell["source"] = source
    path.write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda root: written(root / UNIT, "mean_of", "def mean_of(x):\n    return 1"),
            f"contains an answer.*git checkout -- {UNIT}",
        ),
        (
            lambda root: shutil.copy(root / UNIT.replace("exercises", "solutions"), root / UNIT),
            "not the students' version: it contains '### BEGIN SOLUTION'",
        ),
        (lambda root: (root / "start.py").unlink(), "is not a clone .* has no start.py"),
    ],
    ids=["begun", "solution", "no clone"],
)
def test_copy_is_refused_if_it_would_reveal_answers_or_not_work(clone, tmp_path, change, words):
    change(clone.root)
    with pytest.raises(UserError, match=words):
        students_copy.make(clone, tmp_path / "copy")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["clone"]


def test_existing_folder_is_not_overwritten(clone, tmp_path):
    (tmp_path / "mine").write_text("")
    for folder in (tmp_path, tmp_path / "mine"):
        with pytest.raises(UserError, match="already exists"):
            students_copy.make(clone, folder)
    assert {path.name for path in tmp_path.iterdir()} == {"clone", "mine"}


@pytest.mark.slow
def test_command_copies_the_real_course_and_the_copy_works(tmp_path):
    folder = tmp_path / "copy"
    command = [sys.executable, "-m", "lincourse", "students-copy", str(folder)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "solutions" not in run.stdout
    names = {path.name for path in folder.rglob("*.ipynb")}
    assert names == {path.name for path in (ROOT / "exercises").rglob("??-*.ipynb")}
    text = "".join(path.read_text() for path in (folder / "exercises").rglob("*.ipynb"))
    assert "BEGIN SOLUTION" not in text
    run = subprocess.run(
        [sys.executable, "-m", "lincourse", "check", "00"],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1, run.stderr  # nothing is solved, and everything works
    assert "mean_of" in run.stdout
    build = [sys.executable, "-m", "hatchling", "metadata", "name"]
    run = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "lincourse", run.stderr
