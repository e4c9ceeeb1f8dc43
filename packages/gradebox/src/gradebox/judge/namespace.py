"""The names that a test cell sees: the course's own, then the student's, then Python's."""

import builtins
import types
from typing import Any

from gradebox.course.ownership import NameOwnership
from gradebox.judge.remote import Remote, RemoteNotebook


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
        self._proxies: dict[str, Remote] = {}  # of this cell, so that a name is asked for once

    def enter(self, place: int) -> None:
        """Begin a cell: drop the names that don't belong to the course there."""
        ours = self.owners.course_names.get(place)
        if ours is not None:
            for name in [n for n in self if n not in ours and not n.startswith("__")]:
                super().__delitem__(name)
        self._proxies.clear()

    def __missing__(self, name: str) -> Any:
        if name in self._proxies:
            return self._proxies[name]
        if hasattr(builtins, name) and name not in self.owners.shared:
            raise KeyError(name)
        value = self.remote.get(name)
        if isinstance(value, Remote):
            self._proxies[name] = value
        return value

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self[name]
        except KeyError:
            return default

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self.owners.shared and not isinstance(value, types.ModuleType):
            self._proxies.pop(name, None)
            self.remote.set(name, value)
        super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        if name in self.owners.shared:
            self._proxies.pop(name, None)
            self.remote.delete(name)
            if name not in self:
                return
        super().__delitem__(name)


class Overlay(dict[str, Any]):
    """A namespace that reads another one, and keeps new names to itself."""

    def __init__(self, names: Namespace) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, name: str) -> Any:
        return self.names[name]
