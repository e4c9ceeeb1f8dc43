"""Unit 07: what a student's test of `softmax` is tried on."""

from misstep import StudentTestCheck

from lincourse.checks.units.softmax.probabilities import softmax

trial = StudentTestCheck(softmax)
trial.right(
    "one that goes through the rows in a loop",
    """
    import math

    if Z.ndim > 1:
        return np.array([softmax(row) for row in Z])
    exps = [math.exp(value - max(Z)) for value in Z]
    return np.array([part / sum(exps) for part in exps])
    """,
)
trial.right(
    "one that takes the exponential of a logarithm",
    """
    Z = Z - Z.max(axis=-1, keepdims=True)
    return np.exp(Z - np.log(np.exp(Z).sum(axis=-1, keepdims=True)))
    """,
)
trial.right(
    "one that works on the transposed scores",
    """
    columns = Z.T.astype(float)
    columns = np.exp(columns - columns.max(axis=0))
    return (columns / columns.sum(axis=0)).T
    """,
)
