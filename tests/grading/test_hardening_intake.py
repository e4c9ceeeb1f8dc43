"""Whatever is in a folder, an archive, a name or a notebook ends in that student's status."""

import csv
import io

import pytest

from lincourse.grading import report, text
from lincourse.grading.results import Result

# ---------------------------------------------------------------- what a terminal and a table show


@pytest.mark.parametrize(
    "odd",
    ["\x1b[31m", "\x07", "\x9b", "\u202e", "\u2066", "\u200f", "\u200b", "\ufeff", "\ud800", "\n"]
    + ["\r", "\t", "\x00", "\x85", "\u2028", "\u2029", "\U000e0041", "\x1c"],
)
def test_no_character_steers_what_shows_it(odd):
    shown = text.printable(f"a{odd}b")
    assert odd not in shown
    assert shown.isprintable()
    assert shown.startswith("a\\")


@pytest.mark.parametrize(
    "name",
    ["Zoë Ångström 学生", "نمی\u200cخواهم", "👩\u200d🔬", "10.41\u202fAM", "a\u00a0b", "a\\b"],
)
def test_names_that_people_write_stay_as_they_are(name):
    assert text.printable(name) == name


@pytest.mark.parametrize(
    "formula",
    ["=cmd|'/c calc'!A1", "+1", "-1+2", "@SUM(A1)", "\t=1", " =1", "\r=1", "＝1", "\u00a0=1"],
)
def test_no_cell_of_the_table_is_a_formula(formula):
    results = [Result(formula, "a", "look", [f"{formula}.ipynb was taken for a.ipynb"])]
    [row] = csv.DictReader(io.StringIO(report.table(results)))
    for words in (row["student"], row["reason"]):
        assert words.lstrip()[0] not in "=+-@＝", words
        assert words.isprintable() or "\u00a0" in words
