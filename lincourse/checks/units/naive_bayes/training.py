"""Checks of the training: log-priors and smoothed log-likelihoods."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check, DictOf, Record

from lincourse import naive_bayes as reference
from lincourse.checks.units.naive_bayes.shared import (
    FINE,
    OOV,
    REVIEWS,
    by_label,
    labelled_documents,
    some_words,
    with_marks,
)

train_naive_bayes = Check(
    reference.train_naive_bayes,
    gives=Record(
        log_priors=by_label(FINE),
        log_likelihoods=by_label(DictOf(FINE, "a dict from word to number")),
    ),
)
train_naive_bayes.example(
    (REVIEWS,),
    {
        "log_priors": {"pos": math.log(1 / 3), "neg": math.log(2 / 3)},
        "log_likelihoods": {
            label: {word: math.log((counts.get(word, 0) + 1) / total) for word in vocabulary}
            for vocabulary in [("good", "bad", "film", "plot", OOV)]
            for label, counts, total in (
                ("pos", {"good": 2, "film": 1}, 8),
                ("neg", {"bad": 2, "film": 1, "good": 1, "plot": 1}, 10),
            )
        },
    },
    "one text of three is pos; pos has 3 tokens and V = 4, so good has log(3/8) there and both bad "
    "and OOV log(1/8); neg has 5 tokens, so bad has log(3/10) there and OOV log(1/10)",
)


@train_naive_bayes.random_inputs
def train_naive_bayes_inputs(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some_words(rng, 3)
    yield ([([a, a, b], "pos"), ([c], "neg"), ([b, c], "pos")],)
    for n, words in ((4, 4), (6, 5), (9, 7), (12, 8), (20, 10)):
        yield (labelled_documents(rng, n, words),)
    yield (labelled_documents(rng, 8, 6, labels=(1, 0)),)


@train_naive_bayes.edge_cases
def train_naive_bayes_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some_words(rng, 3)
    yield ([([a, b, a], "only")],)
    yield ([([a] * int(rng.integers(200, 300)), 0), ([b, c], 1), ([c], 1)],)
    yield (labelled_documents(rng, 80, 10),)
    yield (with_marks(a, b),)


@train_naive_bayes.property("for each label the probabilities of all words and OOV add up to 1")
def likelihoods_add_up(f: Any, rng: np.random.Generator) -> str | None:
    for label, table in f(labelled_documents(rng, 8, 6))["log_likelihoods"].items():
        total = math.fsum(math.exp(min(float(x), 50.0)) for x in table.values())
        if not math.isclose(total, 1):
            return f"For {label!r} the exponentials of the table add up to {total:.4g}."
    return None


train_naive_bayes.answer("""
    import math
    from collections import Counter

    n_texts, counts = Counter(), {}
    for words, label in labelled:
        n_texts[label] += 1
        counts.setdefault(label, Counter()).update(words)
    vocabulary = {word for words, _ in labelled for word in words}
    V = len(vocabulary)
    log_priors, log_likelihoods = {}, {}
    for label, table in counts.items():
        total = sum(table.values())
        log_priors[label] = math.log(n_texts[label] / len(labelled))
        log_likelihoods[label] = {}
        for word in [*vocabulary, "<OOV>"]:
            p = (table[word] + 1) / (total + V + 1)
            log_likelihoods[label][word] = math.log(p)
    return {"log_priors": log_priors, "log_likelihoods": log_likelihoods}
""")
train_naive_bayes.mistake(
    """
    (table[word] + 1) / (total + V + 1) -> table[word] / total
    math.log(p) -> np.log(p)
    """,
    "there is no smoothing: words never seen with a label have probability 0 there, and a log of "
    "minus infinity.",
    "One such word and the label is out, whatever the others say. What was the cure?",
)
train_naive_bayes.mistake(
    "(table[word] + 1) / (total + V + 1) -> table[word] / total",
    "there is no smoothing: math.log gets a 0, and stops.",
    "Which words have probability 0, and what was the cure?",
)
train_naive_bayes.mistake(
    "total = sum(table.values()) -> total = len(table)",
    "the denominator counts the different words of a label, not all of its tokens.",
    "If a word comes five times, how many tokens is that? Do the probabilities of a label add up to 1?",
)
train_naive_bayes.mistake(
    "total + V + 1 -> total + V",
    "the +1 of OOV is missing in the denominator.",
    "How many types get 1 more: the words of the vocabulary, and what else?",
)
train_naive_bayes.mistake(
    "total + V + 1 -> total + V + 2",
    "the denominator is 1 too large: OOV seems to be counted twice.",
    "Is OOV already among the words of your vocabulary when you add 1 for it?",
)
train_naive_bayes.mistake(
    "(total + V + 1) -> total",
    "1 is added to the counts, but the denominator is only the number of tokens.",
    "Do the probabilities of a label still add up to 1?",
)
train_naive_bayes.mistake(
    """
    (table[word] + 1) -> table[word]
    math.log(p) -> np.log(p)
    """,
    "only the denominator is smoothed.",
    "What is the probability of a word with count 0 now?",
)
train_naive_bayes.mistake(
    "math.log(p) -> math.log(p if word in vocabulary else 1 / (V + 1))",
    "OOV gets a probability of its own, not that of a word with count 0.",
    "How often was OOV seen? Treat it like any other word with that count.",
)
train_naive_bayes.mistake(
    """
    [*vocabulary, "<OOV>"] -> [*table, "<OOV>"]
    total + V + 1 -> total + len(table) + 1
    """,
    "each label knows only its own words, and counts only them in V.",
    "A word of the other label can turn up in a new text. The vocabulary is that of all texts.",
)
train_naive_bayes.mistake(
    '[*vocabulary, "<OOV>"] -> [*table, "<OOV>"]',
    "each label's table lists only its own words.",
    "A word that a label never saw needs an entry in its table too.",
)
train_naive_bayes.mistake(
    "V + 1 -> len(table) + 1",
    "V is counted for each label by itself.",
    "How many different words are there in all texts together?",
)
train_naive_bayes.mistake(
    "total = sum(table.values()) -> total = n_texts[label]",
    "the denominator holds the number of texts, not of tokens.",
    "What is P(word | label) a share of?",
)
train_naive_bayes.mistake(
    "total = sum(table.values()) -> total = sum(len(words) for words, _ in labelled)",
    "the denominator holds the tokens of all labels.",
    "P(word | label): whose words are counted?",
)
train_naive_bayes.mistake(
    "n_texts[label] / len(labelled) -> 1 / len(counts)",
    "the priors are all the same.",
    "Are all labels equally frequent in the data?",
)
train_naive_bayes.mistake(
    "n_texts[label] / len(labelled) -> total / sum(len(words) for words, _ in labelled)",
    "the priors are shares of the tokens, not of the texts.",
    "What is P(label) the probability of: that a text has the label, or a word?",
)
train_naive_bayes.mistake(
    "n_texts[label] / len(labelled) -> (n_texts[label] + 1) / (len(labelled) + len(counts))",
    "the priors are smoothed.",
    "Every label was seen. The formula of the prior has no +1.",
)
train_naive_bayes.mistake(
    "math.log(n_texts[label] / len(labelled)) -> n_texts[label] / len(labelled)",
    "the priors are probabilities, not their logs.",
    "What does the name log_priors say?",
)
train_naive_bayes.mistake(
    "math.log(p) -> p",
    "the likelihoods are probabilities, not their logs.",
    "What does the name log_likelihoods say?",
)
train_naive_bayes.mistake(
    "math.log( -> (",
    "everything is a probability; no log is taken.",
    "What do the names log_priors and log_likelihoods say?",
)
train_naive_bayes.mistake(
    """
    (table[word] + 1) / (total + V + 1) -> table[word] / total
    [*vocabulary, "<OOV>"] -> table
    """,
    "there is no smoothing: each label's table holds the plain shares of its own words, and "
    "neither OOV nor the words of other labels.",
    "What will a new text find there for a word that this label never saw?",
)
train_naive_bayes.mistake(
    '[*vocabulary, "<OOV>"] -> vocabulary',
    "there is no entry for OOV.",
    "What will a word that was never seen look up?",
)
train_naive_bayes.mistake(
    "(total + V + 1) -> (sum(counts[y][word] for y in counts) + len(counts))",
    "it is P(label | word): each word's counts are shared out among the labels.",
    "P(word | label): for one label, what do all words add up to?",
)
