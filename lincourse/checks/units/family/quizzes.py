"""Quizzes of unit 09: find the mistake."""

from math import exp, log
from typing import Any

import numpy as np
from misstep import Mistake, Numbers, Question, Quiz, Scenario, StableRandom

# 0 for a statement that stands, else the number of the example that breaks it.
BROKEN_BY = [5, 3, 0, 7, 2, 0, 6, 4, 1, 0]

# The ten statements are the documents' own sentences: there is nothing to draw.
Quiz(
    "verdicts",
    answer=BROKEN_BY,
    decimals=0,
    form="a list of ten numbers from 0 to 7, 0 for a statement that stands",
    among=range(8),
    mistakes=[
        Mistake([0] * 10, think="Not all of them stand. Try the examples one after another."),
        Mistake(
            [int(not k) for k in BROKEN_BY],
            think="These say only which ones stand, as 1. Which example breaks each of the others?",
        ),
        Mistake(
            [int(k > 0) for k in BROKEN_BY],
            think="These say only which ones fall, as 1. Which example breaks each of them?",
        ),
    ],
    by_place=[
        ((1, 9), "Look at statements 1 and 9 again: put numbers into them."),
        (
            (2, 3),
            "Look at statements 2 and 3 again: what does “one for each pair” count, and where does "
            "Boye's sum over the weights start?",
        ),
        (
            (4, 5),
            "Look at statements 4 and 5 again: which is given, the label or the word? And are "
            "probabilities added or multiplied?",
        ),
        (
            (6, 7),
            "Statements 6 and 7 go in opposite directions, so only one of them can stand. Which sign "
            "lowers the loss?",
        ),
        (
            (8, 10),
            "Look at statements 8 and 10 again: which loss does logistic regression have? And what is "
            "P(s, y) divided by, to give P(y | s)?",
        ),
    ],
    hint="Try each statement on the smallest example that could break it: two classes, one word, "
    "f(x) = x². Which are you least sure of?",
)

# Two signs, asked once: with the order drawn there would be two versions.
Quiz(
    "four_cases",
    answer=[-1, 1],
    decimals=0,
    form="a list of two signs, each -1 or 1",
    among=(-1, 1),
    mistakes=[
        Mistake(
            [1, -1], think="The prediction is the sign of f(x). What is predicted where f(x) > 0?"
        ),
        Mistake([-1, -1], think="That is the sign of y f(x). The question is for f(x) itself."),
        Mistake([1, 1], think="One of the two is a negative example that was called positive."),
    ],
    hint="The sign of f(x) is what is predicted. What was predicted if the example is misclassified?",
)


def listed(values: Any) -> str:
    """Numbers with commas."""
    return ", ".join(f"{round(float(value), 4):g}" for value in values)


# ---------------------------------------------------------------- choice minus target


def draw_choice(random: StableRandom) -> Numbers | None:
    z = random.shuffled(random.shuffled(range(-3, 7))[:3])
    y = random.whole(0, 2)
    return None if int(np.argmax(z)) == y else {"z": z, "y": y}


hard_choice = Scenario("hard_choice", "09", {"z": [1, 3, 0], "y": 0}, draw_choice)


@hard_choice.asks("hard_errors", form="a list of three numbers")
def hard_errors(z: list[int], y: int) -> Question:
    eye = np.eye(3, dtype=int)
    best = int(np.argmax(z))
    right = eye[best] - eye[y]
    other = ({0, 1, 2} - {y, best}).pop()
    return Question(
        f"Three classes, counted from 0, have the scores {z[0]}, {z[1]} and {z[2]}, and class {y} is "
        "right. With a hard choice in place of softmax, what are the three differences $\\hat p_k-t_k$?",
        right.tolist(),
        mistakes=[
            Mistake(
                (2 * right).tolist(),
                think="Both vectors hold only 0 and 1. How can their difference be 2?",
            ),
            Mistake(
                (-right).tolist(),
                think="The question is choice minus target, not target minus choice.",
            ),
            Mistake(
                (eye[best] - eye[other]).tolist(),
                think=f"Classes are numbered from 0: which place has class {y}?",
            ),
            Mistake(eye[best].tolist(), think="That is the choice. Subtract the target from it."),
        ],
        hint="Write the hard choice as a one-hot vector, the target as another, and subtract.",
        worked=f"The choice is class {best}: ({listed(eye[best])}). The target is ({listed(eye[y])}). "
        f"Choice minus target: ({listed(right)}).",
    )


# ---------------------------------------------------------------- pairs

pairs = Scenario("pairs", "09", {"K": 6}, lambda random: {"K": random.whole(4, 30)})


@pairs.asks("pairs_of_six", form="one whole number", whole=True)
def pairs_of_six(K: int) -> Question:
    return Question(
        f"How many classifiers do you need for $K={K}$ classes, one for each pair?",
        K * (K - 1) // 2,
        mistakes=[
            Mistake(
                K * (K - 1),
                think="A classifier that tells a from b also tells b from a: you count each pair twice.",
            ),
            Mistake(K * K, think="A class is not compared with itself, nor any pair twice."),
            Mistake(
                K, think="That is one against all the others. Here each pair has a classifier."
            ),
            Mistake(K * (K + 1) // 2, think="A class need not be told from itself."),
        ],
        hint="Each class meets each other class once. How many meetings is that?",
        worked=f"{K} classes meet {K - 1} others each, and each meeting is counted twice: {K} · {K - 1} / "
        f"2 = {K * (K - 1) // 2}.",
    )


# ---------------------------------------------------------------- the sign of the step


def draw_signs(random: StableRandom) -> Numbers:
    return {"x": [1, random.whole(1, 3)], "eta": random.pick([0.1, 0.2, 0.25, 0.3, 0.4, 0.5])}


two_signs = Scenario("two_signs", "09", {"x": [1, 1], "eta": 0.5}, draw_signs)


@two_signs.asks(
    "both_signs",
    form="a list of two numbers, the loss with the minus and the loss with the plus",
    decimals=4,
)
def both_signs(x: list[int], eta: float) -> Question:
    apart = eta * float(np.dot(x, x))  # of the two scores, after the step

    def losses(gap: float) -> list[float]:
        return [log(1 + exp(-gap)), log(1 + exp(gap))]

    right = losses(apart)
    return Question(
        f"Two classes, $W=0$, one example $x=({listed(x)})$ of class 0, $\\eta={eta:g}$. The gradient of "
        "the loss in row $k$ is $(\\hat p_k-t_k)\\,x$. What is the loss $-\\log\\hat p_0$ after the step "
        "$W-\\eta\\cdot$gradient, and after the step as printed, $W+\\eta\\cdot$gradient?",
        right,
        mistakes=[
            Mistake(
                right[::-1],
                think="A step against the gradient should lower the loss, which began at log 2 = 0.6931.",
            ),
            Mistake(
                losses(apart / 2),
                think="Both rows of W move: how far apart are the two scores afterwards?",
            ),
            Mistake(
                [exp(-loss) for loss in right],
                think="Those are probabilities of the right class. The loss is -log of them.",
            ),
            Mistake([log(2), log(2)], think="That is the loss before the step."),
        ],
        hint="Both probabilities are 1/2 at first. Write down the two rows after the step, their "
        "scores, and how far apart those are.",
        worked=f"The rows move by {eta / 2:g} x in opposite directions, so the scores are then "
        f"{eta:g} · {np.dot(x, x)} = {apart:g} apart. The loss is log(1 + e^-{apart:g}) = "
        f"{right[0]:.4f} with the minus and log(1 + e^{apart:g}) = {right[1]:.4f} with the plus.",
    )


# ---------------------------------------------------------------- a sum from 0

long_sum = Scenario(
    "long_sum",
    "09",
    {"m": 4},
    lambda random: {"m": random.pick([5, 6, 8, 9, 10, 12, 15, 16, 20, 25, 40, 50])},
)


@long_sum.asks(
    "how_many_terms",
    form="a list of two numbers, how many terms and what the fraction comes to",
    decimals=2,
)
def how_many_terms(m: int) -> Question:
    return Question(
        f"A mean loss is printed as 1/m times the sum of $l_i$ from $i=0$ to $m$. With $m={m}$: how many "
        "terms does the sum have, and what does the whole come to if every $l_i$ is 1?",
        [m + 1, (m + 1) / m],
        mistakes=[
            Mistake([m, 1], think=f"Count them: i = 0, 1, 2, ..., {m}."),
            Mistake([m + 1, 1], think=f"{m + 1} terms of 1 each, divided by m = {m}."),
            Mistake([m, (m + 1) / m], think=f"Count the terms: i = 0, 1, 2, ..., {m}."),
            Mistake(
                [m + 1, m / (m + 1)], think="The sum is in the numerator, m in the denominator."
            ),
        ],
        hint="The index starts at 0 and the last one counts, too.",
        worked=f"i = 0, 1, ..., {m} are {m + 1} terms; {m + 1} ones divided by {m} is {(m + 1) / m:g}.",
    )


# ---------------------------------------------------------------- probabilities as weights


def draw_words(random: StableRandom) -> Numbers | None:
    p = [[random.whole(1, 70) / 100 for _ in range(2)] for _ in range(2)]
    added, product = np.sum(p, axis=1), np.prod(p, axis=1)
    if abs(added[0] - added[1]) < 0.05 or max(product) < 1.5 * min(product):
        return None  # too close to call
    if np.argmax(added) == np.argmax(product):
        return None  # both ways agree: nothing to see
    return {"p": p}


two_words = Scenario("two_words", "09", {"p": [[0.6, 0.01], [0.3, 0.1]]}, draw_words)


@two_words.asks("weights_or_logs", form="a list of two labels, each 0 or 1", among=(0, 1))
def weights_or_logs(p: list[list[float]]) -> Question:
    added, product = np.sum(p, axis=1), np.prod(p, axis=1)
    a, b = int(np.argmax(added)), int(np.argmax(product))
    rows = "\n".join(f"| label {y} | {row[0]:.2f} | {row[1]:.2f} |" for y, row in enumerate(p))
    return Question(
        "Two labels, equally frequent. $P(\\text{word}\\mid y)$ is\n\n| | dull | moving |\n|---|---|---|\n"
        f"{rows}\n\nA review holds each word once. Which label wins if the weights are these "
        "probabilities, added up by the inner product? And which does naive Bayes choose?",
        [a, b],
        mistakes=[
            Mistake([b, b], think="Add up the probabilities of each row: which sum is larger?"),
            Mistake([a, a], think="Naive Bayes multiplies: which product is larger?"),
            Mistake([b, a], think="First the sums of the probabilities, then the products."),
        ],
        hint="Two sums and two products, one for each label. Which is the larger of each?",
        worked=f"The sums are {listed(added)}: label {a}. The products are {listed(product)}: label {b}. "
        "Adding is not multiplying; with logarithms as weights the two agree.",
    )


# ---------------------------------------------------------------- a derivation


def draw_logs(random: StableRandom) -> Numbers:
    return {"a": random.whole(2, 9), "b": random.whole(2, 9)}


STEPS = """For $i\\ne j$ and $\\Sigma$, the sum of all $e^{z_k}$, somebody derives $\\partial S_i/\\partial z_j$:

1. $(0\\cdot\\Sigma-e^{z_i}\\cdot e^{z_j})/\\Sigma^2$: quotient rule;
2. $-(e^{z_i}/\\Sigma)\\cdot(e^{z_j}/\\Sigma)$: as two fractions;
3. $-(e^{z_i}/\\Sigma)\\cdot(e^{z_i}/\\Sigma)$: the same, written out;
4. $-S_i\\cdot S_j$: by definition."""
wrong_step = Scenario("wrong_step", "09", {"a": 2, "b": 5}, draw_logs, lambda a, b: STEPS)


@wrong_step.asks(
    "first_wrong_step",
    form="a list of two numbers, the number of the step and the derivative",
    decimals=4,
)
def first_wrong_step(a: int, b: int) -> Question:
    total = 1 + a + b
    right = -a / total**2
    return Question(
        "Which of the four steps is the first wrong one? And what is $\\partial S_1/\\partial z_2$, done "
        f"right, at $z=(0, \\log {a}, \\log {b})$?",
        [3, right],
        mistakes=[
            Mistake(
                [3, -right], think="What happens to one probability when a rival's score rises?"
            ),
            Mistake(
                [3, -1 / total**2],
                think="That is what the wrong step gives. Which two probabilities belong there?",
            ),
            Mistake([4, right], think="Does step 4 follow from step 3, and is step 3 right?"),
            Mistake([2, right], think="Multiply step 2 out: is it not step 1?"),
            Mistake([1, right], think="How does exp(z_i) change with another score?"),
        ],
        hint="Put numbers into each step: e to the scores is 1, "
        f"{a} and {b}. Which line changes the value?",
        worked=f"Step 3 writes e to z_i twice; it should be z_i and z_j. Done right it is -S_1 S_2 = -1/"
        f"{total} · {a}/{total} = {right:.5f}.",
    )


# ---------------------------------------------------------------- the last indicator


def draw_indicator(random: StableRandom) -> Numbers:
    k = random.whole(4, 12)
    return {"k": k, "c": random.whole(1, k - 1)}


indicator = Scenario("indicator", "09", {"k": 5, "c": 2}, draw_indicator)


@indicator.asks("last_indicator", form="a list of two numbers, as printed and as it should be")
def last_indicator(k: int, c: int) -> Question:
    return Question(
        "The indicator of the last of $k$ classes is printed as the sum of $1-I_i(x)$ over $i=1$ to "
        f"$k-1$, with everything inside the sum. Let $k={k}$ and $x$ in class {c}. What does that come "
        "to, and what should it be?",
        [k - 2, 0],
        mistakes=[
            Mistake([0, k - 2], think="First what is printed, then what is right."),
            Mistake([k - 2, 1], think=f"x is in class {c}. Can the indicator of class {k} be 1?"),
            Mistake([k - 1, 0], think=f"Of the {k - 1} terms one is 1 - 1."),
            Mistake([2 - k, 0], think=f"{k - 1} terms, each 1 minus an indicator."),
        ],
        hint=f"Write the {k - 1} terms down, one by one: each is 1, or 1 - 1.",
        worked=f"Of the {k - 1} terms the one of class {c} is 1 - 1 = 0 and the others are 1: {k - 2}. But "
        f"x is not in class {k}, so its indicator is 0: the 1 belongs before the sum.",
    )


# ---------------------------------------------------------------- a rate too large


def draw_runaway(random: StableRandom) -> Numbers:
    return {"eta": random.pick([1.1, 1.2, 1.25, 1.5, 1.75, 2]), "start": random.whole(1, 4)}


too_large = Scenario("too_large", "09", {"eta": 1.25, "start": 1}, draw_runaway)


@too_large.asks("runaway", form="one number", decimals=3)
def runaway(eta: float, start: int) -> Question:
    factor = 1 - 2 * eta
    path = [start * factor**i for i in range(4)]
    return Question(
        f"$f(x)=x^2$ is convex. Start at $x={start}$ and take three steps of gradient descent with "
        f"$\\eta={eta:g}$. Where are you?",
        path[3],
        mistakes=[
            Mistake(
                -path[3], think="Each step goes past 0 to the other side. How many steps are there?"
            ),
            Mistake(path[1], think="That is after one step."),
            Mistake(path[2], think="That is after two steps."),
            Mistake(0, think=f"Compute the first step: x minus {eta:g} times the slope 2x."),
            Mistake(start * (1 - eta) ** 3, think="The slope of x² is 2x, not x."),
        ],
        hint=f"One step: x minus {eta:g} times the slope, 2x. Then the same again, twice.",
        worked=f"Each step multiplies x by 1 - 2 · {eta:g} = {factor:g}: {listed(path)}. Convex, and still "
        f"it runs away: x = {path[3]:g}.",
    )
