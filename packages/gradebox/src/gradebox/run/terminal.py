"""Terminal output: progress bar, summary, and the message of a command that stops."""

import contextlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from statistics import mean, median

from gradebox import program
from gradebox.judge.doctor import Remark
from gradebox.judge.selftest import LostPoints
from gradebox.pages.leaderboard import places
from gradebox.pages.rendering import count
from gradebox.results import STATUSES, Result
from gradebox.text import number, printable

MAX_LISTED = 15  # submissions that need review, and tests that the reference solution fails
MAX_PLACES = 10  # shown of the leaderboard
LINE_INTERVAL = 5  # seconds between progress lines if the output isn't a terminal


def print_error(message: str) -> None:
    """Print an error as the command that is running prints errors."""
    shown = "\n".join(map(printable, message.split("\n")))
    print(f"{program.name}: {shown}", file=sys.stderr, flush=True)


def stop(message: str, status: int = 2) -> int:
    """Print why the command stops; return its exit status."""
    print_error(message)
    return status


@contextlib.contextmanager
def progress(total: int, note: Callable[[], str] = str) -> Iterator[Callable[[], None]]:
    """Show a bar with rate and time left; without a terminal, print a line every few seconds.

    `note` returns more to show, such as the number of workers.
    """
    if not total:
        yield lambda: None
    elif sys.stdout.isatty():
        with _bar(total, note) as advance:
            yield advance
    else:
        yield _lines(total, note)


@contextlib.contextmanager
def _bar(total: int, note: Callable[[], str]) -> Iterator[Callable[[], None]]:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            rate = f"{task.finished_speed or task.speed or 0:.1f} a second"
            return Text(", ".join(filter(None, [rate, note()])))

    columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)


def _lines(total: int, note: Callable[[], str]) -> Callable[[], None]:
    start = last = time.monotonic()
    done = 0

    def advance() -> None:
        nonlocal done, last
        done += 1
        now = time.monotonic()
        if now - last >= LINE_INTERVAL or done == total:
            last = now
            rate = done / (now - start)
            left = (total - done) / rate
            more = f", {words}" if (words := note()) else ""
            print(f"{done} of {total}, {rate:.1f} a second, {left:.0f} s left{more}", flush=True)

    return advance


def findings(losses: list[LostPoints], remarks: list[Remark]) -> None:
    """Print what the doctor found."""
    _losses(losses)
    if not remarks:
        return
    print("Worth a look, as it may be graded unlike in a notebook, or unfairly:")
    for remark in remarks[:MAX_LISTED]:
        where = ", ".join(filter(None, (remark.notebook, remark.grade_id)))
        print(f"  {printable(where)}: {printable(' '.join(remark.words.split()))[:500]}")
    if len(remarks) > MAX_LISTED:
        print(f"  and {len(remarks) - MAX_LISTED} more.")
    print()


def _losses(found: list[LostPoints]) -> None:
    """Print the points that the reference solution loses."""
    if not found:
        return
    print("The reference solution loses points, so no student can be sure to earn them:")
    for loss in found[:MAX_LISTED]:
        lost = f"{number(loss.points)} of {number(loss.max_score)} points lost"
        print(f"  {printable(loss.notebook)}, {printable(loss.grade_id)}: {lost}")
        details = {"error": loss.message, "line": loss.line, "cause": loss.cause}
        for words, text in details.items():
            if text:
                print(f"    {words}: {printable(' '.join(text.split()))[:500]}")
    if len(found) > MAX_LISTED:
        print(f"  and {len(found) - MAX_LISTED} more tests.")
    print("Fix the assignment and rerun; affected students are regraded.\n")


def summary(
    results: list[Result],
    max_score: float,
    report: str,
    changed: str = "",
    mark: str = "",
) -> None:
    """Print the number of submissions by status, scores, and those that need review."""
    counts = Counter(result.status for result in results)
    print()
    for status, words in STATUSES.items():
        if counts[status]:
            print(f"{counts[status]:5d}  {status:<12} {words}")
    graded = [result for result in results if result.has_score]
    scores = [result.score for result in graded]
    if scores:
        print(
            f"\nScores: mean {mean(scores):.1f}, median {median(scores):g}, "
            f"lowest {min(scores):g}, highest {max(scores):g}, of {max_score:g} points."
        )
    received = [result for result in results if result.status not in ("missing", "failed")]
    if len(received) > 1 and all(result.late > 0 for result in received):
        print("\nEvery submission is late. Check the due date and its time zone.")
    review = [r for r in results if r.status in ("needs review", "unreadable", "failed")]
    if review:
        print("\nPlease review:")
        for result in review[:MAX_LISTED]:
            who = f"{result.student} ({result.name})" if result.name else result.student
            print(f"  {printable(who)}: {printable(result.reason)[:200]}")
        if len(review) > MAX_LISTED:
            print(f"  and {len(review) - MAX_LISTED} more, in the report.")
    if ranked := places(graded):
        print("\nLeaderboard, with standard errors; accuracies within two of them share a rank:")
        for place in ranked[:MAX_PLACES]:
            share = f"{place.accuracy:.3f} ± {place.error:.3f}"
            print(f"{place.rank:5d}  {share}  {printable(place.student)}")
        if len(ranked) > MAX_PLACES:
            print(f"  and {len(ranked) - MAX_PLACES} more, in the report.")
    if waits := sum(result.waits for result in results):
        print(f"\n{count(waits, 'answer')} to mark by hand. Next: {mark}")
    if changed:
        print(f"\n{printable(changed)}")
    print(f"\nReport: {report}")
