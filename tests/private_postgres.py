"""A private PostgreSQL server for tests: in a temporary folder, on a Unix socket, without root."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

OWNER = "teacher"
SECRET = "not-to-be-seen"  # stands in addresses; on the socket the server asks for no password


def program(name: str) -> str | None:
    """A program of the server, which Debian keeps off the PATH."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(kept[-1]) if kept else shutil.which(name)


def _not_root() -> dict:
    """How to start a program that refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class Server:
    """A server that can be stopped in any way and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        folder.chmod(0o755)
        if os.geteuid() == 0:
            os.chown(folder, _not_root()["user"], -1)
        self.run(
            *("initdb", "-D", self.data, "--auth=trust", f"--username={OWNER}", "--no-sync"),
            *("--encoding=UTF8", "--locale=C.UTF-8"),
        )
        with (self.data / "postgresql.conf").open("a") as settings:
            # A time zone far from UTC, in which the gradebook's times must not be read.
            settings.write(
                f"listen_addresses = ''\nunix_socket_directories = '{folder}'\n"
                "timezone = 'America/St_Johns'\nshared_buffers = 16MB\nautovacuum = off\n"
                "fsync = off\n"  # processes are killed here, but the machine keeps its power
            )
        self.start()

    def run(self, name: str, *arguments: object) -> str:
        """Run one of PostgreSQL's programs; what it prints."""
        command = [program(name) or name, *map(str, arguments)]
        run = subprocess.run(
            command,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **_not_root(),
        )
        assert run.returncode == 0, run.stdout
        return run.stdout

    def start(self) -> None:
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it; `immediate` is as if the machine had lost its power."""
        self.run("pg_ctl", "-D", self.data, "-w", "-m", how, "stop")

    def restart(self, how: str = "fast") -> None:
        self.stop(how)
        self.start()

    def make(self, database: str) -> str:
        """Make a database; its address."""
        self.run("createdb", "-h", self.folder, "-U", OWNER, database)
        return self.address(database)

    def address(self, database: str, driver: str = "postgresql+psycopg") -> str:
        return f"{driver}://{OWNER}:{SECRET}@/{database}?host={self.folder}"

    def dump(self, database: str) -> str:
        """The rows of a database, as pg_dump has them."""
        return self.run("pg_dump", "-h", self.folder, "-U", OWNER, "--data-only", database)

    def rows(self, database: str) -> dict[str, list[dict[str, str | None]]]:
        """The same, by table and column."""
        tables: dict[str, list[dict[str, str | None]]] = {}
        lines = iter(self.dump(database).splitlines())
        for line in lines:
            if line.startswith("COPY "):
                table, _, columns = line.removeprefix("COPY public.").partition(" (")
                names = columns.partition(")")[0].split(", ")
                found = tables[table] = []
                for row in iter(lines.__next__, "\\."):
                    values = [None if each == "\\N" else each for each in row.split("\t")]
                    found.append(dict(zip(names, values, strict=True)))
        return tables


@contextlib.contextmanager
def server() -> Iterator[Server]:
    """A server that is stopped at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as name:
        running = Server(Path(name))
        try:
            yield running
        finally:
            running.stop("immediate")
