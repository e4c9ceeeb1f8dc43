"""Unit 05: what a student's test of `sigmoid` is tried on."""

from misstep import StudentTestCheck

from lincourse.checks.units.logistic.probabilities import sigmoid

trial = StudentTestCheck(sigmoid)
trial.right(
    "one that goes through the entries in a loop",
    """
    import math

    def one(value):
        small = math.exp(-abs(value))
        return (1 if value >= 0 else small) / (1 + small)

    return np.array([one(value) for value in np.ravel(z)]).reshape(np.shape(z))
    """,
)
trial.right(
    "one that takes the exponential of a logarithm",
    """
    return np.exp(-np.logaddexp(0, -np.asarray(z, dtype=float)))
    """,
)
