"""Name analysis of notebook cells: which names a cell defines and reads, which cells it needs."""

import ast
import re
import symtable
from collections.abc import Iterable, Iterator, Sequence


def cell_names(source: str) -> tuple[set[str], set[str]] | None:
    """The names that a cell defines at its top level, and those that it reads.

    None if Python can't parse the cell.
    """
    try:
        table = symtable.symtable(source, "<cell>", "exec")
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return None
    defined = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
    }
    read = {symbol.get_name() for symbol in _global_reads(table)}
    for node in ast.walk(tree):  # check("softmax") reads softmax
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            read.add(node.value)
    return defined, read


def defined_names(source: str) -> set[str]:
    """The names that a cell defines; if Python can't parse it, those that its lines seem to."""
    names = cell_names(source)
    if names is not None:
        return names[0]
    found = re.findall(
        r"^(?:(?:def|class)\s+(\w+)|(?:\w+ )?(\w+)(?=\s*[=(:]))", source, re.MULTILINE
    )
    return {defined or assigned for defined, assigned in found}


def needed_cells(
    sources: Sequence[str], target: int, always: Iterable[int] = ()
) -> list[tuple[int, str]]:
    """The cells that have to run for a target, itself last: index and source, in order.

    Imports whose names nothing uses are removed.
    """
    defined = [defined_names(source) for source in sources[: target + 1]]
    read = [(cell_names(source) or (set(), set()))[1] for source in sources[: target + 1]]
    used: dict[int, set[str]] = {}
    kept = {target, *always}
    queue = list(kept)
    while queue:
        reader = queue.pop()
        for name in read[reader]:
            definer = next((i for i in range(reader - 1, -1, -1) if name in defined[i]), None)
            if definer is None:
                continue
            used.setdefault(definer, set()).add(name)
            if definer not in kept:
                kept.add(definer)
                queue.append(definer)
    return [
        (i, sources[i] if i == target else _without_unused_imports(sources[i], used.get(i, set())))
        for i in sorted(kept)
    ]


def _global_reads(table: symtable.SymbolTable) -> Iterator[symtable.Symbol]:
    top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (top or symbol.is_global()):
            yield symbol
    for child in table.get_children():
        yield from _global_reads(child)


def _without_unused_imports(source: str, used: set[str]) -> str:
    """A cell without the top-level imports that nothing uses; its lines keep their numbers."""
    try:
        statements = ast.parse(source).body
    except (SyntaxError, ValueError):
        return source
    imports = [each for each in statements if isinstance(each, ast.Import | ast.ImportFrom)]
    lines = source.splitlines()
    rest = list(lines)
    for each in imports:
        rest[each.lineno - 1 : each.end_lineno] = [""] * _height(each)
    used = used | (cell_names("\n".join(rest)) or (set(), used))[1]
    for each in imports:
        each.names = [
            alias
            for alias in each.names
            if alias.name == "*" or (alias.asname or alias.name.partition(".")[0]) in used
        ]
        kept = [ast.unparse(each)] if each.names else [""]
        lines[each.lineno - 1 : each.end_lineno] = kept + [""] * (_height(each) - 1)
    return "\n".join(lines)


def _height(statement: ast.stmt) -> int:
    """The number of lines of a statement."""
    return (statement.end_lineno or statement.lineno) - statement.lineno + 1
