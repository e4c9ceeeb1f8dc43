"""What a test cell finds around it: files beside the notebook, seeds, `In`, `exec` and `eval`."""

import builtins
import contextlib
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gradebox.course.syntax import string_constants
from gradebox.judge.remote import RemoteNotebook


class AssignmentFolder:
    """The files of an assignment on disk. Tests get copies of its folders with links to its files.

    Args:
        scratch: The folder in which it is made.
        files: The content of the files, by name.

    """

    def __init__(self, scratch: Path, files: Mapping[str, bytes]) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="files-", dir=scratch))
        for name, content in files.items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    @contextlib.contextmanager
    def entered(self, path: Path) -> Iterator[None]:
        """Work in a folder, with the assignment's modules first, as a notebook's kernel does."""
        place = str(self.path)
        with contextlib.chdir(path):
            sys.path.insert(0, place)
            try:
                yield
            finally:
                sys.path.remove(place)

    @contextlib.contextmanager
    def copied(self) -> Iterator[None]:
        """Work in a new folder, in which a test can write without changing the files."""
        work = Path(tempfile.mkdtemp(prefix="work-"))
        try:
            for folder, inner, names in os.walk(self.path):
                here = work / os.path.relpath(folder, self.path)
                for name in inner:
                    (here / name).mkdir()
                for name in names:
                    (here / name).symlink_to(os.path.join(folder, name))
            with self.entered(work):
                yield
        finally:
            shutil.rmtree(work, ignore_errors=True)


@contextlib.contextmanager
def shared_seeds(remote: RemoteNotebook) -> Iterator[None]:
    """Let a test's `random.seed` and `numpy.random.seed` hold for the student's process, too."""
    with contextlib.ExitStack() as stack:
        for library, module in (("random", random), ("numpy", sys.modules.get("numpy.random"))):
            if module is not None:
                stack.callback(setattr, module, "seed", module.seed)
                module.seed = _seed(remote, library, module.seed)  # type: ignore[attr-defined]
        yield


def _seed(remote: RemoteNotebook, library: str, own: Callable[..., Any]) -> Callable[..., Any]:
    def seed(*args: Any, **kwargs: Any) -> None:
        own(*args, **kwargs)
        remote.seed(library, *args, *kwargs.values())

    return seed


class Texts:
    """`exec`, `eval` and `compile` for test cells: a student's text runs in their own process.

    Only texts that the test cell itself spells out run here. All others may come from a student.
    """

    def __init__(self, remote: RemoteNotebook) -> None:
        self.remote = remote
        self.inputs = [""]  # the cells that have run, as IPython's `In`
        self._own: set[str] = set()

    def enter(self, source: str) -> None:
        """Begin a test cell."""
        self._own = string_constants(source)

    @property
    def names(self) -> dict[str, Any]:
        """The names under which test cells find these."""
        functions = {"exec": self.exec, "eval": self.eval, "compile": self.compile}
        return {**functions, "In": self.inputs, "_ih": self.inputs}

    def _is_own(self, text: Any) -> bool:
        return not isinstance(text, str | bytes) or text in self._own

    def compile(self, source: Any, *args: Any, **kwargs: Any) -> Any:
        """Compile a text of the test's own; return any other as it is."""
        return builtins.compile(source, *args, **kwargs) if self._is_own(source) else source

    def exec(self, source: Any, globals: Any = None, locals: Any = None) -> None:  # noqa: A002
        """Run a text, or compiled code."""
        self._run(source, globals, locals, False)

    def eval(self, source: Any, globals: Any = None, locals: Any = None) -> Any:  # noqa: A002
        """Evaluate a text, or compiled code."""
        return self._run(source, globals, locals, True)

    def _run(self, source: Any, own: Any, local: Any, evaluate: bool) -> Any:
        frame = sys._getframe(2)
        if self._is_own(source):
            run = builtins.eval if evaluate else builtins.exec
            if own is None:
                own, local = frame.f_globals, frame.f_locals
            return run(source, own, local)
        text = source.decode() if isinstance(source, bytes) else str(source)
        if own is None or own is frame.f_globals:  # the names of the notebook, which are there
            return self.remote.run_text(text, evaluate, None)["value"]
        given = {**own, **(local or {})}
        given.pop("__builtins__", None)
        answer = self.remote.run_text(text, evaluate, given)
        (own if local is None else local).update(answer["names"])
        return answer["value"]
