# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 01 Probability review
#
# **A bet on a mind reader**
#
# About 90 minutes, pencil work included, and another 40 for the problems. Take a break after section
# {#independence}. You need some Python (sets, dictionaries, NumPy arrays) and no probability.
#
# Jill has just tested positive for mind reading. The gift is rare: only one person in 100,000 has
# it. But the test is good: it finds 95 of every 100 mind readers, and it clears 995 of every 1,000
# other people. Now somebody offers you a bet. You put one euro on the table. If Jill turns out to be
# a mind reader you are paid 100 euros; if not, your euro is gone.
#
# Before you decide, watch the test at work on 1,000 people who can read minds and 1,000 who can't.
# Each mark is a person, and a dark one has tested positive.

# %% tags=["hide-input"]
from fractions import Fraction

import numpy as np

from lincourse import datasets, plots, probability
from lincourse.figures import probability as figures

rng = np.random.default_rng(1)
readers = rng.random(1_000) < 0.95  # True where the test is positive
others = rng.random(1_000) < 0.005
plots.show(*figures.two_crowds(readers, others))

# %% [markdown]
# It looks like a test that you can trust: on the left almost every mark is dark, on the right almost
# none. **Write two things down before you read on:** how likely you think it is that Jill is a mind
# reader, in per cent, and whether you take the bet. Section {#mind-reader} answers the first
# question, the end of the lecture the second.
#
# Why does a course on classifiers begin with a bet? Because betting is all a classifier does. It sees
# some evidence, the words of a film review or the pixels of a handwritten digit, and has to commit
# itself to something it can't see, the label. "How likely is it that the critic liked the film, given
# these words?" is Jill's question with other nouns. We build the tools on tossed coins, where every
# rule can be checked by counting, try them on 8,530 real sentences, and then come back to Jill.

# %% [markdown]
# **In this lecture**
#
# {contents}
#
# {formulas}

# %% [markdown] section="outcomes"
# ## 1. What can happen, and how likely is it?
#
# Toss a coin three times, and write H or T for each toss. It can turn out in only eight ways:

# %%
omega = probability.toss_outcomes(3)
print(len(omega), "outcomes:", *omega)

# %% [markdown]
# Imagine these eight strings waiting in a room. One of them will be called, and you don't know which.
# This room of everything that can happen will serve us all the way to Jill. It comes with four terms:
#
# - what you do, here three tosses, is an **experiment**;
# - each complete way it can turn out, such as HTH, is an **outcome** $x$;
# - the whole room, the set of all outcomes, is the **sample space** $\Omega$;
# - a group of outcomes is an **event**, $A\subseteq\Omega$. It is usually given by a question, such as
#   "exactly one head?", and contains the outcomes that answer yes. The event *happens* if the outcome
#   that is called belongs to it.
#
# How likely is each outcome? A **distribution** says so: it gives every outcome a number $P(x)\ge0$,
# and these numbers add up to 1. If all are equal, $P(x)=1/|\Omega|$, where $|\Omega|$ is the number of
# outcomes, the distribution is **uniform**. The probability of an event is the sum over its outcomes:
#
# $$P(A)=\sum_{x\in A}P(x) .$$
#
# In code, a distribution is a `dict` from outcome to probability and an event is a `set`. Let $A$ be
# "exactly one head" and $B$ "the first toss is heads". Fractions keep the answers exact.

# %%
P = probability.probability  # so that the code reads like the formula
dist = {x: Fraction(1, 8) for x in omega}
A = {x for x in omega if x.count("H") == 1}
B = {x for x in omega if x[0] == "H"}
print("A =", sorted(A), "  P(A) =", P(A, dist))
print("B =", sorted(B), "  P(B) =", P(B, dist))

# %% [markdown]
# Three of eight, and four of eight. Counting like this is a shortcut that only works for uniform
# distributions. Load the coin, so that heads come up 7 times in 10: $A$ has the same three members,
# with other weights. **Before you run the cell:** does $A$ become more likely or less? We
# compute it, and then try it out: toss the loaded coin three times, note whether there was exactly one
# head, and do that 10,000 times. That is a **simulation**.


# %%
def simulate(dist, n):
    """n outcomes, drawn at random as dist says."""
    chances = [float(p) for p in dist.values()]
    return rng.choice(list(dist), size=n, p=chances)


loaded = {x: 0.7 ** x.count("H") * 0.3 ** x.count("T") for x in omega}
share = np.mean([x in A for x in simulate(loaded, 10_000)])
print(f"P(A) with the loaded coin {P(A, loaded):.3f}, simulated {share:.3f}")

# %% [markdown]
# $A$ becomes less likely: three times $0.7\cdot0.3\cdot0.3=0.063$ is 0.189, against 0.375 before. The
# simulation comes close. (How close it should come is the subject of section {#standard-error}.)
#
# A room can hold anything. Here is one with 8,530 sentences from film reviews, half of them marked
# `pos` because the critic liked the film and half `neg`. The experiment is to draw one with your eyes
# closed. Each *sentence* is an outcome and every set of sentences is an event, such as "the critic
# liked the film" or "it contains *dull*".

# %%
reviews = datasets.rotten_tomatoes()
room = probability.uniform(range(len(reviews.documents)))
liked = {i for i in room if reviews.labels[i] == "pos"}


def says(word):
    """The event that the sentence contains this word."""
    return {i for i in room if word in reviews.documents[i]}


print(f"P(liked) = {P(liked, room):.4f}, {len(liked):,} sentences")
for word in ("the", "film", "dull"):
    print(f"P({word}) = {P(says(word), room):.4f}, {len(says(word)):,} sentences")

# %% [markdown] section="conditioning"
# ## 2. What changes when you learn something?
#
# How likely is it that both happen, exactly one head *and* heads on the first toss? This is the
# **joint probability** of the two events, $P(A,B)=P(A\cap B)$, where the comma is read "and". There
# are three obvious things to try: add $P(A)$ and $P(B)$, multiply them, or count the outcomes that
# belong to both. Let a simulation decide.

# %%
draws = simulate(dist, 10_000)
share = np.mean([x in A and x in B for x in draws])
print("add      ", float(P(A, dist) + P(B, dist)))
print("multiply ", float(P(A, dist) * P(B, dist)))
print("count    ", float(probability.joint(A, B, dist)))
print("simulated", share)

# %% [markdown]
# Adding is hopeless: it makes both together likelier than either of them, although asking for more can
# never make an event likelier. Multiplying is closer, and still wrong; section {#independence} says
# when it is right. Counting is right by definition: only HTT belongs to both, one of eight.
#
# <details><summary><b>Think:</b> when can you add probabilities, then?</summary>
#
# A sum belongs to "or", provided that no outcome is counted twice:
# $P(A\text{ or }B)=P(A)+P(B)-P(A,B)$, here $\frac38+\frac12-\frac18=\frac34$. If the events exclude
# each other, $P(A,B)=0$ and the plain sum is right.
#
# </details>
#
# Now you learn something: the first toss is heads. How likely is exactly one head *now*? Every outcome
# that begins with T has to leave the room. The other four were equally likely before, and they still
# are. But one of them must now be called, so each has a quarter instead of an eighth.

# %% tags=["hide-input"]
plots.show(*figures.smaller_world(A, B, dist))

# %% [markdown]
# Learning that $B$ happened makes $B$ the whole room. Dividing by $P(B)$ makes the shares of those who
# stay add up to 1 again, so the **conditional probability** of $A$ given $B$ is
#
# $$P(A\mid B)=\frac{P(A,B)}{P(B)} .$$
#
# **Work both out with a pencil:** $P(A\mid B)$, and the other way round, $P(B\mid A)$: the first toss
# is heads, given exactly one head. Are they the same?

# %%
print("P(A | B) =", probability.conditional(A, B, dist))
print("P(B | A) =", probability.conditional(B, A, dist))
in_A = [x for x in draws if x in A]
in_B = [x for x in draws if x in B]
print("simulated P(A | B)", round(np.mean([x in A for x in in_B]), 3))
print("simulated P(B | A)", round(np.mean([x in B for x in in_A]), 3))

# %% [markdown]
# They aren't the same. Above the line both have the same outcome, HTT. Below the line they have
# different rooms: four outcomes for $B$, three for $A$. The simulation shows what conditioning *is*:
# throw away every draw in which the condition fails, and count among the rest.
#
# $P(A\mid B)$ and $P(B\mid A)$ are easily confused, and language shows how far apart they can be.
# **Guess:** somebody reads out a sentence from a review, and all you catch is the word *york*. How
# likely is it that the sentence also contains *new*? And if all you catch is *new*, how likely is
# *york*?

# %%
new, york = says("new"), says("york")
for name, event, given in (("new | york", new, york), ("york | new", york, new)):
    p = probability.conditional(event, given, room)
    print(f"P({name}) = {p:.2f}, {len(event & given)} of {len(given)} sentences")

# %% [markdown]
# One direction is certain in this room, the other unlikely. The same eighteen sentences contain both
# words; but there are no others in the room of *york*, and 147 others in the room of *new*.
#
# **Where it breaks.** You hear the word *blargh*. How likely is it that the critic liked the film?

# %%
try:
    probability.conditional(liked, says("blargh"), room)
except ValueError as error:
    print("ValueError:", error)

# %% [markdown]
# No sentence contains *blargh*, so the room is empty: $P(B)=0$, and the definition would divide by 0.
# The function raises an error: an answer of 0 would be a claim about a room that doesn't exist. But
# critics do invent words, and a classifier has to answer. Lecture 02 will have to do something about
# *blargh*.

# %% [markdown] section="chain-rule"
# ## 3. In which order can you take events apart?
#
# Multiplied by $P(B)$, the definition builds a joint probability in steps: $P(A,B)=P(A\mid B)\,P(B)$.
# First $B$ has to happen, and then $A$ among those who are left. With three events you take two such
# steps:
#
# 1. $A_{23}=A_2\cap A_3$ — *an event like any other, so give it a name*
# 2. $P(A_1,A_2,A_3)=P(A_1\mid A_{23})\,P(A_{23})$ — *the rule for two events*
# 3. $P(A_{23})=P(A_2\mid A_3)\,P(A_3)$ — *the same rule again*
# 4. $P(A_1,A_2,A_3)=P(A_1\mid A_2,A_3)\,P(A_2\mid A_3)\,P(A_3)$ — *line 3 put into line 2*
#
# One more event means one more step, and so on to any number $N$. This is the **chain rule** of
# probability (it has nothing to do with the chain rule of calculus):
#
# $$P(A_1,\dots,A_N)=P(A_1\mid A_2,\dots,A_N)\;P(A_2\mid A_3,\dots,A_N)\;\cdots\;P(A_{N-1}\mid A_N)\,P(A_N).$$
#
# "And" doesn't care about order, so every order gives the same product, from different factors: for the
# $A$ and $B$ above, $\frac14\cdot\frac12=\frac13\cdot\frac38=\frac18$. Language has a favourite order.
# From left to right, each word sends out all sentences that continue differently. Take a sentence that
# begins *one of the best*. **Before you run it:** which of these four words is the hardest to predict
# from those before it?

# %%
stay, product = set(room), 1
for k, word in enumerate(["one", "of", "the", "best"]):
    before, stay = stay, {i for i in stay if word in reviews.documents[i][k : k + 1]}
    factor = probability.conditional(stay, before, room)
    product = product * factor
    print(f"{word:4} given the words before it: {factor:.4f}, {len(stay)} of {len(before)} stay")
print(f"all four: {product:.5f} by the chain rule, {P(stay, room):.5f} by counting")

# %% [markdown]
# The hardest is the first: few sentences begin with *one*, but after *one*, *of* follows seven times in
# ten. A product like this, with one factor for each next word, is what every language model that
# writes from left to right computes. The trouble is on the screen, too: after four words only 9 of
# 8,530 sentences are still in the room, and every further word leaves fewer to count. Lecture 02
# therefore makes a bold simplification, which the next section prepares.

# %% [markdown] section="independence"
# ## 4. When does knowing something tell you nothing?
#
# Sometimes the room gets smaller and $A$ keeps its share of it. Then $A$ and $B$ are **independent**.
# Three ways to say it are equivalent, as long as nothing is divided by 0:
#
# $$P(A\mid B)=P(A)\quad\Longleftrightarrow\quad P(A,B)=P(A)\,P(B)
#   \quad\Longleftrightarrow\quad P(B\mid A)=P(B) .$$
#
# The middle one is the first multiplied by $P(B)$. It treats both events alike and divides by nothing,
# so it is the one to compute with.
#
# **Before you run the cell:** which of these three is independent of "the first toss is heads"?

# %%
last = {x for x in omega if x[2] == "H"}
candidates = {"last is heads": last, "exactly one head": A, "first is tails": set(omega) - B}
for name, event in candidates.items():
    both, multiplied = probability.joint(event, B, dist), P(event, dist) * P(B, dist)
    print(f"{name:16} P(A, B) = {both}, P(A) P(B) = {multiplied}:", end=" ")
    print(probability.independent(event, B, dist))

# %% [markdown]
# Only "last is heads" is independent of a first head. Look at the third line: heads and tails on the
# same toss exclude each other, and for that very reason they are *not* independent, because knowing
# one tells you everything about the other. Disjoint is a statement about which outcomes are in a set;
# independent is a statement about shares.
#
# You can see independence. Look at the room from above, as a floor of area 1. The filled column is as
# wide as $P(A)$, and each column is hatched up to the probability of $B$ there. If $A$ and $B$ are
# independent, the hatching has the same level on both sides.

# %% tags=["hide-input"]
plots.show(*figures.independence({"last is heads": last, "exactly one head": A}, B, dist))

# %% [markdown]
# Now try your own pairs: run the cell to get two lists of events (on paper you see two pairs).
# **Before you choose anything:** apart from "the last toss is heads" and the impossible event, two
# events in the list are independent of "the first toss is heads". Which?

# %% tags=["hide-input"]
figures.toss_explorer()

# %% [markdown]
# They are "the first two differ" and, perhaps to your surprise, "all three are the same". The latter
# contains HHH and TTT, so a first head rules out half of it along with half of the room.
#
# ### Independent, once you know the cause
#
# Two events can also depend on each other *until* you learn a third. Suppose that Jill takes her test
# twice, and that each time the test is right or wrong on its own, with no memory. Her room has eight
# outcomes again: whether she reads minds, and the two results.

# %%
base_rate = {"reader": Fraction(1, 100_000), "other": Fraction(99_999, 100_000)}
positive = {"reader": Fraction(95, 100), "other": Fraction(5, 1_000)}
jill = {}
for who in ("reader", "other"):
    result = {"+": positive[who], "-": 1 - positive[who]}
    for one in "+-":
        for two in "+-":
            jill[f"{who} {one}{two}"] = base_rate[who] * result[one] * result[two]

# %%
MR = {x for x in jill if x.startswith("reader")}
T1 = {x for x in jill if x[-2] == "+"}
T2 = {x for x in jill if x[-1] == "+"}
for name, given in (("anybody", set(jill)), ("MR", MR), ("not MR", set(jill) - MR)):
    p = float(probability.conditional(T2, given, jill))
    after = float(probability.conditional(T2, given & T1, jill))
    print(f"{name:8} P(T2) = {p:.5f}, after a positive T1 {after:.5f}")

# %% [markdown]
# The tests have no memory, and still the first says something about the second: it raises the
# probability of a positive second test from 0.00501 to 0.00679, because it makes it likelier that Jill
# is a mind reader, and mind readers test positive. But once you *know* whether she is one, either way,
# the first test adds nothing. Two events that are independent inside the room of $C$ are called
# **conditionally independent** given $C$:
#
# $$P(A,B\mid C)=P(A\mid C)\,P(B\mid C)\quad\Longleftrightarrow\quad P(A\mid B,C)=P(A\mid C) .$$
#
# (The second form needs $P(B,C)>0$.) Do words behave like tests? A sentence with *too* is more likely
# to contain *movie* as well. Is that only because both are more frequent where the critic didn't like
# the film, or do the two words have a bond of their own? And what about *special* and *effects*?
# **Before you run the cell,** say for each pair what you expect once the label is known.

# %%
disliked = set(room) - liked
shares = []
for one, other in (("too", "movie"), ("special", "effects")):
    seen, wanted = says(one), says(other)
    for name, given in (("all", set(room)), ("disliked", disliked), ("liked", liked)):
        p = probability.conditional(wanted, given, room)
        after = probability.conditional(wanted, seen & given, room)
        shares.append((other, one, name, p, after, len(seen & given)))
        print(f"{name:8} P({other}) = {p:.3f}; given {one}: {after:.3f}, ", end="")
        print(f"of {len(seen & given)} sentences")

# %% [markdown]
# In the whole room, *too* lifts *movie* from 0.116 to 0.150. Where the critic didn't like the film, the
# lift is only from 0.140 to 0.153. Where the film was liked it is from 0.092 to 0.136, counted on just
# 59 sentences. Could that be chance? Section {#standard-error} shows how to tell. *Special* and
# *effects* are a different case: with the label known or not, the first makes the second dozens of
# times likelier.
#
# Naive Bayes, in lecture 02, will assume that all words are conditionally independent given the label.
# You now know what that means, and that for some words it is false.

# %% [markdown] section="bayes-rule"
# ## 5. Can you turn a condition round?
#
# Often you can measure $P(B\mid A)$ and need $P(A\mid B)$. A laboratory knows how often mind readers
# test positive; you want to know how often people who test positive are mind readers.
#
# 1. $P(A,B)=P(A\mid B)\,P(B)$ — *the definition, multiplied out*
# 2. $P(A,B)=P(B\mid A)\,P(A)$ — *the same with the names exchanged, since "and" has no order*
# 3. $P(A\mid B)\,P(B)=P(B\mid A)\,P(A)$ — *both sides are $P(A,B)$*
# 4. $P(A\mid B)=\dfrac{P(B\mid A)\,P(A)}{P(B)}$ — *divide by $P(B)$, which must not be 0*
#
# The last line is **Bayes' rule**, after Thomas Bayes, whose essay on it appeared in 1763.
#
# Often $P(B)$ isn't given, but you can put it together. Cut the room into parts $E_1,\dots,E_n$ so that
# each outcome is in exactly one of them: no two overlap, $E_i\cap E_j=\varnothing$ for $i\ne j$, and
# together they fill $\Omega$. Such parts are a **partition**. $B$ is made of its pieces in the parts,
# which gives the **law of total probability**:
#
# $$P(B)=\sum_{i=1}^n P(B,E_i)=\sum_{i=1}^n P(B\mid E_i)\,P(E_i) .$$
#
# Put it under Bayes' rule, and you can turn the condition round for every part:
#
# $$P(E_i\mid B)=\frac{P(B\mid E_i)\,P(E_i)}{\sum_j P(B\mid E_j)\,P(E_j)} .$$
#
# The three kinds of numbers have names. $P(E_i)$ is the **prior**, what you believed before.
# $P(B\mid E_i)$ is the **likelihood**, how well part $i$ explains what you saw. $P(E_i\mid B)$ is the
# **posterior**, what you believe afterwards.
#
# Try it where we can check it. The labels cut our room of sentences in two, *disliked* and *liked*, and
# we hear the word *bad*.

# %%
bad = says("bad")
word_likelihoods = [probability.conditional(bad, part, room) for part in (disliked, liked)]
posterior = probability.bayes(word_likelihoods, [0.5, 0.5])
print("P(bad | disliked), P(bad | liked):", np.round(word_likelihoods, 4))
print(f"P(disliked | bad) by Bayes' rule {posterior[0]:.3f}", end=", ")
print(f"by counting {probability.conditional(disliked, bad, room):.3f}")

# %% [markdown]
# By hand: $\frac{0.0354\cdot0.5}{0.0354\cdot0.5+0.0052\cdot0.5}\approx0.87$. Both ways agree, so why
# take the longer one? Because likelihoods travel and counts don't. Take them to a newspaper whose
# critics use their words in the same way but are easier to please: they like nine films in ten.
# **Before you look:** a review in that newspaper contains *bad*. Did the critic more likely dislike the
# film, or like it?

# %% tags=["hide-input"]
names = ("disliked", "liked")
plots.show(*figures.bayes_picture(0.1, *word_likelihoods, names=names, evidence="bad", top=0.05))

# %% [markdown]
# The critic more likely *liked* the film, in spite of the word. *Bad* is about seven times as frequent
# where the critic disliked the film, but there are nine times as many films that were liked, and nine
# is more than seven. In the picture, which only shows the lowest strip of the floor, the posterior is a
# share of *area*: how much of all the hatching lies in the filled column?
#
# **Think it through:** can $P(E\mid B)$ be small even though $P(B\mid E)=1$? Yes: make the column of
# $E$ very narrow. It is hatched to the top and still contains little of the hatching, because a wide
# column beside it needs only a low level to contain more. Keep this picture of a narrow, full column in
# mind, for it is Jill's.

# %% [markdown] section="mind-reader"
# ## 6. Can Jill read minds?
#
# Let $MR$ be the event that Jill is a mind reader and $T$ that she tests positive. Write $\neg$ for
# "not": $\neg MR$, the **complement** of $MR$, is everything in the room outside $MR$. We know that
# $P(MR)=1/100{,}000$, $P(T\mid MR)=0.95$ and $P(\neg T\mid\neg MR)=0.995$, so $P(T\mid\neg MR)=0.005$.
# Nothing else is known about Jill, so she might be anybody. **Look at what you wrote down at the
# beginning, and change it if you like.**
#
# You don't need a formula, only a city. Test two million people, and send out everyone whose test is
# negative.

# %%
city = 2_000_000
reads_minds = rng.random(city) < 0.00001
tested_positive = rng.random(city) < np.where(reads_minds, 0.95, 0.005)
found = int((reads_minds & tested_positive).sum())
accused = int((~reads_minds & tested_positive).sum())

# %% tags=["hide-input"]
plots.show(*figures.positive_room(found, accused))

# %% [markdown]
# Jill is one of these marks. The mind readers are drawn larger, so that you can find them. **Before you
# go on:** roughly what share of the marks are squares?

# %%
print(f"positive: {found + accused:,}, mind readers among them: {found}")
print(f"share: {found / (found + accused):.5f}, one in {(found + accused) / found:.0f}")

# %% [markdown]
# About one mark in 560 is a square. Another city would give another number. On average, two million
# people include 20 mind readers, 19 of whom test positive, and one in 200 of the 1,999,980 others
# tests positive all the same.

# %% tags=["hide-input"]
plots.show(*figures.frequency_tree())

# %%
priors = np.array([0.00001, 0.99999])  # a mind reader, or not
likelihoods = np.array([0.95, 0.005])  # P(T) in each case
print(f"P(T)      = {probability.total_probability(likelihoods, priors):.8f}")
print(f"P(MR | T) = {probability.bayes(likelihoods, priors)[0]:.7f}")
print(f"19 / 10,019 = {19 / 10_019:.7f}")

# %% [markdown]
# So Jill is a mind reader with a probability of **about 0.2 %**, one in 527. Bayes' rule and the tree
# do the same thing: multiply along the branches (the chain rule), add the two positive leaves (total
# probability), and divide. Whole people instead of percentages of percentages are called **natural
# frequencies**. In experiments published in 1995, people who were given them found the right answer far
# more often.
#
# If you wrote 95 %, so do many people. That is $P(T\mid MR)$, the right answer to the opposite
# question. In 1978 sixty doctors and students at Harvard's teaching hospitals were asked about a
# disease that one person in 1,000 has and a test that is positive for 5 % of the healthy. Almost half
# of them said 95 %, where about 2 % is right. Leaving out the prior is so common that it has a name,
# **base-rate neglect**; the **base rate** is how common something is before anybody is tested. The test
# isn't bad at all: it is wrong about the others only once in 200 times. But there are 99,999 others for
# each mind reader, so almost everyone in Jill's room is there by mistake.
#
# ### How many tests would convince you?
#
# Let everyone in that room take the test again, and send out those who are negative now; then do it
# once more. The picture shows the average city. **Before you look:** if a second test is positive, is
# Jill more likely than not a mind reader? And after a third?

# %% tags=["hide-input"]
plots.show(*figures.emptying_room())

# %% [markdown]
# After two positive tests Jill is probably still not a mind reader; after three she probably is. This
# is the picture to remember. A positive test doesn't tell you who Jill is. It tells you which room she
# stands in, and the question is always *who else is in that room*. Each test sends out 199 of every
# 200 others, but only one in twenty of the mind readers: 10,000 others remain, then 50, then a quarter
# of a person, that is, one in every four such cities.
#
# In formulas, the posterior of one test is the prior of the next (as long as the tests are
# conditionally independent, given what she is).

# %%
belief = priors
for test in (1, 2, 3):
    belief = probability.bayes(likelihoods, belief)
    print(f"positive tests: {test}   P(MR) = {belief[0]:.4f}   odds {belief[0] / belief[1]:.4f}")

# %% [markdown]
# The column of **odds**, $P(MR)/P(\neg MR)$, shows the mechanism best:
#
# 1. $P(MR\mid T)=P(T\mid MR)\,P(MR)\,/\,P(T)$ — *Bayes' rule for one part*
# 2. $P(\neg MR\mid T)=P(T\mid\neg MR)\,P(\neg MR)\,/\,P(T)$ — *the same for the other*
# 3. $\dfrac{P(MR\mid T)}{P(\neg MR\mid T)}=\dfrac{P(T\mid MR)}{P(T\mid\neg MR)}\cdot
#    \dfrac{P(MR)}{P(\neg MR)}$ — *line 1 divided by line 2; $P(T)$ cancels*
#
# A positive test multiplies the odds by the **likelihood ratio**, $0.95/0.005=190$, whatever they were.
# Against prior odds of one to 99,999, two factors of 190 are too few and three are plenty.
#
# Now play with the base rate: run the cell to get two sliders (on paper: curves for one to three tests).
# **Before you move them:** how common would mind readers have to be for *one*
# positive test to mean "more likely than not"? And for two?

# %% tags=["hide-input"]
figures.reader_explorer()

# %% [markdown]
# For one test the prior odds must exceed 1 to 190, so more than one person in 191 must be a mind reader.
# For two they must exceed 1 to $190^2=36{,}100$, and for three 1 to 6,859,000.
#
# **Where it breaks.** We multiplied the evidence of the tests as if each could be wrong on its own. That
# is conditional independence, and nobody has checked it. Suppose instead that the test is fooled by a
# medicine, taken by one person in 200, and that it is fooled *every* time. One test is exactly as good
# as before. What are three tests worth?

# %%
for tests in (1, 2, 3):
    independent = probability.bayes([0.95**tests, 0.005**tests], priors)[0]
    one_cause = probability.bayes([0.95**tests, 0.005], priors)[0]
    print(f"{tests} positive: independent {independent:.4f}, one common cause {one_cause:.4f}")

# %% [markdown]
# With a common cause, three tests are worth no more than one, and even slightly less, because now and
# then a mind reader fails a test while the people with the medicine never do. The same test, and 0.986
# against 0.002: the assumption makes all the difference, and it doesn't show in any single result. In
# lecture 02 every word of a review will be such a test.

# %% [markdown] section="expectation"
# ## 7. What is a bet worth?
#
# You know how likely Jill is to be a mind reader. You don't know yet whether to bet, because a bet is
# about money. Your gain depends on how things turn out: 99 euros if she is a mind reader (you are paid
# 100 and had put down 1), and $-1$ if she isn't. A number that depends on the outcome is called a
# **random variable**. There is nothing more to it: everyone in the room wears a number on their shirt,
# and you get the number of the one who is called. In mathematics and in code it is a function $G$ of
# the outcome $x$, here "gain".
#
# What would you gain *on average*, if you could place the same bet again and again? Each value comes up
# as often as its probability says, so multiply it by that and add up. This is the **expectation** of
# $G$:
#
# $$\mathbb E[G]=\sum_{x\in\Omega}P(x)\,G(x) .$$
#
# A bet has two values. If Jill is a mind reader with probability $p$, you gain 99 with probability $p$
# and lose 1 with probability $1-p$:
#
# $$\mathbb E[G]=99\,p+(-1)(1-p)=100\,p-1 .$$
#
# **With a pencil:** what is it for $p=0.0019$, after one test, and for $p=0.2652$, after two? From which
# $p$ does the bet pay? The cell does the same over Jill's eight outcomes, in the room that is left.


# %%
def gain(x):
    return 99 if x in MR else -1


rooms = {"before any test": set(jill), "one positive test": T1, "two positive tests": T1 & T2}
for name, stay in rooms.items():
    now = {x: probability.conditional({x}, stay, jill) for x in stay}
    print(f"{name:18} expected gain {float(probability.expectation(gain, now)):+.2f} euros")

# %% [markdown]
# After one positive test you lose 81 cents of every euro on average. The bet pays if $p$ is above 0.01.
# After *two* positive tests it is excellent, 25 euros gained for one, although Jill is still probably
# *not* a mind reader. What to believe and what to do are two questions, and prices enter only the
# second. (So do nerves: the expectation speaks for people to whom a euro is small money.)
#
# Draw a bar for each value, as high as its probability. The expectation is the point at which the bars
# balance.


# %%
def heads(x):
    return x.count("H")


# %% tags=["hide-input"]
bets = {
    "heads in three tosses": (heads, dist),
    "gain after two positive tests, in euros": (gain, now),
}
plots.show(*figures.balances(bets))

# %% [markdown]
# An expectation need not be a value that you can see: nobody ever tossed one and a half heads, and this
# bet never pays 25.52. It is the average of many repetitions. Two rules make it easy to work with:
#
# 1. $\mathbb E[a\,G+b]=a\,\mathbb E[G]+b$ — *every term is multiplied by $a$, and the probabilities that
#    $b$ is multiplied by add up to 1*
# 2. $\mathbb E[G+H]=\mathbb E[G]+\mathbb E[H]$ — *both are weighted sums over the same room, so they can
#    be added term by term, whether $G$ and $H$ depend on each other or not*
#
# By the second rule, three tosses of the loaded coin bring $0.7+0.7+0.7=2.1$ heads on average, and you
# needn't list eight outcomes to know it.
#
# Probabilities are a special case. Let a ticket pay 1 euro if $A$ happens and nothing otherwise. Its
# expectation is $1\cdot P(A)+0\cdot P(\neg A)=P(A)$: *a probability is the fair price of a ticket that
# pays one euro.* A simulation that counts how often $A$ happens in $n$ draws, its **relative
# frequency**, is somebody who buys $n$ tickets and takes the mean of what they pay. So what holds for
# means holds for counted shares.

# %% [markdown] section="standard-error"
# ## 8. How far can you trust a share?
#
# In our simulated city, one in 559 of those who tested positive was a mind reader; the exact answer is
# one in 527. Is that chance, or a mistake in the code? To tell, we must know how far a share typically
# strays.
#
# Take two bets. One pays you 1 euro for certain. The other pays 99 with probability 0.02, and otherwise
# you lose 1. **Before you run the cell:** what are their expectations? Which one would you take with
# your last euro?

# %%
certain, risky = {"win": 1, "lose": 1}, {"win": 99, "lose": -1}
for name, bet in (("certain", certain), ("risky", risky)):
    mean = probability.expectation(bet.get, {"win": 0.02, "lose": 0.98})
    spread = probability.variance(bet.get, {"win": 0.02, "lose": 0.98})
    print(f"{name:8} expectation {mean:.2f}, variance {spread:.0f}, root {np.sqrt(spread):.0f}")

# %% [markdown]
# The expectations are the same, but only the second bet can lose. The **variance** measures how far a
# random variable strays. It is the expectation of the squared distance from the expectation:
#
# $$\mathrm{Var}(G)=\mathbb E\bigl[(G-\mathbb E[G])^2\bigr] .$$
#
# By hand, for the risky bet: it is 98 above its expectation with probability 0.02 and 2 below it with
# probability 0.98, so $0.02\cdot98^2+0.98\cdot2^2=196$. The unit is euros squared; the root, 14 euros,
# is a typical distance from the expectation and is called the **standard deviation**.
#
# Now buy a ticket on $A$, "exactly one head", again and again, and follow the mean of what they pay.

# %% tags=["hide-input"]
runs = {f"run {k}": rng.random(10_000) < 3 / 8 for k in (1, 2, 3)}
labels = {"xlabel": "tickets so far, n", "ylabel": "mean paid so far"}
plots.show(*figures.running_shares(runs, 3 / 8, **labels))

# %% [markdown]
# The mean of more and more independent repetitions settles at the expectation. This is the **law of
# large numbers**; Jacob Bernoulli's proof for tickets like ours was printed in 1713. The grey funnel
# says how fast. For $n$ independent tickets of fair price $p$:
#
# 1. $\mathrm{Var}(G)=p\,(1-p)^2+(1-p)\,p^2=p\,(1-p)$ — *one ticket: with probability $p$ it is $1-p$
#    above its expectation, otherwise $p$ below*
# 2. $\mathrm{Var}(G_1+\dots+G_n)=n\,p\,(1-p)$ — *variances of independent random variables add up*
# 3. $\mathrm{Var}\bigl(\tfrac1n(G_1+\dots+G_n)\bigr)=\dfrac{p\,(1-p)}n$ — *a factor $\tfrac1n$ shrinks
#    every distance, so it enters the squares as $\tfrac1{n^2}$*
# 4. $\text{standard error}=\sqrt{\dfrac{p\,(1-p)}n}$ — *the root of line 3*
#
# The **standard error** is the standard deviation of a mean, here of a share: the typical distance
# between what you counted and what is true. The cell checks it with 10,000 simulations of each length.
#
# <details><summary><b>Further:</b> why do variances of independent random variables add up?</summary>
#
# Write $D_i=G_i-\mathbb E[G_i]$ for the distance of each from its expectation. Then
# $(D_1+D_2)^2=D_1^2+D_2^2+2D_1D_2$, so
# $\mathrm{Var}(G_1+G_2)=\mathrm{Var}(G_1)+\mathrm{Var}(G_2)+2\,\mathbb E[D_1D_2]$ by the two rules of
# section {#expectation}. If the two are independent, joint probabilities are products, so
# $\mathbb E[D_1D_2]=\mathbb E[D_1]\,\mathbb E[D_2]$, and both of these are 0.
#
# </details>

# %%
p = 3 / 8
for n in (10, 100, 1_000, 10_000):
    error = probability.standard_error(p, n)
    off = rng.binomial(n, p, size=10_000) / n - p
    print(f"n = {n:6,}: standard error {error:.4f}, simulated {off.std():.4f};", end=" ")
    print(f"within two standard errors: {np.mean(np.abs(off) <= 2 * error):.1%}")

# %% [markdown]
# A hundred times the draws make the error ten times smaller: one more digit costs a hundred times the
# work. About 95 simulations in 100 come within two standard errors, so the end of run 2, outside the
# funnel, is unusual but not alarming. Now we can settle the open questions. (You rarely know the true
# $p$; put the share that you counted in its place.)

# %%
error = probability.standard_error(found / (found + accused), found + accused)
print(f"city: {found / (found + accused):.5f}, exact 0.00190, standard error {error:.5f}")
for other, one, name, p, after, n in shares:
    if name != "all":
        error = probability.standard_error(after, n)
        print(f"{one} {other}, {name}: {after:.3f} against {p:.3f}, standard error {error:.3f}")

# %% [markdown]
# The city is well within one standard error of the exact answer. *Too* and *movie* stay within one as
# well, given either label: nothing here speaks against conditional independence, though such counts
# can't prove it.
# For *special* and *effects* the gaps are almost four and five standard errors. Chance hardly
# explains that.
#
# If *two* shares are counted on different examples, with standard errors $e_1$ and $e_2$, their
# difference has the standard error $\sqrt{e_1^2+e_2^2}$, since variances add up.
#
# <details><summary><b>Further:</b> what if the outcome can be any number, such as a height?</summary>
#
# Then every single value has probability 0, and only intervals have more. A **density** $f$ gives
# probability per unit of length: $P(a\le x\le b)=\int_a^b f(x)\,dx$, the area under its curve, and the
# whole area is 1. A density isn't a probability and can exceed 1: a number drawn uniformly between 0
# and $\frac12$ has density 2. Sums over outcomes become integrals,
# $\mathbb E[G]=\int f(x)\,G(x)\,dx$. The rules for expectation and variance stay the same; conditioning
# on a single value, which has probability 0, needs more care.
#
# </details>

# %% [markdown]
# ## So, do you take the bet?
#
# Don't take it after one test. Jill stands in a room of 10,019 people who tested positive, and 19 of
# them are mind readers, so a fair bet on her would have to pay 527 euros, not 100. The offer sounded
# generous because the test looked so good, and the picture at the top of this lecture was right in
# everything that it showed. It left out the base rate: it put 1,000 mind readers beside 1,000 others,
# where there are 99,999 others to each.
#
# After a second positive test you should take it, although she is still probably not a mind reader.
# After a third you can believe it, too. And all of that depends on tests that fail independently of
# each other, given what she is.
#
# A classifier is in your place every time it is asked. Its base rates are the frequencies of the
# labels, its tests are the words, and each word multiplies the odds by a number of its own. Lecture 02
# finds these numbers.

# %% [markdown]
# ## In practice
#
# Nobody lists $2^n$ outcomes. The number of heads in $n$ tosses has a *binomial* distribution; SciPy
# knows it, and NumPy draws from it.

# %%
from scipy.stats import binom

three, many = binom(3, 0.7), binom(1_000, 3 / 8)
ours = [P({x for x in omega if heads(x) == k}, loaded) for k in range(4)]
print("the four probabilities agree:", np.allclose(three.pmf(range(4)), ours))
print(f"SciPy: mean {three.mean():.2f}, variance {three.var():.2f}; ours:", end=" ")
print(f"{probability.expectation(heads, loaded):.2f}, {probability.variance(heads, loaded):.2f}")
error = probability.standard_error(3 / 8, 1_000)
print(f"standard error: SciPy {many.std() / 1_000:.5f}, ours {error:.5f}")
low, high = 375 - 2_000 * error, 375 + 2_000 * error  # hits within two standard errors
print(f"P(within two standard errors) = {many.cdf(high) - many.cdf(low):.1%}")

# %% [markdown]
# The last line is the exact value for the third row of the simulation in section {#standard-error}.
#
# **Settings.** Make one generator, `rng = np.random.default_rng(seed)`, and pass it on; the global
# `np.random.seed` is shared by everything that runs. To condition a simulation, index with a mask:
# `reads_minds[tested_positive].mean()` estimates $P(MR\mid T)$. For a standard error $e$ you need
# $n=p(1-p)/e^2$ draws, at most $1/(4e^2)$: 2,500 for one percentage point, 250,000 for a tenth of one.
#
# **Check your code.** A distribution adds up to 1, and so do posteriors. On a case small enough to list,
# compare the formula with counting. On a larger one, simulate: if the two are more than three standard
# errors apart, look for a bug.
#
# |symptom|usual failure|remedy|
# |---|---|---|
# |most alarms of a "99 % accurate" test are false|base-rate neglect|put the prior back in; count whole people|
# |"nine in ten buyers saw the ad" is sold as "nine in ten who see it buy"|conditioning the wrong way round|ask who is in the room: the denominator|
# |the better of two models changes with the test set|shares compared without a standard error|report $n$ and the standard error|

# %% [markdown]
# ## Problems
#
# **1. Prove.** Before the test, what do you *expect* to believe after it? Let $G$ be $P(MR\mid T)$ if the
# test is positive and $P(MR\mid\neg T)$ if it is negative. Show that $\mathbb E[G]=P(MR)$.
#
# <details><summary>Solution</summary>
#
# 1. $\mathbb E[G]=P(T)\,P(MR\mid T)+P(\neg T)\,P(MR\mid\neg T)$ — *a random variable with two values*
# 2. $=P(MR,T)+P(MR,\neg T)$ — *the chain rule, twice*
# 3. $=P(MR)$ — *total probability: $T$ and $\neg T$ are a partition*
#
# So you can't plan to be persuaded: if a positive result raises your belief, a negative one must lower
# it, here from 0.00001 to about 0.0000005.
#
# </details>
#
# **2. Break.** Find three events of three fair tosses such that every pair is independent, but two of
# them together decide the third.
#
# <details><summary>Solution</summary>
#
# "The first toss is heads", "the second is heads" and $D$, "the first two differ". Each has probability
# $\frac12$ and each pair $\frac14$. But $P(D\mid\text{both heads})=0$. Independence in pairs doesn't
# settle what three events do together: for that, $P(A,B,C)=P(A)\,P(B)\,P(C)$ must hold as well.
#
# </details>
#
# **3. Estimate.** A classifier makes no mistake on 100 new examples. What does the formula give as the
# standard error of its error rate, and why is that misleading? Which error rates are still plausible?
#
# <details><summary>Solution</summary>
#
# It gives $\sqrt{0\cdot1/100}=0$, as if we were certain: putting the counted share in place of $p$ fails
# at 0 and 1. Ask instead which $p$ would make such luck unlikely. No mistake in 100 has probability
# $(1-p)^{100}$, which falls below 0.05 at $p\approx0.03$. So error rates up to 3 % are plausible. (In
# general about $3/n$, since $(1-p)^n\approx e^{-np}$ and $e^{-3}\approx0.05$.)
#
# </details>
#
# **4. Design an experiment.** The maker of Jill's test says that its errors are independent; a rival
# suspects a common cause such as the medicine. You can test people who are certainly not mind readers.
# What do you do, and how many people do you need?
#
# <details><summary>Solution</summary>
#
# Test 2,000 of them: about 10 will be positive. Test those 10 again. If errors are independent, each is
# positive again with probability 0.005, so one or more second positives have a probability of
# $1-0.995^{10}\approx0.05$, and two or more of about 0.001. With the medicine all 10 are positive again.
# Two second positives are enough to doubt the maker.
#
# </details>

# %% [markdown]
# ## In five lines
#
# 1. A condition sends out of the room everyone for whom it fails: $P(A\mid B)=P(A,B)/P(B)$.
# 2. "And" has no order, so a condition can be turned round: posterior = likelihood × prior, divided by
#    the sum of the same over all parts.
# 3. What is rare stays unlikely after one good test: 19 of 10,019.
# 4. Evidence multiplies the odds by its likelihood ratio, if it is conditionally independent of the
#    evidence before it.
# 5. A bet is worth its expectation, and a share of $n$ draws is off by about $\sqrt{p(1-p)/n}$.
#
# Symbols are on the [notation page](../docs/notation.md), terms in the
# [glossary](../docs/glossary.md). **Go on with:**
# [exercise 01](../exercises/01-probability/01-probability.ipynb), in which you write these functions
# yourself, then [lecture 02](02-naive-bayes.ipynb).
#
# ### Sources
#
# The lecture follows J. May, *Linear Models*, 2023, sections 1 to 8; where it slips, the
# [errata page](../docs/errata.md) says so. Sentences: B. Pang & L. Lee, *Seeing stars*, ACL 2005. T.
# Bayes, *An essay towards solving a problem in the doctrine of chances*, Philosophical Transactions 53,
# 1763. J. Bernoulli, *Ars conjectandi*, 1713. Doctors: W. Casscells, A. Schoenberger & T. B. Graboys,
# *Interpretation by physicians of clinical laboratory results*, New England Journal of Medicine 299,
# 1978. Natural frequencies: G. Gigerenzer & U. Hoffrage, *How to improve Bayesian reasoning without
# instruction: frequency formats*, Psychological Review 102, 1995.
