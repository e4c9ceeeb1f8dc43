"""The job description that a cluster's workers get: an assignment and all that grading it needs.

Sent once per worker. It holds no student's work and no secret of the course.
"""

import platform
import zlib
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib.metadata import version

from gradebox import PACKAGE, __version__, checks
from gradebox.course.model import Assignment, CourseCell, CourseNotebook
from gradebox.framing import pack, unpack


def versions() -> dict[str, str]:
    """What results depend on beside the assignment; "files" is a digest of the code."""
    paths = [*sorted(PACKAGE.rglob("*.py")), *checks.installed().files()]
    files = sha256(b"\0".join(path.read_bytes() for path in paths))
    major, minor, _ = platform.python_version_tuple()
    return {
        "gradebox": __version__,
        "Python": f"{major}.{minor}",
        "NumPy": version("numpy"),
        "files": files.hexdigest(),
    }


def difference(theirs: dict[str, str], ours: dict[str, str]) -> str:
    """What a worker has other versions of, in words; nothing where all are the same."""
    other = [name for name in ours if theirs.get(name) != ours[name]]
    named = [f"{name} {theirs.get(name)}, not {ours[name]}" for name in other if name != "files"]
    if named:
        return f"has {' and '.join(named)}"
    return (
        f"has gradebox {ours['gradebox']} with other files in it, or other checks" if other else ""
    )


@dataclass(frozen=True)
class Bundle:
    """An assignment, the settings of a run, and the versions of who asks for it."""

    assignment: Assignment
    seconds: float
    seed: int
    safe: bool = True
    hidden: str = ""  # the course folder, which no sandbox may show where it is on the same machine
    versions: dict[str, str] = field(default_factory=versions)

    def to_bytes(self) -> bytes:
        """All of it, to be sent."""
        task = self.assignment
        header = {
            "name": task.name,
            "notebooks": [asdict(notebook) for notebook in task.notebooks],
            "files": list(task.files),
            "sourced": task.sourced,
            "settings": [self.seconds, self.seed, self.safe, self.hidden, self.versions],
        }
        return zlib.compress(pack(header, list(task.files.values())))

    @classmethod
    def from_bytes(cls, data: bytes) -> "Bundle":
        """The bundle that `to_bytes` wrote."""
        header, contents = unpack(zlib.decompress(data))
        notebooks = [
            CourseNotebook(book["name"], book["content"], [CourseCell(**c) for c in book["cells"]])
            for book in header["notebooks"]
        ]
        files = dict(zip(header["files"], contents, strict=True))
        task = Assignment(header["name"], notebooks, files, header["sourced"])
        return cls(task, *header["settings"])
