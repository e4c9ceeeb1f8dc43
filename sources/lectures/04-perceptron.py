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
# About 110 minutes; the end of section {#decay} is a good place to stop for the day. Builds on lecture 03.
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

# %%
import numpy as np

from lincourse import datasets, perceptron, plots
from lincourse.figures import perceptron as figures

species = ["Adelie", "Gentoo"]
birds = datasets.penguins().select(species, ["bill_depth_mm", "body_mass_g"])
order = np.random.default_rng(2).permutation(len(birds.y))
raw = birds.X[order]
X = (raw - raw.mean(axis=0)) / raw.std(axis=0)  # the average bird is now (0, 0)
y = np.where(birds.y[order] == 0, -1, 1)  # Adelie -1, Gentoo +1
stout = 122  # bird number 123; Python counts from 0

title = "The opinion of one bird"
labels = {"xlabel": "bill depth (standardised)", "ylabel": "body mass (standardised)"}
ax = figures.sheet(X, y, X[0], names=species, ring=[0, stout], title=title, **labels)
plots.show(
    ax,
    "All 274 birds: Gentoos up and to the left, Adelies down and to the right. A needle points from "
    "the centre to the first bird, ringed among the Gentoos; the line at a right angle to it has one "
    "bird on its wrong side, the ringed stout Adelie close to the centre.",
)
print("bird   1:", raw[0], "on the sheet", X[0].round(2))
print("bird 123:", raw[stout], "on the sheet", X[stout].round(2))
print("on the wrong side:", (y * (X @ X[0]) <= 0).sum(), "of", len(y))

# %% [markdown]
# (On the sheet each measurement is **standardised**: its distance from the average bird, counted in
# standard deviations, so that millimetres and grams can share a sheet.)
#
# Before you read on, take a pencil. Which way would you turn the needle, and how far? And then the
# question that the rest of the lecture has to answer: if you go on like this, being corrected again
# and again, **will there come a moment when you can put the pencil down?**
#
# What your hand wants to do, to turn the needle away from the stout Adelie by a modest amount, is the
# learning rule of the **perceptron**. The psychologist Frank Rosenblatt presented the first one in
# 1958, as a program on a room-sized computer. That July the *New York Times* called it the "embryo" of
# a computer which the Navy expected to "walk, talk, see, write, reproduce itself and be conscious of
# its existence". The machine built for it afterwards, the Mark I, looked at the world through 400
# photocells and kept what it had learnt in the positions of dials, which electric motors turned a little
# at a time. Our needle has two such dials: how far it points to the right, and how far up.

# %% [markdown] section="mistakes"
# ## 1. What should you do with a mistake?
#
# Try the obvious things first, because two of these three are bad. When the line gets a bird wrong,
# you could
#
# - **redraw**: throw the needle away and point a new one in a random direction;
# - **repoint**: believe the bird in front of you, and point the needle straight at it if it is a
#   Gentoo, straight away from it if it is an Adelie;
# - **nudge**: keep the needle, and add the bird's own arrow to it (or subtract it, for an Adelie), so
#   that the new bird has a say, but not the only one.
#
# We let the birds walk past in 100 different orders, again and again, and count corrections until a
# whole pass goes by without one. After 100 corrections we give up.
#
# **Before you run the cell:** one of the three rules usually never stops. Which one?


# %%
def walk_past(rule, seed, limit=100):
    """The birds that caused a correction, one after the other, until a pass has none."""
    rng = np.random.default_rng(seed)
    parade = rng.permutation(len(y))
    w = np.zeros(2)
    culprits = []
    clean = False
    while not clean and len(culprits) < limit:
        clean = True
        for i in parade:
            if y[i] * (w @ X[i]) <= 0:
                clean = False
                culprits.append(i + 1)
                if rule == "redraw":
                    w = rng.normal(size=2)
                elif rule == "repoint":
                    w = y[i] * X[i]
                elif rule == "nudge":
                    w = w + y[i] * X[i]
    return culprits


for rule in ("redraw", "repoint", "nudge"):
    counts = np.array([len(walk_past(rule, seed)) for seed in range(100)])
    stopped = counts[counts < 100]
    print(f"{rule:8} stopped in {len(stopped):3} of 100 orders;", end=" ")
    print(f"corrections until then: median {np.median(stopped):.0f}, at most {stopped.max()}")

last = walk_past("repoint", seed=0)[-6:]
print("repoint, first order, the last corrections: birds", *last)
for number in last[-2:]:
    print("bird", number, "has label", y[number - 1], "and measures", raw[number - 1])

# %% [markdown]
# Repointing is the one. It stopped in 13 of the 100 orders, each time because the very first bird
# happened to be enough, and in the other 87 it was still going when we gave up. Even random needles do
# better. Repointing is not stupid about any single bird: it gets the bird in front of it right every time.
# Its trouble is that it pays for each new opinion with all the old ones. In the order printed last it is
# caught between two birds *of the same species*, our stout Adelie and a light one: a needle that points
# straight away from either of them gets the other wrong. Nudging stopped in all 100 orders, and never
# needed more than eight corrections.

# %% [markdown] section="update"
# ## 2. Why does adding the bird work?
#
# Now write down what the hand did. The bird is a pair of numbers $x$, its place on the sheet; the
# needle is another pair $\mathbf w$, the **weights**; and the label $y$ is $+1$ for a Gentoo and $-1$
# for an Adelie. As in lecture 03, the **score** of the bird is the dot product
# $z=\mathbf w\cdot x=w_1x_1+w_2x_2$. It is positive on the side to which the needle points and
# negative on the other, so the **signed margin** $m=y\,z$ (also called the **functional margin**) is
# positive exactly when the bird is named correctly. When it is not, we add the bird's arrow, or subtract it if the bird is an Adelie:
#
# $$\text{if } y\,(\mathbf w\cdot x)\le 0:\qquad \mathbf w\leftarrow \mathbf w+y\,x .$$
#
# In the package this is one function. (The factor `eta` in it is the subject of section {#learning-rate}; until then
# it is 1.)

# %%
from lincourse.source import show_source

show_source(perceptron.perceptron_update)

# %% [markdown]
# A bird exactly *on* the line counts as a mistake. That may look pedantic, but we start from
# $\mathbf w=(0,0)$, where every score is 0, and otherwise nothing would ever begin.
#
# **By hand.** After the first bird the needle is $\mathbf w=(-0.76,\,1.48)$. The stout Adelie stands
# at $x=(0.38,\,0.46)$ with $y=-1$.
#
# 1. $z=(-0.76)(0.38)+(1.48)(0.46)\approx 0.39$: *positive, for a bird with a negative label. A mistake.*
# 2. $\mathbf w\leftarrow(-0.76,\,1.48)-(0.38,\,0.46)=(-1.14,\,1.02)$: *subtract the bird.*
#
# **Before you run the cell:** is the bird now on the right side?

# %%
x = X[stout]
w = X[0]
w_new = perceptron.perceptron_update(w, x, -1, eta=1.0)
print(f"before: w = {w.round(2)}, score {w @ x:.3f}")
print(f"after:  w = {w_new.round(2)}, score {w_new @ x:.3f}")
print(f"the score has moved by {w_new @ x - w @ x:.3f}, and x . x is {x @ x:.3f}")

left, right = plots.panels(columns=2, width=8.0, height=4.9)
figures.correction(
    X[0], X[stout], -1, left, name="bird 123", title="First the Gentoo, then the Adelie"
)
figures.correction(-X[stout], X[0], 1, right, name="bird 1", title="The other way round")
plots.show(
    left,
    "Left: the needle points at bird 1; the arrow of bird 123 is subtracted at its tip, the needle "
    "swings to the left, and bird 123 is now almost on the line. Right: the needle points away from "
    "bird 123; the arrow of bird 1 is added, and the needle ends in the same place.",
)

# %% [markdown]
# Not quite! The correction has moved the score from 0.385 to 0.031, in the right direction but by a
# little too little. (The right-hand picture shows the two birds in the opposite order, and with it a
# correction for a label of $+1$. The needle ends in the same place, because a sum does not care about
# the order of its terms.) The size of the move is no accident:
#
# 1. $\mathbf w_{\text{new}}\cdot x=(\mathbf w+y\,x)\cdot x$: *put the rule in;*
# 2. $\phantom{\mathbf w_{\text{new}}\cdot x}=\mathbf w\cdot x+y\,(x\cdot x)$: *multiply out;*
# 3. $y\,(\mathbf w_{\text{new}}\cdot x)=y\,(\mathbf w\cdot x)+x\cdot x$: *multiply by* $y$, *and*
#    $y^2=1$.
#
# The number that ought to be positive has grown by $x\cdot x$, the square of the bird's distance from
# the centre. A square is never negative, so a correction always moves its own bird's score the right
# way. What line 3 does *not* say matters just as much: it promises nothing about the other 273 birds.
# Here is the whole of the training, with every correction that is ever made.

# %%
w = np.zeros(2)
needles = []
for epoch in range(1, 5):
    for i in range(len(y)):
        if y[i] * (w @ X[i]) <= 0:
            w = perceptron.perceptron_update(w, X[i], y[i], eta=1.0)
            needles.append(w)
            wrong = (y * (X @ w) <= 0).sum()
            print(f"pass {epoch}, bird {i + 1:3}, label {y[i]:+d}: w = {w.round(2)},", end=" ")
            print(f"{wrong} now wrong")

# %% [markdown]
# Five corrections, three of them caused by the same stout bird. Look at the third correction. It gets
# that bird right at last, and in doing so it pushes *two others* across the line. So why should this
# ever end, when a correction that helps one bird may harm two? Keep that worry; section {#convergence} is about
# nothing else.
#
# Note what the rule has *not* needed. It stored no bird, because all that it has learnt is in the
# needle, and it learnt from one example at a time, which is called **online** learning. (Naive Bayes
# counted everything first; that is **batch** learning.) One pass through the examples is an **epoch**.
# We did cheat once: to put the average bird at the centre, somebody had to measure all of them first.
#
# **Play.** Here are forty new points of two classes. Before you start, guess how many corrections they
# will need. Run the cell to get the buttons and the slider; on paper, and until you run it, you see
# six moments as a still picture.

# %%
toy = datasets.separable(np.random.default_rng(31), n=40, margin=0.15)
figures.perceptron_stepper(toy.X, toy.y)

# %% [markdown]
# Eight corrections, the last of them in the third pass, and three of the eight caused by one point, number 33.
# Here too a few awkward examples do most of the teaching.
#
# <details><summary><b>Think:</b> when does a correction get its own bird right at once?</summary>
#
# When $x\cdot x$ is larger than what the score was wrong by, $|\mathbf w\cdot x|$. Birds far from the
# centre have a large $x\cdot x$ and move the needle a lot; birds near the centre, such as our stout
# Adelie, often have to come back.
# </details>

# %% [markdown] section="learning-rate"
# ## 3. How big should a nudge be?
#
# To add the whole of $x$ was our own choice. We could add a tenth of it, or ten times as much, and call
# that factor the **learning rate** $\eta$ ("eta"):
#
# $$\text{if } y\,(\mathbf w\cdot x)\le 0:\qquad \mathbf w\leftarrow \mathbf w+\eta\,y\,x .$$
#
# Cautious people like small steps and impatient people like large ones. **Before you run the cell,
# place a bet:** which of three learning rates needs the fewest corrections?

# %%
show_source(perceptron.train_perceptron)
for eta in (0.1, 1.0, 10.0):
    w, mistakes = perceptron.train_perceptron(X, y, eta, max_epochs=50)
    print(f"eta {eta:4}: mistakes per epoch {mistakes}, w = {w.round(2)}")

# %% [markdown]
# Nobody wins. A needle that starts at zero is a sum of arrows, each multiplied by $\eta$, so ten times
# the rate gives ten times the needle, pointing the same way. The line depends only on where the needle
# points: same line, same mistakes, same corrections.
#
# To see $\eta$ matter, give the needle something to unlearn. Start it ten units long and pointing the
# wrong way, into the Adelies.

# %%
for eta in (0.1, 1.0, 10.0):
    w = 10 * np.array([0.88, -0.48])
    corrections = 0
    for _ in range(60):
        for x_i, y_i in zip(X, y, strict=True):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                corrections = corrections + 1
    wrong = (y * (X @ w) <= 0).sum()
    print(f"eta {eta:4}: {corrections:3} corrections in 60 epochs, {wrong} wrong at the end")

# %% [markdown]
# A long needle is hard to turn. The nudge that swings a short needle through a wide angle hardly moves
# a long one, so what counts is never $\eta$ alone, but $\eta$ compared with the length that is already
# there. This also means that a needle which grows becomes harder to turn. Does it grow? That is half
# of the next section.

# %% [markdown] section="convergence"
# ## 4. Does it ever stop?
#
# The worry was that each correction might undo another one. Here is the argument that this cannot go on
# for ever.
#
# Suppose that *some* needle gets every bird right. Call it $\mathbf u$, make it exactly one unit long,
# and let $\gamma$ ("gamma") be the distance from its line to the nearest bird, so that
# $y\,(\mathbf u\cdot x)\ge\gamma>0$ for all of them. Data for which such a $\mathbf u$ exists are called
# **linearly separable**, and $\gamma$ is the **margin** of $\mathbf u$ (the **geometric margin**, to
# keep it apart from the signed margin $y\,z$, which grows with the length of the needle). Let $R$ be
# the distance from the centre to the furthest bird. The perceptron is told none of this. We can look
# at the whole sheet, and find the best $\mathbf u$ by trying directions all the way round.

# %%
angles = np.radians(np.arange(0, 360, 0.01))
directions = np.column_stack([np.cos(angles), np.sin(angles)])
margins = (y * (directions @ X.T)).min(axis=1)  # for each direction, its worst bird

u = directions[margins.argmax()]
gamma = margins.max()
R = np.linalg.norm(X, axis=1).max()
share = (margins > 0).mean()
print(f"{share:.2%} of all directions make no mistake, a wedge of {360 * share:.0f} degrees")
print(f"the best is u = {u.round(2)}, with gamma = {gamma:.3f}; R = {R:.2f}")
print("the bird nearest to its line is number", (y * (X @ u)).argmin() + 1)

# %% [markdown]
# About one direction in 22 makes no mistake. They all lie in one wedge, 16 degrees wide, and finding it by
# luck is what redrawing was up against in section {#mistakes}. And the bird nearest to the best of all the lines through
# the pin is number 123, our stout Adelie again.
#
# Now turn the sheet until $\mathbf u$ lies flat, and draw the long line on which it lies. Let light fall
# onto that line at a right angle, from both sides. The learner's needle $\mathbf w$ throws a **shadow** on
# it. Because $\mathbf u$ is one unit long, the length of the shadow is $\mathbf u\cdot\mathbf w$; the length of the needle
# itself is written $\lVert\mathbf w\rVert$. Here are the five needles of section {#update}, and the shadow of the last.

# %%
ax = figures.shadow(u, needles, title="A needle and its shadow")
plots.show(
    ax,
    "Five numbered needles start from one point on a flat line, the line of u. Needle 1 "
    "rises steeply, needle 3 dips a little below the line, and needle 5 lies almost on it. "
    "Dotted lines lead from each tip to the line; they stand further along it from 1 to 5. "
    "The shadow of needle 5 is drawn as a thick bar.",
)
for needle in needles:
    print(f"shadow {u @ needle:.2f}, needle {np.linalg.norm(needle):.2f}")

# %% [markdown]
# The shadow never gets shorter, although the needle sometimes does. That is the whole idea: a correction
# may spoil what an earlier one had achieved for some bird, but on the line of $\mathbf u$ nothing is ever lost. Take
# $\eta=1$, start from $\mathbf w=0$, and let $M$ corrections go by.
#
# *The shadow grows steadily.*
#
# 1. $\mathbf u\cdot(\mathbf w+y\,x)=\mathbf u\cdot\mathbf w+y\,(\mathbf u\cdot x)$: *one correction,
#    multiplied out;*
# 2. $\phantom{\mathbf u\cdot(\mathbf w+y\,x)}\ge\mathbf u\cdot\mathbf w+\gamma$: *because* $\mathbf u$
#    *is right about every bird, by at least* $\gamma$;
# 3. $\mathbf u\cdot\mathbf w\ge M\gamma$: *the shadow started at 0 and has grown* $M$ *times.*
#
# *The needle grows slowly.*
#
# 4. $\lVert\mathbf w+y\,x\rVert^2=\lVert\mathbf w\rVert^2+2\,y\,(\mathbf w\cdot x)+\lVert x\rVert^2$: *its
#    squared length after one correction, multiplied out;*
# 5. $\phantom{\lVert\mathbf w+y\,x\rVert^2}\le\lVert\mathbf w\rVert^2+0+R^2$: *the middle term is not
#    positive, because this was a mistake, and no bird is further away than* $R$;
# 6. $\lVert\mathbf w\rVert\le\sqrt M\,R$: *after* $M$ *corrections; take the square root.*
#
# *Both at once.*
#
# 7. $M\gamma\le\mathbf u\cdot\mathbf w\le\lVert\mathbf w\rVert\le\sqrt M\,R$: *line 3, no shadow is longer than its
#    needle, line 6;*
# 8. $M\le\bigl(\frac R\gamma\bigr)^2$: *divide by* $\sqrt M\,\gamma$, *and square.*
#
# This is the **perceptron convergence theorem**, in the form that Novikoff gave it in 1962. Line 5 is
# where it is decided. A mistake means that the bird pulls against the needle, or at best sideways, but
# never along it, and a needle that is pulled sideways gets longer only slowly. So the needle can only grow
# like $\sqrt M$, while its shadow must grow like $M$. If the corrections never ended, the shadow would
# overtake its needle, and no shadow can do that.

# %%
shadows = [u @ needle for needle in needles]
lengths = [np.linalg.norm(needle) for needle in needles]
axes = figures.race(shadows, lengths, R, gamma)
plots.show(
    axes[0],
    "Length against the number of corrections M, twice. Left, up to M = 6: the measured "
    "needles and shadows, all between 1.3 and 1.9, lie between a root curve above them and "
    "a dashed line below. Right: the dashed line catches the root curve at M = 467; the "
    "five measured points sit at the far left.",
)
print(f"at most {(R / gamma) ** 2:.0f} corrections; there were {len(needles)}")
angle = np.degrees(np.arccos(shadows[-1] / lengths[-1]))
print(f"angle between the last needle and u: {angle:.1f} degrees")

# %% [markdown]
# On the left, every measured shadow lies above the dashed line and every measured needle below the solid
# curve, as promised. On the right, dashed line and curve meet at $M=467$, and no perceptron on these birds
# can get past that point. By the fifth correction the needle is 1.85 long and its shadow 1.84. A needle
# hardly longer than its shadow lies almost flat: it points to within about 5 degrees of $\mathbf u$, of which it was
# told nothing. (Anything inside the wedge of 16 degrees would have done.)
#
# The theorem would have allowed 467 corrections and we needed five. It is a guarantee and not a
# forecast: it has to cover the worst order of the worst birds that have our $R$ and $\gamma$. But look at
# what is missing from it. It contains $R$ and $\gamma$, and nowhere the number of birds.
#
# **Before you run the cell:** if forty points need about four corrections, how many will forty
# *thousand* points need, with the same guaranteed margin of 0.15?

# %%
for n in (40, 400, 4_000, 40_000):
    counts = []
    for seed in range(20):
        cloud = datasets.separable(np.random.default_rng(seed), n=n, margin=0.15)
        w, mistakes = perceptron.train_perceptron(cloud.X, cloud.y, 1.0, max_epochs=100)
        counts.append(sum(mistakes))
    error = np.std(counts, ddof=1) / np.sqrt(len(counts))
    print(f"{n:6} points: {np.mean(counts):.1f} corrections (standard error {error:.1f})")

# %% [markdown]
# A thousand times the data, and not even twice the corrections. A crowd costs little. One awkward bird can
# cost a great deal, as you find when you send it home:

# %%
others = np.arange(len(y)) != stout
margin = (y[others] * (directions @ X[others].T)).min(axis=1).max()
print(
    f"without the stout Adelie: gamma = {margin:.3f}, at most {(R / margin) ** 2:.0f} corrections"
)

# %% [markdown]
# From 467 to 63, by sending one bird in 274 home.

# %% [markdown] section="xor"
# ## 5. What if no line will do?
#
# The theorem began with *suppose*. Take that away, with four points: label the corners of a square
# $+1$ where exactly one coordinate is 1, and $-1$ otherwise. This is **XOR**, "one or the other, but not
# both".
#
# First the line must be set free. So far it was pinned to the centre, which was fair because we had put
# the average bird there. To let it stand anywhere, use the constant 1 of lecture 03: every example gets
# a 1 in front, so $x=(1,x_1,x_2)$, and $\mathbf w$ gets one more weight, the **bias** $w_0$. The rule and
# the proof stay as they are, letter by letter. Only the picture changes: $\mathbf w$ now has three
# numbers, so the needle would have to rise out of the sheet, and we draw its line alone.
#
# **Before you run the cell:** what will the weights be after one epoch?

# %%
from lincourse.features import add_bias

corners, kinds = datasets.xor()
A = add_bias(corners)
w = np.zeros(3)
for x_i, y_i in zip(A, kinds, strict=True):
    score = w @ x_i
    w = perceptron.perceptron_update(w, x_i, y_i, eta=1.0)
    print(f"corner {x_i[1:]}, label {y_i:+d}, score {score:+.0f}: w becomes {w}")
print("sum of y x over the four corners:", kinds @ A)

ax = plots.points(corners, kinds, title="XOR: three lines, three failures")
ax.set_aspect("equal")
ax.set(xlim=(-0.6, 1.6), ylim=(-0.6, 1.6))
for attempt in ([-0.5, 1, 1], [1.5, -1, -1], [-0.2, 1, -1]):
    plots.decision_line(attempt, ax, color=plots.FAINT, linestyle="--")
plots.show(
    ax,
    "The four corners of a square: label -1 at (0, 0) and (1, 1), label +1 at (0, 1) and (1, 0). "
    "Three dashed lines cross the square; each has corners of both labels on one of its sides.",
)

# %% [markdown]
# Four mistakes, and the weights are back at zero, ready to make the same four again: a **cycle**, for
# ever. The last printed line says why, and it says more than that. If the four arrows $y\,x$ add up to
# zero, then for *any* weights the four signed margins $y\,(\mathbf w\cdot x)$ add up to zero as well, so
# they cannot all be positive. The fact that sends the perceptron round in circles is the fact that no
# line exists.
#
# XOR is the smallest case of *parity*, one of the tasks that Marvin Minsky and Seymour Papert analysed in
# *Perceptrons* (1969), a book of theorems about what such machines cannot compute. A second layer of
# units was known to help, but nobody yet had a good way to train one, and for more than a decade money
# and attention went elsewhere. It makes a good story that the Navy's conscious computer was stopped by
# the corners of a square. The theorems were broader than that, and so were the reasons.
#
# Real birds can be as stubborn as XOR. The third species on these islands is the Chinstrap; here it is
# beside the Adelies, by the length and the depth of the bill.

# %%
rivals = datasets.penguins().select(["Adelie", "Chinstrap"], ["bill_length_mm", "bill_depth_mm"])
order = np.random.default_rng(2).permutation(len(rivals.y))
bills = ((rivals.X - rivals.X.mean(axis=0)) / rivals.X.std(axis=0))[order]
kinds = np.where(rivals.y[order] == 0, -1, 1)  # Adelie -1, Chinstrap +1
A = add_bias(bills)

inside = 137  # a Chinstrap
triangle = [12, 182, 217]  # three Adelies
mix = np.linalg.solve(A[triangle].T, A[inside])
print("labels: the Chinstrap", kinds[inside], "and the Adelies", kinds[triangle])
print("the Chinstrap is a mixture of the Adelies, with shares", mix.round(2))

title = "No line will part these two"
labels = {"xlabel": "bill length (standardised)", "ylabel": "bill depth (standardised)"}
ax = plots.points(
    bills, kinds + 1, names=["Adelie", "", "Chinstrap"], ring=[inside], title=title, **labels
)
ax.fill(*bills[triangle].T, facecolor="#DDDDDD", edgecolor=plots.INK, linewidth=1.6)
plots.show(
    ax,
    "Adelies on the left, Chinstraps on the right, overlapping a little. A shaded triangle "
    "joins three Adelies, and inside it stands a ringed Chinstrap.",
)

# %% [markdown]
# One Chinstrap stands inside a triangle of three Adelies. A line that has all three Adelies on one side
# has the whole triangle there, and the Chinstrap with it. (In numbers: the Chinstrap's $x$ is a mixture of
# the three Adelies' with positive shares, so its score is the same mixture of theirs. If all three are
# negative, so is the Chinstrap's.) No line separates these two species by these two measurements, and the
# perceptron will be corrected for ever.

# %% [markdown] section="decay"
# ## 6. How long should you wait?
#
# A perceptron that stops has proved that a line exists. Weights that come back to an earlier value, as those
# of XOR did, have proved that none exists, because a shadow that only grows cannot come back. But most
# perceptrons that have not stopped *yet* have proved nothing. Here are three runs. The first
# has the Adelies and the Chinstraps. The other two are our old Adelies and Gentoos, in the order you
# know, but not standardised: once in centimetres and kilograms, and once in millimetres and grams.
#
# **Before you run the cell:** which of the curves will look the most hopeless?

# %%
runs = {
    "Adelie, Chinstrap": (A, kinds),
    "Adelie, Gentoo, in cm and kg": (add_bias(raw / [10, 1000]), y),
    "Adelie, Gentoo, in mm and g": (add_bias(raw), y),
}
shares = {}
for name, (examples, label) in runs.items():
    w, mistakes = perceptron.train_perceptron(examples, label, 1.0, max_epochs=60)
    shares[name] = np.array(mistakes) / len(label)
    print(f"{name:28} {len(mistakes)} epochs, {sum(mistakes)} mistakes, the last {mistakes[-3:]}")
    smallest = (label * (examples @ w)).min() / np.linalg.norm(w)
    if smallest > 0:  # then w / |w| may play the part of u
        ratio = np.linalg.norm(examples, axis=1).max() / smallest
        print(f"{'':28} R / gamma = {ratio:.0f}, so at most {ratio**2:.1e} mistakes")

title = "Which of these will never reach 0?"
ax = figures.curves(shares, title=title, ylabel="share of mistakes in the epoch")
plots.show(
    ax,
    "Share of mistakes in each epoch. In mm and g it stays near 0.49 for 46 epochs and is 0 "
    "in the 48th. In cm and kg it starts at 0.21 and reaches 0 in epoch 5. Adelie against "
    "Chinstrap starts at 0.08 and then stays near 0.04 for all 60 epochs.",
)

# %% [markdown]
# The curve that looks the most hopeless, wrong about nearly every second bird for 47 epochs, reaches 0 in the
# 48th. The curve that looks almost perfect, with 8 birds of 219 wrong in each of the last epochs, never will,
# as the triangle has shown. Between the second run and the third nothing has changed but the units. They
# stretch the sheet ten times in one direction and a thousand times in the other, and what counts for the
# theorem is the ratio $R/\gamma$. With the learnt weights in the part of $\mathbf u$ it rises from about 230 to
# about 15,500, and the promise from tens of thousands of mistakes to hundreds of millions. That is why we
# standardised the measurements before we began.
#
# And the Chinstraps? Their line is pushed to and fro for ever, and the one you hold when you stop is the
# work of whoever complained last. If you want a line that comes to rest, let the nudges shrink. A common
# choice is $\eta_n=1/n$ for the $n$-th example, counted over all epochs; such a rate is said to
# **decay**. How do you measure rest? Not by the distance that the weights travel: by
# section {#learning-rate}, a rate a thousand times smaller makes that distance a thousand times shorter, and the line turns
# just as much. What makes the line is the *direction* of
# $\mathbf w$ (bias included), so we measure the angle through which it turns in each epoch.

# %%
show_source(perceptron.eta_decay)


def angle_turned(before, after):
    """The angle between two weight vectors, in degrees."""
    cosine = before @ after / (np.linalg.norm(before) * np.linalg.norm(after))
    return np.degrees(np.arccos(min(cosine, 1)))


def restlessness(decaying, seed, epochs=20):
    """The angle turned in each epoch from the second on, and the birds wrong at the end."""
    order = np.random.default_rng(seed).permutation(len(kinds))
    w = np.zeros(3)
    n = 0
    turns = []
    for epoch in range(epochs):
        start = w
        for i in order:
            n = n + 1
            if kinds[i] * (w @ A[i]) <= 0:
                eta = perceptron.eta_decay(n) if decaying else 1.0
                w = w + eta * kinds[i] * A[i]
        if epoch > 0:
            turns.append(angle_turned(start, w))
    return turns, (kinds * (A @ w) <= 0).sum()


turned = {}
for name, decaying in (("constant rate", False), ("rate 1/n", True)):
    results = [restlessness(decaying, seed) for seed in range(20)]
    turned[name] = np.mean([turns for turns, wrong in results], axis=0)
    wrongs = [wrong for turns, wrong in results]
    error = np.std(wrongs, ddof=1) / np.sqrt(20)
    print(f"{name}: {turned[name][0]:.2f} degrees in epoch 2, {turned[name][-1]:.2f} in epoch 20")
    print(f"    wrong at the end: {np.mean(wrongs):.1f} (standard error {error:.1f})")
print("always saying Adelie:", (kinds == 1).sum(), "wrong of", len(kinds))

title = "With a decaying rate the line settles"
ax = figures.curves(
    turned, first=2, title=title, ylabel="degrees turned in the epoch", ylim=(0, None)
)
plots.show(
    ax,
    "Degrees turned in each epoch, on average over 20 orders. With a constant rate the "
    "angle falls from 7.5 and stays between 3 and 5.5 from epoch 7 on. With rate 1/n it "
    "falls smoothly from 1.7 to less than 0.1.",
)

# %% [markdown]
# With a constant rate the line still turns by 3.6 degrees in the twentieth epoch (and any other constant rate
# would draw the same curve, as section {#learning-rate} has shown). With $1/n$ it turns by less than a tenth of a degree. So
# the line does come to rest. Be careful what you conclude from that. It rests because we have almost stopped
# pushing, not because it has arrived anywhere good: on average it has 8.0 birds wrong, against 5.9 with the
# constant rate. Section {#averaging} has a better way to come to rest.
#
# This is half-time, and a good place to stop for the day.

# %% [markdown] section="multiclass"
# ## 7. What if there are three species?
#
# A needle has two ends, and for two species that was enough. With a third one waiting outside, give every
# species its own needle: one weight vector $\mathbf w_k$ for each class $k$, the rows of a matrix $W$.
# Each of the $K$ classes gets a score $z_k=\mathbf w_k\cdot x$, and the class with the largest score is
# chosen,
#
# $$\hat y=\arg\max_k\,\mathbf w_k\cdot x ,$$
#
# where **arg max** means "the $k$ at which it is largest" (the lowest index, if there is a tie). Suppose
# that three classes score $2.5$, $2.0$ and $0.5$, and that the third one is right. Two rivals are ahead
# of it. Which rows would you correct?
#
# The perceptron corrects two rows, and only two. The class that should have won gains the example, and
# the class that won by mistake loses it:
#
# $$\text{if } \hat y\ne y:\qquad \mathbf w_y \leftarrow \mathbf w_y + \eta\,x, \qquad
#   \mathbf w_{\hat y} \leftarrow \mathbf w_{\hat y} - \eta\,x .$$
#
# The second class also outscored the right one, and is left alone. If it is still in the way when the
# example comes back, it will win, and be corrected then.

# %%
show_source(perceptron.multiclass_update)

W = np.array([[0.0, 1.0, 0.5], [1.0, 0.0, 1.0], [0.5, 0.5, -1.0]])
x = np.array([1.0, 2.0, 1.0])
W_new = perceptron.multiclass_update(W, x, 2, eta=0.5)
print("scores before:", W @ x)
print("scores after: ", W_new @ x)
print("what has changed in W:")
print(W_new - W)

# %% [markdown]
# The first class lost $\eta\,(x\cdot x)=3$ and the third gained as much, which is section {#update} twice over.
# Now all three species, by bill length and bill depth, standardised again, so that the average bird is
# at the centre and three needles can be pinned there.

# %%
names = ["Adelie", "Gentoo", "Chinstrap"]
three = datasets.penguins().select(names, ["bill_length_mm", "bill_depth_mm"])
order = np.random.default_rng(0).permutation(len(three.y))
bills3 = ((three.X - three.X.mean(axis=0)) / three.X.std(axis=0))[order]
kinds3 = three.y[order]  # 0 Adelie, 1 Gentoo, 2 Chinstrap


def train_three(examples):
    """Ten epochs of the multi-class rule, from zeros; also how many are right in the end."""
    W = np.zeros((3, examples.shape[1]))
    for _ in range(10):
        for x_i, y_i in zip(examples, kinds3, strict=True):
            W = perceptron.multiclass_update(W, x_i, y_i, eta=1.0)
    chosen = (examples @ W.T).argmax(axis=1)
    return W, (chosen == kinds3).sum()


W, right = train_three(bills3)
W_free, right_free = train_three(add_bias(bills3))
print("pinned needles:  ", right, "of", len(kinds3), "right")
print("with constant 1: ", right_free, "right")
print("always Adelie:   ", (kinds3 == 0).sum(), "right")

labels = {"xlabel": "bill length (standardised)", "ylabel": "bill depth (standardised)"}
ax = figures.three_needles(
    W, bills3, kinds3, names=names, title="Three needles, three regions", **labels
)
plots.show(
    ax,
    "Adelies at the upper left, Chinstraps at the upper right, Gentoos at the lower right. "
    "Three needles point from the centre into the three clouds. Three straight borders run "
    "outwards from the centre and cut the sheet into three regions; a few birds lie across "
    "a border.",
)

# %% [markdown]
# 319 of 342 are right, of the birds that it was trained on; "always Adelie" would have 151 right. Each region is a
# slice of the sheet around the pin. The border between two regions lies where their two scores are equal,
# $\mathbf w_k\cdot x=\mathbf w_j\cdot x$, which is the line of the needle $\mathbf w_k-\mathbf w_j$: with two classes we are back at
# a single needle. With the constant 1 in front, three borders need no longer meet at the pin, and 334 are
# right.
#
# ### Is that one rule or two?
#
# "One gains, the other loses" sounds like two rules. With the **joint features** of lecture 03 it is a
# single step. $f(x,k)$ is a long vector that holds $x$ in block $k$ and zeros everywhere else, $\theta$
# is the rows of $W$ one after the other, and $z_k=\theta\cdot f(x,k)$. Then, with $\eta=1$,
#
# $$\theta\leftarrow\theta+f(x,y)-f(x,\hat y) .$$
#
# Where $\hat y=y$ the two terms cancel, so there is not even an "if". Nor need $f$ be made of blocks: any
# features of an example *together with* a label will do, which is how Collins (2002) taught perceptrons
# to tag the words of whole sentences.
#
# **The quiz in May's section 14.** Three classes; the three features of $x$ have the values 2, 1 and 0,
# and class 1 is right. (May counts classes from 1 and Python from 0, so class 1 is `y=0`.) Which weights
# will change?

# %%
from lincourse.features import joint_features

show_source(perceptron.joint_update)
F = np.array([joint_features([2, 1, 0], k, n_classes=3) for k in range(3)])
theta = np.array([0.3, 0.7, 0.8, -0.2, 2.2, 4, -4, -4, -4])
theta_after = perceptron.joint_update(theta, F, y=0)

numbers = ["1", "2", "3"]
ax = figures.joint_step(F, theta, theta_after, names=numbers, features=["f1", "f2", "f3"])
plots.show(
    ax,
    "Two tables of joint features, with the values 2, 1, 0 in the block of each class and the weights "
    "below. Before: the scores are 1.3, 1.8 and -12, so class 2 wins. After: four weights, framed, have "
    "changed, f1 and f2 of classes 1 and 2; the scores are 6.3, -3.2 and -12, so class 1 wins.",
)
print("scores before:", (F @ theta).round(1))
print("theta after:  ", theta_after.round(1))
print("scores after: ", (F @ theta_after).round(1))

# %% [markdown]
# Four weights have changed. Class 1 went up and class 2 went down, by 5 each; class 3 was not involved;
# and the third feature, whose value was 0, took no blame and got no credit.

# %% [markdown] section="loss"
# ## 8. What is going down?
#
# The rule was found first and justified later. Here is a justification. How wrong is a classifier about
# one example? The **perceptron loss** says: by as much as the winner is ahead of the right class,
#
# $$\ell(\theta)=\max_k\,\theta\cdot f(x,k)\;-\;\theta\cdot f(x,y) .$$
#
# It is never negative, and it is 0 exactly where the right class wins or shares the lead. In the quiz it
# was $1.8-1.3=0.5$ before the step and 0 after it. With two classes and the one needle
# $\mathbf w=\mathbf w_1-\mathbf w_0$ it is simply $\max(0,\,-y\,(\mathbf w\cdot x))$: nothing for a bird on its own side, and
# for a mistake the score that it is wrong by.
#
# To make a loss smaller, walk downhill. The **gradient** $\nabla\ell$ (the sign is called "nabla") is the
# list of slopes of $\ell$, one for each weight: its $i$-th entry says by how much $\ell$ grows for each
# unit of $\theta_i$. It points uphill, so a step downhill is a step against it. (Lecture 06 is about
# such steps.)
#
# 1. $\ell(\theta)=\theta\cdot f(x,\hat y)-\theta\cdot f(x,y)$: *call the winner* $\hat y$; *if it wins
#    alone, it goes on winning while* $\theta$ *changes very little;*
# 2. $\nabla\ell=f(x,\hat y)-f(x,y)$: *both terms are linear, so their slopes are the features themselves;*
# 3. $\theta-\nabla\ell=\theta+f(x,y)-f(x,\hat y)$: *one step downhill is the perceptron rule.*
#
# Do not take line 2 on trust. A slope can be measured: move one weight a little to either side, and
# divide the change of the loss by the distance. Such quotients are called **finite differences**.

# %%
show_source(perceptron.perceptron_loss, perceptron.perceptron_gradient)

h = 1e-6
measured = np.zeros(9)
for i in range(9):
    step = np.zeros(9)
    step[i] = h
    up = perceptron.perceptron_loss(theta + step, F, y=0)
    down = perceptron.perceptron_loss(theta - step, F, y=0)
    measured[i] = (up - down) / (2 * h)
gradient = perceptron.perceptron_gradient(theta, F, y=0)
print("formula ", gradient)
print("measured", measured.round(6))

# %%
parts = np.linspace(-0.1, 1.1, 241)  # how much of the step is taken
losses = [perceptron.perceptron_loss(theta - part * gradient, F, y=0) for part in parts]

[ax] = plots.panels(height=3.6)
ax.plot(parts, losses, color=plots.INK)
ax.plot(0, 0.5, "o", color=plots.INK, markersize=8)
ax.annotate("before the step", (0, 0.5), (10, 2), textcoords="offset points")
ax.plot(1, 0, "o", color=plots.INK, markersize=8)
ax.annotate("after it", (1, 0), (-10, 10), textcoords="offset points", ha="right")
ax.annotate("the kink", (0.05, 0), (0.2, 0.35), arrowprops={"arrowstyle": "->"})
ax.set(
    title="The loss falls in a straight line, to a kink", xlabel="share of the step", ylabel="loss"
)
plots.show(
    ax,
    "Loss of the quiz example against the share of the step that is taken. It falls in a straight line "
    "through 0.5 at share 0, reaches 0 at share 0.05, and stays 0 from that kink on; the full step ends "
    "far to the right, at share 1.",
)

# %% [markdown]
# A twentieth of the step would have been enough for this example; the rule does not stop to measure. At
# the **kink** itself two classes share the lead, and the loss has one slope to the left and another to
# the right. There line 2 still gives a **subgradient**: the slope of a line that touches the loss at that
# point and lies on or below it everywhere else. In two dimensions you can see it: any line through the
# kink that is no steeper than the falling part, and does not rise, stays below the curve.
#
# Notice whose loss goes down: that of *this* example, and of no other. Section {#update} showed that the others may
# pay for it.
#
# <details><summary><b>Think:</b> how is your own learning like this, and how is it not? (A question of
# May's.)</summary>
#
# Like: you change your mind when you are wrong, and by more when the case is striking (a longer $x$).
# Unlike: the perceptron learns nothing at all from being right, however narrowly; it has no doubts; and
# it does not remember a single example, only what the examples have added up to.
# </details>

# %% [markdown] section="averaging"
# ## 9. Which of all those needles should you keep?
#
# When the corrections never end, the last weights are an accident of the last complaints. So
# let us make it ten needles, for handwritten digits of 8 by 8 pixels: one row of $W$ per digit. We train on 1,400 of
# them and keep 397 apart, to see how the weights do on digits that they have never met.
#
# There is a cure that costs next to nothing: do not keep the last $W$, keep the **mean of $W$ after every
# example**, mistake or not. A $W$ that survives a thousand examples is then counted a thousand times, and
# one that is corrected at once is counted once. This is the **averaged perceptron** (Freund & Schapire,
# 1999, and Collins, 2002).

# %%
from lincourse.engines import train_multiclass  # the same rules, made fast
from lincourse.features import predict_multiclass

show_source(perceptron.averaged_perceptron)

digits = datasets.digits()
pixels = add_bias(digits.X / 16)


def held_out_accuracy(seed, epochs, average):
    """The share of 397 digits that are named correctly after training on the other 1,400."""
    order = np.random.default_rng(seed).permutation(len(digits.y))
    train, test = order[:1400], order[1400:]
    W = train_multiclass(pixels[train], digits.y[train], 10, 1.0, epochs, average=average)
    return (predict_multiclass(W, pixels[test]) == digits.y[test]).mean()


accuracy = {
    "last W": [held_out_accuracy(0, epochs, average=False) for epochs in range(1, 16)],
    "mean of W": [held_out_accuracy(0, epochs, average=True) for epochs in range(1, 16)],
}
title = "One split of the digits, epoch by epoch"
ax = figures.curves(accuracy, title=title, ylabel="accuracy on digits held out")
plots.show(
    ax,
    "Accuracy on held-out digits after 1 to 15 epochs. The last W jumps up and down between "
    "0.88 and 0.97. The mean of W starts at 0.95 and stays between 0.96 and 0.98 from the "
    "second epoch on.",
)

# %% [markdown]
# One split may be luck. Here are ten, each with its own shuffle, after one epoch and after ten. Each split
# serves both methods, so that we can look at the differences, split by split.

# %%
for epochs in (1, 10):
    last = np.array([held_out_accuracy(seed, epochs, average=False) for seed in range(10)])
    mean = np.array([held_out_accuracy(seed, epochs, average=True) for seed in range(10)])
    gain = mean - last
    error = gain.std(ddof=1) / np.sqrt(10)
    print(f"epochs: {epochs}")
    print(f"    last W    {last.mean():.3f}, from {last.min():.3f} to {last.max():.3f}")
    print(f"    mean of W {mean.mean():.3f}, from {mean.min():.3f} to {mean.max():.3f}")
    print(f"    gain      {gain.mean():.3f} (standard error {error:.3f})")
print(f"always naming the most frequent digit: {np.bincount(digits.y).max() / len(digits.y):.3f}")

# %% [markdown]
# The gain is four to five of its standard errors, so it is hardly the luck of a split. (The splits share digits,
# so take that error as a rough guide.) After ten epochs the last $W$
# reaches anything from 85 to 94 per cent, depending on the split; the mean stays between 94 and 98, and its
# worst split is better than the best of the last $W$. (Naming the most frequent digit every time would reach
# 10.) The last complaint no longer decides.
#
# What do such weights look like? A row of $W$, without its bias, has one weight per pixel, so it is a picture:
# ink on a pixel with a positive weight speaks for the digit, ink on a negative one against it.

# %%
order = np.random.default_rng(0).permutation(len(digits.y))[:1400]
mean = train_multiclass(pixels[order], digits.y[order], 10, 1.0, epochs=10, average=True)
ax = plots.weight_images(mean[:, 1:], (8, 8), title="The mean of W, row by row")
plots.show(
    ax,
    "Ten pictures of 8 by 8 pixels, one for each digit, shaded by the sign and size of the "
    "weights. Row 0 is most negative in its middle. Row 6 is negative at the upper right and "
    "positive at the lower left.",
)

# %% [markdown]
# Nobody has told the perceptron what a digit looks like, and ten epochs of complaints have drawn these. Row 0 is
# negative in the middle, where a nought has no ink. Row 6 is negative at the upper right, where a six has none,
# and positive at the lower left, where its loop is. Such a row is a **template**: the score measures how well a digit
# fits it. But do not expect portraits. A row need not show its digit; it must only score higher than its rivals
# where that digit stands.

# %% [markdown] section="margin"
# ## 10. Is being right enough?
#
# Back to the Adelies and the Gentoos, with the line set free, so that it can stand in the middle of the gap.
# The perceptron stops as soon as all 274 birds are right. The best line there is can again be found by trying
# all directions: for each of them, put the line midway between the nearest Adelie and the nearest Gentoo.

# %%
A = add_bias(X)
w_perceptron, mistakes = perceptron.train_perceptron(A, y, 1.0, max_epochs=100)


def smallest_distance(w):
    """From the line to the nearest bird; negative if that bird is on the wrong side."""
    return (y * (A @ w)).min() / np.linalg.norm(w[1:])


along = X @ directions.T  # where each bird lies along each direction
nearest_gentoo = along[y == 1].min(axis=0)
nearest_adelie = along[y == -1].max(axis=0)
k = (nearest_gentoo - nearest_adelie).argmax()
w_best = np.array([-(nearest_gentoo[k] + nearest_adelie[k]) / 2, *directions[k]])
for name, w in (("perceptron", w_perceptron), ("best", w_best)):
    print(f"{name:10} w = {w.round(2)}, smallest distance {smallest_distance(w):.3f}")

labels = {"xlabel": "bill depth (standardised)", "ylabel": "body mass (standardised)"}
left, right = plots.panels(columns=2, width=9.0, height=4.9)
figures.margin_strip(X, y, w_perceptron, left, names=species, title="All birds are right", **labels)
figures.margin_strip(
    X, y, w_best, right, names=species, title="The widest strip there is", **labels
)
plots.show(
    left,
    "The same birds twice. Left: the perceptron's steep line, with a narrow strip and one "
    "ringed Adelie at its edge. Right: the best line runs through the middle of the gap, "
    "with a strip more than three times as wide; two Gentoos and the stout Adelie are "
    "ringed at its edges.",
)

# %% [markdown]
# Both lines name all 274 birds correctly. The perceptron's passes at a distance of 0.088 from a bird. The best
# one keeps 0.292 away from every bird, and no line keeps more (we
# tried directions a hundredth of a degree apart). A bird measured a little
# carelessly would be safe with the second, and might not be with the first.
#
# The perceptron has no reason to look for that line, since it learns nothing from birds that are right,
# however narrowly. So change what counts as a mistake. Before the rivals are compared, hand every *wrong* class a
# bonus, its **cost**; the right class must now win by more than the bonus, or there is a correction. In
# the notation of section {#multiclass}, with $\text{cost}_y=0$:
#
# $$\hat y=\arg\max_k\,\bigl(\theta\cdot f(x,k)+\text{cost}_k\bigr),\qquad
#   \theta\leftarrow\rho\,\theta+f(x,y)-f(x,\hat y) .$$
#
# The factor $\rho$ ("rho", a little less than 1) is there because the demand alone could be met by
# cheating: multiply $\theta$ by 1,000, and every lead is 1,000 times as large although the line has not
# moved. Shrinking $\theta$ a little at every step closes this way out, because length now fades unless
# corrections renew it. This is one step in the style of a **support vector machine** (SVM).
#
# Take the quiz again, after its correction. The scores are 6.3, −3.2 and −12, and class 1 is right, so the
# perceptron would do nothing. **Before you run the cell:** with a cost of 10 for each wrong class and
# $\rho=0.9$, does anything happen?

# %%
show_source(perceptron.svm_update)
cost = np.array([0, 10, 10])
print("scores:              ", (F @ theta_after).round(2))
print("with the cost added: ", (F @ theta_after + cost).round(2))
theta_svm = perceptron.svm_update(theta_after, F, 0, cost, shrink=0.9)
print("scores after the step:", (F @ theta_svm).round(2))

# %% [markdown]
# It does. With its bonus class 2 reaches 6.8, more than the 6.3 of class 1, so there is a correction
# *although the label was right*: right, but not by enough. First everything shrinks to nine tenths (6.3
# becomes 5.67, and −3.2 becomes −2.88); then class 1 gains 5 and class 2 loses 5, as in section {#multiclass}.
#
# The loss behind this step is the perceptron's with the bonus put in. For two classes and a cost of 1 it
# is $\max(0,\,1-y\,(\mathbf w\cdot x))$, the **hinge loss**.

# %%
ax = figures.two_losses(title="The hinge asks for a lead of 1")
plots.show(
    ax,
    "Two losses against the signed margin m. The perceptron's falls to 0 at m = 0. The hinge is the same "
    "shape moved to the right by 1: it is still positive between 0 and 1, where an example is right but by "
    "too little.",
)

# %% [markdown]
# With a single needle the same idea reads: *shrink, and add* $y\,x$ *whenever* $y\,(\mathbf w\cdot x)<1$. Does it find a
# better line? We train for 100 epochs, ten times, each with its own shuffles, and compare the perceptron with SVM-style
# steps for different $\rho$. Every needle is averaged, so that averaging is not mistaken for the margin.
#
# **Before you run the cell:** which $\rho$ will come closest to the best possible distance?


# %%
def averaged_needle(lead, rho, seed, epochs=100):
    """The mean of w, where an example is a mistake unless y (w . x) exceeds `lead`."""
    rng = np.random.default_rng(seed)
    w = np.zeros(3)
    total = np.zeros(3)
    for _ in range(epochs):
        for i in rng.permutation(len(y)):
            mistake = y[i] * (w @ A[i]) <= lead
            w = rho * w
            if mistake:
                w = w + y[i] * A[i]
            total = total + w
    return total / (epochs * len(y))


def report(name, found):
    """The smallest distance, on average over the needles found, and its standard error."""
    distances = [smallest_distance(w) for w in found]
    error = np.std(distances, ddof=1) / np.sqrt(len(distances))
    print(f"{name:20} {np.mean(distances):.3f} (standard error {error:.3f})")


report("perceptron", [averaged_needle(0, 1, seed) for seed in range(10)])
for rho in (1, 0.9999, 0.999, 0.99):
    found = [averaged_needle(1, rho, seed) for seed in range(10)]
    report(f"lead 1, rho = {rho}", found)
    length = np.mean([np.linalg.norm(w[1:]) for w in found])
    short = np.flatnonzero(y * (A @ found[0]) < 1) + 1
    print(f"    length of the needle {length:.1f}; without its lead in the first run: {short}")
print(f"{'best possible':20} {smallest_distance(w_best):.3f}")

# %% [markdown]
# Asking for a lead makes the distance twice as large, 0.248 in place of 0.121. A very little shrinking gives 0.260,
# not far from the best possible 0.292, and the ten runs now agree much better (a standard error of 0.001 in place
# of 0.008). Shrink harder and the distance falls again. The needle is then kept so short, 3.5 or 2.4 units, that
# one bird no longer gets its lead of 1. You will have guessed which: number 123. An SVM that may leave a few
# examples without their lead is said to have a **soft margin**. How soft it should be is a setting that you choose
# on data kept apart for the purpose; such a setting is called a **hyperparameter** (lecture 06).
#
# Which birds decide where the best line runs? Keep only the ringed ones of the right-hand picture, and send
# all the others home.

# %%
distances = y * (A @ w_best)
support = np.flatnonzero(distances < distances.min() + 0.001)
print("ringed: birds", support + 1, "with labels", y[support])

few, few_y = along[support], y[support]
gaps = few[few_y == 1].min(axis=0) - few[few_y == -1].max(axis=0)
print("best direction with these alone:", directions[gaps.argmax()].round(3))
print("best direction with all 274:    ", directions[k].round(3))
print("half the gap:", (gaps.max() / 2).round(3), "and", smallest_distance(w_best).round(3))

# %% [markdown]
# Three birds alone give the same line as all 274; the other 271 could have stayed at home. The widest strip leans
# on these few examples, which is why they are called **support vectors**. One of the three is the stout Adelie.

# %% [markdown] section="least-squares"
# ## 11. Is there no shortcut?
#
# All this walking, when school mathematics has formulas. Could we not *solve* for the weights? Put the
# examples into a matrix $A$, one row each with its constant 1, and their labels $\pm1$ into a vector $b$,
# and ask for weights with $A\,\mathbf w=b$: every score should *be* its label. There are 274 equations for
# three weights, so in general no $\mathbf w$ solves them all. The next best thing is the $\mathbf w$ with
# the smallest sum of squared errors, **least squares**, and that one does have a formula.
#
# 1. $\ell(\mathbf w)=\sum_i(a_i\cdot\mathbf w-b_i)^2$: *the squared errors, where* $a_i$ *is row* $i$ *of*
#    $A$;
# 2. $\nabla\ell=\sum_i 2\,(a_i\cdot\mathbf w-b_i)\,a_i=2A^\top(A\mathbf w-b)$: *differentiate each square;*
#    $A^\top$ *(A transposed) has the rows of* $A$ *as its columns;*
# 3. $A^\top A\,\mathbf w=A^\top b$: *at the lowest point every slope is 0;*
# 4. $\mathbf w=(A^\top A)^{-1}A^\top b$: *where* $A^\top A$ *has an inverse.*
#
# $(A^\top A)^{-1}A^\top$ is then the **pseudo-inverse** of $A$. Where there is no inverse, because one
# column of $A$ says the same as others, many $\mathbf w$ are equally good, and one takes the shortest.

# %%
show_source(perceptron.least_squares)
A = add_bias(X)
w_squares = perceptron.least_squares(A, y)
print("least squares: ", w_squares.round(3), "  wrong:", (y * (A @ w_squares) <= 0).sum())
print("by the formula:", (np.linalg.inv(A.T @ A) @ A.T @ y).round(3))

twice = np.column_stack([A, A[:, 2]])  # the body mass a second time
print("mass twice:    ", perceptron.least_squares(twice, y).round(3))

# %% [markdown]
# The formula and the function agree, and no bird is wrong. With the body mass given twice $A^\top A$ has no
# inverse, and the shortest solution shares the weight fairly between the copies: 0.271 each, half of 0.542.
#
# **Where it breaks.** Least squares wants every score to *be* $\pm1$, so a bird deep inside its own region
# is punished for being too right. Let sixty more Gentoos join the others, birds of about 8.2 kg that have
# eaten well before their moult. (We have invented them; nobody weighed such birds for these data.)

# %%
rng = np.random.default_rng(1)
heavy = np.column_stack([rng.normal(15, 0.5, 60), rng.normal(8200, 150, 60)])  # mm and g
X_heavy = np.vstack([X, (heavy - raw.mean(axis=0)) / raw.std(axis=0)])
y_heavy = np.append(y, np.ones(60, dtype=int))
A_heavy = add_bias(X_heavy)

w_pulled = perceptron.least_squares(A_heavy, y_heavy)
w_online, mistakes = perceptron.train_perceptron(A_heavy, y_heavy, 1.0, max_epochs=100)
wrong = np.flatnonzero(y_heavy * (A_heavy @ w_pulled) <= 0)
print("least squares:", len(wrong), "wrong of", len(y_heavy))
wrong_online = (y_heavy * (A_heavy @ w_online) <= 0).sum()
print("perceptron:   ", wrong_online, "wrong, after", sum(mistakes), "corrections")
before = (A_heavy[-60:] @ w_squares).mean()
after = (A_heavy[-60:] @ w_pulled).mean()
print(f"mean score of the heavy birds: {before:.1f} before they are counted, {after:.1f} after")

ax = plots.points(
    X_heavy, y_heavy, names=species, ring=wrong, title="Punished for being too right", **labels
)
plots.decision_line(w_squares, ax, linestyle=":", label="least squares without the heavy birds")
plots.decision_line(w_pulled, ax, label="least squares with them")
plots.decision_line(w_online, ax, linestyle="--", color=plots.FAINT, label="perceptron with them")
ax.annotate("heavy Gentoos", (-0.3, 4.7))
plots.show(
    ax,
    "Adelies at the lower right, Gentoos at the left, and sixty heavy Gentoos far above the "
    "others. The least-squares line without the heavy birds runs between the species. With "
    "them it is much steeper, and three Gentoos and one Adelie, ringed, are on its wrong "
    "side. The perceptron's line separates all the birds.",
)

# %% [markdown]
# The heavy birds were as right as can be: before they were counted, their scores were 2.9 on average. But least
# squares asks for 1. To bring those scores down it tilts the line, and four ordinary birds end up on the wrong
# side. The perceptron needs two corrections and gets all 334 right, because it does not care *how* right a
# bird is. (That was a weakness in section {#margin}. Here it is a strength.) A formula answers the question that was
# put to it, and "every score should be $\pm1$" was not quite ours.
#
# <details><summary><b>Think:</b> why does the formula get slow, and what do labels other than ±1 do to it?
# (A question of May's.)</summary>
#
# To make $A^\top A$ takes about $n\,d^2$ multiplications, and to invert it about $d^3$. With the 16,500
# words of lecture 02's training set as features, it has $16{,}500^2\approx272$ million entries. A perceptron
# step touches only the few words of one sentence.
#
# As long as the constant 1 is a feature, labels $p$ and $q$ in place of $-1$ and $+1$ only stretch and
# shift all the scores: the line is the same if you compare the score with $(p+q)/2$ and not with 0. Three
# or more classes numbered 0, 1, 2 are another matter, because class 1 would have to lie *between* the
# others. One-hot labels, one column per class, avoid that.
# </details>

# %% [markdown]
# ## So when may you put the pencil down?
#
# You turned a needle away from a stout Adelie, by exactly the bird's own arrow, and asked whether that could ever
# end. Now you can answer. If any line at all will do, you may put the pencil down after at most $(R/\gamma)^2$
# corrections, however many birds are waiting, because every correction lengthens the shadow and no shadow can
# outgrow its needle. If no line will do, the corrections never end, and you put the pencil down by decision
# rather than by proof; then keep the mean of all your needles, and not the last one.
#
# And the stout Adelie? It caused three of the five corrections, it decided the margin, it was one of the three
# birds on which the best line leans, and the one that a soft margin gave up. The example that is hardest to fit
# had the most to say.
#
# One thing the needle never told us: how *sure* it was. A bird just beside the line and a bird at the edge of
# the sheet get the same answer in the same voice. [Lecture 05](05-logistic.ipynb) turns scores into
# probabilities.

# %% [markdown]
# ## Check yourself
#
# 1. $\mathbf w=(1,-2)$, $x=(3,1)$, $y=-1$, $\eta=\tfrac12$, no bias. What is the new $\mathbf w$, and is the
#    example right now?
# 2. A perceptron has made no mistake in the epoch that has just ended. What will the next epoch bring?
# 3. Four classes score 2, 5, 4 and 1, and the third is right. Which rows of $W$ change, and what is the
#    perceptron loss? What is it if every wrong class has a cost of 3?
# 4. Your curve of mistakes has not reached 0 after 1,000 epochs. Are the data not separable?
# 5. A friend doubles the number of birds by photographing each of them twice. What happens to the bound
#    $(R/\gamma)^2$?
#
# <details><summary>Answers</summary>
#
# 1. The score is $3-2=1$, so $y\,(\mathbf w\cdot x)=-1\le0$: a mistake. The new weights are
#    $(1,-2)-\tfrac12(3,1)=(-0.5,-2.5)$, and the new score is $-1.5-2.5=-4$: right.
# 2. The same again, and for ever: no mistake, no change.
# 3. The second row loses $\eta x$ and the third gains it. The loss is $5-4=1$; with a cost of 3 it is
#    $(5+3)-4=4$.
# 4. You cannot tell. Where the margin is small compared with $R$, the bound is enormous.
# 5. Nothing: neither $R$ nor $\gamma$ has changed.
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - carry out a perceptron step by hand, for two classes, for many, and on joint features;
# - say what a step does to the score of its own example, and what it does not promise about the others;
# - state the bound $(R/\gamma)^2$, prove it in eight lines, and say what is missing from it;
# - show that four points, or a triangle with a point inside, cannot be separated;
# - say what a learning rate changes and what it does not, and how to tell that a line has come to rest;
# - write the rule as a step down a loss, and check the gradient by finite differences;
# - say what averaging, a cost with shrinking, and least squares each change.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $X$, $x$ | all examples, one example; the constant 1 comes first where there is one | $(n,d)$, $(d,)$ | `X`, `x` |
# | $y$ | right label: $-1$ or $+1$; with $K$ classes $0,\dots,K-1$ | number | `y` |
# | $\hat y$ | class that is chosen | number | `y_hat` |
# | $\mathbf w$ | weights for two classes, the needle; $w_0$ is the bias | $(d,)$ | `w` |
# | $W$, $\mathbf w_k$ | weights for $K$ classes, and one row | $(K,d)$, $(d,)$ | `W`, `W[k]` |
# | $f(x,k)$ | joint features of $x$ with class $k$ | $(D,)$ | `F[k]` |
# | $\theta$ | weights of the joint features | $(D,)$ | `theta` |
# | $z$, $z_k$ | score: $\mathbf w\cdot x$; of class $k$: $\mathbf w_k\cdot x=\theta\cdot f(x,k)$ | number | `w @ x`, `W @ x` |
# | $m$ | signed (functional) margin, $y\,z$ | number | |
# | $\eta$, $\eta_n$ | learning rate, "eta"; that of the $n$-th example | number | `eta` |
# | $\mathbf u$, $\gamma$ | a faultless needle of length 1; its (geometric) margin | $(d,)$, number | `u`, `gamma` |
# | $R$, $M$ | length of the longest $x$; number of mistakes so far | numbers | `R` |
# | $\ell$, $\nabla\ell$ | loss of an example; its slopes, "nabla" | number, $(D,)$ | |
# | $\text{cost}_k$, $\rho$ | bonus of a wrong class; shrink factor, "rho" | numbers | `cost`, `shrink` |
# | $A$, $a_i$, $b$ | examples as rows, one row, the scores asked for | $(n,d)$, $(d,)$, $(n,)$ | `A`, `b` |
# | $K$, $n$, $d$, $D$ | number of classes, examples, features, joint features | numbers | |
#
# **The argument in five lines**
#
# 1. On a mistake add $y\,x$ to the needle: the signed margin of that example grows by $x\cdot x$.
# 2. If some unit needle $\mathbf u$ has margin $\gamma$, each correction makes the shadow
#    $\mathbf u\cdot\mathbf w$ longer by at least $\gamma$, but $\lVert\mathbf w\rVert^2$ by at most $R^2$; so
#    $M\le(R/\gamma)^2$.
# 3. If there is no such $\mathbf u$, corrections never end; a decaying rate makes the line rest, not better.
# 4. With $K$ classes the right one gains $x$ and the winner loses it,
#    $\theta\leftarrow\theta+f(x,y)-f(x,\hat y)$: a step down $\max_k z_k-z_y$.
# 5. Keep the mean of the weights rather than the last; ask for a lead and shrink, and the strip widens;
#    least squares has a formula, and punishes examples for being too right.

# %% [markdown]
# <details><summary><b>If you read the documents beside this</b></summary>
#
# We read the documents as text conversions, so a slip may be the conversion's. The slips among these,
# with computations, are on the [page of slips](../docs/errata.md); the rest are habits to know.
#
# - *Hasegawa-Johnson & Hockenmaier (2019), "Perceptron: Proof of Convergence"*: on data that no line
#   separates, the perceptron is said to converge if and only if the rate decreases. A rate of $1+1/n$
#   decreases too, and with it the weights never rest. The same slide says that weights which cycle show
#   that no line exists; true, but without a cycle you learn nothing until it stops (section {#decay}).
# - *The same, "Perceptron"*: the prediction is compared with the label by sgn, which leaves a score of 0
#   open. We count it as a mistake.
# - *May (2023), section 14*: the weights start as `np.random(featsize)`, which calls a module; `np.zeros(featsize)`,
#   which its comment offers as well, does work. Its $\Psi(x,y)$ is our score $z_k$, and classes are counted from 1.
# - *May, section 15*: it is $A$, not $A^{-1}$, that usually cannot be inverted; and the inverse in the
#   formula is slow for many *features*, not for many examples. A step against the gradient lowers the loss
#   of its own example; it need not lower the loss on all the training data.
# - *May, section 16*: the shrink factor is called $\lambda$ there; here $\lambda$ is kept for the strength
#   of a penalty (lecture 06), and the factor is $\rho$, in code `shrink`.
# - *Hasegawa-Johnson (2020)*: the constant 1 is the last feature, and its weight is $b$; ours is the first,
#   and its weight is $w_0$.
# </details>

# %% [markdown]
# **Go on with** [exercise 04](../exercises/04-perceptron/04-perceptron.ipynb): you write every rule of this
# lecture yourself.
#
# ### Sources
#
# M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0).
# M. Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0). J. May, *Linear Models*, 2023,
# sections 14 to 16. History: F. Rosenblatt, *The perceptron*, Psychological Review 65, 1958, and
# *Principles of neurodynamics*, Spartan, 1962, which has the rule that corrects mistakes only; *New Navy device
# learns by doing*, The New York Times, 8 July 1958; A. B. J. Novikoff, *On convergence proofs on
# perceptrons*, 1962; M. Minsky & S. Papert, *Perceptrons*, MIT Press, 1969. Further reading: Y. Freund &
# R. E. Schapire, *Large margin classification using the perceptron algorithm*, Machine Learning 37, 1999;
# M. Collins, *Discriminative training methods for hidden Markov models*, EMNLP 2002; C. Cortes & V. Vapnik,
# *Support-vector networks*, Machine Learning 20, 1995. Penguins: Horst, Hill & Gorman, 2020; digits:
# Alpaydin & Kaynak, 1998.
