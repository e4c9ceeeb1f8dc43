"""A security audit of a JupyterHub: which account can read or write what, and what is installed.

It checks a machine that was set up as in docs/hub.md and changes nothing. It computes permissions
from owners, groups and modes, without trying them. It reports access control lists but doesn't
evaluate them.
"""

import functools
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from lincourse.student import UserError
from lincourse.student.doctor import Problem

FORMGRADER = "nbgrader.server_extensions.formgrader"
SETTINGS = "etc/jupyter/nbgrader_config.py"
DEFAULT_EXCHANGE = "/usr/local/share/nbgrader/exchange"
PRIVATE_FOLDERS = ("solutions", "sources", "tests")  # in a clone
SECRETS = ("jupyterhub_cookie_secret", "jupyterhub.sqlite")
FIRST_UID, LAST_UID = 1000, 59999  # Debian's range for people's accounts
MAX_SETTINGS_BYTES = 2**20
PACKAGES = ("lincourse", "nbgrader", "jupyterhub", "numpy")


@dataclass(frozen=True)
class Account:
    """An account that can log in."""

    name: str
    uid: int
    groups: frozenset[int]
    home: str = ""


# Stands for accounts that aren't listed here, for example those of a directory service.
ANYBODY = Account("any other account", 2**31 - 2, frozenset())


def rehearse_sandbox(account: Account) -> str:
    """Start bubblewrap as an account; return its error message, or ""."""
    command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    try:
        run = subprocess.run(
            command,
            user=account.uid,
            group=min(account.groups),
            extra_groups=sorted(account.groups),
            cwd="/",
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    except FileNotFoundError:
        return "it is not installed"
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return run.stderr.strip() if run.returncode else ""


@dataclass
class Machine:
    """The machine to check. In tests `root` is not /; paths are those on the machine."""

    instructors: list[Account]
    students: list[Account]
    course: str
    hub: str = "/srv/jupyterhub"  # where the Hub keeps its secrets
    prefix: str = sys.prefix  # the environment of the single-user servers
    root: Path = Path("/")
    sandbox: Callable[[Account], str] = rehearse_sandbox
    _known: dict[Path, os.stat_result] = field(default_factory=dict)

    def at(self, path: str | Path) -> Path:
        """A path of the machine, below `root`."""
        return self.root / str(path).lstrip("/")

    def display(self, path: Path) -> str:
        """A path without `root`, as users of the machine write it."""
        return "/" + str(path.relative_to(self.root))

    def stat(self, path: Path) -> os.stat_result:
        """The cached owner and mode of a path."""
        if path not in self._known:
            self._known[path] = path.stat()
        return self._known[path]

    def may(self, account: Account, path: Path, wanted: str) -> bool:
        """Return True if an account may do `wanted` (some of "rwx") with a path and reach it."""
        path = path.resolve()
        above = [p for p in reversed(path.parents) if p == self.root or self.root in p.parents]
        return all(self._allows(account, folder, "x") for folder in above) and self._allows(
            account, path, wanted
        )

    def _allows(self, account: Account, path: Path, wanted: str) -> bool:
        about = self.stat(path)
        shift = 6 if about.st_uid == account.uid else 3 if about.st_gid in account.groups else 0
        granted = about.st_mode >> shift
        return all(granted & {"r": 4, "w": 2, "x": 1}[letter] for letter in wanted)

    def who_may(self, path: Path, wanted: str, besides: str = "") -> str:
        """The first student, or any other account, who may; "" if no one may."""
        for account in (*self.students, ANYBODY):
            if account.name != besides and self.may(account, path, wanted):
                return account.name
        return ""

    def owner_is(self, path: Path, accounts: Iterable[Account]) -> bool:
        """Return True if a path belongs to one of these accounts."""
        return self.stat(path).st_uid in {account.uid for account in accounts}


def this_machine(instructors: list[str], course: Path, hub: Path) -> Machine:
    """The machine that this runs on, with all its accounts of people."""
    import grp
    import pwd

    if os.geteuid() != 0:
        raise UserError("only root can see the permissions of all accounts: run this with sudo")

    def account(entry: pwd.struct_passwd) -> Account:
        more = {group.gr_gid for group in grp.getgrall() if entry.pw_name in group.gr_mem}
        return Account(entry.pw_name, entry.pw_uid, frozenset({entry.pw_gid, *more}), entry.pw_dir)

    teaching = []
    for name in instructors:
        try:
            teaching.append(account(pwd.getpwnam(name)))
        except KeyError:
            raise UserError(f"there is no account {name!r} on this machine") from None
    names = {person.name for person in teaching}
    others = [
        account(entry)
        for entry in pwd.getpwall()
        if FIRST_UID <= entry.pw_uid <= LAST_UID and entry.pw_name not in names
    ]
    return Machine(teaching, others, str(course.absolute()), str(hub.absolute()))


def find_problems(machine: Machine) -> dict[str, tuple[list[Problem], str]]:
    """By subject: the problems, and a summary for the case that there are none."""
    exchange, settings = _settings(machine)
    return {
        "Packages": (_packages(machine), _versions()),
        "Course folder and clone": (
            [*_course(machine), *_clone(machine), *_copies(machine)],
            "Students can't reach solutions, gradebook and submissions.",
        ),
        "Homes": (
            _homes(machine),
            f"{len(_existing_homes(machine))} homes, all private.",
        ),
        "Exchange": (
            [*settings, *(_exchange(machine, *exchange) if exchange else [])],
            "It is sticky, and its course belongs to an instructor.",
        ),
        "Hub": (_hub(machine), f"Only root can read {machine.hub}."),
        "Formgrader": (_formgrader(machine), "Off for students, on for instructors."),
        "Sandbox": (_sandbox(machine), "Bubblewrap starts for every instructor."),
    }


# ---------------------------------------------------------------- packages


def _versions() -> str:
    return ", ".join(f"{name} {metadata.version(name)}" for name in PACKAGES if _version(name))


@functools.cache
def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _packages(machine: Machine) -> list[Problem]:
    from packaging.requirements import Requirement

    found = []
    own = "./packages/misstep ./packages/gradebox '.[instructor]'"
    install = f"{machine.prefix}/bin/pip install -c requirements.lock {own} jupyterhub"
    for name in PACKAGES:
        if not _version(name):
            message = f"{name} is not installed in {machine.prefix}, where servers run."
            found.append(Problem("error", message, f"In the clone: {install}"))
    installed = [name for name in ("lincourse", "gradebox") if _version(name)]
    lines = (line for name in installed for line in metadata.requires(name) or [])
    extra = {"extra": "instructor"}
    wanted = {each.name: each for each in map(Requirement, lines)}
    for requirement in wanted.values():
        if requirement.marker and not requirement.marker.evaluate(extra):
            continue
        have = _version(requirement.name)
        if have and not requirement.specifier.contains(have, prereleases=True):
            needed = str(requirement).partition(";")[0].strip()
            message = f"{requirement.name} {have} is installed, but lincourse needs {needed}."
            found.append(Problem("error", message, f"In the clone: {install}"))
    for name in ("bin", "lib"):
        folder = machine.at(machine.prefix) / name
        packages = [folder, *folder.glob("python3*/site-packages")]
        for path in packages:
            if path.is_dir() and (who := machine.who_may(path, "w")):
                message = f"{who} may change {machine.display(path)}, whose programs everyone runs."
                advice = f"chown -R root: {machine.prefix} && chmod -R go-w {machine.prefix}"
                found.append(Problem("error", message, advice))
                break
    return found


# ---------------------------------------------------------------- private files


def _course(machine: Machine) -> list[Problem]:
    folder = machine.at(machine.course)
    if not folder.is_dir():
        return [Problem("error", f"There is no course folder {machine.course}.", "Check --course.")]
    found = _acl(machine, folder)
    if not machine.owner_is(folder, machine.instructors):
        message = f"The course folder {machine.course} does not belong to an instructor."
        found.append(Problem("error", message, f"chown -R INSTRUCTOR: {machine.course}"))
    if who := machine.who_may(folder, "x"):
        open_ = [p.name for p in sorted(folder.iterdir()) if machine.who_may(p, "r")]
        message = f"{who} may enter the course folder {machine.course}"
        message += f" and read {', '.join(open_[:6])}." if open_ else "."
        found.append(Problem("error", message, f"chmod 700 {machine.course}"))
    return found


def _origin() -> tuple[str, bool]:
    """(the folder from which pip installed lincourse or "", True if installed with -e)."""
    try:
        text = metadata.distribution("lincourse").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return "", False
    origin = json.loads(text) if text else {}
    address = urlparse(origin.get("url", ""))
    editable = bool(origin.get("dir_info", {}).get("editable"))
    return (unquote(address.path), editable) if address.scheme == "file" else ("", False)


def _clone(machine: Machine) -> Iterator[Problem]:
    clone, editable = _origin()
    if editable:
        message = f"lincourse is installed with pip -e from {clone}, so students can read that."
        advice = "Install it without -e, so that the clone can be closed."
        yield Problem("error", message, advice)
    for name in PRIVATE_FOLDERS if clone else ():
        folder = machine.at(clone) / name
        if folder.is_dir() and (who := machine.who_may(folder, "rx")):
            message = f"{who} may read {clone}/{name}, which has the solutions."
            yield Problem("error", message, f"chmod 700 {clone}")
            break


def _copies(machine: Machine) -> list[Problem]:
    """Copies of the course with solutions in students' homes or in /etc/skel."""
    places = [("New accounts get", machine.at("/etc/skel"))]
    places += [(f"{who.name} has", machine.at(who.home)) for who in machine.students if who.home]
    found = []
    for whose, place in places:
        for folder in [place, *_folders(place)]:
            if {"exercises", "solutions"} <= {inside.name for inside in _folders(folder)}:
                message = f"{whose} a copy with solutions: {machine.display(folder)}."
                advice = "Distribute the result of lincourse students-copy instead."
                found.append(Problem("error", message, advice))
                break
    return found


def _folders(place: Path) -> list[Path]:
    """The folders in a folder, without following links."""
    try:
        with os.scandir(place) as entries:
            return [Path(e.path) for e in entries if e.is_dir(follow_symlinks=False)]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _existing_homes(machine: Machine) -> list[tuple[Account, Path]]:
    people = [*machine.instructors, *machine.students]
    homes = [(person, machine.at(person.home)) for person in people if person.home]
    return [(person, home) for person, home in homes if home.is_dir()]


def _homes(machine: Machine) -> list[Problem]:
    found, open_ = [], []
    for person, home in _existing_homes(machine):
        found += _acl(machine, home)
        if machine.who_may(home, "x", besides=person.name):
            open_.append(machine.display(home))
    if open_:
        some = ", ".join(open_[:5]) + ", ..." * (len(open_) > 5)
        message = f"{len(open_)} of the homes can be entered by other students: {some}."
        advice = f"chmod 700 {' '.join(open_[:5])}; HOME_MODE 0700 in /etc/login.defs for new ones."
        found.append(Problem("error", message, advice))
    return found


def _hub(machine: Machine) -> list[Problem]:
    folder = machine.at(machine.hub)
    if not folder.is_dir():
        message = f"There is no folder {machine.hub}, so the Hub's files were not checked."
        return [Problem("warning", message, "Pass the folder in which the Hub runs as --hub.")]
    for name in SECRETS:
        path = folder / name
        if path.is_file() and (who := machine.who_may(path, "r")):
            message = f"{who} may read {machine.display(path)}, and can then pose as anyone."
            return [Problem("error", message, f"chmod 700 {machine.hub}")]
    if who := machine.who_may(folder, "w"):
        message = f"{who} may put files into {machine.hub}, which the Hub runs as root."
        return [Problem("error", message, f"chmod 700 {machine.hub}")]
    return []


def _acl(machine: Machine, path: Path) -> list[Problem]:
    """A warning if a folder has an access control list."""
    try:
        os.getxattr(path, "system.posix_acl_access")
    except OSError:
        return []
    message = f"{machine.display(path)} has an access control list, which is not checked here."
    return [Problem("warning", message, f"getfacl {machine.display(path)}")]


# ---------------------------------------------------------------- the exchange


def _settings(machine: Machine) -> tuple[tuple[str, str] | None, list[Problem]]:
    """The exchange and the course id from the machine-wide nbgrader settings, and problems."""
    from traitlets.config.loader import PyFileConfigLoader

    path = machine.at(SETTINGS)
    shown = machine.display(path)
    if not path.is_file():
        message = f"There is no {shown}, so each account may use another exchange."
        return None, [Problem("error", message, "Write it as in docs/hub.md.")]
    if machine.who_may(path, "w") or machine.stat(path).st_uid not in (0, os.geteuid()):
        message = f"{shown} can be written by others than root, and every nbgrader command runs it."
        return None, [Problem("error", message, f"chown root: {shown} && chmod 644 {shown}")]
    settings = PyFileConfigLoader(path.name, path=str(path.parent)).load_config()
    exchange = settings.get("Exchange", {}).get("root", DEFAULT_EXCHANGE)
    course = settings.get("CourseDirectory", {}).get("course_id", "")
    if not course:
        message = f"{shown} has no course id."
        return None, [
            Problem("error", message, 'c.CourseDirectory.course_id = "lin26", for example.')
        ]
    return (str(exchange), str(course)), []


def _exchange(machine: Machine, exchange: str, course_id: str) -> Iterator[Problem]:
    folder = machine.at(exchange)
    if not folder.is_dir():
        yield Problem("error", f"There is no exchange {exchange}.", f"mkdir -p {exchange}")
        return
    mode = stat.S_IMODE(machine.stat(folder).st_mode)
    if machine.owner_is(folder, machine.students):
        yield Problem(
            "error", f"A student owns the exchange {exchange}.", f"chown root: {exchange}"
        )
    if not mode & stat.S_ISVTX:
        message = f"The exchange {exchange} is not sticky: any student can replace a course "
        message += "in it."
        yield Problem("error", message, f"chmod 1777 {exchange}")
    if mode & 0o777 != 0o777:
        message = f"Not everyone may write in the exchange {exchange}, so nbgrader refuses to work."
        yield Problem("error", message, f"chmod 1777 {exchange}")
    course = folder / course_id
    shown = machine.display(course)
    if not course.is_dir():
        message = f"There is no {shown} yet, and the first account to create it will own it."
        yield Problem("error", message, f"install -d -o INSTRUCTOR -m 755 {shown}")
        return
    if not machine.owner_is(course, machine.instructors):
        message = f"{shown} does not belong to an instructor, and its owner gets all submissions."
        yield Problem("error", message, f"Ask who created it; then chown -R INSTRUCTOR: {shown}")
    # nbgrader's folders: name, forbidden to students, what they could do, the right mode.
    for name, forbidden, harm, right in (
        ("", "w", "change the course in the exchange", 755),
        ("outbound", "w", "change assignments", 755),
        ("inbound", "r", "see others' submissions", 733),
        ("feedback", "r", "see others' feedback", 711),
    ):
        path = course / name
        if path.is_dir() and (who := machine.who_may(path, forbidden)):
            message = f"{who} may {harm}: {machine.display(path)}."
            yield Problem("error", message, f"chmod {right} {machine.display(path)}")


# ---------------------------------------------------------------- formgrader and sandbox


def _formgrader(machine: Machine) -> list[Problem]:
    shared = [f"{machine.prefix}/etc/jupyter", "/usr/local/etc/jupyter", "/etc/jupyter"]
    everybody = _switched_on(machine, shared)
    found = []
    if everybody:
        message = "Formgrader is on for everyone."
        advice = f"Switch it off in {shared[0]}/jupyter_server_config.json, as in docs/hub.md."
        found.append(Problem("error", message, advice))
    for person in machine.instructors:
        if not _switched_on(machine, [f"{person.home}/.jupyter", *shared]):
            message = f"Formgrader is off for the instructor {person.name}."
            advice = f"Switch it on in {person.home}/.jupyter/jupyter_server_config.json."
            found.append(Problem("warning", message, advice))
    for person in machine.students if not everybody else []:
        if person.home and _switched_on(machine, [f"{person.home}/.jupyter", *shared]):
            message = f"{person.name} has switched formgrader on. It only shows readable files."
            found.append(Problem("note", message))
    return found


def _switched_on(machine: Machine, folders: list[str]) -> bool:
    """Return True if Jupyter turns formgrader on with these settings folders, first one wins."""
    on = False
    for folder in reversed(folders):
        here = machine.at(folder)
        files = sorted((here / "jupyter_server_config.d").glob("*.json"))
        for path in [*files, here / "jupyter_server_config.json"]:
            settings: Any = _read_json(path)
            for key in ("ServerApp", "jpserver_extensions", FORMGRADER):
                settings = settings.get(key) if isinstance(settings, dict) else None
            on = settings if isinstance(settings, bool) else on
    return on


def _read_json(path: Path) -> Any:
    """Read a settings file, but no links or devices, as it may belong to a student."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        try:
            return json.loads(file.read(MAX_SETTINGS_BYTES))
        except (ValueError, RecursionError):
            return None


def _sandbox(machine: Machine) -> list[Problem]:
    found = []
    for person in machine.instructors:
        if said := machine.sandbox(person):
            message = f"Bubblewrap does not start for {person.name}: {said.splitlines()[-1]}"
            advice = "apt-get install bubblewrap; see docs/hub.md for other causes."
            found.append(Problem("error", message, advice))
    return found
