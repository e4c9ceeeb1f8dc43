"""The README: it names every command and every hook, and gradebox names no package around it."""

import re
from pathlib import Path

from gradebox import checks
from gradebox.cli import COMMANDS

PACKAGE = Path(__file__).resolve().parent.parent
README = (PACKAGE / "README.md").read_text(encoding="utf-8")


def test_readme_lists_every_command():
    assert re.findall(r"^\| `gradebox ([a-z]+)", README, re.M) == [*COMMANDS]


def test_readme_lists_every_hook_of_a_check_library():
    hooks = re.findall(r"^`(\w+)`", checks.__doc__, re.M)
    assert "prepare" in hooks
    assert re.findall(r"^\| `(\w+)(?:\(.*?\))?` \|", README, re.M) == hooks


def test_gradebox_names_no_package_that_it_works_with():
    files = [PACKAGE / "README.md", PACKAGE / "pyproject.toml"]
    files += [path for path in (PACKAGE / "src").rglob("*") if path.is_file()]
    named = {
        str(path.relative_to(PACKAGE))
        for path in files
        if path.suffix != ".pyc" and re.search(rb"lincourse|misstep", path.read_bytes(), re.I)
    }
    assert named == set()
