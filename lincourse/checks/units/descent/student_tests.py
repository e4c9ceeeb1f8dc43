"""Unit 06: right functions in several styles, for students' tests of `minibatches`."""

from misstep import StudentTestCheck

from lincourse.checks.units.descent.shuffling import minibatches

tests = StudentTestCheck(minibatches)
tests.right(
    "one that shuffles in place",
    """
    order = np.arange(n)
    rng.shuffle(order)
    return np.split(order, range(size, n, size))
    """,
)
tests.right(
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
tests.right(
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
