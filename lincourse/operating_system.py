"""Operating systems: all in which Windows differs from Linux and macOS for a student's commands.

Grading is not among them: its sandbox is made of namespaces and other means of Linux.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

WINDOWS = sys.platform == "win32"
TRIES, PAUSE = 20, 0.1  # how often and how many seconds apart `replace` tries on Windows


def set_up(python: str = "") -> str:
    """The command that sets the course up, with some version of Python."""
    if WINDOWS:
        return f"py -{python} start.py" if python else "python start.py"
    return f"make lab PYTHON=python{python}" if python else "make lab"


def own_group() -> dict[str, Any]:
    """Arguments of Popen for a child that a Ctrl-C in our terminal does not reach."""
    if WINDOWS:
        flag: int = subprocess.CREATE_NEW_PROCESS_GROUP  # type: ignore[attr-defined, unused-ignore]
        return {"creationflags": flag}
    return {"start_new_session": True}


def interrupt(child: subprocess.Popen[bytes]) -> None:
    """Raise KeyboardInterrupt in a Python that was started with `own_group`.

    On Windows such a child hears Ctrl-Break alone, and has to handle SIGBREAK.
    """
    number: int = getattr(signal, "CTRL_BREAK_EVENT" if WINDOWS else "SIGINT")
    child.send_signal(number)


def kill(child: subprocess.Popen[bytes]) -> None:
    """Kill a child that was started with `own_group`; where there are groups, its children too."""
    if WINDOWS:
        child.kill()
    else:
        os.killpg(child.pid, signal.SIGKILL)


def replace(source: Path, target: Path) -> None:
    """os.replace; Windows refuses it while another program has the target open, so try again."""
    for _ in range(TRIES if WINDOWS else 0):
        try:
            os.replace(source, target)
            return
        except PermissionError:
            time.sleep(PAUSE)
    os.replace(source, target)


def become(command: list[str]) -> int:
    """Go on as another program (exec); on Windows exec would not wait, so run it as a child."""
    if not WINDOWS:
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child answers to Ctrl-C
    return child.wait()
