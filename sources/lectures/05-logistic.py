# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 05 Logistic regression
#
# **From a score to a probability**
#
# About 90 minutes. Follows Boye, *DD2418 Language Engineering*, parts 5b and 5c and the gradient in
# 5e; Hasegawa-Johnson & Hockenmaier, *Lecture 18: Wrapping up classification* (2019), on
# differentiable perceptrons; and May, *Linear Models* (2023), section 17.
#
# **After this you can**
#
# - turn a score into a probability and back, and say what the weights do to the curve;
# - work out the probabilities and the line of the opinion quiz by hand;
# - go from the likelihood to the cross-entropy in four steps, with a reason for each;
# - rewrite a formula that overflows so that it is exact at scores of ±1000;
# - derive the gradient, read it as error times input, and check it by small steps;
# - say why descent on the cross-entropy can't get stuck, and why it can with tanh and squares.
#
# **You need first** independence (lecture 01), scores and decision lines (lecture 03), and the
# perceptron (lecture 04).

# %% [markdown]
# ## The symbols used here
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $X$, $x$ | all examples, one example; the constant 1 comes first | $(n, d)$, $(d,)$ | `X`, `x` |
# | $y$ | right label: 0 or 1 (in section 10: $-1$ or $+1$) | number | `y` |
# | $\mathbf w$ | weights | $(d,)$ | `w` |
# | $z$ | score, $\mathbf w\cdot x$ | number | `z` |
# | $\sigma(z)$ | the logistic function, "sigma of z" | number | `sigmoid(z)` |
# | $\hat p$ | probability that the model gives to $y=1$ | number | `p_hat` |
# | $m$ | margin: $z$ if $y=1$, $-z$ if $y=0$ | number | `m` |
# | $L(\mathbf w)$ | likelihood of all labels | number | `likelihood(w, X, y)` |
# | $\ell(\mathbf w)$ | loss: mean cross-entropy | number | `cross_entropy(w, X, y)` |
# | $\log$ | natural logarithm | | `np.log` |

# %%
import warnings

import numpy as np

from lincourse import datasets, logistic, plots
from lincourse.derivations import numerical_gradient
from lincourse.features import add_bias, encode_opinion
from lincourse.figures import logistic as figures

np.set_printoptions(precision=4, suppress=True)

# %% [markdown]
# ## 1. Why is a score not a probability?
#
# A perceptron has no doubts: it says yes or no. But a classifier is often one part of a longer
# chain, and the next part wants to know *how sure* it is. The score $\mathbf w\cdot x$ knows
# something about that. Take Boye's four short film reviews, with a feature for "has a positive
# word", one for "has a negative word", and the weights $(-1, 2, -3)$:

# %%
opinions = datasets.opinion_documents()
X_quiz = np.array(
    [encode_opinion(words, opinions.positive, opinions.negative) for words in opinions.documents]
)
w_quiz = np.array([-1.0, 2.0, -3.0])

for sentence, x in zip(opinions.sentences, X_quiz, strict=True):
    print(f"{sentence:28} x = {x.astype(int)}  score {w_quiz @ x:+.0f}")

# %% [markdown]
# A probability lies between 0 and 1; most of these scores do not. They can be below 0, and other
# weights would make them as large as you like. So the score has to be squashed into the interval. A step
# loses all doubt. Cutting off at 0 and 1 keeps a little, but calls everything beyond certain and is
# flat there, so that no slope says which way to go. A smooth S-shaped curve does neither.

# %%
z = np.linspace(-6, 6, 241)
ax = figures.curves(
    z,
    {"sigmoid": logistic.sigmoid(z), "cut off": np.clip(0.5 + z / 4, 0, 1), "step": z > 0},
    title="Three ways to squash a score",
    xlabel="score z",
    ylabel="squashed",
)
plots.show(
    ax,
    "Three curves from 0 on the left to 1 on the right. The step jumps at a score of 0. The cut-off "
    "line rises straight from -2 to 2 and is flat outside. The sigmoid rises smoothly and comes "
    "close to 0 and 1 without reaching them.",
)

# %% [markdown]
# <details><summary><b>Think:</b> why not divide each class's score by the sum of all scores? And
# why does it help to take <i>e</i> to the power of the scores first? (May)</summary>
#
# Scores may be negative: 3 and $-1$ would give 1.5 and $-0.5$. They may add up to 0, and then you
# can't divide at all. $e^{\Psi}$ is always above 0 and grows with $\Psi$, so after dividing by the
# sum you have proper probabilities in the same order. With two classes whose scores are $z$ and 0
# that gives $e^z/(e^z+e^0)$, which is the curve of the next section. Lecture 07 does it for $K$
# classes.
# </details>

# %% [markdown]
# ## 2. What does the sigmoid do?
#
# The **logistic function**, or **sigmoid** for its S shape, is
#
# $$\sigma(z) = \frac{1}{1+e^{-z}} = \frac{e^z}{e^z+1} .$$
#
# The two forms are the same fraction, multiplied above and below by $e^z$. At $z=0$ both are
# $\tfrac12$; for a large $z$ the first is close to $1/(1+0)$, for a very negative one close to
# $1/(1+\text{a lot})$.

# %%
for score in (-6, -2, -1, 0, 1, 2, 6):
    print(f"sigma({score:+d}) = {logistic.sigmoid(score):.4f}")

# %% [markdown]
# Look at the rows for $+2$ and $-2$: they add up to 1. That is no accident:
#
# 1. $1-\sigma(z) = 1-\dfrac{1}{1+e^{-z}}$: start from what is missing to 1;
# 2. $\phantom{1-\sigma(z)} = \dfrac{e^{-z}}{1+e^{-z}}$: one common denominator;
# 3. $\phantom{1-\sigma(z)} = \sigma(-z)$: the second form above, with $-z$ for $z$.
#
# So $\sigma(-z)=1-\sigma(z)$. Turning a score round swaps the two classes.

# %%
ax = figures.symmetry(2.0, title="What z and −z are given adds up to 1")
plots.show(
    ax,
    "The sigmoid from -6 to 6. At a score of 2 it is 0.881 high, at -2 it is 0.119 high. The two "
    "heights add up to 1, and the curve passes through one half at 0.",
)

# %% [markdown]
# Two more facts will be needed. **Backwards:** from $p=\sigma(z)$ follows $z=\log\frac{p}{1-p}$, the
# logarithm of the *odds*. So a score is a log-odds: 1 more in the score multiplies the odds by $e$.
# **The slope:**
#
# 1. $\sigma'(z) = \dfrac{e^{-z}}{(1+e^{-z})^2}$: chain rule on $(1+e^{-z})^{-1}$;
# 2. $\phantom{\sigma'(z)} = \dfrac{1}{1+e^{-z}}\cdot\dfrac{e^{-z}}{1+e^{-z}}$: as two fractions;
# 3. $\phantom{\sigma'(z)} = \sigma(z)\,(1-\sigma(z))$: steps 2 and 3 from above.

# %%
z = np.array([-3.0, -0.5, 1.0, 4.0])
p, h = logistic.sigmoid(z), 1e-5
print("sigma(z) + sigma(-z)", p + logistic.sigmoid(-z))
print("log odds            ", np.log(p / (1 - p)))
print("slope by the formula", p * (1 - p))
print("slope measured      ", (logistic.sigmoid(z + h) - logistic.sigmoid(z - h)) / (2 * h))

# %% [markdown]
# Boye notes that $0<\sigma(z)<1$ always. That is so in mathematics. A computer keeps about 16
# digits, and with those $\sigma(40)$ is exactly 1. Section 6 shows what that breaks.

# %% [markdown]
# ## 3. How sure is the opinion classifier?
#
# **Logistic regression** is the sigmoid of the score:
#
# $$P(y=1\mid x) = \sigma(\mathbf w\cdot x), \qquad P(y=0\mid x) = 1-\sigma(\mathbf w\cdot x) = \sigma(-\mathbf w\cdot x) .$$
#
# In spite of its name it classifies. It models $P(y\mid x)$ and says nothing about $P(x)$, so it is
# *discriminative*, where naive Bayes is generative. Choose class 1 where the probability is above
# $\tfrac12$, that is where the score is above 0. Here is Boye's quiz, with probabilities:

# %%
p_hat = logistic.predict_probability(w_quiz, X_quiz)
for sentence, x, p in zip(opinions.sentences, X_quiz, p_hat, strict=True):
    verdict = "positive" if p > 0.5 else "negative"
    print(f"{sentence:28} sigma({w_quiz @ x:+.0f}) = {p:.4f}  {verdict}")

# %% [markdown]
# The mixed review gets 0.12, the one without opinion 0.27: both negative, but for the second the
# model would not bet much. Now let both features take any value between 0 and 1. All $x$ with the
# same score share a probability, so the lines of equal probability are parallel. The one for
# $\tfrac12$ is the decision line, here $-1+2x_1-3x_2=0$.

# %%
ax = plots.points(
    X_quiz[:, 1:],
    p_hat > 0.5,
    names=["called negative", "called positive"],
    title="The opinion quiz in probabilities",
    xlabel="positive words, $x_1$",
    ylabel="negative words, $x_2$",
    xlim=(-0.15, 1.15),
    ylim=(-0.15, 1.15),
)
figures.probability_map(w_quiz, ax)
plots.show(
    ax,
    "The unit square, with the four documents at its corners, tinted by the probability of a "
    "positive opinion. Parallel lines mark 0.1, 0.25, 0.5 and 0.75. Only the corner with positive "
    "words and no negative ones lies beyond the solid line of 0.5, towards the lower right.",
)

# %% [markdown]
# **Play.** Take a single feature $x$: $P(y=1\mid x)=\sigma(w_0+w_1x)$. Before you move anything,
# answer: which of the two sliders moves the point where the curve crosses $\tfrac12$? Which makes
# it steeper? And what happens to that point if you double both?

# %%
figures.sigmoid_slider()

# %% [markdown]
# Both sliders move the crossing point, which is at $x=-w_0/w_1$. Only $w_1$ makes the curve
# steeper: its slope there is $w_1/4$. Doubling both leaves the point and doubles the slope: the
# same line, more sure of itself. The perceptron never cared about the length of $\mathbf w$; here
# the length says how much the model trusts its features.

# %% [markdown]
# **One formula for both labels.** For what follows it is handy to write the probability of the
# label that is there, whichever it is:
#
# $$P(y\mid x) = \sigma(\mathbf w\cdot x)^{\,y}\;\bigl(1-\sigma(\mathbf w\cdot x)\bigr)^{1-y} .$$
#
# It is a switch: with $y=1$ the second factor is something to the power of 0, which is 1; with
# $y=0$ the first one is.

# %%
for y in (1, 0):
    print(f"P(y={y} | x) of the four documents:", p_hat**y * (1 - p_hat) ** (1 - y))

# %% [markdown]
# ## 4. Which weights fit the data best?
#
# Those that find the labels we have seen most probable: this is **maximum likelihood**. If the
# examples are independent, the probability of all the labels is a product (lecture 01):
#
# $$L(\mathbf w) = \prod_{i=1}^n P(y_i\mid x_i) .$$
#
# Let us try it on real birds. Can you tell Gentoo penguins ($y=1$) from Adelie ($y=0$) by body mass
# alone? There are 274 birds, standardised, in a shuffled order.

# %%
birds = datasets.penguins().select(["Adelie", "Gentoo"], ["body_mass_g"])
order = np.random.default_rng(5).permutation(len(birds.y))
mass = birds.X[order, 0] / 1000
species = birds.y[order]
X_birds = add_bias(((mass - mass.mean()) / mass.std())[:, None])

for w in ([0, 0], [0, 1], [0, 5], [0, -1]):
    print(f"w = {w!s:8} likelihood {logistic.likelihood(w, X_birds, species):.2e}")

# %% [markdown]
# The order is right: $(0, 5)$ is a far better guess than $(0,-1)$. But what numbers! Each example
# multiplies by something below 1, so the product shrinks with every bird, for good weights too.

# %%
chances = {
    name: np.where(species == 1, p, 1 - p)
    for name, w in (("w = (0, 5)", [0, 5]), ("w = (0, 0)", [0, 0]), ("w = (0, −1)", [0, -1]))
    for p in [logistic.predict_probability(w, X_birds)]
}
ax = figures.shrinking(chances, title="A product of probabilities only shrinks")
plots.show(
    ax,
    "Likelihood against the number of birds multiplied so far, on a logarithmic scale. All three "
    "curves fall steadily: after 274 birds the weights (0, 5) are at about 1e-23, (0, 0) at 1e-83 "
    "and (0, -1) at 1e-145.",
)

# %%
for n in (10, 100, 1000, 1100):
    print(f"{n:5} examples at 1/2 each: likelihood {np.prod(np.full(n, 0.5)):.2e}")

# %% [markdown]
# With 1,100 examples the computer runs out of small numbers (lecture 02 met the same underflow) and
# every model looks equally hopeless. The cure is the same as there: the logarithm never falls when
# its argument grows, so the best $\mathbf w$ stays the best, and it turns the product into a sum:
#
# $$\log L(\mathbf w) = \sum_{i=1}^n \log P(y_i\mid x_i) .$$

# %%
for name, p in chances.items():
    print(f"{name:11} log-likelihood {np.log(p).sum():8.2f}   per bird {np.log(p).mean():7.4f}")

# %% [markdown]
# ## 5. What does a wrong prediction cost?
#
# Turn the log-likelihood into a loss, a number per example that should be small:
#
# 1. $\log P(y\mid x) = y\log\hat p+(1-y)\log(1-\hat p)$: the logarithm of the one formula, with
#    $\hat p=\sigma(\mathbf w\cdot x)$; powers become factors;
# 2. $-\log P(y\mid x)$: a sign, so that more probable means less loss;
# 3. add over the examples, which gives $-\log L(\mathbf w)$;
# 4. divide by $n$, so that losses of data sets of different sizes compare:
#
# $$\ell(\mathbf w) = \frac1n\sum_{i=1}^n\bigl[-y_i\log\hat p_i-(1-y_i)\log(1-\hat p_i)\bigr] .$$
#
# This is the **cross-entropy** loss. None of the steps changes which $\mathbf w$ is best.

# %%
w = np.array([0.0, 5.0])
by_hand = -np.log(logistic.likelihood(w, X_birds, species)) / len(species)
print("-log(likelihood) / n:", round(by_hand, 4))
print("cross-entropy:       ", round(logistic.cross_entropy(w, X_birds, species), 4))

# %% [markdown]
# If you read Boye's slides beside this: there the sum starts at $i=0$ and ends at $m$. That would
# be $m+1$ terms under a $\frac1m$. What is meant is $i=1$ to $m$, as in the product above it, and
# as here with $n$ for $m$.
#
# Only one of the two terms is ever there. Here are both, against the probability and against the
# score.

# %%
ax = figures.branches()
plots.show(
    ax,
    "Two panels. Left, the loss against the probability p: for y = 1 it falls from very high near "
    "p = 0 to 0 at p = 1; for y = 0 it is the mirror image. Right, against the score: for y = 1 the "
    "loss is nearly a straight line of slope -1 for negative scores and nearly 0 for large positive "
    "ones; for y = 0 mirrored. The curves cross at 0.69, where p is one half and the score is 0.",
)

# %% [markdown]
# Being right and sure costs next to nothing, being undecided costs $\log 2\approx0.69$, and being
# wrong costs more the surer you were, without any limit: an example with the score $-1000$ on the
# wrong side costs 1000. A model that never says "impossible" is safe; one that does, and is wrong
# once, has an infinite loss.

# %%
for p in (0.999, 0.9, 0.5, 0.1, 0.001):
    print(f"the right label had probability {p:5}: loss {-np.log(p):.4f}")

# %% [markdown]
# <details><summary><b>Think:</b> why is it called cross-entropy?</summary>
#
# For two distributions $p$ and $q$ the cross-entropy is $H(p,q)=-\sum_k p_k\log q_k$ (May, section
# 17): the mean surprise if events follow $p$ and you expected $q$. Let $p$ be the label, as a
# distribution that is certain: $(1-y, y)$. Let $q$ be the model's: $(1-\hat p,\hat p)$. Then
# $H(p,q)$ is exactly the bracket above. With the natural logarithm surprise is counted in *nats*;
# with base 2 it would be bits.
# </details>

# %% [markdown]
# ## 6. What happens at a score of 1000?
#
# Features are sometimes large: a penguin of 5,000 grams, a weight of 0.2, and the score is 1,000.
# Here are both forms of $\sigma$, and the loss, straight from their formulas. The helper collects
# NumPy's warnings, so that we can read them.


# %%
def loudly(name, compute):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = compute()
    said = "; ".join(dict.fromkeys(str(w.message) for w in caught))
    print(f"{name:18} {result}   {said or 'no warning'}")


z = np.array([-1000.0, 0.0, 1000.0])
loudly("1/(1+e^-z)", lambda: 1 / (1 + np.exp(-z)))
loudly("e^z/(1+e^z)", lambda: np.exp(z) / (1 + np.exp(z)))
p = logistic.sigmoid(z)
loudly("loss for y=0", lambda: 0 - np.log(1 - p))
loudly("loss for y=1", lambda: 0 - np.log(p))

# %% [markdown]
# **Where it breaks:** $e^{1000}$ is too large for a computer and becomes infinite. The first form
# survives, because 1 divided by infinity is 0; the second divides infinity by infinity, which is
# not a number (`nan`). The loss fails in another way: $\sigma(1000)$ rounds to exactly 1, so
# $1-\sigma$ is 0 and its logarithm minus infinity. The true loss is 1000, an ordinary number.
#
# **For $\sigma$ the cure** is to use each form where it is safe. Both need only $e^{-|z|}$, which
# is never above 1:
#
# $$\sigma(z) = \frac{1}{1+e^{-|z|}} \text{ for } z\ge0, \qquad
#   \sigma(z) = \frac{e^{-|z|}}{1+e^{-|z|}} \text{ for } z<0 .$$

# %% [markdown]
# **For the loss** the cure is algebra before arithmetic. Let the **margin** $m$ be $z$ for $y=1$
# and $-z$ for $y=0$, in one formula $m=(2y-1)z$.
#
# 1. $P(y\mid x)=\sigma(m)$: for $y=0$ it is $1-\sigma(z)=\sigma(-z)$, by symmetry;
# 2. $-\log\sigma(m) = \log(1+e^{-m})$: put in $\sigma$; the fraction is gone, and so is the log of
#    a number that rounds to 0;
# 3. for $m<0$ take $e^{-m}$ out: $\log(1+e^{-m}) = -m+\log(1+e^{m})$;
# 4. both cases in one: $\max(0,-m)+\log(1+e^{-|m|})$, where nothing can overflow.
#
# This is a case of the **log-sum-exp** trick: $\log(e^a+e^b)$ with the larger exponent taken out.
# NumPy has it as `np.logaddexp(a, b)`, and we need $a=0$, $b=-m$.

# %%
for m in (2.0, 0.0, -2.0, -1000.0, 1000.0):
    by_steps = max(0, -m) + np.log1p(np.exp(-abs(m)))
    print(f"m = {m:6.0f}: {by_steps:.4f}, by NumPy's function {np.logaddexp(0, -m):.4f}")

# %% [markdown]
# A common way out is to **clip**: keep the probability between $10^{-15}$ and $1-10^{-15}$. That
# silences the warning and keeps the wrong answer. Compare the three on an example with $y=0$:

# %%
print("  score     naive   clipped     exact")
for score in (5.0, 20.0, 30.0, 36.0, 40.0, 1000.0):
    p = logistic.sigmoid(score)
    with np.errstate(divide="ignore"):
        naive = -np.log(1 - p)
    clipped = -np.log(1 - np.clip(p, 1e-15, 1 - 1e-15))
    exact = logistic.cross_entropy([score], [[1]], [0])
    print(f"{score:7.0f} {naive:9.4f} {clipped:9.4f} {exact:9.4f}")

# %% [markdown]
# The naive form is off by a thousandth at a score of 30 and infinite from 40 on. The clipped
# one stops at about 34.5: from there on every mistake costs the same, however gross, so nothing
# pulls the weights back. (`np.log1p(x)`, used further up, is $\log(1+x)$ without rounding $1+x$
# first, which matters for small $x$.)

# %% [markdown]
# ## 7. Which way is downhill?
#
# To lower the loss we need its slope in every weight. One example first, with $z=\mathbf w\cdot x$:
#
# 1. $-\log\sigma(z) = \log(1+e^{-z})$ and $-\log(1-\sigma(z)) = z+\log(1+e^{-z})$: section 6 with
#    $m=\pm z$;
# 2. loss $= y\log(1+e^{-z})+(1-y)\bigl(z+\log(1+e^{-z})\bigr)$: put both into the cross-entropy;
# 3. $\phantom{\text{loss }} = z-yz+\log(1+e^{-z})$: the two logarithms add up to one;
# 4. slope in $z$: $1-y-\dfrac{e^{-z}}{1+e^{-z}}$: term by term, with the chain rule for the last;
# 5. $\phantom{\text{slope}} = 1-y-(1-\sigma(z)) = \sigma(z)-y$: the symmetry of section 2;
# 6. slope in $w_j$: $(\sigma(z)-y)\,x_j$: chain rule, as $z=\sum_j w_jx_j$ changes by $x_j$ for
#    each unit of $w_j$.
#
# The mean over all examples, for all weights at once:
#
# $$\nabla\ell(\mathbf w) = \frac1n\sum_{i=1}^n(\hat p_i-y_i)\,x_i .$$

# %%
w = np.array([0.5, -1.0, 2.0])
X = np.array([[1, 0.5, 2], [1, -1, 0], [1, 2, 1], [1, 0, -1.5]])
y = np.array([1, 0, 0, 1])

print("formula     ", logistic.logistic_gradient(w, X, y))
print("small steps ", numerical_gradient(lambda v: logistic.cross_entropy(v, X, y), w))

# %% [markdown]
# `numerical_gradient` nudges one weight at a time, up and down by a little, and measures how much
# the loss changes; you write it yourself in exercise 08. The two agree.
#
# A note for readers of Boye's part 5e: the result there is the same, but on the way $\partial\theta_i$
# stands once for $\partial\theta_k$, some $x_k$ and sums have lost or misplaced their index (the sums
# start at $i=0$ again), and the last line but one of step (3) closes a parenthesis that it never
# opened.

# %% [markdown]
# **Read it: error times input.** $\hat p-y$ is the error: how much too high the probability was.
# Each example pulls the weights along its own $x$, against its error, and with a strength equal to
# it. A surprised model learns a lot, a sure and right one next to nothing.

# %%
few = np.arange(26)
ax = figures.errors(
    [-0.5, 1.5],
    X_birds[few, 1],
    species[few],
    title="Each bird pulls by its error",
    xlabel="body mass (standardised)",
)
plots.show(
    ax,
    "Twenty-six penguins by body mass: Adelie at height 0, Gentoo at height 1, and the sigmoid with "
    "weights (-0.5, 1.5). A vertical line joins each bird to the curve. The lines are short far "
    "left and far right and long near the middle; the longest belongs to the lightest Gentoo.",
)

# %% [markdown]
# <details><summary><b>Think:</b> when does raising a weight make the loss worse? (Hasegawa-Johnson &
# Hockenmaier)</summary>
#
# When the slope $(\hat p-y)\,x_j$ is above 0. Either the probability is too high already and $x_j$
# is positive, so that a larger $w_j$ pushes it still higher; or it is too low and $x_j$ is negative,
# so that a larger $w_j$ pushes it still lower. If $x_j=0$, the weight has no say in this example.
# </details>

# %% [markdown]
# ## 8. Can descent get stuck?
#
# The best weights are where the gradient is 0. Unlike least squares (lecture 04), that has no formula
# for an answer, so we go there in steps against the gradient. Downhill, but to where? A function is
# **convex** if the middle of every chord lies on or above the curve:
#
# $$f\!\left(\tfrac{a+b}{2}\right)\le\tfrac{f(a)+f(b)}{2} .$$
#
# A convex function has no second valley to get stuck in: every place where the slope is 0 is a
# lowest point. The cross-entropy is convex:
#
# 1. the slope in $z$ is $\sigma(z)-y$, so the slope of the slope is $\sigma(z)(1-\sigma(z))$, by
#    section 2;
# 2. that is above 0 for every $z$: the slope only ever grows, which makes the curve bend upwards;
# 3. along a direction $\mathbf v$ the score of example $i$ changes by $\mathbf v\cdot x_i$, so
#    there the loss bends by $\frac1n\sum_i\hat p_i(1-\hat p_i)(\mathbf v\cdot x_i)^2\ge0$, a sum of
#    squares with positive factors.

# %%
rng = np.random.default_rng(0)
a, b = rng.normal(0, 3, (2, 1000, 3))
loss = logistic.cross_entropy
chord = np.array([(loss(u, X, y) + loss(v, X, y)) / 2 for u, v in zip(a, b, strict=True)])
middle = np.array([loss((u + v) / 2, X, y) for u, v in zip(a, b, strict=True)])
print("chords whose middle lies below the curve:", (chord < middle).sum(), "of", len(a))

p_hat = logistic.predict_probability(w, X)
bend = (X.T * (p_hat * (1 - p_hat))) @ X / len(X)
print("least and most bend in any direction:", np.linalg.eigvalsh(bend)[[0, -1]])

# %% [markdown]
# On the penguins there are two weights, so the whole loss can be drawn. Three descents from
# different starts find the same bottom. (How large a step may be is a question of its own, for
# lecture 06; here $\eta=1$ is small enough.)


# %%
def descend(gradient, w, eta, steps):
    path = [np.array(w, dtype=float)]
    for _ in range(steps):
        path.append(path[-1] - eta * gradient(path[-1]))
    return np.array(path)


paths = {
    f"from ({a}, {b})".replace("-", "−"): descend(
        lambda v: logistic.logistic_gradient(v, X_birds, species), [a, b], eta=1.0, steps=3000
    )
    for a, b in ((-6, 8), (4, 0), (-4, -1))
}
for name, path in paths.items():
    print(f"{name:14} to {path[-1]}")

# %%
ax = plots.loss_surface(
    lambda v: logistic.cross_entropy(v, X_birds, species),
    paths,
    title="One valley",
    xlabel="bias, $w_0$",
    ylabel="weight of body mass, $w_1$",
)
plots.show(
    ax,
    "Contours of the cross-entropy over the two weights: a single long valley. Three paths of "
    "descent start at different sides and end at the same star near (-0.58, 5.2).",
)

# %% [markdown]
# ## 9. What does learning look like?
#
# Boye's figure of the quiz has sixteen points; the weights $(-1,2,-3)$ get 11 of them right. (The
# coordinates are not printed; our points have the same counts.) Now let the weights learn by
# steps against the gradient, with $\eta=4$.
#
# **Before you press anything:** will the line mostly turn or mostly shift? Will all sixteen come out
# right? Then try the other starts, and compare where they end.

# %%
reviews = datasets.opinion_points()
figures.learning_stepper(reviews.X, reviews.y)

# %% [markdown]
# From the quiz's weights the line first shifts: after one step 14 of 16 are right. Then it turns,
# slowly, although no further point changes sides: the loss still falls, because the probabilities
# get better. The perceptron would go on jumping for ever here, as no line separates these points.
# All three starts lead to the same weights (here to within a hundredth), as section 8 promised.

# %%
for start, first in figures.STARTS.items():
    path = figures.descent(reviews.X, reviews.y, first)
    losses = [logistic.cross_entropy(v, add_bias(reviews.X), reviews.y) for v in path[[0, 25, -1]]]
    print(f"{start:31} losses {np.round(losses, 4)}  ends at {path[-1].round(2)}")

# %% [markdown]
# **Are the probabilities any good?** If the model gives 0.7 to many birds, about seven in ten of
# them should be Gentoo. Sort the 274 penguins by mass, cut them into eleven groups, and compare the
# share of Gentoo in each with the curve that was learnt.

# %%
w_birds = paths["from (4, 0)"][-1]
right = ((X_birds @ w_birds > 0) == species).sum()
print(
    f"loss {logistic.cross_entropy(w_birds, X_birds, species):.4f}, right {right} of {len(species)}"
)

ax = figures.calibration(
    w_birds,
    X_birds[:, 1],
    species,
    bins=11,
    title="Learnt probabilities and observed shares",
    xlabel="body mass (standardised)",
)
plots.show(
    ax,
    "The learnt sigmoid rises from 0 to 1 between about -0.6 and 0.9 standard deviations of body "
    "mass. Eleven squares mark the share of Gentoo among birds of similar mass; they lie close to "
    "the curve.",
)

# %% [markdown]
# **Where it breaks:** data that a line separates. There every example can be made more probable by
# making $\mathbf w$ longer, so the loss has no lowest point: it falls towards 0 for ever while the
# weights grow without end.

# %%
toy = datasets.separable(np.random.default_rng(4), n=40, margin=0.15)
X_toy, y_toy = add_bias(toy.X), (toy.y == 1).astype(int)
path = descend(lambda v: logistic.logistic_gradient(v, X_toy, y_toy), np.zeros(3), 2.0, 10_000)
for step in (10, 100, 1_000, 10_000):
    loss = logistic.cross_entropy(path[step], X_toy, y_toy)
    print(f"after {step:6} steps: loss {loss:.4f}, length of w {np.linalg.norm(path[step]):6.2f}")

# %% [markdown]
# Its probabilities get ever closer to 0 and 1, surer than forty points can justify. Lecture 06 has
# two remedies: stop early, or make long weights cost something.

# %% [markdown]
# ## 10. Is the tanh perceptron the same thing?
#
# Hasegawa-Johnson & Hockenmaier take another road to a smooth classifier. They keep the labels
# $-1$ and $+1$, replace the sign of the score by its hyperbolic tangent, and add up squared errors:
#
# $$\text{loss} = \sum_{i=1}^n\bigl(y_i-\tanh(\mathbf w\cdot x_i)\bigr)^2 .$$
#
# Their slide says that this is also known as logistic regression. Half of that is right. The
# *curve* is the same up to scale:
#
# 1. $\tanh z = \dfrac{e^z-e^{-z}}{e^z+e^{-z}}$: by definition;
# 2. $\phantom{\tanh z} = \dfrac{1-e^{-2z}}{1+e^{-2z}}$: divide above and below by $e^z$;
# 3. $\phantom{\tanh z} = \dfrac{2}{1+e^{-2z}}-1$: as $1-e^{-2z}=2-(1+e^{-2z})$;
# 4. $\phantom{\tanh z} = 2\,\sigma(2z)-1$: twice as high, twice as steep, and one lower.

# %%
z = np.array([-2.0, -0.5, 0.0, 1.0, 3.0])
print("tanh(z)        ", np.tanh(z))
print("2 sigma(2z) - 1", 2 * logistic.sigmoid(2 * z) - 1)

# %%
z = np.linspace(-4, 4, 161)
ax = figures.curves(
    z,
    {
        "σ(z)": logistic.sigmoid(z),
        "tanh z = 2σ(2z) − 1": np.tanh(z),
        "sign of z": np.where(z == 0, np.nan, np.sign(z)),
    },
    title="Two curves of one family",
    xlabel="score z",
    ylabel="output",
    legend="upper left",
)
plots.show(
    ax,
    "The sigmoid rises from 0 to 1; tanh rises from -1 to 1 and twice as fast; the sign jumps from "
    "-1 to 1 at 0.",
)

# %% [markdown]
# The *loss* is another one, and that is what makes logistic regression. Its gradient, with
# $t=\tanh(\mathbf w\cdot x)$:
#
# 1. slope of $(y-t)^2$ in $t$: $-2(y-t)$: chain rule for a square;
# 2. slope of $t$ in $z$: $1-t^2$: from $t=2\sigma(2z)-1$ the slope is
#    $4\,\sigma(2z)(1-\sigma(2z))$, and $\sigma(2z)=\frac{1+t}{2}$;
# 3. slope of $z$ in $w_j$: $x_j$;
# 4. all three, added over the examples: $\sum_i -2\,(y_i-t_i)\,(1-t_i^2)\,x_i$.

# %%
y_signed = np.where(y == 1, 1, -1)
print("formula     ", logistic.tanh_gradient(w, X, y_signed))
print("small steps ", numerical_gradient(lambda v: logistic.tanh_loss(v, X, y_signed), w))

# %% [markdown]
# The shape is the same, error times input, with one factor more: $1-t^2$. It is close to 0 wherever
# the output is close to $\pm1$, *right or wrong*. Watch what each loss learns from an example with
# label $+1$ as its score gets worse:

# %%
print("score   logistic: loss, pull    tanh: loss, pull")
for score in (1.0, 0.0, -1.0, -3.0, -5.0, -10.0):
    one, v = [[1.0]], [score]
    print(
        f"{score:5.0f} {logistic.cross_entropy(v, one, [1]):14.4f}"
        f"{-logistic.logistic_gradient(v, one, [1])[0]:8.4f}"
        f"{logistic.tanh_loss(v, one, [1]):12.4f}{-logistic.tanh_gradient(v, one, [1])[0]:8.4f}"
    )

# %% [markdown]
# At a score of $-10$ the logistic loss pulls with full strength. The tanh perceptron has given up:
# its loss is flat at 4, and the pull is 0 to four places. A flat roof also means that it is **not
# convex**:

# %%
ax = figures.margins(title="One bends up everywhere, the other does not")
plots.show(
    ax,
    "Loss of one example against its margin from -5 to 5. The cross-entropy falls like a straight "
    "line and flattens out near 0. The tanh loss is flat at 4 on the left, falls around 0 and is 0 "
    "on the right. A dotted chord of the tanh loss from -5 to 0 runs below its curve.",
)

# %% [markdown]
# The middle of the dotted chord lies below the curve, so the test of section 8 fails. And here is
# what it can do. Five examples with one feature and one weight give the tanh loss two valleys.
# Where you end depends on where you start. The cross-entropy of the same five has one.

# %%
x_five = np.array([[5.0], [0.5], [0.5], [0.5], [0.1]])
y_five = np.array([1, -1, -1, -1, 1])
starts = {"from w = 3": [3.0], "from w = −5": [-5.0]}

tanh_paths = {
    name: descend(lambda v: logistic.tanh_gradient(v, x_five, y_five), w0, 0.01, 3000)[:, 0]
    for name, w0 in starts.items()
}
log_paths = {
    name: descend(lambda v: logistic.logistic_gradient(v, x_five, y_five == 1), w0, 0.1, 3000)[:, 0]
    for name, w0 in starts.items()
}
for name in starts:
    print(
        f"{name:12} tanh ends at {tanh_paths[name][-1]:.3f}, logistic at {log_paths[name][-1]:.3f}"
    )

# %%
left, right = plots.panels(columns=2, width=7.8, height=3.6)
figures.valleys(
    lambda v: logistic.tanh_loss([v], x_five, y_five),
    tanh_paths,
    left,
    title="tanh and squares: two valleys",
)
figures.valleys(
    lambda v: logistic.cross_entropy([v], x_five, y_five == 1),
    log_paths,
    right,
    title="Cross-entropy: one valley",
    ylabel="",
)
plots.show(
    left,
    "Two panels with the loss against a single weight. Left, tanh and squares: two valleys, at about "
    "-2.15 and 0.13; the descent from -5 ends in the left one, the descent from 3 in the right one. "
    "Right, cross-entropy: one valley, and both descents end in it.",
)

# %% [markdown]
# There is one thing to be said for the roof: a wrongly labelled example can't cost more than 4,
# while its cross-entropy is unbounded. But if you want probabilities, and a training that ends in
# the same place every time, take the cross-entropy.

# %% [markdown]
# ## Check yourself
#
# 1. A model's score goes from 0 to $\log 3$. What was the probability, and what is it now?
# 2. All weights are multiplied by 10. What happens to the decision line and to the probabilities?
# 3. Three examples get the probabilities 0.9, 0.8 and 0.4 for $y=1$; their labels are 1, 0, 1. What
#    is the likelihood, and what is the loss?
# 4. A friend's loss prints `nan` after an hour of training. Which two formulas do you look at?
# 5. An example has $x=(1,0,-2)$, $y=0$ and $\hat p=0.75$. What is its gradient?
#
# <details><summary>Answers</summary>
#
# 1. It was $\tfrac12$. As $e^{-\log3}=\tfrac13$, it is now $1/(1+\tfrac13)=\tfrac34$: odds of 3 to 1.
# 2. The line stays, because a score of 0 stays 0. All probabilities move away from $\tfrac12$.
# 3. $0.9\cdot0.2\cdot0.4=0.072$, and $-\log(0.072)/3\approx0.877$.
# 4. The sigmoid, if it is $e^z/(1+e^z)$, and the logarithm of it: $0\cdot\log0$ is `nan` too.
# 5. $(\hat p-y)\,x = 0.75\cdot(1,0,-2) = (0.75, 0, -1.5)$.
# </details>

# %% [markdown]
# ## Take-aways
#
# - $P(y=1\mid x)=\sigma(\mathbf w\cdot x)$: the score is the log-odds, its sign the class, and
#   $\sigma(-z)=1-\sigma(z)$.
# - Maximum likelihood, a logarithm, a sign and a mean give the cross-entropy; being sure and wrong
#   costs without limit.
# - Compute it as $\log(1+e^{-m})$ by `logaddexp`: exact at any score. Clipping hides the error.
# - The gradient is the mean of error times input, $(\hat p-y)\,x$, and the loss is convex: one
#   valley. On separable data it has no bottom.
# - tanh with squared errors has the same curve and another loss, one that is flat where it is most
#   wrong, and not convex.
#
# **Go on with** [exercise 05](../exercises/05-logistic/05-logistic.ipynb): you write every function
# of this lecture yourself.
#
# ### Sources
#
# J. Boye, *DD2418 Language Engineering*, parts 5a to 5f, KTH. M. Hasegawa-Johnson & J. Hockenmaier,
# *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0). J. May, *Linear Models*, 2023. Further
# reading: D. R. Cox, *The regression analysis of binary sequences*, Journal of the Royal Statistical
# Society B 20, 1958. P. Auer, M. Herbster & M. K. Warmuth, *Exponentially many local minima for
# single neurons*, NIPS 8, 1996. Penguins: Horst, Hill & Gorman, 2020.
