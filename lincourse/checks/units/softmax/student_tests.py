"""Unit 07: right functions in several styles, for students' tests of `softmax`."""

from misstep import StudentTestCheck

from lincourse.checks.units.softmax.probabilities import softmax

tests = StudentTestCheck(softmax)
tests.right(
    "one that goes through the rows in a loop",
    """
    import math

    if Z.ndim > 1:
        return np.array([softmax(row) for row in Z])
    exps = [math.exp(value - max(Z)) for value in Z]
    return np.array([part / sum(exps) for part in exps])
    """,
)
tests.right(
    "one that takes the exponential of a logarithm",
    """
    Z = Z - Z.max(axis=-1, keepdims=True)
    return np.exp(Z - np.log(np.exp(Z).sum(axis=-1, keepdims=True)))
    """,
)
tests.right(
    "one that works on the transposed scores",
    """
    columns = Z.T.astype(float)
    columns = np.exp(columns - columns.max(axis=0))
    return (columns / columns.sum(axis=0)).T
    """,
)
