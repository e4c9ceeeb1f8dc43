"""Checks of unit 09: the shared update, the hunt for slips, and the capstone.

Weights and examples are multiples of 1/8, so that every score and every tie is exact. In the
capstone words are encoded afresh for every seed, so that only what is learnt from `train` helps.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import log, prod
from typing import Any

import numpy as np

from lincourse import datasets
from lincourse import family as reference
from lincourse.checks import draws
from lincourse.checks.draws import rate
from lincourse.checks.kinds import Array, ListOf, Word
from lincourse.checks.ladder import Args, Check, Overall
from lincourse.checks.quiz import Quiz, Verdicts
from lincourse.softmax import softmax

eighths = partial(draws.eighths, reach=2)

RULES = ("perceptron", "softmax")


# ---------------------------------------------------------------- linear_update

linear_update = Check(reference.linear_update, gives=Array("(K, d)"))
linear_update.worked(
    ("perceptron", np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), np.array([1.0, 3.0]), 0, 0.5),
    np.array([[1.5, 1.5], [-0.5, -0.5], [0.0, 0.0]]),
    "the scores are 1, 3, 0, so all of the probability is on class 1; the target is class 0: row "
    "0 gets half of x, row 1 loses it, row 2 stays",
)


@linear_update.cases
def update_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n_classes, d in ((2, 3), (3, 2), (3, 3), (4, 3), (5, 2), (3, 6)):
        for y in (0, n_classes - 1, int(rng.integers(n_classes))):
            for rule in RULES:
                W, x = eighths(rng, n_classes, d), eighths(rng, d)
                x[0] = 1.0
                yield rule, W, x, y, rate(rng)
        W, x = eighths(rng, n_classes, d), np.abs(eighths(rng, d)) + 0.5
        y = int(rng.integers(n_classes))
        W[y] = 2.5
        for rule in RULES:  # classified right: the perceptron rests, softmax does not
            yield rule, W, x, y, rate(rng)


@linear_update.extremes
def update_extremes(rng: np.random.Generator) -> Iterator[Args]:
    for rule in RULES:
        for y in (0, 1, 2):  # a tie of all classes
            yield rule, np.zeros((3, 2)), eighths(rng, 2) + 3, y, 0.5
        yield rule, rng.integers(-3, 4, (3, 2)), rng.integers(1, 4, 2), 2, 0.25
        yield rule, rng.integers(-3, 4, (2, 2)), np.array([1, 2]), np.int64(1), 0.5
        yield rule, eighths(rng, 4, 1), np.array([1.0]), 3, 0.5
        yield rule, eighths(rng, 1, 3), eighths(rng, 3), 0, 0.5


@linear_update.refuses("it raises ValueError for any other rule")
def update_refuses(rng: np.random.Generator) -> Iterator[Args]:
    for rule in ("svm", "naive Bayes", "hinge"):
        yield rule, eighths(rng, 3, 2), eighths(rng, 2), 1, 0.5


@linear_update.law("what one class gains, the others lose: the sum of the rows stays")
def rows_add_up(f: Any, rng: np.random.Generator) -> str | None:
    for rule in RULES:
        W, x = eighths(rng, 4, 3), eighths(rng, 3) + 3
        y = int((W @ x).argmin())
        moved = (f(rule, W, x, y, rate(rng)) - W).sum(axis=0)
        if not np.allclose(moved, 0):
            return (
                f'With the rule "{rule}" the rows of W together changed by {moved.round(4)}; the '
                "target and the probabilities both add up to 1, so it should be 0."
            )
    return None


@linear_update.law("from W = 0 softmax shares the blame evenly, and the perceptron blames class 0")
def from_zero(f: Any, rng: np.random.Generator) -> str | None:
    x, eta, W = eighths(rng, 2) + 3, rate(rng), np.zeros((4, 2))
    for rule, blame in (("softmax", [0.25, 0.25, 0.25, 0.25]), ("perceptron", [1, 0, 0, 0])):
        want = eta * np.outer(np.array([0, 0, 1, 0]) - blame, x)
        if not np.allclose(f(rule, W, x, 2, eta), want):
            return (
                f'With the rule "{rule}", W = 0 and four classes, the probabilities should be '
                f"{blame}, and each row of the new W eta times (target minus that) times x."
            )
    return None


def _update(
    rule: str,
    W: Any,
    x: Any,
    y: int,
    eta: float,
    factor: float = 1,
    hard: Any = lambda psi: np.eye(len(psi))[psi.argmax()],
    soft: Any = softmax,
    change: Any = lambda target, p: target - p,
    other: Any = None,
) -> Any:
    """linear_update with places to go wrong; `other` gives the probabilities of other rules."""
    choose = {"perceptron": hard, "softmax": soft}.get(rule, other)
    if choose is None:
        raise ValueError
    target = np.eye(len(W))[y]
    return W + factor * eta * np.outer(change(target, choose(W @ x)), x)


def wrongly(**changes: Any) -> Any:
    """A wrong turn: linear_update with some of its parts changed."""
    return lambda rule, W, x, y, eta: _update(rule, W, x, y, eta, **changes)


def one_hot_argmax(psi: Any) -> Any:
    return np.eye(len(psi))[psi.argmax()]


def twice_for_the_perceptron(rule: str, W: Any, x: Any, y: int, eta: float) -> Any:
    return _update(rule, W, x, y, eta, factor=2 if rule == "perceptron" else 1)


def only_on_mistakes(rule: str, W: Any, x: Any, y: int, eta: float) -> Any:
    new = _update(rule, W, x, y, eta)
    return W * 1.0 if (W @ x).argmax() == y else new


def kept_whole(rule: str, W: Any, x: Any, y: int, eta: float) -> Any:
    new = np.array(W)
    new[...] = _update(rule, W, x, y, eta)
    return new


def from_a_dictionary(rule: str, W: Any, x: Any, y: int, eta: float) -> Any:
    p = {"perceptron": one_hot_argmax, "softmax": softmax}[rule](W @ x)
    return W + eta * np.outer(np.eye(len(W))[y] - p, x)


def none_for_others(rule: str, W: Any, x: Any, y: int, eta: float) -> Any:
    return _update(rule, W, x, y, eta) if rule in RULES else None


def w_for_others(rule: str, W: Any, x: Any, y: int, eta: float) -> Any:
    return _update(rule, W, x, y, eta) if rule in RULES else W


linear_update.turn(
    twice_for_the_perceptron,
    "the perceptron's step is twice as long as it should be.",
    "Target and choice are both one-hot here: which values can their difference take?",
)
linear_update.turn(
    wrongly(factor=2),
    "every step is twice as long as it should be.",
    "Where does a factor 2 come from? Target and probabilities lie between 0 and 1.",
)
linear_update.turn(
    wrongly(factor=-1),
    "the step goes the wrong way: the right class loses and the others gain.",
    "The gradient holds p - target. Do you add it or take it away?",
)
linear_update.turn(
    wrongly(change=lambda target, p: target * (1 - p)),
    "only the row of the right class changes.",
    "Which rows hold probability that does not belong there?",
)
linear_update.turn(
    wrongly(change=lambda target, p: -(1 - target) * p),
    "only the rows of the wrong classes change.",
    "What should happen to the row of the right class?",
)
linear_update.turn(
    wrongly(soft=one_hot_argmax),
    'the rule "softmax" puts all of the probability on the best class, as the perceptron does.',
    "Which of the two rules lets a second-best class have a share?",
)
linear_update.turn(
    wrongly(hard=softmax),
    'the rule "perceptron" uses the soft probabilities.',
    "A perceptron chooses one class. How much probability is left for the others?",
)
linear_update.turn(
    wrongly(hard=softmax, soft=one_hot_argmax),
    "the two rules are swapped.",
    "Which rule is the one with a hard choice?",
)
linear_update.turn(
    lambda rule, W, x, y, eta: _update(rule, W, x, y, 1.0),
    "the learning rate is not used.",
    "Where does eta stand in the rule, and in your code?",
)
linear_update.turn(
    only_on_mistakes,
    "softmax learns only from mistakes.",
    "Is the probability of the right class ever exactly 1? What is left to learn if it is 0.6?",
)
linear_update.turn(
    wrongly(soft=lambda psi: psi / (psi.sum() or 1.0)),
    "the scores are divided by their sum, without exp.",
    "Can a probability be negative, or the sum of the scores 0?",
)
linear_update.turn(
    wrongly(change=lambda target, p: (2 * target - 1) * (np.abs(target - p).max() > 0)),
    "all wrong classes are pushed down as hard as the right one is pulled up.",
    "Which classes are to blame, and how much? The changes of all rows add up to 0.",
)
linear_update.turn(lambda rule, W, x, y, eta: (
        W + eta * (_update(rule, W, x, y, 1.0, change=lambda t, p: t - p) - W)
        @ x[:, None] / (x @ x or 1.0)
    ), "x is missing from the step.", "The step of a row has the length of a row: along which vector does it go?",)  # fmt: skip
linear_update.turn(
    lambda rule, W, x, y, eta: _update(rule, W, x, y, eta) - W,
    "the new W is only the step: the old W is lost.",
    "The rule changes W; what should be left of the old one?",
)
linear_update.turn(
    wrongly(hard=lambda psi: np.eye(len(psi))[len(psi) - 1 - psi[::-1].argmax()]),
    "of classes with equal scores the last is chosen, not the first.",
    "Which of several equal scores does argmax name?",
)
linear_update.turn(
    kept_whole,
    "the step is cut to whole numbers when W holds whole numbers.",
    "What is the type of W's entries, and can it hold a step of 0.5?",
)
linear_update.turn(
    wrongly(other=softmax),
    'a rule that is not known is taken as "softmax".',
    "What does your last else stand for? Someone will write a rule's name wrong.",
)
linear_update.turn(
    wrongly(other=one_hot_argmax),
    'a rule that is not known is taken as "perceptron".',
    "What does your last else stand for? Someone will write a rule's name wrong.",
)
linear_update.turn(
    none_for_others,
    "a rule that is not known gives None, silently.",
    "What will the caller's next line do with None? Raise an error that says what is wrong.",
)
linear_update.turn(
    w_for_others,
    "a rule that is not known leaves W as it is, silently.",
    "Someone who writes a rule's name wrong would train for an hour and learn nothing.",
)
linear_update.turn(
    from_a_dictionary,
    "a rule that is not known stops with a KeyError out of a dictionary.",
    "The error asked for is a ValueError that names the rule. When can you raise it?",
)


# ---------------------------------------------------------------- find the slip


STANDS = [0, 0, 1, 0, 0, 1, 0, 0, 0, 1]

Verdicts(
    "verdicts",
    answer=STANDS,
    decimals=0,
    form="a list of ten numbers, 1 for a statement that stands and 0 for one that does not",
    slips=[
        ([0] * 10, "Not all of them are wrong. Try each on a small example."),
        ([1] * 10, "All ten stand? Take K = 3 in statement 2 and list the pairs."),
        ([1 - s for s in STANDS], "You have it the wrong way round: 1 is for what stands."),
        (
            [0, 0, 0, 0, 0, 1, 0, 0, 0, 1],
            "The bias only shifts the line. Is a large one a sign of overfitting?",
        ),
        (
            [0, 0, 1, 0, 0, 1, 0, 0, 1, 1],
            "Statement 9: on f(x) = x², what does a step with eta = 2 do to x = 1?",
        ),
        (
            [0, 0, 1, 0, 0, 1, 0, 1, 0, 1],
            "Statement 8: the curves are alike. Are the losses? Which of them is convex?",
        ),
        (
            [0, 0, 1, 0, 0, 1, 0, 0, 0, 0],
            "Statement 10: P(s, y) = P(y | s) P(s). For one sentence, what differs between labels?",
        ),
        (
            [0, 0, 1, 1, 0, 1, 0, 0, 0, 1],
            "Statement 4: if it held, could a second word ever change your mind?",
        ),
    ],
)
Quiz(
    "four_cases",
    answer=[-1, 1],
    decimals=0,
    form="a list of two signs, each -1 or 1",
    slips=[
        ([1, -1], "The prediction is the sign of f(x). What is predicted where f(x) > 0?"),
        ([-1, -1], "That is the sign of y f(x). The question is for f(x) itself."),
        ([1, 1], "One of the two is a negative example that was called positive."),
    ],
)
Quiz(
    "hard_errors",
    answer=[-1, 1, 0],
    decimals=0,
    form="a list of three numbers",
    slips=[
        ([-2, 2, 0], "Both vectors hold only 0 and 1. How can their difference be 2?"),
        ([1, -1, 0], "The difference asked for is choice minus target, not target minus choice."),
        ([0, 1, -1], "Classes are numbered from 0: which of the three scores is the largest?"),
        ([0, 1, 0], "That is the choice. Take the target away from it."),
    ],
)
Quiz(
    "pairs_of_six",
    answer=15,
    decimals=0,
    form="one whole number",
    slips=[
        (30, "A classifier that tells a from b also tells b from a: you count each pair twice."),
        (36, "A class is not compared with itself, nor any pair twice."),
        (6, "That is one against all the others. Here each pair has a classifier."),
        (21, "A class need not be told from itself."),
    ],
)
Quiz(
    "both_signs",
    answer=[log(1 + np.exp(-1)), log(1 + np.exp(1))],
    decimals=4,
    form="a list of two numbers: the loss with the minus, the loss with the plus",
    slips=[
        (
            [log(1 + np.exp(1)), log(1 + np.exp(-1))],
            "A step against the gradient should lower the loss, which began at log 2 = 0.6931.",
        ),
        (
            [log(1 + np.exp(-0.5)), log(1 + np.exp(0.5))],
            "Both rows of W move: how far apart are the two scores afterwards?",
        ),
        ([0.7311, 0.2689], "Those are probabilities of the right class. The loss is -log of them."),
        ([log(2), log(2)], "That is the loss before the step."),
    ],
)
Quiz(
    "how_many_terms",
    answer=[5, 1.25],
    decimals=2,
    form="a list of two numbers: how many terms, and what the fraction comes to",
    slips=[
        ([4, 1], "Count them: i = 0, 1, 2, 3, 4."),
        ([5, 1], "Five terms of 1 each, divided by m = 4."),
        ([4, 1.25], "Count them: i = 0, 1, 2, 3, 4."),
        ([5, 0.8], "The sum stands above the line, m below."),
    ],
)
Quiz(
    "weights_or_logs",
    answer=[0, 1],
    decimals=0,
    form="a list of two labels, each 0 or 1",
    slips=[
        ([1, 1], "Add up the probabilities of each row: which sum is larger?"),
        ([0, 0], "Naive Bayes multiplies: which product is larger?"),
        ([1, 0], "First the sums of the probabilities, then the products."),
    ],
)
Quiz(
    "first_wrong_step",
    answer=[3, -1 / 32],
    decimals=4,
    form="a list of two numbers: the number of the step, and the derivative",
    slips=[
        ([3, 1 / 32], "What happens to one probability when a rival's score rises?"),
        ([3, -1 / 64], "That is what the wrong step gives. Which two probabilities belong there?"),
        ([4, -1 / 32], "Does step 4 follow from step 3, and is step 3 right?"),
        ([2, -1 / 32], "Multiply step 2 out: is it not step 1?"),
        ([1, -1 / 32], "How does exp(z_i) change with another score?"),
    ],
)
Quiz(
    "last_indicator",
    answer=[3, 0],
    decimals=0,
    form="a list of two numbers: as printed, and as it should be",
    slips=[
        ([0, 3], "First what is printed, then what is right."),
        ([3, 1], "x is in class 2. Can the indicator of class 5 be 1?"),
        ([4, 0], "Of the four terms one is 1 - 1."),
        ([-3, 0], "Four terms, each 1 minus an indicator."),
    ],
)
Quiz(
    "runaway",
    answer=-3.375,
    decimals=3,
    form="one number",
    slips=[
        (3.375, "Each step goes past 0 to the other side. How many steps are there?"),
        (-1.5, "That is after one step."),
        (2.25, "That is after two steps."),
        (0, "Compute the first step: x minus 1.25 times the slope 2x."),
        (-0.015625, "The slope of x² is 2x, not x."),
    ],
)


# ---------------------------------------------------------------- the capstone

TRAIN, TEST, GOAL = 6000, 2500, 0.71
NAMES = (("pos", "neg"), ("good", "bad"), ("up", "down"), ("a", "b"), ("liked", "disliked"))
LABELS = ListOf(
    Word(),
    "a list with one label per document",
    miscount=lambda have, want: f"{have} label{'s' * (have != 1)} for {want} documents",
)


def codes(rng: np.random.Generator, n: int) -> list[str]:
    """n different made-up words."""
    return [f"w{number}" for number in rng.permutation(50_000)[:n]]


def names(rng: np.random.Generator, start: int = 0) -> list[str]:
    """A pair of label names, in either order."""
    pair = list(NAMES[int(rng.integers(start, len(NAMES)))])
    return pair[::-1] if rng.random() < 0.5 else pair


class Made:
    """Made-up documents that no learner should get wrong: most words belong to their class."""

    def __init__(self, rng: np.random.Generator, labels: list[str]) -> None:
        self.rng, self.labels = rng, labels
        words = codes(rng, 120)
        self.neutral, self.own, self.unseen = words[:20], (words[20:32], words[32:44]), words[44:]

    def document(self, k: int, unseen: int = 0, times: int = 1) -> list[str]:
        """A document of class k, with some words that are in no other document."""
        words = [*self.rng.choice(self.unseen, unseen)]
        for _ in range(times):
            words += [*self.rng.choice(self.own[k], 10, replace=False)]
            words += [*self.rng.choice(self.neutral, 3, replace=False)]
        return [str(word) for word in self.rng.permutation(words)]

    def train(self, first: int, second: int) -> list[tuple[list[str], str]]:
        """That many documents of each class, mixed; the first is of the smaller class."""
        classes = self.rng.permutation([0] * first + [1] * second)
        small = int(first > second)
        swap = int(np.flatnonzero(classes == small)[0])
        classes[[0, swap]] = classes[[swap, 0]]
        return [(self.document(k), self.labels[k]) for k in classes]

    def test(self, *classes: int, **how: int) -> list[list[str]]:
        """One document for each class named."""
        return [self.document(k, **how) for k in classes]


sentiment_pipeline = Check(reference.sentiment_pipeline, gives=LABELS, seconds=60)
sentiment_pipeline.worked(
    (
        [(["a", "fine", "film"], "pos"), (["a", "dull", "film"], "neg")] * 10,
        [["dull", "film"], ["fine"], ["a", "fine", "film"]],
    ),
    ["neg", "pos", "pos"],
    '"dull" was seen in negative sentences only and "fine" in positive ones only',
)


@sentiment_pipeline.cases
def pipeline_cases(rng: np.random.Generator) -> Iterator[Args]:
    made = Made(rng, names(rng, 1))
    yield made.train(60, 60), made.test(0, 1, 1, 0, 0, 1)
    made = Made(rng, names(rng, 1))
    train = made.train(40, 80)
    yield train, [*made.test(0, 1, 0, 1), train[0][0], train[5][0]]
    yield train, made.test(*rng.permutation([0, 1, 0, 1]), unseen=4)
    yield made.train(80, 40), made.test(1, 1, 1, 1)
    yield made.train(80, 40), made.test(0, 0, 0, 0, 0)
    yield made.train(60, 60), made.test(0, 1, 1, times=30)


@sentiment_pipeline.extremes
def pipeline_extremes(rng: np.random.Generator) -> Iterator[Args]:
    made = Made(rng, names(rng))
    yield made.train(50, 50), made.test(1)
    yield made.train(50, 50), made.test(0)


@sentiment_pipeline.law("every document gets a label of the training data, unseen words or not")
def labels_are_known(f: Any, rng: np.random.Generator) -> str | None:
    made = Made(rng, names(rng, 1))
    given = f(made.train(50, 50), [made.unseen[:5], *made.test(0, 1, unseen=3)])
    strange = [label for label in given if label not in made.labels]
    if strange:
        return f"The labels are {made.labels} here, but one document got {strange[0]!r}."
    return None


@sentiment_pipeline.law("a document's label does not depend on the documents beside it")
def each_on_its_own(f: Any, rng: np.random.Generator) -> str | None:
    made = Made(rng, names(rng))
    train, documents = made.train(50, 50), made.test(0, 0, 1, 0)
    together = list(f(train, documents))
    if list(f(train, documents[::-1])) != together[::-1]:
        return "With the documents in the opposite order they got other labels."
    alone = [f(train, [words])[0] for words in documents]
    if alone != together:
        return f"One by one the documents got {alone}, all at once {together}."
    return None


@sentiment_pipeline.law(
    "what counts is the training data: with its labels swapped the answers swap"
)
def learns_from_train(f: Any, rng: np.random.Generator) -> str | None:
    made = Made(rng, names(rng))
    train, documents = made.train(50, 50), made.test(0, 1, 1, 0)
    swap = dict(zip(made.labels, made.labels[::-1], strict=True))
    before = list(f(train, documents))
    after = list(f([(words, swap[label]) for words, label in train], documents))
    if after != [swap[label] for label in before]:
        return f"With the labels of train as they are: {before}; with them swapped: {after}."
    return None


def encoded_split(rng: np.random.Generator) -> tuple[list[Any], list[list[str]], list[str]]:
    """Film reviews in code: (train, documents, their labels), both halves evenly mixed."""
    reviews, pair = datasets.rotten_tomatoes(), names(rng, 1)
    vocabulary = sorted({word for words in reviews.documents for word in words})
    code = dict(zip(vocabulary, codes(rng, len(vocabulary)), strict=True))
    labels = np.array(reviews.labels)
    parts: tuple[list[int], list[int]] = ([], [])
    for label in ("pos", "neg"):
        order = rng.permutation(np.flatnonzero(labels == label)).tolist()
        parts[0].extend(order[: TRAIN // 2])
        parts[1].extend(order[TRAIN // 2 : (TRAIN + TEST) // 2])
    new = dict(zip(("pos", "neg"), pair, strict=True))
    train, test = (
        [([code[w] for w in reviews.documents[i]], new[reviews.labels[i]]) for i in mixed]
        for mixed in map(rng.permutation, parts)
    )
    return train, [words for words, _ in test], [label for _, label in test]


@sentiment_pipeline.law(f"at least {GOAL:.2f} of {TEST:,} held-out film reviews are right")
def reaches_the_goal(f: Any, rng: np.random.Generator) -> str | None:
    train, documents, labels = encoded_split(rng)
    given = f(train, documents)
    right = float(np.mean([a == b for a, b in zip(given, labels, strict=True)]))
    if right >= GOAL:
        return None
    if right < 0.55:
        advice = "That is no better than tossing a coin: nothing useful is learnt from train."
    else:
        advice = (
            "Something is learnt, but a plain naive Bayes reaches 0.76. Are all sentences and all "
            "words used, are words weighed and not just counted, are unseen words taken care of?"
        )
    return Overall(
        f"Of {TEST:,} held-out sentences {right:.3f} are right; the goal is {GOAL:.2f}. {advice}"
    )


def _bayes(
    train: Any,
    documents: Any,
    add: float = 1,
    best: Any = max,
    oov: bool = True,
    total: Any = lambda parts: sum(map(log, parts)),
) -> list[str]:
    """Naive Bayes with places to go wrong."""
    counts: dict[str, Counter[str]] = {}
    for words, label in train:
        counts.setdefault(label, Counter()).update(words)
    vocabulary = {word for table in counts.values() for word in table}

    def score(words: Any, label: str) -> float:
        table = counts[label]
        below = table.total() + add * (len(vocabulary) + 1)
        known = words if oov else [{word: word for word in vocabulary}[word] for word in words]
        return float(total([(table[word] + add) / below for word in known]))

    labels = list(dict.fromkeys(label for _, label in train))
    return [best(labels, key=lambda label: score(words, label)) for words in documents]


def _margins(train: Any, documents: Any) -> list[float]:
    """How many words of each document are the second label's own, minus the first's."""
    labels = sorted({label for _, label in train})
    votes: Counter[str] = Counter()
    for words, label in train:
        for word in words:
            votes[word] += 1 if label == labels[1] else -1
    return [float(sum(np.sign(votes[word]) for word in words)) for words in documents]


def most_frequent(train: Any, documents: Any) -> list[str]:
    return [Counter(label for _, label in train).most_common(1)[0][0]] * len(documents)


def looked_up(train: Any, documents: Any) -> list[str]:
    known = {tuple(words): label for words, label in train}
    fallback = most_frequent(train, [()])[0]
    return [known.get(tuple(words), fallback) for words in documents]


def half_and_half(train: Any, documents: Any) -> list[str]:
    labels = sorted({label for _, label in train})
    margins = np.array(_margins(train, documents))
    return [labels[int(m > np.median(margins))] for m in margins]


def as_numbers(train: Any, documents: Any) -> list[int]:
    labels = sorted({label for _, label in train})
    return [labels.index(label) for label in _bayes(train, documents)]


def names_by_heart(train: Any, documents: Any) -> list[str]:
    labels = sorted({label for _, label in train})
    return [("neg", "pos")[labels.index(label)] for label in _bayes(train, documents)]


sentiment_pipeline.turn(
    most_frequent,
    "every document gets the most frequent label of the training data.",
    "Does anything in your code look at the words of the documents?",
)
sentiment_pipeline.turn(
    lambda train, documents: [train[0][1]] * len(documents),
    "every document gets the first label of the training data.",
    "Do your scores differ from label to label? Print the two scores of one document.",
)
sentiment_pipeline.turn(
    looked_up,
    "only sentences that stand in the training data are known; all others get one label.",
    "A new sentence is hardly ever an old one. What smaller parts do they share?",
)
sentiment_pipeline.turn(
    half_and_half,
    "half of the documents get one label and half the other, whatever they say.",
    "What would your function say to a single document? Where is the threshold from?",
)
sentiment_pipeline.turn(
    lambda train, documents: _bayes(train, documents, best=min),
    "the label with the smallest score is taken.",
    "Log-probabilities are negative: is the best one the largest or the smallest?",
)
sentiment_pipeline.turn(
    _margins,
    "scores come back, not labels.",
    "What is asked for is a name for each document: which label has the best score?",
)
sentiment_pipeline.turn(
    as_numbers,
    "the labels come back as numbers.",
    "You work with 0 and 1 inside. Which labels do they stand for?",
)
sentiment_pipeline.turn(
    names_by_heart,
    'the answers are "pos" and "neg", whatever the labels of the training data are.',
    "Where does your code learn what the two labels are called?",
)
sentiment_pipeline.turn(
    lambda train, documents: _bayes(train, documents, oov=False),
    "a word that is not in the training data stops it with a KeyError.",
    "What do you do with a word that has no count?",
)
sentiment_pipeline.turn(
    lambda train, documents: _bayes(train, documents, total=prod),
    "on a long document all scores are 0: a product of many probabilities underflows.",
    "What becomes of 0.001 to the power of 200? Which function turns the product into a sum?",
)
sentiment_pipeline.turn(
    lambda train, documents: _bayes(train, documents, add=0, total=prod),
    "nothing is smoothed: one unseen word makes the score of every label 0.",
    "What is the probability of a word that was not seen with a label? Is it really 0?",
)
sentiment_pipeline.turn(
    lambda train, documents: _bayes(train, [words for words, _ in train]),
    "labels come back for the training sentences, not for the documents.",
    "Over which list does your last loop run?",
)
