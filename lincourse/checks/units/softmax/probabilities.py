"""Checks of softmax, and of the categorical distribution."""

from collections.abc import Iterator
from math import exp, log
from typing import Any

import numpy as np
from misstep import Args, Check, Number, Probabilities

from lincourse import softmax as reference
from lincourse.checks.units.softmax.random_inputs import distribution, eighths

# ---------------------------------------------------------------- softmax

softmax = Check(
    reference.softmax, gives=Probabilities("(..., K), that of Z", relative=1e-9), silent=True
)
softmax.example(
    (np.array([0.0, log(2), log(5)]),),
    np.array([1, 2, 5]) / 8,
    "e to the scores is 1, 2 and 5, which add up to 8",
)


@softmax.random_inputs
def soft_inputs(rng: np.random.Generator) -> Iterator[Args]:
    flat = ((2,), (3,), (5,), (2, 3), (3, 2), (3, 3), (4, 4), (1, 4), (4, 1), (6, 5), (1,))
    for shape in (*flat, (2, 3, 4), (3, 3, 3)):
        Z = eighths(rng, *shape, reach=6)
        Z[Z == 0] = 0.125  # no largest score is 0
        Z[..., 0] += 0.0625  # no row adds up to 0
        yield (Z,)


@softmax.edge_cases
def soft_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield (np.array([1, 2, 3, 4, 1, 2, 3]),)
    yield (rng.integers(-5, 6, (3, 4)),)
    yield (np.array([1000.0, 0.0]),)
    yield (np.array([1000.0, 1000.0, 1000.0]),)
    yield (np.array([-1000.0, -1000.0]),)
    yield (np.array([-1000.0, 1000.0, 0.0]),)
    yield (np.array([1000.0, 999.0, 997.5]),)
    yield (np.array([[1000, -1000], [-1000, 1000], [0, 0]]),)
    yield (np.array([[1000.0, 999.0], [-1000.0, -1001.0]]),)
    base = rng.choice([-3000.0, -1000.0, 1000.0, 4000.0], (4, 3))
    yield (base + rng.integers(0, 9, (4, 3)) / 8,)


@softmax.property("the probabilities of a row add up to 1, and none is below 0")
def rows_add_up(f: Any, rng: np.random.Generator) -> str | None:
    for shape in ((3,), (4, 4), (2, 5)):
        p = np.asarray(f(eighths(rng, *shape, reach=4) + 0.03125), dtype=float)
        if (p < 0).any():
            return f"There is a probability below 0: {p.min():.4g}."
        sums = np.atleast_1d(p.sum(axis=-1))
        if not np.allclose(sums, 1):
            return (
                "Each row is one distribution over the K classes, so it adds up to 1. "
                f"Here the sums of the rows are {np.round(sums, 4).tolist()}."
            )
    return None


@softmax.property("adding the same number to all scores of a row changes nothing")
def shift(f: Any, rng: np.random.Generator) -> str | None:
    Z = eighths(rng, 3, 4, reach=3)
    added = rng.integers(1, 9, (3, 1)) / 2
    before, after = np.asarray(f(Z), dtype=float), np.asarray(f(Z + added), dtype=float)
    if not np.allclose(before, after):
        worst = float(np.abs(before - after).max())
        return (
            "e^c is then a factor of every term of the fraction, above and below, and cancels. "
            f"Adding {added.ravel().tolist()} to the three rows changed a probability by "
            f"{worst:.4g}."
        )
    return None


@softmax.property("scores of ±1000 are exact")
def soft_at_1000(f: Any, rng: np.random.Generator) -> str | None:
    p = np.asarray(f(np.array([1000.0, -1000.0])), dtype=float)
    if p.tolist() == [1.0, 0.0]:
        return None
    if not np.isfinite(p).all():
        return (
            f"The scores 1000 and -1000 give {p.tolist()}. e^1000 is too large for a computer's "
            "number and becomes infinite, and infinity divided by infinity is not a number."
        )
    return (
        "e^-2000 is so small that a computer's number is exactly 0, so the scores 1000 and -1000 "
        f"give exactly 1 and 0. Here it is {p.tolist()}. Was something cut off or added?"
    )


softmax.answer("""
    Z = Z - Z.max(axis=-1, keepdims=True)
    exps = np.exp(Z)
    p = exps / exps.sum(axis=-1, keepdims=True)
    return p
""")
softmax.mistake(
    "Z = Z - Z.max(axis=-1, keepdims=True) -> pass",
    "e to the scores is divided by its sum, straight from the formula: right, but e^1000 "
    "overflows.",
    "Adding the same number to all scores changes nothing. Which number could you take away, so "
    "that the largest score is harmless?",
)
softmax.mistake(
    lambda Z: np.apply_along_axis(
        lambda row: np.array([exp(z) for z in row]) / sum(exp(z) for z in row), -1, Z
    ),
    "math.exp is called with a number above 709, and it stops there.",
    "Adding the same number to all scores changes nothing. Which number could you take away, so "
    "that the largest score is harmless?",
)
softmax.mistake(
    "Z.max(axis=-1, keepdims=True) -> Z.max()",
    "the largest score of the whole array is subtracted, so that a row of much smaller scores "
    "becomes 0 divided by 0.",
    "Each row is a distribution of its own. Whose largest score should be subtracted from it?",
)
softmax.mistake(
    "Z.max(axis=-1, keepdims=True) -> Z.max(axis=0)",
    "the largest score of each column is subtracted from the rows.",
    "What may be subtracted from a row without changing its probabilities? Look at keepdims.",
)
softmax.mistake(
    "Z.max -> Z.mean",
    "the mean of the scores is subtracted, not the largest: what is left can still be large.",
    "Which score must become 0, so that no other can overflow?",
)
softmax.mistake(
    "Z.max -> Z.min",
    "the smallest score is subtracted, not the largest: what is left can still be large.",
    "Which score must become 0, so that no other can overflow?",
)
softmax.mistake(
    "Z - Z.max(axis=-1, keepdims=True) -> np.clip(Z, -500, 500)",
    "the scores are cut off at 500 before np.exp.",
    "That hides the overflow and gives wrong values: 1000 and 999 come out equal. What can be "
    "subtracted from all scores instead?",
)
softmax.mistake(
    "exps.sum(axis=-1, keepdims=True) -> (exps.sum(axis=-1, keepdims=True) + 1e-9)",
    "a small number is added below the fraction line.",
    "After the largest score is subtracted, can the sum still be 0?",
)
softmax.mistake(
    "return p -> return np.clip(p, 1e-15, 1 - 1e-15)",
    "the probabilities are kept away from 0 and 1 by cutting them off.",
    "Nothing here needs that. What is e^-2000 to a computer, and is it wrong?",
)
softmax.mistake(
    "axis=-1 -> axis=0",
    "it is normalised over the first axis, the examples, not over the classes.",
    "The rows of Z are examples, and the last axis is the classes. What must add up to 1?",
)
softmax.mistake(
    "axis=-1 -> axis=None",
    "it is divided by the sum over all rows at once.",
    "Each row is a distribution of its own. Over which axis should the sum run?",
)
softmax.mistake(
    "axis=-1 -> axis=1",
    "axis=1 is used, which a single row of scores does not have.",
    "Which number names the last axis, however many there are?",
)
softmax.mistake(
    "exps.sum(axis=-1, keepdims=True) -> exps.sum(axis=-1)",
    "the sums have lost their axis, so NumPy divides columns by them, or stops.",
    "The sums of n rows have shape (n,). Which shape divides each row by its own sum?",
)
softmax.mistake(
    "Z.max(axis=-1, keepdims=True) -> Z.max(axis=-1)",
    "the largest scores have lost their axis, so NumPy takes them away from columns, or stops.",
    "The largest scores of n rows have shape (n,). Which shape takes each from its own row?",
)
softmax.mistake(
    """
    Z = Z - Z.max(axis=-1, keepdims=True) -> pass
    np.exp(Z) -> Z
    """,
    "the scores are divided by their sum, without exp.",
    "Scores can be below 0, and can add up to 0. What does that do to your probabilities?",
)
softmax.mistake(
    """
    Z = Z - Z.max(axis=-1, keepdims=True) -> pass
    np.exp(Z) -> np.abs(Z)
    """,
    "the sizes of the scores are divided by their sum, without exp.",
    "Should a score of -3 make a class as probable as a score of 3?",
)
softmax.mistake(
    """
    Z.max -> Z.min
    np.exp(Z) -> Z
    """,
    "the smallest score is subtracted and the rest divided by its sum, without exp.",
    "Then one class is always impossible, however close the scores are. Where is e in the formula?",
)
softmax.mistake(
    lambda Z: 1.0 * (Z.max(axis=-1, keepdims=True) == Z),
    "it is argmax: 1 for the largest score and 0 for the others.",
    "How sure should the model be when two scores are almost the same?",
)
softmax.mistake(
    """
    Z = Z - Z.max(axis=-1, keepdims=True) -> pass
    p = exps / exps.sum(axis=-1, keepdims=True) -> p = exps
    """,
    "e to the scores is not divided by its sum.",
    "What must the K numbers of a row add up to?",
)
softmax.mistake(
    "p = exps / exps.sum(axis=-1, keepdims=True) -> p = exps",
    "the largest score is subtracted, but e to what is left is not divided by its sum.",
    "What must the K numbers of a row add up to?",
)
softmax.mistake(
    "np.exp(Z) -> np.exp(-Z)",
    "the sign in the exponent is wrong, so that small scores get large probabilities.",
    "Which class should be the most probable?",
)
softmax.mistake(
    "np.exp(Z) -> 2.0**Z",
    "2 to the power of the scores is taken, not e.",
    "That is a softmax at another temperature. Which number is in the formula?",
)
softmax.mistake(
    "Z - Z.max -> Z / Z.max",
    "the scores are divided by the largest one, where it should be subtracted.",
    "What does adding a number to all scores do to the fraction, and what does dividing them do?",
)
softmax.mistake(
    lambda Z: 1 / (1 + np.exp(-np.clip(Z, -700, None))),
    "the sigmoid of each score is taken on its own.",
    "The K numbers of a row must add up to 1. Can a class's probability ignore the others' scores?",
)
softmax.mistake(
    "return p -> return np.log(p)",
    "it is the logarithm of the probabilities.",
    "Can a probability be below 0?",
)
softmax.mistake(
    "return p -> return np.exp(p) / np.exp(p).sum(axis=-1, keepdims=True)",
    "softmax is taken twice.",
    "What goes into the exponent: scores, or probabilities?",
)
softmax.mistake(
    "return p -> return np.round(p, 4)",
    "the probabilities are rounded.",
    "Let the reader round, if need be. How many digits does your result keep?",
)
softmax.mistake(
    "return p -> return p.astype(Z.dtype)",
    "the results are cut to whole numbers when Z holds whole numbers.",
    "What is the type of the array that you write the results into?",
)


# ---------------------------------------------------------------- categorical_pmf

categorical_pmf = Check(reference.categorical_pmf, gives=Number())
categorical_pmf.example(
    (np.array([0.5, 0.125, 0.375]), 1),
    0.125,
    "the indicators are 0, 1 and 0, so it is 0.5^0 times 0.125^1 times 0.375^0",
)


@categorical_pmf.random_inputs
def pmf_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K in (2, 3, 4, 5, 3, 4):
        phi = distribution(rng, K)
        for x in range(K):
            yield phi, x


@categorical_pmf.edge_cases
def pmf_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    phi = distribution(rng, 4, zeros=2)
    for x in range(4):
        yield phi, x
    for x in range(3):
        yield np.array([0, 1, 0]), x
    yield np.array([1.0]), 0
    yield np.array([1, 2, 4]) / 7, 2


@categorical_pmf.property("over all outcomes the probabilities add up to 1")
def outcomes_add_up(f: Any, rng: np.random.Generator) -> str | None:
    phi = distribution(rng, 4)
    total = sum(float(f(phi, x)) for x in range(4))
    if not np.isclose(total, 1):
        return f"One of the four outcomes happens. Their probabilities add up to {total:.4g}."
    return None


categorical_pmf.answer("""
    return phi[x]
""")
categorical_pmf.mistake(
    "phi[x] -> phi[: x + 1].sum()",
    "it is the probability of x or anything before it.",
    "That is P(X <= x). Which probability should come back?",
)
categorical_pmf.mistake(
    "phi[x] -> 1 / len(phi)",
    "every outcome is taken as equally probable.",
    "What does phi say?",
)
categorical_pmf.mistake(
    "phi[x] -> float(x == phi.argmax())",
    "it is 1 for the most probable outcome and 0 for the others.",
    "How often should the others happen, according to phi?",
)

categorical_pmf.answer("""
    indicators = np.where(np.arange(len(phi)) == x, 1, 0)
    return np.prod(phi**indicators)
""")
categorical_pmf.mistake(
    "return -> indicators[-1] = np.sum(1 - indicators[:-1]); return",
    "the last indicator is the sum of 1 - I_i, as the slide prints it.",
    "Try three outcomes and x = 0: what are the three indicators, and what should they be? The 1 "
    "belongs outside the sum.",
)
categorical_pmf.mistake(
    "phi**indicators -> phi * indicators",
    "the indicators are factors, not exponents, so that a single 0 makes it all 0.",
    "What is phi to the power of 0, and what is 0 times phi?",
)
categorical_pmf.mistake(
    "phi**indicators -> phi**x",
    "x itself is the exponent.",
    "The exponent of phi_k is the indicator: 1 where x = k and 0 elsewhere.",
)
categorical_pmf.mistake(
    "phi**indicators -> phi ** (1 - indicators)",
    "the indicators are the wrong way round: 0 for the outcome and 1 for all others.",
    "Which factor should be left over?",
)
categorical_pmf.mistake(
    "np.prod -> np.sum",
    "the powers are added, not multiplied.",
    "phi to the power of 0 is 1. What do K - 1 ones do to a sum, and what to a product?",
)
categorical_pmf.mistake(
    "phi**indicators -> np.where(indicators, phi, 1 - phi)",
    "each other outcome k adds a factor 1 - phi_k, as if there were K coins.",
    "It is one draw with K outcomes. Once x has happened, what more is there to pay for?",
)
