"""Static analysis of one cell's code: the names that it binds, reads, mutates and imports.

Nothing is run. Lines that only IPython understands (magics, shell commands) are left out, and code
with a syntax error has no names.
"""

import ast
import functools
import re
import symtable
import tokenize
import warnings
from collections.abc import Iterable, Iterator

MAGIC = re.compile(r"^\s*[%!?]|^\s*[\w.,* ]+=\s*[%!]|^\s*[\w.*]+\?{1,2}\s*$", re.MULTILINE)
TIMED = re.compile(r"^(\s*)%time\s+(?=[^\s-])")  # the rest of the line is Python
PYTHON_MAGICS = ("%%time", "%%timeit", "%%capture", "%%prun")  # the rest of the cell is Python
UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError)  # null bytes, deep nesting

Definition = ast.FunctionDef | ast.ClassDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


def without_magics(source: str) -> str:
    """Return a cell's code as plain Python, with empty statements in place of IPython's own."""
    if not MAGIC.search(source):
        return source
    lines = source.splitlines()
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("%%") and first.split()[0] not in PYTHON_MAGICS:
        return "\n" * (len(lines) - 1)
    for number, line in enumerate(lines):
        if MAGIC.match(line) and not _is_continued(lines[:number]):
            indent = line[: len(line) - len(line.lstrip())]
            timed = TIMED.match(line)
            lines[number] = indent + (line[timed.end() :] if timed else "pass" if indent else "")
    return "\n".join(lines)


def _is_continued(lines: list[str]) -> bool:
    """Return True if some lines end inside brackets, a string or a statement."""
    if lines and lines[-1].endswith("\\"):
        return True
    text = iter([*(f"{line}\n" for line in lines), ""])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for _ in tokenize.generate_tokens(lambda: next(text)):
                pass
    except tokenize.TokenError as error:
        return "EOF in multi-line" in str(error) or "unterminated triple" in str(error)
    except (SyntaxError, StopIteration):
        return False
    return False


@functools.lru_cache(maxsize=256)
def parse(source: str) -> ast.Module:
    """Return the syntax tree of a cell, to be read only; an empty one if it has a syntax error.

    Judges are forked from a process that has parsed the course's cells.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they would quote a student's line on the terminal
            return ast.parse(without_magics(source))
    except UNPARSABLE:
        return ast.Module(body=[], type_ignores=[])


def bound_names(source: str) -> set[str]:
    """Return the names that a cell sets at its top level."""
    return set(_bindings(parse(source).body))


def imported_names(source: str) -> set[str]:
    """Return the names that a cell's imports set at its top level."""
    return set(_bindings(node for node in parse(source).body if isinstance(node, _IMPORTS)))


def _bindings(body: Iterable[ast.stmt]) -> Iterator[str]:
    for part in (part for statement in body for part in _walk_scope(statement)):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        elif isinstance(part, _SCOPES):
            yield part.name
        elif isinstance(part, _IMPORTS):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in part.names)
        elif isinstance(part, ast.ExceptHandler) and part.name:
            yield part.name


def _walk_scope(node: ast.AST) -> Iterator[ast.AST]:
    """Like ast.walk, without going into functions and classes."""
    stack = [node]
    while stack:
        part = stack.pop()
        yield part
        if not isinstance(part, (*_SCOPES, ast.Lambda)):
            stack.extend(ast.iter_child_nodes(part))


def mentioned_names(source: str) -> set[str]:
    """Return all names in a cell, and words in strings: a test may look a name up by its text."""
    names: set[str] = set()
    for part in ast.walk(parse(source)):
        if isinstance(part, ast.Name):
            names.add(part.id)
        elif isinstance(part, ast.Constant) and str(part.value).isidentifier():
            names.add(str(part.value))
    return names


def string_constants(source: str) -> set[str]:
    """Return the strings that a cell spells out."""
    parts = (part.value for part in ast.walk(parse(source)) if isinstance(part, ast.Constant))
    return {value for value in parts if isinstance(value, str)}


def read_globals(source: str) -> dict[str, set[str]]:
    """Return the global names that each function or class of a cell reads; "" for other code."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            top = symtable.symtable(without_magics(source), "cell", "exec")
    except UNPARSABLE:
        return {}
    found: dict[str, set[str]] = {
        "": {s.get_name() for s in top.get_symbols() if s.is_referenced() and not s.is_assigned()}
    }
    for child in top.get_children():
        tables, read = [child], found.setdefault(_definition_name(child), set())
        while tables:
            table = tables.pop()
            tables.extend(table.get_children())
            read |= {
                s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()
            }
    return found


def _definition_name(table: symtable.SymbolTable) -> str:
    """Return the name of a function or class; a lambda or a comprehension has none."""
    name = table.get_name()
    nameless = ("lambda", "genexpr", "listcomp", "setcomp", "dictcomp")
    return name if name.isidentifier() and name not in nameless else ""


def read_names(source: str) -> set[str]:
    """Return the names that a cell needs from outside, or that its functions take from it."""
    return set[str]().union(*read_globals(source).values())


def mutated_names(source: str) -> set[str]:
    """Return the names whose values a cell changes in place: x.append(...), x[0] = ..., x.a = 1."""
    names: set[str] = set()
    for part in (part for statement in parse(source).body for part in _walk_scope(statement)):
        target: ast.AST | None = None
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            target = part.func.value
        elif isinstance(part, ast.Subscript | ast.Attribute) and not isinstance(part.ctx, ast.Load):
            target = part.value
        while isinstance(target, ast.Subscript | ast.Attribute):
            target = target.value
        if isinstance(target, ast.Name):
            names.add(target.id)
    return names


def imported_modules(source: str) -> list[str]:
    """Return the modules that a cell imports anywhere, and names that may be modules."""
    names = []
    for part in ast.walk(parse(source)):
        if isinstance(part, ast.Import):
            names += [alias.name for alias in part.names]
        elif isinstance(part, ast.ImportFrom) and part.module and not part.level:
            names += [part.module, *(f"{part.module}.{alias.name}" for alias in part.names)]
    return names


def definitions(source: str) -> list[Definition]:
    """Return the functions and classes that a cell defines."""
    return [node for node in parse(source).body if isinstance(node, Definition)]


def changed_names(before: str, after: str) -> set[str]:
    """Return the names that both versions of a cell set, each in another way."""
    versions: list[dict[str, list[str]]] = []
    for source in (before, after):
        versions.append({})
        for statement in parse(source).body:
            for name in _bindings([statement]):
                versions[-1].setdefault(name, []).append(ast.dump(statement))
    old, new = versions
    return {name for name in old.keys() & new.keys() if old[name] != new[name]}


def unwritten_names(source: str) -> set[str]:
    """Return the names that a cell leaves to be written: empty functions, and values of None."""
    body = parse(source).body
    found = {node.name for node in definitions(source) if _is_unwritten(node)}
    for node in body:
        if isinstance(node, ast.Assign) and _is_unwritten(ast.Expr(node.value)):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def _is_unwritten(node: ast.stmt) -> bool:
    if isinstance(node, Definition):
        if isinstance(node, ast.ClassDef) and node.bases:  # such as an exception
            return False
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        return all(map(_is_unwritten, body))
    if isinstance(node, ast.Raise):
        return "NotImplementedError" in ast.dump(node)
    value = node.value if isinstance(node, ast.Expr | ast.Return) else node
    empty = isinstance(value, ast.Constant) and value.value in (None, ...)
    return value is None or empty or isinstance(node, ast.Pass)


def class_names(source: str) -> list[str]:
    """Return the names of the classes that a cell defines."""
    return [node.name for node in definitions(source) if isinstance(node, ast.ClassDef)]
