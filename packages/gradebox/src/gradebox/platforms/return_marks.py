"""`return`: marks and feedback pages in the formats that platforms import.

All marks come from the gradebook, and the pages are updated first. The platform's own lists
are filled in and written to returned/UNIT/. Nothing is sent anywhere, except into nbgrader's
exchange.
"""

from pathlib import Path

from gradebox.course.model import Course
from gradebox.pages.rendering import count
from gradebox.platforms import registry
from gradebox.platforms.collect_report import shorten
from gradebox.platforms.handback import Handback
from gradebox.results import Result
from gradebox.run.publishing import refresh
from gradebox.run.state import Run
from gradebox.text import number, printable


def return_marks(
    root: Path, units: list[str], column: str = "", include_unmarked: bool = False
) -> int:
    """Fill in the platforms' files; return 0."""
    course = Course(root)
    for unit in units:
        run = Run(course, course.assignment(unit))
        with run.store.locked():
            refresh(run)
            _return_unit(run, column, include_unmarked)
    return 0


def _return_unit(run: Run, column: str, include_unmarked: bool) -> None:
    unit, results = run.assignment.name, run.results
    graded = [r for r in results.values() if r.has_score or r.status == "unreadable"]
    unmarked = [] if include_unmarked else [result for result in graded if result.waits]
    marked = [result for result in graded if result not in unmarked]
    handback = Handback(run.course, unit, results, marked)
    handback.column = column
    maximum = number(run.assignment.max_score)
    print(f"{unit}: {count(len(marked), 'mark')} out of {maximum} points.")
    record = handback.record
    used = {registry.get(entry.platform) for entry in record.entries.values()}
    used |= {registry.get(name) for name in record.lists}
    *others, last = registry.platforms()
    for platform in others:
        if platform in used:
            platform.fill(handback)
    if handback.unlisted() or not record.lists:
        last.fill(handback)
    _report(list(results.values()), unmarked)
    files = handback.folder.iterdir() if handback.folder.is_dir() else ()
    if older := sorted(path.name for path in files if path.name not in handback.written):
        print(f"  From an earlier run, not updated: {printable(', '.join(older))}.")


def _report(results: list[Result], unmarked: list[Result]) -> None:
    """Print who got no mark, or no points."""
    missing = [result for result in results if result.status in ("missing", "failed")]
    unreadable = [result for result in results if result.status == "unreadable"]
    for found, words in (
        (unmarked, "left out: an answer isn't marked yet. Mark it, or pass --include-unmarked"),
        (missing, "without a submission get no mark"),
        (unreadable, "submitted nothing that can be read and get 0 points"),
    ):
        if found:
            names = shorten([result.name or result.student for result in found])
            print(f"  {len(found)} {words}: {printable(names)}.")
