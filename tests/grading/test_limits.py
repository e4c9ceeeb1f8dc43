"""The limits that the instructor's guide names are those that hold."""

import re
from pathlib import Path

from lincourse.grading.limits import GB, MB, Limits

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "instructor-guide.md"


def test_the_guide_names_the_limits():
    text = re.sub(r"\s+", " ", GUIDE.read_text(encoding="utf-8"))
    limits = Limits()
    assert (
        f"limits: {limits.memory // GB} GB of memory, {limits.files // MB} MB for a file, "
        f"{limits.processes} processes" in text
    )
    assert f"Each may take {limits.memory // GB} GB of memory" in text


def test_one_process_may_address_more_than_all_may_hold():
    assert Limits().address_space > Limits().memory
