"""Start JupyterLab on the course, with lectures/ in view."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from lincourse import operating_system
from lincourse.student import UserError


def start(root: Path, extra: list[str]) -> int:
    """Run JupyterLab in the course's folder until it is stopped; `extra` is passed on to it."""
    if find_spec("jupyterlab") is None:
        raise UserError(
            "JupyterLab is not installed for this Python. "
            f"Run {operating_system.set_up()} in the course's folder, "
            "or: pip install 'lincourse[student]'"
        )
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={root}",
        "--LabApp.default_url=/lab/tree/lectures",
        "--Application.log_level=WARN",
    ]
    print("Starting JupyterLab on the course. Its address follows; stop it with Ctrl-C.")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        print("You are root, so JupyterLab is started with --allow-root.")
        command.append("--allow-root")
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        print("There is no display here: open the address in a browser of your own.")
        command.append("--no-browser")
    sys.stdout.flush()
    os.chdir(root)
    return operating_system.become([*command, *extra])
