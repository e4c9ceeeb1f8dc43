"""Answers to exercise 02: right ones of several kinds, and wrong ones outside the catalogue."""

import itertools
import math
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np

OOV = "<OOV>"

# ---------------------------------------------------------------- right


def score_by_loop(words, label, lexicon):
    print("scoring", label)
    score = 0
    for word in words:
        if word in lexicon[label]:
            score += 1
    return score


def score_by_counter(words, label, lexicon):
    counts = Counter(words)
    return sum(counts[word] for word in lexicon[label])


def score_by_array(words, label, lexicon):
    return np.isin(words, sorted(lexicon[label])).sum()


def choose_by_loop(words, labels, score):
    best = labels[0]
    for label in labels[1:]:
        if score(words, label) > score(words, best):
            best = label
    return best


def lexicon_with_defaultdict(labelled):
    table = defaultdict(Counter)
    model = {}
    for words, label in labelled:
        model.setdefault(label, set())
        for word in words:
            table[word][label] += 1
    for word in table:
        best = None
        for label in model:
            if best is None or table[word][label] > table[word][best]:
                best = label
        model[best].add(word)
    return model


def lexicon_as_defaultdict_of_sets(labelled):
    counts = {}
    for words, label in labelled:
        counts.setdefault(label, Counter()).update(words)
    result = defaultdict(set)
    for label in counts:
        result[label] = frozenset()
    for word in set().union(*counts.values()):
        label = sorted(counts, key=lambda y: -counts[y][word])[0]  # sorting is stable
        result[label] |= {word}
    return result


def priors_by_loop(labels):
    counts = {}
    for label in labels:
        counts[label] = counts.get(label, 0) + 1
    for label in counts:
        counts[label] /= len(labels)
    return counts


def priors_by_numpy(labels):
    values, counts = np.unique(labels, return_counts=True)
    return dict(zip(values, counts / counts.sum(), strict=True))


def priors_by_fraction(labels):
    return {label: Fraction(labels.count(label), len(labels)) for label in labels}


def counts_with_zeros(labelled):
    vocabulary = {word for words, _ in labelled for word in words}
    labels = {label for _, label in labelled}
    tables = {label: dict.fromkeys(vocabulary, 0) for label in labels}
    for words, label in labelled:
        for word in words:
            tables[label][word] += 1
    return tables


def counts_defaultdict(labelled):
    tables = defaultdict(lambda: defaultdict(int))
    for words, label in labelled:
        for word in words:
            tables[label][word] += 1
    return tables


def counts_by_sum(labelled):
    labels = list(dict.fromkeys(label for _, label in labelled))
    return {y: sum((Counter(words) for words, x in labelled if x == y), Counter()) for y in labels}


def categories_by_loop(values, n_values):
    result = np.ones(n_values)
    for value in values:
        result[value] += 1
    return result / result.sum()


def categories_by_one_hot(values, n_values):
    together = np.concatenate([values, np.arange(n_values)])
    return np.eye(n_values)[together].mean(axis=0)


def train_by_loops(labelled):
    documents, tables, vocabulary = Counter(), defaultdict(Counter), set()
    for words, label in labelled:
        documents[label] += 1
        for word in words:
            tables[label][word] += 1
            vocabulary.add(word)
    log_priors, log_likelihoods = {}, {}
    for label in documents:
        log_priors[label] = math.log(documents[label] / len(labelled))
        denominator = sum(tables[label].values()) + len(vocabulary) + 1
        log_likelihoods[label] = {OOV: math.log(1 / denominator)}
        for word in vocabulary:
            log_likelihoods[label][word] = math.log((tables[label][word] + 1) / denominator)
    return {"log_priors": log_priors, "log_likelihoods": log_likelihoods}


def train_with_differences_of_logs(labelled):
    labels = [label for _, label in labelled]
    everything = list({word for words, _ in labelled for word in words}) + [OOV]
    model = {"vocabulary": everything, "log_priors": {}, "log_likelihoods": {}}
    for y in set(labels):
        mine = list(itertools.chain.from_iterable(words for words, x in labelled if x == y))
        counts = np.array([mine.count(word) for word in everything]) + 1
        model["log_priors"][y] = np.log(labels.count(y)) - np.log(len(labels))
        model["log_likelihoods"][y] = dict(
            zip(everything, np.log(counts) - np.log(counts.sum()), strict=True)
        )
    return model


def train_with_default(labelled):
    """Tables that also know what to say of an unseen word."""
    plain = train_by_loops(labelled)
    for label, table in plain["log_likelihoods"].items():
        unseen = table[OOV]
        plain["log_likelihoods"][label] = defaultdict(lambda unseen=unseen: unseen, table)
    return plain


def log_score_by_counts(words, label, model):
    table = model["log_likelihoods"][label]
    known = Counter(word if word in table else OOV for word in words)
    return math.fsum([model["log_priors"][label], *(n * table[w] for w, n in known.items())])


def log_score_by_array(words, label, model):
    table = model["log_likelihoods"][label]
    return np.sum([table.get(word, table[OOV]) for word in words]) + model["log_priors"][label]


def predict_by_argmax(words, model):
    labels = list(model["log_priors"])
    return labels[np.argmax([log_score_by_array(words, y, model) for y in labels])]


def predict_by_loop(words, model):
    best, best_score = None, None
    for label in model["log_priors"]:
        score = log_score_by_counts(words, label, model)
        if best_score is None or score > best_score:
            best, best_score = label, score
    return best


def rare_by_loop(documents, k):
    counts = {}
    for words in documents:
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    result = []
    for words in documents:
        new = []
        for word in words:
            if counts[word] < k:
                new.append(OOV)
            else:
                new.append(word)
        result.append(new)
    return result


def rare_as_tuples(documents, k):
    counts = Counter(itertools.chain(*documents))
    frequent = {word for word, n in counts.items() if n >= k}
    return tuple(tuple(w if w in frequent else OOV for w in words) for words in documents)


def difference_by_loop(right_a, right_b):
    n = len(right_a)
    if n <= 1:
        raise ValueError("too few")
    d = [float(a) - float(b) for a, b in zip(right_a, right_b, strict=True)]
    mean = sum(d) / n
    return [mean, math.sqrt(sum((x - mean) ** 2 for x in d) / (n - 1) / n)]


def difference_by_counts(right_a, right_b):
    n = right_a.size
    if n < 2:
        raise ValueError(f"{n} examples")
    won = np.sum((right_a == 1) & (right_b == 0))
    lost = np.sum((right_a == 0) & (right_b == 1))
    mean = (won - lost) / n
    return mean, np.sqrt((won + lost - n * mean**2) / ((n - 1) * n))


def difference_with_statistics(right_a, right_b):
    import statistics

    try:
        d = [Fraction(int(a) - int(b)) for a, b in zip(right_a, right_b, strict=True)]
        return statistics.fmean(d), math.sqrt(statistics.variance(d) / len(d))
    except statistics.StatisticsError as error:
        raise ValueError from error


RIGHT = {
    "paired_difference": [difference_by_loop, difference_by_counts, difference_with_statistics],
    "lexicon_score": [
        score_by_loop,
        score_by_counter,
        score_by_array,
        lambda words, label, lexicon: len([w for w in words if w in lexicon[label]]),
    ],
    "classify": [
        choose_by_loop,
        lambda words, labels, score: labels[int(np.argmax([score(words, y) for y in labels]))],
        lambda words, labels, score: max(labels, key=lambda y: score(words, y)),
    ],
    "learn_lexicon": [
        lexicon_with_defaultdict,
        lexicon_as_defaultdict_of_sets,
    ],
    "class_priors": [
        priors_by_loop,
        priors_by_numpy,
        priors_by_fraction,
        lambda labels: {y: np.mean([x == y for x in labels]) for y in set(labels)},
        lambda labels: defaultdict(float, priors_by_loop(labels)),
    ],
    "word_counts": [counts_with_zeros, counts_defaultdict, counts_by_sum],
    "smoothed_probability": [
        lambda count, total, vocabulary_size: (count + 1) / (total + vocabulary_size + 1),
        lambda count, total, vocabulary_size: np.divide(1 + count, 1 + total + vocabulary_size),
        lambda count, total, vocabulary_size: Fraction(
            int(count + 1), int(total + vocabulary_size + 1)
        ),
        lambda c, n, V: math.exp(math.log(c + 1) - math.log(n + V + 1)),
    ],
    "categorical_likelihood": [
        categories_by_loop,
        categories_by_one_hot,
        lambda values, n_values: (
            (np.bincount(values, minlength=n_values) + 1) / (values.size + n_values)
        ),
    ],
    "train_naive_bayes": [train_by_loops, train_with_differences_of_logs, train_with_default],
    "log_score": [log_score_by_counts, log_score_by_array],
    "predict_label": [predict_by_argmax, predict_by_loop],
    "replace_rare": [
        rare_by_loop,
        rare_as_tuples,
        lambda documents, k: [
            [w if sum(d.count(w) for d in documents) >= k else OOV for w in words]
            for words in documents
        ],
    ],
}


# ---------------------------------------------------------------- wrong, with what is said


def rare_in_place(documents, k):
    counts = Counter(itertools.chain(*documents))
    for words in documents:
        words[:] = [word if counts[word] >= k else OOV for word in words]
    return documents


def score_by_emptying(words, label, lexicon):
    score = 0
    while words:
        score += words.pop() in lexicon[label]
    return score


def lexicon_that_sorts(labelled):
    labelled.sort(key=str)
    return lexicon_with_defaultdict(labelled)


def predict_that_learns(words, model):
    for table in model["log_likelihoods"].values():
        for word in words:
            table.setdefault(word, table[OOV])
    return predict_by_loop(words, model)


def train_with_rounding(labelled):
    model = train_by_loops(labelled)
    for table in model["log_likelihoods"].values():
        for word in table:
            table[word] = round(table[word], 4)
    return model


def train_without_labels_own_words(labelled):
    model = train_by_loops(labelled)
    return {"log_priors": model["log_priors"]}


WRONG = {
    "paired_difference": [
        (lambda right_a, right_b: np.mean(right_a - right_b), "a tuple (mean, error)"),
        (lambda right_a, right_b: difference_by_loop(right_a, right_b)[::-1], "reverse"),
        (lambda right_a, right_b: difference_by_loop(right_b, right_a), "sign"),
        (lambda right_a, right_b: (0.0, 0.0), "By hand: the differences are 1, 0, 0, 1"),
    ],
    "lexicon_score": [
        (score_by_emptying, "the caller's words had changed"),
    ],
    "classify": [
        (
            lambda words, labels, score: (choose_by_loop(words, labels, score), 1),
            "it returned ('neg', 1), which is none of the labels here",
        ),
        (lambda words, labels, score: max(labels, key=score), "stopped with TypeError"),
    ],
    "learn_lexicon": [
        (lexicon_that_sorts, "labelled is changed"),
        (
            lambda labelled: {y: sorted(w) for y, w in lexicon_with_defaultdict(labelled).items()},
            "set(...) makes a set of it",
        ),
        (
            lambda labelled: {**lexicon_with_defaultdict(labelled), "all": set()},
            "'all', which is not a label",
        ),
        (lambda labelled: {"pos": {"good", "film"}}, "a dict without the label 'neg'"),
    ],
    "smoothed_probability": [
        (lambda count, total, V: (count + 2) / (total + 2 * (V + 1)), "By hand: (3 + 1)"),
    ],
    "train_naive_bayes": [
        (train_without_labels_own_words, "without the key 'log_likelihoods'"),
        (train_with_rounding, "By hand: one text of three is pos"),
    ],
    "predict_label": [
        (predict_that_learns, "the caller's model had changed"),
        (lambda words, model: predict_by_loop(words, model)[:1], "By hand: pos scores"),
        (lambda words, model: dict(model["log_priors"]), "a dict, not a label"),
    ],
    "replace_rare": [
        (rare_in_place, "documents is changed in place"),
        (
            lambda documents, k: [" ".join(words) for words in rare_by_loop(documents, k)],
            "a list that holds a str",
        ),
        (
            lambda documents, k: [*itertools.chain(*rare_by_loop(documents, k))],
            "a list that holds a str",
        ),
        (lambda documents, k: rare_by_loop(documents, k)[:-1], "2 documents, not 3"),
    ],
}
