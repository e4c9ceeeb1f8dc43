"""A parser of submissions: files read as data, and the notebook rebuilt from the course.

From a submission come the texts of the answer cells, the student's own extra cells and the files
beside the notebook. Everything else is the course's: tests, given cells, order, metadata. Nothing
is run here, nothing is followed, and whatever is odd is written down in words.
"""

import datetime
import hashlib
import io
import json
import os
import re
import stat
import zipfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lincourse.grading.course import Assignment, CourseCell, CourseNotebook
from lincourse.grading.lateness import TIMESTAMP, parse_timestamp
from lincourse.grading.syntax import bound
from lincourse.notebooks import grade_id, nbgrader_metadata
from lincourse.notebooks import source as text_of

# What is read of a submission, in bytes and numbers; the rest is left, and that is said.
MOST_NOTEBOOK = 40 * 2**20
MOST_FILE = 20 * 2**20
MOST_IN_ALL = 100 * 2**20
MOST_FILES = 500
MOST_CELLS = 2000
MOST_SOURCE = 2 * 2**20
CONFLICT = re.compile(rb"^(<{7} |>{7} |={7}$)", re.MULTILINE)


@dataclass(frozen=True)
class RebuiltCell:
    """One cell of the rebuilt notebook: the course's, with a student's text, or an extra one."""

    cell: CourseCell | None
    kind: str
    source: str


@dataclass
class Submission:
    """What a student handed in, as far as it can be read."""

    student: str
    parts: dict[str, list[RebuiltCell]] = field(default_factory=dict)  # notebook name -> its cells
    answered: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)  # worth saying
    looks: list[str] = field(default_factory=list)  # worth a person's look
    readable: bool = False
    came: datetime.datetime | None = None
    claimed: datetime.datetime | None = None
    digest: str = ""


def take(folder: Path, student: str, assignment: Assignment) -> Submission | None:
    """Read what a student handed in; None where there is nothing."""
    submission = Submission(student, digest=_digest(assignment, {}))
    if folder.parent.is_symlink() or folder.is_symlink():
        submission.looks.append("the folder is a link to another place; links are not followed")
        return submission
    if not folder.exists():
        return None
    if not folder.is_dir():
        submission.looks.append(f"{folder.name} is a file, not a folder")
        return submission
    files = _read(folder, submission)
    submission.digest = _digest(assignment, files)
    stamp = files.pop(TIMESTAMP, None)
    archives = [name for name in files if name.lower().endswith(".zip")]
    if len(archives) == 1 and not any(name.endswith(".ipynb") for name in files):
        files |= _unpacked(files.pop(archives[0]), archives[0], submission)
    files.pop(TIMESTAMP, None)
    _timestamp(stamp, submission)
    notebooks = {
        name: content for name, content in files.items() if name.lower().endswith(".ipynb")
    }
    submission.files = {name: files[name] for name in files if name not in notebooks}
    if not files and not submission.looks:
        return None
    _match(assignment, notebooks, submission)
    return submission


# --- files ---------------------------------------------------------------------------------------


def _read(folder: Path, submission: Submission) -> dict[str, bytes]:
    """The ordinary files of a folder, each at most so large; others are named and left."""
    files: dict[str, bytes] = {}
    total, newest = 0, 0.0
    stack = [folder]
    while stack:
        try:
            entries = sorted(os.scandir(stack.pop()), key=lambda entry: entry.name)
        except OSError as error:
            submission.looks.append(f"a folder can't be read ({error.strerror})")
            continue
        for entry in entries:
            path = Path(entry.path)
            name = path.relative_to(folder).as_posix()
            if entry.is_symlink():
                submission.looks.append(f"{_say(name)} is a link; links are not followed")
            elif entry.is_dir(follow_symlinks=False):
                if entry.name not in (".ipynb_checkpoints", "__pycache__", ".git"):
                    stack.append(path)
            elif not entry.is_file(follow_symlinks=False):
                submission.looks.append(f"{_say(name)} is not an ordinary file")
            elif len(files) >= MOST_FILES:
                submission.looks.append(f"more than {MOST_FILES} files; the rest was left")
                return files
            else:
                most = MOST_NOTEBOOK if name.endswith(".ipynb") else MOST_FILE
                content = _content(path, min(most, MOST_IN_ALL - total))
                if isinstance(content, str):
                    submission.looks.append(f"{_say(name)} {content}")
                    continue
                files[name] = content
                total += len(content)
                newest = max(newest, entry.stat(follow_symlinks=False).st_ctime)
    if newest:
        submission.came = datetime.datetime.fromtimestamp(int(newest), datetime.UTC)
    return files


def _content(path: Path, most: int) -> bytes | str:
    """The content of a file, or why it was not read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        return f"can't be read ({error.strerror})"
    with open(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            return "is not an ordinary file"
        if about.st_size > most:
            return f"is too large ({about.st_size / 2**20:.0f} MB)"
        return file.read(most)


def _unpacked(content: bytes, name: str, submission: Submission) -> dict[str, bytes]:
    """The files in an archive that was handed in as it is."""
    files: dict[str, bytes] = {}
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            outer = 1 if _one_folder(archive) else 0  # a folder around everything is left out
            for member in archive.infolist():
                parts = Path(member.filename).parts
                plain = not member.is_dir() and (member.external_attr >> 16) & 0o170000 in (
                    0,
                    0o100000,
                )
                if not plain or member.filename.startswith("/") or ".." in parts:
                    continue
                most = MOST_NOTEBOOK if member.filename.endswith(".ipynb") else MOST_FILE
                total += member.file_size
                if member.file_size > most or total > MOST_IN_ALL or len(files) >= MOST_FILES:
                    submission.looks.append(f"{_say(name)} holds too much; the rest was left")
                    break
                with archive.open(member) as file:
                    files["/".join(parts[outer:])] = file.read(most)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        submission.looks.append(f"{_say(name)} can't be unpacked ({type(error).__name__})")
    return files


def _one_folder(archive: zipfile.ZipFile) -> bool:
    """Whether everything in an archive is in one folder."""
    tops = {Path(name).parts[0] for name in archive.namelist() if Path(name).parts}
    return len(tops) == 1 and all(
        len(Path(name).parts) > 1 or name.endswith("/") for name in archive.namelist()
    )


def _digest(assignment: Assignment, files: dict[str, bytes]) -> str:
    digest = hashlib.sha256(b"lincourse 1" + assignment.digest)
    for name, content in sorted(files.items()):
        digest.update(f"{len(name)} {len(content)} ".encode())
        digest.update(name.encode(errors="surrogateescape") + content)
    return digest.hexdigest()


def _timestamp(text: bytes | None, submission: Submission) -> None:
    """Note the time that timestamp.txt claims, unless that is after the files came."""
    if text is None:
        return
    words = text[:100].decode(errors="replace").strip()
    try:
        submission.claimed = parse_timestamp(words)
    except (ValueError, KeyError, OverflowError, OSError):
        submission.notes.append(f"{TIMESTAMP} is not a time: {words[:40]!r}")
        return
    if submission.came and submission.claimed > submission.came + datetime.timedelta(minutes=5):
        submission.looks.append(f"{TIMESTAMP} gives a time after the files came: {words[:40]}")
        submission.claimed = None


def _say(name: str) -> str:
    """A file name as it can be written anywhere."""
    return name.encode(errors="backslashreplace").decode()[:100]


# --- notebooks -----------------------------------------------------------------------------------


def _match(assignment: Assignment, files: dict[str, bytes], submission: Submission) -> None:
    """Find every notebook of the assignment among the files, by name or by what is in it."""
    read: dict[str, list[dict[str, Any]]] = {}
    broken: dict[str, str] = {}
    for name, content in files.items():
        found = _cells(content, name, submission)
        if isinstance(found, str):
            broken[name] = found
        else:
            read[name] = found
    left = dict(read)
    for book in assignment.notebooks:
        cells: list[dict[str, Any]] | None = left.pop(f"{book.name}.ipynb", None)
        if cells is None or not (book.ids & _ids(cells)):
            others = {name: len(book.ids & _ids(other)) for name, other in left.items()}
            best = max(others, key=lambda name: others[name], default=None)
            if best is not None and others[best]:
                if cells is not None:
                    submission.looks.append(f"{book.name}.ipynb is not this assignment")
                cells = left.pop(best)
                submission.looks.append(f"{_say(best)} was taken for {book.name}.ipynb")
        if cells is None:
            why = broken.get(f"{book.name}.ipynb") or next(iter(broken.values()), None)
            submission.looks.append(
                f"{book.name}.ipynb {why}" if why else f"there is no {book.name}.ipynb"
            )
            continue
        submission.readable = True
        _rebuild(book, cells, submission)
    for name in left:
        submission.notes.append(f"{_say(name)} is one notebook too many; it was left")
    for name, why in broken.items():
        if submission.readable:
            submission.notes.append(f"{_say(name)} {why}")


def _ids(cells: list[dict[str, Any]]) -> set[str]:
    return {grade_id(cell) for cell in cells} - {""}


def _cells(content: bytes, name: str, submission: Submission) -> list[dict[str, Any]] | str:
    """The cells of a notebook file, or why there are none."""
    if not content.strip():
        return "is empty"
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = content.decode("utf-16", errors="replace")
    else:
        text = content.decode("utf-8-sig", errors="replace")
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        if CONFLICT.search(content):
            return "holds the marks of a merge conflict, so it is not a notebook"
        whole = content.rstrip().endswith(b"}")
        return "is not a notebook" if whole else "is cut off, or is not a notebook"
    if not isinstance(notebook, dict):
        return "is not a notebook"
    version = notebook.get("nbformat")
    if "worksheets" in notebook and "cells" not in notebook:
        notebook = _converted(text)
        if notebook is None:
            return "is a very old notebook that can't be read"
        submission.notes.append(f"{_say(name)} was in an old format (nbformat {version})")
    elif version != 4:
        submission.looks.append(f"{_say(name)} says that it has nbformat {str(version)[:20]!r}")
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        return "is not a notebook: it has no cells"
    good = [
        cell
        for cell in cells[:MOST_CELLS]
        if isinstance(cell, dict)
        and cell.get("cell_type") in ("code", "markdown", "raw")
        and isinstance(cell.get("source", ""), str | list)
        and len(text_of(cell)) <= MOST_SOURCE
    ]
    if len(good) < len(cells):
        submission.looks.append(f"{len(cells) - len(good)} cells of {_say(name)} can't be read")
    return good


def _converted(text: str) -> Any:
    """A notebook of an older format, as the present one."""
    import nbformat

    try:
        return json.loads(nbformat.writes(nbformat.reads(text, as_version=4)))
    except Exception:
        return None


def _rebuild(book: CourseNotebook, cells: list[dict[str, Any]], submission: Submission) -> None:
    """Put the student's answers and extra cells into the course's notebook."""
    matched = _matched(book, cells)
    answers: dict[int, str] = {}
    extras: dict[int, list[RebuiltCell]] = defaultdict(list)
    known = {text.strip() for cell in book.cells for text in (cell.source, cell.released)}
    anchor, copies = -1, []
    for i, data in enumerate(cells):
        source, cell = text_of(data), matched.get(i)
        if cell is not None:
            if not (cell.of_students or cell.role == "plain"):
                anchor = cell.place
            else:
                if cell.place not in answers:
                    answers[cell.place], anchor = source, cell.place
                    continue
                copies.append(cell.grade_id)
                if answers[cell.place].strip() == cell.released.strip():
                    answers[cell.place] = source
                elif source.strip() not in (cell.released.strip(), answers[cell.place].strip()):
                    extras[anchor].append(RebuiltCell(None, "code", source))
            continue
        if source.strip() and source.strip() not in known:
            kind = "markdown" if data["cell_type"] == "raw" else data["cell_type"]
            extras[anchor].append(RebuiltCell(None, kind, source))
    _remark(book, cells, matched, copies, submission)
    parts = list(extras[-1])
    for cell in book.cells:
        text = cell.source
        if cell.of_students:
            text = answers.get(cell.place, "")
        elif cell.role == "plain" and cell.place in answers:
            text = answers[cell.place]
        parts += [RebuiltCell(cell, cell.kind, text), *extras[cell.place]]
    submission.parts[book.name] = parts
    submission.answered[book.name] = [
        cell.grade_id
        for cell in book.cells
        if cell.of_students
        and answers.get(cell.place, "").strip() not in ("", cell.released.strip())
    ]


def _matched(book: CourseNotebook, cells: list[dict[str, Any]]) -> dict[int, CourseCell]:
    """Which cell of the course a submitted one is: by grade_id, by id, by text, by what it sets."""
    by_grade = {cell.grade_id: cell for cell in book.cells if cell.grade_id}
    by_id = {cell.data["id"]: cell for cell in book.cells if cell.data.get("id")}
    by_text = {cell.released.strip(): cell for cell in book.cells if not cell.of_students}
    matched: dict[int, CourseCell] = {}
    for i, data in enumerate(cells):
        cell = by_grade.get(grade_id(data))
        if cell is None and isinstance(data.get("id"), str):
            cell = by_id.get(data["id"])
        if cell is None and text_of(data).strip():
            cell = by_text.get(text_of(data).strip())
        if cell is not None:
            matched[i] = cell
    found = {cell.place for cell in matched.values()}
    for cell in book.cells:
        if cell.role == "solution" and cell.place not in found and cell.kind == "code":
            names = bound(cell.source)
            for i, data in enumerate(cells):
                new = names and i not in matched and data["cell_type"] == "code"
                if new and names <= bound(text_of(data)):
                    matched[i] = cell
                    break
    return matched


def _remark(
    book: CourseNotebook,
    cells: list[dict[str, Any]],
    matched: dict[int, CourseCell],
    copies: list[str],
    submission: Submission,
) -> None:
    """Write down what was changed that is not a student's to change."""
    found = {cell.place for cell in matched.values()}
    lost = [cell.grade_id for cell in book.cells if cell.of_students and cell.place not in found]
    gone = [cell.grade_id for cell in book.cells if cell.role == "test" and cell.place not in found]
    edited, tagged, moved = [], [], []
    last = -1
    for i, cell in matched.items():
        data, marks = cells[i], nbgrader_metadata(cells[i])
        if cell.role == "test":
            text = text_of(data).strip()
            same = text in (cell.released.strip(), cell.source.strip())
            if data["cell_type"] != "code" or not same:
                edited.append(cell.grade_id)
            points = marks.get("points", cell.points)
            if marks and (points != cell.points or marks.get("solution") or not marks.get("grade")):
                edited.append(cell.grade_id)
            if cell.place < last:
                moved.append(cell.grade_id)
            last = cell.place
        metadata = data.get("metadata")
        tags = metadata.get("tags") if isinstance(metadata, dict) else None
        if isinstance(tags, list) and {"skip-execution", "raises-exception"} & set(map(str, tags)):
            tagged.append(cell.grade_id or "a cell")
    for names, words in (
        (gone, "test cells were missing and were put back"),
        (edited, "test cells were changed; the course's own were used"),
        (moved, "test cells were moved; the course's order was used"),
        (tagged, "cells asked not to be run; they were"),
        (lost, "answer cells are missing"),
    ):
        if names:
            submission.looks.append(f"{words} ({_few(names)})")
    if copies:
        submission.notes.append(f"cells are there more than once ({_few(copies)})")


def _few(names: list[str]) -> str:
    """Some names, and how many more."""
    different = list(dict.fromkeys(names))
    more = f" and {len(different) - 3} more" if len(different) > 3 else ""
    return ", ".join(different[:3]) + more
