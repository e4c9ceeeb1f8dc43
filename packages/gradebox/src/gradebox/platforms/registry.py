"""All known platforms: the modules in `adapters/`, and entry points of other packages."""

import functools
import importlib
import pkgutil
from importlib.metadata import entry_points

from gradebox.course.model import CourseError
from gradebox.platforms import adapters
from gradebox.platforms.csv_files import Table
from gradebox.platforms.exports import Export
from gradebox.platforms.platform import Platform

ENTRY_POINTS = "gradebox.platforms"
MAX_COLUMNS_SHOWN = 6


@functools.cache
def platforms() -> tuple[Platform, ...]:
    """All platforms, in the order in which they are asked; the last one takes any export."""
    names = [module.name for module in pkgutil.iter_modules(adapters.__path__)]
    found = [importlib.import_module(f"{adapters.__name__}.{name}").PLATFORM for name in names]
    found += [point.load() for point in entry_points(group=ENTRY_POINTS)]
    return tuple(sorted(found, key=lambda platform: (platform.order, platform.name)))


def get(name: str) -> Platform:
    """The platform that a record names."""
    known = {platform.name: platform for platform in platforms()}
    if name in known:
        return known[name]
    raise CourseError(
        f"This work was collected from {name!r}, a platform that isn't installed here (installed: "
        f"{', '.join(known)}). Install the package that adds it, or collect again."
    )


def recognise(export: Export) -> Platform:
    """The platform that an export is from."""
    for platform in platforms():
        if platform.recognises(export):
            return platform
    raise CourseError(f"{export.path.name} is not an export that can be read. {known_formats()}")


def recognise_list(table: Table) -> Platform:
    """The platform that a list is from."""
    for platform in platforms():
        if platform.recognises_list(table):
            return platform
    columns = ", ".join(table.header[:MAX_COLUMNS_SHOWN])
    raise CourseError(
        f"{table.name} is not a known list: its first columns are {columns}. {known_formats()}"
    )


def known_formats() -> str:
    """The files that can be collected, by platform."""
    known = "; ".join(f"{platform.title}: {platform.instructions}" for platform in platforms())
    return f"Known formats: {known}."
