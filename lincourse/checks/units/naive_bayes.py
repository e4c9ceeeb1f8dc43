"""Checks of unit 02. Words come from a small vocabulary, scores are multiples of 1/8.

So every tie is exact, and the order in which a sum is taken never decides.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from lincourse import naive_bayes as reference
from lincourse.checks.kinds import (
    Array,
    DictOf,
    Kind,
    Label,
    ListOf,
    Number,
    Record,
    SetOf,
    Word,
    show,
)
from lincourse.checks.ladder import Args, Check
from lincourse.checks.quiz import Quiz

OOV = reference.OOV
WORDS = ("good", "bad", "dull", "film", "plot", "funny", "slow", "warm", "cast", "ending")
UNSEEN = ("blargh", "zebra", "quux")
LABELS: tuple[tuple[Any, ...], ...] = (
    ("pos", "neg"),
    ("neg", "pos"),
    ("spam", "ham", "other"),
    (1, 0),
    (2, 5, 9),
)

Labelled = list[tuple[list[str], Any]]


# ---------------------------------------------------------------- what answers look like

FINE = Number(relative=1e-9, absolute=1e-12)


def by_label(kind: Kind) -> DictOf:
    """A dict from label to something of one kind; every label must be there, and no other."""
    return DictOf(kind, f"a dict from label to {kind.words}", key="label")


MODEL = Record(
    log_priors=by_label(FINE),
    log_likelihoods=by_label(DictOf(FINE, "a dict from word to number")),
)
DOCUMENTS = ListOf(
    ListOf(Word(), "a list of words"),
    "a list of lists of words",
    miscount=lambda have, want: f"{have} documents, not {want}",
)


# ---------------------------------------------------------------- drawing documents


def some(rng: np.random.Generator, n: int, words: Sequence[str] = WORDS) -> list[str]:
    """So many different words, in any order."""
    return [words[i] for i in rng.permutation(len(words))[:n]]


def document(rng: np.random.Generator, words: Sequence[str], n: int) -> list[str]:
    """So many tokens, most of them of the first words, so that words repeat."""
    shares = 1.0 / np.arange(1, len(words) + 1)
    return [words[i] for i in rng.choice(len(words), n, p=shares / shares.sum())]


def labels_of(rng: np.random.Generator) -> tuple[Any, ...]:
    return LABELS[rng.integers(len(LABELS))]


def labelled_documents(
    rng: np.random.Generator, n: int, words: int, labels: tuple[Any, ...] | None = None
) -> Labelled:
    """Documents of unequal length; every label is there, some often, and has words of its own."""
    labels = labels or labels_of(rng)
    vocabulary = some(rng, words)
    owners = [labels[i % len(labels)] for i in range(n)]
    owners = [labels[0] if rng.random() < 0.3 else y for y in owners[:-1]] + owners[-1:]
    owners[: len(labels)] = labels
    result = []
    for y in owners:
        favourites = np.roll(vocabulary, labels.index(y)).tolist()
        result.append((document(rng, favourites, int(rng.integers(1, 7))), y))
    return [result[i] for i in rng.permutation(n)]


# ---------------------------------------------------------------- lexicon_score

lexicon_score = Check(reference.lexicon_score, gives=FINE)
lexicon_score.worked(
    (
        ["good", "plot", "good", "cast", "bad"],
        "pos",
        {"pos": {"good", "funny", "warm"}, "neg": {"bad", "dull"}},
    ),
    2,
    "only good is in the list for pos, and it comes twice",
)


@lexicon_score.cases
def score_words_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n in (2, 4, 6, 6, 8, 8, 12, 15):
        labels = labels_of(rng)
        lexicon = {y: set(some(rng, int(rng.integers(1, 6)))) for y in labels}
        for y in labels:
            yield document(rng, some(rng, 8), n), y, lexicon
    for _ in range(3):  # repeats, a word of both lists, and words of neither
        a, b, c, d = some(rng, 4)
        lexicon = {"pos": {a, b}, "neg": {b, c}}
        yield [a, d, a, b, a, c, b], "pos", lexicon
        yield [a, d, c, b, a, c, b], "neg", lexicon


@lexicon_score.extremes
def score_words_extremes(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some(rng, 3)
    yield [a, b], "neg", {"pos": {a, b}, "neg": set()}  # an empty list of words
    yield [a], 1, {0: {b}, 1: {a}}
    yield [c, c], "pos", {"pos": {a}, "neg": {b}}  # no hit at all
    yield [f"{a}ish", a], "pos", {"pos": {a}, "neg": {f"{a}ish"}}  # one word inside another
    yield [a + a, b], "pos", {"pos": {a}, "neg": {b}}
    yield [a.upper(), a], "pos", {"pos": {a}, "neg": {b}}
    yield document(rng, some(rng, 6), 300), "pos", {"pos": set(some(rng, 4)), "neg": {a}}


@lexicon_score.law("a text that comes twice scores twice as much")
def twice(f: Any, rng: np.random.Generator) -> str | None:
    words, lexicon = [*some(rng, 4), "good"], {"pos": {"good", *some(rng, 3)}, "neg": {"bad"}}
    once, both = f(words, "pos", lexicon), f(words + words, "pos", lexicon)
    if not FINE.same(both, 2 * float(once)):
        return f"The text scores {once}, and the same text written twice scores {both}."
    return None


lexicon_score.turn(
    lambda words, label, lexicon: len(set(words) & set(lexicon[label])),
    "each word counts once, however often it comes.",
    "Should 'good good good' score more than 'good'?",
)
lexicon_score.turn(
    lambda words, label, lexicon: int(any(word in lexicon[label] for word in words)),
    "the result is only whether there is a hit, not how many.",
    "How do three hits differ from one?",
)
lexicon_score.turn(
    lambda words, label, lexicon: sum(word in lexicon[y] for y in lexicon for word in words),
    "the words of all labels are counted, not only those of the label asked for.",
    "Which part of the lexicon belongs to the label?",
)
lexicon_score.turn(
    lambda words, label, lexicon: sum(
        (1 if y == label else -1) * (word in lexicon[y]) for y in lexicon for word in words
    ),
    "the hits of the other labels are taken away.",
    "Each label has its own score here; the comparison comes later, in classify.",
)
lexicon_score.turn(
    lambda words, label, lexicon: sum(word in lexicon[label] for word in words) / len(words),
    "the number of hits is divided by the number of words.",
    "Is a share asked for, or a number?",
)
lexicon_score.turn(
    lambda words, label, lexicon: sum(word not in lexicon[label] for word in words),
    "the words that are not in the list are counted.",
    "Which words speak for the label?",
)
lexicon_score.turn(
    lambda words, label, lexicon: sum(
        any(entry in word for entry in lexicon[label]) for word in words
    ),
    "a word counts when an entry of the list is only a part of it.",
    "Is 'goodish' the word 'good'? Compare whole words.",
)
lexicon_score.turn(
    lambda words, label, lexicon: sum(" ".join(words).count(entry) for entry in lexicon[label]),
    "the text is joined into one string, and entries are looked for in that.",
    "words is a list: go through it word by word.",
)
lexicon_score.turn(
    lambda words, label, lexicon: sum(word.lower() in lexicon[label] for word in words),
    "capital letters are made small before the comparison.",
    "That may be a good idea, but it is another function: words are compared as they are.",
)
lexicon_score.turn(
    lambda words, label, lexicon: len(lexicon[label]),
    "the size of the list is returned.",
    "What do the words of the text have to do with the result?",
)
lexicon_score.turn(
    lambda words, label, lexicon: len(words),
    "the number of words is returned, hits or not.",
    "Which words should add 1?",
)
lexicon_score.turn(
    lambda words, label, lexicon: int(words[0] in lexicon[label]),
    "the loop ends too early: only the first word is looked at.",
    "Where does your return stand: inside the loop or after it?",
)


# ---------------------------------------------------------------- classify


class Points:
    """A score for tests: so much for the label, and so much for each word with that label."""

    def __init__(self, start: dict[Any, float], per_word: dict[Any, dict[str, float]]) -> None:
        self.start, self.per_word = start, per_word

    def __call__(self, words: list[str], label: Any) -> float:
        return self.start[label] + sum(self.per_word[label].get(word, 0) for word in words)

    def __repr__(self) -> str:
        return f"<start {show(self.start)}, per word {show(self.per_word)}>"


classify = Check(reference.classify, gives=Label())
classify.worked(
    (
        ["good", "dull", "good"],
        ["pos", "neg"],
        Points({"pos": 0, "neg": 1.5}, {"pos": {"good": 1}, "neg": {"dull": 1}}),
    ),
    "neg",
    "pos scores 0 + 1 + 1 = 2 and neg 1.5 + 1 = 2.5",
)


def points(rng: np.random.Generator, labels: tuple[Any, ...], words: list[str]) -> Points:
    """Scores in steps of 1/8, above and below 0."""
    return Points(
        {y: float(rng.integers(-8, 9) / 8) for y in labels},
        {y: {word: float(rng.integers(-8, 9) / 8) for word in words} for y in labels},
    )


@classify.cases
def choose_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n in (1, 2, 3, 4, 5, 6, 7, 8):
        labels, words = labels_of(rng), some(rng, 6)
        yield document(rng, words, n), list(labels), points(rng, labels, words)
    for y in ("b", "c", "a"):  # the winner first, in the middle, last; all scores below 0
        labels, words = ("b", "c", "a"), some(rng, 3)
        start = {x: -5.0 - float(rng.integers(1, 9)) for x in labels}
        yield words, list(labels), Points({**start, y: -0.5}, {x: {} for x in labels})
    for labels in (("b", "c", "a"), (7, 3, 5)):  # ties: all equal, and two of three
        words, top = some(rng, 3), float(rng.integers(-16, 17) / 8)
        level = Points(dict.fromkeys(labels, top), {y: {} for y in labels})
        yield words, list(labels), level
        level = Points({**level.start, labels[0]: top - 1.25}, level.per_word)
        yield words, list(labels), level
    a, b = some(rng, 2)  # only all words together tell
    yield [a, b, b], ["x", "y"], Points({"x": 0.5, "y": 0.0}, {"x": {a: 2.0}, "y": {b: 1.5}})
    yield [a, b, b], ["x", "y"], Points({"x": 0.0, "y": 0.0}, {"x": {a: 1.0}, "y": {b: 0.75}})


@classify.extremes
def choose_extremes(rng: np.random.Generator) -> Iterator[Args]:
    word, top = some(rng, 1), float(rng.integers(2, 9))
    yield word, ["only"], Points({"only": -3.5}, {"only": {}})
    yield word, [0, 1], Points({0: -top, 1: -0.5}, {0: {}, 1: {}})
    yield word, [1, 0], Points({0: 0.0, 1: -top}, {0: {}, 1: {}})
    yield word, ["a", "b"], Points({"a": -math.inf, "b": -1000.0 * top}, {"a": {}, "b": {}})
    yield word, ["a", "b"], Points({"a": -1e300, "b": -1e6 * top}, {"a": {}, "b": {}})


@classify.law("the same number added to every score changes nothing")
def shifting(f: Any, rng: np.random.Generator) -> str | None:
    labels, words = ["pos", "neg", "mixed"], some(rng, 3)
    start = {y: float(number) for y, number in zip(labels, rng.permutation(3), strict=True)}
    for shift in (100.0, -100.0):
        moved = {y: start[y] + shift for y in labels}
        before = f(words, labels, Points(start, {y: {} for y in labels}))
        after = f(words, labels, Points(moved, {y: {} for y in labels}))
        if not Label().same(before, after):
            return f"With {shift:+g} on every score, {before!r} became {after!r}."
    return None


def _from_zero(words: Any, labels: Any, score: Any) -> Any:
    best, best_score = None, 0
    for y in labels:
        if score(words, y) > best_score:
            best, best_score = y, score(words, y)
    return best


classify.turn(
    _from_zero,
    "the search for the largest score starts from 0, so that scores below 0 never win.",
    "Log-probabilities are all below 0. Which label should be the best so far at the start?",
)
classify.turn(
    lambda words, labels, score: min(labels, key=lambda y: score(words, y)),
    "the label with the smallest score is chosen.",
    "Is a large score good or bad?",
)
classify.turn(
    lambda words, labels, score: max(reversed(labels), key=lambda y: score(words, y)),
    "of labels with equal scores the last one is taken.",
    "With > and with >=: which of two equal labels stays?",
)
classify.turn(
    lambda words, labels, score: max(sorted(labels), key=lambda y: score(words, y)),
    "of labels with equal scores the first in the alphabet is taken.",
    "The order that counts is the order in labels.",
)
classify.turn(
    lambda words, labels, score: max((score(words, y), y) for y in labels)[1],
    "of labels with equal scores the last in the alphabet is taken.",
    "What does max compare when pairs (score, label) have equal scores?",
)
classify.turn(
    lambda words, labels, score: max(score(words, y) for y in labels),
    "the score itself is returned, not its label.",
    "What is the caller to do with the number?",
)
classify.turn(
    lambda words, labels, score: int(np.argmax([score(words, y) for y in labels])),
    "the position of the label is returned, not the label.",
    "labels[0] and 0 are not the same thing.",
)
classify.turn(
    lambda words, labels, score: max(labels, key=lambda y: abs(score(words, y))),
    "the score is compared by size without its sign.",
    "Is -5 larger than 2?",
)
classify.turn(
    lambda words, labels, score: max(labels, key=lambda y: sum(score([w], y) for w in words)),
    "each word is scored by itself, and the scores are added.",
    "What does score take: one word, or all words at once?",
)
classify.turn(
    lambda words, labels, score: max(labels, key=lambda y: score(sorted(set(words)), y)),
    "each word counts once only.",
    "Hand the words to score as they are.",
)
classify.turn(
    lambda words, labels, score: labels[0],
    "the first label is returned, whatever the scores.",
    "Does your loop get past the first label?",
)
classify.turn(
    lambda words, labels, score: labels[-1],
    "the last label is returned, whatever the scores.",
    "What should a label with a smaller score than the best so far change?",
)
classify.turn(
    lambda words, labels, score: max(labels, key=lambda y: score(y, words)),
    "score is called with the label first.",
    "In which order does score take its arguments?",
)


# ---------------------------------------------------------------- learn_lexicon

learn_lexicon = Check(reference.learn_lexicon, gives=by_label(SetOf("a set of words")))
REVIEWS: Labelled = [
    (["good", "good", "film"], "pos"),
    (["bad", "film"], "neg"),
    (["good", "bad", "plot"], "neg"),
]
learn_lexicon.worked(
    (REVIEWS,),
    {"pos": {"good", "film"}, "neg": {"bad", "plot"}},
    "good comes twice under pos and once under neg; bad twice and plot once under neg only; film "
    "once under each, and that tie goes to pos, which comes first in the data",
)


@learn_lexicon.cases
def lexicon_cases(rng: np.random.Generator) -> Iterator[Args]:
    for one, two in (("pos", "neg"), ("neg", "pos"), (1, 0)):
        a, b, c = some(rng, 3)
        yield ([([a], one), ([a, a, b], two)],)  # a changes sides
        yield ([([a, a, a, b], one), ([a], two), ([a, c], two)],)  # tokens, not documents
        yield ([([a, a, b, b, b, c, c, c], one), ([a], two)],)  # numbers, not shares
        yield ([([b], one), ([a], two), ([a, c], one)],)  # a tie; `one` comes first in the data
        yield ([([a, c], two), ([a], one), ([b, c], two)],)
        yield ([([a, a], one), ([a], two), ([b, c], two), ([a], two), ([a], one)],)
    for n, words in ((4, 4), (6, 5), (8, 6), (12, 8), (20, 10)):
        yield (labelled_documents(rng, n, words),)


@learn_lexicon.extremes
def lexicon_extremes(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some(rng, 3)
    yield ([([a], "only")],)
    yield ([([a, b], "y"), ([b, a], "x"), ([c], "x"), ([a, b], "x"), ([a], "y")],)
    yield ([([a], 9), ([a, b], 2), ([c, b], 5), ([c, b], 9)],)
    yield (labelled_documents(rng, 60, 10),)


@learn_lexicon.law("no word is under two labels, and none is lost")
def each_word_once(f: Any, rng: np.random.Generator) -> str | None:
    data = labelled_documents(rng, 12, 8)
    found = Counter(word for words in f(data).values() for word in words)
    for word in dict.fromkeys(word for words, _ in data for word in words):
        if found[word] != 1:
            return f"{word!r} is under {found[word]} labels; it should be under exactly one."
    return None


def _lexicon(
    labelled: Any,
    *,
    count: Callable[[Any], Any] = lambda words: words,
    pick: Callable[[dict[Any, Any], list[Any]], Any] | None = None,
    share: bool = False,
) -> Any:
    """`learn_lexicon` with one thing or another done wrong."""
    order = list(dict.fromkeys(y for _, y in labelled))
    counts = {y: Counter[str]() for y in order}
    for words, y in labelled:
        counts[y].update(count(words))
    tables: dict[str, dict[Any, Any]] = {}
    for words, y in labelled:
        for word in words:
            tables.setdefault(word, {}).setdefault(y, counts[y][word])
    if share:
        tables = {
            word: {y: Fraction(n, counts[y].total()) for y, n in table.items()}
            for word, table in tables.items()
        }
    result: dict[Any, set[str]] = {y: set() for y in order}
    for word, table in tables.items():
        best = pick(table, order) if pick else max(order, key=lambda y: table.get(y, 0))
        if best is not None:
            result[best].add(word)
    return result


def _lexicon_turn(looks: str, think: str, **options: Any) -> None:
    learn_lexicon.turn(lambda labelled: _lexicon(labelled, **options), looks, think)


def _filled_while_counting(labelled: Any) -> Any:
    counts: dict[str, Counter[Any]] = {}
    order = list(dict.fromkeys(y for _, y in labelled))
    result: dict[Any, set[str]] = {y: set() for y in order}
    for words, label in labelled:
        for word in words:
            counts.setdefault(word, Counter())[label] += 1
        for word, table in counts.items():
            result[max(order, key=lambda y: table[y])].add(word)
    return result


learn_lexicon.turn(
    _filled_while_counting,
    "the sets are filled while the counting still goes on, so a word that changes sides is under "
    "two labels.",
    "When are the counts final? Only then can a word be put under its label.",
)


def _printed(labelled: Any, inside: bool) -> Any:
    """The trainer of May's notes, its second half inside the loop over texts or after it."""
    counts: dict[str, Counter[Any]] = {}
    result: dict[Any, set[str]] = {}

    def fill() -> None:
        for word, table in counts.items():
            result.setdefault(max(table, key=lambda y: table[y]), set()).add(word)

    for words, label in labelled:
        for word in words:
            counts.setdefault(word, Counter())[label] += 1
        if inside:
            fill()
    fill()
    return result


learn_lexicon.turn(
    lambda labelled: _printed(labelled, inside=True),
    "the sets are filled while the counting still goes on, as in May's printed trainer, so a word "
    "that changes sides is under two labels; ties go by the word.",
    "When are the counts final? And which label comes first in the data?",
)
learn_lexicon.turn(
    lambda labelled: _printed(labelled, inside=False),
    "a tie goes to the label under which the word itself was seen first, and a label that wins no "
    "word is missing.",
    "Let the search run over all labels, in the order of the data; make a set for each beforehand.",
)


def _every_label(labelled: Any) -> Any:
    result: dict[Any, set[str]] = {}
    for words, label in labelled:
        result.setdefault(label, set()).update(words)
    return result


learn_lexicon.turn(
    _every_label,
    "a word is put under every label that it was seen with.",
    "What decides between two labels that share a word?",
)
_lexicon_turn(
    "a tie goes to the label that comes last in the data.",
    "With > and with >=: which of two equal labels stays?",
    pick=lambda table, order: max(reversed(order), key=lambda y: table.get(y, 0)),
)
_lexicon_turn(
    "a tie goes to the label under which the word itself was seen first.",
    "The order that counts is that of the labels in the data, whatever the word.",
    pick=lambda table, order: max(table, key=lambda y: table[y]),
)
_lexicon_turn(
    "a tie goes to the first label in the alphabet.",
    "The order that counts is that of the labels in the data.",
    pick=lambda table, order: max(sorted(order), key=lambda y: table.get(y, 0)),
)
_lexicon_turn(
    "documents are counted, not tokens: a word that comes twice in one text counts once.",
    "How much should 'good good film' say about good?",
    count=set,
)
_lexicon_turn(
    "shares of the label's tokens are compared, not numbers.",
    "The rule is the most frequent label. Does the length of the other texts come into it?",
    share=True,
)
_lexicon_turn(
    "a word with a tie is left out.",
    "Every word belongs to exactly one label; who gets it on a tie?",
    pick=lambda table, order: (
        max(table, key=lambda y: table[y])
        if sorted(table.values())[-1:] != sorted(table.values())[-2:-1]
        else None
    ),
)
_lexicon_turn(
    "a word stays with the label that it was first seen with.",
    "What if it comes later, and more often, under another label?",
    pick=lambda table, order: next(iter(table)),
)
_lexicon_turn(
    "the rarest label gets the word.",
    "Largest or smallest count?",
    pick=lambda table, order: min(order, key=lambda y: table.get(y, 0)),
)
_lexicon_turn(
    "only words that were seen with a single label are kept.",
    "A word seen nine times with one label and once with another belongs to the first.",
    pick=lambda table, order: next(iter(table)) if len(table) == 1 else None,
)


def _last_seen(labelled: Any) -> Any:
    owner = {word: y for words, y in labelled for word in words}
    return {y: {w for w, owned in owner.items() if owned == y} for _, y in labelled}


learn_lexicon.turn(
    _last_seen,
    "a word goes to the label that it was last seen with.",
    "Does your code count, or does it overwrite?",
)


def _no_empty_sets(labelled: Any) -> Any:
    return {y: words for y, words in reference.learn_lexicon(labelled).items() if words}


learn_lexicon.turn(
    _no_empty_sets,
    "a label that wins no word is missing.",
    "Which keys should the result have, whatever the words say?",
)


# ---------------------------------------------------------------- class_priors

class_priors = Check(reference.class_priors, gives=by_label(FINE))
class_priors.worked(
    (["neg", "pos", "neg", "neg"],),
    {"neg": 0.75, "pos": 0.25},
    "three of the four labels are neg",
)


@class_priors.cases
def priors_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n in (4, 5, 7, 8, 10, 16, 25):
        labels = labels_of(rng)
        drawn = [labels[i] for i in rng.choice(len(labels), n - 3, p=_skewed(len(labels)))]
        yield ([*labels[:2], labels[0], *drawn],)


def _skewed(k: int) -> Any:
    shares = 2.0 ** -np.arange(k)
    return shares / shares.sum()


@class_priors.extremes
def priors_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield (["only"] * int(rng.integers(1, 6)),)
    yield ([True, False, False],)
    yield ([0, 1, 2, 3],)
    yield (["rare", *["common"] * int(rng.integers(900, 1000))],)


@class_priors.law("the probabilities add up to 1")
def priors_add_up(f: Any, rng: np.random.Generator) -> str | None:
    labels = [*"abc", *rng.choice(list("abc"), 8).tolist()]
    total = sum(float(p) for p in f(labels).values())
    return None if math.isclose(total, 1) else f"They add up to {total:g}."


def _priors(rule: Callable[[int, int, int], Any]) -> Any:
    """P(label) by `rule(count, examples, labels)`."""

    def wrong(labels: Any) -> Any:
        counts = Counter(labels)
        return {y: rule(n, len(labels), len(counts)) for y, n in counts.items()}

    return wrong


for _looks, _think, _rule in (
    (
        "the counts are returned as they are.",
        "What turns a count into a probability?",
        lambda count, n, k: count,
    ),
    (
        "every label gets the same probability.",
        "Is a label that comes nine times in ten as probable as the other?",
        lambda count, n, k: 1 / k,
    ),
    (
        "the counts are divided by the number of labels, not of examples.",
        "Of how many examples is it a share?",
        lambda count, n, k: count / k,
    ),
    (
        "the counts are smoothed.",
        "Every label here was seen. The formula has no +1.",
        lambda count, n, k: (count + 1) / (n + k),
    ),
    (
        "the result is in per cent.",
        "Between which numbers does a probability lie?",
        lambda count, n, k: 100 * count / n,
    ),
    (
        "it is the share of the other labels.",
        "What is counted, and what is left over?",
        lambda count, n, k: 1 - count / n,
    ),
    (
        "the logarithm is taken.",
        "This function returns probabilities; logs come later.",
        lambda count, n, k: math.log(count / n),
    ),
    (
        "the division is cut to a whole number.",
        "What does // do in Python?",
        lambda count, n, k: count // n,
    ),
    (
        "it is one over the count.",
        "Should a label that comes more often be more probable, or less?",
        lambda count, n, k: 1 / count,
    ),
    (
        "the odds are returned: this label against all others.",
        "A share is of all examples, this label's own included.",
        lambda count, n, k: count / (n - count) if n > count else math.inf,
    ),
    (
        "one example too many is in the denominator.",
        "How many examples are there?",
        lambda count, n, k: count / (n + 1),
    ),
):
    class_priors.turn(_priors(_rule), _looks, _think)


# ---------------------------------------------------------------- word_counts

word_counts = Check(
    reference.word_counts, gives=by_label(DictOf(FINE, "a Counter from word to number", zeros=True))
)
word_counts.worked(
    (REVIEWS,),
    {"pos": Counter(good=2, film=1), "neg": Counter(bad=2, film=1, good=1, plot=1)},
    "under pos there are good, good, film; under neg bad, film, good, bad, plot",
)


@word_counts.cases
def counting_cases(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some(rng, 3)
    yield ([([a, a, b], "pos"), ([a, b, c], "neg"), ([c, a], "pos")],)
    for n, words in ((2, 3), (4, 4), (6, 5), (9, 6), (15, 10)):
        yield (labelled_documents(rng, max(n, 3), words),)
    for n, words in ((5, 4), (8, 8)):
        yield (labelled_documents(rng, n, words, labels=(1, 0)),)


@word_counts.extremes
def counting_extremes(rng: np.random.Generator) -> Iterator[Args]:
    a, b = some(rng, 2)
    yield ([([a], "only")],)
    yield ([([a] * int(rng.integers(200, 300)) + [b], 0), ([b], 1)],)
    yield (labelled_documents(rng, 60, 10),)


@word_counts.law("as many words are counted as there are")
def all_tokens(f: Any, rng: np.random.Generator) -> str | None:
    data = labelled_documents(rng, 10, 6)
    there = sum(len(words) for words, _ in data)
    counted = sum(float(n) for table in f(data).values() for n in table.values())
    if counted != there:
        return f"There are {there} words in these texts, and {counted:g} were counted."
    return None


def _counts(add: Callable[[Counter[str], list[str]], Any]) -> Any:
    """`word_counts` in which `add(counter, words)` is done wrong."""

    def wrong(labelled: Any) -> Any:
        tables: dict[Any, Counter[str]] = {}
        for words, y in labelled:
            add(tables.setdefault(y, Counter()), words)
        return tables

    return wrong


def _by_letter(table: Counter[str], words: list[str]) -> None:
    for word in words:
        table.update(word)


word_counts.turn(
    _counts(lambda table, words: table.update(set(words))),
    "documents are counted, not tokens: a word that comes twice in one text counts once.",
    "How often does good come in ['good', 'good', 'film']?",
)
word_counts.turn(
    _counts(_by_letter),
    "letters are counted, not words.",
    "What does Counter.update do with a string: is it one word to it, or many letters?",
)
word_counts.turn(
    _counts(lambda table, words: table.update({w: 1 for w in words if w not in table})),
    "every word gets a count of 1, however often it comes.",
    "Does your code add to the count, or set it?",
)
word_counts.turn(
    _counts(lambda table, words: table.update([*words, *(set(words) - set(table))])),
    "the counts start from 1, so that each is one too large.",
    "What is the count of a word before you have seen it?",
)


def _last_document(labelled: Any) -> Any:
    return {y: Counter(words) for words, y in labelled}


def _first_document(labelled: Any) -> Any:
    return {y: Counter(words) for words, y in reversed(labelled)}


def _all_together(labelled: Any) -> Any:
    everything = Counter(word for words, _ in labelled for word in words)
    return {y: everything for _, y in labelled}


def _as_shares(labelled: Any) -> Any:
    return {
        y: {word: n / table.total() for word, n in table.items()}
        for y, table in reference.word_counts(labelled).items()
    }


def _running_counter(labelled: Any) -> Any:
    everything, result = Counter[str](), {}
    for words, y in labelled:
        everything.update(words)
        result[y] = everything.copy()
    return result


def _only_twice(labelled: Any) -> Any:
    return {
        y: {word: n for word, n in table.items() if n > 1}
        for y, table in reference.word_counts(labelled).items()
    }


def _word_to_label(labelled: Any) -> Any:
    result: dict[str, Counter[Any]] = {}
    for words, y in labelled:
        for word in words:
            result.setdefault(word, Counter())[y] += 1
    return result


word_counts.turn(
    _last_document,
    "only the last text of each label is counted.",
    "Does a second text with the same label start a new count?",
)
word_counts.turn(
    _first_document,
    "only the first text of each label is counted.",
    "What happens to the second text with the same label?",
)
word_counts.turn(
    _all_together,
    "every label gets the counts of all texts.",
    "Which texts belong to a label?",
)
word_counts.turn(
    _running_counter,
    "one counter is shared: each label also holds what came before it.",
    "Does each label have a counter of its own?",
)
word_counts.turn(
    _as_shares,
    "shares are returned, not counts.",
    "The division comes later. How many are there?",
)
word_counts.turn(
    _only_twice,
    "words that come only once are left out.",
    "A word seen once has a count too.",
)
word_counts.turn(
    _word_to_label,
    "the dict goes from word to label, not from label to word.",
    "What is the outer key, and what the inner one?",
)


# ---------------------------------------------------------------- smoothed_probability

smoothed_probability = Check(reference.smoothed_probability, gives=FINE)
smoothed_probability.worked(
    (3, 10, 4),
    4 / 15,
    "(3 + 1) / (10 + 4 + 1): the four words of the vocabulary and OOV each get 1 more",
)


@smoothed_probability.cases
def smooth_cases(rng: np.random.Generator) -> Iterator[Args]:
    for _ in range(8):
        vocabulary_size = int(rng.integers(3, 60))
        total = int(rng.integers(5, 200))
        yield int(rng.integers(1, total)), total, vocabulary_size
        yield 0, total, vocabulary_size


@smoothed_probability.extremes
def smooth_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield 0, 10_000, 500  # May's quiz
    yield 0, 0, int(rng.integers(2, 9))  # a class without a single token
    yield 7, 7, 1
    yield np.int64(3), np.int64(20), np.int64(6)
    yield 12, int(rng.integers(10**6, 10**7)), 50_000


@smoothed_probability.law("over the vocabulary and OOV the probabilities add up to 1")
def smooth_adds_up(f: Any, rng: np.random.Generator) -> str | None:
    counts = rng.integers(0, 9, int(rng.integers(3, 9))).tolist()
    chances = [f(n, sum(counts), len(counts)) for n in [*counts, 0]]  # the last is OOV
    total = sum(map(float, chances))
    if not math.isclose(total, 1):
        return (
            f"Here are {len(counts)} words with the counts {counts}. Their probabilities and that "
            f"of OOV (count 0) add up to {total:.4g}."
        )
    return None


def _or_infinite(rule: Callable[[Any, Any, Any], Any]) -> Any:
    """A rule that divides by 0 as NumPy does."""

    def wrong(count: Any, total: Any, vocabulary_size: Any) -> Any:
        try:
            return rule(int(count), int(total), int(vocabulary_size))
        except ZeroDivisionError:
            return math.inf

    return wrong


for _looks, _think, _smoothing in (
    (
        "there is no smoothing: it is the plain share.",
        "What does a probability of 0 do to a product?",
        lambda count, total, V: count / total,
    ),
    (
        "the +1 of OOV is missing in the denominator.",
        "How many types get 1 more: the words of the vocabulary, and which other?",
        lambda count, total, V: (count + 1) / (total + V),
    ),
    (
        "1 is added to the count, but the denominator stays as it was.",
        "If every type gets 1 more, how much larger does the total become?",
        lambda count, total, V: (count + 1) / total,
    ),
    (
        "1 is added to the count and 1 to the total.",
        "How many types get 1 more? The total grows by as many.",
        lambda count, total, V: (count + 1) / (total + 1),
    ),
    (
        "only the denominator is smoothed.",
        "What is the probability of a word with count 0 now?",
        lambda count, total, V: count / (total + V + 1),
    ),
    (
        "two is added in the denominator, besides the vocabulary.",
        "Only one type is not in the vocabulary.",
        lambda count, total, V: (count + 1) / (total + V + 2),
    ),
    (
        "the tokens are missing in the denominator.",
        "Does it matter how much text was counted?",
        lambda count, total, V: (count + 1) / (V + 1),
    ),
    (
        "only words with a count of 0 are smoothed.",
        "If the unseen words get probability, who gives it? Do all of them still add up to 1?",
        lambda count, total, V: count / total if count else 1 / (total + V + 1),
    ),
    (
        "a pair of brackets is missing around the denominator.",
        "What does Python divide by in a / b + c?",
        lambda count, total, V: (count + 1) / total + V + 1,
    ),
    (
        "a pair of brackets is missing around the numerator.",
        "What does Python divide in a + 1 / b?",
        lambda count, total, V: count + 1 / (total + V + 1),
    ),
    (
        "the division is cut to a whole number.",
        "What does // do in Python?",
        lambda count, total, V: (count + 1) // (total + V + 1),
    ),
    (
        "the logarithm is taken.",
        "This function returns a probability; logs come later.",
        lambda count, total, V: math.log((count + 1) / (total + V + 1)),
    ),
    (
        "half a count is added to every type, not one.",
        "Add-one smoothing pretends that every type was seen how many times more?",
        lambda count, total, V: (count + 0.5) / (total + 0.5 * (V + 1)),
    ),
    (
        "the vocabulary is added to the count too.",
        "By how much does the count of one word grow?",
        lambda count, total, V: (count + V) / (total + V + 1),
    ),
):
    smoothed_probability.turn(_or_infinite(_smoothing), _looks, _think)


# ---------------------------------------------------------------- categorical_likelihood

categorical_likelihood = Check(reference.categorical_likelihood, gives=Array("(n_values,)"))
categorical_likelihood.worked(
    (np.array([0, 2, 2, 0, 2]), 4),
    np.array([3, 1, 4, 1]) / 9,
    "five values, four possible ones: (2+1)/9, (0+1)/9, (3+1)/9, (0+1)/9",
)


@categorical_likelihood.cases
def categories_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, n_values in ((4, 2), (5, 3), (7, 4), (10, 4), (20, 6), (30, 5)):
        yield rng.integers(0, n_values, n), n_values
        yield rng.integers(0, n_values - 1, n), n_values  # the last value was never seen
    for n_values in (3, 5):
        yield rng.integers(1, n_values, 6), n_values  # nor the first


@categorical_likelihood.extremes
def categories_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(0, dtype=int), int(rng.integers(2, 6))  # nothing seen: all alike
    yield np.zeros(int(rng.integers(3, 9)), dtype=int), 1
    yield np.array([3]), 4
    yield rng.integers(0, 3, 1000), 50


@categorical_likelihood.law("the probabilities add up to 1")
def categories_add_up(f: Any, rng: np.random.Generator) -> str | None:
    total = float(np.sum(f(rng.integers(0, 3, 8), 5)))
    return None if math.isclose(total, 1) else f"They add up to {total:.4g}."


def _counted(values: Any, n_values: int) -> Any:
    return np.bincount(np.asarray(values, dtype=int), minlength=n_values)


for _looks, _think, _estimate in (
    (
        "there is no smoothing: these are the plain shares.",
        "Is a value that was not seen impossible?",
        lambda values, k: _counted(values, k) / max(len(values), 1),
    ),
    (
        "a type for unknown values is counted in, as for words.",
        "All possible values are known here: how many are there?",
        lambda values, k: (_counted(values, k) + 1) / (len(values) + k + 1),
    ),
    (
        "1 is added to the counts, but the denominator stays as it was.",
        "If each of the values gets 1 more, how much larger does the total become?",
        lambda values, k: (_counted(values, k) + 1) / max(len(values), 1),
    ),
    (
        "1 is added to the counts and 1 to the total.",
        "How many values get 1 more?",
        lambda values, k: (_counted(values, k) + 1) / (len(values) + 1),
    ),
    (
        "only the denominator is smoothed.",
        "What is the probability of a value that was not seen?",
        lambda values, k: _counted(values, k) / (len(values) + k),
    ),
    (
        "the number of different values seen is used for the number of possible ones.",
        "What is n_values for?",
        lambda values, k: (_counted(values, k) + 1) / (len(values) + len(np.unique(values))),
    ),
    (
        "only the values that were seen get an entry.",
        "How long should the array be?",
        lambda values, k: (np.unique(values, return_counts=True)[1] + 1) / (len(values) + k),
    ),
    (
        "the array ends with the largest value seen.",
        "How long should the array be?",
        lambda values, k: (_counted(values, 0) + 1) / (len(values) + k),
    ),
    (
        "the values are counted from 1.",
        "Which value does the first entry of the array belong to?",
        lambda values, k: (
            (np.array([np.sum(values == a) for a in range(1, k + 1)]) + 1) / (len(values) + k)
        ),
    ),
    (
        "each value counts once, however often it comes.",
        "How often was each value seen?",
        lambda values, k: (np.minimum(_counted(values, k), 1) + 1) / (len(values) + k),
    ),
    (
        "the counts are returned, not probabilities.",
        "What makes the numbers add up to 1?",
        lambda values, k: _counted(values, k) + 1,
    ),
    (
        "the counts are divided by the number of possible values alone.",
        "Does it matter how many examples there were?",
        lambda values, k: (_counted(values, k) + 1) / k,
    ),
):
    categorical_likelihood.turn(_estimate, _looks, _think)


# ---------------------------------------------------------------- train_naive_bayes

train_naive_bayes = Check(reference.train_naive_bayes, gives=MODEL)
train_naive_bayes.worked(
    (REVIEWS,),
    {
        "log_priors": {"pos": math.log(1 / 3), "neg": math.log(2 / 3)},
        "log_likelihoods": {
            label: {word: math.log((counts.get(word, 0) + 1) / total) for word in vocabulary}
            for vocabulary in [("good", "bad", "film", "plot", OOV)]
            for label, counts, total in (
                ("pos", {"good": 2, "film": 1}, 8),
                ("neg", {"bad": 2, "film": 1, "good": 1, "plot": 1}, 10),
            )
        },
    },
    "one text of three is pos; pos has 3 tokens and V = 4, so good has log(3/8) there and both bad "
    "and OOV log(1/8); neg has 5 tokens, so bad has log(3/10) there and OOV log(1/10)",
)


@train_naive_bayes.cases
def training_cases(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some(rng, 3)
    yield ([([a, a, b], "pos"), ([c], "neg"), ([b, c], "pos")],)
    for n, words in ((4, 4), (6, 5), (9, 7), (12, 8), (20, 10)):
        yield (labelled_documents(rng, n, words),)
    yield (labelled_documents(rng, 8, 6, labels=(1, 0)),)


@train_naive_bayes.extremes
def training_extremes(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some(rng, 3)
    yield ([([a, b, a], "only")],)
    yield ([([a] * int(rng.integers(200, 300)), 0), ([b, c], 1), ([c], 1)],)
    yield (labelled_documents(rng, 80, 10),)


@train_naive_bayes.law("for each label the probabilities of all words and OOV add up to 1")
def likelihoods_add_up(f: Any, rng: np.random.Generator) -> str | None:
    for label, table in f(labelled_documents(rng, 8, 6))["log_likelihoods"].items():
        total = math.fsum(math.exp(min(float(x), 50.0)) for x in table.values())
        if not math.isclose(total, 1):
            return f"For {label!r} the exponentials of the table add up to {total:.4g}."
    return None


Rule = Callable[[int, int, int], float]  # (count, tokens, size of the vocabulary)


def _log(p: float) -> float:
    return math.log(p) if p > 0 else -math.inf


def _right_rule(count: int, total: int, V: int) -> float:
    return (count + 1) / (total + V + 1)


def _model(
    labelled: Any,
    *,
    rule: Rule = _right_rule,
    oov: Rule | None = None,
    prior: Callable[[Any, Any], float] | None = None,
    log: Callable[[float], float] = _log,
    log_prior: Callable[[float], float] | None = None,
    count: Callable[[Any], Any] = lambda words: words,
    own_words: bool = False,
    own_size: bool = False,
    total: Callable[[Any, Any], int] | None = None,
) -> Any:
    """`train_naive_bayes` with one thing or another done wrong."""
    tables: dict[Any, Counter[str]] = {}
    for words, y in labelled:
        tables.setdefault(y, Counter()).update(count(words))
    everything = list(dict.fromkeys(word for words, _ in labelled for word in words))
    shares = prior or (lambda y, data: sum(x == y for _, x in data) / len(data))
    likelihoods = {}
    for y, table in tables.items():
        listed = list(table) if own_words else everything
        size = len(table) if own_size else len(everything)
        tokens = total(y, labelled) if total else table.total()
        likelihoods[y] = {word: log(rule(table[word], tokens, size)) for word in listed}
        likelihoods[y][OOV] = log((oov or rule)(0, tokens, size))
    return {
        "log_priors": {y: (log_prior or log)(shares(y, labelled)) for y in tables},
        "log_likelihoods": likelihoods,
    }


def _training_turn(looks: str, think: str, **options: Any) -> None:
    train_naive_bayes.turn(lambda labelled: _model(labelled, **options), looks, think)


_training_turn(
    "there is no smoothing: words never seen with a label have probability 0 there, and a log of "
    "minus infinity.",
    "One such word and the label is out, whatever the others say. What was the cure?",
    rule=lambda count, total, V: count / total,
)
_training_turn(
    "there is no smoothing: math.log is asked for the log of 0, and stops.",
    "Which words have probability 0, and what was the cure?",
    rule=lambda count, total, V: count / total,
    log=math.log,
)
_training_turn(
    "the +1 of OOV is missing in the denominator.",
    "How many types get 1 more: the words of the vocabulary, and which other?",
    rule=lambda count, total, V: (count + 1) / (total + V),
)
_training_turn(
    "1 is added to the counts, but the denominator is the number of tokens alone.",
    "Do the probabilities of a label still add up to 1?",
    rule=lambda count, total, V: (count + 1) / total,
)
_training_turn(
    "only the denominator is smoothed.",
    "What is the probability of a word with count 0 now?",
    rule=lambda count, total, V: count / (total + V + 1),
)
_training_turn(
    "OOV gets a probability of its own making, and not that of a word with count 0.",
    "How often was OOV seen? Treat it like any other word with that count.",
    oov=lambda count, total, V: 1 / (V + 1),
)
_training_turn(
    "each label knows only its own words, and counts only them in V.",
    "A word of the other label can turn up in a new text. The vocabulary is that of all texts.",
    own_words=True,
    own_size=True,
)
_training_turn(
    "each label's table lists only its own words.",
    "A word that a label never saw needs an entry in its table too.",
    own_words=True,
)
_training_turn(
    "V is counted for each label by itself.",
    "How many different words are there in all texts together?",
    own_size=True,
)
_training_turn(
    "documents are counted, not tokens: a word that comes twice in one text counts once.",
    "How often does good come in ['good', 'good', 'film']?",
    count=set,
)
_training_turn(
    "the denominator holds the number of texts, not of tokens.",
    "Of what is P(word | label) a share?",
    total=lambda y, data: sum(x == y for _, x in data),
)
_training_turn(
    "the denominator holds the tokens of all labels.",
    "P(word | label): whose words are counted?",
    total=lambda y, data: sum(len(words) for words, _ in data),
)
_training_turn(
    "the priors are all the same.",
    "Are all labels equally frequent in the data?",
    prior=lambda y, data: 1 / len({x for _, x in data}),
)
_training_turn(
    "the priors are shares of the tokens, not of the texts.",
    "What is P(label) the probability of: that a text has the label, or a word?",
    prior=lambda y, data: sum(len(w) for w, x in data if x == y) / sum(len(w) for w, _ in data),
)
_training_turn(
    "the priors are smoothed.",
    "Every label was seen. The formula of the prior has no +1.",
    prior=lambda y, data: (
        (sum(x == y for _, x in data) + 1) / (len(data) + len({x for _, x in data}))
    ),
)
_training_turn(
    "the priors are probabilities, not their logs.",
    "What does the name log_priors say?",
    log_prior=lambda p: p,
)
_training_turn(
    "the likelihoods are probabilities, not their logs.",
    "What does the name log_likelihoods say?",
    log=lambda p: p,
    log_prior=_log,
)
_training_turn(
    "everything is a probability; no log is taken.",
    "What do the names log_priors and log_likelihoods say?",
    log=lambda p: p,
)
_training_turn(
    "the logs have base 2.",
    "Which log does math.log take?",
    log=lambda p: math.log2(p),
)
_training_turn(
    "the logs have base 10.",
    "Which log does math.log take?",
    log=lambda p: math.log10(p),
)


def _plain_shares(labelled: Any) -> Any:
    model = _model(labelled, rule=lambda count, total, V: count / total, own_words=True)
    for table in model["log_likelihoods"].values():
        del table[OOV]
    return model


train_naive_bayes.turn(
    _plain_shares,
    "there is no smoothing: each label's table holds the plain shares of its own words, and "
    "neither OOV nor the words of other labels.",
    "What will a new text find there for a word that this label never saw?",
)


def _without_oov(labelled: Any) -> Any:
    model = _model(labelled)
    for table in model["log_likelihoods"].values():
        del table[OOV]
    return model


train_naive_bayes.turn(
    _without_oov,
    "there is no entry for OOV.",
    "What will a word that was never seen look up?",
)


def _label_given_word(labelled: Any) -> Any:
    model, counts = _model(labelled), reference.word_counts(labelled)
    every: Counter[str] = Counter()
    for table in counts.values():
        every.update(table)
    for y, table in counts.items():
        model["log_likelihoods"][y] = {
            word: math.log((table[word] + 1) / (every[word] + len(counts)))
            for word in [*every, OOV]
        }
    return model


train_naive_bayes.turn(
    _label_given_word,
    "it is P(label | word): each word's counts are shared out among the labels.",
    "P(word | label): for one label, what do all words add up to?",
)


# ---------------------------------------------------------------- log_score

log_score = Check(reference.log_score, gives=FINE)
SMALL_MODEL: dict[str, Any] = {
    "log_priors": {"pos": -0.5, "neg": -1.0},
    "log_likelihoods": {
        "pos": {"good": -1.0, "film": -1.5, OOV: -3.0},
        "neg": {"good": -2.5, "film": -1.5, OOV: -2.0},
    },
}
log_score.worked(
    (["good", "film", "blargh", "good"], "pos", SMALL_MODEL),
    -7.0,
    "-0.5 for the label, -1 - 1.5 - 1 for the words that are known, -3 for blargh, which is OOV",
)


def trained(rng: np.random.Generator) -> tuple[Any, list[Any], list[str]]:
    """A model learnt from a few texts, its labels, and words to make new texts of."""
    data = labelled_documents(rng, 8, 7)
    model = reference.train_naive_bayes(data)
    seen = list(dict.fromkeys(word for words, _ in data for word in words))
    return model, list(model["log_priors"]), seen


@log_score.cases
def scoring_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n in (1, 2, 3, 5, 8):
        model, labels, seen = trained(rng)
        for y in labels:
            yield document(rng, seen, n), y, model
            yield [*document(rng, [*UNSEEN, *seen], n), UNSEEN[0], seen[0]], y, model
    model, labels, seen = trained(rng)
    yield [UNSEEN[1], seen[0], UNSEEN[1], UNSEEN[2]], labels[-1], model


@log_score.extremes
def scoring_extremes(rng: np.random.Generator) -> Iterator[Args]:
    model, labels, seen = trained(rng)
    yield document(rng, seen, 1500), labels[0], model
    yield document(rng, [*seen, *UNSEEN], 2000), labels[-1], model
    yield [UNSEEN[0]], labels[0], model  # nothing but an unseen word
    yield [seen[0]] * 3, labels[-1], model
    only = reference.train_naive_bayes([([seen[0], seen[0]], "only")])
    yield [seen[0], UNSEEN[0]], "only", only  # a prior of 1


@log_score.law("the words of two texts add the same, put together or apart")
def halves(f: Any, rng: np.random.Generator) -> str | None:
    model, labels, seen = trained(rng)
    first, second = document(rng, seen, 4), [*document(rng, seen, 3), UNSEEN[0]]
    y = labels[-1]
    apart = float(f(first, y, model)) + float(f(second, y, model))
    together = float(f(first + second, y, model))
    if not math.isclose(apart - together, model["log_priors"][y]):
        return (
            f"Apart the texts score {apart:.4g} in sum, put together {together:.4g}. Apart, the "
            f"label counts twice, so the difference should be its log, {_prior(y, model):.4g}."
        )
    return None


def _terms(words: Any, label: Any, model: Any, unseen: str = OOV) -> list[float]:
    table = model["log_likelihoods"][label]
    return [table[word] if word in table else table[unseen] for word in words]


def _product(words: Any, label: Any, model: Any) -> float:
    result = math.exp(model["log_priors"][label])
    for term in _terms(words, label, model):
        result *= math.exp(term)
    return result


def _key_error(words: Any, label: Any, model: Any) -> Any:
    table = model["log_likelihoods"][label]
    return model["log_priors"][label] + sum(table[word] for word in words)


def _plus_prior(rule: Callable[[Any, Any, Any], float]) -> Any:
    return lambda words, label, model: model["log_priors"][label] + rule(words, label, model)


log_score.turn(
    lambda words, label, model: sum(_terms(words, label, model)),
    "the prior is left out.",
    "Which term does not depend on the words?",
)
log_score.turn(
    _plus_prior(
        lambda words, label, model: sum(
            model["log_likelihoods"][label].get(word, 0.0) for word in words
        )
    ),
    "words that the model has not seen are skipped.",
    "As what should an unseen word count?",
)
log_score.turn(
    _key_error,
    "a word that the model has not seen stops it with a KeyError.",
    "As what should an unseen word count, and where does that stand in the table?",
)
log_score.turn(
    lambda words, label, model: math.log(_product(words, label, model)),
    "the probabilities are multiplied and the log is taken at the end: for a long text the product "
    "is 0, and math.log(0) stops.",
    "Can you stay with logs all the way?",
)
log_score.turn(
    lambda words, label, model: _log(_product(words, label, model)),
    "the probabilities are multiplied and the log is taken at the end: for a long text the product "
    "is 0, and its log minus infinity.",
    "Can you stay with logs all the way?",
)
log_score.turn(
    _product,
    "it is a product of probabilities: no log at all.",
    "The name is log_score. What happens to a product of hundreds of small numbers?",
)
log_score.turn(
    lambda words, label, model: math.log(
        math.exp(model["log_priors"][label]) + sum(map(math.exp, _terms(words, label, model)))
    ),
    "it is the log of a sum of probabilities, not the sum of their logs.",
    "The log of a product is a sum of logs. What is added in your code: logs, or probabilities?",
)
log_score.turn(
    _plus_prior(
        lambda words, label, model: math.log(sum(map(math.exp, _terms(words, label, model))))
    ),
    "the log of the prior is added to the log of the sum of the words' probabilities.",
    "What is added in your code: logs, or probabilities?",
)
log_score.turn(
    lambda words, label, model: (
        math.log(model["log_priors"][label])
        + sum(math.log(term) for term in _terms(words, label, model))
    ),
    "the log is taken again of what is a log already.",
    "What do the tables hold: probabilities, or their logs? What is the log of a number below 0?",
)
log_score.turn(
    lambda words, label, model: math.prod(_terms(words, label, model), start=_prior(label, model)),
    "the logs are multiplied.",
    "What does the log make of a product?",
)
log_score.turn(
    _plus_prior(lambda words, label, model: sum(_terms(set(words), label, model))),
    "each word counts once, however often it comes.",
    "Should 'good good good' say more than 'good'?",
)
log_score.turn(
    lambda words, label, model: sum(
        _prior(label, model) + term for term in _terms(words, label, model)
    ),
    "the prior is added for every word.",
    "How many labels does one text have?",
)
log_score.turn(
    lambda words, label, model: math.exp(_prior(label, model)) + sum(_terms(words, label, model)),
    "the prior is added as a probability, not as a log.",
    "log_priors holds logs already.",
)
log_score.turn(
    lambda words, label, model: sum(_terms(words, label, model)) - _prior(label, model),
    "the prior is taken away.",
    "Which sign does the prior have in the sum?",
)
log_score.turn(
    _plus_prior(lambda words, label, model: float(np.mean(_terms(words, label, model)))),
    "the sum is divided by the number of words.",
    "A sum is asked for, not a mean.",
)
log_score.turn(
    _plus_prior(
        lambda words, label, model: sum(
            model["log_likelihoods"][label][word]
            for i, word in enumerate(_as_oov(words, label, model))
            if word != OOV or OOV not in _as_oov(words, label, model)[:i]
        )
    ),
    "unseen words count once, however many there are.",
    "Each unseen word is a token of its own.",
)
log_score.turn(
    _plus_prior(
        lambda words, label, model: sum(
            model["log_likelihoods"][label].get(word, _other_oov(label, model)) for word in words
        )
    ),
    "an unseen word counts as the rarest word of the table, not as OOV, or OOV is taken from "
    "another label.",
    "Look OOV up in the table of the label that is scored.",
)
log_score.turn(
    lambda words, label, model: -_prior(label, model) - sum(_terms(words, label, model)),
    "the sign is turned round.",
    "Are logs of probabilities above or below 0?",
)


def _prior(label: Any, model: Any) -> float:
    return float(model["log_priors"][label])


def _as_oov(words: Any, label: Any, model: Any) -> list[str]:
    table = model["log_likelihoods"][label]
    return [word if word in table else OOV for word in words]


def _other_oov(label: Any, model: Any) -> float:
    others = [y for y in model["log_likelihoods"] if y != label] or [label]
    return float(model["log_likelihoods"][others[0]][OOV])


# ---------------------------------------------------------------- predict_label

predict_label = Check(reference.predict_label, gives=Label())
predict_label.worked(
    (["good", "film", "blargh", "blargh"], SMALL_MODEL),
    "pos",
    "pos scores -0.5 - 1 - 1.5 - 3 - 3 = -9 and neg -1 - 2.5 - 1.5 - 2 - 2 = -9: a tie, and pos "
    "comes first in log_priors",
)


def eighths_model(
    rng: np.random.Generator, labels: Sequence[Any], words: Sequence[str], **options: Any
) -> Any:
    """A model whose logs are multiples of 1/8, so that sums and ties are exact."""
    order = options.get("order", labels)
    return {
        "log_priors": {y: -float(rng.integers(4, 24)) / 8 for y in labels},
        "log_likelihoods": {
            y: {word: -float(rng.integers(8, 33)) / 8 for word in [*words, OOV]} for y in order
        },
    }


def level_model(labels: Sequence[Any], order: Sequence[Any], words: Sequence[str]) -> Any:
    """A model in which all labels are alike."""
    return {
        "log_priors": dict.fromkeys(labels, -1.5),
        "log_likelihoods": {y: dict.fromkeys([*words, OOV], -2.25) for y in order},
    }


NUMBERED = (5, 2, 9), (9, 2, 5)


@predict_label.cases
def predicting_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n in (1, 2, 3, 4, 5, 6, 8, 10):
        labels, words = labels_of(rng), some(rng, 5)
        model = eighths_model(rng, labels, words, order=labels[::-1])
        yield document(rng, words, n), model
        yield document(rng, [UNSEEN[0], *words, UNSEEN[1]], n + 1), model
    tie: tuple[tuple[Any, Any], ...] = (("bac", "cba"), ("bac", "acb"), ("ba", "ab"), NUMBERED)
    for tied, order in tie:
        words = some(rng, 3)
        yield words, level_model(tied, order, words)  # all tie
        model = level_model(tied, order, words)
        model["log_likelihoods"][tied[0]][words[0]] -= 1.0
        yield words, model  # all but the first tie, where there are three
    for winner in range(2):  # a prior that outweighs the words, and words that outweigh the prior
        model = level_model(("x", "y"), "xy", words := some(rng, 3))
        model["log_priors"]["xy"[winner]] += 1.0
        model["log_likelihoods"]["xy"[1 - winner]][words[0]] += 0.75
        yield words, model
        yield [words[0], *words], model
    model = level_model(("x", "y"), "xy", words := some(rng, 3))
    model["log_likelihoods"]["x"].update({words[0]: -1.0, words[1]: -4.0})
    yield [words[0], words[1]], model  # one very probable and one very improbable word
    for n in (3, 6):  # an unseen word decides
        words = some(rng, 3)
        for y in "xy":
            model = level_model(("x", "y"), "xy", words)
            model["log_likelihoods"][y][OOV] += 1.0
            model["log_priors"]["yx"["xy".index(y)]] += 0.5
            yield [*document(rng, words, n), UNSEEN[1]], model


@predict_label.extremes
def predicting_extremes(rng: np.random.Generator) -> Iterator[Args]:
    words = some(rng, 4)
    for y in "xyz":  # long texts, on which a product of probabilities is 0 for every label
        model = level_model("xyz", "xyz", words)
        model["log_likelihoods"][y][words[0]] += 0.125
        yield document(rng, words, 900), model
        yield document(rng, [*words, *UNSEEN], 1500), model
    yield [words[0]], level_model(["only"], ["only"], words)
    model, _, seen = trained(rng)
    yield document(rng, seen, 800), model


def _predict(
    score: Callable[[Any, Any, Any], Any],
    pick: Callable[..., Any] = max,
    order: Callable[[Any], Any] = lambda model: list(model["log_priors"]),
) -> Any:
    """`predict_label` with one thing or another done wrong."""
    return lambda words, model: pick(order(model), key=lambda y: score(words, y, model))


def _right_score(words: Any, label: Any, model: Any) -> float:
    return _prior(label, model) + sum(_terms(words, label, model))


def _predict_from_zero(words: Any, model: Any) -> Any:
    best, best_score = None, 0.0
    for y in model["log_priors"]:
        if _right_score(words, y, model) > best_score:
            best, best_score = y, _right_score(words, y, model)
    return best


predict_label.turn(
    _predict_from_zero,
    "the search for the largest score starts from 0, and log-scores are all below 0.",
    "Which label should be the best so far at the start?",
)
predict_label.turn(
    _predict(_right_score, pick=min),
    "the label with the smallest score is chosen.",
    "Log-scores are below 0. Which is more probable: -3 or -300?",
)
predict_label.turn(
    _predict(lambda words, y, model: sum(_terms(words, y, model))),
    "the prior is left out.",
    "Which part of the score does not depend on the words?",
)
predict_label.turn(
    _predict(lambda words, y, model: _prior(y, model)),
    "only the prior decides; the words do not matter.",
    "Do two different texts get different scores?",
)
predict_label.turn(
    _predict(
        lambda words, y, model: (
            _prior(y, model) + sum(model["log_likelihoods"][y].get(word, 0.0) for word in words)
        )
    ),
    "words that the model has not seen are skipped.",
    "As what should an unseen word count?",
)
predict_label.turn(
    _predict(_key_error),
    "a word that the model has not seen stops it with a KeyError.",
    "As what should an unseen word count, and where does that stand in the table?",
)
predict_label.turn(
    _predict(_product),
    "probabilities are multiplied: on a long text every product is 0, and the first label wins.",
    "Can you compare the logs themselves?",
)
predict_label.turn(
    _predict(_right_score, order=lambda model: list(model["log_priors"])[::-1]),
    "of labels with equal scores the last one is taken.",
    "With > and with >=: which of two equal labels stays?",
)
predict_label.turn(
    _predict(_right_score, order=lambda model: sorted(model["log_priors"])),
    "of labels with equal scores the first in the alphabet is taken.",
    "The order that counts is that of log_priors.",
)
predict_label.turn(
    _predict(_right_score, order=lambda model: list(model["log_likelihoods"])),
    "of labels with equal scores the first in log_likelihoods is taken.",
    "The order that counts is that of log_priors.",
)
predict_label.turn(
    _predict(lambda words, y, model: _prior(y, model) + sum(_terms(set(words), y, model))),
    "each word counts once, however often it comes.",
    "Should 'good good good' say more than 'good'?",
)
predict_label.turn(
    lambda words, model: max(_right_score(words, y, model) for y in model["log_priors"]),
    "the score itself is returned, not its label.",
    "What is the caller to do with the number?",
)
predict_label.turn(
    _predict(lambda words, y, model: _prior(y, model) + float(np.mean(_terms(words, y, model)))),
    "the sum of the words' logs is divided by their number, so that the prior weighs too much.",
    "The score is a sum, not a mean.",
)
predict_label.turn(
    _predict(
        lambda words, y, model: (
            math.exp(_prior(y, model)) + sum(map(math.exp, _terms(words, y, model)))
        )
    ),
    "probabilities are added up, not their logs.",
    "The probability of a text is a product over its words. What does the log make of it?",
)


# ---------------------------------------------------------------- replace_rare

replace_rare = Check(reference.replace_rare, gives=DOCUMENTS)
replace_rare.worked(
    ([["good", "film", "good"], ["bad", "film"], ["dull", "film", "good"]], 2),
    [["good", "film", "good"], [OOV, "film"], [OOV, "film", "good"]],
    "good and film come three times in all, bad and dull only once",
)


@replace_rare.cases
def rare_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, k in ((2, 2), (3, 2), (4, 2), (4, 3), (6, 3), (8, 4)):
        words = some(rng, 8)
        yield [document(rng, words, int(rng.integers(2, 8))) for _ in range(n)], k
    for k in (2, 3, 4):
        a, b, c, d, e = some(rng, 5)
        yield [[a] * k + [b], [c, b, d, d], [b] * (k - 2) + [e] * (k - 1)], k
        yield [[a], [b, c, a], *[[a, d]] * (k - 1), [b] * k], k


@replace_rare.extremes
def rare_extremes(rng: np.random.Generator) -> Iterator[Args]:
    words = some(rng, 6)
    documents = [document(rng, words, 6) for _ in range(4)]
    yield documents, 1  # nothing is rare
    yield documents, 0
    yield documents, 1000  # everything is
    yield [[words[0]]], 2
    yield [[OOV, words[0], words[0]], [words[1], OOV, words[0]]], 3  # some OOV are there already
    yield [document(rng, words, 200) for _ in range(3)], int(rng.integers(60, 120))


@replace_rare.law("every document keeps its length")
def lengths_stay(f: Any, rng: np.random.Generator) -> str | None:
    documents = [document(rng, some(rng, 8), n) for n in (3, 6, 4)]
    lengths = [len(words) for words in f(documents, 2)]
    return None if lengths == [3, 6, 4] else f"The lengths 3, 6, 4 became {lengths}."


def _all_counts(documents: Any) -> Counter[str]:
    return Counter(word for words in documents for word in words)


def _replace(
    documents: Any,
    k: int,
    *,
    count: Callable[[Any], Counter[str]] = _all_counts,
    keep: Callable[[int, int], bool] = lambda n, k: n >= k,
    name: str = OOV,
) -> Any:
    """`replace_rare` with one thing or another done wrong."""
    counts = count(documents)
    return [[word if keep(counts[word], k) else name for word in words] for words in documents]


def _rare_turn(looks: str, think: str, **options: Any) -> None:
    replace_rare.turn(lambda documents, k: _replace(documents, k, **options), looks, think)


_rare_turn(
    "words seen exactly k times are replaced too.",
    "Is k fewer than k?",
    keep=lambda n, k: n > k,
)
_rare_turn(
    "words seen k - 1 times stay.",
    "Is k - 1 fewer than k?",
    keep=lambda n, k: n >= k - 1,
)
_rare_turn(
    "the frequent words are replaced, not the rare ones.",
    "Which words should go: those seen fewer than k times, or the others?",
    keep=lambda n, k: n < k,
)
_rare_turn(
    "documents are counted, not tokens: a word that comes twice in one text counts once.",
    "How often was good seen in ['good', 'good', 'film']?",
    count=lambda documents: Counter(word for words in documents for word in set(words)),
)
_rare_turn(
    "rare words are replaced by another string than <OOV>.",
    'OOV is the string "<OOV>", with its brackets.',
    name="OOV",
)
_rare_turn(
    "only words seen exactly once are replaced, whatever k is.",
    "What is k for?",
    keep=lambda n, k: n > 1 or k < 2,
)
_rare_turn(
    "only the counts of the first document are used.",
    "Seen fewer than k times in all of them.",
    count=lambda documents: Counter(documents[0]),
)
_rare_turn(
    "only the counts of the last document are used.",
    "Does your counter start anew with each document?",
    count=lambda documents: Counter(documents[-1]),
)


def _one_by_one(documents: Any, k: int) -> Any:
    return [_replace([words], k)[0] for words in documents]


def _while_counting(documents: Any, k: int) -> Any:
    counts: Counter[str] = Counter()
    result = []
    for words in documents:
        counts.update(words)
        result.append([word if counts[word] >= k else OOV for word in words])
    return result


def _dropped(documents: Any, k: int) -> Any:
    counts = _all_counts(documents)
    return [[word for word in words if counts[word] >= k] for words in documents]


replace_rare.turn(
    _one_by_one,
    "each document is counted by itself.",
    "Seen fewer than k times in all documents together, not in one.",
)
replace_rare.turn(
    _while_counting,
    "words are replaced while the counting still goes on.",
    "When are the counts final?",
)
replace_rare.turn(
    _dropped,
    "rare words are dropped, not replaced.",
    "How long should each document be afterwards?",
)
replace_rare.turn(
    lambda documents, k: [list(words) for words in documents],
    "nothing is replaced.",
    "Does your code return the new documents, or the old ones?",
)
replace_rare.turn(
    lambda documents, k: [[word for words in _replace(documents, k) for word in words]],
    "all documents are joined into one.",
    "The result has as many documents as there were.",
)


# ---------------------------------------------------------------- the quizzes of D2, section 11

TENTH_PERMILLE, WITHOUT_OOV, PLAIN = 1 / 10_501, 1 / 10_500, 1 / 10_000

Quiz(
    "unsmoothed",
    [0.0, 0.0],
    decimals=8,
    form="a list of two numbers",
    slips=[
        ([PLAIN, PLAIN], "That is 1/10,000. How often was either word seen in a negative text?"),
        (
            [TENTH_PERMILLE, TENTH_PERMILLE],
            "That is the answer with smoothing. Here nothing is added to the counts.",
        ),
        ([1 / 500, 1 / 500], "How often was either word seen in a negative text?"),
        ([0.0, 1 / 10_001], "A word that was never seen has a count too: which?"),
    ],
)
Quiz(
    "smoothed",
    [TENTH_PERMILLE, TENTH_PERMILLE],
    decimals=8,
    form="a list of two numbers",
    slips=[
        (
            [WITHOUT_OOV, WITHOUT_OOV],
            "500 words get 1 more each. Which further type does, and where does it go?",
        ),
        (
            [WITHOUT_OOV, TENTH_PERMILLE],
            "Both words have the same denominator: the total over all types does not change.",
        ),
        (
            [TENTH_PERMILLE, 0.0],
            "blargh was never seen, so it counts as OOV. How many times was OOV seen, plus 1?",
        ),
        ([0.0, 0.0], "That is the answer without smoothing."),
        ([PLAIN, PLAIN], "The numerators grew by 1. By how much does the denominator grow?"),
        (
            [1 / 10_001, 1 / 10_001],
            "One type got 1 more here. How many types are there, OOV included?",
        ),
        (
            [1 / 10_502, 1 / 10_502],
            "How many types are there: 500 words, and how many more?",
        ),
        (
            [1 / 501, 1 / 501],
            "The 10,000 tokens that were counted still count.",
        ),
    ],
)
Quiz(
    "underflow",
    [70, 80],
    decimals=0,
    form="a list of two whole numbers",
    slips=[
        ([80, 90], "Run the loop and read what it prints, line by line."),
        ([70, 71], "Only every tenth index is printed: which of the printed ones is the first 0?"),
        ([80, 81], "Only every tenth index is printed. Run the loop and read its lines."),
        ([80, 70], "The right numbers, the other way round."),
        ([7, 8], "The index, not the number of the line."),
        ([71, 81], "The index i starts from 0."),
        ([90, 100], "Run the loop and read what it prints: some lines end in 0.0."),
    ],
)
