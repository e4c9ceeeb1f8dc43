"""A cause is named only if it happened: no message may claim what the code doesn't do."""

import pytest
from misstep import DERIVATIONS, QUIZZES
from misstep.explain import diagnosis
from misstep.explain.words import say
from misstep.functions import ladder
from misstep.functions.ladder import accepts
from student_code import evidence, said, written
from sympy import exp, log, symbols

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

TRAIN = """
    w = np.zeros(X.shape[1])
    mistakes = []
    for epoch in range(max_epochs):
        wrong = 0
        for x_i, y_i in zip(X, y):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                wrong += 1
        mistakes.append(wrong)
        if wrong == 0:
            break
    return w, mistakes
    """
ONE_HOT = """
    H = np.zeros((len(y), n_classes))
    for row, k in enumerate(y):
        H[row, k] = k + 2
    return H
    """
ERROR = """
    n = len(values)
    if n < 2:
        return np.mean(values), 0.0
    return np.mean(values), np.std(values, ddof=1) / np.sqrt(n)
    """
COUNTS = """
    counts = {}
    for words, label in labelled:
        counts.setdefault(label, {})
        for word in words:
            counts[label][word] = words.count(word)
    return counts
    """
SOFTMAX = """
    W = np.zeros((n_classes, X.shape[1]))
    targets = np.eye(n_classes)[y]
    for epoch in range(epochs):
        order = rng.permutation(len(X))
        for start in range(0, len(X), batch_size):
            batch = order[start : start + batch_size]
            Z = X @ W.T
            exps = np.exp(Z - Z.max(axis=1, keepdims=True))
            P = exps / exps.sum(axis=1, keepdims=True)
            W = W - eta * (P - targets).T @ X / len(X)
    return W
    """
CONFUSION = """
    tp = ((y == 1) & (y_hat == 1)).sum()
    fp = ((y == 0) & (y_hat == 1)).sum()
    fn = ((y == 1) & (y_hat == 0)).sum()
    tn = ((y == 0) & (y_hat == 0)).sum()
    return ORDER
    """


@pytest.mark.parametrize(
    ("name", "body", "untrue", "told"),
    [
        pytest.param("one_hot", ONE_HOT, "held before", "H[row, k] = k + 2", id="nothing was held"),
        pytest.param("word_counts", COUNTS, "", "replaces whatever", id="something was held"),
        pytest.param(
            "train_perceptron",
            TRAIN.replace("max_epochs)", "max_epochs + 1)"),
            "first entry",
            "has one round too many",
            id="which round is too many can't be told",
        ),
        pytest.param(
            "train_perceptron",
            TRAIN.replace("np.zeros", "np.ones"),
            "logarithm",
            "w starts as ones: np.ones(X.shape[1]).",
            id="the logarithm of ones is the right start",
        ),
        pytest.param(
            "entropy_between",
            "seen = p > 0\nreturn -np.mean(p[seen] * np.log(q[seen]))",
            "adds nothing up",
            "is divided by the number of entries",
            id="the mean adds up",
        ),
        pytest.param(
            "mean_and_error",
            ERROR,
            "axis",
            "the line return np.mean(values), 0.0",
            id="an axis that is missing",
        ),
        pytest.param(
            "train_softmax",
            SOFTMAX,
            "which inputs",
            "never uses batch",
            id="a variable that nothing uses",
        ),
    ],
)
def test_cause_is_named_only_if_it_happened(name, body, untrue, told, monkeypatch):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    text = said(name, body)
    assert not untrue or untrue not in text
    assert told in text


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("tn, fn, fp, tp", "the entries come in the reverse order."),
        ("tn, fp, tp, fn", "the results come back in the order tn, fp, tp, fn."),
        ("tn, fp, fn, tp", "tn and tp come back in each other's place."),
    ],
)
def test_right_results_in_another_order_are_never_said_to_be_wrong(order, told):
    text = said("confusion", CONFUSION.replace("ORDER", order))
    assert "positive class" not in text
    assert f"This looks like: {told}" in text


def test_repair_is_a_cause_only_if_it_holds_on_fresh_inputs(monkeypatch):
    def accepts_with_the_first_seed(check, function, seed):
        return seed == 0 and accepts(check, function, seed)

    body = "return sum(numbers) / (len(numbers) + 1)"
    monkeypatch.setattr(CHECKS["mean_of"], "mistakes", [])
    text, place = said("mean_of", body), "look at the number 1, in the line " + body
    assert place in text
    assert "that is not all" not in text
    monkeypatch.setattr(ladder, "accepts", accepts_with_the_first_seed)
    assert f"{place}; but that is not all" in said("mean_of", body)


def test_student_is_not_accused_of_copying_the_example():
    function = written("margin", "y = 1\nw = x = np.ones(2)\nreturn w @ x")
    found = diagnosis.unused_argument(evidence("margin", function))
    assert found.kind == "no-argument-matters"
    assert "written into" not in say(found).think


def test_quiz_answer_near_that_of_the_document_is_not_said_to_be_it():
    quiz, student = QUIZZES["reader_posterior"], "Ada Lovelace"
    documents = quiz.question().answer
    claim = "right for the numbers that everybody gets"
    assert claim in quiz.mark(documents, student).message
    near = documents + 0.3 * 10.0**-quiz.decimals
    assert quiz.question().mark(near).good
    assert claim not in quiz.mark(near, student).message
    rounded = quiz.mark(round(documents, quiz.decimals), student)
    assert claim not in rounded.message
    assert "Are its numbers those you used?" in rounded.think


def test_two_mistakes_are_named_only_if_a_line_shows_both():
    z1, z2, z3, a = symbols("z1 z2 z3 a")
    line = (1 - a) * (log(exp(z1) + exp(z2) + exp(z3)) - z1) - a / 2 * z2 - a / 2 * z3
    assert "a each" not in str(DERIVATIONS["smoothing"].mark_all([line, line]))


def test_pairs_are_not_called_swapped_if_only_an_early_exit_is_wrong():
    text = said(
        "classify",
        """
        results = [(label, score(words, label)) for label in labels]
        if all(s == 0 for _, s in results):
            return None
        return max(results, key=lambda pair: pair[1])[0]
        """,
    )
    assert "wrong order" not in text
    assert "your function ends with return None" in text


def test_first_wrong_variable_may_have_the_wrong_shape():
    body = """
        scores = np.einsum("kd,d->d", F, theta)
        y_hat = np.argmax(scores)
        return theta + F[y] - F[y_hat]
        """
    assert "first wrong value scores" in said("joint_update", body)


def test_a_factor_is_pointed_at_before_the_condition_around_it():
    body = """
        diff = W[k] - W[j]
        norm = np.linalg.norm(diff[1:])
        if norm == 0:
            return diff
        return diff / norm
        """
    assert "look at the part / norm" in said("boundary", body)


def test_product_of_matrices_is_not_called_one_number():
    body = """
        try:
            return np.linalg.inv(A.T @ A) @ A.T @ b
        except np.linalg.LinAlgError:
            return np.linalg.lstsq(A, b, rcond=None)[0]
        """
    text = said("least_squares", body)
    assert "one number" not in text
    assert "The last column of A is 3 times the first" in text


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        (
            "logistic_gradient",
            "p = 1 / (1 + np.exp(-X @ w))\nreturn np.average(X, axis=0, weights=p - y)",
            "np.average divides by the sum of the weights",
        ),
        (
            "naive_bayes_weights",
            "return np.insert(log_likelihoods, 0, log_priors, axis=1)",
            "np.insert keeps the dtype of its first argument",
        ),
    ],
)
def test_surprising_call_is_explained_if_nothing_else_is_found(name, body, words):
    assert words in said(name, body)


def test_argument_has_an_effect_if_exchanged_labels_change_the_result():
    body = """
        good = [w for words, label in train if label == "pos" for w in words]
        bad = [w for words, label in train if label != "pos" for w in words]
        score = lambda words: sum(good.count(w) - bad.count(w) for w in words)
        return ["pos" if score(words) > 0 else "neg" for words in documents]
        """
    assert "train makes no difference" not in said("sentiment_pipeline", body)
