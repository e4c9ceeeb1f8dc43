"""`lincourse.estimators`: the same as scikit-learn's where the models coincide, on real data."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression as SklearnLogistic
from sklearn.naive_bayes import MultinomialNB

from lincourse import datasets
from lincourse.descent import early_stopping, regularised_loss, split
from lincourse.estimators import (
    LinearSVM,
    LogisticRegression,
    NaiveBayes,
    Perceptron,
    SoftmaxRegression,
)
from lincourse.features import add_bias, joint_features
from lincourse.metrics import accuracy
from lincourse.naive_bayes import OOV
from lincourse.perceptron import (
    averaged_perceptron,
    eta_decay,
    multiclass_update,
    svm_update,
)
from lincourse.softmax import softmax_loss, train_softmax

LINEAR = [Perceptron, LinearSVM, LogisticRegression, SoftmaxRegression]
DESCENT = [LogisticRegression, SoftmaxRegression]


def rng(seed=0):
    return np.random.default_rng(seed)


def standardised(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


@pytest.fixture(scope="module")
def reviews():
    """Every tenth sentence, to learn from, and every tenth again, to be asked about."""
    data = datasets.rotten_tomatoes()
    return {
        "train": (data.documents[::10], data.labels[::10]),
        "test": (data.documents[5::10], data.labels[5::10]),
    }


@pytest.fixture(scope="module")
def penguins():
    data = datasets.penguins()
    return standardised(data.X), np.array(data.class_names)[data.y]


@pytest.fixture(scope="module")
def two_penguins(penguins):
    X, y = penguins
    two = y != "Gentoo"
    return X[two], y[two]


@pytest.fixture
def cloud():
    """60 points of three classes that overlap a little."""
    X, y = datasets.blobs(rng(2), 60, [[0, 0], [2, 0], [0, 2]], 0.8)
    return X, y


@pytest.fixture(scope="module")
def both(reviews):
    """Our model, scikit-learn's vocabulary, and its model with one more word that is never seen."""
    documents, labels = reviews["train"]
    ours = NaiveBayes().fit(documents, labels)
    words = CountVectorizer(analyzer=lambda words: words).fit(documents)
    never_seen = csr_matrix((len(documents), 1))
    theirs = MultinomialNB().fit(hstack([words.transform(documents), never_seen]), labels)
    return ours, words, theirs


class TestNaiveBayesAgainstScikitLearn:
    def test_priors(self, both):
        ours, _, theirs = both
        assert ours.classes_.tolist() == theirs.classes_.tolist() == ["neg", "pos"]
        log_priors = [ours.model_["log_priors"][label] for label in ours.classes_.tolist()]
        assert np.allclose(log_priors, theirs.class_log_prior_, rtol=1e-12)

    def test_likelihoods_of_every_word_and_of_oov(self, both):
        ours, words, theirs = both
        vocabulary = [*words.get_feature_names_out().tolist(), OOV]
        for label, log_likelihoods in zip(
            ours.classes_.tolist(), theirs.feature_log_prob_, strict=True
        ):
            table = ours.model_["log_likelihoods"][label]
            assert len(table) == len(vocabulary)
            assert np.allclose([table[word] for word in vocabulary], log_likelihoods, rtol=1e-12)

    def test_log_scores_and_probabilities_of_new_sentences(self, both, reviews):
        ours, words, theirs = both
        documents, labels = reviews["test"]
        known = words.vocabulary_
        unseen = [[sum(word not in known for word in document)] for document in documents]
        counts = hstack([words.transform(documents), csr_matrix(unseen)])
        assert csr_matrix(unseen).sum() > 1000
        joint = theirs.predict_joint_log_proba(counts)
        assert np.allclose(ours.predict_joint_log_proba(documents), joint)
        assert np.allclose(ours.predict_proba(documents), theirs.predict_proba(counts))
        assert np.array_equal(ours.predict(documents), theirs.predict(counts))
        assert accuracy(labels, ours.predict(documents)) > 0.65

    def test_no_documents_and_a_document_without_words(self, both):
        ours, _, theirs = both
        assert ours.predict([]).shape == (0,)
        assert np.allclose(ours.predict_proba([[]]), np.exp(theirs.class_log_prior_))


@pytest.mark.slow
class TestConvergedAgainstScikitLearn:
    """Both minimise mean cross-entropy + lam * sum of squares: lam = 1 / (2 C n)."""

    @pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
    def test_logistic_regression_on_two_species(self, two_penguins, C):
        X, y = two_penguins
        lam = 1 / (2 * C * len(y))
        ours = LogisticRegression(eta=1.0, epochs=20_000, lam=lam, epsilon=1e-9).fit(X, y)
        theirs = SklearnLogistic(C=C, tol=1e-10, max_iter=10_000).fit(X, y)
        their_w = np.append(theirs.intercept_, theirs.coef_)
        assert np.allclose(ours.w_, their_w, atol=1e-5)
        their_loss = regularised_loss(their_w, add_bias(X), y == "Chinstrap", lam)
        assert ours.losses_[-1] == pytest.approx(their_loss, abs=1e-10)
        assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)
        assert np.allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-4)
        assert np.array_equal(ours.predict(X), theirs.predict(X))

    @pytest.mark.parametrize("C", [0.1, 1.0])
    def test_softmax_regression_on_three_species(self, penguins, C):
        X, y = penguins
        lam = 1 / (2 * C * len(y))
        ours = SoftmaxRegression(eta=1.0, epochs=20_000, lam=lam, epsilon=1e-9).fit(X, y)
        theirs = SklearnLogistic(C=C, tol=1e-10, max_iter=10_000).fit(X, y)
        assert np.allclose(ours.W_[:, 1:], theirs.coef_, atol=1e-5)
        # the biases may all be moved by the same amount: only their differences count
        assert np.allclose(
            ours.W_[:, 0] - ours.W_[:, 0].mean(),
            theirs.intercept_ - theirs.intercept_.mean(),
            atol=1e-5,
        )
        indices = np.searchsorted(ours.classes_, y)
        their_W = np.column_stack([theirs.intercept_, theirs.coef_])
        their_loss = softmax_loss(their_W, add_bias(X), indices) + lam * (theirs.coef_**2).sum()
        assert ours.losses_[-1] == pytest.approx(their_loss, abs=1e-10)
        assert np.allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)
        assert np.array_equal(ours.predict(X), theirs.predict(X))


class TestPerceptron:
    @pytest.mark.parametrize("decay", [False, True])
    def test_fit_is_a_loop_of_updates(self, cloud, decay):
        X, y = cloud
        W, n = np.zeros((3, 3)), 0
        for _ in range(7):
            for x_i, y_i in zip(add_bias(X), y, strict=True):
                n += 1
                W = multiclass_update(W, x_i, y_i, 0.5 * (eta_decay(n) if decay else 1))
        assert np.allclose(Perceptron(0.5, 7, decay=decay).fit(X, y).W_, W, atol=1e-12)

    def test_averaging_is_the_averaged_perceptron(self, cloud):
        X, y = cloud
        expected = averaged_perceptron(add_bias(X), y, 3, 0.5, 7)
        assert np.allclose(Perceptron(0.5, 7, average=True).fit(X, y).W_, expected, atol=1e-12)


class TestLinearSVM:
    @pytest.mark.parametrize("average", [False, True])
    def test_fit_is_a_loop_of_svm_updates_on_joint_features(self, cloud, average):
        X, y = cloud
        theta, total = np.zeros(9), np.zeros(9)
        for _ in range(4):
            for x_i, y_i in zip(add_bias(X), y, strict=True):
                F = [joint_features(x_i, k, 3) for k in range(3)]
                theta = svm_update(theta, F, y_i, np.arange(3) != y_i, 0.99)
                total += theta
        expected = total / (4 * len(X)) if average else theta
        W = LinearSVM(shrink=0.99, epochs=4, average=average).fit(X, y).W_
        assert np.allclose(W.ravel(), expected, atol=1e-12)


class TestDescent:
    def test_softmax_regression_is_train_softmax(self, cloud):
        X, y = cloud
        model = SoftmaxRegression(eta=0.3, epochs=5, batch_size=7, rng=rng(4)).fit(X, y)
        expected = train_softmax(add_bias(X), y, 3, 0.3, 5, 7, rng(4))
        assert np.allclose(model.W_, expected, atol=1e-12)

    @pytest.mark.slow
    @pytest.mark.parametrize("make", DESCENT)
    @pytest.mark.parametrize(("batch_size", "eta"), [(1, 0.01), (16, 0.1)])
    def test_stochastic_and_minibatch_descent_reach_the_loss_of_batch_descent(
        self, two_penguins, make, batch_size, eta
    ):
        X, y = two_penguins
        lowest = make(eta=1.0, epochs=5000, lam=0.01, epsilon=1e-8).fit(X, y).losses_[-1]
        noisy = make(eta=eta, epochs=100, lam=0.01, batch_size=batch_size, rng=rng()).fit(X, y)
        assert lowest <= noisy.losses_[-1] < 1.05 * lowest

    @pytest.mark.parametrize("make", DESCENT)
    def test_losses_are_those_of_the_weights_after_each_epoch(self, two_penguins, make):
        X, y = two_penguins
        losses = make(epochs=6, lam=0.02).fit(X, y).losses_
        assert len(losses) == 6
        for epochs in (1, 4, 6):
            w = make(epochs=epochs, lam=0.02).fit(X, y).W_
            loss = softmax_loss(w, add_bias(X), y == "Chinstrap") + 0.02 * (w[:, 1:] ** 2).sum()
            assert losses[epochs - 1] == pytest.approx(loss, abs=1e-12)

    def test_the_penalty_leaves_the_bias_alone(self):
        X, y = np.zeros((10, 1)), np.array([1] * 9 + [0])
        model = LogisticRegression(eta=1.0, epochs=5000, lam=0.05).fit(X, y)
        assert model.predict_proba([[0]])[0, 1] == pytest.approx(0.9, abs=1e-3)

    def test_averaging_is_the_mean_over_the_last_epochs(self, cloud):
        X, y = cloud
        W = [SoftmaxRegression(epochs=epochs).fit(X, y).W_ for epochs in (3, 4, 5)]
        averaged = SoftmaxRegression(epochs=5, average=3).fit(X, y)
        assert np.allclose(averaged.W_, np.mean(W, axis=0), atol=1e-14)
        everything = SoftmaxRegression(epochs=1, average=9).fit(X, y)
        assert np.allclose(everything.W_, SoftmaxRegression(epochs=1).fit(X, y).W_, atol=1e-14)


# A rate so large and batches so small that the loss goes up and down.
RESTLESS = {"eta": 1.0, "batch_size": 5, "validation_fraction": 0.3}


class TestEarlyStopping:
    @pytest.mark.parametrize("make", DESCENT)
    @pytest.mark.parametrize("patience", [0, 1, 2])
    @pytest.mark.parametrize("seed", range(3))
    def test_stops_where_the_lecture_says_and_keeps_the_best(self, make, patience, seed):
        X, y = datasets.noisy(rng(seed), 80)
        model = make(epochs=200, patience=patience, rng=rng(seed), **RESTLESS).fit(X, y)
        losses = model.validation_losses_
        assert len(model.losses_) == len(losses) < 200
        # had there been one more measurement, the lecture's rule would have stopped before it
        stop, best = early_stopping([*losses, losses[-1]], patience)
        assert stop == len(losses) - 1
        until_best = make(epochs=best + 1, patience=999, rng=rng(seed), **RESTLESS).fit(X, y)
        assert np.array_equal(model.W_, until_best.W_)
        assert losses[: best + 1] == until_best.validation_losses_

    def test_held_out_examples_are_not_learnt_from(self):
        X, y = datasets.noisy(rng(0), 50)
        model = LogisticRegression(epochs=3, patience=5, validation_fraction=0.4, rng=rng(7))
        train, held = split(50, [0.6, 0.4], rng(7))
        expected = LogisticRegression(epochs=3).fit(X[train], y[train])
        model.fit(X, y)
        assert model.losses_ == pytest.approx(expected.losses_, abs=1e-12)
        held_loss = softmax_loss(expected.W_, add_bias(X[held]), y[held] == 1)
        assert model.validation_losses_[-1] == pytest.approx(held_loss, abs=1e-12)

    @pytest.mark.parametrize("fraction", [0, -0.5, 1, 1.5, 0.001])
    def test_bad_fractions_are_named(self, fraction):
        X, y = datasets.noisy(rng(0), 20)
        with pytest.raises(ValueError, match="validation_fraction"):
            LogisticRegression(patience=1, validation_fraction=fraction, rng=rng()).fit(X, y)


class TestLabels:
    @pytest.mark.parametrize("make", LINEAR)
    @pytest.mark.parametrize(
        "names",
        [("no", "yes"), (-1, 1), (False, True), (2.5, 7.25), (10, 3)],
        ids=["strings", "signs", "booleans", "floats", "falling"],
    )
    def test_any_sortable_kind(self, make, names):
        X, y = datasets.separable(rng(1), 40, 0.5)
        named = [names[int(label == 1)] for label in y]
        model = make(epochs=200).fit(X, named)
        assert model.classes_.tolist() == sorted(names)
        assert model.predict(X).tolist() == named

    def test_naive_bayes_with_numbers(self):
        model = NaiveBayes().fit([["good"], ["bad"], ["bad"]], [5, 1, 1])
        assert model.predict([["good", "good"], ["bad"], ["unheard"]]).tolist() == [5, 1, 1]

    def test_logistic_regression_at_one_half_takes_the_second_class(self):
        model = LogisticRegression(epochs=0).fit([[1.0], [2.0]], ["a", "b"])
        assert model.predict([[5.0]]).tolist() == ["b"]


class TestWrongUse:
    @pytest.mark.parametrize("make", LINEAR)
    def test_not_fitted(self, make):
        with pytest.raises(ValueError, match=f"this {make.__name__} is not fitted yet"):
            make().predict([[1.0, 2.0]])

    @pytest.mark.parametrize("make", LINEAR)
    def test_a_single_class(self, make):
        with pytest.raises(ValueError, match=r"y holds \['a'\]; .* at least two"):
            make().fit([[1.0], [2.0]], ["a", "a"])

    @pytest.mark.parametrize("make", LINEAR)
    @pytest.mark.parametrize(
        ("X", "y", "message"),
        [
            ([1.0, 2.0], [0, 1], "X must have shape"),
            ([[1.0], [2.0]], [0, 1, 1], r"y must hold one label per example, shape \(2,\)"),
            ([[1.0], [2.0]], [[0], [1]], "y must hold one label per example"),
            ([["a"], ["b"]], [0, 1], "X must be an array of numbers"),
            ([[1.0], [np.nan]], [0, 1], "X holds NaN"),
            (np.zeros((0, 2)), [], "at least two classes"),
        ],
        ids=["flat X", "a label too many", "labels in columns", "words", "NaN", "nothing"],
    )
    def test_bad_examples(self, make, X, y, message):
        with pytest.raises(ValueError, match=message):
            make().fit(X, y)

    @pytest.mark.parametrize("make", LINEAR)
    def test_another_number_of_features_when_asked(self, make):
        model = make(epochs=2).fit([[1.0, 2.0], [2.0, 1.0]], [0, 1])
        with pytest.raises(ValueError, match=r"X must have shape \(n, 2\), not \(1, 3\)"):
            model.predict([[1.0, 2.0, 3.0]])

    def test_logistic_regression_takes_two_classes(self, cloud):
        with pytest.raises(ValueError, match="y holds 3 classes; LogisticRegression takes two"):
            LogisticRegression().fit(*cloud)

    @pytest.mark.parametrize(
        ("model", "message"),
        [
            (SoftmaxRegression(batch_size=2), "rng must be a generator"),
            (SoftmaxRegression(patience=2), "rng must be a generator"),
            (Perceptron(rng=0), "rng must be a generator"),
            (LinearSVM(rng=0), "rng must be a generator"),
            (SoftmaxRegression(eta=0), "eta must be more than 0"),
            (SoftmaxRegression(epochs=-1), "epochs must be at least 0"),
            (SoftmaxRegression(average=0), "average must be at least 1"),
            (SoftmaxRegression(lam=-1), "lam must be at least 0"),
            (Perceptron(epochs=0), "epochs must be at least 1"),
            (LinearSVM(shrink=0), "shrink must be more than 0"),
            (LinearSVM(shrink=1.5), "shrink must be at most 1"),
        ],
    )
    def test_bad_settings(self, model, message):
        with pytest.raises(ValueError, match=message):
            model.fit([[1.0], [2.0]], [0, 1])

    def test_naive_bayes_wants_lists_of_words(self):
        model = NaiveBayes().fit([["good"], ["bad"]], [1, 0])
        for wrong in (lambda: NaiveBayes().fit(["good", "bad"], [1, 0]),
                      lambda: model.predict(["good"])):  # fmt: skip
            with pytest.raises(ValueError, match="not one string: split it first"):
                wrong()

    def test_naive_bayes_wants_a_label_for_every_document(self):
        with pytest.raises(ValueError, match="one label per example"):
            NaiveBayes().fit([["good"], ["bad"]], [1])

    def test_a_refused_fit_leaves_the_model_as_it_was(self, cloud):
        X, y = cloud
        model = LogisticRegression().fit(X, y == 0)
        before = model.predict(X)
        with pytest.raises(ValueError, match="3 classes"):
            model.fit(X, y)
        assert np.array_equal(model.predict(X), before)


@pytest.mark.parametrize(
    "make",
    [
        lambda seed: Perceptron(epochs=3, rng=rng(seed)),
        lambda seed: LinearSVM(epochs=3, rng=rng(seed)),
        lambda seed: SoftmaxRegression(epochs=3, batch_size=7, rng=rng(seed)),
        lambda seed: SoftmaxRegression(epochs=3, patience=1, rng=rng(seed)),
    ],
    ids=["perceptron", "svm", "minibatches", "early stopping"],
)
def test_chance_comes_from_rng_alone(cloud, make):
    first, again, other = (make(seed).fit(*cloud).W_ for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("make", LINEAR)
def test_read_only_and_integer_data_are_good_enough(make):
    X, y = datasets.xor()
    X, y = X.astype(int), np.array([0, 1, 1, 1])
    X.setflags(write=False)
    y.setflags(write=False)
    expected = make(epochs=100).fit(X.astype(float), y)
    assert np.array_equal(make(epochs=100).fit(X, y).W_, expected.W_)
    assert expected.predict(X).tolist() == y.tolist()
