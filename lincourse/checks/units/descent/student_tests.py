"""Unit 06: what a student's test of `minibatches` is tried on."""

from misstep import StudentTestCheck

from lincourse.checks.units.descent.shuffling import minibatches

trial = StudentTestCheck(minibatches)
trial.right(
    "one that shuffles in place",
    """
    order = np.arange(n)
    rng.shuffle(order)
    return np.split(order, range(size, n, size))
    """,
)
trial.right(
    "one that sorts random numbers",
    """
    order = np.argsort(rng.random(n))
    batches = []
    while len(order):
        batches.append(order[:size])
        order = order[size:]
    return batches
    """,
)
trial.right(
    "one that draws one index after another",
    """
    left = list(range(n))
    batches = [[]]
    while left:
        if len(batches[-1]) == size:
            batches.append([])
        batches[-1].append(left.pop(rng.integers(len(left))))
    return [np.array(batch, dtype=int) for batch in batches]
    """,
)
