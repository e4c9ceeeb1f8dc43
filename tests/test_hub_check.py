"""`lincourse hub-check` on made-up machines: as the recipe makes them, and with one thing wrong."""

import json
import os
import shutil
import stat
from pathlib import Path

import pytest

from lincourse.instructor import hub_check
from lincourse.instructor.hub_check import Account, Machine, find_problems
from lincourse.student import UserError

TEACHER = Account("teacher", os.getuid(), frozenset({50_001}), "/home/teacher")
ADA = Account("ada", 60_001, frozenset({50_002}), "/home/ada")
BEN = Account("ben", 60_002, frozenset({50_003}), "/home/ben")
FORMGRADER = "nbgrader.server_extensions.formgrader"
FOLDERS = {
    "etc/jupyter": 0o755,
    "etc/skel/lincourse/exercises": 0o755,
    "home/ada/lincourse/exercises": 0o755,
    "home/ada/.jupyter": 0o755,
    "home/ada": 0o700,
    "home/ben": 0o700,
    "home/teacher/.jupyter": 0o755,
    "srv/lin26/solutions": 0o755,
    "srv/lin26": 0o700,
    "home/teacher": 0o700,
    "opt/lincourse/bin": 0o755,
    "opt/lincourse/lib/python3.12/site-packages": 0o755,
    "opt/lincourse/etc/jupyter/jupyter_server_config.d": 0o755,
    "srv/lincourse/solutions": 0o755,
    "srv/lincourse": 0o700,
    "srv/jupyterhub": 0o700,
    "srv/nbgrader/exchange/lin26/inbound": 0o733,
    "srv/nbgrader/exchange/lin26/outbound": 0o755,
    "srv/nbgrader/exchange/lin26/feedback": 0o711,
    "srv/nbgrader/exchange": 0o1777,
}


def switched(on):
    return json.dumps({"ServerApp": {"jpserver_extensions": {FORMGRADER: on}}})


FILES = {
    "etc/jupyter/nbgrader_config.py": "c = get_config()\n"
    'c.Exchange.root = "/srv/nbgrader/exchange"\nc.CourseDirectory.course_id = "lin26"\n',
    "srv/lin26/gradebook.db": "",
    "home/teacher/.jupyter/jupyter_server_config.json": switched(True),
    "opt/lincourse/etc/jupyter/jupyter_server_config.d/nbgrader.json": switched(True),
    "opt/lincourse/etc/jupyter/jupyter_server_config.json": switched(False),
    "srv/jupyterhub/jupyterhub.sqlite": "",
}


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine as the recipe makes it; all files belong to the test's user, the teacher."""
    tmp_path.chmod(0o755)
    for name, mode in FOLDERS.items():
        folder = tmp_path / name
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(mode)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o644)
    monkeypatch.setattr(hub_check, "_origin", lambda: ("/srv/lincourse", False))
    return Machine(
        [TEACHER], [ADA, BEN], "/srv/lin26", prefix="/opt/lincourse", root=tmp_path,
        sandbox=lambda account: "",
    )  # fmt: skip


def found(machine):
    """What is not well, by subject."""
    looked = find_problems(machine)
    return {title: problems for title, (problems, _) in looked.items() if problems}


def test_no_problems_on_a_machine_set_up_as_documented(machine):
    assert found(machine) == {}
    looked = find_problems(machine)
    assert "nbgrader 0.9" in looked["Packages"][1]
    assert looked["Homes"][1] == "3 homes, all private."


def mode(path, mode):
    return lambda root: (root / path).chmod(mode)


def write(path, text):
    def change(root):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)

    return change


def remove(path):
    def change(root):
        target = root / path
        shutil.rmtree(target) if target.is_dir() else target.unlink()

    return change


def both(*changes):
    return lambda root: [change(root) for change in changes]


EXCHANGE = "srv/nbgrader/exchange"
WRONG = {
    "open clone": (
        mode("srv/lincourse", 0o755),
        "Course folder and clone",
        "ada may read /srv/lincourse/solutions, which has the solutions.",
        "chmod 700 /srv/lincourse",
    ),
    "open course folder": (
        mode("srv/lin26", 0o755),
        "Course folder and clone",
        "ada may enter the course folder /srv/lin26 and read gradebook.db, solutions.",
        "chmod 700 /srv/lin26",
    ),
    "course folder that can't be listed, but entered": (
        mode("srv/lin26", 0o711),
        "Course folder and clone",
        "ada may enter the course folder",
        "chmod 700",
    ),
    "no course folder": (
        remove("srv/lin26"),
        "Course folder and clone",
        "There is no course folder /srv/lin26.",
        "Check --course.",
    ),
    "solutions for new accounts": (
        lambda root: (root / "etc/skel/lincourse/solutions").mkdir(),
        "Course folder and clone",
        "New accounts get a copy with solutions: /etc/skel/lincourse.",
        "lincourse students-copy",
    ),
    "solutions in a student's home": (
        lambda root: (root / "home/ada/lincourse/solutions").mkdir(),
        "Course folder and clone",
        "ada has a copy with solutions: /home/ada/lincourse.",
        "lincourse students-copy",
    ),
    "open home": (
        mode("home/ben", 0o755),
        "Homes",
        "1 of the homes can be entered by other students: /home/ben.",
        "chmod 700 /home/ben",
    ),
    "exchange without the sticky bit": (
        mode(EXCHANGE, 0o777),
        "Exchange",
        "any student can replace a course in it.",
        "chmod 1777 /srv/nbgrader/exchange",
    ),
    "exchange that is closed": (
        mode(EXCHANGE, 0o1755),
        "Exchange",
        "Not everyone may write in the exchange /srv/nbgrader/exchange",
        "chmod 1777 /srv/nbgrader/exchange",
    ),
    "no exchange": (remove(EXCHANGE), "Exchange", "There is no exchange", "mkdir -p"),
    "course's name free to take": (
        remove(f"{EXCHANGE}/lin26"),
        "Exchange",
        "There is no /srv/nbgrader/exchange/lin26 yet, and the first account to create it",
        "install -d -o INSTRUCTOR -m 755 /srv/nbgrader/exchange/lin26",
    ),
    "hand-out that students may change": (
        mode(f"{EXCHANGE}/lin26/outbound", 0o777),
        "Exchange",
        "ada may change assignments: /srv/nbgrader/exchange/lin26/outbound.",
        "chmod 755",
    ),
    "course that students may change": (
        mode(f"{EXCHANGE}/lin26", 0o777), "Exchange", "ada may change the course", "chmod 755",
    ),
    "submissions that can be listed": (
        mode(f"{EXCHANGE}/lin26/inbound", 0o777),
        "Exchange",
        "ada may see others' submissions",
        "chmod 733",
    ),
    "feedback that can be listed": (
        mode(f"{EXCHANGE}/lin26/feedback", 0o755),
        "Exchange",
        "ada may see others' feedback",
        "chmod 711",
    ),
    "no settings": (
        remove("etc/jupyter/nbgrader_config.py"), "Exchange", "There is no /etc", "Write",
    ),
    "settings that students may change": (
        mode("etc/jupyter/nbgrader_config.py", 0o666),
        "Exchange",
        "/etc/jupyter/nbgrader_config.py can be written by others than root",
        "chmod 644",
    ),
    "settings without a course": (
        write("etc/jupyter/nbgrader_config.py", "c = get_config()\n"),
        "Exchange",
        "has no course id",
        "course_id",
    ),
    "open Hub": (
        mode("srv/jupyterhub", 0o755),
        "Hub",
        "ada may read /srv/jupyterhub/jupyterhub.sqlite, and can then pose as anyone.",
        "chmod 700 /srv/jupyterhub",
    ),
    "Hub to write into": (
        both(remove("srv/jupyterhub/jupyterhub.sqlite"), mode("srv/jupyterhub", 0o733)),
        "Hub",
        "ada may put files into /srv/jupyterhub",
        "chmod 700",
    ),
    "Hub elsewhere": (
        remove("srv/jupyterhub"), "Hub", "There is no folder /srv/jupyterhub", "--hub",
    ),
    "programs that students may change": (
        mode("opt/lincourse/lib/python3.12/site-packages", 0o777),
        "Packages",
        "ada may change /opt/lincourse/lib/python3.12/site-packages",
        "chmod -R go-w /opt/lincourse",
    ),
    "formgrader for everybody": (
        remove("opt/lincourse/etc/jupyter/jupyter_server_config.json"),
        "Formgrader",
        "Formgrader is on for everyone.",
        "/opt/lincourse/etc/jupyter/jupyter_server_config.json",
    ),
    "formgrader for nobody": (
        remove("home/teacher/.jupyter/jupyter_server_config.json"),
        "Formgrader",
        "Formgrader is off for the instructor teacher.",
        "/home/teacher/.jupyter/jupyter_server_config.json",
    ),
    "formgrader that a student switched on": (
        write("home/ada/.jupyter/jupyter_server_config.json", switched(True)),
        "Formgrader",
        "ada has switched formgrader on.",
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_each_problem_is_found_with_advice_and_nothing_else(case, machine):
    change, title, words, do = WRONG[case]
    change(machine.root)
    [(where, problems)] = found(machine).items()
    assert where == title
    [problem] = problems
    assert words in problem.message
    assert do in problem.advice
    assert (problem.level == "note") == (case == "formgrader that a student switched on")


def test_group_permissions_count_for_members(machine):
    home = machine.root / "home/ben"
    home.chmod(0o750)
    assert found(machine) == {}
    friend = Account("ada", ADA.uid, frozenset({home.stat().st_gid}), ADA.home)
    machine.students = [friend, BEN]
    assert [problem.level for problem in found(machine)["Homes"]] == ["error"]


def test_unlisted_accounts_count(machine):
    machine.students = []
    mode("home/ben", 0o755)(machine.root)
    mode("srv/lincourse", 0o755)(machine.root)
    [problem] = found(machine)["Course folder and clone"]
    assert problem.message.startswith("any other account may read /srv/lincourse/solutions")


def test_folders_owned_by_a_student_are_found(machine):
    machine.instructors = [Account("teacher", 60_003, frozenset({50_001}), "/home/teacher")]
    machine.students = [Account("eve", os.getuid(), frozenset({50_004}), "/home/eve")]
    exchange = hub_check._exchange(machine, "/srv/nbgrader/exchange", "lin26")
    words = " ".join(problem.message for problem in [*hub_check._course(machine), *exchange])
    assert "A student owns the exchange /srv/nbgrader/exchange." in words
    assert "/srv/nbgrader/exchange/lin26 does not belong to an instructor" in words
    assert "The course folder /srv/lin26 does not belong to an instructor." in words


def test_editable_installation_is_found(machine, monkeypatch):
    monkeypatch.setattr(hub_check, "_origin", lambda: ("/srv/lincourse", True))
    [problem] = found(machine)["Course folder and clone"]
    assert "with pip -e from /srv/lincourse" in problem.message


def test_origin_of_this_installation_is_found():
    folder, editable = hub_check._origin()
    assert editable == (Path(folder) == Path(__file__).resolve().parents[1])


@pytest.mark.parametrize(
    ("versions", "words"),
    [
        ({"numpy": "1.26.4"}, "numpy 1.26.4 is installed, but lincourse needs numpy>=2.1."),
        ({"nbgrader": "0.8.0"}, "nbgrader 0.8.0 is installed, but lincourse needs nbgrader>=0.9.5"),
        ({"jupyterhub": ""}, "jupyterhub is not installed in /opt/lincourse"),
    ],
    ids=["numpy", "nbgrader", "jupyterhub"],
)
def test_wrong_and_missing_packages_are_found(machine, monkeypatch, versions, words):
    real = hub_check._version
    monkeypatch.setattr(hub_check, "_version", lambda name: versions.get(name, real(name)))
    [problem] = found(machine)["Packages"]
    assert words in problem.message


def test_sandbox_failure_shows_bubblewraps_message(machine):
    machine.sandbox = lambda account: "bwrap: setting up uid map: Permission denied\n"
    [problem] = found(machine)["Sandbox"]
    assert problem.message == (
        "Bubblewrap does not start for teacher: bwrap: setting up uid map: Permission denied"
    )


@pytest.mark.parametrize("kind", ["link", "pipe", "no JSON", "deep"])
def test_malicious_settings_of_students_are_ignored(machine, kind):
    path = machine.root / "home/ada/.jupyter/jupyter_server_config.json"
    if kind == "link":
        path.symlink_to(machine.root / "home/teacher/.jupyter/jupyter_server_config.json")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.write_text("[" * 200_000 if kind == "deep" else "{")
    assert found(machine) == {}


@pytest.mark.parametrize("whose", ["anybody may write them", "they belong to a stranger"])
def test_settings_that_others_can_write_are_not_run(machine, whose):
    path = machine.root / "etc/jupyter/nbgrader_config.py"
    path.write_text(f"open({str(machine.root / 'run')!r}, 'w')\n")
    if whose == "anybody may write them":
        path.chmod(0o646)
    else:
        fields = list(path.stat())
        fields[stat.ST_UID] = os.geteuid() + 12_345
        machine._known[path] = os.stat_result(fields)
    assert "Exchange" in found(machine)
    assert not (machine.root / "run").exists()


@pytest.mark.parametrize(
    ("user", "words"), [(1000, "run this with sudo"), (0, "no account 'nobody-at-all'")]
)
def test_hub_check_needs_root_and_known_instructors(monkeypatch, tmp_path, user, words):
    monkeypatch.setattr(os, "geteuid", lambda: user)
    with pytest.raises(UserError, match=words):
        hub_check.this_machine(["nobody-at-all"], tmp_path, tmp_path)
