"""Words for remarks about submissions: file names, sizes and errors."""

from gradebox.limits import MB
from gradebox.text import cut, printable

MAX_LISTED = 3


def printable_name(name: str) -> str:
    """Return a file name that can be printed anywhere."""
    return cut(printable(name), 100)


def listing(names: list[str]) -> str:
    """Return some names, and how many more there are."""
    different = list(dict.fromkeys(names))
    more = len(different) - MAX_LISTED
    return ", ".join(different[:MAX_LISTED]) + (f" and {more} more" if more > 0 else "")


def megabytes(size: int) -> str:
    """Return a number of bytes in megabytes."""
    return f"{max(size / MB, 0.1):.3g} MB"


def reason(error: Exception) -> str:
    """Return what an error says, in a word or two."""
    if isinstance(error, RuntimeError) and "password" in str(error):
        return "it has a password"
    return getattr(error, "strerror", None) or type(error).__name__
