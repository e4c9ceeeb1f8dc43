"""Data migration: a gradebook copied into another database (SQLite to PostgreSQL, or back).

Each end is one transaction. Before it is committed, every row is read back and compared: the copy
is complete and equal, or not made at all.
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
    """Copy a gradebook and print what to do next; each end is a URL or a file."""
    try:
        copied = copy(address(source), address(target))
    except GradebookError as error:
        print(f"{program.name}: {printable(str(error))}", file=sys.stderr)
        return 2
    print(f"Copied {copied.source} to {copied.target}, and compared every row.")
    for table, count in copied.rows.items():
        print(f"  {count:>9,}  {table}")
    if copied.left_out:
        print(f"Not nbgrader's, so not copied: {', '.join(copied.left_out)}.")
    print(f"{copied.source} is unchanged. To use the copy, put into nbgrader_config.py:")
    print(f"  c.CourseDirectory.db_url = {copied.address!r}")
    if copied.password:
        print("with the password in it, or without it and with a file ~/.pgpass.")
    return 0


def address(place: str) -> str:
    """Return the URL of a database, which may be given as a file."""
    return place if "://" in place else f"sqlite:///{Path(place).resolve()}"


@dataclass(frozen=True)
class Copied:
    """The outcome of a copy: rows by table, and tables that are not nbgrader's."""

    source: str
    target: str
    address: str  # the target's, without a password
    password: bool
    rows: dict[str, int]
    left_out: list[str]


def copy(source_url: str, target_url: str) -> Copied:
    """Copy a gradebook into an empty database; GradebookError if it can't, without any effect."""
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
                f"{target.name} is not empty: it has tables already. Use a new database."
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
                        "somebody write to it meanwhile? Close formgrader and run this again."
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
    """Raise an error if rows refer to missing rows, which SQLite tolerates and others don't."""
    if source.is_file:
        found = session.execute(text("PRAGMA foreign_key_check")).all()
        if found:
            tables = ", ".join(sorted({str(row[0]) for row in found}))
            raise GradebookError(
                f"{source.name} has {len(found)} rows that refer to missing rows, in {tables}. "
                "Restore an intact copy, or delete these rows: `sqlite3 "
                f"{source.name} 'PRAGMA foreign_key_check'` lists them."
            )


def _count(session: Session, table: Table) -> int:
    return session.scalar(select(func.count()).select_from(table)) or 0


def _batches(session: Session, table: Table) -> Iterator[list[Row[Any]]]:
    """Yield a table's rows in batches, in their original order if the database keeps it."""
    query = select(table).execution_options(yield_per=BATCH)
    if session.get_bind().dialect.name == "sqlite":
        query = query.order_by(text("rowid"))
    try:
        for batch in session.execute(query).partitions():
            yield list(batch)
    except LookupError as error:  # not one of an enumeration's values
        raise GradebookError(f"The table {table.name} has an invalid row: {error}.") from error


def _copy(table: Table, old: Session, new: Session, advance: Callable[[float], None]) -> None:
    for batch in _batches(old, table):
        new.execute(insert(table), [dict(row._mapping) for row in batch])
        advance(len(batch))


def _differs(table: Table, old: Session, new: Session, advance: Callable[[float], None]) -> bool:
    """Return True if a row of the old table differs in the new one, or is missing."""
    [key] = table.primary_key
    for batch in _batches(old, table):
        expected = {row._mapping[key]: tuple(row) for row in batch}
        found = new.execute(select(table).where(key.in_(expected)))
        if {row._mapping[key]: tuple(row) for row in found} != expected:
            return True
        advance(len(batch))
    return False
