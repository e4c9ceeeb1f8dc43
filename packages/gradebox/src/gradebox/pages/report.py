"""The class report for the instructor: HTML pages (a dashboard), and the scores as CSV."""

import csv
import difflib
import io
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import mean, median
from typing import Any
from urllib.parse import quote

from gradebox.course.model import People
from gradebox.gradebook.changes import Change
from gradebox.judge.selftest import LostPoints
from gradebox.pages.items import analyse
from gradebox.pages.leaderboard import places
from gradebox.pages.rendering import count, render
from gradebox.pages.similar import Similar
from gradebox.results import STATUSES, Exercise, GradedNotebook, Result
from gradebox.text import cut, number, spreadsheet_cell

# The columns of the table, and what stands in them.
COLUMNS: dict[str, Callable[[Result], str]] = {
    "student": lambda result: spreadsheet_cell(result.student),
    "name": lambda result: spreadsheet_cell(result.name),
    "group": lambda result: spreadsheet_cell(result.group),
    "score": lambda result: number(result.score) if result.status != "missing" else "",
    "max_score": lambda result: number(result.max_score),
    "penalty": lambda result: number(result.penalty) if result.penalty else "",
    "status": lambda result: result.status,
    "reason": lambda result: spreadsheet_cell(result.reason),
    "to_read": lambda result: str(result.waits),
}
Scores = Mapping[str, Mapping[str, float | None]]  # a student -> a unit or exercise -> points
QUOTED = 1500  # characters of an answer that stand beside a kind of failure
PAIRS, SIDE_BY_SIDE = 100, 20  # how many similar pairs are listed, and shown
STEPS = [  # of a timeline
    *(timedelta(minutes=minutes) for minutes in (5, 15, 60, 180, 360)),
    *(timedelta(days=days) for days in (1, 2, 7, 14, 28)),
]
NAMES = 60  # how many students a group names before it only counts them
TURNS = 5  # how many wrong turns the top of the page shows
GROUPS = 8  # how many kinds of failure an exercise shows
UNTOUCHED = ("NotImplementedError", "Nothing was answered")
LINES = 200  # how much is shown of an answer that has changed
BARS = 16  # how many bars the scores get at most
WIDTH, HEIGHT, LEFT, TOP, BASE = 440, 270, 34, 16, 226  # the chart, and where its axes are


def table(results: Iterable[Result]) -> str:
    """The scores as CSV, a line per student in the order of their names, a column per exercise."""
    results = _sorted(results)
    scores, most = by_exercise(results)
    rows = [
        [value(result) for value in COLUMNS.values()]
        + [_number_or_nothing(scores[result.student].get(head)) for head in most]
        for result in results
    ]
    return _csv([*COLUMNS, *map(spreadsheet_cell, most)], rows)


def course_table(course: Scores, people: People) -> str:
    """Students by units as CSV: points, and nothing where nothing was handed in."""
    units = list(dict.fromkeys(unit for scores in course.values() for unit in scores))
    rows = [
        [
            *(spreadsheet_cell(text) for text in (student, *people.of(student))),
            *(_number_or_nothing(scores.get(unit)) for unit in units),
            number(math.fsum(points or 0 for points in scores.values())),
        ]
        for student, scores in sorted(course.items())
    ]
    return _csv(["student", "name", "group", *map(spreadsheet_cell, units), "all"], rows)


def _csv(heads: list[str], rows: Iterable[list[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return out.getvalue()


def _number_or_nothing(value: float | None) -> str:
    return "" if value is None else number(value)


def grid_page(
    title: str,
    over: str,
    scores: Scores,
    most: Mapping[str, float],
    people: People,
    made: str,
) -> str:
    """Students by units, or by exercises; `most` is what each of these gives at most."""
    rows = [
        {
            "student": student,
            "name": people.of(student)[0],
            "group": people.of(student)[1],
            "scores": [points.get(head) for head in most],
            "all": math.fsum(value or 0 for value in points.values()),
            "absent": sum(points.get(head) is None for head in most),
        }
        for student, points in sorted(scores.items())
    ]
    given = {head: [points.get(head) for points in scores.values()] for head in most}
    there = {head: [p for p in points if p is not None] for head, points in given.items()}
    means = {head: mean(points) if points else None for head, points in there.items()}
    return render(
        "grid.html",
        script="report.js",
        title=title,
        over=over,
        made=made,
        told=[what for what in ("name", "group") if any(row[what] for row in rows)],
        rows=rows,
        most=most,
        means=means,
    )


def by_exercise(
    results: Iterable[Result],
) -> tuple[dict[str, dict[str, float | None]], dict[str, float]]:
    """Each student's points for each exercise, and the most that each exercise gives."""
    results = _sorted(results)
    places = [(n.name, e) for r in results for n in r.notebooks for e in n.exercises]
    several = len({name for name, _ in places}) > 1
    most = {_head(name, exercise, several): exercise.max_score for name, exercise in places}
    scores: dict[str, dict[str, float | None]] = {
        result.student: {
            _head(notebook.name, exercise, several): exercise.points
            for notebook in result.notebooks
            for exercise in notebook.exercises
        }
        for result in results
    }
    return scores, most


def _head(notebook: str, exercise: Exercise, several: bool) -> str:
    return f"{notebook}/{exercise.grade_id}" if several else exercise.grade_id


def similar_page(
    assignment: str,
    found: Similar,
    works: Mapping[str, str],
    people: People,
    made: str,
) -> str:
    """Work that is alike, side by side, for `reports/ASSIGNMENT-similar.html`."""
    pairs = [
        (
            pair,
            [
                [
                    (line, number in set(lines))
                    for number, line in enumerate(works[who].splitlines()[:LINES])
                ]
                for who, lines in zip((pair.first, pair.second), pair.lines, strict=True)
            ]
            if place < SIDE_BY_SIDE
            else [],
        )
        for place, pair in enumerate(found.pairs[:PAIRS])
    ]
    return render(
        "similar.html",
        assignment=assignment,
        made=made,
        pairs=pairs,
        more=len(found.pairs) - len(pairs),
        clusters=found.clusters,
        known=lambda student: people.of(student)[0],
    )


def page(
    assignment: str,
    results: list[Result],
    made: str,
    feedback: str = "../feedback",
    notebooks: str = "notebooks",
    counted: str = "",
    changes: Sequence[Change] = (),
    losses: Sequence[LostPoints] = (),
    again: Sequence[tuple[Result, Exercise, str]] = (),
    due: datetime | None = None,
    answer: Callable[[str, str, str], str] | None = None,
    similar: Similar | None = None,
) -> str:
    """The page on one assignment for `reports/ASSIGNMENT.html`, which needs nothing else.

    `feedback` and `notebooks` are where these folders are, as seen from the folder of the reports.
    `counted` is who counted memory, in words; `changes` what became of points since the report
    before, `losses` what the course's own solution loses, `again` the work that has changed since a
    person marked it, with what it is now. `answer` gives what a student wrote for a cell of a
    notebook.
    """
    results = _sorted(results)
    graded = [result for result in results if result.status in ("graded", "look")]
    tallies = _tallies(graded, lambda result, notebook: _link(feedback, result, notebook))
    for tally in tallies:
        if answer is not None:
            tally.quote(answer)
    turns = [(tally, words, who) for tally in tallies for words, who in tally.turns.items()]
    return render(
        "report.html",
        script="report.js",
        assignment=assignment,
        made=made,
        results=results,
        glance=_glance(results, graded),
        chart=_chart(graded),
        graded=graded,
        complete=sum(bool(r.max_score) and r.score >= r.max_score for r in graded),
        turns=sorted(turns, key=lambda turn: -len(turn[2]))[:TURNS],
        tallies=tallies,
        ranked=[(place, place.student) for place in places(graded)],
        look=[
            result
            for status in ("failed", "unreadable", "look")
            for result in results
            if result.status == status
        ],
        manual=[tally for tally in tallies if tally.waits],
        missing=[result.student for result in results if result.status == "missing"],
        statuses=STATUSES,
        feedback=lambda result, notebook: _link(feedback, result, notebook),
        notebooks=lambda result, notebook: _link(notebooks, result, notebook),
        known={result.student: result.name for result in results},
        names=NAMES,
        analysis=analyse(graded),
        timeline=_timeline(results, due),
        similar=similar,
        counted=counted,
        changes=changes,
        losses=losses,
        again=[(result, exercise, _diff(exercise.was, now)) for result, exercise, now in again],
        limit=GROUPS,
    )


@dataclass
class Tally:
    """How the class did in one exercise; students are named where they are counted."""

    title: str
    name: str
    max_score: float
    passed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    waits: list[str] = field(default_factory=list)
    turns: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    others: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    examples: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)  # one student's for each kind of failure
    pages: dict[str, str] = field(default_factory=dict)  # the place of each on the feedback page
    place: tuple[str, str] = ("", "")  # the notebook and the grade_id

    def quote(self, answer: Callable[[str, str, str], str]) -> None:
        """Put one student's answer beside each kind of failure that is shown."""
        for words, students in self.failures[:GROUPS]:
            self.answers[words] = cut(answer(students[0], *self.place), QUOTED)

    @property
    def groups(self) -> list[tuple[str, str, str, list[str]]]:
        """How it went: a class for the style sheet, a mark, words, and who."""
        return [
            ("all", "✓", "passed", self.passed),
            ("some", "✗", "lost points", self.lost),
            ("empty", "○", "did not answer", self.unanswered),
            ("waits", "…", "to be read by a person", self.waits),
        ]

    @property
    def failures(self) -> list[tuple[str, list[str]]]:
        """Wrong turns, then other failures, each with the most frequent first."""
        return [
            group
            for groups in (self.turns, self.others)
            for group in sorted(groups.items(), key=lambda group: -len(group[1]))
        ]


def _tallies(results: list[Result], page: Callable[[Result, GradedNotebook], str]) -> list[Tally]:
    """All exercises in the order of the notebooks, counted over these results."""
    tallies: dict[tuple[str, str], Tally] = {}
    known = {
        (notebook.name, name)
        for result in results
        for notebook in result.notebooks
        for name in notebook.answered
    }
    for result in results:
        for notebook in result.notebooks:
            for place, exercise in enumerate(notebook.exercises, 1):
                key = notebook.name, exercise.grade_id
                name = exercise.grade_id.removeprefix("test_")
                tally = tallies.setdefault(
                    key, Tally(exercise.title or name, name, exercise.max_score, place=key)
                )
                tally.pages[result.student] = f"{page(result, notebook)}#e{place}"
                _count(tally, result.student, exercise, not _answered(exercise, notebook, known))
    shared = [tally.title for tally in tallies.values()]
    for tally in tallies.values():
        if shared.count(tally.title) == 1 or tally.title == tally.name:
            tally.name = ""
    return list(tallies.values())


def _count(tally: Tally, student: str, exercise: Exercise, unanswered: bool) -> None:
    if exercise.waits:
        tally.waits.append(student)
    elif exercise.passed:
        tally.passed.append(student)
    elif unanswered:
        tally.unanswered.append(student)
    else:
        tally.lost.append(student)
        if exercise.turn and not exercise.marked:
            tally.turns[cut(exercise.turn, 300)].append(student)
        else:
            words, example = _failure(exercise)
            tally.others[words].append(student)
            tally.examples.setdefault(words, example)


def _answered(exercise: Exercise, notebook: GradedNotebook, known: set[tuple[str, str]]) -> bool:
    """Whether the student wrote anything for an exercise, as far as can be told.

    By name where the test of NAME is `test_NAME`; else by what an untouched stub leads to.
    """
    if not notebook.answered:
        return False
    names = {exercise.grade_id, exercise.grade_id.removeprefix("test_")}
    if any((notebook.name, name) in known for name in names):
        return not names.isdisjoint(notebook.answered)
    return not any(words in exercise.message for words in UNTOUCHED)


def _failure(exercise: Exercise) -> tuple[str, str]:
    """A failure that is no known wrong turn: what many may share, and what was said to this one."""
    if exercise.marked:
        return "a person gave fewer points", ""
    report = exercise.report or {}
    text = report.get("message") or exercise.message
    first = cut(next((line.strip() for line in text.splitlines() if line.strip()), ""), 300)
    if report.get("failed"):
        return cut(f"the check “{report['failed']}” failed", 300), first
    return first or "it did not pass its test", ""


def _diff(was: str, now: str) -> list[tuple[str, str]]:
    """The lines that went and came, each with a class for the style sheet."""
    lines = list(difflib.ndiff(was.splitlines()[:LINES], now.splitlines()[:LINES]))
    kinds = {"- ": "gone", "+ ": "new", "  ": "same"}
    return [(kinds[line[:2]], line[2:]) for line in lines if line[:2] in kinds]


def _glance(results: list[Result], graded: list[Result]) -> list[tuple[str, str, bool]]:
    """The numbers at the top: what, how many, and whether it is bad news."""
    many = Counter(result.status for result in results)
    tiles = [
        ("students", f"{len(results):,}", False),
        ("graded", f"{many['graded']:,}", False),
        ("need a look", f"{many['look']:,}", False),
        ("unreadable", f"{many['unreadable']:,}", many["unreadable"] > 0),
        ("missing", f"{many['missing']:,}", False),
        ("late", f"{sum(result.late > 0 for result in results):,}", False),
    ]
    if waits := sum(result.waits for result in results):
        tiles.append(("to read", f"{waits:,}", False))
    if many["failed"]:
        tiles.append(("not finished", f"{many['failed']:,}", True))
    if graded:
        scores = [result.score for result in graded]
        most = number(max(result.max_score for result in graded))
        tiles.append((f"median of {most}", number(median(scores)), False))
        tiles.append((f"mean of {most}", f"{mean(scores):.1f}", False))
    return tiles


def _chart(graded: list[Result]) -> dict[str, Any] | None:
    """Where the bars of the scores' histogram stand, in the units of the drawing."""
    top = max((max(result.max_score, result.score) for result in graded), default=0.0)
    if top <= 0:
        return None
    step = next(step for step in _steps(0.5) if top / step <= BARS)
    bars = [0] * math.ceil(top / step)
    for result in graded:
        bars[max(min(int(result.score / step), len(bars) - 1), 0)] += 1
    rise = next(step for step in _steps(1) if max(bars) / step <= 5)
    ceiling = rise * math.ceil(max(bars) / rise)
    wide, tall = (WIDTH - LEFT - 6) / len(bars), BASE - TOP
    every = 1 if len(bars) <= 8 else 2
    return {
        "bars": [
            {
                "x": round(LEFT + i * wide + 1, 2),
                "y": round(BASE - tall * many / ceiling, 2),
                "wide": round(wide - 2, 2),
                "tall": round(tall * many / ceiling, 2),
                "middle": round(LEFT + (i + 0.5) * wide, 2),
                "many": many,
                "words": f"{number(i * step)} to {number((i + 1) * step)} points: "
                + count(many, "student"),
            }
            for i, many in enumerate(bars)
        ],
        "across": [
            (round(LEFT + i * wide, 2), number(i * step)) for i in range(0, len(bars) + 1, every)
        ],
        "up": [
            (round(BASE - tall * value / ceiling, 2), f"{value:,.0f}")
            for value in range(0, int(ceiling) + 1, int(rise))
        ],
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "base": BASE,
    }


def _steps(smallest: float) -> Iterator[float]:
    """Round steps for an axis: 1, 2, 5, 10, 20, 50, ..."""
    yield from () if smallest >= 1 else (smallest,)
    for power in range(300):
        yield from (10.0**power, 2 * 10.0**power, 5 * 10.0**power)


def _timeline(results: list[Result], due: datetime | None) -> dict[str, Any] | None:
    """When work came, in equal steps of time, and where the due date lies among them."""
    times = sorted(datetime.fromisoformat(r.timestamp) for r in results if r.timestamp)
    if not times:
        return None
    start, end = times[0], max(times[-1], due) if due else times[-1]
    step = next(
        (step for step in STEPS if (end - start) / step <= BARS),
        timedelta(days=math.ceil((end - start) / timedelta(days=BARS))),
    )
    begin = datetime.fromtimestamp(
        start.timestamp() // step.total_seconds() * step.total_seconds(), UTC
    )
    bars = [0] * (int((end - begin) / step) + 1)
    for moment in times:
        bars[int((moment - begin) / step)] += 1
    if len(bars) == 1:  # they were all laid here at once, which says nothing
        return None
    wide, tall = (WIDTH - LEFT - 6) / len(bars), BASE - TOP
    form = "%d %b %H:%M" if step < timedelta(days=1) else "%d %b"

    def across(moment: datetime) -> float:
        return round(LEFT + wide * ((moment - begin) / step), 2)

    return {
        "bars": [
            {
                "x": round(LEFT + i * wide + 1, 2),
                "y": round(BASE - tall * many / max(bars), 2),
                "wide": round(wide - 2, 2),
                "tall": round(tall * many / max(bars), 2),
                "middle": round(LEFT + (i + 0.5) * wide, 2),
                "many": many,
                "words": f"from {begin + i * step:{form}}: {count(many, 'submission')}",
            }
            for i, many in enumerate(bars)
        ],
        "across": [
            (across(begin + i * step), f"{begin + i * step:{form}}")
            for i in range(0, len(bars), max(1, math.ceil(len(bars) / 4)))
        ],
        "due": across(due) if due and due >= begin else None,
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "base": BASE,
        "top": TOP,
    }


def _link(folder: str, result: Result, notebook: GradedNotebook) -> str:
    """The relative URL of a student's page."""
    parts = result.student, result.assignment, f"{notebook.name}.html"
    return "/".join(map(_quoted, (*folder.split("/"), *parts)))


def _quoted(name: str) -> str:
    try:
        return quote(name, safe="", errors="surrogateescape")  # a file name that is no UTF-8
    except UnicodeEncodeError:
        return quote(name, safe="", errors="backslashreplace")


def _sorted(results: Iterable[Result]) -> list[Result]:
    return sorted(results, key=lambda result: result.student)
