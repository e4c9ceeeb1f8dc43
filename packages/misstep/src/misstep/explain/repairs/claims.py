"""Candidates: edits to try, and what each claims if it repairs the function."""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from misstep.explain.mutants import Edit
from misstep.explain.repairs.evidence import Proof


class Claim(NamedTuple):
    """A cause that an edit suggests.

    Args:
        kind: Its kind, as in `Finding`.
        data: What its sentences need.
        proof: Evidence that it happened; None if the edit changes nothing else.
        rival: Another edit, or another expression in the place of the one that is replaced; if that
            repairs the function, too, the claim says too much.

    """

    kind: str
    data: Mapping[str, Any]
    proof: Proof | None = None
    rival: Edit | ast.expr | None = None


@dataclass(frozen=True)
class Candidate:
    """An edit to try, and the cause it suggests if there is one."""

    edit: Edit
    claim: Claim | None = None


# Replacements of an expression, given its parent.
Replacements = Iterator[tuple[ast.expr, Claim]]
Rule = Callable[[ast.expr, ast.AST], Replacements]
