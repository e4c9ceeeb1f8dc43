"""A runner for notebook cells: a subprocess with timeouts, restarts after a crash, and Ctrl-C."""

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lincourse import operating_system
from lincourse.student import UserError

WORKER = Path(__file__).with_name("worker.py")
STARTING = 120  # seconds that a slow disk may need to bring up Python and IPython
PATIENCE = 3  # seconds for a cell to end once it was asked to


@dataclass
class Failure:
    """How a cell stopped: an error's kind and words, and the lines of cells it went through."""

    kind: str
    words: str
    lines: list[dict[str, Any]] = field(default_factory=list)
    report: dict[str, Any] | None = None  # a check's own, field by field

    @property
    def sentence(self) -> str:
        """Kind and words in one line, as Python prints them."""
        return f"{self.kind}: {self.words}".rstrip(": ") if self.kind else self.words


@dataclass
class CellOutcome:
    """What running one cell came to."""

    failure: Failure | None = None
    printed: str = ""


Watch = Callable[[int], None]


def run(
    cells: dict[int, str], folder: Path, seconds: float, watch: Watch
) -> dict[int, CellOutcome]:
    """Run cells in order, in a fresh Python in a folder; each may take some seconds.

    A cell that kills Python, or can't be stopped, is left out when the others are run once more.
    `watch` is told the number of every cell that starts. On Ctrl-C, KeyboardInterrupt carries what
    was seen so far.
    """
    outcomes: dict[int, CellOutcome] = {}
    left_out: set[int] = set()
    try:
        while True:
            todo = [(cell, source) for cell, source in cells.items() if cell not in left_out]
            with _Python(todo, folder, seconds) as python:
                fatal = python.follow(outcomes, watch)
            if fatal is None:
                return outcomes
            left_out.add(fatal)
            left_out |= {cell for cell, one in outcomes.items() if one.failure and _slow(one)}
    except KeyboardInterrupt:
        raise KeyboardInterrupt(outcomes) from None


def _slow(outcome: CellOutcome) -> bool:
    return outcome.failure is not None and outcome.failure.kind == ""


class _Python:
    """One fresh Python at work on some cells."""

    def __init__(self, todo: list[tuple[int, str]], folder: Path, seconds: float) -> None:
        self.todo, self.folder, self.seconds = todo, folder, seconds

    def __enter__(self) -> "_Python":
        self.scratch = tempfile.TemporaryDirectory(prefix="lincourse-", ignore_cleanup_errors=True)
        settings = {
            "MPLBACKEND": "Agg",
            "LINCOURSE_STATIC": "1",
            "LINCOURSE_FIGURES": "words",  # nobody sees the pictures; see `plots.show`
            "IPYTHONDIR": self.scratch.name,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(WORKER)],
            cwd=self.folder,
            env=os.environ | settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **operating_system.own_group(),  # Ctrl-C is ours to hear
        )
        self.events: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        with contextlib.suppress(BrokenPipeError):
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps(self.todo).encode() + b"\n")
            self.process.stdin.flush()
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self.scratch.cleanup()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            for line in self.process.stdout:
                self.events.put(json.loads(line))
        self.events.put(None)

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            operating_system.kill(self.process)

    def follow(self, outcomes: dict[int, CellOutcome], watch: Watch) -> int | None:
        """Write down how each cell went; the cell that ended it all, or None."""
        cell: int | None = None
        late = False
        while True:
            wait = STARTING if cell is None else PATIENCE if late else self.seconds
            try:
                event = self.events.get(timeout=wait)
            except queue.Empty:
                if cell is None:
                    raise UserError("Python did not start within two minutes") from None
                if late:
                    outcomes[cell] = CellOutcome(self._too_slow())
                    return cell
                late = True
                with contextlib.suppress(OSError):  # without a console, on Windows
                    operating_system.interrupt(self.process)
                continue
            if event is None:
                return self._died(cell, outcomes)
            if "fatal" in event:
                raise UserError(
                    f"the notebook can't be run: {event['fatal']}. Install what the course needs: "
                    f"{operating_system.set_up()}, or pip install 'lincourse[student]'"
                )
            if "start" in event:
                cell = int(event["start"])
                watch(cell)
            elif "end" in event:
                error = event["error"]
                failure = None if error is None else Failure(**error)
                if late and failure is not None and failure.kind == "KeyboardInterrupt":
                    failure = self._too_slow(failure.lines)
                outcomes[event["end"]] = CellOutcome(failure, event["printed"])
                late = False
            elif "done" in event:
                return None

    def _too_slow(self, lines: list[dict[str, Any]] | None = None) -> Failure:
        words = f"had not finished after {self.seconds:g} seconds, and was stopped."
        return Failure("", words, lines or [])

    def _died(self, cell: int | None, outcomes: dict[int, CellOutcome]) -> int:
        code = self.process.wait()
        if cell is None or (cell in outcomes and outcomes[cell].failure is None and code == 0):
            raise UserError(
                f"Python could not be started to run the notebook (it ended with {code})"
            )
        outcomes[cell] = CellOutcome(Failure("", f"ended Python itself (exit code {code})."))
        return cell
