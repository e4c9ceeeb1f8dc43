"""Quizzes of unit 03: vectors, signs, pairs, joint features, metrics, one-hot vectors."""

from typing import Any

import numpy as np
from misstep import Mistake, Numbers, Question, Scenario, StableRandom

# ---------------------------------------------------------------- a mail with the dummy feature


def draw_mail(random: StableRandom) -> Numbers:
    bits = [random.whole(0, 1) for _ in range(3)]
    return {"x": [*bits, random.whole(1, 60) / 100]}


mail = Scenario("mail", "03", {"x": [0, 1, 0, 0.02]}, draw_mail)


def listed(numbers: Any) -> str:
    """Numbers with commas, as a text shows them."""
    return ", ".join(f"{number:g}" for number in numbers)


@mail.asks("spam_vector", form="a list of five numbers", decimals=2)
def spam_vector(x: list[float]) -> Question:
    return Question(
        f"A mail is described by the features $({listed(x)})$. What is it with the dummy feature?",
        [1, *x],
        mistakes=[
            Mistake([*x, 1], think="The 1 is there, but where does this course put it?"),
            Mistake([0, *x], think="Which value does the dummy feature always have?"),
        ],
        hint="The dummy feature is one more number, always the same, in front of the others.",
        worked=f"The dummy feature is a 1 in front: (1, {listed(x)}).",
    )


# ---------------------------------------------------------------- four opinions

OPINIONS = {  # sentence -> has a positive word, has a negative word
    "This is a great film!": (1, 0),
    "Great music, great actors.": (1, 0),
    "A funny story.": (1, 0),
    "Funny from start to end!": (1, 0),
    "Worst crap I've ever seen.": (0, 1),
    "Bad jokes, bad sound.": (0, 1),
    "Crap.": (0, 1),
    "It was the worst evening of the year.": (0, 1),
    "Great plot but bad acting.": (1, 1),
    "Funny, if you like bad jokes.": (1, 1),
    "The worst film with a great end.": (1, 1),
    "Crap, but funny crap.": (1, 1),
    "The film was made in 2008.": (0, 0),
    "We saw it on Sunday.": (0, 0),
    "It is two hours long.": (0, 0),
    "My sister chose it.": (0, 0),
}
KINDS = ((1, 0), (0, 1), (1, 1), (0, 0))


def draw_opinions(random: StableRandom) -> Numbers | None:
    of_kind = {kind: [text for text, k in OPINIONS.items() if k == kind] for kind in KINDS}
    documents = random.shuffled([random.pick(of_kind[kind]) for kind in KINDS])
    w = [random.pick([-3, -2, -1, 1, 2]), random.whole(1, 5), -random.whole(1, 5)]
    z = np.array([(1, *OPINIONS[text]) for text in documents]) @ w
    if not z.all() or not z.min() < 0 < z.max():
        return None  # a tie would be a question of its own, and one label alone is none
    return {"documents": documents, "w": w}


def opinions_setting(documents: list[str], w: list[int]) -> str:
    positive = "“great”" if documents == DOCUMENTS else "“great” and “funny”"
    return (
        f"Take {positive} as positive, and “worst”, “crap” and “bad” as negative.\n\n"
        + "\n".join(f"{i}. “{text}”" for i, text in enumerate(documents, start=1))
    )


DOCUMENTS = [
    "This is a great film!",
    "Worst crap I've ever seen.",
    "Great plot but bad acting.",
    "The film was made in 2008.",
]
opinions = Scenario(
    "opinions", "03", {"documents": DOCUMENTS, "w": [-1, 2, -3]}, draw_opinions, opinions_setting
)


@opinions.asks("opinion_features", form="a list of four lists of three numbers")
def opinion_features(documents: list[str], w: list[int]) -> Question:
    right = [[1, *OPINIONS[text]] for text in documents]
    both = [OPINIONS[text] for text in documents]
    mixed, negative = both.index((1, 1)), both.index((0, 1))

    def but(row: int, values: list[int]) -> list[list[int]]:
        return [values if i == row else list(old) for i, old in enumerate(right)]

    return Question(
        "What are the feature vectors of these four documents: (1, has a positive word, has a "
        "negative word)?",
        right,
        mistakes=[
            Mistake(
                but(negative, [1, 0, 2]),
                think="The feature asks only whether there are negative words, not how many.",
            ),
            Mistake(but(both.index((0, 0)), [0, 0, 0]), think="The dummy is 1 in every document."),
            Mistake(
                [[1, n, p] for _, p, n in right],
                think="Which feature is about positive words, the second or the third?",
            ),
            Mistake([[p, n, 1] for _, p, n in right], think="Where does the dummy feature stand?"),
            Mistake(
                but(mixed, [1, 0, 0]),
                think="One document holds a positive word and a negative one. Do they cancel?",
            ),
        ],
        cannot_be=lambda number: (
            ""
            if number in (0, 1)
            else f"“Has a word” is a yes or a no, 1 or 0, however many there are. How can there be "
            f"{number:g}?"
        ),
        hint="Three questions for each document: the dummy is always 1; is any of its words on the "
        "positive list; is any on the negative list?",
        worked="In the order of the documents: "
        + ", ".join(f"({listed(row)})" for row in right)
        + ".",
    )


@opinions.asks("opinion_classes", form="a list of four numbers, each 1 or -1", among=(1, -1))
def opinion_classes(documents: list[str], w: list[int]) -> Question:
    both = [OPINIONS[text] for text in documents]
    score = np.array([(1, *kind) for kind in both]) @ w
    right = np.where(score > 0, 1, -1)
    mixed, neutral = both.index((1, 1)), both.index((0, 0))

    def flipped(*rows: int) -> list[int]:
        return [int(-y if i in rows else y) for i, y in enumerate(right)]

    return Question(
        f"Which labels, 1 or -1, do these four documents get with $\\mathbf w=({listed(w)})$? By hand: "
        f"the bias gives {w[0]}, a positive word adds {w[1]}, a negative word takes away {-w[2]}.",
        right.tolist(),
        mistakes=[
            Mistake(
                flipped(mixed),
                think=f"{w[0]} + {w[1]} - {-w[2]} for the document with both kinds of words: on which "
                "side of 0 is that?",
            ),
            Mistake(
                flipped(neutral), think="With neither kind of word, what is left of the score?"
            ),
            Mistake(
                flipped(mixed, neutral),
                think=f"Did you leave out the weight {w[0]} of the dummy feature?",
            ),
            Mistake(np.where(score > 0, 1, 0).tolist(), think="The classes here are 1 and -1."),
        ],
        hint="Work out the four scores first. A score above 0 gives 1, one below 0 gives -1.",
        worked=f"The scores are {listed(score)}, so the labels are {listed(right)}.",
    )


# ---------------------------------------------------------------- four cases

CASES = {  # y, whether it is classified right
    "a positive example ($y=+1$) is classified right": (1, True),
    "a negative example ($y=-1$) is classified right": (-1, True),
    "a positive example is classified wrong": (1, False),
    "a negative example is classified wrong": (-1, False),
}
cases = Scenario(
    "cases", "03", {"order": list(CASES)}, lambda random: {"order": random.shuffled(CASES)}
)


@cases.asks("case_signs", form="a list of four numbers, each 1 or -1", among=(1, -1))
def case_signs(order: list[str]) -> Question:
    signs = [(y, good, y if good else -y) for y, good in map(CASES.__getitem__, order)]
    right = [sign for _, _, sign in signs]
    lines = "\n".join(f"{i}. {case};" for i, case in enumerate(order, start=1))
    return Question(
        f"There are four cases:\n\n{lines[:-1]}.\n\nWhat is the sign of the **score** $z$, 1 or "
        "-1, in each of them? Think before you look it up: the slides have a slip here.",
        right,
        mistakes=[
            Mistake(
                [y for y, _, _ in signs],
                think="This is how the slides print it. Where y is +1 and wrongly classified: what is "
                "y z if z > 0?",
            ),
            Mistake(
                [1 if good else -1 for _, good, _ in signs],
                think="This is the sign of y z. The question is about z itself.",
            ),
            Mistake(
                [-1 if not good else sign for _, good, sign in signs],
                think="One of the cases is a negative example that was called positive.",
            ),
            Mistake(
                [-sign for sign in right],
                think="All four are the other way round. What is predicted if z > 0?",
            ),
        ],
        hint="The prediction is the sign of z. What was predicted in each case?",
        worked="The sign of z is what was predicted: y where it is right, the opposite where it "
        f"is wrong. That gives {listed(right)}.",
    )


# ---------------------------------------------------------------- pairs of classes

all_vs_all = Scenario("all_vs_all", "03", {"K": 10}, lambda random: {"K": random.whole(4, 40)})


@all_vs_all.asks("pair_counts", form="a list of two numbers")
def pair_counts(K: int) -> Question:
    ordered = K * (K - 1)
    return Question(
        f"There are $K={K}$ classes. How many *ordered* pairs of different classes are there, and how "
        "many classifiers does all-vs-all really need?",
        [ordered, ordered // 2],
        mistakes=[
            Mistake([K * K, K * K / 2], think="Does a class play against itself?"),
            Mistake(
                [K * K, ordered // 2],
                think=f"{K} · {K} also counts each class with itself; different classes are asked for.",
            ),
            Mistake(
                [ordered // 2, ordered],
                think="Which is more: pairs where the order counts, or pairs where it does not?",
            ),
            Mistake(
                [ordered, ordered],
                think="If 3 against 2 is decided, must 2 against 3 be learnt too?",
            ),
            Mistake(
                [K, K],
                think="One classifier per class is one-against-all. How many pairs are there?",
            ),
            Mistake([K * (K + 1), K * (K + 1) // 2], think="A class is not paired with itself."),
        ],
        hint="Try it with three classes, and write the pairs down: 1 and 2, 2 and 1, and so on. Which "
        "of them can share a classifier?",
        worked=f"{K} ways to choose the first, {K - 1} for the second: {ordered} ordered pairs. One "
        f"classifier serves both orders, so {ordered // 2} are enough.",
    )


# ---------------------------------------------------------------- joint features of a sentence

SENTENCES = [
    "it rocks",
    "happy days",
    "so happy",
    "my heart sings",
    "a happy end",
    "it bores me",
    "happy songs for all",
    "she laughs and cries",
    "nobody was happy here",
    "one of the best films",
    "happy people and happy dogs",
    "the story moves along nicely",
    "a film to make you happy",
    "it starts slowly and ends badly",
    "not one of them was happy that day",
    "the actors look tired from the first scene",
]


def sentence_features(sentence: str) -> list[int]:
    """How many words; whether one ends in s; whether "happy" is there."""
    words = sentence.split()
    return [len(words), int(any(w.endswith("s") for w in words)), int("happy" in words)]


joint_vectors = Scenario(
    "joint_vectors",
    "03",
    {"sentence": "it rocks"},
    lambda random: {"sentence": random.pick(SENTENCES)},
    lambda sentence: (
        f"The sentence is “{sentence}”, the labels are $+$, $-$ and $\\varnothing$ in this order. The "
        "features are the number of words, whether a word ends in “s”, and whether the word “happy” "
        "occurs."
    ),
)


def blocks(x: Any) -> Any:
    """The joint features of all three labels, a row each."""
    return np.kron(np.eye(3, dtype=int), x)


@joint_vectors.asks("rocks_joint", form="a list of three lists of nine numbers")
def rocks_joint(sentence: str) -> Question:
    x = sentence_features(sentence)
    right = blocks(x)
    return Question(
        "What are $f(x,+)$, $f(x,-)$ and $f(x,\\varnothing)$? You may use your function.",
        right.tolist(),
        mistakes=[
            Mistake(
                np.vstack([np.kron(x, e) for e in np.eye(3, dtype=int)]).tolist(),
                think="Here the features are interleaved. A block holds all three features of one class.",
            ),
            Mistake(
                [x * 3] * 3, think="Only the block of the class in question holds the features."
            ),
            Mistake(
                [[0] * i + x + [0] * (6 - i) for i in range(3)],
                think="Each class has a block of three places. Where does the second one start?",
            ),
            Mistake(right[::-1].tolist(), think="The first block belongs to the first class, +."),
            Mistake(
                blocks(np.minimum(x, 1)).tolist(),
                think="The first feature is the number of words, not whether there are any.",
            ),
        ],
        hint="First the three features of the sentence. Then three blocks of three places: each label "
        "puts the features into its own block.",
        worked=f"The features are ({listed(x)}). They stand in places 1 to 3 for +, 4 to 6 for - and "
        "7 to 9 for ∅; everything else is 0.",
    )


@joint_vectors.asks("rocks_bias", form="a list of three lists of twelve numbers")
def rocks_bias(sentence: str) -> Question:
    x = sentence_features(sentence)
    return Question(
        "What are $f(x,+)$, $f(x,-)$ and $f(x,\\varnothing)$ with a bias, a fourth feature that is always "
        "on? Put it **last** in each block, as May does.",
        blocks([*x, 1]).tolist(),
        mistakes=[
            Mistake(
                blocks([1, *x]).tolist(),
                think="Good blocks, but May puts the always-on feature last in each; follow that here.",
            ),
            Mistake(
                (blocks([*x, 0]) + np.kron(np.ones((3, 3), dtype=int), [0, 0, 0, 1])).tolist(),
                think="The always-on feature of a class is on in the block of that class only.",
            ),
            Mistake(blocks([*x, 0]).tolist(), think="What is the value of the always-on feature?"),
        ],
        hint="The blocks are four places long now, and the fourth place of the label's own block "
        "holds the bias.",
        worked=f"Each block is ({listed([*x, 1])}): in places 1 to 4 for +, 5 to 8 for -, 9 to 12 for "
        "∅; everything else is 0.",
    )


# ---------------------------------------------------------------- precision and recall


def draw_outcomes(random: StableRandom) -> Numbers:
    tp, fp, fn, tn = (random.whole(2, 12) for _ in range(4))
    return {"called": tp + fp, "total": tp + fp + fn + tn, "tp": tp, "tn": tn}


outcomes = Scenario("outcomes", "03", {"called": 9, "total": 16, "tp": 7, "tn": 4}, draw_outcomes)


@outcomes.asks("opinion_metrics", form="a list of three numbers", decimals=2)
def opinion_metrics(called: int, total: int, tp: int, tn: int) -> Question:
    others = total - called
    fp, fn = called - tp, others - tn
    right = [(tp + tn) / total, tp / called, tp / (tp + fn)]
    return Question(
        f"A line puts {called} of {total} documents on its positive side, {tp} of which are positive. "
        f"Of the {others} on the other side, {tn} are negative. What are accuracy, precision and "
        "recall?",
        right,
        mistakes=[
            Mistake(
                [right[0], right[2], right[1]],
                think="Precision divides by those called positive. How many are?",
            ),
            Mistake(
                [1 - right[0], *right[1:]],
                think="Accuracy is the share of right answers, not of mistakes.",
            ),
            Mistake(
                [tp / total, *right[1:]],
                think=f"{tn} negatives were called negative. Is that not right too?",
            ),
            Mistake(
                [right[0], tp / total, tp / total],
                think=f"Precision and recall do not divide by all {total} points.",
            ),
            Mistake(
                [right[0], tp / called, tp / others],
                think="Recall divides by all that are positive, on either side of the line.",
            ),
        ],
        also=[
            Mistake(
                [right[0], right[1], tp / total],
                think=f"That divides by all {total}. Recall is a share of those that are positive: how many are?",
            ),
            Mistake(
                [right[0], tp / total, right[2]],
                think=f"That divides by all {total}. Precision is a share of those that are called positive.",
            ),
            Mistake(
                [right[0], right[1], tn / others],
                think="That is the share of negatives among those called negative. Recall is about those that "
                "are positive: how many of them were found?",
            ),
            Mistake(
                [tn / total, *right[1:]],
                think=f"{tp} positives were called positive. Is that not right too?",
            ),
            Mistake(
                [right[0], tn / called, right[2]],
                think=f"Of the {called} called positive, how many are positive?",
            ),
            Mistake(
                [right[0], right[1], tn / (tn + fp)],
                think="That is the share of the negatives that were called negative. Recall asks the same "
                "about the positives.",
            ),
            Mistake(
                [right[0], 1 - right[1], right[2]],
                think="That is the share of those wrongly called positive.",
            ),
            Mistake(
                [right[0], right[1], 1 - right[2]],
                think="That is the share of the positives that were missed.",
            ),
        ],
        hint=f"Of the {others} called negative, how many are positive? Then you have all four counts.",
        worked=f"TP {tp}, FP {fp}, FN {fn}, TN {tn}. Accuracy {tp + tn}/{total} = {right[0]:.3f}, "
        f"precision {tp}/{called} = {right[1]:.3f}, recall {tp}/{tp + fn} = {right[2]:.3f}.",
    )


# ---------------------------------------------------------------- one-hot vectors


def draw_places(random: StableRandom) -> Numbers:
    K = random.whole(4, 7)
    return {"K": K, "from_one": random.whole(2, K - 1), "from_zero": random.whole(1, K - 2)}


counting = Scenario("counting", "03", {"K": 3, "from_one": 2, "from_zero": 1}, draw_places)


@counting.asks("one_hot_three", form="a list of two lists, each with a number for every class")
def one_hot_three(K: int, from_one: int, from_zero: int) -> Question:
    eye = np.eye(K, dtype=int).tolist()
    one, zero = from_one - 1, from_zero
    words = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
    return Question(
        f"There are {words[K]} classes. What is the one-hot vector of class {from_one} in "
        "Hasegawa-Johnson & Hockenmaier's slides, which count from 1? And of class "
        f"{from_zero} in Hasegawa-Johnson's slides of 2020, which count from 0?",
        [eye[one], eye[zero]],
        mistakes=[
            Mistake(
                [eye[one + 1], eye[zero]],
                think="The first slides count classes from 1. Which place belongs to class 1 there?",
            ),
            Mistake([eye[one], eye[zero - 1]], think="The second slides count classes from 0."),
            Mistake(
                [eye[one + 1], eye[zero - 1]],
                think="Who counts from 1 and who from 0? You have them the other way round.",
            ),
        ],
        hint="One 1 in each row, and zeros. Which place does the first class have in each?",
        worked=f"Counted from 1, class {from_one} has place {from_one}: ({listed(eye[one])}). Counted "
        f"from 0, class {from_zero} has place {from_zero + 1}: ({listed(eye[zero])}).",
    )


labels_of_seven = Scenario(
    "labels_of_seven",
    "03",
    {"labels": [3, 1, 4, 7]},
    lambda random: {"labels": random.shuffled(range(1, 8))[:4]},
)


@labels_of_seven.asks("one_hot_seven", form="a list of four lists of seven numbers")
def one_hot_seven(labels: list[int]) -> Question:
    eye, places = np.eye(7, dtype=int), np.array(labels) - 1
    return Question(
        f"Labels go from 1 to 7. Four examples have the labels {listed(labels)}. What are their one-hot "
        "vectors? You may use your function, but check whether it counts from 0 or 1.",
        eye[places].tolist(),
        mistakes=[
            Mistake(
                eye[np.minimum(places + 1, 6)].tolist(),
                think="The labels 1 to 7 count from 1. Which place belongs to label 1?",
            ),
            Mistake(eye[6 - places].tolist(), think="Which end of the row belongs to label 1?"),
            Mistake(
                (eye[places] * np.array(labels)[:, None]).tolist(),
                think="A one-hot row holds a 1, whatever the label.",
            ),
        ],
        hint="Four rows of seven places. Label 1 is the first place.",
        worked="Label 1 has the first place, label 7 the last, so the 1 stands in the places "
        f"{listed(labels)} of the four rows.",
    )
