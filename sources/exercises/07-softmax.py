# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 07: Softmax regression
#
# About 115 minutes, 36 points. Read [lecture 07](../../lectures/07-softmax.ipynb) first: each part
# names its section.
#
# You write nine functions (23 points), answer ten questions, most of which count half a point (6 points),
# write a test of your own (3 points) and investigate a question (4 points). At the end your own code
# learns to read digits.
#
# Below each of your cells there is a **test cell**. Run it as often as you like: it says what passed. If
# something did not, it says what it called, what came back, what it expected, and often which mistake
# that looks like. Grading runs the same checks on other inputs.
#
# Four rules hold everywhere:
#
# - a function **returns something new** and leaves its arguments unchanged;
# - **whole numbers** are as good an input as decimal ones;
# - the classes are counted **from 0**: $0, \dots, K-1$;
# - the constant 1 for the bias is already in $x$: you need not add it.
#
# No function and no question needs your answer to an earlier one, so if you are stuck, go on with the
# next: where a part can use an earlier one, you may call your own function or write its lines again. The
# investigation and the cells without points call functions that you have written above them. *Run All*
# stops at the first cell that is not solved yet; `lincourse check 07` in a terminal runs every test cell
# all the same. From earlier units you are given `one_hot(y, n_classes)`, which makes the rows of
# $[y_i=k]$, shape $(n, K)$, and `minibatches(n, size, rng)`.

# %% given="imports"
import numpy as np

from lincourse import datasets, plots
from lincourse.checks import (
    check,
    check_fast,
    check_fresh,
    check_quiz,
    check_tests,
    practice,
    question,
)
from lincourse.descent import minibatches
from lincourse.features import add_bias, one_hot, predict_multiclass

# %% [markdown]
# **Your own numbers.** Write the name or number that you submit under between the quotes and run the
# cell: the questions below then ask about numbers of your own. Without a name you get the numbers that
# everybody gets, and your instructor's report says so.

# %% open="student"
student = ""

# %% [markdown]
# ## 1. One draw, K outcomes
#
# *Lecture section {#cross-entropy}. Easy, 5 minutes, 1 point.*
#
# The likelihood of a label starts here: the probability of one outcome, as a product of switches.
#
# $$P(X=x) = \prod_{k=0}^{K-1}\phi_k^{\,[x=k]}$$
#
# $\phi$ has shape $(K,)$, the outcome $x$ is a whole number from 0 to $K-1$. The indicator $[x=k]$ is
# 1 if $x=k$ and 0 otherwise.
#
# <details><summary>A nudge</summary>
# Write out the product for $K=3$ and $x=1$. How many of its factors are not 1?
# </details>


# %% solve="categorical_pmf"
def categorical_pmf(phi, x):
    """The probability of outcome x.

    Args:
        phi: the probabilities of all outcomes, shape (K,).
        x: the outcome, counted from 0.

    Returns:
        A number.

    Example:
        phi = (0.5, 0.125, 0.375), x = 1: the result is 0.125.
    """
    ### BEGIN SOLUTION
    indicators = np.arange(len(phi)) == x
    return np.prod(phi**indicators)
    ### END SOLUTION


# %% test="categorical_pmf" points=1
# Every outcome of several distributions, probabilities of 0, the sum over all outcomes.
check("categorical_pmf")
### BEGIN HIDDEN TESTS
check_fresh("categorical_pmf")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. From scores to probabilities
#
# *Lecture section {#softmax}. Medium, 12 minutes, 4 points.*
#
# Everything else in this exercise rests on this function.
#
# $$S(z)_k = \frac{e^{z_k}}{\sum_j e^{z_j}}$$
#
# $Z$ may have any number of axes. The **last** axis is the classes: a single row of scores $(K,)$, or
# one row per example $(n,K)$. At scores of ±1000 the result must be exact, and NumPy must not warn.
#
# <details><summary>A nudge</summary>
# Adding the same number to all scores of a row changes nothing. Which number makes every exponent
# harmless?
# </details>
# <details><summary>A plan</summary>
# Find the largest score of each row, with <code>axis=-1, keepdims=True</code>, and subtract it. Take e to
# what is left, and divide by the sum of that over the same axis.
# </details>
# <details><summary>A symptom: it works for a square Z, but stops or is wrong for others</summary>
# A sum over the last axis of shape (n, K) has shape (n,). <code>keepdims=True</code> leaves it
# (n, 1), and then each row is divided by its own sum.
# </details>


# %% solve="softmax"
def softmax(Z):
    """Softmax over the last axis.

    Args:
        Z: scores, shape (..., K).

    Returns:
        Probabilities, an array of the same shape; each row adds up to 1.

    Example:
        Z = (0, log 2, log 5): e to the scores is 1, 2, 5, and the result is
        (0.125, 0.25, 0.625).
    """
    ### BEGIN SOLUTION
    exps = np.exp(Z - np.max(Z, axis=-1, keepdims=True))
    return exps / exps.sum(axis=-1, keepdims=True)
    ### END SOLUTION


# %% test="softmax" points=4
# Rows that add up to 1, shifted scores, one row and many, whole numbers, scores of ±1000.
check("softmax")
### BEGIN HIDDEN TESTS
check_fresh("softmax")
### END HIDDEN TESTS

# %% [markdown]
# ## 3. The same at a temperature
#
# *Lecture section {#temperature}. Easy, 4 minutes, 2 points.*
#
# How much should a lead in the scores count? The temperature $T>0$ says it:
#
# $$S(z/T)_k = \frac{e^{z_k/T}}{\sum_j e^{z_j/T}}$$
#
# As in part 2, the last axis of $Z$ is the classes, and NumPy must not warn, even at a low temperature.
# If $T$ is 0 or below, raise a `ValueError` that says so.


# %% solve="softmax_at"
def softmax_at(Z, temperature):
    """Softmax over the last axis, at a temperature.

    Args:
        Z: scores, shape (..., K).
        temperature: a number; ValueError if it is not above 0.

    Returns:
        Probabilities, an array of the same shape; each row adds up to 1.

    Example:
        Z = (0, log 2, log 4), temperature = 0.5: e to the doubled scores is 1, 4, 16,
        and the result is (1/21, 4/21, 16/21).
    """
    ### BEGIN SOLUTION
    if temperature <= 0:
        raise ValueError(f"temperature must be above 0, not {temperature}")
    exps = np.exp((Z - np.max(Z, axis=-1, keepdims=True)) / temperature)
    return exps / exps.sum(axis=-1, keepdims=True)
    ### END SOLUTION


# %% test="softmax_at" points=2
# Hot and cold, one row and many, scores of ±1000, whole numbers; no temperature of 0.
check("softmax_at")
### BEGIN HIDDEN TESTS
check_fresh("softmax_at")
### END HIDDEN TESTS

# %% [markdown]
# ## 4. Three numbers to compute
#
# *Lecture section {#softmax}. Easy, 5 minutes, 2 points.*
#
# Use NumPy, a calculator, or your own function.
#
# **Question 1** (Boye, 5f)

# %% given="question_softmax_of_four"
question("softmax_of_four", student)

# %% solve="quiz_softmax_of_four"
softmax_of_four = None
### BEGIN SOLUTION
softmax_of_four = [0.5646, 0.1842, 0.1175, 0.1338]
### END SOLUTION

# %% test="quiz_softmax_of_four" points=0.5
# The four probabilities.
check_quiz("softmax_of_four", softmax_of_four, student)

# %% [markdown]
# **Question 2** (Qureshi)

# %% given="question_seven_scores"
question("seven_scores", student)

# %% given="question_sum_of_exps"
question("sum_of_exps", student)

# %% solve="quiz_sum_of_exps"
sum_of_exps = None
### BEGIN SOLUTION
sum_of_exps = 114.98
### END SOLUTION

# %% test="quiz_sum_of_exps" points=0.5
# The sum below the fraction line.
check_quiz("sum_of_exps", sum_of_exps, student)

# %% [markdown]
# **Question 3** (Qureshi). The scores are those of question 2.

# %% given="question_softmax_of_seven"
question("softmax_of_seven", student)

# %% solve="quiz_softmax_of_seven"
softmax_of_seven = None
### BEGIN SOLUTION
softmax_of_seven = [0.024, 0.064, 0.175, 0.475, 0.024, 0.064, 0.175]
### END SOLUTION

# %% test="quiz_softmax_of_seven" points=1
# The seven probabilities.
check_quiz("softmax_of_seven", softmax_of_seven, student)

# %% [markdown]
# ## 5. Truth and belief
#
# *Lecture section {#cross-entropy}. Medium, 14 minutes, 4 points.*
#
# How much does it cost, on average, to believe $q$ when $p$ is the truth?
#
# $$H(p,q) = -\sum_k p_k\log q_k \qquad\text{with } 0\log 0=0$$
#
# Both have shape $(K,)$. The logarithm is the natural one. You need not think about $q_k=0$ where
# $p_k>0$.
#
# <details><summary>A nudge</summary>
# What never happens costs nothing: the entries with $p_k=0$ can be left out before any logarithm is
# taken.
# </details>
# <details><summary>A symptom: the result is <code>nan</code></summary>
# <code>0 * np.log(0)</code> is 0 times minus infinity. A mask such as <code>p &gt; 0</code> picks the
# entries that count.
# </details>


# %% solve="entropy_between"
def entropy_between(p, q):
    """The cross-entropy H(p, q) in nats.

    Args:
        p: the distribution that is true, shape (K,).
        q: the distribution that is believed in, shape (K,); above 0 wherever p is.

    Returns:
        A number.

    Example:
        p = (0.5, 0.5, 0), q = (0.25, 0.5, 0.25): 0.5 log 4 + 0.5 log 2, or 1.0397.
    """
    ### BEGIN SOLUTION
    happens = p > 0
    return -(p[happens] * np.log(q[happens])).sum()
    ### END SOLUTION


# %% test="entropy_between" points=2
# One-hot and other truths, a uniform belief, zeros in both, very small probabilities.
check("entropy_between")
### BEGIN HIDDEN TESTS
check_fresh("entropy_between")
### END HIDDEN TESTS

# %% [markdown]
# With a logarithm to base 2 the same number is in **bits**: the mean length of a code that was made for
# $q$, if the words come as $p$ says.


# %% solve="bits"
def bits(p, q):
    """The cross-entropy H(p, q) in bits.

    Args:
        p: the distribution that is true, shape (K,).
        q: the distribution that is believed in, shape (K,); above 0 wherever p is.

    Returns:
        A number.

    Example:
        p = (0.5, 0.5, 0), q = (0.25, 0.5, 0.25): half of the time 2 bits, half of
        the time 1 bit, so the result is 1.5.
    """
    ### BEGIN SOLUTION
    happens = p > 0
    return -(p[happens] * np.log2(q[happens])).sum()
    ### END SOLUTION


# %% test="bits" points=1
# One-hot and other truths, equally frequent words, zeros in both.
check("bits")
### BEGIN HIDDEN TESTS
check_fresh("bits")
### END HIDDEN TESTS

# %% [markdown]
# **Question 4**

# %% given="question_skewed_bits"
question("skewed_bits", student)

# %% solve="quiz_skewed_bits"
skewed_bits = None
### BEGIN SOLUTION
skewed_p = np.array([0.6, 0.25, 0.1, 0.05])
skewed_bits = -(skewed_p * np.log2(skewed_p)).sum()
### END SOLUTION

# %% test="quiz_skewed_bits" points=0.5
# The bits of a word, on average.
check_quiz("skewed_bits", skewed_bits, student)

# %% [markdown]
# **Question 5**

# %% given="question_both_orders"
question("both_orders", student)

# %% solve="quiz_both_orders"
both_orders = None
### BEGIN SOLUTION
truth, belief = np.array([0.7, 0.2, 0.1]), np.array([0.3, 0.3, 0.4])
both_orders = [-(truth * np.log2(belief)).sum(), -(belief * np.log2(truth)).sum()]
### END SOLUTION

# %% test="quiz_both_orders" points=0.5
# H(p, q) and H(q, p).
check_quiz("both_orders", both_orders, student)

# %% [markdown]
# ## 6. What the labels cost
#
# *Lecture section {#cross-entropy}. Hard, 12 minutes, 4 points.*
#
# The number that training makes small. With $z_i=Wx_i$, the scores of example $i$:
#
# $$\ell(W) = \frac1n\sum_{i=1}^n -\log S(z_i)_{y_i}
#   = \frac1n\sum_{i=1}^n\Bigl(\log\sum_k e^{z_{ik}}-z_{i,y_i}\Bigr)$$
#
# $W$ has shape $(K,d)$, $X$ has $(n,d)$, $y$ has $(n,)$. At scores of ±1000 the result must be exact
# (a right class with the score $-1000$ against one with 1000 costs 2000), and NumPy must not warn.
#
# <details><summary>A nudge</summary>
# <code>X @ W.T</code> has shape (n, K). <code>Z[np.arange(n), y]</code> picks one entry from each row.
# </details>
# <details><summary>A symptom: <code>inf</code>, or "divide by zero encountered in log"</summary>
# You take the logarithm of a probability that was rounded to 0. Use the right-hand form, and
# $\log\sum_k e^{z_k}=c+\log\sum_k e^{z_k-c}$ with a good $c$ for each row.
# </details>


# %% solve="softmax_loss"
def softmax_loss(W, X, y):
    """The mean cross-entropy of the labels.

    Args:
        W: weights, one row per class, shape (K, d).
        X: examples, shape (n, d).
        y: the indices of their classes, shape (n,).

    Returns:
        A number.

    Example:
        W = [[0, log 2], [0, 0], [0, 0]], X = [[1, 1], [1, 0]], y = (0, 2):
        the right classes have the probabilities 1/2 and 1/3, and the loss is
        (log 2 + log 3) / 2, or 0.8959.
    """
    ### BEGIN SOLUTION
    Z = X @ W.T
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return (log_sum - Z[np.arange(len(y)), y]).mean()
    ### END SOLUTION


# %% test="softmax_loss" points=4
# Weights of zero, few and many examples, classes without examples, scores of ±1000.
check("softmax_loss")
### BEGIN HIDDEN TESTS
check_fresh("softmax_loss")
### END HIDDEN TESTS

# %% [markdown]
# ## 7. A worked model
#
# *Lecture sections {#softmax}, {#cross-entropy} and {#gradient}. Medium, 12 minutes, 3 points. From Boye, 5f.*
#
# Follow one example all the way: its scores, its probabilities, what it costs, and which way each weight
# should move.

# %% given="question_three_classes"
question("three_classes", student)

# %% [markdown]
# **Question 6**

# %% given="question_three_scores"
question("three_scores", student)

# %% solve="quiz_three_scores"
three_scores = None
### BEGIN SOLUTION
three_scores = [0.47, 0.88, -0.09]
### END SOLUTION

# %% test="quiz_three_scores" points=0.5
# The scores W x.
check_quiz("three_scores", three_scores, student)

# %% [markdown]
# **Question 7**

# %% given="question_three_probabilities"
question("three_probabilities", student)

# %% solve="quiz_three_probabilities"
three_probabilities = None
### BEGIN SOLUTION
three_probabilities = [0.3249, 0.4895, 0.1856]
### END SOLUTION

# %% test="quiz_three_probabilities" points=0.5
# The softmax of the scores.
check_quiz("three_probabilities", three_probabilities, student)

# %% [markdown]
# **Question 8**

# %% given="question_three_class"
question("three_class", student)

# %% solve="quiz_three_class"
three_class = None
### BEGIN SOLUTION
three_class = 1
### END SOLUTION

# %% test="quiz_three_class" points=0.5
# The index of the predicted class.
check_quiz("three_class", three_class, student)

# %% [markdown]
# **Question 9**

# %% given="question_loss_of_third"
question("loss_of_third", student)

# %% solve="quiz_loss_of_third"
loss_of_third = None
### BEGIN SOLUTION
loss_of_third = 1.6843
### END SOLUTION

# %% test="quiz_loss_of_third" points=0.5
# The cross-entropy of one example.
check_quiz("loss_of_third", loss_of_third, student)

# %% [markdown]
# **Question 10**

# %% given="question_gradient_rows"
question("gradient_rows", student)

# %% solve="quiz_gradient_rows"
gradient_rows = None
### BEGIN SOLUTION
gradient_rows = [
    [0.3249, 0.3249, 0.3249, 0],
    [0.4895, 0.4895, 0.4895, 0],
    [-0.8144, -0.8144, -0.8144, 0],
]
### END SOLUTION

# %% test="quiz_gradient_rows" points=1
# The three rows of the gradient.
check_quiz("gradient_rows", gradient_rows, student)

# %% [markdown]
# ## 8. Expected minus observed
#
# *Lecture section {#gradient}. Hard, 12 minutes, 4 points.*
#
# The gradient says which way the loss grows, for every weight at once:
#
# $$\nabla_W\,\ell = \frac1n\sum_{i=1}^n(\hat p_i-t_i)\,x_i^\top, \qquad \hat p_i=S(Wx_i)$$
#
# $t_i$ is the one-hot vector of $y_i$. The result has the shape of $W$, $(K,d)$. Scores of
# ±1000 must not make NumPy warn.
#
# <details><summary>A nudge</summary>
# The errors of all examples have shape (n, K) and $X$ has (n, d). Which product of the two has shape
# (K, d)?
# </details>
# <details><summary>A plan</summary>
# Probabilities of all examples (your own <code>softmax</code>, or its two lines); minus
# <code>one_hot(y, K)</code>; the product with <code>X</code>; the mean.
# </details>
# <details><summary>A symptom: only one row changes, or rows that should not</summary>
# <code>P[:, y]</code> takes whole columns. <code>P[np.arange(n), y]</code> takes one entry per row. And
# every row has a slope, because every score is part of the denominator.
# </details>


# %% solve="softmax_gradient"
def softmax_gradient(W, X, y):
    """The gradient of the mean cross-entropy with respect to W.

    Args:
        W: weights, one row per class, shape (K, d).
        X: examples, shape (n, d).
        y: the indices of their classes, shape (n,).

    Returns:
        The gradient, shape (K, d).

    Example:
        W = [[0, log 2], [0, 0], [0, 0]], X = [[1, 1]], y = (0,): the probabilities
        are 1/2, 1/4, 1/4; the result is [[-0.5, -0.5], [0.25, 0.25], [0.25, 0.25]].
    """
    ### BEGIN SOLUTION
    Z = X @ W.T
    exps = np.exp(Z - Z.max(axis=1, keepdims=True))
    P = exps / exps.sum(axis=1, keepdims=True)
    return (P - one_hot(y, len(W))).T @ X / len(y)
    ### END SOLUTION


# %% test="softmax_gradient" points=4
# Against slopes that are measured by small steps; many shapes; scores of ±1000.
check("softmax_gradient")
### BEGIN HIDDEN TESTS
check_fresh("softmax_gradient")
### END HIDDEN TESTS

# %% [markdown]
# ## 9. One step
#
# *Lecture section {#gradient}. Easy, 6 minutes, 2 points.*
#
# Learning from a single example: every row of $W$ moves, by how wrong its probability was.
#
# $$W \leftarrow W-\eta\,(\hat p-t)\,x^\top$$
#
# $x$ has shape $(d,)$, $y$ is a single index. All rows are updated at the same time, from the old
# $W$. (If you read the source texts beside this, check the sign before you copy.)
#
# <details><summary>A nudge</summary>
# <code>np.outer(a, b)</code> makes a (K, d) matrix of a vector (K,) and a vector (d,).
# </details>


# %% solve="softmax_update"
def softmax_update(W, x, y, eta):
    """Take one step of stochastic gradient descent.

    Args:
        W: weights, one row per class, shape (K, d).
        x: one example, shape (d,).
        y: the index of its class.
        eta: the learning rate.

    Returns:
        The new weights, shape (K, d).

    Example:
        W = [[0, log 2], [0, 0], [0, 0]], x = (1, 1), y = 1, eta = 0.5: the errors
        are 1/2, -3/4, 1/4, so -0.25 is added to the first row, 0.375 to the second
        and -0.125 to the third.
    """
    ### BEGIN SOLUTION
    z = W @ x
    exps = np.exp(z - z.max())
    errors = exps / exps.sum()
    errors[y] -= 1
    return W - eta * np.outer(errors, x)
    ### END SOLUTION


# %% test="softmax_update" points=2
# Every class as the right one, several rates, whole numbers; the loss goes down.
check("softmax_update")
### BEGIN HIDDEN TESTS
check_fresh("softmax_update")
### END HIDDEN TESTS

# %% [markdown]
# ## 10. Training
#
# *Lecture section {#digits}. Hard, 11 minutes, 3 points.*
#
# Start from $W=0$. In each epoch draw new minibatches, and for every batch take one step against the
# **mean** gradient of that batch. Return $W$ after the last step.
#
# `minibatches(n, size, rng)` returns a list of index arrays: all of $0,\dots,n-1$, shuffled, in
# batches of `size`, the last of which may be shorter. Chance comes from `rng` alone.
#
# <details><summary>A plan</summary>
# Zeros of shape (K, d); a loop over epochs; in it a loop over
# <code>minibatches(len(X), batch_size, rng)</code>; in that one step with the gradient of
# <code>X[batch]</code> and <code>y[batch]</code>.
# </details>
# <details><summary>A symptom: "every epoch has the same batches"</summary>
# Draw the batches inside the loop over the epochs, not before it.
# </details>


# %% solve="train_softmax"
def train_softmax(X, y, n_classes, eta, epochs, batch_size, rng):
    """Train by minibatch gradient descent, from zeros.

    Args:
        X: examples, shape (n, d).
        y: the indices of their classes, shape (n,).
        n_classes: how many classes there are, K.
        eta: the learning rate.
        epochs: how often to go through all the examples.
        batch_size: how many examples a step looks at.
        rng: the random generator that shuffles.

    Returns:
        The weights, shape (K, d).

    Example:
        X = [[2, 0], [0, 4]], y = (0, 1), two classes, eta = 1, one epoch, batches
        of 1: both classes start with 1/2, and the result is [[1, -2], [-1, 2]].
    """
    ### BEGIN SOLUTION
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        for batch in minibatches(len(X), batch_size, rng):
            Z = X[batch] @ W.T
            exps = np.exp(Z - Z.max(axis=1, keepdims=True))
            errors = exps / exps.sum(axis=1, keepdims=True) - one_hot(y[batch], n_classes)
            W = W - eta * errors.T @ X[batch] / len(batch)
    return W
    ### END SOLUTION


# %% test="train_softmax" points=3
# One batch and many, short last batches, no epochs, classes without examples, shuffling by rng.
check("train_softmax")
### BEGIN HIDDEN TESTS
check_fresh("train_softmax")
### END HIDDEN TESTS

# %% [markdown]
# **★ For those who like it fast.** Does your gradient of part 8 need a loop over the examples? Uncomment
# the line and run the cell: it tries 100,000 of them. There are no points for this, because computers
# differ in speed.

# %%
# check_fast("softmax_gradient")

# %% [markdown]
# Let it read. This is your own training, on 1,400 handwritten digits; it should get at least 95 % of the
# other 397 right. Before you look at the ten pictures: what will the weights of the 0 look like in the
# middle?

# %%
digits = datasets.digits()
order = np.random.default_rng(0).permutation(len(digits.y))
pixels, labels = add_bias(digits.X[order] / 16), digits.y[order]

W_digits = train_softmax(pixels[:1400], labels[:1400], 10, 0.5, 30, 32, np.random.default_rng(7))
right = predict_multiclass(W_digits, pixels[1400:]) == labels[1400:]
print("held-out accuracy:", round(right.mean(), 3))

ax = plots.weight_images(W_digits[:, 1:], (8, 8), title="What your classifier looks for")
plots.show(
    ax,
    "Ten small pictures of weights, one per digit: orange where ink speaks for the digit, purple "
    "where it speaks against it.",
)

# %% [markdown]
# ## 11. A test of your own
#
# *Lecture section {#softmax}. Medium, 10 minutes, 3 points.*
#
# Write a test of `softmax`. It is handed somebody's version as `f`, calls it, and asserts what should
# come back. The check tries it on right functions in several styles, all of which it has to accept, and
# on more than twenty wrong functions, of which it should catch **at least three quarters**.
#
# <details><summary>A nudge</summary>
# What do the probabilities of a row add up to? By which factor is one class more probable than another
# whose score is 1 lower? What may be added to all scores of a row? Then scores of ±1000, a single row,
# and whole numbers.
# </details>


# %% solve="tests_softmax"
def try_softmax(f):
    """Raise an AssertionError where f is not a right softmax.

    Args:
        f: a function of Z, an array of scores, shape (..., K).
    """
    ### BEGIN SOLUTION
    Z = np.array([[1.0, 2.0, 3.0], [-1.0, 0.0, 5.0]])
    P = f(Z)
    assert P.shape == Z.shape
    assert np.allclose(P.sum(axis=1), 1)
    assert np.all(P > 0)
    assert np.allclose(P[:, 0] / P[:, 1], np.exp(Z[:, 0] - Z[:, 1]))
    assert np.allclose(f(Z + 100), P)
    assert np.allclose(f(Z[0]), P[0])
    assert np.allclose(f(np.array([[1000.0, 0.0], [-1000.0, -1000.0]])), [[1, 0], [0.5, 0.5]])
    assert np.allclose(f(np.array([0, 0])), 0.5)
    ### END SOLUTION


# %% test="tests_softmax" points=3
# Right functions in several styles, all to be accepted, and wrong ones, most to be caught.
check_tests("softmax", try_softmax)

# %% [markdown]
# ## 12. Investigation: how little turns an 8 into a 3?
#
# *Lecture section {#digits}. Hard, 12 minutes, 4 points.*
#
# Your classifier of part 10 is right about most digits. How sure can you be of that? The next cell has the
# digits of the held-out part that it rightly calls 8, and `draw_three`, which draws an image, a change and
# their sum side by side. Find for each of the `eights` the **smallest** change of the pixels that
# makes the score of 3 equal to that of 8. Then go a hundredth further.
#
# Between the two classes the score differs by $(\mathbf w_8-\mathbf w_3)\cdot x$. You know the shortest way
# to a line from lecture 03; mind that the bias is no pixel and must not change. Draw one of them.
# How long is the change compared with the image itself, in how many cases is the result
# called a 3, and what does a change of the same length in a random direction do? Three sentences.
#
# There is no test cell below. **It is marked by hand**, and you get
#
# - 1 point for a change that is the shortest one and leaves the bias alone (say how you know);
# - 1 point for a figure of a typical case (say how you chose it), and what it looks like to you;
# - 1 point for the numbers: lengths, how many become a 3, and the random direction beside it;
# - 1 point for what this says about a linear classifier, and no more than it says.

# %%
held_out, truth = pixels[1400:], labels[1400:]
eights = held_out[(truth == 8) & (predict_multiclass(W_digits, held_out) == 8)]


def draw_three(image, change):
    """Draw an image, a change of it and their sum, on one scale; each has a bias in front."""
    axes = plots.panels(columns=3, width=7.2, height=2.8)
    titles = ("called 8", "the change, same scale", "image and change")
    for ax, shown, title in zip(axes, (image, change, image + change), titles, strict=True):
        ax.imshow(shown[1:].reshape(8, 8), cmap="PuOr_r", vmin=-1, vmax=1)
        ax.set(title=title, xticks=[], yticks=[])
    plots.show(axes[0], "Three images: an 8, a pattern of changes to its pixels, and their sum.")


print(len(eights), "eights")


# %% solve="figure_eight_to_three"
### BEGIN SOLUTION
def smallest_change(x):
    """What to add to an image, bias apart, to go a hundredth beyond the line between 8 and 3."""
    difference = W_digits[8] - W_digits[3]
    v = difference[1:]
    change = np.zeros_like(x)
    change[1:] = -1.01 * (difference @ x) / (v @ v) * v
    return change


changes = np.array([smallest_change(x) for x in eights])
lengths = np.linalg.norm(changes, axis=1)
images = np.linalg.norm(eights[:, 1:], axis=1)
become = predict_multiclass(W_digits, eights + changes)
random = np.random.default_rng(0).normal(size=changes.shape)
random[:, 0] = 0
random *= (lengths / np.linalg.norm(random, axis=1))[:, None]
stay = predict_multiclass(W_digits, eights + random)
print(f"median length of a change {np.median(lengths):.2f}, of an image {np.median(images):.2f}")
print(f"called 3 afterwards: {(become == 3).sum()} of {len(eights)}")
print(f"still called 8 after a random change of the same length: {(stay == 8).sum()}")

turned = np.flatnonzero(become == 3)
typical = turned[np.argsort(lengths[turned])[len(turned) // 2]]
draw_three(eights[typical], changes[typical])
### END SOLUTION

# %% [markdown] answer="eight_to_three" points=4
# The change goes along $\mathbf w_8-\mathbf w_3$, at right angles to the boundary and with a 0 for
# the bias, so there is no shorter one; its median length is 0.68, a sixth of the 4.10 of an image,
# and in the figure, where all three share one scale, it is a pale pattern that leaves the 8 an 8 to
# my eye. Of 30 eights 27 are then called a 3, and in the other three cases a third class has passed
# both; a random change of the same length leaves all 30 what they were. So a linear classifier can
# be turned by a small change in just the right direction, because every pixel adds its little share
# to the score, while noise of that size does nothing; whether such changes ever occur by
# themselves, this experiment does not say.

# %% [markdown]
# ## Once more?
#
# `practice("07")` goes on asking questions like the ones above, with new numbers each time, and now
# and then one from an earlier unit. After your attempt it shows how each is solved; no score is kept.
# Uncomment the line and run the cell.

# %%
# practice("07")

# %% [markdown]
# ## Done
#
# You have written softmax regression from the first probability to a reader of digits. Restart the
# kernel and run all cells once more before you submit: that shows if something only worked because of a
# cell that you have deleted since.
