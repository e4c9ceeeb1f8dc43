# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Exercise 01: Probability review
#
# About 95 minutes, 36 points. Read [lecture 01](../../lectures/01-probability.ipynb) first: each
# part names its section.
#
# You write twelve functions (25 points), answer nine questions, some of which count half a point (7
# points), and investigate one more (4 points). Below each of your cells there is a **test cell**. Run it
# as often as you like: it says what passed. If something did not, it says what it called, what came back,
# what it expected, and often which mistake that looks like. Grading runs the same checks on other inputs.
#
# What you are given everywhere:
#
# - an **event** is a `set` of outcomes, such as `{"HH", "HT"}`;
# - a **distribution** `dist` is a `dict` from outcome to probability, such as
#   `{"H": 0.5, "T": 0.5}`; every outcome of an event is one of its keys;
# - a function **does not change what it is given**: no outcome is taken out of a set, no key out of a
#   dict;
# - floats and `Fraction`s are both right as results.
#
# No function and no question needs your answer to an earlier one, so if you are stuck, go on with the
# next. Only the investigation at the end uses your own `bayes`. *Run All* stops at the first cell that is
# not solved yet; `lincourse check 01` in a terminal runs every test cell all the same.

# %% given="imports"
import numpy as np

from lincourse import plots
from lincourse.checks import check, check_fresh, check_quiz, practice, question

# %% [markdown]
# **Your own numbers.** Write the name or number that you submit under between the quotes and run the
# cell: the questions below then ask about numbers of your own. Without a name you get the numbers that
# everybody gets, and your instructor's report says so.

# %% open="student"
student = ""

# %% [markdown]
# ## 1. Everything that can happen
#
# *Lecture section {#outcomes}. Easy, 6 minutes, 2 points.*
#
# Before you can speak of probabilities, you have to know what can happen. Toss a coin $n$ times and
# write down H or T for each toss: how many different strings are there, and which? Return all $2^n$ of
# them, in any order.
#
# <details><summary>A nudge</summary>
# If you have all strings of two tosses, how do you get those of three?
# </details>
# <details><summary>A plan</summary>
# Start from the list with one empty string. As often as there are tosses, make a new list: each
# old string with an H at its end, and each with a T. Or look up <code>product</code> in Python's
# <code>itertools</code>; it makes tuples, and <code>"".join(...)</code> makes a string of one.
# </details>


# %% solve="toss_outcomes"
def toss_outcomes(n):
    """All results of tossing a coin n times.

    Args:
        n: how many tosses, at least 1.

    Returns:
        A list of the 2**n strings of n letters H and T, in any order.

    Example:
        toss_outcomes(2) is ["HH", "HT", "TH", "TT"].
    """
    ### BEGIN SOLUTION
    strings = [""]
    for _ in range(n):
        strings = [string + toss for string in strings for toss in "HT"]
    return strings
    ### END SOLUTION


# %% test="toss_outcomes" points=2
# One toss and many; how many outcomes there are, and that all of them differ.
check("toss_outcomes")
### BEGIN HIDDEN TESTS
check_fresh("toss_outcomes")
### END HIDDEN TESTS

# %% [markdown]
# ## 2. All alike
#
# *Lecture section {#outcomes}. Easy, 3 minutes, 1 point.*
#
# The simplest distribution: every outcome has the same probability, $P(x)=1/|\Omega|$ for all
# $x\in\Omega$. The outcomes may be strings, numbers or anything else that can be a key.
#
# <details><summary>A nudge</summary>
# <code>len(outcomes)</code> is how many there are. A dict can be filled in a loop, or written as
# <code>{key: value for key in ...}</code>.
# </details>


# %% solve="uniform"
def uniform(outcomes):
    """The uniform distribution.

    Args:
        outcomes: a list of outcomes, all different.

    Returns:
        A dict outcome -> probability.

    Example:
        uniform(["red", "green"]) is {"red": 0.5, "green": 0.5}.
    """
    ### BEGIN SOLUTION
    return {x: 1 / len(outcomes) for x in outcomes}
    ### END SOLUTION


# %% test="uniform" points=1
# Few outcomes and many, of several kinds; that the probabilities add up to 1.
check("uniform")
### BEGIN HIDDEN TESTS
check_fresh("uniform")
### END HIDDEN TESTS

# %% [markdown]
# ## 3. The probability of an event
#
# *Lecture section {#outcomes}. Easy, 4 minutes, 2 points.*
#
# An event happens if one of its outcomes does: $P(A)=\sum_{x\in A}P(x)$. The distribution need not
# be uniform, so counting outcomes will not do.
#
# <details><summary>A nudge</summary>
# <code>dist[x]</code> is the probability of the outcome <code>x</code>, and
# <code>for x in event</code> walks through a set.
# </details>
# <details><summary>A symptom: it is right for tosses and wrong for the weather</summary>
# Then you probably divide a number of outcomes by a number of outcomes. Are all kinds of weather
# equally likely?
# </details>


# %% solve="probability"
def probability(event, dist):
    """P(A), the probability of an event.

    Args:
        event: a set of outcomes; it may be empty.
        dist: a dict outcome -> probability.

    Returns:
        A number.

    Example:
        dist = {"rain": 0.25, "snow": 0.125, "sun": 0.5, "fog": 0.125}: the event
        {"rain", "snow"} has probability 0.375.
    """
    ### BEGIN SOLUTION
    return sum(dist[x] for x in event)
    ### END SOLUTION


# %% test="probability" points=2
# Even and uneven distributions, the empty event, the certain one, opposites.
check("probability")
### BEGIN HIDDEN TESTS
check_fresh("probability")
### END HIDDEN TESTS

# %% [markdown]
# ## 4. Some tosses: the first questions
#
# *Lecture section {#outcomes}. Easy, 4 minutes, 2 points. From May (2023), section 2.*
#
# Run the next cells to see the questions with your numbers. Use your functions, or count on paper.

# %% given="question_tosses"
question("tosses", student)

# %% [markdown]
# **Question 1**

# %% given="question_toss_c"
question("toss_c", student)

# %% solve="quiz_toss_c"
toss_c = None
### BEGIN SOLUTION
toss_c = 1 / 8
### END SOLUTION

# %% test="quiz_toss_c" points=0.5
# The probability of each outcome.
check_quiz("toss_c", toss_c, student)

# %% [markdown]
# **Question 2**

# %% given="question_toss_two_heads"
question("toss_two_heads", student)

# %% solve="quiz_toss_two_heads"
toss_two_heads = None
### BEGIN SOLUTION
toss_two_heads = 3 / 8
### END SOLUTION

# %% test="quiz_toss_two_heads" points=1
# P(A).
check_quiz("toss_two_heads", toss_two_heads, student)

# %% [markdown]
# **Question 3**

# %% given="question_toss_first_heads"
question("toss_first_heads", student)

# %% solve="quiz_toss_first_heads"
toss_first_heads = None
### BEGIN SOLUTION
toss_first_heads = 1 / 2
### END SOLUTION

# %% test="quiz_toss_first_heads" points=0.5
# P(B).
check_quiz("toss_first_heads", toss_first_heads, student)

# %% [markdown]
# ## 5. Both at once, and a smaller world
#
# *Lecture section {#conditioning}. Medium, 10 minutes, 5 points.*
#
# Conditional probabilities and Bayes' rule are both built from this: $P(A,B)=P(A\cap B)$, the
# probability of the outcomes that are in both events.
#
# <details><summary>A nudge</summary>
# Python's sets can do this: <code>a & b</code> is what is in both, <code>a | b</code> what is in at
# least one.
# </details>


# %% solve="joint"
def joint(a, b, dist):
    """P(A, B), the probability that both events happen.

    Args:
        a, b: sets of outcomes.
        dist: a dict outcome -> probability.

    Returns:
        A number.

    Example:
        dist = {"rain": 0.25, "snow": 0.125, "sun": 0.5, "fog": 0.125}: the events
        {"rain", "snow"} and {"snow", "sun", "fog"} have only snow in common: 0.125.
    """
    ### BEGIN SOLUTION
    return sum(dist[x] for x in a & b)
    ### END SOLUTION


# %% test="joint" points=2
# Events that overlap, exclude each other, lie one in the other; uneven distributions.
check("joint")
### BEGIN HIDDEN TESTS
check_fresh("joint")
### END HIDDEN TESTS

# %% [markdown]
# What becomes of $P(A)$ when you learn that $B$ happened?
#
# $$P(A\mid B)=\frac{P(A,B)}{P(B)}$$
#
# Where $P(B)=0$ there is nothing to learn from, and the function must say so: raise a `ValueError`.
# Careful: an event can hold outcomes and still have probability 0.
#
# <details><summary>A nudge</summary>
# <code>raise ValueError("b is impossible")</code> stops the function with that message. It comes
# before the division.
# </details>
# <details><summary>A symptom: <code>ZeroDivisionError</code></summary>
# That is Python's complaint, not yours. Look at the probability of <code>b</code> first.
# </details>


# %% solve="conditional"
def conditional(a, b, dist):
    """P(A | B), the probability of a, given that b happened.

    Args:
        a, b: sets of outcomes.
        dist: a dict outcome -> probability.

    Returns:
        A number.

    Raises:
        ValueError: where b has probability 0.

    Example:
        dist = {"rain": 0.25, "snow": 0.125, "sun": 0.5, "fog": 0.125},
        a = {"rain", "snow"} and b = {"snow", "sun", "fog"}: 0.125 / 0.75 = 1/6.
    """
    ### BEGIN SOLUTION
    p_b = sum(dist[x] for x in b)
    if p_b == 0:
        raise ValueError("b has probability 0")
    return sum(dist[x] for x in a & b) / p_b
    ### END SOLUTION


# %% test="conditional" points=3
# Which event is the condition; uneven distributions; a ValueError where P(b) = 0.
check("conditional")
### BEGIN HIDDEN TESTS
check_fresh("conditional")
### END HIDDEN TESTS

# %% [markdown]
# ## 6. Some tosses: and, given
#
# *Lecture section {#conditioning}. Medium, 6 minutes, 2 points. From May (2023), section 3.*
#
# The coin, $A$ and $B$ are those of part 4.
#
# **Question 4**

# %% given="question_toss_both"
question("toss_both", student)

# %% solve="quiz_toss_both"
toss_both = None
### BEGIN SOLUTION
toss_both = 1 / 4
### END SOLUTION

# %% test="quiz_toss_both" points=0.5
# P(A, B).
check_quiz("toss_both", toss_both, student)

# %% [markdown]
# **Question 5**

# %% given="question_toss_first_given_two"
question("toss_first_given_two", student)

# %% solve="quiz_toss_first_given_two"
toss_first_given_two = None
### BEGIN SOLUTION
toss_first_given_two = 2 / 3
### END SOLUTION

# %% test="quiz_toss_first_given_two" points=1
# P(B | A).
check_quiz("toss_first_given_two", toss_first_given_two, student)

# %% [markdown]
# **Question 6**

# %% given="question_toss_two_given_first"
question("toss_two_given_first", student)

# %% solve="quiz_toss_two_given_first"
toss_two_given_first = None
### BEGIN SOLUTION
toss_two_given_first = 1 / 2
### END SOLUTION

# %% test="quiz_toss_two_given_first" points=0.5
# P(A | B).
check_quiz("toss_two_given_first", toss_two_given_first, student)

# %% [markdown]
# ## 7. Taking many events apart
#
# *Lecture section {#chain-rule}. Hard, 12 minutes, 3 points.*
#
# Naive Bayes starts from this rule, with one event for each word of a text.
#
# $$P(A_1,\dots,A_N)=P(A_1\mid A_2,\dots,A_N)\cdot P(A_2\mid A_3,\dots,A_N)\cdots P(A_N)$$
#
# Return the $N$ factors in this order, so that their product is the joint probability. The test
# never asks for an impossible condition here.
#
# <details><summary>A nudge</summary>
# Look at the last factor first: it is conditioned on nothing. Then go backwards. What do you have to
# remember from one step to the next?
# </details>
# <details><summary>A plan</summary>
# Keep the set <code>rest</code> of outcomes that are still possible; at first that is every key of
# <code>dist</code>. Go through the events from the last to the first: the factor is P(event | rest),
# and after that <code>rest</code> becomes smaller. Reverse the list at the end.
# </details>
# <details><summary>A symptom: the product is right, but the test still fails</summary>
# Then you have taken the events apart in another order. Which factor has nothing after the bar?
# </details>


# %% solve="chain_rule"
def chain_rule(events, dist):
    """The factors of the chain rule, whose product is P(A1, ..., AN).

    Args:
        events: a list of sets of outcomes, A1 to AN, at least one.
        dist: a dict outcome -> probability.

    Returns:
        The list [P(A1 | A2, ..., AN), P(A2 | A3, ..., AN), ..., P(AN)].

    Example:
        Three tosses of a fair coin. A1: the first is heads, A2: at least two heads,
        A3: the last is heads. P(A3) = 1/2, P(A2 | A3) = 3/4, P(A1 | A2, A3) = 2/3:
        the result is [2/3, 3/4, 1/2].
    """
    ### BEGIN SOLUTION
    factors, rest = [], set(dist)
    for event in reversed(events):
        smaller = rest & event
        factors.append(sum(dist[x] for x in smaller) / sum(dist[x] for x in rest))
        rest = smaller
    return factors[::-1]
    ### END SOLUTION


# %% test="chain_rule" points=3
# One to six events; the order of the factors; that their product is the joint probability.
check("chain_rule")
### BEGIN HIDDEN TESTS
check_fresh("chain_rule")
### END HIDDEN TESTS

# %% [markdown]
# ## 8. Does it tell you anything?
#
# *Lecture section {#independence}. Medium, 6 minutes, 2 points.*
#
# Independence is what lets you multiply without conditions. $A$ and $B$ are independent if
#
# $$P(A,B)=P(A)\,P(B) .$$
#
# Use this form: it has an answer for every pair of events, impossible ones included. Floats are
# rounded, so take the two sides as equal if they differ by no more than $10^{-9}$.
#
# <details><summary>A nudge</summary>
# <code>abs(x - y)</code> is how far apart two numbers are. A comparison gives <code>True</code> or
# <code>False</code>, which is what to return.
# </details>
# <details><summary>A symptom: <code>ZeroDivisionError</code></summary>
# The form above divides by nothing. Which form did you use?
# </details>


# %% solve="independent"
def independent(a, b, dist):
    """Whether two events are independent.

    Args:
        a, b: sets of outcomes.
        dist: a dict outcome -> probability.

    Returns:
        True if P(A, B) and P(A) P(B) differ by at most 1e-9, else False.

    Example:
        One toss of a fair coin: {"H"} and {"T"} are not independent: 0 is not 1/4.
    """
    ### BEGIN SOLUTION
    p_a, p_b = sum(dist[x] for x in a), sum(dist[x] for x in b)
    return abs(sum(dist[x] for x in a & b) - p_a * p_b) <= 1e-9
    ### END SOLUTION


# %% test="independent" points=2
# Events that have nothing to do with each other, exclude each other, depend a little; rounding.
check("independent")
### BEGIN HIDDEN TESTS
check_fresh("independent")
### END HIDDEN TESTS

# %% [markdown]
# ## 9. Adding up over a partition, and Bayes' rule
#
# *Lecture section {#bayes-rule}. Medium, 12 minutes, 5 points.*
#
# $E_1,\dots,E_n$ are a partition: exactly one of them happens. You know how likely $B$ is in each
# of them, and how likely each of them is. How likely is $B$?
#
# $$P(B)=\sum_{i=1}^n P(B\mid E_i)\,P(E_i)$$
#
# `likelihoods` and `priors` are arrays of shape $(n,)$.
#
# <details><summary>A nudge</summary>
# The product of two arrays of the same shape pairs them up: <code>likelihoods * priors</code> has
# the shape (n,), too. What is left to do?
# </details>


# %% solve="total_probability"
def total_probability(likelihoods, priors):
    """P(B), by the law of total probability.

    Args:
        likelihoods: P(B | Ei) for every part of the partition, shape (n,).
        priors: P(Ei), shape (n,), adding up to 1.

    Returns:
        A number.

    Example:
        likelihoods = (0.5, 0.25), priors = (0.75, 0.25): 0.375 + 0.0625 = 0.4375.
    """
    ### BEGIN SOLUTION
    return np.sum(likelihoods * priors)
    ### END SOLUTION


# %% test="total_probability" points=2
# Few parts and many; rare, certain and impossible ones; whole numbers.
check("total_probability")
### BEGIN HIDDEN TESTS
check_fresh("total_probability")
### END HIDDEN TESTS

# %% [markdown]
# $B$ happened. Which of the parts was it?
#
# $$P(E_i\mid B)=\frac{P(B\mid E_i)\,P(E_i)}{P(B)}$$
#
# Return all $n$ results at once, as an array of shape $(n,)$. The test never gives you a $B$ that is
# impossible.
#
# <details><summary>A nudge</summary>
# The numerator is the joint probability of each part with B. What do all of them add up to?
# </details>
# <details><summary>A symptom: my results do not add up to 1</summary>
# One of the parts happened, so they must. What did you divide by?
# </details>


# %% solve="bayes"
def bayes(likelihoods, priors):
    """P(Ei | B) for every part of a partition.

    Args:
        likelihoods: P(B | Ei), shape (n,).
        priors: P(Ei), shape (n,), adding up to 1.

    Returns:
        An array of shape (n,).

    Example:
        likelihoods = (0.5, 0.25), priors = (0.25, 0.75): the joint probabilities
        are 0.125 and 0.1875, P(B) is 0.3125, and the result is (0.4, 0.6).
    """
    ### BEGIN SOLUTION
    together = likelihoods * priors
    return together / together.sum()
    ### END SOLUTION


# %% test="bayes" points=3
# Rare, certain and impossible parts; that the results add up to 1; what says nothing.
check("bayes")
### BEGIN HIDDEN TESTS
check_fresh("bayes")
### END HIDDEN TESTS

# %% [markdown]
# ## 10. The mind reader
#
# *Lecture section {#mind-reader}. Medium, 6 minutes, 2 points. From May (2023), section 8.*
#
# A test looks for people who can read minds, and they are rare.

# %% given="question_bayes"
question("bayes", student)

# %% [markdown]
# **Question 7**

# %% given="question_reader_positive"
question("reader_positive", student)

# %% solve="quiz_reader_positive"
reader_positive = None
### BEGIN SOLUTION
reader_positive = 0.95 * 0.00001 + 0.005 * 0.99999
### END SOLUTION

# %% test="quiz_reader_positive" points=1
# P(T), to eight decimals.
check_quiz("reader_positive", reader_positive, student)

# %% [markdown]
# **Question 8**

# %% given="question_reader_posterior"
question("reader_posterior", student)

# %% solve="quiz_reader_posterior"
reader_posterior = None
### BEGIN SOLUTION
reader_posterior = 0.95 * 0.00001 / (0.95 * 0.00001 + 0.005 * 0.99999)
### END SOLUTION

# %% test="quiz_reader_posterior" points=1
# P(MR | T).
check_quiz("reader_posterior", reader_posterior, student)

# %% [markdown]
# ## 11. What a bet is worth, and how far it strays
#
# *Lecture sections {#expectation} and {#standard-error}. Medium, 13 minutes, 6 points.*
#
# A **random variable** $G$ gives every outcome a number, such as a gain: here it is a function `value`, and
# `value(x)` is $G(x)$. What do you gain on average?
#
# $$\mathbb E[G]=\sum_{x\in\Omega}P(x)\,G(x)$$
#
# <details><summary>A nudge</summary>
# Every outcome is a key of <code>dist</code>. Which two numbers belong to it, and what do you do with them?
# </details>


# %% solve="expectation"
def expectation(value, dist):
    """E[G], the expectation of a random variable.

    Args:
        value: a function of an outcome, G; call it as value(x).
        dist: a dict outcome -> probability.

    Returns:
        A number.

    Example:
        value(x) is 99 for "win" and -1 for "lose", dist = {"win": 0.02, "lose": 0.98}:
        0.02 * 99 + 0.98 * (-1) = 1.
    """
    ### BEGIN SOLUTION
    return sum(p * value(x) for x, p in dist.items())
    ### END SOLUTION


# %% test="expectation" points=2
# Gains and losses, uneven distributions, tickets that pay 1, impossible outcomes.
check("expectation")
### BEGIN HIDDEN TESTS
check_fresh("expectation")
### END HIDDEN TESTS

# %% [markdown]
# **Question 9**

# %% given="question_two_outcomes"
question("two_outcomes", student)

# %% given="question_bet_expectation"
question("bet_expectation", student)

# %% solve="quiz_bet_expectation"
bet_expectation = None
### BEGIN SOLUTION
bet_expectation = 0.1 * 14 - 0.9 * 2
### END SOLUTION

# %% test="quiz_bet_expectation" points=1
# The expected gain.
check_quiz("bet_expectation", bet_expectation, student)

# %% [markdown]
# Two bets with the same expectation can differ in their risk. The **variance** is the expectation of the
# squared distance from the expectation:
#
# $$\mathrm{Var}(G)=\mathbb E\bigl[(G-\mathbb E[G])^2\bigr]$$
#
# <details><summary>A symptom: my result is always 0</summary>
# Distances above and below the expectation cancel, unless you do something to each before you add them.
# </details>


# %% solve="variance"
def variance(value, dist):
    """Var(G), the variance of a random variable.

    Args:
        value: a function of an outcome, G; call it as value(x).
        dist: a dict outcome -> probability.

    Returns:
        A number.

    Example:
        value(x) is 99 for "win" and -1 for "lose", dist = {"win": 0.02, "lose": 0.98}:
        the expectation is 1, and 0.02 * 98**2 + 0.98 * 2**2 = 196.
    """
    ### BEGIN SOLUTION
    mean = sum(p * value(x) for x, p in dist.items())
    return sum(p * (value(x) - mean) ** 2 for x, p in dist.items())
    ### END SOLUTION


# %% test="variance" points=2
# Gains and losses, uneven distributions, a bet that always pays the same, impossible outcomes.
check("variance")
### BEGIN HIDDEN TESTS
check_fresh("variance")
### END HIDDEN TESTS

# %% [markdown]
# Something happens with probability $p$, and you count in which share of $n$ independent trials it does.
# How far does this share typically stray from $p$?
#
# $$\text{standard error}=\sqrt{\frac{p\,(1-p)}n}$$


# %% solve="standard_error"
def standard_error(p, n):
    """The standard error of a relative frequency.

    Args:
        p: a probability.
        n: how many trials there are, at least 1.

    Returns:
        A number.

    Example:
        standard_error(0.2, 100) is the root of 0.16 / 100, which is 0.04.
    """
    ### BEGIN SOLUTION
    return np.sqrt(p * (1 - p) / n)
    ### END SOLUTION


# %% test="standard_error" points=1
# Few trials and many, rare and frequent events, what is impossible or certain.
check("standard_error")
### BEGIN HIDDEN TESTS
check_fresh("standard_error")
### END HIDDEN TESTS

# %% [markdown]
# ## 12. Investigation: when is a test worth it?
#
# *Lecture section {#mind-reader}. Medium, 11 minutes, 4 points.*
#
# A clinic can buy one of two improvements to its test, which now finds 90 % of those who are ill and
# gives a false alarm to 5 % of those who are not. The first makes it find 99 %. The second leaves it at
# 90 % and cuts the false alarms to 0.5 %. Which of the two does more for somebody who has just tested
# positive, and does the answer depend on how rare the illness is?
#
# Draw $P(\text{ill}\mid\text{positive})$ against the base rate, from 1 in 10,000 to 1 in 2, for all three
# tests in one figure, with your own `bayes`. The cell below has the numbers. Then write three sentences:
# what you see, which improvement you would buy, and why the formula gives that answer.
#
# There is no test cell below. **It is marked by hand**, and you get
#
# - 1 point for a figure that can be read on its own: three curves that can be told apart, both axes
#   named, a scale on which rare and common can both be seen;
# - 1 point for a number computed for each test, such as the base rate at which a positive result is right
#   half the time;
# - 1 point for an answer to the question that the figure supports;
# - 1 point for a reason, in terms of the parts of Bayes' rule.
#
# <details><summary>To draw</summary>
# <code>ax = plots.panels()[0]</code> makes axes, <code>ax.semilogx(x, y, label="...")</code> draws a
# curve over a logarithmic scale, <code>ax.set(xlabel="...", ylabel="...")</code> names the axes,
# <code>plots.legend(ax)</code> adds the labels, and <code>plots.show(ax, "...")</code> shows it; its
# second argument says in words what there is to see.
# </details>

# %%
versions = {
    "as it is: 90 % found, 5 % false alarms": (0.9, 0.05),
    "99 % found, 5 % false alarms": (0.99, 0.05),
    "90 % found, 0.5 % false alarms": (0.9, 0.005),
}
base_rates = np.logspace(-4, np.log10(0.5), 200)  # from 1 in 10,000 to 1 in 2

# %% solve="figure_base_rate"
### BEGIN SOLUTION
ax = plots.panels(height=4.6)[0]
for name, likelihoods in versions.items():
    posterior = [bayes(np.array(likelihoods), np.array([r, 1 - r]))[0] for r in base_rates]
    ax.semilogx(base_rates, posterior, label=name)
    rare = bayes(np.array(likelihoods), np.array([0.001, 0.999]))[0]
    even = base_rates[np.argmax(np.array(posterior) >= 0.5)]
    print(f"{name}: at 1 in 1,000 {rare:.3f}, a half from a base rate of {even:.3f} on")
ax.axhline(0.5, color="grey", linewidth=1)
ax.set(xlabel="base rate", ylabel="P(ill | positive)", title="What a positive test is worth")
plots.legend(ax, columns=1, wrap=60)
plots.show(
    ax,
    "Three curves that rise from almost 0 to almost 1 with the base rate. The test as it is and the "
    "one that finds more run almost together; the one with fewer false alarms lies far above them.",
)
### END SOLUTION

# %% [markdown] answer="base_rate" points=4
# For an illness that one in a thousand has, a positive result of the present test is right in 1.8 % of
# cases; finding 99 % instead of 90 % lifts that to only 1.9 %, while cutting false alarms to a tenth
# lifts it to 15.3 %, and the base rate above which a positive result is more likely right than wrong
# drops from about 5 % to about 0.6 %. I would buy fewer false alarms: the curve lies above the others at
# every base rate, and it matters most where the illness is rare. Among those who test positive, the ill
# are found × base rate and the healthy are false alarm × (1 − base rate), so their ratio grows by the
# factor 1.1 in the first case and by 10 in the second; where almost everybody is healthy, that ratio is
# nearly the probability itself.

# %% [markdown]
# ## Once more?
#
# `practice("bayes")` asks questions like those on the mind reader, with new numbers each time, and
# shows how each is solved; `practice("tosses")` tosses coins. No score is kept. Uncomment the next line
# and run it.

# %%
# practice("bayes")

# %% [markdown]
# ## Before you submit
#
# Choose *Kernel, Restart Kernel and Run All Cells*, look through the test cells once more, and save.
# What a test cell says after that is what grading starts from; the hidden tests only use other
# numbers.
