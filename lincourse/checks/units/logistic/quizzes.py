"""Quizzes of unit 05: the example of D1, 5b; odds, and a threshold for two costs."""

from typing import Any

import numpy as np
from misstep import Mistake, Numbers, Question, Scenario, StableRandom, Switched
from misstep.quizzes.quiz import no_probability

from lincourse.logistic import sigmoid
from lincourse.softmax import softmax

OPINIONS = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]])


def draw_weights(random: StableRandom) -> Numbers | None:
    w = [random.pick([-3, -2, -1, 1, 2, 3]), random.pick([1, 2, 4, 5]), -random.whole(1, 6)]
    z = OPINIONS @ w
    return {"w": w} if z.all() and z.min() < 0 < z.max() else None  # no tie, and both classes


def weights_setting(w: list[int]) -> str:
    return (
        "Four short documents on films, as vectors (always 1; has a positive word; has a negative "
        "word):\n\n| document | $x$ |\n|---|---|\n| This is a great film! | (1, 1, 0) |\n"
        "| Worst crap I've ever seen. | (1, 0, 1) |\n| Great plot but bad acting. | (1, 1, 1) |\n"
        f"| The film was made in 2008. | (1, 0, 0) |\n\nThe weights are $\\mathbf w=({listed(w)})$."
    )


def listed(values: Any) -> str:
    """Numbers with commas, four decimals at most."""
    return ", ".join(f"{round(float(value), 4):g}" for value in values)


def switches(w: list[int]) -> list[tuple[dict[str, Any], str]]:
    """What goes wrong with the parts of σ(w · x)."""
    return [
        ({"squash": np.exp}, "That is e^z alone. Where is the 1 that σ has?"),
        ({"squash": lambda z: np.exp(-z)}, "That is e^-z. What does σ make of it?"),
        ({"squash": lambda z: 1 + np.exp(-z)}, "That is 1 + e^-z. What is divided by it?"),
        ({"squash": lambda z: sigmoid(-z)}, "Mind the sign in the exponent: σ is 1 / (1 + e^-z)."),
        (
            {"w": np.array([0, *w[1:]])},
            f"The dummy feature has a weight too: {w[0]} belongs to every score.",
        ),
        (
            {"w": np.array([w[0], w[1], -w[2]])},
            f"The weight of negative words is {w[2]}, not {-w[2]}.",
        ),
    ]


weighing = Scenario("weighing", "05", {"w": [-1, 2, -3]}, draw_weights, weights_setting)


@weighing.asks("opinion_probabilities", form="a list of four numbers", decimals=2)
def opinion_probabilities(w: list[int]) -> Question:
    z = OPINIONS @ w
    p = sigmoid(z)
    return Question(
        "What are all four probabilities $P(y=1\\mid x)$?",
        p.tolist(),
        mistakes=[
            Mistake(z.tolist(), think="These are the scores. What does σ make of them?"),
            Mistake((1 - p).tolist(), think="That is P(y=0). Does a score above 0 speak for 1?"),
            Mistake(
                (z > 0).astype(int).tolist(),
                think="These are the classes. How sure is the model of each?",
            ),
            Mistake(
                sigmoid(OPINIONS[:, 1:] @ w[1:]).tolist(),
                think=f"The dummy feature has a weight too: {w[0]} belongs to every score.",
            ),
            Mistake(
                np.tanh(z).tolist(),
                think="That is tanh, and it can be below 0. Can a probability be?",
            ),
        ],
        switched=Switched(
            lambda squash, w: squash(OPINIONS @ w),
            {"squash": sigmoid, "w": np.array(w)},
            [
                *switches(w),
                (
                    {"squash": softmax},
                    "They add up to 1, as if one of the four documents had to be chosen. Must they? "
                    "Each document has a probability of its own.",
                ),
            ],
        ),
        hint="σ of each of the four scores: 1 / (1 + e^-z).",
        cannot_be=no_probability,
        worked=f"σ of the scores {listed(z)}: {listed(p)}.",
    )


@weighing.asks("logistic_classes", form="a list of four numbers, each 0 or 1", among=(0, 1))
def logistic_classes(w: list[int]) -> Question:
    right = (OPINIONS @ w > 0).astype(int)

    def flipped(*rows: int) -> list[int]:
        return [int(1 - y if i in rows else y) for i, y in enumerate(right)]

    return Question(
        "Which class does each document get, 1 (positive) or 0 (negative)?",
        right.tolist(),
        mistakes=[
            Mistake(
                flipped(2),
                think="The third document has good and bad words. Which weight is larger?",
            ),
            Mistake(
                flipped(3), think="Without any opinion the score is the bias alone. Is it above 0?"
            ),
            Mistake(flipped(2, 3), think="Compare each probability with 1/2."),
            Mistake(flipped(0, 1, 2, 3), think="Which class has a probability above 1/2?"),
        ],
        hint="A probability above 1/2 means a score above 0: only the sign of w . x counts.",
        worked=f"The scores are {listed(OPINIONS @ w)}; those above 0 give 1: {listed(right)}.",
    )


@weighing.asks("on_the_line", form="a list of two numbers", decimals=2)
def on_the_line(w: list[int]) -> Question:
    b, p, n = w
    return Question(
        "Let $x_1$ and $x_2$ take any value. The line between the two classes is where the "
        "probability is 1/2. Which $x_1$ lies on it for $x_2=0$, and which for $x_2=1$?",
        [-b / p, -(b + n) / p],
        mistakes=[
            Mistake(
                [b / p, (b + n) / p],
                think=f"Mind the sign of the bias: {b} + {p} x_1 is 0 for which x_1?",
            ),
            Mistake(
                [-b / p, (-b + n) / p],
                think=f"On the line {p} x_1 = {-b} + {-n} x_2. Is {-n} x_2 added or subtracted?",
            ),
            Mistake([-b, -(b + n)], think=f"The weight of x_1 is {p}: divide by it."),
            Mistake(
                [0.0, -n / p],
                think=f"The bias counts too: the line is {b} + {p} x_1 - {-n} x_2 = 0.",
            ),
        ],
        also=[
            Mistake(
                [b / p, (b - n) / p],
                think=f"Mind the sign of the bias: {b} + {p} x_1 is 0 for which x_1?",
            ),
        ],
        hint="A probability of 1/2 means a score of 0. Set the score to 0 and solve for x_1.",
        tried=lambda given: _scores_there(w, given),
        worked=f"{b} + {p} x_1 - {-n} x_2 = 0, so x_1 = ({-b} + {-n} x_2) / {p}: {-b / p:.4g} for x_2 "
        f"= 0 and {-(b + n) / p:.4g} for x_2 = 1.",
    )


def _scores_there(w: list[int], given: list[float]) -> str:
    """The scores at the two points of an answer, which should be 0."""
    b, p, n = w
    one, other = (f"{b + p * x + n * k:.4g}" for k, x in enumerate(given))
    points = f"x_1 = {given[0]:.4g} and x_2 = 0", f"x_1 = {given[1]:.4g} and x_2 = 1"
    scores = f"it is {one} both times" if one == other else f"it is {one} and {other}"
    return f"Put {points[0]} into the score, then {points[1]}: {scores}. Should it not be 0?"


# ---------------------------------------------------------------- odds


def draw_odds(random: StableRandom) -> Numbers | None:
    a, b, p = random.whole(2, 12), random.whole(1, 7), random.whole(5, 45) / 100
    return {"a": a, "b": b, "p": p} if a != b else None


odds = Scenario("odds", "05", {"a": 7, "b": 3, "p": 0.15}, draw_odds)


@odds.asks("odds_both_ways", form="a list of two numbers", decimals=3)
def odds_both_ways(a: int, b: int, p: float) -> Question:
    return Question(
        f"A forecaster gives odds of {a} to {b} for rain. Which probability is that? For snow her "
        f"probability is {p:g}. Which odds are these, as a number (to 1)?",
        [a / (a + b), p / (1 - p)],
        mistakes=[
            Mistake(
                [a / b, p / (1 - p)],
                think=f"Odds of {a} to {b}: {a} parts for rain, {b} against. How many parts are there?",
            ),
            Mistake(
                [a / (a + b), (1 - p) / p],
                think="These are the odds against snow. Which of the two probabilities is above?",
            ),
            Mistake(
                [b / (a + b), p / (1 - p)],
                think=f"Odds of {a} to {b} are for rain. Is that above or below one half?",
            ),
            Mistake(
                [a / (a + b), 1 / p],
                think="1/p says in how many cases it happens once. What is p divided by to get odds?",
            ),
            Mistake(
                [a / (a + b), p / (1 + p)],
                think="That is the way back, from odds to a probability.",
            ),
            Mistake(
                [a / (a + b), float(np.log(p / (1 - p)))],
                think="These are the log-odds. Are odds ever below 0?",
            ),
        ],
        hint="Odds are p / (1 - p); a probability is the parts for it, divided by all the parts.",
        worked=f"{a} of {a + b} parts are for rain: {a / (a + b):.4f}. Snow has odds of "
        f"{p:g}/{1 - p:g} = {p / (1 - p):.4f}.",
    )


def draw_word(random: StableRandom) -> Numbers | None:
    without, with_it = random.whole(15, 60) / 100, random.whole(15, 85) / 100
    return {"without": without, "with_it": with_it} if abs(with_it - without) > 0.1 else None


NO_ODDS = "That is a ratio of probabilities. Turn each into odds first."
WRONG_WAY = "That is the factor from “with” to “without”. Which way is asked for?"
A_WEIGHT = "That is the word's weight. Which factor of the odds belongs to a weight w?"

word = Scenario("charming", "05", {"without": 0.4, "with_it": 0.64}, draw_word)


@word.asks("odds_ratio", decimals=2)
def odds_ratio(without: float, with_it: float) -> Question:
    before, after = without / (1 - without), with_it / (1 - with_it)
    return Question(
        f"Of the reviews without the word “charming” a share of {without:g} is positive, of those with "
        f"it {with_it:g}. Logistic regression on this one feature fits both shares exactly. By which "
        "factor does the word multiply the odds?",
        after / before,
        mistakes=[
            Mistake(with_it / without, think=NO_ODDS),
            Mistake(before / after, think=WRONG_WAY),
            Mistake(after, think="These are the odds with the word. What were they without it?"),
            Mistake(float(np.log(after / before)), think=A_WEIGHT),
            Mistake(after - before, think="That is a difference. A factor multiplies."),
            Mistake(
                with_it - without,
                think="That is the difference of the shares. What are the odds of each?",
            ),
        ],
        switched=Switched(
            lambda odds, above, below, scale: scale(odds(above) / odds(below)),
            {"odds": lambda p: p / (1 - p), "above": with_it, "below": without, "scale": float},
            [
                ({"odds": lambda p: p}, NO_ODDS),
                ({"above": without, "below": with_it}, WRONG_WAY),
                ({"scale": np.log}, A_WEIGHT),
            ],
        ),
        hint="The odds with the word, divided by the odds without it.",
        worked=f"{with_it:g}/{1 - with_it:g} = {after:.4f} with it, {without:g}/{1 - without:g} = "
        f"{before:.4f} without it; {after:.4f}/{before:.4f} = {after / before:.4f}.",
    )


# ---------------------------------------------------------------- costs


def draw_costs(random: StableRandom) -> Numbers | None:
    alarm, miss = random.whole(2, 30), random.whole(3, 90)
    return {"alarm": alarm, "miss": miss} if abs(alarm - miss) > 2 else None


costs = Scenario("costs", "05", {"alarm": 6, "miss": 34}, draw_costs)


@costs.asks("acting_pays", decimals=3)
def acting_pays(alarm: int, miss: int) -> Question:
    return Question(
        "A filter looks for scam. To hold back a message that is honest costs the company "
        f"{alarm} euros; to let a scam through costs {miss}. From which probability of scam on should "
        "it hold a message back?",
        alarm / (alarm + miss),
        mistakes=[
            Mistake(
                miss / (alarm + miss),
                think="The dearer a scam that gets through, the sooner you should act. Does your "
                "threshold go that way?",
            ),
            Mistake(
                alarm / miss,
                think="These are the odds from which acting pays. Which probability is that?",
            ),
            Mistake(miss / alarm, think="Can that be a probability? Compare both costs at p."),
            Mistake(0.5, think="At 1/2 both mistakes are equally likely, but not equally dear."),
            Mistake(
                1 / (alarm + miss), think="Which of the two costs stands above the fraction line?"
            ),
        ],
        hint="At the threshold (1 - p) times the cost of a false alarm is p times the cost of a miss.",
        cannot_be=no_probability,
        worked=f"(1 - p) · {alarm} = p · {miss} gives p = {alarm}/({alarm} + {miss}) = "
        f"{alarm / (alarm + miss):.4f}.",
    )
