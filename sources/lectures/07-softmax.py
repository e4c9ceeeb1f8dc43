# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 07 Softmax regression
#
# **Probabilities for as many classes as you like**
#
# About 90 minutes. Follows Boye, *DD2418 Language Engineering*, part 5f; Hasegawa-Johnson &
# Hockenmaier, *Lecture 18: Wrapping up classification* (2019); Hasegawa-Johnson, *Multi-Class
# Linear Classifiers* (2020); Qureshi, *Softmax*; and May, *Linear Models* (2023), section 17.
#
# **After this you can**
#
# - write a distribution over $K$ classes as one product of indicators;
# - compute a softmax by hand, and say what shifting and stretching the scores do to it;
# - make it exact at scores of ±1000, and its logarithm too;
# - draw argmax and softmax of two scores, and show that the second is a sigmoid;
# - go from maximum likelihood to the cross-entropy in five steps, with a reason for each;
# - derive the gradient, read it as expected minus observed features, and check it by small steps;
# - train a classifier that reads digits, look at its weights, and find where it is unsure.
#
# **You need first** joint features and one-hot vectors (lecture 03), the sigmoid and the
# cross-entropy of two classes (lecture 05), and minibatches (lecture 06).

# %% [markdown]
# ## The symbols used here
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $X$, $x$ | all examples, one example; the constant 1 comes first | $(n, d)$, $(d,)$ | `X`, `x` |
# | $y$ | right class: $0, \dots, K-1$ | number | `y` |
# | $\mathbf y$ | the same as a one-hot vector | $(K,)$ | `one_hot(y, K)` |
# | $[\,\cdot\,]$ | indicator: 1 if what is inside is true, else 0 | number | `x == k` |
# | $\phi$ | probabilities of $K$ outcomes | $(K,)$ | `phi` |
# | $W$ | weights, one row $\mathbf w_k$ per class | $(K, d)$ | `W` |
# | $z_k$ | score of class $k$, $\mathbf w_k\cdot x=\Psi(x,k)$ | number | `z[k]` |
# | $S(z)$ | softmax of the scores | $(K,)$ | `softmax(z)` |
# | $\hat p$ | what the model believes, $S(Wx)$ | $(K,)$ | `p_hat` |
# | $H(p,q)$ | cross-entropy of $q$ when $p$ is the truth | number | `entropy_between(p, q)` |
# | $\ell(W)$ | loss: mean cross-entropy | number | `softmax_loss(W, X, y)` |
# | $\eta$ | learning rate, "eta" | number | `eta` |

# %%
import warnings

import numpy as np

from lincourse import datasets, plots
from lincourse.derivations import numerical_gradient
from lincourse.descent import minibatches
from lincourse.features import add_bias, joint_features, one_hot, predict_multiclass
from lincourse.figures import softmax as figures
from lincourse.logistic import sigmoid
from lincourse.metrics import accuracy, confusion_matrix
from lincourse.softmax import (
    categorical_pmf,
    entropy_between,
    softmax,
    softmax_gradient,
    softmax_loss,
    softmax_update,
    train_softmax,
)

np.set_printoptions(precision=4, suppress=True)

# %% [markdown]
# ## 1. How do you write down a distribution over K classes?
#
# A coin has two outcomes and one number says it all. For $K$ outcomes you need $K$ numbers
# $\phi_k=P(X=k)$. None is negative and they add up to 1, so $K-1$ of them are free. This is the
# **categorical distribution**. Lecture 05 wrote a coin as $p^{\,y}(1-p)^{1-y}$, with the label as a
# switch. Here every outcome has a switch of its own, the indicator $[x=k]$:
#
# $$P(X=x) = \prod_{k=0}^{K-1}\phi_k^{\,[x=k]} = \phi_x .$$
#
# All factors but one are something to the power of 0, which is 1.

# %%
species = datasets.penguins().class_names
phi = np.array([151, 68, 123]) / 342  # how many penguins of each there are

for x, name in enumerate(species):
    switches = [int(x == k) for k in range(3)]
    print(f"{name:9} indicators {switches}  P = {categorical_pmf(phi, x):.4f}")

# %% [markdown]
# Why a product, if it only picks out one number? Because its logarithm is a sum over classes,
# $\sum_k [x=k]\log\phi_k$, that you can differentiate. Section 6 needs that.
#
# Exactly one indicator is 1, so the last one follows from the others:
# $[x=K{-}1] = 1-\sum_{k<K-1}[x=k]$. Qureshi's slide prints the 1 *inside* the sum. With three
# outcomes that can't be right:

# %%
for x in range(3):
    first_two = [int(x == k) for k in range(2)]
    outside, inside = 1 - sum(first_two), sum(1 - i for i in first_two)
    print(f"x = {x}: last indicator {outside}; with the 1 inside the sum {inside}")

# %% [markdown]
# A word on names. The slide calls this distribution *multinomial*. That is the name for the
# **counts** of many draws; a single draw is categorical. NumPy has only the former, and with one
# draw the counts are a one-hot vector:

# %%
rng = np.random.default_rng(3)
print("three single draws:\n", rng.multinomial(1, phi, size=3))
print(
    "counts of 342 draws:",
    rng.multinomial(342, phi),
    "  expected:",
    (342 * phi).round().astype(int),
)

# %% [markdown]
# ## 2. How do scores become probabilities?
#
# A linear classifier has a score $z_k=\mathbf w_k\cdot x$ for every class, anywhere between
# $-\infty$ and $\infty$. We want probabilities in the same order. Dividing by the sum seems
# obvious. Look at what it does to the scores 2, $-1$ and 0.5:

# %%
ax = figures.normalising([2.0, -1.0, 0.5], ["class 0", "class 1", "class 2"])
plots.show(
    ax,
    "Three bar charts. The scores are 2, -1 and 0.5. Divided by their sum they are 1.33, -0.67 and "
    "0.33, which are no probabilities. Softmax gives 0.79, 0.04 and 0.18.",
)

# %% [markdown]
# <details><summary><b>Think:</b> why can't the scores be normalised directly, and why does
# <i>e</i> to the power of the scores help? (May)</summary>
#
# Some scores are negative, so some "probabilities" would be, and others would be above 1. The sum
# may be 0, and then nothing can be divided; if it is negative, the order is turned round. And a
# constant added to all scores, which changes no decision, would change every share.
#
# $e^z$ is above 0 for every $z$, so the sum is too. It grows with $z$, so the order stays. It turns
# sums into products, so a constant added to all scores cancels. And it has a slope everywhere.
# </details>
#
# So take $e$ to each score first, and divide then. This is the **softmax**:
#
# $$S(z)_k = \frac{e^{z_k}}{\sum_{j} e^{z_j}} .$$
#
# Here is Boye's example, by hand:

# %%
z = np.array([1.45, 0.33, -0.12, 0.01])
exps = np.exp(z)
print("e to the scores:", exps, "  their sum:", round(exps.sum(), 4))
print("softmax:        ", exps / exps.sum())
print("the function:   ", softmax(z))

# %% [markdown]
# The slide has 0.5647 for the first number; to four places it is 0.5646. Qureshi's example has
# seven scores, some of them equal. The 4 is one quarter of the sum of all scores and gets almost
# half of the probability: softmax favours the largest.

# %%
z = np.array([1, 2, 3, 4, 1, 2, 3])
print("e to the scores:", np.exp(z).round(2), "  their sum:", np.exp(z).sum().round(2))
print("softmax:        ", softmax(z).round(3))

# %% [markdown]
# **What does a shift do?** Add the same $c$ to all scores:
#
# 1. $S(z+c)_k = \dfrac{e^{z_k+c}}{\sum_j e^{z_j+c}}$: put it in;
# 2. $\phantom{S(z+c)_k} = \dfrac{e^c\,e^{z_k}}{e^c\sum_j e^{z_j}}$: a sum in the exponent is a
#    product, and $e^c$ is the same in all terms;
# 3. $\phantom{S(z+c)_k} = S(z)_k$: it cancels.
#
# Only differences between scores count. **Stretching** them does change something: $S(z/T)$ with
# the *temperature* $T$ is flatter when hot and sharper when cold.

# %%
z = np.array([2.0, 1.0, 0.1])
for name, scores in (
    ("z", z),
    ("z + 5", z + 5),
    ("z - 5", z - 5),
    ("2 z", 2 * z),
    ("z / 4", z / 4),
):
    print(f"softmax({name:5}) =", softmax(scores))

# %% [markdown]
# **Play.** Before you move anything, predict: which slider can you move without changing the order
# of the classes? What do the bars come to when it is very cold, and when it is very hot? And by how
# much must you raise the last score to make it equal to the first?

# %%
figures.softmax_slider()

# %% [markdown]
# The temperature never changes the order. Cold, everything goes to the winner, as with argmax; hot,
# all classes become equal. The last score has to rise by 1.9 to draw level with the first, whatever
# the temperature. From here on $T=1$: the weights themselves can stretch the scores.
#
# **Boye's quiz.** Three classes, four features (the first is the constant 1). How is
# $x=(1,1,1,0)$ classified?

# %%
W_quiz = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
x_quiz = np.array([1, 1, 1, 0])

p_hat = softmax(W_quiz @ x_quiz)
print("scores:       ", W_quiz @ x_quiz)
print("probabilities:", p_hat)
print("class:        ", p_hat.argmax())

# %% [markdown]
# Index 1, which is class 2 where Boye counts from 1. Its probability is below one half: with more
# than two classes the winner need not have a majority.

# %% [markdown]
# ## 3. What happens at a score of 1000?
#
# Such scores are not far-fetched: a penguin weighs 4,000 grams, and a weight of 0.25 per gram is
# enough. In mathematics nothing special happens. In a computer, $e^{1000}$ is more than the largest
# number there is:


# %%
def straight_from_the_formula(z):
    exps = np.exp(z)
    return exps / exps.sum()


large = np.array([1000.0, 999.0, 998.0])
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print("straight from the formula:", straight_from_the_formula(large))
print("NumPy warns:", "; ".join(str(warning.message) for warning in caught))

# %% [markdown]
# Infinity divided by infinity is "not a number". Cutting the scores off at 500 would silence the
# warning and call the three classes equal, which is wrong. The cure is in section 2: a shift changes
# nothing, so shift by the largest score, $c=-\max_j z_j$. Then the largest exponent is
# $e^0=1$ and all others lie between 0 and 1. Nothing can overflow. What is too small becomes 0,
# which is what it is to sixteen digits.

# %%
print("shifted by hand:   ", straight_from_the_formula(large - large.max()))
print("the function:      ", softmax(large))
print("same differences:  ", softmax([2, 1, 0]))
print("cut off at 500:    ", straight_from_the_formula(np.clip(large, None, 500)))
print("1000 against -1000:", softmax([1000, -1000]))

# %% [markdown]
# With several examples, $Z$ has one row each, and each row has its own maximum and its own sum: both
# go over the *last* axis. Over the wrong axis you still get numbers between 0 and 1, and in a
# square array not even an error. Look at the sums:

# %%
Z = np.array([[2.0, 1.0, 0.0], [0.0, 0.0, 3.0], [-1.0, 4.0, 1.0]])
for axis in (1, 0):
    exps = np.exp(Z - Z.max(axis=axis, keepdims=True))
    P = exps / exps.sum(axis=axis, keepdims=True)
    print(f"axis {axis}: rows add up to {P.sum(axis=1)}, columns to {P.sum(axis=0)}")

# %% [markdown]
# ## 4. What is soft about it?
#
# A perceptron takes the largest score: argmax. Written as a vector, argmax puts a 1 at the winner
# and 0 elsewhere. Hasegawa-Johnson compares the two for two classes with the scores $\beta_0$ and
# $\beta_1$: keep $\beta_0$ where it is, move $\beta_1$, and draw what class 1 gets.
#
# **Before you look or move:** where does each of the two curves pass $\tfrac12$ if $\beta_0=2$?

# %%
figures.argmax_slider()

# %% [markdown]
# Argmax is a step: it jumps where $\beta_1$ overtakes $\beta_0$, and it is flat everywhere else, so
# its slope teaches nothing. Softmax is an S-curve through the same point, and its slope is never 0.
# You know that curve:
#
# 1. $S_1 = \dfrac{e^{\beta_1}}{e^{\beta_0}+e^{\beta_1}}$: softmax of two scores;
# 2. $\phantom{S_1} = \dfrac{1}{e^{\beta_0-\beta_1}+1}$: divide above and below by $e^{\beta_1}$;
# 3. $\phantom{S_1} = \sigma(\beta_1-\beta_0)$: the definition of the sigmoid.
#
# Logistic regression is softmax with two classes. As $\beta_1-\beta_0=(\mathbf w_1-\mathbf w_0)\cdot
# x$, its single weight vector is the difference of the two rows. Two rows hold more numbers than
# needed: add the same vector to both, and nothing changes.

# %%
for beta_0, beta_1 in ((0.0, 1.0), (2.0, 1.0), (-1.5, -1.5)):
    pair = softmax([beta_0, beta_1])
    print(f"beta {beta_0:4}, {beta_1:4}: softmax {pair}, sigma {sigmoid(beta_1 - beta_0):.4f}")

for T in (1, 0.1, 0.01):
    print(f"temperature {T:4}: softmax of (2, 1, 1.8) is", softmax(np.array([2, 1, 1.8]) / T))

# %% [markdown]
# With three classes the same happens at every border. Here are the three species of penguins by
# their bills, and one $W$ (section 8 says how to find it). Argmax draws hard borders. Softmax mixes
# the colours: it is sure inside, and admits doubt where the classes meet.

# %%
birds = datasets.penguins().select(features=["bill_length_mm", "bill_depth_mm"])
bills = (birds.X - birds.X.mean(axis=0)) / birds.X.std(axis=0)
X_bills = add_bias(bills)
W_bills = train_softmax(X_bills, birds.y, 3, 0.5, 100, 342, np.random.default_rng(0))
print("right:", (predict_multiclass(W_bills, X_bills) == birds.y).sum(), "of", len(birds.y))

# %%
left, right = plots.panels(columns=2, width=8.6, height=4.2)
names = {"xlabel": "bill length (standardised)", "ylabel": "bill depth (standardised)"}
plots.points(bills, birds.y, left, names=birds.class_names, title="Argmax", **names)
plots.decision_regions(W_bills, left)
plots.points(bills, birds.y, right, names=birds.class_names, title="Softmax", **names)
figures.soft_regions(W_bills, right)
plots.show(
    left,
    "Three clouds of penguins in two panels. Left, straight borders cut the plane into three "
    "regions of one colour each. Right, the colours of the regions blend into each other along the "
    "same borders; dotted lines show where the most probable species reaches 0.9.",
)

# %% [markdown]
# ## 5. How far is a prediction from the truth?
#
# The model answers with a distribution, so write the truth as one as well: the **one-hot vector**
# $\mathbf y$, with a 1 for the right class. It says that the probability of the right class is 1 and
# that of any other is 0. These are Qureshi's four labels 3, 1, 4, 7 of seven classes, counted from 1:

# %%
for label, row in zip([3, 1, 4, 7], one_hot(np.array([3, 1, 4, 7]) - 1, 7), strict=True):
    print(label, row.astype(int))

# %% [markdown]
# Mind how a document counts. Class 2 of three is $(0,1,0)$ in the lecture of 2019, which counts
# from 1; so is class 1 in the lecture of 2020, which counts from 0 (and once sums from 1 to $c$
# where it means 0 to $V-1$). We count from 0.
#
# To compare two distributions, ask how surprised you would be. You believe $q$; an outcome $k$
# surprises you by $-\log q_k$; the outcomes really come from $p$. The mean surprise is the
# **cross-entropy**
#
# $$H(p,q) = -\sum_k p_k\log q_k, \qquad\text{with } 0\log 0 = 0 .$$
#
# What never happens costs nothing. With the natural logarithm it is measured in *nats*, with base 2
# it would be in bits.

# %%
p = np.array([0.5, 0.25, 0.25])
for q in ([0.5, 0.25, 0.25], [0.4, 0.3, 0.3], [0.25, 0.25, 0.5], [0.98, 0.01, 0.01]):
    print(f"q = {q!s:18} H(p, q) = {entropy_between(p, q):.4f}")

# %% [markdown]
# The truth itself costs the least, 1.04 nats: that is the entropy of $p$, the part of the surprise
# that no belief can avoid. For a one-hot $p$ it is 0, and all that is left of the sum is $-\log q$ of
# the right class.
#
# **The order of the two matters.** $H(p,q)$ is not $H(q,p)$:

# %%
q = np.array([0.98, 0.01, 0.01])
print("H(p, q):", round(entropy_between(p, q), 4), "  H(q, p):", round(entropy_between(q, p), 4))

truth, belief = np.array([0, 1, 0]), np.array([0.2, 0.7, 0.1])
print("H(truth, belief):", round(entropy_between(truth, belief), 4), "= -log 0.7")
print("H(belief, truth):", entropy_between(belief, truth))

# %%
ax = figures.asymmetry(0.2, title="H(p, q) and H(q, p) for p = (0.2, 0.8)")
plots.show(
    ax,
    "Two curves against q, the first probability of the second distribution. H(p, q) is a bowl with "
    "its lowest point, 0.50, at q = 0.2, and shoots up at both ends. H(q, p) is a straight line that "
    "rises from 0.22 to 1.61. The two meet at q = 0.2, and cross once more at 0.8.",
)

# %% [markdown]
# As a function of the belief, the first is a bowl whose lowest point is the truth. The second is a
# straight line: it would have you believe in whatever is likeliest. Qureshi's slide writes
# $D(\hat y,y)=-\sum_i y_i\log\hat y_i$, the belief first. It is the same number as our
# $H(\mathbf y,\hat p)$, with the truth first; only the order of writing differs.

# %% [markdown]
# ## 6. Which weights fit the data best?
#
# Those that find the labels most probable, as in lecture 05. From there to a loss:
#
# 1. $P(\text{labels}\mid X) = \prod_i P(y_i\mid x_i)$: the examples are independent;
# 2. $\phantom{P(\text{labels}\mid X)} = \prod_i\prod_k \hat p_{ik}^{\,[y_i=k]}$: each label is one
#    draw of a categorical distribution (section 1), here with $\hat p_i=S(Wx_i)$;
# 3. $\log P = \sum_i\sum_k\,[y_i=k]\log\hat p_{ik}$: products become sums, powers become factors;
# 4. $\phantom{\log P} = \sum_i\log\hat p_{i,y_i}$: of each inner sum only the right class is left;
# 5. $\ell(W) = -\frac1n\log P = \frac1n\sum_i H(\mathbf y_i,\hat p_i)$: minus, so that good is small;
#    the mean, so that data sets of different sizes compare; and the sum in 3 is the cross-entropy.
#
# Three of the documents leave out the $\frac1n$ and take the sum; Boye and May take the mean, as we
# do. The best $W$ is the same.

# %%
P_bills = softmax(X_bills @ W_bills.T)
of_label = P_bills[np.arange(len(birds.y)), birds.y]
print("likelihood:          ", f"{of_label.prod():.3e}")
print("-log(likelihood) / n:", round(-np.log(of_label.prod()) / len(of_label), 6))
rows = zip(one_hot(birds.y, 3), P_bills, strict=True)
print("mean of H(y, p_hat): ", round(np.mean([entropy_between(y, p) for y, p in rows]), 6))
print("softmax_loss:        ", round(softmax_loss(W_bills, X_bills, birds.y), 6))

# %% [markdown]
# **Where it breaks.** To compute it, put the softmax in before you take the logarithm:
#
# $$-\log\hat p_y = -\log\frac{e^{z_y}}{\sum_k e^{z_k}} = \log\sum_k e^{z_k}-z_y .$$
#
# If you compute $\hat p$ first, even with the stable softmax, it may have been rounded to 0, and the
# logarithm of that is $-\infty$. If you use the right-hand side as it stands, $e^{1000}$ overflows.
# Shift: $\log\sum_k e^{z_k} = c+\log\sum_k e^{z_k-c}$ with $c=\max_k z_k$. This is the
# *log-sum-exp* trick, and it is exact.

# %%
z, right_class = np.array([1000.0, 0.0, -1000.0]), 1
with np.errstate(all="ignore"):
    print("log of softmax:   ", -np.log(softmax(z)[right_class]))
    print("log of sum of exp:", np.log(np.exp(z).sum()) - z[right_class])
c = z.max()
print("shifted:          ", c + np.log(np.exp(z - c).sum()) - z[right_class])
print("softmax_loss:     ", softmax_loss(z[:, None], [[1.0]], [right_class]))

# %% [markdown]
# **Boye's quiz.** The same $\theta$ and $x$ as in section 2, and the right class is 3, our index 2.
# What is the loss? And what would a model cost that knows nothing and gives each class $\frac1K$?

# %%
print("loss:", round(-np.log(p_hat[2]), 4), "=", round(softmax_loss(W_quiz, [x_quiz], [2]), 4))
for K in (2, 3, 10):
    print(f"guessing among {K:2} classes costs log {K} = {np.log(K):.4f}")

# %% [markdown]
# Remember the last numbers. If training starts from zeros and the first loss is not $\log K$, there
# is a mistake in the code.

# %% [markdown]
# ## 7. Which way is down?
#
# One example, $\ell = \log\sum_j e^{\mathbf w_j\cdot x}-\mathbf w_y\cdot x$. We want the slope with
# respect to each row $\mathbf w_k$, the right one and the others.
#
# 1. The last term is linear: its slope is $-x$ if $k=y$ and 0 otherwise, in one formula $-[y=k]\,x$.
# 2. $\dfrac{\partial}{\partial\mathbf w_k}\log\sum_j e^{\mathbf w_j\cdot x} =
#    \dfrac{1}{\sum_j e^{\mathbf w_j\cdot x}}\cdot\dfrac{\partial}{\partial\mathbf w_k}\sum_j
#    e^{\mathbf w_j\cdot x}$: the chain rule, and $(\log u)'=1/u$.
# 3. $\phantom{\dfrac{\partial}{\partial\mathbf w_k}} = \dfrac{e^{\mathbf w_k\cdot x}}{\sum_j
#    e^{\mathbf w_j\cdot x}}\,x = \hat p_k\,x$: only the term $j=k$ holds $\mathbf w_k$.
# 4. Together:
#    $$\frac{\partial\ell}{\partial\mathbf w_k} = (\hat p_k-[y=k])\,x, \qquad
#      \nabla_W\,\ell = (\hat p-\mathbf y)\,x^\top .$$
#
# Error times input, as in lecture 05, now with one row per class. For $n$ examples take the mean.
# Note that **every** row has a slope, not only the right class's: all scores stand in the
# denominator. That is the part that is easily forgotten.

# %%
gradient = softmax_gradient(W_quiz, [x_quiz], [2])
measured = numerical_gradient(lambda W: softmax_loss(W, [x_quiz], [2]), W_quiz)
print("by the formula:\n", gradient)
print("measured by small steps:\n", measured + 0.0)
print("sum of the rows:", gradient.sum(axis=0).round(4) + 0.0)

# %% [markdown]
# That was Boye's last quiz, with $y=3$: $0.3249\,x$, $0.4895\,x$ and $(0.1856-1)\,x=-0.8144\,x$. The
# rows add up to 0: what one class gains the others lose.
#
# **Expected minus observed.** In joint features (lecture 03), $f(x,k)$ has $x$ in block $k$, and
# the same gradient reads
#
# $$\nabla_\theta\,\ell = \underbrace{\sum_k \hat p_k\,f(x,k)}_{\text{expected by the model}} -
#   \underbrace{f(x,y)}_{\text{observed}} .$$
#
# May calls the first term the expectation of $Y$ given $X$; it is the expectation of the
# *features*, as $Y$ is only a label. Where the model expects what it sees, there is nothing to learn.

# %%
F = np.array([joint_features(x_quiz, k, n_classes=3) for k in range(3)])
expected, observed = p_hat @ F, F[2]
print("expected:  ", expected)
print("observed:  ", observed)
print("difference:", expected - observed)
print("same as above:", np.allclose(expected - observed, gradient.ravel()))

# %% [markdown]
# <details><summary><b>Think:</b> when does raising a weight make the error worse? (Hasegawa-Johnson
# &amp; Hockenmaier)</summary>
#
# Where its slope $(\hat p_k-[y=k])\,x_j$ is above 0. Either the class has **too much** probability
# and the feature is positive: raising the weight raises a score that is too high already. Or it has
# **too little** and the feature is negative: raising the weight lowers a score that is too low. A
# class has too little only if it is the right one. If the feature is 0, the weight does nothing. The
# next cell tries all of this.
# </details>


# %%
def loss_after_raising(k, j, by=0.1):
    raised = W_quiz.copy()
    raised[k, j] += by
    return softmax_loss(raised, [x_quiz], [2])


print("loss before:", round(softmax_loss(W_quiz, [x_quiz], [2]), 4))
for k, j, what in (
    (1, 1, "wrong class, feature 1"),
    (2, 1, "right class, feature 1"),
    (1, 3, "wrong class, feature 0"),
):
    print(
        f"raise a weight of the {what}: slope {gradient[k, j]:+.4f}, loss {loss_after_raising(k, j):.4f}"
    )

# %% [markdown]
# **The update** goes against the gradient, for all rows at the same time:
#
# $$W \leftarrow W-\eta\,(\hat p-\mathbf y)\,x^\top .$$
#
# Put argmax's one-hot vector in place of $\hat p$, and this is the perceptron rule of lecture 04,
# exactly: the errors are $+1$, $-1$ and 0. (The slides of 2019 print $\pm2$; with one-hot vectors it
# is $\pm1$.) Softmax moves every class, each by how wrong its probability is.
#
# Qureshi's slide prints the update with a **plus** before $\eta$, after a minus in the line above.
# Here is what each sign does:

# %%
down = up = W_quiz
for step in range(4):
    losses = [softmax_loss(W, [x_quiz], [2]) for W in (down, up)]
    print(f"step {step}: loss with minus {losses[0]:.4f}, with plus {losses[1]:.4f}")
    down = softmax_update(down, x_quiz, 2, eta=0.2)
    up = softmax_update(up, x_quiz, 2, eta=-0.2)

# %% [markdown]
# With the plus the loss goes up. **Play.** Before you move the sliders, predict: with the minus,
# will the right class ever reach 1? Do the steps get longer or shorter? And with the plus, does the
# loss level off?

# %%
figures.step_slider()

# %% [markdown]
# With the minus the error shrinks, and the steps with it: the probability comes ever closer to 1
# and never arrives. With the plus the error of the right class goes to $-1$, so every step is about
# as long as the one before, and the loss climbs for ever in an almost straight line.

# %% [markdown]
# ## 8. Can it learn to read?
#
# Now all together: 1,797 handwritten digits of $8\times8$ pixels, 1,400 of them to learn from, in
# minibatches of 32 that are drawn anew in each epoch (lecture 06). Each step goes against the mean
# gradient of its batch.

# %%
digits = datasets.digits()
order = np.random.default_rng(0).permutation(len(digits.y))
pixels, labels = add_bias(digits.X[order] / 16), digits.y[order]
X_train, y_train = pixels[:1400], labels[:1400]
X_test, y_test = pixels[1400:], labels[1400:]
print(len(X_train), "to learn from,", len(X_test), "held out,", X_train.shape[1], "features")

# %%
W, rng, history = np.zeros((10, 65)), np.random.default_rng(7), []
for _ in range(30):
    history.append([softmax_loss(W, X_train, y_train), softmax_loss(W, X_test, y_test)])
    for batch in minibatches(len(X_train), 32, rng):
        W = W - 0.5 * softmax_gradient(W, X_train[batch], y_train[batch])

print("first loss:", round(history[0][0], 4), "= log 10 =", round(np.log(10), 4))
print(
    "accuracy on what it learnt from:", round(accuracy(y_train, predict_multiclass(W, X_train)), 3)
)
print("accuracy on held-out digits:    ", round(accuracy(y_test, predict_multiclass(W, X_test)), 3))

# %%
learnt, held_out = np.transpose(history)
ax = plots.loss_curve(
    {"learnt from": learnt, "held out": held_out},
    first=0,
    title="Ten classes of digits, 1,400 examples",
)
plots.show(
    ax,
    "Mean cross-entropy against epochs. Both curves start at 2.30, fall below 0.5 within two epochs "
    "and then creep down to about 0.11, the held-out one close to the other.",
)

# %% [markdown]
# This loop is `train_softmax`; with the same seed it gives the same weights. What has it learnt?
# Each row of $W$, without its bias, is a picture: orange where ink speaks *for* the digit,
# purple where it speaks *against* it.

# %%
again = train_softmax(X_train, y_train, 10, 0.5, 30, 32, np.random.default_rng(7))
print("same weights:", np.allclose(again, W))
print("largest entry of the sum of all rows:", np.abs(W.sum(axis=0)).max().round(6))

ax = plots.weight_images(W[:, 1:], (8, 8), title="What speaks for a digit, and what against it")
plots.show(
    ax,
    "Ten small pictures of weights, one per digit. The 0 has a purple hole in the middle and orange "
    "around it. Other digits show orange strokes where they have ink, and purple where a digit that "
    "resembles them would have it.",
)

# %% [markdown]
# Look at the 0: ink in the middle is the strongest argument against it. A picture shows what tells
# a digit *from the others*, not the digit itself. The rows add up to 0, because the rows of every
# gradient do (section 7), so each picture is relative to the average class.
#
# Expected minus observed can be seen as well. For the digit 3, *observed* is the mean of $[y=3]\,x$
# and *expected* the mean of $\hat p_3\,x$; their difference is that row's gradient. Here it is before
# training and after.


# %%
def for_class(k, W):
    expected = (softmax(X_train @ W.T)[:, k, None] * X_train).mean(axis=0)
    observed = ((y_train == k)[:, None] * X_train).mean(axis=0)
    return [row[1:].reshape(8, 8) for row in (expected, observed, expected - observed)]


before, after = for_class(3, np.zeros((10, 65))), for_class(3, W)
ax = figures.pictures(
    before + after,
    ["expected,\nW = 0", "observed", "difference", "expected,\ntrained", "observed", "difference"],
)
plots.show(
    ax,
    "Six pictures for the digit 3. Before training the expected features are a blur of all digits, "
    "the observed ones a clear 3, and the difference is purple where a 3 has ink and others do not. "
    "After training expected and observed look the same, and the difference is blank.",
)

# %%
print("largest difference before training:", np.abs(before[2]).max().round(4))
print("largest difference after training: ", np.abs(after[2]).max().round(4))

# %% [markdown]
# ## 9. Where is it unsure, and where should it be?
#
# The held-out digits can be sorted by the probability of the predicted class. These are the six
# least certain. Would you have been sure?

# %%
P_test = softmax(X_test @ W.T)
guess, certainty = P_test.argmax(axis=1), P_test.max(axis=1)
doubts = certainty.argsort()[:6]

ax = figures.doubtful(
    X_test[doubts, 1:].reshape(-1, 8, 8),
    P_test[doubts],
    [f"true {y_test[i]}, called {guess[i]}" for i in doubts],
)
named = [f"a true {y_test[i]} called {guess[i]} with {certainty[i]:.2f}" for i in doubts]
plots.show(
    ax, f"Six badly written digits, each with bars of the ten probabilities: {', '.join(named)}."
)

# %% [markdown]
# A classifier that knows when it does not know can hand such cases to a person. For that, its
# probabilities must mean something: of the digits that it calls with 0.8, about 80% should be right.

# %%
for low, high in ((0.0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.0)):
    these = (certainty >= low) & (certainty < high)
    share = (guess == y_test)[these].mean()
    print(f"probability {low} to {high}: {these.sum():3} digits, {share:.3f} of them right")
wrong = guess != y_test
print(f"{wrong.sum()} mistakes, the surest of them with {certainty[wrong].max():.3f}")

# %% [markdown]
# If anything it is too modest: of those between 0.7 and 0.9, 98% are right. More epochs would make
# it surer. Which digits does it mix up?

# %%
ax = plots.confusion_table(
    confusion_matrix(y_test, guess, 10), title="Held-out digits: true and predicted"
)
plots.show(
    ax,
    "Confusion table of ten digits. Nearly all of the 397 held-out digits are on the diagonal. The "
    "10 mistakes are spread out; 1 and 8 are taken for each other three times.",
)

# %% [markdown]
# All ten mistakes were made with a probability below 0.77. So can it be trusted above that?
# **Where it breaks:** only on digits. Show it a picture that is none, and the ten probabilities must
# still add up to 1. There is no class for "none of these".

# %%
half_black = np.repeat([1.0, 0.0], 32).reshape(8, 8)
stripes = np.tile([1.0, 0.0], (8, 4))
noise = np.random.default_rng(5).integers(0, 2, (8, 8)) * 1.0
nonsense = np.array([half_black, stripes, noise])
P_nonsense = softmax(add_bias(nonsense.reshape(3, 64)) @ W.T)

ax = figures.doubtful(
    nonsense, P_nonsense, [f"called {row.argmax()}: {row.max():.3f}" for row in P_nonsense]
)
named = [f"{row.argmax()} with {row.max():.3f}" for row in P_nonsense]
plots.show(
    ax,
    "Three pictures that show no digit, with bars of the ten probabilities. A picture whose upper "
    f"half is black is called {named[0]}, stripes {named[1]}, noise {named[2]}.",
)

# %% [markdown]
# Nothing in training asked for doubt where there are no examples. Scores are linear: they drift
# further apart the further you go, and softmax takes that for certainty. It says which class is the
# likeliest, *given that it is one of them*. It can't say that it has never seen such a thing.

# %% [markdown]
# ## Check yourself
#
# 1. The scores are $\log 1$, $\log 2$ and $\log 5$. What is the softmax? And of the scores
#    $1000+\log 1$, $1000+\log 2$, $1000+\log 5$?
# 2. Three classes have 0.2, 0.5 and 0.3, and the first is right. What is the loss, and what are the
#    three rows of the gradient for $x=(1,-2)$?
# 3. Your loss is 0.23 before the first step, with ten classes and weights of zero. What is wrong?
# 4. You forgot the 1 of the one-hot vector in the gradient. What does training do?
# 5. Does it matter whether you add 3 to every weight of $W$?
#
# <details><summary>Answers</summary>
#
# 1. $(\frac18,\frac28,\frac58)$, both times: a shift changes nothing.
# 2. $-\log 0.2\approx1.609$. The errors are $-0.8$, 0.5 and 0.3, so the rows are $(-0.8,1.6)$,
#    $(0.5,-1)$ and $(0.3,-0.6)$.
# 3. It should be $\log 10\approx2.303$. It is a tenth of that: the mean was taken over examples and
#    classes, so it was divided by $K$ once too often.
# 4. Every step lowers all the scores of the example, the right one's too, and the labels are never
#    looked at: it learns nothing about them.
# 5. No. Every score of an example changes by the same amount, 3 times the sum of its features.
# </details>

# %% [markdown]
# ## Take-aways
#
# - Softmax makes a distribution of any scores: $e^{z_k}$ divided by the sum. Only differences count,
#   so take away the largest score first, and for the loss use log-sum-exp.
# - It is a soft argmax; with two classes it is $\sigma(\beta_1-\beta_0)$.
# - Maximum likelihood with one-hot targets is the mean of $H(\mathbf y,\hat p)=-\log\hat p_y$. The
#   order matters: truth first.
# - The gradient is $(\hat p-\mathbf y)\,x^\top$, expected minus observed features. All rows move, and
#   the step takes it away: $W-\eta\,(\hat p-\mathbf y)\,x^\top$.
# - Its doubts are worth reading on data like those it learnt from, and worth nothing far away.
#
# **Go on with** [exercise 07](../exercises/07-softmax/07-softmax.ipynb): you write every function of
# this lecture yourself, and train your own reader of digits.
#
# ### Sources
#
# J. Boye, *DD2418 Language Engineering*, 5f: Multinomial logistic regression, KTH. M.
# Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0). M.
# Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0). F. Qureshi, *Softmax*, Topics
# in Digital Media. J. May, *Linear Models*, 2023. Digits: E. Alpaydin & C. Kaynak, UCI Machine
# Learning Repository, 1998, as in scikit-learn. Penguins: Horst, Hill & Gorman, 2020.
