"""A fork server: one warm process that has the imports done and is forked for every submission.

Starting Python and importing NumPy, matplotlib and IPython takes seconds; a fork of a process that
has done it takes milliseconds and shares its memory (copy-on-write). Requests come over a socket,
each with two more sockets: one to talk to the new process, one to stop it.
"""

import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import sys

from gradebox.limits import Limits
from gradebox.sandbox import cgroup, linux
from gradebox.sandbox.inside import Plan, SpawnRequest
from gradebox.sandbox.inside.shell import Shell, make_shell
from gradebox.sandbox.inside.supervisor import can_unshare, supervise

# A figure with everything that is slow the first time: fonts, a layout, log scales, a legend, and a
# formula, for which Matplotlib builds a grammar.
FIRST_FIGURES = (
    "%matplotlib inline",
    """
import matplotlib.pyplot
axes = matplotlib.pyplot.subplots(layout="compressed")[1]
axes.loglog([1, 100], [1, 100], label="x")
axes.set(title="$x_1^2$", xlabel="x", ylabel="x")
axes.legend()
""",
)


def main() -> None:
    """Warm up, then fork a supervisor for every request until the grader is gone."""
    control = socket.socket(fileno=int(sys.argv[1]))
    ledger = int(sys.argv[2])
    with open(sys.argv[3]) as file:
        plan = Plan(**json.load(file))
    shell = warm_shell(plan)
    run = int(sys.argv[4]) if len(sys.argv) > 4 else None  # the folder of its control group
    if run is not None and not cgroup.usable(run):
        run = None
    ready = b"ready" if run is None else b"grouped"
    control.send(ready if can_unshare() else b"alone")
    linux.set_dumpable(False)  # submissions without a PID namespace can see this process
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel reaps the supervisors
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 1 << 16, 2)
        if not message:  # the grader has closed its end
            # As SIGCHLD is ignored, wait() returns, with this error, when all children are gone.
            with contextlib.suppress(ChildProcessError):
                os.wait()
            return
        if os.fork() == 0:
            code = 1
            try:
                control.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                fields = json.loads(message)
                request = SpawnRequest(**{**fields, "limits": Limits(**fields["limits"])})
                supervise(shell, request, ledger, run, *descriptors)
                code = 0
            finally:
                os._exit(code)
        for descriptor in descriptors:
            os.close(descriptor)


def warm_shell(plan: Plan) -> Shell:
    """Do once what every submission would do: imports, a shell, data that is read, a figure."""
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    for name in plan.imports:
        with contextlib.suppress(Exception):  # the cell that imports it will show the error
            importlib.import_module(name)
    shell = make_shell(plan.classes)
    for source in plan.given:  # each goes as far as it can without a student's work
        shell.run_cell(source, silent=True)
        shell.reset(new_session=False)
    for source in ("1 + 1", "1 / 0", *(FIRST_FIGURES if "matplotlib" in sys.modules else ())):
        shell.run_cell(source, store_history=True)
    shell.reset(new_session=False)
    shell.execution_count = 1
    gc.collect()
    gc.freeze()  # a collection would write to objects that forks share, and copy their pages
    gc.enable()
    return shell
