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
# Somebody writes one sentence about a film. Did they like it? For you that is easy. Below is a machine
# that answers the same question, although it has never seen a film, knows no grammar, and doesn't even
# look at the order of the words. It has read 8,530 sentences by film critics, each marked *liked it* or
# *disliked it*, and that was its whole education.
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
# Now it's your turn. Put a sentence of your own between the quotation marks, in English and with spaces
# between the words, and run the cell again. Try to find one that the machine gets wrong. It won't take
# you long; here is one to start with. **Before you run the next cell:** what will it make of *it is
# never boring*?

# %%
sentence = "it is never boring"

plots.show(figures.balance(sentence, model), figures.balance_in_words(sentence, model))

# %% [markdown]
# It takes praise for a complaint, and it is rather sure of itself. Keep the question until the end of
# this page: *why does it fail here, and what would have to change?* By then you will also know how this
# course works, which is what the page is really for.

# %% [markdown]
# **In this lecture**
#
# {contents}

# %% [markdown] section="weights"
# ## 1. What is inside the machine?
#
# Think of a pair of scales. Every word is a small weight. *Touching* goes onto the right-hand pan,
# *boring* onto the left-hand one, and a word like *it* weighs next to nothing. The machine puts all the
# words of a sentence onto the scales and looks which side goes down. That is all it does: it looks up a
# weight for each word, adds the weights up, and looks at the sign of the sum. The sum is called the
# **score**, and a machine that decides by such a sum is a **linear classifier**. This course is about
# linear classifiers.
#
# Nobody typed the weights in: they were computed from the sentences. Here are the heaviest words on
# either side, among those that occur at least twenty times.

# %%
from collections import Counter

occurs = Counter(word for words in reviews.documents for word in words)
common = [word for word in occurs if occurs[word] >= 20]
common.sort(key=lambda word: figures.word_weight(word, model))
print("disliked it:", ", ".join(common[:10]))
print("liked it:   ", ", ".join(common[-10:]))

# %% [markdown]
# Most of these you could have guessed. But *jokes* is a bad sign, and so is *tv*; and *flaws* is among
# the best things that a critic can say. Would you have put that on a list of praise?

# %% [markdown] section="ten-sentences"
# ## 2. Are you better than the machine?
#
# Let's find out, fairly. Here are ten sentences. A second machine has been made in the same way from
# 6,530 of the sentences, and these ten were not among them, so it sees them for the first time, as you
# do. **Write down ten guesses:** a plus or a minus for each, before you go on.

# %%
import numpy as np

order = np.random.default_rng(0).permutation(len(reviews.labels))
shuffled = [reviews.labelled[i] for i in order]
hidden, others = shuffled[:2000], shuffled[2000:]
learnt = naive_bayes.train_naive_bayes(others)

for number, (words, _) in enumerate(hidden[:10], start=1):
    print(f"{number:2}.", " ".join(words))

# %% [markdown]
# The next cell shows what each critic thought, and what the machine guessed.

# %%
sign = {"pos": "+", "neg": "-"}
guesses = [naive_bayes.predict_label(words, learnt) for words, _ in hidden]
truth = [label for _, label in hidden]
print("number: ", *range(1, 11), sep="  ")
print("critic: ", *(sign[label] for label in truth[:10]), sep="  ")
print("machine:", *(sign[label] for label in guesses[:10]), sep="  ")

# %% [markdown]
# The machine got eight of the ten. How many did you get? Number 9 may have fooled you both: *a harmless
# and mildly amusing family comedy* comes from a critic who disliked the film.
#
# Ten sentences don't say much: had you and the machine had another ten, the result could easily have
# been one or two higher or lower (lecture 01 says how easily). So ask the machine about all 2,000 hidden
# sentences. Half of the 8,530 are marked *liked it*, so somebody who tosses a coin can expect to
# be right on about 1,000.

# %%
right = sum(guess == label for guess, label in zip(guesses, truth, strict=True))
print("marked as liked it:", reviews.labels.count("pos"), "of", len(reviews.labels))
print("machine right on", right, "of", len(hidden))

# %% [markdown]
# That is far better than a coin, and far from perfect. Both halves of that sentence are worth a course.
# You'll build this very machine in lecture 02, in short functions of your own, and three others in the
# lectures after it. They differ in one thing: where the weights come from. Naive Bayes counts them. The
# perceptron corrects them after each mistake. Logistic regression and softmax regression walk downhill
# to them.

# %% [markdown] section="reading"
# ## 3. How do you work through a lecture?
#
# A lecture is a notebook: text, and *cells* of code with their results below them. You can read it
# as it is, but an answer stays with you if you have tried to give it first, so take part. Wherever
# the text says *before you run the cell*, stop and commit yourself to an answer. Write it down; then run the cell.
#
# Here is one to practise on.

# %%
visits = 0

# %%
visits = visits + 1
print("this cell has been run", visits, "time(s)")

# %% [markdown]
# **Before you try it:** what will the second cell say if you run it three more times? And what if you
# then run the first one, and the second once again?
#
# It counts on to 4; then it says 1, because running the first cell sets the counter back. The cells of
# a notebook share one memory, the *kernel*. It remembers what you ran, in the order in which you ran
# it, even a cell that you have since changed or deleted. That is why a notebook can work in the evening
# and fail the next morning. The cure is always the same: *Kernel, Restart Kernel and Run All Cells*.
# You can't break anything, so change whatever you like.
#
# Some cells are folded, because they only import things or draw a picture. Click the bar beside them to
# see the code. Some pictures have sliders or buttons, which appear when you run the cell.
#
# <details><summary><b>Think:</b> some text is folded away, like this. Why?</summary>
#
# So that you can answer before you look. Folds hold hints, answers, and asides, which are marked
# *Further*.
# </details>

# %% [markdown] section="exercises"
# ## 4. How does an exercise work?
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
# Below it stands a *test cell*, which you can't change. You go round in a loop until it passes:

# %% tags=["hide-input"]
ax = figures.exercise_loop()
plots.show(
    ax,
    "Four boxes in a row, joined by arrows: write your function, run the test cell, read what it "
    "says, save and submit. From the third box an arrow leads back to the first: not right yet, "
    "fix it.",
)

# %% [markdown]
# Four promises, so that you know what to expect:
#
# - You may run a test cell as often as you like. Nobody counts.
# - Any right way of writing a function gets full marks: loops or arrays, long or short. Printing
#   something, or a warning, costs nothing unless the exercise says so.
# - No function or question needs your answer to an earlier one: whatever you need is given. Only the
#   investigation at the end of some units uses functions that you wrote.
# - Grading runs the same checks on other inputs. A function that has memorised the answers of the test
#   cell will fail there; one that computes them won't.

# %% [markdown] section="checks"
# ## 5. How do you read a check?
#
# A check is a ladder. It climbs rung by rung and stops at the first rung that breaks, so the message is
# about the first thing that is wrong, not about everything. Here is a function that should return a
# mean, $(x_1+\dots+x_n)/n$, and doesn't. (In an exercise a failed check stops the cell; `suppress` lets
# this lecture go on.)

# %%
from contextlib import suppress

from lincourse.checks import CheckFailed, check


def mean_of(numbers):
    return sum(numbers)


with suppress(CheckFailed):
    check(mean_of)

# %% [markdown]
# Read it from the top.
#
# 1. The line with a tick counts the rungs that held. Here they are: there is a function of that name,
#    it takes one argument, it runs, it returns a number.
# 2. The rung with a cross broke. Here it is the example worked by hand, and the sentence below it says
#    how the example goes.
# 3. *You call*, *it returns*, *expected* are the evidence. Copy the call into a cell of your own and
#    try it.
# 4. *This looks like* names the mistake, if the check recognises it.
# 5. The *hint* is mostly a question. It never gives you the code.
#
# Not every mistake is a wrong number. The next function returns the right mean every time. **Before you
# run it:** what is wrong with it all the same?


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
# The result is right, but `pop` takes the numbers out of the list, and the list belongs to the *caller*,
# who finds it empty afterwards. Every function in this course returns something new and leaves its
# arguments alone. That is the last rung, so it is only reached once all the others hold.
#
# And if Python itself complains?


# %%
def mean_of(numbers):
    return numbers.sum() / len(numbers)


with suppress(CheckFailed):
    check(mean_of)

# %% [markdown]
# The message says what Python's words mean: a list has no `.sum()`, although an array does.
#
# When every rung holds, the message says *these checks passed*, and no more than that: a check can find
# mistakes, but it can't prove that there are none.

# %% [markdown] section="handing-in"
# ## 6. How do you submit?
#
# Restart the kernel and run all cells, look at every test cell once more, save, and submit the file in
# the way that your class does it. Exercise 00 takes you through it. Please leave three things as they
# are: the name of the file, the test cells, and the cells that you were given (don't copy, split or
# delete them). Grading finds your answers by labels which those cells carry. Cells of your own are
# welcome anywhere. You get back a page with your points for each function, and the messages of the
# checks that failed.

# %% [markdown] section="map"
# ## 7. Where does the course go?

# %% tags=["hide-input"]
ax = figures.course_map()
plots.show(ax, f"The units as boxes with arrows between them. {figures.map_in_words()}")
print("the shortest way to 06:", " -> ".join(figures.path_to("06")))

# %% [markdown]
# An arrow leads from a unit to one that builds on it. If you are in a hurry, the line below the map is
# the shortest way to a classifier that is properly trained and says how sure it is.
#
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
# You need some Python (functions, lists, loops, and no fear of a line that you have to read twice) and
# school mathematics: sums, logarithms, derivatives. NumPy, vectors and matrices come as you go.
#
# To look things up while you read: the [formula sheet](../docs/formulas.md), the
# [glossary](../docs/glossary.md), and the [notation page](../docs/notation.md).

# %% [markdown]
# ## So why does the machine fail?
#
# Look at the picture of *it is never boring* again. *Boring* is the heaviest word by far, since
# critics who write it seldom liked the film, and *never* is on the same side. You read the two words
# together, and one turns the other round. The scales can't do that. They add, so each word pulls the
# same way in any company, and the order of the words makes no difference at all:

# %%
for sentence in ("it is never boring", "boring it never is", "never is it boring"):
    print(figures.verdict(sentence, model), " ", sentence)

# %% [markdown]
# What would have to change? Not the adding, which is the strength of these machines: you can look at
# every weight. What we can change is the *features*, the things that get a weight. Give the machine
# *never boring* as a word of its own, and it may learn that this one is praise. Does that help? Lecture
# 02 carries out the experiment, and you may be surprised.

# %% [markdown]
# ## Problems
#
# 1. Your test cell passes. Then you restart the kernel and run all cells, and it says "mean_of is not
#    defined yet". Name two ways in which this can happen.
# 2. A sentence consists of one word that the machine has never seen. How can it still give an answer?
#    Guess, then try it with a word that you invent.
# 3. Give every word any weight you like. Can the scales get all four of these right: *good* (praise),
#    *not good* (a complaint), *bad* (a complaint), *not bad* (praise)? Find weights, or prove that
#    there are none. A score of exactly 0 counts as wrong.
#
# <details><summary>Solutions</summary>
#
# 1. Before the restart the kernel still knew the function from a cell that you have since deleted, or
#    whose name for it you have since changed; or the function stands in a cell below the test cell.
# 2. There is a weight for "a word that I don't know", close to nothing here. Lecture 02 says where it
#    comes from.
# 3. There are none. Write $g$, $b$ and $n$ for the weights. Then $g>0$ and $n+b>0$, which add up to
#    $g+n+b>0$; but $n+g<0$ and $b<0$ add up to $g+n+b<0$. It is the same total, so it can't be both.
#    You have just proved that weights for single words can't deal with *not*.
# </details>

# %% [markdown]
# ## In five lines
#
# 1. A linear classifier looks up a weight for each feature, adds up, and looks at the sign.
# 2. The weights come from data. The lectures differ in how.
# 3. It is judged on examples that it hasn't seen, beside what a coin would get.
# 4. It adds, so it can't see which words belong together, unless we make a feature of it.
# 5. You learn it by writing it: write, run, read, fix. Grading uses other inputs.
#
# **Go on with:** [exercise 00](../exercises/00-welcome/00-welcome.ipynb), once round the loop with one
# small function. Then [lecture 01](01-probability.ipynb).
#
# ### Sources
#
# The course follows five sets of lecture notes, each worth reading in the original: M. Hasegawa-Johnson
# & J. Hockenmaier, *Lecture 18: Wrapping up classification*, 2019 (CC BY 3.0); J. Boye, *DD2418 Language
# Engineering*, parts 5a to 5f; J. May, *Linear Models*, 2023; M. Hasegawa-Johnson, *Multi-Class Linear
# Classifiers*, 2020 (CC BY 4.0); F. Qureshi, *Softmax*. Each has its own notation: the
# [notation page](../docs/notation.md) maps all five onto ours. Like every text they slip here and there,
# and the [errata page](../docs/errata.md) shows each slip with a computation.
#
# Sentences: B. Pang & L. Lee, *Seeing stars*, ACL 2005. Project Jupyter et al., *nbgrader: a tool for
# creating and grading assignments in the Jupyter Notebook*, Journal of Open Source Education 2(11),
# 2019.
