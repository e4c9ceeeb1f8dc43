# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 08 Derivations
#
# **Every gradient of the course, step by step, and checked**
#
# About 80 minutes. Builds on lecture 07. Follows both appendices of Hasegawa-Johnson & Hockenmaier, *Lecture 18: Wrapping
# up classification* (2019); Boye, *DD2418 Language Engineering*, parts 5e and 5f; Hasegawa-Johnson,
# *Multi-Class Linear Classifiers* (2020); Qureshi, *Softmax*; and May, *Linear Models* (2023),
# sections 15 and 17.
#
# **After this you can**
#
# - measure any gradient by small steps, and choose the length of the steps;
# - differentiate softmax in both cases, and write them as one;
# - go from there to the gradient of the cross-entropy with a reason for every step;
# - derive the gradients of the logistic, perceptron and tanh losses;
# - find the first wrong step in a derivation, your own included.
#
# **You need first** the losses of lectures 04, 05 and 07. From calculus: the chain rule, the
# derivative of $e^x$ and $\log x$, and the quotient rule $(a/b)'=(a'b-ab')/b^2$.

# %% [markdown]
# ## The symbols used here
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $z$, $z_k$ | scores, score of class $k$ | $(K,)$, number | `z` |
# | $S_k$, $p_k$ | softmax probability of class $k$ | number | `softmax(z)[k]` |
# | $\Sigma$ | the sum $\sum_k e^{z_k}$ | number | |
# | $\delta_{ij}$ | Kronecker's delta: 1 if $i=j$, else 0 | number | `np.eye(K)[i, j]` |
# | $J$ | Jacobian, $J_{ij}=\partial S_i/\partial z_j$ | $(K, K)$ | `softmax_jacobian(z)` |
# | $w_{mk}$ | weight of feature $k$ for class $m$ | number | `W[m, k]` |
# | $y_m$ | 1 if $m$ is the right class, else 0 (one-hot) | number | `one_hot([y], K)[0, m]` |
# | $h$ | length of a small step | number | `h` |
#
# Documents differ in letters ([notation](../docs/notation.md)); the steps are the same.

# %%
import numpy as np
import sympy

from lincourse import derivations, descent, logistic, perceptron, plots, softmax
from lincourse.derivations import numerical_gradient
from lincourse.features import joint_features, one_hot
from lincourse.figures import derivations as figures

np.set_printoptions(precision=4, suppress=True)

# %% [markdown]
# ## 1. How do you know that a gradient is right?
#
# You measure it. Move one coordinate up and down by a little, and see how much the function changes:
#
# $$\frac{\partial f}{\partial x_i} \approx \frac{f(x+h\,e_i)-f(x-h\,e_i)}{2h} .$$
#
# This is a **central difference**. It needs no calculus, only the function itself, so it is an
# independent judge of any formula.

# %%
f = np.exp
print("slope of e^x at 0.5:", np.exp(0.5))
for h in (0.1, 0.01, 0.001):
    one_sided = (f(0.5 + h) - f(0.5)) / h
    central = (f(0.5 + h) - f(0.5 - h)) / (2 * h)
    print(f"h = {h:5}: one-sided {one_sided:.8f}   central {central:.8f}")

# %% [markdown]
# Why is the central one so much closer? Write $f(x\pm h)$ as a Taylor series:
#
# 1. $f(x+h)=f+hf'+\tfrac{h^2}2f''+\tfrac{h^3}6f'''+\dots$
# 2. $f(x-h)=f-hf'+\tfrac{h^2}2f''-\tfrac{h^3}6f'''+\dots$: every odd term changes its sign.
# 3. Subtract: the even terms cancel, and $\frac{f(x+h)-f(x-h)}{2h}=f'+\tfrac{h^2}6f'''+\dots$
# 4. Not so one-sided: $\frac{f(x+h)-f(x)}h=f'+\tfrac h2f''+\dots$
#
# The error is of order $h^2$ against $h$. **Before you look at the picture:** if you make $h$
# smaller and smaller, does the error go to 0?

# %%
steps = 10.0 ** np.arange(-12, 0.1, 0.5)
errors = {
    "one-sided": [abs((f(0.5 + h) - f(0.5)) / h - f(0.5)) for h in steps],
    "central": [abs((f(0.5 + h) - f(0.5 - h)) / (2 * h) - f(0.5)) for h in steps],
}
ax = figures.error_against_step(steps, errors, title="Too long a step, too short a step")
plots.show(
    ax,
    "Error of the measured slope of e to the x against the step h, both axes logarithmic. Both "
    "curves are V-shaped. The one-sided error is smallest, about 1e-8, near h = 1e-8; the central "
    "one, about 1e-12, near h = 3e-6. To the left both rise again, jagged.",
)

# %% [markdown]
# The curve is a V. On the right the formula is to blame: the step is too long. On the left the
# computer is: $f(x+h)$ and $f(x-h)$ agree in almost all of their 16 digits, so their difference keeps
# only a few, and dividing by a tiny $h$ blows up what is missing. Near $h=10^{-5}$ the two balance.
#
# Here is the judge at work on every gradient of lectures 04 to 07.

# %%
rng = np.random.default_rng(8)
X, x = rng.normal(size=(6, 3)), rng.normal(size=3)
w, W, theta = rng.normal(size=3), rng.normal(size=(3, 3)), rng.normal(size=9)
y01, y_signed, y_class = (
    np.array([1, 0, 0, 1, 1, 0]),
    np.array([1, -1, -1, 1, 1, -1]),
    [0, 2, 1, 1, 0, 2],
)
F = np.array([joint_features(x, k, 3) for k in range(3)])

cases = {
    "perceptron (04)": (lambda v: perceptron.perceptron_loss(v, F, 1),
                        perceptron.perceptron_gradient(theta, F, 1), theta),
    "logistic (05)": (lambda v: logistic.cross_entropy(v, X, y01),
                      logistic.logistic_gradient(w, X, y01), w),
    "tanh and squares (05)": (lambda v: logistic.tanh_loss(v, X, y_signed),
                              logistic.tanh_gradient(w, X, y_signed), w),
    "logistic with L2 (06)": (lambda v: descent.regularised_loss(v, X, y01, 0.1),
                              descent.regularised_gradient(w, X, y01, 0.1), w),
    "softmax (07)": (lambda V: softmax.softmax_loss(V, X, y_class),
                     softmax.softmax_gradient(W, X, y_class), W),
}  # fmt: skip
for name, (loss, gradient, where) in cases.items():
    difference = abs(numerical_gradient(loss, where, 1e-5) - gradient).max()
    print(f"{name:22} largest difference below 1e-8: {difference < 1e-8}")

# %%
errors = {
    name: [abs(numerical_gradient(loss, where, h) - gradient).max() for h in steps]
    for name, (loss, gradient, where) in cases.items()
}
ax = figures.error_against_step(steps, errors, title="Five gradients before the judge")
plots.show(
    ax,
    "Largest difference between formula and central differences against h, for the gradients of the "
    "perceptron, logistic, tanh, regularised logistic and softmax losses. Four curves are V-shaped "
    "with their lowest point, about 1e-11, near h = 1e-5. The perceptron's loss is piecewise linear: "
    "its error only falls as h grows, down to 1e-16.",
)

# %% [markdown]
# A wrong gradient does not make a V: its error stays high however small $h$ is. And the perceptron's
# curve shows something else: its loss is made of straight pieces, so a difference is exact at any
# step, until the step is so long that it reaches over a kink.
#
# <details><summary><b>Think:</b> why not always use measured gradients, and skip the derivations?</summary>
#
# Each coordinate costs two evaluations of the loss. With the 10 × 65 weights of the digits that is
# 1,300 passes through all the data for one step; the formula needs about the work of one. And the
# formula is exact, and says *why*: error times input.
# </details>

# %% [markdown]
# ## 2. How does softmax change with a score?
#
# $S_i=e^{z_i}/\Sigma$ with $\Sigma=\sum_ke^{z_k}$. Every score is in $\Sigma$, so every probability depends
# on every score. There are two cases.
#
# **Case 1: in its own score**, $\partial S_i/\partial z_i$.
#
# 1. Above the line: $a=e^{z_i}$, so $a'=e^{z_i}$.
# 2. Below the line: $b=\Sigma$; only one of its terms holds $z_i$, so $b'=e^{z_i}$.
# 3. Quotient rule: $\dfrac{a'b-ab'}{b^2}=\dfrac{e^{z_i}\,\Sigma-e^{z_i}e^{z_i}}{\Sigma^2}$.
# 4. Split: $\dfrac{e^{z_i}}{\Sigma}\cdot\dfrac{\Sigma-e^{z_i}}{\Sigma}=S_i\,(1-S_i)$.
#
# **Case 2: in another score**, $\partial S_i/\partial z_j$ with $j\ne i$.
#
# 1. Above the line: $e^{z_i}$ does not hold $z_j$, so $a'=0$.
# 2. Below the line: one term holds $z_j$, so $b'=e^{z_j}$.
# 3. Quotient rule: $\dfrac{0\cdot\Sigma-e^{z_i}e^{z_j}}{\Sigma^2}$.
# 4. Split: $-\dfrac{e^{z_i}}{\Sigma}\cdot\dfrac{e^{z_j}}{\Sigma}=-S_iS_j$.
#
# If you follow Qureshi's slides: in the line before the last of this case a second $e^{z_i}$ stands
# where $e^{z_j}$ should. The result is right.

# %%
z1, z2, z3 = sympy.symbols("z1 z2 z3")
S1 = sympy.exp(z1) / (sympy.exp(z1) + sympy.exp(z2) + sympy.exp(z3))
S2 = sympy.exp(z2) / (sympy.exp(z1) + sympy.exp(z2) + sympy.exp(z3))

print("case 1:", sympy.simplify(sympy.diff(S1, z1) - S1 * (1 - S1)) == 0)
print("case 2:", sympy.simplify(sympy.diff(S1, z2) + S1 * S2) == 0)

# %% [markdown]
# **Both in one.** Kronecker's delta is a switch, 1 where $i=j$ and 0 elsewhere:
#
# $$J_{ij} = \frac{\partial S_i}{\partial z_j} = S_i\,(\delta_{ij}-S_j) .$$
#
# With $i=j$ it is $S_i(1-S_i)$, otherwise $S_i(0-S_j)$. As a matrix, $J=\operatorname{diag}(S)-SS^\top$.

# %%
z = np.array([1.0, 2.0, -0.5, 0.0])
J = derivations.softmax_jacobian(z)
measured = np.array([numerical_gradient(lambda v, i=i: softmax.softmax(v)[i], z) for i in range(4)])
print(J)
print("agrees with small steps:", np.allclose(J, measured, atol=1e-9))
print("rows and columns add up to 0:", np.allclose(J.sum(axis=0), 0), np.allclose(J.sum(axis=1), 0))

# %%
ax = figures.jacobian_picture(J, title="What each score does to each probability")
plots.show(
    ax,
    "The four by four Jacobian as coloured squares with numbers. The diagonal is positive, all other "
    "entries negative; the largest belong to the two classes with the highest scores.",
)

# %% [markdown]
# Read a column: if one score grows, its own probability gains, and every other loses in proportion
# to what it had. The columns add up to 0 because the probabilities always add up to 1. The rows do
# because adding the same to all scores changes nothing.
#
# **Play.** The bars are probabilities, the arrows show which way they move when one score grows.
# Before you move anything: for which value of a score does its own probability react most?

# %%
figures.jacobian_slider()

# %% [markdown]
# $S_i(1-S_i)$ is largest at $S_i=\tfrac12$: a class reacts most when it is undecided, and hardly at
# all when it is nearly certain or nearly impossible.
#
# <details><summary><b>Check yourself:</b> what is the Jacobian for two classes, in terms of
# $\sigma$?</summary>
#
# With two classes $S_1=\sigma(z_1-z_2)$ (lecture 07). So $\partial S_1/\partial z_1=\sigma(1-\sigma)$ and
# $\partial S_1/\partial z_2=-\sigma(1-\sigma)$: case 1 and case 2, as $S_2=1-\sigma$.
# </details>

# %% [markdown]
# ## 3. How does a probability change with a weight?
#
# The scores are $z_m=\mathbf w_m\cdot x$. Put the chain rule on top of section 2:
#
# 1. $\dfrac{\partial p_j}{\partial w_{mk}}=\sum_l\dfrac{\partial p_j}{\partial z_l}\cdot\dfrac{\partial z_l}{\partial w_{mk}}$:
#    every score might depend on the weight;
# 2. $\dfrac{\partial z_l}{\partial w_{mk}}$ is $x_k$ for $l=m$ and 0 for all others: the weight belongs to
#    one class;
# 3. so $\dfrac{\partial p_j}{\partial w_{mk}}=p_j\,(\delta_{jm}-p_m)\,x_k$: the Jacobian's entry times $x_k$.
#
# Hasegawa-Johnson & Hockenmaier write the two cases out: $(p_j-p_j^2)\,x_k$ for $m=j$ and
# $-p_jp_m\,x_k$ for $m\ne j$. They warn that the second is often forgotten: a class's probability falls
# when *another* class gains.

# %%
j = 1
formula = derivations.probability_gradient(W, x, j)
measured = numerical_gradient(lambda V: softmax.softmax(V @ x)[j], W)
print(formula)
print("agrees with small steps:", np.allclose(formula, measured, atol=1e-9))

# %% [markdown]
# Hasegawa-Johnson's version has $y^*_{j}\,y_c-y^*_jy^*_c$ in place of $p_j(\delta_{jc}-p_c)$, with the
# one-hot target $y_c$ for $\delta_{jc}$. That is allowed because $j$ is the right class there, and a
# one-hot target is 1 for the right class and 0 for all others, just like $\delta$. With any other
# target the step would be wrong:

# %%
p, hot, soft_target = softmax.softmax(W @ x), one_hot([j], 3)[0], np.array([0.1, 0.8, 0.1])
print("one-hot target:", np.allclose(np.outer(p[j] * hot - p[j] * p, x), formula))
print("other target:  ", np.allclose(np.outer(p[j] * soft_target - p[j] * p, x), formula))

# %% [markdown]
# ## 4. Why is the gradient of the cross-entropy so simple?
#
# The loss of an example of class $y$ is $\ell=-\log p_y$. Two roads lead to its gradient.
#
# **Through the probabilities** (Hasegawa-Johnson & Hockenmaier; Qureshi):
#
# 1. $\dfrac{\partial\ell}{\partial w_{mk}}=-\dfrac1{p_y}\cdot\dfrac{\partial p_y}{\partial w_{mk}}$: chain rule on the log;
# 2. $\phantom{\dfrac{\partial\ell}{\partial w_{mk}}}=-\dfrac1{p_y}\,p_y\,(\delta_{ym}-p_m)\,x_k$: section 3;
# 3. $\phantom{\dfrac{\partial\ell}{\partial w_{mk}}}=(p_m-\delta_{ym})\,x_k$: $p_y$ cancels;
# 4. $\phantom{\dfrac{\partial\ell}{\partial w_{mk}}}=(p_m-y_m)\,x_k$: $\delta_{ym}$ is the one-hot target.
#
# **Through the scores** (Boye; May), which never has a fraction to differentiate:
#
# 1. $\ell=-\log\dfrac{e^{z_y}}\Sigma=\log\Sigma-z_y$: the log of a fraction;
# 2. $\dfrac{\partial\log\Sigma}{\partial z_m}=\dfrac{e^{z_m}}\Sigma=p_m$: one term of $\Sigma$ holds $z_m$;
# 3. $\dfrac{\partial z_y}{\partial z_m}=\delta_{ym}=y_m$;
# 4. $\dfrac{\partial\ell}{\partial z_m}=p_m-y_m$, and times $x_k$ for a weight.

# %%
y = 2
by_probabilities = -derivations.probability_gradient(W, x, y) / p[y]
by_scores = np.outer(p - one_hot([y], 3)[0], x)
measured = numerical_gradient(lambda V: softmax.softmax_loss(V, [x], [y]), W)
print("two roads, one gradient:", np.allclose(by_probabilities, by_scores))
print("agrees with small steps:", np.allclose(by_scores, measured, atol=1e-9))

# %% [markdown]
# **Where it breaks.** On paper the two roads are the same. On a computer the first divides by $p_y$,
# which is 0 when the model is sure and wrong. The second has nothing to divide by.

# %%
sure = np.array([[1000.0], [0.0], [-1000.0]])
p_sure = softmax.softmax(sure @ [1.0])
with np.errstate(divide="ignore", invalid="ignore"):
    first = -derivations.probability_gradient(sure, [1.0], 2).ravel() / p_sure[2]
print("probabilities:", p_sure)
print("through the probabilities:", first)
print("through the scores:       ", softmax.softmax_gradient(sure, [[1.0]], [2]).ravel())

# %% [markdown]
# ## 5. And with two classes?
#
# Boye rewrites the logistic loss before differentiating, so that only one logarithm is left. With
# $z=\mathbf w\cdot x$ and $y$ 0 or 1:
#
# 1. $\log\sigma(z)=-\log(1+e^{-z})$: the log of a fraction with 1 above the line;
# 2. $\log(1-\sigma(z))=\log\dfrac{e^{-z}}{1+e^{-z}}=-z-\log(1+e^{-z})$: one fraction first;
# 3. $-y\log\sigma-(1-y)\log(1-\sigma)=y\log(1+e^{-z})+(1-y)\,(z+\log(1+e^{-z}))$;
# 4. $\phantom{-y\log\sigma-(1-y)\log(1-\sigma)}=z+\log(1+e^{-z})-yz$: collect; the two logs add up to one;
# 5. $\dfrac{\partial}{\partial z}$: $1+\dfrac{-e^{-z}}{1+e^{-z}}-y$: term by term, and $-e^{-z}$ is the inner
#    derivative;
# 6. $\phantom{\dfrac{\partial}{\partial z}}=1-(1-\sigma(z))-y=\sigma(z)-y$;
# 7. times $x_k$ for the weight $w_k$: $(\sigma(z)-y)\,x_k$.
#
# On Boye's slide for step 6 a parenthesis is closed that was never opened, and two $x_k$ have lost
# their index; the result is this one.

# %%
z, y = sympy.symbols("z y")
sigma = 1 / (1 + sympy.exp(-z))
start = -y * sympy.log(sigma) - (1 - y) * sympy.log(1 - sigma)
rewritten = z + sympy.log(1 + sympy.exp(-z)) - y * z
for label in (0, 1):
    gap = (start - rewritten).subs(y, label)
    print(
        "same loss for y =", label, [round(float(gap.subs(z, v)), 12) + 0.0 for v in (-3, 0.5, 4)]
    )
print("slope is sigma - y:", sympy.simplify(sympy.diff(rewritten, z) - (sigma - y)) == 0)

# %% [markdown]
# ## 6. What does the gradient want?
#
# May derives the same gradient on joint features, and there it gets a meaning. With $q(k)$ the
# model's probability of class $k$:
#
# 1. $\ell(\theta)=\log\sum_ke^{\theta\cdot f(x,k)}-\theta\cdot f(x,y)$;
# 2. $\nabla\log\sum_ke^{\theta\cdot f(x,k)}=\dfrac{\sum_ke^{\theta\cdot f(x,k)}\,f(x,k)}{\sum_ke^{\theta\cdot f(x,k)}}$: chain
#    rule twice; the inner derivative of $\theta\cdot f$ is $f$;
# 3. $\phantom{\nabla\log}=\sum_kq(k)\,f(x,k)$: the fraction is $q(k)$, so this is the **expected** feature vector;
# 4. $\nabla\ell=\sum_kq(k)\,f(x,k)-f(x,y)$: **expected minus observed** features.
#
# (May calls the first part the expectation of $Y\mid X$; what is averaged are the features.) The
# gradient is 0 when the model expects just what it sees.

# %%
q = softmax.softmax(F @ theta)
formula = q @ F - F[1]
measured = numerical_gradient(lambda v: softmax.softmax_loss(v.reshape(3, 3), [x], [1]), theta)
print("expected - observed:", formula)
print("agrees with small steps:", np.allclose(formula, measured, atol=1e-9))

# %% [markdown]
# ## 7. What about a loss with kinks?
#
# The perceptron loss is $\max_k\theta\cdot f(x,k)-\theta\cdot f(x,y)$.
#
# 1. Let $\hat y$ be the winner. Near $\theta$ it stays the winner, so there
#    $\ell=\theta\cdot f(x,\hat y)-\theta\cdot f(x,y)$.
# 2. Component by component, $\partial\ell/\partial\theta_i=\hat f_i-f_i$: both terms are linear.
# 3. So $\nabla\ell=f(x,\hat y)-f(x,y)$. It is section 6 with all of $q$ on the winner.
#
# At a tie there is a kink and no gradient. Then $f(x,\hat y)-f(x,y)$ is a **subgradient**: the straight
# line with that slope lies below the loss everywhere. Check it at a tie, along 1,000 directions:

# %%
tied = np.zeros(9)
g = perceptron.perceptron_gradient(tied, F, 1)
directions = rng.normal(size=(1000, 9))
above = [perceptron.perceptron_loss(tied + d, F, 1) >= g @ d - 1e-12 for d in directions]
print("the loss lies on or above the line in", sum(above), "of 1000 directions")

# %% [markdown]
# ## 8. One more chain: tanh and squares
#
# Three functions are nested in $(y-\tanh(\mathbf w\cdot x))^2$. With $z=\mathbf w\cdot x$ and $t=\tanh z$:
#
# 1. $\dfrac{\partial}{\partial t}(y-t)^2=-2(y-t)$: the square, and the inner derivative $-1$;
# 2. $\dfrac{\partial t}{\partial z}=1-t^2$: from $t=2\sigma(2z)-1$ the slope is $4\,\sigma(2z)(1-\sigma(2z))=(1+t)(1-t)$;
# 3. $\dfrac{\partial z}{\partial w_k}=x_k$;
# 4. multiply: $-2\,(y-t)(1-t^2)\,x_k$.

# %%
t = sympy.symbols("t")
v = sympy.symbols("v")
slope = sympy.diff(sympy.tanh(v), v)
print("slope of tanh:", slope)
print("as 1 - t^2:   ", slope.subs(sympy.tanh(v), t))
print("whole chain:  ", sympy.diff((y - sympy.tanh(v)) ** 2, v).subs(sympy.tanh(v), t))

# %% [markdown]
# ## 9. How do you find a wrong step?
#
# A derivation is a chain of equal expressions. Put numbers in: the first step that does not have the
# same value as the one before is the wrong one. Take care to choose a point that is nowhere special.
# Here is a derivation of case 2 with a slip. At equal scores nothing shows:

# %%
e1, e2, total = sympy.exp(z1), sympy.exp(z2), sympy.exp(z1) + sympy.exp(z2) + sympy.exp(z3)
chain = {
    "start: derivative of S1 in z2": sympy.diff(e1 / total, z2),
    "quotient rule": (0 * total - e1 * e2) / total**2,
    "split": -(e1 / total) * (e1 / total),
    "in probabilities": -S1 * S1,
}
for name, point in (("z = (0, 0, 0)", (0, 0, 0)), ("z = (1, -1, 0.5)", (1, -1, 0.5))):
    values = [
        float(step.subs({z1: point[0], z2: point[1], z3: point[2]})) for step in chain.values()
    ]
    print(name, np.round(values, 4))

# %% [markdown]
# At $(0,0,0)$ all four agree. At a general point the third differs from the second: that is the slip,
# the repeated $e^{z_1}$. The checks of the exercise work like this, at sixteen points and to thirty
# digits, and they know how the usual slips look:

# %%
from lincourse.checks.units import DERIVATIONS

steps_of_a_student = [0, e2, -(e1 / total) * (e1 / total)]
print(DERIVATIONS["softmax_other"].mark_all(steps_of_a_student))

# %% [markdown]
# ## Check yourself
#
# 1. $S=(0.5, 0.3, 0.2)$. What is the row of $S_1$ in the Jacobian?
# 2. Your formula and the central difference differ by 0.01 at $h=10^{-3}$ and by 0.01 at $h=10^{-5}$.
#    Formula or rounding?
# 3. $p=(0.7,0.2,0.1)$ and the second class is right. What is $\partial\ell/\partial z$?
# 4. Why does the gradient through the scores never divide by a small number?
#
# <details><summary>Answers</summary>
#
# 1. $(0.5\cdot0.5,\,-0.5\cdot0.3,\,-0.5\cdot0.2)=(0.25,-0.15,-0.10)$, which adds up to 0.
# 2. The formula. An error of the difference would shrink with $h^2$, from $10^{-3}$ to $10^{-5}$ ten
#    thousand times.
# 3. $(0.7,\,0.2-1,\,0.1)=(0.7,-0.8,0.1)$.
# 4. Because the log was taken of the fraction first, and the denominator of the derivative of
#    $\log\Sigma$ is $\Sigma$, of which $e^{z_m}$ is a part: $p_m$ is never above 1.
# </details>

# %% [markdown]
# ## Take-aways
#
# - Central differences judge every gradient; $h\approx10^{-5}$; a right formula gives a V.
# - $\partial S_i/\partial z_j=S_i(\delta_{ij}-S_j)$: do not forget the scores below the line.
# - The cross-entropy gradient is $(p_m-y_m)\,x_k$: expected minus observed.
# - Rewriting before differentiating is easier on paper and safer on a computer.
# - To find a wrong step, put in a point that is nowhere special.
#
# **Go on with** [exercise 08](../exercises/08-derivations/08-derivations.ipynb): you do every step
# yourself, and each one is read.
#
# ### Sources
#
# M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0).
# J. Boye, *DD2418 Language Engineering*, 5a to 5f, KTH. M. Hasegawa-Johnson, *Multi-Class Linear
# Classifiers*, 2020 (CC BY 4.0). F. Qureshi, *Softmax*. J. May, *Linear Models*, 2023.
