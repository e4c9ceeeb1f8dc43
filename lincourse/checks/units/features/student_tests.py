"""Unit 03: what a student's test of `precision` is tried on."""

from misstep import StudentTestCheck

from lincourse.checks.units.features.precision_and_recall import precision

trial = StudentTestCheck(precision)
trial.right(
    "one that goes through the examples in a loop",
    """
    called = right = 0
    for truth, guess in zip(y, y_hat):
        if guess == 1:
            called += 1
            right += truth == 1
    return right / max(called, 1)
    """,
)
trial.right(
    "one that returns a NumPy number",
    """
    return np.float64(np.sum((y == 1) * (y_hat == 1)) / max(1, np.sum(y_hat == 1)))
    """,
)
trial.right(
    "one whose result differs in the last digit",
    """
    called = np.flatnonzero(y_hat == 1)
    return sum((y[i] == 1) * (1 / len(called)) for i in called) if len(called) else 0
    """,
)
