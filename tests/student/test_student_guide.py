"""Every command in the guides for students is run, and the command's own help is right."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("guide", "reference", "help")
GUIDE = "\n".join((ROOT / f"docs/student-{page}.md").read_text("utf-8") for page in PAGES)
LINES = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
ANSWERS = {
    "eta_decay": "def eta_decay(n):\n    return 1 / n\n",
    "perceptron_update": "def perceptron_update(w, x, y, eta):\n    return w\n",
}


@pytest.fixture
def set_up_course(in_git, perceptron, tmp_path):
    """A course with work in it, set up as start.py leaves it, and a JupyterLab that only speaks."""
    perceptron.answer(ANSWERS)
    for name in ("start.py", "tools/setup_env.py", "pyproject.toml", "requirements.lock"):
        (in_git / name).parent.mkdir(exist_ok=True)
        (in_git / name).write_bytes((ROOT / name).read_bytes())
    (in_git / ".venv/bin").mkdir(parents=True)
    for name, arguments in {"python": "", "lincourse": "-P -m lincourse"}.items():
        command = in_git / ".venv/bin" / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        command.chmod(0o755)
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "requirements.lock"):
        digest.update((ROOT / name).read_bytes())
    (in_git / ".venv/lincourse-student").write_text(digest.hexdigest())
    (in_git / ".venv/bin/activate").write_text(f'PATH="{in_git}/.venv/bin:$PATH"\n')
    (tmp_path / "fake").mkdir()
    (tmp_path / "fake/jupyterlab.py").write_text("import sys; print('LAB', sys.argv[1:])")
    return in_git


def run(line, set_up_course):
    paths = [str(set_up_course.parent / "fake"), str(ROOT)]
    return subprocess.run(
        ["sh", "-c", f". .venv/bin/activate\n{line}"],
        cwd=set_up_course,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


EXPECTED = {
    "python3 start.py": (0, "LAB .*root_dir"),
    "lincourse --help": (0, "Examples:"),
    "lincourse check --help": (0, "Examples:"),
    "lincourse lab": (0, "LAB .*root_dir"),
    "lincourse check 04": (1, "notebook: 1 of 34"),
    "lincourse check 04 --verbose": (1, "notebook: 1 of 34"),
    "lincourse check exercises/04-perceptron/04-perceptron.ipynb": (1, "notebook: 1 of 34"),
    "lincourse practice 02": (0, "Question 1(.|\\n)*See you again"),
    "lincourse progress": (0, "Next: "),
    "lincourse progress --run": (0, "Next: fix perceptron_update"),
    "lincourse doctor": (1, "This machine"),
    "lincourse doctor 04": (1, "Kernel, Restart Kernel"),
    "lincourse doctor 04 --fix --yes": (1, "This machine"),
    "lincourse pack 04": (0, "Made handin/04-perceptron.zip"),
    "git restore exercises/04-perceptron/04-perceptron.ipynb": (0, ""),
    ". .venv/bin/activate": (0, ""),
}


def test_guide_has_exactly_the_tested_commands():
    assert set(LINES) == set(EXPECTED)


@pytest.mark.parametrize("line", EXPECTED)
def test_commands_in_the_guide_work(line, set_up_course):
    code, said = EXPECTED[line]
    result = run(line, set_up_course)
    assert result.returncode == code, result.stdout + result.stderr
    assert re.search(said, result.stdout), result.stdout
    assert "Traceback" not in result.stderr


def test_commands_named_in_the_guide_exist(lincourse):
    commands = lincourse("--help").stdout
    for name in re.findall(r"`lincourse ([a-z]+)", GUIDE):
        assert f"  {name} " in commands


@pytest.mark.parametrize(
    "command",
    [
        *("lab", "check", "progress", "doctor", "pack", "practice", "portfolio", "grade"),
        *("start", "students-copy", "sample-class", "hub-check"),
    ],
)
def test_help_of_each_command_has_examples(lincourse, command):
    run = lincourse(command, "--help")
    assert run.returncode == 0
    assert f"lincourse {command}" in run.stdout.split("Examples:")[1]
    assert max(map(len, run.stdout.splitlines())) <= 80


def test_lab_passes_arguments_on_from_any_folder_of_the_course(set_up_course):
    result = run("cd exercises/04-perceptron && lincourse lab --port=8890 --x", set_up_course)
    assert result.returncode == 0, result.stderr
    assert f"--ServerApp.root_dir={set_up_course}" in result.stdout
    assert "'--port=8890', '--x'" in result.stdout


def test_version_is_printed(in_a_process):
    import lincourse as package

    assert in_a_process("--version").stdout == f"lincourse {package.__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_the_units_in_each_shell(in_a_process, shell):
    assert "lincourse" in in_a_process(_LINCOURSE_COMPLETE=f"source_{shell}").stdout
    run = in_a_process(
        _LINCOURSE_COMPLETE=f"complete_{shell}",
        COMP_WORDS="lincourse check 0",  # bash
        COMP_CWORD="2",
        _TYPER_COMPLETE_ARGS="lincourse check 0",  # zsh and fish
        _TYPER_COMPLETE_FISH_ACTION="get-args",
    )
    assert re.findall(r"\d\d-\w+", run.stdout) == ["00-welcome", "04-perceptron"]


def test_help_lists_every_command_in_one_panel_and_names_no_types(lincourse):
    from typer.main import get_command

    from lincourse.cli.base import PANELS, app

    shown = lincourse("--help").stdout
    listed = shown[shown.index("\nStudents:") :]
    panels = dict(re.findall(r"^(\w+):\n((?:  .*\n)+)", listed, re.M))
    found = {title: tuple(re.findall(r"^  (\S+)", rows, re.M)) for title, rows in panels.items()}
    assert found == PANELS
    commands = [name for names in PANELS.values() for name in names]
    known = get_command(app).commands
    assert sorted(commands) == sorted(name for name in known if not known[name].hidden)
    groups = {"course": ["new", "connect", "doctor"], "gradebook": ["copy"]}
    for name in commands:
        for more in groups.get(name, [""]):
            text = lincourse(name, *filter(None, [more]), "--help").stdout
            assert not re.search(r"<(str|path|int|float|list)", text, re.I), name
            before = re.split(r"^(?:Arguments|Options):", text, flags=re.M)[0]
            last = [part for part in before.split("\n\n") if part.strip()][-2:]
            assert last[0].strip() == "Examples:", name


def test_command_says_what_to_install_without_typer(in_a_process, tmp_path):
    (tmp_path / "typer.py").write_text("raise ImportError")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    run = in_a_process("check", PYTHONPATH=path)
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert "pip install 'lincourse[student]'" in run.stderr


@pytest.mark.parametrize("line", ["grade 04 --force", "course new", "mark --help"])
def test_grading_says_what_to_install_without_gradebox(in_a_process, tmp_path, line):
    for module in ("gradebox", "rich", "IPython"):
        (tmp_path / f"{module}.py").write_text("raise ImportError")
    run = in_a_process(*line.split(), PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT)]))
    assert run.returncode == 2
    assert run.stderr == (
        "lincourse: grading needs the package gradebox. Run make instructor in a clone of the "
        "course, or: pip install 'lincourse[instructor]'.\n"
    )


def test_log_level_info_shows_handled_errors(in_a_process):
    assert in_a_process("progress").stderr == ""
    run = in_a_process("--log-level", "info", "progress")
    assert run.returncode == 0
    assert "no results of earlier checks" in run.stderr


def test_importing_the_course_imports_nothing_of_the_command():
    code = "import lincourse, lincourse.checks, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"typer", "rich", "nbformat", "IPython", "lincourse.student"} & set(loaded)


def test_closed_pipe_causes_no_message(set_up_course):
    result = run("lincourse check 04 --json | true", set_up_course)
    assert result.returncode == 0
    assert result.stderr == ""


def test_grade_says_what_to_install_without_nbgrader(lincourse, monkeypatch):
    monkeypatch.setitem(sys.modules, "nbgrader", None)
    run = lincourse("grade", "04-perceptron")
    assert run.returncode == 2
    said = "grading needs the package nbgrader: pip install 'lincourse[instructor]'"
    assert run.stderr == f"lincourse: {said}.\n"


def test_grade_passes_its_options_on(tmp_path, monkeypatch):
    from gradebox.run.settings import GradingSettings

    from lincourse import cli

    calls = []

    class Pipeline:
        @staticmethod
        def grade(assignment, settings, root):
            calls.append((assignment, settings, root))
            return 7

    monkeypatch.setitem(sys.modules, "gradebox.run.pipeline", Pipeline)
    monkeypatch.chdir(tmp_path)
    typed = "grade 04-perceptron --student student-07 --jobs 2 --force --leaderboard"
    with pytest.raises(SystemExit) as stop:
        cli.main(typed.split())
    assert stop.value.code == 7
    settings = GradingSettings(students=("student-07",), jobs=2, force=True, leaderboard=True)
    assert calls == [("04-perceptron", settings, tmp_path)]
