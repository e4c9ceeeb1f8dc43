"""Exports: zip files and folders, read as untrusted data.

Nothing is written here, links are not followed, and paths that lead out of the export are refused.
Files that are too large are skipped with a reason, so one student's files can't affect others.
"""

import contextlib
import functools
import io
import os
import stat
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gradebox.course.model import CourseError
from gradebox.intake.files import LEFTOVERS, is_path, read_file, too_large
from gradebox.intake.submission import reason
from gradebox.limits import MAX_FILE_BYTES, MAX_SUBMISSION_BYTES

MAX_MEMBERS = 200_000
MAX_INNER_MEMBERS = 100  # read from a student's own archive
UTF8_FLAG = 0x800  # the name of a zip member is UTF-8
CLUTTER = (".DS_Store", "Thumbs.db", "desktop.ini")


class DownloadError(CourseError):
    """A file on a platform can't be fetched now, so its student's work isn't complete."""


@dataclass(frozen=True)
class Member:
    """One file of an export, not read yet."""

    name: str  # with its folders, in NFC
    read: Callable[[], bytes | str]  # its content, or in words why it can't be read

    @property
    def parts(self) -> list[str]:
        return self.name.split("/")

    @property
    def may_hold_notebook(self) -> bool:
        """Return True for a notebook, or an archive that may contain one."""
        return self.name.lower().endswith((".ipynb", ".zip"))


class Export:
    """A zip file, a folder or a single file given to `collect`; listed when first needed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.refused: list[str] = []  # links, and paths that lead out of it; known once listed

    @functools.cached_property
    def members(self) -> list[Member]:
        if self.path.is_dir():
            return list(self._folder())
        if self.path.suffix.lower() == ".zip":
            return list(self._archive())
        read = functools.partial(read_file, str(self.path), MAX_SUBMISSION_BYTES)
        return [Member(self.path.name, read)]

    def _folder(self) -> Iterator[Member]:
        for parent, folders, names in os.walk(self.path):
            folders[:] = sorted(name for name in folders if name not in LEFTOVERS)
            for name in sorted(names):
                file = Path(parent, name)
                inside = unicodedata.normalize("NFC", str(file.relative_to(self.path)))
                if _is_clutter(inside.split("/")):
                    continue
                if file.is_symlink() or not file.is_file():
                    self.refused.append(inside)
                else:
                    yield Member(inside, functools.partial(read_file, str(file), MAX_FILE_BYTES))

    def _archive(self) -> Iterator[Member]:
        try:
            archive = zipfile.ZipFile(self.path)
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise CourseError(
                f"{self.path.name} can't be read as a zip file ({error}). Download it again."
            ) from error
        for info in archive.infolist()[:MAX_MEMBERS]:
            name = _name(info)
            parts = [part for part in name.split("/") if part not in ("", ".")]
            inside = "/".join(parts)
            if info.is_dir() or not parts or _is_clutter(parts):
                continue
            kind = stat.S_IFMT(info.external_attr >> 16)
            if kind not in (0, stat.S_IFREG) or name.startswith("/") or not is_path(inside):
                self.refused.append(name)
            else:
                yield Member(inside, functools.partial(_unpack, archive, info))


def inner_members(content: bytes) -> list[Member]:
    """The files of an archive that a student submitted; none if it can't be read."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        return [
            Member(_name(info), functools.partial(_unpack, archive, info))
            for info in archive.infolist()[:MAX_INNER_MEMBERS]
            if not info.is_dir()
        ]
    except Exception:  # zipfile raises errors of many kinds
        return []


def _name(info: zipfile.ZipInfo) -> str:
    """A member's name; Python decodes names without the UTF-8 flag as cp437."""
    name = info.filename
    if not info.flag_bits & UTF8_FLAG:
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return unicodedata.normalize("NFC", name)


def _unpack(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes | str:
    if info.file_size > MAX_FILE_BYTES:
        return too_large(info.file_size)
    try:
        with archive.open(info) as file:
            return file.read(info.file_size)  # never more than it claims
    except Exception as error:  # zlib, lzma and bz2 raise errors of their own
        return f"can't be unpacked ({reason(error)})"


def _is_clutter(parts: list[str]) -> bool:
    hidden = parts[-1] in CLUTTER or parts[-1].startswith("._")
    return hidden or bool(LEFTOVERS & set(parts[:-1]))
