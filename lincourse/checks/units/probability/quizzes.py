"""Quizzes of unit 01: May (2023), sections 2, 3 and 8, and a bet."""

from math import comb, factorial, log, perm
from typing import Any

from misstep import Mistake, Numbers, Question, Scenario, StableRandom, Switched
from misstep.quizzes.quiz import no_probability

# ---------------------------------------------------------------- tosses of a coin

WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def draw_tosses(random: StableRandom) -> Numbers:
    n = random.whole(4, 6)
    return {
        "n": n,
        "k": random.whole(2, n - 1),
        "j": random.whole(1, 2),
        "end": random.pick(["first", "last"]),
        "side": random.pick(["heads", "tails"]),
    }


def event_a(n: int, k: int, side: str) -> str:
    """The event A in words."""
    return f"exactly {WORDS[k]} {side}"


def event_b(j: int, end: str, side: str) -> str:
    """The event B in words."""
    return f"the {end} toss is {side}" if j == 1 else f"the {end} {WORDS[j]} tosses are {side}"


def toss_setting(n: int, k: int, j: int, end: str, side: str) -> str:
    return (
        f"A fair coin is tossed {WORDS[n]} times. $A$ is the event “{event_a(n, k, side)}”, $B$ is "
        f"“{event_b(j, end, side)}”."
    )


tosses = Scenario(
    "tosses",
    "01",
    {"n": 3, "k": 2, "j": 1, "end": "first", "side": "heads"},
    draw_tosses,
    toss_setting,
)


def neighbours(n: int, k: int, many: int, side: str) -> list[Mistake]:
    """One more of a side, and one less: what comes out if the wrong number is counted."""
    return [
        Mistake(
            comb(n, i) / many,
            think=f"That is {comb(n, i)} of {many}: exactly {WORDS[i]} {side}. How many are asked for?",
        )
        for i in (k - 1, k + 1)
        if i <= n
    ]


LIST_THEM = "List the outcomes, or let your toss_outcomes do it, and mark those in the event."


@tosses.asks("toss_c", decimals=3)
def toss_c(n: int, k: int, j: int, end: str, side: str) -> Question:
    many = 2**n
    return Question(
        f"The distribution over the outcomes of the {WORDS[n]} tosses is uniform: $P(x)=c$ for "
        "every outcome $x$. What is $c$?",
        1 / many,
        mistakes=[
            Mistake(
                1 / n,
                think=f"{WORDS[n].capitalize()} tosses have more than {WORDS[n]} outcomes. How many?",
            ),
            Mistake(
                1 / (2 * n),
                think="Each toss doubles the number of outcomes: 2, then 4, then how many?",
            ),
            Mistake(1 / 2, think=f"That is for one toss. How many outcomes do {WORDS[n]} have?"),
            Mistake(many, think=f"c is a probability: {many} of them have to add up to 1."),
            Mistake(1, think=f"All {many} together have probability 1."),
        ],
        hint="How many outcomes are there? Their probabilities are equal and add up to 1.",
        cannot_be=no_probability,
        worked=f"Each toss doubles the number of outcomes, so there are 2^{n} = {many}. All are "
        f"equally likely and add up to 1: c = 1/{many}.",
    )


AT_LEAST = "Did you count the outcomes with at least"


@tosses.asks("toss_two_heads", decimals=3)
def toss_two_heads(n: int, k: int, j: int, end: str, side: str) -> Question:
    many, good = 2**n, comb(n, k)
    times = "twice" if k == 2 else f"{factorial(k)} times"
    other = {"heads": "tails", "tails": "heads"}[side]
    return Question(
        f"What is $P(A)$, the probability of {event_a(n, k, side)}?",
        good / many,
        mistakes=[
            Mistake(
                sum(comb(n, i) for i in range(k, n + 1)) / many,
                think=f"That is at least {WORDS[k]} {side}. Does an outcome with more belong to the event?",
            ),
            Mistake(
                1 / 2**k,
                think=f"That is the probability that {WORDS[k]} tosses {'both' if k == 2 else 'all'} show "
                f"{side}. What may the other{'s' * (n - k > 1)} show?",
            ),
            Mistake(
                k / n,
                think=f"{WORDS[k].capitalize()} of {WORDS[n]} tosses show {side}, but in how many of the "
                "outcomes?",
            ),
            Mistake(1 / many, think=f"That is one outcome. In how many places can the {other} be?"),
            Mistake(
                good, think="That is how many outcomes there are. What is the probability of each?"
            ),
        ],
        also=[
            Mistake(
                perm(n, k) / many,
                think=f"That is {perm(n, k)} of {many}: each outcome is counted {times}, once for "
                f"every order of its {WORDS[k]} places. Does the order make another outcome?",
            ),
            *neighbours(n, k, many, side),
        ],
        hint=LIST_THEM,
        cannot_be=no_probability,
        worked=f"{good} of the {many} outcomes have {event_a(n, k, side)} (there are {good} ways to "
        f"choose the {WORDS[k]} places), and each has probability 1/{many}: P(A) = {good}/{many}.",
    )


@tosses.asks("toss_first_heads", decimals=3)
def toss_first_heads(n: int, k: int, j: int, end: str, side: str) -> Question:
    many = 2**n
    return Question(
        f"What is $P(B)$, the probability that {event_b(j, end, side)}?",
        1 / 2**j,
        mistakes=[
            Mistake(1 / many, think="That is one outcome. What may the other tosses show?"),
            Mistake(
                j / n,
                think=f"{WORDS[j].capitalize()} of {WORDS[n]} tosses fixed; what can the others do?",
            ),
            Mistake(
                2 ** (n - j),
                think="That is how many outcomes there are. What is the probability of each?",
            ),
            *(
                [Mistake(1 / 2, think="That is for one toss. How many are fixed here?")]
                if j > 1
                else []
            ),
        ],
        hint=LIST_THEM,
        cannot_be=no_probability,
        worked=f"{WORDS[j].capitalize()} of the tosses fixed, the other {n - j} free: 2^{n - j} = "
        f"{2 ** (n - j)} of the {many} outcomes, so P(B) = 1/{2**j}.",
    )


@tosses.asks("toss_both", decimals=3)
def toss_both(n: int, k: int, j: int, end: str, side: str) -> Question:
    many, both, a, b = 2**n, comb(n - j, k - j), comb(n, k), 2 ** (n - j)
    return Question(
        "What is $P(A,B)$, the probability that both happen? (Is it $P(A)+P(B)$?)",
        both / many,
        mistakes=[
            Mistake(
                (a + b) / many,
                think="P(A) + P(B) counts the outcomes in both events twice. Which outcomes are in both?",
            ),
            Mistake(
                a * b / many**2,
                think="P(A) P(B) would be right if A told you nothing about B. Does it?",
            ),
            Mistake(
                (a + b - both) / many,
                think="That is the probability of A or B. Which outcomes are in both?",
            ),
            Mistake(
                both / a, think="That is P(B given A). Here neither is known to have happened."
            ),
            Mistake(
                both / b, think="That is P(A given B). Here neither is known to have happened."
            ),
            Mistake(1 / many, think="That is one outcome. Is it the only one in both events?"),
            Mistake(
                both, think="That is how many outcomes there are. What is the probability of each?"
            ),
        ],
        also=[
            Mistake(
                sum(comb(n - j, i) for i in range(k - j, n - j + 1)) / many,
                think=f"{AT_LEAST} {WORDS[k]} {side}? Asked for are those with exactly {WORDS[k]}.",
            )
        ],
        hint="An outcome is in both events if it fits both descriptions. How many do?",
        cannot_be=no_probability,
        worked=f"If {event_b(j, end, side)}, the other {n - j} must show {side} {k - j} more "
        f"time{'s' * (k - j != 1)}: {both} of the {many} outcomes. P(A, B) = {both}/{many}.",
    )


@tosses.asks("toss_first_given_two", decimals=2)
def toss_first_given_two(n: int, k: int, j: int, end: str, side: str) -> Question:
    many, both, a, b = 2**n, comb(n - j, k - j), comb(n, k), 2 ** (n - j)
    return Question(
        f"You are told that there were {event_a(n, k, side)}. What is the probability that "
        f"{event_b(j, end, side).replace(' is ', ' was ').replace(' are ', ' were ')}, "
        "$P(B\\mid A)$?",
        both / a,
        mistakes=[
            Mistake(
                both / b,
                think=f"That is P(A given B), the other way round. Known here: {event_a(n, k, side)}.",
            ),
            Mistake(
                both / many,
                think=f"That is P(A, B). How many outcomes are left once {event_a(n, k, side)} is known?",
            ),
            Mistake(
                a / many,
                think=f"That is P(A). How many outcomes are left once {event_a(n, k, side)} is known?",
            ),
            Mistake(b / a, think="P(B) / P(A) counts outcomes of B that A rules out."),
            Mistake(
                1 - both / a,
                think=f"Of the {a} outcomes with {event_a(n, k, side)}, that is the share not in B.",
            ),
        ],
        also=[
            Mistake(
                1 / a,
                think=f"That is one of the {a} outcomes that A leaves. Is it the only one in B?",
            ),
            *(
                [
                    Mistake(
                        (k / n) ** j,
                        think=f"{k}/{n} · {k}/{n} would be right if one toss told you nothing about another. "
                        f"Once one is known to be {side}, how many of the other {WORDS[n - 1]} are?",
                    )
                ]
                if j > 1
                else []
            ),
        ],
        hint="Once A is known, only its outcomes are left. In how many of them does B happen?",
        cannot_be=no_probability,
        worked=f"{event_a(n, k, side).capitalize()}: {a} outcomes are left, all equally likely. B "
        f"happens in {both} of them: P(B | A) = {both}/{a}.",
    )


@tosses.asks("toss_two_given_first", decimals=3)
def toss_two_given_first(n: int, k: int, j: int, end: str, side: str) -> Question:
    many, both, a, b = 2**n, comb(n - j, k - j), comb(n, k), 2 ** (n - j)
    return Question(
        f"You saw that {event_b(j, end, side).replace(' is ', ' was ').replace(' are ', ' were ')}. "
        f"What is the probability of {event_a(n, k, side)}, $P(A\\mid B)$?",
        both / b,
        mistakes=[
            Mistake(
                both / a,
                think=f"That is P(B given A), the other way round. Known here: {event_b(j, end, side)}.",
            ),
            Mistake(
                both / many,
                think="That is P(A, B). How many outcomes are left once B is known?",
            ),
            Mistake(a / many, think="That is P(A). How many outcomes are left once B is known?"),
            Mistake(a / b, think="P(A) / P(B) counts outcomes of A that B rules out."),
        ],
        also=[
            Mistake(
                sum(comb(n - j, i) for i in range(k - j, n - j + 1)) / b,
                think=f"{AT_LEAST} {WORDS[k]} {side}? Asked for are those with exactly {WORDS[k]}.",
            ),
            Mistake(
                1 / b,
                think=f"That is one of the {b} outcomes that B leaves. Is it the only one in A?",
            ),
            *(
                [
                    Mistake(
                        comb(n - j, k) / b,
                        think=f"That is {comb(n - j, k)} of {b}: {WORDS[k]} {side} among the other {WORDS[n - j]} "
                        f"tosses. How many {side} does B bring along already?",
                    )
                ]
                if k <= n - j
                else []
            ),
        ],
        hint="Once B is known, only its outcomes are left. In how many of them does A happen?",
        cannot_be=no_probability,
        worked=f"B leaves {b} outcomes, all equally likely. A happens in {both} of them: P(A | B) = "
        f"{both}/{b}.",
    )


# ---------------------------------------------------------------- the mind reader


def draw_reader(random: StableRandom) -> Numbers | None:
    one_in = random.pick([200, 250, 400, 500, 800, 1_000, 1_250, 2_000, 2_500, 5_000])
    found, cleared = random.whole(80, 98) / 100, random.whole(960, 998) / 1000
    if found / one_in < 0.01 * (1 - cleared):
        return None  # to three decimals hardly anything would be left of the answer
    return {"one_in": one_in, "found": found, "cleared": cleared}


def reader_setting(one_in: int, found: float, cleared: float) -> str:
    return (
        f"One person in {one_in:,} can read minds, $P(MR)={1 / one_in:.7f}".rstrip("0")
        + f"$. A test finds {100 * found:g} % of them, $P(T\\mid MR)={found:g}$, and clears "
        f"{100 * cleared:.4g} % of everybody else, $P(\\neg T\\mid\\neg MR)={cleared:g}$. Jill tests "
        "positive."
    )


bayes = Scenario(
    "bayes",
    "01",
    {"one_in": 100_000, "found": 0.95, "cleared": 0.995},
    draw_reader,
    reader_setting,
)


def reader_switches(one_in: int, found: float, cleared: float) -> list[tuple[dict[str, Any], str]]:
    """What goes wrong with the parts of P(T | MR) P(MR) and P(T | not MR) P(not MR)."""
    prior, alarm = 1 / one_in, 1 - cleared
    return [
        (
            {"prior": 1, "rest": 1},
            "The base rate does not occur in this: it would be the same if every second person were a "
            f"reader. How many readers are there among {one_in:,} people?",
        ),
        (
            {"alarm": cleared},
            f"{cleared:g} is P(not T given not MR). How often is such a person's test wrong?",
        ),
        (
            {"rest": 1},
            f"The false alarms are not weighted: only those who are not readers can give one. By what "
            f"should {alarm:.3g} be multiplied?",
        ),
        ({"prior": 1}, f"How many readers are there? {found:g} is not multiplied by that."),
        (
            {"prior": 1 - prior, "rest": prior},
            "P(MR) and P(not MR) have changed places. Which goes with which kind of test result?",
        ),
        (
            {"found": 1 - found},
            f"1 - {found:g} is how often the test misses a reader. Jill's test is positive.",
        ),
    ]


@bayes.asks("reader_positive", decimals=8)
def reader_positive(one_in: int, found: float, cleared: float) -> Question:
    prior, alarm = 1 / one_in, 1 - cleared
    hits, alarms = found * prior, alarm * (1 - prior)
    return Question(
        "What is $P(T)$, the probability that somebody tests positive? Let Python do the arithmetic.",
        hits + alarms,
        mistakes=[
            Mistake(
                found, think="That is P(T given MR). Most people can't read minds: what about them?"
            ),
            Mistake(found + alarm, think="The two likelihoods are added without their priors."),
            Mistake(
                (found + alarm) / 2,
                think=f"That is the mean of {found:g} and {alarm:.3g}. Are there as many readers as others?",
            ),
            Mistake(hits, think="That is P(T, MR) alone. Others test positive too, now and then."),
            Mistake(alarms, think="That is P(T, not MR) alone. Readers test positive too."),
            Mistake(
                hits + cleared * (1 - prior),
                think=f"{cleared:g} is P(not T given not MR). How often is such a person's test wrong?",
            ),
            Mistake(
                alarm,
                think="Readers add a little to the false alarms, and everybody else is not everybody.",
            ),
        ],
        switched=Switched(
            lambda found, prior, alarm, rest: found * prior + alarm * rest,
            {"found": found, "prior": prior, "alarm": alarm, "rest": 1 - prior},
            [
                *reader_switches(one_in, found, cleared),
                (
                    {"rest": prior},
                    f"{alarm:.3g} is for those who are not readers. How many are they?",
                ),
            ],
        ),
        hint="A positive test comes from a reader or from somebody else. Add up the two ways, each "
        "weighted by how many people there are.",
        cannot_be=no_probability,
        worked=f"P(T) = P(T | MR) P(MR) + P(T | not MR) P(not MR) = {found:g} · {prior:.7g} + "
        f"{alarm:.3g} · {1 - prior:.7g} = {hits + alarms:.8f}.",
    )


@bayes.asks("reader_posterior", decimals=3)
def reader_posterior(one_in: int, found: float, cleared: float) -> Question:
    prior, alarm = 1 / one_in, 1 - cleared
    positive = found * prior + alarm * (1 - prior)
    right = found * prior / positive
    return Question(
        "How likely is it that Jill can read minds, $P(MR\\mid T)$?",
        right,
        mistakes=[
            Mistake(
                found,
                think="That is P(T given MR), with condition and event swapped. How rare are readers?",
            ),
            Mistake(cleared, think="That is P(not T given not MR). The question is P(MR given T)."),
            Mistake(1 - right, think="That is P(not MR given T)."),
            Mistake(positive, think="That is P(T). What part of it comes from mind readers?"),
            Mistake(
                found / positive,
                think="That is P(T given MR) / P(T). What is missing in the numerator?",
            ),
            Mistake(
                prior, think="That is P(MR), before the test. What does the positive test change?"
            ),
        ],
        switched=Switched(
            lambda found, prior, alarm, rest, hits, above: (
                found * prior * above / (hits * found * prior + alarm * rest)
            ),
            {
                **{"found": found, "prior": prior, "alarm": alarm, "rest": 1 - prior},
                **{"hits": 1, "above": 1},
            },
            [
                *reader_switches(one_in, found, cleared),
                (
                    {"hits": 0},
                    "That is divided by the false alarms alone. Which other tests are positive?",
                ),
                ({"above": 1 / prior}, "What is missing in the numerator?"),
                ({"above": 1 / found}, f"In the numerator there is P(MR), without the {found:g}."),
            ],
        ),
        hint="Of all positive tests, which share comes from readers? P(T) adds up two parts: divide "
        "one of them by P(T).",
        cannot_be=no_probability,
        worked=f"P(MR | T) = P(T | MR) P(MR) / P(T) = {found:g} · {prior:.7g} / {positive:.8f} = "
        f"{right:.5f}.",
    )


@bayes.asks("reader_tests", form="a whole number", whole=True)
def reader_tests(one_in: int, found: float, cleared: float) -> Question:
    factor = found / (1 - cleared)
    right = int(log(one_in - 1) / log(factor)) + 1

    def after(tests: int) -> str:
        odds = factor**tests / (one_in - 1)
        return f"{odds / (1 + odds):.2g}"

    # 1 is never the answer
    mistakes = [Mistake(1, think=f"After one test P(MR given T) is {after(1)}.")]
    if right > 2:
        early = f"After {right - 1} tests it is about {after(right - 1)}: not a half yet."
        mistakes.append(Mistake(right - 1, think=early))
    mistakes += [Mistake(right + i, think="You are past the middle before that.") for i in (1, 2)]
    return Question(
        "Jill takes the test again and again, and it stays positive. After how many positive tests "
        "in a row is it more likely than not that she can read minds?",
        right,
        mistakes=mistakes,
        hint=f"Each positive test multiplies the odds, P(MR) to P(not MR), by {found:g} / "
        f"{1 - cleared:.3g}. When do they pass 1?",
        worked=f"The odds start at 1 to {one_in - 1:,} and are multiplied by {found:g} / "
        f"{1 - cleared:.3g} = {factor:.4g} each time. They pass 1 after {right} tests, where "
        f"P(MR | tests) is {after(right)}.",
    )


@bayes.asks("reader_even", decimals=5)
def reader_even(one_in: int, found: float, cleared: float) -> Question:
    alarm = 1 - cleared
    right = alarm / (found + alarm)
    return Question(
        "With this test, how frequent would mind readers have to be for one positive test to make "
        "it even, $P(MR\\mid T)=1/2$? Give that base rate, $P(MR)$.",
        right,
        mistakes=[
            Mistake(
                1 / 2,
                think="With that base rate and a positive test you would be almost sure already.",
            ),
            Mistake(
                found / (found + alarm),
                think="That is P(not MR). Which of the two is the rarer one?",
            ),
            Mistake(
                alarm / found,
                think="Those are the odds, P(MR) to P(not MR). Which probability has these odds?",
            ),
            Mistake(
                alarm,
                think="That is P(T given not MR), the rate of false alarms. Even means P(T given MR) P(MR) = "
                "P(T given not MR) P(not MR): what is P(MR) then?",
            ),
            Mistake(1 / one_in, think="That is today's base rate, and it is far from even."),
        ],
        switched=Switched(
            lambda found, alarm, others: alarm / (found * others + alarm),
            {"found": found, "alarm": alarm, "others": 1},
            [
                (
                    {"alarm": cleared},
                    f"{cleared:g} is P(not T given not MR). How often is such a person's test wrong?",
                ),
                ({"found": 1 - found}, f"1 - {found:g} is how often the test misses a reader."),
                (
                    {"others": one_in - 1},
                    "Today's base rate is still in it. Which one is asked for?",
                ),
            ],
        ),
        hint="It is even where readers and others give the same number of positive tests: "
        "P(T given MR) P(MR) = P(T given not MR) P(not MR). Solve for P(MR).",
        cannot_be=no_probability,
        worked=f"Even means {found:g} p = {alarm:.3g} (1 - p), so p = {alarm:.3g} / ({found:g} + "
        f"{alarm:.3g}) = {right:.5f}: one person in {1 / right:.0f}, not one in {one_in:,}.",
    )


# ---------------------------------------------------------------- a bet with two outcomes


def draw_bet(random: StableRandom) -> Numbers | None:
    p, win, lose = random.whole(4, 30) / 100, random.whole(4, 60), random.whole(1, 9)
    if abs(p * win - (1 - p) * lose) < 0.25:
        return None  # nearly a fair bet: the sign of the answer would hang on rounding
    return {"p": p, "win": win, "lose": lose}


def bet_setting(p: float, win: int, lose: int) -> str:
    return (
        f"A bet pays you {win} euros with probability {p:g}. Otherwise you pay {lose} "
        f"euro{'s' * (lose != 1)}."
    )


two_outcomes = Scenario(
    "two_outcomes", "01", {"p": 0.1, "win": 14, "lose": 2}, draw_bet, bet_setting
)


@two_outcomes.asks("bet_expectation", decimals=2)
def bet_expectation(p: float, win: int, lose: int) -> Question:
    right = round(p * win - (1 - p) * lose, 10)
    return Question(
        "What do you gain on average, in euros, if you take the bet again and again? A loss is a "
        "gain below 0.",
        right,
        mistakes=[
            Mistake(
                round(p * win + (1 - p) * lose, 10),
                think=f"What you pay is a gain of -{lose}, not of {lose}.",
            ),
            Mistake(
                round(p * win, 10),
                think=f"That is what you win on average. How often do you pay the {lose}?",
            ),
            Mistake(
                (win - lose) / 2,
                think="That is the mean of the two gains. Do both of them happen equally often?",
            ),
            Mistake(
                round(p * win - lose, 10),
                think=f"You do not pay the {lose} every time. With which probability do you?",
            ),
            Mistake(
                round((1 - p) * win - p * lose, 10),
                think="The two probabilities have changed places. Which of them is that of winning?",
            ),
            Mistake(win - lose, think="How often does each of the two happen?"),
        ],
        also=[
            Mistake(
                round(p * (win - lose), 10),
                think=f"The {lose} are paid where you do not win. What is the probability of that?",
            ),
        ],
        hint="There are two gains, one of them below 0. Multiply each by its probability, and add.",
        worked=f"{p:g} · {win} + {1 - p:g} · (-{lose}) = {p * win:g} - {(1 - p) * lose:g} = "
        f"{right:g}.",
    )
