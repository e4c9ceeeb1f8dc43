"""Static analysis of a student's function: does it lean on a ready-made model?

Only the source is read: the function's own, and that of the student's functions and classes that it
names. It finds an import inside of it, and whatever it names that came with such a package.
"""

import ast
import inspect
import textwrap
from types import ModuleType
from typing import Any

from misstep.core.calling import is_remote
from misstep.core.course import current
from misstep.explain.findings import Finding, Strength

# Packages that hold models, or what a model is mostly made of.
READY_MADE = {
    *("catboost", "fasttext", "flax", "gensim", "jax", "keras", "lightgbm", "nltk", "scipy"),
    *("sentence_transformers", "sklearn", "spacy", "statsmodels", "tensorflow", "textblob"),
    *("torch", "transformers", "vaderSentiment", "xgboost"),
}


def ready_made_package(function: Any) -> str:
    """The ready-made package that a function leans on, as far as can be told; or nothing."""
    queue, seen = [function], {id(function)}
    while queue:
        own = queue.pop()
        tree = _tree(own)
        if tree is None:
            continue
        for package in _imports(tree):
            if _ready_made(package):
                return package
        names = getattr(own, "__globals__", None) or getattr(function, "__globals__", {})
        for name in _free_names(tree):
            value = names.get(name)
            package = _home(value)
            if _ready_made(package):
                return package
            theirs = package in ("__main__", getattr(function, "__module__", ""))
            if theirs and callable(value) and id(value) not in seen:
                seen.add(id(value))
                queue.append(value)
    return ""


def borrowed(package: str) -> Finding:
    """The finding that a function leans on a package."""
    head = package.partition(".")[0]
    if head == current.name:
        return Finding("uses-course", Strength.CAUSE, {"package": package})
    return Finding("uses-package", Strength.CAUSE, {"package": head})


def _ready_made(package: str) -> bool:
    head, _, module = package.partition(".")
    given = not module or module.partition(".")[0] in current.given
    return head in READY_MADE or (head == current.name and not given)


def _tree(own: Any) -> ast.AST | None:
    try:
        source = own.source if is_remote(own) else inspect.getsource(own)
        return ast.parse(textwrap.dedent(source))
    except (OSError, TypeError, ValueError, SyntaxError):  # it has no source, or only a part of one
        return None


def _imports(tree: ast.AST) -> list[str]:
    """The modules that code imports."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == current.name:  # after `import` of the package
                found.append(f"{current.name}.{node.attr}")
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else None
            called = node.func.id if isinstance(node.func, ast.Name) else called
            if called in ("import_module", "__import__"):
                found.append(str(node.args[0].value))
    return found


def _free_names(tree: ast.AST) -> list[str]:
    """The names that code reads and does not set itself."""
    read: set[str] = set()
    bound: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    return sorted(read - bound)


def _home(value: Any) -> str:
    """The module that a value comes from."""
    if isinstance(value, ModuleType):
        return value.__name__
    return str(getattr(value, "__module__", None) or type(value).__module__)
