"""Set up the course and open it in JupyterLab: `python start.py`, the same as `make lab`.

Runs on any Python 3, on Linux, macOS and Windows. What you add is passed on to JupyterLab.
"""

import os
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(ROOT, "tools"))

import setup_env  # noqa: E402


def main(arguments):  # type: (list) -> int
    setup_env.main("student")
    os.chdir(ROOT)
    return setup_env.hand_over(
        [setup_env.venv_python(), "-P", "-m", "lincourse", "lab"] + arguments
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
