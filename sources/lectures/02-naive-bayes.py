# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 02 Naive Bayes
#
# **A verdict from a bag of words**
#
# About 90 minutes, pencil work included, and another 40 for the problems. Take a break after section
# {#logarithms}. Builds on lecture 01.
#
# A film critic wrote one sentence. Somebody has cut it up, dropped the slips of paper into a bag
# and shaken it. You may look inside.

# %% tags=["hide-input"]
from collections import Counter
from itertools import pairwise
from math import exp, prod

import numpy as np

from lincourse import datasets, naive_bayes, plots
from lincourse.figures import naive_bayes as figures
from lincourse.naive_bayes import OOV

slips = [".", "always", "and", "dull", "good", "it's", "looks", "never"]
ax = figures.bag(slips, np.random.default_rng(4))
plots.show(
    ax, "A paper bag with eight slips: always, and, dull, good, it's, looks, never, a full stop."
)

# %% [markdown]
# **Before you read on,** put the slips in order. Did the critic like the film?
#
# There are at least two sentences in this bag. *It's never dull and always looks good* is praise.
# *It's never good and always looks dull* is the opposite, made of the same eight slips. A critic
# really wrote one of the two, and at the end of this lecture you'll hear which. The program that we
# are about to build is worse off than you are: it doesn't even try to form sentences. It only
# counts what is in the bag.
#
# That sounds hopeless. So here is our question: **how much of a verdict is left in the bag, and how
# sure can you be if you have looked at nothing else?**

# %% [markdown]
# **In this lecture**
#
# {contents}
#
# {formulas}

# %% [markdown] section="word-lists"
# ## 1. Could you write the rule yourself?
#
# To answer with numbers we need many critics. We have 8,530 of their sentences, each labelled `pos`
# or `neg`. We shuffle them once and learn from the first 6,530, the **training set**. The other
# 2,000 are *held out*: nothing is learnt from them, so they show how well a program does on
# sentences that it has never met.

# %%
labelled = datasets.rotten_tomatoes().labelled
order = np.random.default_rng(0).permutation(len(labelled))
train = [labelled[i] for i in order[:6530]]
held_out = [labelled[i] for i in order[6530:]]
texts = [words for words, _ in held_out]
truth = np.array([label for _, label in held_out])

words, label = train[1]
print(label, "|", " ".join(words))
print("training set:", Counter(label for _, label in train))
print("held out:    ", Counter(truth.tolist()))

# %% [markdown]
# Every classifier in this course fits one **frame**. A *score* says how well a label $y$ suits a
# text, and the label with the largest score wins: $\hat y=\arg\max_y\,\text{score}(y)$. Here **arg
# max** means *the label at which* the score is largest, not the largest score itself.
#
# The simplest score takes an afternoon: list words of praise and words of blame, and count how many
# slips are on each list. With *warm* and *funny* on one and *mess* on the other, *a warm , funny
# mess* scores 2 for `pos` and 1 for `neg`. On a tie the frame takes the label that is named first.
# Others have already spent that afternoon: VADER is a public list of 7,506 words, emoticons and
# short phrases that people rated as good or bad.
#
# How do we measure it? **Accuracy** is the share of held-out sentences whose label the program gets
# right. That number needs company: if nine sentences in ten were praise, always answering `pos`
# would reach 0.9. So put the **majority baseline** beside it, which gives every sentence the label
# that is more frequent in the training set, here `neg`.
#
# **Before you run the cell:** what accuracy will 7,506 rated words reach?


# %%
def accuracy(answers):
    return np.mean(np.array(answers) == truth)


def by_list(lexicon):
    return lambda words, label: naive_bayes.lexicon_score(words, label, lexicon)


vader = datasets.vader_lexicon()
answers = [naive_bayes.classify(words, ["neg", "pos"], by_list(vader)) for words in texts]
results = {"VADER's word list": accuracy(answers)}
base = accuracy(["neg"] * len(texts))
print("majority baseline:", base, "  VADER's word list:", results["VADER's word list"])

# %% [markdown]
# The list beats the baseline, and still gets 38 sentences in a hundred wrong. Perhaps it lacks too
# many words? Look first at what it does with each kind of sentence.

# %%
for label in ("pos", "neg"):
    these = [words for words, y in held_out if y == label]
    praise = np.array([naive_bayes.lexicon_score(words, "pos", vader) for words in these])
    blame = np.array([naive_bayes.lexicon_score(words, "neg", vader) for words in these])
    is_right = praise > blame if label == "pos" else blame > praise
    print(f"{label}: {np.sum(praise != blame)} verdicts, {is_right.sum()} right;", end=" ")
    print(f"words of praise {praise.sum()}, of blame {blame.sum()}")

# %% [markdown]
# The list hears praise everywhere. When it takes sides on a positive sentence it is right 638 times
# in 759, which is 84 %. On a negative one it is right 284 times in 660: 43 %, worse than tossing a
# coin. Even in sentences that condemn a film it finds more words of praise than of blame. Why would
# a critic who hates a film use so many nice words?

# %% [markdown] section="learnt-lists"
# ## 2. Can the data write the list?
#
# Instead of asking people what a word feels like, ask how critics use it. Count how often each word
# occurs under each label in the training set, and put it on the list of the label under which it is
# more frequent. Learning from labelled examples like this is called **supervised learning**. The
# order matters: count everything, then decide once per word.

# %%
learnt = naive_bayes.learn_lexicon(train)
answers = [naive_bayes.classify(words, ["neg", "pos"], by_list(learnt)) for words in texts]
results["learnt word list"] = accuracy(answers)
print("learnt word list:", results["learnt word list"])

# %% [markdown]
# Only the list has changed, and it gains almost eight points. Is that a lot? A share $p$ of $n$
# answers has a **standard error** of $\sqrt{p(1-p)/n}$ (lecture 01): it would typically stray that
# far if we drew other sentences. With $p=0.7$ and $n=2000$ it is 0.010, so a gap of 0.079 is hardly
# an accident. For smaller gaps section {#errors} has a sharper tool.
#
# Which words changed sides? If each occurrence of a word were a coin toss between the labels, the
# difference of its two counts would have a standard error of $\sqrt{\text{their sum}}$. The cell
# lists VADER's words that critics use the other way round, by more than three such errors, with
# their counts under `pos` and `neg`.

# %%
counts = naive_bayes.word_counts(train)
in_all = counts["pos"] + counts["neg"]
for label, other in (("pos", "neg"), ("neg", "pos")):
    for word in sorted(vader[label] & learnt[other], key=lambda word: (-in_all[word], word)):
        if abs(counts["pos"][word] - counts["neg"][word]) > 3 * np.sqrt(in_all[word]):
            print(f"{label} to {other}: {word} {counts['pos'][word]}:{counts['neg'][word]}")

# %% [markdown]
# That partly answers the question about nice words. *Like* and *jokes* look friendly on a list, but
# critics write them more often in a negative sentence; and *disturbing* is a grim word for what may
# be an excellent film. People who rate single words can't know this. The data do.
#
# What does the learnt list still lack? Look at two of its words.

# %%
for word in ("the", "unfunny"):
    vote = "pos" if word in learnt["pos"] else "neg"
    print(f"{word:8} pos {counts['pos'][word]:5}   neg {counts['neg'][word]:5}   votes {vote}")

# %% [markdown]
# *The* votes against the film because it occurred 3,080 times in negative sentences and 3,070 times
# in positive ones. *Unfunny*, which occurred twenty times and never in praise, has one vote just
# like it. A vote should weigh as much as the counts behind it.

# %% [markdown] section="bags"
# ## 3. From which bag was it drawn?
#
# How much should a word weigh? Leave the 6,530 sentences aside for a while and take five reviews
# that fit on the back of a ticket. Three are positive: *funny jokes*, *warm funny film*, *warm
# film*. Two are negative: *dull jokes dull film*, *dull plot*. Cut them up. The slips from the
# positive reviews go into one bag, those from the negative ones into another. Every slip is a
# **token**, and every different word is a **type**: *dull jokes dull film* has four tokens and
# three types.

# %% tags=["hide-input"]
five = [
    (["funny", "jokes"], "pos"),
    (["warm", "funny", "film"], "pos"),
    (["warm", "film"], "pos"),
    (["dull", "jokes", "dull", "film"], "neg"),
    (["dull", "plot"], "neg"),
]
few = naive_bayes.word_counts(five)
vocabulary = sorted(few["pos"] | few["neg"])
plots.show(*figures.two_bags(few, vocabulary))

# %% [markdown]
# These two bags are the model. To use them, tell yourself a story about where a review comes from.
# First somebody picks a bag: the positive one with probability $\tfrac35$, since three of the five
# reviews are positive. Then they draw a slip, write the word down, *put the slip back*, shake, draw
# again, and go on until the review is long enough. No critic writes like that, but the story turns
# a vague question, "does this sound like praise?", into one that has an answer: **from which bag
# was this review drawn?**
#
# Try it on *warm film*. The story produces it from the positive bag with probability
#
# $$\underbrace{\tfrac35}_{\text{pick the bag}}\cdot\underbrace{\tfrac27}_{\text{warm}}\cdot
# \underbrace{\tfrac27}_{\text{film}}=\tfrac{12}{245}\approx0.049,$$
#
# and from the negative bag with probability $\tfrac25\cdot\tfrac06\cdot\tfrac16=0$. So it is
# praise.
#
# The numbers have names. $P(y)$, the chance of picking the bag, is the **prior**. $P(w\mid y)$, the
# share of a word $w$ among the slips of bag $y$, is a **likelihood**. (A plain $w$ is a word; the
# bold $\mathbf w$ of later lectures is a vector of weights.) Both are *relative frequencies*:
#
# $$P(y)=\frac{\text{reviews labelled }y}{\text{all reviews}},\qquad
# P(w\mid y)=\frac{\text{tokens }w\text{ under }y}{\text{all tokens under }y}.$$
#
# In one sense counting is the best you can do: no other shares make the slips that we really found
# more probable. Problem 1 proves it. Such an estimate is called a **maximum likelihood** estimate.
#
# Now the argument behind the story, for a review of three words.
#
# 1. $\hat y=\arg\max_y P(y\mid w_1,w_2,w_3)$ — *what we want: the label that is most probable once
#    we have seen the bag. Using the words without their order is the* **bag of words** *assumption*
# 2. $\phantom{\hat y}=\arg\max_y\dfrac{P(w_1,w_2,w_3\mid y)\,P(y)}{P(w_1,w_2,w_3)}$ — *Bayes' rule*
# 3. $\phantom{\hat y}=\arg\max_y P(w_1,w_2,w_3\mid y)\,P(y)$ — *the denominator is the same for
#    every label, so it can't change which one is largest*
# 4. $P(w_1,w_2,w_3\mid y)=P(w_1\mid y)\,P(w_2\mid y,w_1)\,P(w_3\mid y,w_1,w_2)$ — *the chain rule,
#    with $y$ given throughout; exact so far*
# 5. $P(w_2\mid y,w_1)\approx P(w_2\mid y)$ and $P(w_3\mid y,w_1,w_2)\approx P(w_3\mid y)$ —
#    *putting the slip back: once you know the bag, the slips already drawn tell you nothing about
#    the next one. This is the* **naive Bayes assumption**
# 6. $\hat y=\arg\max_y\;P(y)\prod_i P(w_i\mid y)$ — *steps 3 to 5; $\prod_i$ multiplies over all
#    tokens*
#
# Step 5 is called **conditional independence**: given $y$, words are independent of each other. It
# doesn't say that words are independent as such. If you don't know the bag, a first *dull* makes a
# second one more likely, because it tells you which bag is probably in use.
#
# Why give up exactness? Suppose we ask of each of $d$ words only whether it is in the review. There
# are $2^d$ possible bags, so an exact table of $P(\text{bag}\mid y)$ needs $2^d-1$ numbers per
# label (the last one follows, since they add up to 1). **Predict:** if we keep only the $d$ most
# frequent words, up to which $d$ has the training set met nearly every bag that turns up in the
# held-out sentences?

# %%
frequent = [word for word, _ in in_all.most_common()]
for d in (5, 10, 20, 50, len(frequent)):
    kept = set(frequent[:d])
    met = {frozenset(kept & set(words)) for words, _ in train}
    new = sum(frozenset(kept & set(words)) not in met for words in texts)
    print(f"d = {d:5}: 10^{d * np.log10(2):.1f} possible, {new} new")

# %% [markdown]
# It has met nearly every bag up to about $d=10$. With twenty words, more than half of the bags
# are new; with all words, 1,999 of 2,000. The exact table has nothing to say about a new
# sentence. With the naive assumption every word is counted on its own: **$d$ numbers instead of
# $2^d-1$**.
#
# And if texts really were drawn from bags, steps 1 to 6 would give the exact answer. Play the story
# a million times, keep the games that produced *film jokes*, and see which bag they came from.
# **Work it out first:** $\tfrac35\cdot\tfrac27\cdot\tfrac17$ against
# $\tfrac25\cdot\tfrac16\cdot\tfrac16$.

# %%
rng, games = np.random.default_rng(0), 1_000_000
from_pos = rng.random(games) < 3 / 5
pos_bag, neg_bag = list(few["pos"].elements()), list(few["neg"].elements())
slips_drawn = np.where(from_pos, rng.choice(pos_bag, (2, games)), rng.choice(neg_bag, (2, games)))
kept = from_pos[(slips_drawn[0] == "film") & (slips_drawn[1] == "jokes")]
error = np.sqrt(kept.mean() * (1 - kept.mean()) / len(kept))
pos, neg = 3 / 5 * 2 / 7 * 1 / 7, 2 / 5 * 1 / 6 * 1 / 6
print(f"simulated: {kept.mean():.4f} from the pos bag, standard error {error:.4f}")
print(f"naive Bayes: {pos / (pos + neg):.4f}")

# %% [markdown]
# They agree within the error of the simulation. In the story's own world naive Bayes is simply
# right. Section {#calibration} asks whether we live in such a world.
#
# <details><summary><b>Think:</b> what is wrong with the bag of words? And with putting the slip back?</summary>
#
# *The bag* loses the order: who did what, what *not* belongs to, what comes after the *but*.
# *Putting back* denies that words bring each other along. After *San* you expect *Francisco*,
# whichever bag is in use, so the second word is hardly news. Naive Bayes takes it as fresh evidence
# all the same.
# </details>

# %% [markdown] section="smoothing"
# ## 4. What about a word that is not in the bag?
#
# Give the five-review model a sixth review: *warm but dull film*. The positive bag has no *dull*,
# the negative one has no *warm*, and *but* is in neither. Both products are 0, which is no verdict.
# Are our bags just too small? Cut up the whole training set, which gives two bags of more than
# 68,000 slips each, and guess how many of the 2,000 held-out sentences score 0 from both.

# %%
priors = naive_bayes.class_priors([label for _, label in train])
totals = {label: counts[label].total() for label in ("neg", "pos")}


def plain_score(words, label):
    return priors[label] * prod(counts[label][word] / totals[label] for word in words)


zeros = Counter(sum(plain_score(words, label) == 0 for label in totals) for words in texts)
answers = [naive_bayes.classify(words, ["neg", "pos"], plain_score) for words in texts]
results["naive Bayes, plain shares"] = accuracy(answers)
print("tokens:", totals, " accuracy:", results["naive Bayes, plain shares"])
print(f"both labels score 0: {zeros[2]} sentences, one: {zeros[1]}, none: {zeros[0]}")

# %% [markdown]
# For 1,420 of the 2,000 sentences both scores are 0, and with an accuracy of 0.574 all the
# reasoning of section {#bags} does worse than VADER's list. A share of 0 says *impossible*, when
# all we know is that a word isn't among the slips we happen to have; and in a product a single 0
# wipes out all other evidence.
#
# The cure is to be less sure about what we haven't seen. Put one extra slip for every type into
# each bag. And since there are words that we have never seen at all, add one *blank slip*,
# which stands for all of them. The usual name is **OOV**, "out of vocabulary".

# %% tags=["hide-input"]
plots.show(*figures.two_bags(few, vocabulary, added=True))

# %% [markdown]
# With $V$ types in the vocabulary and $N_y$ tokens in bag $y$, the bag gains $V+1$ slips:
#
# $$P(w\mid y)=\frac{\text{count of }w\text{ under }y+1}{N_y+V+1},\qquad
# P(\text{OOV}\mid y)=\frac{1}{N_y+V+1}.$$
#
# This is **add-one smoothing**, or **Laplace smoothing**. The shares of a bag still add up to 1.
# They wouldn't if you forgot the blank slip below the line, or added slips above the line only.
#
# Now we can judge the review by hand. Read the shares off the picture; *but* takes the blank slip.
#
# | |bag|warm|but|dull|film|product|
# |---|---|---|---|---|---|---|
# |`pos`|3/5|3/14|1/14|1/14|3/14|27/192,080 ≈ 0.000141|
# |`neg`|2/5|1/13|1/13|4/13|2/13|16/142,805 ≈ 0.000112|
#
# The positive bag wins, but not by much:
# $P(\text{pos}\mid\text{warm but dull film})=0.000141/(0.000141+0.000112)\approx0.56$. (To choose a
# label we could drop the denominator of Bayes' rule. To get a *probability* we need it back, and it
# is the sum of the two products.) **Before you run the cell:** leave out the first column and
# multiply only the words. Which label wins then?

# %%
model_of_five = naive_bayes.train_naive_bayes(five)
review = ["warm", "but", "dull", "film"]
for label, prior in (("pos", 3 / 5), ("neg", 2 / 5)):
    product = exp(naive_bayes.log_score(review, label, model_of_five))
    print(f"{label}: words and prior {product:.6f}, words only {product / prior:.6f}")

# %% [markdown]
# Without the prior, `neg` wins: the words point to the negative bag, and the larger number of
# positive reviews turns the verdict round. So $P(s\mid y)$, where $s$ is the whole text, can rank
# the labels differently from $P(y\mid s)$. The joint probability $P(s,y)$, words and prior, never
# does.
#
# **A classic quiz, with new numbers.** There are 20,000 tokens in the negative bag and 800 types in
# the vocabulary. *Amazing* is in the vocabulary but was never seen in the negative bag; *blargh*
# was never seen at all. What are their smoothed probabilities given `neg`?
#
# <details><summary>Answer</summary>
#
# Both are $1/(20{,}000+800+1)=1/20{,}801$: one has its own extra slip, the other shares the blank
# one.
# </details>
#
# Are unseen words rare enough to ignore?

# %%
unseen = np.mean([word not in in_all for words in texts for word in words])
touched = sum(any(word not in in_all for word in words) for words in texts)
print(f"types: {len(in_all)}, of which seen once: {list(in_all.values()).count(1)}")
print(f"held-out tokens unseen: {unseen:.1%}; sentences that have some: {touched}")

# %% [markdown]
# They aren't rare. More than half of the vocabulary was seen a single time, and 1,288 of the
# 2,000 new sentences bring a word that was never counted.
#
# *Features that are not words* are counted in the same way. If all values of a feature are known
# beforehand, such as the seven days of the week, add one slip for each of them and no blank one:
#
# $$P(x=a\mid y)=\frac{\text{examples of class }y\text{ with }x=a\;+\;1}{\text{examples of class }y\;+\;\text{number of values}}.$$
#
# If six examples had sun 4 times, rain twice and snow never, their smoothed probabilities are
# $5/9$, $3/9$ and $1/9$ (`naive_bayes.categorical_likelihood`).
#
# <details><summary><b>Think:</b> programs that cut words into known pieces (subword tokens) rarely meet an
# unknown word. Why do they still need OOV and smoothing?</summary>
#
# *OOV:* the pieces are learnt from data too. An emoji or a letter of another alphabet that didn't
# occur there can't be put together from them. (Going down to single bytes closes this gap.)
# *Smoothing:* a piece can be well known and still never have come with `neg`: the case of
# *amazing*, not of *blargh*.
# </details>

# %% [markdown] section="logarithms"
# ## 5. Why does a long text score 0?
#
# Smoothed shares are never 0, and yet their product can be. Multiply 0.001 by itself. **Guess:**
# after how many factors is the result exactly 0?

# %%
product, factors = 1.0, 0
while product > 0:
    product, factors = product * 0.001, factors + 1
print("the product is 0 after", factors, "factors")

# %% [markdown]
# The smallest positive number that Python's floats can hold is about $5\cdot10^{-324}$, and
# anything much smaller becomes 0. This is called **underflow**. The cure is the logarithm. It turns
# products into sums, $\log(ab)=\log a+\log b$, and it never changes an order: $a<b$ exactly when
# $\log a<\log b$. So the label with the largest product is the label with the largest
# **log-score**, a sum of logs:
#
# $$\hat y=\arg\max_y\Bigl(\log P(y)+\sum_i\log P(w_i\mid y)\Bigr).$$
#
# For *warm but dull film*, in the order of the table above,
#
# $$z_{\text{pos}}\approx-0.51-1.54-2.64-2.64-1.54\approx-8.87,\qquad z_{\text{neg}}\approx-0.92-2.56-2.56-1.18-1.87\approx-9.10.$$
#
# That is the whole method:
#
# ```text
# train    count the labels, and the tokens under each label
#          for each label: log prior; for each type and OOV: log smoothed share
# score    log prior + log share of each token (an unknown one counts as OOV)
# predict  the label with the largest score
# ```
#
# With one factor per token it is called **multinomial** naive Bayes. Now back to the critics.
# **Before you run the cell:** VADER's list reached 0.622 and the learnt list 0.701. What will the
# bags reach?

# %%
model = naive_bayes.train_naive_bayes(train)
answers = [naive_bayes.predict_label(words, model) for words in texts]
right = np.array(answers) == truth
results["naive Bayes, smoothed"] = accuracy(answers)

# %% tags=["hide-input"]
ax = figures.accuracy_bars(results, len(texts), base=base)
listed = ", ".join(f"{name} {value:.3f}" for name, value in results.items())
plots.show(ax, f"Bars of held-out accuracy: {listed}. The majority baseline is {base:.3f}.")

# %% [markdown]
# From 0.622 with a list made by people, to 0.701 with a list made from data, to **0.772** with
# weighted votes, on the same sentences. Without smoothing the weighted votes were worse than either
# list.
#
# A word's weight is now visible: it is the difference of its two log-probabilities. These are the
# largest.

# %% tags=["hide-input"]
weights = dict(zip(in_all, figures.evidence(list(in_all), model, ("neg", "pos")), strict=True))
ranked = sorted(weights, key=lambda word: (weights[word], word))
extremes = ranked[:10] + ranked[-10:]
ax = figures.evidence_bars([weights[word] for word in extremes], extremes)
listed = ", ".join(f"{word} {weights[word]:+.2f}" for word in extremes)
plots.show(ax, f"Bars of log P(word given pos) minus log P(word given neg): {listed}.")

# %% [markdown]
# Most of them need no comment. *Flaws* counts as praise: critics write *despite its flaws*. And
# *martha* isn't an opinion at all: it comes from the title of a film that the critics liked.
# Whatever goes with a label in the training set becomes evidence. With a title that does little
# harm; with people it can do much more. A study gave 219 sentiment programs sentences that differed
# only in a first name or in a word such as *he* or *she*, and found several that consistently
# preferred one gender or one race. Look at the weights before you let such a model judge people.
#
# Do the logs matter for reviews? Glue held-out sentences with the same label together to make
# longer texts, and score them both ways; the product is $e$ to the power of the log-score.
# **Predict:** what happens to the two accuracies as the texts grow?


# %%
def product_score(words, label):
    return exp(naive_bayes.log_score(words, label, model))


for size in (1, 5, 10):
    glued = figures.glued_reviews(held_out, size)
    in_logs, in_products, both_0 = [], [], 0
    for words, y in glued:
        in_logs.append(naive_bayes.predict_label(words, model) == y)
        in_products.append(naive_bayes.classify(words, ["neg", "pos"], product_score) == y)
        both_0 += product_score(words, "neg") == product_score(words, "pos") == 0
    print(
        f"{size:2} glued: logs {np.mean(in_logs):.3f}, product {np.mean(in_products):.3f},", end=" "
    )
    print(f"both 0 for {both_0} of {len(glued)}")

# %% [markdown]
# With logs, more text is more evidence, and 0.772 becomes 0.995. With products the accuracy falls
# back to guessing, as more and more texts score 0 for both labels. Nothing crashed, and no warning
# came.

# %% [markdown] section="calibration"
# ## 6. How sure can it be?
#
# The model also says how probable its answer is. Let $z=z_{\text{pos}}-z_{\text{neg}}$ be the
# difference of the log-scores. As in section {#smoothing}, divide a product by the sum of both:
#
# $$P(\text{pos}\mid s)=\frac{e^{z_{\text{pos}}}}{e^{z_{\text{pos}}}+e^{z_{\text{neg}}}}=\frac{1}{1+e^{-z}}.$$
#
# Can you trust it? Take all answers that were given with a probability of about 0.8. If about 80 %
# of them are right, the model means what it says: it is **calibrated**.
#
# Here is a way to ruin calibration on purpose. Suppose every critic said everything twice. Nothing
# new would be said, and yet in our story each copy is one more draw from the bag. So keep the model
# and double $z$ (and with it the prior, here close to 0). Real models come close to this with
# **overlapping features**, which say the same thing in two ways: add the first four letters of
# every word as a word of its own, and train on both. **Predict:** what happens to the accuracy, and
# what to the probabilities?


# %%
def log_odds(sentences, model):
    pos = [naive_bayes.log_score(words, "pos", model) for words in sentences]
    return np.subtract(pos, [naive_bayes.log_score(words, "neg", model) for words in sentences])


def promise_and_delivery(z, truth):
    """The probability of the label that is chosen, and whether it is right."""
    return 1 / (1 + np.exp(-np.abs(z))), (z > 0) == (truth == "pos")


def with_prefixes(words):
    return [*words, *(word[:4] + "*" for word in words)]


z = log_odds(texts, model)
prefix_model = naive_bayes.train_naive_bayes([(with_prefixes(words), y) for words, y in train])
z_prefixes = log_odds([with_prefixes(words) for words in texts], prefix_model)
for name, score in (("as it stands", z), ("said twice", 2 * z), ("prefixes", z_prefixes)):
    sure, is_right = promise_and_delivery(score, truth)
    print(f"{name:12} mean probability {sure.mean():.3f}, accuracy {is_right.mean():.3f},", end=" ")
    print(f"gap {sure.mean() - is_right.mean():.3f}")

# %% tags=["hide-input"]
shown = {"as it stands": promise_and_delivery(z, truth)}
shown["everything said twice"] = promise_and_delivery(2 * z, truth)
plots.show(*figures.reliability_panels(shown))

# %% [markdown]
# (A point is a group of answers, the number below counts them, and the thick line leads from
# promise to delivery.) Saying everything twice changes no label, because doubling a number keeps
# its sign, so the accuracy is the same to the last digit. But the gap between promise and delivery
# nearly doubles. The prefixes do much the same: they hardly move the accuracy, and the gap grows
# from 0.084 to 0.143. Evidence told twice counts twice; the choice survives that, the probability
# doesn't.
#
# Even as it stands, the model is too sure by eight points. The usual explanation is that words are
# *not* independent given the label: where *Francisco* is, *San* is no news, so naive Bayes hears
# the same evidence twice. Is that the reason? Test it. Make a world in which the naive assumption
# *holds*: let all tokens of the positive sentences exchange their places at random, and those of
# the negative ones too (`figures.shuffled_reviews`). Labels, lengths and counts stay; only the
# company that words keep is gone. Train on 6,530 of these sentences, or on only 2,000, and measure
# as before, on ten splits. **Will the gap be gone?**


# %%
def gap(sentences, n):
    trained = naive_bayes.train_naive_bayes(sentences[:n])
    z = log_odds([words for words, _ in sentences[6530:]], trained)
    sure, is_right = promise_and_delivery(z, np.array([label for _, label in sentences[6530:]]))
    return np.mean(sure - is_right)


for name, shuffle, n in (("real", False, 6530), ("shuffled", True, 6530), ("shuffled", True, 2000)):
    gaps = []
    for rng in map(np.random.default_rng, range(10)):
        sentences = [labelled[i] for i in rng.permutation(len(labelled))]
        gaps.append(gap(figures.shuffled_reviews(sentences, rng) if shuffle else sentences, n))
    error = np.std(gaps, ddof=1) / np.sqrt(10)
    print(f"{name}, trained on {n}: gap {np.mean(gaps):.3f}, standard error {error:.3f}")

# %% [markdown]
# About half of the gap is gone: without company it falls from 0.093 to 0.042. So repeated evidence
# is one reason, but not the only one. A gap remains where the naive assumption holds, and it grows
# to 0.077 when there are fewer slips to count: thin counts make a model too sure as well. Measure
# calibration before you believe a probability.
#
# **Nine friends.** Where evidence really is repeated, more data doesn't help. Nine of your ten
# friends recommend a film, but eight of the nine haven't seen it and only repeat what the ninth
# said. Say that half of all films are good, and that people recommend a film they have seen with
# probability 0.7 if it is good and 0.3 if it is bad. **Work it out before you look:** how probable
# is a good film if all ten speak for themselves, and how probable if eight only repeat? (Run the
# cell to get a slider.)

# %% tags=["hide-input"]
figures.friends_slider()

# %% [markdown]
# If all ten speak for themselves, $0.7^9\cdot0.3$ stands against $0.3^9\cdot0.7$, and the film is
# good with probability 0.999. If eight repeat, there is one opinion for and one against, which
# gives 0.5. Naive Bayes says 0.999 in either case: it can't know who repeats whom. Here are the
# nine friends in a real sentence:

# %%
fisher, label = next(pair for pair in held_out if pair[0].count("fisher") == 3)
print(label, "|", " ".join(fisher))
for name, words in (("as it stands", fisher), ("each word once", dict.fromkeys(fisher))):
    print(f"P(pos), {name}: {figures.posterior(words, model):.4f}")

# %% [markdown]
# The critic complains. But the training set has praise for *Antwone Fisher*, and one title counts
# as six recommendations. With each word counted once the model is much less sure, and still wrong.

# %% [markdown] section="errors"
# ## 7. What does it get wrong, and what helps?
#
# Naive Bayes is wrong about 456 of the 2,000 sentences. Read some. **Before you look at the bars,
# say which words will mislead the model.** (Run the cell to get a list; the still picture shows
# four.)

# %% tags=["hide-input"]
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
# Given only the bag, you'd be misled too. With the repeated name of section {#calibration} there
# are five diagnoses:
#
# - *negation:* *not entertaining* counts as entertaining;
# - *idiom:* *can't recommend it enough* is the highest praise, and none of its words leans that
#   way;
# - *contrast:* *stunning* and *cinema* outweigh *boring*; which was which, the bag has forgotten;
# - *rare words:* *nervous* and *staggeringly* weigh 1.10 each, on the strength of two occurrences;
# - *repetition:* a name votes as often as it occurs.
#
# Stories like these are cheap. Is the model really wrong more often where a bag must fail? Compare
# the sentences with *but*, *than* or a negation and those without. (If $e_1$ and $e_2$ are the
# standard errors of two separate groups, that of their difference is $\sqrt{e_1^2+e_2^2}$.) Two
# thousand sentences are few for that, so use all 8,530: cut them into five parts, hold out each
# part in turn while a model learns from the other four, and pool the answers. Every sentence is
# then held out exactly once. This is called **cross-validation**. **Predict:** which of the three
# groups is hardest?


# %%
def right_on(training, testing, change=list, k=0):
    """Which testing sentences a model gets right after a change, with rare words as OOV."""
    documents = naive_bayes.replace_rare([change(words) for words, _ in training], k)
    changed = zip(documents, [label for _, label in training], strict=True)
    trained = naive_bayes.train_naive_bayes(list(changed))
    return np.array(
        [naive_bayes.predict_label(change(words), trained) == y for words, y in testing]
    )


def cross_validated(**change):
    pooled = []
    for part in np.array_split(order, 5):
        rest = [labelled[i] for i in np.setdiff1d(order, part)]
        pooled.append(right_on(rest, [labelled[i] for i in part], **change))
    return np.concatenate(pooled)


# %%
types = {word for words, _ in labelled for word in words}
negations = {"not", "no", "never"} | {word for word in types if word.endswith("n't")}
right_in_all = cross_validated()
for name, marks in (("but", {"but"}), ("than", {"than"}), ("negation", negations)):
    inside = np.array([not marks.isdisjoint(labelled[i][0]) for i in order])
    p, q = right_in_all[inside].mean(), right_in_all[~inside].mean()
    error = np.sqrt(p * (1 - p) / inside.sum() + q * (1 - q) / (~inside).sum())
    print(f"{name:8} with {p:.3f}, without {q:.3f}: {p - q:+.3f}, standard error {error:.3f}")

# %% [markdown]
# Sentences with *but* come out worst, then those with a negation; both differences exceed five
# standard errors. That fits the diagnoses, without proving them. *Than* stays below two, which is
# nothing to build on.
#
# Four remedies suggest themselves:
#
# - *NOT_ words:* after a negation, put NOT_ in front of every word up to the next punctuation mark;
# - *pairs of words:* add every pair of neighbours, such as *stunning visuals*, as a word of its
#   own;
# - *each word once:* count a word only once per sentence;
# - *rare words to OOV:* before training, turn words seen fewer than $k=3$ times into the blank
#   slip.
#
# How do you tell whether a remedy helps? Both models answer *the same sentences* and agree on most
# of them, so comparing two accuracies, each with its own standard error, would be wasteful. What
# counts are the sentences won and lost. Write $d_i=+1$ for a sentence that was wrong before and is
# right now, $-1$ for the reverse and 0 for all others. The mean of the $d_i$ is the **paired
# difference** of the accuracies, and its standard error is their standard deviation divided by
# $\sqrt n$. **Before you run the cell:** which of the four will help most?


# %%
def not_words(words):
    changed, prefix = [], ""
    for word in words:
        prefix = "" if word in {*".,;:!?()", "--"} else prefix
        changed.append(prefix + word)
        prefix = "NOT_" if word in negations else prefix
    return changed


def with_pairs(words):
    return [*words, *(f"{one} {other}" for one, other in pairwise(words))]


# %%
remedies = {
    "NOT_ words": {"change": not_words},
    "pairs of words": {"change": with_pairs},
    "each word once": {"change": lambda words: list(dict.fromkeys(words))},
    "rare words to OOV": {"k": 3},
}
one_part, all_parts = {}, {}
for name, remedy in remedies.items():
    one_part[name] = naive_bayes.paired_difference(right_on(train, held_out, **remedy), right)
    all_parts[name] = naive_bayes.paired_difference(cross_validated(**remedy), right_in_all)
    print("{:18} {:+.4f}, standard error {:.4f}".format(name, *all_parts[name]))

# %% tags=["hide-input"]
groups = {"2,000 held-out sentences": one_part, "all 8,530, each held out once": all_parts}
plots.show(*figures.differences(groups))

# %% [markdown]
# Pairs of words help most: 1.2 points, more than three standard errors. Silencing the rare words
# does harm: their votes may be unreliable one by one, but together they are worth having. The other
# two stay within two standard errors. (Be cautious: the five models share most of their training
# sentences, so the errors are a little too small; and if you test four ideas, ask for more than two
# standard errors.)
#
# With only 2,000 sentences (the upper bars) we'd have thrown away the one idea that works.
# Intuition would have kept the NOT_ words, whose gain, if there is any, is too small to see. A
# study of film reviews from 2002 found their effect negligible, too.

# %% [markdown] section="generating"
# ## 8. Can a bag write a review?
#
# We only wanted $P(y\mid s)$, the label given the text. On the way we built a model of how the text
# itself comes about: pick a bag with probability $P(y)$, draw slips with probabilities
# $P(w\mid y)$. A model of the joint probability $P(s,y)$ can *generate* data and is called
# **generative**. So let the bags write.

# %%
rng = np.random.default_rng(7)
for label in ("pos", "neg"):
    shares = np.exp(list(model["log_likelihoods"][label].values()))
    words = rng.choice(list(model["log_likelihoods"][label]), size=14, p=shares / shares.sum())
    print(label, "|", " ".join(words))

# %% [markdown]
# No critic wrote that: the model knows nothing about sentences. A **discriminative** model leaves
# out the story of the text and models $P(y\mid s)$ directly. Logistic regression (lecture 05) and
# softmax regression (07) are of this kind.
#
# | |generative|discriminative|
# |---|---|---|
# |models|$P(x,y)=P(x\mid y)\,P(y)$|$P(y\mid x)$|
# |training|counting, in one pass|minimising a loss, in many|
# |can also|generate data|use overlapping features without counting them twice|
#
# Both kinds can decide in the same way. The log-score of naive Bayes is a sum with one weight per
# word, and a classifier whose score is a weighted sum is a **linear classifier**. Lecture 03 begins
# there.

# %% [markdown]
# ## So what was in the bag?
#
# Ask the program about the bag that we started with, put in order both ways. **Before you run it:**
# can the two answers differ?

# %%
pair_model = naive_bayes.train_naive_bayes([(with_pairs(words), y) for words, y in train])
for sentence in (
    "it's never dull and always looks good .",
    "it's never good and always looks dull .",
):
    words = sentence.split()
    print(sentence, f"P(pos) {figures.posterior(words, model):.4f}", end=", ")
    print(f"with pairs {figures.posterior(with_pairs(words), pair_model):.4f}")
words, label = next(pair for pair in held_out if sorted(pair[0]) == sorted(slips))
print("the critic wrote:", " ".join(words), "| label", label)

# %% [markdown]
# The critic wrote *it's never dull and always looks good*, and liked the film. The program gives
# that a probability of 0.07, and exactly the same to the opposite sentence, because to the program
# they are the same bag. The pairs can tell the two apart, and they rate the real praise as the less
# positive of the two.
#
# So how much of a verdict is left in the bag? More than the first page made you fear: by counting
# slips a program gets 77 sentences in a hundred right, where always giving the same answer gets 49.
# And how sure can you be? Less sure than the bag makes you feel. The program would have bet about
# thirteen to one that this critic was bored.

# %% [markdown]
# ## In practice
#
# In scikit-learn a vectoriser counts the words and `MultinomialNB` does the rest.

# %%
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

documents, labels = [words for words, _ in train], [label for _, label in train]
library = make_pipeline(CountVectorizer(analyzer=list), MultinomialNB(alpha=1))
said = library.fit(documents, labels).predict(texts)
print("scikit-learn:", accuracy(said), "  labels that differ from ours:", np.sum(said != answers))

# %% [markdown]
# It isn't quite ours. The vectoriser drops words that it hasn't seen, and there is no blank slip:
# shares are $(\text{count}+1)/(N_y+V)$. With two bags of almost the same size that hardly matters
# (problem 2 shows when it does). Give the library an OOV column, and the log-scores agree:


# %%
def known_or_oov(words):
    return [word if word in in_all else OOV for word in words]


counter = CountVectorizer(analyzer=known_or_oov, vocabulary=[*in_all, OOV], lowercase=False)
library = make_pipeline(counter, MultinomialNB()).fit(documents, labels)
theirs = library[-1].predict_joint_log_proba(counter.transform(texts))
ours = [[naive_bayes.log_score(words, y, model) for y in ("neg", "pos")] for words in texts]
print("all 4,000 log-scores agree:", np.allclose(theirs, ours, rtol=0, atol=1e-9))

for alpha in (0.01, 0.1, 1, 10):
    library = make_pipeline(CountVectorizer(analyzer=list), MultinomialNB(alpha=alpha))
    found = cross_val_score(library, documents, labels, cv=5)
    print(f"alpha = {alpha:5}: cross-validated accuracy {found.mean():.3f}")

# %% [markdown]
# **Settings.** `alpha` is the number of extra slips per type; choose it by cross-validation, as
# above. With its own tokeniser, `CountVectorizer(ngram_range=(1, 2))` adds pairs; `min_df=3` drops
# words found in fewer than three texts. `BernoulliNB` asks of each word only whether it is there: with
# $q=(\text{texts with it}+1)/(\text{texts}+2)$ for each label, a word that is present multiplies by
# $q$, and one that is absent by $1-q$. `CategoricalNB` is for features with a fixed list of values,
# `GaussianNB` for real numbers.
#
# **Check your code.** There is no gradient to check. Instead: each label's shares add up to 1, and
# on a three-word text $e^{\text{log-score}}$ is the product that you get by hand.
#
# |symptom|usual cause|remedy|
# |---|---|---|
# |new texts often tie|shares of 0|smooth; count unseen words as OOV|
# |short texts work, long ones tie|underflow|add logs|
# |answers of 0.99 are often wrong|repeated evidence, thin counts|measure calibration; recalibrate (lecture 05)|

# %% [markdown]
# ## Problems
#
# **1. Prove.** In a bag of $N$ slips each word $w$ occurs $c_w$ times. Show that no shares $q_w$
# that add up to 1 make these slips more probable than the relative frequencies $r_w=c_w/N$. (Use
# $\log a\le a-1$.)
#
# <details><summary>Solution</summary>
#
# 1. $\log\prod_w q_w^{c_w}-\log\prod_w r_w^{c_w}=\sum_w c_w\log\dfrac{q_w}{r_w}$ — *the log of a
#    product is a sum; words with $c_w=0$ drop out*
# 2. $\le\sum_w c_w\left(\dfrac{q_w}{r_w}-1\right)$ — *the log lies below its tangent at 1*
# 3. $=N\sum_w q_w-\sum_w c_w\le N-N=0$ — *$c_w/r_w=N$, and the $q_w$ of the words found add up to
#    at most 1*
#
# </details>
#
# **2. Break.** Train on all 3,283 negative sentences and the first 365 positive ones. The bags then
# have 68,560 and 7,771 tokens, with 11,794 types in all. How does an unseen word vote, and how many
# outvote the prior?
#
# <details><summary>Solution</summary>
#
# Each adds
# $\log\dfrac{68{,}560+11{,}794+1}{7{,}771+11{,}794+1}=\log\dfrac{80{,}355}{19{,}566}\approx1.41$ to
# $z$: an unseen word votes for the *smaller* bag. The prior contributes
# $\log(365/3283)\approx-2.20$, so two invented words are called `pos`. Skipping unseen words, as
# scikit-learn does, avoids this. Turning rare words to OOV gives OOV a share that was counted.
#
# </details>
#
# **3. Break.** Find a world of two words in which a table of $2^2$ bags is always right and naive
# Bayes is no better than a coin, however many reviews it learns from.
#
# <details><summary>Solution</summary>
#
# Positive reviews contain both words or neither, negative ones exactly one; all four kinds are
# equally frequent. Given either label the two words are equally common, so naive Bayes sees two
# equal products for every review. The label depends only on the company of the words, which the
# naive assumption throws away. (Lecture 03 calls this pattern XOR.)
#
# </details>
#
# **4. Estimate.** Two models with an accuracy of about 0.77 disagree on one sentence in ten. How
# many sentences do you need before a difference of half a point is two standard errors, compared
# pairwise? And if each model were tested on sentences of its own?
#
# <details><summary>Solution</summary>
#
# Pairwise, $d_i=\pm1$ in a tenth of the cases, so the standard error is about $\sqrt{0.10/n}$.
# Setting it to 0.0025 gives $n=16{,}000$. Separately, $\sqrt{2\cdot0.77\cdot0.23/n}=0.0025$ gives
# $n\approx57{,}000$ for each model.
#
# </details>
#
# **5. Design an experiment.** Pairs of words help. "Because they catch negation," says a friend.
# What would you measure, and what would prove your friend wrong?
#
# <details><summary>Solution</summary>
#
# Split the remedy: add only the pairs that start with a negation, or only the others, and compare
# each with the plain model by a paired difference under cross-validation. If negation were the
# reason, the others would gain next to nothing. We found $+0.0045$ (standard error 0.0014) for the
# negated pairs and $+0.0094$ (0.0035) for the others. Your friend has found a part of the gain, not
# the whole.
#
# </details>

# %% [markdown]
# ## The night before
#
# 1. We want $\arg\max_y P(y\mid s)$; by Bayes' rule this is $\arg\max_y P(s\mid y)\,P(y)$.
# 2. If words are independent given the label, $P(s\mid y)=\prod_i P(w_i\mid y)$: $d$ numbers per
#    label to count instead of $2^d-1$.
# 3. Relative frequencies are the maximum likelihood estimates, and a single 0 among them wipes out
#    all other evidence; so $P(w\mid y)=(\text{count}+1)/(N_y+V+1)$.
# 4. Products underflow; so add logs: $\log P(y)+\sum_i\log P(w_i\mid y)$.
# 5. Evidence told twice counts twice: the choice survives that, the probability doesn't.
# 6. An accuracy belongs beside the majority baseline, a difference beside its standard error.
#
# Symbols are on the [notation page](../docs/notation.md), terms in the
# [glossary](../docs/glossary.md). **Go on with**
# [exercise 02](../exercises/02-naive-bayes/02-naive-bayes.ipynb), in which you write the steps of
# this lecture yourself.
#
# ### Sources
#
# The lecture follows J. May, *Linear Models*, 2023, sections 9 to 12; J. Boye, *DD2418 Language
# Engineering*, 5a, KTH; and M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up
# classification*, 2019 (CC BY 3.0). Where they slip, the [errata page](../docs/errata.md) says so.
# Sentences: B. Pang & L. Lee, *Seeing stars*, ACL 2005. Word list: C. J. Hutto & E. Gilbert,
# *VADER*, ICWSM 2014. NOT_ words: S. Das & M. Chen, *Yahoo! for Amazon*, 2001; on film reviews: B.
# Pang, L. Lee & S. Vaithyanathan, *Thumbs up?*, EMNLP 2002. Bias: S. Kiritchenko & S. M. Mohammad,
# *Examining gender and race bias in two hundred sentiment analysis systems*, \*SEM 2018. Further
# reading: D. Jurafsky & J. H. Martin, *Speech and Language Processing*, on naive Bayes; A. Y. Ng &
# M. I. Jordan, *On discriminative vs. generative classifiers*, 2001.
