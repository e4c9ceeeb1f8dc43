# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 08 Derivations
#
# **How a mistake finds its way back to the weights.**
#
# About 120 minutes, pencil work included, and another 40 for the problems. Take a break after section
# {#jacobian}. Builds on lecture 07.
#
# Four students have derived the gradient of softmax regression on paper and typed in what they found.
# Each trains a reader of handwritten digits: the same pictures, the same minibatches, and the best of
# five learning rates on the validation part. They do it five times, with the pictures reshuffled each
# time. Here is how many test digits their programs read correctly. (The cell takes some seconds, and
# longer in the browser.)

# %% tags=["hide-input"]
import numpy as np

from lincourse import datasets, logistic, perceptron, plots
from lincourse.derivations import (
    hidden_gradient,
    numerical_gradient,
    probability_gradient,
    softmax_jacobian,
)
from lincourse.family import mean_and_error
from lincourse.features import add_bias, joint_features, predict_multiclass
from lincourse.figures import derivations as figures
from lincourse.metrics import accuracy
from lincourse.softmax import softmax, softmax_gradient, softmax_loss
from lincourse.source import show_source

np.set_printoptions(precision=4, suppress=True)
digits = datasets.digits()
train, validation, test = slice(0, 1000), slice(1000, 1400), slice(1400, None)


def shuffled(data, seed, unit):
    """Features in this unit, with the constant 1 first, and labels, in a random order."""
    order = np.random.default_rng(seed).permutation(len(data.y))
    return add_bias(data.X[order] / unit), data.y[order]


# %%
paths = {}  # for each program, five paths: the weights after each of 20 epochs
for program in ("A", "B", "C", "D"):
    paths[program], right = [], []
    for seed in range(5):
        X, y = shuffled(digits, seed, unit=16)
        path = figures.trained(program, X, y, seed)  # the best of five rates
        paths[program].append(path)
        right.append(accuracy(y[test], predict_multiclass(path[-1], X[test])))
    mean, error = mean_and_error(right)
    print(f"{program}: {mean:.3f} right (standard error {error:.3f})")
print(f"always the most frequent digit: {np.bincount(digits.y).max() / len(digits.y):.3f}")

# %% tags=["hide-input"]
X_validation, y_validation = X[validation], y[validation]
losses = {
    program: [softmax_loss(W, X_validation, y_validation) for W in paths[program][4]]
    for program in paths
}
plots.show(
    figures.curves(
        range(21), losses, xlabel="epoch", ylabel="loss, validation part", xticks=range(0, 21, 5)
    ),
    "Validation loss against epochs. All four curves start at 2.3. B and C fall below 0.5 in one "
    "epoch, jump up once in the third, and then lie on top of each other. A stays high for three "
    "epochs, falls, climbs to 0.85, and joins B and C from epoch 11 on. D falls smoothly to 0.3.",
)

# %% [markdown]
# All four learn to read, and three of them equally well. Nothing crashed and no warning was printed.
# **Only one of the four gradients is right.**
#
# **Before you read on, place a bet:** which one? D stays behind and A stumbles on its way (the curves
# are from the fifth shuffle). But B and C stumble too, and at least two of the three that end level
# contain a mistake. How do you find out *whether* a gradient is right? And if it's wrong, *where*? We
# open the code of the four in section {#debugging}; please don't look before then.

# %% [markdown]
# **In this lecture**
#
# {contents}
#
# {formulas}

# %% [markdown] section="finite-differences"
# ## 1. Can you simply measure a slope?
#
# A slope says how much a function changes per unit of its input. So change the input a little and
# look. The obvious way is one step of length $h$ forward, $\frac{f(x+h)-f(x)}h$. A less obvious way is
# one step forward and one back, divided by the distance between them, $\frac{f(x+h)-f(x-h)}{2h}$. These
# are the **one-sided difference** and the **central difference**. We try both on $f(x)=e^x$ at $x=0.5$,
# where the slope is known: it is $e^{0.5}$. **Before you run it:** how much better can the second be?

# %%
print("the slope is     ", np.exp(0.5))
for h in (0.1, 0.01, 0.001):
    one_sided = (np.exp(0.5 + h) - np.exp(0.5)) / h
    central = (np.exp(0.5 + h) - np.exp(0.5 - h)) / (2 * h)
    print(f"h = {h:5}: one-sided {one_sided:.8f}, central {central:.8f}")

# %% [markdown]
# The second is far better: at $h=0.001$ it has six correct decimals, the first has two. When $h$ shrinks
# tenfold, the first error shrinks tenfold and the second a hundredfold. The **Taylor
# series** of $f$ around $x$ says why:
#
# 1. $f(x+h)=f+hf'+\tfrac{h^2}2f''+\tfrac{h^3}6f'''+\dots$ — *the series; everything on the right is
#    taken at $x$*
# 2. $f(x-h)=f-hf'+\tfrac{h^2}2f''-\tfrac{h^3}6f'''+\dots$ — *the same with $-h$: odd powers change sign*
# 3. $\dfrac{f(x+h)-f(x)}h=f'+\tfrac h2f''+\dots$ — *from line 1: the error shrinks like $h$*
# 4. $\dfrac{f(x+h)-f(x-h)}{2h}=f'+\tfrac{h^2}6f'''+\dots$ — *line 1 minus line 2: even powers cancel,
#    and with them the largest error*
#
# So the smaller $h$, the better? **Before you look at the picture:** do you believe that? It shows the
# **relative error**, the difference divided by the true slope, since 0.001 is little for a slope of
# 1000 and a lot for a slope of 0.001.

# %% tags=["hide-input"]
steps = 10.0 ** np.arange(-12, 0.1, 0.5)
slope, ahead, behind = np.exp(0.5), np.exp(0.5 + steps), np.exp(0.5 - steps)
errors = {
    "one-sided": abs((ahead - slope) / steps - slope) / slope,
    "central": abs((ahead - behind) / (2 * steps) - slope) / slope,
}
plots.show(
    figures.error_against_step(steps, errors, strong=["central"]),
    "Relative error of the measured slope against the step h, both axes logarithmic. Both curves "
    "have the shape of a V. The one-sided difference is best, about 1e-8, near h = 1e-8; the "
    "central one, about 1e-12, between 1e-6 and 1e-5. To the left of that both rise again, jagged.",
)

# %% [markdown]
# The curves turn round. On the right of each V the step is too long, and the error is the one in the
# series. On the left, rounding takes over: a computer keeps about 16 digits, $f(x+h)$ and $f(x-h)$
# agree in nearly all of them, and dividing the rest by a tiny $h$ magnifies the rounding. For the
# central difference the two balance between $10^{-6}$ and $10^{-5}$ here, and our function uses
# $h=10^{-5}$ by default. With many inputs, take them one at a time:
#
# ```text
# for each entry of x:
#     add h to this entry only, and evaluate f
#     subtract h from this entry only, and evaluate f
#     slope of this entry = difference of the two values / 2h
# ```
#
# These **finite differences** know no calculus, so they can't make the mistakes of a derivation. Let
# them judge the four programs: at random weights, on twenty pictures, at several $h$. The error of a
# whole gradient is the length of the difference, divided by the length of the measured gradient.

# %%
rng = np.random.default_rng(8)
W = rng.normal(0, 0.3, size=(10, 65))


def loss_of(W):
    return softmax_loss(W, X[:20], y[:20])


def relative_error(formula, measured):
    return np.linalg.norm(formula - measured) / np.linalg.norm(measured)


steps = 10.0 ** np.arange(-10, 0.1, 1)
errors = {"A": [], "B": [], "C": [], "D": []}
for h in steps:
    measured = numerical_gradient(loss_of, W, h)
    for program in errors:
        formula = figures.program_gradient(program, W, X[:20], y[:20])
        errors[program].append(relative_error(formula, measured))
for program in errors:
    print(f"{program}: relative error {errors[program][5]:.1e} at h = {steps[5]:.0e}")

# %% tags=["hide-input"]
plots.show(
    figures.error_against_step(steps, errors, strong=["C"]),
    "Relative error of four gradients against the step h, both axes logarithmic. A and D are flat "
    "lines near 1, and B is one near 0.2. C has the shape of a V that goes down below 1e-9 at "
    "h = 1e-5.",
)

# %% [markdown]
# C is right. **A right gradient draws a V; a wrong one draws a flat line**, because its own error has
# nothing to do with $h$. (The V is the error of the *measurement*, which shows only if the formula has
# none.)
#
# Then why not always measure, and skip the derivations? Each slope costs two evaluations of the loss.
# Our $W$ has 650 entries, so one gradient costs 1,300 passes through the pictures, and large networks
# have billions of weights. And measuring doesn't tell A, B and D *where* their mistake is. For both
# reasons we must look inside.

# %% [markdown] section="chain-rule"
# ## 2. What travels back along an arrow?
#
# Take the smallest chain of the course, tanh and squares (lecture 05), with two weights: $x=(1,2)$,
# $y=1$ and $\mathbf w=(0.5,-0.5)$. The score is $z=0.5\cdot1-0.5\cdot2=-0.5$, then
# $r=\tanh(-0.5)=-0.462$, and the loss is $(1+0.462)^2=2.138$. Draw a box for every quantity and an
# arrow wherever one is computed from another. That is a **computational graph**, and values travel
# through it from left to right.
#
# Now think of **messages that travel back along the arrows.** Each one tells the box that receives it:
# *one unit more of you would change the loss by this much.* The loss tells itself 1. Then each box
# passes the message on, multiplied by the slope of its own small step, the **local derivative**.

# %% tags=["hide-input"]
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
# 1. at $r$: $\;\dfrac{\partial}{\partial r}(y-r)^2=-2\,(y-r)=-2\cdot1.462=-2.924$ — *slope of the
#    square, times $-1$ for what is inside*
# 2. the slope of tanh: $\;\dfrac{dr}{dz}=1-r^2=1-0.2136=0.7864$ — *lecture 05*
# 3. at $z$: $\;-2.924\cdot0.7864=-2.300$ — *the message at $r$ times the slope*
# 4. at $w_k$: $\;-2.300\cdot x_k$, so $-2.300$ and $-4.600$ — *$z=w_0x_0+w_1x_1$ changes by $x_k$ per
#    unit of $w_k$*
#
# You know this as the **chain rule**. The first rule for messages is: *along an arrow, multiply.* (Where
# $r$ is near $\pm1$, line 2 multiplies by almost 0, and the message fades, however wrong the example
# is. That was the trouble with this loss in lecture 05.)
#
# The second rule shows where an arrow *forks*. Take the logistic loss of one example with $y$ 0 or 1,
# and rewrite it until no fraction is left:
#
# 1. $\ell=-y\log\sigma(z)-(1-y)\log(1-\sigma(z))$ — *lecture 05*
# 2. $\log\sigma(z)=-\log(1+e^{-z})$ and $\log(1-\sigma(z))=-z-\log(1+e^{-z})$ — *$\sigma=\frac1{1+e^{-z}}$
#    and $1-\sigma=\frac{e^{-z}}{1+e^{-z}}$; the logarithm of a fraction is a difference*
# 3. $\ell=z+\log(1+e^{-z})-y\,z$ — *put in and multiply out: $y$ times
#    $\log(1+e^{-z})$ and $1-y$ times the same make one of it*
#
# In line 3 the score $z$ is used three times, so three messages come back. For $z=2$ and $y=1$:

# %% tags=["hide-input"]
there, back = figures.logistic_graph(z=2.0, y=1)
plots.show(
    there,
    "Two copies of a graph: from z three arrows lead to the boxes z, log(1 + e to the -z), and "
    "-y z, and on to the loss, their sum, 0.127. On the dashed arrows: 1 into the loss and to each of "
    "the three boxes, then 1, -0.119 and -1 back to z.",
)

# %% [markdown]
# If $z$ grows a little, all three terms change, and the loss changes by the sum of the three. So the
# second rule is: *where messages meet, add.*
#
# 4. the three messages: $\;1$, $\;\dfrac{-e^{-z}}{1+e^{-z}}=-(1-\sigma(z))$ and $\;-y$ — *slopes of the
#    three terms*
# 5. $\dfrac{\partial\ell}{\partial z}=1-(1-\sigma(z))-y=\sigma(z)-y$ — *add; here $1-0.119-1=-0.119$*
# 6. $\dfrac{\partial\ell}{\partial w_k}=(\sigma(z)-y)\,x_k$ — *one more arrow*
#
# *Error times input*, as in lecture 05. Both chains against measurement, at the same weights:

# %%
losses_and_gradients = {
    "tanh and squares": (logistic.tanh_loss, logistic.tanh_gradient),
    "logistic loss": (logistic.cross_entropy, logistic.logistic_gradient),
}
for name, (loss, gradient) in losses_and_gradients.items():
    measured = numerical_gradient(lambda v, loss=loss: loss(v, [x], [1]), w)
    print(f"{name:16}", "formula", gradient(w, [x], [1]), "measured", measured)

# %% [markdown]
# **Along an arrow, multiply. Where messages meet, add.** There is no third rule. Every gradient of
# this course comes from these two rules on some graph.

# %% [markdown] section="backpropagation"
# ## 3. What does a whole journey look like?
#
# Here is the quiz of lecture 07 once more: three classes with the scores $0.47$, $0.88$ and $-0.09$, and
# the last one is right. Softmax goes in small steps. Each class contributes $a_k=e^{z_k}$, the total is
# $\Sigma=a_0+a_1+a_2$, the right class gets $\hat p_2=a_2/\Sigma$, and the loss is
# $\ell=-\log\hat p_2$. **Before you look:** from which box do two arrows lead to the right?

# %% tags=["hide-input"]
plots.show(
    figures.softmax_graph(back=False),
    "A graph from left to right. Three scores 0.47, 0.88, -0.09 lead to a0, a1, a2. From there 1.600, "
    "2.411 and 0.914 lead to the total, and 0.914 also leads from a2 straight to the probability of "
    "class 2. The total sends 4.925 there, the probability sends 0.186 to the loss, and 1.684 comes "
    "out of the loss.",
)

# %% [markdown]
# Two arrows leave $a_2$: the right class is in the numerator *and* in the denominator. Every other class
# is in the denominator only. Now back, with a pencil:
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
# (Worked with more digits than printed.)

# %% tags=["hide-input"]
plots.show(
    figures.softmax_graph(back=True),
    "The same graph with dashed arrows from right to left: 1 into the loss, -5.389 to the "
    "probability, from there 0.203 to the total and -1.094 to a2. The total sends 0.203 to each of "
    "a0, a1 and a2. The three scores receive 0.325, 0.490 and -0.814.",
)

# %% [markdown]
# The probabilities of lecture 07 were 0.325, 0.490 and 0.186. So each wrong class receives its own
# probability, and the right class $0.186-1=-0.814$. That is $\hat p-t$ with the one-hot target $t$, and
# now you see where each part comes from. **Through the denominator every class receives its
# $\hat p_k$; through the numerator the right class receives another $-1$.** (Check with your pencil:
# $-1.094\cdot0.914=-1.000$.)
#
# In code, the way back has one line for each line above, and one more for the weights. Since every
# message claims to be a slope, we measure each of them where it arrives.

# %%
W_quiz = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
x_quiz = np.array([1.0, 1.0, 1.0, 0.0])
z = W_quiz @ x_quiz  # there
a = np.exp(z)
total = a.sum()
p = a[2] / total

at_p = -1 / p  # and back
at_total = at_p * -a[2] / total**2
at_a = np.array([at_total, at_total, at_total + at_p / total])
at_z = at_a * a
at_W = np.outer(at_z, x_quiz)
print("at z:", at_z)

# %% tags=["hide-input"]
messages = {
    "p": (at_p, numerical_gradient(lambda p: -np.log(p), p)),
    "total": (at_total, numerical_gradient(lambda total: -np.log(a[2] / total), total)),
    "a": (at_a, numerical_gradient(lambda a: -np.log(a[2] / a.sum()), a)),
    "z": (at_z, numerical_gradient(lambda z: -np.log(softmax(z)[2]), z)),
    "W": (at_W, numerical_gradient(lambda W: softmax_loss(W, [x_quiz], [2]), W_quiz)),
}
for place, (message, measured) in messages.items():
    print(f"relative error at {place:5} {relative_error(message, measured):.0e}")

# %% [markdown]
# All five agree. And look at the price: measuring the slopes of the twelve weights took 24 evaluations
# of the loss. The messages went back *once* and gave the slopes in all the weights and in everything in
# between.
#
# Sending messages back through a graph is called **backpropagation**, or the reverse mode of **automatic
# differentiation**. Seppo Linnainmaa described it in 1970, in a thesis about rounding errors; in 1986 David
# Rumelhart, Geoffrey Hinton and Ronald Williams trained networks of several layers with it.
#
# **Play.** Run the cell to get a slider for each score and a list for the right class; in print you see
# one state, a machine that is sure of class 0 when class 2 is right. **Predict first:** can all three
# messages on the far left be 0? What do they always add up to?

# %%
figures.graph_slider()

# %% [markdown]
# They always add up to 0, because the $\hat p_k$ add up to 1 and the numerator sends $-1$. They are
# never all 0, since that would need $\hat p_2=1$, which no finite scores reach. In the picture
# $\hat p_2$ is only 0.006. The first message is huge, $-156.8$, and yet no score receives more than 1: on
# the way back it is multiplied by the same tiny $\hat p_2$. Can a program rely on that? See section
# {#cross-entropy}.

# %% [markdown] section="jacobian"
# ## 4. What does one score do to every probability?
#
# Take the middle part of the journey: the slope of any probability $\hat p_i=a_i/\Sigma$ in any score
# $z_j$. There are two cases, since a class's own score reaches $\hat p_i$ in two ways and any
# other score in one. In the **quotient rule**, $\left(\dfrac ab\right)'=\dfrac{a'\,b-a\,b'}{b^2}$, you
# can see both: the first term comes through the numerator, the second through the denominator.
#
# Its own score, $\partial\hat p_i/\partial z_i$:
#
# 1. $a=e^{z_i}$, so $a'=e^{z_i}$; $\;b=\Sigma=\sum_ke^{z_k}$, so $b'=e^{z_i}$ — *the numerator contains
#    $z_i$, and so does one term of the denominator*
# 2. $\dfrac{\partial\hat p_i}{\partial z_i}=\dfrac{e^{z_i}\,\Sigma-e^{z_i}\,e^{z_i}}{\Sigma^2}=\dfrac{e^{z_i}}\Sigma\cdot\dfrac{\Sigma-e^{z_i}}\Sigma=\hat p_i\,(1-\hat p_i)$
#    — *quotient rule; take $e^{z_i}$ out, and split the fraction*
#
# Another score, $\partial\hat p_i/\partial z_j$ with $j\ne i$:
#
# 3. $a'=0$ and $b'=e^{z_j}$ — *the numerator doesn't contain $z_j$, but one term of the denominator does*
# 4. $\dfrac{\partial\hat p_i}{\partial z_j}=\dfrac{0\cdot\Sigma-e^{z_i}\,e^{z_j}}{\Sigma^2}=-\hat p_i\,\hat p_j$
#    — *quotient rule; split the fraction*
#
# The two cases differ only in a 1. **Kronecker's delta** $\delta_{ij}$ is 1 if $i=j$ and 0 otherwise, so
#
# $$J_{ij}=\frac{\partial\hat p_i}{\partial z_j}=\hat p_i\,(\delta_{ij}-\hat p_j),\qquad
#   J=\operatorname{diag}(\hat p)-\hat p\,\hat p^\top .$$
#
# A table of the slopes of all outputs in all inputs is called a **Jacobian**. (Some texts also use the
# word for the gradient of a loss in a matrix of weights.)

# %%
z = W_quiz @ x_quiz
J = softmax_jacobian(z)
measured = [numerical_gradient(lambda v, i=i: softmax(v)[i], z) for i in range(3)]
print(J)
print(f"relative error {relative_error(J, measured):.0e};", end=" ")
print("sums of rows", abs(J.sum(axis=1)).round(4), "and columns", abs(J.sum(axis=0)).round(4))

# %% [markdown]
# Read a *column* forwards: if $z_1$ grows, $\hat p_1$ gains, and the others lose in proportion to what
# they have. Columns add up to 0, because the probabilities add up to 1. Read a *row* backwards:
# it is the message that $\hat p_i$ sends to the scores. Rows add up to 0, because adding the same number
# to all scores changes nothing. The table is symmetric, so if you mix up rows and columns here, you'll
# never notice. In other Jacobians you will.
#
# What if you forget the entries off the diagonal, because "$z_2$ doesn't occur in $e^{z_1}$"? Then a
# class could gain without any other losing. Remember this mistake.
#
# **Play.** Run the cell to get the sliders (in print there are three states). Bars above are
# probabilities; bars below show how each would change per unit if the chosen score grew. Leave the
# scores of classes 1 and 2 at 0. **Before you move anything:** at which *score* of class 0 does its own
# probability react most?

# %%
figures.jacobian_slider()

# %% [markdown]
# It reacts most at a score of $\log2\approx0.69$: $\hat p_0(1-\hat p_0)$ is largest at $\hat p_0=\tfrac12$,
# which with the others at 0 means $e^{z_0}=e^0+e^0=2$.

# %% [markdown] section="weights"
# ## 5. How does a message pass through a weight?
#
# One arrow more, to the weight $w_{mk}$ of feature $k$ in the row of class $m$, with
# $z_m=\sum_kw_{mk}\,x_k$:
#
# 1. $\dfrac{\partial\hat p_j}{\partial w_{mk}}=\sum_l\dfrac{\partial\hat p_j}{\partial z_l}\cdot\dfrac{\partial z_l}{\partial w_{mk}}$
#    — *both rules at once: multiply along each way, add the ways*
# 2. $\phantom{\dfrac{\partial\hat p_j}{\partial w_{mk}}}=\hat p_j\,(\delta_{jm}-\hat p_m)\,x_k$ — *the
#    weight occurs only in $z_m$, so one way is left*

# %%
formula = probability_gradient(W_quiz, x_quiz, 2)
measured = numerical_gradient(lambda W: softmax(W @ x_quiz)[2], W_quiz)
print(f"relative error {relative_error(formula, measured):.0e}")

# %% [markdown]
# All these journeys ended at a weight. Softmax regression, like the perceptron, is a **one-layer
# network**: inputs, weights, scores. Put a second layer in between, and a message has to travel on
# *through* a weight. Let **hidden units** $h_j=\tanh u_j$ with $u_j=\mathbf v_j\cdot x$ look at the
# input first, and feed logistic regression with what they report: $z=\mathbf w\cdot\mathbf h$ and
# $\hat p=\sigma(z)$. (Bold $\mathbf h$ is the hidden layer; plain $h$ is still the step.) The weights
# are now a table $V$, one row per hidden unit, and $\mathbf w$. For $x=(1,2)$, $y=0$, rows
# $(0.5,-0.5)$ and $(-1,1)$, and $\mathbf w=(-2,1)$:

# %% tags=["hide-input"]
V, w, x = np.array([[0.5, -0.5], [-1.0, 1.0]]), np.array([-2.0, 1.0]), np.array([1.0, 2.0])
there, back = figures.hidden_graph(V, w, x, y=0)
plots.show(
    there,
    "Two copies of a graph: u0 and u1 lead to h0 and h1, these to z, and z to the loss. On the solid "
    "arrows: -0.5 and 1, then -0.462 and 0.762, then 1.686, and out of the loss 1.856. On the "
    "dashed arrows back: 1 into the loss, 0.844 to z, -1.687 and 0.844 to h0 and h1, -1.327 and 0.354 "
    "to u0 and u1.",
)

# %% [markdown]
# 1. at $z$: $\;\hat p-y=0.844$ — *section {#chain-rule}*
# 2. at $w_j$: $\;(\hat p-y)\,h_j$, so $-0.390$ and $0.643$ — *error times input; the input is now $h_j$*
# 3. at $h_j$: $\;(\hat p-y)\,w_j$, so $0.844\cdot(-2)=-1.687$ and $0.844$ — *in the product $w_jh_j$ the
#    slope in $h_j$ is $w_j$: the message passes through the weight*
# 4. at $u_j$: $\;(\hat p-y)\,w_j\,(1-h_j^2)$, so $-1.687\cdot0.786=-1.327$ and $0.354$ — *slope of tanh*
# 5. at $v_{jk}$: the message at $u_j$ times $x_k$ — *error times input again*
#
# Only line 3 is new. Going forwards, $w_j$ says how much the score listens to unit $j$; going back, it
# says how much of the blame the unit gets. **Before you run the cell:** by line 5, what is the first row
# of the gradient in $V$?

# %%
gradient_V, gradient_w = hidden_gradient(V, w, x, 0)
measured_V = numerical_gradient(lambda V: logistic.cross_entropy(w, [np.tanh(V @ x)], [0]), V)
measured_w = numerical_gradient(lambda w: logistic.cross_entropy(w, [np.tanh(V @ x)], [0]), w)
print(gradient_V, "and", gradient_w)
print(f"relative errors {relative_error(gradient_V, measured_V):.0e}", end=" and ")
print(f"{relative_error(gradient_w, measured_w):.0e}")

# %% [markdown]
# The first row is $-1.327$ times $(1,2)$. Is the second layer worth it? Lecture 03 had a job that no
# straight cut can do: four reviews at the corners of a square, two of which take sides (XOR). We train
# eight hidden units on these four by plain descent, from ten random starts.

# %%
corners, takes_sides = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]]), [1, 1, 0, 0]


def mean_gradients(V, w):
    pairs = [hidden_gradient(V, w, corners[i], takes_sides[i]) for i in range(4)]
    return sum(pair[0] for pair in pairs) / 4, sum(pair[1] for pair in pairs) / 4


solved = 0
for seed in range(10):
    rng = np.random.default_rng(seed)
    V_xor, w_xor = rng.normal(size=(8, 3)), rng.normal(size=8)
    for _ in range(500):
        slope_V, slope_w = mean_gradients(V_xor, w_xor)
        V_xor, w_xor = V_xor - 2 * slope_V, w_xor - 2 * slope_w
    solved += np.array_equal(np.tanh(corners @ V_xor.T) @ w_xor > 0, takes_sides)
print("all four right from", solved, "of 10 starts")

# %% [markdown]
# The hidden units have found features that do the job. In lecture 03 we had to invent them.
#
# **All examples at once.** In programs a layer is one product, $Z=XW^\top$ with a row for each example.
# Suppose the message at $Z$ has arrived: $\Delta_{im}=\partial\ell/\partial Z_{im}$, of shape $(n,K)$.
# Where does it go?
#
# 1. $Z_{im}=\sum_kX_{ik}W_{mk}$ — *the product, entry by entry*
# 2. $\dfrac{\partial\ell}{\partial W_{mk}}=\sum_i\Delta_{im}X_{ik}$, so
#    $\dfrac{\partial\ell}{\partial W}=\Delta^\top X$ — *every example uses the weight: $n$ messages meet*
# 3. $\dfrac{\partial\ell}{\partial X_{ik}}=\sum_m\Delta_{im}W_{mk}$, so
#    $\dfrac{\partial\ell}{\partial X}=\Delta W$ — *every class uses the input: $K$ messages meet*
#
# Line 3 is what a layer hands to the layer before it. If you forget where the transpose goes, the shapes
# decide: $(K,n)(n,d)=(K,d)$. We check both for an arbitrary loss, $\ell=\sum\sin Z_{im}$, whose message is
# $\Delta=\cos Z$.

# %%
rng = np.random.default_rng(8)
X_some, W_some = rng.normal(size=(5, 4)), rng.normal(size=(3, 4))
Delta = np.cos(X_some @ W_some.T)
measured_W = numerical_gradient(lambda W: np.sin(X_some @ W.T).sum(), W_some)
measured_X = numerical_gradient(lambda X: np.sin(X @ W_some.T).sum(), X_some)
print(f"for W {relative_error(Delta.T @ X_some, measured_W):.0e},", end=" ")
print(f"for X {relative_error(Delta @ W_some, measured_X):.0e}")

# %% [markdown] section="cross-entropy"
# ## 6. Why is so little left in the end?
#
# Now put the arrows together. The loss of an example of class $y$ is $\ell=-\log\hat p_y$, and its
# message goes through $\hat p_y$ to the scores and on to the weights.
#
# 1. $\dfrac{\partial\ell}{\partial\hat p_y}=-\dfrac1{\hat p_y}$ — *slope of $-\log$*
# 2. $\dfrac{\partial\ell}{\partial z_m}=-\dfrac1{\hat p_y}\cdot\hat p_y\,(\delta_{ym}-\hat p_m)=\hat p_m-t_m$
#    — *times row $y$ of the Jacobian; $\hat p_y$ cancels, and $\delta_{ym}$ is the target $t_m$*
# 3. $\dfrac{\partial\ell}{\partial w_{mk}}=(\hat p_m-t_m)\,x_k$ — *the last arrow*
#
# Lecture 07 took a shorter way: it wrote the loss as $\log\Sigma-z_y$, without a fraction, *before*
# differentiating. That is another graph of the same function, and it sends the two messages of section
# {#backpropagation} directly: $\hat p_m$ to every class from $\log\Sigma$, $-1$ to the right class from
# $-z_y$.
#
# The target need not be one-hot. If three people have read a scrawl, and two saw an 8 and one a 3, a
# fair target is $\frac23$ and $\frac13$. For any $t$ whose entries add up to 1, the loss is
# $-\sum_jt_j\log\hat p_j$, and a message comes from every probability:
#
# 4. $\dfrac{\partial\ell}{\partial z_m}=\sum_j-\dfrac{t_j}{\hat p_j}\cdot\hat p_j\,(\delta_{jm}-\hat p_m)=-t_m+\hat p_m\sum_jt_j=\hat p_m-t_m$
#    — *the $\hat p_j$ cancel, and the $t_j$ add up to 1*

# %%
through_probability = -probability_gradient(W_quiz, x_quiz, 2) / softmax(W_quiz @ x_quiz)[2]
without_fraction = softmax_gradient(W_quiz, [x_quiz], [2])
print("both ways agree:", np.allclose(through_probability, without_fraction))

t = np.array([2 / 3, 1 / 3, 0])  # a target that is not one-hot
measured = numerical_gradient(lambda z: -t @ np.log(softmax(z)), W_quiz @ x_quiz)
print("measured", measured, "plus t is", measured + t)

# %% [markdown]
# The last numbers are the probabilities, as line 4 says. So much algebra for so little: *probability
# minus target*. It is short because the logarithm sends a message with $\hat p_y$ in the denominator, and
# softmax multiplies it by exactly $\hat p_y$.
#
# **Where it breaks.** On paper the two ways are equal. **Before you run the cell:** are they equal on a
# computer, for a model that is sure and wrong?

# %%
sure = np.array([[1000.0], [0.0], [-1000.0]])  # the scores, for x = 1; class 2 is right
p_sure = softmax(sure[:, 0])
with np.errstate(all="ignore"):  # NumPy would warn
    through_probability = -probability_gradient(sure, [1.0], 2)[:, 0] / p_sure[2]
print("probabilities:          ", p_sure)
print("through the probability:", through_probability)
print("without the fraction:   ", softmax_gradient(sure, [[1.0]], [2])[:, 0])

# %% [markdown]
# They aren't equal. The probability of the right class has been rounded to 0, and its row of the Jacobian
# with it, so the first way divides 0 by 0, which is `nan`, not a number. In the second way the two
# factors were cancelled on paper, before a computer could round either of them. **Cancel first, compute
# later:** this is why libraries offer softmax and cross-entropy together, as one box.

# %% [markdown] section="perceptron"
# ## 7. Who gets the message: everybody, or the winner?
#
# With joint features (lecture 04) the scores are $\theta\cdot f(x,k)$. Take one weight $\theta$ whose
# feature has the value $f_k$ with class $k$, so that $\ell=\log\sum_ke^{\theta f_k}-\theta f_y$:
#
# 1. $\dfrac{d}{d\theta}\log\sum_ke^{\theta f_k}=\dfrac{\sum_kf_k\,e^{\theta f_k}}{\sum_ke^{\theta f_k}}=\sum_k\hat p_k\,f_k$
#    — *$(\log u)'=u'/u$; the inner slope of $\theta f_k$ is $f_k$*
# 2. $\dfrac{d\ell}{d\theta}=\sum_k\hat p_k\,f_k-f_y$ — *the expected feature minus the observed one*
#
# The perceptron's loss, $\max_k\theta\cdot f(x,k)-\theta\cdot f(x,y)$, has a maximum in place of the
# logarithm. As long as the winner $\hat y$ stays the winner, both terms are straight lines, and with
# $\hat f$ for its feature the slope is $\hat f-f_y$; a step against it is the perceptron's rule. So the
# two machines differ in how they pass a message on. **A log-sum-exp shares it among all classes, in
# proportion to their probabilities; a maximum sends all of it to the winner.**

# %%
F = np.array([joint_features(x_quiz, k, n_classes=3) for k in range(3)])
theta = W_quiz.ravel()
measured = numerical_gradient(lambda v: softmax_loss(v.reshape(3, 4), [x_quiz], [2]), theta)
print("softmax   ", measured.reshape(3, 4)[:, 0], "= p_hat - t, in the bias of each class")
measured = numerical_gradient(lambda v: perceptron.perceptron_loss(v, F, 2), theta)
print("perceptron", measured.reshape(3, 4)[:, 0], "= winner - right, in the bias of each class")

# %% [markdown]
# **Where it breaks.** A maximum has a **kink** where two classes tie. Take one weight, two classes with
# the features $+1$ and $-1$, and let the second be right: the loss is $|\theta|+\theta$. Left of 0 its
# slope is 0, right of 0 it is 2. **Before you run it:** what will finite differences say at 0, and
# close to it?

# %%
F_kink = np.array([[1.0], [-1.0]])
for v in (-0.1, 0.0, 0.000002, 0.1):
    measured = numerical_gradient(lambda u: perceptron.perceptron_loss(u, F_kink, 1), np.array([v]))
    formula = perceptron.perceptron_gradient(np.array([v]), F_kink, 1)
    print(f"at {v:9.6f}: measured {measured[0]:.1f}, formula {formula[0]:.1f}")

# %% [markdown]
# At the kink the two steps land on different pieces, and the measured 1 is the mean of the two slopes. It
# is off even at $0.000002$, since the step of $10^{-5}$ reaches across. So if a loss with kinks fails
# your check in a few places, look for a tie first. At 0 itself there is no slope, but the line with
# slope 2 touches the loss there and lies nowhere above it. Such a slope is called a **subgradient**;
# here any number from 0 to 2 is one.

# %% [markdown] section="debugging"
# ## 8. Which arrow is broken?
#
# Back to the four students. Whatever they wrote, it had to pass three arrows: from the loss to
# $\hat p_y$, from there to the scores, and from a score to its weights. So **measure each arrow by
# itself.** (`figures.PROGRAMS` holds what the four wrote, one function per arrow.)

# %%
example, label = X[3], y[3]
z = W @ example
p, t = softmax(z), np.eye(10)[label]
measured_log = numerical_gradient(lambda v: -np.log(v), p[label])
measured_softmax = numerical_gradient(lambda v: softmax(v)[label], z)
measured_score = numerical_gradient(lambda w: w @ example, W[label])
errors = {}
for name, program in figures.PROGRAMS.items():
    errors[name] = [
        relative_error(program.log(p[label]), measured_log),
        relative_error(program.softmax(np.array([p]), np.array([t]))[0], measured_softmax),
        relative_error(program.score(np.array([example]))[0], measured_score),
    ]
    print(name, "relative errors from the loss back to the weights:", np.round(errors[name], 4))

# %% tags=["hide-input"]
plots.show(
    figures.broken_arrows(errors),
    "Four rows of boxes, W, z, the probability of the right class and the loss, joined by arrows "
    "back. A has a cross on the arrow from the loss, B on the one to W, D on the one to z. C has none.",
)

# %% [markdown]
# Each of the three has exactly one broken arrow:

# %%
show_source(figures.log_arrow_a, figures.score_arrow_b, figures.softmax_arrow_d)

# %% [markdown]
# - **A:** no division by $\hat p_y$. What A descends is $-\hat p_y$, not $-\log\hat p_y$.
# - **B:** the constant 1 is treated as if it were no input. The biases get no message and stay at 0.
# - **D:** the denominator is forgotten, as in section {#jacobian}. Only the right class gets a message,
#   and no rival is ever told to give way.
#
# Then why did all of them learn? A short step leads downhill if it lies within a right angle of the right
# direction (lecture 06). Here is the angle between each program's gradient and the right one, over all
# training pictures, along the program's own path. Mean of the five shuffles, standard error in brackets:

# %%
epochs = (0, 1, 5, 20)
print("epoch", *[f"{epoch:12}" for epoch in epochs])
for program in ("A", "B", "D"):
    angles = []
    for seed, path in enumerate(paths[program]):
        X, y = (part[train] for part in shuffled(digits, seed, unit=16))
        for W_now in (path[epoch] for epoch in epochs):
            theirs = figures.program_gradient(program, W_now, X, y).ravel()
            truth = softmax_gradient(W_now, X, y).ravel()
            cosine = theirs @ truth / (np.linalg.norm(theirs) * np.linalg.norm(truth))
            angles.append(np.degrees(np.arccos(min(cosine, 1))))
    summary = [mean_and_error(column) for column in np.reshape(angles, (5, 4)).T]
    print(f"{program:5}", *[f"{mean:5.0f} ({error:4.1f})" for mean, error in summary])

# %% [markdown]
# Before the first step A points the right way, because every $\hat p_y$ is still $\tfrac1{10}$; later it
# wanders, but on average stays well below 90 degrees where we looked. B stays close to the right
# direction. D starts far off and turns further away, until after 20 epochs it stands at about a right
# angle, where a step leads neither down nor up. **A wrong gradient can lead downhill, so a falling loss
# proves nothing about the formula.**
#
# But a mistake that does no harm on these data can on others. **Before you run the next cell:** what do
# you expect of each program in two situations? First, penguins: Adelies and Gentoos by their mass in
# kilograms, not centred, so that the boundary lies far from 0. Second, the digits from a bad start: minus
# the weights that C learnt, so that the machine begins sure and wrong. Shuffles, choice of the rate and
# test as before, standard errors in brackets:

# %%
birds = datasets.penguins().select(["Adelie", "Gentoo"], ["body_mass_g"])
print("program   birds         digits from a bad start")
for program in ("A", "B", "C", "D"):
    on_birds, on_digits = [], []
    for seed in range(5):
        X, y = shuffled(birds, seed, unit=1000)
        settings = {"rates": (0.03, 0.06, 0.12, 0.25), "parts": (150, 50), "epochs": 200}
        path = figures.trained(program, X, y, seed, **settings)
        on_birds.append(accuracy(y[200:], predict_multiclass(path[-1], X[200:])))
        X, y = shuffled(digits, seed, unit=16)
        start = -paths["C"][seed][-1]
        path = figures.trained(program, X, y, seed, rates=(1, 4, 16), start=start)
        on_digits.append(accuracy(y[test], predict_multiclass(path[-1], X[test])))
    results = [mean_and_error(shares) for shares in (on_birds, on_digits)]
    print(f"{program:9}", *[f"{mean:.3f} ({error:.3f})" for mean, error in results])
p_right = softmax(X[train] @ start.T)[np.arange(1000), y[train]]
print(f"always the most frequent bird: {np.bincount(birds.y).max() / len(birds.y):.3f}")
print(f"median probability of the right digit at the bad start: {np.median(p_right):.0e}")

# %% [markdown]
# Each of the two mistakes that cost nothing before now costs everything in one of the columns. On the birds
# B does worse than always naming the most frequent bird: without a bias its boundary lies at 0 kilograms,
# and every bird is heavier. From the bad start A doesn't get a single digit right. It begins where
# $\hat p_y$ is almost 0, its messages are multiplied by $\hat p_y$, and next to nothing reaches the
# weights. The division that A left out is what makes a sure and wrong machine listen. Of the wrong programs
# only D, which looked worst at first, fails in neither column.
#
# **The same on paper.** A derivation is a chain too, of expressions that should be equal. Put in numbers,
# and the first line whose value differs from the line before is the broken one. But choose the numbers
# well. Say someone has copied $\partial\hat p_0/\partial z_1$ with $e^{z_0}$ written twice, so that the
# last line reads $-\hat p_0\,\hat p_0$. **Before you run it:** at which of the two points does it show?

# %%
for point in ([0, 0, 0], [1, -1, 0.5]):
    last_line = -(softmax(point)[0] ** 2)
    measured = numerical_gradient(lambda z: softmax(z)[0], point)[1]
    print(f"at {point!s:13} the last line is {last_line:.4f}, the slope {measured:.4f}")

# %% [markdown]
# It shows only at the second. At $(0,0,0)$ all scores are equal, and a wrong index makes no difference.
# **Test at a point that is nowhere special:** not at 0, not at 1, no two numbers alike. Exercise 08 reads
# your steps in this way, at many points.
#
# **So whose gradient was right?** C's. The test results couldn't tell you: A, B and C all read 96 % of
# the digits. It took 1,300 evaluations of the loss to find out *that* three of the four were wrong, and
# one small measurement per arrow to find out *where*. A gradient, however long its formula, is a message
# on its way back: you can stop it at any box and ask whether it is right so far.
# [Lecture 09](09-family.ipynb) puts the whole family side by side.

# %% [markdown]
# ## In practice
#
# Nobody derives the gradients of large networks by hand. In PyTorch you write the way there, and
# `backward` sends the messages. The network of section {#weights}:
#
# ```python
# import torch
# from torch.nn.functional import binary_cross_entropy_with_logits
#
# V = torch.tensor([[0.5, -0.5], [-1.0, 1.0]], dtype=torch.float64, requires_grad=True)
# w = torch.tensor([-2.0, 1.0], dtype=torch.float64, requires_grad=True)
# x, y = torch.tensor([1.0, 2.0], dtype=torch.float64), torch.tensor(0.0, dtype=torch.float64)
#
# def loss(V, w):
#     return binary_cross_entropy_with_logits(w @ torch.tanh(V @ x), y)  # cancelled on paper
#
# loss(V, w).backward()  # one journey back
# print(V.grad, w.grad)
# torch.autograd.gradcheck(loss, (V, w))  # central differences; needs float64
# ```
#
# scikit-learn's `MLPClassifier` contains the same network and doesn't show its gradient. But after one
# step without momentum, the change of the weights divided by $-\eta$ is the gradient:

# %%
from sklearn.neural_network import MLPClassifier

settings = {"activation": "tanh", "solver": "sgd", "alpha": 0, "momentum": 0}
net = MLPClassifier((8,), **settings, learning_rate_init=0.1, batch_size=4, random_state=0)
net.partial_fit(corners[:, 1:], takes_sides, classes=[0, 1])  # sets up the weights
net.intercepts_[1][:] = 0  # our output has no bias of its own
V_net, w_net = np.column_stack([net.intercepts_[0], net.coefs_[0].T]), net.coefs_[1][:, 0].copy()
net.partial_fit(corners[:, 1:], takes_sides)  # one step on all four
theirs = (w_net - net.coefs_[1][:, 0]) / 0.1
print("agrees with ours:", np.allclose(theirs, mean_gradients(V_net, w_net)[1]))

# %% [markdown]
# **Check your gradient:** central differences, in double precision, at random weights, on a few
# examples. How small must the relative error be? Here is the gradient in $V$ of section {#weights}:
# right; with the loss rounded to single precision; and with a factor of 1.001.


# %%
def loss_of_V(V):
    return logistic.cross_entropy(w, [np.tanh(V @ x)], [0])


print("h            right    single  x 1.001")
for h in (1e-3, 1e-4, 1e-5):
    measured = numerical_gradient(loss_of_V, V, h)
    rough = numerical_gradient(lambda V: np.float32(loss_of_V(V)), V, h)
    found = [(gradient_V, measured), (gradient_V, rough), (1.001 * gradient_V, measured)]
    print(f"{h:.0e}  ", *[f"{relative_error(*pair):9.0e}" for pair in found])

# %% [markdown]
# A rule of thumb, for $h$ from $10^{-6}$ to $10^{-5}$ in double precision: an error below $10^{-7}$ is
# fine, and one above $10^{-4}$ is a bug or a kink. In between, try another $h$: a measurement error
# changes with it, a mistake doesn't. With many weights, measure along a few random directions
# $\mathbf u$ instead: $\nabla\ell\cdot\mathbf u$ needs only two evaluations each.
#
# | symptom | usual cause | what to do |
# |---|---|---|
# | relative error near 1e-3 that changes with $h$ | single precision, or a kink | float64, $h=10^{-5}$, other weights |
# | gradients grow from step to step in PyTorch | `backward` *adds* to `.grad` | `optimiser.zero_grad()` before each step |
# | `nan` after a while | $\log$ of a probability that was rounded to 0 | use the loss that takes scores ("logits") |

# %% [markdown]
# ## Problems
#
# **1. Prove.** Somebody starts the network of section {#weights} with $V=0$ and $\mathbf w=0$. Show that
# no descent ever moves it. What if all rows of $V$ are equal, and all $w_j$ are equal, but not 0?
#
# <details><summary>Solution</summary>
#
# $V=0$ makes $\mathbf h=0$, so the message at $w_j$, $(\hat p-y)\,h_j$, is 0. The message at $h_j$ passes
# through $w_j=0$ and is 0 too. Both gradients are 0 for every example, so nothing moves. If all units
# are equal, they compute the same $h_j$ and receive equal messages, so they stay equal after every step:
# eight units then do the work of one. That's why a network starts from *random* weights.
#
# </details>
#
# **2. Break the check.** Somebody writes $-\hat p_i(1-\hat p_i)$ for the entries of the Jacobian off the
# diagonal. For which $K$ does no check find the mistake? Then find a wrong gradient of a loss with an L2
# penalty that passes a check at $\mathbf w=0$ and fails elsewhere.
#
# <details><summary>Solution</summary>
#
# For $K=2$, where $1-\hat p_i=\hat p_j$, so it's no mistake at all. With $K=3$ it is one, and row sums
# find it. For the second: leave out the penalty's gradient $2\lambda\mathbf w$, which is 0 at
# $\mathbf w=0$.
#
# </details>
#
# **3. Estimate.** Each value of $f$ is rounded by up to $\tfrac12\varepsilon|f|$, with
# $\varepsilon=2.2\cdot10^{-16}$. Which $h$ makes the worst error of a central difference smallest, for a
# function with $|f'''|=|f|$? And in single precision, with $\varepsilon=1.2\cdot10^{-7}$?
#
# <details><summary>Solution</summary>
#
# Divided by $|f|$, the error is at most $\frac{h^2}6+\frac{\varepsilon}{2h}$: the series of section
# {#finite-differences}, plus two roundings over $2h$. Its derivative $\frac h3-\frac\varepsilon{2h^2}$ is 0
# at $h=\sqrt[3]{3\varepsilon/2}$, which is $6.9\cdot10^{-6}$ with an error of at most
# $2.4\cdot10^{-11}$. In single precision it's $h=0.0056$ and $1.6\cdot10^{-5}$: a step of $10^{-5}$ would
# be far too short, as the table above shows.
#
# </details>
#
# **4. Compare.** Replace the cross-entropy by $\ell=\tfrac12\sum_k(\hat p_k-t_k)^2$. What message arrives
# at the scores? What becomes of it when the model is sure of a wrong class, and which of the four
# programs does that remind you of?
#
# <details><summary>Solution</summary>
#
# $\hat p_k$ receives $\hat p_k-t_k$, so the scores receive $J\,(\hat p-t)$ ($J$ is symmetric). Sure of
# class $m$ means $\hat p\to\mathbf e_m$, and there $J=\operatorname{diag}(\hat p)-\hat p\,\hat p^\top\to0$.
# The message vanishes although everything is wrong, as for program A, whose message is row $y$ of $-J$.
# Cross-entropy sends $\mathbf e_m-t$, which is as large as it gets.
#
# </details>

# %% [markdown]
# ## In five lines
#
# 1. A central difference has an error like $h^2$, plus rounding; against a right formula it draws a V,
#    against a wrong one a flat line.
# 2. Messages go back through the graph once: along an arrow multiply, where they meet add.
# 3. $\partial\hat p_i/\partial z_j=\hat p_i(\delta_{ij}-\hat p_j)$; times $-1/\hat p_y$ that is
#    $\hat p-t$. Cancel on paper, not in the computer.
# 4. Through a product $w_jh_j$ the weight gets the message times $h_j$, the unit gets it times $w_j$; for
#    $Z=XW^\top$ the gradients are $\Delta^\top X$ and $\Delta W$.
# 5. A falling loss proves nothing about a gradient; measured arrows do, at a point that is nowhere
#    special.
#
# **Go on with:** [exercise 08](../exercises/08-derivations/08-derivations.ipynb), where you take every
# step of these derivations yourself and each one is checked. (In code it writes `p_m` for $\hat p_m$ and
# `S0` for $S(z)_0$.) Symbols are on the
# [notation page](../docs/notation.md), the source texts' slips on the [errata page](../docs/errata.md).
#
# ### Sources
#
# M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0), both
# appendices; J. Boye, *DD2418 Language Engineering*, 5e and 5f, KTH; M. Hasegawa-Johnson, *Multi-Class
# Linear Classifiers*, 2020 (CC BY 4.0); F. Qureshi, *Softmax*; J. May, *Linear Models*, 2023, sections 15
# and 17. History: S. Linnainmaa, master's thesis, University of Helsinki, 1970; D. E. Rumelhart, G. E.
# Hinton & R. J. Williams, *Learning representations by back-propagating errors*, Nature 323, 1986. Further
# reading: A. G. Baydin et al., *Automatic differentiation in machine learning*, JMLR 18, 2018.
# Digits: E. Alpaydin & C. Kaynak, 1998; penguins: Horst, Hill & Gorman, 2020.
