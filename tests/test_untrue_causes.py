"""A cause is named only if it happened: no message may claim what the code doesn't do."""

import numpy as np
import pytest
from misstep import DERIVATIONS, QUIZZES
from misstep.explain import diagnosis
from misstep.explain.diagnosis import results
from misstep.explain.repairs import search
from misstep.explain.words import say
from misstep.functions import rungs
from misstep.functions.rungs import accepts
from misstep.student_tests import STUDENT_TEST_CHECKS
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
    assert "but not all" not in text
    monkeypatch.setattr(rungs, "accepts", accepts_with_the_first_seed)
    assert f"{place}; a small change there" in said("mean_of", body)


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
    z0, z1, z2, a = symbols("z0 z1 z2 a")
    line = (1 - a) * (log(exp(z0) + exp(z1) + exp(z2)) - z0) - a / 2 * z1 - a / 2 * z2
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
    assert "your function ends before them with return None" in text


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
        (
            "variance",
            "return np.cov([value(x) for x in dist], aweights=list(dist.values()))",
            "np.cov estimates a variance from a sample",
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


POCKET = """
    w = np.zeros(X.shape[1])
    best_w, fewest = w.copy(), len(X) + 1
    mistakes = []
    for _ in range(max_epochs):
        wrong = 0
        for x_i, y_i in zip(X, y):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                wrong += 1
        mistakes.append(wrong)
        if wrong < fewest:
            best_w, fewest = w.copy(), wrong
        if wrong == 0:
            break
    return best_w, mistakes
    """
UNIT_ROWS = """
    lengths = np.sqrt((W**2).sum(axis=1))
    S = X @ W.T / lengths
    return np.argmax(S, axis=1)
    """
AGAINST = """
    score = 0
    for word in words:
        if word in lexicon[label]:
            score += 1
        elif any(word in lexicon[other] for other in lexicon if other != label):
            score -= 1
    return score
    """
MEAN_LOG = """
    def score(label):
        table = model["log_likelihoods"][label]
        evidence = sum(table.get(w, table["<OOV>"]) for w in words)
        return model["log_priors"][label] + evidence / len(words)
    return max(model["log_priors"], key=score)
    """
NO_BIAS = "return np.where(X[:, 1:] @ w[1:] >= 0, 1, -1)"
MACRO = """
    results = []
    for c in (0, 1):
        tp = np.sum((y == c) & (y_hat == c))
        wrong = np.sum((y != c) & (y_hat == c)) + np.sum((y == c) & (y_hat != c))
        results.append(2 * tp / (2 * tp + wrong) if 2 * tp + wrong else 0.0)
    return float(np.mean(results))
    """


@pytest.mark.parametrize(
    ("name", "body", "untrue"),
    [
        pytest.param("train_perceptron", POCKET, "not brought up to date", id="it is updated"),
        pytest.param("f1", MACRO, "not reset", id="a list that is only read after the loop"),
        pytest.param("f1", MACRO, "happens in every round", id="every round has its own value"),
        pytest.param("predict_binary", NO_BIAS, "two mistakes", id="two mistakes that cancel"),
        pytest.param("joint", "return sum(dist[x] for x in (a and b))", "two mistakes",
                     id="two mistakes that give it by chance"),
        pytest.param("predict_multiclass", UNIT_ROWS, "one axis", id="a factor of all scores"),
        pytest.param("lexicon_score", AGAINST, "is an entry", id="an index that is no key"),
        pytest.param("predict_label", MEAN_LOG, "applies to all", id="brackets around all scores"),
    ],
)  # fmt: skip
def test_cause_is_not_named_if_an_edit_only_happens_to_help(name, body, untrue):
    assert untrue not in said(name, body)


def test_pair_of_mistakes_is_named_if_both_show():
    body = """
        factors, before = [], set(dist)
        for event in reversed(events):
            p = sum(dist[x] for x in before)
            factors.append(sum(dist[x] for x in event & before) / p)
            before = event
        return factors
        """
    text = said("chain_rule", body)
    assert "two mistakes. One: the factors come in the wrong order" in text
    assert "The other: each event is conditioned on the next one only" in text


@pytest.mark.parametrize(
    "guard", ["if length == 0:\n    raise ValueError", "if not w[1:].any():\n    raise ValueError"]
)
def test_pair_of_mistakes_in_one_expression_is_named(guard):
    body = f"length = np.linalg.norm(w)\n{guard}\nreturn abs(w @ x) / length"
    text = said("distance", body)
    assert "two mistakes. One: the bias counts in the length" in text
    assert "The other: the sign is lost" in text


def test_calls_that_stop_show_no_pair_of_mistakes():
    body = """
        out = []
        for i in range(len(events)):
            rest = set.intersection(*events[i + 1:])
            out.append(sum(dist[x] for x in events[i] & rest) / sum(dist[x] for x in rest))
        return out
        """
    assert "two mistakes" not in said("chain_rule", body)


def test_probabilities_under_conditions_are_not_added_to_others():
    assert "P(A | B) + P(A)" not in str(QUIZZES["toss_first_heads"].mark(7 / 8))


def test_number_in_the_place_of_another_is_shown():
    report = QUIZZES["reader_positive"].mark(0.95 * 0.00001 + 0.05 * 0.99999)
    assert report.think.startswith("This comes out with 0.05 in place of 0.005.")


def test_choices_are_not_called_right_in_another_order():
    quiz = QUIZZES["verdicts"]
    report = quiz.mark([*quiz.answer[:5], 6, 0, *quiz.answer[7:]])
    assert report.message == "Two of your ten numbers are not right."


def test_variable_with_the_name_of_a_function_of_python_is_explained():
    text = said("mean_of", "sum = sum(numbers)\nreturn sum / len(numbers)")
    assert "sum is a function of Python, but your function gives this name a value" in text


def test_reshape_for_transpose_is_explained():
    text = said("scores", "K, d = W.shape\nreturn X @ W.reshape(d, K)")
    assert "Rows don't become columns" in text


@pytest.mark.parametrize(
    ("line", "shuffles"),
    [
        ("assert [list(b) for b in f(4, 2, rng)] == [[3, 1], [0, 2]]", True),
        ("assert len(f(10, 4, rng)) == 10 // 4", False),
        ("assert not np.array_equal(f(4, 4, rng)[0], f(4, 4, rng)[0])", False),
    ],
)
def test_shuffling_is_mentioned_only_if_a_test_lists_numbers(line, shuffles):
    test = written("sigmoid", f"f, rng = z, np.random.default_rng(0)\n{line}")
    report = STUDENT_TEST_CHECKS["minibatches"].mark(test)
    assert ("shuffle in another way" in report.think) == shuffles
    assert "last digit" not in report.think


@pytest.mark.parametrize(
    ("expected", "itself"), [("f(Z)", True), ("f(Z - 1)", False), ("[0.5, 0.5]", False)]
)
def test_test_that_compares_a_result_with_itself_is_told_so(expected, itself):
    test = written("sigmoid", f"f, Z = z, np.zeros(2)\nexpected = {expected}\n"
                   "assert np.allclose(f(Z), expected)")  # fmt: skip
    message = STUDENT_TEST_CHECKS["softmax"].mark(test).message
    assert ("compares a result of f with the same result of f" in message) == itself


def test_number_is_not_changed_in_another_role(monkeypatch):
    monkeypatch.setattr(CHECKS["softmax_at"], "mistakes", [])
    body = """
        if temperature <= 0:
            raise ValueError
        Z = Z / temperature
        exps = np.exp(Z - Z.max(axis=0, keepdims=True))
        return exps / exps.sum(axis=0, keepdims=True)
        """
    text = said("softmax_at", body)
    assert "in the line if temperature <= 0" not in text
    assert "the number 0, in the line return exps" in text


def test_exponential_by_the_power_rule_is_named():
    z0 = symbols("z0")
    report = DERIVATIONS["softmax_same"].mark(1, z0 * exp(z0 - 1))
    assert "as the power rule does it" in report.looks


def test_quiz_with_one_number_is_not_explained_by_two_mistakes():
    report = QUIZZES["odds_ratio"].mark(log(0.64 / 0.4))
    assert "There are two things" not in str(report)


def test_argument_that_matters_for_small_numbers_is_not_called_idle():
    halves = """
    if n == 1:
        return ["H", "T"]
    half = toss_outcomes(n // 2)
    return [left + right for left in half for right in half]
    """
    assert "makes no difference" not in said("toss_outcomes", halves)


def test_condition_with_a_tiny_probability_is_not_impossible():
    body = """
    p_b = sum(dist[o] for o in b)
    if p_b <= 1e-6:
        raise ValueError("b has probability 0")
    return sum(dist[o] for o in a & b) / p_b
    """
    assert not accepts(CHECKS["conditional"], written("conditional", body))


NOISY_OR = """
    none = 1.0
    for outcome in event:
        none *= 1 - dist[outcome]
    return 1 - none
    """
BALANCED = """
    if len(y) == 0:
        return 0.0
    return float(np.mean([np.mean(y_hat[y == c] == c) for c in np.unique(y)]))
    """


@pytest.mark.parametrize(
    ("name", "body", "untrue", "told"),
    [
        pytest.param(
            "total_probability",
            "return 1 - np.prod(1 - likelihoods * priors)",
            "adds nothing up",
            "that is for independent things",
            id="a product of complements",
        ),
        pytest.param(
            "probability", NOISY_OR, "", "that is for independent things", id="the same in a loop"
        ),
        pytest.param(
            "accuracy",
            BALANCED,
            "more than is needed",
            "look at the part np.unique(y)",
            id="a part",
        ),
        pytest.param(
            "probability",
            "return sum(p for x, p in dist.items() if event)",
            "every input",
            "it returned 1 in every call that was tried",
            id="an event may be empty",
        ),
        pytest.param(
            "precision",
            "tp, fp = np.sum((y == 1) & (y_hat == 1)), np.sum((y == 0) & (y_hat == 1))\n"
            "return tp / (tp + fp + 1e-3)",
            "everywhere",
            "off by 0.0003 or less",
            id="the largest gap is not rounded down",
        ),
        pytest.param(
            "tanh_loss",
            "return np.sum(y - np.tanh(X @ w) ** 2)",
            "get its",
            "Where do brackets belong?",
            id="the square of a difference",
        ),
    ],
)
def test_claim_goes_no_further_than_what_was_seen(name, body, untrue, told, monkeypatch):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    text = said(name, body)
    assert not untrue or untrue not in text
    assert told in text


def test_factor_that_is_not_there_is_not_too_many():
    z, x = symbols("z x_k")
    text = str(DERIVATIONS["hinge"].mark(2, 2 * (z - 1) * x))
    assert "-2*x_k lacks a factor y" in text


def test_number_is_not_said_to_be_added_for_multiplied():
    p1, p2, x = symbols("p1 p2 x_k")
    assert "should be multiplied" not in str(DERIVATIONS["weights"].mark(2, -p1 * (1 - p2) * x))


def test_quoted_part_keeps_its_brackets():
    body = """
        e = np.exp(z - z.max())
        S = e / e.sum()
        return np.diag(S * (1 - S)) - np.outer(S, S)
        """
    assert "look at the part * (1 - S)," in said("softmax_jacobian", body)


def test_sets_of_words_are_not_called_counters(monkeypatch):
    monkeypatch.setattr(CHECKS["word_counts"], "mistakes", [])
    body = (
        "from collections import Counter\n"
        "first, counts = Counter(), {}\n"
        "for words, label in labelled:\n"
        "    counts[label] = Counter(set(words) | set(first))\n"
        "return counts"
    )
    assert "two Counters" not in said("word_counts", body)


def test_name_from_another_cell_is_not_taken_for_one_of_two_names_like_it():
    body = """
        priors = {}
        for label in labels:
            priors[label] = labels.count(label) / len(labelled)
        return priors
        """
    text = said("class_priors", body)
    assert "there are label and labels" in text
    assert "Is label meant?" not in text
    assert "Is labels meant?" in said("class_priors", body.replace("labelled", "lables"))


def test_two_mistakes_that_a_product_does_not_show_are_not_named():
    z0, z1, z2 = symbols("z0 z1 z2")
    total = exp(z0) + exp(z1) + exp(z2)
    line = exp(z0) / total * (1 - exp(z1) / total - exp(z2) / total)
    report = " ".join(str(DERIVATIONS["softmax_same"].mark(3, line)).split())
    assert "as if the two products were swapped" not in report
    assert "as a constant" not in report


def test_cause_whose_rival_takes_too_long_is_not_named(monkeypatch):
    compiled, rivals = search.Search._compiled, []

    def compile_edit(self, text):
        rivals[:] = [text] if "** 3" in text else []
        return compiled(self, text)

    monkeypatch.setattr(search.Search, "_compiled", compile_edit)
    monkeypatch.setattr(search.Search, "_late", lambda self: bool(rivals))
    body = """
        if np.ndim(x) == 0:
            return (f(x + h) - f(x - h)) / (2 * h)
        grad = np.zeros_like(x)
        for i in np.ndindex(x.shape):
            up, down = x.astype(float), x.astype(float)
            up[i] += h
            down[i] -= h
            grad[i] = (f(up) - f(down)) / (2 * h)
        return grad
        """
    text = said("numerical_gradient", body)
    assert "logarithm" not in text
    assert "square root" not in text


def test_words_of_an_array_without_axes_are_its_own():
    assert results._words_of(np.array("abc")) == ["abc"]
    assert results._words_of(np.array(2.0)) == []


def test_all_that_is_missing_is_named():
    text = said("uniform", "for x in outcomes:\n    dist = {x: 1 / len(outcomes)}\nreturn dist")
    assert "'blue', 'green' and 'red' are missing" in text


def test_entry_that_is_set_again_in_every_round_is_named():
    body = """
        results = {}
        for name, model in models.items():
            for train, test in splits:
                results[name] = []
                guesses = model(train, [words for words, _ in test])
                right = sum(g == label for g, (_, label) in zip(guesses, test))
                results[name].append(right / len(test))
        return results
        """
    assert "so results[name] is set again in every round" in said("compare", body)


def test_one_of_two_equal_lines_is_pointed_at():
    body = """
        result = 1
        for k in range(len(phi)):
            if x == k:
                result = phi[k]
            else:
                result = 1
        return result
        """
    assert "look at the second line that says result = 1" in said("categorical_pmf", body)


def test_error_that_the_task_asks_for_is_not_taken_for_a_wrong_call():
    test = written("sigmoid", "f, W, x = z, np.eye(2), np.ones(2)\nr = f('svm', W, x, 0, 1)")
    report = STUDENT_TEST_CHECKS["linear_update"].mark(test)
    assert "the task asks for that error" in report.message
    assert "what the task promises" not in report.think
