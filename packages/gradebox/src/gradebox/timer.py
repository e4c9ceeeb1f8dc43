"""Time limits inside one process, by signals: SIGALRM for seconds, SIGPROF for processor time."""

import contextlib
import math
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType

MIN_DELAY = 1e-4  # seconds; for a timer whose time is already over
RAISE_AGAIN_AFTER = 1.0  # seconds; Python drops what is raised in __del__ or a callback of gc


class TooSlow(BaseException):
    """A call took too long. Not an Exception, so that few handlers swallow it.

    Check libraries know it by the attribute `time_limit`.

    Args:
        seconds: The limit, if known.
        together: True if it is the limit of all calls of a submission together.

    """

    def __init__(self, seconds: float | None = None, together: bool = False) -> None:
        super().__init__()
        self.seconds, self.together = seconds, together
        self.time_limit = seconds


@contextlib.contextmanager
def time_limit(seconds: float, of_processor: bool = False) -> Iterator[None]:
    """Raise TooSlow after some seconds, or so much processor time.

    Limits nest, also with timers that others set: the first to be reached raises, and the outer
    one goes on where it was.
    """
    number, timer, clock = signal.SIGALRM, signal.ITIMER_REAL, time.monotonic
    if of_processor:
        number, timer, clock = signal.SIGPROF, signal.ITIMER_PROF, time.process_time
    before = signal.getsignal(number)
    left, _ = signal.getitimer(timer)
    outer_end = clock() + left if left else math.inf
    alarm = _Alarm(seconds, timer, clock, before if callable(before) else None, outer_end)
    signal.signal(number, alarm)
    alarm.set()
    try:
        yield
    finally:
        alarm.over = True
        signal.setitimer(timer, 0)
        signal.signal(number, before)
        if left:
            signal.setitimer(timer, max(outer_end - clock(), MIN_DELAY))


class _Alarm:
    """The signal handler of a limit."""

    def __init__(
        self,
        seconds: float,
        timer: int,
        clock: Callable[[], float],
        outer: Callable[[int, FrameType | None], object] | None,
        outer_end: float,
    ) -> None:
        self.seconds, self.timer, self.clock = seconds, timer, clock
        self.outer, self.outer_end = outer, outer_end
        self.end = clock() + seconds
        self.over = False

    def set(self) -> None:
        first = min(self.end, self.outer_end)
        signal.setitimer(self.timer, max(first - self.clock(), MIN_DELAY))

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Raise, or let the outer limit raise."""
        if self.over:
            return
        if self.end <= self.outer_end or self.outer is None:
            signal.setitimer(self.timer, RAISE_AGAIN_AFTER)
            raise TooSlow(self.seconds)
        self.outer(number, frame)
        self.outer_end = math.inf  # its handler chose not to raise
        self.set()
