"""The numbers on the front pages are those of the course; if not, the test says what to write."""

import json
import re
from collections import defaultdict
from pathlib import Path

from attacks import CATALOGUE

from lincourse.checks.units import CHECKS, QUIZZES

ROOT = Path(__file__).resolve().parents[2]
README = re.sub(r"\s+", " ", (ROOT / "README.md").read_text(encoding="utf-8"))
SYLLABUS = (ROOT / "docs/syllabus.md").read_text(encoding="utf-8")


def cells(path):
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        yield "".join(cell["source"]), cell["metadata"].get("nbgrader", {})


def minutes(path):
    """The time that the first cell of a notebook names: "About 90 minutes"."""
    return int(re.search(r"\bAbout\s+(\d+)\s+minutes", next(cells(path))[0])[1])


def units():
    """Minutes of the lecture and of the exercise, points, and points marked by hand, by unit."""
    found = {}
    for lecture in sorted((ROOT / "lectures").glob("*.ipynb")):
        exercise = ROOT / "exercises" / lecture.stem / lecture.name
        points = defaultdict(float)
        for _, graded in cells(exercise):
            by_hand = bool(graded.get("solution") or graded.get("task"))
            points[by_hand] += graded.get("points") or 0
        total = f"{sum(points.values()):g}"
        found[lecture.stem] = (minutes(lecture), minutes(exercise), total, f"{points[True]:g}")
    return found


UNITS = units()
LECTURES, EXERCISES = (sum(unit[i] for unit in UNITS.values()) / 60 for i in (0, 1))
POINTS, BY_HAND = (sum(float(unit[i]) for unit in UNITS.values()) for i in (2, 3))


def test_readme_names_the_size_of_the_course():
    mistakes = sum(len(check.mistakes) for check in (*CHECKS.values(), *QUIZZES.values()))
    wanted = (
        f"{len(CHECKS)} functions that you write",
        f"lectures about {LECTURES:.0f} hours, exercises about {EXERCISES:.0f} hours",
        f"{POINTS:g} points, {BY_HAND:g} of them marked by hand",
        f"know more than {mistakes // 500 * 500:,} mistakes by name",
        f"more than {len(CATALOGUE) // 100 * 100} hostile, broken and odd submissions",
    )
    assert [words for words in wanted if words not in README] == [], "write this into README.md"


def test_syllabus_names_the_size_of_each_unit():
    rows = re.findall(
        r"^\| (\d\d) [^|]+ \| (\d+) \| (\d+) \| ([\d.]+) \| (\d+) \|$", SYLLABUS, re.M
    )
    wanted = [(unit[:2], *map(str, numbers)) for unit, numbers in UNITS.items()]
    assert rows == wanted, "write this into docs/syllabus.md"
    words = f"{LECTURES:.0f} hours of lectures and {EXERCISES:.0f} of exercises, {POINTS:g} points"
    assert words in re.sub(r"\s+", " ", SYLLABUS), "write this into docs/syllabus.md"
