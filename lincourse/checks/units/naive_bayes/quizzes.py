"""Quizzes of unit 02, from May (2023), section 11: smoothing, and products that underflow."""

from misstep import Mistake, Numbers, Question, Scenario, StableRandom
from misstep.quizzes.quiz import no_probability

# ---------------------------------------------------------------- smoothing


def draw_counts(random: StableRandom) -> Numbers:
    return {
        "tokens": 100 * random.whole(20, 150),
        "words": 10 * random.whole(20, 150),
        "seen": random.whole(1, 9),
    }


def counts_setting(tokens: int, words: int, seen: int) -> str:
    if seen:
        often = f"was seen {'once' if seen == 1 else f'{seen} times'} with the label negative"
    else:
        often = "was never seen with the label negative"
    return (
        f"The negative training texts hold {tokens:,} tokens, and the vocabulary has {words:,} "
        f"words. *Amazing* is in the vocabulary {'and' if seen else 'but'} {often}. *Blargh* was "
        "never seen at all."
    )


smoothing = Scenario(
    "smoothing", "02", {"tokens": 10_000, "words": 500, "seen": 0}, draw_counts, counts_setting
)
BOTH = "$P(\\text{amazing}\\mid\\text{negative})$ and $P(\\text{blargh}\\mid\\text{negative})$"


@smoothing.asks("unsmoothed", form="a list of two numbers", decimals=8)
def unsmoothed(tokens: int, words: int, seen: int) -> Question:
    right = [seen / tokens, 0.0]
    mistakes = [
        Mistake(
            [(seen + 1) / (tokens + words + 1), 1 / (tokens + words + 1)],
            think="That is the answer with smoothing. Here nothing is added to the counts.",
        ),
        Mistake(
            [(seen + 1) / tokens, 1 / tokens],
            think=f"How often was either word seen in a negative text? The {tokens:,} in the denominator is "
            "right.",
        ),
        Mistake(
            [max(seen, 1) / words, max(seen, 1) / words],
            think="Below the line stands the number of tokens, not of words in the vocabulary.",
        ),
        Mistake(
            [seen / tokens, 1 / (tokens + 1)],
            think="A word that was never seen has a count too: which?",
        ),
    ]
    if seen:
        mistakes += [
            Mistake([seen / words, 0.0], think="Is the probability per token, or per word type?"),
            Mistake([seen / tokens] * 2, think="Blargh was never seen. What is its count?"),
        ]
    return Question(
        f"Without smoothing, what are {BOTH}?",
        right,
        mistakes=mistakes,
        hint="Without smoothing it is a count divided by a total. Which counts do the two words have?",
        cannot_be=no_probability,
        worked=f"The count divided by the total: amazing {seen}/{tokens:,}, and blargh 0/{tokens:,} = 0.",
    )


@smoothing.asks("smoothed", form="a list of two numbers", decimals=8)
def smoothed(tokens: int, words: int, seen: int) -> Question:
    total = tokens + words + 1

    def over(below: int) -> list[float]:
        return [(seen + 1) / below, 1 / below]

    return Question(
        f"With add-one smoothing and an OOV type, what are {BOTH}?",
        over(total),
        mistakes=[
            Mistake(
                over(total - 1),
                think=f"{words:,} words get 1 more each. Which further type does, too, and what does "
                "that do to the denominator?",
            ),
            Mistake(
                [(seen + 1) / (total - 1), 1 / total],
                think="Both words have the same denominator: the total over all types does not change.",
            ),
            Mistake(
                [(seen + 1) / total, 0.0],
                think="blargh was never seen, so it counts as OOV. How many times was OOV seen, plus 1?",
            ),
            Mistake([seen / tokens, 0.0], think="That is the answer without smoothing."),
            Mistake(
                over(tokens),
                think="The numerators grew by 1. By how much does the denominator grow?",
            ),
            Mistake(
                over(tokens + 1),
                think="One type got 1 more here. How many types are there, OOV included?",
            ),
            Mistake(
                over(total + 1),
                think=f"How many types are there: {words:,} words, and how many more?",
            ),
            Mistake(over(words + 1), think=f"The {tokens:,} tokens that were counted still count."),
            *(
                [
                    Mistake(
                        [seen / total, 0.0],
                        think="The denominator is smoothed, the counts above it are not.",
                    )
                ]
                if seen
                else []
            ),
        ],
        hint="Every type, OOV included, counts as seen once more than it was. What does that make "
        "the two counts, and what their total?",
        cannot_be=no_probability,
        worked=f"Each of the {words:,} words and OOV gets 1 more, so the total is {tokens:,} + "
        f"{words:,} + 1 = {total:,}. amazing: {seen + 1}/{total:,}; blargh counts as OOV: "
        f"1/{total:,}.",
    )


# ---------------------------------------------------------------- underflow

MAX_ROUNDS = 100  # iterations of the loop


def draw_loop(random: StableRandom) -> Numbers | None:
    factor = random.pick([0.00001, 0.00002, 0.00003, 0.00005, 0.0002, 0.0003])
    every = random.pick([4, 5, 6, 8, 9, 10, 12])
    _, first = printed(factor, every)
    return (
        {"factor": factor, "every": every} if first < MAX_ROUNDS else None
    )  # else no 0 is printed


def printed(factor: float, every: int) -> tuple[int, int]:
    """The last printed index at which the product is not 0, and the next."""
    last = (first_zero(factor) - 1) // every * every
    return last, last + every


def first_zero(factor: float) -> int:
    """The index at which the product becomes 0."""
    a, i = factor, 0
    while a != 0:
        a, i = a * factor, i + 1
    return i


underflow_loop = Scenario("underflow_loop", "02", {"factor": 0.0001, "every": 10}, draw_loop)


@underflow_loop.asks("underflow", form="a list of two whole numbers", whole=True)
def underflow(factor: float, every: int) -> Question:
    zero, (last, first) = first_zero(factor), printed(factor, every)
    times = f"{factor:f}".rstrip("0")
    return Question(
        f"Start from `a = 1`. In a loop over `i` from 0 to {MAX_ROUNDS - 1}, multiply `a` by {times}, and "
        f"whenever `i` is a multiple of {every} print `i` and `a`. Write the loop in a cell of your "
        "own and run it.\n\nWhat is the last index printed with a number that is not 0, and the first "
        "index printed with 0?",
        [last, first],
        mistakes=[
            Mistake(
                [first, first + every],
                think=f"At index {first} a has been multiplied {first + 1} times, as the loop multiplies before it "
                "prints. Which number is printed there?",
            ),
            Mistake(
                [last, last + 1],
                think=f"Only indices that are multiples of {every} are printed: which of those is the "
                "first 0?",
            ),
            Mistake(
                [first, first + 1],
                think=f"Only indices that are multiples of {every} are printed. Run the loop and read its "
                "lines.",
            ),
            Mistake([first, last], think="The right numbers, the other way round."),
            Mistake(
                [last // every, first // every], think="The index, not the number of the line."
            ),
            Mistake([last + 1, first + 1], think="The index i starts from 0."),
            Mistake(
                [first + every, first + 2 * every],
                think="Some lines further up end in 0.0 already.",
            ),
        ],
        hint="Run the loop and read the lines that it prints: which is the last with a number, and "
        "which the first with 0.0?",
        cannot_be=lambda i: (
            f"{i:g} is not printed: only multiples of {every} are."
            if i % every
            else (
                ""
                if 0 <= i < MAX_ROUNDS
                else f"{i:g} is not printed: i goes from 0 to {MAX_ROUNDS - 1}."
            )
        ),
        worked=f"The smallest number above 0 that a float can hold is about 5e-324. The product "
        f"{times}^(i+1) falls below that at i = {zero}, so {last} is the last printed index with "
        f"a number and {first} the first with 0.",
    )
