"""Grading on a cluster: the same as on one machine, whatever becomes of workers."""

import contextlib
import os
import random
import re
import runpy
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import classroom
import psutil
import pytest
import yaml
from classroom import ROOT, TINY, WRONG, Submission, gradebook, solved, table, written
from daskcluster import DaskCluster, block, command, commands
from gradebox import PACKAGE, framing
from gradebox.course.model import Course
from gradebox.intake.submission import Submission as Received
from gradebox.results import ClusterError, Result
from gradebox.run import bundle, cluster, pipeline
from gradebox.run.bundle import Bundle, difference
from gradebox.run.settings import GradingSettings
from gradebox.run.tasks import GradingTask, result_from_bytes, result_to_bytes

if sys.platform != "linux":
    pytest.skip("grading needs Linux", allow_module_level=True)

# --- what is sent


@pytest.mark.parametrize("parts", [[], [b""], [b"a", b"", b"\0\xff" * 1000]])
@pytest.mark.parametrize("header", [None, {"a": [1, 2.5, "é\udc80\n"]}])
def test_message_survives_a_round_trip(header, parts):
    assert framing.unpack(framing.pack(header, parts)) == (header, parts)


@pytest.mark.parametrize("cut", [0, 3, 9, -1])
def test_truncated_message_is_refused(cut):
    with pytest.raises(ValueError, match=r"cut off|Expecting|Unterminated|Extra"):
        framing.unpack(framing.pack({"a": 1}, [b"bytes"])[:cut])


def test_task_and_result_survive_a_round_trip():
    received = Received("é\udcff", files={"a\udcff.ipynb": b"\xff\0", "b/c.txt": b""})
    received.review_reasons.append("odd\ud800")
    about = Result("é\udcff", "tiny", "graded", late=2.5, name="É", seed=7)
    task = GradingTask(about, received, render=False)
    assert GradingTask.from_bytes(task.to_bytes()) == task
    assert GradingTask.from_bytes(GradingTask(about, None).to_bytes()).submission is None
    files = {"tiny.html": "<p>\ud800 é</p>"}
    assert result_from_bytes(result_to_bytes(about, files)) == (about, files)


def test_bundle_survives_a_round_trip(tmp_path):
    course = classroom.course_of_its_own(tmp_path)
    (course / "source/tiny/data.csv").write_bytes(b"1,2\xff")
    made = Bundle(Course(course).assignment("tiny"), 30, 7, True, "/course", {"Python": "3.11"})
    read = Bundle.from_bytes(made.to_bytes())
    assert read == made
    assert read.assignment.digest == made.assignment.digest


# --- addresses and versions


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("tcp://127.0.0.1:8786", "tcp://127.0.0.1:8786"),
        ("localhost:8786", "tcp://localhost:8786"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
        ("tls://scheduler.example.org:8786", "tls://scheduler.example.org:8786"),
        ("local:8", "local:8"),
    ],
)
def test_safe_addresses_are_accepted(address, meant):
    assert cluster.checked_address(address, unsafe_no_tls=False) == meant


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("tcp://10.0.0.1:8786", "Without TLS"),
        ("scheduler.example.org:8786", "Without TLS"),
        ("tcp://127.0.0.1.example.org:8786", "Without TLS"),
        ("tcp://0.0.0.0:8786", "Without TLS"),
        ("local:0", "not the address"),
        ("local:", "not the address"),
        ("inproc://1/2/3", "not the address"),
        ("tls://nobody@host:1", "not the address"),
        ("here and there", "not the address"),
    ],
)
def test_unsafe_or_unknown_addresses_are_refused(address, words):
    with pytest.raises(ClusterError, match=words):
        cluster.checked_address(address, unsafe_no_tls=False)


def test_unsafe_no_tls_accepts_any_address():
    assert cluster.checked_address("tcp://10.0.0.1:1", unsafe_no_tls=True) == "tcp://10.0.0.1:1"


@pytest.mark.parametrize("what", ["gradebox", "Python", "NumPy"])
def test_different_versions_are_named(what):
    ours = bundle.versions()
    words = difference(ours | {what: "0.1"}, ours)
    assert words == f"has {what} 0.1, not {ours[what]}"
    assert difference(ours, ours) == ""
    assert "other code in gradebox" in difference(ours | {"code": "0"}, ours)


def test_missing_dask_is_reported_in_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'gradebox\[cluster\]'"):
        cluster.Connection("local:2")


# --- a class

STUDENTS = 10
WAITING = "import time\n\ntime.sleep(0.5)"


def hand_in(course: Path, students: int = STUDENTS) -> None:
    """Right, wrong, broken and hostile work; cells that wait give time to kill somebody."""
    names = list(WRONG)
    for number in range(students):
        work = Submission(course, f"student-{number:04}", "tiny", solved(TINY))
        work.add(WAITING, after="given")
        if number % 2:
            name = names[number // 2 % len(names)]
            work.answer(**{name: WRONG[name]})
        if number % 5 == 2:
            work.add("import os, signal\n\nos.kill(os.getpid(), signal.SIGKILL)", after="total")
        if number % 5 == 4:
            work.file_beside("notes.txt", "mine")
        work.hand_in()
    (course / "submitted/student-0003/tiny/tiny.ipynb").write_text("{not a notebook")
    (course / "submitted/student-0007/tiny/tiny.ipynb").unlink()


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    course = classroom.course_of_its_own(tmp_path_factory.mktemp("class") / "course")
    hand_in(course)
    return course


@pytest.fixture(scope="module")
def at_home(handed_in, tmp_path_factory):
    """The same class graded on one machine."""
    course = Path(shutil.copytree(handed_in, tmp_path_factory.mktemp("home") / "course"))
    code, said = grade(course)
    assert code == 0, said
    return course


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    """A cluster with TLS and two workers, each with a nanny that starts it again."""
    made = DaskCluster(tmp_path_factory.mktemp("dask"))
    made.start_worker()
    made.start_job()
    made.wait_for_workers(2)
    yield made
    made.close()


@pytest.fixture
def fresh(handed_in, tmp_path):
    return Path(shutil.copytree(handed_in, tmp_path / "course"))


def start(course: Path, *options: str, dask: DaskCluster | None = None) -> psutil.Popen:
    environment = dask.environment if dask else os.environ | {"PYTHONPATH": str(ROOT)}
    where = ["--cluster", dask.address] if dask else []
    typed = "lincourse grade tiny --timeout 20 --seed 7"
    return psutil.Popen(
        [sys.executable, "-m", *typed.split(), *where, *options],
        cwd=course,
        env=environment | {"NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def grade(course: Path, *options: str, dask: DaskCluster | None = None) -> tuple[int, str]:
    process = start(course, *options, dask=dask)
    said, _ = process.communicate()
    assert "Traceback" not in said, said
    return process.returncode, said


def assert_same(course: Path, other: Path) -> None:
    """That gradebook, notebooks, pages and tables are the same, byte for byte but for times."""
    assert gradebook(course) == gradebook(other)
    found, expected = written(course, "tiny"), written(other, "tiny")
    assert found.keys() == expected.keys()
    assert [path for path in found if found[path] != expected[path]] == []
    one, two = ((c / "reports/tiny.html").read_text() for c in (course, other))
    plain = [
        re.sub(r"\d{4}-\d\d-\d\d[ T][\d:.+Z]+( UTC)?|\d+(\.\d+)? s\b", "", t) for t in (one, two)
    ]
    assert plain[0] == plain[1]


def graded(course: Path) -> int:
    return len(list(course.glob("autograded/*/tiny/tiny.ipynb")))


def wait_for(course: Path, process: psutil.Popen, students: int) -> None:
    while graded(course) < students:
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.02)


def ended(processes: list[psutil.Process], seconds: float = 30) -> bool:
    """Whether all end within some seconds; what nobody has waited for yet has ended."""
    end = time.monotonic() + seconds
    while any(alive(process) for process in processes):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def alive(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.slow
@pytest.mark.nightly  # the next tests grade the same class with more trouble
def test_cluster_with_tls_gives_the_same_results(fresh, at_home, dask):
    code, said = grade(fresh, dask=dask)
    assert code == 0, said
    assert_same(fresh, at_home)
    assert re.search(r"10 of 10, .*, 2 workers", said)
    code, said = grade(fresh, dask=dask)
    assert "1 to do, 9 as before" in said  # whose folder is empty may hand in later


KEPT = """
import sys
from distributed import Client

def log_lengths(dask_scheduler):
    streams = {**dask_scheduler.stream_comms, **dask_scheduler.client_comms}
    return [stream.recent_message_log.maxlen for stream in streams.values()]

print(Client(sys.argv[1]).run_on_scheduler(log_lengths))
"""


@pytest.mark.slow
def test_scheduler_with_other_settings_is_told_to_keep_few_messages(tmp_path):
    setting = "DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH"
    made = DaskCluster(tmp_path / "dask", tls=False, **{setting: "1000"})
    command = [sys.executable, "-c", KEPT, made.address]

    def log_lengths():
        said = subprocess.run(command, env=made.environment, capture_output=True, text=True)
        return said.stdout.strip()

    try:
        made.start_worker()
        made.wait_for_workers(1)
        assert log_lengths() == "[1000, 1000]"
        with cluster.Connection(made.address) as connection:
            connection.call(connection.open())
        made.start_worker()  # which comes later
        made.wait_for_workers(2)
        assert log_lengths() == "[10, 10, 10]"
    finally:
        made.close()


@pytest.mark.slow
def test_workers_started_by_ssh_give_the_same_results(fresh, at_home, tmp_path):
    made = DaskCluster(tmp_path / "dask")
    try:
        made.start_by_ssh()
        made.wait_for_workers(2)
        code, said = grade(fresh, dask=made)
    finally:
        made.close()
    assert code == 0, said
    assert_same(fresh, at_home)
    assert re.search(r"10 of 10, .*, 2 workers", said)


def listening(process: psutil.Process) -> list:
    try:
        return [c for c in process.net_connections() if c.status == "LISTEN"]
    except psutil.Error:
        return []


@pytest.mark.slow
def test_local_workers_give_the_same_results_and_leave_nothing(fresh, at_home, tmp_path):
    (tmp_path / "tmp").mkdir()
    (fresh / "nbgrader_config.py").open("a").write('c.Gradebox.cluster = "local:2"\n')
    os.environ["TMPDIR"] = str(tmp_path / "tmp")
    try:
        process = start(fresh)
    finally:
        del os.environ["TMPDIR"]
    wait_for(fresh, process, 1)
    family = [process, *process.children(recursive=True)]
    heard = {c.laddr.ip for p in family if alive(p) for c in listening(p)}
    assert heard == {"127.0.0.1"}
    said, _ = process.communicate()
    assert process.returncode == 0, said
    assert ended(family)
    assert list((tmp_path / "tmp").iterdir()) == []
    assert_same(fresh, at_home)


@pytest.mark.slow
def test_killed_worker_changes_no_result(fresh, at_home, dask):
    process = start(fresh, dask=dask)
    wait_for(fresh, process, 2)
    worker = dask.below(dask.workers[0])
    of_worker = [worker, *worker.children(recursive=True)]
    worker.kill()
    said, _ = process.communicate()
    assert process.returncode == 0, said
    assert ended(of_worker), "what a worker has started ends with it"
    assert_same(fresh, at_home)
    assert re.search(r"2 workers; dashboard: https?://127\.0\.0\.1:\d+/status", said)
    assert re.search(r"10 of 10, .*, \d workers?", said)


@pytest.mark.slow
@pytest.mark.nightly  # it waits for as long as a worker may be silent
def test_frozen_worker_changes_no_result(fresh, at_home, dask):
    process = start(fresh, dask=dask)
    wait_for(fresh, process, 1)
    worker = dask.below(dask.workers[1])
    worker.suspend()
    try:
        said, _ = process.communicate()
    finally:
        worker.resume()  # what it sends now, nobody waits for
    assert process.returncode == 0, said
    assert_same(fresh, at_home)


@pytest.mark.slow
@pytest.mark.nightly
def test_repeatedly_killed_workers_change_no_result(handed_in, tmp_path):
    """Forty submissions on four workers, of which one is killed every other second."""
    course, home = (Path(shutil.copytree(handed_in, tmp_path / name)) for name in ("one", "two"))
    for place in (course, home):
        hand_in(place, 4 * STUDENTS)
    draw = random.Random(3)
    made = DaskCluster(tmp_path / "dask", tls=False)
    try:
        for _ in range(4):
            made.start_worker()
        made.wait_for_workers(4)
        process, killed = start(course, dask=made), 0
        while process.poll() is None:
            time.sleep(2)
            if graded(course):
                with contextlib.suppress(psutil.NoSuchProcess, ValueError):
                    made.below(draw.choice(made.workers)).kill()
                    killed += 1
        said, _ = process.communicate()
    finally:
        made.close()
    assert process.returncode == 0, said
    assert killed > 2
    code, said = grade(home)
    assert code == 0, said
    assert_same(course, home)


@pytest.mark.slow
def test_worker_with_other_code_is_refused(fresh, dask, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(ROOT / "lincourse", other / "lincourse")
    with (other / "lincourse/family.py").open("a") as file:
        file.write("# another version\n")
    before = dask.scheduler_log().count("Register worker addr")
    worker = dask.start_worker("--no-nanny", PYTHONPATH=str(other))
    try:
        dask.wait_for_workers(before + 1)
        code, said = grade(fresh, dask=dask)
    finally:
        worker.terminate()
        dask.workers.remove(worker)
        worker.wait()
    assert code == 2, said
    assert re.search(r"lincourse: The worker at tls://\S+ has other code in gradebox and ", said)
    assert len(said.splitlines()) <= 2
    assert graded(fresh) == 0


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("tcp://192.0.2.1:8786", "Without TLS"),
        ("tls://127.0.0.1:8786", "needs a certificate"),
        ("tcp://127.0.0.1:1", "No scheduler answers"),
    ],
)
@pytest.mark.slow
def test_unusable_cluster_is_reported_in_one_sentence(fresh, monkeypatch, capsys, address, words):
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 0.2)
    monkeypatch.setenv("NBGRADER_EXECUTION", "")  # which the grader sets
    assert pipeline.grade("tiny", GradingSettings(cluster=address), root=fresh) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert re.fullmatch(r"\w+: .*\n", said.err)
    assert graded(fresh) == 0


@pytest.mark.slow
@pytest.mark.nightly
def test_submission_that_kills_workers_is_given_up(fresh, at_home, tmp_path):
    """Whoever kills its Dask worker, whatever way it found, costs nobody else a point."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(DEADLY)
    made = DaskCluster(tmp_path / "dask", tls=False, PYTHONPATH=f"{ROOT}:{site}")
    try:
        made.start_worker("--nworkers", "2")
        code, said = grade(fresh, dask=made)
    finally:
        made.close()
    assert code == 1, said
    assert "it was given up, because several workers" in said
    rows, expected = table(fresh, "tiny"), table(at_home, "tiny")
    assert rows.pop("student-0005")["status"] == "failed"
    del expected["student-0005"]
    assert rows == expected


DEADLY = '''
import sys

if any("spawn_main" in word for word in sys.orig_argv):
    import os, threading, time

    def watch():
        """End this Dask worker as soon as it is handed the work of one student."""
        while "gradebox.run.dask_worker" not in sys.modules:
            time.sleep(0.1)
        time.sleep(0.1)
        from gradebox.run.dask_worker import SharedGrader
        grade = SharedGrader.grade

        def deadly(self, tasks, cancelled):
            if any(b"student-0005" in task for task in tasks):
                os._exit(1)
            return grade(self, tasks, cancelled)

        SharedGrader.grade = deadly

    threading.Thread(target=watch, daemon=True).start()
'''


@pytest.mark.slow
def test_dead_scheduler_is_reported_and_results_are_kept(fresh, at_home, tmp_path):
    made = DaskCluster(tmp_path / "dask", tls=False)
    try:
        made.start_worker("--no-nanny")
        process = start(fresh, dask=made)
        wait_for(fresh, process, 2)
        services = made.services()
        made.scheduler.kill()
        said, _ = process.communicate()
        assert process.returncode == 2
        assert "Traceback" not in said
        assert "no longer answers. Graded submissions are kept" in said
        assert ended(services, 90), "orphaned work ends by itself"
    finally:
        made.close()
    done = graded(fresh)
    assert done >= 2
    code, said = grade(fresh, "--no-cluster")
    assert code == 0, said
    assert f"{STUDENTS - done} to do" in said
    assert_same(fresh, at_home)


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.nightly)]
)
def test_run_continues_after_the_client_was_killed(fresh, at_home, dask, how):
    process = start(fresh, dask=dask)
    wait_for(fresh, process, 2)
    services = dask.services()
    assert services
    os.killpg(process.pid, how)
    said, _ = process.communicate()
    assert "Traceback" not in said
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert re.search(r"Stopped: \d+ of \d+ were graded and are kept", said)
    assert ended(services), "orphaned work ends by itself"
    code, said = grade(fresh, dask=dask)
    assert code == 0, said
    assert_same(fresh, at_home)


def test_every_command_of_the_guide_is_run():
    """`DaskCluster` runs the guide's commands, and stops where one of them is not there."""
    run = ["lincourse grade 04 --cluster local:", "openssl req", "export DASK_CONFIG="]
    run += ["dask scheduler", "dask worker", "lincourse grade 04 --cluster tls:"]
    not_here = ["kubectl create secret"]
    for typed in commands():
        assert typed.startswith((*run, *not_here)), typed


def test_files_in_the_guide_are_valid():
    deployment = yaml.safe_load(block("yaml", "kind: Deployment"))
    [worker] = deployment["spec"]["template"]["spec"]["containers"]
    typed = command("dask worker").replace("--nthreads 8", "--nthreads 4")
    typed = typed.replace("10.0.0.1", "lincourse-scheduler")
    assert [*worker["command"], *worker["args"]] == typed.split()
    compile(block("python", "SLURMCluster"), "cluster.md", "exec")


@pytest.mark.parametrize("name", ["grading", "scale"])
def test_benchmarks_load_and_name_existing_units(name, monkeypatch):
    bare = [place for place in sys.path if Path(place).name not in ("tools", "tests", "grading")]
    monkeypatch.setattr(sys, "path", bare)
    for module in ("demo_class", "classroom", "daskcluster"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    found = runpy.run_path(str(ROOT / f"benchmarks/{name}.py"), run_name=name)
    for unit in found.get("UNITS", ()):
        assert (ROOT / "solutions" / unit).is_dir(), unit


def test_dask_does_not_pickle_results():
    """What a task returns is bytes, and Dask pickles no bytes."""
    from distributed.protocol import deserialize, serialize

    result = result_to_bytes(Result("student", "tiny", "graded"), {"tiny.html": "<p></p>"})
    header, frames = serialize(result)
    assert header["serializer"] == "dask"
    assert deserialize(header, frames, deserializers=["dask"]) == result


def test_no_module_unpickles():
    """Nothing that comes from a student is unpickled."""
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text()
        assert not re.search(r"import pickle|pickle\.loads|\.recv\(\)$", text, re.M), path
