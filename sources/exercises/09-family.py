# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 09: One family
#
# About 115 minutes, 32 points. Read [lecture 09](../../lectures/09-family.ipynb) first: each part
# names its section.
#
# There are three parts: one rule for perceptron and softmax, a hunt for slips in the documents of
# this course, and a classifier of your own, from text to predictions, that must reach a goal. No
# part needs an earlier one.

# %% given="imports"
import numpy as np

from lincourse import datasets, plots
from lincourse.checks import check, check_fresh, check_quiz, check_tests
from lincourse.softmax import softmax

# %% [markdown]
# ## 1. One rule for two
#
# *Lecture section 1. Medium, 12 minutes, 4 points.*
#
# Perceptron and softmax regression differ in one line: how scores become $\hat p$.
#
# $$W \leftarrow W + \eta\,(t-\hat p)\,x^\top$$
#
# $W$ has shape $(K, d)$, $x$ has $(d,)$, the target $t$, one-hot of $y$, has $(K,)$, and so has $\hat p$:
# $S(Wx)$, the softmax of the scores, for the rule `"softmax"`,
# and 1 at $\arg\max Wx$ (the lowest index on a tie), 0 elsewhere, for the rule `"perceptron"`. Any
# other rule is a mistake of the caller: raise a `ValueError` that says so. The function `softmax` is
# given.
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
    psi = W @ x
    if rule == "perceptron":
        p_hat = np.eye(len(W))[np.argmax(psi)]
    elif rule == "softmax":
        p_hat = softmax(psi)
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
# See it at work: one example shown again and again. How does the probability of the right class grow
# under each rule, and where does the perceptron stop?

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
# *Lecture section 1. Medium, 10 minutes, 3 points.*
#
# Write a test of `linear_update`. It is handed somebody's version as `f`, calls it, and asserts what
# should come back. The check tries it on right functions in several styles, all of which it has to
# accept, and on functions with a slip, of which it should catch **at least three quarters**. It says in
# words what slips through.
#
# <details><summary>A nudge: an error that should come</summary>
# Call <code>f</code> inside <code>try</code>, and <code>return</code> in
# <code>except ValueError</code>. Whoever gets past that had no error to show:
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
# comes close to making. Some stand as they are. Judge each by yourself, with a small example, before
# you look anything up. Afterwards compare with the [list of slips](../../docs/errata.md).
#
# 1. A positive example that is misclassified has $f(x)>0$.
# 2. To classify all against all you train $K(K-1)$ classifiers, one for each pair of classes.
# 3. The L2 penalty adds up the squares of all weights except the bias.
# 4. Naive Bayes assumes: the probability of a label given a word does not depend on the other words.
# 5. Naive Bayes is $\arg\max_y\theta\cdot f(x,y)$ with $P(\text{word}\mid y)$ and $P(y)$ as the weights.
# 6. A step of softmax regression on one example is $\mathbf w_k\leftarrow\mathbf w_k+\eta\,(y_k-\hat p_k)\,x$, for
#    every class $k$.
# 7. A step of softmax regression on one example is $\mathbf w_k\leftarrow\mathbf w_k+\eta\,(\hat p_k-y_k)\,x$, for
#    every class $k$.
# 8. $\tanh(\mathbf w\cdot x)$ with a sum of squared errors is another name for logistic regression.
# 9. Gradient descent on a convex function converges to its minimum, whatever the learning rate.
# 10. For a given sentence $s$, $P(s,y)$ and $P(y\mid s)$ put the labels $y$ in the same order.

# %% [markdown]
# ### 2.1 Verdicts
#
# *Lectures 02 to 07. Medium, 12 minutes, 3 points.*
#
# Write a list of ten numbers: 1 for a statement that stands, 0 for one that does not.

# %% solve="quiz_verdicts"
verdicts = None
### BEGIN SOLUTION
verdicts = [0, 0, 1, 0, 0, 1, 0, 0, 0, 1]
### END SOLUTION

# %% test="quiz_verdicts" points=3
# All ten verdicts; it says how many are wrong, but not which.
check_quiz("verdicts", verdicts)

# %% [markdown]
# Now put some of them right, and a few more. Work on paper, or compute.

# %% [markdown]
# ### 2.2 The four cases
#
# *Lecture 03. Easy, 2 minutes, 1 point. From Hasegawa-Johnson & Hockenmaier (2019).*
#
# Which sign has $f(x)$ for a *positive* example that is misclassified, and which for a *negative* one? Write
# a list of two signs, such as `[1, 1]`.

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
# *Lecture section 1. Easy, 3 minutes, 1 point. From Hasegawa-Johnson & Hockenmaier (2019).*
#
# Three classes have the scores 1, 3 and 0, and class 0 is right. With a hard choice in place of softmax,
# what are the three differences $\hat p_k-y_k$?

# %% solve="quiz_hard_errors"
hard_errors = None
### BEGIN SOLUTION
hard_errors = [-1, 1, 0]
### END SOLUTION

# %% test="quiz_hard_errors" points=1
# Choice minus target, for classes 0, 1 and 2.
check_quiz("hard_errors", hard_errors)

# %% [markdown]
# ### 2.4 All against all
#
# *Lecture 03. Easy, 2 minutes, 1 point. From Hasegawa-Johnson & Hockenmaier (2019).*
#
# How many classifiers do you need for $K=6$ classes, one for each pair?

# %% solve="quiz_pairs_of_six"
pairs_of_six = None
### BEGIN SOLUTION
pairs_of_six = 15
### END SOLUTION

# %% test="quiz_pairs_of_six" points=1
# The number of classifiers.
check_quiz("pairs_of_six", pairs_of_six)

# %% [markdown]
# ### 2.5 The sign
#
# *Lecture 07. Medium, 6 minutes, 1 point. From Qureshi.*
#
# Two classes, $W=0$, one example $x=(1,1)$ of class 0, $\eta=0.5$. The gradient of the loss in row $k$ is
# $(\hat p_k-y_k)\,x$. What is the loss $-\log\hat p_0$ after the step $W-\eta\cdot$gradient, and after the
# step as printed, $W+\eta\cdot$gradient? Four decimals.

# %% solve="quiz_both_signs"
both_signs = None
### BEGIN SOLUTION
both_signs = [np.log(1 + np.exp(-1)), np.log(1 + np.exp(1))]
### END SOLUTION

# %% test="quiz_both_signs" points=1
# The loss with the minus, and with the plus; it was log 2 = 0.6931 before.
check_quiz("both_signs", both_signs)

# %% [markdown]
# ### 2.6 A sum from 0
#
# *Lecture 05. Easy, 2 minutes, 1 point. From Boye.*
#
# A mean loss is printed as $\frac1m\sum_{i=0}^m\ell_i$. With $m=4$: how many terms has the sum, and what does the
# whole come to if every $\ell_i$ is 1?

# %% solve="quiz_how_many_terms"
how_many_terms = None
### BEGIN SOLUTION
how_many_terms = [5, 1.25]
### END SOLUTION

# %% test="quiz_how_many_terms" points=1
# The number of terms, and the value of the printed "mean".
check_quiz("how_many_terms", how_many_terms)

# %% [markdown]
# ### 2.7 Probabilities as weights
#
# *Lecture 03. Medium, 4 minutes, 1 point. From May (2023), section 13.*
#
# Two labels, equally frequent. $P(\text{word}\mid y)$ is
#
# | | dull | moving |
# |---|---|---|
# | label 0 | 0.60 | 0.01 |
# | label 1 | 0.30 | 0.10 |
#
# A review holds each word once. Which label wins if the weights are these probabilities, added up by the
# inner product? And which does naive Bayes choose? Write both labels as a list.

# %% solve="quiz_weights_or_logs"
weights_or_logs = None
### BEGIN SOLUTION
weights_or_logs = [0, 1]
### END SOLUTION

# %% test="quiz_weights_or_logs" points=1
# The label by adding probabilities, and the label that naive Bayes chooses.
check_quiz("weights_or_logs", weights_or_logs)

# %% [markdown]
# ### 2.8 A derivation
#
# *Lecture 08. Medium, 5 minutes, 1 point. From Qureshi.*
#
# For $i\ne j$ and $\Sigma=\sum_ke^{z_k}$, somebody derives
#
# 1. $\dfrac{\partial S_i}{\partial z_j}=\dfrac{0\cdot\Sigma-e^{z_i}e^{z_j}}{\Sigma^2}$: quotient rule;
# 2. $\phantom{\dfrac{\partial S_i}{\partial z_j}}=-\dfrac{e^{z_i}}{\Sigma}\cdot\dfrac{e^{z_j}}{\Sigma}$: as two fractions;
# 3. $\phantom{\dfrac{\partial S_i}{\partial z_j}}=-\dfrac{e^{z_i}}{\Sigma}\cdot\dfrac{e^{z_i}}{\Sigma}$: the same, written out;
# 4. $\phantom{\dfrac{\partial S_i}{\partial z_j}}=-S_i\,S_j$: by definition.
#
# Which step is the first wrong one? And what is $\partial S_1/\partial z_2$, done right, at
# $z=(0,\log2,\log5)$? Write both as a list.

# %% solve="quiz_first_wrong_step"
first_wrong_step = None
### BEGIN SOLUTION
first_wrong_step = [3, -1 / 32]
### END SOLUTION

# %% test="quiz_first_wrong_step" points=1
# The number of the first wrong step, and the derivative to four decimals.
check_quiz("first_wrong_step", first_wrong_step)

# %% [markdown]
# ### 2.9 The last indicator
#
# *Lecture 07. Easy, 3 minutes, 1 point. From Qureshi.*
#
# The indicator of the last of $k$ classes is printed as $\sum_{i=1}^{k-1}1-\mathbb I_i(x)$, with everything
# inside the sum. Let $k=5$ and $x$ in class 2. What does that come to, and what should it be?

# %% solve="quiz_last_indicator"
last_indicator = None
### BEGIN SOLUTION
last_indicator = [3, 0]
### END SOLUTION

# %% test="quiz_last_indicator" points=1
# The value as printed, and the right one.
check_quiz("last_indicator", last_indicator)

# %% [markdown]
# ### 2.10 Always?
#
# *Lecture 06. Easy, 3 minutes, 1 point. From Boye.*
#
# $f(x)=x^2$ is convex. Start at $x=1$ and take three steps of gradient descent with $\eta=1.25$. Where are
# you?

# %% solve="quiz_runaway"
runaway = None
### BEGIN SOLUTION
runaway = -3.375
### END SOLUTION

# %% test="quiz_runaway" points=1
# The x after three steps.
check_quiz("runaway", runaway)

# %% [markdown]
# ## 3. Capstone: from text to predictions
#
# *Lecture sections 3 to 5. Hard, 36 minutes, 9 points.*
#
# Write one function that learns from labelled sentences and labels new ones. How, is up to you: naive
# Bayes, a perceptron, logistic or softmax regression. Use Python and NumPy and your own code of the earlier
# exercises, not a ready-made model. The goal: **at least 0.71** of 2,500 held-out film reviews right,
# after learning from 6,000.
#
# How it is tested:
#
# - The words are **encoded**: in every test each word of the reviews is replaced by another code, such as `w4711`,
#   always the same within one test. A list of good and bad words, or a model trained elsewhere, is
#   of no use; what you learn from `train` is. Codes can be compared and counted, and that is all.
# - The **labels** are two strings, but not always "pos" and "neg". Take them from `train`.
# - Documents hold words that `train` does not. A document's label must not depend on the other
#   documents, nor on their order.
# - Grading uses a fresh split and a fresh code. A plain naive Bayes gets about 0.76, an averaged perceptron
#   or stochastic logistic regression about 0.74, a vote of words by their most frequent label 0.69. A
#   call may take a minute; naive Bayes in plain Python needs less than a second.
#
# <details><summary>A nudge</summary>
# Naive Bayes is the shortest way: count the words of each label, smooth, add up logarithms.
# </details>
# <details><summary>A plan</summary>
# For each label a <code>Counter</code> of its words and the number of its sentences. The vocabulary is the union. A
# label's score for a document: log-prior plus, for each word, log of (count + 1) / (total + V + 1). Return
# the label with the largest score, for each document.
# </details>
# <details><summary>My perceptron stays below the goal</summary>
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
    counts, sentences = {}, {}
    for words, label in train:
        sentences[label] = sentences.get(label, 0) + 1
        table = counts.setdefault(label, {})
        for word in words:
            table[word] = table.get(word, 0) + 1

    size = len(set().union(*counts.values())) + 1  # one more for unseen words
    weights, unseen = {}, {}
    for label, table in counts.items():
        total = sum(table.values()) + size
        unseen[label] = np.log(1 / total)
        weights[label] = {word: np.log((n + 1) / total) for word, n in table.items()}

    def score(words, label):
        table = weights[label]
        prior = np.log(sentences[label] / len(train))
        return prior + sum(table.get(word, unseen[label]) for word in words)

    return [max(counts, key=lambda label: score(words, label)) for words in documents]
    ### END SOLUTION


# %% test="sentiment_pipeline" points=9
# Clear-cut made-up documents; unseen words; order; other labels; the goal on held-out reviews.
check("sentiment_pipeline")
### BEGIN HIDDEN TESTS
check_fresh("sentiment_pipeline")
### END HIDDEN TESTS

# %% [markdown]
# Here are the reviews in clear, with a split of your own. Print your accuracy, and read what your
# classifier gets wrong. What would it need to know?

# %%
films = datasets.rotten_tomatoes()
order = np.random.default_rng(1).permutation(len(films.labels))
labelled = [(list(films.documents[i]), films.labels[i]) for i in order]
held_out = labelled[6000:]
y_hat = sentiment_pipeline(labelled[:6000], [words for words, _ in held_out])
right = [guess == label for guess, (_, label) in zip(y_hat, held_out, strict=True)]
print(f"right: {np.mean(right):.2f} of {len(right)}")
mistakes = [pair for pair, good in zip(held_out, right, strict=True) if not good]
for words, label in sorted(mistakes, key=lambda pair: len(pair[0]))[:5]:
    print(f"{label}: {' '.join(words)}")

# %% [markdown]
# ## 4. Investigation: would more reviews help?
#
# *Lecture section 4. Medium, 15 minutes, 4 points.*
#
# Somebody offers to label another 6,000 reviews for you, for money. Before you accept, find out what the
# last few thousand were worth: draw the **learning curve** of your own `sentiment_pipeline`, its accuracy
# on reviews that are held out against the number of reviews that it was trained on.
#
# Use at least five sizes up to 6,000, each twice as large as the one before or so, at least three splits,
# and the same held-out reviews for all sizes of a split. Then write three sentences: what the curve shows,
# what you would expect of 6,000 more, with a number, and what else might help, judging by the mistakes
# that you read above.
#
# There is no test cell below: **a person reads this**, and gives
#
# - 1 point for a figure with accuracy against size, at least three splits, and the baseline of guessing;
# - 1 point for the gain of the last doubling, beside its variation from split to split;
# - 1 point for an extrapolation that says what it assumes;
# - 1 point for an idea that follows from mistakes that you quote.
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
        guesses = sentiment_pipeline(known, [words for words, _ in unseen])
        row.append(np.mean([g == label for g, (_, label) in zip(guesses, unseen, strict=True)]))
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
# Each doubling adds about three percentage points, from 0.634 with 375 reviews to 0.761 with 6,000;
# the last one gave 3.0, 4.1 and 2.3 in the three splits, where one accuracy has a standard error of
# 0.8, so the curve is still rising. If it goes on as a straight line over the logarithm, 6,000 more
# would bring it to about 0.79; that assumes that the new reviews are like the old ones and that the
# curve does not bend, which it must do at some point. Mistakes such as "one-of-a-kind
# near-masterpiece ." and "cinematic poo ." turn on words that were hardly ever seen in training, so
# features that also look inside a word, or a lexicon for words that are new, might help where more
# reviews come slowly.

# %% [markdown]
# That is the end of the course. You have written every rule of it yourself, from coin tosses to a
# classifier that reads film reviews. Restart the kernel and run all cells once more before you hand in.
