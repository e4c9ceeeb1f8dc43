# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 06 Gradient descent
#
# **How to find the deepest place of a lake in the fog, and why not to stay there.** About 110
# minutes, in two sittings: sections {#descent} to {#condition-number}, then {#minibatches} to {#penalty}. Builds on lecture 05.
#
# You are sitting in a rowing boat, in thick fog. Somewhere on this lake is its deepest place, and
# you have been asked to drop the anchor there. You cannot see the bed of the lake. All you have is a
# weight on a long line. Let it down until it touches, and you know how deep the lake is *here*, which
# tells you very little about anywhere else. Then you may row on and let it down again.
#
# The lake belongs to the penguins: Adelies and Chinstraps are to be told apart by the length of their
# flippers. Its two directions are two weights, the bias $w_0$ and the weight $w_1$ of the flipper, so
# the place of your boat is one choice of weights; the height of the bed below you is the loss of lecture 05, so the deepest place is the best classifier. And letting down the line is
# not free. To find the loss at a single place, all 219 birds have to be scored and compared with
# their labels. Reading one example once is what we shall call a **look**. Looks are what learning
# costs, and we shall count them all the way through.

# %%
import numpy as np

from lincourse import datasets, descent, plots
from lincourse.features import add_bias
from lincourse.figures import descent as figures
from lincourse.logistic import cross_entropy, logistic_gradient, predict_probability, sigmoid
from lincourse.source import show_source

np.set_printoptions(precision=4, suppress=True)

birds = datasets.penguins().select(["Adelie", "Chinstrap"], ["flipper_length_mm"])
flipper = (birds.X - birds.X.mean(axis=0)) / birds.X.std(axis=0)
X, y = add_bias(flipper), birds.y  # label 0 is Adelie, label 1 is Chinstrap
n = len(y)


def loss(w):
    return cross_entropy(w, X, y)


for w1 in (-1.0, 0.0, 1.0):
    print(f"sounding at w = (0, {w1:4}): loss {loss([0, w1]):.4f}, for {n} looks")

ax = figures.lake(
    lambda w1: loss([0, w1]),
    boat=0.0,
    soundings=(-1.0, 0.0, 1.0),
    hidden=True,
    reach=(-1.8, 2.8),
    water=1.45,
    title="Three soundings in the fog",
    xlabel="$w_1$, while $w_0$ stays at 0",
)
plots.show(
    ax,
    "A lake cut open. A boat floats at w1 = 0. From the water three lines go down to the bed, at -1, "
    "0 and 1, and end at losses of 0.98, 0.69 and 0.63. The bed itself is only dotted, because it "
    "cannot be seen: a bowl that is lowest, at 0.63, a little to the left of the third line.",
)

# %% [markdown]
# Three soundings, 657 looks, three numbers. **Before you read on:** where would you row, and how
# far? And here is a second question, which will seem foolish for most of the lecture: once you have
# found the deepest place, do you really want to anchor there?

# %% [markdown] section="descent"
# ## 1. Where do you row when you cannot see?
#
# Try what anybody would try. You could sound at **random places** and remember the deepest. Or you
# could **try and keep**: row a little way in a random direction, keep the new place if it is deeper,
# row back if it is not. Let us give each of them 60 soundings, on the penguins' lake and on a second
# one, which belongs to 500 sentences from film reviews. There each word that occurs in at least
# three of the sentences is a feature (1 if the sentence has it, otherwise 0), and label 1 means that
# the critic liked the film.
#
# Each method gets the best of three scales, judged by the mean over five runs, so that none of them
# loses only because its steps were badly chosen. The start, $\mathbf w=\mathbf 0$, has a loss of
# $\log2=0.6931$ on both lakes.
#
# **Before you run it:** which of the two is better, and is it the same one on both lakes?


# %%
def random_places(X, y, scale, rng):
    deepest = np.log(2)
    for _ in range(60):
        w = rng.normal(0, scale, X.shape[1])
        deepest = min(deepest, cross_entropy(w, X, y))
    return deepest


def try_and_keep(X, y, scale, rng):
    w, deepest = np.zeros(X.shape[1]), np.log(2)
    for _ in range(60):
        new = w + rng.normal(0, scale, X.shape[1])
        new_loss = cross_entropy(new, X, y)
        if new_loss < deepest:
            w, deepest = new, new_loss
    return deepest


parts, words = figures.film_sentences([500], at_least=3, seed=0)
films = parts[0]
lakes = {"penguins": (X, y), "films": (films.X, films.y)}

for name, (A, labels) in lakes.items():
    print(f"{name}: {A.shape[1]} weights, {A.shape[0]} looks per sounding")
    for search in (random_places, try_and_keep):
        means = []
        for scale in (0.03, 0.1, 1.0):
            runs = [search(A, labels, scale, np.random.default_rng(seed)) for seed in range(5)]
            means.append(np.mean(runs))
        print(f"   {search.__name__:13} after 60 soundings: loss {min(means):.4f}")

# %% [markdown]
# Try and keep is better on both. On the small lake it comes to within 0.0002 of the bottom, which lies
# at 0.5442, and you may wonder why the lecture goes on. On the large lake neither gets far.
# With 495 weights almost every random step is almost entirely sideways, because the way down is one
# direction among 495, and the step spreads itself evenly over all of them.
#
# What would help is to know how the bed is *tilted* under the boat. You can measure it with the line
# you have: sound here, row a tiny distance along $w_0$, sound again; the difference, divided by the
# distance, is the slope along $w_0$. Slopes measured in this way are the finite differences of
# lecture 05. They cost one sounding for each weight and one for the place itself, which makes 3 for the
# penguins and 496 for the films. That is more than the 60 you have, for one single step.
#
# This is what the derivatives of lecture 05 are for. Suppose the weight on your line were a flat
# **plate**, which lies down on the bed and takes its tilt. One sounding, and you would have the slope
# in every direction at once. For the logistic loss we own such a plate. It is the formula for the
# gradient,
#
# $$\nabla\ell=\frac1n\sum_{i=1}^n\bigl(\sigma(\mathbf w\cdot x_i)-y_i\bigr)\,x_i ,$$
#
# the mean of *error times input*. It needs each example once, as the loss itself does, whether there
# are two weights or two million.

# %%
ax = figures.lake(
    lambda x: x**2,
    boat=2.0,
    reach=(-2.6, 3.2),
    water=11,
    slope=4.0,
    stroke=-1.0,
    title="The plate takes the tilt of the bed; the arrow is the next stroke",
    ylabel="f(x)",
)
plots.show(
    ax,
    "A lake whose bed is the parabola x squared. The boat is at x = 2. At the end of its line a "
    "plate lies on the bed and rises to the right. Above the boat an arrow points left, from 2 to 1.",
)

# %% [markdown]
# The plate says which way is down: where the bed rises to the right, row left, and the other way
# round. It also suggests how far. Where the bed is steep you are probably high up on a side and may
# take a long stroke; where it is nearly flat you may be close, so take a short one. Both are in one
# line. If $f'(x)$ is the slope where you are,
#
# $$x \leftarrow x - \eta\,f'(x) .$$
#
# The minus sign turns the boat downhill, and the **learning rate** $\eta$ ("eta") says how much
# stroke there is to a unit of slope. This is **gradient descent**.
#
# Do it by hand once, for $f(x)=x^2$, whose slope is $2x$, from $x=2$ with $\eta=\tfrac14$. The slope is
# 4, so you row $\tfrac14\cdot4=1$ to the left, to $x=1$. There the slope is 2, and you row $\tfrac12$.
# Then $\tfrac14$, then $\tfrac18$. You halve your distance with every stroke, and you never arrive.
#
# So when do you stop? When it is flat enough: as soon as the slope, or with several weights the
# length $\lVert\nabla f\rVert$ of the gradient, is below a small number $\epsilon$ ("epsilon") of your
# choice. Check *before* each step, because if you start at the minimum there is nothing to do, and
# allow a largest number of steps in case it never gets flat. Here is the function of the course, and
# apart from a check of its arguments this is all of it:

# %%
show_source(descent.gradient_descent)


# %%
def slope(x):
    return 2 * x


for x0, epsilon in ((2.0, 1.0), (2.0, 0.1), (2.0, 0.001), (0.0, 0.001)):
    x, steps = descent.gradient_descent(slope, x0, eta=0.25, epsilon=epsilon, max_steps=1000)
    print(f"from {x0}, epsilon {epsilon}: {steps:2} steps, x = {x:.5f}")

# %% [markdown]
# <details><summary><b>Think:</b> does a small slope mean that the minimum is near?</summary>
#
# No. It means that the bed is flat *here*. With $\epsilon=0.001$, descent on $x^4$ may stop where
# $4x^3<0.001$, which is already the case at $x=0.06$; on $100\,x^2$ it has to go on until
# $200\,x<0.001$, to $x=0.000005$. A flat bed stops you early, a sharply curved one late.
# </details>
#
# Now give the plate the same 60 soundings as the others had, at the best of three rates.

# %%
for name, (A, labels) in lakes.items():
    ends = []
    for eta in (1.0, 2.0, 4.0):
        w = np.zeros(A.shape[1])
        for _ in range(60):
            w = w - eta * logistic_gradient(w, A, labels)
        ends.append(cross_entropy(w, A, labels))
    print(f"{name:9} 60 strokes with the plate: loss {min(ends):.4f}")

# %% [markdown]
# On the penguins' lake the plate is at the bottom. On the films' lake, where keeping lucky steps got
# from 0.6931 to 0.6646, it is down at 0.3778 for the same number of looks. Finite differences
# would have needed 496 soundings for each of these 60 strokes. That is the reward for knowing calculus.

# %% [markdown] section="learning-rate"
# ## 2. How long should a stroke be?
#
# That depends on $\eta$, and you can play with it. The picture below shows descent on $f(x)=x^2$ from
# $x=-2$ at four rates; run the cell to get sliders for the rate and the number of steps. **Before
# you move them,** write down two guesses: from which rate on will the path jump across the minimum,
# and from which rate on will it run away?

# %%
figures.learning_rate_slider(figures.PARABOLA)

# %% [markdown]
# It jumps across for every rate above $\tfrac12$, and it runs away for every rate above 1. Both
# numbers come out of a single factor:
#
# 1. $f'(x)=2x$ <br> *the derivative of a square;*
# 2. $x_{\text{new}} = x-\eta\cdot 2x = (1-2\eta)\,x$ <br> *substituted into the rule;*
# 3. $x_s=(1-2\eta)^s\,x_0$ <br> *because each of $s$ steps multiplies by the same number;*
# 4. $x_s\to0$ exactly if $\lvert 1-2\eta\rvert<1$, that is, if $0<\eta<1$ <br> *because powers of a
#    number shrink only if the number lies between $-1$ and 1.*
#
# | rate | factor $1-2\eta$ | what you see |
# |---|---|---|
# | near 0 | just below 1 | it creeps |
# | between 0 and ½ | between 0 and 1 | it comes closer from one side |
# | exactly ½ | 0 | one step and it is there |
# | between ½ and 1 | between −1 and 0 | it jumps from side to side, closer each time |
# | exactly 1 | −1 | it jumps from side to side for ever |
# | above 1 | below −1 | it runs away, or **diverges** |

# %%
for eta in (0.02, 0.2, 0.5, 0.9, 1.0, 1.05):
    factor = 1 - 2 * eta
    x = 2.0
    for _ in range(20):
        x = x - eta * slope(x)
    print(f"eta {eta:4}, factor {factor:5.2f}: walked to {x:7.4f}, formula {2 * factor**20:7.4f}")

# %% [markdown]
# What matters about the parabola is how sharply it bends. The slope of $x^2$ grows by 2 per unit of
# $x$; this rate of change of the slope is the **curvature**, or second derivative, and we write
# $\kappa$ ("kappa") for it. On any parabola with curvature $\kappa$ the factor is $1-\eta\kappa$, so
# descent converges exactly for $0<\eta<2/\kappa$. **The more sharply the bed is curved, the shorter
# your strokes must be.** Section {#condition-number} will make you pay for this.
#
# Notice what did *not* help. The parabola is the friendliest lake there is, with one basin and
# nothing else, and at $\eta=1.05$ descent still runs away from the only minimum it has. "Gradient
# descent finds the minimum" is a promise about small enough strokes.
#
# ### A lake with two basins
#
# You know from lecture 05 what convex means: the function nowhere rises above its chords, the straight
# lines that join two of its points. For the middle of a chord this says
# $f\bigl(\tfrac{a+b}2\bigr)\le\tfrac{f(a)+f(b)}2$.
# A convex lake has no basin except the deepest, so you cannot end up in a wrong one. The logistic
# loss is convex. Many others are not.

# %%
left, right = plots.panels(columns=2, width=7.6, height=3.8)
figures.chord(lambda x: x**2, -1.5, 2.0, left, title="Convex: the chord is above")
figures.chord(figures.TWO_VALLEYS.f, -1.5, 1.6, right, title="Not convex: it is below")
plots.show(
    left,
    "Two curves with a chord each. On the parabola the middle of the chord lies above the curve. On "
    "a curve with two valleys the chord connects the valleys, and its middle lies below the hill "
    "between them.",
)

# %% [markdown]
# Without convexity, where you end depends on where you start. Run the cell to get the sliders again.
# **Before you move them:** descent starts on the right, and the deeper valley is on the left. Can a
# larger rate get it there?

# %%
figures.learning_rate_slider(figures.TWO_VALLEYS)

# %% [markdown]
# It can. The slope at the start is $2.2^3-2\cdot2.2+0.3\approx6.55$, so at $\eta=0.35$ the first stroke
# leads to $2.2-0.35\cdot6.55\approx-0.09$, just beyond the top of the hill at 0.15. But that is luck and
# not a method: at 0.3 it would have ended at 0.24, still to the right of the top, and at 0.8 you are
# thrown out of the lake altogether.
#
# With two weights it is the same story on a chart. Below is a lake with two basins, seen from above:
# pale is deep, and the white lines join places of equal depth. The boat is rowed from four starts,
# with short strokes. The dashed line is the **watershed**: start on its left and you end in the left
# basin, start on its right and you end in the right one.

# %%
starts = [(-2.0, 1.5), (-0.4, -1.6), (0.1, 1.6), (2.0, -1.0)]
ax = figures.basin_chart(starts, eta=0.1, title="Where you start decides where you end")
plots.show(
    ax,
    "A chart with two pale basins, the deeper one at the lower left, the other at the upper right. A "
    "dashed line, the watershed, runs steeply between them, with a saddle marked on it. Two boats that "
    "start on its left end in the left basin, two that start on its right in the right one.",
)
for start in starts:
    w, steps = descent.gradient_descent(figures.two_basins_gradient, start, 0.1, 1e-6, 1000)
    print(f"from {start}: {steps} steps, w = {w}, height {figures.two_basins(w):.3f}")

# %% [markdown]
# Two boats end at a height of −1.435 and two at −0.588, and no amount of further rowing will tell the
# second pair that there is something better. The white diamond is a third place where the bed is flat.
# It is a **saddle**: the lowest point of the ridge between the basins, so that the bed falls away to the
# left and to the right and rises along the ridge. The gradient there is zero, so a boat that starts
# exactly on it does not move. A flat place is not always a basin, and the gradient alone cannot tell.

# %% [markdown] section="gradient"
# ## 3. Which way is down when there are many ways?
#
# Back to the penguins. With two weights there is a whole circle of directions to row in, and the
# plate gives you two numbers, the slope along each weight. Together they are the **gradient**
# $\nabla f=(\partial f/\partial w_0,\ \partial f/\partial w_1,\dots)$. Why should the direction that
# these numbers happen to point in be the steepest of all?
#
# 1. $f(\mathbf w+h\mathbf u)\approx f(\mathbf w)+h\,(\nabla f\cdot\mathbf u)$ <br> *row a short way $h$
#    in a direction $\mathbf u$ of length 1: the weight $w_k$ changes by $h\,u_k$, and each change counts
#    with its own slope;*
# 2. slope in direction $\mathbf u$: $\ \nabla f\cdot\mathbf u=\lVert\nabla f\rVert\cos(\text{angle})$ <br>
#    *the angle is the one between $\mathbf u$ and the gradient, and this is what a dot product with a
#    vector of length 1 measures;*
# 3. largest for an angle of 0°, along the gradient; smallest for 180°, against it; zero at a
#    right angle <br> *because that is how a cosine goes.*
#
# You do not have to believe it. The next cell measures the slope in sixteen directions by finite
# differences, from $\mathbf w=(0.5,-0.5)$, and draws them beside the chart.

# %%
w = np.array([0.5, -0.5])
gradient, h = logistic_gradient(w, X, y), 1e-6
slopes = {}
for angle in np.arange(0, 360, 22.5):
    u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    slopes[angle] = (loss(w + h * u) - loss(w - h * u)) / (2 * h)

steepest = max(slopes, key=slopes.get)
degrees = np.degrees(np.arctan2(gradient[1], gradient[0])) % 360
print(f"gradient {gradient}: length {np.linalg.norm(gradient):.4f}, {degrees:.1f} degrees")
print(f"steepest of the sixteen: {steepest} degrees, slope {slopes[steepest]:.4f}")

left, right = plots.panels(columns=2, width=8.0, height=4.2)
figures.gradient_arrows(loss, w, gradient, left, title="On the chart")
figures.slope_by_direction(slopes, gradient, right, title="Sixteen slopes, one cosine")
plots.show(
    left,
    "Left: the chart of the loss around (0.5, -0.5). One arrow, the gradient, points to the lower "
    "right, where the chart gets darker; the other points the opposite way, downhill. Both stand at "
    "a right angle to the line of equal depth. Right: the slope against the direction, from 0 to 360 "
    "degrees. Sixteen measured slopes lie on a cosine, highest in the direction of the gradient and "
    "lowest in the opposite one.",
)

# %% [markdown]
# Along a line of equal depth the loss does not change, so the slope is zero there, and by line 3 the
# gradient must stand at a right angle to it. You can check that on the chart with the corner of a
# sheet of paper.
#
# So the rule for many weights is the old one with an arrow in place of a number,
#
# $$\mathbf w \leftarrow \mathbf w - \eta\,\nabla\ell .$$
#
# Because it reads the whole batch of examples for one step, it is called **batch** gradient descent.

# %%
show_source(descent.batch_step, logistic_gradient)

# %%
w = np.zeros(2)
for step in range(6):
    length = np.linalg.norm(logistic_gradient(w, X, y))
    print(f"{step * n:4} looks: w = {w}, loss {loss(w):.4f}, length of the gradient {length:.4f}")
    w = descent.batch_step(w, X, y, eta=4.0)

w_best, steps = descent.gradient_descent(
    lambda w: logistic_gradient(w, X, y), np.zeros(2), eta=4.0, epsilon=1e-8, max_steps=1000
)
print(f"flat to 8 decimals after {steps} steps: w = {w_best}, loss {loss(w_best):.4f}")

# %% [markdown]
# ### All weights at once
#
# A stroke goes in *one* direction, so all weights have to move **simultaneously**: first the whole
# gradient, then the step. A loop that changes $w_0$ and then uses the new $w_0$ to compute the slope
# along $w_1$ does something else. One example is enough to see it, and small enough for paper:
# $\mathbf w=(0,0)$, $x=(1,2)$, $y=1$, $\eta=1$. The score is 0, the probability ½, the error $-\tfrac12$,
# and the gradient $-\tfrac12\,(1,2)=(-0.5,-1)$, so the step must be $(+0.5,+1)$.


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
# Three answers, and only the first is a step against the gradient. The other two even depend on how
# the weights happen to be numbered.
#
# To be fair to the wrong loop: with a small rate it goes downhill as well, one weight at a time, and
# on the penguins' lake it arrives at the same place, as you can see below. That is what makes it hard
# to notice. Your loss falls, and your numbers agree with nobody else's.

# %%
together = np.zeros(2)
in_turn = np.zeros(2)
for step in range(1, 101):
    together = descent.batch_step(together, X, y, eta=4.0)
    for k in range(2):
        in_turn[k] = in_turn[k] - 4.0 * logistic_gradient(in_turn, X, y)[k]
    if step in (1, 2, 3, 100):
        print(f"step {step:3}: at once {together}, one after another {in_turn}")

# %% [markdown] section="condition-number"
# ## 4. Why is a fjord so slow?
#
# All this time the flippers have been **standardised**: from each length we took away the mean and
# divided by the standard deviation. That looks like a matter of taste, since a straight line through
# the flippers in millimetres is a straight line through the standardised ones as well. Both lakes
# hold the same classifiers, and both are equally deep. So feed the lengths in as they were measured.
#
# **Before you run it:** on the standardised lake descent came within 0.001 of the greatest depth
# after 3 strokes of rate 4. How many will it need in millimetres, at a rate just below the largest
# that is safe?

# %%
X_mm = add_bias(birds.X)  # the same flippers, in millimetres


def loss_mm(w):
    return cross_entropy(w, X_mm, y)


w1_mm = w_best[1] / birds.X.std()  # the same classifier, for millimetres
best_mm = np.array([w_best[0] - w1_mm * birds.X.mean(), w1_mm])
print(f"deepest place: standardised, loss {loss(w_best):.6f} at {w_best}")
print(f"               millimetres,  loss {loss_mm(best_mm):.6f} at {best_mm}")

path = [np.zeros(2)]
for _ in range(6):
    path.append(descent.batch_step(path[-1], X, y, eta=4.0))
print("standardised, eta 4: loss", np.round([loss(w) for w in path], 4))

path_mm = [np.zeros(2)]
for _ in range(5_000):
    path_mm.append(descent.batch_step(path_mm[-1], X_mm, y, eta=0.0002))
print("millimetres, eta 0.0002:")
for step in (1, 2, 3, 10, 100, 1000, 5000):
    print(f"   step {step:4}: w = {path_mm[step]}, loss {loss_mm(path_mm[step]):.4f}")

# %%
axes = plots.panels(columns=3, width=9.6, height=4.0)
figures.chart(loss, path, w_best, axes[0], xlim=(-2.2, 0.4), ylim=(-0.6, 2.2), title="Standardised")
figures.chart(
    loss_mm, path_mm[::50], best_mm, axes[1], xlim=(-32, 4), ylim=(-0.03, 0.19), title="Millimetres"
)
figures.chart(
    loss_mm,
    path_mm[:9],
    best_mm,
    axes[2],
    xlim=(-0.00010, 0.00005),
    ylim=(-0.012, 0.006),
    xticks=[-0.0001, 0],
    title="Millimetres, first 8 strokes",
)
plots.show(
    axes[0],
    "Three charts. Standardised: round lines of equal depth, and six strokes that go straight to the "
    "deepest place. Millimetres: the lines are straight and lie close together along a narrow diagonal "
    "fjord; start and end of the boat's way, 5,000 strokes apart, are on top of each other at (0, 0), "
    "and the deepest place is far away at (-25.8, 0.13). The third chart magnifies the first eight "
    "strokes: they go to and fro across the fjord.",
)

# %% [markdown]
# It does not get there. In millimetres the lake is a **fjord**: long, narrow, with steep walls. Across
# it the bed is so sharply curved that only tiny strokes are safe, and the boat bounces from wall to
# wall, as the third chart shows, until it sits on the floor of the fjord after about ten strokes. Along
# it the bed hardly falls at all, so the same tiny strokes lead nowhere. After 5,000 of them, more than a
# million looks, the boat has moved by 0.0068 along $w_0$, and 25.8 lie ahead. At this pace it would
# take some 19 million strokes.
#
# We can say how tiny the strokes have to be. Row in a direction $\mathbf u$ of length 1 and
# watch the slope change:
#
# 1. slope along $\mathbf u$: $\ \nabla\ell\cdot\mathbf u=\frac1n\sum_i\bigl(\sigma(z_i)-y_i\bigr)(\mathbf
#    u\cdot x_i)$, with the scores $z_i=\mathbf w\cdot x_i$ <br> *the gradient, and line 2 of section {#gradient};*
# 2. curvature along $\mathbf u$: $\ \frac1n\sum_i\sigma(z_i)\bigl(1-\sigma(z_i)\bigr)(\mathbf u\cdot
#    x_i)^2$ <br> *differentiate once more along $\mathbf u$: $\sigma'=\sigma(1-\sigma)$ (lecture 05), and
#    $z_i$ changes by $\mathbf u\cdot x_i$;*
# 3. curvature along $\mathbf u$ $\ \le\ \frac14\cdot\frac1n\sum_i(\mathbf u\cdot x_i)^2$ <br>
#    *because $\hat p\,(1-\hat p)$ is never more than $\frac14$.*
#
# Let $\kappa$ be the largest value that line 3 takes in any direction. No cut through the bed, in
# whatever direction, is then more sharply curved than a parabola with curvature $\kappa$, and we know
# from section {#learning-rate} what a parabola asks for:
#
# 1. $f(\mathbf w+\mathbf d)\le f(\mathbf w)+\nabla f\cdot\mathbf d+\tfrac\kappa2\lVert\mathbf d\rVert^2$
#    <br> *along the way $\mathbf d$ the bed starts with the slope it has here and bends upwards no faster
#    than that parabola;*
# 2. $f(\mathbf w_{\text{new}})\le f(\mathbf w)-\eta\lVert\nabla f\rVert^2+
#    \tfrac\kappa2\eta^2\lVert\nabla f\rVert^2$ <br> *the step is $\mathbf d=-\eta\nabla f$;*
# 3. $f(\mathbf w_{\text{new}})\le f(\mathbf w)-\eta\bigl(1-\tfrac{\eta\kappa}2\bigr)
#    \lVert\nabla f\rVert^2$ <br> *collected.*
#
# So **as long as $0<\eta<2/\kappa$, every batch step makes the loss smaller**, unless the gradient is
# already zero. With two weights we can find $\kappa$ as we would in a boat, by trying every direction.

# %%
for name, A in (("standardised", X), ("millimetres", X_mm)):
    curvatures = []
    for angle in np.radians(np.arange(0, 180, 0.01)):
        u = np.array([np.cos(angle), np.sin(angle)])
        curvatures.append(np.mean((A @ u) ** 2) / 4)
    kappa = max(curvatures)
    print(f"{name:12}: at most {kappa:.4g}, at least {min(curvatures):.2g}, ", end="")
    print(f"safe below {2 / kappa:.3g}")

# %% [markdown]
# Standardised, the bound is the same in every direction: a round lake, on which every stroke can be
# long. In millimetres the largest is more than twenty million times the smallest. The walls set the
# rate, and along the floor you have to row at the same one. **That is why features are put on a common
# scale before descent.** Standardising changes neither what the model can say nor how deep the lake is;
# it makes the lake round.
#
# Does a rate beyond the bound always fail? **Before you run it:** what will $\eta=10$ do on the
# standardised lake, and what will 12 do?

# %%
for eta in (0.5, 4.0, 7.9, 10.0, 12.0):
    w, losses, distances = np.zeros(2), [], []
    for _ in range(41):
        losses.append(loss(w))
        distances.append(np.linalg.norm(w - w_best))
        w = descent.batch_step(w, X, y, eta)
    rises = (np.diff(losses) > 1e-9).sum()
    away = (np.diff(distances) > 1e-6).sum()
    print(f"eta {eta:4}: of 40 steps {rises:2} raised the loss, {away:2} led away; ", end="")
    print("last distances from the deepest place", np.round(distances[-3:], 3))

# %% [markdown]
# Below the bound of 8 no step raised the loss, as the three lines promise, and none led away from the
# deepest place. At 10 and at 12 descent neither arrives nor runs away. It ends up jumping to and fro
# across the deepest place for ever, at a distance of about 0.7 and of about 1.6. On the parabola it
# would have flown off, because there the slope grows without limit; the slope of the logistic loss
# cannot, since no error is larger than 1.
#
# <details><summary><b>Further:</b> the words you will meet for this</summary>
#
# The curvatures in all directions are kept in a table of second derivatives, the Hessian of lecture 05;
# for the logistic loss it is $H=\frac1n\sum_i\sigma(z_i)(1-\sigma(z_i))\,x_ix_i^\top$, and the curvature
# along $\mathbf u$ is $\mathbf u^\top H\mathbf u$. The largest and the smallest of these numbers are the
# largest and smallest **eigenvalue** of the matrix, which `np.linalg.eigvalsh(X.T @ X / (4 * n))`
# finds without trying directions, for any number of weights. Their ratio is the **condition
# number**: near 1 for a round lake, large for a fjord.
#
# If you cannot make the lake rounder, you can give the boat a memory. **Momentum** keeps a share of the
# last stroke and adds the new one to it, so that the to and fro between the walls cancels while the
# small steps along the fjord add up. The optimisers of large networks nearly all contain this idea.
# </details>
#
# This is a good place for a break. When you come back, the lake will be too large to sound.

# %% [markdown] section="minibatches"
# ## 5. Must every stroke look at all the data?
#
# 219 birds are quickly read. But take a million examples: batch descent reads them all, once through,
# and then moves *once*. The opposite is to move after every single example, as the perceptron did
# in lecture 04. Take one example, compute the gradient of its own loss, and step against it:
#
# $$\mathbf w \leftarrow \mathbf w - \eta\,\bigl(\sigma(\mathbf w\cdot x)-y\bigr)\,x .$$
#
# This is **stochastic** gradient descent, SGD for short; *stochastic* means that chance is involved,
# namely in which example comes next.

# %%
show_source(descent.sgd_step)

# %% [markdown]
# **A quiz to do on paper** (from Boye's part 5e): one step with $x=(1, 0.82)$, $y=1$,
# $\mathbf w=(0.04, 0.5)$ and $\eta=0.01$. What are the gradient and the new weights?

# %%
w, x = np.array([0.04, 0.5]), np.array([1.0, 0.82])
p_hat = sigmoid(w @ x)
print(f"score {w @ x:.2f}, probability {p_hat:.4f}, error {p_hat - 1:.4f}")
print("gradient   ", (p_hat - 1) * x)
print("new weights", descent.sgd_step(w, x, 1, eta=0.01))
print("one after another", one_after_another(w, x, 1, 0.01, order=[0, 1]))

# %% [markdown]
# The gradient is $(-0.3894,-0.3193)$ and the new weights are $(0.0439, 0.5032)$. With so small a rate
# the wrong loop of section {#gradient} agrees in all four decimals, which is how it survives in programs.
#
# ### Can one bird speak for all?
#
# Its gradient is wrong, but it is **right on average**: the batch gradient is by definition the mean
# of the single ones. A **minibatch** of a few examples is a compromise. Its gradient is a mean of a
# few draws, so its **standard error** goes down with the square root of their number (lecture 01),
# and four times as many examples halve the spread.

# %%
w, rng = np.zeros(2), np.random.default_rng(0)
single = np.array([logistic_gradient(w, X[i : i + 1], y[i : i + 1]) for i in range(n)])
print("mean of the single gradients", single.mean(axis=0))
print("batch gradient              ", logistic_gradient(w, X, y))
for size in (1, 4, 16, 64):
    drawn = [single[rng.integers(0, n, size)].mean(axis=0) for _ in range(4000)]
    print(f"spread of the gradient of {size:2} examples: {np.std(drawn, axis=0).round(2)}")

# %% [markdown]
# One pass through all the examples is an **epoch**. In an epoch every example should come **once**, in
# a new **random order** each time: shuffle the indices, cut them into batches, and let the last batch
# be short where the batch size does not divide $n$.

# %%
show_source(descent.minibatches)

# %%
rng = np.random.default_rng(1)
for epoch in (1, 2):
    print(f"epoch {epoch}:", [batch.tolist() for batch in descent.minibatches(10, 4, rng)])

picked = np.random.default_rng(0).integers(0, n, n)
share = len(np.unique(picked)) / n
expected = 1 - (1 - 1 / n) ** n
print(f"{n} picks with replacement saw {share:.0%} of the birds; expected {expected:.0%}")

# %% [markdown]
# The last line shows why we shuffle instead of picking at random $n$ times. A given bird is missed by
# one pick with probability $1-\frac1n$ and by all $n$ picks with probability $(1-\frac1n)^n$, which is
# close to $1/e$, so more than a third of the birds would have no say in the epoch.
#
# **Where it breaks: the order.** These data come one species after the other, 151 Adelies and then 68
# Chinstraps. **Before you run it:** what happens to SGD if you read them in that order?


# %%
def sgd_losses(shuffle):
    """The loss after each of six epochs of single steps at a rate of 0.1."""
    rng, w, losses = np.random.default_rng(0), np.zeros(2), []
    for _ in range(6):
        order = np.arange(n)
        if shuffle:
            order = rng.permutation(n)
        for i in order:
            w = descent.sgd_step(w, X[i], y[i], eta=0.1)
        losses.append(loss(w))
    return np.array(losses)


print("in order:", sgd_losses(shuffle=False))
print("shuffled:", sgd_losses(shuffle=True))

# %% [markdown]
# Every epoch ends with 68 lessons in a row that all say "Chinstrap", and the last lessons are the ones
# it remembers. The loss settles at 0.851, *worse* than the 0.6931 of weights that are all zero. Nothing
# crashed and no warning came.

# %% [markdown]
# ### A fair race
#
# Now the question of the section. We give batch descent, minibatches and SGD the same number of looks,
# two epochs' worth, and compare how deep they get. Two things make such a race fair. Each kind rows at
# its own best rate, because a rate that suits one is hopeless for another; and the rates are chosen
# on two runs, while the result is the mean over five *other* runs, with its standard error. All three
# kinds are one function, since batch descent is a minibatch of $n$ and SGD a minibatch of 1.
#
# The race is run on two lakes: the 219 penguins, and 4,000 film sentences with the words that occur
# in at least 30 of them. **Before you run it:** who wins on which lake?


# %%
def walk(X, y, size, eta, budget, seed, half=np.inf):
    """All weights on the way, for as many whole steps as a budget of looks pays for.

    The rate starts at eta and is down to a half after `half` looks; it is constant by default.
    """
    rng = np.random.default_rng(seed)
    path = [np.zeros(X.shape[1])]
    looks = 0
    while True:
        for batch in descent.minibatches(len(y), size, rng):
            looks = looks + len(batch)
            if looks > budget:
                return path
            w = path[-1]
            error = 1 / (1 + np.exp(-X[batch] @ w)) - y[batch]
            path.append(w - eta / (1 + looks / half) * error @ X[batch] / len(batch))


def mean_loss(X, y, size, eta, seeds):
    """Mean loss after two epochs, and its standard error."""
    ends = [walk(X, y, size, eta, 2 * len(y), seed)[-1] for seed in seeds]
    losses = [cross_entropy(w, X, y) for w in ends]
    return np.mean(losses), np.std(losses, ddof=1) / np.sqrt(len(losses))


parts, words = figures.film_sentences([4000], at_least=30, seed=0)
many = parts[0]
rates = {
    "batch": [1.0, 2.0, 4.0, 5.0, 6.0, 8.0],
    "20 at a time": [0.2, 0.5, 1.0, 2.0],
    "SGD": [0.02, 0.05, 0.1, 0.2],
}
for name, A, labels in (("penguins", X, y), ("films", many.X, many.y)):
    print(f"{name}: {len(labels)} examples, {A.shape[1]} weights, {2 * len(labels)} looks")
    for kind, size in (("batch", len(labels)), ("20 at a time", 20), ("SGD", 1)):
        tried = {}
        for eta in rates[kind]:
            tried[eta], _ = mean_loss(A, labels, size, eta, seeds=[0, 1])
        eta = min(tried, key=tried.get)
        mean, error = mean_loss(A, labels, size, eta, seeds=[2, 3, 4, 5, 6])
        print(f"   {kind:12} eta {eta:4}: loss {mean:.4f}, standard error {error:.4f}")

# %% [markdown]
# On the penguins' lake nobody wins by much. After 438 looks all three are within about 0.001 of the
# bottom, and batch descent, with its two steps, is the closest. On the films' lake batch descent, again with
# two steps, has hardly begun (0.6741), while minibatches (0.6002) and SGD (0.5908) are far below it, by
# many standard errors.
#
# What has changed is the price of a step. To see it without any arithmetic, imagine twenty copies of
# every penguin. The mean loss is a mean of the same numbers, so the lake would be the same to the last
# decimal, and a batch step would lead to the same place; but it would cost 4,380 looks instead of 219.
# SGD would not notice the difference. **The more your examples repeat one another, the more batch
# descent overpays**, and a large data set usually repeats itself a good deal.
#
# Why not simply let batch descent row longer? You can. Here is how long, in one run of each kind.

# %%
# See *Further* in section {#condition-number}.
kappa = np.linalg.eigvalsh(many.X.T @ many.X / 4 / 4000).max()
print(f"films: batch descent is safe below 2/kappa = {2 / kappa:.2f}")

plans = {"batch": (4000, 2.5, 600_000), "20 at a time": (20, 0.5, 16_000), "SGD": (1, 0.05, 16_000)}
curves = {}
for kind, (size, eta, budget) in plans.items():
    path = walk(many.X, many.y, size, eta, budget, seed=7)
    steps = np.unique(np.geomspace(max(1, 100 / size), len(path) - 1, 12).astype(int))
    losses = [cross_entropy(path[step], many.X, many.y) for step in steps]
    curves[f"{kind}, η = {eta}"] = (steps * size, losses)
    print(f"{kind:12}: loss {losses[-1]:.4f} after {steps[-1] * size} looks")
    if kind == "batch":
        batch_path = path

reached, step = losses[-1], 0  # how deep SGD got
while cross_entropy(batch_path[step], many.X, many.y) > reached:
    step = step + 1
print(f"batch is as deep as SGD after {step} steps, {step * 4000} looks")

ax = figures.curves_by_work(
    curves,
    colours=figures.KINDS,
    xscale="log",
    title="4,000 film sentences: how deep for how many looks?",
)
plots.show(
    ax,
    "Loss against looks at an example, from 100 to 600,000 on a logarithmic axis. SGD and minibatches "
    "fall from 0.69 to near 0.59 within 16,000 looks. Batch descent makes its first step at 4,000 "
    "looks, is still above 0.66 after 24,000, and passes below the others near 470,000.",
)

# %% [markdown]
# SGD got to 0.5872 with 16,000 looks, and batch descent needs 472,000 to be as deep, about thirty times
# as many. But look at the right end of the picture. Batch descent goes on falling, to 0.5821, at a
# point where the other two were stopped long ago. The start of the race belongs to those who move
# often, and the end to those who aim well. (In the race batch descent did best at a rate of 5, beyond
# the bound of 2.85 that the cell prints. For two steps that may pay, but nothing promises that the third
# will still go down, so for the long way we took 2.5.)
#
# **Your turn.** The picture shows the penguins' lake after three epochs in batches of four sizes, each
# at a good rate; run the cell to get a list of sizes and sliders for the rate and the epochs.
# **Before you play:** which size comes to rest at a constant rate, and which never does?

# %%
figures.batch_explorer(X, y)

# %% [markdown]
# ### How does SGD come to rest?
#
# Batch descent comes to rest. SGD and minibatches do not, however long you wait, because at the
# deepest place only the *mean* of all the gradients is zero. Each single bird still pulls, and the
# boat is jerked about. But each pull is multiplied by $\eta$, so let $\eta$ shrink. In `walk` the rate is
# $\eta/(1+\text{looks}/\text{half})$, which is the $1/n$ of lecture 04 with a slower start; this is
# called a **decaying rate** or a learning-rate **schedule**.

# %%
plans = {
    "constant 0.2": (0.2, np.inf),
    "constant 0.05": (0.05, np.inf),
    "decaying from 0.2": (0.2, 100),
}
for name, (eta, half) in plans.items():
    ends = [walk(X, y, 1, eta, 10 * n, seed, half)[-1] for seed in range(10)]
    extra = [loss(w) - loss(w_best) for w in ends]
    print(f"{name:18}: {np.mean(extra):.6f} above the minimum on average, at most {max(extra):.6f}")

left, right = plots.panels(columns=2, width=8.0, height=4.2)
for ax, half, title in ((left, np.inf, "Constant rate, 0.2"), (right, 100, "Decaying from 0.2")):
    path = walk(X, y, 1, 0.2, 5 * n, 0, half)
    figures.chart(loss, path, w_best, ax, xlim=(-1.8, 0.3), ylim=(-0.3, 1.9), title=title)
plots.show(
    left,
    "Two charts of the penguins' lake with 1,095 steps of SGD each. At a constant rate of 0.2 the way "
    "of the boat is a wide tangle around the deepest place. With a decaying rate it wanders as much at "
    "first, and then closes in on the deepest place and stays there.",
)

# %% [markdown]
# With the decaying rate the boat ends 0.000008 above the bottom, and with the constant rate that it
# started from 0.0087, about a thousand times as much. A smaller constant rate helps too, but not nearly
# as much. Long strokes while you are far away and short ones when
# you are near: that is all there is to a schedule.

# %% [markdown] section="early-stopping"
# ## 6. When should you stop rowing?
#
# Now for the foolish question. Everything so far was about getting down, and the plate has made us
# good at it. But look at whose lake it is. The bed is the loss on the sentences that we *have*. What we
# want is a classifier for sentences that we have not seen, and they make a lake of their own, with a
# bed that is similar and not the same. So we divide our sentences into three parts: the **training**
# part to descend on, the **validation** part to watch while we do, and the **test** part to look at
# once, at the very end. A usual division is 80-10-10. We shall train on only 1,000 sentences, so that
# what goes wrong does so within seconds, and keep 1,000 and 2,000 for the other two, so that they
# judge reliably. `descent.split` shuffles before it cuts, and so must you: these sentences come with
# all the positive ones first.

# %%
show_source(descent.split)
train_rows, valid_rows, test_rows = descent.split(8530, [0.8, 0.1, 0.1], np.random.default_rng(0))
print("80-10-10 of 8,530 sentences:", len(train_rows), len(valid_rows), len(test_rows))

# %% [markdown]
# Each word that occurs in at least two *training* sentences is a feature. Words chosen by looking at
# the test part would be cheating, and words chosen by looking at the validation part would make it a
# friendly judge. Then fifty epochs in minibatches of 20, at the rate of 0.5 that won the race for
# them, and we keep the weights after each epoch.


# %%
def train(part, epochs=50, lam=0.0):
    """The weights after each epoch, 20 sentences at a time, at a rate of 0.5."""
    rng = np.random.default_rng(0)
    w = np.zeros(part.X.shape[1])
    history = []
    for _ in range(epochs):
        for batch in descent.minibatches(len(part.y), 20, rng):
            w = w - 0.5 * descent.regularised_gradient(w, part.X[batch], part.y[batch], lam)
        history.append(w)
    return history


def losses_on(part, history):
    return [cross_entropy(w, part.X, part.y) for w in history]


parts, words = figures.film_sentences([1000, 1000, 2000], at_least=2, seed=0)
training_part, validation_part, test_part = parts
history = train(training_part)
training, validation = losses_on(training_part, history), losses_on(validation_part, history)
print(f"{len(words)} words; {training_part.y.mean():.1%} of the training films were liked")
for epoch in (1, 3, 5, 8, 15, 30, 50):
    print(f"epoch {epoch:2}: training {training[epoch - 1]:.3f}", end="")
    print(f", validation {validation[epoch - 1]:.3f}")

# %% [markdown]
# The training loss falls and falls. The validation loss falls too, for some epochs, and then it climbs:
# from there on the boat follows hollows that only the training lake has, accidents of these 1,000
# sentences. That is **overfitting**, and **early stopping** ends training when it sets in. One rise may
# be chance, so have some **patience**: stop when the validation loss has risen *more often in a row* than
# your patience allows (a patience of 2 allows two rises), and then go back to the weights of the *best*
# measurement so far, not of the last.

# %%
show_source(descent.early_stopping)

# %%
ax = figures.stopping_curve(training, validation, patience=2, title="Two lakes, one boat")
plots.show(
    ax,
    "Training loss falls steadily from 0.62 to 0.18 over 50 epochs. Validation loss falls with bumps "
    "from 0.68 to 0.64 at epoch 8, marked as best, and then climbs to 0.72. With a patience of 2 "
    "training stops after epoch 16; the epochs after that are shaded.",
)

# %% [markdown]
# The next picture shows what a patience of 0, 1, 2 and 3 does; run the cell to get a slider. **Before
# you look:** how much patience is enough here, and does more than enough do harm?

# %%
figures.patience_explorer(training, validation)

# %% [markdown]
# Two is enough. With no patience at all, the bump in epoch 3 ends the training, and the weights of epoch
# 2 are kept; with a patience of 1 it is epoch 5, and with 2 it is epoch 8, the best of all fifty. A
# patience of 3 keeps the same weights and takes seven epochs longer to do so. More than enough costs
# time and nothing else, as long as you go back to the best weights.
#
# **Where it breaks.** The rule counts rises *in a row*, so a curve that climbs in a zigzag can go on
# for ever without a second rise in a row. Many libraries count the measurements since the best one
# instead. Know which rule your program has.

# %%
zigzag = [0.60, 0.66, 0.64, 0.70, 0.68, 0.74, 0.72, 0.78]
print("patience 1 on a zigzag: (stop, best) =", descent.early_stopping(zigzag, 1))

# %% [markdown]
# ### Was it worth it?
#
# Now the test part, once. A weight of zero for everything says "50 %" to every sentence and has a loss
# of 0.6931; always giving the commoner label is right for just over half of the sentences. **Before you
# run it:** how much worse do you expect the last weights to be than the best, in loss, and in the share
# of right labels?

# %%
stop, best = descent.early_stopping(validation, patience=2)
share = test_part.y.mean()
print(f"always the commoner label: {max(share, 1 - share):.1%} right")
for name, w in (("best", history[best]), ("last", history[-1])):
    p_hat = predict_probability(w, test_part.X)
    right = (p_hat >= 0.5) == test_part.y
    error = np.sqrt(right.mean() * (1 - right.mean()) / len(right))
    sure = np.maximum(p_hat, 1 - p_hat) >= 0.9
    print(f"{name} weights: loss {cross_entropy(w, test_part.X, test_part.y):.3f}, ", end="")
    print(f"{right.mean():.1%} right, standard error {error:.1%}")
    print(f"   90 % sure or more of {sure.sum():3} sentences: {right[sure].mean():.0%} right")

# %% [markdown]
# The loss tells a dramatic story. The last weights are at 0.714, above the 0.6931 of a boat that never
# left its place: by this measure the epochs after the best one have undone everything, and more. But
# the labels tell another. Both sets of weights are right for about 64 % of the sentences, well above
# the 51 % of the commoner label, and the difference between them is within a standard error.
#
# The lines in between explain how both can be true. The best weights are 90 % sure, or more, of 38
# sentences, and 87 % of those are right. The last weights are as sure of 450 sentences, of which only
# 78 % are right. Going on did not push the sentences to the wrong side. It made the model believe in
# itself, and the logistic loss punishes nothing as hard as being sure and wrong. Is that a peculiarity
# of this division into three parts? Here are five, at which we only look; nothing is chosen by them.

# %%
gains = []
for seed in range(5):
    parts, _ = figures.film_sentences([1000, 1000, 2000], at_least=2, seed=seed)
    weights = train(parts[0])
    best = np.argmin(losses_on(parts[1], weights))
    losses, shares = [], []
    for w in (weights[best], weights[-1]):
        losses.append(cross_entropy(w, parts[2].X, parts[2].y))
        shares.append(np.mean((parts[2].X @ w >= 0) == parts[2].y))
    gains.append(shares[1] - shares[0])
    print(f"division {seed}, best epoch {best + 1:2}: loss {losses[0]:.3f}, ", end="")
    print(f"{shares[0]:.1%} right; last epoch: loss {losses[1]:.3f}, {shares[1]:.1%} right")
error = np.std(gains, ddof=1) / np.sqrt(5)
print(f"right labels, last minus best: {np.mean(gains):+.1%}, standard error {error:.1%}")

# %% [markdown]
# Every time the best weights have the smaller loss, and in three divisions of five the last ones
# are, by the loss, worse than no learning at all. The labels hardly change. If anything, the last weights
# are ahead, by 0.8 percentage points. So what early stopping saved here are the *probabilities*.
# If someone will act on them, for example by picking out the sentences that a human should read, stop
# early. If you only need labels, judge by the share of right labels on the validation part, and you may row on
# for longer. Decide what you want to be good at before you decide when to stop.
#
# And what has it learnt? Sort the weights of the best epoch, and read the words at both ends.

# %%
_, best = descent.early_stopping(validation, patience=2)
order = np.argsort(history[best][1:])  # from the most negative weight to the most positive
print("liked:    ", ", ".join([words[j] for j in order[::-1][:12]]))
print("not liked:", ", ".join([words[j] for j in order[:12]]))

# %% [markdown]
# Nobody told it that *dull* and *silly* are meant as criticism, or that a film that *works* is a good one. It
# also believes in *culture*, and it distrusts *thing* and *up*. With a thousand sentences to learn
# from, some of that is opinion and some is accident, and the weights alone do not say which.

# %% [markdown] section="penalty"
# ## 7. Why keep the weights small?
#
# Some lakes have no bottom. By bill depth and body mass, Adelie and Gentoo penguins can be separated
# by a line (lecture 04), and then the logistic loss has *no* minimum: multiply all the weights by two
# and each bird is still on its right side, each probability is more certain, and the loss is smaller.
# The bed falls for ever, and no rate, however small, will bring descent to rest. The cure is a
# **penalty** on large weights,
#
# $$\ell_\lambda(\mathbf w)=\ell(\mathbf w)+\lambda\sum_{k=1}^{d-1}w_k^2 ,$$
#
# which adds a bowl to the bed of the lake, the steeper the larger $\lambda$ ("lambda") is. This is **L2
# regularisation**. The sum starts at $k=1$: the bias $w_0$ is not in it, for a reason we shall come to.

# %%
pair = datasets.penguins().select(["Adelie", "Gentoo"], ["bill_depth_mm", "body_mass_g"])
A, labels = add_bias((pair.X - pair.X.mean(axis=0)) / pair.X.std(axis=0)), pair.y

lengths = {}
for lam in (0.0, 0.001, 0.01):
    w, so_far = np.zeros(3), []
    for _ in range(1001):
        so_far.append(np.linalg.norm(w[1:]))
        w = w - 2.0 * descent.regularised_gradient(w, A, labels, lam)
    lengths[f"λ = {lam:g}"] = (np.arange(0, 1001, 20), so_far[::20])
    print(f"lambda {lam:5}: w = {w}, cross-entropy {cross_entropy(w, A, labels):.4f}")

ax = figures.curves_by_work(
    lengths,
    title="Without a penalty the weights keep growing",
    xlabel="steps of batch descent, η = 2",
    ylabel="length of the weights, bias left out",
)
plots.show(
    ax,
    "Length of the weights, bias left out, against steps of descent on separable penguins. Without "
    "a penalty it keeps growing, to 8 after 1,000 steps. With λ = 0.001 it levels off at 4.6, with "
    "λ = 0.01 at 2.65.",
)

# %% [markdown]
# The gradient of the penalty, entry by entry:
#
# 1. $\dfrac{\partial}{\partial w_k}\,\lambda w_k^2 = 2\lambda w_k$ <br> *mind the 2, which comes from
#    the square;*
# 2. for $k\ge1$: $\;\dfrac{\partial\ell_\lambda}{\partial w_k} =
#    \dfrac{\partial\ell}{\partial w_k}+2\lambda w_k$ <br> *a sum is differentiated term by term;*
# 3. for the bias: $\;\dfrac{\partial\ell_\lambda}{\partial w_0} =
#    \dfrac{\partial\ell}{\partial w_0}$ <br> *because its square is not in the sum.*

# %%
show_source(descent.penalty_gradient, descent.regularised_gradient)

# %%
w, lam, h = np.array([0.5, -1.0, 2.0]), 0.1, 1e-6
measured = []
for k in range(3):
    step = np.zeros(3)
    step[k] = h
    higher = descent.regularised_loss(w + step, A, labels, lam)
    lower = descent.regularised_loss(w - step, A, labels, lam)
    measured.append((higher - lower) / (2 * h))
print("formula            ", descent.regularised_gradient(w, A, labels, lam))
print("finite differences ", np.array(measured))
print("without the penalty", logistic_gradient(w, A, labels))

# %% [markdown]
# ### Why is the bias left out?
#
# Back to the Adelies and Chinstraps of the first lake, told apart by their flippers. The bias does not
# make the curve of the probabilities any steeper; it says how common class 1 is. You can read that off
# the place where descent comes to rest:
#
# 1. $\dfrac{\partial\ell_\lambda}{\partial w_0}=\dfrac1n\sum_i(\hat p_i-y_i)=0$ <br> *at a minimum the
#    slope along the bias is zero, its feature is 1, and the penalty has no part in it;*
# 2. $\dfrac1n\sum_i\hat p_i=\dfrac1n\sum_iy_i$ <br> *so the mean predicted probability is the share of
#    class 1 in the data, whatever $\lambda$ is.*
#
# **Before you run it:** put the bias into the penalty as well and make $\lambda$ large. Towards which
# number do the predictions drift?


# %%
def mean_prediction(lam, bias_too):
    """The mean predicted probability at the minimum, with the bias left out or in the penalty."""
    eta = 1 / (0.25 + 2 * lam)  # the penalty adds 2 lambda to the curvature
    w = np.zeros(2)
    for _ in range(500):
        gradient = descent.regularised_gradient(w, X, y, lam)
        if bias_too:
            gradient[0] = gradient[0] + 2 * lam * w[0]
        w = w - eta * gradient
    return predict_probability(w, X).mean()


lams = [0.0, 0.01, 0.03, 0.1, 0.3, 1.0]
left_out = [mean_prediction(lam, bias_too=False) for lam in lams]
put_in = [mean_prediction(lam, bias_too=True) for lam in lams]
print(f"share of Chinstraps {y.mean():.3f}")
print("bias left out:        ", np.round(left_out, 3))
print("bias in the penalty:  ", np.round(put_in, 3))

ax = figures.curves_by_work(
    {"bias left out": (lams, left_out), "bias in the penalty": (lams, put_in)},
    title="A penalised bias forgets how common a class is",
    xlabel="strength of the penalty, λ",
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
# Towards ½, the answer of somebody who has seen no data at all, although 31 % of these birds are
# Chinstraps.
#
# Last, the penalty on the film sentences. It works against overfitting too, since the large weights of
# accidental words now cost something. How strong should it be? $\lambda$ is not learnt by descent; like
# $\eta$, the batch size and the patience it is a hyperparameter, and it is chosen by what the
# *validation* part says. Here are fifty epochs for each of four strengths, without early stopping.

# %%
for lam in (0.0, 0.001, 0.003, 0.01):
    w = train(training_part, lam=lam)[-1]
    on_training = cross_entropy(w, training_part.X, training_part.y)
    on_validation = cross_entropy(w, validation_part.X, validation_part.y)
    print(f"lambda {lam:5}: training {on_training:.3f}, validation {on_validation:.3f}, ", end="")
    print(f"largest weight {np.abs(w[1:]).max():.2f}")

# %% [markdown]
# Without a penalty the validation loss ends at 0.720. With $\lambda=0.001$ it ends at 0.647, although
# nobody stopped the training, and the largest weight is half as large. With $\lambda=0.01$ the bowl is
# so steep that even the training loss stays at 0.582, and the validation loss is worse again. By the
# validation part, then, $\lambda=0.001$ is the one to take among these, although 0.003 is hardly
# different, and early stopping, with its 0.637, does a little better still.

# %% [markdown]
# ## So where do you drop the anchor?
#
# You sat in the fog with a weight on a line and did not know where to row. Now you do. The gradient is
# a plate that feels the tilt of the bed in all directions for the price of a single sounding, and you
# row against it. Your strokes must stay below what the sharpest curve of the bed allows, so you make
# the lake round before you start. You need not ask every bird before every stroke: on a large lake the
# opinion of one or of twenty takes you most of the way, provided that you shuffle them, and that your
# strokes get shorter towards the end.
#
# And the foolish question? No, you do not want to anchor at the deepest place. It is the deepest place
# of the lake you could sound, and you are going to live on another one, which nobody has sounded yet.
# The two beds run alike at first and then part. So you carry along a few soundings of the other lake,
# the validation part, and you anchor where *those* are deepest, or you add a bowl to the bed and let
# the penalty hold you back.
#
# One thing the boat has never been asked is to choose between more than two labels. With three species
# of penguins or ten digits the weights become a matrix and the sigmoid becomes the softmax, and then
# everything in this lecture is used again, unchanged: [lecture 07](07-softmax.ipynb).

# %% [markdown]
# ## Check yourself
#
# 1. $f(x)=3x^2$, $x=2$, $\eta=0.1$. Where does one step lead? From which rate on does descent no
#    longer converge?
# 2. 25 examples in minibatches of 10. How many steps are there in an epoch, how large is the last
#    batch, and how many looks does the epoch cost?
# 3. Validation losses 0.9, 0.7, 0.8, 0.6, 0.7, 0.8, 0.5, patience 1. Where does training stop, and
#    which weights do you keep?
# 4. Your loss has gone up in a step of batch descent. What do you know? And if it was a step of SGD?
# 5. A friend adds the income of each customer, in pounds, to features that lie between 0 and 1. Her
#    model, which used to learn in seconds, now seems to learn nothing. What do you tell her?
#
# <details><summary>Answers</summary>
#
# 1. The slope is $6x=12$, so $x=2-1.2=0.8$. The curvature is 6, so the factor is $1-6\eta$. At
#    $\eta=2/6=\tfrac13$ it is $-1$: descent jumps to and fro, and beyond that it diverges.
# 2. Three steps, on 10, 10 and 5 examples, and 25 looks: an epoch costs $n$ looks whatever the batch
#    size.
# 3. The rise at index 2 is forgiven. Those at indices 4 and 5 are two in a row, more than 1, so
#    training stops at index 5, and you keep the weights of index 3 (0.6). The 0.5 is never seen.
# 4. In a batch step: the rate is too large for the curvature there, or your gradient is wrong. In a
#    step of SGD: nothing. That happens all the time.
# 5. That she has made herself a fjord. The large feature makes the bed so sharply curved in its
#    direction that only tiny rates are safe, and with these nothing happens in the other directions.
#    Standardise it (with the mean and the standard deviation of the training part).
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - carry out steps of gradient descent by hand, and say when they stop;
# - tell from a learning rate and a curvature whether descent creeps, converges, jumps or diverges;
# - say why the gradient is the direction of steepest ascent, and why features are standardised;
# - write a batch, a stochastic and a minibatch step, and spot one that updates in the wrong order;
# - compare the three fairly, in looks, each at its own rate, and say what a decaying rate changes;
# - read from a validation curve where training should stop, and which weights to keep;
# - add an L2 penalty to a loss and to its gradient, and say why it leaves the bias alone.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $f$, $f'$ | a function of one variable, its slope | number | `f`, `slope` |
# | $X$, $x$ | all examples, one example; the constant 1 comes first | $(n, d)$, $(d,)$ | `X`, `x` |
# | $n$, $d$ | number of examples, of features with the constant | number | `n`, `X.shape[1]` |
# | $y$ | right label, 0 or 1 | number | `y` |
# | $\mathbf w$ | weights, the bias $w_0$ first | $(d,)$ | `w` |
# | $z$, $\hat p$ | score $\mathbf w\cdot x$, probability $\sigma(z)$ | number | `w @ x`, `p_hat` |
# | $\ell$, $\nabla\ell$ | mean cross-entropy, its gradient | number, $(d,)$ | `loss`, `gradient` |
# | $\lVert\cdot\rVert$ | length of a vector | number | `np.linalg.norm` |
# | $\eta$ | learning rate | number | `eta` |
# | $\epsilon$ | how flat is flat enough | number | `epsilon` |
# | $\kappa$ | largest curvature | number | `kappa` |
# | $\mathbf u$, $\mathbf d$ | a direction of length 1; a step | $(d,)$ | `u` |
# | $s$, $x_s$ | number of steps taken; the place after $s$ steps | number | `step`, `x` |
# | patience | how many rises in a row are put up with | number | `patience` |
# | $\lambda$, $\ell_\lambda$ | strength of the penalty; loss with penalty | number | `lam` |
#
# **The argument in five lines**
#
# 1. The gradient gives the slope in all directions for the price of one sounding, and its opposite is
#    the steepest way down: $\mathbf w\leftarrow\mathbf w-\eta\nabla\ell$, all weights at once, until
#    $\lVert\nabla\ell\rVert<\epsilon$.
# 2. Each batch step lowers the loss if $0<\eta<2/\kappa$. The largest curvature sets the rate and the
#    smallest the pace, so standardise.
# 3. The gradient of one example is right on average. On large data sets SGD and minibatches go far before
#    batch descent has moved; they need shuffling in every epoch, and a decaying rate to come to rest.
# 4. Training data are not what you will meet. Keep a validation part, stop when its loss has risen
#    more often in a row than your patience allows, keep the *best* weights, and look at the test part
#    once.
# 5. L2 adds $\lambda\sum_{k\ge1}w_k^2$ to the loss and $2\lambda w_k$ to the gradient. The bias is left
#    out, so that the mean predicted probability stays the share of class 1.
#
# <details><summary><b>If you read the documents beside this</b></summary>
#
# We read the documents in a text conversion, which may have lost something that the slides have. The
# details, with computations, are on the [errata page](../docs/errata.md).
#
# - **Notation.** Boye (5d, 5e) writes $\alpha$ for our $\eta$, $\theta$ for our $\mathbf w$, $m$ for our
#   $n$, and $n$ for the index of the last feature.
# - **Convergence** (Boye 5d and 5e): gradient descent "always converges", and batch descent comes
#   closer to the minimum in every step. Both hold for a small enough rate (section {#condition-number}), and if there is
#   a minimum at all (section {#penalty}); off a convex function the flat place may be a saddle or a top.
# - **Two stopping rules** (Boye): 5d stops where the length of the gradient is below $\epsilon$, the
#   pseudocode of 5e where the *sum of squares* of its entries is, which is the length squared. The
#   course uses the length.
# - **Sums from 0** (Boye 5e): the sums run from $i=0$ to $m$ under a $1/m$, and SGD picks an $i$ with
#   $0\le i\le m$. That is $m+1$ indices for $m$ examples; count from 1 to $m$, or in Python from 0 to
#   $m-1$.
# - **The penalty** (Boye 5e): the sum starts at 1, so the bias is left out. That is right, and section
#   {#penalty} says why.
# - **Shuffling in every epoch** is the advice of Hasegawa-Johnson & Hockenmaier.
# </details>
#
# **Go on with** [exercise 06](../exercises/06-descent/06-descent.ipynb): you write every rule of this
# lecture yourself.
#
# ### Sources
#
# J. Boye, *DD2418 Language Engineering*, 5d and 5e, KTH. M. Hasegawa-Johnson & J. Hockenmaier,
# *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0). Further reading: L. Bottou, F. E. Curtis
# & J. Nocedal, *Optimization methods for large-scale machine learning*, SIAM Review 60, 2018.
# Penguins: Horst, Hill & Gorman, 2020. Film sentences: Pang & Lee, 2005.
