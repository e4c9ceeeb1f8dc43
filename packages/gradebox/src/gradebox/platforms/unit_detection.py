"""Recognise which assignment a file belongs to, by the grade_ids in its notebooks."""

import functools
import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

from gradebox.course.model import Course
from gradebox.course.people import fold
from gradebox.platforms.exports import Export, Member, inner_members

MAX_NOTEBOOKS_READ = 60  # per export
GRADE_ID = re.compile(r'(?<!\\)"grade_id"\s*:\s*"([^"\\]{1,500})"')  # not in a cell's text
NOT_A_WORD = re.compile(r"\W+")
K = TypeVar("K")


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


def matching_titles(unit: str, titles: Mapping[K, str], wanted: str = "") -> list[K]:
    """The titles with the name of an assignment, else its topic, else its number; or `wanted`."""
    number, _, topic = unit.partition("-")
    for phrase in [wanted] if wanted else [unit, topic or unit, number]:
        if found := [key for key, title in titles.items() if _words(phrase) in _words(title)]:
            return found
    return []


def _words(text: str) -> str:
    """A text as whole words, so that one can be looked for in another."""
    return f" {fold(NOT_A_WORD.sub(' ', text))} "


def _grade_ids(member: Member) -> set[str]:
    content = member.read()
    if isinstance(content, str):
        return set()
    if member.name.lower().endswith(".zip"):
        inner = (each for each in inner_members(content) if each.name.lower().endswith(".ipynb"))
        return set().union(*map(_grade_ids, inner))
    # Parsed as JSON, forty megabytes could become gigabytes, in the process that collects.
    text = content.decode(json.detect_encoding(content), "replace")
    return set(GRADE_ID.findall(text))
