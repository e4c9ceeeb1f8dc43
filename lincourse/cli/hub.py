"""Commands for the machine of a class: students-copy, hub-check."""

from pathlib import Path
from typing import Annotated

import typer

from lincourse.cli.base import app, format_help

# ---------------------------------------------------------------- students-copy

STUDENTS_COPY = """
For instructors: copy the course for students, without solutions and sources.

Run it in a clone of the course's repository. The new folder has the lectures, the exercises, and
what python3 start.py needs to set up the course. The command refuses exercises with answers.
The copy includes the reference package, which every notebook imports and everyone can read.

Examples:

    lincourse students-copy ../for-students
    lincourse students-copy /etc/skel/lincourse --notebooks-only
"""


@app.command(
    name="students-copy",
    help=format_help(STUDENTS_COPY),
    short_help="For instructors: copy the course without solutions.",
)
def students_copy(
    folder: Annotated[Path, typer.Argument(help="Folder to create.")],
    notebooks_only: Annotated[
        bool,
        typer.Option(
            "--notebooks-only",
            help="Copy only lectures and exercises, for machines that have lincourse.",
        ),
    ] = False,
) -> None:
    """Make a copy of the course for students."""
    from lincourse.instructor.students_copy import make
    from lincourse.student.course import require_course

    inside = make(require_course(Path.cwd()), folder, notebooks_only)
    print(f"Made {folder} with {', '.join(inside)}.")


# ---------------------------------------------------------------- hub-check

HUB_CHECK = """
For instructors: find out what students on a JupyterHub can reach but shouldn't.

Run it as root, with the lincourse that students' servers use. It checks packages, the course
folder, the clone, home directories, nbgrader's exchange, the Hub's own files, formgrader and the
sandbox. It changes nothing.

Examples:

    lincourse hub-check --instructor teacher --course /home/teacher/lin26
    lincourse hub-check --instructor ann --instructor bo --course /srv/lin26

Exit status: 0 if there is nothing to do, 1 if there is, 2 if the check can't run.
"""


@app.command(
    name="hub-check",
    help=format_help(HUB_CHECK),
    short_help="For instructors: check that a JupyterHub is safe.",
)
def hub_check(
    instructor: Annotated[list[str], typer.Option(help="An instructor's account (repeatable).")],
    course: Annotated[Path, typer.Option(help="Course folder.")],
    hub: Annotated[Path, typer.Option(help="Folder in which the Hub runs.")] = Path(
        "/srv/jupyterhub"
    ),
) -> None:
    """Check a JupyterHub."""
    from lincourse.instructor.hub_check import find_problems, this_machine
    from lincourse.student import terminal

    out, fine = terminal.console(), True
    for title, (problems, summary) in find_problems(this_machine(instructor, course, hub)).items():
        terminal.print_problems(out, title, problems, summary)
        fine = fine and all(problem.level == "note" for problem in problems)
    raise typer.Exit(0 if fine else 1)
