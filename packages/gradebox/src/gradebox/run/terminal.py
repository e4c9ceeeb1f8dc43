"""What `gradebox grade` prints: a progress bar, and a summary at the end."""

import contextlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from statistics import mean, median

from gradebox import program
from gradebox.judge.selftest import LostPoints
from gradebox.pages.leaderboard import places
from gradebox.results import STATUSES, Result
from gradebox.text import number, printable

SHOWN = 15  # how many of those that need a look are named
PLACES = 10  # of a leaderboard
EVERY = 5  # seconds between two lines, where there is no terminal


@contextlib.contextmanager
def progress(total: int, beside: Callable[[], str] = str) -> Iterator[Callable[[], None]]:
    """A bar with rate and time left in a terminal, a line now and then elsewhere.

    `beside` is asked for what else there is to say.
    """
    if not total:
        yield lambda: None
    elif sys.stdout.isatty():
        with _bar(total, beside) as advance:
            yield advance
    else:
        yield _lines(total, beside)


@contextlib.contextmanager
def _bar(total: int, beside: Callable[[], str]) -> Iterator[Callable[[], None]]:
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
            return Text(", ".join(filter(None, [rate, beside()])))

    columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)


def _lines(total: int, beside: Callable[[], str]) -> Callable[[], None]:
    start = last = time.monotonic()
    done = 0

    def advance() -> None:
        nonlocal done, last
        done += 1
        now = time.monotonic()
        if now - last >= EVERY or done == total:
            last = now
            rate = done / (now - start)
            left = (total - done) / rate
            more = f", {words}" if (words := beside()) else ""
            print(f"{done} of {total}, {rate:.1f} a second, {left:.0f} s left{more}", flush=True)

    return advance


def losses(found: list[LostPoints]) -> None:
    """What the course's own solution loses, for the instructor."""
    if not found:
        return
    print("The course's own solution does not get all points, so no student can count on them:")
    for loss in found[:SHOWN]:
        lost = f"{number(loss.points)} of {number(loss.max_score)} points lost"
        print(f"  {printable(loss.notebook)}, {printable(loss.grade_id)}: {lost}")
        told = {"it says": loss.message, "at the line": loss.line, "because": loss.cause}
        for words, text in told.items():
            if text:
                print(f"    {words}: {printable(' '.join(text.split()))[:500]}")
    if len(found) > SHOWN:
        print(f"  and {len(found) - SHOWN} more tests.")
    print("Mend the assignment, then run this again: whoever it concerns is graded anew.\n")


def summary(
    results: list[Result],
    max_score: float,
    report: str,
    changed: str = "",
    mark: str = "",
) -> None:
    """How it went: statuses, scores, and who needs a look."""
    counts = Counter(result.status for result in results)
    print()
    for status, words in STATUSES.items():
        if counts[status]:
            print(f"{counts[status]:5d}  {status:<11} {words}")
    scores = [result.score for result in results if result.status in ("graded", "look")]
    if scores:
        print(
            f"\nScores: mean {mean(scores):.1f}, median {median(scores):g}, "
            f"lowest {min(scores):g}, highest {max(scores):g}, of {max_score:g} points."
        )
    came = [result for result in results if result.status in ("graded", "look", "unreadable")]
    if len(came) > 1 and all(result.late > 0 for result in came):
        print(
            "\nEverybody is late. Is the due date right, and does the time count that should? "
            f"`{program.name} grade --help` says which."
        )
    looks = [result for result in results if result.status in ("look", "unreadable", "failed")]
    if looks:
        print("\nA person should look at:")
        for result in looks[:SHOWN]:
            who = f"{result.student} ({result.name})" if result.name else result.student
            print(f"  {printable(who)}: {printable(result.reason)[:200]}")
        if len(looks) > SHOWN:
            print(f"  and {len(looks) - SHOWN} more, in the report.")
    graded = (result for result in results if result.status in ("graded", "look"))
    if ranked := places(graded):
        print("\nThe leaderboard, with standard errors; ranks are shared within two of them:")
        for place in ranked[:PLACES]:
            share = f"{place.accuracy:.3f} ± {place.error:.3f}"
            print(f"{place.rank:5d}  {share}  {printable(place.student)}")
        if len(ranked) > PLACES:
            print(f"  and {len(ranked) - PLACES} more, in the report.")
    if waits := sum(result.waits for result in results):
        answers = "answer waits" if waits == 1 else "answers wait"
        print(f"\n{waits} {answers} for a person. Next: {mark}")
    if changed:
        print(f"\n{printable(changed)}")
    print(f"\nThe report: {report}")
