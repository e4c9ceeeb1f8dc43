"""Stage uploads: write a student's files as they will be in submitted/."""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from gradebox.course.lateness import TIMESTAMP, format_timestamp
from gradebox.course.model import Assignment
from gradebox.course.people import Person
from gradebox.intake import reader
from gradebox.intake.files import MAX_FILES, is_path
from gradebox.intake.record import Entry, Record
from gradebox.intake.staging_area import StagingArea
from gradebox.intake.submission import megabytes
from gradebox.limits import MAX_SUBMISSION_BYTES
from gradebox.platforms.exports import DownloadError, Member
from gradebox.platforms.platform import Platform, Upload

MAX_FILES_NAMED = 3

# How a staged upload compares with submitted/, in the words of the report.
NEW, RESUBMITTED, UNCHANGED = "new", "resubmitted", "unchanged"


@dataclass
class StagedUpload:
    """An upload whose files are in the staging area."""

    person: Person
    upload: Upload
    platform: Platform
    submitted: datetime | None = None
    late: bool | None = None
    content: str = ""  # the digest of its files
    files: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    change: str = NEW

    def entry(self) -> Entry:
        """What the record keeps of it."""
        submitted = self.submitted.isoformat() if self.submitted else None
        upload = self.upload
        return Entry(
            *(self.platform.name, upload.label, upload.reply_name, upload.group),
            *(submitted, self.late, self.content, self.files),
            written_time=upload.written_time,
        )


def stage(
    upload: Upload,
    person: Person,
    platform: Platform,
    assignment: Assignment,
    record: Record,
    area: StagingArea,
) -> StagedUpload:
    """Write an upload's files into the staging area, and compare them with submitted/.

    Raises DownloadError.
    """
    staged = StagedUpload(person, upload, platform, upload.submitted, upload.late)
    folder = area.folder(person.id)
    folder.mkdir(parents=True)
    _write_files(staged, folder)
    found = reader.receive(folder, person.id, assignment)
    staged.content = found.content if found else ""
    known = record.matching_entry(person.id, staged.content)
    if staged.submitted is None and known is not None and known.platform == platform.name:
        # the same files, but this time without the list that has the times
        staged.submitted = datetime.fromisoformat(known.submitted) if known.submitted else None
        staged.late = known.late if staged.late is None else staged.late
        upload.written_time = known.written_time
    if staged.submitted and not platform.has_timestamps:
        (folder / TIMESTAMP).write_text(format_timestamp(staged.submitted))
    if not any(member.may_hold_notebook for member in upload.files.values()):
        files = ", ".join(sorted(upload.files)[:MAX_FILES_NAMED]) or "nothing"
        staged.remarks.append(f"submitted no notebook, only {files}")
    elif found is not None:
        staged.remarks += reader.parse(found, assignment, rebuilding=False).review_reasons
    place = area.place(person.id)
    if place.is_dir():
        old = reader.receive(place, person.id, assignment)
        same = old is not None and old.content == staged.content
        same_time = _timestamp(place) == _timestamp(folder)
        staged.change = UNCHANGED if same and same_time else RESUBMITTED
    return staged


def _write_files(staged: StagedUpload, folder: Path) -> None:
    def notebooks_first(item: tuple[str, Member]) -> tuple[bool, str]:
        return not item[0].endswith(".ipynb"), item[0]

    total = 0
    for name, member in sorted(staged.upload.files.items(), key=notebooks_first):
        if name == TIMESTAMP and not staged.platform.has_timestamps:
            continue  # written by the student, so not to be trusted
        content: bytes | str = "has a name that can't be used, or is one file too many"
        if is_path(name) and len(staged.files) < MAX_FILES:
            try:
                content = member.read()
            except DownloadError as error:
                raise DownloadError(f"{name} {error}") from None
        if isinstance(content, bytes) and total + len(content) > MAX_SUBMISSION_BYTES:
            limit = megabytes(MAX_SUBMISSION_BYTES)
            content = f"is too much: the limit is {limit} for all files together"
        if isinstance(content, bytes):
            path = folder / name
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            except (FileExistsError, NotADirectoryError, IsADirectoryError):
                content = "has the name of another file or folder"
        if isinstance(content, str):
            staged.remarks.append(f"{name} {content}; it was skipped")
        else:
            total += len(content)
            staged.files.append(name)


def _timestamp(folder: Path) -> bytes:
    path = folder / TIMESTAMP
    return path.read_bytes() if path.is_file() else b""
