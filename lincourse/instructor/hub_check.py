"""A security audit of a JupyterHub: which account can read or write what, and what is installed.

It looks at one machine as the recipe in docs/hub.md makes it, says what is wrong and what to do,
and changes nothing. Rights are worked out from owners, groups and modes, without trying anything;
access control lists are not read, and are named where there are any.
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

from lincourse.student import Trouble
from lincourse.student.doctor import Problem

FORMGRADER = "nbgrader.server_extensions.formgrader"
SETTINGS = "etc/jupyter/nbgrader_config.py"
DEFAULT_EXCHANGE = "/usr/local/share/nbgrader/exchange"
PRIVATE = ("solutions", "sources", "tests")  # of a clone
SECRETS = ("jupyterhub_cookie_secret", "jupyterhub.sqlite")
FIRST_ID, LAST_ID = 1000, 59999  # of people's accounts, as Debian counts them
LARGEST = 2**20  # bytes of a settings file
PACKAGES = ("lincourse", "nbgrader", "jupyterhub", "numpy")


@dataclass(frozen=True)
class Account:
    """Somebody who can log in."""

    name: str
    uid: int
    groups: frozenset[int]
    home: str = ""


# Whoever else may have an account: somebody whom a directory service does not list, for example.
ANYBODY = Account("any other account", 2**31 - 2, frozenset())


def rehearse_sandbox(account: Account) -> str:
    """Start bubblewrap as an account; what it says where that fails."""
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
    """What is looked at. `root` is / but in tests; paths are given as on the machine."""

    instructors: list[Account]
    students: list[Account]
    course: str  # the course folder
    hub: str = "/srv/jupyterhub"  # where the Hub keeps its secrets
    prefix: str = sys.prefix  # the environment of the single-user servers
    root: Path = Path("/")
    sandbox: Callable[[Account], str] = rehearse_sandbox
    _known: dict[Path, os.stat_result] = field(default_factory=dict)

    def at(self, path: str | Path) -> Path:
        """A path of the machine, as it is reached here."""
        return self.root / str(path).lstrip("/")

    def shown(self, path: Path) -> str:
        """A path as people on the machine write it."""
        return "/" + str(path.relative_to(self.root))

    def stat(self, path: Path) -> os.stat_result:
        """The owner and mode of a path; each is looked up once."""
        if path not in self._known:
            self._known[path] = path.stat()
        return self._known[path]

    def may(self, account: Account, path: Path, wanted: str) -> bool:
        """Whether an account may do all of "rwx" with a path, every folder above it included."""
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
        """The first of the students, and of whoever else is there, who may; nobody is ""."""
        for account in (*self.students, ANYBODY):
            if account.name != besides and self.may(account, path, wanted):
                return account.name
        return ""

    def owner_is(self, path: Path, accounts: Iterable[Account]) -> bool:
        """Whether a path belongs to one of these accounts."""
        return self.stat(path).st_uid in {account.uid for account in accounts}


def this_machine(instructors: list[str], course: Path, hub: Path) -> Machine:
    """The machine that this runs on, with all accounts of people that it lists."""
    import grp
    import pwd

    if os.geteuid() != 0:
        raise Trouble("the rights of all accounts are seen by root alone: run this with sudo")

    def account(entry: pwd.struct_passwd) -> Account:
        more = {group.gr_gid for group in grp.getgrall() if entry.pw_name in group.gr_mem}
        return Account(entry.pw_name, entry.pw_uid, frozenset({entry.pw_gid, *more}), entry.pw_dir)

    teaching = []
    for name in instructors:
        try:
            teaching.append(account(pwd.getpwnam(name)))
        except KeyError:
            raise Trouble(f"there is no account {name!r} on this machine") from None
    names = {person.name for person in teaching}
    others = [
        account(entry)
        for entry in pwd.getpwall()
        if FIRST_ID <= entry.pw_uid <= LAST_ID and entry.pw_name not in names
    ]
    return Machine(teaching, others, str(course.absolute()), str(hub.absolute()))


def look(machine: Machine) -> dict[str, tuple[list[Problem], str]]:
    """What was found, by subject: the problems, and in one line what is well."""
    exchange, settings = _settings(machine)
    return {
        "Packages": (_packages(machine), _versions()),
        "Course folder and clone": (
            [*_course(machine), *_clone(machine), *_copies(machine)],
            "Solutions, gradebook and submissions are out of students' reach.",
        ),
        "Homes": (_homes(machine), f"{len(_homes_there(machine))} homes, each closed to others."),
        "Exchange": (
            [*settings, *(_exchange(machine, *exchange) if exchange else [])],
            "It is sticky, and the course in it is an instructor's.",
        ),
        "Hub": (_hub(machine), f"What {machine.hub} keeps is root's alone."),
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
            words = f"{name} is not installed in {machine.prefix}, where servers run."
            found.append(Problem("wrong", words, f"In the clone: {install}"))
    installed = [name for name in ("lincourse", "gradebox") if _version(name)]
    lines = (line for name in installed for line in metadata.requires(name) or [])
    extra = {"extra": "instructor"}
    wanted = {each.name: each for each in map(Requirement, lines)}
    for requirement in wanted.values():
        if requirement.marker and not requirement.marker.evaluate(extra):
            continue
        have = _version(requirement.name)
        if have and not requirement.specifier.contains(have, prereleases=True):
            words = f"{requirement.name} {have} is there, and lincourse needs {requirement}."
            found.append(Problem("wrong", words.split(";")[0].strip(), f"In the clone: {install}"))
    for name in ("bin", "lib"):
        folder = machine.at(machine.prefix) / name
        packages = [folder, *folder.glob("python3*/site-packages")]
        for path in packages:
            if path.is_dir() and (who := machine.who_may(path, "w")):
                words = f"{who} may change {machine.shown(path)}, whose programs everybody runs."
                do = f"chown -R root: {machine.prefix} && chmod -R go-w {machine.prefix}"
                found.append(Problem("wrong", words, do))
                break
    return found


# ---------------------------------------------------------------- what students must not read


def _course(machine: Machine) -> list[Problem]:
    folder = machine.at(machine.course)
    if not folder.is_dir():
        return [Problem("wrong", f"There is no course folder {machine.course}.", "Name it.")]
    found = _acl(machine, folder)
    if not machine.owner_is(folder, machine.instructors):
        words = f"The course folder {machine.course} belongs to no instructor."
        found.append(Problem("wrong", words, f"chown -R INSTRUCTOR: {machine.course}"))
    if who := machine.who_may(folder, "x"):
        open_ = [p.name for p in sorted(folder.iterdir()) if machine.who_may(p, "r")]
        words = f"{who} may enter the course folder {machine.course}"
        words += f" and read {', '.join(open_[:6])}." if open_ else "."
        found.append(Problem("wrong", words, f"chmod 700 {machine.course}"))
    return found


def _origin() -> tuple[str, bool]:
    """The folder from which pip installed lincourse, as pip wrote it down, and whether with -e."""
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
        words = f"lincourse is installed as a link to {clone} (pip's -e), which students must read."
        do = "Install it from there without -e, so that the clone can be closed."
        yield Problem("wrong", words, do)
    for name in PRIVATE if clone else ():
        folder = machine.at(clone) / name
        if folder.is_dir() and (who := machine.who_may(folder, "rx")):
            words = f"{who} may read {clone}/{name}, which answers the exercises."
            yield Problem("wrong", words, f"chmod 700 {clone}")
            break


def _copies(machine: Machine) -> list[Problem]:
    """Copies of the course with solutions, in students' homes or what new homes are filled with."""
    places = [("new accounts get", machine.at("/etc/skel"))]
    places += [(f"{who.name} has", machine.at(who.home)) for who in machine.students if who.home]
    found = []
    for words, place in places:
        for folder in [place, *_folders(place)]:
            if {"exercises", "solutions"} <= {inside.name for inside in _folders(folder)}:
                words = f"{words} a copy of the course with solutions: {machine.shown(folder)}."
                do = "Hand out what lincourse students-copy makes."
                found.append(Problem("wrong", words[0].upper() + words[1:], do))
                break
    return found


def _folders(place: Path) -> list[Path]:
    """The folders in a folder, without following links."""
    try:
        with os.scandir(place) as entries:
            return [Path(e.path) for e in entries if e.is_dir(follow_symlinks=False)]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _homes_there(machine: Machine) -> list[tuple[Account, Path]]:
    people = [*machine.instructors, *machine.students]
    homes = [(person, machine.at(person.home)) for person in people if person.home]
    return [(person, home) for person, home in homes if home.is_dir()]


def _homes(machine: Machine) -> list[Problem]:
    found, open_ = [], []
    for person, home in _homes_there(machine):
        found += _acl(machine, home)
        if machine.who_may(home, "x", besides=person.name):
            open_.append(machine.shown(home))
    if open_:
        some = ", ".join(open_[:5]) + ", ..." * (len(open_) > 5)
        words = f"{len(open_)} of the homes can be entered by other students: {some}."
        do = f"chmod 700 {' '.join(open_[:5])}; HOME_MODE 0700 in /etc/login.defs for new ones."
        found.append(Problem("wrong", words, do))
    return found


def _hub(machine: Machine) -> list[Problem]:
    folder = machine.at(machine.hub)
    if not folder.is_dir():
        words = f"There is no folder {machine.hub}, so what the Hub keeps was not looked at."
        return [Problem("look", words, "Name the folder that the Hub runs in, with --hub.")]
    for name in SECRETS:
        path = folder / name
        if path.is_file() and (who := machine.who_may(path, "r")):
            words = f"{who} may read {machine.shown(path)}, with which one can be anybody."
            return [Problem("wrong", words, f"chmod 700 {machine.hub}")]
    if who := machine.who_may(folder, "w"):
        words = f"{who} may put files into {machine.hub}, which the Hub runs as root."
        return [Problem("wrong", words, f"chmod 700 {machine.hub}")]
    return []


def _acl(machine: Machine, path: Path) -> list[Problem]:
    """A note where a folder has an access control list, which is not read here."""
    try:
        os.getxattr(path, "system.posix_acl_access")
    except OSError:
        return []
    words = f"{machine.shown(path)} has an access control list, which is not looked at here."
    return [Problem("look", words, f"getfacl {machine.shown(path)}")]


# ---------------------------------------------------------------- the exchange


def _settings(machine: Machine) -> tuple[tuple[str, str] | None, list[Problem]]:
    """The exchange and the course's id, as nbgrader's settings for everybody give them."""
    from traitlets.config.loader import PyFileConfigLoader

    path = machine.at(SETTINGS)
    shown = machine.shown(path)
    if not path.is_file():
        words = f"There is no {shown}, so every account has its own idea of the exchange."
        return None, [Problem("wrong", words, "Write it as docs/hub.md says.")]
    if machine.who_may(path, "w") or machine.stat(path).st_uid not in (0, os.geteuid()):
        words = f"{shown} is not root's alone, and every nbgrader command runs it."
        return None, [Problem("wrong", words, f"chown root: {shown} && chmod 644 {shown}")]
    settings = PyFileConfigLoader(path.name, path=str(path.parent)).load_config()
    exchange = settings.get("Exchange", {}).get("root", DEFAULT_EXCHANGE)
    course = settings.get("CourseDirectory", {}).get("course_id", "")
    if not course:
        words = f"{shown} names no course."
        return None, [
            Problem("wrong", words, 'c.CourseDirectory.course_id = "lin26", for example.')
        ]
    return (str(exchange), str(course)), []


def _exchange(machine: Machine, exchange: str, course_id: str) -> Iterator[Problem]:
    folder = machine.at(exchange)
    if not folder.is_dir():
        yield Problem("wrong", f"There is no exchange {exchange}.", f"mkdir -p {exchange}")
        return
    mode = stat.S_IMODE(machine.stat(folder).st_mode)
    if machine.owner_is(folder, machine.students):
        yield Problem(
            "wrong", f"A student owns the exchange {exchange}.", f"chown root: {exchange}"
        )
    if not mode & stat.S_ISVTX:
        words = f"The exchange {exchange} is not sticky: any student can move a course away and "
        words += "put another in its place."
        yield Problem("wrong", words, f"chmod 1777 {exchange}")
    if mode & 0o777 != 0o777:
        words = f"Not everybody may write in the exchange {exchange}, so nbgrader refuses to work."
        yield Problem("wrong", words, f"chmod 1777 {exchange}")
    course = folder / course_id
    shown = machine.shown(course)
    if not course.is_dir():
        words = f"There is no {shown} yet, and whoever makes it first owns it."
        yield Problem("wrong", words, f"install -d -o INSTRUCTOR -m 755 {shown}")
        return
    if not machine.owner_is(course, machine.instructors):
        words = f"{shown} belongs to no instructor: what students hand in goes to its owner."
        yield Problem("wrong", words, f"Ask who made it; then chown -R INSTRUCTOR: {shown}")
    # What nbgrader makes there, what students must not be able to do with it, and the right mode.
    for name, forbidden, harm, right in (
        ("", "w", "change the course in the exchange", 755),
        ("outbound", "w", "change what is handed out", 755),
        ("inbound", "r", "see what others hand in", 733),
        ("feedback", "r", "see others' feedback", 711),
    ):
        path = course / name
        if path.is_dir() and (who := machine.who_may(path, forbidden)):
            words = f"{who} may {harm}: {machine.shown(path)}."
            yield Problem("wrong", words, f"chmod {right} {machine.shown(path)}")


# ---------------------------------------------------------------- formgrader and sandbox


def _formgrader(machine: Machine) -> list[Problem]:
    shared = [f"{machine.prefix}/etc/jupyter", "/usr/local/etc/jupyter", "/etc/jupyter"]
    everybody = _switched_on(machine, shared)
    found = []
    if everybody:
        words = "Formgrader is on for everybody."
        do = f"Switch it off in {shared[0]}/jupyter_server_config.json, as docs/hub.md says."
        found.append(Problem("wrong", words, do))
    for person in machine.instructors:
        if not _switched_on(machine, [f"{person.home}/.jupyter", *shared]):
            words = f"Formgrader is off for {person.name}, who teaches."
            do = f"Switch it on in {person.home}/.jupyter/jupyter_server_config.json."
            found.append(Problem("look", words, do))
    for person in machine.students if not everybody else []:
        if person.home and _switched_on(machine, [f"{person.home}/.jupyter", *shared]):
            words = (
                f"{person.name} has switched formgrader on. It shows what {person.name} may read."
            )
            found.append(Problem("note", words))
    return found


def _switched_on(machine: Machine, folders: list[str]) -> bool:
    """Whether formgrader is on where Jupyter reads these folders, the most important first."""
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
    """What a settings file says; it may be a student's, so neither links nor devices are read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        try:
            return json.loads(file.read(LARGEST))
        except (ValueError, RecursionError):
            return None


def _sandbox(machine: Machine) -> list[Problem]:
    found = []
    for person in machine.instructors:
        if said := machine.sandbox(person):
            words = f"Bubblewrap does not start for {person.name}: {said.splitlines()[-1]}"
            do = "apt-get install bubblewrap; docs/hub.md says what else may be in the way."
            found.append(Problem("wrong", words, do))
    return found
