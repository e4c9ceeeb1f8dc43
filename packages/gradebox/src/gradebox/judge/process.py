"""An RPC client for a student's process, which it restarts if that hangs or dies.

A process that does not answer in time is interrupted. If that doesn't help, or if it dies, it is
killed. Only the call in question fails: before the next one a new process is forked from the fork
server, and the cells that had run are run again (replayed) in it.

    state       meaning                                        on the next request
    DOWN        there is no process                            start one, replay the cells
    READY       it waits for a request                         send it
    ABANDONED   it works on a request whose reply isn't wanted interrupt it first
    FAILED      it died while a test was talking to it         refuse, until `renew`

    DOWN       -> READY       `start`, or a request: started, cells replayed
    READY      -> READY       answered; or too slow, but back within `INTERRUPT_GRACE` (disturbed)
    READY      -> DOWN        too slow, and not back in time: killed; or died while replaying
    READY      -> FAILED      died, or sent something that can't be decoded
    READY      -> ABANDONED   the waiting itself was cut short (a test's own time limit)
    ABANDONED  -> READY       interrupted, and back in time (disturbed)
    ABANDONED  -> DOWN        interrupted, and not back in time: killed
    FAILED     -> DOWN        `renew`, before the next cell or test
    READY, ABANDONED -> DOWN  `renew`, if it was disturbed; `stop`

A process is disturbed by an interrupt, and by errors from too many processes or too little memory:
such a call could spoil the next test, which gets a new process.

A busy machine costs no student a point: time limits move by as much as the student's process, or
this one, has waited for a processor that others used (`_delay`). Nor does a sandbox that dies: the
supervisor gives a reason whenever a process ends. Without one the process is `lost`, which the
judge reports as a failure of the grader.
"""

import contextlib
import enum
import logging
import math
import socket
import time
from collections.abc import Callable
from typing import Any, NoReturn

from gradebox.limits import INTERRUPT_GRACE, MAX_RESTARTS, Limits
from gradebox.notebooks import error_output
from gradebox.sandbox.bubblewrap import Sandbox, SandboxError
from gradebox.sandbox.channel import Channel, Deadline
from gradebox.sandbox.inside import (
    DELAY,
    ENDED,
    HOW_DELAYED,
    INTERRUPT,
    MACHINE_SHORT,
    MEMORY_EXCEEDED,
    MOMENT,
)
from gradebox.sandbox.linux import seconds_waited
from gradebox.sandbox.outputs import MAX_CELL_OUTPUT, MAX_NOTEBOOK_OUTPUT, length, sanitised
from gradebox.sandbox.wire import Codec
from gradebox.sandbox.wire_limits import WireError
from gradebox.timer import TooSlow, time_limit

START_SECONDS = 30  # to answer for the first time, at least
REASON_SECONDS = 1.0  # for the supervisor, which looks every 0.2, to say why a process ended
LAST_SECONDS = 30.0  # for the same, when it was told to end it: a busy machine takes its time
LOST = "the sandbox ended while this was graded; please run the command again"
MAX_ATTEMPTS = 3  # to start it: a busy machine may be short of processes for a moment

PASSIVE = {"get", "has", "names"}  # requests that run no code of the student's

Message = dict[str, Any]

log = logging.getLogger(__name__)


class ProcessEnded(BaseException):
    """The student's process ended in the middle of a call. Not an Exception: no test catches it."""


class State(enum.Enum):
    """The state of the process; see the table above."""

    DOWN = enum.auto()
    READY = enum.auto()
    ABANDONED = enum.auto()
    FAILED = enum.auto()


class StudentProcess:
    """The process in which one student's cells and functions run.

    Args:
        sandbox: Where it is forked.
        user: A number of this submission, from which its UID is made.
        seconds: Time limit of one cell or call.
        files: The files beside the notebook.
        codec: Encodes requests and decodes replies.
        call_back: Answers a request of the process, which calls a function of the tests.

    """

    def __init__(
        self,
        sandbox: Sandbox,
        user: int,
        seconds: float,
        files: dict[str, bytes],
        codec: Codec,
        call_back: Callable[[Message], Message],
    ) -> None:
        self.sandbox, self.user, self.seconds, self.files = sandbox, user, seconds, files
        self.codec, self.call_back = codec, call_back
        self.state = State.DOWN
        self.disturbed = False
        self.lost = False  # ended without a reason: it was not the student's doing
        self.deadline = time.monotonic() + 3600  # for all requests together
        self.together = 0.0  # seconds of the whole submission
        self.postponed = 0.0  # seconds by which a busy machine has moved the deadline
        self.epoch = 0  # number of starts: references to an earlier process are void
        self.restarts, self.max_restarts = 0, MAX_RESTARTS
        self.limits: Limits | None = None  # other than the usual ones
        self.requests = 0
        self.changes = 0  # number of requests that may have changed what cells have set
        self._cells: list[tuple[str, float]] = []  # to replay, with the time limit of each
        self._why = ""  # the reason for FAILED
        self._reason = b""  # for the end of the process, if the supervisor has said it
        self._since = time.monotonic(), seconds_waited()  # when the deadline was last moved
        self._stuck: list[tuple[str, float]] = []  # cells that a replay had to kill once
        self._room = MAX_NOTEBOOK_OUTPUT  # characters that its cells may still output
        self._sent = 0  # the number of the last request that was sent

    # --- starting and stopping

    @property
    def alive(self) -> bool:
        return self.state in (State.READY, State.ABANDONED)

    def start(self) -> None:
        """Start the process, and check that it answers."""
        self.epoch += 1
        self._since = time.monotonic(), seconds_waited()
        for _ in range(MAX_ATTEMPTS):
            try:
                self._talk, self._lifeline = self.sandbox.spawn(self.user, self.limits)
                self._channel = Channel(self._talk, self.codec)
                self._reason = b""
                self.state = State.READY
                limit = self._limit(max(self.seconds, START_SECONDS))
                files = list(self.files.items())
                self._send(self.codec.pack({"do": "files", "files": files, "number": 0}), limit)
                if "value" in self._receive(limit):
                    return
            except (EOFError, OSError):
                self.stop()
                time.sleep(0.2)
        self.lost = True
        raise SandboxError("A student's process did not start in the sandbox.")

    def stop(self) -> None:
        """Close the lifeline, upon which the supervisor kills the process and all it started."""
        if self.alive:
            self._talk.close()
            self._lifeline.close()
            self.state = State.DOWN

    def renew(self) -> None:
        """Forgive a failure and drop a disturbed process, before a cell or a test."""
        self.forgive()
        if self.disturbed:
            self.disturbed = False
            self.stop()

    def forgive(self) -> None:
        """Let the next request start a new process if this one has failed."""
        if self.state is State.FAILED:
            self.state = State.DOWN

    # --- requests

    def run(self, source: str, figures: bool = False) -> list[dict[str, Any]]:
        """Run a cell and return its outputs (nbformat); figures are drawn only with `figures`."""
        try:
            return self._run(source, figures)
        except ProcessEnded:
            self.forgive()  # an earlier cell may have been the cause: try once more
        try:
            return self._run(source, figures)
        except ProcessEnded as error:
            return [error_output("ProcessEnded", str(error))]

    def _run(self, source: str, figures: bool) -> list[dict[str, Any]]:
        try:
            answer = self.ask(do="run", source=source, figures=figures)
            self.ask(do="has", name="")  # a cell after which it can't answer doesn't count
        except TooSlow as error:
            if (
                self.alive and not error.together
            ):  # it was interrupted; its effects until then count
                self._cells.append((source, INTERRUPT_GRACE))
            words = f"This cell had not ended after {self.seconds:g} seconds."
            if error.together:
                words = (
                    f"All of a submission may take {self.together:g} seconds, and they are over."
                )
            return [error_output("Timeout", words)]
        self._cells.append((source, self.seconds))
        outputs = sanitised(answer.get("value"), min(MAX_CELL_OUTPUT, self._room))
        self._room -= sum(map(length, outputs))
        return outputs

    def ask(self, seconds: float | None = None, **request: Any) -> Message:
        """Send one request and return its reply; meanwhile it may call functions of the tests."""
        self.ready()
        self.changes += request["do"] not in PASSIVE
        number, packed = self._pack(request)  # may raise: nothing was sent yet
        try:
            return self._exchange(number, packed, seconds)
        except ProcessEnded as error:
            self.state, self._why = State.FAILED, str(error)
            raise

    def ready(self) -> None:
        """Make sure that a process waits for a request."""
        self._check_deadline()
        if self.lost:
            raise ProcessEnded("The sandbox ended.")
        if self.state is State.FAILED:
            raise ProcessEnded(self._why)
        if self.state is State.ABANDONED:
            self._interrupt()
        if self.state is State.DOWN:
            try:
                self._restart()
            except BaseException:
                self.stop()  # it lacks cells
                raise

    def _check_deadline(self) -> None:
        if time.monotonic() > self._last():
            raise TooSlow(self.together or None, together=True)

    def _restart(self) -> None:
        """Start a process that has run all cells of the last one."""
        replayed = False
        while not replayed:
            self.restarts += 1
            log.info("Restarting a student's process, for the %s. time.", self.restarts)
            if self.restarts > self.max_restarts:
                raise ProcessEnded("The student's process ended too often.")
            self.start()
            replayed = self._replay()
        self.disturbed = False

    def _replay(self) -> bool:
        """Run the cells again; return False if the process ended, so that others are missing, too.

        Cells ran before. So one that ends the process now is left out, and one that has to be
        killed gets a second try: the machine may be busy.
        """
        for cell in list(self._cells):
            source, seconds = cell
            try:
                self._replay_one(seconds, {"do": "run", "source": source})
                self._replay_one(None, {"do": "has", "name": ""})
            except TooSlow as error:
                if error.together:
                    raise
                if self.alive:
                    continue
                if cell in self._stuck:
                    self._cells.remove(cell)
                self._stuck.append(cell)
                return False
            except ProcessEnded:
                if self.lost:
                    raise
                self._cells.remove(cell)
                return False
        return True

    def _replay_one(self, seconds: float | None, request: Message) -> None:
        self._check_deadline()
        if self.state is State.ABANDONED:
            self._interrupt()
        if not self.alive:
            raise TooSlow(seconds or self.seconds)
        self._exchange(*self._pack(request), seconds)

    def _pack(self, request: Message) -> tuple[int, bytes]:
        """Number and encode a request; the reply has the same number."""
        self.requests += 1
        number = self.requests
        return number, self.codec.pack({**request, "number": number})

    def _exchange(self, number: int, packed: bytes, seconds: float | None) -> Message:
        limit = self._limit(seconds or self.seconds)
        try:
            self._sent = number
            self._send(packed, limit)
            while True:
                answer = self._receive(limit)
                if "callback" in answer:
                    try:
                        reply = self.call_back(answer)  # which may send requests of its own
                    finally:
                        self._sent = number
                    self._send(self.codec.pack(reply), limit)
                elif answer.get("number") == number:
                    return answer
        except TimeoutError:
            together = not limit.over
            self._interrupt()
            if together:
                raise TooSlow(self.together or None, together=True) from None
            raise TooSlow(seconds or self.seconds) from None
        except (EOFError, OSError) as error:
            self._ended(error)
        except BaseException:
            self.state = State.ABANDONED  # its reply is still to come
            raise

    def _limit(self, seconds: float) -> Deadline:
        """Return the deadline of a request that begins now."""
        now = time.monotonic(), seconds_waited()
        return Deadline(seconds, lambda: self._delay(*now), self._last)

    def _last(self) -> float:
        """Return the deadline of all requests together, which a busy machine moves."""
        if time.monotonic() > self.deadline and self.postponed < self.together:
            since, self._since = self._since, (time.monotonic(), seconds_waited())
            more = min(self._delay(*since), self.together - self.postponed)
            self.deadline += more
            self.postponed += more
        return self.deadline

    def _delay(self, since: float, waited: float) -> float:
        """Return for how long this process and the student's have waited for a processor.

        Since a moment, until which this process had already waited for some seconds.
        """
        there = 0.0
        if self.alive:
            with contextlib.suppress(OSError):
                self._lifeline.sendall(HOW_DELAYED + MOMENT.pack(since))
                heard = self._hear(REASON_SECONDS)
                if isinstance(heard, float):
                    there = heard
                else:
                    self._reason = heard
        return there + seconds_waited() - waited

    def _hear(self, seconds: float) -> bytes | float:
        """Return what the supervisor says: a reason, or a delay; raise TimeoutError if nothing."""
        self._lifeline.settimeout(seconds)
        said = self._lifeline.recv(1)
        if said != DELAY:
            return said
        delay: float = MOMENT.unpack(self._lifeline.recv(MOMENT.size))[0]
        return delay

    def _send(self, packed: bytes, limit: Deadline) -> None:
        left = memoryview(packed)
        while left:
            self._talk.settimeout(limit.left())
            with contextlib.suppress(TimeoutError):
                left = left[self._talk.send(left) :]

    def _receive(self, limit: Deadline) -> Message:
        try:
            message = self._channel.read(limit)
            answer = self._decoded(message, limit)
        except WireError as error:
            raise EOFError(str(error)) from error
        if not isinstance(answer, dict):
            raise EOFError("not an answer")
        return answer

    def _decoded(self, message: tuple[bytearray, int], limit: Deadline) -> Any:
        """Decode a message by the same deadline: an expression could take forever."""
        while True:
            left = limit.left()
            end = time.monotonic() + left
            try:
                with time_limit(left):
                    return self.codec.unpack(*message)
            except TooSlow:
                if time.monotonic() < end:  # the limit of an outer timer
                    raise

    def _interrupt(self) -> None:
        """Interrupt the running request; kill the process if that doesn't help.

        The request may end by itself meanwhile: then the interrupt is still on its way, and the
        process waits for it before it takes another request.
        """
        self.state, self.disturbed = State.READY, True
        limit = self._limit(INTERRUPT_GRACE)
        limit.last = lambda: math.inf  # the time for an interrupt is not the student's
        try:
            self._lifeline.sendall(INTERRUPT)
            self._await_reply(self._sent, limit)
            number, packed = self._pack({"do": "settle"})
            self._send(packed, limit)
            self._await_reply(number, limit)
        except (OSError, EOFError):
            self.stop()

    def _await_reply(self, number: int, limit: Deadline) -> None:
        """Read until the reply to a request; refuse any further calls of it."""
        while (answer := self._receive(limit)).get("number") != number:
            if "callback" in answer:
                stopped = {"raised": ["KeyboardInterrupt"], "args": []}
                self._send(self.codec.pack(stopped), limit)

    def _ended(self, error: BaseException) -> NoReturn:
        """Raise ProcessEnded with the reason, which the supervisor may have sent."""
        why = "The student's process ended"
        if isinstance(error, EOFError) and str(error):
            why = "The student's process sent something that can't be read"
        else:
            reason = self._reason or self._last_words()
            if reason == MEMORY_EXCEEDED:
                why = "The student's process used too much memory"
            elif reason == MACHINE_SHORT:
                why = "The machine ran out of memory, and the student's process was killed"
                self.sandbox.short = True
            elif reason != ENDED:
                why, self.lost = "The sandbox ended", True
        self.stop()
        raise ProcessEnded(f"{why}.")

    def _last_words(self) -> bytes:
        """Return the supervisor's reason for an end, asking for it if it comes late."""
        for seconds in (REASON_SECONDS, LAST_SECONDS):
            try:
                while isinstance(heard := self._hear(seconds), float):
                    pass
                return heard
            except TimeoutError:
                with contextlib.suppress(OSError):
                    self._lifeline.shutdown(socket.SHUT_WR)
            except OSError:
                break
        return b""
