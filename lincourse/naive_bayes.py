"""02 Naive Bayes: from word lists to counts to probabilities.

`words` is a list of strings, `labelled` a list of (words, label).
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from math import log
from typing import Any, TypedDict, TypeVar

import numpy as np

from lincourse import validation
from lincourse.typing import FloatArray

OOV = "<OOV>"

Label = TypeVar("Label", bound=Hashable)
Labelled = Sequence[tuple[Sequence[str], Label]]


class Model(TypedDict):
    """What `train_naive_bayes` learns: log P(y) and log P(word | y), for every label y."""

    log_priors: dict[Any, float]
    log_likelihoods: dict[Any, dict[str, float]]


def lexicon_score(
    words: Sequence[str], label: Label, lexicon: Mapping[Label, Collection[str]]
) -> int:
    """How many of the words are in lexicon[label], repeats counted (02, section 1)."""
    _words("words", words)
    _known("label", label, lexicon, "lexicon")
    _words("lexicon[label]", lexicon[label])
    return sum(word in lexicon[label] for word in words)


def classify(
    words: Sequence[str], labels: Iterable[Label], score: Callable[[Sequence[str], Label], float]
) -> Label:
    """argmax over y of score(words, y), the first label on a tie (02, section 1)."""
    options = list(labels)
    if not options:
        raise ValueError("labels is empty; there must be at least one to choose from")
    return max(options, key=lambda label: score(words, label))


def learn_lexicon(labelled: Labelled[Label]) -> dict[Label, set[str]]:
    """label -> the words that appear most often under it, each word once (02, section 2).

    A tie goes to the label that comes first in the data.
    """
    labelled = _labelled(labelled)
    counts = word_counts(labelled)
    lexicon: dict[Label, set[str]] = {label: set() for label in counts}
    for word in dict.fromkeys(word for words, _ in labelled for word in words):
        best = max(counts, key=lambda label: counts[label][word])
        lexicon[best].add(word)
    return lexicon


def class_priors(labels: Iterable[Label]) -> dict[Label, float]:
    """P(y) = (examples labelled y) / (all examples) (02, section 3)."""
    counts = Counter(labels)
    if not counts:
        raise ValueError("labels is empty; priors need at least one example")
    return {label: count / counts.total() for label, count in counts.items()}


def word_counts(labelled: Labelled[Label]) -> dict[Label, Counter[str]]:
    """label -> how often each word occurs (tokens, not documents) under it (02, section 3)."""
    counts: dict[Label, Counter[str]] = {}
    for words, label in _labelled(labelled):
        counts.setdefault(label, Counter()).update(words)
    return counts


def smoothed_probability(count: int, total: int, vocabulary_size: int) -> float:
    """P(word | y) = (count + 1) / (total + V + 1); the last 1 is the OOV type (02, section 4)."""
    count, total = validation.count("count", count), validation.count("total", total)
    if count > total:
        raise ValueError(f"count is {count}, more than the total of {total} tokens")
    return (count + 1) / (total + validation.count("vocabulary_size", vocabulary_size) + 1)


def categorical_likelihood(values: Iterable[int], n_values: int) -> FloatArray:
    """P(x = a | y) = (count of a + 1) / (n + n_values) for a = 0..n_values-1 (02, section 4)."""
    n_values = validation.count("n_values", n_values, low=1)
    seen = validation.labels("values", list(values), n_values)
    return (np.bincount(seen, minlength=n_values) + 1) / (len(seen) + n_values)


def train_naive_bayes(labelled: Labelled[Label]) -> Model:
    """Log-priors and smoothed log-likelihoods of the vocabulary and OOV (02, section 5)."""
    labelled = _labelled(labelled)
    counts = word_counts(labelled)
    vocabulary = list(dict.fromkeys(word for table in counts.values() for word in table))
    if OOV not in vocabulary:
        vocabulary.append(OOV)
    priors = class_priors(label for _, label in labelled)
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


def log_score(words: Sequence[str], label: Label, model: Model) -> float:
    """log P(y) + Σ log P(word | y), unseen words as OOV (02, section 5)."""
    _words("words", words)
    _known("label", label, model["log_priors"], "the model")
    table = model["log_likelihoods"][label]
    unseen = table[OOV]
    return model["log_priors"][label] + sum(table.get(word, unseen) for word in words)


def predict_label(words: Sequence[str], model: Model) -> Any:
    """argmax over y of log P(y) + Σ log P(word | y) (02, section 5)."""
    return classify(words, model["log_priors"], lambda w, label: log_score(w, label, model))


def replace_rare(documents: Sequence[Sequence[str]], k: int) -> list[list[str]]:
    """The documents, every word seen fewer than k times in all of them as OOV (02, section 6)."""
    k = validation.count("k", k)
    documents = [words if isinstance(words, str) else list(words) for words in documents]
    for i, words in enumerate(documents):
        _words(f"documents[{i}]", words)
    counts = Counter(word for words in documents for word in words)
    return [[word if counts[word] >= k else OOV for word in words] for words in documents]


def _words(name: str, words: Any) -> None:
    if isinstance(words, str):
        raise ValueError(f"{name} must be a list of words, not one string: split it first")


def _known(name: str, label: Any, table: Mapping[Any, Any], where: str) -> None:
    if label not in table:
        raise ValueError(f"{name} is {label!r}; {where} knows {list(table)}")


def _labelled(labelled: Labelled[Label]) -> Labelled[Label]:
    pairs = list(labelled)
    if not pairs:
        raise ValueError("labelled is empty; training needs at least one (words, label)")
    for pair in pairs:
        if isinstance(pair, str) or len(pair) != 2:
            raise ValueError(f"labelled must hold pairs (words, label), not {pair!r}")
        _words("the words of an example in labelled", pair[0])
    return pairs
