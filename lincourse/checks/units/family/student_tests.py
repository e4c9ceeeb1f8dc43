"""Unit 09: right functions in several styles, for students' tests of `linear_update`."""

from misstep import StudentTestCheck

from lincourse.checks.units.family.update import linear_update

tests = StudentTestCheck(linear_update)
tests.right(
    "one that goes through the classes in a loop",
    """
    import math

    psi = [float(np.dot(row, x)) for row in W]
    if rule == "softmax":
        exps = [math.exp(value - max(psi)) for value in psi]
        p = [part / sum(exps) for part in exps]
    elif rule == "perceptron":
        p = [1.0 if k == psi.index(max(psi)) else 0.0 for k in range(len(psi))]
    else:
        raise ValueError("perceptron or softmax")
    return np.array([row + eta * ((k == y) - p[k]) * x for k, row in enumerate(W)])
    """,
)
tests.right(
    "one that returns a copy where nothing changes",
    """
    if rule not in {"perceptron", "softmax"}:
        raise ValueError(rule)
    new, psi = W.astype(float), W @ x
    if rule == "perceptron":
        best = int(np.argmax(psi))
        if best != y:
            new[y] += eta * x
            new[best] -= eta * x
        return new
    p = np.exp(psi - np.logaddexp.reduce(psi))
    new -= eta * np.outer(p, x)
    new[y] += eta * x
    return new
    """,
)
