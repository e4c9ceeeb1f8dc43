"""Commands of instructors: course new, collect, extend, grade, report, mark, return, gradebook."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from gradebox import program
from gradebox.cli.base import UserError, app, command
from gradebox.limits import CELL_SECONDS

STOPPED = 130  # the exit status after Ctrl-C

Assignments = Annotated[
    list[str], typer.Argument(metavar="NN...", help="Numbers or names of assignments.")
]
OneAssignment = Annotated[
    str, typer.Argument(metavar="NN", help="Number or name of the assignment.")
]

course = typer.Typer(
    no_args_is_help=True, help="Make a course folder, connect it, check assignments."
)
app.add_typer(course, name="course")


@command(course, name="new")
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Directory to create.")],
    course_id: Annotated[
        str | None,
        typer.Option("--id", metavar="ID", help="Course id (default: the folder's name)."),
    ] = None,
    copy: Annotated[
        bool, typer.Option("--copy/--no-copy", help="Copy the units, so that you can change them.")
    ] = True,
    clone: Annotated[
        Path | None, typer.Option("--from", metavar="FOLDER", help="Clone of the course.")
    ] = None,
) -> None:
    """Make a course folder.

    It holds nbgrader's settings and the units' solutions and exercises, which you may change. Only
    you can read it. With --no-copy the units stay in the clone, so that updating the clone updates
    them.

    Examples:
        COMMAND course new mycourse
        COMMAND course new mycourse --id lin26 --no-copy
    """
    starting = _grading("course.scaffold")
    with _in_words():
        units = starting.new_course(folder, course_id or folder.resolve().name, copy, clone)
    print(f"Made {folder} with {len(units)} assignments: {', '.join(units)}.")
    print(f"Next: cd {folder}")


@command(course)
def connect(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="Address of the course's page on the platform.")
    ],
    pairs: Annotated[
        list[str] | None,
        typer.Argument(metavar="NN=ID...", help="Units whose names the platform doesn't have."),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File with your token, which only you can read."),
    ] = None,
    user: Annotated[
        str,
        typer.Option(metavar="NAME", help="Your user name in Moodle: get the token into FILE."),
    ] = "",
) -> None:
    """Connect the course to Moodle or Canvas.

    Afterwards `COMMAND collect 04` fetches submissions, and `COMMAND return 04` posts marks,
    comments and feedback pages: you don't download or upload files. Assignments are found by their
    names. If a name doesn't tell, pass the assignment's number on the platform: 04=17.

    The token is a key that acts for you. For Moodle, pass --user and --token-file, and the command
    asks for your password once. In Canvas: Account, Settings, New Access Token; put it into a file
    outside the course folder, run chmod 600 on it and pass --token-file. Or set GRADEBOX_TOKEN. The
    token is stored nowhere else, and the password nowhere.

    Examples:
        COMMAND course connect "https://moodle.example.org/course/view.php?id=42" --user ada
            --token-file ~/.moodle
        COMMAND course connect https://canvas.example.org/courses/42 --token-file ~/.canvas
        COMMAND course connect https://canvas.example.org/courses/42 04=17 05=18
    """
    module = _grading("platforms.connect")
    with _in_words():
        raise typer.Exit(module.connect(Path.cwd(), address, pairs or [], token_file, user))


@command(app)
def collect(
    given: Annotated[
        list[str],
        typer.Argument(metavar="NN... [FILE...]", help="Numbers of units, then files or folders."),
    ],
    timezone: Annotated[
        str | None,
        typer.Option(
            metavar="ZONE",
            help="Time zone of Moodle's timestamps, such as Europe/Berlin (saved for next time).",
        ),
    ] = None,
    include_drafts: Annotated[
        bool,
        typer.Option("--include-drafts", help="Also collect what Moodle shows as a draft."),
    ] = False,
) -> None:
    """Collect submissions.

    Pass the files of your learning platform in any order: Moodle's zip of all submissions with its
    grading worksheet, Canvas's zip of submissions with its gradebook, a plain zip, a folder of
    mails. Each is recognised by its content. Without a file, submissions come from the platform
    that the course is connected to (COMMAND course connect), or from nbgrader's exchange.

    Each student gets an id that stays the same over the term. The command lists files it can't use,
    and collects all others. Run it again whenever there are more, or with only a newer list before
    you return marks again.

    Exit status: 0 if every submission has a student, 1 if one has none, 2 if a file can't be read.

    Examples:
        COMMAND collect 04 submissions.zip Grades.csv
        COMMAND collect 04 ~/mails
        COMMAND collect 04
    """
    module = _grading("platforms.collect")
    with _in_words():
        raise typer.Exit(module.collect(Path.cwd(), given, timezone, include_drafts))


@command(app)
def extend(
    assignment: OneAssignment,
    students: Annotated[
        list[str] | None,
        typer.Argument(metavar="STUDENT...", help="Ids, email addresses or names."),
    ] = None,
    days: Annotated[
        float | None, typer.Option(min=0, metavar="N", help="Extra time, in days.")
    ] = None,
    hours: Annotated[
        float | None, typer.Option(min=0, metavar="N", help="Extra time, in hours.")
    ] = None,
) -> None:
    """Give students more time.

    Without a student, it lists all extensions of a unit. Pass a student's id, email address or
    name. A new extension replaces the old one; --days 0 removes it.

    Examples:
        COMMAND extend 04 ana@uni.example --days 2
        COMMAND extend 04 "Zoë Müller" ben1 --hours 12
        COMMAND extend 04
    """
    from datetime import timedelta

    if bool(students) != (days is not None or hours is not None):
        raise UserError("pass both the students and their extra time (--days 2, or --hours 12)")
    module = _grading("platforms.extend")
    more = timedelta(days=days or 0, hours=hours or 0)
    with _in_words():
        raise typer.Exit(module.extend(Path.cwd(), assignment, students or [], more))


@command(app)
def grade(
    assignments: Assignments,
    student: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Id of a student to grade; repeat it for more."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Submissions graded at a time (default: one per core)."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Regrade unchanged submissions.")] = False,
    timeout: Annotated[
        int, typer.Option(min=1, metavar="N", help="Time limit per cell, in seconds.")
    ] = CELL_SECONDS,
    seed: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=2**32,
            metavar="N",
            help="Seed of the hidden inputs (default: the one stored with the assignment).",
        ),
    ] = None,
    unsafe_no_sandbox: Annotated[
        bool,
        typer.Option(
            "--unsafe-no-sandbox",
            help="Run students' code without a sandbox: it can do everything that you can.",
        ),
    ] = False,
    trust_timestamps: Annotated[
        bool,
        typer.Option("--trust-timestamps", help="Trust the times that submissions bring along."),
    ] = False,
    leaderboard: Annotated[
        bool,
        typer.Option(
            "--leaderboard", help="Also write a leaderboard for the class, with pseudonyms."
        ),
    ] = False,
    check_assignment: Annotated[
        bool,
        typer.Option(
            "--check-assignment",
            hidden=True,
            help="The old name of the command `doctor`.",
        ),
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Address of a Dask scheduler, or local:8 for eight workers on this machine.",
        ),
    ] = None,
    no_cluster: Annotated[
        bool, typer.Option("--no-cluster", help="Grade on this machine, whatever the settings say.")
    ] = False,
    unsafe_no_tls: Annotated[
        bool,
        typer.Option("--unsafe-no-tls", help="Use a cluster on other machines without encryption."),
    ] = False,
) -> None:
    """Grade submissions.

    Reads submitted/ in the current folder, runs students' code in a sandbox, and writes nbgrader's
    gradebook, feedback pages and a report. Unchanged submissions are not graded again.

    The reference solution and the empty exercise are graded along with the class, once for each
    version of the assignment, and the command prints what COMMAND course doctor would print.

    The hidden inputs of the tests are drawn from a seed. The first run stores it with the
    assignment, and every regrade uses it again, so that all students get the same inputs. The
    report shows it. If you pass another --seed, students who are already graded keep their points
    unless you add --force.

    Submission time: the platform's or the exchange's if you collected with COMMAND collect,
    otherwise the time when the files were copied into submitted/.

    Examples:
        COMMAND grade 04
        COMMAND grade 04 05 --jobs 8 --timeout 60
        COMMAND grade 04 --student student-07 --force
        COMMAND grade 09 --leaderboard
        COMMAND grade 04 --cluster local:8
        COMMAND grade 04 --cluster tls://scheduler.example.org:8786
    """
    if cluster and (jobs or check_assignment or no_cluster):
        other = "--jobs" if jobs else "--check-assignment" if check_assignment else "--no-cluster"
        raise UserError(f"{other} is for one machine: leave out either that or --cluster")
    pipeline = _grading("run.pipeline")
    from gradebox.run.settings import GradingSettings

    settings = GradingSettings(
        students=tuple(student or ()),
        force=force,
        jobs=jobs,
        timeout=timeout,
        seed=seed,
        sandboxed=not unsafe_no_sandbox,
        trust_timestamps=trust_timestamps,
        leaderboard=leaderboard,
        check_assignment=check_assignment,
        cluster="" if no_cluster else cluster,
        unsafe_no_tls=unsafe_no_tls,
    )
    status = 0
    for number, assignment in enumerate(assignments):
        if number:
            print()
        status = max(status, pipeline.grade(assignment, settings, root=Path.cwd()))
        if status == STOPPED:
            break
    raise typer.Exit(status)


def doctor(
    assignments: Assignments,
    timeout: Annotated[
        int, typer.Option(min=1, metavar="N", help="Time limit per cell, in seconds.")
    ] = CELL_SECONDS,
    unsafe_no_sandbox: Annotated[
        bool,
        typer.Option("--unsafe-no-sandbox", help="Run the course's own code without a sandbox."),
    ] = False,
) -> None:
    """Find what would be graded wrong.

    Run it before the term. It grades the reference solution and the empty exercise, and reads the
    tests: points that the solution loses, and why; tests that the empty exercise passes; what works
    in a notebook but not here, such as a test that measures time; and what is unfair anywhere, such
    as random numbers without a seed.

    Exit status: 0 if the solution gets all points, 1 if it loses some, 2 if it can't be graded.

    Examples:
        COMMAND course doctor 04
        COMMAND course doctor 04 05 --timeout 60
    """
    pipeline = _grading("run.pipeline")
    from gradebox.run.settings import GradingSettings

    sandboxed = not unsafe_no_sandbox
    settings = GradingSettings(timeout=timeout, sandboxed=sandboxed, check_assignment=True)
    status = 0
    for assignment in assignments:
        status = max(status, pipeline.grade(assignment, settings, root=Path.cwd()))
        if status == STOPPED:
            break
    raise typer.Exit(status)


command(app, name="doctor")(doctor)
command(course, name="doctor")(doctor)  # where another package has a `doctor` of its own


@contextlib.contextmanager
def _in_words() -> Iterator[None]:
    """Turn errors that a user can fix into `UserError`."""
    from gradebox.course.model import CourseError
    from gradebox.results import GradebookError

    try:
        yield
    except (CourseError, GradebookError) as error:
        raise UserError(str(error).removesuffix(".")) from error


def _grading(module: str) -> Any:
    """Import a module of gradebox, which needs Linux and some packages."""
    from importlib import import_module
    from importlib.util import find_spec

    if sys.platform != "linux":
        raise UserError(
            "grading only runs on Linux: the sandbox needs Linux kernel features. Use a Linux "
            "machine, a virtual machine, or WSL on Windows"
        )
    try:
        if find_spec("nbgrader") is None:  # which is imported late, as that takes a while
            raise ModuleNotFoundError(name="nbgrader")
        return import_module(f"gradebox.{module}")
    except ModuleNotFoundError as error:
        raise UserError(
            f"grading needs the package {error.name}: pip install '{program.install}'"
        ) from None


@command(app)
def report(
    assignments: Assignments,
) -> None:
    """Update report and feedback pages.

    Nothing is graded. All pages and tables are made from the gradebook as it is now: marks and
    comments from formgrader, extra credit, penalties, names. Run it after marking, before you
    return the pages.

    Examples:
        COMMAND report 04
        COMMAND report 04 05 06
    """
    pipeline = _grading("run.pipeline")
    raise typer.Exit(max(pipeline.report(name, root=Path.cwd()) for name in assignments))


@command(app)
def mark(
    assignment: OneAssignment,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...", help="Files that one or two markers saved from the page."
        ),
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Show names on the page (default: anonymous).")
    ] = False,
    mean: Annotated[
        bool, typer.Option("--mean", help="Take the mean if two markers differ.")
    ] = False,
) -> None:
    """Mark answers by hand.

    Without a file, it writes a page, reports/NN-topic-marking.html, which works offline in any
    browser. The page shows the answers to each question side by side, without names, with the
    rubric, comments to reuse and keyboard shortcuts. Save your marks there as a file. With that
    file, the command puts all marks into the gradebook and updates report and pages. With the files
    of two markers, it shows how far they agree, and takes the marks that they agree on.

    Examples:
        COMMAND mark 05
        COMMAND mark 05 ~/Downloads/05-logistic-marks.json
        COMMAND mark 05 marks-ab.json marks-cd.json --mean
    """
    pipeline = _grading("run.pipeline")
    code: int = pipeline.mark(assignment, files or [], names=names, take_mean=mean, root=Path.cwd())
    raise typer.Exit(code)


@command(app, name="return")
def give_back(
    assignments: Assignments,
    column: Annotated[
        str,
        typer.Option(metavar="TEXT", help="Part of the name of Canvas's column, if several fit."),
    ] = "",
    include_unmarked: Annotated[
        bool,
        typer.Option(
            "--include-unmarked", help="Also return marks of students with unmarked answers."
        ),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be posted, and post nothing.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace marks that were changed on the platform.")
    ] = False,
) -> None:
    """Return marks and feedback.

    Fills in the list that you collected (Moodle's grading worksheet, Canvas's gradebook), scaled to
    the platform's points, and packs the feedback pages under the platform's names. All files are
    written to returned/NN-topic/, for you to upload; submissions from nbgrader's exchange go back
    through it. Marks, comments and penalties come from the gradebook.

    If the work came from a connected platform (COMMAND course connect), marks, comments and pages
    are posted there instead. --dry-run shows them first. Marks that were changed on the platform
    since stay as they are, unless you pass --force. After an interruption, run it again.

    Students who submitted nothing get no mark. Neither do students with unmarked answers, unless
    you pass --include-unmarked.

    Exit status: 0 if everything was returned, 1 if the platform refused something, 2 otherwise.

    Examples:
        COMMAND return 04
        COMMAND return 04 05 --include-unmarked
        COMMAND return 04 --column "Perceptron"
        COMMAND return 04 --dry-run
    """
    module = _grading("platforms.return_marks")
    from gradebox.platforms.handback import ReturnOptions

    options = ReturnOptions(column, include_unmarked, dry_run, force)
    with _in_words():
        raise typer.Exit(module.return_marks(Path.cwd(), assignments, options))


gradebook = typer.Typer(no_args_is_help=True, help="Copy a gradebook into another database.")
app.add_typer(gradebook, name="gradebook")


@gradebook.callback()
def _gradebook() -> None:
    pass


@command(gradebook, name="copy")
def copy_gradebook(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="Gradebook to copy: file or address.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="Empty database, or a file to create.")
    ],
) -> None:
    """Copy a gradebook from an SQLite file to PostgreSQL, or back.

    The target must be an empty database or a new file. Pass files, or addresses as in
    nbgrader_config.py. The copy is one transaction, and every row is read back and compared. The
    old gradebook stays as it is.

    Don't pass a password here, where others can see it: put it into ~/.pgpass.

    Examples:
        COMMAND gradebook copy gradebook.db postgresql+psycopg://teacher@db.example.org/course
        COMMAND gradebook copy postgresql+psycopg:///course gradebook-2027.db
    """
    raise typer.Exit(_grading("gradebook.transfer").main(source, target))
