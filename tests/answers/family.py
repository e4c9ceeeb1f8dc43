"""Answers to exercise 09: right ones of several kinds, and wrong ones outside the catalogue."""

import math
from collections import Counter, defaultdict

import numpy as np

# ---------------------------------------------------------------- linear_update, right


def update_by_match(name, weights, example, label, rate):
    scores = weights.dot(example)
    match name:
        case "perceptron":
            chosen = (np.arange(len(scores)) == scores.argmax()).astype(int)
        case "softmax":
            chosen = np.exp(scores - np.logaddexp.reduce(scores))
        case _:
            raise ValueError
    error = -1.0 * chosen
    error[label] += 1
    return weights + rate * np.einsum("k,d->kd", error, example)


class NoSuchRule(ValueError):
    pass


def update_from_table(rule, W, x, y, eta):
    table = {
        "perceptron": lambda z: np.eye(z.size)[np.argmax(z)],
        "softmax": lambda z: np.exp(z - z.max()) / np.sum(np.exp(z - z.max())),
    }
    try:
        p = table[rule](W @ x)
    except KeyError:
        raise NoSuchRule(rule) from None
    return W - eta * np.outer(p - np.eye(len(W))[y], x)


# ---------------------------------------------------------------- linear_update, wrong


def changes_w(rule, W, x, y, eta):
    if rule not in ("perceptron", "softmax"):
        raise ValueError
    new = update_from_table(rule, W, x, y, eta)
    if W.dtype == float:
        W[...] = new
    return new


def returns_the_error(rule, W, x, y, eta):
    if rule not in ("perceptron", "softmax"):
        return ValueError("no such rule")
    return update_from_table(rule, W, x, y, eta)


def only_perceptron(rule, W, x, y, eta):
    if rule != "perceptron":
        raise ValueError("not yet")
    return update_from_table(rule, W, x, y, eta)


# ---------------------------------------------------------------- sentiment_pipeline, right


def bayes_plainly(train, documents):
    counts, totals, sentences = {}, {}, {}
    for words, label in train:
        sentences[label] = sentences.get(label, 0) + 1
        table = counts.setdefault(label, {})
        for word in words:
            table[word] = table.get(word, 0) + 1
            totals[label] = totals.get(label, 0) + 1
    size = len({word for table in counts.values() for word in table})
    answers = []
    for words in documents:
        best, best_score = None, -math.inf
        for label, table in counts.items():
            score = math.log(sentences[label] / len(train))
            for word in words:
                score += math.log((table.get(word, 0) + 1) / (totals[label] + size + 1))
            if score > best_score:
                best, best_score = label, score
        answers.append(best)
    return answers


def logistic_by_sgd(train, documents, epochs=4, eta=0.1):
    rng = np.random.default_rng()  # no seed: every call is a little different
    labels = sorted({label for _, label in train})
    counts = Counter(word for words, _ in train for word in set(words))
    index = {word: i for i, word in enumerate((w for w in counts if counts[w] > 1), start=1)}

    def encode(words):
        return np.array([0, *{index[word] for word in words if word in index}])

    rows = [encode(words) for words, _ in train]
    y = np.array([labels.index(label) for _, label in train])
    w = np.zeros(len(index) + 1)
    for epoch in range(epochs):
        for i in rng.permutation(len(rows)).tolist():
            z = w[rows[i]].sum()
            w[rows[i]] += eta / (1 + epoch) * (y[i] - 0.5 * (1 + math.tanh(z / 2)))
    print("learnt", len(w), "weights")
    return np.array(labels)[[int(w[encode(words)].sum() > 0) for words in documents]]


def bayes_as_matrix(train, documents):
    """Presence of words, weights as log-odds, priors left out, answers in a tuple."""
    labels = tuple(dict.fromkeys(label for _, label in train))
    seen = Counter((word, label) for words, label in train for word in set(words))
    n = Counter(label for _, label in train)
    odds = {
        word: math.log((seen[word, labels[0]] + 1) / (n[labels[0]] + 2))
        - math.log((seen[word, labels[1]] + 1) / (n[labels[1]] + 2))
        for word in {word for word, _ in seen}
    }
    sums = (sum(odds.get(word, 0.0) for word in set(words)) for words in documents)
    return tuple(labels[0] if s > 0 else labels[1] for s in sums)


# ---------------------------------------------------------------- sentiment_pipeline, wrong


def a_few_sentences(train, documents):
    return bayes_plainly(train[:200], documents)


def a_vote_of_words(train, documents):
    counts = defaultdict(Counter)
    for words, label in train:
        for word in words:
            counts[word][label] += 1
    labels = list(dict.fromkeys(label for _, label in train))
    owner = {word: max(labels, key=table.get if len(table) > 1 else table.__getitem__)
             for word, table in counts.items()}  # fmt: skip
    return [
        max(labels, key=lambda label: sum(owner.get(word) == label for word in words))
        for words in documents
    ]


KNOWN_WORDS = {"good": 1, "great": 1, "bad": -1, "fine": 1, "dull": -1}


def a_list_of_words(train, documents):
    labels = sorted({label for _, label in train})
    sums = [sum(KNOWN_WORDS.get(word, 0) for word in words) for words in documents]
    return [labels[int(s > 0)] for s in sums]


def first_word_only(train, documents):
    return bayes_plainly([(words[:1], label) for words, label in train], documents)


def pairs(train, documents):
    return list(zip(documents, bayes_plainly(train, documents), strict=True))


def eats_the_training_data(train, documents):
    answers = bayes_plainly(list(train), documents)
    train.clear()
    return answers


def log_of_a_sum(train, documents):
    """The probabilities of the words added up before the logarithm is taken."""
    counts, totals = defaultdict(Counter), Counter()
    for words, label in train:
        counts[label].update(words)
        totals[label] += len(words)
    return [
        max(counts, key=lambda y: math.log(1e-9 + sum(counts[y][w] for w in words) / totals[y]))
        for words in documents
    ]


# ---------------------------------------------------------------- compare


def compare_in_one_go(models, splits):
    return {
        name: [
            float(np.mean(np.array(f(tr, [w for w, _ in te])) == np.array([y for _, y in te])))
            for tr, te in splits
        ]
        for name, f in models.items()
    }


def compare_split_by_split(models, splits):
    table = defaultdict(list)
    for split in splits:
        words, labels = zip(*split[1], strict=True)
        for name in models:
            guesses = models[name](split[0], list(words))
            table[name].append(sum(map(str.__eq__, guesses, labels)) / len(labels))
    return dict(table)


def compare_as_arrays(models, splits):
    return {name: np.array(row) for name, row in compare_in_one_go(models, splits).items()}


def compare_in_percent(models, splits):
    return {k: [100 * x for x in v] for k, v in compare_in_one_go(models, splits).items()}


def compare_all_together(models, splits):
    return {k: [float(np.mean(v))] for k, v in compare_in_one_go(models, splits).items()}


def compare_without_last(models, splits):
    return dict(list(compare_in_one_go(models, splits).items())[:-1])


def compare_shuffles_the_splits(models, splits):
    table = compare_in_one_go(models, splits)
    splits.reverse()
    return table


# ---------------------------------------------------------------- mean_and_error


def error_by_hand(values):
    n = len(values)
    if n < 2:
        raise ValueError("too few")
    mean = math.fsum(values) / n
    return mean, math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n * (n - 1)))


def error_by_numpy(values):
    a = np.asarray(values, dtype=float)
    if a.size < 2:
        raise ValueError
    return a.mean(), a.std(ddof=1) / a.size**0.5


def error_by_statistics(values):
    import statistics

    return statistics.fmean(values), statistics.stdev([float(v) for v in values]) / len(
        values
    ) ** 0.5


def error_with_nan(values):
    with np.errstate(all="ignore"):
        a = np.asarray(values, dtype=float)
        return a.mean() if a.size else np.nan, np.divide(a.std(), np.sqrt(max(a.size - 1, 0)))


def error_of_one_accuracy(values):
    mean, _ = error_by_hand(values)
    return mean, math.sqrt(abs(mean * (1 - mean)) / len(values))


def median_and_error(values):
    return float(np.median(values)), error_by_hand(values)[1]


RIGHT = {
    "compare": [compare_in_one_go, compare_split_by_split, compare_as_arrays],
    "mean_and_error": [error_by_hand, error_by_numpy, error_by_statistics],
    "linear_update": [update_by_match, update_from_table],
    "sentiment_pipeline": [
        bayes_plainly,
        logistic_by_sgd,
        bayes_as_matrix,
    ],
}

WRONG = {
    "compare": [
        (compare_in_percent, "it is in per cent"),
        (compare_all_together, "one accuracy for all splits together"),
        (compare_without_last, "without the model"),
        (compare_shuffles_the_splits, "splits is changed in place"),
    ],
    "mean_and_error": [
        (error_with_nan, "should raise a ValueError"),
        (error_of_one_accuracy, "0.75"),
        (median_and_error, "expected"),
    ],
    "linear_update": [
        (changes_w, "W is changed in place"),
        (returns_the_error, "returned the error"),
        (only_perceptron, "stopped with ValueError: not yet"),
    ],
    "sentiment_pipeline": [
        (a_few_sentences, "Something is learnt"),
        (a_vote_of_words, "was seen in negative sentences only"),
        (log_of_a_sum, "held-out sentences"),
        (a_list_of_words, "With the labels of train as they are"),
        (first_word_only, "was seen in negative sentences only"),
        (pairs, "a list that holds a tuple"),
        (eats_the_training_data, "train is changed in place"),
        (lambda train, documents: ["neg"], "1 label for 3 documents"),
    ],
}
