"""What runs inside a Dask worker: tasks, and the grading server that they hand submissions to.

A `Station` is a value in Dask's memory, which every task of a run depends on, so Dask itself brings
it to each worker. Its grading server (`service`) starts when the first task needs it, and ends soon
after Dask has forgotten the value: at the end of a run, or when whoever grades was killed. Not at
once, as Dask also drops copies that no task needs at the moment.
"""

import contextlib
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

TICK = 1.0  # seconds between two looks at whether anybody still wants the result
WARM = 300.0  # seconds that a grading server has to get ready
SILENCE = 60.0  # seconds without a sign of life, then it is taken for dead
GRACE = 5.0  # seconds that it has to end by itself
LINGER = 10.0  # seconds for which a grading server is kept that nobody holds
TRIES = 3  # of a submission that is alone with the grading server when that dies


class Lost(Exception):
    """The grading server is gone; its text is the last that it said."""


class Refused(Exception):
    """A worker can't grade; its text says why."""


class Unwanted(Exception):
    """Nobody waits for the result any more."""


class Service:
    """A grading server as its client sees it; several threads may use it."""

    def __init__(self, bundle: bytes, jobs: int, scratch: str) -> None:
        self.ready: Future[bool] = Future()  # whether it has control groups
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
            start_new_session=True,  # Ctrl-C is the client's
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._orders = Connection(os.dup(self.process.stdin.fileno()), readable=False)
        self._answers = Connection(os.dup(self.process.stdout.fileno()), writable=False)
        self.process.stdin.close()
        self.process.stdout.close()
        threading.Thread(target=self._read, daemon=True).start()
        self._send(bundle)

    @property
    def lost(self) -> bool:
        """Whether it is gone."""
        return self.process.poll() is not None

    def submit(self, order: bytes) -> tuple[str, "Future[bytes]"]:
        """Have an order graded, under a name; empty bytes where its judge died."""
        future: Future[bytes] = Future()
        name = next(self._names)
        self._pending[name] = future
        self._send(pack(["order", name], [order]))
        if self.lost:
            self._end_pending()
        return name, future

    def forget(self, names: Iterable[str]) -> None:
        """Have orders not graded after all, as far as nobody has begun with them."""
        for name in names:
            self._pending.pop(name, None)
            self._send(pack(["forget", name]))

    def _send(self, message: bytes) -> None:
        with self._sending, contextlib.suppress(OSError):  # `_read` notices that it is gone
            self._orders.send_bytes(message)

    def _read(self) -> None:
        """Take its answers, until it ends or is silent for too long."""
        patience = WARM
        try:
            while self._answers.poll(patience):
                (what, about), parts = unpack(self._answers.recv_bytes())
                patience = SILENCE
                if what == "ready":
                    self.ready.set_result(about)
                elif what == "refused":
                    self.ready.set_exception(Refused(about))
                elif what == "done" and (future := self._pending.pop(about, None)):
                    future.set_result(parts[0])
        except (EOFError, OSError, ValueError):
            pass
        self.process.kill()
        self.process.wait()
        self._folder.cleanup()
        if not self.ready.done():
            self._errors.seek(0)
            said = self._errors.read()[-500:].decode(errors="replace").strip()
            self.ready.set_exception(Lost(said or "no reason was given"))
        self._end_pending()

    def _end_pending(self) -> None:
        for name in list(self._pending):
            if future := self._pending.pop(name, None):
                future.set_exception(Lost())

    def close(self) -> None:
        """Let it end by itself, and see to it that it does; this returns at once."""
        self._orders.close()
        timer = threading.Timer(GRACE, self.process.kill)
        timer.daemon = True
        timer.start()


class Seat:
    """The grading server of one run on one worker, started when it is needed."""

    def __init__(self, bundle: bytes) -> None:
        self.bundle = bundle
        self.holders = 0  # how many stations have it
        self._service: Service | None = None
        self._starting, self._suspects = threading.Lock(), threading.Lock()

    def refusal(self) -> str:
        """Why this worker can't grade for whoever asks: other versions; nothing where it can."""
        return difference(versions(), Bundle.from_bytes(self.bundle).versions)

    def warm(self) -> Service:
        """The server, once it is ready; `Refused` where it can't be."""
        said = ""
        for _ in range(TRIES):
            service = self._running()
            try:
                service.ready.result()
                return service
            except Lost as error:
                said = str(error)
        raise Refused(f"can't start its grader: {said}")

    def _running(self) -> Service:
        from distributed import get_worker

        with self._starting:
            if self._service is None:
                words = self.refusal()
                if words:
                    raise Refused(words)
            if self._service is None or self._service.lost:
                worker = get_worker()
                place = worker.local_directory
                self._service = Service(self.bundle, worker.state.nthreads, place)
            return self._service

    def close(self) -> None:
        """End the server, where there is one."""
        if self._service is not None:
            self._service.close()

    def grade(self, orders: list[bytes], unwanted: Callable[[], bool]) -> list[bytes]:
        """What becomes of each order: a result, or no bytes where it was given up.

        When the server dies, nobody knows whose fault that is. So all that it had are then tried
        again one by one, and who is alone with it when it dies once more is given up in the end.
        """
        done = self._together(orders, unwanted)
        for number, order in enumerate(orders):
            tries = 0
            while number not in done and tries < TRIES:
                with self._suspects:
                    found = self._together([order], unwanted)
                done |= {number: found[0]} if found else {}
                tries += 1
        return [done.get(number, b"") for number in range(len(orders))]

    def _together(self, orders: list[bytes], unwanted: Callable[[], bool]) -> dict[int, bytes]:
        """Results by number; some are not there where the server dies."""
        service = self.warm()
        names, waiting = [], {}
        for number, order in enumerate(orders):
            name, future = service.submit(order)
            names.append(name)
            waiting[future] = number
        done: dict[int, bytes] = {}
        while waiting:
            finished, _ = wait(waiting, TICK, FIRST_COMPLETED)
            for future in finished:
                number = waiting.pop(future)
                with contextlib.suppress(Lost):
                    done[number] = future.result()
            if waiting and unwanted():
                service.forget(names)
                raise Unwanted
        return done


_SEATS: dict[bytes, Seat] = {}  # of this worker, by what they are for
_SEATING = threading.RLock()  # a station may be collected, and leave, in the middle of anything


class Station:
    """What tasks depend on; all stations of one run on one worker share a grading server."""

    def __init__(self, bundle: bytes) -> None:
        self.bundle = bundle
        with _SEATING:
            self.seat = _SEATS.setdefault(sha256(bundle).digest(), Seat(bundle))
            self.seat.holders += 1
        weakref.finalize(self, _leave, self.seat)

    def __reduce__(self) -> tuple[type, tuple[bytes]]:
        return Station, (self.bundle,)  # another worker has its own server

    def __sizeof__(self) -> int:
        return len(self.bundle)

    def grade(self, orders: list[bytes], unwanted: Callable[[], bool]) -> list[bytes]:
        """What becomes of each order: a result, or no bytes where it was given up."""
        return self.seat.grade(orders, unwanted)


def _leave(seat: Seat) -> None:
    with _SEATING:
        seat.holders -= 1
    timer = threading.Timer(LINGER, _clear, [seat])
    timer.daemon = True
    timer.start()


def _clear(seat: Seat) -> None:
    """End a grading server that nobody holds any more."""
    key = sha256(seat.bundle).digest()
    with _SEATING:
        if seat.holders or _SEATS.get(key) is not seat:
            return
        del _SEATS[key]
    seat.close()


# --- tasks ---------------------------------------------------------------------------------------


def check(station: Station) -> bytes:
    """Whether this worker has the right versions."""
    return pack({"refused": station.seat.refusal()})


def warm(station: Station) -> bytes:
    """Start the grading server."""
    return _said(lambda: ({"grouped": station.seat.warm().ready.result()}, []))


def grade(station: Station, batch: bytes) -> bytes:
    """Grade some submissions; results come in the same order."""
    _, orders = unpack(batch)

    def work() -> tuple[dict[str, Any], list[bytes]]:
        station.seat.warm()
        start = time.monotonic()
        results = station.grade(orders, _unwanted())
        return {"seconds": time.monotonic() - start}, results

    return _said(work)


def keep_few_messages(setting: str, most: int, dask_scheduler: Any) -> None:
    """Have a scheduler keep few messages: to those who are connected, and to those who come."""
    import dask

    dask.config.set({setting: most})
    for streams in (dask_scheduler.stream_comms, dask_scheduler.client_comms):
        for stream in streams.values():
            stream.recent_message_log = deque(maxlen=most)


def _said(work: Callable[[], tuple[dict[str, Any], list[bytes]]]) -> bytes:
    try:
        header, parts = work()
    except Refused as error:
        return pack({"refused": str(error), "worker": _address()})
    except Unwanted:  # an error that Dask kept would keep the station, too
        return b""
    return pack({"refused": "", **header}, parts)


def _address() -> str:
    from distributed import get_worker

    return str(get_worker().address)


def _unwanted() -> Callable[[], bool]:
    """A test whether the scheduler has dropped the task that this thread works at."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def dropped() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return dropped
