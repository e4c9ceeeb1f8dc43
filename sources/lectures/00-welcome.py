# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # 00 Welcome
#
# **A machine that reads film reviews, and the promise that you will build it**
#
# About 30 minutes.
#
# Somebody writes one sentence about a film, and you are to guess whether they liked it. For you that
# is easy. Below is a machine that does it too, although it has never seen a film, knows no grammar,
# and does not even look at the order of the words. It read 8,530 sentences by film critics, each
# marked as *liked it* or *disliked it*, and that was its whole education.
#
# Run the cell: click into it and press *Shift+Enter*.

# %%
from lincourse import datasets, naive_bayes, plots
from lincourse.figures import welcome as figures

reviews = datasets.rotten_tomatoes()
model = naive_bayes.train_naive_bayes(reviews.labelled)

sentence = "an honest and touching film about growing old"

plots.show(figures.balance(sentence, model), figures.balance_in_words(sentence, model))

# %% [markdown]
# Now it is your turn. Put a sentence of your own between the quotation marks, in English and with
# spaces between the words, and run the cell again. Try to find one that it gets wrong. It will not
# take you long, and here is one to start with. **Before you run the next cell:** what will the machine
# say to *it is never boring*?

# %%
sentence = "it is never boring"

plots.show(figures.balance(sentence, model), figures.balance_in_words(sentence, model))

# %% [markdown]
# It takes praise for a complaint, and it is rather sure of itself. Keep the question until the end of
# this page: *why does it fail here, and what would have to change?* By then you will also know how
# this course works, which is what the page is really for.

# %% [markdown] section="weights"
# ## 1. What is inside the machine?
#
# Think of a pair of scales. Every word is a small weight. *Touching* goes onto the right-hand pan,
# *boring* onto the left-hand one, and a word like *it* weighs next to nothing. The machine puts all
# the words of a sentence onto the scales and looks which side goes down. That is all it does: **look
# up a weight for each word, add the weights up, look at the sign of the sum.** The sum is called the
# **score**, and a machine that decides by such a sum is called a **linear classifier**. This course
# is about linear classifiers, and about nothing else.
#
# The weights were not typed in by anybody; they were computed from the sentences. Here are the
# heaviest words on either side, among those that occur at least twenty times.

# %%
from collections import Counter

occurs = Counter(word for words in reviews.documents for word in words)
common = [word for word in occurs if occurs[word] >= 20]
common.sort(key=lambda word: figures.word_weight(word, model))
print("disliked it:", ", ".join(common[:10]))
print("liked it:   ", ", ".join(common[-10:]))

# %% [markdown]
# Most of these you could have guessed. But *jokes* is a bad sign, so is *tv*, and *flaws* is among the
# best things that a critic can say. Nobody would have written that list by hand; why *flaws* is on it,
# you will find out in lecture 02.
#
# Is the machine any good? To find out, it must be asked about sentences that it has not read. We hide
# 2,000 of them, let it learn from the others, and count. Half of all sentences are marked *liked it*,
# so somebody who tosses a coin can expect to be right on about 1,000.

# %%
import numpy as np

order = np.random.default_rng(0).permutation(len(reviews.labels))
shuffled = [reviews.labelled[i] for i in order]
learnt = naive_bayes.train_naive_bayes(shuffled[2000:])

right = 0
for words, label in shuffled[:2000]:
    if naive_bayes.predict_label(words, learnt) == label:
        right += 1
liked = sum(label == "pos" for label in reviews.labels)
print("marked as liked it:", liked, "of", len(reviews.labels), "sentences")
print("right on", right, "of 2000 sentences that it had never seen")

# %% [markdown]
# That is far better than a coin, and far from perfect. Both halves of that sentence are worth a
# course. You will build this very machine in lecture 02, in eleven short functions, and in the
# lectures after it three others, which differ from it in one thing only: where the weights come from.
# Naive Bayes counts them. The perceptron repairs them after each mistake. Logistic regression and
# softmax regression walk downhill to them.

# %% [markdown] section="reading"
# ## 2. How do you work through a lecture?
#
# A lecture is a notebook: text, and **cells** of code with what they printed below them. You can read
# it as it is, but you remember best what you first got wrong, and for that you have to take part.
# Wherever the text says **before you run the cell**, stop and commit yourself to an answer. Say it
# aloud, or write it down; then run the cell, with *Shift+Enter*.
#
# Here is a small one to practise on.

# %%
visits = 0

# %%
visits = visits + 1
print("this cell has been run", visits, "time(s)")

# %% [markdown]
# **Before you try it:** what will the second cell say if you run it three times more? And what if you
# then run the first one, and the second once again?
#
# It counts on to 4, and then it says 1, because running the first cell sets the counter back. The
# cells of a notebook share one memory, the **kernel**. It remembers what you ran in the order in which
# you ran it, and it still remembers a cell that you have since changed or deleted. That is why a
# notebook can work in the evening and fail the next morning. The cure is always the same: *Kernel,
# Restart Kernel and Run All Cells*. Every lecture runs from top to bottom in well under a minute, and
# you cannot break anything, so change whatever you like.
#
# Some pictures have sliders or buttons. They appear when you run the cell; until then you see a still
# picture in their place.
#
# <details><summary><b>Think:</b> some text is folded away, like this. Why?</summary>
#
# So that you can answer before you look. Folds hold hints, answers, and things beside the road, which
# are marked *Further*.
# </details>

# %% [markdown] section="exercises"
# ## 3. How does an exercise work?
#
# Each lecture has an exercise with the same number, in the folder `exercises/`. There you write the
# functions of the lecture yourself. For each of them you find the reason why we need it, the formula,
# roughly how long it takes, hints in folds, and a cell that you complete:
#
# ```python
# def mean_of(numbers):
#     """The mean of a list of numbers. ..."""
#     raise NotImplementedError  # replace this line with your own code
# ```
#
# Below it stands a **test cell**, which you cannot change. You go round in a loop until it passes:

# %%
ax = figures.exercise_loop(title="The loop of an exercise")
plots.show(
    ax,
    "Four boxes in a row, joined by arrows: write your function, run the test cell, read what it "
    "says, save and hand in. From the third box an arrow leads back to the first: not right yet, "
    "mend it.",
)

# %% [markdown]
# Four promises, so that you know what to expect:
#
# - You may run a test cell as often as you like. Nobody counts.
# - Any right way of writing a function gets full marks: loops or arrays, long or short. Printing
#   something, or a warning, costs nothing unless the exercise says so.
# - Points are given per function. No part needs your answer to an earlier one.
# - Grading runs **the same checks on other inputs**. A function that has learnt the answers to the
#   test cell by heart will fail there; one that computes them will not.

# %% [markdown] section="checks"
# ## 4. How do you read a check?
#
# A check is a ladder. It climbs rung by rung and stops at the first rung that breaks, so the message
# you get is about the first thing that is wrong, not about everything. Here is a function that should
# return a mean, $(x_1+\dots+x_n)/n$, and does not. (In an exercise a failed check stops the cell;
# `suppress` lets this lecture go on.)

# %%
from contextlib import suppress

from lincourse.checks import CheckFailed, check, check_quiz


def mean_of(numbers):
    return sum(numbers)


with suppress(CheckFailed):
    check(mean_of)

# %% [markdown]
# Read it from the top.
#
# 1. **The rungs with a tick** held: there is a function of that name, it takes one argument, it runs,
#    it returns a number.
# 2. **The rung with a cross** broke. Here it is the example worked by hand, and the sentence below it
#    says how the example goes.
# 3. **You call, it returns, expected** are the evidence. Copy the call into a cell of your own and try
#    it.
# 4. **This looks like** names the mistake, if it is one that other people make, too. Where there is no
#    such line, your mistake is new to us.
# 5. **Think about** asks you a question. It never gives you the code.
#
# Not every mistake is a wrong number. The next function returns the right mean every time. **Before
# you run it,** say what is wrong with it all the same.


# %%
def mean_of(numbers):
    total = 0
    n = len(numbers)
    while numbers:
        total = total + numbers.pop()
    return total / n


with suppress(CheckFailed):
    check(mean_of)

# %% [markdown]
# `pop` takes the numbers out of the list, and the list belongs to the *caller*, who finds it empty
# afterwards. Every function in this course returns something new and leaves what it was given alone.
# It is the last rung, so it is tested only once all the others hold.
#
# And if Python itself complains?


# %%
def mean_of(numbers):
    return numbers.sum() / len(numbers)


with suppress(CheckFailed):
    check(mean_of)

# %% [markdown]
# The message quotes the line that stopped, and Python's own words for it: a list has no `.sum()`; an
# array does. And this is what it looks like when all is well. Note that it says *these checks passed*
# and no more than that, because a check can find mistakes, but it cannot prove that there are none.


# %%
def mean_of(numbers):
    total = 0
    for number in numbers:
        total = total + number
    return total / len(numbers)


check(mean_of)

# %% [markdown]
# Some exercises also ask for a number that you work out on paper, or by looking closely. Their test
# cell answers in the same way. Exercise 00, for one, asks: if a function divides by `//` where it
# should divide by `/`, how many rungs hold before one breaks? Suppose you answer 9, which is the
# number of ticks in the message just above.

# %%
with suppress(CheckFailed):
    check_quiz("rungs_passed", 9)

# %% [markdown] section="handing-in"
# ## 5. How do you hand in?
#
# 1. *Kernel, Restart Kernel and Run All Cells*. What worked only because of an old cell shows now.
# 2. Look at every test cell once more.
# 3. Save with *Ctrl+S* (*Cmd+S* on a Mac). What is not saved is not handed in.
# 4. Hand in the file as your class does it. With nbgrader, press *Validate* above the notebook, which
#    runs it from a clean kernel as grading will, and then *Submit* in *Nbgrader, Assignment List*. You
#    may submit again until the deadline, and the last one counts. Without nbgrader, send the `.ipynb`
#    file.
#
# Please leave three things as they are: the **name of the file**, the **test cells**, and the cells
# that you were given (do not copy, split or delete them). Grading finds your answers by labels which
# those cells carry. Cells of your own are welcome anywhere.
#
# You get back a page with your points for each function, and the messages of the checks that failed,
# with the numbers on which they failed.

# %% [markdown] section="shapes"
# ## 6. How do words become numbers in rows?
#
# The scales of section {#weights} had a weight for every word. From lecture 03 on we write the same thing with
# tables, because then it works for penguins and handwritten digits, too. An **example** (a sentence, a
# bird) is a row of numbers, its **features**; all examples together are the table $X$. A **class** (say
# *disliked* and *liked*) has one weight for each feature, and these form a row of the table $W$. To
# score an example for a class, multiply the two rows entry by entry and add up.

# %%
from lincourse.features import add_bias

X = add_bias(np.array([[2, 0], [-1, 1], [0, 3], [1, 1]]))
W = np.array([[0, 1, -1], [0.5, 0, 1]])
ax = figures.shapes(X, W, title="Four examples, two classes")
plots.show(
    ax,
    "Three tables. X has four rows and three columns, the first of them all ones. W has two rows, one "
    "per class. The scores have four rows and two columns, one per class: (2, 0.5), (-2, 1.5), "
    "(-3, 3.5) and (0, 1.5). The second row of X, the second row of W and the score 1.5 that they "
    "make are outlined.",
)

# %% [markdown]
# Follow the outlined rows: $1\cdot0.5 + (-1)\cdot0 + 1\cdot1 = 1.5$. The first column of $X$ is always
# 1. Its weight, the **bias**, is what a class gets before anything about the example is known.
#
# If you remember one thing from this section, let it be the shapes: an example is a row of $X$, a class
# is a row of $W$, and the scores have a row per example and a column per class. When the shapes fit,
# you are halfway there.

# %% [markdown] section="map"
# ## 7. Where does the course go?

# %%
ax = figures.course_map(title="What builds on what")
plots.show(ax, f"The units as boxes with arrows between them. {figures.map_in_words()}")
print("the shortest way to 06:", " -> ".join(figures.path_to("06")))

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
# If you are in a hurry, the line below the map is the shortest way to a classifier that is properly
# trained and says how sure it is.
#
# What you need to bring is some Python (functions, lists, loops, and no fear of a line that you have
# to read twice) and the mathematics of school: sums, logarithms, derivatives. NumPy, vectors and
# matrices come as you go.

# %% [markdown]
# ## So why does it fail on *it is never boring*?
#
# Look at its picture again. *Boring* is the heaviest word by far, since critics who write it seldom
# liked the film, and *never* is on the same side. You read the two words together, and the one turns
# the other round. The scales cannot do that. They add, so each word pulls the same way in whatever
# company it comes, and the order of the words makes no difference at all:

# %%
for sentence in ("it is never boring", "boring it never is", "never is it boring"):
    print(figures.verdict(sentence, model), " ", sentence)

# %% [markdown]
# What would have to change? Not the adding, which is the strength of these machines: you can look at
# every weight, and lecture 04 proves when learning them must come to an end. What we can change are the
# *features*. Give the machine *never boring* as a word of its own, and it may learn that this one is
# praise. Whether that helps is a question for an experiment, not for an opinion. In lecture 02 you will
# carry it out, and you may be surprised.

# %% [markdown]
# ## Check yourself
#
# 1. A check says *expected 13.3333, it returns 13*, and nothing else looks wrong. What do you try?
# 2. Your test cell passes. Then you restart the kernel and run all cells, and it says "There is no
#    mean_of here". What happened?
# 3. A sentence consists of one word that the machine has never seen. How can it still give an answer?
# 4. `X` has shape (100, 5) and there are 3 classes. What are the shapes of `W` and of the scores?
#
# <details><summary>Answers</summary>
#
# 1. Something cuts off the decimals: look for `//`, `int` or `round`.
# 2. Before the restart the kernel still knew the function from a cell that you have since changed or
#    deleted, or that stands below the test cell.
# 3. There is a weight for "a word that I do not know", close to nothing here. Where it comes from is
#    a story for lecture 02. Try it: type a word that you have invented.
# 4. (3, 5) and (100, 3).
# </details>

# %% [markdown]
# ## The night before
#
# **What you can do now**
#
# - run a lecture, predict before you look, and start again from a clean kernel;
# - solve an exercise in a loop: write, run the test cell, read, mend;
# - read every line of a check, and say what it asks you to think about;
# - hand in a notebook that can be graded;
# - say which lectures a lecture builds on.
#
# **Symbols**
#
# | symbol | meaning | shape | in code |
# |---|---|---|---|
# | $X$, $x$ | all examples, one row each; one example. The constant 1 comes first | $(n, d)$, $(d,)$ | `X`, `x` |
# | $W$ | weights, one row per class | $(K, d)$ | `W` |
# | $z$ | score: features times weights, added up | number, or $(K,)$ | `z` |
# | $y$ | label, counted from 0: $0,\dots,K-1$ | number | `y` |
#
# All symbols of the course are on the [notation page](../docs/notation.md).
#
# **The argument in five lines**
#
# 1. A linear classifier looks up a weight for each feature, adds up, and looks at the sign.
# 2. The weights come from data. The lectures differ in how.
# 3. It is judged on examples that it has not seen, beside what a coin would get.
# 4. It adds, so it cannot see which words belong together, unless we make a feature of it.
# 5. You learn it by writing it: write, run, read, mend; and grading uses other inputs.

# %% [markdown]
# <details><summary><b>If you read the documents beside this</b></summary>
#
# The course follows five sets of lecture notes. Each is worth reading in the original, and each
# writes the same things in its own way:
#
# | short | document |
# |---|---|
# | HJH | M. Hasegawa-Johnson & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0) |
# | Boye | J. Boye, *DD2418 Language Engineering*, parts 5a to 5f |
# | May | J. May, *Linear Models*, 2023 |
# | HJ | M. Hasegawa-Johnson, *Multi-Class Linear Classifiers*, 2020 (CC BY 4.0) |
# | Qureshi | F. Qureshi, *Softmax*, Topics in Digital Media |
#
# The [notation page](../docs/notation.md) maps all five onto the course. Four habits to know before
# you compare: Boye puts examples into columns where we have rows, which turns the table of scores on
# its side; HJ puts the bias last where we put it first; HJH and HJ sum a loss over the examples
# where we take the mean, so that their gradient is $n$ times ours and suits another learning rate;
# and HJH, Boye and Qureshi count classes from 1, so that their class 2 is our class 1.
#
# Like every text, the documents slip here and there: a sign, an index, a factor. Each lecture lists
# those of its own topic in a fold like this one, the [errata page](../docs/errata.md) has them all
# with a computation for each (we read text conversions, so some may be the conversion's),
# and in lecture 09 you hunt for some yourself.
# </details>
#
# **Go on with** [exercise 00](../exercises/00-welcome/00-welcome.ipynb): once round the loop, with
# one small function. Then [lecture 01](01-probability.ipynb).
#
# ### Sources
#
# Sentences: B. Pang & L. Lee, *Seeing stars*, ACL 2005. Project Jupyter et al., *nbgrader: a tool for
# creating and grading assignments in the Jupyter Notebook*, Journal of Open Source Education 2(11),
# 2019.
