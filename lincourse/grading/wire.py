"""The wire format: serialisation of plain data between the tests and a student's process.

A message is one JSON text followed by raw buffers. Numbers, strings, containers, arrays, random
generators and SymPy expressions go by value; anything else goes by reference: a number, under which
the side that has the object finds it again. Nothing that arrives is ever run, and whatever does not
look as it should raises `WireError`.

Why our own: unpickling runs code that the sender chose, so pickle and its like are out. msgpack
would save the framing, a tenth of this file; all types would still have to be mapped, a subclass's
methods kept from running, and the sandbox would need one more package.
"""

import collections
import datetime
import decimal
import fractions
import json
import math
import re
import struct
import sys
from collections.abc import Callable
from typing import Any

# The limits of a message.
MOST_BYTES = 256 * 2**20  # in all, on either side
MOST_PARTS = 20_000  # different sub-expressions of a SymPy expression
MOST_PRECISION = 4000  # bits of a SymPy Float

DTYPE = re.compile(r"[<>|=]?[biufcmMSU]\d+(\[\w+\])?")
HEAD = struct.Struct("<II")

Node = Any  # what JSON can hold: a plain value, or a list of a tag and what that needs


class WireError(Exception):
    """What arrived, or is to be sent, is not a message."""


class Encoded:
    """A list whose items are encoded as they are added, so that they may change afterwards.

    In its message, nothing before it may need buffers: theirs are numbered from 0.
    """

    def __init__(self, codec: "Codec") -> None:
        self.codec = codec
        self.nodes: list[Node] = []
        self.buffers: list[bytes] = []

    def append(self, value: Any) -> None:
        """Add a value as it is now."""
        self.nodes.append(self.codec._encode(value, self.buffers))


class Codec:
    """Encodes values as nodes and decodes them; subclasses say what goes by reference."""

    def encode_reference(self, value: Any, buffers: list[bytes]) -> Node:
        """A node for something that can't go by value."""
        raise WireError(f"{type(value).__name__} can't be sent")

    def decode_reference(self, node: Node, buffers: list[bytes]) -> Any:
        """The value of a node that `encode_reference` of the other side made."""
        raise WireError(f"unknown node {node[0]!r}")

    def pack(self, value: Any) -> bytes:
        """A whole message."""
        buffers: list[bytes] = []
        text = json.dumps([self._encode(value, buffers), [len(b) for b in buffers]]).encode()
        body = b"".join([text, *buffers])
        if len(body) > MOST_BYTES:
            raise WireError(f"{len(body)} bytes are more than may be sent")
        return HEAD.pack(len(body), len(text)) + body

    def unpack(self, body: bytes, text: int) -> Any:
        """The value of a message without its head."""
        try:
            node, sizes = json.loads(body[:text])
            buffers, start = [], text
            for size in sizes:
                buffers.append(body[start : start + size])
                start += size
            return self._decode(node, buffers)
        except WireError:
            raise
        except Exception as error:
            raise WireError(f"not a message: {type(error).__name__}") from error

    def _encode(self, value: Any, buffers: list[bytes]) -> Node:
        kind = type(value)
        if value is None or kind is bool or kind is str or kind is float:
            return value
        if kind is int:
            return value if -(2**63) <= value < 2**63 else ["int", hex(value)]
        simple = _ENCODE.get(kind)
        if simple:
            return simple(self, value, buffers)
        return self._encode_other(value, buffers)

    def _encode_other(self, value: Any, buffers: list[bytes]) -> Node:
        np = sys.modules.get("numpy")
        if np is not None:
            if isinstance(value, np.ndarray):
                return self._encode_array(np.asarray(value), buffers)
            if isinstance(value, np.generic) and DTYPE.fullmatch(value.dtype.str):
                buffers.append(value.tobytes())
                return ["scalar", value.dtype.str, len(buffers) - 1]
            if isinstance(value, np.random.Generator):
                state = self._encode(value.bit_generator.state, buffers)
                return ["generator", type(value.bit_generator).__name__, state]
        sympy = sys.modules.get("sympy")
        if sympy is not None and isinstance(value, sympy.Basic):
            return self._encode_sympy(value, buffers)
        pandas = sys.modules.get("pandas")
        if pandas is not None:
            if isinstance(value, pandas.DataFrame):
                columns = [[name, value.iloc[:, i].array] for i, name in enumerate(value.columns)]
                parts = [columns, value.index]
                return ["frame", self._encode(parts, buffers)]
            if isinstance(value, pandas.Series):
                parts = [value.array, value.index, value.name]
                return ["series", self._encode(parts, buffers)]
            if isinstance(value, pandas.Index):
                return ["index", self._encode([value.array, value.name], buffers)]
            if isinstance(value, pandas.api.extensions.ExtensionArray):
                return ["column", str(value.dtype), self._encode(value.to_numpy(), buffers)]
        for base, plain in _BASES:
            if isinstance(value, base):
                if base is tuple and hasattr(value, "_fields"):
                    fields = [type(value).__name__, *map(str, value._fields)]
                    items: list[Any] = list(tuple.__iter__(value))  # type: ignore[arg-type]
                    return ["named", fields, [self._encode(item, buffers) for item in items]]
                return self._encode(plain(value), buffers)
        return self.encode_reference(value, buffers)

    def _encode_array(self, array: Any, buffers: list[bytes]) -> Node:
        if array.dtype == object:
            items = [self._encode(item, buffers) for item in array.ravel()]
            return ["objects", list(array.shape), items]
        if not DTYPE.fullmatch(array.dtype.str):
            return self.encode_reference(array, buffers)
        buffers.append(array.tobytes())
        return ["array", array.dtype.str, list(array.shape), len(buffers) - 1]

    def _encode_sympy(self, value: Any, buffers: list[bytes]) -> Node:
        """The tree in post-order (arguments first), each different sub-expression once."""
        parts: list[Node] = []
        place: dict[Any, int] = {}
        stack = [value]
        while stack:
            node = stack[-1]
            if node in place:
                stack.pop()
                continue
            new = [] if node.is_Atom else [part for part in node.args if part not in place]
            if new:
                stack.extend(new)
                if len(stack) + len(parts) > MOST_PARTS:
                    return self.encode_reference(value, buffers)
                continue
            stack.pop()
            part = _sympy_part(node, place)
            if part[0] in ("make", "constant") and _sympy_class(part[1]) is not type(node):
                return self.encode_reference(value, buffers)
            place[node] = len(parts)
            parts.append(part)
        return ["sympy", parts]

    def _decode(self, node: Node, buffers: list[bytes]) -> Any:
        if not isinstance(node, list):
            if isinstance(node, dict):
                raise WireError("not a node")
            return node
        decode = _DECODE.get(node[0])
        return decode(self, node, buffers) if decode else self.decode_reference(node, buffers)


def _sympy_part(node: Any, place: dict[Any, int]) -> Node:
    import sympy

    if node.is_Integer:
        return ["Integer", hex(int(node))]
    if node.is_Rational:
        return ["Rational", hex(int(node.p)), hex(int(node.q))]
    if node.is_Float:
        return ["Float", str(node), int(node._prec)]
    if node.is_Symbol:
        assumptions = {k: v for k, v in node._assumptions_orig.items() if isinstance(v, bool)}
        return [type(node).__name__, str(node.name), assumptions]
    if isinstance(node, sympy.core.function.AppliedUndef):
        return ["Function", str(node.func.__name__), [place[a] for a in node.args]]
    if not node.args:
        return ["constant", type(node).__name__]
    return ["make", type(node).__name__, [place[a] for a in node.args]]


def _sympy_class(name: str) -> Any:
    """SymPy's own class of that name, or None."""
    import sympy

    pieces = sympy.functions.elementary.piecewise
    for module in (sympy, sympy.core.numbers, sympy.logic.boolalg, pieces):
        found = getattr(module, name, None)
        if isinstance(found, type) and issubclass(found, sympy.Basic):
            return found
    return None


def _sympy_whole(parts: list[Node]) -> Any:
    import sympy

    def kind(name: str) -> Any:
        found = _sympy_class(name)
        if found is None:
            raise WireError(f"SymPy has no {name}")
        return found

    def make(part: Node) -> Any:
        head = part[0]
        if head == "Integer":
            return sympy.Integer(int(part[1], 16))
        if head == "Rational":
            return sympy.Rational(int(part[1], 16), int(part[2], 16))
        if head == "Float":
            return sympy.Float(part[1], precision=min(int(part[2]), MOST_PRECISION))
        if head in ("Symbol", "Dummy", "Wild"):
            return sympy.Symbol(part[1], **{str(k): bool(v) for k, v in part[2].items()})
        if head == "constant":
            return kind(part[1])()
        arguments = [built[place] for place in part[2]]
        if head == "Function":
            return sympy.Function(part[1])(*arguments)
        if head != "make":
            raise WireError(f"unknown part {head!r}")
        try:
            return kind(part[1])(*arguments, evaluate=False)  # evaluating could take for ever
        except (TypeError, ValueError):
            return kind(part[1])(*arguments)

    built: list[Any] = []
    built.extend(make(part) for part in parts[:MOST_PARTS])
    return built[-1]


def _items(codec: Codec, values: Any, buffers: list[bytes]) -> list[Node]:
    return [codec._encode(value, buffers) for value in values]


def _bytes(codec: Codec, value: Any, buffers: list[bytes]) -> Node:
    buffers.append(bytes(value))
    return ["bytes" if type(value) is bytes else "bytearray", len(buffers) - 1]


def _container(tag: str) -> Callable[[Codec, Any, list[bytes]], Node]:
    return lambda codec, value, buffers: [tag, _items(codec, value, buffers)]


def _encoded(codec: Codec, value: Encoded, buffers: list[bytes]) -> Node:
    if buffers:
        raise WireError("something comes before what was encoded ahead of time")
    buffers.extend(value.buffers)
    return ["list", value.nodes]


def _mapping(tag: str) -> Callable[[Codec, Any, list[bytes]], Node]:
    def encode(codec: Codec, value: Any, buffers: list[bytes]) -> Node:
        return [tag, _items(codec, value, buffers), _items(codec, value.values(), buffers)]

    return encode


_ENCODE: dict[type, Callable[[Codec, Any, list[bytes]], Node]] = {
    Encoded: _encoded,
    list: _container("list"),
    tuple: _container("tuple"),
    set: _container("set"),
    frozenset: _container("frozenset"),
    collections.deque: _container("deque"),
    dict: _mapping("dict"),
    collections.OrderedDict: _mapping("ordered"),
    collections.Counter: _mapping("counter"),
    collections.defaultdict: _mapping("dict"),
    bytes: _bytes,
    bytearray: _bytes,
    complex: lambda c, v, b: ["complex", v.real, v.imag],
    range: lambda c, v, b: ["range", v.start, v.stop, v.step],
    slice: lambda c, v, b: ["slice", _items(c, (v.start, v.stop, v.step), b)],
    type(Ellipsis): lambda c, v, b: ["ellipsis"],
    type(NotImplemented): lambda c, v, b: ["notimplemented"],
    fractions.Fraction: lambda c, v, b: ["fraction", hex(v.numerator), hex(v.denominator)],
    decimal.Decimal: lambda c, v, b: ["decimal", str(v)],
    datetime.datetime: lambda c, v, b: ["datetime", v.isoformat()],
    datetime.date: lambda c, v, b: ["date", v.isoformat()],
    datetime.time: lambda c, v, b: ["time", v.isoformat()],
    datetime.timedelta: lambda c, v, b: ["timedelta", v.days, v.seconds, v.microseconds],
}

# What a subclass is sent as: its own methods are never asked.
_BASES: list[tuple[type, Callable[[Any], Any]]] = [
    (int, lambda v: int.__index__(v)),
    (float, lambda v: float.__add__(v, 0.0) if not math.isnan(v) else math.nan),
    (str, lambda v: str.__str__(v)),
    (bytes, lambda v: bytes(v)),
    (complex, lambda v: complex(v.real, v.imag)),
    (list, lambda v: list(list.__iter__(v))),
    (tuple, lambda v: tuple(tuple.__iter__(v))),
    (collections.Counter, lambda v: dict(dict.items(v))),
    (dict, lambda v: dict(dict.items(v))),
    (set, lambda v: set(set.__iter__(v))),
    (frozenset, lambda v: frozenset(frozenset.__iter__(v))),
    (type({}.keys()), list),
    (type({}.values()), list),
    (type({}.items()), list),
]


def _decoded(codec: Codec, nodes: Any, buffers: list[bytes]) -> list[Any]:
    if not isinstance(nodes, list):
        raise WireError("not a list of nodes")
    return [codec._decode(node, buffers) for node in nodes]


def _dict(codec: Codec, node: Node, buffers: list[bytes]) -> dict[Any, Any]:
    keys, values = (_decoded(codec, part, buffers) for part in node[1:])
    return dict(zip(keys, values, strict=True))


def _dtype(text: Any) -> Any:
    import numpy as np

    if not (isinstance(text, str) and DTYPE.fullmatch(text)):
        raise WireError(f"not a type of array: {text!r}")
    return np.dtype(text)


def _array(codec: Codec, node: Node, buffers: list[bytes]) -> Any:
    import numpy as np

    _, dtype, shape, number = node
    return np.frombuffer(buffers[number], _dtype(dtype)).reshape(shape).copy()


def _objects(codec: Codec, node: Node, buffers: list[bytes]) -> Any:
    import numpy as np

    items = _decoded(codec, node[2], buffers)
    array = np.empty(len(items), dtype=object)
    for i, item in enumerate(items):
        array[i] = item
    return array.reshape(node[1])


def _generator(codec: Codec, node: Node, buffers: list[bytes]) -> Any:
    import numpy as np

    if node[1] not in ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"):
        raise WireError(f"no generator {node[1]!r}")
    bits = getattr(np.random, node[1])()
    bits.state = codec._decode(node[2], buffers)
    return np.random.Generator(bits)


def _named(codec: Codec, node: Node, buffers: list[bytes]) -> Any:
    name, *fields = node[1]
    return collections.namedtuple(name, fields)(*_decoded(codec, node[2], buffers))


def _frame(codec: Codec, node: Node, buffers: list[bytes]) -> Any:
    import pandas

    columns, index = codec._decode(node[1], buffers)
    frame = pandas.DataFrame({i: column for i, (_, column) in enumerate(columns)}, index=index)
    frame.columns = [name for name, _ in columns]
    return frame


def _series(codec: Codec, node: Node, buffers: list[bytes]) -> Any:
    import pandas

    values, index, name = codec._decode(node[1], buffers)
    return pandas.Series(values, index=index, name=name)


def _index(codec: Codec, node: Node, buffers: list[bytes]) -> Any:
    import pandas

    values, name = codec._decode(node[1], buffers)
    return pandas.Index(values, name=name)


def _column(codec: Codec, node: Node, buffers: list[bytes]) -> Any:
    import pandas

    return pandas.array(codec._decode(node[2], buffers), dtype=node[1])


_DECODE: dict[str, Callable[[Codec, Node, list[bytes]], Any]] = {
    "int": lambda c, n, b: int(n[1], 16),
    "list": lambda c, n, b: _decoded(c, n[1], b),
    "tuple": lambda c, n, b: tuple(_decoded(c, n[1], b)),
    "set": lambda c, n, b: set(_decoded(c, n[1], b)),
    "frozenset": lambda c, n, b: frozenset(_decoded(c, n[1], b)),
    "deque": lambda c, n, b: collections.deque(_decoded(c, n[1], b)),
    "dict": _dict,
    "ordered": lambda c, n, b: collections.OrderedDict(_dict(c, n, b)),
    "counter": lambda c, n, b: collections.Counter(_dict(c, n, b)),
    "bytes": lambda c, n, b: bytes(b[n[1]]),
    "bytearray": lambda c, n, b: bytearray(b[n[1]]),
    "complex": lambda c, n, b: complex(n[1], n[2]),
    "range": lambda c, n, b: range(n[1], n[2], n[3]),
    "slice": lambda c, n, b: slice(*_decoded(c, n[1], b)),
    "ellipsis": lambda c, n, b: Ellipsis,
    "notimplemented": lambda c, n, b: NotImplemented,
    "fraction": lambda c, n, b: fractions.Fraction(int(n[1], 16), int(n[2], 16)),
    "decimal": lambda c, n, b: decimal.Decimal(n[1]),
    "datetime": lambda c, n, b: datetime.datetime.fromisoformat(n[1]),
    "date": lambda c, n, b: datetime.date.fromisoformat(n[1]),
    "time": lambda c, n, b: datetime.time.fromisoformat(n[1]),
    "timedelta": lambda c, n, b: datetime.timedelta(n[1], n[2], n[3]),
    "array": _array,
    "scalar": lambda c, n, b: _dtype(n[1]).type(_array(c, ["array", n[1], [], n[2]], b)[()]),
    "objects": _objects,
    "generator": _generator,
    "sympy": lambda c, n, b: _sympy_whole(n[1]),
    "named": _named,
    "frame": _frame,
    "series": _series,
    "index": _index,
    "column": _column,
}


class Channel:
    """Messages over a socket, one at a time."""

    def __init__(self, socket: Any, codec: Codec) -> None:
        self.socket, self.codec = socket, codec

    def send(self, value: Any) -> None:
        """Send one message, or raise before a byte of it is sent."""
        self.socket.sendall(self.codec.pack(value))

    def receive(self) -> Any:
        """The next message; EOFError where the other side is gone."""
        body, text = HEAD.unpack(self._exactly(HEAD.size))
        if body > MOST_BYTES or text > body:
            raise WireError("not a message")
        return self.codec.unpack(self._exactly(body), text)

    def _exactly(self, size: int) -> bytes:
        parts, missing = [], size
        while missing:
            part = self.socket.recv(min(missing, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            missing -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)
