"""Windows, as far as it can be tried elsewhere: its functions are put in place of POSIX's."""

import os
import signal
import subprocess
import sys

import pytest
from misstep.core import calling

from lincourse import cli, operating_system
from lincourse.student import doctor, repair, runner


@pytest.fixture
def windows(monkeypatch):
    """Windows' branches, with the nearest that this machine has for what only Windows has."""
    monkeypatch.setattr(operating_system, "WINDOWS", True)
    monkeypatch.setattr(calling, "WINDOWS", True)
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0, raising=False)
    monkeypatch.setattr(signal, "CTRL_BREAK_EVENT", signal.SIGUSR1, raising=False)
    for name in ("setitimer", "SIGALRM"):
        monkeypatch.delattr(signal, name, raising=False)
    for name in ("killpg", "execv", "geteuid", "fork", "setsid"):
        monkeypatch.delattr(os, name, raising=False)


@pytest.fixture
def break_key(tmp_path, monkeypatch):
    """Fresh Pythons know a SIGBREAK, as on Windows."""
    (tmp_path / "sitecustomize.py").write_text("import signal; signal.SIGBREAK = signal.SIGUSR1\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


CELLS = {
    0: "a = 1",
    1: "while True:\n    pass",
    2: "print(a)",
    3: "import os\nos._exit(3)",
    4: "print(a + 1)",
}


@pytest.mark.slow
@pytest.mark.parametrize("system", ["here", "windows"])
def test_runner_survives_cells_that_hang_or_kill_python(system, request, tmp_path):
    if system == "windows":
        request.getfixturevalue("break_key")
        request.getfixturevalue("windows")
    outcomes = runner.run(CELLS, tmp_path, 1, lambda cell: None)
    assert outcomes[0].failure is None
    assert outcomes[1].failure.message == "was stopped after 1 seconds."
    assert outcomes[1].failure.lines  # it was interrupted, not killed
    assert outcomes[2].printed == "1\n"
    assert outcomes[3].failure.message == "ended Python itself (exit status 3)."
    assert outcomes[4].printed == "2\n"


@pytest.mark.slow
def test_runner_kills_a_cell_that_can_not_be_interrupted(windows, tmp_path, monkeypatch):
    def no_console(child, number):
        raise OSError

    monkeypatch.setattr(subprocess.Popen, "send_signal", no_console)
    monkeypatch.setattr(subprocess.Popen, "kill", lambda child: os.kill(child.pid, 9))
    monkeypatch.setattr(runner, "INTERRUPT_TIMEOUT", 0.2)
    outcomes = runner.run({0: "while True:\n    pass", 1: "b = 2"}, tmp_path, 1, lambda cell: None)
    assert outcomes[0].failure.message == "was stopped after 1 seconds."
    assert outcomes[1].failure is None


def test_replace_retries_while_the_file_is_open(windows, tmp_path, monkeypatch):
    really, tries = os.replace, []

    def replace(source, target):
        tries.append(target)
        if len(tries) < 4:
            raise PermissionError(13, "The process cannot access the file")
        really(source, target)

    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(operating_system, "REPLACE_PAUSE", 0)
    new, old = tmp_path / "new", tmp_path / "old"
    new.write_text("new")
    old.write_text("old")
    operating_system.replace(new, old)
    assert old.read_text() == "new"
    assert len(tries) == 4

    monkeypatch.setattr(os, "replace", lambda source, target: new.open("x"))
    new.write_text("newer")
    with pytest.raises(OSError, match="exists"):
        operating_system.replace(new, old)


def test_exec_program_waits_and_ignores_ctrl_c_on_windows(windows):
    before = signal.getsignal(signal.SIGINT)
    try:
        assert operating_system.exec_program([sys.executable, "-c", "raise SystemExit(7)"]) == 7
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_setup_command_on_windows(windows):
    assert operating_system.setup_command() == "python start.py"
    assert operating_system.setup_command("3.12") == "py -3.12 start.py"


def test_setup_command_elsewhere():
    assert operating_system.setup_command() == "make lab"
    assert operating_system.setup_command("3.12") == "make lab PYTHON=python3.12"


def test_grading_says_that_it_needs_linux(monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as stop:
        cli.main(["grade", "04-perceptron"])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("lincourse: grading only runs on Linux")
    assert len(said.splitlines()) == 1


def test_doctor_handles_names_that_differ_only_in_case(tmp_path):
    """On macOS and Windows both names lead to one file; a hard link stands for that here."""
    notebook = tmp_path / "04-Perceptron.ipynb"
    notebook.write_text('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}\n')
    os.link(notebook, tmp_path / "04-perceptron.ipynb")
    [problem, *_] = doctor.find_problems(notebook, "04-perceptron", None)
    assert problem.advice == "Rename it to 04-perceptron.ipynb."
    assert problem.fixable
    path, backup, done = repair.repair(notebook, "04-perceptron", None)
    assert path.name == "04-perceptron.ipynb"
    assert done == ["04-Perceptron.ipynb is now called 04-perceptron.ipynb."]
    assert backup.exists()
