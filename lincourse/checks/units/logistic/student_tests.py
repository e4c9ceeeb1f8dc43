"""Unit 05: right functions in several styles, for students' tests of `sigmoid`."""

from misstep import StudentTestCheck

from lincourse.checks.units.logistic.probabilities import sigmoid

tests = StudentTestCheck(sigmoid)
tests.right(
    "one that goes through the entries in a loop",
    """
    import math

    def one(value):
        small = math.exp(-abs(value))
        return (1 if value >= 0 else small) / (1 + small)

    return np.array([one(value) for value in np.ravel(z)]).reshape(np.shape(z))
    """,
)
tests.right(
    "one that takes the exponential of a logarithm",
    """
    return np.exp(-np.logaddexp(0, -np.asarray(z, dtype=float)))
    """,
)
