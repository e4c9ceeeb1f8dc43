"""Sentences about elements of a collection."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, listed

MAX_SHOWN = 4
SHARED = {
    "tied": "comes most often under two labels at once, in a tie",
    "at most half": "comes under no label more than half of the time",
    "once per label": "comes no more than once under any label",
    "several labels": "comes under more than one label",
    "last": "comes last",
}
SHORTER = "All that should not be there is shorter than what should be."
WHY_SHORTER = "Are the longer ones made from these, and should these still be there then?"


def _some(elements: list[str]) -> str:
    more = len(elements) - MAX_SHOWN
    return listed([*elements[:MAX_SHOWN], f"{more} more"] if more > 1 else elements)


def _words(under: str, question: str, no_key: str = "", no_condition: str = "") -> Template:
    """Make the words for one way in which a collection differs.

    Args:
        under: Where an element is, and where it should be.
        question: What to think about.
        no_key: What is wrong with an element of a collection without keys.
        no_condition: What to think about if there is no condition in the code.

    """

    def words(data: Mapping[str, Any]) -> tuple[str, str]:
        element, shared = data["element"], data["shared"]
        asked = question if data["condition"] else no_condition or question
        keys = {side: " and ".join(data[side]) for side in ("here", "there")}
        if len(data["all"]) > 1 and not data["keyed"] and not shared:
            return f"{_some(data['all'])} are {no_key}.", asked.format(it="them")
        looks = f"{element} is {under.format_map(keys) if data['keyed'] else no_key}."
        if shared == "shorter":
            return f"{looks} {SHORTER}", WHY_SHORTER
        if shared:
            claim = "The same goes for whatever" if data["exact"] else "That happens only to what"
            looks += f" {claim} {SHARED[shared]}."
        return looks, asked.format(it=element)

    return words


WORDS: dict[str, Template] = {
    "elements-missing": _words(
        "under none of the keys, and it belongs under {there}",
        "Which condition in your code keeps {it} out?",
        "missing",
        "Which of your lines should put {it} there?",
    ),
    "extra-elements": _words(
        "under {here}, and it should not be there at all",
        "Which condition in your code should have kept {it} out?",
        "there, but should not be",
        "Which of your lines puts {it} there?",
    ),
    "doubled-elements": _words(
        "under {here}, and it only belongs under {there}",
        "Which of your lines decides between two keys that are equally good?",
    ),
    "moved-elements": _words(
        "under {here}, and it belongs under {there}",
        "Which of your lines decides on the key?",
    ),
}
