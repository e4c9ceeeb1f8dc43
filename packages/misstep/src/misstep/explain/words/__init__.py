"""The English of findings: for each kind two sentences, what it looks like and what to think about.

The sentences of a kind are a pair of templates that are filled in with the finding's data, or a
function of that data where templates are not enough.

| module | sentences about |
|---|---|
| `results` | how results differ: scaled, shifted, transposed, one of several |
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from misstep.explain.findings import Finding


class Words(NamedTuple):
    """What a student reads about a finding."""

    looks: str
    think: str


Template = tuple[str, str] | Callable[[Mapping[str, Any]], tuple[str, str]]


OWN: dict[str, Template] = {
    "words": ("{looks}", "{think}"),
    "said-already": ("", ""),
}


def templates() -> dict[str, Template]:
    """Return the sentences of all kinds."""
    from misstep.explain.words import results

    return {**results.WORDS, **OWN}


def say(finding: Finding) -> Words:
    """Put a finding into words."""
    template = templates()[finding.kind]
    if callable(template):
        return Words(*template(finding.data))
    looks, think = template
    return Words(looks.format_map(finding.data), think.format_map(finding.data))
