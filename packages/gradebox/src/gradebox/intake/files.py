"""The files of a submission: read from its folder, or unpacked from an archive.

Links are not followed, sizes are limited, and every file that is left out is named in a remark.
"""

import datetime
import hashlib
import io
import os
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gradebox.course.lateness import TIMESTAMP, parse_timestamp
from gradebox.intake.submission import (
    Submission,
    listing,
    megabytes,
    printable_name,
    reason,
    shorten,
)
from gradebox.limits import MAX_FILE_BYTES, MAX_SUBMISSION_BYTES

MAX_FILES = 500
MAX_FOLDERS = 1000
MAX_NAME, MAX_PATH = 255, 2000  # bytes; Linux's limits, less room for the folder around it
LEFTOVERS = {".ipynb_checkpoints", "__pycache__", ".git", "__MACOSX"}  # made by programs


@dataclass(frozen=True)
class _Entry:
    """An entry of a folder that isn't a folder itself."""

    name: str  # with its folders
    path: str
    mode: int
    changed: float  # its ctime


def read_folder(folder: Path, submission: Submission) -> None:
    """Read the files of a submission, and find out when they came."""
    link = folder.parent.is_symlink()
    try:
        about = os.lstat(folder.parent if link else folder)
    except FileNotFoundError:
        return
    submission.came = _moment(about.st_ctime)
    if link or stat.S_ISLNK(about.st_mode):
        submission.review_reasons.append("the folder is a link; links are not followed")
    elif not stat.S_ISDIR(about.st_mode):
        submission.review_reasons.append(f"{folder.name} is a file, not a folder")
    else:
        entries = _entries(folder, submission)
        if entries:  # the folder's own time changes when anything is made or deleted in it
            submission.came = _moment(max(entry.changed for entry in entries))
        _read(entries, submission)
    shorten(submission.review_reasons)


def _moment(seconds: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(int(seconds), datetime.UTC)


def _entries(folder: Path, submission: Submission) -> list[_Entry]:
    """Return all files below a folder except leftovers: notebooks first, then by depth."""
    found: list[_Entry] = []
    stack = [(os.fspath(folder), "")]
    while stack:
        place, above = stack.pop()
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    name = above + entry.name
                    try:
                        about = entry.stat(follow_symlinks=False)
                    except FileNotFoundError:  # it was deleted just now
                        continue
                    if not stat.S_ISDIR(about.st_mode):
                        found.append(_Entry(name, entry.path, about.st_mode, about.st_ctime))
                    elif entry.name not in LEFTOVERS:
                        stack.append((entry.path, f"{name}/"))
        except OSError as error:
            submission.review_reasons.append(f"a folder can't be read ({reason(error)})")
    return sorted(found, key=lambda e: (not is_notebook(e.name), e.name.count("/"), e.name))


def _read(entries: list[_Entry], submission: Submission) -> None:
    """Read ordinary files, up to the limits."""
    total = 0
    for entry in entries:
        name = printable_name(entry.name)
        if stat.S_ISLNK(entry.mode):
            submission.review_reasons.append(f"{name} is a link; links are not followed")
        elif not stat.S_ISREG(entry.mode):
            submission.review_reasons.append(f"{name} is not an ordinary file")
        elif entry.name != TIMESTAMP and len(submission.files) >= MAX_FILES:
            words = f"more than {MAX_FILES} files; the rest was ignored"
            if words not in submission.review_reasons:
                submission.review_reasons.append(words)
        else:
            content = read_file(entry.path, MAX_SUBMISSION_BYTES - total)
            if isinstance(content, str):
                submission.review_reasons.append(f"{name} {content}")
                continue
            submission.files[entry.name] = content
            total += len(content)


def read_file(path: str, room: int) -> bytes | str:
    """Return the content of a file of at most `room` bytes, or why it was not read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode):
                return "is not an ordinary file"
            if about.st_size > MAX_FILE_BYTES:
                return too_large(about.st_size)
            if about.st_size > room:
                limit = megabytes(MAX_SUBMISSION_BYTES)
                return f"is too much: the limit for all files together is {limit}"
            return file.read(min(MAX_FILE_BYTES, room))
    except OSError as error:
        return f"can't be read ({reason(error)})"


def too_large(size: int) -> str:
    """Return what to say about a file above the limit."""
    limit = megabytes(MAX_FILE_BYTES)
    return f"is too large ({megabytes(size)}; the limit is {limit} per file)"


def unpack(content: bytes, name: str, submission: Submission) -> dict[str, bytes]:
    """Return the files in an archive; a damaged one costs no other."""
    files: dict[str, bytes] = {}
    outside: list[str] = []
    shown = printable_name(name)
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for member, inside in _members(archive):
                if not inside:
                    outside.append(printable_name(member.filename))
                    continue
                here = f"{printable_name(inside)} in {shown}"
                if member.file_size > MAX_FILE_BYTES:
                    submission.review_reasons.append(f"{here} {too_large(member.file_size)}")
                    continue
                total += member.file_size
                if total > MAX_SUBMISSION_BYTES or len(files) >= MAX_FILES:
                    limits = f"the limit is {MAX_FILES} files and {megabytes(MAX_SUBMISSION_BYTES)}"
                    words = f"{shown} holds too much; the rest was ignored ({limits})"
                    submission.review_reasons.append(words)
                    break
                try:
                    with archive.open(member) as file:
                        files[inside] = file.read(MAX_FILE_BYTES)
                except Exception as error:  # zlib, lzma and bz2 have errors of their own
                    submission.review_reasons.append(f"{here} can't be unpacked ({reason(error)})")
    except Exception as error:  # a damaged archive raises almost anything
        submission.review_reasons.append(f"{shown} can't be unpacked ({reason(error)})")
    if outside:
        words = f"{shown} holds links, or paths that lead out of it; they were ignored"
        submission.review_reasons.append(f"{words} ({listing(outside)})")
    if not files and not submission.review_reasons:
        submission.review_reasons.append(f"{shown} is empty")
    shorten(submission.review_reasons)
    return files


def _members(archive: zipfile.ZipFile) -> Iterator[tuple[zipfile.ZipInfo, str]]:
    """Yield the files of an archive, notebooks first, and their paths; "" for an unsafe one.

    A folder around everything is left out of the paths.
    """
    members = [
        (member, [part for part in member.filename.split("/") if part not in ("", ".")])
        for member in archive.infolist()
        if not member.filename.endswith("/")
    ]
    members = [(member, parts) for member, parts in members if not LEFTOVERS & set(parts[:-1])]
    members.sort(key=lambda pair: not is_notebook(pair[0].filename))
    tops = {parts[0] for _, parts in members if parts}
    around = len(tops) == 1 and all(len(parts) > 1 for _, parts in members)
    for member, parts in members:
        kind = stat.S_IFMT(member.external_attr >> 16)
        unsafe = ".." in parts or member.filename.startswith("/")
        unsafe = unsafe or kind not in (0, stat.S_IFREG)
        yield member, "" if unsafe else "/".join(parts[around:])


def writable_files(
    files: dict[str, bytes], ours: dict[str, bytes], submission: Submission
) -> dict[str, bytes]:
    """Return the files that fit into one folder with the course's."""
    kept: dict[str, bytes] = {}
    folders = {above for name in ours for above in _above(name)}
    refused: list[str] = []
    for name, content in files.items():
        above = _above(name)
        fits = is_path(name) and len(folders | above) <= MAX_FOLDERS
        if not fits or name in folders or above & (ours.keys() | kept.keys()):
            refused.append(printable_name(name))
            continue
        kept[name] = content
        folders |= above
    if refused:
        submission.review_reasons.append(
            f"files can't be put beside the notebook and were ignored ({listing(refused)})"
        )
    return kept


def _above(name: str) -> set[str]:
    """Return the folders that a file is in: a and a/b for a/b/c."""
    parts = name.split("/")
    return {"/".join(parts[:i]) for i in range(1, len(parts))}


def is_path(name: str) -> bool:
    """Return True if a file system takes this path, and it doesn't lead out of its folder."""
    try:
        parts = os.fsencode(name).split(b"/")
    except UnicodeEncodeError:
        return False
    return (
        b"\0" not in b"".join(parts)
        and not {b"", b".", b".."} & set(parts)
        and max(map(len, parts)) <= MAX_NAME
        and sum(map(len, parts)) + len(parts) <= MAX_PATH
    )


def is_notebook(name: str) -> bool:
    """Return True if a file's name is that of a notebook."""
    return name.lower().endswith(".ipynb")


def digest(assignment: bytes, files: dict[str, bytes]) -> str:
    """Return a digest of an assignment's digest and of files."""
    found = hashlib.sha256(b"gradebox 1" + assignment)
    for name, content in sorted(files.items()):
        found.update(f"{len(name)} {len(content)} ".encode())
        found.update(name.encode(errors="surrogateescape") + content)
    return found.hexdigest()


def take_timestamp(submission: Submission) -> None:
    """Note the time that timestamp.txt claims, unless that is after the files came."""
    text = submission.files.pop(TIMESTAMP, None)
    if text is None:
        return
    words = text[:100].decode(errors="replace").strip()
    try:
        submission.claimed = parse_timestamp(words)
    except (ValueError, KeyError, OverflowError, OSError):
        submission.notes.append(f"{TIMESTAMP} is not a time: {words[:40]!r}")
        return
    if submission.came and submission.claimed > submission.came + datetime.timedelta(minutes=5):
        submission.review_reasons.append(
            f"{TIMESTAMP} gives a time after the files came: {words[:40]}"
        )
        submission.claimed = None
