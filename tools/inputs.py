"""Build inputs: a digest of files, by which a cache knows whether its content is up to date."""

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
    *("docs", "lectures", "exercises", "lincourse", "packages", "README.md", "requirements.lock"),
    *("tools/*site*.py", "tools/mathml.py", "tools/pyodide-lock.json"),
)


def digest(*patterns: str) -> str:
    """The sha256 of these files and folders of the project, and of the Python that reads them."""
    tops = [top for pattern in patterns for top in sorted(ROOT.glob(pattern))]
    files = [path for top in tops for path in (sorted(top.rglob("*")) if top.is_dir() else [top])]
    total = hashlib.sha256(sys.version.encode())
    for path in files:
        if path.is_file() and not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return total.hexdigest()[:16]
