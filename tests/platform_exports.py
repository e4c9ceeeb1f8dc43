"""Exports in the formats of learning platforms, after their source code.

Moodle's are also modelled on files that a real Moodle 5.1 wrote; no real Canvas was seen.

Moodle, github.com/moodle/moodle:

- names in the zip: mod/assign/classes/downloader.php, `get_student_prefix` (full name, underscores
  as spaces, then `_` and `get_uniqueid_for_user`, which is `assign_user_mapping.id`: another number
  in each assignment; for team submissions the group's name and ID, or "Default group" without one;
  the group's name is escaped first, so that "&" becomes "amp;") and
  `load_submissionplugin_filelist` (a folder or a file per plugin); `clean_filename` removes the
  same as PARAM_FILE in lib/moodlelib.php: control characters and & < > " ` | ' : \\ /
- the worksheet: mod/assign/gradingtable.php, the columns if `is_downloading()`: recordid, fullname,
  the identity fields, status, three dates, team, grade, grademax or scale, workflowstate,
  gradecanbechanged, timesubmitted, online text, timemarked, then the fields of feedback plugins;
  times by `userdate`, "-" if there is none; each part of the status is followed by " - "
- its import: mod/assign/feedback/offline/importgradeslib.php needs Identifier ("Participant" and
  the number), Grade and Last modified (grade); locallib.php skips an empty grade
- the feedback zip: mod/assign/feedback/file/importziplib.php splits a part of a path at `_` into
  full name, number, plugin type, plugin

Canvas, github.com/instructure/canvas-lms:

- names in the zip: lib/content_zipper.rb, `get_filename` (sortable name in lower case, `LATE`, the
  user's ID; only word characters) and `add_upload_submission` (the file's ID and name)
- the gradebook: lib/gradebook_exporter.rb; its import: lib/gradebook_importer.rb
- returned files: app/models/assignment.rb, `infer_comment_context_from_filename`: the first two
  parts between underscores that are numbers are the user's and the file's ID
"""

import csv
import html
import io
import json
import re
import unicodedata
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from gradebox.course.model import Course
from gradebox.gradebook.gradebook import Gradebook
from gradebox.results import Exercise, GradedNotebook, Result
from gradebox.run.store import ResultStore

ROOT = Path(__file__).resolve().parents[1]
UNIT = "00-welcome"
TESTS = ("test_mean_of", "test_quiz_rungs_passed")

PERSON = ["Identifier", "Full name", "ID number", "Email address"]
DATES = ["Allow submissions from", "Due date", "Cut-off date"]
TRANSLATIONS = {
    "de": {
        "Participant ": "Teilnehmer/in",
        "Yes": "Ja",
        "No": "Nein",
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
    },
    "pl": {
        "Participant ": "Uczestnik",
        "Yes": "Tak",
        "No": "Nie",
        "Identifier": "Identyfikator",
        "Full name": "Pełna nazwa",
        "ID number": "Numer ID",
        "Email address": "Adres e-mail",
        "Status": "Stan",
        "Group": "Grupa",
        "Grade": "Ocena",
        "Maximum grade": "Maksymalna ocena",
        "Grade can be changed": "Ocena może zostać zmieniona",
        "Last modified (submission)": "Ostatnia modyfikacja (zadanie)",
        "Last modified (grade)": "Ostatnia modyfikacja (ocena)",
        "Feedback comments": "Komentarz zwrotny",
    },
}


def solution(unit=UNIT, wrong=""):
    """A unit with the right answers, as a student submits it; `wrong` replaces the division."""
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


def exercise(unit=UNIT):
    """A unit as students get it."""
    return (ROOT / "exercises" / unit / f"{unit}.ipynb").read_bytes()


def zipped(files):
    """A zip file, as bytes."""
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
    """A student on a platform."""

    name: str
    email: str = ""
    number: str = ""  # the university's
    canvas: int = 0
    group: str = ""
    files: dict = field(default_factory=dict)
    when: str = "Sunday, 4 October 2026, 11:58 PM"
    status: str = "Submitted for grading"
    late: bool = False
    due: str = ""  # the student's own, in Moodle
    grade: str = ""
    comment: str = ""
    locked: bool = False


@dataclass
class MoodleAssignment:
    """One assignment in Moodle, where everybody gets another number."""

    students: list
    first: int = 4711  # the first number; each assignment has others
    teams: bool = False
    folders: bool = True
    max_grade: str = "100.00"  # empty: none; with line breaks: a scale
    blind: bool = False
    identity: bool = True  # the worksheet has ID numbers and e-mail addresses
    due: str = ""  # everybody's; a column if some students have their own
    workflow: bool = False
    texts: bool = False
    language: str = "en"

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
                prefix = html.escape(student.group or "Default group").replace("_", " ")
                prefix += f"_{77 + place}" if place is not None else ""
            for name, content in student.files.items():
                kind = "onlinetext" if name == "onlinetext.html" else "file"
                start = clean(f"{prefix}_assignsubmission_{kind}")
                files[f"{start}/{name}" if self.folders else clean(f"{start}_{name}")] = content
        return zipped(files)

    def worksheet(self, german=False):
        words = TRANSLATIONS.get("de" if german else self.language, {})
        person = PERSON[:1] if self.blind else PERSON if self.identity else PERSON[:2]
        columns = [*person, "Status", *(DATES if self.due else ()), *(["Group"] * self.teams)]
        columns += ["Grade"]
        if self.max_grade:
            columns += ["Scale" if "\n" in self.max_grade else "Maximum grade"]
        columns += [*(["Marking workflow state"] * self.workflow), "Grade can be changed"]
        columns += ["Last modified (submission)", *(["Online text"] * self.texts)]
        columns += ["Last modified (grade)", "Feedback comments"]
        rows = []
        for student in self.students:
            yes_or_no = "No" if student.locked else "Yes"
            row = {
                "Identifier": words.get("Participant ", "Participant ") + str(self.number(student)),
                "Full name": student.name,
                "ID number": student.number,
                "Email address": student.email,
                "Status": f"{student.status if student.files else 'No submission'} -  - ",
                "Due date": student.due or self.due,
                "Group": student.group or "Default group",
                "Grade": student.grade,
                "Maximum grade": self.max_grade,
                "Scale": self.max_grade,
                "Marking workflow state": "Not marked",
                "Grade can be changed": words.get(yes_or_no, yes_or_no),
                "Last modified (submission)": student.when if student.files else "-",
                "Last modified (grade)": student.when if student.grade else "-",
                "Feedback comments": student.comment,
            }
            rows.append([row.get(column, "") for column in columns])
        return b"\xef\xbb\xbf" + table([[words.get(column, column) for column in columns], *rows])


def canvas_archive(students, anonymous=False):
    """The zip of Canvas's *Download Submissions*."""
    files, file_id = {}, 90210
    for student in students:
        first, _, last = student.name.rpartition(" ")
        name = f"{last}, {first}".lower() if not student.group else student.group.lower()
        parts = [name, *(["LATE"] if student.late else []), str(student.canvas)]
        if anonymous:
            parts = [*parts[1:-1], f"anon_a{student.canvas}"]
        start = re.sub(r"[^\w]", "", "_".join(parts))
        for shown, content in student.files.items():
            files[f"{start}_{file_id}_{shown}"] = content
            file_id += 1
    return zipped(files)


def canvas_gradebook(students, *titles, points="10.00", hidden=False, cells=None):
    """Canvas's exported gradebook, with these assignments."""
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *titles]
    header += ["Current Score", "Final Score"]
    rows = [["", "", "", "", "", *["Manual Posting"] * len(titles), "", ""]] if hidden else []
    rows += [["    Points Possible", "", "", "", "", *[points] * len(titles), *["(read only)"] * 2]]
    for student in students:
        first, _, last = student.name.rpartition(" ")
        row = [f"{last}, {first}", student.canvas, student.number, student.email, "Tutorial 1"]
        cell = (cells or {}).get(student.canvas, "")
        rows.append([*row, *[cell] * len(titles), "", ""])
    return table([header, *rows])


def table(rows):
    """A CSV file, as bytes."""
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode()


def mail(sender, files, received="Mon, 5 Oct 2026 09:00:00 +0200", dated="Sun, 4 Oct 2026 20:00"):
    """A mail with attachments, as bytes."""
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
    """A text as macOS writes it in file names."""
    return unicodedata.normalize("NFD", text)


def write_files(folder, **files):
    """Write files, named like `x_zip` for x.zip; return their paths."""
    paths = []
    for name, content in files.items():
        stem, _, suffix = name.rpartition("_")
        paths.append(str(folder / f"{stem}.{suffix}"))
        Path(paths[-1]).write_bytes(content)
    return paths


def grade_as(folder, marks, **fields):
    """Record results as if UNIT had been graded: the points of its two tests, by student."""
    course = Course(folder)
    assignment = course.assignment(UNIT)
    store = ResultStore(course, UNIT)
    content = json.loads(exercise())
    with store.locked(), Gradebook(course.db_url, course.config) as book:
        book.prepare(UNIT, {each.name: each.content for each in assignment.notebooks})
        for student, points in marks.items():
            exercises = [
                Exercise(name, "The mean", 1, score)
                for name, score in zip(TESTS, points, strict=True)
            ]
            result = Result(student, UNIT, "graded", max_score=2, **fields)
            result.notebooks = [GradedNotebook(UNIT, exercises, content=content)]
            book.record(result)
            result.notebooks[0].content = {}
            store.save(result, {f"{UNIT}.ipynb": json.dumps(content), f"{UNIT}.html": "page"})


def read_rows(path):
    """The rows of a CSV file, as dictionaries."""
    with path.open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))
