"""Checks of word lists: the score of a text, and a lexicon learnt from labelled texts."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check, SetOf

from lincourse import naive_bayes as reference
from lincourse.checks.units.naive_bayes.shared import (
    FINE,
    REVIEWS,
    by_label,
    document,
    labelled_documents,
    some_labels,
    some_words,
    with_marks,
)

# ---------------------------------------------------------------- lexicon_score

lexicon_score = Check(reference.lexicon_score, gives=FINE)
lexicon_score.example(
    (
        ["good", "plot", "good", "cast", "bad"],
        "pos",
        {"pos": {"good", "funny", "warm"}, "neg": {"bad", "dull"}},
    ),
    2,
    "only good is in the list for pos, and it comes twice",
)


@lexicon_score.random_inputs
def lexicon_score_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (2, 4, 6, 6, 8, 8, 12, 15):
        labels = some_labels(rng)
        lexicon = {y: set(some_words(rng, int(rng.integers(1, 6)))) for y in labels}
        for y in labels:
            yield document(rng, some_words(rng, 8), n), y, lexicon
    for _ in range(3):  # repeats, a word of both lists, and words of neither
        a, b, c, d = some_words(rng, 4)
        lexicon = {"pos": {a, b}, "neg": {b, c}}
        yield [a, d, a, b, a, c, b], "pos", lexicon
        yield [a, d, c, b, a, c, b], "neg", lexicon


@lexicon_score.edge_cases
def lexicon_score_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some_words(rng, 3)
    yield [a, b], "neg", {"pos": {a, b}, "neg": set()}  # an empty list of words
    yield [a], 1, {0: {b}, 1: {a}}
    yield [c, c], "pos", {"pos": {a}, "neg": {b}}  # no hit at all
    yield [f"{a}ish", a], "pos", {"pos": {a}, "neg": {f"{a}ish"}}  # one word inside another
    yield [a + a, b], "pos", {"pos": {a}, "neg": {b}}
    yield [a, b], "pos", {"pos": {f"{a}ish", b}, "neg": {a}}
    yield [a.upper(), a], "pos", {"pos": {a}, "neg": {b}}
    text, listed = document(rng, some_words(rng, 6), 300), set(some_words(rng, 4))
    yield text, "pos", {"pos": listed, "neg": {a}}
    yield [a, ".", "n't", "9", "."], "pos", {"pos": {a, ".", "9"}, "neg": {"n't"}}


@lexicon_score.property("a text that comes twice scores twice as much")
def twice(f: Any, rng: np.random.Generator) -> str | None:
    words = [*some_words(rng, 4), "good"]
    lexicon = {"pos": {"good", *some_words(rng, 3)}, "neg": {"bad"}}
    once, both = f(words, "pos", lexicon), f(words + words, "pos", lexicon)
    if not FINE.same(both, 2 * float(once)):
        return f"The text scores {once}, and the same text written twice scores {both}."
    return None


lexicon_score.answer("""
    score = 0
    for word in words:
        if word in lexicon[label]:
            score += 1
    return score
""")
lexicon_score.mistake(
    "score += 1 -> score = 1",
    "the result is only whether there is a hit, not how many.",
    "How do three hits differ from one?",
)
lexicon_score.mistake(
    """
    if word in lexicon[label]: -> for y in lexicon:
    score += 1 -> score += (1 if y == label else -1) * (word in lexicon[y])
    """,
    "the hits of the other labels are subtracted.",
    "Each label has its own score here; the comparison comes later, in classify.",
)
lexicon_score.mistake(
    "word in lexicon -> word not in lexicon",
    "the words that are not in the list are counted.",
    "Which words speak for the label?",
)
lexicon_score.answer("""
    return sum(word in lexicon[label] for word in words)
""")
lexicon_score.mistake(
    "word in lexicon[label] for -> any(entry in word for entry in lexicon[label]) for",
    "a word counts when an entry of the list is only a part of it.",
    "Is 'goodish' the word 'good'? Compare whole words.",
)
lexicon_score.mistake(
    """
    for word in words -> for entry in lexicon[label]
    word in lexicon[label] -> " ".join(words).count(entry)
    """,
    "the text is joined into one string, and entries are looked for in that.",
    "words is a list: go through it word by word.",
)
lexicon_score.mistake(
    "word in lexicon -> word.lower() in lexicon",
    "capital letters are made small before the comparison.",
    "That may be a good idea, but it is another function: words are compared as they are.",
)


# ---------------------------------------------------------------- learn_lexicon

learn_lexicon = Check(reference.learn_lexicon, gives=by_label(SetOf("a set of words")))
learn_lexicon.example(
    (REVIEWS,),
    {"pos": {"good", "film"}, "neg": {"bad", "plot"}},
    "good comes twice under pos and once under neg; bad twice and plot once under neg only; film "
    "once under each, and that tie goes to pos, which comes first in the data",
)


@learn_lexicon.random_inputs
def learn_lexicon_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for one, two in (("pos", "neg"), ("neg", "pos"), (1, 0)):
        a, b, c = some_words(rng, 3)
        yield ([([a], one), ([a, a, b], two)],)  # a changes sides
        yield ([([a, a, a, b], one), ([a], two), ([a, c], two)],)  # tokens, not documents
        yield ([([a, a, b, b, b, c, c, c], one), ([a], two)],)  # numbers, not shares
        yield ([([b], one), ([a], two), ([a, c], one)],)  # a tie; `one` comes first in the data
        yield ([([a, c], two), ([a], one), ([b, c], two)],)
        yield ([([a, a], one), ([a], two), ([b, c], two), ([a], two), ([a], one)],)
    for n, words in ((4, 4), (6, 5), (8, 6), (12, 8), (20, 10)):
        yield (labelled_documents(rng, n, words),)


@learn_lexicon.edge_cases
def learn_lexicon_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    a, b, c = some_words(rng, 3)
    yield ([([a], "only")],)
    yield ([([a, b], "y"), ([b, a], "x"), ([c], "x"), ([a, b], "x"), ([a], "y")],)
    yield ([([a], 9), ([a, b], 2), ([c, b], 5), ([c, b], 9)],)
    yield (labelled_documents(rng, 60, 10),)
    yield (with_marks(a, b),)


@learn_lexicon.property("no word is under two labels, and none is lost")
def each_word_once(f: Any, rng: np.random.Generator) -> str | None:
    data = labelled_documents(rng, 12, 8)
    found = Counter(word for words in f(data).values() for word in words)
    for word in dict.fromkeys(word for words, _ in data for word in words):
        if found[word] != 1:
            return f"{word!r} is under {found[word]} labels; it should be under exactly one."
    return None


def filled_while_counting(labelled: Any) -> Any:
    counts: dict[str, Counter[Any]] = {}
    lexicon: dict[Any, set[str]] = {label: set() for _, label in labelled}
    for words, label in labelled:
        for word in words:
            counts.setdefault(word, Counter())[label] += 1
        for word, table in counts.items():
            best = max(lexicon, key=lambda y: table[y])
            lexicon[best].add(word)
    return lexicon


def as_printed_in_the_notes(labelled: Any) -> Any:
    """The trainer of May's notes: its second half stands inside the loop over texts."""
    counts: dict[str, Counter[Any]] = {}
    lexicon: dict[Any, set[str]] = {}
    for words, label in labelled:
        for word in words:
            counts.setdefault(word, Counter())[label] += 1
        for word, table in counts.items():
            best = max(table, key=lambda y: table[y])
            lexicon.setdefault(best, set()).add(word)
    return lexicon


learn_lexicon.answer("""
    from collections import Counter

    counts = {}
    for words, label in labelled:
        for word in words:
            counts.setdefault(word, Counter())[label] += 1
    lexicon = {label: set() for _, label in labelled}
    for word, table in counts.items():
        best = max(lexicon, key=lambda label: table[label])
        lexicon[best].add(word)
    return lexicon
""")
learn_lexicon.mistake(
    filled_while_counting,
    "the sets are filled while the counting still goes on, so a word that changes sides is under "
    "two labels.",
    "When are the counts final? Only then can a word be put under its label.",
)
learn_lexicon.mistake(
    as_printed_in_the_notes,
    "the sets are filled while the counting still goes on, as in May's printed trainer, so a word "
    "that changes sides is under two labels; ties go by the word.",
    "When are the counts final? And which label comes first in the data?",
)
learn_lexicon.mistake(
    """
    lexicon = {label: set() for _, label in labelled} -> lexicon = {}
    max(lexicon -> max(table
    lexicon[best].add(word) -> lexicon.setdefault(best, set()).add(word)
    """,
    "a tie goes to the label under which the word itself was seen first, and a label that wins no "
    "word is missing.",
    "Let the search run over all labels, in the order of the data; make a set for each beforehand.",
)
learn_lexicon.mistake(
    "max(lexicon -> max(reversed(lexicon)",
    "a tie goes to the label that comes last in the data.",
    "When a later label is just as good as an earlier one, should it take its place?",
)
learn_lexicon.mistake(
    "max(lexicon -> max(table",
    "a tie goes to the label under which the word itself was seen first.",
    "The order that counts is that of the labels in the data, whatever the word.",
)
learn_lexicon.mistake(
    "table[label]) -> table[label] / sum(len(words) for words, y in labelled if y == label))",
    "shares of the label's tokens are compared, not numbers.",
    "The rule is the most frequent label. Does the length of the other texts come into it?",
)
learn_lexicon.mistake(
    "max(lexicon, key=lambda label: table[label]) -> list(table)[0]",
    "a word stays with the label that it was first seen with.",
    "What if it comes later, and more often, under another label?",
)
learn_lexicon.mistake(
    "max(lexicon -> min(lexicon",
    "the rarest label gets the word.",
    "Largest or smallest count?",
)
learn_lexicon.mistake(
    "counts.setdefault(word, Counter())[label] += 1 -> counts[word] = Counter([label])",
    "a word goes to the label that it was last seen with.",
    "Does your code count, or does it overwrite?",
)
learn_lexicon.mistake(
    "return lexicon -> return {label: words for label, words in lexicon.items() if words}",
    "a label that wins no word is missing.",
    "Which keys should the result have, whatever the words say?",
)
