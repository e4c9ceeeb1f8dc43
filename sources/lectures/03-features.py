# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 03 Features and linear classifiers
#
# **From words to vectors, from vectors to sides of a line**
#
# About 90 minutes. Follows Hasegawa-Johnson & Hockenmaier, *Lecture 18: Wrapping up
# classification* (2019), the recap and the multi-class part; Boye, *DD2418 Language Engineering*,
# 5a and 5b; May, *Linear Models* (2023), section 13; and Hasegawa-Johnson, *Multi-Class Linear
# Classifiers* (2020); with one example from Qureshi, *Softmax*.
#
# **After this you can**
#
# - turn a text into a feature vector, and say what the vector no longer knows;
# - compute a score, a label and a margin by hand, and draw the line they belong to;
# - build a classifier for three classes out of two-class ones in two ways, and count them;
# - write $K$ weight vectors as one, with joint features;
# - find the boundary between two classes, and prove that the regions they cut are convex;
# - show that naive Bayes is a linear classifier;
# - compute accuracy, precision, recall and F1, and name a case where accuracy misleads.
#
# **You need first** dot products, and naive Bayes (lecture 02) for section 6.

# %% [markdown]
# ## The symbols used here
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $X$, $x$ | all examples, one example; the constant 1 comes first | $(n, d)$, $(d,)$ | `X`, `x` |
# | $y$, $\hat y$ | right label, predicted label | number | `y`, `y_hat` |
# | $\mathbf w$ | weights, two classes; $w_0$ is the bias | $(d,)$ | `w` |
# | $f(x)$ | score, two classes: $\mathbf w\cdot x$ | number | `X @ w` |
# | $W$ | weights, $K$ classes, one row $\mathbf w_k$ each | $(K, d)$ | `W` |
# | $\Psi(x, k)$ | score of class $k$: $\mathbf w_k\cdot x$ | number | `scores(W, X)` |
# | $f(x, k)$ | joint features of $x$ with class $k$ | $(Kd,)$ | `joint_features` |
# | $\theta$ | all rows of $W$ in a line | $(Kd,)$ | `theta` |
# | tp, fp, fn, tn | true and false positives, false and true negatives | numbers | `confusion` |
#
# With two classes the labels are $-1$ and $+1$ (in section 7 also 0 and 1); with $K$ classes they
# are $0,\dots,K-1$. Beware: $f(x)$ with one argument is a score, $f(x,k)$ with two is a vector.
# Both names are customary.

# %%
from itertools import combinations

import numpy as np

from lincourse import datasets, features, metrics, naive_bayes, plots
from lincourse.estimators import SoftmaxRegression
from lincourse.features import add_bias, predict_binary, predict_multiclass, scores
from lincourse.figures import features as figures
from lincourse.perceptron import least_squares

np.set_printoptions(precision=3, suppress=True)

# %% [markdown]
# ## 1. How does a text become a list of numbers?
#
# A classifier that computes needs numbers. A **feature** is a question about the example whose
# answer is a number. Boye (5a) asks four about an e-mail:
#
# | feature | question |
# |---|---|
# | $x_1$ | does it contain a button to click? (yes = 1, no = 0) |
# | $x_2$ | does it mention sums of money? |
# | $x_3$ | does the sender's address end in kth.se? |
# | $x_4$ | which share of the words is misspelt? |
#
# A mail without a button, with a sum of money, from elsewhere and with 2% of its words misspelt
# is $x=(0, 1, 0, 0.02)$. Each feature gets a **weight**, and the weighted sum is the **score**:
# $w_0+w_1x_1+w_2x_2+w_3x_3+w_4x_4$. High means spam.
#
# The lonely $w_0$, the **bias**, is a nuisance. Give every example a dummy feature that is always
# 1, and the score becomes a single dot product $\mathbf w\cdot x$. In this course the dummy
# comes first.

# %%
mail = np.array([[0, 1, 0, 0.02]])
w = np.array([-1.0, 1.5, 2.0, -3.0, 5.0])  # weights that we made up

x = add_bias(mail)[0]
print("the mail, with the dummy:", x)
print("w0 + w1 x1 + ... + w4 x4:", w[0] + w[1:] @ mail[0])
print("w . x:                   ", w @ x)

# %% [markdown]
# <details><summary><b>Think:</b> what is a high score? (Boye)</summary>
#
# There is no natural limit, but there need not be one: whatever limit $c$ you choose, "score above
# $c$" is the same as "score $-\,c$ above 0", and $w_0$ can take in the $-c$. So this course
# compares with 0 and lets the bias move. How *sure* a score makes you is another question:
# lecture 05 turns scores into probabilities.
# </details>
#
# The quiz in Boye's 5b asks about films: does a document contain positive words, does it contain
# negative ones? With the dummy that makes three features. Which words count as positive or
# negative must be settled first; we settled it in `lincourse.datasets`.

# %%
films = datasets.opinion_documents()
X_films = np.array(
    [features.encode_opinion(words, films.positive, films.negative) for words in films.documents]
)
for sentence, x in zip(films.sentences, X_films, strict=True):
    print(f"{sentence:28} {x}")

# %% [markdown]
# **Where it breaks.** A vector holds the answers to our questions and nothing else. Before you run
# the next cell: which of these four sentences will still be told apart?

# %%
for text in (
    "great plot but bad acting",
    "bad plot but great acting",
    "a great film",
    "not a great film at all",
):
    print(f"{text:26}", features.encode_opinion(text.split(), films.positive, films.negative))

# %% [markdown]
# The first two have become the same vector, and so have the last two, which say opposite things.
# No weights whatsoever can tell them apart again: what the features do not say, the classifier
# can't know. Features may be anything you can compute, though, so you could ask about "not"
# followed by a positive word. Choosing good features is half of the work.

# %% [markdown]
# ## 2. On which side of the line?
#
# Call the score $f(x)=w_0+w_1x_1+\dots$ and predict by its sign:
#
# $$\hat y = \operatorname{sgn} f(x) = \begin{cases}+1 & f(x)\ge 0\\ -1 & f(x)<0\end{cases}$$
#
# The places where $f(x)=0$ are the **decision boundary**. With one feature it is a point, with two
# a line, with three a plane, and with more it is called a **hyperplane**: always flat, and one
# dimension less than the space it cuts in two. Hasegawa-Johnson & Hockenmaier call $f$ itself the
# hyperplane and the boundary. Both are flat, but they are not the same thing, as the picture
# shows: $f$ rises, and the boundary is where it passes through 0.

# %%
ax = figures.score_planes(figures.OPINION_LINE, X_films[:, 1:])
plots.show(
    ax,
    "Left: the score over one feature is a straight line that passes through 0 at the point 0.5. "
    "Right: over two features it is a tilted plane in blue. It cuts the grey floor of height 0 in "
    "an orange line. Of four documents on stems, three lie below the floor and one above.",
)

# %% [markdown]
# **The quiz in Boye's 5b.** Let $\mathbf w=(-1,2,-3)$. Positive words count for a document,
# negative words count more against it, and with neither the bias decides. Which of the four
# documents are positive?

# %%
w_film = np.array([-1, 2, -3])
for sentence, score, label in zip(
    films.sentences, X_films @ w_film, predict_binary(w_film, X_films), strict=True
):
    print(f"{sentence:28} score {score:+.0f}   label {label:+d}")

# %%
ax = figures.opinion_line(w_film, title="The line $-1 + 2x_1 - 3x_2 = 0$")
plots.show(
    ax,
    "The four documents as the corners of a square. The line rises from the lower left to the "
    "right, with only the corner of 'great film' (1, 0) on its positive side, below. The other "
    "three corners lie above it, on the negative side.",
)

# %% [markdown]
# A score of exactly 0 lies on the line, and some label must be given: in this course $+1$. NumPy's
# `sign` does something else there, which has surprised many:

# %%
on_the_line = np.array([[1.0, 0.5, 0.0]])
print("score:         ", on_the_line @ w_film)
print("np.sign:       ", np.sign(on_the_line @ w_film))
print("predict_binary:", predict_binary(w_film, on_the_line))

# %% [markdown]
# How far is a point from the line? Write $\mathbf v=(w_1,\dots)$ for the weights without the bias.
#
# 1. *$\mathbf v$ stands at a right angle to the line.* If $a$ and $b$ both lie on it, then
#    $w_0+\mathbf v\cdot a = 0 = w_0+\mathbf v\cdot b$. Subtract: $\mathbf v\cdot(a-b)=0$.
# 2. *Walk straight to the line,* $t$ steps of length 1 against $\mathbf v$: from $x$ you get to
#    $x-t\,\mathbf v/\lVert\mathbf v\rVert$. The score there is $f(x)-t\,\lVert\mathbf v\rVert$,
#    because $\mathbf v\cdot\mathbf v=\lVert\mathbf v\rVert^2$.
# 3. *You have arrived* when that is 0: $t=f(x)/\lVert\mathbf v\rVert$.
#
# So the score is a distance in units of $1/\lVert\mathbf v\rVert$, with a sign that says on which
# side. Multiply $\mathbf w$ by 10 and all scores grow, but the line and the distances stay.

# %%
points, v = X_films[:, 1:], w_film[1:]
distance = (X_films @ w_film) / np.linalg.norm(v)
feet = points - np.outer(distance, v / np.linalg.norm(v))

print("signed distances:   ", distance)
print("scores at the feet: ", np.abs(add_bias(feet) @ w_film).round(9))
print("distances with 10 w:", (X_films @ (10 * w_film)) / np.linalg.norm(10 * v))

# %% [markdown]
# **Play.** Raise the bias $w_0$ slowly from $-1$ and leave the other weights alone. **Before you
# move it:** will the line turn, or move? Which document is the next to become positive, and at
# which $w_0$? Then set $w_1$ and $w_2$ to 0. Where is the line?

# %%
figures.line_slider()

# %% [markdown]
# <details><summary>What you should have seen</summary>
#
# The line moves without turning: its direction depends on $w_1$ and $w_2$ only. "Made in 2008"
# becomes positive at $w_0=0$, "great plot, bad acting" at 1, and "worst crap" at 3, each when its
# score reaches 0. With $w_1=w_2=0$ there is no line: every document has the score $w_0$.
# </details>
#
# ### When is an example right?
#
# Multiply the score by the right label. The product $y\,f(x)$ is called the **margin**: it is
# above 0 exactly where sign and label agree.
#
# | case | $y$ | $\hat y$ | $f(x)$ | $y\,f(x)$ | |
# |---|---|---|---|---|---|
# | 1 | $+1$ | $+1$ | $>0$ | $>0$ | right |
# | 2 | $-1$ | $-1$ | $<0$ | $>0$ | right |
# | 3 | $+1$ | $-1$ | $<0$ | $<0$ | wrong |
# | 4 | $-1$ | $+1$ | $>0$ | $<0$ | wrong |
#
# If you read this in Hasegawa-Johnson & Hockenmaier's slides: their cases 3 and 4 print the
# opposite sign of $f(x)$. That can't be, as the first line of code below shows: a positive label
# times a positive score is positive. A misclassified positive example has a *negative* score.

# %%
w_four = np.array([-1.0, 1.0, 1.0])
X_four = np.array([[1.5, 1.0], [0.25, -0.5], [-0.5, 0.25], [2.0, -0.25]])
y_four = np.array([1, -1, 1, -1])

print("case 3 as printed in the slides, y = +1 and f(x) = +1.25: y f(x) =", 1 * 1.25)
for case, (x, y) in enumerate(zip(add_bias(X_four), y_four, strict=True), start=1):
    print(f"case {case}: y {y:+d}, f(x) {w_four @ x:+.2f}, ", end="")
    print(f"y f(x) {features.margin(w_four, x, y):+.2f}")

# %%
ax = figures.margin_cases(
    w_four, X_four, y_four, title="Four cases of y f(x)", xlim=(-1.5, 2.9), ylim=(-1.5, 2)
)
plots.show(
    ax,
    "A falling line with the positive side above it. Case 1, a positive point above, has margin "
    "+1.5; case 2, a negative point below, has +1.25. Case 3, a positive point below, has -1.25 and "
    "case 4, a negative point above, has -0.75. Each is joined to the line at a right angle.",
)

# %% [markdown]
# What of a margin of exactly 0? The point lies on the line. `predict_binary` must say something
# and says $+1$; the perceptron of lecture 04 will count it as a mistake whatever the label.

# %% [markdown]
# ## 3. Can two-class tools sort three species?
#
# A line has two sides, and there are three species of penguins. One way out is to ask several
# two-class questions. **One-vs-all**: for each class $k$, one classifier that says "$k$" or "not
# $k$". Its labels are $+1$ for class $k$ and $-1$ for all others.
#
# How weights are learnt is the subject of the next lectures. Here we take least squares, a ready
# formula of lecture 04, and trust it.

# %%
birds = datasets.penguins().select(features=["bill_length_mm", "bill_depth_mm"])
bills = (birds.X - birds.X.mean(axis=0)) / birds.X.std(axis=0)
X_birds, y_birds = add_bias(bills), birds.y

print("labels of every 50th bird:   ", y_birds[::50])
print("the same for 'is it class 1?'", features.one_vs_all_labels(y_birds, 1)[::50])
W_one = np.array([least_squares(X_birds, features.one_vs_all_labels(y_birds, k)) for k in range(3)])

# %% [markdown]
# Every bird is now judged by three classifiers, and each may say yes. **Guess:** how many birds are
# claimed by none of them, or by two at once?

# %%
claims = (scores(W_one, X_birds) > 0).sum(axis=1)
print("birds claimed by 0, 1, 2 classifiers:", np.bincount(claims))
one_vs_all = predict_multiclass(W_one, X_birds)
print(f"right, if the largest score wins: {metrics.accuracy(y_birds, one_vs_all):.3f}")

# %% [markdown]
# Signs alone leave 32 birds without a clear answer, so one-vs-all picks the class with the
# **largest score**. **All-vs-all** asks something else: for every *pair* of classes, one
# classifier learns from the birds of these two only. For a new bird all of them vote, and the
# class with the most votes wins.

# %%
duels = {}
for i, j in combinations(range(3), 2):
    pair = (y_birds == i) | (y_birds == j)
    duels[i, j] = least_squares(X_birds[pair], features.one_vs_all_labels(y_birds[pair], i))

x = X_birds[200]
winners = {(i, j): i if w @ x >= 0 else j for (i, j), w in duels.items()}
print("who wins each duel for bird 200:", winners)
print("most votes:", features.all_vs_all_vote(winners, 3), "  right class:", y_birds[200])

# %%
all_vs_all = np.array([figures.vote(duels, x) for x in X_birds])
print(f"one-vs-all {metrics.accuracy(y_birds, one_vs_all):.3f}")
print(f"all-vs-all {metrics.accuracy(y_birds, all_vs_all):.3f}   (on the birds they learnt from)")

# %%
left, right = plots.panels(columns=2, width=7.6, height=4.2)
bill_axes = {"xlabel": "bill length (standardised)", "ylabel": "bill depth (standardised)"}
figures.claims_map(
    W_one, bills, y_birds, birds.class_names, left, title="One-vs-all: who says yes?", **bill_axes
)
figures.votes_map(
    duels, bills, y_birds, birds.class_names, right, title="All-vs-all: most votes", **bill_axes
)
plots.show(
    left,
    "Two maps of the penguins by bill length and depth. Left, one-vs-all by signs: three coloured "
    "areas, a white triangle in the middle that nobody claims, which holds many Chinstraps, and "
    "three grey wedges that two classifiers claim. Right, all-vs-all: three areas that fill the "
    "plane but for a tiny grey spot near the middle where the vote is tied.",
)

# %% [markdown]
# The Chinstraps (class 1) lie between the others, so "Chinstrap or not?" is hard for a line, and
# one-vs-all suffers. Each duel is easier. But votes can be tied: in the small grey spot every
# class wins one duel, as in rock-paper-scissors. This course then takes the lowest class.

# %%
print("a tie of all three:", features.all_vs_all_vote({(0, 1): 0, (1, 2): 1, (0, 2): 2}, 3))

# %% [markdown]
# **How many classifiers is that?** One-vs-all needs $K$. For all-vs-all, Hasegawa-Johnson &
# Hockenmaier give $K(K-1)$. That counts the pair (0, 1) and the pair (1, 0), but these are the
# same question with the answer turned round, so $K(K-1)/2$ are enough. Check it, both ways round:

# %%
pair = (y_birds == 0) | (y_birds == 1)
turned = least_squares(X_birds[pair], features.one_vs_all_labels(y_birds[pair], 1))
print("0 against 1:", duels[0, 1])
print("1 against 0:", turned)
for K in (3, 10, 26):
    print(f"K = {K:2}: {K * (K - 1):3} ordered pairs, {K * (K - 1) // 2:3} classifiers needed")

# %% [markdown]
# <details><summary><b>Think:</b> ten classes, and a learner whose time grows with the square of
# the number of examples. Which scheme is quicker?</summary>
#
# Say there are $n$ examples, evenly spread. One-vs-all: 10 classifiers on $n$ examples,
# $10\,n^2$. All-vs-all: 45 classifiers on $n/5$ examples each, $45\,n^2/25 = 1.8\,n^2$. More
# classifiers, but less work. With a learner whose time grows in step with $n$, the two cost
# $10\,n$ and $9\,n$.
# </details>

# %% [markdown]
# ## 4. Why not one classifier with $K$ scores?
#
# In both schemes the classifiers are learnt one by one, and nobody checks that their scores can be
# compared. The alternative is a **single discriminant** of $K$ linear functions, learnt together:
#
# $$\Psi(x,k)=\mathbf w_k\cdot x,\qquad \hat y=\arg\max_k\,\Psi(x,k),$$
#
# the lowest class on a tie. The $\mathbf w_k$ are the rows of $W$ $(K, d)$. For all examples at
# once the scores are $XW^\top$: $(n,d)$ times $(d,K)$ is $(n,K)$, one row per example.
#
# We let a learner of lecture 07 find a $W$, and round it. Nobody is left unclaimed now: some score
# is always the largest.

# %%
learner = SoftmaxRegression(eta=1.0, epochs=300).fit(bills, y_birds)
W = learner.W_.round(2)
print("W:\n", W)
print("scores of the birds 0 and 200:\n", scores(W, X_birds[[0, 200]]))
print("classes:", predict_multiclass(W, X_birds[[0, 200]]))
print(f"right: {metrics.accuracy(y_birds, predict_multiclass(W, X_birds)):.3f}")

# %% [markdown]
# Two classes are the special case $K=2$. Class 1 wins where $\mathbf w_1\cdot x>\mathbf w_0\cdot x$,
# that is where $(\mathbf w_1-\mathbf w_0)\cdot x>0$. So one vector, the difference, does the work
# of two:

# %%
W_two = W[:2]
by_two = predict_multiclass(W_two, X_birds)
by_one = predict_binary(W_two[1] - W_two[0], X_birds)
print("same answer for all birds:", np.array_equal(by_two == 1, by_one == 1))

# %% [markdown]
# ### One long vector
#
# $K$ vectors can be written as one. Lay the rows of $W$ end to end, $\theta=(\mathbf w_0,\dots,
# \mathbf w_{K-1})$, and move $x$ instead: the **joint features** $f(x,k)$ hold $x$ in block $k$
# and zeros in all other blocks. Then
#
# $$\theta\cdot f(x,k)=\mathbf w_k\cdot x .$$
#
# 1. Cut both long vectors into $K$ blocks of $d$ numbers.
# 2. A dot product is a sum, so it is the sum of the $K$ dot products of the blocks.
# 3. All blocks of $f(x,k)$ are 0 but block $k$, which is $x$. What remains is
#    $\mathbf w_k\cdot x$.

# %%
W_any, x_any = np.array([[2, 1], [0, -2], [-1, 3]]), np.array([3, 2])
theta = W_any.ravel()
print("theta:", theta, "  x:", x_any)
for k in range(3):
    f = features.joint_features(x_any, k, 3)
    print(f"f(x, {k}) = {f}   theta . f = {theta @ f:+.0f}   w_k . x = {W_any[k] @ x_any:+d}")

# %% [markdown]
# **The example in May's section 13.** The sentence is "it rocks"; the labels are $+$, $-$ and
# $\varnothing$ (neutral). Three features: the number of words (nW) is 2, "contains a word that ends
# in s" (\*s) is 1, "contains 'happy'" (ch) is 0.

# %%
rocks = np.array([2, 1, 0])
F = np.array([features.joint_features(rocks, k, n_classes=3) for k in range(3)])
print(F.astype(int))

ax = plots.joint_blocks(F, names=["+", "−", "∅"], features=["nW", "*s", "ch"], title="it rocks")
plots.show(
    ax,
    "A table with three rows and three blocks of three columns. Each row holds 2, 1, 0 in the block "
    "of its own class, which is tinted, and zeros elsewhere.",
)

# %% [markdown]
# The bias fits in as a feature that is always on, one in each class's block; its weight says how
# likely the class is before a word is read. May puts it *last* in the block, this course *first*.
# Where you put it does not matter, as long as the weights agree. Here it is in May's order:

# %%
F_bias = np.array([features.joint_features([*rocks, 1], k, n_classes=3) for k in range(3)])
ax = plots.joint_blocks(
    F_bias, names=["+", "−", "∅"], features=["nW", "*s", "ch", "on"], title="it rocks, with a bias"
)
plots.show(
    ax,
    "The same table with blocks of four columns: 2, 1, 0 and the always-on 1 in the block of each "
    "class, zeros elsewhere.",
)

# %% [markdown]
# **Where it breaks.** The blocks of $\theta$ and of $f$ must lie in the same order. Flatten $W$
# column by column and each number is still there, but it meets the wrong partner:

# %%
theta_wrong = W_any.ravel(order="F")
for k in range(3):
    f = features.joint_features(x_any, k, 3)
    print(f"class {k}: theta . f = {theta @ f:+.0f}, with the wrong order {theta_wrong @ f:+.0f}")

# %% [markdown]
# Why go to this length? With one vector there is one rule for learning it (lecture 04), whatever
# the number of classes. And $f(x,k)$ need not be made of blocks: it may be anything you can compute
# from an example *together with* a label, such as "the sentence contains the label's own name".

# %% [markdown]
# ## 5. Where do two classes meet?
#
# On the **boundary** between classes $k$ and $j$ their scores are equal:
#
# 1. $\mathbf w_k\cdot x=\mathbf w_j\cdot x$ — a tie;
# 2. $\mathbf w_k\cdot x-\mathbf w_j\cdot x=0$ — all on one side;
# 3. $(\mathbf w_k-\mathbf w_j)\cdot x=0$ — a line like those of section 2, whose weights are the
#    difference of two rows, the bias included.
#
# The score on this line's positive side says by how much $k$ is ahead of $j$.

# %%
line = features.boundary(W, 0, 1)
x1 = 0.5
x2 = -(line[0] + line[1] * x1) / line[2]  # so that (x1, x2) lies on the line
print("boundary of 0 and 1:", line)
print("scores on it:", scores(W, [[1, x1, x2]]))

# %%
ax = plots.points(bills, y_birds, names=birds.class_names, title="Three ties", **bill_axes)
figures.all_boundaries(W, ax)
plots.show(
    ax,
    "Penguins with three coloured regions. Three dashed lines, one for each pair of classes, cross "
    "in one point. Each line is a border between two regions on one side of that point only; "
    "beyond it the line runs through the region of the third class.",
)

# %% [markdown]
# Only half of each line is a border. On the other half $k$ and $j$ tie too, but for second place.
# And the three lines meet in one point: where 0 ties with 1 and 1 ties with 2, 0 ties with 2.

# %%
b01, b12, b02 = (features.boundary(W, k, j) for k, j in ((0, 1), (1, 2), (0, 2)))
print("b01 + b12:", b01 + b12)
print("b02:      ", b02)

# %% [markdown]
# ### What shape is a region?
#
# The region of class $k$ is **convex**: with two points it holds all points between them.
#
# 1. Let $a$ and $b$ be in the region: $\mathbf w_k\cdot a\ge\mathbf w_j\cdot a$ and
#    $\mathbf w_k\cdot b\ge\mathbf w_j\cdot b$, for every $j$.
# 2. A point between them is $m=(1-t)\,a+t\,b$ with $0\le t\le1$. Its dummy is still
#    $(1-t)+t=1$.
# 3. Scores are linear: $\mathbf w_k\cdot m=(1-t)\,\mathbf w_k\cdot a+t\,\mathbf w_k\cdot b$.
# 4. Add $(1-t)$ times the first inequality and $t$ times the second; neither factor is negative.
#    So $\mathbf w_k\cdot m\ge\mathbf w_j\cdot m$ for every $j$: no class beats $k$ at $m$.

# %%
rng = np.random.default_rng(1)
a, b = add_bias(rng.uniform(-3, 3, (5000, 2))), add_bias(rng.uniform(-3, 3, (5000, 2)))
t = rng.uniform(0, 1, (5000, 1))
class_a, class_b, between = (predict_multiclass(W, p) for p in (a, b, (1 - t) * a + t * b))

together = class_a == class_b
print("pairs in one region:", together.sum())
print("points between them that left it:", (between[together] != class_a[together]).sum())

# %% [markdown]
# Hasegawa-Johnson (2020) shows such regions as a **Voronoi diagram**: some centres, and around each
# one all places that are nearer to it than to any other. That is a linear classifier too. With
# centre $c_k$ for class $k$:
#
# 1. $\lVert x-c_k\rVert^2=\lVert x\rVert^2-2\,c_k\cdot x+\lVert c_k\rVert^2$ — multiply out;
# 2. $\lVert x\rVert^2$ is the same for all classes, so leave it out;
# 3. divide by $-2$, which turns "smallest" into "largest":
#    $\arg\max_k\;\bigl(c_k\cdot x-\tfrac12\lVert c_k\rVert^2\bigr)$.
#
# So the weights are $c_k$ and the bias is $-\tfrac12\lVert c_k\rVert^2$.

# %%
W_near = figures.nearest_centre_weights(figures.CENTRES)
print("W:\n", W_near)

places = rng.uniform(-2.5, 2.5, (1000, 2))
distances = np.linalg.norm(places[:, None] - figures.CENTRES, axis=2)
agree = predict_multiclass(W_near, add_bias(places)) == distances.argmin(axis=1)
print("same class as the nearest centre:", agree.sum(), "of", len(places))

# %% [markdown]
# The other way round it is almost true: take the rows of any $W$ as centres, and the bias may be
# larger or smaller than $-\tfrac12\lVert c_k\rVert^2$. That is a bonus for the class, and the
# regions are called a *power diagram*.
#
# **Play. Before you move a slider, predict:** when class 0 gets a bonus, do its borders turn, or
# only move?
# Can its region disappear? Can its centre end up in another class's region? And which borders
# stay when you move its centre?

# %%
figures.region_slider()

# %% [markdown]
# <details><summary>What you should have seen</summary>
#
# A bonus moves the borders without turning them, because it changes the bias of $\mathbf w_0-
# \mathbf w_j$ only. With a bonus of $-2$ the region is gone: class 0 never has the largest score,
# and its centre lies in another's region. When the centre moves, its own borders turn and move;
# borders between two *other* classes stay on the same lines, but may get longer or shorter. The
# regions stay convex whatever you do.
# </details>
#
# **Where it breaks.** Convex regions can't go *around* anything. Here one class lies in the
# middle and the other in a ring around it. We try least squares, and then simply all lines in 180
# directions.

# %%
rng = np.random.default_rng(5)
angle, radius = rng.uniform(0, 2 * np.pi, 60), rng.uniform(1.5, 2.2, 60)
ring = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
X_ring = np.vstack([rng.normal(0, 0.35, (60, 2)), ring])
y_ring = np.repeat([1, -1], 60)

w_ring = least_squares(add_bias(X_ring), y_ring)
print("least squares:", (predict_binary(w_ring, add_bias(X_ring)) == y_ring).sum(), "of 120 right")
turn = np.linspace(0, 2 * np.pi, 180, endpoint=False)
along = X_ring @ [np.cos(turn), np.sin(turn)]
hits = ((along[:, None, :] >= along) == (y_ring == 1)[:, None, None]).sum(axis=0)
print("the best of all those lines:", hits.max(), "of 120 right")

# %% [markdown]
# A region that holds the whole ring holds the middle as well: that is convexity. The way out is not
# a cleverer line but a better **feature**. Add $x_1^2+x_2^2$, the squared distance from the middle,
# and a flat boundary does it.

# %%
lifted = np.column_stack([X_ring[:, 0], (X_ring**2).sum(axis=1)])
w_lifted = least_squares(add_bias(lifted), y_ring)
print("right:", (predict_binary(w_lifted, add_bias(lifted)) == y_ring).sum(), "of 120")

left, right = plots.panels(columns=2, width=7.6, height=3.8)
plots.points(X_ring, y_ring, left, title="No line does it")
plots.points(lifted, y_ring, right, title="One better feature", ylabel="$x_1^2 + x_2^2$")
plots.decision_line(w_lifted, right, shade=True)
plots.show(
    left,
    "Left: a cloud of +1 in the middle of a ring of -1. Right: the same points with the squared "
    "distance from the middle as height. The cloud lies at the bottom, the ring well above it, and "
    "an almost level line separates them.",
)

# %% [markdown]
# ## 6. Is naive Bayes a linear classifier too?
#
# It is. Let $x$ hold how often each word of the vocabulary occurs in a document, $c_v$ times word
# $v$, with the constant 1 in front. Naive Bayes (lecture 02) chooses the label $y$ with the largest
# $P(y)\prod_v P(v\mid y)^{c_v}$. Take the logarithm, which keeps the order:
#
# 1. $\log\bigl(P(y)\prod_v P(v\mid y)^{c_v}\bigr)=\log P(y)+\sum_v\log P(v\mid y)^{c_v}$ — the log
#    of a product is the sum of the logs;
# 2. $\phantom{\log()}=1\cdot\log P(y)+\sum_v c_v\,\log P(v\mid y)$ — powers become factors;
# 3. $\phantom{\log()}=\mathbf w_y\cdot x$ with $\mathbf w_y=(\log P(y),\,\log P(v_1\mid y),\,
#    \log P(v_2\mid y),\dots)$.
#
# The bias is the log-prior and the weights are log-likelihoods. Now on real sentences from film
# reviews: count, train, and then compare.

# %%
reviews = datasets.rotten_tomatoes()
order = np.random.default_rng(0).permutation(len(reviews.labels))
train, test = order[:6000], order[6000:6500]

documents = naive_bayes.replace_rare([reviews.documents[i] for i in train], k=3)
labels_train = [reviews.labels[i] for i in train]
model = naive_bayes.train_naive_bayes(list(zip(documents, labels_train, strict=True)))

kinds = ["neg", "pos"]
vocabulary = list(model["log_likelihoods"]["neg"])
print("words in the vocabulary:", len(vocabulary))

# %%
log_priors = np.array([model["log_priors"][y] for y in kinds])
log_likelihoods = np.array([[model["log_likelihoods"][y][v] for v in vocabulary] for y in kinds])
W_bayes = features.naive_bayes_weights(log_priors, log_likelihoods)
print("W has shape", W_bayes.shape)
for k, kind in enumerate(kinds):
    print(f"{kind}: bias {W_bayes[k, 0]:.3f}, first word {vocabulary[0]!r} {W_bayes[k, 1]:.3f}")

# %% [markdown]
# The same 500 new sentences, once as naive Bayes of lecture 02 and once as dot products with $W$.
# Words that are not in the vocabulary count as OOV.

# %%
place = {word: i for i, word in enumerate(vocabulary)}


def count_words(words):
    counts = np.zeros(len(vocabulary))
    for word in words:
        counts[place.get(word, place[naive_bayes.OOV])] += 1
    return counts


# %%
sentences = [reviews.documents[i] for i in test]
X_test = add_bias(np.array([count_words(words) for words in sentences]))
y_test = [reviews.labels[i] for i in test]

by_bayes = [naive_bayes.predict_label(words, model) for words in sentences]
by_weights = [kinds[k] for k in predict_multiclass(W_bayes, X_test)]
print("same label:", sum(a == b for a, b in zip(by_bayes, by_weights, strict=True)), "of 500")
print(f"accuracy: {metrics.accuracy(y_test, by_weights):.3f}")

# %%
for i in (0, 2, 3):
    words, psi = sentences[i], scores(W_bayes, X_test[[i]])[0]
    print(" ".join(words)[:92])
    logs = [naive_bayes.log_score(words, kind, model) for kind in kinds]
    print(f"   naive Bayes {np.array(logs)}, W x {psi}: {by_weights[i]}, truly {y_test[i]}")

# %% [markdown]
# Every score agrees, every label agrees. Now a warning to readers of May's section 13, where the
# weights are written as $P(\cdot\mid y)$: in a dot product they must be the **logarithms**. A dot
# product adds, and naive Bayes multiplies. Watch what plain probabilities do:

# %%
by_probabilities = [kinds[k] for k in predict_multiclass(np.exp(W_bayes), X_test)]
same = sum(a == b for a, b in zip(by_bayes, by_probabilities, strict=True))
print("with probabilities as weights, same label as naive Bayes:", same, "of 500")
print(f"accuracy: {metrics.accuracy(y_test, by_probabilities):.3f}")

# %% [markdown]
# One gain of the linear view: the boundary between the two labels says what each word is worth.
# Subtract the rows, sort, and look at both ends.

# %%
worth = features.boundary(W_bayes, kinds.index("pos"), kinds.index("neg"))[1:]
ends = np.argsort(worth, kind="stable")[[*range(8), *range(-8, 0)]]
ax = figures.word_weights(
    [vocabulary[i] for i in ends], worth[ends], title="What a word is worth to “pos”"
)
plots.show(
    ax,
    "Horizontal bars for sixteen words. 'culture', 'engrossing' and 'portrait' are worth most to "
    "the label pos, with weights around 3; 'stupid', 'flat' and 'unfunny' are worth most to neg, "
    "with weights around -3.",
)

# %% [markdown]
# Most of these words are what you would expect. Some are not: "flaws" speaks *for* a film, perhaps
# because a critic who liked it mentions the flaws all the same. A weight says what the counts say.
#
# <details><summary><b>Think:</b> naive Bayes has linear scores. Does it also have the best linear
# scores?</summary>
#
# No. Its weights are set by counting, each word on its own, as if words were independent given the
# label. They are not, so words that come together ("San" and "Francisco") are counted double.
# Learners that fit all weights together can do better: lectures 04, 05 and 07. They will use the
# same $x$ and the same arg max; only $W$ will differ.
# </details>

# %% [markdown]
# ## 7. How good is a classifier?
#
# Call one class positive (label 1) and the other negative (0). Each prediction is then one of four
# kinds: **true positive** (tp), **false positive** (fp: called positive, but is not), **false
# negative** (fn: called negative, but is not) and **true negative** (tn).
#
# **The quiz in Boye's 5b.** Sixteen documents, and the line of section 2. His figure prints no
# coordinates; these points are ours, with his counts.

# %%
cloud = datasets.opinion_points()
y_hat = (predict_binary(w_film, add_bias(cloud.X)) == 1).astype(int)
print("tp, fp, fn, tn:", metrics.confusion(cloud.y, y_hat))

ax = figures.outcome_points(
    *cloud, w_film, title="Sixteen documents, five mistakes", xlabel="$x_1$: how positive",
    ylabel="$x_2$: how negative",
)  # fmt: skip
plots.show(
    ax,
    "Sixteen points and the line. Below it, on the positive side, are nine: seven positive and two "
    "ringed negative ones. Above it are seven: four negative and three ringed positive ones.",
)

# %% [markdown]
# Four numbers are too many to compare classifiers by. The usual summaries are
#
# $$\text{accuracy}=\frac{tp+tn}{n},\quad
#   \text{precision}=\frac{tp}{tp+fp},\quad
#   \text{recall}=\frac{tp}{tp+fn},\quad
#   F_1=\frac{2\,tp}{2\,tp+fp+fn}.$$
#
# Precision: of those *called* positive, how many are? Recall: of those that *are* positive, how
# many were found? $F_1$ is their harmonic mean, $2PR/(P+R)$. Where a denominator is 0, this course
# says 0.0.

# %%
P, R = metrics.precision(cloud.y, y_hat), metrics.recall(cloud.y, y_hat)
print(f"accuracy  {metrics.accuracy(cloud.y, y_hat):.4f}   11/16 = {11 / 16:.4f}")
print(f"precision {P:.4f}   7/9   = {7 / 9:.4f}")
print(f"recall    {R:.4f}   7/10  = {7 / 10:.4f}")
print(f"F1        {metrics.f1(cloud.y, y_hat):.4f}   2PR/(P+R) = {2 * P * R / (P + R):.4f}")

# %% [markdown]
# The two formulas for $F_1$ are one:
#
# 1. $1/P=(tp+fp)/tp$ and $1/R=(tp+fn)/tp$ — turn both fractions over;
# 2. their mean is $(2\,tp+fp+fn)/(2\,tp)$ — same denominator, so add and halve;
# 3. turn it over again: $F_1=2\,tp/(2\,tp+fp+fn)$.
#
# The harmonic mean is close to the smaller of the two: with $P=1$ and $R=0.1$ the ordinary mean
# is 0.55, but $F_1=0.18$.
#
# **Play.** Move the line by its bias. **Before you do:** as $w_0$ grows, more documents are called
# positive. Can recall fall? Can precision rise?

# %%
figures.threshold_slider(*cloud)

# %% [markdown]
# <details><summary>What you should have seen</summary>
#
# Recall never falls: a document once called positive stays so. Precision goes up when the next
# document that crosses the line is positive and down when it is negative. At the far left nothing
# is called positive, and precision is 0 by our rule; at the far right everything is, recall is 1
# and precision is the share of positives, 10/16.
# </details>
#
# ### When accuracy misleads
#
# A thousand mails, ten of them spam. One filter never says "spam". Another finds eight of the ten,
# with twelve false alarms. **Which one has the higher accuracy?**

# %%
spam = np.repeat([1, 0], [10, 990])
never = np.zeros(1000, dtype=int)
finds_eight = spam.copy()
finds_eight[:2], finds_eight[10:22] = 0, 1

for name, y_hat in (("never", never), ("finds eight", finds_eight)):
    values = [f(spam, y_hat) for f in (metrics.accuracy, metrics.precision, metrics.recall)]
    print(f"{name:12} accuracy {values[0]:.3f}  precision {values[1]:.3f}  ", end="")
    print(f"recall {values[2]:.3f}  F1 {metrics.f1(spam, y_hat):.3f}")

# %% [markdown]
# The useless filter has the higher accuracy, because 990 easy negatives count as much as the ten
# mails that matter. Where one class is rare, always compare with "never", and look at precision
# and recall of the rare class.
#
# With more than two classes, count who was taken for whom. Precision and recall then exist for
# every class: that class against the rest.

# %%
table = metrics.confusion_matrix(y_birds, one_vs_all, 3)
ax = plots.confusion_table(table, birds.class_names, title="One-vs-all of section 3")
plots.show(
    ax,
    "A table of true classes (rows) and predicted ones (columns). All 151 Adelies are right. Of 68 "
    "Chinstraps 44 are right, 11 are called Adelie and 13 Gentoo. Of 123 Gentoos 122 are right.",
)

# %%
for k, name in enumerate(birds.class_names):
    is_k, called_k = (y_birds == k).astype(int), (one_vs_all == k).astype(int)
    print(f"{name:10} precision {metrics.precision(is_k, called_k):.3f}", end="  ")
    print(f"recall {metrics.recall(is_k, called_k):.3f}")

# %% [markdown]
# Accuracy was 0.927, which hides that only 65% of the Chinstraps are found. Section 3 showed why:
# many of them lie where no classifier says yes.

# %% [markdown]
# ## 8. Can a label be a vector too?
#
# A class number is a name, not an amount: class 2 is not twice class 1. A **one-hot vector** says
# it better. It has one place per class, a 1 at the label and 0 elsewhere. You can also read it as
# a probability distribution that is sure: lecture 07 will compare predicted probabilities with it.
#
# Who counts from where? Hasegawa-Johnson & Hockenmaier count classes from 1, and their class 2 of 3
# is $(0,1,0)$. Hasegawa-Johnson (2020) counts from 0, as we do, and his class 1 is $(0,1,0)$ too.
# Qureshi's figure has the labels 3, 1, 4 and 7 out of 1 to 7.

# %%
print("class 2, counted from 1:", features.one_hot(np.array([2]) - 1, 3)[0])
print("class 1, counted from 0:", features.one_hot([1], 3)[0])
labels = np.array([3, 1, 4, 7])
for label, row in zip(labels, features.one_hot(labels - 1, 7), strict=True):
    print(label, "->", "".join(f"{entry:.0f}" for entry in row))

# %% [markdown]
# One-hot vectors do more than they promise. As rows of $H$ they *pick*: $HW$ has the weights
# $\mathbf w_{y}$ of each example's own class. They *place*: $f(x,y)$ is $x$ multiplied by each entry of
# the one-hot $y$. They *count*: $H^\top\hat H$ is the confusion table.

# %%
H, H_hat = features.one_hot(y_birds, 3), features.one_hot(one_vs_all, 3)
print("picks: ", np.array_equal(H @ W, W[y_birds]))
places_x = np.kron(features.one_hot([1], 3)[0], rocks)
print("places:", np.array_equal(places_x, features.joint_features(rocks, 1, 3)))
print("counts:\n", (H.T @ H_hat).astype(int))

# %% [markdown]
# ## Check yourself
#
# 1. $\mathbf w=(2,-1,1)$, bias first. Which label gets the point $x_1=3$, $x_2=1$? And what is
#    its margin if the right label is $-1$?
# 2. Five classes. How many classifiers does one-vs-all need, how many all-vs-all? How long is
#    $f(x,y)$ if $x$ has 4 features with the dummy?
# 3. $\mathbf w_0=(1,2)$ and $\mathbf w_1=(4,-1)$, bias first, one feature. Where do the classes meet?
# 4. A detector finds 30 of 40 cases and raises 10 false alarms. Precision? Recall?
# 5. Someone adds 100 to the bias of every class. What changes?
#
# <details><summary>Answers</summary>
#
# 1. The score is $2-3+1=0$: on the line, so $+1$. The margin is $-1\cdot0=0$.
# 2. 5 and $5\cdot4/2=10$. $f(x,y)$ has $5\cdot4=20$ entries.
# 3. $\mathbf w_0-\mathbf w_1=(-3,3)$, so $-3+3x_1=0$: at $x_1=1$.
# 4. $30/(30+10)=0.75$ and $30/40=0.75$.
# 5. Nothing: all scores grow by 100, every difference stays.
# </details>

# %% [markdown]
# ## Take-aways
#
# - A feature vector knows what its features ask, and nothing else. The dummy 1 comes first.
# - Two classes: the sign of $\mathbf w\cdot x$, a flat boundary, and right where
#   $y\,(\mathbf w\cdot x)>0$. $K$ classes: the largest of $\mathbf w_k\cdot x$, which is
#   $\theta\cdot f(x,k)$.
# - Classes meet where $(\mathbf w_k-\mathbf w_j)\cdot x=0$, and every region is convex; if that is
#   too little, change the features.
# - Naive Bayes is linear: its weights are *log*-probabilities, its bias is the log-prior.
# - Accuracy counts everything alike; precision and recall look at the class that matters.
#
# **Go on with** [exercise 03](../exercises/03-features/03-features.ipynb): you write every function
# of this lecture yourself.
#
# ### Sources
#
# M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0).
# J. Boye, *DD2418 Language Engineering*, 5a and 5b, KTH. J. May, *Linear Models*, 2023. M.
# Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0). F. Qureshi, *Softmax*. Further
# reading: J. Eisenstein, *Introduction to Natural Language Processing*, 2019, chapter 2, whose
# notation May follows. F. Aurenhammer, *Power diagrams*, SIAM Journal on Computing 16, 1987: the
# regions of section 5. Penguins: Horst, Hill & Gorman, 2020. Film sentences: Pang & Lee, 2005.
