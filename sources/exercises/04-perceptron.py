# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 04: Perceptron
#
# About 110 minutes, 38 points. Read [lecture 04](../../lectures/04-perceptron.ipynb) first: each
# part names its section.
#
# You write eleven functions (27 points), answer four questions (4 points), write a test of your own (3
# points) and investigate a question (4 points). Below each of your cells there is a **test cell**. Run
# it as often as you like: it says what passed. If something did not, it says what it called, what came
# back, what it expected, and often which mistake that looks like. Grading runs the same checks on other
# inputs.
#
# Three rules hold everywhere:
#
# - a function **returns a new array** and leaves its arguments unchanged;
# - **whole numbers** are as good an input as decimal ones;
# - the constant 1 for the bias is already in $x$: you need not add it.
#
# No function and no question needs your answer to an earlier one, so if you are stuck, go on with the
# next. Only the investigation in part 12 and the cell with the penguins call functions that you have
# written above them. *Run All* stops at the first cell that is not solved yet; `lincourse check 04` in a
# terminal runs every test cell all the same.

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

# %% [markdown]
# **Your own numbers.** Write the name or number that you submit under between the quotes and run the
# cell: the questions below then ask about numbers of your own. Without a name you get the numbers that
# everybody gets, and your instructor's report says so.

# %% open="student"
student = ""

# %% [markdown]
# ## 1. One step, two classes
#
# *Lecture section {#update}. Easy, 8 minutes, 3 points.*
#
# The heart of it all: look at one example, and change the weights only if it was a mistake.
#
# $$\text{if } y\,(\mathbf w\cdot x)\le 0:\qquad \mathbf w \leftarrow \mathbf w + \eta\,y\,x$$
#
# $\mathbf w$ and $x$ have shape $(d,)$, the label $y$ is $-1$ or $+1$. A score of exactly 0 counts
# as a mistake.
#
# <details><summary>A nudge</summary>
# <code>w @ x</code> is the score. There are only two cases: return <code>w</code>, or
# <code>w</code> plus something.
# </details>
# <details><summary>My <code>w</code> outside the function changes too</summary>
# <code>w += ...</code> writes into the caller's array. <code>w + ...</code> makes a new one.
# </details>


# %% solve="perceptron_update"
def perceptron_update(w, x, y, eta):
    """Take one perceptron step.

    Args:
        w: weights, shape (d,).
        x: one example, shape (d,).
        y: its label, -1 or +1.
        eta: the learning rate.

    Returns:
        The new weights, shape (d,).

    Example:
        w = (1, -2), x = (3, 1), y = -1, eta = 0.5: the score is 1, a mistake,
        and the new weights are (-0.5, -2.5).
    """
    ### BEGIN SOLUTION
    if y * (w @ x) <= 0:
        return w + eta * y * x
    return w
    ### END SOLUTION


# %% test="perceptron_update" points=3
# Mistakes and right examples, both labels, scores of exactly 0, whole numbers.
check("perceptron_update")
### BEGIN HIDDEN TESTS
check_fresh("perceptron_update")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. Many steps
#
# *Lecture sections {#update} and {#learning-rate}. Medium, 12 minutes, 3 points.*
#
# Start from zeros. Go through the examples in order, again and again, and update on every mistake.
# Count the mistakes of each epoch. Stop after the first epoch without a mistake, or after
# `max_epochs` epochs.
#
# <details><summary>A plan</summary>
# A loop over epochs; in it a counter that starts at 0 and a loop over the examples; after that
# second loop, append the counter to a list and leave if it is still 0.
# </details>
# <details><summary>My list lacks the last 0</summary>
# Append before you leave the loop.
# </details>


# %% solve="train_perceptron"
def train_perceptron(X, y, eta, max_epochs):
    """Train a two-class perceptron, from zeros and in the order of the examples.

    Args:
        X: examples, shape (n, d).
        y: their labels, -1 or +1, shape (n,).
        eta: the learning rate.
        max_epochs: how many epochs to train at most.

    Returns:
        (w, mistakes): the weights, shape (d,), and a list with the number of mistakes of each
        epoch, the last one's 0 included.

    Example:
        X = [[1, 2], [1, -1]], y = [1, -1], eta = 0.5: the first example is a mistake (its score
        is 0), the second is right after it, so the result is (0.5, 1) and [1, 0].
    """
    ### BEGIN SOLUTION
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(max_epochs):
        wrong = 0
        for x_i, y_i in zip(X, y, strict=True):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                wrong += 1
        mistakes.append(wrong)
        if wrong == 0:
            break
    return w, mistakes
    ### END SOLUTION


# %% test="train_perceptron" points=3
# Data that a line separates and data that none does, few and many epochs.
check("train_perceptron")
### BEGIN HIDDEN TESTS
check_fresh("train_perceptron")
### END HIDDEN TESTS

# %% [markdown]
# Let it work on real birds: your own perceptron, on Adelie and Gentoo penguins. The lecture promises that
# it comes to rest if some line separates the two kinds. Does it, and after how many epochs?

# %%
birds = datasets.penguins().select(["Adelie", "Gentoo"], ["bill_depth_mm", "body_mass_g"])
order = np.random.default_rng(2).permutation(len(birds.y))
X_birds = birds.X[order] / [10, 1000]  # centimetres and kilograms
y_birds = np.where(birds.y[order] == 0, -1, 1)

w_birds, mistakes = train_perceptron(add_bias(X_birds), y_birds, eta=1.0, max_epochs=100)
print("mistakes per epoch:", mistakes)
ax = plots.points(
    X_birds, y_birds, names=birds.class_names, xlabel="bill depth (cm)", ylabel="body mass (kg)"
)
plots.decision_line(w_birds, ax, shade=True, title="The line you learnt")
plots.show(ax, "Two clouds of penguins and the line that the perceptron learnt between them.")

# %% [markdown]
# **★ For those who like it fast.** After a few mistakes nearly all examples are right, and a loop still
# looks at every one of them. Can you jump from mistake to mistake, so that 100,000 rows take no longer than
# a few products of matrices? Your function has to give the same `w` and the same list as before. Uncomment
# the line and run the cell. There are no points for this, because computers differ in speed.

# %%
# check_fast("train_perceptron")

# %% [markdown]
# ## 3. A rate that decays
#
# *Lecture section {#decay}. Easy, 2 minutes, 1 point.*
#
# The $n$-th example, counted from 1 over all epochs, is learnt from at the rate $\eta_n = 1/n$: early
# mistakes move the weights a long way, late ones hardly at all.


# %% solve="eta_decay"
def eta_decay(n):
    """The learning rate of the n-th example, counted from 1 over all epochs.

    Args:
        n: the number of the example, a whole number from 1 on.

    Returns:
        The learning rate, a number.

    Example:
        eta_decay(4) is 0.25.
    """
    ### BEGIN SOLUTION
    return 1 / n
    ### END SOLUTION


# %% test="eta_decay" points=1
# The first example, some later ones, a very late one.
check("eta_decay")
### BEGIN HIDDEN TESTS
check_fresh("eta_decay")
### END HIDDEN TESTS

# %% [markdown]
# ## 4. How many mistakes at most?
#
# *Lecture section {#convergence}. Medium, 10 minutes, 4 points.*
#
# If some $\mathbf u$ gets every example right, then a perceptron that starts at $\mathbf w=0$ makes no more
# than this many mistakes, however many examples there are:
#
# $$\Bigl(\frac R\gamma\Bigr)^2,\qquad R=\max_i\,\lVert x_i\rVert,\qquad
#   \gamma=\min_i\,\frac{y_i\,(\mathbf u\cdot x_i)}{\lVert\mathbf u\rVert}$$
#
# $X$ has shape $(n,d)$, the labels $y$ are $-1$ or $+1$, and $\mathbf u$ $(d,)$ may have any length. Raise a
# `ValueError` if $\mathbf u$ does not separate the examples; an example on its line is not separated.
#
# <details><summary>A nudge</summary>
# Both R and gamma come from n numbers, one for each example. Print the shape of those before you pick one.
# </details>
# <details><summary>A symptom: the bound changes when I double <code>u</code></summary>
# The line stays where it is, so the distances to it do too. What do you still have to divide by?
# </details>


# %% solve="mistake_bound"
def mistake_bound(X, y, u):
    """The number of mistakes that a perceptron can make at most.

    Args:
        X: examples, shape (n, d).
        y: their labels, -1 or +1, shape (n,).
        u: weights that separate them, of any length above 0, shape (d,).

    Returns:
        (R / gamma)**2, a number.

    Raises:
        ValueError: where u does not separate the examples.

    Example:
        X = [[6, 8], [4, 0], [-2, -3]], y = [1, 1, -1], u = (4, 0): R is 10, gamma
        is 2, and the result is 25.
    """
    ### BEGIN SOLUTION
    margins = y * (X @ u) / np.linalg.norm(u)
    if margins.min() <= 0:
        raise ValueError("u does not separate the examples")
    R = np.linalg.norm(X, axis=1).max()
    return (R / margins.min()) ** 2
    ### END SOLUTION


# %% test="mistake_bound" points=3
# Few examples and many, u of any length, units large and small; u that separates nothing.
check("mistake_bound")
### BEGIN HIDDEN TESTS
check_fresh("mistake_bound")
### END HIDDEN TESTS

# %% [markdown]
# Now once by hand.

# %% given="question_triangle"
question("triangle", student)

# %% [markdown]
# **Question 1**

# %% given="question_mistakes_at_most"
question("mistakes_at_most", student)

# %% solve="quiz_mistakes_at_most"
mistakes_at_most = None
### BEGIN SOLUTION
mistakes_at_most = (5**2 + 2**2) / (8 / 5) ** 2
### END SOLUTION

# %% test="quiz_mistakes_at_most" points=1
# The bound for three points.
check_quiz("mistakes_at_most", mistakes_at_most, student)

# %% [markdown]
# ## 5. One step, many classes
#
# *Lecture section {#multiclass}. Medium, 10 minutes, 3 points.*
#
# Each class has its own row $\mathbf w_k$ of $W$, and $\hat y=\arg\max_k\mathbf w_k\cdot x$, the
# lowest index on a tie. If $\hat y\ne y$:
#
# $$\mathbf w_y \leftarrow \mathbf w_y + \eta\,x, \qquad
#   \mathbf w_{\hat y} \leftarrow \mathbf w_{\hat y} - \eta\,x$$
#
# All other rows stay as they are.
#
# <details><summary>A nudge</summary>
# <code>W @ x</code> gives all scores at once. Decide on ŷ before you change anything, and make
# your changes in a copy that can hold decimals: <code>W.astype(float)</code> makes one.
# </details>


# %% solve="multiclass_update"
def multiclass_update(W, x, y, eta):
    """Take one multi-class perceptron step.

    Args:
        W: weights, one row per class, shape (K, d).
        x: one example, shape (d,).
        y: the index of its class, 0 to K-1.
        eta: the learning rate.

    Returns:
        The new weights, shape (K, d).

    Example:
        W = [[1, 0], [0, 1], [0, 0]], x = (1, 3), y = 0, eta = 0.5: the scores are 1, 3, 0, so
        class 1 was chosen, and the result is [[1.5, 1.5], [-0.5, -0.5], [0, 0]].
    """
    ### BEGIN SOLUTION
    W_new = W.astype(float)
    y_hat = np.argmax(W @ x)
    if y_hat != y:
        W_new[y] += eta * x
        W_new[y_hat] -= eta * x
    return W_new
    ### END SOLUTION


# %% test="multiclass_update" points=3
# The right class first, second and last; ties; whole numbers; the sum of the rows.
check("multiclass_update")
### BEGIN HIDDEN TESTS
check_fresh("multiclass_update")
### END HIDDEN TESTS

# %% [markdown]
# ## 6. A worked table
#
# *Lecture section {#multiclass}. Medium, 10 minutes, 3 points. From May (2023), section 14.*
#
# Work it out on paper, or with NumPy.

# %% given="question_worked_table"
question("worked_table", student)

# %% [markdown]
# **Question 2**

# %% given="question_psi_before"
question("psi_before", student)

# %% solve="quiz_psi_before"
z_before = None
### BEGIN SOLUTION
z_before = [2 * 0.3 + 1 * 0.7, 2 * -0.2 + 1 * 2.2, 2 * -4 + 1 * -4]
### END SOLUTION

# %% test="quiz_psi_before" points=1
# The scores before the update.
check_quiz("psi_before", z_before, student)

# %% [markdown]
# **Question 3**

# %% given="question_theta_after"
question("theta_after", student)

# %% solve="quiz_theta_after"
theta_after = None
### BEGIN SOLUTION
theta_after = [2.3, 1.7, 0.8, -2.2, 1.2, 4, -4, -4, -4]
### END SOLUTION

# %% test="quiz_theta_after" points=1
# The weights after the update.
check_quiz("theta_after", theta_after, student)

# %% [markdown]
# **Question 4**

# %% given="question_psi_after"
question("psi_after", student)

# %% solve="quiz_psi_after"
z_after = None
### BEGIN SOLUTION
z_after = [6.3, -3.2, -12]
### END SOLUTION

# %% test="quiz_psi_after" points=1
# The scores after the update.
check_quiz("psi_after", z_after, student)

# %% [markdown]
# ## 7. The same step on joint features, and the loss it goes down
#
# *Lecture sections {#multiclass} and {#loss}. Medium, 13 minutes, 6 points.*
#
# Row $k$ of $F$ $(K,D)$ holds the joint features $f(x,k)$. One line does it all, ties included
# (arg max takes the lowest index):
#
# $$\theta \leftarrow \theta + f(x, y) - f(x, \hat y), \qquad
#   \hat y = \arg\max_k \theta\cdot f(x,k)$$
#
# <details><summary>A nudge</summary>
# <code>F @ theta</code> has shape (K,): the scores of all classes.
# </details>


# %% solve="joint_update"
def joint_update(theta, F, y):
    """Take one perceptron step on joint features.

    Args:
        theta: weights, shape (D,).
        F: joint features, one row f(x, k) per class, shape (K, D).
        y: the index of the right class.

    Returns:
        The new weights, shape (D,).

    Example:
        theta = (1, 0, 2), F = [[1, 1, 0], [0, 1, 1]], y = 0: the scores are 1 and 2, so class 1
        was chosen, and the result is (2, 0, 1).
    """
    ### BEGIN SOLUTION
    y_hat = np.argmax(F @ theta)
    return theta + F[y] - F[y_hat]
    ### END SOLUTION


# %% test="joint_update" points=2
# Features in blocks and features that are not; ties.
check("joint_update")
### BEGIN HIDDEN TESTS
check_fresh("joint_update")
### END HIDDEN TESTS

# %% [markdown]
# What does this step make smaller? How far the winner is ahead of the right class:
#
# $$\ell(\theta) = \max_k\,\theta\cdot f(x,k)\;-\;\theta\cdot f(x,y)$$
#
# The maximum runs over **all** classes, the right one included.
#
# <details><summary>A nudge</summary>
# All scores are <code>F @ theta</code>. Which two of them does the formula ask for, and what is their
# difference where the right class wins?
# </details>


# %% solve="perceptron_loss"
def perceptron_loss(theta, F, y):
    """The perceptron loss of one example, 0 where the right class wins.

    Args:
        theta: weights, shape (D,).
        F: joint features, one row f(x, k) per class, shape (K, D).
        y: the index of the right class.

    Returns:
        The loss, a number.

    Example:
        theta = (1, 0, 2), F = [[1, 1, 0], [0, 1, 1]], y = 0: the scores are 1 and 2, the loss is 1.
    """
    ### BEGIN SOLUTION
    z = F @ theta
    return z.max() - z[y]
    ### END SOLUTION


# %% test="perceptron_loss" points=2
# Right and wrong examples, never below 0, ties.
check("perceptron_loss")
### BEGIN HIDDEN TESTS
check_fresh("perceptron_loss")
### END HIDDEN TESTS

# %% [markdown]
# Its gradient with respect to $\theta$ has the shape of $\theta$. You need no new mathematics: look
# at step 2 of the lecture's derivation, and mind the sign.
#
# <details><summary>A symptom: "the gradient says 1, the measured slope is -1"</summary>
# The gradient points uphill. The update goes the other way.
# </details>


# %% solve="perceptron_gradient"
def perceptron_gradient(theta, F, y):
    """The gradient of the perceptron loss of one example.

    Args:
        theta: weights, shape (D,).
        F: joint features, one row f(x, k) per class, shape (K, D).
        y: the index of the right class.

    Returns:
        The gradient with respect to theta, shape (D,).

    Example:
        theta = (1, 0, 2), F = [[1, 1, 0], [0, 1, 1]], y = 0: the result is (-1, 0, 1).
    """
    ### BEGIN SOLUTION
    y_hat = np.argmax(F @ theta)
    return F[y_hat] - F[y]
    ### END SOLUTION


# %% test="perceptron_gradient" points=2
# Against slopes that are measured by small steps.
check("perceptron_gradient")
### BEGIN HIDDEN TESTS
check_fresh("perceptron_gradient")
### END HIDDEN TESTS

# %% [markdown]
# ## 8. The mean of all weights
#
# *Lecture section {#averaging}. Hard, 12 minutes, 3 points.*
#
# Train the multi-class perceptron of part 5 from zeros, for `epochs` whole epochs and in the order
# of the examples. Return the mean of the $W$ that you have **after each example**, whether it was a
# mistake or not: with $n$ examples that is the mean of $n\cdot$`epochs` matrices.
#
# You may call your own `multiclass_update`, or write its two lines here.
#
# <details><summary>A plan</summary>
# Keep two matrices: <code>W</code>, and <code>total</code>, to which you add <code>W</code> after
# every single example.
# </details>


# %% solve="averaged_perceptron"
def averaged_perceptron(X, y, n_classes, eta, epochs):
    """Train a multi-class perceptron and average its weights.

    Args:
        X: examples, shape (n, d).
        y: the indices of their classes, shape (n,).
        n_classes: how many classes there are, K.
        eta: the learning rate.
        epochs: how many epochs to train.

    Returns:
        The mean of W after every example, shape (K, d).

    Example:
        X = [[1, 2], [1, -1]], y = [0, 1], two classes, eta = 1, one epoch: W is still zero after
        the first example and [[-1, 1], [1, -1]] after the second; the mean is half of that.
    """
    ### BEGIN SOLUTION
    W = np.zeros((n_classes, X.shape[1]))
    total = np.zeros_like(W)
    for _ in range(epochs):
        for x_i, y_i in zip(X, y, strict=True):
            y_hat = np.argmax(W @ x_i)
            if y_hat != y_i:
                W[y_i] += eta * x_i
                W[y_hat] -= eta * x_i
            total += W
    return total / (epochs * len(X))
    ### END SOLUTION


# %% test="averaged_perceptron" points=3
# One epoch and several, classes without an example, epochs without a mistake.
check("averaged_perceptron")
### BEGIN HIDDEN TESTS
check_fresh("averaged_perceptron")
### END HIDDEN TESTS

# %% [markdown]
# ## 9. A step that wants a margin
#
# *Lecture section {#margin}. Medium, 10 minutes, 3 points.*
#
# A perceptron is content as soon as the right class is ahead. This step asks for a lead: each wrong class
# gets its cost as a head start, and the old weights shrink a little every time.
#
# $$\hat y = \arg\max_k\,\bigl(\theta\cdot f(x,k) + \text{cost}_k\bigr), \qquad
#   \theta \leftarrow \rho\,\theta + f(x,y) - f(x,\hat y)$$
#
# `cost` has shape $(K,)$ and is 0 for the right class; $\rho$ is `shrink`. Choose $\hat y$ with
# the old $\theta$; of several classes that come out equally high, arg max takes the one with the
# lowest index. The shrinking happens at every call.
#
# <details><summary>A nudge</summary>
# It is the step of part 7 with two changes: one decides who wins, and the other changes what you add to.
# Only one of the two should see <code>shrink</code>.
# </details>


# %% solve="svm_update"
def svm_update(theta, F, y, cost, shrink):
    """Take one SVM-style step on joint features; on a tie y_hat is the lowest index.

    Args:
        theta: weights, shape (D,).
        F: joint features, one row f(x, k) per class, shape (K, D).
        y: the index of the right class.
        cost: what it costs to choose each class, shape (K,), 0 for y.
        shrink: the factor on the old weights.

    Returns:
        The new weights, shape (D,).

    Example:
        theta = (2, 0, 1), F = [[1, 1, 0], [0, 1, 1]], y = 0, cost = (0, 2), shrink = 0.5: the
        scores 2 and 1 become 2 and 3 with the cost, so y_hat is 1; the result is (2, 0, -0.5).
    """
    ### BEGIN SOLUTION
    y_hat = np.argmax(F @ theta + cost)
    return shrink * theta + F[y] - F[y_hat]
    ### END SOLUTION


# %% test="svm_update" points=3
# Costs that turn a right answer into an update, shrinking with and without a mistake.
check("svm_update")
### BEGIN HIDDEN TESTS
check_fresh("svm_update")
### END HIDDEN TESTS

# %% [markdown]
# ## 10. The closed form
#
# *Lecture 06. Easy, 4 minutes, 2 points.*
#
# Find the $\mathbf w$ with the smallest $\lVert A\mathbf w-b\rVert^2$. Where several do equally
# well, because the columns of $A$ depend on each other, return the shortest of them.
#
# $$\mathbf w = (A^\top A)^{-1}A^\top b \quad\text{where the inverse exists}$$
#
# <details><summary>A nudge: <code>LinAlgError: Singular matrix</code></summary>
# Then the inverse does not exist. NumPy has a function for least squares, and one for
# pseudo-inverses; either gives the shortest solution.
# </details>


# %% solve="least_squares"
def least_squares(A, b):
    """The shortest of the w with the least squared error.

    Args:
        A: examples, shape (n, d).
        b: what their scores should be, shape (n,).

    Returns:
        The weights, shape (d,).

    Example:
        A = [[1, 0], [1, 1], [1, 2]], b = (1, 2, 3): the result is (1, 1), without any error.
    """
    ### BEGIN SOLUTION
    return np.linalg.lstsq(A, b, rcond=None)[0]
    ### END SOLUTION


# %% test="least_squares" points=2
# More examples than weights, fewer, and columns that depend on each other.
check("least_squares")
### BEGIN HIDDEN TESTS
check_fresh("least_squares")
### END HIDDEN TESTS

# %% [markdown]
# ## 11. A test of your own
#
# *Lecture section {#update}. Medium, 10 minutes, 3 points.*
#
# Write a test of `perceptron_update`. It is handed somebody's version as `f`, calls it, and asserts what
# should come back. The check tries it on right functions in several styles, all of which it has to
# accept, and on wrong functions, of which it should catch **at least three quarters**. It says in words
# which ones it lets through.
#
# Work the results out by hand. If you compared with your own function, your test could not see a mistake
# that both make.
#
# <details><summary>A nudge</summary>
# The rule has few cases: a mistake or not, label +1 or −1, and a score of exactly 0. A rate other than 1
# shows whether it is used at all. And what if <code>w</code> holds whole numbers?
# </details>


# %% solve="tests_perceptron_update"
def try_perceptron_update(f):
    """Raise an AssertionError where f is not a right perceptron_update.

    Args:
        f: a function of w, x, y and eta.
    """
    ### BEGIN SOLUTION
    w, x = np.array([1.0, -2.0]), np.array([3.0, 1.0])  # the score is 1
    assert np.allclose(f(w, x, 1, 0.5), w)
    assert np.allclose(f(w, x, -1, 0.5), [-0.5, -2.5])
    assert np.allclose(f(-w, x, 1, 0.5), [0.5, 2.5])
    for y in (1, -1):  # a score of 0 is a mistake for either label
        assert np.allclose(f(np.zeros(2), x, y, 0.5), 0.5 * y * x)
    assert np.allclose(f(np.array([1, 0]), np.array([-1, 3]), 1, 0.5), [0.5, 1.5])
    ### END SOLUTION


# %% test="tests_perceptron_update" points=3
# Right functions in several styles, all to be accepted, and wrong ones, most to be caught.
check_tests("perceptron_update", try_perceptron_update)

# %% [markdown]
# ## 12. Investigation: why average?
#
# *Lecture section {#averaging}. Medium, 10 minutes, 4 points.*
#
# On data that no line separates the weights never come to rest, so where training stops is an accident.
# Would you trust the last weights or the mean of all on new examples, and how much of the difference is
# luck?
#
# The cell below makes such data and trains for ten epochs, with your own functions. For at least ten
# splits into a part to train on and a part to test on, measure how many test examples each of the two
# gets right. Draw a figure in which the splits can be seen, not only their mean, and write three
# sentences.
#
# There is no test cell below. **It is marked by hand**, and you get
#
# - 1 point for a fair comparison: the same splits for both;
# - 1 point for a figure that shows every split and the mean of each;
# - 1 point for the mean difference with its standard error, both from the splits' own differences;
# - 1 point for a reason: what is it about the last weights that the mean takes away?
#
# <details><summary>To draw</summary>
# <code>ax = plots.panels()[0]</code>, then <code>ax.plot(place, values, "o")</code> for each method,
# with <code>place</code> a list of equal numbers, <code>ax.set(xticks=..., xticklabels=...)</code>, and
# <code>plots.show(ax, "what there is to see, in words")</code>.
# </details>

# %%
cloud = datasets.noisy(np.random.default_rng(0), 300)
X_cloud, y_cloud = add_bias(cloud.X), (cloud.y > 0).astype(int)  # two classes, 0 and 1


def last_weights(X, y):
    W = np.zeros((2, 3))
    for i in np.tile(np.arange(len(y)), 10):
        W = multiclass_update(W, X[i], y[i], 1.0)
    return W


def mean_weights(X, y):
    return averaged_perceptron(X, y, 2, 1.0, 10)


def split(seed):
    order = np.random.default_rng(seed).permutation(len(y_cloud))
    return order[:180], order[180:]  # the examples to train on, and those to test on


# %% solve="figure_averaging"
### BEGIN SOLUTION
methods = {"last weights": last_weights, "mean weights": mean_weights}
found = []  # a row for each split, a column for each method
for seed in range(20):
    train, test = split(seed)
    row = []
    for weights in methods.values():
        W = weights(X_cloud[train], y_cloud[train])
        row.append(np.mean(np.argmax(X_cloud[test] @ W.T, axis=1) == y_cloud[test]))
    found.append(row)
found = np.array(found)

ax = plots.panels()[0]
for place, method in enumerate(methods):
    ax.plot([place] * len(found), found[:, place], "o", color=plots.colour(place), alpha=0.5)
    ax.plot([place - 0.2, place + 0.2], [found[:, place].mean()] * 2, color="black")
    spread, lowest = found[:, place].std(ddof=1), found[:, place].min()
    print(f"{method}: {found[:, place].mean():.3f}, spread {spread:.3f}, lowest {lowest:.3f}")
better = found[:, 1] - found[:, 0]
print(f"mean less last: {better.mean():.3f}, standard error {better.std(ddof=1) / 20**0.5:.3f}")
print("splits in which the mean is at least as good as the last:", int((better >= 0).sum()))
ax.set(xticks=range(2), xticklabels=methods, ylabel="test accuracy", title="Twenty splits")
plots.show(
    ax,
    "Twenty dots for each of two methods. Those of the last weights are scattered widely, down to "
    "below two thirds; those of the mean lie close together at the top.",
)
### END SOLUTION

# %% [markdown] answer="averaging" points=4
# Over twenty splits the mean of the weights gets about 0.845 of the test examples right, and the last
# weights about 0.790. The mean also varies less (a spread of 0.022 beside 0.050), and its worst split,
# 0.817, lies above the mean of the others. It beats the last weights by 0.055 with a standard error of
# 0.013 and is at least as good in 19 of 20 splits, so this is hardly luck, even if the splits share
# examples and that error is therefore somewhat too small. The last weights depend on whichever mistakes
# came last, as each moves the line by a whole step and on this data there is always another mistake; the
# mean of 1,800 weight matrices hardly notices any one of them.

# %% [markdown]
# ## Once more?
#
# `practice("04")` goes on asking questions like the ones above, with new numbers each time, and now
# and then one from an earlier unit. After your attempt it shows how each is solved; no score is kept.
# Uncomment the line and run the cell.

# %%
# practice("04")

# %% [markdown]
# ## Done
#
# You have written every rule of the lecture. Restart the kernel and run all cells once more before you
# submit: that shows if something only worked because of a cell that you have deleted since.
