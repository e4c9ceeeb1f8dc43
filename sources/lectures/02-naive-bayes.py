# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 02 Naive Bayes
#
# **From rules to counts to probabilities**
#
# About 85 minutes. Follows May, *Linear Models* (2023), sections 9 to 12; Boye, *DD2418 Language
# Engineering*, part 5a; and the summary of Hasegawa-Johnson & Hockenmaier, *Lecture 18: Wrapping up
# classification* (2019).
#
# **After this you can**
#
# - classify a text with a word list, and learn such a list from labelled texts;
# - derive naive Bayes from Bayes' rule, and name the two assumptions on the way;
# - estimate its probabilities by counting, with add-one smoothing and a type for unseen words;
# - say why a product of probabilities becomes 0, and compute with logs in its place;
# - measure what each idea is worth on sentences that were kept apart;
# - show where the naive assumption does harm, and tell generative from discriminative models.
#
# **You need first** conditional probability, the chain rule and Bayes' rule (lecture 01).

# %% [markdown]
# ## The symbols used here
#
# | symbol | meaning | in code |
# |---|---|---|
# | $s = w_1 \dots w_n$ | a sentence and its words | `words`, a list of strings |
# | $y$, $\hat y$ | right label, label that is chosen | `label` |
# | $(s, y)$ | a sentence with its label; many of them | `labelled`, a list of `(words, label)` |
# | $P(y)$ | prior: how frequent the label is | `class_priors(labels)[label]` |
# | $P(w\mid y)$ | likelihood: how frequent the word is under the label | `log_likelihoods[label][word]`, as a log |
# | $N_y$ | tokens under the label $y$, repeats counted | `total` |
# | $V$ | different words ("types") in all the training texts | `vocabulary_size` |
# | OOV | "out of vocabulary": stands for any unseen word | `"<OOV>"` |
#
# Two words to keep apart: in *good good film* there are three **tokens** and two **types**.

# %%
from collections import Counter
from fractions import Fraction
from math import exp, log, prod

import numpy as np

from lincourse import datasets, naive_bayes, plots, probability
from lincourse.figures import naive_bayes as figures
from lincourse.naive_bayes import OOV

np.set_printoptions(precision=3, suppress=True)

# %% [markdown]
# ## 1. How could a program tell praise from blame?
#
# Here are 8,530 sentences by film critics (Pang & Lee, 2005), each marked `pos` or `neg`. We shuffle
# them once and put 2,000 aside. Every idea of this lecture is measured on these **held-out**
# sentences, which no idea has seen, so that you can tell what it is worth.

# %%
labelled = datasets.rotten_tomatoes().labelled
order = np.random.default_rng(0).permutation(len(labelled))
data = [labelled[i] for i in order]
train, held_out = data[:6530], data[6530:]

for words, label in train[:4]:
    print(label, "|", " ".join(words))
print(len(train), "to learn from,", len(held_out), "held out")

# %% [markdown]
# Any classifier can be put into one **frame**: a *score* says how well a label suits the text, and
# the label with the largest score is chosen. Only the score changes from section to section.
# `classify(words, labels, score)` is that frame; on a tie it takes the label that comes first.
#
# The simplest score is a **rule**: list positive and negative words, and count how many of each are
# in the text.

# %%
lexicon = {"neg": {"boring", "dull", "mess"}, "pos": {"charming", "funny", "warm"}}
words = ["charming", ",", "funny", ",", "and", "a", "bit", "of", "a", "mess"]


def by_lexicon(words, label):
    return naive_bayes.lexicon_score(words, label, lexicon)


for label in lexicon:
    print(label, by_lexicon(words, label))
print("choice:", naive_bayes.classify(words, ["neg", "pos"], by_lexicon))

# %% [markdown]
# Nobody has to write such lists alone. VADER (Hutto & Gilbert, 2014) holds 7,506 entries that people
# rated. **Before you run the cell:** half of the sentences are positive, so guessing gets 0.5. What
# will this list reach?


# %%
def accuracy(predict, data=held_out):
    return sum(predict(words) == label for words, label in data) / len(data)


def lexicon_classifier(lexicon):
    def score(words, label):
        return naive_bayes.lexicon_score(words, label, lexicon)

    return lambda words: naive_bayes.classify(words, ["neg", "pos"], score)


vader = datasets.vader_lexicon()
results = {"VADER's word list": accuracy(lexicon_classifier(vader))}
print(results)

# %% [markdown]
# Better than guessing, but far from good. Look at why: on many sentences the two scores are equal, and
# the frame just takes the first label.

# %%
hits = [{y: naive_bayes.lexicon_score(words, y, vader) for y in vader} for words, _ in held_out]
tied = [example for example, hit in zip(held_out, hits, strict=True) if hit["pos"] == hit["neg"]]
clear = [example for example, hit in zip(held_out, hits, strict=True) if hit["pos"] != hit["neg"]]

print("ties:", len(tied), "of", len(held_out))
print("of these neg:", sum(label == "neg" for _, label in tied))
print("accuracy without them:", round(accuracy(lexicon_classifier(vader), clear), 3))

# %% [markdown]
# More than a quarter of the sentences end in a tie, and more of those are `neg`, which we happened to
# put first: critics blame in cooler words than they praise. Where the list does speak, it is right
# in about two of three cases. People who rate single words do not know what critics do with them.

# %% [markdown]
# ## 2. Can the data write the list?
#
# We have labelled sentences. So count, for every word, how often it occurs under each label, and put
# it on the list of its **most frequent label**. On a tie we take the label that comes first in the
# data. This is our first *supervised* model: nobody tells it what a word means.

# %%
learnt = naive_bayes.learn_lexicon(train)
results["learnt word list"] = accuracy(lexicon_classifier(learnt))
print({label: len(words) for label, words in learnt.items()}, "words")
print(results)

# %% [markdown]
# The same frame, the same way of scoring, another list: eight points better. Where do the lists
# disagree? These are the words that VADER files under one label, while critics use them more often
# in sentences of the other.

# %%
counts = naive_bayes.word_counts(train)
for label, other in (("pos", "neg"), ("neg", "pos")):
    changed = sorted(vader[label] & learnt[other], key=lambda w: (-counts[other][w], w))
    print(f"{label} for VADER, {other} for critics:", *changed[:12])

# %% [markdown]
# *Like* is no praise when one film is *like* another, and critics admire a *sad* or *strange*
# film. That is what data know and a dictionary does not.
#
# **A slip to know about.** In May's notes the program that learns the list is printed with its last
# part *inside* the loop over sentences, and with a loop that lost its indentation. Does it matter?
# Two ways to mend it, both run below on 500 sentences: make the sets *once* and fill them while you
# count, or make them anew after *every* sentence.


# %%
def learn_while_counting(labelled, anew):
    counts, work = {}, 0
    lists = {label: set() for _, label in labelled}
    for words, label in labelled:
        for word in words:
            counts.setdefault(word, Counter())[label] += 1
        if anew:
            lists = {label: set() for label in lists}
        for word, table in counts.items():
            lists[max(lists, key=lambda y: table[y])].add(word)
            work += 1
    return lists, work


# %%
right = naive_bayes.learn_lexicon(train[:500])
print("different words:", sum(len(words) for words in right.values()))
for anew in (False, True):
    lists, work = learn_while_counting(train[:500], anew)
    print(
        f"sets made {'anew after every sentence' if anew else 'once'}: {work:,} steps,",
        f"{len(lists['pos'] & lists['neg'])} words under both labels, as it should be:",
        lists == right,
    )

# %% [markdown]
# Filled while counting, the lists keep every opinion they ever held: hundreds of words stand under
# both labels. Made anew each time, the result is right in the end, but 3,327 words took 946,720
# steps, and that number grows much faster than the text. The cure is plain: **count first, decide
# once, after the loop.**
#
# What does the list still lack? Every word has one vote, and all votes weigh the same:

# %%
for word in ("the", "film", "good", "unfunny"):
    [vote] = [label for label in learnt if word in learnt[label]]
    print(f"{word:8} pos {counts['pos'][word]:5,}  neg {counts['neg'][word]:5,}  votes {vote}")

# %% [markdown]
# *The* votes against the film because it came 3,080 times under `neg` and 3,070 under `pos`. *Unfunny*,
# which critics never use in praise, counts no more than that. A vote should weigh as much as the
# counts say. That calls for probabilities.

# %% [markdown]
# ## 3. What does a word weigh?
#
# We want the most probable label of a sentence $s=w_1w_2\dots w_n$, that is
# $\hat y=\arg\max_y P(y\mid s)$. Step by step:
#
# 1. $P(y\mid s) = P(y\mid w_1,\dots,w_n)$ — the **bag of words** assumption: what counts is which
#    words are there and how often, not their order.
# 2. $\displaystyle\phantom{P(y\mid s)} = \frac{P(w_1,\dots,w_n\mid y)\,P(y)}{P(w_1,\dots,w_n)}$ —
#    Bayes' rule.
# 3. $\arg\max_y P(y\mid s) = \arg\max_y P(w_1,\dots,w_n\mid y)\,P(y)$ — the denominator is the same
#    for every label, so it cannot change which one is largest.
# 4. $P(w_1,\dots,w_n\mid y) = P(w_1\mid y,w_2,\dots,w_n)\,P(w_2\mid y,w_3,\dots,w_n)\cdots P(w_n\mid y)$
#    — the chain rule, with $y$ given throughout. Still exact.
# 5. $P(w_i\mid y,w_{i+1},\dots,w_n)\approx P(w_i\mid y)$ — the **naive Bayes assumption**: once the
#    label is given, the other words tell nothing more about this one.
# 6. $\displaystyle\hat y = \arg\max_y\;P(y)\prod_{i=1}^n P(w_i\mid y)$ — naive Bayes.
#
# Check steps 2 to 6 on a toy world that we make so that the assumption *holds*: a label, and two
# words that are drawn independently given the label.

# %%
prior = {"pos": 0.8, "neg": 0.2}
likelihood = {
    "pos": {"good": 0.5, "film": 0.4, "bad": 0.1},
    "neg": {"good": 0.2, "film": 0.4, "bad": 0.4},
}
dist = {
    (y, a, b): prior[y] * likelihood[y][a] * likelihood[y][b]
    for y in prior
    for a in likelihood[y]
    for b in likelihood[y]
}
print(len(dist), "outcomes, in all", round(sum(dist.values()), 6))

# %%
s = ("bad", "good")
product = {y: prior[y] * prod(likelihood[y][w] for w in s) for y in prior}
here = {outcome for outcome in dist if outcome[1:] == s}

for y in prior:
    this_label = {outcome for outcome in dist if outcome[0] == y}
    exact = probability.conditional(this_label, here, dist)
    naive = product[y] / sum(product.values())
    print(f"P({y} | {' '.join(s)})  by definition {exact:.4f}, by naive Bayes {naive:.4f}")

# %% [markdown]
# They agree: where the assumption holds, naive Bayes is exact.
#
# **Two slips to know about.** May's notes word the assumption the other way round, as if the label,
# given one word, did not depend on the other words. It is the *words* that are independent of each
# other, *given the label*; the label depends on all of them. And the notes add that $P(s,y)$ is
# monotonic with $P(s\mid y)$. For one sentence $P(s,y)=P(y\mid s)\,P(s)$ with the same $P(s)$ for all
# labels, so it is monotonic with $P(y\mid s)$. With unequal priors, $P(s\mid y)$ can rank the labels
# differently:

# %%
for name, value in {
    "P(s | y)": {y: product[y] / prior[y] for y in prior},
    "P(s, y)": product,
    "P(y | s)": {y: product[y] / sum(product.values()) for y in prior},
}.items():
    print(f"{name:9}", {y: round(p, 4) for y, p in value.items()}, "->", max(value, key=value.get))

# %% [markdown]
# <details><summary><b>Think:</b> what is wrong with the bag of words? And with the naive assumption?
# (May)</summary>
#
# *Bag of words:* order carries meaning. "Not bad, but dull" and "not dull, but bad" are the same bag.
# Negation ("never dull"), contrast ("good until ...") and phrases ("the film falls flat") are lost.
# It is an assumption about the *features*; naive Bayes can be used with others, such as pairs of
# neighbouring words.
#
# *Naive assumption:* words do come together, even with the label given. After *San* you expect
# *Francisco*, so the second word tells nothing new, but naive Bayes counts it as fresh evidence.
# Section 7 measures what that does. "All models are wrong, but some are useful" (George Box): the
# choice of a label can be right although the probability is far off.
# </details>

# %% [markdown]
# Now the two ingredients, both by counting:
#
# $$P(y) = \frac{\text{sentences labelled } y}{\text{all sentences}}, \qquad
#   P(w\mid y) = \frac{\text{tokens } w \text{ under } y}{\text{all tokens under } y} .$$
#
# Tokens, not sentences: a word that comes twice in a sentence counts twice.

# %%
priors = naive_bayes.class_priors(label for _, label in train)
totals = {label: table.total() for label, table in counts.items()}
print("P(y):", {label: round(p, 4) for label, p in priors.items()}, "  tokens:", totals)

for word in ("the", "good", "unfunny", "engrossing"):
    shares = {label: counts[label][word] / totals[label] for label in priors}
    print(f"P({word} | y):", {label: f"{p:.6f}" for label, p in shares.items()})

# %% [markdown]
# Now *the* weighs almost nothing: it is as frequent under one label as under the other, so it
# changes both products by the same factor. *Unfunny* decides everything: under `pos` it has
# probability 0. That is too much. See what it does to the held-out sentences.


# %%
def plain_product(words, label):
    return priors[label] * prod(counts[label][word] / totals[label] for word in words)


def plain(words):
    return naive_bayes.classify(words, ["neg", "pos"], plain_product)


results["naive Bayes, plain shares"] = accuracy(plain)
zeros = Counter(sum(plain_product(words, y) == 0 for y in priors) for words, _ in held_out)
print(f"both labels score 0: {zeros[2]}, one: {zeros[1]}, none: {zeros[0]}")
print("accuracy:", results["naive Bayes, plain shares"])

# %% [markdown]
# Worse than VADER. In 1,420 of 2,000 sentences **both** labels score 0, because each of them lacks
# some word, and then the order of the labels decides.

# %% [markdown]
# ## 4. What about a word that it has never seen?
#
# A probability of 0 says *impossible*, and one impossible word wipes out all other evidence. But we
# only counted 137,000 tokens. **Add-one smoothing** (Laplace) pretends that every type was seen once
# more than it was, with every label. "Every type" must include the words we have never met at all:
# they share one new type, **OOV**. So with $V$ words in the vocabulary, $V+1$ types get one more:
#
# $$P(w\mid y) = \frac{\text{count of } w \text{ under } y \;+\;1}{N_y + V + 1}, \qquad
#   P(\text{OOV}\mid y) = \frac{0+1}{N_y+V+1} .$$

# %%
ax = figures.smoothing({"dull": 5, "flat": 3, "film": 2, "amazing": 0})
plots.show(
    ax,
    "Left: blocks for the tokens of a label, dull 5, flat 3, film 2, amazing 0, OOV 0, and one "
    "hatched block on top of each. Right: the probabilities before and after: dull 0.50 and 0.40, "
    "flat 0.30 and 0.27, film 0.20 and 0.20, amazing and OOV 0 and 0.07.",
)

# %% [markdown]
# The hatched blocks lift the empty columns from 0, and the tall ones give something away: all
# probabilities still add up to 1. That fails if you forget the OOV type in the denominator, or add 1
# above and nothing below.
#
# **The quiz in May's section 11.1.** There are 10,000 tokens in the negative training texts and 500
# words in the vocabulary. *Amazing* was seen, but never with `neg`; *blargh* was never seen at all.
# What are $P(\text{amazing}\mid\text{neg})$ and $P(\text{blargh}\mid\text{neg})$, before and after
# smoothing?

# %%
before, after = 0 / 10_000, naive_bayes.smoothed_probability(0, 10_000, 500)
print("before:", before)
print(f"after: {after:.8f}, that is 1/{1 / after:,.0f}")

# %% [markdown]
# The same for both: *amazing* has a count of 0 and so has OOV, which stands in for *blargh*. Their
# denominator is $10{,}000+500+1$.
#
# How often do unseen words come up? Much more often than you would think, as most words are rare:

# %%
in_all = counts["pos"] + counts["neg"]
vocabulary = set(in_all)
tokens = [word for words, _ in held_out for word in words]
unseen = sum(word not in vocabulary for word in tokens)
touched = sum(any(word not in vocabulary for word in words) for words, _ in held_out)
once = sum(count == 1 for count in in_all.values())

print(f"vocabulary {len(vocabulary):,}, seen only once {once:,}")
print(f"held out: {unseen / len(tokens):.1%} of the tokens are unseen, in {touched} sentences")

# %% [markdown]
# More than half of the vocabulary was seen a single time, and two of three new sentences bring a
# word that nobody has counted.
#
# **Features that are not words.** Hasegawa-Johnson & Hockenmaier give the rule for any feature with
# a fixed set of possible values, such as a colour or a weekday. If $x$ can take $m$ values,
#
# $$P(x=a\mid y) = \frac{\text{examples of class } y \text{ with } x=a \;+\; 1}
#   {\text{examples of class } y \;+\; m} .$$
#
# There is no OOV here: all values are known beforehand, so exactly $m$ types get one more. As an
# example, take the length of a sentence in steps of 15 words. The last step, 60 words or more, never
# occurs.

# %%
for label in ("neg", "pos"):
    lengths = np.array([min(len(words) // 15, 4) for words, y in train if y == label])
    share = np.bincount(lengths, minlength=5) / len(lengths)
    smoothed = naive_bayes.categorical_likelihood(lengths, n_values=5)
    for name, values in (("plain", share), ("smoothed", smoothed)):
        print(label, f"{name:9}", "  ".join(f"{p:.5f}" for p in values))

# %% [markdown]
# With more than 3,000 examples and five values, smoothing changes next to nothing, and still turns the
# 0 into something that a product survives. With 16,500 words it changes a lot more.

# %% [markdown]
# ## 5. Why does a long text score 0?
#
# Smoothed probabilities are never 0. Their product can be. **The quiz in May's section 11.2:**
# multiply 0.0001 by itself in a loop of a hundred steps, $i=0,\dots,99$, and look at every tenth
# result. Which is the last index at which you still see a number? **Guess first.**

# %%
product, every_tenth = 1.0, {}
for i in range(100):
    product *= 1e-4
    if i % 10 == 0:
        every_tenth[i] = product

print({i: f"{value:.1g}" for i, value in every_tenth.items()})
print("last that is not 0:", max(i for i, value in every_tenth.items() if value > 0))
print("first that is 0:   ", min(i for i, value in every_tenth.items() if value == 0))

# %% [markdown]
# The smallest number above 0 that a float can hold is about $5\cdot10^{-324}$. What is smaller
# becomes 0: **underflow**. The cure is the logarithm. It turns products into sums, and it never
# changes an order: $a<b$ exactly if $\log a<\log b$. So the largest log wins, too:
#
# $$\hat y = \arg\max_y\;\Bigl(\log P(y) + \sum_{i=1}^n\log P(w_i\mid y)\Bigr) .$$

# %%
ax = figures.underflow(1e-4, words=140)
plots.show(
    ax,
    "Left: the curve of log x, which falls steeply towards 0: log 1 is 0, log 0.1 is -2.3, log "
    "0.0001 is -9.2. Right: a product of factors 0.0001 on a log scale falls along a straight line "
    "and ends after 80 words, where it becomes 0. The sum of logs goes on along the line.",
)

# %% [markdown]
# `train_naive_bayes` puts it together: log-priors, and for each label a table with the smoothed
# log-probability of *every* word of the vocabulary and of OOV. `log_score` adds up, and looks up
# OOV for any word that is not in the table. `predict_label` is the frame of section 1 with that score.

# %%
model = naive_bayes.train_naive_bayes(train)
for label, table in model["log_likelihoods"].items():
    total = sum(exp(value) for value in table.values())
    print(
        f"{label}: {len(table):,} entries, OOV {table[OOV]:.3f}, probabilities add up to {total:.6f}"
    )

sentence = ["an", "engrossing", "mess", ",", "dull", "and", "unfunny", "blargh"]
for label in model["log_priors"]:
    print(f"{label}: log-score {naive_bayes.log_score(sentence, label, model):.3f}")


# %% [markdown]
# One label lacks *engrossing*, the other *unfunny*, nobody knows *blargh*, and still there is an
# answer: `neg`. Check that the sum of logs is the log of the product:

# %%
table = model["log_likelihoods"]["neg"]
chances = [exp(table.get(word, table[OOV])) for word in sentence]
print("log of the product:", round(log(priors["neg"] * prod(chances)), 6))
print("sum of the logs:   ", round(naive_bayes.log_score(sentence, "neg", model), 6))


# %%
def with_model(model):
    return lambda words: naive_bayes.predict_label(words, model)


results["naive Bayes, smoothed"] = accuracy(with_model(model))

ax = figures.accuracy_bars(results, title="What each idea is worth")
plots.show(
    ax,
    "Bars of held-out accuracy: " + ", ".join(f"{k} {v:.3f}" for k, v in results.items()) + ".",
)

# %% [markdown]
# From 0.622 with a list that people made, to 0.701 with a list from data, to **0.772** with
# probabilities. The plain shares in between were worse than either list: the idea needs smoothing to
# be worth anything. (On 2,000 sentences such a number has a standard error of $\sqrt{0.77\cdot0.23/2000}$,
# about 0.01: gaps of a few thousandths mean nothing.)
#
# Which words tell most? Those whose two log-probabilities differ most:

# %%
listed = sorted(vocabulary)
weight = dict(zip(listed, figures.evidence(listed, model, ("neg", "pos")), strict=True))
ranked = sorted(listed, key=lambda word: (weight[word], word))
extremes = ranked[:10] + ranked[-10:]

ax = figures.evidence_bars([weight[w] for w in extremes], extremes, title="The most telling words")
plots.show(
    ax,
    "Bars of log P(word given pos) minus log P(word given neg). For neg: "
    + ", ".join(ranked[:10])
    + ". For pos: "
    + ", ".join(ranked[-10:])
    + ".",
)

# %% [markdown]
# Most are what you would expect. *Flaws* as a word of praise is a surprise, until you think of
# "despite its flaws". And *martha* is no opinion at all but a name in a title: the model learns
# whatever helps on these sentences, and would carry it over to others.
#
# Sentences are short, so here a product would still do. What of longer texts? Glue held-out
# sentences with the same label together and classify them with the product and with the logs.


# %%
def by_product(words):
    def score(words, label):
        table = model["log_likelihoods"][label]
        return prod((exp(table.get(w, table[OOV])) for w in words), start=priors[label])

    return naive_bayes.classify(words, list(priors), score)


def glued(n):
    for label in ("neg", "pos"):
        texts = [words for words, y in held_out if y == label]
        for i in range(0, len(texts) - n + 1, n):
            yield sum(texts[i : i + n], ()), label


# %%
for n in (1, 2, 5, 10):
    texts = list(glued(n))
    in_logs = accuracy(with_model(model), texts)
    in_products = accuracy(by_product, texts)
    words_each = sum(len(words) for words, _ in texts) / len(texts)
    print(f"{words_each:5.0f} words: product {in_products:.3f}, logs {in_logs:.3f}")

# %% [markdown]
# With logs, more text is more evidence: 0.772 becomes 0.995. With products both scores become 0
# somewhere around 100 words, and at 200 the classifier is back at guessing.

# %% [markdown]
# ## 6. Should rare words keep their names?
#
# OOV never occurs in training, so its probability is a bare guess: about 0.00001, while 6 % of the
# held-out tokens *are* unseen words. May's remedy: before training, turn every word that occurs
# **fewer than $k$ times** into OOV. Then the model learns how OOV behaves from words that it almost
# did not see. `replace_rare(documents, k)` does that.

# %%
documents, labels = [words for words, _ in train], [label for _, label in train]
opinions = sorted(word for word in vader["neg"] | vader["pos"] if in_all[word] == 1)
print(len(opinions), "words of VADER's list were seen once, such as", *opinions[:6])

for k in (1, 2, 3, 5, 10):
    replaced = naive_bayes.replace_rare(documents, k)
    with_oov = naive_bayes.train_naive_bayes(list(zip(replaced, labels, strict=True)))
    score = accuracy(with_model(with_oov))
    tables = with_oov["log_likelihoods"]
    p_oov = {label: f"{exp(tables[label][OOV]):.5f}" for label in ("neg", "pos")}
    print(f"k = {k:2}: {len(tables['pos']) - 1:6,} words, P(OOV | y) {p_oov}, accuracy {score:.4f}")

# %% [markdown]
# With $k=2$ the model expects 6 % of OOV, as many as there are: as a description of text it is better
# now, and less than half as large. As a *classifier* it is not better here: 0.763 against 0.772. Many
# rare words are opinions, and as OOV they fall silent. Whether to replace, and at which $k$, is a
# question to ask held-out data, not theory. (To choose $k$ honestly you need a third set of
# sentences: lecture 06.)

# %% [markdown]
# <details><summary><b>Think:</b> subword tokens cut every unseen word into known pieces. Why can they
# not do away with OOV and smoothing? (May)</summary>
#
# *OOV:* the pieces are learnt from data as well. A character that never occurred there, an emoji or
# a letter of another alphabet, cannot be made of known pieces. (Going down to single bytes closes
# this gap, at the price of pieces that mean little.)
#
# *Smoothing:* it is needed wherever a count **under one label** is 0. A piece can be well known and
# still never have come with `neg`. That is the case of *amazing*, not of *blargh*. Fewer types make it
# rarer, but with thousands of pieces and little text it stays.
# </details>

# %% [markdown]
# ## 7. What if words are not independent?
#
# They are not. May's example is *San Francisco*: $P(\text{San}\mid y)$ is small, and
# $P(\text{San}\mid y,\text{Francisco})$ almost 1. *Francisco* does not occur in our sentences, but
# *New York* does, and so do more pairs of the kind. In what share of the negative sentences is the
# first word there, and in what share of those that hold the second?


# %%
def share_with(word, sentences):
    return sum(word in words for words in sentences) / len(sentences)


negative = [words for words, label in train if label == "neg"]
for first, second in (("new", "york"), ("special", "effects"), ("soap", "opera")):
    given = [words for words in negative if second in words]
    print(
        f"P({first} | neg) = {share_with(first, negative):.3f},",
        f"P({first} | neg, {second}) = {share_with(first, given):.3f}",
    )

# %% [markdown]
# Naive Bayes uses the small number both times, so the pair counts as two pieces of evidence where
# there is one. To see what double counting does, take it to the extreme: write **every word twice**,
# in training and in the held-out sentences. Nothing new is said. **Predict:** what happens to the
# accuracy, and what to how sure the model is?

# %%
twice = naive_bayes.train_naive_bayes([(words + words, label) for words, label in train])
versions = {"words once": (model, 1), "words twice": (twice, 2)}
truth = np.array([label == "pos" for _, label in held_out])

curves = {}
for name, (trained, copies) in versions.items():
    p_pos = np.array(
        [figures.posterior(words * copies, trained, ("neg", "pos")) for words, _ in held_out]
    )
    sure, right = np.maximum(p_pos, 1 - p_pos), (p_pos >= 0.5) == truth
    curves[name] = figures.reliability(sure, right, edges=(0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1))
    over_99 = sure > 0.99
    print(
        f"{name:11} accuracy {right.mean():.3f}, mean probability of its answer {sure.mean():.3f};",
        f"over 0.99: {over_99.sum()}, right of these {right[over_99].mean():.3f}",
    )

# %%
ax = figures.reliability_curve(curves, title="Too sure, and surer when told twice")
plots.show(
    ax,
    "Share of right answers against the probability that the model gives its answer, in six groups. "
    + " ".join(
        f"With {name}: " + ", ".join(f"{said:.2f} is {share:.2f}" for said, share, _ in rows) + "."
        for name, rows in curves.items()
    )
    + " Both curves lie below the diagonal almost everywhere.",
)

# %% [markdown]
# The accuracy hardly moves. The **probabilities** do: answers given more than 0.99 rise from 392 to
# 1,148, and many more of them are wrong. Even without the copies the model is too sure of itself,
# because real words repeat each other in part. Use naive Bayes to choose; be careful with its
# probabilities.
#
# **Nine friends.** May puts it like this: nine of ten people recommend a film to you, but eight of
# the nine have not seen it and only repeat what the ninth said. Say a friend who saw it recommends a
# good film with probability 0.7 and a bad one with 0.3, and half of all films are good. **Before you
# move the slider:** with nine yes and one no, how probable is a good film if all ten speak for
# themselves? And if eight repeat?

# %%
figures.friends_slider()

# %%
for yes in (9, 1):
    likelihoods = [0.7**yes * 0.3, 0.3**yes * 0.7]  # of what they said, for a good and a bad film
    good, _ = probability.bayes(likelihoods, [0.5, 0.5])
    print(f"{yes} opinions for, 1 against: P(good) = {good:.4f}")

# %% [markdown]
# One opinion for and one against cancel: 0.5. Naive Bayes has no way to know who repeats whom, and
# stays at 0.999 whatever the slider says. Here is the same in a real held-out sentence:

# %%
fisher = next(words for words, _ in held_out if words.count("fisher") == 3)
print(" ".join(fisher))
for word in ("antwone", "fisher", "problem"):
    print(f"{word:8} {fisher.count(word)} x {weight[word]:+.2f}")

each_once = list(dict.fromkeys(fisher))
for name, words in (("as it stands", fisher), ("each word once", each_once)):
    print(f"P(pos), {name}: {figures.posterior(words, model, ('neg', 'pos')):.4f}")

# %% [markdown]
# The critic complains. But some praise for *Antwone Fisher* was in the training data, and the name
# comes three times, in two words: one title counts as six independent recommendations.
#
# Words that overlap are a mild case. Once you add features such as "the word and its neighbour",
# "its first letters" or "is on some list", one fact appears under many names. The classifiers of
# lectures 04 to 07 learn their weights together, so that copies share one weight between them.

# %% [markdown]
# ## 8. Which sentences does it get wrong, and why?
#
# Numbers first. Where a sentence holds a turn, is the model worse?

# %%
groups = {
    "but": {"but"},
    "than": {"than"},
    "not, no, never ...": {"not", "no", "never", "nothing", "isn't", "doesn't", "don't"},
}
for name, marks in groups.items():
    inside = [(words, label) for words, label in held_out if marks & set(words)]
    outside = [(words, label) for words, label in held_out if not marks & set(words)]
    with_it, without = (accuracy(with_model(model), part) for part in (inside, outside))
    print(f"{name:18} {len(inside):4} sentences: {with_it:.3f}, all others {without:.3f}")

# %% [markdown]
# Contrast and comparison ("more of a curiosity *than* a thriller") cost seven to nine points, and
# negation three. Now look at single sentences. **Before you choose one, read it and say which words
# will mislead the model.**

# %%
sentences = {
    "it's never dull and always looks good .": "pos",
    "i simply can't recommend it enough .": "pos",
    "nervous breakdowns are not entertaining .": "neg",
    "some stunning visuals -- and some staggeringly boring cinema .": "neg",
    "worthy of the gong .": "neg",
    "falls neatly into the category of good stupid fun .": "pos",
    "enduring love but exhausting cinema .": "neg",
}
figures.sentence_explorer(sentences, model)

# %% [markdown]
# Anyone who got these words in a bag would be misled just as well:
#
# - **negation:** *never dull* counts *dull* against the film; *not entertaining* counts as
#   entertaining;
# - **idiom:** *can't recommend it enough* is the highest praise, made of words of blame;
# - **contrast:** *stunning* and *cinema* together outweigh *boring*; the bag has forgotten what was
#   stunning and what was boring;
# - **rare words:** *staggeringly* and *nervous* weigh $\log 3\approx1.10$, because they were seen twice,
#   by chance both times in praise; *breakdowns*, never seen, weighs 0.
#
# And some errors are not the model's:

# %%
odd = next((words, label) for words, label in held_out if "communion" in words)
print(odd[1], "|", " ".join(odd[0]))

# %% [markdown]
# That is marked as praise in the data. A classifier that reads well will say `neg` and be counted
# wrong, so an accuracy of 1.0 is out of reach.

# %% [markdown]
# ## 9. Does it model more than it needs?
#
# We only wanted $P(y\mid s)$. On the way we modelled $P(s\mid y)\,P(y)=P(s,y)$, the **joint**
# probability of sentence and label. Such a classifier is called **generative** (Boye, 5a): it could
# make up data. Draw a label, then draw words from $P(w\mid y)$:

# %%
rng = np.random.default_rng(3)
for label in ("pos", "neg"):
    words = sorted(model["log_likelihoods"][label])
    p = np.exp([model["log_likelihoods"][label][word] for word in words])
    print(label, "|", " ".join(rng.choice(words, size=14, p=p / p.sum())))

# %% [markdown]
# No critic wrote that: the model knows which words there are, and nothing about sentences. It does
# not need to, to choose a label.
#
# A **discriminative** classifier models $P(y\mid s)$ directly and leaves $P(s,y)$ alone. What does it
# save? Below are two worlds in which the four possible texts are differently frequent. Their joint
# probabilities differ everywhere, and the question that we ask has the same answer in both.

# %%
p_pos_given_s = np.array([0.9, 0.6, 0.3, 0.1])
for name, p_s in (("world A", [0.4, 0.3, 0.2, 0.1]), ("world B", [0.1, 0.1, 0.1, 0.7])):
    joint = np.array([p_s * p_pos_given_s, p_s * (1 - p_pos_given_s)])  # rows: pos, neg
    print(name, " P(s, pos)", joint[0], " P(pos | s)", joint[0] / joint.sum(axis=0))

# %% [markdown]
# | | generative | discriminative |
# |---|---|---|
# | models | $P(x,y)=P(x\mid y)\,P(y)$ | $P(y\mid x)$ |
# | example | naive Bayes | logistic regression (05), softmax regression (07) |
# | training | counting, one pass, no search | minimising a loss, many passes |
# | can also | make up data, work with parts of $x$ missing | take features that overlap |
# | price | assumes how $x$ comes about | says nothing about $x$ |
#
# Both end in the same kind of rule. A log-score is a sum of one weight per word, so naive Bayes is a
# **linear classifier**, as lecture 03 will show.

# %% [markdown]
# ## Check yourself
#
# 1. A label has 50 tokens; the vocabulary has 20 words; *warm* was seen 3 times. What is
#    $P(\text{warm}\mid y)$, and what is $P(\text{OOV}\mid y)$, with add-one smoothing?
# 2. Someone writes `log(p1 + p2 + p3)` for the log-score. What should it be?
# 3. Two labels, $P(\text{pos})=0.9$. A sentence has $P(s\mid\text{pos})=10^{-8}$ and
#    $P(s\mid\text{neg})=5\cdot10^{-8}$. Which label wins?
# 4. Why is it safe to drop $P(s)$ when you choose, and not when you want a probability?
# 5. A feature has the values red, green and blue. Red came 4 times, green 2 times, blue never. What
#    are the smoothed probabilities?
# 6. You copy a feature: it now stands twice in every example. Which change more, the choices of
#    naive Bayes or its probabilities?
#
# <details><summary>Answers</summary>
#
# 1. $(3+1)/(50+20+1) = 4/71$ and $1/71$.
# 2. `log(p1) + log(p2) + log(p3)`: the log of a *product*. A log of a sum is something else.
# 3. `pos`: $0.9\cdot10^{-8}$ against $0.1\cdot5\cdot10^{-8}=0.5\cdot10^{-8}$.
# 4. It divides all labels by the same number: the order stays, the values change.
# 5. $5/9$, $3/9$, $1/9$: six examples and three values; no OOV.
# 6. Its probabilities: they are pushed towards 0 and 1. Choices change only near a tie.
# </details>

# %%
for count in (3, 0):
    print("1.", Fraction(naive_bayes.smoothed_probability(count, 50, 20)).limit_denominator(1000))
print("3.", {"pos": f"{0.9 * 1e-8:.1e}", "neg": f"{0.1 * 5e-8:.1e}"})
print("5.", naive_bayes.categorical_likelihood([0] * 4 + [1] * 2, n_values=3) * 9, "/ 9")

# %% [markdown]
# ## Take-aways
#
# - A classifier is a score and an arg max; rules, counted lists and probabilities differ in the score.
# - Naive Bayes: $\arg\max_y P(y)\prod_i P(w_i\mid y)$, with words independent *given the label*.
# - Smooth: $(\text{count}+1)/(N_y+V+1)$, with one type for all words never seen; a 0 forgets all else.
# - Compute with logs: products of many probabilities underflow, sums of logs do not.
# - Choices survive a broken assumption better than probabilities do: evidence told twice counts twice.
#
# **Go on with** [exercise 02](../exercises/02-naive-bayes/02-naive-bayes.ipynb): you write every step
# of this lecture yourself.
#
# ### Sources
#
# J. May, *Linear Models*, 2023. J. Boye, *DD2418 Language Engineering*, 5a, KTH. M. Hasegawa-Johnson &
# J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0). Sentences: B. Pang & L.
# Lee, *Seeing stars*, ACL 2005. Word list: C. J. Hutto & E. Gilbert, *VADER*, ICWSM 2014. Further
# reading: D. D. Lewis, *Naive (Bayes) at forty*, ECML 1998; P. Domingos & M. Pazzani, *On the
# optimality of the simple Bayesian classifier under zero-one loss*, Machine Learning 29, 1997; A. Y.
# Ng & M. I. Jordan, *On discriminative vs. generative classifiers*, NIPS 2001.
