"""A process pool: long-lived workers, each of which forks a fresh judge per submission.

A judge that hangs is killed after a time limit, and a worker that dies or doesn't answer (because
it was stopped, say) is replaced; the pools of `concurrent.futures` do neither. Workers share the
grader's memory (copy-on-write), so a judge has all imports and warm caches. Only a process without
other threads may fork: a lock that another thread holds at that moment stays locked in the child
forever.
"""

import contextlib
import itertools
import logging
import os
import resource
import select
import signal
import socket
import struct
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from gradebox import logs
from gradebox.framing import pack, unpack
from gradebox.limits import JUDGE_ADDRESS_SPACE
from gradebox.sandbox import linux
from gradebox.sandbox.confinement import Confinement

log = logging.getLogger(__name__)

POLL_INTERVAL = 1.0  # seconds
MAX_QUEUED = 1 << 16  # bytes of a task that is sent to a busy worker: they fit into its pipe
GRACE = 10.0  # seconds for a worker to kill a judge and report that

Work = Callable[[bytes], bytes]
Done = tuple[str, bytes | None]  # a student and the bytes of `work`, or None if the judge died


class GraderPool(Protocol):
    """A pool of graders, on this machine (`Pool`) or on a cluster (`ClusterPool`)."""

    limit: float

    def add(self, students: Iterable[str]) -> None: ...
    @property
    def left(self) -> int: ...
    def results(self) -> Iterator[Done]: ...
    def reason(self, student: str) -> str: ...


def died(limit: float) -> str:
    """The reason of a result that never came."""
    return f"the judge died, or took longer than {limit:g} seconds"


class Pool:
    """Workers forked from this process as it is now; results come as they are ready.

    Args:
        jobs: Number of workers.
        work: Runs in a judge: from the bytes of a task to those of its result.
        limit: Seconds after which a judge is killed.
        confinement: The judges' own sandbox; None if there is none.

    """

    def __init__(
        self, jobs: int, work: Work, limit: float, confinement: Confinement | None = None
    ) -> None:
        self.work, self.limit, self.confinement = work, limit, confinement
        self.read: Callable[[str], bytes] = os.fsencode  # the task of a student
        self.waiting: deque[str] = deque()
        self._cores = itertools.cycle(sorted(os.sched_getaffinity(0)))
        # Per worker: the running job, then queued ones; and the seconds since it had that job.
        self._busy: dict[Connection, deque[str]] = {}
        self._waited: dict[Connection, float] = {}
        self._workers: dict[Connection, Any] = {}
        for _ in range(jobs):
            self._start()

    def _start(self) -> Connection:
        context = get_context("fork")
        mine, theirs = context.Pipe()
        _set_receive_timeout(mine, GRACE)
        others = [mine, *self._workers]
        place = (theirs, others, next(self._cores))
        process = context.Process(
            target=_serve, args=(*place, self.work, self.limit, self.confinement)
        )
        process.start()
        theirs.close()
        self._workers[mine] = process
        return mine

    def add(self, students: Iterable[str]) -> None:
        """Grade these too; idle workers begin at once."""
        self.waiting.extend(students)
        for connection in list(self._workers):
            self._feed(connection)

    def cancel(self, student: str) -> None:
        """Don't grade a student after all, unless a worker has begun."""
        if student in self.waiting:
            self.waiting.remove(student)

    @property
    def left(self) -> int:
        return len(self.waiting) + sum(map(len, self._busy.values()))

    def reason(self, student: str) -> str:
        """Why a student has no result."""
        return died(self.limit)

    def results(self) -> Iterator[Done]:
        """Results as they come, until nothing is left."""
        while self._busy:
            yield from self.ready()

    def ready(
        self, seconds: float = POLL_INTERVAL, also: Sequence[Connection] = ()
    ) -> Iterator[Done]:
        """Results that are ready within some seconds; sooner if one of `also` has data."""
        start = time.monotonic()
        ready = [found for found in wait([*self._busy, *also], seconds) if found in self._busy]
        # If this process itself was stopped (Ctrl-Z), that time doesn't count.
        passed = min(time.monotonic() - start, 2 * seconds)
        overdue = []
        for connection in self._busy:
            self._waited[connection] += passed
            if self._waited[connection] > self.limit + GRACE and connection not in ready:
                overdue.append(connection)
        for found in [*ready, *overdue]:
            assert isinstance(found, Connection)
            yield self._done(found, found in overdue)

    def _done(self, connection: Connection, overdue: bool) -> Done:
        """Receive a worker's result and give it another job; replace the worker if it is dead."""
        student = self._busy[connection].popleft()
        data: bytes | None = None
        try:
            if overdue:
                raise EOFError
            data = connection.recv_bytes() or None
            self._waited[connection] = 0.0
        except (EOFError, OSError):
            connection = self._replaced(connection)
        self._feed(connection)
        return student, data

    def _replaced(self, connection: Connection) -> Connection:
        """Replace a worker that has died, or that a signal has stopped."""
        process = self._workers.pop(connection)
        process.kill()
        process.join()
        connection.close()
        self.waiting.extendleft(reversed(self._busy.pop(connection)))
        del self._waited[connection]
        return self._start()

    def _feed(self, connection: Connection) -> None:
        """Give a worker a job, and if there are plenty a second one, so that it never waits."""
        mine = self._busy.setdefault(connection, deque())
        self._waited.setdefault(connection, 0.0)
        while self.waiting and len(mine) < (2 if len(self.waiting) > len(self._workers) else 1):
            task = self._task(self.waiting[0])
            if mine and len(task) > MAX_QUEUED:  # to send it would take until the other is done
                return
            try:
                connection.send_bytes(pack(self.waiting[0], [task]))
            except OSError:  # it is dead; `_done` will notice if it had a job
                if not mine:
                    self._feed(self._replaced(connection))
                return
            mine.append(self.waiting.popleft())
        if not mine:
            del self._busy[connection], self._waited[connection]

    def _task(self, student: str) -> bytes:
        try:
            return self.read(student)
        except Exception:
            log.exception("The work of %r can't be read", student)
            return b""  # its judge dies

    def close(self) -> None:
        """Kill all workers, and with them the judges they have started."""
        for connection, process in self._workers.items():
            connection.close()
            process.kill()
            process.join()


def _set_receive_timeout(connection: Connection, seconds: float) -> None:
    """Let reads fail if the rest of a message doesn't come because its sender was stopped."""
    with socket.socket(fileno=os.dup(connection.fileno())) as same:
        whole, part = divmod(seconds, 1)
        interval = struct.pack("@ll", int(whole), int(part * 1e6))
        same.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, interval)


def _serve(
    jobs: Connection,
    others: list[Connection],
    core: int,
    work: Work,
    limit: float,
    confinement: Confinement | None,
) -> None:
    """Run a worker until its parent is gone.

    A worker is pinned to one core, and so are the judges it forks and the students' processes that
    these start: judge and student take turns, and a context switch on one core is far cheaper.
    """
    os.sched_setaffinity(0, {core})
    for connection in others:
        connection.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    if confinement is not None:
        try:
            confinement.prepare()
        except OSError:
            log.warning("The system refuses the tests' process a sandbox of its own.")
            confinement = None
    while True:
        try:
            student, [task] = unpack(jobs.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)
        jobs.send_bytes(_run_judge(work, student, task, limit, confinement))


def _run_judge(
    work: Work, student: str, task: bytes, limit: float, confinement: Confinement | None
) -> bytes:
    """Do the work in a forked process; return no bytes if that died or took too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            die_with_parent()
            os.close(reading)
            linux.lower_limit(resource.RLIMIT_AS, JUDGE_ADDRESS_SPACE)
            if confinement is not None:
                kept = {1, 2, writing, *logs.descriptors()}
                with contextlib.suppress(OSError):  # there is no /proc in there
                    kept.add(linux.schedstat(os.getpid()))
                confinement.enter(kept)
            with open(writing, "wb") as file:
                file.write(work(task))
        except BaseException:
            log.exception("The judge of %r failed", student)
        finally:
            os._exit(0)
    os.close(writing)
    parts: list[bytes] = []
    end = time.monotonic() + limit
    while select.select([reading], [], [], max(0.0, end - time.monotonic()))[0]:
        part = os.read(reading, 1 << 20)
        if not part:
            break
        parts.append(part)
    else:
        parts.clear()
        os.kill(child, signal.SIGKILL)
    os.close(reading)
    os.waitpid(child, 0)
    return b"".join(parts)


def die_with_parent() -> None:
    """Let the kernel kill this process when its parent ends for any reason."""
    linux.set_parent_death_signal()
    if os.getppid() == 1:  # it ended before we asked
        os._exit(1)
