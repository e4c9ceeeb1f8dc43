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
# About 90 minutes, pencil work included, and another 40 for the problems. Take a break after section
# {#multiclass}. Builds on lecture 02.
#
# Four film reviews lie on a sheet of paper. Nobody has read them: a machine has only looked for words
# of praise and words of blame. If it found praise, the review lies on the right; if it found blame, it
# lies at the top. So each review has a corner to itself. You get a pair of scissors and two jobs, and
# for each job you may make *one straight cut*.
#
# - *Job 1.* The cinema wants praise for its poster. Cut off the review with praise and no blame.
# - *Job 2.* The letters page wants the reviews that *take sides*: praise only, or blame only. Reviews
#   with both, or with neither, stay behind.
#
# Lay a pencil across each sheet before you look at the numbers below them.

# %% tags=["hide-input"]
from collections import Counter
from statistics import harmonic_mean

import numpy as np

from lincourse import datasets, features, metrics, naive_bayes, plots
from lincourse.features import add_bias, predict_binary, predict_multiclass, scores
from lincourse.figures import features as figures

np.set_printoptions(precision=3, suppress=True)
job_1 = np.array([1, -1, -1, -1])  # +1 is to be cut off, -1 is to stay
job_2 = np.array([1, 1, -1, -1])
axes = figures.jobs([job_1, job_2], ["Job 1: the praise", "Job 2: those that take sides"])
plots.show(
    axes[0],
    "Two copies of a sheet with a review at each corner of a square: 'made in 2008' at the lower left, "
    "'great film' at the lower right, 'worst crap' at the upper left, 'great plot, bad acting' at the "
    "upper right. Job 1: cut off 'great film'. Job 2: cut off 'great film' and 'worst crap', which lie "
    "at opposite corners.",
)

# %%
corners = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]])  # (1, praise?, blame?)
cuts = np.random.default_rng(0).normal(size=(100_000, 3))  # section {#boundary} explains how
sides = np.sign(cuts @ corners.T)  # one row per cut, one column per review
for name, job in (("job 1", job_1), ("job 2", job_2)):
    right = (sides == job).sum(axis=1)
    print(f"{name}: {(right == 4).sum()} of 100,000 random cuts do it;", end=" ")
    print("the best has", right.max(), "of 4 reviews right")

# %% [markdown]
# For job 1, about one random cut in 28 will do. For job 2, not one in a hundred thousand does, and the
# best of them get three reviews right. Bad luck, or is there no such cut? And if there is none, what
# else could you change? By the end of this lecture you'll do job 2 with one straight cut, and without
# cheating.
#
# A classifier that decides by a straight cut is a **linear classifier**. Naive Bayes was one, and so are
# the perceptron, logistic regression and softmax regression. They differ in how they find the cut; this
# lecture is about what they share.

# %% [markdown]
# **In this lecture**
#
# {contents}
#
# {formulas}

# %% [markdown] section="feature-vectors"
# ## 1. How does a text become a dot?
#
# To lie on a sheet, a review needs numbers. A **feature** is a question about an example whose answer is
# a number, and the questions are up to you. Here are four about an e-mail that might be spam:
#
# | feature | question | this mail | weight |
# |---|---|---|---|
# | $x_1$ | does it contain a button to click? (yes 1, no 0) | 1 | $1.5$ |
# | $x_2$ | does it mention sums of money? | 0 | $2$ |
# | $x_3$ | was it sent from your own university? | 0 | $-3$ |
# | $x_4$ | what share of the words is misspelt? | 0.1 | $5$ |
#
# The answers $(1,\,0,\,0,\,0.1)$ are the mail's **feature vector**. Each feature has a **weight**, which
# says how strongly it points to spam. (These are made up; finding good ones is for the next lectures.)
# Multiply each answer by its weight, add up, and start from $-1$, because most mail isn't spam:
#
# $$z=-1+1.5\cdot1+2\cdot0-3\cdot0+5\cdot0.1=1 .$$
#
# This weighted sum is the **score**. Above 0 means spam, so this mail goes where spam goes. (Why 0? If you
# prefer another limit, say 7, subtract 7 at the start and compare with 0 again.)
#
# The number at the start is the **bias** $w_0$. It has no feature, but one trick saves us from treating it
# as a special case: give every example a dummy feature that is always 1. In this course it comes first.
# The mail is now $x=(1,1,0,0,0.1)$, the weights are $\mathbf w=(-1,1.5,2,-3,5)$, and the score is one dot
# product, $z=\mathbf w\cdot x$. (`add_bias` does this for a table `X` with one example per row. From then on
# its shape $(n,d)$ includes the constant.)
#
# The machine in the scene asked two questions, with a short list of words for each (reviews and lists are
# those of a classic quiz):

# %%
films = datasets.opinion_documents()
print("praise:", *sorted(films.positive), "  blame:", *sorted(films.negative))
X_films = []
for sentence, words in zip(films.sentences, films.documents, strict=True):
    X_films.append(features.encode_opinion(words, films.positive, films.negative))
    print(f"{sentence:28} {X_films[-1]}")
X_films = np.array(X_films)

# %% [markdown]
# Without the constant, these are the places on the sheet: *great film* lies at $(1,0)$.
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
# They can only tell the first two from the last two. *A great film* and *not a great film at all* say
# opposite things and have become the same dot, and no scissors can cut apart two dots that lie on top of
# each other. The cure is another question, such as "is there a word of praise after *not*?". Choosing the
# questions is called **feature engineering**. Remember that it's allowed. We'll need it.
#
# **Questions may overlap.** The word *unpleasant* answers three at once: which word is it, what does it
# begin with, and is it on a list? Here is what each answer says on its own, in the critics' sentences of
# lecture 02:

# %%
labelled = datasets.rotten_tomatoes().labelled
order = np.random.default_rng(0).permutation(len(labelled))
train = [labelled[i] for i in order[:6530]]  # split as in lecture 02
test = [labelled[i] for i in order[6530:]]
blame = datasets.vader_lexicon()["neg"]
for name, asks in (
    ("is unpleasant", lambda word: word == "unpleasant"),
    ("begins with un", lambda word: word.startswith("un")),
    ("is on a list of blame", lambda word: word in blame),
):
    found = Counter(label for words, label in train if any(map(asks, words)))
    print(f"a word {name:22} in {found['pos']:4} positive, {found['neg']:4} negative sentences")

# %% [markdown]
# The word is clear but rare, the list is common but vague, and *un-* says next to nothing. A linear
# classifier can use all three as **overlapping features**: each has a weight of its own, and the score adds
# up whatever is on. (What naive Bayes makes of them is in section {#naive-bayes}.)
#
# ### Split first
#
# One rule before we choose anything. **Before you run the cell:** naive Bayes has learnt from 6,530
# sentences. How many of those does it get right, and how many of 2,000 others?

# %%
model = naive_bayes.train_naive_bayes(train)
for name, part in (("training set", train), ("test set", test)):
    guesses = [naive_bayes.predict_label(words, model) for words, _ in part]
    print(f"{name:12} accuracy {metrics.accuracy([label for _, label in part], guesses):.3f}")

# %% [markdown]
# It gets 94.7 % of the sentences that it has learnt from right, and 77.2 % of the others. A classifier
# looks better on the examples that helped to choose it, and that includes those by which *you* chose its
# features, scales or thresholds. So split the data first: find weights on the **training set**, compare
# features and settings on a **validation set**, and use the **test set** once, at the end.

# %% [markdown] section="boundary"
# ## 2. Where does the cut run?
#
# The score of an example is a number; its label is the sign of that number, $\operatorname{sgn} z$:
#
# $$\hat y=\begin{cases}+1 & \text{if } z=\mathbf w\cdot x\ge 0\\ -1 & \text{if } z<0.\end{cases}$$
#
# Job 1 can be done with $\mathbf w=(-1,2,-3)$: a review starts at $-1$, praise adds 2, and blame takes
# away 3. *Great film* gets $-1+2=1$, and *great plot, bad acting* gets $-1+2-3=-2$. Work out the other two
# with a pencil: only *great film* comes out positive.
#
# Where is the cut? It runs where the score is neither positive nor negative,
#
# $$-1+2x_1-3x_2=0 ,$$
#
# and two points are enough to draw it. At the lower edge, $x_2=0$, we need $2x_1=1$, so it passes through
# $(\tfrac12,0)$. At the right edge, $x_1=1$, we need $3x_2=1$, so it passes through $(1,\tfrac13)$. This
# line is the **decision boundary**.

# %% tags=["hide-input"]
w_film = np.array([-1, 2, -3])
ax = figures.cut_and_arrow(w_film)
plots.show(
    ax,
    "The four reviews at the corners of a square. A straight line rises from the lower left to the "
    "right, through two crosses at (1/2, 0) and (1, 1/3). Only 'great film' lies below it, on the "
    "positive side, at a distance of 0.28. An arrow of direction (2, -3) starts on the line, stands at a "
    "right angle to it, and points into the positive side.",
)

# %% [markdown]
# (A dot exactly on the boundary gets the label $+1$ in this course. NumPy's `np.sign` answers 0 there,
# which isn't a label.)
#
# With one feature the dots lie on a string and the boundary is a point. With three it is a flat slice, as
# through a loaf of bread. It always has one dimension less than its space, and the general name is
# **hyperplane**.
#
# ### Which way does it face, and how far away is a dot?
#
# Write $\mathbf v=(w_1,w_2)$ for the weights without the bias, here $(2,-3)$, the arrow in the picture, and
# $\lVert\mathbf v\rVert=\sqrt{w_1^2+w_2^2}$ for its length, or **norm**. Let $a$ and $b$ be points on the
# boundary, and let $x$ be any point, with score $z$.
#
# 1. $\mathbf v\cdot(a-b)=0$ — *both $w_0+\mathbf v\cdot a$ and $w_0+\mathbf v\cdot b$ are 0, so their
#    difference is too*
# 2. $x-r\,\mathbf v/\lVert\mathbf v\rVert$ — *where you are after walking a distance $r$ from $x$, against
#    the arrow*
# 3. $z-r\,\lVert\mathbf v\rVert$ — *the score there, because $\mathbf v\cdot\mathbf v=\lVert\mathbf v\rVert^2$*
# 4. $r=z/\lVert\mathbf v\rVert$ — *you have reached the boundary when that score is 0*
#
# By line 1, $\mathbf v$ stands at a right angle to the boundary: it's the **normal vector**, and it points to
# the positive side. By line 4, a score is a distance, measured in units of $1/\lVert\mathbf v\rVert$, with a
# sign for the side. For *great film* it's $1/\sqrt{2^2+3^2}\approx0.28$.
#
# **Before you run the cell:** multiply all three weights by 10. What happens to the scores, to the
# boundary, and to the distances?

# %%
for w in (w_film, 10 * w_film):
    print("w =", w, "  crosses the lower edge at", -w[0] / w[1])
    print("   scores   ", X_films @ w)
    print("   distances", np.array([features.distance(w, x) for x in X_films]))

# %% [markdown]
# The scores are ten times as large; the boundary and the distances stay. The *direction* of $\mathbf w$
# makes the boundary, and its *length* only sets the scale of the scores. (In lecture 05 that scale will
# say how sure a classifier is.)
#
# **Play.** Run the cell to get three sliders. (On paper you see two values of the bias.)
# Raise $w_0$ slowly from $-1$. **Before you move it:** which review will be the next to become positive,
# and at which $w_0$? Then set $w_1$ and $w_2$ to 0: where is the boundary?

# %% tags=["hide-input"]
figures.line_slider()

# %% [markdown]
# The next to become positive is *made in 2008*, at $w_0=0$; then *great plot, bad acting* at 1 and *worst
# crap* at 3, each when its score reaches 0. The boundary moves without turning, because its direction only
# depends on $w_1$ and $w_2$. If both are 0, there is none: every review has the score $w_0$.
#
# ### When is an example right?
#
# Let $y$ be the label that an example *should* get, $+1$ or $-1$. Score and label can agree or disagree in
# four ways, and one product covers them all:
#
# $$m=y\,z=y\,(\mathbf w\cdot x)$$
#
# is the **signed margin** of the example, or **functional margin**. It's positive where the example is right
# and negative where it is wrong. **Before you look at the picture:** in which case is the *score* positive
# and the example wrong?

# %% tags=["hide-input"]
w_four = np.array([-1, 1, 1])
X_four = np.array([[1.5, 1], [0.25, -0.5], [-0.5, 0.25], [2, -0.25]])
limits = {"xlim": (-1.6, 2.9), "ylim": (-1.5, 2)}
ax = figures.margin_cases(w_four, X_four, np.array([1, -1, 1, -1]), **limits)
plots.show(
    ax,
    "A falling line with the positive side above it. Case 1, a positive dot above: right, m = +1.5, "
    "distance +1.06. Case 2, a negative dot below: right, m = +1.25, distance -0.88. Case 3, a positive "
    "dot below: wrong, m = -1.25, distance -0.88. Case 4, a negative dot above: wrong, m = -0.75, "
    "distance +0.53.",
)

# %% [markdown]
# The score is positive and the example wrong in case 4 only, a negative dot on the positive side. Lecture
# 04 will ask for nothing but the sign of $m$ (and will count $m=0$ as a mistake).

# %% [markdown] section="multiclass"
# ## 3. What if there are three kinds?
#
# A cut has two sides, but there are three species of penguin on the islands of the Palmer Archipelago:
# Adelie, Chinstrap and Gentoo. We know the length and the depth of 342 bills. First we split: 242 birds
# for training, 100 for the test. Bill lengths vary almost three times as much as depths, so in
# millimetres length would count for much more in a distance. We **standardise**: subtract the mean of each
# feature and divide by its standard deviation, both from the training birds.

# %%
species = ["Adelie", "Chinstrap", "Gentoo"]
birds = datasets.penguins().select(species, ["bill_length_mm", "bill_depth_mm"])
order = np.random.default_rng(0).permutation(len(birds.y))
first, last = order[:242], order[242:]
mean, deviation = birds.X[first].mean(axis=0), birds.X[first].std(axis=0)
bills, bills_test = (birds.X[first] - mean) / deviation, (birds.X[last] - mean) / deviation
y_birds, y_test = birds.y[first], birds.y[last]  # 0 Adelie, 1 Chinstrap, 2 Gentoo
X_test = add_bias(bills_test)
print("standard deviations in mm:", deviation)
print("always saying Adelie:", (y_test == 0).sum(), "of 100 test birds right")

# %% [markdown]
# Where do weights come from? Take the simplest idea: mark the average bird of each species, its *centre*,
# and choose the species with the nearest centre. That doesn't look like a cut, but write it down for two
# centres $c_0$ and $c_1$ and a bird at $x$ (without the constant, for these three lines):
#
# 1. $\lVert x-c_1\rVert^2<\lVert x-c_0\rVert^2$ — *the bird is nearer to $c_1$; squares keep the order*
# 2. $\lVert x\rVert^2-2\,c_1\cdot x+\lVert c_1\rVert^2<\lVert x\rVert^2-2\,c_0\cdot x+\lVert c_0\rVert^2$ —
#    *multiplied out*
# 3. $c_1\cdot x-\tfrac12\lVert c_1\rVert^2>c_0\cdot x-\tfrac12\lVert c_0\rVert^2$ — *$\lVert x\rVert^2$
#    cancels; dividing by $-2$ turns $<$ into $>$*
#
# Each side of line 3 is a linear score, with the centre as its weights and
# $-\tfrac12\lVert c\rVert^2$ as its bias. The sign of their difference is a straight cut, midway between the
# centres. With two species we're done. With three, let's try things.
#
# **First try: one against the rest.** Make three cuts, one for each question: is it an Adelie or not? a
# Chinstrap or not? a Gentoo or not? For the second question the labels are $+1$ for Chinstraps and $-1$
# for all others, and the cut lies midway between the centres of these two groups. This scheme is
# **one-vs-all**, or **one-vs-rest**. **Before you run the cell:** each cut may say yes to a bird. For how
# many of the 100 test birds will exactly one of the three say yes?


# %%
def midway(positive, negative):
    """The weights of the cut midway between the centres of two groups of birds."""
    c_1, c_0 = positive.mean(axis=0), negative.mean(axis=0)
    return np.array([(c_0 @ c_0 - c_1 @ c_1) / 2, *(c_1 - c_0)])


W_one = []
for k in range(3):
    y_k = features.one_vs_all_labels(y_birds, k)
    W_one.append(midway(bills[y_k == 1], bills[y_k == -1]))
W_one = np.array(W_one)
yes = (scores(W_one, X_test) >= 0).sum(axis=1)
print("birds with 0, 1, 2 and 3 yeses:", [int((yes == count).sum()) for count in range(4)])

# %% [markdown]
# Exactly one cut says yes to 82 of the birds. Four belong to nobody, and 14 are claimed twice. The usual
# rescue is to let the *largest* of the three scores decide. But the three classifiers were trained
# *independently* of each other, and nothing makes their scores comparable. Multiply the weights of one by
# 10: all its answers stay the same (section {#boundary}). **Before you run the cell:** does the rescue
# care?

# %%
for name, factor in (("as found", 1), ("Chinstrap's weights times 10", 10)):
    W_scaled = W_one * [[1], [factor], [1]]
    print(f"{name:28} {(predict_multiclass(W_scaled, X_test) == y_test).sum()} of 100 right")

# %% [markdown]
# It does: the same three cuts now get 91 birds right, not 95.
#
# **Second try: everyone against everyone.** Let each *pair* of species hold a duel. Its winner gets a
# vote, and the species with the most votes gets the bird. This is **all-vs-all**, or **one-vs-one**. With
# $K$ classes, each can be paired with $K-1$ others, which counts every pair twice, so there are $K(K-1)/2$
# duels: three for three species, ten for five. These classifiers are trained independently, too. Votes are
# on one scale, but can be tied, as in rock, paper, scissors. The course then takes the lowest class:

# %%
print("tied votes go to:", features.all_vs_all_vote({(0, 1): 0, (1, 2): 1, (0, 2): 2}, n_classes=3))
duels = {
    (i, j): midway(bills[y_birds == i], bills[y_birds == j]) for i, j in [(0, 1), (0, 2), (1, 2)]
}
voted = []
for x in X_test:
    winners = {(i, j): i if w @ x >= 0 else j for (i, j), w in duels.items()}
    voted.append(features.all_vs_all_vote(winners, n_classes=3))
print("all-vs-all:", (voted == y_test).sum(), "of 100 right")

# %% [markdown]
# **Third try: one score per class.** Look at line 3 of the derivation again. It never needed a pair: each
# species has a score of its own, and the nearest centre is the one with the largest. So let every class
# $k$ have its own weights $\mathbf w_k$, bias first, and let the largest score win:
#
# $$z_k=\mathbf w_k\cdot x,\qquad \hat y=\arg\max_k\,z_k ,$$
#
# where a tie goes to the lowest $k$. The weights, one class per row, form the matrix $W$ of shape $(K,d)$.
# All scores of all examples are one product, $XW^\top$, where $W^\top$ ("W transposed") has the rows of $W$
# as its columns: $(n,d)$ times $(d,K)$ is $(n,K)$.

# %%
centres = np.array([bills[y_birds == k].mean(axis=0) for k in range(3)])
W = np.column_stack([-(centres**2).sum(axis=1) / 2, centres])
print("W, one row per species, bias first:")
print(W)
y_hat = predict_multiclass(W, X_test)
print("scores of the first bird:", scores(W, X_test[:1]), "  so it is class", y_hat[0])
print("right:", (y_hat == y_test).sum(), "of 100, as all-vs-all:", np.array_equal(y_hat, voted))

# %% tags=["hide-input"]
left, right = plots.panels(columns=2, width=8.6, height=4.9)
axis_names = {"xlabel": "bill length (standardised)", "ylabel": "bill depth (standardised)"}
figures.claims_map(W_one, bills_test, y_test, species, left, **axis_names)
figures.centres_map(W, centres, bills_test, y_test, species, right, **axis_names)
plots.show(
    left,
    "The test birds twice: Adelies on the left, Chinstraps at the upper right, Gentoos at the lower "
    "right. Left: three dashed cuts leave a tinted area for each species, a small white triangle in the "
    "middle where none says yes, and three grey wedges where two do. Right: three regions fill the sheet "
    "and meet in one point, with a star at each centre. Each dashed line is a border up to that point and "
    "then runs through the third region.",
)

# %% [markdown]
# On the left, three independent cuts: who says yes? On the right, three scores: which is the largest? The
# triangle and the wedges are gone. The accuracy is the same, 95 birds again; we have gained scores that
# belong together. And it is no coincidence that they agree with all-vs-all on every bird. Where do classes
# $k$ and $j$ tie?
#
# 1. $\mathbf w_k\cdot x=\mathbf w_j\cdot x$ — *equal scores*
# 2. $(\mathbf w_k-\mathbf w_j)\cdot x=0$ — *all on one side*
#
# So the boundary between two classes is straight, and its weights are the difference of two rows, bias
# included. $K$ rows contain all the $K(K-1)/2$ duels. They can't play rock, paper, scissors, because the
# lead of 0 over 1 plus the lead of 1 over 2 is the lead of 0 over 2. So the three lines on the right meet
# in one point.

# %%
b_01, b_12 = features.boundary(W, 0, 1), features.boundary(W, 1, 2)
print("b_01 + b_12 =", b_01 + b_12)
print("b_02        =", features.boundary(W, 0, 2))
print("duel 0, 2   =", duels[0, 2])

# %% [markdown]
# With two classes, one row is enough: class 1 wins where $(\mathbf w_1-\mathbf w_0)\cdot x>0$, so this
# difference is the $\mathbf w$ of section {#boundary}. A map in which every place belongs to the nearest of
# several centres is called a **Voronoi diagram**. Rows that are *learnt*, as in lecture 04, needn't be
# centres, but their regions have straight borders just like these.
#
# **Two notations for later.** The **joint features** $f(x,k)$ of an example and a class are a vector of $K$
# blocks, with $x$ in block $k$ and zeros in the others. If $\theta$ is the vector of all rows of $W$, end
# to end, then $\theta\cdot f(x,k)=\mathbf w_k\cdot x$: one weight vector for any number of classes (lecture
# 04). The **one-hot vector** $t$ of a class $y$ has one entry per class, $t_k=1$ if $k=y$ and 0 otherwise. As
# a name for a class it's better than a number, because class 2 isn't twice class 1.

# %% [markdown] section="naive-bayes"
# ## 4. Was naive Bayes a straight cut?
#
# Let $x_j$ be how often the $j$-th word of the vocabulary occurs in a review. Naive Bayes chooses the
# label $y$ with the largest product of prior and likelihoods, and the logarithm keeps the order:
#
# 1. $\log\Bigl(P(y)\prod_j P(\text{word}_j\mid y)^{x_j}\Bigr)$ — *the score of lecture 02; a word that occurs
#    $x_j$ times is a factor $x_j$ times*
# 2. $=\log P(y)+\sum_j\log P(\text{word}_j\mid y)^{x_j}$ — *the logarithm of a product is a sum*
# 3. $=1\cdot\log P(y)+\sum_j x_j\log P(\text{word}_j\mid y)$ — *a power becomes a factor*
# 4. $=\mathbf w_y\cdot x$ — *with $\mathbf w_y=(\log P(y),\,\log P(\text{word}_1\mid y),\dots)$ and
#    $x=(1,x_1,x_2,\dots)$*
#
# So it was: the bias is the log-prior, the weights are log-likelihoods, and each label is a row of $W$.
# Here are the two rows for the critics' sentences. We also try weights that are plain probabilities,
# *without* the logarithm. **Before you run the cells:** what will that do?

# %%
kinds = ["neg", "pos"]
vocabulary = list(model["log_likelihoods"]["neg"])
W_bayes = features.naive_bayes_weights(
    [model["log_priors"][y] for y in kinds],
    [[model["log_likelihoods"][y][word] for word in vocabulary] for y in kinds],
)
column = {word: j for j, word in enumerate(vocabulary, start=1)}
print("shape of W:", W_bayes.shape)
for word in ("dull", "film", "engrossing"):
    print(f"{word:10} {W_bayes[:, column[word]]}")


# %%
def counts(words):
    """(1, how often each word of the vocabulary occurs); unknown words count as OOV."""
    x = np.zeros(len(vocabulary) + 1)
    x[0] = 1
    for word in words:
        x[column.get(word, column[naive_bayes.OOV])] += 1
    return x


Z = np.array([W_bayes @ counts(words) for words, _ in test])
by_bayes = [[naive_bayes.log_score(words, y, model) for y in kinds] for words, _ in test]
print("same scores as in lecture 02:", np.allclose(Z, by_bayes))

P = np.exp(W_bayes)
Z_plain = np.array([P @ counts(words) for words, _ in test])
y_text = np.array([kinds.index(label) for _, label in test])
print("accuracy, always saying neg:        ", metrics.accuracy(y_text, np.zeros(2000)))
print("accuracy, weights are probabilities:", metrics.accuracy(y_text, Z_plain.argmax(axis=1)))
print("accuracy, weights are logarithms:   ", metrics.accuracy(y_text, Z.argmax(axis=1)))

# %% [markdown]
# Without the logarithm, the accuracy drops from 0.772 to 0.580. A dot product *adds*, naive Bayes
# *multiplies*, and only the logarithm turns one into the other.
#
# Seen like this, naive Bayes is one way to choose $W$: by counting, for each word on its own. What does
# that do to overlapping features? Take the extreme case and give it every word *twice*, say as a word and
# as a list with one entry. Nothing new is known about any sentence. **Before you run the cell:** how many
# labels will change? And how often will the odds of `pos` be at least 9 to 1, a probability of 0.9?

# %%
b = features.boundary(W_bayes, 1, 0)  # positive where pos is ahead
z = Z @ [-1, 1]  # that lead, the logarithm of the odds of pos
doubled = b[0] + 2 * (z - b[0])  # every weight but the bias counts twice
print("labels changed:", ((z >= 0) != (doubled >= 0)).sum(), "of 2000")
for name, lead in (("each word once", z), ("each word twice", doubled)):
    sure = lead >= np.log(9)
    print(f"{name:15} odds 9 to 1: {sure.sum()} sentences, {y_text[sure].mean():.1%} of them pos")

# %% [markdown]
# Only one label changes, but the classifier is now at least 90 % sure of `pos` for 725 sentences, not 502,
# and 85.2 % of them are `pos`, not 89.6 %. Later learners use the same $x$ and the same arg max, but choose
# all the weights together, so overlapping features can share the work.

# %% [markdown] section="metrics"
# ## 5. How good is a cut?
#
# Call one class *positive*, here `pos`, and write 1 for it and 0 for the other. Every answer is then of one
# of four kinds:
#
# | | called positive | called negative |
# |---|---|---|
# | is positive | **true positive** ($tp$) | **false negative** ($fn$), a miss |
# | is negative | **false positive** ($fp$), a false alarm | **true negative** ($tn$) |

# %%
called = (z >= 0).astype(int)  # z is the lead of pos over neg, from section {#naive-bayes}
print("tp, fp, fn, tn =", metrics.confusion(y_text, called))

# %% [markdown]
# Four numbers are hard to compare, so people look for one. The obvious one is the **accuracy**, $(tp+tn)/n$,
# here $(761+783)/2000=0.772$. It can mislead. Of a thousand mails, ten are spam. Filter A never says "spam".
# Filter B finds eight of the ten and raises twelve false alarms. **Which has the higher accuracy?** Work it
# out first.
#
# Filter A gets 990 mails right, 0.990; filter B gets $8+978$ right, 0.986. The filter that does nothing
# wins, because the 990 easy mails outweigh the ten that matter. So ask two questions about the positive
# class. Of those *called* positive, how many are? Of those that *are* positive, how many were found?
#
# $$\text{precision}=\frac{tp}{tp+fp},\qquad \text{recall}=\frac{tp}{tp+fn} .$$
#
# Filter B has a **precision** of $8/20=0.4$ and a **recall** of $8/10=0.8$. Filter A has a recall of 0. It
# called nothing positive, so its precision is $0/0$; where a denominator is 0, this course says 0.0.
#
# If you must have a single number, the usual one is $F_1=\dfrac{2\,tp}{2\,tp+fp+fn}$. It is the
# **harmonic mean** of the two, the number whose reciprocal is the mean of their reciprocals:
#
# 1. $(tp+fp)/tp$ and $(tp+fn)/tp$ — *the reciprocals of precision and recall*
# 2. $(2\,tp+fp+fn)/(2\,tp)$ — *their mean: same denominator, so add, and halve*
# 3. $2\,tp/(2\,tp+fp+fn)=F_1$ — *turned over again*
#
# A harmonic mean is pulled towards the smaller number: for 1 and 0.1 it is 0.18, where the ordinary mean
# is 0.55.

# %%
precision, recall = metrics.precision(y_text, called), metrics.recall(y_text, called)
print(f"precision {precision:.4f}, recall {recall:.4f}, F1 {metrics.f1(y_text, called):.4f}")
print(f"harmonic mean {harmonic_mean([precision, recall]):.4f}")

# %% [markdown]
# With a pencil: a classic quiz has sixteen reviews with $tp=7$, $fp=2$, $fn=3$ and $tn=4$. What are its
# accuracy, precision and recall? (Exercise 03 asks.)
#
# **Play.** Run the cell to get a slider that adds a number to the bias. On the left are the scores of the
# 2,000 test sentences, on the right precision and recall. **Before you move it:** as the bias grows, more
# sentences are called positive. Can recall fall? Can precision rise?

# %% tags=["hide-input"]
figures.threshold_slider(z, y_text)

# %% [markdown]
# Recall can't fall, because a sentence that is called positive stays so. Precision can rise, when the next
# sentence to cross is a positive one. Mostly it falls here, and once everything is called positive it is
# the share of positive sentences, $1018/2000$. Where to stop depends on which mistake costs you more. (To
# *choose* a bias, draw this picture for a validation set.)
#
# With more than two classes, count who was taken for whom, here for the test birds:

# %% tags=["hide-input"]
table = metrics.confusion_matrix(y_test, y_hat, n_classes=3)
ax = plots.confusion_table(table, species)
plots.show(
    ax,
    "A table with the true species in rows and the predicted ones in columns. Adelie: 43 right. "
    "Chinstrap: 22 right, 2 called Gentoo. Gentoo: 3 called Chinstrap, 30 right.",
)

# %% [markdown]
# Such a table is a **confusion matrix**. Each class has its own precision and recall, as *that class against
# the rest*: recall is read along its row, for Chinstraps $22/(22+2)\approx0.92$, and precision down its
# column, $22/(22+3)=0.88$.

# %% [markdown] section="separability"
# ## 6. What can no cut do?
#
# Back to job 2. You have moved cuts and measured them, and none of that helps. Now we can say why.
#
# A region is **convex** if it contains, with any two points, all the points between them. A round lawn is
# convex; a lawn with a pond in it isn't. Each side of a cut is convex, and so is every region of a linear
# classifier. Let $a$ and $b$ lie in the region of class $k$, let $j$ be another class, and $0\le s\le1$.
#
# 1. $\mathbf w_k\cdot a\ge\mathbf w_j\cdot a$ and $\mathbf w_k\cdot b\ge\mathbf w_j\cdot b$ — *class $k$ wins
#    at both*
# 2. $q=(1-s)\,a+s\,b$ — *a point between them, a mixture; its constant is $(1-s)+s=1$*
# 3. $\mathbf w_k\cdot q=(1-s)\,\mathbf w_k\cdot a+s\,\mathbf w_k\cdot b$, and the same for $j$ — *scores are
#    linear: the score of a mixture is the mixture of the scores*
# 4. $\mathbf w_k\cdot q\ge\mathbf w_j\cdot q$ — *$(1-s)$ times the first inequality plus $s$ times the
#    second; neither factor is negative*
#
# Test it on the birds' map with random points:

# %%
rng = np.random.default_rng(1)
a, b = add_bias(rng.uniform(-3, 3, (5000, 2))), add_bias(rng.uniform(-3, 3, (5000, 2)))
s = rng.uniform(0, 1, (5000, 1))
class_a, class_b = predict_multiclass(W, a), predict_multiclass(W, b)
between = predict_multiclass(W, (1 - s) * a + s * b)
together = class_a == class_b
print("pairs in the same region:", together.sum())
print("points between them in another region:", (between[together] != class_a[together]).sum())

# %% [markdown]
# Now suppose that some cut does job 2. *Great film* and *worst crap* lie on its positive side, so everything
# between them does. *Made in 2008* and *great plot, bad acting* lie on its negative side, and so does
# everything between *them*:

# %% tags=["hide-input"]
ax = figures.crossing()
plots.show(
    ax,
    "The sheet of job 2. A solid line joins the two reviews to be cut off, (0, 1) and (1, 0); a dashed "
    "line joins the two to stay, (0, 0) and (1, 1). They cross in the middle of the sheet, which is marked "
    "with a cross and the word 'both?'.",
)

# %% [markdown]
# The middle of the sheet is halfway between both pairs, and it can't be on both sides. So there is no such
# cut. We weren't unlucky, and no learner will ever be lucky. This arrangement is called **XOR**, for
# "exclusive or": one or the other, but not both. Classes are **linearly separable** if some $W$ classifies
# every example correctly (with two classes, if some cut does). The reviews of job 1 are, and those of job
# 2 aren't. Lecture 04 asks a learner for such a cut all the same.

# %% [markdown] section="folding"
# ## 7. So how do you do job 2?
#
# There is no better cut. But the sheet wasn't given by nature: the places of the dots are answers to
# questions, and the questions were ours. So do what a child would do to cut two corners off a sheet of
# paper with a single cut: *fold it first.*
#
# Fold along the diagonal, so that the upper left corner lands on the lower right one. A dot at
# $(x_1,x_2)$ above the diagonal moves to $(x_2,x_1)$, and one below it stays. Either way, its new place is
#
# $$(\text{the larger of } x_1 \text{ and } x_2,\ \text{the smaller of } x_1 \text{ and } x_2) .$$
#
# These are two new features: *does the review contain any opinion?* and *does it contain both kinds?*
# *Great film* and *worst crap* are now in one place, $(1,0)$. **Before you run the cell:** which weights
# cut off $(1,0)$ and nothing else?

# %%
place = X_films[:, 1:]
folded = add_bias(np.column_stack([place.max(axis=1), place.min(axis=1)]))
for sentence, x, score in zip(films.sentences, folded, folded @ w_film, strict=True):
    print(f"{sentence:28} x = {x}, score {score:+.0f}")
print("weights:", w_film, "  job 2 done:", np.array_equal(predict_binary(w_film, folded), job_2))

# %% tags=["hide-input"]
axes = figures.folding(w_film)
plots.show(
    axes[0],
    "First, the sheet of job 2 with a dotted diagonal and an arrow from the upper left corner to the "
    "lower right one. Second, the folded sheet, a triangle: one straight cut separates (1, 0), where two "
    "reviews now lie, from (0, 0) and (1, 1). Third, the sheet unfolded: the cut has become two lines, "
    "mirror images of each other, which cut off both corners.",
)

# %% [markdown]
# The old weights $(-1,2,-3)$ do it. One straight cut through the folded sheet does job 2, and when you
# unfold it you find that you have cut twice. The classifier still adds up three products and looks at the
# sign. Only the questions are different.
#
# So *weights* can do no more than a straight cut: where the classes lie across each other, no learning
# will help. But *features* decide where the dots lie, and they can be anything you can compute. When a
# linear classifier fails, ask whether a better cut exists, and if none does, look for a fold. (A neural
# network does both: its last layer is usually a linear classifier, and the layers before it learn how to
# fold.)
#
# What's left is how to *find* a cut when there is one. A hundred thousand random ones are hardly a method.
# [Lecture 04](04-perceptron.ipynb) learns from one mistake at a time.
#
# <details><summary><b>Further:</b> other folds</summary>
#
# *A product.* Add $x_1x_2$ as a third feature. Then $-\tfrac12+x_1+x_2-2x_1x_2$ is $\tfrac12$ at the two
# corners to be cut off and $-\tfrac12$ at the other two.
#
# *A ring.* One class lies in the middle and the other in a ring around it, so no cut will do. Add
# $x_1^2+x_2^2$, the squared distance from the middle, and a level cut is enough.
#
# *Why not fold always?* Every fold adds a weight to learn, and with enough features you can fit any labels,
# even wrong ones (problem 4).
# </details>

# %% [markdown]
# ## In practice
#
# scikit-learn keeps the bias apart: `coef_` is our $W$ without its first column, and `intercept_` is that
# column, so don't add the constant yourself. A *pipeline* learns the scale from the training part only.
# Here is the nearest centre on our split:

# %%
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

pipeline = make_pipeline(StandardScaler(), NearestCentroid()).fit(birds.X[first], birds.y[first])
theirs = pipeline.predict(birds.X[last])
print("same labels as ours:", np.array_equal(theirs, y_hat))
print(classification_report(y_test, theirs, target_names=species, digits=3))
print("tn, fp, fn, tp =", confusion_matrix(y_text, called).ravel())  # not our order

# %% [markdown]
# *Macro avg* is the plain mean over the classes; *weighted avg* weights each by its *support*, the number
# of its examples. `OneVsRestClassifier` and `OneVsOneClassifier` make the first two tries of section {#multiclass}
# out of any two-class learner; `train_test_split(X, y, stratify=y)` gives both parts the same share of each
# class. In PyTorch $W$ is a layer, again with the bias apart:
#
# ```python
# import torch
#
# layer = torch.nn.Linear(2, 3)  # 2 features without the constant, 3 classes
# with torch.no_grad():
#     layer.weight.copy_(torch.from_numpy(W[:, 1:]))
#     layer.bias.copy_(torch.from_numpy(W[:, 0]))
# y_hat = layer(torch.from_numpy(bills_test).float()).argmax(dim=1)
# ```
#
# *Typical settings.* Standardise measurements, leave 0/1 features as they are, and keep 10 to 20 % of the
# data for validation and as much for the test.
#
# *Checking your code.* Work out one example by hand; assert that the scores have shape $(n,K)$; and add one
# vector to every row of $W$: no label may change (problem 2).
#
# | symptom | usual cause | what to do |
# |---|---|---|
# | new data score far below your test set | a feature, scale or threshold was chosen on the test set | split first; put every step into the pipeline |
# | a class is never predicted | its row is on another scale (section {#multiclass}), or its bias is too low | print the mean of each column of scores |
# | precision 0.0 and a warning | nothing was called positive | print $tp$, $fp$, $fn$, $tn$; move the bias |

# %% [markdown]
# ## Problems
#
# 1. **Break one-vs-all.** Dots on a string: class 0 on the left, class 1 in the middle, class 2 on the
#    right. Show that no cut separates class 1 from the rest. Then find a $W$ with three rows that
#    classifies all dots correctly, if class 1 lies between $-\tfrac12$ and $\tfrac12$.
# 2. **Prove.** Somebody adds the same vector $\mathbf u$ to every row of $W$. Which predictions change? How
#    many of the $K\,d$ weights do you really need?
# 3. **Estimate.** A test finds 80 % of the positives and raises a false alarm for 2 % of the negatives.
#    What is its precision if a share $\pi$ of all cases is positive, for $\pi=0.5$ and $\pi=0.01$? Which of
#    precision, recall and accuracy can you carry over from one hospital to another?
# 4. **Break the training set.** Give each of $n$ training examples one more feature, which is 1 for this
#    example and 0 for all others. Show that now some $\mathbf w$ is right about every training example,
#    whatever the labels. What will it do on the test set?
# 5. **Design an experiment.** A colleague has tried forty biases on the test set and reports the best $F_1$.
#    How would you measure by how much this number is too high?
#
# <details><summary>Solution 1</summary>
#
# The middle lies between the two ends. One side of a cut is convex, so if both ends are negative, the
# middle is too. With rows $\mathbf w_0=(0,-1)$, $\mathbf w_1=(\tfrac12,0)$ and $\mathbf w_2=(0,1)$ the
# scores are $-x$, $\tfrac12$ and $x$: class 1 wins for $|x|<\tfrac12$, class 0 to the left, class 2 to the
# right. Rows that are compared can do what a yes-or-no cut for class 1 can't.
# </details>
#
# <details><summary>Solution 2</summary>
#
# None. Every score grows by the same $\mathbf u\cdot x$, and only differences decide. Take
# $\mathbf u=-\mathbf w_0$: the first row becomes 0, and $(K-1)\,d$ weights are left. With $K=2$ that is one
# row, as in section {#boundary}.
# </details>
#
# <details><summary>Solution 3</summary>
#
# Of $n$ cases, $tp=0.8\,\pi n$ and $fp=0.02\,(1-\pi)n$, so the precision is
# $\dfrac{0.8\,\pi}{0.8\,\pi+0.02\,(1-\pi)}$, which is Bayes' rule of lecture 01. For $\pi=0.5$ it is 0.976,
# for $\pi=0.01$ it is 0.288. Accuracy is $0.8\,\pi+0.98\,(1-\pi)$, so it changes too. Only recall doesn't
# depend on $\pi$.
# </details>
#
# <details><summary>Solution 4</summary>
#
# Let the new weight of example $i$ be $y_i$ and all other weights 0. Its score is $y_i$, so $m=y_i^2=1$
# for every example, even with labels drawn by coin toss. On the test set none of the new features is on,
# so every score is 0 and every label $+1$. Training accuracy says nothing here.
# </details>
#
# <details><summary>Solution 5</summary>
#
# Cut the test set into two halves at random. On one half find the best of the forty biases and its $F_1$;
# measure the same bias on the other half. Repeat with many random halves: the mean difference estimates
# how much choosing flatters, for sets half as large.
# </details>

# %% [markdown]
# ## The night before
#
# The formulas are at the top, all symbols on the [notation page](../docs/notation.md). The argument in five
# lines:
#
# 1. Features make an example a dot. The score $z=\mathbf w\cdot x$ is its distance from a flat boundary, in
#    units of $1/\lVert\mathbf v\rVert$; the example is right where $m=y\,z>0$.
# 2. With $K$ classes each has a row of $W$, and the largest $z_k$ wins; classes $k$ and $j$ meet where
#    $(\mathbf w_k-\mathbf w_j)\cdot x=0$. Yes-or-no cuts found independently can leave gaps and overlaps.
# 3. Naive Bayes is such a classifier: log-prior as bias, log-likelihoods as weights.
# 4. Split first. Accuracy counts all answers alike. Precision: how many of those called positive are?
#    Recall: how many of the positives were found?
# 5. The score of a mixture is the mixture of the scores, so regions are convex, and XOR has no cut. Other
#    features can give it one.
#
# Go on with [exercise 03](../exercises/03-features/03-features.ipynb): you write the functions of this
# lecture yourself. The source texts' slips are on the [errata page](../docs/errata.md).
#
# ### Sources
#
# M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0): the four
# cases, several classes. J. Boye, *DD2418 Language Engineering*, 5a and 5b, KTH: both quizzes, spam.
# J. May, *Linear Models*, 2023, sections 12 and 13: overlapping and joint features. M. Hasegawa-Johnson,
# *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0). F. Qureshi, *Softmax*. Penguins: Horst, Hill & Gorman,
# 2020. Film sentences: Pang & Lee, 2005. Word list: VADER, Hutto & Gilbert, 2014.
