"""Students' commands: read, solve, check, submit."""

from pathlib import Path
from typing import Annotated, Any

import typer

from lincourse.cli.base import (
    Command,
    Exercise,
    Exercises,
    Json,
    Output,
    Timeout,
    app,
    complete_unit,
    format_help,
    print_error,
    print_json,
    with_old_options,
)
from lincourse.student import UserError

# ---------------------------------------------------------------- start

START = """
Make a course folder with all lectures and exercises, and open it in JupyterLab.

In a course folder, or if the folder exists already, it only opens JupyterLab. With --update, it
first brings the lectures and exercises of the installed version. A file that you have changed or
run stays as it is; its new version is put into updates/. Close JupyterLab before you update.

Examples:

    lincourse start
    lincourse start ~/courses/linear-classifiers
    lincourse start --update
"""


@app.command(cls=Command, help=format_help(START), short_help="Make a course folder, and open it.")
def start(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="FOLDER",
            help="Course folder (default: the one you are in, else ./lincourse).",
            show_default=False,
        ),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Bring the files of the installed version.")
    ] = False,
    lab: Annotated[bool, typer.Option("--lab/--no-lab", help="Open JupyterLab.")] = True,
) -> None:
    """Make a course folder, and open it in JupyterLab."""
    from lincourse import __version__
    from lincourse.student import start
    from lincourse.student.course import find_course
    from lincourse.student.lab import start as start_lab

    here = find_course(Path.cwd()) if folder is None else None
    target = here.root if here else folder or Path("lincourse")
    if not ((target / "exercises").is_dir() and (target / "lectures").is_dir()):
        start.make(target)
        print(f"Made {target}, version {__version__}.")
    elif update:
        done = start.update(target)
        print(f"Updated {target} to version {__version__}.")
        print(f"  Files added: {len(done.added)}, replaced: {len(done.replaced)}.")
        for name in done.kept:
            print(f"  You changed {name}: the new version is in updates/{__version__}/.")
    elif (version := start.version_of(target)) and version != __version__:
        print(f"{target} has version {version}; {__version__} is installed. To update it:")
        print("  lincourse start --update" + (f' "{folder}"' if folder else ""))
    if lab:
        raise typer.Exit(start_lab(target.resolve(), []))


# ---------------------------------------------------------------- lab

LAB = """
Open the course in JupyterLab, from any folder inside the course.

JupyterLab opens on the page "Start here", with your progress and a link to each unit. Further
arguments are passed to JupyterLab. Stop it with Ctrl-C.

Examples:

    lincourse lab
    lincourse lab --port=8890 --no-browser
"""


@app.command(
    cls=Command,
    help=format_help(LAB),
    short_help="Open the course in JupyterLab.",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def lab(context: typer.Context) -> None:
    """Open the course in JupyterLab."""
    from lincourse.student.course import require_course
    from lincourse.student.lab import start

    raise typer.Exit(start(require_course(Path.cwd()).root, list(context.args)))


# ---------------------------------------------------------------- check

CHECK = """
Run a notebook from top to bottom in a fresh Python, and show which checks passed.

Without a name: the notebook in the current folder, or all that you have started. Save the notebook
first; it isn't changed. The points are those from the checks in the notebook. Grading runs the same
checks on other inputs.

Exit status: 0 if everything passed, 1 if something failed, 2 if a file can't be read.

Examples:

    lincourse check 04
    lincourse check 04 05 --verbose
    lincourse check my-copy.ipynb --json
"""


@app.command(
    cls=Command,
    help=format_help(CHECK),
    short_help="Run the checks of notebooks.",
    context_settings=with_old_options,
)
def check(
    exercises: Exercises = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show the rungs that passed, too.")
    ] = False,
    timeout: Timeout = 60,
    as_json: Json = False,
) -> None:
    """Run the checks of notebooks."""
    from lincourse.student import check, course, progress, start_page, terminal

    start = Path.cwd()
    paths = course.select_notebooks(exercises or [], start)
    if not paths:
        raise UserError("you haven't started an exercise yet. Start with: lincourse lab")
    out, here, results, unreadable = terminal.console(), course.find_course(start), [], False
    for path in paths:
        try:
            with terminal.status_line(out, f"Checking {path.stem}") as show:
                result = check.check(path, timeout, (lambda _: None) if as_json else show)
        except UserError as error:
            print_error(str(error))
            unreadable = True
            continue
        results.append(result)
        if here is not None:
            progress.save(here, result)
            start_page.update(here)
        if not as_json:
            terminal.print_check(out, result, verbose)
            out.print()
        if result.interrupted:
            break
    if as_json:
        print_json([result.to_json() for result in results])
    elif results:
        if len(results) > 1:
            points = sum(result.points for result in results)
            max_points = sum(result.max_points for result in results)
            out.print(f"All {len(results)} notebooks: {points:g} of {max_points:g} points.")
        out.print("Grading runs the same checks on other inputs.", style="dim")
    if results and results[-1].interrupted:
        raise typer.Exit(130)
    raise typer.Exit(2 if unreadable else 0 if all(result.passed for result in results) else 1)


# ---------------------------------------------------------------- progress

PROGRESS = """
Show your progress in the whole course, and what to do next.

The states come from the last check. If you haven't checked a notebook since you changed it, they
come from what is saved in it, and the table says so.

Examples:

    lincourse progress
    lincourse progress --run      first check everything you have started
    lincourse progress --json
"""


@app.command(
    cls=Command,
    help=format_help(PROGRESS),
    short_help="Show how far you are.",
    context_settings=with_old_options,
)
def progress(
    run: Annotated[
        bool, typer.Option("--run", help="First check all notebooks that you have started.")
    ] = False,
    timeout: Timeout = 60,
    as_json: Json = False,
) -> None:
    """Show how far you are."""
    from lincourse.student import course, progress, start_page, terminal

    here = course.require_course(Path.cwd())
    if run:
        _check_started(here, timeout, silent=as_json)
        start_page.update(here)
    units = progress.all_units(here)
    advice = progress.advice(units)
    if as_json:
        print_json({"units": [unit.to_json() for unit in units], "next": advice})
        return
    out = terminal.console()
    terminal.print_progress(out, units)
    out.print()
    out.print(advice)


def _check_started(here: Any, timeout: float, silent: bool) -> None:
    """Check all notebooks that were started, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from lincourse.student import check, course, progress

    paths = course.started_notebooks(here)
    console = Console(stderr=True)
    with Progress(
        console=console, transient=True, disable=silent or not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=len(paths))
        for path in paths:
            bar.update(task, description=path.stem)
            try:
                result = check.check(path, timeout)
            except UserError as error:
                print_error(str(error))
                continue
            if result.interrupted:
                raise KeyboardInterrupt
            progress.save(here, result)
            bar.advance(task)


# ---------------------------------------------------------------- doctor

DOCTOR = """
Find problems with this machine and your notebooks before you submit, and say how to fix them.

Without a name: the notebook in the current folder, or all that you have started. With --fix, it
fixes what it can without touching an answer: cells of the course that were copied, changed, deleted
or moved, huge outputs, a wrong file name. It asks first, and keeps the old file as a backup beside
the new one.

Exit status: 0 if there is nothing to do, 1 if there is, 2 if a file can't be read.

Examples:

    lincourse doctor
    lincourse doctor 04 --fix
    lincourse doctor "04-perceptron (1).ipynb" --fix --yes
"""
READY = "Ready to submit."


@app.command(
    cls=Command, help=format_help(DOCTOR), short_help="Find and fix problems before you submit."
)
def doctor(
    exercises: Exercises = None,
    fix: Annotated[bool, typer.Option("--fix", help="Fix what can be fixed.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Fix without asking.")] = False,
    as_json: Json = False,
) -> None:
    """Find problems with the machine and with notebooks."""
    from lincourse.student import course, terminal
    from lincourse.student.environment import check_environment
    from lincourse.student.review import review_notebooks

    if fix and as_json and not yes:
        raise UserError("--json can't ask questions: add --yes to --fix")
    start = Path.cwd()
    here = course.find_course(start)
    machine, summary = check_environment(here)
    reviews = review_notebooks(exercises or [], start, here)
    out = terminal.console()
    if not as_json:
        terminal.print_problems(out, "This machine", machine, summary)
        for review in reviews:
            terminal.print_problems(out, review.title(start), review.problems, READY)
        if here is not None and not reviews:
            out.print("You haven't started an exercise yet.")
    if fix:
        for review in reviews:
            _fix(out, review, yes, silent=as_json)
    if as_json:
        notebooks = [review.to_json() for review in reviews]
        print_json({"machine": [p.to_json() for p in machine], "notebooks": notebooks})
    left = [*machine, *(problem for review in reviews for problem in review.problems)]
    if not fix and not as_json and any(problem.fixable for problem in left):
        out.print("To fix what is marked, run the same command with --fix. It keeps a backup.")
    raise typer.Exit(1 if any(problem.level != "note" for problem in left) else 0)


def _fix(out: Any, review: Any, yes: bool, silent: bool) -> None:
    """Fix one notebook, after asking."""
    from lincourse.student import terminal

    count = sum(problem.fixable for problem in review.problems)
    if not count:
        return
    problems = f"{count} problem{'s' * (count > 1)}"
    question = f"Fix {problems} in {review.path.name}? The old file is kept beside it."
    if not yes and not typer.confirm(question, default=True):
        out.print("Nothing was changed.")
        return
    review.repair()
    if silent:
        return
    for words in review.fixed:
        out.print(f"  fixed: {words}")
    if review.backup:
        out.print(f"  the old file is {review.backup.name}")
    out.print("  If the notebook is open in JupyterLab: File, Reload Notebook from Disk.\n")
    terminal.print_problems(out, "Problems left", review.problems, READY)


# ---------------------------------------------------------------- pack

PACK = """
Make the file to submit: handin/NN-topic.zip, with the notebook and the files beside it.

It first looks for problems, as lincourse doctor does, and warns you.

Examples:

    lincourse pack 04
    lincourse pack 04 --output ~/Desktop/perceptron.zip
"""


@app.command(cls=Command, help=format_help(PACK), short_help="Make the file to submit.")
def pack(exercise: Exercise, output: Output = None) -> None:
    """Make the file to submit."""
    from lincourse.student import course, terminal
    from lincourse.student.pack import pack as make_zip
    from lincourse.student.review import review_notebooks

    start = Path.cwd()
    here = course.find_course(start)
    [review] = review_notebooks([exercise], start, here)
    out = terminal.console()
    unit = review.unit or review.path.stem
    target = _target(output, (here.root if here else start) / "handin", f"{unit}.zip")
    packed = make_zip(review.path, unit, target)
    if any(problem.level != "note" for problem in review.problems):
        title = f"Before you submit {review.path.name}"
        terminal.print_problems(out, title, review.problems, "")
    out.print(f"Made {course.relative(target, start)} with")
    for name, size in packed:
        out.print(f"  {name}  {_size(size)}")
    out.print("Submit this file the way your class does. You can make it again at any time.")


def _target(output: Path | None, folder: Path, name: str) -> Path:
    """The file to write: `output`, or `name` in it if it is a folder, or `name` in `folder`."""
    if output is None:
        return folder / name
    return output / name if output.is_dir() else output


def _size(size: int) -> str:
    return f"{size / 1000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


# ---------------------------------------------------------------- portfolio

PORTFOLIO = """
Make a web page of your capstone, with its text, table and figures, to keep and to show.

The page shows what is saved in the notebook of exercise 09 and runs nothing: run all cells and save
first. It is a single file without scripts that loads nothing, so you can put it anywhere.

Exit status: 0 if the page is complete, 1 if something is missing, 2 if a file can't be read.

Examples:

    lincourse portfolio
    lincourse portfolio --name "Ada Byron" --derivations
    lincourse portfolio my-copy.ipynb --output ~/Desktop/reviews.html
"""


@app.command(
    cls=Command, help=format_help(PORTFOLIO), short_help="Make a web page of your capstone."
)
def portfolio(
    exercise: Exercise = "09",
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name, for the page.")] = "",
    derivations: Annotated[
        bool, typer.Option("--derivations", help="Add your derivations from exercise 08.")
    ] = False,
    output: Output = None,
) -> None:
    """Make a web page of the capstone."""
    from lincourse.notebooks import write_atomically
    from lincourse.student import course, terminal
    from lincourse.student.portfolio import make

    start = Path.cwd()
    here = course.find_course(start)
    path = course.find_notebook(exercise, start)
    made = make(path, name, course.find_notebook("08", start) if derivations else None)
    target = _target(output, here.root if here else start, "portfolio.html")
    write_atomically(target, made.html.encode())
    out = terminal.console()
    out.print(f"Made {course.relative(target, start)}. Open it in a browser.")
    if made.missing:
        out.print("Still missing:")
        for words in made.missing:
            out.print(f"  {words}", markup=False)
    raise typer.Exit(1 if made.missing else 0)


# ---------------------------------------------------------------- practice

PRACTICE = """
Ask questions like those in the exercises, with new numbers each time, as many as you like.

The topic is a unit (02), a subject (bayes) or a single question (smoothed); the default is
everything. Every third question comes from an earlier unit. After your answer you see the worked
solution. Nothing is counted, saved or sent. Stop with Ctrl-C.

Examples:

    lincourse practice 02
    lincourse practice bayes
"""


@app.command(cls=Command, help=format_help(PRACTICE), short_help="Practise with new numbers.")
def practice(
    topic: Annotated[
        str,
        typer.Argument(metavar="NN|TOPIC", help="A unit or a topic.", autocompletion=complete_unit),
    ] = "",
) -> None:
    """Ask questions until the student stops."""
    from lincourse.student import terminal
    from lincourse.student.practice import practise

    practise(topic, terminal.console(), input)
