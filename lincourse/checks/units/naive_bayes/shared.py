"""What the checks of unit 02 share: kinds of results, and documents drawn at random."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from misstep import DictOf, Kind, Number

from lincourse import naive_bayes as reference

OOV = reference.OOV
WORDS = ("good", "bad", "dull", "film", "plot", "funny", "slow", "warm", "cast", "ending")
UNSEEN = ("blargh", "zebra", "quux")
LABELS: tuple[tuple[Any, ...], ...] = (
    ("pos", "neg"),
    ("neg", "pos"),
    ("spam", "ham", "other"),
    (1, 0),
    (2, 5, 9),
)

Labelled = list[tuple[list[str], Any]]
REVIEWS: Labelled = [
    (["good", "good", "film"], "pos"),
    (["bad", "film"], "neg"),
    (["good", "bad", "plot"], "neg"),
]


# ---------------------------------------------------------------- kinds of results

FINE = Number(relative=1e-9, absolute=1e-12)


def by_label(kind: Kind) -> DictOf:
    """A dict from label to something of one kind; every label must be there, and no other."""
    return DictOf(kind, f"a dict from label to {kind.words}", key="label")


# ---------------------------------------------------------------- drawing documents


def some_words(rng: np.random.Generator, n: int, words: Sequence[str] = WORDS) -> list[str]:
    """`n` different words, in any order."""
    return [words[i] for i in rng.permutation(len(words))[:n]]


def document(rng: np.random.Generator, words: Sequence[str], n: int) -> list[str]:
    """`n` tokens, drawn mostly from the first words, so that words repeat."""
    shares = 1.0 / np.arange(1, len(words) + 1)
    return [words[i] for i in rng.choice(len(words), n, p=shares / shares.sum())]


def with_marks(a: str, b: str) -> Labelled:
    """Texts as they come from a review: marks, numbers and halves of words are words as well."""
    return [([a, "n't", ".", "."], "pos"), ([".", "9", b, "...", "n't", "n't"], "neg")]


def some_labels(rng: np.random.Generator) -> tuple[Any, ...]:
    """The labels of one task."""
    return LABELS[rng.integers(len(LABELS))]


def labelled_documents(
    rng: np.random.Generator, n: int, words: int, labels: tuple[Any, ...] | None = None
) -> Labelled:
    """Documents of unequal length; every label is there, some often, and has words of its own."""
    labels = labels or some_labels(rng)
    vocabulary = some_words(rng, words)
    owners = [labels[i % len(labels)] for i in range(n)]
    owners = [labels[0] if rng.random() < 0.3 else y for y in owners[:-1]] + owners[-1:]
    owners[: len(labels)] = labels
    result = []
    for y in owners:
        favourites = np.roll(vocabulary, labels.index(y)).tolist()
        result.append((document(rng, favourites, int(rng.integers(1, 7))), y))
    return [result[i] for i in rng.permutation(n)]
