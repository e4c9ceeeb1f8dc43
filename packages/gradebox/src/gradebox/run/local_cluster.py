"""Scheduler and workers on this machine: `gradebox grade --cluster local:8` starts it.

They have a process, and a session, of their own, so that Ctrl-C is the client's alone. Standard
input brings the keys of this run, as JSON in one line; when it is closed, however the client ended,
all of it ends. Nothing listens but on the loopback interface.
"""

import asyncio
import json
import logging
import os
import sys
import tempfile
import time

TTL = "60s"  # without a heartbeat, then a worker is taken for dead
KEPT = "10"  # messages, which hold submissions; see `cluster`
POLITE = 3.0  # seconds that tasks which nobody wants have to end, before their workers are ended


async def main(workers: int) -> None:
    """Start, say where, and wait for the end of standard input."""
    keys = json.loads(sys.stdin.readline())
    with tempfile.TemporaryDirectory(prefix="gradebox-") as scratch:
        os.environ |= {
            "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": TTL,
            "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": KEPT,
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
            end = time.monotonic() + POLITE
            while time.monotonic() < end and any(
                worker.processing for worker in cluster.scheduler.workers.values()
            ):
                await asyncio.sleep(0.1)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
