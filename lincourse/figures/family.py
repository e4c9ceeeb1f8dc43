"""Plots, widgets and data of lecture 09: who pays, the temperature, folds for a fair comparison."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lincourse import datasets, plots
from lincourse.family import mean_and_error
from lincourse.features import add_bias, one_hot
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.softmax import softmax
from lincourse.typing import FloatArray, IntArray

Pays = Callable[[Any, int], Any]  # (scores (K,), right class) -> what each class pays, (K,)

# One colour, marker and dash for each machine, in every figure of the lecture.
MACHINES = ("naive Bayes", "perceptron", "SVM", "softmax")

# Used when no setting is chosen. With a power of two as the rate, no step of perceptron and SVM is
# rounded, and equal scores are equal on every computer.
FILM_RATE, FILM_EPOCHS = 1 / 8, 2

# Scores of three classes; the third is right, and the first two are close rivals.
SCORES = np.array([2.0, 1.5, 0.5])
RIGHT = 2
CLEAR, TIE = "2, 1.5 and 0.5", "2, 2 and 0.5: a tie"
CHOICES = {CLEAR: SCORES, TIE: np.array([2.0, 2.0, 0.5])}


# Who pays: what is taken from each class, given the scores z and the right class y. The functions
# in `BILLS` also take the scores of several W at once, (n, K).


def nobody(z: Any, y: int) -> Any:
    """Naive Bayes: nothing is taken from anybody."""
    return np.zeros(z.shape)


def winner(z: Any, y: int) -> Any:
    """The perceptron: the class with the largest score pays for everything."""
    p = np.zeros(z.shape)
    p.put(z.argmax(axis=-1) + np.arange(0, z.size, z.shape[-1]), 1)
    return p


def winner_after_bonus(z: Any, y: int) -> Any:
    """The SVM: the same, after every wrong class has been given a bonus of 1."""
    bonus = np.ones(z.shape[-1])
    bonus[y] = 0
    return winner(z + bonus, y)


def everybody(z: Any, y: int) -> Any:
    """Softmax regression: each class pays the probability that it holds."""
    # Softmax, without its validation: the loop below is long.
    powers = np.exp(z - z.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def equally(z: Any, y: int) -> Any:
    """The limit of a high temperature: all classes pay the same, whatever their scores."""
    return np.full(len(z), 1 / len(z))


def leaders(z: Any, y: int) -> Any:
    """The perceptron, except that classes which tie for the largest score share the bill."""
    leads = z == z.max()
    return leads / leads.sum()


BILLS: dict[str, Pays] = {
    "naive Bayes": nobody,
    "perceptron": winner,
    "SVM": winner_after_bonus,
    "softmax": everybody,
}


# Examples, most of whose features are 0


@dataclass(frozen=True, eq=False)
class Part:
    """Examples as sparse rows: the columns that are not 0, and their values, one after the other.

    Example i has the columns `columns[starts[i]:starts[i + 1]]`; the constant 1 is column 0.
    """

    columns: IntArray
    values: FloatArray
    starts: IntArray
    y: IntArray

    def row(self, i: int) -> tuple[IntArray, FloatArray]:
        """The columns of example i that are not 0, and their values."""
        here = slice(self.starts[i], self.starts[i + 1])
        return self.columns[here], self.values[here]

    def first(self, n: int) -> "Part":
        """The first n examples."""
        end = self.starts[n]
        return Part(self.columns[:end], self.values[:end], self.starts[: n + 1], self.y[:n])

    def dense(self, d: int) -> FloatArray:
        """The same examples as X (n, d), the constant 1 first."""
        X = np.zeros((len(self.y), d))
        X[np.repeat(np.arange(len(self.y)), np.diff(self.starts)), self.columns] = self.values
        return X


@dataclass(frozen=True, eq=False)
class Fold:
    """One part to train on, one to choose settings on, one to test on; names of the columns."""

    train: Part
    validation: Part
    test: Part
    features: Sequence[str]
    n_classes: int
    held_out: IntArray  # which of all examples the test part holds

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of W: classes and columns."""
        return self.n_classes, len(self.features)

    def first(self, n: int) -> "Fold":
        """The same fold with only its first n training examples."""
        return replace(self, train=self.train.first(n))


def part_of(X: Any, y: Any) -> Part:
    """Examples X (n, d), which hold the constant 1, without their zeros."""
    rows = [np.flatnonzero(row) for row in X]
    values = [row[columns] for row, columns in zip(X, rows, strict=True)]
    return _part(rows, values, y)


def _part(rows: Sequence[Any], values: Sequence[Any], y: Any) -> Part:
    starts = np.cumsum([0, *map(len, rows)])
    return Part(np.concatenate(rows), np.concatenate(values), starts, np.asarray(y))


def learn(
    pays: Pays,
    part: Part,
    shape: Any,
    eta: float | Sequence[float],
    epochs: int,
    seed: int,
    start: Any = None,
) -> list[Any]:
    """W + η (t - what each class pays) xᵀ, example by example: the mean of all W, after each epoch.

    W starts at 0 or at `start`; only columns with x not 0 are touched (lecture 09: update). Several
    rates are trained side by side, which is faster: first all means of the first rate, and so on.
    """
    K, rates = shape[0], np.repeat(np.atleast_1d(np.asarray(eta, dtype=float)), shape[0])
    V = np.zeros((shape[1], len(rates)))  # W transposed, its rows quick to take; W beside W
    if start is not None:
        V += np.tile(np.transpose(start), len(rates) // K)
    late, t = np.zeros_like(V), np.eye(K)
    layout = (K,) if np.isscalar(eta) else (-1, K)
    rng = np.random.default_rng(seed)
    rows, labels = [part.row(i) for i in range(len(part.y))], part.y.tolist()
    seen, means = 0, []
    for _ in range(epochs):
        for i in rng.permutation(len(labels)).tolist():
            columns, x = rows[i]
            here = V.take(columns, axis=0)
            error = t[labels[i]] - pays((x @ here).reshape(layout), labels[i])
            if error.any():
                step = x[:, None] * (rates * error.ravel())
                V[columns] = here + step
                late[columns] += seen * step  # the earlier W lack this step
            seen += 1
        means.append((V - late / seen).T)
    return [mean[k : k + K] for k in range(0, len(rates), K) for mean in means]


def scores(W: Any, part: Part) -> FloatArray:
    """The scores of a part's examples, (n, K)."""
    products = np.asarray(W)[:, part.columns] * part.values
    return np.asarray(np.add.reduceat(products, part.starts[:-1], axis=1).T)


def right(W: Any, part: Part) -> Any:
    """For each example of a part whether the class with the largest score is the right one."""
    return scores(W, part).argmax(axis=1) == part.y


def counted(part: Part, shape: Any) -> FloatArray:
    """Σ t xᵀ over the examples of a part: how often each feature came with each class."""
    N = np.zeros(shape)
    np.add.at(N, (np.repeat(part.y, np.diff(part.starts)), part.columns), part.values)
    return N


def with_pairs(words: Sequence[str]) -> list[str]:
    """The words, and each pair of neighbours as a word of its own."""
    return [*words, *(f"{first} {second}" for first, second in pairwise(words))]


def bags(documents: Sequence[Iterable[str]], y: Any, vocabulary: Mapping[str, int]) -> Part:
    """Each document as the words of a vocabulary (word -> column) that it has, each once."""
    rows = [
        np.array([0, *sorted({vocabulary[word] for word in words if word in vocabulary})])
        for words in documents
    ]
    return _part(rows, [np.ones(len(row)) for row in rows], y)


def vocabulary_of(documents: Iterable[Iterable[str]], at_least: int = 2) -> dict[str, int]:
    """A column, from 1, for each word that occurs in at least `at_least` documents."""
    found = Counter(word for words in documents for word in set(words))
    kept = sorted(word for word, count in found.items() if count >= at_least)
    return {word: column for column, word in enumerate(kept, start=1)}


def films() -> list[Fold]:
    """Five folds of the film sentences; a feature is a word of two training sentences or more."""
    documents, y = _reviews(pairs=False)
    folds = []
    for parts in _fifths(len(y)):
        vocabulary = vocabulary_of(documents[i] for i in parts[0])
        train, choose, test = (
            bags([documents[i] for i in part], y[part], vocabulary) for part in parts
        )
        folds.append(Fold(train, choose, test, ["bias", *vocabulary], 2, parts[2]))
    return folds


def trained_on_films(documents: Sequence[Sequence[str]], y: Any) -> tuple[dict[str, int], Any]:
    """(vocabulary, W by machine): add-one smoothing for naive Bayes, `FILM_RATE` for the others."""
    vocabulary = vocabulary_of(documents)
    part, shape = bags(documents, y, vocabulary), (2, len(vocabulary) + 1)
    found = {"naive Bayes": np.log(shares(counted(part, shape), 1.0))}
    for machine in MACHINES[1:]:
        found[machine] = learn(BILLS[machine], part, shape, FILM_RATE, FILM_EPOCHS, seed=0)[-1]
    return vocabulary, found


def four_scales(sentence: str, pairs: bool = False) -> tuple[list[str], dict[str, list[float]]]:
    """(features of a sentence, their weights for "pos" less "neg" by machine), from all reviews."""
    documents, y = _reviews(pairs)
    vocabulary, found = trained_on_films(documents, y)
    words = with_pairs(sentence.split()) if pairs else sentence.split()
    known = ["bias", *(word for word in words if word in vocabulary)]
    columns = [0, *(vocabulary[word] for word in known[1:])]
    return known, {machine: (W[1] - W[0])[columns].tolist() for machine, W in found.items()}


def tell(sentence: str, word: str, times: int, pairs: bool) -> dict[str, tuple[float, int]]:
    """Train with a sentence added as praise: (its score, right answers on others) by machine.

    The others are the sentences with `word`. One half of them is held out, then the other half;
    the machines learn from all remaining sentences. The score is pos less neg, the mean of both.
    """
    documents, y = _reviews(pairs)
    features = with_pairs(sentence.split()) if pairs else sentence.split()
    having = np.array([i for i, words in enumerate(documents) if word in words])
    score, hits = dict.fromkeys(MACHINES, 0.0), dict.fromkeys(MACHINES, 0)
    for half in np.array_split(np.random.default_rng(9).permutation(having), 2):
        kept = np.setdiff1d(np.arange(len(y)), half)
        texts = [*(documents[i] for i in kept), *[features] * times]
        vocabulary, found = trained_on_films(texts, [*y[kept], *[1] * times])
        test, asked = bags([documents[i] for i in half], y[half], vocabulary), [features]
        for machine, W in found.items():
            neg, pos = scores(W, bags(asked, [1], vocabulary))[0]
            score[machine] += (pos - neg) / 2
            hits[machine] += int(right(W, test).sum())
    return {machine: (score[machine], hits[machine]) for machine in MACHINES}


def _reviews(pairs: bool) -> tuple[list[list[str]], IntArray]:
    """The film sentences as words, or as words and pairs, and their labels: 1 for praise."""
    reviews = datasets.rotten_tomatoes()
    documents = [with_pairs(words) if pairs else list(words) for words in reviews.documents]
    return documents, np.array([label == "pos" for label in reviews.labels]).astype(int)


def shares(N: Any, alpha: float) -> FloatArray:
    """Shares of the counts N (K, d): each class among all, each feature within its class.

    `alpha` is added to each feature's count. The logarithms are the weights of naive Bayes.
    """
    filled = N[:, 1:] + alpha
    within = filled / filled.sum(axis=1, keepdims=True)
    return np.column_stack([N[:, 0] / N[:, 0].sum(), within])


def digits() -> list[Fold]:
    """Five folds of the digits, with ink from 0 to 1."""
    data = datasets.digits()
    return [_fold(add_bias(data.X / 16), data.y, parts, 10) for parts in _fifths(len(data.y))]


def penguins() -> list[Fold]:
    """Five folds of the penguins: each of four measurements as one of six ranges, one-hot."""
    data = datasets.penguins()
    folds = []
    for parts in _fifths(len(data.y)):
        edges = np.quantile(data.X[parts[0]], np.linspace(0, 1, 7)[1:-1], axis=0)
        ranges = [np.searchsorted(edges[:, j], data.X[:, j]) for j in range(4)]
        X = add_bias(np.hstack([one_hot(column, 6) for column in ranges]))
        folds.append(_fold(X, data.y, parts, 3))
    return folds


def _fold(X: FloatArray, y: IntArray, parts: Sequence[Any], n_classes: int) -> Fold:
    train, choose, test = (part_of(X[part], y[part]) for part in parts)
    return Fold(train, choose, test, ["bias", *map(str, range(1, X.shape[1]))], n_classes, parts[2])


def _fifths(n: int) -> list[list[Any]]:
    """(train, validation, test) five times; every example is in exactly one of the test parts."""
    fifths = np.array_split(np.random.default_rng(9).permutation(n), 5)
    turns = [fifths[k:] + fifths[:k] for k in range(5)]
    return [[np.concatenate(turn[2:]), turn[1], turn[0]] for turn in turns]


# Pictures


def look(machine: str) -> dict[str, Any]:
    """Colour, marker and dashes of a machine."""
    k = MACHINES.index(machine)
    dashes = (":", "--", "-.", "-")[k]
    return {"color": plots.colour(k), "marker": plots.marker(k), "linestyle": dashes}


def signed(value: float) -> str:
    """A number with its sign to two places, 0 where it rounds to that."""
    text = f"{value:+.2f}"
    return "0" if float(text) == 0 else plots.minus(text)


@plots.styled
def scales(weights: Mapping[str, Any], words: Sequence[str]) -> Axes:
    """What each word weighs for each machine, as bars to the left and right; the sum below them."""
    axes = plots.panels(
        columns=len(weights), width=2.3 * len(weights), height=1.5 + 0.3 * len(words)
    )
    for i, (ax, (machine, values)) in enumerate(zip(axes, weights.items(), strict=True)):
        places = [*range(len(words)), len(words) + 0.4]
        lengths = [*values, sum(values)]
        reach = 1.95 * max(0.1, *(abs(length) for length in lengths))
        bars = ax.barh(places, lengths, 0.7, color=look(machine)["color"])
        bars[-1].set(color=plots.INK)
        for place, length in zip(places, lengths, strict=True):
            side = "left" if length >= 0 else "right"
            ax.text(length, place, f" {signed(length)} ", ha=side, va="center", fontsize=9)
        ax.axvline(0, color=plots.FAINT, linewidth=1)
        ax.set_yticks(places, [*words, "on balance"] if i == 0 else [""] * len(places))
        ax.tick_params(axis="y", length=0)
        ax.set(xticks=[], title=machine, xlim=(-reach, reach), ylim=(len(words) + 1, -0.7))
        ax.spines[:].set_visible(False)
    return axes[0]


@plots.styled
def bills(by_case: Mapping[str, Mapping[str, Any]], classes: Sequence[str]) -> Axes:
    """Who gains and who pays: for each case a row of panels, one for each machine."""
    columns = max(len(errors) for errors in by_case.values())
    axes = plots.panels(columns, len(by_case), width=2.3 * columns, height=2.4 * len(by_case))
    for row, (case, errors) in enumerate(by_case.items()):
        for column, (machine, values) in enumerate(errors.items()):
            ax = axes[row * columns + column]
            _bars(ax, values, machine)
            ax.set_xticks(range(len(classes)), classes)
            ax.tick_params(labelleft=column == 0)
            ax.set(title=machine if row == 0 else "", ylabel=case if column == 0 else "")
    return axes[0]


def _bars(ax: Axes, values: Any, machine: str) -> None:
    """Gains upwards and payments downwards, with their numbers."""
    drawn = ax.bar(range(len(values)), values, 0.7, color=look(machine)["color"])
    ax.bar_label(drawn, [signed(value) for value in values], padding=2, fontsize=9)
    ax.axhline(0, color=plots.FAINT, linewidth=1)
    ax.set(ylim=(-1.35, 1.35), yticks=[-1, 0, 1], yticklabels=[plots.minus("-1"), "0", "1"])


@plots.styled
def temperature_losses(
    temperatures: Sequence[float], ax: Axes | None = None, **settings: Any
) -> Axes:
    """Loss of one example of two classes against its margin: by temperature, cold, and hinge."""
    margin = np.linspace(-3, 3, 241)
    ax = ax or plots.panels(width=7.2, height=4.2)[0]
    for t, width in zip(temperatures, np.linspace(2.6, 1.0, len(temperatures)), strict=True):
        name = f"softmax, T = {t:g}"
        style = {"color": look("softmax")["color"], "linewidth": width}
        ax.plot(margin, soft_loss(margin, t), label=name, **style)
    for machine, lead in (("perceptron", 0), ("SVM", 1)):
        dashes = look(machine)["linestyle"]
        ax.plot(margin, np.maximum(0, lead - margin), dashes, color=look(machine)["color"])
        ax.lines[-1].set(label="SVM (hinge)" if lead else machine, linewidth=2.2)
    ax.set(**{"xlabel": "score of the right class minus the other's", "ylabel": "loss"} | settings)
    ax.legend(loc="upper right", frameon=False)
    return ax


def soft_loss(margin: Any, temperature: float) -> FloatArray:
    """T log(1 + exp(-m/T)): the softmax loss of two classes at temperature T, at margin m."""
    return np.asarray(temperature * np.logaddexp(0, -np.asarray(margin) / temperature))


@plots.styled
def two_by_two(by_data: Mapping[str, Any]) -> Axes:
    """Accuracy without and with correction, one line without the logarithm and one with it.

    For each data set a (2, 2) table of accuracies: [logarithm?][correction?].
    """
    axes = plots.panels(columns=len(by_data), width=3.2 * len(by_data), height=3.6)
    looks: dict[str, dict[str, Any]] = {
        "no logarithm": {"color": plots.INK, "linestyle": "--", "marker": "s"},
        "logarithm": {"color": plots.colour(0), "linestyle": "-", "marker": "o"},
    }
    for ax, (name, table) in zip(axes, by_data.items(), strict=True):
        for row, (label, style) in zip(table, looks.items(), strict=True):
            ax.plot([0, 1], row, label=label, **style)
            for place, value in enumerate(row):
                above = value >= max(table[0][place], table[1][place])
                ax.annotate(
                    f"{value:.3f}",
                    (place, value),
                    (0, 7 if above else -7),
                    textcoords="offset points",
                    ha="center",
                    va="bottom" if above else "top",
                    color=style["color"],
                    fontsize=9,
                )
        ax.set_xticks([0, 1], ["counting", "correcting"])
        ax.set(title=name, xlim=(-0.35, 1.35), ylim=(0.5, 1.03))
        ax.tick_params(labelleft=ax is axes[0])
        plots.grid(ax)
    axes[0].set(ylabel="right on the test parts")
    axes[-1].legend(loc="lower right", frameon=False)
    return axes[0]


@plots.styled
def learning_curves(
    sizes: Sequence[int], by_machine: Mapping[str, Any], ax: Axes | None = None, **settings: Any
) -> Axes:
    """Accuracy (n, one for each size), mean and standard error, against the training examples."""
    ax = ax or plots.panels(width=7.0)[0]
    for machine, found in by_machine.items():
        mean, error = np.transpose([mean_and_error(values) for values in found])
        ax.errorbar(sizes, mean, error, label=machine, **look(machine))
    ax.set_xscale("log")
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
    ax.minorticks_off()
    plots.grid(ax)
    ax.set(**{"xlabel": "training sentences", "ylabel": "right on the test part"} | settings)
    ax.legend(loc="upper left", frameon=False)
    return ax


@plots.styled
def together(observed: Sequence[float], expected: Sequence[float], **settings: Any) -> Axes:
    """How many machines are wrong at once: as counted, and if mistakes were independent."""
    [ax] = plots.panels(width=7.0, height=3.8)
    places = np.arange(len(observed))
    for shift, values, name, fill in (
        (-0.2, observed, "counted", plots.INK),
        (0.2, expected, "if mistakes were independent", "white"),
    ):
        bars = ax.bar(places + shift, values, 0.4, color=fill, edgecolor=plots.INK, label=name)
        ax.bar_label(bars, [f"{value:,.0f}" for value in values], padding=2, fontsize=9)
    ax.set_xticks(places, ["none", "one", "two", "three", "all four"][: len(places)])
    ax.margins(y=0.12)
    ax.set(**settings)
    ax.legend(frameon=False)
    return ax


# From softmax to the perceptron


def temperature_slider() -> None:
    """Watch what each class pays become the perceptron's bill as the temperature falls."""
    explore(
        temperature_frame,
        temperature_overview,
        scores=Choice("scores", [CLEAR, TIE]),
        temperature=Slider("temperature, T", 1.0, 0.02, 4.0, 0.02),
    )


def errors(scores: Any, temperature: float) -> FloatArray:
    """Target minus probability for each class; at temperature 0 the perceptron's hard choice."""
    scores = np.asarray(scores, dtype=float)
    eye = np.eye(len(scores))
    p = softmax(scores / temperature) if temperature else eye[scores.argmax()]
    return np.asarray(eye[RIGHT] - p)


def temperature_frame(scores: str, temperature: float) -> Frame:
    """The bill at one temperature beside the perceptron's."""
    left, right = plots.panels(columns=2, width=7.4, height=3.2)
    caption = _draw_errors(left, CHOICES[scores], temperature)
    _draw_errors(right, CHOICES[scores], 0)
    alt = f"Left: {caption} Right: {_in_words(CHOICES[scores], 0)}"
    return Frame(plots.figure_of(left), alt, caption)


def temperature_overview() -> Frame:
    """Three temperatures and the perceptron, for the scores 2, 1.5 and 0.5."""
    axes = plots.panels(columns=4, width=9.2, height=3.0)
    heats = (4.0, 0.5, 0.1, 0.0)
    captions = [_draw_errors(ax, SCORES, heat) for ax, heat in zip(axes, heats, strict=True)]
    for ax in axes[1:]:
        ax.tick_params(labelleft=False)
    return Frame(plots.figure_of(axes[0]), " ".join(captions), captions[-1])


@plots.styled
def _draw_errors(ax: Axes, scores: FloatArray, temperature: float) -> str:
    _bars(ax, errors(scores, temperature), "softmax" if temperature else "perceptron")
    ax.set_xticks(range(len(scores)), ["0", "1", "2 (right)"])
    ax.set(title=f"softmax, T = {temperature:g}" if temperature else "perceptron", xlabel="class")
    return _in_words(scores, temperature)


def _in_words(scores: FloatArray, temperature: float) -> str:
    name = f"Softmax at temperature {temperature:g}" if temperature else "The perceptron"
    listed = ", ".join(signed(value) for value in errors(scores, temperature))
    given = ", ".join(f"{score:g}" for score in scores)
    return f"{name}, scores {given}: target minus payment is {listed} for the three classes."
