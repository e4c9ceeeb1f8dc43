# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 09: One family
#
# About 330 minutes, 60 points. Read [lecture 09](../../lectures/09-family.ipynb) first: each part
# names its section.
#
# There are three parts. The first is one rule for perceptron and softmax, and a test of it; the second is a
# hunt for slips in the documents of this course; they take about 20 and 45 minutes. The third is the
# **capstone**, a piece of work for two or three sittings: a classifier of your own, compared, taken apart
# and described. Parts 1 and 2 need nothing from each other; within the capstone, each part works with what
# you wrote before. *Run All* stops at the first cell that is not solved yet; `lincourse check 09` in a
# terminal runs every test cell all the same.

# %% given="imports"
import numpy as np

from lincourse import datasets, plots
from lincourse.checks import (
    check,
    check_comparison,
    check_fresh,
    check_level,
    check_level_fresh,
    check_quiz,
    check_tests,
    practice,
    question,
)
from lincourse.softmax import softmax

# %% [markdown]
# **Your own numbers.** Write the name or number that you submit under between the quotes and run the
# cell: the questions below then ask about numbers of your own. Without a name you get the numbers that
# everybody gets, and your instructor's report says so.

# %% open="student"
student = ""

# %% [markdown]
# ## 1. One rule for two
#
# *Lecture section {#update}. Medium, 12 minutes, 4 points.*
#
# Perceptron and softmax regression differ in one line: how scores become $\hat p$.
#
# $$W \leftarrow W + \eta\,(t-\hat p)\,x^\top$$
#
# $W$ has shape $(K, d)$, $x$ has $(d,)$, the target $t$, one-hot of $y$, has $(K,)$, and so has $\hat p$:
# $S(Wx)$, the softmax of the scores, for the rule `"softmax"`,
# and 1 at $\arg\max Wx$ (the lowest index on a tie), 0 elsewhere, for the rule `"perceptron"`. Any
# other rule is a mistake of the caller: raise a `ValueError` that says so. The function `softmax` is
# given. As before, the function **returns a new array** and leaves its arguments unchanged.
#
# <details><summary>A nudge</summary>
# First get <code>p_hat</code>, by an <code>if</code> with three branches. The rest is the same for both rules.
# <code>np.outer(a, b)</code> has the shape (len(a), len(b)).
# </details>
# <details><summary>A plan</summary>
# Scores; <code>p_hat</code> by rule, or <code>raise ValueError(...)</code>; the target, a vector of zeros with a 1
# at y; return W plus eta times the outer product of target minus <code>p_hat</code> with x.
# </details>


# %% solve="linear_update"
def linear_update(rule, W, x, y, eta):
    """Take one step of the perceptron's or of softmax regression's rule.

    Args:
        rule: "perceptron" or "softmax"; another one raises ValueError.
        W: weights, one row per class, shape (K, d).
        x: one example, shape (d,).
        y: the index of its class, 0 to K-1.
        eta: the learning rate.

    Returns:
        The new weights, shape (K, d).

    Example:
        W = [[1, 0], [0, 1], [0, 0]], x = (1, 3), y = 0, eta = 0.5 and the rule
        "perceptron": class 1 was chosen, the result is
        [[1.5, 1.5], [-0.5, -0.5], [0, 0]].
    """
    ### BEGIN SOLUTION
    z = W @ x
    if rule == "perceptron":
        p_hat = np.eye(len(W))[np.argmax(z)]
    elif rule == "softmax":
        p_hat = softmax(z)
    else:
        raise ValueError(f'rule must be "perceptron" or "softmax", not {rule!r}')
    target = np.eye(len(W))[y]
    return W + eta * np.outer(target - p_hat, x)
    ### END SOLUTION


# %% test="linear_update" points=4
# Both rules, right and wrong examples, ties, whole numbers, and a rule that does not exist.
check("linear_update")
### BEGIN HIDDEN TESTS
check_fresh("linear_update")
### END HIDDEN TESTS

# %% [markdown]
# See it at work: one example, shown again and again. How does the probability of the right class grow
# under each rule, and where does the perceptron lose interest?

# %%
for rule in ("perceptron", "softmax"):
    W = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    chances = []
    for _ in range(6):
        chances.append(softmax(W @ [1.0, 3.0])[0])
        W = linear_update(rule, W, np.array([1.0, 3.0]), y=0, eta=0.1)
    print(f"{rule:10}", np.round(chances, 3))

# %% [markdown]
# ### A test of your own
#
# *Lecture section {#update}. Medium, 10 minutes, 3 points.*
#
# Write a test of `linear_update`. It is handed somebody's version as `f`, calls it, and asserts what
# should come back. The check tries it on right functions in several styles, all of which it has to
# accept, and on wrong functions, of which it should catch **at least three quarters**. It says in words
# which ones it lets through.
#
# <details><summary>A nudge: an error that should come</summary>
# Call <code>f</code> inside <code>try</code>, and <code>return</code> in
# <code>except ValueError</code>. If your test gets past that, there was no error:
# <code>raise AssertionError</code>.
# </details>


# %% solve="tests_linear_update"
def try_linear_update(f):
    """Raise an AssertionError where f is not a right linear_update.

    Args:
        f: a function of rule, W, x, y and eta.
    """
    ### BEGIN SOLUTION
    W, x = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), np.array([1.0, 3.0])
    step = f("perceptron", W, x, 0, 0.5) - W
    assert np.allclose(step, [[0.5, 1.5], [-0.5, -1.5], [0, 0]])
    assert np.allclose(f("perceptron", W, x, 1, 0.5), W)
    assert np.allclose(f("perceptron", 0 * W, x, 0, 0.5), 0)  # on a tie the first class is chosen
    p = np.exp([1, 3, 0]) / np.exp([1, 3, 0]).sum()
    for y in range(3):
        gap = np.eye(3)[y] - p
        assert np.allclose(f("softmax", W, x, y, 0.5), W + 0.5 * np.outer(gap, x))
        assert np.allclose(f("softmax", W.astype(int), x, y, 0.5), W + 0.5 * np.outer(gap, x))
    try:
        f("perceptrn", W, x, 0, 0.5)
    except ValueError:
        return
    raise AssertionError("there is no such rule")
    ### END SOLUTION


# %% test="tests_linear_update" points=3
# Right functions in several styles, all to be accepted, and wrong ones, most to be caught.
check_tests("linear_update", try_linear_update)

# %% [markdown]
# ## 2. Find the slip
#
# Every text has slips. Here are ten statements, in our words, that one of the five documents makes or
# comes close to making. Some stand as they are. Judge each by yourself before you look anything up.
# Afterwards compare with the [list of slips](../../docs/errata.md).
#
# 1. A positive example that is misclassified has $f(x)>0$.
# 2. To classify all against all you train $K(K-1)$ classifiers, one for each pair of classes.
# 3. In Boye's formula, the L2 penalty adds up the squares of all weights except the bias.
# 4. Naive Bayes assumes: the probability of a label given a word does not depend on the other words.
# 5. Naive Bayes is $\arg\max_y\theta\cdot f(x,y)$ with $P(\text{word}\mid y)$ and $P(y)$ as the weights.
# 6. A step of softmax regression on one example is $\mathbf w_k\leftarrow\mathbf w_k+\eta\,(t_k-\hat p_k)\,x$, for
#    every class $k$.
# 7. A step of softmax regression on one example is $\mathbf w_k\leftarrow\mathbf w_k+\eta\,(\hat p_k-t_k)\,x$, for
#    every class $k$.
# 8. $\tanh(\mathbf w\cdot x)$ with a sum of squared errors is another name for logistic regression.
# 9. Gradient descent on a convex function converges to its minimum, whatever the learning rate.
# 10. For a given sentence $s$, $P(s,y)$ and $P(y\mid s)$ put the labels $y$ in the same order.

# %% [markdown]
# ### 2.1 Verdicts
#
# *Lectures 02 to 07. Medium, 12 minutes, 3 points.*
#
# Each statement that does not stand is broken by one of these examples:
#
# 1. $f(x)=x^2$ and a rate of 2.
# 2. Two words with the probabilities 0.1 and 0.1 under one label, 0.19 and 0.01 under the other.
# 3. Three classes, and all their pairs.
# 4. The target $+1$ and the score $-5$: how far each of two losses moves the score.
# 5. $y=+1$ and $f(x)=-2$.
# 6. $W=0$ and two classes: the score of the right one after a step.
# 7. Two words that both speak for the same label, seen together.
#
# Replace the last line by `verdicts = [...]`, a list of ten numbers: 0 for a statement that stands, and
# for each other the number of the example that breaks it. Each example breaks one statement.

# %% solve="quiz_verdicts"
verdicts = None
### BEGIN SOLUTION
verdicts = [5, 3, 0, 7, 2, 0, 6, 4, 1, 0]
### END SOLUTION

# %% test="quiz_verdicts" points=3
# All ten verdicts; it gives a hint on one that is wrong.
check_quiz("verdicts", verdicts)

# %% [markdown]
# Now put some of them right, and a few more. Work on paper, or compute.

# %% [markdown]
# ### 2.2 The four cases
#
# *Lecture 03. Easy, 2 minutes, 1 point. From Hasegawa-Johnson & Hockenmaier (2019).*
#
# What is the sign of $f(x)$ for a *positive* example that is misclassified, and what for a *negative* one?
# Replace the last line by `four_cases = [...]`, a list of two signs such as `[1, 1]`.

# %% solve="quiz_four_cases"
four_cases = None
### BEGIN SOLUTION
four_cases = [-1, 1]
### END SOLUTION

# %% test="quiz_four_cases" points=1
# The sign of f(x): misclassified positive, misclassified negative.
check_quiz("four_cases", four_cases)

# %% [markdown]
# ### 2.3 The factor
#
# *Lecture section {#update}. Easy, 3 minutes, 1 point. From Hasegawa-Johnson & Hockenmaier (2019).*

# %% given="question_hard_errors"
question("hard_errors", student)

# %% solve="quiz_hard_errors"
hard_errors = None
### BEGIN SOLUTION
hard_errors = [-1, 1, 0]
### END SOLUTION

# %% test="quiz_hard_errors" points=1
# Choice minus target, for classes 0, 1 and 2.
check_quiz("hard_errors", hard_errors, student)

# %% [markdown]
# ### 2.4 All against all
#
# *Lecture 03. Easy, 2 minutes, 1 point. From Hasegawa-Johnson & Hockenmaier (2019).*

# %% given="question_pairs_of_six"
question("pairs_of_six", student)

# %% solve="quiz_pairs_of_six"
pairs_of_six = None
### BEGIN SOLUTION
pairs_of_six = 15
### END SOLUTION

# %% test="quiz_pairs_of_six" points=1
# The number of classifiers.
check_quiz("pairs_of_six", pairs_of_six, student)

# %% [markdown]
# ### 2.5 The sign
#
# *Lecture 07. Medium, 6 minutes, 1 point. From Qureshi.*

# %% given="question_both_signs"
question("both_signs", student)

# %% solve="quiz_both_signs"
both_signs = None
### BEGIN SOLUTION
both_signs = [np.log(1 + np.exp(-1)), np.log(1 + np.exp(1))]
### END SOLUTION

# %% test="quiz_both_signs" points=1
# The loss with the minus, and with the plus; it was log 2 = 0.6931 before.
check_quiz("both_signs", both_signs, student)

# %% [markdown]
# ### 2.6 A sum from 0
#
# *Lecture 05. Easy, 2 minutes, 1 point. From Boye.*

# %% given="question_how_many_terms"
question("how_many_terms", student)

# %% solve="quiz_how_many_terms"
how_many_terms = None
### BEGIN SOLUTION
how_many_terms = [5, 1.25]
### END SOLUTION

# %% test="quiz_how_many_terms" points=1
# The number of terms, and the value of the printed "mean".
check_quiz("how_many_terms", how_many_terms, student)

# %% [markdown]
# ### 2.7 Probabilities as weights
#
# *Lecture 03. Medium, 4 minutes, 1 point. From May (2023), section 13.*

# %% given="question_weights_or_logs"
question("weights_or_logs", student)

# %% solve="quiz_weights_or_logs"
weights_or_logs = None
### BEGIN SOLUTION
weights_or_logs = [0, 1]
### END SOLUTION

# %% test="quiz_weights_or_logs" points=1
# The label by adding probabilities, and the label that naive Bayes chooses.
check_quiz("weights_or_logs", weights_or_logs, student)

# %% [markdown]
# ### 2.8 A derivation
#
# *Lecture 08. Medium, 5 minutes, 1 point. From Qureshi.*
#
# One of four steps is wrong.

# %% given="question_wrong_step"
question("wrong_step", student)

# %% given="question_first_wrong_step"
question("first_wrong_step", student)

# %% solve="quiz_first_wrong_step"
first_wrong_step = None
### BEGIN SOLUTION
first_wrong_step = [3, -1 / 32]
### END SOLUTION

# %% test="quiz_first_wrong_step" points=1
# The number of the first wrong step, and the derivative to four decimals.
check_quiz("first_wrong_step", first_wrong_step, student)

# %% [markdown]
# ### 2.9 The last indicator
#
# *Lecture 07. Easy, 3 minutes, 1 point. From Qureshi.*

# %% given="question_last_indicator"
question("last_indicator", student)

# %% solve="quiz_last_indicator"
last_indicator = None
### BEGIN SOLUTION
last_indicator = [3, 0]
### END SOLUTION

# %% test="quiz_last_indicator" points=1
# The value as printed, and the right one.
check_quiz("last_indicator", last_indicator, student)

# %% [markdown]
# ### 2.10 Always?
#
# *Lecture 06. Easy, 3 minutes, 1 point. From Boye.*

# %% given="question_runaway"
question("runaway", student)

# %% solve="quiz_runaway"
runaway = None
### BEGIN SOLUTION
runaway = -3.375
### END SOLUTION

# %% test="quiz_runaway" points=1
# The x after three steps.
check_quiz("runaway", runaway, student)

# %% [markdown]
# ## 3. Capstone: a classifier of your own, and a page about it
#
# This is the piece of work to keep. You build a classifier that reads film reviews, compare it fairly with
# others of your own, find out which of its parts matter and what it gets wrong, and write a page that
# somebody who has not taken this course can read. Take two or three sittings for it. At the end,
# `lincourse portfolio` in a terminal makes one HTML page of it, with its figures, to show around.
#
# **Your own work.** Python, NumPy and the code that you wrote in earlier exercises: copy it over. A ready-made
# model, from scikit-learn or from this course, is noticed by the checks here as well as in grading. A
# function leaves what it is given as it was, and returns something new.
#
# **Time.** In grading, a cell may run for half a minute and one call of your classifier for a minute. All
# that is asked below can be done in a few seconds a cell.

# %% [markdown]
# ### 3.1 From text to predictions
#
# *Lecture sections {#naive-bayes}, {#comparison} and {#errors}. Hard, 40 minutes, 6 points.*
#
# Write one function that learns from labelled sentences and labels new ones. How you do it is up to you. The goal:
# **at least 0.69** of 2,500 held-out film reviews right, after learning from 6,000.
#
# How it is tested:
#
# - The words are **encoded**: in every test each word of the reviews is replaced by another code, such as `w4711`,
#   always the same within one test. A list of good and bad words, or a model trained elsewhere, is
#   of no use; what you learn from `train` is. Codes can be compared and counted, and that is all. About
#   one word in twenty is missing.
# - The **labels** are two strings, but not always "pos" and "neg". Take them from `train`.
# - Documents hold words that `train` does not. A document's label must not depend on the other
#   documents, nor on their order.
# - Grading uses a fresh split and a fresh code, and allows **0.06** for chance, on this and on the higher
#   levels: a level that you reach here you keep, unless your model was made for what you see here.
# - An accuracy above 0.85 is more than these sentences allow. It costs no points, but somebody will ask
#   you how you did it.
#
# What to expect, from 100 such splits, and how much it moves from one split to the next (the standard
# deviation):
#
# | model, on single words | right | moves by |
# |---|---|---|
# | each word votes for the label that it is seen with more often | 0.68 | 0.023 |
# | perceptron, its last weights after 5 epochs | 0.71 | 0.016 |
# | the same, averaged | 0.74 | 0.008 |
# | logistic regression, stochastic steps | 0.74 | 0.007 |
# | naive Bayes | 0.76 | 0.007 |
#
# <details><summary>A nudge</summary>
# You have written all of these: naive Bayes in exercise 02, the perceptron in 04, logistic regression in 05
# and 06. Take the one that you trust most, and make it read and return strings.
# </details>
# <details><summary>My perceptron stays below the goal, or jumps about</summary>
# Average the weights over all examples, not only the mistakes; make several passes; let each word of a
# sentence count once. A dictionary from word to weight is faster than a matrix with 18,000 columns.
# </details>


# %% solve="sentiment_pipeline"
def sentiment_pipeline(train, documents):
    """Learn from labelled sentences, and label new ones.

    Args:
        train: a list of (words, label): a list of strings, and a string.
        documents: a list of word lists, without labels.

    Returns:
        A list with one label per document, in the same order.

    Example:
        train = ten times (["a", "fine", "film"], "pos") and ten times
        (["a", "dull", "film"], "neg"), documents = [["dull", "film"], ["fine"]]:
        the result is ["neg", "pos"].
    """
    ### BEGIN SOLUTION
    from itertools import pairwise

    labels = sorted({label for _, label in train})
    targets = np.array([labels.index(label) for _, label in train])

    def features(words):  # single words and pairs of neighbours, each once
        return dict.fromkeys([*words, *pairwise(words)])

    index = {}
    rows = [
        np.array([index.setdefault(feature, len(index)) for feature in features(words)])
        for words, _ in train
    ]

    # Naive Bayes is a linear classifier: a log-ratio for each feature. A fifth of that is the start.
    counts = np.ones((2, len(index)))
    for row, y in zip(rows, targets, strict=True):
        counts[y, row] += 1
    log_p = np.log(counts / counts.sum(axis=1, keepdims=True))
    w, b = 0.2 * (log_p[1] - log_p[0]), 0.2 * np.log(targets.mean() / (1 - targets.mean()))

    # From there, three epochs of logistic regression; the weights after each are averaged.
    rng, total, total_b = np.random.default_rng(0), 0 * w, 0.0
    for _ in range(3):
        for i in rng.permutation(len(rows)):
            error = targets[i] - 1 / (1 + np.exp(-(w[rows[i]].sum() + b)))
            w[rows[i]] += 0.05 * error
            b += 0.05 * error
        total, total_b = total + w, total_b + b

    def score(words):
        known = [index[feature] for feature in features(words) if feature in index]
        return total[known].sum() + total_b

    return [labels[int(score(words) > 0)] for words in documents]
    ### END SOLUTION


# %% test="sentiment_pipeline" points=6
# Clear-cut made-up documents; unseen words; order; other labels; the goal on held-out reviews.
check("sentiment_pipeline")
### BEGIN HIDDEN TESTS
check_fresh("sentiment_pipeline")
### END HIDDEN TESTS

# %% [markdown]
# ### 3.2 Good
#
# *Hard, 20 minutes, 3 points.*
#
# Passing is one thing. The next level is **0.75**. It is measured on three splits, each with 6,000 reviews
# to learn from and 2,500 others to test on, so 7,500 in all. The three stay the same, so that you see what
# you get. Grading measures once more on a split that you have not seen, and allows 0.06 for chance.
#
# You can fool yourself without any bad intention: if you try fifty settings and keep the one that looks best
# here, you have chosen by luck. Do your choosing on reviews of your own; part 3.6 has some in plain words.
#
# <details><summary>A nudge</summary>
# The perceptron and the votes look only at how often a word was on the wrong side. Which model weighs every
# word by how much likelier one label makes it?
# </details>

# %% test="sentiment_good" points=3
# Your sentiment_pipeline on three splits of encoded reviews: at least 0.75 right.
check_level("sentiment_pipeline", "good")
### BEGIN HIDDEN TESTS
check_level_fresh("sentiment_pipeline", "good")
### END HIDDEN TESTS

# %% [markdown]
# ### 3.3 Distinction
#
# *Hard, 40 minutes, 3 points.*
#
# The highest level is **0.766**. Naive Bayes on single words stays about 0.01 below, which is three times
# what the mean of three splits moves by. What does a model of single words make of "not good at all"? And
# two models that learn in different ways err on different reviews: naive Bayes counts and never looks
# back; perceptron and logistic regression learn from their mistakes and forget how often they saw what.
#
# <details><summary>A nudge</summary>
# Naive Bayes is a linear classifier, too: its weights are logarithms of ratios. So the two kinds can be added
# up, or the one can begin where the other ends. Weigh them against each other on a validation part of
# <code>train</code>, or of reviews of your own, never on the test documents.
# </details>

# %% test="sentiment_distinction" points=3
# Your sentiment_pipeline on three splits of encoded reviews: at least 0.766 right.
check_level("sentiment_pipeline", "distinction")
### BEGIN HIDDEN TESTS
check_level_fresh("sentiment_pipeline", "distinction")
### END HIDDEN TESTS

# %% [markdown]
# ### 3.4 How sure is a mean?
#
# *Medium, 6 minutes, 2 points.*
#
# Two models differ by one percentage point. Is that a difference, or luck? To tell, you need to know how
# much a number moves when everything is done again. For $n$ accuracies $a_1,\dots,a_n$ with mean $\bar a$,
# the **standard error** of the mean is
#
# $$\frac{s}{\sqrt n},\qquad s^2=\frac1{n-1}\sum_{i=1}^n(a_i-\bar a)^2.$$
#
# A mean and $c$ standard errors on either side make an interval that holds the true value about 19 times
# out of 20. If there are many numbers, $c$ is about 2. With few, the error itself is uncertain, and the
# interval has to be wider: $c$ is **2.78 for five numbers** and 4.30 for three (Student's $t$ with $n-1$
# degrees of freedom). The same function serves for **paired differences**: where two models were tested on the same
# splits, take $a_i-b_i$ split by split. What makes a split hard for both drops out, and the error
# of the difference is often half of what you would think from the two intervals.


# %% solve="mean_and_error"
def mean_and_error(values):
    """The mean of some numbers, and its standard error.

    Args:
        values: a list of numbers, at least two; fewer raise ValueError.

    Returns:
        The mean and the standard error s / sqrt(n), with n - 1 in s: a tuple of two numbers.

    Example:
        mean_and_error([0.72, 0.78]) is (0.75, 0.03).
    """
    ### BEGIN SOLUTION
    if len(values) < 2:
        raise ValueError(f"there must be at least two values, not {len(values)}")
    return np.mean(values), np.std(values, ddof=1) / np.sqrt(len(values))
    ### END SOLUTION


# %% test="mean_and_error" points=2
# Accuracies, differences of either sign, equal numbers, and too few of them.
check("mean_and_error")
### BEGIN HIDDEN TESTS
check_fresh("mean_and_error")
### END HIDDEN TESTS

# %% [markdown]
# ### 3.5 The same test for everybody
#
# *Medium, 10 minutes, 3 points.*
#
# A comparison is fair if every model learns from the same sentences and is tested on the same others, which it
# has not seen, labels least of all. Write the loop that makes it so.


# %% solve="compare"
def compare(models, splits):
    """Test several models on the same splits.

    Args:
        models: a dict from a name to a function like sentiment_pipeline, of
            (train, documents).
        splits: a list of pairs (train, test), both lists of (words, label).

    Returns:
        A dict from each name to a list: the share of test sentences that the model
        gets right on each split, in the order of the splits.

    Example:
        With two splits, a result may be {"naive Bayes": [0.74, 0.76], "mine": [0.75, 0.78]}.
    """
    ### BEGIN SOLUTION
    table = {name: [] for name in models}
    for train, test in splits:
        documents = [words for words, _ in test]
        for name, model in models.items():
            guesses = model(train, documents)
            right = [y_hat == y for y_hat, (_, y) in zip(guesses, test, strict=True)]
            table[name].append(sum(right) / len(right))
    return table
    ### END SOLUTION


# %% test="compare" points=3
# Small models and splits of different sizes, the accuracies worked out by hand for two of them.
check("compare")
### BEGIN HIDDEN TESTS
check_fresh("compare")
### END HIDDEN TESTS

# %% [markdown]
# ### 3.6 At least three models of your own
#
# *Lecture section {#comparison}. Hard, 30 minutes, 4 points.*
#
# Here are reviews in plain words, and five splits of them: 6,000 to learn from, 1,000 to test on, and no review
# is tested twice.

# %% given="reviews"
films = datasets.rotten_tomatoes()
order = np.random.default_rng(1).permutation(len(films.labels))
labelled = [(list(films.documents[i]), films.labels[i]) for i in order]
splits = []
for start in range(0, 5000, 1000):
    others = labelled[start + 1000 :] + labelled[:start]
    splits.append((others[:6000], labelled[start : start + 1000]))
print(len(splits), "splits;", "the first review:", " ".join(labelled[0][0]))

# %% [markdown]
# Put at least **three models of your own** into a dict `models`, name to function: your `sentiment_pipeline`, and
# others that learn in another way, such as a plain naive Bayes and an averaged perceptron. Give each the same
# chance: a setting that you tune for one of them, tune for all, and never on the test parts. Then let
# your `compare` fill the dict `comparison`, and print a table: for each model the mean and an interval, and for each
# the paired difference from your own with its standard error. Which differences would you bet on?
#
# The test runs every model once more on two of the splits, drawn by chance: the numbers have to come out
# again, and no two models may be the same.

# %% solve="comparison"
models = comparison = None
### BEGIN SOLUTION


def naive_bayes(train, documents):
    """Naive Bayes on single words, as in exercise 02."""
    counts, sentences = {}, {}
    for words, label in train:
        sentences[label] = sentences.get(label, 0) + 1
        for word in words:
            counts.setdefault(word, {}).setdefault(label, 0)
            counts[word][label] += 1
    totals = {y: sum(table.get(y, 0) for table in counts.values()) for y in sentences}

    def score(words, y):
        below = totals[y] + len(counts) + 1
        seen = (counts.get(word, {}).get(y, 0) for word in words)
        return np.log(sentences[y]) + sum(np.log((n + 1) / below) for n in seen)

    return [max(sorted(sentences), key=lambda y: score(words, y)) for words in documents]


def averaged_perceptron(train, documents):
    """The averaged perceptron of exercise 04, each word once, five epochs."""
    first, second = sorted({label for _, label in train})
    rng, step, w, lagged = np.random.default_rng(0), 0, {}, {}
    for _ in range(5):
        for i in rng.permutation(len(train)):
            words, y = dict.fromkeys(train[i][0]), 1 if train[i][1] == second else -1
            step += 1
            if y * sum(w.get(word, 0) for word in words) <= 0:
                for word in words:
                    w[word] = w.get(word, 0) + y
                    lagged[word] = lagged.get(word, 0) + y * step
    average = {word: w[word] - lagged[word] / step for word in w}
    scores = [sum(average.get(word, 0) for word in dict.fromkeys(d)) for d in documents]
    return [second if score > 0 else first for score in scores]


models = {
    "naive Bayes": naive_bayes,
    "averaged perceptron": averaged_perceptron,
    "mine": sentiment_pipeline,
}
comparison = compare(models, splits)
print(f"{'':20} mean   interval         less than mine, with its error")
for name, row in comparison.items():
    mean, error = mean_and_error(row)
    line = f"{name:20} {mean:.3f}  {mean - 2.78 * error:.3f} to {mean + 2.78 * error:.3f}"
    if name != "mine":
        gap = mean_and_error(np.subtract(comparison["mine"], row))
        line += f"   {gap[0]:.3f} ± {gap[1]:.3f}"
    print(line)
### END SOLUTION

# %% test="comparison" points=4
# At least three models, an accuracy for each on each split, and two of the splits once more.
check_comparison(comparison, models, splits)

# %% [markdown]
# ### 3.7 Which part does the work?
#
# *Hard, 25 minutes, 4 points.*
#
# Your classifier has parts: what counts as a feature, how the weights are found, averaging, smoothing, a
# penalty. An **ablation** takes one part away at a time and leaves the rest as it is. Choose at
# least three parts of your best model, measure the model without each of them with `compare` on `splits`, print the paired
# differences with their standard errors, and write three to five sentences about what you see.
#
# There is no test cell below. **It is marked by hand**, and you get
#
# - 1 point for at least three parts, each taken away on its own;
# - 1 point for paired differences on the same splits, with their standard errors;
# - 1 point for saying which of the differences are more than chance, and which may not be;
# - 1 point for a reason why the part that matters most does matter, or why one does not.

# %% solve="figure_ablation"
### BEGIN SOLUTION
from itertools import pairwise


def variant(pairs=True, start=0.2, epochs=3):
    """My pipeline, with one of its parts changed."""

    def model(train, documents):
        labels = sorted({label for _, label in train})
        targets = np.array([labels.index(label) for _, label in train])

        def features(words):
            return dict.fromkeys([*words, *(pairwise(words) if pairs else ())])

        index = {}
        rows = [np.array([index.setdefault(x, len(index)) for x in features(d)]) for d, _ in train]
        counts = np.ones((2, len(index)))
        for row, y in zip(rows, targets, strict=True):
            counts[y, row] += 1
        log_p = np.log(counts / counts.sum(axis=1, keepdims=True))
        w, b = start * (log_p[1] - log_p[0]), start * np.log(targets.mean() / (1 - targets.mean()))
        rng, total, total_b = np.random.default_rng(0), 0 * w, 0.0
        for _ in range(epochs):
            for i in rng.permutation(len(rows)):
                error = targets[i] - 1 / (1 + np.exp(-(w[rows[i]].sum() + b)))
                w[rows[i]] += 0.05 * error
                b += 0.05 * error
            total, total_b = total + w, total_b + b
        total, total_b = (total, total_b) if epochs else (w, b)

        def score(words):
            return total[[index[x] for x in features(words) if x in index]].sum() + total_b

        return [labels[int(score(words) > 0)] for words in documents]

    return model


parts = {
    "all of it": variant(),
    "without pairs of words": variant(pairs=False),
    "without the start at naive Bayes": variant(start=0.0),
    "without the steps of logistic regression": variant(epochs=0),
}
ablation = compare(parts, splits)
for name, row in ablation.items():
    change, error = mean_and_error(np.subtract(row, ablation["all of it"]))
    print(f"{name:42} {np.mean(row):.3f}   change {change:+.3f} ± {error:.3f}")
### END SOLUTION

# %% [markdown] answer="ablation" points=4
# I took away three parts, each on its own: pairs of words as features, the start at naive Bayes' weights,
# and the steps of logistic regression that follow. Without the start the mean falls by 0.036 with a
# standard error of 0.005, without the pairs by 0.018 with one of 0.003: both are far more than 2.78
# errors. Without the steps it changes by 0.001 ± 0.004, and from these five splits I can't say that they do
# anything. The start matters most, I think, because most features are rare: 6,000 sentences hold some 70,000
# different pairs, four in five of which occur in one sentence alone. A few small steps from zero hardly move
# the weight of such a pair, while counting gives it a weight at once.

# %% [markdown]
# ### 3.8 Would more reviews help?
#
# *Lecture section {#learning-curves}. Medium, 20 minutes, 4 points.*
#
# Somebody offers to label another 6,000 reviews for you, for money. Before you accept, find out what the
# last few thousand were worth: draw the **learning curve** of your own `sentiment_pipeline`, its accuracy
# on reviews that are held out against the number of reviews that it was trained on.
#
# Use at least five sizes up to 6,000, each twice as large as the one before or so, at least three splits,
# and the same held-out reviews for all sizes of a split. Then write three sentences: what the curve shows,
# what you would expect of 6,000 more, with a number, and how sure you are of it.
#
# There is no test cell below. **It is marked by hand**, and you get
#
# - 1 point for a figure with accuracy against size, at least three splits, and the baseline of guessing;
# - 1 point for the gain of the last doubling, beside its variation from split to split;
# - 1 point for an extrapolation that says what it assumes;
# - 1 point for a figure that can be read on its own: axes named, a scale on which small and large sizes can
#   both be seen.
#
# <details><summary>To draw</summary>
# <code>ax = plots.panels()[0]</code>, then <code>ax.semilogx(sizes, accuracies, "o-")</code>,
# <code>ax.set(xlabel="...", ylabel="...")</code>, and
# <code>plots.show(ax, "what there is to see, in words")</code>.
# </details>

# %% solve="figure_learning_curve"
### BEGIN SOLUTION
sizes = [375, 750, 1500, 3000, 6000]
curves = []
for seed in range(3):
    mixed = np.random.default_rng(seed).permutation(len(labelled))
    unseen = [labelled[i] for i in mixed[6000:]]
    row = []
    for size in sizes:
        known = [labelled[i] for i in mixed[:size]]
        row += compare({"mine": sentiment_pipeline}, [(known, unseen)])["mine"]
    curves.append(row)
curves = np.array(curves)
print("means:", dict(zip(sizes, curves.mean(axis=0).round(3).tolist(), strict=True)))
print("gain of the last doubling, in each split:", np.diff(curves)[:, -1].round(3).tolist())
print("standard error of one accuracy:", round(float(np.sqrt(0.76 * 0.24 / len(unseen))), 3))

ax = plots.panels()[0]
for seed, row in enumerate(curves):
    ax.semilogx(sizes, row, "o-", label=f"split {seed + 1}")
ax.axhline(0.5, color="grey", linewidth=1, label="guessing")
ax.set(xlabel="reviews to train on", ylabel="held-out accuracy", title="What reviews are worth")
ax.set_xticks(sizes, map(str, sizes))
ax.minorticks_off()
plots.legend(ax)
plots.show(
    ax,
    "Three learning curves over a logarithmic number of reviews. They rise together, almost as straight "
    "lines, and have not come to rest at 6,000.",
)
### END SOLUTION

# %% [markdown] answer="learning_curve" points=4
# Each doubling adds three to four percentage points, from 0.630 with 375 reviews to 0.778 with 6,000;
# the last one gave 4.3, 4.6 and 3.4 in the three splits, where one accuracy has a standard error of
# 0.8, so the curve is still rising. If it goes on as a straight line over the logarithm, 6,000 more
# would bring it to about 0.82; that assumes that the new reviews are like the old ones and that the
# curve does not bend, which it must do at some point. I would take the reviews, and bet on 0.80 or
# more, but not on 0.82: a curve that has been straight over four doublings may bend at the fifth.

# %% [markdown]
# ### 3.9 Twenty mistakes
#
# *Lecture section {#errors}. Medium, 30 minutes, 4 points.*
#
# Numbers say how often a classifier is wrong; only reading says why. Draw **twenty mistakes at random** of
# your model on held-out reviews (not the twenty that are most fun), read each, and sort them into
# **three to six kinds** that you name yourself: a negation, irony, a word never seen before, a label that you
# would not give either, ... Print the twenty with their numbers; below, write a table with the name of each kind,
# how many there are and the numbers of those that belong to it, and two sentences: what would help with the most
# frequent kind, and what would not.
#
# There is no test cell below. **It is marked by hand**, and you get
#
# - 1 point for twenty mistakes drawn at random, on reviews that were held out;
# - 1 point for kinds that are told apart by a reason, and not by topic or length;
# - 1 point for a table in which each mistake has its place;
# - 1 point for a remedy that follows from it.

# %% solve="figure_errors"
### BEGIN SOLUTION
learnt_from, tested_on = splits[0]
guesses = sentiment_pipeline(learnt_from, [words for words, _ in tested_on])
wrong = [i for i, guess in enumerate(guesses) if guess != tested_on[i][1]]
print(f"{len(wrong)} of {len(tested_on)} are wrong. Twenty of them, drawn at random:")
for n, i in enumerate(np.random.default_rng(5).choice(wrong, 20, replace=False), 1):
    words, label = tested_on[i]
    print(f"{n:2}. is {label}: {' '.join(words)}")
### END SOLUTION

# %% [markdown] answer="errors" points=4
# | kind | how many | which |
# |---|---|---|
# | a turn within the sentence, often at "but": the second half decides | 7 | 5, 12, 14, 15, 17, 18, 20 |
# | too little to go by: short, or told in rare words and figures of speech | 5 | 6, 7, 10, 11, 13 |
# | strong words that speak of something other than the film | 3 | 1, 3, 8 |
# | a verdict of both sorts, or a label that I would not give either | 3 | 2, 4, 9 |
# | a comparison or a negation that spans many words | 2 | 16, 19 |
#
# The largest kind has a mark of its own: where a sentence turns, what comes after the last "but" is the
# verdict, and a feature could say on which side of it a word stands. More reviews would help with the
# second kind, whose words are rare, and hardly with the first, whose words are common and whose
# order is what counts.

# %% [markdown]
# ### 3.10 A page that somebody else can read
#
# *Hard, 45 minutes, 8 points.*
#
# Write **one page**, 300 to 500 words, for a reader who knows what a classifier is and has not seen this
# notebook: a friend who studies something else, or somebody who might give you a job. Say what you
# built and how well it does, with an interval and next to something simpler; what you compared, and what
# the comparison does and does not show; what your classifier gets wrong; **one change** that follows from the
# mistakes that you read, tried, with its result, even if it did not help; and what one should not use it for.
#
# There is no test cell below. **It is marked by hand**, and you get
#
# | points | for |
# |---|---|
# | 2 | **claims with evidence**: each number comes from a cell above, with its interval or error, and a baseline stands next to it |
# | 2 | **the comparison**: what was kept equal, what was chosen how, and a conclusion no stronger than the numbers |
# | 1 | **the mistakes** are used: what they have in common leads to the change |
# | 1 | **the change** was tried, and its result is told as it came out |
# | 1 | **limits**: on which texts, for whom, it would fail, and what one should not use it for |
# | 1 | **a reader gets through it**: an opening that says what this is, plain sentences, no jargon without its meaning |


# %% solve="figure_report"
### BEGIN SOLUTION
def after_but(words):
    """What comes after the last "but"; all of it where there is none."""
    return words[len(words) - words[::-1].index("but") :] if "but" in words else words


def reading_ends(train, documents):
    """My pipeline on the words after the last "but"."""
    ends = [(after_but(words), label) for words, label in train]
    return sentiment_pipeline(ends, [after_but(words) for words in documents])


def marking_ends(train, documents):
    """My pipeline on all words, and once more on those after the last "but", with a mark."""

    def marked(words):
        return words + [f"but {word}" for word in after_but(words)] if "but" in words else words

    pairs = [(marked(words), label) for words, label in train]
    return sentiment_pipeline(pairs, [marked(words) for words in documents])


tried = {"mine": sentiment_pipeline, "only the end": reading_ends, "the end marked": marking_ends}
changed = compare(tried, splits)
for name in ("only the end", "the end marked"):
    change, error = mean_and_error(np.subtract(changed[name], changed["mine"]))
    print(f"{name:15} {np.mean(changed[name]):.3f}   change {change:+.4f} ± {error:.4f}")
turning, wrong_there, wrong_elsewhere = 0, 0, 0
for learnt_from, tested_on in splits:
    guesses = sentiment_pipeline(learnt_from, [words for words, _ in tested_on])
    for guess, (words, label) in zip(guesses, tested_on, strict=True):
        turning += "but" in words
        wrong_there += "but" in words and guess != label
        wrong_elsewhere += "but" not in words and guess != label
share = wrong_elsewhere / (5000 - turning)
print(f'{turning} of 5,000 reviews hold "but": {wrong_there / turning:.3f} of them are wrong')
print(f"of the others: {share:.3f}")
### END SOLUTION

# %% [markdown] answer="report" points=8
# **Thumbs up or down? A small classifier of film reviews**
#
# Given one sentence of a film review, my program says whether the critic liked the film. It has
# learnt this from 6,000 labelled sentences, with nothing but counts and additions, in half a second. On 5,000
# others it is right for **77.3 %** (five test parts of 1,000; the 95 % interval goes from
# 75.4 to 79.3). Guessing would give 50 %.
#
# *How it works.* Each word and each pair of neighbouring words carries a weight, for or against. The weights
# begin as naive Bayes finds them, by counting how often a word stands in positive and in negative
# sentences, and are then corrected a little on every training sentence, as logistic regression
# does it. A sentence is positive if its weights add up to more than zero.
#
# *Is it better than something simpler?* I compared it with naive Bayes on single words and with an
# averaged perceptron. All three learnt from the same sentences and were tested on the same others; I had
# chosen the settings of my own model beforehand, on other splits of these reviews, and took those of the other two from the
# course, which favours mine a little. The perceptron is behind by 3.2 points (standard error 0.6), and that I
# believe. Naive Bayes is behind by 0.8 ± 0.6, and that might be luck: from these tests I would not
# claim that my model is better. Taking parts away says where its strength lies: without pairs of words it loses
# 1.8 points, without the start at naive Bayes 3.6, without the corrections nothing that I could measure.
#
# *What does it get wrong?* I read twenty of its mistakes. Seven were sentences that turn round halfway,
# often at the word "but": "a fascinating subject matter, but the couples [...] aren't all that interesting". One
# review in seven holds a "but", and of those 29.9 % are wrong, against 21.4 % of the others.
#
# *A change, tried.* So I tried two ways of telling the model about it. Marking the words after the last "but"
# changed nothing (−0.1 ± 0.3 points). Throwing away everything before it gained 0.5 ± 0.25. That is two
# standard errors, and from five test parts it would take 2.78 to convince me. It is also the better of two
# attempts, so I would want to see it on new
# reviews before I kept it.
#
# *What it is not for.* It knows sentences from English film reviews of around the year 2000 and nothing else:
# a new slang, another subject or a whole page would be beyond it. It can't see irony. And with every
# fifth sentence wrong, it may say something about a thousand reviews, but nothing that
# should matter to one critic, or one film.

# %% [markdown]
# ## Once more?
#
# `practice("09")` goes on asking questions like the ones above, with new numbers each time, and now
# and then one from an earlier unit. After your attempt it shows how each is solved; no score is kept.
# Uncomment the line and run the cell.

# %%
# practice("09")

# %% [markdown]
# ## Done
#
# That is the end of the course. You have written every rule of it yourself, from coin tosses to a
# classifier that reads film reviews, and a page that says what it can do. Restart the kernel and run all
# cells once more before you submit; `lincourse portfolio` then makes your page of it.
