"""Make the file to submit: a reproducible zip of the notebook and the files beside it."""

import io
import os
import stat
import zipfile
from pathlib import Path

from lincourse.notebooks import write_atomically
from lincourse.student import UserError
from lincourse.student.doctor import BACKUP_SUFFIXES
from lincourse.student.notebook import read

MAX_FILES = 100
MAX_TOTAL_BYTES = 40 * 2**20  # the grader's limit for an archive
ZIP_TIMESTAMP = (1980, 1, 1, 0, 0, 0)  # the same for every file, so that zips are reproducible


def files(notebook: Path, unit: str, output: Path) -> list[Path]:
    """The notebook and the files beside it, without other notebooks and backups.

    Outside the exercise's own folder, for example in Downloads, only the notebook.
    """
    folder = notebook.parent
    found = [notebook]
    if folder.resolve().name != unit:
        return found
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _skipped(name))
        for name in sorted([*names, *folders]):
            path = Path(parent, name)
            if path.is_symlink():
                raise UserError(
                    f"{path.relative_to(folder)} is a symbolic link, and links can't be submitted: "
                    "replace it by the file itself, or remove it"
                )
            if name in folders or _skipped(name) or path.suffix == ".ipynb":
                continue
            if not stat.S_ISREG(path.stat().st_mode):
                raise UserError(f"{path.relative_to(folder)} is not a regular file: remove it")
            if path.resolve() != output.resolve():
                found.append(path)
    if len(found) > MAX_FILES:
        raise UserError(
            f"there are {len(found)} files beside the notebook; the limit is {MAX_FILES}: remove "
            "files that the notebook doesn't need"
        )
    return found


def _skipped(name: str) -> bool:
    return name.startswith(".") or name == "__pycache__" or name.endswith(BACKUP_SUFFIXES)


def pack(notebook: Path, unit: str, output: Path) -> list[tuple[str, int]]:
    """Write the file to submit; return the names in it and their sizes."""
    read(notebook)
    if notebook.is_symlink():
        raise UserError(f"{notebook.name} is a symbolic link: replace it by the notebook itself")
    buffer, total, inside = io.BytesIO(), 0, []
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files(notebook, unit, output):
            name = (
                f"{unit}.ipynb"
                if path == notebook
                else path.relative_to(notebook.parent).as_posix()
            )
            total += path.stat().st_size
            if total > MAX_TOTAL_BYTES:
                raise UserError(
                    f"the files, including {name}, take more than {MAX_TOTAL_BYTES // 2**20} MB: "
                    "clear large outputs (lincourse doctor --fix) and remove files you don't need"
                )
            content = path.read_bytes()
            entry = zipfile.ZipInfo(name, ZIP_TIMESTAMP)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
            inside.append((name, len(content)))
    try:
        write_atomically(output, buffer.getvalue())
    except OSError as error:
        raise UserError(
            f"{output} can't be written: {error.strerror}. Pass another file with --output"
        ) from None
    return inside
