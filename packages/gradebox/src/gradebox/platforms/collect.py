"""`gradebox collect`: files from a learning platform, laid into submitted/ under stable ids.

What each file is, is seen from what is in it. First all of it is laid into a folder of its own and
written down; then each student's folder is put in place in one step. So whatever interrupts it,
nobody's work is half there, and the same command goes on.
"""

import ctypes
import datetime
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gradebox import program
from gradebox.course.lateness import TIMESTAMP, format_timestamp
from gradebox.course.model import Assignment, Course, CourseError
from gradebox.gradebook.gradebook import Gradebook
from gradebox.intake import reader
from gradebox.intake.files import MAX_FILES, is_path, read_file
from gradebox.intake.record import FOLDER, Entry, Record
from gradebox.intake.wording import megabytes
from gradebox.limits import HANDED_IN
from gradebox.notebooks import grade_id, write_atomically
from gradebox.pages.rendering import count
from gradebox.platforms import (
    canvas,
    csv_files,
    exchange,
    exports,
    generic_zip,
    mails,
    moodle,
    timezones,
)
from gradebox.platforms.csv_files import Table
from gradebox.platforms.exports import Export, Member, Upload
from gradebox.platforms.roster import Person, Roster, Unclear, folder_name
from gradebox.run.store import ResultStore
from gradebox.signals import deferred_interrupt
from gradebox.text import printable

PLATFORMS = {
    "moodle": "Moodle",
    "canvas": "Canvas",
    "mail": "mails",
    "exchange": "the exchange",
    "plain": "files",
}
LISTS = (".csv", ".txt", ".tsv")
LOOKED_AT = 60  # notebooks of an export that are read to see which unit it is
MOST_NAMED = 5
RENAME_EXCHANGE, AT_FDCWD = 2, -100  # of renameat2


@dataclass
class Source:
    """A file or folder that was given, and what it is."""

    way: str
    path: Path
    export: Export | None = None  # None for an exchange, which is read unit by unit


@dataclass
class Given:
    """Everything that was given to one `gradebox collect`."""

    sources: list[Source] = field(default_factory=list)
    worksheets: list[Table] = field(default_factory=list)
    gradebooks: list[Table] = field(default_factory=list)
    groups: dict[str, str] = field(default_factory=dict)
    people: list[Table] = field(default_factory=list)
    zone: datetime.tzinfo | None = None


@dataclass
class Laid:
    """What is to be laid for one student."""

    person: Person
    upload: Upload
    way: str
    stage: Path
    content: str = ""
    files: list[str] = field(default_factory=list)
    when: datetime.datetime | None = None
    late: bool | None = None

    @property
    def label(self) -> str:
        """Whose it is, for people."""
        return self.upload.group or self.person.shown


def collect(root: Path, arguments: list[str], zone: str | None = None) -> int:
    """Collect what was handed in; 0 where everything found its student."""
    course = Course(root)
    units, paths = _sorted_out(course, arguments)
    given = Given(zone=timezones.of(course, zone))
    for path in paths:
        _take(course, given, path)
    if not paths:
        given.sources.append(Source("exchange", exchange.inbound(course)))
    elif not given.sources and not (given.worksheets or given.gradebooks or given.people):
        raise CourseError("There is nothing to collect in what was given.")
    if not units:
        units = sorted({_unit(course, source.export) for source in given.sources if source.export})
    if not units:
        raise CourseError(f"Pass the assignment too: {program.name} collect 00 FILE...")
    code = 0
    for unit in units:
        assignment = course.assignment(unit)
        sources = _of_unit(course, given.sources, assignment.name, alone=len(units) == 1)
        with ResultStore(course, assignment.name).locked():
            code = max(code, _Collection(course, assignment, given).run(sources))
    return code


def _sorted_out(course: Course, arguments: list[str]) -> tuple[list[str], list[Path]]:
    """Which arguments are units, and which are files."""
    units, paths = [], []
    there = course.assignments()
    for argument in arguments:
        name = course.meant(argument)
        path = Path(argument).expanduser()
        if name in there:
            units.append(name)
        elif path.exists():
            paths.append(path)
        else:
            raise CourseError(f"{argument} is neither an assignment nor a file. {course.there()}")
    return units, paths


def _take(course: Course, given: Given, path: Path) -> None:
    """Find out what a file or a folder is."""
    if path.is_dir():
        inbound = exchange.folder(path)
        if inbound is not None:
            given.sources.append(Source("exchange", inbound))
            return
        for name in sorted(path.iterdir()):  # an export beside its list, in one folder
            if name.is_file() and (name.suffix.lower() in LISTS or _is_export(name)):
                _take(course, given, name)
        export = exports.read(path)
        lists_there = (*LISTS, ".zip")
        export.members = [
            member
            for member in export.members
            if len(member.parts) > 1
            or not member.name.lower().endswith(lists_there)
            or not _taken(path / member.name)
        ]
        if not export.members and given.sources:
            return
    elif path.suffix.lower() in LISTS:
        _take_list(given, csv_files.read(path))
        return
    elif path.suffix.lower() in (".eml", *mails.ENDING):
        content = read_file(os.fspath(path), HANDED_IN)
        export = Export(path, [Member(path.name, lambda: content)])
    elif path.suffix.lower() == ".ipynb":
        file = path
        content = read_file(os.fspath(file), HANDED_IN)
        export = Export(path, [Member(path.name, lambda: content)])
    else:
        export = exports.read(path)
    _unwrap(export)
    given.sources.append(Source(_way(export), path, export))


def _is_export(path: Path) -> bool:
    """Whether a zip file is a platform's, and not what one student handed in."""
    if path.suffix.lower() != ".zip":
        return False
    try:
        found = exports.read(path)
    except CourseError:
        return False
    return moodle.fits(found) or canvas.fits(found)


def _taken(path: Path) -> bool:
    return path.suffix.lower() in LISTS or _is_export(path)


def _take_list(given: Given, table: Table) -> None:
    if moodle.is_worksheet(table):
        given.worksheets.append(table)
    elif canvas.is_groups(table):
        given.groups |= canvas.groups(table)
        given.people.append(table)
    elif canvas.is_gradebook(table):
        given.gradebooks.append(table)
    elif csv_files.people(table):
        given.people.append(table)
    else:
        raise CourseError(
            f"{table.name} is no list that is known: neither Moodle's grading worksheet, nor "
            "Canvas's gradebook, nor a list of people with a column for the name."
        )


def _way(export: Export) -> str:
    for way, fits in (("moodle", moodle.fits), ("canvas", canvas.fits), ("mail", mails.fits)):
        if fits(export):
            return way
    return "plain"


def _unwrap(export: Export) -> None:
    """Leave out one folder around everything, as there is where an export was packed again."""
    tops = {member.parts[0] for member in export.members}
    if len(tops) != 1 or any(len(member.parts) < 2 for member in export.members):
        return
    [top] = tops
    if moodle.FOLDER.match(top):
        return
    inner = [Member(m.name.partition("/")[2], m.read) for m in export.members]
    known = _way(Export(export.path, inner)) != "plain"
    several = all(len(m.parts) > 1 for m in inner) and len({m.parts[0] for m in inner}) > 1
    if known or several:
        export.members = inner


def _ids_of(content: bytes) -> set[str]:
    """The grade_ids of a notebook; none where it is no notebook."""
    try:
        cells = json.loads(content)["cells"]
        return {grade_id(cell) for cell in cells if isinstance(cell, dict)} - {""}
    except (ValueError, KeyError, TypeError, RecursionError):
        return set()


def _ids_in(member: Member) -> set[str]:
    """The grade_ids of a notebook, or of the notebooks in an archive."""
    content = member.read()
    if isinstance(content, str):
        return set()
    if member.name.lower().endswith(".ipynb"):
        return _ids_of(content)
    found: set[str] = set()
    for inner in exports.inside(content) if member.name.lower().endswith(".zip") else ():
        if inner.name.lower().endswith(".ipynb"):
            text = inner.read()
            found |= _ids_of(text) if isinstance(text, bytes) else set()
    return found


def _known_ids(course: Course) -> dict[str, set[str]]:
    return {
        name: set().union(*(book.ids for book in course.assignment(name).notebooks))
        for name in course.assignments()
    }


def _best(ids: set[str], known: dict[str, set[str]]) -> str:
    """The unit that shares most grade_ids, or nothing."""
    shared = {name: len(ids & theirs) for name, theirs in known.items()}
    best = max(shared, key=lambda name: shared[name], default="")
    return best if best and shared[best] else ""


def _unit(course: Course, export: Export) -> str:
    """Which unit an export is of, by the notebooks in it; nothing where there are none."""
    known, votes = _known_ids(course), Counter[str]()
    for i, member in enumerate(export.notebooks):
        if i >= LOOKED_AT:
            break
        votes[_best(_ids_in(member), known)] += 1
    del votes[""]
    return votes.most_common(1)[0][0] if votes else ""


def _of_unit(course: Course, sources: list[Source], unit: str, alone: bool) -> list[Source]:
    """The sources of a unit; where one was named alone, all that is not clearly another's."""
    found = []
    for source in sources:
        if source.export is None or source.way == "mail":
            found.append(source)
            continue
        seems = _unit(course, source.export)
        if seems == unit or (alone and not seems):
            found.append(source)
        elif alone:
            raise CourseError(
                f"{source.path.name} looks like {seems}, not like {unit}: nothing was collected."
            )
    return found


class _Collection:
    """One unit being collected."""

    def __init__(self, course: Course, assignment: Assignment, given: Given) -> None:
        self.course, self.assignment, self.given = course, assignment, given
        self.unit = assignment.name
        self.folder = course.root / FOLDER
        self.work = self.folder / ".unfinished"
        self.record = Record.read(course, self.unit)
        self.roster = Roster.read(self.folder / "roster.json")
        self.remarks: list[str] = []  # by name, on the terminal
        self.laid: dict[str, Laid] = {}
        self.known: set[str] = set()  # ids that were there before
        self.unclear = 0
        self.listed: list[Person] = []
        self.keep: dict[str, list[Table]] = {}
        self.ways: Counter[str] = Counter()

    def run(self, sources: list[Source]) -> int:
        """Collect; 0 where everything found its student."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        try:
            with Gradebook(self.course.db_url, self.course.config) as book:
                self.roster.add(Person(*each) for each in book.people())
                self.known = set(self.roster.people)
                self._people(sources)
                for source in sources:
                    for upload in self._uploads(source):
                        self._stage(upload, source.way)
                states = self._states()
                self._write_down(states)
                book.introduce(
                    [(p.id, p.first, p.last, p.name, p.email) for p in self.roster.people.values()]
                )
            self._put_in_place(states)
        finally:
            shutil.rmtree(self.work, ignore_errors=True)
        self._say(sources, states)
        return 1 if self.unclear else 0

    def _people(self, sources: list[Source]) -> None:
        """Everybody on the lists, whether they handed in or not."""
        if not any(source.way == "moodle" for source in sources):  # with work, `_worksheet` chooses
            for table in self.given.worksheets:
                for clue in moodle.participants(table).values():
                    self._listed(clue)
        for table in self.given.people:
            for wanted, clue in csv_files.people(table):
                self._listed(clue, wanted)
        for table in self.given.gradebooks:
            rows = self.record.rows.setdefault("canvas", {})
            for number, clue in canvas.people(table).items():
                rows[number] = self._listed(clue)
            self.keep.setdefault("canvas", []).append(table)

    def _listed(self, clue: exports.Clue, wanted: str = "") -> str:
        try:
            person = self.roster.identify(clue, folder_name(wanted) if wanted else "")
        except Unclear as unclear:
            self._unclear(clue.name or clue.email, str(unclear))
            return ""
        self.listed.append(person)
        return person.id

    def _uploads(self, source: Source) -> Iterator[Upload]:
        if source.export is None:
            yield from exchange.uploads(source.path, self.unit)
            return
        for name in source.export.refused[:MOST_NAMED]:
            self._remark(source.path.name, f"{name} is a link, or leads elsewhere; it was left")
        if source.way == "moodle":
            table = self._worksheet(source.export)
            yield from moodle.uploads(source.export, table, self.given.zone)
        elif source.way == "canvas":
            known = {
                number: clue
                for each in self.given.gradebooks
                for number, clue in canvas.people(each).items()
            }
            yield from canvas.uploads(source.export, known, self.given.groups)
        elif source.way == "mail":
            yield from self._mails(source.export)
        else:
            yield from generic_zip.uploads(source.export, self.unit)

    def _worksheet(self, export: Export) -> Table | None:
        """The worksheet that belongs to an export of Moodle's: the one with its numbers."""
        there = moodle.numbers(export)
        best = max(
            self.given.worksheets,
            key=lambda table: len(there & moodle.participants(table).keys()),
            default=None,
        )
        if best is None:
            self._remark(
                export.path.name,
                "without its grading worksheet students are known by their names alone, and "
                "Moodle's marks can't be filled in; give the worksheet, too",
            )
            return None
        people = moodle.participants(best)
        if there and not there & people.keys() and best.column(*moodle.GROUPS) is None:
            raise CourseError(
                f"{best.name} is the worksheet of another assignment: it has none of the numbers "
                f"in {export.path.name}. Nothing was collected."
            )
        rows = self.record.rows.setdefault("moodle", {})
        rows.update({number: self._listed(clue) for number, clue in people.items()})
        self.keep.setdefault("moodle", []).append(best)
        return best

    def _mails(self, export: Export) -> Iterator[Upload]:
        """The mails that are about this unit."""
        known = _known_ids(self.course)
        ours, empty = [], 0
        for upload in mails.uploads(export):
            if upload.unclear:
                yield upload
                continue
            if not upload.files:
                empty += 1
                continue
            files = [
                m for m in upload.files.values() if m.name.lower().endswith((".ipynb", ".zip"))
            ]
            units = {_best(_ids_in(member), known) for member in files} - {""}
            if units and self.unit not in units:
                continue
            ours.append(upload)
        if empty:
            self._remark(export.path.name, f"mails without a file attached: {empty}")
        yield from mails.latest(ours)

    def _stage(self, upload: Upload, way: str) -> None:
        """Lay an upload into a folder of its own, for each of those whose it is."""
        label = upload.label
        if upload.unclear:
            self._unclear(label, upload.unclear)
            return
        for words in upload.remarks:
            self._remark(label, words)
        for clue in upload.who:
            try:
                person = self.roster.identify(clue)
            except Unclear as unclear:
                self._unclear(label, str(unclear))
                continue
            before = self.laid.get(person.id)
            if before is not None:
                if way == before.way == "moodle" and not upload.group:
                    words = "two students have this name; give the grading worksheet, too"
                    self._unclear(label, words)
                    shutil.rmtree(self.laid.pop(person.id).stage)
                    if person.id not in self.known:
                        del self.roster.people[person.id]
                    continue
                self._remark(person.shown, "handed in more than once; the last one counts")
                if before.upload.when and upload.when and before.upload.when > upload.when:
                    continue
                shutil.rmtree(before.stage)
            stage = self.work / str(len(list(self.work.iterdir())))
            laid = Laid(person, upload, way, stage / self.unit)
            self._fill(laid)
            self.laid[person.id] = laid
            self.ways[way] += 1

    def _fill(self, laid: Laid) -> None:
        """Write the files of one student, as far as they can lie in one folder."""
        laid.stage.mkdir(parents=True)
        total = 0
        for name, member in upload_files(laid.upload.files):
            if name == TIMESTAMP and laid.way != "exchange":
                continue  # only an exchange writes it; here it would be the student's own
            content = member.read()
            if isinstance(content, bytes) and total + len(content) > HANDED_IN:
                content = f"is too much: all files may have {megabytes(HANDED_IN)}"
            elif not is_path(name) or len(laid.files) >= MAX_FILES:
                content = "can't be laid: its name, or there are too many"
            if isinstance(content, str):
                self._remark(laid.person.shown, f"{name} {content}; it was left")
                continue
            path = laid.stage / name
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            except (FileExistsError, NotADirectoryError, IsADirectoryError):
                self._remark(laid.person.shown, f"{name} can't lie beside the others; it was left")
                continue
            total += len(content)
            laid.files.append(name)
        found = reader.receive(laid.stage, laid.person.id, self.assignment)
        laid.content = found.content if found else ""
        laid.when, laid.late = laid.upload.when, laid.upload.late
        known = self.record.of(laid.person.id, laid.content)
        if laid.when is None and known is not None and known.way == laid.way:
            # the same files, given without the list that has the time: it is known already
            laid.when = datetime.datetime.fromisoformat(known.when) if known.when else None
            laid.late = known.late if laid.late is None else laid.late
        if laid.when and laid.way != "exchange":
            (laid.stage / TIMESTAMP).write_text(format_timestamp(laid.when))
        if not any(name.lower().endswith((".ipynb", ".zip")) for name in laid.upload.files):
            what = ", ".join(sorted(laid.upload.files)[:3]) or "nothing"
            self._remark(laid.label, f"handed in no notebook, but {what}")
        elif found is not None:
            for words in reader.parse(found, self.assignment, rebuilding=False).looks:
                self._remark(laid.label, words)

    def _states(self) -> dict[str, str]:
        """Of each student: new, handed in anew, or as before."""
        states = {}
        for student, laid in self.laid.items():
            place = self._place(student)
            if not place.is_dir():
                states[student] = "new"
                continue
            old = reader.receive(place, student, self.assignment)
            same = old is not None and old.content == laid.content
            stamps = [(folder / TIMESTAMP) for folder in (place, laid.stage)]
            times = [path.read_bytes() if path.is_file() else b"" for path in stamps]
            if same and times[0] == times[1]:
                states[student] = "same"
            else:
                states[student] = "dated" if same else "anew"
        return states

    def _write_down(self, states: dict[str, str]) -> None:
        """Keep who is who, and what came from where; before anything is laid."""
        for student, laid in self.laid.items():
            upload = laid.upload
            when = laid.when.isoformat() if laid.when else None
            entry = Entry(laid.way, upload.label, upload.named, upload.group, when, laid.late)
            entry.content, entry.files = laid.content, laid.files
            self.record.entries[student] = entry
        for way, tables in self.keep.items():
            names = self.record.lists.setdefault(way, [])
            for table in tables:  # one for each tutor's group, perhaps
                name = Path(table.name).name
                for old in [each for each in names if self._replaces(table, way, each)]:
                    names.remove(old)
                    (self.folder / self.unit / old).unlink(missing_ok=True)
                write_atomically(self.folder / self.unit / name, table.text().encode())
                names.append(name)
        self.roster.write(self.folder / "roster.json")
        self.record.write(self.course)

    def _replaces(self, table: Table, way: str, old: str) -> bool:
        """Whether a list is a newer one of those who are on a list that was kept."""
        if old == Path(table.name).name:
            return True
        path = self.folder / self.unit / old
        if not path.is_file():
            return True
        people = moodle.participants if way == "moodle" else canvas.people
        return people(csv_files.read(path)).keys() <= people(table).keys()

    def _put_in_place(self, states: dict[str, str]) -> None:
        for student, laid in self.laid.items():
            if states[student] == "same":
                continue
            place = self._place(student)
            place.parent.mkdir(parents=True, exist_ok=True)
            with deferred_interrupt():
                _swap(laid.stage, place)

    def _place(self, student: str) -> Path:
        return self.course.submitted / student / self.unit

    def _remark(self, whom: str, words: str) -> None:
        self.remarks.append(printable(f"{whom}: {words}"))

    def _unclear(self, whom: str, words: str) -> None:
        self.unclear += 1
        self.remarks.append(printable(f"NOT collected: {whom}: {words}"))

    def _say(self, sources: list[Source], states: dict[str, str]) -> None:
        ways = ", ".join(dict.fromkeys(PLATFORMS[source.way] for source in sources)) or "a list"
        many = Counter(states.values())
        teams = {laid.upload.group for laid in self.laid.values()} - {""}
        groups = f" ({count(len(teams), 'group')})" if teams else ""
        print(f"{self.unit}, from {ways}: {count(len(states), 'student')} handed in{groups}.")
        kinds = (
            ("new", "new"),
            ("anew", "handed in anew"),
            ("dated", "the same files at another time"),
            ("same", "as before"),
        )
        told = ", ".join(f"{many[kind]} {words}" for kind, words in kinds if many[kind])
        if told:
            print(f"  {told}.")
        for way in self.keep:
            missing = [
                self.roster.people[student]
                for student in self.record.rows.get(way, {}).values()
                if student and student not in self.record.entries
            ]
            if missing:
                names = _few([person.shown for person in missing])
                print(f"  {len(missing)} on the list handed in nothing: {printable(names)}.")
        new = [person for key, person in self.roster.people.items() if key not in self.known]
        if self.known and new:
            names = _few([person.shown for person in new])
            print(f"  {count(len(new), 'student')} not known before: {printable(names)}.")
        for words in dict.fromkeys(self.remarks):
            print(f"  {words}")
        if any(laid.upload.when for laid in self.laid.values() if laid.way == "moodle"):
            zone = self.given.zone or datetime.datetime.now().astimezone().tzinfo
            print(f"  Times of hand-in are Moodle's, read as {zone}; --timezone says otherwise.")
        if states:
            print(f"Next: {program.name} grade {self.course.short(self.unit)}")


def upload_files(files: dict[str, Member]) -> Iterable[tuple[str, Member]]:
    """Files by name, notebooks first, as more than so many are left."""
    return sorted(files.items(), key=lambda pair: (not pair[0].endswith(".ipynb"), pair[0]))


def _swap(new: Path, place: Path) -> None:
    """Put a folder in place of another, or where there is none, in one step."""
    if not os.path.lexists(place):
        os.rename(new, place)
        return
    libc = ctypes.CDLL(None, use_errno=True)
    both = os.fsencode(new), os.fsencode(place)
    if libc.renameat2(AT_FDCWD, both[0], AT_FDCWD, both[1], RENAME_EXCHANGE) == 0:
        return  # what was there is among the unfinished now, and goes away with them
    old = new.with_name(f"{new.name}.old")  # a file system that can't exchange two names
    os.rename(place, old)
    os.rename(new, place)


def _few(names: list[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
