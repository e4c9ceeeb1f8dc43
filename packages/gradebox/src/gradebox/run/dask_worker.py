"""Code that runs inside a Dask worker: tasks, and the grading server that they hand submissions to.

A `GraderHandle` is a value in Dask's memory that every task of a run depends on, so Dask itself
brings it to each worker. Its grading server (`service`) starts when the first task needs it, and
ends soon after Dask has forgotten the value: at the end of a run, or when the client was killed.
Not at once, as Dask also drops copies that no task needs at the moment.
"""

import contextlib
import logging
import os
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from hashlib import sha256
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

from gradebox import PACKAGE
from gradebox.framing import pack, unpack
from gradebox.run.bundle import Bundle, difference, versions

log = logging.getLogger(__name__)

POLL_INTERVAL = 1.0  # seconds between checks for a cancelled task
MAX_WARM_UP = 300.0  # seconds for a grading server to get ready
MAX_SILENCE = 60.0  # seconds without a heartbeat before a server counts as dead
GRACE = 5.0  # seconds for a server to end by itself
LINGER = 10.0  # seconds to keep a server that no handle uses
MAX_ATTEMPTS = 3  # for a submission that keeps killing the server, and for starting one


class ServerDied(Exception):
    """The grading server is gone; the text is the end of its standard error."""


class IncompatibleWorker(Exception):
    """A worker can't grade; the text says why."""


class TaskCancelled(Exception):
    """The scheduler has dropped the task."""


class GradingServer:
    """The client of a grading server (`service`), which several threads may use."""

    def __init__(self, bundle: bytes, jobs: int, scratch: str) -> None:
        self.ready: Future[bool] = Future()  # True if it has control groups
        self._pending: dict[str, Future[bytes]] = {}
        self._names = map(str, count())
        self._sending = threading.Lock()
        self._folder = tempfile.TemporaryDirectory(dir=scratch, prefix="gradebox-")
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        places = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gradebox.run.service", self._folder.name, str(jobs)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd="/",
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))},
            start_new_session=True,  # Ctrl-C is for the client
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._tasks = Connection(os.dup(self.process.stdin.fileno()), readable=False)
        self._answers = Connection(os.dup(self.process.stdout.fileno()), writable=False)
        self.process.stdin.close()
        self.process.stdout.close()
        threading.Thread(target=self._read, daemon=True).start()
        self._send(bundle)

    @property
    def died(self) -> bool:
        return self.process.poll() is not None

    def submit(self, task: bytes) -> tuple[str, "Future[bytes]"]:
        """Submit a task under a new name; its result is empty if its judge died."""
        future: Future[bytes] = Future()
        name = next(self._names)
        self._pending[name] = future
        self._send(pack(["task", name], [task]))
        if self.died:
            self._fail_pending()
        return name, future

    def cancel(self, names: Iterable[str]) -> None:
        for name in names:
            self._pending.pop(name, None)
            self._send(pack(["cancel", name]))

    def _send(self, message: bytes) -> None:
        with self._sending, contextlib.suppress(OSError):  # `_read` notices a dead server
            self._tasks.send_bytes(message)

    def _read(self) -> None:
        """Receive answers until the server ends, or is silent for too long."""
        patience = MAX_WARM_UP
        try:
            while self._answers.poll(patience):
                (what, about), parts = unpack(self._answers.recv_bytes())
                patience = MAX_SILENCE
                if what == "ready":
                    self.ready.set_result(about)
                elif what == "refused":
                    self.ready.set_exception(IncompatibleWorker(about))
                elif what == "done" and (future := self._pending.pop(about, None)):
                    future.set_result(parts[0])
        except (EOFError, OSError, ValueError):
            pass
        self.process.kill()
        self.process.wait()
        self._folder.cleanup()
        self._errors.seek(0)
        errors = self._errors.read()[-10_000:].decode(errors="replace").strip()
        if errors:
            log.error("The grading server ended with:\n%s", errors)
        if not self.ready.done():
            self.ready.set_exception(ServerDied(errors[-500:] or "no reason was given"))
        self._fail_pending()

    def _fail_pending(self) -> None:
        for name in list(self._pending):
            if future := self._pending.pop(name, None):
                future.set_exception(ServerDied())

    def close(self) -> None:
        """Let the server end by itself, or kill it after a while; return at once."""
        self._tasks.close()
        timer = threading.Timer(GRACE, self.process.kill)
        timer.daemon = True
        timer.start()


class SharedGrader:
    """The grading server of one run on this worker, started when it is needed."""

    def __init__(self, bundle: bytes) -> None:
        self.bundle = bundle
        self.handles = 0  # on this worker
        self._server: GradingServer | None = None
        self._starting, self._one_at_a_time = threading.Lock(), threading.Lock()

    def incompatibility(self) -> str:
        """How this worker's versions differ from the client's; an empty string if they don't."""
        return difference(versions(), Bundle.from_bytes(self.bundle).versions)

    def warm_up(self) -> GradingServer:
        """Return the server once it is ready; raise `IncompatibleWorker` if it can't start."""
        errors = ""
        for _ in range(MAX_ATTEMPTS):
            server = self._running()
            try:
                server.ready.result()
                return server
            except ServerDied as error:
                errors = str(error)
        raise IncompatibleWorker(f"can't start its grader: {errors}")

    def _running(self) -> GradingServer:
        from distributed import get_worker

        with self._starting:
            if self._server is None and (words := self.incompatibility()):
                raise IncompatibleWorker(words)
            if self._server is None or self._server.died:
                worker = get_worker()
                folder = worker.local_directory
                self._server = GradingServer(self.bundle, worker.state.nthreads, folder)
            return self._server

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def grade(self, tasks: list[bytes], cancelled: Callable[[], bool]) -> list[bytes]:
        """Return each task's result, or no bytes for one that was given up.

        When the server dies, we don't know which submission killed it. So all that it had are tried
        again one by one, and a submission that keeps killing the server is given up.
        """
        done = self._grade_together(tasks, cancelled)
        for number, task in enumerate(tasks):
            attempts = 0
            while number not in done and attempts < MAX_ATTEMPTS:
                with self._one_at_a_time:
                    found = self._grade_together([task], cancelled)
                done |= {number: found[0]} if found else {}
                attempts += 1
        return [done.get(number, b"") for number in range(len(tasks))]

    def _grade_together(
        self, tasks: list[bytes], cancelled: Callable[[], bool]
    ) -> dict[int, bytes]:
        """Results by number; some are missing if the server dies."""
        server = self.warm_up()
        names, waiting = [], {}
        for number, task in enumerate(tasks):
            name, future = server.submit(task)
            names.append(name)
            waiting[future] = number
        done: dict[int, bytes] = {}
        while waiting:
            finished, _ = wait(waiting, POLL_INTERVAL, FIRST_COMPLETED)
            for future in finished:
                number = waiting.pop(future)
                with contextlib.suppress(ServerDied):
                    done[number] = future.result()
            if waiting and cancelled():
                server.cancel(names)
                raise TaskCancelled
        return done


_GRADERS: dict[bytes, SharedGrader] = {}  # this worker's, by the digest of their bundle
_GRADERS_LOCK = threading.RLock()  # a handle may be garbage collected in the middle of anything


class GraderHandle:
    """A value that tasks depend on; all handles of one run on one worker share a grader."""

    def __init__(self, bundle: bytes) -> None:
        self.bundle = bundle
        with _GRADERS_LOCK:
            self.grader = _GRADERS.setdefault(sha256(bundle).digest(), SharedGrader(bundle))
            self.grader.handles += 1
        weakref.finalize(self, _release, self.grader)

    def __reduce__(self) -> tuple[type, tuple[bytes]]:
        return GraderHandle, (self.bundle,)  # another worker has its own server

    def __sizeof__(self) -> int:
        return len(self.bundle)


def _release(grader: SharedGrader) -> None:
    with _GRADERS_LOCK:
        grader.handles -= 1
    timer = threading.Timer(LINGER, _close_unused, [grader])
    timer.daemon = True
    timer.start()


def _close_unused(grader: SharedGrader) -> None:
    """End a grading server that no handle uses any more."""
    key = sha256(grader.bundle).digest()
    with _GRADERS_LOCK:
        if grader.handles or _GRADERS.get(key) is not grader:
            return
        del _GRADERS[key]
    grader.close()


# --- tasks ---------------------------------------------------------------------------------------


def check(handle: GraderHandle) -> bytes:
    """Compare this worker's versions with the client's."""
    return pack({"refused": handle.grader.incompatibility()})


def warm_up(handle: GraderHandle) -> bytes:
    """Start the grading server."""
    return _answer(lambda: ({"cgroups": handle.grader.warm_up().ready.result()}, []))


def grade(handle: GraderHandle, batch: bytes) -> bytes:
    """Grade some submissions; results come in the same order."""
    _, tasks = unpack(batch)

    def work() -> tuple[dict[str, Any], list[bytes]]:
        handle.grader.warm_up()
        start = time.monotonic()
        results = handle.grader.grade(tasks, _cancelled())
        return {"seconds": time.monotonic() - start}, results

    return _answer(work)


def keep_few_messages(setting: str, count: int, dask_scheduler: Any) -> None:
    """Let a scheduler keep few messages, for present and future connections."""
    import dask

    dask.config.set({setting: count})
    for streams in (dask_scheduler.stream_comms, dask_scheduler.client_comms):
        for stream in streams.values():
            stream.recent_message_log = deque(maxlen=count)


def _answer(work: Callable[[], tuple[dict[str, Any], list[bytes]]]) -> bytes:
    try:
        header, parts = work()
    except IncompatibleWorker as error:
        from distributed import get_worker

        return pack({"refused": str(error), "worker": str(get_worker().address)})
    except TaskCancelled:  # Dask would keep an error, and with it the handle
        return b""
    return pack({"refused": "", **header}, parts)


def _cancelled() -> Callable[[], bool]:
    """A function that returns True if the scheduler has dropped this thread's task."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def dropped() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return dropped
