"""Read the commands and files in a guide, and follow them."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import guide_edits

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(
    r"(?P<before>[^\n]*(?:\n[^\n]+)*)\n\n^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S
)
FILE = re.compile(
    r"\b(?P<verb>Write|Add to|Change|Insert into) `(?P<path>[^`]+)`(, above `(?P<anchor>[^`]+)`)?"
)
EDITS = f"{sys.executable} {guide_edits.__file__}"


@dataclass
class Block:
    """A fenced block: commands to run, or a file to write or to change."""

    section: str
    language: str
    text: str
    verb: str = ""
    path: str = ""
    anchor: str = ""


def blocks(guide):
    """Yield the fenced blocks of a guide, in order."""
    text = (ROOT / "docs" / f"{guide}.md").read_text()
    for found in BLOCK.finditer(text):
        section = ["", *re.findall(r"^## (.+)$", text[: found.start("text")], re.M)][-1]
        told = FILE.search(" ".join(found["before"].split()))
        place = told.group("verb", "path", "anchor") if told and found["language"] != "sh" else ()
        yield Block(section, found["language"], found["text"], *place)


def script(guide, sections=None):
    """Yield what a reader of a guide, or of some sections, types and writes, as a shell script."""
    for number, block in enumerate(blocks(guide)):
        if sections is not None and block.section not in sections:
            continue
        if block.language == "sh":
            yield f"echo '=== {number}'\n{block.text}"
        elif block.verb in ("Change", "Insert into"):
            anchor = shlex.quote(block.anchor) if block.anchor else ""
            yield f"{EDITS} {block.verb.split()[0].lower()} {block.path} {anchor} <<'END OF FILE'"
            yield f"{block.text}END OF FILE\n"
        elif block.path:
            arrow = ">" if block.verb == "Write" else ">>"
            path = block.path.replace("~", '"$HOME"', 1)
            yield f"mkdir -p $(dirname {path})\ncat {arrow} {path} <<'END OF FILE'"
            yield f"{block.text}END OF FILE\n"


def follow(guide, folder, package, sections=None, **settings):
    """Follow a guide, or some of its sections; return what the commands printed.

    `settings` are more environment variables.
    """
    bin_folder = folder / "lincourse/.venv/bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "activate").write_text(
        f'PATH="{bin_folder}:{Path(sys.executable).parent}:$PATH"\n'
    )
    for name, command in (("lincourse", "-m lincourse"), ("python", ""), ("pytest", "-m pytest")):
        (bin_folder / name).write_text(f'#!/bin/sh\nexec {sys.executable} {command} "$@"\n')
        (bin_folder / name).chmod(0o755)
    environment = {
        "HOME": str(folder / "home"),
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{package}{os.pathsep}{ROOT / 'tests/startup'}",
        "PYTHONDONTWRITEBYTECODE": "1",
        **settings,
    }
    run = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", "\n".join(script(guide, sections))],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:]
    return run.stdout
