# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 08: Derivations
#
# About 110 minutes, 40 points. Read [lecture 08](../../lectures/08-derivations.ipynb) first: each
# part names its section.
#
# You carry out every derivation of the course, step by step, and then code the closed forms. Each
# step is an **expression**, made of the symbols below with `+ - * / **`, `exp`, `log`. Any form that
# is equal counts: factored or expanded, one fraction or several. You may let SymPy differentiate
# (`diff(expression, z1)`), but do it by hand first: that is the exercise.
#
# The test cell below each step compares values at many points, so it also finds mistakes that do
# not show at special ones. If a step is wrong it says, where it can, which slip it looks like. Each
# step is judged on its own: a wrong step costs its own point only.
#
# There are three classes. `z1, z2, z3` are scores, `S1` and so on probabilities, `x_k` is the
# feature that belongs to the weight in question.

# %% given="imports"
import numpy as np
from sympy import diff, exp, log, symbols

from lincourse import plots
from lincourse.checks import check, check_derivation, check_fresh, check_step
from lincourse.softmax import softmax

z, y, x_k = symbols("z y x_k")
z1, z2, z3 = symbols("z1 z2 z3")
S_i, S_j, delta = symbols("S_i S_j delta")
p1, p2, p_m, y_m = symbols("p1 p2 p_m y_m")
theta, f1, f2, f3 = symbols("theta f1 f2 f3")
f_hat, f_y, eta = symbols("f_hat f_y eta")
t = symbols("t")

# %% [markdown]
# ## 1. The logistic loss
#
# *Lecture section 5. Medium, 16 minutes, 5 points.*
#
#
# $\sigma(z)=1/(1+e^{-z})$, the label $y$ is 0 or 1. The loss of one example is
# $-y\log\sigma(z)-(1-y)\log(1-\sigma(z))$. Rewrite it until no fraction is left, then differentiate.
# Symbols: `z`, `y`, `x_k`.

# %% [markdown]
# **Step 1.** Write $\log\sigma(z)$ without a fraction.
#
# <details><summary>A nudge</summary>
# $\log\frac1a=-\log a$.
# </details>

# %% solve="quiz_logistic_1"
logistic_1 = None
### BEGIN SOLUTION
logistic_1 = -log(1 + exp(-z))
### END SOLUTION

# %% test="quiz_logistic_1" points=1
# Step 1 of this derivation, in any form.
check_step("logistic", 1, logistic_1)

# %% [markdown]
# **Step 2.** Write $\log(1-\sigma(z))$ without a fraction.
#
# <details><summary>A nudge</summary>
# Write $1-\sigma(z)$ as one fraction; then $\log\frac ab=\log a-\log b$.
# </details>

# %% solve="quiz_logistic_2"
logistic_2 = None
### BEGIN SOLUTION
logistic_2 = -z - log(1 + exp(-z))
### END SOLUTION

# %% test="quiz_logistic_2" points=1
# Step 2 of this derivation, in any form.
check_step("logistic", 2, logistic_2)

# %% [markdown]
# **Step 3.** Put both into the loss, and collect: three terms are left.

# %% solve="quiz_logistic_3"
logistic_3 = None
### BEGIN SOLUTION
logistic_3 = z + log(1 + exp(-z)) - y * z
### END SOLUTION

# %% test="quiz_logistic_3" points=1
# Step 3 of this derivation, in any form.
check_step("logistic", 3, logistic_3)

# %% [markdown]
# **Step 4.** Differentiate the loss in $z$.
#
# <details><summary>A nudge</summary>
# The inner derivative of $\log(1+e^{-z})$ is $-e^{-z}$.
# </details>

# %% solve="quiz_logistic_4"
logistic_4 = None
### BEGIN SOLUTION
logistic_4 = 1 / (1 + exp(-z)) - y
### END SOLUTION

# %% test="quiz_logistic_4" points=1
# Step 4 of this derivation, in any form.
check_step("logistic", 4, logistic_4)

# %% [markdown]
# **Step 5.** With $z=\mathbf w\cdot x$, differentiate the loss in the weight $w_k$. (Leave $z$ in the answer.)

# %% solve="quiz_logistic_5"
logistic_5 = None
### BEGIN SOLUTION
logistic_5 = (1 / (1 + exp(-z)) - y) * x_k
### END SOLUTION

# %% test="quiz_logistic_5" points=1
# Step 5 of this derivation, in any form.
check_step("logistic", 5, logistic_5)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("logistic", [logistic_1, logistic_2, logistic_3, logistic_4, logistic_5])

# %% [markdown]
# ## 2. Softmax in its own score
#
# *Lecture section 2. Medium, 12 minutes, 4 points.*
#
#
# $S_1=e^{z_1}/(e^{z_1}+e^{z_2}+e^{z_3})$. The quotient rule: $(a/b)'=(a'b-ab')/b^2$. Symbols: `z1`,
# `z2`, `z3`.

# %% [markdown]
# **Step 1.** Write $S_1$.

# %% solve="quiz_softmax_same_1"
softmax_same_1 = None
### BEGIN SOLUTION
softmax_same_1 = exp(z1) / (exp(z1) + exp(z2) + exp(z3))
### END SOLUTION

# %% test="quiz_softmax_same_1" points=1
# Step 1 of this derivation, in any form.
check_step("softmax_same", 1, softmax_same_1)

# %% [markdown]
# **Step 2.** What is $a'$, the derivative in $z_1$ of what stands above the line?

# %% solve="quiz_softmax_same_2"
softmax_same_2 = None
### BEGIN SOLUTION
softmax_same_2 = exp(z1)
### END SOLUTION

# %% test="quiz_softmax_same_2" points=1
# Step 2 of this derivation, in any form.
check_step("softmax_same", 2, softmax_same_2)

# %% [markdown]
# **Step 3.** What is $b'$, the derivative in $z_1$ of what stands below the line?
#
# <details><summary>A nudge</summary>
# Two of the three terms do not change when $z_1$ does.
# </details>

# %% solve="quiz_softmax_same_3"
softmax_same_3 = None
### BEGIN SOLUTION
softmax_same_3 = exp(z1)
### END SOLUTION

# %% test="quiz_softmax_same_3" points=1
# Step 3 of this derivation, in any form.
check_step("softmax_same", 3, softmax_same_3)

# %% [markdown]
# **Step 4.** Put them together: $\partial S_1/\partial z_1$.

# %% solve="quiz_softmax_same_4"
softmax_same_4 = None
### BEGIN SOLUTION
softmax_same_4 = exp(z1) * (exp(z2) + exp(z3)) / (exp(z1) + exp(z2) + exp(z3)) ** 2
### END SOLUTION

# %% test="quiz_softmax_same_4" points=1
# Step 4 of this derivation, in any form.
check_step("softmax_same", 4, softmax_same_4)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("softmax_same", [softmax_same_1, softmax_same_2, softmax_same_3, softmax_same_4])

# %% [markdown]
# ## 3. Softmax in another score
#
# *Lecture section 2. Medium, 8 minutes, 3 points.*
#
#
# Now $\partial S_1/\partial z_2$. The dependence is easy to overlook: it comes from the denominator.
# Symbols: `z1`, `z2`, `z3`.

# %% [markdown]
# **Step 1.** What is the derivative in $z_2$ of what stands above the line of $S_1$?

# %% solve="quiz_softmax_other_1"
softmax_other_1 = None
### BEGIN SOLUTION
softmax_other_1 = 0
### END SOLUTION

# %% test="quiz_softmax_other_1" points=1
# Step 1 of this derivation, in any form.
check_step("softmax_other", 1, softmax_other_1)

# %% [markdown]
# **Step 2.** And of what stands below the line?

# %% solve="quiz_softmax_other_2"
softmax_other_2 = None
### BEGIN SOLUTION
softmax_other_2 = exp(z2)
### END SOLUTION

# %% test="quiz_softmax_other_2" points=1
# Step 2 of this derivation, in any form.
check_step("softmax_other", 2, softmax_other_2)

# %% [markdown]
# **Step 3.** Put them together: $\partial S_1/\partial z_2$.

# %% solve="quiz_softmax_other_3"
softmax_other_3 = None
### BEGIN SOLUTION
softmax_other_3 = -exp(z1) * exp(z2) / (exp(z1) + exp(z2) + exp(z3)) ** 2
### END SOLUTION

# %% test="quiz_softmax_other_3" points=1
# Step 3 of this derivation, in any form.
check_step("softmax_other", 3, softmax_other_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("softmax_other", [softmax_other_1, softmax_other_2, softmax_other_3])

# %% [markdown]
# ## 4. Both cases in one
#
# *Lecture section 2. Medium, 4 minutes, 1 points.*
#
#
# Kronecker's $\delta$ is 1 where $i=j$ and 0 where they differ. Symbols: `S_i`, `S_j`, `delta`.

# %% [markdown]
# **Step 1.** Write $\partial S_i/\partial z_j$ for both cases at once.
#
# <details><summary>A nudge</summary>
# For $i=j$ it must give $S_i(1-S_i)$, and $-S_iS_j$ otherwise.
# </details>

# %% solve="quiz_kronecker_1"
kronecker_1 = None
### BEGIN SOLUTION
kronecker_1 = S_i * (delta - S_j)
### END SOLUTION

# %% test="quiz_kronecker_1" points=1
# Step 1 of this derivation, in any form.
check_step("kronecker", 1, kronecker_1)

# %% [markdown]
# ## 5. Probabilities and weights
#
# *Lecture section 3. Medium, 8 minutes, 3 points.*
#
#
# The scores are $z_m=\mathbf w_m\cdot x$. How does the probability of class 1 change with one weight?
# Symbols: `p1`, `p2`, `x_k`.

# %% [markdown]
# **Step 1.** $\partial p_1/\partial z_1$, written with probabilities.

# %% solve="quiz_weights_1"
weights_1 = None
### BEGIN SOLUTION
weights_1 = p1 * (1 - p1)
### END SOLUTION

# %% test="quiz_weights_1" points=1
# Step 1 of this derivation, in any form.
check_step("weights", 1, weights_1)

# %% [markdown]
# **Step 2.** $\partial p_1/\partial w_{1k}$: a weight of its own class.

# %% solve="quiz_weights_2"
weights_2 = None
### BEGIN SOLUTION
weights_2 = p1 * (1 - p1) * x_k
### END SOLUTION

# %% test="quiz_weights_2" points=1
# Step 2 of this derivation, in any form.
check_step("weights", 2, weights_2)

# %% [markdown]
# **Step 3.** $\partial p_1/\partial w_{2k}$: a weight of class 2.

# %% solve="quiz_weights_3"
weights_3 = None
### BEGIN SOLUTION
weights_3 = -p1 * p2 * x_k
### END SOLUTION

# %% test="quiz_weights_3" points=1
# Step 3 of this derivation, in any form.
check_step("weights", 3, weights_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("weights", [weights_1, weights_2, weights_3])

# %% [markdown]
# ## 6. The cross-entropy in the scores
#
# *Lecture section 4. Medium, 8 minutes, 3 points.*
#
#
# Class 1 is right; the loss is $-\log S_1$. Symbols: `z1`, `z2`, `z3`.

# %% [markdown]
# **Step 1.** Write the loss as a difference, without a fraction.

# %% solve="quiz_cross_entropy_1"
cross_entropy_1 = None
### BEGIN SOLUTION
cross_entropy_1 = log(exp(z1) + exp(z2) + exp(z3)) - z1
### END SOLUTION

# %% test="quiz_cross_entropy_1" points=1
# Step 1 of this derivation, in any form.
check_step("cross_entropy", 1, cross_entropy_1)

# %% [markdown]
# **Step 2.** Differentiate it in $z_1$.

# %% solve="quiz_cross_entropy_2"
cross_entropy_2 = None
### BEGIN SOLUTION
cross_entropy_2 = exp(z1) / (exp(z1) + exp(z2) + exp(z3)) - 1
### END SOLUTION

# %% test="quiz_cross_entropy_2" points=1
# Step 2 of this derivation, in any form.
check_step("cross_entropy", 2, cross_entropy_2)

# %% [markdown]
# **Step 3.** Differentiate it in $z_2$.

# %% solve="quiz_cross_entropy_3"
cross_entropy_3 = None
### BEGIN SOLUTION
cross_entropy_3 = exp(z2) / (exp(z1) + exp(z2) + exp(z3))
### END SOLUTION

# %% test="quiz_cross_entropy_3" points=1
# Step 3 of this derivation, in any form.
check_step("cross_entropy", 3, cross_entropy_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("cross_entropy", [cross_entropy_1, cross_entropy_2, cross_entropy_3])

# %% [markdown]
# ## 7. The cross-entropy in the weights
#
# *Lecture section 4. Easy, 4 minutes, 2 points.*
#
#
# $p_m$ is the probability of class $m$, and $y_m$ is 1 if $m$ is the right class and 0 if not. Symbols:
# `p_m`, `y_m`, `x_k`.

# %% [markdown]
# **Step 1.** Write the last two results as one: the derivative of the loss in $z_m$.

# %% solve="quiz_one_hot_1"
one_hot_1 = None
### BEGIN SOLUTION
one_hot_1 = p_m - y_m
### END SOLUTION

# %% test="quiz_one_hot_1" points=1
# Step 1 of this derivation, in any form.
check_step("one_hot", 1, one_hot_1)

# %% [markdown]
# **Step 2.** And in the weight $w_{mk}$.

# %% solve="quiz_one_hot_2"
one_hot_2 = None
### BEGIN SOLUTION
one_hot_2 = (p_m - y_m) * x_k
### END SOLUTION

# %% test="quiz_one_hot_2" points=1
# Step 2 of this derivation, in any form.
check_step("one_hot", 2, one_hot_2)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("one_hot", [one_hot_1, one_hot_2])

# %% [markdown]
# ## 8. Expected minus observed
#
# *Lecture section 6. Medium, 8 minutes, 3 points.*
#
#
# Take one weight $\theta$ of joint features; $f_1,f_2,f_3$ are the values of its feature with each of the
# three classes. Class 1 is right: the loss is $\log\sum_ke^{\theta f_k}-\theta f_1$. Symbols: `theta`,
# `f1`, `f2`, `f3`.

# %% [markdown]
# **Step 1.** Differentiate $e^{\theta f_1}+e^{\theta f_2}+e^{\theta f_3}$ in $\theta$.

# %% solve="quiz_expected_1"
expected_1 = None
### BEGIN SOLUTION
expected_1 = f1 * exp(theta * f1) + f2 * exp(theta * f2) + f3 * exp(theta * f3)
### END SOLUTION

# %% test="quiz_expected_1" points=1
# Step 1 of this derivation, in any form.
check_step("expected", 1, expected_1)

# %% [markdown]
# **Step 2.** Differentiate the logarithm of that sum: the expected feature.

# %% solve="quiz_expected_2"
expected_2 = None
### BEGIN SOLUTION
expected_2 = (f1 * exp(theta * f1) + f2 * exp(theta * f2) + f3 * exp(theta * f3)) / (
    exp(theta * f1) + exp(theta * f2) + exp(theta * f3)
)
### END SOLUTION

# %% test="quiz_expected_2" points=1
# Step 2 of this derivation, in any form.
check_step("expected", 2, expected_2)

# %% [markdown]
# **Step 3.** Differentiate the loss: expected minus observed.
#
# <details><summary>A nudge</summary>
# You may use the name of the step before in your answer.
# </details>

# %% solve="quiz_expected_3"
expected_3 = None
### BEGIN SOLUTION
expected_3 = expected_2 - f1
### END SOLUTION

# %% test="quiz_expected_3" points=1
# Step 3 of this derivation, in any form.
check_step("expected", 3, expected_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("expected", [expected_1, expected_2, expected_3])

# %% [markdown]
# ## 9. The perceptron
#
# *Lecture section 7. Easy, 3 minutes, 2 points.*
#
#
# One weight $\theta$; $\hat f$ (`f_hat`) is its feature with the class that was chosen, $f_y$ with the right
# one. The loss is $\theta\hat f-\theta f_y$. Symbols: `theta`, `f_hat`, `f_y`, `eta`.

# %% [markdown]
# **Step 1.** Differentiate the loss in $\theta$.

# %% solve="quiz_perceptron_1"
perceptron_1 = None
### BEGIN SOLUTION
perceptron_1 = f_hat - f_y
### END SOLUTION

# %% test="quiz_perceptron_1" points=1
# Step 1 of this derivation, in any form.
check_step("perceptron", 1, perceptron_1)

# %% [markdown]
# **Step 2.** What is $\theta$ after one step of length $\eta$ downhill?

# %% solve="quiz_perceptron_2"
perceptron_2 = None
### BEGIN SOLUTION
perceptron_2 = theta + eta * (f_y - f_hat)
### END SOLUTION

# %% test="quiz_perceptron_2" points=1
# Step 2 of this derivation, in any form.
check_step("perceptron", 2, perceptron_2)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("perceptron", [perceptron_1, perceptron_2])

# %% [markdown]
# ## 10. tanh and squares
#
# *Lecture section 8. Easy, 5 minutes, 3 points.*
#
#
# $t=\tanh(z)$, $z=\mathbf w\cdot x$, the label $y$ is $-1$ or $+1$. Symbols: `t`, `y`, `x_k`.

# %% [markdown]
# **Step 1.** Write the derivative of $\tanh(z)$ in $z$ with $t$ alone.

# %% solve="quiz_tanh_1"
tanh_1 = None
### BEGIN SOLUTION
tanh_1 = 1 - t**2
### END SOLUTION

# %% test="quiz_tanh_1" points=1
# Step 1 of this derivation, in any form.
check_step("tanh", 1, tanh_1)

# %% [markdown]
# **Step 2.** Differentiate $(y-t)^2$ in $t$.

# %% solve="quiz_tanh_2"
tanh_2 = None
### BEGIN SOLUTION
tanh_2 = -2 * (y - t)
### END SOLUTION

# %% test="quiz_tanh_2" points=1
# Step 2 of this derivation, in any form.
check_step("tanh", 2, tanh_2)

# %% [markdown]
# **Step 3.** Differentiate $(y-\tanh(\mathbf w\cdot x))^2$ in $w_k$, written with $t$.

# %% solve="quiz_tanh_3"
tanh_3 = None
### BEGIN SOLUTION
tanh_3 = -2 * (y - t) * (1 - t**2) * x_k
### END SOLUTION

# %% test="quiz_tanh_3" points=1
# Step 3 of this derivation, in any form.
check_step("tanh", 3, tanh_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("tanh", [tanh_1, tanh_2, tanh_3])

# %% [markdown]
# ## 11. The Jacobian, coded
#
# *Lecture section 2. Medium, 5 minutes, 2 points.*
#
# $$J_{ij} = \frac{\partial S_i}{\partial z_j} = S_i(\delta_{ij}-S_j), \qquad \text{shape } (K,K)$$
#
# It should hold at scores of ±1000 too: `softmax`, imported above, does.
#
# <details><summary>A nudge</summary>
# <code>np.diag</code> makes a diagonal matrix of a vector, <code>np.outer</code> all products of two.
# </details>


# %% solve="softmax_jacobian"
def softmax_jacobian(z):
    """The Jacobian of softmax.

    Args:
        z: scores, shape (K,).

    Returns:
        Shape (K, K); entry [i, j] is the derivative of S_i in z_j.

    Example:
        z = (0, 0): the result is [[0.25, -0.25], [-0.25, 0.25]].
    """
    ### BEGIN SOLUTION
    S = softmax(z)
    return np.diag(S) - np.outer(S, S)
    ### END SOLUTION


# %% test="softmax_jacobian" points=2
# Rows that add up to 0, whole numbers, scores of 1000, a single class.
check("softmax_jacobian")
### BEGIN HIDDEN TESTS
check_fresh("softmax_jacobian")
### END HIDDEN TESTS

# %% [markdown]
# ## 12. The gradient of a probability, coded
#
# *Lecture section 3. Medium, 5 minutes, 2 points.*
#
# $$\frac{\partial p_j}{\partial w_{mk}} = p_j(\delta_{jm}-p_m)\,x_k, \qquad p = \text{softmax}(Wx),\qquad \text{shape } (K,d)$$


# %% solve="probability_gradient"
def probability_gradient(W, x, j):
    """The gradient of the probability of class j with respect to all weights.

    Args:
        W: weights, one row per class, shape (K, d).
        x: one example, shape (d,).
        j: the index of the class whose probability it is.

    Returns:
        Shape (K, d): row m belongs to the weights of class m.

    Example:
        W = zeros of shape (2, 3), x = (1, 2, -4), j = 0: both probabilities
        are 1/2, and the result is [[0.25, 0.5, -1], [-0.25, -0.5, 1]].
    """
    ### BEGIN SOLUTION
    p = softmax(W @ x)
    return np.outer(p[j] * (np.eye(len(p))[j] - p), x)
    ### END SOLUTION


# %% test="probability_gradient" points=2
# Square and other shapes of W, first and last class, rows that add up to 0.
check("probability_gradient")
### BEGIN HIDDEN TESTS
check_fresh("probability_gradient")
### END HIDDEN TESTS

# %% [markdown]
# ## 13. The judge of all gradients
#
# *Lecture section 1. Hard, 8 minutes, 3 points.*
#
# For every coordinate $i$ of $x$, one at a time and all others left alone,
#
# $$\frac{f(x+h\,e_i)-f(x-h\,e_i)}{2h} .$$
#
# $x$ may have any shape; $f$ must be called with that shape. If $x$ is a single number, return a
# single number.
#
# <details><summary>A nudge</summary>
# <code>np.ndindex(x.shape)</code> goes through all positions of an array of any shape, and through
# exactly one, <code>()</code>, for a number.
# </details>
# <details><summary>A symptom: whole numbers give wrong slopes</summary>
# Adding 0.125 to an entry of an array of integers cuts it off. Make a float copy first.
# </details>


# %% solve="numerical_gradient"
def numerical_gradient(f, x, h):
    """The gradient of f at x, measured by central differences.

    Args:
        f: a function that takes something of the shape of x and returns a number.
        x: an array of any shape, or a number.
        h: the length of the steps.

    Returns:
        An array of the shape of x, or a number if x is one.

    Example:
        f(x) = x**2, x = 3.0, h = 0.1: the result is 6.0 (up to rounding).
    """
    ### BEGIN SOLUTION
    x = np.array(x, dtype=float)
    slope = np.empty_like(x)
    for index in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[index] = h
        slope[index] = (f((x + step)[()]) - f((x - step)[()])) / (2 * h)
    return slope if x.ndim else float(slope)
    ### END SOLUTION


# %% test="numerical_gradient" points=3
# Vectors, matrices, numbers, whole numbers; told apart from one-sided differences.
check("numerical_gradient")
### BEGIN HIDDEN TESTS
check_fresh("numerical_gradient")
### END HIDDEN TESTS

# %% [markdown]
# Put your judge to work on your own closed form: the largest difference between the two Jacobians,
# for smaller and smaller steps.

# %%
scores = np.array([0.5, -1.0, 2.0])
for step in (1e-1, 1e-3, 1e-5):
    measured = np.array(
        [numerical_gradient(lambda v, i=i: softmax(v)[i], scores, step) for i in range(3)]
    )
    print(
        f"h = {step:.0e}: largest difference {abs(measured - softmax_jacobian(scores)).max():.1e}"
    )

# %% [markdown]
# ## 14. Investigation: how small should the step be?
#
# *Lecture section 8. Medium, 15 minutes, 4 points.*
#
# The judge of all gradients has a free number in it. With a large $h$ the quotient is no slope, so one
# would take it as small as can be. How small is best?
#
# Take $f(x)=\log\sum_j e^{x_j}$ at a point of your choice. Its gradient is the softmax of $x$: you have
# derived it, so here, for once, the true value is known. Draw the largest error of your
# `numerical_gradient` against $h$, from 1 down to $10^{-13}$, both axes logarithmic. Then write three
# sentences: what you see, what makes the left and the right half of the curve, and which $h$ you would
# put into a test of your own gradients.
#
# There is no test cell below: **a person reads this**, and gives
#
# - 1 point for a figure with logarithmic axes and enough values of $h$ to see the turn;
# - 1 point for the slope of the curve at large $h$, and what in the derivation of the central difference
#   it comes from;
# - 1 point for the reason why smaller is not better in the end;
# - 1 point for a recommendation, with the error that is then to be expected.
#
# <details><summary>To draw</summary>
# <code>ax = plots.panels()[0]</code>, then <code>ax.loglog(steps, errors, "o-")</code>,
# <code>ax.set(xlabel="...", ylabel="...")</code>, and
# <code>plots.show(ax, "what there is to see, in words")</code>.
# </details>

# %% solve="figure_step_size"
### BEGIN SOLUTION
point = np.array([1.0, 2.0, 3.0])
steps = 10.0 ** -np.arange(0, 13.5, 0.5)
errors = [
    np.abs(numerical_gradient(lambda x: np.log(np.exp(x).sum()), point, h) - softmax(point)).max()
    for h in steps
]
best = int(np.argmin(errors))
print(f"best: h = {steps[best]:.0e} with an error of {errors[best]:.0e}")
for h in (0.1, 0.01, 0.001, 1e-8, 1e-12):
    print(f"h = {h:.0e}: error {errors[int(np.argmin(np.abs(steps - h)))]:.0e}")
ax = plots.panels()[0]
ax.loglog(steps, errors, "o-")
ax.set(xlabel="h", ylabel="largest error", title="The step of a finite difference")
plots.show(
    ax,
    "The error of the central difference against h, both axes logarithmic: a V with its lowest point "
    "near one hundred-thousandth. To the right it rises twice as steeply as to the left.",
)
### END SOLUTION

# %% [markdown] answer="step_size" points=4
# From right to left the error falls a hundred times for every factor of ten in $h$, from 2e-04 at
# 0.1 to 2e-08 at 0.001, reaches 2e-11 at 3e-05, and then grows again, to 1e-08 at 1e-08 and 1e-04
# at 1e-12. The slope of 2 is the $h^2$ that the central difference leaves over, as the terms with
# $h$ cancel; on the left the two values of $f$ agree in all but their last digits, so their
# difference is mostly rounding, and dividing it by a tiny $2h$ makes that large. I would take
# $h=10^{-5}$ and expect about ten right digits from functions of ordinary size, which is plenty for
# finding a wrong sign or a missing factor.

# %% [markdown]
# ## Done
#
# You have derived every gradient of the course and checked it twice, by symbols and by numbers.
# Restart the kernel and run all cells once more before you hand in.
