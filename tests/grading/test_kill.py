"""Nothing is lost: killed, interrupted, locked out or out of disk, a second run sets it right."""

import functools
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random

import psutil
import pytest
from classroom import TINY, WRONG, Submission, course_of_its_own, gradebook, solved, table, written

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the sandbox needs Linux"),
]

ROOT = Path(__file__).resolve().parents[2]
UNIT = "tiny"
STUDENTS = 6
MOMENTS = 12
# Phases of a run, in order: Python's audit event (its number, name and a word of its arguments) at
# which the grader gets a signal.
PHASES = {
    "the sandbox is started": "1 subprocess.Popen inside",
    "the workers are started": "2 os.fork",
    "the gradebook is made": "1 sqlite3.connect gradebook.db'",
    "the gradebook has a student, but no file is written": "1 os.rename autograded/",
    "some files of a student are written": "2 os.rename feedback/",
    "a student is done but not marked as done": "3 os.rename .json",
    "all students are done": "1 os.rename .csv",
    "the table is written, the report is not": "1 os.rename reports/tiny.html",
}
# The grader imports this first of all (a module of this name on its path is).
SITECUSTOMIZE = """
import os, signal, sys

number, event, *words = os.environ["SIGNAL_AT"].split(" ", 2)
left, grader = int(number), os.getpid()


def hook(name, arguments):
    global left
    if name == event and all(word in repr(arguments) for word in words) and os.getpid() == grader:
        left -= 1
        if left == 0 and os.environ["SIGNAL"] == "SIGINT":
            os.killpg(grader, signal.SIGINT)  # as a terminal does
        elif left == 0:
            os.kill(grader, signal.SIGKILL)


sys.addaudithook(hook)
"""
SANDBOX = [] if shutil.which("bwrap") else ["--unsafe-no-sandbox"]


def start(course, *options, **environment):
    """Start the grader in a session of its own, with its own folder for temporary files."""
    temporary = course.parent / "tmp"
    temporary.mkdir(exist_ok=True)
    return psutil.Popen(
        [sys.executable, "-m", "lincourse", "grade", UNIT, "--jobs", "2", *SANDBOX, *options],
        cwd=course,
        env=os.environ
        | {"NO_COLOR": "1", "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary), "COLUMNS": "200"}
        | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def grade(course, *options):
    """Grade to the end: (exit code, all that was said)."""
    process = start(course, *options)
    said, _ = process.communicate()
    return process.returncode, said


def family(process):
    """A process and all that descend from it."""
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def still_there(processes):
    """Those that have not ended after a while; a zombie has."""
    _, alive = psutil.wait_procs(processes, timeout=20)
    found = []
    for process in alive:
        with_status = functools.partial(process.as_dict, ["pid", "status", "cmdline"])
        try:
            state = with_status()
        except psutil.NoSuchProcess:
            continue
        if state["status"] != psutil.STATUS_ZOMBIE:
            found.append(state)
    return found


def listing(course):
    """Every path there is, what is hidden included."""
    return sorted(path.relative_to(course).as_posix() for path in course.rglob("*"))


def leftovers(course):
    """What the grader left among the temporary files."""
    return sorted(path.name for path in (course.parent / "tmp").iterdir())


def times(course):
    """When each autograded notebook was last written."""
    found = course.glob(f"autograded/*/{UNIT}/*.ipynb")
    return {path.parts[-3]: path.stat().st_mtime_ns for path in found}


def whole(course):
    """Whether all that was written can be read: no file is half there."""
    for path in (course / "autograded").rglob("*.ipynb"):
        assert json.loads(path.read_text("utf-8"))["cells"]
    for path in (course / "feedback").rglob("*.html"):
        assert path.read_text("utf-8").rstrip().endswith("</html>")
    if (course / "gradebook.db").exists():
        with sqlite3.connect(course / "gradebook.db") as book:
            assert book.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return True


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """A class that nobody has graded yet."""
    course = course_of_its_own(tmp_path_factory.mktemp("handed-in") / "course")
    for number, name in enumerate(list(WRONG)[:STUDENTS], 1):
        work = Submission(course, f"student-{number:03}", UNIT, solved(TINY))
        if number % 3:
            work.answer(**{name: WRONG[name]})
        work.hand_in()
    return course


@pytest.fixture(scope="module")
def standard(handed_in, tmp_path_factory):
    """The same class, graded without any trouble, and the seconds that it took."""
    course = tmp_path_factory.mktemp("standard") / "course"
    shutil.copytree(handed_in, course)
    before = time.monotonic()
    code, said = grade(course)
    seconds = time.monotonic() - before
    assert code == 0, said
    assert set(times(course)) == {f"student-{n:03}" for n in range(1, STUDENTS + 1)}
    assert len({row["score"] for row in table(course, UNIT).values()}) > 2
    return course, seconds


@pytest.fixture
def fresh(handed_in, tmp_path):
    """A copy to be graded."""
    return Path(shutil.copytree(handed_in, tmp_path / "course"))


@pytest.fixture
def graded(standard, tmp_path):
    """A copy that has been graded."""
    (tmp_path / "tmp").mkdir()
    return Path(shutil.copytree(standard[0], tmp_path / "course"))


def assert_same(course, standard):
    """That a course ended as the undisturbed one did, and nothing else is left."""
    assert gradebook(course) == gradebook(standard)
    found, expected = written(course, UNIT), written(standard, UNIT)
    assert found.keys() == expected.keys()
    assert [path for path in found if found[path] != expected[path]] == []
    assert listing(course) == listing(standard)
    assert leftovers(course) == []


@pytest.mark.nightly  # another run than the standard one ends each of the next tests, too
def test_two_runs_give_the_same_results(fresh, standard):
    code, said = grade(fresh)
    assert code == 0, said
    assert_same(fresh, standard[0])


def assert_kept(course, done):
    """That what was graded before was not graded again, but for what was being recorded."""
    now = times(course)
    assert len([name for name in done if now[name] == done[name]]) >= len(done) - 2


def disturbed(course, event, how):
    """Grade until a signal comes at an audit event: the grader, its family, all that it said."""
    site = course.parent / "site"
    site.mkdir(exist_ok=True)
    (site / "sitecustomize.py").write_text(SITECUSTOMIZE)
    path = f"{ROOT}{os.pathsep}{site}"
    process = start(course, PYTHONPATH=path, SIGNAL_AT=event, SIGNAL=how.name)
    processes = set()
    while process.poll() is None:
        processes.update(family(process))
        time.sleep(0.1)
    return process, processes, process.communicate()[0]


def test_run_continues_after_a_kill_in_each_phase(fresh, standard):
    for phase, event in PHASES.items():
        done = times(fresh)
        process, processes, said = disturbed(fresh, event, signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL, f"{phase}: {said}"
        assert still_there(processes) == [], phase
        assert whole(fresh), phase
        assert_kept(fresh, done)
    done = times(fresh)
    assert len(done) == STUDENTS
    code, said = grade(fresh)
    assert code == 0, said
    assert times(fresh) == done
    assert_same(fresh, standard[0])


@pytest.mark.nightly
@pytest.mark.parametrize("moment", range(MOMENTS))
def test_run_continues_after_a_kill_at_any_moment(moment, fresh, standard):
    undisturbed, seconds = standard
    share = (moment + Random(f"moment {moment}").random()) / MOMENTS
    process = start(fresh)
    time.sleep(share * seconds)
    processes = family(process)
    process.kill()
    process.communicate()
    assert still_there(processes) == []
    assert whole(fresh)
    done = times(fresh)
    code, said = grade(fresh)
    assert code == 0, said
    assert_same(fresh, undisturbed)
    assert_kept(fresh, done)


def test_control_c_reports_progress_and_how_to_continue(fresh, standard):
    third = "3 os.rename tiny.ipynb"
    process, processes, said = disturbed(fresh, third, signal.SIGINT)
    assert process.returncode == 130, said
    assert "Traceback" not in said
    [done] = re.findall(rf"(\d+) of {STUDENTS}", said.splitlines()[-1])
    assert int(done) == len(times(fresh))
    assert "Run the same command again to continue." in said
    assert still_there(processes) == []
    assert whole(fresh)
    before = times(fresh)
    assert len(before) >= 2
    code, said = grade(fresh)
    assert code == 0, said
    assert_same(fresh, standard[0])
    assert before.items() <= times(fresh).items()


def test_unchanged_submissions_are_regraded_only_with_force(graded, standard):
    before = times(graded)
    code, said = grade(graded)
    assert code == 0, said
    assert times(graded) == before
    assert f"0 to do, {STUDENTS} as before" in said
    assert_same(graded, standard[0])
    code, said = grade(graded, "--force")
    assert code == 0, said
    assert all(times(graded)[name] > before[name] for name in before)
    assert_same(graded, standard[0])


def change(course, student, source):
    """Let a student hand in another's work; the scores of both differ."""
    mine, theirs = (course / f"submitted/{name}/{UNIT}/{UNIT}.ipynb" for name in (student, source))
    mine.write_bytes(theirs.read_bytes())


def two_that_differ(course):
    """Two students with different scores."""
    rows = table(course, UNIT)
    first = min(rows)
    return first, next(name for name in rows if rows[name]["score"] != rows[first]["score"])


def test_only_changed_submissions_are_regraded(graded):
    student, other = two_that_differ(graded)
    before = times(graded)
    change(graded, student, other)
    code, said = grade(graded)
    assert code == 0, said
    after = times(graded)
    assert [name for name in after if after[name] != before[name]] == [student]
    assert table(graded, UNIT)[student]["score"] == table(graded, UNIT)[other]["score"]


@contextmanager
def as_it_was(course):
    """All that is there before is there afterwards, and nothing else.

    The gradebook is not read in between: closing it would give up a lock that this process holds.
    """
    book, before, paths = (
        (course / "gradebook.db").read_bytes(),
        written(course, UNIT),
        listing(course),
    )
    yield
    assert (course / "gradebook.db").read_bytes() == book
    assert written(course, UNIT) == before
    assert listing(course) == paths
    assert leftovers(course) == []


def refused(course, words):
    """Run where the gradebook can't be written: a clear message."""
    code, said = grade(course)
    assert code not in (0, -9), said
    assert "Traceback" not in said
    assert "gradebook.db" in said
    assert words in said


def test_locked_gradebook_is_reported(graded):
    student, other = two_that_differ(graded)
    change(graded, student, other)
    with as_it_was(graded):
        holder = sqlite3.connect(graded / "gradebook.db", isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        refused(graded, "in use by another program")
        holder.close()
    code, said = grade(graded)
    assert code == 0, said
    assert table(graded, UNIT)[student]["score"] == table(graded, UNIT)[other]["score"]


@contextmanager
def mounted(*arguments):
    """Something mounted for a while, in CI by sudo; skip where that is not allowed."""
    command = (
        [] if os.geteuid() == 0 else ["sudo", "-n"] if os.environ.get("CI") == "true" else None
    )
    if command is None or subprocess.run([*command, "mount", *arguments], check=False).returncode:
        pytest.skip("only root can mount")
    try:
        yield
    finally:
        subprocess.run([*command, "umount", "--lazy", arguments[-1]], check=True)


@pytest.mark.parametrize(
    "room",  # kilobytes: for the sandbox, the gradebook, a few students, most of them
    [
        pytest.param(20, marks=pytest.mark.nightly),
        pytest.param(100, marks=pytest.mark.nightly),
        300,
        pytest.param(600, marks=pytest.mark.nightly),
    ],
)
def test_full_disk_is_reported_and_the_run_can_continue(room, handed_in, standard, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    with mounted("-t", "tmpfs", "-o", "size=16m", "tmpfs", str(disk)):
        course = Path(shutil.copytree(handed_in, disk / "course"))
        ballast = disk / "ballast"
        with ballast.open("wb") as file:
            file.write(bytes(shutil.disk_usage(disk).free - room * 1024))
        code, said = grade(course)
        assert code not in (0, -9), said
        assert "Traceback" not in said
        assert "disk is full" in said.lower()
        assert whole(course)
        assert leftovers(course) == []
        ballast.unlink()
        code, said = grade(course)
        assert code == 0, said
        assert_same(course, standard[0])
