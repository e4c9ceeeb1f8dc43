"""Set up .venv for a use of the course: `setup_env.py student|instructor|site|dev`.

Runs on any Python 3 with nothing installed. Does nothing where the environment is already what
pyproject.toml and requirements.lock ask for.
"""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
OLDEST, NEWEST = (3, 11), (3, 14)
WITHIN = {
    "student": ["student", "instructor", "site", "dev"],
    "instructor": ["instructor", "dev"],
    "site": ["site", "dev"],
}
PROGRAMS = {  # what is not Python's: the command, Debian's package, who needs it, what for
    "bwrap": ("bubblewrap", ("instructor", "dev"), "grading needs it to run students' code safely"),
    "chromium": ("chromium", ("dev",), "tests look at pages with it"),
}


def main(extra):  # type: (str) -> None
    python = find_python()
    install_programs(extra)
    wanted = fingerprint()
    stamps = [stamp(name) for name in WITHIN.get(extra, [extra])]
    if works(PYTHON) and any(read(path) == wanted for path in stamps):
        return
    print("Setting up .venv (" + extra + "): once, and again when a pin changes.")
    if not works(PYTHON):
        make_environment(python)
    install(extra)
    with open(stamp(extra) + ".part", "w") as file:
        file.write(wanted)
    os.replace(stamp(extra) + ".part", stamp(extra))


def find_python():  # type: () -> str
    """A Python that the course runs on: this one, or another on the PATH."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return sys.executable
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)
        if found and works(found):
            return found
    stop(
        "lincourse needs Python 3.%d to 3.%d, and this is %d.%d: install one of those, or name "
        "it, as in: make lab PYTHON=/path/to/python3.12"
        % (OLDEST[1], NEWEST[1], sys.version_info[0], sys.version_info[1])
    )


def works(python):  # type: (str) -> bool
    """Whether this Python can be started."""
    try:
        return subprocess.call([python, "-c", ""], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def make_environment(python):  # type: (str) -> None
    uv = shutil.which("uv")
    if uv:
        command = [uv, "venv", "--quiet", "--clear", "--seed", "--python", python, VENV]
    else:
        command = [python, "-m", "venv", "--clear", VENV]
    if subprocess.call(command) != 0:
        stop(
            "Could not make a virtual environment with %s: on Debian and Ubuntu, "
            "'apt-get install python3-venv' brings what it needs." % python
        )


def install(extra):  # type: (str) -> None
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", PYTHON]
    else:
        command = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["-c", os.path.join(ROOT, "requirements.lock"), "-e", ROOT + "[" + extra + "]"]
    if subprocess.call(command) != 0:
        stop(
            "Could not install the packages in requirements.lock (the installer's words are "
            "above): is this machine online? Run the same command again to go on."
        )


def install_programs(extra):  # type: (str) -> None
    """Install what is missing with apt-get where that is possible; else say what to do."""
    missing = [
        name for name in sorted(PROGRAMS) if extra in PROGRAMS[name][1] and not shutil.which(name)
    ]
    packages = [PROGRAMS[name][0] for name in missing]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing " + " and ".join(packages) + " with apt-get.")
        quiet = {
            "stdout": subprocess.DEVNULL,
            "env": dict(os.environ, DEBIAN_FRONTEND="noninteractive"),
        }
        subprocess.call(["apt-get", "update", "-qq"], **quiet)
        subprocess.call(
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], **quiet
        )
    for name in missing:
        if not shutil.which(name):
            package, _, reason = PROGRAMS[name]
            words = "There is no %s here, and %s; on Debian and Ubuntu: apt-get install %s" % (
                (name, reason, package)
            )
            if os.environ.get("CI") == "true":
                stop(words)
            print("lincourse: " + words + " (as root). Going on without it.")


def fingerprint():  # type: () -> str
    """What the environment depends on."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "requirements.lock"):
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def stamp(extra):  # type: (str) -> str
    return os.path.join(VENV, "lincourse-" + extra)


def read(path):  # type: (str) -> str
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def stop(sentence):  # type: (str) -> None
    sys.exit("lincourse: " + sentence)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("student", "instructor", "site", "dev"):
        stop("usage: setup_env.py student|instructor|site|dev")
    main(sys.argv[1])
