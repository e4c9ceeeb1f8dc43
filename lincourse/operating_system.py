"""Differences between Windows, Linux and macOS that the student's commands have to handle.

Grading only runs on Linux: its sandbox needs Linux kernel features.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

WINDOWS = sys.platform == "win32"
MAX_REPLACE_ATTEMPTS = 20  # on Windows
REPLACE_PAUSE = 0.1  # seconds between two attempts


def setup_command(python: str = "") -> str:
    """The command that sets up the course, with this version of Python if one is given."""
    if WINDOWS:
        return f"py -{python} start.py" if python else "python start.py"
    return f"make lab PYTHON=python{python}" if python else "make lab"


def install_hint() -> str:
    """A sentence that says how to install what the student's commands need."""
    return f"Run {setup_command()} in the course's folder, or: pip install 'lincourse[student]'"


def new_process_group() -> dict[str, Any]:
    """Arguments of Popen for a child that doesn't receive Ctrl-C from our terminal."""
    if WINDOWS:
        flag: int = subprocess.CREATE_NEW_PROCESS_GROUP  # type: ignore[attr-defined, unused-ignore]
        return {"creationflags": flag}
    return {"start_new_session": True}


def interrupt(child: subprocess.Popen[bytes]) -> None:
    """Raise KeyboardInterrupt in a Python that was started with `new_process_group`.

    On Windows such a child only receives Ctrl-Break, and has to handle SIGBREAK.
    """
    number: int = getattr(signal, "CTRL_BREAK_EVENT" if WINDOWS else "SIGINT")
    child.send_signal(number)


def kill(child: subprocess.Popen[bytes]) -> None:
    """Kill a child that was started with `new_process_group`; except on Windows, its group too."""
    if WINDOWS:
        child.kill()
    else:
        os.killpg(child.pid, signal.SIGKILL)


def replace(source: Path, target: Path) -> None:
    """os.replace, with retries on Windows, where it fails while another program has the file open.

    The last attempt raises its error.
    """
    for _ in range(MAX_REPLACE_ATTEMPTS if WINDOWS else 0):
        try:
            os.replace(source, target)
            return
        except PermissionError:
            time.sleep(REPLACE_PAUSE)
    os.replace(source, target)


def exec_program(command: list[str]) -> int:
    """Replace this process by another program; on Windows, run it and return its exit status."""
    if not WINDOWS:
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child handles Ctrl-C
    return child.wait()
