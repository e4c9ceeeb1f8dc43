"""Make a class of 40, grade it, and open the report."""

import os
import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path

from demo_class import make_class

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "_build" / "grade-demo"
ASSIGNMENT = "04-perceptron"


def main(extra: list[str]) -> int:
    """Make and grade the class; extra arguments go to `lincourse grade`."""
    print(f"Making a class of 40 in {shown(FOLDER)}.", flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    make_class(FOLDER, 40, ASSIGNMENT, trouble=True)
    command = [sys.executable, "-m", "lincourse", "grade", ASSIGNMENT, *extra]
    print(f"$ lincourse {' '.join(command[3:])}", flush=True)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    code = subprocess.call(command, cwd=FOLDER, env=os.environ | {"PATH": path})
    report = FOLDER / "reports" / f"{ASSIGNMENT}.html"
    if not report.exists():
        print("Grading failed before the report was written; see above.")
        return code or 1
    if has_display() and webbrowser.open(report.as_uri()):
        print(f"The report opens in your browser: {shown(report)}")
    else:
        print(f"Open the report in a browser: {shown(report)}")
    return code


def has_display() -> bool:
    """Return True if a browser window can be opened."""
    if sys.platform == "linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def shown(path: Path) -> str:
    """A path relative to the current folder."""
    return os.path.relpath(path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
