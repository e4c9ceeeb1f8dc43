"""The course's files that come with the installed package: a folder of them, and its updates.

A folder made here has a manifest, `.lincourse.json`, with the digest of each file as it came. A
file whose digest differs was changed by the student: an update keeps it, and puts the new
version into `updates/VERSION/`.
"""

import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import lincourse
from lincourse.notebooks import write_atomically
from lincourse.student import UserError

PACKAGED = Path(lincourse.__file__).parent / "course_files"
CLONE = Path(lincourse.__file__).parent.parent
PARTS = ("lectures", "exercises", "LICENSE-text")
MANIFEST = ".lincourse.json"
UPDATES = "updates"


@dataclass
class Update:
    """What an update did: paths relative to the course's folder."""

    added: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # changed by the student


def packaged_files() -> Path:
    """The folder with the course's files: those in the wheel, or the clone."""
    for root in (PACKAGED, CLONE):
        if (root / "exercises").is_dir() and (root / "lectures").is_dir():
            return root
    raise UserError(
        "this installation of lincourse has no lectures and exercises. Install it again, with: "
        "pip install --force-reinstall lincourse"
    )


def make(folder: Path) -> None:
    """Make a course folder, completely or not at all."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(
            f"{folder} exists and is not a course folder. Pass another name: lincourse start FOLDER"
        )
    source = packaged_files()
    try:
        _make(source, folder)
    except OSError as error:
        raise UserError(
            f"{folder} can't be made: {error.strerror}. Pass a folder in which you may write, on a "
            "disk with free space: lincourse start FOLDER"
        ) from error


def _make(source: Path, folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as scratch:
        made = Path(scratch, folder.name)
        names = _names(source)
        for name in names:
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, made / name)
        _write_manifest(made, {name: _digest(made / name) for name in names})
        if folder.exists():
            folder.rmdir()
        os.replace(made, folder)


def version_of(folder: Path) -> str:
    """The version of the course in a folder, or "" if `make` didn't make it."""
    return str(_manifest(folder).get("version", ""))


def update(folder: Path) -> Update:
    """Bring a folder to the installed version, except for files that the student has changed."""
    if not version_of(folder):
        raise UserError(
            f"{folder} was not made by lincourse start, so it can't be updated. Make a new folder "
            "with: lincourse start FOLDER"
        )
    source, before, done = packaged_files(), _manifest(folder)["files"], Update()
    after = {}
    for name in _names(source):
        new, path = _digest(source / name), folder / name
        after[name] = new
        if not path.exists():
            _copy(source / name, path)
            done.added.append(name)
        elif (old := _digest(path)) == new:
            continue
        elif old == before.get(name):
            _copy(source / name, path)
            done.replaced.append(name)
        else:
            beside = folder / UPDATES / lincourse.__version__ / name
            if before.get(name) != new and not (beside.exists() and _digest(beside) == new):
                _copy(source / name, beside)
                done.kept.append(name)
            after[name] = before.get(name, new)
    _write_manifest(folder, after)
    return done


def _names(source: Path) -> list[str]:
    """The course's files, relative to `source`."""
    paths = [path for part in PARTS for path in (source / part, *(source / part).rglob("*"))]
    names = [path.relative_to(source) for path in paths if path.is_file()]
    return sorted(name.as_posix() for name in names if not _is_hidden(name))


def _is_hidden(name: Path) -> bool:
    return any(part.startswith(".") or part == "__pycache__" for part in name.parts)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, source.read_bytes())


def _manifest(folder: Path) -> dict[str, dict[str, str]]:
    try:
        found: dict[str, dict[str, str]] = json.loads((folder / MANIFEST).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UserError(f"{folder / MANIFEST} can't be read: {error}") from error
    return found


def _write_manifest(folder: Path, files: dict[str, str]) -> None:
    text = json.dumps({"version": lincourse.__version__, "files": files}, indent=1)
    write_atomically(folder / MANIFEST, text.encode())
