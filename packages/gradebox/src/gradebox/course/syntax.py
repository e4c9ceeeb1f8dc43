"""Static analysis of one cell's code: the names that it binds, reads, changes and imports.

Nothing is run. Lines that only IPython knows (magics, shell commands) are left out, and code
that is no Python has no names.
"""

import ast
import re
import symtable
import warnings
from collections.abc import Iterable, Iterator

MAGIC = re.compile(r"^\s*[%!?]|^\s*\S+\s*=\s*[%!]", re.MULTILINE)

Definition = ast.FunctionDef | ast.ClassDef


def plain(source: str) -> str:
    """A cell's code as plain Python: lines that only IPython knows are left out."""
    return "\n".join("" if MAGIC.match(line) else line for line in source.splitlines())


def _tree(source: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they would quote a student's line on the terminal
            return ast.parse(plain(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # null bytes, deep nesting
        return ast.Module(body=[], type_ignores=[])


def bound(source: str) -> set[str]:
    """The names that a cell sets at its top level."""
    return set(_bindings(_tree(source).body))


def _bindings(body: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name
            continue
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
            continue
        for part in _walk_here(statement):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id
            elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield part.name
            elif isinstance(part, ast.Import | ast.ImportFrom):
                yield from (a.asname or a.name.partition(".")[0] for a in part.names)
            elif isinstance(part, ast.ExceptHandler) and part.name:
                yield part.name


def _walk_here(node: ast.AST) -> Iterator[ast.AST]:
    """Like ast.walk, without going into functions and classes."""
    stack = [node]
    while stack:
        part = stack.pop()
        yield part
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            stack.extend(ast.iter_child_nodes(part))


def used(source: str) -> set[str]:
    """All names that a cell reads, and all its words: a test may look a name up by its text."""
    names: set[str] = set()
    for part in ast.walk(_tree(source)):
        if isinstance(part, ast.Name):
            names.add(part.id)
        elif isinstance(part, ast.Constant) and str(part.value).isidentifier():
            names.add(str(part.value))
    return names


def read_globals(source: str) -> dict[str, set[str]]:
    """The global names that each function or class of a cell reads; "" is the rest of the cell."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            top = symtable.symtable(plain(source), "cell", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: dict[str, set[str]] = {
        "": {s.get_name() for s in top.get_symbols() if s.is_referenced() and not s.is_assigned()}
    }
    for child in top.get_children():
        tables, read = [child], found.setdefault(_user(child), set())
        while tables:
            table = tables.pop()
            tables.extend(table.get_children())
            read |= {
                s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()
            }
    return found


def _user(table: symtable.SymbolTable) -> str:
    """The name of a function or class; a lambda or a comprehension has none."""
    return (
        table.get_name()
        if table.get_name().isidentifier()
        and table.get_name() not in ("lambda", "genexpr", "listcomp", "setcomp", "dictcomp")
        else ""
    )


def changed(source: str) -> set[str]:
    """The names whose things a cell changes in place: x.append(...), x[0] = ..., x.a = ..."""
    names: set[str] = set()
    for statement in _tree(source).body:
        for part in _walk_here(statement):
            target: ast.AST | None = None
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
                target = part.func.value
            elif isinstance(part, ast.Subscript | ast.Attribute) and not isinstance(
                part.ctx, ast.Load
            ):
                target = part.value
            while isinstance(target, ast.Subscript | ast.Attribute):
                target = target.value
            if isinstance(target, ast.Name):
                names.add(target.id)
    return names


def imported(source: str) -> list[str]:
    """The modules that a cell imports, wherever it does."""
    names = []
    for part in ast.walk(_tree(source)):
        if isinstance(part, ast.Import):
            names += [alias.name for alias in part.names]
        elif isinstance(part, ast.ImportFrom) and part.module and not part.level:
            names.append(part.module)
            names += [f"{part.module}.{alias.name}" for alias in part.names]
    return names


def import_names(source: str) -> set[str]:
    """The names that a cell's imports bind at its top level."""
    body = _tree(source).body
    return set(_bindings(node for node in body if isinstance(node, ast.Import | ast.ImportFrom)))


def definitions(source: str) -> list[Definition]:
    """The functions and classes that a cell defines."""
    return [node for node in _tree(source).body if isinstance(node, Definition)]


def classes(source: str) -> list[str]:
    """The names of the classes that a cell defines."""
    return [node.name for node in definitions(source) if isinstance(node, ast.ClassDef)]
