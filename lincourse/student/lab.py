"""Start JupyterLab in the course's folder, with its start page open."""

import os
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from lincourse import operating_system
from lincourse.student import UserError, start_page
from lincourse.student.course import CourseCopy

# Names that the file browser doesn't list: generated files, and what a clone has for contributors.
GENERATED = ("__pycache__", "*.pyc", "*~")
NOT_FOR_STUDENTS = (
    *("CHANGELOG.md", "CITATION.cff", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE"),
    *("LICENSE-text", "Makefile", "README.md", "SECURITY.md", "benchmarks", "conftest.py", "docs"),
    *("environment.yml", "hatch_build.py", "lincourse", "nbgrader_config.py", "packages"),
    *("pyproject.toml", "release.toml", "requirements.lock", "solutions", "sources", "start.py"),
    *("tests", "tools"),
)


def start(root: Path, extra: list[str]) -> int:
    """Run JupyterLab in the course's folder, with `extra` arguments; return its exit status."""
    if find_spec("jupyterlab") is None:
        hint = operating_system.install_hint()
        raise UserError(f"JupyterLab is not installed for this Python. {hint}")
    start_page.write(CourseCopy(root))
    hidden = (*GENERATED, *(name for name in NOT_FOR_STUDENTS if (root / name).exists()))
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url={start_page.ADDRESS}",
        *(f"--ContentsManager.hide_globs={name}" for name in hidden),
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
    commands = [sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)]
    os.environ["PATH"] = os.pathsep.join(
        commands
    )  # so that a terminal in JupyterLab finds lincourse
    sys.stdout.flush()
    os.chdir(root)
    return operating_system.exec_program([*command, *extra])
