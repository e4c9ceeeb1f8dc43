"""The subprocess of `runner`: an IPython shell that runs cells and reports each as a JSON line.

`runner` starts this file in a fresh Python. The first line of its input is a JSON list of
[cell, source] pairs; its output is one JSON object per line. It continues after an error, shows no
figures, and exits when its input ends.

It runs notebooks as Jupyter does, with magics and `await`, so it needs IPython; `lincourse.kernel`,
the runner for web pages, does without. It imports nothing of lincourse, so that a file
`lincourse.py` beside the notebook has the same effect here as in Jupyter.
"""

import contextlib
import io
import json
import linecache
import os
import re
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

MAX_PRINTED = 20_000  # characters per cell
CELL = re.compile(r"<ipython-input-(\d+)-")


class Tail(io.TextIOBase):
    """A stream that keeps the end of its text, so that an endless loop can't fill the memory."""

    def __init__(self) -> None:
        self.text = ""

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Append text."""
        self.text = (self.text + text)[-MAX_PRINTED:]
        return len(text)


def main() -> None:
    """Read the cells from the input and run them."""
    cells = json.loads(sys.stdin.readline())
    threading.Thread(target=_exit_with_input, args=(os.dup(0),), daemon=True).start()
    events = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115

    def send(**event: Any) -> None:
        events.write(json.dumps(event) + "\n")
        events.flush()

    try:
        shell = _shell()
    except ImportError as missing:
        send(fatal=f"{missing.name or missing} is missing")
        return
    sys.path.insert(0, "")  # as in a notebook: files beside it can be imported
    sys.path.append(str(Path(__file__).resolve().parents[2]))
    running = False

    def interrupt(*_: Any) -> None:
        if running:
            raise KeyboardInterrupt

    signal.signal(getattr(signal, "SIGBREAK", signal.SIGINT), interrupt)  # SIGBREAK: Windows
    cell_of_execution: dict[int, int] = {}
    for cell, source in cells:
        send(start=cell)
        error: BaseException | None
        cell_of_execution[shell.execution_count] = cell
        printed = Tail()
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                running = True
                result = shell.run_cell(source, store_history=True)
                running = False
            error = result.error_before_exec or result.error_in_exec
        except KeyboardInterrupt as late:
            error = late
        finally:
            running = False
        _close_figures()
        failure = None if error is None else describe(error, cell_of_execution)
        send(end=cell, error=failure, printed=printed.text)
    send(done=True)


def _shell() -> Any:
    """An IPython shell that shows nothing."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class QuietShell(InteractiveShell):  # type: ignore[misc, unused-ignore]
        """A shell that shows no tracebacks: we describe errors ourselves."""

        def showtraceback(self, *args: Any, **how: Any) -> None:
            """Show nothing."""

        showsyntaxerror = showindentationerror = showtraceback

        def enable_gui(self, gui: Any = None) -> None:
            """Do nothing: there is no screen."""

        def ask_exit(self) -> None:
            """Ignore `exit` in a cell."""

    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    return QuietShell.instance(config=config)


def _exit_with_input(number: int) -> None:
    """Exit as soon as the input ends: the parent is gone, or has stopped listening."""
    with contextlib.suppress(OSError):
        while os.read(number, 1024):
            pass
    os._exit(0)


def _close_figures() -> None:
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        with contextlib.suppress(Exception):  # a student may have replaced pyplot
            pyplot.close("all")


def describe(error: BaseException, cell_of_execution: dict[int, int]) -> dict[str, Any]:
    """An error as plain data, with the lines of cells in its traceback (see `runner.Failure`)."""
    lines = []
    for frame in traceback.extract_tb(error.__traceback__):
        if found := CELL.match(frame.filename):
            cell = cell_of_execution.get(int(found.group(1)))
            text = linecache.getline(frame.filename, frame.lineno or 0)
            lines.append({"cell": cell, "line": frame.lineno, "text": text.strip()})
    message = _message(error)
    if isinstance(error, SyntaxError) and error.lineno:
        lines = [{"cell": None, "line": error.lineno, "text": (error.text or "").strip()}]
        message = error.msg
    report = getattr(error, "report", None)
    return {
        "kind": type(error).__name__,
        "message": message,
        "lines": lines,
        "report": report if isinstance(report, dict) else None,
        "undefined": error.name or "" if isinstance(error, NameError) else "",
    }


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as second:
        return f"(its text can't be shown: {type(second).__name__})"


if __name__ == "__main__":
    main()
