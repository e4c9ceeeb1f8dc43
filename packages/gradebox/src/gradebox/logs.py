"""Logging: the loggers "gradebox...", to the terminal or to a file."""

import logging
import sys
from enum import StrEnum
from pathlib import Path

FORMAT = "%(levelname)s %(name)s: %(message)s"


class Level(StrEnum):
    """How severe a message is."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


_handler: logging.Handler | None = None  # for the current command


def configure(level: Level = Level.WARNING, file: Path | None = None) -> None:
    """Log this level and above, to a file (appended to) or to standard error."""
    global _handler
    logger = logging.getLogger("gradebox")
    if _handler is not None:
        logger.removeHandler(_handler)
        _handler.close()
    if file is None:
        _handler = logging.StreamHandler(sys.stderr)
        _handler.setFormatter(logging.Formatter(FORMAT))
    else:
        _handler = logging.FileHandler(file, encoding="utf-8", errors="backslashreplace")
        _handler.setFormatter(logging.Formatter(f"%(asctime)s {FORMAT}"))
    logger.addHandler(_handler)
    logger.setLevel(level.upper())


def descriptors() -> set[int]:
    """Return the descriptor of the log's file, if it has one."""
    try:
        return {_handler.stream.fileno()} if isinstance(_handler, logging.StreamHandler) else set()
    except (OSError, ValueError):  # closed, or no file
        return set()


def only_to_file(*libraries: str) -> None:
    """Send the messages of noisy libraries to the log file if there is one, else nowhere."""
    to_file = isinstance(_handler, logging.FileHandler)
    known = [name for name in logging.root.manager.loggerDict if name.startswith(libraries)]
    for name in {*libraries, *known}:
        logger = logging.getLogger(name)
        logger.propagate = name not in libraries
        logger.handlers = []
        if name in libraries:
            logger.addHandler(_handler if to_file and _handler else logging.NullHandler())
