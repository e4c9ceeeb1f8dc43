"""Comments in Moodle: ours beside a teacher's own."""

import html
import re

LINE_BREAK = r"(?:<br\s*/?>)?\s*"
OUR_COMMENT = re.compile(r"[\d.]+ of [\d.]+ points\.")  # returned before comments were recorded


def merge_comments(cell: str, comment: str, before: list[str]) -> str:
    """A comment as HTML, in place of an older one of ours or after a teacher's own words.

    `before` has all of ours so far, and gets the new one. Moodle writes line breaks in its own way,
    and leaves out all tags on a worksheet.
    """
    ours = "<br>".join(html.escape(line, quote=False) for line in comment.splitlines())
    if ours not in before:
        before.append(ours)
    for old in sorted(before, key=len, reverse=True):
        lines = [f"(?:{re.escape(x)}|{re.escape(html.unescape(x))})" for x in old.split("<br>")]
        if found := re.search(LINE_BREAK.join(lines), cell):
            theirs = cell[: found.start()]
            gap = "<br>" if theirs.strip() and not theirs.rstrip().endswith(">") else ""
            return cell if old == ours else f"{theirs}{gap}{ours}{cell[found.end() :]}"
    return f"{cell}<br>{ours}" if cell.strip() and not OUR_COMMENT.fullmatch(cell) else ours
