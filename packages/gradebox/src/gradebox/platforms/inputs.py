"""The files and folders given to `collect`: find out which platform each is from."""

import unicodedata
from dataclasses import dataclass, field
from datetime import tzinfo
from pathlib import Path

from gradebox.course.model import CourseError
from gradebox.platforms import csv_files, registry
from gradebox.platforms.csv_files import Table
from gradebox.platforms.exports import Export, Member
from gradebox.platforms.platform import Platform

LIST_SUFFIXES = (".csv", ".txt", ".tsv")


@dataclass
class Source:
    """An export and its platform."""

    platform: Platform
    export: Export


@dataclass
class Inputs:
    """Everything that was given to one `collect`."""

    sources: list[Source] = field(default_factory=list)
    lists: dict[str, list[Table]] = field(default_factory=dict)  # by platform
    time_zone: tzinfo | None = None
    include_drafts: bool = False

    def add(self, path: Path) -> None:
        """Add a file or folder, after what is in it."""
        if path.is_file() and path.suffix.lower() in LIST_SUFFIXES:
            table = csv_files.read(path)
            self.lists.setdefault(registry.recognise_list(table).name, []).append(table)
            return
        export = Export(path)
        if path.is_dir():  # an export beside its list, perhaps
            own = {file.name: file for file in sorted(path.iterdir()) if _stands_alone(file)}
            for file in own.values():
                self.add(file)
            if own:
                names = {unicodedata.normalize("NFC", name) for name in own}
                export.members = [each for each in export.members if each.name not in names]
                if not export.members:
                    return
        platform = registry.recognise(export)
        if not platform.distinctive:
            platform = _unwrap(export, platform)
            if not export.members:
                raise CourseError(f"There is nothing to collect in {path.name}: it is empty.")
        self.sources.append(Source(platform, export))


def _stands_alone(file: Path) -> bool:
    """Return True for a list or a platform's zip file in a folder; students' own aren't."""
    if not file.is_file() or file.suffix.lower() in LIST_SUFFIXES:
        return file.is_file()
    try:
        return file.suffix.lower() == ".zip" and registry.recognise(Export(file)).distinctive
    except CourseError:
        return False


def _unwrap(export: Export, platform: Platform) -> Platform:
    """Leave out one folder around everything, which repacking an export adds."""
    if any(len(member.parts) < 2 for member in export.members):
        return platform
    if len({member.parts[0] for member in export.members}) != 1:
        return platform
    inner = Export(export.path)
    inner.members = [Member(each.name.partition("/")[2], each.read) for each in export.members]
    found = registry.recognise(inner)
    folders = {each.parts[0] for each in inner.members if len(each.parts) > 1}
    several = len(folders) > 1 and all(len(each.parts) > 1 for each in inner.members)
    if found is not platform or several:
        export.members = inner.members
    return found
