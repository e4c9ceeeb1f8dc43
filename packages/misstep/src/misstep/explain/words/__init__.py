"""The English of findings: for each kind two sentences, what it looks like and what to think about.

The sentences of a kind are a pair of templates that are filled in with the finding's data, or a
function of that data where templates are not enough.

| module | sentences about |
|---|---|
| `results` | how results differ: scaled, shifted, transposed, one of several |
| `elements` | elements of a collection: missing, too many, under another key |
| `arguments` | how arguments are used: not at all, in another form, changed in place |
| `inputs` | the inputs on which a function is wrong |
| `values` | values seen while a function ran: nan, variables, the return that was reached |
| `repairs` | causes that a small edit of the source removes |
| `places` | places to look at |
| `errors`, `syntax_errors` | exceptions, and lines that Python can't read |
| `returns` | results that are printed, or borrowed from a package |
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from misstep.explain.findings import Finding

NOT_ALL = "but that is not all"


class Words(NamedTuple):
    """What a student reads about a finding."""

    looks: str
    think: str


Template = tuple[str, str] | Callable[[Mapping[str, Any]], tuple[str, str]]


def _known_mistake(data: Mapping[str, Any]) -> tuple[str, str]:
    """The catalogue's own sentences, or why an argument has no effect that the mistake leaves out."""
    mistake, reason = data["mistake"], data["reason"]
    return say(reason).looks if reason else mistake.looks, mistake.think


OWN: dict[str, Template] = {
    "known-mistake": _known_mistake,
    "said-already": ("", ""),
}


@functools.cache
def templates() -> dict[str, Template]:
    """Return the sentences of all kinds."""
    from misstep.explain.words import (
        arguments,
        elements,
        errors,
        inputs,
        places,
        repairs,
        results,
        returns,
        syntax_errors,
        values,
    )

    modules = (arguments, elements, errors, inputs, places, repairs, results, returns)
    return OWN | {
        kind: template
        for module in (*modules, syntax_errors, values)
        for kind, template in module.WORDS.items()
    }


def say(finding: Finding) -> Words:
    """Put a finding into words."""
    template, data = templates()[finding.kind], finding.data
    if callable(template):
        looks, think = template(data)
    else:
        looks, think = (sentence.format_map(data) for sentence in template)
    if data.get("of_part"):
        looks = f"{data['of_part']} is wrong, the rest is right: {looks}"
    if data.get("some_raise"):
        looks = f"where it does not stop with an error, {looks}"
    if finding.partial:
        looks = f"{looks} {NOT_ALL.capitalize()}." if looks.endswith("?") else f"{looks}; {NOT_ALL}"
    if suspect := data.get("suspect"):  # a cause of most wrong results: only its question
        think = say(suspect).think
    return Words(looks, think)
