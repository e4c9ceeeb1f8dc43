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
# weights after each mistake, one also asked for a lead, and one walked down a slope. Different people
# invented them, for different purposes. And yet they make the same mistake, for the same reason, with
# almost the same picture.
#
# That is suspicious, and it gives us the question of this last lecture: **are these four machines,
# or one? And if they are one, does it matter which of them you take?** On the way you will also see
# what it takes to make them understand *never boring*, because that was promised, too.

# %% [markdown] section="update"
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
# $$W\leftarrow W+\eta\,(t-\hat p)\,x^\top .$$
#
# | machine | $\hat p$: what each class pays |
# |---|---|
# | naive Bayes | 0, and what is updated is the table of counts |
# | perceptron | one-hot of $\arg\max_k z_k$ |
# | SVM | one-hot of $\arg\max_k(z_k+\text{cost}_k)$; it may also shrink $W$ a little before each step |
# | softmax | $S(z)$ |
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
for machine in ("perceptron", "softmax"):
    moved = linear_update(machine, W, x, 0, eta=1.0) - W
    by_bill = np.outer(np.eye(3)[0] - pays[machine](z, 0), x)
    print(f"{machine}: what is added to W (columns: bias, great, dull, plot)")
    print(moved.round(4))
    print("the same as by the bill:", np.allclose(moved, by_bill))

# %% [markdown]
# Read the tables in both directions. In the column of *great* nothing moves, because $x$ is 0 there:
# a word that did not occur takes no blame and gets no credit. And every column adds up to 0, because
# what the right class gains, others pay.
#
# **With two classes** $t_0-\hat p_0$ is minus $t_1-\hat p_1$, so the two rows move in opposite directions, and
# the one needle $\mathbf w=\mathbf w_1-\mathbf w_0$ of lectures 04 and 05 moves by
# $2\eta\,(t_1-\hat p_1)\,x$. So a rate of $\eta$ here does what a rate of $2\eta$ did there.
#
# Now the loop around the rule. It is the same for everybody, and you have met it since
# lecture 04: take the examples in a new order each epoch, score, send the bill, move on; in the end keep
# the mean of all the weights rather than the last ones (lecture 04, section {04#averaging}).


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


birds = figures.penguins()[0]  # more about these data in section {#comparison}
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
# slope of that in $z_k$ is $z_k-t_k$. It is the least squares of lecture 04, section {04#least-squares}, learnt one
# example at a time, and known as the <b>delta rule</b> or the rule of Widrow and Hoff (1960). Its bill
# shows at once what is odd about it: a right class with a score of 3 is given 1 and pays 3. It is
# punished for being too right.
# </details>

# %% [markdown] section="naive-bayes"
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
print(
    len(fold.train.y),
    "sentences to train on,",
    len(fold.test.y),
    "to test on,",
    shape[1],
    "columns",
)
print(f"counts as weights: {figures.right(N, fold.test).mean():.3f} right")
print(f"naive Bayes:       {figures.right(W_bayes, fold.test).mean():.3f} right")
print(f"always the same:   {(fold.test.y == N[:, 0].argmax()).mean():.3f} right")

names = np.array(fold.features)
difference = N[1] - N[0]
largest = np.argsort(-np.abs(difference[1:]))[:8] + 1
print("largest differences of counts:")
for j in largest:
    print(
        f"    {names[j]:8} {N[0, j]:5.0f} neg {N[1, j]:5.0f} pos, difference {difference[j]:+5.0f}",
        end="",
    )
    print(f", log-ratio {W_bayes[1, j] - W_bayes[0, j]:+.2f}")

# %% [markdown]
# The counts themselves are hardly better than always giving the same answer, 0.546 against 0.501, while
# naive Bayes reaches 0.746 with the very same table. All that lies between the two is the function shown
# above: shares in place of counts, and their logarithms. The list says why that matters. The largest
# differences belong to the commonest words. *And* is 282 sentences ahead in praise, simply because there
# are so many of them, and so it outvotes *bad*, which occurs 106 times in blame and 11 times in praise
# but is only 95 ahead. The logarithm of a ratio asks how many *times* more frequent a word is, and then
# *bad* weighs $-2.20$ and *and* only $+0.23$.
#
# So naive Bayes shares the gift with the family, and the straight lines, but it gets from gifts to weights
# by a formula of its own. The other machines need no logarithms, because they can take back. When *and*
# has been given too much weight, the answers go wrong, and somebody pays.
# %% [markdown] section="temperature"
# ## 3. What lies between everybody and the winner?
#
# Softmax sends the bill to everybody, the perceptron to the winner. Is there anything in between? You
# know the dial already, from lecture 07: divide the scores by a **temperature** $T>0$ before the
# softmax, $\hat p=S(z/T)$. Let $\hat y$ be the class with the largest score, and suppose that there is
# no tie.
#
# 1. $\hat p_k=\dfrac{e^{(z_k-z_{\hat y})/T}}{\sum_j e^{(z_j-z_{\hat y})/T}}$. *Divide numerator and denominator by
#    $e^{z_{\hat y}/T}$.*
# 2. For $k\ne\hat y$ the exponent is negative, and as $T\to0$ it goes to $-\infty$. *So these powers go to 0.*
# 3. For $k=\hat y$ the exponent is 0 at every $T$. *Its power stays 1, and so, in the end, does the sum.*
# 4. $\hat p\to\text{one-hot}(\hat y)$ as $T\to0$. *The bill becomes the perceptron's.*
# 5. $\hat p_k\to\frac1K$ as $T\to\infty$. *All exponents go to 0, so all powers go to 1.*
#
# **Play.** Three classes have the scores 2, 1.5 and 0.5, and the third is the right one. Run the cell
# to get a slider for the temperature; on paper you see three temperatures and the perceptron. **Before
# you move it:** at a high temperature, which of the two wrong classes pays more? When it is very cold,
# what does class 1 pay? And then choose the tie: what does the cold do to *that*?

# %%
figures.temperature_slider()

# %% [markdown]
# In the heat class 0 pays a little more than class 1, but only a little, and the right class pays a
# share, too, out of its own present. In the cold class 0 pays for everything, and class 1 goes free although it is wrong, too,
# because it is not the *most* wrong. The tie is **where it breaks**: two equal scores pay
# the same at every temperature, while the perceptron picks the first of them. Steps 2 and 3 needed a
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
# $T$, and write $W'$ for $W/T$:
#
# 1. $W\leftarrow W+\eta\,\bigl(t-S(Wx/T)\bigr)\,x^\top$. *Softmax at temperature $T$.*
# 2. $W'\leftarrow W'+\dfrac\eta T\,\bigl(t-S(W'x)\bigr)\,x^\top$. *Divide both sides by $T$.*
# 3. $\arg\max_k(W'x)_k=\arg\max_k(Wx)_k$. *Dividing by a positive number changes no decision.*
#
# Line 2 is softmax regression at temperature 1 with a learning rate of $\eta/T$. If both start from
# zeros, they make the same decisions for ever. **The learning rate is the temperature dial, turned the
# other way round.** A rate close to 0 is great heat, and an enormous rate is great cold. So one would
# expect softmax regression in a great hurry to behave like a perceptron. **Before you run the cell:** on how
# many of the test sentences will the two agree if the rate is 0.01, and if it is 1,000?


# %%
def agreement(W, other):
    said = figures.scores(W, fold.test).argmax(axis=1)
    return (said == figures.scores(other, fold.test).argmax(axis=1)).mean()


def cold(z, y):
    return figures.everybody(z / 0.01, y)


def all_winners(z, y):
    """The perceptron, except that classes which tie for the lead share the bill."""
    leads = z == z.max()
    return leads / leads.sum()


W_perceptron = figures.learn(figures.winner, fold.train, shape, 1.0, epochs=3, seed=0)[-1]
W_shared = figures.learn(all_winners, fold.train, shape, 1.0, epochs=3, seed=0)[-1]
for eta in (0.01, 1.0, 1000.0):
    W_soft = figures.learn(figures.everybody, fold.train, shape, eta, epochs=3, seed=0)[-1]
    print(f"softmax at rate {eta:6}: agrees with the perceptron on", end=" ")
    print(
        f"{agreement(W_soft, W_perceptron):.3f}, if ties share the bill on {agreement(W_soft, W_shared):.3f}"
    )
other_order = figures.learn(figures.winner, fold.train, shape, 1.0, epochs=3, seed=1)[-1]
same = agreement(other_order, W_perceptron)
print(f"the perceptron agrees with a perceptron trained in another order on {same:.3f}")

W_cold = figures.learn(cold, fold.train, shape, 1.0, epochs=1, seed=0)[-1]
W_soft = figures.learn(figures.everybody, fold.train, shape, 100.0, epochs=1, seed=0)[-1]
print("W at T = 0.01 and rate 1 is 0.01 times W at rate 100:", np.allclose(W_cold, 0.01 * W_soft))

# %% [markdown]
# As the rate grows the agreement rises from 0.809 to about 0.9, and there it stays, even at a rate of
# 1,000. The rest is a matter of ties. At the very first example all scores are 0, and as features are
# 0 or 1, scores can tie again later. The perceptron sends the whole bill to the first of the leaders,
# while the cold limit of softmax lets them share it. Build *that* perceptron, which takes one line, and
# the agreement is 1.000: **softmax regression in a hurry is a perceptron** that is fair about ties. (For
# scale: two perceptrons that read the same sentences in different orders agree on 0.849 of them.)
#
# At the other end, in the heat, everybody pays $\frac1K$ whatever the scores are, so the machine no
# longer looks at its own answer. Each example adds $(t-\frac1K)\,x^\top$, and the sum of that is the
# table of counts, less the mean of its rows. It makes the same decisions as the bare counts of section
# {#naive-bayes}. So the dial runs **from counting to correcting**: at one end a machine that listens only to the
# teacher, at the other one that learns from nothing but its mistakes, and softmax regression is the
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

# %% [markdown] section="comparison"
# ## 4. Does it matter who pays?
#
# Now the second half of our question, and we want an answer that deserves to be believed. So the rules
# of the comparison come first:
#
# - **Three sets of data:** the film sentences; 1,797 handwritten digits, with the ink of 64 pixels as
#   features; and 342 penguins of three species, whose four measurements are each cut into six ranges,
#   so that a bird is a "sentence" of four words out of 24. All machines see exactly the same features.
# - **Five folds** of each, as in section {#naive-bayes}, each fold with its own order of the examples.
# - **Settings chosen in the same way for all,** on the validation part. SVM and softmax choose a
#   learning rate from three and a number of epochs. The perceptron chooses the epochs (from zero, its rate
#   changes nothing). The SVM does not shrink its weights here ($\rho=1$), so that the three rules differ
#   in nothing but the bill. Naive Bayes chooses the number $\alpha$ that it adds to each count. The test part
#   is looked at once, at the end.
# - **A standard error beside every result,** and the **majority baseline** beside every machine.
#
# The cell trains 105 times, so give it half a minute.


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


rates = [0.01, 0.1, 1.0]
data = {"film sentences": films, "digits": figures.digits(), "penguins": figures.penguins()}
passes = {"film sentences": 5, "digits": 5, "penguins": 10}  # the most epochs
tried = {}  # what each setting reaches on the validation part
chosen = {}  # the weights of the best setting
for name, folds in data.items():
    for machine in pays:
        tried[name, machine], chosen[name, machine] = [], []
        for seed, fold in enumerate(folds):
            found = candidates(machine, fold, passes[name], seed)
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
for name, folds in data.items():
    hot = []
    for fold in folds:
        N = figures.counted(fold.train, (fold.n_classes, len(fold.features)))
        hot.append(figures.right(N - N.mean(axis=0), fold.validation).mean())
    panel = {"counting": hot}
    panel["naive Bayes"] = [max(shares) for shares in tried[name, "naive Bayes"]]
    panel["perceptron"] = [shares[-1] for shares in tried[name, "perceptron"]]
    for machine in ("SVM", "softmax"):
        last = np.array(tried[name, machine])[
            :, passes[name] - 1 :: passes[name]
        ]  # after the last epoch
        panel[machine] = last.T
        means = ", ".join(f"{mean:.3f}" for mean in last.mean(axis=0))
        print(f"{name:14} {machine:8} by rate: {means}")
    print(
        f"{name:14} counting {np.mean(hot):.3f}, perceptron {np.mean(panel['perceptron']):.3f}",
        end="",
    )
    print(f", naive Bayes {np.mean(panel['naive Bayes']):.3f}")
    panels[name] = panel

ax = figures.dial(panels, rates)
plots.show(
    ax,
    "Three panels, film sentences, digits and penguins: accuracy against the learning rate. Softmax "
    "starts low at counting (0.56, 0.65, 0.80) and rises until a rate of 0.1; from there to the "
    "perceptron at the right end it is level, with a slight fall for the films. The SVM runs close to "
    "it. Naive Bayes lies above all others for the films and below most for digits and penguins.",
)

# %% [markdown]
# The hot end is bad everywhere, and for the film sentences the best place is in the middle: 0.740 at a
# rate of 0.1, against 0.728 for the perceptron at the cold end and 0.562 for counting. For digits and
# penguins everything from 0.1 on is about equally good. The SVM, whose bonus of 1 also counts for less
# and less as the weights grow, follows the same curve. And naive Bayes, off the dial, is above all of
# them in one panel, and in the other two below everything from a rate of 0.1 on.
#
# <details><summary><b>Think:</b> what happens to the temperature <i>during</i> training?</summary>
#
# It falls. From zero the weights grow, and long weights have the same effect as a small $T$: the scores
# lie further apart, and $\hat p$ comes closer to a hard choice. So every run starts as a counter and cools
# down on the way; a large rate gets there in a few examples, a small one may not get there at all in five
# epochs. On data that a line separates the cooling never ends (lecture 05).
# </details>
#
# Now the test parts, all five together, so that every sentence, digit and bird is judged once. As in
# lecture 02, two machines are compared on the *same* examples: $+1$ where one is right and the other
# wrong, $-1$ the other way round, and the mean of that with its standard error.

# %%
right = {}  # for each example whether a machine gets it right
for name, folds in data.items():
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
# Read the last column, and remember that less than two standard errors is nothing to build on.
#
# - **Film sentences.** Naive Bayes is first, 1.2 points ahead of softmax regression, which is three
#   standard errors. Softmax and SVM cannot be told apart, and the perceptron is 0.8 points behind, or
#   more than two standard errors.
# - **Digits.** Naive Bayes is 5.6 points behind softmax, eight standard errors. The other three cannot be
#   told apart.
# - **Penguins.** With 342 birds, hardly anything can be said. Only the two points between naive Bayes
#   and softmax reach two standard errors, and among nine comparisons one such gap may well be luck.
#
# (The five models of a machine share most of their training examples, so all of these errors are a
# little too small, as in lecture 02.)
#
# So does it matter who pays? *Who* pays matters little: among the three machines that correct
# themselves, no gap is larger than a point. *Whether* anybody pays matters more, and in both directions:
# not listening to one's own answers won by a point on one set of data and lost by six on another.
#
# ### And beside the professionals?
#
# scikit-learn, the library that most people would use, has the family in one class. `SGDClassifier`
# takes an argument `loss`, and with `"perceptron"`, `"hinge"` or `"log_loss"` it is the one or the
# other member. So let it choose from the same rates on the same folds of the film sentences. (For two
# classes it keeps a single needle, so by section {#update} our rate $\eta$ is its $2\eta$. With more classes it
# sets each class against all the rest, as in lecture 03. That is another bill, so we leave digits and
# penguins out.)

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


def matrix(part, machine, columns):
    shape = (len(part.y), columns)
    X = csr_matrix((part.values, part.columns, part.starts), shape)
    return X[:, 1:] if machine == "naive Bayes" else X  # it has a bias of its own


for machine in pays:
    parts = []
    for seed, fold in enumerate(films):
        d = len(fold.features)
        X_train = matrix(fold.train, machine, d)
        X_validation = matrix(fold.validation, machine, d)
        models = []
        for setting in [0.1, 0.3, 1, 3, 10] if machine == "naive Bayes" else rates:
            models.append(theirs(machine, setting, 5, seed).fit(X_train, fold.train.y))
        shares = [model.score(X_validation, fold.validation.y) for model in models]
        best = models[np.argmax(shares)]
        parts.append(best.predict(matrix(fold.test, machine, d)) == fold.test.y)
    their_right = np.concatenate(parts)
    difference, error = figures.mean_and_error(
        right["film sentences", machine].astype(int) - their_right
    )
    print(f"{machine:11} scikit-learn's {their_right.mean():.3f}; ours minus theirs", end=" ")
    print(f"{difference:+.3f} (standard error {error:.3f})")

# %% [markdown]
# Naive Bayes agrees with theirs to the last digit that is printed, and none of the other differences
# reaches two standard errors. What you have written in this course holds its ground.
#
# (How long each takes is not printed here, since no two runs agree on that. For times beside accuracies
# there is `python benchmarks/reference.py`.)

# %% [markdown] section="learning-curves"
# ## 5. How much data does each need?
#
# On the film sentences the machine that never listens to itself came first. Perhaps it only needs less
# data. Naive Bayes is **generative**: it assumes a story of how a review is written, word by word
# (lecture 02). The others are **discriminative**; they assume less, and so have more to find out.
# Assumptions should help as long as you know little, and hurt once you know a lot. Ng and Jordan (2001)
# found such crossings on many sets of data. So give naive Bayes, the perceptron and softmax regression
# 50 training sentences, then 150, and so on, up to all 5,118. Settings are chosen on the validation part as
# before, at every size anew. **Before you run the cell:** draw the three curves. Where do they cross?

# %%
sizes = [50, 150, 500, 1500, 5118]
curves = {}
for machine in ("naive Bayes", "perceptron", "softmax"):
    curves[machine] = []
    for size in sizes:
        shares = []
        for seed, fold in enumerate(films):
            if size == 5118:  # done in section {#comparison}
                W = chosen["film sentences", machine][seed]
            else:
                few = figures.Fold(
                    fold.train.first(size),
                    fold.validation,
                    fold.test,
                    fold.features,
                    2,
                    fold.held_out,
                )
                found = candidates(machine, few, 5, seed)
                W = found[np.argmax(shares_right(found, fold.validation))]
            shares.append(figures.right(W, fold.test).mean())
        curves[machine].append(shares)
        mean, error = figures.mean_and_error(shares)
        print(f"{machine:11} {size:5} sentences: {mean:.3f} (standard error {error:.3f})")

gaps = np.array(curves["naive Bayes"]) - np.array(curves["softmax"])
for size, gap in zip(sizes, gaps, strict=True):
    mean, error = figures.mean_and_error(gap)
    print(f"naive Bayes ahead of softmax at {size:5}: {mean:+.3f} (standard error {error:.3f})")

ax = figures.learning_curves(sizes, curves, title="Film sentences, five folds")
plots.show(
    ax,
    "Accuracy on new sentences against the number of training sentences, from 50 to 5,118 on a "
    "logarithmic scale. All three curves rise steadily, naive Bayes from 0.55 to 0.75, with softmax "
    "and the perceptron one to three points below it all the way.",
)

# %% [markdown]
# They do not cross. Naive Bayes is ahead at every size: by 1.3 points with 50 sentences, by 3.0 with 150,
# and from there on by less and less, down to 1.2 with all 5,118. The gap is closing, as one would
# expect, but whether softmax would overtake with more sentences we cannot say, because we have no more.
# (All sizes use the word list of the full training part.)
#
# The larger lesson is in the slope. From 1,500 to 5,118 sentences naive Bayes gains 4.7 points, the
# perceptron 5.1 and softmax 5.8. **On these sentences more data moved every machine further than any change of
# machine did.**

# %% [markdown] section="errors"
# ## 6. What do they get wrong?
#
# Two machines with the same accuracy may make quite different mistakes. Take all 8,530 film sentences,
# each judged while it was in the test part, and count how many of the four machines get it wrong. If
# their mistakes were independent of one another, the four error rates would tell us how often all four
# should fail together. **Before you run the cell:** the machines fail on about a quarter of the sentences
# each. How often would all four fail at once, if they were independent?

# %%
wrong = np.array([~right["film sentences", machine] for machine in pays])
observed = np.bincount(wrong.sum(axis=0), minlength=5)

expected = np.array([1.0])  # the distribution of the number of failures, machine by machine
for rate in wrong.mean(axis=1):
    expected = np.append(expected * (1 - rate), 0) + np.append(0, expected * rate)
expected = expected * wrong.shape[1]
print("wrong in 0, 1, 2, 3, 4 machines:", observed)
print("if they were independent:       ", expected.round(0))

ax = figures.together(
    observed,
    expected,
    title="They fail together",
    xlabel="how many of the four machines are wrong",
    ylabel="film sentences",
)
plots.show(
    ax,
    "Bars for none, one, two, three and all four machines wrong. Counted: 5,357, 768, 377, 673 and "
    "1,355 sentences. If mistakes were independent: 2,521, 3,593, 1,920, 456 and 41.",
)

votes = right["film sentences", "naive Bayes"].astype(int) + right["film sentences", "SVM"]
votes = votes + right["film sentences", "softmax"]
gain = (votes >= 2).astype(int) - right["film sentences", "naive Bayes"]
mean, error = figures.mean_and_error(gain)
print(f"a vote of naive Bayes, SVM and softmax: {(votes >= 2).mean():.3f} right,", end=" ")
print(f"against naive Bayes alone {mean:+.3f} (standard error {error:.3f})")

# %% [markdown]
# About 41 times, and in fact it happens 1,355 times. Mostly either all of
# them get a sentence right or all get it wrong; what fools one member of the family tends to fool the
# others. That is also why a vote gains nothing. It differs from naive Bayes only where the two others
# side against it, and there they are wrong more often than right: the vote is 0.8 points *below* naive
# Bayes alone. A vote helps if the voters make different mistakes.
#
# So read the mistakes. Here are the shortest sentences (of five words and marks or more) that all four get wrong,
# and one that each machine gets wrong alone.

# %%
reviews = datasets.rotten_tomatoes()
held_out = np.concatenate([fold.held_out for fold in films])  # in the order of the test parts
texts = [reviews.documents[i] for i in held_out]
labels = [reviews.labels[i] for i in held_out]
lengths = np.array([len(words) for words in texts])


def shortest(mask, n, at_least=5):
    found = np.flatnonzero(mask & (lengths >= at_least))
    return found[np.argsort(lengths[found], kind="stable")][:n]


print("wrong in all four machines:")
for i in shortest(wrong.all(axis=0), 6):
    print("   ", labels[i], "|", " ".join(texts[i]))
for machine, row in zip(pays, wrong, strict=True):
    alone = row & (wrong.sum(axis=0) == 1)
    [i] = shortest(alone, 1)
    print(f"{machine} alone, {alone.sum()} times:")
    print("   ", labels[i], "|", " ".join(texts[i]))

# %% [markdown]
# Often you can see why. *Worthy* is a word of praise unless it is the gong that is deserved. *Both awful
# and appealing* has one word for either side. *Merci pour le movie* is mostly French. No bill can repair
# that: the words themselves mislead, or are not known.
#
# Naive Bayes is wrong alone more often than the others, 414 times against 202, 73 and 79. It is the cousin
# among siblings: it counts, they correct. If you want two machines that can help each other, take them
# from different branches. On the digits the same shows more clearly, and digits can be looked at.

# %%
bad = np.array([~right["digits", machine] for machine in pays])
alone = bad & (bad.sum(axis=0) == 1)
print("digits wrong in 0, 1, 2, 3, 4 machines:", np.bincount(bad.sum(axis=0), minlength=5))
print("wrong alone:", dict(zip(pays, alone.sum(axis=1).tolist(), strict=True)))
birds_bad = np.array([~right["penguins", machine] for machine in pays])
print("birds wrong in 0, 1, 2, 3, 4 machines:", np.bincount(birds_bad.sum(axis=0), minlength=5))
held_birds = np.concatenate([fold.held_out for fold in data["penguins"]])
species = datasets.penguins().y[held_birds[birds_bad.all(axis=0)]]
print(
    "species of the birds that all get wrong:",
    [datasets.penguins().class_names[k] for k in species],
)

held_digits = np.concatenate([fold.held_out for fold in data["digits"]])
picks = [*np.flatnonzero(bad.all(axis=0))[:3], *np.flatnonzero(alone[0])[:3]]
images = datasets.digits().X[held_digits[picks]].reshape(-1, 8, 8)
titles = [f"a {datasets.digits().y[held_digits[i]]}: {bad[:, i].sum()} of 4 wrong" for i in picks]
ax = figures.pictures(images, titles)
plots.show(
    ax,
    "Six handwritten digits of 8 by 8 pixels. All four machines are wrong about the first three: a 5 "
    "with a thick top, and two 8s with hardly any loops. Naive Bayes alone is wrong about the last "
    "three: a very broad 1, a 3 and a 5.",
)

# %% [markdown]
# The first three would make a person hesitate. The last three would not, or at least not the 3 and the
# 5. Of the 122 digits that a single machine gets wrong, 109 belong to naive Bayes, which takes every dark
# pixel as evidence of its own, although a stroke darkens several at once. (Whether *that* is the reason
# this table cannot tell.) Among the penguins three birds are wrong for all: one Adelie and two
# Chinstraps, the two species that lecture 04 could not separate either.
#
# One more kind of mistake cannot be seen in a count of wrong answers: being wrong about how sure one is.
# Naive Bayes and softmax both give probabilities. **Before you run the cell:** which of them will be too
# sure, and on which data?

# %%
for name in ("film sentences", "digits"):
    for machine in ("naive Bayes", "softmax"):
        sure = []
        for fold, W in zip(data[name], chosen[name, machine], strict=True):
            z = figures.scores(W, fold.test)
            powers = np.exp(z - z.max(axis=1, keepdims=True))
            sure.append((powers / powers.sum(axis=1, keepdims=True)).max(axis=1))
        mean = np.concatenate(sure).mean()
        hits = right[name, machine].mean()
        print(f"{name:14} {machine:11} believes {mean:.3f} in its answer, and {hits:.3f} are right")

sure, hits = [], []
for fold, W in zip(data["digits"], chosen["digits", "naive Bayes"], strict=True):
    z = figures.scores(np.column_stack([W[:, 0], 16 * W[:, 1:]]), fold.test)
    powers = np.exp(z - z.max(axis=1, keepdims=True))
    sure.append((powers / powers.sum(axis=1, keepdims=True)).max(axis=1))
    hits.append(z.argmax(axis=1) == fold.test.y)
mean, share = np.concatenate(sure).mean(), np.concatenate(hits).mean()
print(f"digits, ink from 0 to 16: naive Bayes believes {mean:.3f}, and {share:.3f} are right")

# %% [markdown]
# On the film sentences both are too sure, by nine and by eight points, and softmax is so on the digits,
# too, by three. (In lecture 07 it kept its word on digits. But there its settings were chosen by the
# loss, and here by the number of right answers, which does not punish exaggeration.) On the digits naive Bayes is too *modest*, 0.820 where 0.901 are right. That
# is an accident of the unit: measure the ink from 0 to 16 in place of 0 to 1, as if each pixel said the
# same word up to sixteen times, and it believes 0.991 where 0.898 are right. Sixteen times the scores is
# a temperature of $\frac1{16}$: our dial again. Do not believe a probability that you have not measured.

# %% [markdown] section="features"
# ## 7. A new machine, or new features?
#
# So far we have changed the machine and kept the features. Do it the other way round. Lecture 00
# suggested *never boring* as a word of its own, and lecture 02 found that pairs of neighbouring words
# helped naive Bayes a little. Now the machines get the pairs beside the words. (Softmax at rate 0.1,
# without a choice; the number of epochs and naive Bayes' $\alpha$ are chosen as before. We leave out the
# SVM to save time.)
# **Before you run the cell:** which will move the accuracy more, another machine or the pairs?

# %%
with_pairs = figures.films(pairs=True)
rates = [0.1]
machines_differ, pairs_differ = {}, {}
for machine in ("naive Bayes", "perceptron", "softmax"):
    parts = []
    for seed, fold in enumerate(with_pairs):
        found = candidates(machine, fold, 5, seed)
        W = found[np.argmax(shares_right(found, fold.validation))]
        parts.append(figures.right(W, fold.test))
    now = np.concatenate(parts)
    before = right["film sentences", machine]
    pairs_differ[machine] = figures.mean_and_error(now.astype(int) - before)
    print(f"{machine:11} words {before.mean():.3f}, words and pairs {now.mean():.3f}", end="")
    print("; difference {:+.3f} (standard error {:.3f})".format(*pairs_differ[machine]))
    if machine != "softmax":
        gap = before.astype(int) - right["film sentences", "softmax"]
        machines_differ[machine] = figures.mean_and_error(gap)

groups = {"another machine than softmax, same words": machines_differ}
groups["the same machine, words and pairs"] = pairs_differ
ax = figures.gaps(groups, xlabel="change in accuracy, with two standard errors either way")
plots.show(
    ax,
    "Changes in accuracy with two standard errors either way. Another machine than softmax: naive "
    "Bayes +0.012 and clear of 0, perceptron -0.008 and clear of 0. The same machine with pairs: "
    "naive Bayes +0.012 and clear of 0, perceptron 0.000, softmax +0.004, both across 0.",
)

# %% [markdown]
# Neither moves it much. The pairs bring naive Bayes 1.2 points, three standard errors, which agrees with
# lecture 02. For the perceptron and softmax the gain, if there is one, is too small to see. So on these
# data another machine is worth about a point, pairs are worth about a point at best, and more than
# three times as many sentences were worth five.

# %% [markdown] section="choice"
# ## 8. Which one should you take?
#
# Everything that we have found, on one page. (The accuracies are those of section {#comparison}.)
#
# | | naive Bayes | perceptron | SVM | softmax |
# |---|---|---|---|---|
# | who pays | nobody | the winner | the winner after a bonus | everybody |
# | if the answer is right | learns as always | learns nothing | learns until the lead is 1 | learns a little |
# | passes over the data | one, in any order | several | several | several |
# | to be chosen | $\alpha$ | epochs | rate or $\rho$, epochs | rate, epochs |
# | loss | none that it looks at: it counts | $\max_k z_k-z_y$ | $\max_k(z_k+\text{cost}_k)-z_y$ | $-\log\hat p_y$ |
# | probabilities | yes, to be checked | no | no | yes, to be checked |
# | films (baseline 0.498) | 0.749 | 0.728 | 0.736 | 0.736 |
# | digits (baseline 0.087) | 0.901 | 0.958 | 0.955 | 0.957 |
# | penguins (baseline 0.442) | 0.956 | 0.968 | 0.968 | 0.977 |
#
# What would we do? **Begin with naive Bayes** if the data are texts: it takes one pass, has almost
# nothing to choose, and was ahead at every size in section {#learning-curves}. **Take softmax regression** if you need
# probabilities (and check them), or if naive Bayes falls behind, as it did on the digits. **Take the
# averaged perceptron** if only decisions count and you do not want to choose a rate. **The SVM** did not
# set itself apart from softmax on any of our three sets of data. And before you change the machine at
# all, read fifty of its mistakes, and ask whether you could get more data.

# %% [markdown]
# ## So is it never boring?
#
# One last time, the sentence of the first page, now with pairs on the scales.

# %%
words, weights = figures.four_scales(sentence, pairs=True)
ax = figures.scales(weights, words)
plots.show(
    ax,
    "Four panels of bars as on the first page, now with three pairs as well. Never boring leans "
    "towards praise in all of them, by 1.09, 0.44, 0.44 and 0.36, and so does it is. The sums are "
    "still negative: naive Bayes -1.57, perceptron -0.42, SVM -1.83, softmax -1.13.",
)
count = {"pos": 0, "neg": 0}
boring = {"pos": 0, "neg": 0}
for document, label in reviews.labelled:
    count[label] += "never boring" in figures.with_pairs(document)
    boring[label] += "boring" in document
print("sentences with never boring:", count, "  with boring:", boring)

# %% [markdown]
# All four scales have moved towards the truth, and all four are still wrong. The last line says why: they have
# met *never boring* twice, both times in praise, and *boring* 46 times, 43 of them in blame. Do naive
# Bayes by hand. With one added to each count the pair weighs $\log\frac{2+1}{0+1}=\log3\approx1.10$ (the
# picture has 1.09, since the two bags are not quite of the same size). The balance stands at $-1.57$. To
# tip it, the pair would have to weigh 1.57 more, so $e^{1.57}\approx4.8$ times as many: $3\cdot4.8=14.4$,
# which means 14 sentences in place of 2, if nothing else changed.
#
# So tell them. Add the sentence itself to the reviews, as praise, several times over. **Before you run the
# cell:** with words alone we say it 16 times, with pairs only 4 times. Who understands?

# %%
for pairs, told in ((False, 16), (True, 4)):
    words, weights = figures.four_scales(sentence, pairs=pairs, told=told)
    sums = ", ".join(f"{machine} {sum(values):+.2f}" for machine, values in weights.items())
    print("words and pairs" if pairs else "words only     ", f"told {told:2} times:", sums)

# %% [markdown]
# Told sixteen times, the machines that see single words still take it for a complaint, though three of
# them have come close to doubting it. All they can do is to make *boring* lighter, and that makes it
# lighter in every other sentence, too, 43 of which are complaints. Told four times, the machines that see
# pairs have understood, all four of them, however different their bills. They have a weight that belongs
# to *never boring* and to nothing else.
#
# **So are these four machines, or one?** One. They add up weights and look at the sign, as on the first
# page of the course, and they learn by giving the right class a present, $W\leftarrow
# W+\eta\,(t-\hat p)\,x^\top$. They differ in who pays: nobody, the winner, the winner after a bonus, or
# everybody as much as they hold; and between the winner and everybody there is only a dial. **Does it matter which of
# them you take?** Less than you would think while you are learning them one by one. We found a point or so
# among those that correct themselves, up to six between correcting and counting, five for three times
# the data; and no member of the family can learn what its features do not show.
#
# What lies beyond is a machine that makes its own features. A neural network puts layers of arithmetic
# between the words and the scores. Yet its last layer, also in the language models of lecture 07, is the
# machine that you have built: scores $Wx$, a softmax, and the error $t-\hat p$, which lecture 08's chain
# rule carries back through all the layers. When somebody explains one to you, ask who pays. You will
# know the answer.

# %% [markdown]
# ## Check yourself
#
# 1. Four classes, $\hat p=(0.1,0.6,0.1,0.2)$, the last class is right, $\eta=1$ and $x=(1,2)$. What is
#    added to each row of $W$ by softmax, and what by the perceptron?
# 2. An example is classified correctly, with a lead of 3. Which of the four machines change anything?
# 3. Two classes have the scores 3 and 1. What is $\hat p$ at $T=2$, and what in the limits $T\to0$ and
#    $T\to\infty$?
# 4. You shuffle the training examples and train again, for one epoch. Which machine is sure to give the
#    same weights?
# 5. A friend reports that model A is right on 75.1 % of 2,000 test sentences and model B on 74.3 %, and
#    takes A. What do you ask?
# 6. Two models are right on 80 of 100 sentences each. What can a third model bring as a judge between
#    them, if both are wrong on the same 20? And if their mistakes do not overlap?
#
# <details><summary>Answers</summary>
#
# 1. Softmax: $-0.1x$, $-0.6x$, $-0.1x$ and $+0.8x$, so the last row gains $(0.8,1.6)$. Perceptron: $0$,
#    $-x$, $0$ and $+x$, so it gains $(1,2)$.
# 2. Naive Bayes, which counts everything, and softmax, a little. Not the perceptron, and not the SVM with
#    a bonus of 1 (unless it shrinks all weights).
# 3. $S(1.5,0.5)=\bigl(\frac1{1+e^{-1}},\frac1{1+e}\bigr)\approx(0.73,0.27)$; then $(1,0)$; then
#    $(\frac12,\frac12)$.
# 4. Naive Bayes. Its table is a sum, and a sum does not care about the order of its terms.
# 5. Whether the settings of both were chosen on a validation part; what the majority baseline is; and on
#    how many sentences each wins over the other. A single share of 0.75 among 2,000 has a standard error of
#    0.01, so a gap of 0.8 points may well be luck.
# 6. Nothing in the first case: where they differ nowhere, there is nothing to judge. In the second they
#    differ on 40 sentences, and on each of these exactly one of them is right (with two labels).
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - write the update of every classifier of the course in one line, and say who pays;
# - do a step of each by hand, for a wrong answer and for a right one;
# - show that the perceptron's rule is softmax's with a hard choice, without any factor, and that it is
#   the limit $T\to0$, ties apart;
# - say why a learning rate is a temperature, and what lies at the two ends of the dial;
# - compare classifiers fairly: same data and features, settings from a validation part, several folds,
#   paired differences with standard errors, the majority baseline;
# - look at mistakes and at confidence, and say whether a machine, its features or its data are to blame.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $x$ | one example; the constant 1 comes first | $(d,)$ | `x` |
# | $y$, $t$ | the right class; the same as a one-hot vector, the target | number, $(K,)$ | `y`, `t` |
# | $W$, $\mathbf w_k$ | weights, one row per class | $(K,d)$, $(d,)$ | `W`, `W[k]` |
# | $N$ | counts: how often each feature came with each class | $(K,d)$ | `N` |
# | $z$, $z_k$ | scores $Wx$ | $(K,)$ | `z` |
# | $S(z)$ | softmax of the scores | $(K,)$ | `everybody(z, y)` |
# | $\hat p$ | what each class pays: a probability, a hard choice, or 0 | $(K,)$ | `p_hat` |
# | $t-\hat p$ | the error term | $(K,)$ | `t - p_hat` |
# | $\hat y$ | the class with the largest score | number | `z.argmax()` |
# | $\text{cost}_k$, $\rho$ | bonus of a wrong class; shrink factor of the SVM, 1 in this lecture | numbers | `bonus` |
# | $\eta$, $T$ | learning rate; temperature, $S(z/T)$ | numbers | `eta`, `T` |
# | $W'$ | $W/T$ | $(K,d)$ | `W_soft` |
# | $\alpha$ | what naive Bayes adds to every count | number | `alpha` |
#
# **The argument in five lines**
#
# 1. Every machine gives the right class the example as a present:
#    $W\leftarrow W+\eta\,(t-\hat p)\,x^\top$. They differ in $\hat p$, in who pays.
# 2. Nobody: naive Bayes, on counts. The winner: perceptron. The winner after a bonus: SVM. Everybody, as
#    much as they hold: softmax, and with two classes logistic regression.
# 3. From zeros, softmax at temperature $T$ and rate $\eta$ decides like softmax at rate $\eta/T$: cold or
#    fast, it is a perceptron (ties apart); hot or slow, it counts.
# 4. In a fair comparison those that correct themselves were within a point of one another; counting won
#    by a point on texts and lost by six on digits; more data helped more.
# 5. They fail together, because they see the same features. What the features do not show, none can learn.

# %% [markdown]
# <details><summary><b>If you read the documents beside this</b></summary>
#
# We read the documents as text conversions, so a slip may be the conversion's and not the author's. The
# [list of slips](../docs/errata.md) has those of the whole course, with computations; in the exercise you
# hunt for some yourself.
#
# - *Hasegawa-Johnson & Hockenmaier (2019), "Summary: Training Algorithms You Know" and the slides "Summary:
#   Perceptron versus Softmax"*: the list on which they end is the thread of this lecture. With a hard
#   choice $\hat y_{im}-y_{im}$ is printed as $-2$ and $2$, and the perceptron rule comes back "multiplied by
#   2". Both vectors hold only noughts and ones, so the differences are $-1$ and $1$, and the rule comes back
#   as it is. A 2 appears where $y$ is $\pm1$, or in the single needle of section {#update}.
# - *Hasegawa-Johnson (2020), "Conclusion: Comparing Multi-Class Perceptron and Logistic Regression"*: the
#   two are called almost the same, since $\hat p_k$ (there $y^*_c$) is near 0 or 1, though never equal to
#   it. Section {#temperature} makes "near" precise. That softmax therefore never quite stops learning is our addition.
# - *May (2023), section 13*: for naive Bayes to be $\arg\max_y\theta\cdot f(x,y)$ the weights must be the
#   *logarithms* of the probabilities. Section {#naive-bayes} shows what a table without logarithms does.
# </details>
#
# **Go on with** [exercise 09](../exercises/09-family/09-family.ipynb): the shared rule, the hunt for slips,
# and a classifier of your own, from raw text to predictions, that has to reach a goal.
#
# ### Sources
#
# M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0). M.
# Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0). J. May, *Linear Models*, 2023. A. Y.
# Ng & M. I. Jordan, *On discriminative vs. generative classifiers*, NIPS 14, 2001. B. Widrow & M. E. Hoff,
# *Adaptive switching circuits*, IRE WESCON Convention Record, 1960. K. Crammer & Y. Singer, *On the
# algorithmic implementation of multiclass kernel-based vector machines*, Journal of Machine Learning
# Research 2, 2001. F. Pedregosa and others, *Scikit-learn: machine learning in Python*, Journal of Machine
# Learning Research 12, 2011. Film sentences: B. Pang & L. Lee, *Seeing stars*, ACL 2005. Digits: E. Alpaydin
# & C. Kaynak, UCI Machine Learning Repository, 1998. Penguins: A. M. Horst, A. P. Hill & K. B. Gorman,
# *palmerpenguins*, 2020.
