"""Checks of the choice between labels: the one that scores highest."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check, Label
from misstep.core.paste import source
from misstep.core.random_inputs import SMALL

from lincourse import naive_bayes as reference
from lincourse.checks.units.naive_bayes.shared import document, some_labels, some_words


class Points:
    """A score to choose by: a number for the label plus one for each word with that label."""

    def __init__(self, start: dict[Any, float], per_word: dict[Any, dict[str, float]]) -> None:
        self.start, self.per_word = start, per_word

    def __call__(self, words: list[str], label: Any) -> float:
        return self.start[label] + sum(self.per_word[label].get(word, 0) for word in words)

    __call__.__qualname__ = "score"  # the name that Python's complaints about arguments give

    def __repr__(self) -> str:
        words = f"sum({source(self.per_word)}[label].get(word, 0) for word in words)"
        if not any(self.per_word.values()):
            return f"lambda words, label: {source(self.start)}[label]"
        return f"lambda words, label: {source(self.start)}[label] + {words}"


classify = Check(reference.classify, gives=Label())
classify.example(
    (
        ["good", "dull", "good"],
        ["pos", "neg"],
        Points({"pos": 0, "neg": 1.5}, {"pos": {"good": 1}, "neg": {"dull": 1}}),
    ),
    "neg",
    "pos scores 0 + 1 + 1 = 2 and neg 1.5 + 1 = 2.5",
)


def points(rng: np.random.Generator, labels: tuple[Any, ...], words: list[str]) -> Points:
    """Scores in steps of 1/8, above and below 0."""
    return Points(
        {y: float(rng.integers(-8, 9) / 8) for y in labels},
        {y: {word: float(rng.integers(-8, 9) / 8) for word in words} for y in labels},
    )


@classify.random_inputs
def classify_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (1, 2, 3, 4, 5, 6, 7, 8):
        labels, words = some_labels(rng), some_words(rng, 6)
        yield document(rng, words, n), list(labels), points(rng, labels, words)
    for y in ("b", "c", "a"):  # the winner first, in the middle, last; all scores below 0
        labels, words = ("b", "c", "a"), some_words(rng, 3)
        start = {x: -5.0 - float(rng.integers(1, 9)) for x in labels}
        yield words, list(labels), Points({**start, y: -0.5}, {x: {} for x in labels})
    for labels in (("b", "c", "a"), (7, 3, 5)):  # ties: all equal, and two of three
        words, top = some_words(rng, 3), float(rng.integers(-16, 17) / 8)
        level = Points(dict.fromkeys(labels, top), {y: {} for y in labels})
        yield words, list(labels), level
        level = Points({**level.start, labels[0]: top - 1.25}, level.per_word)
        yield words, list(labels), level
    a, b = some_words(rng, 2)  # only all words together tell
    yield [a, b, b], ["x", "y"], Points({"x": 0.5, "y": 0.0}, {"x": {a: 2.0}, "y": {b: 1.5}})
    yield [a, b, b], ["x", "y"], Points({"x": 0.0, "y": 0.0}, {"x": {a: 1.0}, "y": {b: 0.75}})
    third = Points({"x": 0.0, "y": 0.5, "z": 1.0}, {"x": {}, "y": {a: 2.0}, "z": {}})
    yield [a, b], ["x", "y", "z"], third  # the second best comes last
    rising = Points({"x": 0.0, "y": 0.5, "z": 1.0}, {y: {} for y in "xyz"})
    yield [a, b], ["x", "y", "z"], rising  # one after another is the best so far


@classify.edge_cases
def classify_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    word, top = some_words(rng, 1), float(rng.integers(2, 9))
    yield word, ["only"], Points({"only": -3.5}, {"only": {}})
    yield word, [0, 1], Points({0: -top, 1: -0.5}, {0: {}, 1: {}})
    yield word, [1, 0], Points({0: 0.0, 1: -top}, {0: {}, 1: {}})
    yield word, ["a", "b"], Points({"a": -math.inf, "b": -1000.0 * top}, {"a": {}, "b": {}})
    yield word, ["a", "b"], Points({"a": -1e300, "b": -1e6 * top}, {"a": {}, "b": {}})
    yield word, ["a", "b"], Points({"a": top, "b": top + SMALL**2}, {"a": {}, "b": {}})


@classify.property("the same number added to every score changes nothing")
def shifting(f: Any, rng: np.random.Generator) -> str | None:
    labels, words = ["pos", "neg", "mixed"], some_words(rng, 3)
    start = {y: float(number) for y, number in zip(labels, rng.permutation(3), strict=True)}
    for shift in (100.0, -100.0):
        moved = {y: start[y] + shift for y in labels}
        before = f(words, labels, Points(start, {y: {} for y in labels}))
        after = f(words, labels, Points(moved, {y: {} for y in labels}))
        if not Label().same(before, after):
            return f"With {shift:+g} on every score, {before!r} became {after!r}."
    return None


classify.answer("""
    best, best_score = labels[0], score(words, labels[0])
    for label in labels[1:]:
        if score(words, label) > best_score:
            best, best_score = label, score(words, label)
    return best
""")
classify.mistake(
    "> best_score -> < best_score",
    "the label with the smallest score is chosen.",
    "Is a large score good or bad?",
)
classify.mistake(
    "> best_score -> >= best_score",
    "of labels with equal scores the last one is taken.",
    "When a later label is just as good as an earlier one, should it take its place?",
)
classify.answer("""
    scores = {label: score(words, label) for label in labels}
    return max(labels, key=scores.get)
""")
classify.mistake(
    "max(labels, key=scores.get) -> max((s, label) for label, s in scores.items())[1]",
    "of labels with equal scores the last in the alphabet is taken.",
    "What does max compare when pairs (score, label) have equal scores?",
)
classify.mistake(
    "max(labels, key=scores.get) -> max(scores.values())",
    "the score itself is returned, not its label.",
    "Which label won? The number doesn't say.",
)
classify.mistake(
    "max(labels, key=scores.get) -> int(np.argmax(list(scores.values())))",
    "the position of the label is returned, not the label.",
    "labels[0] and 0 are not the same thing.",
)
classify.mistake(
    "score(words, label) -> abs(score(words, label))",
    "the score is compared by size without its sign.",
    "Is -5 larger than 2?",
)
classify.mistake(
    "score(words, label) -> sum(score([word], label) for word in words)",
    "each word is scored by itself, and the scores are added.",
    "What does score take: one word, or all words at once?",
)
classify.mistake(
    "max(labels, key=scores.get) -> labels[0]",
    "the first label is returned, whatever the scores.",
    "Does your loop get past the first label?",
)
classify.mistake(
    "score(words, label) -> score(label, words)",
    "score gets a list where it expects a label.",
    "It takes the words first, and then one label. What do you hand it?",
)
