"""Grading on a cluster: `gradebox grade --cluster`, by Dask's distributed scheduler.

The client (`gradebox grade` itself) sends submissions in batches and records what comes back; it
alone touches gradebook and course folder. Dask decides which worker does what, and does again what
a worker that is gone has not finished. What is left to do here: never more in flight than workers
can soon take, a second copy for a worker that is silent, an end for a submission that takes workers
down with it, and words for all that can go wrong. What a worker does is in `station`.
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

from gradebox import program
from gradebox.framing import pack, unpack
from gradebox.results import ClusterError
from gradebox.run import dask_worker
from gradebox.run.dask_worker import Station
from gradebox.run.workers import Done, died

if TYPE_CHECKING:
    from distributed import Client, Future, Security

LOCAL = re.compile(r"local:([1-9]\d{0,2})")

ROLES = ("client", "scheduler", "worker")

# Dask keeps messages, with the submissions in them, for its developers: 1,000 to each worker.
LOG, KEPT = "distributed.admin.low-level-log-length", 10
BATCH = 10  # submissions in one task at most: the scheduler takes milliseconds for each task
BATCH_SECONDS = 3.0  # that a batch should take: longer ones gain nothing, and lose more
BATCH_BYTES = 4 * 2**20
FIRST = 2  # submissions in a task while nobody knows how long one takes
TICK = 0.5  # seconds between two looks around
LOOK = 2.0  # seconds between two questions to the scheduler
CONNECT = 10.0  # seconds to reach a scheduler
ANSWER = 60.0  # seconds that a scheduler has to answer a question
CHECKED = 20.0  # seconds that workers have to say which versions they have
PATIENCE = 300.0  # seconds to wait for a worker where there is none
SILENT = 20.0  # seconds without a heartbeat, then what a worker has is done by another one too
ROUNDS = 3  # more tries of a submission with which workers ended, where they end without it, too
ENDING = 20.0  # seconds that a cluster on this machine has to end
CLOSE = ENDING + 10  # seconds to leave a cluster

MISSING = "Grading on a cluster needs the package {}: pip install 'gradebox[cluster]'"
NO_ADDRESS = (
    "{!r} is not the address of a cluster: say tls://HOST:PORT, tcp://127.0.0.1:PORT, or local:8 "
    "for eight workers on this machine."
)
NO_TLS = (
    "{} is another machine, and without TLS anybody on the way can read the work of students, and "
    "anybody who reaches it can run programs there. Use a tls:// address (the guide's page on "
    "clusters shows how), or say --unsafe-no-tls where nobody else is on that network."
)
NO_KEYS = (
    "A tls:// address needs a certificate, its key and that of the authority. Name their files in "
    "Dask's configuration: distributed.comm.tls.ca-file, .client.cert and .client.key."
)
NO_SCHEDULER = (
    "There is no scheduler that answers at {} ({}). Is it running, and are the keys the right ones?"
)
NO_WORKER = "There is no worker at {}. Start some, and run the same command again to go on."
REFUSED = (
    "The worker at {} {}. Install there what is installed here, or grade without it: the same work "
    "has to get the same points everywhere."
)
GONE = (
    "The cluster at {} does not answer any more{}. What was graded is kept: run the same command "
    "again to go on."
)
TAKES_WORKERS_DOWN = (
    "it was given up: several workers of the cluster ended while they had it, and nothing else; "
    "perhaps it grades on one machine, with --cluster here"
)


# --- connecting ----------------------------------------------------------------------------------


def checked_address(address: str, unsafe_no_tls: bool) -> str:
    """An address that may be used: with TLS, or on this machine; else `ClusterError`."""
    if LOCAL.fullmatch(address):
        return address
    found = re.fullmatch(r"(?:(tcp|tls)://)?(\[[0-9a-fA-F:.%]+\]|[^\s:/@]+):(\d{1,5})/?", address)
    if not found or found[2] == "local":
        raise ClusterError(NO_ADDRESS.format(address))
    if found[1] != "tls" and not (unsafe_no_tls or is_loopback(found[2])):
        raise ClusterError(NO_TLS.format(found[2]))
    return f"{found[1] or 'tcp'}://{found[2]}:{found[3]}"


def is_loopback(host: str) -> bool:
    """Whether a host is this machine and nobody else's."""
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return False


class Connection:
    """A Dask client, with an event loop in a thread of its own; `call` asks it to do something."""

    def __init__(self, address: str, unsafe_no_tls: bool = False) -> None:
        self.address = checked_address(address, unsafe_no_tls)
        self.unsafe_no_tls = unsafe_no_tls
        try:
            import dask
            import distributed
        except ModuleNotFoundError as error:
            raise ClusterError(MISSING.format(error.name)) from None
        self.dask = distributed
        dask.config.set({LOG: KEPT})
        self.loop = asyncio.new_event_loop()
        self.client: Client
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._stack = contextlib.AsyncExitStack()

    def __enter__(self) -> "Connection":
        logging.disable(logging.CRITICAL)  # what Dask would say of trouble, we say in our words
        warnings.filterwarnings("ignore", "(?s).*Sending large graph")
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Leave the cluster; one that was started here ends."""
        with contextlib.suppress(Exception):
            self.call(self._stack.aclose(), CLOSE)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(1)
        logging.disable(logging.NOTSET)

    def begin(self, work: Coroutine[Any, Any, Any]) -> "concurrent.futures.Future[Any]":
        """Have something done in the event loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def call(self, work: Coroutine[Any, Any, Any], seconds: float = ANSWER) -> Any:
        """The same, and wait; TimeoutError where that takes too long."""
        return self.begin(work).result(seconds)

    async def open(self) -> None:
        """Reach the scheduler, or start one."""
        local = LOCAL.fullmatch(self.address)
        where, security = await self._local(local[1]) if local else (self.address, self._security())
        try:
            client = self.dask.Client(
                where, security=security, asynchronous=True, timeout=CONNECT, set_as_default=False
            )
            self.client = await self._stack.enter_async_context(client)
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            why = str(error.__cause__ or error).splitlines() or [type(error).__name__]
            raise ClusterError(NO_SCHEDULER.format(self.address, why[0])) from None
        with contextlib.suppress(Exception):  # its machine may have no gradebox, and needs none
            await self.client.run_on_scheduler(dask_worker.keep_few_messages, LOG, KEPT)

    async def _local(self, workers: str) -> tuple[str, "Security"]:
        """Start a cluster on this machine (`local`), with keys that are made for this run alone."""
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
        self._stack.push_async_callback(_ended, process)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(keys).encode() + b"\n")
        said = await process.stdout.readline()
        if not said:
            errors.seek(0)
            why = errors.read()[-500:].decode(errors="replace").strip()
            raise ClusterError(f"No cluster could be started on this machine: {why}")
        return said.decode().strip(), security

    def _security(self) -> "Security":
        encrypted = self.address.startswith("tls:")
        security = self.dask.Security(require_encryption=encrypted)
        names = ("tls_ca_file", "tls_client_cert", "tls_client_key")
        if encrypted and not all(getattr(security, name) for name in names):
            raise ClusterError(NO_KEYS)
        return security


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Let a process end by itself, now that nothing more comes, or end it."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), ENDING)
    except TimeoutError:
        process.kill()
        await process.wait()


# --- the pool ------------------------------------------------------------------------------------


@dataclass
class Batch:
    """Some submissions that are on their way."""

    number: int
    students: list[str]
    workers: list[str] | None  # who may do it; everybody where there is no list
    key: tuple[str, int]
    silent: bool = False  # whether it was given to others as well, as its worker is silent


class ClusterPool:
    """A process pool that is a cluster; results come as they are ready, each student's once.

    Args:
        connection: To the cluster.
        bundle: What every worker needs.
        limit: Seconds after which a judge is killed.

    """

    def __init__(self, connection: Connection, bundle: bytes, limit: float) -> None:
        self.connection, self.bundle, self.limit = connection, bundle, limit
        self.order: Callable[[str], bytes]  # what is sent of a student's work
        self.run = secrets.token_hex(4)
        self.workers: dict[str, Any] = {}  # what the scheduler knows of them, by address
        self.grouped = True  # whether all have control groups
        self._open: set[str] = set()  # who has no result yet
        self._waiting: deque[str] = deque()
        self._suspects: deque[str] = deque()  # to be sent alone
        self._last: deque[str] = deque()  # to be sent alone once more, when all else is done
        self._given_up: set[str] = set()
        self._deaths = 0  # of workers
        self._blamed: Counter[str] = Counter()  # deaths of workers that had a student's work
        self._rounds: Counter[str] = Counter()
        self._flying: dict[int, Batch] = {}
        self._refused: dict[str, str] = {}  # why a worker gets nothing, by address
        self._events: queue.SimpleQueue[tuple[Batch | str, Any]] = queue.SimpleQueue()
        self._numbers = itertools.count()
        self._pace: float | None = None  # seconds that a submission takes, lately
        self._looked = self._peopled = time.monotonic()
        self._silent: set[str] = set()  # workers
        self._station: Future
        self._opening = connection.begin(self._begin())

    # -- getting ready

    async def _begin(self) -> None:
        """Connect, ask every worker for its versions, and have them warm up."""
        await self.connection.open()
        self._station = self._new_station()
        await self._identify()
        while not self.workers:
            await asyncio.sleep(TICK)
            await self._identify()
        asked = {worker: self._pinned(dask_worker.check, worker) for worker in self.workers}
        tasks = {asyncio.ensure_future(work): worker for worker, work in asked.items()}
        done, _ = await asyncio.wait(tasks, timeout=CHECKED)
        for task in done:
            self._take_pinned(tasks[task], task.result())
        for worker in self.workers:
            self.connection.begin(self._warm(worker))

    def _new_station(self, **options: Any) -> "Future":
        key = f"gradebox-station-{self.run}-{next(self._numbers)}"
        return self.connection.client.submit(Station, self.bundle, key=key, **options)

    async def _pinned(self, function: Callable[..., bytes], worker: str) -> Any:
        """What a worker answers, or the error that it makes."""
        key = f"gradebox-{function.__name__}-{self.run}-{next(self._numbers)}"
        return await self._result(function, key=key, workers=[worker])

    async def _warm(self, worker: str) -> None:
        self._events.put((worker, await self._pinned(dask_worker.warm, worker)))

    async def _result(self, function: Callable[..., bytes], *data: bytes, **options: Any) -> Any:
        """What a task gives, or the error that it ends with."""
        client = self.connection.client
        future = client.submit(function, self._station, *data, pure=False, **options)
        try:
            return await future
        except (Exception, asyncio.CancelledError) as error:
            return error
        finally:
            future.release()

    def start(self, order: Callable[[str], bytes]) -> None:
        """Wait until there are workers, and say how many."""
        self.order = order
        end, said = time.monotonic() + PATIENCE, False
        while True:
            try:
                self._opening.result(5)
                break
            except concurrent.futures.TimeoutError as error:
                if self._opening.done():
                    raise self._gone(error) from None
                if time.monotonic() > end:
                    raise ClusterError(NO_WORKER.format(self.connection.address)) from None
                if not said and not self.workers:
                    print(f"Waiting for workers at {self.connection.address}.", flush=True)
                    said = True
            except OSError as error:
                raise self._gone(error) from None
        self._check_encryption()
        link = self.connection.client.dashboard_link
        print(f"On a cluster with {self.in_words()}; its dashboard: {link}", flush=True)

    def in_words(self) -> str:
        """How many workers there are."""
        many = len(self.workers)
        return "1 worker" if many == 1 else f"{many} workers"

    def _take_pinned(self, worker: str, answer: Any) -> None:
        """Stop where a worker that was there from the start can't grade."""
        if isinstance(answer, bytes):
            header, _ = unpack(answer)
            if header["refused"]:
                raise ClusterError(REFUSED.format(worker, header["refused"]))
            self.grouped &= header.get("grouped", True)
        elif isinstance(answer, ImportError | AttributeError):
            raise ClusterError(REFUSED.format(worker, f"has another gradebox, or none ({answer})"))

    # -- what the pool of one machine does, too

    def add(self, students: Iterable[str]) -> None:
        """Have these graded too."""
        new = list(students)
        self._open.update(new)
        self._waiting.extend(new)
        self._feed()

    @property
    def left(self) -> int:
        """How many have no result yet."""
        return len(self._open)

    def results(self) -> Iterator[Done]:
        """What comes, until nothing is left."""
        while self._open:
            self._feed()
            try:
                found, answer = self._events.get(timeout=TICK)
            except queue.Empty:
                pass
            else:
                if isinstance(found, str):
                    self._take_pinned(found, answer)
                else:
                    yield from self._landed(found, answer)
            if time.monotonic() - self._looked > LOOK:
                self._look()
            if self.connection.client.status != "running":
                raise self._gone()

    def reason(self, student: str) -> str:
        """Why there is no result of a student's work."""
        return TAKES_WORKERS_DOWN if student in self._given_up else died(self.limit)

    # -- sending

    @property
    def _threads(self) -> int:
        """How many submissions can be graded at the same time."""
        return sum(
            about["nthreads"] for name, about in self.workers.items() if name not in self._refused
        )

    def _feed(self) -> None:
        """Send as much as workers can soon take."""
        most = 2 * self._threads + 1 if self._threads else 0
        while len(self._flying) < most and (self._suspects or self._waiting):
            students, orders = self._next()
            if students:
                self._send(students, orders)
        if self._last and not self._flying and most:
            self._suspects.append(self._last.popleft())
            self._feed()

    def _next(self) -> tuple[list[str], list[bytes]]:
        """Who goes into the next batch: few near the end, and no more than fit into some time."""
        if self._suspects:
            student = self._suspects.popleft()
            return ([student], [self.order(student)]) if student in self._open else ([], [])
        fit = int(BATCH_SECONDS / self._pace) if self._pace else FIRST
        share = len(self._waiting) // (2 * self._threads)
        most, size = max(1, min(BATCH, fit, share)), 0
        students: list[str] = []
        orders: list[bytes] = []
        while self._waiting and len(students) < most and size < BATCH_BYTES:
            student = self._waiting.popleft()
            if student in self._open:
                students.append(student)
                orders.append(self.order(student))
                size += len(orders[-1])
        return students, orders

    def _send(
        self, students: list[str], orders: list[bytes], workers: list[str] | None = None
    ) -> None:
        number = next(self._numbers)
        if self._refused and workers is None:
            workers = [name for name in self.workers if name not in self._refused]
        batch = Batch(number, students, workers, (f"gradebox-grade-{self.run}", number))
        self._flying[number] = batch
        self.connection.begin(self._fly(batch, pack(None, orders)))

    async def _fly(self, batch: Batch, data: bytes) -> None:
        # Where all of these workers are gone, the task may go to any other.
        loose = batch.workers is not None
        options = {"key": batch.key, "workers": batch.workers, "allow_other_workers": loose}
        self._events.put((batch, await self._result(dask_worker.grade, data, **options)))

    # -- receiving

    def _landed(self, batch: Batch, answer: Any) -> Iterator[Done]:
        """Take what became of a batch."""
        del self._flying[batch.number]
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
        elsewhere = {name for other in self._flying.values() for name in other.students}
        mine = [student for student in mine if student not in elsewhere]
        if not mine:
            return
        if not isinstance(answer, self.connection.dask.KilledWorker):
            raise self._gone(answer)
        for student in mine:
            self._blamed[student] += answer.allowed_failures + 1
            if len(batch.students) > 1:
                self._suspects.append(student)
            elif self._rounds[student] < ROUNDS and self._die_anyway(student):
                self._rounds[student] += 1
                self._last.append(student)
            else:
                self._open.remove(student)
                self._given_up.add(student)
                yield student, None

    def _die_anyway(self, student: str) -> bool:
        """Whether workers have ended that had neither this student's work nor what is given up.

        Dask counts those that end while they have it, be it in a queue: where they are killed by
        chance, that meets the innocent.
        """
        blamed = sum(self._blamed[name] for name in {student, *self._given_up})
        return self._deaths > blamed

    def _refuse(self, worker: str, words: str) -> None:
        """Give nothing more to a worker that came later and can't grade."""
        if worker not in self._refused:
            self._refused[worker] = words
            words = REFUSED.format(worker, words)
            print(f"{program.name}: {words} It gets nothing.", file=sys.stderr, flush=True)

    # -- looking after workers

    async def _identify(self) -> None:
        identity = await self.connection.client.scheduler.identity()
        self._deaths += len(self.workers.keys() - identity["workers"].keys())
        self.workers = identity["workers"]

    def _look(self) -> None:
        """Ask the scheduler who is there, and what those have who are silent."""
        self._looked = time.monotonic()
        try:
            self.connection.call(self._identify())
            self._check_encryption()
            if self._threads:
                self._peopled = time.monotonic()
            elif time.monotonic() - self._peopled > PATIENCE:
                raise ClusterError(NO_WORKER.format(self.connection.address))
            seen = {name: about["last_seen"] for name, about in self.workers.items()}
            silent = {name for name in seen if seen[name] < max(seen.values()) - SILENT}
            if silent:
                self.connection.call(self._double(silent))
            self._silent = silent
        except (OSError, concurrent.futures.TimeoutError) as error:
            raise self._gone(error) from None

    async def _double(self, silent: set[str]) -> None:
        """Have others do what silent workers have, too; whoever is first is believed.

        A worker without a copy of the station may be waiting for that of a silent one, for ever:
        so all have a new station from now on, and others do what that worker has, too.
        """
        others = [n for n in self.workers if n not in silent and n not in self._refused]
        if not others:
            return
        client = self.connection.client
        if silent - self._silent:
            copies = await client.who_has([self._station])
            holders = {name for found in copies.values() for name in found}
            lacking = [name for name in others if name not in holders]
            self._station = self._new_station(workers=others, allow_other_workers=True)
        else:
            lacking = []
        held = await client.processing([*silent, *lacking])
        keys = {key for found in held.values() for key in found}
        for batch in list(self._flying.values()):
            if batch.key in keys and not batch.silent:
                batch.silent = True
                mine = [student for student in batch.students if student in self._open]
                if mine:
                    self._send(mine, [self.order(student) for student in mine], others)

    def _check_encryption(self) -> None:
        if self.connection.unsafe_no_tls:
            return
        for worker in self.workers:
            scheme, _, place = worker.partition("://")
            if scheme != "tls" and not is_loopback(place.rpartition(":")[0]):
                raise ClusterError(NO_TLS.format(place))

    def _gone(self, error: Any = None) -> ClusterError:
        """What to say where the scheduler does not answer, or a task fails as none should."""
        lost = self.connection.client.status != "running" or isinstance(
            error, OSError | asyncio.CancelledError | concurrent.futures.TimeoutError | None
        )
        words = "" if lost else f" ({type(error).__name__}: {str(error)[:200]})"
        return ClusterError(GONE.format(self.connection.address, words))
