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
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from lincourse.grading import PACKAGE
from lincourse.grading.inside import SPARED, Plan, SpawnRequest
from lincourse.grading.limits import PROCESSES_OF_A_USER, Limits

FIRST_USER = 100_000  # from here on UIDs that no account has; a submission's processes run as one
USERS = 400_000  # so many of them, so that submissions at work at the same time differ
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "fonts", "alternatives", "localtime")
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

    """

    def __init__(self, stage: Path, hidden: Path, plan: Plan, safe: bool = True) -> None:
        if safe and not shutil.which("bwrap"):
            raise SandboxError(MISSING)
        if not safe and is_root():
            raise SandboxError(AS_ROOT)
        self.stage, self.hidden, self.safe = stage, hidden, safe
        self.plan = plan
        self._warm = False
        self.alone = False  # whether the system refuses namespaces inside the sandbox
        (stage / "plan.json").write_text(json.dumps(asdict(plan)))
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            python = [sys.executable, "-P", "-s", "-m", "lincourse.grading.inside.forkserver"]
            command = [*(self._bubblewrap() if safe else []), *python]
            command += [str(theirs.fileno()), f"{STAGE if safe else stage}/plan.json"]
            self.process = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                env=self._environment(),
                cwd="/",
            )

    def wait(self) -> None:
        """Return once it is warm."""
        self.control.settimeout(120)
        try:
            answer = self.control.recv(16)
            if answer in (b"ready", b"alone"):
                self.control.settimeout(None)
                self._warm = True
                self.alone = self.alone or answer == b"alone"
                return
        except OSError:
            pass
        self.close()
        self._errors.seek(0)
        words = self._errors.read()[-2000:].decode(errors="replace").strip()
        raise SandboxError(f"The sandbox did not start: {words or 'no reason was given'}")

    def spawn(self, user: int) -> tuple[socket.socket, socket.socket]:
        """Start a student's process: the socket to talk over, and its lifeline.

        `user` is any number that submissions at work at the same time do not share. When the
        lifeline is closed, here or by the grader's death, the process is killed.
        """
        if self.alone and self.safe:  # then submissions are kept apart by a sandbox for each
            other = Sandbox(self.stage, self.hidden, self.plan)
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

    def _environment(self) -> dict[str, str]:
        one = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMEXPR")}
        return {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"]),
            "LANG": "C.UTF-8",
            "HOME": "/tmp",
            "PYTHONPATH": STAGE if self.safe else str(self.stage),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LINCOURSE_STATIC": "1",
            "LINCOURSE_FIGURES": "words",
            **one,
        }

    def _bubblewrap(self) -> list[str]:
        command = ["bwrap", "--die-with-parent", "--new-session", "--unshare-pid", "--unshare-net"]
        command += ["--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
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
        for name in SETTINGS:
            command += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
        command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
        shown = list(_prefixes())
        for path in shown:
            for parent in reversed(Path(path).parents[:-1]):
                command += ["--perms", "0755", "--dir", str(parent)]
            command += ["--ro-bind", path, path]
        for path in self._hidden(shown):
            command += ["--tmpfs", path]
        for number in range(len(self._spared())):
            command += ["--perms", "0755", "--dir", SPARED.format(number)]
        command += ["--ro-bind", str(self.stage), STAGE, "--remount-ro", "/dev"]
        command += ["--remount-ro", "/", "--chdir", "/tmp"]
        return command

    def _spared(self) -> list[str]:
        """What must stay visible under /tmp, although every submission has a /tmp of its own."""
        return [path for path in _prefixes() if path.startswith("/tmp/")]

    def _hidden(self, shown: list[str]) -> Iterator[str]:
        """What would be seen under the folders that are shown, and must not be."""
        for path in (PACKAGE, self.hidden.resolve()):
            inside = any(path.is_relative_to(folder) for folder in (*SYSTEM, *shown))
            holds = any(Path(folder).is_relative_to(path) for folder in shown)
            if inside and not holds:
                yield str(path)


def _prefixes() -> Iterator[str]:
    """Where the Python that runs the grader is, as far as /usr does not hold it."""
    places = {sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent.parent)}
    for place in sorted(places, key=len):
        if place not in ("/", "/usr") and not place.startswith("/usr/"):
            yield place


def _counts_by_namespace() -> bool:
    """Whether the system counts a user's processes per namespace (Linux 5.14 and later)."""
    parts = os.uname().release.split(".")
    try:
        return (int(parts[0]), int(parts[1])) >= (5, 14)
    except (ValueError, IndexError):
        return False
