"""Make the file to hand in: the notebook and what lies beside it, the same bytes every time."""

import io
import os
import stat
import zipfile
from pathlib import Path

from lincourse.notebooks import write_atomically
from lincourse.student import UserError
from lincourse.student.doctor import LEFTOVERS
from lincourse.student.notebook import read

MOST = 100  # files
LIMIT = 40 * 2**20  # bytes of all files together; a grader takes no larger archive
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def files(notebook: Path, unit: str, output: Path) -> list[Path]:
    """The notebook and the files beside it, without other notebooks and leftovers.

    Outside the exercise's own folder, such as among your downloads, the notebook alone.
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
                    f"{path.relative_to(folder)} is a link, and links are not handed in: put the "
                    "file itself in its place, or remove it"
                )
            if name in folders or _skipped(name) or path.suffix == ".ipynb":
                continue
            if not stat.S_ISREG(path.stat().st_mode):
                raise UserError(f"{path.relative_to(folder)} is not a plain file: remove it")
            if path.resolve() != output.resolve():
                found.append(path)
    if len(found) > MOST:
        raise UserError(
            f"there are {len(found)} files beside the notebook, and {MOST} are the most that can "
            "be handed in: move away what the notebook does not need"
        )
    return found


def _skipped(name: str) -> bool:
    return name.startswith(".") or name == "__pycache__" or name.endswith(("~", *LEFTOVERS))


def pack(notebook: Path, unit: str, output: Path) -> list[tuple[str, int]]:
    """Write the file to hand in; the names in it and their sizes."""
    read(notebook)
    if notebook.is_symlink():
        raise UserError(f"{notebook.name} is a link: put the notebook itself in its place")
    buffer, total, inside = io.BytesIO(), 0, []
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files(notebook, unit, output):
            name = f"{unit}.ipynb" if path == notebook else _inside(path, notebook)
            total += path.stat().st_size
            if total > LIMIT:
                raise UserError(
                    f"the files take more than {LIMIT // 2**20} MB together, {name} among them: "
                    "clear large outputs (lincourse doctor --fix) and move away what is not needed"
                )
            content = path.read_bytes()
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
            inside.append((name, len(content)))
    try:
        write_atomically(output, buffer.getvalue())
    except OSError as error:
        raise UserError(f"{output} can't be written: {error.strerror}") from None
    return inside


def _inside(path: Path, notebook: Path) -> str:
    return path.relative_to(notebook.parent).as_posix()
