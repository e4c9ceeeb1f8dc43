"""Grading on a cluster: `grade --cluster`, by Dask's distributed scheduler.

The client (the `grade` command itself) sends submissions in batches and records the results; only
it touches gradebook and course folder. Dask assigns tasks to workers, and reassigns those of a
worker that is gone. This module limits the tasks in flight, sends a second copy if a worker is
silent, gives up a submission that keeps killing workers, and reports errors in plain words. The
workers' side is in `dask_worker`.
"""

import asyncio
import concurrent.futures
import contextlib
import ipaddress
import itertools
import json
import logging
import queue
import re
import secrets
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gradebox import logs
from gradebox.framing import pack, unpack
from gradebox.pages.rendering import count
from gradebox.results import ClusterError
from gradebox.run import dask_worker, terminal
from gradebox.run.dask_worker import GraderHandle
from gradebox.run.workers import Done, died

if TYPE_CHECKING:
    from distributed import Client, Future, Security

log = logging.getLogger(__name__)

LOCAL = re.compile(r"local:([1-9]\d{0,2})")

ROLES = ("client", "scheduler", "worker")

# Dask keeps messages for debugging, with the submissions in them: by default 1,000 per worker.
LOG_LENGTH, MAX_LOGGED_MESSAGES = "distributed.admin.low-level-log-length", 10
MAX_BATCH = 10  # submissions in one task; the scheduler takes milliseconds for each task
BATCH_SECONDS = 3.0  # that a batch should take; more is lost with a worker if it takes longer
MAX_BATCH_BYTES = 4 * 2**20
FIRST_BATCH = 2  # submissions in a task until the time for one is known
POLL_INTERVAL = 0.5  # seconds between events
SCHEDULER_INTERVAL = 2.0  # seconds between requests to the scheduler
CONNECT_TIMEOUT = 10.0  # seconds
ANSWER_TIMEOUT = 60.0  # seconds for the scheduler to answer a request
CHECK_TIMEOUT = 20.0  # seconds for workers to send their versions
WORKER_TIMEOUT = 300.0  # seconds to wait if there is no worker
MAX_SILENCE = 20.0  # seconds without a heartbeat before another worker gets a worker's tasks too
MAX_RETRIES = 3  # for a submission that was on a killed worker, if others are killed without it
SHUTDOWN_TIMEOUT = 20.0  # seconds for a cluster on this machine to end
CLOSE_TIMEOUT = SHUTDOWN_TIMEOUT + 10  # seconds to leave a cluster

MISSING = "Grading on a cluster needs the package {}: pip install 'gradebox[cluster]'"
NO_ADDRESS = (
    "{!r} is not the address of a cluster. Pass tls://HOST:PORT, tcp://127.0.0.1:PORT, or local:8 "
    "for eight workers on this machine."
)
NO_TLS = (
    "{} is another machine. Without TLS, others on the network can read the submissions, and can "
    "run programs on that machine. Use a tls:// address (see the guide to clusters). If nobody "
    "else is on that network, you can pass --unsafe-no-tls."
)
NO_KEYS = (
    "A tls:// address needs a certificate, its key and that of the authority. Name their files in "
    "Dask's configuration: distributed.comm.tls.ca-file, .client.cert and .client.key."
)
NO_SCHEDULER = "No scheduler answers at {} ({}). Is it running, and are the keys right?"
NO_WORKER = "There is no worker at {}. Start some, then run the same command again to continue."
INCOMPATIBLE = (
    "The worker at {} {}. Install the same versions there, or stop that worker: the same "
    "submission must get the same points everywhere."
)
GONE = (
    "The cluster at {} no longer answers{}. Graded submissions are kept: run the same command "
    "again to continue."
)
KILLS_WORKERS = (
    "it was given up, because several workers of the cluster died while grading only this; try "
    "grading it on one machine, with --no-cluster"
)


# --- connecting ----------------------------------------------------------------------------------


def checked_address(address: str, unsafe_no_tls: bool) -> str:
    """Return an address that is safe: with TLS, or on this machine; else raise ClusterError."""
    if LOCAL.fullmatch(address):
        return address
    found = re.fullmatch(r"(?:(tcp|tls)://)?(\[[0-9a-fA-F:.%]+\]|[^\s:/@]+):(\d{1,5})/?", address)
    if not found or found[2] == "local":
        raise ClusterError(NO_ADDRESS.format(address))
    if found[1] != "tls" and not (unsafe_no_tls or is_loopback(found[2])):
        raise ClusterError(NO_TLS.format(found[2]))
    return f"{found[1] or 'tcp'}://{found[2]}:{found[3]}"


def is_loopback(host: str) -> bool:
    """Return True if a host name or address always means this machine."""
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return False


class Connection:
    """A Dask client, with an event loop in a thread of its own."""

    def __init__(self, address: str, unsafe_no_tls: bool = False) -> None:
        self.address = checked_address(address, unsafe_no_tls)
        self.unsafe_no_tls = unsafe_no_tls
        try:
            import dask
            import distributed
        except ModuleNotFoundError as error:
            raise ClusterError(MISSING.format(error.name)) from None
        self.dask = distributed
        dask.config.set({LOG_LENGTH: MAX_LOGGED_MESSAGES})
        self.loop = asyncio.new_event_loop()
        self.client: Client
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._stack = contextlib.AsyncExitStack()

    def __enter__(self) -> "Connection":
        logs.only_to_file("distributed", "dask", "tornado", "asyncio")  # we report their errors
        warnings.filterwarnings("ignore", "(?s).*Sending large graph")
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Leave the cluster, and end it if it was started here."""
        try:
            self.call(self._stack.aclose(), CLOSE_TIMEOUT)
        except (OSError, TimeoutError, concurrent.futures.CancelledError):
            log.info("The cluster was gone before we left it", exc_info=True)
        except Exception:
            log.exception("Leaving the cluster failed")
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(1)

    def begin(self, work: Coroutine[Any, Any, Any]) -> "concurrent.futures.Future[Any]":
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def call(self, work: Coroutine[Any, Any, Any], seconds: float = ANSWER_TIMEOUT) -> Any:
        """Run a coroutine in the event loop; raise TimeoutError if it takes too long."""
        return self.begin(work).result(seconds)

    async def open(self) -> None:
        """Reach the scheduler, or start one."""
        local = LOCAL.fullmatch(self.address)
        where, security = await self._local(local[1]) if local else (self.address, self._security())
        try:
            client = self.dask.Client(
                where,
                security=security,
                asynchronous=True,
                timeout=CONNECT_TIMEOUT,
                set_as_default=False,
            )
            self.client = await self._stack.enter_async_context(client)
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            why = str(error.__cause__ or error).splitlines() or [type(error).__name__]
            raise ClusterError(NO_SCHEDULER.format(self.address, why[0])) from None
        try:
            function = dask_worker.keep_few_messages
            await self.client.run_on_scheduler(function, LOG_LENGTH, MAX_LOGGED_MESSAGES)
        except (ImportError, AttributeError):
            log.info("The scheduler's machine has no gradebox, and needs none")
        except Exception:
            log.exception("The scheduler keeps its default number of messages")

    async def _local(self, workers: str) -> tuple[str, "Security"]:
        """Start a cluster on this machine (`local_cluster`), with new keys for only this run."""
        security = self.dask.Security.temporary()
        pairs = [f"tls_{role}_{part}" for role in ROLES for part in ("cert", "key")]
        keys = {name: getattr(security, name) for name in ("tls_ca_file", *pairs)}
        errors = self._stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "gradebox.run.local_cluster", workers),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
        self._stack.push_async_callback(_stop, process)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(keys).encode() + b"\n")
        address = await process.stdout.readline()
        if not address:
            errors.seek(0)
            why = errors.read()[-500:].decode(errors="replace").strip()
            raise ClusterError(f"No cluster could be started on this machine: {why}")
        return address.decode().strip(), security

    def _security(self) -> "Security":
        encrypted = self.address.startswith("tls:")
        security = self.dask.Security(require_encryption=encrypted)
        names = ("tls_ca_file", "tls_client_cert", "tls_client_key")
        if encrypted and not all(getattr(security, name) for name in names):
            raise ClusterError(NO_KEYS)
        return security


async def _stop(process: asyncio.subprocess.Process) -> None:
    """Close a process's standard input, and kill it if it doesn't end."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), SHUTDOWN_TIMEOUT)
    except TimeoutError:
        process.kill()
        await process.wait()


# --- the pool ------------------------------------------------------------------------------------


@dataclass
class Batch:
    """Submissions that were sent as one Dask task."""

    number: int
    students: list[str]
    workers: list[str] | None  # allowed workers; all if None
    key: tuple[str, int]
    copied: bool = False  # sent to other workers too, as its own is silent


class ClusterPool:
    """A pool of graders on a cluster; each student's result comes once, when it is ready.

    Args:
        connection: To the cluster.
        bundle: The `Bundle` for every worker.
        limit: Seconds after which a judge is killed.

    """

    def __init__(self, connection: Connection, bundle: bytes, limit: float) -> None:
        self.connection, self.bundle, self.limit = connection, bundle, limit
        self.task: Callable[[str], bytes]  # the grading task of a student
        self.run = secrets.token_hex(4)
        self.workers: dict[str, Any] = {}  # information of the scheduler, by address
        self.has_cgroups = True  # on every worker
        self._open: set[str] = set()  # students without a result
        self._waiting: deque[str] = deque()
        self._suspects: deque[str] = deque()  # sent in a task of their own, as their worker died
        self._last: deque[str] = deque()  # the same, once everything else is done
        self._given_up: set[str] = set()
        self._worker_deaths = 0
        self._blamed: Counter[str] = Counter()  # deaths of workers that had this submission
        self._retries: Counter[str] = Counter()
        self._in_flight: dict[int, Batch] = {}
        self._incompatible: dict[str, str] = {}  # why a worker gets no tasks, by address
        self._events: queue.SimpleQueue[tuple[Batch | str, Any]] = queue.SimpleQueue()
        self._numbers = itertools.count()
        self._pace: float | None = None  # recent seconds per submission
        self._last_look = self._last_worker = time.monotonic()
        self._silent: set[str] = set()  # workers
        self._handle: Future
        self._opening = connection.begin(self._begin())

    # -- getting ready

    async def _begin(self) -> None:
        """Connect, compare the versions of every worker, and let them warm up."""
        await self.connection.open()
        self._handle = self._new_handle()
        await self._identify()
        while not self.workers:
            await asyncio.sleep(POLL_INTERVAL)
            await self._identify()
        asked = {worker: self._run_on(dask_worker.check, worker) for worker in self.workers}
        tasks = {asyncio.ensure_future(work): worker for worker, work in asked.items()}
        done, _ = await asyncio.wait(tasks, timeout=CHECK_TIMEOUT)
        for task in done:
            self._check_answer(tasks[task], task.result())
        for worker in self.workers:
            self.connection.begin(self._warm_up(worker))

    def _new_handle(self, **options: Any) -> "Future":
        key = f"gradebox-handle-{self.run}-{next(self._numbers)}"
        return self.connection.client.submit(GraderHandle, self.bundle, key=key, **options)

    async def _run_on(self, function: Callable[..., bytes], worker: str) -> Any:
        """The answer of a worker to a task for only this worker, or the error of the task."""
        key = f"gradebox-{function.__name__}-{self.run}-{next(self._numbers)}"
        return await self._result(function, key=key, workers=[worker])

    async def _warm_up(self, worker: str) -> None:
        self._events.put((worker, await self._run_on(dask_worker.warm_up, worker)))

    async def _result(self, function: Callable[..., bytes], *data: bytes, **options: Any) -> Any:
        """The result of a task, or its error: `_check_answer` and `_receive` tell them apart."""
        client = self.connection.client
        future = client.submit(function, self._handle, *data, pure=False, **options)
        try:
            return await future
        except (Exception, asyncio.CancelledError) as error:
            return error
        finally:
            future.release()

    def start(self, task: Callable[[str], bytes]) -> None:
        """Wait until there are workers, and print their number."""
        self.task = task
        end, waiting = time.monotonic() + WORKER_TIMEOUT, False
        while True:
            try:
                self._opening.result(5)
                break
            except concurrent.futures.TimeoutError as error:
                if self._opening.done():
                    raise self._gone(error) from None
                if time.monotonic() > end:
                    raise ClusterError(NO_WORKER.format(self.connection.address)) from None
                if not waiting and not self.workers:
                    print(f"Waiting for workers at {self.connection.address}.", flush=True)
                    waiting = True
            except OSError as error:
                raise self._gone(error) from None
        self._check_encryption()
        link = self.connection.client.dashboard_link
        print(f"On a cluster with {self.describe()}; dashboard: {link}", flush=True)

    def describe(self) -> str:
        return count(len(self.workers), "worker")

    def _check_answer(self, worker: str, answer: Any) -> None:
        """Raise ClusterError if a worker that was there from the start can't grade."""
        if isinstance(answer, bytes):
            header, _ = unpack(answer)
            if header["refused"]:
                raise ClusterError(INCOMPATIBLE.format(worker, header["refused"]))
            self.has_cgroups &= header.get("cgroups", True)
        elif isinstance(answer, ImportError | AttributeError):
            words = f"has another version of gradebox, or none ({answer})"
            raise ClusterError(INCOMPATIBLE.format(worker, words))
        elif not isinstance(
            answer, OSError | asyncio.CancelledError | self.connection.dask.KilledWorker
        ):  # the worker was not lost
            log.warning("The worker at %s could not be checked", worker, exc_info=answer)

    # -- the interface of `GraderPool`

    def add(self, students: Iterable[str]) -> None:
        new = list(students)
        self._open.update(new)
        self._waiting.extend(new)
        self._feed()

    @property
    def left(self) -> int:
        return len(self._open)

    def results(self) -> Iterator[Done]:
        while self._open:
            self._feed()
            try:
                found, answer = self._events.get(timeout=POLL_INTERVAL)
            except queue.Empty:
                pass
            else:
                if isinstance(found, str):
                    self._check_answer(found, answer)
                else:
                    yield from self._receive(found, answer)
            if time.monotonic() - self._last_look > SCHEDULER_INTERVAL:
                self._check_workers()
            if self.connection.client.status != "running":
                raise self._gone()

    def reason(self, student: str) -> str:
        return KILLS_WORKERS if student in self._given_up else died(self.limit)

    # -- sending

    @property
    def _threads(self) -> int:
        """The number of submissions that can be graded at the same time."""
        return sum(
            about["nthreads"]
            for name, about in self.workers.items()
            if name not in self._incompatible
        )

    def _feed(self) -> None:
        """Send as many batches as workers can soon take."""
        most = 2 * self._threads + 1 if self._threads else 0
        while len(self._in_flight) < most and (self._suspects or self._waiting):
            students, tasks = self._next_batch()
            if students:
                self._send(students, tasks)
        if self._last and not self._in_flight and most:
            self._suspects.append(self._last.popleft())
            self._feed()

    def _next_batch(self) -> tuple[list[str], list[bytes]]:
        """The next batch: small near the end, and limited in time and bytes."""
        if self._suspects:
            student = self._suspects.popleft()
            return ([student], [self.task(student)]) if student in self._open else ([], [])
        fit = int(BATCH_SECONDS / self._pace) if self._pace else FIRST_BATCH
        share = len(self._waiting) // (2 * self._threads)
        most, size = max(1, min(MAX_BATCH, fit, share)), 0
        students: list[str] = []
        tasks: list[bytes] = []
        while self._waiting and len(students) < most and size < MAX_BATCH_BYTES:
            student = self._waiting.popleft()
            if student in self._open:
                students.append(student)
                tasks.append(self.task(student))
                size += len(tasks[-1])
        return students, tasks

    def _send(
        self, students: list[str], tasks: list[bytes], workers: list[str] | None = None
    ) -> None:
        number = next(self._numbers)
        if self._incompatible and workers is None:
            workers = [name for name in self.workers if name not in self._incompatible]
        batch = Batch(number, students, workers, (f"gradebox-grade-{self.run}", number))
        self._in_flight[number] = batch
        self.connection.begin(self._fly(batch, pack(None, tasks)))

    async def _fly(self, batch: Batch, data: bytes) -> None:
        # If all of these workers are gone, the task may go to any other.
        loose = batch.workers is not None
        options = {"key": batch.key, "workers": batch.workers, "allow_other_workers": loose}
        self._events.put((batch, await self._result(dask_worker.grade, data, **options)))

    # -- receiving

    def _receive(self, batch: Batch, answer: Any) -> Iterator[Done]:
        """Take the results of a batch, or send its submissions again."""
        del self._in_flight[batch.number]
        mine = [student for student in batch.students if student in self._open]
        if isinstance(answer, bytes):
            header, parts = unpack(answer)
            if header["refused"]:
                self._refuse(header["worker"], header["refused"])
                self._waiting.extendleft(reversed(mine))
                return
            pace = header["seconds"] / len(batch.students)
            self._pace = pace if self._pace is None else 0.8 * self._pace + 0.2 * pace
            for student, data in zip(batch.students, parts, strict=True):
                if student in self._open:
                    self._open.remove(student)
                    yield student, data or None
            return
        elsewhere = {name for other in self._in_flight.values() for name in other.students}
        mine = [student for student in mine if student not in elsewhere]
        if not mine:
            return
        if not isinstance(answer, self.connection.dask.KilledWorker):
            raise self._gone(answer)
        for student in mine:
            self._blamed[student] += answer.allowed_failures + 1
            if len(batch.students) > 1:
                self._suspects.append(student)
            elif self._retries[student] < MAX_RETRIES and self._workers_crash_without(student):
                self._retries[student] += 1
                self._last.append(student)
            else:
                self._open.remove(student)
                self._given_up.add(student)
                yield student, None

    def _workers_crash_without(self, student: str) -> bool:
        """Return True if workers died that had neither this submission nor one that is given up.

        Dask counts a death for every submission on the worker, even a queued one. If workers are
        killed for other reasons, that hits the innocent.
        """
        blamed = sum(self._blamed[name] for name in {student, *self._given_up})
        return self._worker_deaths > blamed

    def _refuse(self, worker: str, words: str) -> None:
        """Send no more to a worker that came later and can't grade."""
        if worker not in self._incompatible:
            self._incompatible[worker] = words
            words = INCOMPATIBLE.format(worker, words)
            terminal.print_error(f"{words} It gets no submissions.")

    # -- looking after workers

    async def _identify(self) -> None:
        identity = await self.connection.client.scheduler.identity()
        self._worker_deaths += len(self.workers.keys() - identity["workers"].keys())
        self.workers = identity["workers"]

    def _check_workers(self) -> None:
        """Ask the scheduler for its workers, and copy the tasks of silent ones."""
        self._last_look = time.monotonic()
        try:
            self.connection.call(self._identify())
            self._check_encryption()
            if self._threads:
                self._last_worker = time.monotonic()
            elif time.monotonic() - self._last_worker > WORKER_TIMEOUT:
                raise ClusterError(NO_WORKER.format(self.connection.address))
            seen = {name: about["last_seen"] for name, about in self.workers.items()}
            silent = {name for name in seen if seen[name] < max(seen.values()) - MAX_SILENCE}
            if silent:
                self.connection.call(self._copy_tasks(silent))
            self._silent = silent
        except (OSError, concurrent.futures.TimeoutError) as error:
            raise self._gone(error) from None

    async def _copy_tasks(self, silent: set[str]) -> None:
        """Send the tasks of silent workers to others too; the first result wins.

        A worker without a copy of the handle may wait forever for that of a silent one. So all get
        a new handle from now on, and that worker's tasks are copied as well.
        """
        others = [n for n in self.workers if n not in silent and n not in self._incompatible]
        if not others:
            return
        client = self.connection.client
        if silent - self._silent:
            copies = await client.who_has([self._handle])
            holders = {name for found in copies.values() for name in found}
            lacking = [name for name in others if name not in holders]
            self._handle = self._new_handle(workers=others, allow_other_workers=True)
        else:
            lacking = []
        held = await client.processing([*silent, *lacking])
        keys = {key for found in held.values() for key in found}
        for batch in list(self._in_flight.values()):
            if batch.key in keys and not batch.copied:
                batch.copied = True
                mine = [student for student in batch.students if student in self._open]
                if mine:
                    self._send(mine, [self.task(student) for student in mine], others)

    def _check_encryption(self) -> None:
        if self.connection.unsafe_no_tls:
            return
        for worker in self.workers:
            scheme, _, place = worker.partition("://")
            if scheme != "tls" and not is_loopback(place.rpartition(":")[0]):
                raise ClusterError(NO_TLS.format(place))

    def _gone(self, error: Any = None) -> ClusterError:
        """The error to raise if the scheduler doesn't answer, or if a task fails."""
        lost = self.connection.client.status != "running" or isinstance(
            error, OSError | asyncio.CancelledError | concurrent.futures.TimeoutError | None
        )
        if not lost:
            log.error("A task on the cluster failed", exc_info=error)
        words = "" if lost else f" ({type(error).__name__}: {str(error)[:200]})"
        return ClusterError(GONE.format(self.connection.address, words))
