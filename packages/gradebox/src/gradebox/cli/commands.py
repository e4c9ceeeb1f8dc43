"""Commands of instructors: course new, collect, extend, grade, report, mark, return, gradebook."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from gradebox import program
from gradebox.cli.base import UserError, app, kept

# The names of these commands, for a command of another package that mounts them.
COMMANDS = ("course", "collect", "extend", "grade", "report", "mark", "return", "gradebook")

course = typer.Typer(no_args_is_help=True, help="For instructors: begin a course.")
app.add_typer(course, name="course")

# ---------------------------------------------------------------- course new

NEW = """
For instructors: make a course folder, for a class.

It holds nbgrader's settings and the units' solutions and exercises, which you may change there, and
nobody but you can read it. With --no-copy the units stay where they are, and come along when you
update the clone.

Examples:

    gradebox course new mycourse
    gradebox course new mycourse --id lin26 --no-copy
"""


@course.command("new", help=kept(NEW), short_help="Make a course folder.")
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where; it must be new.")],
    course_id: Annotated[
        str | None, typer.Option("--id", help="The course's id; the folder's name by default.")
    ] = None,
    copy: Annotated[
        bool, typer.Option("--copy/--no-copy", help="Whether to copy the units, to change them.")
    ] = True,
    clone: Annotated[
        Path | None, typer.Option("--from", metavar="FOLDER", help="The clone of the course.")
    ] = None,
) -> None:
    """Make a course folder."""
    starting = _grading("course.scaffold")
    with _in_words():
        units = starting.new_course(folder, course_id or folder.resolve().name, copy, clone)
    print(f"Made {folder} with {len(units)} assignments: {', '.join(units)}.")
    print(f"Next: cd {folder}")


# ---------------------------------------------------------------- collect

COLLECT = """
For instructors: collect what was handed in, from files of your learning platform.

Give them in any order: Moodle's zip of all submissions with its grading worksheet, Canvas's zip of
submissions with its gradebook, a plain zip, a folder of mails. Each is recognised by what is in it.
Without a file, nbgrader's exchange of this course is collected.

Everybody gets an id that stays the same over the term. What can't be used is named, and costs
nobody else anything. Do it again whenever there is more.

Examples:

    gradebox collect 04 submissions.zip Grades.csv
    gradebox collect 04 ~/mails
    gradebox collect 04

Ends with 0 where everything found its student, 1 where something did not, 2 where a file can't be
used.
"""


@app.command(help=kept(COLLECT), short_help="For instructors: collect what was handed in.")
def collect(
    given: Annotated[
        list[str],
        typer.Argument(metavar="NN... [FILE...]", help="Numbers of units, and files or folders."),
    ],
    timezone: Annotated[
        str | None,
        typer.Option(help="Of Moodle's times, such as Europe/Berlin; it is remembered."),
    ] = None,
) -> None:
    """Collect what was handed in."""
    module = _grading("platforms.collect")
    with _in_words():
        raise typer.Exit(module.collect(Path.cwd(), given, timezone))


# ---------------------------------------------------------------- extend

EXTEND = """
For instructors: give students more time for a unit; without a student, say who has it.

A student is an id, an e-mail or a name. What you say replaces what you said before; --days 0 takes
it back.

Examples:

    gradebox extend 04 ana@uni.example --days 2
    gradebox extend 04 "Zoë Müller" ben1 --hours 12
    gradebox extend 04
"""


@app.command(help=kept(EXTEND), short_help="For instructors: give students more time.")
def extend(
    assignment: Annotated[
        str, typer.Argument(metavar="NN", help="The number or the name of the assignment.")
    ],
    students: Annotated[
        list[str] | None, typer.Argument(metavar="STUDENT...", help="Ids, e-mails or names.")
    ] = None,
    days: Annotated[float | None, typer.Option(min=0, help="How many days more.")] = None,
    hours: Annotated[float | None, typer.Option(min=0, help="How many hours more.")] = None,
) -> None:
    """Give students more time."""
    from datetime import timedelta

    if bool(students) != (days is not None or hours is not None):
        raise UserError("give both: who gets more time, and how much (--days 2, or --hours 12)")
    module = _grading("platforms.extend")
    more = timedelta(days=days or 0, hours=hours or 0)
    with _in_words():
        raise typer.Exit(module.extend(Path.cwd(), assignment, students or [], more))


# ---------------------------------------------------------------- grade

GRADE = """
For instructors: grade what was handed in for an assignment.

Reads submitted/ in the folder you are in, runs students' code in a sandbox, and writes nbgrader's
gradebook, feedback and a report. What is graded and unchanged is not graded again.

Examples:

    gradebox grade 04
    gradebox grade 04 05 --jobs 8 --seconds 60
    gradebox grade 04 --student student-07 --force
    gradebox grade 09 --leaderboard
    gradebox grade 04 --check-assignment
    gradebox grade 04 --cluster local:8
    gradebox grade 04 --cluster tls://scheduler.example.org:8786

With a class the course's own solution is graded, too, once for each state of the assignment.
Whatever it loses is said in words: nobody else could have those points either.

What counts as the time of hand-in: what the platform or the exchange says, for what was collected
with gradebox collect; otherwise when the files were laid into submitted/.
"""


@app.command(help=kept(GRADE), short_help="For instructors: grade what was handed in.")
def grade(
    assignments: Annotated[
        list[str], typer.Argument(metavar="NN...", help="Numbers or names of assignments.")
    ],
    student: Annotated[
        list[str] | None, typer.Option(help="Only this student; may be given several times.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Submissions graded at a time; as many as cores.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Grade again what is graded.")] = False,
    seconds: Annotated[int, typer.Option(min=1, help="How long one cell may take.")] = 30,
    unsafe_no_sandbox: Annotated[
        bool,
        typer.Option(
            "--unsafe-no-sandbox",
            help="Run students' code without a sandbox: it can do all that you can.",
        ),
    ] = False,
    trust_timestamps: Annotated[
        bool,
        typer.Option(
            "--trust-timestamps", help="Believe the times that came with the submissions."
        ),
    ] = False,
    leaderboard: Annotated[
        bool,
        typer.Option(
            "--leaderboard", help="Also write a leaderboard for the class, under other names."
        ),
    ] = False,
    check_assignment: Annotated[
        bool,
        typer.Option(
            "--check-assignment",
            help="Grade nobody but the course's own solution, and say what it loses.",
        ),
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Grade on a Dask cluster: the scheduler's address, local:8 for eight workers on "
            "this machine, or here for none.",
        ),
    ] = None,
    unsafe_no_tls: Annotated[
        bool,
        typer.Option("--unsafe-no-tls", help="Use a cluster on other machines without encryption."),
    ] = False,
) -> None:
    """Grade what was handed in."""
    if cluster and (jobs or check_assignment):
        other = "--jobs" if jobs else "--check-assignment"
        raise UserError(f"{other} is for one machine: leave out that or --cluster")
    pipeline = _grading("run.pipeline")
    codes = [0]
    for place, assignment in enumerate(assignments):
        if place:
            print()
        codes.append(
            pipeline.main(
                assignment=assignment,
                student=student,
                jobs=jobs,
                force=force,
                seconds=seconds,
                unsafe_no_sandbox=unsafe_no_sandbox,
                trust_timestamps=trust_timestamps,
                leaderboard=leaderboard,
                check_assignment=check_assignment,
                cluster=cluster,
                unsafe_no_tls=unsafe_no_tls,
                root=Path.cwd(),
            )
        )
        if codes[-1] >= 2:  # it could not start, or was stopped
            break
    raise typer.Exit(max(codes))


@contextlib.contextmanager
def _in_words() -> Iterator[None]:
    """What stops the grader's rooms, said as the command says it."""
    from gradebox.course.model import CourseError
    from gradebox.results import GradebookError

    try:
        yield
    except (CourseError, GradebookError) as error:
        raise UserError(str(error).removesuffix(".")) from error


def _grading(module: str) -> Any:
    """A module of the grader, which needs Linux and what instructors install."""
    from importlib import import_module
    from importlib.util import find_spec

    if sys.platform != "linux":
        raise UserError(
            "grading runs on Linux alone, as its sandbox is Linux's: use a Linux machine, a "
            "virtual machine, or on Windows WSL"
        )
    try:
        if find_spec("nbgrader") is None:  # which is imported late, as that takes a while
            raise ModuleNotFoundError(name="nbgrader")
        return import_module(f"gradebox.{module}")
    except ModuleNotFoundError as error:
        raise UserError(
            f"grading needs the package {error.name}: pip install '{program.install}'"
        ) from None


# ---------------------------------------------------------------- report

REPORT = """
For instructors: make report, table and feedback pages again, without grading.

All three come from the gradebook as it is now: marks and comments that people gave in formgrader,
extra credit, penalties, names. Run it after marking, before you give the pages back.

Examples:

    gradebox report 04
    gradebox report 04 05 06
"""


@app.command(help=kept(REPORT), short_help="For instructors: report and pages from the gradebook.")
def report(
    assignments: Annotated[
        list[str], typer.Argument(metavar="NN...", help="Numbers or names of assignments.")
    ],
) -> None:
    """Make report, table and feedback pages again."""
    pipeline = _grading("run.pipeline")
    raise typer.Exit(max(pipeline.report(name, root=Path.cwd()) for name in assignments))


# ---------------------------------------------------------------- mark

MARK = """
For instructors: mark answers that a person reads, with the rubric beside them.

Without a file it writes a page, reports/NN-topic-marking.html, which works offline in any browser:
the answers to each question side by side, without names, with the rubric, snippets for comments and
keys for everything. Save your marks there as a file. With that file, it puts the marks into the
gradebook, all of them or none, and makes report and pages again. With the files of two markers, it
says how far they agree, and takes what they agree on.

Examples:

    gradebox mark 05
    gradebox mark 05 ~/Downloads/05-logistic-marks.json
    gradebox mark 05 marks-ab.json marks-cd.json --mean
"""


@app.command(help=kept(MARK), short_help="For instructors: mark by hand, with a rubric.")
def mark(
    assignment: Annotated[
        str, typer.Argument(metavar="NN", help="The number or the name of the assignment.")
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE...", help="What one or two markers saved from the page."),
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Show names on the page; it is blind otherwise.")
    ] = False,
    mean: Annotated[
        bool, typer.Option("--mean", help="Where two markers differ, take the mean.")
    ] = False,
) -> None:
    """Mark by hand."""
    pipeline = _grading("run.pipeline")
    code: int = pipeline.mark(assignment, files or [], names=names, take_mean=mean, root=Path.cwd())
    raise typer.Exit(code)


# ---------------------------------------------------------------- return

RETURN = """
For instructors: give marks and feedback back, as the platform takes them.

Fills in the list that was collected with the work (Moodle's grading worksheet, Canvas's gradebook),
scaled to the platform's points, and packs the feedback pages under the platform's names. All of it
is written to returned/NN-topic/, for you to upload; what came through nbgrader's exchange goes back
through it. Marks, comments and penalties come from the gradebook. Whoever handed in nothing stays
empty, and so does, unless you say --as-is, whoever waits for a person.

Examples:

    gradebox return 04
    gradebox return 04 05 --as-is
    gradebox return 04 --column "Perceptron"
"""


@app.command("return", help=kept(RETURN), short_help="For instructors: give marks back.")
def give_back(
    assignments: Annotated[
        list[str], typer.Argument(metavar="NN...", help="Numbers or names of assignments.")
    ],
    column: Annotated[
        str, typer.Option(help="A part of the name of Canvas's column, where it is not clear.")
    ] = "",
    as_is: Annotated[
        bool, typer.Option("--as-is", help="Also those whose answers wait for a person.")
    ] = False,
) -> None:
    """Give marks and feedback back."""
    module = _grading("platforms.return_marks")
    with _in_words():
        raise typer.Exit(module.return_marks(Path.cwd(), assignments, column, as_is))


# ---------------------------------------------------------------- gradebook

GRADEBOOK_COPY = """
Copy a gradebook into another, empty database: from SQLite's file to PostgreSQL, or back.

Each of the two is a file, or an address as in nbgrader_config.py. All of it is copied, or nothing;
every row is read back and compared. The old gradebook stays as it is.

Examples:

    gradebox gradebook copy gradebook.db postgresql+psycopg://teacher@db.example.org/course
    gradebox gradebook copy postgresql+psycopg:///course gradebook-2027.db

Give no password here, where others can see it: put it into ~/.pgpass.
"""

gradebook = typer.Typer(
    no_args_is_help=True, help="For instructors: copy a gradebook into another database."
)
app.add_typer(gradebook, name="gradebook")


@gradebook.callback()
def _gradebook() -> None:
    pass


@gradebook.command(
    "copy", help=kept(GRADEBOOK_COPY), short_help="Copy a gradebook into another database."
)
def copy_gradebook(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The gradebook: file or address.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="An empty database, or a new file.")],
) -> None:
    """Copy a gradebook."""
    raise typer.Exit(_grading("gradebook.transfer").main(source, target))
