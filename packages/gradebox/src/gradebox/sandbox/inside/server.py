"""An RPC server: runs a student's cells and functions, and answers with plain data.

A request names a method (`do_...`) and its arguments; a reply has its result or its exception, its
standard output and its warnings. While a request is served, functions that the tests passed in can
be called back: that is a request in the other direction. The client is `gradebox.judge.process`,
and `wire` is the encoding.
"""

import builtins
import contextlib
import importlib
import inspect
import io
import linecache
import operator
import os
import random
import signal
import socket
import sys
import sysconfig
import time
import traceback
import types
import warnings
from collections.abc import Callable
from typing import Any

from gradebox.sandbox.channel import Channel
from gradebox.sandbox.inside import SHADOWS
from gradebox.sandbox.inside.shell import Recorder, Shell, Stream
from gradebox.sandbox.wire import Codec, Encoded, Node, update_in_place
from gradebox.sandbox.wire_limits import WireError, is_short

HERE = os.path.dirname(__file__)
# Frames of a traceback in these folders are not a student's code.
LIBRARIES = (sysconfig.get_path("stdlib"), os.path.dirname(os.path.dirname(HERE)))
MAX_PRINTED = 10_000  # characters that one call may print
MAX_WARNINGS = 50
MAX_VARIANTS = 16  # edited functions that are kept
PLAIN = (bool, int, float, complex, str, bytes, tuple, list, dict, set)  # defaults sent by value
CODE_FIELDS = (
    *("co_argcount", "co_kwonlyargcount", "co_varnames", "co_names", "co_name", "co_flags"),
)


class Server(Codec):
    """The server's end of the wire, in a process that runs one student's code."""

    def __init__(self, shell: Shell, talk: socket.socket) -> None:
        self.shell, self.namespace = shell, shell.user_ns
        self.channel = Channel(talk, self)
        self.references: dict[int, Any] = {}  # objects that the client has proxies of, by id
        self.variants: dict[str, Any] = {}  # edited functions, by their source
        self.defined = 0  # how many there have been
        self.busy = False
        self.interrupted = False  # a SIGINT has come since the last `do_settle`
        self.caught: list[warnings.WarningMessage] = []
        self.recorder: Recorder = shell.recorder

    def serve(self, folder: str, recursion: int) -> None:
        """Answer requests until the client closes the connection."""
        os.setsid()
        mine = os.getpid()
        signal.signal(signal.SIGINT, self._interrupt)
        self._settle(os.path.join(folder, "work"), os.path.join(folder, "home"))
        sys.setrecursionlimit(recursion)
        while True:
            try:
                self.channel.socket.setblocking(True)
                request = self.channel.receive()
            except (EOFError, OSError):
                return
            number = request.pop("number")
            answer = self._answer(request)
            if os.getpid() != mine:  # the cell has forked: only the parent replies
                os._exit(0)
            self._reply({**answer, "number": number})

    def answer_until_reply(self) -> dict[str, Any]:
        """Return the reply to a callback; until then, answer what the test's function asks."""
        while "do" in (message := self.channel.receive()):
            number, caught = message.pop("number"), self.caught
            outer = self.recorder.pause()
            answer = self._answer(message)
            self.recorder.resume(outer)
            self.caught, self.busy = caught, True
            self._reply({**answer, "number": number})
        return message

    def _settle(self, work: str, home: str) -> None:
        """Set up standard streams, folders, search path, random seeds and `input`."""
        null = os.open("/dev/null", os.O_RDWR)
        for standard in range(3):
            os.dup2(null, standard)
        os.close(null)
        for folder in (work, home):
            os.makedirs(folder, exist_ok=True)
        os.chdir(work)
        os.environ.update(HOME=home, USER="student", LOGNAME="student")
        shadows = os.path.normpath(os.path.join(HERE, *[os.pardir] * 3, SHADOWS))
        sys.path[:] = [shadows, *(p for p in sys.path if p)]
        os.environ["PYTHONPATH"] = os.pathsep.join([shadows, os.environ.get("PYTHONPATH", "")])
        sys.path.append(work)  # last, so that a student's file shadows no module
        random.seed()
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed()
        sys.stdin = io.StringIO()
        builtins.input = no_input

    def _interrupt(self, *_: Any) -> None:
        """Handle SIGINT: raise in student code, never between requests or while a reply is sent."""
        self.interrupted = True
        if self.busy:
            self.busy = False
            raise KeyboardInterrupt

    def _reply(self, answer: dict[str, Any]) -> None:
        number = answer["number"]
        try:
            self.channel.send(answer)
        except BaseException as error:  # code of the student's may run, and raise anything
            self.channel.send({**unsendable(error), "number": number})

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        method = getattr(self, f"do_{request.pop('do')}")
        self.recorder.start()
        sys.stdout, sys.stderr = Stream(self.recorder, "stdout"), Stream(self.recorder, "stderr")
        try:
            with warnings.catch_warnings(record=True) as self.caught:
                warnings.simplefilter("always")
                try:
                    self.busy = True
                    answer = {"value": method(**request)}
                finally:
                    self.busy = False
        except BaseException as error:
            answer = self._raised(error)
        return answer | self._printed_and_warned()

    def _printed_and_warned(self) -> dict[str, Any]:
        """Return the standard output and the warnings since the last start."""
        warned = [
            [warning.category.__name__, str(warning.message)[:1000]]
            for warning in self.caught[:MAX_WARNINGS]
        ]
        return {"printed": self.recorder.text()[:MAX_PRINTED], "warned": warned}

    def _raised(self, error: BaseException) -> dict[str, Any]:
        """Return an exception as plain data: names of classes, arguments, the student's line."""
        kinds = [kind.__name__ for kind in type(error).__mro__]
        try:
            args = [a if isinstance(a, str | int | float) else str(a) for a in error.args]
            if type(error).__module__.startswith("numpy"):  # it may make its text from others
                args = [str(error)]
            if isinstance(error, OSError) and isinstance(error.filename, str):
                args = [*args[:2], error.filename]
        except BaseException:
            args = []
        frames = traceback.extract_tb(error.__traceback__)
        own = [
            frame
            for frame in frames
            if "site-packages" not in frame.filename and not frame.filename.startswith(LIBRARIES)
        ]
        raised = {"raised": kinds, "args": args, "line": (own[-1].line or "") if own else ""}
        return raised | ({"name": error.name} if isinstance(error, NameError) else {})

    # --- the methods that a request may name

    def do_files(self, files: list[tuple[str, bytes]]) -> None:
        for name, content in files:
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            with open(name, "wb") as file:
                file.write(content)

    def do_run(self, source: str, figures: bool = False) -> list[dict[str, Any]]:
        os.environ["GRADEBOX_FIGURES"] = "drawn" if figures else "words"  # see `checks`
        self.recorder.start()
        self.shell.run_cell(source, store_history=True)
        return self.recorder.outputs()

    def do_settle(self) -> None:
        """Wait for an interrupt that is on its way, so that it can't hit the next request."""
        with contextlib.suppress(KeyboardInterrupt):
            while not self.interrupted:
                time.sleep(0.001)
        self.interrupted = False

    def do_has(self, name: str) -> bool:
        return name in self.namespace

    def do_names(self) -> list[str]:
        """Return the names that cells have set; IPython's own are hidden."""
        hidden = self.shell.user_ns_hidden
        return [name for name in list(self.namespace) if type(name) is str and name not in hidden]

    def do_text(self, source: str, evaluate: bool, names: dict[str, Any] | None) -> dict[str, Any]:
        """Run or evaluate a text for a test; see `surroundings.Texts`."""
        used = self.namespace if names is None else names
        value = None
        if evaluate:
            value = eval(source, used)
        else:
            exec(self.shell.transform_cell(source), used)
        if names is None:
            return {"value": value, "names": {}}
        names.pop("__builtins__", None)
        return {"value": value, "names": names}

    def do_seed(self, library: str, args: list[Any]) -> None:
        """Set the seed of Python's random generator, or of NumPy's, as a test has done."""
        importlib.import_module("numpy.random" if library == "numpy" else library).seed(*args)

    def do_get(self, name: str) -> Any:
        return self.namespace[name]

    def do_set(self, name: str, value: Any) -> None:
        self.namespace[name] = value

    def do_delete(self, name: str) -> None:
        self.namespace.pop(name, None)

    def do_call(self, target: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Call a function; return arguments that it changed in place, too."""
        return self.call_for_other_side(target, args, kwargs)

    def do_each(self, target: Any, many: list[list[Any]]) -> Encoded:
        """Make many calls; each result is encoded before the next call can change it."""
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
                answer |= self._printed_and_warned()
            try:
                answers.append(answer)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                answers.append(unsendable(error))
        return answers

    def do_attribute(self, target: Any, name: str) -> Any:
        return getattr(target, name)

    def do_assign(self, target: Any, name: str, value: Any) -> None:
        setattr(target, name, value)

    def do_special(self, target: Any, name: str, args: list[Any]) -> Any:
        return OPERATIONS[name](target, *args)

    # --- references to what can't go by value

    @property
    def given(self) -> list[type]:
        found = (self.namespace.get(name) for name in self.shell.given_classes)
        return [kind for kind in found if isinstance(kind, type)]

    def sent_range(self, value: range) -> range:
        if not is_short(value):
            raise WireError("a range with more numbers than can be sent")
        return value

    def encode_reference(self, value: Any, buffers: list[bytes]) -> Node:
        if isinstance(value, Callback):
            return ["yours", value.number]
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if isinstance(value, type) and value.__module__ == "builtins":
            return ["builtin", value.__name__]
        if isinstance(value, BaseException):
            return ["exception", self._raised(value)["raised"], [str(a) for a in value.args]]
        if self._is_given(type(value)):
            return ["instance", type(value).__name__, self._encode(dict(vars(value)), buffers)]
        number = id(value)
        self.references[number] = value
        return ["reference", number, self._describe(value, buffers)]

    def _describe(self, value: Any, buffers: list[bytes]) -> dict[str, Any]:
        about: dict[str, Any] = {
            "type": type(value).__name__,
            "name": str(getattr(value, "__name__", "")),
            "module": str(getattr(value, "__module__", "")),
            "doc": str(getattr(value, "__doc__", None) or "")[:2000],
            "class": isinstance(value, type),
            "callable": callable(value),
        }
        kinds = value.__mro__ if isinstance(value, type) else type(value).__mro__
        about["given"] = [kind.__name__ for kind in kinds if self._is_given(kind)]
        if isinstance(value, type):
            about["mro"] = [kind.__name__ for kind in kinds]
        with contextlib.suppress(Exception):
            about["text"] = repr(value)[:500]
        if callable(value):
            with contextlib.suppress(Exception):
                about["parameters"] = [
                    [p.name, p.kind.name, p.default is not p.empty]
                    for p in inspect.signature(value).parameters.values()
                ]
                about["defaults"] = self._plain(
                    {p.name: p.default for p in inspect.signature(value).parameters.values()},
                    buffers,
                )
            with contextlib.suppress(Exception):
                about["source"] = inspect.getsource(value)[:20000]
            about["plain"] = inspect.isfunction(value) and not value.__closure__
        if inspect.isfunction(value):
            about["code"] = {name: getattr(value.__code__, name) for name in CODE_FIELDS}
            with contextlib.suppress(Exception):  # what an annotation names may not exist
                about["annotations"] = self._plain(value.__annotations__, buffers)
        return about

    def _is_given(self, kind: type) -> bool:
        """Return True for a class of the course's that the notebook shows."""
        name = kind.__name__
        return name in self.shell.given_classes and self.namespace.get(name) is kind

    def _plain(self, values: dict[str, Any], buffers: list[bytes]) -> dict[str, Node]:
        """Encode the values that go by value: defaults, and classes of Python's own."""
        found: dict[str, Node] = {}
        for name, value in values.items():
            own = isinstance(value, type) and value.__module__ == "builtins"
            if value is None or own or type(value) in PLAIN:
                with contextlib.suppress(Exception):
                    found[name] = self._encode(value, buffers)
        return found

    def decode_reference(self, node: Node, buffers: list[bytes]) -> Any:
        if node[0] == "instance":
            kind = self.namespace[node[1]]
            made = kind.__new__(kind)
            vars(made).update(self._decode(node[2], buffers))
            return made
        if node[0] == "reference":
            return Callback(self, node[1], node[2])
        if node[0] == "yours":
            return self.references[node[1]]
        if node[0] == "variant":
            return lambda *args: self._variant(node[1], node[2])(*args)
        if node[0] == "module":
            return importlib.import_module(node[1])
        if node[0] == "builtin":
            return getattr(builtins, node[1])
        raise WireError(f"unknown node {node[0]!r}")

    def _variant(self, name: str, source: str) -> Any:
        """Run edited source in a copy of a function's global names; return what it makes of it.

        Only the latest few of these functions are kept.
        """
        if source not in self.variants:
            function = self.namespace[name]
            names = dict(function.__globals__)
            self.defined += 1
            file = f"<variant {self.defined}>"
            linecache.cache[file] = len(source), None, source.splitlines(True), file
            linecache.cache.pop(f"<variant {self.defined - MAX_VARIANTS}>", None)
            exec(compile(source, file, "exec"), names)
            if len(self.variants) >= MAX_VARIANTS:
                del self.variants[next(iter(self.variants))]
            self.variants[source] = names[function.__name__]
        return self.variants[source]


def unsendable(error: BaseException) -> dict[str, Any]:
    """Return a reply to send instead of one that can't be encoded."""
    words = f"{type(error).__name__} while the result was read"
    with contextlib.suppress(BaseException):  # its text may be the student's code
        words = str(error) if isinstance(error, WireError) else f"{words}: {error}"
    return {"raised": ["TypeError"], "args": [words], "line": ""}


class Callback:
    """A proxy of a function that the tests passed in: a call is a request to the client."""

    def __init__(self, server: Server, number: int, about: dict[str, Any]) -> None:
        self.server, self.number = server, number
        self.__name__ = about.get("name", "function")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.server.channel.send({"callback": self.number, "args": list(args), "kwargs": kwargs})
        answer = self.server.answer_until_reply()
        if "raised" in answer:
            known = [getattr(builtins, name, None) for name in answer["raised"]]
            kind = next((kind for kind in known if kind is not None), RuntimeError)
            raise kind(*answer["args"])
        result = answer["value"]
        for place, now in result["changed"]:
            update_in_place(args[place], now, self.server.given)
        return result["value"] if result["same"] is None else args[result["same"]]

    def __deepcopy__(self, memo: Any) -> "Callback":
        return self


OPERATIONS: dict[str, Callable[..., Any]] = {
    **{f.__name__: f for f in (abs, bool, dir, float, hash, int, iter, len, next, repr, str)},
    **{name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge", "neg")},
    **{name: getattr(operator, name) for name in ("contains", "getitem", "setitem", "delitem")},
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "truediv", "matmul", "pow")},
    "radd": lambda a, b: b + a,
    "rsub": lambda a, b: b - a,
    "rmul": lambda a, b: b * a,
    "rtruediv": lambda a, b: b / a,
    "isinstance": lambda target, value: isinstance(value, target),
    "issubclass": lambda target, value: issubclass(value, target),
    "enter": lambda target: target.__enter__(),
    "exit": lambda target: target.__exit__(None, None, None),
}


def no_input(prompt: object = "") -> str:
    """Replace `input`, as there is no one to type."""
    raise EOFError("input() can't ask anybody while the notebook is graded")
