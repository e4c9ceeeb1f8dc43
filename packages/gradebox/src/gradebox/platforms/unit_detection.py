"""Recognise which assignment a file belongs to, by the grade_ids in its notebooks."""

import functools
import json
from collections import Counter

from gradebox.course.model import Course
from gradebox.notebooks import grade_id
from gradebox.platforms.exports import Export, Member, inner_members

MAX_NOTEBOOKS_READ = 60  # per export


class UnitDetector:
    """Recognises the assignments of one course."""

    def __init__(self, course: Course) -> None:
        self.course = course

    @functools.cached_property
    def _ids(self) -> dict[str, set[str]]:
        return {
            name: set().union(*(book.ids for book in self.course.assignment(name).notebooks))
            for name in self.course.assignments()
        }

    def unit_of(self, member: Member) -> str:
        """The assignment that shares most grade_ids with a notebook or archive; "" if none."""
        ids = _grade_ids(member)
        shared = {unit: len(ids & theirs) for unit, theirs in self._ids.items()}
        best = max(shared, key=lambda unit: shared[unit], default="")
        return best if best and shared[best] else ""

    def unit_of_export(self, export: Export) -> str:
        """The assignment of most notebooks in an export; "" if there are none."""
        notebooks = [member for member in export.members if member.may_hold_notebook]
        units = Counter(map(self.unit_of, notebooks[:MAX_NOTEBOOKS_READ]))
        del units[""]
        return units.most_common(1)[0][0] if units else ""


def _grade_ids(member: Member) -> set[str]:
    content = member.read()
    if isinstance(content, str):
        return set()
    if member.name.lower().endswith(".zip"):
        inner = (each for each in inner_members(content) if each.name.lower().endswith(".ipynb"))
        return set().union(*map(_grade_ids, inner))
    try:
        cells = json.loads(content)["cells"]
        return {grade_id(cell) for cell in cells if isinstance(cell, dict)} - {""}
    except (ValueError, KeyError, TypeError, RecursionError):
        return set()
