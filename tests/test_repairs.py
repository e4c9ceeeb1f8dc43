"""What is said of slips that the source shows: each on several functions, and never where it is not so."""

# ruff: noqa: E501
import numpy as np
import pytest
from misstep.core import calling
from misstep.explain import diagnosis
from misstep.explain.repairs import edits
from misstep.explain.repairs.search import Search
from student_code import said

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
DIAGONAL = "H = np.zeros((len(y), n_classes))\nfor k in y:\n    H[k, k] = 1\nreturn H"
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


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("mean_of", "total = numbers[0]\nfor x in numbers:\n    total += x\nreturn total / len(numbers)",
         "the first entry of numbers counts twice: total starts with it"),
        ("mean_of", "s = numbers[0]\nfor i in range(len(numbers)):\n    s = s + numbers[i]\nreturn s / len(numbers)",
         "the first entry of numbers counts twice: s starts with it"),
        ("total_probability", "p = likelihoods[0] * priors[0]\nfor a, b in zip(likelihoods, priors):\n    p += a * b\n"
         "return p", "counts twice: p starts with it"),
        ("classify", """
            best = labels[0]
            top = score(words, best)
            for label in labels[1:]:
                s = score(words, label)
                if s > top:
                    best = label
            return best
            """, "top never changes in the loop"),
        ("predict_multiclass", """
            out = []
            for x in X:
                best, top = 0, W[0] @ x
                for k in range(1, len(W)):
                    if W[k] @ x > top:
                        best = k
                out.append(best)
            return np.array(out)
            """, "top never changes in the loop"),
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
        ("train_naive_bayes", STALE, "total is set in the loop over counts, and that loop is over"),
        ("bayes", "total = likelihoods @ priors\nfor a, b in zip(likelihoods, priors):\n    part = a * b\n"
         "return np.array([part / total for a, b in zip(likelihoods, priors)])",
         "part is set in the loop over zip(likelihoods, priors), and that loop is over"),
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
        ("lexicon_score", 'listed = " ".join(lexicon[label])\nreturn len([w for w in words if w in listed])',
         "listed is one string, and w in listed looks for a piece of it"),
        ("encode_opinion", 'good, bad = ",".join(positive), negative\n'
         "return np.array([1, any(w in good.split(',') for w in words), any(w in ' '.join(bad) for w in words)], float)",
         "looks for a piece of it"),
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
            """, "sum comes first, and the square is applied only to what it leaves"),
        ("softmax_jacobian", "e = np.exp(z - z.max())\ns = e / e.sum()\nreturn np.diag(s) - s**2",
         "s ** 2 multiplies each entry with the one at its own place"),
        ("softmax_jacobian", "e = np.exp(z - z.max())\ns = e / e.sum()\nreturn np.diag(s) - s * s",
         "s * s multiplies each entry with the one at its own place"),
        ("minibatches", "return np.array_split(rng.permutation(n), max(1, n // size))", "shares everything out evenly"),
        ("minibatches", "order = rng.permutation(n)\nreturn np.array_split(order, max(1, round(n / size)))",
         "shares everything out evenly"),
        ("cross_entropy", "m = (X @ w) * (2 * y - 1)\nc = np.maximum(0, -m)\nreturn np.mean(c + np.log(1 + np.exp(-m - c)))",
         "c is in the one exponent and not in the other: 1 is e^0"),
        ("perceptron_update", NO_Y, "y is missing in w @ x <= 0"),
        ("train_perceptron", """
            w, mistakes = np.zeros(X.shape[1]), []
            for _ in range(max_epochs):
                wrong = 0
                for a, b in zip(X, y):
                    if w @ a <= 0:
                        w = w + eta * b * a
                        wrong += 1
                mistakes.append(wrong)
                if wrong == 0:
                    break
            return w, mistakes
            """, "b is missing in w @ a <= 0"),
        ("train_softmax", """
            W = np.zeros((n_classes, X.shape[1]))
            for _ in range(epochs):
                order = rng.permutation(len(X))
                for i in range(0, len(X), batch_size):
                    batch = order[i : i + batch_size]
                    Z = X[batch] @ W.T
                    e = np.exp(Z - Z.max(axis=1, keepdims=True))
                    P = e / e.sum(axis=1, keepdims=True)
                    T = np.eye(n_classes)[y[: len(batch)]]
                    W = W - eta * (P - T).T @ X[batch] / len(batch)
            return W
            """, "y[:len(batch)] and X[batch] do not take the same entries"),
        ("one_hot", DIAGONAL, "in H[k, k], k is an entry of y, and at one place its number is meant"),
        ("one_hot", "H = np.zeros((len(y), n_classes))\nfor k in y:\n    H[k][k] = 1\nreturn H",
         "in H[k][k], k is an entry of y, and at one place its number is meant"),
        ("mean_of", "t = 0\nfor i in numbers:\n    t += numbers[i]\nreturn t / len(numbers)",
         "in numbers[i], i is an entry of numbers, and its number is meant"),
        ("batch_step", SIGMOID + "for a, b in zip(X, y):\n    w = w - eta / len(y) * (sigmoid(a @ w) - b) * a\nreturn w",
         "w changes within the loop over zip(X, y)"),
        ("batch_step", SIGMOID + "w = w.astype(float)\nfor i in range(len(y)):\n    p = sigmoid(X[i] @ w)\n"
         "    w -= eta * (p - y[i]) * X[i] / len(y)\nreturn w", "w changes within the loop over range(len(y))"),
        ("gradient_descent", """
            x, n = x0, 0
            while n < max_steps and np.linalg.norm(gradient(x)) >= epsilon:
                x = x - eta * gradient(x0)
                n += 1
            return x, n
            """, "your code calls gradient at 3, which a right answer does not, and never at 4"),
        ("mean_and_error", """
            if len(values) < 2:
                raise ValueError
            s = np.std(values, ddof=1)
            return np.mean(values), s / np.sqrt(len(values) - 1)
            """, "look at the number 1, in the line return np.mean(values), s / np.sqrt(len(values) - 1) right so far s"),
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
            """, "your code calls f at [1, -2], which a right answer does not, and never at [0.5, -2]"),
        ("sigmoid", "if np.sum(z) >= 0:\n    return 1 / (1 + np.exp(-z))\nreturn np.exp(z) / (np.exp(z) + 1)",
         "each entry of z comes out right on its own"),
        ("predict_probability", "s = X @ w\nhigh = s.sum() > 0\np = 1 / (1 + np.exp(-s))\n"
         "return p if high or len(p) == 1 else np.where(p > 2, p, 0 * p)", "each row of X comes out right on its own"),
    ],
)  # fmt: skip
@pytest.mark.sampled(every=2)
def test_a_slip_that_the_source_shows_is_named(name, body, words):
    text = said(name, body)
    print(text)
    assert words in text


@pytest.mark.parametrize(
    ("name", "body", "untrue"),
    [
        ("mean_of", "total = numbers[0]\nfor x in numbers[1:]:\n    total += x\nreturn total / (len(numbers) + 1)",
         "counts twice"),
        ("mean_of", "low, total = 0, 0\nfor x in numbers:\n    if x > low:\n        total += x\nreturn total / len(numbers)",
         "never changes"),
        ("mean_of", "best, total = 0, 0\nfor x in numbers:\n    total += x\n    if x > best:\n        best = x\n"
         "return total / (len(numbers) + 1)", "none of them beats it"),
        ("all_vs_all_vote", "votes = {k: 0 for k in range(n_classes)}\nfor k in winners.values():\n    votes[k] += 1\n"
         "return sorted(votes, key=votes.get)[0]", "largest key"),
        ("recall", "hit = np.flatnonzero(y)\nreturn np.mean(y_hat[hit] == 0) if len(hit) else 0.0", "holds whole numbers"),
        ("lexicon_score", "return len([w for w in words if w not in lexicon[label]])", "piece of it"),
        ("word_counts", "from collections import Counter\ncounts = {l: Counter() for _, l in labelled}\n"
         "for words, label in labelled:\n    counts[label].update(set(words))\nreturn counts", "one and the same"),
        ("perceptron_update", "score = y * (w @ x)\nif score < 0:\n    return w + eta * y * x\nreturn w", "y is missing"),
        ("batch_step", SIGMOID + "old = w.copy()\nfor a, b in zip(X, y):\n    w = w - eta * (sigmoid(a @ old) - b) * a\n"
         "return w", "changes within"),
        ("likelihood", SIGMOID + "r = 1\nfor x, t in zip(X, y):\n    r *= sigmoid(w @ x)\nreturn r", "starts with"),
        ("confusion", EXCHANGED, "the order is"),
        ("confusion", EXCHANGED.replace("return tp, fp, fn, tn", "return tp, fp, tn, fn").replace("a == 0", "a == 1"),
         "exchanged"),
        ("likelihood", "return 0.0 * len(w)", "y is a factor"),
        ("minibatches", "order = rng.permutation(n)\nreturn np.split(order, range(size, n - 1, size))", "evenly"),
    ],
)  # fmt: skip
def test_what_the_source_does_not_show_is_not_said(name, body, untrue):
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
def test_a_line_before_a_loop_is_a_start_or_out_of_date(name, body, words, monkeypatch):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    text = said(name, body)
    assert words in text
    assert ("brought up to date" in text) == ("brought up to date" in words)


def test_two_edits_in_lines_that_may_be_right_are_not_pointed_at(monkeypatch):
    """They repair it by luck: both of the lines are right."""
    monkeypatch.setattr(edits, "round_number", lambda function: iter(()))
    text = said("one_hot", DIAGONAL)
    assert "two things" not in text
    assert "return H" not in text


@pytest.mark.parametrize(
    ("name", "body", "true"),
    [
        ("perceptron_update", NO_Y, False),
        ("conditional", "P = lambda s: sum(dist[x] for x in s)\nif not P(a):\n    raise ValueError\nreturn P(a & b) / P(a)",
         True),
        ("smoothed_probability", "return (total + 1) / (count + vocabulary_size + 1)", True),
    ],
)  # fmt: skip
def test_arguments_have_changed_places_only_if_the_function_is_right_with_them_swapped(
    name, body, true, monkeypatch
):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    monkeypatch.setattr(edits, "not_in_condition", lambda function: iter(()))
    monkeypatch.setattr(diagnosis, "transformed", lambda evidence: None)
    monkeypatch.setattr(edits, "tries", lambda *given: iter(()))
    monkeypatch.setattr("misstep.explain.repairs.search.tries", lambda *given: iter(()))
    assert ("have changed places" in said(name, body)) == true


def test_a_name_of_an_earlier_loop_is_not_vouched_for(monkeypatch):
    monkeypatch.setattr("misstep.explain.repairs.search.evident", lambda tree: iter(()))
    monkeypatch.setattr("misstep.explain.repairs.search.tries", lambda *given: iter(()))
    text = said("train_naive_bayes", STALE)
    assert "right so far counts, docs and log_priors" in text


def test_a_number_of_numpy_is_no_list():
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
def test_an_edit_is_not_called_half_of_it_because_the_clock_ran_out(cut_short, monkeypatch):
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
    assert "that is not all" not in text


def test_a_question_is_not_followed_by_a_semicolon():
    text = said("one_vs_all_labels", "y[y == k] = 1\ny[y != k] = -1\nreturn y")
    assert "should it come after the next one? But that is not all." in text
