"""Scaffolding: `gradebox course new` makes a course folder, with settings and assignments."""

import os
import re
import shutil
import tempfile
from pathlib import Path

from gradebox import checks
from gradebox.course.model import CourseError

COURSE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
CONFIG = '''"""nbgrader's settings of this course, which `gradebox grade` reads, too."""

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = {course_id!r}
c.CourseDirectory.source_directory = {source!r}  # answers and all tests
c.CourseDirectory.release_directory = {release!r}  # what students get

# Students get these where you take out an answer with `nbgrader generate_assignment`.
c.ClearSolutions.code_stub = {{
    "python": "raise NotImplementedError  # replace this line with your own code"
}}
c.ClearSolutions.text_stub = "*Write your answer here, in place of this line.*"

# Should anybody call `nbgrader generate_feedback`: no hidden tests in it.
c.GenerateFeedback.preprocessors = [
    "nbgrader.preprocessors.GetGrades",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]

# What being late costs; nothing, unless you take out the signs in front of these lines.
# c.AssignLatePenalties.plugin_class = "gradebox.penalties.PerDay"
# c.PerDay.percent = 10  # of the points, for each day that has begun
# c.PerDay.most = 50  # and never more than so many percent
# c.PerDay.grace = 15  # minutes that cost nothing
'''


def new_course(folder: Path, course_id: str, copy: bool, clone: Path | None) -> list[str]:
    """Make a course folder, all of it or nothing; the assignments in it.

    `copy` lays the units' solutions and exercises into it, to be changed there; otherwise those of
    the clone are used where they are.
    """
    if not COURSE_ID.fullmatch(course_id):
        raise CourseError(
            f"{course_id!r} can't be a course's id: take letters, digits and -, and begin with a "
            "letter or a digit. Say it with --id."
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CourseError(f"{folder} is there already, and not empty. Take another name.")
    root = clone or checks.installed().assignments()
    if root is None:
        raise CourseError(
            "Pass --from FOLDER, a folder with the assignments in solutions/ and exercises/."
        )
    root = root.resolve()
    parts = {"source": root / "solutions", "release": root / "exercises"}
    if not all(path.is_dir() for path in parts.values()):
        raise CourseError(
            f"There are no solutions/ and exercises/ in {root}. Say where the clone of the course "
            "is with --from FOLDER."
        )
    if folder.resolve().is_relative_to(root):
        raise CourseError(
            f"{folder} is inside the clone of the course, which may be published one day with "
            "students' work in it. Take a folder beside it."
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        names = {step: path.name if copy else str(path) for step, path in parts.items()}
        text = CONFIG.format(course_id=course_id, **names)
        (scratch / "nbgrader_config.py").write_text(text, encoding="utf-8")
        for path in parts.values() if copy else ():
            shutil.copytree(path, scratch / path.name, ignore=shutil.ignore_patterns(".*"))
        (scratch / "submitted").mkdir()
        scratch.chmod(0o700)
        if folder.exists():
            folder.rmdir()
        os.rename(scratch, folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return sorted(path.name for path in parts["source"].iterdir() if any(path.glob("*.ipynb")))
