"""A parser of submissions: files read as data, and the notebook rebuilt from the course.

From a submission come the texts of the answer cells, the student's own extra cells and the files
beside the notebook. Everything else is the course's: tests, given cells, order, metadata. Nothing
is run here, nothing is followed, and whatever is odd is written down in words.
"""

import copy
import dataclasses
import datetime
import hashlib
import io
import json
import os
import re
import stat
import warnings
import zipfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gradebox.course.lateness import TIMESTAMP, parse_timestamp
from gradebox.course.model import Assignment, CourseCell, CourseNotebook
from gradebox.course.syntax import bound, import_names
from gradebox.limits import FILE, HANDED_IN, MB
from gradebox.notebooks import grade_id, is_as_released, nbgrader_metadata
from gradebox.notebooks import source as text_of
from gradebox.text import cut, printable

# What is read of a submission, beside `FILE` and `HANDED_IN`; the rest is left, and that is said.
MOST_FILES = 500
MOST_CELLS = 2000
MOST_SOURCE = 2 * 2**20
MOST_FOLDERS = 1000
MOST_LOOKS = 20  # remarks on files
LONGEST_NAME, LONGEST_PATH = 255, 2000  # what Linux takes, less room for the folder it goes to
MOST_ARCHIVES = 3  # that are looked into where there is more than one way to read a submission
MOST_PARSED = 200_000  # characters of a cell that is searched for the names it sets
LEFTOVERS = {".ipynb_checkpoints", "__pycache__", ".git", "__MACOSX"}  # nobody hands these in
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
    digest: str = ""  # of all that grading it depends on
    content: str = ""  # a digest of the files alone: whether they are the same, laid here again

    def to_json(self) -> dict[str, Any]:
        """What `received` found, as JSON can hold it; of files the names."""
        return {
            **{"student": self.student, "notes": self.notes, "looks": self.looks},
            **{"digest": self.digest, "content": self.content, "files": list(self.files)},
            "came": self.came and self.came.isoformat(),
            "claimed": self.claimed and self.claimed.isoformat(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any], contents: list[bytes]) -> "Submission":
        """The same from that and from the files' contents."""
        moment = datetime.datetime.fromisoformat
        came, claimed = (data[key] and moment(data[key]) for key in ("came", "claimed"))
        files = dict(zip(data["files"], contents, strict=True))
        return cls(**{**data, "files": files, "came": came, "claimed": claimed})


def received(folder: Path, student: str, assignment: Assignment) -> Submission | None:
    """The files of a submission, when they came and their digest; None where there is nothing.

    Nothing in them is parsed, so this is what the grader's main process may do. It never raises:
    what can't be read is written down.
    """
    submission = Submission(student, digest=_digest(assignment.digest, {}))
    try:
        _receive(folder, submission)
        _shorten(submission.looks)
        submission.digest = _digest(assignment.digest, submission.files)
        _timestamp(submission)
        submission.content = _digest(b"", submission.files)
    except Exception as error:
        submission.looks.append(f"the folder can't be read ({_why(error)})")
    return submission if submission.files or submission.looks else None


def take(folder: Path, student: str, assignment: Assignment) -> Submission | None:
    """Read what a student handed in; None where there is nothing. It never raises, either."""
    submission = received(folder, student, assignment)
    return None if submission is None else parsed(submission, assignment)


def skimmed(submission: Submission, assignment: Assignment) -> Submission:
    """What `received` found, with its notebooks found and nothing rebuilt: no code is parsed."""
    return parsed(submission, assignment, rebuild=False)


def parsed(submission: Submission, assignment: Assignment, rebuild: bool = True) -> Submission:
    """What `received` found, with its notebooks parsed; the argument stays as it is."""
    kept = {name: copy.copy(getattr(submission, name)) for name in ("files", "notes", "looks")}
    submission = dataclasses.replace(submission, **kept)
    try:
        _parse(assignment, submission, rebuild)
    except Exception as error:
        submission.readable = False
        submission.files, submission.parts, submission.answered = {}, {}, {}
        submission.looks.append(f"what was handed in can't be read ({_why(error)})")
    return submission


def _parse(assignment: Assignment, submission: Submission, rebuild: bool = True) -> None:
    """Unpack an archive, find the notebooks, and keep the files that can lie beside them."""
    files = submission.files
    archives = [name for name in files if name.lower().endswith(".zip")]
    if len(archives) == 1 and not any(map(_is_notebook, files)):
        files |= _unpacked(files.pop(archives[0]), archives[0], submission)
        files.pop(TIMESTAMP, None)
        archives = []
    notebooks = {name: content for name, content in files.items() if _is_notebook(name)}
    beside = {name: content for name, content in files.items() if name not in notebooks}
    submission.files = _writable(beside, assignment.files, submission)
    for archive in archives[:MOST_ARCHIVES]:  # handed in both ways, or twice
        inner = _unpacked(files[archive], archive, submission)
        notebooks |= {
            f"{archive}/{name}": content for name, content in inner.items() if _is_notebook(name)
        }
    _match(assignment, notebooks, submission, rebuild)
    _shorten(submission.notes)


# --- files ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    """An entry of the folder that is no folder itself."""

    name: str  # with its folders
    path: str
    mode: int
    changed: float  # its ctime


def _receive(folder: Path, submission: Submission) -> None:
    """Find out when it came, then read the files."""
    link = folder.parent.is_symlink()
    try:
        about = os.lstat(folder.parent if link else folder)
    except FileNotFoundError:
        return
    submission.came = _moment(about.st_ctime)
    if link or stat.S_ISLNK(about.st_mode):
        submission.looks.append("the folder is a link to another place; links are not followed")
    elif not stat.S_ISDIR(about.st_mode):
        submission.looks.append(f"{folder.name} is a file, not a folder")
    else:
        found = _entries(folder, submission)
        if found:  # the folder's own time changes with whatever is made or deleted in it
            submission.came = _moment(max(entry.changed for entry in found))
        _read(found, submission)


def _entries(folder: Path, submission: Submission) -> list[_Found]:
    """Everything below a folder but what programs leave there; notebooks and what is near first."""
    found: list[_Found] = []
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
                        found.append(_Found(name, entry.path, about.st_mode, about.st_ctime))
                    elif entry.name not in LEFTOVERS:
                        stack.append((entry.path, f"{name}/"))
        except OSError as error:
            submission.looks.append(f"a folder can't be read ({_why(error)})")
    return sorted(found, key=lambda e: (not _is_notebook(e.name), e.name.count("/"), e.name))


def _read(found: list[_Found], submission: Submission) -> None:
    """The ordinary files, each at most so large; others are named and left."""
    total = 0
    for entry in found:
        if stat.S_ISLNK(entry.mode):
            submission.looks.append(f"{_say(entry.name)} is a link; links are not followed")
        elif not stat.S_ISREG(entry.mode):
            submission.looks.append(f"{_say(entry.name)} is not an ordinary file")
        elif entry.name != TIMESTAMP and len(submission.files) >= MOST_FILES:
            words = f"more than {MOST_FILES} files; the rest was left"
            if words not in submission.looks:
                submission.looks.append(words)
        else:
            content = file_content(entry.path, HANDED_IN - total)
            if isinstance(content, str):
                submission.looks.append(f"{_say(entry.name)} {content}")
                continue
            submission.files[entry.name] = content
            total += len(content)


def file_content(path: str, room: int) -> bytes | str:
    """The content of a file, or why it was not read; `room` is left for it."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode):
                return "is not an ordinary file"
            if about.st_size > FILE:
                return f"is too large ({_size(about.st_size)})"
            if about.st_size > room:
                return f"is too much: all files together may have {megabytes(HANDED_IN)}"
            return file.read(min(FILE, room))
    except OSError as error:
        return f"can't be read ({_why(error)})"


def _unpacked(content: bytes, name: str, submission: Submission) -> dict[str, bytes]:
    """The files in an archive that was handed in as it is; a damaged one costs no other."""
    files: dict[str, bytes] = {}
    refused: list[str] = []
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [(member, _parts(member)) for member in archive.infolist()]
            members = [
                (member, parts)
                for member, parts in members
                if not (member.filename.endswith("/") or LEFTOVERS & set(parts[:-1]))
            ]
            members.sort(key=lambda pair: not _is_notebook(pair[0].filename))  # they come first
            tops = {parts[0] for _, parts in members if parts}
            around = len(tops) == 1 and all(len(parts) > 1 for _, parts in members)
            for member, parts in members:
                inside = "/".join(parts[around:])  # a folder around everything is left out
                kind = stat.S_IFMT(member.external_attr >> 16)
                outside = not parts or ".." in parts or member.filename.startswith("/")
                if outside or kind not in (0, stat.S_IFREG):
                    refused.append(_say(member.filename))
                    continue
                if member.file_size > FILE:
                    size = _size(member.file_size)
                    words = f"{_say(inside)} in {_say(name)} is too much to unpack ({size})"
                    submission.looks.append(words)
                    continue
                total += member.file_size
                if total > HANDED_IN or len(files) >= MOST_FILES:
                    words = f"{MOST_FILES} files and {megabytes(HANDED_IN)} are the most"
                    words = f"{_say(name)} holds too much; the rest was left ({words})"
                    submission.looks.append(words)
                    break
                try:
                    with archive.open(member) as file:
                        files[inside] = file.read(FILE)
                except Exception as error:  # zlib, lzma and bz2 have errors of their own
                    words = f"{_say(inside)} in {_say(name)} can't be unpacked ({_why(error)})"
                    submission.looks.append(words)
    except Exception as error:
        submission.looks.append(f"{_say(name)} can't be unpacked ({_why(error)})")
    if refused:
        words = f"{_say(name)} holds links, or paths that lead out of it; they were left"
        submission.looks.append(f"{words} ({_few(refused)})")
    if not files and not submission.looks:
        submission.looks.append(f"{_say(name)} is empty")
    _shorten(submission.looks)
    return files


def _parts(member: zipfile.ZipInfo) -> list[str]:
    """The folders and the name of an archive's member."""
    return [part for part in member.filename.split("/") if part not in ("", ".")]


def _writable(
    files: dict[str, bytes], ours: dict[str, bytes], submission: Submission
) -> dict[str, bytes]:
    """The files that can lie together in one folder with the course's; the others are named."""
    kept: dict[str, bytes] = {}
    folders = {above for name in ours for above in _above(name)}
    left: list[str] = []
    for name, content in files.items():
        above = _above(name)
        fits = is_path(name) and len(folders | above) <= MOST_FOLDERS
        if not fits or name in folders or above & (ours.keys() | kept.keys()):
            left.append(_say(name))
            continue
        kept[name] = content
        folders |= above
    if left:
        submission.looks.append(
            f"files can't be laid beside the notebook and were left ({_few(left)})"
        )
    return kept


def _above(name: str) -> set[str]:
    """The folders that a file is in: a and a/b for a/b/c."""
    parts = name.split("/")
    return {"/".join(parts[:i]) for i in range(1, len(parts))}


def is_path(name: str) -> bool:
    """Whether a file system takes it: no part too long, no part that leads elsewhere."""
    try:
        parts = os.fsencode(name).split(b"/")
    except UnicodeEncodeError:
        return False
    return (
        b"\0" not in b"".join(parts)
        and not {b"", b".", b".."} & set(parts)
        and max(map(len, parts)) <= LONGEST_NAME
        and sum(map(len, parts)) + len(parts) <= LONGEST_PATH
    )


def _shorten(looks: list[str]) -> None:
    """Leave out what nobody would read."""
    if len(looks) > MOST_LOOKS:
        looks[MOST_LOOKS:] = [f"and {len(looks) - MOST_LOOKS} more like these"]


def _size(size: int) -> str:
    return f"{megabytes(size)}; a file may have {megabytes(FILE)}"


def megabytes(size: int) -> str:
    """A number of bytes, in words."""
    return f"{max(size / MB, 0.1):.3g} MB"


def _is_notebook(name: str) -> bool:
    return name.lower().endswith(".ipynb")


def _moment(seconds: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(int(seconds), datetime.UTC)


def _why(error: Exception) -> str:
    """What an error says, in a word or two."""
    if isinstance(error, RuntimeError) and "password" in str(error):
        return "it has a password"
    return getattr(error, "strerror", None) or type(error).__name__


def _digest(beside: bytes, files: dict[str, bytes]) -> str:
    digest = hashlib.sha256(b"gradebox 1" + beside)
    for name, content in sorted(files.items()):
        digest.update(f"{len(name)} {len(content)} ".encode())
        digest.update(name.encode(errors="surrogateescape") + content)
    return digest.hexdigest()


def _timestamp(submission: Submission) -> None:
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
        submission.looks.append(f"{TIMESTAMP} gives a time after the files came: {words[:40]}")
        submission.claimed = None


def _say(name: str) -> str:
    """A file name as it can be written anywhere."""
    return cut(printable(name), 100)


# --- notebooks -----------------------------------------------------------------------------------


def _match(
    assignment: Assignment, files: dict[str, bytes], submission: Submission, rebuild: bool
) -> None:
    """Find every notebook of the assignment among the files, by name or by what is in it."""
    read: dict[str, list[dict[str, Any]]] = {}
    broken: dict[str, str] = {}
    for name, content in files.items():
        found = _cells(content, name, submission)
        if isinstance(found, str):
            broken[name] = found
        else:
            read[name] = found
    given, left = _given(assignment, read), set(read)
    for book in assignment.notebooks:
        if book.name in given:
            given[book.name] = _chosen(book, given[book.name], left, read, submission)
        own, taken = f"{book.name}.ipynb", given.get(book.name)
        if taken is None:
            here = own in broken
            submission.looks.append(f"{own} {broken[own]}" if here else f"there is no {own}")
            if not files and submission.files:
                others = _few([*map(_say, submission.files)])
                submission.notes.append(f"what was handed in is {others}")
            continue
        left.discard(taken)
        if taken.rpartition("/")[2] != own:
            if own in read and own not in given.values():
                submission.looks.append(f"{own} is not this assignment")
            # "04-perceptron (1).ipynb", "Kopie von 04-perceptron.ipynb" are as clear as they can be
            odd = own in files or book.name.casefold() not in taken.casefold()
            told = submission.looks if odd else submission.notes
            told.append(f"{_say(taken)} was read as {own}")
        submission.readable = True
        if rebuild:
            _rebuild(book, read[taken], submission)
    for name in read:
        if name in left:
            submission.notes.append(f"{_say(name)} is one notebook too many; it was left")
    for name, why in broken.items():
        if f"{name} {why}" not in submission.looks:
            submission.notes.append(f"{_say(name)} {why}")


def _given(assignment: Assignment, files: dict[str, list[dict[str, Any]]]) -> dict[str, str]:
    """Which file is which notebook of the assignment: by its name, else by the ids of its cells.

    A file goes to a notebook that it fits best (several may share some ids), so that one that is
    missing does not take another's.
    """
    books = [book.name for book in assignment.notebooks]
    ids = {name: _ids(cells) for name, cells in files.items()}
    shared = {
        (book.name, name): len(book.ids & ids[name])
        for book in assignment.notebooks
        for name in files
    }
    best = {name: max(shared[book, name] for book in books) for name in files}
    fitting = [pair for pair, many in shared.items() if many and many == best[pair[1]]]
    fitting.sort(key=lambda pair: (pair[1] != f"{pair[0]}.ipynb", -shared[pair]))
    given: dict[str, str] = {}
    for book, name in [*fitting, *((book, f"{book}.ipynb") for book in books)]:
        if name in files and book not in given and name not in given.values():
            given[book] = name
    return given


def _chosen(
    book: CourseNotebook,
    taken: str,
    left: set[str],
    read: dict[str, list[dict[str, Any]]],
    submission: Submission,
) -> str:
    """Of several files that are one notebook, the one to grade; where they differ, that is said.

    A browser names a second download "04-perceptron (1).ipynb", and some hand in the notebook and
    an archive of it: none of that may cost points unseen.
    """
    others = [name for name in sorted(left - {taken}) if len(_ids(read[name]) & book.ids) > 1]
    begun = {name: _written(book, read[name]) for name in (taken, *others)}
    full = [name for name, answers in begun.items() if answers]
    if not begun[taken] and len(full) == 1:
        submission.notes.append(f"{_say(taken)} is as it was given out; {_say(full[0])} was graded")
        left.discard(taken)
        taken = full[0]
    same = [name for name in others if name != taken and begun[name] == begun[taken]]
    differ = [name for name in full if name != taken and name not in same]
    left -= {*same, *differ}
    if same:
        submission.notes.append(f"{_few([*map(_say, same)])} says the same as {_say(taken)}")
    if differ:
        submission.looks.append(
            f"{_say(taken)} counts, but {_few([*map(_say, differ)])} has other answers: which "
            "is meant?"
        )
    return taken


def _written(book: CourseNotebook, cells: list[dict[str, Any]]) -> dict[str, str]:
    """What stands in the answer cells that are no longer as they were given out."""
    given = {c.grade_id: c.released.strip() for c in book.cells if c.of_students and c.grade_id}
    texts = {grade_id(cell): text_of(cell).strip() for cell in cells}
    return {key: text for key, text in texts.items() if given.get(key, text) != text}


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
        submission.notes.append(f"{_say(name)} was in an old format (nbformat {str(version)[:20]})")
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
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they would quote the notebook on the terminal
            import nbformat

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
            text = answers.get(cell.place, cell.released if cell.optional else "")
        elif cell.role == "plain" and cell.place in answers:
            text = answers[cell.place]
        parts += [RebuiltCell(cell, cell.kind, text), *extras[cell.place]]
    submission.parts[book.name] = parts
    submission.answered[book.name] = [
        cell.grade_id
        for cell in book.cells
        if cell.of_students
        and not cell.optional
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
    lost = [
        (cell, names)
        for cell in book.cells
        if cell.role == "solution" and cell.place not in found and cell.kind == "code"
        if (names := bound(cell.source))
    ]
    for i, data in enumerate(cells):
        if not lost:
            break
        if i in matched or data["cell_type"] != "code" or len(text_of(data)) > MOST_PARSED:
            continue
        here = bound(text_of(data))
        fits = next((pair for pair in lost if pair[1] <= here), None)
        if fits:
            matched[i] = fits[0]
            lost.remove(fits)
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
    lost = [
        cell.grade_id
        for cell in book.cells
        if cell.of_students and not cell.optional and cell.place not in found
    ]
    gone = [cell.grade_id for cell in book.cells if cell.role == "test" and cell.place not in found]
    edited, tagged, moved = [], [], []
    added: list[str] = []  # imports in cells that are the course's
    last = -1
    for i, cell in matched.items():
        data, marks = cells[i], nbgrader_metadata(cells[i])
        intact = is_as_released(data)  # what the course has changed since is not theirs
        if cell.role == "test":
            text = text_of(data).strip()
            same = text in (cell.released.strip(), cell.source.strip())
            points = marks.get("points", cell.points)
            forged = points != cell.points and intact is False
            other = marks and (forged or marks.get("solution") or not marks.get("grade"))
            if data["cell_type"] != "code" or not (same or intact) or other:
                edited.append(cell.grade_id)
            if cell.place < last:
                moved.append(cell.grade_id)
            last = cell.place
        if cell.role == "given" and not intact and len(text_of(data)) <= MOST_PARSED:
            text = text_of(data)
            known = bound(cell.source) | bound(cell.released)
            added += map(_say, sorted(import_names(text) - known))
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
        (
            added,
            "imports that were added to a cell of the course are not used, as such cells are put "
            "back as they were; an import belongs in a cell of one's own",
        ),
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
