# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 09 One family
#
# **One gift, and the question of who pays for it**
#
# About 90 minutes. Builds on lecture 07.
#
# On the first page of this course a machine read the sentence *it is never boring*, and took praise
# for a complaint. You were promised more machines, which would differ from it in one thing only:
# where their weights come from. By now you have built them all. So put the same sentence on all of
# their scales. Each machine has read the same 8,530 film sentences, and looks at nothing but which
# words a sentence contains. (With two classes softmax regression *is* logistic regression, so these
# four stand for everything that you have met.)

# %%
import numpy as np

from lincourse import datasets, plots
from lincourse.figures import family as figures

np.set_printoptions(precision=4, suppress=True)
sentence = "it is never boring"

words, weights = figures.four_scales(sentence)
ax = figures.scales(weights, words)
plots.show(
    ax,
    "Four panels with bars for the weights of bias, it, is, never and boring, and for their sum. "
    "In all four panels boring pulls far to the side of blame and never pulls the same way, and the "
    "sum is negative: naive Bayes -2.85, perceptron -1.59, SVM -2.41, softmax -2.03.",
)

# %% [markdown]
# Bars to the left say *disliked it*, bars to the right *liked it*. (The units differ from machine to
# machine, so compare the bars within a panel only.) One of these machines counted, one repaired its
# weights after each mistake, one also asked for a lead, and one walked down a slope. They were
# invented by different people in different decades. And they make the same mistake, for the same
# reason, with almost the same picture.
#
# That is suspicious, and it gives us the question of this last lecture: **are these four machines,
# or one? And if they are one, does it matter which of them you take?** On the way you will also see
# what it takes to make them understand *never boring*, because that was promised, too.

# %% [markdown]
# ## 1. What does one example do to the weights?
#
# Let all four machines stand before the same example with the same weights, and look only at what
# they do next. The example has to be small enough to do by hand. Fifteen film reviews, five of each
# kind, consist of three words only, and this is how often each word occurred:
#
# | kind | reviews | great | dull | plot | tokens |
# |---|---|---|---|---|---|
# | positive | 5 | 7 | 1 | 2 | 10 |
# | negative | 5 | 3 | 4 | 3 | 10 |
# | mixed | 5 | 5 | 2 | 3 | 10 |
#
# As in lecture 03, the logarithms of the shares are weights: $\log\frac5{15}$ is the bias of each
# kind, and $\log\frac1{10}$ the weight of *dull* for the positive one. (No count is 0, so we leave
# out the smoothing.) Now a sixteenth review arrives, *dull plot*, as $x=(1,0,1,1)$: the constant, no
# *great*, one *dull*, one *plot*.
#
# 1. $z_{\text{positive}}=\log\bigl(\tfrac5{15}\cdot\tfrac1{10}\cdot\tfrac2{10}\bigr)=\log\tfrac1{150}$.
#    *The sum of the logarithms is the logarithm of the product.*
# 2. $z_{\text{negative}}=\log\bigl(\tfrac5{15}\cdot\tfrac4{10}\cdot\tfrac3{10}\bigr)=\log\tfrac6{150}$,
#    and $z_{\text{mixed}}=\log\bigl(\tfrac5{15}\cdot\tfrac2{10}\cdot\tfrac3{10}\bigr)=\log\tfrac3{150}$.
# 3. $\hat p=\bigl(\tfrac1{10},\tfrac6{10},\tfrac3{10}\bigr)$. *Softmax takes $e$ to the power of each
#    score, which leaves 1, 6 and 3 in 150, and divides by their sum.*
#
# The machine says *negative*. Then the label is revealed: the critic liked the film, dull plot and
# all. **Before you read on,** what does each of the four do? You know all four rules; write down, for
# each kind, by how much its row of $W$ moves (with $\eta=1$).
#
# - **Naive Bayes** notes one more positive review with one more *dull* and one more *plot*. In its
#   table of *counts* the row of the right class gains $x$, and that is all.
# - **The perceptron** adds $x$ to the row of the right class and subtracts $x$ from the row of the
#   class that it chose.
# - **The SVM** of lecture 04 does the same, but before it compares the scores it gives a bonus of 1
#   to every wrong class.
# - **Softmax regression** moves every row: the right one by $(1-\hat p_y)\,x=0.9\,x$ upwards, the
#   others by their $\hat p_k\,x$ downwards.
#
# Look at what they have in common. **Each time, the right class is given the example $x$ as a
# present. The only question on which the four disagree is who pays for it.** That is the picture to
# keep. With naive Bayes nobody pays. With the perceptron the winner pays for everything, with the SVM
# the winner after the bonus does, and with softmax everybody pays as much as they hold.
#
# Here are the four bills as code, each a line or three. Given the scores $z$ and the right class $y$,
# such a function says what is taken from each class.

# %%
from lincourse.source import show_source

show_source(figures.nobody, figures.winner, figures.winner_after_bonus, figures.everybody)

# %% [markdown]
# If the winner *is* the right class, it is given $x$ and pays $x$, and nothing happens: there is not
# even an "if" in the rule. That makes a second case worth looking at. Suppose the label had said
# *negative*, so that the machine was right. **Before you run the cell:** which of the four machines do
# nothing in that case?

# %%
reviews = np.array([5, 5, 5])
counts = np.array([[7, 1, 2], [3, 4, 3], [5, 2, 3]])
shares = counts / counts.sum(axis=1, keepdims=True)
W = np.column_stack([np.log(reviews / 15), np.log(shares)])
x = np.array([1, 0, 1, 1])
z = W @ x
kinds = ["positive", "negative", "mixed"]
print("scores", z, "  e to the scores, times 150:", 150 * np.exp(z))

pays = {
    "naive Bayes": figures.nobody,
    "perceptron": figures.winner,
    "SVM": figures.winner_after_bonus,
    "softmax": figures.everybody,
}
cases = {}
for y in (0, 1):
    t = np.eye(3)[y]  # the target, one-hot
    errors = {}
    for machine in pays:
        errors[machine] = t - pays[machine](z, y)
        print(f"right is {kinds[y]}: {machine:11} {errors[machine]}")
    cases[f"right: {kinds[y]}"] = errors

ax = figures.bills(cases, ["pos.", "neg.", "mixed"])
plots.show(
    ax,
    "Two rows of four panels with gains upwards and payments downwards. If positive is right: "
    "naive Bayes +1, 0, 0; perceptron and SVM +1, -1, 0; softmax +0.9, -0.6, -0.3. If negative is "
    "right: naive Bayes 0, +1, 0; perceptron all 0; SVM 0, +1, -1; softmax -0.1, +0.4, -0.3.",
)

# %% [markdown]
# Only the perceptron does nothing. It was right, and that is all it ever asks. The SVM was right by
# $\log6-\log3=\log2\approx0.69$, which is less than the bonus of 1, so *mixed* overtakes with its
# bonus and has to pay. Softmax held 0.6 and lacks 0.4, and the two others pay for that. Naive Bayes
# does not even look: its bill is the same whether it was right or wrong.
#
# What is drawn is *gift minus payment*, $t-\hat p$, the **error term**: $t$ is the one-hot target, and
# $\hat p$ now stands for whatever the machine takes from each class. Multiply it by $x$, and all four
# rules are one line:
#
# $$\boxed{\;W\leftarrow W+\eta\,(t-\hat p)\,x^\top\;}\qquad
#   \begin{array}{l|l} & \hat p\\\hline
#   \text{naive Bayes} & 0,\text{ and } W \text{ is a table of counts}\\
#   \text{perceptron} & \text{one-hot of }\arg\max_k z_k\\
#   \text{SVM} & \text{one-hot of }\arg\max_k(z_k+\text{cost}_k)\\
#   \text{softmax} & S(z)\end{array}$$
#
# That the perceptron is in this list can be proved in two lines:
#
# 1. $\hat p=\text{one-hot}(\hat y)$. *All of the litre in the glass of the winner.*
# 2. $t-\hat p$ is $+1$ at $y$, $-1$ at $\hat y$ and 0 elsewhere; and if $\hat y=y$ it is 0 everywhere.
#    *Two vectors of noughts and a single one, subtracted. This is the rule of lecture 04, case by case.*
#
# So perceptron and softmax regression need one function between them. In the reference it is this
# one, and you write your own in the exercise:

# %%
from lincourse.family import linear_update

show_source(linear_update)

# %%
for rule, machine in (("perceptron", "perceptron"), ("softmax", "softmax")):
    moved = linear_update(rule, W, x, 0, eta=1.0) - W
    by_bill = np.outer(np.eye(3)[0] - pays[machine](z, 0), x)
    print(f"{rule}: what is added to W (columns: bias, great, dull, plot)")
    print(moved.round(4))
    print("the same as by the bill:", np.allclose(moved, by_bill))

# %% [markdown]
# Read the tables in both directions. In the column of *great* nothing moves, because $x$ is 0 there:
# a word that did not occur takes no blame and gets no credit. And every column adds up to 0, because
# what the right class gains, others pay.
#
# **With two classes** the rows move in opposite directions, by $+\eta\,e\,x$ and $-\eta\,e\,x$ for some
# number $e$, so the one needle $\mathbf w=\mathbf w_1-\mathbf w_0$ of lectures 04 and 05 moves by
# $2\eta\,e\,x$. That is why a rate of $\eta$ here does what a rate of $2\eta$ did there. It is the only
# factor of 2 in the whole family.
#
# Now the loop around the rule. It is the same for everybody, and you have seen it in every lecture
# since 04: take the examples in a new order each epoch, score, send the bill, move on; in the end keep
# the mean of all the weights rather than the last ones (lecture 04, section 9).


# %%
def learn(pays, X, y, n_classes, eta, epochs, seed):
    rng = np.random.default_rng(seed)
    W = np.zeros((n_classes, X.shape[1]))
    total = np.zeros_like(W)
    for _ in range(epochs):
        for i in rng.permutation(len(y)):
            t = np.eye(n_classes)[y[i]]
            p_hat = pays(W @ X[i], y[i])
            W = W + eta * np.outer(t - p_hat, X[i])
            total = total + W
    return total / (epochs * len(y))


birds = figures.penguins()[0]  # more about these data in section 4
shape = (birds.n_classes, len(birds.features))
X = birds.train.dense(shape[1])
for machine in ("perceptron", "SVM", "softmax"):
    W_birds = learn(pays[machine], X, birds.train.y, 3, eta=1.0, epochs=3, seed=0)
    W_fast = figures.learn(pays[machine], birds.train, shape, 1.0, epochs=3, seed=0)[-1]
    right = figures.right(W_birds, birds.test)
    print(f"{machine:10} {right.sum()} of {len(right)} test birds right;", end=" ")
    print("the fast version gives the same W:", np.allclose(W_birds, W_fast))
always = (birds.test.y == np.bincount(birds.train.y).argmax()).sum()
print(f"always the commonest species: {always} right")

# %% [markdown]
# Fifteen lines, and one word in them decides whether you have trained a perceptron, an SVM or softmax
# regression. (`figures.learn`, which we use from here on, gives the same weights. It is faster because
# it touches only those columns in which $x$ is not 0, and of the 6,000 words a sentence uses about
# twenty.)
#
# <details><summary><b>Further:</b> least squares belongs to the family, too</summary>
#
# Let each class pay its <i>score</i>, $\hat p=z$. Then the error term is $t-z$, and
# $W\leftarrow W+\eta\,(t-z)\,x^\top$ is a step down the squared error $\frac12\sum_k(z_k-t_k)^2$, since the
# slope of that in $z_k$ is $z_k-t_k$. It is the least squares of lecture 04, section 11, learnt one
# example at a time, and known as the <b>delta rule</b> or the rule of Widrow and Hoff (1960). Its bill
# shows at once what is odd about it: a right class with a score of 3 is given 1 and pays 3. It is
# punished for being too right.
# </details>

# %% [markdown]
# ## 2. What if nobody pays?
#
# A present that nobody pays for is counting. Start from a table $N$ of zeros, send no bills, and after
# one epoch row $k$ of $N$ holds how often each word came with class $k$. The order of the examples
# makes no difference, since nothing depends on what was learnt before; a second epoch would only
# double the table; and there is no learning rate worth choosing. Those are three worries fewer than
# with any other machine.
#
# We need data. The 8,530 film sentences are cut into five parts. Each part serves once as **test**
# part, the next one as **validation** part, and the other three are the **training** part, so that we
# get five **folds** and every sentence is tested exactly once (the cross-validation of lecture 02).
# Words that occur in at least two training sentences are features, and a sentence has a word or does
# not.
#
# Now use the table of counts $N$ as the weights, just as it is. **Before you run the cell:** how many
# sentences of the first test part will that get right? Naive Bayes, which is made from the very same
# counts, is printed beside it.

# %%
show_source(figures.bayes_weights)
films = figures.films()
fold = films[0]
shape = (2, len(fold.features))
N = figures.counted(fold.train, shape)
W_bayes = figures.bayes_weights(N, alpha=1.0)
print(len(fold.train.y), "sentences to train on,", len(fold.test.y), "to test on,", shape[1], "columns")
print(f"counts as weights: {figures.right(N, fold.test).mean():.3f} right")
print(f"naive Bayes:       {figures.right(W_bayes, fold.test).mean():.3f} right")
print(f"always the same:   {(fold.test.y == N[:, 0].argmax()).mean():.3f} right")

names = np.array(fold.features)
difference = N[1] - N[0]
largest = np.argsort(-np.abs(difference[1:]))[:8] + 1
print("largest differences of counts:")
for j in largest:
    print(f"    {names[j]:8} {N[0, j]:5.0f} neg {N[1, j]:5.0f} pos, difference {difference[j]:+5.0f}", end="")
    print(f", log-ratio {W_bayes[1, j] - W_bayes[0, j]:+.2f}")

# %% [markdown]
# PLACEHOLDER2

# %% [markdown]
# ## 3. What lies between everybody and the winner?
#
# Softmax sends the bill to everybody, the perceptron to the winner. Is there anything in between? You
# know the dial already, from lecture 07: divide the scores by a **temperature** $T>0$ before the
# softmax, $\hat p=S(z/T)$. Let $m$ be the class with the largest score, and suppose that there is no
# tie.
#
# 1. $\hat p_k=\dfrac{e^{(z_k-z_m)/T}}{\sum_j e^{(z_j-z_m)/T}}$. *Divide numerator and denominator by
#    $e^{z_m/T}$.*
# 2. For $k\ne m$ the exponent is negative, and as $T\to0$ it goes to $-\infty$. *So these powers go to 0.*
# 3. For $k=m$ the exponent is 0 at every $T$. *Its power stays 1, and so, in the end, does the sum.*
# 4. $\hat p\to\text{one-hot}(m)$ as $T\to0$. *The bill becomes the perceptron's.*
# 5. $\hat p_k\to\frac1K$ as $T\to\infty$. *All exponents go to 0, so all powers go to 1.*
#
# **Play.** Three classes have the scores 2, 1.5 and 0.5, and the third is the right one. Run the cell
# to get a slider for the temperature; on paper you see three temperatures and the perceptron. **Before
# you move it:** at a high temperature, which of the two wrong classes pays more? When it is very cold,
# what does class 1 pay? And then choose the tie: what does the cold do to *that*?

# %%
figures.temperature_slider()

# %% [markdown]
# In the heat the two wrong classes pay almost the same, and so does the right one, out of its own
# present. In the cold class 0 pays for everything, and class 1 goes free although it is wrong, too,
# because it is not the *most* wrong. The tie is **where it breaks**: two equal scores share the bill at
# every temperature, half each, while the perceptron picks the first of them. Steps 2 and 3 needed a
# single largest score.

# %%
tie = np.array([2.0, 2.0, 0.5])
for T in (1.0, 0.1, 0.001):
    print(f"T = {T:5}: {figures.everybody(tie / T, 2)}")
print("the winner:", figures.winner(tie, 2))

# %% [markdown]
# ### A dial that you have turned many times
#
# Nobody sets a temperature when training softmax regression. Or so it seems. Divide the whole rule by
# $T$, and write $V$ for $W/T$:
#
# 1. $W\leftarrow W+\eta\,\bigl(t-S(Wx/T)\bigr)\,x^\top$. *Softmax at temperature $T$.*
# 2. $V\leftarrow V+\dfrac\eta T\,\bigl(t-S(Vx)\bigr)\,x^\top$. *Divide both sides by $T$.*
# 3. $\arg\max_k(Vx)_k=\arg\max_k(Wx)_k$. *Dividing by a positive number changes no decision.*
#
# Line 2 is softmax regression at temperature 1 with a learning rate of $\eta/T$. If both start from
# zeros, they make the same decisions for ever. **The learning rate is the temperature dial, turned the
# other way round.** A rate close to 0 is great heat, and an enormous rate is great cold. So one would
# expect softmax regression in a great hurry to behave like a perceptron. **Before you run the cell:** on how
# many of the test sentences will the two agree if the rate is 0.01, and if it is 1,000?

# %%
def agreement(W, V):
    said = figures.scores(W, fold.test).argmax(axis=1)
    return (said == figures.scores(V, fold.test).argmax(axis=1)).mean()


def cold(z, y):
    return figures.everybody(z / 0.01, y)


W_perceptron = figures.learn(figures.winner, fold.train, shape, 1.0, epochs=3, seed=0)[-1]
other_order = figures.learn(figures.winner, fold.train, shape, 1.0, epochs=3, seed=1)[-1]
for eta in (0.01, 0.1, 1.0, 1000.0):
    V = figures.learn(figures.everybody, fold.train, shape, eta, epochs=3, seed=0)[-1]
    print(f"softmax at rate {eta:6}: agrees with the perceptron on {agreement(V, W_perceptron):.3f}")
print(f"the perceptron agrees with itself in another order on {agreement(other_order, W_perceptron):.3f}")

W_cold = figures.learn(cold, fold.train, shape, 1.0, epochs=1, seed=0)[-1]
V = figures.learn(figures.everybody, fold.train, shape, 100.0, epochs=1, seed=0)[-1]
print("W at T = 0.01 and rate 1 is 0.01 times V at rate 100:", np.allclose(W_cold, 0.01 * V))

# %% [markdown]
# PLACEHOLDER3
#
# At the other end, in the heat, everybody pays $\frac1K$ whatever the scores are, so the machine no
# longer looks at its own answer. Each example adds $(t-\frac1K)\,x^\top$, and the sum of that is the
# table of counts, less the mean of its rows. It makes the same decisions as the bare counts of section
# 2. So the dial runs **from counting to correcting**: at one end a machine that listens only to the
# teacher, at the other one that thinks only about its last mistake, and softmax regression is the
# whole range between them.
#
# <details><summary><b>Further:</b> the losses meet as well</summary>
#
# The loss whose gradient is $(S(z/T)-t)\,x^\top$ is $T\log\sum_k e^{z_k/T}-z_y$. At $T=1$ it is the
# cross-entropy of lecture 07. As $T\to0$ its first term goes to $\max_k z_k$, which leaves the
# perceptron's loss, $\max_k z_k-z_y$ (lecture 04). And with the bonus the same formula is the SVM's:
# $\max_k(z_k+\text{cost}_k)-z_y$, for two classes the hinge. The next cell draws all of them. They differ in
# where they are flat: the perceptron's is 0 as soon as the right class is ahead, the hinge from a lead
# of 1 on, and softmax's nowhere.
# </details>

# %%
ax = figures.temperature_losses([2.0, 1.0, 0.3], title="Three losses, one shape")
plots.show(
    ax,
    "Loss against the lead of the right class, for two classes. All curves fall from the upper left. "
    "The perceptron's reaches 0 at a lead of 0, the hinge at a lead of 1. The softmax curves at "
    "temperatures 2, 1 and 0.3 are smooth, lie above the perceptron's, and come closer to it the "
    "colder it is; they never reach 0.",
)

# %% [markdown]
# In a picture of the losses (the fold above has the formulas) the dial rounds off a corner. Cold, the
# softmax loss is the perceptron's with its kink; the warmer it is, the more it asks for a lead even
# where the answer is right already. The SVM asks for a lead, too, but with a sharp limit: beyond 1 it
# is content.

# %% [markdown]
# ## 4. Does it matter who pays?
#
# Now the second half of our question, and we want an answer that deserves to be believed. So the rules
# of the comparison come first:
#
# - **Three sets of data:** the film sentences; 1,797 handwritten digits, with the ink of 64 pixels as
#   features; and 342 penguins of three species, whose four measurements are each cut into six ranges,
#   so that a bird is a "sentence" of four words out of 24. All machines see exactly the same features.
# - **Five folds** of each, as in section 2, each fold with its own order of the examples.
# - **Settings chosen in the same way for all,** on the validation part. SVM and softmax choose a
#   learning rate from five and a number of epochs. The perceptron chooses the epochs (from zero, its rate
#   changes nothing). Naive Bayes chooses the number $\alpha$ that it adds to each count. The test part
#   is looked at once, at the end.
# - **An interval beside every number,** and the **majority baseline** beside every machine.

# %%
def candidates(machine, fold, epochs, seed):
    """Weights for every setting that a machine may choose from."""
    shape = (fold.n_classes, len(fold.features))
    if machine == "naive Bayes":
        N = figures.counted(fold.train, shape)
        return [figures.bayes_weights(N, alpha) for alpha in (0.1, 0.3, 1, 3, 10)]
    found = []
    for eta in rates if machine != "perceptron" else [1.0]:
        found = found + figures.learn(pays[machine], fold.train, shape, eta, epochs, seed)
    return found


def shares_right(candidates, part):
    return [figures.right(W, part).mean() for W in candidates]


rates = [0.001, 0.01, 0.1, 1.0, 10.0]
data = {
    "film sentences": (films, 3),
    "digits": (figures.digits(), 5),
    "penguins": (figures.penguins(), 10),
}
tried = {}  # what each setting reaches on the validation part
chosen = {}  # the weights of the best setting
for name, (folds, epochs) in data.items():
    for machine in pays:
        tried[name, machine], chosen[name, machine] = [], []
        for seed, fold in enumerate(folds):
            found = candidates(machine, fold, epochs, seed)
            shares = shares_right(found, fold.validation)
            tried[name, machine].append(shares)
            chosen[name, machine].append(found[np.argmax(shares)])

# %% [markdown]
# Before we open the test parts, look at the dial. The next picture shows the accuracy on the validation
# part after the last epoch, for each learning rate: at the left end bare counting, at the right end
# the perceptron. Naive Bayes, which is not on the dial, is a dashed line. **Before you look:** where
# on the dial will the best place be?

# %%
panels = {}
for name, (folds, epochs) in data.items():
    hot = []
    for fold in folds:
        N = figures.counted(fold.train, (fold.n_classes, len(fold.features)))
        hot.append(figures.right(N - N.mean(axis=0), fold.validation).mean())
    panel = {"counting": hot}
    panel["naive Bayes"] = [max(shares) for shares in tried[name, "naive Bayes"]]
    panel["perceptron"] = [shares[-1] for shares in tried[name, "perceptron"]]
    for machine in ("SVM", "softmax"):
        last = np.array(tried[name, machine])[:, epochs - 1 :: epochs]  # after the last epoch
        panel[machine] = last.T
        means = ", ".join(f"{mean:.3f}" for mean in last.mean(axis=0))
        print(f"{name:14} {machine:8} by rate: {means}")
    print(f"{name:14} counting {np.mean(hot):.3f}, perceptron {np.mean(panel['perceptron']):.3f}", end="")
    print(f", naive Bayes {np.mean(panel['naive Bayes']):.3f}")
    panels[name] = panel

ax = figures.dial(panels, rates)
plots.show(
    ax,
    "PLACEHOLDERALT",
)

# %% [markdown]
# PLACEHOLDER4A
#
# Now the test parts, all five together, so that every sentence, digit and bird is judged once. As in
# lecture 02, two machines are compared on the *same* examples: $+1$ where one is right and the other
# wrong, $-1$ the other way round, and the mean of that with its standard error.

# %%
right = {}  # for each example whether a machine gets it right
for name, (folds, epochs) in data.items():
    for machine in pays:
        parts = []
        for fold, W in zip(folds, chosen[name, machine], strict=True):
            parts.append(figures.right(W, fold.test))
        right[name, machine] = np.concatenate(parts)
    parts = []
    for fold in folds:
        commonest = np.bincount(fold.train.y).argmax()
        parts.append(fold.test.y == commonest)
    baseline = np.concatenate(parts)
    print(f"{name}, {len(baseline)} examples; majority baseline {baseline.mean():.3f}")
    for machine in pays:
        mean, error = figures.mean_and_error(right[name, machine])
        gap = right[name, machine].astype(int) - right[name, "softmax"].astype(int)
        difference, error_of_difference = figures.mean_and_error(gap)
        print(f"    {machine:11} {mean:.3f} (standard error {error:.3f})", end="")
        print(f"; against softmax {difference:+.3f} ({error_of_difference:.3f})")

# %% [markdown]
# PLACEHOLDER4B
#
# ### And beside the professionals?
#
# scikit-learn, the library that most people would use, has the family in one class. `SGDClassifier`
# takes an argument `loss`, and with `"perceptron"`, `"hinge"` or `"log_loss"` it is the one or the
# other member. So it may choose from the same rates on the same folds. (It keeps one needle per class,
# so by section 1 our rate $\eta$ is its $2\eta$; and with more than two classes it sets each class
# against all the rest, as in lecture 03, which is a different bill. Differences on the last two sets of
# data would therefore be no surprise.)

# %%
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import MultinomialNB


def theirs(machine, setting, epochs, seed):
    if machine == "naive Bayes":
        return MultinomialNB(alpha=setting)
    loss = {"perceptron": "perceptron", "SVM": "hinge", "softmax": "log_loss"}[machine]
    rate = {"learning_rate": "constant", "eta0": 2 * setting}
    passes = {"max_iter": epochs, "tol": None, "average": True, "random_state": seed}
    return SGDClassifier(loss=loss, penalty=None, fit_intercept=False, **rate, **passes)


def matrix(part, columns):
    shape = (len(part.y), columns)
    return csr_matrix((part.values, part.columns, part.starts), shape)


for name, (folds, epochs) in data.items():
    for machine in pays:
        parts = []
        for seed, fold in enumerate(folds):
            d = len(fold.features)
            X_train, X_validation, X_test = [
                matrix(part, d) for part in (fold.train, fold.validation, fold.test)
            ]
            settings = [0.1, 0.3, 1, 3, 10] if machine == "naive Bayes" else rates
            models = []
            for setting in settings:
                model = theirs(machine, setting, epochs, seed)
                models.append(model.fit(X_train, fold.train.y))
            shares = [model.score(X_validation, fold.validation.y) for model in models]
            parts.append(models[np.argmax(shares)].predict(X_test) == fold.test.y)
        gap = right[name, machine].astype(int) - np.concatenate(parts).astype(int)
        difference, error = figures.mean_and_error(gap)
        print(f"{name:14} {machine:11} scikit-learn's {np.concatenate(parts).mean():.3f}", end="")
        print(f"; ours minus theirs {difference:+.3f} (standard error {error:.3f})")
