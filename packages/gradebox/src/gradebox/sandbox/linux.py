"""Linux system calls that Python 3.11 has no function for, by ctypes, with the kernel's own names.

The man pages are unshare(2), mount(2), prctl(2), capset(2) and keyctl(2). Each function raises
OSError if its call fails. (From Python 3.12 on, `os.unshare` could replace the first.)
"""

import ctypes
import functools
import os
import resource
import signal

from gradebox.sandbox import seccomp

# linux/sched.h: namespaces of its own for a process (and, with NEWPID, for its children)
CLONE_NEWNS = 0x00020000  # mounts
CLONE_NEWCGROUP = 0x02000000  # control groups, as /proc shows them
CLONE_NEWUTS = 0x04000000  # host name
CLONE_NEWIPC = 0x08000000  # System V shared memory, message queues
CLONE_NEWUSER = 0x10000000  # users and capabilities
CLONE_NEWPID = 0x20000000  # process ids
CLONE_NEWNET = 0x40000000  # network

# linux/mount.h
MS_NOSUID = 0x2
MS_NODEV = 0x4
MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 0x40000

AT_FDCWD, AT_RECURSIVE = -100, 0x8000  # linux/fcntl.h
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID = 1, 2

PR_SET_PDEATHSIG = 1  # linux/prctl.h
PR_SET_DUMPABLE = 4
KEYCTL_JOIN_SESSION_KEYRING = 1  # linux/keyctl.h
LINUX_CAPABILITY_VERSION_3 = 0x20080522  # linux/capability.h

_libc = ctypes.CDLL(None, use_errno=True)


def unshare(flags: int) -> None:
    """Move this process into new namespaces: the CLONE_NEW... flags say which."""
    _check(_libc.unshare(flags), "unshare")


def mount(
    source: str, target: str, kind: str | None = None, flags: int = 0, options: str | None = None
) -> None:
    """Mount a file system of some kind, or change or bind a mount: the MS_... flags say which."""
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    data = None if options is None else options.encode()
    _check(_libc.mount(*encoded, flags, data), f"mount {target}")


def make_read_only(target: str) -> None:
    """Make a mount, and all below it, read-only (from Linux 5.12)."""
    attributes = (ctypes.c_uint64 * 4)(MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID)
    number = ctypes.c_long(seccomp.number("mount_setattr"))
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    path = os.fsencode(target)
    failed = _libc.syscall(number, AT_FDCWD, path, AT_RECURSIVE, attributes, size)
    _check(failed < 0, f"mount_setattr {target}")


def set_parent_death_signal() -> None:
    """Have the kernel kill this process when its parent ends, however that comes about."""
    _check(_libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL), "prctl")


def set_dumpable(allowed: bool) -> None:
    """Let other processes of the same user trace this one and see its files in /proc, or not."""
    _check(_libc.prctl(PR_SET_DUMPABLE, int(allowed), 0, 0, 0), "prctl")


def lower_limit(kind: int, most: int) -> None:
    """Set a resource limit for good, unless the account has a lower one already (`ulimit`)."""
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, most))


def join_session_keyring() -> None:
    """Leave the session keyring that this process has inherited for a new and empty one."""
    made = _libc.syscall(ctypes.c_long(seccomp.number("keyctl")), KEYCTL_JOIN_SESSION_KEYRING, None)
    _check(made < 0, "keyctl")


def drop_capabilities() -> None:
    """Give up every capability (effective, permitted, inheritable) of this process."""
    header = (ctypes.c_uint32 * 2)(LINUX_CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * 6)()
    _check(_libc.capset(header, none), "capset")


def seconds_waited() -> float:
    """Return how long this process has waited for a processor; 0 if the kernel doesn't count it."""
    try:
        return int(os.pread(schedstat(os.getpid()), 100, 0).split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


@functools.lru_cache(maxsize=1)
def schedstat(process: int) -> int:
    """Open a file for good, as it is read for every request; after a fork, that of the child."""
    return os.open(f"/proc/{process}/schedstat", os.O_RDONLY | os.O_CLOEXEC)


def read_at(folder: int, name: str) -> str:
    """Return the text of a small file in an open folder."""
    file = os.open(name, os.O_RDONLY, dir_fd=folder)
    try:
        return os.read(file, 1 << 16).decode(errors="replace")
    finally:
        os.close(file)


def _check(failed: int | bool, what: str) -> None:
    if failed:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
