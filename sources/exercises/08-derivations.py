# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 08: Derivations
#
# About 170 minutes, 51 points. Read [lecture 08](../../lectures/08-derivations.ipynb) first: each
# part names its section. Two sittings are better than one, and the end of part 11 is a good place to
# stop for a day.
#
# You begin with the judge of all gradients. Then you carry out every derivation of the course. At
# first each step is asked for on its own; later every other line is printed, and in the end you get
# a start and an end and find your own way between them. Two derivations have a slip in them that you
# are to find.
#
# No step and no function needs your answer to an earlier one. Only the cells in which you judge a step
# yourself, your test in part 21 and the investigation in part 22 use your `numerical_gradient` from
# part 1.
#
# Each step is an **expression**, made of the symbols below with `+ - * / **`, `exp` and `log`. To
# answer, replace the last line of a cell by `name = ...`, with your expression. Any form that is equal
# counts, factored or expanded, unless the text asks for a form ("without a fraction"). This is how
# you write what you have on paper:
#
# | on paper | here |
# |---|---|
# | $2y$ | `2*y` |
# | $r^2$ | `r**2` |
# | $e^z$ | `exp(z)`, not `np.exp(z)` and not `e**z` |
# | $\ln a$ or $\log a$ | `log(a)` |
# | $\frac13$ | `Rational(1, 3)`; Python rounds `1/3` |
# | $\sigma(z)$ | `sigma`, without brackets |
# | $S(z)_0$, $S(z)_1$, $S(z)_2$ | `S0`, `S1`, `S2`, from part 3 on |
# | $\theta$, $\eta$, $\lambda$, $\hat f$, $\hat p_m$ | `theta`, `eta`, `lam`, `f_hat`, `p_m` |
#
# The test cell below a step compares values at many points, so it also finds mistakes that do not
# show at special ones. If a step is wrong it says, where it can, which slip it looks like. Each step
# is judged on its own, so a wrong step costs no more than itself. Most steps that the lecture has worked
# count half a point; the derivations from part 12 on count more. A function that you write
# **returns something new** and leaves its arguments unchanged, and whole numbers are as good an input
# as decimal ones.
#
# There are three classes, 0, 1 and 2. `z0, z1, z2` are scores, and `x_k` is the feature that belongs to the weight
# in question. If you need one of the names for something else, as in `z = 3`, run the next cell again
# afterwards.

# %% given="imports"
import numpy as np
from sympy import Rational, exp, log, symbols, sympify

from lincourse import plots
from lincourse.checks import (
    check,
    check_derivation,
    check_fresh,
    check_slip,
    check_step,
    check_tests,
    show_slip,
)
from lincourse.softmax import softmax

z, y, x_k, w_k, s = symbols("z y x_k w_k s")
z0, z1, z2 = symbols("z0 z1 z2")
p_i, p_j, delta = symbols("p_i p_j delta")
p0, p1, p2, p_m, t_m = symbols("p0 p1 p2 p_m t_m")
theta, f0, f1, f2 = symbols("theta f0 f1 f2")
f_hat, f_y, eta, lam = symbols("f_hat f_y eta lam")
r, T, a = symbols("r T a")
sigma = 1 / (1 + exp(-z))

# %% [markdown]
# ## 1. The judge of all gradients
#
# *Lecture section {#finite-differences}. Hard, 8 minutes, 3 points.*
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
# From here on you can judge every step yourself, before the test cell does. The next cell defines two
# small functions: `value` is what an expression comes to at a point, and `measured` is its slope
# there, found by *your* `numerical_gradient`.


# %% given="judging"
def value(expression, **point):
    """What an expression comes to at a point, such as value(z * y, z=0.7, y=1)."""
    if expression is None:
        raise NotImplementedError("this step is not solved yet")
    numbers = {symbols(name): number for name, number in point.items()}
    return float(sympify(expression).subs(numbers))


def measured(expression, symbol, **point):
    """The slope of an expression in a symbol at a point, by central differences."""

    def along(number):
        return value(expression, **{**point, symbol.name: number})

    return numerical_gradient(along, point[symbol.name], 1e-5)


# %%
# The slope of log z is 1/z. Choose points that are nowhere special: not 0, not 1, no two alike.
print(f"measured {measured(log(z), z, z=0.7):.6f}, by the formula {value(1 / z, z=0.7):.6f}")

# %% [markdown]
# ## 2. The logistic loss
#
# *Lecture section {#chain-rule}. Medium, 16 minutes, 3 points.*
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

# %% test="quiz_logistic_1" points=0.5
# Its value, and that no fraction is left.
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

# %% test="quiz_logistic_2" points=0.5
# Its value, and that no fraction is left.
check_step("logistic", 2, logistic_2)

# %% [markdown]
# **Step 3.** Put both into the loss, multiply out, and collect: three terms are left, and no fraction.

# %% solve="quiz_logistic_3"
logistic_3 = None
### BEGIN SOLUTION
logistic_3 = z + log(1 + exp(-z)) - y * z
### END SOLUTION

# %% test="quiz_logistic_3" points=0.5
# Its value, that no fraction is left, and that there are at most three terms.
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

# %%
# Judge it yourself first: do the two numbers agree, here and at other points?
slope = measured(logistic_3, z, z=0.7, y=1)
print(f"measured {slope:.6f}, by your step {value(logistic_4, z=0.7, y=1):.6f}")

# %% test="quiz_logistic_4" points=0.5
# The slope in the score, in any form.
check_step("logistic", 4, logistic_4)

# %% [markdown]
# **Step 5.** With $z=\mathbf w\cdot x$, differentiate the loss in the weight $w_k$. (Leave $z$ in the answer.)

# %% solve="quiz_logistic_5"
logistic_5 = None
### BEGIN SOLUTION
logistic_5 = (1 / (1 + exp(-z)) - y) * x_k
### END SOLUTION

# %% test="quiz_logistic_5" points=1
# The slope in a weight, in any form.
check_step("logistic", 5, logistic_5)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("logistic", [logistic_1, logistic_2, logistic_3, logistic_4, logistic_5])

# %% [markdown]
# ## 3. Softmax in its own score
#
# *Lecture section {#jacobian}. Medium, 9 minutes, 2 points.*
#
# Write $S_k$ for $S(z)_k=e^{z_k}/(e^{z_0}+e^{z_1}+e^{z_2})$. The quotient rule: $(a/b)'=(a'b-ab')/b^2$.
# Symbols: `z0`, `z1`, `z2`. The next cell defines `S0`, `S1` and `S2`, so that you need not write
# them out.

# %% given="probabilities"
S0 = exp(z0) / (exp(z0) + exp(z1) + exp(z2))
S1 = exp(z1) / (exp(z0) + exp(z1) + exp(z2))
S2 = exp(z2) / (exp(z0) + exp(z1) + exp(z2))

# %% [markdown]
# **Step 1.** What is $a'$, the derivative of the numerator in $z_0$?

# %% solve="quiz_softmax_same_1"
softmax_same_1 = None
### BEGIN SOLUTION
softmax_same_1 = exp(z0)
### END SOLUTION

# %% test="quiz_softmax_same_1" points=0.5
# The derivative of the numerator.
check_step("softmax_same", 1, softmax_same_1)

# %% [markdown]
# **Step 2.** What is $b'$, the derivative of the denominator in $z_0$?
#
# <details><summary>A nudge</summary>
# Two of the three terms do not change when $z_0$ does.
# </details>

# %% solve="quiz_softmax_same_2"
softmax_same_2 = None
### BEGIN SOLUTION
softmax_same_2 = exp(z0)
### END SOLUTION

# %% test="quiz_softmax_same_2" points=0.5
# The derivative of the denominator.
check_step("softmax_same", 2, softmax_same_2)

# %% [markdown]
# **Step 3.** Put them together: $\partial S_0/\partial z_0$.

# %% solve="quiz_softmax_same_3"
softmax_same_3 = None
### BEGIN SOLUTION
softmax_same_3 = exp(z0) * (exp(z1) + exp(z2)) / (exp(z0) + exp(z1) + exp(z2)) ** 2
### END SOLUTION

# %%
# And this one, at a point where no two scores are alike.
slope = measured(S0, z0, z0=0.7, z1=-0.4, z2=1.2)
print(f"measured {slope:.6f}, by your step {value(softmax_same_3, z0=0.7, z1=-0.4, z2=1.2):.6f}")

# %% test="quiz_softmax_same_3" points=1
# The quotient rule, in any form.
check_step("softmax_same", 3, softmax_same_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("softmax_same", [softmax_same_1, softmax_same_2, softmax_same_3])

# %% [markdown]
# ## 4. Softmax in another score
#
# *Lecture section {#jacobian}. Medium, 8 minutes, 2 points.*
#
# Now $\partial S_0/\partial z_1$. That $S_0$ depends on $z_1$ at all is easy to overlook, because the
# dependence is hidden in the denominator.
# Symbols: `z0`, `z1`, `z2`.

# %% [markdown]
# **Step 1.** What is the derivative of the numerator of $S_0$ in $z_1$?

# %% solve="quiz_softmax_other_1"
softmax_other_1 = None
### BEGIN SOLUTION
softmax_other_1 = 0
### END SOLUTION

# %% test="quiz_softmax_other_1" points=0.5
# The derivative of the numerator.
check_step("softmax_other", 1, softmax_other_1)

# %% [markdown]
# **Step 2.** And of the denominator?

# %% solve="quiz_softmax_other_2"
softmax_other_2 = None
### BEGIN SOLUTION
softmax_other_2 = exp(z1)
### END SOLUTION

# %% test="quiz_softmax_other_2" points=0.5
# The derivative of the denominator.
check_step("softmax_other", 2, softmax_other_2)

# %% [markdown]
# **Step 3.** Put them together: $\partial S_0/\partial z_1$.

# %% solve="quiz_softmax_other_3"
softmax_other_3 = None
### BEGIN SOLUTION
softmax_other_3 = -exp(z0) * exp(z1) / (exp(z0) + exp(z1) + exp(z2)) ** 2
### END SOLUTION

# %% test="quiz_softmax_other_3" points=1
# The quotient rule, in any form.
check_step("softmax_other", 3, softmax_other_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("softmax_other", [softmax_other_1, softmax_other_2, softmax_other_3])

# %% [markdown]
# ## 5. Both cases in one
#
# *Lecture section {#jacobian}. Medium, 4 minutes, 1 point.*
#
# $\hat p_i=S(z)_i$ is the probability of class $i$. Kronecker's $\delta$ is 1 if $i=j$ and 0 if they
# differ. Symbols: `p_i`, `p_j`, `delta`.

# %% [markdown]
# **Step 1.** Write $\partial \hat p_i/\partial z_j$ for both cases at once.
#
# <details><summary>A nudge</summary>
# Write the two cases, parts 3 and 4, with probabilities in place of exponentials. Which factor do they
# share, and where could a number go that is 1 in one case and 0 in the other?
# </details>

# %% solve="quiz_kronecker_1"
kronecker_1 = None
### BEGIN SOLUTION
kronecker_1 = p_i * (delta - p_j)
### END SOLUTION

# %% test="quiz_kronecker_1" points=1
# Right where i = j, and where they differ.
check_step("kronecker", 1, kronecker_1)

# %% [markdown]
# ## 6. Probabilities and weights
#
# *Lecture section {#weights}. Medium, 6 minutes, 2 points.*
#
# The scores are $z_m=\mathbf w_m\cdot x$. How does the probability of class 0 change with one weight?
# Symbols: `p0`, `p1`, `x_k`.

# %% [markdown]
# **Step 1.** $\partial \hat p_0/\partial w_{0k}$: a weight of its own class.

# %% solve="quiz_weights_1"
weights_1 = None
### BEGIN SOLUTION
weights_1 = p0 * (1 - p0) * x_k
### END SOLUTION

# %% test="quiz_weights_1" points=1
# In a weight of its own class, in any form.
check_step("weights", 1, weights_1)

# %% [markdown]
# **Step 2.** $\partial \hat p_0/\partial w_{1k}$: a weight of class 1.

# %% solve="quiz_weights_2"
weights_2 = None
### BEGIN SOLUTION
weights_2 = -p0 * p1 * x_k
### END SOLUTION

# %% test="quiz_weights_2" points=1
# In a weight of another class, in any form.
check_step("weights", 2, weights_2)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("weights", [weights_1, weights_2])

# %% [markdown]
# ## 7. The cross-entropy in the scores
#
# *Lecture section {#cross-entropy}. Medium, 8 minutes, 2 points.*
#
# Class 0 is right; the loss is $-\log S_0$. Symbols: `z0`, `z1`, `z2`.

# %% [markdown]
# **Step 1.** Write the loss as a difference, without a fraction.

# %% solve="quiz_cross_entropy_1"
cross_entropy_1 = None
### BEGIN SOLUTION
cross_entropy_1 = log(exp(z0) + exp(z1) + exp(z2)) - z0
### END SOLUTION

# %% test="quiz_cross_entropy_1" points=1
# Its value, that no fraction is left, and that it is a difference of two terms.
check_step("cross_entropy", 1, cross_entropy_1)

# %% [markdown]
# **Step 2.** Differentiate it in $z_0$.

# %% solve="quiz_cross_entropy_2"
cross_entropy_2 = None
### BEGIN SOLUTION
cross_entropy_2 = exp(z0) / (exp(z0) + exp(z1) + exp(z2)) - 1
### END SOLUTION

# %% test="quiz_cross_entropy_2" points=0.5
# In the score of the right class, in any form.
check_step("cross_entropy", 2, cross_entropy_2)

# %% [markdown]
# **Step 3.** Differentiate it in $z_1$.

# %% solve="quiz_cross_entropy_3"
cross_entropy_3 = None
### BEGIN SOLUTION
cross_entropy_3 = exp(z1) / (exp(z0) + exp(z1) + exp(z2))
### END SOLUTION

# %% test="quiz_cross_entropy_3" points=0.5
# In the score of another class, in any form.
check_step("cross_entropy", 3, cross_entropy_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("cross_entropy", [cross_entropy_1, cross_entropy_2, cross_entropy_3])

# %% [markdown]
# ## 8. The cross-entropy in the weights
#
# *Lecture section {#cross-entropy}. Easy, 4 minutes, 1 point.*
#
# $\hat p_m$ is the probability of class $m$, and $t_m$ is 1 if $m$ is the right class and 0 if not. Symbols:
# `p_m`, `t_m`, `x_k`.

# %% [markdown]
# **Step 1.** Write the last two results as one: the derivative of the loss in $z_m$.

# %% solve="quiz_one_hot_1"
one_hot_1 = None
### BEGIN SOLUTION
one_hot_1 = p_m - t_m
### END SOLUTION

# %% test="quiz_one_hot_1" points=0.5
# Right for the right class, and for the others.
check_step("one_hot", 1, one_hot_1)

# %% [markdown]
# **Step 2.** And in the weight $w_{mk}$.

# %% solve="quiz_one_hot_2"
one_hot_2 = None
### BEGIN SOLUTION
one_hot_2 = (p_m - t_m) * x_k
### END SOLUTION

# %% test="quiz_one_hot_2" points=0.5
# In a weight, in any form.
check_step("one_hot", 2, one_hot_2)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("one_hot", [one_hot_1, one_hot_2])

# %% [markdown]
# ## 9. One weight of joint features
#
# *Lecture section {#perceptron}. Medium, 8 minutes, 2 points.*
#
# Take one weight $\theta$ of joint features; $f_0,f_1,f_2$ are the values of its feature with each of the
# three classes. Class $k$ has the score $\theta f_k$, class 0 is right, and the loss is that of part 7.
# Symbols: `theta`, `f0`, `f1`, `f2`.

# %% [markdown]
# **Step 1.** Differentiate $e^{\theta f_0}+e^{\theta f_1}+e^{\theta f_2}$ in $\theta$.

# %% solve="quiz_expected_1"
expected_1 = None
### BEGIN SOLUTION
expected_1 = f0 * exp(theta * f0) + f1 * exp(theta * f1) + f2 * exp(theta * f2)
### END SOLUTION

# %% test="quiz_expected_1" points=0.5
# The chain rule in each term.
check_step("expected", 1, expected_1)

# %% [markdown]
# **Step 2.** Differentiate the logarithm of that sum. Do you recognise the probabilities in it?

# %% solve="quiz_expected_2"
expected_2 = None
### BEGIN SOLUTION
expected_2 = (f0 * exp(theta * f0) + f1 * exp(theta * f1) + f2 * exp(theta * f2)) / (
    exp(theta * f0) + exp(theta * f1) + exp(theta * f2)
)
### END SOLUTION

# %% test="quiz_expected_2" points=0.5
# The slope of the logarithm, in any form.
check_step("expected", 2, expected_2)

# %% [markdown]
# **Step 3.** Differentiate the loss.
#
# <details><summary>A nudge</summary>
# Once step 2 is solved, you may use its name in your answer.
# </details>

# %% solve="quiz_expected_3"
expected_3 = None
### BEGIN SOLUTION
expected_3 = expected_2 - f0
### END SOLUTION

# %% test="quiz_expected_3" points=1
# The slope of the loss, in any form.
check_step("expected", 3, expected_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("expected", [expected_1, expected_2, expected_3])

# %% [markdown]
# ## 10. The perceptron
#
# *Lecture section {#perceptron}. Easy, 3 minutes, 1 point.*
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

# %% test="quiz_perceptron_1" points=0.5
# The slope of the loss.
check_step("perceptron", 1, perceptron_1)

# %% [markdown]
# **Step 2.** What is $\theta$ after one step of length $\eta$ downhill?

# %% solve="quiz_perceptron_2"
perceptron_2 = None
### BEGIN SOLUTION
perceptron_2 = theta + eta * (f_y - f_hat)
### END SOLUTION

# %% test="quiz_perceptron_2" points=0.5
# The weight after one step, in any form.
check_step("perceptron", 2, perceptron_2)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("perceptron", [perceptron_1, perceptron_2])

# %% [markdown]
# ## 11. tanh and squares
#
# *Lecture section {#chain-rule}. Easy, 5 minutes, 2 points.*
#
# $r=\tanh(z)$, $z=\mathbf w\cdot x$, the label $y$ is $-1$ or $+1$. Symbols: `r`, `y`, `x_k`.

# %% [markdown]
# **Step 1.** Write the derivative of $\tanh(z)$ in $z$ with only $r$.

# %% solve="quiz_tanh_1"
tanh_1 = None
### BEGIN SOLUTION
tanh_1 = 1 - r**2
### END SOLUTION

# %% test="quiz_tanh_1" points=0.5
# The slope of tanh, with only r.
check_step("tanh", 1, tanh_1)

# %% [markdown]
# **Step 2.** Differentiate $(y-r)^2$ in $r$.

# %% solve="quiz_tanh_2"
tanh_2 = None
### BEGIN SOLUTION
tanh_2 = -2 * (y - r)
### END SOLUTION

# %% test="quiz_tanh_2" points=0.5
# The slope of the square, in any form.
check_step("tanh", 2, tanh_2)

# %% [markdown]
# **Step 3.** Differentiate $(y-\tanh(\mathbf w\cdot x))^2$ in $w_k$, written with $r$.

# %% solve="quiz_tanh_3"
tanh_3 = None
### BEGIN SOLUTION
tanh_3 = -2 * (y - r) * (1 - r**2) * x_k
### END SOLUTION

# %% test="quiz_tanh_3" points=1
# All three together, in any form.
check_step("tanh", 3, tanh_3)

# %%
# The whole derivation: names the first step that is not right yet.
check_derivation("tanh", [tanh_1, tanh_2, tanh_3])

# %% [markdown]
# ## 12. What a penalty does to a step
#
# *Builds on lecture 06, section {06#penalty}. Medium, 6 minutes, 2 points.*
#
# The next five derivations ask for more than the lectures print. In this one and the next, **every
# other line is printed** and the lines in between are yours.
#
# An L2 penalty adds $\lambda w_k^2$ to the loss. $s$ is $\sigma(z)$ at the present weights, so the slope
# of the loss without the penalty is $(s-y)\,x_k$. Symbols: `s`, `y`, `x_k`, `w_k`, `lam`, `eta`.
#
# **Line 1.** What is minimised is $\ell+\lambda w_k^2$, with $\partial\ell/\partial w_k=(s-y)\,x_k$.
#
# **Line 2 (step 1, yours).** Its derivative in $w_k$.

# %% solve="quiz_shrink_1"
shrink_1 = None
### BEGIN SOLUTION
shrink_1 = (s - y) * x_k + 2 * lam * w_k
### END SOLUTION

# %% test="quiz_shrink_1" points=1
# The slope of loss and penalty together.
check_step("shrink", 1, shrink_1)

# %% [markdown]
# **Line 3.** The new weight is $w_k-\eta\cdot(\text{line 2})$.
#
# **Line 4 (step 2, yours).** Write it so that $w_k$ occurs only once. (Why do people call this *weight
# decay*?)

# %% solve="quiz_shrink_2"
shrink_2 = None
### BEGIN SOLUTION
shrink_2 = (1 - 2 * eta * lam) * w_k - eta * (s - y) * x_k
### END SOLUTION

# %% test="quiz_shrink_2" points=1
# The new weight: its value, and that the old one occurs once.
check_step("shrink", 2, shrink_2)

# %% [markdown]
# ## 13. The squared hinge
#
# *New. Medium, 6 minutes, 2 points.*
#
# A support vector machine may use the loss $(1-y\,z)^2$ for an example whose margin $y\,z$ is below 1.
# The label $y$ is $-1$ or $+1$, and $z=\mathbf w\cdot x$. Symbols: `y`, `z`, `x_k`.
#
# **Line 1.** $(1-y\,z)^2=1-2\,y\,z+y^2z^2$
#
# **Line 2 (step 1, yours).** Write this as the square of something, without a product of $y$ and $z$.
#
# <details><summary>A nudge</summary>
# What is $y^2$? Where in line 1 could you put it in, or take it out?
# </details>

# %% solve="quiz_hinge_1"
hinge_1 = None
### BEGIN SOLUTION
hinge_1 = (z - y) ** 2
### END SOLUTION

# %% test="quiz_hinge_1" points=1
# The squared hinge: its value, and that y and z are not multiplied.
check_step("hinge", 1, hinge_1)

# %% [markdown]
# **Line 3.** The derivative of line 1 in $z$ is $-2\,y+2\,y^2z$.
#
# **Line 4 (step 2, yours).** The derivative in $w_k$, without a product of $y$ and $z$. (Which loss of
# unit 04 has the same slope?)

# %% solve="quiz_hinge_2"
hinge_2 = None
### BEGIN SOLUTION
hinge_2 = 2 * (z - y) * x_k
### END SOLUTION

# %% test="quiz_hinge_2" points=1
# Its slope in a weight: the value, and that y and z are not multiplied.
check_step("hinge", 2, hinge_2)

# %% [markdown]
# ## 14. The slope of sigma, from softmax
#
# *Lecture section {#jacobian}. Medium, 6 minutes, 2 points.*
#
# Now you get **only a start and an end**, and write as many lines as you like (at least two), in a list.
# Each line has to be equal to the one before, or be its derivative; the check names the first that is
# neither. You may use a symbol and what it stands for side by side, and judge a line with `value` and
# `measured`.
#
# **Start:** with two classes that have the scores $z$ and $0$, softmax gives the first
# $\dfrac{e^z}{e^z+1}$.
#
# **End:** its derivative in $z$, written with only $s=\sigma(z)$. Symbols: `z`, and `s` for
# $\sigma(z)$.
#
# <details><summary>What such a list looks like</summary>
#
# For the start $z^2+2z+1$, and the end "its derivative, as a product", it could be
# <code>[(z + 1)**2, 2*z + 2, 2*(z + 1)]</code>: a line that is equal to the start, one that is its
# derivative, and one that is equal to that.
# </details>

# %% solve="quiz_sigma_slope"
sigma_slope = None
### BEGIN SOLUTION
sigma_slope = [
    (exp(z) * (exp(z) + 1) - exp(z) * exp(z)) / (exp(z) + 1) ** 2,
    exp(z) / (exp(z) + 1) * 1 / (exp(z) + 1),
    s * (1 - s),
]
### END SOLUTION

# %% test="quiz_sigma_slope" points=2
# Every line follows from the one before, and the last one holds only s.
check_derivation("sigma_slope", sigma_slope)

# %% [markdown]
# ## 15. Softmax with a temperature
#
# *New. Hard, 10 minutes, 3 points.*
#
# Lecture 07 divided the scores by a temperature $T$: a high one makes all classes nearly equal. Class 0
# is right. What does the temperature do to the slope of the loss?
#
# **Start:** the loss
# $-\log\dfrac{e^{z_0/T}}{e^{z_0/T}+e^{z_1/T}+e^{z_2/T}}$.
#
# **End:** its derivative in $z_0$, written with only $\hat p_0$ and $T$. Symbols: `z0`, `z1`, `z2`, `T`, and
# `p0`, `p1`, `p2` for the probabilities *at this temperature*, so `p0` is the fraction in the start.

# %% solve="quiz_temperature"
temperature = None
### BEGIN SOLUTION
total = exp(z0 / T) + exp(z1 / T) + exp(z2 / T)
temperature = [
    log(total) - z0 / T,
    exp(z0 / T) / T / total - 1 / T,
    p0 / T - 1 / T,
    (p0 - 1) / T,
]
### END SOLUTION

# %% test="quiz_temperature" points=3
# Every line follows from the one before, and the last one holds only p0 and T.
check_derivation("temperature", temperature)

# %% [markdown]
# ## 16. Smoothed labels
#
# *Builds on lecture section {#cross-entropy}. Hard, 10 minutes, 3 points.*
#
# Labels are sometimes wrong, and a model that is quite sure is then quite wrong. **Label smoothing**
# takes a small share $a$ from the right class and gives half of it to each of the two others. Class 0
# is right.
#
# **Start:** the loss $-(1-a)\log S_0-\dfrac a2\log S_1-\dfrac a2\log S_2$.
#
# **End:** its derivative in $z_0$, written with only $\hat p_0$ and $a$. Symbols: `z0`, `z1`, `z2`, `a`, and
# `p0`, `p1`, `p2` for $S_0$, $S_1$, $S_2$.
#
# <details><summary>A nudge</summary>
# Each of the three logarithms is a difference with the same second term. What do its three factors add
# up to?
# </details>

# %% solve="quiz_smoothing"
smoothing = None
### BEGIN SOLUTION
total = exp(z0) + exp(z1) + exp(z2)
smoothing = [
    (1 - a) * (log(total) - z0) + a / 2 * (log(total) - z1) + a / 2 * (log(total) - z2),
    log(total) - (1 - a) * z0 - a / 2 * (z1 + z2),
    exp(z0) / total - (1 - a),
    p0 - 1 + a,
]
### END SOLUTION

# %% test="quiz_smoothing" points=3
# Every line follows from the one before, and the last one holds only p0 and a.
check_derivation("smoothing", smoothing)

# %% [markdown]
# ## 17. Find the slip
#
# *Lecture section {#debugging}. Medium, 12 minutes, 4 points.*
#
# Somebody else's derivation, for a change. Each of the next two has **one slip**, and the lines below it
# carry on from there. Write the name or number that you submit under between the quotes, and you get
# slips of your own. Without a name you get those that everybody gets, and your instructor's report says so.

# %% open="student"
student = ""

# %% [markdown]
# **Slip 1.** The logistic loss for labels $-1$ and $+1$: $\ell=\log u$ with $u=1+e^{-yz}$ and
# $z=\mathbf w\cdot x$. In the end the weight takes a step. Which line does not follow from those above it,
# and what should it be, if all above it is right? Answer with both, `slip_1 = [number, expression]`.

# %% given="show_slip_1"
show_slip("slip_1", student)

# %% solve="quiz_slip_1"
slip_1 = None
### BEGIN SOLUTION
slip_1 = [2, -y * exp(-y * z) / (1 + exp(-y * z))]
### END SOLUTION

# %% test="quiz_slip_1" points=2
# The line with the slip, and what it should be.
check_slip("slip_1", slip_1, student)

# %% [markdown]
# **Slip 2.** A loss that you have not met. A word occurs $a$ times in a text. A model with one feature
# $f_0$ and one weight $\theta$ expects $\mu=e^{\theta f_0}$ times, and the loss is $\mu-a\log\mu$.

# %% given="show_slip_2"
show_slip("slip_2", student)

# %% solve="quiz_slip_2"
slip_2 = None
### BEGIN SOLUTION
slip_2 = [3, f0 * exp(theta * f0) - a * f0]
### END SOLUTION

# %% test="quiz_slip_2" points=2
# The line with the slip, and what it should be.
check_slip("slip_2", slip_2, student)

# %% [markdown]
# ## 18. The Jacobian, coded
#
# *Lecture section {#jacobian}. Medium, 5 minutes, 2 points.*
#
# $$J_{ij} = \frac{\partial \hat p_i}{\partial z_j}, \qquad \hat p=S(z), \qquad \text{shape } (K,K)$$
#
# The formula is the one that part 5 asks for; the lecture derives it, too. Your function should work at
# scores of ±1000 as well: `softmax`, imported above, does.
#
# <details><summary>A nudge</summary>
# Begin with two loops over $i$ and $j$. Which NumPy functions make a table of all products of two
# vectors, and a diagonal matrix?
# </details>


# %% solve="softmax_jacobian"
def softmax_jacobian(z):
    """The Jacobian of softmax.

    Args:
        z: scores, shape (K,).

    Returns:
        Shape (K, K); entry [i, j] is the derivative of p_i in z_j.

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
# ## 19. The gradient of a probability, coded
#
# *Lecture section {#weights}. Medium, 5 minutes, 2 points.*
#
# $$\frac{\partial \hat p_j}{\partial w_{mk}}, \qquad \hat p = S(Wx),\qquad \text{shape } (K,d)$$
#
# $j$ is given; $m$ goes through the classes, $k$ through the features. Part 6 has both cases.
#
# <details><summary>A nudge</summary>
# Through which scores does a weight of class $m$ reach $\hat p_j$, and what does the chain rule multiply?
# </details>


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
# ## 20. One hidden layer
#
# *Lecture section {#weights}. Hard, 8 minutes, 3 points.*
#
# So far every weight touched a score directly. With a hidden layer the message has to pass **through**
# a weight:
#
# $$\mathbf h=\tanh(Vx),\qquad \hat p=\sigma(\mathbf w\cdot\mathbf h),\qquad
#   \ell=-y\log\hat p-(1-y)\log(1-\hat p)$$
#
# $V$ has shape $(H,d)$, $\mathbf w$ $(H,)$, $x$ $(d,)$, and $y$ is 0 or 1. Return both gradients,
# $\partial\ell/\partial V$ of shape $(H,d)$ and $\partial\ell/\partial\mathbf w$ of shape $(H,)$.
#
# <details><summary>A nudge</summary>
# Send the message back one box at a time. At the score it is the error of logistic regression. What does
# it meet on the way to the score of hidden unit $j$?
# </details>
# <details><summary>A symptom: the second result is right, the first is not</summary>
# Three factors lie between the score and a weight in $V$: $w_j$, the slope of tanh at unit $j$, and
# what comes in below.
# </details>


# %% solve="hidden_gradient"
def hidden_gradient(V, w, x, y):
    """The gradients of the cross-entropy of a network with one hidden layer.

    Args:
        V: weights of the hidden layer, one row per unit, shape (H, d).
        w: weights of the score, shape (H,).
        x: one example, shape (d,).
        y: its label, 0 or 1.

    Returns:
        (dV, dw): the gradients with respect to V, shape (H, d), and w, shape (H,).

    Example:
        V = [[0, log(3) / 2], [0, 0]], w = (0, 2), x = (1, 1), y = 1: h is (1/2, 0)
        and the score 0, so the result is [[0, 0], [-1, -1]] and (-0.25, 0).
    """
    ### BEGIN SOLUTION
    h = np.tanh(V @ x)
    error = 1 / (1 + np.exp(-(w @ h))) - y
    return np.outer(error * w * (1 - h**2), x), error * h
    ### END SOLUTION


# %% test="hidden_gradient" points=3
# Against slopes that are measured by small steps; many shapes, both labels, whole numbers.
check("hidden_gradient")
### BEGIN HIDDEN TESTS
check_fresh("hidden_gradient")
### END HIDDEN TESTS

# %% [markdown]
# Put your judge to work on a closed form of yours: the largest difference between the two Jacobians,
# for smaller and smaller steps. What should become of it, if the formula is right?

# %%
scores = np.array([0.5, -1.0, 2.0])
for step in (1e-1, 1e-3, 1e-5):
    measured_rows = np.array(
        [numerical_gradient(lambda v, i=i: softmax(v)[i], scores, step) for i in range(3)]
    )
    difference = abs(measured_rows - softmax_jacobian(scores)).max()
    print(f"h = {step:.0e}: largest difference {difference:.1e}")

# %% [markdown]
# ## 21. A test of your own
#
# *Lecture sections {#finite-differences} and {#jacobian}. Medium, 10 minutes, 3 points.*
#
# Write a test of `softmax_jacobian`. It is handed somebody's version as `f`, calls it with scores, and
# asserts what should come back. The check tries it on right functions in several styles, all of which
# it has to accept, and on wrong functions, of which it should catch **at least three quarters**.
# It says in words which ones it lets through.
#
# You have everything that such a test needs: a judge that knows no formula, and what must hold for every
# Jacobian of softmax, whatever the scores.
#
# <details><summary>A nudge</summary>
# Column j of the Jacobian says how all the probabilities change with score j, and row i is the gradient
# of probability i, which your <code>numerical_gradient</code> can measure. What does a row add up to?
# </details>
# <details><summary>My test rejects a right function</summary>
# A measured slope is right to about ten digits, so compare with
# <code>np.allclose(a, b, atol=1e-6)</code> rather than with <code>==</code>.
# </details>


# %% solve="tests_softmax_jacobian"
def try_softmax_jacobian(f):
    """Raise an AssertionError where f is not a right softmax_jacobian.

    Args:
        f: a function of z, an array of scores, shape (K,).
    """
    ### BEGIN SOLUTION
    z = np.array([0.5, -1.0, 2.0])
    J = f(z)
    assert J.shape == (3, 3)
    for i in range(3):
        row = numerical_gradient(lambda scores, i=i: softmax(scores)[i], z, 1e-5)
        assert np.allclose(J[i], row, atol=1e-6)
    assert np.allclose(J.sum(axis=1), 0)
    assert np.allclose(f(np.zeros(2)), [[0.25, -0.25], [-0.25, 0.25]])
    assert np.allclose(f(np.array([1000.0, 0.0])), 0)  # as sure as can be: no slope is left
    ### END SOLUTION


# %% test="tests_softmax_jacobian" points=3
# Right functions in several styles, all to be accepted, and wrong ones, most to be caught.
check_tests("softmax_jacobian", try_softmax_jacobian)

# %% [markdown]
# SymPy can differentiate, too, and you know now what it saves you and what it does not. Here is the
# slope of part 15 as it finds it. Compare it with yours: which of the two would you rather read, and
# which one tells you what the temperature does?

# %%
from sympy import diff

diff(log(exp(z0 / T) + exp(z1 / T) + exp(z2 / T)) - z0 / T, z0)

# %% [markdown]
# ## 22. Investigation: how small should the step be?
#
# *Lecture section {#finite-differences}. Medium, 12 minutes, 4 points.*
#
# The judge of all gradients has a free number in it. With a large $h$ the quotient is a poor slope, so it
# seems that $h$ should be as small as can be. Should it?
#
# Take $f(x)=\log\sum_j e^{x_j}$ at the point below. Its gradient is the softmax of $x$, so here, for
# once, the true value is known. Draw the largest error of your `numerical_gradient` against the
# `steps` below, both axes logarithmic. Then write three
# sentences: what you see, what makes the left and the right half of the curve, and which $h$ you would
# put into a test of your own gradients.
#
# There is no test cell below. **It is marked by hand**, and you get
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

# %%
point = np.array([1.0, 2.0, 3.0])
steps = 10.0 ** -np.arange(0, 13.5, 0.5)

# %% solve="figure_step_size"
### BEGIN SOLUTION
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
# Restart the kernel and run all cells once more before you submit; where a cell is not solved, *Run All*
# stops there, while `lincourse check 08` in a terminal goes on to the next.
