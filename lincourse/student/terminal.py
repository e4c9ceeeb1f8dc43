"""Terminal output with rich; in a pipe the same text without colours."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from misstep.core.rows import HINT, LOOKS
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lincourse.student.check import CheckResult, ExerciseResult, State, StoppedCell
from lincourse.student.course import relative
from lincourse.student.doctor import Problem
from lincourse.student.progress import UnitProgress
from lincourse.student.runner import Failure

STYLE: dict[State, str] = {
    "passed": "green",
    "failed": "bold red",
    "not started": "dim",
    "not run": "yellow",
}
LEVEL_STYLE = {"error": "bold red", "warning": "yellow", "note": "dim"}
MAX_WIDTH = 100
BAR_WIDTH = 20
SYNTAX_ERRORS = ("SyntaxError", "IndentationError", "TabError")
# The parts of a progress bar: state, block character, ASCII character, colour, legend.
BAR_PARTS = (
    ("passed", "█", "#", "green", "solved"),
    ("failed", "▓", "x", "red", "not right yet"),
    ("unchecked", "▒", "?", "yellow", "not checked yet"),
    ("not started", "░", ".", "dim", "not started"),
)


def console() -> Console:
    """A console for results, as wide as the terminal up to MAX_WIDTH."""
    made = Console(highlight=False, emoji=False, markup=False)
    made.width = min(made.width, MAX_WIDTH)
    return made


# ---------------------------------------------------------------- check


def print_check(out: Console, result: CheckResult, verbose: bool) -> None:
    """Print each exercise of a notebook, what failed, and the points."""
    where = relative(result.path, Path.cwd())
    out.print(Text.assemble((result.title, "bold"), "  ", (where, "dim")))
    out.print()
    names = [*(e.name for e in result.exercises), *(a.grade_id for a in result.manual_answers)]
    widths = (
        max(5, *(len(_points(exercise)) for exercise in result.exercises)),
        max(map(len, names)),
    )
    for exercise in result.exercises:
        row = (exercise.state, _points(exercise), exercise.name, exercise.title)
        bold = "" if exercise.state == "not started" else "bold"
        _print_row(out, row, widths, STYLE[exercise.state], bold)
        _print_details(out, exercise, verbose)
    for answer in result.manual_answers:
        state, style = ("written", "cyan") if answer.written else ("not started", "dim")
        points = f"?/{answer.max_points:g}"
        _print_row(out, (state, points, answer.grade_id, answer.title), widths, style, "")
    for stopped in result.stopped_cells:
        if verbose or not stopped.expected:
            _print_stopped_cell(out, stopped)
    _print_total(out, result)


def _points(exercise: ExerciseResult) -> str:
    return f"{exercise.points:g}/{exercise.max_points:g}"


def _print_row(
    out: Console,
    row: tuple[str, str, str, str],
    widths: tuple[int, int],
    state_style: str,
    name_style: str,
) -> None:
    state, points, name, title = row
    line = Text("  ").append(f"{state:<11}", state_style).append(f" {points:>{widths[0]}}  ")
    line.append(f"{name:<{widths[1]}}", name_style).append(f"  {title}", "dim").rstrip()
    out.print(line, no_wrap=True, overflow="ellipsis")


def _print_details(out: Console, exercise: ExerciseResult, verbose: bool) -> None:
    details: Details = []
    if exercise.state == "failed":
        details += _failure_details(exercise)
    elif exercise.state == "passed" and exercise.own_failure:
        details += _traceback("Your cell", exercise.own_failure, exercise.name)
    elif exercise.state == "passed" and verbose:
        details += [
            Text(line) for line in exercise.printed.strip().splitlines()[1:] if line.strip()
        ]
    details += [Text(note, "yellow") for note in exercise.notes]
    if details:
        _print_indented(out, details)
        out.print()


Details = list[Text | tuple[str, str]]  # paragraphs, and rows of label and value


def _print_indented(out: Console, details: Details) -> None:
    width = max((len(entry[0]) for entry in details if isinstance(entry, tuple)), default=0)
    for entry in details:
        if isinstance(entry, Text):
            _print_wrapped(out, Text(), entry, 6)
            continue
        label, value = entry
        mark = Text(f"{label:<{width}}  ", "cyan")
        if label != _call_label():
            _print_wrapped(out, mark, Text(value), 8)
            continue
        from misstep.core.paste import wrap

        for line in wrap(value, max(20, out.width - 8 - len(mark)), ""):  # stays valid Python
            out.print(Text.assemble(" " * 8, mark, line), soft_wrap=True)
            mark = Text(" " * len(mark))


def _call_label() -> str:
    from misstep.core.rows import LABELS, Row

    return LABELS[Row.CALL]


def _failure_details(exercise: ExerciseResult) -> Details:
    """The error of the student's cell, if any, and the check's report."""
    own, failure = exercise.own_failure, exercise.failure
    details: Details = []
    if own is not None:
        details += _traceback("Your cell", own, exercise.name)
        if (
            failure is None
            or failure.undefined
            or (failure.report and not failure.report["passed"])
        ):
            return details  # the test only says that the function isn't there
    if failure is not None and failure.report:
        details += _report(failure.report)
    elif failure is not None:
        details += _traceback("The test cell", failure, exercise.name)
    return details


def _report(report: dict[str, Any]) -> Details:
    details: Details = [
        Text.assemble(("The rung that broke: ", "red"), report["failed"]),
        Text(report["message"]),
    ]
    details += [(label, value) for label, value in report["facts"]]
    if report["looks"]:
        details.append(Text.assemble((f"{LOOKS}: ", "bold"), report["looks"]))
    if report["think"]:
        details.append(Text.assemble((f"{HINT}: ", "bold"), report["think"]))
    return details


def _traceback(who: str, failure: Failure, name: str = "") -> Details:
    """The lines and the message of an error; `name` is the exercise that `who` belongs to."""
    stopped = "stopped with an error:" if failure.kind else failure.message
    details: Details = [Text(f"{who} {stopped}")]
    for line in failure.lines[-3:]:
        where = f" of {line['where']}" if line["where"] not in ("", name) else ""
        details.append((f"line {line['line']}{where}", line["text"]))
    if failure.kind:
        details.append((failure.kind, failure.message))
    if failure.kind in ("NameError", *SYNTAX_ERRORS):
        from misstep.explain import syntax_errors
        from misstep.quizzes.name_cell import advice_on

        line = failure.lines[-1] if failure.lines else {"text": "", "line": 1}
        advice = advice_on(failure.kind, failure.undefined, line["text"])
        if failure.kind in SYNTAX_ERRORS and not advice:
            place = ("", line["line"], None, line["text"])
            advice = syntax_errors.advice(SyntaxError(failure.message, place))
        if advice:
            details.append(Text(advice))
    return details


def _print_stopped_cell(out: Console, stopped: StoppedCell) -> None:
    head = f'A cell under "{stopped.title}" stopped. It starts with: {stopped.first_line.strip()}'
    out.print()
    out.print(Text(f"  {head}"), no_wrap=True, overflow="ellipsis")
    failure = stopped.failure
    if stopped.expected:
        details: Details = [Text("It uses a part that is not finished.", "dim")]
    else:
        details = _report(failure.report) if failure.report else _traceback("It", failure)
    _print_indented(out, details)


def _print_total(out: Console, result: CheckResult) -> None:
    states = Counter(exercise.state for exercise in result.exercises)
    counts = ", ".join(f"{states[state]} {state}" for state in STYLE if states[state])
    out.print()
    if result.interrupted:
        out.print(Text("You stopped the check. These are the results so far.", "yellow"))
    points = f"{result.points:g} of {result.max_points:g}"
    style = "bold green" if result.passed else "bold"
    out.print(
        Text.assemble("Points from the checks in this notebook: ", (points, style)),
        Text(f"{counts}. Run in {result.seconds:.1f} s.", "dim"),
        sep="\n",
    )
    if answers := result.manual_answers:
        more = sum(answer.max_points for answer in answers)
        unwritten = sum(not answer.written for answer in answers)
        text = f"{more:g} more points are given by hand."
        if unwritten:
            text += f" Not written yet: {unwritten} of {len(answers)}."
        out.print(Text(text, "dim"))


@contextmanager
def status_line(out: Console, what: str) -> Iterator[Any]:
    """On a terminal, show what is running; yields a function that takes the current cell."""
    if not out.is_terminal:
        yield lambda _: None
        return
    with out.status(what) as status:
        yield lambda name: status.update(Text(f"{what}: {name}"))


# ---------------------------------------------------------------- progress


def print_progress(out: Console, units: list[UnitProgress]) -> None:
    """Print the whole course with a bar for each unit."""
    blocks = out.is_terminal and (out.encoding or "").lower().startswith("utf")
    marks = {
        state: (block if blocks else plain, colour) for state, block, plain, colour, _ in BAR_PARTS
    }
    table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("exercise", "", "solved", "points", ""):
        justify: Any = "right" if name in ("solved", "points") else "left"
        table.add_column(name, no_wrap=True, header_style="dim", justify=justify)
    for unit in units:
        table.add_row(
            Text(unit.name, "bold" if unit.started else ""),
            _bar(unit, marks),
            f"{unit.count('passed')}/{len(unit.exercises)}",
            f"{unit.points:g}/{unit.max_points:g}",
            Text(_remark(unit), "dim"),
        )
    table.add_section()
    solved = f"{sum(u.count('passed') for u in units)}/{sum(len(u.exercises) for u in units)}"
    points = f"{sum(u.points for u in units):g}/{sum(u.max_points for u in units):g}"
    table.add_row("all", "", solved, points, "", style="bold")
    out.print(table)
    legend = Text("\n")
    for state, *_, words in BAR_PARTS:
        legend.append(*marks[state]).append(f" {words}   ", "dim")
    out.print(legend)
    text = "These are the points from the checks in the notebooks."
    if more := sum(unit.points_by_hand for unit in units):
        text += f" {more:g} more are given by hand."
    unwritten = [f"{name} in {u.name}" for u in units if u.started for name in u.unwritten]
    if unwritten:
        text += f" Not written yet: {', '.join(unwritten)}."
    out.print(Text(text, "dim"))


def _bar(unit: UnitProgress, marks: dict[str, tuple[str, str]]) -> Text:
    """A bar in which each state is as long as the points of its exercises."""
    bar, drawn, points = Text(), 0, 0.0
    for state, (mark, colour) in marks.items():
        points += sum(each.max_points for each in unit.exercises if each.state == state)
        end = round(BAR_WIDTH * points / (unit.max_points or 1))
        bar.append(mark * (end - drawn), colour)
        drawn = end
    return bar


def _remark(unit: UnitProgress) -> str:
    if unit.problem:
        return unit.problem
    if unit.source == "record":
        return f"checked {ago(unit.when)}"
    return {"changed": "changed since checked", "outputs": "saved, not checked"}.get(
        unit.source, ""
    )


def ago(when: str) -> str:
    """The time since an ISO 8601 timestamp, in words."""
    try:
        then = datetime.fromisoformat(when)
        seconds = (datetime.now(then.tzinfo) - then).total_seconds()
    except ValueError:
        return "some time ago"
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'s' * (count > 1)} ago"
    return "just now"


# ---------------------------------------------------------------- doctor


def print_problems(out: Console, title: str, problems: list[Problem], summary: str) -> None:
    """Print problems with advice; without any but notes, print the summary."""
    out.print(Text(title, "bold"))
    for problem in problems:
        mark = Text(f"{problem.level:<9}", LEVEL_STYLE[problem.level])
        _print_wrapped(out, mark, Text(problem.message))
        if problem.advice:
            advice = Text(problem.advice, "cyan")
            if problem.fixable:
                advice.append(" (--fix does it)", "dim")
            _print_wrapped(out, Text(" " * 9), advice)
    if all(problem.level == "note" for problem in problems):
        _print_wrapped(out, Text("ok       ", "green"), Text(summary))
    out.print()


def _print_wrapped(out: Console, mark: Text, text: Text, indent: int = 2) -> None:
    """Print text beside a mark, with all its lines indented alike."""
    for line in text.wrap(out, max(20, out.width - indent - len(mark))):
        line.rstrip()
        out.print(Text.assemble(" " * indent, mark, line), soft_wrap=True)
        mark = Text(" " * len(mark))
