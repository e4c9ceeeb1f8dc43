"""A plain zip file or folder: a folder, or a file, for each student, named after them."""

import re
from collections.abc import Iterator

from gradebox.platforms.csv_files import fold
from gradebox.platforms.exports import Clue, Export, Upload

SEPARATORS = " _-.()"


def uploads(export: Export, unit: str) -> Iterator[Upload]:
    """What everybody handed in: STUDENT/..., STUDENT/UNIT/..., or STUDENT_UNIT.ipynb."""
    found: dict[str, Upload] = {}
    for member in export.members:
        parts = member.parts
        if len(parts) == 1:
            student, rest = _whose(parts[0], unit), parts
        else:
            student, rest = parts[0], parts[1:]
            if len(rest) > 1 and fold(rest[0]) == fold(unit):
                rest = rest[1:]
        upload = found.get(student)
        if upload is None:
            upload = found[student] = Upload(student, [_clue(student)])
        if not student:
            upload.label = member.name
            upload.unclear = "whose is it? Name the file, or its folder, after the student"
        upload.files["/".join(rest)] = member
    yield from found.values()


def _clue(student: str) -> Clue:
    """What a folder's name says about a person: an e-mail, a full name, or a login."""
    if "@" in student:
        return Clue(email=student.lower())
    return Clue(name=student) if " " in student else Clue(login=student)


def _whose(name: str, unit: str) -> str:
    """The student in the name of a file: what is left when the unit's name is taken out."""
    stem = re.sub(r"\s*\(\d+\)$", "", name.rpartition(".")[0] or name)
    left = re.sub(re.escape(unit), "", stem, flags=re.IGNORECASE)
    return left.strip(SEPARATORS)
