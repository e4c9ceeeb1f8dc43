"""Checks of unit 00: the one function that teaches how a check is read."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check, Mistake, Quiz

from lincourse import welcome as reference
from lincourse.checks.units.ratios import RATIO

mean_of = Check(reference.mean_of, gives=RATIO)
mean_of.example(([2, 4, 9],), 5, "2 + 4 + 9 = 15, and a third of that is 5")


def uneven(rng: np.random.Generator, n: int) -> list[Any]:
    """n whole numbers, not in order; their mean is neither whole nor one of them."""
    while True:
        numbers = [int(number) for number in rng.integers(-20, 40, size=n)]
        if sum(numbers) % n and sum(numbers) > 0 and numbers != sorted(numbers):
            return numbers


@mean_of.random_inputs
def mean_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (3, 4, 5, 6, 8):
        yield (uneven(rng, n),)
        yield ([float(number) / 8 for number in rng.integers(-40, 41, size=n)],)


@mean_of.edge_cases
def mean_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield ([int(rng.integers(5, 99))],)
    yield ([-number for number in uneven(rng, 4)],)
    yield ([0, 0, 0],)
    yield ([float(number) * 2.0**20 for number in uneven(rng, 5)],)
    yield ([number / 7 for number in uneven(rng, 3)],)
    yield (uneven(rng, 60),)


@mean_of.property("adding 1 to every number adds 1 to the mean")
def shifts(f: Any, rng: np.random.Generator) -> str | None:
    numbers = uneven(rng, 5)
    before, after = float(f(numbers)), float(f([number + 1 for number in numbers]))
    if np.isclose(after - before, 1):
        return None
    return (
        f"With 1 added to each of the five numbers, the mean goes up by 1; yours went from "
        f"{before:g} to {after:g}."
    )


mean_of.answer("""
    return sum(numbers) / len(numbers)
""")
mean_of.mistake(
    "/ len(numbers) -> ",
    "the sum is not divided by anything.",
    "How large is the mean of 100 numbers that are all 5?",
)
mean_of.mistake(
    "/ -> //",
    "the division throws away what is behind the decimal point.",
    "Python has two divisions, / and //. Which of them can give 2.5?",
)
mean_of.mistake(
    "len(numbers) -> 2",
    "the sum is divided by 2, however many numbers there are.",
    "How many numbers are in the list, and where does your code ask for that?",
)
mean_of.mistake(
    "len(numbers) -> 3",
    "the sum is divided by 3, however many numbers there are.",
    "How many numbers are in the list, and where does your code ask for that?",
)
mean_of.mistake(
    "len(numbers) -> (len(numbers) + 1)",
    "the sum is divided by one too many.",
    "How many numbers are there, and by what do you divide?",
)
mean_of.mistake(
    "len(numbers) -> (len(numbers) - 1)",
    "the sum is divided by one less than there are numbers.",
    "How many numbers are there, and by what do you divide?",
)
mean_of.mistake(
    "sum(numbers) / len(numbers) -> sorted(numbers)[len(numbers) // 2]",
    "this is the median: the number in the middle.",
    "Should one very large number change the mean?",
)
mean_of.mistake(
    "sum(numbers) / len(numbers) -> (min(numbers) + max(numbers)) / 2",
    "this is half way between the smallest and the largest number.",
    "Do the numbers in between count?",
)

mean_of.answer("""
    total = 0
    for i in range(len(numbers)):
        total = total + numbers[i]
    return total / len(numbers)
""")
mean_of.mistake(
    "range(len(numbers)) -> range(1, len(numbers))",
    "the first number is left out of the sum.",
    "At which index does a list start?",
)
mean_of.mistake(
    "range(len(numbers)) -> range(len(numbers) - 1)",
    "the last number is left out of the sum.",
    "How far does range(len(numbers) - 1) go?",
)
mean_of.mistake(
    """
    total = 0 -> total = 1
    total + -> total *
    """,
    "the numbers are multiplied, not added.",
    "How is the mean of 2, 4 and 9 worked out by hand?",
)
mean_of.mistake(
    "total / len(numbers) -> 5",
    "the answer is always that of the example.",
    "The check calls your function with other numbers too.",
)
mean_of.mistake(
    "+ numbers[i] -> + abs(numbers[i])",
    "signs are dropped: the mean of the absolute values is taken.",
    "What is the mean of -1 and 1?",
)


# ---------------------------------------------------------------- a quiz, to see how one is read

Quiz(
    "rungs_passed",
    6,
    decimals=0,
    form="a whole number",
    whole=True,
    mistakes=[
        Mistake(7, think="The line with the cross did not pass."),
        Mistake(
            9, think="That is how many there are if all goes well. How many have a tick with //?"
        ),
        Mistake(1, think="That is how many broke. How many passed before it?"),
        Mistake(5, think="Count the ticks again: the line above the cross has one, too."),
        Mistake(0, think="A cross at the end does not undo the ticks above it."),
    ],
    hint="Put the wrong line in once more, run the test cell, and count the ticks.",
)
