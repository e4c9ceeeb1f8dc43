"""A seccomp filter: the system calls that student code is refused, as a classic BPF program.

`STUDENT` holds for a student's processes and all that they start; init installs it last of all.
`SANDBOX`, for bubblewrap's `--seccomp`, holds for everything in the sandbox: it leaves out what our
own supervisor and init need (new namespaces, mounts, a session keyring).

It is a denylist: student code may import any library, and what these call differs from one version
of libc to the next. Two rules close it all the same: a system call that is newer than this list
does not exist (ENOSYS, upon which libc takes an older one), and neither do those of another
architecture (i386 and x32 on x86_64, 32-bit ARM on aarch64).

Why no library: the bindings that come with libseccomp are packaged for a distribution's own Python
only, and what there is on PyPI for other Pythons has had no release since 2021 and needs a
libseccomp on the system, which bubblewrap does not bring along. The tests compare the numbers below
with those of libseccomp where that is installed. The man page is seccomp(2).
"""

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Iterable

# linux/audit.h; the columns of the tables below
ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
NEWEST = 469  # file_setattr, of Linux 6.17

Numbers = tuple[int | None, int | None]  # a system call's, on x86_64 and on aarch64

# Of these, init only needs a new session keyring.
KEYRINGS: dict[str, Numbers] = {
    # The kernel keeps tickets and disk keys for whoever is logged in, and no namespace has a
    # keyring of its own: these would be the instructor's, and a letter box for submissions.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
}
SIGNALS: dict[str, Numbers] = {
    # A judge has the user id of the grader, and shares its process ids.
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
}
NAMESPACES: dict[str, Numbers] = {
    # In a user namespace of its own anybody is root, and reaches code of the kernel that was
    # written for root only; most recent holes in the kernel began there. See also clone.
    "unshare": (272, 97),
    "setns": (308, 268),
    # What is seen of the file system stays as it is.
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
}
REFUSED: dict[str, Numbers] = {
    # Memory and open files of other processes: init's, for one.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    # Programs in the kernel, rings shared with it, faults handled for it: large, and young.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "userfaultfd": (323, 282),
    # Memory that belongs to no process, so that the supervisor can't count it. See also mmap.
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "vmsplice": (278, 75),  # pages that a pipe keeps when they are unmapped
    # Files by number, past all folders; notices of what others open.
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "inotify_init": (253, None),  # on files that all submissions see: a letter box
    "inotify_init1": (294, 26),
    # The machine itself. All need a capability that no process in here has.
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "syslog": (103, 116),
    "acct": (163, 89),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "uselib": (134, None),
}
# Refused depending on their arguments.
CLONE: Numbers = (56, 220)
CLONE3: Numbers = (435, 435)
SOCKETS: dict[str, Numbers] = {"socket": (41, 198), "socketpair": (53, 199)}
MMAP: Numbers = (9, 222)
IOCTL: Numbers = (16, 29)

CLONE_NEW = 0x7E020000  # all CLONE_NEW... flags that clone(2) knows
# AF_UNIX, AF_INET, AF_INET6; AF_VSOCK would reach out of the network namespace.
FAMILIES = (1, 2, 10)
PROTOCOLS = (0, 1, 6, 17)  # the default, PF_UNIX, TCP, UDP; others load modules of the kernel
SHARED_ANONYMOUS = 0x21  # MAP_SHARED and MAP_ANONYMOUS: memory that outlives its being mapped
MAP_HUGETLB = 0x40000  # not in a process's resident set
TERMINAL = (0x5412, 0x541C)  # TIOCSTI and TIOCLINUX type into a terminal

# linux/bpf_common.h and linux/seccomp.h
LOAD, AND, RETURN = 0x20, 0x54, 0x06  # instructions on 32-bit words and constants
IF_EQUAL, IF_GREATER, IF_ANY_BIT = 0x15, 0x25, 0x45
ALLOW, KILL_PROCESS, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2  # linux/prctl.h

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, constant


def machine() -> str | None:
    """Return the architecture of this process, or None if there is no filter for it."""
    name = os.uname().machine
    native = sys.byteorder == "little" and struct.calcsize("P") == 8
    return name if native and name in ARCHITECTURES else None


def number(name: str) -> int:
    """Return the number of one of the system calls above on this machine."""
    here = machine()
    found = (
        (KEYRINGS | NAMESPACES | REFUSED | SOCKETS)[name][ARCHITECTURES[here][1]] if here else None
    )
    if found is None:
        raise OSError(errno.ENOSYS, name)
    return found


def program(students: bool, architecture: str | None = None, judge: bool = False) -> bytes:
    """Return the filter for student code, for a judge, or for everything in the sandbox."""
    token, column = ARCHITECTURES[architecture or machine() or ""]
    code: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (IF_EQUAL, 1, 0, token),
        _answer(KILL_PROCESS),
        (LOAD, 0, 0, NUMBER),
        *_if((IF_GREATER, NEWEST), [_refuse(errno.ENOSYS)]),
    ]
    # First what depends on arguments: the kernel caches the answer for all other numbers.
    code += _call(MMAP[column], _mmap())
    code += _call(IOCTL[column], _one_of(1, TERMINAL, refuse=True))
    for numbers in SOCKETS.values():
        code += _call(numbers[column], [*_one_of(0, FAMILIES), *_one_of(2, PROTOCOLS)])
    refused = dict(REFUSED)
    if students:
        refused |= KEYRINGS | NAMESPACES
        code += _call(CLONE[column], [_load(0), *_if((IF_ANY_BIT, CLONE_NEW), [_refuse()])])
        # Its flags are in memory, where no filter can see them; libc then takes clone.
        code += _call(CLONE3[column], [_refuse(errno.ENOSYS)])
    refused |= SIGNALS if judge else {}
    for numbers in refused.values():
        if (mine := numbers[column]) is not None:
            code += _if((IF_EQUAL, mine), [_refuse()])
    code.append(_answer(ALLOW))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def install(code: bytes) -> None:
    """Install a filter for this process and all that it starts, for good."""
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(code, len(code))
    head = struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer))  # struct sock_fprog
    for arguments in ((PR_SET_NO_NEW_PRIVS, 1, 0), (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, head)):
        option, first, second = arguments
        if libc.prctl(option, ctypes.c_ulong(first), second, ctypes.c_ulong(0), ctypes.c_ulong(0)):
            raise OSError(ctypes.get_errno(), f"seccomp: {os.strerror(ctypes.get_errno())}")


def _answer(action: int) -> Instruction:
    return RETURN, 0, 0, action


def _refuse(code: int = errno.EPERM) -> Instruction:
    return _answer(ERRNO | code)


def _load(argument: int) -> Instruction:
    """Load the lower half of an argument (the upper half of flags and families is ignored)."""
    return LOAD, 0, 0, ARGUMENTS + 8 * argument


def _if(test: tuple[int, int], then: list[Instruction]) -> list[Instruction]:
    return [(test[0], 0, len(then), test[1]), *then]


def _call(call: int | None, body: list[Instruction]) -> list[Instruction]:
    """Apply the body to one system call; a call that passes it is allowed."""
    return [] if call is None else _if((IF_EQUAL, call), [*body, _answer(ALLOW)])


def _one_of(argument: int, values: Iterable[int], refuse: bool = False) -> list[Instruction]:
    """Refuse unless an argument is one of these values; with `refuse`, if it is."""
    values = tuple(values)
    if refuse:
        tests = [step for value in values for step in _if((IF_EQUAL, value), [_refuse()])]
        return [_load(argument), *tests]
    steps = [(IF_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
    return [_load(argument), *steps, _refuse()]


def _mmap() -> list[Instruction]:
    return [
        _load(3),
        *_if((IF_ANY_BIT, MAP_HUGETLB), [_refuse()]),
        (AND, 0, 0, SHARED_ANONYMOUS),
        *_if((IF_EQUAL, SHARED_ANONYMOUS), [_refuse()]),
    ]
