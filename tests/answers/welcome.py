"""Answers to exercise 00: right ones of several kinds, and wrong ones outside the catalogue."""

import statistics

import numpy as np

# ---------------------------------------------------------------- right


def mean_noisily(numbers):
    print("numbers:", numbers)
    return sum(numbers) / len(numbers)


RIGHT = {
    "mean_of": [
        mean_noisily,
        lambda numbers: sum(numbers) / len(numbers),
        lambda numbers: np.mean(numbers),
        statistics.fmean,
        statistics.mean,
        lambda numbers: np.asarray(np.average(np.array(numbers))),
    ]
}


# ---------------------------------------------------------------- wrong, with what is said


def mean_prints(numbers):
    print(sum(numbers) / len(numbers))


def mean_sorts(numbers):
    numbers.sort()
    return sum(numbers) / len(numbers)


def mean_empties(numbers):
    n, total = len(numbers), 0
    while numbers:
        total += numbers.pop()
    return total / n


WRONG = {
    "mean_of": [
        (None, "mean_of is not defined yet"),
        (5, "not a function"),
        (mean_prints, "it prints, and returns nothing"),
        (mean_sorts, "numbers is changed in place"),
        (mean_empties, "numbers is changed in place"),
        (lambda: 5, "is called with 1 argument,"),
        (lambda numbers: [sum(numbers) / len(numbers)], "returned a list"),
        (lambda numbers: str(sum(numbers) / len(numbers)), "returned a str"),
        (lambda numbers: 2 * sum(numbers) / len(numbers), "every result is 2 times"),
        (lambda numbers: numbers.mean(), "AttributeError"),
        (lambda numbers: statistics.mode(numbers), "2 + 4 + 9 = 15"),
        (
            lambda numbers: float(np.mean([n for n in numbers if n > 0] or [0])),
            "not the one expected",
        ),
    ]
}
