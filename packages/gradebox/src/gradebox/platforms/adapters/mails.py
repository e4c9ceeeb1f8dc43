"""E-mail: a folder of .eml files, or an mbox, with submissions as attachments.

The time that counts is in the topmost Received line, which the receiving server writes; the sender
writes the Date line.
"""

import email.policy
import email.utils
import functools
import logging
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from gradebox.course.people import Person
from gradebox.limits import MAX_FILE_BYTES
from gradebox.platforms.exports import Export, Member
from gradebox.platforms.platform import CollectContext, Platform, Upload

log = logging.getLogger(__name__)

SUFFIXES = (".eml", ".mbox", ".mbx")


class Mails(Platform):
    """A folder of e-mails."""

    name = "mail"
    title = "e-mail"
    instructions = "a folder of .eml files, or an .mbox file"
    order = 80
    distinctive = False
    mixes_units = True

    def recognises(self, export: Export) -> bool:
        return any(member.name.lower().endswith(SUFFIXES) for member in export.members)

    def uploads(self, export: Export, context: CollectContext) -> Iterator[Upload]:
        """The attachments of each sender's last mail about an assignment."""
        by_sender: dict[str, list[Upload]] = defaultdict(list)
        without_files = 0
        for name, message in _messages(export):
            upload = _upload(name, message)
            if upload.problem:
                yield upload
                continue
            without_files += not upload.files
            files = [member for member in upload.files.values() if member.may_hold_notebook]
            units = {context.unit_of(member) for member in files} - {""}
            if upload.files and (not units or context.unit in units):
                by_sender[upload.people[0].email].append(upload)
        if without_files:
            context.remark(export.path.name, f"mails without an attachment: {without_files}")
        for uploads in by_sender.values():
            last = max(uploads, key=lambda each: each.submitted or datetime.min.replace(tzinfo=UTC))
            if len(uploads) > 1:
                last.remarks.append(f"sent {len(uploads)} mails with files; the last one counts")
            yield last


def _upload(name: str, message: EmailMessage | None) -> Upload:
    if message is None:
        return Upload(name, [], problem="it can't be read, or is too large; split it up")
    try:
        return _read_upload(name, message)
    except Exception as error:  # the parser of headers raises anything
        log.info("The mail %s can't be read.", name, exc_info=True)
        return Upload(name, [], problem=f"it can't be read ({type(error).__name__})")


def _read_upload(name: str, message: EmailMessage) -> Upload:
    sender, address = email.utils.parseaddr(str(message.get("From", "")))
    person = Person(name=_normalise(sender), email=address.lower())
    upload = Upload(person.name or person.email or name, [person], submitted=_received(message))
    if not person.email:
        upload.problem = "the mail has no sender"
    if message.get("Received") is None and upload.submitted is not None:
        upload.remarks.append("no server recorded when this mail arrived; its own date counts")
    for part in message.walk():
        title = part.get_filename()
        if title and not part.is_multipart():
            file = Path(_normalise(title).replace("\\", "/")).name or "attachment"
            upload.files[file] = Member(file, functools.partial(_attachment, part))
    return upload


def _messages(export: Export) -> Iterator[tuple[str, EmailMessage | None]]:
    for member in export.members:
        name = member.name.lower()
        content = member.read() if name.endswith(SUFFIXES) else b""
        if isinstance(content, str):
            yield member.name, None
        elif name.endswith(".eml"):
            yield member.name, _parse(content)
        else:
            for i, part in enumerate(_split_mbox(content), 1):
                yield f"{member.name}, mail {i}", _parse(part)


def _parse(content: bytes) -> EmailMessage | None:
    try:
        return BytesParser(policy=email.policy.default).parsebytes(content)
    except Exception:
        log.info("A mail can't be parsed.", exc_info=True)
        return None


def _split_mbox(content: bytes) -> Iterator[bytes]:
    """The mails of an mbox: each begins with a line "From ..."."""
    part: list[bytes] = []
    for line in content.splitlines(keepends=True):
        if line.startswith(b"From ") and (not part or not part[-1].strip()):
            if part:
                yield b"".join(part)
            part = []
            continue
        part.append(line[1:] if line.startswith(b">From ") else line)
    if part:
        yield b"".join(part)


def _received(message: EmailMessage) -> datetime | None:
    received = message.get_all("Received") or []
    text = str(received[0]).rpartition(";")[2] if received else str(message.get("Date", ""))
    try:
        time = email.utils.parsedate_to_datetime(text.strip())
    except (TypeError, ValueError, IndexError):
        return None
    return time.replace(tzinfo=time.tzinfo or UTC).astimezone(UTC)


def _attachment(part: EmailMessage) -> bytes | str:
    try:
        content = part.get_payload(decode=True)
    except Exception:
        content = None
    if not isinstance(content, bytes):
        return "can't be decoded"
    return content if len(content) <= MAX_FILE_BYTES else "is too large"


def _normalise(text: str) -> str:
    return unicodedata.normalize("NFC", str(text)).strip()


PLATFORM = Mails()
