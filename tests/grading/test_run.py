"""A whole run under settings that a course may choose, and what happens beside its workers."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from classroom import cell, exercise, lincourse, nbgrader, notebook, table, write_notebook
from gradebox.gradebook.gradebook import Gradebook
from nbgrader import api

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap"),
]

WORK = notebook(
    [
        cell("# Work", "markdown"),
        *exercise(
            "double",
            2,
            "def double(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION",
            "assert double(2) == 4",
        ),
    ]
)


def run(*command, cwd):
    done = subprocess.run([sys.executable, *command], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout
    return done


def make_course(folder, students, settings=""):
    write_notebook(folder / "source" / "ps" / "work.ipynb", WORK)
    (folder / "nbgrader_config.py").write_text(f"c = get_config()\n{settings}\n")
    for student in students:
        write_notebook(folder / "submitted" / student / "ps" / "work.ipynb", WORK)


def test_lateness_is_found_with_any_database(tmp_path):
    """SQLAlchemy names a driver in the URL, as it does for PostgreSQL (postgresql+psycopg2://)."""
    url = f"sqlite+pysqlite:///{tmp_path}/marks.db"
    make_course(tmp_path, ["a", "b"], f"c.CourseDirectory.db_url = {url!r}")
    with Gradebook(url):  # makes the tables
        pass
    with api.Gradebook(url) as book:
        book.add_assignment("ps", duedate="2020-01-01 00:00:00")
    stamp = tmp_path / "submitted" / "b" / "ps" / "timestamp.txt"
    stamp.write_text("2019-12-31 12:00:00 UTC")
    lincourse(tmp_path, "grade", "ps")
    assert re.search(r"late by \d+ days", table(tmp_path, "ps")["a"]["reason"])
    assert re.search(r"late by \d+ days", table(tmp_path, "ps")["b"]["reason"])
    page = (tmp_path / "feedback" / "a" / "ps" / "work.html").read_text()
    assert re.search(r"\d+ d( \d+ h)? late", page)


def test_hidden_tests_are_found_with_any_database(tmp_path):
    """Without the source version, the full tests are those that the gradebook remembers."""
    url = f"sqlite+pysqlite:///{tmp_path}/marks.db"
    make_course(tmp_path, ["a"], f"c.CourseDirectory.db_url = {url!r}")
    source = tmp_path / "source" / "ps" / "work.ipynb"
    hidden = "\n### BEGIN HIDDEN TESTS\nassert double(3) == 7\n### END HIDDEN TESTS"
    content = json.loads(source.read_text())
    content["cells"][2]["source"] += hidden
    source.write_text(json.dumps(content))
    nbgrader(tmp_path, "generate_assignment", "ps", "--create")
    shutil.rmtree(tmp_path / "source")
    lincourse(tmp_path, "grade", "ps")
    assert table(tmp_path, "ps")["a"]["score"] == "0", "the hidden test was not run"


@pytest.mark.parametrize(
    "name", [pytest.param("returned", marks=pytest.mark.nightly), "out/to students"]
)
def test_report_links_follow_the_configured_folders(tmp_path, name):
    settings = f"c.CourseDirectory.feedback_directory = {name!r}\n"
    settings += "c.CourseDirectory.autograded_directory = 'marked'"
    make_course(tmp_path, ["a b"], settings)
    lincourse(tmp_path, "grade", "ps")
    page = (tmp_path / "reports" / "ps.html").read_text()
    links = {link.partition("#")[0] for link in re.findall(r'href="([^"]*)"', page)} - {""}
    assert {f"../{name}/a b/ps/work.html", "notebooks/a b/ps/work.html", "course.html"} <= {
        link.replace("%20", " ") for link in links
    }
    for link in links:
        path = tmp_path / "reports" / link.replace("%20", " ")
        assert path.is_file(), f"{link} leads nowhere"


NO_THREADS = """
import os, signal, sys, threading
from pathlib import Path
from gradebox.run import pipeline
from gradebox.run.settings import GradingSettings
from gradebox.run.workers import Pool

grader, beside = os.getpid(), []
os.register_at_fork(before=lambda: os.getpid() == grader and beside.append(threading.enumerate()))
add = Pool.add

def add_and_lose_a_worker(self, students):
    add(self, students)
    if not lost:
        lost.append(next(iter(self._workers.values())))
        os.kill(lost[0].pid, signal.SIGKILL)

lost = []
Pool.add = add_and_lose_a_worker
code = pipeline.grade("ps", GradingSettings(jobs=1), root=Path.cwd())
assert len(beside) == 3, f"not the sandbox, a worker and its replacement: {len(beside)} forks"
for threads in beside:
    assert threads == [threading.main_thread()], f"forked beside {threads}"
"""


def test_numpy_is_not_imported_before_its_threads_are_limited():
    source = "import sys; import gradebox.run.pipeline; print('numpy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
    assert said.stdout.split() == ["False"], said.stderr


KNOWN = """
from pathlib import Path
from gradebox.run import grader, pipeline
from gradebox.run.settings import GradingSettings

start = grader.start_pool

def started(judge, *rest):
    assert "digest" in vars(judge.assignment), "every judge would read all checks to work it out"
    return start(judge, *rest)

grader.start_pool = started
raise SystemExit(pipeline.grade("ps", GradingSettings(jobs=1), root=Path.cwd()))
"""


def test_assignment_digest_is_computed_before_judges_fork(tmp_path):
    make_course(tmp_path, ["a"])
    run("-c", KNOWN, cwd=tmp_path)


def test_dead_worker_is_replaced_by_a_fork_without_threads(tmp_path):
    """A fork copies one thread and every lock: what another thread had locked stays locked."""
    make_course(tmp_path, ["a", "b", "c"])
    done = run("-c", NO_THREADS, cwd=tmp_path)
    assert "3 to do" in done.stdout
