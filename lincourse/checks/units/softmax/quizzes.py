"""Quizzes of unit 07: the numbers of D1, 5f, and D4; bits, and what a wrong belief costs."""

from typing import Any

import numpy as np
from misstep import Mistake, Numbers, Question, Scenario, StableRandom, Switched
from misstep.quizzes.quiz import no_probability

from lincourse.logistic import sigmoid
from lincourse.softmax import bits, entropy_between, softmax


def listed(values: Any, places: int = 4) -> str:
    """Numbers with commas."""
    return ", ".join(f"{round(float(value), places) + 0.0:g}" for value in values)


SQUASHED: list[tuple[dict[str, Any], str]] = [  # what may be taken for softmax
    ({"squash": sigmoid}, "That is the sigmoid of each score. Do your numbers add up to 1?"),
    ({"squash": np.exp}, "These are e to the scores. What do they have to add up to?"),
    (
        {"squash": lambda z: softmax(-z)},
        "Mind the sign in the exponent: the largest score should get the largest probability.",
    ),
    (
        {"squash": lambda z: np.exp(z) / np.exp(z).max()},
        "That is divided by the largest e^z. What should they add up to?",
    ),
    ({"squash": lambda z: softmax(z * np.log(2))}, "That is with 2 in place of e."),
    ({"squash": lambda z: softmax(z * np.log(10))}, "That is with 10 in place of e."),
]

# ---------------------------------------------------------------- scores to probabilities

PLACES = ("first", "second", "third", "fourth")

four = Scenario(
    "four_scores",
    "07",
    {"z": [1.45, 0.33, -0.12, 0.01]},
    lambda random: {"z": [random.whole(-150, 200) / 100 for _ in range(4)]},
)


@four.asks("softmax_of_four", form="a list of four numbers", decimals=3)
def softmax_of_four(z: list[float]) -> Question:  # the slide prints 0.5647 for 0.5646
    scores, right = np.array(z), softmax(z)
    total = scores.sum()
    mistakes = [
        Mistake(
            np.exp(scores).tolist(),
            think="These are e to the scores. What do they have to add up to?",
        ),
        Mistake(
            softmax(-scores).tolist(), think="The largest score should get the largest probability."
        ),
        Mistake(np.eye(4)[scores.argmax()].tolist(), think="That is argmax. How sure is softmax?"),
        Mistake(
            (1 / (1 + np.exp(-scores))).tolist(),
            think="That is the sigmoid of each score. Do your numbers add up to 1?",
        ),
    ]
    if total:
        words = "These are the scores divided by their sum. Where is e?"
        mistakes.append(Mistake((scores / total).tolist(), think=words))
    return Question(
        f"What is the softmax of the scores {listed(z)}?",
        right.tolist(),
        mistakes=mistakes,
        switched=Switched(
            lambda squash, z: squash(z),
            {"squash": softmax, "z": scores},
            SQUASHED,
            inputs={"z": lambda i: f"the {PLACES[i]} score"},
        ),
        hint="e to each score, then divide each by the sum of all four.",
        cannot_be=no_probability,
        worked=f"e to the scores is {listed(np.exp(scores))}, their sum {np.exp(scores).sum():.4f}; "
        f"divided by it: {listed(right)}.",
    )


def draw_seven(random: StableRandom) -> Numbers:
    first = random.shuffled([1, 2, 3, 4])
    return {"z": [*first, *random.shuffled(first)[:3]]}


seven = Scenario(
    "seven_scores",
    "07",
    {"z": [1, 2, 3, 4, 1, 2, 3]},
    draw_seven,
    lambda z: f"The scores are {listed(z)}.",
)


@seven.asks("sum_of_exps", decimals=2)
def sum_of_exps(z: list[int]) -> Question:
    right = float(np.exp(z).sum())
    return Question(
        "What is the sum of $e$ to the scores?",
        right,
        mistakes=[
            Mistake(sum(z), think="That is the sum of the scores. Take e to each of them first."),
            Mistake(
                float(np.exp(sum(z))),
                think="That is e to the sum. Take e to each score first, then add.",
            ),
            Mistake(
                float(np.exp(sorted(set(z))).sum()),
                think="There are seven scores, and three of them come twice.",
            ),
        ],
        also=[
            Mistake(
                1,
                think="1 is the sum of the probabilities, after dividing. What is the sum before that?",
            ),
            Mistake(
                float(np.exp(max(z))),
                think="That is e to the largest score alone. What of the other six?",
            ),
        ],
        hint="Seven terms: e to the first score, plus e to the second, and so on.",
        worked=f"{' + '.join(f'e^{score}' for score in z)} = {right:.2f}.",
    )


@seven.asks("softmax_of_seven", form="a list of seven numbers", decimals=3)
def softmax_of_seven(z: list[int]) -> Question:
    scores, right = np.array(z), softmax(z)
    return Question(
        "What is the softmax of the seven scores?",
        right.tolist(),
        mistakes=[
            Mistake(
                (scores / sum(z)).tolist(),
                think="These are the scores divided by their sum. Where is e?",
            ),
            Mistake(
                np.exp(scores).tolist(),
                think="These are e to the scores. Divide each by their sum.",
            ),
            Mistake(
                np.eye(7)[scores.argmax()].tolist(), think="That is argmax. How sure is softmax?"
            ),
        ],
        switched=Switched(lambda squash: squash(scores), {"squash": softmax}, SQUASHED),
        hint="e to each score, then divide each by the sum of all seven.",
        cannot_be=no_probability,
        worked=f"Each e^z is divided by their sum, {np.exp(scores).sum():.2f}: {listed(right)}.",
    )


# ---------------------------------------------------------------- three classes

W = [[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]]
ORDINAL = ("first", "second", "third")
WEIGHTS = ("the bias", *(f"the weight of x_{i}" for i in (1, 2, 3)))


def draw_model(random: StableRandom) -> Numbers | None:
    rows = [[random.whole(-90, 120) / 100 for _ in range(4)] for _ in range(3)]
    x = [1, *random.shuffled([1, 1, 0])]
    z = np.sort(np.array(rows) @ x)
    y = random.whole(0, 2)
    if z[2] - z[1] < 0.15 or (np.array(rows) @ x).argmax() == y:
        return None  # too close to call, or nothing to learn
    return {"W": rows, "x": x, "y": y}


def model_setting(W: Any, x: list[int], y: int) -> str:
    head = "| | bias | $x_1$ | $x_2$ | $x_3$ |\n|---|---|---|---|---|\n"
    rows = "\n".join(
        f"| class {k} | {' | '.join(f'{w:g}' for w in row)} |" for k, row in enumerate(W)
    )
    return (
        "Three classes, and four features of which the first is the constant 1. The weights $W$ "
        f"are\n\n{head}{rows}\n\nand one example is $x=({listed(x)})$."
    )


model = Scenario(
    "three_classes", "07", {"W": W, "x": [1, 1, 1, 0], "y": 2}, draw_model, model_setting
)
NOTHING = "One feature is 0. What does its weight add to the score?"
BIAS = "The first 1 of x is the bias: the first column of the weights counts too."


@model.asks("three_scores", form="a list of three numbers", decimals=2)
def three_scores(W: Any, x: list[int], y: int) -> Question:
    weights, z = np.array(W), np.array(W) @ x
    return Question(
        "What are the three scores $Wx$?",
        z.tolist(),
        mistakes=[
            Mistake(weights.sum(axis=1).tolist(), think=NOTHING),
            Mistake(
                (weights[:, 1:] @ x[1:]).tolist(),
                think=BIAS,
            ),
            Mistake(
                softmax(z).tolist(),
                think="These are probabilities. The scores come before softmax.",
            ),
        ],
        also=[
            Mistake(
                (z - weights[:, i] * x[i]).tolist(), think=f"That is what comes out without x_{i}."
            )
            for i in range(1, len(x))
            if x[i]
        ],
        switched=Switched(
            lambda W: W @ x,
            {"W": weights},
            inputs={"W": lambda k, i: f"{WEIGHTS[i]} of class {k}"},
        ),
        hint="For each class: its weights times the features, added up.",
        worked=f"Each row of weights, where x is 1, added up: {listed(z)}.",
    )


@model.asks("three_probabilities", form="a list of three numbers", decimals=4)
def three_probabilities(W: Any, x: list[int], y: int) -> Question:
    weights, z = np.array(W), np.array(W) @ x
    mistakes = [
        Mistake(z.tolist(), think="These are the scores. What does softmax make of them?"),
        Mistake(
            np.eye(3)[z.argmax()].tolist(),
            think="That is the class as a one-hot vector. How sure is the model of each?",
        ),
        Mistake(softmax(weights.sum(axis=1)).tolist(), think=NOTHING),
    ]
    if z.sum():
        words = "These are the scores divided by their sum. Where is e?"
        mistakes.append(Mistake((z / z.sum()).tolist(), think=words))
    return Question(
        "What are the three probabilities?",
        softmax(z).tolist(),
        mistakes=mistakes,
        switched=Switched(
            lambda squash, W, x: squash(W @ x),
            {"squash": softmax, "W": weights, "x": np.array(x)},
            [
                *SQUASHED,
                ({"x": np.array([0, *x[1:]])}, BIAS),
                ({"x": np.ones(4)}, NOTHING),
            ],
            inputs={"W": lambda k, i: f"{WEIGHTS[i]} of class {k}"},
        ),
        hint="Softmax of the three scores: e to each, divided by the sum.",
        cannot_be=no_probability,
        worked=f"The scores are {listed(z)}; their softmax is {listed(softmax(z))}.",
    )


@model.asks("three_class", form="a whole number", whole=True)
def three_class(W: Any, x: list[int], y: int) -> Question:
    z = np.array(W) @ x
    best = int(z.argmax())
    return Question(
        "Which class is predicted? Give its index, counted from 0.",
        best,
        mistakes=[
            Mistake(
                best + 1,
                think="That is its number counted from 1. What is the index, counted from 0?",
            ),
            *(
                Mistake(
                    k,
                    think=f"The score at index {k} is {z[k]:g}. Which of the three is the largest?",
                )
                for k in {0, 1, 2} - {best, best + 1}
            ),
        ],
        hint="The class with the largest probability, which is the one with the largest score.",
        worked=f"Of the scores {listed(z)} the one at index {best} is the largest.",
    )


@model.asks("loss_of_third", decimals=4)
def loss_of_third(W: Any, x: list[int], y: int) -> Question:
    p = softmax(np.array(W) @ x)
    best = int(p.argmax())
    other = ({0, 1, 2} - {y, best}).pop()
    return Question(
        f"The {ORDINAL[y]} class is right (index {y} here"
        + (", $y=3$ where Boye counts from 1" if y == 2 else "")
        + "). What does the example cost?",
        float(-np.log(p[y])),
        mistakes=[
            Mistake(
                float(-np.log(p[best])), think="That is the loss if the predicted class were right."
            ),
            Mistake(
                float(-np.log(p[other])),
                think=f"That is the {ORDINAL[other]} class's. The {ORDINAL[y]} one is right.",
            ),
            Mistake(float(-np.log2(p[y])), think="That is in bits. The course counts in nats."),
            Mistake(
                float(-np.log10(p[y])),
                think="That is the logarithm of base 10. Use the natural one.",
            ),
            Mistake(float(np.log(p[y])), think="Mind the sign: a loss is never below 0."),
            Mistake(
                float(p[y]),
                think="That is the probability of the right class. What is minus its logarithm?",
            ),
            Mistake(float(1 - p[y]), think="Where is the logarithm?"),
            Mistake(
                float(np.log(len(p))),
                think=f"That is log {len(p)}, the loss if all {len(p)} classes were equally probable. Which "
                f"probability does the {ORDINAL[y]} class get here?",
            ),
        ],
        hint="Minus the natural logarithm of the probability of the right class.",
        worked=f"The probabilities are {listed(p)}, so the loss is -log {p[y]:.4f} = "
        f"{-np.log(p[y]):.4f}.",
    )


@model.asks("gradient_rows", form="a list of three lists, each of four numbers", decimals=4)
def gradient_rows(W: Any, x: list[int], y: int) -> Question:
    p, eye = softmax(np.array(W) @ x), np.eye(3)
    best = int(p.argmax())
    other = ({0, 1, 2} - {y, best}).pop()
    right = np.outer(p - eye[y], x)
    rows = "; ".join(listed(row) for row in right)
    return Question(
        f"The {ORDINAL[y]} class (index {y}) is right. What is the gradient of the loss with respect to "
        "$W$, one row per class?",
        right.tolist(),
        mistakes=[
            Mistake(
                np.outer(p, x).tolist(),
                think="One of the three classes is right. What is subtracted from its probability?",
            ),
            Mistake(
                (-right).tolist(),
                think="The sign is the opposite. The gradient points to where the loss grows.",
            ),
            Mistake(
                np.outer(p - eye[best], x).tolist(),
                think=f"The right class is the {ORDINAL[y]}, not the predicted one.",
            ),
            Mistake(
                np.outer(p - eye[other], x).tolist(),
                think=f"The right class is the {ORDINAL[y]}: row {y}, counted from 0.",
            ),
            Mistake(
                np.outer((p - 1) * eye[y], x).tolist(),
                think="The other two classes have a slope too: their scores stand below the fraction line.",
            ),
            Mistake(
                np.outer(p - eye[y], [1, 1, 1, 1]).tolist(),
                think="One feature of x is 0. How does the loss change with its weights?",
            ),
        ],
        hint="Row k is (probability of class k, less 1 for the right class) times x.",
        worked=f"The probabilities are {listed(p)}, less the one-hot vector of class {y}, each times "
        f"x: {rows}.",
    )


# ---------------------------------------------------------------- bits


def draw_shares(random: StableRandom, K: int) -> list[float] | None:
    """K different shares in 20ths, the first of them the largest."""
    parts = [random.whole(1, 14) for _ in range(K - 1)]
    rest = 20 - sum(parts)
    if rest < 1 or len({*parts, rest}) < K:
        return None
    return [part / 20 for part in sorted([*parts, rest], reverse=True)]


def draw_skewed(random: StableRandom) -> Numbers | None:
    p = draw_shares(random, 4)
    return {"p": p} if p else None


skewed = Scenario("skewed", "07", {"p": [0.6, 0.25, 0.1, 0.05]}, draw_skewed)


@skewed.asks("skewed_bits", decimals=3)
def skewed_bits(p: list[float]) -> Question:
    right = bits(p, p)
    lengths = -np.log2(p)
    return Question(
        f"Four words have the probabilities {listed(p)}. Each costs as many bits as minus the logarithm, to "
        "base 2, of its probability. How many bits does a word cost on average, $H(p,p)$?",
        right,
        mistakes=[
            Mistake(
                entropy_between(p, p), think="That is in nats. How many bits are there to a nat?"
            ),
            Mistake(2.0, think="Two bits are for four equally frequent words. Are these?"),
            Mistake(
                float(lengths.mean()),
                think="That is a plain mean of the four costs. Which word comes most often?",
            ),
            Mistake(
                float(lengths.sum()), think="That is the sum of the four costs, not their mean."
            ),
            Mistake(float(lengths[0]), think="That is what the most frequent word costs."),
            Mistake(
                float(np.dot(p, np.ceil(lengths))),
                think="You rounded each cost up to whole bits. The question does not.",
            ),
            Mistake(-right, think="Mind the sign: the logarithm of a probability is below 0."),
        ],
        hint="Each word's cost is multiplied by how often it comes; then all four are added up.",
        worked=f"The words cost {listed(lengths)} bits; weighted by {listed(p)} that is {right:.4f}.",
    )


def draw_pair(random: StableRandom) -> Numbers | None:
    p, q = draw_shares(random, 3), draw_shares(random, 3)
    if not p or not q:
        return None
    q = random.shuffled(q)
    far = abs(bits(p, q) - bits(q, p)) > 0.05
    return {"p": p, "q": q} if far else None


truth_and_belief = Scenario(
    "truth_and_belief", "07", {"p": [0.7, 0.2, 0.1], "q": [0.3, 0.3, 0.4]}, draw_pair
)


@truth_and_belief.asks("both_orders", form="a list of two numbers", decimals=3)
def both_orders(p: list[float], q: list[float]) -> Question:
    right, own = [bits(p, q), bits(q, p)], [bits(p, p), bits(q, q)]
    return Question(
        f"Two distributions over three classes: $p=({listed(p)})$ and $q=({listed(q)})$. What are "
        "$H(p,q)$ and $H(q,p)$, in bits?",
        right,
        mistakes=[
            Mistake(
                right[::-1],
                think="The two are in the wrong order. In H(p, q), whose logarithm is taken?",
            ),
            Mistake(
                [right[0]] * 2, think="H is not symmetric. What changes if truth and belief do?"
            ),
            Mistake(
                [right[1]] * 2, think="H is not symmetric. What changes if truth and belief do?"
            ),
            Mistake(
                [entropy_between(p, q), entropy_between(q, p)],
                think="These are nats. How many bits are there to a nat?",
            ),
            Mistake(own, think="These are H(p, p) and H(q, q). What is the belief in each?"),
            Mistake(
                [right[0] - own[0], right[1] - own[1]],
                think="That is what a wrong belief costs beyond the right one. Which number is asked for?",
            ),
            Mistake(
                [-value for value in right],
                think="Mind the sign: the logarithm of a probability is below 0.",
            ),
        ],
        hint="In H(p, q), p says how often each class comes, and minus the logarithm of q what it costs.",
        worked=f"-Σ p log2 q = {right[0]:.4f} and -Σ q log2 p = {right[1]:.4f}.",
    )
