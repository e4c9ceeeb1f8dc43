# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 04 Perceptron
#
# **Learning from one mistake at a time**
#
# About 80 minutes. Follows Hasegawa-Johnson & Hockenmaier, *Lecture 18: Wrapping up
# classification* (2019); May, *Linear Models* (2023), sections 14 to 16; and Hasegawa-Johnson,
# *Multi-Class Linear Classifiers* (2020).
#
# **After this you can**
#
# - carry out a perceptron update by hand, for two classes and for many;
# - say what the update does to the score of the example, and to the line;
# - bound the number of mistakes on separable data, and check the bound on real penguins;
# - recognise from a curve of mistakes that no line separates the data;
# - write the rule as a step down a loss, and say which loss;
# - say what averaging, a margin, and least squares each change.
#
# **You need first** scores and decision lines, and joint features (lecture 03).

# %% [markdown]
# ## The symbols used here
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $X$, $x$ | all examples, one example; the constant 1 comes first | $(n, d)$, $(d,)$ | `X`, `x` |
# | $y$ | right label: $-1$ or $+1$; with $K$ classes $0, \dots, K-1$ | number | `y` |
# | $\hat y$ | label that the classifier chooses | number | `y_hat` |
# | $\mathbf w$ | weights, two classes | $(d,)$ | `w` |
# | $W$ | weights, $K$ classes, one row $\mathbf w_k$ each | $(K, d)$ | `W` |
# | $f(x, k)$ | joint features of $x$ with class $k$ | $(D,)$ | `F[k]` |
# | $\theta$ | weights of the joint features | $(D,)$ | `theta` |
# | $\Psi(x, k)$ | score of class $k$: $\theta\cdot f(x,k) = \mathbf w_k\cdot x$ | number | `psi[k]` |
# | $\eta$ | learning rate, "eta" | number | `eta` |

# %%
import numpy as np

from lincourse import datasets, perceptron, plots
from lincourse.engines import train_multiclass
from lincourse.estimators import LinearSVM
from lincourse.features import add_bias, joint_features, predict_multiclass
from lincourse.figures import perceptron as figures

np.set_printoptions(precision=3, suppress=True)

# %% [markdown]
# ## 1. Must you see all the data before you learn anything?
#
# Naive Bayes counts everything first and then classifies. A person does not learn like that: you
# meet one case, you are wrong, you change your mind a little. Learning from one example at a time
# is called **online** learning; learning only after a look at the whole data set is called
# **batch** learning. Between the two lie *minibatches*, a few examples at a time (lecture 06).
#
# The perceptron is the oldest online rule for linear classifiers (Rosenblatt, 1958). It keeps one
# weight vector, looks at one example, and changes the weights only if it got that example wrong.
# One pass through all examples is an **epoch**.

# %% [markdown]
# ## 2. What should a mistake do to the weights?
#
# Take two classes, $y=-1$ and $y=+1$. The score is $\mathbf w\cdot x$ and its sign is the
# prediction, so the example is right exactly where $y\,(\mathbf w\cdot x) > 0$. Otherwise:
#
# $$\text{if } y\,(\mathbf w\cdot x)\le 0:\qquad \mathbf w \leftarrow \mathbf w + \eta\,y\,x .$$
#
# Why this step? Look at the score of the *same* example afterwards:
#
# 1. $\mathbf w_{\text{new}}\cdot x = (\mathbf w+\eta\,y\,x)\cdot x$ — put the rule in;
# 2. $\phantom{\mathbf w_{\text{new}}\cdot x} = \mathbf w\cdot x + \eta\,y\,(x\cdot x)$ — multiply out;
# 3. $y\,(\mathbf w_{\text{new}}\cdot x) = y\,(\mathbf w\cdot x) + \eta\,(x\cdot x)$ — times $y$, and $y^2=1$.
#
# As $x\cdot x>0$, the score moves towards its label, by exactly $\eta\,(x\cdot x)$. A score of 0
# counts as a mistake: the example lies on the line, and from $\mathbf w=0$ nothing would ever start.

# %%
w, x, y, eta = np.array([1.0, 1.5]), np.array([2.0, 0.5]), -1, 0.5
w_new = perceptron.perceptron_update(w, x, y, eta)

print("w before", w, "  score", w @ x, "  label", y)
print("w after ", w_new, "  score", w_new @ x)
print("change of y (w . x):", y * (w_new @ x) - y * (w @ x), "= eta (x . x) =", eta * (x @ x))

# %% [markdown]
# The score was positive and the label is negative: a mistake. Half of $x$ is taken away from
# $\mathbf w$. The weights stand at a right angle to the line, so when $\mathbf w$ turns away from
# $x$, the line turns and $x$ changes sides, or at least comes closer to doing so.

# %%
ax = plots.update_picture(w, x, y, w_new, title="One mistake, one step")
plots.show(
    ax,
    "The weight vector before the update points up and to the right. Taking away half of x, an "
    "example with label -1, turns it to the left. The dashed line before the update has x on its "
    "positive side; the solid line after it passes closer to x.",
)

# %% [markdown]
# <details><summary><b>Think:</b> is one update enough to get the example right?</summary>
#
# Not always. The score moves by $\eta\,(x\cdot x)$, which may be less than it was wrong by. Here
# the score went from 2.75 to 0.625, which is still positive. Looking at the same example again
# will take it further; so will a larger $\eta$.
# </details>

# %% [markdown]
# ## 3. How large should a step be?
#
# The learning rate $\eta$ scales each step. Common advice is to let it decay, for instance
# $\eta_n = 1/n$ for the $n$-th example, so that early mistakes count more than late ones.
#
# But first a surprise. Start from $\mathbf w=0$ with a constant rate and try three of them.
# **Before you run the cell:** which one will make the fewest mistakes?

# %%
rng = np.random.default_rng(4)
toy = datasets.separable(rng, n=40, margin=0.15)
toy_X, toy_y = add_bias(toy.X), toy.y

for eta in (0.1, 1.0, 10.0):
    w, mistakes = perceptron.train_perceptron(toy_X, toy_y, eta, max_epochs=50)
    print(f"eta {eta:4}: mistakes per epoch {mistakes}, w / eta = {w / eta}")

# %% [markdown]
# All three make the same mistakes. Every update is $\eta$ times something, so from zeros $\mathbf w$
# is $\eta$ times a fixed vector, and a positive factor never changes the sign of a score. A
# *constant* rate matters only if you start elsewhere; a *decaying* one always matters.

# %%
print("eta for the examples 1 to 5:", [round(perceptron.eta_decay(n), 3) for n in range(1, 6)])

# %% [markdown]
# ## 4. Does it ever stop?
#
# Play first. The stepper below shows forty points that a line can separate. **Before you press
# anything,** guess: after how many of the forty examples will the line stop moving? Then take
# single steps until you have seen two mistakes, and longer ones to the end.

# %%
figures.perceptron_stepper(toy.X, toy.y)

# %% [markdown]
# It stopped, and that was no luck. Suppose the data are **linearly separable**: some unit vector
# $\mathbf u$ gets every example right by a margin of at least $\gamma>0$, that is
# $y\,(\mathbf u\cdot x)\ge\gamma$. Let $R$ be the length of the longest $x$. Then the perceptron,
# started from zeros, makes at most $(R/\gamma)^2$ mistakes, however many examples there are
# (Novikoff, 1962). Take $\eta=1$; let $M$ count the mistakes so far.
#
# 1. *The weights move towards* $\mathbf u$. A mistake changes $\mathbf u\cdot\mathbf w$ by
#    $y\,(\mathbf u\cdot x)\ge\gamma$, so $\mathbf u\cdot\mathbf w\ge M\gamma$.
# 2. *They do not get long.* A mistake changes $\lVert\mathbf w\rVert^2$ by
#    $2y\,(\mathbf w\cdot x)+\lVert x\rVert^2$. The first part is at most 0, because it was a
#    mistake, and the second at most $R^2$. So $\lVert\mathbf w\rVert^2\le MR^2$.
# 3. *Both at once.* $M\gamma\le\mathbf u\cdot\mathbf w\le\lVert\mathbf w\rVert\le\sqrt M\,R$, as
#    $\mathbf u$ has length 1. Divide by $\sqrt M\,\gamma$ and square: $M\le(R/\gamma)^2$.
#
# Now check it on real birds. Adelie and Gentoo penguins can be told apart by the depth of the bill
# and the body mass.

# %%
birds = datasets.penguins().select(["Adelie", "Gentoo"], ["bill_depth_mm", "body_mass_g"])
order = np.random.default_rng(2).permutation(len(birds.y))
measured = birds.X[order] / [10, 1000]  # in centimetres and kilograms
species = np.where(birds.y[order] == 0, -1, 1)

w, mistakes = perceptron.train_perceptron(add_bias(measured), species, eta=1.0, max_epochs=100)
print("mistakes per epoch:", mistakes, "  in all:", sum(mistakes))
print("w:", w)

# %%
ax = plots.points(
    measured,
    species,
    names=["Adelie", "Gentoo"],
    title="A line between two species",
    xlabel="bill depth (cm)",
    ylabel="body mass (kg)",
)
plots.decision_line(w, ax, shade=True)
plots.show(
    ax,
    "Adelie penguins (deep bills, 3 to 5 kg) and Gentoo penguins (shallow bills, 4 to 6.3 kg) as "
    "two clouds with a clear gap. The learnt line runs through the gap, close to one of them.",
)


# %%
def mistake_bound(X, y, w):
    """(R / gamma)^2, with the weights w as the witness that the data are separable."""
    gamma = (y * (X @ w)).min() / np.linalg.norm(w)
    R = np.linalg.norm(X, axis=1).max()
    return R, gamma, (R / gamma) ** 2


R, gamma, bound = mistake_bound(add_bias(measured), species, w)
print(f"R {R:.2f}, gamma {gamma:.4f}, at most {bound:.0f} mistakes")

# %% [markdown]
# The bound holds, with a lot to spare: the learnt line passes very close to one bird, so the margin
# that it proves is tiny. Units matter too. Subtract each measurement's mean and divide by its
# standard deviation, and the same birds become easy:

# %%
standard = (measured - measured.mean(axis=0)) / measured.std(axis=0)
w_standard, mistakes = perceptron.train_perceptron(
    add_bias(standard), species, eta=1.0, max_epochs=100
)
print("mistakes per epoch:", mistakes, "  in all:", sum(mistakes))
R, gamma, bound = mistake_bound(add_bias(standard), species, w_standard)
print(f"R {R:.2f}, gamma {gamma:.4f}, at most {bound:.0f} mistakes")

# %% [markdown]
# The picture below shows the two halves of the proof at work, on the penguins in centimetres and
# kilograms: after each mistake, $\mathbf u\cdot\mathbf w$ and $\lVert\mathbf w\rVert$ are
# caught between the line $M\gamma$ and the curve $\sqrt M\,R$.

# %%
u = w / np.linalg.norm(w)
R, gamma, _ = mistake_bound(add_bias(measured), species, w)
weights, towards_u, length = np.zeros(3), [], []
for _ in range(5):
    for x, y in zip(add_bias(measured), species, strict=True):
        after = perceptron.perceptron_update(weights, x, y, eta=1.0)
        if not np.array_equal(after, weights):
            weights = after
            towards_u.append(u @ weights)
            length.append(np.linalg.norm(weights))

M = np.arange(1, len(length) + 1)
print("M gamma <= u . w:", all(M * gamma <= towards_u))
print("u . w <= length: ", all(np.array(towards_u) <= length))
print("length <= root of M times R:", all(length <= np.sqrt(M) * R))

# %%
ax = plots.loss_curve(
    {"√M R": np.sqrt(M) * R, "length of w": length, "u · w": towards_u, "M γ": M * gamma},
    title="Caught between a line and a root",
    xlabel="mistakes so far, M",
    ylabel="",
)
plots.show(
    ax,
    "Four curves against the number of mistakes M. The root of M times R is on top, then the length "
    "of w, then u times w, and the straight line M times gamma at the bottom.",
)

# %% [markdown]
# ## 5. And if no line separates the classes?
#
# Then there is no epoch without a mistake, ever. The smallest case is XOR: two opposite corners of
# a square against the other two.

# %%
xor_X, xor_y = datasets.xor()
w = np.zeros(3)
for epoch in (1, 2):
    for x, y in zip(add_bias(xor_X), xor_y, strict=True):
        score = w @ x
        w = perceptron.perceptron_update(w, x, y, eta=1.0)
        print(f"epoch {epoch}: corner {x[1:]}, label {y:+d}, score {score:+.0f} -> w = {w}")

# %% [markdown]
# Four mistakes, and the weights are back at zero: from then on the perceptron goes round in a
# **cycle**. Real data that are not separable behave more like noise: the number of mistakes jumps about and
# never reaches 0. That makes training a perceptron a quick test for separability, with one catch:
# a curve that has not reached 0 *yet* proves nothing.

# %%
noisy = datasets.noisy(np.random.default_rng(3), n=200)
_, on_noisy = perceptron.train_perceptron(add_bias(noisy.X), noisy.y, eta=1.0, max_epochs=30)
_, on_xor = perceptron.train_perceptron(add_bias(xor_X), xor_y, eta=1.0, max_epochs=30)
_, on_toy = perceptron.train_perceptron(toy_X, toy_y, eta=1.0, max_epochs=30)

ax = plots.loss_curve(
    {"noisy (200 points)": on_noisy, "XOR (4 points)": on_xor, "separable (40 points)": on_toy},
    title="Only separable data come to rest",
    ylabel="mistakes in the epoch",
)
plots.show(
    ax,
    "Mistakes per epoch on three data sets. The separable data reach 0 after a few epochs and stop. "
    "XOR stays at 4 mistakes out of 4. The noisy data stay near 39 mistakes out of 200.",
)

# %% [markdown]
# Here a decaying rate helps: late steps are short, so the line stops jumping. Be careful what you
# conclude. The steps shrink because we shrink them, not because the weights have arrived
# somewhere good.


# %%
def movement(X, y, rate, epochs):
    """How far w moves in each epoch, with rate(n) for the n-th example."""
    w, n, moved = np.zeros(X.shape[1]), 0, []
    for _ in range(epochs):
        start = w
        for x_i, y_i in zip(X, y, strict=True):
            n += 1
            w = perceptron.perceptron_update(w, x_i, y_i, rate(n))
        moved.append(np.linalg.norm(w - start))
    return moved


noisy_X = add_bias(noisy.X)
ax = plots.loss_curve(
    {
        "constant rate": movement(noisy_X, noisy.y, lambda n: 1.0, 20),
        "decaying rate": movement(noisy_X, noisy.y, perceptron.eta_decay, 20),
    },
    title="With a decaying rate the weights settle",
    ylabel="distance w moves in the epoch",
)
plots.show(
    ax,
    "Distance that w moves in each epoch on the noisy data. With a constant rate it starts at 3.4 and "
    "then stays around 1.3 for all twenty epochs; with a decaying rate it falls to almost 0.",
)

# %% [markdown]
# ## 6. What changes with more than two classes?
#
# Keep one weight vector $\mathbf w_k$ per class and choose $\hat y = \arg\max_k \mathbf w_k\cdot x$
# (the lowest index on a tie). If $\hat y\ne y$, exactly two rows change:
#
# $$\mathbf w_y \leftarrow \mathbf w_y + \eta\,x, \qquad
#   \mathbf w_{\hat y} \leftarrow \mathbf w_{\hat y} - \eta\,x .$$
#
# The class that should have won gains; the class that won by mistake loses; no other class took
# part, so no other row changes.

# %%
W = np.array([[0.0, 1.0, 0.5], [1.0, 0.0, 1.0], [0.5, 0.5, -1.0]])
x, y = np.array([1.0, 2.0, 1.0]), 2
print("scores before:", W @ x, "-> class", (W @ x).argmax(), "but the right one is", y)

W_new = perceptron.multiclass_update(W, x, y, eta=0.5)
print("scores after: ", W_new @ x)
print("what changed:\n", W_new - W)

# %% [markdown]
# All three species at once, with bill length and bill depth, both standardised. Each class owns a
# region; the borders between regions are straight, as lecture 03 showed.

# %%
three = datasets.penguins().select(features=["bill_length_mm", "bill_depth_mm"])
order = np.random.default_rng(0).permutation(len(three.y))
bills = (three.X[order] - three.X.mean(axis=0)) / three.X.std(axis=0)
kinds = three.y[order]

W = np.zeros((3, 3))
for _ in range(10):
    for x, y in zip(add_bias(bills), kinds, strict=True):
        W = perceptron.multiclass_update(W, x, y, eta=1.0)
print("right:", (predict_multiclass(W, add_bias(bills)) == kinds).sum(), "of", len(kinds))

# %%
ax = plots.points(
    bills,
    kinds,
    names=three.class_names,
    title="Three species, three regions",
    xlabel="bill length (standardised)",
    ylabel="bill depth (standardised)",
)
plots.decision_regions(W, ax)
plots.show(
    ax,
    "Three clouds of penguins by bill length and depth. Adelie are on the left, Chinstrap at the "
    "upper right, Gentoo at the lower right. Straight borders cut the plane into three regions "
    "that hold most of each cloud.",
)

# %% [markdown]
# ## 7. Is that one rule or two?
#
# With joint features (lecture 03) both halves become a single step. $f(x, k)$ puts $x$ into block
# $k$ of a long vector and zeros elsewhere, $\theta$ is all rows of $W$ in a line, and
#
# $$\theta \leftarrow \theta + f(x, y) - f(x, \hat y), \qquad
#   \hat y = \arg\max_k \theta\cdot f(x,k) .$$
#
# Where $\hat y=y$ the two terms cancel, so there is not even an "if". And $f$ need not be made of
# blocks: any features of an example *together with* a label will do.
#
# **The quiz in May's section 14.** Three classes; the three features of $x$ have the values 2, 1
# and 0; class 1 is right. May counts classes from 1, we count from 0, so class 1 is our `0`.

# %%
F = np.array([joint_features([2, 1, 0], k, n_classes=3) for k in range(3)])
theta = np.array([0.3, 0.7, 0.8, -0.2, 2.2, 4, -4, -4, -4])
features = ["f1", "f2", "f3"]

ax = plots.joint_blocks(F, theta, names=["1", "2", "3"], features=features, title="Before")
plots.show(
    ax,
    "A table with one row of joint features per class: the values 2, 1, 0 stand in the class's own "
    "block. Below them theta. The scores on the right are 1.3, 1.8 and -12: class 2 wins.",
)

# %%
theta_after = perceptron.joint_update(theta, F, y=0)
print("scores before:", F @ theta)
print("theta after:  ", theta_after)
print("scores after: ", F @ theta_after)

# %% [markdown]
# Class 1 went up, class 2 went down, class 3 was not involved, and the example is now right.

# %%
ax = plots.joint_blocks(F, theta_after, names=["1", "2", "3"], features=features, title="After")
plots.show(
    ax,
    "The same table after the update. The block of class 1 in theta has gained 2, 1, 0 and that of "
    "class 2 has lost as much. The scores are 6.3, -3.2 and -12: class 1 wins.",
)

# %% [markdown]
# ## 8. What is being minimised?
#
# The rule was found first and justified later. Here is a justification: define the **perceptron
# loss** of an example as how far the winner is ahead of the right class,
#
# $$\ell(\theta) = \max_k\,\theta\cdot f(x,k)\;-\;\theta\cdot f(x,y) .$$
#
# It is never negative, and 0 exactly where the right class wins (or shares the lead).
#
# 1. Let $\hat y$ be the winner: $\ell(\theta) = \theta\cdot f(x,\hat y)-\theta\cdot f(x,y)$ — as long
#    as $\hat y$ stays the winner, which it does for small changes of $\theta$.
# 2. Both terms are linear in $\theta$, so $\nabla\ell = f(x,\hat y)-f(x,y)$.
# 3. One step downhill, $\theta-\nabla\ell = \theta+f(x,y)-f(x,\hat y)$: the perceptron rule.
#
# At a tie the loss has a kink, and $f(x,\hat y)-f(x,y)$ is one of several slopes that lie under it
# (a *subgradient*). Away from kinks, small steps must agree with the formula:

# %%
gradient = perceptron.perceptron_gradient(theta, F, y=0)
loss, h = perceptron.perceptron_loss, 1e-6
measured_slope = np.array(
    [(loss(theta + dh, F, 0) - loss(theta - dh, F, 0)) / (2 * h) for dh in h * np.eye(9)]
)
print("loss    ", round(loss(theta, F, 0), 3))
print("formula ", gradient)
print("measured", measured_slope)

# %%
line = np.linspace(-1, 2, 121)
losses = {
    "class 1 is right": [perceptron.perceptron_loss(theta - t * gradient, F, 0) for t in line],
    "class 2 is right": [perceptron.perceptron_loss(theta - t * gradient, F, 1) for t in line],
}
[ax] = plots.panels()
for k, (name, values) in enumerate(losses.items()):
    ax.plot(line, values, plots.DASHES[k], color=plots.colour(k), label=name)
ax.set(title="The loss is a hinge", xlabel="steps along the update direction", ylabel="loss")
ax.legend()
plots.show(
    ax,
    "Perceptron loss along the direction of the update. If class 1 is right the loss falls in a "
    "straight line and is 0 from about 0.05 steps on. If class 2 is right it is the mirror image: 0 "
    "first, then rising in a straight line.",
)

# %% [markdown]
# <details><summary><b>Think:</b> how is your own learning like this, and how is it not? (May)</summary>
#
# Like: you change your mind when you are wrong, and by more when the case is striking (a longer
# $x$). Unlike: the perceptron learns nothing at all from getting something right, however
# narrowly; it has no doubt; and it forgets old examples as soon as new ones pull the other way.
# The next sections and lecture 05 repair some of this.
# </details>

# %% [markdown]
# ## 9. Which of all the weights should you keep?
#
# The last $W$ depends on which examples came last. Online learning makes that worse: one strange
# example at the very end can spoil good weights. A cure that costs nothing is to keep the **mean
# of $W$ after every example**, mistake or not. Weights that survive many examples then count
# often, and a $W$ that is overthrown at once counts little (Freund & Schapire, 1999).

# %%
digits = datasets.digits()
order = np.random.default_rng(0).permutation(len(digits.y))
pixels, labels = add_bias(digits.X[order] / 16), digits.y[order]
train, test = slice(0, 1400), slice(1400, None)


def held_out_accuracy(epochs, average):
    W = train_multiclass(pixels[train], labels[train], 10, eta=1.0, epochs=epochs, average=average)
    return (predict_multiclass(W, pixels[test]) == labels[test]).mean()


curves = {
    "last W": [held_out_accuracy(epochs, average=False) for epochs in range(1, 16)],
    "mean of W": [held_out_accuracy(epochs, average=True) for epochs in range(1, 16)],
}
for name, values in curves.items():
    print(f"{name:9}", np.array(values))

# %%
ax = plots.loss_curve(curves, title="Averaging steadies the digits", ylabel="held-out accuracy")
plots.show(
    ax,
    "Held-out accuracy on handwritten digits against epochs of training. The last W jumps between "
    "0.88 and 0.97. The mean of W rises from 0.95 to about 0.98 and stays there.",
)

# %% [markdown]
# ## 10. Is being right enough?
#
# The perceptron stops caring as soon as an example is right, even by a hair. A **support vector
# machine** wants distance as well. Add a **cost** to every wrong class while you look for the
# rival, and shrink the old weights a little at every step:
#
# $$\hat y = \arg\max_k\,\bigl(\theta\cdot f(x,k) + \text{cost}_k\bigr), \qquad
#   \theta \leftarrow \lambda\,\theta + f(x,y) - f(x,\hat y), \qquad \text{cost}_y = 0 .$$
#
# With a cost of 1, the right class must lead by at least 1, or there is an update. Without the
# shrinking ($\lambda<1$) that would be easy to please: multiply $\theta$ by 1,000 and every lead is
# large. Shrinking takes that way out.

# %%
cost = np.array([0.0, 5.0, 5.0])
after_svm = perceptron.svm_update(theta_after, F, 0, cost, shrink=0.9)
print("scores, class 1 is right:         ", F @ theta_after)
print("the same with a cost of 5 for others:", F @ theta_after + cost)
print("after an SVM step, lambda = 0.9:   ", F @ after_svm)

# %% [markdown]
# Class 1 leads by more than the cost, so the step only shrinks. The gain shows in the margin
# $\gamma$, here on the standardised penguins of section 4:

# %%
svm = LinearSVM(shrink=0.999, epochs=200, rng=np.random.default_rng(0)).fit(standard, species)
w_svm = svm.W_[1] - svm.W_[0]
for name, weights in (("perceptron", w_standard), ("SVM-style", w_svm)):
    R, gamma, bound = mistake_bound(add_bias(standard), species, weights)
    print(f"{name:10}  smallest distance {gamma:.3f}")

# %%
ax = plots.points(
    standard,
    species,
    names=["Adelie", "Gentoo"],
    title="Right, and right with a margin",
    xlabel="bill depth (standardised)",
    ylabel="body mass (standardised)",
)
plots.decision_line(w_standard, ax, label="perceptron", linestyle="--")
plots.decision_line(w_svm, ax, label="SVM-style")
plots.show(
    ax,
    "The two clouds of penguins with two lines in the gap. The dashed perceptron line passes close "
    "to a few birds; the solid SVM-style line keeps more distance from both clouds.",
)

# %% [markdown]
# ## 11. Is there no formula for the weights?
#
# There is, for another question. Put all examples into a matrix $A$ (one row each), the labels
# $\pm1$ into $b$, and ask for $A\,\mathbf w\approx b$. Usually no $\mathbf w$ solves it exactly, as
# there are more examples than weights. The one with the smallest squared error is
#
# $$\mathbf w = (A^\top A)^{-1}A^\top b ,$$
#
# and where $A^\top A$ has no inverse (a feature that comes twice, say) we take the shortest of all
# the best ones. $(A^\top A)^{-1}A^\top$ is the **pseudo-inverse** of $A$.

# %%
A, b = add_bias(standard), species
w_squares = perceptron.least_squares(A, b)
print("least squares:", w_squares)
print("by the formula:", np.linalg.inv(A.T @ A) @ A.T @ b)
print("right:", (np.sign(A @ w_squares) == b).sum(), "of", len(b))

# %% [markdown]
# One step, no epochs, no rate. Then why bother with anything else? **Where it breaks:** least
# squares wants every score to *be* $\pm1$. A bird that is far on the right side has a score of, say,
# 8, and is punished for an error of 7. Add some giants and watch the line:

# %%
giants = np.random.default_rng(1).normal([-9, 1], 0.3, size=(60, 2))
X_giants = np.vstack([standard, giants])
y_giants = np.concatenate([species, np.ones(60, dtype=int)])

w_pulled = perceptron.least_squares(add_bias(X_giants), y_giants)
w_perceptron, _ = perceptron.train_perceptron(add_bias(X_giants), y_giants, 1.0, max_epochs=100)
for name, weights in (("least squares", w_pulled), ("perceptron", w_perceptron)):
    wrong = (np.sign(add_bias(X_giants) @ weights) != y_giants).sum()
    print(f"{name:13}  {wrong} wrong of {len(y_giants)}")

# %%
ax = plots.points(
    X_giants,
    y_giants,
    names=["Adelie", "Gentoo and giants"],
    title="Easy examples pull the least-squares line",
    xlabel="bill depth (standardised)",
    ylabel="body mass (standardised)",
)
plots.decision_line(w_squares, ax, label="least squares before", linestyle=":")
plots.decision_line(w_pulled, ax, label="least squares, with the giants")
plots.decision_line(w_perceptron, ax, label="perceptron, with the giants", linestyle="--")
plots.show(
    ax,
    "A third cloud lies far to the left, deep on the side where it belongs. It pulls the "
    "least-squares line towards itself and across some Adelie and Gentoo penguins. The perceptron's "
    "line still separates all of them.",
)

# %% [markdown]
# <details><summary><b>Think:</b> why does the closed form get slow, and what do labels other than
# ±1 do to it? (May)</summary>
#
# Making $A^\top A$ takes about $n d^2$ multiplications and inverting it about $d^3$. With the
# 18,950 words of the film sentences as features, $A^\top A$ alone has 359 million entries. A
# perceptron step touches only the few words of one sentence.
#
# As long as the constant 1 is a feature, labels $p$ and $q$ in place of $-1$ and $+1$ only stretch
# and shift all scores: the line is the same if you compare the score with $(p+q)/2$ and not with 0.
# For three or more classes numbered 0, 1, 2 it goes wrong: class 1 would have to lie *between* the
# others. One-hot labels, one column per class, avoid that.
# </details>

# %%
for p, q in ((-1, 1), (0, 1), (3, 10)):
    weights = perceptron.least_squares(A, np.where(b == 1, q, p))
    print(f"labels {p:2} and {q:2}:", np.mean((A @ weights > (p + q) / 2) == (b == 1)), "right")

# %% [markdown]
# ## Check yourself
#
# 1. $\mathbf w=(1,-2)$, $x=(3,1)$, $y=-1$, $\eta=\tfrac12$. What is the new $\mathbf w$?
# 2. A perceptron has made 0 mistakes in the epoch just over. What will the next epoch do?
# 3. Four classes score 2, 5, 4, 1. The third is right. Which rows of $W$ change?
# 4. Your curve of mistakes has not reached 0 after 1,000 epochs. Are the data not separable?
#
# <details><summary>Answers</summary>
#
# 1. The score is $3-2=1$, so $y\,(\mathbf w\cdot x)=-1\le0$: a mistake. The new weights are
#    $(1,-2)-\tfrac12(3,1) = (-0.5,-2.5)$.
# 2. The same as this one: nothing changed, so nothing will.
# 3. The second loses $\eta x$, the third gains it.
# 4. You can't tell. The bound $(R/\gamma)^2$ may be huge when the margin is small.
# </details>

# %% [markdown]
# ## Take-aways
#
# - Update on a mistake only: $\mathbf w\leftarrow\mathbf w+\eta\,y\,x$. The score moves towards the
#   label by $\eta\,(x\cdot x)$.
# - On separable data there are at most $(R/\gamma)^2$ mistakes; on others it never rests.
# - With many classes the right one gains $x$ and the winner loses it:
#   $\theta\leftarrow\theta+f(x,y)-f(x,\hat y)$, a step down the perceptron loss.
# - Keep the mean of the weights, not the last; ask for a margin and shrink, and you have an SVM.
# - Least squares has a formula, but it punishes examples for being too right.
#
# **Go on with** [exercise 04](../exercises/04-perceptron/04-perceptron.ipynb): you write every rule
# of this lecture yourself.
#
# ### Sources
#
# M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0).
# M. Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0). J. May, *Linear Models*,
# 2023. Further reading: F. Rosenblatt, *The perceptron*, Psychological Review 65, 1958. A. B. J.
# Novikoff, *On convergence proofs on perceptrons*, 1962. Y. Freund & R. E. Schapire, *Large margin
# classification using the perceptron algorithm*, Machine Learning 37, 1999. Penguins: Horst, Hill &
# Gorman, 2020.
