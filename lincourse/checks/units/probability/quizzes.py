"""Quizzes of unit 01: D2, sections 2, 3, 8."""

from lincourse.checks.quiz import Quiz

SUM_OF_BOTH = "P(A) + P(B) counts the outcomes in both events twice. Which outcomes are in both?"
COUNT = "List all outcomes of three tosses, and mark those that belong to the event."

Quiz(
    "toss_c",
    1 / 8,
    decimals=3,
    form="a number",
    slips=[
        (1 / 3, "Three tosses have more than three outcomes. How many?"),
        (1 / 6, "Each toss doubles the number of outcomes: 2, then 4, then how many?"),
        (1 / 2, "That is for one toss. How many outcomes do three have?"),
        (8, "c is a probability: eight of them have to add up to 1."),
        (1, "All eight together have probability 1."),
    ],
)
Quiz(
    "toss_two_heads",
    3 / 8,
    decimals=3,
    form="a number",
    slips=[
        (4 / 8, "Exactly two heads: does HHH belong to the event?"),
        (1 / 4, "That is for the two tosses HH. " + COUNT),
        (2 / 3, "Two of three tosses show heads, but in how many of the outcomes?"),
        (1 / 8, "That is one outcome. In how many places can the tail be?"),
        (3, "That is how many outcomes there are. What is the probability of each?"),
    ],
)
Quiz(
    "toss_first_heads",
    1 / 2,
    decimals=3,
    form="a number",
    slips=[
        (1 / 8, "That is one outcome. " + COUNT),
        (1 / 3, "One of three tosses is fixed; what can the other two do?"),
        (4, "That is how many outcomes there are. What is the probability of each?"),
    ],
)
Quiz(
    "toss_both",
    1 / 4,
    decimals=3,
    form="a number",
    slips=[
        (7 / 8, SUM_OF_BOTH),
        (3 / 16, "P(A) P(B) would be right if A told you nothing about B. Does it?"),
        (5 / 8, "That is the probability of A or B. Which outcomes are in both?"),
        (2 / 3, "That is P(B given A). Here neither is known to have happened."),
        (1 / 2, "That is P(A given B), or P(B). Here neither is known to have happened."),
        (1 / 8, "Is HHT the only outcome with two heads, of which the first is one?"),
    ],
)
Quiz(
    "toss_first_given_two",
    2 / 3,
    decimals=2,
    form="a number",
    slips=[
        (1 / 2, "That is P(A given B), the other way round. What is known here: two heads."),
        (1 / 4, "That is P(A, B). How many outcomes are left once two heads are known?"),
        (3 / 8, "That is P(A). How many outcomes are left once two heads are known?"),
        (4 / 3, "Can a probability be more than 1?"),
        (1 / 3, "Of the three outcomes with two heads, how many start with heads?"),
    ],
)
Quiz(
    "toss_two_given_first",
    1 / 2,
    decimals=3,
    form="a number",
    slips=[
        (2 / 3, "That is P(B given A), the other way round. What is known here: the first toss."),
        (1 / 4, "That is P(A, B). How many outcomes are left once the first toss is known?"),
        (3 / 8, "That is P(A). How many outcomes are left once the first toss is known?"),
        (3 / 4, "P(A) / P(B) counts outcomes of A that B rules out."),
    ],
)
Quiz(
    "reader_positive",
    0.00500945,
    decimals=8,
    form="a number",
    slips=[
        (0.95, "That is P(T given MR). Most people are no mind readers: what of them?"),
        (0.955, "The two likelihoods are added without their priors."),
        (0.4775, "That is the mean of 0.95 and 0.005. Are readers and others equally many?"),
        (0.0000095, "That is P(T, MR) alone. Others test positive too, now and then."),
        (0.00499995, "That is P(T, not MR) alone. Readers test positive too."),
        (0.99499955, "0.995 is P(not T given not MR). How often is a test of such a person wrong?"),
        (0.005, "Readers add a little to the false alarms: it shows in the sixth decimal."),
    ],
)
Quiz(
    "reader_posterior",
    0.95 * 0.00001 / 0.00500945,
    decimals=3,
    form="a number",
    slips=[
        (0.95, "That is P(T given MR), the condition turned round. How rare are readers?"),
        (0.995, "That is P(not T given not MR). What is asked is P(MR given T)."),
        (0.00001, "That is about P(MR), or P(T, MR). What is P(MR given T)?"),
        (0.9981, "That is P(not MR given T)."),
        (0.005, "That is about P(T). What part of it comes from mind readers?"),
        (189.64, "That is P(T given MR) / P(T). What is missing above the line?"),
    ],
)
Quiz(
    "reader_tests",
    3,
    decimals=0,
    form="a whole number",
    slips=[
        (1, "After one test P(MR given T) is 0.002."),
        (2, "After two tests it is about 0.27: more, but still less than a half."),
        (4, "You are past the middle before that."),
        (5, "You are past the middle before that."),
    ],
)
