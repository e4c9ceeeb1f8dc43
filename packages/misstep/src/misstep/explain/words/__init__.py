"""The English of findings: for each kind two sentences, what it looks like and what to think about.

The sentences of a kind are a pair of templates that are filled in with the finding's data, or a
function of that data where templates are not enough.

| module | sentences about |
|---|---|
| `results` | how results differ: scaled, shifted, transposed, one of several |
| `repairs` | causes that a small edit of the source removes |
| `places` | places to look at |
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from misstep.explain.findings import Finding

NOT_ALL = "but that is not all"


class Words(NamedTuple):
    """What a student reads about a finding."""

    looks: str
    think: str


Template = tuple[str, str] | Callable[[Mapping[str, Any]], tuple[str, str]]


def templates() -> dict[str, Template]:
    """Return the sentences of all kinds."""
    from misstep.explain.words import places, repairs, results

    return {**results.WORDS, **repairs.WORDS, **places.WORDS}


def say(finding: Finding) -> Words:
    """Put a finding into words."""
    template = templates()[finding.kind]
    if callable(template):
        looks, think = template(finding.data)
    else:
        looks, think = (sentence.format_map(finding.data) for sentence in template)
    if finding.partial:
        looks = f"{looks} {NOT_ALL.capitalize()}." if looks.endswith("?") else f"{looks}; {NOT_ALL}"
    if suspect := finding.data.get("suspect"):  # a cause of most wrong results: only its question
        think = say(suspect).think
    return Words(looks, think)
