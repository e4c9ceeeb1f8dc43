"""Start JupyterLab in the course's folder, showing lectures/."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from lincourse import operating_system
from lincourse.student import UserError


def start(root: Path, extra: list[str]) -> int:
    """Run JupyterLab in the course's folder, with `extra` arguments; return its exit status."""
    if find_spec("jupyterlab") is None:
        hint = operating_system.install_hint()
        raise UserError(f"JupyterLab is not installed for this Python. {hint}")
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={root}",
        "--LabApp.default_url=/lab/tree/lectures",
        "--Application.log_level=WARN",
    ]
    print("Starting JupyterLab. Its address follows; stop it with Ctrl-C.")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        print("You are root, so JupyterLab starts with --allow-root.")
        command.append("--allow-root")
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        print("There is no display here: open the address in your browser.")
        command.append("--no-browser")
    sys.stdout.flush()
    os.chdir(root)
    return operating_system.exec_program([*command, *extra])
