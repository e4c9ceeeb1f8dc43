"""Hostile, broken and odd submissions: everybody gets what they earned, and nothing else happens.

The class of each assignment is graded once, by the command, in one run; the tests then read what
it left. By default that class is a sample: the first attack of every kind of outcome, and one in
seven of the others. With --all, everybody in the catalogue hands in.
"""

import contextlib
import functools
import hashlib
import json
import os
import re
import shutil
import site
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import classroom
import pytest
from attacks import CATALOGUE, Attack
from classroom import ROOT, Submission
from gradebox.text import spreadsheet_cell

pytestmark = pytest.mark.slow

SECONDS = "5"  # what is honest takes a hundredth of it, and the machine may be busy
EVERY = 6  # after so many attacks there is an honest submission
HONEST = "honest"
UNITS = ("04-perceptron", "08-derivations")
LARGEST = 8 * 2**20  # no file that grading writes is larger


@dataclass
class Class:
    """What the run over the catalogue left, as plain data."""

    course: Path
    home: Path
    mark: str
    students: list["Student"]
    run: dict[str, Any]

    def output(self) -> str:
        return self.run["stdout"] + self.run["stderr"]


@dataclass(frozen=True)
class Student:
    """Someone who submits an attack, or honest work."""

    name: str
    attack: Attack | None = None


def students_of(assignment: str, sample: Callable[..., list[Attack]]) -> list[Student]:
    """The students in order: attacks, and after every few of them an honest one."""
    kinds: dict[Any, Attack] = {}
    mine = [attack for attack in CATALOGUE if attack.assignment == assignment]
    for a in mine:
        kinds.setdefault((a.status, a.says, a.lost, a.either, bool(a.student)), a)
    chosen = {a.name for a in (*kinds.values(), *sample(mine, every=7))}
    order = [Student(f"000-{HONEST}")]
    for number, attack in enumerate((a for a in mine if a.name in chosen), start=1):
        order.append(Student(attack.student or f"{number:03}-{attack.name}", attack))
        if number % EVERY == 0:
            order.append(Student(f"{number:03}-~{HONEST}"))
    return order


def source_of(assignment: str) -> dict[str, Any]:
    """The course's own version."""
    if assignment == "tiny":
        return classroom.TINY
    return json.loads((ROOT / "solutions" / assignment / f"{assignment}.ipynb").read_text())


class Listener:
    """A host that nobody in the sandbox should reach, over TCP, UDP and unix sockets."""

    def __init__(self, folder: Path, mark: str) -> None:
        self.heard: list[str] = []
        self.path = str(folder / "socket")
        self.port = 0
        tcp, udp = socket.create_server(("0.0.0.0", 0)), socket.socket(type=socket.SOCK_DGRAM)
        self.port = tcp.getsockname()[1]
        udp.bind(("0.0.0.0", self.port))
        abstract, named = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
        abstract.bind(f"\0{mark}")
        named.bind(self.path)
        for link in (abstract, named):
            link.listen()
        for name, link in (("tcp", tcp), ("abstract", abstract), ("named", named)):
            threading.Thread(target=self.accept, args=(name, link), daemon=True).start()
        threading.Thread(target=self.receive, args=(udp,), daemon=True).start()

    def accept(self, name: str, link: socket.socket) -> None:
        while True:
            link.accept()[0].close()
            self.heard.append(name)

    def receive(self, link: socket.socket) -> None:
        while True:
            link.recv(100)
            self.heard.append("udp")


def fingerprint(*folders: Path) -> dict[str, str]:
    """Every file's content and rights; links as where they lead."""
    found = {}
    for folder in folders:
        for place, names, files in os.walk(folder):
            for name in [*files, *names]:
                path = os.path.join(place, name)
                about = os.lstat(path)
                key = repr(path)
                found[key] = f"{about.st_mode:o} {about.st_size}"
                if os.path.islink(path):
                    found[key] += os.readlink(path)
                elif os.path.isfile(path) and about.st_size < 2**26:
                    with open(path, "rb") as file:
                        found[key] += hashlib.sha256(file.read()).hexdigest()
    return found


def processes_with(mark: str) -> list[str]:
    """Processes whose command line, name or environment holds the mark."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        for kind in ("cmdline", "comm"):
            with contextlib.suppress(OSError):
                if mark.encode() in (folder / kind).read_bytes():
                    found.append(f"{folder.name} {kind}")
    return found


def grade_the_class(folder: Path, assignment: str, students: list[Student], *options: str) -> Class:
    """Let students submit, grade them, and write down what happened."""
    mark = f"lincourse-{hashlib.sha256(str(folder).encode()).hexdigest()[:9]}"
    home = folder / "home"
    home.mkdir()
    (home / "sentinel.txt").write_text("SENTINEL")
    make = classroom.course_of_its_own if assignment == "tiny" else classroom.course_like_ours
    course = make(folder / "course", *([] if assignment == "tiny" else [assignment]))
    with tempfile.TemporaryDirectory() as short:  # the path of a socket is short
        listener = Listener(Path(short), mark)
        words = {
            "COURSE": str(course),
            "HOME": str(home),
            "HOST": socket.gethostname(),
            "MARK": mark,
            "PIDNS": os.readlink("/proc/self/ns/pid"),
            "PORT": str(listener.port),
            "REPO": str(ROOT),
            "SITE": site.getsitepackages()[0],
            "SOCKET": listener.path,
        }
        solved = classroom.solved(source_of(assignment))
        for student in students:
            content = json.loads(json.dumps(solved))
            work = Submission(course, student.name, assignment, content, words)
            if student.attack:
                student.attack.make(work)
            work.hand_in()
        (course / "submitted/notes.txt").write_text("not a student")
        (course / "submitted/.ipynb_checkpoints").mkdir()
        untouched = [path for path in course.iterdir() if path.is_dir()] + [home]
        config = course / "nbgrader_config.py"
        before = fingerprint(*untouched) | {"config": config.read_text()}
        os.environ[f"{mark}-in-the-environment".replace("-", "_")] = f"{mark}-in-the-environment"
        start = time.time()
        jobs = str(3 * len(os.sched_getaffinity(0)))  # most of them only wait for what hangs
        options = options or ("--jobs", jobs)
        run = classroom.grade(course, assignment, "--timeout", SECONDS, *options, home=home)
        after = fingerprint(*untouched) | {"config": config.read_text()}
        time.sleep(1)
        litter = [
            str(path)
            for place in (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm", course, home, "/")
            for path in Path(place).glob(f"*{mark}*")
        ]
        told = {
            "code": run.returncode,
            "stdout": run.stdout,
            "stderr": run.stderr,
            "seconds": time.time() - start,
            "started": start,
            "changed": sorted(key for key in before | after if before.get(key) != after.get(key)),
            "heard": listener.heard,
            "processes": processes_with(mark),
            "litter": litter,
        }
    return Class(course, home, mark, students, told)


@pytest.fixture(scope="session")
def graded(tmp_path_factory, sample):
    """assignment -> its graded class; each is graded when it is first asked for."""
    if not shutil.which("bwrap"):
        pytest.skip("bubblewrap (bwrap) is not installed")

    @functools.cache
    def ask(assignment: str) -> Class:
        folder = tmp_path_factory.mktemp(f"attacks-{assignment}")
        return grade_the_class(folder, assignment, students_of(assignment, sample))

    return ask


def as_written(student: str) -> set[str]:
    """The ways in which a table may write a student's name."""
    encoded = student.encode("utf-8", "surrogateescape")
    return {
        student,
        student.encode("utf-8", "backslashreplace").decode(),
        encoded.decode("utf-8", "replace"),
        encoded.decode("utf-8", "backslashreplace"),
        spreadsheet_cell(student),
    }


def only(table: dict[str, Any], student: str) -> Any:
    """What a table says of a student."""
    [found] = [table[name] for name in as_written(student) if name in table][:1] or [None]
    return found


# Both are read by every test, and no test changes them.
table, grades = functools.cache(classroom.table), functools.cache(classroom.grades)


def unearned(done: Class, assignment: str) -> list[str]:
    """Everything that is wrong with the rows and grades of a class, in words."""
    source, found = source_of(assignment), []
    for student in done.students:
        row = only(table(done.course, assignment), student.name)
        marks = only(grades(done.course, assignment), student.name) or {}
        if row is None:
            found.append(f"{student.name!r} has no row; the run said: {done.output()[-1500:]}")
        elif wrong := list(wrong_in(row, marks, student.attack, source)):
            found.append(f"{student.name}: {wrong}; {row['status']}: {row['reason']}")
    return found


def wrong_in(row, marks, attack: Attack | None, source) -> Iterator[str]:
    """What is wrong with a student's status, reason and points."""
    if float(row["max_score"]) != classroom.most_of(source):
        yield f"the maximum is {row['max_score']}"
    if row["status"] not in (attack.status if attack else {"graded"}):
        yield "the status"
    if attack and attack.says and not re.search(attack.says, row["reason"]):
        yield f"the reason has no {attack.says!r}"
    points = classroom.points_of(source)
    lost, either = (attack.lost, attack.either) if attack else (set(), set())
    got = {name: marks.get(f"test_{name}") or 0 for name in points}
    wanted = {name: 0 if name in lost else most for name, most in points.items()}
    for name, most in points.items():
        if got[name] != wanted[name] and not (name in either and got[name] in (0, most)):
            yield f"{name} has {got[name]:g} of {most:g} points, should have {wanted[name]:g}"
    if float(row["score"] or 0) != sum(got.values()):  # it is empty if nothing was submitted
        yield f"the score is {row['score']}"


@pytest.mark.nightly
def test_cluster_gives_each_the_same(tmp_path):
    """One attack of every kind, on Dask workers: nothing happens to these, or anything else."""
    students = students_of("tiny", lambda attacks, every: [])
    done = grade_the_class(tmp_path, "tiny", students, "--cluster", "local:6")
    assert done.run["code"] == 0, done.output()[-3000:]
    assert "Traceback" not in done.output()
    assert traces(done) == {}
    assert unearned(done, "tiny") == []


@pytest.fixture(params=["tiny", *UNITS])
def done(request, graded):
    return request.param, graded(request.param)


def test_each_gets_what_they_earned(done):
    assignment, made = done
    assert unearned(made, assignment) == []


def test_command_ends_well_with_a_row_for_everybody(done):
    assignment, made = done
    assert made.run["code"] == 0, made.output()[-3000:]
    assert "Traceback" not in made.output()
    assert len(table(made.course, assignment)) == len(made.students)


def test_class_leaves_no_trace(done):
    """No changed file, no message to the network, no process and no file that is left."""
    _, made = done
    assert traces(made) == {}


def traces(made: Class) -> dict[str, list[str]]:
    kinds = ("changed", "heard", "processes", "litter")
    return {kind: made.run[kind] for kind in kinds if made.run[kind]}


def test_nobody_reached_what_is_not_theirs(done):
    """Attacks that get through print a word that their own text does not hold."""
    assignment, made = done
    through = []
    for path in made.course.glob(f"autograded/*/{assignment}/*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            through += [
                f"{path.parent.parent.name}: {line}"
                for line in re.findall(r"REACHED[^\n\"]*", json.dumps(cell.get("outputs", [])))
            ]
    assert through == []


def test_what_is_written_stays_small(done):
    _, made = done
    large = {
        str(path): path.stat().st_size
        for part in ("autograded", "feedback", "reports")
        for path in (made.course / part).rglob("*")
        if path.is_file() and path.stat().st_size > LARGEST
    }
    assert large == {}


def test_what_is_written_is_whole(done):
    """Who is graded has notebooks that can be read and pages; nothing is half-written."""
    assignment, made = done
    written = list((made.course / "autograded").glob(f"*/{assignment}/*"))
    assert written
    for path in written:
        assert path.name == f"{assignment}.ipynb" or path.suffix == ".txt", path
        assert not path.is_symlink()
    for path in (path for path in written if path.suffix == ".ipynb"):
        assert json.loads(path.read_text(encoding="utf-8"))["nbformat"] == 4
        page = made.course / "feedback" / path.parent.parent.name / assignment
        assert (page / f"{assignment}.html").is_file()


def test_no_script_and_no_hidden_test_is_in_a_page(done):
    assignment, made = done
    pages = list((made.course / "feedback").glob(f"*/{assignment}/*.html"))
    assert pages
    for path in [*pages, made.course / "reports" / f"{assignment}.html"]:
        text = path.read_text(encoding="utf-8")
        assert "<script>window.attacked" not in text, path
        assert "<img src=x" not in text, path
        assert not re.search(r"href=[\"']?javascript:", text), path
    for path in pages:
        text = path.read_text(encoding="utf-8")
        leaked = [words for words in ("expected_share", "HIDDEN TESTS") if words in text]
        if leaked:
            handed_in = made.course / "submitted" / path.parent.parent.name / assignment
            files = [file for file in handed_in.glob("*.ipynb") if file.is_file()]
            own = "".join(file.read_text(errors="replace") for file in files)
            assert [words for words in leaked if words not in own] == [], path


@pytest.mark.parametrize("assignment", ["tiny"])
def test_the_time_of_intake_counts(graded, assignment):
    """A timestamp that a student wrote is not believed."""
    made = graded(assignment)
    start = datetime.fromtimestamp(made.run["started"], UTC)
    counted = 0
    for path in (made.course / "reports/.gradebox/results/tiny").glob("*.json"):
        moment = json.loads(path.read_text(encoding="utf-8"))["timestamp"]
        if moment is not None:  # there was something that came
            assert abs(datetime.fromisoformat(moment) - start) < timedelta(days=1), path.stem
            counted += 1
    assert counted > len(made.students) / 2
