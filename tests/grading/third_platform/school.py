"""A made-up platform in one file: what supporting another learning platform takes.

Its export is a zip with a folder for each pupil, `pupil-LOGIN/`; its list is a CSV file with the
columns Login, Pupil and Points. `test_third_platform` adds this file to gradebox's adapters.
"""

from gradebox.course.people import Person
from gradebox.platforms.platform import Platform, Upload

PREFIX = "pupil-"


class School(Platform):
    name = "school"
    title = "School"
    instructions = "the zip of all work and the class list"

    def recognises(self, export):
        return all(member.name.startswith(PREFIX) for member in export.members)

    def recognises_list(self, table):
        return table.header == ["Login", "Pupil", "Points"]

    def people(self, table):
        return {login: Person(login=login, name=name) for login, name, _ in table.rows}

    def mark_lists(self, lists, export):
        return lists

    def uploads(self, export, context):
        uploads = {}
        for member in export.members:
            folder, _, path = member.name.partition("/")
            login = folder.removeprefix(PREFIX)
            upload = uploads.setdefault(login, Upload(login, [Person(login=login)]))
            upload.files[path] = member
        yield from uploads.values()

    def fill(self, handback):
        rows = handback.rows(self.name)
        for table in handback.lists(self.name):
            found = [(row, handback.marks.get(rows[row[0]])) for row in table.rows]
            for row, mark in found:
                row[2] = mark.scaled(20) if mark else ""
            marks = sum(mark is not None for _, mark in found)
            handback.write_list(table, marks, 20, "In School: Import points")
        pages = {
            f"{PREFIX}{login}.html": page
            for login, student in rows.items()
            for page in handback.pages(student)
        }
        handback.write_pages("school-feedback.zip", pages, "In School: Import pages")


PLATFORM = School()
