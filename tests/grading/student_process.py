"""A process of a student's in a sandbox, and what its cells print."""

import contextlib
import shutil
import textwrap
import time

import pytest
from gradebox.judge.remote import RemoteNotebook
from gradebox.sandbox.inside import HOW_DELAYED, MOMENT

needs_bubblewrap = pytest.mark.skipif(not shutil.which("bwrap"), reason="there is no bubblewrap")


@contextlib.contextmanager
def student(house, user=1, seconds=20.0):
    made = RemoteNotebook(house, user, seconds, {}, {}, set())
    made.process.start()
    try:
        yield made.process
    finally:  # else what a failed test leaves running is in the next one's ledger
        made.process.stop()


def wait_until_written(process):
    """Wait until the supervisor has written down what the submission holds now.

    It answers before it counts: so the second answer means that it has counted since the first.
    """
    for _ in range(2):
        process._lifeline.sendall(HOW_DELAYED + MOMENT.pack(time.monotonic()))
        assert isinstance(process._hear(60), float)


def printed(process, source):
    """What a cell prints."""
    outputs = process.run(textwrap.dedent(source))
    return "".join(
        "".join(output.get("text", "")) or repr(output.get("ename", "")) for output in outputs
    ).strip()
