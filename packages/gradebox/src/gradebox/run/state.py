"""One run over one assignment: what every step of it needs, and the results so far."""

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gradebox.course.lateness import DueDates
from gradebox.course.model import Assignment, Course, People
from gradebox.intake import extensions
from gradebox.intake.record import Record, is_anonymous
from gradebox.judge.selftest import LostPoints
from gradebox.results import Result, ungraded
from gradebox.run.settings import GradingSettings
from gradebox.run.store import ResultStore

# nbgrader takes seconds to import: the sandbox warms up meanwhile.
if TYPE_CHECKING:
    from gradebox.gradebook.gradebook import Gradebook

SEED_CHANGED = (
    "The seed of the hidden inputs changes from {} to {}. Students who are already graded keep "
    "their points from the old inputs; pass --force to regrade everybody with the new ones."
)


class Run:
    """The state of one run; `selection`, `recording` and `publishing` work on it."""

    def __init__(
        self, course: Course, assignment: Assignment, settings: GradingSettings | None = None
    ) -> None:
        self.course, self.assignment = course, assignment
        self.settings = settings or GradingSettings()
        self.store = ResultStore(course, assignment.name)
        self.seed = self.settings.seed or self.store.seed()
        self.results: dict[str, Result] = {}
        self.people, self.due = People(), DueDates()
        self.totals: tuple[dict[str, dict[str, float | None]], dict[str, float]] = ({}, {})
        self.losses: list[LostPoints] = []  # points that the reference solution loses
        self.own: dict[str, bytes | None] = {}  # results of the course's own work
        self.done = self.total = 0
        self.memory_counted_by = ""  # see `cgroup`
        self.progress_note: Callable[[], str] = str  # more to show beside the progress bar

    def store_seed(self) -> int:
        """Return the seed of this run, and store it for every later one of the assignment."""
        stored = self.store.seed()
        self.seed = self.seed or 1 + secrets.randbelow(2**32)
        if self.seed != stored:
            self.store.save_seed(self.seed)
            if stored:
                print(SEED_CHANGED.format(stored, self.seed))
        return self.seed

    @contextlib.contextmanager
    def gradebook(self) -> Iterator["Gradebook"]:
        from gradebox.gradebook.gradebook import Gradebook

        with Gradebook(self.course.db_url, self.course.config) as book:
            yield book

    def due_dates(self, book: "Gradebook") -> DueDates:
        """The due dates, with the extensions that `extend` gave."""
        name = self.assignment.name
        return extensions.apply(self.course, name, book.due_dates(name))

    def has_work(self, student: str) -> bool:
        """Return True if a student has submitted anything for this assignment."""
        folder = self.course.submitted / student
        return folder.is_symlink() or os.path.lexists(folder / self.assignment.name)

    def add_missing(self, book: "Gradebook") -> None:
        """Add a result for every student without a submission that can be seen."""
        unit, everybody = self.assignment.name, {*book.students(), *self.course.students()}
        anonymous = {name for name in everybody if is_anonymous(name)}
        here = {name for name in anonymous if is_anonymous(name, unit)}
        for name in (here or everybody - anonymous) - self.results.keys():
            reason = "nothing was submitted"
            self.results[name] = ungraded(self.assignment, name, reason, "missing")
        for name in self.course.hidden_submissions(self.assignment.name):
            reason = "the folder's name begins with a dot, so nbgrader ignores it; rename it"
            self.results[name] = ungraded(self.assignment, name, reason, "unreadable")

    def teammates(self) -> dict[str, str]:
        """Members of a group, each with the member whose submission stands for the group's."""
        teams = Record.read(self.course, self.assignment.name).teams()
        return {mate: first for first, members in teams.items() for mate in members[1:]}
