"""Project metadata: write release.toml's version, authors and URLs into the packages' files.

`make metadata` changes three `pyproject.toml`, three `__init__.py` and CITATION.cff.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = ("pyproject.toml", "packages/misstep/pyproject.toml", "packages/gradebox/pyproject.toml")
MODULES = (
    *("lincourse/__init__.py", "packages/misstep/src/misstep/__init__.py"),
    "packages/gradebox/src/gradebox/__init__.py",
)


def main() -> None:
    """Write the files that differ, and name them."""
    for path, text in files().items():
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"Wrote {path.relative_to(ROOT)}.")


def release() -> dict[str, Any]:
    """The contents of release.toml."""
    return tomllib.loads((ROOT / "release.toml").read_text(encoding="utf-8"))


def files() -> dict[Path, str]:
    """Each file with metadata, and its text according to release.toml."""
    about = release()
    author = {"name": about["authors"]} | ({"email": about["email"]} if about["email"] else {})
    lines = {
        r'^__version__ = ".*"$': f'__version__ = "{about["version"]}"',
        r'"(misstep\[formulas\]|gradebox)==.*"': rf'"\1=={about["version"]}"',
        r"^authors = .*$": f"authors = [{_inline(author)}]",
        r"^urls = .*$": f"urls = {_inline(about['urls'])}",
    }
    made = {ROOT / name: _replaced(ROOT / name, lines) for name in (*PROJECTS, *MODULES)}
    citation = {
        "^version: .*$": f"version: {about['version']}",
        "^  - name: .*$": f"  - name: {about['authors']}",
        "^(date-released|repository-code|url): .*\n": "",
    }
    text = _replaced(ROOT / "CITATION.cff", citation)
    if about["date"]:
        text += f"date-released: {about['date']}\n"
    for name, field in (("Source", "repository-code"), ("Homepage", "url")):
        if name in about["urls"]:
            text += f"{field}: {json.dumps(about['urls'][name])}\n"
    return made | {ROOT / "CITATION.cff": text}


def _inline(table: dict[str, str]) -> str:
    """A table as TOML writes it on one line."""
    pairs = ", ".join(f"{key} = {json.dumps(value)}" for key, value in table.items())
    return f"{{ {pairs} }}" if pairs else "{}"


def _replaced(path: Path, lines: dict[str, str]) -> str:
    text = path.read_text(encoding="utf-8")
    for pattern, line in lines.items():
        text = re.sub(pattern, line, text, flags=re.MULTILINE)
    return text


if __name__ == "__main__":
    main()
