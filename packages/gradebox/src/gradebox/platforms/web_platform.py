"""What platforms with a web service share: the connection, and a list of participants."""

from collections.abc import Sequence
from datetime import datetime, tzinfo

from gradebox.course.model import Course, CourseError
from gradebox.course.people import Person
from gradebox.platforms import listing
from gradebox.platforms.connection import Connection
from gradebox.platforms.csv_files import Table
from gradebox.platforms.exports import Export
from gradebox.platforms.handback import Handback
from gradebox.platforms.platform import Platform


class WebPlatform(Platform):
    """A platform that `course connect` connects to."""

    instructions = "no file, if the course is connected (`course connect`)"
    order = 5
    remote = True
    mixes_units = True
    accounts = ""  # whose numbers identify people; the same for the platform's files

    def connection(self, course: Course) -> Connection | None:
        """The course's connection, if it is to this platform."""
        found = Connection.read(course)
        return found if found is not None and found.platform == self.name else None

    def connection_to_return(self, handback: Handback) -> Connection:
        """The connection through which work was collected."""
        if found := self.connection(handback.course):
            return found
        raise CourseError(
            f"{handback.unit} was collected from {self.title}'s web service, but the course is no "
            "longer connected to it. Run `course connect` again."
        )

    def people(self, table: Table) -> dict[str, Person]:
        return listing.people(table, self.accounts)

    def due_dates(self, table: Table, zone: tzinfo | None) -> dict[str, datetime]:
        return listing.due_dates(table)

    def mark_lists(self, lists: Sequence[Table], export: Export | None) -> Sequence[Table]:
        return lists
