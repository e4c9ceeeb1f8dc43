"""The README: it names every command and every hook, and gradebox names no package around it."""

import re
from importlib.util import find_spec
from pathlib import Path

import gradebox
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


def test_process_tree_names_modules_that_exist():
    names = set(re.findall(r"`([a-z_]+(?:\.[a-z_]+)*)`", gradebox.__doc__))
    assert "run.pipeline" in names
    assert [name for name in names if find_spec(f"gradebox.{name}") is None] == []


def test_readme_lists_every_folder_of_the_code():
    folders = {path.parent.name for path in gradebox.PACKAGE.glob("*/__init__.py")}
    assert set(re.findall(r"^\| `(\w+)/` \|", README, re.M)) == folders


def text_of(path):
    """A file's content, without the lines that come from the repository's release.toml."""
    return re.sub(rb"^(authors|urls) = .*$", b"", path.read_bytes(), flags=re.M)


def test_gradebox_names_no_package_that_it_works_with():
    files = [PACKAGE / "README.md", PACKAGE / "pyproject.toml"]
    files += [path for path in (PACKAGE / "src").rglob("*") if path.is_file()]
    named = {
        str(path.relative_to(PACKAGE))
        for path in files
        if path.suffix != ".pyc" and re.search(rb"lincourse|misstep", text_of(path), re.I)
    }
    assert named == set()
