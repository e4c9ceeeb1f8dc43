"""The catalogue: what is asked of each function and quiz, and the mistakes that have a name."""

import numpy as np
import reference
from misstep import Array, Check, Mistake, Number, Question, Scenario, StudentTestCheck

# ---------------------------------------------------------------- future_value

future_value = Check(reference.future_value, gives=Number())
future_value.example((100, 0.5, 2), 225.0, "100 grows to 150 in one year, and to 225 in two")


@future_value.random_inputs
def deposits(rng):
    for years in (1, 2, 3, 7, 12):
        yield float(rng.integers(50, 5_000)), float(rng.integers(1, 16)) / 100, years


@future_value.edge_cases
def odd_deposits(rng):
    yield 250, 0, 10
    yield 0.0, 0.04, 3
    yield 1_000, 0.03, 0


@future_value.property("twice the deposit is worth twice as much")
def scales(f, rng):
    deposit = float(rng.integers(100, 900))
    once, twice = f(deposit, 0.04, 5), f(2 * deposit, 0.04, 5)
    return (
        None if np.isclose(twice, 2 * once) else f"{once:.2f} became {twice:.2f}, not twice that."
    )


future_value.answer("""
    factor = 1 + rate
    return deposit * factor ** years
""")
future_value.mistake(
    "deposit * factor ** years -> deposit * (1 + rate * years)",
    "this is simple interest: only the deposit earns interest.",
    "In the second year, does the interest of the first year earn interest, too?",
)
future_value.mistake(
    "1 + rate -> 1 + rate / 100",
    "the rate is divided by 100.",
    "A rate of 0.05 is 5 %. What is 0.05 / 100?",
)
future_value.mistake(
    "** years -> ** (years - 1)",
    "the money grows for one year less.",
    "How much is it worth after one year, and what does yours say?",
)
future_value.mistake(
    "factor ** years -> factor ** years - deposit",
    "this is only the interest: the deposit is missing.",
    "Does the money that was paid in still belong to the saver?",
)

# ---------------------------------------------------------------- annual_rate

annual_rate = Check(reference.annual_rate, gives=Number())
annual_rate.example((100.0, 225.0, 2), 0.5, "225 / 100 is 2.25, whose root is 1.5: 50 % a year")


@annual_rate.random_inputs
def periods(rng):
    for years in (1, 2, 3, 5, 10):
        start = float(rng.integers(100, 1_000))
        yield start, start * float(rng.integers(11, 30)) / 10, years


@annual_rate.edge_cases
def losses(rng):
    yield 1_000, 1_000, 4
    yield 80.0, 20.0, 2


annual_rate.answer("""
    growth = end / start
    return growth ** (1 / years) - 1
""")
annual_rate.mistake(
    "growth ** (1 / years) - 1 -> (growth - 1) / years",
    "the growth is spread evenly over the years, as with simple interest.",
    "100 that become 225 in two years: does 62.5 % a year, compounded, give 225?",
)
annual_rate.mistake(
    "(1 / years) - 1 -> (1 / years)",
    "this is the factor of one year, not the rate.",
    "Money that stays the same has the factor 1. What is its rate?",
)
annual_rate.mistake(
    "end / start -> start / end",
    "the fraction is upside down.",
    "If the money grew, should the rate be positive or negative?",
)
annual_rate.mistake(
    "growth ** (1 / years) -> growth ** 1 / years",
    "the power is taken before the division: growth ** 1 / years is growth / years.",
    "Which operation does Python do first, ** or /? Where do brackets help?",
)

# ---------------------------------------------------------------- moving_average

moving_average = Check(reference.moving_average, gives=Array("(len(prices) - window + 1,)"))
moving_average.example(
    (np.array([1.0, 2.0, 6.0, 4.0]), 2),
    np.array([1.5, 4.0, 5.0]),
    "the means of 1 and 2, of 2 and 6, and of 6 and 4",
)


@moving_average.random_inputs
def price_lists(rng):
    for n, window in ((3, 2), (5, 3), (6, 2), (8, 5), (9, 4)):
        yield rng.integers(8, 400, n) / 8, window


@moving_average.edge_cases
def odd_price_lists(rng):
    yield np.array([5, 9, 13]), 1
    yield np.array([2, 4, 9]), 3


@moving_average.refuses("it raises ValueError if the window is too long")
def long_windows(rng):
    yield np.array([1.0, 2.0]), 3


moving_average.answer("""
    if window > len(prices):
        raise ValueError("the window is too long")
    means = []
    for i in range(len(prices) - window + 1):
        means.append(sum(prices[i : i + window]) / window)
    return np.array(means)
""")
moving_average.mistake(
    "- window + 1 -> - window",
    "the last window is left out.",
    "With 4 prices and a window of 4, how many means are there?",
)
moving_average.mistake(
    "/ window) -> )",
    "this is the sum of each window, not its mean.",
    "What is the moving average of prices that are all 10?",
)
moving_average.mistake(
    "prices[i : i + window] -> prices[: i + window]",
    "every window begins at the first price.",
    "Which prices should no longer count when the window moves on?",
)

tests = StudentTestCheck(moving_average)
tests.right("one that adds shifted slices", """
    if window > len(prices):
        raise ValueError
    n = len(prices) - window + 1
    return sum(prices[k : k + n] for k in range(window)) / window
""")  # fmt: skip

# ---------------------------------------------------------------- a quiz with personal numbers

account = Scenario(
    "account",
    "01",
    {"deposit": 200, "percent": 10},
    draw=lambda random: {
        "deposit": 50 * random.whole(2, 40),
        "percent": random.pick([4, 5, 8, 10, 20]),
    },
    setting=lambda deposit, percent: f"You pay in {deposit} euros at {percent} % a year.",
)


@account.asks("after_two_years", form="a number", decimals=2)
def after_two_years(deposit, percent):
    factor = 1 + percent / 100
    return Question(
        f"How much are the {deposit} euros worth after two years at {percent} %?",
        deposit * factor**2,
        mistakes=[
            Mistake(
                deposit * (1 + 2 * percent / 100),
                think="Does the first year's interest earn interest?",
            ),
            Mistake(deposit * factor, think="That is after one year. What happens in the second?"),
        ],
        hint="Multiply by the same factor for each year.",
        worked=f"{deposit} · {factor:g}² = {deposit * factor**2:.2f}",
    )
