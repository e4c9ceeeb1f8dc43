"""A grading server over pipes: `python -m gradebox.run.service`, one per worker of a cluster.

A Dask worker has threads, so it must not fork; this process has none, and does what `gradebox
grade` does on one machine: a warm sandbox, a pool of workers, a judge per submission. The first
message on its standard input is a bundle, each further one an order. It ends when that is closed,
and everything that it has started with it.
"""

import contextlib
import gc
import os
import signal
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from gradebox.framing import pack, unpack
from gradebox.run import grader

if TYPE_CHECKING:
    from gradebox.run.bundle import Bundle

BEAT = 5.0  # seconds between two signs of life
IDLE = 300.0  # seconds without an order, then it ends; whoever has one starts another server


def main(scratch: Path, jobs: int) -> None:
    """Grade what comes, until nothing can come any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders, answers = _streams()
    grader.set_environment()
    gc.disable()  # until `start_pool`, as in `pipeline`
    from gradebox.run.bundle import Bundle
    from gradebox.sandbox.bubblewrap import SandboxError

    try:
        bundle = Bundle.from_bytes(orders.recv_bytes())
        _serve(bundle, scratch, jobs, orders, answers)
    except SandboxError as error:
        answers.send_bytes(pack(["refused", str(error)]))
    except (EOFError, BrokenPipeError):
        pass


def _streams() -> tuple[Connection, Connection]:
    """Standard input and output as connections, and neither left for anybody else."""
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return Connection(reading, writable=False), Connection(writing, readable=False)


def _serve(
    bundle: "Bundle", scratch: Path, jobs: int, orders: Connection, answers: Connection
) -> None:
    from gradebox.judge.runner import Judge
    from gradebox.run import tasks

    course = Path(bundle.hidden)
    hidden = course if bundle.hidden and course.is_dir() else scratch
    limit = grader.longest(bundle.assignment, bundle.seconds)
    with contextlib.ExitStack() as stack:
        sandbox = stack.enter_context(
            grader.sandbox_for(bundle.assignment, hidden, scratch, bundle.safe)
        )
        judge = Judge(bundle.assignment, sandbox, bundle.seconds, bundle.seed)
        sandbox.wait()

        def work(name: str) -> bytes:
            return tasks.grade(judge, tasks.Order.from_bytes((scratch / name).read_bytes()))

        pool = grader.start_pool(bundle.assignment, jobs, work, limit)
        stack.callback(pool.close)
        answers.send_bytes(pack(["ready", sandbox.grouped]))
        said = asked = time.monotonic()
        while pool.left or time.monotonic() - asked < IDLE:
            for name, data in pool.ready(also=[orders]):
                (scratch / name).unlink(missing_ok=True)
                answers.send_bytes(pack(["done", name], [data or b""]))
            while orders.poll():
                (what, name), parts = unpack(orders.recv_bytes())
                asked = time.monotonic()
                if what == "forget":
                    pool.forget(name)
                else:
                    # A worker takes an order when it is free: a pipe to it could be full till then.
                    (scratch / name).write_bytes(parts[0])
                    pool.add([name])
            if time.monotonic() - said > BEAT:
                answers.send_bytes(pack(["alive", ""]))
                said = time.monotonic()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
