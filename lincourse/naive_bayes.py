"""02 Naive Bayes: from word lists to counts to probabilities.

`words` is a list of strings, `labelled` a list of pairs (words, label).
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from math import log
from typing import Any, TypedDict, TypeVar

import numpy as np

from lincourse import arguments
from lincourse.arguments import (
    classes,
    count,
    labelled_documents,
    labels,
    labels_among,
    lexicon_with_label,
    model_with_label,
    some_labels,
    takes,
    unchecked_inside,
)
from lincourse.typing import Labels, Vector

OOV = "<OOV>"

Label = TypeVar("Label", bound=Hashable)
Labelled = Sequence[tuple[Sequence[str], Label]]


class Model(TypedDict):
    """The result of `train_naive_bayes`: log P(y) and log P(word | y) for every label y."""

    log_priors: dict[Any, float]
    log_likelihoods: dict[Any, dict[str, float]]


@takes(words=arguments.words, lexicon=lexicon_with_label)
def lexicon_score(
    words: Sequence[str], label: Label, lexicon: Mapping[Label, Collection[str]]
) -> int:
    """How many of the words are in lexicon[label], repeats counted (lecture 02: word-lists)."""
    return sum(word in lexicon[label] for word in words)


@takes(labels=some_labels("there must be at least one to choose from"))
def classify(
    words: Sequence[str], labels: Collection[Label], score: Callable[[Sequence[str], Label], float]
) -> Label:
    """argmax over y of score(words, y), the first label on a tie (lecture 02: word-lists)."""
    return max(labels, key=lambda label: score(words, label))


@takes(labelled=labelled_documents)
def learn_lexicon(labelled: Labelled[Label]) -> dict[Label, set[str]]:
    """label -> the words most frequent under it, each word once (lecture 02: learnt-lists).

    A tie goes to the label that comes first in the data.
    """
    counts = word_counts(labelled)
    lexicon: dict[Label, set[str]] = {label: set() for label in counts}
    for word in dict.fromkeys(word for words, _ in labelled for word in words):
        best = max(counts, key=lambda label: counts[label][word])
        lexicon[best].add(word)
    return lexicon


@takes(labels=some_labels("priors need at least one example"))
def class_priors(labels: Collection[Label]) -> dict[Label, float]:
    """P(y) = (examples labelled y) / (all examples) (lecture 02: bags)."""
    return {label: many / len(labels) for label, many in Counter(labels).items()}


@takes(labelled=labelled_documents)
def word_counts(labelled: Labelled[Label]) -> dict[Label, Counter[str]]:
    """label -> how often each word occurs (tokens, not documents) under it (lecture 02: bags)."""
    counts: dict[Label, Counter[str]] = {}
    for words, label in labelled:
        counts.setdefault(label, Counter()).update(words)
    return counts


@takes(count=count, total=count, vocabulary_size=count)
def smoothed_probability(count: int, total: int, vocabulary_size: int) -> float:
    """P(word | y) = (count + 1) / (total + V + 1); last 1 for OOV (lecture 02: smoothing)."""
    if count > total:
        raise ValueError(f"count is {count}, more than the total of {total} tokens")
    return (count + 1) / (total + vocabulary_size + 1)


@takes(n_values=classes, values=labels)
def categorical_likelihood(values: Labels, n_values: int) -> Vector:
    """P(x = a | y) = (count of a + 1) / (n + n_values) for each value a (lecture 02: smoothing)."""
    return (np.bincount(values, minlength=n_values) + 1) / (len(values) + n_values)


@takes(labelled=labelled_documents)
@unchecked_inside
def train_naive_bayes(labelled: Labelled[Label]) -> Model:
    """Log-priors and smoothed log-likelihoods of vocabulary and OOV (lecture 02: logarithms)."""
    counts = word_counts(labelled)
    vocabulary = list(dict.fromkeys(word for table in counts.values() for word in table))
    if OOV not in vocabulary:
        vocabulary.append(OOV)
    priors = class_priors([label for _, label in labelled])
    log_likelihoods = {}
    for label, table in counts.items():
        total, size = table.total(), len(vocabulary) - 1
        log_likelihoods[label] = {
            word: log(smoothed_probability(table[word], total, size)) for word in vocabulary
        }
    return {
        "log_priors": {label: log(prior) for label, prior in priors.items()},
        "log_likelihoods": log_likelihoods,
    }


@takes(words=arguments.words, model=model_with_label)
def log_score(words: Sequence[str], label: Label, model: Model) -> float:
    """log P(y) + Σ log P(word | y), unseen words as OOV (lecture 02: logarithms)."""
    table = model["log_likelihoods"][label]
    unseen = table[OOV]
    return model["log_priors"][label] + sum(table.get(word, unseen) for word in words)


def predict_label(words: Sequence[str], model: Model) -> Any:
    """argmax over y of log P(y) + Σ log P(word | y) (lecture 02: logarithms)."""
    return classify(words, model["log_priors"], lambda w, label: log_score(w, label, model))


@takes(k=count, documents=arguments.documents)
def replace_rare(documents: Sequence[Sequence[str]], k: int) -> list[list[str]]:
    """The documents, with every word seen fewer than k times as OOV (lecture 02: errors)."""
    counts = Counter(word for words in documents for word in words)
    return [[word if counts[word] >= k else OOV for word in words] for words in documents]


@takes(right_a=labels_among(0, 1), right_b=labels_among(0, 1))
def paired_difference(right_a: Labels, right_b: Labels) -> tuple[float, float]:
    """Mean d and √(Σ (d_i - d)² / (n - 1) / n), d_i = right_a[i] - right_b[i] (lecture 02: errors).

    right_a[i] is 1 if model A is right on example i, else 0; right_b likewise for model B. The
    result is the difference of the two accuracies and its standard error.
    """
    n = len(right_a)
    if n < 2:
        raise ValueError(f"right_a has length {n}; a standard error needs at least two examples")
    d = right_a - right_b
    return float(d.mean()), float(d.std(ddof=1) / np.sqrt(n))
