"""Code that asks the kernel itself for what no file gives: keys, other processes, namespaces."""

from attacks.kit import extra_cell, guarded

CALL = """
import ctypes
X86 = os.uname().machine == "x86_64"
libc = ctypes.CDLL(None, use_errno=True)
def call(x86, arm, *arguments):
    return libc.syscall(*[ctypes.c_long(n) if isinstance(n, int) else n
                          for n in (x86 if X86 else arm, *arguments)])
"""

KERNEL = {
    "list-the-session-keyring": "if call(250, 219, 11, -3, None, 0) >= 0: reached('a keyring')",
    "leave-a-key-for-the-next-student": """
found = call(249, 218, b"user", b"@MARK@", None, 0)
if found > 0: reached("another's key")
if call(248, 217, b"user", b"@MARK@", b"x", 1, -4) > 0: reached("the user's keyring")
""",
    "take-the-files-of-process-1": """
for pid in (1, os.getppid()):
    opened = call(434, 434, pid, 0)
    for number in range(10):
        if opened >= 0 and call(438, 438, opened, number, 0) >= 0: reached("a file of", pid)
""",
    "trace-process-1": """
for pid in (1, os.getppid()):
    if call(101, 117, 16, pid, 0, 0) == 0: reached("process", pid)
""",
    "be-root-in-a-namespace-of-its-own": """
if call(272, 97, 0x10020000) == 0: reached("a user namespace")
if call(56, 220, 0x10000011, 0, 0, 0, 0) >= 0: reached("a user namespace, by clone")
""",
    "a-socket-to-the-host-of-this-machine": """
import socket
for family in (socket.AF_VSOCK, socket.AF_NETLINK, socket.AF_ALG):
    try: socket.socket(family, socket.SOCK_STREAM).close(); reached(family)
    except OSError: pass
""",
    "memory-that-no-process-holds": """
import mmap
try: mmap.mmap(-1, 4096); reached("shared memory without a name")
except OSError: pass
try:
    with open("/dev/zero", "r+b") as file: mmap.mmap(file.fileno(), 4096); reached("shared zeros")
except OSError: pass
for x86, arm in ((319, 279), (447, 447)):
    if call(x86, arm, b"@MARK@", 0) >= 0: reached("a file without a name")
""",
    "call-the-kernel-as-another-architecture": """
import mmap
child = os.fork() if X86 else None
if child == 0:
    code = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 7)
    code.write(bytes([0xB8, 20, 0, 0, 0, 0xCD, 0x80, 0xC3]))  # getpid by int 0x80
    place = ctypes.addressof(ctypes.c_char.from_buffer(code))
    os._exit(7 if ctypes.CFUNCTYPE(ctypes.c_int)(place)() >= 0 else 0)
if child and os.waitpid(child, 0)[1] == 7 << 8: reached("calls of i386")
""",
}

for name, code in KERNEL.items():
    extra_cell(name, guarded(CALL + code))
