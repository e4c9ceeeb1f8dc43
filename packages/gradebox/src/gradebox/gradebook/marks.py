"""Marks, comments and penalties of one submission, as the gradebook has them."""

from dataclasses import dataclass, field
from math import fsum

from gradebox.results import Mark, Result

Place = tuple[str, str]  # a notebook's name and a grade_id


@dataclass
class Marks:
    """The gradebook's marks for one submission, by notebook and grade_id."""

    tests: dict[Place, float | None] = field(default_factory=dict)  # from tests
    scores: dict[Place, Mark] = field(default_factory=dict)  # given by hand
    comments: dict[Place, str] = field(default_factory=dict)
    penalties: dict[str, float] = field(default_factory=dict)  # by notebook
    max_points: dict[Place, float] = field(default_factory=dict)

    def put_into(self, result: Result) -> bool:
        """Copy the marks into a result; return True if that changes it."""
        changed = False
        if self.max_points:
            changed |= result.max_score != fsum(self.max_points.values())
            result.max_score = fsum(self.max_points.values())
        for notebook in result.notebooks:
            comments = {
                cell: words
                for (name, cell), words in self.comments.items()
                if name == notebook.name
            }
            changed |= comments != notebook.comments
            notebook.comments = comments
            penalty = self.penalties.get(notebook.name, 0.0)
            changed |= penalty != notebook.penalty
            notebook.penalty = penalty
            for exercise in notebook.exercises:
                place = notebook.name, exercise.grade_id
                mark = self.scores.get(place)
                score = self.tests.get(place, exercise.score)
                points = self.max_points.get(place, exercise.max_score)
                changed |= (mark, score, points) != (
                    exercise.mark,
                    exercise.score,
                    exercise.max_score,
                )
                exercise.mark, exercise.score, exercise.max_score = mark, score, points
                if mark is None or not mark.again:
                    exercise.was = ""
        return changed
