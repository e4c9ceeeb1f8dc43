"""Run the tests: what `make check`, `make test` and `make test-all` do, step by step."""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import inputs

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

Step = tuple[str, list[str]]

STYLE: list[Step] = [
    ("style", ["ruff", "check", "--quiet", "."]),
    ("format", ["ruff", "format", "--check", "--quiet", "."]),
    ("types", ["mypy", "--no-error-summary"]),
]
FRESH: Step = ("freshness", ["python", "tools/build.py", "--check"])
TESTS = ["pytest", "-q", "-n", "auto", "--durations=10", "--durations-min=1"]
NOTEBOOKS = ["--nbval", "lectures", "solutions"]
# What a check of one unit does not even import.
ELSEWHERE = ("browser", "grading", "student", "test_guides.py", "test_nbgrader.py")


def main() -> int:
    """Do what the command line asks for; 0 where all steps passed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", nargs="?", choices=["check", "test", "all"], default="test")
    parser.add_argument("--unit", help="check only what belongs to this unit, such as 06")
    arguments = parser.parse_args()
    if arguments.what == "check":
        return check(arguments.unit)
    every = ["--all"] if arguments.what == "all" else []
    return run([*STYLE, FRESH, ("tests", [*TESTS, *every, "tests", *NOTEBOOKS])])


def check(unit: str | None) -> int:
    """Style, types and the fast tests; freshness where the notebooks or their sources changed."""
    if unit:
        others = [f"--ignore=tests/{name}" for name in ELSEWHERE]
        tests = ["pytest", "-q", "-m", "not slow", "--seeds=1", f"--unit={unit}", *others, "tests"]
        return run([*STYLE, ("tests", tests)])
    stamp = inputs.BUILD / "fresh.txt"
    state = inputs.digest(*inputs.NOTEBOOKS)
    known = stamp.is_file() and stamp.read_text() == state
    tests = [*TESTS, "-m", "not slow", "--seeds=1", "tests"]
    code = run([*STYLE, *([] if known else [FRESH]), ("tests", tests)])
    if not code:
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(state)
    return code


def run(steps: list[Step]) -> int:
    """Run all steps, also after one failed; 0 where all passed."""
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    failed = []
    for name, command in steps:
        print(f"--- {name}: {' '.join(command)}", flush=True)
        start = time.monotonic()
        code = subprocess.call([str(BIN / command[0]), *command[1:]], cwd=ROOT)
        print(f"--- {name}: {'FAILED' if code else 'passed'} in {time.monotonic() - start:.0f} s")
        if code:
            failed.append(name)
    print(f"\n{len(steps) - len(failed)} passed, {len(failed)} failed")
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
