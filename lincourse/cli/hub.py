"""Instructors' commands that need no gradebox: students-copy, sample-class, hub-check."""

from pathlib import Path
from typing import Annotated

import typer

from lincourse.cli.base import Command, app, format_help

# ---------------------------------------------------------------- students-copy

STUDENTS_COPY = """
Copy the course for students, without solutions and sources.

Run it in a clone of the course's repository. The new folder has the lectures, the exercises, and
what python3 start.py needs to set up the course. The command refuses exercises with answers.
The copy includes the reference package, which every notebook imports and everyone can read.

Examples:

    lincourse students-copy ../for-students
    lincourse students-copy /etc/skel/lincourse --notebooks-only
"""


@app.command(
    cls=Command,
    name="students-copy",
    help=format_help(STUDENTS_COPY),
    short_help="Copy the course without solutions.",
)
def students_copy(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to create.")],
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


# ---------------------------------------------------------------- sample-class

SAMPLE_CLASS = """
Make the exports of an invented class, to practise with.

Writes what Moodle and Canvas would let you download: a zip of submissions and a table for each. Run
it in a course folder or in a clone of the course, which have the solutions.

Examples:

    lincourse sample-class 04 ../samples
    lincourse sample-class 00 ~/practice
"""


@app.command(
    cls=Command,
    name="sample-class",
    help=format_help(SAMPLE_CLASS),
    short_help="Make exports to practise with.",
)
def sample_class(
    unit: Annotated[str, typer.Argument(metavar="NN", help="Number or name of the unit.")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to create.")],
) -> None:
    """Make exports of an invented class."""
    from lincourse.instructor.sample_class import make, unit_named

    made = make(unit_named(unit, Path.cwd()), folder, Path.cwd())
    print("Made", *made, sep="\n  ")


# ---------------------------------------------------------------- hub-check

HUB_CHECK = """
Find out what students on a JupyterHub can reach but shouldn't.

Run it as root, with the lincourse that students' servers use. It checks packages, the course
folder, the clone, home directories, nbgrader's exchange, the Hub's own files, formgrader and the
sandbox. It changes nothing.

Exit status: 0 if there is nothing to do, 1 if there is, 2 if the check can't run.

Examples:

    lincourse hub-check --instructor teacher --course /home/teacher/lin26
    lincourse hub-check --instructor ann --instructor bo --course /srv/lin26
"""


@app.command(
    cls=Command,
    name="hub-check",
    help=format_help(HUB_CHECK),
    short_help="Check that a JupyterHub is safe.",
)
def hub_check(
    instructor: Annotated[
        list[str], typer.Option(metavar="NAME", help="An instructor's account; repeat it for more.")
    ],
    course: Annotated[Path, typer.Option(metavar="FOLDER", help="Course folder.")],
    hub: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder in which the Hub runs.")
    ] = Path("/srv/jupyterhub"),
) -> None:
    """Check a JupyterHub."""
    from lincourse.instructor.hub_check import find_problems, this_machine
    from lincourse.student import terminal

    out, fine = terminal.console(), True
    for title, (problems, summary) in find_problems(this_machine(instructor, course, hub)).items():
        terminal.print_problems(out, title, problems, summary)
        fine = fine and all(problem.level == "note" for problem in problems)
    raise typer.Exit(0 if fine else 1)
