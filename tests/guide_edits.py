"""A small patch tool: does to a file what a guide tells its reader to do in an editor.

    python guide_edits.py change PATH < DIFF            a diff without line numbers
    python guide_edits.py insert PATH ANCHOR < TEXT     text above the paragraph with the anchor

Each place must be found exactly once, so that a guide that fell behind the course is an error.
"""

import re
import sys
from pathlib import Path


def change(text, diff):
    """The text after a diff, whose hunks are set apart by a line `@@`."""
    for hunk in re.split(r"^@@\n", diff, flags=re.M):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        place = only_place(old, text)
        text = text[:place] + new + text[place + len(old) :]
    return text


def insert(text, anchor, new):
    """The text with something new above the paragraph (lines without a gap) that has the anchor.

    Below it comes a gap like the one above the paragraph: two lines before a function, one before
    a cell.
    """
    *_, gap = re.finditer(r"\n(\n+)", text[: only_place(anchor, text)])
    return text[: gap.end()] + new + gap[1] + text[gap.end() :]


def only_place(part, text):
    """Where a part of the text starts."""
    if text.count(part) != 1:
        raise SystemExit(f"this is there {text.count(part)} times, and should be once:\n{part}")
    return text.index(part)


if __name__ == "__main__":
    what, path, *anchor = sys.argv[1:]
    before = Path(path).read_text(encoding="utf-8")
    edit = {"change": change, "insert": insert}[what]
    Path(path).write_text(edit(before, *anchor, sys.stdin.read()), encoding="utf-8")
