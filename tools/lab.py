"""Start JupyterLab on the course, with lectures/ in view."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(extra: list[str]) -> None:
    """Replace this process by JupyterLab; what is given on the command line is passed on."""
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={ROOT}",
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
    os.execv(sys.executable, [*command, *extra])


if __name__ == "__main__":
    main(sys.argv[1:])
