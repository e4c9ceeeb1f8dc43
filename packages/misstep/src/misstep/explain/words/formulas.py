"""Sentences about lines of a derivation."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, count, listed, say, table

Data = Mapping[str, Any]
SHARED = {
    "BINOMIAL": "(a + b)^2 is a^2 + 2 a b + b^2, and (a - b)^2 is a^2 - 2 a b + b^2. What is squared here?",
    "CHAIN": "The chain rule: what is the outer derivative here, and what that of the inside?",
    "COMES_FROM": "Where does {it} come from?",
    "COMES_IN": "Where does {name} come in on the way here?",
    "LOG_OF_SUM": "log(a + b) is not log(a) + log(b).",
    "OF_LOG": "(log u)' is u'/u. What is u here, and what is u'?",
    "OF_POWER": "What is the derivative of a^n in a, and what is that of a itself?",
    "WHICH_RULE": "Which rule leads here, and what does it make of the two?",
    "RIGHT": "{right} {right!b} right",
    "WHICH": "Which terms should there be?",
    "ELSEWHERE": "What becomes of it at another {name}, as at the point above?",
    "FROM_START_TO_END": "Write down how you get from the start to the end, in at least two lines.",
    "WHICH_TERMS": "Which terms hold {symbol}, and what is the derivative of each?",
    "WITH_SYMBOLS": "Run the cell with the symbols again, then yours.",
}


def _rule(data: Data) -> str:
    """The product rule, or that of quotients if something is divided by."""
    if data["quotient"]:
        return (
            "(a/b)' is (a' b - a b') / b^2. What is a here, what is b, and what are their slopes?"
        )
    return "(a b)' is a' b + a b'. What are a and b here, and what are their slopes?"


def _of_product(looks: str) -> Template:
    def words(data: Data) -> tuple[str, str]:
        factor = data.get("factor")
        named = f"the denominator {factor}" if data.get("below") else str(factor)
        return looks.format(factor=named), _rule(data)

    return words


def _two_mistakes(data: Data) -> tuple[str, str]:
    one, other = data["mistakes"]
    thinks = " ".join(dict.fromkeys((one.think, other.think)))
    return f"{one.looks.rstrip('.')}, and {other.looks}", thinks


def _meant_as(data: Data) -> tuple[str, str]:
    """How a line differs from each thing that it may be meant to be."""
    (one, found), *others = data["readings"]
    looks, think = say(found)
    if not data["several"]:
        return looks, think
    looks = f"if it is meant to be {one}: {looks}"
    for step, other in others:
        looks += f" Or, if it is meant to be {step}: {say(other).looks}"
        think = "Which of the two is it meant to be?"
    return looks, think


def _does_not_follow(data: Data) -> tuple[str, str]:
    nor = f", nor {data['nor']}" if data["nor"] else ""
    looks = f"Line {data['number']} is the first that does not follow: it is not equal to "
    looks += f"{say(data['before']).looks}{nor}."
    if data["why"]:
        looks += f" At this point it {say(data['why']).looks}."
    return looks, ""


WORDS: dict[str, Template] = {
    **table(
        """
rung-expression: it is an expression
rung-expression-in: it is an expression in {symbols}
rung-value: its value
the-start: the start
line-number: line {number}
no-lines: There are no lines in the list. {FROM_START_TO_END}
one-line: There is one line in the list. {FROM_START_TO_END}
strange-symbols: It holds {strange}, which {strange!b} none of the symbols of this step: {known}.
sigma-called: sigma is not a function here but an expression: write sigma, not sigma(z).
unknown-part: It holds {part}, which these steps do without: exp, log, tanh, sums, products and powers are enough.
not-the-step: This is not {words}.
not-the-derivative: This is not {words}. -> What is the derivative of each part of {slope.of} in {slope.symbol}?
number-for-step: This is not {words}. It is a number without any symbol. If that is not what you wrote, a symbol has been given a value, as in z = 3: run the cell with the symbols again, then yours.
value-in-other-form: The value is right, but it should be written {form}, and {lack}. -> {lack!t}
line-in-other-form: Line {line} is right, but it should be written {form}, and {lack}. -> {lack!t}
right-only-where: it is right where {name} = {value}, and only there. -> {ELSEWHERE}
right-only-where-lost: it is right where {name} = {value}, and only there; {lost} -> {ELSEWHERE}
terms-missing: {RIGHT}, and something is missing. -> {WHICH}
derivative-missing: {RIGHT}, and the derivative of {of} is missing. -> What is the derivative of {of}?
terms-too-many: {RIGHT}, and without {wrong} it would be right. -> Where {wrong!d} {wrong} come from?
terms-wrong: {RIGHT}; {wrong} are not. -> {WHICH}
term-opposite-sign: {RIGHT}; {wrong} has the other sign. -> Where does {wrong} come from?
term-factor: {RIGHT}; {wrong} {factor} -> {factor!t}
term-not-derivative: {RIGHT}; {wrong} is not the derivative of {of}. -> What is the derivative of {of}?
term-wrong: {RIGHT}; {wrong} is not. -> Where does {wrong} come from?
one-factor-wrong: of its factors, {right} are right; {wrong} is not. -> Where does {wrong} come from?
one-factor-wrong-and-sign: of its factors, {right} are right up to a sign; {wrong} is not. -> Where does {wrong} come from?
symbols-renamed: with {other} in place of {names} it would be right. -> Where {names!d} {names} come from?
quotient-factor-missing: both products of the quotient rule are there, but in {product}, {lost} is missing. -> (a/b)' is (a' b - a b') / b^2. What are {factors} here?
one-quotient-factor-missing: both products of the quotient rule are there, but in {product}, one of the two factors is missing. -> (a/b)' is (a' b - a b') / b^2. What are {factors} here?
rung-value-of: its value: {words}
rung-written: it is written {form}
step-name: {name}, step {number}
rung-step: step {number}: {words}
rung-lines: it is a list of lines
rung-line-held: line {number}: {words}
rung-last-line: the last line is {words}
rung-pair: it is the number of a line, and an expression
rung-wrong-line: line {number} is the wrong one
rung-put-right: the line is changed
derivation-right: Every line follows from the one before. Go on with the next part.
error-found: You found the line and put it right. The mistake in it: {looks} Go on with the next part.
expression-missing: {name} is still None. Replace the last line of the cell above by {name} = {example} and run it. If that stops with an error: take exp(z) and not np.exp(z), t**2 and not t^2 (the table at the top has more); and an error that speaks of NoneType means that your answer uses a step which is not solved yet.
expression-too-large: The expression is too large to be computed in a few seconds.
expression-not-computed: The expression can't be computed ({error}). Write it with the symbols given, numbers, sums, products, powers, exp and log.
expression-is-text: This is text. Write the expression without quotes.
expression-is-truth: This is {answer}, not an expression. (== compares; it makes no step.)
expression-is-equation: This is an equation. Give only its right-hand side.
expression-is-function: This is a function ({type}). Give the expression itself, made of the symbols given.
expression-is-list: This is a {type}. Give one expression, made of the symbols given, without brackets.
expression-is-other: This is of the type {type}. An expression is made of the symbols given.
holds-derivative: This holds a derivative that is not worked out.
holds-integral: This holds an integral that is not worked out.
holds-sum: This holds a sum that is not written out: there are three classes, write all terms.
holds-product: This holds a product that is not written out.
not-real: This is or holds {answer}: not a real number. Is something divided by 0?
expression-far-too-large: The expression is far larger than this step needs. Start again from the step before, and write it with the symbols given.
line-missing: There is no expression here yet.
not-a-list: Put your lines into a list, one after the other with commas between them: {name} = [line, line, ...].
many-lines: These are {lines} lines; {most} must be enough.
few-digits: This agrees to a few digits only. Use exact numbers: Rational(1, 3) is a third.
your-step: your step
not-at-the-end: Every line follows, but the last one is still {words}. Go on to {end}.
goes-back: this goes back to {words}.
no-real-value: has no real value there
too-large-number: comes to a number that is too large to work with
log-of-zero: takes the logarithm of 0
log-of-negative: takes the logarithm of a negative number, {number}
division-by-zero: divides by 0
root-of-negative: takes a root or a broken power of a negative number, {number}
other-symbol: with another symbol in place of {name} it would be right. -> Where does {name} come from, and what should stand there?
sign-turned-everywhere: it has the opposite sign everywhere. -> Where did a minus get lost, or come in?
times-too-large: it is {times} times what it should be. -> Which step makes that difference?
off-by-number: it is off by the same number at every point. -> Is a number lost, or one too many?
symbol-factor-too-many: there is a factor {name} too many. -> Where should {name} come in?
factor-of-all-too-many: it has a factor {factor} too many. -> Which step brought that factor in?
factor-of-all-missing: it lacks a factor {factor}. -> Which step should have brought that factor in?
term-factor-too-many: has a factor {factor} too many. -> Which step brought that factor in?
term-factor-missing: lacks a factor {factor}. -> Which step should have brought that factor in?
denominator-wrong: the numerator is right, and the denominator {part} is not. -> What is everything divided by?
numerator-wrong: the denominator is right, and the numerator {part} is not. -> Which rule leads to the numerator?
symbol-renamed: at one place there is {name}, and with {other} there it would be right. -> Go through the places with {name}: should it be {other} at one of them?
term-lost-inside-log: a term of the sum inside the logarithm is missing. -> Which terms does that sum have? Go back to where it comes from, and count them.
term-not-differentiated: {term} is still in it, and was not differentiated. -> What is the derivative of {term} in {symbol}?
exponents-added: the exponents are added up, as if it were a product. -> e^(a + b) is e^a times e^b. Is e^a plus e^b the same?
inner-derivative-negated: the inner derivative of {node} has the other sign. -> What is the derivative of {inside}?
exponent-differentiated: in {node}, the exponent itself was differentiated. -> What does e^u have as its derivative in u?
exponent-taken-down: {inside} was taken down as a factor, as the power rule does it. -> Does the power rule hold where the exponent is what changes?
form-without-fraction: without a fraction
form-difference: as a difference of two terms
form-apart: without a product of {one} and {other}
line-does-follow: Line {number} does follow from what is printed above it, for the reason that it gives. -> Put numbers into every line, at a point that is nowhere special, and work out from the lines above what it should come to.
line-still-wrong: This is what is printed in line {number}.
not-a-pair: Give both, the number of the line and what it should be: {name} = [number, expression].
not-a-line-number: The first of the two should be the number of a line. Give both, the number of the line and what it should be: {name} = [number, expression].
no-such-line: There is no line {number}: the lines have the numbers 1 to {most}.
expression-left-out: What should be in line {number}? Give both, the number of the line and what it should be: {name} = [number, expression].
right-line: what should be in line {number}
expression-is-array: This is an array of NumPy, not an expression. Has one of the symbols been used for something else, as in z = np.array(...)? {WITH_SYMBOLS} And take exp and log as they are imported, not np.exp.
symbol-lost: {name} does not occur in it. -> {COMES_IN}
symbol-factor-missing: a factor {name} is missing. -> {COMES_IN}
term-too-many: there is a term {term} too many. -> {COMES_IN}
term-missing: a term {term} is missing. -> {COMES_IN}
off-by-symbol: it is off by {name}: a term with only {name} is missing, or one too many. -> {COMES_IN}
sign-of-term: with the other sign of {term} it would be right. -> Where does {it} come from, and with which sign?
term-left-out: without the term {signed} it would be right. -> {COMES_FROM}
log-of-term: with the logarithm of {term} in place of {term} it would be right. -> log(a/b) is log(a) - log(b), and log(a b) is log(a) + log(b). What are a and b?
sum-for-product: {one} and {other} are added, and should be multiplied. -> {WHICH_RULE}
factor-left-out: without the factor {factor} it would be right. -> Where does {factor} come from?
product-for-sum: {one} and {other} are multiplied, and should be added or subtracted. -> {WHICH_RULE}
square-missing: with the square of {base} it would be right. -> Which power does the rule give?
square-missing-below: with the square of {base} in the denominator it would be right. -> Which power does the rule give?
square-too-many: without the square of {base} it would be right. -> Which power does the rule give?
square-too-many-below: without the square of {base} in the denominator it would be right. -> Which power does the rule give?
sign-inside: with the other sign inside {node} it would be right. -> Which sign does the definition have there?
number-missing-inside: inside {node} a number is missing. -> Go back one line: what was inside there?
all-squared-for-one: in {node} all of {all} is squared, and not only {one}. -> {BINOMIAL}
squared-as-a-whole: {node} is squared as a whole, and not each of its terms on its own. -> {BINOMIAL}
one-squared-for-all: in {node} only {one} is squared, and not all of {all}. -> {BINOMIAL}
squared-each-on-its-own: in {node} each term is squared on its own, and not the whole of it. -> {BINOMIAL}
log-of-sum-split: the logarithm of the sum was split. -> {LOG_OF_SUM}
derivative-of-term-missing: the derivative of {term} is missing. -> {WHICH_TERMS}
derivative-of-term-negated: the derivative of {term} has the other sign. -> {WHICH_TERMS}
inner-derivative-missing: the inner derivative, that of {inside}, is missing. -> {CHAIN}
only-inner-derivative: this is only the inner derivative, that of {inside}. -> {CHAIN}
exponent-not-a-factor: the exponent {power} does not come down as a factor. -> {OF_POWER}
power-not-lowered: the power of {base} is not lowered by 1. -> {OF_POWER}
power-not-raised: the power of {base} in the denominator is not raised by 1. -> {OF_POWER}
exp-without-inner-derivative: {node} lacks its inner derivative, that of {inside}. -> {CHAIN}
only-inner-derivative-of-exp: this is only the inner derivative of {node}. -> {CHAIN}
log-without-inner-derivative: {node} lacks its inner derivative, that of {inside}. -> {OF_LOG}
log-not-divided: of {node} only what is inside was differentiated, and not divided by {inside}. -> {OF_LOG}
log-upside-down: the derivative of {node} was taken as 1 over the inner derivative. -> {OF_LOG}
log-kept: in {node} the inside was differentiated, and the log was kept. -> {OF_LOG}
rung-line: line {number} follows from {before}
in-line: Line {number}: {problem}
no-value-anywhere: The expression has no real value at any point tried. At the first of them it {why}.
no-value-here: The expression has no real value at this point: it {why}.
first-wrong-step: Step {number} is the first that is not right. {problem}
right-steps: {numbers}
value-changed: {before} is right already, and its value changed when it was written in another way. -> Put the same number into both lines, part by part: which part is no longer what it was?
opposite-sign-and-more: it has the opposite sign, and that is not all: {found} -> {found!t}
or-meant-as: {first} Or, if it is meant to be {step}: {found} -> {first!t}
form-terms: in {most!n} terms
form-with-only: with only {names}
form-once: with {names} only once
fraction-left: one is left: {part!s:.60} -> The logarithm of a fraction is a difference of two logarithms, and log(1/a) is -log(a).
too-few-terms: it is {number!n} term -> Which logarithm belongs to the numerator, and which to the denominator?
symbol-repeated: {name} is in it {number!n} times -> Which terms hold {name}? Take it out of them: a b + a c is a (b + c).
product-left: one is left: {part!s:.60} -> What is {one}**2 for the labels -1 and +1?
""",
        **SHARED,
    ),
    "step-right": lambda data: (
        "It has the right value at every point tried"
        + (", and the form that is asked for" if data["form"] else "")
        + (f". Next: step {data['number'] + 1}." if data["more"] else ". It was the last step."),
        "",
    ),
    "does-not-follow": _does_not_follow,
    "meant-as": _meant_as,
    "two-slips": _two_mistakes,
    "factor-taken-as-constant": _of_product("{factor} was taken as a constant."),
    "product-negated": _of_product("the product with the slope of {factor} has the other sign."),
    "derivatives-multiplied": _of_product("the derivatives of the factors are multiplied."),
    "parts-differentiated-alone": _of_product(
        "numerator and denominator were differentiated on their own."
    ),
    "denominator-not-squared": _of_product("the denominator is not squared."),
    "other-symbols-left": lambda data: (
        f"it still holds {listed(data['others'])}",
        f"Which part of it is {' or '.join(data['hidden'])}, written out?",
    ),
    "too-many-terms": lambda data: (
        f"multiplied out it has {count(data['number']) if data['number'] <= 10 else 'more than ten'}",
        "Multiply the brackets out. Which terms cancel, and which add up to one?",
    ),
}
