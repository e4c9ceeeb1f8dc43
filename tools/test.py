"""Run the tests: what `make check`, `make test` and `make test-all` do, step by step."""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import inputs

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
STAMP = inputs.BUILD / "fresh.txt"  # the state of the notebooks that was found fresh

Step = tuple[str, list[str]]

STYLE: list[Step] = [
    ("style", ["ruff", "check", "--quiet", "."]),
    ("format", ["ruff", "format", "--check", "--quiet", "."]),
    ("types", ["mypy", "--no-error-summary"]),
]
SITE = ["tools/site_for_tests.py"]
NOWHERE = subprocess.DEVNULL
FRESHNESS: Step = ("freshness", ["python", "tools/build.py", "--check"])
# A check runs these while its tests run, and tells of them afterwards: each keeps one core busy. In
# a full run, the site is built in that time.
BESIDE = frozenset({"types", "freshness"})
# One more than there are cores, as many tests wait: for a time limit, a kernel or a browser.
WORKERS = (os.cpu_count() or 1) + 1
PYTEST = ["pytest", "-q", "--durations=10", "--durations-min=0.5"]
NOTEBOOKS = ["--nbval", "lectures", "solutions"]
# A browser or a clock on a busy machine may fail a test that is right. So a few that failed are run
# once more, alone: those that pass are named as flaky, and the run does not fail for them.
CACHE = inputs.BUILD / "pytest-cache"
RECORD = ["-o", f"cache_dir={CACHE}"]
AGAIN = ["-n", "0", "--last-failed", "--last-failed-no-failures=none"]
FEW = 5
TESTS_FAILED = 1  # pytest's exit code, where all was run


def main() -> int:
    """Do what the command line asks for; 0 where all steps passed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", nargs="?", choices=["check", "test", "all"], default="test")
    parser.add_argument("--unit", help="check only what belongs to this unit, such as 06")
    arguments = parser.parse_args()
    with site_beside(arguments.what):
        beside = BESIDE if arguments.what == "check" else frozenset()
        return 1 if run(steps(arguments.what, arguments.unit), beside) else 0


@contextlib.contextmanager
def site_beside(what: str) -> Iterator[None]:
    """Build the site that the tests look at while other steps are run; where it fails, they say it.

    It takes a minute or two, in which a test that needs it can only wait.
    """
    if what == "check":
        yield
        return
    command = [str(BIN / "python"), *SITE, *(["--whole"] if what == "all" else [])]
    with subprocess.Popen(command, cwd=ROOT, stdout=NOWHERE, stderr=NOWHERE):
        yield


def steps(what: str, unit: str | None = None) -> list[Step]:
    """The steps of a run; a check looks at freshness only where the notebooks' inputs changed."""
    if what == "check" and unit:
        one = ["-n", "auto", "--quick", f"--unit={unit}"]
        return [*STYLE, ("tests", [*PYTEST, *one, "tests"])]
    if what == "check":
        known = STAMP.is_file() and STAMP.read_text() == inputs.digest(*inputs.NOTEBOOKS)
        fresh = [] if known else [FRESHNESS]
        fast = ["-n", "auto", "-m", "not slow", "--quick"]
        return [*STYLE, *fresh, ("tests", [*PYTEST, *fast, "tests"])]
    # By night single tests try thousands of inputs, so hanging begins later.
    every = ["--all", "-o", "faulthandler_timeout=3600"] if what == "all" else []
    return [
        *STYLE,
        FRESHNESS,
        ("tests", [*PYTEST, "-n", str(WORKERS), *every, *RECORD, *NOTEBOOKS, "tests"]),
    ]


def run(steps: list[Step], beside: Collection[str] = ()) -> list[str]:
    """Run all steps, also after one failed, and some beside others; the names of those failed."""
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    os.environ["PYTHONPATH"] = str(ROOT / "tests/startup")  # see there, and conftest.py
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    failed = []
    with ThreadPoolExecutor(1) as pool:
        started = {name: pool.submit(kept, command) for name, command in steps if name in beside}
        for name, command in sorted(steps, key=lambda step: step[0] in started):
            print(f"--- {name}: {' '.join(command)}", flush=True)
            if name in started:
                code, seconds, said = started[name].result()
                print(said, end="")
            else:
                code, seconds = shown(name, command)
            print(f"--- {name}: {'FAILED' if code else 'passed'} in {seconds:.0f} s", flush=True)
            if code:
                failed.append(name)
            elif name == "freshness":
                STAMP.parent.mkdir(exist_ok=True)
                STAMP.write_text(inputs.digest(*inputs.NOTEBOOKS))
    print(f"\n{len(steps) - len(failed)} passed, {len(failed)} failed")
    if failed:
        print(f"failed: {', '.join(failed)}")
    return failed


def shown(name: str, command: list[str]) -> tuple[int, float]:
    """Run a step, and once more the few tests that failed: its exit code, and how long it took."""
    start = time.monotonic()
    shutil.rmtree(CACHE, ignore_errors=True)
    code = call(command)
    if code == TESTS_FAILED and 0 < len(tests := recorded_failures()) <= FEW:
        print(f"--- {name}: FAILED; once more, alone: {', '.join(tests)}", flush=True)
        code = call([*command, *AGAIN])
        if not code:
            print(f"--- {name}: FLAKY, please mend: {', '.join(tests)}")
    return code, time.monotonic() - start


def kept(command: list[str]) -> tuple[int, float, str]:
    """Run a step that says nothing meanwhile: its exit code, how long it took, what it said."""
    start = time.monotonic()
    done = subprocess.run(
        program(command),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, time.monotonic() - start, done.stdout


def call(command: list[str]) -> int:
    """Run a program of the environment; its exit code."""
    return subprocess.call(program(command), cwd=ROOT)


def program(command: list[str]) -> list[str]:
    """A command with the path of its program."""
    return [str(BIN / command[0]), *command[1:]]


def recorded_failures() -> list[str]:
    """The tests that failed in a run whose failures are recorded."""
    found = CACHE / "v/cache/lastfailed"
    return list(json.loads(found.read_text())) if found.is_file() else []


if __name__ == "__main__":
    sys.exit(main())
