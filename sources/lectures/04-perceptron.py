# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 04 The perceptron
#
# **Learning from one mistake at a time**
#
# About 100 minutes, pencil work included, and another 40 for the problems. Take a break after section
# {#decay}. Builds on lecture 03.
#
# A penguin is set down in front of you. Its bill is 15.3 mm deep, it weighs 5,550 g, and the guide
# beside you says that it is a Gentoo. You have a sheet of graph paper with the average bird at its
# centre, bill depth running to the right and body mass running upwards, so you mark this bird as a
# dot, up and to the left. Then you pin a needle to the centre of the sheet, point it at the dot, and
# draw a line through the pin, at a right angle to the needle. That is your bet: every bird on the
# side to which the needle points is a Gentoo, and every bird on the other side is an Adelie.
#
# After one bird it is an absurd bet. Yet you name the next 121 birds correctly. Bird number 123 has a
# bill of 17.6 mm and weighs 4,700 g. "Gentoo," you say, and the guide shakes her head. It is an
# Adelie, a stout one, and it stands on the wrong side of your line.

# %% tags=["hide-input"]
import numpy as np

from lincourse import datasets, perceptron, plots
from lincourse.engines import train_multiclass
from lincourse.features import add_bias, joint_features, one_vs_all_labels, predict_multiclass
from lincourse.figures import perceptron as figures

species = ["Adelie", "Gentoo"]
raw, X, classes = figures.birds(species, ["bill_depth_mm", "body_mass_g"], seed=2)
y = np.where(classes == 0, -1, 1)  # Adelie -1, Gentoo +1
stout = 122  # bird number 123; Python counts from 0

axis_names = {"xlabel": "bill depth (standardised)", "ylabel": "body mass (standardised)"}
plots.show(
    figures.sheet(X, y, X[0], names=species, ring=[0, stout], **axis_names),
    "Gentoos at the upper left, Adelies at the lower right. A needle points from the centre to a ringed "
    "Gentoo; its line has one bird on the wrong side, a ringed Adelie.",
)
print("bird   1:", raw[0], "on the sheet", X[0].round(2))
print("bird 123:", raw[stout], "on the sheet", X[stout].round(2))
print("on the wrong side:", (y * (X @ X[0]) <= 0).sum(), "of", len(y))

# %% [markdown]
# (On the sheet each measurement is standardised, as in lecture 03.)
#
# Take a pencil. Which way would you turn the needle, and how far? And if you go on like this, being
# corrected again and again, **will there come a moment when you can put the pencil down?**
#
# Your hand wants to turn the needle away from the stout Adelie by a modest amount. That is the learning
# rule of the **perceptron**. When Frank Rosenblatt presented it in 1958, the *New York Times* called it
# the "embryo" of a computer which the Navy expected to "walk, talk, see, write, reproduce itself and be
# conscious of its existence".

# %% [markdown]
# **In this lecture**
#
# {contents}
#
# {formulas}

# %% [markdown] section="update"
# ## 1. What should you do with a mistake?
#
# Try the obvious things first. When the line gets a bird wrong, you could
#
# - *redraw*: throw the needle away and point a new one in a random direction;
# - *repoint*: point the needle straight at the bird if it is a Gentoo, straight away from it if it is an
#   Adelie;
# - *nudge*: keep the needle, and add the bird's own arrow to it (or subtract it, for an Adelie), so that
#   the bird has a say, but not the only one.
#
# `figures.walk_past` lets the birds walk past in a random order, again and again, until a whole pass has
# no correction, or gives up after 100 corrections. **Before you look:** one of the three rules usually
# never stops. Which one?

# %% tags=["hide-input"]
for rule in ("redraw", "repoint", "nudge"):
    counts = np.array([len(figures.walk_past(rule, X, y, seed)) for seed in range(100)])
    stopped = counts[counts < 100]
    print(f"{rule:8} stopped in {len(stopped):3} of 100 orders;", end=" ")
    print(f"corrections until then: median {np.median(stopped):.0f}, at most {stopped.max()}")
last = np.array(figures.walk_past("repoint", X, y, seed=0)[-4:])
print("repoint, first order, the last corrections: birds", *last, "with labels", *y[last - 1])

# %% [markdown]
# The rule that usually never stops is repointing. It gets the bird in front of it right every time, and
# pays for each new opinion with all the old ones. In the order printed last it is caught between two birds
# *of the same species*: a needle that points straight away from either gets the other wrong. Nudging
# stopped in all 100 orders, and never needed more than eight corrections.
#
# Now write down what the hand did. The bird is a pair of numbers $x$; the needle is another pair
# $\mathbf w$, the weights; and the label $y$ is $+1$ for a Gentoo and $-1$ for an Adelie. The score
# $z=\mathbf w\cdot x$ is positive on the side to which the needle points, so the **signed margin** $m=y\,z$
# is positive exactly when the bird is named correctly. When it isn't:
#
# $$\text{if } y\,(\mathbf w\cdot x)\le 0:\qquad \mathbf w\leftarrow \mathbf w+y\,x .$$
#
# A bird exactly *on* the line counts as a mistake. We start from $\mathbf w=(0,0)$, where every score is
# 0, and otherwise nothing would ever begin.
#
# **By hand.** After the first bird the needle is $\mathbf w=(-0.76,\,1.48)$. The stout Adelie stands at
# $x=(0.38,\,0.46)$ with $y=-1$.
#
# 1. $z=(-0.76)(0.38)+(1.48)(0.46)\approx 0.39$ — *positive, for a bird with a negative label: a mistake*
# 2. $\mathbf w\leftarrow(-0.76,\,1.48)-(0.38,\,0.46)=(-1.14,\,1.02)$ — *subtract the bird*
#
# **Before you run the cell:** is the bird now on the right side?

# %%
x, w = X[stout], X[0]
w_new = perceptron.perceptron_update(w, x, -1, eta=1.0)
print(f"score before {w @ x:.3f}, after {w_new @ x:.3f}; x . x is {x @ x:.3f}")

# %% tags=["hide-input"]
plots.show(
    figures.correction(X[0], X[stout], -1, name="bird 123"),
    "The arrow of bird 123 is subtracted at the tip of the needle, which swings to the left; bird 123 is "
    "now almost on the line.",
)

# %% [markdown]
# The bird is still on the wrong side. The correction has moved its score the right way, but not far enough.
# It moved by $x\cdot x$:
#
# 1. $\mathbf w_{\text{new}}\cdot x=(\mathbf w+y\,x)\cdot x$ — *put the rule in*
# 2. $\phantom{\mathbf w_{\text{new}}\cdot x}=\mathbf w\cdot x+y\,(x\cdot x)$ — *multiply out*
# 3. $y\,(\mathbf w_{\text{new}}\cdot x)=y\,(\mathbf w\cdot x)+x\cdot x$ — *multiply by $y$, and $y^2=1$*
#
# The signed margin grows by $x\cdot x$, which is never negative, so a correction always moves its own
# bird's score the right way. It promises nothing about the other 273. Here is every correction that is
# ever made.

# %%
steps = figures.perceptron_steps(X, y, eta=1.0, max_epochs=20)
corrections = [step for step in steps if step.mistake]
for step in corrections:
    wrong = (y * (X @ step.after) <= 0).sum()
    print(f"pass {step.epoch}, bird {step.example:3}: w = {step.after.round(2)}, {wrong} now wrong")

# %% [markdown]
# Five corrections, three of them caused by the same stout bird. The third gets that bird right at last,
# and pushes *two others* across the line. So why should this ever end, when a correction that helps one
# bird may harm two? Keep that worry until section {#convergence}. The whole algorithm:
#
# ```text
# w = 0
# repeat:
#     for each example (x, y), in order:
#         if y (w · x) <= 0:  add y x to w, and count a mistake
# until a pass has no mistake
# ```
#
# Learning from one example at a time is called **online learning**. (Naive Bayes counted everything first;
# that is **batch** learning.) One pass through the examples is an **epoch**.
#
# <details><summary><b>Think:</b> how is your own learning like this, and how is it different?</summary>
#
# *Alike:* you learn from examples, often one at a time, and much of it from mistakes; and what you learn
# today can spoil what you knew yesterday. *Different:* you don't start at zero, you remember single birds,
# and you can ask why. The needle keeps only a sum of arrows, and it learns nothing from a bird that it
# names correctly (section {#margin} asks whether it should).
# </details>
#
# **Play.** Guess how many corrections these forty points will need, then run the cell to get a slider. Until
# then you see six moments.

# %%
toy = datasets.separable(np.random.default_rng(31), n=40, margin=0.15)
figures.perceptron_stepper(toy.X, toy.y)

# %% [markdown] section="learning-rate"
# ## 2. How big should a nudge be?
#
# Adding the whole of $x$ was our own choice. We could add a tenth of it, or ten times as much: a factor
# called the **learning rate** $\eta$ ("eta"),
#
# $$\text{if } y\,(\mathbf w\cdot x)\le 0:\qquad \mathbf w\leftarrow \mathbf w+\eta\,y\,x .$$
#
# **Before you run the cell:** which of three learning rates needs the fewest corrections?

# %%
for eta in (0.1, 1.0, 10.0):
    w, mistakes = perceptron.train_perceptron(X, y, eta, max_epochs=50)
    print(f"eta {eta:4}: mistakes per epoch {mistakes}, w = {w.round(2)}")

# %% [markdown]
# No rate wins. A needle that starts at zero is a sum of arrows, each multiplied by $\eta$, so ten times
# the rate gives ten times the needle, pointing the same way: same line, same mistakes. To see $\eta$
# matter, give the needle something to unlearn. Start it ten units long, pointing into the Adelies.

# %%
for eta in (0.1, 1.0, 10.0):
    w, count = 10 * np.array([0.88, -0.48]), 0
    for _ in range(60):
        for x_i, y_i in zip(X, y, strict=True):
            before, w = w, perceptron.perceptron_update(w, x_i, y_i, eta)
            count += (w != before).any()
    print(f"eta {eta:4}: {count:3} corrections,", (y * (X @ w) <= 0).sum(), "wrong at the end")

# %% [markdown]
# A long needle is hard to turn. What counts is never $\eta$ by itself but $\eta$ compared with the length
# that is already there. Does the needle grow? That is half of the next section.

# %% [markdown] section="convergence"
# ## 3. Does it ever stop?
#
# The worry was that each correction might undo another. Here is why this can't go on for ever. Suppose that
# *some* needle gets every bird right. Call it $\mathbf u$, make it exactly one unit long, and let $\gamma$
# ("gamma") be the distance from its line to the nearest bird, so that $y\,(\mathbf u\cdot x)\ge\gamma>0$ for
# all of them. Data for which such a $\mathbf u$ exists are **linearly separable**, and $\gamma$ is the
# **geometric margin** of $\mathbf u$. (Unlike the signed margin it doesn't grow with the length of the
# needle.) Let $R$ be the distance from the centre to the furthest bird. The perceptron is told none of
# this. We can find the best $\mathbf u$ by trying directions all the way round.

# %%
angles = np.radians(np.arange(0, 360, 0.01))
directions = np.column_stack([np.cos(angles), np.sin(angles)])
margins = (y * (directions @ X.T)).min(axis=1)  # for each direction, its worst bird
u, gamma = directions[margins.argmax()], margins.max()
R = np.linalg.norm(X, axis=1).max()
print(f"the best is u = {u.round(2)}, with gamma = {gamma:.3f}; R = {R:.2f}")
print("the bird nearest to its line is number", (y * (X @ u)).argmin() + 1)

# %% [markdown]
# The bird nearest to the best line is our stout Adelie again. Now turn the sheet until $\mathbf u$ lies flat,
# and let light fall onto its line at a right angle. The learner's needle $\mathbf w$ throws a *shadow* on
# that line. Because $\mathbf u$ is one unit long, the shadow's length is $\mathbf u\cdot\mathbf w$; the
# length of the needle itself is $\lVert\mathbf w\rVert$. Here are the five needles of section {#update}.

# %% tags=["hide-input"]
needles = np.array([step.after for step in corrections])
shadows, lengths = needles @ u, np.linalg.norm(needles, axis=1)
plots.show(
    figures.shadow(u, needles),
    "Five numbered needles above and below the line of u. Needle 1 rises steeply, needle 5 lies almost on "
    "the line. Their shadows reach further along it from 1 to 5.",
)
print("shadows:", shadows.round(2))
print("needles:", lengths.round(2))

# %% [markdown]
# The shadow never gets shorter, although the needle sometimes does: on the line of $\mathbf u$ nothing is
# ever lost. Take $\eta=1$, start from $\mathbf w=0$, and let $M$ corrections go by.
#
# *The shadow grows steadily.*
#
# 1. $\mathbf u\cdot(\mathbf w+y\,x)=\mathbf u\cdot\mathbf w+y\,(\mathbf u\cdot x)$ — *one correction,
#    multiplied out*
# 2. $\phantom{\mathbf u\cdot(\mathbf w+y\,x)}\ge\mathbf u\cdot\mathbf w+\gamma$ — *$\mathbf u$ is right
#    about every bird, by at least $\gamma$*
# 3. $\mathbf u\cdot\mathbf w\ge M\gamma$ — *the shadow started at 0 and has grown $M$ times*
#
# *The needle grows slowly.*
#
# 4. $\lVert\mathbf w+y\,x\rVert^2=\lVert\mathbf w\rVert^2+2\,y\,(\mathbf w\cdot x)+\lVert x\rVert^2$ —
#    *its squared length after one correction, multiplied out*
# 5. $\phantom{\lVert\mathbf w+y\,x\rVert^2}\le\lVert\mathbf w\rVert^2+0+R^2$ — *the middle term isn't
#    positive, because this was a mistake, and no bird is further away than $R$*
# 6. $\lVert\mathbf w\rVert\le\sqrt M\,R$ — *after $M$ corrections; take the square root*
#
# *Both at once.*
#
# 7. $M\gamma\le\mathbf u\cdot\mathbf w\le\lVert\mathbf w\rVert\le\sqrt M\,R$ — *line 3; no shadow is longer
#    than its needle; line 6*
# 8. $M\le\bigl(\frac R\gamma\bigr)^2$ — *divide by $\sqrt M\,\gamma$, and square*
#
# This is the **perceptron convergence theorem** (Novikoff, 1962). Line 5 is the key. A mistake means that
# the bird pulls against the needle, or at best sideways, and a needle that is pulled sideways gets longer
# only slowly: like $\sqrt M$ at most, while its shadow must grow like $M$. If the corrections never ended,
# the shadow would overtake its needle, and no shadow can do that.

# %% tags=["hide-input"]
plots.show(
    figures.race(shadows, lengths, R, gamma)[0],
    "Length against corrections M. Needles and shadows lie between a root curve above and a dashed line "
    "below. Right: line and curve meet at M = 467.",
)
rest = np.arange(len(y)) != stout
u_rest = directions[(y[rest] * (directions @ X[rest].T)).min(axis=1).argmax()]
print(f"at most {perceptron.mistake_bound(X, y, u):.0f} corrections; there were {len(needles)}")
bound = perceptron.mistake_bound(X[rest], y[rest], u_rest)
print(f"without the stout Adelie: at most {bound:.0f}")

# %% [markdown]
# Line and curve meet at $M=467$. Starting from $\mathbf w=0$, no perceptron on these birds can get past
# that point; without one bird in 274 the limit would be 63. We needed five corrections: the theorem is a
# guarantee, not a forecast. But look at what is missing from it: the number of birds.
#
# **Before you run the cell:** if forty points need about four corrections, how many will forty *thousand*
# need, with the same guaranteed margin of 0.15?

# %%
for n in (40, 400, 4_000, 40_000):
    counts = []
    for seed in range(20):
        cloud = datasets.separable(np.random.default_rng(seed), n=n, margin=0.15)
        w, mistakes = perceptron.train_perceptron(cloud.X, cloud.y, 1.0, max_epochs=100)
        counts.append(sum(mistakes))
    error = np.std(counts, ddof=1) / np.sqrt(20)
    print(f"{n:6} points: {np.mean(counts):.1f} corrections (standard error {error:.1f})")

# %% [markdown]
# Forty thousand points need about six: a thousand times the data, and not even twice the corrections. A
# crowd costs little. One awkward bird can cost a great deal.

# %% [markdown] section="decay"
# ## 4. What if no line will do?
#
# The theorem began with *suppose*. Take that away, with four points: label the corners of a square $+1$
# where exactly one coordinate is 1, and $-1$ otherwise. This is **XOR**, "one or the other, but not both".
#
# First the line must be set free. With the constant 1 of lecture 03, $x=(1,x_1,x_2)$, it can stand
# anywhere, and $\mathbf w$ has one more weight, the bias $w_0$. The rule and the proof stay as they are,
# but now they speak of vectors with the 1 in front: $R$ is the length of the longest of these, and
# $\gamma=\min y\,(\mathbf u\cdot x)$, with $\mathbf u$ of length 1 *including* its bias, is no longer a
# distance on the sheet.
#
# **Before you run the cell:** what will the weights be after one epoch?

# %%
corners, labels = datasets.xor()
w = np.zeros(3)
for x_i, y_i in zip(add_bias(corners), labels, strict=True):
    w = perceptron.perceptron_update(w, x_i, y_i, eta=1.0)
    print(f"corner {x_i[1:]}, label {y_i:+d}: w becomes {w}")
print("sum of y x over the four corners:", labels @ add_bias(corners))

# %% [markdown]
# Four mistakes, and the weights are back at zero, ready to make the same four again. The last printed line
# says why. If the four arrows $y\,x$ add up to zero, then for *any* weights the four signed margins
# $y\,(\mathbf w\cdot x)$ add up to zero as well, so they can't all be positive. The fact that sends the
# perceptron round in circles is the fact that no line exists.
#
# Real birds can be as stubborn: here is a third species, the Chinstrap, beside the Adelies.

# %% tags=["hide-input"]
bill = ["bill_length_mm", "bill_depth_mm"]
_, bills, classes = figures.birds(["Adelie", "Chinstrap"], bill, seed=2)
A_rivals, kinds = add_bias(bills), np.where(classes == 0, -1, 1)  # Adelie -1, Chinstrap +1

inside, triangle = 137, [139, 174, 182]  # a Chinstrap and three Adelies
bill_names = {"xlabel": "bill length (standardised)", "ylabel": "bill depth (standardised)"}
ax = plots.points(bills, kinds + 1, names=["Adelie", "", "Chinstrap"], ring=[inside], **bill_names)
ax.fill(*bills[triangle].T, facecolor="#DDDDDD", edgecolor=plots.INK, linewidth=1.6)
plots.show(
    ax,
    "Adelies on the left, Chinstraps on the right, overlapping. Inside a shaded triangle of three Adelies "
    "stands a ringed Chinstrap.",
)
mix = np.linalg.solve(A_rivals[triangle].T, A_rivals[inside])
print("the Chinstrap is a mixture of the three Adelies, with shares", mix.round(2))

# %% [markdown]
# One Chinstrap stands inside a triangle of three Adelies. Its $x$ is a mixture of theirs with positive
# shares, so its score is the same mixture of their scores: if all three are negative, so is its own. No
# line separates these two species by these measurements, and the perceptron will be corrected for ever.
#
# ### How long should you wait?
#
# A perceptron that stops has proved that a line exists. Weights that come back to an earlier value have
# proved that none exists, because a shadow that only grows can't come back. Otherwise a perceptron that
# hasn't stopped *yet* has proved nothing. Here are three runs, two of them with our old Adelies and Gentoos, not
# standardised. **Before you look:** which curve will look the most hopeless?

# %% tags=["hide-input"]
runs = {
    "Adelie, Chinstrap": (A_rivals, kinds),
    "Adelie, Gentoo, in cm and kg": (add_bias(raw / [10, 1000]), y),
    "Adelie, Gentoo, in mm and g": (add_bias(raw), y),
}
shares = {}
for name, (examples, label) in runs.items():
    w, mistakes = perceptron.train_perceptron(examples, label, 1.0, max_epochs=60)
    shares[name] = np.array(mistakes) / len(label)
    print(f"{name:28} mistakes {sum(mistakes):4}, in the last epochs {mistakes[-3:]}")
    if mistakes[-1] == 0:  # then w separates, and can play the part of u
        print(f"{'':28} allowed {perceptron.mistake_bound(examples, label, w):.1e}")
plots.show(
    figures.curves(shares, ylabel="share of mistakes in the epoch"),
    "Share of mistakes per epoch. In mm and g it stays near 0.49 and drops to 0 in epoch 48; in cm and kg "
    "it reaches 0 in epoch 5. Adelie against Chinstrap stays near 0.04.",
)

# %% [markdown]
# The most hopeless curve, wrong about nearly every second bird for 47 epochs, reaches 0 in the 48th. The
# one that looks almost perfect, with 8 birds of 219 wrong in each of the last epochs, never will. Between
# the second run and the third only the units have changed. What the theorem allows, with the learnt weights
# as $\mathbf u$, rises from tens of thousands of mistakes to hundreds of millions. That is why we
# standardised.
#
# The Chinstraps' line is pushed to and fro for ever. To calm it, let the rate **decay**. A common choice is
# $\eta_n=1/n$ for the $n$-th example, counted over all epochs. `figures.lines_in_motion` trains for 300
# epochs in 20 random orders and measures the angle through which $\mathbf w$ turns in each epoch.

# %% tags=["hide-input"]
turned = {}
for name, decaying in (("constant rate", False), ("rate 1/n", True)):
    found = figures.lines_in_motion(A_rivals, kinds, decaying)
    turned[name] = found.turned
    print(f"{name}: turned by {found.between:.1f} degrees from epoch 20 to 300")
    print("    wrong (standard error) after epochs 20 and 300:", *found.wrong)
print("always saying Adelie:", (kinds == 1).sum(), "wrong of", len(kinds))
plots.show(
    figures.curves(
        turned, first=2, ylabel="degrees turned in the epoch", xscale="log", yscale="log"
    ),
    "Degrees turned per epoch, both axes logarithmic. With a constant rate they stay between 3 and 8. With "
    "rate 1/n they fall along a straight line, from 1.7 to 0.0035.",
)

# %% [markdown]
# With $1/n$ the weights turn ever more slowly, but small angles add up: from epoch 20 to epoch 300 they
# turned by 3.4 degrees, with the constant rate by 3.6. Nor is calm the same as good. After 20 epochs the
# calm line has 8.0 birds wrong, against 5.9, and after 300 we can't tell the two apart. It is calm because
# we push less, not because it has arrived. Section {#averaging} has a better remedy.

# %% [markdown] section="multiclass"
# ## 5. What if there are three species?
#
# A needle has two ends, enough for two species. With a third one waiting, give every species a needle of its
# own: one weight vector $\mathbf w_k$ for each class $k$, the rows of a matrix $W$. Each of the $K$ classes
# gets a score $z_k=\mathbf w_k\cdot x$, and $\hat y=\arg\max_k z_k$ is chosen (the lowest index
# on a tie). Suppose that three classes score $2.5$, $2.0$ and $0.5$, and that the third one is right. Which
# rows would you correct?
#
# The perceptron corrects two, and only two. The class that should have won gains the example, and the class
# that won by mistake loses it:
#
# $$\text{if } \hat y\ne y:\qquad \mathbf w_y \leftarrow \mathbf w_y + \eta\,x, \qquad
#   \mathbf w_{\hat y} \leftarrow \mathbf w_{\hat y} - \eta\,x .$$
#
# If the second class is still in the way when the example comes back, it will win, and be corrected then.

# %%
W = np.array([[0.0, 1.0, 0.5], [1.0, 0.0, 1.0], [0.5, 0.5, -1.0]])
x = np.array([1.0, 2.0, 1.0])
W_new = perceptron.multiclass_update(W, x, 2, eta=1.0)
print("scores before:", W @ x)
print("scores after: ", W_new @ x)

# %% [markdown]
# The first class lost $\eta\,(x\cdot x)=6$ and the third gained as much. Now all three species, with three
# needles pinned to the average bird.

# %% tags=["hide-input"]
names = ["Adelie", "Gentoo", "Chinstrap"]
_, bills3, kinds3 = figures.birds(names, bill, seed=0)
W_pinned = train_multiclass(bills3, kinds3, 3, eta=1.0, epochs=10)
right = (predict_multiclass(W_pinned, bills3) == kinds3).sum()
print(f"{right} of {len(kinds3)} training birds right; always Adelie: {(kinds3 == 0).sum()}")
plots.show(
    figures.three_needles(W_pinned, bills3, kinds3, names=names, **bill_names),
    "Three needles point from the centre into three clouds of birds. Three straight borders from the "
    "centre cut the sheet into regions; a few birds lie across a border.",
)

# %% [markdown]
# The border between two regions lies where their scores are equal, $\mathbf w_k\cdot x=\mathbf w_j\cdot x$.
# That is the line of the needle $\mathbf w_k-\mathbf w_j$.
#
# ### Joint features: one rule or two?
#
# "One gains, the other loses" sounds like two rules. Written with one long vector it is a single step. Put
# the rows of $W$ end to end and call the result $\theta$ ("theta"). Then, instead of choosing a row for
# the class, move the example: the **joint features** $f(x,k)$ of an example and a class are $K$ blocks,
# with $x$ in block $k$ and zeros in all the others. All blocks but one are multiplied by zeros, so
# $\theta\cdot f(x,k)=\mathbf w_k\cdot x=z_k$, and with $\eta=1$ the step is
#
# $$\theta\leftarrow\theta+f(x,y)-f(x,\hat y) .$$
#
# Where $\hat y=y$ the two terms cancel, so there is not even an "if". Here is the step above once more.

# %% tags=["hide-input"]
F = np.array([joint_features(x, k, n_classes=3) for k in range(3)])
theta = W.ravel()  # the rows, end to end
theta_new = perceptron.joint_update(theta, F, y=2)
print("the same step:", np.array_equal(theta_new, W_new.ravel()))
plots.show(
    figures.joint_step(F, theta, theta_new, names=["0", "1", "2"], features=["f1", "f2", "f3"]),
    "Two tables of joint features, with 1, 2, 1 in the block of each class, and the weights. Before: class "
    "0 wins with 2.5. After: the weights of classes 0 and 2 have changed; class 2 wins with 6.5.",
)

# %% [markdown]
# Nor does $f$ have to be made of blocks. Any features of an example *together with* a label will do; with
# such features perceptrons learnt to tag words (Collins, 2002).

# %% [markdown] section="loss"
# ## 6. What is going down?
#
# The rule was found first and justified later. How wrong is a classifier about one example? The
# **perceptron loss** says: by as much as the winner is ahead of the right class,
#
# $$\ell(\theta)=\max_k\,\theta\cdot f(x,k)\;-\;\theta\cdot f(x,y) .$$
#
# It is never negative, and it is 0 where the right class wins or shares the lead. In the step above it was
# $2.5-0.5=2$ before and 0 after. With two classes and the one needle $\mathbf w=\mathbf w_1-\mathbf w_0$ it
# is $\max(0,-m)$, with $m$ the signed margin.
#
# The **gradient** $\nabla\ell$ ("nabla") is the list of slopes of $\ell$, one for each weight. It points
# uphill, so a step downhill is a step against it (lecture 06).
#
# 1. $\ell(\theta)=\theta\cdot f(x,\hat y)-\theta\cdot f(x,y)$ — *call the winner $\hat y$; if no other class
#    ties with it, it goes on winning while $\theta$ changes very little*
# 2. $\nabla\ell=f(x,\hat y)-f(x,y)$ — *both terms are linear, so their slopes are the features themselves*
# 3. $\theta-\nabla\ell=\theta+f(x,y)-f(x,\hat y)$ — *one step downhill is the perceptron rule*
#
# Don't take line 2 on trust: measure it by **finite differences**. Move one weight a little to either side,
# and divide the change of the loss by the distance.

# %%
h = 1e-6
measured = []
for nudge in h * np.eye(9):  # one weight at a time
    up = perceptron.perceptron_loss(theta + nudge, F, y=2)
    down = perceptron.perceptron_loss(theta - nudge, F, y=2)
    measured.append((up - down) / (2 * h))
gradient = perceptron.perceptron_gradient(theta, F, y=2)
print("formula ", gradient)
print("measured", np.round(measured, 6))

# %% tags=["hide-input"]
plots.show(
    figures.loss_along_step(theta, F, 2, -gradient),
    "Loss against the share of the step that is taken. It falls from 2 in a straight line, less steeply "
    "after a kink at one twelfth, reaches 0 at a second kink at one quarter, and stays there.",
)

# %% [markdown]
# A quarter of the step would have been enough for this example; the rule doesn't stop to measure. At the
# first kink class 1 overtakes class 0 as the winner, at the second class 2 overtakes both. At a kink the
# slopes to the left and to the right differ, and line 2 still gives a **subgradient**: the slope of a line
# that touches the loss at that point and lies on or below it everywhere else.
#
# The slope is that of *this* example's loss. Another's may fall with it or rise, as in section {#update}.

# %% [markdown] section="averaging"
# ## 7. Will ten needles ever stop?
#
# Written with joint features, the theorem of section {#convergence} carries over. Call the data separable
# if some $\mathbf u$ of length 1 prefers the right class to every rival by at least $\gamma>0$:
# $\mathbf u\cdot\bigl(f(x,y)-f(x,k)\bigr)\ge\gamma$ for every example and every $k\ne y$. Let $R$ be the
# length of the longest $f(x,y)-f(x,k)$, which for blocks is $\sqrt2$ times that of the longest $x$.
#
# 1. $\mathbf u\cdot\theta\ge M\gamma$ — *each of $M$ corrections adds some $f(x,y)-f(x,\hat y)$*
# 2. $\lVert\theta\rVert\le\sqrt M\,R$ — *$\theta\cdot\bigl(f(x,y)-f(x,\hat y)\bigr)\le0$, because
#    $\hat y$ had won*
# 3. $M\le(R/\gamma)^2$ — *no shadow is longer than its needle*
#
# So here is a bet: 1,400 handwritten digits of 8 by 8 pixels, and ten needles, one per digit.
# `figures.digit_run` trains until an epoch has no mistakes, on ten random choices of the 1,400; the other
# 397 digits are kept apart. **Before you look:** will the needles ever stop?

# %% tags=["hide-input"]
digit_runs = [figures.digit_run(seed) for seed in range(10)]
print("epochs:", [len(run.mistakes) for run in digit_runs])

# %% [markdown]
# They do stop, in all ten splits, after 43 to 94 epochs. So flat borders can separate all 1,400.
#
# ### Which needles should you keep?
#
# Do these ten needles know digits, or only these digits? And what if you can't wait? A remedy for impatience
# costs next to nothing: don't keep the last $W$, keep the mean of $W$ after every example, mistake or not. A
# $W$ that survives a thousand examples is then counted a thousand times, and one that is corrected at once
# is counted once. This is the **averaged perceptron**. Here are both on the 397 digits held out.

# %% tags=["hide-input"]
first = digit_runs[0]
plots.show(
    figures.curves(
        {"last W": first.last, "mean of W": first.mean}, ylabel="accuracy on digits held out"
    ),
    "Held-out accuracy in the first split, after 1 to 51 epochs. The last W jumps up and down and ends at "
    "0.967. The mean of W starts at 0.95 and soon stays between 0.97 and 0.98.",
)
print("ten splits      last W  mean of W  gain (standard error)")
for name, epoch in (("1 epoch", 0), ("10 epochs", 9), ("until it stops", -1)):
    last, mean = np.array([[run.last[epoch], run.mean[epoch]] for run in digit_runs]).T
    error = (mean - last).std(ddof=1) / np.sqrt(10)
    gain = f"{(mean - last).mean():.3f} ({error:.3f})"
    print(f"{name:15} {last.mean():.3f}   {mean.mean():.3f}      {gain}")
digits = datasets.digits().y
print(f"always the most frequent digit: {np.bincount(digits).max() / len(digits):.3f}")

# %% [markdown]
# Stopped early, the mean is much better: by 8.5 points after one epoch and by 4.0 after ten. Left to
# finish, the last $W$ reaches 95.6 %, and the mean still gains 0.7 points. (The splits share digits, so take
# the standard errors as a rough guide.) You can't know beforehand whether the corrections will stop. With
# the mean you needn't wait to find out.

# %% [markdown] section="margin"
# ## 8. Is being right enough?
#
# Back to the Adelies and the Gentoos, with the line set free. On the left is the line at which the
# perceptron stops; on the right the one that keeps furthest from every bird, found by scikit-learn.

# %% tags=["hide-input"]
from sklearn.svm import SVC

A = add_bias(X)
w_perceptron, _ = perceptron.train_perceptron(A, y, 1.0, max_epochs=100)
widest = SVC(kernel="linear", C=1e6, tol=1e-6).fit(X, y)
w_widest = np.append(widest.intercept_, widest.coef_)
few = widest.support_
again = SVC(kernel="linear", C=1e6, tol=1e-6).fit(X[few], y[few])

left, right = plots.panels(columns=2, width=9.0, height=4.9)
for ax, w, title in (
    (left, w_perceptron, "All birds are right"),
    (right, w_widest, "The widest strip"),
):
    figures.margin_strip(X, y, w, ax, names=species, title=title, **axis_names)
    print(f"{title}: smallest distance {figures.smallest_distance(w, A, y):.3f}")
plots.show(
    left,
    "Left: the perceptron's steep line, with a narrow strip and one ringed Adelie at its edge. Right: the "
    "widest strip, more than three times as wide; two Gentoos and the stout Adelie are ringed.",
)
print("ringed on the right: birds", few + 1, "; w", w_widest.round(2))
print("trained on these three only:   w", np.append(again.intercept_, again.coef_).round(2))

# %% [markdown]
# Both name all 274 birds correctly, but a bird measured a little carelessly would be safer with the second.
# The perceptron has no reason to look for it: it learns nothing from birds that are right, however narrowly.
# So give every *wrong* class a bonus, its **cost**, before the scores are compared; the right class must now
# win by more than the bonus. With $\text{cost}_y=0$:
#
# $$\hat y=\arg\max_k\,\bigl(\theta\cdot f(x,k)+\text{cost}_k\bigr),\qquad
#   \theta\leftarrow\rho\,\theta+f(x,y)-f(x,\hat y) .$$
#
# The factor $\rho$ ("rho", a little less than 1) discourages cheating: multiply $\theta$ by 1,000, and every
# lead is 1,000 times as large although the line hasn't moved. This is one step in the style of a **support vector
# machine** (SVM). Section {#multiclass} ended with scores of
# $-3.5$, $2$ and $6.5$, and class 2 is right. **Before you run the cell:** with a cost of 5 for each wrong
# class and $\rho=0.9$, does anything happen?

# %%
cost = np.array([5, 5, 0])
theta_svm = perceptron.svm_update(theta_new, F, 2, cost, shrink=0.9)
print("with the cost added:  ", F @ theta_new + cost)
print("scores after the step:", (F @ theta_svm).round(2))

# %% [markdown]
# Something does happen: with its bonus class 1 wins, so there is a correction *although the label was right*.
# All scores shrink to nine tenths; then class 2 gains 6 and class 1 loses 6.
#
# Which loss goes down here? Put the bonus into the perceptron loss. For two classes and a cost of 1 it
# becomes $\max(0,\,1-m)$, the **hinge loss**.

# %% tags=["hide-input"]
plots.show(
    figures.two_losses(),
    "Two losses against the signed margin m. The perceptron's falls to 0 at m = 0, the hinge only at m = 1.",
)

# %% [markdown]
# But the hinge has no $\rho$ in it. The shrinking comes from a second term, a penalty
# $\lambda\lVert\theta\rVert^2$ on long weights ("lambda"), which is meant to avoid overfitting (lecture 06).
# Let $\ell$ be the loss with the bonus in it.
#
# 1. $\theta-\eta\,\nabla\bigl(\ell+\lambda\lVert\theta\rVert^2\bigr)=\theta-\eta\,\nabla\ell-2\eta\lambda\,\theta$
#    — *the slope of $\lambda\theta_i^2$ is $2\lambda\theta_i$*
# 2. $\phantom{\theta-\eta\,\nabla}=(1-2\eta\lambda)\,\theta+\eta\,\bigl(f(x,y)-f(x,\hat y)\bigr)$ — *collect
#    $\theta$; section {#loss} for $\nabla\ell$*
# 3. $\rho=1-2\eta\lambda$ — *compare with the step above*
#
# Does it find a better line? With one needle: multiply $\mathbf w$ by $\rho$, and add $y\,x$ if
# $y\,(\mathbf w\cdot x)\le1$. We train ten needles for 100 epochs in random orders, and average each.
# **Before you look:** which $\rho$ will come closest to the 0.292 of the widest strip?


# %%
def averaged_needle(lead, rho, seed, copies=1, epochs=100):
    """The mean of w. Bird 123 comes `copies` times in each epoch, all the others once."""
    rng = np.random.default_rng(seed)
    guests = np.append(np.arange(len(y)), np.full(copies - 1, stout))
    w = total = np.zeros(3)
    for i in np.concatenate([rng.permutation(guests) for _ in range(epochs)]):
        short = y[i] * (w @ A[i]) <= lead
        w = rho * w + short * y[i] * A[i]
        total = total + w
    return total / (epochs * len(guests))


# %% tags=["hide-input"]
print("lead  rho     copies  distance (standard error)  length  lead of bird 123")
for lead, rho, copies in ((0, 1, 1), (1, 1, 1), (1, 0.9999, 1), (1, 0.999, 1), (1, 0.999, 4)):
    found = np.array([averaged_needle(lead, rho, seed, copies) for seed in range(10)])
    distances = [figures.smallest_distance(w, A, y) for w in found]
    error = np.std(distances, ddof=1) / np.sqrt(10)
    length = np.linalg.norm(found[:, 1:], axis=1).mean()
    print(f"{lead:<5} {rho:<7} {copies:<7} {np.mean(distances):.3f} ({error:.3f})", end="")
    print(f"{length:18.2f} {-(found @ A[stout]).mean():7.2f}")

# %% [markdown]
# Of the first four rows $\rho=0.9999$ comes closest. But the lead takes the distance from 0.121 to 0.248, and
# shrinking adds only 0.012, one and a half standard errors. With more shrinking the distance falls, and
# bird 123 no longer has its lead of 1. The needle isn't too short for that: its length is 3.47, and the
# widest strip needs $1/0.292=3.42$. What has moved is the line. In 274 steps $\rho=0.999$ takes a quarter of
# the needle away, and a bird can give back at most one $x$ per epoch. Show bird 123 four times per epoch, as
# in the last row, and it has its lead again.
#
# An SVM that may leave a few examples without their lead has a **soft margin**. How soft is a
# **hyperparameter**, a setting that you choose on held-out data (lecture 06). The ringed birds at the edges
# of the widest strip are its **support vectors**: trained on these three only, scikit-learn finds the same
# line. The other 271 birds could have stayed at home.

# %% [markdown]
# ## So when can you put the pencil down?
#
# If some line gets every bird right: after at most $(R/\gamma)^2$ corrections from $\mathbf w=0$, however many
# birds are waiting. If none does, the corrections never end, and you put the pencil down by decision rather
# than by proof; then keep the mean of all your needles.
#
# And the stout Adelie? It caused three of the five corrections, it decided the margin, it was one of the
# three birds on which the widest strip leans, and the one that a soft margin gave up. The example that is
# hardest to fit had the most to say.
#
# One thing the needle never told us: how *sure* it was. That is [lecture 05](05-logistic.ipynb).

# %% [markdown]
# ## In practice
#
# scikit-learn takes the same steps, if you switch off its shuffling and hand it the constant 1:

# %%
from sklearn.linear_model import Perceptron, SGDClassifier

same = {"fit_intercept": False, "shuffle": False, "tol": None}  # tol=None: run all max_iter epochs
ours, mistakes = perceptron.train_perceptron(add_bias(raw), y, eta=1.0, max_epochs=100)
theirs = Perceptron(max_iter=len(mistakes), **same).fit(add_bias(raw), y)
print("48 epochs in mm and g:      ", np.allclose(theirs.coef_[0], ours))

A3 = add_bias(bills3)
signs = [one_vs_all_labels(kinds3, k) for k in range(3)]
ours = [perceptron.train_perceptron(A3, sign, 1.0, 10)[0] for sign in signs]
theirs = Perceptron(max_iter=10, **same).fit(A3, kinds3)
print("each species against rest:  ", np.allclose(theirs.coef_, ours))

# %%
hinge = {"loss": "hinge", "alpha": 1e-4, "learning_rate": "constant", "eta0": 1.0}
theirs = SGDClassifier(max_iter=1, **hinge, **same).fit(A, y)
w = np.zeros(3)
for x_i, y_i in zip(A, y, strict=True):
    w = (1 - 1e-4) * w + (y_i * (w @ x_i) <= 1) * y_i * x_i
print("lead 1 and rho = 0.9999:    ", np.allclose(theirs.coef_[0], w))

# %% [markdown]
# Note the second output: with $K$ classes scikit-learn trains $K$ needles
# *independently*, each against all the rest (one-vs-all, lecture 03), not by the rule of section
# {#multiclass}. Its `alpha` penalises $\tfrac\alpha2\lVert\mathbf w\rVert^2$, so $\rho=1-\eta\,\alpha$;
# `SGDClassifier(average=True)` averages. This is the rule of section {#multiclass} in PyTorch, for one
# example at a time, with `x` of shape (1, d):
#
# ```python
# import torch
#
# model = torch.nn.Linear(d, K, bias=False)  # the constant 1 is in x
# torch.nn.init.zeros_(model.weight)
# optimiser = torch.optim.SGD(model.parameters(), lr=1.0)  # weight_decay=1e-4: rho = 0.9999
# z = model(x)
# loss = (z.max(dim=1).values - z[torch.arange(len(y)), y]).sum()
# optimiser.zero_grad(); loss.backward(); optimiser.step()
# ```
#
# *Typical settings.* Standardise; shuffle before every epoch; $\eta=1$ from zeros; keep the mean of the
# weights; choose the number of epochs, and for an SVM $\lambda$ (in powers of ten), on held-out data.
#
# *Checking a gradient.* Compare it with central differences, $h=10^{-6}$, at random weights. A relative error
# below $10^{-7}$ is fine; above $10^{-4}$ it is a bug, unless there is a kink within $h$.
#
# | symptom | usual cause | remedy |
# |---|---|---|
# | about half are wrong, for dozens of epochs | features on very different scales (section {#decay}) | standardise |
# | few mistakes, never none; accuracy jumps from epoch to epoch | not separable, or not there yet | mean of the weights |
# | every example with label 0 counts as a mistake, for ever | labels 0 and 1 in the rule for $\pm1$: $0\cdot(\mathbf w\cdot x)\le0$, and the step adds $0\cdot x$ | labels $-1$ and $+1$ |

# %% [markdown]
# ## Problems
#
# 1. *Prove.* The theorem started from $\mathbf w=0$. Let the needle start with length $L$, in any direction,
#    and let the rate be $\eta$. Show that $M\le(R/\gamma)^2+2L/(\eta\gamma)$. What does this say about
#    section {#learning-rate}?
#
#    <details><summary>Solution</summary>
#
#    Divide all weights by $\eta$: the same mistakes happen at rate 1 from a start of length $L'=L/\eta$. The
#    shadow starts at $-L'$ or above, so $\mathbf u\cdot\mathbf w\ge M\gamma-L'$; and
#    $\lVert\mathbf w\rVert^2\le L'^2+MR^2$. If $M\gamma\le L'$ we are done. Otherwise square
#    $M\gamma-L'\le\lVert\mathbf w\rVert$ to get $M^2\gamma^2-2M\gamma L'\le MR^2$, and divide by
#    $M\gamma^2$. Only $L/\eta$ enters: a small rate has more to unlearn, as the cell showed.
#    </details>
#
# 2. *Break.* Show that with features in blocks a full step never raises the loss of its own example. Then
#    find joint features, not in blocks, for which it does.
#
#    <details><summary>Solution</summary>
#
#    In blocks $z_y$ rises, $z_{\hat y}$ falls, and the other scores stay. If $z_y$ is now the largest, the
#    loss is 0. Otherwise the maximum hasn't risen and $z_y$ has, so the loss has fallen. Without blocks a
#    step can lift a third class: $\theta=(0.1,0.7)$, $y=0$, $f(x,0)=(0.3,-0.3)$, $f(x,1)=(1.6,1.3)$,
#    $f(x,2)=(0.6,-2.2)$. Class 1 wins with 1.07 against $-0.18$, a loss of 1.25. The step gives
#    $\theta=(-1.2,-0.9)$; now class 2 has 1.26 and class 0 has $-0.09$, a loss of 1.35.
#    </details>
#
# 3. *Estimate.* The needle of the widest strip, bias included, is a sum $\sum_i\alpha_i\,y_i\,x_i$ over its
#    three support vectors, and bird 123 has $\alpha=7.3$. From which $\rho$ downwards can't it get there?
#
#    <details><summary>Solution</summary>
#
#    In balance an epoch of $n$ steps takes away about $n(1-\rho)\,\mathbf w$ and gives back at most one
#    $y_i\,x_i$ per bird, so $n(1-\rho)\,\alpha_i\le1$. With $\alpha=7.3$ and $n=274$ that is
#    $\rho\ge0.9995$. At 0.9999 the limit on $\alpha$ is 36; at 0.999 it is 3.6, and with four copies of the
#    bird about 14.
#    </details>
#
# 4. *Design.* A colleague says: "Your needles haven't stopped after 40 epochs, so the digits aren't
#    separable." Which result would prove her right, and which would prove her wrong?
#
#    <details><summary>Solution</summary>
#
#    Wrong: any $W$ without a mistake, however it was found. Right: numbers $\alpha\ge0$, not all 0, with
#    $\sum\alpha\,\bigl(f(x,y)-f(x,k)\bigr)=0$ over some examples and rivals, as in XOR, because then no
#    $\theta$ can make all the leads positive. Exactly one of the two exists (Gordan, 1873), and linear
#    programming finds it.
#    </details>

# %% [markdown]
# ## The night before
#
# 1. On a mistake add $y\,x$ to the needle: the signed margin of that example grows by $x\cdot x$.
# 2. If some unit needle $\mathbf u$ has margin $\gamma$, a correction makes $\mathbf u\cdot\mathbf w$ longer by
#    at least $\gamma$, but $\lVert\mathbf w\rVert^2$ by at most $R^2$; so $M\le(R/\gamma)^2$, for $K$ classes
#    too.
# 3. If there is no such $\mathbf u$, corrections never end. A decaying rate slows the line; it doesn't make it
#    good.
# 4. With $K$ classes the right one gains $x$ and the winner loses it,
#    $\theta\leftarrow\theta+f(x,y)-f(x,\hat y)$: a step down $\max_k z_k-z_y$.
# 5. If you stop early, keep the mean of the weights. Ask for a lead, and the strip widens; shrinking is the
#    step of an L2 penalty, $\rho=1-2\eta\lambda$.
#
# **Go on with** [exercise 04](../exercises/04-perceptron/04-perceptron.ipynb): you write every rule of this
# lecture yourself. Symbols: [notation](../docs/notation.md). If you read the source texts beside this:
# [their slips](../docs/errata.md).
#
# ### Sources
#
# M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0).
# M. Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0). J. May, *Linear Models*, 2023,
# sections 13 to 16. *New Navy device learns by doing*, The New York Times, 8 July 1958. Papers and data: see the
# [bibliography](../docs/bibliography.md).
