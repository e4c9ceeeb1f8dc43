"""Code that hangs, dies, or takes all there is: in a cell of its own, and in an answer."""

from attacks.kit import answers, extra_cell, guarded, handed_in, in_function

# name -> code. Each is tried in a cell of the student's own, which costs nothing, and in `mean`,
# which costs that exercise alone.
HAZARDS = {
    "endless-loop": "while True: pass",
    "loop-that-swallows-interrupts": """
        while True:
            try:
                while True: pass
            except BaseException: pass
        """,
    "loop-deaf-to-signals": """
        import signal
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True: pass
        """,
    "sleep-with-signals-blocked": """
        import signal, time
        signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
        while True: time.sleep(1000)
        """,
    "sleep-for-ever": "import time; time.sleep(10**6)",
    "hang-inside-c": "3 ** 10**9",
    "deadlock": "import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "stop-itself": guarded("import signal; os.kill(os.getpid(), signal.SIGSTOP)"),
    "fifty-gigabytes": "np.ones(50 * 2**27)",
    "memory-step-by-step": guarded(
        """
        hoard = []
        while True:
            hoard.append(b"x" * 2**26)
            if len(hoard) > 64:
                hoard = reached("four gigabytes")
                break
        """
    ),
    "memory-in-many-processes": guarded(
        """
        children, (reading, writing) = [], os.pipe()
        for _ in range(12):
            child = os.fork()
            if child == 0:
                try:
                    block = b"x" * 2**29
                    os.write(writing, b"x")
                    time.sleep(20)
                finally:
                    os._exit(0)
            children.append(child)
        holding = 0
        while holding < 9: holding += len(os.read(reading, 1))
        alive = sum(os.waitpid(child, os.WNOHANG)[0] == 0 for child in children)
        if alive > 8: reached(alive, "processes with half a gigabyte each")
        for child in children:
            try: os.kill(child, 9)
            except OSError: pass
        """
    ),
    "memory-in-files-without-a-name": guarded(
        """
        held, block = [], b"x" * 2**25
        try:
            for number in range(32):
                held.append(os.memfd_create("m"))
                for _ in range(5): os.write(held[-1], block)
            reached("five gigabytes of files in memory")
        except OSError: pass
        for file in held: os.close(file)
        """
    ),
    "memory-in-shared-segments": guarded(
        """
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        libc.shmat.restype = ctypes.c_void_p
        held = []
        for number in range(20):
            segment = libc.shmget(0, 2**28, 0o1600)
            place = libc.shmat(segment, None, 0) if segment != -1 else None
            if place in (None, ctypes.c_void_p(-1).value): break
            ctypes.memset(place, 1, 2**28)
            libc.shmdt(ctypes.c_void_p(place))
            held.append(segment)
        if len(held) == 20: reached("five gigabytes of shared segments")
        for segment in held: libc.shmctl(segment, 0, None)
        """
    ),
    "fork-bomb": guarded(
        """
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try: os.fork()
            except OSError: pass
        os._exit(0)
        """
    ),
    "a-hundred-busy-sessions": guarded(
        """
        for _ in range(90):
            try: child = os.fork()
            except OSError: break
            if child == 0:
                os.setsid()
                end = time.monotonic() + 8
                while time.monotonic() < end: pass
                os._exit(0)
        time.sleep(8)
        """
    ),
    "thread-bomb": guarded(
        """
        import threading
        end = time.monotonic() + 20
        while time.monotonic() < end:
            threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
        """
    ),
    "recursion": "f = lambda n: f(n + 1)\nf(0)",
    "recursion-without-a-limit": guarded(
        "sys.setrecursionlimit(10**9)\nf = lambda n: f(n + 1)\nf(0)"
    ),
    "recursion-in-c": """
        nest = []
        for _ in range(10**6): nest = [nest]
        repr(nest); nest == [nest]
        """,
    "os-exit-0": "import os; os._exit(0)",
    "os-exit-1": "import os; os._exit(1)",
    "sys-exit": "import sys; sys.exit()",
    "exit": "exit()",
    "quit": "quit()",
    "raise-system-exit": 'raise SystemExit("enough")',
    "raise-keyboard-interrupt": "raise KeyboardInterrupt",
    "raise-generator-exit": "raise GeneratorExit",
    "raise-an-error-that-can-not-be-shown": """
        class Secretive(Exception):
            def __str__(self): raise Secretive
            __repr__ = __str__
        raise Secretive
        """,
    "raise-an-error-that-hangs-when-shown": """
        class Slow(Exception):
            def __str__(self):
                while True: pass
            __repr__ = __str__
        raise Slow
        """,
    "raise-a-huge-error": 'raise ValueError("x" * 10**8)',
    "kill-itself": guarded("os.kill(os.getpid(), 9)"),
    "kill-its-parent": guarded("os.kill(os.getppid(), 9); time.sleep(30)"),
    "kill-all": guarded("os.kill(-1, 9)"),
    "kill-every-process-it-sees": guarded(
        """
        for number in range(1, 400):
            if number != os.getpid():
                try: os.kill(number, 9)
                except OSError: pass
        """
    ),
    "stop-every-process-it-sees": guarded(
        """
        for number in range(1, 400):
            if number != os.getpid():
                try: os.kill(number, 19)
                except OSError: pass
        """
    ),
    "kill-its-group": guarded("os.killpg(0, 9)"),
    "terminate-its-group": guarded("os.killpg(0, 15)"),
    "segfault": "import ctypes; ctypes.string_at(0)",
    "abort": "import os; os.abort()",
    "become-another-program": 'import os; os.execv("/bin/sh", ["sh", "-c", "exit 0"])',
    "become-a-program-that-hangs": 'import os; os.execv("/bin/sh", ["sh", "-c", "sleep 1000"])',
    "close-all-files": "import os; os.closerange(0, 4096)",
    "write-to-all-files": guarded(
        """
        for number in range(3, 256):
            try:
                os.set_blocking(number, False)
                os.write(number, b'[["ok", true, 1, 17], []]' * 100)
            except OSError: pass
        """
    ),
    "read-from-all-files": guarded(
        """
        for number in range(3, 256):
            try:
                os.set_blocking(number, False)
                os.read(number, 2**16)
            except OSError: pass
        """
    ),
    "all-files-to-nowhere": """
        import os
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in range(256):
            if number != nowhere:
                try:
                    os.fstat(number)
                    os.dup2(nowhere, number)
                except OSError: pass
        """,
    "shut-down-all-sockets": guarded(
        """
        import socket
        for number in range(3, 256):
            try:
                link = socket.socket(fileno=os.dup(number))
                link.shutdown(socket.SHUT_RDWR)
            except OSError: pass
        """
    ),
    "input": 'input("your name? ")',
    "getpass": "import getpass; getpass.getpass()",
    "breakpoint": "breakpoint()",
    "debugger": "import pdb; pdb.set_trace()",
    "read-standard-input": "import sys; sys.stdin.read()",
    "an-alarm-of-its-own": "import signal, time; signal.alarm(1); time.sleep(10**6)",
    "fill-the-disk": guarded(
        """
        for folder in (".", "/tmp", "/dev/shm", os.path.expanduser("~"), "/var/tmp"):
            try:
                with open(f"{folder}/@MARK@-big", "wb") as file:
                    for _ in range(4000):
                        file.write(b"x" * 2**20)
                    reached("four gigabytes of", folder)
            except OSError: pass
        """
    ),
    "a-million-files": guarded(
        """
        for number in range(10**6):
            open(f"@MARK@-{number}", "w").close()
        """
    ),
    "raise-its-limits": guarded(
        """
        import resource
        for kind in (resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE):
            try: resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            except (OSError, ValueError): continue
            if resource.getrlimit(kind)[0] == resource.RLIM_INFINITY and os.getuid() == 0:
                reached("no limit at all as root")
        while True: pass
        """
    ),
}


for name, code in HAZARDS.items():
    extra_cell(f"{name}-in-a-cell", code)
    answers(f"{name}-in-a-function", mean=in_function(code))

LATER = ("share", "total", "words", "evens", "twice", "double")

extra_cell(
    "hang-when-the-interpreter-ends",
    """
    import atexit, time
    atexit.register(lambda: time.sleep(10**6))
    """,
)
extra_cell("exit-when-the-interpreter-ends", "import atexit, sys; atexit.register(sys.exit, 3)")
extra_cell(
    "hang-when-collected",
    """
    class Sticky:
        def __del__(self):
            while True: pass
    sticky = Sticky()
    """,
)
extra_cell(
    "hang-when-traced",
    """
    import sys
    def trace(*event):
        while True: pass
    sys.settrace(trace)
    """,
    either=LATER,
)
extra_cell("die-when-profiled", "import os, sys; sys.setprofile(os.abort)", either=LATER)
extra_cell("no-builtins", "import builtins; builtins.__dict__.clear()", either=LATER)
extra_cell("no-modules", "import sys; sys.modules.clear()", either=LATER)
extra_cell("no-standard-output", "import sys; sys.stdout = sys.stderr = None")
extra_cell("closed-standard-output", "import sys; sys.stdout.close(); sys.stderr.close()")
extra_cell("no-working-folder", "import os, shutil; shutil.rmtree(os.getcwd())")
extra_cell(
    "a-cell-that-is-no-python",
    "this is not python (",
)
extra_cell("a-cell-with-a-null-byte", "x = 1\0")
extra_cell("a-cell-deep-in-brackets", "x = " + "(" * 5000 + ")" * 5000)
extra_cell("a-cell-of-a-million-lines", "x = 1\n" * 10**6)
extra_cell("a-cell-that-resets", "%reset -f", after="test_double")

answers("an-answer-that-is-no-python", mean="def mean(values:\n    return")
answers("an-answer-with-a-wrong-indent", mean="def mean(values):\nreturn 1")
answers(
    "right-then-an-endless-loop",
    mean="def mean(values):\n    return 2\nwhile True: pass",
)
answers(
    "an-answer-that-dies-the-second-time",
    mean="""
    import os
    calls = []
    def mean(values):
        calls.append(1)
        if len(calls) > 1: os._exit(0)
        return sum(values) / len(values)
    """,
)
answers(
    "an-answer-that-hangs-the-second-time",
    mean="""
    import time
    calls = []
    def mean(values):
        calls.append(1)
        while len(calls) > 1: time.sleep(1)
        return sum(values) / len(values)
    """,
)
answers(
    "every-answer-dies",
    mean="import os\ndef mean(values): os._exit(0)",
    share="def share(counts): os._exit(0)",
    words="def words(text): os._exit(0)",
    twice="def twice(f, x): os._exit(0)",
    double="def double(items): os._exit(0)",
)
answers(
    "every-answer-hangs",  # asleep: other cases are busy, and this one has five answers
    mean="import time\ndef mean(values): time.sleep(1000)",
    share="def share(counts): time.sleep(1000)",
    words="def words(text): time.sleep(1000)",
    twice="def twice(f, x): time.sleep(1000)",
    double="def double(items): time.sleep(1000)",
)
answers(
    "a-name-that-dies-when-looked-at",
    total="""
    class Mine:
        def __getattribute__(self, name): import os; os._exit(0)
    total = Mine()
    """,
)
answers(
    "call-back-for-ever",
    twice="def twice(f, x):\n    while True: f(1)",
)
answers("call-back-and-die", twice="import os\ndef twice(f, x):\n    f(1)\n    os._exit(0)")
answers("call-back-with-junk", twice="def twice(f, x):\n    return f(object())")
answers("call-back-with-too-much", twice='def twice(f, x):\n    return f("x" * 2**31)')
answers("call-back-with-depth", twice="def twice(f, x):\n    a = []; a.append(a)\n    return f(a)")
answers(
    "call-back-through-each-other",
    twice="def twice(f, x):\n    return twice(f, f(x))",
)
answers(
    "call-back-from-many-threads",
    twice="""
    import threading
    def twice(f, x):
        threads = [threading.Thread(target=lambda: [f(1) for _ in range(100)]) for _ in range(20)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        return None
    """,
)
answers(
    "call-back-from-a-child",
    twice="""
    import os
    def twice(f, x):
        if os.fork() == 0:
            try: f(1)
            finally: os._exit(0)
        os.wait()
        return None
    """,
)


@handed_in(lost=["twice"])
def call_back_after_the_call(work):
    work.answer(twice="kept = []\ndef twice(f, x):\n    kept.append(f)\n    return None")
    work.add("kept[0](1)", after="test_twice")
    work.add("def share(counts): return kept[0](1)", after="test_twice")
