"""The code that runs inside the sandbox, beside students' code.

    __main__        starts the fork server
    forkserver      does the imports once, then forks a supervisor for every submission
    supervisor      one submission's processes: namespaces, limits, their end
    memory          what one submission holds, and which holds most
    server          the RPC server: runs cells, calls functions, answers with plain data
    shell           the IPython shell in which cells run, with their outputs recorded

`given.stage` copies these files, and the modules of `gradebox` that both sides share, into
the package that the sandbox sees. Nothing here is secret, and nothing that comes out of here is
believed: a student's code can change all of it in its own process. What goes in is below.
"""

from dataclasses import dataclass, field

from gradebox.limits import Limits

# What the lifeline, the socket that stops a submission's processes, carries: one byte each, in and
# out. That the grader closes it means: kill them all.
INTERRUPT = b"i"
MEMORY_EXCEEDED = b"m"
MACHINE_SHORT = b"s"  # ended though it was within its limits, as the machine had no memory left

SPARED = "/spared-{}"  # empty folders in the sandbox, to bind mount a submission's `spared` to
SHADOWS = "shadows"  # a folder beside the package: modules that student code gets for others


@dataclass(frozen=True)
class Plan:
    """What the fork server does before any submission: trusted code, in the sandbox all the same.

    `given` cells are run as far as they go without a student's work, so that data are read once.
    """

    imports: list[str] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)  # given ones, whose instances travel
    given: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class SpawnRequest:
    """How the fork server is to start the processes of one submission."""

    limits: Limits
    sandboxed: bool  # whether bubblewrap is around it; else it runs as the grader does
    namespaces: bool  # whether to make namespaces of its own, in which /tmp is private
    user: int  # the UID and GID to run as; 0 to stay who one is
    cores: list[int]  # the CPUs to stay on
    spared: list[str]  # folders under /tmp that stay visible: Python itself may be there
