"""Make a copy of the course for students, without solutions.

It includes the reference package, which every notebook imports, although that implements the
functions of the exercises: grading doesn't depend on keeping it secret.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from lincourse.student import UserError, start_page
from lincourse.student.course import CourseCopy
from lincourse.student.notebook import read

NOTEBOOKS = ("lectures", "exercises", "LICENSE-text")
# Files that `python3 start.py` needs to set up the course on a student's computer.
INSTALLATION = (
    *("lincourse", "packages/misstep/pyproject.toml", "packages/misstep/README.md"),
    *("packages/misstep/src", "start.py", "tools/setup_env.py"),
    *("hatch_build.py", "pyproject.toml", "requirements.lock"),
    "LICENSE",
)
GUIDE = "docs/student-guide.md"
GUIDES = (GUIDE, "docs/student-reference.md", "docs/student-help.md")
MAKE = " Where there is `make`, `make lab` does the same."
ANSWERS = ("### BEGIN SOLUTION", "### BEGIN HIDDEN TESTS", "check_fresh(")
README = """# Linear classifiers: the course's notebooks

Lectures to read and run are in `lectures/`, exercises in `exercises/`; they have the same numbers.
Start with `lectures/00-welcome.ipynb`, then `exercises/00-welcome/00-welcome.ipynb`.
{start}
In a terminal in this folder:

    lincourse check 04       run the checks of exercise 04
    lincourse progress       see how far you are
    lincourse practice 04    more questions, as many as you like
    lincourse doctor 04      find problems in exercise 04 before you submit it
    lincourse pack 04        make the file to submit

Text and figures: CC BY 4.0, see LICENSE-text.
"""
SET_UP = """
You need Python 3.11 to 3.14. `python3 start.py` (on Windows: `python start.py`) sets everything
up and opens the course. The [quick start](docs/student-guide.md) goes on from there. A terminal
inside JupyterLab finds the commands below; in any other, run `. .venv/bin/activate` first (on
Windows: `.venv\\Scripts\\activate`).
"""


def make(course: CourseCopy, target: Path, notebooks_only: bool = False) -> list[str]:
    """Create a students' copy atomically and return the names in it."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UserError(f"{target} already exists: remove it, or choose another folder")
    missing = [name for name in _parts(notebooks_only) if not (course.root / name).exists()]
    if missing:
        raise UserError(
            f"{course.root} is not a clone of the course's repository: it has no {missing[0]}. "
            "Go to a clone with cd"
        )
    _no_answers(course)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as scratch:
        made = Path(scratch, target.name)
        for source in _files(course.root, _parts(notebooks_only)):
            copy = made / source.relative_to(course.root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
        if notebooks_only:
            start_page.write(CourseCopy(made))
        else:
            guide = made / GUIDE
            guide.write_text(guide.read_text(encoding="utf-8").replace(MAKE, ""), encoding="utf-8")
        readme = README.format(start="" if notebooks_only else SET_UP)
        (made / "README.md").write_text(readme, encoding="utf-8")
        for path in (made, *made.rglob("*")):  # readable by everyone, with any umask
            path.chmod(0o755 if path.is_dir() else 0o644)
        os.replace(made, target)
    return sorted(path.name + "/" * path.is_dir() for path in target.iterdir())


def _parts(notebooks_only: bool) -> tuple[str, ...]:
    return NOTEBOOKS if notebooks_only else (*NOTEBOOKS, *INSTALLATION, *GUIDES)


def _files(root: Path, parts: tuple[str, ...]) -> Iterator[Path]:
    """The files of these parts, without links, hidden files and caches."""
    for part in parts:
        for folder, folders, names in os.walk(root / part):
            folders[:] = sorted(n for n in folders if not n.startswith(".") and n != "__pycache__")
            for name in sorted(names):
                path = Path(folder, name)
                if not name.startswith(".") and not path.is_symlink():
                    yield path
        if (root / part).is_file():
            yield root / part


def _no_answers(course: CourseCopy) -> None:
    """Raise an error if an exercise holds an answer or isn't the students' version."""
    for path in sorted((course.root / "exercises").glob("*/*.ipynb")):
        notebook = read(path)
        found = [words for cell in notebook.cells for words in ANSWERS if words in cell.source]
        if found:
            raise UserError(f"{path} is not the students' version: it contains {found[0]!r}")
        if notebook.started:
            raise UserError(
                f"{path} contains an answer. Restore the released exercise with: "
                f"git checkout -- {path.relative_to(course.root)}"
            )
