"""The code that runs inside the sandbox, beside students' code.

    __main__        starts the fork server
    forkserver      does the imports once, then forks a supervisor for every submission
    supervisor      one submission's processes: namespaces, limits, their end
    memory          memory accounting: what each submission holds, and which holds most
    server          the RPC server: runs cells, calls functions, answers with plain data
    shell           the IPython shell in which cells run, with their outputs recorded

`tree_shaking.stage` copies these files, and the modules of `gradebox` that both sides share, into
the package that the sandbox sees. Nothing here is secret, and nothing that comes out is trusted: a
student's code can change all of it in its own process. Below are the requests that go in.
"""

import struct
from dataclasses import dataclass, field

from gradebox.limits import Limits

# The bytes on a lifeline, the socket that stops a submission's processes. When the grader closes
# it, or its own side of it, all processes are killed. These go in:
INTERRUPT = b"i"
HOW_DELAYED = b"d"  # then a moment (`MOMENT`); the answer is `DELAY` and seconds
MOMENT = struct.Struct("=d")  # a time.monotonic(), or seconds
# and these come out, all but the first as the last byte, which says why the processes ended:
DELAY = b"d"
ENDED = b"e"  # by themselves, or because the grader wanted it
MEMORY_EXCEEDED = b"m"
MACHINE_SHORT = b"s"  # killed within its limits, because the machine ran out of memory

SPARED = "/spared-{}"  # empty folders in the sandbox, to bind mount a submission's `spared` to
SHADOWS = "shadows"  # a folder beside the package, with modules that replace others


@dataclass(frozen=True)
class Plan:
    """What the fork server does before any submission. It is trusted code, yet sandboxed.

    `given` cells run as far as they can without a student's work, so that data are read once.
    """

    imports: list[str] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)  # given ones, whose instances go by value
    given: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class SpawnRequest:
    """How the fork server is to start the processes of one submission."""

    limits: Limits
    sandboxed: bool  # False: without bubblewrap, as the grader's own user
    namespaces: bool  # make new namespaces, with a private /tmp
    user: int  # the UID and GID to run as; 0 for no change
    cores: list[int]  # the CPUs to stay on
    spared: list[str]  # folders under /tmp that stay visible: Python itself may be there
