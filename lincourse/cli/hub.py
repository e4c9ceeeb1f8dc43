"""The commands of whoever runs the machine of a class: students-copy, hub-check."""

from pathlib import Path
from typing import Annotated

import typer

from lincourse.cli.base import app, kept

# ---------------------------------------------------------------- students-copy

STUDENTS_COPY = """
For instructors: make a copy of the course for students, without solutions and sources.

Run it in a clone of the course's repository. The new folder has lectures, exercises, and what it
takes to set the course up with python3 start.py. Exercises in which somebody has written are
refused. The reference package is part of it: every notebook imports it, and it can be read.

Examples:

    lincourse students-copy ../for-students
    lincourse students-copy /etc/skel/lincourse --notebooks-only
"""


@app.command(
    name="students-copy",
    help=kept(STUDENTS_COPY),
    short_help="For instructors: a copy of the course without solutions.",
)
def students_copy(
    folder: Annotated[Path, typer.Argument(help="The folder to make.")],
    notebooks_only: Annotated[
        bool,
        typer.Option(
            "--notebooks-only", help="Lectures and exercises alone, where lincourse is installed."
        ),
    ] = False,
) -> None:
    """Make a copy of the course for students."""
    from lincourse.instructor.students_copy import make
    from lincourse.student import course

    inside = make(course.need(Path.cwd()), folder, notebooks_only)
    print(f"Made {folder} with {', '.join(inside)}.")


# ---------------------------------------------------------------- hub-check

HUB_CHECK = """
For instructors: look at a JupyterHub, and say what students can reach that they should not.

Run it as root, with the lincourse that students' servers use. It looks at packages, the course
folder, the clone, homes, nbgrader's exchange, the Hub's own files, formgrader and the sandbox, and
changes nothing.

Examples:

    lincourse hub-check --instructor teacher --course /home/teacher/lin26
    lincourse hub-check --instructor ann --instructor bo --course /srv/lin26

Ends with 0 where there is nothing to do, 1 where there is, 2 where it can't look.
"""


@app.command(
    name="hub-check", help=kept(HUB_CHECK), short_help="For instructors: is a JupyterHub safe?"
)
def hub_check(
    instructor: Annotated[
        list[str], typer.Option(help="An instructor's account; may be given several times.")
    ],
    course: Annotated[Path, typer.Option(help="The course folder.")],
    hub: Annotated[Path, typer.Option(help="The folder that the Hub runs in.")] = Path(
        "/srv/jupyterhub"
    ),
) -> None:
    """Look at a JupyterHub."""
    from lincourse.instructor.hub_check import look, this_machine
    from lincourse.student import terminal

    out, right = terminal.console(), True
    for title, (problems, well) in look(this_machine(instructor, course, hub)).items():
        terminal.problems(out, title, problems, well)
        right = right and all(problem.level == "note" for problem in problems)
    raise typer.Exit(0 if right else 1)
