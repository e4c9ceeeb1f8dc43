# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 03 Features and linear classifiers
#
# **What can you do with one straight cut?**
#
# About 85 minutes; the end of section {#multiclass} is a good place for a break. Builds on lecture 02.
#
# Four film reviews lie on a sheet of paper. Nobody has read them. A machine has only looked for words
# of praise and words of blame. If it found praise, the review lies on the right; if it found blame, the
# review lies at the top. So each of the four has a corner to itself. You are given a pair of scissors
# and two jobs, and for each job you may make **one straight cut**.
#
# - *Job 1.* The cinema wants praise for its poster. Cut off the review with praise and no blame.
# - *Job 2.* The letters page wants the reviews that *take sides*: praise only, or blame only. Whoever
#   praises and blames, or does neither, is to stay behind.
#
# Look at the two sheets, and lay a pencil across each of them before you read what is printed below.

# %%
import numpy as np

from lincourse import datasets, features, metrics, naive_bayes, plots
from lincourse.features import add_bias, predict_binary, predict_multiclass, scores
from lincourse.figures import features as figures
from lincourse.source import show_source

np.set_printoptions(precision=3, suppress=True)
job_1 = np.array([1, -1, -1, -1])  # +1 is to be cut off, -1 is to stay
job_2 = np.array([1, 1, -1, -1])
axes = figures.jobs([job_1, job_2], ["Job 1: the praise", "Job 2: those that take sides"])
plots.show(
    axes[0],
    "Two copies of a sheet with a review at each corner of a square: 'made in 2008' at the lower left, "
    "'great film' at the lower right, 'worst crap' at the upper left, 'great plot, bad acting' at the "
    "upper right. Job 1: only 'great film' is to be cut off. Job 2: 'great film' and 'worst crap' are, "
    "which lie at opposite corners.",
)

corners = np.array(
    [[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]]
)  # sections {#feature-vectors} and {#boundary} explain the rest
cuts = np.random.default_rng(0).normal(size=(100_000, 3))
sides = np.where(cuts @ corners.T >= 0, 1, -1)  # one row per cut, one column per review
for name, job in (("job 1", job_1), ("job 2", job_2)):
    right = (sides == job).sum(axis=1)
    print(f"{name}: {(right == 4).sum()} of 100,000 random cuts do it;", end=" ")
    print("the best has", right.max(), "of 4 reviews right")

# %% [markdown]
# For job 1 about one random cut in 28 will do. For job 2 not one of a hundred thousand does, and the
# best of them have three of the four reviews right. Were we unlucky? Is there a cut so clever that chance
# does not find it? **Is there a cut at all, and if there is none, what else could you change?** That is the
# question of this lecture. Before it ends you will do job 2, with one straight cut and without
# cheating.
#
# A classifier that decides by a straight cut is called a **linear classifier**. Every learner of this
# course is one: naive Bayes was, and so are the perceptron, logistic regression and softmax
# regression. They differ in how they find the cut. What they have in common comes first.

# %% [markdown] section="feature-vectors"
# ## 1. How does a text become a dot?
#
# To lie on a sheet, a review needs numbers: so far to the right, so far up. A **feature** is a question
# about an example whose answer is a number. The questions are up to you. Here are four about an e-mail
# that might be spam (they are from Boye's part 5a):
#
# | feature | question | this mail | weight |
# |---|---|---|---|
# | $x_1$ | does it contain a button to click? (yes 1, no 0) | 0 | $1.5$ |
# | $x_2$ | does it mention sums of money? | 1 | $2$ |
# | $x_3$ | does the sender's address end in kth.se, the university's own? | 0 | $-3$ |
# | $x_4$ | what share of the words is misspelt? | 0.02 | $5$ |
#
# The answers $(0,\,1,\,0,\,0.02)$ are the mail's **feature vector**. Each feature also has a **weight**,
# which says how much it speaks for spam. (We made these weights up; finding good ones is what the next
# lectures are about.) Multiply each answer by its weight, add up, and start from $-1$, say, because
# most mail is not spam:
#
# $$z=-1+1.5\cdot0+2\cdot1-3\cdot0+5\cdot0.02=1.1 .$$
#
# This weighted sum is the **score**. Above 0 means spam, so this mail goes where spam goes.
#
# The number at the start has no feature to go with it. It is called the **bias** $w_0$, and there is a
# trick that saves us from treating it as a special case ever again: give every example one more feature,
# a dummy whose value is always 1. In this course it comes first. The mail is now $x=(1,0,1,0,0.02)$, the
# weights are $\mathbf w=(-1,1.5,2,-3,5)$, and the whole score is one dot product, $z=\mathbf w\cdot x$.

# %%
show_source(features.add_bias)

mail = np.array([[0, 1, 0, 0.02]])
w_mail = np.array([-1, 1.5, 2, -3, 5])
x = add_bias(mail)[0]
print("x =", x, "  z = w . x =", w_mail @ x)

# %% [markdown]
# (`X` holds many examples, one in each row, and so has the shape $(n,d)$. Once the constant is there, $d$
# counts it, too.)
#
# <details><summary><b>Think:</b> why 0? What is a high score? (a question of Boye's)</summary>
#
# There is no natural limit, and there need not be one. Whatever limit you choose, say 7, "the score is
# above 7" is the same as "the score minus 7 is above 0", and the bias can take in the $-7$. So we always
# compare with 0 and let the bias move. How *sure* a score should make you is a different question, which
# lecture 05 answers.
# </details>
#
# The machine that laid out the reviews asked two questions. It has one short list of words of praise and
# another of words of blame (this is the quiz of Boye's part 5b):

# %%
show_source(features.encode_opinion)

films = datasets.opinion_documents()
print("praise:", *sorted(films.positive), "  blame:", *sorted(films.negative))
X_films = []
for sentence, words in zip(films.sentences, films.documents, strict=True):
    x = features.encode_opinion(words, films.positive, films.negative)
    X_films.append(x)
    print(f"{sentence:28} {x}")
X_films = np.array(X_films)

# %% [markdown]
# Leave out the 1, and the other two numbers are the place on the sheet: *great film* lies at $(1,0)$.
#
# **Where it breaks.** A vector knows the answers to the questions that were asked, and nothing else.
# **Before you run the next cell:** which of these four can the features still tell apart?

# %%
for text in (
    "great plot but bad acting",
    "bad plot but great acting",
    "a great film",
    "not a great film at all",
):
    print(f"{text:26}", features.encode_opinion(text.split(), films.positive, films.negative))

# %% [markdown]
# The first two from the last two, and that is all. *A great film* and *not a great film at all* have
# become the same dot, although they say opposite things, and two dots that lie on top of each other
# cannot be cut apart with any scissors. The cure is another question, for example "is there a word of
# praise with *not* before it?". To choose the questions is called **feature engineering**. Remember that
# it is allowed. We shall need it.

# %% [markdown] section="boundary"
# ## 2. Where does the cut run?
#
# The score of an example is a number; the **label** is its sign (also written $\operatorname{sgn} z$):
#
# $$\hat y=\begin{cases}+1 & \text{if } z=\mathbf w\cdot x\ge 0\\ -1 & \text{if } z<0.\end{cases}$$
#
# Job 1 can be done with $\mathbf w=(-1,2,-3)$: a review starts at $-1$, a word of praise adds 2, and a
# word of blame takes away 3. Let us do it by hand, with a pencil.
#
# | review | $x$ | score $z$ | label |
# |---|---|---|---|
# | This is a great film! | $(1,1,0)$ | $-1+2=1$ | $+1$ |
# | Worst crap I've ever seen. | $(1,0,1)$ | $-1-3=-4$ | $-1$ |
# | Great plot but bad acting. | $(1,1,1)$ | $-1+2-3=-2$ | $-1$ |
# | The film was made in 2008. | $(1,0,0)$ | $-1$ | $-1$ |
#
# Only *great film* comes out positive, so these weights do the job. Where is their cut? It runs where
# the score is neither positive nor negative, that is where
#
# $$-1+2x_1-3x_2=0 ,$$
#
# and two points are enough to draw it. At the lower edge of the square, $x_2=0$, we need $2x_1=1$, so it
# passes through $(\tfrac12,0)$. At the right edge, $x_1=1$, we need $3x_2=1$: it passes through
# $(1,\tfrac13)$. Mark the two points, lay a ruler along them, and cut. This line is the
# **decision boundary**.

# %%
show_source(features.predict_binary)

w_film = np.array([-1, 2, -3])
print("scores:", X_films @ w_film)
print("labels:", predict_binary(w_film, X_films))

ax = figures.cut_and_arrow(w_film, title="The cut $-1 + 2x_1 - 3x_2 = 0$")
plots.show(
    ax,
    "The four reviews at the corners of a square. A straight line rises from the lower left to the "
    "right, through two crosses at (1/2, 0) and (1, 1/3). Only 'great film' lies below it, on the "
    "positive side, at a distance of 0.28. An arrow of direction (2, -3) starts on the line, stands at a "
    "right angle to it, and points into the positive side.",
)

# %% [markdown]
# (`np.where` picks $+1$ or $-1$ for each score. A dot exactly on the cut has to get some label, and in
# this course it gets $+1$. NumPy's own `np.sign` would answer 0 there, which is not a label.)
#
# What does the cut look like if there are not two features but one, or three, or sixteen thousand? With
# one feature the dots lie on a string, and the cut is a point. With three they hang in the air like
# raisins in a loaf of bread, and the cut is a flat slice. It is always flat, and always has one dimension
# less than the space that it cuts in two. In general it is called a **hyperplane**. Nobody can draw it,
# but the arithmetic stays as it is, one product per feature.
#
# ### Which way does it face, and how far away is a dot?
#
# Write $\mathbf v=(w_1,w_2)$ for the weights without the bias, here $(2,-3)$. It is the arrow in the
# picture. And write $\lVert\mathbf v\rVert=\sqrt{w_1^2+w_2^2}$ for its length, which is called its **norm**.
#
# 1. $\mathbf v\cdot(a-b)=0$ for any two points $a$ and $b$ on the cut: *because
#    $w_0+\mathbf v\cdot a$ and $w_0+\mathbf v\cdot b$ are both 0, and so is their difference.* So the arrow
#    stands at a right angle to the cut. It is called the **normal vector**, and it points to the positive
#    side.
# 2. *Now walk* from $x$ straight towards the cut, a distance $r$ against the arrow. You arrive at
#    $x-r\,\mathbf v/\lVert\mathbf v\rVert$, where the score is $z-r\,\lVert\mathbf v\rVert$: *because
#    $\mathbf v\cdot\mathbf v=\lVert\mathbf v\rVert^2$.*
# 3. *You have reached the cut* when that is 0: $r=z/\lVert\mathbf v\rVert$.
#
# So a score is a distance, measured in units of $1/\lVert\mathbf v\rVert$, with a sign that says on which
# side you are. For *great film* it is $1/\sqrt{2^2+3^2}=1/\sqrt{13}\approx0.28$.
#
# Behind this is what a dot product measures. If $\mathbf u$ has length 1, then
# $\mathbf u\cdot x=\lVert x\rVert\cos\varphi$, where $\varphi$ ("phi") is the angle between the two: it says
# how far $x$ reaches in the direction of $\mathbf u$. That is the whole length of $x$ if they point the same way, nothing
# if they stand at a right angle, and a negative number if they point apart. (Our arrow, cut down to length
# 1, is $(2,-3)/\sqrt{13}$. Its dot product with $(1,0)$ is $2/\sqrt{13}\approx0.55$, and it points about
# 56 degrees below the horizontal, an angle whose cosine is 0.55.)
#
# **Before you run the cell:** multiply all three weights by 10. What happens to the scores, to the cut, and
# to the distances?

# %%
for w in (w_film, 10 * w_film):
    z = X_films @ w
    print("w =", w, "  crosses the lower edge at", -w[0] / w[1])
    print("   scores   ", z)
    print("   distances", z / np.linalg.norm(w[1:]))

# %% [markdown]
# The scores are ten times as large, the cut stays where it is, and so do the distances. The *direction*
# of $\mathbf w$ makes the cut; its *length* only sets the scale of the scores. The length will matter
# twice, though: in lecture 04, where it decides how hard a cut is to turn, and in lecture 05, where it says
# how sure a classifier is.
#
# **Play.** Run the cell to get three sliders (until then, and on paper, you see four values of the bias).
# Raise the bias $w_0$ slowly from $-1$ and leave the other weights alone. **Before you move it:** will
# the cut turn, or only move? Which review will be the next to become positive, and at which $w_0$? Then
# set $w_1$ and $w_2$ to 0: where is the cut?

# %%
figures.line_slider()

# %% [markdown]
# The cut moves and does not turn, because its direction depends on $w_1$ and $w_2$ alone. *Made in 2008*
# becomes positive at $w_0=0$, *great plot, bad acting* at 1, and *worst crap* at 3, each of them when its
# score reaches 0. With $w_1=w_2=0$ there is no cut at all: every review has the score $w_0$.
#
# ### When is an example right?
#
# Let $y$ be the label that an example *should* get, $+1$ or $-1$. There are four cases, and you could
# write four tests for them. Or you could multiply:
#
# $$m=y\,z=y\,(\mathbf w\cdot x)$$
#
# is the **signed margin** of the example, also called the **functional margin**. It is positive where score
# and label have the same sign, which means that the example is right, and negative where they differ.
# **Before you look at the picture:** in which cases is the *score* positive and the example wrong?

# %%
w_four = np.array([-1, 1, 1])
X_four = np.array([[1.5, 1], [0.25, -0.5], [-0.5, 0.25], [2, -0.25]])
y_four = np.array([1, -1, 1, -1])
for case in range(4):
    x, y = add_bias(X_four)[case], y_four[case]
    m = features.margin(w_four, x, y)
    print(f"case {case + 1}: y = {y:+d}, score {w_four @ x:+.2f}, signed margin {m:+.2f}")

limits = {"xlim": (-1.6, 2.9), "ylim": (-1.5, 2)}
ax = figures.margin_cases(w_four, X_four, y_four, title="Four cases", **limits)
plots.show(
    ax,
    "A falling line with the positive side above it. Case 1, a positive dot above, is right: m = +1.5, "
    "distance 1.06. Case 2, a negative dot below, is right: m = +1.25, distance 0.88. Case 3, a positive "
    "dot below, is wrong: m = -1.25, distance 0.88. Case 4, a negative dot above, is wrong: m = -0.75, "
    "distance 0.53.",
)

# %% [markdown]
# In case 4 only: a negative example with a positive score. (In case 3 it is the other way round, a
# positive example whose score is negative.) One number instead of four cases: lecture 04 will ask
# for nothing but the sign of $m$. It will also have to say what it makes of $m=0$, a dot exactly on the
# cut: `predict_binary` has to answer something and says $+1$, while the perceptron will count it as a
# mistake, whatever the label.

# %% [markdown] section="multiclass"
# ## 3. What if there are three kinds?
#
# A cut has two sides, but three species of penguin live on the islands of the Palmer Archipelago: Adelie,
# Chinstrap and Gentoo. We know the length and the depth of 342 bills. On a sheet in millimetres the lengths would have most of the say, because they vary almost three times as
# much as the depths (the cell below prints both standard deviations). So we **standardise**: subtract the
# mean of each feature and divide by its standard deviation. The average bird is then at $(0,0)$, and one unit
# is one standard deviation, to the right as well as upwards.
#
# And where do the weights come from? Finding good ones is for the next lectures. To have something to
# hold, take the simplest idea: mark the average bird of each species, its **centre**, and say that a
# bird belongs to the species whose centre is nearest. That does not look like a cut, but write it down, for
# two centres $c_0$ and $c_1$ and a bird at the place $x$ (without the constant, for these three lines):
#
# 1. $\lVert x-c_1\rVert^2<\lVert x-c_0\rVert^2$: *the bird is nearer to $c_1$; squares keep the order;*
# 2. $\lVert x\rVert^2-2\,c_1\cdot x+\lVert c_1\rVert^2<\lVert x\rVert^2-2\,c_0\cdot x+\lVert c_0\rVert^2$:
#    *multiplied out;*
# 3. $c_1\cdot x-\tfrac12\lVert c_1\rVert^2>c_0\cdot x-\tfrac12\lVert c_0\rVert^2$: *$\lVert x\rVert^2$ is on
#    both sides and goes; dividing by $-2$ turns $<$ into $>$.*
#
# On either side of line 3 stands a linear score, with the centre as its weights and
# $-\tfrac12\lVert c\rVert^2$ as its bias. The difference of the two scores says who is nearer, and its sign
# is a straight cut, midway between the centres. So with two species we are done. With three, let us try
# things.
#
# **First try: one against all the others.** Make three cuts, each of which answers one question: is it an
# Adelie or not? a Chinstrap or not? a Gentoo or not? The labels for the second question are $+1$ for
# Chinstraps and $-1$ for everybody else, and the cut lies midway between the centre of the Chinstraps and
# the centre of all the other birds. This scheme is called **one-vs-all** (or one-vs-rest).
# **Before you run the cell:** every bird is now judged by three cuts, and each may say yes. For how many
# of the 342 birds will exactly one of them say yes?

# %%
show_source(features.one_vs_all_labels)

species = ["Adelie", "Chinstrap", "Gentoo"]
birds = datasets.penguins().select(species, ["bill_length_mm", "bill_depth_mm"])
print("standard deviations in mm:", birds.X.std(axis=0))
bills = (birds.X - birds.X.mean(axis=0)) / birds.X.std(axis=0)
X_birds = add_bias(bills)
y_birds = birds.y  # 0 Adelie, 1 Chinstrap, 2 Gentoo


def midway(positive, negative):
    """The weights of the cut midway between the centres of two groups of birds."""
    c_1 = positive.mean(axis=0)
    c_0 = negative.mean(axis=0)
    return np.array([-(c_1 @ c_1 - c_0 @ c_0) / 2, *(c_1 - c_0)])


W_one = []
for k in range(3):
    y_k = features.one_vs_all_labels(y_birds, k)
    W_one.append(midway(bills[y_k == 1], bills[y_k == -1]))
W_one = np.array(W_one)

yes = (X_birds @ W_one.T >= 0).sum(axis=1)
for count in range(4):
    print(f"cuts that say yes: {count}   birds: {(yes == count).sum()}")
one_vs_all = predict_multiclass(W_one, X_birds)
print("if the largest score decides:", (one_vs_all == y_birds).sum(), "birds right")

# %% [markdown]
# For 284 of them. Eight birds belong to nobody, and fifty are claimed twice. The usual rescue is to let the
# *largest* of the three scores decide, and here that works well, with 320 birds right. But the three
# scores answer three different questions, and nobody has promised that they can be compared.
#
# **Second try: everybody against everybody.** Let each *pair* of species fight it out: Adelie or
# Chinstrap? Adelie or Gentoo? Chinstrap or Gentoo? The winner of each duel gets a vote, and the species
# with the most votes gets the bird. This is **all-vs-all** (or one-vs-one). How many duels does that take
# with $K$ classes? Each of $K$ classes can be paired with $K-1$ others, which counts every pair twice;
# but "0 against 1" and "1 against 0" are the same cut, with its sides exchanged. So there are $K(K-1)/2$:
# three for three species, and 45 for ten digits.
#
# Votes can be tied. If 0 beats 1, 1 beats 2, and 2 beats 0, as in the children's game of
# rock, paper, scissors, then everybody has one vote, and the course takes the lowest class:

# %%
print("votes tied:", features.all_vs_all_vote({(0, 1): 0, (1, 2): 1, (0, 2): 2}, n_classes=3))

duels = {}
for i, j in [(0, 1), (0, 2), (1, 2)]:
    duels[i, j] = midway(bills[y_birds == i], bills[y_birds == j])

voted = []
for x in X_birds:
    winners = {}
    for (i, j), w in duels.items():
        winners[i, j] = i if w @ x >= 0 else j
    voted.append(features.all_vs_all_vote(winners, n_classes=3))
print("all-vs-all:", (voted == y_birds).sum(), "of", len(y_birds), "birds right")
print("always saying Adelie:", (y_birds == 0).sum())

# %% [markdown]
# **Third try: give every class its own score.** Look at line 3 of the derivation once more. It never
# needed a pair of species. Each has a score of its own, $z_k=c_k\cdot x-\tfrac12\lVert c_k\rVert^2$, and
# the nearest centre is the one with the largest. So let every class $k$ have its own weights
# $\mathbf w_k$, bias first, and let the largest score win:
#
# $$z_k=\mathbf w_k\cdot x,\qquad \hat y=\arg\max_k\,z_k ,$$
#
# where a tie goes to the lowest $k$. The weights of all classes, one class per row, form the matrix $W$
# of shape $(K,d)$. All scores of all examples come out of one product, $XW^\top$, where $W^\top$ ("W
# transposed") has the rows of $W$ as its columns: $(n,d)$ times $(d,K)$ is $(n,K)$, one row per example and
# one column per class. Some score is always the largest, so nobody is claimed twice or left out.

# %%
show_source(features.scores, features.predict_multiclass)

centres = np.array([bills[y_birds == k].mean(axis=0) for k in range(3)])
W = np.column_stack([-(centres**2).sum(axis=1) / 2, centres])
print("W, one row per species, bias first:")
print(W)
y_hat = predict_multiclass(W, X_birds)
print("scores of the first bird:", scores(W, X_birds[:1]), "  so it is class", y_hat[0])
print("right:", (y_hat == y_birds).sum(), "of", len(y_birds))
print("same as all-vs-all for every bird:", np.array_equal(y_hat, voted))

left, right = plots.panels(columns=2, width=8.6, height=4.9)
labels = {"xlabel": "bill length (standardised)", "ylabel": "bill depth (standardised)"}
figures.claims_map(
    W_one, bills, y_birds, species, left, title="Three cuts: who says yes?", **labels
)
figures.note(left, "nobody says yes", (-1.5, -1.75), to=(0.05, -0.05))
figures.note(left, "two say yes", (2.35, -1.3))
figures.note(left, "two\nsay yes", (-0.15, 2.05))
figures.centres_map(
    W, centres, bills, y_birds, species, right, title="Three scores: which is largest?", **labels
)
plots.show(
    left,
    "The birds twice: Adelies on the left, Chinstraps at the upper right, Gentoos at the lower right. "
    "First picture: three dashed cuts. They leave one tinted area for each species, a small white "
    "triangle near the middle where nobody says yes, and three grey wedges where two say yes. Second "
    "picture: three regions that fill the sheet and meet in one point, with a star at the centre of each "
    "species. Each dashed line is a border up to that point, and beyond it runs through the third region.",
)

# %% [markdown]
# The triangle and the wedges are gone. (We have not become more accurate. It is 320 birds again; what we
# have gained is an answer for every place on the sheet, from scores that belong together.) And all-vs-all
# turns out to agree with the third try on every single bird, which is no coincidence. Where do classes $k$
# and $j$ tie?
#
# 1. $\mathbf w_k\cdot x=\mathbf w_j\cdot x$: *equal scores;*
# 2. $(\mathbf w_k-\mathbf w_j)\cdot x=0$: *all on one side.*
#
# So the **boundary** between two classes is a straight cut whose weights are the difference of two rows,
# bias included. $K$ rows contain all the $K(K-1)/2$ duels. And they cannot play rock, paper,
# scissors, because these differences fit together: the lead of 0 over 1 plus the lead of 1 over 2 is the
# lead of 0 over 2. That is why the three lines of the second picture meet in one point, where 0 ties
# with 1 and 1 with 2. Beyond that point two classes still tie, but for second place.

# %%
show_source(features.boundary)
b_01 = features.boundary(W, 0, 1)
b_12 = features.boundary(W, 1, 2)
print("b_01 + b_12 =", b_01 + b_12)
print("b_02        =", features.boundary(W, 0, 2))
print("the duel of 0 and 2, from above:", duels[0, 2])

# %% [markdown]
# With two classes, one row is enough: class 1 wins where $(\mathbf w_1-\mathbf w_0)\cdot x$ is positive,
# so the difference of the rows is the $\mathbf w$ of section {#boundary}. (Only on the cut itself do the two rules
# differ: a tie of two rows goes to the lower class, and a score of 0 to $+1$.)
#
# A map in which every place belongs to the nearest of several centres is called a **Voronoi diagram**; in
# Hasegawa-Johnson's slides (2020) it is a head of garlic, cut in half. Ours had 320 of 342 birds right, on
# the birds from which the centres were computed. Rows that have been *learnt*, as in
# lecture 04, need not be centres of anything. But their regions have straight borders just like these.
#
# <details><summary><b>Think:</b> somebody adds 100 to the bias of every class. What changes?</summary>
#
# Nothing. Every score grows by 100, every difference stays, and only differences decide.
# </details>
#
# <details><summary><b>Think:</b> ten classes, and a learner whose time grows with the square of the number
# of examples. Which is quicker, one-vs-all or all-vs-all?</summary>
#
# Say there are $n$ examples, as many of each class. One-vs-all trains 10 classifiers on $n$ examples:
# $10\,n^2$. All-vs-all trains 45 on $n/5$ examples each: $45\,n^2/25=1.8\,n^2$. More classifiers, less
# work. If the time grows in proportion to $n$, the two cost $10\,n$ and $9\,n$.
# </details>
#
# <details><summary><b>Further:</b> does every <i>W</i> have centres?</summary>
#
# Almost. Take the rows without their biases as centres. The bias that makes $\mathbf w_k$ a rule of the
# nearest centre is $-\tfrac12\lVert c_k\rVert^2$; if it is larger, class $k$ has a head start, and its
# borders move outwards without turning. If it is much smaller, class $k$ may win nowhere. A Voronoi
# diagram with head starts is called a *power diagram* (Aurenhammer, 1987), and every linear classifier
# draws one.
# </details>
#
# This is half-time, and a good place for a break.

# %% [markdown] section="naive-bayes"
# ## 4. Was naive Bayes a straight cut?
#
# In lecture 02 a review was a bag of slips. Make a dot of it: ask, for every word of the vocabulary,
# "how often does it occur?" Let $x_j$ be how often the $j$-th word does. Naive Bayes chooses the label $y$
# with the largest product of prior and likelihoods. Take the logarithm, which keeps the order:
#
# 1. $\log\Bigl(P(y)\prod_j P(\text{word}_j\mid y)^{x_j}\Bigr)=\log P(y)+\sum_j\log
#    P(\text{word}_j\mid y)^{x_j}$: *the logarithm of a product is a sum;*
# 2. $\phantom{\log\Bigl(\Bigr)}=1\cdot\log P(y)+\sum_j x_j\log P(\text{word}_j\mid y)$: *a power becomes
#    a factor;*
# 3. $\phantom{\log\Bigl(\Bigr)}=\mathbf w_y\cdot x$, *with
#    $\mathbf w_y=(\log P(y),\,\log P(\text{word}_1\mid y),\,\log P(\text{word}_2\mid y),\dots)$ and
#    $x$ = (1, counts).*
#
# So it was one all along. Its bias is the log-prior, its weights are log-likelihoods, and each label is
# one row of $W$. Here are the two rows for the five little reviews of lecture 02, and the review that we
# judged there by hand, *warm but dull film*. (*But* is not in the vocabulary, so it counts as OOV.)

# %%
show_source(features.naive_bayes_weights)

five = [
    (["funny", "jokes"], "pos"),
    (["warm", "funny", "film"], "pos"),
    (["warm", "film"], "pos"),
    (["dull", "jokes", "dull", "film"], "neg"),
    (["dull", "plot"], "neg"),
]
kinds = ["neg", "pos"]


def rows_of(model):
    """The vocabulary of a naive Bayes model, and its weights: one row for each label."""
    vocabulary = list(model["log_likelihoods"]["neg"])
    log_priors = [model["log_priors"][y] for y in kinds]
    log_likelihoods = [[model["log_likelihoods"][y][v] for v in vocabulary] for y in kinds]
    return vocabulary, features.naive_bayes_weights(log_priors, log_likelihoods)


def count_vector(words, vocabulary):
    """(1, how often each word of the vocabulary occurs); unknown words count as OOV."""
    place = {word: i for i, word in enumerate(vocabulary, start=1)}
    x = np.zeros(len(vocabulary) + 1)
    x[0] = 1
    for word in words:
        x[place.get(word, place[naive_bayes.OOV])] += 1
    return x


vocabulary, W_five = rows_of(naive_bayes.train_naive_bayes(five))
x = count_vector(["warm", "but", "dull", "film"], vocabulary)
print("         bias", *vocabulary)
print("x       ", x.astype(int))
print("w of neg", W_five[0].round(2))
print("w of pos", W_five[1].round(2))
print("scores of neg, pos:", W_five @ x)
print("e to the scores:   ", [f"{p:.6f}" for p in np.exp(W_five @ x)])

# %% [markdown]
# The last line shows the two products of lecture 02, 0.000112 and 0.000141, and `pos` wins, as it did
# there. Now the same for the critics' sentences, where the sheet has a direction for each of some sixteen
# thousand words. We also try weights that are plain probabilities, *without* the logarithm.
# **Before you run the cell:** what will that do?

# %%
labelled = datasets.rotten_tomatoes().labelled
order = np.random.default_rng(0).permutation(len(labelled))
model = naive_bayes.train_naive_bayes([labelled[i] for i in order[:6530]])
vocabulary, W_bayes = rows_of(model)
print("shape of W:", W_bayes.shape)

same_scores = 0
right = {"logs": 0, "probabilities": 0}
for i in order[6530:]:  # the 2,000 sentences held out in lecture 02
    words, label = labelled[i]
    x = count_vector(words, vocabulary)
    by_bayes = [naive_bayes.log_score(words, y, model) for y in kinds]
    same_scores += np.allclose(W_bayes @ x, by_bayes)
    right["logs"] += kinds[(W_bayes @ x).argmax()] == label
    right["probabilities"] += kinds[(np.exp(W_bayes) @ x).argmax()] == label
held_out = [labelled[i][1] for i in order[6530:]]
print("always saying neg: accuracy", held_out.count("neg") / 2000)
print("both scores the same as in lecture 02:", same_scores, "of 2000 sentences")
for name, count in right.items():
    print(f"weights are {name}: accuracy {count / 2000:.3f}")

# %% [markdown]
# Every score of every sentence agrees, and so does the accuracy of 0.772. Without the logarithm 0.580
# is left, where always saying `neg` has 0.491. A dot product *adds*, and naive Bayes *multiplies*; only
# the logarithm turns one into the other.
#
# Seen like this, naive Bayes is one way of choosing a $W$: by counting, for each word alone. Is it the
# best straight cut through these dots? Lecture 02 gave a reason for doubt, because words that come
# together are counted as if each were fresh evidence. The learners of the next lectures choose all weights
# together. They use the same $x$ and the same arg max; only $W$ will be different.

# %% [markdown] section="joint-features"
# ## 5. Why write $W$ in one line?
#
# Lectures 04 and 07 will each have one rule for learning weights, whatever the number of classes. For
# that it helps to have *one* weight vector again, and there is a neat way to get it. Lay the rows of $W$ end
# to end, and call the long vector $\theta$ ("theta"). Then, in place of choosing a row for the class,
# *move the example*: the **joint features** $f(x,k)$ of an example and a class are a vector of $K$ blocks,
# with $x$ in block $k$ and zeros in all the others.
#
# Here is an example from May's section 13. The sentence is *it rocks*; the labels are $+$, $-$ and
# $\varnothing$ (neutral); the features are the number of words (nW, which is 2), whether a word ends in *s* (\*s,
# which is 1), and whether the word *happy* occurs (ch, which is 0).

# %%
show_source(features.joint_features)

rocks = np.array([2, 1, 0])
F = np.array([features.joint_features(rocks, k, n_classes=3) for k in range(3)])
ax = plots.joint_blocks(F, names=["+", "−", "∅"], features=["nW", "*s", "ch"], title="it rocks")
plots.show(
    ax,
    "A table with three rows, one for each class, and three blocks of three columns. Each row holds 2, "
    "1, 0 in the block of its own class, which is tinted, and zeros elsewhere.",
)

# %% [markdown]
# A dot product is a sum, so it can be added up block by block. All blocks but one are multiplied by
# zeros, and what is left is
#
# $$\theta\cdot f(x,k)=\mathbf w_k\cdot x=z_k .$$
#
# **By hand,** with the rows $(2,1,0)$, $(0,-2,5)$ and $(-1,3,0)$ and *it rocks*: the long vector is
# $\theta=(2,1,0,\;0,-2,5,\;-1,3,0)$, and $\theta\cdot f(x,-)=0\cdot2+(-2)\cdot1+5\cdot0=-2$.

# %%
W_any = np.array([[2, 1, 0], [0, -2, 5], [-1, 3, 0]])
theta = W_any.ravel()  # the rows, end to end
print("theta =", theta)
print("theta . f(x, k):", F @ theta)
print("w_k . x:        ", W_any @ rocks)

# %% [markdown]
# They agree. If you want a bias, put a 1 into every block, which gives each class its own: the block is then
# $(1,2,1,0)$ in our order, with the constant first, and $(2,1,0,1)$ in May's, with the constant last.
# Either will do, as long as $\theta$ is in the same order.
#
# What is gained? First, "raise the score of class $k$" becomes "add a multiple of $f(x,k)$ to $\theta$", for
# every $k$. Second, nothing says that $f(x,k)$ has to be made of blocks. It may be any question
# about an example *together with* a label, such as "does the sentence contain the name of the label?".
#
# ### A label that is a vector
#
# Where did $x$ go in the long vector? Into block $k$, and you can say "block $k$" with a vector: one place
# for each class, 1 at the place $k$ and 0 everywhere else. This is the **one-hot vector** of class $k$,
# and we write $t$ for it. It is a better way to write a class than its number, because a number suggests
# an amount, and class 2 is not twice class 1.

# %%
show_source(features.one_hot)
print("classes 0, 2 and 1 of three:")
print(features.one_hot([0, 2, 1], n_classes=3))

t = features.one_hot([1], 3)[0]
print("it picks: t W =", t @ W_any, "which is row 1 of W")
print("it places:", np.kron(t, rocks), "which is f(x, 1)")

# %% [markdown]
# (`np.kron` multiplies the whole of $x$ by each entry of $t$ and puts the results side by side.) Mind from
# where a text counts. We count classes from 0, so class 1 of three is $(0,1,0)$. In a text that counts from
# 1 this is class 2, and you subtract 1 from each label first. Qureshi's labels, for one, go from 1 to 7:

# %%
for label in (3, 1, 4, 7):
    print(label, "->", features.one_hot([label - 1], n_classes=7)[0].astype(int))

# %% [markdown] section="metrics"
# ## 6. How good is a cut?
#
# Back to the sheet of reviews. Real reviews do not all lie in the corners: *how* positive and *how*
# negative they are varies, and so do the opinions behind the words. Here are sixteen, with the cut of job
# 1. (The counts are those of the quiz in Boye's part 5b. Its figure has no coordinates, so the places are
# ours.) Call one class **positive** and write 1 for it, and 0 for the other. Every answer is then of
# one of four kinds:
#
# | | called positive | called negative |
# |---|---|---|
# | is positive | **true positive** (tp) | **false negative** (fn), a miss |
# | is negative | **false positive** (fp), a false alarm | **true negative** (tn) |

# %%
cloud = datasets.opinion_points()
called = (predict_binary(w_film, add_bias(cloud.X)) == 1).astype(int)
print("tp, fp, fn, tn =", metrics.confusion(cloud.y, called))

labels_16 = {"xlabel": "$x_1$: how positive", "ylabel": "$x_2$: how negative"}
title = "Sixteen reviews, five mistakes"
ax = figures.outcome_points(cloud.X, cloud.y, w_film, title=title, **labels_16)
plots.show(
    ax,
    "Sixteen dots and the cut. Below it, on the positive side, lie nine: seven positive ones and two "
    "negative ones, which are ringed as mistakes. Above it lie seven: four negative ones and three ringed "
    "positive ones.",
)

# %% [markdown]
# Four numbers are hard to compare, so people make one of them. The obvious one is the **accuracy**,
#
# $$\text{accuracy}=\frac{tp+tn}{n}=\frac{7+4}{16}=0.6875 .$$
#
# You know from lecture 02 that it needs a baseline beside it. "Always positive" has $10/16=0.625$. Now
# suppose that one class is rare. Of a thousand mails, ten are spam. Filter A never says "spam". Filter B
# finds eight of the ten, and raises twelve false alarms. **Which has the higher accuracy?** Work it out
# before you read on.
#
# Filter A has 990 mails right: 0.990. Filter B has $8+978$ right: 0.986. The filter that does nothing at
# all wins, because the 990 easy mails count for so much more than the ten that matter. So ask two questions
# about the positive class alone. Of those that were **called** positive, how many are? Of those that
# **are** positive, how many were found?
#
# $$\text{precision}=\frac{tp}{tp+fp},\qquad \text{recall}=\frac{tp}{tp+fn} .$$
#
# Filter B has a precision of $8/20=0.4$ and a recall of $8/10=0.8$. Filter A has a recall of 0. It called
# nothing positive, so its precision is $0/0$; where a denominator is 0, this course says 0.0. The cut in
# the picture has a precision of $7/9$ and a recall of $7/10$.
#
# If you must have a single number, the usual one is
#
# $$F_1=\frac{2\,tp}{2\,tp+fp+fn} ,$$
#
# which is the **harmonic mean** of precision and recall, that is, the number whose reciprocal is the mean of
# their reciprocals:
#
# 1. $\dfrac1{\text{precision}}=\dfrac{tp+fp}{tp}$ and $\dfrac1{\text{recall}}=\dfrac{tp+fn}{tp}$: *both
#    fractions turned over;*
# 2. their mean is $\dfrac{2\,tp+fp+fn}{2\,tp}$: *same denominator, so add, and halve;*
# 3. turned over again: $\dfrac{2\,tp}{2\,tp+fp+fn}=F_1$, which is also
#    $\dfrac{2\cdot\text{precision}\cdot\text{recall}}{\text{precision}+\text{recall}}$.
#
# A harmonic mean is pulled towards the smaller of the two numbers, and the more so the further they are
# apart. For 0.9 and 0.8 it is 0.847, hardly less than the ordinary mean of 0.85. For 1 and 0.1 it is
# 0.18, where the ordinary mean would be 0.55.

# %%
precision = metrics.precision(cloud.y, called)
recall = metrics.recall(cloud.y, called)
harmonic_mean = 2 * precision * recall / (precision + recall)
print(f"accuracy  {metrics.accuracy(cloud.y, called):.4f}")
print(f"precision {precision:.4f}")
print(f"recall    {recall:.4f}")
print(f"F1        {metrics.f1(cloud.y, called):.4f}   harmonic mean {harmonic_mean:.4f}")

# %% [markdown]
# Precision and recall pull in different directions, and the bias decides between them.
#
# **Play.** Run the cell to get a slider for $w_0$ (the still picture shows three of its values). **Before
# you move it:** as $w_0$ grows, more and more reviews are called positive. Can recall fall? Can precision
# rise?

# %%
figures.threshold_slider(cloud.X, cloud.y)

# %% [markdown]
# Recall can't fall, because a review that is called positive stays so. Precision goes both ways: it rises
# when the next review to cross the cut is a positive one (unless it is 1 already), and falls when it is a
# negative one. At the far left nothing is called positive. At the far right everything is: recall is 1, and precision is the share of
# positive reviews, $10/16$. Where to stop depends on which mistake costs you more, a miss or a false alarm,
# and no formula knows that.
#
# With more than two classes, count who was taken for whom. Here are the birds of section {#multiclass} with the
# nearest centre. **Before you look:** which species will be confused with both of the others?

# %%
table = metrics.confusion_matrix(y_birds, y_hat, n_classes=3)
ax = plots.confusion_table(table, species, title="342 birds, by the nearest centre")
plots.show(
    ax,
    "A table with the true species in rows and the predicted ones in columns. Adelie: 146 right, 5 called "
    "Chinstrap. Chinstrap: 5 called Adelie, 58 right, 5 called Gentoo. Gentoo: 7 called Chinstrap, 116 "
    "right.",
)

# %% [markdown]
# The Chinstraps: five were taken for Adelies and five for Gentoos, while no Adelie was taken for a Gentoo or
# the other way round. Such a table is a **confusion matrix**. Each class has its own precision and recall, as
# *that class against the rest*: recall is read along its row, for Chinstraps $58/(5+58+5)=58/68\approx0.85$, and precision down its column,
# $58/(5+58+7)=58/70\approx0.83$.

# %% [markdown] section="separability"
# ## 7. What can no cut do?
#
# Time to return to job 2. You have moved cuts, turned them, and measured them; none of that helps
# here, and now we can say why.
#
# A region is called **convex** if it contains, with any two points, all the points between them. A round
# lawn is convex; a lawn with a pond in it is not. Each side of a straight cut is convex, and so is every
# region of a linear classifier with $K$ classes:
#
# 1. Let $a$ and $b$ lie in the region of class $k$. Then
#    $\mathbf w_k\cdot a\ge\mathbf w_j\cdot a$ and $\mathbf w_k\cdot b\ge\mathbf w_j\cdot b$ for every $j$.
# 2. A point between them is $q=(1-s)\,a+s\,b$ with $0\le s\le1$: *a mixture of the two. (Its constant is
#    still $(1-s)+s=1$.)*
# 3. $\mathbf w_k\cdot q=(1-s)\,\mathbf w_k\cdot a+s\,\mathbf w_k\cdot b$, and the same for $j$: *scores are
#    linear, so the score of a mixture is the mixture of the scores.*
# 4. $\mathbf w_k\cdot q\ge\mathbf w_j\cdot q$ for every $j$: *$(1-s)$ times the first inequality of line 1
#    plus $s$ times the second; neither factor is negative.*
#
# Nowhere between $a$ and $b$ does another class overtake $k$. We test it on the birds' sheet with points
# drawn at random:

# %%
rng = np.random.default_rng(1)
a = add_bias(rng.uniform(-3, 3, (5000, 2)))
b = add_bias(rng.uniform(-3, 3, (5000, 2)))
s = rng.uniform(0, 1, (5000, 1))
class_a = predict_multiclass(W, a)
class_b = predict_multiclass(W, b)
between = predict_multiclass(W, (1 - s) * a + s * b)
together = class_a == class_b
print("pairs in the same region:", together.sum())
print("points between them in another region:", (between[together] != class_a[together]).sum())

# %% [markdown]
# Now lay that on job 2. Suppose that some cut does it. *Great film* and *worst crap* lie on its positive
# side, so everything between them does, and in particular the middle of the sheet. *Made in 2008* and
# *great plot, bad acting* lie on its negative side, and so does everything between *them*:

# %%
ax = figures.crossing(title="Whose is the middle?")
plots.show(
    ax,
    "The sheet of job 2. A solid line joins the two reviews to be cut off, (0, 1) and (1, 0); a dashed "
    "line joins the two to stay, (0, 0) and (1, 1). They cross in the middle of the sheet, which is marked "
    "with a cross and the words 'on both sides?'.",
)
print("halfway between the two to be cut off:", (corners[0] + corners[1]) / 2)
print("halfway between the two to stay:      ", (corners[2] + corners[3]) / 2)

# %% [markdown]
# It is the same point, and it can't be on both sides. So there is no such cut. We were not
# unlucky, and no learner will ever be lucky. This arrangement of four points is called **XOR**, for
# "exclusive or": one or the other, but not both. Dots that some cut does separate are called **linearly
# separable**; those of job 1 are, and those of job 2 are not. Lecture 04 will meet XOR again,
# and learn what the perceptron does when it is asked for something that does not exist.

# %% [markdown]
# ## So how do you do job 2?
#
# You can't find a better cut. But the sheet was not given by nature: the places of the dots
# are answers to questions, and the questions were ours. So do what a child would do who has to cut two
# corners off a sheet of paper with a single cut. **Fold it first.**
#
# Fold the sheet along its diagonal, so that the upper left corner comes to lie on the lower right one. A
# dot at $(x_1,x_2)$ that was above the diagonal now lies at $(x_2,x_1)$, and one below it stays. Either
# way, its place on the folded sheet is
#
# $$(\text{the larger of } x_1 \text{ and } x_2,\ \text{the smaller of } x_1 \text{ and } x_2) .$$
#
# In words, these are two new features: *does the review contain any opinion at all?* and *does it contain
# both kinds?* What was *great film* and *worst crap* is now one place, $(1,0)$, and you know a cut that cuts
# off $(1,0)$ and nothing else. **Before you run the cell:** which weights shall we take?

# %%
place = X_films[:, 1:]
folded = add_bias(np.column_stack([place.max(axis=1), place.min(axis=1)]))
for sentence, x, z in zip(films.sentences, folded, folded @ w_film, strict=True):
    print(f"{sentence:28} x = {x}, score {z:+.0f}")
print("weights:", w_film, "  job 2 done:", np.array_equal(predict_binary(w_film, folded), job_2))

axes = figures.folding(w_film)
plots.show(
    axes[0],
    "Three pictures. First, the sheet of job 2 with a dotted diagonal, and an arrow from the upper left "
    "corner to the lower right one. Second, the folded sheet, a triangle: one straight cut separates the "
    "place (1, 0), where two reviews now lie, from (0, 0) and (1, 1). Third, the sheet unfolded: the cut "
    "has become two straight lines, mirror images of each other, which cut off both corners and leave a "
    "widening strip along the diagonal.",
)

# %% [markdown]
# The very same weights, $(-1,2,-3)$. One straight cut through the folded sheet does job 2, and when you unfold
# it, you find that you have cut twice. Nothing about the classifier has changed. It still adds up three
# products and looks at the sign; only the questions are different.
#
# That is the answer to the first page, and it has two halves. Weights can do no more than a straight
# cut can: each side of it is convex, and where the classes lie across each other, as in job 2, no learning
# will help. But features decide where the dots lie, and features may be anything that you can compute. When
# a linear classifier fails, ask first whether a better cut exists, and if none does, look for a fold.
# (A neural network, by the way, does both. Its last layer is usually a linear classifier like ours, and the
# layers before it learn how to fold.)
#
# What is left open is how to *find* the cut when one exists. We tried a hundred thousand at random,
# which is hardly a method. [Lecture 04](04-perceptron.ipynb) puts the scissors down, takes up a needle, and
# learns from one mistake at a time.
#
# <details><summary><b>Further:</b> other folds</summary>
#
# *A product.* Keep $x_1$ and $x_2$ and add $x_1x_2$ as a third feature. Then
# $-\tfrac12+x_1+x_2-2x_1x_2$ is $\tfrac12$ at the two corners to be cut off and $-\tfrac12$ at the other two: the
# cut is now a slice through a loaf. A product of two yes-or-no features asks "both?", just as the smaller
# of the two does.
#
# *A ring.* One class lies in the middle of the sheet and the other in a ring around it. The middle lies
# between points of the ring, so no cut will do. Replace $x_2$ by $x_1^2+x_2^2$, the squared distance from
# the middle, and the ring lies high, the middle lies low, and a level cut is enough.
#
# *Why not fold always?* Every fold adds a question, and each question has a weight that has to be learnt
# from examples. With enough features one can fit any labels, even wrong ones. Lecture 06 shows
# how to notice, and what to do about it.
# </details>

# %% [markdown]
# ## Check yourself
#
# 1. $\mathbf w=(2,-1,1)$, bias first. Which label does the point $x_1=3$, $x_2=1$ get? What is its signed
#    margin if the right label is $-1$?
# 2. Where does the cut of $\mathbf w=(-6,2,3)$ cross the two axes? How far from it is the point $(0,0)$, and
#    on which side?
# 3. Five classes, and four features with the constant. How many classifiers does one-vs-all need, how many
#    all-vs-all? What shape has $W$, and how long is $f(x,k)$?
# 4. $\mathbf w_0=(1,2)$ and $\mathbf w_1=(4,-1)$, bias first, one feature. Where do the two classes meet, and
#    which wins beyond that point?
# 5. A detector finds 30 of 40 cases and raises 20 false alarms among 960 others. Accuracy, precision, recall,
#    $F_1$? And the accuracy of a detector that never says anything?
# 6. Three dots on a string: $-1$ at the ends, $+1$ in the middle. Is there a cut? Is there a feature?
#
# <details><summary>Answers</summary>
#
# 1. The score is $2-3+1=0$: on the cut, so $+1$. The signed margin is $-1\cdot0=0$.
# 2. $2x_1=6$ at $x_1=3$, and $3x_2=6$ at $x_2=2$. The score of $(0,0)$ is $-6$, so its distance is
#    $6/\sqrt{13}\approx1.66$, on the negative side.
# 3. 5, and $5\cdot4/2=10$. $W$ is $(5,4)$, and $f(x,k)$ has 20 entries.
# 4. $\mathbf w_0-\mathbf w_1=(-3,3)$, so they meet where $-3+3x_1=0$, at $x_1=1$. Beyond it the difference is
#    positive, and class 0 wins.
# 5. $tp=30$, $fn=10$, $fp=20$, $tn=940$: accuracy $970/1000=0.97$, precision $30/50=0.6$, recall
#    $30/40=0.75$, $F_1=60/(60+20+10)\approx0.67$. Silence has an accuracy of 0.96.
# 6. No: the middle lies between the ends, so it is on their side. The distance from the middle is such a
#    feature: fold the string in half, and cut.
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - turn a text into a feature vector, constant first, and say what the vector no longer knows;
# - compute score, label, signed margin and distance by hand, and draw the cut that belongs to given weights;
# - sort $K$ classes by one-vs-all, by all-vs-all and by $K$ rows of $W$, count the classifiers, and say
#   why only the rows can leave no gap and no tie of the rock, paper, scissors kind;
# - find the boundary between two classes;
# - write naive Bayes as a $W$, and say why its weights are logarithms;
# - write $K$ rows as one vector, with joint features, and a label as a one-hot vector;
# - compute accuracy, precision, recall and $F_1$, and name a case in which accuracy misleads;
# - prove that the regions are convex and that no cut solves XOR, and solve it with other features.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $X$, $x$ | all examples, one example; the constant 1 comes first | $(n,d)$, $(d,)$ | `X`, `x` |
# | $y$, $\hat y$ | right label and predicted label: $\pm1$; with $K$ classes $0,\dots,K-1$; in section {#metrics} also 0 and 1 | number | `y`, `y_hat` |
# | $\mathbf w$ | weights for two classes; $w_0$ is the bias | $(d,)$ | `w` |
# | $\mathbf v$, $\lVert\mathbf v\rVert$ | the weights without the bias, and their length | $(d-1,)$, number | `w[1:]` |
# | $W$, $\mathbf w_k$ | weights for $K$ classes, and the row of class $k$ | $(K,d)$, $(d,)$ | `W`, `W[k]` |
# | $z$, $z_k$ | score: $\mathbf w\cdot x$; of class $k$: $\mathbf w_k\cdot x$ | number | `X @ w`, `scores(W, X)` |
# | $m$ | signed (functional) margin, $y\,z$ | number | `margin(w, x, y)` |
# | $\mathbf u$, $\varphi$ | a vector of length 1; an angle | $(d-1,)$, number | |
# | $r$ | distance from the cut, $z/\lVert\mathbf v\rVert$ | number | |
# | $c_k$ | centre of class $k$ | $(d-1,)$ | `centres[k]` |
# | $x_j$ | a feature; in section {#naive-bayes}, how often the $j$-th word occurs | number | `x[j]` |
# | $f(x,k)$, $\theta$ | joint features of $x$ with class $k$; all rows of $W$ in a line | $(Kd,)$ | `joint_features`, `theta` |
# | $t$ | one-hot vector of a label | $(K,)$ | `one_hot` |
# | tp, fp, fn, tn | true and false positives, false and true negatives | numbers | `confusion` |
# | $F_1$ | harmonic mean of precision and recall | number | `f1` |
# | $a$, $b$, $q$, $s$ | two points, one between them, its share of $b$ | $(d,)$, number | `a`, `b`, `s` |
# | $n$, $d$, $K$ | number of examples, features (with the constant), classes | numbers | |
#
# **The argument in five lines**
#
# 1. Features make an example a dot. The score $z=\mathbf w\cdot x$ is its distance from a flat cut, in units
#    of $1/\lVert\mathbf v\rVert$; the example is right where $m=y\,z>0$.
# 2. With $K$ classes each has a row of $W$, and the largest $z_k$ wins; classes $k$ and $j$ meet where
#    $(\mathbf w_k-\mathbf w_j)\cdot x=0$, and $z_k=\theta\cdot f(x,k)$.
# 3. Naive Bayes is such a classifier: log-prior as bias, log-likelihoods as weights.
# 4. Accuracy counts all answers alike. Precision: how many of those called positive are? Recall: how many of
#    the positives were found?
# 5. The score of a mixture is the mixture of the scores, so regions are convex, and XOR has no cut. Other
#    features can give it one.

# %% [markdown]
# <details><summary><b>If you read the documents beside this</b></summary>
#
# We read the documents as text conversions, so a slip may be the conversion's. All of them, with
# computations, are on the [page of slips](../docs/errata.md).
#
# - *Hasegawa-Johnson & Hockenmaier (2019), the four cases of* $y\,f(x)$: cases 3 and 4, the mistakes, are
#   printed with the opposite sign of $f(x)$. A positive example that is misclassified has a *negative*
#   score. Their $f(x)$ is our score $z$, and is itself called the hyperplane; here that name is kept for the
#   places where the score is 0.
# - *The same, all against all*: $K(K-1)$ classifiers are asked for, which counts each pair twice. Half of
#   them are enough.
# - *May (2023), section 13*: for $\theta\cdot f(x,y)$ to be naive Bayes, the weights have to be
#   *logarithms* of probabilities (section {#naive-bayes}). May writes $\Psi(x,y)$ for our $z_k$ and puts the constant
#   last in each block.
# - *Where they count from*: Hasegawa-Johnson & Hockenmaier, Boye and Qureshi count classes from 1,
#   Hasegawa-Johnson (2020) from 0, as we do. Boye puts examples into the columns of a matrix, we put them into
#   rows.
# </details>

# %% [markdown]
# **Go on with** [exercise 03](../exercises/03-features/03-features.ipynb): you write every function of this
# lecture yourself.
#
# ### Sources
#
# M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0). J. Boye,
# *DD2418 Language Engineering*, 5a and 5b, KTH. J. May, *Linear Models*, 2023, section 13. M.
# Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0). F. Qureshi, *Softmax*. Further reading:
# J. Eisenstein, *Introduction to Natural Language Processing*, MIT Press, 2019, chapter 2, whose notation May
# follows; F. Aurenhammer, *Power diagrams: properties, algorithms and applications*, SIAM Journal on Computing
# 16, 1987. Penguins: Horst, Hill & Gorman, 2020. Film sentences: Pang & Lee, 2005.
