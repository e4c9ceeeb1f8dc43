"""Checks of what is counted: class priors, words per label, rare words."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check, DictOf, ListOf, Word

from lincourse import naive_bayes as reference
from lincourse.checks.units.naive_bayes.shared import (
    FINE,
    OOV,
    REVIEWS,
    by_label,
    document,
    labelled_documents,
    some_labels,
    some_words,
    with_marks,
)
from lincourse.checks.units.ratios import RATIO

# ---------------------------------------------------------------- class_priors

class_priors = Check(reference.class_priors, gives=by_label(RATIO))
class_priors.example(
    (["neg", "pos", "neg", "neg"],),
    {"neg": 0.75, "pos": 0.25},
    "three of the four labels are neg",
)


@class_priors.random_inputs
def class_priors_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (4, 5, 7, 8, 10, 16, 25):
        labels = some_labels(rng)
        drawn = [labels[i] for i in rng.choice(len(labels), n - 3, p=skewed_shares(len(labels)))]
        yield ([*labels[:2], labels[0], *drawn],)


def skewed_shares(k: int) -> Any:
    shares = 2.0 ** -np.arange(k)
    return shares / shares.sum()


@class_priors.edge_cases
def class_priors_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield (["only"] * int(rng.integers(1, 6)),)
    yield ([True, False, False],)
    yield ([0, 1, 2, 3],)
    yield (["rare", *["common"] * int(rng.integers(900, 1000))],)


@class_priors.property("the probabilities add up to 1")
def priors_add_up(f: Any, rng: np.random.Generator) -> str | None:
    labels = [*"abc", *rng.choice(list("abc"), 8).tolist()]
    total = sum(float(p) for p in f(labels).values())
    return None if math.isclose(total, 1) else f"They add up to {total:g}."


class_priors.answer("""
    from collections import Counter

    n = len(labels)
    counts = Counter(labels)
    return {label: count / n for label, count in counts.items()}
""")
class_priors.mistake(
    "count / n -> 1 / len(counts)",
    "every label gets the same probability.",
    "Is a label that comes nine times in ten as probable as the other?",
)
class_priors.mistake(
    "count / n -> count / len(counts)",
    "the counts are divided by the number of different labels, not by that of examples.",
    "Of how many examples is it a share?",
)
class_priors.mistake(
    "count / n -> (count + 1) / (n + len(counts))",
    "the counts are smoothed.",
    "Every label here was seen. The formula has no +1.",
)
class_priors.mistake(
    "count / n -> 1 / count",
    "it is one over the count.",
    "Should a label that comes more often be more probable, or less?",
)
class_priors.mistake(
    "count / n -> count / (n - count)",
    "the odds are returned: this label against all others.",
    "A share is of all examples, this label's own included.",
)
class_priors.mistake(
    "count / n -> count / (n + 1)",
    "one example too many is in the denominator.",
    "How many examples are there?",
)


# ---------------------------------------------------------------- word_counts

word_counts = Check(
    reference.word_counts, gives=by_label(DictOf(FINE, "a Counter from word to number", zeros=True))
)
word_counts.example(
    (REVIEWS,),
    {"pos": Counter(good=2, film=1), "neg": Counter(bad=2, film=1, good=1, plot=1)},
    "under pos there are good, good, film; under neg bad, film, good, bad, plot",
)


@word_counts.random_inputs
def word_counts_inputs(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some_words(rng, 3)
    yield ([([a, a, b], "pos"), ([a, b, c], "neg"), ([c, a], "pos")],)
    for n, words in ((2, 3), (4, 4), (6, 5), (9, 6), (15, 10)):
        yield (labelled_documents(rng, max(n, 3), words),)
    for n, words in ((5, 4), (8, 8)):
        yield (labelled_documents(rng, n, words, labels=(1, 0)),)


@word_counts.edge_cases
def word_counts_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    a, b = some_words(rng, 2)
    yield ([([a], "only")],)
    yield ([([a] * int(rng.integers(200, 300)) + [b], 0), ([b], 1)],)
    yield ([([a, a.upper(), b], "x"), ([a.upper()], "y")],)  # words are taken as they are
    yield (labelled_documents(rng, 60, 10),)
    yield (with_marks(a, b),)


@word_counts.property("as many words are counted as there are")
def all_tokens(f: Any, rng: np.random.Generator) -> str | None:
    data = labelled_documents(rng, 10, 6)
    there = sum(len(words) for words, _ in data)
    counted = sum(float(n) for table in f(data).values() for n in table.values())
    if counted != there:
        return f"There are {there} words in these texts, and {counted:g} were counted."
    return None


word_counts.answer("""
    from collections import Counter

    counts = {}
    for words, label in labelled:
        if label not in counts:
            counts[label] = Counter()
        for word in words:
            counts[label][word] += 1
    return counts
""")
word_counts.mistake(
    "counts[label][word] += 1 -> counts[label].update(word)",
    "letters are counted, not words.",
    "What does Counter.update do with a string: is it one word to it, or many letters?",
)
word_counts.mistake(
    "counts[label][word] += 1 -> counts[label][word] = 1",
    "every word gets a count of 1, however often it comes.",
    "Does your code add to the count, or set it?",
)
word_counts.mistake(
    "if label not in counts: -> if True:",
    "only the last text of each label is counted.",
    "Does a second text with the same label start a new count?",
)
word_counts.answer("""
    from collections import Counter

    counts = {}
    for words, label in labelled:
        counts.setdefault(label, Counter()).update(words)
    return counts
""")
word_counts.mistake(
    "Counter()).update(words) -> Counter(words))",
    "only the first text of each label is counted.",
    "What happens to the second text with the same label?",
)
word_counts.mistake(
    "return counts -> return dict.fromkeys(counts, sum(counts.values(), Counter()))",
    "every label gets the counts of all texts.",
    "Which texts belong to a label?",
)
word_counts.mistake(
    """
    counts = {} -> counts, seen = {}, Counter()
    counts.setdefault(label, Counter()).update(words) -> seen.update(words); counts[label] = seen.copy()
    """,
    "one counter is shared: each label also holds what came before it.",
    "Does each label have a counter of its own?",
)
word_counts.mistake(
    """
    return counts -> return {y: {w: n / table.total() for w, n in table.items()} for y, table in counts.items()}
    """,
    "shares are returned, not counts.",
    "The division comes later. How many are there?",
)
word_counts.mistake(
    """
    return counts -> return {y: {w: n for w, n in table.items() if n > 1} for y, table in counts.items()}
    """,
    "words that come only once are left out.",
    "A word seen once has a count too.",
)
word_counts.mistake(
    """
    counts.setdefault(label, Counter()).update(words) -> for w in words: counts.setdefault(w, Counter())[label] += 1
    """,
    "the dict goes from word to label, not from label to word.",
    "What is the outer key, and what the inner one?",
)


# ---------------------------------------------------------------- replace_rare

replace_rare = Check(
    reference.replace_rare,
    gives=ListOf(
        ListOf(Word(), "a list of words"),
        "a list of lists of words",
        miscount=lambda have, want: f"{have} documents, not {want}",
    ),
)
replace_rare.example(
    ([["good", "film", "good"], ["bad", "film"], ["dull", "film", "good"]], 2),
    [["good", "film", "good"], [OOV, "film"], [OOV, "film", "good"]],
    "good and film come three times in all, bad and dull only once",
)


@replace_rare.random_inputs
def replace_rare_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, k in ((2, 2), (3, 2), (4, 2), (4, 3), (6, 3), (8, 4)):
        words = some_words(rng, 8)
        yield [document(rng, words, int(rng.integers(2, 8))) for _ in range(n)], k
    for k in (2, 3, 4):
        a, b, c, d, e = some_words(rng, 5)
        yield [[a] * k + [b], [c, b, d, d], [b] * (k - 2) + [e] * (k - 1)], k
        yield [[a], [b, c, a], *[[a, d]] * (k - 1), [b] * k], k
        yield [[a, b], [f"{a}s"] * k, [b] * k], k  # a rare word inside a frequent one


@replace_rare.edge_cases
def replace_rare_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    words = some_words(rng, 6)
    documents = [document(rng, words, 6) for _ in range(4)]
    yield documents, 1  # nothing is rare
    yield documents, 0
    yield documents, 1000  # everything is
    yield [[words[0]]], 2
    yield [[OOV, words[0], words[0]], [words[1], OOV, words[0]]], 3  # some OOV are there already
    yield [document(rng, words, 200) for _ in range(3)], int(rng.integers(60, 120))
    yield [text for text, _ in with_marks(*words[:2])], 2


@replace_rare.property("every document keeps its length")
def lengths_stay(f: Any, rng: np.random.Generator) -> str | None:
    documents = [document(rng, some_words(rng, 8), n) for n in (3, 6, 4)]
    lengths = [len(words) for words in f(documents, 2)]
    return None if lengths == [3, 6, 4] else f"The lengths 3, 6, 4 became {lengths}."


def replaced_while_counting(documents: Any, k: int) -> Any:
    counts: Counter[str] = Counter()
    result = []
    for words in documents:
        counts.update(words)
        result.append([word if counts[word] >= k else OOV for word in words])
    return result


replace_rare.answer("""
    from collections import Counter

    counts = Counter(word for words in documents for word in words)
    return [[word if counts[word] >= k else "<OOV>" for word in words] for words in documents]
""")
replace_rare.mistake(
    ">= k -> < k",
    "the frequent words are replaced, not the rare ones.",
    "Which words should go: those seen fewer than k times, or the others?",
)
replace_rare.mistake(
    "counts[word] >= k -> word in [w for w, _ in counts.most_common(k)]",
    "the k most frequent words stay, and all others are replaced.",
    "Is k how many words stay, or how often a word has to be seen?",
)
replace_rare.mistake(
    '"<OOV>" -> "OOV"',
    "rare words are replaced by another string than <OOV>.",
    'OOV is the string "<OOV>", with its brackets.',
)
replace_rare.mistake(
    "Counter(word for words in documents for word in words) -> Counter(documents[0])",
    "only the counts of the first document are used.",
    "Seen fewer than k times in all of them.",
)
replace_rare.mistake(
    "Counter(word for words in documents for word in words) -> Counter(documents[-1])",
    "only the counts of the last document are used.",
    "Does your counter start again at 0 with each document?",
)
replace_rare.mistake(
    "counts[word] >= k -> words.count(word) >= k",
    "each document is counted by itself.",
    "Seen fewer than k times in all documents together, not in one.",
)
replace_rare.mistake(
    replaced_while_counting,
    "words are replaced while the counting still goes on.",
    "When are the counts final?",
)
replace_rare.mistake(
    """
    word if counts[word] >= k else "<OOV>" -> word
    in words] -> in words if counts[word] >= k]
    """,
    "rare words are dropped, not replaced.",
    "How long should each document be afterwards?",
)
replace_rare.mistake(
    "for word in words] for words in documents] -> for words in documents for word in words]]",
    "all documents are joined into one.",
    "The result has as many documents as there were.",
)
