"""Run notebook cells in a subprocess with timeouts, restarts after a crash, and Ctrl-C."""

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
START_TIMEOUT = 120  # seconds to start Python and IPython, also from a slow disk
INTERRUPT_TIMEOUT = 3  # seconds between interrupting and killing a cell


@dataclass
class Failure:
    """How a cell failed: the error's type and message, and the lines of cells in its traceback.

    Without a `kind`, no exception was raised: the cell was stopped, or ended Python.
    """

    kind: str
    message: str
    lines: list[dict[str, Any]] = field(default_factory=list)
    report: dict[str, Any] | None = None  # if a check failed
    undefined: str = ""  # the name that a NameError is about


@dataclass
class CellOutcome:
    """The result of running one cell."""

    failure: Failure | None = None
    printed: str = ""


OnStart = Callable[[int], None]


def run(
    cells: dict[int, str], folder: Path, timeout: float, on_start: OnStart
) -> dict[int, CellOutcome]:
    """Run cells in order in a fresh Python in `folder`, each for at most `timeout` seconds.

    If a cell kills Python or can't be interrupted, the others are run again without it. `on_start`
    gets the index of each cell that starts. After Ctrl-C, the KeyboardInterrupt carries the
    outcomes so far.
    """
    outcomes: dict[int, CellOutcome] = {}
    skipped: set[int] = set()
    try:
        while True:
            todo = [(cell, source) for cell, source in cells.items() if cell not in skipped]
            with _Worker(todo, folder, timeout) as worker:
                fatal = worker.collect(outcomes, on_start)
            if fatal is None:
                return outcomes
            skipped.add(fatal)
            skipped |= {i for i, one in outcomes.items() if one.failure and not one.failure.kind}
    except KeyboardInterrupt:
        raise KeyboardInterrupt(outcomes) from None


class _Worker:
    """A subprocess that runs some cells."""

    def __init__(self, todo: list[tuple[int, str]], folder: Path, timeout: float) -> None:
        self.todo, self.folder, self.timeout = todo, folder, timeout

    def __enter__(self) -> "_Worker":
        self.scratch = tempfile.TemporaryDirectory(prefix="lincourse-", ignore_cleanup_errors=True)
        settings = {
            "MPLBACKEND": "Agg",
            "LINCOURSE_STATIC": "1",
            "LINCOURSE_FIGURES": "words",  # don't draw: see `plots.show`
            "IPYTHONDIR": self.scratch.name,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(WORKER)],
            cwd=self.folder,
            env=os.environ | settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **operating_system.new_process_group(),  # Ctrl-C is for us
        )
        self.events: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read_events, daemon=True).start()
        with contextlib.suppress(BrokenPipeError):
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps(self.todo).encode() + b"\n")
            self.process.stdin.flush()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            operating_system.kill(self.process)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self.scratch.cleanup()

    def _read_events(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            for line in self.process.stdout:
                self.events.put(json.loads(line))
        self.events.put(None)

    def collect(self, outcomes: dict[int, CellOutcome], on_start: OnStart) -> int | None:
        """Record the outcome of each cell; return the cell that ended the worker, or None."""
        cell: int | None = None
        interrupted = False
        while True:
            wait = START_TIMEOUT if cell is None else self.timeout
            try:
                event = self.events.get(timeout=INTERRUPT_TIMEOUT if interrupted else wait)
            except queue.Empty:
                if cell is None:
                    raise UserError("Python did not start within two minutes") from None
                if interrupted:
                    outcomes[cell] = CellOutcome(self._timed_out())
                    return cell
                interrupted = True
                with contextlib.suppress(OSError):  # on Windows without a console
                    operating_system.interrupt(self.process)
                continue
            if event is None:
                return self._died(cell, outcomes)
            if "fatal" in event:
                raise UserError(
                    f"the notebook can't be run: {event['fatal']}. "
                    f"{operating_system.install_hint()}"
                )
            if "start" in event:
                cell = int(event["start"])
                on_start(cell)
            elif "end" in event:
                failure = None if event["error"] is None else Failure(**event["error"])
                if interrupted and failure is not None and failure.kind == "KeyboardInterrupt":
                    failure = self._timed_out(failure.lines)
                outcomes[event["end"]] = CellOutcome(failure, event["printed"])
                interrupted = False
            elif "done" in event:
                return None

    def _timed_out(self, lines: list[dict[str, Any]] | None = None) -> Failure:
        message = f"was stopped after {self.timeout:g} seconds."
        return Failure("", message, lines or [])

    def _died(self, cell: int | None, outcomes: dict[int, CellOutcome]) -> int:
        code = self.process.wait()
        if cell is None or (cell in outcomes and outcomes[cell].failure is None and code == 0):
            raise UserError(f"Python can't be started to run the notebook (exit status {code})")
        outcomes[cell] = CellOutcome(Failure("", f"ended Python itself (exit status {code})."))
        return cell
