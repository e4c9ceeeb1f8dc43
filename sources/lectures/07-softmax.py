# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 07 Softmax regression
#
# **From scores to probabilities, and what the probabilities are worth.**
#
# About 110 minutes, pencil work included, and another 40 for the problems. Take a break after section
# {#price}. Builds on lectures 04 and 06.
#
# A machine that has studied a thousand handwritten digits is shown a scrawl that it has never seen.
# It answers with ten numbers, one score per digit, and points to the largest. The machine is the
# averaged perceptron of lecture 04, and pointing is all that it was ever taught.

# %% tags=["hide-input"]
from collections import Counter, defaultdict
from itertools import pairwise

import numpy as np

from lincourse import datasets, perceptron, plots
from lincourse.features import add_bias
from lincourse.figures import softmax as figures

np.set_printoptions(precision=4, suppress=True)
digits = datasets.digits()
order = np.random.default_rng(0).permutation(len(digits.y))
grey, y = add_bias(digits.X[order]), digits.y[order]  # a pixel goes from 0, white, to 16, black
W_perceptron = perceptron.averaged_perceptron(grey[:1000], y[:1000], 10, eta=1.0, epochs=5)

scrawl = 1796  # not among the first thousand
ax = figures.digit_and_scores(grey[scrawl, 1:].reshape(8, 8), W_perceptron @ grey[scrawl])
plots.show(
    ax,
    "Left, a picture of eight by eight grey pixels that could be a 3 or an 8. Right, its ten "
    "scores as bars: the 8 has 4225, the 3 has 3213, all others are far behind.",
)

# %% [markdown]
# It points to the 8. Now somebody offers you a ticket that pays one euro if the picture really is
# an 8. **What is the most you would pay for it?** The 8 leads the 3 by 1,012 points, but a thousand
# points of *what*? Scores have no unit. You may want to say 60 cents; the machine can't say anything.
#
# Here is a machine that can. It has counted, in the 8,530 film sentences of lecture 02, which word
# follows which, so it can give a probability to every possible next word. Such a program is a
# **language model**, and ours, which looks back at one word, is the smallest of its kind.

# %%
following = defaultdict(Counter)  # for each word: how often each other word came next
for sentence in datasets.rotten_tomatoes().documents:
    for word, next_word in pairwise(sentence):
        following[word][next_word] += 1

favourites = following["very"].most_common(6)
print("after 'very', of", following["very"].total(), "times:", favourites)

# %% tags=["hide-input"]
words, counts = zip(*favourites, strict=True)
total = following["very"].total()
shares = np.array([*counts, total - sum(counts)]) / total
ax = figures.glasses(shares, [*words, "all others"])
plots.show(
    ax,
    "Seven glasses with water at different levels: funny 0.09, good 0.06, little 0.05, much 0.04, "
    "bad 0.04, well 0.03, and all other words together 0.70.",
)

# %% [markdown]
# **You have one litre of water, and a glass for every possible answer. The water is belief, and you
# must pour out all of it.** An empty glass means *impossible*, a full one *certain*. Our little model
# pours by counting. The models behind today's chatbots compute a score for each word, or piece of a
# word, and must get from scores to a litre: the step that our reader of digits has never learnt.
#
# Three questions, then. How do you pour, given scores? How do you learn to pour well? And what is the
# ticket worth?

# %% [markdown]
# **In this lecture**
#
# {contents}
#
# {formulas}

# %% [markdown] section="softmax"
# ## 1. How do you pour from scores?
#
# Write $z_k=\mathbf w_k\cdot x$ for the score of class $k$, with one row $\mathbf w_k$ of $W$ per
# class. We want a probability $\hat p_k$ for every class: none negative, one litre in all, and the
# most for the largest score. Adding the same number to every score changes no decision, so it
# should move no water either.
#
# **Before you run it:** each of these four ideas fails somewhere. Which failures do you see coming?


# %%
def share(parts):
    return parts / parts.sum()


for z in (np.array([2.0, -1.0, 0.5]), np.array([12.0, 9.0, 10.5])):  # the second is 10 higher
    print("scores", z)
    print("  divide by the sum:         ", share(z))
    print("  cut off below 0, divide:   ", share(np.maximum(z, 0)))
    print("  subtract the least, divide:", share(z - z.min()))
    print("  square, divide:            ", share(z**2))

# %% [markdown]
# Dividing by the sum puts 1.33 litres into one glass and *minus* two thirds of a litre into
# another. Squaring gives the worst score more than the middle one. These two and cutting off pour
# quite differently once 10 is added. Subtracting the least score passes that test but always leaves
# a glass empty, and *impossible* is a bold claim: remember the unseen words of lecture 02.
#
# <details><summary><b>Think:</b> what would <i>e</i> to the power of a score do better?</summary>
#
# $e^z$ is positive for every $z$; it grows with $z$, so the order stays; and $e^{z+c}=e^c\,e^z$, so a
# constant added to all scores becomes a common factor and cancels.
# </details>
#
# Instead of guessing a fifth time, ask what a score should *mean*. With two classes, lecture 05 made
# it the log-odds. Ask the same of every pair of classes, and the formula is no longer ours to
# choose:
#
# 1. $\log\dfrac{\hat p_j}{\hat p_k}=z_j-z_k$ for all $j$ and $k$ — *the lead in score is the
#    log-odds*
# 2. $\hat p_j=\dfrac{\hat p_k}{e^{z_k}}\;e^{z_j}$ — *take $e$ to the power of both sides, and solve
#    for $\hat p_j$*
# 3. $1=\sum_j\hat p_j=\dfrac{\hat p_k}{e^{z_k}}\sum_j e^{z_j}$ — *add up over all $j$: there is one
#    litre*
# 4. $\hat p_k=\dfrac{e^{z_k}}{\sum_j e^{z_j}}$ — *solve for $\hat p_k$*
#
# This is the **softmax** of the scores, $\hat p=S(z)$, also called the **normalised exponential**.
# Each class asks for $e^{z_k}$, and all get the same fraction of what they asked for. One more
# point of score makes a class $e\approx2.718$ times as probable *compared with any other*. Scores
# that are read in this way are called **logits**.
#
# Once by hand, for a classic quiz that will stay with us: three classes, and $x=(1,1,1,0)$ with the
# constant 1 first.
#
# | class | its row of $W$ | score $z_k$ | asks for $e^{z_k}$ | gets $\hat p_k$ |
# |---|---|---|---|---|
# | 0 | $(0.45, -0.12, 0.14, 1.3)$ | $0.45-0.12+0.14=0.47$ | 1.600 | $1.600/4.925=0.325$ |
# | 1 | $(-0.7, 0.9, 0.68, -0.31)$ | $-0.7+0.9+0.68=0.88$ | 2.411 | $2.411/4.925=0.490$ |
# | 2 | $(-0.26, 0.05, 0.12, 0.51)$ | $-0.26+0.05+0.12=-0.09$ | 0.914 | $0.914/4.925=0.186$ |
#
# Class 1 wins with less than half of the water. **Before you run the next cell:** the scores 1, 2, 3
# and 4 add up to 10, so the 4 is 40 % of them. Will it get 40 % of the litre, less, or more?

# %%
from lincourse.softmax import softmax

W_quiz = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
x_quiz = np.array([1, 1, 1, 0])
print("the quiz:           ", softmax(W_quiz @ x_quiz))
print("scores 1, 2, 3 and 4:", softmax([1, 2, 3, 4]))

z = W_perceptron @ grey[scrawl]
with np.errstate(all="ignore"):  # NumPy would warn, rightly
    print("the scrawl, straight from the formula:", share(np.exp(z)))

# %% [markdown]
# The 4 gets 64 %: softmax favours the top, which is the "max" in its name. But $e$ to the power of
# four of the scrawl's scores exceeds the largest number a computer keeps (about $10^{308}$, reached
# at a score of 709), and infinity divided by infinity is "not a number". The cure is in the
# mathematics. Add any constant $c$ to all the scores:
#
# 1. $S(z+c)_k=\dfrac{e^{z_k+c}}{\sum_j e^{z_j+c}}$ — *substitute*
# 2. $\phantom{S(z+c)_k}=\dfrac{e^c\,e^{z_k}}{e^c\sum_j e^{z_j}}$ — *a sum in the exponent is a
#    product*
# 3. $\phantom{S(z+c)_k}=S(z)_k$ — *the common factor cancels*
#
# Only differences between scores count, so choose the $c$ that suits the computer: minus the
# largest score. Then the largest power is $e^0=1$, and nothing can overflow. Many try another cure
# first, cutting the scores off at 700:

# %%
print("shifted: ", softmax(z))
print("cut off: ", softmax(np.minimum(z, 700)))

# %% [markdown]
# The cut runs without a warning and calls four classes equal, although two of them are more than
# 3,000 points behind the winner. A shift is exact; a cut is a lie.

# %% [markdown] section="temperature"
# ## 2. What does the dial do?
#
# After the shift, the 8 has a probability of 1. Is the machine *that* sure? Lecture 04 gives a
# reason for doubt: a perceptron that starts from zero makes the same decisions at every learning
# rate, because the rate only multiplies all of its weights. Here it is, trained at three rates.

# %%
for eta in (1, 0.001, 0.0001):
    W = perceptron.averaged_perceptron(grey[:1000], y[:1000], 10, eta, epochs=5)
    print(f"eta {eta:6}:", softmax(W @ grey[scrawl]))

# %% [markdown]
# Same decisions on every picture, and the machine says "certain", "probably" or "no idea", as you
# please. Softmax turns *any* scores into shares. Whether they deserve to be called probabilities
# depends on where the scores came from, and a perceptron's were never meant to be log-odds.
#
# The dial has a name. Dividing all scores by a number $T>0$ before the softmax,
# $$S(z/T)_k=\frac{e^{z_k/T}}{\sum_j e^{z_j/T}},$$
# sets the **temperature** to $T$. The word is meant literally: the molecules of a gas spread over its
# states in just this way, with minus the energy as score (Boltzmann, 1868, up to a constant). In the
# cold nearly all sit in the best state; in the heat they are everywhere.
#
# Chatbots have the same dial. Try it on our language model, with the logarithms of its counts as
# scores: as $e^{\log 4}=4$, at $T=1$ each word is drawn as often as it was counted.
# **Before you run it:** what will the sentences look like at $T=0.2$, and what at $T=5$?

# %%
from lincourse.softmax import softmax_at


def write(word, T, rng):
    """Up to fifteen words, each drawn from those that were seen after the one before."""
    words = [word]
    while len(words) < 15 and words[-1] != "." and following[words[-1]]:
        candidates, counts = zip(*following[words[-1]].items(), strict=True)
        words.append(str(rng.choice(candidates, p=softmax_at(np.log(counts), T))))
    return " ".join(words)


for T in (0.2, 1.0, 5.0):
    for seed in (2, 3):
        print(f"T = {T}:", write("a", T, np.random.default_rng(seed)))

# %% [markdown]
# In the cold the model takes what is most frequent, and then takes it again. At $T=1$ it sounds like
# a review heard through a wall. At $T=5$ a word that was counted 400 times is only
# $400^{1/5}\approx3.3$ times as likely as one that was counted once.
#
# **Play.** Run the cell to get three sliders over the six favourites after "very" (three temperatures
# are drawn below). Predict first: which slider does nothing at all? And can the temperature make the
# second word overtake the first?

# %%
figures.softmax_slider(np.log(counts), words)

# %% [markdown]
# Adding to *every* score does nothing, as section {#softmax} proved. The temperature never changes the order,
# so it can't help the second word past the first. As $T\to0$ the winner takes all: that is **arg
# max**, the perceptron's pointing finger, as a vector with a single 1 (if no two scores tie). Arg max
# is flat almost everywhere, so its slope teaches nothing. Softmax has a slope everywhere, and with two
# classes you know it:
#
# 1. $S(z)_1=\dfrac{e^{z_1}}{e^{z_0}+e^{z_1}}$ — *softmax of two scores*
# 2. $\phantom{S(z)_1}=\dfrac1{1+e^{-(z_1-z_0)}}$ — *divide numerator and denominator by $e^{z_1}$*
# 3. $\phantom{S(z)_1}=\sigma(z_1-z_0)$ — *the sigmoid of lecture 05*
#
# So *logistic regression is softmax with two classes*, and its one weight vector is the difference
# $\mathbf w_1-\mathbf w_0$ of two rows. That is why the model of this lecture, $\hat p=S(Wx)$, is
# called **softmax regression** or **multinomial logistic regression**. It is also a **one-layer
# network**: one layer of weights between the features and the probabilities. A deep classifier puts
# more layers below and usually ends in this one.

# %%
from lincourse.logistic import sigmoid

print("softmax of (2, 1):", softmax([2, 1]), " sigmoid of 1 - 2:", round(sigmoid(1 - 2), 4))

# %% [markdown] section="cross-entropy"
# ## 3. What is a bet worth?
#
# Any temperature gives a litre. To choose, put a price on it. A bent coin shows heads seven times in
# ten. Before each toss you divide your litre between heads and tails, under one of two contracts:
#
# - the first *pays* you for the *amount* of water in the right glass;
# - the second *charges* you minus its *logarithm*: a full glass costs nothing, half a glass 0.69, an
#   empty one more than you have.
#
# **Before you look:** what would you pour under each?

# %%
heads = np.linspace(0.01, 0.99, 99)  # how much you pour into the glass of heads
paid = 0.7 * heads + 0.3 * (1 - heads)
charged = -0.7 * np.log(heads) - 0.3 * np.log(1 - heads)

# %% tags=["hide-input"]
ax = figures.contracts(heads, paid, charged)
plots.show(
    ax,
    "Two panels against the water poured into heads. Left, the mean pay is a straight line from 0.3 "
    "to 0.7; the last value tried, 0.99, is best. Right, the mean charge is a bowl, lowest at 0.70.",
)

# %% [markdown]
# Under the first contract you exaggerate: everything goes to heads (our grid ends at 0.99). Under the
# second you pour exactly 0.7. A price that makes honesty best is a **proper scoring rule**. So let one
# example cost
# $$\ell_i=-\log\hat p_y,$$
# the **surprise** at the right class: 0 if its probability is 1, 4.6 if it is 0.01, infinite if it
# is 0.
#
# The same price follows from **maximum likelihood**: take the weights under which the observed
# labels are most probable. One draw from $K$ outcomes with the probabilities
# $\varphi_0,\dots,\varphi_{K-1}$ follows the **categorical distribution**. Only $K-1$ of these numbers
# are free: the last is what the others leave of the litre. With the **indicator** $[x=k]$, which is 1
# if $x=k$ and 0 otherwise, $P(X=x)=\prod_k\varphi_k^{[x=k]}$, as all factors but one have the exponent
# 0. The indicators of a label $y$ make up its **one-hot** vector, the target $t$ with $t_k=[y=k]$. Now
# the likelihood of all labels, with $\hat p_{ik}$ the probability of class $k$ for example $i$:
#
# 1. $\mathcal L(W)=\prod_i P(y_i\mid x_i)$ — *given the examples, the labels are independent*
# 2. $\phantom{\mathcal L(W)}=\prod_i\prod_k\hat p_{ik}^{\,t_{ik}}$ — *each label is one categorical
#    draw*
# 3. $\log\mathcal L(W)=\sum_i\sum_k t_{ik}\log\hat p_{ik}$ — *products become sums, exponents become
#    factors*
# 4. $\phantom{\log\mathcal L(W)}=\sum_i\log\hat p_{i,y_i}$ — *in each inner sum only the right class
#    is left*
# 5. $\ell(W)=-\dfrac1n\log\mathcal L(W)=\dfrac1n\sum_i-\log\hat p_{i,y_i}$ — *minus, so that small is
#    good; the mean, so that data sets of different sizes can be compared*
#
# This is the **negative log-likelihood**: our price, averaged. It is also a **cross-entropy**,
# $$H(p,q)=-\sum_k p_k\log q_k\qquad(\text{with }0\log0=0),$$
# the mean surprise if you believe $q$ while things happen according to $p$. By line 3 the loss of one
# example is $H(t,\hat p)$, the truth first.
#
# The natural logarithm measures it in **nats**. With the logarithm to base 2 the unit is the
# **bit**, and you can count it. Four words occur with the probabilities
# $p=(\frac12,\frac14,\frac18,\frac18)$. Give them the codewords 0, 10, 110 and 111, each $-\log_2p_k$
# digits long; none begins another, so a message needs no commas. A word then takes
# $\frac12\cdot1+\frac14\cdot2+\frac18\cdot3+\frac18\cdot3=1.75$ bits on average: $H(p,p)$, the
# **entropy** of $p$. If you believe $q=(\frac14,\frac14,\frac14,\frac14)$, you give every word two
# digits: $H(p,q)=2$ bits. **Before you run it:** how many bits does a word take with the first code if
# all four are equally frequent?

# %%
from lincourse.softmax import bits, entropy_between

p, q = [1 / 2, 1 / 4, 1 / 8, 1 / 8], [1 / 4, 1 / 4, 1 / 4, 1 / 4]
print("truth p, belief p:", bits(p, p), "bits")
print("truth p, belief q:", bits(p, q), "bits, or", round(entropy_between(p, q), 4), "nats")
print("truth q, belief p:", bits(q, p), "bits")
print("belief one-hot:   ", bits([0.2, 0.7, 0.1], [0, 1, 0]), "bits")

# %% [markdown]
# It takes 2.25 bits: $H(q,p)\neq H(p,q)$, and $H(\hat p,t)$, the wrong order for a loss, is infinite.
# The avoidable part of $H(p,q)$, here $2-1.75=0.25$ bits, is the **Kullback-Leibler divergence**
# $D_{\text{KL}}(p\,\Vert\,q)=H(p,q)-H(p,p)$. It is never negative, and 0 only for $q=p$: honesty is
# the best policy.
#
# To *compute* the loss, never take the logarithm of a probability that may have been rounded to 0.
# Put the formula of the softmax in first, and take the largest score, $c=\max_k z_k$, out of the
# sum. This is the **log-sum-exp** trick:
# $$-\log\hat p_y=\log\sum_k e^{z_k}-z_y=c+\log\sum_k e^{z_k-c}-z_y .$$

# %%
from lincourse.softmax import softmax_loss

z_far = np.array([1000.0, 0.0, -1000.0])
with np.errstate(all="ignore"):
    print("logarithm last:", -np.log(softmax(z_far)[1]))
print("softmax_loss:  ", softmax_loss(z_far[:, None], [[1.0]], [1]))

# %% [markdown]
# Taking the logarithm last gives an infinite loss where the right one is 1000.

# %% [markdown] section="price"
# ## 4. Who pays more, the perceptron or ignorance?
#
# Let the perceptron pay for its bets on the 397 pictures of the test part. Its temperature is a
# hyperparameter, chosen on the 400 pictures of the validation part (lecture 06). Its rival knows nothing
# and always bets a tenth on each digit, at $-\log\frac1{10}=\log10$ a picture. **Before you run it:** the
# perceptron names the right digit in more than nine cases out of ten. Which of the two pays more?

# %%
validation, test = slice(1000, 1400), slice(1400, None)
right = (grey[test] @ W_perceptron.T).argmax(axis=1) == y[test]
print("perceptron right:", right.sum(), "of", len(right))
print("a tenth on each digit: loss", round(np.log(10), 3))
for T in (1, 10, 100, 1000, 10_000):
    on_validation = softmax_loss(W_perceptron / T, grey[validation], y[validation])
    on_test = softmax_loss(W_perceptron / T, grey[test], y[test])
    print(f"perceptron at T = {T:5}: validation {on_validation:6.3f}, test {on_test:6.3f}")
on_mistakes = softmax_loss(W_perceptron, grey[test][~right], y[test][~right])
print(f"at T = 1, mean loss of its {(~right).sum()} mistakes: {on_mistakes:.0f}")

# %% [markdown]
# At $T=1$ the perceptron pays 21 times as much as its rival, although it is right in 385 cases of
# 397: it bets everything on every answer, and its 12 mistakes cost about 1,600 nats each. Accuracy
# can't see this.
#
# At $T=1000$, which the validation part prefers, the very same machine pays 0.138. Choosing one
# temperature on held-out data is a common repair for models that are too sure of themselves,
# **temperature scaling**.
#
# Remember $\log K$, the cost of ignorance among $K$ classes: 0.69 for two, 2.30 for ten. With weights
# of zero all classes are equally probable, so if your first loss isn't $\log K$, there is a mistake in
# the code.

# %% [markdown] section="gradient"
# ## 5. Which way should the water be poured?
#
# A dial repairs bets afterwards. It would be better to learn to bet, so let us move the weights
# against the gradient of the loss (lecture 06). Begin at the scores. For one example with the right
# class $y$ and the one-hot target $t$, $\;\ell_i=\log\sum_j e^{z_j}-z_y$.
#
# 1. $\dfrac{\partial(-z_y)}{\partial z_k}=-t_k$ — *minus 1 for the right class, 0 for the others*
# 2. $\dfrac{\partial}{\partial z_k}\log\sum_j e^{z_j}=\dfrac1{\sum_j e^{z_j}}\cdot\dfrac{\partial}{\partial z_k}\sum_j e^{z_j}$
#    — *chain rule, and $(\log u)'=1/u$*
# 3. $\phantom{\dfrac{\partial}{\partial z_k}\log\sum_j e^{z_j}}=\dfrac{e^{z_k}}{\sum_j e^{z_j}}=\hat p_k$
#    — *only the term $j=k$ contains $z_k$*
# 4. $\dfrac{\partial\ell_i}{\partial z_k}=\hat p_k-t_k$ — *lines 1 and 3 together*
#
# *Probability minus target.* A step goes against the gradient, so it pushes each score by
# $t_k-\hat p_k$ times a constant. For the quiz, with class 2 as the right one:

# %% tags=["hide-input"]
p_hat = softmax(W_quiz @ x_quiz)
ax = figures.glasses(p_hat, ["class 0", "class 1", "class 2 (right)"], right=2, pushes=True)
plots.show(
    ax,
    "Three glasses, 0.32, 0.49 and 0.19 full. An arrow leads from each level to its target: down to "
    "the bottom in the first two, minus 0.32 and minus 0.49, up to the rim in the third, the right "
    "one, plus 0.81.",
)

# %% [markdown]
# **This is the picture to keep.** Each arrow leads from where the water stands to where it should be,
# up for a gain, down for a loss. The right class asks for exactly what it lacks, $1-\hat p_y=0.81$;
# every wrong class pays exactly what it holds, 0.32 and 0.49. Hopeless rivals hardly pay, and once the
# right class is nearly certain, the arrows all but vanish. (They push the *scores*. The water follows
# through the softmax, not in these exact amounts.)
#
# From the scores it is one step to the weights. Raising the weight $w_{kj}$ by a little raises $z_k$ by
# $x_j$ times as much, and no other score:
# $$\frac{\partial\ell_i}{\partial\mathbf w_k}=(\hat p_k-t_k)\,x,\qquad
#   \nabla_W\,\ell_i=(\hat p-t)\,x^\top,\qquad W\leftarrow W-\eta\,(\hat p-t)\,x^\top .$$
# Error times input, as in lecture 05, one row per class. The **outer product** $(\hat p-t)\,x^\top$ has
# the entry $(\hat p_k-t_k)\,x_j$ in row $k$ and column $j$. For $n$ examples take the mean.
#
# Never trust a gradient that hasn't been measured. `numerical_gradient` moves one weight at a time up
# and down by $h=10^{-5}$ and divides the change of the loss by $2h$. To see what a mistake looks like,
# we also measure a version that has only the row of the right class.

# %%
from lincourse.derivations import numerical_gradient
from lincourse.softmax import softmax_gradient


def relative_error(formula, measured):
    return np.linalg.norm(formula - measured) / np.linalg.norm(measured)


gradient = softmax_gradient(W_quiz, [x_quiz], [2])
measured = numerical_gradient(lambda W: softmax_loss(W, [x_quiz], [2]), W_quiz, 1e-5)
only_right = gradient * [[0], [0], [1]]
print(gradient)
print("relative error below 1e-9:", relative_error(gradient, measured) < 1e-9)
print(f"with the right class's row only: {relative_error(only_right, measured):.2f}")

# %% [markdown]
# The rows are $0.3249\,x$, $0.4895\,x$ and $(0.1856-1)\,x=-0.8144\,x$. *Every* row has a slope, since
# every score stands in the denominator.
#
# With the winner's one-hot vector in place of $\hat p$ the errors are $(0,1,-1)$: the winner pays
# for everything. That is exactly the multi-class perceptron rule of lecture 04, the same step at
# temperature zero.
#
# **Play.** Run the cell to get buttons that take steps on this example (drawn below: 0, 1, 5 and 20
# steps). Predict: will the right glass ever be full? Which wrong class loses more in the first step?

# %%
figures.step_slider()

# %% [markdown]
# After 20 steps the right glass holds 0.94. It will never be full: no finite score empties the
# others, and the steps shrink with what is missing. In the first step class 1, which holds more,
# loses more: from 0.49 to 0.39, against 0.32 to 0.29 for class 0.
#
# The gradient can be read in a second way. Let $f(x,k)$ be the joint features, with $x$ in block $k$
# and zeros elsewhere, and $\theta$ the rows of $W$ in one line. Then
# $$\nabla_\theta\,\ell_i=\underbrace{\sum_k\hat p_k\,f(x,k)}_{\text{expected}}
#   -\underbrace{f(x,y)}_{\text{observed}} .$$
# The first term is an **expectation** (lecture 01): the features you would see on average if the class
# were drawn from $\hat p$. If the model expects what it observes, there is nothing left to learn.

# %% [markdown] section="convexity"
# ## 6. Is there only one valley?
#
# Lecture 06 warned that descent may end in the wrong valley. Not here. Walk in a straight line
# through the scores, from $z$ in some direction $v$, and watch the log-sum-exp as you go,
# $g(s)=\log\sum_k e^{z_k+sv_k}$:
#
# 1. $g'(s)=\sum_k\hat p_k\,v_k$ — *as in section {#gradient}: the mean of $v$ if the class is drawn from
#    $\hat p=S(z+sv)$*
# 2. $g''(s)=\sum_k v_k\,\dfrac{d\hat p_k}{ds}$ — *differentiate once more*
# 3. $\dfrac{d\hat p_k}{ds}=\hat p_k\,\bigl(v_k-\sum_j\hat p_jv_j\bigr)$ — *since
#    $\log\hat p_k=z_k+sv_k-g(s)$ has the slope $v_k-g'(s)$*
# 4. $g''(s)=\sum_k\hat p_kv_k^2-\bigl(\sum_k\hat p_kv_k\bigr)^2$ — *insert 3 into 2*
#
# Mean of the square minus square of the mean: the curvature of the loss is a **variance** (lecture
# 01), and a variance is never negative. The other term, $-z_y$, has no curvature; scores are linear in
# $W$; and a mean of curves that never bend down never bends down. So the loss is **convex** in $W$:
# level ground is the bottom. (The **Hessian** in the scores,
# $\operatorname{diag}(\hat p)-\hat p\hat p^\top$, is positive semidefinite.)
#
# *Never negative* allows 0. If $v$ is the same for all classes, its variance is 0: adding one vector
# to all rows of $W$ changes no probability. Subtract the last row from all of them, and it becomes
# zero. So $K-1$ rows suffice, as $K-1$ numbers do for a categorical distribution; for $K=2$ the
# remaining row is the $\mathbf w$ of logistic regression. And on data that a linear classifier
# separates there is no bottom at all, only an endless gentle slope, as in lecture 05.

# %%
X = add_bias(digits.X[order] / 16)  # ink from 0 to 1
X_train, y_train = X[:1000], y[:1000]
rng, above = np.random.default_rng(1), 0
for _ in range(200):
    A, B = rng.normal(size=(10, 65)), rng.normal(size=(10, 65))
    ends = (softmax_loss(A, X_train, y_train) + softmax_loss(B, X_train, y_train)) / 2
    above += ends >= softmax_loss((A + B) / 2, X_train, y_train)
print(above, "of 200 random chords lie above the loss at their midpoint")
print(f"loss with ten rows:  {softmax_loss(A, X_train, y_train):.6f}")
print(f"the last row zeroed: {softmax_loss(A - A[9], X_train, y_train):.6f}")

# %% [markdown]
# At the bottom, expected equals observed. Many tables of probabilities have that property; among them,
# softmax regression's has the largest entropy, averaged over the examples. It fits what was observed
# and is otherwise as undecided as possible: hence a third name, **maximum entropy classifier**.

# %% [markdown] section="digits"
# ## 7. Can it learn to read?
#
# Now train for the price of the bets, on the same 1,000 pictures in minibatches of 50. The validation
# part chooses the rate and the number of epochs.

# %%
from lincourse.softmax import train_softmax

print("before the first step:", round(softmax_loss(np.zeros((10, 65)), X_train, y_train), 4))
for eta in (1.0, 4.0, 16.0):
    losses = []
    for epochs in (10, 30, 100):
        V = train_softmax(X_train, y_train, 10, eta, epochs, 50, np.random.default_rng(7))
        losses.append(softmax_loss(V, X[validation], y[validation]))
    print(f"eta {eta:4}: validation loss after 10, 30, 100 epochs", np.array(losses))

# %% [markdown]
# The first loss is $\log10$, and the choice is a rate of 4 and 100 epochs.

# %%
W = train_softmax(X_train, y_train, 10, 4.0, 100, 50, np.random.default_rng(7))
accuracy = ((X[test] @ W.T).argmax(axis=1) == y[test]).mean()
error = np.sqrt(accuracy * (1 - accuracy) / len(y[test]))
most_common = np.bincount(y_train).argmax()
print(f"test: {accuracy:.3f} right, standard error {error:.3f}")
print(f"test loss {softmax_loss(W, X[test], y[test]):.3f}")
print(f"always saying {most_common}: {(y[test] == most_common).mean():.3f} right")

# %% [markdown]
# It gets 97.0 % of the test digits right (standard error 0.9 points; the majority label gets 8.3 %). What
# has it learnt? Each row of $W$, without its bias, is a picture: orange where ink speaks *for* the
# digit, purple where it speaks *against* it.

# %% tags=["hide-input"]
ax = plots.weight_images(W[:, 1:], (8, 8))
plots.show(
    ax,
    "Ten small pictures of weights, one per digit. The 0 has weights below 0 in the middle and above "
    "0 in a ring around it.",
)

# %% [markdown]
# The strongest argument against a 0 is ink in the middle. A row shows what tells its digit *from the
# others*, not what the digit looks like.
#
# Now watch expected and observed features in the row of the 3. *Observed* is the mean of $t_3\,x$: all
# threes on top of one another. *Expected* is the mean of $\hat p_3\,x$: every picture, as strongly as
# the model takes it for a three. Their difference, observed minus expected, is the direction of the
# next step. **Before you look:** what does the model expect before the first step?


# %%
def for_three(W):
    p_3, t_3 = softmax(X_train @ W.T)[:, 3], y_train == 3
    observed, expected = t_3 @ X_train / 1000, p_3 @ X_train / 1000
    return [part[1:].reshape(8, 8) for part in (observed, expected, observed - expected)]


rows = {"before training": for_three(np.zeros((10, 65))), "after training": for_three(W)}
for name, (_, _, difference) in rows.items():
    print(f"largest difference {name}: {np.abs(difference).max():.4f}")

# %% tags=["hide-input"]
ax = figures.pictures(rows, ["observed", "expected", "difference"], label="share times ink, mean")
plots.show(
    ax,
    "Two rows of three pictures for the digit 3. Before training, observed is a clear 3, expected a "
    "blur of all digits, and the difference is above 0 where a 3 has ink and below 0 where others have "
    "it. After training observed and expected look the same, and the difference is blank.",
)

# %% [markdown]
# Before training it expects a tenth of everything, a blur. Training goes on until the model's
# expectations look like the data.
#
# **Is it better than the perceptron?** On these test pictures the perceptron of section {#price} paid 0.138
# and softmax regression pays 0.107, but it had up to 100 epochs to the perceptron's 5, and this is one
# split. In a fair race both get the same. Cut the pictures into five folds, so that each is tested
# once; of the others, 1,000 are for training and the rest for validation, which chooses epochs (10,
# 30 or 100) and temperature ($\frac14$ to 16) of both machines, and the rate of softmax regression.
# (The perceptron's rate *is* its temperature.)

# %%
from lincourse.engines import train_multiclass  # lecture 04's rule, made fast


def trained(part, seed):
    """Weights of both machines, trained on a part of the data, for every setting."""
    weights = {"perceptron": [], "softmax regression": []}
    for epochs in (10, 30, 100):
        given, rng = (X[part], y[part], 10), np.random.default_rng(seed)
        averaged = train_multiclass(*given, 1.0, epochs, average=True, rng=rng)
        weights["perceptron"].append(averaged)
        for eta in (1.0, 4.0, 16.0):
            rng = np.random.default_rng(seed)
            weights["softmax regression"].append(train_softmax(*given, eta, epochs, 50, rng))
    return weights


# %%
everything, temperatures = np.arange(len(y)), (0.25, 0.5, 1, 2, 4, 8, 16)
bets = {"perceptron": np.zeros((len(y), 10)), "softmax regression": np.zeros((len(y), 10))}
prices, chosen = {name: [] for name in bets}, {name: [] for name in bets}
for fold, tested in enumerate(np.array_split(everything, 5)):
    others = np.setdiff1d(everything, tested)
    train, held = others[:1000], others[1000:]
    for name, weights in trained(train, fold).items():
        settings = [(V, T) for V in weights for T in temperatures]
        V, T = min(settings, key=lambda s: softmax_loss(s[0] / s[1], X[held], y[held]))
        bets[name][tested] = softmax_at(X[tested] @ V.T, T)
        prices[name].append(softmax_loss(V / T, X[tested], y[tested]))
        chosen[name].append(T)

# %%
for name, P in bets.items():
    hits = (P.argmax(axis=1) == y).mean()
    print(f"{name}: {hits:.3f} right, loss {np.mean(prices[name]):.3f}, T chosen {chosen[name]}")
saved = np.subtract(prices["perceptron"], prices["softmax regression"])
error = saved.std(ddof=1) / np.sqrt(5)
print(f"softmax regression saves {saved.mean():.3f} a picture (standard error {error:.3f})")

# %% [markdown]
# In the fair race you can't tell them apart: softmax regression saves 0.008 nats a picture, one and
# a half standard errors. (With five folds, 95 % confidence would take 2.8 of them.) What differs is
# the unit. In every fold validation chose $T=1$ for softmax regression: its scores came out of
# training as log-odds, as far as temperatures a factor of 2 apart can tell. The perceptron's had to be
# divided by 4.

# %% [markdown] section="calibration"
# ## 8. Can you trust it?
#
# A probability is a promise: of all bets at 0.8, about 80 % should be won. Probabilities that keep it
# are **calibrated** (lecture 05). A ticket may be on a model's favourite or on its runner-up, so test
# both: group the 1,797 answers by the probability of the one, then of the other, and count how often
# it came true.

# %%
groups = {
    "probability of the favourite": (1, [0, 0.5, 0.7, 0.9, 0.97, 1]),
    "probability of the runner-up": (2, [0, 0.01, 0.03, 0.1, 0.25, 0.5]),
}
tables, within = {}, []
for label, (rank, edges) in groups.items():
    tables[label] = {}
    for name, P in bets.items():
        choice = P.argsort(axis=1)[:, -rank]
        tables[label][name] = figures.reliability(P[everything, choice], choice == y, edges)
        within += [abs(won - said) < 2 * error for _, said, won, error in tables[label][name]]
print(sum(within), "of", len(within), "groups are within two standard errors of their promise")
count, said, won, _ = tables[label]["softmax regression"][-1]
print(
    f"softmax regression: {count} runners-up at 0.25 to 0.5, mean {said:.3f}, {won:.3f} came true"
)

# %% tags=["hide-input"]
ax = figures.reliability_plot(tables)
plots.show(
    ax,
    "Two panels: share that came true against the probability of the favourite and of the "
    "runner-up, in five groups each, with bars of two standard errors. In both panels both machines "
    "lie on the diagonal, up to these bars.",
)

# %% [markdown]
# Both machines keep their word, for the runner-up too, as far as 1,797 pictures can show.
#
# So the doubts are worth handing on. In a **pipeline**, where one program's output is the next one's
# input, a reader that hands on only a digit leaves two options: believe everything or check
# everything. Say a misread digit costs 10 euros and asking a person 1. Then asking pays if
# $10\,(1-\hat p)>1$, below $\hat p=0.9$ (lecture 05). **Before you run it:** how much does that save?

# %%
P = bets["softmax regression"]
certainty, wrong = P.max(axis=1), P.argmax(axis=1) != y
for limit in (0, 0.5, 0.9, 0.99, 1.01):
    ask = certainty < limit
    cost = 1.0 * ask + 10.0 * (wrong & ~ask)
    error = cost.std(ddof=1) / np.sqrt(len(y))
    print(
        f"below {limit:4}: {ask.mean():.3f} asked, cost {cost.mean():.3f} (standard error {error:.3f})"
    )

# %% [markdown]
# Believing everything costs 0.37 euros a picture, checking everything 1, and asking below 0.9, for
# one picture in ten, 0.17: less than half, and the least of the limits tried. The limit came from the
# two costs; nothing had to be tuned.
#
# **Where it breaks.** All of this was measured on digits. Now show it an empty page, a page that is
# half black, and a face. **Before you look:** what should it say? And what *can* it say?

# %% tags=["hide-input"]
face = """
........
.##..##.
.##..##.
........
...##...
.#....#.
..####..
........
"""
face = np.array([[pixel == "#" for pixel in row] for row in face.split()], dtype=float)
half_black = np.repeat([1.0, 0.0], 32).reshape(8, 8)
nonsense = np.array([np.zeros((8, 8)), half_black, face])
P_nonsense = softmax(add_bias(nonsense.reshape(3, 64)) @ W.T)
titles = [f"called {p.argmax()}: {p.max():.3f}" for p in P_nonsense]
ax = figures.read_out(nonsense, P_nonsense, titles)
plots.show(
    ax,
    "Three pictures that show no digit, each with bars of the ten probabilities. The empty page is "
    "called 4 with 0.524, the half-black page 9 with 1.000, the face 8 with 0.999.",
)

# %%
test_digits = X[test][:, 1:]
shuffled = np.random.default_rng(5).permuted(test_digits, axis=1)  # each digit's own pixels
for name, images in (("test digits", test_digits), ("their pixels, shuffled", shuffled)):
    certainty = softmax(add_bias(images) @ W.T).max(axis=1)
    print(f"{name:22}: {(certainty > 0.9).mean():.3f} are called with more than 0.9")

# %% [markdown]
# It should say "that is not a digit", and it can't. Even of the test digits with shuffled pixels, of
# which nothing is left but the ink, almost half are called something with more than 0.9.
#
# **There is no eleventh glass.** The ten numbers answer the question "which digit is it, *given
# that it is one*?", and on that question they kept their word. They can't answer "is it one?". For
# that you need examples of everything else, or a model of the pictures themselves, $P(x)$.

# %% [markdown]
# ## So what is the ticket worth?

# %%
print("softmax regression on 3 and 8:    ", softmax(W @ X[scrawl])[[3, 8]].round(2))
print("perceptron at T = 1000 on 3 and 8:", softmax_at(z, 1000)[[3, 8]].round(2))
print("on the back of the picture it says:", y[scrawl])

# %% [markdown]
# Softmax regression would pay 46 cents for the ticket on the 8, its runner-up, and in section {#calibration} such
# tickets paid as often as promised. The tuned perceptron would pay 68. The picture was a 3, and neither
# is refuted: calibration is a promise about many tickets, and two honest dealers may disagree about
# any one of them.
#
# How do you pour? In proportion to $e$ to the power of the scores. How do you learn to pour well? Let
# every wrong class pay what it holds and the right one get what it lacks, until you expect what you
# observe. And what are the numbers worth? As much as a ticket that says, in small print, *valid for
# digits only*.

# %% [markdown]
# ## In practice
#
# scikit-learn's `LogisticRegression` is softmax regression with an L2 penalty. It minimises
# $C\sum_i\ell_i+\frac12\sum_{k,j}w_{kj}^2$ (biases left out), so at its minimum *our* gradient plus
# $\mathbf w_k/(Cn)$ must be zero.

# %%
from sklearn.linear_model import LogisticRegression

for C in (1, 10, 100):
    model = LogisticRegression(C=C, tol=1e-8, max_iter=5000).fit(X_train[:, 1:], y_train)
    V = np.column_stack([model.intercept_, model.coef_])
    slope = softmax_gradient(V, X_train, y_train)
    slope[:, 1:] += V[:, 1:] / (C * 1000)
    loss = softmax_loss(V, X[validation], y[validation])
    print(f"C = {C:3}: slopes below 1e-6 {np.abs(slope).max() < 1e-6}, validation loss {loss:.3f}")
same = np.allclose(model.predict_proba(X[test][:, 1:]), softmax(X[test] @ V.T))
print("predict_proba is our softmax:", same)

# %% [markdown]
# They agree, and the default, $C=1$, is not the best here. In PyTorch the model is a single layer:
#
# ```python
# import torch
#
# model = torch.nn.Linear(64, 10)  # scores; no softmax here
# optimiser = torch.optim.SGD(model.parameters(), lr=0.5)
# for x, y in batches:  # (50, 64) floats, (50,) class indices
#     loss = torch.nn.functional.cross_entropy(model(x), y)  # log-sum-exp inside, mean of the batch
#     optimiser.zero_grad()
#     loss.backward()
#     optimiser.step()
# ```
#
# *Typical settings.* Features scaled to $[0,1]$ or standardised, weights from zero, batches of 32 to
# 256, rates in factors of 2 to 4, epochs or penalty chosen on validation data. If you need
# probabilities, fit a temperature there too; near 1 is a good sign.
#
# *Checking a gradient.* Central differences with $h$ from $10^{-6}$ to $10^{-5}$, in double precision,
# at random weights, as in section {#gradient}. A relative error below $10^{-7}$ is fine; above $10^{-4}$
# it is a bug.
#
# | what you see | usual cause |
# |---|---|
# | `nan` or `inf` after some steps | $e$ to the power of unshifted scores, or the logarithm taken last |
# | the first loss isn't $\log K$ | another logarithm, a sum for the mean, or a mean over classes too |
# | with ten classes the loss never falls below 1.46 | softmax applied twice: `cross_entropy` expects scores |

# %% [markdown]
# ## Problems
#
# 1. **Prove.** Somebody passes probabilities to a loss that expects scores, so softmax is applied
#    twice. Show that with $K$ classes no example's loss can fall below $\log\bigl(1+(K-1)/e\bigr)$.
# 2. **Prove, then break.** In the language model, let $x$ be the one-hot vector of a word, $y$ the
#    next word and $N_{kj}$ how often word $k$ followed word $j$. Show that $w_{kj}=\log N_{kj}$ makes
#    the gradient zero, so that counting is maximum likelihood. What if $N_{kj}=0$?
# 3. **When does the temperature matter?** A pipeline reads five-digit numbers whose digits add up to
#    a multiple of 10, and takes the most probable one. Does its answer depend on $T$? And if it knows
#    that 8s are now three times as frequent, relative to the other digits, as in training, what should
#    it make of 0.52 for the 3 and 0.46 for the 8?
# 4. **Estimate.** You and a friend have the 1,797 pictures and the softmax regressions of the race,
#    which cost 0.116 nats a picture. How many bytes must you send to tell your friend all the
#    labels? How many without a model?
#
# <details><summary>Solution 1</summary>
#
# The "scores" are now $\hat p$, so the loss is $\log\bigl(1+\sum_{k\ne y}e^{\hat p_k-\hat p_y}\bigr)$.
# If $\hat p_y=a$, the $K-1$ others have the mean $\frac{1-a}{K-1}$, and since $e^u$ is convex the sum
# is at least $(K-1)\,e^{(1-a)/(K-1)-a}$. That falls as $a$ grows, and is $(K-1)/e$ at $a=1$. For ten
# classes the bound is 1.461.
# </details>
#
# <details><summary>Solution 2</summary>
#
# After word $j$ the scores are $\log N_{kj}$, so $\hat p_k=N_{kj}/N_j$ with $N_j=\sum_iN_{ij}$. Entry
# $(k,j)$ of the gradient, times $n$, is the sum of $\hat p_k-t_k$ over the $N_j$ places after word $j$:
# $N_j\,\hat p_k-N_{kj}=0$. The loss is convex, so this is the minimum. If $N_{kj}=0$, the loss keeps
# falling as $w_{kj}\to-\infty$, and there is no minimum. A penalty is one cure.
# </details>
#
# <details><summary>Solution 3</summary>
#
# It doesn't. The log-probability of a number is the sum of its five scores divided by $T$, minus
# terms that don't depend on the digits chosen, so all numbers keep their order: scores suffice for
# *ranking*. The temperature matters once $\hat p$ meets something in other units, such as a cost or a
# base rate. By Bayes' rule multiply $\hat p_8$ by 3 and divide by the new sum:
# $\frac{1.38}{0.52+1.38+0.02}\approx0.72$, the same as adding $\log3$ to the bias of the 8.
# </details>
#
# <details><summary>Solution 4</summary>
#
# A code made for the models' probabilities takes $0.116/\log2\approx0.167$ bits a label on average,
# about 301 bits or 38 bytes in all (with one codeword for many labels). Without a model, ten equally
# frequent digits take $\log_210\approx3.32$ bits each: 746 bytes.
# </details>

# %% [markdown]
# ## In five lines
#
# 1. A lead in score is a log-odds: $\hat p_k=e^{z_k}/\sum_je^{z_j}$. Shift by the largest score; divide
#    by $T$ to change the unit.
# 2. Maximum likelihood charges $\ell_i=-\log\hat p_y=H(t,\hat p)$, in nats or bits; ignorance costs
#    $\log K$.
# 3. Its slope in the scores is $\hat p-t$: each wrong class pays what it holds, the right one gets what
#    it lacks.
# 4. In the weights that is $(\hat p-t)\,x^\top$, expected minus observed features. The curvature is a
#    variance, so there is one valley, flat where all rows move together.
# 5. The probabilities kept their word on digits, and say nothing about other pictures.
#
# The source texts use [other symbols](../docs/notation.md) and have a few
# [slips](../docs/errata.md). **Go on with**
# [exercise 07](../exercises/07-softmax/07-softmax.ipynb), and train your own reader of digits.
#
# ### Sources
#
# The quiz: Boye, 5f. Further: Hasegawa-Johnson & Hockenmaier (2019, CC BY 3.0), Hasegawa-Johnson
# (2020, CC BY 4.0), Qureshi, May (2023); Boltzmann (1868); Bridle (1990, the name softmax); Berger,
# Della Pietra & Della Pietra (1996, maximum entropy); Guo and others (2017, temperature scaling).
# Digits: Alpaydin & Kaynak (1998). Film sentences: Pang & Lee (2005). In full in the
# [bibliography](../docs/bibliography.md).
