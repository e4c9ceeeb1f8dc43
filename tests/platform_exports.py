"""Exports as learning platforms make them, after their own source; no real platform made these.

Moodle, github.com/moodle/moodle:

- names in the zip: mod/assign/classes/downloader.php, `get_student_prefix` (full name, underscores
  as spaces, then `_` and `get_uniqueid_for_user`, which is `assign_user_mapping.id`: another number
  in each assignment; for team submissions the group's name and id, or "Default group" without one)
  and `load_submissionplugin_filelist` (a folder, or a file, per plugin); `clean_filename` takes out
  what lib/moodlelib.php, PARAM_FILE, does: control characters and & < > " ` | ' : \\ /
- the worksheet: mod/assign/gradingtable.php, the columns where `is_downloading()`: recordid,
  fullname, the identity fields, status, team, grade, grademax, gradecanbechanged, timesubmitted,
  timemarked, then the feedback plugins' fields; times by `userdate`, "-" where there is none
- its import: mod/assign/feedback/offline/importgradeslib.php wants Identifier ("Participant" and
  the number), Grade and Last modified (grade); locallib.php skips an empty grade
- the zip of feedback: mod/assign/feedback/file/importziplib.php splits a path's part at `_` into
  full name, number, plugin type, plugin

Canvas, github.com/instructure/canvas-lms:

- names in the zip: lib/content_zipper.rb, `get_filename` (sortable name in lower case, `LATE`, the
  user's id; all but word characters taken out) and `add_upload_submission` (the file's id and name)
- the gradebook: lib/gradebook_exporter.rb; its import: lib/gradebook_importer.rb
- graded files that come back: app/models/assignment.rb, `infer_comment_context_from_filename`: the
  first two parts between underscores that are numbers are the user's and the file's id
"""

import csv
import io
import json
import re
import unicodedata
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

WORKSHEET = ["Identifier", "Full name", "ID number", "Email address", "Status"]
AFTER = ["Grade", "Maximum grade", "Grade can be changed", "Last modified (submission)"]
AFTER += ["Last modified (grade)", "Feedback comments"]
GERMAN = {
    "Identifier": "ID",
    "Full name": "Vollständiger Name",
    "ID number": "ID-Nummer",
    "Email address": "E-Mail-Adresse",
    "Group": "Gruppe",
    "Grade": "Bewertung",
    "Maximum grade": "Bestwertung",
    "Grade can be changed": "Bewertung kann geändert werden",
    "Last modified (submission)": "Zuletzt geändert (Abgabe)",
    "Last modified (grade)": "Zuletzt geändert (Bewertung)",
    "Feedback comments": "Feedback als Kommentar",
}


def solution(unit="00-welcome", wrong=""):
    """A unit with the right answers, as a student hands it in; `wrong` for the right division."""
    given, solved = (
        json.loads((ROOT / part / unit / f"{unit}.ipynb").read_text())
        for part in ("exercises", "solutions")
    )
    marks = [cell["metadata"].get("nbgrader", {}) for cell in solved["cells"]]
    answers = {
        mark["grade_id"]: "".join(cell["source"])
        for mark, cell in zip(marks, solved["cells"], strict=True)
        if mark.get("solution")
    }
    for cell in given["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        text = answers.get(name, "".join(cell["source"]))
        cell["source"] = text.replace("sum(numbers) / len(numbers)", wrong) if wrong else text
    return json.dumps(given).encode()


def exercise(unit="00-welcome"):
    """A unit as it is given out."""
    return (ROOT / "exercises" / unit / f"{unit}.ipynb").read_bytes()


def zipped(files):
    """A zip file with these files, as bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def clean(name):
    """Moodle's `clean_filename`."""
    return re.sub(r"[\x00-\x1f&<>\"`|':\\/]", "", name)


@dataclass
class Student:
    """A student as platforms know them."""

    name: str
    email: str = ""
    number: str = ""  # the university's
    canvas: int = 0
    group: str = ""
    files: dict = field(default_factory=dict)
    when: str = "Sunday, 4 October 2026, 11:58 PM"
    status: str = "Submitted for grading"
    late: bool = False


@dataclass
class MoodleAssignment:
    """One assignment of Moodle's, in which everybody gets a number of its own."""

    students: list
    first: int = 4711  # the first number; each assignment has others
    teams: bool = False
    folders: bool = True
    most: str = "100.00"
    blind: bool = False

    def number(self, student):
        return self.first + self.students.index(student)

    def archive(self):
        files = {}
        for student in self.students:
            prefix = f"{student.name.replace('_', ' ')}_{self.number(student)}"
            if self.blind:
                prefix = f"Participant_{self.number(student)}"
            if self.teams:
                groups = sorted({each.group for each in self.students if each.group})
                place = groups.index(student.group) if student.group else None
                prefix = student.group.replace("_", " ") if place is not None else "Default group"
                prefix += f"_{77 + place}" if place is not None else ""
            for name, content in student.files.items():
                kind = "onlinetext" if name == "onlinetext.html" else "file"
                start = clean(f"{prefix}_assignsubmission_{kind}")
                files[f"{start}/{name}" if self.folders else clean(f"{start}_{name}")] = content
        return zipped(files)

    def worksheet(self, german=False):
        columns = WORKSHEET + (["Group"] if self.teams else []) + AFTER
        rows = []
        for student in self.students:
            row = {
                "Identifier": f"Participant {self.number(student)}",
                "Full name": student.name,
                "ID number": student.number,
                "Email address": student.email,
                "Status": student.status if student.files else "No submission",
                "Group": student.group or "Default group",
                "Maximum grade": self.most,
                "Grade can be changed": "Yes",
                "Last modified (submission)": student.when if student.files else "-",
                "Last modified (grade)": "-",
            }
            if german:
                row["Identifier"] = f"Teilnehmer/in{self.number(student)}"
            rows.append([row.get(column, "") for column in columns])
        header = [GERMAN.get(column, column) if german else column for column in columns]
        return table([header, *rows])


def canvas_archive(students):
    """What *Download Submissions* of Canvas gives."""
    files, file_id = {}, 90210
    for student in students:
        first, _, last = student.name.rpartition(" ")
        name = f"{last}, {first}".lower() if not student.group else student.group.lower()
        parts = [name, *(["LATE"] if student.late else []), str(student.canvas)]
        start = re.sub(r"[^\w]", "", "_".join(parts))
        for shown, content in student.files.items():
            files[f"{start}_{file_id}_{shown}"] = content
            file_id += 1
    return zipped(files)


def canvas_gradebook(students, *titles, points="10.00"):
    """The gradebook that Canvas exports, with these assignments."""
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *titles]
    header += ["Current Score", "Final Score"]
    rows = [["    Points Possible", "", "", "", "", *[points] * len(titles), *["(read only)"] * 2]]
    for student in students:
        first, _, last = student.name.rpartition(" ")
        row = [f"{last}, {first}", student.canvas, student.number, student.email, "Tutorial 1"]
        rows.append([*row, *[""] * len(titles), "", ""])
    return table([header, *rows])


def table(rows):
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode()


def mail(sender, files, received="Mon, 5 Oct 2026 09:00:00 +0200", dated="Sun, 4 Oct 2026 20:00"):
    """A mail with files attached, as bytes."""
    from email.message import EmailMessage

    message = EmailMessage()
    message["From"], message["Subject"] = sender, "My work"
    message["Date"] = f"{dated}:00 +0200"
    if received:
        message["Received"] = f"from there by here with ESMTP; {received}"
    message.set_content("Dear all")
    for name, content in files.items():
        message.add_attachment(
            content, maintype="application", subtype="octet-stream", filename=name
        )
    return message.as_bytes()


def decomposed(text):
    """A text as macOS writes it into file names."""
    return unicodedata.normalize("NFD", text)
