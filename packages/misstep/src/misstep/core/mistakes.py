"""Right answers as students write them, and the mistakes that a check knows by name."""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Answer:
    """The source of a function as a student would write it, compiled when it is first needed."""

    name: str
    source: str

    @classmethod
    def of(cls, name: str, parameters: Iterable[str], body: str) -> "Answer":
        """The answer of which the lines of the body are given."""
        lines = textwrap.indent(textwrap.dedent(body).strip(), "    ")
        return cls(name, f"def {name}({', '.join(parameters)}):\n{lines}\n")

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function itself."""
        namespace: dict[str, Any] = {"np": np}
        exec(compile(self.source, f"<{self.name}>", "exec"), namespace)
        made: Callable[..., Any] = namespace[self.name]
        return made

    def edited(self, edits: str) -> "Answer":
        """The answer with all occurrences in its body replaced: "old -> new" lines, in order."""
        head, _, body = self.source.partition("\n")
        for old, new in replacements(edits):
            if old not in body:
                raise ValueError(f"{self.name}: there is no {old!r} to edit in\n{body}")
            body = body.replace(old, new)
        return Answer(self.name, f"{head}\n{body}")


def replacements(edits: str) -> Iterator[tuple[str, str]]:
    """What is replaced by what: (old, new) for each line of edits."""
    for line in filter(None, map(str.strip, edits.splitlines())):
        old, arrow, new = (part.strip() for part in line.partition("->"))
        if not (old and arrow):
            raise ValueError(f'an edit is written "old -> new", not {line!r}')
        yield old, new


@dataclass(frozen=True, eq=False)
class Mistake:
    """A known mistake in an answer of any kind.

    Args:
        answer: The wrong answer: a function, its source, a number or a list, an expression.
        looks: What the mistake is.
        think: A question that leads to the right answer.
        unrelated: It is another thing altogether, not a slip on the way to the right answer.
        base: The right function that is edited,
        edits: and how.

    """

    answer: Any
    looks: str = ""
    think: str = ""
    unrelated: bool = False
    base: Answer | None = None
    edits: str = ""

    @property
    def wrong(self) -> Any:
        """The wrong answer itself; of a source, the function."""
        return self.answer.function if isinstance(self.answer, Answer) else self.answer

    @property
    def source(self) -> str:
        """Its source as a student would write it; empty if the mistake is not an edit."""
        return self.answer.source if isinstance(self.answer, Answer) else ""
