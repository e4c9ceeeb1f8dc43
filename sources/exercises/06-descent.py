# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 06: Gradient descent
#
# About 105 minutes, 36 points. Read [lecture 06](../../lectures/06-descent.ipynb) first: each part
# names its section.
#
# You write nine functions (26 points), answer three questions (3 points), write a test of your own (3
# points) and investigate a question (4 points). Below each of your cells there is a **test cell**. Run
# it as often as you like: it says what passed. If something did not, it says what it called, what came
# back, what it expected, and often which mistake that looks like. Grading runs the same checks on other
# inputs.
#
# Three rules hold everywhere:
#
# - a function **returns something new** and leaves its arguments unchanged;
# - **whole numbers** are as good an input as decimal ones;
# - the constant 1 for the bias is already in $x$, and it comes **first**.
#
# No function and no question needs your answer to an earlier one, so if you are stuck, go on with the
# next. The investigation and the cells without points call functions that you have written above them.
# *Run All* stops at the first cell that is not solved yet; `lincourse check 06` in a terminal runs every
# test cell all the same. The sigmoid of lecture 05 is given.

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
from lincourse.features import add_bias
from lincourse.logistic import sigmoid

# %% [markdown]
# **Your own numbers.** Write the name or number that you submit under between the quotes and run the
# cell: the questions below then ask about numbers of your own. Without a name you get the numbers that
# everybody gets, and your instructor's report says so.

# %% open="student"
student = ""

# %% [markdown]
# ## 1. Downhill until it is flat
#
# *Lecture section {#descent}. Medium, 12 minutes, 4 points.*
#
# One function that walks down any slope:
#
# $$x \leftarrow x - \eta\,\nabla f(x) \qquad\text{until } \lvert\nabla f(x)\rvert < \epsilon$$
#
# `gradient` is a function: `gradient(x)` gives the slope at `x`. `x0` is a number or an array, and
# the gradient has the same shape. $\lvert\cdot\rvert$ is the Euclidean length: the root of the sum
# of squares. Look at the gradient **before** each step, so that a good start takes no steps at all,
# and never take more than `max_steps`.
#
# <details><summary>A nudge</summary>
# <code>np.linalg.norm</code> gives the length, of a number too. Begin with <code>x = x0</code> and
# no steps taken.
# </details>
# <details><summary>A plan</summary>
# A loop over the steps. In it: compute the gradient; if it is short enough, return; otherwise make
# a new <code>x</code>. After the loop, return what you have.
# </details>
# <details><summary>My number of steps is one too high</summary>
# Count the steps, not the gradients that you looked at.
# </details>


# %% solve="gradient_descent"
def gradient_descent(gradient, x0, eta, epsilon, max_steps):
    """Walk downhill until the gradient is shorter than epsilon.

    Args:
        gradient: a function that gives the gradient at x, of the shape of x.
        x0: where to start, a number or an array.
        eta: the learning rate.
        epsilon: how short the gradient must be to stop.
        max_steps: how many steps to take at most.

    Returns:
        (x, steps): where it ended, of the shape of x0, and how many steps it
        took.

    Example:
        The slope 2 (x - 3), x0 = 7, eta = 0.25, epsilon = 3: x goes to 5 and
        then to 4, where the slope is 2. The result is (4, 2).
    """
    ### BEGIN SOLUTION
    x = x0
    for steps in range(max_steps):
        slope = gradient(x)
        if np.linalg.norm(slope) < epsilon:
            return x, steps
        x = x - eta * slope
    return x, max_steps
    ### END SOLUTION


# %% test="gradient_descent" points=4
# Numbers and arrays, starts that are flat already, rates that are too large, whole numbers.
check("gradient_descent")
### BEGIN HIDDEN TESTS
check_fresh("gradient_descent")
### END HIDDEN TESTS

# %% [markdown]
# Watch it find the bottom of a bowl in two dimensions, from three starts.

# %%
bottom = np.array([1.0, -2.0])
for start in (np.zeros(2), np.array([10.0, 10.0]), bottom):
    x, steps = gradient_descent(lambda x: x - bottom, start, 0.5, 1e-3, 100)
    print(f"from {start}: {steps} steps, x = {np.round(x, 3)}")

# %% [markdown]
# ## 2. How large may the rate be?
#
# *Lecture section {#learning-rate}. Easy, 4 minutes, 1 point.*
#
# On a parabola you can work it out exactly.
#
# **Question 1**

# %% given="question_largest_rate"
question("largest_rate", student)

# %% solve="quiz_largest_rate"
largest_rate = None
### BEGIN SOLUTION
largest_rate = 2 / 10
### END SOLUTION

# %% test="quiz_largest_rate" points=1
# The rate at which descent on this parabola neither converges nor runs away.
check_quiz("largest_rate", largest_rate, student)

# %% [markdown]
# ## 3. One batch step
#
# *Lecture section {#gradient}. Medium, 8 minutes, 3 points.*
#
# One step down the logistic loss of all $n$ examples, all weights **at once**:
#
# $$\mathbf w \leftarrow \mathbf w - \eta\,\frac1n\sum_{i=1}^n
#   \bigl(\sigma(\mathbf w\cdot x_i)-y_i\bigr)\,x_i$$
#
# $X$ has shape $(n,d)$ with one example per row, $y$ shape $(n,)$ with labels 0 and 1, $\mathbf w$
# shape $(d,)$.
#
# <details><summary>A nudge</summary>
# <code>X @ w</code> gives all scores, shape (n,). How do you get from the n errors and the n rows
# of X to a vector of shape (d,)?
# </details>
# <details><summary>My loop over the weights is "one after another"</summary>
# Finish the whole gradient with the old <code>w</code> before you change any weight.
# </details>


# %% solve="batch_step"
def batch_step(w, X, y, eta):
    """Take one step of batch gradient descent on the logistic loss.

    Args:
        w: weights, shape (d,).
        X: examples, shape (n, d).
        y: their labels, 0 or 1, shape (n,).
        eta: the learning rate.

    Returns:
        The new weights, shape (d,).

    Example:
        w = (0, 0), X = [[1, 2], [1, -4], [1, 2], [1, 0]], y = (1, 0, 1, 1),
        eta = 0.5: all probabilities are 0.5, the mean gradient is (-0.25, -1),
        and the result is (0.125, 0.5).
    """
    ### BEGIN SOLUTION
    error = sigmoid(X @ w) - y
    return w - eta * (error @ X) / len(X)
    ### END SOLUTION


# %% test="batch_step" points=3
# Few and many examples, one class only, whole numbers, large scores; a mean, not a sum.
check("batch_step")
### BEGIN HIDDEN TESTS
check_fresh("batch_step")
### END HIDDEN TESTS

# %% [markdown]
# **★ For those who like it fast.** A batch is all of the data, and 100,000 rows are an ordinary amount.
# Does your step go through them one by one? Uncomment the line and run the cell. There are no points for
# this, because computers differ in speed.

# %%
# check_fast("batch_step")

# %% [markdown]
# ## 4. One stochastic step
#
# *Lecture section {#minibatches}. Easy, 5 minutes, 2 points.*
#
# The same step from a single example $x$ of shape $(d,)$, with one label, so that you need not look at
# all of the data before you move:
#
# $$\mathbf w \leftarrow \mathbf w - \eta\,\bigl(\sigma(\mathbf w\cdot x)-y\bigr)\,x$$


# %% solve="sgd_step"
def sgd_step(w, x, y, eta):
    """Take one step of stochastic gradient descent on the logistic loss.

    Args:
        w: weights, shape (d,).
        x: one example, shape (d,).
        y: its label, 0 or 1.
        eta: the learning rate.

    Returns:
        The new weights, shape (d,).

    Example:
        w = (0, 0), x = (1, 2), y = 1, eta = 0.5: the probability is 0.5, the
        gradient is (-0.5, -1), and the result is (0.25, 0.5).
    """
    ### BEGIN SOLUTION
    error = sigmoid(w @ x) - y
    return w - eta * error * x
    ### END SOLUTION


# %% test="sgd_step" points=2
# Both labels, whole numbers, large scores; the score moves towards the label.
check("sgd_step")
### BEGIN HIDDEN TESTS
check_fresh("sgd_step")
### END HIDDEN TESTS

# %% [markdown]
# ## 5. The same step on paper
#
# *Lecture section {#minibatches}. Easy, 5 minutes, 2 points. From Boye, DD2418, 5e.*
#
# One example, one step, by hand or with a calculator.

# %% given="question_one_step"
question("one_step", student)

# %% [markdown]
# **Question 2**

# %% given="question_sgd_gradient"
question("sgd_gradient", student)

# %% solve="quiz_sgd_gradient"
sgd_gradient = None
### BEGIN SOLUTION
sgd_error = sigmoid(0.04 * 1 + 0.5 * 0.82) - 1
sgd_gradient = [sgd_error * 1, sgd_error * 0.82]
### END SOLUTION

# %% test="quiz_sgd_gradient" points=1
# The gradient of the loss of this one example.
check_quiz("sgd_gradient", sgd_gradient, student)

# %% [markdown]
# **Question 3**

# %% given="question_sgd_theta"
question("sgd_theta", student)

# %% solve="quiz_sgd_theta"
w_after = None
### BEGIN SOLUTION
w_after = [0.0439, 0.5032]
### END SOLUTION

# %% test="quiz_sgd_theta" points=1
# The weights after one step of stochastic gradient descent.
check_quiz("sgd_theta", w_after, student)

# %% [markdown]
# ## 6. An epoch in minibatches
#
# *Lecture section {#minibatches}. Medium, 10 minutes, 3 points.*
#
# Share out the indices $0,\dots,n-1$ into batches of `size`: every index **once**, in **random
# order**. Where `size` does not divide $n$, the last batch is shorter. All chance comes from `rng`,
# a NumPy generator such as `np.random.default_rng(0)`: the caller decides on the seed.
#
# <details><summary>A nudge</summary>
# <code>rng.permutation(n)</code> gives all the indices in random order.
# </details>
# <details><summary>A plan</summary>
# Shuffle once, then cut. <code>range(0, n, size)</code> holds the places where batches start.
# </details>


# %% solve="minibatches"
def minibatches(n, size, rng):
    """Share out the indices of n examples into batches, in random order.

    Args:
        n: how many examples there are.
        size: how many indices a batch holds; the last one may hold fewer.
        rng: a NumPy random generator.

    Returns:
        A list of index arrays.

    Example:
        n = 10, size = 4: three arrays with 4, 4 and 2 indices, for instance
        [[8, 4, 7, 0], [1, 2, 5, 9], [6, 3]].
    """
    ### BEGIN SOLUTION
    order = rng.permutation(n)
    return [order[start : start + size] for start in range(0, n, size)]
    ### END SOLUTION


# %% test="minibatches" points=3
# Every index once, the right sizes, a new order in every epoch, and all chance from rng.
check("minibatches")
### BEGIN HIDDEN TESTS
check_fresh("minibatches")
### END HIDDEN TESTS

# %% [markdown]
# ## 7. Training, validation, test
#
# *Lecture section {#early-stopping}. Medium, 10 minutes, 3 points.*
#
# Shuffle the indices $0,\dots,n-1$ and cut them into parts, one for each fraction, for instance
# 0.8, 0.1 and 0.1. The fractions add up to 1. Cut at
#
# $$\operatorname{round}\bigl(n\cdot(\text{sum of the fractions so far})\bigr)$$
#
# so that no index is lost, whatever $n$ is. A part may be empty. All chance comes from `rng`.
#
# <details><summary>A nudge</summary>
# <code>np.cumsum</code> adds up as it goes; <code>np.split</code> cuts an array at given places.
# </details>
# <details><summary>I have an empty part too many</summary>
# Three parts need two cuts. The last sum, 1, is the end of the array and no cut.
# </details>


# %% solve="split"
def split(n, fractions, rng):
    """Share out the indices of n examples into parts, in random order.

    Args:
        n: how many examples there are.
        fractions: the share of each part; they add up to 1.
        rng: a NumPy random generator.

    Returns:
        A list of index arrays, one for each fraction.

    Example:
        n = 7, fractions = (0.8, 0.1, 0.1): the cuts are at round(5.6) = 6 and
        round(6.3) = 6, so the parts have 6, 0 and 1 indices.
    """
    ### BEGIN SOLUTION
    order = rng.permutation(n)
    cuts = [round(n * share) for share in np.cumsum(fractions)[:-1]]
    return np.split(order, cuts)
    ### END SOLUTION


# %% test="split" points=3
# The right sizes, no index lost or twice, shuffled, and all chance from rng.
check("split")
### BEGIN HIDDEN TESTS
check_fresh("split")
### END HIDDEN TESTS

# %% [markdown]
# ## 8. When to stop
#
# *Lecture section {#early-stopping}. Hard, 12 minutes, 4 points.*
#
# You get the validation losses, one per measurement, and the patience $P$. Training stops at the
# first measurement with which the loss has **risen in more than $P$ measurements in a row**. A rise
# is a loss that is larger than the one just before it; a loss that stays the same is not a rise, and
# ends the run of rises. (Keras and Lightning count something else under the same name: measurements since
# the last new best.)
#
# Return two **indices**, counted from 0: where training stops (the last one, if it never does), and
# which measurement is the best **up to there** (the first, where several are equally small).
#
# <details><summary>A nudge</summary>
# Keep a counter of rises in a row. What happens to it when the loss does not rise?
# </details>
# <details><summary>A plan</summary>
# First find where it stops. Then look for the smallest loss among those up to that place, that one
# included.
# </details>
# <details><summary>I stop one measurement too early</summary>
# With a patience of 1, one rise is forgiven and two in a row are not: <em>more than</em> P.
# </details>


# %% solve="early_stopping"
def early_stopping(validation_losses, patience):
    """Find where training stops, and which measurement was the best.

    Args:
        validation_losses: a list of losses, one per measurement.
        patience: how many rises in a row are forgiven.

    Returns:
        (stop, best): two indices.

    Example:
        Losses 5, 4, 4.5, 3, 3.5, 4, 2 and patience 1: the rise at index 2 is
        forgiven, those at 4 and 5 are two in a row. The result is (5, 3); the
        loss of 2 is never measured.
    """
    ### BEGIN SOLUTION
    stop, rises = len(validation_losses) - 1, 0
    for i in range(1, len(validation_losses)):
        rose = validation_losses[i] > validation_losses[i - 1]
        rises = rises + 1 if rose else 0
        if rises > patience:
            stop = i
            break
    return stop, int(np.argmin(validation_losses[: stop + 1]))
    ### END SOLUTION


# %% test="early_stopping" points=4
# No patience and much of it, curves that zigzag, stand still, or never rise; several best.
check("early_stopping")
### BEGIN HIDDEN TESTS
check_fresh("early_stopping")
### END HIDDEN TESTS

# %% [markdown]
# ## 9. A penalty on large weights
#
# *Lecture section {#penalty}. Easy, 5 minutes, 2 points.*
#
# Add $\lambda$ times the sum of the squared weights to the loss, the bias $w_0$ left out:
#
# $$\ell_\lambda(\mathbf w)=\ell(\mathbf w)+\lambda\sum_{k=1}^{d-1}w_k^2$$
#
# $\ell$ is the mean cross-entropy of lecture 05. It is given, and so is its gradient for part 10.

# %% given="cross_entropy"
from lincourse.logistic import cross_entropy, logistic_gradient


# %% solve="regularised_loss"
def regularised_loss(w, X, y, lam):
    """The mean cross-entropy with an L2 penalty that leaves out the bias.

    Args:
        w: weights, the bias first, shape (d,).
        X: examples, the constant 1 first, shape (n, d).
        y: their labels, 0 or 1, shape (n,).
        lam: the strength of the penalty, lambda.

    Returns:
        A number.

    Example:
        w = (0, 2, -1), X = [[1, 1, 2], [1, 0.5, 1]], y = (1, 0), lam = 0.5:
        both scores are 0, the cross-entropy is log 2, the penalty is 2.5, and
        the result is 3.1931.
    """
    ### BEGIN SOLUTION
    return cross_entropy(w, X, y) + lam * np.sum(w[1:] ** 2)
    ### END SOLUTION


# %% test="regularised_loss" points=2
# Strong, weak and no penalties, a bias and nothing else, whole numbers.
check("regularised_loss")
### BEGIN HIDDEN TESTS
check_fresh("regularised_loss")
### END HIDDEN TESTS

# %% [markdown]
# ## 10. Its gradient
#
# *Lecture section {#penalty}. Medium, 8 minutes, 3 points.*
#
# Differentiate the loss of part 9 along each weight. The gradient of $\ell$ is
# `logistic_gradient(w, X, y)`, shape $(d,)$. Mind two things: what the derivative of a square is,
# and which weight is not in the sum.
#
# <details><summary>A nudge</summary>
# Make a vector of shape (d,) for the penalty's part, with 0 in the place of the bias.
# </details>
# <details><summary>My <code>w</code> outside the function changes too</summary>
# <code>w[0] = 0</code> writes into the caller's array. Work on a copy that can hold decimals:
# <code>w.astype(float)</code> makes one.
# </details>


# %% solve="regularised_gradient"
def regularised_gradient(w, X, y, lam):
    """The gradient of the mean cross-entropy with an L2 penalty.

    Args:
        w: weights, the bias first, shape (d,).
        X: examples, the constant 1 first, shape (n, d).
        y: their labels, 0 or 1, shape (n,).
        lam: the strength of the penalty, lambda.

    Returns:
        The gradient, shape (d,).

    Example:
        w = (0, 2, -1), X = [[1, 1, 2], [1, 0.5, 1]], y = (1, 0), lam = 0.5: the
        result is (0, 1.875, -1.25).
    """
    ### BEGIN SOLUTION
    gradient = logistic_gradient(w, X, y)
    gradient[1:] += 2 * lam * w[1:]
    return gradient
    ### END SOLUTION


# %% test="regularised_gradient" points=3
# Against slopes that are measured by small steps; strong, weak and no penalties.
check("regularised_gradient")
### BEGIN HIDDEN TESTS
check_fresh("regularised_gradient")
### END HIDDEN TESTS

# %% [markdown]
# ## 11. A step with a memory
#
# *Lecture section {#condition-number}. Easy, 5 minutes, 2 points.*
#
# In a long valley plain descent zigzags. **Momentum** gives it a memory, the velocity $\mathbf v$, and
# moves by that:
#
# $$\mathbf v \leftarrow \beta\,\mathbf v+\nabla\ell, \qquad
#   \mathbf w \leftarrow \mathbf w-\eta\,\mathbf v$$
#
# $\mathbf w$, $\mathbf v$ and the gradient have shape $(d,)$; $\beta$ is a number from 0 and below 1.
#
# <details><summary>A nudge</summary>
# The second line of the formula uses the velocity that the first has just made.
# </details>


# %% solve="momentum_step"
def momentum_step(w, velocity, gradient, eta, beta):
    """Take one step of gradient descent with momentum.

    Args:
        w: weights, shape (d,).
        velocity: the velocity so far, shape (d,).
        gradient: the gradient of the loss at w, shape (d,).
        eta: the learning rate.
        beta: how much of the velocity is kept.

    Returns:
        (w, velocity): the new weights and the new velocity.

    Example:
        w = (1, 2), velocity = (4, -2), gradient = (1, 3), eta = 0.25, beta = 0.5: the
        velocity becomes (3, 2), so the result is (0.25, 1.5) and (3, 2).
    """
    ### BEGIN SOLUTION
    velocity = beta * velocity + gradient
    return w - eta * velocity, velocity
    ### END SOLUTION


# %% test="momentum_step" points=2
# First and later steps, no memory, no gradient, whole numbers; a steady slope for a long time.
check("momentum_step")
### BEGIN HIDDEN TESTS
check_fresh("momentum_step")
### END HIDDEN TESTS

# %% [markdown]
# **★ Adam.** *Optional, about ten minutes, without points.* Adam keeps two running means, of the gradient
# and of its square, entry by entry. Both start at 0, so they are too small at first, and the division by
# $1-\beta^t$ puts that right ($t$ is 1 at the first step):
#
# $$\mathbf m\leftarrow\beta_1\mathbf m+(1-\beta_1)\nabla\ell,\qquad
#   \mathbf v\leftarrow\beta_2\mathbf v+(1-\beta_2)(\nabla\ell)^2,\qquad
#   \mathbf w\leftarrow\mathbf w-\eta\,\frac{\mathbf m/(1-\beta_1^t)}{\sqrt{\mathbf v/(1-\beta_2^t)}+\epsilon}$$
#
# Uncomment the last line to check yours. (The $\mathbf v$ of Adam is no velocity.)


# %%
def adam_step(w, m, v, t, gradient, eta, beta1, beta2, epsilon):
    """Take one step of Adam.

    Args:
        w: weights, shape (d,).
        m: the running mean of the gradients so far, shape (d,).
        v: the running mean of their squares, shape (d,).
        t: the number of this step, counted from 1.
        gradient: the gradient of the loss at w, shape (d,).
        eta: the learning rate.
        beta1: how much of m is kept.
        beta2: how much of v is kept.
        epsilon: a small number below the fraction line.

    Returns:
        (w, m, v): the new ones, m and v without the correction.

    Example:
        w = (1, 1), m = v = (0, 0), t = 1, gradient = (4, -2), eta = 0.5, beta1 = 0.5,
        beta2 = 0.75, epsilon = 1: the result is (0.6, 1.3333), (2, -1) and (4, 1).
    """
    raise NotImplementedError


# check("adam_step")

# %% [markdown]
# ## All of it at work
#
# No points here, only your own functions together for the first time: 354 handwritten eights and nines,
# split 80-10-10, trained in minibatches, stopped early. Once it runs, set `lam` to 0.003: what would you
# expect a penalty to do to the epoch at which it stops, and what does it do?

# %%
digits = datasets.digits().select(["8", "9"])
pixels, nine = add_bias(digits.X / 16), digits.y
rng = np.random.default_rng(1)
train, valid, test = split(len(nine), [0.8, 0.1, 0.1], rng)

w, history, losses, lam = np.zeros(65), [], [], 0.0
for _ in range(40):
    for batch in minibatches(len(train), 16, rng):
        rows = train[batch]
        w = w - 1.0 * regularised_gradient(w, pixels[rows], nine[rows], lam)
    history.append(w)
    losses.append(cross_entropy(w, pixels[valid], nine[valid]))

stop, best = early_stopping(losses, patience=3)
right = (sigmoid(pixels[test] @ history[best]) >= 0.5) == nine[test]
print(f"stopped after epoch {stop + 1}, kept epoch {best + 1}")
print(f"test: {right.sum()} of {len(test)} right")

# %%
ax = plots.loss_curve(losses, title="Your own validation curve", ylabel="validation loss")
plots.show(
    ax, "Validation loss of the digits against the epoch: it falls quickly, then goes up and down."
)

# %% [markdown]
# ## 12. A test of your own
#
# *Lecture section {#minibatches}. Hard, 12 minutes, 3 points.*
#
# How do you test a function whose result is a matter of chance? Two right versions of `minibatches` may
# put the examples into quite different orders, even with the same generator. So no single result can
# be asserted, only what every right result has in common.
#
# Write a test of `minibatches`. It is handed somebody's version as `f`. The check tries it on right
# functions in several styles, all of which it has to accept, and on wrong functions, of which it
# should catch **at least three quarters**. Give each generator a seed, so that your test does the same
# at every call.
#
# <details><summary>A nudge</summary>
# How many batches should there be, of which sizes? What do you get if you put all of them together and
# sort? Should two calls with the same generator give the same order; and two generators with the same
# seed?
# </details>
# <details><summary>A nudge: shuffled, but badly</summary>
# If whole blocks move together, the indices of one batch lie close to each other. With 40 examples in
# batches of 8, how far apart are the smallest and the largest index of a batch in most draws?
# </details>


# %% solve="tests_minibatches"
def try_minibatches(f):
    """Raise an AssertionError where f is not a right minibatches.

    Args:
        f: a function of n, size and rng.
    """
    ### BEGIN SOLUTION
    for n, size in ((10, 3), (12, 4)):
        batches = f(n, size, np.random.default_rng(1))
        short = [n % size] if n % size else []
        assert [len(batch) for batch in batches] == [size] * (n // size) + short
        assert sorted(np.concatenate(batches)) == list(range(n))
    rng = np.random.default_rng(3)
    first = np.concatenate(f(40, 8, rng)).tolist()
    assert np.concatenate(f(40, 8, rng)).tolist() != first  # rng has moved on
    assert np.concatenate(f(40, 8, np.random.default_rng(3))).tolist() == first
    assert np.concatenate(f(40, 8, np.random.default_rng(4))).tolist() != first
    for batch in f(40, 8, np.random.default_rng(5)):
        assert max(batch) - min(batch) > 8  # no block of neighbours
    ### END SOLUTION


# %% test="tests_minibatches" points=3
# Right functions in several styles, all to be accepted, and wrong ones, most to be caught.
check_tests("minibatches", try_minibatches)

# %% [markdown]
# ## 13. Investigation: how large may the rate be?
#
# *Lecture section {#learning-rate}. Medium, 11 minutes, 4 points.*
#
# On a parabola with curvature $\kappa$ every rate below $2/\kappa$ goes down, and every rate above it
# explodes. The cross-entropy is no parabola, but its curvature never exceeds the largest eigenvalue of
# $\frac1{4n}X^\top X$; call that $\kappa$. Is $2/\kappa$ where real descent breaks?
#
# The cell below has penguins in two versions: measured in centimetres, and standardised. Its `descend`
# takes 100 of your own batch steps from zeros and returns the losses, the one at the start included. Try
# it for each version at the rates `ratios * 2 / kappa`. Draw the last loss against the ratio, both
# versions in one figure. Then write three sentences.
#
# There is no test cell below. **It is marked by hand**, and you get
#
# - 1 point for a figure with both versions, logarithmic rates and a mark at $2/\kappa$;
# - 1 point for saying where each version breaks, in numbers, and how you can tell;
# - 1 point for what $2/\kappa$ promises, and what it does not;
# - 1 point for what standardising does to the best rate and to the loss that can be reached.
#
# <details><summary>To draw</summary>
# <code>ax = plots.panels()[0]</code>, then <code>ax.loglog(rates, losses, "o-", label="...")</code>,
# <code>ax.axvline(1)</code>, <code>plots.legend(ax)</code>, and
# <code>plots.show(ax, "what there is to see, in words")</code>.
# </details>

# %%
birds = datasets.penguins().select(["Adelie", "Chinstrap"], ["bill_length_mm", "flipper_length_mm"])
versions = {
    "centimetres": add_bias(birds.X / 10),
    "standardised": add_bias((birds.X - birds.X.mean(axis=0)) / birds.X.std(axis=0)),
}
kappas = {name: np.linalg.eigvalsh(X.T @ X / len(X)).max() / 4 for name, X in versions.items()}
ratios = np.logspace(-2, 1.5, 36)


def descend(X, eta):
    """The losses before, after 1, ... and after 100 batch steps with the rate eta."""
    w, losses = np.zeros(3), []
    for _ in range(100):
        losses.append(cross_entropy(w, X, birds.y))
        w = batch_step(w, X, birds.y, eta)
    return [*losses, cross_entropy(w, X, birds.y)]


for name, kappa in kappas.items():
    print(f"{name}: 2/kappa = {2 / kappa:.4f}")

# %% solve="figure_rate_sweep"
### BEGIN SOLUTION
ax = plots.panels()[0]
for name, X in versions.items():
    paths = [descend(X, ratio * 2 / kappas[name]) for ratio in ratios]
    final = [losses[-1] for losses in paths]
    ax.loglog(ratios, final, "o-", label=name)
    rises = np.array([(np.diff(losses) > 0).any() for losses in paths])
    first = np.argmax(rises)
    print(f"{name}: no step uphill up to {ratios[first - 1]:.2f} times 2/kappa,")
    best = np.argmin(final)
    print(f"   some at {ratios[first]:.2f}; lowest loss {final[best]:.3f} at {ratios[best]:.2f}")
ax.axvline(1, color="grey", linewidth=1)
ax.set(xlabel="rate, in units of 2/κ", ylabel="loss after 100 steps", title="How large may it be?")
plots.legend(ax)
plots.show(
    ax,
    "Loss after 100 steps against the rate. In centimetres it falls slowly and shoots up right behind "
    "2/κ. Standardised, it falls to a tenth and stays there far beyond 2/κ.",
)
### END SOLUTION

# %% [markdown] answer="rate_sweep" points=4
# In centimetres no step goes uphill up to exactly $2/\kappa$, and at the next rate that I tried, 1.26
# times as large, every second one does; the lowest loss, 0.559 at twice $2/\kappa$, is only where a bouncing
# path happened to be at step 100. Standardised, no step goes uphill up to 7.94 times $2/\kappa$; at 10 times
# only the first one does, from 0.693 to 0.744, and descent recovers; at 20 times it keeps bouncing. So
# $2/\kappa$ is a promise in one direction: below it nothing breaks, as the curvature is nowhere larger than
# $\kappa$, but at the weights that descent really visits it may be much smaller, and then larger rates work.
# Standardising raises $2/\kappa$ from 0.0207 to 5.3 and lets the same hundred steps reach a loss of 0.100, at
# any rate from 1.3 to 16 times $2/\kappa$, in place of 0.559.

# %% [markdown]
# ## Once more?
#
# `practice("06")` goes on asking questions like the ones above, with new numbers each time, and now
# and then one from an earlier unit. After your attempt it shows how each is solved; no score is kept.
# Uncomment the line and run the cell.

# %%
# practice("06")

# %% [markdown]
# ## Done
#
# You have written every rule of the lecture. Restart the kernel and run all cells once more before
# you submit: that shows if something only worked because of a cell that you have deleted since.
