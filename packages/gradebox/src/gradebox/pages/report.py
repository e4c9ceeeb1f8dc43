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
from gradebox.results import STATUSES, Exercise, Failure, GradedNotebook, Result
from gradebox.text import cut, number, spreadsheet_cell

# The columns of the table, each with its content.
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
MAX_QUOTED = 1500  # characters of an answer shown with a kind of failure
MAX_PAIRS, MAX_SIDE_BY_SIDE = 100, 20  # similar pairs in the list, and side by side
STEPS = [  # for the timeline's axis
    *(timedelta(minutes=minutes) for minutes in (5, 15, 60, 180, 360)),
    *(timedelta(days=days) for days in (1, 2, 7, 14, 28)),
]
MAX_NAMES = 60  # students listed in a group
MAX_MISTAKES = 5  # at the top of the page
MAX_GROUPS = 8  # kinds of failure per exercise
MAX_LINES = 200  # shown of a changed answer
MAX_BARS = 16  # in a chart
WIDTH, HEIGHT, LEFT, TOP, BASE = 440, 270, 34, 16, 226  # the chart and its axes, in pixels


def table(results: Iterable[Result]) -> str:
    """The scores as CSV: a row per student, sorted by id, and a column per exercise."""
    results = _sorted(results)
    scores, most = by_exercise(results)
    rows = [
        [value(result) for value in COLUMNS.values()]
        + [_number_or_nothing(scores[result.student].get(head)) for head in most]
        for result in results
    ]
    return _csv([*COLUMNS, *map(spreadsheet_cell, most)], rows)


def course_table(course: Scores, people: People) -> str:
    """Students by units as CSV: points, empty for units that were not submitted."""
    units = list(dict.fromkeys(unit for scores in course.values() for unit in scores))
    rows = [
        [
            *(spreadsheet_cell(text) for text in (student, *people.name_and_group(student))),
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
    """Render students by units, or by exercises; `most` has the maximum points of each."""
    rows = [
        {
            "student": student,
            "name": people.name_and_group(student)[0],
            "group": people.name_and_group(student)[1],
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
        shown_columns=[what for what in ("name", "group") if any(row[what] for row in rows)],
        rows=rows,
        most=most,
        means=means,
    )


def by_exercise(
    results: Iterable[Result],
) -> tuple[dict[str, dict[str, float | None]], dict[str, float]]:
    """Each student's points for each exercise, and the maximum points of each exercise."""
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
    """Render `reports/ASSIGNMENT-similar.html`: similar work, side by side."""
    pairs = [
        (
            pair,
            [
                [
                    (line, number in set(lines))
                    for number, line in enumerate(works[who].splitlines()[:MAX_LINES])
                ]
                for who, lines in zip((pair.first, pair.second), pair.lines, strict=True)
            ]
            if place < MAX_SIDE_BY_SIDE
            else [],
        )
        for place, pair in enumerate(found.pairs[:MAX_PAIRS])
    ]
    return render(
        "similar.html",
        assignment=assignment,
        made=made,
        pairs=pairs,
        more=len(found.pairs) - len(pairs),
        clusters=found.clusters,
        known=lambda student: people.name_and_group(student)[0],
    )


def page(
    assignment: str,
    results: list[Result],
    made: str,
    feedback: str = "../feedback",
    notebooks: str = "notebooks",
    memory_counted_by: str = "",
    seed: int | None = None,
    changes: Sequence[Change] = (),
    losses: Sequence[LostPoints] = (),
    again: Sequence[tuple[Result, Exercise, str]] = (),
    due: datetime | None = None,
    answer: Callable[[str, str, str], str] | None = None,
    similar: Similar | None = None,
) -> str:
    """Render `reports/ASSIGNMENT.html`, a self-contained page.

    `feedback` and `notebooks` are these folders relative to the folder of the reports.
    `seed` is the seed of the hidden inputs. `changes` are changes of points since the previous
    report, `losses` the points that the reference solution loses, `again` the answers that have
    changed since they were marked, with their new text. `answer` returns a student's answer to a
    cell of a notebook.
    """
    results = _sorted(results)
    graded = [result for result in results if result.has_score]
    tallies = _tallies(graded, lambda result, notebook: _link(feedback, result, notebook))
    for tally in tallies:
        if answer is not None:
            tally.quote(answer)
    mistakes = [(tally, words, who) for tally in tallies for words, who in tally.mistakes.items()]
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
        mistakes=sorted(mistakes, key=lambda mistake: -len(mistake[2]))[:MAX_MISTAKES],
        tallies=tallies,
        ranked=[(place, place.student) for place in places(graded)],
        review=[
            result
            for status in ("failed", "unreadable", "needs review")
            for result in results
            if result.status == status
        ],
        manual=[tally for tally in tallies if tally.waits],
        missing=[result.student for result in results if result.status == "missing"],
        nameless=[result.student for result in graded if "" in _names(result)],
        shared_names=_shared_names(graded),
        statuses=STATUSES,
        feedback=lambda result, notebook: _link(feedback, result, notebook),
        notebooks=lambda result, notebook: _link(notebooks, result, notebook),
        known={result.student: result.name for result in results},
        names=MAX_NAMES,
        analysis=analyse(graded),
        timeline=_timeline(results, due),
        similar=similar,
        memory_counted_by=memory_counted_by,
        seed=seed,
        other_seeds=[result.student for result in graded if result.seed != seed],
        changes=changes,
        losses=losses,
        again=[(result, exercise, _diff(exercise.was, now)) for result, exercise, now in again],
        limit=MAX_GROUPS,
    )


@dataclass
class Tally:
    """How the class did in one exercise: the students in each group."""

    title: str
    name: str
    max_score: float
    passed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    waits: list[str] = field(default_factory=list)
    mistakes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    others: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    examples: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)  # one per kind of failure
    pages: dict[str, str] = field(default_factory=dict)  # links to each student's answer
    place: tuple[str, str] = ("", "")  # the notebook and the grade_id

    def quote(self, answer: Callable[[str, str, str], str]) -> None:
        """Add one student's answer to each kind of failure that is shown."""
        for words, students in self.failures[:MAX_GROUPS]:
            self.answers[words] = cut(answer(students[0], *self.place), MAX_QUOTED)

    @property
    def groups(self) -> list[tuple[str, str, str, list[str]]]:
        """The groups, each with a CSS class, a symbol, a description and its students."""
        return [
            ("all", "✓", "passed", self.passed),
            ("some", "✗", "lost points", self.lost),
            ("empty", "○", "did not answer", self.unanswered),
            ("waits", "…", "to be marked by hand", self.waits),
        ]

    @property
    def failures(self) -> list[tuple[str, list[str]]]:
        """Known mistakes, then other failures, each with the most frequent first."""
        return [
            group
            for groups in (self.mistakes, self.others)
            for group in sorted(groups.items(), key=lambda group: -len(group[1]))
        ]


def _tallies(results: list[Result], page: Callable[[Result, GradedNotebook], str]) -> list[Tally]:
    """All exercises in the order of the notebooks, with their counts."""
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
        if exercise.mistake and not exercise.marked:
            tally.mistakes[cut(exercise.mistake, 300)].append(student)
        else:
            words, example = _failure(exercise)
            tally.others[words].append(student)
            tally.examples.setdefault(words, example)


def _answered(exercise: Exercise, notebook: GradedNotebook, known: set[tuple[str, str]]) -> bool:
    """Return True if the student seems to have answered an exercise.

    It is known if the test of NAME is called `test_NAME`; otherwise the error tells.
    """
    if not notebook.answered:
        return False
    names = {exercise.grade_id, exercise.grade_id.removeprefix("test_")}
    if any((notebook.name, name) in known for name in names):
        return not names.isdisjoint(notebook.answered)
    return exercise.failure not in (Failure.UNANSWERED, Failure.NOT_IMPLEMENTED)


def _failure(exercise: Exercise) -> tuple[str, str]:
    """A failure without a known mistake: a general description, and this student's message."""
    if exercise.marked:
        return "marked by hand with fewer points", ""
    report = exercise.report or {}
    text = report.get("message") or exercise.message
    first = cut(next((line.strip() for line in text.splitlines() if line.strip()), ""), 300)
    if report.get("failed"):
        return cut(f"the check “{report['failed']}” failed", 300), first
    return first or "it did not pass its test", ""


def _diff(was: str, now: str) -> list[tuple[str, str]]:
    """The lines of a diff, each with a CSS class."""
    lines = list(difflib.ndiff(was.splitlines()[:MAX_LINES], now.splitlines()[:MAX_LINES]))
    kinds = {"- ": "gone", "+ ": "new", "  ": "same"}
    return [(kinds[line[:2]], line[2:]) for line in lines if line[:2] in kinds]


def _names(result: Result) -> set[str]:
    """The names for which a student's questions were asked; "" stands for none."""
    return {name for notebook in result.notebooks for name in notebook.student_names}


def _shared_names(results: list[Result]) -> list[tuple[str, list[str]]]:
    """Names that several students gave, with these students, the most frequent first."""
    students = defaultdict(list)
    for result in results:
        for name in _names(result) - {""}:
            students[name].append(result.student)
    shared = [(name, found) for name, found in students.items() if len(found) > 1]
    return sorted(shared, key=lambda pair: (-len(pair[1]), pair[0]))


def _glance(results: list[Result], graded: list[Result]) -> list[tuple[str, str, bool]]:
    """The numbers at the top: label, number, and True if it is bad news."""
    many = Counter(result.status for result in results)
    tiles = [
        ("students", f"{len(results):,}", False),
        ("graded", f"{many['graded']:,}", False),
        ("need review", f"{many['needs review']:,}", False),
        ("unreadable", f"{many['unreadable']:,}", many["unreadable"] > 0),
        ("missing", f"{many['missing']:,}", False),
        ("late", f"{sum(result.late > 0 for result in results):,}", False),
    ]
    if waits := sum(result.waits for result in results):
        tiles.append(("to mark", f"{waits:,}", False))
    if many["failed"]:
        tiles.append(("not finished", f"{many['failed']:,}", True))
    if graded:
        scores = [result.score for result in graded]
        tiles.append(("median score", number(median(scores)), False))
        tiles.append(("mean score", f"{mean(scores):.1f}", False))
    return tiles


def _bars(counts: list[int], ceiling: float, labels: Iterable[str]) -> dict[str, Any]:
    """The bars of a chart and its frame, in the units of the drawing."""
    wide, tall = (WIDTH - LEFT - 6) / len(counts), BASE - TOP
    bars = [
        {
            "x": round(LEFT + i * wide + 1, 2),
            "y": round(BASE - tall * many / ceiling, 2),
            "wide": round(wide - 2, 2),
            "tall": round(tall * many / ceiling, 2),
            "middle": round(LEFT + (i + 0.5) * wide, 2),
            "many": many,
            "words": label,
        }
        for i, (many, label) in enumerate(zip(counts, labels, strict=True))
    ]
    frame = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "base": BASE, "top": TOP}
    return {"bars": bars, **frame}


def _chart(graded: list[Result]) -> dict[str, Any] | None:
    """The histogram of scores."""
    top = max((max(result.max_score, result.score) for result in graded), default=0.0)
    if top <= 0:
        return None
    step = next(step for step in _steps(0.5) if top / step <= MAX_BARS)
    counts = [0] * math.ceil(top / step)
    for result in graded:
        counts[max(min(int(result.score / step), len(counts) - 1), 0)] += 1
    rise = next(step for step in _steps(1) if max(counts) / step <= 5)
    ceiling = rise * math.ceil(max(counts) / rise)
    labels = [
        f"{number(i * step)} to {number((i + 1) * step)} points: {count(many, 'student')}"
        for i, many in enumerate(counts)
    ]
    wide = (WIDTH - LEFT - 6) / len(counts)
    return _bars(counts, ceiling, labels) | {
        "most": number(max(result.max_score for result in graded)),
        "across": [
            (round(LEFT + i * wide, 2), number(i * step))
            for i in range(0, len(counts) + 1, 1 if len(counts) <= 8 else 2)
        ],
        "up": [
            (round(BASE - (BASE - TOP) * value / ceiling, 2), f"{value:,.0f}")
            for value in range(0, int(ceiling) + 1, int(rise))
        ],
    }


def _steps(smallest: float) -> Iterator[float]:
    """Round steps for an axis: 1, 2, 5, 10, 20, 50, ..."""
    yield from () if smallest >= 1 else (smallest,)
    for power in range(300):
        yield from (10.0**power, 2 * 10.0**power, 5 * 10.0**power)


def _timeline(results: list[Result], due: datetime | None) -> dict[str, Any] | None:
    """The histogram of submission times, with the due date."""
    times = sorted(datetime.fromisoformat(r.timestamp) for r in results if r.timestamp)
    if not times:
        return None
    start, end = times[0], max(times[-1], due) if due else times[-1]
    step = next(
        (step for step in STEPS if (end - start) / step <= MAX_BARS),
        timedelta(days=math.ceil((end - start) / timedelta(days=MAX_BARS))),
    )
    seconds = step.total_seconds()
    begin = datetime.fromtimestamp(start.timestamp() // seconds * seconds, UTC)
    counts = [0] * (int((end - begin) / step) + 1)
    for moment in times:
        counts[int((moment - begin) / step)] += 1
    if len(counts) == 1:  # all files were copied at once, so their times mean nothing
        return None
    form = "%d %b %H:%M" if step < timedelta(days=1) else "%d %b"
    starts = [f"{begin + i * step:{form}}" for i in range(len(counts))]
    labels = [
        f"from {start}: {count(many, 'submission')}"
        for start, many in zip(starts, counts, strict=True)
    ]

    def across(moment: datetime) -> float:
        return round(LEFT + (WIDTH - LEFT - 6) / len(counts) * ((moment - begin) / step), 2)

    return _bars(counts, max(counts), labels) | {
        "across": [
            (across(begin + i * step), starts[i])
            for i in range(0, len(counts), max(1, math.ceil(len(counts) / 4)))
        ],
        "due": across(due) if due and due >= begin else None,
    }


def _link(folder: str, result: Result, notebook: GradedNotebook) -> str:
    """The relative URL of a student's page."""
    parts = result.student, result.assignment, f"{notebook.name}.html"
    return "/".join(map(_quoted, (*folder.split("/"), *parts)))


def _quoted(name: str) -> str:
    try:
        return quote(name, safe="", errors="surrogateescape")  # a file name may not be UTF-8
    except UnicodeEncodeError:
        return quote(name, safe="", errors="backslashreplace")


def _sorted(results: Iterable[Result]) -> list[Result]:
    return sorted(results, key=lambda result: result.student)
