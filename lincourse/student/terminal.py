"""Terminal output with rich: how results look; in a pipe the same words come plain."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from misstep.core import frontend
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lincourse.student.check import Checked, CheckedExercise, State
from lincourse.student.course import short
from lincourse.student.doctor import Problem
from lincourse.student.progress import Unit
from lincourse.student.running import Failure

STYLE: dict[State, str] = {
    "passed": "green",
    "failed": "bold red",
    "not begun": "dim",
    "not run": "yellow",
}
LEVEL = {"wrong": ("WRONG", "bold red"), "look": ("look", "yellow"), "note": ("note", "dim")}
WIDEST = 100


def console() -> Console:
    """Where results go: as wide as the terminal, up to what reads well."""
    made = Console(highlight=False, emoji=False, markup=False)
    if made.width > WIDEST:
        made.width = WIDEST
    return made


def number(points: float) -> str:
    """Points without a needless .0."""
    return f"{points:g}"


def blocks(out: Console) -> bool:
    """Whether the bars may be drawn with block characters."""
    return out.is_terminal and (out.encoding or "").lower().startswith("utf")


# ---------------------------------------------------------------- check


def checked(out: Console, result: Checked, verbose: bool) -> None:
    """One notebook: every exercise, what failed, and the points at the end."""
    where = short(result.path, Path.cwd())
    out.print(Text.assemble((result.title, "bold"), "  ", (where, "dim")))
    out.print()
    names = [*(e.name for e in result.exercises), *(r.grade_id for r in result.readings)]
    wide = max(map(len, names))
    share = max(5, *(len(_points(exercise)) for exercise in result.exercises))
    for exercise in result.exercises:
        _exercise(out, exercise, wide, share, verbose)
    for reading in result.readings:
        state = "written" if reading.written else "not begun"
        line = Text("  ")
        line.append(f"{state:<9}", "cyan" if reading.written else "dim")
        line.append(f" {'?/' + number(reading.max_points):>{share}}  {reading.grade_id:<{wide}}")
        line.append(f"  {reading.title}", "dim").rstrip()
        out.print(line, no_wrap=True, overflow="ellipsis")
    for stopped in result.others:
        if verbose or not stopped.expected:
            _stopped(out, stopped.title, stopped.first_line, stopped.failure, stopped.expected)
    _total(out, result)


def _points(exercise: CheckedExercise) -> str:
    return f"{number(exercise.points)}/{number(exercise.max_points)}"


def _exercise(
    out: Console, exercise: CheckedExercise, wide: int, share: int, verbose: bool
) -> None:
    line = Text("  ")
    line.append(f"{exercise.state:<9}", STYLE[exercise.state])
    bold = "" if exercise.state == "not begun" else "bold"
    line.append(f" {_points(exercise):>{share}}  ").append(f"{exercise.name:<{wide}}", bold)
    line.append(f"  {exercise.title}", "dim").rstrip()
    out.print(line, no_wrap=True, overflow="ellipsis")
    words: Words = []
    if exercise.state == "failed":
        words += _why(exercise)
    elif exercise.state == "passed" and exercise.own:
        words += _traceback("Your cell", exercise.own, exercise.name)
    elif exercise.state == "passed" and verbose:
        words += [Text(text) for text in exercise.printed.strip().splitlines()[1:] if text.strip()]
    words += [Text(note, "yellow") for note in exercise.notes]
    if words:
        _indented(out, words)
        out.print()


Words = list[Text | tuple[str, str]]


def _indented(out: Console, words: Words) -> None:
    """Paragraphs and (what, value) pairs, below the line that they belong to."""
    wide = max((len(entry[0]) for entry in words if isinstance(entry, tuple)), default=0)
    for entry in words:
        if isinstance(entry, Text):
            _hang(out, Text(), entry, 6)
        else:
            what, value = entry
            mark = Text(f"{what:<{wide}}  ", "cyan")
            if what == "you call":  # cut where it can still be pasted
                from misstep.core.paste import wrap

                first, *rest = wrap(value, max(20, out.width - 8 - len(mark)), "")
                for line in (
                    Text.assemble(mark, first),
                    *(Text(" " * len(mark) + r) for r in rest),
                ):
                    out.print(Text.assemble(" " * 8, line), soft_wrap=True)
                continue
            _hang(out, mark, Text(value), 8)


def _why(exercise: CheckedExercise) -> Words:
    """What is wrong, in the check's words; before that, how the student's own cell stopped."""
    own, said = exercise.own, exercise.failure
    words: Words = []
    if own is not None:
        words += _traceback("Your cell", own, exercise.name)
        if said is None or said.kind == "NameError" or _not_there(said):
            return words
    if said is not None:
        words += (
            _report(said.report)
            if said.report
            else _traceback("The test cell", said, exercise.name)
        )
    return words


def _not_there(failure: Failure) -> bool:
    return failure.report is not None and failure.report["failed"] == "it is there"


def _report(report: dict[str, Any]) -> Words:
    words: Words = [
        Text.assemble(("The rung that broke: ", "red"), report["failed"]),
        Text(report["message"]),
    ]
    words += [(what, value) for what, value in report["facts"]]
    if report["looks"]:
        words.append(Text.assemble(("This looks like: ", "bold"), report["looks"]))
    if report["think"]:
        words.append(
            Text.assemble((f"{frontend.hint_heading(report['think'])}: ", "bold"), report["think"])
        )
    return words


def _traceback(who: str, failure: Failure, here: str = "") -> Words:
    if not failure.kind:  # it was stopped, or ended Python
        words: Words = [Text(f"{who} {failure.words}")]
    else:
        words = [Text(f"{who} stopped with an error:")]
    for line in failure.lines[-3:]:
        place = f" of {line['where']}" if line["where"] not in ("", here) else ""
        words.append((f"line {line['line']}{place}", line["text"]))
    if failure.kind:
        words.append((failure.kind, failure.words))
    if failure.kind in ("NameError", "SyntaxError"):
        from misstep.quizzes.name_cell import said_of

        text = failure.lines[-1]["text"] if failure.lines else ""
        if said := said_of(failure.kind, failure.words, text):
            words.append(Text(said))
    return words


def _stopped(out: Console, title: str, first: str, failure: Failure, expected: bool) -> None:
    head = f'A cell under "{title}" stopped. It begins: {first.strip()}'
    out.print()
    out.print(Text(f"  {head}"), no_wrap=True, overflow="ellipsis")
    if expected:
        words: Words = [Text("It uses a part that is not finished.", "dim")]
    else:
        words = _report(failure.report) if failure.report else _traceback("It", failure)
    _indented(out, words)


def _total(out: Console, result: Checked) -> None:
    count = dict.fromkeys(STYLE, 0)
    for exercise in result.exercises:
        count[exercise.state] += 1
    counts = ", ".join(f"{many} {state}" for state, many in count.items() if many)
    points = f"{number(result.points)} of {number(result.max_points)}"
    out.print()
    if result.interrupted:
        out.print(Text("Stopped by you: this is what was seen so far.", "yellow"))
    style = "bold green" if result.passed else "bold"
    out.print(
        Text.assemble("Points that the checks in this notebook give: ", (points, style)),
        Text(f"{counts}. Run in {result.seconds:.1f} s.", "dim"),
        sep="\n",
    )
    if result.readings:
        more = number(sum(reading.max_points for reading in result.readings))
        open_ = sum(not reading.written for reading in result.readings)
        words = f"{more} more are given by a person, who reads what no check can read."
        if open_:
            words += f" Not written yet: {open_} of {len(result.readings)}."
        out.print(Text(words, "dim"))


@contextmanager
def working(out: Console, what: str) -> Iterator[Any]:
    """A line that says what is being run, on a terminal only."""
    if not out.is_terminal:
        yield lambda _: None
        return
    with out.status(what) as status:
        yield lambda name: status.update(Text(f"{what}: {name}"))


# ---------------------------------------------------------------- progress


def course_map(out: Console, units: list[Unit]) -> None:
    """The whole course, a bar per unit."""
    fancy = blocks(out)
    marks = {"passed": "█", "failed": "▓", "open": "▒", "not begun": "░"}
    if not fancy:
        marks = {"passed": "#", "failed": "x", "open": "?", "not begun": "."}
    table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for name, how in (
        ("exercise", {}),
        ("", {}),
        ("solved", {"justify": "right"}),
        ("points", {"justify": "right"}),
        ("", {}),
    ):
        table.add_column(name, no_wrap=True, header_style="dim", **how)  # type: ignore[arg-type]
    for unit in units:
        table.add_row(
            Text(unit.name, "bold" if unit.begun else ""),
            _bar(unit, marks),
            f"{unit.count('passed')}/{len(unit.states)}",
            f"{number(unit.points)}/{number(unit.max_points)}",
            Text(_said(unit), "dim"),
        )
    have, most = sum(u.points for u in units), sum(u.max_points for u in units)
    solved, all_of = sum(u.count("passed") for u in units), sum(len(u.states) for u in units)
    table.add_section()
    table.add_row(
        "all", "", f"{solved}/{all_of}", f"{number(have)}/{number(most)}", "", style="bold"
    )
    out.print(table)
    legend = Text("\n")
    for state, words in (
        ("passed", "solved"),
        ("failed", "not right yet"),
        ("open", "not checked yet"),
        ("not begun", "not begun"),
    ):
        legend.append(marks[state], _colour(state)).append(f" {words}   ", "dim")
    out.print(legend)
    words = "Points are what the checks in the notebooks give."
    if more := sum(unit.by_hand for unit in units):
        words += f" A person gives {number(more)} more, for answers that no check can read."
    begun = [f"{name} in {u.name}" for u in units if u.begun for name in u.unwritten]
    if begun:
        words += f" Not written yet: {', '.join(begun)}."
    out.print(Text(words, "dim"))


BAR = 20


def _bar(unit: Unit, marks: dict[str, str]) -> Text:
    """A bar whose parts are as long as the points of the exercises in each state."""
    bar, drawn, sofar = Text(), 0, 0.0
    total = sum(points for _, points in unit.states) or 1
    for state in ("passed", "failed", "open", "not begun"):
        sofar += sum(points for one, points in unit.states if one == state)
        end = round(BAR * sofar / total)
        bar.append(marks[state] * (end - drawn), _colour(state))
        drawn = end
    return bar


def _colour(state: str) -> str:
    return {"passed": "green", "failed": "red", "open": "yellow"}.get(state, "dim")


def _said(unit: Unit) -> str:
    if unit.trouble:
        return unit.trouble
    if unit.source == "record":
        return f"checked {ago(unit.when)}"
    return {"changed": "changed since checked", "outputs": "saved, not checked"}.get(
        unit.source, ""
    )


def ago(when: str) -> str:
    """A time in ISO 8601 as people say it."""
    try:
        then = datetime.fromisoformat(when)
        seconds = (datetime.now(then.tzinfo) - then).total_seconds()
    except ValueError:
        return "some time ago"
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            many = int(seconds // size)
            return f"{many} {unit}{'s' * (many > 1)} ago"
    return "just now"


# ---------------------------------------------------------------- doctor


def problems(out: Console, title: str, found: list[Problem], well: str) -> None:
    """What was found about one thing, and what to do about it."""
    out.print(Text(title, "bold"))
    for problem in found:
        word, style = LEVEL[problem.level]
        _hang(out, Text(f"{word:<7}", style), Text(problem.words))
        if problem.do:
            help_ = Text(problem.do, "cyan")
            if problem.mends:
                help_.append(" (--fix does it)", "dim")
            _hang(out, Text(" " * 7), help_)
    if not any(problem.level != "note" for problem in found):
        _hang(out, Text("well   ", "green"), Text(well))
    out.print()


def _hang(out: Console, mark: Text, words: Text, indent: int = 2) -> None:
    """Words that are wrapped beside a mark."""
    room = max(20, out.width - indent - len(mark))
    for line in words.wrap(out, room):
        line.rstrip()
        out.print(Text.assemble(" " * indent, mark, line), soft_wrap=True)
        mark = Text(" " * len(mark))


def plain_error(words: str) -> None:
    """One sentence on stderr."""
    sentence = words if words.endswith((".", "?", "!")) else f"{words}."
    print(f"lincourse: {sentence}", file=sys.stderr)


def quiet_pipe() -> None:
    """Let `lincourse ... | head` end without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
