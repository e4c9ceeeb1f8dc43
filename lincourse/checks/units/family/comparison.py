"""Checks of a fair comparison: accuracies split by split, their standard error, and a student's table."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import SystemRandom
from typing import Any

import numpy as np
from misstep import Args, Check, DictOf, ListOf, Number, Report, Several
from misstep.core.calling import TooSlow, call, limit
from misstep.core.kinds import show, type_in_words
from misstep.explain.words import say
from misstep.functions.levels import accuracy
from misstep.functions.ready_made import borrowed, ready_made_package
from misstep.ladder import Ladder, Rung

from lincourse import family as reference
from lincourse.checks.units.ratios import RATIO

SECONDS = 60  # that one model may take, as in the capstone
AGAIN = 2  # splits that are computed again, drawn by chance
CLOSE = 0.02  # how far an accuracy may be off where a model draws at random


class Model:
    """A classifier of one expression, which shows as its own source."""

    def __init__(self, text: str) -> None:
        self.text, self.function = text, eval(text)

    def __call__(self, *args: Any) -> Any:
        """What the expression gives."""
        return self.function(*args)

    def __repr__(self) -> str:
        return self.text


FIRST = Model("lambda train, documents: [train[0][1] for words in documents]")
LAST = Model("lambda train, documents: [train[-1][1] for words in documents]")
BY_FIRST_WORD = Model(
    "lambda train, documents: [dict((w[0], y) for w, y in train).get(words[0], train[0][1]) "
    "for words in documents]"
)
BY_LENGTH = Model(
    "lambda train, documents: [min(train, key=lambda pair: abs(len(pair[0]) - len(words)))[1] "
    "for words in documents]"
)


# ---------------------------------------------------------------- compare

ACCURACIES = ListOf(RATIO, "a list of accuracies")
compare = Check(
    reference.compare,
    gives=DictOf(ACCURACIES, "a dict with a list of accuracies for each model", key="model"),
)
TRAIN = [(["fine", "film"], "pos"), (["dull", "film"], "neg")]
compare.example(
    (
        {"first label": FIRST, "first word": BY_FIRST_WORD},
        [
            (TRAIN, [(["fine", "play"], "pos"), (["dull"], "neg")]),
            (TRAIN[::-1], [(["dull", "play"], "neg"), (["grand"], "pos"), (["odd"], "neg")]),
        ],
    ),
    {"first label": [0.5, 2 / 3], "first word": [1.0, 2 / 3]},
    "on the first split “first label” says pos twice, which is right once; on the second it says neg "
    "three times, which is right twice",
)


def part(rng: np.random.Generator, n: int, labels: Sequence[str]) -> list[tuple[list[str], str]]:
    """n labelled sentences; both labels among them."""
    words = [f"w{number}" for number in rng.permutation(90)[:8]]
    kept = [str(labels[i]) for i in rng.permutation([*range(2), *rng.integers(0, 2, n - 2)])]
    return [([str(w) for w in rng.choice(words, rng.integers(1, 6))], y) for y in kept]


@compare.random_inputs
def compare_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for models, sizes in (
        ({"a": FIRST, "b": BY_FIRST_WORD}, [(4, 3)]),
        ({"a": FIRST, "b": BY_FIRST_WORD, "c": LAST}, [(4, 5), (6, 3)]),
        ({"words": BY_FIRST_WORD, "length": BY_LENGTH}, [(5, 4), (7, 3), (4, 7)]),
        ({"length": BY_LENGTH}, [(9, 5), (6, 7), (8, 3), (5, 9)]),
    ):
        labels = rng.permutation(["up", "down"]).tolist()
        splits = [(part(rng, n, labels), part(rng, m, labels)) for n, m in sizes]
        for train, test in splits:  # a model that saw the answers would do better
            test[0] = (["new", *test[0][0]], labels[train[0][1] == labels[0]])
        yield models, splits


@compare.edge_cases
def compare_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    labels = ["x", "y"]
    yield {"one": FIRST}, [(part(rng, 3, labels), [(["w"], "x")])]
    yield {"b": BY_FIRST_WORD, "a": FIRST}, [(part(rng, 5, labels), part(rng, 4, labels))] * 2


def only_means(models: Any, splits: Any) -> dict[str, float]:
    return {k: float(np.mean(v)) for k, v in reference.compare(models, splits).items()}


def one_for_all(models: Any, splits: Any) -> dict[str, list[float]]:
    return {k: [float(np.mean(v))] for k, v in reference.compare(models, splits).items()}


compare.answer("""
    results = {}
    for name, model in models.items():
        results[name] = []
        for train, test in splits:
            documents = [words for words, label in test]
            labels = [label for words, label in test]
            given = model(train, documents)
            right = sum(a == b for a, b in zip(given, labels))
            results[name].append(right / len(test))
    return results
""")
compare.mistake(
    "(right / len(test)) -> (right)",
    "the right answers are counted, not divided by how many documents there are.",
    "Splits can be of different sizes. Which number can be compared between them?",
)
compare.mistake(
    "sum(a == b for a, b in zip(given, labels)) -> len(test) * (list(given) == labels)",
    "the two lists are compared as a whole: a model gets 1 if every label is right, and else 0.",
    "What does == make of two lists? Compare them label by label.",
)
compare.mistake(
    "right / len(test) -> right / len(train)",
    "the right answers are divided by the number of training sentences.",
    "Which sentences are right or wrong here?",
)
compare.mistake(
    """
    in test] -> in train]
    len(test) -> len(train)
    """,
    "the accuracy is measured on the sentences that the model learnt from.",
    "Would a model that only remembers its training sentences look good in your table?",
)
compare.mistake(
    "model(train, documents) -> model(train + test, documents)",
    "the model is given the test sentences with their labels to learn from.",
    "What may a model see before it is tested?",
)
compare.mistake(
    "model(train, documents) -> model(test, documents)",
    "the model learns from the test part.",
    "Each split is a pair (train, test). Which of the two does the model learn from?",
)
compare.mistake(
    "model(train, documents) -> model(train, test)",
    "the model gets the pairs (words, label) in place of the documents, and with them the answers.",
    "documents are word lists without labels. What does your code pass on?",
)
compare.mistake(
    one_for_all,
    "there is one accuracy for all splits together.",
    "With only the mean, can you still tell how much of it is chance?",
)
compare.mistake(
    only_means,
    "there is one number for each model, the mean, in place of a list.",
    "With only the mean, can you still tell how much of it is chance?",
)


# ---------------------------------------------------------------- mean_and_error

mean_and_error = Check(reference.mean_and_error, gives=Several(mean=Number(), error=Number()))
mean_and_error.example(
    ([0.72, 0.78],),
    (0.75, 0.03),
    "both are 0.03 from the mean 0.75; the variance is (0.0009 + 0.0009) / 1 = 0.0018, and the error "
    "the root of 0.0018 / 2",
)


@mean_and_error.random_inputs
def error_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (2, 3, 5, 8, 10, 20):
        yield ([float(x) for x in rng.integers(600, 900, n) / 1000],)
    yield ([float(x) for x in rng.integers(-40, 40, 6) / 1000],)  # differences, of either sign


@mean_and_error.edge_cases
def error_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield ([0.75, 0.75, 0.75],)
    yield ([1, 0, 1, 1],)
    yield ([0.5, 0.625, 0.75],)
    yield ((rng.integers(0, 100, 7) / 100).tolist(),)  # a list is promised, so `not values` is fine


@mean_and_error.refuses("it raises ValueError where there are fewer than two numbers")
def error_refuses(rng: np.random.Generator) -> Iterator[Args]:
    yield ([],)
    yield ([float(rng.integers(1, 100) / 100)],)


@mean_and_error.property("shifting all numbers shifts the mean and leaves the error as it is")
def shift(f: Any, rng: np.random.Generator) -> str | None:
    values = [float(x) for x in rng.integers(0, 64, 6) / 64]
    mean, error = f(values)
    moved = f([x + 2 for x in values])
    if not np.allclose(moved, (mean + 2, error)):
        return (
            f"With 2 added to all of them, mean and error went from {show((mean, error))} to "
            f"{show(tuple(moved))}."
        )
    return None


mean_and_error.answer("""
    n = len(values)
    if n < 2:
        raise ValueError("at least two numbers are needed")
    mean = sum(values) / n
    variance = sum((x - mean) ** 2 for x in values) / (n - 1)
    return mean, (variance / n) ** 0.5
""")
mean_and_error.mistake(
    "return mean, -> return np.median(values),",
    "the first number is the median, the value in the middle, not the mean.",
    "Should one split that went very badly change the first number?",
)
mean_and_error.mistake(
    "(n - 1) -> n",
    "the variance is divided by n, not by n - 1.",
    "Where the mean itself comes from the same numbers, they lie closer to it than to the true one. "
    "np.std does this as well, unless it is told ddof=1.",
)
mean_and_error.mistake(
    "(variance / n) ** 0.5 -> variance ** 0.5",
    "this is the standard deviation: how much one number scatters, not their mean.",
    "If you measured a hundred times as often, should the error of the mean stay as it is?",
)
mean_and_error.mistake(
    "(variance / n) ** 0.5 -> variance ** 0.5 / n",
    "the standard deviation is divided by n, not by the root of n.",
    "The variance of a mean is the variance divided by n. What is the root of that?",
)
mean_and_error.mistake(
    "return mean, (variance / n) ** 0.5 -> s = (variance / n) ** 0.5; return mean - s, mean + s",
    "the two ends of an interval come back, not its middle and the error.",
    "What is asked for is the mean, and how far it may be off.",
)
mean_and_error.mistake(
    'raise ValueError("at least two numbers are needed") -> return (sum(values) / max(n, 1), 0.0)',
    "with a single number, the error returned is 0.",
    "You measured once. Do you know that a second measurement would come out the same?",
)
mean_and_error.mistake(
    "(x - mean) ** 2 -> abs(x - mean)",
    "the distances from the mean are not squared.",
    "What is the definition of the variance?",
)
mean_and_error.answer("""
    if len(values) < 2:
        raise ValueError("at least two numbers are needed")
    s = np.std(values, ddof=1)
    return np.mean(values), s / np.sqrt(len(values))
""")


# ---------------------------------------------------------------- a student's table

MODELS = 3  # at least


def mark(table: Any, models: Any, splits: Sequence[Any]) -> Report:
    """Look at a student's comparison of models, and compute some splits of it again."""
    ladder = Ladder(Report("comparison"))

    def rung(name: str, problem: Callable[[], Problem]) -> Rung:
        def hold() -> None:
            if found := problem():
                ladder.broken("own-words", message=found[0], think=found[1])

        return name, hold

    return ladder.climb(
        [
            rung(f"there are at least {MODELS} models", lambda: _too_few(models)),
            rung(
                "each has one accuracy for each split",
                lambda: _incomplete(table, models, len(splits)),
            ),
            rung("all are written with only Python and NumPy", lambda: _ready_made(models)),
            rung(
                "the accuracies come out again, and no two models are the same",
                lambda: _other(table, models, splits),
            ),
        ]
    )


Problem = tuple[str, str] | None


def _too_few(models: Any) -> Problem:
    if models is None:
        return "models has no answer yet.", "Write a dict: a name for each of your functions."
    if not isinstance(models, dict):
        return f"models should be a dict, but it is {type_in_words(models)}.", ""
    for name, model in models.items():
        if not callable(model):
            words = f"models[{name!r}] is {show(model)}, not a function."
            return words, "Write the function's name without brackets: it is called later."
    if len(models) < MODELS:
        many = "is only one model" if len(models) == 1 else f"are {len(models) or 'no'} models"
        return (
            f"There {many}: compare at least three.",
            "A baseline counts, and so does your own model with one part left out.",
        )
    return None


def _incomplete(table: Any, models: dict[Any, Any], splits: int) -> Problem:
    if table is None:
        return "comparison has no answer yet.", "Call your compare with models and splits."
    if not isinstance(table, dict):
        return f"comparison should be a dict, but it is {type_in_words(table)}.", ""
    if table.keys() != models.keys():
        odd = next(iter(table.keys() ^ models.keys()))
        return f"{odd!r} is in one of models and comparison, but not in the other.", ""
    for name, row in table.items():
        problem = ACCURACIES.wrong_type(row)
        if problem:
            return f"comparison[{name!r}] should be a list of accuracies, not {problem}.", ""
        if len(row) != splits:
            return f"{name!r} has {len(row)} accuracies for {splits} splits.", ""
        if not all(0 <= float(value) <= 1 for value in row):
            return f"{name!r} has an accuracy that is not between 0 and 1.", "Is it a share?"
    return None


def _ready_made(models: dict[Any, Any]) -> Problem:
    for name, model in models.items():
        package = ready_made_package(model)
        if package:
            message, think = say(borrowed(package))
            return f"{name!r}: {message}", think
    return None


def _other(table: dict[Any, Any], models: dict[Any, Any], splits: Sequence[Any]) -> Problem:
    """Run all models again on some of the splits, drawn by chance."""
    drawn = sorted(SystemRandom().sample(range(len(splits)), min(AGAIN, len(splits))))
    given: dict[Any, list[Any]] = {name: [] for name in models}
    for i in drawn:
        train, test = splits[i]
        documents, labels = [words for words, _ in test], [label for _, label in test]
        for name, model in models.items():
            outcome = call(model, (train, documents), SECONDS)
            if isinstance(outcome.error, TooSlow):
                seconds = outcome.error.seconds or limit(SECONDS)
                return f"{name!r} had not come back after {seconds:g} seconds.", ""
            if outcome.error is not None:
                error = f"{type(outcome.error).__name__}: {outcome.error}".rstrip(": ")
                return f"{name!r} stopped with {error}.", f"Does it run on splits[{i}]?"
            try:
                now = accuracy(list(outcome.value), labels)
            except (TypeError, ValueError):
                return f"{name!r} does not return one label for each document.", ""
            given[name] += list(outcome.value)
            said = float(table[name][i])
            if abs(now - said) > CLOSE:
                return (
                    f"On splits[{i}] {name!r} has {said:.3f} in your table; run again, it gets "
                    f"{now:.3f}.",
                    "Was the table made before you changed the model? Run the cell again.",
                )
    for one, other in combinations(given, 2):
        if given[one] == given[other]:
            where = " and ".join(f"splits[{i}]" for i in drawn)
            return (
                f"{one!r} and {other!r} give every document of {where} the same label.",
                "Are these two models, or one model under two names?",
            )
    return None
