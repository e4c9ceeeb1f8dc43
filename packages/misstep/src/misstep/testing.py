"""For the tests of a course's checks: raise the engine's own errors instead of logging them."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class _Raise(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        raise error or RuntimeError(record.getMessage())


@contextmanager
def raising_engine_errors() -> Iterator[None]:
    """Raise an error in the engine that a student would never notice: it is only logged there."""
    handler = _Raise(logging.ERROR)
    logger = logging.getLogger("misstep")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
