"""Workers: everybody's work is done once, whatever becomes of a worker or of a judge."""

import os
import signal
import sys
import time

import pytest
from gradebox import logs
from gradebox.run import workers
from gradebox.run.workers import Pool

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the sandbox needs Linux"),
]


def work(task):
    """What a judge might do."""
    student = task.decode()
    if student == "ends its worker":
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)
    if student == "ends itself":
        os.kill(os.getpid(), signal.SIGKILL)
    if student == "stops its worker":
        os.kill(os.getppid(), signal.SIGSTOP)
    if student == "hangs":
        time.sleep(60)
    return b"x" * 2**25 if student == "large" else student.encode()


@pytest.fixture
def pool(monkeypatch):
    monkeypatch.setattr(workers, "GRACE", 1.0)
    made = Pool(2, work, limit=2)
    yield made
    made.close()


ORDINARY = [f"student-{number}" for number in range(12)]


def test_each_submission_is_graded_once(pool):
    pool.add(ORDINARY)
    assert pool.left == 12
    assert sorted(pool.results()) == sorted((name, name.encode()) for name in ORDINARY)
    assert pool.left == 0


@pytest.mark.parametrize("trouble", ["ends its worker", "stops its worker", "ends itself", "hangs"])
@pytest.mark.parametrize(
    "place", [0, 5, *(pytest.param(place, marks=pytest.mark.nightly) for place in (1, 12))]
)
def test_crash_or_hang_affects_only_its_own_submission(pool, trouble, place):
    pool.add([*ORDINARY[:place], trouble, *ORDINARY[place:]])
    found = list(pool.results())
    assert sorted(name for name, _ in found) == sorted([*ORDINARY, trouble])
    assert dict(found) == {name: name.encode() for name in ORDINARY} | {trouble: None}


def test_submissions_can_be_added_between_results(pool):
    pool.add(["hangs", *ORDINARY[:4]])
    early = []
    while not early:
        early = list(pool.ready(0.1))
    pool.add(ORDINARY[4:])
    assert len(early) + len(list(pool.results())) == 13


def test_worker_stopped_while_sending_is_replaced(pool):
    pool.add(["large"])
    time.sleep(1)  # the pipe is full
    for process in pool._workers.values():
        os.kill(process.pid, signal.SIGSTOP)
    pool.add(ORDINARY[:3])
    found = dict(pool.results())
    assert found.pop("large") is None
    # Of those that were given to a stopped worker, one is lost with it.
    assert len(found) == 3
    assert list(found.values()).count(None) <= 1


def test_idle_workers_that_die_are_replaced(pool):
    pool.add(ORDINARY[:2])
    assert len(list(pool.results())) == 2
    for process in list(pool._workers.values()):
        process.kill()
        process.join()
    pool.add(ORDINARY)
    assert sorted(pool.results()) == sorted((name, name.encode()) for name in ORDINARY)


def test_refused_sandbox_of_the_judges_is_said(tmp_path):
    class Refused:
        def prepare(self):
            raise PermissionError

    logs.configure(file=tmp_path / "log")
    try:
        pool = Pool(1, work, limit=5, confinement=Refused())
        pool.add(["ada"])
        assert dict(pool.results()) == {"ada": b"ada"}
        pool.close()
    finally:
        logs.configure()
    assert "a sandbox of its own" in (tmp_path / "log").read_text()
