"""What student code is refused in the sandbox, whoever grades, and what it still may do.

Most tests run in both modes: forked from the warm fork server, and in a bubblewrap of its own, as
where the system allows no namespaces inside of the sandbox.
"""

import contextlib
import ctypes
import errno
import os
import signal
import socket
import struct
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from gradebox.checks import CheckLibraries
from gradebox.judge.process import ProcessEnded
from gradebox.limits import MB, Limits
from gradebox.results import Result
from gradebox.run import tasks
from gradebox.sandbox import bubblewrap, linux, seccomp
from gradebox.sandbox.bubblewrap import Plan, Sandbox, mounts_of
from gradebox.sandbox.inside import MACHINE_SHORT, MEMORY_EXCEEDED, SpawnRequest, memory, supervisor
from student_process import needs_bubblewrap, printed, student, wait_until_written

pytestmark = pytest.mark.slow

CALL = """
import ctypes, errno
_libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    done = _libc.syscall(*[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return done if done >= 0 else errno.errorcode[ctypes.get_errno()]
"""


@pytest.fixture(scope="module", params=["warm", "alone"])
def house(request, stage):
    made = Sandbox(stage, stage, Plan())
    made.wait()
    made.alone = made.alone or request.param == "alone"
    yield made
    made.close()


@pytest.fixture(scope="module")
def warm(stage):
    made = Sandbox(stage, stage, Plan())
    made.wait()
    yield made
    made.close()


# --- the filter, as a program


def verdict(program, architecture, number, *arguments):
    """What a filter says to a system call: an interpreter of classic BPF."""
    data = struct.pack("=IIQ6Q", number, architecture, 0, *[*arguments, *[0] * 6][:6])
    code = list(struct.iter_unpack("=HBBI", program))
    at, accumulator = 0, 0
    while True:
        operation, yes, no, constant = code[at]
        at += 1
        if operation == seccomp.LOAD:
            (accumulator,) = struct.unpack_from("=I", data, constant)
        elif operation == seccomp.AND:
            accumulator &= constant
        elif operation == seccomp.RETURN:
            return constant
        else:
            true = {
                seccomp.IF_EQUAL: accumulator == constant,
                seccomp.IF_GREATER: accumulator > constant,
                seccomp.IF_ANY_BIT: bool(accumulator & constant),
            }[operation]
            at += yes if true else no


EPERM, ENOSYS = seccomp.ERRNO | errno.EPERM, seccomp.ERRNO | errno.ENOSYS


@pytest.fixture(params=list(seccomp.ARCHITECTURES))
def verdict_on(request):
    """Asks the filter for student code of one architecture."""
    token, column = seccomp.ARCHITECTURES[request.param]
    program = seccomp.program(True, request.param)

    def ask(numbers, *arguments):
        number = numbers[column] if isinstance(numbers, tuple) else numbers
        return None if number is None else verdict(program, token, number, *arguments)

    return ask


@pytest.mark.parametrize("architecture", seccomp.ARCHITECTURES)
def test_filter_of_judges_also_refuses_signals(architecture):
    token, column = seccomp.ARCHITECTURES[architecture]
    program = seccomp.program(True, architecture, judge=True)
    for numbers in (*seccomp.SIGNALS.values(), *seccomp.KEYRINGS.values()):
        assert verdict(program, token, numbers[column]) == EPERM


def test_filter_refuses_exactly_the_listed_calls(verdict_on):
    listed = seccomp.KEYRINGS | seccomp.NAMESPACES | seccomp.REFUSED
    for name, numbers in listed.items():
        if None in numbers and verdict_on(numbers) is None:
            assert name in ("iopl", "ioperm", "modify_ldt", "uselib", "inotify_init"), name
            continue
        assert verdict_on(numbers) == EPERM, name
    refused = sum(verdict_on(number) != seccomp.ALLOW for number in range(seccomp.NEWEST + 1))
    assert refused <= len(listed) + 4, "the four that depend on arguments, or fewer"


def test_newer_system_call_does_not_exist(verdict_on):
    for number in (seccomp.NEWEST + 1, 1000, 0x40000000, 0xFFFFFFFF):
        assert verdict_on(number) == ENOSYS


@pytest.mark.parametrize("students", [True, False])
@pytest.mark.parametrize("architecture", seccomp.ARCHITECTURES)
def test_system_call_of_another_architecture_kills_the_process(architecture, students):
    program = seccomp.program(students, architecture)
    for foreign in (0x40000003, 0x40000028, 0):  # i386, 32-bit ARM
        assert verdict(program, foreign, 1) == seccomp.KILL_PROCESS


def test_clone_starts_threads_and_processes_but_no_namespace(verdict_on):
    threads, forked = 0x3D0F00, 0x01200011
    for flags in (threads, forked):
        assert verdict_on(seccomp.CLONE, flags) == seccomp.ALLOW
    for bit in (17, 25, 26, 27, 28, 29, 30):
        assert verdict_on(seccomp.CLONE, forked | 1 << bit) == EPERM
    assert verdict_on(seccomp.CLONE3) == ENOSYS, "libc then takes clone"


def test_sockets_are_limited_to_three_families_and_usual_protocols(verdict_on):
    for call in seccomp.SOCKETS.values():
        for family in range(60):
            allowed = family in (1, 2, 10)
            assert (verdict_on(call, family, 1, 0) == seccomp.ALLOW) == allowed, family
        assert verdict_on(call, 2, 1, 6) == seccomp.ALLOW
        assert verdict_on(call, 2, 1, 132) == EPERM, "SCTP"


def test_shared_anonymous_memory_is_refused(verdict_on):
    private, shared, anonymous, fixed = 2, 1, 0x20, 0x10
    for flags in (private | anonymous, private | anonymous | fixed, shared, private, 3):
        assert verdict_on(seccomp.MMAP, 0, 4096, 3, flags) == seccomp.ALLOW, flags
    for flags in (shared | anonymous, 3 | anonymous, private | anonymous | seccomp.MAP_HUGETLB):
        assert verdict_on(seccomp.MMAP, 0, 4096, 3, flags) == EPERM, flags


def test_typing_into_a_terminal_is_refused(verdict_on):
    assert verdict_on(seccomp.IOCTL, 0, 0x5412) == EPERM
    assert verdict_on(seccomp.IOCTL, 0, 0x541C) == EPERM
    assert verdict_on(seccomp.IOCTL, 0, 0x5401) == seccomp.ALLOW


def test_sandbox_filter_only_adds_namespaces():
    architecture = "x86_64"
    program = seccomp.program(False, architecture)
    token, _ = seccomp.ARCHITECTURES[architecture]
    for numbers in (seccomp.KEYRINGS | seccomp.NAMESPACES).values():
        assert verdict(program, token, numbers[0]) == seccomp.ALLOW
    for numbers in seccomp.REFUSED.values():
        assert verdict(program, token, numbers[0]) == EPERM


def test_system_call_numbers_equal_those_of_libseccomp():
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        pytest.skip("there is no libseccomp to compare with")
    resolve = library.seccomp_syscall_resolve_name_arch
    resolve.argtypes = [ctypes.c_uint32, ctypes.c_char_p]
    special = {
        "clone": seccomp.CLONE,
        "clone3": seccomp.CLONE3,
        "mmap": seccomp.MMAP,
        "ioctl": seccomp.IOCTL,
    }
    every = seccomp.KEYRINGS | seccomp.NAMESPACES | seccomp.REFUSED | seccomp.SOCKETS
    every |= seccomp.SIGNALS | special
    for token, column in seccomp.ARCHITECTURES.values():
        for name, numbers in every.items():
            theirs = resolve(token, name.encode())
            if theirs == -1:
                assert numbers[column] > 448, f"{name}: only what is newer than the library"
            else:
                assert (theirs if theirs >= 0 else None) == numbers[column], name


# --- what a student's process gets


@needs_bubblewrap
def test_student_process_is_refused_system_calls(house):
    names = ("add_key", "request_key", "keyctl", "ptrace", "process_vm_readv", "pidfd_getfd")
    names += ("unshare", "setns", "mount", "bpf", "perf_event_open", "io_uring_setup")
    names += ("userfaultfd", "memfd_create", "shmget", "open_tree", "fsopen")
    calls = {name: seccomp.number(name) for name in names}
    with student(house) as process:
        process.run(CALL)
        answers = printed(process, f"print(*[call(n, 0, 0, 0, 0, 0) for n in {[*calls.values()]}])")
        assert dict(zip(calls, answers.split(), strict=True)) == dict.fromkeys(calls, "EPERM")
        assert printed(process, f"print(call({seccomp.CLONE3[0]}, 0, 0))") == "ENOSYS"


@needs_bubblewrap
def test_student_process_is_refused_socket_families(house):
    source = """
        import socket
        for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_VSOCK,
                       socket.AF_NETLINK, socket.AF_ALG, socket.AF_PACKET):
            try: socket.socket(family, socket.SOCK_STREAM).close(); print("made")
            except PermissionError: print("refused")
    """
    with student(house) as process:
        assert printed(process, source).split() == ["made"] * 3 + ["refused"] * 4


@needs_bubblewrap
def test_student_process_gets_no_user_namespace_when_root_grades(house):
    with student(house) as process:
        process.run(CALL)
        assert printed(process, f"print(call({seccomp.number('unshare')}, 0x10020000))") == "EPERM"
        assert (
            printed(process, f"print(call({seccomp.CLONE[0]}, 0x10000011, 0, 0, 0, 0))") == "EPERM"
        )


def _keys():
    """add_key and request_key for this process."""
    libc = ctypes.CDLL(None, use_errno=True)

    def add(name, value):
        return libc.syscall(seccomp.number("add_key"), b"user", name, value, len(value), -3)

    def find(name):
        return libc.syscall(seccomp.number("request_key"), b"user", name, None, 0)

    return add, find


def in_a_child(work):
    """Whether some work, done in a forked process, gave True."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if work() else 2
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_new_session_keyring_is_empty():
    add, find = _keys()

    def work():
        try:
            linux.join_session_keyring()
        except OSError:
            return True  # a system without keyrings
        assert add(b"ticket", b"secret") > 0
        assert find(b"ticket") > 0
        linux.join_session_keyring()
        return find(b"ticket") < 0

    assert in_a_child(work) == 0


FIND = f"""
import ctypes, sys
found = ctypes.CDLL(None).syscall({seccomp.number("request_key")}, b"user", b"krb-ticket", None, 0)
sys.stderr.write("a key" if found > 0 else "no key")
"""


def test_sandbox_leaves_the_instructors_keyring_without_the_filter(stage, monkeypatch):
    """What is run in bubblewrap's place finds no key of the session that started it."""
    add, find = _keys()
    monkeypatch.setattr(bubblewrap.shutil, "which", lambda _: "/usr/bin/bwrap")
    monkeypatch.setattr(Sandbox, "_bubblewrap", lambda *_: [sys.executable, "-c", FIND])

    def work():
        try:
            linux.join_session_keyring()
        except OSError:
            return True
        assert add(b"krb-ticket", b"secret") > 0
        with pytest.raises(bubblewrap.SandboxError, match="did not start: no key"):
            Sandbox(stage, stage, Plan()).wait()
        return find(b"krb-ticket") > 0

    assert in_a_child(work) == 0


def test_each_submission_has_its_own_keyring_without_the_filter(monkeypatch):
    """What one leaves in the session keyring, another one does not find."""
    add, find = _keys()
    monkeypatch.setattr(seccomp, "install", lambda _: None)
    request = SpawnRequest(Limits(), True, True, 0, [], [])

    def work():
        try:
            linux.join_session_keyring()
        except OSError:
            return True
        assert add(b"letter", b"secret") > 0
        supervisor._restrict(request)
        return find(b"letter") < 0

    assert in_a_child(work) == 0


@needs_bubblewrap
def test_ticket_in_the_instructors_keyring_stays_hidden(stage):
    add, _ = _keys()

    def work():
        with contextlib.suppress(OSError):
            linux.join_session_keyring()
        add(b"krb-ticket", b"INSTRUCTORS-TICKET")
        made = Sandbox(stage, stage, Plan())
        made.wait()
        with student(made) as process:
            process.run(CALL)
            number = seccomp.number("request_key")
            text = printed(process, f'print(call({number}, b"user", b"krb-ticket", None, 0))')
        made.close()
        return text == "EPERM"

    assert in_a_child(work) == 0


@needs_bubblewrap
def test_init_has_no_open_file_of_the_host(house):
    """Its descriptors, as far as they can be seen at all, are null devices."""
    source = """
        import os
        found = []
        for number in range(256):
            try: found.append(os.fstat(number))
            except OSError: pass
        import stat
        print(sum(stat.S_ISREG(f.st_mode) for f in found), "files")
        for pid in (1, os.getppid()):
            try: print(os.readlink(f"/proc/{pid}/fd/2"))
            except OSError: print("unseen")
    """
    with student(house) as process:
        none, *seen = printed(process, source).splitlines()
    assert none == "0 files"
    for target in seen:
        assert target in ("unseen", "/dev/null") or target.startswith("pipe:"), target


@needs_bubblewrap
def test_student_process_has_only_null_devices_and_its_socket(house):
    source = """
        import os, stat
        null = os.stat("/dev/null")
        for number in range(4096):
            try: about = os.fstat(number)
            except OSError: continue
            same = (about.st_dev, about.st_ino) == (null.st_dev, null.st_ino)
            print(number if number < 3 else "", "null" if same else stat.filemode(about.st_mode)[0])
    """
    with student(house) as process:
        found = [line.split() for line in printed(process, source).splitlines()]
    assert found == [["0", "null"], ["1", "null"], ["2", "null"], ["s"]]


def below(pid):
    """The descendants of a process: its /proc/PID/status by the pid."""
    children, texts = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            text = (folder / "status").read_text()
            fields = dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)
            children.setdefault(int(fields["PPid"]), []).append(int(folder.name))
            texts[int(folder.name)] = fields
    found, stack = {}, [pid]
    while stack:
        for child in children.get(stack.pop(), []):
            found[child] = texts[child]
            stack.append(child)
    return found


@needs_bubblewrap
def test_init_is_untraceable_and_has_no_standard_streams(warm):
    """Looked at from outside: the files in /proc of a process that can't be traced are root's."""
    if warm.alone:
        pytest.skip("this system gives submissions no PID namespace, so there is no init")
    with student(warm) as process:
        assert printed(process, "print(1)") == "1"
        everybody = below(warm.process.pid)
        deepest = max(len(fields["NSpid"].split()) for fields in everybody.values())
        (init,) = [
            pid
            for pid, fields in everybody.items()
            if len(fields["NSpid"].split()) == deepest and fields["NSpid"].split()[-1] == "1"
        ]
        assert everybody[init]["Uid"].split()[0] != "0"
        assert os.stat(f"/proc/{init}/status").st_uid == 0
        assert everybody[init]["CapEff"] == "0" * 16
        assert everybody[init]["NoNewPrivs"] == "1"
        assert everybody[init]["Seccomp"] == "2"
        for standard in range(3):
            with contextlib.suppress(PermissionError):  # root alone may look
                assert os.readlink(f"/proc/{init}/fd/{standard}") == "/dev/null"


def test_init_is_untraceable_for_any_user(monkeypatch):
    """Where root grades, another user id has the same effect; this is without."""
    monkeypatch.setattr(supervisor, "_restrict", lambda _: None)
    request = SpawnRequest(Limits(), True, False, 0, [], [])
    dumpable = ctypes.CDLL(None).prctl

    def work():
        os.fork = lambda: os._exit(dumpable(3))  # PR_GET_DUMPABLE; of this process alone
        supervisor._init(None, request, os.open("/dev/null", os.O_RDONLY), "/tmp")

    assert in_a_child(work) == 0


@needs_bubblewrap
def test_system_settings_are_readable(house):
    """As root too: many commands are links into /etc/alternatives."""
    with student(house) as process:
        assert printed(process, "import os; print(os.access('/etc', os.R_OK | os.X_OK))") == "True"


@needs_bubblewrap
def test_dev_zero_is_readable_but_not_mappable(house):
    source = """
        import mmap
        with open("/dev/zero", "r+b", buffering=0) as file:
            print(file.read(2))
            try: mmap.mmap(file.fileno(), 4096); print("mapped")
            except OSError: print("refused")
        try: mmap.mmap(-1, 4096); print("mapped")
        except OSError: print("refused")
        mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        with open("/tmp/file", "w+b") as file:
            file.truncate(4096)
            mmap.mmap(file.fileno(), 4096)[0] = 1
    """
    with student(house) as process:
        assert printed(process, source).split() == [r"b'\x00\x00'", "refused", "refused"]


@needs_bubblewrap
@pytest.mark.parametrize("reset", [False, True])
def test_multiprocessing_works_with_every_start_method(warm, reset):
    source = """
        import math, multiprocessing
        for way in ("fork", "spawn", "forkserver"):
            with multiprocessing.get_context(way).Pool(2) as pool:
                print(way, pool.map(math.sqrt, [1, 4]))
    """
    with student(warm) as process:
        if reset:
            process.run("%reset -f")
        assert printed(process, source) == "\n".join(
            f"{way} [1.0, 2.0]" for way in ("fork", "spawn", "forkserver")
        )


@needs_bubblewrap
def test_joblib_runs_a_function_of_a_cell(house):
    """In other processes, which go on after their first task: then joblib looks at their memory."""
    pytest.importorskip("joblib")
    source = """
        import os
        from joblib import Parallel, delayed
        def half(x): return x / 2, os.getpid()
        done = Parallel(n_jobs=2)(delayed(half)(n) for n in range(20))
        print([value for value, _ in done], os.getpid() in {pid for _, pid in done})
    """
    with student(house) as process:
        assert printed(process, source) == f"{[n / 2 for n in range(20)]} False"


# --- memory

HOLD = {
    "anonymous": "kept = bytearray(250 * 2**20)",
    "in a file": """
        for name in ("/tmp/a", "/dev/shm/a"):
            with open(name, "wb") as file:
                for _ in range(125): file.write(bytes(2**20))
    """,
    "in a file without a name": """
        for place in ("/tmp", "/dev/shm"):
            kept = [*globals().get("kept", []), os.open(place, os.O_TMPFILE | os.O_RDWR)]
            for _ in range(125): os.write(kept[-1], bytes(2**20))
    """,
    "in a thread whose process looks dead": f"""
        {CALL.strip().replace(chr(10), chr(10) + " " * 8)}
        import threading, time
        if os.fork() == 0:
            def hold():
                global kept
                kept = bytearray(250 * 2**20)
                time.sleep(60)
            threading.Thread(target=hold).start()
            call(60 if os.uname().machine == "x86_64" else 93, 0)  # the first thread alone ends
    """,
    "in many processes": """
        import time
        for _ in range(5):
            if os.fork() == 0:
                kept = bytearray(50 * 2**20)
                time.sleep(60)
    """,
}


@needs_bubblewrap
@pytest.mark.parametrize("how", HOLD)
def test_memory_of_any_kind_is_counted(warm, monkeypatch, how):
    small = replace(Limits(), memory=220 * MB)
    monkeypatch.setattr(bubblewrap, "Limits", lambda: small)
    with student(warm) as process:
        process.run("import os")
        text = printed(process, textwrap.dedent(HOLD[how]) + "\nimport time; time.sleep(5)")
        assert text == "'ProcessEnded'", text
    with student(warm) as process:
        assert printed(process, "kept = bytearray(60 * 2**20); print(1)") == "1"


@needs_bubblewrap
def test_memory_of_a_process_is_charged():
    status = "RssAnon:\t  100 kB\nVmSwap:\t 20 kB\nVmPTE:\t 3 kB\nRssFile:\t 9 kB\n"
    assert memory.charge(status) == 123 * 1024


@needs_bubblewrap
def test_sockets_are_charged_and_other_open_files_are_not(warm):
    """As often as they exist, not as often as processes have them open."""

    watching = memory.Ledger(warm.ledger)
    watching.write(0)

    def held():
        wait_until_written(process)
        return watching._most()  # what has ended doesn't count, though its entry may be there

    with student(warm) as process:
        process.run("import os, socket, time\nfor _ in range(3):\n    os.fork() or time.sleep(60)")
        before = held()
        process.run("kept = [open(os.devnull) for _ in range(130)]\nos.fork() or time.sleep(60)")
        files = held()
        assert files - before < 140 * MB, "of which one process more has some sixty"
        process.run("more = [socket.socketpair() for _ in range(50)]")
        assert held() - files > 90 * memory.SOCKET_BYTES


@needs_bubblewrap
def test_largest_submission_ends_when_memory_is_scarce(warm, monkeypatch):
    scarce = replace(Limits(), reserve=2**60)
    with student(warm, 1) as large:
        large.run("kept = bytearray(200 * 2**20)")
        wait_until_written(large)
        monkeypatch.setattr(bubblewrap, "Limits", lambda: scarce)
        with student(warm, 2, seconds=120.0) as small:
            assert printed(small, "import time; time.sleep(1); print('alive')") == "alive"
            assert not warm.short
            large.stop()
            with pytest.raises(ProcessEnded, match="The machine ran out of memory"):
                small.ask(do="run", source="import time; time.sleep(60)")
            assert warm.short
        warm.short = False


@pytest.mark.parametrize(
    ("held", "free", "why"),
    [
        (2049 * MB, 10**12, MEMORY_EXCEEDED),
        (1025 * MB, 0, MEMORY_EXCEEDED),
        (1023 * MB, 0, MACHINE_SHORT),
    ],
)
def test_submission_above_half_its_limit_is_blamed_for_scarce_memory(
    monkeypatch, tmp_path, held, free, why
):
    """Else nobody could ever grade, on a small machine, who takes all of it every time."""
    monkeypatch.setattr(memory, "held", lambda *_: held)
    monkeypatch.setattr(memory, "descendants", lambda *_: {})
    monkeypatch.setattr(memory, "available", lambda *_: free)
    mine, theirs = socket.socketpair()
    sleeper = subprocess.Popen(["sleep", "60"])
    with mine, theirs, open(tmp_path / "ledger", "w+b") as file:
        ledger = memory.Ledger(file.fileno())
        assert supervisor._watch(sleeper.pid, theirs.fileno(), 0, (), ledger, None, Limits()) == why
    sleeper.kill()
    sleeper.wait()


def test_ledger_finds_the_largest_running_submission(tmp_path):
    with open(tmp_path / "ledger", "w+b") as file:
        mine = memory.Ledger(file.fileno())
        mine.write(100)
        ready, told = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                other = memory.Ledger(file.fileno())
                other.write(200)
                os.write(told, b"%d" % other.slot)
                time.sleep(60)
            finally:
                os._exit(0)
        assert int(os.read(ready, 10)) != mine.slot
        assert not mine.must_end(100), "another holds more"
        assert mine.must_end(300)
        assert not mine.must_end(300), "one at a time"
        os.kill(child, 9)
        os.waitpid(child, 0)
        mine.SETTLE = 0
        assert mine.must_end(100), "who has ended holds nothing"


def test_submission_is_regraded_when_the_machine_ran_out_of_memory(monkeypatch):
    house = SimpleNamespace(short=False)
    judge = SimpleNamespace(sandbox=house, assignment=SimpleNamespace(name="tiny", max_score=1.0))
    task = tasks.GradingTask(Result("s", "tiny", "graded"), None)
    times = iter([True, False])

    def grade(judge, task):
        house.short = next(times)
        return Result(task.about.student, "tiny", "graded"), {}

    monkeypatch.setattr(tasks, "_grade", grade)
    monkeypatch.setattr(tasks, "PAUSE", 0)
    result, _ = tasks.result_from_bytes(tasks.grade(judge, task))
    assert result.status == "graded"
    times = iter([True] * 10)
    result, _ = tasks.result_from_bytes(tasks.grade(judge, task))
    assert result.status == "failed"
    assert "ran out of memory" in result.reasons[0]


# --- what is seen of the machine


def seen(mounts, path):
    """Whether a path is seen, where the whole of /usr is unless it is covered."""
    over = [shown for place, shown in mounts if Path(path).is_relative_to(place)]
    return over[-1] if over else Path(path).is_relative_to("/usr")


@pytest.mark.parametrize(
    ("prefix", "clone"),
    [
        ("/home/me/clone/.venv", "/home/me/clone"),
        ("/home/me/venv", "/home/me/venv/clone"),
        ("/home/me/venv", "/home/me/venv/lib/python3.12/clone"),
        ("/usr/src/clone/.venv", "/usr/src/clone"),
        ("/usr/local/venv", "/usr/local/venv/clone"),
        ("/usr", "/usr/share/clone"),
        ("/opt/venv", "/home/me/clone"),
    ],
)
def test_clone_is_hidden_and_python_is_visible(prefix, clone):
    mounts = mounts_of([Path(prefix)], [Path(clone, "lincourse"), Path(clone)])
    assert not seen(mounts, f"{clone}/solutions/04-perceptron/04-perceptron.ipynb")
    assert not seen(mounts, f"{clone}/lincourse/perceptron.py")
    assert seen(mounts, f"{prefix}/bin/python")
    assert seen(mounts, f"{prefix}/lib/python3.12/site-packages/numpy/__init__.py")


def test_clone_that_is_a_virtual_environment_is_hidden(tmp_path):
    for part in ("bin", "lib", "solutions"):
        (tmp_path / part).mkdir()
    (tmp_path / "pyvenv.cfg").touch()
    mounts = mounts_of([tmp_path], [tmp_path])
    assert not seen(mounts, tmp_path / "solutions" / "x.ipynb")
    assert seen(mounts, tmp_path / "lib" / "python3.12")
    assert seen(mounts, tmp_path / "pyvenv.cfg")


@pytest.mark.parametrize("part", bubblewrap.CLONE_MARKERS)
def test_clone_is_recognised_by_its_top_folder(tmp_path, monkeypatch, part):
    """Any part of it will do; the folder of installed packages is no clone."""
    package = tmp_path / "lincourse"
    package.mkdir()
    monkeypatch.setattr(bubblewrap, "PACKAGE", package)
    monkeypatch.setattr(bubblewrap.checks, "installed", lambda: CheckLibraries([]))
    assert list(bubblewrap._packages_and_clones()) == [package]
    (tmp_path / part).mkdir()
    assert list(bubblewrap._packages_and_clones()) == [package, tmp_path]


@needs_bubblewrap
def test_clone_of_the_grader_is_hidden(stage, tmp_path, monkeypatch):
    """Where it is inside the virtual environment; and so is other work beside that."""
    tmp_path.chmod(0o755)
    for name in ("clone/lincourse", "clone/solutions", "lib", "exams"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "file").touch()
    usual = bubblewrap._prefixes
    monkeypatch.setattr(bubblewrap, "_prefixes", lambda: [*usual(), tmp_path])
    monkeypatch.setattr(bubblewrap, "PACKAGE", tmp_path / "clone" / "lincourse")
    made = Sandbox(stage, stage, Plan())
    made.wait()
    with student(made) as process:
        source = f"import os\nfor place in os.walk({str(tmp_path)!r}): print(*sorted(place[2]))"
        assert printed(process, source).split() == ["file"], "that of the packages"
    made.close()


@needs_bubblewrap
def test_solutions_beside_the_packages_are_hidden(stage, tmp_path, monkeypatch):
    """The same in a real sandbox; and the empty folder on top can't be written to."""
    tmp_path.chmod(0o755)
    for name in ("clone/solutions", "clone/.venv/lib", "lib"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "file").touch()
    usual = bubblewrap._prefixes
    more = [tmp_path, tmp_path / "clone" / ".venv"]
    monkeypatch.setattr(bubblewrap, "_prefixes", lambda: [*usual(), *more])
    made = Sandbox(stage, tmp_path / "clone", Plan())
    made.wait()
    source = f"""
        import os
        for name in ("lib", "clone", "clone/.venv/lib"):
            print(sorted(os.listdir("{tmp_path}/" + name)))
        try: open("{tmp_path}/clone/new", "w"); print("written")
        except OSError: print("refused")
    """
    with student(made) as process:
        lines = printed(process, source).splitlines()
    made.close()
    assert lines == ["['file']", "['.venv']", "['file']", "refused"]


@needs_bubblewrap
def test_sandbox_that_fails_to_start_says_why(stage, monkeypatch):
    monkeypatch.setattr(Sandbox, "_bubblewrap", lambda self, _: ["bwrap", "--no-such-option"])
    made = Sandbox(stage, stage, Plan())
    with pytest.raises(bubblewrap.SandboxError, match="did not start: .*no-such-option"):
        made.wait()


def test_unknown_architecture_is_refused(stage, monkeypatch):
    monkeypatch.setattr(seccomp, "machine", lambda: None)
    monkeypatch.setattr(bubblewrap, "is_root", lambda: False)
    with pytest.raises(bubblewrap.SandboxError, match="x86_64 and aarch64"):
        Sandbox(stage, stage, Plan())


def wait_until(true, seconds):
    """Whether something became true in time."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    return true()


def is_there(pid):
    """Whether a process has not ended; a zombie has."""
    with contextlib.suppress(OSError):
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return False


@needs_bubblewrap
def test_killed_supervisor_takes_its_processes_along(house):
    """Looked at from outside: init, the student's process, and what that has started."""
    source = """
        import os, time
        for _ in range(3):
            if os.fork() == 0:
                os.setsid()
                time.sleep(600)
        print(os.getpid())
    """
    before = set(below(os.getpid()))
    with student(house) as process:
        assert printed(process, source)
        started = {pid: about for pid, about in below(os.getpid()).items() if pid not in before}
        theirs = {pid for pid, about in started.items() if about["Seccomp_filters"] == "2"}
        assert len(theirs) == 5
        (supervisor_of_it,) = {int(started[pid]["PPid"]) for pid in theirs} - theirs
        os.kill(supervisor_of_it, signal.SIGKILL)
        assert wait_until(lambda: not any(map(is_there, theirs)), 10)
