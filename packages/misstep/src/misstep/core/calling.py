"""Call a student's function: on copies of the arguments, with output captured and a time limit."""

import contextlib
import copy
import io
import linecache
import math
import os
import signal
import sys
import sysconfig
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

import numpy as np

from misstep.core.course import current

# Frames in these folders are not the student's: Python's own library and this package.
LIBRARIES = (sysconfig.get_path("stdlib"), os.path.dirname(os.path.dirname(__file__)))

WINDOWS = sys.platform == "win32"

SECONDS = 10  # time limit per call in a notebook; a grader sets its own (`allowing`)
MAX_EXTENSIONS = 3  # extensions of a patient limit while other processes have the CPU
MAX_MISSING_SHARE = 0.1  # a limit is final if less of its time than this was other processes'
MIN_DELAY = 1e-4  # seconds; for a timer that is late already
RAISE_AGAIN_AFTER = 1.0  # seconds; Python drops what is raised in __del__ or a callback of gc

_allowed: ContextVar[float | None] = ContextVar("_allowed", default=None)

Args = tuple[Any, ...]  # the arguments of one call


class TooSlow(BaseException):
    """A call took longer than it may. Not an Exception, so that few handlers swallow it.

    Args:
        seconds: The limit that was in force.
        together: It is one for all calls of a submission together.

    """

    def __init__(self, seconds: float | None = None, together: bool = False) -> None:
        super().__init__()
        self.seconds, self.together = seconds, together


@contextlib.contextmanager
def allowing(seconds: float) -> Iterator[None]:
    """Let a call take this long, or as long as its check allows if that is longer."""
    token = _allowed.set(seconds)
    try:
        yield
    finally:
        _allowed.reset(token)


def limit(own: float | None = None) -> float:
    """The time limit of a call in seconds, given the limit of its own check if it has one."""
    allowed = _allowed.get()
    return own or SECONDS if allowed is None else max(own or 0, allowed)


@dataclass
class Outcome:
    """The outcome of one call."""

    value: Any = None
    error: BaseException | None = None
    printed: str = ""
    warned: list[str] = field(default_factory=list)  # RuntimeWarnings, as NumPy gives them
    changed: list[int] = field(default_factory=list)

    @property
    def line(self) -> str:
        """The line of the student's own code that raised the error, or "" if it is unknown."""
        if self.error is None:
            return ""
        if hasattr(self.error, "line"):  # it came from another process, which told
            return str(self.error.line)
        frames = traceback.extract_tb(self.error.__traceback__)
        own = [frame.line for frame in frames if _is_own(frame.filename) and frame.line]
        return own[-1] if own else ""

    @property
    def values(self) -> dict[str, Any]:
        """The student's local variables there; empty if it was in another process."""
        own: dict[str, Any] = {}
        if self.error is not None and not hasattr(self.error, "line"):
            for frame, number in traceback.walk_tb(self.error.__traceback__):
                file = frame.f_code.co_filename
                if _is_own(file) and linecache.getline(file, number).strip():
                    own = frame.f_locals
        return dict(own)


def _is_own(file: str) -> bool:
    """Whether code in this file is the student's, and no library's or the course's."""
    return "site-packages" not in file and not file.startswith((*LIBRARIES, *current.files))


def call(
    function: Callable[..., Any], args: tuple[Any, ...], seconds: int | None = None
) -> Outcome:
    """Call the function on copies of args; prints and warnings are kept, never shown."""
    given = copy.deepcopy(args)
    outcome = Outcome()
    out = io.StringIO()
    # Another process has a time limit of its own, which also ends the call.
    remote = is_remote(function)
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        warnings.catch_warnings(record=True) as caught,
    ):
        warnings.simplefilter("always")
        try:
            with contextlib.nullcontext() if remote else time_limit(limit(seconds), patient=True):
                outcome.value = _snapshot(function(*given))
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # SystemExit and TooSlow are outcomes too
            outcome.error = _known(error)
    outcome.printed = out.getvalue()
    outcome.warned = [
        str(warning.message) for warning in caught if issubclass(warning.category, RuntimeWarning)
    ]
    outcome.changed = [
        i for i, (now, before) in enumerate(zip(given, args, strict=True)) if not same(now, before)
    ]
    return outcome


def call_each(
    function: Callable[..., Any], many: Sequence[Args], seconds: int | None = None
) -> Iterator[Outcome]:
    """`call` the function on one after another of many arguments."""
    if is_remote(function) and len(many) > 1:
        answers = function.batch(many, seconds or SECONDS)  # type: ignore[attr-defined]
        if answers is not None:
            return map(_outcome, answers, many)
    return (call(function, args, seconds) for args in many)


def is_remote(function: Any) -> bool:
    """Return True for a function in another process; many calls at once are cheaper there.

    Such a callable has a method `batch(calls, seconds)`, which returns a mapping for each call:
    `value` or `error`, `printed`, `warned`, and in `arguments` those that it may have changed, by
    index. It enforces the time limit of a call itself. Its `source` is its source code, or None. If
    it is `editable`, `variant(source)` gives an edited version of it (`misstep.explain.variants`).
    """
    return callable(getattr(type(function), "batch", None))


def _outcome(answer: Mapping[str, Any], args: Args) -> Outcome:
    """The outcome of a call in another process."""
    changed = answer.get("arguments", {}).items()
    return Outcome(
        answer.get("value"),
        _known(answer.get("error")),
        answer.get("printed", ""),
        answer.get("warned", []),
        [i for i, now in changed if not same(now, args[i])],
    )


def _known(error: BaseException | None) -> BaseException | None:
    """An error of a grader that means TooSlow, by its attribute `time_limit`, as that."""
    if error is None or isinstance(error, TooSlow) or not hasattr(error, "time_limit"):
        return error
    return TooSlow(error.time_limit, getattr(error, "together", False))


def _snapshot(value: Any) -> Any:
    """A copy that later calls can't change."""
    if isinstance(value, np.ndarray):
        return np.array(value)  # also out of a subclass
    if type(value) in (list, tuple):
        return type(value)(map(_snapshot, value))
    if type(value) is dict:
        return {key: _snapshot(item) for key, item in value.items()}
    return value


def same(a: Any, b: Any) -> bool:
    """Whether two arguments are equal to the last bit, arrays included."""
    if a is b:  # most parts of a deep copy: strings and numbers are not copied
        return True
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return (
            isinstance(a, np.ndarray)
            and isinstance(b, np.ndarray)
            and a.dtype == b.dtype
            and np.array_equal(a, b)
        )
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple | dict) or isinstance(b, list | tuple | dict):
        return False  # a number of NumPy would be compared with each entry
    if callable(a) or isinstance(a, np.random.Generator):
        return True
    return bool(a == b)


@contextlib.contextmanager
def time_limit(seconds: float, of_processor: bool = False, patient: bool = False) -> Iterator[None]:
    """Raise TooSlow after some seconds of wall time or CPU time, if the platform can.

    Limits nest: the one that is reached first raises, and the outer one goes on where it was.

    Args:
        seconds: The limit.
        of_processor: Count CPU time.
        patient: Extend the limit by the time in which other processes had the CPU or the machine was
            suspended. So a busy machine never fails a right answer; a call that only waits takes
            `MAX_EXTENSIONS` times as long.

    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if not hasattr(signal, "setitimer"):
        forgiving = patient or of_processor  # this clock doesn't measure CPU time
        with _watchdog(seconds, forgiving) if WINDOWS else contextlib.nullcontext():
            yield
        return
    number, timer, clock = signal.SIGALRM, signal.ITIMER_REAL, time.monotonic
    if of_processor:
        number, timer, clock = signal.SIGPROF, signal.ITIMER_PROF, time.process_time
    patience = _Patience(seconds, MAX_EXTENSIONS if patient else 1)
    before = signal.getsignal(number)
    left, _ = signal.getitimer(timer)
    outer = before if isinstance(before, _Alarm) and left else None
    alarm = _Alarm(
        patience, timer, clock, outer, clock() + left if left and not outer else math.inf
    )
    signal.signal(number, alarm)
    alarm.set()
    try:
        yield
    finally:
        alarm.over = True
        signal.setitimer(timer, 0)
        signal.signal(number, before)
        if outer:
            outer.set()
        elif left:
            signal.setitimer(timer, max(alarm.foreign - clock(), MIN_DELAY))


class _Patience:
    """How often a limit is extended because other processes had the CPU."""

    def __init__(self, seconds: float, rounds: int) -> None:
        self.seconds, self.rounds = seconds, rounds
        self.start = time.process_time()

    def more(self) -> float:
        """The limit is reached: by how many seconds it is extended, 0 if it is final."""
        self.rounds -= 1
        missing = self.seconds - (time.process_time() - self.start)
        return missing if self.rounds > 0 and missing > MAX_MISSING_SHARE * self.seconds else 0


class _Alarm:
    """A limit in force: the handler for the signal of its timer."""

    def __init__(
        self,
        patience: _Patience,
        timer: int,
        clock: Callable[[], float],
        outer: "_Alarm | None",
        foreign: float,
    ) -> None:
        self.patience, self.timer, self.clock = patience, timer, clock
        self.outer, self.foreign = outer, foreign  # `foreign`: when somebody else's timer ends
        self.end = clock() + patience.seconds
        self.over = False

    @property
    def next(self) -> float:
        """When the first of the limits that are in force is reached."""
        return min(self.end, self.outer.next if self.outer else self.foreign)

    def set(self) -> None:
        """Set the timer."""
        signal.setitimer(self.timer, max(self.next - self.clock(), MIN_DELAY))

    def __call__(self, signum: int, frame: FrameType | None) -> None:
        """Raise TooSlow, or extend the limit."""
        if self.over:
            return
        if self.outer and self.outer.next <= self.end:
            self.outer(signum, frame)
        else:
            more = self.patience.more() if self.end <= self.foreign else 0
            if not more:
                signal.setitimer(self.timer, RAISE_AGAIN_AFTER)
                raise TooSlow(self.patience.seconds)
            self.end = self.clock() + more
        self.set()


@contextlib.contextmanager
def _watchdog(seconds: float, patient: bool = False) -> Iterator[None]:
    """Raise TooSlow in this thread from another, because Windows has no timer that sends signals.

    The next bytecode raises it, so a loop is stopped and a long sleep is not.
    """
    import ctypes

    raise_in, me = ctypes.pythonapi.PyThreadState_SetAsyncExc, ctypes.c_ulong(threading.get_ident())
    patience, done = _Patience(seconds, MAX_EXTENSIONS if patient else 1), threading.Event()

    def watch() -> None:
        more = seconds
        while more:
            if done.wait(more):
                return
            more = patience.more()
        raise_in(me, ctypes.py_object(TooSlow))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        with contextlib.suppress(TooSlow):  # raised at the last moment, when the call is done
            done.set()
            watcher.join()
            # A pending exception is raised here, because Python checks for it at a loop's end.
            # Withdrawing it (passing None) would make Python 3.11 check for ever, and a traced
            # function (sys.settrace) would never start.
            for _ in range(2):
                pass
