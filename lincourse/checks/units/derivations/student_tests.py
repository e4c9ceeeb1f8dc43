"""Unit 08: right functions in several styles, for students' tests of `softmax_jacobian`."""

from misstep import StudentTestCheck

from lincourse.checks.units.derivations.closed_forms import softmax_jacobian

tests = StudentTestCheck(softmax_jacobian)
tests.right(
    "one that multiplies by delta",
    """
    S = np.exp(z - z.max())
    S = S / S.sum()
    return S[:, None] * (np.eye(len(z)) - S)
    """,
)
tests.right(
    "one that fills the rows one by one",
    """
    exps = [np.exp(value - max(z)) for value in z]
    S = [part / sum(exps) for part in exps]
    rows = []
    for i in range(len(S)):
        rows.append([S[i] * ((i == j) - S[j]) for j in range(len(S))])
    return np.array(rows)
    """,
)
tests.right(
    "one that takes what the others gain from the diagonal",
    """
    S = np.exp(z - np.max(z))
    S = S / np.sum(S)
    J = -np.outer(S, S)
    np.fill_diagonal(J, 0)
    return J - np.diag(J.sum(axis=1))
    """,
)
