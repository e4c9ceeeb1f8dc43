"""Tree shaking: the part of a check library's packages that student code may import.

An exercise may use parts of a course's package: data, plots, a function of an earlier unit. The
rest would give the answer away. `stage` writes packages of the same names with only the definitions
that the course's own cells import and those that they need, and nothing that the exercise asks for;
and the modules of gradebox that run inside the sandbox.
"""

import ast
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source
from pathlib import Path

from gradebox import PACKAGE, checks
from gradebox.course.syntax import parse
from gradebox.sandbox.inside import SHADOWS

# The modules of gradebox that run inside the sandbox, or that both sides use.
SHARED = (
    *("limits.py", "text.py"),
    *(f"sandbox/{name}.py" for name in ("cgroup", "channel", "linux", "outputs", "seccomp")),
    *(f"sandbox/{name}.py" for name in ("sympy_codec", "wire", "wire_limits")),
    *(f"sandbox/inside/{path.name}" for path in (PACKAGE / "sandbox/inside").glob("*.py")),
)
NO_PSUTIL = '''"""Shadows psutil, which would find no process; joblib does without it."""
raise ImportError("psutil is not available while grading: it needs /proc, and there is none")
'''
LEFT_OUT = '''

def {name}(*args, **kwargs):
    """Say that it is not available."""
    raise NotImplementedError("{name} is not available while grading: it is part of the exercise")
'''

Place = tuple[str, str]  # a module and a name in it


@dataclass
class Statement:
    """A top-level statement of a module: what it defines, and what it needs of the package."""

    node: ast.stmt
    defines: set[str]
    parts: list[ast.AST]  # the node, and all nodes below it
    needs: set[Place] = field(default_factory=set)


def stage(folder: Path, cells: Iterable[str], asked: set[str]) -> None:
    """Write the parts of gradebox and of check libraries that student code may import.

    Args:
        folder: Where the packages are written.
        cells: The code that the course gives.
        asked: Names of the functions that students have to write.

    """
    for name in SHARED:
        _copy(PACKAGE / name, (folder / PACKAGE.name / name).parent)
    for name in ("", "sandbox"):
        (folder / PACKAGE.name / name / "__init__.py").write_text("")
    (folder / SHADOWS).mkdir()
    (folder / SHADOWS / "psutil.py").write_text(NO_PSUTIL)
    libraries = checks.installed()
    packages = Packages(libraries)
    texts = packages.part(packages.wanted(cells), asked)
    texts |= dict.fromkeys(libraries.packages, "")
    texts |= {module: libraries.stub(module) for module in libraries.stubs}
    for module, text in texts.items():
        path = folder.joinpath(*module.split("."))
        whole = any(other.startswith(f"{module}.") for other in texts)
        whole = whole or module in packages.folders or "." not in module
        path = path / "__init__.py" if whole else path.with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _copy(path: Path, folder: Path) -> None:
    """Copy a module with its bytecode, so that no start of a sandbox has to compile it."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy2(path, folder)  # with its time, which shows that its bytecode is up to date
    SourceFileLoader(path.stem, str(path)).get_code(path.stem)  # compiles it if necessary
    compiled = Path(cache_from_source(str(path)))
    if compiled.is_file():
        (folder / "__pycache__").mkdir(exist_ok=True)
        shutil.copy(compiled, folder / "__pycache__")


class Packages:
    """The modules of check libraries, read as text when they are needed."""

    def __init__(self, libraries: checks.CheckLibraries) -> None:
        self.paths: dict[str, Path] = {}
        self.folders: set[str] = set()
        private = {*libraries.private, *libraries.stubs}
        for folder in libraries.folders():
            for path in sorted(folder.rglob("*.py")):
                parts = path.relative_to(folder.parent).with_suffix("").parts
                if parts[-1] == "__init__":
                    parts = parts[:-1]
                    self.folders.add(".".join(parts))
                heads = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
                if len(parts) > 1 and not heads & private:
                    self.paths[".".join(parts)] = path
        self.modules: dict[str, list[Statement]] = {}  # those that were read

    def _read(self, modules: Iterable[str]) -> None:
        """Read some modules and all that they import, directly or indirectly."""
        stack = list(modules)
        while stack:
            module = stack.pop()
            if module in self.modules:
                continue
            tree = ast.parse(self.paths[module].read_text())
            self.modules[module] = [
                Statement(node, _defines(node), list(ast.walk(node))) for node in tree.body
            ]
            for statement in self.modules[module]:
                for part in statement.parts:
                    if isinstance(part, ast.Import | ast.ImportFrom):
                        stack += [place[0] for place in self._imports(part).values()]

    def wanted(self, cells: Iterable[str]) -> set[Place]:
        """Return what some code imports from the packages: (module, name), or (module, "*")."""
        nodes = (node for cell in cells for node in ast.walk(parse(cell)))
        return {place for node in nodes for place in self._imports(node).values()}

    def _imports(self, node: ast.AST) -> dict[str, Place]:
        """Return the names that an import binds to something in the packages."""
        found: dict[str, Place] = {}
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                module = inner in self.paths
                place = (
                    inner if module else node.module,
                    "*" if module or alias.name == "*" else alias.name,
                )
                found[alias.asname or alias.name] = place
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if "." in alias.name:
                    head = alias.name.partition(".")[0]
                    found[alias.asname or head] = (alias.name, "*")
        return {name: place for name, place in found.items() if place[0] in self.paths}

    def part(self, wanted: set[Place], asked: set[str]) -> dict[str, str]:
        """Return the text of every module that is needed, without answers and what needs them."""
        self._read(module for module, _ in wanted)
        self._link()
        answers = {
            (module, name)
            for module, statements in self.modules.items()
            for statement in statements
            if isinstance(statement.node, ast.FunctionDef)
            for name in statement.defines & asked
        }
        barred = self._depending_on(answers)
        kept = self._closure(wanted, barred)
        texts = {}
        for module in {module for module, _ in kept}:
            names = {name for place, name in kept if place == module}
            left_out = {name for place, name in barred if place == module and "*" in names}
            texts[module] = self._text(module, names, kept) + "".join(
                LEFT_OUT.format(name=name) for name in sorted(left_out)
            )
        for module in list(texts):
            while "." in module:
                module = module.rpartition(".")[0]
                texts.setdefault(module, "")
        return texts

    def _link(self) -> None:
        """Find for every statement what it needs of the package."""
        for module, statements in self.modules.items():
            bound: dict[str, Place] = {}
            for statement in statements:
                bound |= self._imports(statement.node)
            for statement in statements:
                bound |= {name: (module, name) for name in statement.defines if name not in bound}
            for statement in statements:
                if not self._imports(statement.node):
                    statement.needs = self._uses(statement, bound)

    def _uses(self, statement: Statement, bound: dict[str, Place]) -> set[Place]:
        needs: set[Place] = set()
        local = dict(bound)
        for part in statement.parts:
            if isinstance(part, ast.Import | ast.ImportFrom):
                local |= self._imports(part)
        modules = {name: place[0] for name, place in local.items() if place[1] == "*"}
        for part in statement.parts:
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                if part.value.id in modules:
                    needs.add((modules[part.value.id], part.attr))
            elif isinstance(part, ast.Name) and part.id in local and part.id not in modules:
                needs.add(local[part.id])
        return needs

    def _definitions(self) -> dict[Place, Statement]:
        return {
            (module, name): statement
            for module, statements in self.modules.items()
            for statement in statements
            for name in statement.defines
        }

    def _depending_on(self, places: set[Place]) -> set[Place]:
        """Return these places and all that need one of them."""
        definitions = self._definitions()
        found, grown = set(places), True
        while grown:
            more = {
                place
                for place, statement in definitions.items()
                if place not in found and statement.needs & found
            }
            found |= more
            grown = bool(more)
        return found

    def _closure(self, wanted: set[Place], barred: set[Place]) -> set[Place]:
        """Return what is wanted and what that needs, except barred places."""
        definitions = self._definitions()
        kept: set[Place] = set()
        stack = list(wanted)
        while stack:
            module, name = place = stack.pop()
            if place in kept or place in barred:
                continue
            kept.add(place)
            if name == "*":
                stack.extend(p for p in definitions if p[0] == module)
            elif place in definitions:
                stack.extend(definitions[place].needs)
        return kept

    def _text(self, module: str, names: set[str], kept: set[Place]) -> str:
        lines = []
        for statement in self.modules[module]:
            node = statement.node
            if isinstance(node, ast.Import | ast.ImportFrom):
                if line := self._trimmed(node, kept):
                    lines.append(line)
            elif statement.defines & names:
                lines.append(ast.unparse(node))
        return "\n".join(lines) + "\n"

    def _trimmed(self, node: ast.Import | ast.ImportFrom, kept: set[Place]) -> str:
        """Return an import with only those names that exist."""
        inside = self._imports(node)
        modules = {module for module, _ in kept}
        aliases = []
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            place = inside.get(name) or inside.get(alias.name)
            if place is None or place in kept or (place[1] == "*" and place[0] in modules):
                aliases.append(alias)
        if not aliases:
            return ""
        node = ast.copy_location(type(node)(**{**vars(node), "names": aliases}), node)
        return ast.unparse(node)


def _defines(node: ast.stmt) -> set[str]:
    """Return the names that a top-level statement binds, except imports."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
        return set()
    return {
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
