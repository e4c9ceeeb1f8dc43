"""Worker processes: each takes one submission at a time, and forks a clean judge for it."""

import ctypes
import itertools
import os
import resource
import select
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

DIE_WITH_PARENT = 1
MOST_MEMORY = 8 * 2**30

Work = Callable[[str], bytes]
Done = tuple[str, bytes | None]  # a student and what `work` made, or None where it died


class Pool:
    """So many workers, forked from this process as it is now; results come as they are ready."""

    def __init__(self, jobs: int, work: Work, limit: float) -> None:
        self.work, self.limit = work, limit
        self.waiting: deque[str] = deque()
        self._cores = itertools.cycle(sorted(os.sched_getaffinity(0)))
        self._busy: dict[Connection, deque[str]] = {}  # whom each has at work, and next
        self._workers: dict[Connection, Any] = {}
        for _ in range(jobs):
            self._start()

    def _start(self) -> Connection:
        context = get_context("fork")
        mine, theirs = context.Pipe()
        others = [mine, *self._workers]
        place = (theirs, others, next(self._cores))
        process = context.Process(target=_serve, args=(*place, self.work, self.limit))
        process.start()
        theirs.close()
        self._workers[mine] = process
        return mine

    def add(self, students: Iterable[str]) -> None:
        """Have these graded too; idle workers begin at once."""
        self.waiting.extend(students)
        for connection in self._workers:
            self._feed(connection)

    @property
    def left(self) -> int:
        """How many are waiting or at work."""
        return len(self.waiting) + sum(map(len, self._busy.values()))

    def results(self) -> Iterator[Done]:
        """What comes, until nothing is left."""
        while self._busy:
            yield from self.ready()

    def ready(self, seconds: float | None = None) -> Iterator[Done]:
        """What is ready, or will be within some seconds."""
        for ready in wait(list(self._busy), seconds):
            assert isinstance(ready, Connection)
            connection = ready
            student = self._busy[connection].popleft()
            data: bytes | None
            try:
                data = connection.recv_bytes() or None
            except (EOFError, OSError):
                data = None
                self._workers.pop(connection).join()
                self.waiting.extendleft(self._busy.pop(connection))
                connection = self._start()
            self._feed(connection)
            yield student, data

    def _feed(self, connection: Connection) -> None:
        """Give a worker something to do, and while there is plenty, something to do next."""
        mine = self._busy.setdefault(connection, deque())
        while self.waiting and len(mine) < (2 if len(self.waiting) > len(self._workers) else 1):
            mine.append(self.waiting.popleft())
            connection.send(mine[-1])
        if not mine:
            del self._busy[connection]

    def close(self) -> None:
        """End all workers, and the judges they have started."""
        for connection, process in self._workers.items():
            connection.close()
            process.kill()
            process.join()


def _serve(
    orders: Connection, others: list[Connection], core: int, work: Work, limit: float
) -> None:
    """Do what a worker does, until its parent is gone.

    A worker stays on one core, and so do the judges it forks and the students' processes that these
    start: judge and student take turns, and waking each other is far cheaper on the same core.
    """
    os.sched_setaffinity(0, {core})
    for connection in others:
        connection.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    while True:
        try:
            student = orders.recv()
        except (EOFError, OSError):
            os._exit(0)
        orders.send_bytes(_apart(work, student, limit))


def _apart(work: Work, student: str, limit: float) -> bytes:
    """Do the work in a process of its own; nothing where that died or took too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            die_with_parent()
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            with open(writing, "wb") as file:
                file.write(work(student))
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
    """Ask the system to end this process when its parent ends, however that happens."""
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() == 1:
        os._exit(1)
