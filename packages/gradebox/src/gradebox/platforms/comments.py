"""Comments in Moodle: ours beside a teacher's own."""

import html
import re

OUR_COMMENT = re.compile(r"[\d.]+ of [\d.]+ points\.")  # returned before comments were recorded


def merge_comments(cell: str, comment: str, before: list[str]) -> str:
    """A comment as HTML, in place of an older one of ours or after a teacher's own words.

    `before` has all of ours so far, and gets the new one. Moodle writes line breaks in its own way.
    """
    ours = "<br>".join(html.escape(line, quote=False) for line in comment.splitlines())
    if ours not in before:
        before.append(ours)
    for old in sorted(before, key=len, reverse=True):
        found = re.search(re.escape(old).replace("<br>", r"<br\s*/?>\s*"), cell)
        if found:
            return cell[: found.start()] + ours + cell[found.end() :]
    return f"{cell}<br>{ours}" if cell.strip() and not OUR_COMMENT.fullmatch(cell) else ours
