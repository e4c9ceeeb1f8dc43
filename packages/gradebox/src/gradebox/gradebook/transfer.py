"""Data migration: a gradebook copied into another database (SQLite to PostgreSQL, or back).

All of it is one transaction at each end. Before it is committed, every row is read back and
compared, so that what is there in the end is the same, or nothing.
"""

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import Progress
from sqlalchemy import Row, Table, func, insert, select, text
from sqlalchemy.orm import Session

from gradebox import program
from gradebox.gradebook.database import Database
from gradebox.gradebook.schema import check_version, create_tables, models, table_names
from gradebox.results import GradebookError
from gradebox.text import printable

BATCH = 1000  # rows


def main(source: str, target: str) -> int:
    """Copy a gradebook, and say what to do next; each end is an address or a file."""
    try:
        copied = copy(address(source), address(target))
    except GradebookError as error:
        print(f"{program.name}: {printable(str(error))}", file=sys.stderr)
        return 2
    print(f"Copied {copied.source} to {copied.target}, and compared every row: nothing differs.")
    for table, count in copied.rows.items():
        print(f"  {count:>9,}  {table}")
    if copied.left_out:
        print(f"Not nbgrader's, so not copied: {', '.join(copied.left_out)}.")
    print(f"{copied.source} is as it was. To use the copy, write in nbgrader_config.py:")
    print(f"  c.CourseDirectory.db_url = {copied.address!r}")
    if copied.password:
        print("with the password where you gave it, or without it and with a file ~/.pgpass.")
    return 0


def address(place: str) -> str:
    """What SQLAlchemy calls a database, of which a person may give the file."""
    return place if "://" in place else f"sqlite:///{Path(place).resolve()}"


@dataclass(frozen=True)
class Copied:
    """What was copied from where to where: rows by table, and tables that are not nbgrader's."""

    source: str
    target: str
    address: str  # of the target, without a password
    password: bool
    rows: dict[str, int]
    left_out: list[str]


def copy(source_url: str, target_url: str) -> Copied:
    """Copy a gradebook into an empty database; raises `GradebookError`, and then has no effect."""
    source, target = Database(source_url), Database(target_url)
    if source.url == target.url:
        raise GradebookError(f"{source.name} can't be copied onto itself.")
    if source.is_file and not Path(source.url.database or "").is_file():
        raise GradebookError(f"There is no gradebook {source.name}.")
    with ExitStack() as stack:
        stack.callback(source.close)
        stack.callback(target.close)
        old = stack.enter_context(source.transaction(interruptible=True))
        check_version(old, source.name)
        _check_links(old, source)
        new = stack.enter_context(target.transaction(interruptible=True))
        if table_names(new):
            raise GradebookError(
                f"{target.name} is not empty: it has tables already. Name a database that is new."
            )
        create_tables(new)
        tables = models().sorted_tables  # those that others point to come first
        rows = {table.name: _count(old, table) for table in tables}
        with Progress(transient=True, disable=not sys.stdout.isatty()) as bar:
            task = bar.add_task("copying, comparing", total=2 * sum(rows.values()))
            advance = functools.partial(bar.advance, task)
            for table in tables:
                _copy(table, old, new, advance)
            for table in tables:
                if _differs(table, old, new, advance) or _count(new, table) != rows[table.name]:
                    raise GradebookError(
                        f"The copy differs in the table {table.name}, so it was undone. Did "
                        "somebody write to it meanwhile? Close formgrader, and run this again."
                    )
        left_out = sorted(table_names(old) - {*rows, "alembic_version"})
    return Copied(
        source.name,
        target.name,
        target.address,
        bool(target.passwords),
        rows,
        left_out,
    )


def _check_links(session: Session, source: Database) -> None:
    """Raise where rows point to rows that are gone, which SQLite lets pass and others do not."""
    if source.is_file:
        found = session.execute(text("PRAGMA foreign_key_check")).all()
        if found:
            tables = ", ".join(sorted({str(row[0]) for row in found}))
            raise GradebookError(
                f"{source.name} has {len(found)} rows that belong to others which are not there, "
                f"in {tables}. Put back a copy that is whole, or delete these rows: `sqlite3 "
                f"{source.name} 'PRAGMA foreign_key_check'` lists them."
            )


def _count(session: Session, table: Table) -> int:
    return session.scalar(select(func.count()).select_from(table)) or 0


def _batches(session: Session, table: Table) -> Iterator[list[Row[Any]]]:
    """A table's rows, in the order in which they came where the database keeps it."""
    query = select(table).execution_options(yield_per=BATCH)
    if session.get_bind().dialect.name == "sqlite":
        query = query.order_by(text("rowid"))
    try:
        for batch in session.execute(query).partitions():
            yield list(batch)
    except LookupError as error:  # of a column of few values
        raise GradebookError(f"The table {table.name} has a row that can't be: {error}.") from error


def _copy(table: Table, old: Session, new: Session, advance: Callable[[float], None]) -> None:
    for batch in _batches(old, table):
        new.execute(insert(table), [dict(row._mapping) for row in batch])
        advance(len(batch))


def _differs(table: Table, old: Session, new: Session, advance: Callable[[float], None]) -> bool:
    """Whether a row of the old table is another in the new one, or is not there."""
    [key] = table.primary_key
    for batch in _batches(old, table):
        expected = {row._mapping[key]: tuple(row) for row in batch}
        found = new.execute(select(table).where(key.in_(expected)))
        if {row._mapping[key]: tuple(row) for row in found} != expected:
            return True
        advance(len(batch))
    return False
