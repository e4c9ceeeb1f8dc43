"""Scheduler and workers on this machine: `grade --cluster local:8` starts them.

They run in a process and a session of their own, so that only the client gets Ctrl-C. The first
line of standard input holds the keys of this run, as JSON. When standard input is closed, because
the client has ended, everything here ends. All ports are on the loopback interface.
"""

import asyncio
import json
import logging
import os
import sys
import tempfile
import time

WORKER_TTL = "60s"  # without a heartbeat, before a worker counts as dead
MAX_LOGGED_MESSAGES = "10"  # messages hold submissions; see `cluster`
MAX_SHUTDOWN = 3.0  # seconds for cancelled tasks to end before their workers are closed


async def main(workers: int) -> None:
    """Start, print the address, and wait for the end of standard input."""
    keys = json.loads(sys.stdin.readline())
    with tempfile.TemporaryDirectory(prefix="gradebox-") as scratch:
        os.environ |= {
            "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": WORKER_TTL,
            "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": MAX_LOGGED_MESSAGES,
            "DASK_TEMPORARY_DIRECTORY": scratch,
        }
        from distributed import LocalCluster, Security  # which reads these settings

        async with LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            security=Security(require_encryption=True, **keys),
            memory_limit=0,  # a worker needs little, and submissions have limits of their own
            local_directory=scratch,
            silence_logs=logging.CRITICAL,
            asynchronous=True,
        ) as cluster:
            print(cluster.scheduler_address, flush=True)
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
            end = time.monotonic() + MAX_SHUTDOWN
            while time.monotonic() < end and any(
                worker.processing for worker in cluster.scheduler.workers.values()
            ):
                await asyncio.sleep(0.1)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
