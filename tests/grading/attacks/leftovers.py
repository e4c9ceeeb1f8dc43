"""What a student leaves behind, and the next one who looks for it."""

from classroom import WRONG

from attacks.kit import answers, attack, cheat, extra_cell, guarded

SLEEPER = """
import subprocess, sys, time
subprocess.Popen(
    [sys.executable, "-c", "import time; time.sleep(900)", "@MARK@-sleeper"],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
    start_new_session={session},
)
"""

extra_cell("leaves-a-process", guarded(SLEEPER.format(session=False)))
extra_cell("leaves-a-process-in-a-session-of-its-own", guarded(SLEEPER.format(session=True)))
extra_cell(
    "leaves-a-process-by-shell", "!nohup sh -c 'sleep 901 # @MARK@-sleeper' >/dev/null 2>&1 &"
)
extra_cell(
    "leaves-a-daemon",
    guarded(
        """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execv("/bin/sh", ["sh", "-c", "sleep 902 # @MARK@-sleeper"])
            os._exit(0)
        os.wait()
        """
    ),
)
extra_cell(
    "leaves-a-daemon-that-holds-all-files",
    guarded(
        """
        if os.fork() == 0:
            os.setsid()
            import ctypes
            ctypes.CDLL(None).prctl(15, b"@MARK@", 0, 0, 0)
            time.sleep(600)
            os._exit(0)
        """
    ),
)
extra_cell(
    "leaves-a-thread",
    """
    import threading, time
    def busy():
        while True: time.sleep(0.01)
    threading.Thread(target=busy).start()
    """,
)
extra_cell(
    "leaves-a-busy-thread",
    """
    import threading
    def busy():
        while True: pass
    for _ in range(4): threading.Thread(target=busy, daemon=True).start()
    """,
)
extra_cell(
    "leaves-a-thread-that-kills",
    """
    import os, threading, time
    threading.Timer(0.2, os._exit, [0]).start()
    """,
    either=["share", "total", "words", "evens", "twice", "double"],
)
extra_cell(
    "leaves-a-timer",
    "import os, signal\nsignal.signal(signal.SIGALRM, lambda *a: os._exit(0))\nsignal.alarm(1)",
    either=["share", "total", "words", "evens", "twice", "double"],
)
answers(
    "a-function-that-leaves-a-process",
    mean=f"{guarded(SLEEPER.format(session=True))}\n"
    "def mean(values):\n"
    "    subprocess.Popen(['sh', '-c', 'sleep 903 # @MARK@-sleeper'], start_new_session=True)\n"
    "    if not len(values): raise ValueError\n"
    "    return sum(values) / len(values)",
    lost=(),
)
cheat(
    "a-daemon-that-writes-later",
    guarded(
        """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for _ in range(100):
                    for folder in ("@COURSE@", "/tmp", "@HOME@", "/dev/shm", "/var/tmp"):
                        try: open(f"{folder}/@MARK@-later", "w").close()
                        except OSError: pass
                    time.sleep(0.1)
            os._exit(0)
        """
    ),
)

PLACES = """
import os, socket, time
places = [
    f"{folder}/@MARK@-answers"
    for folder in ("/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~"), "..", "../..", "/run")
]
"""

# Two students: the first, who has all right, leaves answers for the second, who has them wrong.
LEAVE = f"""
{PLACES}
for path in places:
    try: open(path, "w").write("17")
    except OSError: pass
from multiprocessing import shared_memory
try:
    memory = shared_memory.SharedMemory("@MARK@", create=True, size=8)
    memory.buf[:2] = b"17"
except OSError: pass
import ctypes
libc = ctypes.CDLL(None)
segment = libc.shmget(0x1717, 64, 0o1666)
if os.fork() == 0:
    os.setsid()
    link = socket.socket(socket.AF_UNIX)
    try: link.bind("\\0@MARK@-answers"); link.listen()
    except OSError: os._exit(0)
    link.settimeout(20)
    try: link.accept()[0].send(b"17")
    except OSError: pass
    os._exit(0)
if os.fork() == 0:
    os.setsid()
    link = socket.socket()
    link.settimeout(20)
    try: link.bind(("127.0.0.1", 17171)); link.listen(); link.accept()[0].send(b"17")
    except OSError: pass
    os._exit(0)
os.environ["ANSWERS"] = "17"
import numpy
numpy.answers = 17
time.sleep(2.5)
"""
FIND = f"""
{PLACES}
for path in places:
    if os.path.exists(path): reached("what the student before left in", path)
from multiprocessing import shared_memory
try: shared_memory.SharedMemory("@MARK@"); reached("shared memory")
except (OSError, ValueError): pass
import ctypes
if ctypes.CDLL(None).shmget(0x1717, 0, 0) != -1: reached("a shared segment")
for _ in range(20):
    try: socket.socket(socket.AF_UNIX).connect("\\0@MARK@-answers"); reached("a socket")
    except OSError: pass
    try: socket.create_connection(("127.0.0.1", 17171), timeout=1); reached("a port")
    except OSError: pass
    time.sleep(0.1)
import numpy
if hasattr(numpy, "answers") or "ANSWERS" in os.environ: reached("the same interpreter")
"""

for number in (1, 2):
    extra_cell(f"leaves-answers-{number}", guarded(LEAVE))
    cheat(f"finds-answers-{number}", guarded(FIND))

extra_cell(
    "spoils-the-warm-process",
    """
    import builtins, sys, numpy
    numpy.asarray = numpy.array = numpy.testing.assert_allclose = None
    builtins.sum = lambda *a: 0
    sys.path.clear()
    sys.modules["numpy"] = None
    """,
    either=["share", "total", "words", "evens", "twice", "double"],
)
attack("next-after-the-spoilt-one", lambda work: None)
attack(
    "next-after-the-spoilt-one-is-wrong",
    lambda work: work.answer(**WRONG),
    lost=tuple(WRONG),
)
