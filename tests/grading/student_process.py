"""A process of a student's in a sandbox, and what its cells print."""

import contextlib
import shutil
import textwrap

import pytest
from gradebox.judge.remote import RemoteNotebook

needs_bubblewrap = pytest.mark.skipif(not shutil.which("bwrap"), reason="there is no bubblewrap")


@contextlib.contextmanager
def student(house, user=1, seconds=20.0):
    made = RemoteNotebook(house, user, seconds, {}, {}, set())
    made.process.start()
    yield made.process
    made.process.stop()


def printed(process, source):
    """What a cell prints."""
    outputs = process.run(textwrap.dedent(source))
    return "".join(
        "".join(output.get("text", "")) or repr(output.get("ename", "")) for output in outputs
    ).strip()
