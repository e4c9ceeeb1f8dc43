"""Sentences about results that differ from the right ones."""

from misstep.explain.words import Template

WORDS: dict[str, Template] = {
    "opposite-truth": ("True and False have changed places.", "Which question is asked?"),
}
