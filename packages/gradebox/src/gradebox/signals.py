"""Deferring SIGINT: a block that Ctrl-C does not cut short."""

import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def deferred_interrupt() -> Iterator[None]:
    """Let Ctrl-C (SIGINT) wait until this block is done."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Python runs signal handlers in the main thread alone
        return
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if asked:
            signal.raise_signal(signal.SIGINT)
