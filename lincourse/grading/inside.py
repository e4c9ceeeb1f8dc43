"""What runs inside the sandbox: a warm process that is forked for every submission.

    warm process      has the imports done, waits for orders on a socket
      keeper          one per submission; ends it when told to, or when it grows too large
        first         process 1 of a new process namespace, with its own /tmp; when it ends, the
                      kernel ends everything that the student's code started
          student     runs cells and functions, and answers over a socket

Everything from `student` on is in the hands of whoever wrote the submission. Nothing here is
secret, and nothing that comes out of here is believed: it is data.
"""

import ast
import builtins
import contextlib
import ctypes
import gc
import importlib
import inspect
import io
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import socket
import sys
import tempfile
import traceback
import types
import warnings
from collections.abc import Callable
from typing import Any

from lincourse.grading.wire import Channel, Codec, Encoded, Node, WireError

DIE_WITH_PARENT = 1
OF_THEIR_OWN = 0x00020000 | 0x04000000 | 0x08000000 | 0x20000000 | 0x40000000
# (mounts, names of the machine, shared memory, processes, network)
PRIVATE = 0x00040000 | 0x00004000
NO_SUID, NO_DEVICES, BIND = 2, 4, 0x1000 | 0x4000
SPARED = b"/spared-%d"

MOST_TEXT = 100_000  # characters of output that one cell keeps
MOST_OUTPUTS = 100
MOST_PICTURE = 2_000_000
KEPT = ("text/plain", "image/png", "image/jpeg")

libc = ctypes.CDLL(None, use_errno=True)


# --- the warm process --------------------------------------------------------------------------


def main() -> None:
    """Warm up, then fork a keeper for every submission until the grader is gone."""
    control = socket.socket(fileno=int(sys.argv[1]))
    with open(sys.argv[2]) as file:
        plan = json.load(file)
    shell = warm(plan["imports"], plan["classes"], plan["given"])
    control.send(b"ready" if can_part() else b"alone")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 1 << 16, 2)
        if not message:
            with contextlib.suppress(ChildProcessError):
                os.wait()  # for all of them, as their ends are ignored
            return
        if os.fork() == 0:
            code = 1
            try:
                control.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                keep(shell, json.loads(message), *descriptors)
                code = 0
            finally:
                os._exit(code)
        for descriptor in descriptors:
            os.close(descriptor)


def can_part() -> bool:
    """Whether this system lets a process in the sandbox have namespaces of its own."""
    child = os.fork()
    if child == 0:
        failed = libc.unshare(OF_THEIR_OWN) or libc.mount(b"none", b"/", None, PRIVATE, None)
        os._exit(1 if failed else 0)
    return os.waitpid(child, 0)[1] == 0


FIRST_FIGURES = (
    "%matplotlib inline",
    """
import matplotlib.pyplot
matplotlib.pyplot.plot([1, 2], label="x")
matplotlib.pyplot.title("x")
matplotlib.pyplot.legend()
""",
)


def warm(imports: list[str], classes: list[str], given: list[str]) -> Any:
    """Do once what every submission would do: imports, a shell, data that is read, a figure."""
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    for name in imports:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    shell = make_shell()
    shell.given_classes = classes
    for source in given:
        try_out(source)
    for source in ("1 + 1", "1 / 0", *(FIRST_FIGURES if "matplotlib" in sys.modules else ())):
        shell.run_cell(source, store_history=True)
    shell.reset(new_session=False)
    shell.execution_count = 1
    gc.collect()
    gc.freeze()  # so that a fork shares all this for longer
    return shell


def try_out(source: str) -> None:
    """Run the statements of a given cell as far as they go without a student's work."""
    with contextlib.suppress(SyntaxError):
        names: dict[str, Any] = {}
        for statement in ast.parse(source).body:
            try:
                exec(compile(ast.Module([statement], []), "given", "exec"), names)
            except Exception:
                return


def keep(shell: Any, limits: dict[str, Any], talk: int, lifeline: int) -> None:
    """Start a student's processes and see to their end."""
    os.setsid()
    os.sched_setaffinity(0, limits["cores"])
    limits["folder"] = "/tmp" if limits["safe"] else tempfile.mkdtemp(prefix="lincourse-")
    if limits["namespaces"]:
        check(libc.unshare(OF_THEIR_OWN), "unshare")
    processes = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)  # it will be covered
    first = os.fork()
    if first == 0:
        code = 1
        try:
            os.close(lifeline)
            first_process(shell, limits, talk)
            code = 0
        finally:
            os._exit(code)
    os.close(talk)
    grown = False
    try:
        while True:
            readable, _, _ = select.select([lifeline], [], [], 0.2)
            if readable:
                order = os.read(lifeline, 1)
                if order != b"i":
                    break
                os.kill(first, signal.SIGINT)
            if os.waitpid(first, os.WNOHANG)[0]:
                return
            grown = memory(first, processes) > limits["memory"] or scarce(processes)
            if grown:
                break
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(first, signal.SIGKILL)
        if not limits["safe"]:
            shutil.rmtree(limits["folder"], ignore_errors=True)
        if grown:
            with contextlib.suppress(OSError):
                os.write(lifeline, b"m")


def read(folder: int, name: str) -> str:
    """The text of a file in a folder that is open."""
    descriptor = os.open(name, os.O_RDONLY, dir_fd=folder)
    try:
        return os.read(descriptor, 1 << 16).decode(errors="replace")
    finally:
        os.close(descriptor)


def scarce(processes: int) -> bool:
    """Whether the whole machine runs out of memory, however that came about."""
    found = re.search(r"MemAvailable: *(\d+) kB", read(processes, "meminfo"))
    return found is not None and int(found[1]) < 400_000


def memory(first: int, processes: int) -> int:
    """The bytes held by a process and all that it started."""
    parents: dict[int, list[int]] = {}
    held: dict[int, int] = {}
    for name in os.listdir(processes):
        if not name.isdigit():
            continue
        try:
            fields = read(processes, f"{name}/stat").rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(name))
        held[int(name)] = int(fields[21]) * resource.getpagesize()
    total, stack = 0, [first]
    while stack:
        process = stack.pop()
        total += held.get(process, 0)
        stack.extend(parents.get(process, []))
    return total - held.get(first, 0)


def first_process(shell: Any, limits: dict[str, Any], talk: int) -> None:
    """Shut the door, start the student's process, wait for its end."""
    close_all_but(talk)
    os.umask(0o022)
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # where memory runs out, this goes first
    if limits["namespaces"]:
        part(limits)
    shut(limits)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            libc.prctl(DIE_WITH_PARENT, signal.SIGKILL)
            Student(shell, socket.socket(fileno=talk)).serve(limits["folder"])
            code = 0
        finally:
            os._exit(code)
    os.close(talk)
    signal.signal(signal.SIGINT, lambda *_: os.kill(child, signal.SIGINT))
    while True:
        try:
            ended, _ = os.wait()
        except ChildProcessError:
            return
        if ended == child:
            return


def part(limits: dict[str, Any]) -> None:
    """A private /tmp, no /proc, and no shared memory that outlives who made it."""
    for name in ("shmall", "shmmax", "msgmni"):
        with contextlib.suppress(OSError), open(f"/proc/sys/kernel/{name}", "w") as file:
            file.write("0")
    check(libc.mount(b"none", b"/", None, PRIVATE, None), "private mounts")
    size = limits["files"]
    spared = [path.encode() for path in limits["spared"]]  # where Python itself is under /tmp
    for number, path in enumerate(spared):
        check(libc.mount(path, SPARED % number, None, BIND, None), "bind")
    mine = f"size={size},nr_inodes=20000,mode=1777".encode()
    nothing = b"size=0,nr_inodes=1,mode=555"
    for place, options in ((b"/tmp", mine), (b"/dev/shm", mine), (b"/proc", nothing)):
        if os.path.isdir(place):
            check(libc.mount(b"none", place, b"tmpfs", NO_SUID | NO_DEVICES, options), "tmpfs")
    for number, path in enumerate(spared):
        os.makedirs(path)
        check(libc.mount(SPARED % number, path, None, BIND, None), "bind")


def shut(limits: dict[str, Any]) -> None:
    """No privileges, and limits that can't be raised again."""
    user = limits["user"]
    if user:  # started as root: a number of its own, which owns nothing
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    drop_capabilities()
    for kind, most in (
        (resource.RLIMIT_AS, limits["memory"] * 2),
        (resource.RLIMIT_FSIZE, limits["files"]),
        (resource.RLIMIT_NPROC, limits["processes"]),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def drop_capabilities() -> None:
    """Give up every capability that is left."""
    version = (ctypes.c_uint32 * 2)(0x20080522, 0)
    none = (ctypes.c_uint32 * 6)()
    check(libc.capset(version, none), "capset")


def close_all_but(kept: int) -> None:
    """Close every file but the standard ones and one more."""
    os.closerange(3, kept)
    os.closerange(kept + 1, 4096)


def check(failed: int, what: str) -> None:
    """Raise where a system call failed."""
    if failed:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")


# --- the student's process ---------------------------------------------------------------------


class Student(Codec):
    """Runs a student's cells and functions, and answers with plain data."""

    def __init__(self, shell: Any, talk: socket.socket) -> None:
        self.shell, self.namespace = shell, shell.user_ns
        self.channel = Channel(talk, self)
        self.lent: dict[int, Any] = {}
        self.busy = False
        self.caught: list[warnings.WarningMessage] = []
        self.recorder: Recorder = shell.recorder
        self.array = getattr(sys.modules.get("numpy"), "ndarray", None)

    def serve(self, folder: str) -> None:
        """Answer until the grader has no more questions."""
        os.setsid()
        mine = os.getpid()
        signal.signal(signal.SIGINT, self._interrupt)
        self._settle(os.path.join(folder, "work"), os.path.join(folder, "home"))
        while True:
            try:
                self.channel.socket.setblocking(True)
                question = self.channel.receive()
            except (EOFError, OSError):
                return
            number = question.pop("number")
            answer = self._answer(question)
            if os.getpid() != mine:  # the cell has forked, and this is not who was asked
                os._exit(0)
            self._reply({**answer, "number": number})

    def _settle(self, work: str, home: str) -> None:
        null = os.open("/dev/null", os.O_RDWR)
        for standard in range(3):
            os.dup2(null, standard)
        os.close(null)
        for folder in (work, home):
            os.makedirs(folder, exist_ok=True)
        os.chdir(work)
        os.environ.update(HOME=home, USER="student", LOGNAME="student")
        sys.path[:] = [p for p in sys.path if p] + [work]  # a file of theirs shadows nothing
        random.seed()
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed()
        sys.stdin = io.StringIO()
        builtins.input = no_input
        sys.setrecursionlimit(3000)

    def _interrupt(self, *_: Any) -> None:
        if self.busy:
            self.busy = False
            raise KeyboardInterrupt

    def _reply(self, answer: dict[str, Any]) -> None:
        number = answer["number"]
        try:
            self.channel.send(answer)
        except UNSENDABLE as error:
            self.channel.send({**unsendable(error), "number": number})

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        order = getattr(self, f"do_{question.pop('do')}")
        self.recorder.start()
        sys.stdout, sys.stderr = Stream(self.recorder, "stdout"), Stream(self.recorder, "stderr")
        try:
            with warnings.catch_warnings(record=True) as self.caught:
                warnings.simplefilter("always")
                try:
                    self.busy = True
                    answer = {"value": order(**question)}
                finally:
                    self.busy = False
        except BaseException as error:
            answer = self._raised(error)
        return answer | self._said()

    def _said(self) -> dict[str, Any]:
        """What was printed, and what was warned of."""
        warned = [[w.category.__name__, str(w.message)[:1000]] for w in self.caught[:50]]
        return {"printed": self.recorder.text(), "warned": warned}

    def _raised(self, error: BaseException) -> dict[str, Any]:
        kinds = [kind.__name__ for kind in type(error).__mro__]
        try:
            args = [a if isinstance(a, str | int | float) else str(a) for a in error.args]
        except BaseException:
            args = []
        frames = traceback.extract_tb(error.__traceback__)
        own = [f for f in frames if f.filename != __file__ and "site-packages" not in f.filename]
        return {"raised": kinds, "args": args, "line": (own[-1].line or "") if own else ""}

    # what the other side can ask for

    def do_files(self, files: list[tuple[str, bytes]]) -> None:
        for name, content in files:
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            with open(name, "wb") as file:
                file.write(content)

    def do_run(self, source: str) -> list[dict[str, Any]]:
        self.recorder.start()
        self.shell.run_cell(source, store_history=True)
        return self.recorder.outputs()

    def do_has(self, name: str) -> bool:
        return name in self.namespace

    def do_get(self, name: str) -> Any:
        return self.namespace[name]

    def do_set(self, name: str, value: Any) -> None:
        self.namespace[name] = value

    def do_delete(self, name: str) -> None:
        self.namespace.pop(name, None)

    def do_call(self, target: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        before = [self._fingerprint(argument) for argument in args]
        value = target(*args, **kwargs)
        changed = [
            (i, argument)
            for i, argument in enumerate(args)
            if before[i] is not None and self._fingerprint(argument) != before[i]
        ]
        same = next((i for i, argument in enumerate(args) if argument is value), None)
        if same is not None and before[same] is None:
            same = None
        return {"value": None if same is not None else value, "same": same, "changed": changed}

    def do_each(self, target: Any, many: list[list[Any]]) -> Encoded:
        answers = Encoded(self)
        for args in many:
            self.recorder.start()
            del self.caught[:]
            try:
                answer = {"value": self.do_call(target, args, {})}
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                answer = self._raised(error)
            if self.recorder.used or self.caught:
                answer |= self._said()
            try:
                answers.append(answer)
            except UNSENDABLE as error:
                answers.append(unsendable(error))
        return answers

    def _fingerprint(self, argument: Any) -> Any:
        """Something that changes with the argument, where that can be changed at all."""
        if argument is None or isinstance(argument, str | int | float | types.FunctionType | Lent):
            return None
        with contextlib.suppress(Exception):
            if type(argument) is self.array and argument.dtype != object:
                return argument.shape, argument.tobytes()
            return self.pack(argument)
        return None

    def do_attribute(self, target: Any, name: str) -> Any:
        return getattr(target, name)

    def do_assign(self, target: Any, name: str, value: Any) -> None:
        setattr(target, name, value)

    def do_special(self, target: Any, name: str, args: list[Any]) -> Any:
        return SPECIAL[name](target, *args)

    # what can't go by value

    def lend(self, value: Any, buffers: list[bytes]) -> Node:
        if isinstance(value, Lent):
            return ["yours", value.number]
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if isinstance(value, type) and value.__module__ == "builtins":
            return ["builtin", value.__name__]
        if isinstance(value, BaseException):
            return ["exception", self._raised(value)["raised"], [str(a) for a in value.args]]
        given = getattr(type(value), "__name__", "")
        if given in self.shell.given_classes and self.namespace.get(given) is type(value):
            return ["instance", given, self._encode(dict(vars(value)), buffers)]
        number = id(value)
        self.lent[number] = value
        return ["lent", number, self._describe(value)]

    def _describe(self, value: Any) -> dict[str, Any]:
        about: dict[str, Any] = {
            "type": type(value).__name__,
            "name": str(getattr(value, "__name__", "")),
            "module": str(getattr(value, "__module__", "")),
            "doc": str(getattr(value, "__doc__", None) or "")[:2000],
            "class": isinstance(value, type),
            "callable": callable(value),
        }
        if isinstance(value, type):
            about["mro"] = [kind.__name__ for kind in value.__mro__]
        with contextlib.suppress(Exception):
            about["text"] = repr(value)[:500]
        if callable(value):
            with contextlib.suppress(Exception):
                about["parameters"] = [
                    [p.name, p.kind.name, p.default is not p.empty]
                    for p in inspect.signature(value).parameters.values()
                ]
            with contextlib.suppress(Exception):
                about["source"] = inspect.getsource(value)[:20000]
        return about

    def borrow(self, node: Node, buffers: list[bytes]) -> Any:
        if node[0] == "instance":
            kind = self.namespace[node[1]]
            made = kind.__new__(kind)
            vars(made).update(self._decode(node[2], buffers))
            return made
        if node[0] == "lent":
            return Lent(self, node[1], node[2])
        if node[0] == "yours":
            return self.lent[node[1]]
        if node[0] == "module":
            return importlib.import_module(node[1])
        if node[0] == "builtin":
            return getattr(builtins, node[1])
        raise WireError(f"unknown node {node[0]!r}")


UNSENDABLE = (WireError, RecursionError, MemoryError, ValueError, TypeError, AttributeError)


def unsendable(error: Exception) -> dict[str, Any]:
    """What to answer where the answer can't be sent."""
    words = str(error)
    if not isinstance(error, WireError):
        words = f"{type(error).__name__} while the result was read: {words}"
    return {"raised": ["TypeError"], "args": [words], "line": ""}


class Lent:
    """A function of the tests: calling it asks the other side."""

    def __init__(self, student: Student, number: int, about: dict[str, Any]) -> None:
        self.student, self.number = student, number
        self.__name__ = about.get("name", "function")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        channel = self.student.channel
        channel.send({"callback": self.number, "args": list(args), "kwargs": kwargs})
        answer = channel.receive()
        if "raised" in answer:
            kind = getattr(builtins, answer["raised"][0], RuntimeError)
            raise kind(*answer["args"])
        return answer["value"]

    def __deepcopy__(self, memo: Any) -> "Lent":
        return self


SPECIAL: dict[str, Callable[..., Any]] = {
    "len": len,
    "bool": bool,
    "str": str,
    "repr": repr,
    "hash": hash,
    "iter": iter,
    "next": next,
    "contains": lambda target, item: item in target,
    "getitem": lambda target, key: target[key],
    "setitem": lambda target, key, value: target.__setitem__(key, value),
    "delitem": lambda target, key: target.__delitem__(key),
    "isinstance": lambda target, value: isinstance(value, target),
    "issubclass": lambda target, value: issubclass(value, target),
    "enter": lambda target: target.__enter__(),
    "exit": lambda target: target.__exit__(None, None, None),
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "add": lambda a, b: a + b,
    "radd": lambda a, b: b + a,
    "sub": lambda a, b: a - b,
    "rsub": lambda a, b: b - a,
    "mul": lambda a, b: a * b,
    "rmul": lambda a, b: b * a,
    "matmul": lambda a, b: a @ b,
    "truediv": lambda a, b: a / b,
    "rtruediv": lambda a, b: b / a,
    "pow": lambda a, b: a**b,
    "neg": lambda a: -a,
    "abs": abs,
    "int": int,
    "float": float,
}


def no_input(prompt: object = "") -> str:
    """Stand in for `input`: nobody is there to type."""
    raise EOFError("input() has nobody to ask while the notebook is graded")


# --- what cells show ---------------------------------------------------------------------------


class Recorder:
    """The outputs of one cell, as nbformat has them, and not too many of them."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        self._outputs: list[dict[str, Any]] = []
        self._room, self._cut = MOST_TEXT, False

    @property
    def used(self) -> bool:
        """Whether there are any."""
        return bool(self._outputs)

    def write(self, name: str, text: str) -> None:
        if self._room <= 0 or not text:
            self._cut = self._cut or bool(text)
            return
        self._cut = self._cut or len(text) > self._room
        text = text[: self._room]
        self._room -= len(text)
        last = self._outputs[-1] if self._outputs else {}
        if last.get("output_type") == "stream" and last.get("name") == name:
            last["parts"].append(text)
        elif len(self._outputs) < MOST_OUTPUTS:
            self._outputs.append({"output_type": "stream", "name": name, "parts": [text]})

    def add(self, output: dict[str, Any]) -> None:
        if len(self._outputs) >= MOST_OUTPUTS:
            self._cut = True
        else:
            self._outputs.append(output)

    def outputs(self) -> list[dict[str, Any]]:
        done = []
        for output in self._outputs:
            parts = output.pop("parts", None)
            done.append(output if parts is None else {**output, "text": "".join(parts)})
        if self._cut:
            words = "[The rest of the output was cut.]"
            done.append({"output_type": "stream", "name": "stdout", "text": words})
        return done

    def text(self) -> str:
        return "".join(
            part
            for output in self._outputs
            if output.get("name") == "stdout"
            for part in output.get("parts", ())
        )[:10_000]


class Stream(io.TextIOBase):
    """Standard output or standard error of the student's cells."""

    encoding = "utf-8"

    def __init__(self, recorder: Recorder, name: str) -> None:
        self.recorder, self._name = recorder, name

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.recorder.write(self._name, text)
        return len(text)

    def isatty(self) -> bool:
        return False


def shown(data: dict[str, Any]) -> dict[str, Any]:
    """The kinds of output that are kept, none of them too large."""
    kept: dict[str, Any] = {}
    for kind in KEPT:
        value = data.get(kind)
        if isinstance(value, bytes):
            import base64

            value = base64.b64encode(value).decode()
        if not isinstance(value, str):
            continue
        if len(value) > (MOST_PICTURE if kind.startswith("image/") else MOST_TEXT):
            kept.setdefault("text/plain", "[This output was too large to keep.]")
        else:
            kept[kind] = value
    return kept or {"text/plain": ""}


def make_shell() -> Any:
    """An IPython shell whose outputs are recorded as nbformat has them."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets import Type
    from traitlets.config import Config

    recorder = Recorder()

    class Results(DisplayHook):
        def write_output_prompt(self) -> None:
            pass

        def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
            recorder.add(
                {
                    "output_type": "execute_result",
                    "execution_count": self.prompt_count,
                    "data": shown(format_dict),
                    "metadata": {},
                }
            )

        def finish_displayhook(self) -> None:
            self._is_active = False

    class Shows(DisplayPublisher):
        def publish(self, data: Any, *args: Any, **kwargs: Any) -> None:
            recorder.add(
                {
                    "output_type": "display_data",
                    "data": shown(data),
                    "metadata": {},
                }
            )

        def clear_output(self, wait: bool = False) -> None:
            recorder.start()

    class Shell(InteractiveShell):
        displayhook_class = Type(Results)
        display_pub_class = Type(Shows)

        def init_sys_modules(self) -> None:
            self._main_mod_cache: dict[str, Any] = {}
            sys.modules["__main__"] = self.user_module

        def showtraceback(self, exc_tuple: Any = None, *args: Any, **kwargs: Any) -> None:
            kind, value, trace = exc_tuple or sys.exc_info()
            if kind is None:
                return
            recorder.add(error_output(kind, value, trace))

        def showsyntaxerror(
            self, filename: Any = None, running_compiled_code: bool = False
        ) -> None:
            recorder.add(error_output(*sys.exc_info()))

        def _format_exception_for_storage(self, *args: Any, **kwargs: Any) -> None:
            """Leave out what IPython keeps of every error: nobody asks for it here."""

        def enable_gui(self, gui: Any = None) -> None:
            pass

        def init_virtualenv(self) -> None:
            pass

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "NoColor"
    config.InteractiveShell.cache_size = 0
    shell: Any = Shell.instance(config=config)
    shell.recorder = recorder
    return shell


def error_output(kind: Any, value: Any, trace: Any) -> dict[str, Any]:
    """An error as nbformat has it; the frames of the shell itself are left out."""
    try:
        while trace is not None and "site-packages" in trace.tb_frame.f_code.co_filename:
            trace = trace.tb_next
        told = traceback.TracebackException(kind, value, trace, limit=-20, compact=True)
        lines = [line.rstrip("\n")[:2000] for line in told.format()][:200]
        words = str(value)[:2000]
    except BaseException:  # an error whose own text raises
        lines, words = [str(getattr(kind, "__name__", "error"))], ""
    name = str(getattr(kind, "__name__", "error"))
    return {"output_type": "error", "ename": name, "evalue": words, "traceback": lines}


if __name__ == "__main__":
    main()
