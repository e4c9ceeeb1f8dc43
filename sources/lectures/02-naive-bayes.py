# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 02 Naive Bayes
#
# **A verdict from a bag of words.** About 100 minutes; the end of section {#logarithms} is a good place for a
# break. Builds on lecture 01.
#
# A film critic wrote one sentence. Somebody has cut it up, dropped the slips of paper into a bag
# and shaken it well. You may look inside.

# %%
from collections import Counter
from math import exp, prod

import numpy as np

from lincourse import datasets, naive_bayes, plots
from lincourse.figures import naive_bayes as figures
from lincourse.naive_bayes import OOV
from lincourse.source import show_source

slips = [".", "always", "and", "dull", "good", "it's", "looks", "never"]
ax = figures.bag(slips, np.random.default_rng(4), title="Did the critic like the film?")
plots.show(
    ax,
    "A paper bag with eight slips of paper lying in it at all angles: always, and, dull, good, it's, "
    "looks, never, and a full stop.",
)

# %% [markdown]
# **Before you read on,** lay the slips out as a sentence. Did the critic like the film?
#
# There are at least two sentences in this bag. *It's never dull and always looks good.* That is
# praise. *It's never good and always looks dull.* That is the opposite, made of the same eight
# slips. One of the two was really written by a critic, and at the end of this lecture you will hear
# which. The program that we are about to build is worse off than you are, because it will not even
# try to lay out sentences. All it ever does is count what is in the bag.
#
# That sounds hopeless. So here is the question for the rest of the lecture: **how much of a verdict
# is left in the bag, and how sure may you be when you have looked at nothing else?**

# %% [markdown] section="word-lists"
# ## 1. Could you write the rule yourself?
#
# To answer with numbers we need many critics. Bo Pang and Lillian Lee (2005) collected thousands of
# their sentences, each labelled `pos` or `neg`. We have 8,530 of them. We shuffle them once, learn
# from the first 6,530, the **training set**, and put the other 2,000 aside. These are **held out**:
# nothing is learnt from them, so that they can tell us how well a program does on sentences that it
# has not met.

# %%
labelled = datasets.rotten_tomatoes().labelled
order = np.random.default_rng(0).permutation(len(labelled))
train = [labelled[i] for i in order[:6530]]
held_out = [labelled[i] for i in order[6530:]]
texts = [words for words, _ in held_out]
truth = np.array([label for _, label in held_out])

for words, label in train[:4]:
    print(label, "|", " ".join(words))
print("training set:", Counter(label for _, label in train))
print("held out:    ", Counter(truth.tolist()))

# %% [markdown]
# All classifiers of this course fit into one **frame**. A *score* says how well a label $y$ suits a
# text, and the label with the largest score is chosen: $\hat y=\arg\max_y\,\text{score}(y)$. Here
# **arg max** means *the label at which* the score is largest, not the largest score itself.
#
# The simplest score is a rule that you could write in an afternoon: make one list of words of
# praise and one of words of blame, and count how many slips are on each. Below is that score, and
# the frame. (`key` tells `max` by what to compare the labels; if two are equal, `max` keeps the
# first.)

# %%
show_source(naive_bayes.lexicon_score, naive_bayes.classify)

# %% [markdown]
# Nor do you need the afternoon, because others have spent it. VADER (Hutto & Gilbert, 2014) is a
# list of 7,506 words, emoticons and short phrases which people rated, one by one, as good or bad.
#
# How shall we measure it? **Accuracy** is the share of held-out sentences whose label the program
# gets right. On its own the number says little, because it depends on how easy the question is: if
# nine sentences in ten were praise, a program that always answers `pos` would reach 0.9 without
# reading a word. So beside every accuracy belongs that of the **majority baseline**, which gives
# every sentence the label that is more frequent in the training set. Ours has slightly more `neg`,
# so the baseline says `neg` to everything, and as the labels are almost equally frequent it will be
# right about half the time. In such a case accuracy is a fair measure. Where one label is rare it
# is not, and lecture 03 has better ones.
#
# **Before you run the cell:** 7,506 rated words. What accuracy will they reach?


# %%
def accuracy(answers):
    return np.mean(np.array(answers) == truth)


def vader_score(words, label):
    return naive_bayes.lexicon_score(words, label, vader)


vader = datasets.vader_lexicon()
answers = [naive_bayes.classify(words, ["neg", "pos"], vader_score) for words in texts]
results = {"VADER's word list": accuracy(answers)}

base = accuracy(["neg"] * len(texts))
print("words on VADER's lists:        ", len(vader["pos"]) + len(vader["neg"]))
print("majority baseline, always neg:", base)
print("VADER's word list:            ", results["VADER's word list"])

# %% [markdown]
# Better than the baseline (which has bad luck: among the held-out sentences `pos` is slightly more
# frequent), and hardly impressive. The obvious suspicion is that the list lacks too many words.
# Look at what it says about each kind of sentence before you believe that.

# %%
for label in ("pos", "neg"):
    says = Counter()
    found = Counter()
    for words in [words for words, y in held_out if y == label]:
        praise, blame = vader_score(words, "pos"), vader_score(words, "neg")
        found["praise"] += praise
        found["blame"] += blame
        if praise == blame:
            says["nothing found" if praise == 0 else "a draw"] += 1
        else:
            says["pos" if praise > blame else "neg"] += 1
    print(label, "sentences: it says", dict(says.most_common()))
    print("    words of praise:", found["praise"], "  words of blame:", found["blame"])

# %% [markdown]
# The list hears praise everywhere. When it takes sides on a positive sentence it is right 638 times
# in 759, which is 84 %. When it takes sides on a negative one it is right 284 times in 660: 43 %,
# worse than tossing a coin. Even in the sentences that condemn a film it finds more words of praise
# than of blame, 1,035 against 861. In the remaining 581 sentences the two counts are equal, and the
# frame falls back on `neg`, simply because we named it first. Why would a critic who hates a film
# use so many nice words?

# %% [markdown] section="learnt-lists"
# ## 2. Can the data write the list?
#
# Instead of asking people what a word feels like, ask the critics how they use it. Count how often
# each word occurs under each label in the training set, and put it on the list of the label under
# which it is more frequent. Learning from labelled examples like this is called **supervised**
# learning. Mind the order of work: count first, and decide once, when the counting is over.

# %%
show_source(naive_bayes.learn_lexicon)


# %%
def learnt_score(words, label):
    return naive_bayes.lexicon_score(words, label, learnt)


learnt = naive_bayes.learn_lexicon(train)
answers = [naive_bayes.classify(words, ["neg", "pos"], learnt_score) for words in texts]
results["learnt word list"] = accuracy(answers)
print("learnt word list:", results["learnt word list"])

counts = naive_bayes.word_counts(train)
for label, other in (("pos", "neg"), ("neg", "pos")):
    changed = vader[label] & learnt[other]
    changed = sorted(changed, key=lambda word: (-counts[other][word], word))
    print(f"{label} for VADER, but more frequent in {other}:", *changed[:12])

# %% [markdown]
# Same frame, same way of counting, a different list, and almost eight points more. The lines below
# the accuracy answer a part of the question that ended section {#word-lists}. *Like*, *better* and
# *interesting* are friendly words when you meet them alone, but critics write them more often in a
# negative sentence than in a positive one. And *sad*, *haunting* or *disturbing* are grim words for
# what may be an excellent film. People who rate single words can't know this. The data do.
#
# Is eight points a lot? A share $p$ of $n$ answers has a **standard error** of $\sqrt{p(1-p)/n}$
# (lecture 01): that is how far it would typically stray if we drew other sentences. With $p=0.7$
# and $n=2000$ it is 0.010. A gap of 0.079 is many times that. Gaps of a point or less deserve more
# suspicion, and section {#errors} has a sharper tool for them.
#
# What does the learnt list still lack? Look at four of its words.

# %%
for word in ("the", "film", "good", "unfunny"):
    vote = "pos" if word in learnt["pos"] else "neg"
    print(f"{word:8} pos {counts['pos'][word]:5}   neg {counts['neg'][word]:5}   votes {vote}")

# %% [markdown]
# *The* votes against the film, because it occurred 3,080 times in negative sentences and 3,070
# times in positive ones. Even *good* is split almost evenly. *Unfunny*, which occurred twenty times
# and never in praise, has one vote just like them. A vote should weigh as much as the counts behind
# it.

# %% [markdown] section="bags"
# ## 3. From which bag was it drawn?
#
# How much should a word weigh? Leave the 6,530 sentences alone for a while and take five reviews
# that fit on the back of a ticket:
#
# | | review | label |
# |---|---|---|
# | 1 | funny jokes | `pos` |
# | 2 | warm funny film | `pos` |
# | 3 | warm film | `pos` |
# | 4 | dull jokes dull film | `neg` |
# | 5 | dull plot | `neg` |
#
# Cut them up. All slips from the positive reviews go into one bag, all slips from the negative ones
# into another. Two words help to talk about it: every slip is a **token**, and every different word
# is a **type**. Review 4 has four tokens and three types.

# %%
five = [
    (["funny", "jokes"], "pos"),
    (["warm", "funny", "film"], "pos"),
    (["warm", "film"], "pos"),
    (["dull", "jokes", "dull", "film"], "neg"),
    (["dull", "plot"], "neg"),
]
vocabulary = ["dull", "film", "funny", "jokes", "plot", "warm"]
few = naive_bayes.word_counts(five)
ax = figures.two_bags(few, vocabulary)
plots.show(
    ax,
    "Two paper bags, their slips sorted by word, with each word's share beside its row. The neg bag "
    "has 6 slips: dull 3, film 1, jokes 1, plot 1, no funny, no warm. The pos bag has 7: film 2, "
    "funny 2, jokes 1, warm 2, no dull, no plot.",
)

# %% [markdown]
# These two bags are the model. To use them, tell yourself a story about where a review comes from.
# First somebody picks a bag: the positive one with probability $\tfrac35$, since three of the five
# reviews are positive. Then they draw a slip from it, write the word down, *put the slip back*,
# shake, draw again, and go on until the review is long enough. Nobody writes reviews like that. But
# the story turns a vague question, "does this sound like praise?", into one that has an answer:
# **from which of the two bags was this review drawn?**
#
# Try it on the review *warm film*. The story produces it from the positive bag with probability
#
# $$\underbrace{\tfrac35}_{\text{pick the bag}}\cdot\underbrace{\tfrac27}_{\text{warm}}\cdot
# \underbrace{\tfrac27}_{\text{film}}=\tfrac{12}{245}\approx0.049,$$
#
# and from the negative bag with probability $\tfrac25\cdot\tfrac06\cdot\tfrac16=0$. So it is
# praise, and *warm* weighs more than *film* does: *film* is in both bags, *warm* in one only.
#
# The three kinds of number have names. $P(y)$, the chance of picking the bag, is the **prior**.
# $P(w\mid y)$, the share of a word $w$ among the slips of bag $y$, is a **likelihood**. (In this
# lecture a plain $w$ is a word. The bold $\mathbf w$ of later lectures is a vector of weights.) And
# a share that is simply counted,
#
# $$P(y)=\frac{\text{reviews labelled }y}{\text{all reviews}},\qquad
# P(w\mid y)=\frac{\text{tokens }w\text{ under }y}{\text{all tokens under }y},$$
#
# is called a **relative frequency**. Is counting the best one can do? In one sense it is. Of all
# the ways in which the positive bag could have been filled, the one with these shares makes the
# seven slips that we really found most probable. An estimate with this property is called a
# **maximum likelihood** estimate. The cell tries 100,000 other fillings.

# %%
rng = np.random.default_rng(0)
found = np.array([2, 2, 1, 2])  # film, funny, jokes, warm in the positive bag
shares = found / found.sum()
others = rng.dirichlet([1, 1, 1, 1], size=100_000)  # random shares that add up to 1

print(f"probability of the seven slips, relative frequencies: {np.prod(shares**found):.4e}")
best = np.prod(others**found, axis=1).max()
print(f"the best of 100,000 random fillings:                  {best:.4e}")

# %% [markdown]
# <details><summary><b>Further:</b> why no filling does better</summary>
#
# Let a bag of $N$ slips hold the word $w$ $c_w$ times, so that its relative frequency is
# $r_w=c_w/N$, and let $q_w$ be any other shares that add up to 1. Compare the logs of the two
# probabilities.
#
# 1. $\log\prod_w q_w^{c_w}-\log\prod_w r_w^{c_w}=\sum_w c_w\log\frac{q_w}{r_w}$: *the log of a
#    product is a sum; words that were not found have $c_w=0$ and drop out.*
# 2. $\le\sum_w c_w\left(\frac{q_w}{r_w}-1\right)$: *because $\log a\le a-1$; the curve of the log
#    lies below its tangent at 1.*
# 3. $=N\sum_w q_w-\sum_w c_w\le N-N=0$: *because $c_w/r_w=N$, the $q_w$ of the words found add up
#    to at most 1, and the $c_w$ to $N$.*
#
# So the other shares never win, and they draw only if $q_w=r_w$ everywhere.
# </details>
#
# Now the argument behind the story, for a review of three words. Longer ones only need more paper.
#
# 1. $\hat y=\arg\max_y P(y\mid w_1,w_2,w_3)$: *this is what we want, the label that is most
#    probable once we have seen the bag. Using the words without their order is the* **bag of
#    words** *assumption.*
# 2. $\phantom{\hat y}=\arg\max_y\dfrac{P(w_1,w_2,w_3\mid y)\,P(y)}{P(w_1,w_2,w_3)}$: *Bayes' rule.*
# 3. $\phantom{\hat y}=\arg\max_y P(w_1,w_2,w_3\mid y)\,P(y)$: *the denominator is the same for
#    every label, so it cannot change which of them is largest.*
# 4. $P(w_1,w_2,w_3\mid y)=P(w_1\mid y)\,P(w_2\mid y,w_1)\,P(w_3\mid y,w_1,w_2)$: *the chain rule,
#    with $y$ given throughout. Up to here everything is exact.*
# 5. $P(w_2\mid y,w_1)\approx P(w_2\mid y)$ and $P(w_3\mid y,w_1,w_2)\approx P(w_3\mid y)$: *putting
#    the slip back. Once you know the bag, the slips already drawn tell you nothing about the next
#    one. This is the* **naive Bayes** *assumption.*
# 6. $\hat y=\arg\max_y\;P(y)\prod_i P(w_i\mid y)$: *steps 3 to 5 together; $\prod_i$ multiplies
#    over all tokens of the text.*
#
# The property in step 5 is **conditional independence**: given $y$, words are independent of each
# other, $P(w_1,w_2\mid y)=P(w_1\mid y)\,P(w_2\mid y)$. It does not say that words are independent
# as such. If you do not know the bag, a first *dull* makes a second one more likely, because it
# tells you which bag is probably in use.
#
# If texts really were drawn from bags, steps 1 to 6 would give the exact answer. Let us play the
# story a million times, keep the games that produced *film jokes*, and see which bag they came
# from. **Work it out first:** $\tfrac35\cdot\tfrac27\cdot\tfrac17$ against
# $\tfrac25\cdot\tfrac16\cdot\tfrac16$.

# %%
pos_bag = ["funny", "jokes", "warm", "funny", "film", "warm", "film"]
neg_bag = ["dull", "jokes", "dull", "film", "dull", "plot"]
games = 1_000_000

bag = rng.choice(["pos", "neg"], size=games, p=[3 / 5, 2 / 5])
first = np.where(bag == "pos", rng.choice(pos_bag, games), rng.choice(neg_bag, games))
second = np.where(bag == "pos", rng.choice(pos_bag, games), rng.choice(neg_bag, games))
kept = bag[(first == "film") & (second == "jokes")]

pos, neg = 3 / 5 * 2 / 7 * 1 / 7, 2 / 5 * 1 / 6 * 1 / 6
share = np.mean(kept == "pos")
error = np.sqrt(share * (1 - share) / len(kept))
print(f"{len(kept)} games gave 'film jokes'")
print(f"share from the pos bag: {share:.4f}, standard error {error:.4f}")
print(f"by naive Bayes: {pos:.4f} / ({pos:.4f} + {neg:.4f}) = {pos / (pos + neg):.4f}")

# %% [markdown]
# They agree to within two standard errors of the simulation. In the story's own world naive Bayes
# is simply right. Whether we live in such a world is the business of section {#calibration}.
#
# <details><summary><b>Think:</b> what is wrong with the bag of words? And what with putting the slip
# back?</summary>
#
# *The bag* loses the order, and with it everything that order says: who did what, what *not*
# belongs to, what comes after the *but*. You saw it on the first page. It is an assumption about
# the features that we use, and naive Bayes can be given others, such as pairs of neighbouring
# words.
#
# *Putting back* denies that words bring each other along. After *San* you expect *Francisco*,
# whichever bag is in use, so the second word is hardly news; naive Bayes takes it as fresh evidence
# all the same. "All models are wrong, but some are useful," the statistician George Box said.
# </details>

# %% [markdown] section="smoothing"
# ## 4. What about a word that is not in the bag?
#
# Give the five-review model a sixth review: *warm but dull film*. The positive bag has no *dull*,
# the negative one has no *warm*, and *but* is in neither. Both products are 0, and 0 against 0 is
# no verdict. Perhaps that is only because our bags are so small? Cut up the training set instead,
# which gives two bags of more than 68,000 slips each, and **guess** how many of the 2,000 held-out
# sentences score 0 from both of them.

# %%
priors = naive_bayes.class_priors([label for _, label in train])
totals = {label: counts[label].total() for label in ("neg", "pos")}


def plain_score(words, label):
    shares = [counts[label][word] / totals[label] for word in words]
    return priors[label] * prod(shares)


zeros = Counter()
for words in texts:
    zeros[(plain_score(words, "neg") == 0) + (plain_score(words, "pos") == 0)] += 1
answers = [naive_bayes.classify(words, ["neg", "pos"], plain_score) for words in texts]
results["naive Bayes, plain shares"] = accuracy(answers)

print("tokens in the bags:", totals)
print(f"both labels score 0: {zeros[2]} sentences, one: {zeros[1]}, none: {zeros[0]}")
print("accuracy:", results["naive Bayes, plain shares"])

# %% [markdown]
# In 1,420 of 2,000 sentences both scores are 0, and with an accuracy of 0.574 all the reasoning of
# section {#bags} has made things worse than VADER's list. The trouble lies in the zeros. A share of 0
# says *impossible*, when all we know is that a word is not among the slips that we happened to
# have; and in a product a single 0 wipes out all other evidence.
#
# The cure is to be less sure of what we have not seen. Put **one extra slip for every type** into
# **each** of the bags. And since there are words that nobody has seen at all, add one **blank
# slip**, which stands for all of them. In the trade it is called **OOV**, "out of vocabulary".

# %%
ax = figures.two_bags(few, vocabulary, added=True)
plots.show(
    ax,
    "The two bags with one hatched slip added to each of six words, and a blank hatched slip. The neg "
    "bag now has 13 slips: dull 4, film 2, funny 1, jokes 2, plot 2, warm 1, blank 1. The pos bag has "
    "14: dull 1, film 3, funny 3, jokes 2, plot 1, warm 3, blank 1.",
)

# %% [markdown]
# With $V$ types in the vocabulary and $N_y$ tokens in bag $y$, the bag gains $V+1$ slips:
#
# $$P(w\mid y)=\frac{\text{count of }w\text{ under }y+1}{N_y+V+1},\qquad
# P(\text{OOV}\mid y)=\frac{1}{N_y+V+1}.$$
#
# This is **add-one** or **Laplace smoothing**. No row is empty any more, the full rows have given
# something away, and the shares of a bag still add up to 1. They would not if you forgot the blank
# slip below the line, or added slips above the line only, and both mistakes are easily made.
#
# Now the review can be judged by hand. Read the shares off the picture; *but* takes the blank slip.
#
# | | pick the bag | warm | but | dull | film | product |
# |---|---|---|---|---|---|---|
# | `pos` | 3/5 | 3/14 | 1/14 | 1/14 | 3/14 | 27/192,080 ≈ 0.000141 |
# | `neg` | 2/5 | 1/13 | 1/13 | 4/13 | 2/13 | 16/142,805 ≈ 0.000112 |
#
# The positive bag wins, but not by much:
# $P(\text{pos}\mid\text{warm but dull film})= 0.000141/(0.000141+0.000112)\approx0.56$. (To choose
# a label we could drop the denominator of Bayes' rule. To get a *probability* we need it back, and
# it is the sum of the two products.) **Before you run the cell:** leave the first column out and
# multiply only the words. Which label wins then?

# %%
model_of_five = naive_bayes.train_naive_bayes(five)
review = ["warm", "but", "dull", "film"]
words_only, product = {}, {}
for label in ("pos", "neg"):
    product[label] = exp(naive_bayes.log_score(review, label, model_of_five))
    words_only[label] = product[label] / naive_bayes.class_priors([y for _, y in five])[label]

print("P(s | y), words only:     ", {label: round(p, 6) for label, p in words_only.items()})
print("P(s, y), words and prior: ", {label: round(p, 6) for label, p in product.items()})
print("P(pos | s):               ", round(product["pos"] / sum(product.values()), 4))

# %% [markdown]
# Without the prior it is `neg`: $9/38{,}416\approx0.000234$ against $8/28{,}561\approx0.000280$.
# The words alone point to the negative bag, and the fact that positive reviews are more common
# turns the verdict round. So $P(s\mid y)$ can rank the labels differently from $P(y\mid s)$,
# whereas the joint $P(s,y)$, words and prior, never does.
#
# **A quiz** (from May's notes, 11.1). There are 10,000 tokens in the negative bag and 500 types in
# the vocabulary. *Amazing* is in the vocabulary but was never seen in the negative bag; *blargh*
# was never seen at all. What are their probabilities given `neg`, before and after smoothing?

# %%
after = naive_bayes.smoothed_probability(0, 10_000, 500)
print("before:", 0 / 10_000, "  after:", after, "which is 1 /", round(1 / after))

# %% [markdown]
# The same for both, $1/(10{,}000+500+1)$: one of them has its own extra slip, the other shares the
# blank one.
#
# Does it matter what we do with unseen words? Most words are rare, so they are met all the time:

# %%
in_all = counts["pos"] + counts["neg"]
once = sum(count == 1 for count in in_all.values())
tokens = [word for words in texts for word in words]
unseen = sum(word not in in_all for word in tokens)
touched = sum(any(word not in in_all for word in words) for words in texts)

print(f"types in the training set: {len(in_all)}, of which seen once: {once}")
print(
    f"held out: {unseen / len(tokens):.1%} of the tokens are unseen; {touched} sentences have some"
)

# %% [markdown]
# More than half of the vocabulary was seen a single time, and two out of three new sentences bring
# a word that nobody has counted.
#
# **Features that are not words** are counted in the same way. If all the values of a feature are
# known beforehand, such as the seven days of the week, then one slip is added for each of them and
# no blank one, because no other value can turn up:
#
# $$P(x=a\mid y)=\frac{\text{examples of class }y\text{ with }x=a\;+\;1}{\text{examples of class }y\;+\;\text{number of values}}.$$
#
# Take the length of a review as such a feature: under 15 tokens, 15 to 29, 30 to 44, 45 to 59, 60
# or more. The last of these never occurs in the training set.

# %%
print("longest review in the training set:", max(len(words) for words, _ in train))
for label in ("neg", "pos"):
    lengths = [min(len(words) // 15, 4) for words, y in train if y == label]
    likelihoods = naive_bayes.categorical_likelihood(lengths, n_values=5)
    print(label, [f"{p:.4f}" for p in likelihoods])

# %% [markdown]
# The fifth value has a small probability instead of none, which a product survives. And each value
# is about as probable under one label as under the other, so how long a review is says next to
# nothing about its verdict.
#
# <details><summary><b>Think:</b> programs that cut words into known pieces (subword tokens) rarely meet
# an unknown word. Why can't they do without OOV and smoothing altogether?</summary>
#
# *OOV:* the pieces are learnt from data as well. A character that did not occur there, an emoji or
# a letter of another alphabet, can't be put together from known pieces. (Going down to single bytes
# closes this gap, at the price of pieces that mean little.)
#
# *Smoothing:* it is needed wherever a count *in one of the bags* is 0. A piece can be well known
# and still never have come with `neg`: that is the case of *amazing*, not of *blargh*. Fewer types
# make it rarer, but don't rule it out.
# </details>

# %% [markdown] section="logarithms"
# ## 5. Why does a long text score 0?
#
# Smoothed shares are never 0, and yet their product can be. **A quiz** (May, 11.2): start from 1
# and multiply by 0.0001 a hundred times, for $i=0,1,\dots,99$, looking at every tenth result. At
# which index do you see the last result that is not 0? **Guess before you run it.**

# %%
product = 1.0
for i in range(100):
    product = product * 0.0001
    if i % 10 == 0:
        print(i, product)

# %% [markdown]
# At 70; at 80 it is gone. The smallest positive number that Python's floats can hold is about
# $5\cdot10^{-324}$, and whatever is smaller becomes 0. This is called **underflow**. The cure is
# the logarithm, which turns products into sums, $\log(ab)=\log a+\log b$, and which never changes
# an order: $a<b$ exactly when $\log a<\log b$. So the label with the largest product is the label
# with the largest sum of logs:
#
# $$\hat y=\arg\max_y\Bigl(\log P(y)+\sum_i\log P(w_i\mid y)\Bigr).$$

# %%
ax = figures.underflow(1e-4, words=140)
plots.show(
    ax,
    "Left: the curve of log x falls steeply towards 0: log 1 is 0, log 0.1 is -2.3, log 0.0001 is "
    "-9.2. Right: the log of a product of factors 0.0001 falls along a straight line and ends after 80 "
    "factors, because the 81st makes it 0. The sum of the logs goes on along the line.",
)

# %% [markdown]
# That is everything, and here it is in the package: count, smooth, take logs; then add up. For
# every word that is not in the table `log_score` uses the blank slip.

# %%
show_source(naive_bayes.train_naive_bayes, naive_bayes.log_score, naive_bayes.predict_label)

# %% [markdown]
# Counting words like this, one factor per token, is called **multinomial** naive Bayes. Now back to
# the critics. **Before you run the cell:** VADER's list reached 0.622 and the learnt list 0.701.
# What will the bags reach?

# %%
model = naive_bayes.train_naive_bayes(train)
answers = [naive_bayes.predict_label(words, model) for words in texts]
right = np.array(answers) == truth
results["naive Bayes, smoothed"] = accuracy(answers)

ax = figures.accuracy_bars(results, len(texts), base=base, title="What each idea is worth")
listed = ", ".join(f"{name} {value:.3f}" for name, value in results.items())
plots.show(ax, f"Bars of held-out accuracy: {listed}. The majority baseline is {base:.3f}.")

# %% [markdown]
# From 0.622 with a list made by people to 0.701 with a list made from data to **0.772** with
# weighed votes, on the same sentences with the same words. Without smoothing the weighed votes were
# worse than either list.
#
# A word's weight is now visible: it is the difference of its two log-probabilities. These are the
# words with the largest ones.

# %%
words = sorted(in_all)
weights = dict(zip(words, figures.evidence(words, model, ("neg", "pos")), strict=True))
ranked = sorted(words, key=lambda word: (weights[word], word))
extremes = ranked[:10] + ranked[-10:]

ax = figures.evidence_bars(
    [weights[word] for word in extremes], extremes, title="The most telling words"
)
plots.show(
    ax,
    "Bars of log P(word given pos) minus log P(word given neg). For neg, from the strongest: "
    + ", ".join(ranked[:10])
    + ". For pos, the strongest last: "
    + ", ".join(ranked[-10:])
    + ".",
)
for word in ("flaws", "martha"):
    example = next(words for words, _ in train if word in words)
    print(f"{word}: pos {counts['pos'][word]}, neg {counts['neg'][word]};", *example)


# %% [markdown]
# Most of them need no comment. *Flaws* as a word of praise does, until you see that critics write
# *despite its flaws*. And *martha* is no opinion at all. It is a name from the title of a film that
# the critics liked, and the model has learnt to be pleased by it. The mechanism that finds *martha*
# is the one that finds *engrossing*: whatever goes with a label in the training set becomes
# evidence. With a title that does little harm. With the names of people it can do much more.
# Kiritchenko and Mohammad (2018) gave 219 sentiment programs sentences that differed only in a
# first name or in a word such as *he* or *she*, and found several that consistently preferred one
# gender or one race. So look at the weights before you let such a model judge people.
#
# Finally, do the logs matter for reviews? A sentence is short, and products still work for it. Glue
# held-out sentences with the same label together to make longer texts, and score them both ways.
# **Predict:** what will happen to the two accuracies as the texts grow?


# %%
def product_score(words, label):
    table = model["log_likelihoods"][label]
    shares = [exp(table.get(word, table[OOV])) for word in words]
    return priors[label] * prod(shares)


for size in (1, 2, 5, 10):
    glued = []
    for label in ("neg", "pos"):
        same = [words for words, y in held_out if y == label]
        for i in range(0, len(same) - size + 1, size):
            glued.append((sum(same[i : i + size], ()), label))
    length = np.mean([len(words) for words, _ in glued])
    in_logs = np.mean([naive_bayes.predict_label(words, model) == y for words, y in glued])
    labels = ["neg", "pos"]
    in_products = np.mean(
        [naive_bayes.classify(words, labels, product_score) == y for words, y in glued]
    )
    lost = [max(product_score(words, y) for y in labels) == 0 for words, _ in glued]
    print(f"{length:4.0f} tokens: logs {in_logs:.3f}, product {in_products:.3f};", end=" ")
    print(f"both products are 0 in {sum(lost)} of {len(glued)} texts")


# %% [markdown]
# With logs, more text is more evidence, and 0.772 becomes 0.995. With products the accuracy first
# rises and then falls back to guessing, because more and more texts score 0 for both labels: the
# cell counts them. Nothing crashed, and no warning came.

# %% [markdown] section="calibration"
# ## 6. How sure may it be?
#
# The model does not only choose. It also says how probable its answer is. Let $z_{\text{pos}}$ and
# $z_{\text{neg}}$ be the log-scores of the two labels, and $z=z_{\text{pos}}-z_{\text{neg}}$ their
# difference. As in section {#smoothing}, we divide a product by the sum of both:
#
# $$P(\text{pos}\mid s)=\frac{e^{z_{\text{pos}}}}{e^{z_{\text{pos}}}+e^{z_{\text{neg}}}}=\frac{1}{1+e^{-z}}.$$
#
# Can you trust it? Take all answers that were given with a probability of about 0.8. If about 80 %
# of them are right, the model means what it says; it is **calibrated**. A model can be accurate and
# badly calibrated, or the other way round.
#
# Here is a way to ruin calibration on purpose. Suppose every critic said everything twice. Nothing
# new would be said, and yet in our story each copy is one more draw from the bag, so that its
# weight is added once more. To see the effect alone, leave the model as it is and double every
# score: $z$ becomes $2z$. **Predict:** what happens to the accuracy, and what to the probabilities?

# %%
z = np.array(
    [
        naive_bayes.log_score(words, "pos", model) - naive_bayes.log_score(words, "neg", model)
        for words in texts
    ]
)
curves = {}
for name, score in {"as it stands": z, "everything said twice": 2 * z}.items():
    p_pos = 1 / (1 + np.exp(-score))
    sure = np.maximum(p_pos, 1 - p_pos)  # the probability of the label that is chosen
    is_right = (p_pos > 0.5) == (truth == "pos")
    curves[name] = figures.reliability(sure, is_right, edges=(0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1))
    certain = sure > 0.99
    print(name)
    print(f"    accuracy {is_right.mean():.3f}, mean probability of its answers {sure.mean():.3f}")
    print(
        f"    surer than 0.99: {certain.sum()} answers, of which right {is_right[certain].mean():.3f}"
    )

# %%
ax = figures.reliability_curve(curves, title="Too sure, and surer when told twice")
listed = []
for name, rows in curves.items():
    listed.append(
        name + ": " + ", ".join(f"{said:.2f} is {share:.2f} (n = {n})" for said, share, n in rows)
    )
plots.show(
    ax,
    "Share of right answers against the probability that the model gives its answer, in six groups. "
    + "; ".join(listed)
    + ". From 0.7 on both curves lie below the diagonal, the second one further.",
)

# %% [markdown]
# Not one label changes, because doubling a number keeps its sign, so the accuracy is the same to
# the last digit. The probabilities do change. Answers that are surer than 0.99 rise from 392 to
# 1,021, and while 5 % of them were wrong before, now it is 12 %. Evidence told twice counts twice;
# the choice survives that, the probability does not.
#
# Look at the other curve, too. Even as it stands, the model gives its answers a mean probability of
# 0.856 and gets 0.772 of them right: it is too sure by eight points. The usual explanation is that
# words are *not* independent given the label, so that naive Bayes hears the same evidence more than
# once. That words bring each other along is easily seen:

# %%
negative = [set(words) for words, label in train if label == "neg"]
for one, other in (("new", "york"), ("special", "effects"), ("soap", "opera")):
    with_other = [words for words in negative if other in words]
    share = np.mean([one in words for words in negative])
    share_given = np.mean([one in words for words in with_other])
    print(f"P({one} | neg) = {share:.3f}, P({one} | neg, {other}) = {share_given:.3f}")

# %% [markdown]
# (These are shares of sentences that contain the word.) The classic example is *San Francisco*,
# which our critics never mention: once *Francisco* is there, *San* is no news, yet naive Bayes
# counts both.
#
# But is that what makes the model too sure? Test it. Make a world in which the naive assumption
# *holds*, by drawing reviews from our two bags, each as long as a real one. Train a new model on
# 6,530 drawn reviews, exactly as before, and see how sure it is about 2,000 others. If broken
# independence were the only cause, the gap would now be gone. **Will it be?**


# %%
def gap(model, sentences):
    """Mean probability of the answers minus the share that is right, and its standard error."""
    p_pos = np.array([figures.posterior(words, model) for words, _ in sentences])
    is_pos = np.array([label == "pos" for _, label in sentences])
    sure = np.maximum(p_pos, 1 - p_pos)
    too_sure = sure - ((p_pos > 0.5) == is_pos)
    error = too_sure.std(ddof=1) / np.sqrt(len(too_sure))
    return f"{too_sure.mean():+.3f} (standard error {error:.3f})"


smoothed = {}  # the slips in the two bags, with the extra ones
for label in ("neg", "pos"):
    smoothed[label] = {word: counts[label][word] + 1 for word in [*in_all, OOV]}

print("real reviews:", gap(model, held_out))
for seed in (1, 2, 3):
    rng = np.random.default_rng(seed)
    drawn_train = figures.drawn_reviews(train, smoothed, rng)
    drawn_test = figures.drawn_reviews(held_out, smoothed, rng)
    new_model = naive_bayes.train_naive_bayes(drawn_train)
    print("drawn reviews:", gap(new_model, drawn_test))
    print("    judged by the bags they were drawn from:", gap(model, drawn_test))

for seed in (1, 2, 3):
    rng = np.random.default_rng(seed)
    new_model = naive_bayes.train_naive_bayes(figures.drawn_reviews(train, counts, rng))
    drawn_test = figures.drawn_reviews(held_out, counts, rng)
    print("drawn from the bags without the extra slips:", gap(new_model, drawn_test))


# %% [markdown]
# It is not gone. In the first three drawn worlds no word brings another along, and the new model is
# still too sure by about six points. The bags from which the reviews were drawn, used as a model,
# are not: their gap is 0 to within its standard error. So there the whole gap comes from *learning*
# the bags from too few slips, 16,501 shares for each label from 68,000 tokens. The last three lines
# are a warning against telling this story too loudly. Drawn from the bags without their extra
# slips, where a word found in one bag only is real proof, the reviews leave no such gap; if
# anything, the new model is slightly too modest. So thin counts *can* make a model too sure without
# any help from repetition, and real reviews have both troubles. How our 0.084 divides between them,
# this experiment does not say. Its practical advice is to measure calibration before you believe a
# probability.
#
# **Nine friends.** When evidence really is repeated, no amount of data helps. Nine of your ten
# friends recommend a film, but eight of the nine have not seen it and only repeat what the ninth
# said. Say that somebody who has seen a film recommends it with probability 0.7 if it is good and
# 0.3 if it is bad, and that half of all films are good. **Work it out before you look:** how
# probable is a good film if all ten speak for themselves, and how probable if eight only repeat?
# (Run the cell to get a slider. The still picture shows three of its positions.)

# %%
figures.friends_slider()

# %% [markdown]
# If all ten speak for themselves, $0.7^9\cdot0.3$ stands against $0.3^9\cdot0.7$, and the film is
# good with probability 0.999. If eight repeat, there is one opinion for and one against, and the
# answer is 0.5. Naive Bayes says 0.999 in either case, since it has no means of knowing who repeats
# whom. And here are the nine friends in a real sentence:

# %%
fisher, label = next(pair for pair in held_out if pair[0].count("fisher") == 3)
print(label, "|", " ".join(fisher))
for word in ("antwone", "fisher", "problem"):
    print(f"    {word:8} {fisher.count(word)} x {weights[word]:+.2f}")

each_once = list(dict.fromkeys(fisher))
print(f"P(pos), as it stands:   {figures.posterior(fisher, model):.4f}")
print(f"P(pos), each word once: {figures.posterior(each_once, model):.4f}")

# %% [markdown]
# The critic complains. But the training set has praise for *Antwone Fisher*, and the name comes
# three times, in two words, so that one title counts as six separate recommendations. With each
# word counted once the model is much less sure. It is still wrong.

# %% [markdown] section="errors"
# ## 7. What does it get wrong, and can that be mended?
#
# Naive Bayes is wrong about 456 of the 2,000 sentences. Is it wrong more often where a bag must
# fail? A bag does not know what the *not* belongs to, or which half of the sentence comes after the
# *but*. So compare the sentences that have such a word with those that have none. (The standard
# error of a difference between two separate groups is $\sqrt{e_1^2+e_2^2}$, if $e_1$ and $e_2$ are
# the standard errors of the two shares.)

# %%
groups = {
    "but": {"but"},
    "than": {"than"},
    "not, no, never ...": {"not", "no", "never", "nothing", "isn't", "doesn't", "don't"},
}
for name, marks in groups.items():
    inside = np.array([bool(marks & set(words)) for words in texts])
    p, q = right[inside].mean(), right[~inside].mean()
    error = np.sqrt(p * (1 - p) / inside.sum() + q * (1 - q) / (~inside).sum())
    print(f"{name:18} {inside.sum():4} sentences: {p:.3f}, the others {q:.3f};")
    print(f"{'':18} difference {p - q:+.3f}, standard error {error:.3f}")

# %% [markdown]
# As a rule of thumb, a difference of less than two standard errors is nothing to build on.
# Sentences with *but* and with *than* ("more of a curiosity *than* a thriller") are beyond that
# mark, though not far beyond. Negation, which most of us would have named first, is not.
#
# Now read some of the mistakes. **Before you choose one, say which words will mislead the model.**
# (Run the cell to get a list of sentences. The still picture shows the first four.)

# %%
sentences = {
    "i simply can't recommend it enough .": "pos",
    "nervous breakdowns are not entertaining .": "neg",
    "some stunning visuals -- and some staggeringly boring cinema .": "neg",
    "falls neatly into the category of good stupid fun .": "pos",
    "worthy of the gong .": "neg",
    "enduring love but exhausting cinema .": "neg",
}
figures.sentence_explorer(sentences, model)

# %% [markdown]
# Given only the bag, you would be misled too.
#
# - **Negation:** *not entertaining* counts as entertaining.
# - **Idiom:** *can't recommend it enough* is the highest praise, and not one of its words leans
#   towards praise.
# - **Contrast:** in the third sentence *stunning* and *cinema* outweigh *boring*. What was stunning
#   and what was boring, the bag has forgotten.
# - **Rare words:** *nervous* and *staggeringly* each weigh 1.10, which is $\log 3$. They were seen
#   twice, both times in praise, and that may well be an accident.
#
# Together with the repeated name in section {#calibration} that makes four diagnoses, and each suggests a
# remedy:
#
# - **NOT_ words:** after *not*, *no*, *never* or a word in *-n't*, put NOT_ in front of every word
#   up to the next punctuation mark, so that *not entertaining* becomes *not NOT_entertaining*;
# - **each word once:** count a word only once per sentence, so that no name can vote three times;
# - **pairs of words:** for idioms and contrasts, add every pair of neighbours, such as *stunning
#   visuals*, as a word of its own;
# - **rare words to OOV:** before training, replace every word seen fewer than $k$ times by the
#   blank slip (`naive_bayes.replace_rare`). With $k=3$ words like *nervous* lose their vote. It
#   also gives the blank slip a share that was counted: until now it has been one slip in about
#   85,000, although 6.3 % of the held-out tokens need it.

# %%
negations = {"not", "no", "never"}
stops = {".", ",", ";", ":", "!", "?", "--", "(", ")"}


def not_words(words):
    changed, prefix = [], ""
    for word in words:
        if word in stops:
            prefix = ""
        changed.append(prefix + word)
        if word in negations or word.endswith("n't"):
            prefix = "NOT_"
    return changed


def once_each(words):
    return list(dict.fromkeys(words))


def with_pairs(words):
    pairs = [words[i] + " " + words[i + 1] for i in range(len(words) - 1)]
    return [*words, *pairs]


print(not_words(["it", "isn't", "dull", ",", "just", "long"]))
print(with_pairs(["recommend", "it", "enough"]))

# %% [markdown]
# How do you tell whether a remedy helps? Comparing two accuracies, each with its own standard error
# of 0.009, would be wasteful, because both models answer *the same sentences* and agree on most of
# them. What counts are the sentences **won** (wrong before, right now) and **lost** (right before,
# wrong now). Write $d_i=+1$ for a sentence won, $-1$ for one lost and 0 for all others. The mean of
# the $d_i$ is the **paired difference** of the accuracies, and its standard error is the standard
# deviation of the $d_i$ divided by $\sqrt n$. **Before you run the cell:** which of the four will
# help most?


# %%
def unchanged(words):
    return words


remedies = {
    "as it was": unchanged,
    "NOT_ words": not_words,
    "each word once": once_each,
    "pairs of words": with_pairs,
    "rare words to OOV": unchanged,
}


def right_with(name, training, testing):
    """Which of the testing sentences a model gets right after a remedy."""
    change = remedies[name]
    documents = [change(words) for words, _ in training]
    if name == "rare words to OOV":
        documents = naive_bayes.replace_rare(documents, k=3)
    labels = [label for _, label in training]
    changed = naive_bayes.train_naive_bayes(list(zip(documents, labels, strict=True)))
    said = [naive_bayes.predict_label(change(words), changed) for words, _ in testing]
    return np.array(said) == np.array([label for _, label in testing])


def compare(now, before):
    """Print what a remedy won and lost; return the paired difference and its standard error."""
    d = now.astype(int) - before.astype(int)
    difference, error = d.mean(), d.std(ddof=1) / np.sqrt(len(d))
    print(f"    won {np.sum(d == 1)}, lost {np.sum(d == -1)}:", end=" ")
    print(f"difference {difference:+.4f}, standard error {error:.4f}")
    return difference, error


one_part = {}
print(f"as it was {right.mean():.4f}")
for name in list(remedies)[1:]:
    now = right_with(name, train, held_out)
    print(f"{name} {now.mean():.4f}")
    one_part[name] = compare(now, right)

# %% [markdown]
# One of the four passes the mark of two standard errors, and it passes it downwards: silencing the
# rare words does harm. Their votes may be unreliable one by one, but together they are worth
# having. Of the others nothing can be said. NOT_ words win 77 sentences and lose 76. Pairs look
# best, and their lead of 0.0065 is less than one standard error; with 2,000 sentences it would have
# to be about a point and a half before we could see it.
#
# So either nothing helps, or 2,000 sentences are too few to show it. Use more of them: cut all
# 8,530 into five parts, hold out each part in turn while a model learns from the other four, and
# pool the answers. Every sentence is then held out exactly once. This is called
# **cross-validation**. **Before you run it:** with four times as many sentences, by how much will
# the standard errors shrink? (The cell trains 25 models, so give it some time.)

# %%
pooled = {name: [] for name in remedies}
for part in np.array_split(order, 5):
    inside = set(part.tolist())
    testing = [labelled[i] for i in part]
    training = [labelled[i] for i in order if i not in inside]
    for name in remedies:
        pooled[name].extend(right_with(name, training, testing))

all_parts = {}
before = np.array(pooled["as it was"])
print(f"as it was {before.mean():.4f}")
for name in one_part:
    now = np.array(pooled[name])
    print(f"{name} {now.mean():.4f}")
    all_parts[name] = compare(now, before)

# %%
ax = figures.differences(
    {"2,000 held-out sentences": one_part, "all 8,530, each held out once": all_parts},
    title="Which remedy helps?",
)
listed = []
for name in one_part:
    listed.append(
        f"{name} {one_part[name][0]:+.4f} (standard error {one_part[name][1]:.4f}) and "
        f"{all_parts[name][0]:+.4f} ({all_parts[name][1]:.4f})"
    )
plots.show(
    ax,
    "Change in accuracy with two standard errors either way, on 2,000 sentences and on all 8,530: "
    + "; ".join(listed)
    + ". Clear of 0 are only rare words to OOV, below it both times, and pairs on all sentences.",
)

# %% [markdown]
# Four times as many sentences halve the errors, since $\sqrt4=2$, and now we can see more. Rare
# words to OOV does harm, as before. Pairs of words bring 1.2 points, more than three standard
# errors. The other two stay within two. Three cautions before we celebrate: the five models share
# most of their training sentences, so the errors are a little too small; whoever tests four ideas
# should ask for more than two standard errors; and we thought of the remedies while reading some of
# these very sentences. More than three standard errors leave some room for all that.
#
# Notice what the first table would have made us do: throw away the one idea that works. And our
# intuition would have kept the NOT_ words, whose gain, if there is any, is still too small to see.
#
# And some mistakes are not the model's. Here is a held-out sentence with its label:

# %%
odd, label = next(pair for pair in held_out if "communion" in pair[0])
print(label, "|", " ".join(odd))

# %% [markdown]
# That is labelled as praise. A program that reads well will say `neg` and be counted wrong, so
# nobody should expect an accuracy of 1.

# %% [markdown] section="generating"
# ## 8. Can a bag write a review?
#
# We only wanted $P(y\mid s)$, the label given the text. On the way we built a model of how the text
# itself comes about: pick a bag with probability $P(y)$, draw slips with probabilities
# $P(w\mid y)$. Together these give the joint probability $P(s,y)$, and a model of the joint
# probability can *generate* data. It is called a **generative** model. So let the bags write.

# %%
rng = np.random.default_rng(7)
for label in ("pos", "neg"):
    words = list(smoothed[label])
    shares = np.array(list(smoothed[label].values())) / sum(smoothed[label].values())
    print(label, "|", " ".join(rng.choice(words, size=14, p=shares)))

# %% [markdown]
# No critic wrote that. The model knows which words go with which label and nothing about sentences,
# and to choose a label it need not.
#
# A **discriminative** model leaves out the story of the text and models $P(y\mid s)$ directly. It
# need not care how often a text occurs, or whether *San* and *Francisco* come together; lectures 05
# and 07 build two.
#
# | | generative | discriminative |
# |---|---|---|
# | models | $P(x,y)=P(x\mid y)\,P(y)$ | $P(y\mid x)$ |
# | example | naive Bayes | logistic regression (05), softmax regression (07) |
# | training | counting, in one pass | minimising a loss, in many |
# | can also | generate data; cope with missing parts of $x$ | use features that overlap |
# | price | must model how $x$ comes about | says nothing about $x$ |
#
# For all that, both kinds of model can decide in the same way. The log-score of naive Bayes is a
# sum with one weight per word, and a classifier whose score is a weighted sum is a **linear
# classifier**. Lecture 03 begins there.

# %% [markdown]
# ## So what was in the bag?
#
# The first page asked how much of a verdict is left in the bag, and how sure you may be. Let us ask
# the program about the bag it started with, laid out both ways. **Before you run it:** can the two
# answers differ?

# %%
candidates = ["it's never dull and always looks good .", "it's never good and always looks dull ."]
pair_model = naive_bayes.train_naive_bayes([(with_pairs(words), y) for words, y in train])
for sentence in candidates:
    words = sentence.split()
    print(sentence)
    print(f"    P(pos), words: {figures.posterior(words, model):.4f}")
    print(f"    P(pos), words and pairs: {figures.posterior(with_pairs(words), pair_model):.4f}")

for words, label in held_out:
    if sorted(words) == sorted(slips):
        print("the critic wrote:", " ".join(words), "| label", label)

# %% [markdown]
# The critic wrote *it's never dull and always looks good*, and liked the film. The program gives
# that a probability of 0.07, and it gives exactly the same to the opposite sentence, because to the
# program they are the same bag. Even the pairs do not rescue it. They can tell the two apart, as
# *never dull* and *never good* are different slips, and they think the praise the less likely of
# the two to be praise.
#
# So how much of a verdict is left in the bag? More than the first page made you fear: by counting
# slips a program gets 77 sentences of a hundred right, where always saying the same gets 49, and
# about one more if the slips hold pairs. And how sure may you be, having seen only the bag? Less
# sure than the bag makes you feel. The program would have bet about thirteen to one that this
# critic was bored.

# %% [markdown]
# ## Check yourself
#
# 1. A label has 50 tokens, the vocabulary has 20 words, and *warm* was seen 3 times under this
#    label. With add-one smoothing, what are $P(\text{warm}\mid y)$ and $P(\text{OOV}\mid y)$?
# 2. Someone writes `log(p1 + p2 + p3)` for the log-score. What should it be?
# 3. $P(\text{pos})=0.9$, and a sentence has $P(s\mid\text{pos})=10^{-8}$ and
#    $P(s\mid\text{neg})=5\cdot10^{-8}$. Which label wins?
# 4. A feature has the values red, green and blue. Red came 4 times, green 2 times, blue never. What
#    are the smoothed probabilities?
# 5. On 2,000 sentences a new model wins 120 and loses 100. Is it better?
#
# <details><summary>Answers</summary>
#
# 1. $(3+1)/(50+20+1)=4/71$ and $1/71$.
# 2. `log(p1) + log(p2) + log(p3)`, the log of a *product*. The log of a sum is something else.
# 3. `pos`: $0.9\cdot10^{-8}$ against $0.1\cdot5\cdot10^{-8}=0.5\cdot10^{-8}$.
# 4. $5/9$, $3/9$ and $1/9$: six examples and three values make nine. There is no blank slip,
#    because there is no fourth value.
# 5. Nobody can tell from that. The difference is $20/2000=0.010$. Of the $d_i$, 220 are $\pm1$, so
#    their standard deviation is about $\sqrt{220/2000}$ and the standard error about
#    $\sqrt{220}/2000\approx0.0074$. The difference is not even one and a half standard errors.
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - put a classifier into the frame of score and arg max, and state its accuracy beside the majority
#   baseline;
# - derive naive Bayes from Bayes' rule, and say where the bag of words and where conditional
#   independence come in;
# - train it by hand: priors and relative frequencies, one extra slip per type, a blank one for OOV;
# - replace products by sums of logs, and say why a long text would score 0 otherwise;
# - tell accuracy from calibration, and say what evidence told twice does to each;
# - judge a remedy by its paired difference and its standard error;
# - tell a generative from a discriminative model.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $s$; $w_1,w_2,\dots$; $w$ | a text; its words; a word | list of strings | `words`, `word` |
# | $y$, $\hat y$ | label, label chosen | string | `label`, `predict_label(words, model)` |
# | $P(y)$ | prior: share of the texts | number | `class_priors(labels)[label]` |
# | $P(w\mid y)$ | likelihood: share of the tokens | number | its log: `model["log_likelihoods"][label][word]` |
# | $N_y$ | tokens under $y$ | whole number | `counts[label].total()` |
# | $V$ | types in the training set | whole number | `vocabulary_size` |
# | OOV | any word not in the vocabulary | | `"<OOV>"` |
# | $x$, $a$ | a feature, one of its values | whole number | `values` |
# | $z_{\text{pos}}$, $z_{\text{neg}}$, $z$ | log-scores of the labels, their difference | number | `log_score(words, label, model)`, `z` |
# | $n$, $p$ | held-out sentences, share of right answers | number | `len(texts)`, `accuracy(answers)` |
# | $d_i$ | $+1$ won, $-1$ lost, 0 neither | $(n,)$ | `d` |
# | $e_1$, $e_2$ | standard errors of two shares | number | inside `error` |
# | $k$ | words seen fewer than $k$ times become OOV | whole number | `k` |
# | $N$, $c_w$, $r_w$, $q_w$ | (in the fold) slips, slips of $w$, its share, another share | number | |
#
# **The argument in five lines**
#
# 1. We want $\arg\max_y P(y\mid s)$; by Bayes' rule this is $\arg\max_y P(s\mid y)\,P(y)$.
# 2. If words are independent given the label, $P(s\mid y)=\prod_i P(w_i\mid y)$: slips drawn from a
#    bag and put back.
# 3. Relative frequencies are the maximum likelihood estimates, and a single 0 among them wipes out
#    all other evidence; so $P(w\mid y)=(\text{count}+1)/(N_y+V+1)$.
# 4. Products underflow; so add logs: $\log P(y)+\sum_i\log P(w_i\mid y)$.
# 5. Evidence told twice counts twice: the choice survives that, the probability does not.
#
# <details><summary><b>If you read the documents beside this</b></summary>
#
# The lecture follows J. May's *Linear Models*, sections 9 to 12, J. Boye's part 5a, and the slide
# "Summary: Training Algorithms You Know" of M. Hasegawa-Johnson and J. Hockenmaier's *Lecture 18*,
# which has the smoothing of section {#smoothing} for features that are not words. We read a text conversion of
# them, so a slip below may be the conversion's. The [errata page](../docs/errata.md) shows each by a
# computation.
#
# - *May, section 11, the program that learns a word list.* As printed, the lists are built inside
#   the loop over sentences, and a loop has lost its indentation. If the lists are filled while the
#   counting still goes on, a word can end up under two labels. Count first, decide once.
# - *May, section 11, the assumption.* It is worded as if the label, given one word, did not depend
#   on the other words. It is the words that are independent of each other, given the label.
# - *May, section 11.* $P(s,y)$ is said to be monotonic with $P(s\mid y)$. For a fixed text it is so
#   with $P(y\mid s)$; section {#smoothing} above has a review on which the two rank the labels differently.
# - *May, section 11.2.* The loop that is quoted again puts quotation marks round `option` and `word`
#   and would look up these very strings; May's section 11 has it without them.
# - *Notation.* May's chain rule takes the words from the last to the first, ours from the first to
#   the last; any order will do. May calls the frame's score `evaluate`.
# </details>
#
# **Go on with** [exercise 02](../exercises/02-naive-bayes/02-naive-bayes.ipynb), in which you write
# every step of this lecture yourself.
#
# ### Sources
#
# J. May, *Linear Models*, 2023. J. Boye, *DD2418 Language Engineering*, 5a, KTH. M.
# Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0).
# Sentences: B. Pang & L. Lee, *Seeing stars*, ACL 2005. Word list: C. J. Hutto & E. Gilbert,
# *VADER*, ICWSM 2014. S. Kiritchenko & S. M. Mohammad, *Examining gender and race bias in two
# hundred sentiment analysis systems*, \*SEM 2018. Further reading: D. Jurafsky & J. H. Martin,
# *Speech and Language Processing*, the chapter on naive Bayes, from which the NOT_ words come; P.
# Domingos & M. Pazzani, *On the optimality of the simple Bayesian classifier under zero-one loss*,
# Machine Learning 29, 1997; A. Y. Ng & M. I. Jordan, *On discriminative vs. generative
# classifiers*, NIPS 2001.
