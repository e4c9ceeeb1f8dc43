"""Archive extraction: zip files and folders read as data, whatever is in them.

Nothing is written here, links are not followed, and a path that leads elsewhere is refused. What is
too large is named and left, so that one student's files cost nobody else's.
"""

import contextlib
import io
import os
import stat
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from gradebox.course.model import CourseError
from gradebox.intake.files import LEFTOVERS, is_path, read_file
from gradebox.intake.wording import megabytes
from gradebox.limits import FILE

MOST_MEMBERS = 200_000
UTF8_FLAG = 0x800  # of a zip member: its name is UTF-8


@dataclass(frozen=True)
class Member:
    """One file of an export, unread; `read` gives its content, or says in words why not."""

    name: str  # with its folders, in NFC
    read: Callable[[], bytes | str]

    @property
    def parts(self) -> list[str]:
        """Folders and name."""
        return self.name.split("/")


@dataclass
class Clue:
    """What an export says about a person."""

    name: str = ""  # in full, first name first
    first: str = ""
    last: str = ""
    email: str = ""
    number: str = ""  # the ID number of the university
    login: str = ""
    canvas: str = ""  # Canvas's own number, the same in all courses
    participant: str = ""  # Moodle's number in one assignment
    section: str = ""


@dataclass
class Upload:
    """What one student, or one group, handed in, as an export has it."""

    label: str  # for people
    who: list[Clue]  # one person, or all of a group
    files: dict[str, Member] = field(default_factory=dict)  # by name in the student's folder
    when: datetime | None = None
    late: bool | None = None  # what the platform says where it gives no time
    named: str = ""  # what files on the way back have to be called like
    group: str = ""
    unclear: str = ""  # why it can't be said whose it is
    remarks: list[str] = field(default_factory=list)


@dataclass
class Export:
    """A zip file or a folder that was given to `gradebox collect`."""

    path: Path
    members: list[Member]
    refused: list[str] = field(default_factory=list)  # links, paths that lead out of it

    @property
    def notebooks(self) -> Iterator[Member]:
        """The notebooks, and the archives that may hold one."""
        return (m for m in self.members if m.name.lower().endswith((".ipynb", ".zip")))


def read(path: Path) -> Export:
    """The files of a zip file or of a folder."""
    if path.is_dir():
        return _folder(path)
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise CourseError(f"{path.name} can't be read as a zip file ({error}).") from error
    export = Export(path, [])
    for info in archive.infolist()[:MOST_MEMBERS]:
        name = _name(info)
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if info.is_dir() or not parts or _leftover(parts):
            continue
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or name.startswith("/") or not is_path("/".join(parts)):
            export.refused.append(name)
            continue
        export.members.append(Member("/".join(parts), _reader(archive, info)))
    return export


def inside(content: bytes) -> list[Member]:
    """The files of an archive that a student handed in; none where it can't be read."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        return [
            Member(_name(info), _reader(archive, info))
            for info in archive.infolist()[:100]
            if not info.is_dir()
        ]
    except Exception:  # zipfile has errors of many kinds
        return []


def _name(info: zipfile.ZipInfo) -> str:
    """A member's name; Python reads one without the mark of UTF-8 as cp437."""
    name = info.filename
    if not info.flag_bits & UTF8_FLAG:
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return unicodedata.normalize("NFC", name)


def _reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], bytes | str]:
    def read() -> bytes | str:
        if info.file_size > FILE:
            return f"is too large ({megabytes(info.file_size)}; a file may have {megabytes(FILE)})"
        try:
            with archive.open(info) as file:
                return file.read(info.file_size)  # no more than it says
        except Exception as error:  # zlib, lzma and bz2 have errors of their own
            password = isinstance(error, RuntimeError) and "password" in str(error)
            why = "it has a password" if password else type(error).__name__
            return f"can't be unpacked ({why})"

    return read


def _folder(path: Path) -> Export:
    export = Export(path, [])
    for parent, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name not in LEFTOVERS)
        for name in sorted(names):
            file = Path(parent, name)
            shown = unicodedata.normalize("NFC", str(file.relative_to(path)))
            if _leftover(shown.split("/")):
                continue
            if file.is_symlink() or not file.is_file():
                export.refused.append(shown)
                continue
            export.members.append(Member(shown, _file_reader(file)))
    return export


def _file_reader(file: Path) -> Callable[[], bytes | str]:
    return lambda: read_file(os.fspath(file), FILE)


def _leftover(parts: list[str]) -> bool:
    hidden = parts[-1] in (".DS_Store", "Thumbs.db", "desktop.ini") or parts[-1].startswith("._")
    return hidden or bool(LEFTOVERS & set(parts[:-1]))
