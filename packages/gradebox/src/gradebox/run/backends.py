"""Backends: where submissions are graded, on this machine or on a cluster.

Each is a context manager that begins to warm up when it is entered, and yields two functions. The
first returns a pool; called before the gradebook is opened, its judges have nothing of that in
memory. The second, given the context of the run, makes the pool ready to grade.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gradebox.run import grader
from gradebox.run.settings import THIS_MACHINE
from gradebox.run.state import Run
from gradebox.run.workers import GraderPool, Pool

# NumPy, which these import, must not be imported before `grader.set_environment`.
if TYPE_CHECKING:
    from gradebox.run.tasks import Context

BY_KERNEL = "the kernel, in a control group for each, and by the grader"
BY_GRADER = "the grader, as control groups could not be made here"

Start = tuple[Callable[[], GraderPool], Callable[["Context"], None]]


def backend(run: Run) -> contextlib.AbstractContextManager[Start]:
    """The backend that the settings ask for."""
    settings = run.settings
    address = run.course.cluster if settings.cluster is None else settings.cluster
    return this_machine(run) if address in THIS_MACHINE else cluster(run, address)


@contextlib.contextmanager
def this_machine(run: Run, jobs: int | None = None) -> Iterator[Start]:
    """Grade in processes on this machine."""
    jobs = jobs or run.settings.jobs or len(os.sched_getaffinity(0))
    jobs = min(jobs, 1 + len(run.course.students()))  # 1 for the reference solution
    assignment, timeout = run.assignment, run.settings.timeout
    with contextlib.ExitStack() as stack:
        sandbox = stack.enter_context(
            grader.sandbox_for(
                assignment, run.course.root, run.store.unfinished, run.settings.sandboxed
            )
        )

        pools: list[Pool] = []

        def start() -> GraderPool:
            from gradebox.judge.runner import Judge

            judge = Judge(assignment, sandbox, timeout, run.seed)
            assert assignment.digest  # it reads all checks: once here, not in every judge
            pools.append(grader.start_pool(judge, jobs, timeout))
            stack.callback(pools[0].close)
            return pools[0]

        def begin(context: "Context") -> None:
            grader.begin(pools[0], sandbox, lambda student: context.task(student).to_bytes())
            run.memory_counted_by = BY_KERNEL if sandbox.grouped else BY_GRADER

        yield start, begin


@contextlib.contextmanager
def cluster(run: Run, address: str) -> Iterator[Start]:
    """Grade on a Dask cluster, which is reached, or started, meanwhile."""
    from gradebox.run.bundle import Bundle
    from gradebox.run.cluster import ClusterPool, Connection

    settings, root = run.settings, str(run.course.root)
    assert run.seed is not None
    bundle = Bundle(run.assignment, settings.timeout, run.seed, settings.sandboxed, root)
    limit = grader.time_limit(run.assignment, settings.timeout)
    with Connection(address, settings.unsafe_no_tls) as connection:
        pool = ClusterPool(connection, bundle.to_bytes(), limit)

        def begin(context: "Context") -> None:
            pool.start(lambda student: context.task(student).to_bytes())
            run.progress_note = pool.describe

        yield lambda: pool, begin
        run.memory_counted_by = BY_KERNEL if pool.has_cgroups else BY_GRADER
