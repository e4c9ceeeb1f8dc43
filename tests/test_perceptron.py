"""04: the perceptron rules against plain loops, their laws, and the convergence theorem."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import (
    binary_problems,
    central_differences,
    complaint,
    dot,
    dyadic,
    modest,
    problems,
    seeds,
)

from lincourse.engines import train_multiclass
from lincourse.perceptron import (
    averaged_perceptron,
    eta_decay,
    joint_update,
    least_squares,
    mistake_bound,
    multiclass_update,
    perceptron_gradient,
    perceptron_loss,
    perceptron_update,
    svm_update,
    train_perceptron,
)

# Powers of two, so that the weights stay exact.
rates = st.sampled_from([0.25, 0.5, 1, 2])

XOR = [[1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]], [-1, 1, 1, -1]


@st.composite
def joint_problems(draw):
    """(theta, F, y): any features per class, not only blocks."""
    n_classes, size = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    theta, F = draw(dyadic(size)), draw(dyadic(n_classes, size))
    return theta, F, draw(st.integers(0, n_classes - 1))


def argmax(values):
    """The index of the first largest value."""
    values = list(values)
    return values.index(max(values))


def loop_of_updates(X, y, n_classes, eta, epochs, decay=False, rng=None):
    """W after every example of every epoch, by calling `multiclass_update`."""
    W, seen, history = np.zeros((n_classes, X.shape[1])), 0, []
    for _ in range(epochs):
        order = rng.permutation(len(X)) if rng else range(len(X))
        for i in order:
            seen += 1
            W = multiclass_update(W, X[i], y[i], eta * eta_decay(seen) if decay else eta)
            history.append(W)
    return history


class TestTwoClasses:
    @modest
    @given(binary_problems(labels=(-1, 1)), rates)
    def test_an_update_moves_w_towards_a_mistaken_example_only(self, problem, eta):
        w, X, y = problem
        for x_i, y_i in zip(X, y, strict=True):
            if y_i * dot(w, x_i) > 0:
                expected = w.tolist()
            else:
                expected = [w_j + eta * y_i * x_j for w_j, x_j in zip(w, x_i, strict=True)]
            assert perceptron_update(w, x_i, y_i, eta).tolist() == expected

    @pytest.mark.parametrize("y", [-1, 1])
    def test_a_score_of_zero_is_a_mistake(self, y):
        assert perceptron_update([0, 1], [2, 0], y, 0.5).tolist() == [y, 1]

    @modest
    @given(binary_problems(labels=(-1, 1)), rates, st.integers(0, 4))
    def test_training_is_a_loop_of_updates_until_nothing_is_wrong(self, problem, eta, max_epochs):
        _, X, y = problem
        w, counts = np.zeros(X.shape[1]), []
        while len(counts) < max_epochs and 0 not in counts:
            counts.append(0)
            for x_i, y_i in zip(X, y, strict=True):
                new = perceptron_update(w, x_i, y_i, eta)
                counts[-1] += bool((new != w).any())  # x has a bias, so an update shows
                w = new
        found, mistakes = train_perceptron(X, y, eta, max_epochs)
        assert found.tolist() == w.tolist()
        assert list(mistakes) == counts

    def test_data_that_cannot_be_separated_keep_making_mistakes(self):
        _, mistakes = train_perceptron(*XOR, eta=1, max_epochs=50)
        assert len(mistakes) == 50
        assert min(mistakes) > 0

    def test_no_epochs_leave_the_zeros(self):
        w, mistakes = train_perceptron([[1, 2]], [1], 1, 0)
        assert (w.tolist(), mistakes) == ([0, 0], [])


@st.composite
def separated(draw):
    """(X, y, u): integer examples and a u that separates them."""
    n, d = draw(st.integers(1, 8)), draw(st.integers(1, 4))
    entries = st.integers(-4, 4)
    u = np.array(draw(st.lists(entries, min_size=d, max_size=d)))
    rows = st.lists(entries, min_size=d, max_size=d).filter(lambda row: dot(row, u) != 0)
    assume(u.any())
    X = np.array(draw(st.lists(rows, min_size=n, max_size=n)))
    return X, np.sign(X @ u), u


class TestMistakeBound:
    def test_bound_of_a_triangle_worked_by_hand(self):
        # R² = 3² + 4² = 25; with u = (0, 2) the distances are 4, 1 and 2, so γ = 1.
        assert mistake_bound([[3, 4], [0, 1], [1, -2]], [1, 1, -1], [0, 2]) == 25

    @modest
    @given(separated())
    def test_bound_is_the_square_of_radius_over_margin(self, problem):
        X, y, u = problem
        R = max(dot(x, x) for x in X) ** 0.5
        gamma = min(y_i * dot(u, x) for x, y_i in zip(X, y, strict=True)) / dot(u, u) ** 0.5
        assert mistake_bound(X, y, u) == pytest.approx((R / gamma) ** 2)

    @modest
    @given(separated(), rates)
    def test_training_never_makes_more_mistakes(self, problem, eta):
        X, y, u = problem
        bound = mistake_bound(X, y, u)
        _, mistakes = train_perceptron(X, y, eta, max_epochs=int(bound) + 2)
        assert mistakes[-1] == 0
        assert sum(mistakes) <= bound * (1 + 1e-12)

    @modest
    @given(separated())
    def test_bound_ignores_lengths_copies_and_order(self, problem):
        X, y, u = problem
        expected = pytest.approx(mistake_bound(X, y, u))
        assert mistake_bound(8 * X, y, u) == expected
        assert mistake_bound(X, y, u / 8) == expected
        assert mistake_bound([*X, *X[::-1]], [*y, *y[::-1]], u) == expected

    @pytest.mark.parametrize("u", [[0, 0], [1, -1], [-1, -1], [1, 0]])
    def test_u_that_does_not_separate_is_refused(self, u):
        with pytest.raises(ValueError, match=r"u must separate the examples, .* for example [01]"):
            mistake_bound([[1, 1], [0, 2]], [1, 1], u)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 1000])
def test_eta_decay_is_one_over_n(n):
    assert eta_decay(n) == 1 / n


class TestManyClasses:
    @modest
    @given(problems(), rates)
    def test_an_update_moves_the_right_and_the_predicted_class_only(self, problem, eta):
        W, X, y = problem
        for x_i, y_i in zip(X, y, strict=True):
            y_hat = argmax(dot(w, x_i) for w in W)
            expected = W.tolist()
            if y_hat != y_i:
                expected[y_i] = [a + eta * b for a, b in zip(W[y_i], x_i, strict=True)]
                expected[y_hat] = [a - eta * b for a, b in zip(W[y_hat], x_i, strict=True)]
            assert multiclass_update(W, x_i, y_i, eta).tolist() == expected

    @pytest.mark.parametrize(("y", "expected"), [(0, [[0, 0], [0, 0]]), (1, [[-1, -2], [1, 2]])])
    def test_a_tie_is_won_by_the_lowest_class(self, y, expected):
        assert multiclass_update(np.zeros((2, 2)), [1, 2], y, 1).tolist() == expected

    @modest
    @given(joint_problems())
    def test_the_joint_rule_adds_right_and_takes_predicted_features(self, problem):
        theta, F, y = problem
        y_hat = argmax(dot(theta, f) for f in F)
        expected = [t + a - b for t, a, b in zip(theta, F[y], F[y_hat], strict=True)]
        assert joint_update(theta, F, y).tolist() == expected

    @modest
    @given(problems(max_n=20), rates, st.integers(1, 4))
    def test_train_multiclass_is_a_loop_of_updates(self, problem, eta, epochs):
        W, X, y = problem
        expected = loop_of_updates(X, y, len(W), eta, epochs)[-1]
        assert train_multiclass(X, y, len(W), eta, epochs).tolist() == expected.tolist()

    @modest
    @given(problems(max_n=20), rates, st.integers(1, 4))
    def test_the_average_is_over_every_example_mistake_or_not(self, problem, eta, epochs):
        W, X, y = problem
        history = loop_of_updates(X, y, len(W), eta, epochs)
        expected = sum(history) / len(history)
        averaged = averaged_perceptron(X, y, len(W), eta, epochs)
        assert averaged.tolist() == expected.tolist()
        fast = train_multiclass(X, y, len(W), eta, epochs, average=True)
        assert fast.tolist() == averaged.tolist()

    @modest
    @given(problems(max_n=20), rates, st.integers(1, 4), seeds, st.booleans())
    def test_with_rng_every_epoch_has_its_own_order(self, problem, eta, epochs, seed, average):
        W, X, y = problem
        history = loop_of_updates(X, y, len(W), eta, epochs, rng=np.random.default_rng(seed))
        expected = sum(history) / len(history) if average else history[-1]
        found = train_multiclass(
            X, y, len(W), eta, epochs, average=average, rng=np.random.default_rng(seed)
        )
        assert found.tolist() == expected.tolist()

    # Rates of 1/n are not exact, so these draw from a continuum, where no scores tie.
    @pytest.mark.parametrize("average", [False, True])
    @pytest.mark.parametrize("shuffled", [False, True])
    @pytest.mark.parametrize("separable", [False, True])
    @pytest.mark.parametrize("decay", [False, True])
    def test_long_runs_agree_with_the_loop_too(self, decay, separable, shuffled, average):
        rng = np.random.default_rng(4)
        X = np.column_stack([np.ones(300), rng.normal(size=(300, 3))])
        truth = (X @ rng.normal(size=(4, 3))).argmax(axis=1)
        y = truth if separable else rng.integers(0, 3, size=300)
        orders = [np.random.default_rng(5) if shuffled else None for _ in range(2)]
        history = loop_of_updates(X, y, 3, 0.5, 3, decay, orders[0])
        expected = sum(history) / len(history) if average else history[-1]
        found = train_multiclass(X, y, 3, 0.5, 3, average, decay, orders[1])
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


class TestLoss:
    @modest
    @given(joint_problems())
    def test_the_loss_is_the_lead_of_the_best_over_the_right_class(self, problem):
        theta, F, y = problem
        psi = [dot(theta, f) for f in F]
        assert perceptron_loss(theta, F, y) == max(psi) - psi[y]

    @modest
    @given(joint_problems())
    def test_the_gradient_is_predicted_minus_right_features(self, problem):
        theta, F, y = problem
        y_hat = argmax(dot(theta, f) for f in F)
        expected = [a - b for a, b in zip(F[y_hat], F[y], strict=True)]
        assert perceptron_gradient(theta, F, y).tolist() == expected

    @modest
    @given(joint_problems())
    def test_away_from_ties_the_gradient_is_the_slope_of_the_loss(self, problem):
        theta, F, y = problem
        psi = sorted((dot(theta, f) for f in F), reverse=True)
        assume(len(psi) == 1 or psi[0] > psi[1])
        slope = central_differences(lambda t: perceptron_loss(t, F, y), theta)
        np.testing.assert_allclose(perceptron_gradient(theta, F, y), slope, atol=1e-6)

    @pytest.mark.parametrize("score", [1000, -1000])
    def test_the_gradient_holds_at_extreme_scores(self, score):
        theta, F = [score, 0.0], [[1, 1], [0, 2], [-1, 0]]
        for y in range(3):
            slope = central_differences(lambda t, y=y: perceptron_loss(t, F, y), theta)
            np.testing.assert_allclose(perceptron_gradient(theta, F, y), slope, atol=1e-5)


class TestSupportVectorUpdate:
    @modest
    @given(joint_problems(), st.data(), st.sampled_from([0, 0.5, 0.75, 1]))
    def test_the_rival_is_chosen_with_its_cost_and_theta_shrinks_first(self, problem, data, shrink):
        theta, F, y = problem
        cost = abs(data.draw(dyadic(len(F))))
        cost[y] = 0
        y_hat = argmax(dot(theta, f) + c for f, c in zip(F, cost, strict=True))
        expected = [shrink * t + a - b for t, a, b in zip(theta, F[y], F[y_hat], strict=True)]
        assert svm_update(theta, F, y, cost, shrink).tolist() == expected

    def test_theta_shrinks_also_where_the_answer_is_right(self):
        assert svm_update([8, 4], [[1, 0], [0, 1]], 0, [0, 1], 0.5).tolist() == [4, 2]

    def test_a_narrow_win_is_still_a_mistake(self):
        assert svm_update([2, 1.5], [[1, 0], [0, 1]], 0, [0, 1], 1).tolist() == [3, 0.5]


class TestLeastSquares:
    @staticmethod
    def system(seed, rank):
        """A (8, 5) of the given rank, and b."""
        rng = np.random.default_rng(seed)
        return rng.normal(size=(8, rank)) @ rng.normal(size=(rank, 5)), rng.normal(size=8)

    @pytest.mark.parametrize("rank", [1, 3, 5])
    @pytest.mark.parametrize("seed", range(4))
    def test_it_is_the_minimum_norm_solution(self, seed, rank):
        A, b = self.system(seed, rank)
        np.testing.assert_allclose(
            least_squares(A, b), np.linalg.pinv(A, rcond=1e-10) @ b, atol=1e-8
        )

    def test_fewer_equations_than_unknowns_are_solved_exactly_with_the_least_norm(self):
        np.testing.assert_allclose(least_squares([[3, 4]], [25]), [3, 4])


NO_EXAMPLES = np.zeros((0, 2))

BAD = {
    "perceptron_update: label 0": ("y", lambda: perceptron_update([1], [1], 0, 1)),
    "perceptron_update: unlike lengths": ("x", lambda: perceptron_update([1], [1, 2], 1, 1)),
    "train_perceptron: labels 0/1": ("y", lambda: train_perceptron([[1], [2]], [0, 1], 1, 1)),
    "train_perceptron: no examples": ("X", lambda: train_perceptron(NO_EXAMPLES, [], 1, 1)),
    "mistake_bound: no examples": ("X", lambda: mistake_bound(NO_EXAMPLES, [], [1, 2])),
    "mistake_bound: labels 0/1": ("y", lambda: mistake_bound([[1], [2]], [0, 1], [1])),
    "mistake_bound: unlike lengths": ("u", lambda: mistake_bound([[1], [2]], [1, 1], [1, 2])),
    "eta_decay: example 0": ("n", lambda: eta_decay(0)),
    "multiclass_update: unlike lengths": ("x", lambda: multiclass_update([[1]], [1, 2], 0, 1)),
    "joint_update: unlike lengths": ("(theta|F)", lambda: joint_update([1, 2], [[1]], 0)),
    "averaged_perceptron: no examples": (
        "X",
        lambda: averaged_perceptron(NO_EXAMPLES, [], 2, 1, 1),
    ),
    "averaged_perceptron: no epochs": ("epochs", lambda: averaged_perceptron([[1]], [0], 2, 1, 0)),
    "averaged_perceptron: no classes": (
        "n_classes",
        lambda: averaged_perceptron([[1]], [0], 0, 1, 1),
    ),
    "train_multiclass: no examples": ("X", lambda: train_multiclass(NO_EXAMPLES, [], 2, 1, 1)),
    "train_multiclass: no epochs": ("epochs", lambda: train_multiclass([[1]], [0], 2, 1, 0)),
    "svm_update: a costly right answer": (
        "cost",
        lambda: svm_update([1], [[1], [2]], 0, [1, 0], 1),
    ),
    "svm_update: a cost too few": ("cost", lambda: svm_update([1], [[1], [2]], 0, [0], 1)),
    "least_squares: unlike lengths": ("b", lambda: least_squares([[1], [2]], [1])),
}


@pytest.mark.parametrize(("name", "call"), BAD.values(), ids=BAD)
def test_bad_input_is_named(name, call):
    with complaint(name):
        call()
