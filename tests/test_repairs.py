"""What is said of slips that the source shows: each on several functions, and never where it is not so."""

# ruff: noqa: E501
import numpy as np
import pytest
from misstep.core import calling
from misstep.explain import diagnosis
from misstep.explain.diagnosis import right_so_far
from misstep.explain.repairs import source_of
from misstep.explain.repairs.search import Search
from student_code import said, written

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

SIGMOID = "sigmoid = lambda z: 1 / (1 + np.exp(-z))\n"
STALE = """
    import math
    from collections import Counter
    counts, docs = {}, Counter()
    for words, label in labelled:
        docs[label] += 1
        counts.setdefault(label, Counter()).update(words)
    vocab = set()
    for label in counts:
        total = sum(counts[label].values())
        vocab.update(counts[label])
    log_priors, log_likelihoods = {}, {}
    for label in counts:
        log_priors[label] = math.log(docs[label] / len(labelled))
        log_likelihoods[label] = {}
        for w in [*vocab, "<OOV>"]:
            log_likelihoods[label][w] = math.log((counts[label][w] + 1) / (total + len(vocab) + 1))
    return {"log_priors": log_priors, "log_likelihoods": log_likelihoods}
    """
NO_Y = "if w @ x <= 0:\n    return w + eta * y * x\nreturn w"
EXCHANGED = """
    tp = fp = fn = tn = 0
    for a, b in zip(y, y_hat):
        if a == 1 and b == 1:
            tp += 1
        elif b == 1:
            fp += 1
        elif a == 0:
            fn += 1
        else:
            tn += 1
    return tp, fp, fn, tn
    """


TOSSES = "out = ['']\nfor i in range(n):\n    out = [o + s for o in out for s in 'HT']\n"
DESCENT = """
    x = x0
    for step in range(max_steps):
        g = gradient(x)
        if np.all(np.abs(g) < epsilon):
            return x, step
        x = x - eta * g
    return x, step
    """
SUMMED = """
    n, d = X.shape
    W, total = np.zeros((n_classes, d)), np.zeros((n_classes, d))
    for epoch in range(epochs):
        for i in range(n):
            k = (W @ X[i]).argmax()
            if k != y[i]:
                W[y[i]] += eta * X[i]
                W[k] -= eta * X[i]
        total += W
    return total / (n * epochs)
    """
NOT_RESET = """
    scores = {}
    s = 0
    for label in model["log_priors"]:
        s += model["log_priors"][label]
        for w in words:
            s += model["log_likelihoods"][label].get(w, model["log_likelihoods"][label]["<OOV>"])
        scores[label] = s
    return max(scores, key=scores.get)
    """
ALPHABETICAL = """
    best, most = None, -np.inf
    for label in sorted(model["log_priors"]):
        table = model["log_likelihoods"][label]
        s = model["log_priors"][label] + sum(table.get(w, table["<OOV>"]) for w in words)
        if s > most:
            best, most = label, s
    return best
    """
ALL_EXAMPLES = """
    n = len(X)
    W = np.zeros((n_classes, X.shape[1]))
    T = np.eye(n_classes)[y]
    for epoch in range(epochs):
        order = rng.permutation(n)
        for start in range(0, n, batch_size):
            batch = order[start : start + batch_size]
            Z = X[batch] @ W.T
            E = np.exp(Z - Z.max(axis=1, keepdims=True))
            P = E / E.sum(axis=1, keepdims=True)
            W = W - eta * (P - T[batch]).T @ X[batch] / n
    return W
    """
ERROR = "n = len(values)\nif n < 2:\n    raise ValueError\nmean = sum(values) / n\n"


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("predict_multiclass", """
            out = []
            for x in X:
                best, best_score = 0, 0
                for k in range(len(W)):
                    z = W[k] @ x
                    if z > best_score:
                        best, best_score = k, z
                out.append(best)
            return np.array(out)
            """, "starts with best_score = 0: where every z is below 0, none of them beats it"),
        ("likelihood", SIGMOID + "r = 0\nfor x, t in zip(X, y):\n    p = sigmoid(w @ x)\n    r *= p if t == 1 else 1 - p\n"
         "return r", "r starts with 0, and 0 times anything is 0"),
        ("likelihood", SIGMOID + "r = 0.0\nfor p, t in zip(sigmoid(X @ w), y):\n    r = r * (p if t else 1 - p)\nreturn r",
         "r starts with 0, and 0 times anything is 0"),
        ("bayes", "p = likelihoods * priors\np / p.sum()\nreturn p", "the line p / p.sum() makes something new"),
        ("split", "order = np.arange(n)\nrng.permutation(order)\n"
         "return np.split(order, np.round(n * np.cumsum(fractions)).astype(int)[:-1])",
         "the line rng.permutation(order) makes something new"),
        ("predict_label", """
            out = {}
            for label, prior in model["log_priors"].items():
                table = model["log_likelihoods"][label]
                out[label] = prior + sum(table.get(w, table["<OOV>"]) for w in words)
            return max(out)
            """, "max(out) is the largest key of the dict"),
        ("all_vs_all_vote", "votes = {k: 0 for k in range(n_classes)}\nfor k in winners.values():\n    votes[k] += 1\n"
         "return max(votes)", "max(votes) is the largest key of the dict"),
        ("classify", "found = {label: -score(words, label) for label in labels}\nreturn sorted(found.items())[0][0]",
         "sorted(found.items()) is in the order of the keys"),
        ("precision", "if y_hat.sum() == 0:\n    return 0.0\nreturn np.mean(y[y_hat] == 1)",
         "y_hat holds whole numbers, so y[y_hat] takes the entries at these positions"),
        ("recall", "return np.mean(y_hat[y]) if y.any() else 0.0",
         "y holds whole numbers, so y_hat[y] takes the entries at these positions"),
        ("word_counts", "from collections import Counter\ncounts = dict.fromkeys([l for _, l in labelled], Counter())\n"
         "for words, label in labelled:\n    counts[label].update(words)\nreturn counts",
         "puts one and the same Counter() under every key"),
        ("word_counts", "from collections import Counter\nempty = Counter()\ncounts = {l: empty for _, l in labelled}\n"
         "for words, label in labelled:\n    counts[label].update(words)\nreturn counts",
         "holds one and the same empty many times"),
        ("learn_lexicon", """
            from collections import Counter
            counts, none = {}, set()
            for words, label in labelled:
                counts.setdefault(label, Counter()).update(words)
            out = {label: none for label in counts}
            for w in {w for words, _ in labelled for w in words}:
                out[max(counts, key=lambda label: counts[label][w])].add(w)
            return out
            """, "holds one and the same none many times"),
        ("predict_probability", "return 1 / (1 + np.exp(-X * w)).sum(axis=1)",
         "exp is applied to each number on its own, and only then comes sum"),
        ("tanh_loss", "total = 0\nfor x, t in zip(X, y):\n    s = sum(np.tanh(a * b) for a, b in zip(w, x))\n"
         "    total += (t - s) ** 2\nreturn total", "tanh is applied to each number on its own"),
        ("mean_and_error", """
            n = len(values)
            if n < 2:
                raise ValueError
            m = sum(values) / n
            s = sum(v - m for v in values) ** 2
            return m, (s / (n - 1) / n) ** 0.5
            """, "sum comes first, and ** 2 is applied only to what it leaves"),
        ("gradient_descent", """
            x, n = x0, 0
            while n < max_steps and np.linalg.norm(gradient(x)) >= epsilon:
                x = x - eta * gradient(x0)
                n += 1
            return x, n
            """, "your code calls gradient at 3, but a right answer doesn't; it never calls it at 4"),
        ("mean_and_error", """
            if len(values) < 2:
                raise ValueError
            s = np.std(values, ddof=1)
            return np.mean(values), s / np.sqrt(len(values) - 1)
            """, "look at the number 1, in the line return np.mean(values), s / np.sqrt(len(values) - 1)"),
        ("regularised_gradient", SIGMOID + "g = X.T @ (sigmoid(X @ w) - y) / len(y)\nfor k in range(1, len(w) - 1):\n"
         "    g[k] += 2 * lam * w[k]\nreturn g", "the number 1 in len(w) - 1, in the line for k in range(1, len(w) - 1):"),
        ("confusion", EXCHANGED, "fn and tn are exchanged: what your code works out as fn is tn"),
        ("regularised_gradient", SIGMOID + "shrink = 2 * lam * w\nshrink[0] = 0\n"
         "return (X.T @ (sigmoid(X @ w) - y) / len(y)) * (1 + shrink)", "* applies to all of 1 + shrink"),
        ("numerical_gradient", """
            x = np.array(x, dtype=float)
            g = np.zeros(x.shape)
            for i in np.ndindex(x.shape):
                x[i] += h
                up = f(x)
                x[i] -= h
                down = f(x)
                g[i] = (up - down) / (2 * h)
            return g if g.shape else float(g)
            """, "your code calls f at [1, -2], but a right answer doesn't; it never calls it at [0.5, -2]"),
        ("toss_outcomes", TOSSES + "return out.sort()", "out.sort() changes out in place and returns None"),
        ("toss_outcomes", TOSSES + "out = out.reverse()\nreturn out", "out.reverse() changes out in place and returns None"),
        ("minibatches", "p = rng.shuffle(np.arange(n))\nreturn [p[i:i+size] for i in range(0, n, size)]",
         "rng.shuffle(np.arange(n)) changes np.arange(n) in place and returns None"),
        ("bayes", "p = likelihoods * priors\nreturn p / p.sum", "p.sum has no round brackets after it"),
        ("total_probability", "return (likelihoods + priors).sum", "(likelihoods + priors).sum has no round brackets after it"),
        ("scores", "return X * W.T", "in X * W.T, the operator * multiplies entry by entry"),
        ("least_squares", "return np.linalg.pinv(A.T @ A) @ A.T * b", "A.T * b, the operator * multiplies entry by entry"),
        ("learn_lexicon", "c, out = {}, {}\nfor ws, l in labelled:\n    out[l] = set()\n    for w in set(ws):\n        c.setdefault(w, {}).setdefault(l, 0)\n"
         "        c[w][l] += 1\nfor w in c:\n    out[max(sorted(c[w]), key=c[w].get)].add(w)\nreturn out", "belongs under"),
        ("svm_update", "y_hat = np.argmax(F @ theta + cost[y])\nreturn shrink * theta + F[y] - F[y_hat]", "cost makes no difference: cost[y] stays the same"),
        ("svm_update", "y_hat = np.argmax(F @ theta)\nreturn shrink * theta + F[y] - F[y_hat]", "the cost is not added"),
        ("confusion", "tp = fp = fn = tn = 0\nfor a, b in zip(y, y_hat):\n    if a == b:\n        tp += 1\n    elif b == 1:\n        fp += 1\n"
         "    elif a == 1:\n        fn += 1\n    else:\n        tn += 1\nreturn tp, fp, fn, tn",
         "look at the condition a == b, to which another may have to be added"),
        ("gradient_descent", DESCENT, "look at the name step, in the second line that says return x, step; a small change there"),
        ("categorical_pmf", "p = 1.0\nfor k in range(1, len(phi) + 1):\n    p *= phi[k - 1] ** (x == k)\nreturn p",
         "x, where 1 more may be meant"),
        ("averaged_perceptron", SUMMED, "total += W comes after `for i in range(n)`, so it does not happen in each of its rounds"),
        ("mean_of", "t = 0\nfor x in numbers:\n    t += x\n    t /= len(numbers)\nreturn t",
         "t /= len(numbers) is inside `for x in numbers`, so it happens in every round"),
        ("predict_label", NOT_RESET, "s = 0 comes before `for label in model['log_priors']`, so s is not reset"),
        ("lexicon_score", "return sum(w in lexicon.keys() for w in words)", "in every call that was tried, and your code never reads label"),
        ("predict_label", ALPHABETICAL, "sorted(model['log_priors']) is in alphabetical order"),
        ("train_softmax", ALL_EXAMPLES, "a step is divided by the number of all examples, not by that of its batch."),
        ("mean_and_error", ERROR + "s = sum((v - mean) ** 2 for v in values) / (n - 1)\nreturn mean, s / n ** 0.5",
         "a square root is missing, or a square too many, where s gets its value"),
        ("regularised_gradient", "p = 1 / (1 + np.exp(X @ w))\ng = X.T @ (p - y) / len(y)\n"
         "g[1:] += 2 * lam * w[1:]\nreturn g", "look at what happens to 1 / (1 + np.exp(X @ w))"),
    ],
)  # fmt: skip
@pytest.mark.sampled(every=2)
def test_mistake_in_source_is_named(name, body, words):
    text = said(name, body)
    print(text)
    assert words in text


@pytest.mark.parametrize(
    ("name", "body", "untrue"),
    [
        ("mean_of", "best, total = 0, 0\nfor x in numbers:\n    total += x\n    if x > best:\n        best = x\n"
         "return total / (len(numbers) + 1)", "none of them beats it"),
        ("all_vs_all_vote", "votes = {k: 0 for k in range(n_classes)}\nfor k in winners.values():\n    votes[k] += 1\n"
         "return sorted(votes, key=votes.get)[0]", "largest key"),
        ("recall", "hit = np.flatnonzero(y)\nreturn np.mean(y_hat[hit] == 0) if len(hit) else 0.0", "holds whole numbers"),
        ("word_counts", "from collections import Counter\ncounts = {l: Counter() for _, l in labelled}\n"
         "for words, label in labelled:\n    counts[label].update(set(words))\nreturn counts", "one and the same"),
        ("likelihood", SIGMOID + "r = 1\nfor x, t in zip(X, y):\n    r *= sigmoid(w @ x)\nreturn r", "starts with"),
        ("confusion", EXCHANGED, "the order is"),
        ("confusion", EXCHANGED.replace("return tp, fp, fn, tn", "return tp, fp, tn, fn").replace("a == 0", "a == 1"),
         "exchanged"),
        ("likelihood", "return 0.0 * len(w)", "y is a factor"),
        ("toss_outcomes", TOSSES + "out.sort()\nreturn out[1:]", "returns None"),
        (
            "total_probability",
            "get = max([1], key=[1].count)\nreturn likelihoods[0]",
            "round brackets",
        ),
        ("least_squares", "return np.linalg.pinv(A.T @ A) @ A.T * b", "the order in A"),
        ("mean_of", "for n in numbers:\n    return n", "it returned at"),
        ("bayes", "total, out = 0, []\nfor l, p in zip(likelihoods, priors):\n    total += l * p\n    out.append(l * p / total)\n"
         "return np.array(out)", "should be as it is in likelihoods"),
        ("averaged_perceptron", SUMMED.replace("        total += W", "            total += W").replace("(n * epochs)", "n"),
         "comes after the loop"),
    ],
)  # fmt: skip
def test_sentence_is_not_said_of_other_source(name, body, untrue):
    assert untrue not in said(name, body)


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("gradient_descent", """
            x = x0
            g = gradient(x)
            for n in range(max_steps):
                if np.linalg.norm(g) < epsilon:
                    return x, n
                x = x - eta * g
            return x, max_steps
            """, "g = gradient(x) comes before the loop, so it is not brought up to date when x changes"),
        ("compare", """
            out, row = {}, []
            for name, model in models.items():
                for train, test in splits:
                    given = model(train, [words for words, _ in test])
                    row.append(sum(a == b for a, (_, b) in zip(given, test)) / len(test))
                out[name] = row
            return out
            """, "WRONG"),
    ],
)  # fmt: skip
def test_line_before_a_loop_is_called_a_start_or_out_of_date(name, body, words, monkeypatch):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    text = said(name, body)
    assert words in text
    assert ("brought up to date" in text) == ("brought up to date" in words)


@pytest.mark.parametrize(
    ("name", "body", "true"),
    [
        ("perceptron_update", NO_Y, False),
        ("conditional", "P = lambda s: sum(dist[x] for x in s)\nif not P(a):\n    raise ValueError\nreturn P(a & b) / P(a)",
         True),
        ("smoothed_probability", "return (total + 1) / (count + vocabulary_size + 1)", True),
    ],
)  # fmt: skip
def test_arguments_are_called_swapped_only_if_swapping_repairs(name, body, true, monkeypatch):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    monkeypatch.setattr(diagnosis, "transformed", lambda evidence: None)
    monkeypatch.setattr(Search, "found", lambda self: None)
    assert ("have changed places" in said(name, body)) == true


def test_variable_set_in_a_loop_is_not_called_right():
    function, check = written("train_naive_bayes", STALE), CHECKS["train_naive_bayes"]
    inputs = [case.args for case in check.inputs(0).random[:4]]
    right = right_so_far(function, source_of(function), check.answers, inputs)
    assert right == ["counts", "docs", "log_priors"]


def test_numpy_number_is_not_called_a_list():
    """Else a look at the variables of a function that is given a list would end in an error."""
    assert not calling.same(np.float64(0.5), [0.5, 0.5])
    assert not calling.same([0.5, 0.5], np.float64(0.5))
    text = said("early_stopping", """
        best, at = np.float64(np.inf), 0
        for i, loss in enumerate(validation_losses):
            if loss < best:
                best, at = np.float64(loss), i
            if i - at > patience:
                return i, at
        return len(validation_losses) - 1, at
        """)  # fmt: skip
    assert "WRONG" in text


LENGTH = """
    w = np.zeros(len(X))
    mistakes = []
    for _ in range(max_epochs):
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


@pytest.mark.parametrize("cut_short", [False, True])
def test_edit_is_not_called_partial_when_time_runs_out(cut_short, monkeypatch):
    """On a busy machine time may be up while the edited function is still being looked at."""
    tried = Search._tried

    def late(self, edited):
        right, passes = tried(self, edited)
        if passes and cut_short and not hasattr(self, "was_late"):
            self.was_late, self.ends = True, (0.0, 0.0)
            return right, False
        return right, passes

    monkeypatch.setattr(Search, "_tried", late)
    monkeypatch.setattr(Search, "_late", lambda self: self.ends == (0.0, 0.0))  # no other clock
    text = said("train_perceptron", LENGTH)
    assert "the shape of X, in the line w = np.zeros(len(X))" in text
    assert "but not all" not in text


def test_question_is_not_followed_by_a_semicolon():
    text = said("one_vs_all_labels", "y[y == k] = 1\ny[y != k] = -1\nreturn y")
    assert (
        "should it come after the next one? A small change there repairs most results, but not all."
        in text
    )
