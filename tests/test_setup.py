"""Setting up: make's targets, tools/setup_env.py and start.py, and the lock."""

import ast
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import lock
import pytest
import setup_env

ROOT = Path(__file__).resolve().parent.parent
UV_VERSION = lock.locked_versions("3.12")["uv"]


class TestMake:
    def make(self, *arguments, cwd=ROOT, **environment):
        return subprocess.run(
            ["make", "--no-print-directory", *arguments],
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | environment,
        )

    def test_unknown_target_gets_one_sentence(self):
        run = self.make("lib")
        assert run.returncode != 0
        assert (
            run.stdout == "lincourse: Unknown target 'make lib'. 'make help' lists all targets.\n"
        )

    @pytest.mark.parametrize("target", ["lab", "test"])
    def test_missing_python_gets_one_sentence(self, target):
        run = self.make(target, "PYTHON=python-that-is-not-there")
        assert run.returncode != 0
        assert "lincourse: python-that-is-not-there not found. Install Python 3.11" in run.stdout

    def test_help_lists_every_target(self):
        said = self.make("help").stdout
        rules = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
        assert {"lab", "test", "build", "lock", "grade-demo"} <= set(rules)
        for rule in set(rules) - {"help"}:
            assert f"make {rule}" in said


# A uv that writes down how it is called and makes what the set-up looks for.
FAKE_UV = """#!/bin/sh
[ "$1" = --version ] && echo 'uv 1.0' && exit
echo "$@" >> {house}/calls
echo "$UV_DEFAULT_INDEX $UV_CACHE_DIR" >> {house}/settings
if [ "$1" = venv ]; then
    mkdir -p {house}/.venv/bin
    ln -sf {python} {house}/.venv/bin/python
    exit 0
fi
{first}
echo 'Resolved 124 packages in 3.81s'
echo 'Downloading scipy (33.7MiB)'
echo ' + scipy==1.0'
mkdir -p {house}/.venv/lib/scipy-1.0.dist-info
{then}
"""


# It is killed when it has seen that files are being written: on a busy machine that takes a while.
KILLED_WRITING = """
until [ -e "${0%/bin/uv}/.venv/lincourse-installing" ]; do sleep 0.01; done
kill -9 $PPID; sleep 1
"""


@pytest.fixture
def house(tmp_path):
    """A copy of what the set-up reads."""
    house = tmp_path / "house"
    (house / "tools").mkdir(parents=True)
    for name in ("pyproject.toml", "requirements.lock", "start.py", "tools/setup_env.py"):
        shutil.copy(ROOT / name, house / name)
    (house / "bin").mkdir()
    return house


def run(house, *command, **environment):
    path = f"{house / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin"
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": path, "HOME": str(house)} | environment,
    )


def set_up(house, extra="student", first="", then="exit 0", **environment):
    """Set up with a uv on the PATH that does something before it installs, and after."""
    script = house / "bin/uv"
    text = FAKE_UV.format(house=house, python=sys.executable, first=first, then=then)
    script.write_text(text)
    script.chmod(0o755)
    return run(house, str(house / "tools/setup_env.py"), extra, **environment)


def calls(house):
    return (house / "calls").read_text().splitlines()


@pytest.mark.slow
class TestSetUp:
    """tools/setup_env.py in a copy of the house, with installers that only write down calls."""

    def test_extra_is_installed_once_at_locked_versions(self, house):
        assert set_up(house).returncode == 0
        assert set_up(house).stdout == ""
        venv, install = calls(house)
        assert venv.startswith("venv")
        assert "requirements.lock" in install
        assert install.endswith("[student]")

    def test_dev_environment_serves_students_too(self, house):
        set_up(house, "dev")
        set_up(house, "student")
        assert len(calls(house)) == 2

    def test_changed_lock_sets_up_again(self, house):
        set_up(house)
        with (house / "requirements.lock").open("a") as file:
            file.write("# changed\n")
        assert "Setting up" in set_up(house).stdout

    def test_changed_labextension_is_reinstalled(self, house):
        extension = house / "lincourse/labextension/static/lincourse.js"
        extension.parent.mkdir(parents=True)
        extension.write_text("// before")
        set_up(house)
        assert set_up(house).stdout == ""
        extension.write_text("// after")
        assert "Setting up" in set_up(house).stdout
        assert "--reinstall-package lincourse" in calls(house)[-1]

    def test_pandas_is_installed_only_for_grading(self, house):
        set_up(house, then=f"cp {house}/.venv/lincourse-overrides {house}/seen")
        assert (house / "seen").read_text() == "pandas ; python_version < '3'\n"
        assert "--override" in calls(house)[-1]
        set_up(house, "instructor")
        assert "--override" not in calls(house)[-1]

    def test_missing_network_gets_one_sentence_and_a_retry_works(self, house):
        run = set_up(house, first="echo 'error: tried to connect'; exit 1")
        assert run.returncode == 1
        assert "error: tried to connect" in run.stdout  # the installer's words, all of them
        assert "Is this machine online?" in run.stderr
        assert "Traceback" not in run.stderr
        assert set_up(house).returncode == 0
        assert [call.split()[0] for call in calls(house)] == ["venv", "pip", "pip"]

    @pytest.mark.parametrize(
        ("moment", "again"),
        [({"first": "kill -9 $PPID; sleep 1"}, False), ({"then": KILLED_WRITING}, True)],
        ids=["while downloading", "while writing files"],
    )
    def test_killed_set_up_is_resumed(self, house, moment, again):
        """The environment is recreated if files were being written, as some may be missing."""
        assert set_up(house, **moment).returncode == -signal.SIGKILL
        (house / ".venv/half").mkdir()
        assert set_up(house).returncode == 0
        assert (house / ".venv/half").exists() is not again
        assert [call.split()[0] for call in calls(house)].count("venv") == 1 + again
        assert set_up(house).stdout == ""

    def test_ctrl_c_gets_one_sentence(self, house):
        run = set_up(house, then="kill -INT $PPID; sleep 5")
        assert run.returncode == 1
        assert run.stderr == "lincourse: Interrupted. Run the same command again to continue.\n"

    def test_broken_environment_is_recreated(self, house):
        set_up(house)
        (house / ".venv/bin/python").unlink()
        (house / ".venv/bin/python").symlink_to(house / "gone")
        (house / ".venv/left").touch()
        assert set_up(house).returncode == 0
        assert not (house / ".venv/left").exists()

    @pytest.mark.parametrize("script", ["tools/setup_env.py student", "start.py"])
    def test_unsupported_python_gets_one_sentence(self, house, script):
        path = house / "tools/setup_env.py"
        text = path.read_text().replace("(3, 11), (3, 14)", "(3, 98), (3, 99)")
        path.write_text(text)
        name, *arguments = script.split()
        said = run(house, str(house / name), *arguments)
        assert said.returncode == 1
        assert "needs Python 3.98 to 3.99; this is 3." in said.stderr
        assert len(said.stderr.strip().splitlines()) == 1

    def test_python_2_gets_one_sentence(self, monkeypatch):
        monkeypatch.setattr(sys, "version_info", (2, 7, 18))
        with pytest.raises(SystemExit, match=r"3.14; this is 2.7. Start it with python3"):
            setup_env.main("student")

    def test_folder_without_permission_gets_one_sentence(self, house, monkeypatch):
        def refuse(path):
            raise PermissionError(13, "Permission denied", path)

        monkeypatch.setattr(setup_env, "VENV", str(house / ".venv"))
        monkeypatch.setattr(setup_env.os, "mkdir", refuse)
        with pytest.raises(
            SystemExit, match=r"not write .*\.venv: Permission denied. The set-up needs"
        ):
            setup_env.main("student")

    def test_scripts_parse_on_old_pythons(self):
        for name in ("start.py", "tools/setup_env.py"):
            ast.parse((ROOT / name).read_text(), feature_version=(3, 4))


@pytest.mark.slow
class TestWithoutUv:
    """The set-up brings uv with pip; the index is a folder with one wheel in it."""

    @pytest.fixture
    def index(self, house):
        """A folder of wheels with a uv that only writes down calls."""
        (house / "index").mkdir()
        info = f"uv-{UV_VERSION}.dist-info"
        name = f"uv-{UV_VERSION}-py3-none-any.whl"
        first = '[ "$EXIT" = 0 ] || exit 1'
        text = FAKE_UV.format(house=house, python=sys.executable, first=first, then="exit 0")
        script = zipfile.ZipInfo(f"uv-{UV_VERSION}.data/scripts/uv")
        script.external_attr = (stat.S_IFREG | 0o755) << 16
        with zipfile.ZipFile(house / "index" / name, "w") as wheel:
            wheel.writestr(script, text)
            wheel.writestr(
                f"{info}/METADATA", f"Metadata-Version: 2.1\nName: uv\nVersion: {UV_VERSION}\n"
            )
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", "")
        return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(house / "index")}

    def test_uv_is_downloaded_used_and_removed_and_pip_is_the_fallback(self, house, index):
        command = (str(house / "tools/setup_env.py"), "student")
        said = run(house, *command, EXIT="1", **index)
        assert said.returncode == 1
        assert re.search(r"  installer, uv \.\.\. \d+ s\n", said.stdout)
        assert "uv failed: using pip" in said.stdout
        assert "Is this machine online?" in said.stderr

        index["PIP_INDEX_URL"] = "https://mirror.invalid/ours"
        said = run(house, *command, EXIT="0", **index)
        assert said.returncode == 0, said.stdout + said.stderr
        assert "virtual environment" not in said.stdout  # both are there from the first time
        assert "installer" not in said.stdout
        assert calls(house)[-1].startswith("pip install --no-sources --python")
        asked, cache = (house / "settings").read_text().splitlines()[-1].split()
        assert asked == "https://mirror.invalid/ours"
        assert cache.startswith(str(house / ".venv"))
        assert not list((house / ".venv").glob("lincourse-uv*"))

    def test_pip_is_used_if_uv_is_unavailable(self, monkeypatch, tmp_path, capsys):
        ran = []
        monkeypatch.setattr(setup_env, "VENV", str(tmp_path))
        monkeypatch.setattr(setup_env, "INSTALLING", str(tmp_path / "installing"))
        monkeypatch.setattr(setup_env, "show", lambda command, *_: ran.append(command) or True)
        setup_env.install("student", "")
        [[python, *command]] = ran
        assert python == str(tmp_path / "bin/python")
        assert command[:4] == ["-m", "pip", "--disable-pip-version-check", "install"]
        assert "uv is not available: using pip" in capsys.readouterr().out


class TestPrograms:
    """Programs that are not Python's: by apt-get where possible, else one sentence."""

    @pytest.fixture
    def machine(self, monkeypatch):
        """A machine without any of them; what apt-get is asked to do."""
        asked = []
        monkeypatch.setattr(
            setup_env.subprocess, "call", lambda command, **_: asked.append(command)
        )
        monkeypatch.setattr(setup_env.shutil, "which", lambda name, path=None: None)
        monkeypatch.setattr(setup_env, "OFF_PATH", [])
        monkeypatch.setattr(setup_env.sys, "platform", "linux")
        monkeypatch.delenv("CI", raising=False)
        return asked

    def test_apt_get_installs_programs_for_root(self, machine, monkeypatch, capsys):
        here = {"apt-get"}
        monkeypatch.setattr(
            setup_env.shutil, "which", lambda name, path=None: name if name in here else None
        )
        monkeypatch.setattr(
            setup_env.subprocess,
            "call",
            lambda command, **_: machine.append(command) or here.update(setup_env.PROGRAMS),
        )
        monkeypatch.setattr(setup_env.os, "geteuid", lambda: 0)
        setup_env.install_programs("dev")
        assert [command[1] for command in machine] == ["update", "install"]
        packages = [setup_env.PROGRAMS[name][0] for name in sorted(setup_env.PROGRAMS)]
        assert machine[1][-len(packages) :] == packages
        assert re.fullmatch(
            rf"Installing {' and '.join(packages)} with apt-get \.\.\. \d+ s\n",
            capsys.readouterr().out,
        )

    def test_other_users_are_told_what_to_install(self, machine, capsys):
        setup_env.install_programs("instructor")
        assert machine == []
        assert capsys.readouterr().out == (
            "lincourse: bwrap is not installed: grading needs it to run students' code safely. "
            "On Debian and Ubuntu: apt-get install bubblewrap (as root). Continuing without it.\n"
        )

    def test_ci_stops_if_a_program_is_missing(self, machine, monkeypatch):
        monkeypatch.setenv("CI", "true")
        with pytest.raises(SystemExit, match="bwrap is not installed"):
            setup_env.install_programs("instructor")

    @pytest.mark.parametrize("platform", ["darwin", "win32"])
    def test_grading_needs_linux_on_other_systems(self, machine, monkeypatch, capsys, platform):
        monkeypatch.setattr(setup_env.sys, "platform", platform)
        setup_env.install_programs("instructor")
        said = "lincourse: Grading only runs on Linux. Everything else works here.\n"
        assert capsys.readouterr().out == said

    def test_students_need_no_programs(self, machine, capsys):
        setup_env.install_programs("student")
        assert capsys.readouterr().out == ""


class TestWindows:
    """The branches of Windows, by substitution."""

    @pytest.fixture(autouse=True)
    def windows(self, monkeypatch):
        monkeypatch.setattr(setup_env, "WINDOWS", True)
        for name in ("geteuid", "execv"):
            monkeypatch.delattr(os, name)

    def test_python_is_in_scripts(self):
        assert Path(setup_env.venv_python()).parts[-3:] == (".venv", "Scripts", "python.exe")

    def test_launcher_finds_another_python(self, monkeypatch):
        asked = []

        def output(command):
            asked.append(command[:2])
            return r"C:\Python312\python.exe" if command[:2] == ["py", "-3.12"] else ""

        monkeypatch.setattr(setup_env, "output", output)
        monkeypatch.setattr(setup_env.sys, "version_info", (3, 8, 10))
        assert setup_env.find_python() == r"C:\Python312\python.exe"
        assert asked == [["py", "-3.14"], ["py", "-3.13"], ["py", "-3.12"]]

    def test_only_packages_are_installed(self):
        assert not setup_env.may_install_programs()

    def test_child_process_opens_the_course_and_handles_ctrl_c(self, monkeypatch, tmp_path):
        monkeypatch.syspath_prepend(ROOT)
        import start

        monkeypatch.setattr(setup_env, "main", lambda extra: None)
        monkeypatch.setattr(setup_env, "venv_python", lambda: sys.executable)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        (tmp_path / "lincourse.py").write_text("import os, sys; sys.exit(len(sys.argv))")
        before, folder = signal.getsignal(signal.SIGINT), Path.cwd()
        try:
            assert start.main(["--port=8890"]) == 3
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        finally:
            signal.signal(signal.SIGINT, before)
            os.chdir(folder)


@pytest.mark.slow
def test_start_sets_up_and_opens_the_course(house):
    """On POSIX start.py becomes the command itself."""
    set_up(house)
    (house / "modules").mkdir()
    (house / "modules/lincourse.py").write_text("import os, sys; print(os.getcwd(), sys.argv[1:])")
    said = run(house, str(house / "start.py"), "--no-browser", PYTHONPATH=str(house / "modules"))
    assert said.stdout == f"{house} ['lab', '--no-browser']\n"


class TestLock:
    """tools/lock.py, with a uv that only writes what the test says."""

    @pytest.fixture
    def files(self, monkeypatch, tmp_path):
        """Copies of the two files, and what uv was asked to do; it moves nbgrader's pin."""
        for name in ("LOCK", "ENVIRONMENT"):
            copied = shutil.copy(getattr(lock, name), tmp_path)
            monkeypatch.setattr(lock, name, Path(copied))
        asked = []

        def call(command, cwd):
            asked.append(command)
            output = Path(command[-1])
            kept = output.read_text()  # uv takes the pins it finds here for preferences
            output.write_text(re.sub(r"^nbgrader==.*$", "nbgrader==99.1", kept, flags=re.M))
            return 0

        monkeypatch.setattr(lock.subprocess, "call", call)
        return asked

    def test_one_package_changes_only_its_pin_in_both_files(self, files, capsys):
        before = lock.LOCK.read_text().splitlines()
        lock.main(["nbgrader"])
        [command] = files
        assert "--upgrade-package=nbgrader" in command
        assert "--upgrade" not in command
        after = lock.LOCK.read_text().splitlines()
        [old] = set(before) - set(after)
        assert old.startswith("nbgrader==")
        assert set(after) - set(before) == {"nbgrader==99.1"}
        assert "      - nbgrader==99.1\n" in lock.ENVIRONMENT.read_text()
        assert capsys.readouterr().out == f"- {old}\n+ nbgrader==99.1\n"

    def test_all_pins_may_change_without_a_name(self, files):
        lock.main([])
        assert "--upgrade" in files[0]

    def test_unknown_package_gets_one_sentence(self, files):
        with pytest.raises(SystemExit, match="Neither pyproject.toml nor the lock names nbgrade"):
            lock.main(["nbgrade"])
        assert files == []

    def test_files_stay_unchanged_if_uv_fails_or_finds_a_url(self, files, monkeypatch):
        before = lock.LOCK.read_text()
        assert "://" not in before
        monkeypatch.setattr(lock.subprocess, "call", lambda command, cwd: 1)
        with pytest.raises(SystemExit, match="uv failed"):
            lock.main([])
        monkeypatch.setattr(lock, "compiled", lambda packages: "a @ https://mirror.invalid/a.whl\n")
        with pytest.raises(SystemExit, match="holds a URL"):
            lock.main([])
        assert lock.LOCK.read_text() == before
