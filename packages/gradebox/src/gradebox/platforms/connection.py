"""A course's connection to a learning platform's web service: `course connect` makes it.

The address and the assignments are stored in collected/connection.json. The token is not: it comes
from the environment, or from a file that only its owner can read, outside the course folder.
"""

import json
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from gradebox import program
from gradebox.course.model import Course, CourseError
from gradebox.intake.record import FOLDER
from gradebox.notebooks import write_atomically

TOKEN = "GRADEBOX_TOKEN"  # an environment variable
LOOPBACK = ("127.0.0.1", "::1", "localhost")
MAX_TOKEN_LENGTH = 1000


@dataclass
class Connection:
    """Where a course's assignments are on a platform."""

    platform: str
    site: str  # without a slash at its end
    course: int  # the platform's number of the course
    assignments: dict[str, int] = field(default_factory=dict)  # the platform's numbers, by unit
    token_file: str = ""

    @classmethod
    def read(cls, course: Course) -> "Connection | None":
        """The connection of a course; None if it has none."""
        path = course.root / FOLDER / "connection.json"
        try:
            data = json.loads(path.read_text("utf-8"))
            return cls(**{key: data[key] for key in cls.__dataclass_fields__})
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CourseError(
                f"{FOLDER}/{path.name} can't be read ({error}). Connect the course again: "
                f"{program.name} course connect"
            ) from error

    def write(self, course: Course) -> None:
        folder = course.root / FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        text = json.dumps({"version": 1, **asdict(self)}, indent=1, ensure_ascii=False)
        write_atomically(folder / "connection.json", text.encode())

    def assignment(self, unit: str) -> int:
        """The platform's number of an assignment."""
        if unit in self.assignments:
            return self.assignments[unit]
        raise CourseError(
            f"{unit} is not connected to an assignment of {self.site}. Run `{program.name} course "
            f"connect` again, with {unit.partition('-')[0]}=ID."
        )

    def write_token(self, course: Course, token: str) -> None:
        """Write a token to the file where `token` finds it; only its owner can read that."""
        path = _outside(Path(self.token_file), course.root)
        try:
            path.touch(mode=0o600)
            path.chmod(0o600)  # before anything is in it
            path.write_text(f"{token}\n")
        except OSError as error:
            raise CourseError(f"The token can't be written to {path} ({error}).") from error

    def token(self, course: Course, environment: Mapping[str, str] = os.environ) -> str:
        """The secret that the platform knows its user by."""
        if token := environment.get(TOKEN, "").strip():
            return token
        if not self.token_file:
            raise CourseError(
                f"No token for {self.site}: set {TOKEN}, or pass --token-file to `{program.name} "
                "course connect`."
            )
        return _read_token(Path(self.token_file).expanduser(), course.root)


def parse_address(address: str) -> tuple[str, str, int]:
    """The platform, the site and the number of a course, from the address of its page."""
    parts = urlsplit(address.strip())
    host = parts.hostname or ""
    if parts.scheme != "https" and not (parts.scheme == "http" and host in LOOPBACK):
        raise CourseError(f"{address} doesn't begin with https://, so a token can't be sent there.")
    number = parse_qs(parts.query).get("id", [""])[0]
    moodle = re.fullmatch(r"(?P<path>.*)/course/view\.php", parts.path)
    canvas = re.fullmatch(r"(?P<path>.*)/courses/(?P<number>\d+)(/.*)?", parts.path)
    if moodle and number.isdecimal():
        return "moodle-web", f"{parts.scheme}://{parts.netloc}{moodle['path']}", int(number)
    if canvas:
        site = f"{parts.scheme}://{parts.netloc}{canvas['path']}"
        return "canvas-web", site, int(canvas["number"])
    raise CourseError(
        f"{address} is not the address of a course. Open your course in the browser and copy its "
        "address: https://SITE/course/view.php?id=42 in Moodle, https://SITE/courses/42 in Canvas."
    )


def _outside(path: Path, root: Path) -> Path:
    if path.resolve().is_relative_to(root.resolve()):
        raise CourseError(
            f"{path} is inside the course folder, so the token could be published with it. Move "
            "it elsewhere."
        )
    return path


def _read_token(path: Path, root: Path) -> str:
    """The token in a file, if only its owner can read it and no course folder holds it."""
    _outside(path, root)
    try:
        status = path.stat()
        if stat.S_IMODE(status.st_mode) & 0o077 or status.st_uid != os.getuid():
            raise CourseError(f"Others can read {path}. Run: chmod 600 {path}")
        token = path.read_text("utf-8")[:MAX_TOKEN_LENGTH].strip()
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError(f"The token in {path} can't be read ({error}).") from error
    if not token:
        raise CourseError(f"{path} is empty. Put your token into it.")
    return token
