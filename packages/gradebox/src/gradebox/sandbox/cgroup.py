"""Control groups (cgroup v2): the kernel counts and limits what each submission holds.

    PLACE/                the grader's own group, or the nearest above it that has the controllers
      gradebox/           the grader itself, if it had to leave its own group
      gradebox-.../       one run: made by the grader, which holds a lock on it
        PID/              one submission: made by its supervisor; its init is the first to join

An ordinary account may do this in a subtree that was delegated to it, such as that of
`systemd-run --user --scope -p Delegate=yes`; root may wherever cgroup v2 has the controllers.
`inside.memory` counts in any case, and is all there is without control groups. The sandbox has no
/sys/fs/cgroup: it gets the folder of the run as a descriptor, which student code does not get.
The manual is Documentation/admin-guide/cgroup-v2.rst of the kernel.
"""

import contextlib
import errno
import fcntl
import os
import re
import tempfile
import time
from pathlib import Path

from gradebox.limits import Limits
from gradebox.sandbox.inside import MACHINE_SHORT, MEMORY_EXCEEDED
from gradebox.sandbox.linux import read_at

CONTROLLERS = {"memory", "pids"}
ENABLE = "+memory +pids"
GRADER = "gradebox"
RUN = "gradebox-"
PROCESSES, ENABLED = "cgroup.procs", "cgroup.subtree_control"
REMOVAL_SECONDS = 2.0  # for killed processes to disappear


class RunGroup:
    """The group of one run of the grader, which removes it at the end.

    Every process that has the descriptor holds the lock, also in the sandbox. So a group without a
    lock belongs to a run that was killed.
    """

    def __init__(self, place: Path) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=RUN, dir=place))
        self.folder = _open(self.path)
        try:
            fcntl.flock(self.folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _write(self.folder, ENABLED, ENABLE)
        except OSError:
            self.remove()
            raise

    def remove(self) -> None:
        """Remove it, with the remaining groups of submissions."""
        os.close(self.folder)
        end = time.monotonic() + REMOVAL_SECONDS
        while not _removed(self.path) and time.monotonic() < end:
            time.sleep(0.02)


def make_run_group() -> RunGroup | None:
    """Return a group for this run, in the first place that allows it, or None."""
    for number, place in enumerate(_places()):
        with contextlib.suppress(OSError):
            if not _words(place, ENABLED) >= CONTROLLERS:
                if number > 0:  # groups of others stay as they are
                    continue
                _enable(place)
            _remove_stale(place)
            return RunGroup(place)
    return None


def _places() -> list[Path]:
    """Return the group of this process, then those above it."""
    try:
        mounted = re.search(r"(?m)^\S+ (\S+) cgroup2 ", Path("/proc/self/mounts").read_text())
        mine = re.search(r"(?m)^0::/(.*)$", Path("/proc/self/cgroup").read_text())
    except OSError:
        return []
    if not (mounted and mine):
        return []
    top = Path(mounted[1])
    own = top / mine[1]
    return [own, *(path for path in own.parents if path.is_relative_to(top))]


def _enable(own: Path) -> None:
    """Enable the controllers in the groups below one's own.

    A group with controllers below it may hold no processes. If the grader is the only one, it moves
    to a new group below, and stays there.
    """
    folder = _open(own)
    try:
        _write(folder, ENABLED, ENABLE)
    except OSError as error:
        if error.errno != errno.EBUSY or _words(own, PROCESSES) != {str(os.getpid())}:
            raise
        (own / GRADER).mkdir(exist_ok=True)
        below = _open(own / GRADER)
        try:
            _write(below, PROCESSES, "0")
            _write(folder, ENABLED, ENABLE)
        except OSError:
            _write(folder, PROCESSES, "0")
            raise
        finally:
            os.close(below)
    finally:
        os.close(folder)


def _remove_stale(place: Path) -> None:
    """Remove the groups of runs that were killed."""
    for path in place.glob(f"{RUN}*"):
        with contextlib.suppress(OSError):
            folder = _open(path)
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _removed(path)
            finally:
                os.close(folder)


def _removed(run: Path) -> bool:
    """Try to remove a run's group, and return True if it is gone; processes in it prevent that."""
    with contextlib.suppress(OSError):
        for path in run.iterdir():
            if path.is_dir():
                path.rmdir()
        run.rmdir()
    return not run.exists()


class Group:
    """The group of one submission, as its supervisor in the sandbox has it."""

    def __init__(self, run: int, limits: Limits) -> None:
        self.run, self.name = run, str(os.getpid())
        with contextlib.suppress(FileNotFoundError):
            os.rmdir(self.name, dir_fd=run)  # left by a killed supervisor
        os.mkdir(self.name, dir_fd=run)
        self.folder = _open(self.name, run)
        try:
            _write(self.folder, "memory.max", str(limits.memory))
            # RLIMIT_NPROC may be higher, to leave room for the user's other processes.
            _write(self.folder, "pids.max", str(min(limits.processes, Limits.processes)))
            for name, value in (("memory.swap.max", "0"), ("memory.oom.group", "1")):
                with contextlib.suppress(OSError):  # a kernel without swap, or an old one
                    _write(self.folder, name, value)
        except OSError:
            self.remove()
            raise

    def join(self) -> None:
        """Move this process, and all that it will start, into the group."""
        _write(self.folder, PROCESSES, "0")

    def killed(self) -> bytes:
        """Return why the kernel killed processes in it, if it did: their or the machine's limit."""
        events: list[str] = []
        with contextlib.suppress(OSError):  # the controller was taken away
            events = read_at(self.folder, "memory.events").split()
        counts = dict(zip(events[::2], map(int, events[1::2]), strict=True))
        if not counts.get("oom_kill"):
            return b""
        return MEMORY_EXCEEDED if counts.get("oom") else MACHINE_SHORT

    def remove(self) -> None:
        """Remove it once its processes are gone; if that fails, the end of the run does it."""
        os.close(self.folder)
        with contextlib.suppress(OSError):
            os.rmdir(self.name, dir_fd=self.run)


def make_group(run: int | None, limits: Limits) -> Group | None:
    """Return a group for a submission; None without a group of the run, or if that fails."""
    with contextlib.suppress(OSError):
        return Group(run, limits) if run is not None else None
    return None


def usable(run: int) -> bool:
    """Try once if a process in the sandbox can make a group and join it."""
    group = make_group(run, Limits())
    if group is None:
        return False
    child = os.fork()
    if child == 0:
        code = 1
        with contextlib.suppress(OSError):
            group.join()
            code = 0
        os._exit(code)
    joined = os.waitpid(child, 0)[1] == 0
    group.remove()
    return joined


def _open(path: Path | str, folder: int | None = None) -> int:
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY, dir_fd=folder)


def _words(place: Path, name: str) -> set[str]:
    return set((place / name).read_text().split())


def _write(folder: int, name: str, text: str) -> None:
    file = os.open(name, os.O_WRONLY, dir_fd=folder)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)
