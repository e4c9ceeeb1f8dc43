"""Unit 03: right functions in several styles, for students' tests of `precision`."""

from misstep import StudentTestCheck

from lincourse.checks.units.features.precision_and_recall import precision

tests = StudentTestCheck(precision)
tests.right(
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
tests.right(
    "one that returns a NumPy number",
    """
    return np.float64(np.sum((y == 1) * (y_hat == 1)) / max(1, np.sum(y_hat == 1)))
    """,
)
tests.right(
    "one whose result differs in the last digit",
    """
    called = np.flatnonzero(y_hat == 1)
    return sum((y[i] == 1) * (1 / len(called)) for i in called) if len(called) else 0
    """,
)
