"""Run every test: style, types, freshness, the test suite, and the notebooks."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

STEPS = [
    ("style", ["ruff", "check", "--quiet", "."]),
    ("format", ["ruff", "format", "--check", "--quiet", "."]),
    ("types", ["mypy", "--no-error-summary"]),
    ("freshness", ["python", "tools/build.py", "--check"]),
    ("tests", ["pytest", "-q", "-n", "auto", "tests"]),
    (
        "notebooks",
        ["pytest", "-q", "-n", "auto", "--dist", "loadscope", "--nbval", "lectures", "solutions"],
    ),
]


def main() -> int:
    """Run all steps, also after one failed; 0 where all passed."""
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    failed = []
    for name, command in STEPS:
        print(f"--- {name}: {' '.join(command)}", flush=True)
        start = time.monotonic()
        code = subprocess.call([str(BIN / command[0]), *command[1:]], cwd=ROOT)
        print(f"--- {name}: {'FAILED' if code else 'passed'} in {time.monotonic() - start:.0f} s")
        if code:
            failed.append(name)
    print(f"\n{len(STEPS) - len(failed)} passed, {len(failed)} failed")
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
