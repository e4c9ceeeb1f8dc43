"""A folder of mails (.eml files, an mbox, a Maildir), with what was handed in attached.

The time that counts is the one of the topmost Received line, which the receiving server wrote; the
Date line is the sender's own.
"""

import email
import email.policy
import email.utils
import mailbox
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from gradebox.limits import FILE
from gradebox.platforms.exports import Clue, Export, Member, Upload

ENDING = (".eml", ".mbox", ".mbx")


def fits(export: Export) -> bool:
    """Whether there are mails in a folder, or whether it is a Maildir."""
    return any(member.name.lower().endswith(ENDING) for member in export.members) or _maildir(
        export.path
    )


def uploads(export: Export) -> Iterator[Upload]:
    """What was attached to each mail, oldest first."""
    found = []
    for name, message in _messages(export):
        if message is None:
            yield Upload(name, [], unclear="it can't be read, or is too large; split it up")
            continue
        address = email.utils.parseaddr(str(message.get("From", "")))
        clue = Clue(name=_plain(address[0]), email=address[1].lower())
        upload = Upload(clue.name or clue.email or name, [clue], when=_came(message))
        if not clue.email:
            upload.unclear = "has no sender"
        if message.get("Received") is None and upload.when is not None:
            upload.remarks.append("no server wrote down when this mail came; its own date counts")
        for part in message.walk():
            title = part.get_filename()
            if not title or part.is_multipart():
                continue
            file = Path(_plain(title).replace("\\", "/")).name or "attachment"
            upload.files[file] = Member(file, _reader(part))
        found.append(upload)
    found.sort(key=lambda upload: upload.when or datetime.min.replace(tzinfo=UTC))
    yield from found


def latest(found: list[Upload]) -> Iterator[Upload]:
    """Of several mails of one sender, the last one that has files; how many there were is said."""
    by: dict[str, list[Upload]] = defaultdict(list)
    for upload in found:
        by[upload.who[0].email].append(upload)
    for mails in by.values():
        kept = mails[-1]
        if len(mails) > 1:
            kept.remarks.append(f"wrote {len(mails)} mails with files; the last one counts")
        yield kept


def _messages(export: Export) -> Iterator[tuple[str, EmailMessage | None]]:
    policy = email.policy.default
    for member in export.members:
        name = member.name.lower()
        content = member.read() if name.endswith(ENDING) else b""
        if isinstance(content, str):
            yield member.name, None
        if isinstance(content, str) or not content:
            continue
        if name.endswith(".eml"):
            yield member.name, email.message_from_bytes(content, policy=policy)
        else:
            for i, part in enumerate(_mbox(content)):
                message = email.message_from_bytes(part, policy=policy)
                yield f"{member.name}, mail {i + 1}", message
    if _maildir(export.path):
        box = mailbox.Maildir(export.path, create=False)
        for key in box.keys():  # noqa: SIM118 (a mailbox is no dict)
            message = email.message_from_bytes(box.get_bytes(key), policy=policy)
            yield key, message


def _mbox(content: bytes) -> Iterator[bytes]:
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


def _maildir(path: Path) -> bool:
    return path.is_dir() and all((path / name).is_dir() for name in ("cur", "new", "tmp"))


def _came(message: EmailMessage) -> datetime | None:
    received = message.get_all("Received") or []
    words = str(received[0]).rpartition(";")[2] if received else str(message.get("Date", ""))
    try:
        found = email.utils.parsedate_to_datetime(words.strip())
    except (TypeError, ValueError, IndexError):
        return None
    return found.replace(tzinfo=found.tzinfo or UTC).astimezone(UTC)


def _reader(part: EmailMessage) -> "Reader":
    return Reader(part)


class Reader:
    """An attachment, decoded when it is asked for."""

    def __init__(self, part: EmailMessage) -> None:
        self._part = part

    def __call__(self) -> bytes | str:
        content = self._part.get_payload(decode=True)
        if not isinstance(content, bytes):
            return "can't be decoded"
        return content if len(content) <= FILE else "is too large"


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", str(text)).strip()
