# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 00 Welcome
#
# **How this course works, and how to read what it tells you**
#
# About 20 minutes; section 5 is for looking things up. The course follows five documents, which
# section 5 names: D0 to D4.
#
# **After this you can**
#
# - open a lecture, run it, and start again from a clean kernel;
# - solve an exercise in the loop write, run, read, mend;
# - read every line of a check, and say what it asks you to think about;
# - hand in a notebook that can be graded;
# - translate a formula of any of the five documents into the notation of this course;
# - say which lectures a lecture builds on.
#
# **You need first** some Python: functions, lists, loops. NumPy and the mathematics come as you go:
# sums, logarithms and derivatives as they are taught at school, vectors and matrices up to the
# product of two.

# %% [markdown]
# ## The symbols used here
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $x_1, \dots, x_n$ | some numbers, for the first example | numbers | `numbers` |
# | $X$ | all examples, one row each; the constant 1 comes first | $(n, d)$ | `X` |
# | $W$ | weights, one row per class | $(K, d)$ | `W` |
#
# All other symbols of the course are in section 5.

# %%
from contextlib import suppress

import numpy as np

from lincourse import plots
from lincourse.checks import CheckFailed, check, check_quiz
from lincourse.features import add_bias, scores
from lincourse.figures import welcome as figures

np.set_printoptions(precision=3, suppress=True)

# %% [markdown]
# ## 1. How do you work through a lecture?
#
# `make lab`, typed in a terminal in the folder of the course, sets everything up and opens
# JupyterLab. The lectures are on the left. A lecture is a notebook: text, and **cells** of code with
# what they printed. You can read it as it is. You learn more if you run it: click into a cell and
# press *Shift+Enter*; the number in brackets says in which order cells were run.
#
# Where the text says **before you run the cell**, or **predict**, stop and commit yourself to an
# answer. Being wrong about a prediction is how a picture sticks.

# %%
visits = 0

# %%
visits = visits + 1
print("this cell has been run", visits, "time(s)")

# %% [markdown]
# **Predict:** what does the second cell say if you run it three times more? And the first one, then
# the second? Try it. The cells of a notebook share one memory, the **kernel**. It remembers what you
# ran, in the order in which you ran it, even if you have since changed or deleted the cell.
#
# When something is odd, choose *Kernel, Restart Kernel and Run All Cells*: every lecture runs from
# top to bottom in well under a minute. Change what you like; a lecture is yours to spoil.
#
# <details><summary><b>Think:</b> some text is folded away, like this. Why?</summary>
#
# So that you can answer before you look. Folds hold hints, answers, and questions that the documents
# leave open.
# </details>

# %% [markdown]
# ## 2. How does an exercise work?
#
# Each lecture has an exercise of the same number, in the folder `exercises/`. It asks you to write
# the functions of the lecture yourself. For each there is a line on why we need it, the formula, an
# estimate of the minutes, hints in folds, and a cell that you complete:
#
# ```python
# def mean_of(numbers):
#     """The mean of a list of numbers. ..."""
#     raise NotImplementedError  # replace this line with your own code
# ```
#
# Below it stands a **test cell**, which you cannot change. You go round until it passes:

# %%
ax = figures.exercise_loop(title="The loop of an exercise")
plots.show(
    ax,
    "Four boxes in a row, joined by arrows: write your function, run the test cell, read what it "
    "says, save and hand in. From the third box an arrow leads back to the first: not right yet, "
    "mend it.",
)

# %% [markdown]
# Four promises, so that you know what you are up against:
#
# - You may run a test cell as often as you like. Nobody counts.
# - Any right way of writing a function gets full marks: loops or arrays, long or short. Printing
#   something, or a warning, costs nothing unless the exercise says so.
# - Points are given per function. No part needs your answer to an earlier one.
# - Grading runs **the same checks on other inputs**. A function that knows the answers to the test
#   cell by heart fails; one that computes them does not.

# %% [markdown]
# ## 3. How do you read a check?
#
# A check is a ladder: it climbs rung by rung, and stops at the first that breaks. Here is a function
# that is wrong, on purpose. What it should do: return the mean, $(x_1+\dots+x_n)/n$.
#
# (In an exercise a failed check stops the cell. `suppress` lets this lecture go on.)


# %%
def mean_of(numbers):
    return sum(numbers)


with suppress(CheckFailed):
    check(mean_of)

# %% [markdown]
# Read it from the top.
#
# 1. **The rungs with a tick** passed: there is a function of that name, it takes one argument, it
#    runs, it returns a number.
# 2. **The rung with a cross** broke. Here it is the example worked by hand, and the sentence below
#    it says how the example goes.
# 3. **You call, it returns, expected**: copy the call into a cell of your own and try it.
# 4. **This looks like** names the mistake, if it is one that many people make. Where there is no such
#    line, your mistake is new to us.
# 5. **Think about** asks a question. It never gives you the code.
#
# Not all mistakes are wrong numbers. The next one gives the right mean every time. **Before you
# look**, say what is wrong with it all the same:


# %%
def mean_of(numbers):
    total, n = 0, len(numbers)
    while numbers:
        total += numbers.pop()
    return total / n


with suppress(CheckFailed):
    check(mean_of)

# %% [markdown]
# `pop` takes the numbers out of the list, and it is the *caller's* list: afterwards it is empty. All
# functions of this course return something new and leave what they are given alone. That is the
# last rung, and it needs the whole ladder below it.
#
# What if nothing is written yet, or Python itself complains?


# %%
def mean_of(numbers):
    raise NotImplementedError  # replace this line with your own code


with suppress(CheckFailed):
    check(mean_of)


# %%
def mean_of(numbers):
    return numbers.sum() / len(numbers)


with suppress(CheckFailed):
    check(mean_of)

# %% [markdown]
# The last message quotes the line that stopped, and Python's own words: a list has no `.sum()`, an
# array has. Now a right one. It says "these checks passed", not "all is well": a check can find
# mistakes, it cannot prove that there are none.


# %%
def mean_of(numbers):
    total = 0
    for number in numbers:
        total = total + number
    return total / len(numbers)


check(mean_of)

# %% [markdown]
# Some exercises also ask for a number, or a few. Their test cell works the same way. Here is a wrong
# answer to a question of exercise 00, which you will meet in a minute:

# %%
with suppress(CheckFailed):
    check_quiz("rungs_passed", 9)

# %% [markdown]
# ## 4. How do you hand in?
#
# 1. *Kernel, Restart Kernel and Run All Cells*. What only worked because of an old cell shows now.
# 2. Look at every test cell once more.
# 3. Save with *Ctrl+S* (*Cmd+S* on a Mac). What is not saved is not handed in.
# 4. Hand in the file as your class does it. With nbgrader: press *Validate* above the notebook, which
#    runs it from a clean kernel as grading will, and then *Submit* in *Nbgrader, Assignment List*. You
#    may submit again until the deadline; the last one counts. Without it, send the `.ipynb` file.
#
# Leave three things as they are: the **name of the file**, the **test cells**, and the cells
# themselves (do not copy, split or delete a cell that you were given). Grading finds your answers by
# labels that those cells carry. Cells of your own are welcome anywhere.
#
# You get back a page with your points per function, and the messages of the checks that failed, with
# the numbers on which they failed.

# %% [markdown]
# ## 5. Five documents, one notation
#
# The course follows five sets of lecture notes. Each is worth reading in the original, and each
# writes the same things in its own way:
#
# | short | document |
# |---|---|
# | D0 | M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0) |
# | D1 | J. Boye, *DD2418 Language Engineering*, parts 5a to 5f |
# | D2 | J. May, *Linear Models*, 2023 |
# | D3 | M. Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0) |
# | D4 | F. Qureshi, *Softmax*, Topics in Digital Media |
#
# This is **the notation page**. Every notebook and every name in `lincourse` keeps to it; the last
# column says what the documents write.
#
# | idea | in text | in code | in the documents |
# |---|---|---|---|
# | data | $X\in\mathbb R^{n\times d}$, one **row** per example | `X`, shape (n, d) | D1 puts examples in columns; D0 and D3 write $\vec x_i$; D0's appendix $\vec f_i$ |
# | bias | the constant 1 is the **first** feature | `add_bias(X)` | first in D1 ($\theta_0$); last in D3 ($b$); apart in D0 ($w_0$); in D2 a feature per class that is always on |
# | weights, two classes | $\mathbf w$ | `w`, shape (d,) | $\mathbf w$, $\theta$ |
# | weights, $K$ classes | $W$, one **row** per class | `W`, shape (K, d) | $\vec w_c$, $\theta_k$, or one long $\theta$ |
# | joint features | $f(x,y)$, a vector of blocks | `joint_features(x, y, n_classes)` | $F(y,x)$ in D0, $f(x,y)$ in D2 |
# | score | $\Psi(x,y)=\theta\cdot f(x,y)=\mathbf w_y\cdot x$ | `scores(W, X)` | $\Psi$ in D2, $\beta_j$ in D3 |
# | labels, two classes | $\{-1,+1\}$ for perceptrons, $\{0,1\}$ for logistic regression | the same | both kinds |
# | labels, $K$ classes | $0,\dots,K-1$ | whole numbers | 1 to $K$ in D0, D1 and D4; 0 to $V-1$ in D3 |
# | prediction, probability | $\hat y$, $\hat p$ | `y_hat`, `p_hat` | $y'$, $y^*$, $h_\theta$, $\hat y_{ij}$, $\pi_j$, $S(z)_i$, $q(y\mid x)$ |
# | learning rate | $\eta$, "eta" | `eta` | $\eta$, $\alpha$ |
# | loss | the **mean** over the examples | mean | mean in D1 and D2; sum in D0, D3 and D4 |

# %% [markdown]
# The shapes are the part to remember: an example is a row of $X$, a class is a row of $W$, and
# `scores(W, X)` has a row per example and a column per class. If your shapes fit, you are half way.

# %%
X = add_bias(np.array([[2, 0], [-1, 1], [0, 3], [1, 1]]))
W = np.array([[0, 1, -1], [0.5, 0, 1]])
ax = figures.shapes(X, W, title="Four examples, two classes")
plots.show(
    ax,
    "Three tables. X has four rows and three columns, the first of them all ones, in grey. W has two "
    "rows, one per class, each in its own colour. The scores have four rows and two columns, in the "
    "colours of the classes: (2, 0.5), (-2, 1.5), (-3, 3.5) and (0, 1.5).",
)

# %% [markdown]
# How a formula is translated, three times over. A score with the bias last, as in D3, is the same
# number with the bias first; D1's examples in columns give the same scores, turned on their side;
# and a summed loss is $n$ times the mean, so its gradient is too: take that into account when you
# compare learning rates.

# %%
print("bias first:", np.array([0.5, 1.0, -2.0]) @ [1, 2, 3])
print("bias last: ", np.array([1.0, -2.0, 0.5]) @ [2, 3, 1])
print("D1's way round gives the same scores:", np.array_equal((W @ X.T).T, scores(W, X)))
losses = np.array([0.25, 0.5, 0.75])
print("summed loss", losses.sum(), "=", len(losses), "x the mean", losses.mean())

# %% [markdown]
# The documents also slip here and there: a sign, an index, a factor. Where a reader of the original
# would stumble, the lecture says so, and lecture 09 sends you to hunt for them.

# %% [markdown]
# ## 6. Where does the course go?

# %%
ax = figures.course_map(title="What builds on what")
plots.show(ax, f"The units as boxes with arrows between them. {figures.map_in_words()}")

# %% [markdown]
# | unit | the question it answers |
# |---|---|
# | 00 Welcome, [exercise](../exercises/00-welcome/00-welcome.ipynb) | how does all this work? |
# | [01 Probability](01-probability.ipynb), [exercise](../exercises/01-probability/01-probability.ipynb) | what follows from what you have seen? |
# | [02 Naive Bayes](02-naive-bayes.ipynb), [exercise](../exercises/02-naive-bayes/02-naive-bayes.ipynb) | can you classify a text by counting words? |
# | [03 Features](03-features.ipynb), [exercise](../exercises/03-features/03-features.ipynb) | what is a linear classifier, and how good is it? |
# | [04 Perceptron](04-perceptron.ipynb), [exercise](../exercises/04-perceptron/04-perceptron.ipynb) | can you learn from one mistake at a time? |
# | [05 Logistic regression](05-logistic.ipynb), [exercise](../exercises/05-logistic/05-logistic.ipynb) | how sure is the classifier? |
# | [06 Gradient descent](06-descent.ipynb), [exercise](../exercises/06-descent/06-descent.ipynb) | how do you find the best weights, and when do you stop? |
# | [07 Softmax](07-softmax.ipynb), [exercise](../exercises/07-softmax/07-softmax.ipynb) | and with many classes? |
# | [08 Derivations](08-derivations.ipynb), [exercise](../exercises/08-derivations/08-derivations.ipynb) | where do the gradients come from? |
# | [09 One family](09-family.ipynb), [exercise](../exercises/09-family/09-family.ipynb) | how are all of these the same, and which one should you use? |
#
# One thread runs through all of it: a linear classifier multiplies features by weights and adds up.
# Naive Bayes counts its weights, the perceptron repairs them, logistic and softmax regression descend
# to them. If you are in a hurry, 01, 03, 05, 06 and 07 hang together on their own.

# %% [markdown]
# ## Check yourself
#
# 1. A check says *expected 13.3333, it returns 13*, and nothing else looks wrong. What do you try?
# 2. Your test cell passes. Then you restart the kernel and run all cells, and it says "There is no
#    mean_of here". What happened?
# 3. D3 writes $\vec w=[w_1,\dots,w_D,b]$. Which of these numbers is `w[0]` in this course?
# 4. In D1, class 2 of 3 classes is right. Which label is that here?
# 5. `X` has shape (100, 5) and there are 3 classes. What are the shapes of `W` and of the scores?
#
# <details><summary>Answers</summary>
#
# 1. Something cuts off the decimals: look for `//`, `int` or `round`.
# 2. Before the restart the kernel still knew the function from a cell that you have since changed or
#    deleted, or that stands below the test cell.
# 3. $b$, as the bias comes first.
# 4. Label 1: we count from 0.
# 5. (3, 5) and (100, 3).
# </details>

# %% [markdown]
# ## Take-aways
#
# - Run, predict, look; when in doubt, restart the kernel and run all.
# - An exercise is a loop: write, run the test cell, read, mend. The first rung that breaks is the
#   message.
# - Return something new, leave what you are given alone, and expect other inputs in grading.
# - Examples are rows of $X$, classes are rows of $W$, the bias comes first, labels count from 0, a
#   loss is a mean.
# - Hand in a notebook that runs from top to bottom, under its own name, with its test cells as they
#   were.
#
# **Go on with** [exercise 00](../exercises/00-welcome/00-welcome.ipynb): once round the loop, with
# one small function. Then [lecture 01](01-probability.ipynb).
#
# ### Sources
#
# The five documents of section 5. Project Jupyter et al., *nbgrader: a tool for creating and grading
# assignments in the Jupyter Notebook*, Journal of Open Source Education 2(11), 2019.
