"""Notebook files (nbformat 4) as plain JSON: cell sources, nbgrader metadata, atomic writes.

Only needs the standard library, so that commands start fast. Cells may come from anyone: a field
whose type differs from nbformat's counts as missing.
"""

import os
import threading
from pathlib import Path
from typing import Any

from lincourse import operating_system


def joined(text: Any) -> str:
    """A multi-line string, which nbformat stores as one string or as a list of lines."""
    return text if isinstance(text, str) else "".join(map(str, text or []))


def source(cell: dict[str, Any]) -> str:
    """The text of a cell."""
    return joined(cell.get("source"))


def nbgrader_metadata(cell: dict[str, Any]) -> dict[str, Any]:
    """nbgrader's metadata of a cell (grade_id, points, grade, solution, locked), or {}."""
    metadata = cell.get("metadata")
    found = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return found if isinstance(found, dict) else {}


def grade_id(cell: dict[str, Any]) -> str:
    """The id by which nbgrader knows a cell, or ""."""
    found = nbgrader_metadata(cell).get("grade_id")
    return found if isinstance(found, str) else ""


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that readers see the old or the new content, even after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent / f".{os.getpid()}-{threading.get_ident()}.part"
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        operating_system.replace(temporary, path)
    except OSError as error:  # names the temporary file, or no file
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        temporary.unlink(missing_ok=True)
