"""The life of a student's process: what each trouble leads to, and what the next request finds."""

import time

import pytest
from gradebox.course import tree_shaking
from gradebox.judge.process import ProcessEnded, State
from gradebox.judge.remote import RemoteNotebook
from gradebox.sandbox.bubblewrap import Plan, Sandbox
from gradebox.sandbox.wire_limits import WireError
from gradebox.timer import TooSlow, time_limit
from matplotlib import font_manager

pytestmark = pytest.mark.slow


@pytest.fixture
def student(sandbox):
    made = RemoteNotebook(sandbox, 1, 3.0, {}, {}, set())
    made.process.start()
    made.process.run("import os, time\nn = 1\ndef f(x):\n    return x + n")
    made.process.run("def die():\n    os._exit(0)\ndef hang():\n    while True: pass")
    yield made
    made.process.stop()


def test_process_that_answers_is_ready(student):
    assert student.get("f")(1) == 2
    assert student.process.state is State.READY
    assert not student.process.disturbed


def test_dead_process_refuses_until_renewed_then_replays(student):
    process, f = student.process, student.get("f")
    with pytest.raises(ProcessEnded):
        student.get("die")()
    assert process.state is State.FAILED
    with pytest.raises(ProcessEnded):
        f(1)
    process.renew()
    assert process.state is State.DOWN
    assert f(1) == 2, "the proxy is found again by its name, the cells were replayed"
    assert (process.state, process.restarts) == (State.READY, 1)


def test_slow_process_is_interrupted_and_replaced(student):
    process = student.process
    with pytest.raises(TooSlow):
        student.get("hang")()
    assert (process.state, process.disturbed, process.restarts) == (State.READY, True, 0)
    assert student.get("f")(1) == 2
    process.renew()
    assert process.state is State.DOWN
    assert student.get("f")(1) == 2
    assert process.restarts == 1


def test_process_that_ignores_interrupts_is_killed(student):
    process = student.process
    process.run("import signal\ndef deaf():\n    signal.pthread_sigmask(0, {2})\n    hang()")
    with pytest.raises(TooSlow):
        student.get("deaf")()
    assert process.state is State.DOWN
    assert student.get("f")(1) == 2


def test_abandoned_request_is_interrupted_before_the_next(student):
    process, hang = student.process, student.get("hang")
    with pytest.raises(TooSlow), time_limit(0.5):
        hang()
    assert process.state is State.ABANDONED
    start = time.monotonic()
    assert student.get("f")(1) == 2
    assert time.monotonic() - start < 2.5, "it was waited for"
    assert (process.state, process.disturbed, process.restarts) == (State.READY, True, 0)


def test_unsendable_argument_does_no_harm(student):
    """Nothing was sent, so there is no reply to wait for and nothing to interrupt."""
    f = student.get("f")
    with pytest.raises(WireError):
        f(object())
    assert student.process.state is State.READY
    start = time.monotonic()
    assert f(1) == 2
    assert time.monotonic() - start < 0.9, "it was interrupted, or started again"
    assert student.process.restarts == 0


def test_cell_that_kills_the_process_is_not_replayed(student):
    (output,) = student.process.run("n = 5\nos._exit(1)")
    assert output["ename"] == "ProcessEnded"
    student.process.renew()
    assert student.get("f")(1) == 2


def test_no_request_is_sent_after_the_deadline(student):
    student.process.deadline = time.monotonic() - 1
    asked = student.process.requests
    with pytest.raises(TooSlow):
        student.get("f")
    assert student.process.requests == asked


def test_sandbox_reuses_the_font_cache(tmp_path, monkeypatch):
    fonts, cache = font_manager.fontManager, tmp_path / "cache" / "matplotlib"
    monkeypatch.setattr(fonts, "default_size", 7.25)  # by which it will be known
    cache.mkdir(parents=True)
    font_manager.json_dump(fonts, cache / f"fontlist-v{fonts.__version__}.json")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache.parent))
    monkeypatch.delenv("MPLCONFIGDIR", raising=False)
    stage = tmp_path / "stage"
    stage.mkdir()
    tree_shaking.stage(stage, [], set())
    tmp_path.chmod(0o755)
    made = Sandbox(stage, stage, Plan(["matplotlib.font_manager"]))
    try:
        made.wait()
        student = RemoteNotebook(made, 1, 3.0, {}, {}, set()).process
        source = "from matplotlib.font_manager import fontManager\nprint(fontManager.default_size)"
        assert "7.25" in str(student.run(source))
        source = "from matplotlib.mathtext import MathTextParser\nprint(MathTextParser._parser)"
        assert "Parser object" in str(student.run(source)), "the grammar of formulas is built anew"
        student.stop()
    finally:
        made.close()
