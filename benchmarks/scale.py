"""Measure `lincourse grade --cluster` on a large class: time, memory of every role, and growth.

    python benchmarks/scale.py --students 10000 --workers 2
    python benchmarks/scale.py --growth 1,2,4,8,16,32 --wait 8

The first grades a class, shared among some units, on a cluster of separate processes: scheduler,
workers, client. The second grades a class whose cells wait, with more and more workers: on a
machine with few cores this shows what the client and the scheduler add, not what the cells cost.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / place) for place in ("benchmarks", "tools", "tests", "tests/grading")]

import classroom
import psutil
from daskcluster import DaskCluster
from demo_class import make_class
from meter import Meter

UNITS = ("01-probability", "04-perceptron", "07-softmax")
HOSTILE = {  # number: one student in so many submits this extra cell
    7: "while True:\n    pass",
    11: "import os, signal\n\nos.kill(os.getpid(), signal.SIGKILL)",
    13: "x = bytearray(2**33)",
    17: "import socket\n\nsocket.create_connection(('127.0.0.1', 8786))",
}
MILLION = 1_000_000
METER = Meter()


def main() -> int:
    """Measure and print; return 1 if a submission was not graded."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--students", type=int, default=100, metavar="N")
    options.add_argument("--units", default=",".join(UNITS))
    options.add_argument("--workers", type=int, default=os.cpu_count(), metavar="W")
    options.add_argument("--seconds", default="20", help="the limit of one cell or call")
    options.add_argument("--growth", help="numbers of workers, with cells that wait: 1,2,4,8")
    options.add_argument("--wait", type=float, default=8.0, help="seconds that each of them waits")
    options.add_argument(
        "--each", type=int, default=6, help="submissions per worker, with --growth"
    )
    chosen = options.parse_args()
    METER.join()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends the cluster, too
    with tempfile.TemporaryDirectory(prefix="lincourse-scale-") as scratch:
        return (growth if chosen.growth else whole)(Path(scratch), chosen)


def whole(scratch: Path, chosen: argparse.Namespace) -> int:
    """Grade a class end to end, unit by unit."""
    units = chosen.units.split(",")
    each = -(-chosen.students // len(units))
    print(f"{each * len(units)} submissions of {len(units)} units, {chosen.workers} workers of one")
    print(f"thread on {os.cpu_count()} cores, --seconds {chosen.seconds}, ", end="")
    print(f"load {os.getloadavg()[0]:.1f}\n")
    heads = f"{'unit':16}{'s in all':>10}{'ms each':>9}{'CPU ms':>8}"
    print(heads, *(f"{role:>11} MB" for role in ROLES), sep="")
    took = 0.0
    for unit in units:
        course = scratch / unit
        make_class(course, each, unit, trouble=unit == "04-perceptron")
        make_hostile(course, unit)
        seconds, cpu, peaks = run(course, unit, chosen.workers, chosen.seconds)
        took += seconds
        print(
            f"{unit:16}{seconds:10.1f}{1000 * seconds / each:9.0f}{1000 * cpu / each:8.0f}",
            *(f"{peaks[role]:14.0f}" for role in ROLES),
            sep="",
            flush=True,
        )
        rows = classroom.table(course, unit)
        lost = [name for name, row in rows.items() if row["status"] == "failed"]
        if lost or len(rows) < each:
            print(f"{len(lost)} failed, {len(rows)} of {each} have a row")
            return 1
        book = (course / "gradebook.db").stat().st_size / each / 1000
        print(f"{'':16}gradebook: {book:.1f} kB a submission")
    days = took / (each * len(units)) * MILLION * chosen.workers / 86400
    print(f"\nA million such submissions: {days:.1f} days of one worker, start-up included.")
    return 0


def make_hostile(course: Path, unit: str) -> None:
    """Let some students add a cell that hangs, dies, grabs memory or looks for the network."""
    for number, path in enumerate(sorted((course / "submitted").glob(f"*/{unit}/{unit}.ipynb"))):
        for every, code in HOSTILE.items():
            if number % (10 * every) == every:
                try:
                    content = json.loads(path.read_text("utf-8"))
                except ValueError:  # this notebook is broken already
                    continue
                content["cells"].append(classroom.cell(code))
                path.write_text(json.dumps(content), "utf-8")


def growth(scratch: Path, chosen: argparse.Namespace) -> int:
    """Throughput with more and more workers."""
    print(f"cells that wait {chosen.wait:g} s, {chosen.each} submissions per worker\n")
    print(f"{'workers':>8}{'a second':>10}{'efficiency':>12}")
    for workers in map(int, chosen.growth.split(",")):
        course = classroom.course_of_its_own(scratch / str(workers))
        students = chosen.each * workers
        for number in range(students):
            solved = classroom.solved(classroom.TINY)
            work = classroom.Submission(course, f"s{number:05}", "tiny", solved)
            work.add(f"import time\n\ntime.sleep({chosen.wait})", after="given")
            work.hand_in()
        run(course, "tiny", workers, chosen.seconds)
        paths = course.glob("autograded/*/tiny/tiny.ipynb")
        written = sorted(path.stat().st_mtime for path in paths)
        # From the end of the first round on, without the start-up of workers.
        rate = (students - workers) / (written[-1] - written[workers - 1])
        print(f"{workers:8}{rate:10.2f}{rate * chosen.wait / workers:12.2f}", flush=True)
    return 0


ROLES = ("client", "scheduler", "workers", "graders")


def run(
    course: Path, assignment: str, workers: int, limit: str
) -> tuple[float, float, dict[str, float]]:
    """Grade on a cluster of processes: seconds, CPU seconds, the most megabytes of each role."""
    cluster = DaskCluster(course.parent / f"dask-{course.name}", tls=False)
    client = None
    try:
        cluster.start_worker("--nworkers", str(workers))
        cluster.wait_for_workers(workers)
        start, before = time.monotonic(), METER.read()
        client = psutil.Popen(
            [
                sys.executable,
                "-m",
                "lincourse",
                "grade",
                assignment,
                "--timeout",
                limit,
                "--cluster",
                cluster.address,
            ],
            cwd=course,
            env=cluster.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        peaks = dict.fromkeys(ROLES, 0.0)
        while client.poll() is None:
            graders = cluster.services()
            for role, members in (
                ("client", [client]),
                ("scheduler", [cluster.scheduler]),
                (
                    "workers",
                    [p for p in cluster.processes() if p not in {*graders, cluster.scheduler}],
                ),
                ("graders", graders),
            ):
                peaks[role] = max(peaks[role], megabytes(members))
            time.sleep(2)
        seconds, cpu = time.monotonic() - start, METER.read() - before
        if client.returncode:
            sys.exit(client.communicate()[0])
        return seconds, cpu, peaks
    finally:
        if client is not None and client.poll() is None:  # unlike Ctrl-C, SIGTERM only reaches us
            client.terminate()
            client.wait()
        cluster.close()


def megabytes(processes: list[psutil.Process]) -> float:
    """Memory of processes, with shared pages counted once."""
    total = 0
    for process in processes:
        try:
            total += process.memory_full_info().pss
        except psutil.Error:
            continue
    return total / 2**20


if __name__ == "__main__":
    sys.exit(main())
