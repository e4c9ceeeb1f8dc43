"""`collect`: put files from a learning platform into submitted/, under stable IDs.

Every file is recognised by what is in it. First all uploads are staged and recorded, then each
student's folder is replaced (see `StagingArea`). So an interruption never leaves half of anybody's
work, and the same command continues.
"""

import datetime
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from gradebox import program
from gradebox.course.model import Assignment, Course, CourseError
from gradebox.course.people import Person, name_key
from gradebox.gradebook.gradebook import Gradebook
from gradebox.intake.record import FOLDER, Record, anonymous_id, is_anonymous
from gradebox.intake.staging_area import StagingArea
from gradebox.notebooks import write_atomically
from gradebox.pages.rendering import count
from gradebox.platforms import collect_report, csv_files, registry
from gradebox.platforms.csv_files import Table
from gradebox.platforms.exports import DownloadError
from gradebox.platforms.inputs import Inputs, Source
from gradebox.platforms.platform import CollectContext, Platform, Upload
from gradebox.platforms.roster import AmbiguousPerson, Roster
from gradebox.platforms.staging import UNCHANGED, StagedUpload, stage
from gradebox.platforms.timezones import time_zone
from gradebox.platforms.unit_detection import UnitDetector
from gradebox.run import terminal
from gradebox.run.store import ResultStore

NAMESAKES = "two students have this name; pass a list with e-mail addresses"


def collect(
    root: Path, arguments: list[str], zone: str | None = None, include_drafts: bool = False
) -> int:
    """Collect what was submitted; return 0 if everything found its student, otherwise 1."""
    course = Course(root)
    units, paths = _parse_arguments(course, arguments)
    detector = UnitDetector(course)
    inputs = Inputs(time_zone=time_zone(course, zone), include_drafts=include_drafts)
    for path in paths:
        inputs.add(path)
    if not units and not paths:
        raise CourseError(f"Pass an assignment or files to collect. {registry.known_formats()}")
    if not units:
        exports = [source.export for source in inputs.sources if not source.platform.mixes_units]
        units = sorted({detector.unit_of_export(export) for export in exports} - {""})
    if not units:
        raise CourseError(
            "The files don't show which assignment they are from. Pass it as well: "
            f"{program.name} collect 00 FILE..."
        )
    code = 0
    for unit in units:
        assignment = course.assignment(unit)
        if not paths:
            inputs = _connect(course, assignment.name, inputs)
        sources = _sources_of(inputs.sources, assignment.name, detector, len(units) == 1)
        store = ResultStore(course, assignment.name)
        with store.locked(), store.course_locked():  # the roster is the whole course's
            collection = _Collection(course, assignment, inputs, sources, detector)
            code = max(code, collection.run())
    return code


def _parse_arguments(course: Course, arguments: list[str]) -> tuple[list[str], list[Path]]:
    """Split arguments into assignments and files."""
    units, paths = [], []
    known = course.assignments()
    for argument in arguments:
        path = Path(argument).expanduser()
        if (name := course.full_name(argument)) in known:
            units.append(name)
        elif path.exists():
            paths.append(path)
        else:
            raise CourseError(
                f"{argument} is neither an assignment nor a file. {course.list_assignments()}"
            )
    return units, paths


def _connect(course: Course, unit: str, inputs: Inputs) -> Inputs:
    """What a platform's own store has of an assignment."""
    for platform in registry.platforms():
        if found := platform.connect(course, unit):
            lists = {platform.name: list(found.lists)} if found.lists else {}
            return replace(inputs, sources=[Source(platform, found.export)], lists=lists)
    raise CourseError(f"Pass the files to collect. {registry.known_formats()}")


def _sources_of(
    sources: list[Source], unit: str, detector: UnitDetector, only_unit: bool
) -> list[Source]:
    """The sources of an assignment; if it is the only one, also those that show none."""
    found = []
    for source in sources:
        if source.platform.mixes_units:
            found.append(source)
            continue
        actual = detector.unit_of_export(source.export)
        if actual == unit or (only_unit and not actual):
            found.append(source)
        elif only_unit:
            raise CourseError(
                f"{source.export.path.name} looks like {actual}, not like {unit}. Nothing was "
                "collected. Pass the right file, or the right assignment."
            )
    return found


class _Collection:
    """One assignment being collected."""

    def __init__(
        self,
        course: Course,
        assignment: Assignment,
        inputs: Inputs,
        sources: list[Source],
        detector: UnitDetector,
    ) -> None:
        self.course, self.assignment, self.unit = course, assignment, assignment.name
        self.inputs, self.sources, self.detector = inputs, sources, detector
        self.folder = course.root / FOLDER
        self.record = Record.read(course, self.unit)
        self.roster = Roster.read(course)
        self.known: set[str] = set()  # IDs from before
        self.ambiguous: set[str] = set()  # IDs that more than one student would get
        self.staged: dict[str, StagedUpload] = {}  # by student
        self.remarks = collect_report.Remarks()

    def run(self) -> int:
        """Collect; return 0 if everything found its student, otherwise 1."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        with StagingArea(self.course, self.unit).opened() as area:
            with Gradebook(self.course.db_url, self.course.config) as book:
                self.roster.add(each for each in book.people() if not is_anonymous(each.id))
                self.known = set(self.roster.people)
                mark_lists = list(self._read_lists())
                for source in self.sources:
                    uploads = list(self._uploads(source))
                    with terminal.progress(len(uploads) * source.platform.remote) as advance:
                        for upload in uploads:
                            self._match(upload, source.platform, area)
                            advance()
                self._drop_ambiguous(area)
                self._write_record(mark_lists)
                book.add_people(self.roster.people.values())
            for student, staged in self.staged.items():
                if staged.change != UNCHANGED:
                    area.replace(student)
        self._report(list(dict.fromkeys(platform.name for platform, _ in mark_lists)))
        return 1 if self.remarks.problems else 0

    def _read_lists(self) -> Iterator[tuple[Platform, Table]]:
        """Add everybody on the lists to the roster; yield the lists that marks go back into."""
        for platform in reversed(registry.platforms()):  # plain lists first: these may set IDs
            lists = self.inputs.lists.get(platform.name, [])
            mine = [source for source in self.sources if source.platform is platform]
            exports = [source.export for source in mine] if mine else [None]
            for_marks = [table for each in exports for table in platform.mark_lists(lists, each)]
            known = self.record.rows.get(platform.name, {})
            if known and lists and not mine and not for_marks:
                for_marks = self._newer_lists(platform, lists)
            for table in lists:
                people = platform.people(table)
                if not any(table is other for other in for_marks):
                    for row, person in people.items():
                        self._listed(person, row)
                    continue
                platform.check_mark_list(table)
                rows = {row: self._listed(each, row, known) for row, each in people.items()}
                self._drop_namesakes(rows)
                self.record.rows.setdefault(platform.name, {}).update(rows)
                self._add_due_dates(platform.due_dates(table, self.inputs.time_zone), rows)
                yield platform, table

    def _newer_lists(self, platform: Platform, lists: list[Table]) -> list[Table]:
        """The lists of this assignment, if they come without any work."""
        known, found = self.record.rows[platform.name], []
        for table in lists:
            people = platform.people(table)
            if any(row in known and self._is(known[row], people[row]) for row in people):
                found.append(table)
        if not found:
            names = " and ".join(table.name for table in lists)
            raise CourseError(
                f"{names} can't be a list of {self.unit}: it shares no number with what was "
                "collected. Nothing was collected. Pass the right list, or the right assignment."
            )
        return found

    def _is(self, student: str, person: Person) -> bool:
        """Return True if a list's person is the student who had this row before."""
        before = self.roster.people.get(student, Person())
        same_name = name_key(before.name) == name_key(person.name)
        return is_anonymous(student, self.unit) or (before.id != "" and same_name)

    def _listed(self, person: Person, row: str, known: Mapping[str, str] | None = None) -> str:
        """The ID of a person on a list, who is added to the roster unless they are anonymous."""
        before = (known or {}).get(row, "")
        if is_anonymous(before):
            return before
        if not person.name and not person.id and not person.identifiers:
            return anonymous_id(self.unit, row)
        if self._is(before, person):
            person = replace(person, id=before)
        try:
            return self.roster.identify(person).id
        except AmbiguousPerson as reason:
            self.remarks.problem(person.name or person.email, str(reason))
            return ""

    def _drop_namesakes(self, rows: dict[str, str]) -> None:
        """Give no row to a student who would have several: these are students of one name."""
        for student, times in Counter(rows.values()).items():
            if student and times > 1:
                person = self.roster.people[student]
                self.remarks.problem(person.name, NAMESAKES)
                rows.update({row: "" for row, other in rows.items() if other == student})
                if student not in self.known:
                    self.roster.remove(person)

    def _add_due_dates(self, due: Mapping[str, datetime.datetime], rows: dict[str, str]) -> None:
        for row, student in rows.items():
            if row in due and student:
                self.record.due[student] = due[row].isoformat()
            elif student in self.record.due:
                self.record.due[student] = ""  # taken back

    def _uploads(self, source: Source) -> Iterator[Upload]:
        platform, export = source.platform, source.export
        context = CollectContext(
            unit=self.unit,
            lists=self.inputs.lists.get(platform.name, []),
            time_zone=self.inputs.time_zone,
            unit_of=self.detector.unit_of,
            remark=self.remarks.add,
            include_drafts=self.inputs.include_drafts,
        )
        yield from platform.uploads(export, context)
        for name in export.refused[: collect_report.MAX_NAMES_SHOWN]:
            self.remarks.add(export.path.name, f"{name} is a link or leads elsewhere; skipped")

    def _match(self, upload: Upload, platform: Platform, area: StagingArea) -> None:
        """Find out whose an upload is, and stage it for each of them."""
        if upload.problem:
            self.remarks.problem(upload.label, upload.problem)
            return
        for text in upload.remarks:
            self.remarks.add(upload.label, text)
        rows = self.record.rows.get(platform.name, {})
        for i, wanted in enumerate(upload.people):
            row = upload.rows[i] if i < len(upload.rows) else ""
            if rows.get(row) == "":
                if not self.inputs.lists.get(platform.name):  # otherwise reported with the list
                    self.remarks.problem(upload.label, NAMESAKES)
                continue
            try:
                person = self._owner(wanted, row, rows, upload.label)
            except AmbiguousPerson as reason:
                self.remarks.problem(upload.label, str(reason))
                continue
            if row:
                self.record.rows.setdefault(platform.name, rows)[row] = person.id
            if person.id not in self.staged or self._replaces_staged(upload, person, area):
                try:
                    staged = stage(upload, person, platform, self.assignment, self.record, area)
                except DownloadError as reason:  # what was collected before stays
                    area.discard(person.id)
                    self.staged.pop(person.id, None)
                    self.remarks.problem(upload.label, f"{reason}. Collect again later")
                    continue
                self.staged[person.id] = staged
                for text in staged.remarks:
                    self.remarks.add(upload.group or person.display_name, text)

    def _owner(self, wanted: Person, row: str, rows: Mapping[str, str], label: str) -> Person:
        """The student with a row on the platform's list, or with these identifiers or name."""
        if self._is(rows.get(row, ""), wanted):
            return self.roster.people.get(rows[row], Person(rows[row]))
        if row and not wanted.name and not wanted.id and not wanted.identifiers:
            return Person(anonymous_id(self.unit, row))
        return self.roster.identify(wanted, label)

    def _replaces_staged(self, upload: Upload, person: Person, area: StagingArea) -> bool:
        """Return True if a second upload counts; what was staged before is discarded then."""
        before = self.staged[person.id].upload
        in_groups = before.group or upload.group
        if before.rows and upload.rows and before.rows != upload.rows and not in_groups:
            self.remarks.problem(upload.label, NAMESAKES)
            self.ambiguous.add(person.id)
            return False
        self.remarks.add(person.display_name, "submitted more than once; the last one counts")
        if before.submitted and upload.submitted and before.submitted > upload.submitted:
            return False
        area.discard(person.id)
        return True

    def _drop_ambiguous(self, area: StagingArea) -> None:
        for student in self.ambiguous:
            del self.staged[student]
            area.discard(student)
            for rows in self.record.rows.values():
                rows.update({row: "" for row, other in rows.items() if other == student})
            if student not in self.known:
                self.roster.remove(self.roster.people[student])

    def _write_record(self, mark_lists: list[tuple[Platform, Table]]) -> None:
        """Save who is who and what came from where, before anything is replaced."""
        for student, staged in self.staged.items():
            self.record.entries[student] = staged.entry()
        for platform, table in mark_lists:
            names = self.record.lists.setdefault(platform.name, [])
            name = Path(table.name).name
            for old in [each for each in names if self._is_newer(table, platform, each)]:
                names.remove(old)
                (self.folder / self.unit / old).unlink(missing_ok=True)
            write_atomically(self.folder / self.unit / name, table.text().encode())
            names.append(name)
        self.roster.write(self.course)
        self.record.write(self.course)

    def _is_newer(self, table: Table, platform: Platform, old: str) -> bool:
        """Return True if a list has everybody who is on an older one (each tutor may have one)."""
        path = self.folder / self.unit / old
        if old == Path(table.name).name or not path.is_file():
            return True
        return platform.people(csv_files.read(path)).keys() <= platform.people(table).keys()

    def _report(self, listed: list[str]) -> None:
        titles = [source.platform.title for source in self.sources]
        people, entries = self.roster.people, self.record.entries
        collect_report.summarise(self.unit, titles, self.staged.values())
        for name in listed:
            students = self.record.rows.get(name, {}).values()
            absent = [each for each in dict.fromkeys(students) if each and each not in entries]
            missing = [people.get(each, Person(each)) for each in absent]
            text = f"{len(missing)} on the list submitted nothing"
            collect_report.name_people(text, missing)
        new = [person for key, person in people.items() if key not in self.known]
        if self.known:
            collect_report.name_people(f"{count(len(new), 'student')} not known before", new)
        for line in self.remarks.lines:
            print(f"  {line}")
        for title in {
            each.platform.title
            for each in self.staged.values()
            if each.platform.local_times and each.upload.submitted
        }:
            zone = self.inputs.time_zone or datetime.datetime.now().astimezone().tzinfo
            print(f"  Times from {title} are read as {zone}; to change that, pass --timezone.")
        unit = self.course.short_name(self.unit)
        if self.staged:
            print(f"Next: {program.name} grade {unit}")
        elif listed and not self.sources and entries:
            print(f"The list is kept for marks. Next: {program.name} return {unit}")
