# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 01 Probability review
#
# **A bet on a mind reader.** About 90 minutes; if you want a break, take it after section {#independence}.
#
# Jill has just tested positive for mind reading. The gift is rare: only one person in 100,000 has
# it. But the test is good: it finds 95 of every 100 mind readers, and it clears 995 of every 1,000
# other people. Now somebody offers you a bet. You put one euro on the table. If Jill turns out to
# be a mind reader you are paid 100 euros; if not, your euro is gone.
#
# Before you decide, watch the test at work. The cell gives it to 1,000 people who can read minds
# and to 1,000 who cannot. Each mark is a person, and a dark one has tested positive.

# %%
from fractions import Fraction
from itertools import permutations
from math import prod

import numpy as np

from lincourse import datasets, plots, probability
from lincourse.figures import probability as figures
from lincourse.source import show_source

rng = np.random.default_rng(1)
readers = rng.random(1_000) < 0.95  # True where the test is positive
others = rng.random(1_000) < 0.005

axes = figures.two_crowds(readers, others)
plots.show(
    axes[0],
    f"Two rooms of 1,000 marks each. Left the mind readers: {readers.sum()} are dark, for a positive "
    f"test, the rest pale. Right the others: {others.sum()} are dark, the rest pale.",
)

# %% [markdown]
# It looks like a test that you can trust: on the left almost every mark is dark, on the right
# almost none. **Write two things down before you read on:** how likely you think it is that Jill
# is a mind reader, in per cent, and whether you take the bet. Section {#mind-reader} will answer the first
# question, the end of the lecture the second.
#
# Why does a course on classifiers begin with a bet? Because a classifier does nothing but bet. It
# sees some evidence, the words of a film review or the pixels of a handwritten digit, and has to
# commit itself to something that it cannot see, the label. "How likely is it that the critic liked
# the film, given these words?" is Jill's question with other nouns, and lecture 02 answers it with
# the tools of this one. We try these tools first on tossed coins, because everything that a coin
# can do fits on one line and each rule can be checked by counting; then on 8,530 real sentences,
# which can still be counted; and at last on Jill, where counting is out of reach.

# %% [markdown] section="outcomes"
# ## 1. What can happen, and how likely is it?
#
# Toss a coin three times, and write H or T for each toss. Only eight things can come of it:

# %%
omega = probability.toss_outcomes(3)
print(len(omega), "outcomes:", omega)

# %% [markdown]
# Imagine these eight strings waiting in a room. One of them will be called, and you do not know
# which. That picture, **a room with everything in it that may happen**, will serve us all the way
# to Jill, and it comes with four technical terms:
#
# - what you do, here three tosses, is an **experiment**;
# - each complete way it can turn out, such as HTH, is an **outcome** $x$;
# - the whole room, the set of all outcomes, is the **sample space**, written $\Omega$ ("omega");
# - a group of outcomes in the room is an **event**, $A\subseteq\Omega$. It is usually given by a
#   question, such as "exactly two heads?", and consists of the outcomes that answer yes. The event
#   *happens* if the outcome that is called belongs to it.
#
# How likely is each outcome? A **distribution** says so: it gives every outcome a number
# $P(x)\ge 0$, and all these numbers together make 1. If no outcome is likelier than another, they
# share the 1 equally, $P(x)=1/|\Omega|$ where $|\Omega|$ is the number of outcomes, and the
# distribution is called **uniform**. The probability of an event is the sum over its outcomes,
#
# $$P(A)=\sum_{x\in A}P(x) .$$
#
# In the package a distribution is a `dict` from outcome to probability and an event is a `set`, so
# both definitions are one line each.

# %%
show_source(probability.uniform, probability.probability)

# %% [markdown]
# Take the events "exactly two heads", which we call $A$, and "the first toss is heads", $B$. We
# use fractions in place of decimals, so that the answers are exact.

# %%
P = probability.probability  # so that the code reads like the formula
dist = {x: Fraction(1, 8) for x in omega}
A = {x for x in omega if x.count("H") == 2}
B = {x for x in omega if x[0] == "H"}
print("A =", sorted(A), "  P(A) =", P(A, dist))
print("B =", sorted(B), "  P(B) =", P(B, dist))

# %% [markdown]
# Three of eight, and four of eight. Counting like this is a short cut that holds for uniform
# distributions only. Load the coin, so that heads come up 7 times in 10, and $A$ has the same
# three members, but they weigh something else. **Before you run the cell:** does $A$ become more
# likely or less? We compute it, and then we try it out: toss the loaded coin three times, write
# down whether there were two heads, and do this 10,000 times. That is a **simulation**.


# %%
def simulate(dist, n):
    """n outcomes, drawn at random as dist says."""
    chances = [float(p) for p in dist.values()]
    return rng.choice(list(dist), size=n, p=chances)


loaded = {x: 0.7 ** x.count("H") * 0.3 ** x.count("T") for x in omega}
share = np.mean([x in A for x in simulate(loaded, 10_000)])
print(f"P(A) with the loaded coin {P(A, loaded):.3f}, simulated {share:.3f}")

# %% [markdown]
# More likely: three times $0.7\cdot0.7\cdot0.3=0.147$ is 0.441, against 0.375 before, and the
# simulation agrees as far as it can. (How far it can is the subject of section {#expectation}.)
#
# A room can hold anything. Here is one for people who work with language: 8,530 sentences from
# film reviews, half of them marked `pos` because the critic liked the film and half `neg` (Pang &
# Lee, 2005). The experiment is to draw one of them with closed eyes, so that each *sentence* is an
# outcome and every set of sentences is an event, for instance "the critic liked the film" or "it
# says *dull*".

# %%
reviews = datasets.rotten_tomatoes()
room = probability.uniform(range(len(reviews.documents)))
liked = {i for i in room if reviews.labels[i] == "pos"}


def says(word):
    """The event that the sentence holds this word."""
    return {i for i in room if word in reviews.documents[i]}


print(f"P(liked) = {P(liked, room):.4f}, {len(liked):,} sentences")
for word in ("the", "film", "dull", "unforgettable"):
    print(f"P(says {word!r}) = {P(says(word), room):.4f}, {len(says(word)):,} sentences")

# %% [markdown] section="conditioning"
# ## 2. What changes when you learn something?
#
# How likely is it that both happen, two heads *and* a first toss that is heads? This is the
# **joint probability** of the two events, $P(A,B)=P(A\cap B)$, where the comma is read "and".
# There are three obvious things to try: add $P(A)$ and $P(B)$, multiply them, or count who belongs
# to both. Let a simulation decide.

# %%
draws = simulate(dist, 10_000)
share = np.mean([x in A and x in B for x in draws])
print("add       ", P(A, dist) + P(B, dist), "=", float(P(A, dist) + P(B, dist)))
print("multiply  ", P(A, dist) * P(B, dist), "=", float(P(A, dist) * P(B, dist)))
print("count     ", probability.joint(A, B, dist), "=", float(probability.joint(A, B, dist)))
print("simulated ", share)

# %% [markdown]
# Adding is hopeless: the sum says that both together are likelier than either alone, although
# asking for more can never make an event likelier. Multiplying is closer, and still wrong; section
# {#independence} says when it is right. Counting is right by definition: HHT and HTH belong to both, and two of
# eight is a quarter.
#
# <details><summary><b>Think:</b> when may you add probabilities, then?</summary>
#
# A sum belongs to "or", provided that nobody is counted twice:
# $P(A\text{ or }B)=P(A)+P(B)-P(A,B)$, here $\frac38+\frac12-\frac14=\frac58$. If the events
# exclude each other, $P(A,B)=0$ and the plain sum is right.
# </details>
#
# Now you learn something. You look at the first toss, and it is heads. How likely are two heads
# *now*? Every outcome that begins with T has to leave the room. Nothing has happened to the other
# four: they were as likely as each other before, and they still are. But one of them must now be
# called, so each has a quarter in place of an eighth.

# %%
axes = figures.smaller_world(A, B, dist)
plots.show(
    axes[0],
    "Two grids of the eight outcomes. Above, each has probability 1/8; the three of A are filled, the "
    "four of B hatched, two are both. Below, the four outcomes without a first head are sent out "
    "and the four of B have probability 1/4 each; two of them are filled.",
)

# %% [markdown]
# Learning that $B$ happened makes $B$ the whole room. Dividing by $P(B)$ is what lets the shares
# of those who stay add up to 1 again, so the **conditional probability** of $A$ given $B$ is
#
# $$P(A\mid B)=\frac{P(A,B)}{P(B)} .$$

# %%
show_source(probability.conditional)

# %% [markdown]
# With that we can work the quiz of May's sections 2 and 3 to its end. **Guess the last two before
# you look:** the first asks whether the first toss was heads, given two heads; the second whether
# there are two heads, given that the first toss is heads. Are they the same?

# %%
print("P(x) for each outcome x:", dist["HHT"])
print("P(A) =", P(A, dist), "  P(B) =", P(B, dist), "  P(A, B) =", probability.joint(A, B, dist))
print("P(B | A) =", probability.conditional(B, A, dist))
print("P(A | B) =", probability.conditional(A, B, dist))

in_A = [x for x in draws if x in A]
in_B = [x for x in draws if x in B]
print("simulated P(B | A)", round(np.mean([x in B for x in in_A]), 3))
print("simulated P(A | B)", round(np.mean([x in A for x in in_B]), 3))

# %% [markdown]
# They are not. The **numerator**, above the line, is made of the same two outcomes, HHT and HTH;
# the **denominator**, below it, of different rooms, the three outcomes of $A$ or the four of $B$.
# In the simulation you can see what conditioning *is*: throw away every draw in which the
# condition fails, and count among the rest.
#
# $P(A\mid B)$ and $P(B\mid A)$ are easily confused, and language shows how far apart they can be.
# **Guess again:** somebody reads out a sentence from a review, but the room is noisy, and all you
# hear is the word *york*. How likely is it that the sentence also says *new*? And if all you hear
# is *new*, how likely is *york*?

# %%
new, york = says("new"), says("york")
print(f"P(new | york) = {probability.conditional(new, york, room):.2f}, ", end="")
print(len(new & york), "of", len(york), "sentences")
print(f"P(york | new) = {probability.conditional(york, new, room):.2f}, ", end="")
print(len(new & york), "of", len(new), "sentences")

# %% [markdown]
# One direction is certain in this room, the other unlikely. The eighteen sentences that say both
# are the same eighteen both times, but the room of *york* holds nobody else, while in the room of
# *new* they stand among 147 others.
#
# **Where it breaks.** You hear the word *blargh*. How likely is it that the critic liked the film?

# %%
try:
    probability.conditional(liked, says("blargh"), room)
except ValueError as error:
    print("ValueError:", error)

# %% [markdown]
# No sentence says *blargh*, so everybody has left the room and there is nobody to count: $P(B)=0$,
# and the definition would divide by 0. The function raises an error, because an answer of 0 would
# be a claim about a room that does not exist. Critics do invent words, however, and a classifier
# has to answer all the same. Remember *blargh*; lecture 02 will have to do something about it.

# %% [markdown] section="chain-rule"
# ## 3. In which order can you take events apart?
#
# Read the definition the other way and it builds a joint probability out of steps: multiplied by
# $P(B)$ it says $P(A,B)=P(A\mid B)\,P(B)$. First $B$ has to happen, and then $A$ has to happen
# among those who are left. With three events you take two such steps:
#
# 1. $A_{23}=A_2\cap A_3$ *is an event like any other, so give it a name;*
# 2. $P(A_1,A_2,A_3)=P(A_1\mid A_{23})\,P(A_{23})$ *by the rule for two events;*
# 3. $P(A_{23})=P(A_2\mid A_3)\,P(A_3)$ *by the same rule again;*
# 4. $P(A_1,A_2,A_3)=P(A_1\mid A_2,A_3)\,P(A_2\mid A_3)\,P(A_3)$ *puts line 3 into line 2.*
#
# With a fourth event you take one step more, and so on to any number $N$ of them. This is the
# **chain rule** of probability (which has nothing to do with the chain rule of calculus):
#
# $$P(A_1,\dots,A_N)=P(A_1\mid A_2,\dots,A_N)\;P(A_2\mid A_3,\dots,A_N)\;\cdots\;P(A_{N-1}\mid A_N)\,P(A_N).$$
#
# "And" does not care about order, so nothing forces you to begin at the end. Let $C$ be "the coin
# changes sides at most once", and take all six orders. **Before you run it:** what will be the
# same in all six lines, and what will not?

# %%
events = {"A": A, "B": B, "C": set(omega) - {"HTH", "THT"}}
for order in permutations(events):
    factors = probability.chain_rule([events[name] for name in order], dist)
    steps = " x ".join(str(factor) for factor in factors)
    print(f"P({', '.join(order)}) = {steps} = {prod(factors)}")

# %% [markdown]
# The product is 1/8 each time, because only HHT belongs to all three; the factors on the way
# differ. All orders are right, but they are not equally useful, and language has a favourite. Read
# a sentence from left to right, and each word sends out of the room all sentences that go on
# differently. Take a sentence that begins *one of the best*. **Before you run it:** which of these
# four words is the hardest to predict from those before it?

# %%
stay = set(room)
product = 1
for k, word in enumerate(["one", "of", "the", "best"]):
    before = stay
    stay = set()
    for i in before:
        words = reviews.documents[i]
        if len(words) > k and words[k] == word:
            stay.add(i)
    factor = probability.conditional(stay, before, room)
    product = product * factor
    print(f"{word:4} given the words before it: {factor:.4f}, {len(stay)} of {len(before)} stay")
print(f"all four: {product:.5f} by the chain rule, {P(stay, room):.5f} by counting")

# %% [markdown]
# The first: few sentences begin with *one*, but once they do, *of* follows in seven cases of ten.
# A product like this, one factor for each next word, is what every language model that writes from
# left to right computes, whether it is a table of counts or one of today's giants. Its trouble is
# on the screen, too: after four words only 9 of 8,530 sentences are still in the room, and with
# every further word there are fewer left to count. Lecture 02 therefore makes a bold
# simplification, which the next section prepares.

# %% [markdown] section="independence"
# ## 4. When does knowing something tell you nothing?
#
# Sometimes the room gets smaller and $A$ keeps its share of it. Then $A$ and $B$ are called
# **independent**. There are three ways to say it, and each follows from the others (as long as
# nothing is divided by 0):
#
# $$P(A\mid B)=P(A)\quad\Longleftrightarrow\quad P(A,B)=P(A)\,P(B)
#   \quad\Longleftrightarrow\quad P(B\mid A)=P(B) .$$
#
# The one in the middle is the first multiplied by $P(B)$. It treats both events alike and divides
# by nothing, so it also has an answer where one of them is impossible, and it is the one to
# compute with. It settles the matter of section {#conditioning}, too: multiplying is right for independent
# events. (Floats are rounded, on a computer 0.1 + 0.2 is not quite 0.3, so `independent` takes two
# numbers as equal if they differ by at most $10^{-9}$.)
#
# **Before you run the cell:** which of these three is independent of "the first toss is heads"?

# %%
last = {x for x in omega if x[2] == "H"}
candidates = {"last is heads": last, "exactly two heads": A, "first is tails": set(omega) - B}
for name, event in candidates.items():
    both, product = probability.joint(event, B, dist), P(event, dist) * P(B, dist)
    print(f"{name}: P(A, B) = {both}, P(A) P(B) = {product}: ", end="")
    print("independent" if probability.independent(event, B, dist) else "not independent")

# %% [markdown]
# Only the first. Beware of the last line: heads and tails on the same toss exclude each other, and
# for that very reason they are *not* independent, because whoever knows that one happened knows
# everything about the other. Disjoint is a statement about who is in a set; independent is a
# statement about shares.
#
# You can see independence. Look at the room from above, as a floor of area 1: the filled column is
# as wide as $P(A)$, and in each column the hatching is as high as $B$ is likely there. If $A$ and
# $B$ are independent, the hatching has **the same level** on both sides.

# %%
axes = figures.independence({"last is heads": last, "exactly two heads": A}, B, dist)
plots.show(
    axes[0],
    "Two squares with a filled column for A and a white one for not A, hatched where B, first is "
    "heads. Left, A is 'last is heads': both columns are 0.5 wide and hatched to 0.5. Right, A is "
    "'exactly two heads': its column is 0.375 wide and hatched to 0.667, the other one to 0.4; a "
    "dashed line marks P(B) = 0.5.",
)

# %% [markdown]
# Now try your own pairs: run the cell to get two lists of events to choose from (on paper you see
# four pairs). **Before you choose anything:** three events in the list, apart from the impossible
# one, are independent of "the first toss is heads". Which?

# %%
figures.toss_explorer()

# %% [markdown]
# "The last toss is heads", "the first two differ" and, perhaps to your surprise, "all three are
# the same": it holds HHH and TTT, one of them on either side, so that a first head rules out half
# of it along with half of the room.
#
# **Where it breaks.** Independence in pairs does not settle what three events do together. Let $D$
# be "the first two tosses differ", and look at the three pairs that can be made of the first toss,
# the second toss and $D$.

# %%
second = {x for x in omega if x[1] == "H"}
D = {x for x in omega if x[0] != x[1]}
print("first and second:", probability.independent(B, second, dist))
print("first and D:     ", probability.independent(B, D, dist))
print("second and D:    ", probability.independent(second, D, dist))
print("P(D) =", P(D, dist), "  P(D | first and second are heads) =", end=" ")
print(probability.conditional(D, B & second, dist))

# %% [markdown]
# Every pair is independent, and yet two of them together decide the third.
#
# ### Independent, once you know the cause
#
# The opposite happens as well, and it is the more important case for us: two events can depend on
# each other *until* you learn a third. Suppose that Jill takes her test twice, and that each time
# the test is right or wrong on its own, with no memory of the first time. Her room has eight
# outcomes again: whether she reads minds, and the two results.

# %%
weight = {"reader": Fraction(1, 100_000), "other": Fraction(99_999, 100_000)}
positive = {"reader": Fraction(95, 100), "other": Fraction(5, 1_000)}
jill = {}
for who in ("reader", "other"):
    yes, no = positive[who], 1 - positive[who]
    jill[who + " ++"] = weight[who] * yes * yes
    jill[who + " +-"] = weight[who] * yes * no
    jill[who + " -+"] = weight[who] * no * yes
    jill[who + " --"] = weight[who] * no * no

MR = {x for x in jill if x.startswith("reader")}
T1 = {x for x in jill if x[-2] == "+"}
T2 = {x for x in jill if x[-1] == "+"}
others = set(jill) - MR
print(f"P(T2)              = {float(P(T2, jill)):.5f}")
print(f"P(T2 | T1)         = {float(probability.conditional(T2, T1, jill)):.5f}")
print(f"P(T2 | MR)         = {float(probability.conditional(T2, MR, jill)):.5f}")
print(f"P(T2 | T1, MR)     = {float(probability.conditional(T2, T1 & MR, jill)):.5f}")
print(f"P(T2 | not MR)     = {float(probability.conditional(T2, others, jill)):.5f}")
print(f"P(T2 | T1, not MR) = {float(probability.conditional(T2, T1 & others, jill)):.5f}")

# %% [markdown]
# The tests have no memory, and still the first says something about the second: a positive first
# test raises the probability of a positive second one from 0.00501 to 0.00679, because it makes it
# likelier that Jill is a mind reader, and mind readers test positive. But once you *know* whether
# she is one, either way, the first test adds nothing more. Two events that are independent inside
# the room of $C$ are called **conditionally independent given $C$**:
#
# $$P(A,B\mid C)=P(A\mid C)\,P(B\mid C)\quad\Longleftrightarrow\quad P(A\mid B,C)=P(A\mid C) .$$
#
# (The second form needs $P(B,C)>0$.) Words behave a little like tests. A sentence that says *too*
# is more likely to say *movie* as well; is that only because both are commoner where the critic
# did not like the film, or do the two words have a bond of their own? And what about *special* and
# *effects*? **Before you run the cell**, say for each pair what you expect once the label is
# known.

# %%
disliked = set(room) - liked
for one, other in (("too", "movie"), ("special", "effects")):
    seen, wanted = says(one), says(other)
    print(f"P({other}) = {P(wanted, room):.3f}, ", end="")
    print(f"P({other} | {one}) = {probability.conditional(wanted, seen, room):.3f}")
    for label, part in (("disliked", disliked), ("liked", liked)):
        alone = probability.conditional(wanted, part, room)
        after = probability.conditional(wanted, seen & part, room)
        print(f"   P({other} | {label}) = {alone:.3f}, ", end="")
        print(f"P({other} | {one}, {label}) = {after:.3f}, on {len(seen & part)} sentences")

# %% [markdown]
# *Too* lifts *movie* from 0.116 to 0.150. Where the critic did not like the film the lift is only
# from 0.140 to 0.153. Where the film was liked it is from 0.092 to 0.136, but that is counted on
# 59 sentences. Both could well be chance (section {#expectation} shows how to tell), so these two words may be
# conditionally independent, although counts like these cannot prove it. *Special* and *effects*
# are a different case: with the label known or not, the first makes the second dozens of times
# likelier.
#
# Naive Bayes, in lecture 02, will assume that all words are conditionally independent given the
# label. You now know what that means, and that for some words it is false.

# %% [markdown] section="bayes-rule"
# ## 5. Can you turn a condition round?
#
# Often you can find out $P(B\mid A)$ and need $P(A\mid B)$. A laboratory knows how often mind
# readers test positive, and you would like to know how often the positive are mind readers. You
# can turn the condition round in four lines:
#
# 1. $P(A,B)=P(A\mid B)\,P(B)$ *is the definition, multiplied out;*
# 2. $P(A,B)=P(B\mid A)\,P(A)$ *is the same with the names exchanged, since "and" has no order;*
# 3. $P(A\mid B)\,P(B)=P(B\mid A)\,P(A)$ *because both sides are* $P(A,B)$;
# 4. $P(A\mid B)=\dfrac{P(B\mid A)\,P(A)}{P(B)}$ *after dividing by* $P(B)$, *which must not be 0.*
#
# The last line is **Bayes' rule**, named after the Reverend Thomas Bayes, whose essay on it was
# published in 1763, two years after his death.
#
# The $P(B)$ in the denominator is often not given, but it can be put together. Cut the room into
# parts $E_1,\dots,E_n$ so that each outcome is in exactly one of them: no two overlap,
# $E_i\cap E_j=\varnothing$ for $i\ne j$, and together they fill $\Omega$. Such parts are a
# **partition**. Then $B$ is made of its pieces in the parts, and
#
# $$P(B)=\sum_{i=1}^n P(B,E_i)=\sum_{i=1}^n P(B\mid E_i)\,P(E_i) ,$$
#
# which is the **law of total probability**. Put it under Bayes' rule, and you can turn the
# condition round for every part at once:
#
# $$P(E_i\mid B)=\frac{P(B\mid E_i)\,P(E_i)}{\sum_j P(B\mid E_j)\,P(E_j)} .$$
#
# The three kinds of numbers have names that you will meet again and again. $P(E_i)$ is the
# **prior**, what you believed before; $P(B\mid E_i)$ is the **likelihood**, how well part $i$
# explains what you saw; and $P(E_i\mid B)$ is the **posterior**, what you believe afterwards. In
# code, with one entry per part (`@` multiplies two arrays entry by entry and adds up):

# %%
show_source(probability.total_probability, probability.bayes)

# %% [markdown]
# Try it where we can check it. The labels cut our room of sentences in two, *disliked* and
# *liked*, and what we hear is the word *bad*.

# %%
bad = says("bad")
likelihoods = [probability.conditional(bad, part, room) for part in (disliked, liked)]
priors = [P(disliked, room), P(liked, room)]
print("P(bad | disliked), P(bad | liked):", np.round(likelihoods, 4))
posterior = probability.bayes(likelihoods, priors)
print(f"P(disliked | bad) by Bayes' rule {posterior[0]:.3f}")
print(f"P(disliked | bad) by counting    {probability.conditional(disliked, bad, room):.3f}")

# %% [markdown]
# Both give the same number, so why take the longer way? Because likelihoods travel and counts do
# not. Take them to a newspaper that you cannot count, one whose critics use their words in the
# same way but are easier to please: nine of ten films are liked there. **Before you run the
# cell:** a review in that newspaper says *bad*. Did the critic more likely dislike the film, or
# like it?

# %%
posterior = probability.bayes(likelihoods, [0.1, 0.9])
print(f"P(disliked | bad) where one film in ten is disliked: {posterior[0]:.3f}")

names = ("disliked", "liked")
axes = figures.bayes_picture(
    0.1, likelihoods[0], likelihoods[1], names=names, evidence="bad", top=0.05
)
plots.show(
    axes[0],
    "Left: a floor with a narrow filled column, disliked, 0.1 wide and hatched to 0.0354, and a wide "
    "white one, liked, 0.9 wide and hatched to 0.00516; only the strip up to 0.05 is shown. Right: "
    "the hatched part alone, stretched to height 1: disliked 0.433, liked 0.567.",
)

# %% [markdown]
# More likely *liked*, in spite of the word. The word is about seven times as frequent where the
# critic disliked the film, but there are nine times as many films that were liked, and nine is
# more than seven. In the picture (which shows only the lowest strip of the floor, as *bad* is a
# rare word) the posterior is a share of *area*: of all the hatching, how much lies in the filled
# column?
#
# Run the next cell to get three sliders for such a picture (on paper you see where they start).
# **Before you move anything:** where must they stand so that seeing $B$ changes nothing,
# $P(E\mid B)=P(E)$? And can $P(E\mid B)$ be small although $P(B\mid E)=1$?

# %%
figures.area_explorer()

# %% [markdown]
# Nothing changes where the hatching has the same level in both columns, which is independence
# again (or where $P(E)$ was 0 or 1 to begin with, since no evidence moves somebody who is
# certain). And yes: push the column of $E$ to the left until it is very narrow. It may be hatched
# to the top and still hold little of the hatching, because a wide column next to it needs only a
# low level to hold more. Keep this picture of a narrow, full column in mind, for it is Jill's.

# %% [markdown] section="mind-reader"
# ## 6. Can Jill read minds?
#
# Now we have all the tools. Let $MR$ be the event that Jill is a mind reader and $T$ that she
# tests positive, and write $\neg$ for "not": $\neg MR$, the **complement** of $MR$, is everything
# in the room outside $MR$. We know that $P(MR)=1/100{,}000$, $P(T\mid MR)=0.95$ and
# $P(\neg T\mid\neg MR)=0.995$, which leaves $P(T\mid\neg MR)=0.005$. (The numbers are those of
# May's section 8.) Nothing else is known about Jill, so she might be anybody. **Look once more at
# what you wrote down at the beginning, and change it if you wish.**
#
# You need no formula to find the answer, only a city. Test all the people in a city of two
# million, and count:
#
# - 2,000,000 / 100,000 = **20** of them are mind readers, and 95% of those, **19**, test positive;
# - the other 1,999,980 are not, and one in 200 of those tests positive all the same: about
#   **10,000**.
#
# Jill is in the room of those who tested positive, and so are 10,018 others.

# %%
ax = figures.frequency_tree(title="A city takes the test")
plots.show(
    ax,
    "A tree. 2,000,000 people branch into 20 mind readers and 1,999,980 others; the 20 into 19 "
    "positive and 1 negative, the others into 10,000 positive and 1,989,980 negative. The two "
    "positive groups meet in Jill's room: 10,019 people, 19 mind readers, 1 in 527.",
)

# %%
priors = np.array([0.00001, 0.99999])  # a mind reader, or not
likelihoods = np.array([0.95, 1 - 0.995])  # of a positive test, for each of the two
print(f"P(T)      = {probability.total_probability(likelihoods, priors):.8f}")
print(f"P(MR | T) = {probability.bayes(likelihoods, priors)[0]:.7f}")
print(f"19 / 10,019 = {19 / 10_019:.7f}, one in {10_019 / 19:.0f}")

# %% [markdown]
# **About 0.2 per cent**, one in 527. Bayes' rule and the count agree, because they do the same
# thing: the tree multiplies along its branches, which is the chain rule, adds the two positive
# leaves, which is total probability, and divides. Numbers of people, in place of percentages of
# percentages, are called **natural frequencies**, and in the experiments of Gigerenzer and
# Hoffrage (1995) they helped people to find the right answer far more often.
#
# If you wrote 95%, so do many others. That is $P(T\mid MR)$, the right answer to the opposite
# question. In 1978 sixty doctors and students at teaching hospitals of Harvard were asked about a
# disease that one person in 1,000 has and a test that is positive for 5% of the healthy; almost
# half of them said 95%, where about 2% is right (Casscells and colleagues). Leaving out the prior
# is so common that it has a name, **base-rate neglect**; the **base rate** is how common the thing
# is before anybody is tested. The test is not bad at all. It is wrong about the others only once
# in 200 times, but there are 99,999 others for each mind reader, so almost everybody in Jill's
# room is there by mistake.
#
# ### How many tests would convince you?
#
# Let Jill take the test again. The room of those who were positive once is where everybody starts
# now, so the posterior of the first test is the prior of the second. (That is right as long as the
# tests are conditionally independent, given what she is. We shall come back to it.) **Before you
# run the cell:** if a second test is positive, is she more likely than not a mind reader? And
# after a third?

# %%
belief = priors
for test in (1, 2, 3):
    belief = probability.bayes(likelihoods, belief)
    print(f"positive tests: {test}   P(MR) = {belief[0]:.4f}   odds {belief[0] / belief[1]:.4f}")

axes = figures.emptying_room()
plots.show(
    axes[0],
    "Three rooms with a mark for every person of the city who is still positive. After one test 19 "
    "mind readers are lost among 10,000 others; after two there are 18 of 68; after three 17 mind "
    "readers stand alone.",
)

# %% [markdown]
# Not after two, but after three. **This is the picture to remember.** A positive test does not
# tell you who Jill is. It tells you which room she stands in, and the question is always *who else
# is in that room*. Each test sends out 199 of every 200 others, but only one in twenty of the mind
# readers, so the room empties around them: 10,000 others, then 50, then a quarter of a person,
# that is, one in every four such cities.
#
# The column of **odds**, $P(MR)/P(\neg MR)$, shows the mechanism even better:
#
# 1. $P(MR\mid T)=P(T\mid MR)\,P(MR)\,/\,P(T)$ *is Bayes' rule for one part;*
# 2. $P(\neg MR\mid T)=P(T\mid\neg MR)\,P(\neg MR)\,/\,P(T)$ *is the same for the other;*
# 3. $\dfrac{P(MR\mid T)}{P(\neg MR\mid T)}=\dfrac{P(T\mid MR)}{P(T\mid\neg MR)}\cdot
#    \dfrac{P(MR)}{P(\neg MR)}$ *divides line 1 by line 2, and* $P(T)$ *cancels.*
#
# A positive test multiplies the odds by the **likelihood ratio**, $0.95/0.005=190$, whatever they
# were. Against prior odds of one to 99,999, two factors of 190 are not enough and three are
# plenty.
#
# Now play with the base rate: run the cell to get two sliders (on paper you see the curves for
# one, two and three tests). **Before you move them:** how common would mind readers have to be for
# *one* positive test to mean "more likely than not"? And for two?

# %%
figures.reader_explorer()

# %% [markdown]
# The prior odds must be at least 1 to 190, so one person in 191; for two tests 1 to
# $190^2=36{,}100$, one in 36,101. There the curves cross one half.
#
# **Where it breaks.** We multiplied the evidence of the tests as if each could be wrong on its
# own. That is conditional independence, given what Jill is, and nobody has checked it. Suppose
# instead that the test is fooled by a medicine, taken by one person in 200, and that it is fooled
# *every* time. One test is exactly as good as before. What are three tests worth?

# %%
for tests in (1, 2, 3):
    each_alone = probability.bayes([0.95**tests, 0.005**tests], priors)[0]
    one_cause = probability.bayes([0.95**tests, 0.005], priors)[0]
    print(
        f"{tests} positive: errors independent {each_alone:.4f}, one common cause {one_cause:.4f}"
    )

# %% [markdown]
# No more than the first one alone, and even slightly less, because now and then a mind reader
# fails a test while the people with the medicine never do. The same room, the same test, and 0.986
# against 0.002: all the difference is made by an assumption that does not show in any single
# result. In lecture 02 every word of a review will be such a test, and we shall make this
# assumption about all of them.

# %% [markdown] section="expectation"
# ## 7. What is a bet worth?
#
# You know how likely Jill is to be a mind reader. You do not know yet whether to bet, because a
# bet is about money. Your gain is a number that depends on how things turn out: 99 euros if she is
# a mind reader (you are paid 100 and had put down 1), and $-1$ if she is not. A number that
# depends on the outcome is called a **random variable**. There is nothing more to it than this:
# everyone in the room wears a number on the shirt, and you get the number of the one who is
# called. In code it is a `dict` from outcome to number. We write $G$ for "gain".
#
# What would you gain *on average*, if you could place the same bet again and again? Every value
# comes up as often as its probability says, so weight it with that and add up. This is the
# **expectation** of $G$:
#
# $$\mathbb E[G]=\sum_{x\in\Omega}P(x)\,G(x) .$$


# %%
def expectation(G, dist):
    """E[G]: each value of G, weighted with the probability of its outcome."""
    return sum(dist[x] * G[x] for x in dist)


heads = {x: x.count("H") for x in omega}
print("heads in three tosses:", expectation(heads, dist), "=", float(expectation(heads, dist)))

gain = {x: 99 if x in MR else -1 for x in jill}
rooms = {"before any test": set(jill), "one positive test": T1, "two positive tests": T1 & T2}
for name, stay in rooms.items():
    now = {x: probability.conditional({x}, stay, jill) for x in stay}
    p = float(P(MR & stay, now))
    print(f"{name}: P(MR) = {p:.5f}, expected gain {float(expectation(gain, now)):+.2f} euros")

# %% [markdown]
# An expectation need not be a value that you can expect to see: nobody ever tossed one and a half
# heads. It is the balance of many repetitions. For the bet it is $99\,p-(1-p)=100\,p-1$ with
# $p=P(MR)$, so after one positive test you lose 81 cents of every euro on average. After *two*
# positive tests the bet is excellent, a gain of more than 25 euros for one, although Jill is still
# probably *not* a mind reader. What to believe and what to do are two questions, and prices enter
# only the second. (So do nerves: the expectation speaks for people to whom a euro is small money.)
#
# Probabilities are a special case. Let $G$ pay 1 euro if $A$ happens and nothing otherwise. Then
# $\mathbb E[G]=1\cdot P(A)+0\cdot P(\neg A)=P(A)$: **a probability is the fair price of a ticket
# that pays one euro.** So a simulation that counts in what share of $n$ draws $A$ happens, its
# **relative frequency**, is somebody who buys $n$ tickets and takes the mean of what they pay, and
# what we can say about means we can say about simulations.
#
# ### How long until you can trust the mean?
#
# Buy tickets on $A$, "exactly two heads", again and again, and follow the mean of what they pay.

# %%
runs = {f"run {k}": rng.random(10_000) < 3 / 8 for k in (1, 2, 3)}
labels = {"xlabel": "tickets so far, n", "ylabel": "mean paid so far, in euros"}
ax = figures.running_shares(runs, 3 / 8, title="The mean settles at the expectation", **labels)
plots.show(
    ax,
    "Three lines of the mean paid so far, against the number of tickets from 1 to 10,000 on a "
    "logarithmic axis. They begin at 0 and wander between 0 and 0.46 at first; run 1 leaves the "
    "shaded funnel of two standard errors for a short while. At the end all lie on 0.375.",
)

# %% [markdown]
# That the mean of more and more independent repetitions settles at the expectation is the **law of
# large numbers**; Jacob Bernoulli's proof for tickets like ours was printed in 1713. The grey
# funnel says how fast. To draw it we need to measure how far a random variable strays, and the
# usual measure is the **variance**, the expectation of the squared distance from the mean,
# $\mathrm{Var}(G)=\mathbb E\bigl[(G-\mathbb E[G])^2\bigr]$. Its root is the **standard
# deviation**, a typical distance, in the units of $G$. For the mean of $n$ tickets of fair price
# $p$:
#
# 1. $\mathrm{Var}(G)=p\,(1-p)^2+(1-p)\,p^2=p\,(1-p)$ *for one ticket: with probability* $p$ *it is*
#    $1-p$ *above its mean, otherwise* $p$ *below;*
# 2. $\mathrm{Var}(G_1+\dots+G_n)=n\,p\,(1-p)$ *because variances of independent numbers add up;*
# 3. $\mathrm{Var}\bigl(\tfrac1n(G_1+\dots+G_n)\bigr)=\dfrac{p\,(1-p)}n$ *because a factor*
#    $\tfrac1n$ *shrinks every distance, so it enters the squares as* $\tfrac1{n^2}$;
# 4. $\text{standard error}=\sqrt{\dfrac{p\,(1-p)}n}$ *is the root of line 3.*
#
# The **standard error** is the standard deviation of a mean (here, of a share): the typical
# distance between what you counted and what is true. The cell checks it with 200 simulations of
# each length.

# %%
p = 3 / 8
for n in (10, 100, 1_000, 10_000, 100_000):
    shares = rng.binomial(n, p, size=200) / n
    standard_error = np.sqrt(p * (1 - p) / n)
    typical = np.sqrt(np.mean((shares - p) ** 2))
    near = np.mean(np.abs(shares - p) <= 2 * standard_error)
    print(f"n = {n:7,}: standard error {standard_error:.4f}, typical error {typical:.4f}, ", end="")
    print(f"within two standard errors {near:.1%}")

# %% [markdown]
# A hundred times the draws make the error ten times smaller, so one more digit costs a hundred
# times the work. About 95 of 100 simulations come within two standard errors. Now you can also
# judge the *too* and *movie* of section {#independence}: a share of 0.140, seen on 235 sentences, has a standard
# error of $\sqrt{0.14\cdot0.86/235}\approx0.023$, and 0.153 is closer than that. A share of 0.092
# on 59 sentences has one of $\sqrt{0.092\cdot0.908/59}\approx0.038$, and 0.136 is less than two of
# them away. When a later lecture compares two classifiers, this is how it will measure whether
# the difference means anything.
#
# <details><summary><b>Further:</b> why do variances of independent numbers add up?</summary>
#
# Write $D_i=G_i-\mathbb E[G_i]$ for the distance of each from its mean. Then
# $(D_1+D_2)^2=D_1^2+D_2^2+2D_1D_2$. An expectation of a sum is the sum of the expectations, as
# each is a weighted sum over the same room. So
# $\mathrm{Var}(G_1+G_2)=\mathrm{Var}(G_1)+\mathrm{Var}(G_2)+ 2\,\mathbb E[D_1D_2]$. If the two are
# independent, their joint probabilities are products, the last expectation falls apart into
# $\mathbb E[D_1]\,\mathbb E[D_2]$, and both of these are 0.
# </details>
#
# **Where it breaks.** The error shrinks, but it has to be compared with what you measure. Let a
# million simulated people take Jill's test. **Before you run it:** how many digits of
# $P(MR\mid T)=0.0019$ will come out right?

# %%
people = 1_000_000
is_reader = rng.random(people) < 0.00001
positive = rng.random(people) < np.where(is_reader, 0.95, 0.005)
both = (is_reader & positive).sum()
print(f"positive: {positive.sum()}, mind readers among them: {both}")
print(f"P(T):      simulated {positive.mean():.5f}, exact 0.00501")
print(f"P(MR | T): simulated {both / positive.sum():.5f}, exact 0.00190")
print(f"standard error of the second {np.sqrt(0.0019 * 0.9981 / positive.sum()):.5f}")

# %% [markdown]
# One at best: 0.0014 in place of 0.0019. The million people have come down to seven, and a
# standard error of 0.0006 is a third of what we want to measure. How many people would bring it
# down to a tenth? Solve $\sqrt{p\,(1-p)/n}=0.1\,p$ for $n$, with $p=P(MR\mid T)$:

# %%
p = probability.bayes(likelihoods, priors)[0]
n = (1 - p) / (0.1**2 * p)
tested = n / probability.total_probability(likelihoods, priors)
print(f"people who test positive: {n:,.0f}, people to test: {tested:,.0f}")

# %% [markdown]
# More than ten million people, to know one number to a tenth of its size. What is rare is hard to
# simulate and hard to count, and that is why a formula is worth having.

# %% [markdown]
# ## So, do you take the bet?
#
# Not after one test. Jill stands in a room of 10,019 people who tested positive, 19 of them are
# mind readers, and so a fair bet on her would have to pay 527 euros, not 100. The offer sounded
# generous because the test looked so good, and the picture at the top of this lecture was right in
# everything that it showed. What it left out was the base rate: it put 1,000 mind readers beside
# 1,000 others, where there are 99,999 others to each.
#
# After a second positive test you should take it, although she is still probably not a mind
# reader. After a third you may believe it, too. And all of that depends on tests that fail
# independently of each other, given what she is.
#
# A classifier is in your place every time it is asked. Its base rates are the frequencies of the
# labels, its tests are the words, and each word multiplies the odds by a number of its own.
# Somebody has to find these numbers. That is the next lecture.

# %% [markdown]
# ## Check yourself
#
# 1. Two dice are thrown. What is the sample space, how many outcomes has it, and what is
#    $P(\text{sum is }7)$?
# 2. $P(A)=0.5$, $P(B)=0.4$, $P(A,B)=0.1$. What are $P(A\mid B)$ and $P(B\mid A)$? Are $A$ and $B$
#    independent?
# 3. Write $P(A,B,C)$ by the chain rule so that $P(B)$ stands alone.
# 4. 1% of all emails are spam. A filter marks 90% of the spam and 9% of the rest. An email is
#    marked: how likely is it to be spam? Do it with 1,000 emails. What do you gain on average if
#    you bet 1 euro on spam and are paid 5 if it is?
# 5. A classifier gets 320 of 400 new sentences right. What is the standard error of its
#    accuracy? How many sentences would make it ten times smaller?
#
# <details><summary>Answers</summary>
#
# 1. All pairs (first die, second die): 36. Six of them add up to 7, so $6/36=1/6$.
# 2. $0.1/0.4=0.25$ and $0.1/0.5=0.2$. They are not independent, as $P(A)\,P(B)=0.2$ and not $0.1$;
#    they happen together less often than independent events would.
# 3. $P(A\mid B,C)\,P(C\mid B)\,P(B)$, or $P(C\mid A,B)\,P(A\mid B)\,P(B)$.
# 4. Of 1,000 emails 10 are spam and 9 of them are marked; of the other 990 about 89 are marked. So
#    9 of 98: about 0.09. The bet is worth $5\cdot\frac{9}{98}-1\approx-0.54$ euros: you lose.
# 5. $\sqrt{0.8\cdot0.2/400}=0.02$, so $0.80\pm0.02$. A hundred times as many: 40,000.
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - list a sample space and give the probability of an event in it;
# - tell $P(A,B)$, $P(A\mid B)$ and $P(B\mid A)$ apart, and compute each;
# - take a joint probability apart by the chain rule, in any order;
# - test two events for independence, and say what conditional independence adds;
# - turn a condition round with Bayes' rule and total probability, by formula and by counting
#   people;
# - say how many positive tests it takes to believe in something rare, and what that assumes;
# - compute the expectation of a bet, and the standard error of a share.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $\Omega$, $x$ | sample space, one outcome | a set, one member | `omega`, `x` |
# | $\lvert\Omega\rvert$ | number of outcomes | number | `len(omega)` |
# | $A$, $B$, $C$, $D$ | events | sets of outcomes | `A`, `B`, ... (a `set`) |
# | $P(x)$ | distribution: a probability for each outcome | $\lvert\Omega\rvert$ numbers | `dist[x]` (a `dict`) |
# | $P(A)$ | probability of an event | number | `probability(A, dist)` |
# | $P(A,B)$ | joint probability: both happen | number | `joint(A, B, dist)` |
# | $P(A\mid B)$ | conditional probability: of $A$, given $B$ | number | `conditional(A, B, dist)` |
# | $A_1,\dots,A_N$ | events in the chain rule | $N$ sets | `chain_rule(events, dist)` |
# | $E_1,\dots,E_n$ | parts of a partition | $n$ sets | index $i$ of the arrays below |
# | $P(E_i)$ | priors | $(n,)$ | `priors` |
# | $P(B\mid E_i)$ | likelihoods | $(n,)$ | `likelihoods` |
# | $P(E_i\mid B)$ | posteriors | $(n,)$ | `bayes(likelihoods, priors)` |
# | $MR$, $T$ | mind reader, positive test | sets of outcomes | `MR`, `T1`, `T2` |
# | $\neg A$ | not $A$, the complement | a set | `set(omega) - A` |
# | $G$ | random variable, such as a gain | a number for each outcome | `gain` (a `dict`) |
# | $\mathbb E[G]$, $\mathrm{Var}(G)$ | its expectation, its variance | numbers | `expectation(gain, dist)` |
# | $p$, $n$ | in section {#expectation}: a probability, the number of draws | numbers | `p`, `n` |
#
# **The argument in five lines**
#
# 1. A condition sends out of the room everyone for whom it fails: $P(A\mid B)=P(A,B)/P(B)$.
# 2. "And" has no order, so a condition can be turned round: posterior = likelihood × prior,
#    divided by the sum of the same over all parts.
# 3. Therefore what is rare stays unlikely after one good test: 19 of 10,019.
# 4. Independent evidence multiplies the odds, here by 190 for each test; whether it *is*
#    independent, given the cause, has to be asked.
# 5. A bet is worth its expectation, and a share of $n$ draws is off by about $\sqrt{p(1-p)/n}$.
#
# <details><summary><b>If you read the documents beside this</b></summary>
#
# This lecture follows May's *Linear Models*, sections 1 to 8. We read a text conversion of it,
# so a slip may be the conversion's and not the author's.
#
# - *May, section 2* says that a uniform distribution has $P(x)=c$ "for all $c$" in $\Omega$. It is $x$
#   that runs through $\Omega$; $c=1/|\Omega|$ is the one number that all outcomes share.
# - *May, section 7* asks of a partition that $E_i\cap E_j$ be empty for all $i$ and $j$. With $i=j$ left
#   in, every part would be empty; $i\ne j$ is meant. It also asks that the $P(E_i)$ add up to 1,
#   which says only that nothing *possible* is left out, while the definition here asks that the
#   parts fill $\Omega$.
# - *May, section 8* rounds $P(MR\mid T)$ to .002; with more digits it is 0.0018964.
#
# The first two are worked out on the [page of slips](../docs/errata.md).
# </details>
#
# **Go on with** [exercise 01](../exercises/01-probability/01-probability.ipynb), in which you
# write these functions yourself. Then [lecture 02](02-naive-bayes.ipynb) makes a classifier of
# Bayes' rule.
#
# ### Sources
#
# J. May, *Linear Models*, 2023, sections 1 to 8. Sentences: B. Pang & L. Lee, *Seeing stars*, ACL
# 2005. T. Bayes, *An essay towards solving a problem in the doctrine of chances*, Philosophical
# Transactions 53, 1763. J. Bernoulli, *Ars conjectandi*, 1713. W. Casscells, A. Schoenberger & T.
# B. Graboys, *Interpretation by physicians of clinical laboratory results*, New England Journal of
# Medicine 299, 1978. G. Gigerenzer & U. Hoffrage, *How to improve Bayesian reasoning without
# instruction: frequency formats*, Psychological Review 102, 1995. Further reading: M. Bar-Hillel,
# *The base-rate fallacy in probability judgments*, Acta Psychologica 44, 1980.
