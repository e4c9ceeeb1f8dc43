# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 06 Gradient descent
#
# **Walking downhill, and knowing when to stop**
#
# About 90 minutes. Follows Boye, *DD2418 Language Engineering*, 5d and 5e (KTH), and
# Hasegawa-Johnson & Hockenmaier, *Lecture 18: Wrapping up classification* (2019), on batch and
# online training.
#
# **After this you can**
#
# - carry out steps of gradient descent by hand, and say when they stop;
# - tell from a learning rate whether descent creeps, converges, oscillates or diverges;
# - say why the gradient is the direction of steepest ascent;
# - write a batch, a stochastic and a minibatch step, and spot one that updates in the wrong order;
# - say when a step is sure to bring you closer, and when it is not;
# - read from a validation curve where training should stop, and which weights to keep;
# - add an L2 penalty to a loss and to its gradient, and say why it leaves the bias alone.
#
# **You need first** the logistic loss and its gradient (lecture 05).

# %% [markdown]
# ## The symbols used here
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $f$, $f'$ | a function of one variable, its slope | number | `f`, `slope` |
# | $\nabla f$ | gradient: the slopes along all the weights | $(d,)$ | `gradient` |
# | $\eta$ | learning rate, "eta" (Boye: $\alpha$) | number | `eta` |
# | $\epsilon$ | how flat is flat enough, "epsilon" | number | `epsilon` |
# | $X$, $x$ | all examples, one example; the constant 1 comes first | $(n, d)$, $(d,)$ | `X`, `x` |
# | $y$ | right label, 0 or 1 | number | `y` |
# | $\mathbf w$ | weights, the bias $w_0$ first (Boye: $\theta$) | $(d,)$ | `w` |
# | $L$ | the largest curvature: how fast the slope changes | number | `L` |
# | $\lambda$ | strength of the penalty, "lambda" | number | `lam` |
#
# In sections 1 and 2 we walk along $x$. From section 3 on we walk through the weights
# $\mathbf w$, and $x$ is an example again.

# %%
from collections import Counter

import numpy as np

from lincourse import datasets, descent, plots
from lincourse.features import add_bias
from lincourse.figures import descent as figures
from lincourse.logistic import cross_entropy, logistic_gradient, predict_probability, sigmoid

np.set_printoptions(precision=4, suppress=True)

# %% [markdown]
# ## 1. Which way is down?
#
# For most losses nobody has a formula for the minimum. What you do have is the slope at the place
# where you stand. Where the slope is negative, $f$ falls to the right, so step to the right. Where
# it is positive, step to the left. Make the step long where it is steep:
#
# $$x \leftarrow x - \eta\,f'(x) .$$
#
# The minus sign does the turning, and the learning rate $\eta$ sets the length.


# %%
def f(x):
    return x**2


def slope(x):
    return 2 * x


path = [2.0]
for step in range(6):
    x = path[-1]
    print(f"step {step}: x = {x:.4f}   f(x) = {f(x):.4f}   slope = {slope(x):.4f}")
    path.append(x - 0.2 * slope(x))

# %%
ax = plots.descent_curve(f, path, reach=2.5, title="Steps get shorter as the slope gets gentle")
plots.show(
    ax,
    "The parabola x squared. The path starts at x = 2 and goes down the right side towards 0 in six "
    "steps, each of them shorter than the one before.",
)

# %% [markdown]
# No step ever reaches 0. So when do you stop? When it is flat enough: as soon as the slope, or with
# several weights the length of the gradient, is below a number $\epsilon$ that you choose:
# $\lvert\nabla f\rvert<\epsilon$. Look **before** each step: who starts at the minimum has nothing
# to do. And allow only so many steps, in case it never gets flat.

# %%
for x0, epsilon in ((2.0, 1.0), (2.0, 0.1), (2.0, 0.001), (0.0, 0.001)):
    x, steps = descent.gradient_descent(slope, x0, eta=0.2, epsilon=epsilon, max_steps=1000)
    print(f"from {x0}, epsilon {epsilon}: {steps:2} steps, x = {x:.5f}")

# %% [markdown]
# **A detail that trips readers.** Boye gives this rule twice. In 5d descent stops where
# $\lvert\nabla f\rvert<\epsilon$, in 5e where the *sum of squares* of the gradient's entries is below
# $\epsilon$. The sum of squares is the length squared, so these are two rules. This course uses the
# length.

# %%
epsilon, g = 0.01, np.array([0.06, -0.05])
print(f"length {np.linalg.norm(g):.4f}: stop? {bool(np.linalg.norm(g) < epsilon)}")
print(f"sum of squares {g @ g:.4f}: stop? {bool(g @ g < epsilon)}")

# %% [markdown]
# <details><summary><b>Think:</b> does a small slope mean that the minimum is near?</summary>
#
# No. It means that it is flat *here*. The next cell descends on $x^4$, which is very flat around 0:
# the slope is already below 0.001 where $x$ is still 0.06. On $100\,x^2$ the same $\epsilon$ leads
# much closer.
# </details>

# %%
for name, g, eta in (("x^4", lambda x: 4 * x**3, 0.1), ("100 x^2", lambda x: 200 * x, 0.001)):
    x, steps = descent.gradient_descent(g, 1.0, eta, epsilon=0.001, max_steps=10_000)
    print(f"{name:8} {steps:4} steps, stopped at x = {x:.6f}")

# %% [markdown]
# ## 2. How large should a step be?
#
# Play with it. The slider below runs descent on $f(x)=x^2$ from $x=-2$. **Before you move it,**
# write down two guesses: from which rate on will the path jump over the minimum, and from which
# rate on will it run away?

# %%
figures.learning_rate_slider(figures.PARABOLA)

# %% [markdown]
# All four kinds of behaviour follow from one factor:
#
# 1. $f'(x)=2x$ — the derivative of a square;
# 2. $x_{\text{new}} = x-\eta\cdot 2x = (1-2\eta)\,x$ — put it into the rule;
# 3. $x_t=(1-2\eta)^t\,x_0$ — every step multiplies by the same number;
# 4. this goes to 0 exactly where $\lvert 1-2\eta\rvert<1$, that is, for $0<\eta<1$.
#
# | rate | factor | what you see |
# |---|---|---|
# | near 0 | just below 1 | it creeps |
# | up to ½ | between 0 and 1 | it converges from one side |
# | exactly ½ | 0 | one step and done |
# | ½ to 1 | between −1 and 0 | it jumps from side to side, closer each time |
# | above 1 | below −1 | it diverges |

# %%
for eta in (0.02, 0.2, 0.5, 0.9, 1.0, 1.05):
    walked = figures.descent_path(figures.PARABOLA, eta, steps=20)[-1]
    formula = 0 - 2 * (1 - 2 * eta) ** 20
    print(f"eta {eta:<4}  factor {1 - 2 * eta:+.2f}  after 20 steps {walked:+.4f} = {formula:+.4f}")

# %% [markdown]
# For a parabola with another curvature $L=f''$ the factor is $1-\eta L$, so descent converges for
# $0<\eta<2/L$. **The steeper the bowl, the smaller the rate must be.**
#
# Boye writes in 5d that gradient descent *always* converges. Read it as: always, *if the rate is
# small enough*. The parabola is as convex as can be, and at $\eta=1.05$ descent runs away from its
# only minimum. The same small print belongs to every claim that a step "downhill" makes the loss
# smaller.

# %% [markdown]
# ### Convex, and not
#
# A function is **convex** if it never rises above its chords. For the middle of a chord, Boye's
# test, that says $f\bigl(\tfrac{a+b}2\bigr)\le\tfrac{f(a)+f(b)}2$. A convex function has no valleys
# but the deepest, so descent cannot end in a wrong one. The logistic loss is convex (lecture 05).

# %%
left, right = plots.panels(columns=2, width=7.6, height=3.8)
figures.chord(f, -1.5, 2.0, left, title="Convex: the chord is above")
figures.chord(figures.TWO_VALLEYS.f, -1.5, 1.6, right, title="Not convex: it is below")
plots.show(
    left,
    "Two curves with a chord each. On the parabola the middle of the chord lies above the curve. On "
    "a curve with two valleys the chord connects the valleys, and its middle lies below the hill "
    "between them.",
)

# %% [markdown]
# Without convexity the start decides where you end. **Before you move anything:** the descent below
# starts on the right, and the deeper valley is on the left. Can a larger rate get it there?

# %%
figures.learning_rate_slider(figures.TWO_VALLEYS)

# %% [markdown]
# A large rate can jump across the hill, but that is luck, not a method. And there is one more way to
# be stuck: on top. At the top of a hill the slope is 0, so descent does not take a single step. So
# "converges to a local minimum" (5d) has a second exception: a flat place need not be a valley.

# %%
for start in (2.2, -2.2, 0.0):
    x, steps = descent.gradient_descent(lambda x: x**3 - 2 * x, start, 0.1, 1e-6, 1000)
    height = x**4 / 4 - x**2
    print(f"x^4/4 - x^2 from {start:4}: {steps:2} steps, x = {x:+.4f}, height {height:+.4f}")

# %% [markdown]
# ## 3. And with more than one weight?
#
# Now a real loss. Adelie and Chinstrap penguins, told apart by the length of their flippers alone,
# standardised. That gives two weights, $w_0$ for the constant 1 and $w_1$ for the flipper, and a
# loss that can be drawn.

# %%
birds = datasets.penguins().select(["Adelie", "Chinstrap"], ["flipper_length_mm"])
flipper = (birds.X - birds.X.mean(axis=0)) / birds.X.std(axis=0)
X, y = add_bias(flipper), birds.y
n = len(y)


def loss(w):
    return cross_entropy(w, X, y)


print(f"{n} birds, {y.mean():.1%} of them Chinstrap; loss at w = (0, 0): {loss(np.zeros(2)):.4f}")

# %% [markdown]
# With several weights there are many directions to walk in. The **gradient** collects the slopes
# along each weight, $\nabla f = (\partial f/\partial w_0, \partial f/\partial w_1, \dots)$. Why is
# it the direction in which $f$ rises fastest?
#
# 1. Walk a short way $h$ in a direction $\mathbf u$ of length 1. Each weight changes by $h\,u_k$,
#    and each change counts with its own slope: $f(\mathbf w+h\mathbf u)\approx
#    f(\mathbf w)+h\,\nabla f\cdot\mathbf u$.
# 2. So the slope in direction $\mathbf u$ is $\nabla f\cdot\mathbf u =
#    \lvert\nabla f\rvert\cos\varphi$, where $\varphi$ is the angle between the two — that is what
#    an inner product with a vector of length 1 is.
# 3. The cosine is largest, 1, for $\varphi=0$: along the gradient. It is smallest, $-1$, in the
#    opposite direction, and 0 at a right angle.
#
# Check it: measure the slope in sixteen directions with small steps, and compare.

# %%
w = np.array([0.5, -0.5])
gradient, h = logistic_gradient(w, X, y), 1e-6
slopes = {}
for angle in np.arange(0, 360, 22.5):
    u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    slopes[angle] = (loss(w + h * u) - loss(w - h * u)) / (2 * h)

best = max(slopes, key=slopes.get)
print("gradient", gradient, f" length {np.linalg.norm(gradient):.4f}")
print(f"its direction: {np.degrees(np.arctan2(gradient[1], gradient[0])) % 360:.1f} degrees")
print(f"steepest of the sixteen: {best} degrees, slope {slopes[best]:.4f}")

# %%
ax = figures.slope_by_direction(slopes, gradient, title="The slope is a cosine of the direction")
plots.show(
    ax,
    "Slope of the loss against the direction of walking, from 0 to 360 degrees. Sixteen measured "
    "slopes lie on a cosine curve. Its highest point is at the direction of the gradient, its lowest "
    "in the opposite direction.",
)

# %% [markdown]
# The same on the map of the loss. Along a contour line the loss stays the same, so there the slope
# is 0, and the gradient stands at a right angle to the line.

# %%
ax = figures.gradient_arrows(loss, w, gradient, title="At a right angle to the contour line")
plots.show(
    ax,
    "Contour lines of the loss around the point (0.5, -0.5). One arrow, the gradient, points uphill "
    "to the lower right, where it gets darker. The other points the opposite way, downhill. Both "
    "stand at a right angle to the contour line through the point.",
)

# %% [markdown]
# So we walk against the gradient. For the logistic loss that is
#
# $$\mathbf w \leftarrow \mathbf w - \eta\,\nabla\ell, \qquad
#   \nabla\ell = \frac1n\sum_{i=1}^n\bigl(\sigma(\mathbf w\cdot x_i)-y_i\bigr)\,x_i .$$
#
# As it looks at the whole batch of examples for one step, this is **batch** gradient descent.

# %%
w = np.zeros(2)
for step in range(5):
    length = np.linalg.norm(logistic_gradient(w, X, y))
    print(f"step {step}: w = {w}   loss {loss(w):.4f}   length of the gradient {length:.4f}")
    w = descent.batch_step(w, X, y, eta=2.0)

w_best, steps = descent.gradient_descent(
    lambda w: logistic_gradient(w, X, y), np.zeros(2), eta=2.0, epsilon=1e-8, max_steps=1000
)
print(f"after {steps} steps: w = {w_best}   loss {loss(w_best):.4f}")

# %% [markdown]
# ### All weights at once
#
# Boye warns that all weights must be updated **simultaneously**: first the whole gradient, then the
# step. A loop that changes $w_0$ and then uses the new $w_0$ to compute the slope along $w_1$ is
# another thing. One example is enough to see it. Take $\mathbf w=(0,0)$, $x=(1,2)$, $y=1$,
# $\eta=1$:


# %%
def one_after_another(w, x, y, eta, order):
    w = w.copy()
    for k in order:
        w[k] = w[k] - eta * (sigmoid(w @ x) - y) * x[k]  # w has changed already
    return w


w, x = np.zeros(2), np.array([1.0, 2.0])
print("all at once:          ", descent.sgd_step(w, x, 1, eta=1.0))
print("w0 first, then w1:    ", one_after_another(w, x, 1, 1.0, order=(0, 1)))
print("w1 first, then w0:    ", one_after_another(w, x, 1, 1.0, order=(1, 0)))

# %% [markdown]
# Three answers, and only the first is a step along the gradient, which is $(-0.5,-1)$ here. The
# others even depend on how the weights happen to be numbered.
#
# To be fair to the wrong loop: with a small rate it also walks downhill, weight by weight, and on a
# convex loss it ends in the same place. It is a wrong *step*, and hard to notice for that very
# reason: your loss falls, and your numbers agree with nobody else's.

# %%
together = in_turn = np.zeros(2)
for step in range(1, 301):
    together = descent.batch_step(together, X, y, eta=4.0)
    in_turn = in_turn.copy()
    for k in range(2):
        in_turn[k] -= 4.0 * logistic_gradient(in_turn, X, y)[k]
    if step in (1, 2, 3, 300):
        print(f"step {step:3}: at once {together}   one after another {in_turn}")

# %% [markdown]
# ## 4. Must every step look at all the data?
#
# A **batch** learner reads all $n$ examples and then moves once. With a million examples that is a
# long think before a small move. An **online** learner moves after every example, like the
# perceptron. Gradient descent that does so is called **stochastic** (SGD): take one example, make
# its own gradient, and move at once:
#
# $$\mathbf w \leftarrow \mathbf w - \eta\,\bigl(\sigma(\mathbf w\cdot x)-y\bigr)\,x .$$
#
# **Boye's quiz (5e).** One step with $x=(1, 0.82)$, $y=1$, $\theta=(0.04, 0.5)$ and
# $\alpha=0.01$. What are the gradient and the new $\theta$?

# %%
theta, x, label = np.array([0.04, 0.5]), np.array([1.0, 0.82]), 1
p = sigmoid(theta @ x)
print(f"score {theta @ x:.2f}, probability {p:.4f}, error {p - label:.4f}")
print("gradient ", (p - label) * x)
print("new theta", descent.sgd_step(theta, x, label, eta=0.01))
print("one after another", one_after_another(theta, x, label, 0.01, order=(0, 1)))

# %% [markdown]
# Boye prints the gradient as $(-0.39,-0.32)$. The new $\theta$ has moved by a hundredth of it:
# learning rates are often that small. With such a rate the wrong loop of section 3 gives the same
# four decimals, which is why nobody notices it.
#
# Why may one example stand for all? Its gradient is wrong, but **right on average**: the mean of all
# the single gradients is the batch gradient. A **minibatch** of a few examples lies in between. The
# more examples, the less the gradient varies from batch to batch: four times as many halve the
# spread.

# %%
w, rng = np.zeros(2), np.random.default_rng(0)
single = np.array([logistic_gradient(w, X[i : i + 1], y[i : i + 1]) for i in range(n)])
print("mean of the single gradients", single.mean(axis=0))
print("batch gradient              ", logistic_gradient(w, X, y))
for size in (1, 4, 16, 64):
    drawn = [single[rng.integers(0, n, size)].mean(axis=0) for _ in range(4000)]
    print(f"spread of the gradient with {size:2} examples: {np.std(drawn, axis=0).round(2)}")

# %% [markdown]
# One pass through all examples is an **epoch**. An epoch should see every example **once**, in a new
# **random order** each time: shuffle the indices, cut them into batches, and let the last batch be
# short where $n$ does not divide.

# %%
rng = np.random.default_rng(1)
for epoch in (1, 2):
    print(f"epoch {epoch}:", [batch.tolist() for batch in descent.minibatches(10, 4, rng)])

# %% [markdown]
# **Two traps in "pick an example at random".** Boye's SGD picks $i$ with $0\le i\le m$ for $m$
# examples. That is $m+1$ numbers, one too many: count from 1 to $m$, or, in Python, from 0 to
# $m-1$. (The sums from $i=0$ to $m$ under a $1/m$ in 5e have the same slip.) And $n$ independent
# picks are not an epoch: some examples come twice and others not at all. On average only a share of
# $1-1/e\approx63\,\%$ is seen.

# %%
try:
    X[n]
except IndexError as error:
    print("IndexError:", error)

picked = np.random.default_rng(0).integers(0, n, n)
print(f"{n} picks saw {len(np.unique(picked))} different birds, {len(np.unique(picked)) / n:.0%}")

# %% [markdown]
# Now all three kinds on the same penguins, for the same work: three epochs each, 657 looks at an
# example. Batch descent makes 3 steps of it, minibatches of 16 make 42, SGD makes 657.

# %%
kinds = {"stochastic": ("1", 0.1), "minibatch (16)": ("16", 0.5), "batch": ("all", 1.0)}


def walk(epochs):
    """For each kind: all its weights on the way, and the loss after every epoch."""
    return {name: figures.batch_paths(X, y, *how, epochs) for name, how in kinds.items()}


walks = walk(epochs=3)
for name, (path, losses) in walks.items():
    print(f"{name:15} {len(path) - 1:3} steps, w = {path[-1]}, loss {losses[-1]:.4f}")

ax = plots.loss_surface(
    loss,
    {name: path for name, (path, _) in walks.items()},
    title="Three epochs, three ways down",
    xlabel="$w_0$ (bias)",
    ylabel="$w_1$ (flipper)",
    xlim=(-1.6, 0.3),
    ylim=(-0.25, 1.6),
)
plots.show(
    ax,
    "Contours of the logistic loss with three paths from (0, 0). The batch path is straight and "
    "after its three steps not yet half of the way to the minimum at (-0.94, 0.94). The minibatch "
    "path bends and arrives close to the minimum. The stochastic path gets there too and then "
    "wanders around it in a wide cloud.",
)

# %% [markdown]
# Counted in epochs, batch descent looks slow and SGD restless. Counted in examples, you see why:
# SGD has taken hundreds of steps before batch descent has taken its first.

# %%
walks = walk(epochs=15)
by_epoch = {name: (range(16), losses) for name, (_, losses) in walks.items()}
by_example = {}
for name, (path, _) in walks.items():
    seen = figures.examples_seen(n, kinds[name][0], steps=len(path) - 1)
    early = seen <= 2 * n
    by_example[name] = (seen[early], [loss(w) for w in path[early]])

left, right = plots.panels(columns=2, width=7.8, height=3.9)
figures.curves_by_work(by_epoch, left, xlabel="epochs", title="After every epoch")
left.set_xticks(range(0, 16, 5))
figures.curves_by_work(by_example, right, title="The first two epochs, step by step")
plots.show(
    left,
    "Left: loss after every epoch. Stochastic and minibatch descent are below 0.56 after one epoch "
    "and then stay near 0.545, the stochastic one jumping a little. Batch descent needs about twelve "
    "epochs for that and never goes up. Right: loss against examples seen, up to 438. Batch descent "
    "moves twice; the stochastic path is down after about 80 examples.",
)

# %% [markdown]
# **Your turn.** Choose a batch size and a rate. **Before you look:** which batch size comes to rest,
# and which never does? And what will a rate of 10 do to batch descent?

# %%
figures.batch_explorer(X, y)

# %% [markdown]
# **Where it breaks: the order.** These data come one species after the other, 151 Adelies and then
# 68 Chinstraps. Do not shuffle, and every epoch ends with 68 lessons that say "Chinstrap":


# %%
def sgd_epochs(order_of, epochs, eta=0.1):
    """The loss after each epoch of single steps, in the order that order_of() gives."""
    w, losses = np.zeros(2), []
    for _ in range(epochs):
        for i in order_of():
            w = descent.sgd_step(w, X[i], y[i], eta)
        losses.append(loss(w))
    return np.array(losses)


rng = np.random.default_rng(0)
print("in order:", sgd_epochs(lambda: range(n), epochs=6))
print("shuffled:", sgd_epochs(lambda: rng.permutation(n), epochs=6))

# %% [markdown]
# Unshuffled, the loss settles at 0.85, *worse* than the 0.69 of weights that are all zero. Nothing
# crashed and no warning came. Hence the advice of Hasegawa-Johnson & Hockenmaier: a new random order
# in every epoch.
#
# <details><summary><b>Think:</b> SGD never comes to rest at a constant rate. What would make
# it?</summary>
#
# At the minimum the single gradients do not vanish, only their mean does. So every step still jumps.
# A rate that decays, such as the $1/n$ of lecture 04, makes the jumps shorter and shorter; so does
# a larger batch towards the end. Or take the mean of the weights on the way, like the averaged
# perceptron.
# </details>

# %% [markdown]
# ## 5. Does every step bring you closer?
#
# Boye writes that batch descent is guaranteed to come closer to the minimum in every step, and that
# the other two are not. The second half is right, as you just saw. The first half holds **for a small
# enough rate**, and now we can say how small. Let no curvature of $f$ be larger than $L$.
#
# 1. $f(\mathbf w+\mathbf d)\le f(\mathbf w)+\nabla f\cdot\mathbf d+\tfrac L2\lvert\mathbf d\rvert^2$
#    — slope and curvature say how $f$ can change, and no curvature is above $L$;
# 2. $f(\mathbf w_{\text{new}})\le f(\mathbf w)-\eta\lvert\nabla f\rvert^2+
#    \tfrac L2\eta^2\lvert\nabla f\rvert^2$ — put in the step, $\mathbf d=-\eta\nabla f$;
# 3. $f(\mathbf w_{\text{new}})\le f(\mathbf w)-\eta\bigl(1-\tfrac{\eta L}2\bigr)
#    \lvert\nabla f\rvert^2$ — collect the terms.
#
# So the loss falls in every step as long as $0<\eta<2/L$. For the logistic loss,
# $\sigma(1-\sigma)\le\tfrac14$ gives $L=$ the largest eigenvalue of $X^\top X/(4n)$. On a convex
# loss the same rates also bring $\mathbf w$ itself closer to the minimum.

# %%
L = np.linalg.eigvalsh(X.T @ X / (4 * n)).max()
print(f"L = {L:.3f}, so every rate below 2/L = {2 / L:.2f} is safe")

distance = {}
for eta in (0.5, 7.9, 12.0):
    path, _ = figures.batch_paths(X, y, "all", eta, epochs=30)
    losses = [loss(w) for w in path]
    distance[f"batch, eta {eta}"] = away = np.linalg.norm(path - w_best, axis=1)
    print(
        f"eta {eta:4}: loss rose in {(np.diff(losses) > 1e-9).sum():2} of 30 steps, "
        f"distance grew in {(np.diff(away) > 1e-9).sum():2}, last loss {losses[-1]:.4f}"
    )

# %%
sgd_path, _ = figures.batch_paths(X, y, "1", 0.1, epochs=1)
away = np.linalg.norm(sgd_path - w_best, axis=1)
print(f"SGD, eta 0.1: distance grew in {(np.diff(away) > 0).sum()} of {n} steps")

ax = plots.loss_curve(
    {**distance, "stochastic, eta 0.1": away[:31]},
    first=0,
    title="Closer in every step? It depends on the rate",
    xlabel="step",
    ylabel="distance from the minimum",
)
plots.show(
    ax,
    "Distance of w from the minimum against the step, for 30 steps. With batch steps at rates 0.5 "
    "and 7.9 it falls in every step. At rate 12 it jumps up, falls to 0.45, grows again and "
    "from step 8 on swings between 1.5 and 1.6 for ever. The stochastic path goes up and down on its "
    "way.",
)

# %% [markdown]
# At $\eta=12$ batch descent on this convex loss never arrives: it ends in a cycle that jumps across
# the minimum. (It does not fly off to infinity as on the parabola, because the slope of a logistic
# loss is bounded.) Convexity promises that there is no wrong valley. It promises nothing about a
# rate that is too large.

# %% [markdown]
# ## 6. When should you stop training?
#
# Not always at the minimum. What you want is a classifier that is good on data that it has *not*
# seen. So split the data in three, usually 80-10-10: the **training** part to descend on, the
# **validation** part to watch, and the **test** part to look at once, at the very end. Shuffle
# before you split: these film sentences come with all positive ones first.

# %%
reviews = datasets.rotten_tomatoes()
rng = np.random.default_rng(1)
chosen = rng.permutation(len(reviews.labels))[:1000]
documents = [set(reviews.documents[i]) for i in chosen]
opinion = np.array([int(reviews.labels[i] == "pos") for i in chosen])

train, valid, test = descent.split(1000, (0.8, 0.1, 0.1), rng)
for name, part in (("training", train), ("validation", valid), ("test", test)):
    print(f"{name:10} {len(part)} sentences, {opinion[part].mean():.0%} positive")

# %% [markdown]
# Each word that occurs in at least five training sentences becomes a feature: 1 where the sentence
# has it, else 0. The words are chosen from the training part alone, as anything you learn from the
# other two would be cheating.

# %%
counts = Counter(word for i in train for word in documents[i])
words = sorted(word for word in counts if counts[word] >= 5)
column = {word: j for j, word in enumerate(words)}
Z = np.zeros((1000, len(words)))
for i, document in enumerate(documents):
    Z[i, [column[word] for word in document if word in column]] = 1
Z = add_bias(Z)
print("features, with the constant 1:", Z.shape[1])


# %%
def learn(lam=0.0, epochs=30, eta=0.5):
    """The weights after each epoch of minibatch descent on the training part."""
    Z_train, y_train = Z[train], opinion[train]

    def gradient(w, batch):
        return descent.regularised_gradient(w, Z_train[batch], y_train[batch], lam)

    start, rng = np.zeros(Z.shape[1]), np.random.default_rng(1)
    return list(descent.epochs_of_descent(gradient, start, len(train), eta, epochs, 16, rng))


def losses_on(part, weights):
    return [cross_entropy(w, Z[part], opinion[part]) for w in weights]


weights = learn()
training, validation = losses_on(train, weights), losses_on(valid, weights)
for epoch in (1, 2, 6, 10, 20, 30):
    print(
        f"epoch {epoch:2}: training {training[epoch - 1]:.3f}, validation {validation[epoch - 1]:.3f}"
    )

# %% [markdown]
# The training loss falls and falls. The validation loss falls for some epochs and then climbs: the
# weights now learn accidents of these 800 sentences. That is **overfitting**, and **early
# stopping** ends training there. One rise can be chance, so wait: stop when the validation loss rose
# in **more than $P$ measurements in a row**. $P$ is the **patience**. And then go back to the weights
# of the **best** measurement, not the last one.

# %%
ax = figures.stopping_curve(
    training, validation, patience=2, title="The best epoch, and the one where patience ends"
)
plots.show(
    ax,
    "Training loss falls steadily over 30 epochs. Validation loss falls to 0.63 at epoch 6, marked "
    "as best, and then climbs unsteadily to 0.70. With a patience of 2 training stops after epoch 9, "
    "at the third rise in a row; the epochs after that are shaded.",
)

# %%
for patience in range(4):
    stop, best = descent.early_stopping(validation, patience)
    print(
        f"patience {patience}: stops at index {stop:2} (epoch {stop + 1:2}), best index {best} "
        f"(epoch {best + 1}), validation loss {validation[best]:.4f}"
    )

# %% [markdown]
# Indices count from 0, epochs from 1. With no patience at all, the bump in epoch 3 ends the training
# too early. **Before you move the slider:** how much patience is enough here, and does more than
# enough do harm?

# %%
figures.patience_explorer(training, validation)

# %% [markdown]
# Enough patience finds the best epoch; more only costs time, as the best weights are kept anyway.
# From 3 on it even waits for ever: this curve climbs, but never four times in a row.
#
# Now, once, the test part. What would the last weights have cost, in place of the best ones?

# %%
stop, best = descent.early_stopping(validation, patience=2)
for name, w in (("best", weights[best]), ("at the stop", weights[stop]), ("last", weights[-1])):
    right = (sigmoid(Z[test] @ w) >= 0.5) == opinion[test]
    print(f"{name:11}: test loss {losses_on(test, [w])[0]:.3f}, {right.mean():.1%} right")

# %% [markdown]
# The best weights have the smallest test loss by far. (With only 100 sentences the percentages are
# rough; the loss is the steadier judge.)
#
# **Where it breaks.** The rule counts rises *in a row*. A curve that zigzags upwards never rises
# twice in a row, and even a patience of 1 sits through all of it. Many libraries therefore count the
# measurements since the best one. Know which rule your program has.

# %%
zigzag = [0.60, 0.66, 0.64, 0.70, 0.68, 0.74, 0.72, 0.78]
print("rises in a row, patience 1: (stop, best) =", descent.early_stopping(zigzag, 1))

# %% [markdown]
# ## 7. Why keep the weights small?
#
# Adelie and Gentoo penguins can be separated by a line. Then the logistic loss has *no* minimum:
# making all weights larger makes every probability more certain, and the loss smaller, without end.
# Descent converges nowhere, however small the rate. The cure is a **penalty** on large weights:
#
# $$\ell_\lambda(\mathbf w)=\ell(\mathbf w)+\lambda\sum_{k=1}^{d-1}w_k^2 .$$
#
# This is **L2 regularisation**. The sum starts at $k=1$: the bias $w_0$ is not in it.

# %%
pair = datasets.penguins().select(["Adelie", "Gentoo"], ["bill_depth_mm", "body_mass_g"])
A, b = add_bias((pair.X - pair.X.mean(axis=0)) / pair.X.std(axis=0)), pair.y

lengths, times = {}, range(0, 1001, 20)
for lam in (0.0, 0.001, 0.01):
    w, so_far = np.zeros(3), []
    for _ in range(1001):
        so_far.append(np.linalg.norm(w[1:]))
        w = w - 2.0 * descent.regularised_gradient(w, A, b, lam)
    lengths[f"lambda {lam}"] = (times, [so_far[t] for t in times])
    print(f"lambda {lam:<5}: w = {w}, cross-entropy {cross_entropy(w, A, b):.4f}")

# %%
ax = figures.curves_by_work(
    lengths,
    title="Without a penalty the weights grow for ever",
    xlabel="steps",
    ylabel="length of the weights",
)
plots.show(
    ax,
    "Length of the weights, bias left out, against steps of descent on separable penguins. Without "
    "a penalty it keeps growing, to 8 after 1,000 steps. With lambda 0.001 it levels off at 4.6, with "
    "lambda 0.01 at 2.65.",
)

# %% [markdown]
# The gradient, entry by entry:
#
# 1. $\dfrac{\partial}{\partial w_k}\,\lambda w_k^2 = 2\lambda w_k$ — mind the 2: it comes from the
#    square;
# 2. for $k\ge1$: $\;\dfrac{\partial\ell_\lambda}{\partial w_k} =
#    \dfrac{\partial\ell}{\partial w_k}+2\lambda w_k$ — a sum is differentiated term by term;
# 3. for the bias: $\;\dfrac{\partial\ell_\lambda}{\partial w_0} =
#    \dfrac{\partial\ell}{\partial w_0}$ — its square is not in the sum.
#
# Small steps must agree:

# %%
w, lam, h = np.array([0.5, -1.0, 2.0]), 0.1, 1e-6
measured = [
    (descent.regularised_loss(w + dh, A, b, lam) - descent.regularised_loss(w - dh, A, b, lam))
    / (2 * h)
    for dh in h * np.eye(3)
]
print("formula         ", descent.regularised_gradient(w, A, b, lam))
print("measured        ", np.array(measured))
print("without penalty ", logistic_gradient(w, A, b))
print("2 lambda w      ", 2 * lam * w, "(save for the bias)")

# %% [markdown]
# ### Why the bias is left out
#
# Boye's sum starts at 1 without a word about it. It is right, and here is why. The bias does not
# make the classifier wiggly; it sets how common class 1 is. At a minimum the slope along the bias is
# 0:
#
# 1. $\dfrac{\partial\ell}{\partial w_0}=\dfrac1n\sum_i\bigl(\sigma(\mathbf w\cdot x_i)-y_i\bigr)=0$
#    — the feature of the bias is 1;
# 2. so the mean of the predicted probabilities *is* the share of class 1 — whatever $\lambda$ is.
#
# With the bias in the penalty this breaks: predictions are pulled towards ½, even though the data
# say that 31 % of these birds are Chinstraps.


# %%
def fitted(lam, with_bias):
    """The minimum of the loss, with the bias in the penalty or left out (right)."""

    def slope(w):
        extra = 2 * lam * w[0] if with_bias else 0.0
        return descent.regularised_gradient(w, X, y, lam) + np.array([extra, 0.0])

    return descent.gradient_descent(slope, np.zeros(2), 1 / (0.25 + 2 * lam), 1e-8, 10_000)[0]


print(f"share of Chinstraps: {y.mean():.3f}; mean of the predicted probabilities:")
for lam in (0.0, 0.01, 0.1, 1.0):
    left_out, in_it = (
        predict_probability(fitted(lam, with_bias), X).mean() for with_bias in (False, True)
    )
    print(f"lambda {lam:<4}: bias left out {left_out:.3f}, bias in the penalty {in_it:.3f}")

# %%
lambdas = (0.0, 0.01, 0.03, 0.1, 0.3, 1.0)
shares = {
    "bias left out": (lambdas, [predict_probability(fitted(v, False), X).mean() for v in lambdas]),
    "bias in it": (lambdas, [predict_probability(fitted(v, True), X).mean() for v in lambdas]),
}
ax = figures.curves_by_work(
    shares,
    title="A penalised bias forgets how common a class is",
    xlabel="lambda",
    ylabel="mean predicted probability",
    ylim=(0.25, 0.55),
)
plots.show(
    ax,
    "Mean predicted probability of Chinstrap against lambda from 0 to 1. With the bias left out of "
    "the penalty it stays at 0.31, the share of Chinstraps. With the bias in the penalty it climbs "
    "to 0.48.",
)

# %% [markdown]
# Back to the film sentences. A penalty works against overfitting too: the validation loss no longer
# climbs as it did. Too strong a penalty is no good either, as then nothing can be learnt. Choose
# $\lambda$ on the **validation** part, like everything else.

# %%
curves = {}
for lam in (0.0, 0.001, 0.003, 0.03):
    weights = learn(lam)
    curves[f"lambda {lam}"] = losses_on(valid, weights)
    print(
        f"lambda {lam:<5}: training {losses_on(train, weights[-1:])[0]:.3f}, validation "
        f"{curves[f'lambda {lam}'][-1]:.3f}, largest weight {np.abs(weights[-1][1:]).max():.2f}"
    )

# %%
ax = plots.loss_curve(curves, title="Some penalty helps, much does not", ylabel="validation loss")
plots.show(
    ax,
    "Validation loss over 30 epochs for four penalties, all with the same bumps. Without one it falls "
    "to 0.63 and climbs to 0.70. With lambda 0.001 and 0.003 it ends between 0.62 and 0.64. With "
    "lambda 0.03 it lies above 0.66 nearly all the time.",
)

# %% [markdown]
# ## Check yourself
#
# 1. $f(x)=3x^2$, $x=2$, $\eta=0.1$. Where does one step lead? From which rate on does descent not
#    converge?
# 2. 25 examples in minibatches of 10. How many steps are there in an epoch, and how large is the
#    last batch?
# 3. Validation losses 0.9, 0.7, 0.8, 0.6, 0.7, 0.8, 0.5, patience 1. Where does training stop, and
#    which weights do you keep?
# 4. Your loss has gone up in a step of batch descent. What do you know?
# 5. Your loss has gone up in a step of SGD. What do you know?
#
# <details><summary>Answers</summary>
#
# 1. The slope is $6x=12$, so $x=2-1.2=0.8$. The factor is $1-6\eta$; at $\eta=\tfrac13$ it is $-1$,
#    and descent only jumps to and fro.
# 2. Three steps, with 10, 10 and 5 examples.
# 3. One rise at index 2 is forgiven. Indices 4 and 5 are two rises in a row, more than 1: it stops
#    at index 5 and keeps the weights of index 3 (0.6). The 0.5 is never seen.
# 4. The rate is too large for the curvature there (or your gradient is wrong).
# 5. Nothing. That happens all the time.
# </details>

# %% [markdown]
# ## Take-aways
#
# - $\mathbf w\leftarrow\mathbf w-\eta\nabla f$, all weights at once, until $\lvert\nabla
#   f\rvert<\epsilon$.
# - The loss is sure to fall in every batch step only for $\eta<2/L$; a larger rate can diverge, also
#   on a convex loss.
# - One example gives a gradient that is right on average. Shuffle in every epoch, see every example
#   once, keep the short batch.
# - Split 80-10-10, watch the validation loss, stop after more than $P$ rises in a row, keep the best
#   weights.
# - L2 adds $\lambda\sum w_k^2$ to the loss and $2\lambda w_k$ to the gradient, and leaves the bias
#   alone.
#
# **Go on with** [exercise 06](../exercises/06-descent/06-descent.ipynb): you write every rule of
# this lecture yourself.
#
# ### Sources
#
# J. Boye, *DD2418 Language Engineering*, 5d and 5e, KTH. M. Hasegawa-Johnson & J. Hockenmaier,
# *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0). Further reading: L. Bottou, F. E. Curtis
# & J. Nocedal, *Optimization methods for large-scale machine learning*, SIAM Review 60, 2018.
# Penguins: Horst, Hill & Gorman, 2020. Film sentences: Pang & Lee, 2005.
