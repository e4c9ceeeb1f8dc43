"""A grading server over pipes: `python -m gradebox.run.service`, one per worker of a cluster.

A Dask worker has threads, so it must not fork; this process has none, and does what `grade` does
on one machine: a warm sandbox, a pool of workers, a judge per submission. The first message on its
standard input is a bundle, each further one a task. When that is closed, the server ends, with
everything that it has started.
"""

import contextlib
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

HEARTBEAT_INTERVAL = 5.0  # seconds
MAX_IDLE = 300.0  # seconds without a task before the server ends; the next task starts another one


def main(scratch: Path, jobs: int) -> None:
    """Grade tasks from standard input until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tasks, answers = _streams()
    grader.set_environment()
    from gradebox.run.bundle import Bundle
    from gradebox.sandbox.bubblewrap import SandboxError

    try:
        bundle = Bundle.from_bytes(tasks.recv_bytes())
        _serve(bundle, scratch, jobs, tasks, answers)
    except SandboxError as error:
        answers.send_bytes(pack(["refused", str(error)]))
    except (EOFError, BrokenPipeError):
        pass  # the Dask worker closed the pipe: the run is over


def _streams() -> tuple[Connection, Connection]:
    """Standard input and output as connections that no child process inherits."""
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return Connection(reading, writable=False), Connection(writing, readable=False)


def _serve(
    bundle: "Bundle", scratch: Path, jobs: int, tasks: Connection, answers: Connection
) -> None:
    from gradebox.judge.runner import Judge

    course = Path(bundle.hidden)
    hidden = course if bundle.hidden and course.is_dir() else scratch
    with contextlib.ExitStack() as stack:
        sandbox = stack.enter_context(
            grader.sandbox_for(bundle.assignment, hidden, scratch, bundle.sandboxed)
        )
        judge = Judge(bundle.assignment, sandbox, bundle.timeout, bundle.seed)
        pool = grader.start_pool(judge, jobs, bundle.timeout)
        stack.callback(pool.close)
        grader.begin(pool, sandbox, lambda name: (scratch / name).read_bytes())
        answers.send_bytes(pack(["ready", sandbox.grouped]))
        last_sent = last_task = time.monotonic()
        while pool.left or time.monotonic() - last_task < MAX_IDLE:
            for name, data in pool.ready(also=[tasks]):
                (scratch / name).unlink(missing_ok=True)
                answers.send_bytes(pack(["done", name], [data or b""]))
            while tasks.poll():
                (what, name), parts = unpack(tasks.recv_bytes())
                last_task = time.monotonic()
                if what == "cancel":
                    pool.cancel(name)
                else:
                    # By file: there may be many, and large ones.
                    (scratch / name).write_bytes(parts[0])
                    pool.add([name])
            if time.monotonic() - last_sent > HEARTBEAT_INTERVAL:
                answers.send_bytes(pack(["alive", ""]))
                last_sent = time.monotonic()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
