"""Checks of what weights mean: the boundary of two classes, naive Bayes as a linear classifier."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check
from misstep.core.random_inputs import SMALL, eighths

from lincourse import features as reference
from lincourse.checks.units.features.random_inputs import examples

# ---------------------------------------------------------------- boundary

boundary = Check(reference.boundary, gives=Array("(d,)"))
boundary.example(
    (np.array([[1.0, 2.0, 0.0], [3.0, -1.0, 1.0], [0.0, 0.0, 0.0]]), 0, 1),
    np.array([-2.0, 3.0, -1.0]),
    "1 - 3, 2 - (-1) and 0 - 1: the bias too is a difference",
)


@boundary.random_inputs
def boundary_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K, d in ((2, 3), (3, 3), (3, 2), (4, 3), (5, 4), (4, 4)):
        W = eighths(rng, K, d)
        W[:, 0] = rng.permutation(K) + 1.5  # biases that differ
        W[:, 1] = rng.permutation(K) - 0.25
        for k, j in ((0, 1), (K - 1, 0), (1, K - 1)):
            if k != j:
                yield W, k, j


@boundary.edge_cases
def boundary_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([[1, 2], [3, 5], [4, 4]]), 2, 0
    yield np.array([[1.0, 2.0, 3.0], [5.0, 2.0, 3.0]]), 0, 1  # parallel: only the bias differs
    yield np.array([[0.5], [2.0]]), 1, 0
    yield eighths(rng, 3, 3) * 2.0**20, 0, 2
    yield eighths(rng, 3, 4) * SMALL, 2, 1


@boundary.property("its score is above 0 exactly where class k scores higher than class j")
def separates_k_from_j(f: Any, rng: np.random.Generator) -> str | None:
    W, X = eighths(rng, 3, 3), examples(rng, 8, 3)
    W[:, 0] = rng.permutation(3) * 2.0
    line = np.asarray(f(W, 1, 2))
    for x in X:
        ahead, score = W[1] @ x - W[2] @ x, line @ x
        if np.sign(ahead) != np.sign(score):
            return (
                f"At x = {x.tolist()} class k = 1 scores {W[1] @ x:g} and class j = 2 scores "
                f"{W[2] @ x:g}, but your boundary gives {score:g} there."
            )
    return None


boundary.answer("""
    difference = W[k] - W[j]
    return difference
""")
boundary.mistake(
    "W[k] - W[j] -> W[k] + W[j]",
    "the weights of the two classes are added.",
    "Classes k and j tie where w_k . x = w_j . x. Bring all to one side.",
)
boundary.mistake(
    "return difference -> return np.append(-difference[0], difference[1:])",
    "the offset has the wrong sign.",
    "The bias is a weight like the others. Is it moved to the other side anywhere?",
)
boundary.mistake(
    "return difference -> return np.append(0, difference[1:])",
    "the offset is 0, so the boundary goes through 0.",
    "What becomes of the two biases?",
)
boundary.mistake(
    "return difference -> return np.append(W[k, 0] + W[j, 0], difference[1:])",
    "the biases are added where the other weights are subtracted.",
    "Is it w_k0 - w_j0 in the equation, or a sum?",
)
boundary.mistake(
    "return difference -> return np.append(W[k, 0], difference[1:])",
    "the offset is that of class k, not a difference.",
    "What becomes of the bias of class j?",
)
boundary.mistake(
    "return difference -> return np.append(difference[1:], difference[0])",
    "the bias comes last.",
    "Where does this course put the bias?",
)
boundary.mistake(
    "W[k] - W[j] -> (W[k] + W[j]) / 2",
    "it is the mean of the two weight vectors.",
    "What is true of a point where two scores are equal?",
)
boundary.mistake(
    "return difference -> return difference / np.linalg.norm(difference)",
    "it is scaled to length 1.",
    "That gives the same line. But the plain difference is asked for: which line rescales it?",
)
boundary.mistake(
    "W[k] - W[j] -> W[k - 1] - W[j - 1]",
    "classes are counted from 1.",
    "This course counts classes from 0. Which class does your index 1 mean?",
)


# ---------------------------------------------------------------- naive_bayes_weights

naive_bayes_weights = Check(reference.naive_bayes_weights, gives=Array("(K, V+1)"))
naive_bayes_weights.example(
    (np.array([-0.5, -1.0]), np.array([[-2.0, -1.0, -3.0], [-1.0, -2.0, -4.0]])),
    np.array([[-0.5, -2.0, -1.0, -3.0], [-1.0, -1.0, -2.0, -4.0]]),
    "each class's log-prior stands before its log-likelihoods",
)


def logs(rng: np.random.Generator, *shape: int) -> Any:
    """Random multiples of 1/8 between -6 and -1/8, as logs of probabilities are."""
    return -rng.integers(1, 49, size=shape) / 8


@naive_bayes_weights.random_inputs
def bayes_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K, V in ((2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (2, 1)):
        yield logs(rng, K), logs(rng, K, V)


@naive_bayes_weights.edge_cases
def bayes_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([-1, -2]), np.array([[-3, -1], [-2, -5]])
    yield np.array([0.0]), logs(rng, 1, 3)
    yield np.log([0.25, 0.75]), np.log([[0.5, 0.25, 0.25], [0.125, 0.5, 0.375]])
    yield logs(rng, 2) * 100, logs(rng, 2, 4) * 100
    yield np.array([-0.5, -1.25]), np.array([[-3, -1], [-2, -5]])  # only one of whole numbers


@naive_bayes_weights.property("W times (1, counts) is log-prior plus counts times log-likelihoods")
def weights_give_log_scores(f: Any, rng: np.random.Generator) -> str | None:
    priors, likelihoods = logs(rng, 2), logs(rng, 2, 4)
    counts = rng.integers(0, 4, 4)
    have = np.asarray(f(priors, likelihoods)) @ np.concatenate([[1], counts])
    want = priors + likelihoods @ counts
    if not np.allclose(have, want):
        return (
            f"For a document with the word counts {counts.tolist()} naive Bayes scores "
            f"{want.tolist()}, but your weights score {have.tolist()}."
        )
    return None


naive_bayes_weights.answer("""
    W = np.column_stack([log_priors, log_likelihoods])
    return W
""")
naive_bayes_weights.mistake(
    "[log_priors, log_likelihoods] -> [log_likelihoods, log_priors]",
    "the bias comes last.",
    "Where is the constant 1 in x, and so where is its weight in W?",
)
naive_bayes_weights.mistake(
    "return W -> return np.exp(W)",
    "the weights are probabilities, not their logarithms.",
    "A dot product adds. Which quantities does naive Bayes add, and which does it multiply?",
)
naive_bayes_weights.mistake(
    "return W -> return np.log(W)",
    "the logarithm is taken of what is a logarithm already.",
    "Are log-probabilities above 0 or below, and what is the logarithm of such a number?",
)
naive_bayes_weights.mistake(
    "[log_priors, -> [np.exp(log_priors),",
    "the bias is a probability, not a logarithm.",
    "What is log P(y) added to in the score?",
)
naive_bayes_weights.mistake(
    ", log_likelihoods] -> , np.exp(log_likelihoods)]",
    "the words' weights are probabilities, not logarithms.",
    "What does a word that comes twice add to the score?",
)
naive_bayes_weights.mistake(
    "[log_priors, log_likelihoods] -> [log_likelihoods]",
    "the priors are left out.",
    "Where does log P(y) go? Which shape should W have?",
)
naive_bayes_weights.mistake(
    "[log_priors, log_likelihoods] -> [log_likelihoods + log_priors[:, None]]",
    "the log-prior is added to the weight of every word.",
    "How often does log P(y) count in a document of ten words?",
)
naive_bayes_weights.mistake(
    ", log_likelihoods] -> , log_likelihoods + log_priors[:, None]]",
    "the log-prior is added to the weight of every word, where it belongs only to the bias.",
    "How often does log P(y) count in a document of ten words?",
)
naive_bayes_weights.mistake(
    "column_stack -> vstack",
    "the priors are put on top as a row, as if they were a class.",
    "The prior of a class belongs in the row of that class.",
)
