"""Unit 08: what a student's test of `softmax_jacobian` is tried on."""

from misstep import StudentTestCheck

from lincourse.checks.units.derivations.closed_forms import softmax_jacobian

trial = StudentTestCheck(softmax_jacobian)
trial.right(
    "one that multiplies by delta",
    """
    S = np.exp(z - z.max())
    S = S / S.sum()
    return S[:, None] * (np.eye(len(z)) - S)
    """,
)
trial.right(
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
trial.right(
    "one that takes what the others gain from the diagonal",
    """
    S = np.exp(z - np.max(z))
    S = S / np.sum(S)
    J = -np.outer(S, S)
    np.fill_diagonal(J, 0)
    return J - np.diag(J.sum(axis=1))
    """,
)
