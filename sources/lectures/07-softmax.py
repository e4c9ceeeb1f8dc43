# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 07 Softmax regression
#
# **From scores to probabilities, and what the probabilities are worth.** About 110
# minutes; the end of section {#cross-entropy} is a good place for a break. Builds on lectures 04 and 06.
#
# A machine that has studied a thousand handwritten digits is shown a hasty scrawl that it has never
# seen. It answers with ten numbers, a score for each digit, and points to the largest. The machine
# is the averaged perceptron of lecture 04, and pointing is all that it was ever taught.

# %%
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
z = W_perceptron @ grey[scrawl]
ax = figures.digit_and_scores(grey[scrawl, 1:].reshape(8, 8), z, title="Ten scores")
plots.show(
    ax,
    "Left, a picture of eight by eight grey pixels that could be a 3 or an 8. Right, its ten "
    "scores as bars: the 8 has 4225, the 3 has 3213, all others are far behind.",
)

# %% [markdown]
# It points to the 8. Now somebody offers you a ticket that pays one euro if the picture really is
# an 8, and nothing if it is not. **What is the most you would pay for it?** The 8 leads the 3 by
# 1,012 points, but a thousand points of *what*? Scores have no unit. You may want to say 60 cents;
# the machine can't say anything.
#
# Here is a second machine, and this one writes. It has read the 8,530 film sentences of lecture 02
# and counted which word follows which. A program that gives a probability to every possible next
# word is a **language model**. Ours looks back at one word only, which makes it the smallest of its
# kind, a *bigram* model. Say "very", and it knows what it has seen:

# %%
from collections import Counter, defaultdict
from itertools import pairwise

following = defaultdict(Counter)  # for each word: how often each other word came next
for sentence in datasets.rotten_tomatoes().documents:
    for word, next_word in pairwise(sentence):
        following[word][next_word] += 1

favourites = following["very"].most_common(6)
counts = [count for next_word, count in favourites]
rest = following["very"].total() - sum(counts)
print("after 'very', of", following["very"].total(), "times:", favourites, "and others:", rest)

words = [next_word for next_word, count in favourites]
shares = np.array([*counts, rest]) / following["very"].total()
ax = figures.glasses(shares, [*words, "all others"], title='What comes after "very"?')
plots.show(
    ax,
    "Seven glasses with water at different levels: funny 0.09, good 0.06, little 0.05, much 0.04, "
    "bad 0.04, well 0.03, and all other words together 0.70.",
)

# %% [markdown]
# This is the picture of the lecture. **You have one litre of water, and a glass for every possible
# answer. The water is belief, and you must pour out all of it.** An empty glass means *impossible*,
# a glass with the whole litre means *certain*, and whatever you add to one glass is missing from
# the others. Our little model pours by counting. The models behind today's chatbots look back at
# thousands of words, compute a score for each word (or piece of a word) of a large vocabulary, turn
# the scores into probabilities, draw the next word, and begin again. So they, too, have to get from
# scores to a litre, and that is the step which our reader of digits has never learnt.
#
# We shall ask three questions about it. How do you pour, given scores? How do you learn to pour
# well? And what is the ticket worth in the end?

# %% [markdown] section="softmax"
# ## 1. How do you pour from scores?
#
# Write $z_k=\mathbf w_k\cdot x$ for the score of class $k$, with one row $\mathbf w_k$ of $W$ per
# class, as in lecture 03. Scores lie anywhere between $-\infty$ and $\infty$. What we want are
# **probabilities**: a share $\hat p_k$ for every class, none of them negative, one litre in all,
# and the largest share for the largest score.
#
# Let us try what comes to mind first, on three scores, and then again with 10 added to each of
# them. Adding the same number to every score changes no decision, so it should move no water
# either. **Before you run it:** each of these four ideas fails somewhere. How many of the failures
# do you see coming?


# %%
def share(parts):
    return parts / parts.sum()


scores = np.array([2.0, -1.0, 0.5])
for z in (scores, scores + 10):
    print("scores", z)
    print("  divide by the sum:         ", share(z))
    print("  cut off below 0, divide:   ", share(np.maximum(z, 0)))
    print("  subtract the least, divide:", share(z - z.min()))
    print("  square, divide:            ", share(z**2))

# %% [markdown]
# Dividing by the sum puts 1.33 litres into one glass and *minus* two thirds of a litre into
# another. Cutting off and squaring avoid negative water, but squaring gives the worst score more
# than the middle one, and all three of these ideas pour quite differently once 10 is added.
# Subtracting the least score passes that test, and always leaves the last glass empty. An empty
# glass says *impossible*, and when something impossible happens after all, a model that multiplies
# probabilities is left with 0, as with the unseen words of lecture 02.
#
# <details><summary><b>Think:</b> why can't scores simply be divided by their sum, and what does
# <i>e</i> to the power of a score do better? (May's question; try it before you read on)</summary>
#
# Some shares would be negative and others above 1; the sum may be 0, and then nothing can be
# divided; if it is negative, the order of the classes turns round. And a constant added to all
# scores changes every share.
#
# $e^z$ is positive for every $z$, so every share is; it grows with $z$, so the order stays; and
# $e^{z+c}=e^c\,e^z$, so a constant added to all scores becomes a common factor and cancels.
# </details>
#
# Instead of a fifth guess, ask what a score should *mean*. With two classes, lecture 05 gave it a
# meaning: the score was the log-odds, the logarithm of how many times more probable one class is
# than the other. Ask the same of every pair of classes, and the formula is no longer ours to
# choose:
#
# 1. $\log\dfrac{\hat p_j}{\hat p_k}=z_j-z_k$ for all $j$ and $k$. *The lead in score is the
#    log-odds.*
# 2. $\hat p_j=\dfrac{\hat p_k}{e^{z_k}}\;e^{z_j}$. *Take $e$ to the power of both sides, and solve
#    for $\hat p_j$.*
# 3. $1=\sum_j\hat p_j=\dfrac{\hat p_k}{e^{z_k}}\sum_j e^{z_j}$. *Add up over all $j$: there is one
#    litre.*
# 4. $\hat p_k=\dfrac{e^{z_k}}{\sum_j e^{z_j}}$. *Solve for $\hat p_k$.*
#
# This is the **softmax** of the scores, written $\hat p=S(z)$. Each class asks for $e^{z_k}$, the
# **numerator**; the **denominator** is what all of them ask for together; and everybody gets the
# same fraction of what they asked for. One more point of score makes a glass $e\approx2.718$ times
# as full *compared with any other glass*, wherever the scores stood before. Scores that are read in
# this way are called **logits**.
#
# Once by hand, because three lines of arithmetic are worth a page of talk. There are three classes
# and four features, of which the first is the constant 1, and $x=(1,1,1,0)$. This is a quiz of
# Boye's part 5f, and it will stay with us:
#
# | class | its row of $W$ | score $z_k$ | asks for $e^{z_k}$ | gets $\hat p_k$ |
# |---|---|---|---|---|
# | 0 | $(0.45, -0.12, 0.14, 1.3)$ | $0.45-0.12+0.14=0.47$ | 1.600 | $1.600/4.925=0.325$ |
# | 1 | $(-0.7, 0.9, 0.68, -0.31)$ | $-0.7+0.9+0.68=0.88$ | 2.411 | $2.411/4.925=0.490$ |
# | 2 | $(-0.26, 0.05, 0.12, 0.51)$ | $-0.26+0.05+0.12=-0.09$ | 0.914 | $0.914/4.925=0.186$ |
# | | | | sum 4.925 | sum 1.001, from rounding |

# %%
from lincourse.softmax import softmax

W_quiz = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
x_quiz = np.array([1, 1, 1, 0])
z = W_quiz @ x_quiz
p_hat = softmax(z)
print("scores", z, " e to the scores", np.exp(z), " softmax", p_hat)

ax = figures.glasses(
    p_hat, ["class 0", "class 1", "class 2"], decimals=4, title="One litre, three glasses"
)
plots.show(
    ax,
    "Three glasses of the same size. The first holds 0.3249 of a litre, the second 0.4895, the "
    "third 0.1856.",
)

# %% [markdown]
# Class 1 is chosen, and it has less than half of the water: with more than two classes a winner
# need not have a majority. **Before you run the next cell:** seven classes have the scores 1, 2, 3,
# 4, 1, 2 and 3, which add up to 16, so the 4 is a quarter of them all. Will it get a quarter of the
# litre, less, or more?

# %%
print("Qureshi's seven scores:", softmax([1, 2, 3, 4, 1, 2, 3]).round(3))
print("Boye's four scores:    ", softmax([1.45, 0.33, -0.12, 0.01]))

# %% [markdown]
# Almost half. Each 3 asks for $1/e$ of what the 4 asks for, each 1 for $1/e^3$, so the top takes
# more than its share of the points; that is the "max" in the name. (The second line is the other
# worked example of the documents, for comparison.)
#
# And now the ten scores of our scrawl, straight from the formula.

# %%
z = W_perceptron @ grey[scrawl]
with np.errstate(all="ignore"):  # NumPy would warn, rightly
    exps = np.exp(z)
    print("e to the scores:", exps)
    print("shares:         ", exps / exps.sum())

# %% [markdown]
# Four of the scores are so large that $e$ to their power exceeds the largest number a computer
# keeps (about $10^{308}$, reached at a score of 709). They became infinite, and infinity divided by
# infinity is "not a number". The mathematics is not to blame, and it has the cure, too. Add any
# constant $c$ to all the scores:
#
# 1. $S(z+c)_k=\dfrac{e^{z_k+c}}{\sum_j e^{z_j+c}}$. *Substitute.*
# 2. $\phantom{S(z+c)_k}=\dfrac{e^c\,e^{z_k}}{e^c\sum_j e^{z_j}}$. *A sum in the exponent is a
#    product.*
# 3. $\phantom{S(z+c)_k}=S(z)_k$. *The common factor cancels.*
#
# Only the differences between scores count, so choose the $c$ that suits the computer: minus the
# largest score. Then the largest power is $e^0=1$, nothing can overflow, and what is too small to
# be stored becomes 0, which is what it is to three hundred places. That is all that the reference
# does:

# %%
from lincourse.source import show_source

show_source(softmax)

# %%
print("shifted: ", softmax(z))
print("cut off: ", softmax(np.minimum(z, 700)))

# %% [markdown]
# The last line is a cure that many try first, cutting the scores off at 700 so that nothing
# overflows. It runs without a warning and calls four classes equal, although two of them are more
# than 3,000 points behind the winner. A shift is exact; a cut is a lie.
#
# The function works along the *last* axis, so that a table with one row of scores per example gets
# one litre per row. Over the wrong axis you would still see numbers between 0 and 1 and no error
# message; adding up a row tells you.

# %%
Z = np.array([[2.0, 1.0, 0.0], [0.0, 0.0, 3.0]])
wrong = np.exp(Z) / np.exp(Z).sum(axis=0)
print("each row adds up to", softmax(Z).sum(axis=1), " over the wrong axis to", wrong.sum(axis=1))

# %% [markdown] section="temperature"
# ## 2. What does the dial do?
#
# All the water in one glass, then. Is the machine *that* sure? Lecture 04 gives a reason for doubt:
# a perceptron that starts from zero makes the same decisions at every learning rate, because the
# rate $\eta$ only multiplies all of its weights. So here is the same machine, trained at four
# rates.

# %%
for eta in (1, 0.01, 0.001, 0.0001):
    print(f"eta {eta:6}:", softmax(eta * W_perceptron @ grey[scrawl]))
retrained = perceptron.averaged_perceptron(grey[:1000], y[:1000], 10, eta=0.001, epochs=5)
print("trained anew at 0.001, same weights:", np.allclose(retrained, 0.001 * W_perceptron))

# %% [markdown]
# Same machine, same decisions on every picture in the world, and its litre says "certain",
# "probably" or "no idea", as you please. Softmax makes *shares* out of any scores. Whether the
# shares deserve to be called probabilities depends on where the scores came from, and a
# perceptron's scores were never meant to be log-odds. Section {#cross-entropy} will show what that costs.
#
# First, give the dial its name. Dividing all the scores by a number $T>0$ before the softmax,
# $$S(z/T)_k=\frac{e^{z_k/T}}{\sum_j e^{z_j/T}},$$
# is called setting the **temperature** to $T$, and the word is meant literally. In 1868 Ludwig
# Boltzmann found how the molecules of a gas spread over states of different energy: in proportion
# to $e$ to the power of minus the energy over the temperature, up to a constant. In the cold nearly
# all of them sit in the lowest state, and in the heat they are everywhere. Read a score as minus an
# energy, and his formula is softmax with its dial.
#
# Chatbots have the same dial, and it is called temperature there, too. Try it on our little
# language model. Its scores are the logarithms of its counts, for a simple reason: $e$ to the power
# of $\log 4$ is 4, so the softmax of $\log 4$, $\log 3$ and $\log 1$ is $\frac48$, $\frac38$ and
# $\frac18$, and at $T=1$ each word is drawn as often as it was counted, by its **relative
# frequency**. **Before you run it:** what will the sentences look like at $T=0.2$, and what at
# $T=5$?


# %%
def write(word, T, rng):
    """Up to fifteen words, each drawn from those that were seen after the one before."""
    words = [word]
    while len(words) < 15 and words[-1] != "." and following[words[-1]]:
        candidates = list(following[words[-1]])
        counts = list(following[words[-1]].values())
        p_hat = softmax(np.log(counts) / T)
        words.append(str(rng.choice(candidates, p=p_hat)))
    return " ".join(words)


for T in (0.2, 1.0, 5.0):
    print("T =", T)
    for seed in range(3):
        print("   ", write("a", T, np.random.default_rng(seed)))

# %% [markdown]
# In the cold the model takes what is commonest, and then takes it again: *a movie is a film is a
# movie*. At $T=1$ it draws each word as often as critics wrote it, and what comes out resembles a
# review heard through a wall. At $T=5$ a word that was counted 400 times is only
# $400^{1/5}\approx3.3$ times as likely as one that was counted once, so rare words come up all the
# time. (Any two neighbours were still neighbours in some review. A word that was never counted has
# no score at all, and stays impossible at every temperature.)
#
# **Play.** Run the cell to get three sliders over the glasses of the six favourites after "very",
# which now share one litre among themselves (the picture shows three temperatures for those who
# read on paper). Predict before you move anything: one of the three sliders does nothing at all.
# Which? And can the temperature alone make the second word overtake the first?

# %%
log_counts = [np.log(count) for next_word, count in favourites]
figures.softmax_slider(log_counts, [next_word for next_word, count in favourites])

# %% [markdown]
# Adding to *every* score does nothing, as section {#softmax} proved. The temperature never changes the order
# of the glasses, because dividing by a positive number does not change the order of the scores; so
# no, it can't help the second word past the first. It only moves water. In the cold, the winner
# takes it all: that is **argmax**, the perceptron's pointing finger, written as a vector with a
# single 1 (if no two scores tie). In the heat all levels become equal. So softmax is a *soft
# argmax*, and strictly that should be its name. (The name it has was given by John Bridle in 1990.)
#
# With two glasses you have met all of this before. Hold the score of class 0 still, move that of
# class 1, and look at the share of class 1. Run the cell to get the sliders (four settings are
# drawn below). **Before you look:** where does each curve pass one half if $z_0=2$?

# %%
figures.argmax_slider()

# %% [markdown]
# Both pass one half at $z_1=2$, where the two scores are equal. Argmax jumps there and is flat
# everywhere else, so that a small change of a weight usually changes nothing, and nothing can be
# learnt from its slope. Softmax is an S-shaped curve whose slope is nowhere 0, and you know it:
#
# 1. $S(z)_1=\dfrac{e^{z_1}}{e^{z_0}+e^{z_1}}$. *Softmax of two scores.*
# 2. $\phantom{S(z)_1}=\dfrac1{1+e^{-(z_1-z_0)}}$. *Divide numerator and denominator by $e^{z_1}$.*
# 3. $\phantom{S(z)_1}=\sigma(z_1-z_0)$. *The sigmoid of lecture 05.*
#
# So **logistic regression is softmax with two classes**, and its one weight vector is the
# difference $\mathbf w_1-\mathbf w_0$ of two rows. This is why the model of this lecture, scores
# $Wx$ and probabilities $S(Wx)$, is called **softmax regression** or **multinomial logistic
# regression**. In language engineering it has a third name, **maximum entropy classifier**, for
# which section {#convexity} has the reason.

# %%
from lincourse.logistic import sigmoid

for pair in ([0.0, 1.0], [2.0, 1.0], [-1.5, -1.5]):
    of_difference = sigmoid(pair[1] - pair[0])
    print(f"scores {pair}: softmax {softmax(pair)}, sigmoid {of_difference:.4f}")

# %% [markdown] section="cross-entropy"
# ## 3. What is a bet worth?
#
# To choose among all these litres, we must be able to say which was poured better once the truth is
# known. So put a price on it. A bent coin shows heads seven times in ten. Before each toss you
# divide your litre between two glasses, heads and tails, and two people offer you a contract:
#
# - the first **pays** you for the *amount* of water in the right glass;
# - the second **charges** you minus its *logarithm*: a full glass costs nothing, a glass that is
#   half full costs 0.69, and the emptier it is, the more it costs.
#
# **Before you run it:** what would you pour under the first contract, and what under the second?

# %%
heads = np.linspace(0.01, 0.99, 99)  # how much you pour into the glass of heads
paid = 0.7 * heads + 0.3 * (1 - heads)
charged = -0.7 * np.log(heads) - 0.3 * np.log(1 - heads)
print(f"paid for the amount:       pour {heads[paid.argmax()]:.2f} into heads")
print(f"charged for the logarithm: pour {heads[charged.argmin()]:.2f} into heads")

ax = figures.contracts(heads, paid, charged)
plots.show(
    ax,
    "Two panels against the water poured into heads. Left, the mean pay is a straight line that "
    "rises from 0.3 to 0.7, so pouring everything into heads is best. Right, the mean charge is a "
    "bowl whose lowest point, 0.61, lies at 0.7.",
)

# %% [markdown]
# The first contract teaches you to exaggerate: whatever is likelier gets everything (0.99 is only
# where our grid ends). The second makes honesty the best policy, and you pour exactly 0.7. A price
# with this property is called a *proper scoring rule*. So let one example cost
# $$\ell_i=-\log\hat p_{y},$$
# the **surprise** at the right class: 0 if its glass holds the whole litre, 4.6 if it holds a
# hundredth of it, and infinitely much if it is empty.
#
# The same price comes out of a principle that you know, **maximum likelihood**: take the weights
# under which the labels that were observed are most probable. Two pieces of notation make the five
# lines short. One draw from $K$ possible outcomes with the probabilities $\varphi_0,\dots,\varphi_{K-1}$
# follows the **categorical distribution**, and with the **indicator** $[x=k]$, which is 1 if $x=k$
# and 0 otherwise, it can be written as a product, $P(X=x)=\prod_k\varphi_k^{[x=k]}$: all factors but
# one have the exponent 0 and are 1. And the indicators of a label $y$, in a row, are its
# **one-hot** vector $t$, the *target* with $t_k=[y=k]$. These are the four labels 3, 1, 4, 7 out of
# seven from Qureshi's slides, which count from 1:

# %%
from lincourse.features import one_hot
from lincourse.softmax import categorical_pmf

print(one_hot(np.array([3, 1, 4, 7]) - 1, 7).astype(int))
print("P(X = 1) for (0.2, 0.5, 0.3):", categorical_pmf([0.2, 0.5, 0.3], 1))

# %% [markdown]
# Now the likelihood $\mathcal L$ of all labels, where $\hat p_{ik}$ is the water in glass $k$ for
# example $i$ and $t_{ik}$ its target:
#
# 1. $\mathcal L(W)=\prod_i P(y_i\mid x_i)$. *Given the examples, the labels are independent of one
#    another.*
# 2. $\phantom{\mathcal L(W)}=\prod_i\prod_k\hat p_{ik}^{\,t_{ik}}$. *Each label is one categorical
#    draw.*
# 3. $\log\mathcal L(W)=\sum_i\sum_k t_{ik}\log\hat p_{ik}$. *Products become sums, exponents become
#    factors.*
# 4. $\phantom{\log\mathcal L(W)}=\sum_i\log\hat p_{i,y_i}$. *In each inner sum only the right class
#    is left.*
# 5. $\ell(W)=-\dfrac1n\log\mathcal L(W)=\dfrac1n\sum_i-\log\hat p_{i,y_i}$. *Minus, so that small
#    is good; the mean, so that data sets of different sizes can be compared.*
#
# This is the **negative log-likelihood**, and our price, averaged. It has a second name. For two
# distributions $p$ and $q$,
# $$H(p,q)=-\sum_k p_k\log q_k\qquad(\text{with }0\log0=0)$$
# is the **cross-entropy**: your mean surprise if you believe $q$ while things happen according to
# $p$, measured in *nats* (with the natural logarithm). Line 3 says that the loss of one example is
# $H(t,\hat p)$, with the truth first and the belief second. The order matters:

# %%
from lincourse.softmax import entropy_between

p, q = [0.5, 0.25, 0.25], [0.9, 0.05, 0.05]
print("truth p, belief p:", round(entropy_between(p, p), 4))
print("truth p, belief q:", round(entropy_between(p, q), 4))
print("truth q, belief p:", round(entropy_between(q, p), 4))
t, p_hat = [0, 1, 0], [0.2, 0.7, 0.1]
print("H(t, p_hat):", round(entropy_between(t, p_hat), 4))
print("H(p_hat, t):", entropy_between(p_hat, t))

# %% [markdown]
# Believing the truth costs 1.04 nats here, the **entropy** of $p$, which nobody can avoid; any
# other belief costs more. In the wrong order you would be measuring how surprised somebody who
# believes in the one-hot vector is by your doubts, and that is infinite as soon as you leave a drop
# in any other glass.
#
# <details><summary><b>Further:</b> how much of the surprise is your own fault? (the KL
# divergence)</summary>
#
# The part that could have been avoided is the difference
# $$D_{\text{KL}}(p\,\Vert\,q)=H(p,q)-H(p,p)=\sum_k p_k\log\frac{p_k}{q_k},$$
# the **Kullback-Leibler divergence** from $q$ to $p$. It is never negative and is 0 only for $q=p$,
# which is the general form of "honesty is the best policy". For a one-hot target $H(t,t)=0$, so
# that cross-entropy and divergence are the same number, and minimising the one minimises the other
# in any case, because $H(p,p)$ does not depend on the model. It is not a distance: like the
# cross-entropy, it changes when $p$ and $q$ are swapped.
# </details>
#
# To *compute* the loss, never take the logarithm of a probability that may already have been
# rounded to zero. Put the formula of the softmax in first, and shift as in section {#softmax}, with the
# largest score, $c=\max_k z_k$, taken out of the sum:
# $$-\log\hat p_y=\log\sum_k e^{z_k}-z_y=c+\log\sum_k e^{z_k-c}-z_y .$$
# This is the **log-sum-exp** trick, and the reference uses it:

# %%
from lincourse.softmax import softmax_loss

show_source(softmax_loss)

# %%
z_far = np.array([1000.0, 0.0, -1000.0])
with np.errstate(all="ignore"):
    print("log of the softmax:", -np.log(softmax(z_far)[1]))
print("softmax_loss:      ", softmax_loss(z_far[:, None], [[1.0]], [1]))
print("the quiz, if class 2 is right:", round(softmax_loss(W_quiz, [x_quiz], [2]), 4))

# %% [markdown]
# The first line is what happens to those who take the logarithm last: an infinite loss where the
# truth is 1000. The last line continues the quiz: if the right class is the third, index 2, the
# loss is $-\log0.1856=1.6843$.
#
# Now let the perceptron pay for its bets, on the 397 pictures of the **test** part, which it has
# never seen. We choose the temperature, a hyperparameter, on the 400 pictures of the
# **validation** part (lecture 06). For comparison there is a gambler who knows nothing and always
# fills all ten glasses equally, at $-\log\frac1{10}=\log10$ a picture. **Before you run it:** the
# perceptron names the right digit in more than nine cases out of ten. Which of the two pays more?

# %%
validation, test = slice(1000, 1400), slice(1400, None)
right = (grey[test] @ W_perceptron.T).argmax(axis=1) == y[test]
print("perceptron right:", right.sum(), "of", len(right))
print("ten equal glasses: loss", round(np.log(10), 3))
for T in (1, 10, 100, 1000, 10_000):
    on_validation = softmax_loss(W_perceptron / T, grey[validation], y[validation])
    on_test = softmax_loss(W_perceptron / T, grey[test], y[test])
    print(f"perceptron at T = {T:5}: validation {on_validation:6.3f}, test {on_test:6.3f}")

on_mistakes = softmax_loss(W_perceptron, grey[test][~right], y[test][~right])
print(f"at T = 1, mean loss of its {(~right).sum()} mistakes: {on_mistakes:.0f}")
right_before = (grey[validation] @ W_perceptron.T).argmax(axis=1) == y[validation]
always = right_before.mean()  # put this on every winner, and the rest equally on the others
price = -right.mean() * np.log(always) - (1 - right.mean()) * np.log((1 - always) / 9)
print(f"always {always:.4f} on the perceptron's answer: test {price:.3f}")

# %% [markdown]
# The perceptron pays more, 21 times as much as somebody who knows nothing, although it is right in
# 385 cases of 397. It puts everything on every answer, and so its 12 mistakes find the right glass
# empty to hundreds of decimal places and cost about 1,600 nats each. Accuracy can't see this,
# because it only asks which glass is fullest.
#
# Turn the dial to the $T=1000$ that the validation part recommends, and the very same machine pays
# 0.138. That is less than 0.208, the price of always putting the same 0.9475 on its answer (its
# share of right answers in the validation part). So the scores do know *where* they are unsure, and
# only their unit was missing. Choosing one temperature on held-out data is a common repair for
# models that are too sure of themselves, known as **temperature scaling** (Guo and others, 2017).
#
# Remember $\log K$. It is what ignorance costs among $K$ classes, 0.69 for two, 1.10 for three,
# 2.30 for ten, and it is the first thing to look at when you train: from weights of zero all scores
# are 0 and all glasses equal, so if the first loss is not $\log K$, there is a mistake in the code.

# %% [markdown] section="gradient"
# ## 4. Which way should the water be poured?
#
# A dial can repair bets afterwards. It would be better to learn to bet in the first place. So let
# us move the weights themselves, against the gradient of the loss (lecture 06), and find the
# gradient first at the place where the litre is poured: the scores. For one example with the right
# class $y$, and $t$ its one-hot target,
# $$\ell_i=\log\sum_j e^{z_j}-z_y .$$
#
# 1. $\dfrac{\partial(-z_y)}{\partial z_k}=-t_k$. *$-1$ for the right class, 0 for the others.*
# 2. $\dfrac{\partial}{\partial z_k}\log\sum_j e^{z_j}=\dfrac1{\sum_j e^{z_j}}\cdot\dfrac{\partial}{\partial z_k}\sum_j e^{z_j}$.
#    *Chain rule, and $(\log u)'=1/u$.*
# 3. $\phantom{\dfrac{\partial}{\partial z_k}\log\sum_j e^{z_j}}=\dfrac{e^{z_k}}{\sum_j e^{z_j}}=\hat p_k$.
#    *Only the term $j=k$ contains $z_k$.*
# 4. $\dfrac{\partial\ell_i}{\partial z_k}=\hat p_k-t_k$. *Lines 1 and 3 together.*
#
# Four lines of calculus could have ended in something uglier than *probability minus target*. A
# step goes *against* the gradient, so it pushes each score by $t_k-\hat p_k$ times a constant. Look
# at it for the quiz, with class 2 as the right one:

# %%
p_hat = softmax(W_quiz @ x_quiz)
ax = figures.glasses(
    p_hat,
    ["class 0", "class 1", "class 2\n(right)"],
    right=2,
    pushes=True,
    title="Who pays, and who gets",
)
plots.show(
    ax,
    "Three glasses that hold 0.32, 0.49 and 0.19 of a litre. Arrows lead out of the first two, as "
    "long as their water is high, minus 0.32 and minus 0.49. A long arrow leads into the third, "
    "the right one, plus 0.81.",
)

# %% [markdown]
# **This is the picture to keep.** The right glass asks for exactly what it lacks,
# $1-\hat p_y=0.81$. Every wrong glass pays exactly what it holds, 0.32 and 0.49. The payments add
# up to what is received, because there is only one litre: what is missing in one glass stands in
# the others. A glass that holds next to nothing pays next to nothing, so hopeless rivals hardly
# matter; and once the right glass is nearly full, nobody is pushed any more. (What is pushed are
# the *scores*. The water follows through the softmax, and not in these exact amounts.)
#
# From the scores it is one step to the weights. As $z_k=\mathbf w_k\cdot x$, raising the weight
# $w_{kj}$ by a little raises $z_k$ by $x_j$ times as much, and no other score:
# $$\frac{\partial\ell_i}{\partial\mathbf w_k}=(\hat p_k-t_k)\,x,\qquad
#   \nabla_W\,\ell_i=(\hat p-t)\,x^\top,\qquad W\leftarrow W-\eta\,(\hat p-t)\,x^\top .$$
# Error times input, as in lecture 05, now with one row per class. The product $(\hat p-t)\,x^\top$
# of a column and a row is an **outer product**: a table of $K$ rows and $d$ columns with the entry
# $(\hat p_k-t_k)\,x_j$ in row $k$ and column $j$, the same shape as $W$. For $n$ examples take the
# mean. In the reference:

# %%
from lincourse.softmax import softmax_gradient, softmax_update

show_source(softmax_gradient, softmax_update)

# %% [markdown]
# Never trust a gradient that has not been measured. `numerical_gradient` moves one weight at a time
# by a hundred-thousandth up and down, and divides the change of the loss by the length of the move
# (these are finite differences; lecture 08 looks into them).

# %%
from lincourse.derivations import numerical_gradient


def loss_of_quiz(W):
    return softmax_loss(W, [x_quiz], [2])


gradient = softmax_gradient(W_quiz, [x_quiz], [2])
measured = numerical_gradient(loss_of_quiz, W_quiz)
print("by the formula:\n", gradient)
print("agrees with the measured slopes to 8 places:", np.allclose(gradient, measured, atol=1e-8))
print("sum of the rows:", gradient.sum(axis=0).round(12))

# %% [markdown]
# These are the numbers that the quiz asks for: $0.3249\,x$, $0.4895\,x$ and
# $(0.1856-1)\,x=-0.8144\,x$. **Every** row has a slope, also those of the wrong classes, since all
# scores stand in the denominator. Whoever updates only the row of the right class has forgotten who
# pays.
#
# Put the one-hot vector of the winner in the place of $\hat p$ and you get $(0,1,-1)$: the winner
# pays for everything, the right class gets everything, and nobody else takes part. That is the
# multi-class perceptron rule of lecture 04, exactly: the same step, with the litre poured at
# temperature zero.
#
# **Play.** Run the cell to get the buttons; they take steps on this one example, with the arrows
# drawn anew after each (below: 0, 1, 5 and 20 steps). Predict: will the right glass ever be full?
# And which of the two wrong glasses loses more in the first step?

# %%
figures.step_slider()

# %% [markdown]
# After 20 steps the right glass holds 0.94 of the litre. It will never be full, because no finite
# score empties the other glasses; and as the arrows shrink with what is missing, so do the steps.
# In the first step class 1, which holds more, also loses more: from 0.49 to 0.39, against 0.32 to
# 0.29 for class 0. So the two losers draw level on the way down.
#
# <details><summary><b>Think:</b> when does raising a weight make the loss worse? (a question of
# Hasegawa-Johnson &amp; Hockenmaier's, which lecture 05 asked for two classes)</summary>
#
# Where its slope $(\hat p_k-t_k)\,x_j$ is positive. For a wrong class $\hat p_k-t_k=\hat p_k$ is
# positive, so raising its weight for a positive feature raises a score that should fall. For the
# right class $\hat p_y-1$ is negative, so raising its weight hurts where the feature is negative.
# Where the feature is 0 the weight does nothing at all.
# </details>
#
# There is a second way to read the gradient, and it is the one that explains what the model *ends
# up* knowing. In the joint features of lecture 03, $f(x,k)$ is the vector with $x$ in block $k$ and
# zeros elsewhere, and $\theta$ is $W$ written in one line. Then
# $$\nabla_\theta\,\ell_i=\underbrace{\sum_k\hat p_k\,f(x,k)}_{\text{expected}}
#   -\underbrace{f(x,y)}_{\text{observed}} .$$
# The first term is an **expectation** (lecture 01): the features that you would see on average if
# the class were drawn from $\hat p$. The second is what was seen. Where the model expects what it
# observes, there is nothing left to learn.

# %%
from lincourse.features import joint_features

F = np.array([joint_features(x_quiz, k, n_classes=3) for k in range(3)])
expected, observed = p_hat @ F, F[2]
print("expected:  ", expected)
print("observed:  ", observed)
print("difference:", expected - observed)

# %% [markdown] section="convexity"
# ## 5. Is there only one valley?
#
# Lecture 06 warned that descent may end in the wrong valley. Here it cannot, and the reason is a
# pretty one. Walk in a straight line through the space of scores, from $z$ in some direction $v$,
# and watch the log-sum-exp as you go, $g(s)=\log\sum_k e^{z_k+sv_k}$:
#
# 1. $g'(s)=\sum_k\hat p_k\,v_k$. *The steps of section {#gradient}: the slope is the mean of $v$, if the
#    class is drawn from $\hat p=S(z+sv)$.*
# 2. $g''(s)=\sum_k v_k\,\dfrac{d\hat p_k}{ds}$. *Differentiate once more.*
# 3. $\dfrac{d\hat p_k}{ds}=\hat p_k\,\bigl(v_k-\sum_j\hat p_jv_j\bigr)$. *Since
#    $\log\hat p_k=z_k+sv_k-g(s)$, its slope is $v_k-g'(s)$; and the slope of $\hat p_k$ is
#    $\hat p_k$ times that of its logarithm.*
# 4. $g''(s)=\sum_k\hat p_kv_k^2-\bigl(\sum_k\hat p_kv_k\bigr)^2$. *Insert 3 into 2.*
#
# Mean of the square minus square of the mean: the bend of the loss is a **variance** (lecture 01),
# and a variance is never negative. The other term of the loss, $-z_y$, is a straight line and has
# no bend; scores are linear in $W$, so a straight line through weights is a straight line through
# scores; and a mean of curves that never bend down never bends down. The loss is **convex** in $W$,
# and wherever the ground is level, you are at the bottom. (In the trade's words: the Hessian in
# the scores, $\operatorname{diag}(\hat p)-\hat p\hat p^\top$, is positive semidefinite.)
#
# *Never negative* still allows 0. If $v$ is the same for all classes its variance is 0, and indeed
# adding one and the same vector to all rows of $W$ changes no difference of scores and no
# probability. So the bottom of the valley is flat in those directions: the probabilities of the
# training examples are settled there, the weights are not. And on data that a linear classifier
# separates there is no bottom at all, only an endless gentle slope, as in lecture 05.

# %%
X = add_bias(digits.X[order] / 16)  # ink from 0 to 1
X_train, y_train = X[:1000], y[:1000]
rng = np.random.default_rng(1)
above = 0
for _ in range(200):
    A, B = rng.normal(size=(10, 65)), rng.normal(size=(10, 65))
    ends = (softmax_loss(A, X_train, y_train) + softmax_loss(B, X_train, y_train)) / 2
    above += ends >= softmax_loss((A + B) / 2, X_train, y_train)
print(above, "of 200 random chords lie above the loss in their middle")
common = rng.normal(size=65)
print(f"loss at the last A:             {softmax_loss(A, X_train, y_train):.6f}")
print(f"with a vector added to each row: {softmax_loss(A + common, X_train, y_train):.6f}")

# %% [markdown]
# Convexity also does justice to our second machine. Counting words may have looked too simple to be
# learning. Take the 1,337 places where "the" or "a" is followed by one of six words that follow
# both, let $x$ be the one-hot vector of the first word and $y$ the second word, and give softmax
# regression the logarithms of the counts as its weights. **Before you run it:** how large is the
# gradient there?

# %%
before, after = ["the", "a"], ["film", "movie", "story", "best", "good", "funny"]
counts = np.array([[following[first][second] for first in before] for second in after])
X_words, y_words = [], []
for k in range(len(after)):
    for j in range(len(before)):
        X_words += [np.eye(2)[j]] * counts[k, j]
        y_words += [k] * counts[k, j]
X_words, y_words = np.array(X_words), np.array(y_words)

W_counted = np.log(counts)
W_trained = np.zeros((6, 2))
for _ in range(2000):
    W_trained = W_trained - 2.0 * softmax_gradient(W_trained, X_words, y_words)
print("pairs of words:", len(y_words))
at_counts = softmax_gradient(W_counted, X_words, y_words)
print("gradient at the counts is 0:", np.allclose(at_counts, 0))
print("after 'a', counted:", softmax(W_counted[:, 1]))
print("after 'a', trained:", softmax(W_trained[:, 1]))

# %% [markdown]
# It is zero. With the counts as weights the model expects each pair of words exactly as often as it
# was observed, and in a convex valley level ground is the bottom: **relative frequencies are the
# maximum-likelihood answer**, and descent from zero, which has never heard of counting, walks to
# the same place.
#
# *Expected equals observed* also explains the model's third name. Many ways of pouring agree with
# the observed features on average. Among them, the softmax model's is the one with the largest
# entropy, averaged over the examples: it fits what was observed and stays as undecided as possible
# about everything else. Hence **maximum entropy classifier**, or *maxent*, the name under which it
# became popular in language processing in the 1990s (Berger and others, 1996).

# %% [markdown] section="digits"
# ## 6. Can it learn to read?
#
# Back to the digits, and this time we do not repair a perceptron but train for the price of the
# bets. The training part is the same 1,000 pictures, now in minibatches of 50 that are drawn anew
# in each of 30 epochs. The learning rate is chosen on the validation part, as the temperature was.

# %%
from lincourse.softmax import train_softmax

for eta in (0.5, 1.0, 2.0, 4.0, 8.0):
    rng = np.random.default_rng(7)
    W = train_softmax(X_train, y_train, 10, eta, epochs=30, batch_size=50, rng=rng)
    print(f"eta {eta}: validation loss {softmax_loss(W, X[validation], y[validation]):.4f}")

# %% [markdown]
# The validation part prefers a rate of 4. `train_softmax` does what the next cell does in the open:
# start from zeros, draw minibatches, step against the mean gradient of each.

# %%
from lincourse.descent import minibatches

W, rng = np.zeros((10, 65)), np.random.default_rng(7)
on_training = [softmax_loss(W, X_train, y_train)]
on_validation = [softmax_loss(W, X[validation], y[validation])]
for _ in range(30):
    for batch in minibatches(1000, 50, rng):
        W = W - 4.0 * softmax_gradient(W, X_train[batch], y_train[batch])
    on_training.append(softmax_loss(W, X_train, y_train))
    on_validation.append(softmax_loss(W, X[validation], y[validation]))
print(f"before the first step: training {on_training[0]:.4f}, and log 10 is {np.log(10):.4f}")
print(f"after 30 epochs: training {on_training[-1]:.3f}, validation {on_validation[-1]:.3f}")

ax = figures.learning_curves(
    {"training": on_training, "validation": on_validation}, title="Learning to bet on digits"
)
plots.show(
    ax,
    "Mean loss against epochs. Training and validation both start at 2.30, fall below 0.4 in two "
    "epochs, wobble until the sixth and then creep down; the validation curve stays a little above.",
)

# %%
guess = (X[test] @ W.T).argmax(axis=1)
correct = (guess == y[test]).mean()
error = np.sqrt(correct * (1 - correct) / len(guess))
most_common = np.bincount(y_train).argmax()
print(f"test: {correct:.3f} right, standard error {error:.3f}")
print(f"test loss {softmax_loss(W, X[test], y[test]):.3f}")
print(f"always saying {most_common}: {(y[test] == most_common).mean():.3f} right")

# %% [markdown]
# Nothing went wrong at the start: the first loss is $\log10$. In the end 97.2 % of the test digits
# are read correctly, with a standard error of 0.8 points (always naming the commonest training
# digit would get 8.3 %), and the bets cost 0.109 a picture. The tuned perceptron paid 0.138 for the
# same pictures; section {#calibration} asks whether such a difference means anything.
#
# What has it learnt? Each row of $W$, without its bias, is a picture: orange where ink speaks *for*
# the digit, purple where it speaks *against* it.

# %%
ax = plots.weight_images(W[:, 1:], (8, 8), title="What speaks for a digit, and what against it")
plots.show(
    ax,
    "Ten small pictures of weights, one per digit. The 0 has weights below 0 in the middle and above "
    "0 in a ring around it. Other digits have weights above 0 where they have ink, and below 0 where "
    "a digit that resembles them would have it.",
)
print("the ten rows add up to 0:", np.allclose(W.sum(axis=0), 0))

# %% [markdown]
# Look at the 0: the strongest argument against it is ink in the middle. A row shows what tells its
# digit *from the others*, not what the digit looks like. The ten pictures add up to nothing,
# because every step did: what one row receives the others pay.
#
# Now watch *expected minus observed* at work on the row of the digit 3. **Observed** is the mean of
# $t_3\,x$ over the training pictures, all the threes laid on top of one another. **Expected** is
# the mean of $\hat p_3\,x$, every picture laid down as strongly as the model takes it for a three.
# Their difference, observed minus expected, is the direction in which the next step moves that row.
# **Before you look:** what does the model expect before the first step, when it gives each picture
# 0.1?


# %%
def for_three(W):
    p_hat = softmax(X_train @ W.T)[:, 3]
    t = y_train == 3
    observed = (t[:, None] * X_train).mean(axis=0)[1:].reshape(8, 8)
    expected = (p_hat[:, None] * X_train).mean(axis=0)[1:].reshape(8, 8)
    return [observed, expected, observed - expected]


rows = {"before training": for_three(np.zeros((10, 65))), "after training": for_three(W)}
ax = figures.pictures(rows, ["observed", "expected", "difference"], label="share times ink, mean")
plots.show(
    ax,
    "Two rows of three pictures for the digit 3. Before training, what is observed is a clear 3, "
    "what is expected is a blur of all digits, and "
    "the difference is above 0 where a 3 has ink and below 0 where others have it. "
    "After training observed and expected look the same, and the difference is blank.",
)
print("largest difference before:", np.abs(rows["before training"][2]).max().round(4))
print("largest difference after: ", np.abs(rows["after training"][2]).max().round(4))

# %% [markdown]
# Before training it expects a tenth of everything, a blur, and the difference tells the row of the
# 3 to want the ink that threes have and others lack. After training, the threes that the model
# expects and the threes that it saw are the same picture: no pixel differs by more than 0.0034,
# where at first it was 0.0473. That is what training does. It goes on until the model's
# expectations look like the data.
#
# <details><summary><b>Further:</b> eight slips in the code of this lecture, and how they
# show</summary>
#
# | slip | what you see |
# |---|---|
# | the largest score is not subtracted | `nan`, and a warning, at large scores |
# | softmax over the wrong axis | the rows of probabilities do not add up to 1 |
# | scores divided by their sum, without $e$ | negative shares, or shares above 1 |
# | another logarithm | with ten classes the first loss is 3.32 (base 2) or 1 (base 10), not 2.303 |
# | the sum in place of the mean | the first loss is $n\log K$, and the steps are $n$ times as long |
# | $H(\hat p,t)$ in place of $H(t,\hat p)$ | the loss is infinite |
# | the winner's one-hot vector in place of $\hat p$ | it learns, but it is a perceptron |
# | only the right class's row is updated | the rows of $W$ no longer add up to 0 |
# </details>

# %% [markdown] section="calibration"
# ## 7. May you believe it?
#
# A probability is a promise: of all the bets at 0.8, about 80 % should be won. Probabilities that
# keep the promise are called calibrated (lecture 05). One test part has too few doubtful digits
# to check that. So we deal the pictures out anew, five times, train both machines and choose both
# their settings from scratch each time, and put the five test parts together.


# %%
def least_loss(weights, X, y):
    """Of several weights, those with the least loss on the validation part."""
    losses = [softmax_loss(W, X[validation], y[validation]) for W in weights]
    return weights[np.argmin(losses)]


bets, truth = {"softmax regression": [], "perceptron, tuned T": []}, []
for seed in range(5):
    deal = np.random.default_rng(seed).permutation(len(digits.y))
    ink, raw, label = add_bias(digits.X[deal] / 16), add_bias(digits.X[deal]), digits.y[deal]

    tried = []
    for eta in (2.0, 4.0, 8.0):
        rng = np.random.default_rng(seed)
        tried.append(train_softmax(ink[:1000], label[:1000], 10, eta, 30, 50, rng))
    W_new = least_loss(tried, ink, label)
    bets["softmax regression"].append(softmax(ink[test] @ W_new.T))

    W_new = perceptron.averaged_perceptron(raw[:1000], label[:1000], 10, eta=1.0, epochs=5)
    W_new = least_loss([W_new / T for T in (100, 200, 500, 1000, 2000)], raw, label)
    bets["perceptron, tuned T"].append(softmax(raw[test] @ W_new.T))
    truth.append(label[test])

# %%
tables, losses = {}, {}
for name in bets:
    losses[name], shares = [], []
    for P, label in zip(bets[name], truth, strict=True):
        losses[name].append(-np.log(P[np.arange(len(label)), label]).mean())
        shares.append((P.argmax(axis=1) == label).mean())
    print(f"{name}: {np.mean(shares):.3f} right, loss {np.mean(losses[name]):.3f}")

    P, label = np.concatenate(bets[name]), np.concatenate(truth)
    hit = P.argmax(axis=1) == label
    tables[name] = figures.reliability(P.max(axis=1), hit, [0, 0.5, 0.7, 0.9, 0.97, 1])
    for count, said, came_true, error in tables[name]:
        print(f"   {count:4} bets at {said:.3f}: {came_true:.3f} won (standard error {error:.3f})")

saved = np.subtract(losses["perceptron, tuned T"], losses["softmax regression"])
error = saved.std(ddof=1) / np.sqrt(5)
print(f"softmax regression saves {saved.mean():.3f} a picture (standard error {error:.3f})")

ax = figures.reliability_plot(tables, title="Do the bets keep their word?")
plots.show(
    ax,
    "Share of bets won against the probability of the chosen digit, in five groups, with bars of "
    "two standard errors. Both machines lie near the diagonal; softmax regression lies a little "
    "above it in every group.",
)

# %% [markdown]
# Both keep their word quite well. Softmax regression even promises a little less than it keeps: in
# each of its groups more bets are won than were announced, by up to two and a half standard errors.
# Its bets are also cheaper, by 0.031 a picture or six standard errors, with one setting chosen for
# each machine; so the difference of section {#digits} was no accident. (As the five test parts overlap, the
# true errors are somewhat larger than those printed.) The larger surprise may be how far the
# perceptron comes with a single number, once somebody has chosen that number well.
#
# So a doubt is worth reading, and a program that knows when to doubt can hand such cases to a
# person. These are the six test pictures with the least certain answers. The last of them is our
# scrawl.

# %%
P_test = softmax(X[test] @ W.T)
doubts = P_test.max(axis=1).argsort()[:6]
titles = [f"true {y[test][i]}, called {P_test[i].argmax()}" for i in doubts]
ax = figures.read_out(X[test][doubts, 1:].reshape(-1, 8, 8), P_test[doubts], titles)
plots.show(
    ax,
    "Six digits that are hard to read, each with bars of the ten probabilities: a true 8 called 8, "
    "a 1 called 1, a 5 called 9, a 9 called 9, a 4 called 1, and the scrawl, a true 3 called 3. In "
    "each picture two or three digits hold most of the probability.",
)

# %% [markdown]
# **Where it breaks.** All of this was measured on digits. Now show it something that is not a
# digit: an empty page, a page that is half black, and a face. **Before you run it:** what should it
# say? And what *can* it say?

# %%
empty = np.zeros((8, 8))
half_black = np.repeat([1.0, 0.0], 32).reshape(8, 8)
face = np.array(
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 1, 1, 0, 0, 1, 1, 0],
        [0, 1, 1, 0, 0, 1, 1, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 1, 1, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 1, 0],
        [0, 0, 1, 1, 1, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ]
)
nonsense = np.array([empty, half_black, face])
P_nonsense = softmax(add_bias(nonsense.reshape(3, 64)) @ W.T)
titles = [f"called {p.argmax()}: {p.max():.3f}" for p in P_nonsense]
ax = figures.read_out(nonsense, P_nonsense, titles)
plots.show(
    ax,
    "Three pictures that show no digit, each with bars of the ten probabilities. The empty page is "
    "called 4 with 0.310, the half-black page 9 with 0.999, the face 8 with 0.980.",
)

# %%
rng = np.random.default_rng(5)
test_digits = X[test][:, 1:]
shuffled = rng.permuted(test_digits, axis=1)  # each digit's own pixels, in random places
for name, images in (
    ("test digits", test_digits),
    ("their pixels, shuffled", shuffled),
    ("shuffled, twice the ink", 2 * shuffled),
):
    certainty = softmax(add_bias(images) @ W.T).max(axis=1)
    print(f"{name:23} {(certainty > 0.9).mean():.3f} are called with more than 0.9")

# %% [markdown]
# What it should say is "that is not a digit", and there is no glass for that. On the empty page
# only the biases are left, and the litre is at least spread out. But the half-black page is a 9
# with 0.999, and the face is an 8 with 0.98. Nor are these rare accidents: if the pixels of the
# test digits are shuffled, so that nothing is left of them but their ink, more than a quarter are
# still called with a probability above 0.9, and with twice the ink more than half. Scores are
# linear, so (apart from the biases) twice the ink is twice the lead, and softmax takes a lead for
# certainty. Nothing in training asked for doubt where there were no examples.
#
# **There is no eleventh glass.** The ten numbers answer the question "which digit is it, *given
# that it is one*?", and on that question they keep their word. They can't answer "is it one?".
#
# <details><summary><b>Further:</b> what can be done about it?</summary>
#
# Refusing to answer below 0.9 catches only some of it: 28 % of the shuffled pictures would still
# pass. You can pour an eleventh glass after all, a class "none of these", if you have examples of
# what is in it; but "everything else" is hard to collect. Or you can ask a different model first,
# one of the pictures themselves, $P(x)$, whether anything like $x$ has been seen before. A
# discriminative model such as this one has only ever been asked for $P(y\mid x)$ (lecture 02 on
# generative and discriminative).
# </details>

# %% [markdown]
# ## So what is the ticket worth?
#
# One last time, the scrawl of the first page, poured by a machine that has learnt to pour.

# %%
p_hat = softmax(W @ X[scrawl])
ax = figures.glasses(p_hat, title="The scrawl, poured by softmax regression")
plots.show(
    ax,
    "Ten glasses, one per digit. The 3 holds 0.53 of the litre, the 8 holds 0.37, the 9 and the 2 "
    "hold 0.05 and 0.04, and the others are as good as empty.",
)
print("on the back of the picture it says:", y[scrawl])

# %% [markdown]
# The ticket on the 8 is worth 37 cents, and one on the 3 would be worth 53. The picture was a 3.
# One picture proves nothing, but section {#calibration} does say something about tickets on the favourite: in
# every price group they paid at least as often as promised, over nearly two thousand bets.
#
# How do you pour? In proportion to $e$ to the power of the scores, if a lead in score is to be a
# log-odds. How do you learn to pour well? Let every wrong glass pay what it holds and the right
# glass get what it lacks, again and again, until what you expect is what you observe; there is only
# one valley, so you can't get lost on the way. And what are the numbers worth? As much as a ticket
# that carries, in small print, *valid for digits only*.
#
# Two things are left. Lecture 08 takes the derivatives apart, one step at a time. And lecture 09
# puts the pointing finger and the litre side by side: you have seen that the one is the other at
# temperature zero.

# %% [markdown]
# ## Check yourself
#
# 1. The scores are $\log 1$, $\log 2$ and $\log 5$. What is their softmax? And of $1000+\log 1$,
#    $1000+\log 2$ and $1000+\log 5$?
# 2. Three glasses hold 0.2, 0.5 and 0.3, and the first is the right one. What is the loss, who pays
#    how much, and what are the three rows of the gradient for $x=(1,-2)$?
# 3. Ten classes, weights of zero, and before the first step your loss is 0.23. What is wrong?
# 4. You forgot to subtract the one-hot vector in the gradient. What does training do?
# 5. A colleague adds 3 to every weight in $W$. A second one multiplies every weight by 3. What
#    changes in the decisions, and what in the probabilities?
#
# <details><summary>Answers</summary>
#
# 1. $e$ to the scores is 1, 2 and 5, so $(\frac18,\frac28,\frac58)$, both times: a shift changes
#    nothing.
# 2. $-\log0.2\approx1.609$. The second pays 0.5, the third 0.3, and the first gets 0.8. The errors
#    $\hat p-t$ are $-0.8$, $0.5$ and $0.3$, so the rows are $(-0.8,1.6)$, $(0.5,-1)$ and
#    $(0.3,-0.6)$.
# 3. It should be $\log10\approx2.303$ and is a tenth of that: the mean was taken over examples
#    *and* classes, so it was divided by $K$ once too often.
# 4. Every glass pays and none receives: each step lowers all scores of the example, the right one's
#    included (if $\lVert x\rVert>0$), and the labels are never looked at. It learns nothing about
#    them.
# 5. Adding 3 adds 3 times the sum of the features to all scores of an example, so nothing changes.
#    Multiplying by 3 is a temperature of $\frac13$: the same decisions, surer probabilities.
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - turn scores into probabilities by hand and exactly at any size, and say why it is $e$ and why
#   the shift is allowed;
# - say what a temperature does, why two classes give the sigmoid, and why argmax is the cold limit;
# - go from maximum likelihood to the cross-entropy in five lines, and say why the truth comes
#   first;
# - derive $\hat p-t$, say who pays and who gets, and check a gradient by finite differences;
# - say why the loss has one valley, and in which directions it is flat;
# - train a classifier, look at its weights, test whether its probabilities keep their word, and say
#   where they mean nothing.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $X$, $x$ | all examples, one example; the constant 1 comes first | $(n,d)$, $(d,)$ | `X`, `x` |
# | $n$, $d$, $K$ | number of examples, features, classes | numbers | `len(X)` |
# | $y$ | the right class, $0,\dots,K-1$ | number | `y` |
# | $t$, $t_k=[y=k]$ | the target: $y$ as a one-hot vector | $(K,)$ | `one_hot([y], K)[0]` |
# | $[\,\cdot\,]$ | indicator: 1 if what is inside is true, else 0 | number | `x == k` |
# | $W$, $\mathbf w_k$ | weights, one row per class | $(K,d)$, $(d,)$ | `W`, `W[k]` |
# | $z$, $z_k$ | scores, also called logits: $z_k=\mathbf w_k\cdot x$ | $(K,)$ | `z = W @ x` |
# | $S(z)$, $\hat p$ | softmax of the scores; what the model believes | $(K,)$ | `p_hat = softmax(z)` |
# | $\sigma$ | the sigmoid, softmax of two | | `sigmoid` |
# | $T$ | temperature: $S(z/T)$ | number | `T` |
# | $\varphi$ | the probabilities of a categorical distribution | $(K,)$ | `phi` |
# | $\mathcal L$ | likelihood of all the labels | number | |
# | $H(p,q)$ | cross-entropy: mean surprise at $q$ if $p$ is the truth | number | `entropy_between(p, q)` |
# | $D_{\text{KL}}(p\Vert q)$ | the avoidable part, $H(p,q)-H(p,p)$ | number | |
# | $\ell_i$, $\ell$ | loss of one example, mean loss | numbers | `softmax_loss(W, X, y)` |
# | $\theta$, $f(x,k)$ | $W$ in one line; joint features | $(Kd,)$ | `theta`, `F[k]` |
# | $\eta$ | learning rate | number | `eta` |
# | $v$, $s$, $g$ | a direction in the scores, how far along it, log-sum-exp there | | |
# | $c$ | a constant added to all scores | number | |
#
# **The argument in five lines**
#
# 1. Let every lead in score be a log-odds, and one litre be shared: that forces
#    $\hat p_k=e^{z_k}/\sum_je^{z_j}$.
# 2. Maximum likelihood charges for the logarithm of the water in the right glass:
#    $\ell_i=-\log\hat p_y=H(t,\hat p)$.
# 3. Its slope in the scores is $\hat p-t$: each wrong glass pays what it holds, the right one gets
#    what it lacks.
# 4. In the weights that is $(\hat p-t)\,x^\top$, expected minus observed features, and the bend is
#    a variance: one valley.
# 5. At the bottom the model expects what it observed. What it never observed, it knows nothing
#    about.
#
# <details><summary><b>If you read the documents beside this:</b> slips and differences in
# notation</summary>
#
# We read text conversions of the slides, so a slip may be the conversion's and not the author's.
# The [list of slips](../docs/errata.md) has each with a computation.
#
# - **Counting.** Hasegawa-Johnson & Hockenmaier, Boye and Qureshi count classes from 1,
#   Hasegawa-Johnson (2020) and we from 0. So $(0,1,0)$ is class 2 of three for the former and class
#   1 for the latter; the quiz's class 2 and its $y=3$ are our indices 1 and 2. In the 2020 slides
#   one sum (slide *One-Hot Vector*) runs from 1 to $c$ where 0 to $V-1$ is meant.
# - **Letters.** Boye's $\theta$ and $\theta_k$ are our $W$ and $\mathbf w_k$; $\beta_j$
#   (Hasegawa-Johnson) and $\Psi(x,y)$ (May) are our $z_j$ and $z_y$; $y^*_c$, $q(y\mid x)$, $\pi_j$
#   and $h_{\theta_j}$ are our $\hat p$.
# - **Sum or mean.** Boye and May take the mean, as we do; Hasegawa-Johnson & Hockenmaier and
#   Hasegawa-Johnson (2020) take the sum; Qureshi writes one example. The best $W$ is the same, but
#   a learning rate that suits the one does not suit the other.
# - **Boye, 5f.** *Softmax function:* the first number of the example is 0.5646 to four places
#   (printed: 0.5647). *Multinomial cross-entropy loss function:* what is printed there, with "0
#   otherwise", is the term of class $k$; the loss is the sum of these terms over all $k$. A
#   parenthesis is not closed there, either. *Gradient of the loss function (2):* $\partial\theta_i$ is
#   printed where the text speaks of $j$; the quiz's answer has $\partial Loss/\theta$ for
#   $\partial Loss/\partial\theta$.
# - **Qureshi.** *Multinomial distribution:* the last indicator is $1-\sum_{i<k}\mathbb I_i$, with
#   the 1 outside the sum. One draw is *categorical*, and *multinomial* is the name for the counts
#   of many draws (in NumPy `rng.choice(3, p=phi)` draws a class, `rng.multinomial(1, phi)` the same
#   as a one-hot vector). *Softmax classifier:*
#   $h_{\theta_i}(\mathbf x)=S(\mathbf x^{(i)})_j$ mixes $i$ and $j$, and it is the scores that $S$ is applied
#   to, not the features. *Gradient descent:* the last line has a plus before $\eta$ where the line
#   above it has the right minus. *Cross Entropy:* $D(\hat y,y)=-\sum_iy_i\log\hat y_i$ is our
#   $H(t,\hat p)$, only written with the belief first.
# - **Hasegawa-Johnson & Hockenmaier,** *Perceptron versus Softmax*, where the softmax is replaced by a hard choice: with one-hot
#   targets $\hat y-y$ is $\pm1$, not $\pm2$, so the perceptron rule comes back without a factor.
# - **Hasegawa-Johnson (2020),** *Comparing the argmax and softmax*: $\beta_1=\max_j\beta_j$ is
#   meant where $\arg\max$ is printed. *Minimizing the negative log probability*: the loss is
#   $-\ln y^*_{j(i)}$, as on the later slides; the star stands on the $j$ there.
# - **May, section 17.** The second term of the gradient is the expectation of the *features*
#   $f(x,Y)$.
# </details>
#
# **Go on with** [exercise 07](../exercises/07-softmax/07-softmax.ipynb): you write every function
# of this lecture yourself, and train your own reader of digits.
#
# ### Sources
#
# J. Boye, *DD2418 Language Engineering*, 5f: Multinomial logistic regression, KTH. M.
# Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0). M.
# Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0). F. Qureshi, *Softmax*,
# Topics in Digital Media. J. May, *Linear Models*, 2023. L. Boltzmann, *Studien über das
# Gleichgewicht der lebendigen Kraft zwischen bewegten materiellen Punkten*, 1868. J. S. Bridle,
# *Probabilistic interpretation of feedforward classification network outputs*, in Neurocomputing,
# Springer, 1990. A. L. Berger, S. A. Della Pietra & V. J. Della Pietra, *A maximum entropy approach
# to natural language processing*, Computational Linguistics 22, 1996. C. Guo, G. Pleiss, Y. Sun &
# K. Q. Weinberger, *On calibration of modern neural networks*, ICML 2017. Digits: E. Alpaydin & C.
# Kaynak, UCI Machine Learning Repository, 1998, as in scikit-learn. Film sentences: B. Pang & L.
# Lee, *Seeing stars*, ACL 2005.
