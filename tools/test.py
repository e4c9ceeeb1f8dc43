"""Run the tests: the steps of `make check`, `make test` and `make test-all`."""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import inputs

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
STAMP = inputs.BUILD / "fresh.txt"  # digest of the notebooks that were last found up to date

Step = tuple[str, list[str]]

STYLE: list[Step] = [
    ("style", ["ruff", "check", "--quiet", "."]),
    ("format", ["ruff", "format", "--check", "--quiet", "."]),
    ("layers", ["lint-imports", "--no-logo"]),
    ("types", ["mypy", "--no-error-summary"]),
]
FRESHNESS: Step = ("freshness", ["python", "tools/build.py", "--check"])
# A check runs these beside its tests and prints their output afterwards. In a full run, the site is
# built in that time.
IN_BACKGROUND = frozenset({"types", "freshness"})
SITE = ["tools/site_for_tests.py"]
# One more than there are cores: many tests wait for a time limit, a kernel or a browser.
WORKERS = (os.cpu_count() or 1) + 1
PYTEST = ["pytest", "-q", "--durations=10", "--durations-min=0.5"]
TESTS = ["tests", *sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("packages/*/tests"))]
NOTEBOOKS = ["lectures", "solutions"]
# On a busy machine, a browser or a clock may fail a correct test. So a few failed tests are rerun
# on their own. Those that pass now are flaky: `make test` prints them, `make test-all` fails.
FAILURES = inputs.BUILD / "failures.json"  # the traceback of each failed test, see conftest.py
MAX_RERUNS = 5
TESTS_FAILED = 1  # pytest's exit status if every test was run and some failed


def main() -> int:
    """Run the steps that the command line asks for; return 0 if all passed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", nargs="?", choices=["check", "test", "all"], default="test")
    parser.add_argument("--unit", help="check only one unit, given by its number, such as 06")
    arguments = parser.parse_args()
    what = arguments.what
    with site_in_background(what):
        background = IN_BACKGROUND if what == "check" else frozenset()
        failed = run(steps(what, arguments.unit), background, flaky_fails=what == "all")
    return 1 if failed else 0


@contextlib.contextmanager
def site_in_background(what: str) -> Iterator[None]:
    """Build the site for its tests while other steps run; if that fails, these tests say so.

    It takes a minute or two, in which a test that needs the site can only wait.
    """
    if what == "check":
        yield
        return
    command = [str(BIN / "python"), *SITE, *(["--whole"] if what == "all" else [])]
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=ROOT, stdout=nowhere, stderr=nowhere):
        yield


def steps(what: str, unit: str | None = None) -> list[Step]:
    """Return the steps of a run; a check tests freshness only if the notebooks' inputs changed."""
    if what == "check" and unit:
        one = ["-n", "auto", "--quick", f"--unit={unit}"]
        return [*STYLE, ("tests", [*PYTEST, *one, *TESTS])]
    if what == "check":
        known = STAMP.is_file() and STAMP.read_text() == inputs.digest(*inputs.NOTEBOOKS)
        fresh = [] if known else [FRESHNESS]
        fast = ["-n", "auto", "-m", "not slow", "--quick"]
        return [*STYLE, *fresh, ("tests", [*PYTEST, *fast, *TESTS])]
    # At night, single tests try thousands of inputs, so they may take longer before they are
    # taken to hang.
    every = ["--all", "-o", "faulthandler_timeout=3600"] if what == "all" else []
    command = [*PYTEST, "-n", str(WORKERS), *every, f"--failures-file={FAILURES}", "--nbval"]
    return [*STYLE, FRESHNESS, ("tests", [*command, *NOTEBOOKS, *TESTS])]


def run(
    steps: list[Step], background: Collection[str] = (), flaky_fails: bool = False
) -> list[str]:
    """Run all steps, even after a failure; return the names of the failed ones."""
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    os.environ["PYTHONPATH"] = str(ROOT / "tests/startup")  # see there, and conftest.py
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    inputs.BUILD.mkdir(exist_ok=True)
    failed = []
    with ThreadPoolExecutor(1) as pool:
        started = {name: pool.submit(capture, step) for name, step in steps if name in background}
        for name, command in sorted(steps, key=lambda step: step[0] in started):
            print(f"--- {name}: {' '.join(command)}", flush=True)
            if name in started:
                status, seconds, output = started[name].result()
                print(output, end="")
            else:
                start = time.monotonic()
                FAILURES.unlink(missing_ok=True)
                status = call(command)
                if status == TESTS_FAILED:
                    status = rerun(command, flaky_fails)
                seconds = time.monotonic() - start
            print(f"--- {name}: {'FAILED' if status else 'passed'} in {seconds:.0f} s", flush=True)
            if status:
                failed.append(name)
            elif name == "freshness":
                STAMP.write_text(inputs.digest(*inputs.NOTEBOOKS))
    print(f"\n{len(steps) - len(failed)} passed, {len(failed)} failed")
    if failed:
        print(f"failed: {', '.join(failed)}")
    return failed


def rerun(command: list[str], flaky_fails: bool) -> int:
    """Rerun the tests that failed, if they are few; return the exit status of the step."""
    failures = json.loads(FAILURES.read_text()) if FAILURES.is_file() else {}
    if not 0 < len(failures) <= MAX_RERUNS:
        return TESTS_FAILED
    print(f"--- rerun on their own: {', '.join(failures)}", flush=True)
    options = [part for part in command if part not in {*NOTEBOOKS, *TESTS}]
    # A cell needs the cells before it, so its whole notebook is run.
    tests = dict.fromkeys(
        name.partition("::")[0] if ".ipynb::" in name else name for name in failures
    )
    if status := call([*options, "-n", "0", *tests]):
        return status
    for name, traceback in failures.items():
        print(f"--- FLAKY: {name} failed, then passed on its own. How it failed:\n{traceback}\n")
    return TESTS_FAILED if flaky_fails else 0


def capture(command: list[str]) -> tuple[int, float, str]:
    """Run a step silently; return its exit status, its seconds and its output."""
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
    """Run a program of the environment; return its exit status."""
    return subprocess.call(program(command), cwd=ROOT)


def program(command: list[str]) -> list[str]:
    """Return a command with the path of its program."""
    return [str(BIN / command[0]), *command[1:]]


if __name__ == "__main__":
    sys.exit(main())
