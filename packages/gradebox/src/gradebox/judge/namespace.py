"""The names that a test cell sees: the course's own, then the student's, then Python's."""

import builtins
import contextlib
import types
from collections.abc import Iterator
from typing import Any

from gradebox.course.ownership import NameOwnership
from gradebox.judge.remote import Remote, RemoteNotebook
from gradebox.sandbox.wire_limits import WireError


class Namespace(dict[str, Any]):
    """The global names of test cells; those of the student are proxies.

    Args:
        remote: The student's notebook.
        owners: Which names belong to the course.
        warm: The names that given cells set before anything was graded.

    """

    def __init__(self, remote: RemoteNotebook, owners: NameOwnership, warm: dict[str, Any]) -> None:
        super().__init__(warm)
        self.remote, self.owners = remote, owners
        self.surroundings: dict[str, Any] = {}  # see `gradebox.judge.surroundings.Texts`
        self._proxies: dict[str, Remote] = {}  # for this cell, so that each name is requested once
        # For this cell, so that a test can change them: when each was read, and how it was then.
        self._values: dict[str, tuple[int, Any, Any]] = {}
        self.values_read: dict[str, list[Any]] = {}  # by this cell, of the student's plain values

    def enter(self, place: int) -> None:
        """Begin a cell: drop the names that don't belong to the course there."""
        ours = self.owners.course_names.get(place)
        if ours is not None:
            for name in [n for n in dict.keys(self) if n not in ours and not n.startswith("__")]:
                super().__delitem__(name)
        self._proxies.clear()
        self._values.clear()
        self.values_read.clear()

    def __missing__(self, name: str) -> Any:
        if name in self._proxies:
            return self._proxies[name]
        if name not in self.owners.shared:
            if name in self.surroundings:
                return self.surroundings[name]
            if hasattr(builtins, name):
                raise KeyError(name)
        changes = self.remote.process.changes
        then, before, known = self._values.get(name, (-1, None, None))
        if then == changes:
            return known
        value = self.remote.get(name)
        if isinstance(value, Remote):
            self._proxies[name] = value
            return value
        self.values_read.setdefault(name, []).append(value)
        if (now := self.remote.fingerprint(value)) is not None:
            if now == before:  # the student's value is as it was; the test may have changed its own
                value = known
            self._values[name] = changes, now, value
        return value

    def _forget(self, name: str) -> None:
        self._proxies.pop(name, None)
        self._values.pop(name, None)

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and self.remote.has(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def keys(self) -> Any:
        """Return all names, the student's too: `dir()` and `globals()` show them."""
        return dict.fromkeys([*dict.keys(self), *self.remote.names()]).keys()

    def values(self) -> Any:
        return [self[name] for name in self.keys()]

    def items(self) -> Any:
        return [(name, self[name]) for name in self.keys()]

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self.owners.shared and not isinstance(value, types.ModuleType):
            self._forget(name)
            with contextlib.suppress(WireError):  # such as a figure: then only the test has it
                self.remote.set(name, value)
        super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        if name in self.owners.shared:
            self._forget(name)
            self.remote.delete(name)
            if not super().__contains__(name):
                return
        super().__delitem__(name)


class Overlay(dict[str, Any]):
    """A namespace that reads another one, and keeps new names to itself."""

    def __init__(self, names: Namespace) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, name: str) -> Any:
        return self.names[name]
