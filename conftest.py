"""Options and hooks of every pytest run, nbval's and the packages' included."""

import gc
import json
import os
import re
import runpy
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent
# A file is run by one worker, so that its fixtures are made once. These files are large and have no
# costly fixtures, so they are split: tests whose parameters start with the same word stay together.
SPLIT_FILES = {"test_checks.py", "test_attacks.py"}
# A unit also has tests in these files, found by the functions and notebooks they are about.
FILES_OF_ALL_UNITS = {"test_build.py", "test_checks.py", "test_contract.py", "test_quizzes.py"}
OFFSETS = 2520  # divisible by every number up to 10, so that no part of a sample is favoured

os.environ["LINCOURSE_STATIC"] = "1"  # interactives show their static picture
os.environ["OPENBLAS_CORETYPE"] = "Haswell"  # the rounding that the notebooks were built with
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"  # workers share the cores

# A shell starts background jobs with Ctrl-C ignored, and children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests start hundreds of Pythons. Each starts faster if packages are compiled once for all, and
# without jsonschema's grammar. nbval imports jsonschema, so it is loaded after this.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
STARTUP = ROOT / "tests/startup"
if STARTUP.is_dir():
    runpy.run_path(str(STARTUP / "sitecustomize.py"))
    paths = [str(STARTUP), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(filter(None, paths)))
pytest_plugins = ["nbval.plugin"]


def pytest_addoption(parser):
    """Add the options that say how much is run."""
    group = parser.getgroup("lincourse")
    group.addoption("--quick", action="store_true", help="one seed, and small samples of cases")
    group.addoption("--all", action="store_true", help="all seeds, all cases, all nightly tests")
    group.addoption("--unit", default="", help="only the tests of one unit, such as 06")
    group.addoption(
        "--sample-offset",
        type=int,
        metavar="N",
        help="which cases of sampled tests are run (default: changes with each commit)",
    )
    group.addoption("--failures-file", metavar="PATH", help="write failures as JSON to this file")


def pytest_configure(config):
    """Choose the offset of samples; workers inherit it."""
    if config.option.sample_offset is None:
        config.option.sample_offset = offset_of_commit()


def offset_of_commit():
    """Return a number that is fixed for a commit and arbitrary between commits."""
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        commit = subprocess.check_output(command, stderr=subprocess.DEVNULL, text=True)
    except (OSError, subprocess.CalledProcessError):
        return 0  # not a clone
    return int(commit, 16) % OFFSETS


def pytest_terminal_summary(terminalreporter, config):
    """Print how to repeat the sample, and record what failed."""
    offset = config.option.sample_offset
    terminalreporter.write_line(f"sampled tests: repeat this choice with --sample-offset={offset}")
    if config.option.failures_file:
        failed = terminalreporter.getreports("failed") + terminalreporter.getreports("error")
        texts = {report.nodeid: report.longreprtext for report in failed}
        Path(config.option.failures_file).write_text(json.dumps(texts), encoding="utf-8")


# ---------------------------------------------------------------- which tests are run


def in_sample(config, index, every=1, quick=None):
    """Return True if the case with this index belongs to the sample of this run."""
    if config.option.all:
        return True
    size = quick if config.option.quick and quick else every
    return (index + config.option.sample_offset) % size == 0


@pytest.fixture(scope="session")
def sample(pytestconfig):
    """Return a function that samples a list, as the marker `sampled` samples a test's cases."""

    def choose(cases, every=1, quick=None):
        cases = list(cases)
        chosen = [c for i, c in enumerate(cases) if in_sample(pytestconfig, i, every, quick)]
        return chosen or cases[:1]

    return choose


def pytest_ignore_collect(collection_path, config):
    """Skip the import of files without a test to run: other units' and all-slow ones."""
    if not collection_path.match("test_*.py"):
        return None
    unit = config.option.unit
    others = unit and collection_path.name not in FILES_OF_ALL_UNITS | Unit(unit).files
    return others or (config.option.markexpr == "not slow" and is_all_slow(collection_path)) or None


def is_all_slow(path):
    """Return True if the file marks all its tests as slow."""
    mark = r"^pytestmark = \[?\s*pytest\.mark\.slow\b"
    return re.search(mark, path.read_text(encoding="utf-8"), re.M) is not None


def pytest_collection_modifyitems(config, items):
    """Choose which tests are run, and start with the slow ones so that no worker idles later.

    The tests of a unit, or named on the command line, are run with all their cases.
    """
    unit = Unit(config.option.unit) if config.option.unit else None
    named = unit or config.option.keyword or any("::" in argument for argument in config.args)
    seen = Counter()

    def wanted(item):
        if item.get_closest_marker("nightly") and not config.option.all:
            return False
        mark = item.get_closest_marker("sampled")
        if mark is not None and not named:
            test = item.nodeid.partition("[")[0]
            seen[test] += 1
            if not in_sample(config, seen[test] - 1, **mark.kwargs):
                return False
        return unit is None or unit.has(item)

    chosen = [item for item in items if wanted(item)]
    dropped = set(items) - set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item in dropped])
    items[:] = sorted(chosen, key=_position(chosen))


class Unit:
    """The tests of one unit of the course."""

    def __init__(self, number):
        found = sorted((ROOT / "sources/exercises").glob(f"{number}*.py"))
        if len(found) != 1:
            raise pytest.UsageError(f"--unit: there is no unit {number}")
        self.name = found[0].stem
        topic = self.name.partition("-")[2].replace("-", "_")
        self.files = {f"test_{topic}.py", f"test_figures_{topic}.py"}
        self.asked = set(re.findall(r'solve="(?:quiz_)?(\w+)"', found[0].read_text("utf-8")))

    def has(self, item):
        """Return True if the test's file, notebook or function belongs to the unit."""
        values = getattr(item, "callspec", None)
        return (
            item.path.name in self.files
            or self.name in item.nodeid
            or (values and str(values.params.get("name")).rpartition(".")[2] in self.asked)
        )


# ---------------------------------------------------------------- in what order, and where


def _position(items):
    """Return a sort key for tests: slow tests and notebooks, then the site's tests, then the rest.

    Slow tests mostly wait and notebooks compute, so they are interleaved. The site is built
    meanwhile.
    """
    needs_site = {item.path for item in items if "site" in getattr(item, "fixturenames", ())}

    def group(item):
        if item.path.suffix == ".ipynb":
            return "notebook"
        slow = item.get_closest_marker("slow") is not None
        return "fast" if not slow else "site" if item.path in needs_site else "slow"

    files = {}
    for item in items:
        files.setdefault(group(item), {})[item.path] = None
    starts = {"notebook": 0, "slow": 0, "site": 1, "fast": 2}
    positions = {
        (name, path): starts[name] + number / len(paths)
        for name, paths in files.items()
        for number, path in enumerate(paths)
    }
    return lambda item: positions[group(item), item.path]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Hand whole files to workers, in the order of collection."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduler(LoadFileScheduling):
        def _split_scope(self, nodeid):
            path, _, test = nodeid.partition("::")
            if config.option.unit:
                return nodeid  # a unit's tests have no costly fixtures
            return (path, *(re.findall(r"\[(\w+)", test) if Path(path).name in SPLIT_FILES else ()))

    return Scheduler(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem, report):
    """End the run if a test hangs or kills its worker: xdist would give it to the next worker."""
    pytest.exit(report.longrepr, returncode=pytest.ExitCode.INTERNAL_ERROR)


# Ten thousand tests are a million objects that live to the end. Python's garbage collector would
# scan them again and again, so it leaves them out once they are collected.
gc.disable()


def pytest_collection_finish():
    """Turn garbage collection on again, without the objects that exist now."""
    gc.freeze()
    gc.enable()


# ---------------------------------------------------------------- skipped tests fail in CI


def _fail_if_skipped(report):
    """In CI, where every program is installed, a skipped test counts as failed."""
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped: {report.longrepr[2]}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Fail skipped tests."""
    return _fail_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Fail skipped modules."""
    return _fail_if_skipped((yield))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    """Let no test that calls nbgrader in this process tell later kernels that they are grading."""
    os.environ.pop("NBGRADER_EXECUTION", None)
