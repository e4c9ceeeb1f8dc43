"""Control groups: what the grader makes of those it may make, and what holds where it may not.

The first half has a folder in place of the kernel's file system; the second asks this kernel, and
says which of the two ways to count is in force here.
"""

import contextlib
import errno
import os
import signal
import socket
import subprocess
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from gradebox.judge.process import ProcessEnded
from gradebox.limits import GB, MB, Limits
from gradebox.sandbox import bubblewrap, cgroup
from gradebox.sandbox.bubblewrap import Plan, Sandbox
from gradebox.sandbox.inside import ENDED, MACHINE_SHORT, MEMORY_EXCEEDED, memory, supervisor
from student_process import needs_bubblewrap, printed, student, wait_until_written

EVENTS = "low 0\nhigh 0\nmax {oom}\noom {oom}\noom_kill {kill}\noom_group_kill 0\n"
FILES = {
    "cgroup.procs": "",
    "cgroup.subtree_control": "",
    "memory.max": "max\n",
    "memory.swap.max": "max\n",
    "memory.oom.group": "0\n",
    "memory.events": EVENTS.format(oom=0, kill=0),
    "pids.max": "max\n",
}


class FakeKernel:
    """A folder that behaves like cgroup v2, as far as the grader can tell."""

    def __init__(self, root, monkeypatch):
        self.root = root
        self.make, self.unmake, self.write = os.mkdir, os.rmdir, cgroup._write
        monkeypatch.setattr(os, "mkdir", self.mkdir)
        monkeypatch.setattr(os, "rmdir", self.rmdir)
        monkeypatch.setattr(cgroup, "_write", self.written)
        self.mkdir(root)

    def where(self, path, dir_fd=None):
        return Path(path if dir_fd is None else os.readlink(f"/proc/self/fd/{dir_fd}"), path)

    def mkdir(self, path, mode=0o777, *, dir_fd=None):
        place = self.where(path, dir_fd)
        self.make(path, mode, dir_fd=dir_fd)
        if place.is_relative_to(self.root):
            for name, text in FILES.items():
                (place / name).write_text(text)

    def rmdir(self, path, *, dir_fd=None):
        place = self.where(path, dir_fd)
        if place.is_relative_to(self.root) and place.is_dir():
            busy = (place / "cgroup.procs").read_text() or any(p.is_dir() for p in place.iterdir())
            if busy:
                raise OSError(errno.EBUSY, "busy")
            for name in FILES:
                (place / name).unlink()
        self.unmake(path, dir_fd=dir_fd)

    def written(self, folder, name, text):
        place = self.where("", folder)
        if name == "cgroup.procs":
            for path in self.root.rglob("cgroup.procs"):  # a process is in one group alone
                kept = [p for p in path.read_text().split() if p != str(os.getpid())]
                path.write_text(" ".join(kept))
            text = f"{(place / name).read_text()} {os.getpid()}"
        if name == "cgroup.subtree_control":
            if (place / "cgroup.procs").read_text().strip():
                raise OSError(errno.EBUSY, "busy")
            text = text.replace("+", "")
        (place / name).write_text("")
        self.write(folder, name, text)


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    made = FakeKernel(tmp_path / "cgroup", monkeypatch)
    monkeypatch.setattr(cgroup, "_places", lambda: [made.root / "mine", made.root])
    os.mkdir(made.root / "mine")
    (made.root / "mine" / "cgroup.procs").write_text(str(os.getpid()))
    return made


def groups(kernel):
    """All groups there are."""
    found = (path for path in kernel.root.rglob("*") if path.is_dir())
    return sorted(str(path.relative_to(kernel.root)) for path in found)


def test_grader_moves_to_a_group_below_when_alone_in_its_own(kernel):
    made = cgroup.make_run_group()
    assert made.path.parent == kernel.root / "mine"
    assert (kernel.root / "mine/gradebox/cgroup.procs").read_text().split() == [str(os.getpid())]
    for path in (kernel.root / "mine", made.path):
        assert set((path / "cgroup.subtree_control").read_text().split()) == {"memory", "pids"}
    made.remove()
    assert groups(kernel) == ["mine", "mine/gradebox"]


def test_grader_moves_no_other_process(kernel):
    """Then the group above is used, if it has the controllers already, and never changed."""
    procs = kernel.root / "mine" / "cgroup.procs"
    procs.write_text(f"{os.getpid()} 1")
    assert cgroup.make_run_group() is None
    assert groups(kernel) == ["mine"]
    (kernel.root / "cgroup.subtree_control").write_text("cpu memory pids")
    made = cgroup.make_run_group()
    assert made.path.parent == kernel.root
    assert procs.read_text() == f"{os.getpid()} 1"
    made.remove()
    assert groups(kernel) == ["mine"]


def test_grader_moves_back_without_controllers(kernel, monkeypatch):
    refused = cgroup._write

    def write(folder, name, text):
        if name == "cgroup.subtree_control":
            raise OSError(errno.EBUSY, "busy")
        refused(folder, name, text)

    monkeypatch.setattr(cgroup, "_write", write)
    assert cgroup.make_run_group() is None
    assert (kernel.root / "mine/cgroup.procs").read_text().split() == [str(os.getpid())]


def test_unusable_run_group_is_removed(kernel, monkeypatch):
    (kernel.root / "mine/cgroup.subtree_control").write_text("memory pids")
    monkeypatch.setattr(cgroup, "_write", lambda *_: os.open("/no/such/file", os.O_WRONLY))
    assert cgroup.make_run_group() is None
    assert groups(kernel) == ["mine"]


def test_group_of_a_killed_run_is_removed_by_the_next(kernel):
    (kernel.root / "mine/cgroup.subtree_control").write_text("memory pids")
    at_work = cgroup.make_run_group()
    for name in ("gradebox-dead", "gradebox-dead/17", "gradebox-held", "gradebox-held/18"):
        os.mkdir(kernel.root / "mine" / name)
    (kernel.root / "mine/gradebox-held/18/cgroup.procs").write_text("18")
    made = cgroup.make_run_group()
    left = {f"mine/{path.name}" for path in (at_work.path, made.path)}
    assert {*groups(kernel)} == left | {"mine", "mine/gradebox-held", "mine/gradebox-held/18"}
    for each in (made, at_work):
        each.remove()


@pytest.fixture
def run(kernel):
    (kernel.root / "mine/cgroup.subtree_control").write_text("memory pids")
    made = cgroup.make_run_group()
    yield made
    made.remove()
    assert not made.path.exists()


def test_group_of_a_submission_has_its_limits(run):
    group = cgroup.Group(run.folder, replace(Limits(), memory=7 * MB, processes=4096))
    path = run.path / str(os.getpid())
    found = {name: (path / name).read_text() for name in FILES if name.count(".") and "max" in name}
    assert found == {"memory.max": str(7 * MB), "memory.swap.max": "0", "pids.max": "100"}
    assert (path / "memory.oom.group").read_text() == "1"
    group.join()
    assert (path / "cgroup.procs").read_text().split() == [str(os.getpid())]
    group.remove()
    assert path.exists(), "processes in it"
    (path / "cgroup.procs").write_text("")


def test_group_of_a_killed_supervisor_is_replaced(run):
    group = cgroup.Group(run.folder, Limits())
    events = run.path / group.name / "memory.events"
    events.write_text(EVENTS.format(oom=1, kill=1))
    assert cgroup.make_group(run.folder, Limits()).killed() == b""


def test_group_works_on_old_kernels(run, monkeypatch):
    wrote, missing = cgroup._write, {"memory.swap.max", "memory.oom.group"}

    def write(folder, name, text):
        if name in missing:
            raise FileNotFoundError(name)
        wrote(folder, name, text)

    monkeypatch.setattr(cgroup, "_write", write)
    cgroup.make_group(run.folder, Limits()).remove()
    missing.add("memory.max")
    assert cgroup.make_group(run.folder, Limits()) is None
    assert not (run.path / str(os.getpid())).exists()
    assert not cgroup.usable(run.folder)
    assert cgroup.make_group(None, Limits()) is None


@pytest.mark.parametrize(
    ("oom", "kill", "why"),
    [
        (1, 3, MEMORY_EXCEEDED),
        (0, 1, MACHINE_SHORT),  # by the limit of a group above, or as the machine had none left
        (1, 0, ENDED),
        (0, 0, ENDED),
    ],
)
@pytest.mark.slow
def test_supervisor_reports_why_the_kernel_killed_a_submission(run, monkeypatch, oom, kill, why):
    monkeypatch.setattr(memory, "held", lambda *_: 0)
    monkeypatch.setattr(memory, "descendants", lambda *_: {})
    monkeypatch.setattr(memory, "available", lambda *_: 10**12)
    group = cgroup.Group(run.folder, Limits())
    events = run.path / group.name / "memory.events"
    events.write_text(EVENTS.format(oom=oom, kill=kill))
    mine, theirs = socket.socketpair()
    dead = subprocess.Popen(["sleep", "0"])
    with mine, theirs, open(run.path / "ledger", "w+b") as file:
        ledger = memory.Ledger(file.fileno())
        said = supervisor._watch(dead.pid, theirs.fileno(), 0, (), ledger, group, Limits())
    (run.path / "ledger").unlink()
    assert said == why
    events.unlink()
    assert group.killed() == b"", "the controller was taken away meanwhile"
    events.write_text("")
    group.remove()
    with contextlib.suppress(ChildProcessError):
        dead.wait()


@pytest.mark.parametrize(
    ("mounts", "mine", "places"),
    [
        ("cgroup2 /cg cgroup2 rw 0 0\n", "0::/\n", ["/cg"]),
        ("x /y ext4 rw\nc /cg cgroup2 rw 0 0\n", "1:cpu:/\n0::/a/b\n", ["/cg/a/b", "/cg/a", "/cg"]),
        ("cgroup /cg/memory cgroup rw,memory 0 0\n", "4:memory:/a\n", []),
        ("cgroup2 /cg cgroup2 rw 0 0\n", "", []),
    ],
)
def test_places_are_found_in_proc(monkeypatch, mounts, mine, places):
    texts = {"/proc/self/mounts": mounts, "/proc/self/cgroup": mine}
    monkeypatch.setattr(Path, "read_text", lambda self: texts[str(self)])
    assert list(map(str, cgroup._places())) == places


def test_system_without_proc_has_no_groups(monkeypatch):
    def read_text(self):
        raise FileNotFoundError(self)

    monkeypatch.setattr(Path, "read_text", read_text)
    assert cgroup.make_run_group() is None


# --- this kernel


@pytest.fixture
def house(stage):
    made = Sandbox(stage, stage, Plan())
    made.wait()
    group = made._group
    yield made
    made.close()
    assert group is None or not group.path.exists()


def children(*pids):
    """The processes whose parent is one of these."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(parent) in pids and state != "Z":
                found.append(int(folder.name))
    return found


def supervisors(house):
    """bwrap starts a process 1, which starts the fork server, which starts these."""
    return children(*children(*children(house.process.pid)))


@contextlib.contextmanager
def not_looking(supervisor):
    """A supervisor that is stopped until its processes have ended, for whatever reason."""

    def go_on():
        end = time.monotonic() + 50
        while children(supervisor) and time.monotonic() < end:
            time.sleep(0.02)
        ended.append(not children(supervisor))
        os.kill(supervisor, signal.SIGCONT)

    ended = []
    os.kill(supervisor, signal.SIGSTOP)
    thread = threading.Thread(target=go_on)
    thread.start()
    yield
    thread.join()
    assert ended == [True]


@needs_bubblewrap
@pytest.mark.slow
def test_memory_limit_ends_only_its_submission(house, monkeypatch):
    """By the kernel, while the supervisor does not look; else by the supervisor, when it does."""
    with student(house, 2, seconds=60.0) as neighbour:
        monkeypatch.setattr(bubblewrap, "Limits", lambda: replace(Limits(), memory=150 * MB))
        others = supervisors(house)
        with student(house, 1, seconds=60.0) as process:
            (mine,) = set(supervisors(house)) - set(others)
            source = "kept = bytearray(300 * 2**20)\nimport time; time.sleep(40)"
            unseen = not_looking(mine) if house.grouped else contextlib.nullcontext()
            with unseen, pytest.raises(ProcessEnded, match="used too much memory"):
                process.ask(do="run", source=source)
        assert printed(neighbour, "kept = bytearray(160 * 2**20); print('alive')") == "alive"


@needs_bubblewrap
@pytest.mark.slow
def test_group_counts_processes(house, monkeypatch):
    """Before Linux 5.14 the other limit has to be a high one for who is not root."""
    many = replace(Limits(), processes=4096, memory=64 * GB)
    monkeypatch.setattr(bubblewrap, "Limits", lambda: many)
    source = """
        import os, time
        made = 0
        try:
            while made < 130:
                if os.fork() == 0:
                    time.sleep(60)
                    os._exit(0)
                made += 1
        except OSError as error: print(error.strerror)
        print(made)
    """
    with student(house, 2, 60.0) as neighbour, student(house, 1, 60.0) as process:
        words = printed(process, source).splitlines()
        most = Limits().processes - 2  # init, and the process that forks
        expected = ["Resource temporarily unavailable", str(most)] if house.grouped else ["130"]
        assert words == expected
        assert printed(neighbour, "import os; print(os.system('true'))") == "0"


@needs_bubblewrap
@pytest.mark.slow
def test_submission_has_its_own_group_or_a_ledger_entry(house):
    with student(house, seconds=60.0) as process:
        assert printed(process, "kept = bytearray(30 * 2**20); print(1)") == "1"
        if house.grouped:
            (group,) = [path for path in house._group.path.iterdir() if path.is_dir()]
            assert int((group / "memory.max").read_text()) == Limits().memory
            assert int((group / "pids.max").read_text()) == Limits().processes
            assert (group / "memory.oom.group").read_text() == "1\n"
            assert int((group / "memory.current").read_text()) > 30 * MB
            assert len((group / "cgroup.procs").read_text().split()) == 2
        watching = memory.Ledger(house.ledger)
        watching.write(0)
        wait_until_written(process)  # whether there is a group or not
        assert watching._most() > 30 * MB
    if house.grouped:
        end = time.monotonic() + 5
        while group.exists() and time.monotonic() < end:
            time.sleep(0.05)
        assert not group.exists()


@needs_bubblewrap
def test_student_code_does_not_get_the_group_folder(stage, monkeypatch, tmp_path):
    """Any folder will do: fork server and supervisor keep it, the student's process has none."""
    folder = cgroup._open(tmp_path)
    fake = SimpleNamespace(folder=folder, remove=lambda: os.close(folder))
    monkeypatch.setattr(cgroup, "make_run_group", lambda: fake)
    made = Sandbox(stage, stage, Plan())
    made.wait()
    assert not made.grouped, "it is no group"
    source = """
        import os, stat
        for number in range(256):
            try: print(number, stat.S_IFMT(os.fstat(number).st_mode) >> 12)
            except OSError: pass
    """
    with student(made, seconds=60.0) as process:
        (mine,) = supervisors(made)
        with contextlib.suppress(PermissionError):  # root alone may look
            assert os.readlink(f"/proc/{mine}/fd/{folder}") == str(tmp_path)
        kinds = dict(line.split() for line in printed(process, source).splitlines())
    made.close()
    device, link = "2", "12"
    assert sorted(kinds.values()) == [link, device, device, device]
