"""The sandbox: bubblewrap (Linux namespaces) around a fork server for students' processes.

In there is a read-only system, the Python that runs the grader, and the part of the course that the
assignment gives. There is no network, no home, no course folder, no gradebook. Every submission
gets processes of its own, which see only each other, and a /tmp of its own that ends with them.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

from gradebox import PACKAGE, checks
from gradebox.limits import PROCESSES_OF_A_USER, Limits
from gradebox.sandbox import cgroup, linux, seccomp
from gradebox.sandbox.inside import SPARED, Plan, SpawnRequest

FIRST_USER = 100_000  # from here on UIDs that no account has; a submission's processes run as one
USERS = 400_000  # so many of them, so that submissions at work at the same time differ
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "fonts", "alternatives", "localtime")
PARTS = ("bin", "lib", "lib64", "share", "pyvenv.cfg")  # of a folder that Python is installed in
OF_A_CLONE = ("pyproject.toml", "solutions", "sources", ".git")  # one is at its top
STAGE = "/course"

MISSING = (
    "Grading runs students' code, and needs bubblewrap (the command bwrap) to keep it in a "
    "sandbox. On Debian and Ubuntu: apt-get install bubblewrap. To grade without a sandbox, on a "
    "machine that holds nothing of value, say --unsafe-no-sandbox."
)
AS_ROOT = (
    "Without a sandbox students' code would run as root. Use an ordinary account, or install "
    "bubblewrap and leave out --unsafe-no-sandbox."
)
UNKNOWN_MACHINE = (
    "The sandbox knows the system calls of x86_64 and aarch64 (64 bit) alone, and this is {}. "
    "Please grade on such a machine."
)


class SandboxError(Exception):
    """The sandbox can't be used; its text says why and what to do."""


def is_root() -> bool:
    """Whether the grader was started as root."""
    return os.geteuid() == 0


class Sandbox:
    """A fork server in its sandbox; `spawn` has it start a student's process.

    Args:
        stage: The folder with the package that student code may import; see `given`.
        hidden: The course folder, which must not be seen.
        plan: What the fork server does once, for all submissions.
        safe: Whether to use bubblewrap.
        ledger: The file in which supervisors write what submissions hold; a new one by default.
            Who gives one has no control groups.

    """

    def __init__(
        self,
        stage: Path,
        hidden: Path,
        plan: Plan,
        safe: bool = True,
        ledger: int | None = None,
    ) -> None:
        if safe and not shutil.which("bwrap"):
            raise SandboxError(MISSING)
        if not safe and is_root():
            raise SandboxError(AS_ROOT)
        if seccomp.machine() is None:
            raise SandboxError(UNKNOWN_MACHINE.format(os.uname().machine))
        self.stage, self.hidden, self.safe = stage, hidden, safe
        self.plan = plan
        self._warm = False
        self.short = False  # whether a process was ended as the machine had no memory left
        self.alone = False  # whether the system refuses namespaces inside the sandbox
        self.grouped = False  # whether each submission has a control group
        (stage / "plan.json").write_text(json.dumps(asdict(plan)))
        self._group = cgroup.make_run_group() if safe and ledger is None else None
        if ledger is None:
            self._ledger = open(os.memfd_create("ledger"), "w+b", buffering=0)  # noqa: SIM115
            ledger = self._ledger.fileno()
        self.ledger = ledger
        reading, errors = _pipe()
        self._errors = open(reading, "rb", buffering=0)  # noqa: SIM115
        filtering, program = _pipe()
        os.write(program, seccomp.program(students=False))
        os.close(program)
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            python = [os.path.abspath(sys.executable), "-P", "-s", "-m", "gradebox.sandbox.inside"]
            command = [*(self._bubblewrap(filtering) if safe else []), *python]
            command += [str(theirs.fileno()), str(self.ledger)]
            command += [f"{STAGE if safe else stage}/plan.json"]
            groups = [self._group.folder] if self._group else []
            command += map(str, groups)
            self.process = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno(), self.ledger, filtering, *groups],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=self._environment(),
                cwd="/",
                preexec_fn=_leave_session_keyring,
            )
        for descriptor in (errors, filtering):
            os.close(descriptor)

    def wait(self) -> None:
        """Return once it is warm."""
        self.control.settimeout(120)
        try:
            answer = self.control.recv(16)
            if answer in (b"ready", b"grouped", b"alone"):
                self.control.settimeout(None)
                self._warm = True
                self.alone = self.alone or answer == b"alone"
                self.grouped = answer == b"grouped"
                return
        except OSError:
            pass
        self.close()
        said = self._errors.read(1 << 16) or b""  # None where it is empty but not yet closed
        words = said[-2000:].decode(errors="replace").strip()
        raise SandboxError(f"The sandbox did not start: {words or 'no reason was given'}")

    def spawn(self, user: int) -> tuple[socket.socket, socket.socket]:
        """Start a student's process: the socket to talk over, and its lifeline.

        `user` is any number that submissions at work at the same time do not share. When the
        lifeline is closed, here or by the grader's death, the process is killed.
        """
        if self.alone and self.safe:  # then submissions are kept apart by a sandbox for each
            other = Sandbox(self.stage, self.hidden, self.plan, ledger=self.ledger)
            other.wait()
            with other.control:
                return other._spawn(user, namespaces=False)
        return self._spawn(user, namespaces=self.safe)

    def _spawn(self, user: int, namespaces: bool) -> tuple[socket.socket, socket.socket]:
        talk, theirs = socket.socketpair()
        lifeline, kept = socket.socketpair()
        limits = Limits()
        if not (is_root() or _counts_by_namespace()):
            limits = replace(limits, processes=PROCESSES_OF_A_USER)
        request = SpawnRequest(
            limits=limits,
            sandboxed=self.safe,
            namespaces=namespaces,
            user=FIRST_USER + user % USERS if self.safe and is_root() else 0,
            cores=sorted(os.sched_getaffinity(0)),
            spared=self._spared(),
        )
        with theirs, kept:
            fds = [theirs.fileno(), kept.fileno()]
            socket.send_fds(self.control, [json.dumps(asdict(request)).encode()], fds)
        return talk, lifeline

    def close(self) -> None:
        """End it, and everything in it."""
        self.control.close()
        if self._warm:  # then it notices; while it warms up it does not
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(2)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        if self._group:
            self._group.remove()
            self._group = None

    def _environment(self) -> dict[str, str]:
        one = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMEXPR")}
        return {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"]),
            "LANG": "C.UTF-8",
            "HOME": "/tmp",
            "PYTHONPATH": STAGE if self.safe else str(self.stage),
            "PYTHONDONTWRITEBYTECODE": "1",
            **checks.installed().environment,
            **one,
        }

    def _bubblewrap(self, program: int) -> list[str]:
        """The command, up to what it is to run; `program` is read for the seccomp filter."""
        command = ["bwrap", "--die-with-parent", "--new-session", "--unshare-pid", "--unshare-net"]
        command += ["--unshare-ipc", "--unshare-uts"]
        if self._group is None:  # else init does it, when it is in its group
            command += ["--unshare-cgroup-try"]
        command += ["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_KILL"]
        if is_root():
            command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        else:
            command += ["--unshare-user", "--uid", "1000", "--gid", "1000", "--disable-userns"]
        for path in SYSTEM:
            if os.path.islink(path):
                command += ["--symlink", os.readlink(path), path]
            elif os.path.isdir(path):
                command += ["--ro-bind", path, path]
        command += ["--perms", "0755", "--dir", "/etc", "--seccomp", str(program)]
        for name in SETTINGS:
            command += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
        command += ["--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp"]
        command += ["--perms", "1777", "--tmpfs", "/dev/shm"]
        for fonts in _font_lists():
            command += ["--ro-bind", str(fonts), f"/tmp/.cache/matplotlib/{fonts.name}"]
        # It reads the same, but can't be mapped: shared, that is memory that no process holds.
        command += ["--dev-bind", "/dev/full", "/dev/zero"]
        mounts = mounts_of(_prefixes(), [*_own_places(), self.hidden.resolve()])
        for place, shown in mounts:
            for parent in reversed(place.parents[:-1]):
                command += ["--perms", "0755", "--dir", str(parent)]
            if shown:
                command += ["--ro-bind", str(place), str(place)]
            else:
                command += ["--perms", "0755", "--tmpfs", str(place)]
        for place, shown in mounts:
            if not shown:
                command += ["--remount-ro", str(place)]
        for number in range(len(self._spared())):
            command += ["--perms", "0755", "--dir", SPARED.format(number)]
        command += ["--ro-bind", str(self.stage), STAGE, "--remount-ro", "/dev"]
        command += ["--remount-ro", "/", "--chdir", "/tmp"]
        return command

    def _spared(self) -> list[str]:
        """What must stay visible under /tmp, although every submission has a /tmp of its own."""
        places = [path for path in _prefixes() if path.is_relative_to("/tmp")]
        inner = {path for path in places if any(other in path.parents for other in places)}
        return [str(path) for path in places if path not in inner]


def _pipe() -> tuple[int, int]:
    """A pipe that nobody waits at: what does not fit in is lost, and where it is empty it ends."""
    ends = os.pipe()
    for end in ends:
        os.set_blocking(end, False)
    return ends


def _leave_session_keyring() -> None:
    """Keep the instructor's keyring out of the sandbox, the fork server included."""
    with contextlib.suppress(OSError):  # this kernel has none, or a container's filter refuses
        linux.join_session_keyring()


def mounts_of(prefixes: Iterable[Path], hidden: Iterable[Path]) -> list[tuple[Path, bool]]:
    """What to mount over the read-only system, in order: folders, and whether they are shown.

    Python's folders are shown, and what is to be hidden in these or in the system is covered by an
    empty folder; where Python is inside of that, its own folders are shown on top of it. So it
    makes no difference whether a virtual environment is in a clone, or a clone in it.
    """
    hidden, shown = set(hidden), set[Path]()
    for prefix in prefixes:
        if any(path.is_relative_to(prefix) and prefix.is_relative_to(path) for path in hidden):
            shown |= {path for part in PARTS if (path := prefix / part).exists()}
        elif not prefix.is_relative_to("/usr") or any(map(prefix.is_relative_to, hidden)):
            shown.add(prefix)
    visible = (*map(Path, SYSTEM), *shown)
    covered = {path for path in hidden if any(map(path.is_relative_to, visible))}
    return sorted([*((path, True) for path in shown), *((path, False) for path in covered)])


def _own_places() -> Iterator[Path]:
    """Packages that hold answers, and the clones that they are in: solutions, tests, history."""
    for package in (PACKAGE, *checks.installed().folders()):
        yield package
        yield from (
            folder
            for folder in package.parents
            if any((folder / name).exists() for name in OF_A_CLONE)
        )


def _font_lists() -> list[Path]:
    """What Matplotlib knows of this machine's fonts: making it anew is a sixth of a warm start."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(os.environ.get("MPLCONFIGDIR") or Path(cache) / "matplotlib")
    return [path for path in folder.glob("fontlist-*.json") if os.access(path, os.R_OK)]


def _prefixes() -> list[Path]:
    """Where the Python that runs the grader is."""
    places = {sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent.parent)}
    return [Path(place) for place in sorted(places, key=len) if place not in ("/", "/usr")]


def _counts_by_namespace() -> bool:
    """Whether the system counts a user's processes per namespace (Linux 5.14 and later)."""
    parts = os.uname().release.split(".")
    try:
        return (int(parts[0]), int(parts[1])) >= (5, 14)
    except (ValueError, IndexError):
        return False
