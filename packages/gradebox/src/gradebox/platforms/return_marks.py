"""`return`: marks and feedback pages in the formats that platforms import.

All marks come from the gradebook, and the pages are updated first. The platform's own lists
are filled in and written to returned/UNIT/. Nothing is sent anywhere, except into nbgrader's
exchange, and to the platform that the course is connected to.
"""

from pathlib import Path

from gradebox.course.model import Course
from gradebox.pages.rendering import count
from gradebox.platforms import registry
from gradebox.platforms.collect_report import shorten
from gradebox.platforms.handback import Handback, ReturnOptions
from gradebox.results import Result
from gradebox.run.publishing import refresh
from gradebox.run.state import Run
from gradebox.text import number, printable

DEFAULTS = ReturnOptions()


def return_marks(root: Path, units: list[str], options: ReturnOptions = DEFAULTS) -> int:
    """Fill in the platforms' files, or post marks; return 1 if a mark wasn't posted, else 0."""
    course, failures = Course(root), 0
    for unit in units:
        run = Run(course, course.assignment(unit))
        with run.store.locked():
            refresh(run)
            failures += _return_unit(run, options)
    return 1 if failures else 0


def _return_unit(run: Run, options: ReturnOptions) -> int:
    """Return one assignment; return the number of marks that couldn't be posted."""
    unit, results = run.assignment.name, run.results
    graded = [r for r in results.values() if r.has_score or r.status == "unreadable"]
    unmarked = [] if options.include_unmarked else [result for result in graded if result.waits]
    marked = [result for result in graded if result not in unmarked]
    handback = Handback(run.course, unit, results, marked)
    handback.options = options
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
    for failure in handback.failures:
        print(f"  NOT posted: {printable(failure)}")
    return len(handback.failures)


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
