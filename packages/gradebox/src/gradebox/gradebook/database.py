"""Database connections (SQLAlchemy engine and session): an SQLite file, or a PostgreSQL server.

On both, a transaction keeps all other graders out from its beginning to its end. So nobody else
changes what it has read, and no two graders insert the same student.
"""

import functools
import importlib.util
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from gradebox.results import GradebookError
from gradebox.signals import deferred_interrupt

LOCK = int.from_bytes(b"lincours")  # PostgreSQL's advisory locks are numbers; this one is ours
IDLE_SECONDS = 60  # after which the server ends a silent client's transaction
RETRY_SECONDS = 60.0  # to retry while a server is away: restarted, or taken over
RETRY_PAUSE = 0.5  # seconds

# Messages, by the start of SQLite's error name or by PostgreSQL's SQLSTATE.
MESSAGES = {
    "SQLITE_BUSY": "{file} is in use by another program. Close what has it open (formgrader, or "
    "another run of the grader), then run this again.",
    "SQLITE_READONLY": "{file} cannot be written to. Make the file and its folder writable, then "
    "run this again.",
    "SQLITE_FULL": "The disk is full: nothing more could be written to {file}. Make room, then run "
    "this again.",
    "SQLITE_CORRUPT": "{file} is damaged. Put back a copy that works, or move the file away and "
    "grade again (marks that were given by hand are then lost).",
    "SQLITE_NOTADB": "{file} is not a gradebook, or it is damaged. Put back a copy that works, or "
    "move the file away and grade again (marks that were given by hand are then lost).",
    "SQLITE_CANTOPEN": "{file} cannot be opened. Check that its folder exists, and that you may "
    "read and write there.",
    "SQLITE_IOERR": "{file} could not be read or written. Check that the disk has room and works, "
    "then run this again.",
    "55P03": "{file} has been locked by another program for too long. Find out which (another run "
    "of the grader, or a psql session), then run this again.",
    "53100": "The server's disk is full: nothing more could be written to {file}. Make room, then "
    "run this again.",
    "42501": "{file} cannot be written to: this user lacks permission. Ask the server's "
    "administrator for the right to create and change tables, then run this again.",
    "25006": "{file} cannot be written to: the server is a read-only copy of another. Put that "
    "one into `c.CourseDirectory.db_url`, then run this again.",
    "22001": "A name is too long for {file}, in which names have up to 128 characters. Shorten "
    "it, then run this again.",
    "23503": "{file} has rows that refer to missing rows. Restore an intact copy.",
}
GONE = "The server lost the connection to {file}. Run the same command again to go on."
UNREACHABLE = (
    "{file} cannot be reached: {cause}. Check that the server runs, that the address in "
    "nbgrader_config.py (`c.CourseDirectory.db_url`) is right, and that you may connect; then run "
    "this again."
)
NOT_AN_ADDRESS = (
    "`c.CourseDirectory.db_url` is not the address of a database. It looks like "
    "sqlite:///gradebook.db, or like postgresql+psycopg://user@host/database; characters such as "
    "@, : and / in a password are written as %40, %3A and %2F."
)
NO_DRIVER = "A gradebook in PostgreSQL needs the package psycopg: pip install 'gradebox[postgres]'"
# SQLSTATEs worth a retry: the connection ended (08, and 57P for a server that stops or starts),
# too many connections, somebody else was quicker, a deadlock was undone, the server took us for
# idle (we had been stopped).
TRANSIENT = ("08", "57P", "53300", "23505", "40001", "40P01", "25P03")


log = logging.getLogger(__name__)


class Interrupted(GradebookError):
    """A transaction was undone by a transient error: it may be tried again."""


class Database:
    """The database at `db_url`; a transaction waits up to `wait` seconds for others."""

    def __init__(self, db_url: str, wait: float = 15.0) -> None:
        self.engine = _engine(db_url, wait)
        self.url = self.engine.url
        self.name = _name(self.url)

    @property
    def is_file(self) -> bool:
        """True if it is an SQLite file."""
        return self.engine.dialect.name == "sqlite"

    @property
    def passwords(self) -> list[str]:
        return [str(it) for it in (self.url.password, self.url.query.get("password")) if it]

    @property
    def address(self) -> str:
        """The URL, without a password."""
        url = self.url.difference_update_query(["password"])
        return url.render_as_string().replace(":***@", "@")

    def close(self) -> None:
        with deferred_interrupt():
            self.engine.dispose()

    @contextmanager
    def transaction(self, interruptible: bool = False) -> Iterator[Session]:
        """Return a session that ends in a commit, or in a rollback and a GradebookError.

        Ctrl-C does not cut it short, unless it is `interruptible`.
        """
        try:
            with (
                nullcontext() if interruptible else deferred_interrupt(),
                Session(self.engine, autoflush=False) as session,
                session.begin(),
            ):
                yield session
        except (DBAPIError, UnicodeEncodeError) as error:
            raise self._explained(error) from error

    def _explained(self, error: Exception) -> GradebookError:
        """Return a database's error with a message that says what to do."""
        if isinstance(error, UnicodeEncodeError):
            return GradebookError(
                f"The name {error.object!r} cannot be written to {self.name}: it is not text. "
                "Rename the folder, then run this again."
            )
        cause = getattr(error, "orig", None)
        state = getattr(cause, "sqlstate", None) or getattr(cause, "pgcode", None) or ""
        code = getattr(cause, "sqlite_errorname", None) or state
        for beginning, words in MESSAGES.items():
            if code.startswith(beginning):
                return GradebookError(words.format(file=self.name))
        message = " ".join(str(cause or error).split())
        for secret in self.passwords:  # a driver may repeat them
            message = message.replace(secret, "...")
        if self.is_file or not isinstance(error, DBAPIError):
            return GradebookError(f"{self.name} cannot be used: {message}.")
        if error.connection_invalidated:
            return Interrupted(GONE.format(file=self.name))
        if isinstance(error, OperationalError) and not state:  # no connection was made
            reason = message.removeprefix("connection failed: ").rstrip(".")
            return Interrupted(UNREACHABLE.format(file=self.name, cause=reason))
        words = f"{self.name} cannot be used: {message}."
        return (Interrupted if state.startswith(TRANSIENT) else GradebookError)(words)


Method = TypeVar("Method", bound=Callable[..., Any])


def persistent(method: Method) -> Method:
    """Retry a method, which is one transaction, while the server is away.

    It may run twice: if the connection ends during a commit, it isn't known if it succeeded.
    """

    @functools.wraps(method)
    def retried(*args: Any, **kwargs: Any) -> Any:
        end = time.monotonic() + RETRY_SECONDS
        while True:
            try:
                return method(*args, **kwargs)
            except Interrupted as error:
                if time.monotonic() > end:
                    raise
                log.info("Retrying: %s", error)
            time.sleep(RETRY_PAUSE)

    return cast(Method, retried)


def _name(url: URL) -> str:
    """Return the name of a database for messages, without user and password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "the gradebook"
    return f"{url.database or url.username}@{url.host or 'localhost'}"


def _engine(db_url: str, wait: float) -> Engine:
    """Return an engine that locks from the beginning of a transaction.

    SQLite: each transaction connects, so that no file is open when workers are forked.
    PostgreSQL: one connection, as connecting takes longer than recording a submission; if it turns
    out to be dead, `persistent` leads to a new one.
    """
    try:
        url = make_url(db_url)
        url = _with_driver(url)
        if url.get_backend_name() == "sqlite":
            return _locking_sqlite(create_engine(url, poolclass=NullPool), wait)
        if url.get_backend_name() != "postgresql":
            return create_engine(url, poolclass=NullPool)
        usual = {
            "connect_timeout": max(2, round(wait)),
            "tcp_user_timeout": IDLE_SECONDS * 1000,
            "application_name": "gradebox",
        }
        settings = {key: value for key, value in usual.items() if key not in url.query}
        engine = create_engine(url, pool_size=1, max_overflow=0, connect_args=settings)
    except ImportError as error:
        raise GradebookError(NO_DRIVER if "psycopg" in str(error) else f"{error}.") from None
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise GradebookError(NOT_AN_ADDRESS) from None  # their words may hold a password
    return _locking_postgresql(engine, wait)


def _with_driver(url: URL) -> URL:
    """Choose the installed driver for a plain `postgresql://`; SQLAlchemy's default varies."""
    if url.drivername != "postgresql":
        return url
    drivers = [name for name in ("psycopg", "psycopg2") if importlib.util.find_spec(name)]
    if not drivers:
        raise GradebookError(NO_DRIVER)
    return url.set(drivername=f"postgresql+{drivers[0]}")


def _locking_sqlite(engine: Engine, wait: float) -> Engine:
    # Python's sqlite3 begins a transaction at the first write, never for DDL; so we begin it.
    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {wait * 1000:.0f}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _locking_postgresql(engine: Engine, wait: float) -> Engine:
    # Only set for the transaction, as a connection may be shared (PgBouncer). The last timeout is
    # for a grader that is stopped, or cut off, while it keeps all others out.
    lock = (
        f"SET LOCAL lock_timeout = {wait * 1000:.0f}; "
        f"SET LOCAL idle_in_transaction_session_timeout = {IDLE_SECONDS * 1000}; "
        f"SELECT pg_advisory_xact_lock({LOCK})"
    )

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(lock)

    return engine
