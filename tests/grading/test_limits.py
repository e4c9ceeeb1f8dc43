"""The limits that the instructor's guide names are those that hold."""

import re
from pathlib import Path

from gradebox.limits import (
    CELL_SECONDS,
    EXPLANATION_SECONDS,
    GB,
    MAX_FILE_BYTES,
    MAX_SUBMISSION_BYTES,
    MB,
    SUBMISSION_FACTOR,
    Limits,
)

DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDE = DOCS / "instructor-guide.md"


def test_instructor_guide_names_the_limits():
    text = re.sub(r"\s+", " ", GUIDE.read_text(encoding="utf-8"))
    limits = Limits()
    assert (
        f"limits: {limits.memory // GB} GB of memory, {limits.files // MB} MB for a file, "
        f"{limits.processes} processes" in text
    )


def test_student_reference_names_the_limits():
    text = re.sub(r"\s+", " ", (DOCS / "student-reference.md").read_text(encoding="utf-8"))
    limits = Limits()
    assert SUBMISSION_FACTOR * CELL_SECONDS == 20 * 60  # seconds of a call, by default, in minutes
    assert "thirty seconds for a cell" in text
    assert "twenty minutes for everything together" in text
    assert f"| memory | {limits.memory // GB} GB" in text
    assert f"| processes | {limits.processes} at a time" in text
    assert f"| files that your code writes | {limits.files // MB} MB" in text
    assert f"{MAX_FILE_BYTES // MB} MB for each, {MAX_SUBMISSION_BYTES // MB} MB for all" in text
    assert "forty times as long (20 minutes)" in GUIDE.read_text(encoding="utf-8")
    assert f"a file above {MAX_FILE_BYTES // MB} MB" in GUIDE.read_text(encoding="utf-8")


def test_other_guides_name_the_memory_limit():
    limits = Limits()
    security, cluster = (
        re.sub(r"\s+", " ", (DOCS / f"{name}.md").read_text(encoding="utf-8"))
        for name in ("security", "cluster")
    )
    memory = f"{limits.memory // GB} GB"
    assert f"counts against the {memory} of memory" in security
    assert f"`/dev/shm` and sockets | {memory}, looked up" in security
    assert f"| addresses of one process | {limits.address_space // GB} GB |" in security
    assert f"limit for each thread: at most {memory}" in cluster


def test_readme_of_gradebox_names_the_time_for_variants():
    text = (DOCS.parent / "packages" / "gradebox" / "README.md").read_text(encoding="utf-8")
    assert f"have {EXPLANATION_SECONDS} seconds together" in text


def test_address_space_exceeds_memory_limit():
    assert Limits().address_space > Limits().memory
