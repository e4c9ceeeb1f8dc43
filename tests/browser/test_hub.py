"""A class on a JupyterHub that was made by following docs/hub.md: in a browser, and under attack.

The Hub runs in namespaces (see hub_machine.py), so the page's commands are run as they stand there.
Accounts log in through PAM, JupyterHub's default and the page's choice: these are Linux accounts,
and what is tested is the rights of Linux accounts.
"""

import fcntl
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import inputs
import pytest
from guide_script import blocks, script
from notebooks import Notebook

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent
PROXY = "configurable-http-proxy@5.0.1"
HUB = "http://127.0.0.1:8000"
UNIT = "00-welcome"
PASSWORD = "correct horse {}"
TYPED = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8"
OFFLINE = "PIP_NO_INDEX=1 PIP_CONFIG_FILE=/dev/null PIP_NO_BUILD_ISOLATION=0"  # 0: without it
EXPOSED = "c.LabApp.expose_app_in_browser = True"  # the test asks JupyterLab about the notebook

EXCHANGE = "/srv/nbgrader/exchange"
COURSE = "/home/teacher/lin26"
# What ben tries, the protection to take away so that he succeeds, and what hub-check then says.
ATTACKS = {
    "read the clone": (
        f"cat /srv/lincourse/solutions/{UNIT}/{UNIT}.ipynb",
        "chmod 755 /srv/lincourse",
        "may read /srv/lincourse/solutions",
    ),
    "read the course's solutions": (
        f"cat {COURSE}/solutions/{UNIT}/{UNIT}.ipynb",
        f"chmod 755 /home/teacher {COURSE}",
        f"may enter the course folder {COURSE}",
    ),
    "read the gradebook": (
        f"cat {COURSE}/gradebook.db",
        f"chmod 755 /home/teacher {COURSE}",
        "gradebook.db",
    ),
    "read ada's work": (f"cat /home/ada/{UNIT}/{UNIT}.ipynb", "chmod 755 /home/ada", "/home/ada"),
    "see who handed in": (
        f"ls {EXCHANGE}/lin26/inbound",
        f"chmod 777 {EXCHANGE}/lin26/inbound",
        "see others' submissions",
    ),
    "see others' feedback": (
        f"ls {EXCHANGE}/lin26/feedback",
        f"chmod 755 {EXCHANGE}/lin26/feedback",
        "see others' feedback",
    ),
    "change what is handed out": (
        f"mkdir {EXCHANGE}/lin26/outbound/01-more",
        f"chmod 777 {EXCHANGE}/lin26/outbound",
        "may change assignments",
    ),
    "take over the exchange": (
        f"mv {EXCHANGE}/lin26 {EXCHANGE}/gone && mkdir {EXCHANGE}/lin26",
        f"chmod 777 {EXCHANGE}",
        "is not sticky",
    ),
    "read the Hub's database": (
        "cat /srv/jupyterhub/jupyterhub.sqlite",
        "chmod 755 /srv/jupyterhub",
        "and can then pose as anyone",
    ),
    "change what everybody runs": (
        "touch /opt/lincourse/bin/nbgrader2",
        "chmod 777 /opt/lincourse/bin",
        "may change /opt/lincourse/bin",
    ),
}

# Ben hands in the empty exercise once more, in ada's name.
FORGERY = f"""
forged="{EXCHANGE}/lin26/inbound/ada+{UNIT}+2030-01-01 00:00:00.000000 UTC+forged"
mkdir "$forged"
cp lincourse/exercises/{UNIT}/{UNIT}.ipynb "$forged"
chmod -R a+rX "$forged"
"""


class Machine:
    """The machine of the recipe, while it runs."""

    def __init__(self, proxy):
        namespaces = ["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child"]
        boot = [sys.executable, str(HERE / "hub_machine.py"), str(proxy)]
        self.process = subprocess.Popen(
            [*namespaces, *boot], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout.readline() == "ready\n", self.process.wait()
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        self.init = children.read_text().strip()
        self.hub = None

    def enter(self, account, commands):
        """The command line that runs a shell script as an account logs in."""
        enter = f"nsenter --target {self.init} --mount --pid --net --wd=/ env -i".split()
        settings = f"{TYPED} {OFFLINE} HOME=/root USER=root".split()
        login = ["runuser", "-l", account, "-c"] if account != "root" else ["bash", "-c"]
        return [*enter, *settings, *login, commands]

    def run(self, account, commands):
        """Run a shell script as an account; what it printed, and how it ended."""
        run = subprocess.run(
            self.enter(account, commands),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return run.stdout, run.returncode

    def follow(self, account, commands):
        """Run what the page says; what it printed."""
        said, code = self.run(account, f"set -e -o pipefail\n{commands}")
        assert code == 0, said[-4000:]
        return said

    def close(self):
        self.process.stdin.close()  # its first process ends then, and with it all others
        for process in filter(None, (self.process, self.hub)):
            process.wait()


def section(title):
    """The commands of a section of the page."""
    [found] = {block.section for block in blocks("hub") if title in block.section}
    return "\n".join(script("hub", [found]))


def in_turn(title):
    """The blocks of commands of a section, each to be run on its own, after the first."""
    first, *others = [b.text for b in blocks("hub") if title in b.section and b.language == "sh"]
    return [first + other for other in others]


@pytest.fixture(scope="module")
def machine():
    """A machine on which the page was followed, with the Hub running."""
    if not shutil.which("npm"):
        pytest.skip("npm is not on PATH; on Debian: apt-get install npm")
    made = Machine(installed_proxy())
    try:
        sections = [block.section for block in blocks("hub")]
        before = [title for title in dict.fromkeys(sections) if int(title.split(".")[0]) <= 7]
        made.follow("root", "\n".join(script("hub", before)))
        passwords = "\n".join(
            f"{name}:{PASSWORD.format(name)}" for name in ("teacher", "ada", "ben")
        )
        made.follow("root", f"chpasswd <<'END'\n{passwords}\nEND")
        made.follow("teacher", section("The teacher's settings"))
        made.follow("ada", f"mkdir .jupyter\necho '{EXPOSED}' > .jupyter/jupyter_lab_config.py")
        start_hub(made)
        yield made
    finally:
        made.close()


def installed_proxy():
    """The proxy, which npm installs once."""
    folder = inputs.BUILD / PROXY
    inputs.BUILD.mkdir(exist_ok=True)
    with (inputs.BUILD / "proxy.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            part = folder.with_suffix(".part")
            shutil.rmtree(part, ignore_errors=True)
            command = ["npm", "install", "--silent", "--global", f"--prefix={part}", PROXY]
            subprocess.run(command, check=True)
            part.rename(folder)
    return folder


def start_hub(machine):
    """Start the service as systemd would."""
    unit = machine.run("root", "cat /etc/systemd/system/jupyterhub.service")[0]
    service = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line)
    command = f"cd {service['WorkingDirectory']} && export {service['Environment']} && "
    log = subprocess.DEVNULL
    machine.hub = subprocess.Popen(
        machine.enter("root", f"{command} exec {service['ExecStart']} > hub.log 2>&1"),
        stdin=log, stdout=log, stderr=log,
    )  # fmt: skip
    for _ in range(600):
        said, _ = machine.run("root", "cat /srv/jupyterhub/hub.log")
        if "JupyterHub is now running" in said:
            return
        time.sleep(0.2)
    raise AssertionError(said)


@pytest.fixture(scope="module")
def people(machine, browser, tmp_path_factory):
    """Log somebody in, in a browser that has no network but the machine's."""
    inside = tmp_path_factory.mktemp("browser") / "chromium"
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    inside.write_text(f'#!/bin/sh\nexec nsenter --target {machine.init} --net {path} "$@"\n')
    inside.chmod(0o755)
    chromium = browser.browser_type.launch(
        executable_path=inside,
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    )

    def log_in(name):
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.goto(HUB)
        page.fill("#username_input", name)
        page.fill("#password_input", PASSWORD.format(name))
        page.click("#login_submit")
        page.wait_for_url(f"**/user/{name}/**")
        page.locator("#jp-MainLogo").wait_for()
        return page

    yield log_in
    chromium.close()


def status(page, address):
    """How a server answers this browser."""
    return page.evaluate("async address => (await fetch(address)).status", address)


def one_line(text):
    return " ".join(text.split())


def attacks(machine):
    """Which of the attacks succeed when ben tries them."""
    tries = [
        f"({attempt}) >/dev/null 2>&1 && echo {shlex.quote(name)}"
        for name, (attempt, _, _) in ATTACKS.items()
    ]
    said, _ = machine.run("ben", "\n".join(tries))
    return said.splitlines()


def assignment_list(page):
    """The assignment list, as the menu opens it: what is released, fetched and submitted."""
    page.get_by_role("menuitem", name="Nbgrader").click()
    page.get_by_role("menuitem", name="Assignment List").click()
    lists = ("released", "fetched", "submitted")
    return [page.locator(f"#{name}_assignments_list") for name in lists]


def fetch_solve_submit(page):
    """Do an exercise as a student does, with the mouse where there is a button."""
    released, fetched, _ = assignment_list(page)
    released.get_by_role("button", name="Fetch").click()
    fetched.get_by_role("button", name="Submit").wait_for()
    exercise = Notebook(page, f"{HUB}/user/ada/lab/tree/{UNIT}/{UNIT}.ipynb?reset")
    exercise.write("mean_of", "def mean_of(numbers):\n    return sum(numbers) / len(numbers)")
    exercise.run()
    assert "mean_of: these checks passed" in exercise.said("test_mean_of")
    exercise.command("docmanager:save")
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
    _, fetched, submitted = assignment_list(page)
    fetched.get_by_role("button", name="Submit").click()
    submitted.get_by_text(UNIT).first.wait_for()


def mark_in_formgrader(page, comment):
    """Give one submission another mark and a comment."""
    page.goto(f"{HUB}/user/teacher/formgrader/gradebook/{UNIT}/{UNIT}")
    page.get_by_role("link", name=re.compile("Submission")).first.click()
    score = page.locator("input.score[placeholder]").first  # once the marks have come
    score.fill("0.5")
    with page.expect_response(re.compile("/api/grade/")) as saved:
        score.press("Tab")
    assert saved.value.ok
    box = page.locator("textarea.comment").first
    box.fill(comment)
    with page.expect_response(re.compile("/api/comment/")) as saved:
        box.press("Tab")
    assert saved.value.ok


def fetched_feedback(page, machine):
    """The page that a student gets back."""
    *_, submitted = assignment_list(page)
    submitted.get_by_role("button", name="Fetch Feedback").click()
    submitted.get_by_text("View Feedback").first.wait_for()
    return machine.run("ada", f"cat {UNIT}/feedback/*/{UNIT}.html")[0]


def as_root():
    """Rerun this file as root, because only root can create accounts and namespaces."""
    sudo = ["sudo", "-n"]
    if not shutil.which("sudo") or subprocess.run([*sudo, "true"], check=False).returncode:
        pytest.skip("only root can make accounts and namespaces, and sudo asks for a password")
    again = ["env", f"PATH={os.environ['PATH']}", sys.executable, "-m", "pytest", "-q", __file__]
    run = subprocess.run([*sudo, *again], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_a_class_works_and_nobody_reads_what_is_not_theirs(request):
    if os.geteuid() != 0:
        as_root()
        return
    machine, people = map(request.getfixturevalue, ("machine", "people"))
    hand_out, collect, give_back = in_turn("A unit")
    checked = machine.follow(
        "root", "export PATH=/opt/lincourse/bin:$PATH\n" + section("Check the Hub")
    )
    assert checked.count("  ok  ") == 7, checked
    machine.follow("teacher", hand_out)

    ada = people("ada")
    assert status(ada, f"{HUB}/user/ada/formgrader") == 404
    fetch_solve_submit(ada)
    machine.follow("ben", FORGERY)
    collected = machine.follow("teacher", collect)
    assert "a folder belongs to the account ben, not to ada" in one_line(collected)
    handed_in, _ = machine.run("teacher", f"cat {COURSE}/submitted/ada/{UNIT}/{UNIT}.ipynb")
    assert "sum(numbers) / len(numbers)" in handed_in

    teacher = people("teacher")
    assert status(ada, f"{HUB}/user/teacher/formgrader") == 403
    mark_in_formgrader(teacher, "Well reasoned, ada.")
    machine.follow("teacher", give_back)
    feedback = fetched_feedback(ada, machine)
    assert "Well reasoned, ada." in feedback
    assert "0.5 / 1" in feedback

    assert attacks(machine) == []
    machine.follow("root", "\n".join(undo for _, undo, _ in ATTACKS.values()))
    said, code = machine.run(
        "root", f"export PATH=/opt/lincourse/bin:$PATH\n{section('Check the Hub')}"
    )
    assert code == 1
    assert [words for _, _, words in ATTACKS.values() if words not in one_line(said)] == []
    assert attacks(machine) == [*ATTACKS]
