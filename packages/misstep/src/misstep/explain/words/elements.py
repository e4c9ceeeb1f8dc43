"""Sentences about elements of a collection."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template

SHARED = {
    "once": "comes only once",
    "more than once": "comes more than once",
    "tied": "comes most often under two labels at once, in a tie",
    "at most half": "comes under no label more than half of the time",
    "once per label": "comes no more than once under any label",
    "several labels": "comes under more than one label",
    "first": "comes first",
    "last": "comes last",
}
SHORTER = "All that should not be there is shorter than what should be."
WHY_SHORTER = "Are the longer ones made from these, and should these still be there then?"


def _words(is_odd: str, under: str, question: str, no_condition: str = "") -> Template:
    """Make the words for one way in which a collection differs.

    Args:
        is_odd: What is wrong with an element, if there are no keys or no example.
        under: The same, with the keys that hold it and those that should.
        question: What to think about.
        no_condition: The same, if there is no condition in the code.

    """

    def words(data: Mapping[str, Any]) -> tuple[str, str]:
        example, shared = data["example"], data["shared"]
        name = example["element"] if example else "something"
        if example and example["keyed"]:
            keys = {side: " and ".join(example[side]) for side in ("here", "there")}
            looks = f"{name} is {under.format_map(keys)}."
        else:
            looks = f"{name} is {is_odd}."
        if shared == "shorter":
            return f"{looks} {SHORTER}", WHY_SHORTER
        if shared:
            claim = "The same goes for whatever" if data["exact"] else "That happens only to what"
            looks += f" {claim} {SHARED[shared]}."
        think = question if data["condition"] else no_condition or question
        return looks, think.format(it=name if example else "it")

    return words


WORDS: dict[str, Template] = {
    "elements-missing": _words(
        "missing",
        "under none of the keys, and it belongs under {there}",
        "Which condition in your code keeps {it} out?",
        "Which of your lines should put {it} there?",
    ),
    "extra-elements": _words(
        "there, but should not be",
        "under {here}, and it should not be there at all",
        "Which condition in your code should have kept {it} out?",
        "Which of your lines puts {it} there?",
    ),
    "doubled-elements": _words(
        "under more than one key",
        "under {here}, and it only belongs under {there}",
        "Which of your lines decides between two keys that are equally good?",
    ),
    "moved-elements": _words(
        "under the wrong key",
        "under {here}, and it belongs under {there}",
        "Which of your lines decides on the key?",
    ),
}
