"""A known mistake with another number in it: a small number that is added, a tolerance."""

import ast
from collections.abc import Iterable, Iterator

from misstep.core.mistakes import Answer, Mistake
from misstep.explain.diagnosis.evidence import Evidence, confirmed
from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs.source import literals_of


@confirmed
def other_number(
    evidence: Evidence, mistakes: Iterable[Mistake], numbers: list[float]
) -> Finding | None:
    """A known mistake in which a number of the student's takes the place of the catalogue's.

    Args:
        evidence: The function and what it does.
        mistakes: Those of its check; only edits of a right answer have a source to change.
        numbers: Numbers in the student's code that no right answer holds.

    """
    for mistake in mistakes if numbers else ():
        for old, number, other in _with_other_numbers(mistake, numbers):
            if evidence.behaves(other.function):
                data = {"mistake": mistake, "old": f"{old:g}", "number": f"{number:g}"}
                return Finding("mistake-with-other-number", Strength.HINT, data)
    return None


def _with_other_numbers(
    mistake: Mistake, numbers: list[float]
) -> Iterator[tuple[float, float, Answer]]:
    """(a number that the mistake brings in, another one, the answer with that instead)."""
    if mistake.base is None:
        return
    ours = literals_of(mistake.base.source)
    for old in literals_of(mistake.source):
        if isinstance(old, str) or old in ours:
            continue
        for number in numbers:
            if number != old:
                tree = ast.parse(mistake.source)
                for node in ast.walk(tree):
                    if isinstance(node, ast.Constant) and node.value == old:
                        node.value = number
                yield old, number, Answer(mistake.base.name, ast.unparse(tree))
