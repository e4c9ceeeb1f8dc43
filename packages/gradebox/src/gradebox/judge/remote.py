"""RPC proxies: a student's names, functions and objects as the tests see them.

A proxy stands for something that stays in the student's process. Calling one sends the arguments
as plain data and returns plain data, or another proxy for anything else. A student's object never
decides a comparison with plain data.
"""

import builtins
import functools
import inspect
import itertools
import linecache
import logging
import sys
import types
import warnings
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from gradebox.judge.process import Message, ProcessEnded, StudentProcess
from gradebox.judge.replica import Allowance, ReplicaProcess
from gradebox.sandbox.bubblewrap import Sandbox
from gradebox.sandbox.wire import Codec, Node, update_in_place
from gradebox.sandbox.wire_limits import WireError, is_short
from gradebox.timer import TooSlow

# Errors from too many processes or too little memory, whose cause may persist.
LINGERING = {"BlockingIOError", "MemoryError"}
NUMPY_WARNING = "RuntimeWarning"  # the category that checks look at
MAX_CLASSES = 30  # names of an exception's classes
MAX_NAME = 200  # characters of a name
MAX_NAMES = 10_000
MAX_WARNINGS = 50
MAX_MESSAGE = 10_000  # characters of a message, or of a call's standard output
# Types of callables that have no operators, items or length.
FUNCTIONS = {"function", "method", "builtin_function_or_method", "partial", "_lru_cache_wrapper"}
MAX_EXCEPTIONS = MAX_CLASS_NAMES = 500  # different classes of a student's own

log = logging.getLogger(__name__)


class RemoteNotebook(Codec):
    """A student's notebook as an RPC client: its names can be read, set and called.

    Args:
        sandbox, user, seconds, files: See `StudentProcess`.
        given: Classes of the course, whose instances go by value.
        given_names: The names of all such classes, including those that can't be made here.
        asked: Names of the classes that the exercise asks for.
        allowance: The time for edited versions of its functions.
        modules: Packages whose modules a test may get from the notebook, as that imports them.

    """

    def __init__(
        self,
        sandbox: Sandbox,
        user: int,
        seconds: float,
        files: dict[str, bytes],
        given: dict[str, type],
        asked: set[str],
        given_names: Collection[str] = (),
        allowance: Allowance | None = None,
        modules: Collection[str] = (),
    ) -> None:
        self.process: StudentProcess = StudentProcess(
            sandbox, user, seconds, files, self, self._call_back
        )
        self.given, self.given_names, self.asked = given, given_names, asked
        self.allowance, self.modules = allowance or Allowance(), modules
        self._callbacks: dict[int, Any] = {}  # functions of the tests that the process may call
        self._kept: dict[int, Any] = {}  # those of them that a test has given a name of the student
        self._classes: dict[tuple[type, str], type] = {}  # classes of proxies
        self._proxies: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()
        self._exceptions: dict[str, type[BaseException]] = {}  # stand-ins for students' own
        self.raised: set[type[BaseException]] = set()  # by calls of the present test
        # Of names that were read since something may have changed: arrays by their ids there.
        self._arrays: dict[Any, Any] = {}
        self._arrays_at = -1
        self._sharing = False

    def begin_test(self, names: Iterable[Any]) -> None:
        """Forget the last test: what its calls raised, and the functions that it passed to them.

        An object that a test has made of a student's class, and left among its names, may need
        these functions later.
        """
        self.raised.clear()
        # `isinstance` would read `__class__`, and that imports a module that is loaded lazily.
        remotes = (value for value in names if issubclass(type(value), Remote))
        if all(value._origin is not None for value in remotes):
            self._callbacks = dict(self._kept)

    def stop(self) -> None:
        """End the student's process, and its replica."""
        self.process.stop()
        if "replica" in vars(self):
            self.replica.process.stop()

    @functools.cached_property
    def replica(self) -> "Replica":
        """A second process of the submission, for edited versions of its functions."""
        return Replica(self)

    def ask(self, **request: Any) -> Any:
        """Return the value of a request; an error there is raised here."""
        return self._unwrap(self.process.ask(**request))

    def get(self, name: str) -> Any:
        """Return the value of a name in the student's notebook; raise KeyError if it has none."""
        if self._arrays_at != self.process.changes:
            self._arrays.clear()
            self._arrays_at = self.process.changes
        self._sharing = True
        try:
            value = self.ask(do="get", name=name)
        finally:
            self._sharing = False
        if isinstance(value, Remote):
            value._origin = name
        return value

    def has(self, name: str) -> bool:
        """Return True if the student's notebook sets a name."""
        return self.ask(do="has", name=name) is True

    def names(self) -> list[str]:
        """Return the names that the student's notebook sets."""
        found = self.ask(do="names")
        found = found[:MAX_NAMES] if isinstance(found, list) else []
        return [name[:MAX_NAME] for name in found if isinstance(name, str)]

    def run_text(self, source: str, evaluate: bool, names: dict[str, Any] | None) -> dict[str, Any]:
        """Run a text in the student's process, with its names or with others.

        Return its `value`, if it is to be evaluated, and other `names` as they are then.
        """
        answer = self.process.ask(do="text", source=source, evaluate=evaluate, names=names)
        self._echo(answer)
        found = self._unwrap(answer)
        if not isinstance(found, dict) or not isinstance(found.get("names"), dict):
            raise TypeError("the result can't be read")
        return {"value": found.get("value"), "names": found["names"]}

    def seed(self, library: str, *args: Any) -> None:
        """Set the seed of a random generator of the student's process, too."""
        self.ask(do="seed", library=library, args=list(args))

    def set(self, name: str, value: Any) -> None:
        before, raised = set(self._callbacks), set(self.raised)
        try:
            self.ask(do="set", name=name, value=value)
        except WireError:
            self.raised = raised  # the caller does without
            raise
        self._kept |= {each: self._callbacks[each] for each in self._callbacks.keys() - before}

    def delete(self, name: str) -> None:
        self.ask(do="delete", name=name)

    def call(self, target: "Remote", args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a student's function; changes to the arguments are made here, too."""
        answer = self.process.ask(do="call", target=target, args=list(args), kwargs=kwargs)
        self._echo(answer)
        value, changed, place = self._result(answer, len(args))
        for i, now in changed:
            update_in_place(args[i], now, self.given.values())
        return value if place is None else args[place]

    def batch(
        self, target: "Remote", many: Sequence[tuple[Any, ...]], seconds: float
    ) -> list[dict[str, Any]] | None:
        """Like `call` for many arguments, which stay as they are; None if anything goes wrong."""
        try:
            calls = [list(args) for args in many]
            answers = self.ask(seconds=seconds, do="each", target=target, many=calls)
            return [self._outcome(answer, args) for answer, args in zip(answers, many, strict=True)]
        except (Exception, TooSlow, ProcessEnded):
            log.debug("A batch of calls failed.", exc_info=True)
            self.process.forgive()  # the caller finds out which call it was, one by one
            return None

    def _outcome(self, answer: Message, args: tuple[Any, ...]) -> dict[str, Any]:
        warned = [words for kind, words in _warnings(answer) if kind == NUMPY_WARNING]
        outcome = {"printed": _text(answer.get("printed")), "warned": warned}
        if "raised" in answer:
            return {**outcome, "error": _outside_iterators(self._error(answer))}
        value, changed, place = self._result(answer, len(args))
        if place is not None:
            value = dict(changed).get(place, args[place])
        return {**outcome, "value": value, "arguments": dict(changed)}

    def _result(self, answer: Message, size: int) -> tuple[Any, list[tuple[int, Any]], int | None]:
        """Return a call's value, changed arguments, and the index of an argument it returned."""
        value = self._unwrap(answer)
        if not isinstance(value, dict):
            raise TypeError("the result can't be read")
        places = range(size)
        changed = [(i, now) for i, now in _pairs(value.get("changed")) if i in places]
        same = value.get("same")
        return value.get("value"), changed, same if same in places else None

    def special(self, target: "Remote", name: str, *args: Any) -> Any:
        answer = self.process.ask(do="special", target=target, name=name, args=list(args))
        if name == "next" and "raised" in answer:
            raise self._error(answer)
        return self._unwrap(answer)

    def _echo(self, answer: Message) -> None:
        """Repeat the call's standard output and warnings here."""
        sys.stdout.write(_text(answer.get("printed")))
        for kind, words in _warnings(answer):
            category = getattr(builtins, kind, None)
            if not (isinstance(category, type) and issubclass(category, Warning)):
                category = UserWarning
            warnings.warn(words, category, stacklevel=4)

    def _unwrap(self, answer: Message) -> Any:
        if "raised" in answer:
            raise _outside_iterators(self._error(answer))
        return answer.get("value")

    def _error(self, answer: Message) -> BaseException:
        """Return the student's error, as Python's or NumPy's own class if it is one."""
        kinds, args = answer.get("raised"), answer.get("args")
        names = _names(kinds)
        words = [_text(a) if isinstance(a, str) else a for a in _plain(args)]
        if LINGERING & set(names):
            self.process.disturbed = True
        kind = self._exception(names)
        self.raised.add(kind)
        try:
            error = kind(*words)
        except Exception:  # takes other arguments, or is the course's own
            log.debug("%s can't be made here.", kind.__name__, exc_info=True)
            error = RuntimeError(*words)
        if isinstance(error, SystemExit | KeyboardInterrupt | GeneratorExit):
            error = ProcessEnded(f"{type(error).__name__} was raised")
        if isinstance(error, NameError) and isinstance(answer.get("name"), str):
            error.name = _text(answer["name"])[:MAX_NAME]
        line = answer.get("line")
        error.line = line[:200] if isinstance(line, str) else ""  # type: ignore[attr-defined]
        return error

    def _exception(self, names: list[str]) -> type[BaseException]:
        import numpy as np

        given = self.given.get(names[0]) if names else None
        if given is not None and issubclass(given, BaseException):
            return given
        for place, name in enumerate(names):
            for module in (builtins, np.linalg, np.exceptions):
                found = getattr(module, name, None)
                if isinstance(found, type) and issubclass(found, BaseException):
                    if place == 0:
                        return found
                    own = names[0]
                    if own not in self._exceptions and len(self._exceptions) >= MAX_EXCEPTIONS:
                        return found
                    if own not in self._exceptions:
                        self._exceptions[own] = type(own, (found,), {})
                    return self._exceptions[own]
        return RuntimeError

    def _call_back(self, request: Message) -> Message:
        """Call a function of the tests for the student's process."""
        number = request.get("callback")
        function = self._callbacks.get(number) if isinstance(number, int) else None
        args, kwargs = request.get("args"), request.get("kwargs")
        if function is None or not isinstance(args, list) or not isinstance(kwargs, dict):
            return {"raised": ["TypeError"], "args": ["no such function"]}
        try:
            return {"value": self.call_for_other_side(function, args, kwargs)}
        except Exception as error:
            kinds = [kind.__name__ for kind in type(error).__mro__]
            return {"raised": kinds, "args": [str(error)]}

    # --- references to what can't go by value

    def encode_reference(self, value: Any, buffers: list[bytes]) -> Node:
        if isinstance(value, Remote):
            if value._notebook is not self:
                raise WireError("an object of another process can't be sent")
            if isinstance(value, RemoteVariant):
                return ["variant", value._function, value._source]
            return ["yours", value._number()]
        if isinstance(value, types.ModuleType):
            return ["module", value.__name__]
        if isinstance(value, type) and value.__module__ == "builtins":
            return ["builtin", value.__name__]
        name = type(value).__name__
        if self.given.get(name) is type(value):
            return ["instance", name, self._encode(dict(vars(value)), buffers)]
        if callable(value):
            self._callbacks[id(value)] = value
            return ["reference", id(value), {"name": getattr(value, "__name__", name)}]
        self.raised.add(WireError)
        raise WireError(f"a test passes a {name} to the student's code, which can't be sent")

    def decode_reference(self, node: Node, buffers: list[bytes]) -> Any:
        tag = node[0]
        if tag == "reference":
            about = dict(node[2])
            for field in ("defaults", "annotations"):
                about[field] = {
                    str(name)[:MAX_NAME]: self._decode(value, buffers)
                    for name, value in dict(about.get(field) or {}).items()
                }
            return self._remote(int(node[1]), about)
        if tag == "yours":
            return self._callbacks[node[1]]
        if tag == "module":
            return self._module(str(node[1])[:MAX_NAME])
        if tag == "builtin":
            found = getattr(builtins, str(node[1]))
            if not isinstance(found, type):
                raise WireError("not a type")
            return found
        if tag == "exception":
            return self._error({"raised": node[1], "args": node[2]})
        if tag == "instance":
            kind: Any = self.given.get(node[1]) or self._stand_in(node[1])
            made = kind.__new__(kind)
            vars(made).update(self._decode(node[2], buffers))
            return made
        raise WireError(f"unknown node {tag!r}")

    def received_array(self, array: Any, number: Any) -> Any:
        """Let names and lists share an array as they do there: `==` of lists asks for identity."""
        known = self._arrays.setdefault(number, array) if self._sharing else array
        if known is array or self.fingerprint(known) != self.fingerprint(array):
            return array
        return known

    def received_range(self, value: range) -> range:
        if not is_short(value):
            raise WireError("a range with too many numbers")
        return value

    def _module(self, name: str) -> types.ModuleType:
        """Return a module if the assignment imports it and it holds no answers; else an empty one.

        The name can be forged. A student's "stack" that is the module `os` would have the test
        work on this machine's files.
        """
        top = name.partition(".")[0]
        module = sys.modules.get(name) if top in self.modules else None
        return module or types.ModuleType(name)

    def _stand_in(self, name: Any) -> type:
        """Return a class for objects of a given one that can't be made here: only their fields."""
        if not isinstance(name, str) or name not in self.given_names:
            raise WireError("no class that is given")
        self.given[name] = type(name, (), {})
        return self.given[name]

    def _remote(self, number: int, about: dict[str, Any]) -> Any:
        mro = about.get("mro")
        if about.get("class") is True and isinstance(mro, list) and "BaseException" in mro:
            return self._exception(_names(mro))
        base: type[Remote] = RemoteObject
        if about.get("callable") is True:
            base = RemoteFunction if about.get("type") in FUNCTIONS else RemoteCallable
        kind = self._proxy_class(base, about.get("type"))
        return self._known(RemoteClass if about.get("class") is True else kind, number, about)

    def _known(self, kind: Any, number: int, about: dict[str, Any]) -> Any:
        """Return the one proxy of an object, so that `is` says what it says in a notebook.

        Objects that the test made by calling an asked class have another: see `RemoteObject`.
        """
        key = self.process.epoch, number, kind, False
        if (known := self._proxies.get(key)) is None:
            known = self._proxies[key] = kind(self, number, about)
        known.__dict__["_about"] = about
        return known

    def built(self, value: "RemoteObject") -> "RemoteObject":
        """Return the proxy of an object that the test made by calling an asked class."""
        key = value._epoch, value._reference, type(value), True
        if (known := self._proxies.get(key)) is None:
            known = self._proxies[key] = type(value)(self, value._reference, value._about)
            known.__dict__.update(_epoch=value._epoch, _built=True)
        return known

    def _proxy_class(self, base: Any, name: Any) -> Any:
        """Return the class of a proxy, with the name of the student's: messages mention it."""
        key = base, _text(name)[:MAX_NAME]
        if key not in self._classes:
            if len(self._classes) >= MAX_CLASS_NAMES:
                return base
            try:
                self._classes[key] = type(key[1] or base.__name__, (base,), {})
            except ValueError:  # no name can be like that
                return base
        return self._classes[key]

    def derived(self, proxy: type, given: type) -> type:
        """Return a class that is derived from a given one and has the name of a proxy's class."""
        key = given, proxy.__name__
        if key not in self._classes:
            try:
                self._classes[key] = type(given)(proxy.__name__, (given,), {})
            except Exception:  # such as an enumeration with members
                self._classes[key] = given
        return self._classes[key]


class Replica(RemoteNotebook):
    """The names of a student's notebook in a second process; see `gradebox.judge.replica`."""

    process: ReplicaProcess

    def __init__(self, original: RemoteNotebook) -> None:
        process = original.process
        super().__init__(
            process.sandbox,
            process.user,
            process.seconds,
            process.files,
            original.given,
            original.asked,
            original.given_names,
            modules=original.modules,
        )
        self.process = ReplicaProcess(process, self, self._call_back, original.allowance)


class Remote:
    """A proxy of something that stays in the student's process.

    Its own fields are set through `__dict__`, as `__setattr__` sets those of the remote object.
    """

    _notebook: RemoteNotebook
    _reference: int  # the number under which the server knows it
    _about: dict[str, Any]  # the server's description of it
    _epoch: int  # identifies the process that it lives in
    _origin: str | None  # the name under which it was found

    def __init__(self, notebook: RemoteNotebook, number: int, about: dict[str, Any]) -> None:
        fields = self.__dict__
        fields["_notebook"], fields["_reference"], fields["_about"] = notebook, number, about
        fields["_epoch"], fields["_origin"] = notebook.process.epoch, None
        for name in ("name", "doc", "module"):
            fields[f"__{name}__"] = str(about.get(name) or "")

    def _number(self) -> int:
        """Return its number in the process; after a restart it is found again by its name."""
        process = self._notebook.process
        process.ready()
        if self._epoch != process.epoch:
            if self._origin is None:
                raise ProcessEnded("The student's process was restarted.")
            again = self._notebook.get(self._origin)
            if not isinstance(again, Remote):
                raise ProcessEnded(f"{self._origin} no longer exists.")
            fields = self.__dict__
            fields["_reference"], fields["_epoch"] = again._reference, again._epoch
        return int(self._reference)

    def _given(self) -> list[type]:
        """Return the course's classes that it, or its class, is derived from."""
        names = self._about.get("given")
        found = [self._notebook.given.get(name) for name in _names(names)]
        return [kind for kind in found if isinstance(kind, type)]

    def __deepcopy__(self, memo: Any) -> "Remote":
        return self

    def __dir__(self) -> list[str]:
        found = self._notebook.special(self, "dir")
        return [name for name in found[:MAX_NAMES] if isinstance(name, str)]

    def __repr__(self) -> str:
        return str(self._about.get("text") or f"<{self._about.get('type')}>")[:500]


class RemoteNames:
    """The names of a student's notebook, as its functions see them."""

    def __init__(self, notebook: RemoteNotebook) -> None:
        self._notebook = notebook

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self._notebook.get(name)
        except (KeyError, TypeError):  # no such name, or something that can't be sent
            return default


class RemoteFunction(Remote):
    """A proxy of a student's function."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """What `isinstance` reads: a function passes for one."""
        plain = self._about.get("type") == "function" and type(self).__mro__[1] is RemoteFunction
        return types.FunctionType if plain else type(self)

    @property
    def __globals__(self) -> RemoteNames:
        return RemoteNames(self._notebook)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        value = self._notebook.call(self, args, kwargs)
        if isinstance(value, RemoteObject) and self._origin in self._notebook.asked:
            return self._notebook.built(value)
        return value

    def batch(
        self, calls: Sequence[tuple[Any, ...]], seconds: float
    ) -> list[dict[str, Any]] | None:
        """Call it with many tuples of arguments at once; None if they must be sent one by one.

        For each call: `value`, or `error` (the exception); what it `printed`; the RuntimeWarnings
        it `warned` of, as texts; and `arguments` as they are afterwards, by index, if it may have
        changed them. The caller's own arguments stay as they are.
        """
        return self._notebook.batch(self, calls, seconds)

    @property
    def source(self) -> str | None:
        """The function's source code, if it is known."""
        source = self._about.get("source")
        return source if isinstance(source, str) else None

    @property
    def editable(self) -> bool:
        """True if `variant` may work: it is a plain function, and there is time left."""
        plain = self._about.get("plain") is True and self._origin is not None
        return plain and self._notebook.replica.process.usable

    def variant(self, source: str) -> "RemoteVariant | None":
        """Return an edited version of it; None if it is not `editable`.

        When the variant is called, its source is run in a replica of the student's process, in a
        copy of the function's global names. The variant is what it binds to the function's name.
        """
        if not self.editable or self._origin is None:
            return None
        return RemoteVariant(self._notebook.replica, self._origin, source)

    @property
    def __wrapped__(self) -> types.CodeType:
        """What `inspect.getsource` reads: empty code, whose file in `linecache` is the source."""
        if self.source is None:
            raise AttributeError("__wrapped__")
        file = f"<student's {self.__name__}, {id(self)}>"
        linecache.cache[file] = len(self.source), None, self.source.splitlines(True), file
        return compile("", file, "exec")

    @property
    def __signature__(self) -> inspect.Signature:
        kinds = inspect._ParameterKind
        try:
            return inspect.Signature(
                [
                    inspect.Parameter(
                        str(name),
                        kinds[kind],
                        default=self._default(name) if has else inspect.Parameter.empty,
                        annotation=self.__annotations__.get(name, inspect.Parameter.empty),
                    )
                    for name, kind, has in self._about["parameters"]
                ],
                return_annotation=self.__annotations__.get("return", inspect.Signature.empty),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError("no signature") from error

    @property
    def __annotations__(self) -> dict[str, Any]:  # type: ignore[override]
        return dict(self._about.get("annotations") or {})

    def _default(self, name: Any) -> Any:
        return self._about["defaults"].get(name)  # None if it can't be sent

    @property
    def __defaults__(self) -> tuple[Any, ...] | None:
        return tuple(self._defaults("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD").values()) or None

    @property
    def __kwdefaults__(self) -> dict[str, Any] | None:
        return self._defaults("KEYWORD_ONLY") or None

    def _defaults(self, *kinds: str) -> dict[str, Any]:
        parameters = self.__signature__.parameters.values()
        found = (p for p in parameters if p.kind.name in kinds and p.default is not p.empty)
        return {parameter.name: parameter.default for parameter in found}

    @property
    def __code__(self) -> types.SimpleNamespace:
        """What a test may ask of a function's code: numbers and names."""
        if not isinstance(self._about.get("code"), dict):
            raise AttributeError("__code__")
        fields = {str(k)[:MAX_NAME]: v for k, v in self._about["code"].items()}
        return types.SimpleNamespace(
            **{k: tuple(map(str, v)) if isinstance(v, list) else v for k, v in fields.items()}
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._notebook.ask(do="attribute", target=self, name=name)


class RemoteVariant(RemoteFunction):
    """An edited version of a student's function.

    Args:
        replica: Where it runs.
        function: The name of the student's function.
        source: The edited source.

    """

    def __init__(self, replica: Replica, function: str, source: str) -> None:
        super().__init__(replica, 0, {"type": "function", "name": function})
        self.__dict__.update(_function=function, _source=source)


class RemoteObject(Remote):
    """A proxy of an object of a student's own class.

    An operator sees its other operand, which may be the right answer, and the name of a class can
    be forged. So its use with plain data depends on who made it:

    - it never decides a comparison with plain data: it equals none, and is less than none;
    - it does arithmetic with plain data, in the student's process, if the test made it by calling
      a class that the exercise asks for: then that operator is part of the exercise;
    - results of such operators can be scaled by a number, if that gives an object, not a number;
    - any other object does no arithmetic with plain data: it could say "0 apart" to all of it.

    With other objects of the student it does all that its class defines.
    """

    _built: bool = False  # the test made it by calling an asked class
    _derived: bool = False  # an operator made it from such: it may be multiplied by a number

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """What `isinstance` reads: a generator passes for one, an object for one of its bases."""
        if given := self._given():
            return self._notebook.derived(type(self), given[0])
        generator = self._about.get("type") == "generator"
        return types.GeneratorType if generator else type(self)

    def _decides(self, other: object) -> bool:
        """Return True if the student's arithmetic may be used for these two."""
        if self._built:
            return True
        return isinstance(other, Remote) and self._about.get("type") in self._notebook.asked

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._notebook.ask(do="attribute", target=self, name=name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "_origin":
            self.__dict__[name] = value
        else:
            self._notebook.ask(do="assign", target=self, name=name, value=value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Remote) and self._notebook.special(self, "eq", other) is True

    def __iter__(self) -> Iterator[Any]:
        return _iterate(self)

    def __bool__(self) -> bool:
        return self._notebook.special(self, "bool") is True

    def __contains__(self, item: Any) -> bool:
        if self._built or isinstance(item, Remote):
            return self._notebook.special(self, "contains", item) is True
        return any(item == each for each in self)  # its items, not its own answer

    def __exit__(self, *error: Any) -> None:
        self._notebook.special(self, "exit")  # it never hides an error of the test


def _iterate(remote: Remote) -> Iterator[Any]:
    each = remote._notebook.special(remote, "iter")
    if not isinstance(each, Remote):
        yield from each
        return
    while True:
        try:
            yield remote._notebook.special(each, "next")
        except StopIteration:
            return


def _result_of(operand: RemoteObject, value: Any) -> Any:
    if isinstance(value, RemoteObject) and (operand._built or operand._derived):
        value.__dict__["_derived"] = True
    return value


def _unary(name: str) -> Callable[..., Any]:
    def operate(self: RemoteObject) -> Any:
        if not self._decides(self):
            return NotImplemented
        return _result_of(self, self._notebook.special(self, name))

    return operate


def _binary(name: str) -> Callable[..., Any]:
    def operate(self: RemoteObject, other: Any) -> Any:
        scaled = not self._decides(other)
        if scaled and not (self._derived and name in SCALING):
            return NotImplemented
        value = self._notebook.special(self, name, other)
        if scaled and not isinstance(value, Remote):
            return NotImplemented
        return _result_of(self, value)

    return operate


def _special(name: str, convert: Callable[[Any], Any]) -> Callable[..., Any]:
    def operate(self: RemoteObject, *args: Any) -> Any:
        return convert(self._notebook.special(self, name, *args))

    return operate


def _comparison(name: str) -> Callable[..., Any]:
    def compare(self: RemoteObject, other: Any) -> Any:
        if not isinstance(other, Remote) or not self._decides(other):
            return NotImplemented
        return self._notebook.special(self, name, other) is True

    return compare


SCALING = ("mul", "rmul", "truediv")
CONVERT: dict[str, Callable[[Any], Any]] = {
    **{"hash": hash, "len": int, "int": int, "float": float, "str": str, "repr": str},
    **dict.fromkeys(("next", "getitem", "setitem", "delitem", "enter"), lambda value: value),
}
for _name, _convert in CONVERT.items():
    setattr(RemoteObject, f"__{_name}__", _special(_name, _convert))
for _name in ("neg", "abs"):
    setattr(RemoteObject, f"__{_name}__", _unary(_name))
for _name in ("lt", "le", "gt", "ge"):
    setattr(RemoteObject, f"__{_name}__", _comparison(_name))
for _name in (
    *("add", "radd", "sub", "rsub", "mul", "rmul"),
    *("matmul", "truediv", "rtruediv", "pow"),
):
    setattr(RemoteObject, f"__{_name}__", _binary(_name))


class RemoteCallable(RemoteObject, RemoteFunction):
    """A proxy of an object that can also be called."""


class RemoteClass(RemoteFunction):
    """A proxy of a student's class."""

    @property
    def __bases__(self) -> tuple[type, ...]:
        """What `issubclass` reads."""
        return tuple(self._given())

    def __iter__(self) -> Iterator[Any]:
        return _iterate(self)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        raise TypeError(f"a test can't derive a class from the student's {self.__name__}")

    def __instancecheck__(self, value: Any) -> bool:
        return (
            isinstance(value, Remote) and self._notebook.special(self, "isinstance", value) is True
        )

    def __subclasscheck__(self, value: Any) -> bool:
        return (
            isinstance(value, Remote) and self._notebook.special(self, "issubclass", value) is True
        )


for _name in ("len", "getitem"):  # such as those of an enumeration
    setattr(RemoteClass, f"__{_name}__", _special(_name, CONVERT[_name]))


def _outside_iterators(error: BaseException) -> BaseException:
    """Return an error to raise anywhere but in an iterator (PEP 479).

    A function that raises StopIteration would end loops of the test: `all(map(f, inputs))`.
    """
    if not isinstance(error, StopIteration | StopAsyncIteration):
        return error
    replaced = RuntimeError(f"{type(error).__name__} was raised")
    replaced.line = getattr(error, "line", "")  # type: ignore[attr-defined]
    return replaced


def _pairs(value: Any) -> Iterator[tuple[Any, Any]]:
    for item in value if isinstance(value, list) else []:
        if isinstance(item, list | tuple) and len(item) == 2:
            yield item[0], item[1]


def _warnings(answer: Message) -> Iterator[tuple[str, str]]:
    """Yield the category and the text of warnings."""
    for kind, words in itertools.islice(_pairs(answer.get("warned")), MAX_WARNINGS):
        yield _text(kind)[:MAX_NAME], _text(words)


def _text(value: Any) -> str:
    return value[:MAX_MESSAGE] if isinstance(value, str) else ""


def _names(value: Any) -> list[str]:
    """Return the names of an exception's classes, its own first."""
    names = value[:MAX_CLASSES] if isinstance(value, list) else []
    return [_text(name)[:MAX_NAME] for name in names]


def _plain(value: Any) -> list[str | int | float]:
    """Return the arguments of an exception that are text, or numbers short enough to print."""
    args = value[:MAX_CLASSES] if isinstance(value, list) else []
    return [
        a
        for a in args
        if isinstance(a, str | float) or (isinstance(a, int) and a.bit_length() < MAX_MESSAGE)
    ]
