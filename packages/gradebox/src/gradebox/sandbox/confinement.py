"""The judge's own sandbox: a library that a test calls may evaluate a student's text there.

A worker prepares it once: no network, and a folder in which the files that a judge needs are
mounted, read-only: the system, Python, the packages of the course's checks and the assignment. The
judge, a fork of it, makes that its root, with a new /tmp, and gives up all privileges. It keeps the
open files that it works with, and no other.
"""

import contextlib
import fcntl
import os
import resource
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from gradebox import PACKAGE, checks
from gradebox.sandbox import linux, seccomp
from gradebox.sandbox.bubblewrap import SETTINGS, SYSTEM, usual_mounts

DEVICES = ("null", "zero", "full", "random", "urandom")
KEPT = ("PATH", "LANG", "LANGUAGE", "TZ", "NBGRADER_EXECUTION")  # environment variables
KEPT_PREFIXES = ("LC_", "OMP_", "OPENBLAS_", "MKL_", "MPL", "PYTHON")
TEMPORARY = Path("/temporary")
SIZE = "size=256m,nr_inodes=20000,mode=1777"
NAMESPACES = linux.CLONE_NEWNS | linux.CLONE_NEWNET | linux.CLONE_NEWIPC | linux.CLONE_NEWUTS


class Confinement:
    """What a worker prepares and its judges enter.

    Args:
        root: An empty folder, on which the judges' root is mounted.
        hidden: The course folder, which must not be visible.
        shown: Files and folders that tests may read.
        kept: File descriptors that judges need.

    """

    def __init__(
        self, root: Path, hidden: Path, shown: Iterable[Path], kept: Iterable[int]
    ) -> None:
        self.root, self.kept = root, set(kept)
        root.mkdir(exist_ok=True)
        packages = [PACKAGE, *checks.installed().folders(), *_loaded_packages()]
        places = dict(usual_mounts(hidden)) | dict.fromkeys([*packages, *shown], True)
        self.places = sorted(places.items())

    def prepare(self) -> None:
        """Make the namespaces and the root; to be called once, in a worker."""
        if os.geteuid() == 0:
            linux.unshare(NAMESPACES)
        else:
            own = os.geteuid(), os.getegid()
            linux.unshare(NAMESPACES | linux.CLONE_NEWUSER)
            Path("/proc/self/setgroups").write_text("deny")
            for name, number in zip(("uid_map", "gid_map"), own, strict=True):
                Path(f"/proc/self/{name}").write_text(f"{number} {number} 1")
        linux.mount("none", "/", flags=linux.MS_REC | linux.MS_PRIVATE)
        linux.mount("none", str(self.root), "tmpfs", linux.MS_NOSUID, "mode=755")
        for name in DEVICES:
            self._bind(Path("/dev", name))
        for name in SYSTEM:
            if os.path.islink(name):
                os.symlink(os.readlink(name), f"{self.root}{name}")
            elif os.path.isdir(name):
                self._bind(Path(name))
        for name in SETTINGS:
            if os.path.exists(f"/etc/{name}"):
                self._bind(Path("/etc", name))
        for path, visible in self.places:
            if visible:
                self._bind(path)
            elif (place := self.root / str(path).lstrip("/")).is_dir():
                linux.mount("none", str(place), "tmpfs", linux.MS_NOSUID, "mode=755")
        (self.root / "proc").mkdir()
        (self.root / TEMPORARY.name).mkdir()
        if not (self.root / "tmp").exists():  # else something that is shown is in /tmp
            (self.root / "tmp").symlink_to(TEMPORARY)
        linux.make_read_only(str(self.root))

    def _bind(self, path: Path) -> None:
        place = self.root / str(path).lstrip("/")
        if place.exists():  # a folder above it is mounted
            return
        if path.is_dir():
            place.mkdir(parents=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
        linux.mount(str(path), str(place), flags=linux.MS_BIND | linux.MS_REC)

    def enter(self, kept: Iterable[int]) -> None:
        """Move this process, a judge, into the sandbox for good; keep some more open files."""
        _detach({*self.kept, *kept})
        for name in list(os.environ):
            if name not in KEPT and not name.startswith(KEPT_PREFIXES):
                del os.environ[name]
        os.environ["HOME"] = os.environ["TMPDIR"] = str(TEMPORARY)
        tempfile.tempdir = None  # it was found out before
        linux.unshare(linux.CLONE_NEWNS)
        flags = linux.MS_NOSUID | linux.MS_NODEV
        linux.mount("none", f"{self.root}{TEMPORARY}", "tmpfs", flags, SIZE)
        os.chroot(self.root)
        os.chdir(TEMPORARY)
        linux.drop_capabilities()
        seccomp.install(seccomp.program(students=True, judge=True))
        linux.set_parent_death_signal()  # changed credentials may have cleared it


def _loaded_packages() -> Iterator[Path]:
    """Yield the folders of packages that were imported from anywhere, such as a clone."""
    for name, module in list(sys.modules.items()):
        if "." not in name and (file := getattr(module, "__file__", None)):
            path = Path(file)
            if path.name == "__init__.py":
                yield path.parent.resolve()


def _detach(kept: set[int]) -> None:
    """Replace all open files but some by /dev/null: Python's objects for them stay valid."""
    null = os.open(os.devnull, os.O_RDWR)
    most = min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 4096)
    for number in range(most):
        if number not in kept and number != null:
            with contextlib.suppress(OSError):
                fcntl.fcntl(number, fcntl.F_GETFD)  # fails if it is not open
                os.dup2(null, number, inheritable=False)
    os.close(null)
