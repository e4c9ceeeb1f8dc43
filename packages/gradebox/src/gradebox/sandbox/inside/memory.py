"""Accounting: what memory each submission holds, which one holds most, and how it was delayed.

A submission is charged for the anonymous memory of its processes (resident, swapped out, page
tables), for its files in memory, and for the maximum that the kernel may keep for its sockets. No
other memory can be allocated: `seccomp` refuses files without a name, shared anonymous memory and
System V shared memory.
"""

import contextlib
import fcntl
import os
import re
import struct
import time
from collections import deque
from collections.abc import Iterable

from gradebox.sandbox.linux import read_at

INODE_BYTES = 1024  # cost of an empty file in a tmpfs
SOCKET_BYTES = 2 * 212_992  # twice net.core.wmem_default: the kernel's maximum

CHARGED = re.compile(r"^(?:RssAnon|VmSwap|VmPTE):\s*(\d+) kB$", re.M)


def descendants(init: int, proc: int) -> dict[int, str]:
    """Return the descendants of a process, each with its /proc/PID/status."""
    children: dict[int, list[int]] = {}
    statuses: dict[int, str] = {}
    for name in os.listdir(proc):
        if not name.isdigit():
            continue
        try:
            status = _status(proc, name)
        except OSError:  # it has ended meanwhile
            continue
        children.setdefault(_field("PPid", status), []).append(int(name))
        statuses[int(name)] = status
    found, stack = {}, list(children.get(init, []))
    while stack:
        process = stack.pop()
        found[process] = statuses[process]
        stack.extend(children.get(process, []))
    return found


def held(processes: dict[int, str], proc: int, file_systems: tuple[str, ...]) -> int:
    """Return the bytes that these processes, their sockets and these file systems hold.

    Without file systems of its own, a submission has no network namespace to count sockets in.
    """
    total = sum(map(charge, processes.values())) + sum(map(_used, file_systems))
    return total + (sockets(proc) * SOCKET_BYTES if file_systems else 0)


def _status(proc: int, name: str) -> str:
    """Return /proc/PID/status; if the first thread has ended, that of another one."""
    status = read_at(proc, f"{name}/status")
    if "VmRSS:" not in status and _field("Threads", status) > 1:
        parent = _field("PPid", status)
        for thread in _names(proc, f"{name}/task"):
            with contextlib.suppress(OSError):
                other = read_at(proc, f"{name}/task/{thread}/status")
                if "VmRSS:" in other:
                    return re.sub(r"(?m)^PPid:.*$", f"PPid: {parent}", other)
    return status


def charge(status: str) -> int:
    """Return the bytes that one process is charged for, by its /proc/PID/status."""
    return 1024 * sum(map(int, CHARGED.findall(status)))


def sockets(proc: int) -> int:
    """Return the number of sockets in this process's network namespace, passed on or not."""
    found = re.search(r"^sockets: used (\d+)", read_at(proc, "self/net/sockstat"))
    return int(found[1]) if found else 0


def available(proc: int) -> float:
    """Return the bytes that the whole machine has left."""
    found = re.search(r"MemAvailable: *(\d+) kB", read_at(proc, "meminfo"))
    return int(found[1]) * 1024 if found else float("inf")


def _field(name: str, status: str) -> int:
    found = re.search(rf"(?m)^{name}:\s*(\d+)", status)
    return int(found[1]) if found else 0


def _used(path: str) -> int:
    """Return the size of all files in a tmpfs, including deleted ones that are open."""
    try:
        about = os.statvfs(path)
    except OSError:
        return 0
    files = about.f_files - about.f_ffree
    return (about.f_blocks - about.f_bfree) * about.f_frsize + files * INODE_BYTES


def _names(folder: int, name: str) -> list[str]:
    """Return the names in a subfolder of an open folder."""
    descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY, dir_fd=folder)
    try:
        return os.listdir(descriptor)
    finally:
        os.close(descriptor)


class Delays:
    """For how long a submission has waited for a processor that others used.

    The wait of its most delayed process counts, but only as much of it as no process of the
    submission was running: so it can't gain time by delaying itself.
    """

    def __init__(self) -> None:
        self._last: dict[int, tuple[int, int]] = {}
        self._moment = time.monotonic()
        self._total = 0.0
        self._history = deque([(self._moment, 0.0)], maxlen=20_000)  # more than an hour

    def update(self, proc: int, processes: Iterable[int]) -> None:
        """Look at the processes of the submission, several times a second."""
        now, ran, waited = time.monotonic(), 0, 0
        times: dict[int, tuple[int, int]] = {}
        for process in processes:
            with contextlib.suppress(OSError, ValueError):  # it has ended, or no such kernel
                running, waiting, _ = map(int, read_at(proc, f"{process}/schedstat").split())
                times[process] = running, waiting
                before = self._last.get(process, (0, 0))
                ran += running - before[0]
                waited = max(waited, waiting - before[1])
        idle = now - self._moment - ran / 1e9
        self._total += max(0.0, min(idle, waited / 1e9))
        self._last, self._moment = times, now
        self._history.append((now, self._total))

    def since(self, moment: float) -> float:
        """Return the seconds since a moment (`time.monotonic`)."""
        before = [total for when, total in self._history if when <= moment]
        return self._total - (before[-1] if before else 0.0)


class Ledger:
    """A file that all supervisors share, with a slot for what each submission holds.

    If the machine runs out of memory, only the submission that holds most is killed, and the next
    one not before that has had time to help. A slot is taken by a lock on it, which the kernel
    releases when its supervisor ends.
    """

    SLOTS = 1024
    ENTRY = struct.Struct("=q")
    LAST = struct.Struct("=d")  # at the beginning: when a submission was last killed
    SETTLE = 2.0  # seconds for memory to be freed

    def __init__(self, file: int) -> None:
        self.file = file
        self.slot = next((slot for slot in range(1, self.SLOTS) if self._lock(slot)), 0)

    def _lock(self, slot: int) -> bool:
        size = self.ENTRY.size
        try:
            fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB, size, slot * size)
        except OSError:
            return False
        return True

    def write(self, held: int) -> None:
        if self.slot:
            os.pwrite(self.file, self.ENTRY.pack(held), self.slot * self.ENTRY.size)

    def must_end(self, held: int) -> bool:
        """Return True if this submission must end, because it holds most."""
        return held >= self._most() and self._claim()

    def _most(self) -> int:
        """Return what the largest other submission holds."""
        content = os.pread(self.file, self.SLOTS * self.ENTRY.size, 0)
        most = 0
        for slot in range(1, len(content) // self.ENTRY.size):
            (value,) = self.ENTRY.unpack_from(content, slot * self.ENTRY.size)
            if value > most and slot != self.slot:
                if self._lock(slot):  # its supervisor has ended
                    os.pwrite(self.file, self.ENTRY.pack(0), slot * self.ENTRY.size)
                    fcntl.lockf(self.file, fcntl.LOCK_UN, self.ENTRY.size, slot * self.ENTRY.size)
                else:
                    most = value
        return most

    def _claim(self) -> bool:
        """Claim the right to end; return False if another submission has just done so."""
        fcntl.lockf(self.file, fcntl.LOCK_EX, self.LAST.size, 0)
        try:
            (last,) = self.LAST.unpack(os.pread(self.file, 8, 0).ljust(8, b"\0"))
            if time.monotonic() - last < self.SETTLE:
                return False
            os.pwrite(self.file, self.LAST.pack(time.monotonic()), 0)
            return True
        finally:
            fcntl.lockf(self.file, fcntl.LOCK_UN, self.LAST.size, 0)
