"""Sentences about elements of a collection."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template

SHARED = {
    "tied": "comes most often under two labels at once, in a tie",
    "at most half": "comes under no label more than half of the time",
    "once per label": "comes no more than once under any label",
    "several labels": "comes under more than one label",
    "last": "comes last",
}
SHORTER = "All that should not be there is shorter than what should be."
WHY_SHORTER = "Are the longer ones made from these, and should these still be there then?"


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
        keys = {side: " and ".join(data[side]) for side in ("here", "there")}
        looks = f"{element} is {under.format_map(keys) if data['keyed'] else no_key}."
        if shared == "shorter":
            return f"{looks} {SHORTER}", WHY_SHORTER
        if shared:
            claim = "The same goes for whatever" if data["exact"] else "That happens only to what"
            looks += f" {claim} {SHARED[shared]}."
        think = question if data["condition"] else no_condition or question
        return looks, think.format(it=element)

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
