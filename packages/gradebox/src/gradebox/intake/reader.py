"""The reader of submissions: files are parsed as data, and notebooks rebuilt from the course.

A submission gives the texts of the answer cells, the student's own extra cells and the files
beside the notebook. Everything else is the course's: tests, given cells, order, metadata. Nothing
is run here, and no function raises: anything odd becomes a remark.
"""

import copy
import dataclasses
import logging
from pathlib import Path

from gradebox.course.lateness import TIMESTAMP
from gradebox.course.model import Assignment
from gradebox.intake.files import (
    digest,
    is_notebook,
    read_folder,
    take_timestamp,
    unpack,
    writable_files,
)
from gradebox.intake.matching import match
from gradebox.intake.rebuild import rebuild
from gradebox.intake.submission import Submission, reason, shorten

MAX_ARCHIVES = 3  # unpacked if there is more than one way to read a submission

log = logging.getLogger(__name__)


def receive(folder: Path, student: str, assignment: Assignment) -> Submission | None:
    """Read the files of a submission and when they came; None if there are none.

    Nothing in them is parsed, so the grader's main process may do this.
    """
    submission = Submission(student, digest=digest(assignment.digest, {}))
    try:
        read_folder(folder, submission)
        submission.digest = digest(assignment.digest, submission.files)
        take_timestamp(submission)
        submission.content = digest(b"", submission.files)
    except Exception as error:
        log.info("The folder %s can't be read.", folder, exc_info=True)
        submission.review_reasons.append(f"the folder can't be read ({reason(error)})")
    return submission if submission.files or submission.review_reasons else None


def read(folder: Path, student: str, assignment: Assignment) -> Submission | None:
    """Read and parse what a student submitted; None if there is nothing."""
    submission = receive(folder, student, assignment)
    return None if submission is None else parse(submission, assignment)


def parse(submission: Submission, assignment: Assignment, rebuilding: bool = True) -> Submission:
    """Return a received submission with its notebooks found and, unless told not to, rebuilt.

    The argument stays as it is. Only rebuilding parses a student's code.
    """
    names = ("files", "notes", "review_reasons")
    copies = {name: copy.copy(getattr(submission, name)) for name in names}
    submission = dataclasses.replace(submission, **copies)
    try:
        notebooks = match(assignment, _unpack(assignment, submission), submission)
        for book in assignment.notebooks:
            if rebuilding and book.name in notebooks:
                rebuild(book, notebooks[book.name], submission)
        shorten(submission.notes)
    except Exception as error:
        log.info("The submission of %s can't be read.", submission.student, exc_info=True)
        submission.readable = False
        submission.files, submission.parts, submission.answered = {}, {}, {}
        submission.review_reasons.append(f"the submission can't be read ({reason(error)})")
    return submission


def _unpack(assignment: Assignment, submission: Submission) -> dict[str, bytes]:
    """Unpack archives and return the notebooks; `files` keeps what can be put beside them."""
    files = submission.files
    ours = set(assignment.files.values())  # an archive that comes with the release isn't theirs
    archives = [n for n, c in files.items() if n.lower().endswith(".zip") and c not in ours]
    if len(archives) == 1 and not any(map(is_notebook, files)):
        files |= unpack(files.pop(archives[0]), archives[0], submission)
        files.pop(TIMESTAMP, None)
        archives = []
    notebooks = {name: content for name, content in files.items() if is_notebook(name)}
    beside = {name: content for name, content in files.items() if name not in notebooks}
    submission.files = writable_files(beside, assignment.files, submission)
    for archive in archives[:MAX_ARCHIVES]:  # submitted both ways, or twice
        inner = unpack(files[archive], archive, submission)
        notebooks |= {
            f"{archive}/{name}": content for name, content in inner.items() if is_notebook(name)
        }
    return notebooks
