"""The job description for a cluster's workers: an assignment and all that grading it needs.

It is sent once per worker, and holds no submission and no secret of the course.
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
    """Versions that results depend on; "code" is a digest of gradebox and the check libraries."""
    paths = [*sorted(PACKAGE.rglob("*.py")), *checks.installed().files()]
    code = sha256(b"\0".join(path.read_bytes() for path in paths))
    major, minor, _ = platform.python_version_tuple()
    return {
        "gradebox": __version__,
        "Python": f"{major}.{minor}",
        "NumPy": version("numpy"),
        "code": code.hexdigest(),
    }


def difference(theirs: dict[str, str], ours: dict[str, str]) -> str:
    """How a worker's versions differ from ours, in words; an empty string if they don't."""
    other = [name for name in ours if theirs.get(name) != ours[name]]
    named = [f"{name} {theirs.get(name)}, not {ours[name]}" for name in other if name != "code"]
    if named:
        return f"has {' and '.join(named)}"
    if not other:
        return ""
    names = " and ".join(["gradebox", *checks.installed().packages])
    return f"has other code in {names} than this machine"


@dataclass(frozen=True)
class Bundle:
    """An assignment, the settings of a run, and the versions of the client."""

    assignment: Assignment
    timeout: float
    seed: int
    sandboxed: bool = True
    hidden: str = ""  # the course folder, which no sandbox on the client's machine may show
    versions: dict[str, str] = field(default_factory=versions)

    def to_bytes(self) -> bytes:
        task = self.assignment
        header = {
            "name": task.name,
            "notebooks": [asdict(notebook) for notebook in task.notebooks],
            "files": list(task.files),
            "sourced": task.sourced,
            "settings": [self.timeout, self.seed, self.sandboxed, self.hidden, self.versions],
        }
        return zlib.compress(pack(header, list(task.files.values())))

    @classmethod
    def from_bytes(cls, data: bytes) -> "Bundle":
        header, contents = unpack(zlib.decompress(data))
        notebooks = [
            CourseNotebook(book["name"], book["content"], [CourseCell(**c) for c in book["cells"]])
            for book in header["notebooks"]
        ]
        files = dict(zip(header["files"], contents, strict=True))
        task = Assignment(header["name"], notebooks, files, header["sourced"])
        return cls(task, *header["settings"])
