# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 09 One family
#
# **One gift, and the question of who pays for it.**
#
# About 100 minutes, pencil work included, and another 40 for the problems. Take a break after section
# {#temperature}. Builds on lecture 07.
#
# On the first page of this course a machine read the sentence *it is never boring* and took praise
# for a complaint. You were promised more machines, which would differ from it in one thing only:
# where their weights come from. By now you have built them all. So put the same sentence on all of
# their scales. Each machine has read the same 8,530 film sentences and looks at nothing but which
# words a sentence contains. (With two classes softmax regression *is* logistic regression, so these
# four stand for everything that you have met.)

# %% tags=["hide-input"]
import numpy as np

from lincourse import datasets, plots
from lincourse.derivations import numerical_gradient
from lincourse.family import linear_update, mean_and_error
from lincourse.figures import family as figures
from lincourse.softmax import softmax, softmax_loss

np.set_printoptions(precision=4, suppress=True)
sentence = "it is never boring"
words, weights = figures.four_scales(sentence)
ax = figures.scales(weights, words)
plots.show(
    ax,
    "Four panels with bars for the weights of bias, it, is, never and boring, and for their sum. "
    "In all four panels boring pulls far to the side of blame and never pulls the same way, and the "
    "sum is negative: naive Bayes -2.85, perceptron -1.53, SVM -3.05, softmax -1.98.",
)

# %% [markdown]
# Bars to the left say *disliked it*, bars to the right *liked it*. (The units differ, so compare bars
# within a panel only.) One machine counted, one repaired its weights after each mistake, one also
# asked for a lead, and one walked down a slope. And yet they make the same mistake, with almost the
# same picture.
#
# That is suspicious, and it gives us the two questions of this last lecture. **Are these four
# machines, or one? And does it matter which of them you take?** On the way you'll see what it takes
# to make them understand *never boring*, because that was promised too.

# %% [markdown]
# **In this lecture**
#
# {contents}
#
# {formulas}

# %% [markdown] section="update"
# ## 1. What does one example do to the weights?
#
# Give all four machines the same weights and the same example, and look at what they do next. Fifteen
# film reviews, five of each kind, consist of three words only:
#
# |kind|reviews|great|dull|plot|tokens|
# |---|---|---|---|---|---|
# |positive|5|7|1|2|10|
# |negative|5|3|4|3|10|
# |mixed|5|5|2|3|10|
#
# As in lecture 03, the logarithms of the shares are weights: $\log\frac5{15}$ is the bias of each
# kind, and $\log\frac1{10}$ is the weight of *dull* for the positive one. (No count is 0, so we leave
# out the smoothing.) Now a sixteenth review arrives, *dull plot*, or $x=(1,0,1,1)$: the constant, no
# *great*, one *dull*, one *plot*.
#
# 1. $z_{\text{positive}}=\log\bigl(\tfrac5{15}\cdot\tfrac1{10}\cdot\tfrac2{10}\bigr)=\log\tfrac1{150}$
#    — *the sum of the logarithms is the logarithm of the product*
# 2. $z_{\text{negative}}=\log\bigl(\tfrac5{15}\cdot\tfrac4{10}\cdot\tfrac3{10}\bigr)=\log\tfrac6{150}$
#    and $z_{\text{mixed}}=\log\bigl(\tfrac5{15}\cdot\tfrac2{10}\cdot\tfrac3{10}\bigr)=\log\tfrac3{150}$
#    — *in the same way*
# 3. $S(z)=\bigl(\tfrac1{10},\tfrac6{10},\tfrac3{10}\bigr)$ — *softmax takes $e$ to the power of each
#    score, which leaves 1, 6 and 3 in 150, and divides by their sum*
#
# The largest score says *negative*. Then the label is revealed: the critic liked the film, dull plot
# and all. **Before you read on,** what does each of the four do? You know all four rules. Write down
# by how much each row of $W$ moves if $\eta=1$.
#
# - *Naive Bayes* notes one more positive review with one more *dull* and one more *plot*. In its table
#   of *counts* the row of the right class gains $x$, and that is all.
# - *The perceptron* adds $x$ to the row of the right class and subtracts $x$ from the row of the class
#   that it chose.
# - *The SVM* of lecture 04 does the same, but before it compares the scores it gives a bonus of 1 to
#   every wrong class.
# - *Softmax regression* moves every row: the right one by $(1-0.1)\,x=0.9\,x$ upwards, the others by
#   $0.6\,x$ and $0.3\,x$ downwards.
#
# Each time the right class is given the example $x$ as a present. **The four only disagree about who
# pays for it.** With naive Bayes nobody pays. With the perceptron the winner pays for everything, with
# the SVM the winner after the bonus, and with softmax everybody pays as much as they hold.
#
# If the winner *is* the right class, it is given $x$ and pays $x$, and nothing happens: the rule
# doesn't even need an "if". Suppose the label had said *negative*, so that the machine was right.
# **Before you run the cell:** which of the four machines do nothing in that case? (`figures.BILLS`
# holds, for each machine, a function that takes the scores and the right class and returns what each
# class pays.)

# %%
counts = np.array([[5, 7, 1, 2], [5, 3, 4, 3], [5, 5, 2, 3]])  # reviews, great, dull, plot
W = np.log(counts / [15, 10, 10, 10])
x = np.array([1, 0, 1, 1])
z = W @ x
print("scores", z, "  e to the scores, times 150:", 150 * np.exp(z))
errors = {"right: positive": {}, "right: negative": {}}
for y, case in enumerate(errors):
    for machine, pays in figures.BILLS.items():
        errors[case][machine] = np.eye(3)[y] - pays(z, y)  # gift minus payment

# %% tags=["hide-input"]
ax = figures.bills(errors, ["pos.", "neg.", "mixed"])
plots.show(
    ax,
    "Two rows of four panels with gains upwards and payments downwards. If positive is right: "
    "naive Bayes +1, 0, 0; perceptron and SVM +1, -1, 0; softmax +0.9, -0.6, -0.3. If negative is "
    "right: naive Bayes 0, +1, 0; perceptron all 0; SVM 0, +1, -1; softmax -0.1, +0.4, -0.3.",
)

# %% [markdown]
# If the answer was right, only the perceptron does nothing. The SVM was right by
# $\log6-\log3=\log2\approx0.69$, less than the bonus of 1, so *mixed* overtakes with its bonus and
# has to pay. Softmax held 0.6 and lacks 0.4, which the two others pay. Naive Bayes doesn't even look.
#
# The bars show *gift minus payment*, $t-\hat p$, the **error term**. Here $t$ is the one-hot target,
# and $\hat p$ stands for whatever is taken from each class. Multiply it by $x$, and all four rules are
# one line:
#
# $$W\leftarrow W+\eta\,(t-\hat p)\,x^\top .$$
#
# |machine|$\hat p$: what each class pays|
# |---|---|
# |naive Bayes|0, and the table of counts is updated instead of $W$|
# |perceptron|one-hot of $\arg\max_k z_k$|
# |SVM|one-hot of $\arg\max_k(z_k+\text{cost}_k)$; it may also shrink $W$ before each step|
# |softmax|$S(z)$|
#
# Why is the perceptron in this list?
#
# 1. $\hat p=\text{one-hot}(\hat y)$ with $\hat y=\arg\max_k z_k$ — *the winner pays everything*
# 2. $t-\hat p$ is $+1$ at $y$, $-1$ at $\hat y$ and 0 elsewhere; if $\hat y=y$, it is 0 everywhere —
#    *two one-hot vectors, subtracted: the rule of lecture 04, case by case, with no further factor*
#
# Check it on our example. The function `linear_update` is the one that you'll write in the exercise.

# %%
for machine in ("perceptron", "softmax"):
    print(f"{machine}: what is added to W (columns: bias, great, dull, plot)")
    print((linear_update(machine, W, x, 0, eta=1.0) - W).round(4))

# %% [markdown]
# Read the tables in both directions. In the column of *great* nothing moves, because $x$ is 0 there:
# a word that didn't occur takes no blame and gets no credit. And every column adds up to 0, because
# the others pay what the right class gains.
#
# **With two classes,** $t_0-\hat p_0$ is minus $t_1-\hat p_1$, so the two rows move in opposite
# directions, and the one vector $\mathbf w=\mathbf w_1-\mathbf w_0$ of lectures 04 and 05 moves by
# $2\eta\,(t_1-\hat p_1)\,x$. A rate of $\eta$ here does what a rate of $2\eta$ did there.
#
# The loop around the rule is the same for all machines. As pseudocode:
#
# ```text
# W = 0
# for each epoch:
#     for each example (x, y), in a new random order:
#         p_hat = what each class pays, given the scores W x
#         W = W + eta (t - p_hat) x^T
# return the mean of all these W
# ```
#
# The mean is that of lecture 04. `figures.learn` is this loop; it skips the columns in which $x$ is 0.
# Exchange one function, and you have trained another machine.

# %% [markdown] section="naive-bayes"
# ## 2. What if nobody pays?
#
# A present that nobody pays for is counting. Start from a table $N$ of zeros, take nothing from
# anybody, and after one epoch row $k$ of $N$ holds how often each word came with class $k$. The order
# of the examples makes no difference, a second epoch would only double the table, and there is no
# learning rate worth choosing.
#
# We need data. The 8,530 film sentences are cut into five parts. Each part serves once as test set,
# the next one as validation set, and the other three as training set. In these five *folds* every
# sentence is tested exactly once. Features are the words that occur in at least two training
# sentences, and a sentence has a word or doesn't.
#
# Now use the table of counts as weights, just as it is. **Before you run the cell:** how many
# sentences of the first test part will that get right? Naive Bayes, made from the very same counts,
# is printed beside it. (`figures.shares(N, alpha)` adds $\alpha$ to each count of a word and divides
# by the sum of the row.)

# %%
films = figures.films()
fold = films[0]
N = figures.counted(fold.train, fold.shape)
W_bayes = np.log(figures.shares(N, alpha=1.0))
print(len(fold.train.y), "training,", len(fold.test.y), "test sentences,", len(N[0]), "columns")
for name, W_now in (("counts as weights", N), ("naive Bayes", W_bayes)):
    print(f"{name:18} {figures.right(W_now, fold.test).mean():.3f} right")
print(f"majority baseline  {(fold.test.y == N[:, 0].argmax()).mean():.3f} right")

for j in np.argsort(-np.abs(N[1] - N[0]))[:7]:
    print(f"    {fold.features[j]:8} {N[0, j]:5.0f} neg {N[1, j]:5.0f} pos", end=", ")
    print(f"difference {N[1, j] - N[0, j]:+5.0f}, log-ratio {W_bayes[1, j] - W_bayes[0, j]:+.2f}")

# %% [markdown]
# The counts get 0.546 right, hardly more than the baseline of 0.501. Naive Bayes reaches 0.746 with
# the very same table. Between the two lie only shares in place of counts, and their logarithms. The
# list shows what that changes. The largest differences belong to common words: *and* is 282 sentences
# ahead in praise, so it outvotes *bad*, which occurs 106 times in blame, 11 times in praise and is
# only 95 ahead. The logarithm of a ratio asks how many *times* more frequent a word is, and then *bad*
# weighs $-2.20$ and *and* only $+0.23$.
#
# So naive Bayes gets from gifts to weights by a formula of its own. The other machines can take back
# what they gave: when *and* has too much weight, answers go wrong, and somebody pays. That makes two
# cures for the same table, a logarithm or correction. Section {#comparison} sets one against the other.

# %% [markdown] section="temperature"
# ## 3. What lies between everybody and the winner?
#
# With softmax everybody pays, with the perceptron the winner does. You know what lies between them
# from lecture 07: divide the scores by a **temperature** $T>0$ before the softmax, $\hat p=S(z/T)$.
# Let $\hat y$ be the class with the largest score, and suppose that there is no tie.
#
# 1. $\hat p_k=\dfrac{e^{(z_k-z_{\hat y})/T}}{\sum_j e^{(z_j-z_{\hat y})/T}}$ — *divide numerator and
#    denominator by $e^{z_{\hat y}/T}$*
# 2. For $k\ne\hat y$ the exponent goes to $-\infty$ as $T\to0$ — *its numerator is negative; so these
#    powers go to 0*
# 3. For $k=\hat y$ the exponent is 0 at every $T$ — *its power stays 1, and the sum goes to 1*
# 4. $\hat p\to\text{one-hot}(\hat y)$ as $T\to0$ — *lines 1 to 3: what the perceptron takes*
# 5. $\hat p_k\to\frac1K$ as $T\to\infty$ — *all exponents go to 0, so all powers go to 1*
#
# **Play.** Three classes have the scores 2, 1.5 and 0.5, and the third is the right one. Run the cell
# to get a slider; on paper you see three temperatures and the perceptron. **Before you move it:** at a
# high temperature, which of the two wrong classes pays more? When it is very cold, what does class 1
# pay? Then choose the tie: what does the cold do to *that*?

# %% tags=["hide-input"]
figures.temperature_slider()

# %% [markdown]
# At a high temperature class 0 pays only a little more than class 1, and the right class pays a share
# of its own present. In the cold, class 0 pays for everything, and class 1 goes free although it is
# wrong too. The tie is **where it breaks.** Two equal scores pay the same at every temperature, while
# the perceptron picks the first of them: lines 2 and 3 needed a single largest score.
#
# ### A dial that you have often turned
#
# Nobody sets a temperature when training softmax regression. Or so it seems. Write $W'$ for $W/T$:
#
# 1. $W\leftarrow W+\eta\,\bigl(t-S(Wx/T)\bigr)\,x^\top$ — *softmax at temperature $T$*
# 2. $W'\leftarrow W'+\dfrac\eta T\,\bigl(t-S(W'x)\bigr)\,x^\top$ — *divide both sides by $T$*
# 3. $\arg\max_k(W'x)_k=\arg\max_k(Wx)_k$ — *dividing by a positive number changes no decision*
#
# Line 2 is softmax regression at temperature 1 with a learning rate of $\eta/T$. If both start from
# zeros, they always make the same decisions. **The learning rate is the temperature dial, turned the
# other way round.** So an enormous rate should turn softmax regression into a perceptron. And at the
# other end, where every class pays $\frac1K$, each example adds $(t-\frac1K)\,x^\top$. These add up to
# the counts less the mean of their rows: the *last* $W$ decides like the bare counts.
#
# **Before you run the cell:** on what share of the test sentences will softmax and the perceptron
# agree at a rate of $\frac1{64}$, and at 1,024? (`figures.leaders` is a perceptron in which classes that tie for
# the lead share the bill.)


# %%
def answers(pays, eta, epochs=3):
    W = figures.learn(pays, fold.train, fold.shape, eta, epochs, seed=0)[-1]
    return figures.scores(W, fold.test).argmax(axis=1)


hard, shared = answers(figures.winner, 1.0), answers(figures.leaders, 1.0)
for eta in (1 / 64, 1 / 4, 1024):
    soft = answers(figures.everybody, eta)
    print(f"rate {eta:8}: agrees with the perceptron on {(soft == hard).mean():.3f}", end=", ")
    print(f"if ties share the bill on {(soft == shared).mean():.3f}")
bare = figures.scores(N, fold.test).argmax(axis=1)
for epochs in (1, 5):
    mean_W = (answers(figures.equally, 1.0, epochs) == bare).mean()
    print(f"all pay the same, epochs {epochs}: the mean W agrees with the counts on {mean_W:.3f}")

# %% [markdown]
# Softmax and the perceptron agree on 0.826 of the sentences at a rate of $\frac1{64}$ and on about 0.9 at
# $\frac14$ and at 1,024. The rest is a matter of ties: at the first example all scores are 0, and scores
# can tie again later. The perceptron takes everything from the first of the leaders, while the cold limit
# of softmax lets them share. Train *that* perceptron, and the agreement at 1,024 is 1.000: *softmax regression in a
# hurry is a perceptron* that is fair about ties.
#
# At the hot end the mean $W$, which we keep, isn't quite the bare counts, because early examples are in
# more of the averaged $W$ than late ones. After one epoch the two agree on 0.808 of the sentences,
# after five on 0.997.
#
# The losses meet as well. The loss whose gradient is $(S(z/T)-t)\,x^\top$ is
# $T\log\sum_k e^{z_k/T}-z_y$, at $T=1$ the cross-entropy. As $T\to0$ it becomes the perceptron's,
# $\max_k z_k-z_y$ (problem 1). With the bonus that is the SVM's, $\max_k(z_k+\text{cost}_k)-z_y$, for two
# classes the hinge.

# %% tags=["hide-input"]
ax = figures.temperature_losses([2.0, 1.0, 0.3])
plots.show(
    ax,
    "Loss against the lead of the right class, for two classes. All curves fall from the upper left. "
    "The perceptron's reaches 0 at a lead of 0, the hinge at a lead of 1. The softmax curves at "
    "temperatures 2, 1 and 0.3 are smooth, lie above the perceptron's, and come closer to it the "
    "colder it is; they never reach 0.",
)

# %% [markdown]
# The perceptron's loss is 0 as soon as the right class is ahead, the hinge from a lead of 1 on.
# Softmax's is never 0: the warmer it is, the more it asks for a lead even if the answer is right.

# %% [markdown] section="comparison"
# ## 4. Does it matter who pays?
#
# We want an answer that can be trusted, so the rules of the comparison come first.
#
# - *Three sets of data:* the film sentences; 1,797 handwritten digits of 64 pixels; and 342 penguins of
#   three species, whose four measurements are each cut into six ranges, so that a bird is a "sentence"
#   of four words out of 24. All machines see the same features.
# - *Five folds* of each, as in section {#naive-bayes}, each with its own order of the examples.
# - *Settings chosen on the validation part, by accuracy.* SVM and softmax choose a learning rate
#   ($\frac1{64}$, $\frac1{16}$ or $\frac14$) and the number of epochs; the perceptron only the epochs
#   (from zero, its rate changes nothing). The rates are powers of two, so that no step of perceptron and
#   SVM is rounded and equal scores really are equal. The SVM doesn't shrink its weights, so that the three
#   differ only in the bill. Naive Bayes chooses $\alpha$ from seven. The test part is used once, at the end.
# - *A standard error beside every difference,* and the majority baseline beside every machine.
#
# Two more machines take part, because naive Bayes differs from the others twice: it doesn't look at its
# own answers, *and* it takes logarithms. So we fill in the missing fields of a two-by-two table:
#
# | |only counts|corrects itself|
# |---|---|---|
# |no logarithm|*shares* of the counts as weights|softmax regression, from $W=0$|
# |logarithm|naive Bayes|*both*: softmax steps that start from naive Bayes' weights|
#
# *Shares* choose $\alpha$ like naive Bayes. *Both* starts from the weights that naive Bayes chose, and
# then chooses a rate and a number of epochs like softmax. **Before you run the cell:** fill in the table
# for the film sentences. (Section {#naive-bayes} gave 0.546 for bare counts and 0.746 for naive Bayes on
# one fold. The training takes some seconds.)


# %%
def candidates(machine, fold, epochs, seed):
    """Weights for every setting that a machine can choose from."""
    N = figures.counted(fold.train, fold.shape)
    shares = [figures.shares(N, alpha) for alpha in (0.01, 0.1, 0.3, 1, 3, 10, 30)]
    if machine in ("shares", "naive Bayes"):
        return shares if machine == "shares" else [np.log(share) for share in shares]
    pays = figures.BILLS["softmax" if machine == "both" else machine]
    start = best([np.log(share) for share in shares], fold) if machine == "both" else None
    rates = (1 / 64, 1 / 16, 1 / 4) if machine != "perceptron" else (1.0,)
    return figures.learn(pays, fold.train, fold.shape, rates, epochs, seed, start)


def best(found, fold):
    return max(found, key=lambda W: figures.right(W, fold.validation).mean())


# %%
data = {"film sentences": films, "digits": figures.digits(), "penguins": figures.penguins()}
epochs = {"film sentences": 4, "digits": 4, "penguins": 10}  # at most
machines = ["naive Bayes", "perceptron", "SVM", "softmax", "shares", "both"]
found, right = {}, {}  # all candidates; for each example, is the chosen W right?
for name, folds in data.items():
    for machine in machines:
        parts = []
        for seed, fold in enumerate(folds):
            found[name, machine, seed] = candidates(machine, fold, epochs[name], seed)
            parts.append(figures.right(best(found[name, machine, seed], fold), fold.test))
        right[name, machine] = np.concatenate(parts).astype(int)

# %% [markdown]
# First the family, with paired differences on the same examples, as in lecture 02, and their standard
# errors in brackets.


# %%
def difference(name, one, other):
    return "{:+.3f} ({:.3f})".format(*mean_and_error(right[name, one] - right[name, other]))


for name, folds in data.items():
    majority = [fold.test.y == np.bincount(fold.train.y).argmax() for fold in folds]
    print(f"{name}: majority baseline {np.concatenate(majority).mean():.3f}")
    for machine in machines[:4]:
        print(f"    {machine:11} {right[name, machine].mean():.3f}", end="")
        print("; against softmax", difference(name, machine, "softmax"))

# %% [markdown]
# Read the last column; less than two standard errors is nothing to build on. (The five models of a
# machine share training examples, so these errors are a little too small.)
#
# - *Film sentences.* Naive Bayes is 1.3 points ahead of softmax regression. The perceptron is 1.2 points
#   behind with at most four epochs (and again if both may take 16). Softmax and SVM can't be told apart.
# - *Digits.* Naive Bayes is 5.7 points behind softmax, about nine standard errors. The SVM's 0.7 points are
#   little more than two, and among nine comparisons one such gap may well be luck.
# - *Penguins.* No gap reaches two standard errors.
#
# Does naive Bayes win on the films *because* it doesn't look at its own answers? Now the two-by-two table:
# each number compares two neighbouring fields.

# %%
for name in data:
    print(
        f"{name}: logarithm without correction", difference(name, "naive Bayes", "shares"), end=", "
    )
    print("with", difference(name, "both", "softmax"))
    print("    correction without logarithm", difference(name, "softmax", "shares"), end=", ")
    print("with", difference(name, "both", "naive Bayes"))

# %% tags=["hide-input"]
fields = [["shares", "softmax"], ["naive Bayes", "both"]]
tables = {
    name: [[right[name, machine].mean() for machine in row] for row in fields] for name in data
}
ax = figures.two_by_two(tables)
plots.show(
    ax,
    "Three panels with accuracies on one scale, counting on the left and correcting on the right. Film "
    "sentences: without the logarithm 0.556 rises to 0.736, with it 0.749 to 0.752. Digits: 0.861 to "
    "0.958, and 0.901 to 0.958. Penguins: 0.798 to 0.971, and 0.956 to 0.974.",
)

# %% [markdown]
# No. In all six comparisons correction comes out ahead, although the smallest of the six gains is little
# larger than its standard error. On the films it's the logarithm that puts naive Bayes ahead: softmax
# regression gains from it too.
#
# - *Film sentences.* Either cure repairs the counts, by 18 or 19 points. The second adds little to the
#   first: correction 0.3 points to the logarithm, and the logarithm, as a start, 1.6 points to correction.
# - *Digits.* The logarithm doesn't replace correction, which gains 5.7 points on top of it. Once there is
#   correction, the logarithm shows no gain.
# - *Penguins.* Either cure brings 16 or 17 points; little more can be said with 342 birds.
#
# So does it matter who pays? *Who* pays mattered little: among the three machines that correct themselves
# the largest gap is 1.2 points. *Whether* anybody pays mattered by 10 to 18 points for bare shares, and
# less with a logarithm.

# %% [markdown] section="learning-curves"
# ## 5. How much data does each need?
#
# Naive Bayes is **generative**: it assumes a story of how a review is written (lecture 02). The others
# are **discriminative**; they assume less, and so have more to find out. Assumptions should help as long
# as you know little and hurt once you know a lot, and such crossings have been found on many sets of data
# (Ng and Jordan, 2001). So give both kinds 150 training sentences, then 500, and so on. Settings are chosen
# at every size; the word list is that of the full training part. **Before you run the cell:** draw the two
# curves. Where do they cross?

# %%
sizes = [150, 500, 1500, 5118]
curves = {"naive Bayes": [], "softmax": []}
for size in sizes:
    for machine, curve in curves.items():
        parts = []
        for seed, fold in enumerate(films):
            few = fold.first(size)
            if size < len(fold.train.y):
                W_now = best(candidates(machine, few, 4, seed), few)
            else:  # trained in section {#comparison}
                W_now = best(found["film sentences", machine, seed], fold)
            parts.append(figures.right(W_now, fold.test).mean())
        curve.append(parts)
    gap = np.subtract(curves["naive Bayes"][-1], curves["softmax"][-1])
    means = [np.mean(curve[-1]) for curve in curves.values()]
    print("{:5} sentences: naive Bayes {:.3f}, softmax {:.3f}".format(size, *means), end="; ")
    print("difference {:+.3f} ({:.3f})".format(*mean_and_error(gap)))

# %% tags=["hide-input"]
ax = figures.learning_curves(sizes, curves)
plots.show(
    ax,
    "Accuracy on the test parts against the number of training sentences, from 150 to 5,118 on a "
    "logarithmic scale, five folds. Both curves rise steadily, naive Bayes from 0.59 to 0.75, with "
    "softmax three points below it at first and one point at the end.",
)

# %% [markdown]
# They don't cross. Naive Bayes is ahead at every size, by 2.7 points with 150 sentences and by 1.3 with all
# 5,118. Whether softmax would overtake with more sentences we can't say, because we have no more. (These
# standard errors come from five numbers each. With so few, ask for nearly three of them instead of two.)
#
# The larger lesson is in the slope. From 1,500 to 5,118 sentences naive Bayes gains 4.7 points and softmax
# 6. On these sentences, more data moved either machine further than any exchange among the four did.

# %% [markdown] section="errors"
# ## 6. What do they get wrong?
#
# Take all 8,530 film sentences, each judged while it was in the test part, and count how many of the four
# machines get it wrong. **Before you run the cell:** each machine fails on about a quarter of the
# sentences. If their mistakes were independent of one another, on how many would all four fail?

# %%
wrong = np.array([1 - right["film sentences", machine] for machine in machines[:4]])
observed = np.bincount(wrong.sum(axis=0), minlength=5)
expected = np.array([len(wrong[0])])  # sentences by number of failures, machine by machine
for rate in wrong.mean(axis=1):
    expected = np.append(expected * (1 - rate), 0) + np.append(0, expected * rate)

# %% tags=["hide-input"]
ax = figures.together(
    observed, expected, xlabel="how many of the four machines are wrong", ylabel="film sentences"
)
plots.show(
    ax,
    "Bars for none, one, two, three and all four machines wrong. Counted: 5,272, "
    "811, 466, 633 and 1,348 sentences. If mistakes were independent: 2,492, 3,591, 1,940, 465 and 42.",
)

# %% [markdown]
# All four would fail on about 42 sentences if their mistakes were independent. In fact they do so on
# 1,348. Mostly either all get a sentence right or all get it wrong: what fools one member of the family
# tends to fool the others. So read the mistakes. Here are the shortest sentences (of at least five words
# and marks) that all four get wrong.

# %%
reviews = datasets.rotten_tomatoes()
held_out = np.concatenate([fold.held_out for fold in films])  # in the order of the test parts
failed = [i for i, all_wrong in zip(held_out, wrong.all(axis=0), strict=True) if all_wrong]
failed = [i for i in failed if len(reviews.documents[i]) >= 5]
for i in sorted(failed, key=lambda i: len(reviews.documents[i]))[:6]:
    print(reviews.labels[i], "|", " ".join(reviews.documents[i]))

# %% [markdown]
# Often you can guess why. *Both awful and appealing* has one word for either side, and *merci pour le movie*
# is mostly French. If the words themselves mislead, or aren't known, no bill can repair that.
#
# A count of wrong answers misses one kind of mistake: being wrong about how sure you are. Naive Bayes
# and softmax both give probabilities. We chose their settings by accuracy, which doesn't care
# how sure they are. So the cell also chooses, among the *same* candidates, by the validation loss. **Before
# you run it:** are these machines too sure of themselves, or too modest?


# %%
def loss(W, part):
    return softmax_loss(np.eye(len(W)), figures.scores(W, part), part.y)  # W is already applied


for name in ("film sentences", "digits"):
    for machine in ("naive Bayes", "softmax"):
        for chosen_by in ("accuracy", "loss"):
            sure, hits = [], []
            for seed, fold in enumerate(data[name]):
                weights = found[name, machine, seed]
                W_now = best(weights, fold)
                if chosen_by == "loss":
                    W_now = min(weights, key=lambda W, fold=fold: loss(W, fold.validation))
                sure.extend(softmax(figures.scores(W_now, fold.test)).max(axis=1))
                hits.extend(figures.right(W_now, fold.test))
            print(
                f"{name:14} {machine:11} chosen by {chosen_by:8}: says {np.mean(sure):.3f}", end=""
            )
            print(f", {np.mean(hits):.3f} right")

# %% [markdown]
# Chosen by accuracy, both are too sure on the film sentences, by nine and by more than two points, and too
# *modest* on the digits, by eight and by four. Chosen by loss, all four come closer to their shares of
# right answers, and accuracy changes by at most half a point. So a probability depends on how the settings
# were chosen: measure it before you use it, as in lecture 05.

# %% [markdown] section="features"
# ## 7. A new machine, or new features?
#
# One last time, the sentence of the first page. This time every pair of neighbouring words is a feature
# too, as lecture 00 suggested. **Before you run the cell:** which of the four will understand it?

# %% tags=["hide-input"]
words, weights = figures.four_scales(sentence, pairs=True)
ax = figures.scales(weights, words)
plots.show(
    ax,
    "Four panels of bars as on the first page, now with three pairs as well. Never boring leans "
    "towards praise in all of them, by 1.09, 0.24, 0.58 and 0.38, and so does it is. The sums are "
    "still negative: naive Bayes -1.57, perceptron -1.57, SVM -1.86, softmax -1.39.",
)

# %%
having = [(document, y) for document, y in reviews.labelled if "boring" in document]
pair = [y for document, y in having if "never boring" in figures.with_pairs(document)]
print(len(having), "sentences with boring,", sum(y == "neg" for _, y in having), "of them blame")
print("sentences with never boring:", pair)

# %% [markdown]
# None of them understands it. Three of the four scales have moved towards the truth, and all four are still
# wrong. The machines have met *never boring* twice, both times in praise, and *boring* 46 times, 43 of them
# in blame. Do naive Bayes by hand. With one added to each count the pair weighs
# $\log\frac{2+1}{0+1}=\log3\approx1.10$ (the picture has 1.09, since the two bags aren't quite of the same
# size). The balance stands at $-1.57$. To tip it, the pair would have to be $e^{1.57}\approx4.8$ times as
# frequent: $3\cdot4.8=14.4$, so 14 sentences in place of 2, if nothing else changed.
#
# So tell them: add the sentence itself to the training data, as praise, 16 times. What does that cost the
# other sentences with *boring*? `figures.tell` holds out one half of those 46, then the other half, and
# trains on everything else. The cell prints the score of *it is never boring* (the mean of the two models)
# and, behind the bar, how many of the 46 are right. **Before you run it:** who understands, and at what
# price?

# %%
for pairs in (False, True):
    for times in (0, 16):
        told = figures.tell(sentence, "boring", times, pairs)
        print("words and pairs" if pairs else "words          ", f"told {times:2} times:", end=" ")
        print(", ".join(f"{name} {score:+.2f} | {n}" for name, (score, n) in told.items()))

# %% [markdown]
# Told 16 times, three of the four machines that see single words understand; naive Bayes still doesn't. The
# price: of the 46 held-out sentences they now get only 29 to 38 right, after 40 to 44 (saying *blame* every
# time would get 43). To them the sentence is a bias and four words, and all of these weights count in other
# sentences too. The machines that see pairs were told equally often. All four understand (the perceptron just
# did already), and they get 39 to 43 of the 46 right, after 40 to 42. Here the features mattered more than
# the bill.

# %% [markdown]
# ## So are these four machines, or one?
#
# One. They add up weights and look at the sign, as on the first page of the course, and they learn by giving
# the right class a present, $W\leftarrow W+\eta\,(t-\hat p)\,x^\top$. They differ in who pays, and between
# the winner and everybody there is only a dial. Naive Bayes is a cousin: it counts, and takes logarithms.
#
# **Does it matter which of them you take?** Here is what we have found:
#
# | |naive Bayes|perceptron|SVM|softmax|
# |---|---|---|---|---|
# |if the answer is right|learns as always|learns nothing|learns until the lead is 1|learns a little|
# |passes over the data|one, in any order|several|several|several|
# |to be chosen|$\alpha$|epochs|rate or $\rho$, epochs|rate, epochs|
# |probabilities|yes, to be checked|no|no|yes, to be checked|
# |films (baseline 0.498)|0.749|0.724|0.733|0.736|
# |digits (baseline 0.087)|0.901|0.955|0.952|0.958|
# |penguins (baseline 0.442)|0.956|0.968|0.959|0.971|
#
# Less than you'd think while you learn them one by one. On short texts like ours start with naive Bayes,
# which takes one pass and was ahead of softmax at every size that we tried; for other texts ask your
# validation set. Correcting its weights gained almost six points on the digits, and nothing certain on
# the films (section {#comparison}). Take softmax regression if you need probabilities, and check them. And
# before you change the machine at all, read fifty of its mistakes: no member of the family can learn what
# its features don't show.
#
# Perceptron and softmax regression are neural networks with one layer. A deeper network makes its own
# features, by layers of arithmetic between the words and the scores. Yet its last layer is the machine that
# you have built: scores $Wx$, a softmax, and the error $t-\hat p$, which lecture 08's chain rule carries back
# through the layers. When somebody explains one to you, ask who pays. You'll know the answer.

# %% [markdown]
# ## In practice
#
# scikit-learn has the family in one class. `SGDClassifier` with `loss="log_loss"` is logistic regression,
# with `"hinge"` the SVM, and with `"perceptron"` the perceptron. For two classes it keeps the single vector
# $\mathbf w$, so our rate $\eta$ is its $2\eta$. Give it our order of the examples. Do we get the same
# weights?

# %%
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import MultinomialNB

fold, part = films[0], films[0].train
order = np.random.default_rng(0).permutation(len(part.y))  # figures.learn with seed=0 uses it too
X = csr_matrix((part.values, part.columns, part.starts), (len(part.y), len(fold.features)))[order]
y = part.y[order]
same_run = {"learning_rate": "constant", "eta0": 2 * 0.125, "shuffle": False, "average": True}
same_run |= {"max_iter": 1, "tol": None, "penalty": None, "fit_intercept": False}


# %%
def ties_pay(bonus):
    """The bill of two classes in which a tie counts as a mistake."""
    return lambda z, y: np.eye(2)[1 - y if z[1 - y] + bonus >= z[y] else y]


bills = {
    "log_loss": figures.everybody,
    "hinge": figures.winner_after_bonus,
    "hinge, ties pay": ties_pay(1),
    "perceptron": figures.winner,
    "perceptron, ties pay": ties_pay(0),
}
for name, pays in bills.items():
    theirs = SGDClassifier(loss=name.split(",")[0], **same_run).fit(X, y).coef_[0]
    neg, pos = figures.learn(pays, part, fold.shape, 0.125, 1, seed=0)[-1]
    print(f"{name:21} same weights: {np.allclose(pos - neg, theirs, atol=1e-9)}")
theirs = MultinomialNB(alpha=1).fit(X[:, 1:], y).feature_log_prob_  # it has a bias of its own
print("naive Bayes           same weights:", np.allclose(W_bayes[:, 1:], theirs, atol=1e-9))

# %% [markdown]
# Softmax and naive Bayes agree. The other two only differ in ties: scikit-learn
# counts a tie as a mistake, and we give it to the lowest index. (We chose the rate $\frac18$ because a
# computer can represent it exactly, so that equal scores really are equal.)
#
# With more than two classes `SGDClassifier` sets each class against the rest, which is another bill.
# `LogisticRegression` is softmax regression with an L2 penalty. In PyTorch one line decides:
#
# ```python
# import torch
#
# scores = torch.nn.Linear(d, K)(x)
# loss = torch.nn.functional.cross_entropy(scores, y)  # softmax; takes scores, not probabilities
# loss = torch.nn.functional.multi_margin_loss(scores, y)  # SVM-like: all classes within 1 of y pay
# ```
#
# **Check your gradient.** The error term $t-\hat p$ is minus the slope of the loss in the scores. Compare it
# with a central difference:

# %%
y, cost = 1, np.array([1, 0, 1])
losses = {
    "perceptron": lambda z: z.max() - z[y],
    "SVM": lambda z: (z + cost).max() - z[y],
    "softmax": lambda z: softmax_loss(np.eye(3), [z], [y]),
}
for z_now, name in ((z, "dull plot"), (np.array([2.0, 2.0, 0.5]), "a tie")):
    for machine, of_scores in losses.items():
        slope = numerical_gradient(of_scores, z_now, 1e-5)
        gap = np.abs(slope + np.eye(3)[y] - figures.BILLS[machine](z_now, y)).max()
        print(f"{name:10} {machine:11} largest difference {gap:.8f}")

# %% [markdown]
# On *dull plot* all three agree to eight places. At a tie the perceptron's loss has a kink, and no
# central difference can match it: check such losses away from their kinks. (As a rule of thumb, a relative
# error below $10^{-7}$ is fine, and above $10^{-4}$ suspect a bug.)
#
# **Settings.** Try rates a factor of ten apart, and stop by the validation set. Average the weights.
# Standardise features that aren't 0 or 1 (lecture 06). Shuffle in every epoch.
#
# |symptom|usual cause|remedy|
# |---|---|---|
# |good on training data, poor on new data|too many epochs, rare features|stop early; drop features seen once|
# |accuracy jumps from epoch to epoch|the last $W$ of a fast or cold rule|keep the mean; lower the rate|
# |common words decide everything|counts without a logarithm, or a rate near 0|take the logarithm, or correct|

# %% [markdown]
# ## Problems
#
# **1. Prove.** Show that $\max_k z_k\le T\log\sum_k e^{z_k/T}\le\max_k z_k+T\log K$. What follows for the
# softmax loss at temperature $T$, and does it need the assumption that there is no tie?
#
# <details><summary>Solution</summary>
#
# 1. $e^{\max_k z_k/T}\le\sum_k e^{z_k/T}\le K\,e^{\max_k z_k/T}$ — *one of the $K$ positive terms is the
#    largest, and none is larger*
# 2. $\max_k z_k\le T\log\sum_k e^{z_k/T}\le\max_k z_k+T\log K$ — *take the logarithm and multiply by $T>0$*
#
# Subtract $z_y$: the softmax loss lies above the perceptron's by at most $T\log K$, which goes to 0 with
# $T$. Ties don't matter here. The losses meet everywhere; their slopes only meet where there is one
# largest score.
#
# </details>
#
# **2. Prove.** Perceptron, SVM (without shrinking) and softmax start from $W=0$. Show that the rows of $W$
# add up to the zero vector after every step. How many rows are free, and is the same true of counts?
#
# <details><summary>Solution</summary>
#
# The entries of $t$ add up to 1, and so do those of $\hat p$ in all three rules. So the entries of
# $t-\hat p$ add up to 0, and each column of $(t-\hat p)\,x^\top$ does too. Zeros plus such steps stay at
# 0. Hence $K-1$ rows determine the last: with two classes, one vector $\mathbf w$ is enough. Counts have
# $\hat p=0$, and their rows add up to the counts over all classes.
#
# </details>
#
# **3. Break.** Construct a training set that a line separates, and on which bare counts get one of their
# own training examples wrong. Four short sentences are enough. What does naive Bayes with $\alpha=1$ say?
#
# <details><summary>Solution</summary>
#
# Three times *and good* as praise, once *and bad* as blame. *Good* and *bad* separate them. On *and bad*
# the counts for praise are 3 (bias), 3 (*and*) and 0 (*bad*), together 6; for blame $1+1+1=3$. So the
# counts call it praise. Naive Bayes compares $\frac34\cdot\frac49\cdot\frac19=\frac1{27}\approx0.037$ with
# $\frac14\cdot\frac25\cdot\frac25=0.04$, and says blame, narrowly.
#
# </details>
#
# **4. Design an experiment.** In the two-by-two table softmax starts from 0, not from the shares. Couldn't
# that explain the differences between its two fields? How would you find out?
#
# <details><summary>Solution</summary>
#
# Start softmax from the shares, choose its settings in the same way, and compare it with softmax from 0 on
# the same examples. We did, and on all three sets exactly the same examples were right. So the start can't
# explain them.
#
# </details>

# %% [markdown]
# ## In five lines
#
# 1. Every machine gives the right class the example as a present:
#    $W\leftarrow W+\eta\,(t-\hat p)\,x^\top$. They differ in $\hat p$, in who pays.
# 2. Nobody: naive Bayes, on counts. The winner: perceptron. The winner after a bonus: SVM. Everybody, as
#    much as they hold: softmax, and with two classes logistic regression.
# 3. From zeros, softmax at temperature $T$ and rate $\eta$ decides like softmax at rate $\eta/T$. In the
#    cold limit it is a perceptron that shares ties; in the hot limit its last $W$ decides like bare counts.
# 4. Bare counts need a cure. On films and penguins a logarithm or correction would do; on the digits
#    correction gained almost six points on top of the logarithm. In no comparison did correction lose.
# 5. They fail together: on 1,348 film sentences all four, where independent mistakes would give 42. What the
#    features don't show, none of them can learn.
#
# Symbols are on the [notation page](../docs/notation.md), terms in the [glossary](../docs/glossary.md).
# **Go on with:** [exercise 09](../exercises/09-family/09-family.ipynb), the shared rule, the hunt for slips,
# and a classifier of your own that has to reach a goal.
#
# ### Sources
#
# The lecture follows M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019
# (CC BY 3.0), M. Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0), and J. May, *Linear
# Models*, 2023. Where they slip, the [errata page](../docs/errata.md) says so. A. Y. Ng & M. I. Jordan, *On
# discriminative vs. generative classifiers*, NIPS 14, 2001. Film sentences: B. Pang & L. Lee, *Seeing
# stars*, ACL 2005. Digits: E. Alpaydin & C. Kaynak, UCI Machine Learning Repository, 1998. Penguins: A. M.
# Horst, A. P. Hill & K. B. Gorman, *palmerpenguins*, 2020.
