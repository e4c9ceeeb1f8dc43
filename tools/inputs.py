"""Build inputs: a digest of files, by which a cache knows whether what was made of them is good."""

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"
NOTEBOOKS = (
    *("sources", "lectures", "solutions", "exercises"),
    *("nbgrader_config.py", "tools/build.py", "requirements.lock"),
)
SITE = (
    *("docs", "lectures", "exercises", "lincourse", "README.md", "requirements.lock"),
    *("tools/build_site.py", "tools/site_pages.py", "tools/site_lite.py", "tools/site_fetch.py"),
    "tools/pyodide-lock.json",
)


def digest(*names: str) -> str:
    """The sha256 of these files and folders of the project, and of the Python that reads them."""
    total = hashlib.sha256(sys.version.encode())
    for name in names:
        top = ROOT / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                total.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return total.hexdigest()[:16]
