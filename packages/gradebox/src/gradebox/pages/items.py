"""Item analysis (classical test theory): facility and discrimination of exercises, and alpha.

An exercise's *facility* is the mean share of its points that the class got. Its *discrimination* is
the corrected item-total correlation: of its points with all others' points, itself left out.
*Cronbach's alpha* is how far the exercises measure one thing together. All three are estimates from
one class, and rough ones from a small class.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import StatisticsError, correlation, mean, pvariance

from gradebox.results import Result

MIN_STUDENTS = 5  # with fewer, a correlation means nothing
WEAK_DISCRIMINATION = 0.1  # exercises below this are worth reviewing


@dataclass(frozen=True)
class Item:
    """One exercise over a class."""

    notebook: str
    grade_id: str
    title: str
    max_score: float
    facility: float
    discrimination: float | None  # None if undefined

    @property
    def note(self) -> str:
        """A hint for the instructor, or an empty string."""
        if self.facility >= 1:
            return "everybody got all points"
        if self.facility <= 0:
            return "nobody got a point"
        if self.discrimination is not None and self.discrimination < 0:
            return "strong students do worse here than weak ones: check the test and its wording"
        if self.discrimination is not None and self.discrimination < WEAK_DISCRIMINATION:
            return "hardly separates strong students from the others"
        return ""


@dataclass(frozen=True)
class Analysis:
    """All exercises of an assignment over the same students."""

    items: list[Item]
    students: int
    alpha: float | None
    waiting: list[str]  # exercises left out because answers are still to be marked

    @property
    def margin(self) -> float | None:
        """Half the width of a 95 % interval for a correlation near 0, by Fisher's transformation.

        It is tanh(1.96 / sqrt(n - 3)) for n students.
        """
        return math.tanh(1.96 / math.sqrt(self.students - 3)) if self.students > 3 else None


def analyse(results: Sequence[Result]) -> Analysis:
    """Item statistics over graded submissions, each exercise weighted by its points."""
    columns: dict[tuple[str, str], list[float | None]] = {}
    about: dict[tuple[str, str], tuple[str, float]] = {}
    waiting: dict[str, None] = {}
    for result in results:
        for notebook in result.notebooks:
            for exercise in notebook.exercises:
                key = notebook.name, exercise.grade_id
                about.setdefault(key, (exercise.title, exercise.max_score))
                columns.setdefault(key, []).append(exercise.points)
                if exercise.waits:
                    waiting[exercise.title or exercise.grade_id] = None
    whole = {
        key: [points for points in column if points is not None]
        for key, column in columns.items()
        if None not in column and len(column) == len(results) and about[key][1] > 0
    }
    totals = [math.fsum(row) for row in zip(*whole.values(), strict=True)]
    items = [
        Item(
            *key,
            *about[key],
            facility=mean(column) / about[key][1],
            discrimination=_discrimination(column, totals),
        )
        for key, column in whole.items()
    ]
    return Analysis(items, len(results), _alpha(list(whole.values()), totals), list(waiting))


def _discrimination(column: list[float], totals: list[float]) -> float | None:
    if len(column) < MIN_STUDENTS:
        return None
    rest = [total - points for total, points in zip(totals, column, strict=True)]
    try:
        return correlation(column, rest)
    except StatisticsError:  # all have the same points
        return None


def _alpha(columns: list[list[float]], totals: list[float]) -> float | None:
    """Cronbach's alpha: k / (k - 1) * (1 - sum of the items' variances / variance of totals)."""
    if len(columns) < 2 or len(totals) < MIN_STUDENTS or pvariance(totals) == 0:
        return None
    within = math.fsum(pvariance(column) for column in columns) / pvariance(totals)
    return len(columns) / (len(columns) - 1) * (1 - within)
