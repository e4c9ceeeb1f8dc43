"""The commands of students: read, solve, check, hand in."""

from pathlib import Path
from typing import Annotated, Any

import typer

from lincourse.cli.base import (
    Exercises,
    Json,
    One,
    Seconds,
    app,
    kept,
    print_error,
    print_json,
    units,
)
from lincourse.student import Trouble

# ---------------------------------------------------------------- lab

LAB = """
Open the course in JupyterLab, from any folder inside the course.

What you add is passed on to JupyterLab. Stop it with Ctrl-C.

Examples:

    lincourse lab
    lincourse lab --port=8890 --no-browser
"""


@app.command(
    help=kept(LAB),
    short_help="Open the course in JupyterLab.",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def lab(context: typer.Context) -> None:
    """Open the course in JupyterLab."""
    from lincourse.student import course
    from lincourse.student.lab import start

    raise typer.Exit(start(course.need(Path.cwd()).root, list(context.args)))


# ---------------------------------------------------------------- check

CHECK = """
Run the checks of a notebook from top to bottom in a fresh Python, and say what passed.

Without a name: the notebook of the folder you are in, or all that you have begun. The notebook is
not changed: save it first. Points are what the checks in the notebook give; grading runs the same
checks on other inputs.

Examples:

    lincourse check 04
    lincourse check 04 05 --verbose
    lincourse check my-copy.ipynb --json

Ends with 0 where all passed, 1 where something did not, 2 where a file can't be used.
"""


@app.command(help=kept(CHECK), short_help="Run the checks of notebooks.")
def check(
    exercises: Exercises = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also show what passed.")
    ] = False,
    seconds: Seconds = 60,
    as_json: Json = False,
) -> None:
    """Run the checks of notebooks."""
    from lincourse.student import course, progress
    from lincourse.student.check import check as run

    start = Path.cwd()
    paths = course.meant(exercises or [], start)
    if not paths:
        raise Trouble("no exercise is begun yet. Start with: lincourse lab")
    from lincourse.student import terminal

    out, here, results, unusable = terminal.console(), course.find(start), [], False
    for path in paths:
        try:
            with terminal.working(out, f"Checking {path.stem}") as watch:
                result = run(path, seconds, (lambda _: None) if as_json else watch)
        except Trouble as trouble:
            print_error(str(trouble))
            unusable = True
            continue
        results.append(result)
        if here is not None:
            progress.save(here, result)
        if not as_json:
            terminal.checked(out, result, verbose)
            out.print()
        if result.interrupted:
            break
    if as_json:
        print_json([result.to_json() for result in results])
    elif results:
        _hint(out, results)
    if results and results[-1].interrupted:
        raise typer.Exit(130)
    raise typer.Exit(2 if unusable else 0 if all(result.passed for result in results) else 1)


def _hint(out: Any, results: list[Any]) -> None:
    from lincourse.student import terminal

    if len(results) > 1:
        have = terminal.number(sum(result.points for result in results))
        most = terminal.number(sum(result.max_points for result in results))
        out.print(f"All {len(results)} notebooks together: {have} of {most} points.")
    out.print("Grading runs the same checks on other inputs.", style="dim")


# ---------------------------------------------------------------- progress

PROGRESS = """
Show the whole course as a map: what is solved, what is not right yet, what to do next.

It shows what the last check found. Where you have not checked, it shows what is saved in the
notebook, and says so.

Examples:

    lincourse progress
    lincourse progress --run      check all that you have begun first
    lincourse progress --json
"""


@app.command(help=kept(PROGRESS), short_help="Show how far you are.")
def progress(
    run: Annotated[bool, typer.Option("--run", help="Check all begun notebooks first.")] = False,
    seconds: Seconds = 60,
    as_json: Json = False,
) -> None:
    """Show how far you are."""
    from lincourse.student import course, progress

    here = course.need(Path.cwd())
    if run:
        _run_all(here, seconds, silent=as_json)
    units = progress.units(here)
    advice = progress.advice(units)
    if as_json:
        print_json({"units": [unit.to_json() for unit in units], "next": advice})
        return
    from lincourse.student import terminal

    out = terminal.console()
    terminal.course_map(out, units)
    out.print()
    out.print(advice)


def _run_all(here: Any, seconds: float, silent: bool) -> None:
    """Check all begun notebooks, with a bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from lincourse.student import course, progress
    from lincourse.student.check import check as run

    paths = course.begun(here)
    console = Console(stderr=True)
    with Progress(
        console=console, transient=True, disable=silent or not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=len(paths))
        for path in paths:
            bar.update(task, description=path.stem)
            try:
                result = run(path, seconds)
            except Trouble as trouble:
                print_error(str(trouble))
                continue
            if result.interrupted:
                raise KeyboardInterrupt
            progress.save(here, result)
            bar.advance(task)


# ---------------------------------------------------------------- doctor

DOCTOR = """
Look at this machine and at your notebooks before you hand in, and say what to do.

Without a name: the notebook of the folder you are in, or all that you have begun. With --fix it
mends what can be mended without touching an answer: copied, changed, deleted and moved cells of the
course, huge outputs, a wrong name. It asks first, and keeps the old file next to the new one, as
.bak.

Examples:

    lincourse doctor
    lincourse doctor 04 --fix
    lincourse doctor "04-perceptron (1).ipynb" --fix --yes

Ends with 0 where there is nothing to do, 1 where there is, 2 where a file can't be used.
"""


@app.command(help=kept(DOCTOR), short_help="Look at notebooks before handing in; mend them.")
def doctor(
    exercises: Exercises = None,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before mending.")] = False,
    as_json: Json = False,
) -> None:
    """Look at the machine and at notebooks."""
    from lincourse.student import course, environment, terminal
    from lincourse.student.review import Visit, visits

    if fix and as_json and not yes:
        raise Trouble("with --json nobody can be asked: add --yes to --fix")
    start = Path.cwd()
    here = course.find(start)
    around, well = environment.look(here, start)
    found: list[Visit] = visits(exercises or [], start, here)
    out = terminal.console()
    if not as_json:
        terminal.problems(out, "This machine", around, well)
        for visit in found:
            terminal.problems(out, visit.title(start), visit.problems, "Ready to be handed in.")
        if here is not None and not found:
            out.print("No exercise is begun yet.")
    if fix:
        for visit in found:
            _mend(out, visit, yes, silent=as_json)
    if as_json:
        notebooks = [visit.to_json() for visit in found]
        print_json({"machine": [p.to_json() for p in around], "notebooks": notebooks})
    left = [*around, *(problem for visit in found for problem in visit.problems)]
    if not fix and not as_json and any(problem.mends for problem in left):
        out.print("To mend what is marked: the same command with --fix. It keeps a backup.")
    raise typer.Exit(1 if any(problem.level != "note" for problem in left) else 0)


def _mend(out: Any, visit: Any, yes: bool, silent: bool) -> None:
    """Mend one notebook, after asking."""
    from lincourse.student import terminal

    many = sum(problem.mends for problem in visit.problems)
    if not many:
        return
    thing = f"{many} thing{'s' * (many > 1)}"
    question = f"Mend {thing} in {visit.path.name}? The old file is kept next to it."
    if not yes and not typer.confirm(question, default=True):
        out.print("Nothing was changed.")
        return
    visit.mend()
    if silent:
        return
    for words in visit.done:
        out.print(f"  mended: {words}")
    if visit.backup:
        out.print(f"  the old file is {visit.backup.name}")
    out.print("  If the notebook is open in JupyterLab: File, Reload Notebook from Disk.\n")
    terminal.problems(out, "After mending", visit.problems, "Ready to be handed in.")


# ---------------------------------------------------------------- pack

PACK = """
Make the file to hand in: the notebook and the files beside it, in handin/NN-topic.zip.

It looks at the notebook first, as lincourse doctor does, and warns.

Examples:

    lincourse pack 04
    lincourse pack 04 --output ~/Desktop/perceptron.zip
"""


@app.command(help=kept(PACK), short_help="Make the file to hand in.")
def pack(
    exercise: One,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
    ] = None,
) -> None:
    """Make the file to hand in."""
    from lincourse.student import course, terminal
    from lincourse.student.pack import pack as make
    from lincourse.student.review import visits

    start = Path.cwd()
    here = course.find(start)
    [visit] = visits([exercise], start, here)
    out = terminal.console()
    unit = visit.unit or visit.path.stem
    target = output or (here.root if here else start) / "handin" / f"{unit}.zip"
    if target.is_dir():
        target = target / f"{unit}.zip"
    inside = make(visit.path, unit, target)
    if any(problem.level != "note" for problem in visit.problems):
        terminal.problems(out, f"Before you hand in {visit.path.name}", visit.problems, "")
    out.print(f"Made {course.short(target, start)} with")
    for name, size in inside:
        out.print(f"  {name}  {_size(size)}")
    out.print("Hand in this file as your class does it. You may make it again at any time.")


def _size(size: int) -> str:
    return f"{size / 1000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


# ---------------------------------------------------------------- portfolio

PORTFOLIO = """
Make one page of your capstone, to keep and to show: its text, its table, its figures.

It is made of what is saved in the notebook of exercise 09, and runs nothing: run all cells and save
first. The page is one file, holds no script and loads nothing, so you can put it anywhere.

Examples:

    lincourse portfolio
    lincourse portfolio --name "Ada Byron" --derivations
    lincourse portfolio my-copy.ipynb --output ~/Desktop/reviews.html

Ends with 0 where all of it is there, 1 where something is missing, 2 where a file can't be used.
"""


@app.command(help=kept(PORTFOLIO), short_help="Make a page of your capstone, to show.")
def portfolio(
    exercise: One = "09",
    name: Annotated[str, typer.Option(help="Your name, as it should stand on the page.")] = "",
    derivations: Annotated[
        bool, typer.Option("--derivations", help="Add your derivations of exercise 08.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
    ] = None,
) -> None:
    """Make a page of the capstone."""
    from lincourse.notebooks import write_atomically
    from lincourse.student import course, terminal
    from lincourse.student.portfolio import make

    start = Path.cwd()
    here = course.find(start)
    [path] = course.meant([exercise], start)
    more = course.meant(["08"], start)[0] if derivations else None
    made = make(path, name, more)
    target = output or (here.root if here else start) / "portfolio.html"
    if target.is_dir():
        target = target / "portfolio.html"
    write_atomically(target, made.html.encode())
    out = terminal.console()
    out.print(f"Made {course.short(target, start)}. Open it in a browser.")
    if made.missing:
        out.print("What it does not have yet:")
        for words in made.missing:
            out.print(f"  {words}", markup=False)
    raise typer.Exit(1 if made.missing else 0)


# ---------------------------------------------------------------- practice

PRACTICE = """
Ask questions like those of an exercise, with new numbers each time, as long as you like.

A topic is a unit (02), a subject (bayes) or a single question (smoothed); without one, everything.
Every third question comes from an earlier unit. After your answer you see how it is worked out.
Nothing is counted, kept or sent. Stop with Ctrl-C.

Examples:

    lincourse practice 02
    lincourse practice bayes
"""


@app.command(help=kept(PRACTICE), short_help="Practise with new numbers, as long as you like.")
def practice(
    topic: Annotated[
        str, typer.Argument(metavar="NN|TOPIC", help="A unit or a topic.", autocompletion=units)
    ] = "",
) -> None:
    """Ask questions without end."""
    from lincourse.student import terminal
    from lincourse.student.practice import practise

    practise(topic, terminal.console(), input)
