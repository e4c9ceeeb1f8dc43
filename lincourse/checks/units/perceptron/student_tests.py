"""Unit 04: what a student's test of `perceptron_update` is tried on."""

from misstep import StudentTestCheck

from lincourse.checks.units.perceptron.two_class import perceptron_update

trial = StudentTestCheck(perceptron_update)
trial.right(
    "one that returns a copy where nothing changes",
    """
    new = w.astype(float)
    if y * np.sum(w * x) <= 0:
        new += eta * y * x
    return new
    """,
)
trial.right(
    "one that goes through the entries in a loop",
    """
    score = sum(a * b for a, b in zip(w, x))
    mistake = score * y <= 0
    return np.array([a + mistake * eta * y * b for a, b in zip(w, x)])
    """,
)
trial.right(
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
