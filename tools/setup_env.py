"""Bootstrap: make the virtual environment .venv and install one extra of the project into it.

    python tools/setup_env.py student|instructor|site|dev

Runs on any Python 3 with nothing installed, on Linux, macOS and Windows, so it is written for old
Pythons. Does nothing if the environment already matches pyproject.toml and requirements.lock. The
installer is uv: the one on the PATH, or one that pip downloads for the set-up. If there is no uv,
or it fails, the installer is pip.
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
DOWNLOADED_UV = os.path.join(VENV, "lincourse-uv")  # removed when all is installed,
UV_CACHE = os.path.join(VENV, "lincourse-uv-cache")  # as is its cache
INSTALLING = os.path.join(VENV, "lincourse-installing")  # exists while files are being written
OLDEST, NEWEST = (3, 11), (3, 14)
INCLUDED_IN = {  # an extra -> the environments that have all its packages
    "student": ["student", "instructor", "site", "dev"],
    "instructor": ["instructor", "dev"],
    "site": ["site", "dev"],
}
# Two packages are installed only for their data files. They require pandas, which is large and only
# used by grading.
NOT_NEEDED = {"student": ["pandas"], "site": ["pandas"]}
PROGRAMS = {  # not Python packages: command -> Debian package, extras, reason
    "bwrap": ("bubblewrap", ("instructor", "dev"), "grading needs it to run students' code safely"),
    "chromium": ("chromium", ("dev",), "tests look at pages with it"),
    "firefox": ("firefox-esr", ("dev",), "tests look at pages with it"),
    "initdb": ("postgresql", ("dev",), "tests keep a gradebook in it"),
    "npm": ("npm", ("site", "dev"), "the site's code editor is made with it"),
    "WebKitWebDriver": ("webkit2gtk-driver", ("dev",), "tests look at pages with WebKit"),
    "Xvfb": ("xvfb", ("dev",), "tests give WebKit a display"),
}
OFF_PATH = ["/usr/lib/postgresql/*/bin/%s"]  # where Debian keeps the server
SHOWN = re.compile(  # the lines of an installer that are printed: uv's steps and large files
    r"\s*(Resolved|Prepared|Installed|Installing collected packages(?=:)|Downloading .*\d ?Mi?B\))"
)


def main(extra):  # type: (str) -> None
    try:
        if sys.version_info < (3,):
            stop_unsupported("Start it with python3, or install a supported version.")
        set_up(extra)
    except KeyboardInterrupt:
        stop("Interrupted. Run the same command again to continue.")
    except OSError as error:
        stop(
            "Could not write %s: %s. The set-up needs a folder in which you may write, and 2 GB of "
            "disk space." % (error.filename or VENV, error.strerror)
        )


def set_up(extra):  # type: (str) -> None
    python = find_python()
    install_programs(extra)
    wanted = fingerprint()
    stamps = [stamp(name) for name in INCLUDED_IN.get(extra, [extra])]
    if works(venv_python()) and any(read(path) == wanted for path in stamps):
        return
    print("Setting up .venv (" + extra + "), once and after changes of requirements.lock.")
    start = time.time()
    if not os.path.isdir(VENV):
        os.mkdir(VENV)
    uv = uv_on_path()
    has_pip = "import importlib.metadata as m; m.version('pip')"
    if os.path.exists(INSTALLING) or not works(venv_python(), "" if uv else has_pip):
        make_environment(python, uv)
    uv = uv or download_uv()
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
    """Return the command that starts Python 3.minor if it is installed."""
    return ["py", "-3.%d" % minor] if WINDOWS else ["python3.%d" % minor]


def may_install_programs():  # type: () -> bool
    """Return True if apt-get exists and we may use it."""
    return not WINDOWS and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def hand_over(command):  # type: (list) -> int
    """Replace this process by another program (exec); on Windows, run it as a child and wait."""
    sys.stdout.flush()
    if not WINDOWS:
        os.execv(command[0], command)
    child = subprocess.Popen(command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child answers to Ctrl-C
    return child.wait()


# ---------------------------------------------------------------- Python and its environment


def find_python():  # type: () -> str
    """Return a Python that the course supports: this one, or another that is installed."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return sys.executable
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        found = output(named_python(minor) + ["-c", "import sys; print(sys.executable)"])
        if found:
            return found
    stop_unsupported("Install a supported version, or name one you have: " + EXAMPLE)


def stop_unsupported(advice):  # type: (str) -> None
    versions = OLDEST + NEWEST + tuple(sys.version_info[:2]) + (advice,)
    stop("The course needs Python %d.%d to %d.%d; this is %d.%d. %s" % versions)


def works(python, code=""):  # type: (str, str) -> bool
    """Return True if this Python starts and runs a line of code."""
    return output([python, "-c", code + "\nprint('well')"]) == "well"


def make_environment(python, uv):  # type: (str, str) -> None
    version = output([python, "-c", "import platform; print(platform.python_version())"])
    command = [uv, "venv", "--quiet", "--seed", "--python", python, VENV]
    with Phase("virtual environment, Python " + version):
        clear_environment(keep=() if uv else (DOWNLOADED_UV, UV_CACHE))
        made = subprocess.call(command if uv else [python, "-m", "venv", VENV]) == 0
    if not made:
        stop(
            "Could not create a virtual environment with %s. On Debian and Ubuntu, run "
            "'apt-get install python3-venv' first." % python
        )


def clear_environment(keep):  # type: (tuple) -> None
    """Empty the environment, except for the downloads of an interrupted set-up."""
    for name in os.listdir(VENV) if os.path.isdir(VENV) else []:
        path = os.path.join(VENV, name)
        if os.path.isdir(path) and not os.path.islink(path):
            if path not in keep:
                shutil.rmtree(path)
        elif path != INSTALLING:  # last, so that an interrupted removal is resumed
            os.remove(path)
    if os.path.exists(INSTALLING):
        os.remove(INSTALLING)


# ---------------------------------------------------------------- packages


def uv_on_path():  # type: () -> str
    """Return the user's uv, or ''; never one in the environment, which may be removed."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return find_uv(os.pathsep.join(name for name in folders if not name.startswith(VENV)))


def download_uv():  # type: () -> str
    """Install uv in a folder of its own with the environment's pip; return its path, or ''."""
    folder = os.path.join(DOWNLOADED_UV, "bin")
    if find_uv(folder):
        return find_uv(folder)  # downloaded by an interrupted set-up
    shutil.rmtree(DOWNLOADED_UV, ignore_errors=True)
    command = pip("install", "--quiet", "--no-compile", "--only-binary", ":all:", "--retries", "1")
    with Phase("installer, uv"):
        output(command + ["--target", DOWNLOADED_UV, "-c", LOCK, "uv"])
    return find_uv(folder)


def find_uv(path):  # type: (str) -> str
    """Return the uv on a search path if it starts; else ''."""
    uv = shutil.which("uv", path=path)
    return uv if uv and output([uv, "--version"]) else ""


def pip(*arguments):  # type: (str) -> list
    return [venv_python(), "-m", "pip", "--disable-pip-version-check"] + list(arguments)


def install(extra, uv):  # type: (str, str) -> None
    """Install the extra at the locked versions: with uv, or with pip if uv fails."""
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
        if not uv or (not done and is_downloaded(uv)):
            print("    " + ("uv failed" if uv else "uv is not available") + ": using pip")
            done = show(pip("install", "--progress-bar", "off") + what)
        if not done:
            stop(
                "Could not install the packages in requirements.lock; see the installer's message "
                "above. Is this machine online? Is its disk full? Run the same command again to "
                "continue."
            )
        if os.path.exists(INSTALLING):
            os.remove(INSTALLING)
        for folder in (DOWNLOADED_UV, UV_CACHE):
            shutil.rmtree(folder, ignore_errors=True)


def packages(extra):  # type: (str) -> list
    """Return the packages of this repository that the extra needs."""
    return ["misstep"] if extra in ("student", "site") else ["misstep", "gradebox"]


def overrides(extra):  # type: (str) -> list
    """Return options that make uv skip packages, by requirements that are never met."""
    if extra not in NOT_NEEDED:
        return []
    path = os.path.join(VENV, "lincourse-overrides")
    write(path, "".join(name + " ; python_version < '3'\n" for name in NOT_NEEDED[extra]))
    return ["--override", path]


def is_downloaded(uv):  # type: (str) -> bool
    """Return True if we downloaded this uv; else it is the user's."""
    return uv.startswith(DOWNLOADED_UV)


def uv_settings(uv):  # type: (str) -> dict
    """Return uv's environment variables: a downloaded uv uses the index that pip uses."""
    if not is_downloaded(uv):
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
    """Run an installer and print its main steps, or its last lines if it fails."""
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
            write(INSTALLING, "")  # if it is interrupted from here on, the environment is recreated
        if found:
            print("    " + (said[-1].strip() if ":" not in said[-1] else found.group(1)))
            sys.stdout.flush()
    if process.wait() != 0:
        print("\n".join(said[-20:]))
        sys.stdout.flush()
    return process.returncode == 0


def size():  # type: () -> str
    """Return the number of packages in the environment and their size."""
    packages = total = 0
    for folder, folders, files in os.walk(VENV):
        packages += sum(name.endswith(".dist-info") for name in folders)
        total += sum(os.lstat(os.path.join(folder, name)).st_size for name in files)
    return "%d packages, %.0f MB" % (packages, total / 1e6)


# ---------------------------------------------------------------- programs


def install_programs(extra):  # type: (str) -> None
    """Install missing programs with apt-get if possible; else say what to do."""
    missing = [
        name for name in sorted(PROGRAMS) if extra in PROGRAMS[name][1] and not has_program(name)
    ]
    if "bwrap" in missing and not sys.platform.startswith("linux"):
        print("lincourse: Grading only runs on Linux. Everything else works here.")
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
            words = "%s is not installed: %s. On Debian and Ubuntu: apt-get install %s" % (
                (name, reason, package)
            )
            if os.environ.get("CI") == "true":
                stop(words)
            print("lincourse: " + words + " (as root). Continuing without it.")


def has_program(name):  # type: (str) -> bool
    """Return True if a program is installed, on the PATH or where Debian keeps servers."""
    return bool(shutil.which(name) or any(glob.glob(place % name) for place in OFF_PATH))


# ---------------------------------------------------------------- helpers


class Phase(object):
    """Prints a step, and how long it took."""

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
    """Return a digest of the files that the environment depends on."""
    digest = hashlib.sha256()
    files = []
    for copied in ("labextension", "jupyter_config"):  # into the environment, as they are now
        for place, _, names in os.walk(os.path.join(ROOT, "lincourse", copied)):
            files += [os.path.join(place, name) for name in names]
    settings = glob.glob(os.path.join(ROOT, "packages", "*", "pyproject.toml"))
    for path in [os.path.join(ROOT, "pyproject.toml"), LOCK] + sorted(files + settings):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def stamp(extra):  # type: (str) -> str
    """Return the file that holds the fingerprint for which an extra was installed."""
    return os.path.join(VENV, "lincourse-" + extra)


def read(path):  # type: (str) -> str
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def write(path, text):  # type: (str, str) -> None
    """Write a file atomically."""
    with open(path + ".part", "w") as file:
        file.write(text)
    os.replace(path + ".part", path)


def output(command):  # type: (list) -> str
    """Return what a command prints, stripped; '' if it fails or doesn't exist."""
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
