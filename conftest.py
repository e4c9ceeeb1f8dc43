"""Options and hooks for every pytest run, nbval's included: what is run, where, in what order."""

import gc
import os
import re
import runpy
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent
# A file goes to one worker as a whole, so that what its fixtures make is made once. These files are
# split: all tests whose id starts with the same word go together.
SPLIT = ("tests/test_checks.py", "tests/grading/test_attacks.py")
# Beside its own files, a unit has tests in these, known by the functions and notebooks they are of.
SHARED = {"test_build.py", "test_checks.py", "test_contract.py", "test_quizzes.py"}

os.environ["LINCOURSE_STATIC"] = "1"  # interactives show their static picture
os.environ["OPENBLAS_CORETYPE"] = "Haswell"  # the rounding that the notebooks were built with
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"  # workers share the cores

# A shell starts what runs in the background with Ctrl-C ignored, and children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests start hundreds of Pythons. Each starts sooner where packages are compiled once for all,
# and without jsonschema's grammar; so nbval, which imports jsonschema, is not loaded before this.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
STARTUP = ROOT / "tests/startup"
if STARTUP.is_dir():
    runpy.run_path(str(STARTUP / "sitecustomize.py"))
    paths = [str(STARTUP), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(filter(None, paths)))
pytest_plugins = ["nbval.plugin"]


def pytest_addoption(parser):
    """How much is run."""
    group = parser.getgroup("lincourse")
    group.addoption("--quick", action="store_true", help="one seed for each answer to a check")
    group.addoption(
        "--all", action="store_true", help="all seeds, and the tests that are marked as nightly"
    )
    group.addoption(
        "--unit", default="", help="only what belongs to a unit, given by its number, such as 06"
    )


def pytest_ignore_collect(collection_path, config):
    """Do not even import files without a test to run: other units', or with slow tests alone."""
    if not collection_path.match("test_*.py"):
        return None
    unit = config.getoption("--unit")
    others = unit and collection_path.name not in SHARED | Unit(unit).files
    return others or (config.option.markexpr == "not slow" and all_slow(collection_path)) or None


def all_slow(path):
    """Whether a file says of all its tests that they are slow."""
    mark = r"^pytestmark = (\[\n    )?pytest\.mark\.slow\b"
    return re.search(mark, path.read_text(encoding="utf-8"), re.M) is not None


def pytest_collection_modifyitems(config, items):
    """Choose what is run, and start with what takes long, so that no worker waits at the end."""
    unit, every = config.getoption("--unit"), config.getoption("--all")
    belongs = Unit(unit).has if unit else lambda item: True
    left_out = set() if every else {i for i in items if i.get_closest_marker("nightly")}
    if not (every or unit or config.getoption("--quick")):
        left_out |= unsampled(items)
    chosen = [item for item in items if belongs(item) and item not in left_out]
    dropped = set(items) - set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item in dropped])
    items[:] = sorted(chosen, key=_place(chosen))


def unsampled(items):
    """Of tests with many cases those that are not tried by day: a unit's own check tries all."""
    seen, found = Counter(), set()
    for item in items:
        mark = item.get_closest_marker("by_day")
        if mark is not None:
            test = item.nodeid.partition("[")[0]
            if seen[test] % mark.kwargs["one_of"]:
                found.add(item)
            seen[test] += 1
    return found


def _place(items):
    """The order of files: slow tests and notebooks, then tests of the site, then the fast ones.

    Slow tests mostly wait, and notebooks compute: so both are spread over the same time, in which
    the site is built.
    """
    sites = {item.path for item in items if "site" in getattr(item, "fixturenames", ())}

    def group(item):
        if item.path.suffix == ".ipynb":
            return "notebook"
        slow = item.get_closest_marker("slow") is not None
        return "fast" if not slow else "site" if item.path in sites else "slow"

    files = {}
    for item in items:
        files.setdefault(group(item), {})[item.path] = None
    starts = {"notebook": 0, "slow": 0, "site": 1, "fast": 2}
    places = {
        (name, path): starts[name] + number / len(paths)
        for name, paths in files.items()
        for number, path in enumerate(paths)
    }
    return lambda item: places[group(item), item.path]


# Ten thousand tests are a million objects, which Python's garbage collector would look through
# again and again, though they stay to the end: so it is told to pass over them once all are there.
gc.disable()


def pytest_collection_finish():
    """Collect garbage as usual from here on, but only among what the tests themselves make."""
    gc.freeze()
    gc.enable()


class Unit:
    """The tests that belong to one unit of the course."""

    def __init__(self, number):
        found = sorted((ROOT / "sources/exercises").glob(f"{number}*.py"))
        if len(found) != 1:
            raise pytest.UsageError(f"--unit: there is no unit {number}")
        self.name = found[0].stem
        topic = self.name.partition("-")[2].replace("-", "_")
        self.files = {f"test_{topic}.py", f"test_figures_{topic}.py"}
        self.asked = set(re.findall(r'solve="(?:quiz_)?(\w+)"', found[0].read_text("utf-8")))

    def has(self, item):
        """Whether the file, the notebook or the function that a test is about is the unit's."""
        values = getattr(item, "callspec", None)
        return (
            item.path.name in self.files
            or self.name in item.nodeid
            or (values and str(values.params.get("name")).rpartition(".")[2] in self.asked)
        )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Hand whole files to workers, in the order in which they were collected."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduler(LoadFileScheduling):
        def _split_scope(self, nodeid):
            path, _, test = nodeid.partition("::")
            if path in SPLIT:
                return (path, *re.findall(r"\[(\w+)", test))
            return nodeid if config.getoption("--unit") else path  # a unit has no costly fixtures

        def remove_node(self, node):
            """Take a test that ended its worker for done: xdist would hand it to the next one.

            And hand on no file that is done: a worker that is given nothing to run says nothing,
            is given nothing else, and the run never ends.
            """
            work = self.assigned_work[node]
            waiting = ((unit, test) for unit in work.values() for test in unit if not unit[test])
            unit, ran = next(waiting, ({}, None))
            if ran:
                unit[ran] = True
            self.assigned_work[node] = {
                scope: unit for scope, unit in work.items() if not all(unit.values())
            }
            super().remove_node(node)
            return ran

    config.option.loadscopereorder = False
    return Scheduler(config, log)


def _skipped(report):
    """In CI, where everything is there, a test that is skipped has failed."""
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped: {report.longrepr[2]}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """See to skipped tests."""
    return _skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """See to skipped modules."""
    return _skipped((yield))
