"""The English of findings: for each kind two sentences, what it looks like and what to think about.

The sentences of a kind are a pair of templates that are filled in with the finding's data, or a
function of that data where templates are not enough.

| module | sentences about |
|---|---|
| `functions` | the rungs of a function, and how each of them breaks |
| `results` | how results differ: scaled, shifted, transposed, one of several |
| `elements` | elements of a collection: missing, too many, under another key |
| `arguments` | how arguments are used: not at all, in another form, changed in place |
| `inputs` | the inputs on which a function is wrong |
| `values` | values seen while a function ran: nan, variables, the return that was reached |
| `repairs` | causes that a small edit of the source removes |
| `places` | places to look at |
| `benchmarks` | levels of accuracy, starred rungs |
| `errors`, `syntax_errors` | exceptions, and lines that Python can't read |
| `returns` | results that are printed, or borrowed from a package |
"""

import functools
import string
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from misstep.explain.findings import Finding

OTHERWISE = " Something else leads to the same answer. "
NOT_ALL = "a small change there repairs most results, but not all"


class Words(NamedTuple):
    """What a student reads about a finding."""

    looks: str
    think: str


Template = tuple[str, str] | Callable[[Mapping[str, Any]], tuple[str, str]]


class _Formatter(string.Formatter):
    """Fills in templates: a list as "a, b and c", a finding by its words.

    {finding!t} is its question, {number!n} a number in words; {list!b} is "is" or "are", {list!d} is
    "does" or "do", and {hints!o} joins the hints of mistakes that lead to the same answer.
    """

    def convert_field(self, value: Any, conversion: Any) -> Any:
        if conversion in CONVERSIONS:
            return CONVERSIONS[conversion](value)
        return super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Finding):
            return say(value).looks
        return (
            listed(value) if isinstance(value, list) else super().format_field(value, format_spec)
        )


CONVERSIONS: dict[str, Callable[[Any], str]] = {
    "t": lambda finding: say(finding).think,
    "n": lambda number: count(number),
    "b": lambda things: "are" if things[1:] else "is",
    "d": lambda things: "do" if things[1:] else "does",
    "o": OTHERWISE.join,
}
FORMATTER = _Formatter()


COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = (
    *("", "first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)


def count(number: int) -> str:
    """A number in words, as far as ten."""
    return COUNTED[number] if number < len(COUNTED) else str(number)


def ordinal(number: int) -> str:
    """The ordinal of a number, in words as far as the tenth."""
    return ORDINALS[number] if number < len(ORDINALS) else f"{number}th"


def listed(things: Iterable[Any]) -> str:
    """Join things with commas and "and"."""
    *most, last = map(str, things)
    return f"{', '.join(most)} and {last}" if most else last


def table(text: str, **shared: str) -> dict[str, Template]:
    """Read templates from a text: "kind: what it looks like -> what to think about" on each line.

    `shared` has the sentences, or parts of sentences, that several of them have in common.
    """
    for name, words in shared.items():
        text = text.replace(f"{{{name}}}", words)
    rows = (line.partition(": ") for line in text.strip().splitlines())
    pairs = ((kind, words.partition(" -> ")) for kind, _, words in rows)
    return {kind: (looks, think) for kind, (looks, _, think) in pairs}


def _known_mistake(data: Mapping[str, Any]) -> tuple[str, str]:
    """The catalogue's own sentences, or why an argument has no effect that the mistake leaves out."""
    mistake, reason = data["mistake"], data["reason"]
    return say(reason).looks if reason else mistake.looks, mistake.think


def _two_mistakes(data: Mapping[str, Any]) -> tuple[str, str]:
    one, other = data["mistakes"]
    looks = f"your results are those of two mistakes. One: {one.looks} The other: {other.looks}"
    return looks, one.think


OWN: dict[str, Template] = {
    "known-mistake": _known_mistake,
    "two-mistakes": _two_mistakes,
    "said-already": ("", ""),
}


MODULES = (
    *("arguments", "benchmarks", "elements", "errors", "formulas", "functions", "inputs", "places"),
    *("quizzes", "repairs", "results", "returns", "student_tests", "syntax_errors", "values"),
)


@functools.cache
def templates() -> dict[str, Template]:
    """Return the sentences of all kinds."""
    modules = (import_module(f"{__name__}.{name}") for name in MODULES)
    return OWN | {kind: words for module in modules for kind, words in module.WORDS.items()}


def say(finding: Finding) -> Words:
    """Put a finding into words."""
    template, data = templates()[finding.kind], finding.data
    if callable(template):
        looks, think = template(data)
    else:
        looks, think = (FORMATTER.vformat(sentence, (), data) for sentence in template)
    if data.get("multiplied"):
        looks = f"multiplied out, {looks}"
    if data.get("in_part"):
        looks = f"in {data['in_part']}, {looks}"
    if data.get("at_one_place"):
        looks = f"at one place, {looks}"
    if data.get("of_part"):
        looks = f"{data['of_part']} is wrong, the rest is right: {looks}"
    if data.get("some_raise"):
        looks = f"where it does not stop with an error, {looks}"
    if finding.partial:
        looks = f"{looks} {NOT_ALL.capitalize()}." if looks.endswith("?") else f"{looks}; {NOT_ALL}"
    if suspect := data.get("suspect"):  # a cause of most wrong results: only its question
        think = say(suspect).think
    return Words(looks, think)
