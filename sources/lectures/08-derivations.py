# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 08 Derivations
#
# **How a mistake finds its way back to the weights.** About 100 minutes; the end of section {#jacobian} is a
# good place for a break. Builds on lecture 07.
#
# Four students have derived the gradient of lecture 07 on paper and typed in what they found. Each
# of them trains a reader of handwritten digits, on the same pictures, with the same minibatches,
# and each chooses the learning rate on the validation part. They do it five times, with the
# pictures dealt anew each time, and here is how well their readers do on the test part. (The cell
# takes some seconds, and longer in the browser.)

# %%
import numpy as np

from lincourse import datasets, plots
from lincourse.features import add_bias
from lincourse.figures import derivations as figures
from lincourse.softmax import softmax, softmax_loss

np.set_printoptions(precision=4, suppress=True)
digits = datasets.digits()
train, validation, test = slice(0, 1000), slice(1000, 1400), slice(1400, None)
on_validation = {}
for program in ("A", "B", "C", "D"):
    right = []
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(digits.y))
        X, y = add_bias(digits.X[order] / 16), digits.y[order]
        path = figures.trained(program, X, y, seed)  # the weights after each of 20 epochs
        right.append(((X[test] @ path[-1].T).argmax(axis=1) == y[test]).mean())
    error = np.std(right, ddof=1) / np.sqrt(5)
    print(f"{program}: {np.mean(right):.3f} right (standard error {error:.3f})")
    on_validation[program] = [softmax_loss(W, X[validation], y[validation]) for W in path]
print(f"always the commonest digit: {np.bincount(digits.y).max() / len(digits.y):.3f}")

ax = figures.curves(
    range(21),
    on_validation,
    title="Four programs learn to read",
    xlabel="epoch",
    ylabel="loss on the validation part",
    xticks=range(0, 21, 5),
)
plots.show(
    ax,
    "Loss on the validation part against epochs, for the fifth deal. All four curves start at 2.3. "
    "B and C fall below 0.5 in one epoch, jump up once in the third, and lie on top of each other "
    "afterwards. A stays high for three epochs, falls, climbs to 0.85 and falls again, and from "
    "epoch 11 on it runs with B and C, below 0.2. D falls smoothly to 0.3 and stays there.",
)

# %% [markdown]
# All four learn to read, and three of them equally well, to three digits. Nothing crashed and no
# warning was printed. **Only one of the four gradients is right.**
#
# **Before you read on, place a bet:** which one? You may have your doubts about D, which stays
# behind, and about A, which stumbles on its way. But B and C stumble too, in the third epoch, and in
# the end A, B and C are level, although at least two of these three have a slip in them. So here
# are the questions of this lecture. How do you find out *whether* a gradient is right? And if it is
# wrong, how do you find the line in which the slip happened? The code of all four is in the package,
# and we shall open it in section {#debugging}. Please do not look before then.

# %% [markdown] section="finite-differences"
# ## 1. Can you simply measure a slope?
#
# A slope says how much a function changes per unit of its input. So change the input a little, and
# look. The obvious way is to take one step of length $h$ forward, $\frac{f(x+h)-f(x)}h$. A less
# obvious way is to take one step forward and one back, and divide by the distance between them,
# $\frac{f(x+h)-f(x-h)}{2h}$. These are the **one-sided** and the **central difference**. We try
# both on $f(x)=e^x$ at $x=0.5$, where we know the answer, because the slope of $e^x$ is $e^x$.
# **Before you run it:** how much better can the second be?

# %%
print("the slope is     ", np.exp(0.5))
for h in (0.1, 0.01, 0.001):
    one_sided = (np.exp(0.5 + h) - np.exp(0.5)) / h
    central = (np.exp(0.5 + h) - np.exp(0.5 - h)) / (2 * h)
    print(f"h = {h:5}: one-sided {one_sided:.8f}, central {central:.8f}")

# %% [markdown]
# A great deal. With $h=0.001$ the one-sided difference has two digits after the point right, and
# the central one six. Each time $h$ becomes ten times smaller, the error of the first becomes ten
# times smaller, too, and that of the second a hundred times. The **Taylor series** of $f$ around
# $x$ says why:
#
# 1. $f(x+h)=f+hf'+\tfrac{h^2}2f''+\tfrac{h^3}6f'''+\dots$ — *the series; all on the right is taken
#    at $x$*
# 2. $f(x-h)=f-hf'+\tfrac{h^2}2f''-\tfrac{h^3}6f'''+\dots$ — *the same with $-h$: odd powers change
#    their sign*
# 3. $\dfrac{f(x+h)-f(x)}h=f'+\tfrac h2f''+\dots$ — *line 1, without $f$, divided by $h$: the error
#    shrinks like $h$*
# 4. $\dfrac{f(x+h)-f(x-h)}{2h}=f'+\tfrac{h^2}6f'''+\dots$ — *line 1 minus line 2: all even powers
#    cancel, and with them the largest error*
#
# The series seems to say that the smaller $h$ is, the better. **Before you look at the picture:**
# do you believe that? We plot the **relative error**, the difference divided by the true slope,
# because being off by 0.001 is little for a slope of 1000 and everything for a slope of 0.001.

# %%
steps = 10.0 ** np.arange(-12, 0.1, 0.5)
slope = np.exp(0.5)
errors = {"one-sided": [], "central": []}
for h in steps:
    one_sided = (np.exp(0.5 + h) - np.exp(0.5)) / h
    central = (np.exp(0.5 + h) - np.exp(0.5 - h)) / (2 * h)
    errors["one-sided"].append(abs(one_sided - slope) / slope)
    errors["central"].append(abs(central - slope) / slope)
ax = figures.error_against_step(
    steps, errors, strong=["central"], title="Too long a step, too short a step"
)
plots.show(
    ax,
    "Relative error of the measured slope against the step h, both axes logarithmic. Both curves "
    "have the shape of a V. The one-sided difference is best, about 1e-8, near h = 1e-8; the "
    "central one, about 1e-12, between 1e-6 and 1e-5. To the left of that both rise again, jagged.",
)

# %% [markdown]
# The curves turn round. On the right of each V the step is too long, and the error is the one in
# the series. On the left, rounding is to blame: a computer keeps about 16 digits, $f(x+h)$ and
# $f(x-h)$ agree in nearly all of them, so their difference has only a few digits left, and dividing
# by a tiny $h$ makes what was lost large. For the central difference the two effects balance
# between $10^{-6}$ and $10^{-5}$ here, and our function takes $h=10^{-5}$ unless you say otherwise.
#
# With many inputs, do it for one after the other, and leave all the others alone. With
# $\mathbf e_i$ for the vector that has a 1 in place $i$ and zeros elsewhere,
#
# $$\frac{\partial f}{\partial x_i}\approx\frac{f(x+h\,\mathbf e_i)-f(x-h\,\mathbf e_i)}{2h} .$$

# %%
from lincourse.derivations import numerical_gradient
from lincourse.source import show_source

show_source(numerical_gradient)

# %% [markdown]
# These **finite differences** know nothing of calculus, and so they can't make the slips that one
# makes in a derivation. (A slip in the *loss* they would not notice.) Let them judge the four
# programs: at some random weights, on the first twenty training pictures, and at several $h$. The
# error of a whole gradient is the length of the difference, divided by the length of the measured
# gradient.

# %%
rng = np.random.default_rng(8)
W = rng.normal(0, 0.3, size=(10, 65))
some_X, some_y = X[:20], y[:20]


def loss_of(W):
    return softmax_loss(W, some_X, some_y)


def relative_error(formula, measured):
    return np.linalg.norm(formula - measured) / np.linalg.norm(measured)


steps = 10.0 ** np.arange(-10, 0.1, 1)
errors = {"A": [], "B": [], "C": [], "D": []}
for h in steps:
    measured = numerical_gradient(loss_of, W, h)
    for program in errors:
        formula = figures.program_gradient(program, W, some_X, some_y)
        errors[program].append(relative_error(formula, measured))
for program in errors:
    print(f"{program}: relative error {errors[program][5]:.4f} at h = {steps[5]:.0e}")

ax = figures.error_against_step(
    steps, errors, strong=["C"], title="Three wrong gradients, and one that is right"
)
plots.show(
    ax,
    "Relative error of four gradients against the step h, both axes logarithmic. A and D are flat "
    "lines near 1, and B is one near 0.2. C has the shape of a V that goes down below 1e-9 at "
    "h = 1e-5.",
)

# %% [markdown]
# C is right. **A right gradient draws a V; a wrong one draws a flat line**, because what it is off
# by has nothing to do with $h$. (The V is the error of the *measurement*, which we only get to see
# when the formula has none.) As a rule of thumb for smooth losses, a relative error below $10^{-7}$
# at $h=10^{-5}$ is a pass, one above $10^{-3}$ is a slip, and in between you should look again.
#
# Then why not always measure, and skip the derivations? Because each slope takes two evaluations
# of the loss. Our $W$ has $10\cdot65=650$ entries, so one gradient costs 1,300 passes through the
# pictures, and the network behind a chatbot has billions of weights. And a judge who says "guilty"
# does not say of *what*. A, B and D now know that they have made a slip, and not where. For both
# reasons, speed and place, we must look inside.

# %% [markdown] section="chain-rule"
# ## 2. What travels back along an arrow?
#
# Take the smallest chain of the course, tanh and squares (lecture 05, section {05#squared-errors}), with two weights:
# $x=(1,2)$, $y=1$ and $\mathbf w=(0.5,-0.5)$. The score is $z=0.5\cdot1-0.5\cdot2=-0.5$, then
# $r=\tanh(-0.5)=-0.462$, and the loss is $(1+0.462)^2=2.138$. Draw a box for every quantity and an
# arrow wherever one is computed from another. That is a **computational graph**, and values travel
# through it from left to right.
#
# Now think of **messages that travel back along the arrows**. Each one says to the box that
# receives it: *one unit more of you would change the loss by this much.* The loss tells itself 1,
# since one unit more of the loss is one unit more. And each box passes the message on, after
# multiplying it by the slope of its own little step, which is called the **local derivative**.

# %%
from lincourse import logistic

x, w = np.array([1.0, 2.0]), np.array([0.5, -0.5])
there, back = figures.tanh_graph(x, w, y=1)
plots.show(
    there,
    "Two copies of a chain of boxes: two weights, the score z, r = tanh z, the loss. On the solid "
    "arrows from left to right: 0.5 and -0.5, then -0.5, -0.462, and out of the loss 2.138. On the "
    "dashed arrows from right to left: into the loss 1, then -2.924, -2.300, and to the two "
    "weights -2.300 and -4.600.",
)

# %% [markdown]
# By hand, from right to left:
#
# 1. at $r$: $\;\dfrac{\partial}{\partial r}(y-r)^2=-2\,(y-r)=-2\cdot1.462=-2.924$ — *the slope of
#    the square, times $-1$ for what is inside*
# 2. the slope of tanh: $\;\dfrac{dr}{dz}=1-r^2=1-0.2136=0.7864$ — *lecture 05: $r=2\sigma(2z)-1$,
#    so the slope is $4\,\sigma(1-\sigma)$ at $2z$, and with $\sigma=\frac{1+r}2$ that is
#    $(1+r)(1-r)$*
# 3. at $z$: $\;-2\,(y-r)\,(1-r^2)=-2.924\cdot0.7864=-2.300$ — *the message at $r$ times the slope*
# 4. at $w_k$: $\;-2\,(y-r)\,(1-r^2)\,x_k=-2.300\cdot1$ and $-2.300\cdot2$ — *$z=w_0x_0+w_1x_1$
#    changes by $x_k$ per unit of $w_k$*
#
# You know this as the **chain rule**. Our first rule for messages is: *along an arrow, multiply.*
# (Note line 2: where tanh is flat, $r$ near $\pm1$, the message is multiplied by almost 0 and fades,
# however wrong the example is. That was the trouble with this loss in lecture 05.)

# %%
formula = logistic.tanh_gradient(w, [x], [1])
measured = numerical_gradient(lambda v: logistic.tanh_loss(v, [x], [1]), w)
print("by the formula:       ", formula)
print("by finite differences:", measured)

# %% [markdown]
# The second rule shows where an arrow *forks*. Take the logistic loss of one example,
# $-y\log\sigma(z)-(1-y)\log(1-\sigma(z))$ with $y$ 0 or 1. Lecture 05 found its slope for each label
# separately. Here is a way to do both at once, if you first rewrite the loss until no fraction is left:
#
# 1. $\log\sigma(z)=\log\dfrac1{1+e^{-z}}=-\log(1+e^{-z})$ — *the logarithm of $1/a$ is $-\log a$*
# 2. $\log(1-\sigma(z))=\log\dfrac{e^{-z}}{1+e^{-z}}=-z-\log(1+e^{-z})$ — *one common fraction; then
#    $\log\frac ab=\log a-\log b$*
# 3. $\ell=y\,\log(1+e^{-z})+(1-y)\,\bigl(z+\log(1+e^{-z})\bigr)$ — *both into the loss; the minus
#    signs cancel*
# 4. $\phantom{\ell}=z+\log(1+e^{-z})-y\,z$ — *multiply out: $y$ and $1-y$ logarithms make one*
#
# In line 4 the score $z$ is used three times, so three arrows leave it, and three messages come
# back. For $z=2$ and $y=1$:

# %%
there, back = figures.logistic_graph(z=2.0, y=1)
plots.show(
    there,
    "Two copies of a graph: from z three arrows lead to the boxes z, log(1 + e to the -z), and "
    "-y z, and from there to the loss, their sum. On the solid arrows: 2 three times, then 2, 0.127 "
    "and -2, and out of the loss 0.127. On the dashed arrows: 1 into the loss and to each of the "
    "three boxes, then 1, -0.119 and -1 back to z.",
)

# %% [markdown]
# If $z$ grows by a little, all three terms change, and the loss changes by the sum of their
# changes. So the second rule is: *where messages meet, add.*
#
# 5. the three messages: $\;1$, $\;\dfrac{-e^{-z}}{1+e^{-z}}$ and $\;-y$ — *slopes of the three terms;
#    in the middle one $-e^{-z}$ is the slope of what is inside the logarithm*
# 6. $\dfrac{-e^{-z}}{1+e^{-z}}=-(1-\sigma(z))$ — *the fraction of line 2*
# 7. $\dfrac{\partial\ell}{\partial z}=1-(1-\sigma(z))-y=\sigma(z)-y$ — *add; here
#    $1-0.119-1=-0.119$*
# 8. $\dfrac{\partial\ell}{\partial w_k}=(\sigma(z)-y)\,x_k$ — *one more arrow, so multiply by
#    $x_k$*
#
# *Error times input*, as in lecture 05. We check the rewriting and the slope, for both labels.


# %%
def measured_slope(z, label):
    return numerical_gradient(lambda v: logistic.cross_entropy([v], [[1.0]], [label]), z)


for label in (0, 1):
    for z in (-3.0, 2.0):
        loss = logistic.cross_entropy([z], [[1.0]], [label])
        rewritten = z + np.log(1 + np.exp(-z)) - label * z
        slope = measured_slope(z, label)
        print(f"y = {label}, z = {z:4}: loss {loss:.6f}, rewritten {rewritten:.6f};", end=" ")
        print(f"slope {slope:.6f}, sigma - y {logistic.sigmoid(z) - label:.6f}")

formula = logistic.logistic_gradient(w, [x], [1])
measured = numerical_gradient(lambda v: logistic.cross_entropy(v, [x], [1]), w)
print("in the weights:", formula, "measured:", measured)

# %% [markdown]
# **Along an arrow, multiply. Where messages meet, add.** There is no third rule. Every gradient of
# this course, and every gradient of the largest networks, is these two rules on some graph.

# %% [markdown] section="backpropagation"
# ## 3. What does a whole journey look like?
#
# Here is the quiz of lecture 07 once more, three classes with the scores $0.47$, $0.88$ and
# $-0.09$, of which the last is right. Softmax goes in small steps. Each class asks for
# $a_k=e^{z_k}$, the total is $\Sigma=a_0+a_1+a_2$, the right class gets $\hat p_2=a_2/\Sigma$, and
# the loss is $\ell=-\log\hat p_2$. **Before you look:** from which box do two arrows lead to the
# right?

# %%
ax = figures.softmax_graph(back=False)
plots.show(
    ax,
    "A graph from left to right. Three scores 0.47, 0.88, -0.09 lead to a0, a1, a2. From there 1.600, "
    "2.411 and 0.914 lead to the total, and 0.914 also leads from a2 straight to the probability of "
    "class 2. The total sends 4.925 there, the probability sends 0.186 to the loss, and 1.684 comes "
    "out of the loss.",
)

# %% [markdown]
# From $a_2$. What the right class asks for is in the numerator *and* in the denominator. Every
# other class is in the denominator only. Keep this fork in mind, because everything that is
# special about softmax comes from it.
#
# Now back, and do take a pencil:
#
# 1. at $\hat p_2$: $\;-1/\hat p_2=-1/0.186=-5.389$ — *slope of $-\log$*
# 2. to $a_2$, through the numerator: $\;-5.389\cdot\dfrac1\Sigma=-5.389/4.925=-1.094$ — *$a_2/\Sigma$
#    has the slope $1/\Sigma$ in $a_2$*
# 3. at $\Sigma$: $\;-5.389\cdot\dfrac{-a_2}{\Sigma^2}=5.389\cdot0.914/4.925^2=0.203$ — *and the slope
#    $-a_2/\Sigma^2$ in $\Sigma$*
# 4. from $\Sigma$ to $a_0$, $a_1$, $a_2$: $\;0.203$ each — *in a sum every term has the slope 1*
# 5. at $a_2$: $\;-1.094+0.203=-0.891$ — *two messages meet: add*
# 6. at the scores: $\;0.203\cdot1.600=0.325$, $\;0.203\cdot2.411=0.490$ and
#    $\;-0.891\cdot0.914=-0.814$ — *the slope of $e^z$ is $e^z=a$*
#
# (The results are worked with more digits than are printed.)

# %%
ax = figures.softmax_graph(back=True)
plots.show(
    ax,
    "The same graph with dashed arrows from right to left: 1 into the loss, -5.389 to the "
    "probability, from there 0.203 to the total and -1.094 to a2. The total sends 0.203 to each of "
    "a0, a1 and a2. The three scores receive 0.325, 0.490 and -0.814.",
)

# %% [markdown]
# Compare the last three numbers with the probabilities of lecture 07, which were 0.325, 0.490 and
# 0.186: each wrong class receives its own probability, and the right class $0.186-1=-0.814$. That
# is $\hat p-t$, with $t$ for the one-hot target, and now you can see where each part of it
# comes from. **Through the denominator every class receives its $\hat p_k$; through the numerator
# the right class receives $-1$ on top of it.** You can check the second part with your pencil:
# $-1.094\cdot0.914=-1.000$.
#
# In code, the way back has one line for each line above, and one more for the weights. And since
# every message claims to be a slope, each of them can be measured where it arrives, at the ends and
# in the middle.

# %%
W_quiz = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
x_quiz = np.array([1.0, 1.0, 1.0, 0.0])

z = W_quiz @ x_quiz  # there
a = np.exp(z)
total = a.sum()
p = a[2] / total
loss = -np.log(p)

at_p = -1 / p  # and back
at_total = at_p * -a[2] / total**2
at_a = np.array([at_total, at_total, at_total + at_p / total])
at_z = at_a * a
at_W = np.outer(at_z, x_quiz)

messages = {
    "p": (at_p, numerical_gradient(lambda p: -np.log(p), p)),
    "total": (at_total, numerical_gradient(lambda total: -np.log(a[2] / total), total)),
    "a": (at_a, numerical_gradient(lambda a: -np.log(a[2] / a.sum()), a)),
    "z": (at_z, numerical_gradient(lambda z: -np.log(softmax(z)[2]), z)),
    "W": (at_W, numerical_gradient(lambda W: softmax_loss(W, [x_quiz], [2]), W_quiz)),
}
for place, (message, measured) in messages.items():
    agrees = relative_error(message, measured) < 1e-7
    print(f"at {place:5} agrees with the measured slope: {agrees}")
print("at z:", at_z, " p_hat - t:", softmax(z) - [0, 0, 1])
print("at W:")
print(at_W)

# %% [markdown]
# All five agree. And look at the price. To measure the slopes of the twelve weights, the loss had
# to be computed 24 times. The messages went back *once*, each arrow was used once, and we got the
# slopes in all the weights and in everything in between. With twelve weights this is a
# convenience. With a billion it decides whether learning is possible at all.
#
# Sending messages back through a graph is called **backpropagation**, or, among people who write
# such programs, the **reverse mode of automatic differentiation**. Seppo Linnainmaa described it in
# 1970, in a thesis about rounding errors. In 1986 David Rumelhart, Geoffrey Hinton and Ronald
# Williams showed what it can do for networks of several layers, which can learn what no line can,
# such as the XOR of lecture 04.
#
# <details><summary><b>Further:</b> why back, and not forwards?</summary>
#
# One could also send the slopes along with the values, from left to right: nudge one weight, and
# compute at every box how much it moves. That is the **forward mode**. It needs one journey for each
# *input*, because each journey follows one nudge, and finite differences have the same trouble. The
# way back needs one journey for each *output*, and a loss is a single output, however many weights
# there are.
# </details>
#
# **Play.** Run the cell to get a slider for each score and a list for the right class; in print you
# see one state, a machine that is sure of class 0 when class 2 is right. Predict first: can you
# find scores at which all three messages on the far left are 0? And what do these three always add
# up to?

# %%
figures.graph_slider()

# %% [markdown]
# They always add up to 0, because the three $\hat p_k$ add up to 1 and the numerator sends $-1$.
# They are never all 0, since that would need $\hat p_2=1$, and no finite scores reach it. In the
# picture the right class has only 0.006 of the probability. The first message is therefore huge,
# $-156.8$, and yet the scores receive nothing larger than 1: on the way back it is multiplied by a
# $\hat p_2$ that is just as small. Section {#cross-entropy} shows what happens to a program that trusts in this
# cancelling.

# %% [markdown] section="jacobian"
# ## 4. What does one score do to every probability?
#
# We shall need the middle part of the journey on its own, from a probability back to the scores. In
# the graph of section {#backpropagation} there was only one probability; now take any of them, $\hat p_i=a_i/\Sigma$,
# and ask for its slope in any score $z_j$. There are two cases, since a score that is its own has
# two ways to reach $\hat p_i$ and any other score has one. We use the **quotient rule** for a
# numerator $a$ over a denominator $b$,
# $\left(\dfrac ab\right)'=\dfrac{a'\,b-a\,b'}{b^2}$, in which you can see the two ways: the first
# term comes through the numerator, the second through the denominator.
#
# **Its own score**, $\partial\hat p_i/\partial z_i$:
#
# 1. $a=e^{z_i}$, so $a'=e^{z_i}$ — *the numerator contains $z_i$*
# 2. $b=\Sigma=\sum_ke^{z_k}$, so $b'=e^{z_i}$ — *only one term of the denominator contains $z_i$*
# 3. $\dfrac{\partial\hat p_i}{\partial z_i}=\dfrac{e^{z_i}\,\Sigma-e^{z_i}\,e^{z_i}}{\Sigma^2}$ —
#    *quotient rule*
# 4. $\phantom{\dfrac{\partial\hat p_i}{\partial z_i}}=\dfrac{e^{z_i}}\Sigma\cdot\dfrac{\Sigma-e^{z_i}}\Sigma=\hat p_i\,(1-\hat p_i)$
#    — *take $e^{z_i}$ out, and split the fraction*
#
# **Another score**, $\partial\hat p_i/\partial z_j$ with $j\ne i$:
#
# 5. $a'=0$ — *the numerator does not contain $z_j$*
# 6. $b'=e^{z_j}$ — *but one term of the denominator does*
# 7. $\dfrac{\partial\hat p_i}{\partial z_j}=\dfrac{0\cdot\Sigma-e^{z_i}\,e^{z_j}}{\Sigma^2}$ —
#    *quotient rule*
# 8. $\phantom{\dfrac{\partial\hat p_i}{\partial z_j}}=-\dfrac{e^{z_i}}\Sigma\cdot\dfrac{e^{z_j}}\Sigma=-\hat p_i\,\hat p_j$
#    — *split the fraction*
#
# SymPy, a library that calculates with symbols as we do on paper, can check both lines for all
# scores at once.

# %%
import sympy

z1, z2, z3 = sympy.symbols("z1 z2 z3")
total = sympy.exp(z1) + sympy.exp(z2) + sympy.exp(z3)
S1, S2 = sympy.exp(z1) / total, sympy.exp(z2) / total
print("own score:    ", sympy.simplify(sympy.diff(S1, z1) - S1 * (1 - S1)) == 0)
print("another score:", sympy.simplify(sympy.diff(S1, z2) + S1 * S2) == 0)

# %% [markdown]
# The two cases differ only in a 1, so one formula can hold both. **Kronecker's delta**
# $\delta_{ij}$ is a switch, 1 if $i=j$ and 0 otherwise:
#
# $$J_{ij}=\frac{\partial\hat p_i}{\partial z_j}=\hat p_i\,(\delta_{ij}-\hat p_j),\qquad
#   J=\operatorname{diag}(\hat p)-\hat p\,\hat p^\top .$$
#
# A table of all the slopes of all the outputs in all the inputs is called a **Jacobian**. (You have
# met this very table as the Hessian of lecture 07, section {07#convexity}. That is no accident: it is the slope
# of $\hat p$, and $\hat p$ is the slope of $\log\Sigma$.)

# %%
from lincourse.derivations import softmax_jacobian

show_source(softmax_jacobian)
z = W_quiz @ x_quiz
J = softmax_jacobian(z)


def measured_row(i):
    return numerical_gradient(lambda v: softmax(v)[i], z)


measured = np.array([measured_row(0), measured_row(1), measured_row(2)])
print("agrees with finite differences:", relative_error(J, measured) < 1e-7)
print(
    "rows add up to 0:", np.allclose(J.sum(axis=1), 0), " columns:", np.allclose(J.sum(axis=0), 0)
)

ax = figures.jacobian_picture(J, title="The quiz: what each score does")
plots.show(
    ax,
    "A three by three table of numbers, shaded by sign. The diagonal, 0.219, 0.250 and 0.151, is "
    "positive; all other entries are negative, and the table is its own mirror image across the "
    "diagonal.",
)

# %% [markdown]
# Read a *column* forwards: if $z_1$ grows, $\hat p_1$ gains, and the two others lose in proportion
# to what they have. Columns add up to 0, because the probabilities always add up to 1. Read a *row*
# backwards: it is the message that $\hat p_i$ sends to all the scores. Rows add up to 0, because
# adding the same to all the scores changes nothing. The table is also **symmetric**,
# $-\hat p_i\hat p_j=-\hat p_j\hat p_i$, so if you mix up rows and columns here, you will never
# notice. In other Jacobians you will.
#
# And what if somebody forgets the entries beside the diagonal, because "$z_2$ does not occur in
# $e^{z_1}$"? Then no row adds up to 0 any more, and a class could gain without anybody losing.
# Hasegawa-Johnson and Hockenmaier warn that this is the part which people forget when they meet it
# for the first time. Remember the warning.
#
# **Play.** Run the cell to get the sliders (in print there are three states). The bars are
# probabilities, and the arrow beside each one is what would happen to it per unit if the chosen
# score grew. Leave the scores of classes 1 and 2 at 0. **Before you move anything:** at which
# *score* of class 0 will its own probability react most?

# %%
figures.jacobian_slider()

# %% [markdown]
# $\hat p_0(1-\hat p_0)$ is largest where $\hat p_0=\tfrac12$. With the others at 0 that is where
# $e^{z_0}=e^0+e^0=2$, so at the score $\log2\approx0.69$, and in general at the logarithm of what
# all the others ask for together. A class reacts most when it stands level with the rest, and
# hardly at all when it is nearly certain or nearly impossible.
#
# <details><summary><b>Think:</b> what is the Jacobian of two classes, in terms of
# the sigmoid?</summary>
#
# With two classes $\hat p_1=\sigma(z_1-z_0)$ (lecture 07). So
# $\partial\hat p_1/\partial z_1=\sigma(1-\sigma)$ and
# $\partial\hat p_1/\partial z_0=-\sigma(1-\sigma)$. These are the two cases, because
# $\hat p_0=1-\sigma$.
# </details>

# %% [markdown] section="weights"
# ## 5. And what does one weight do?
#
# One arrow more. Write $w_{mk}$ for the weight of feature $k$ in the row of class $m$, so that
# $z_m=\mathbf w_m\cdot x=\sum_kw_{mk}\,x_k$. How does the probability of class $j$ change with it?
#
# 1. $\dfrac{\partial\hat p_j}{\partial w_{mk}}=\sum_l\dfrac{\partial\hat p_j}{\partial z_l}\cdot\dfrac{\partial z_l}{\partial w_{mk}}$
#    — *both rules at once: multiply along each way through a score, and add the ways*
# 2. $\dfrac{\partial z_l}{\partial w_{mk}}=x_k$ if $l=m$, and 0 otherwise — *a weight belongs to the
#    score of one class*
# 3. $\dfrac{\partial\hat p_j}{\partial w_{mk}}=\dfrac{\partial\hat p_j}{\partial z_m}\;x_k=\hat p_j\,(\delta_{jm}-\hat p_m)\,x_k$
#    — *so one way is left, and section {#jacobian} has its slope*
#
# For its own class, $m=j$, that is $\hat p_j\,(1-\hat p_j)\,x_k$; for any other it is
# $-\hat p_j\,\hat p_m\,x_k$. Every row of $W$ has a say in every probability.

# %%
from lincourse.derivations import probability_gradient

show_source(probability_gradient)
formula = probability_gradient(W_quiz, x_quiz, 2)
measured = numerical_gradient(lambda W: softmax(W @ x_quiz)[2], W_quiz)
print(formula)
print("agrees with finite differences:", relative_error(formula, measured) < 1e-7)

# %% [markdown] section="cross-entropy"
# ## 6. Why is so little left in the end?
#
# Now put the arrows together. The loss of an example of class $y$ is $\ell=-\log\hat p_y$, and its
# message goes through $\hat p_y$ to the scores and on to the weights.
#
# **Through the probability:**
#
# 1. $\dfrac{\partial\ell}{\partial\hat p_y}=-\dfrac1{\hat p_y}$ — *slope of $-\log$*
# 2. $\dfrac{\partial\ell}{\partial z_m}=-\dfrac1{\hat p_y}\cdot\hat p_y\,(\delta_{ym}-\hat p_m)$ —
#    *multiply by row $y$ of the Jacobian*
# 3. $\phantom{\dfrac{\partial\ell}{\partial z_m}}=\hat p_m-\delta_{ym}=\hat p_m-t_m$ — *$\hat p_y$
#    cancels; $\delta_{ym}$ is 1 for the right class and 0 for the others, and so is the target
#    $t_m$*
# 4. $\dfrac{\partial\ell}{\partial w_{mk}}=(\hat p_m-t_m)\,x_k$ — *the last arrow, as in section {#weights}*
#
# **Through the scores.** Lecture 07 took a shorter way. It got rid of the fraction *before*
# differentiating, as we did with the logistic loss. With three classes of which class 1 is right,
# in the form in which the exercise asks for it:
#
# 5. $\ell=-\log\dfrac{e^{z_1}}\Sigma=\log(e^{z_1}+e^{z_2}+e^{z_3})-z_1$ — *the logarithm of a
#    fraction is a difference, and $\log e^{z_1}=z_1$*
# 6. $\dfrac{\partial\ell}{\partial z_1}=\dfrac{e^{z_1}}{e^{z_1}+e^{z_2}+e^{z_3}}-1=\hat p_1-1$ —
#    *$(\log u)'=u'/u$, and only one term of $\Sigma$ contains $z_1$; the second term has the slope
#    $-1$*
# 7. $\dfrac{\partial\ell}{\partial z_2}=\dfrac{e^{z_2}}{e^{z_1}+e^{z_2}+e^{z_3}}=\hat p_2$ — *now the
#    second term does not contain $z_2$*
# 8. $\dfrac{\partial\ell}{\partial z_m}=\hat p_m-t_m$ — *6 and 7 in one*
#
# Line 5 is a different graph for the same function: $\log\Sigma$ sends $\hat p_m$ to everybody, and
# $-z_y$ sends $-1$ to the right class. These are the same two messages as in section {#backpropagation}.
#
# **For any target.** So far $t$ was one-hot. It need not be: if three people have read a scrawl, and
# two of them saw an 8 and one a 3, a fair target is $\frac23$ and $\frac13$. For any $t$ whose
# entries add up to 1, the loss is $\ell=-\sum_jt_j\log\hat p_j$, and a message comes from every
# probability:
#
# 9. $\dfrac{\partial\ell}{\partial z_m}=\sum_j-\dfrac{t_j}{\hat p_j}\cdot\hat p_j\,(\delta_{jm}-\hat p_m)$
#    — *multiply along each arrow, add where they meet*
# 10. $\phantom{\dfrac{\partial\ell}{\partial z_m}}=-t_m+\hat p_m\sum_jt_j$ — *the $\hat p_j$ cancel;
#     of the sum over $t_j\,\delta_{jm}$ only $t_m$ is left*
# 11. $\phantom{\dfrac{\partial\ell}{\partial z_m}}=\hat p_m-t_m$ — *because the $t_j$ add up to 1*

# %%
from lincourse.softmax import softmax_gradient

p_hat = softmax(W_quiz @ x_quiz)
t = np.array([0, 0, 1])
through_probability = -probability_gradient(W_quiz, x_quiz, 2) / p_hat[2]
through_scores = np.outer(p_hat - t, x_quiz)
measured = numerical_gradient(lambda W: softmax_loss(W, [x_quiz], [2]), W_quiz)
print("both ways agree:", np.allclose(through_probability, through_scores))
print("with finite differences, too:", relative_error(through_scores, measured) < 1e-7)
by_reference = softmax_gradient(W_quiz, [x_quiz], [2])
print("and with the reference:", np.allclose(through_scores, by_reference))

own = sympy.diff(sympy.log(total) - z1, z1) - (S1 - 1)
other = sympy.diff(sympy.log(total) - z1, z2) - S2
print("lines 6 and 7 by SymPy:", sympy.simplify(own) == 0, sympy.simplify(other) == 0)

t = np.array([2 / 3, 1 / 3, 0])  # a target that is not one-hot
measured = numerical_gradient(lambda z: -t @ np.log(softmax(z)), W_quiz @ x_quiz)
print("any target: p_hat - t is", p_hat - t, "measured", measured)

# %% [markdown]
# So much algebra for so little: *probability minus target*. It is short because the loss and the
# softmax fit each other. The logarithm sends a message with $\hat p_y$ in the denominator, and the
# softmax multiplies it by exactly $\hat p_y$. With squared errors in place of the logarithm there
# is no such cancelling, and a factor is left over, as in the tanh chain of section {#chain-rule}.
#
# **Where it breaks.** On paper the two ways are equal. **Before you run the cell:** are they equal
# on a computer, for a model that is quite sure and quite wrong?

# %%
sure = np.array([[1000.0], [0.0], [-1000.0]])  # the scores, for x = 1; class 2 is right
p_sure = softmax(sure[:, 0])
with np.errstate(all="ignore"):  # NumPy would warn
    through_probability = -probability_gradient(sure, [1.0], 2)[:, 0] / p_sure[2]
print("probabilities:          ", p_sure)
print("through the probability:", through_probability)
print("through the scores:     ", softmax_gradient(sure, [[1.0]], [2])[:, 0])

# %% [markdown]
# No. The probability of the right class has been rounded to 0, and its row of the Jacobian with it,
# so the first way divides 0 by 0, which is `nan`, not a number. For the second way the two factors
# were cancelled on paper, before a computer could round either of them. **Cancel first,
# compute later:** this is why libraries offer the softmax and the cross-entropy together, as one
# box.

# %% [markdown] section="perceptron"
# ## 7. Who gets the message: everybody, or the winner?
#
# On joint features (lecture 03) the same gradient can be read as *expected minus observed*
# (lecture 07). Let us derive it, for a single weight $\theta$ and three classes with the feature
# values $f_1$, $f_2$, $f_3$, so that the scores are $\theta f_k$. Class 1 is right:
# $\ell=\log\Sigma-\theta f_1$ with $\Sigma=e^{\theta f_1}+e^{\theta f_2}+e^{\theta f_3}$.
#
# 1. $\dfrac{d\,\Sigma}{d\theta}=f_1\,e^{\theta f_1}+f_2\,e^{\theta f_2}+f_3\,e^{\theta f_3}$ — *chain
#    rule in each term; the inner slope of $\theta f_k$ is $f_k$*
# 2. $\dfrac{d\log\Sigma}{d\theta}=\dfrac{f_1\,e^{\theta f_1}+f_2\,e^{\theta f_2}+f_3\,e^{\theta f_3}}\Sigma$
#    — *$(\log u)'=u'/u$*
# 3. $\phantom{\dfrac{d\log\Sigma}{d\theta}}=\hat p_1f_1+\hat p_2f_2+\hat p_3f_3$ — *each
#    $e^{\theta f_k}/\Sigma$ is $\hat p_k$: the **expected** feature*
# 4. $\dfrac{d\ell}{d\theta}=\hat p_1f_1+\hat p_2f_2+\hat p_3f_3-f_1$ — *minus the slope of
#    $\theta f_1$: the **observed** feature*
#
# With many weights the same lines hold for each of them, and
# $\nabla\ell=\sum_k\hat p_k\,f(x,k)-f(x,y)$.
#
# Now the perceptron (lecture 04): its loss is $\max_k\theta\cdot f(x,k)-\theta\cdot f(x,y)$, the
# same with a maximum in place of $\log\Sigma$. What message does a maximum send?
#
# 5. $\ell=\theta\hat f-\theta f_y$ — *one weight; $\hat f$ is its feature with the winner $\hat y$,
#    and $f_y$ with the right class. Near $\theta$ the winner stays the winner*
# 6. $\dfrac{d\ell}{d\theta}=\hat f-f_y$ — *both terms are straight lines*
# 7. $\theta\leftarrow\theta-\eta\,(\hat f-f_y)=\theta+\eta\,(f_y-\hat f)$ — *a step against the
#    slope: the perceptron rule*
#
# So the one difference between the two machines is how they pass a message on. **A log-sum-exp
# shares it out among all the classes, in proportion to their probabilities; a maximum sends all of
# it to the winner, and nothing to anybody else.**

# %%
from lincourse import perceptron
from lincourse.features import joint_features

F = np.array([joint_features(x_quiz, k, n_classes=3) for k in range(3)])
theta = W_quiz.ravel()

formula = softmax(F @ theta) @ F - F[2]
measured = numerical_gradient(lambda v: softmax_loss(v.reshape(3, 4), [x_quiz], [2]), theta)
print("expected - observed agrees:", relative_error(formula, measured) < 1e-7)

formula = F[(F @ theta).argmax()] - F[2]
measured = numerical_gradient(lambda v: perceptron.perceptron_loss(v, F, 2), theta)
print("winner - observed agrees:  ", relative_error(formula, measured) < 1e-7)

f, theta_1 = np.array([2.0, -1.0, 0.5]), 0.3  # one weight, and class 1 is the first
formula = softmax(theta_1 * f) @ f - f[0]
measured = numerical_gradient(lambda v: -np.log(softmax(v * f)[0]), theta_1)
print(f"lines 1 to 4, one weight: {formula:.6f}, measured {measured:.6f}")

# %% [markdown]
# The perceptron's loss is made of straight pieces, so a central difference has no error from the
# series at all, and only rounding is left. **Where it breaks:** at a *kink*, where two classes tie.
# Take one weight, two classes with the features $+1$ and $-1$, and let the second be right, so that
# the loss is $|\theta|+\theta$. To the left of 0 its slope is 0, and to the right it is 2. **Before
# you run it:** what will finite differences say at 0, and close to it?

# %%
F_kink = np.array([[1.0], [-1.0]])
for v in (-0.1, 0.0, 0.000002, 0.1):
    measured = numerical_gradient(lambda u: perceptron.perceptron_loss(u, F_kink, 1), np.array([v]))
    formula = perceptron.perceptron_gradient(np.array([v]), F_kink, 1)
    print(f"at {v:8}: measured {measured[0]:.1f}, formula {formula[0]:.1f}")

# %% [markdown]
# At the kink the two steps land on different pieces, and the measured number, 1, is the mean of the
# two slopes. It is off even at $0.000002$, since the step of $10^{-5}$ reaches across. So if a
# gradient of a loss with kinks fails your check in a few places, see first whether a tie is near.
# The formula says 2 there, which is right for $0.000002$; at 0 itself there is no slope, but a line
# through that point with a slope of 2 touches the loss and lies nowhere above it. Such a slope is
# called a **subgradient**, and any number from 0 to 2 would do as well. We check that with a
# thousand random steps, from weights at which all three classes of the quiz tie.

# %%
tied = np.zeros(12)
slope = perceptron.perceptron_gradient(tied, F, 2)
rng = np.random.default_rng(8)
above = 0
for _ in range(1000):
    move = rng.normal(size=12)
    above += perceptron.perceptron_loss(tied + move, F, 2) >= slope @ move - 1e-12
print("the loss lies on or above the line in", above, "of 1000 places")

# %% [markdown] section="debugging"
# ## 8. Which arrow is broken?
#
# Back to the four students. Whatever they wrote, it had to pass three arrows: from the loss to
# $\hat p_y$, from there to the scores, and from a score to its weights. An arrow is a small function
# with a slope of its own. So there is no need to judge the whole gradient; **measure each arrow by
# itself**, and the slip has nowhere to hide.

# %%
example, label = X[3], y[3]
z = W @ example
p, t = softmax(z), np.eye(10)[label]


def chosen(v):
    return softmax(v)[label]


measured_log = numerical_gradient(lambda v: -np.log(v), p[label])
measured_softmax = numerical_gradient(chosen, z)
measured_score = numerical_gradient(lambda w: w @ example, W[label])

errors = {}
for name, program in figures.PROGRAMS.items():
    errors[name] = [
        relative_error(program.log(p[label]), measured_log),
        relative_error(program.softmax(np.array([p]), np.array([t]))[0], measured_softmax),
        relative_error(program.score(np.array([example]))[0], measured_score),
    ]
    print(name, "relative errors from the loss back to the weights:", np.round(errors[name], 4))

ax = figures.broken_arrows(errors)
plots.show(
    ax,
    "Four rows of boxes, W, z, the probability of the right class and the loss, joined by arrows "
    "that point from the loss to W. Program A has a cross on the arrow from the loss to the "
    "probability, B on the arrow from z to W, D on the arrow from the probability to z. C has none.",
)

# %% [markdown]
# Each of the three has exactly one broken arrow, and no two have the same. Now open the code. First
# the right arrows, which C uses throughout, and then the three that are broken.

# %%
show_source(figures.log_arrow, figures.softmax_arrow, figures.score_arrow)

# %%
show_source(figures.log_arrow_a, figures.score_arrow_b, figures.softmax_arrow_d)

# %% [markdown]
# - **A** has dropped the slope of the logarithm, and with it the division by $\hat p_y$. What A
#   descends is $-\hat p_y$, not $-\log\hat p_y$.
# - **B** has forgotten that the constant 1 is an input like any other. The biases receive no
#   message, and stay where they started, at 0.
# - **D** has forgotten the denominator: only the right class receives a message, and no rival is
#   ever told to give way. It is the mistake against which section {#jacobian} warned.
#
# Then why did all of them learn? A step need not go straight down. The slope in a direction is the
# length of the gradient times the cosine of the angle between them (lecture 06), so whatever is
# within a right angle of the right direction leads downhill, if the step is short. Here is the
# angle between each program's gradient and the right one, over all the training pictures, at
# several moments of its own training.

# %%
for program in ("A", "B", "C", "D"):
    path = figures.trained(program, X, y, seed=4)  # the fifth deal of the first page
    angles = []
    for epoch in (0, 1, 5, 20):
        theirs = figures.program_gradient(program, path[epoch], X[train], y[train])
        truth = softmax_gradient(path[epoch], X[train], y[train])
        lengths = np.linalg.norm(theirs) * np.linalg.norm(truth)
        cosine = min((theirs * truth).sum() / lengths, 1)
        angles.append(round(np.degrees(np.arccos(cosine))))
    print(program, "degrees off before epoch 1 and after epochs 1, 5, 20:", angles)

# %% [markdown]
# Before the first step A points exactly the right way, because all $\hat p_y$ are still equal to
# $\tfrac1{10}$, so that A's gradient is a tenth of the right one; and each time we looked later, the
# angle was below 90 degrees. B stays close to the right direction throughout. D begins far off and
# turns further and further away, until after 20 epochs it stands at a right angle: its steps then
# lead neither down nor up, and in the picture of the first page its curve has long been flat.
# **A wrong gradient can lead downhill, and a falling loss proves nothing about the formula.**
#
# But a slip that does no harm today is only waiting for other data. **Before you run the next
# cell:** what do you expect of each program in these two situations? First, penguins: Adelies and
# Gentoos by their mass in kilograms, not centred, so that the line between them lies far from 0.
# Second, the digits again, but from a bad start: minus the weights that C has learnt, so that the
# machine begins sure and wrong. Each program gets the best of three rates. (For the birds "best"
# means best on these same birds; for the digits, on the validation part.)

# %%
birds = datasets.penguins().select(["Adelie", "Gentoo"], ["body_mass_g"])
X_birds = add_bias(birds.X / 1000)
rng = np.random.default_rng(0)
bad_start = -figures.train_program("C", X[train], y[train], 4, rng)[-1]
p_right = softmax(X[train] @ bad_start.T)[np.arange(1000), y[train]]
print(f"from the bad start, the median probability of the right digit is {np.median(p_right):.0e}")


def share_right(W, X, y):
    return ((X @ W.T).argmax(axis=1) == y).mean()


print("share right             birds   digits from a bad start")
for program in ("A", "B", "C", "D"):
    on_birds, on_digits = [], []
    for eta in (0.03, 0.06, 0.12):
        rng = np.random.default_rng(0)
        path = figures.train_program(program, X_birds, birds.y, eta, rng, epochs=200)
        on_birds.append(share_right(path[-1], X_birds, birds.y))
    for eta in (1, 4, 16):
        rng = np.random.default_rng(0)
        path = figures.train_program(program, X[train], y[train], eta, rng, start=bad_start)
        on_digits.append(share_right(path[-1], X[validation], y[validation]))
    print(f"program {program}         {max(on_birds):12.3f} {max(on_digits):12.3f}")
birds_majority = np.bincount(birds.y).max() / len(birds.y)
digits_majority = np.bincount(y[validation]).max() / len(y[validation])
print(f"always the commonest {birds_majority:12.3f} {digits_majority:12.3f}")

# %% [markdown]
# The two slips that had cost nothing now cost everything. B gives all the birds the same name, and
# the less common one: without a bias its line goes through 0 kilograms, and every bird weighs more
# than that. A does not get a single digit right. It begins where $\hat p_y$ is almost 0, its
# messages are multiplied by $\hat p_y$, and so next to nothing reaches the weights, although
# everything is wrong. The division by $\hat p_y$ that A left out is what makes a sure and wrong
# machine listen. C does well in both columns, and D, which looked worst on the first page, is the
# wrong program that comes off best here. (One seed each, so do not read anything into small
# differences.)
#
# **The same on paper.** A derivation is a chain as well, of expressions that should all be equal.
# Put numbers in, and the first line whose value differs from the line before is the broken one. But
# choose the numbers well. Here is case 2 of section {#jacobian} with a slip in the third line, where
# $e^{z_1}$ stands twice. **Before you run it:** at which of the two points does the slip show?

# %%
e1, e2 = sympy.exp(z1), sympy.exp(z2)
lines = [
    sympy.diff(e1 / total, z2),  # what we want
    (0 * total - e1 * e2) / total**2,  # quotient rule
    -(e1 / total) * (e1 / total),  # split
]
for point in ([0, 0, 0], [1, -1, 0.5]):
    values = {z1: point[0], z2: point[1], z3: point[2]}
    print("at", point, "the lines are", [round(float(line.subs(values)), 4) for line in lines])

# %% [markdown]
# At $(0,0,0)$ all the scores are equal, so nobody can tell one from another, and the wrong line
# agrees with the right ones. **Test at a point that is nowhere special:** not at 0, not at 1, no two
# numbers alike. Exercise 08 reads your steps in this way, at many points, and recognises the usual
# slips:

# %%
from lincourse.checks.units import DERIVATIONS

print(DERIVATIONS["softmax_other"].mark_all([0, e2, -(e1 / total) * (e1 / total)]))

# %% [markdown]
# ## So whose gradient was right?
#
# C's. The first page could make you suspicious, but it could not tell you: A, B and C all read 96 %
# of the digits, and B's curve lay on top of C's. It took 1,300 evaluations of the loss to find out
# *that* three of the four were wrong, and three small measurements, one for each arrow, to find out
# *where*. A had lost the slope of the logarithm, B the input that is always 1, and D the
# denominator.
#
# What makes this possible is that a gradient, however long its formula, is only a message on its
# way back. Along an arrow it is multiplied, and where two messages meet they are added. So you can
# stop it at any box and ask whether it is right so far. Do that with your own derivations, before
# the training tells you that everything is fine.
#
# One thing was left over from section {#perceptron}. The perceptron and softmax regression differ only in whom
# they send the message to, and lecture 07 turned the one into the other by a dial. [Lecture
# 09](09-family.ipynb) puts the whole family side by side.

# %% [markdown]
# ## Check yourself
#
# 1. The probabilities are $(0.5,0.3,0.2)$. What message does $\hat p_0$ send to the three scores, if
#    it receives 1 itself? And what if it receives $-2$?
# 2. A formula and the central difference differ by 0.01 at $h=10^{-3}$, and by 0.01 at $h=10^{-5}$.
#    Is the formula wrong, or is it rounding?
# 3. Draw the graph of $\ell=(u\,v+u)^2$ for $u=2$, $v=-3$, and send the messages back. What are the
#    slopes in $u$ and $v$?
# 4. A student writes $\hat p_i\,(1-\hat p_j)$ for *all* entries of the Jacobian. Which law of
#    section {#jacobian} fails, and what would it mean for the probabilities?
# 5. $\hat p=(0.7,0.2,0.1)$, and the second class is right. What arrives at the scores, and which
#    part of it comes through the numerator?
#
# <details><summary>Answers</summary>
#
# 1. Row 0 of the Jacobian: $0.5\cdot0.5=0.25$, $-0.5\cdot0.3=-0.15$ and $-0.5\cdot0.2=-0.10$. They
#    add up to 0. If it receives $-2$, everything is multiplied by it: $-0.5$, $0.3$ and $0.2$.
# 2. The formula is wrong. The error of a central difference would be ten thousand times smaller at
#    the smaller $h$, and rounding would make it larger; an error that does not change with $h$ is
#    the formula's own.
# 3. $uv=-6$, the sum is $-4$, the loss 16. The sum receives $2\cdot(-4)=-8$ and passes it to both
#    of its terms. $v$ receives $-8\cdot u=-16$. $u$ receives two messages, $-8\cdot v=24$ through
#    the product and $-8$ directly: 16 in all.
# 4. No row and no column adds up to 0, since all entries are positive. If one score grew, *all* the
#    probabilities would grow, and they could no longer add up to 1.
# 5. $(0.7,-0.8,0.1)$. Through the numerator comes $-1$, to the second class alone; the rest, $0.7$,
#    $0.2$ and $0.1$, comes through the denominator.
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - measure any gradient by central differences, choose $h$, and tell a slip from rounding and from
#   a kink;
# - draw the graph of a loss, and send the values there and the messages back, with numbers;
# - derive the gradients of the logistic loss and of tanh with squares;
# - differentiate softmax in its own and in another score, write both as one, and go on to a weight;
# - derive $\hat p-t$ in three ways, and say why only one of them is safe on a computer;
# - derive *expected minus observed* and the perceptron's step, and say who gets the message;
# - find the first wrong line of a derivation, and the broken arrow of a program.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $h$, $\mathbf e_i$ | length of a small step; unit vector along axis $i$ | number, $(d,)$ | `h` |
# | $x$, $y$ | one example; its label or right class | $(d,)$, number | `x`, `y` |
# | $\mathbf w$, $W$, $w_{mk}$ | weights; one row per class; weight of feature $k$ for class $m$ | $(d,)$, $(K,d)$, number | `w`, `W` |
# | $z$, $z_k$ | score of an example; of class $k$ | number, $(K,)$ | `z` |
# | $a_k$, $\Sigma$ | $e^{z_k}$, what class $k$ asks for; the sum of all $a_k$ | numbers | `a`, `total` |
# | $\hat p_k$ | softmax probability, $a_k/\Sigma$ | number | `softmax(z)[k]` |
# | $t$, $t_k$ | target, one-hot for the right class | $(K,)$ | `t` |
# | $\sigma(z)$, $r$ | sigmoid; $\tanh z$ | numbers | `sigmoid(z)` |
# | $\ell$, $\nabla\ell$ | loss of one example; all its slopes | number | |
# | $J$, $\delta_{ij}$ | Jacobian, $J_{ij}=\partial\hat p_i/\partial z_j$; 1 if $i=j$, else 0 | $(K,K)$, number | `softmax_jacobian(z)` |
# | $\theta$, $f(x,k)$, $f_k$ | weights of joint features; features; one of them | $(D,)$, number | `theta`, `F[k]` |
# | $\hat y$, $\hat f$ | the winner, and a feature with it | numbers | |
# | $\eta$ | learning rate | number | `eta` |
#
# Exercise 08 writes $S_i$ or $p_m$ for our $\hat p$, $y_m$ for $t_m$, and $t$ for $r$, and counts
# the classes from 1.
#
# **The argument in five lines**
#
# 1. A central difference has an error like $h^2$, plus rounding; against a right formula it draws a
#    V, against a wrong one a flat line.
# 2. Messages go back through the graph once: along an arrow multiply, where they meet add.
# 3. $\partial\hat p_i/\partial z_j=\hat p_i(\delta_{ij}-\hat p_j)$: through the numerator for its own
#    score, through the denominator for all.
# 4. Times $-1/\hat p_y$ that is $\hat p-t$, and times $x_k$ the slope in a weight; cancel on paper,
#    not in the computer.
# 5. A falling loss does not prove a gradient; measured arrows do, at a point that is nowhere special.
#
# <details><summary><b>If you read the documents beside this</b></summary>
#
# We read the documents in a text conversion, so a slip listed here may be the conversion's. The
# [errata page](../docs/errata.md) shows the computations.
#
# - Qureshi, *Derivative of softmax function*, case 2: in the middle line $e^{z_j}$ has become a
#   second $e^{z_i}$ (the slip of our section {#debugging}). The result, $-S_iS_j$, is right. In *Softmax
#   classifier derivation* the sum over all classes is kept, as in our lines 9 to 11; it needs only
#   that the targets add up to 1.
# - Boye, part 5e, gradient (1) and (3), where the loss is rewritten as in our section {#chain-rule}: some $x_k$
#   have lost their superscript, and a parenthesis is closed that was not opened. The result is the
#   one derived here.
# - Hasegawa-Johnson (2020), derivative of $y^*_{j(i)}$: the one-hot target $y_c$ stands where we have
#   $\delta_{jc}$. That is right because $j(i)$ is the right class there, and a one-hot target is 1
#   exactly for it; with another target the step would fail.
# - May, section 17: what is averaged in the second term of the gradient are the *features*,
#   not the labels.
# - Letters: HJH's $\hat y_{ij}$ and $f_{ik}$ are our $\hat p_j$ and $x_k$, for example $i$; see the
#   [notation page](../docs/notation.md).
# </details>
#
# **Go on with** [exercise 08](../exercises/08-derivations/08-derivations.ipynb): you take every step
# of these derivations yourself, and each one is read.
#
# ### Sources
#
# This lecture follows both appendices of M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping
# up classification*, 2019 (CC BY 3.0); J. Boye, *DD2418 Language Engineering*, parts 5e and 5f, KTH;
# M. Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0); F. Qureshi, *Softmax*,
# Topics in Digital Media; and J. May, *Linear Models*, 2023, sections 15 and 17. History: S.
# Linnainmaa, *The representation of the cumulative rounding error of an algorithm as a Taylor
# expansion of the local rounding errors* (in Finnish), master's thesis, University of Helsinki, 1970;
# D. E. Rumelhart, G. E. Hinton & R. J. Williams, *Learning representations by back-propagating
# errors*, Nature 323, 1986. Further reading: A. G. Baydin, B. A. Pearlmutter, A. A. Radul & J. M.
# Siskind, *Automatic differentiation in machine learning: a survey*, Journal of Machine Learning
# Research 18, 2018. Digits: E. Alpaydin & C. Kaynak, 1998; penguins: Horst, Hill & Gorman, 2020.
