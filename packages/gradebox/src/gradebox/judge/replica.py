"""A second process of a submission, in which edited versions of its functions run.

A check library that explains a failed test may want to know what an edited function returns. Such a
function runs in a replica of the student's process: it has run the same cells, and shares neither
memory nor files with the first one. So edited code can't change a verdict, whether it changes a
variable, hangs or dies; and values that explain a mistake never reach the code that is graded.

A replica is started when the first edited function is called. All edited functions of a submission
have `EXPLANATION_SECONDS` together, which don't count as the submission's time.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from gradebox.judge.process import Message, ProcessEnded, StudentProcess
from gradebox.limits import EXPLANATION_SECONDS, MB, Limits
from gradebox.sandbox.wire import Codec
from gradebox.timer import TooSlow

CALL_SECONDS = 1.0  # time limit of one request to an edited function
MAX_STARTS = 3  # how often one replica may be started
OTHER_USERS = 200_000  # added to the number of the submission, for another UID
# Less than a submission has, as both exist at the same time.
REPLICA_LIMITS = replace(Limits(), memory=512 * MB)


@dataclass
class Allowance:
    """The time for the edited functions of one submission."""

    total: float = EXPLANATION_SECONDS
    spent: float = 0.0

    @property
    def left(self) -> float:
        return self.total - self.spent


class ReplicaProcess(StudentProcess):
    """A process that has run the cells of another one.

    Args:
        original: The student's process.
        codec, call_back: See `StudentProcess`.
        allowance: The time for all requests, which other replicas may share.

    """

    def __init__(
        self,
        original: StudentProcess,
        codec: Codec,
        call_back: Callable[[Message], Message],
        allowance: Allowance,
    ) -> None:
        user = original.user + OTHER_USERS
        super().__init__(original.sandbox, user, original.seconds, original.files, codec, call_back)
        self.original, self.allowance = original, allowance
        self.limits, self.max_restarts = REPLICA_LIMITS, MAX_STARTS
        self._known: list[tuple[str, float]] = []  # the original's cells that this one has

    @property
    def usable(self) -> bool:
        """False if its time is used up, or if it has ended too often."""
        return self.allowance.left > 0 and self.restarts <= self.max_restarts

    def ask(self, seconds: float | None = None, **request: Any) -> Message:
        """Send one request; time is taken from the allowance."""
        start, short = time.monotonic(), self.sandbox.short
        self.deadline = start + self.allowance.left
        try:
            self.forgive()
            self._catch_up()
            return super().ask(min(seconds or CALL_SECONDS, CALL_SECONDS), **request)
        finally:
            self.allowance.spent += time.monotonic() - start
            self.sandbox.short = short  # the submission itself is not affected

    def _catch_up(self) -> None:
        """Run the cells that the original has run since the last request."""
        cells = list(self.original._cells)
        if cells[: len(self._known)] != self._known:  # it dropped one that had failed
            self.stop()
            self._cells, self._known = [], []
        new, self._known = cells[len(self._known) :], cells
        for cell in new:
            self._cells.append(cell)
            if self.alive:
                try:
                    self._replay_one(cell[1], {"do": "run", "source": cell[0]})
                except (TooSlow, ProcessEnded):
                    self._cells.remove(cell)
                    raise
