"""Scaffolding: `course new` makes a course folder, with settings and assignments."""

import os
import re
import shutil
import tempfile
from pathlib import Path

from gradebox import checks, program
from gradebox.course.model import CourseError

COURSE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
CONFIG = '''"""The course's settings, for nbgrader and `{program} grade`."""

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = {course_id!r}
c.CourseDirectory.source_directory = {source!r}  # with solutions and all tests
c.CourseDirectory.release_directory = {release!r}  # for students

# `nbgrader generate_assignment` replaces solutions by these.
c.ClearSolutions.code_stub = {{
    "python": "raise NotImplementedError  # replace this line with your own code"
}}
c.ClearSolutions.text_stub = "*Write your answer here, in place of this line.*"

# Keeps hidden tests out of the pages of `nbgrader generate_feedback`.
c.GenerateFeedback.preprocessors = [
    "nbgrader.preprocessors.GetGrades",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]

# Late penalty: none, unless you uncomment these lines.
# c.AssignLatePenalties.plugin_class = "gradebox.penalties.PerDay"
# c.PerDay.percent = 10  # of the points, for each day or part of a day
# c.PerDay.most = 50  # maximum penalty, in percent
# c.PerDay.grace = 15  # minutes without a penalty
'''


def new_course(folder: Path, course_id: str, copy: bool, clone: Path | None) -> list[str]:
    """Make a complete course folder, or none; return its assignments.

    `copy` copies solutions and exercises, so that instructors can change them; otherwise the folder
    refers to those of the clone.
    """
    if not COURSE_ID.fullmatch(course_id):
        raise CourseError(
            f"{course_id!r} can't be the ID of a course: use letters, digits, - and _, and begin "
            "with a letter or a digit. Pass it with --id."
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CourseError(f"{folder} exists and is not empty. Choose another name.")
    root = clone or checks.installed().assignments()
    if root is None:
        raise CourseError(
            "Pass --from FOLDER, a folder with the assignments in solutions/ and exercises/."
        )
    root = root.resolve()
    parts = {"source": root / "solutions", "release": root / "exercises"}
    if not all(path.is_dir() for path in parts.values()):
        raise CourseError(
            f"{root} has no solutions/ and exercises/. Pass the folder that has them with --from."
        )
    if folder.resolve().is_relative_to(root):
        raise CourseError(
            f"{folder} is inside the clone of the course, so students' work could be published "
            "with it. Choose a folder outside of it."
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        names = {step: path.name if copy else str(path) for step, path in parts.items()}
        text = CONFIG.format(program=program.name, course_id=course_id, **names)
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
