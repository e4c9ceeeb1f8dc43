"""Checks of the prediction: the log-score of a label, and the label that scores highest."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from misstep import Args, Check, Label
from misstep.core.random_inputs import SMALL

from lincourse import naive_bayes as reference
from lincourse.checks.units.naive_bayes.shared import (
    FINE,
    OOV,
    UNSEEN,
    document,
    labelled_documents,
    some_labels,
    some_words,
)

# ---------------------------------------------------------------- log_score

log_score = Check(reference.log_score, gives=FINE)
SMALL_MODEL: dict[str, Any] = {
    "log_priors": {"pos": -0.5, "neg": -1.0},
    "log_likelihoods": {
        "pos": {"good": -1.0, "film": -1.5, OOV: -3.0},
        "neg": {"good": -2.5, "film": -1.5, OOV: -2.0},
    },
}
log_score.example(
    (["good", "film", "blargh", "good"], "pos", SMALL_MODEL),
    -7.0,
    "-0.5 for the label, -1 - 1.5 - 1 for the words that are known, -3 for blargh, which is OOV",
)


def trained(rng: np.random.Generator) -> tuple[Any, list[Any], list[str]]:
    """A model learnt from a few texts, its labels, and words to make new texts of."""
    data = labelled_documents(rng, 8, 7)
    model = reference.train_naive_bayes(data)
    seen = list(dict.fromkeys(word for words, _ in data for word in words))
    return model, list(model["log_priors"]), seen


@log_score.random_inputs
def log_score_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (1, 2, 3, 5, 8):
        model, labels, seen = trained(rng)
        for y in labels:
            yield document(rng, seen, n), y, model
            yield [*document(rng, [*UNSEEN, *seen], n), UNSEEN[0], seen[0]], y, model
    model, labels, seen = trained(rng)
    yield [UNSEEN[1], seen[0], UNSEEN[1], UNSEEN[2]], labels[-1], model


@log_score.edge_cases
def log_score_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    model, labels, seen = trained(rng)
    yield document(rng, seen, 1500), labels[0], model
    yield document(rng, [*seen, *UNSEEN], 2000), labels[-1], model
    yield [UNSEEN[0]], labels[0], model  # nothing but an unseen word
    yield [seen[0]] * 3, labels[-1], model
    only = reference.train_naive_bayes([([seen[0], seen[0]], "only")])
    yield [seen[0], UNSEEN[0]], "only", only  # a prior of 1


@log_score.property("the words of two texts add the same, put together or apart")
def halves(f: Any, rng: np.random.Generator) -> str | None:
    model, labels, seen = trained(rng)
    first, second = document(rng, seen, 4), [*document(rng, seen, 3), UNSEEN[0]]
    y = labels[-1]
    apart = float(f(first, y, model)) + float(f(second, y, model))
    together = float(f(first + second, y, model))
    if not math.isclose(apart - together, model["log_priors"][y]):
        return (
            f"Apart the texts score {apart:.4g} in sum, put together {together:.4g}. Apart, the "
            f"label counts twice, so the difference should be its log, {model['log_priors'][y]:.4g}."
        )
    return None


log_score.answer("""
    prior = model["log_priors"][label]
    table = model["log_likelihoods"][label]
    terms = [table.get(word, table["<OOV>"]) for word in words]
    return prior + sum(terms)
""")
log_score.mistake(
    "prior + sum(terms) -> sum(terms)",
    "the prior is left out.",
    "Which term does not depend on the words?",
)
log_score.mistake(
    'table["<OOV>"]) -> 0)',
    "words that the model has not seen add nothing, as if they were skipped.",
    "What should an unseen word count as?",
)
log_score.mistake(
    'table.get(word, table["<OOV>"]) -> table[word]',
    "a word that the model has not seen stops it with a KeyError.",
    "What should an unseen word count as, and where in the table is that?",
)
log_score.mistake(
    """
    return prior + sum(terms) -> import math; return math.log(np.exp(prior) * np.prod(np.exp(terms)))
    """,
    "the probabilities are multiplied and the log is taken at the end: for a long text the "
    "product is 0, and math.log(0) stops.",
    "Can you stay with logs all the way?",
)
log_score.mistake(
    "prior + sum(terms) -> np.exp(prior) * np.prod(np.exp(terms))",
    "it is a product of probabilities: no log at all.",
    "The name is log_score. What happens to a product of hundreds of small numbers?",
)
log_score.mistake(
    "prior + sum(terms) -> np.log(np.exp(prior) + np.sum(np.exp(terms)))",
    "it is the log of a sum of probabilities, not the sum of their logs.",
    "The log of a product is a sum of logs. What is added in your code: logs, or probabilities?",
)
log_score.mistake(
    """
    return prior + sum(terms) -> import math; return math.log(prior) + sum(map(math.log, terms))
    """,
    "the log is taken again of what is a log already.",
    "What do the tables hold: probabilities, or their logs? What is the log of a number below 0?",
)
log_score.mistake(
    "prior + sum(terms) -> prior * np.prod(terms)",
    "the logs are multiplied.",
    "What does the log make of a product?",
)
log_score.mistake(
    "prior + sum(terms) -> sum(prior + term for term in terms)",
    "the prior is added for every word.",
    "How many labels does one text have?",
)
log_score.mistake(
    "prior + -> np.exp(prior) +",
    "the prior is added as a probability, not as a log.",
    "log_priors holds logs already.",
)
log_score.mistake(
    "prior + sum(terms) -> sum(terms) - prior",
    "the prior is subtracted.",
    "Which sign does the prior have in the sum?",
)
log_score.mistake(
    "sum(terms) -> np.mean(terms)",
    "the sum is divided by the number of words.",
    "Is a sum or a mean the logarithm of a product?",
)
log_score.mistake(
    """
    for word in words] -> for word in words if word in table]
    sum(terms) -> sum(terms) + table["<OOV>"] * any(word not in table for word in words)
    """,
    "unseen words count once, however many there are.",
    "Each unseen word is a token of its own.",
)


# ---------------------------------------------------------------- predict_label

predict_label = Check(reference.predict_label, gives=Label())
predict_label.example(
    (["good", "film", "blargh", "blargh"], SMALL_MODEL),
    "pos",
    "pos scores -0.5 - 1 - 1.5 - 3 - 3 = -9 and neg -1 - 2.5 - 1.5 - 2 - 2 = -9: a tie, and pos "
    "comes first in log_priors",
)


def eighths_model(
    rng: np.random.Generator, labels: Sequence[Any], order: Sequence[Any], words: Sequence[str]
) -> Any:
    """A model whose logs are multiples of 1/8, so that sums and ties are exact."""
    return {
        "log_priors": {y: -float(rng.integers(4, 24)) / 8 for y in labels},
        "log_likelihoods": {
            y: {word: -float(rng.integers(8, 33)) / 8 for word in [*words, OOV]} for y in order
        },
    }


def level_model(labels: Sequence[Any], order: Sequence[Any], words: Sequence[str]) -> Any:
    """A model in which all labels are alike."""
    return {
        "log_priors": dict.fromkeys(labels, -1.5),
        "log_likelihoods": {y: dict.fromkeys([*words, OOV], -2.25) for y in order},
    }


NUMBERED = (5, 2, 9), (9, 2, 5)


@predict_label.random_inputs
def predict_label_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (1, 2, 3, 4, 5, 6, 8, 10):
        labels, words = some_labels(rng), some_words(rng, 5)
        model = eighths_model(rng, labels, labels[::-1], words)
        yield document(rng, words, n), model
        yield document(rng, [UNSEEN[0], *words, UNSEEN[1]], n + 1), model
    tie: tuple[tuple[Any, Any], ...] = (("bac", "cba"), ("bac", "acb"), ("ba", "ab"), NUMBERED)
    for tied, order in tie:
        words = some_words(rng, 3)
        yield words, level_model(tied, order, words)  # all tie
        model = level_model(tied, order, words)
        model["log_likelihoods"][tied[0]][words[0]] -= 1.0
        yield words, model  # all but the first tie, where there are three
    for winner in range(2):  # a prior that outweighs the words, and words that outweigh the prior
        model = level_model(("x", "y"), "xy", words := some_words(rng, 3))
        model["log_priors"]["xy"[winner]] += 1.0
        model["log_likelihoods"]["xy"[1 - winner]][words[0]] += 0.75
        yield words, model
        yield [words[0], *words], model
    model = level_model(("x", "y"), "xy", words := some_words(rng, 3))
    model["log_likelihoods"]["x"].update({words[0]: -1.0, words[1]: -4.0})
    yield [words[0], words[1]], model  # one very probable and one very improbable word
    for n in (3, 6):  # an unseen word decides
        words = some_words(rng, 3)
        for y in "xy":
            model = level_model(("x", "y"), "xy", words)
            model["log_likelihoods"][y][OOV] += 1.0
            model["log_priors"]["yx"["xy".index(y)]] += 0.5
            yield [*document(rng, words, n), UNSEEN[1]], model
            yield [UNSEEN[1]], model


@predict_label.edge_cases
def predict_label_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    words = some_words(rng, 4)
    for y in "xyz":  # long texts, on which a product of probabilities is 0 for every label
        model = level_model("xyz", "xyz", words)
        model["log_likelihoods"][y][words[0]] += 0.125
        yield document(rng, words, 900), model
        yield document(rng, [*words, *UNSEEN], 1500), model
    yield [words[0]], level_model(["only"], ["only"], words)
    model = level_model("xy", "xy", words)
    model["log_priors"]["y"] += SMALL**2
    yield words, model  # nearly a tie
    model, _, seen = trained(rng)
    yield document(rng, seen, 800), model


predict_label.answer("""
    best, best_score = None, -np.inf
    for label in model["log_priors"]:
        prior, table = model["log_priors"][label], model["log_likelihoods"][label]
        terms = [table.get(word, table["<OOV>"]) for word in words]
        score = prior + sum(terms)
        if score > best_score:
            best, best_score = label, score
    return best
""")
predict_label.mistake(
    """
    -np.inf -> np.inf
    score > -> score <
    """,
    "the label with the smallest score is chosen.",
    "Log-scores are below 0. Which is more probable: -3 or -300?",
)
predict_label.mistake(
    "prior + sum(terms) -> sum(terms)",
    "the prior is left out.",
    "Which part of the score does not depend on the words?",
)
predict_label.mistake(
    'table["<OOV>"]) -> 0)',
    "words that the model has not seen add nothing, as if they were skipped.",
    "What should an unseen word count as?",
)
predict_label.mistake(
    'table.get(word, table["<OOV>"]) -> table[word]',
    "a word that the model has not seen stops it with a KeyError.",
    "What should an unseen word count as, and where in the table is that?",
)
predict_label.mistake(
    "prior + sum(terms) -> np.exp(prior) * np.prod(np.exp(terms))",
    "probabilities are multiplied: on a long text every product is 0, and the first label wins.",
    "Can you compare the logs themselves?",
)
predict_label.mistake(
    "score > -> score >=",
    "of labels with equal scores the last one is taken.",
    "When a later label is just as good as an earlier one, should it take its place?",
)
predict_label.mistake(
    "score > best_score -> best is None or (score, label) > (best_score, best)",
    "of labels with equal scores the last in the alphabet is taken.",
    "What does max compare when pairs (score, label) have equal scores?",
)
predict_label.mistake(
    'in model["log_priors"]: -> in model["log_likelihoods"]:',
    "of labels with equal scores the first in log_likelihoods is taken.",
    "The order that counts is that of log_priors.",
)
predict_label.mistake(
    "return best -> return best_score",
    "the score itself is returned, not its label.",
    "Which label won? A score doesn't say.",
)
predict_label.mistake(
    "prior + sum(terms) -> np.exp(prior) + sum(np.exp(terms))",
    "probabilities are added up, not their logs.",
    "The probability of a text is a product over its words. What does the log make of it?",
)
