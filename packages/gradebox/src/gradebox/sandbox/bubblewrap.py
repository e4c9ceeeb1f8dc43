"""The sandbox: bubblewrap (Linux namespaces) around a fork server for students' processes.

It contains a read-only system, the Python that runs the grader, and the part of the course that the
assignment gives. It has no network, no home, no course folder, no gradebook. Every submission has
its own processes, which see only each other, and its own /tmp, which ends with them.
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

FIRST_UID = 100_000  # UIDs from here on belong to no account; each submission runs as one
UID_COUNT = 400_000  # enough for submissions at work at the same time to differ
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "fonts", "alternatives", "localtime")
PYTHON_PARTS = ("bin", "lib", "lib64", "share", "pyvenv.cfg")  # in the folder of a Python
CLONE_MARKERS = ("pyproject.toml", "solutions", "sources", ".git")  # at the top of a clone
STAGE = "/course"

MISSING = (
    "Grading runs students' code, and needs bubblewrap (the command bwrap) to keep it in a "
    "sandbox. On Debian and Ubuntu: apt-get install bubblewrap. To grade without a sandbox, on a "
    "machine that holds nothing of value, pass --unsafe-no-sandbox."
)
AS_ROOT = (
    "Without a sandbox students' code would run as root. Use an ordinary account, or install "
    "bubblewrap and leave out --unsafe-no-sandbox."
)
UNKNOWN_MACHINE = (
    "The sandbox only knows the system calls of x86_64 and aarch64 (64 bit), and this is {}. "
    "Please grade on another machine."
)


class SandboxError(Exception):
    """The sandbox can't be used; its text says why and what to do."""


def is_root() -> bool:
    """Return True if the grader runs as root."""
    return os.geteuid() == 0


class Sandbox:
    """A fork server in its sandbox; `spawn` has it start a student's process.

    Args:
        stage: The folder with the packages that student code may import; see `tree_shaking`.
        hidden: The course folder, which must not be visible.
        plan: What the fork server does once, for all submissions.
        safe: Use bubblewrap.
        ledger: The file in which supervisors write what submissions hold; by default a new one.
            With another sandbox's ledger, no control groups are made.

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
        self.short = False  # True if a process was killed because the machine ran out of memory
        self.alone = False  # True if the system refuses namespaces inside the sandbox
        self.grouped = False  # True if each submission has a control group
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
        """Wait until the fork server is warm."""
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
        errors = self._errors.read(1 << 16) or b""  # None if it is empty but not yet closed
        words = errors[-2000:].decode(errors="replace").strip()
        raise SandboxError(f"The sandbox did not start: {words or 'no reason was given'}")

    def spawn(self, user: int, limits: Limits | None) -> tuple[socket.socket, socket.socket]:
        """Start a student's process; return the socket to talk to it, and its lifeline.

        `user` is any number that submissions at work at the same time don't share. When the
        lifeline is closed, here or by the grader's death, the process is killed. `limits` are the
        usual ones if there are none.
        """
        limits = limits or Limits()
        if self.alone and self.safe:  # so each submission gets its own sandbox
            other = Sandbox(self.stage, self.hidden, self.plan, ledger=self.ledger)
            other.wait()
            with other.control:
                return other._spawn(user, limits, namespaces=False)
        return self._spawn(user, limits, namespaces=self.safe)

    def _spawn(
        self, user: int, limits: Limits, namespaces: bool
    ) -> tuple[socket.socket, socket.socket]:
        talk, theirs = socket.socketpair()
        lifeline, kept = socket.socketpair()
        if not (is_root() or _counts_by_namespace()):
            limits = replace(limits, processes=PROCESSES_OF_A_USER)
        request = SpawnRequest(
            limits=limits,
            sandboxed=self.safe,
            namespaces=namespaces,
            user=FIRST_UID + user % UID_COUNT if self.safe and is_root() else 0,
            cores=sorted(os.sched_getaffinity(0)),
            spared=self._spared(),
        )
        with theirs, kept:
            fds = [theirs.fileno(), kept.fileno()]
            socket.send_fds(self.control, [json.dumps(asdict(request)).encode()], fds)
        return talk, lifeline

    def close(self) -> None:
        self.control.close()
        if self._warm:  # it notices that the socket is closed; while it warms up it doesn't
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
        """Return bubblewrap's part of the command; it reads the seccomp filter from `program`."""
        command = ["bwrap", "--die-with-parent", "--new-session", "--unshare-pid", "--unshare-net"]
        command += ["--unshare-ipc", "--unshare-uts"]
        if self._group is None:  # else init does it, in its group
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
        for fonts in _font_caches():
            command += ["--ro-bind", str(fonts), f"/tmp/.cache/matplotlib/{fonts.name}"]
        # It reads the same but can't be mapped: shared, that is memory that no process holds.
        command += ["--dev-bind", "/dev/full", "/dev/zero"]
        mounts = usual_mounts(self.hidden)
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
        """Return the folders under /tmp that stay visible in each submission's own /tmp."""
        places = [path for path in _prefixes() if path.is_relative_to("/tmp")]
        inner = {path for path in places if any(other in path.parents for other in places)}
        return [str(path) for path in places if path not in inner]


def _pipe() -> tuple[int, int]:
    """Return a non-blocking pipe."""
    ends = os.pipe()
    for end in ends:
        os.set_blocking(end, False)
    return ends


def _leave_session_keyring() -> None:
    """Keep the instructor's keyring out of the sandbox, the fork server included."""
    with contextlib.suppress(OSError):  # this kernel has none, or a container's filter refuses
        linux.join_session_keyring()


def mounts_of(prefixes: Iterable[Path], hidden: Iterable[Path]) -> list[tuple[Path, bool]]:
    """Return the folders to mount over the read-only system, in order, and True if it is shown.

    Of each of Python's folders its own parts are shown: an environment may have been made in a
    folder with other work. Hidden folders in these or in the system are covered by an empty one. If
    Python is inside a hidden folder, its parts are shown on top. So a virtual environment may be in
    a clone, or a clone in a virtual environment.
    """
    hidden, shown = set(hidden), set[Path]()
    for prefix in prefixes:
        if not prefix.is_relative_to("/usr") or any(map(prefix.is_relative_to, hidden)):
            shown |= {prefix / part for part in PYTHON_PARTS}
    visible = (*map(Path, SYSTEM), *shown)
    covered = {path for path in hidden if any(map(path.is_relative_to, visible))}
    return sorted([*((path, True) for path in shown), *((path, False) for path in covered)])


def usual_mounts(hidden: Path) -> list[tuple[Path, bool]]:
    """Return the mounts for the Python that runs the grader, without a course folder."""
    mounts = mounts_of(_prefixes(), [*_packages_and_clones(), hidden.resolve()])
    return [(place, shown) for place, shown in mounts if not shown or place.exists()]


def _packages_and_clones() -> Iterator[Path]:
    """Yield packages that hold answers, and the clones around them: solutions, tests, history."""
    for package in (PACKAGE, *checks.installed().folders()):
        yield package
        yield from (
            folder
            for folder in package.parents
            if any((folder / name).exists() for name in CLONE_MARKERS)
        )


def _font_caches() -> list[Path]:
    """Return Matplotlib's font cache, whose rebuilding would take a sixth of a warm start."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(os.environ.get("MPLCONFIGDIR") or Path(cache) / "matplotlib")
    return [path for path in folder.glob("fontlist-*.json") if os.access(path, os.R_OK)]


def _prefixes() -> list[Path]:
    """Return the folders of the Python that runs the grader."""
    places = {sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent.parent)}
    return [Path(place) for place in sorted(places, key=len) if place not in ("/", "/usr")]


def _counts_by_namespace() -> bool:
    """Return True if the kernel counts a user's processes per namespace (from Linux 5.14)."""
    parts = os.uname().release.split(".")
    try:
        return (int(parts[0]), int(parts[1])) >= (5, 14)
    except (ValueError, IndexError):
        return False
