"""Unit 04: right functions in several styles, for students' tests of `perceptron_update`."""

from misstep import StudentTestCheck

from lincourse.checks.units.perceptron.two_class import perceptron_update

tests = StudentTestCheck(perceptron_update)
tests.right(
    "one that returns a copy where nothing changes",
    """
    new = w.astype(float)
    if y * np.sum(w * x) <= 0:
        new += eta * y * x
    return new
    """,
)
tests.right(
    "one that goes through the entries in a loop",
    """
    score = sum(a * b for a, b in zip(w, x))
    mistake = score * y <= 0
    return np.array([a + mistake * eta * y * b for a, b in zip(w, x)])
    """,
)
tests.right(
    "one that treats the two labels one after the other",
    """
    score = np.dot(x, w)
    if y > 0 and score <= 0:
        return np.add(w, np.multiply(eta, x))
    if y < 0 and score >= 0:
        return np.subtract(w, np.multiply(eta, x))
    return 1.0 * w
    """,
)
