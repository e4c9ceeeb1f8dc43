"""The supervisor of one submission: its namespaces and limits, and the end of its processes.

    supervisor      kills everything below on request, or if it takes too much memory
      init          process 1 of a PID namespace: when it ends, the kernel kills the rest of it
        student     runs cells and functions (`server`), as an unprivileged user
          ...       processes that the student's code starts

More isolation or restrictions belong into `_isolate` and `_restrict`.
"""

import contextlib
import os
import resource
import select
import shutil
import signal
import socket
import tempfile

from gradebox.limits import Limits
from gradebox.sandbox import cgroup, linux, seccomp
from gradebox.sandbox.inside import (
    DELAY,
    ENDED,
    HOW_DELAYED,
    INTERRUPT,
    MACHINE_SHORT,
    MEMORY_EXCEEDED,
    MOMENT,
    SPARED,
    SpawnRequest,
    memory,
)
from gradebox.sandbox.inside.server import Server
from gradebox.sandbox.inside.shell import Shell

NAMESPACES = (
    linux.CLONE_NEWNS
    | linux.CLONE_NEWUTS
    | linux.CLONE_NEWIPC
    | linux.CLONE_NEWPID
    | linux.CLONE_NEWNET
)


def can_unshare() -> bool:
    """Return True if the system lets a process in the sandbox have its own namespaces."""
    child = os.fork()
    if child == 0:
        code = 1
        with contextlib.suppress(OSError):
            linux.unshare(NAMESPACES)
            linux.mount("none", "/", flags=linux.MS_REC | linux.MS_PRIVATE)
            code = 0
        os._exit(code)
    return os.waitpid(child, 0)[1] == 0


def supervise(
    shell: Shell, request: SpawnRequest, file: int, run: int | None, talk: int, lifeline: int
) -> None:
    """Start a student's processes; return when they are gone.

    `file` is that of the ledger, `run` the folder of the run's control group, if there is one.
    """
    os.setsid()
    os.sched_setaffinity(0, request.cores)
    folder = "/tmp" if request.sandboxed else tempfile.mkdtemp(prefix="gradebox-")
    if request.namespaces:
        linux.unshare(NAMESPACES)  # the PID namespace is for children: the next one is its init
    proc = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)  # stays usable when init mounts over it
    group = cgroup.make_group(run, request.limits) if request.namespaces else None
    init = os.fork()
    if init == 0:
        code = 1
        try:
            os.close(lifeline)
            if group:
                with contextlib.suppress(OSError):
                    group.join()
            _init(shell, request, talk, folder)
            code = 0
        finally:
            os._exit(code)
    os.close(talk)
    why = b""
    try:
        ledger = memory.Ledger(file)
        file_systems = ("/tmp", "/dev/shm") if request.sandboxed else ()
        why = _watch(init, lifeline, proc, file_systems, ledger, group, request.limits)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(init, signal.SIGKILL)
        if not request.sandboxed:
            shutil.rmtree(folder, ignore_errors=True)
        if why:
            with contextlib.suppress(OSError):
                os.write(lifeline, why)
        if group:
            with contextlib.suppress(ChildProcessError):  # it was reaped already
                os.waitpid(init, 0)  # the last of its namespace
            group.remove()


def _watch(
    init: int,
    lifeline: int,
    proc: int,
    file_systems: tuple[str, ...],
    ledger: memory.Ledger,
    group: cgroup.Group | None,
    limits: Limits,
) -> bytes:
    """Pass on interrupts until the end, and return its reason; none if it was not the student's."""
    delays = memory.Delays()
    while True:
        readable, _, _ = select.select([lifeline], [], [], 0.2)
        if readable:
            asked = os.read(lifeline, 1)
            if asked == INTERRUPT:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(init, signal.SIGINT)
            elif asked != HOW_DELAYED:
                return ENDED
            else:
                (since,) = MOMENT.unpack(os.read(lifeline, MOMENT.size))
                delays.update(proc, memory.descendants(init, proc))
                os.write(lifeline, DELAY + MOMENT.pack(delays.since(since)))
        ended, status = os.waitpid(init, os.WNOHANG)
        if group and (why := group.killed()):
            return why
        if ended:
            return ENDED if os.WIFEXITED(status) else b""
        processes = memory.descendants(init, proc)
        delays.update(proc, processes)
        held = memory.held(processes, proc, file_systems)
        ledger.write(held)
        if held > limits.memory:
            return MEMORY_EXCEEDED
        if memory.available(proc) < limits.reserve and ledger.must_end(held):
            return MEMORY_EXCEEDED if held > limits.memory // 2 else MACHINE_SHORT


def _init(shell: Shell, request: SpawnRequest, talk: int, folder: str) -> None:
    """Isolate and restrict this process, start the student's, reap until that one ends."""
    linux.set_parent_death_signal()
    os.closerange(3, talk)
    os.closerange(talk + 1, 4096)
    null = os.open("/dev/null", os.O_RDWR)
    for standard in range(3):  # the sandbox's standard error leads out of it
        os.dup2(null, standard)
    os.close(null)
    os.umask(0o022)
    linux.set_dumpable(True)  # else the next file belongs to root
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # the first that the kernel's OOM killer takes
    if request.namespaces:
        _isolate(request)
    _restrict(request)
    linux.set_parent_death_signal()  # setting the user id has cleared it
    linux.set_dumpable(False)  # no process may trace this one
    child = os.fork()
    if child == 0:
        code = 1
        try:
            linux.set_parent_death_signal()
            linux.set_dumpable(True)
            server = Server(shell, socket.socket(fileno=talk))
            server.serve(folder, request.limits.recursion)
            code = 0
        finally:
            os._exit(code)
    os.close(talk)
    signal.signal(signal.SIGINT, lambda *_: os.kill(child, signal.SIGINT))
    with contextlib.suppress(ChildProcessError):
        while os.wait()[0] != child:
            pass


def _isolate(request: SpawnRequest) -> None:
    """Give it a private /tmp, no /proc, and no shared memory that outlives its maker."""
    for name in ("shmall", "shmmax", "msgmni"):
        with contextlib.suppress(OSError), open(f"/proc/sys/kernel/{name}", "w") as file:
            file.write("0")
    with contextlib.suppress(OSError):
        linux.unshare(linux.CLONE_NEWCGROUP)
    linux.mount("none", "/", flags=linux.MS_REC | linux.MS_PRIVATE)
    spared = {SPARED.format(number): path for number, path in enumerate(request.spared)}
    for place, path in spared.items():
        linux.mount(path, place, flags=linux.MS_BIND | linux.MS_REC)
    mine = f"size={request.limits.files},nr_inodes={request.limits.inodes},mode=1777"
    empty = "size=0,nr_inodes=1,mode=555"
    for place, options in (("/tmp", mine), ("/dev/shm", mine), ("/proc", empty)):
        if os.path.isdir(place):
            linux.mount("none", place, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, options)
    for place, path in spared.items():
        os.makedirs(path)
        linux.mount(place, path, flags=linux.MS_BIND | linux.MS_REC)


def _restrict(request: SpawnRequest) -> None:
    """Drop all privileges, and set resource limits that can't be raised again."""
    if request.user:  # started as root: a UID that no account has, so that it owns no file
        os.setgroups([])
        os.setresgid(request.user, request.user, request.user)
        os.setresuid(request.user, request.user, request.user)
    linux.drop_capabilities()
    with contextlib.suppress(OSError):  # this kernel has none, or a container's filter refuses
        linux.join_session_keyring()
    limits = request.limits
    for kind, most in (
        (resource.RLIMIT_AS, limits.address_space),
        (resource.RLIMIT_FSIZE, limits.files),
        (resource.RLIMIT_NPROC, limits.processes),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        linux.lower_limit(kind, most)
    seccomp.install(seccomp.program(students=True))
