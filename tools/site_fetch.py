"""Download cache for third-party wheels that the site is made of, verified by sha256.

pip downloads them by package name. A wheel enters `_build/cache/` once its sha256 is right, so an
interrupted build resumes where it stopped, and the next one needs no network.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

CACHE = Path(__file__).resolve().parent.parent / "_build" / "cache"


class SiteError(Exception):
    """Why the site can't be built, in words for the person who builds it."""


@dataclass(frozen=True)
class Wheel:
    """A wheel in the package registry, and the sha256 it must have."""

    name: str
    version: str
    file_name: str
    sha256: str


# Pyodide itself and the packages built for it: the registry has them only inside this wheel, of
# which nothing else is used.
PYODIDE = Wheel(
    "open-webui",
    "0.12.4",
    "open_webui-0.12.4-py3-none-any.whl",
    "02e9caba96234db3fa17a92e56163b3f7f2b8ca8227fa886b85c178d696483f6",
)
MATHJAX = Wheel(
    "sphinx-mathjax-offline",
    "0.0.2",
    "sphinx_mathjax_offline-0.0.2-py3-none-any.whl",
    "206418155b2ff2f57496fb8501fdccae3da978e53031ff296c73729ba16062c4",
)
# reveal.js, for the slides.
REVEAL = Wheel(
    "sphinx-revealjs",
    "3.2.1",
    "sphinx_revealjs-3.2.1-py3-none-any.whl",
    "805bed3ca459346e0f01967d5ed1c40d6b7b917de1541e1e4566c8341fe7017b",
)

# A font that knows how formulas are set (STIX Two Math, under the Open Font License), for the book.
MATH_FONT = Wheel(
    "ziamath",
    "0.13",
    "ziamath-0.13-py3-none-any.whl",
    "67a9b9714101fc90c2d6d0328e578f3ac311fb007644f2bbb9314ba2bc1c1459",
)


def unpack(wheel: Wheel, wanted: str, target: Path) -> None:
    """Unpack those files of a wheel that match a pattern, whose first group is the new path."""
    with zipfile.ZipFile(fetch([wheel])[wheel.name]) as archive:
        for name in archive.namelist():
            if found := re.search(wanted, name):
                path = target / found[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.read(name))


def fetch(wheels: Iterable[Wheel], cache: Path = CACHE) -> dict[str, Path]:
    """Where each wheel lies, by name; those that are not in the cache yet are downloaded."""
    wheels = list(wheels)
    missing = [wheel for wheel in wheels if not is_right(cache / wheel.file_name, wheel.sha256)]
    if missing:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            download(missing, Path(folder))
            for wheel in missing:
                path = Path(folder) / wheel.file_name
                if not is_right(path, wheel.sha256):
                    raise SiteError(
                        f"{wheel.file_name} is not the file we know: its sha256 differs, or it "
                        "is not there. Nothing of it was used."
                    )
                os.replace(path, cache / wheel.file_name)
    return {wheel.name: cache / wheel.file_name for wheel in wheels}


def download(wheels: list[Wheel], folder: Path) -> None:
    """Let pip download these wheels, none of which depends on the machine, into a folder."""
    names = [f"{wheel.name}=={wheel.version}" for wheel in wheels]
    print(f"Fetching {', '.join(names)}", flush=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    pure = ["--no-deps", "--only-binary=:all:", "--python-version=3.12", "--platform=any"]
    run = subprocess.run(
        [*pip, *pure, "--dest", str(folder), *names], capture_output=True, text=True, check=False
    )
    if run.returncode:
        said = [line for line in run.stderr.splitlines() if line.startswith("ERROR")]
        raise SiteError(
            "these packages could not be fetched: is this machine online? Run the same command "
            f"again to go on. pip said:\n{chr(10).join(said) or run.stderr}"
        )


def is_right(path: Path, sha256: str) -> bool:
    """Return True if the file exists and has this sha256."""
    return path.is_file() and digest(path.read_bytes()) == sha256


def digest(content: bytes) -> str:
    """The sha256 of some bytes, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
