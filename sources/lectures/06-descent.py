# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 06 Gradient descent
#
# **How to find the deepest place of a lake in the fog, and why not to stay there.**
#
# About 110 minutes, pencil work included, and another 40 for the problems. Take a break after section
# {#least-squares}. Builds on lecture 05.
#
# You are sitting in a rowing boat, in thick fog. Somewhere on this lake is its deepest place, and
# you have been asked to drop the anchor there. You can't see the bed of the lake. All you have is a
# weight on a long line: let it down until it touches, and you know how deep the lake is *here*,
# which tells you very little about anywhere else.
#
# The lake belongs to the penguins: the task is to tell Adelies from Chinstraps by the length of their
# flippers. Your position is a choice of two weights, the bias $w_0$ and the weight $w_1$ of the
# flipper. The height of the bed below you is the loss of lecture 05, so the deepest place is the best
# classifier. And sounding isn't free: to find the loss at one place, all 219 birds have to be read,
# scored and compared with their labels. Reading examples is what learning costs.

# %% tags=["hide-input"]
import numpy as np

from lincourse import datasets, descent, perceptron, plots
from lincourse.features import add_bias
from lincourse.figures import descent as figures
from lincourse.logistic import cross_entropy, logistic_gradient, predict_probability, sigmoid

np.set_printoptions(precision=4, suppress=True)

birds = datasets.penguins().select(["Adelie", "Chinstrap"], ["flipper_length_mm"])
flipper = (birds.X - birds.X.mean(axis=0)) / birds.X.std(axis=0)
X, y = add_bias(flipper), birds.y  # label 0 is Adelie, label 1 is Chinstrap
n = len(y)


def loss(w):
    return cross_entropy(w, X, y)


ax = figures.lake(
    lambda w1: loss([0, w1]),
    boat=0.0,
    soundings=(-1.0, 0.0, 1.0),
    hidden=True,
    reach=(-1.8, 2.8),
    water=1.45,
    xlabel="$w_1$, while $w_0$ stays at 0",
)
plots.show(
    ax,
    "A lake cut open, with a boat at w1 = 0. Three lines go down to the bed, at -1, 0 and 1, and end "
    "at losses of 0.980, 0.693 and 0.632. The bed, which can't be seen, is a dotted bowl.",
)

# %% [markdown]
# Three soundings, 657 examples read, three numbers. **Before you read on:** where would you row, and
# how far? And a second question, which will seem foolish for most of the lecture: once you have found
# the deepest place, do you really want to anchor there?

# %% [markdown]
# **In this lecture**
#
# {contents}
#
# {formulas}

# %% [markdown] section="descent"
# ## 1. Where do you row when you can't see?
#
# First the obvious. Row a little way in a random direction; if it is deeper there, stay, otherwise
# row back. We give this *try and keep* 60 soundings on two lakes: the penguins', and one that belongs
# to 500 sentences from film reviews. There each word that occurs in at least three sentences is a
# feature (1 if the sentence has it, otherwise 0), and label 1 means that the critic liked the film.
# Both lakes start at $\mathbf w=\mathbf 0$ with a loss of $\log2=0.6931$, and the step length is the
# best of three. **Before you run it:** on which lake does it get further?


# %%
def try_and_keep(X, y, scale, rng):
    w, lowest = np.zeros(X.shape[1]), np.log(2)
    for _ in range(60):
        new = w + rng.normal(0, scale, X.shape[1])
        new_loss = cross_entropy(new, X, y)
        if new_loss < lowest:
            w, lowest = new, new_loss
    return lowest


(films,), _ = figures.film_sentences([500], at_least=3, seed=0)
lakes = {"penguins": (X, y), "films": films}
for name, data in lakes.items():
    means = []
    for scale in (0.03, 0.1, 1.0):
        runs = [try_and_keep(*data, scale, np.random.default_rng(seed)) for seed in range(5)]
        means.append(np.mean(runs))
    print(f"{name:8}: {data[0].shape[1]:3} weights, mean loss of five runs {min(means):.4f}")

# %% [markdown]
# It gets to within 0.0002 of the bottom of the penguins' lake, which lies at 0.5442. On the films'
# lake it has hardly begun. (Of a random step's squared length, on average only 1/495 lies along any one
# direction.)
#
# It would help to know the *slope* of the bed under the boat. Measured with the line, one weight at a
# time, that takes 496 soundings. Lecture 05 gives us all the slopes at once:
#
# $$\nabla\ell=\frac1n\sum_{i=1}^n\bigl(\sigma(\mathbf w\cdot x_i)-y_i\bigr)\,x_i ,$$
#
# the mean of *error times input*. It reads each example once, as the loss does, whether there are two
# weights or two million.

# %% tags=["hide-input"]
ax = figures.lake(
    lambda x: x**2,
    boat=2.0,
    reach=(-2.6, 3.2),
    water=11,
    slope=4.0,
    step=-1.0,
    ylabel="f(x)",
)
plots.show(
    ax,
    "A lake whose bed is the parabola x squared. The boat is at x = 2, where the bed rises to the "
    "right. An arrow, the next step, points left from 2 to 1.",
)

# %% [markdown]
# Where the bed rises to the right, row left. Where it is steep you are probably far from the bottom, so
# take a long step; where it is nearly flat, a short one:
#
# $$x \leftarrow x - \eta\,f'(x) .$$
#
# The minus sign turns you against the slope $f'(x)$, downhill, and the **learning rate** $\eta$
# ("eta") says how far to go per unit of slope. This is **gradient descent**. Do it by hand once:
# $f(x)=x^2$ has the slope $2x$, so from $x=2$ with $\eta=\tfrac14$ you go to $2-\tfrac14\cdot4=1$,
# then to $\tfrac12$, then to $\tfrac14$. You halve your distance with every step and never arrive.
#
# So when do you stop? When it is flat enough: as soon as the slope, or with several weights the length
# $\lVert\nabla f\rVert$ of the gradient, is below a small number $\epsilon$ ("epsilon"). Check *before*
# each step, since a start at the minimum needs none, and limit the number of steps in case it never
# gets flat. That is `descent.gradient_descent`. Now give descent the same 60 readings of all examples:

# %%
for name, data in lakes.items():
    losses = []
    for eta in (1.0, 2.0, 4.0):
        w = np.zeros(data[0].shape[1])
        for _ in range(60):
            w = descent.batch_step(w, *data, eta)  # one step against the gradient
        losses.append(cross_entropy(w, *data))
    print(f"{name:8}: loss {min(losses):.4f} after 60 steps at the best of three rates")

# %% [markdown]
# On the penguins' lake 60 gradients lead to the bottom. On the films' lake, where 60 soundings got from
# 0.6931 to 0.6646, they lead to 0.3778, reading no more examples.

# %% [markdown] section="learning-rate"
# ## 2. How long should a step be?
#
# Here is descent on $f(x)=x^2$ from $x=-2$ at four rates; run the cell to get sliders. **Before you
# move them,** guess: from which rate on will the path jump across the minimum, and from which rate on
# will it run away?

# %% tags=["hide-input"]
figures.learning_rate_slider(figures.PARABOLA)

# %% [markdown]
# It jumps across the minimum for every rate above $\tfrac12$, and it runs away for every rate above 1.
# Both numbers come out of a single factor:
#
# 1. $f'(x)=2x$ — *the derivative of a square*
# 2. $x_{\text{new}} = x-\eta\cdot 2x = (1-2\eta)\,x$ — *substituted into the rule*
# 3. $x_s=(1-2\eta)^s\,x_0$ — *each of $s$ steps multiplies by the same number*
# 4. $x_s\to0$ exactly if $\lvert 1-2\eta\rvert<1$, that is, if $0<\eta<1$ — *powers of a number shrink
#    only if it lies between $-1$ and 1*
#
# A negative factor jumps from side to side. One below $-1$ *diverges*.

# %%
for eta in (0.02, 0.9, 1.05):
    x, _ = descent.gradient_descent(lambda x: 2 * x, 2.0, eta, 0.0, max_steps=20)
    print(f"eta {eta:4}: x = {x:7.4f} after 20 steps, formula {2 * (1 - 2 * eta) ** 20:7.4f}")

# %% [markdown]
# What matters about the parabola is how sharply it bends. The slope of $x^2$ grows by 2 per unit of
# $x$; this rate of change is the **curvature**, the second derivative, and we write $\kappa$ ("kappa")
# for it. On any parabola the factor is $1-\eta\kappa$, so descent converges exactly for
# $0<\eta<2/\kappa$. **The more sharply the surface bends, the shorter your steps must be.** "Gradient
# descent finds the minimum" is a promise about small enough steps.
#
# ### Two valleys
#
# A *convex* function nowhere rises above its chords, $f\bigl(\tfrac{a+b}2\bigr)\le\tfrac{f(a)+f(b)}2$
# (lecture 05), so it has no valley except the deepest. The logistic loss is convex; many losses aren't.
# Descent is a *greedy local search*: it sees only the slope where it stands. Below it starts on the
# right, and the deeper valley is on the left. **Before you move the sliders:** can a larger rate get it
# there?

# %% tags=["hide-input"]
figures.learning_rate_slider(figures.TWO_VALLEYS)

# %% [markdown]
# It can: at $\eta=0.35$ the first step leads from 2.2 to $2.2-0.35\cdot6.55\approx-0.09$, just beyond
# the top of the hill at 0.15. But that is luck: at 0.3 the step would have ended at 0.24, on the near
# side, and at 0.8 descent leaves the picture. The top is flat too, and with two weights there is a
# third kind of flat place, a **saddle**, lowest in one direction and highest in another. A gradient of
# zero doesn't say which of the three you have found.

# %% [markdown] section="gradient"
# ## 3. Which way is down when there are many ways?
#
# With two weights there is a whole circle of directions. The slopes along the weights make up the
# **gradient** $\nabla f=(\partial f/\partial w_0,\ \partial f/\partial w_1,\dots)$. Why should the
# direction in which it happens to point be the steepest of all?
#
# 1. $f(\mathbf w+h\mathbf u)\approx f(\mathbf w)+h\,(\nabla f\cdot\mathbf u)$ — *go a short way $h$ in a
#    direction $\mathbf u$ of length 1: $w_k$ changes by $h\,u_k$, and each change counts with its own
#    slope*
# 2. slope along $\mathbf u$: $\ \nabla f\cdot\mathbf u=\lVert\nabla f\rVert\cos(\text{angle})$ — *a dot
#    product with a vector of length 1; the angle is the one to the gradient*
# 3. largest at 0°, along the gradient; smallest at 180°, against it; zero at a right angle — *that is how a
#    cosine behaves*
#
# The next cell measures the slope in sixteen directions by finite differences, from
# $\mathbf w=(0.5,-0.5)$.

# %%
w, h = np.array([0.5, -0.5]), 1e-6
slopes = {}
for angle in np.arange(0, 360, 22.5):
    u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    slopes[angle] = (loss(w + h * u) - loss(w - h * u)) / (2 * h)

gradient, steepest = logistic_gradient(w, X, y), max(slopes, key=slopes.get)
print(f"gradient {gradient}, length {np.linalg.norm(gradient):.4f}")
print(f"steepest of the sixteen: {steepest} degrees, slope {slopes[steepest]:.4f}")

# %% tags=["hide-input"]
left, right = plots.panels(columns=2, width=8.0, height=4.2)
figures.gradient_arrows(loss, w, gradient, left)
figures.slope_by_direction(slopes, gradient, right)
plots.show(
    left,
    "Left: contours of the loss around (0.5, -0.5), with the gradient as an arrow uphill and another "
    "arrow downhill, both at a right angle to the contour. Right: sixteen measured slopes lie on a "
    "cosine of the direction, highest along the gradient and lowest against it.",
)

# %% [markdown]
# Along a contour the loss doesn't change, so the gradient stands at a right angle to it. For many
# weights the rule is the same, with a vector for a number,
#
# $$\mathbf w \leftarrow \mathbf w - \eta\,\nabla\ell .$$
#
# Because one step reads the whole batch of examples, this is **batch** gradient descent.

# %%
w = np.zeros(2)
for step in range(4):
    print(f"{step * n:3} examples read: w = {w}, loss {loss(w):.4f}")
    w = descent.batch_step(w, X, y, eta=4.0)

w_best, steps = descent.gradient_descent(
    lambda w: logistic_gradient(w, X, y), np.zeros(2), eta=4.0, epsilon=1e-8, max_steps=1000
)
print(f"gradient below 1e-8 after {steps} steps: w = {w_best}, loss {loss(w_best):.4f}")

# %% [markdown]
# ### All weights at once
#
# All weights have to move *simultaneously*: first the whole gradient, then the step. A loop that
# changes $w_0$ and then uses the new $w_0$ for the slope along $w_1$ does something else. Check it on
# paper: $\mathbf w=(0,0)$, $x=(1,2)$, $y=1$, $\eta=1$. The probability is ½, the error $-\tfrac12$,
# the gradient $(-0.5,-1)$, so the step must be $(+0.5,+1)$.


# %%
def one_after_another(w, x, y, eta, order):
    w = w.copy()
    for k in order:
        error = sigmoid(w @ x) - y  # w has changed already
        w[k] = w[k] - eta * error * x[k]
    return w


w, x = np.zeros(2), np.array([1.0, 2.0])
print("all at once:      ", descent.sgd_step(w, x, 1, eta=1.0))
print("w0 first, then w1:", one_after_another(w, x, 1, 1.0, order=[0, 1]))
print("w1 first, then w0:", one_after_another(w, x, 1, 1.0, order=[1, 0]))

# %% [markdown]
# Three answers, and only the first is a step against the gradient. The others even depend on how the
# weights are numbered.

# %% [markdown] section="condition-number"
# ## 4. Why is it so slow in millimetres?
#
# All this time the flippers have been **standardised**: we subtracted the mean and divided by the
# standard deviation. That looks like a matter of taste: both versions allow the same classifiers and
# have the same smallest loss. So feed in the lengths as measured. **Before you run it:**
# standardised, 3 steps at $\eta=4$ came within 0.001 of the minimum. How many will it take in
# millimetres, at a rate just below the largest that is safe?

# %%
X_mm = add_bias(birds.X)  # the same flippers, in millimetres
w = np.zeros(2)
for step in range(5001):
    if step in (1, 2, 3, 5000):
        print(f"step {step:4}: w = {w}, loss {cross_entropy(w, X_mm, y):.4f}")
    w = descent.batch_step(w, X_mm, y, eta=0.0002)

w1 = w_best[1] / birds.X.std()  # the classifier w_best, for millimetres
print(f"  minimum: w = {np.array([w_best[0] - w1 * birds.X.mean(), w1])}, loss {loss(w_best):.4f}")

# %% [markdown]
# It doesn't get there. The first steps jump to and fro in $w_1$. After 5,000 steps, more than a million
# examples read, $w_0$ has moved by 0.0068, and it has to get to $-25.8$: at this pace, some 19 million
# steps. To see why, ask how the slope changes along a direction $\mathbf u$ of length 1.
#
# 1. slope: $\ \nabla\ell\cdot\mathbf u=\frac1n\sum_i\bigl(\sigma(z_i)-y_i\bigr)(\mathbf u\cdot x_i)$
#    with $z_i=\mathbf w\cdot x_i$ — *the gradient, and line 2 of section {#gradient}*
# 2. curvature: $\ \frac1n\sum_i\sigma(z_i)\bigl(1-\sigma(z_i)\bigr)(\mathbf u\cdot x_i)^2$ —
#    *differentiate along $\mathbf u$: $\sigma'=\sigma(1-\sigma)$, and $z_i$ changes by
#    $\mathbf u\cdot x_i$*
# 3. curvature $\le\frac1{4n}\sum_i(\mathbf u\cdot x_i)^2=\mathbf u^\top\bigl(\frac1{4n}X^\top
#    X\bigr)\mathbf u$ — *$\hat p\,(1-\hat p)$ is never more than $\frac14$*
#
# Over all directions, the largest and the smallest value of line 3 are the largest and the smallest
# *eigenvalue* of the matrix in it. Let $\kappa$ be the largest. Then no cut through the surface bends
# more sharply than a parabola of curvature $\kappa$, and we know what a parabola asks for:
#
# 4. $f(\mathbf w+\mathbf d)\le f(\mathbf w)+\nabla f\cdot\mathbf d+\tfrac\kappa2\lVert\mathbf
#    d\rVert^2$ — *the slope here, and a bend no sharper than that parabola's*
# 5. $f(\mathbf w_{\text{new}})\le f(\mathbf w)-\eta\bigl(1-\tfrac{\eta\kappa}2\bigr)
#    \lVert\nabla f\rVert^2$ — *put in the step $\mathbf d=-\eta\nabla f$ and collect*
#
# So **if $0<\eta<2/\kappa$, every batch step lowers the loss**, unless the gradient is already zero.
# (Above $2/\kappa$ nothing is promised; exercise 06 tries it.)

# %%
X_cm = add_bias((birds.X - birds.X.min()) / 10)  # centimetres above the shortest flipper
for name, A in (("standardised", X), ("centimetres", X_cm), ("millimetres", X_mm)):
    curvatures = np.linalg.eigvalsh(A.T @ A / (4 * n))
    kappa, ratio = curvatures.max(), curvatures.max() / curvatures.min()
    print(f"{name:12}: kappa {kappa:7.4g}, 2/kappa {2 / kappa:.3g}, ratio {ratio:.3g}")

# %% [markdown]
# The ratio of the largest to the smallest curvature is the **condition number**; the cell prints it for
# our bound. The largest sets the rate, and at that rate you also have to walk where the curvature is
# smallest. **That is why features are put on a common scale before descent.** Standardising doesn't
# change what the model can say. It makes the surface rounder.
#
# ### Momentum and Adam
#
# If you can't make the surface rounder, give the descent a memory. **Momentum** keeps a velocity
# $\mathbf v$, in which old gradients fade by a factor $\beta$ ("beta", usually 0.9) at every step:
#
# $$\mathbf v\leftarrow\beta\,\mathbf v+\nabla\ell,\qquad \mathbf w\leftarrow\mathbf w-\eta\,\mathbf v .$$
#
# Gradients that agree add up: a constant 1 makes $1+\beta+\beta^2+\dots=\tfrac1{1-\beta}=10$. Gradients
# that alternate cancel: $1-\beta+\beta^2-\dots=\tfrac1{1+\beta}\approx0.53$. **Adam** has such a memory
# $\mathbf m$ and also a rate of its own for each weight: it divides by the typical size of that
# weight's gradient, the root of a running mean $\mathbf v$ of its squares.
#
# $$\mathbf m\leftarrow\beta_1\mathbf m+(1-\beta_1)\nabla\ell,\qquad
# \mathbf v\leftarrow\beta_2\mathbf v+(1-\beta_2)(\nabla\ell)^2,\qquad
# \mathbf w\leftarrow\mathbf w-\eta\,\frac{\mathbf m/(1-\beta_1^t)}{\sqrt{\mathbf v/(1-\beta_2^t)}+\epsilon}$$
#
# Square, root and division go entry by entry, and at step $t=1,2,\dots$ the divisors $1-\beta^t$ make
# up for means that start from zero. **Before you run it:** on which surface will a memory help, the
# long one in centimetres or the rounder one?


# %%
def walk(method, A, eta, steps=200):
    """The weights before the first step and after each one."""
    w, velocity, m, v = np.zeros((4, 2))
    path = [w]
    for t in range(1, steps + 1):
        gradient = logistic_gradient(w, A, y)
        if method == "plain":
            w = descent.batch_step(w, A, y, eta)
        elif method == "momentum":
            w, velocity = descent.momentum_step(w, velocity, gradient, eta, beta=0.9)
        else:
            w, m, v = descent.adam_step(w, m, v, t, gradient, eta, 0.9, 0.999, 1e-8)
        path.append(w)
    return path


paths, close = {}, loss(w_best) + 0.001
for surface, A in (("standardised", X), ("centimetres", X_cm)):
    for method in ("plain", "momentum", "Adam"):
        needed = {}
        for eta in (0.05, 0.1, 0.2, 0.5, 1.0, 1.4, 2.0, 5.0):
            far = [cross_entropy(w, A, y) > close for w in walk(method, A, eta)]
            needed[eta] = len(far) - far[::-1].index(True)  # from here to step 200: close
        eta, name = min(needed, key=needed.get), f"{surface}, {method}"
        print(f"{name:22} at {eta:3}: {needed[eta]:3} steps to within 0.001")
        if name not in ("standardised, momentum", "standardised, Adam"):
            paths[name] = walk(method, A, eta, steps=40)

# %% tags=["hide-input"]
best_cm = np.array([w_best[0] - w1 * (birds.X.mean() - birds.X.min()), 10 * w1])
ax = figures.valley_panels(paths, {"standardised": (X, w_best), "centimetres": (X_cm, best_cm)}, y)
plots.show(
    ax,
    "Forty steps on contours of the loss. Standardised: plain descent is at the minimum after one long "
    "step. Centimetres, a long narrow valley: plain descent zigzags into it and creeps along it, "
    "momentum overshoots the minimum and swings back, Adam curves along the valley.",
)

# %% [markdown]
# A memory helps in the long valley: momentum needs 40 steps and Adam 35, where plain descent needs 109,
# each at the best of eight rates. On the rounder surface it does harm: plain descent is there after one
# step, momentum after 43 and Adam after 33. So rescale first.

# %% [markdown] section="least-squares"
# ## 5. Is there no shortcut?
#
# Why walk at all? At the minimum every slope is zero, and equations can be solved. For the logistic loss
# these equations have no solution in closed form; for a simpler loss they do. Tell
# Adelies from Gentoos by bill depth and body mass: put the birds into a matrix $A$, one row each with
# its constant 1, their labels $\pm1$ into a vector $b$, and ask every score to *be* its label,
# $A\,\mathbf w=b$. That is 274 equations for three weights, so in general no $\mathbf w$ satisfies them
# all. **Least squares** takes the one with the smallest sum of squared errors:
#
# 1. $\ell(\mathbf w)=\sum_i(a_i\cdot\mathbf w-b_i)^2$ — *the squared errors; $a_i$ is row $i$ of $A$*
# 2. $\nabla\ell=\sum_i 2\,(a_i\cdot\mathbf w-b_i)\,a_i=2A^\top(A\mathbf w-b)$ — *differentiate each
#    square*
# 3. $A^\top A\,\mathbf w=A^\top b$ — *at the minimum every slope is 0: one linear system*
# 4. $\mathbf w=(A^\top A)^{-1}A^\top b$ — *if $A^\top A$ has an inverse*
#
# $(A^\top A)^{-1}A^\top$ is the **pseudo-inverse** of $A$. If a column of $A$ repeats another there is
# no inverse; then many $\mathbf w$ are equally good, and one takes the shortest.

# %%
pair = datasets.penguins().select(["Adelie", "Gentoo"], ["bill_depth_mm", "body_mass_g"])
mean, deviation = pair.X.mean(axis=0), pair.X.std(axis=0)
A_pair, gentoo = add_bias((pair.X - mean) / deviation), pair.y
b = 2 * gentoo - 1  # -1 for Adelie, +1 for Gentoo

w_squares = perceptron.least_squares(A_pair, b)
print("one linear system:", w_squares, " wrong:", (b * (A_pair @ w_squares) <= 0).sum())
w, steps = descent.gradient_descent(
    lambda w: 2 * A_pair.T @ (A_pair @ w - b) / len(b), np.zeros(3), 0.5, 1e-8, max_steps=1000
)
print(f"{steps} steps of descent:", w)

# %% [markdown]
# They agree, and no bird is wrong. **Where it breaks:** least squares wants every score to *be*
# $\pm1$, so a bird deep inside its own region is punished for being too right. Let sixty heavy Gentoos
# of about 8.2 kg join the others. (We invented them.)

# %%
rng = np.random.default_rng(1)
heavy = np.column_stack([rng.normal(15, 0.5, 60), rng.normal(8200, 150, 60)])  # mm and g
A_heavy = np.vstack([A_pair, add_bias((heavy - mean) / deviation)])
y_heavy = np.append(gentoo, np.ones(60, dtype=int))

w_pulled, w_logistic = perceptron.least_squares(A_heavy, 2 * y_heavy - 1), np.zeros(3)
for _ in range(500):
    w_logistic = descent.batch_step(w_logistic, A_heavy, y_heavy, eta=1.0)
for name, w in (("least squares", w_pulled), ("logistic loss", w_logistic)):
    print(f"{name}: {((A_heavy @ w > 0) != y_heavy).sum()} wrong of {len(y_heavy)}")
for name, w in (("before", w_squares), ("after", w_pulled)):
    print(f"mean score of the heavy birds {name} they join: {(A_heavy[-60:] @ w).mean():.1f}")

# %% tags=["hide-input"]
ax = figures.too_right(A_heavy, y_heavy, w_squares, w_pulled, w_logistic)
plots.show(
    ax,
    "Adelies at the lower right, Gentoos at the left, sixty heavy Gentoos far above. Without these the "
    "least-squares line runs between the species. With them it is much steeper, and three Gentoos and "
    "one Adelie, ringed, are on its wrong side. The logistic line separates all birds.",
)

# %% [markdown]
# The heavy birds were as right as can be, with a mean score of 2.9, but least squares asks for 1. With
# them in the fit the line tilts, and four ordinary birds end up on the wrong side. The logistic loss
# only shrinks as a score gets more right, and its line has all 334 right. A formula answers the
# question that was put to it, and "every score should be $\pm1$" wasn't quite ours.
#
# <details><summary><b>Think:</b> why does the formula get slow, and what do labels other than ±1 do to it?
# </summary>
#
# Making $A^\top A$ takes about $n\,d^2$ multiplications, inverting it about $d^3$. With 20,000 words as
# features it has 400 million entries. A step on one sentence touches only the weights of its words.
#
# As long as the constant 1 is a feature, labels $p$ and $q$ instead of $-1$ and $+1$ only stretch and
# shift the scores: the line is the same if you compare the score with $(p+q)/2$ instead of 0. Classes
# numbered 0, 1, 2 are another matter, because class 1 would have to lie *between* the others. One-hot
# labels, one column per class, avoid that.
#
# </details>

# %% [markdown] section="minibatches"
# ## 6. Must every step read all the data?
#
# With a million examples batch descent reads them all and then moves *once*. The opposite is to move
# after every single example, as the perceptron did in lecture 04:
#
# $$\mathbf w \leftarrow \mathbf w - \eta\,\bigl(\sigma(\mathbf w\cdot x)-y\bigr)\,x .$$
#
# This is **stochastic gradient descent**, SGD for short; *stochastic* means that chance decides which
# example comes next. **A classic quiz, to do on paper:** take one step with $x=(1, 0.82)$, $y=1$,
# $\mathbf w=(0.04, 0.5)$ and $\eta=0.01$. What are the gradient and the new weights?

# %%
w, x = np.array([0.04, 0.5]), np.array([1.0, 0.82])
error = sigmoid(0.04 * 1 + 0.5 * 0.82) - 1
print(f"error {error:.4f}, gradient {error * x}, new weights {descent.sgd_step(w, x, 1, eta=0.01)}")

# %% [markdown]
# The gradient is $(-0.3894,-0.3193)$, and the new weights are $(0.0439, 0.5032)$.
#
# The gradient of one example is wrong, but it is *right on average*: the batch gradient is by
# definition the mean of the single ones. A **minibatch** of a few examples is a compromise. Its
# gradient is a mean of draws, so four times as many examples halve its standard error (lecture 01).
# One pass through the data is an **epoch**: shuffle the indices, cut them into batches, and let the
# last batch be short if the size doesn't divide $n$, so that every example comes *once*.
#
# **Where it breaks: the order.** These data come one species after the other, 151 Adelies and then 68
# Chinstraps. **Before you run it:** what happens to SGD if you read them in that order?

# %%
for shuffle in (False, True):
    rng, w, losses = np.random.default_rng(0), np.zeros(2), []
    for _ in range(6):
        for i in rng.permutation(n) if shuffle else range(n):
            w = descent.sgd_step(w, X[i], y[i], eta=0.1)
        losses.append(loss(w))
    print("shuffled:" if shuffle else "in order:", np.array(losses))

# %% [markdown]
# Every epoch ends with 68 Chinstraps in a row, and the loss settles at 0.851, *worse* than the 0.6931
# of weights that are all zero. Nothing crashed, and no warning came.
#
# Even shuffled, the loss goes up and down. The next picture shows three epochs in batches of four
# sizes; run the cell to get sliders. **Before you play:** which sizes come to rest at a constant rate?

# %% tags=["hide-input"]
figures.batch_explorer(X, y)

# %% [markdown]
# Only the full batch does. At the minimum only the *mean* of all gradients is zero; each single bird
# still pulls, and every pull is multiplied by $\eta$. So use a **decaying rate**, or learning-rate
# **schedule**, for instance $\eta/(1+\text{examples read}/h)$, which is halved after $h$ examples.
# `figures.descend` runs SGD this way, here with ten shuffles.

# %%
for name, half in (("constant", np.inf), ("decaying", 100)):
    runs = [(0.2, half, seed) for seed in range(10)]  # eta, h, seed
    *_, (_, ends) = figures.descend(X, y, size=1, runs=runs, budget=10 * n)
    extra = np.mean([loss(w) - loss(w_best) for w in ends])
    print(f"{name} rate: on average {extra:.6f} above the minimum after 10 epochs")

# %% [markdown]
# ### A two-by-two race
#
# Who gets lowest for the same number of examples read? A popular answer is that SGD wins because large
# data sets repeat themselves. Let's test that "because". The four races below share the birds, the
# classifiers and the minimum. Two things differ:
#
# - *how many steps the surface asks for*: few (standardised) or many (centimetres, section
#   {#condition-number});
# - *whether examples repeat*: each bird once, or ten copies of each, which leave the mean loss as it is
#   and make a batch step ten times as expensive.
#
# Each method may read 4,380 examples. Each run has its own start near zero and its own shuffles.
# `figures.race` tries 23 rates with 5 decays on five runs, takes the best pair, and tests it on ten other
# runs. **Before you run it:** in which of the four races does batch descent do badly?

# %%
races = {}
for surface, A in (("Few steps needed", X), ("Many steps needed", X_cm)):
    for copies, repeats in ((1, "each bird once"), (10, "ten copies")):
        races[f"{surface}, {repeats}"] = figures.race(A, y, copies, 20 * n, loss(w_best))

print(f"{'above the minimum (standard error)':35} batch           20 at a time    SGD")
for name, racers in races.items():
    print(f"{name:35}", *(f"{r.excess[-1]:.4f} ({r.error:.4f})" for r in racers.values()))

# %% tags=["hide-input"]
ax = figures.race_panels(races)
plots.show(
    ax,
    "Four panels, loss above the minimum against examples read, both logarithmic. Few steps needed: all "
    "three methods end below 0.001. Many steps needed: SGD and minibatches end below 0.01, batch descent "
    "near 0.02 without copies and, after two steps, at 0.1 with copies.",
)

# %% [markdown]
# Batch descent does badly in the two races that need many steps. It loses there even if no bird repeats:
# it ends 0.015 above the minimum, SGD 0.002. (With 400 rates in place of 23 we got batch descent down to
# 0.009, still behind.) With few steps to take, ten copies hardly hurt it: two steps end 0.0003 above the
# minimum. Repetition hurt it badly only where it was short of steps already. So compare the steps that the
# surface asks for with the steps that your budget pays for: here 20 batch steps or 2, and 4,380 of SGD
# either way.

# %% [markdown] section="early-stopping"
# ## 7. When should you stop?
#
# Now for the foolish question. Everything so far was about getting down, on a bed that is the loss on
# the examples we *have*. What we want is a classifier for examples we haven't seen, and their loss is a
# lake of its own, with a similar bed. So divide the data into three: the **training set** to descend
# on, the **validation set** to watch while you do, and the **test set** to look at once, at the very
# end. A usual division is 80-10-10. Shuffle before you cut: these film sentences come with all the
# positive ones first.
#
# We train on only 1,000 sentences, so that things go wrong within seconds, and keep 1,000 and 2,000 for
# the other two. A feature is a word that occurs in at least two *training* sentences.


# %%
def train(part, lam=0.0, epochs=50):
    """The weights after each epoch, 20 sentences at a time, at a rate of 0.5."""
    rng, w, history = np.random.default_rng(0), np.zeros(part.X.shape[1]), []
    for _ in range(epochs):
        for batch in descent.minibatches(len(part.y), 20, rng):
            w = w - 0.5 * descent.regularised_gradient(w, part.X[batch], part.y[batch], lam)
        history.append(w)
    return history


def losses_on(part, history):
    return [cross_entropy(w, part.X, part.y) for w in history]


parts, words = figures.film_sentences([1000, 1000, 2000], at_least=2, seed=0)
history = train(parts[0])  # without a penalty: lam is 0 until the next section
training, validation = losses_on(parts[0], history), losses_on(parts[1], history)

# %% tags=["hide-input"]
ax = figures.two_losses(training, validation)
plots.show(
    ax,
    "Training loss falls steadily from 0.62 to 0.18 over 50 epochs. Validation loss falls with bumps "
    "from 0.68 to 0.64 within ten epochs and then climbs to 0.72.",
)

# %% [markdown]
# The training loss falls and falls. The validation loss falls for some epochs and then climbs: from
# there on, descent follows hollows that only the training bed has. That is **overfitting**, and
# **early stopping** ends training when it sets in. One rise may be chance, so have some **patience**:
# stop when the validation loss has risen *more often in a row* than your patience allows (a patience
# of 2 allows two rises), and go back to the *best* weights so far, not the last. Here is the
# validation curve at four patiences; run the cell to get a slider. **Before you look:** how much
# patience is enough here, and does more do harm?

# %% tags=["hide-input"]
figures.patience_explorer(validation)

# %% [markdown]
# A patience of 2 is enough: it keeps epoch 8, the best of all fifty. A patience of 3 keeps the same
# weights and takes seven epochs longer.
#
# Now the test set, once. **Before you run it:** how much worse are the last weights than the best, in
# loss and in the share of right labels?

# %%
stop, best = descent.early_stopping(validation, patience=2)
test = parts[2]
print(f"always the majority label: {max(test.y.mean(), 1 - test.y.mean()):.1%} right")
for name, w in (("best", history[best]), ("last", history[-1])):
    p_hat = predict_probability(w, test.X)
    right, sure = (p_hat >= 0.5) == test.y, np.maximum(p_hat, 1 - p_hat) >= 0.9
    print(f"{name} weights: loss {cross_entropy(w, *test):.3f}, {right.mean():.1%} right; ", end="")
    print(f"at least 90 % sure of {sure.sum()}, {right[sure].mean():.0%} of them right")

# %% [markdown]
# In loss the last weights are at 0.714, worse than weights of zero (0.693). In labels they are no
# worse: both are right for about 64 % of the sentences (standard error $\sqrt{0.64\cdot0.36/2000}$,
# 1.1 points). How can both be true? The best weights are at least 90 % sure of 38 sentences, and 87 %
# of those are right; the last weights are as sure of 450, and only 78 % are right. Further training
# made the model too sure of itself, and the logistic loss punishes nothing as hard as being sure and
# wrong. So decide what you want to be good at, probabilities or labels, before you decide when to
# stop.

# %% [markdown] section="penalty"
# ## 8. Why keep the weights small?
#
# Some lakes have no bottom. The Adelies and Gentoos of section {#least-squares} can be separated by a
# line, and then the logistic loss has *no* minimum: double the weights of such a line and each bird is
# still on its right side, each probability is more certain, and the loss is smaller. The cure is a
# **penalty** on large weights,
#
# $$\ell_\lambda(\mathbf w)=\ell(\mathbf w)+\lambda\sum_{k=1}^{d-1}w_k^2 .$$
#
# This is **L2 regularisation**, and $\lambda$ ("lambda") is its strength. The bias $w_0$ is not in the
# sum.

# %% tags=["hide-input"]
lengths = {}
for lam in (0.0, 0.001, 0.01):
    w, lengths[f"λ = {lam:g}"] = np.zeros(3), []
    for _ in range(1001):
        lengths[f"λ = {lam:g}"].append(np.linalg.norm(w[1:]))
        w = w - 2.0 * descent.regularised_gradient(w, A_pair, gentoo, lam)
ax = figures.growth_curves(lengths, xlabel="batch steps, η = 2", ylabel="length of the weights")
plots.show(
    ax,
    "Length of the weights, bias left out, on separable penguins. Without a penalty it keeps growing, "
    "to 8 after 1,000 steps. With λ = 0.001 it levels off at 4.6, with λ = 0.01 at 2.65.",
)

# %% [markdown]
# Without a penalty the weights are still growing after 1,000 steps; with one they level off. Its
# gradient:
#
# 1. $\dfrac{\partial}{\partial w_k}\,\lambda w_k^2 = 2\lambda w_k$ — *don't lose the 2 of the square*
# 2. $\dfrac{\partial\ell_\lambda}{\partial w_k} = \dfrac{\partial\ell}{\partial w_k}+2\lambda w_k$ for
#    $k\ge1$ — *term by term; the bias, $k=0$, keeps its old slope*
# 3. $w_k\leftarrow(1-2\eta\lambda)\,w_k-\eta\,\dfrac{\partial\ell}{\partial w_k}$ — *line 2 in a step: the
#    old weight shrinks by the factor $\rho=1-2\eta\lambda$ of lecture 04, also called* weight decay.
#
# **Why is the bias left out?** It says how common class 1 is, as you can see at the minimum:
#
# 4. $\dfrac{\partial\ell_\lambda}{\partial w_0}=\dfrac1n\sum_i(\hat p_i-y_i)=0$ — *the slope along the
#    bias, whose feature is 1*
# 5. $\dfrac1n\sum_i\hat p_i=\dfrac1n\sum_iy_i$ — *so the mean prediction is the share of class 1,
#    whatever $\lambda$ is*
#
# **Before you run it:** Adelies and Chinstraps again, 31 % of them Chinstraps. Put the bias into the
# penalty too and make $\lambda$ large. Towards which number does the mean prediction drift?

# %%
for bias_too in (False, True):
    means = []
    for lam in (0.0, 0.01, 0.1, 1.0):
        w, eta = np.zeros(2), 1 / (0.25 + 2 * lam)  # penalties add curvature
        for _ in range(500):
            extra = np.array([2 * lam * w[0] * bias_too, 0])
            w = w - eta * (descent.regularised_gradient(w, X, y, lam) + extra)
        means.append(predict_probability(w, X).mean())
    print("bias in the penalty:" if bias_too else "bias left out:      ", np.array(means))

# %% [markdown]
# It drifts towards ½, the answer of somebody who has seen no data.
#
# The penalty makes overlapping features share the work: if two features are always equal, the weights
# $(1,0)$ and $(\tfrac12,\tfrac12)$ give the same scores, but their squares add up to 1 and to $\tfrac12$.
#
# It also works against overfitting. Its $\lambda$, like $\eta$ and the patience, is a
# **hyperparameter**: chosen on the validation set, not learnt by descent. Is it better than early
# stopping? On five new divisions of the film sentences we compare the last of 50 epochs, early
# stopping, and 50 epochs with the best of three $\lambda$.

# %%
results = []
for seed in range(1, 6):
    parts, _ = figures.film_sentences([1000, 1000, 2000], at_least=2, seed=seed)
    part, held_out, test = parts
    history = train(part)
    _, best = descent.early_stopping(losses_on(held_out, history), patience=2)
    penalised = [train(part, lam)[-1] for lam in (0.001, 0.003, 0.01)]
    chosen = penalised[np.argmin(losses_on(held_out, penalised))]
    results.append(losses_on(test, [history[-1], history[best], chosen]))

last, stopped, penalised = np.transpose(results)
print(f"test loss: last {last.mean():.3f}, stopped {stopped.mean():.3f}, ", end="")
print(f"penalty {penalised.mean():.3f}")
for name, gap in (("last", last - stopped), ("penalty", penalised - stopped)):
    error = gap.std(ddof=1) / np.sqrt(5)
    print(f"{name} minus stopped: {gap.mean():.4f}, standard error {error:.4f}")

# %% [markdown]
# Both end far below the last weights. Between the two, these five divisions show no difference: 0.001,
# with a standard error of 0.002.

# %% [markdown]
# ## So where do you drop the anchor?
#
# Where do you row? Against the gradient, in steps that the sharpest bend allows, on a bed that you have
# made rounder.
#
# And do you anchor at the deepest place? No. It is the deepest place of the lake you could sound, and
# you are going to live on another one. The two beds run alike at first and then part. So take soundings
# of the other lake too, the validation set, and anchor where *those* are deepest.
#
# With more than two labels the weights become a matrix and the sigmoid becomes the softmax, and all of
# this is used again: [lecture 07](07-softmax.ipynb).

# %% [markdown]
# ## In practice
#
# Scikit-learn's `LogisticRegression` minimises $C\sum_i\ell_i+\tfrac12\sum_{k\ge1}w_k^2$, with a *sum*
# over the examples, so its $C$ is our $\tfrac1{2\lambda n}$: a large $C$ is a weak penalty.

# %%
from sklearn.linear_model import LogisticRegression

lam = 0.01
w, steps = descent.gradient_descent(
    lambda w: descent.regularised_gradient(w, A_pair, gentoo, lam), np.zeros(3), 2.0, 1e-8, 1000
)
model = LogisticRegression(C=1 / (2 * lam * len(gentoo)), tol=1e-8).fit(A_pair[:, 1:], gentoo)
print("ours:        ", w)
print("scikit-learn:", np.append(model.intercept_, model.coef_))

# %% [markdown]
# *Check your gradient* $g$ against central differences $g_h$ as in lecture 05, at random weights and with
# the penalty switched on. A relative error $\lVert g-g_h\rVert/\lVert g_h\rVert$ below $10^{-7}$ is fine,
# one above $10^{-4}$ is a bug.
#
# *Before a long run,* look at the first loss: with zero weights it must be $\log2$ ($\log K$ for $K$
# classes). Then train on twenty examples, without a penalty. If they have more features than that, a
# line can nearly always separate them, and the loss must go towards 0.
#
# In PyTorch you write the loop, and the library finds the gradient. `SGD(..., momentum=0.9)` is our
# momentum step, and its `weight_decay` is our $2\lambda$, but it shrinks the bias too.
#
# ```python
# import torch
#
# model = torch.nn.Linear(d, 1)           # has a bias of its own
# loss_of = torch.nn.BCEWithLogitsLoss()  # mean cross-entropy, from scores
# optimiser = torch.optim.Adam(model.parameters(), lr=0.001)
# for epoch in range(50):
#     for x, y in loader:                 # a DataLoader with shuffle=True
#         optimiser.zero_grad()
#         loss_of(model(x).squeeze(1), y.float()).backward()
#         optimiser.step()
# ```
#
# **Where people start:** standardised features; $\eta=0.01$ for SGD (with $\beta=0.9$) and $0.001$ for
# Adam ($\beta_1=0.9$, $\beta_2=0.999$, $\epsilon=10^{-8}$), then factors of 3 up and down, judged on
# the validation set; 32 to 256 examples per batch; $\lambda$ in powers of 10 from $10^{-5}$; a
# patience of 3 to 10. Many libraries count the epochs *since the best one* as patience, so that a
# climbing zigzag stops them too.
#
# | symptom | usual cause | what to do |
# |---|---|---|
# | the loss jumps up, or is `nan` | rate above what the curvature allows | divide $\eta$ by 10; check the gradient |
# | the loss hardly moves | features on very different scales, or a tiny rate | standardise, then raise $\eta$ |
# | training loss falls, validation loss rises | overfitting | stop early, or a larger $\lambda$ |

# %% [markdown]
# ## Problems
#
# 1. **Prove.** On a surface with constant curvatures between $\mu$ and $\kappa$, a step multiplies the
#    error along a direction of curvature $c$ by $1-\eta c$. Show that $\eta=2/(\kappa+\mu)$ is the best
#    constant rate. How many steps make the error 1,000 times smaller at condition number 55?
# 2. **Prove.** Adam's first step moves each weight by almost exactly $\eta$, whatever its gradient (if
#    that isn't 0). How long would it be without the divisors $1-\beta^t$? What does multiplying the loss
#    by 1,000 change for Adam, and what for plain descent?
# 3. **Estimate.** Somebody picks $n$ examples at random *with replacement* and calls it an epoch. What
#    share of a large data set has no say in it? And in five such epochs?
# 4. **Design.** A friend trains with batches of 1 and of 100, both at $\eta=0.1$, finds a lower loss with
#    1 after an epoch, and concludes that small batches learn faster. What would you run instead?
#
# <details><summary>Solutions</summary>
#
# 1. The slowest direction has the factor $\max(\lvert1-\eta\mu\rvert,\lvert1-\eta\kappa\rvert)$. As $\eta$
#    grows from 0, the first falls and the second, once $\eta\kappa>1$, grows, so the maximum is smallest
#    where they are equal: $1-\eta\mu=\eta\kappa-1$. The factor is then $(\kappa-\mu)/(\kappa+\mu)=54/56$,
#    and $\log1000/\log(56/54)\approx190$ steps.
# 2. At $t=1$ the corrected means are $g$ and $g^2$, so the step is $\eta\,g/(\lvert g\rvert+\epsilon)$,
#    about $\pm\eta$ if $\lvert g\rvert$ is much larger than $\epsilon$. Without the divisors it is
#    $\eta\cdot0.1\,g/\sqrt{0.001\,g^2}$, 3.2 times as long. A loss 1,000 times as large changes (up to
#    $\epsilon$) nothing for Adam, as numerator and root grow alike; plain descent's steps get 1,000 times
#    as long.
# 3. An example is missed by one pick with probability $1-\frac1n$, by all $n$ with
#    $(1-\frac1n)^n\approx1/e\approx37\,\%$, and in five epochs with $e^{-5}\approx0.7\,\%$.
# 4. At an equal rate the batch of 1 takes 100 times as many steps, so perhaps 0.1 is just too small for
#    batches of 100. Give each size its own rate and decay, chosen from the same grid on other shuffles;
#    compare after equally many examples, over several shuffles, with a standard error; and repeat it at
#    another condition number before you say "because".
#
# </details>

# %% [markdown]
# ## In five lines
#
# 1. Against the gradient is the steepest way down: $\mathbf w\leftarrow\mathbf w-\eta\nabla\ell$, all
#    weights at once, until $\lVert\nabla\ell\rVert<\epsilon$.
# 2. Each batch step lowers the loss if $0<\eta<2/\kappa$. The largest curvature sets the rate, the smallest
#    the pace, so standardise. Momentum and Adam helped in the long valley.
# 3. The gradient of one example is right on average. SGD and minibatches got lower where the surface
#    asked for more steps than batch descent could pay for. Shuffle in every epoch, and let the rate decay.
# 4. Stop when the validation loss has risen more often in a row than your patience allows, and keep the
#    *best* weights.
# 5. L2 adds $\lambda\sum_{k\ge1}w_k^2$ to the loss and $2\lambda w_k$ to the gradient. The bias is left out,
#    so the mean prediction stays the share of class 1.
#
# [Symbols](../docs/notation.md), [terms](../docs/glossary.md), [slips of the source
# texts](../docs/errata.md). **Go on with** [exercise 06](../exercises/06-descent/06-descent.ipynb): you
# write the rules of this lecture yourself.
#
# ### Sources
#
# J. Boye, *DD2418 Language Engineering*, 5d and 5e, KTH (the quiz too). M. Hasegawa-Johnson & J.
# Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0). J. May, *Linear Models*, 2023,
# section 15. D. P. Kingma & J. Ba, *Adam*, ICLR 2015. Further: L. Bottou, F. E. Curtis & J. Nocedal,
# *Optimization methods for large-scale machine learning*, SIAM Review 60, 2018. Penguins: Horst, Hill &
# Gorman, 2020. Film sentences: Pang & Lee, 2005.
