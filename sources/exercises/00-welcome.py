# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 00: Welcome
#
# About 15 minutes, 2 points. Read [lecture 00](../../lectures/00-welcome.ipynb) first, sections {#exercises}
# to {#handing-in}.
#
# You write one small function (1 point) and answer one question (1 point). The function is not the point.
# The point is to go once round the loop **write, run the test cell, read what it says, fix it**, so that
# you know it by the time the functions get harder. Take the steps in order, even if you see the answer at
# once: the question is about step 2.

# %% given="imports"
from lincourse.checks import check, check_fresh, check_quiz

# %% [markdown]
# ## 1. The mean of some numbers
#
# *Lecture section {#checks}. Easy, 10 minutes, 1 point.*
#
# You will need means all the time: the loss of a classifier is one.
#
# $$\frac{x_1+x_2+\dots+x_n}{n}$$
#
# **Step 1.** Run the cell below as it is, with *Shift+Enter*, and then the test cell under it. The
# test cell stops, with a message. Which rung broke, and why?
#
# **Step 2.** Put this line in place of `raise NotImplementedError`. It is wrong. Run both cells again.
#
# ```python
# return sum(numbers) // len(numbers)
# ```
#
# Most rungs pass now, the example worked by hand among them, because 15 // 3 is 5. One breaks. Read
# every line of the message: what was called, what came back, what was expected, what it looks like.
# Open the line with the tick, too: part 2 asks how many rungs held.
#
# **Step 3.** Fix the function, and run both cells until there is no cross left.
#
# <details><summary>A nudge</summary>
# The message asks you a question about Python's two divisions. Try <code>5 // 2</code> and
# <code>5 / 2</code> in a cell of your own.
# </details>
# <details><summary>A symptom: "There is no mean_of here"</summary>
# The cell with your function has not been run since the kernel started. Run it first.
# </details>
# <details><summary>A symptom: the message has not changed, although my function has</summary>
# The kernel still holds the old function. Run the cell with the function again, then the test cell.
# </details>


# %% solve="mean_of"
def mean_of(numbers):
    """The mean of some numbers.

    Args:
        numbers: a list of numbers, at least one.

    Returns:
        Their sum, divided by how many there are.

    Example:
        mean_of([2, 4, 9]) is 5, and mean_of([1, 2]) is 1.5.
    """
    ### BEGIN SOLUTION
    return sum(numbers) / len(numbers)
    ### END SOLUTION


# %% test="mean_of" points=1
# Lists of whole numbers and of decimals, long and short, positive and negative.
check("mean_of")
### BEGIN HIDDEN TESTS
check_fresh("mean_of")
### END HIDDEN TESTS

# %% [markdown]
# When this cell is graded, the same check runs on numbers that you have not seen. To get a feel for
# that, run it with another seed. (A cell like the next one, without a label, is yours: change it, or
# add more.)

# %%
check("mean_of", seed=2024)

# %% [markdown]
# ## 2. What the message said
#
# *Lecture section {#checks}. Easy, 2 minutes, 1 point.*
#
# **Question.** With the wrong line of step 2, how many rungs held before the one with the cross
# broke? Replace the last line by `rungs_passed = ...`, with your number, and run both cells. (If you did
# not look, go back, put the wrong line in once more, and fix it again after that.)

# %% solve="quiz_rungs_passed"
rungs_passed = None
### BEGIN SOLUTION
rungs_passed = 6
### END SOLUTION

# %% test="quiz_rungs_passed" points=1
# How many rungs passed with the wrong line.
check_quiz("rungs_passed", rungs_passed)

# %% [markdown]
# ## 3. Submit
#
# *Lecture section {#handing-in}. 3 minutes.*
#
# 1. Choose *Kernel, Restart Kernel and Run All Cells*. Both test cells should pass; if not, something
#    only worked because of a cell that you have deleted since.
# 2. Save, with *Ctrl+S* (*Cmd+S* on a Mac).
# 3. Submit this file, under the name that it has. With nbgrader: press *Validate* above the
#    notebook, and then *Submit* in *Nbgrader, Assignment List*. Otherwise do as your class does.
#
# That was the loop. [Lecture 01](../../lectures/01-probability.ipynb) is next.
