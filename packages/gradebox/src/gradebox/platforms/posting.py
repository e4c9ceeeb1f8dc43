"""Post marks through a platform's web service: what is new, what was changed there, what to do.

After each student the record notes what was posted. So an interrupted `return` continues where it
stopped, and a mark that somebody has changed on the platform is recognised.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from gradebox.course.model import CourseError
from gradebox.intake.record import Posted
from gradebox.pages.rendering import count
from gradebox.platforms.collect_report import shorten
from gradebox.platforms.handback import Handback
from gradebox.platforms.web_site import UnreachableError
from gradebox.run import terminal
from gradebox.text import number, printable

SAME = 0.005  # platforms round marks to two decimals or more
REMOVED = "left out: somebody removed the mark; to post it again, pass --force"


@dataclass
class Post:
    """What one student gets."""

    student: str
    row: str
    points: float
    comment: str
    pages: list[Path]
    there: float | None = None  # the mark that the platform has
    digest: str = ""

    def __post_init__(self) -> None:
        content = hashlib.sha256(f"{self.points:.2f}\n{self.comment}".encode())
        for page in self.pages:
            content.update(page.name.encode() + page.read_bytes())
        self.digest = content.hexdigest()


@dataclass
class Plan:
    """What is to be posted, and whom that leaves out, by the reason."""

    posts: list[Post] = field(default_factory=list)
    unchanged: int = 0
    left_out: dict[str, list[str]] = field(default_factory=dict)  # reason -> students

    def leave_out(self, student: str, reason: str) -> None:
        self.left_out.setdefault(reason, []).append(student)


def differ(some: float | None, other: float | None) -> bool:
    """Return True if two marks differ; None means no mark."""
    if some is None or other is None:
        return some is not other
    return abs(some - other) >= SAME


def check_unchanged(post: Post, title: str, there: float | None, force: bool) -> None:
    """Raise CourseError if somebody changed a mark while others were posted."""
    if not force and differ(there, post.there) and differ(there, post.points):
        raise CourseError(f"{title} has another mark than a moment ago; run the command again")


def plan(
    handback: Handback,
    platform: str,
    title: str,
    points: Callable[[str], float],
    current: Mapping[str, float | None],
    excluded: Mapping[str, str],
    protected: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """Decide what to post.

    Args:
        handback: The marks.
        platform: The name of the platform.
        title: Its title, for messages.
        points: A student's mark, out of the platform's maximum.
        current: The marks that are on the platform now, by row; None if there is none.
        excluded: Why a row gets no mark, by row.
        protected: Why a row gets no mark without `--force`, by row.

    """
    made = Plan()
    for row, student in handback.rows(platform).items():
        if student not in handback.marks:
            continue
        mark = handback.marks[student]
        there, before = current.get(row), handback.record.posted.get(student)
        post = Post(student, row, points(student), mark.comment, handback.pages(student), there)
        ours = [post.points, *([before.points] if before else ())]
        is_ours = not all(differ(there, each) for each in ours)
        if row in excluded:
            made.leave_out(student, excluded[row])
        elif row not in current:
            made.leave_out(student, f"left out: no longer in this assignment in {title}")
        elif is_ours and before is not None and before.digest == post.digest:
            made.unchanged += 1
        elif there is not None and not is_ours and not handback.options.force:
            reason = f"left out: {title} has a mark that was not posted from here; to replace it, "
            made.leave_out(student, f"{reason}pass --force")
        elif row in protected and not handback.options.force:
            made.leave_out(student, protected[row])
        else:
            made.posts.append(post)
    return made


def carry_out(
    handback: Handback, title: str, made: Plan, maximum: float, send: Callable[[Post], int]
) -> list[Post]:
    """Post, or with `--dry-run` only show it; return what was posted.

    `send` posts to one student; it returns when the platform saved that, or 0.
    """

    def name(student: str) -> str:
        return handback.results[student].name or student

    for reason, students in made.left_out.items():
        print(f"  {len(students)} {reason}: {printable(shorten(list(map(name, students))))}.")
    if made.unchanged:
        print(f"  {count(made.unchanged, 'mark')} in {title} already.")
    if handback.options.dry_run:
        for post in made.posts:
            old = f" (now {number(post.there)})" if post.there is not None else ""
            pages = f", {count(len(post.pages), 'page')}" if post.pages else ""
            mark = f"{number(post.points)} of {number(maximum)}{old}"
            first = post.comment.partition("\n")[0]
            print(f"  {printable(name(post.student))}: {mark}{pages}. {printable(first)}")
        print(f"  Nothing was posted to {title}. {count(len(made.posts), 'mark')} would be.")
        return []
    posted = []
    with terminal.progress(len(made.posts)) as advance:
        for i, post in enumerate(made.posts):
            try:
                saved = send(post)
            except UnreachableError as error:
                rest = count(len(made.posts) - i, "mark")
                handback.failures.append(f"{rest}: {error} The same command continues.")
                break
            except CourseError as error:
                handback.failures.append(f"{name(post.student)}: {error}")
            else:
                handback.record.posted[post.student] = Posted(post.points, post.digest, saved)
                handback.record.write(handback.course)
                posted.append(post)
            advance()
    if made.posts:
        print(f"  {count(len(posted), 'mark')} posted to {title}, out of {number(maximum)} points.")
    return posted
