"""The subprocess of `running`: an IPython shell that runs cells and reports each as a JSON line.

`running` starts this file in a fresh Python. The first line of its input is a JSON list of
[cell, source] pairs; its output is one JSON object per line. It goes on after an error, draws
nothing on the screen, and ends when its input does.
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
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

KEPT = 20_000  # characters of what a cell printed
CELL = re.compile(r"<ipython-input-(\d+)-")


class Tail(io.TextIOBase):
    """Keeps the end of what is printed, so that an endless loop fills no memory."""

    def __init__(self) -> None:
        self.kept = ""

    def writable(self) -> bool:
        """A file that can be written to."""
        return True

    def write(self, text: str) -> int:
        """Keep the end."""
        self.kept = (self.kept + text)[-KEPT:]
        return len(text)


def main() -> None:
    """Take the cells from the input and run them."""
    cells = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_input, args=(os.dup(0),), daemon=True).start()
    events = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115

    def say(**event: Any) -> None:
        events.write(json.dumps(event) + "\n")
        events.flush()

    try:
        shell = _shell()
    except ImportError as missing:
        say(fatal=f"{missing.name or missing} is missing")
        return
    sys.path.insert(0, "")  # as in a notebook: files beside it can be imported
    sys.path.append(str(Path(__file__).resolve().parents[2]))
    running = False

    def interrupt(*_: Any) -> None:
        if running:
            raise KeyboardInterrupt

    signal.signal(getattr(signal, "SIGBREAK", signal.SIGINT), interrupt)  # SIGBREAK: Windows
    ran: dict[int, int] = {}
    for cell, source in cells:
        say(start=cell)
        error: BaseException | None
        ran[shell.execution_count] = cell
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
        said = None if error is None else describe(error, ran)
        say(end=cell, error=said, printed=printed.kept)
    say(done=True)


def _shell() -> Any:
    """An IPython shell; not the grader's, as nothing of lincourse may be imported before a cell is.

    A file `lincourse.py` beside the notebook then does here what it does in Jupyter.
    """
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class QuietShell(InteractiveShell):  # type: ignore[misc, unused-ignore]
        """A shell without a screen: it shows no tracebacks, as we describe errors ourselves."""

        def showtraceback(self, *args: Any, **how: Any) -> None:
            """Show nothing."""

        showsyntaxerror = showindentationerror = showtraceback

        def enable_gui(self, gui: Any = None) -> None:
            """No screen, so nothing to enable."""

        def ask_exit(self) -> None:
            """`exit` in a cell ends nothing."""

    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    return QuietShell.instance(config=config)


def _end_with_input(number: int) -> None:
    """Wait for the end of the input: whoever started us is gone, or has no more use for us."""
    with contextlib.suppress(OSError):
        while os.read(number, 1024):
            pass
    os._exit(0)


def _close_figures() -> None:
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        with contextlib.suppress(Exception):
            pyplot.close("all")


def describe(error: BaseException, ran: dict[int, int]) -> dict[str, Any]:
    """An error as plain data: its kind and words, the lines of cells it went through."""
    lines = []
    for frame in traceback.extract_tb(error.__traceback__):
        if found := CELL.match(frame.filename):
            cell = ran.get(int(found.group(1)))
            text = linecache.getline(frame.filename, frame.lineno or 0)
            lines.append({"cell": cell, "line": frame.lineno, "text": text.strip()})
    words = _words(error)
    if isinstance(error, SyntaxError) and error.lineno:
        lines = [{"cell": None, "line": error.lineno, "text": (error.text or "").strip()}]
        words = error.msg
    report = getattr(error, "report", None)
    whole = asdict(report) if is_dataclass(report) and not isinstance(report, type) else None
    return {"kind": type(error).__name__, "words": words, "lines": lines, "report": whole}


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as second:
        return f"(its text can't be shown: {type(second).__name__})"


if __name__ == "__main__":
    main()
