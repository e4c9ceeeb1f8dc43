"""What must cost no student a point: a busy machine, a sandbox that dies, somebody else's files.

And what must give none: errors, objects and names that would decide a test.
"""

import os
import signal
import time
import types

import numpy as np
import psutil
import pytest
from gradebox.course.model import CourseError
from gradebox.intake.submission import Submission
from gradebox.judge import process as processes
from gradebox.judge import runner
from gradebox.judge.process import ProcessEnded, State
from gradebox.judge.remote import RemoteNotebook
from gradebox.platforms.adapters import exchange
from gradebox.run import tasks
from gradebox.sandbox import channel
from gradebox.sandbox.bubblewrap import Plan, Sandbox, SandboxError
from gradebox.sandbox.channel import Deadline
from gradebox.sandbox.inside import memory
from gradebox.sandbox.wire_limits import WireError

RIGHT = [("answer", "def f(x):\n    return x"), ("test", "assert f(1) == 1")]


# --- a sandbox that dies


@pytest.fixture
def mortal(stage):
    made = Sandbox(stage, stage, Plan())
    made.wait()
    yield made
    made.close()


@pytest.fixture
def student(mortal):
    made = RemoteNotebook(mortal, 1, 3.0, {}, {}, set())
    made.process.start()
    made.process.run("import os\ndef f(x):\n    return x\ndef die():\n    os._exit(0)")
    yield made
    made.process.stop()


def below(made):
    """The processes of a sandbox: bubblewrap, ..., fork server, supervisor, init, student."""
    first = psutil.Process(made.process.pid)
    return [first, *first.children(recursive=True)]


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, -3, -2], ids=["bubblewrap", "supervisor", "init"])
def test_process_is_lost_when_its_sandbox_dies(mortal, student, place):
    dying = below(mortal)
    os.kill(dying[place].pid, signal.SIGKILL)
    psutil.wait_procs(dying[-1:], 20)
    with pytest.raises(ProcessEnded):
        student.get("f")
    assert student.process.lost


@pytest.mark.slow
def test_process_that_ends_itself_is_not_lost(student):
    with pytest.raises(ProcessEnded):
        student.get("die")()
    assert not student.process.lost
    student.process.renew()
    assert student.get("f")(1) == 1


@pytest.mark.slow
def test_process_that_only_hangs_up_is_not_lost(student, monkeypatch):
    """Its supervisor says nothing then, until it is told to end it."""
    monkeypatch.setattr(processes, "REASON_SECONDS", 0.3)
    student.process.run("def hang_up():\n    os.closerange(3, 99)\n    while True: pass")
    with pytest.raises(ProcessEnded):
        student.get("hang_up")()
    assert not student.process.lost


@pytest.mark.slow
def test_submission_fails_when_its_sandbox_dies(grade, monkeypatch):
    ended = RemoteNotebook.get

    def get(self, name):
        self.process.lost = True
        return ended(self, name)

    monkeypatch.setattr(RemoteNotebook, "get", get)
    with pytest.raises(SandboxError, match="run the command again"):
        grade(*RIGHT)


def test_lost_submission_is_reported_as_failed(monkeypatch):
    def grade(judge, task):
        raise SandboxError("it died")

    monkeypatch.setattr(tasks, "_grade", grade)
    about = types.SimpleNamespace(student="ada")
    assignment = types.SimpleNamespace(name="a", max_score=1.0, notebooks=[])
    judge = types.SimpleNamespace(sandbox=types.SimpleNamespace(), assignment=assignment)
    data = tasks.grade(judge, types.SimpleNamespace(about=about))
    result, _ = tasks.result_from_bytes(data)
    assert (result.status, result.reasons) == ("failed", ["it died"])


# --- a busy machine


def test_deadline_moves_by_the_delay():
    limit = Deadline(0.05, lambda: 100.0)
    time.sleep(0.1)
    assert 0 < limit.left() <= channel.MAX_STRETCH * 0.05
    limit = Deadline(0.05, lambda: 0.0)
    time.sleep(0.1)
    with pytest.raises(TimeoutError):
        limit.left()
    limit = Deadline(9.0, last=lambda: time.monotonic() - 1)
    with pytest.raises(TimeoutError):
        limit.left()


class Proc:
    """A /proc in which processes have run and waited for these seconds."""

    def __init__(self, monkeypatch):
        self.times, self.now = {}, 1000.0
        monkeypatch.setattr(memory, "read_at", self.read)
        monkeypatch.setattr(memory.time, "monotonic", lambda: self.now)

    def read(self, folder, name):
        ran, waited = self.times[int(name.partition("/")[0])]
        return f"{int(ran * 1e9)} {int(waited * 1e9)} 7\n"


@pytest.mark.parametrize(
    ("times", "delay"),
    [
        ({1: (2.0, 8.0)}, 8.0),  # others had the processor
        ({1: (0.0, 0.0)}, 0.0),  # it slept
        ({1: (1.0, 9.0), 2: (9.0, 1.0)}, 0.0),  # it was in its own way
        ({1: (1.0, 6.0), 2: (1.0, 7.0)}, 7.0),
    ],
)
def test_delay_is_what_others_caused(monkeypatch, times, delay):
    proc = Proc(monkeypatch)
    delays = memory.Delays()
    proc.now, proc.times = 1010.0, times
    delays.update(0, times)
    assert delays.since(1000.0) == pytest.approx(delay)
    assert delays.since(1010.0) == 0.0


@pytest.mark.slow
def test_slow_call_is_awaited_when_the_machine_is_busy(student, monkeypatch):
    """The supervisor's answer is replaced: how busy this machine is, is not ours to say."""
    student.process.run("import time\ndef slow():\n    time.sleep(1.0)\n    return 1")
    student.process.seconds = 0.4
    slow = student.get("slow")
    monkeypatch.setattr(student.process, "_delay", lambda *since: 2.0)
    assert slow() == 1
    monkeypatch.setattr(student.process, "_delay", lambda *since: 0.1)
    with pytest.raises(runner.TooSlow):
        slow()


@pytest.mark.slow
def test_supervisor_tells_the_delay(student):
    start = time.monotonic()
    delay = student.process._delay(start - 1000, processes.seconds_waited())
    assert 0 <= delay <= 1000
    assert student.get("f")(1) == 1, "its answer was read"


@pytest.mark.slow
def test_deadline_of_a_submission_moves_when_the_machine_is_busy(student, monkeypatch):
    process = student.process
    process.together = 100.0
    process.deadline = time.monotonic() - 1
    monkeypatch.setattr(process, "_delay", lambda *since: 60.0)
    assert student.get("f")(1) == 1
    process.deadline = time.monotonic() - 50
    with pytest.raises(runner.TooSlow):
        student.get("f")
    assert process.postponed == 100.0, "at most to twice as long"


@pytest.mark.slow
def test_cell_that_is_killed_in_a_replay_takes_no_other_along(student, monkeypatch):
    """It is replayed once more, in a process that has the cells before it, too."""
    process = student.process
    process.run("n = 5")
    once, replay_one = [], process._replay_one

    def busy(seconds, request):
        if request.get("source") == "n = 5" and not once:
            once.append(1)
            process.stop()
        replay_one(seconds, request)

    monkeypatch.setattr(process, "_replay_one", busy)
    process.stop()
    assert (student.get("n"), student.get("f")(2)) == (5, 2)


@pytest.mark.slow
def test_replay_without_time_leaves_no_half_process(student, monkeypatch):
    process = student.process
    process.stop()
    process.deadline = time.monotonic() + 3600
    monkeypatch.setattr(process, "_replay", lambda: (_ for _ in ()).throw(runner.TooSlow()))
    with pytest.raises(runner.TooSlow):
        student.get("f")
    assert process.state is State.DOWN
    monkeypatch.undo()
    assert student.get("f")(1) == 1


@pytest.mark.slow
def test_slow_part_leaves_time_for_later_cells(grade, monkeypatch):
    monkeypatch.setattr(runner, "SUBMISSION_FACTOR", 4)
    result = grade(
        ("answer", "def f(x):\n    return x"),
        ("test", "assert [f(n) for n in range(99)] == list(range(99))"),
        ("answer", "def g(x):\n    return x"),
        ("test", "assert g(-1) == -1"),
        answers=["import time\ndef f(x):\n    time.sleep(0.3)\n    return x"],
        seconds=3,
    )
    assert result.points == [0.0, 2.0], [e.message for e in result.exercises]


# --- what must give no points


@pytest.mark.slow
@pytest.mark.parametrize(
    "test",
    [
        "assert all(map(lambda x: f(x) == x * x, range(1, 6)))",
        "assert sum(map(f, [0, 0])) == 0 and sum(map(f, [])) == 0",
        "assert list(filter(f, [1, 2])) == []",
    ],
)
def test_stop_iteration_ends_no_loop_of_a_test(grade, test):
    result = grade(
        ("answer", "def f(x):\n    return x * x"),
        ("test", test),
        answers=["def f(x):\n    raise StopIteration"],
    )
    assert result.points == [0.0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lincourse.checks", "gradebox.limits", "os", "__main__"])
def test_name_of_a_module_fetches_none_of_the_judge(grade, name):
    parts = (
        ("answer", "def tool():\n    pass"),
        ("test", "assert [name for name in dir(tool()) if name[0] != '_']"),
    )
    forged = f"import types\ndef tool():\n    return types.ModuleType({name!r})"
    assert grade(*parts, answers=[forged]).points == [0.0]


@pytest.mark.slow
def test_module_that_the_assignment_imports_is_found(grade):
    result = grade(
        ("answer", "import numpy as np\ndef f(x):\n    return np.exp(x)"),
        ("test", "assert np.allclose(f(0), 1) and np.linalg.norm([3, 4]) == 5"),
    )
    assert result.points == [2.0]


@pytest.mark.slow
def test_functions_of_a_test_end_with_it(grade):
    keeping = (
        "kept = []\ndef f(g, x):\n    kept.append(g)\n    return kept[0](x)\n"
        "def h(x):\n    return kept[0](x) if kept else None"
    )
    result = grade(
        ("answer", "def f(g, x):\n    return g(x)\ndef h(x):\n    return -x"),
        ("test", "assert f(lambda x: -x, 3) == -3"),
        ("test", "assert h(3) == -3"),
        answers=[keeping],
    )
    assert result.points == [2.0, 0.0]


@pytest.mark.slow
def test_functions_live_as_long_as_an_object_that_holds_them(grade):
    result = grade(
        (
            "answer",
            "class Model:\n    def __init__(self, loss):\n        self.loss = loss\n"
            "    def score(self, x):\n        return self.loss(x)",
        ),
        ("test", "model = Model(lambda x: -x)"),
        ("test", "assert model.score(3) == -3"),
    )
    assert result.points == [2.0, 2.0]


# --- what a student may send


@pytest.fixture
def codec():
    return RemoteNotebook(None, 1, 3.0, {}, {}, set())


def twister(**changed):
    state = np.random.MT19937(1).state["state"]
    key = ["list", [int(n) for n in state["key"]]]
    inner = ["dict", ["key", "pos"], [key, changed["pos"]]]
    return ["dict", ["bit_generator", "state"], ["MT19937", inner]]


@pytest.mark.parametrize(
    "node",
    [
        ["range", 0, 10**18, 1],
        ["range", 10**18, 0, -1],
        ["decimal", "1e99999999"],
        ["decimal", "-1e-99999999"],
        ["generator", "MT19937", twister(pos=2 * 10**9)],
        ["generator", "MT19937", twister(pos=-1)],
        ["randomstate", "MT19937", twister(pos=2 * 10**9)],
        ["element", ["list", [1]]],
        ["masked", ["list", [1, 2]]],
        ["array", "|O", [1], 0],
        ["numpy", "matrix"],
    ],
    ids=[
        *("range", "range down", "decimal", "small decimal", "generator", "generator below 0"),
        *("old generator", "element", "masked", "array of objects", "type"),
    ],
)
def test_value_that_can_hang_or_open_something_is_refused(codec, node):
    with pytest.raises(WireError):
        codec.unpack(*packed(codec, node))


@pytest.mark.parametrize("place", [-5, 5, 2**31])
def test_generator_that_reads_out_of_bounds_is_refused(codec, place):
    state = np.random.Philox(1).state
    state["buffer_pos"] = place
    buffers = []
    node = ["generator", "Philox", codec._encode(state, buffers)]
    with pytest.raises(WireError):
        codec._decode(node, buffers)


@pytest.mark.parametrize(
    "zone",
    ["dateutil//etc/passwd", "dateutil/Etc/passwd", "../../etc/passwd", "/etc/passwd", "a:b"],
)
def test_time_zone_that_is_a_file_is_refused(codec, monkeypatch, zone):
    import pandas

    monkeypatch.setattr(pandas, "array", lambda *_, **__: pytest.fail("it was looked up"))
    with pytest.raises(WireError):
        codec._decode(["column", f"datetime64[ns, {zone}]", ["objects", [0], []]], [])


def packed(codec, node):
    import json

    text = json.dumps([node, []]).encode()
    return bytearray(text), len(text)


def test_usual_values_are_taken(codec):
    import decimal

    for value in (range(5), range(10, 0, -3), decimal.Decimal("1e-400"), decimal.Decimal("NaN")):
        message = codec.pack(value)
        back = codec.unpack(message[8:], int.from_bytes(message[4:8], "little"))
        assert repr(back) == repr(value)
    generator = np.random.Generator(np.random.MT19937(3))
    message = codec.pack(generator)
    back = codec.unpack(message[8:], int.from_bytes(message[4:8], "little"))
    assert back.random() == generator.random()


def test_change_of_a_module_is_ignored():
    from gradebox.sandbox.wire import update_in_place

    mine, forged = types.ModuleType("mine"), types.ModuleType("mine")
    mine.kept = 1
    update_in_place(mine, forged)
    assert mine.kept == 1


@pytest.mark.slow
def test_any_error_while_a_result_is_read_ends_no_process(student):
    student.process.run(
        "class Odd(Exception):\n    def __str__(self): raise SystemExit\n"
        "class Value:\n    __slots__ = ()\n    @property\n    def __name__(self): raise Odd\n"
        "def odd():\n    return Value()"
    )
    with pytest.raises(TypeError, match="Odd while the result was read"):
        student.get("odd")()
    assert student.process.state is State.READY


# --- limits of an account


@pytest.mark.slow
def test_submission_is_graded_under_a_low_ulimit(monkeypatch):
    """In a process of its own, as such a limit can't be raised again."""
    import resource

    from gradebox.sandbox.linux import lower_limit

    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (2**33, 2**33))
            lower_limit(resource.RLIMIT_AS, 2**40)
            assert resource.getrlimit(resource.RLIMIT_AS) == (2**33, 2**33)
            lower_limit(resource.RLIMIT_AS, 2**32)
            assert resource.getrlimit(resource.RLIMIT_AS) == (2**32, 2**32)
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize(("size", "kept"), [(36, True), (tasks.MAX_SECRET + 1, False)])
def test_secret_of_a_submission_is_short(size, kept):
    files = {tasks.SECRET: b"x" * size}
    secret = tasks._secret(Submission("ada", files=files))
    assert (secret == "x" * size) == kept
    assert len(secret) <= tasks.MAX_SECRET


def test_id_with_a_comma_is_not_left_out_of_the_exchange(monkeypatch):
    """nbgrader would take it for two students, and leave these out."""
    monkeypatch.setattr(exchange.subprocess, "run", lambda *_, **__: pytest.fail("it was called"))
    handback = types.SimpleNamespace(
        results={"ada,ben": 1, "ben": 1}, marks={}, entries=lambda name: {}, unit="ps1"
    )
    with pytest.raises(CourseError, match="ada,ben"):
        exchange.PLATFORM.fill(handback)
