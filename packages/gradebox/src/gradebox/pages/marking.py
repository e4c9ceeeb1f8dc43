"""Marking by hand with a rubric, offline: answers to one question side by side on one HTML page.

The page needs no server: a marker ticks rubric lines, writes comments and saves a JSON file, which
`mark` reads back into the gradebook in one transaction. So several people can mark at once, on any
machine, and formgrader still works. By default the page is anonymous: instead of names it has
tokens, which only the course folder can turn back.
"""

import hashlib
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

from gradebox.course.model import Assignment, CourseCell, CourseError, CourseNotebook
from gradebox.notebooks import answers
from gradebox.pages.feedback import outputs_of, sources_of
from gradebox.pages.rendering import render
from gradebox.results import Exercise, GradedNotebook, Mark, Result
from gradebox.text import number, printable

FORMAT = "gradebox marks 1"
LINE = re.compile(r"^\s*[-*] +(\d+(?:\.\d+)?) +points?(?: +for|:)? +(.+?)[;.]?$", re.M)
FORMULA = re.compile(r"\$([^$\n]+)\$")  # shown as plain text: the page loads no MathJax
SCHEME = re.compile(r"BEGIN MARK SCHEME[^\n]*\n(.*?)\n[^\n]*END MARK SCHEME", re.S)
MISSED = "No points for: "  # starts the line that marking.js adds to a comment
MAX_SNIPPETS = 9  # earlier comments to reuse
MAX_COMMENT = 10_000  # characters
MAX_BYTES = 50_000_000


@dataclass(frozen=True)
class ManualMark:
    """A mark that was given on the page."""

    student: str
    notebook: str
    cell: str
    points: float
    comment: str
    work: str  # a digest of the answer that it is for

    @property
    def place(self) -> tuple[str, str, str]:
        """The student, notebook and cell that it is for."""
        return self.student, self.notebook, self.cell


@dataclass(frozen=True)
class Agreement:
    """How well two markers agree on one question."""

    cell: str
    both: int  # answers that both have marked
    same: int  # with the same points
    apart: float  # the mean difference in points
    kappa: float | None  # Cohen's, with quadratic weights; None if undefined

    def __str__(self) -> str:
        kappa = "" if self.kappa is None else f", weighted kappa {self.kappa:.2f}"
        return (
            f"{self.cell}: {self.both} answers marked twice, {self.same} the same, "
            f"{self.apart:.2f} points apart on average{kappa}"
        )


def rubric(notebook: CourseNotebook, cell: CourseCell) -> list[tuple[float, str]]:
    """The lines of a question's rubric: points and description.

    They are list items such as `- 1 point for a reason`, in the task above the answer cell, or in
    the mark scheme of a task cell, which students do not get.
    """
    above = [each for each in notebook.cells if each.index < cell.index]
    graded = [each.index for each in above if each.role in ("test", "manual")]
    start = max(graded, default=-1)
    texts = [each.source for each in above if each.index > start and each.kind == "markdown"]
    if cell.task:
        texts += SCHEME.findall(cell.source) or [cell.source]
    return [
        (float(points), " ".join(FORMULA.sub(r"\1", words).split()))
        for points, words in LINE.findall("\n".join(texts))
    ]


def token(key: str, student: str) -> str:
    """The token of a student on an anonymous page."""
    text = f"{key} {student}".encode(errors="surrogateescape")
    return hashlib.sha256(text).hexdigest()[:16]


def page(
    assignment: Assignment,
    results: Sequence[Result],
    content: Mapping[tuple[str, str], dict[str, Any]],
    key: str,
    made: str,
    names: bool = False,
) -> str:
    """Render the page for markers; `content` has autograded notebooks by student and name."""
    questions = []
    for book in assignment.notebooks:
        for cell in book.cells:
            if cell.role == "manual":
                shown = [
                    _answer(result, notebook, exercise, content, key, names)
                    for result in results
                    for notebook in result.notebooks
                    if notebook.name == book.name
                    for exercise in notebook.exercises
                    if exercise.grade_id == cell.grade_id
                    if exercise.score is None or exercise.marked
                ]
                said = Counter(filter(None, (_typed(answer["comment"]) for answer in shown)))
                questions.append(
                    {
                        "title": cell.title or cell.grade_id,
                        "notebook": book.name,
                        "cell": cell.grade_id,
                        "points": cell.points,
                        "rubric": rubric(book, cell),
                        "model": "" if cell.task else cell.source,
                        # in an order that has nothing to do with names
                        "answers": sorted(shown, key=lambda answer: answer["token"]),
                        "snippets": [words for words, _ in said.most_common(MAX_SNIPPETS)],
                    }
                )
    return render(
        "marking.html",
        script="marking.js",
        assignment=assignment.name,
        made=made,
        format=FORMAT,
        questions=questions,
        names=names,
    )


def _typed(comment: str) -> str:
    """A comment without the line about the rubric that the page adds."""
    lines = comment.splitlines()
    return "\n".join(line for line in lines if not line.startswith(MISSED)).strip()


def _answer(
    result: Result,
    notebook: GradedNotebook,
    exercise: Exercise,
    content: Mapping[tuple[str, str], dict[str, Any]],
    key: str,
    names: bool,
) -> dict[str, Any]:
    cells = answers(content.get((result.student, notebook.name), {})).get(exercise.grade_id, [])
    mark = exercise.mark or Mark()
    return {
        "token": token(key, result.student),
        "who": (result.name or result.student) if names else "",
        "work": exercise.answer,
        "sources": list(sources_of(cells)),
        "outputs": outputs_of(cells),
        "points": mark.score,
        "again": mark.again,
        "was": exercise.was,
        "comment": notebook.comments.get(exercise.grade_id, ""),
    }


def read(path: Path, assignment: Assignment, students: Iterable[str], key: str) -> list[ManualMark]:
    """Read the marks in a file that the page saved; raise CourseError if anything is wrong."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ValueError("it is too large")
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(f"its format is {data['format']!r}, not {FORMAT!r}")
        entries = list(data["marks"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, OSError):
            raise CourseError(
                f"{path} can't be read: {error.strerror}. Nothing was changed."
            ) from None
        why = "it is not JSON" if isinstance(error, json.JSONDecodeError) else error
        raise CourseError(
            f"{path.name} is not a file that the marking page saved: {why}. Nothing was changed."
        ) from error
    if data.get("assignment") != assignment.name:
        raise CourseError(
            f"{path.name} holds marks of {printable(str(data.get('assignment')))}, not of "
            f"{assignment.name}. Nothing was changed."
        )
    known = {token(key, student): student for student in students}
    most = {
        (book.name, cell.grade_id): cell.points
        for book in assignment.notebooks
        for cell in book.cells
        if cell.role == "manual"
    }
    given, wrong = [], []
    for place, entry in enumerate(entries, 1):
        try:
            given.append(_entry(entry, known, most))
        except (ValueError, KeyError, TypeError) as error:
            wrong.append(f"mark {place}: {error}")
    if wrong:
        few = "; ".join(map(printable, wrong[:5]))
        raise CourseError(
            f"{path.name} has {len(wrong)} marks that can't be taken ({few}). Was the page made "
            "in another course folder, or edited? Nothing was changed."
        )
    return given


def _entry(
    entry: Any, known: Mapping[str, str], most: Mapping[tuple[str, str], float]
) -> ManualMark:
    student, place = known.get(entry["answer"]), (entry["notebook"], entry["cell"])
    if student is None:
        raise ValueError("no student has this answer")
    if place not in most:
        raise ValueError(f"there is no question {place[1]!r}")
    points, comment, work = entry["points"], entry["comment"], entry["work"]
    if type(points) not in (int, float) or not 0 <= points <= most[place]:
        raise ValueError(f"{points!r} is not between 0 and {number(most[place])} points")
    if not isinstance(comment, str) or len(comment) > MAX_COMMENT or not isinstance(work, str):
        raise ValueError("its comment is not text, or too long")
    return ManualMark(student, *place, float(points), comment, work)


def once(results: Iterable[Result], mates: Mapping[str, str]) -> list[Result]:
    """One result per group: that of the member who stands for it."""
    known = {result.student: result for result in results}
    return [result for student, result in known.items() if mates.get(student) not in known]


def shared(
    given: Iterable[ManualMark], mates: Mapping[str, str], work: Mapping[tuple[str, str, str], str]
) -> list[ManualMark]:
    """Marks, extended to all group members with the same submission as a marked student."""
    found = {each.place: each for each in given}
    for each in list(found.values()):
        for mate in (mate for mate, first in mates.items() if first == each.student):
            place = mate, each.notebook, each.cell
            if work.get(place) == each.work:
                found.setdefault(place, replace(each, student=mate))
    return list(found.values())


def agreement(first: Iterable[ManualMark], second: Iterable[ManualMark]) -> list[Agreement]:
    """Agreement of two markers, question by question."""
    theirs = {given.place: given for given in second}
    pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for given in first:
        if given.place in theirs:
            pairs[given.cell].append((given.points, theirs[given.place].points))
    return [
        Agreement(
            cell,
            len(both),
            sum(a == b for a, b in both),
            mean(abs(a - b) for a, b in both),
            _kappa(both),
        )
        for cell, both in pairs.items()
    ]


def _kappa(pairs: list[tuple[float, float]]) -> float | None:
    """Cohen's kappa with quadratic weights: 1 - observed / expected squared difference."""
    observed = mean((a - b) ** 2 for a, b in pairs)
    expected = mean((a - b) ** 2 for a, _ in pairs for _, b in pairs)
    return 1 - observed / expected if expected else None


def joined(
    first: list[ManualMark], second: list[ManualMark], take_mean: bool
) -> tuple[list[ManualMark], list[tuple[ManualMark, ManualMark]]]:
    """Two markers' marks as one list, and the pairs of marks that differ."""
    theirs = {given.place: given for given in second}
    found, differ = [], []
    for given in first:
        other = theirs.pop(given.place, None)
        if other is None:
            found.append(given)
            continue
        comment = "\n".join(dict.fromkeys(filter(None, (given.comment, other.comment))))
        if given.points != other.points and not take_mean:
            differ.append((given, other))
            continue
        points = math.fsum((given.points, other.points)) / 2
        found.append(ManualMark(*given.place, points, comment, given.work))
    return found + list(theirs.values()), differ
