"""The `Platform` protocol: everything gradebox needs to know about one learning platform."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Protocol

from gradebox.course.model import Course, CourseError
from gradebox.course.people import Person
from gradebox.platforms.connection import Connection
from gradebox.platforms.csv_files import Table
from gradebox.platforms.exports import Export, Member
from gradebox.platforms.handback import Handback


@dataclass
class Upload:
    """The files that one student or one group submitted."""

    label: str  # for messages; also makes the ID of a person of whom nothing else is known
    people: list[Person]
    files: dict[str, Member] = field(default_factory=dict)  # by their path in the student's folder
    submitted: datetime | None = None
    written_time: str = ""  # `submitted` in the platform's own words, if they have no time zone
    late: bool | None = None  # the platform's verdict, if it gives one
    reply_name: str = ""  # how names of feedback files must begin for the platform
    group: str = ""
    rows: list[str] = field(default_factory=list)  # their rows on the platform's list, if known
    problem: str = ""  # why its student can't be identified; such an upload isn't collected
    remarks: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class CollectContext:
    """What a platform may need to read uploads, beside the export itself."""

    unit: str  # the assignment being collected
    lists: Sequence[Table]  # this platform's lists that were given with the export
    time_zone: tzinfo | None  # for times without a zone; None: the machine's
    unit_of: Callable[[Member], str]  # the assignment of a notebook or zip file; "" if unknown
    remark: Callable[[str, str], None]  # tell the instructor: about whom, and what
    include_drafts: bool = False  # also collect work that the student hasn't submitted for good


@dataclass(frozen=True)
class Connected:
    """The submissions of one assignment in a platform's own store, and its participants."""

    export: Export
    lists: Sequence[Table] = ()


@dataclass(frozen=True)
class SiteInfo:
    """What a site says about itself when it is connected."""

    title: str  # with its version
    user: str  # whose token it is
    assignments: dict[int, str]  # names of the course's assignments, by their numbers there


class Platform(Protocol):
    """A learning platform. Subclass it and override what the platform has.

    Students' files, names and lists come from outside: a platform reads them as data, and raises
    `CourseError` with a message that says what to do if it can't.
    """

    name: str  # in collected/UNIT.json; never change it
    title: str  # for messages
    instructions: str  # which files to download and pass to `collect`
    order: int = 50  # platforms are asked in this order whether they recognise something
    distinctive: bool = True  # a student's own zip file never looks like one of its exports
    mixes_units: bool = False  # an export holds several assignments; `uploads` picks one
    has_timestamps: bool = False  # uploads hold nbgrader's timestamp.txt, not a student's own
    local_times: bool = False  # its times have no time zone
    remote: bool = False  # files are downloaded when they are read

    def recognises(self, export: Export) -> bool:
        """Return True if a zip file, a folder or a file has the structure of its exports."""
        return False

    def recognises_list(self, table: Table) -> bool:
        """Return True if a CSV file is one of its lists."""
        return False

    def connect(self, course: Course, unit: str) -> Connected | None:
        """Open the platform's own store of submissions, if it has one, to collect without files."""
        return None

    def site_info(self, connection: Connection, token: str) -> SiteInfo:
        """Ask the site of a web service who it is."""
        raise CourseError(f"{self.title} has no web service.")

    def new_token(self, site: str, user: str, password: str) -> str:
        """A token for a site, in exchange for a password."""
        raise CourseError(f"{self.title} gives no token for a password. Make one in its settings.")

    def people(self, table: Table) -> dict[str, Person]:
        """Everybody on one of its lists, by whatever identifies their row.

        Somebody without a name or an identifier takes part anonymously, in this assignment only.
        """
        return {}

    def due_dates(self, table: Table, zone: tzinfo | None) -> dict[str, datetime]:
        """The due dates of single students on one of its lists, by row."""
        return {}

    def mark_lists(self, lists: Sequence[Table], export: Export | None) -> Sequence[Table]:
        """The lists that marks go back into, for an export or for lists without any work."""
        return ()

    def check_mark_list(self, table: Table) -> None:
        """Raise CourseError if marks can't go back into a list."""
        return

    def uploads(self, export: Export, context: CollectContext) -> Iterator[Upload]:
        """What everybody submitted."""
        raise NotImplementedError

    def fill(self, handback: Handback) -> None:
        """Write marks and feedback pages as the platform imports them.

        Students who are on none of its lists get a row in marks.csv instead.
        """
        return
