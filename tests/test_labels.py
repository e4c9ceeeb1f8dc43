"""Labels: each reference to a section of a lecture names one that exists, and none is a number."""

import re
from pathlib import Path

import build
import pytest

ROOT = Path(__file__).resolve().parent.parent
LECTURES = sorted((ROOT / "sources/lectures").glob("*.py"))
GUIDE = ROOT / "docs/new-unit.md"
ERRATA = ROOT / "docs/errata.md"  # about the sections of the source texts
TEXTS = {
    *(ROOT / "lincourse").rglob("*.py"),
    *(ROOT / "sources").rglob("*.py"),
    *(ROOT / "docs").glob("*.md"),
    *ROOT.glob("*.md"),
} - {ERRATA}
LABELS = {path.name[:2]: set(build.section_headings(path.name[:2])) for path in LECTURES}
# The guide writes a lecture 10, and its examples refer to this one and to real ones.
LABELS_IN_GUIDE = LABELS | {"10": {f["label"] for f in build.SECTION.finditer(GUIDE.read_text())}}

IN_DOCSTRING = re.compile(r"\(lecture\s+(?P<unit>\d\d)[:,]\s+(?P<labels>[^{}()]+)\)")
NUMBER = re.compile(
    r"\b(?:section|sections(?:[\s#]+\{[^{}]*\}(?:,|,? and| to|, then))*)[\s#]+\d", re.IGNORECASE
)
# Source texts have numbered sections of their own: "May (2023), section 11", "May's section 14".
MAY = re.compile(r"\bMay(?:'s)?(?: \(2023\))?,?(?: \*Linear Models\*,)?(?: 2023,)?[\s#]+$")


def references(text, unit):
    """(place, unit, label) of each reference to a section by its label."""
    for found in build.REFERENCE.finditer(text):
        yield found.start(), found["unit"] or unit, found["label"]
    for found in IN_DOCSTRING.finditer(text):
        for label in found["labels"].split(","):
            yield found.start(), found["unit"], label.strip()


def problems(text, unit, labels):
    """(line, problem) of each reference that is a number or leads nowhere.

    If there is no unit, {#label} may refer to any lecture.
    """
    found = [
        (place, f"no section{f' of lecture {unit}' if unit else ''} has the label {label}")
        for place, unit, label in references(text, unit)
        if label not in (labels.get(unit, ()) if unit else set().union(*labels.values()))
    ]
    found += [
        (number.start(), f"'{number[0]}' is a number; refer to the section by its label")
        for number in NUMBER.finditer(text)
        if not MAY.search(text[max(0, number.start() - 60) : number.start()])
    ]
    return [(text.count("\n", 0, place) + 1, problem) for place, problem in sorted(found)]


def test_every_reference_to_a_section_names_a_label_that_exists():
    wrong = []
    for path in sorted(TEXTS):
        unit = path.name[:2] if path.is_relative_to(ROOT / "sources") else None
        labels = LABELS_IN_GUIDE if path == GUIDE else LABELS
        wrong += [
            f"{path.relative_to(ROOT)}:{line}: {problem}"
            for line, problem in problems(path.read_text(encoding="utf-8"), unit, labels)
        ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_every_numbered_section_has_a_label_of_its_own(path):
    text = path.read_text(encoding="utf-8")
    labelled = [found.group("number", "label") for found in build.SECTION.finditer(text)]
    assert [number for number, _ in labelled] == re.findall(r"^# ## (\d+)\.", text, re.M)
    assert [number for number, _ in labelled] == [str(i + 1) for i in range(len(labelled))]
    assert len({label for _, label in labelled}) == len(labelled) == text.count(' section="') > 0


KNOWN_LABELS = {"02": {"bags", "smoothing"}, "04": {"averaging"}, "05": {"sigmoid", "overflow"}}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("as in\n# section {#no-such}", 2, "no section of lecture 02 has the label no-such"),
        ("section {04#smoothing}", 1, "no section of lecture 04 has the label smoothing"),
        ("section {#Smoothing}", 1, "has the label Smoothing"),
        ("(lecture 05: sigmoid,\n    no-such)", 1, "lecture 05 has the label no-such"),
        ("(lecture 02, section four)", 1, "has the label section four"),
        ("(02, section 4)", 1, "'section 4' is a number"),
        ("a share, and section\n# 4 says", 1, "is a number"),
        ("Sections 1 and 2", 1, "is a number"),
        ("sections {#bags}, {#smoothing} and 5", 1, "is a number"),
        ("May's text, and then our section 4", 1, "is a number"),
    ],
)
def test_wrong_references_are_found_with_their_line(text, line, words):
    [(found, problem)] = problems(text, "02", KNOWN_LABELS)
    assert found == line
    assert re.search(words, problem)
