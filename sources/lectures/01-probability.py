# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 01 Probability review
#
# **Coins, conditions, and a mind reader**
#
# About 70 minutes. Follows May, *Linear Models* (2023), sections 1 to 8.
#
# **After this you can**
#
# - list the outcomes of an experiment and give the probability of an event;
# - tell $P(A, B)$, $P(A\mid B)$ and $P(B\mid A)$ apart, and compute each of them;
# - split a joint probability into factors by the chain rule, in any order;
# - decide whether two events are independent, and say why disjoint ones are not;
# - turn a condition round with Bayes' rule and the law of total probability;
# - say how many positive tests it takes to believe in something rare;
# - say how far a simulation of $n$ draws is likely to be off.
#
# **You need first** sets and dictionaries in Python, and [lecture 00](00-welcome.ipynb) for how a
# lecture works. All later lectures rest on sections 2 to 5 of this one.

# %% [markdown]
# ## The symbols used here
#
# | symbol | meaning | in code |
# |---|---|---|
# | $\Omega$, $x$ | all outcomes, one outcome | `omega`, `x` |
# | $A$, $B$ | events: sets of outcomes | `A`, `B` (a `set`) |
# | $P$ | distribution: a probability for each outcome | `dist` (a `dict`) |
# | $P(A)$ | probability of an event | `probability(A, dist)` |
# | $P(A, B)$ | joint probability: both happen | `joint(A, B, dist)` |
# | $P(A\mid B)$ | conditional probability: of $A$, given $B$ | `conditional(A, B, dist)` |
# | $E_1, \dots, E_n$ | parts of a partition of $\Omega$ | one index $i$ each |
# | $P(B\mid E_i)$, $P(E_i)$ | likelihoods and priors, shape $(n,)$ | `likelihoods`, `priors` |

# %%
from fractions import Fraction
from itertools import permutations
from math import prod

import numpy as np

from lincourse import plots
from lincourse.figures import probability as figures
from lincourse.probability import (
    bayes,
    chain_rule,
    conditional,
    independent,
    joint,
    probability,
    toss_outcomes,
    total_probability,
    uniform,
)

rng = np.random.default_rng(1)

# %% [markdown]
# ## 1. What can happen, and how likely is it?
#
# Four words carry everything that follows. An **experiment** is something that you do, such as
# tossing a coin three times. An **outcome** is one way it can end, told in full; $\Omega$ is the set
# of all of them. An **event** is a set of outcomes, $A\subseteq\Omega$: it happens if any one of them
# does. A **distribution** gives every outcome a number $P(x)\ge 0$, and these add up to 1.

# %%
omega = toss_outcomes(3)
print(len(omega), "outcomes:", omega)

# %% [markdown]
# If no outcome is likelier than another, the distribution is **uniform**: $P(x)=c$ for all
# $x\in\Omega$. As the eight numbers must add up to 1, $c=1/|\Omega|$.
#
# (May's section 2 prints "for all $c\in\Omega$". It is $x$ that runs through $\Omega$; $c$ is the one
# number that all of them share.)

# %%
dist = uniform(omega)
print("P(HHT) =", dist["HHT"], "  all together:", sum(dist.values()))

# %% [markdown]
# The probability of an event is the sum over its outcomes, $P(A)=\sum_{x\in A}P(x)$. Take the two
# events that May asks about: $A$, exactly two heads, and $B$, the first toss is heads.

# %%
A = {x for x in omega if x.count("H") == 2}
B = {x for x in omega if x[0] == "H"}
print("A =", sorted(A), "  P(A) =", probability(A, dist))
print("B =", sorted(B), "  P(B) =", probability(B, dist))

# %% [markdown]
# Now colour some events yourself. **Before you choose**, predict: which two different events in the
# lists share the most outcomes, and which share none? The line above the picture says more than
# you know yet; come back to it after sections 2 and 4. (On paper you see four pairs.)

# %%
figures.toss_explorer()

# %% [markdown]
# A second way to find a probability is to do the experiment very often and count. Each exact
# answer in this lecture stands next to such a **simulation**; section 7 says how far to trust it.


# %%
def simulate(dist, n, rng):
    """n outcomes, drawn according to dist."""
    return list(rng.choice(list(dist), size=n, p=[float(p) for p in dist.values()]))


def compare(what, exact, hits):
    print(f"{what:12} exact {float(exact):.4f}   simulated {np.mean(hits):.4f}")


draws = simulate(dist, 10_000, rng)
compare("P(A)", probability(A, dist), [x in A for x in draws])
compare("P(B)", probability(B, dist), [x in B for x in draws])

# %% [markdown]
# Counting outcomes, "three of eight", is a short cut for the uniform distribution only. Load the
# coin, so that heads come up 7 times in 10, and the same three outcomes weigh more:

# %%
loaded = {x: 0.7 ** x.count("H") * 0.3 ** x.count("T") for x in omega}
print("P(HHH) =", round(loaded["HHH"], 3), "  P(TTT) =", round(loaded["TTT"], 3))

draws_loaded = simulate(loaded, 10_000, rng)
compare("P(A), loaded", probability(A, loaded), [x in A for x in draws_loaded])

# %% [markdown]
# ## 2. What changes when you learn something?
#
# The **joint** probability $P(A, B)=P(A\cap B)$ is that of the outcomes in both events. The
# **conditional** probability is that of $A$ when $B$ is known to have happened:
#
# $$P(A\mid B)=\frac{P(A, B)}{P(B)} .$$
#
# Knowing $B$ makes the world smaller. Outcomes outside $B$ are ruled out; those inside keep their
# proportions, and dividing by $P(B)$ makes them add up to 1 again.

# %%
eighths = {x: Fraction(1, 8) for x in omega}
axes = figures.smaller_world(A, B, eighths)
plots.show(
    axes[0],
    "Two grids of the eight outcomes. Above, each has probability 1/8; the three of A are blue, the "
    "four of B hatched, two are both. Below, the four outcomes without a first head are ruled out "
    "and the four of B have probability 1/4 each; two of them are blue.",
)

# %% [markdown]
# The quiz of May's sections 2 and 3, worked with exact fractions. Guess the last two before you
# look: are they the same?

# %%
print("c         ", eighths["HHT"])
print("P(A)      ", probability(A, eighths))
print("P(B)      ", probability(B, eighths))
print("P(A, B)   ", joint(A, B, eighths))
print("P(B | A)  ", conditional(B, A, eighths), " two heads are known: was the first a head?")
print("P(A | B)  ", conditional(A, B, eighths), " the first is known: are there two heads?")

# %%
in_B = [x for x in draws if x in B]
in_A = [x for x in draws if x in A]
compare("P(A, B)", joint(A, B, dist), [x in A and x in B for x in draws])
compare("P(B | A)", conditional(B, A, dist), [x in B for x in in_A])
compare("P(A | B)", conditional(A, B, dist), [x in A for x in in_B])

# %% [markdown]
# In the simulation, conditioning is throwing away: keep the draws in which the condition holds,
# and count among those.
#
# <details><summary><b>Think:</b> is P(A, B) = P(A) + P(B)? (May)</summary>
#
# No. Here the sum would be $3/8+1/2=7/8$, and $P(A,B)$ is $1/4$. A sum belongs to "or", not to
# "and", and even there the outcomes in both events are counted twice:
# $P(A\text{ or }B)=P(A)+P(B)-P(A,B)=5/8$. Adding a condition with "and" can only make an event less
# likely; adding probabilities makes it more likely, and can go past 1.
# </details>
#
# **Where it breaks.** What is the probability of two heads, given that four heads were tossed?
# There is no such world to count in: $P(B)=0$, and the definition would divide by 0. The function
# says so, where returning 0 would be a claim about something that never happens.

# %%
four_heads = set()
try:
    conditional(A, four_heads, dist)
except ValueError as error:
    print("ValueError:", error)

# %% [markdown]
# ## 3. In which order can you take events apart?
#
# In any order. Multiply the definition by $P(B)$ and you have $P(A,B)=P(A\mid B)\,P(B)$. For three
# events:
#
# 1. Let $A_{23}=A_2\cap A_3$, which is an event like any other.
# 2. $P(A_1,A_2,A_3)=P(A_1\mid A_{23})\,P(A_{23})$ — the rule for two events.
# 3. $P(A_{23})=P(A_2\mid A_3)\,P(A_3)$ — the same rule again.
# 4. $P(A_1,A_2,A_3)=P(A_1\mid A_2,A_3)\,P(A_2\mid A_3)\,P(A_3)$ — put 3 into 2.
#
# With $N$ events you go on like this. It is called the **chain rule** (no relation of the one for
# derivatives):
#
# $$P(A_1,\dots,A_N)=P(A_1\mid A_2,\dots,A_N)\cdots P(A_{N-1}\mid A_N)\,P(A_N) .$$
#
# As "and" does not care about order, neither does the product. Only the factors change. Let $C$ be
# "the coin changes sides at most once":

# %%
events = {
    "A": A,
    "B": B,
    "C": set(omega) - {"HTH", "THT"},
}
for order in permutations(events):
    factors = chain_rule([events[name] for name in order], eighths)
    print("P(" + ", ".join(order) + ") =", " x ".join(map(str, factors)), "=", prod(factors))

# %%
in_all = events["A"] & events["B"] & events["C"]
print("in all three:", sorted(in_all))
compare("P(A, B, C)", probability(in_all, dist), [x in in_all for x in draws])

# %% [markdown]
# Read one line aloud: "the probability of all three is that of $A$ once $B$ and $C$ are known,
# times that of $B$ once $C$ is known, times that of $C$". Lecture 02 does this with the words of a
# sentence, and then makes a bold simplification.

# %% [markdown]
# ## 4. When does knowing something tell you nothing?
#
# $A$ and $B$ are **independent** if learning one leaves the probability of the other as it was:
#
# $$P(A\mid B)=P(A)\quad\Longleftrightarrow\quad P(A,B)=P(A)\,P(B)
#   \quad\Longleftrightarrow\quad P(B\mid A)=P(B) .$$
#
# The form in the middle follows by multiplying with $P(B)$; it treats both events alike and needs no
# division, so it also has an answer where one of them is impossible. It is the one to compute with.

# %%
first, last = B, {x for x in omega if x[2] == "H"}
others = {"last is heads": last, "exactly two heads": A, "first is tails": set(omega) - B}
for name, other in others.items():
    both = joint(first, other, eighths)
    product = probability(first, eighths) * probability(other, eighths)
    verdict = independent(first, other, eighths)
    print(f"first is heads, {name}: {both} against {product}, {verdict}")

# %% [markdown]
# The last line is the one that people get wrong. Two events that exclude each other are **not**
# independent: if the first toss is heads, you know all about whether it is tails. Disjoint is a
# statement about sets; independent is one about probabilities.
#
# In a picture: one column for $B$, one for not $B$, each filled as high as $A$ is likely there.
# Independent means that the level is the same.

# %%
panels = plots.panels(columns=2, width=7.2, height=4.0)
not_B = set(omega) - B
widths = [probability(B, dist), probability(not_B, dist)]
for ax, name, event in zip(panels, ("last is heads", "exactly two heads"), (last, A), strict=True):
    levels = [conditional(event, B, dist), conditional(event, not_B, dist)]
    figures.areas(levels, widths, ["B", "not B"], ax, evidence="A")
    ax.set_title(f"A: {name}", pad=34)
plots.show(
    panels[0],
    "Two squares, each with a column for B, first is heads, and one for not B, both half as wide as "
    "the square. Left, A is 'last is heads': both columns are filled to 0.5. Right, A is 'exactly "
    "two heads': B's column is filled to 0.5 and the other to 0.25.",
)

# %%
compare("P(last)", probability(last, dist), [x in last for x in draws])
compare("P(last | B)", conditional(last, B, dist), [x in last for x in in_B])
compare("P(A)", probability(A, dist), [x in A for x in draws])
compare("P(A | B)", conditional(A, B, dist), [x in A for x in in_B])

# %% [markdown]
# **Where it breaks.** Independence in pairs says nothing about three at once. Let $D$ be "the first
# two tosses differ". It is independent of the first toss, and of the second. Yet the first and the
# second together settle it:

# %%
second = {x for x in omega if x[1] == "H"}
D = {x for x in omega if x[0] != x[1]}
print("first and D are independent: ", independent(first, D, eighths))
print("second and D are independent:", independent(second, D, eighths))
print("P(D) =", probability(D, eighths))
print("P(D | first and second) =", conditional(D, first & second, eighths))

# %% [markdown]
# One practical point. A computer's floats are rounded, so ask whether two of them are *close*, not
# whether they are equal. `independent` allows a difference of $10^{-9}$.

# %%
print("0.1 + 0.2 == 0.3:", 0.1 + 0.2 == 0.3, "  close:", abs(0.1 + 0.2 - 0.3) <= 1e-9)

# %% [markdown]
# ## 5. Can you turn a condition round?
#
# Often you know one direction and want the other. A doctor knows how often the sick test positive;
# the patient wants to know how often the positive are sick. **Bayes' rule** turns it round:
#
# 1. $P(A,B)=P(A\mid B)\,P(B)$ — the definition, multiplied out;
# 2. $P(A,B)=P(B\mid A)\,P(A)$ — the same, as "and" has no order;
# 3. $P(A\mid B)\,P(B)=P(B\mid A)\,P(A)$ — both are $P(A,B)$;
# 4. $P(A\mid B)=\dfrac{P(B\mid A)\,P(A)}{P(B)}$ — divided by $P(B)$, which must not be 0.

# %%
print("P(A | B), counted:    ", conditional(A, B, eighths))
turned = conditional(B, A, eighths) * probability(A, eighths) / probability(B, eighths)
print("P(A | B), turned round:", turned)

# %% [markdown]
# $P(B)$ is often not given. But if you can cut the world into parts and know $P(B)$ in each, you
# can add up. Events $E_1,\dots,E_n$ are a **partition** of $\Omega$ if exactly one of them happens:
# no two overlap, $E_i\cap E_j=\varnothing$ for all $i\ne j$, and together they cover $\Omega$. Then
#
# $$P(B)=\sum_{i=1}^n P(B,E_i)=\sum_{i=1}^n P(B\mid E_i)\,P(E_i) ,$$
#
# the **law of total probability**. (May's section 7 asks for empty overlaps "for all $i,j$"; $i=j$
# must be left out, or every $E_i$ would be empty. And that the $P(E_i)$ add up to 1 says only that
# nothing *possible* is left uncovered.)
#
# The number of heads cuts the eight outcomes into four parts:

# %%
parts = [{x for x in omega if x.count("H") == k} for k in range(4)]
priors = [probability(E, dist) for E in parts]
likelihoods = [conditional(B, E, dist) for E in parts]
print("P(E_i)     ", np.round(priors, 4))
print("P(B | E_i) ", np.round(likelihoods, 4))
print("P(B)       ", round(total_probability(likelihoods, priors), 4))
print("counted:   ", probability(B, dist))

# %% [markdown]
# Both together give Bayes' rule for all parts at once, $P(E_i\mid B)=P(B\mid E_i)\,P(E_i)\,/\,P(B)$.
# The $P(E_i)$ are called **priors**, what you thought before; the results **posteriors**, what you
# think after seeing $B$; and $P(B\mid E_i)$ the **likelihood** of what you saw.

# %%
print("Bayes   ", np.round(bayes(likelihoods, priors), 4))
print("counted ", np.round([conditional(E, B, dist) for E in parts], 4))

# %% [markdown]
# It is easiest to believe as a picture. A bag holds coins of three kinds: half are fair, three in
# ten are loaded (heads 7 times in 10), one in five has two heads. You draw one, toss it, and see
# heads. Each kind is a column as wide as its prior and filled as high as its likelihood, so the
# *area* is $P(B,E_i)$.

# %%
coins = ["fair", "loaded", "two-headed"]
coin_priors, heads = [0.5, 0.3, 0.2], [0.5, 0.7, 1.0]
axes = figures.bayes_picture(heads, coin_priors, coins, evidence="heads")
plots.show(
    axes[0],
    "Left: a square with three columns, as wide as the priors 0.5, 0.3 and 0.2, filled to the "
    "heights 0.5, 0.7 and 1. The filled areas are 0.25, 0.21 and 0.2. Right: the filled part alone, "
    "stretched to height 1: fair 0.379, loaded 0.318, two-headed 0.303.",
)

# %%
kinds = rng.choice(3, size=100_000, p=coin_priors)
is_heads = rng.random(100_000) < np.array(heads)[kinds]
compare("P(heads)", total_probability(heads, coin_priors), is_heads)
for name, k, exact in zip(coins, range(3), bayes(heads, coin_priors), strict=True):
    compare(name, exact, kinds[is_heads] == k)

# %% [markdown]
# Play with two columns. **Before you move anything**, predict: where must the three sliders stand so
# that seeing $B$ changes nothing, $P(E\mid B)=P(E)$? And can $P(E\mid B)$ be small while
# $P(B\mid E)$ is 1?

# %%
figures.area_explorer()

# %% [markdown]
# <details><summary>Answers</summary>
#
# Nothing changes where both columns are filled to the same level: $E$ and $B$ are independent, as in
# section 4 (or where $P(E)$ is already 0 or 1). And yes: make the column of $E$ narrow. Its area
# stays small however high it is filled, and a wide column with a low level beats it.
# </details>

# %% [markdown]
# ## 6. Jill tests positive. Can she read minds?
#
# May's example. Few people can read minds: $P(MR)=1/100{,}000$. There is a test $T$, and it is a
# good one: $P(T\mid MR)=0.95$, and for everybody else $P(\neg T\mid\neg MR)=0.995$. Jill's test is
# positive. **Before you run the cell**, say how likely you think it is that she is a mind reader.

# %%
priors = np.array([0.00001, 0.99999])  # a reader, or not
likelihoods = np.array([0.95, 1 - 0.995])  # of a positive test, for each of the two

print(f"P(T)      = {total_probability(likelihoods, priors):.8f}")
print(f"P(MR | T) = {bayes(likelihoods, priors)[0]:.7f}")

# %% [markdown]
# About 0.002. Many people say 0.95, which is $P(T\mid MR)$: the right number for the wrong question.
# Forgetting the prior is so common that it has a name, **base-rate neglect**. It is easier in whole
# people:

# %%
people = 10_000_000
readers = people * priors[0]
others = people - readers
print(f"of {people:,} people {readers:.0f} are readers: {readers * 0.95:.0f} positive tests")
print(f"and {others:,.0f} are not: {others * 0.005:,.0f} positive tests")

# %% [markdown]
# The others are wrongly accused once in 200 times, but there are 99,999 of them to every reader.
# Now move the base rate. **Predict first:** how common must mind readers be for one positive test
# to mean "more likely than not"? Then look for the rate at which two tests are enough.

# %%
figures.reader_explorer()

# %% [markdown]
# How many positive tests in a row would convince you? The posterior after one test is the prior of
# the next, as long as the tests are wrong **independently of each other** given what Jill is.

# %%
belief = priors
print(f"tests 0: P(MR) = {belief[0]:.5f}")
for test in range(1, 6):
    belief = bayes(likelihoods, belief)
    print(f"tests {test}: P(MR) = {belief[0]:.5f}   odds {belief[0] / belief[1]:,.3f} to 1")

# %% [markdown]
# Three. The **odds**, $P(MR)/P(\neg MR)$, show why: every positive test multiplies them by
# $P(T\mid MR)/P(T\mid\neg MR)$, whatever they were (divide Bayes' rule for $MR$ by the one for
# $\neg MR$, and $P(T)$ cancels). Two tests do not make up for one in 100,000; the third does. It also
# answers the question about the slider: even odds need a prior of one to 190, or to 190².

# %%
ratio = likelihoods[0] / likelihoods[1]
print(f"a positive test multiplies the odds by {ratio:.0f}")
print(f"evens after one test: 1 in {1 + ratio:,.0f}   after two: 1 in {1 + ratio**2:,.0f}")

# %% [markdown]
# **Where it breaks.** The simulation, for once. Give a million people the test:

# %%
is_reader = rng.random(1_000_000) < priors[0]
positive = rng.random(1_000_000) < np.where(is_reader, likelihoods[0], likelihoods[1])
counts = (is_reader.sum(), positive.sum(), (is_reader & positive).sum())
print("readers: {}   positive: {}   both: {}".format(*counts))
compare("P(T)", total_probability(likelihoods, priors), positive)
compare("P(MR | T)", bayes(likelihoods, priors)[0], is_reader[positive])

# %% [markdown]
# A million draws, and $P(MR\mid T)$ still hangs on seven people: one more or less moves it by a
# seventh. What is rare is hard to simulate. With readers as common as one in a hundred it works at
# once:

# %%
common = np.array([0.01, 0.99])
is_reader = rng.random(1_000_000) < common[0]
positive = rng.random(1_000_000) < np.where(is_reader, likelihoods[0], likelihoods[1])
compare("P(T)", total_probability(likelihoods, common), positive)
compare("P(MR | T)", bayes(likelihoods, common)[0], is_reader[positive])

# %% [markdown]
# <details><summary><b>Think:</b> Jill takes the same test three times in one hour, and all three are
# positive. Is that as good as the cell above says?</summary>
#
# Only if the errors are independent given what she is. If the test reacts to, say, a medicine that
# she takes, it will be wrong three times for one reason, and the second and the third test say
# next to nothing. "Independent given the class" is exactly what naive Bayes assumes of the words
# of a text (lecture 02), and it breaks there in the same way.
# </details>

# %% [markdown]
# ## 7. How far can you trust a simulation?
#
# Three people simulate $P(A)=3/8$. Their shares wander about at first and then settle.

# %%
three = {f"run {k}": rng.random(10_000) < 3 / 8 for k in (1, 2, 3)}
ax = figures.running_shares(three, 3 / 8, title="The share of A settles")
plots.show(
    ax,
    "Three lines of the share of draws in A so far, against the number of draws from 1 to 10,000 on "
    "a logarithmic axis. They start far apart, come within 0.05 of the exact 0.375 after some "
    "hundred draws, and lie on it at the end.",
)

# %% [markdown]
# How fast? One draw is 1 with probability $p$ and 0 otherwise.
#
# 1. Its mean is $p$, and its variance $p\,(1-p)^2+(1-p)\,p^2=p\,(1-p)$ — by the definition.
# 2. The sum of $n$ independent draws has variance $n\,p\,(1-p)$ — variances of independent
#    numbers add up.
# 3. The share is the sum divided by $n$: its variance is $p\,(1-p)/n$ — a factor comes out squared.
# 4. So a typical error is $\sqrt{p\,(1-p)/n}$, which shrinks as **one over the root of $n$**.
#
# The cell checks this with 200 simulations of each length.

# %%
p = 3 / 8
errors = {n: rng.binomial(n, p, size=200) / n - p for n in (10, 100, 1_000, 10_000, 100_000)}
for n, values in errors.items():
    typical = np.sqrt(np.mean(values**2))
    print(f"n {n:7,}: typical error {typical:.4f}   formula {np.sqrt(p * (1 - p) / n):.4f}")

# %%
ax = figures.error_curve(errors, p, title="One more digit costs a hundred times the draws")
plots.show(
    ax,
    "The error of simulations against their length, both on logarithmic axes. Squares for the "
    "typical error lie on a straight line from 0.15 at 10 draws to 0.0015 at 100,000. Dots for "
    "single simulations scatter around and mostly below them.",
)

# %% [markdown]
# A hundred times the draws make the error ten times smaller: one more digit. And what counts for a
# rare event is the error *compared with* $p$. How many positive people would you need to see to
# know the mind reader's 0.0019 to a tenth of itself, and how many must you test to find them?

# %%
p = bayes(likelihoods, priors)[0]
positives = (1 - p) / (p * 0.1**2)  # where the root of p (1 - p) / n is a tenth of p
tested = positives / total_probability(likelihoods, priors)
print(f"positive people: {positives:,.0f}   people to test: {tested:,.0f}")

# %% [markdown]
# ## Check yourself
#
# 1. Two dice. How many outcomes? What is $P(\text{sum is }7)$?
# 2. $P(A)=0.5$, $P(B)=0.4$, $P(A,B)=0.1$. What are $P(A\mid B)$ and $P(B\mid A)$? Are $A$ and $B$
#    independent?
# 3. Write $P(A,B,C)$ by the chain rule so that $P(B)$ stands alone.
# 4. 1% of mails are spam. A filter marks 90% of spam and 9% of the rest. A mail is marked. Is it
#    spam?
# 5. Your simulation of 400 draws is off by about 0.02. How many draws for 0.002?
#
# <details><summary>Answers</summary>
#
# 1. 36, if you tell the dice apart; six of them add up to 7, so $6/36=1/6$.
# 2. $0.1/0.4=0.25$ and $0.1/0.5=0.2$. No: $P(A)\,P(B)=0.2$, not $0.1$. They happen together less
#    often than by chance.
# 3. $P(A\mid B,C)\,P(C\mid B)\,P(B)$, or $P(C\mid A,B)\,P(A\mid B)\,P(B)$.
# 4. Probably not: $0.9\cdot0.01=0.009$ against $0.09\cdot0.99=0.0891$; $0.009/0.0981\approx0.09$.
# 5. 40,000: a tenth of the error takes a hundred times the draws.
# </details>

# %% [markdown]
# ## Take-aways
#
# - An event is a set of outcomes; its probability is their sum, and counting is right only where
#   all outcomes are equally likely.
# - $P(A\mid B)=P(A,B)/P(B)$: $B$ becomes the whole world. $P(A\mid B)$ and $P(B\mid A)$ are different
#   questions.
# - The chain rule takes any number of events apart, in any order; independent events need no
#   conditions, and disjoint events are not independent.
# - Bayes' rule turns a condition round: prior times likelihood, divided by the sum over a partition.
#   What is rare stays unlikely after one good test.
# - A simulation of $n$ draws is off by about $\sqrt{p(1-p)/n}$.
#
# **Go on with** [exercise 01](../exercises/01-probability/01-probability.ipynb): you write every
# function used here yourself. Then [lecture 02](02-naive-bayes.ipynb) builds a classifier from
# Bayes' rule.
#
# ### Sources
#
# J. May, *Linear Models*, 2023, sections 1 to 8. Further reading: G. Gigerenzer & U. Hoffrage, *How
# to improve Bayesian reasoning without instruction: frequency formats*, Psychological Review 102,
# 1995; M. Bar-Hillel, *The base-rate fallacy in probability judgments*, Acta Psychologica 44, 1980.
