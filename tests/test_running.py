"""How the tests themselves are run: what a command leaves out, what CI forbids, what CI is."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import inputs
import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
starts_pytest = pytest.mark.slow
every_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=[path.stem for path in WORKFLOWS])


@pytest.fixture
def project(tmp_path):
    """A project with the course's conftest.py and settings, and a few tests of its own."""
    shutil.copy(ROOT / "conftest.py", tmp_path)
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    settings = pyproject["tool"]["pytest"]["ini_options"]
    markers = "".join(f"    {marker}\n" for marker in settings["markers"])
    (tmp_path / "pytest.ini").write_text(
        f"[pytest]\naddopts = {settings['addopts']}\nmarkers =\n{markers}"
    )
    (tmp_path / "test_a.py").write_text(
        "import pytest\n\n\ndef test_plain(): pass\n\n\n"
        "@pytest.mark.nightly\ndef test_of_the_night(): pass\n\n\n"
        "@pytest.mark.slow\ndef test_that_is_slow(): pass\n"
    )
    return tmp_path


def run_pytest(folder, *arguments, **environment):
    """Run pytest in a folder, not as a part of this run: (exit code, what it said)."""
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith("PYTEST")}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=inherited | {"CI": ""} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return run.returncode, run.stdout + run.stderr


@starts_pytest
def test_nightly_tests_are_left_out_and_slow_ones_run_first(project):
    code, said = run_pytest(project, "-v")
    assert code == 0, said
    assert re.findall(r"::(test_\w+)", said) == ["test_that_is_slow", "test_plain"]
    assert "1 deselected" in said
    _, said = run_pytest(project, "--all", "-v")
    assert "test_of_the_night" in said
    (project / "test_b.py").write_text("import pytest\n\npytestmark = pytest.mark.slow\n1 / 0\n")
    code, said = run_pytest(project, "-m", "not slow", "-v")
    assert code == 0, "a file whose tests are all slow is not imported"
    assert re.findall(r"::(test_\w+)", said) == ["test_plain"]


SAMPLED = """
import pytest

@pytest.mark.sampled(every=2, quick=3)
@pytest.mark.parametrize("i", range(6))
def test_many(i, sample):
    assert i in sample(range(6), every=2, quick=3)

@pytest.mark.sampled(every=2, quick=3)
@pytest.mark.parametrize("i", range(6))
def test_more(i): pass
"""


@starts_pytest
@pytest.mark.parametrize(
    ("options", "cases"),
    [
        (["--sample-offset=0"], "024"),
        (["--sample-offset=1"], "135"),
        (["--sample-offset=0", "--quick"], "03"),
        (["--sample-offset=1", "--quick"], "25"),
        (["--sample-offset=1", "--all"], "012345"),
        (["--sample-offset=1", "test_a.py::test_more[4]"], "4"),
        (["-n", "2", "--sample-offset=0"], "024"),
    ],
)
def test_sampled_test_runs_the_cases_of_the_offset(project, options, cases):
    (project / "test_a.py").write_text(SAMPLED)
    code, said = run_pytest(project, "-v", *options)
    assert code == 0, said
    assert "".join(sorted(set(re.findall(r"test_m\w+\[(\d)\]", said)))) == cases


@starts_pytest
def test_sample_changes_with_the_commit_and_the_run_says_how_to_repeat_it(project):
    (project / "test_a.py").write_text(SAMPLED)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], cwd=project, check=True)
    offsets = set()
    for message in "abc":
        commit = [*git, "commit", "-q", "--allow-empty", "-m", message]
        subprocess.run(commit, cwd=project, check=True)
        _, said = run_pytest(project, "-q")
        offsets |= {*re.findall(r"repeat this choice with --sample-offset=(\d+)", said)}
    assert len(offsets) > 1


@starts_pytest
@pytest.mark.parametrize(
    "text",
    [
        "import pytest\n\n\ndef test_b(): pytest.skip('there is no moon')\n",
        "import pytest\n\npytestmark = pytest.mark.skipif(True, reason='there is no moon')\n\n\n"
        "def test_b(): pass\n",
        "import pytest\n\npytest.skip('there is no moon', allow_module_level=True)\n",
    ],
    ids=["test", "mark", "module"],
)
def test_skipped_test_gives_its_reason_and_fails_in_ci(project, text):
    (project / "test_b.py").write_text(text)
    code, said = run_pytest(project)
    assert code == 0, said
    assert "there is no moon" in said.rpartition("short test summary")[2]
    code, said = run_pytest(project, CI="true")
    assert code != 0
    assert "was skipped: Skipped: there is no moon" in said


@starts_pytest
def test_one_worker_runs_a_whole_file_unless_it_is_split(project):
    text = "import time, pytest\n\n\n@pytest.mark.parametrize('name', [{}])\n"
    text += "def test_it(name, record_property, worker_id):\n    time.sleep(0.05)\n"
    text += "    print(f'{{__name__}} {{name}} {{worker_id}}')\n    assert False\n"
    (project / "tests").mkdir()
    for name in ("test_b", "test_c", "tests/test_checks"):
        (project / f"{name}.py").write_text(text.format("'a-1', 'a-2', 'a-3', 'b-1', 'b-2', 'b-3'"))
    _, said = run_pytest(project, "-n", "2")
    ran = re.findall(r"^(test_\w+) (\w)-\d (gw\d)$", said, re.M)
    assert len(ran) == 18
    for whole in ("test_b", "test_c"):
        assert len({worker for name, _, worker in ran if name == whole}) == 1
    for first in "ab":
        workers = {gw for name, word, gw in ran if name == "test_checks" and word == first}
        assert len(workers) == 1


@starts_pytest
def test_failures_file_holds_the_traceback_of_each_failed_test(project):
    (project / "test_b.py").write_text(
        "import pytest\n\n\n@pytest.fixture\ndef broken(): 1 / 0\n\n\n"
        "def test_b(): assert 1 == 2\n\n\ndef test_c(broken): pass\n"
    )
    code, said = run_pytest(project, "-n", "2", "--failures-file=failures.json")
    assert code == 1, said
    failures = json.loads((project / "failures.json").read_text())
    assert sorted(failures) == ["test_b.py::test_b", "test_b.py::test_c"]
    assert "assert 1 == 2" in failures["test_b.py::test_b"]
    assert "ZeroDivisionError" in failures["test_b.py::test_c"]


@starts_pytest
def test_hanging_test_ends_the_run_and_shows_its_line(project):
    with (project / "pytest.ini").open("a") as file:
        file.write("faulthandler_timeout = 2\nfaulthandler_exit_on_timeout = true\n")
    hanging = "def test_b():\n    while True:\n        pass\n\n\ndef test_c(): pass\n"
    (project / "test_b.py").write_text(hanging)
    code, said = run_pytest(project, "-n", "2")
    assert code not in (0, 1), "1 would have the failed tests rerun"
    assert said.count("crashed while running 'test_b.py::test_b'") == 1, said
    assert re.search(r"test_b\.py., line \d in test_b", said), said


@starts_pytest
def test_unit_option_selects_module_functions_and_notebooks():
    files = ("test_descent", "test_softmax", "test_figures_descent", "test_checks", "test_build")
    paths = [f"tests/{name}.py" for name in (*files, "test_contract", "test_quizzes")]
    code, said = run_pytest(ROOT, "-q", "--collect-only", "--unit", "06", *paths)
    assert code == 0, said
    found = [line for line in said.splitlines() if "::" in line]
    asked = re.findall(r'solve="(\w+)"', (ROOT / "sources/exercises/06-descent.py").read_text())
    assert "sgd_step" in asked
    for name in asked:
        if not name.startswith(("figure_", "tests_")):
            catalogue = "test_quizzes" if name.startswith("quiz_") else "test_checks"
            topic = name.removeprefix("quiz_")
            assert any(catalogue in test and topic in test for test in found), name
    assert any("test_descent.py" in test for test in found)
    assert any("test_figures_descent.py" in test for test in found)
    assert any("test_contract.py" in test and "sgd_step" in test for test in found)
    assert any("test_build.py" in test and "lectures/06-descent" in test for test in found)
    assert not [test for test in found if "softmax" in test]


def test_files_named_in_conftest_exist(pytestconfig):
    conftest = pytestconfig.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    existing = {
        path.name for path in [*ROOT.glob("tests/**/*.py"), *ROOT.glob("packages/*/tests/**/*.py")]
    }
    assert existing >= conftest.SPLIT_FILES | conftest.FILES_OF_ALL_UNITS


@starts_pytest
@pytest.mark.parametrize("folder", sorted(ROOT.glob("packages/*/tests")), ids=lambda p: p.parts[-2])
def test_package_tests_take_the_options_of_the_repository(folder):
    for where, tests in ((ROOT, str(folder.relative_to(ROOT))), (folder.parent, "tests")):
        code, said = run_pytest(
            where, "--collect-only", "-q", "--quick", "--sample-offset=0", tests
        )
        assert code == 0, said


class TestSteps:
    @pytest.fixture
    def tool(self, monkeypatch, tmp_path):
        """tools/test.py (a name that Python has, too), with commands that are only written down."""
        spec = importlib.util.spec_from_file_location("tools_test", ROOT / "tools/test.py")
        tool = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(tool)
        monkeypatch.setattr(tool, "STAMP", tmp_path / "fresh.txt")
        monkeypatch.setattr(tool, "BIN", tmp_path)
        for command in ("ruff", "lint-imports", "mypy", "python", "pytest"):
            path = tmp_path / command
            path.write_text(f'#!/bin/sh\necho "$@" >> "{tmp_path}/{command}.txt"\n')
            path.chmod(0o755)
        return tool

    def test_steps_go_on_after_a_failure_and_are_counted(self, tool, capsys):
        (tool.BIN / "mypy").write_text("#!/bin/sh\nexit 1\n")
        assert tool.run(tool.steps("test")) == ["types"]
        assert capsys.readouterr().out.endswith("\n5 passed, 1 failed\nfailed: types\n")
        [tests] = (tool.BIN / "pytest.txt").read_text().splitlines()
        assert {"--durations=10", "--nbval", "lectures", "solutions", "tests"} <= {*tests.split()}

    def fail_at_first(self, tool, monkeypatch, tests, then=0):
        """Let pytest fail these tests, and end with another exit status in a rerun."""
        monkeypatch.setattr(tool, "FAILURES", tool.BIN / "failures.json")
        failures = json.dumps(dict.fromkeys(tests, "E   assert 1 == 2"))
        (tool.BIN / "pytest").write_text(
            f'#!/bin/sh\necho "$@" >> {tool.BIN}/pytest.txt\n'
            f'case "$*" in *"-n 0"*) exit {then};; esac\n'
            f"echo '{failures}' > {tool.FAILURES}\nexit 1\n"
        )

    @pytest.mark.parametrize(
        ("what", "then", "failed"),
        [("test", 0, []), ("test", 1, ["tests"]), ("all", 0, ["tests"])],
        ids=["passes by day", "fails again", "fails at night"],
    )
    def test_flaky_test_is_printed_with_its_traceback(
        self, tool, monkeypatch, capsys, what, then, failed
    ):
        tests = ["tests/test_a.py::test_b", "lectures/a.ipynb::Cell 3"]
        self.fail_at_first(tool, monkeypatch, tests, then)
        assert tool.run(tool.steps(what), flaky_fails=what == "all") == failed
        first, second = (tool.BIN / "pytest.txt").read_text().splitlines()
        options = first.partition("--nbval")[0]
        assert second == f"{options}--nbval -n 0 tests/test_a.py::test_b lectures/a.ipynb"
        said = capsys.readouterr().out
        assert ("FLAKY: tests/test_a.py::test_b" in said) is (then == 0)
        assert said.count("E   assert 1 == 2") == (0 if then else 2)

    def test_many_failures_are_not_rerun(self, tool, monkeypatch):
        self.fail_at_first(tool, monkeypatch, map(str, range(tool.MAX_RERUNS + 1)))
        assert tool.run(tool.steps("test")) == ["tests"]
        assert len((tool.BIN / "pytest.txt").read_text().splitlines()) == 1

    def test_failures_of_an_earlier_run_are_not_rerun(self, tool, monkeypatch):
        self.fail_at_first(tool, monkeypatch, ["tests/test_a.py::test_b"])
        tool.run(tool.steps("test"))
        (tool.BIN / "pytest").write_text("#!/bin/sh\nexit 1\n")  # without having run a test
        assert tool.run(tool.steps("test")) == ["tests"]

    def test_check_skips_freshness_if_the_notebooks_are_unchanged(self, tool, monkeypatch):
        assert tool.FRESHNESS in tool.steps("check")
        tool.run(tool.steps("check"))
        assert tool.FRESHNESS not in tool.steps("check")
        assert tool.FRESHNESS in tool.steps("test")
        monkeypatch.setattr(inputs, "digest", lambda *names: "another state")
        assert tool.FRESHNESS in tool.steps("check")

    def test_check_repeats_freshness_after_a_failure(self, tool):
        (tool.BIN / "python").write_text("#!/bin/sh\nexit 1\n")
        assert tool.run(tool.steps("check")) == ["freshness"]
        assert tool.FRESHNESS in tool.steps("check")

    def test_check_passes_the_unit_to_pytest(self, tool):
        assert "--unit=06" in tool.steps("check", "06")[-1][1]


class TestWorkflows:
    """What GitHub runs; it can't be run here, but its form and its claims can be checked."""

    @pytest.mark.slow
    def test_workflows_match_the_schema(self):
        run = subprocess.run(
            [
                *(sys.executable, "-m", "check_jsonschema"),
                *("--builtin-schema", "vendor.github-workflows", *map(str, WORKFLOWS)),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr
        assert WORKFLOWS

    @every_workflow
    def test_workflows_have_few_permissions_and_a_timeout(self, path):
        workflow = yaml.safe_load(path.read_text())
        assert workflow["permissions"] == {"contents": "read"}
        assert workflow["concurrency"]["group"]
        for name, job in workflow["jobs"].items():
            assert job["timeout-minutes"] <= 120
            assert "permissions" not in job or name == "publish"

    @every_workflow
    def test_workflows_pin_actions_and_call_existing_targets(self, path):
        targets = re.findall(r"^([a-z-]+):$", (ROOT / "Makefile").read_text(), re.M)
        for job in yaml.safe_load(path.read_text())["jobs"].values():
            for step in job["steps"]:
                if "uses" in step:
                    assert re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"])
                elif found := re.match(r"(?:make|\.ci/run) ?([\w-]*)$", step["run"]):
                    assert (found[1] or "test") in targets

    def test_workflow_runs_on_every_supported_python(self):
        tests = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]["tests"]
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        oldest, newest = map(int, re.findall(r"3\.(\d+)", project["requires-python"]))
        pythons = [f"3.{minor}" for minor in range(oldest, newest)]
        assert tests["strategy"]["matrix"]["python"] == pythons
        assert tests["steps"][-1] == {"run": ".ci/run"}

    def test_nightly_workflow_runs_test_all(self):
        nightly = yaml.safe_load((ROOT / ".github/workflows/nightly.yml").read_text())
        assert nightly[True]["schedule"]  # YAML reads the key `on` as true
        assert nightly["jobs"]["all"]["steps"][-1] == {"run": ".ci/run test-all"}
