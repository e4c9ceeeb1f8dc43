# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 02: Naive Bayes
#
# About 100 minutes, 33 points. Read [lecture 02](../../lectures/02-naive-bayes.ipynb) first: each
# part names its section.
#
# You write twelve functions (27 points), answer two questions (2 points) and investigate one more (4
# points). Below each of your cells there is a **test cell**. Run it as often as you like: it says what
# passed. If something did not, it says what it called, what came back, what it expected, and often which
# mistake that looks like. Grading runs the same checks on other inputs.
#
# These hold everywhere:
#
# - `words` is a **list of strings**, never empty; `labelled` is a list of pairs `(words, label)`;
# - a label is a string or a number, anything that can be a key of a dict;
# - a function **returns something new** and does not change what it is given;
# - where a dict is asked for, a `Counter` or a `defaultdict` is as good.
#
# No function and no question needs your answer to an earlier one, so if you are stuck, go on with the
# next. The investigation and the cells with film reviews call functions that you have written above them.
# *Run All* stops at the first cell that is not solved yet; `lincourse check 02` in a terminal runs every
# test cell all the same.

# %% given="imports"
from collections import Counter
from math import exp, log

import numpy as np

from lincourse import datasets, plots
from lincourse.checks import check, check_fresh, check_quiz, practice, question
from lincourse.figures import naive_bayes as figures

OOV = "<OOV>"

# %% [markdown]
# **Your own numbers.** Write the name or number that you submit under between the quotes and run the
# cell: the questions below then ask about numbers of your own. Without a name you get the numbers that
# everybody gets, and your instructor's report says so.

# %% open="student"
student = ""

# %% [markdown]
# ## 1. A rule, and a frame for every classifier
#
# *Lecture section {#word-lists}. Easy, 11 minutes, 3 points.*
#
# The simplest score of a label: how many words of the text are in the label's list.
#
# $$\text{score}(w_1\dots w_n, y) = \text{number of } i \text{ with } w_i\in\text{lexicon}_y$$
#
# Every token counts, so a word that comes twice scores twice. Compare whole words, as they are.
#
# <details><summary>A nudge</summary>
# Which of the lists in <code>lexicon</code> do you need, and what do you ask about each token?
# </details>


# %% solve="lexicon_score"
def lexicon_score(words, label, lexicon):
    """How many of the words are in the list of the label, repeats counted.

    Args:
        words: list of strings.
        label: the label to score.
        lexicon: dict from label to a set of words.

    Returns:
        A whole number.

    Example:
        words = ["good", "plot", "good"], label "pos",
        lexicon = {"pos": {"good", "funny"}, "neg": {"dull"}}: the result is 2.
    """
    ### BEGIN SOLUTION
    return sum(word in lexicon[label] for word in words)
    ### END SOLUTION


# %% test="lexicon_score" points=1
# Repeated words, words of several lists, an empty list, words inside other words.
check("lexicon_score")
### BEGIN HIDDEN TESTS
check_fresh("lexicon_score")
### END HIDDEN TESTS

# %% [markdown]
# Whatever the score is, every classifier of this exercise chooses by it:
#
# $$\hat y = \arg\max_y\;\text{score}(w_1\dots w_n, y)$$
#
# `score` is a function that you call as `score(words, label)`. On a tie the label that comes
# **first in** `labels` wins. Scores may be below 0, all of them.
#
# <details><summary>A nudge</summary>
# Either a loop that remembers the best label so far, or <code>max</code> with a
# <code>key</code>.
# </details>
# <details><summary>A symptom: it returns <code>None</code></summary>
# A search that starts with "best score 0" never finds a score of -3. Start with the first label.
# </details>


# %% solve="classify"
def classify(words, labels, score):
    """The label with the largest score; the first of them on a tie.

    Args:
        words: list of strings.
        labels: list of labels to choose from.
        score: function (words, label) -> number.

    Returns:
        One of the labels.

    Example:
        labels = ["a", "b", "c"] with the scores -2, -1, -1: the result is "b".
    """
    ### BEGIN SOLUTION
    return max(labels, key=lambda label: score(words, label))
    ### END SOLUTION


# %% test="classify" points=2
# The winner first, in the middle and last; scores below 0; ties; labels that are numbers.
check("classify")
### BEGIN HIDDEN TESTS
check_fresh("classify")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. A list from data
#
# *Lecture section {#learnt-lists}. Medium, 12 minutes, 3 points.*
#
# Learn the lists from labelled texts: every word goes to the label under which it has the most
# **tokens**, and to that label only. On a tie it goes to the label that comes first **in the
# data**, whichever label the word itself was seen with first. Every label is a key of the result,
# even one that wins no word.
#
# <details><summary>A plan</summary>
# Two passes. First count everything: a <code>Counter</code> for each label. Only then go through
# the words and compare.
# </details>
# <details><summary>A symptom: a word is under two labels</summary>
# Are words put into the sets while the counting is still going on? Count first, and decide once,
# when the counting is over.
# </details>
# <details><summary>A symptom: ties go to the wrong label</summary>
# Let the search run over the labels in the order of the data. A dict keeps the order in which its
# keys came, and <code>max</code> keeps the first of equals.
# </details>


# %% solve="learn_lexicon"
def learn_lexicon(labelled):
    """A list of words for each label: those that are most frequent under it.

    Args:
        labelled: list of (words, label).

    Returns:
        A dict from label to a set of words.

    Example:
        labelled = [(["good", "good", "film"], "pos"), (["bad", "film"], "neg"),
        (["good", "bad", "plot"], "neg")]: the result is {"pos": {"good", "film"},
        "neg": {"bad", "plot"}}. "film" is a tie, and "pos" comes first in the data.
    """
    ### BEGIN SOLUTION
    counts = {}
    for words, label in labelled:
        counts.setdefault(label, Counter()).update(words)
    lexicon = {label: set() for label in counts}
    for word in {word for words, _ in labelled for word in words}:
        best = max(counts, key=lambda label: counts[label][word])
        lexicon[best].add(word)
    return lexicon
    ### END SOLUTION


# %% test="learn_lexicon" points=3
# Words that change sides, ties of every kind, tokens against documents, labels without a word.
check("learn_lexicon")
### BEGIN HIDDEN TESTS
check_fresh("learn_lexicon")
### END HIDDEN TESTS

# %% [markdown]
# Now let your three functions work on film reviews. Always giving the same label is right about half of
# the time. How far do you think mere lists of words will get? Write down a number before you run the cell. (The split is the lecture's, so you should see its 0.701.)

# %%
labelled = datasets.rotten_tomatoes().labelled
order = np.random.default_rng(0).permutation(len(labelled))
train = [labelled[i] for i in order[:6530]]
held_out = [labelled[i] for i in order[6530:]]

lexicon = learn_lexicon(train)
choices = [
    classify(words, ["neg", "pos"], lambda words, label: lexicon_score(words, label, lexicon))
    for words, _ in held_out
]
print("right:", np.mean([choice == y for choice, (_, y) in zip(choices, held_out, strict=True)]))

# %% [markdown]
# ## 3. Priors and counts
#
# *Lecture section {#bags}. Easy, 9 minutes, 3 points.*
#
# How frequent is each label?
#
# $$P(y) = \frac{\text{examples labelled } y}{\text{all examples}}$$


# %% solve="class_priors"
def class_priors(labels):
    """The share of each label.

    Args:
        labels: list of labels, one per example.

    Returns:
        A dict from label to probability.

    Example:
        class_priors(["neg", "pos", "neg", "neg"]) is {"neg": 0.75, "pos": 0.25}.
    """
    ### BEGIN SOLUTION
    return {label: count / len(labels) for label, count in Counter(labels).items()}
    ### END SOLUTION


# %% test="class_priors" points=1
# Two labels and more, numbers as labels, a single label; the probabilities add up to 1.
check("class_priors")
### BEGIN HIDDEN TESTS
check_fresh("class_priors")
### END HIDDEN TESTS

# %% [markdown]
# How often does each word occur under each label? Count **tokens**: a word that comes twice in a
# text counts twice.
#
# <details><summary>A nudge</summary>
# <code>Counter.update</code> takes a list of words and counts them in.
# </details>
# <details><summary>A symptom: single letters are counted</summary>
# <code>counter.update("good")</code> takes the string apart. Hand it the list, or add 1 to
# <code>counter[word]</code>.
# </details>


# %% solve="word_counts"
def word_counts(labelled):
    """How often each word occurs under each label.

    Args:
        labelled: list of (words, label).

    Returns:
        A dict from label to a Counter (or dict) from word to number of tokens.

    Example:
        labelled = [(["good", "good", "film"], "pos"), (["bad", "film"], "neg")]:
        the result is {"pos": {"good": 2, "film": 1}, "neg": {"bad": 1, "film": 1}}.
    """
    ### BEGIN SOLUTION
    counts = {}
    for words, label in labelled:
        counts.setdefault(label, Counter()).update(words)
    return counts
    ### END SOLUTION


# %% test="word_counts" points=2
# Repeated words, several texts of one label, words that several labels share.
check("word_counts")
### BEGIN HIDDEN TESTS
check_fresh("word_counts")
### END HIDDEN TESTS

# %% [markdown]
# ## 4. Smoothing
#
# *Lecture section {#smoothing}. Easy, 7 minutes, 3 points. The question is from May (2023), section 11.1.*
#
# Pretend that every type was seen once more than it was: each of the $V$ words of the vocabulary,
# and OOV, which stands for all words never seen.
#
# $$P(w\mid y) = \frac{\text{count}+1}{\text{total}+V+1}$$
#
# `total` is the number of tokens under the label, `vocabulary_size` is $V$; OOV is not in it.


# %% solve="smoothed_probability"
def smoothed_probability(count, total, vocabulary_size):
    """P(word | label) with add-one smoothing and a type for OOV.

    Args:
        count: how often the word was seen under the label.
        total: how many tokens there are under the label.
        vocabulary_size: how many different words there are, OOV not included.

    Returns:
        A probability.

    Example:
        smoothed_probability(3, 10, 4) is 4/15.
    """
    ### BEGIN SOLUTION
    return (count + 1) / (total + vocabulary_size + 1)
    ### END SOLUTION


# %% test="smoothed_probability" points=2
# Seen and unseen words, large and empty classes; with OOV all of them add up to 1.
check("smoothed_probability")
### BEGIN HIDDEN TESTS
check_fresh("smoothed_probability")
### END HIDDEN TESTS

# %% [markdown]
# Run the next cells to see the question with your numbers.

# %% given="question_smoothing"
question("smoothing", student)

# %% [markdown]
# **Question 1**

# %% given="question_smoothed"
question("smoothed", student)

# %% solve="quiz_smoothed"
smoothed = None
### BEGIN SOLUTION
smoothed = [1 / 10_501, 1 / 10_501]
### END SOLUTION

# %% test="quiz_smoothed" points=1
# The two probabilities with smoothing.
check_quiz("smoothed", smoothed, student)

# %% [markdown]
# ## 5. Features that are not words
#
# *Lecture section {#smoothing}. Medium, 6 minutes, 2 points.*
#
# A feature can take the values $0,\dots,m-1$, all known beforehand. For the $n$ examples of one
# class:
#
# $$P(x=a\mid y) = \frac{\text{examples with } x=a\;+\;1}{n+m}, \qquad a=0,\dots,m-1$$
#
# The result has shape $(m,)$. There is no OOV here: no other value can turn up.
#
# <details><summary>A nudge</summary>
# <code>np.bincount</code> counts 0, 1, 2, ...; its <code>minlength</code> makes room for values that
# were not seen. A loop over an array of ones does it too.
# </details>
# <details><summary>A symptom: "shape (3,), not (4,)"</summary>
# The last value was never seen, and still needs its entry.
# </details>


# %% solve="categorical_likelihood"
def categorical_likelihood(values, n_values):
    """The smoothed probability of every possible value of a feature.

    Args:
        values: the feature's values for the examples of one class, whole numbers
            from 0 to n_values - 1, an array of shape (n,).
        n_values: how many values are possible, m.

    Returns:
        An array of probabilities, shape (n_values,).

    Example:
        values = [0, 2, 2, 0, 2], n_values = 4: the result is (3, 1, 4, 1) / 9.
    """
    ### BEGIN SOLUTION
    counts = np.bincount(values, minlength=n_values)
    return (counts + 1) / (len(values) + n_values)
    ### END SOLUTION


# %% test="categorical_likelihood" points=2
# Values never seen, at the end and at the start; no example at all; the sum is 1.
check("categorical_likelihood")
### BEGIN HIDDEN TESTS
check_fresh("categorical_likelihood")
### END HIDDEN TESTS

# %% [markdown]
# ## 6. A quiz on underflow
#
# *Lecture section {#logarithms}. Easy, 4 minutes, 1 point. From May (2023), section 11.2.*
#
# How many small numbers can you multiply before nothing is left?
#
# **Question 2**

# %% given="question_underflow"
question("underflow", student)

# %% solve="quiz_underflow"
underflow = None
### BEGIN SOLUTION
underflow = [70, 80]
### END SOLUTION

# %% test="quiz_underflow" points=1
# The last printed index that is not 0, and the first that is.
check_quiz("underflow", underflow, student)

# %% [markdown]
# ## 7. Training
#
# *Lecture section {#logarithms}. Hard, 14 minutes, 4 points.*
#
# Everything in one model, as **logs** (natural ones, `log`):
#
# $$\log P(y) \qquad\text{and}\qquad \log P(w\mid y)=\log\frac{\text{count of }w\text{ under }y+1}{N_y+V+1}$$
#
# The vocabulary is that of **all** texts together. Each label's table holds every word of it, also
# the words that this label never saw, and besides them `OOV`, with a count of 0. $N_y$ is the number
# of tokens under $y$. You may assume that `"<OOV>"` itself is not among the training words.
#
# You may call your own functions from parts 3 and 4, or write their lines here.
#
# <details><summary>A plan</summary>
# Count. Collect the vocabulary of all labels. For each label: its total, then a dict with one entry
# per word of the vocabulary, then one more entry for OOV.
# </details>
# <details><summary>A symptom: <code>ValueError: math domain error</code></summary>
# That is the log of 0: somewhere the +1 is missing.
# </details>
# <details><summary>A symptom: "the exponentials add up to 1.08"</summary>
# Count the types that got one more. The denominator grows by as many.
# </details>


# %% solve="train_naive_bayes"
def train_naive_bayes(labelled):
    """Learn the log-priors and the smoothed log-likelihoods.

    Args:
        labelled: list of (words, label).

    Returns:
        A dict with two entries. "log_priors" is a dict from label to log P(label).
        "log_likelihoods" is a dict from label to a dict from word, or "<OOV>", to
        log P(word | label).

    Example:
        labelled = [(["good", "good", "film"], "pos"), (["bad", "film"], "neg"),
        (["good", "bad", "plot"], "neg")]: V = 4. log_priors["pos"] is log(1/3).
        log_likelihoods["pos"]["good"] is log(3/8), and both ["bad"] and ["<OOV>"]
        are log(1/8) there.
    """
    ### BEGIN SOLUTION
    counts, documents = {}, Counter()
    for words, label in labelled:
        counts.setdefault(label, Counter()).update(words)
        documents[label] += 1
    vocabulary = {word for words, _ in labelled for word in words}
    log_likelihoods = {}
    for label, table in counts.items():
        denominator = table.total() + len(vocabulary) + 1
        log_likelihoods[label] = {
            word: log((table[word] + 1) / denominator) for word in [*vocabulary, OOV]
        }
    log_priors = {label: log(count / len(labelled)) for label, count in documents.items()}
    return {"log_priors": log_priors, "log_likelihoods": log_likelihoods}
    ### END SOLUTION


# %% test="train_naive_bayes" points=4
# Labels of unequal size, words that a label never saw, OOV; each table adds up to 1.
check("train_naive_bayes")
### BEGIN HIDDEN TESTS
check_fresh("train_naive_bayes")
### END HIDDEN TESTS

# %% [markdown]
# ## 8. The score of a label
#
# *Lecture section {#logarithms}. Medium, 8 minutes, 3 points.*
#
# $$\log P(y) + \sum_{i=1}^n \log P(w_i\mid y)$$
#
# A word that is not in the label's table counts as OOV. Texts may have thousands of words: stay with
# logs all the way.
#
# `model` looks like the result of part 7; the test brings its own.
#
# <details><summary>A nudge</summary>
# The tables hold logs already. What you need is one look-up per word, and a sum.
# </details>
# <details><summary>A symptom: <code>KeyError: 'blargh'</code></summary>
# <code>table.get(word, other)</code> gives <code>other</code> where the word is missing.
# </details>


# %% solve="log_score"
def log_score(words, label, model):
    """The log of P(label) times the product of P(word | label).

    Args:
        words: list of strings, seen in training or not.
        label: one of the model's labels.
        model: a dict with "log_priors" and "log_likelihoods", as in part 7.

    Returns:
        A number.

    Example:
        log_priors {"pos": -0.5},
        log_likelihoods {"pos": {"good": -1, "<OOV>": -3}}:
        log_score(["good", "good", "blargh"], "pos", model) is -0.5 - 1 - 1 - 3.
    """
    ### BEGIN SOLUTION
    table = model["log_likelihoods"][label]
    return model["log_priors"][label] + sum(table.get(word, table[OOV]) for word in words)
    ### END SOLUTION


# %% test="log_score" points=3
# Seen and unseen words, repeats, a single word, texts of 2,000 words.
check("log_score")
### BEGIN HIDDEN TESTS
check_fresh("log_score")
### END HIDDEN TESTS

# %% [markdown]
# ## 9. The best label
#
# *Lecture section {#logarithms}. Easy, 5 minutes, 2 points.*
#
# $$\hat y = \arg\max_y\;\Bigl(\log P(y) + \sum_i \log P(w_i\mid y)\Bigr)$$
#
# On a tie the label that comes first in `model["log_priors"]` wins. You may call your own
# `classify` and `log_score`, or write their lines here.


# %% solve="predict_label"
def predict_label(words, model):
    """The label with the largest log-score; the first in log_priors on a tie.

    Args:
        words: list of strings, seen in training or not.
        model: a dict with "log_priors" and "log_likelihoods", as in part 7.

    Returns:
        One of the labels.

    Example:
        log_priors {"pos": -0.5, "neg": -1}, and in log_likelihoods "good" has -1
        under "pos" and -2 under "neg": predict_label(["good"], model) is "pos".
    """
    ### BEGIN SOLUTION
    best, best_score = None, None
    for label, score in model["log_priors"].items():
        table = model["log_likelihoods"][label]
        for word in words:
            score += table.get(word, table[OOV])
        if best_score is None or score > best_score:
            best, best_score = label, score
    return best
    ### END SOLUTION


# %% test="predict_label" points=2
# Priors that outweigh words and words that outweigh priors, ties, unseen words, long texts.
check("predict_label")
### BEGIN HIDDEN TESTS
check_fresh("predict_label")
### END HIDDEN TESTS

# %% [markdown]
# Your own naive Bayes on the same film reviews. The lists of part 2 got 0.701 right; by how much will
# probabilities beat them? Guess first. (On this split the lecture has 0.772.) Then read the most telling
# words: which of them would you have put on a list yourself, and which would never have occurred to you?

# %%
labelled = datasets.rotten_tomatoes().labelled
order = np.random.default_rng(0).permutation(len(labelled))
train = [labelled[i] for i in order[:6530]]
held_out = [labelled[i] for i in order[6530:]]

model = train_naive_bayes(train)
print("right:", np.mean([predict_label(words, model) == label for words, label in held_out]))

pos, neg = model["log_likelihoods"]["pos"], model["log_likelihoods"]["neg"]
ranked = sorted(pos, key=lambda word: (pos[word] - neg[word], word))
telling = ranked[:8] + ranked[-8:]
ax = figures.evidence_bars(
    [pos[w] - neg[w] for w in telling], telling, title="The most telling words, by your model"
)
plots.show(ax, "Bars for eight words that speak for neg and eight that speak for pos.")

# %% [markdown]
# ## 10. Rare words
#
# *Lecture section {#errors}. Medium, 7 minutes, 2 points.*
#
# Turn every word that occurs **fewer than $k$ times in all documents together** into OOV. Each
# document keeps its length and its order.
#
# <details><summary>A plan</summary>
# One pass to count, a second one to build new lists.
# </details>
# <details><summary>A symptom: "documents is changed in place"</summary>
# <code>words[i] = OOV</code> writes into the caller's list. Build a new one.
# </details>


# %% solve="replace_rare"
def replace_rare(documents, k):
    """The documents with every rare word replaced by "<OOV>".

    Args:
        documents: list of lists of words.
        k: a word seen fewer than k times in all of them is rare.

    Returns:
        A new list of lists of words.

    Example:
        documents = [["good", "film", "good"], ["bad", "film"]], k = 2:
        the result is [["good", "film", "good"], ["<OOV>", "film"]].
    """
    ### BEGIN SOLUTION
    counts = Counter(word for words in documents for word in words)
    return [[word if counts[word] >= k else OOV for word in words] for words in documents]
    ### END SOLUTION


# %% test="replace_rare" points=2
# Words seen k - 1, k and k + 1 times; nothing rare, everything rare; the caller's lists.
check("replace_rare")
### BEGIN HIDDEN TESTS
check_fresh("replace_rare")
### END HIDDEN TESTS

# %% [markdown]
# ## 11. Is the difference chance?
#
# *Lecture section {#errors}. Medium, 7 minutes, 3 points.*
#
# Two classifiers, A and B, answer the same $n$ examples. On example $i$ let $a_i$ be 1 if A is right and 0
# if not, and $b_i$ the same for B. Their **paired difference** $\bar d$ is the difference of their
# accuracies, and its standard error says how far chance moves it:
#
# $$d_i=a_i-b_i,\qquad \bar d=\frac1n\sum_i d_i,\qquad
#   \text{standard error}=\sqrt{\frac1n\cdot\frac1{n-1}\sum_i(d_i-\bar d)^2}$$
#
# The arrays `right_a` and `right_b` have shape $(n,)$. With fewer than two examples nothing can be said
# about chance: raise a `ValueError`.
#
# <details><summary>A nudge</summary>
# NumPy has a function for the standard deviation. Look up what its <code>ddof</code> does.
# </details>
# <details><summary>A symptom: my error is a little too small</summary>
# With four examples it would be too small by a factor of 0.87. By what is the sum of squares divided?
# </details>


# %% solve="paired_difference"
def paired_difference(right_a, right_b):
    """The mean difference of two classifiers on the same examples, and its standard error.

    Args:
        right_a: 1 where classifier A is right, else 0, shape (n,).
        right_b: the same for classifier B.

    Returns:
        (mean, error): two numbers.

    Raises:
        ValueError: for fewer than two examples.

    Example:
        right_a = (1, 1, 0, 1), right_b = (0, 1, 0, 0): the differences are 1, 0, 0, 1, their
        mean is 0.5, and the error is the root of 1/12, about 0.289.
    """
    ### BEGIN SOLUTION
    n = len(right_a)
    if n < 2:
        raise ValueError("a standard error needs at least two examples")
    d = right_a - right_b
    return d.mean(), d.std(ddof=1) / np.sqrt(n)
    ### END SOLUTION


# %% test="paired_difference" points=3
# A better than B, B better than A, always the same, two examples, fewer than two.
check("paired_difference")
### BEGIN HIDDEN TESTS
check_fresh("paired_difference")
### END HIDDEN TESTS

# %% [markdown]
# ## 12. Investigation: do rare words help or hurt?
#
# *Lecture section {#errors}. Medium, 11 minutes, 4 points.*
#
# A word that was seen once tells us little, and half of the vocabulary was seen once. You could throw
# such words out, because what one sighting says is mostly chance, or keep them, because there are so
# many. Which is better for film reviews?
#
# The cell below trains your naive Bayes on reviews in which your `replace_rare` has turned rare words into
# OOV, and returns which of the held-out reviews it gets right. Use it for $k$ = 1 (all words stay), 2, 5
# and 20, on at least three splits: one proves little. Draw accuracy against $k$ for each split. Then
# compare $k=1$ with $k=2$, and $k=1$ with $k=20$, by your `paired_difference` on each split, read ten of
# the mistakes of the model that you would take, and write three sentences: what the figure shows, which
# $k$ you would take, and what kind of review it gets wrong.
#
# There is no test cell below. **It is marked by hand**, and you get
#
# - 1 point for a figure with accuracy against $k$ in which the splits can be told apart;
# - 1 point for both paired differences with their standard errors, on the same reviews for both models;
# - 1 point for a choice of $k$ that says how many standard errors the difference is away from 0;
# - 1 point for a kind of mistake, with an example that you quote.
#
# <details><summary>To draw</summary>
# <code>ax = plots.panels()[0]</code>, then <code>ax.plot(x, y, "o-", label="...")</code> for each split,
# <code>ax.set(xlabel="...", ylabel="...")</code>, <code>plots.legend(ax)</code>, and
# <code>plots.show(ax, "what there is to see, in words")</code>. Twelve trainings take a few seconds each
# at most; try with one split first.
# </details>


# %%
def split(seed):
    """The reviews to train on, and those held out."""
    order = np.random.default_rng(seed).permutation(len(labelled))
    return [labelled[i] for i in order[:6530]], [labelled[i] for i in order[6530:]]


def train_without_rare(train, k):
    documents = replace_rare([words for words, _ in train], k)
    return train_naive_bayes(
        [(words, label) for words, (_, label) in zip(documents, train, strict=True)]
    )


def right_on(held_out, model):
    """1 for each review that the model gets right, else 0."""
    return np.array([int(predict_label(words, model) == label) for words, label in held_out])


# %% solve="figure_rare_words"
### BEGIN SOLUTION
smallest = (1, 2, 5, 20)
ax = plots.panels()[0]
for seed in range(3):
    train, held_out = split(seed)
    models = {k: train_without_rare(train, k) for k in smallest}
    right = {k: right_on(held_out, model) for k, model in models.items()}
    ax.plot(smallest, [right[k].mean() for k in smallest], "o-", label=f"split {seed + 1}")
    print(f"split {seed + 1}:", {k: round(float(right[k].mean()), 4) for k in smallest})
    for k in (2, 20):
        d, error = paired_difference(right[1], right[k])
        print(f"   1 less {k:2}: {d:+.4f}, standard error {error:.4f}")
ax.set(xlabel="k: words seen fewer times are OOV", ylabel="held-out accuracy", xticks=smallest)
ax.set(title="Throwing out rare words")
plots.legend(ax)
plots.show(
    ax,
    "Three curves, one for each split, of accuracy against k. They are almost level from 1 to 2 and "
    "fall from there on, side by side, a few percentage points apart.",
)
mistakes = [(w, label) for w, label in held_out if predict_label(w, models[1]) != label]
for words, label in sorted(mistakes, key=lambda pair: len(pair[0]))[:10]:
    print(f"  {label}: {' '.join(words)}")
### END SOLUTION

# %% [markdown] answer="rare_words" points=4
# In every split accuracy falls from $k=2$ on: on average it goes from 0.773 with all words to 0.769 at
# $k=2$, 0.754 at $k=5$ and 0.701 at $k=20$. From 1 to 20 the splits lose 7.0, 8.0 and 6.5 percentage
# points with a standard error of 1.0 each, so this is not chance; from 1 to 2 the differences are $-0.9$,
# $+0.4$ and $-0.5$ points with a standard error of 0.5, all of them below two standard errors and not even
# of one sign, so they decide nothing. (The accuracies themselves range over 2.7, 1.9, 3.5 and 4.2 points
# for the four $k$; as all $k$ answer the same reviews, that spread is not what they have to be compared
# with.) I would keep all words: one rare word says little, but there are so many of them that together
# they matter. The shortest mistakes are sentences whose words pull in two directions, such as "both awful
# and appealing .", or in which a dark word is meant as praise, as in "unflinchingly bleak and desperate";
# adding up words one by one sees neither.

# %% [markdown]
# ## Once more?
#
# `practice("02")` goes on asking questions like the ones above, with new numbers each time, and now
# and then one from an earlier unit. After your attempt it shows how each is solved; no score is kept.
# Uncomment the line and run the cell.

# %%
# practice("02")

# %% [markdown]
# ## Done
#
# You have written every step from a word list to naive Bayes. Restart the kernel and run all cells once
# more before you submit: that shows if something only worked because of a cell that you have deleted
# since.
