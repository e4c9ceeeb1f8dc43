# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 03: Features and linear classifiers
#
# About 110 minutes, 37 points. Read [lecture 03](../../lectures/03-features.ipynb) first: each part
# names its section.
#
# You write seventeen functions, most of them of one or two lines, and answer ten questions from
# the documents. Below each of your cells there is a **test cell**. Run it as often as you like: it
# says what passed, and if something did not, what it called, what came back, what it expected, and
# often which mistake that looks like. Grading runs the same checks on other inputs.
#
# Three rules hold everywhere:
#
# - a function **returns a new array** and leaves what it was given as it was;
# - **whole numbers** are as good an input as decimal ones;
# - classes count from **0**, and the constant 1 for the bias comes **first**. Only in part 1 do
#   you put it there; in all others it is already in $x$.
#
# No part needs an earlier one: if you are stuck, go on with the next.

# %% given="imports"
import numpy as np

from lincourse import datasets, plots
from lincourse.checks import check, check_fresh, check_quiz, check_tests
from lincourse.figures import features as figures
from lincourse.perceptron import least_squares

# %% [markdown]
# ## 1. The constant 1
#
# *Lecture section 1. Easy, 3 minutes, 1 point.*
#
# With a dummy feature that is always 1, the bias is a weight like any other: $w_0+w_1x_1+\dots$
# becomes $\mathbf w\cdot x$. From $X$ of shape $(n,d)$ make $(n,d+1)$, with the ones in front.
#
# <details><summary>A nudge</summary>
# <code>np.ones(n)</code> makes the column; <code>np.column_stack</code> puts columns side by side.
# </details>
# <details><summary>A symptom: it works for square tables only</summary>
# There must be one 1 per <i>example</i>. Which of the two entries of <code>X.shape</code> is that?
# </details>


# %% solve="add_bias"
def add_bias(X):
    """Put the constant 1 in front of every example.

    Args:
        X: examples, shape (n, d).

    Returns:
        The examples with a column of ones first, shape (n, d+1).

    Example:
        [[5, 7], [0, 2]] becomes [[1, 5, 7], [1, 0, 2]].
    """
    ### BEGIN SOLUTION
    return np.column_stack([np.ones(len(X)), X])
    ### END SOLUTION


# %% test="add_bias" points=1
# More examples than features and fewer, one example, one feature, whole numbers.
check("add_bias")
### BEGIN HIDDEN TESTS
check_fresh("add_bias")
### END HIDDEN TESTS

# %% [markdown]
# **Question.** *1 minute, 1 point. From Boye, 5a.* A mail is described by the features $(0, 1, 0,
# 0.02)$. What is it with the dummy feature? Write a list in place of the last line.

# %% solve="quiz_spam_vector"
spam_vector = None
### BEGIN SOLUTION
spam_vector = [1, 0, 1, 0, 0.02]
### END SOLUTION

# %% test="quiz_spam_vector" points=1
# The mail with the dummy feature.
check_quiz("spam_vector", spam_vector)

# %% [markdown]
# ## 2. From words to a vector
#
# *Lecture section 1. Easy, 4 minutes, 1 point.*
#
# Three features: the constant 1; does the document contain a positive word (1 or 0); does it
# contain a negative word (1 or 0)? A document may contain both, or neither.
#
# <details><summary>A nudge</summary>
# <code>any(...)</code> is true if at least one of several things is. <code>word in positive</code>
# says whether a word is in a set.
# </details>


# %% solve="encode_opinion"
def encode_opinion(words, positive, negative):
    """Encode a document as three features.

    Args:
        words: the words of the document, a list of strings.
        positive: the words that count as positive, a set.
        negative: the words that count as negative, a set.

    Returns:
        The array (1, has a positive word, has a negative word), with 0 for no
        and 1 for yes, shape (3,).

    Example:
        words ["a", "fine", "day"], positive {"fine"}, negative {"grim"}: the
        result is (1, 1, 0).
    """
    ### BEGIN SOLUTION
    has_positive = any(word in positive for word in words)
    has_negative = any(word in negative for word in words)
    return np.array([1, int(has_positive), int(has_negative)])
    ### END SOLUTION


# %% test="encode_opinion" points=1
# One kind of word, both, neither, several of a kind, words that merely contain another.
check("encode_opinion")
### BEGIN HIDDEN TESTS
check_fresh("encode_opinion")
### END HIDDEN TESTS

# %% [markdown]
# **Question.** *2 minutes, 1 point. From Boye, 5b.* What are the feature vectors of these four
# documents? Take "great" as positive, and "worst", "crap" and "bad" as negative. Write a list of
# four lists.
#
# - "This is a great film!"
# - "Worst crap I've ever seen."
# - "Great plot but bad acting."
# - "The film was made in 2008."

# %% solve="quiz_opinion_features"
opinion_features = None
### BEGIN SOLUTION
opinion_features = [[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]]
### END SOLUTION

# %% test="quiz_opinion_features" points=1
# The feature vectors of the four documents.
check_quiz("opinion_features", opinion_features)

# %% [markdown]
# ## 3. Which side?
#
# *Lecture section 2. Easy, 4 minutes, 1 point.*
#
# Two classes: the label is the sign of the score $\mathbf w\cdot x$, for every row of $X$. A score
# of exactly 0 gives $+1$.
#
# $$\hat y = \begin{cases}+1 & \mathbf w\cdot x\ge 0\\ -1 & \mathbf w\cdot x<0\end{cases}$$
#
# <details><summary>A nudge</summary>
# <code>X @ w</code> has shape (n,): all scores at once. <code>np.where(condition, a, b)</code>
# chooses between two values, entry by entry.
# </details>
# <details><summary>A symptom: "a score of 0 gives 0"</summary>
# That is what <code>np.sign</code> does. It knows three signs; labels know two.
# </details>


# %% solve="predict_binary"
def predict_binary(w, X):
    """Predict -1 or +1 for every example.

    Args:
        w: weights, bias first, shape (d,).
        X: examples, the constant 1 first, shape (n, d).

    Returns:
        The labels, each -1 or +1, shape (n,).

    Example:
        w = (1, -2), X = [[1, 3], [1, 0]]: the scores are -5 and 1, the result
        is (-1, 1).
    """
    ### BEGIN SOLUTION
    return np.where(X @ w >= 0, 1, -1)
    ### END SOLUTION


# %% test="predict_binary" points=1
# Both labels, scores of exactly 0, scores near 0, one example, whole numbers.
check("predict_binary")
### BEGIN HIDDEN TESTS
check_fresh("predict_binary")
### END HIDDEN TESTS

# %% [markdown]
# **Question.** *3 minutes, 1 point. From Boye, 5b.* Which labels, 1 or -1, do the four documents
# of part 2 get with $\mathbf w=(-1,2,-3)$? By hand: the bias gives $-1$, a positive word adds 2, a
# negative word takes away 3. Write a list of four numbers.

# %% solve="quiz_opinion_classes"
opinion_classes = None
### BEGIN SOLUTION
opinion_classes = [1, -1, -1, -1]
### END SOLUTION

# %% test="quiz_opinion_classes" points=1
# The labels of the four documents.
check_quiz("opinion_classes", opinion_classes)

# %% [markdown]
# Your own functions at work on the whole quiz: words, vectors, labels. Change the weights and see
# which documents change sides.

# %%
films = datasets.opinion_documents()
w_film = np.array([-1, 2, -3])
X_film = np.array(
    [encode_opinion(list(words), films.positive, films.negative) for words in films.documents]
)
for sentence, label in zip(films.sentences, predict_binary(w_film, X_film), strict=True):
    print(f"{label:+d}  {sentence}")
ax = figures.opinion_line(w_film, title="The opinion quiz")
plots.show(ax, "The four documents as corners of a square, and the line of the weights w_film.")

# %% [markdown]
# ## 4. Right, and by how much
#
# *Lecture section 2. Easy, 2 minutes, 1 point.*
#
# The signed margin of one example is $m=y\,(\mathbf w\cdot x)$, with the label $y$ in $\{-1,+1\}$.
# It is above 0 where the example is classified right.


# %% solve="margin"
def margin(w, x, y):
    """The margin of one example, a number.

    Args:
        w: weights, bias first, shape (d,).
        x: one example, the constant 1 first, shape (d,).
        y: its label, -1 or +1.

    Returns:
        y times the score.

    Example:
        w = (1, -2), x = (1, 3), y = -1: the score is -5, the margin is 5.
    """
    ### BEGIN SOLUTION
    return y * (w @ x)
    ### END SOLUTION


# %% test="margin" points=1
# Both labels, right and wrong examples, a margin of 0, the bias.
check("margin")
### BEGIN HIDDEN TESTS
check_fresh("margin")
### END HIDDEN TESTS

# %% [markdown]
# **Question.** *2 minutes, 1 point. From Hasegawa-Johnson & Hockenmaier.* There are four cases:
#
# 1. a positive example ($y=+1$) is classified right;
# 2. a negative example ($y=-1$) is classified right;
# 3. a positive example is classified wrong;
# 4. a negative example is classified wrong.
#
# What is the sign of the **score** $z$, 1 or -1, in each of them? Think before you look it up:
# the slides have a slip here.

# %% solve="quiz_case_signs"
case_signs = None
### BEGIN SOLUTION
case_signs = [1, -1, -1, 1]
### END SOLUTION

# %% test="quiz_case_signs" points=1
# The sign of the score in the four cases.
check_quiz("case_signs", case_signs)

# %% [markdown]
# ## 5. One against all others
#
# *Lecture section 3. Easy, 2 minutes, 1 point.*
#
# To teach a two-class classifier the question "is it class $k$?", give it new labels: $+1$ for
# class $k$, $-1$ for every other class.


# %% solve="one_vs_all_labels"
def one_vs_all_labels(y, k):
    """The labels for "class k against the rest".

    Args:
        y: class numbers, shape (n,).
        k: the class that becomes +1.

    Returns:
        +1 where the class is k, -1 elsewhere, shape (n,).

    Example:
        y = (0, 3, 1, 3), k = 3: the result is (-1, 1, -1, 1).
    """
    ### BEGIN SOLUTION
    return np.where(y == k, 1, -1)
    ### END SOLUTION


# %% test="one_vs_all_labels" points=1
# Every class in turn, a class that does not appear, one example.
check("one_vs_all_labels")
### BEGIN HIDDEN TESTS
check_fresh("one_vs_all_labels")
### END HIDDEN TESTS

# %% [markdown]
# ## 6. A vote of all pairs
#
# *Lecture section 3. Medium, 6 minutes, 2 points.*
#
# In all-vs-all every pair of classes $i<j$ holds a duel, and its winner gets one vote. Choose the
# class with the most votes; of several equally good ones the **lowest**.
#
# <details><summary>A plan</summary>
# A list of zeros, one per class; go through <code>winners.values()</code> and add 1 at each
# winner; then find where the list is largest.
# </details>
# <details><summary>A symptom: ties go to whoever comes first in the dictionary</summary>
# <code>Counter.most_common</code> keeps the order in which it first saw things. The order of the
# duels should not matter.
# </details>


# %% solve="all_vs_all_vote"
def all_vs_all_vote(winners, n_classes):
    """The class that won the most duels, the lowest on a tie.

    Args:
        winners: a dict with a key (i, j) for every pair of classes i < j; the
            value is the winner, i or j. The keys come in any order.
        n_classes: how many classes there are, K.

    Returns:
        The number of the chosen class, 0 to K-1.

    Example:
        {(0, 1): 0, (0, 2): 2, (1, 2): 2} with 3 classes: class 2 has two votes,
        so the result is 2.
    """
    ### BEGIN SOLUTION
    votes = [0] * n_classes
    for winner in winners.values():
        votes[winner] += 1
    return votes.index(max(votes))
    ### END SOLUTION


# %% test="all_vs_all_vote" points=2
# Two to ten classes, clear winners, ties, duels in any order.
check("all_vs_all_vote")
### BEGIN HIDDEN TESTS
check_fresh("all_vs_all_vote")
### END HIDDEN TESTS

# %% [markdown]
# **Question.** *2 minutes, 1 point. After Hasegawa-Johnson & Hockenmaier.* There are $K=10$
# classes. How many *ordered* pairs of different classes are there, and how many classifiers does
# all-vs-all really need? Write a list of two numbers.

# %% solve="quiz_pair_counts"
pair_counts = None
### BEGIN SOLUTION
pair_counts = [10 * 9, 10 * 9 // 2]
### END SOLUTION

# %% test="quiz_pair_counts" points=1
# Ordered pairs, and pairs that need a classifier.
check_quiz("pair_counts", pair_counts)

# %% [markdown]
# ## 7. A score for every class
#
# *Lecture section 3. Easy, 4 minutes, 1 point.*
#
# Row $k$ of $W$ $(K,d)$ holds the weights $\mathbf w_k$. Compute $z_k=\mathbf w_k\cdot x$ for every
# row of $X$ $(n,d)$ and every class: a table of shape $(n,K)$.
#
# <details><summary>A nudge</summary>
# A product of matrices does it in one go, if the two inner lengths agree: (n, d) times (d, K).
# </details>


# %% solve="scores"
def scores(W, X):
    """The score of every class for every example.

    Args:
        W: weights, one row per class, shape (K, d).
        X: examples, shape (n, d).

    Returns:
        The scores, one row per example and one column per class, shape (n, K).

    Example:
        W = [[1, 0], [0, 1], [1, 1]], X = [[1, 4]]: the result is [[1, 4, 5]].
    """
    ### BEGIN SOLUTION
    return X @ W.T
    ### END SOLUTION


# %% test="scores" points=1
# n, K and d all different, some of them equal, one of them 1.
check("scores")
### BEGIN HIDDEN TESTS
check_fresh("scores")
### END HIDDEN TESTS

# %% [markdown]
# ## 8. The best class
#
# *Lecture section 3. Easy, 3 minutes, 1 point.*
#
# $\hat y=\arg\max_k\,\mathbf w_k\cdot x$ for every row of $X$; the lowest class on a tie. You may
# call your own `scores`, or compute them here.


# %% solve="predict_multiclass"
def predict_multiclass(W, X):
    """The class with the largest score for every example, the lowest on a tie.

    Args:
        W: weights, one row per class, shape (K, d).
        X: examples, shape (n, d).

    Returns:
        The numbers of the chosen classes, shape (n,).

    Example:
        W = [[1, 0], [0, 1], [1, 1]], X = [[1, 4], [1, -2]]: the scores are
        (1, 4, 5) and (1, -2, -1), the result is (2, 0).
    """
    ### BEGIN SOLUTION
    return np.argmax(X @ W.T, axis=1)
    ### END SOLUTION


# %% test="predict_multiclass" points=1
# Ties, scores below 0, biases, as many examples as classes, one example.
check("predict_multiclass")
### BEGIN HIDDEN TESTS
check_fresh("predict_multiclass")
### END HIDDEN TESTS

# %% [markdown]
# Let it sort penguins: your labels of part 5, weights by least squares (lecture 04 explains it),
# your predictions.

# %%
birds = datasets.penguins().select(features=["bill_length_mm", "bill_depth_mm"])
bills = (birds.X - birds.X.mean(axis=0)) / birds.X.std(axis=0)
X_birds = add_bias(bills)
W_birds = np.array([least_squares(X_birds, one_vs_all_labels(birds.y, k)) for k in range(3)])

y_birds = predict_multiclass(W_birds, X_birds)
print("right:", (y_birds == birds.y).sum(), "of", len(birds.y))
ax = plots.points(bills, birds.y, names=birds.class_names, ring=np.flatnonzero(y_birds != birds.y))
plots.decision_regions(W_birds, ax, title="Your one-vs-all classifier, mistakes ringed")
plots.show(ax, "Three clouds of penguins in three regions; most ringed mistakes are Chinstraps.")

# %% [markdown]
# ## 9. One long vector
#
# *Lecture section 5. Medium, 7 minutes, 2 points.*
#
# The joint features $f(x,y)$ are a vector of $K$ blocks, each as long as $x$. Block $y$ holds $x$,
# all others hold zeros. With $\theta$, all rows of $W$ in a line, $\theta\cdot f(x,y)=\mathbf
# w_y\cdot x$.
#
# <details><summary>A nudge</summary>
# Fill one row of a table of zeros of shape (K, d), then lay the table flat. Or work out where
# block y starts and where it ends.
# </details>
# <details><summary>A symptom: my 0.5 has become 0</summary>
# An array that is made of whole numbers cuts what you write into it.
# </details>


# %% solve="joint_features"
def joint_features(x, y, n_classes):
    """The joint features of an example and a class.

    Args:
        x: one example, shape (d,).
        y: a class, 0 to K-1.
        n_classes: how many classes there are, K.

    Returns:
        The vector with x in block y and zeros elsewhere, shape (K*d,).

    Example:
        x = (3, 5), y = 1, three classes: the result is (0, 0, 3, 5, 0, 0).
    """
    ### BEGIN SOLUTION
    f = np.zeros(n_classes * len(x))
    f[y * len(x) : (y + 1) * len(x)] = x
    return f
    ### END SOLUTION


# %% test="joint_features" points=2
# First, middle and last block; blocks longer than there are classes, and shorter.
check("joint_features")
### BEGIN HIDDEN TESTS
check_fresh("joint_features")
### END HIDDEN TESTS

# %% [markdown]
# **Question 1.** *3 minutes, 1 point. From May (2023), section 13.* The sentence is "it rocks", the
# labels are $+$, $-$ and $\varnothing$ in this order. The features are the number of words, whether
# a word ends in "s", and whether the word "happy" occurs. Write $f(x,+)$, $f(x,-)$ and
# $f(x,\varnothing)$ as a list of three lists of nine numbers. You may use your function.

# %% solve="quiz_rocks_joint"
rocks_joint = None
### BEGIN SOLUTION
rocks_joint = [[2, 1, 0] + [0] * 6, [0] * 3 + [2, 1, 0] + [0] * 3, [0] * 6 + [2, 1, 0]]
### END SOLUTION

# %% test="quiz_rocks_joint" points=1
# The three joint feature vectors.
check_quiz("rocks_joint", rocks_joint)

# %% [markdown]
# **Question 2.** *2 minutes, 1 point.* The same with a bias: a fourth feature that is always on. Put
# it **last** in each block, as May does. Write a list of three lists of twelve numbers.

# %% solve="quiz_rocks_bias"
rocks_bias = None
### BEGIN SOLUTION
rocks_bias = [
    [2, 1, 0, 1] + [0] * 8,
    [0] * 4 + [2, 1, 0, 1] + [0] * 4,
    [0] * 8 + [2, 1, 0, 1],
]
### END SOLUTION

# %% test="quiz_rocks_bias" points=1
# The three joint feature vectors with a bias.
check_quiz("rocks_bias", rocks_bias)

# %% [markdown]
# ## 10. Where two classes meet
#
# *Lecture section 3. Easy, 3 minutes, 1 point.*
#
# Classes $k$ and $j$ tie where $\mathbf w_k\cdot x=\mathbf w_j\cdot x$. Bring everything to the left:
# some vector times $x$ is 0. Return that vector, bias first, such that it gives a score above 0
# where class $k$ is ahead. Do not rescale it.


# %% solve="boundary"
def boundary(W, k, j):
    """The weights of the boundary between two classes.

    Args:
        W: weights, one row per class, bias first, shape (K, d).
        k: the class on the positive side.
        j: the class on the negative side.

    Returns:
        The weights of the boundary, bias first, shape (d,).

    Example:
        W = [[5, 1], [2, 4]], k = 0, j = 1: the result is (3, -3), so the two
        classes meet where 3 - 3 x1 = 0.
    """
    ### BEGIN SOLUTION
    return W[k] - W[j]
    ### END SOLUTION


# %% test="boundary" points=1
# Both orders of two classes, the offset, parallel boundaries, whole numbers.
check("boundary")
### BEGIN HIDDEN TESTS
check_fresh("boundary")
### END HIDDEN TESTS

# %% [markdown]
# ## 11. Naive Bayes, written as weights
#
# *Lecture section 4. Easy, 3 minutes, 1 point.*
#
# If $x$ is $(1,\text{word counts})$, naive Bayes scores label $y$ with
# $\log P(y)+\sum_j x_j\log P(\text{word}_j\mid y)$. From the log-priors $(K,)$ and the
# log-likelihoods $(K,V)$ make the $W$ of shape
# $(K,V+1)$ for which that is $\mathbf w_y\cdot x$.


# %% solve="naive_bayes_weights"
def naive_bayes_weights(log_priors, log_likelihoods):
    """The weights that make naive Bayes a linear classifier.

    Args:
        log_priors: log P(y) for every label, shape (K,).
        log_likelihoods: log P(word | y), one row per label, shape (K, V).

    Returns:
        W, one row per label, bias first, shape (K, V+1).

    Example:
        log_priors = (-1, -2), log_likelihoods = [[-3, -4], [-5, -6]]: the
        result is [[-1, -3, -4], [-2, -5, -6]].
    """
    ### BEGIN SOLUTION
    return np.column_stack([log_priors, log_likelihoods])
    ### END SOLUTION


# %% test="naive_bayes_weights" points=1
# More words than labels and fewer, one word, one label; scores of whole documents.
check("naive_bayes_weights")
### BEGIN HIDDEN TESTS
check_fresh("naive_bayes_weights")
### END HIDDEN TESTS

# %% [markdown]
# ## 12. Four kinds of outcome
#
# *Lecture section 6. Medium, 6 minutes, 2 points.*
#
# Labels $y$ and predictions $\hat y$ are 0 or 1, and 1 is the positive class. Count the true
# positives, the false positives, the false negatives and the true negatives, in this order.
#
# | | $\hat y=1$ | $\hat y=0$ |
# |---|---|---|
# | $y=1$ | tp | fn |
# | $y=0$ | fp | tn |
#
# <details><summary>A nudge</summary>
# <code>(y == 1) & (y_hat == 1)</code> is True where both are 1, and the sum of a True/False array
# counts its Trues. Mind the brackets: <code>&</code> binds tighter than <code>==</code>.
# </details>


# %% solve="confusion"
def confusion(y, y_hat):
    """Count the four kinds of outcome.

    Args:
        y: the right labels, 0 or 1, shape (n,).
        y_hat: the predictions, 0 or 1, shape (n,).

    Returns:
        (tp, fp, fn, tn), four whole numbers.

    Example:
        y = (1, 1, 0, 0, 0), y_hat = (1, 0, 1, 0, 0): the result is (1, 1, 1, 2).
    """
    ### BEGIN SOLUTION
    tp = np.sum((y == 1) & (y_hat == 1))
    fp = np.sum((y == 0) & (y_hat == 1))
    fn = np.sum((y == 1) & (y_hat == 0))
    tn = np.sum((y == 0) & (y_hat == 0))
    return int(tp), int(fp), int(fn), int(tn)
    ### END SOLUTION


# %% test="confusion" points=2
# All four kinds in different numbers, all right, all wrong, kinds that do not occur.
check("confusion")
### BEGIN HIDDEN TESTS
check_fresh("confusion")
### END HIDDEN TESTS

# %% [markdown]
# ## 13. Four ways to sum it up
#
# *Lecture section 6. Easy to medium, 11 minutes, 4 points.*
#
# All four take labels and predictions that are 0 or 1, of shape $(n,)$, and return a number between
# 0 and 1. **Where a denominator is 0 the result is 0.0.** You may call your own `confusion`, or
# count here.
#
# $$\text{accuracy}=\frac{tp+tn}{n}$$
#
# <details><summary>A symptom: ZeroDivisionError, or nan with a warning</summary>
# Then you divided by 0: Python's numbers stop, NumPy's give nan. Look at the denominator before
# you divide.
# </details>


# %% solve="accuracy"
def accuracy(y, y_hat):
    """The share of right predictions; 0.0 if there are no examples.

    Example:
        y = (1, 1, 0, 0, 0), y_hat = (1, 0, 1, 0, 0): the result is 0.6.
    """
    ### BEGIN SOLUTION
    if len(y) == 0:
        return 0.0
    return float(np.mean(y == y_hat))
    ### END SOLUTION


# %% test="accuracy" points=1
# All right, all wrong, mixed, no examples at all.
check("accuracy")
### BEGIN HIDDEN TESTS
check_fresh("accuracy")
### END HIDDEN TESTS

# %% [markdown]
# Of those **called** positive, how many are?
#
# $$\text{precision}=\frac{tp}{tp+fp}$$


# %% solve="precision"
def precision(y, y_hat):
    """The share of positive predictions that are right; 0.0 if there are none.

    Example:
        y = (1, 1, 1, 0), y_hat = (1, 0, 0, 1): two are called positive and one
        of them is, so the result is 0.5.
    """
    ### BEGIN SOLUTION
    called = np.sum(y_hat == 1)
    if called == 0:
        return 0.0
    return float(np.sum((y == 1) & (y_hat == 1)) / called)
    ### END SOLUTION


# %% test="precision" points=1
# Many mistakes and none, nothing called positive, nothing positive, one example.
check("precision")
### BEGIN HIDDEN TESTS
check_fresh("precision")
### END HIDDEN TESTS

# %% [markdown]
# Of those that **are** positive, how many were found?
#
# $$\text{recall}=\frac{tp}{tp+fn}$$


# %% solve="recall"
def recall(y, y_hat):
    """The share of positive examples that were found; 0.0 if there are none.

    Example:
        y = (1, 1, 1, 0), y_hat = (1, 0, 0, 1): three are positive and one of
        them was found, so the result is 1/3.
    """
    ### BEGIN SOLUTION
    positive = np.sum(y == 1)
    if positive == 0:
        return 0.0
    return float(np.sum((y == 1) & (y_hat == 1)) / positive)
    ### END SOLUTION


# %% test="recall" points=1
# Many mistakes and none, nothing called positive, nothing positive, one example.
check("recall")
### BEGIN HIDDEN TESTS
check_fresh("recall")
### END HIDDEN TESTS

# %% [markdown]
# Both in one number, the harmonic mean:
#
# $$F_1=\frac{2\,tp}{2\,tp+fp+fn}$$


# %% solve="f1"
def f1(y, y_hat):
    """The harmonic mean of precision and recall; 0.0 if the denominator is 0.

    Example:
        y = (1, 1, 1, 0), y_hat = (1, 0, 0, 1): tp is 1, fp is 1 and fn is 2, so
        the result is 2/5.
    """
    ### BEGIN SOLUTION
    tp = np.sum((y == 1) & (y_hat == 1))
    wrong = np.sum(y != y_hat)
    if 2 * tp + wrong == 0:
        return 0.0
    return float(2 * tp / (2 * tp + wrong))
    ### END SOLUTION


# %% test="f1" points=1
# Between precision and recall; no true positives; nothing positive at all.
check("f1")
### BEGIN HIDDEN TESTS
check_fresh("f1")
### END HIDDEN TESTS

# %% [markdown]
# **Question.** *3 minutes, 1 point. From Boye, 5b.* A line puts 9 of 16 documents on its positive
# side, 7 of which are positive. Of the 7 on the other side, 4 are negative. What are accuracy,
# precision and recall? Write a list of three numbers; fractions such as `1 / 3` are welcome.

# %% solve="quiz_opinion_metrics"
opinion_metrics = None
### BEGIN SOLUTION
opinion_metrics = [11 / 16, 7 / 9, 7 / 10]
### END SOLUTION

# %% test="quiz_opinion_metrics" points=1
# Accuracy, precision and recall.
check_quiz("opinion_metrics", opinion_metrics)

# %% [markdown]
# ## 14. Labels as vectors
#
# *Lecture section 5. Easy, 4 minutes, 1 point.*
#
# A one-hot vector has one place per class, with a 1 at the label and 0 elsewhere. From labels
# $(n,)$ make a table $(n,K)$. Classes count from 0, and a class that does not appear still has its
# column.
#
# <details><summary>A nudge</summary>
# What do the rows of <code>np.eye(K)</code> look like? Or fill a table of zeros in a loop.
# </details>


# %% solve="one_hot"
def one_hot(y, n_classes):
    """One-hot vectors.

    Args:
        y: class numbers, 0 to K-1, shape (n,).
        n_classes: how many classes there are, K.

    Returns:
        A row for each label, 1 at the label and 0 elsewhere, shape (n, K).

    Example:
        y = (2, 0), three classes: the result is [[0, 0, 1], [1, 0, 0]].
    """
    ### BEGIN SOLUTION
    return np.eye(n_classes)[y]
    ### END SOLUTION


# %% test="one_hot" points=1
# As many labels as classes, more and fewer; classes that do not appear.
check("one_hot")
### BEGIN HIDDEN TESTS
check_fresh("one_hot")
### END HIDDEN TESTS

# %% [markdown]
# **Question 1.** *1 minute, 1 point.* There are three classes. What is the one-hot vector of class 2
# in Hasegawa-Johnson & Hockenmaier's slides, which count from 1? And of class 1 in
# Hasegawa-Johnson's slides of 2020, which count from 0? Write a list of two lists.

# %% solve="quiz_one_hot_three"
one_hot_three = None
### BEGIN SOLUTION
one_hot_three = [[0, 1, 0], [0, 1, 0]]
### END SOLUTION

# %% test="quiz_one_hot_three" points=1
# Two one-hot vectors of length three.
check_quiz("one_hot_three", one_hot_three)

# %% [markdown]
# **Question 2.** *2 minutes, 1 point. From Qureshi.* Labels go from 1 to 7. Four examples have the
# labels 3, 1, 4 and 7. Write their one-hot vectors as a list of four lists. You may use your
# function, but mind where it counts from.

# %% solve="quiz_one_hot_seven"
one_hot_seven = None
### BEGIN SOLUTION
one_hot_seven = [
    [0, 0, 1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 1],
]
### END SOLUTION

# %% test="quiz_one_hot_seven" points=1
# Four one-hot vectors of length seven.
check_quiz("one_hot_seven", one_hot_seven)

# %% [markdown]
# ## 15. A test of your own
#
# *Lecture section 7. Medium, 10 minutes, 3 points.*
#
# So far the tests were ours. Now you write one: a function that is handed somebody's `precision`, under
# the name `f`, calls it, and asserts what should come back. Where an assert fails, that `f` is caught;
# where all of them hold, it is accepted.
#
# The check hands your test one function after another. Some are right, written in different styles, and
# your test has to accept every one of them. The others have a slip of the kind that people really make,
# and your test should catch **at least three quarters** of those. You are told in words what slips
# through, so that you can think of an example that would give it away.
#
# Use examples that are small enough to work out by hand. Comparing with your own `precision` would be
# shorter, but if both have the same slip, such a test will never notice.
#
# <details><summary>A nudge</summary>
# A good example gives a different number for each way to get it wrong. Choose labels for which
# precision, recall and accuracy all differ; and what should come back where nothing is called positive?
# </details>
# <details><summary>My test rejects a right function</summary>
# Decimals that are equal on paper may differ in the last digit. Write
# <code>assert np.isclose(f(y, y_hat), 1 / 3)</code> rather than <code>==</code>.
# </details>


# %% solve="tests_precision"
def try_precision(f):
    """Raise an AssertionError where f is not a right precision.

    Args:
        f: a function of y and y_hat, arrays of 0 and 1.
    """
    ### BEGIN SOLUTION
    y = np.array([1, 1, 1, 0, 0, 0, 0])
    y_hat = np.array([1, 0, 0, 1, 0, 0, 0])
    assert np.isclose(f(y, y_hat), 1 / 2)  # the recall is 1/3, the accuracy 4/7
    assert np.isclose(f(np.array([1, 1, 0, 0]), np.array([1, 0, 1, 1])), 1 / 3)
    assert f(y, np.zeros(7)) == 0  # nothing is called positive
    assert f(y, y) == 1
    ### END SOLUTION


# %% test="tests_precision" points=3
# Right functions in several styles, all to be accepted, and wrong ones, most to be caught.
check_tests("precision", try_precision)

# %% [markdown]
# ## 16. Investigation: three features of your own
#
# *Lecture sections 1 and 7. Medium, 15 minutes, 4 points.*
#
# Can you tell a good review from a bad one by three numbers? Think of three features of a sentence that
# you expect to speak for or against a film: certain words, their number, its length, its punctuation.
# Code them as a function from words to a vector, let `least_squares` find the weights on one part of
# the reviews, and measure precision and recall on the other, with your own functions.
#
# The cell below loads the reviews and splits them. Draw a figure that shows, for each feature alone and
# for all three together, how well it does; then write three sentences: what you had expected, what
# came out, and which feature you would replace first.
#
# There is no test cell below: **a person reads this**, and gives
#
# - 1 point for three features with a reason why each should help;
# - 1 point for a figure that compares them, one by one and together, on reviews that were not used to
#   find the weights;
# - 1 point for reading precision and recall apart: where they disagree, what does that say?
# - 1 point for a conclusion that follows from the numbers, with the baseline (what always saying "pos"
#   would give) beside them.
#
# <details><summary>To draw</summary>
# <code>ax = plots.panels()[0]</code>, then <code>ax.bar(places, heights, width=0.4, label="...")</code>,
# <code>ax.set(xticks=..., xticklabels=...)</code>, <code>plots.legend(ax)</code>, and
# <code>plots.show(ax, "what there is to see, in words")</code>.
# </details>

# %%
reviews = datasets.rotten_tomatoes().labelled
shuffled = np.random.default_rng(0).permutation(len(reviews))
known = [reviews[i] for i in shuffled[:6530]]
unknown = [reviews[i] for i in shuffled[6530:]]
felt = datasets.vader_lexicon()  # words that people feel to be "pos" or "neg": two sets
print(len(known), "reviews to find weights,", len(unknown), "to measure; the first:", known[0])

# %% solve="figure_own_features"
### BEGIN SOLUTION
names = ["praise", "blame", "doubt"]
doubts = {"not", "no", "n't", "but", "too"}


def three_features(words):
    """How many words praise, how many blame, how many take something back."""
    praise = sum(word in felt["pos"] for word in words)
    blame = sum(word in felt["neg"] for word in words)
    return [praise, blame, sum(word in doubts for word in words)]


X_known, X_unknown = (
    np.array([three_features(words) for words, _ in part], dtype=float) for part in (known, unknown)
)
y_known, y_unknown = (
    np.array([label == "pos" for _, label in part]).astype(int) for part in (known, unknown)
)
rows = {}
for name, columns in [*((name, [i]) for i, name in enumerate(names)), ("all three", [0, 1, 2])]:
    w_own = least_squares(add_bias(X_known[:, columns]), 2.0 * y_known - 1)
    y_guess = (add_bias(X_unknown[:, columns]) @ w_own >= 0).astype(int)
    rows[name] = precision(y_unknown, y_guess), recall(y_unknown, y_guess)
    print(f"{name:10} precision {rows[name][0]:.3f}, recall {rows[name][1]:.3f}")
always = precision(y_unknown, np.ones_like(y_unknown))
print(f"always pos: precision {always:.3f}, recall 1")

ax = plots.panels()[0]
places = np.arange(len(rows))
ax.bar(places - 0.2, [p for p, _ in rows.values()], width=0.4, label="precision")
ax.bar(places + 0.2, [r for _, r in rows.values()], width=0.4, label="recall")
ax.axhline(always, color="grey", linewidth=1, label="precision of always saying pos")
ax.set(xticks=places, xticklabels=list(rows), ylabel="share", title="Three features of my own")
plots.legend(ax)
plots.show(
    ax,
    "Bars of precision and recall for praise, blame, doubt and all three. Precision is between a half "
    "and two thirds and highest for all three; recall is by far the highest for doubt alone.",
)
### END SOLUTION

# %% [markdown] answer="own_features" points=4
# I expected words of praise to find the good reviews, words of blame to find the bad ones, and
# words that take something back (not, no, but, too) to be the weakest sign. All three together are
# right about 66.0 % of the reviews that they call positive, where always saying "pos" is right
# about 50.9 %, and they find 56.3 % of the positive ones; doubt alone has the highest recall,
# 0.786, and the lowest precision, 0.532, because it calls every sentence positive in which no such
# word stands, and that is most of them. So I would replace doubt first, as its precision is hardly
# better than the baseline, and read the high recall as a sign of saying yes too often rather than
# of having found something.

# %% [markdown]
# ## Done
#
# You have written every function of the lecture. Restart the kernel and run all cells once more
# before you hand in: what only worked because of a cell that is gone will show.
