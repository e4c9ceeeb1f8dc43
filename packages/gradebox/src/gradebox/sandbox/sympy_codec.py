"""SymPy expressions on the wire: a list of parts, arguments first, each sub-expression once."""

from typing import Any

from gradebox.sandbox.wire_limits import (
    FLOAT,
    MAX_BITS,
    MAX_FRACTION_BITS,
    MAX_SYMPY_PARTS,
    MAX_SYMPY_PRECISION,
    WireError,
    decode_int,
    encode_int,
    short_text,
)

Node = Any  # see `wire`


def encode(value: Any) -> list[Node] | None:
    """Return an expression as its parts; None if it has too many, or one that isn't SymPy's own."""
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
            if len(stack) + len(parts) > MAX_SYMPY_PARTS:
                return None
            continue
        stack.pop()
        part = _encode_part(node, place)
        if part[0] in ("make", "constant") and _sympy_class(part[1]) is not type(node):
            return None
        place[node] = len(parts)
        parts.append(part)
    return parts


def _encode_part(node: Any, place: dict[Any, int]) -> Node:
    import sympy

    if node.is_Integer:
        return ["Integer", encode_int(int(node), MAX_BITS)]
    if node.is_Rational:
        return [
            "Rational",
            *(encode_int(int(part), MAX_FRACTION_BITS) for part in (node.p, node.q)),
        ]
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
    """Return SymPy's own class of that name, or None."""
    import sympy

    pieces = sympy.functions.elementary.piecewise
    for module in (sympy, sympy.core.numbers, sympy.logic.boolalg, pieces):
        found = getattr(module, name, None)
        if isinstance(found, type) and issubclass(found, sympy.Basic):
            return found
    return None


def decode(parts: list[Node]) -> Any:
    """Return the expression that `encode` encoded."""
    import sympy

    def kind(name: str) -> Any:
        found = _sympy_class(name)
        if found is None:
            raise WireError(f"SymPy has no {name}")
        return found

    def make(part: Node) -> Any:
        head = part[0]
        if head == "Integer":
            return sympy.Integer(decode_int(part[1], MAX_BITS))
        if head == "Rational":
            return sympy.Rational(*(decode_int(number, MAX_FRACTION_BITS) for number in part[1:3]))
        if head == "Float":
            if not FLOAT.fullmatch(short_text(part[1])):
                raise WireError("not a number")
            return sympy.Float(part[1], precision=min(int(part[2]), MAX_SYMPY_PRECISION))
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

    if len(parts) > MAX_SYMPY_PARTS:
        raise WireError("an expression with too many parts")
    built: list[Any] = []
    built.extend(make(part) for part in parts)
    return built[-1]
