"""Sentences about answers to quizzes."""

from collections.abc import Mapping, Sequence
from typing import Any

from misstep.core.kinds import show
from misstep.explain.words import Template, count, listed, ordinal, say, table

Data = Mapping[str, Any]
NOT_YET = "That is not it yet."
NO_NAME = 'There is no name in student = "", so these are the numbers that everybody gets.'


def decimals(number: int) -> str:
    """A number of decimals."""
    return "one decimal" if number == 1 else f"{count(number)} decimals"


def _quantity(number: int, thing: str) -> str:
    return f"{count(number)} {thing}{'s' * (number != 1)}"


def _where(data: Data) -> tuple[str, str]:
    """Which numbers of a list, or rows of a table, are wrong; of labels, how many."""
    if not data["axes"]:
        return NOT_YET, ""
    wrong, many = data["wrong"], data["many"]
    yours = f"your {count(many)} {'numbers' if data['axes'] == 1 else 'rows'}"
    is_are = "is" if len(wrong) == 1 else "are"
    if len(wrong) == many > 1:
        return f"{'Neither' if many == 2 else 'None'} of {yours} is right.", ""
    if data["labels"]:
        return f"{count(len(wrong)).capitalize()} of {yours} {is_are} not right.", ""
    places = listed(f"the {ordinal(i + 1)}" for i in wrong)
    return f"{places} of {yours} {is_are} not right.".capitalize(), ""


def _another_order(data: Data) -> tuple[str, str]:
    things, order = "numbers" if data["axes"] == 1 else "rows", data["reversed"]
    looks = f"These are the right {things}, in {'reverse' if order else 'another'} order."
    return looks, "Which is asked for first?"


def _too_few_decimals(data: Data) -> tuple[str, str]:
    right = "All of it is" if data["axes"] else "That is"
    wanted = count(data["wanted"])
    return (
        f"{right} right to {decimals(data['given'])}.",
        f"Give {wanted}, or a fraction: Python can do the rounding.",
    )


def _nearly(data: Data) -> tuple[str, str]:
    think = "What makes so small a difference? Is something left out that hardly counts here?"
    if data["rounded"]:
        think = "Was a number rounded on the way? Round only at the end."
    if data["all"]:
        many, ones = ("All of your numbers are", "ones") if data["axes"] else ("That is", "one")
        return f"{many} within one per cent of the right {ones}, and not closer.", think
    near = "It is" if data["one"] else "They are"
    where = say(data["where"]).looks
    return f"{where} {near} within one per cent of what should be there.", think


def is_it(number: float, quantity: str) -> str:
    """A question about a number that the task gives, perhaps with a name."""
    named = quantity or "a number that the question gives"
    return f"{show(float(number))} is {named}: is that what is asked?"


def _in_part(data: Data) -> tuple[str, str]:
    """Each wrong number of a list with what it is."""
    told = {
        i: hint if isinstance(hint, str) else is_it(*hint) for i, hint in data["by_place"].items()
    }
    think = " ".join(f"The {ordinal(i + 1)}: {words}" for i, words in told.items())
    return say(data["where"]).looks, think


def _by_factor(data: Data) -> tuple[str, str]:
    things, factor = "numbers" if data["axes"] == 1 else "rows", data["factor"]
    times = "twice" if factor == 2 else f"{count(factor)} times"
    if data["larger"]:
        looks = f"Each of your {things} is {times} what it should be."
        return looks, f"Where does the factor {factor} come from?"
    return (
        f"Each of your {things} should be {times} as large.",
        f"Where does a factor {factor} get lost, or what is divided by {factor}?",
    )


def _other_form(data: Data) -> tuple[str, str]:
    what, think = _what(data["what"], data["shape"], data["axes"])
    return f"The answer should be {data['form']}. {what}".rstrip(), think


def _what(what: str, shape: Sequence[int], axes: int) -> tuple[str, str]:
    """What an answer of the wrong form is, and how to fix it."""
    if what == "text":
        return "Yours is text.", "Leave the quotes out: Python works out `1 / 3` by itself."
    if what in ("set", "frozenset", "dict"):
        return f"Yours is a {what}, which has no order.", "A list stands between [ and ]."
    if what in ("holds text", "unequal lists", "unknown"):
        told = {
            "holds text": "Yours holds text.",
            "unequal lists": "In yours, the lists are not all equally long.",
        }
        return told.get(what, ""), ""
    if not shape:
        return "Yours is a single number.", ""
    if axes == 0 and what == "one number":
        return (
            "Yours is a list with one number in it.",
            "Leave the square brackets out, or take the number out of its array with [0].",
        )
    if len(shape) == 1:
        return f"Yours holds {_quantity(shape[0], 'number')}{' and no lists' * (axes == 2)}.", ""
    if len(shape) != 2:
        return "", ""
    if axes == 1 and shape[0] == 1:
        return "Yours is a list inside a list.", "Leave one pair of square brackets out."
    return f"Yours holds {_quantity(shape[0], 'list')} of {_quantity(shape[1], 'number')}.", ""


def _right(data: Data) -> tuple[str, str]:
    to = f", to {decimals(data['decimals'])}" if data["decimals"] else ""
    then = NO_NAME if data["nameless"] else "Go on with the next part."
    return f"That is right{to}. {then}", ""


WORDS: dict[str, Template] = {
    **table("""
rung-answered: it is answered
rung-form: it is {form}
rung-answer: the answer itself
answer-missing: {name} is still None. Replace the last line of the cell above by `{name} = ...` and run it.
answer-to-another-question: That answers another question: “{asked}” -> {hint}
answer-in-per-cent: That is the answer in per cent. -> 12.5 % is 0.125: give a number between 0 and 1.
rows-and-columns-swapped: Rows and columns are swapped. -> What does one row stand for?
counted-from-elsewhere: All of them are 1 too {size}. -> Where does counting start, at 0 or at 1?
everybodys-numbers: That is right for the numbers that everybody gets, but you have your own. -> Run the cell with the question again. Are its numbers those you used?
not-a-probability: {number} can't be a probability: these are from 0 to 1.
sign-of-input: This comes out with {number:g} as {what}. Check its sign.
other-part: This comes out with {number:.6g} in place of {part:.6g}. Which of the two belongs there?
input-left-out: This comes out with 0 as {what}. Was it left out?
input-taken-as-1: This comes out with 1 as {what}. Which number is it?
name-without-quotes: {name} is not in quotes, so Python looks for a variable of that name. Put your name between quotes, as in student = "Ada", and run that cell again.
name-cell-unreadable: This is not Python. Put your name between quotes, as in student = "Ada", and run that cell again.
name-cell-not-run: The cell with student = ... has not been run, or it stopped with an error. Put your name between quotes, as in student = "Ada", and run that cell. With student = "" you get the same numbers as everybody.
answer-off: {where} -> {hint}
not-among: The answer should be {form}. -> {hints!o}
known-slip: {where} -> {hints!o}
slip-with-opposite-sign: {where} The sign is the wrong way round, and that is not all. -> Turn the sign round, and look again. {hints!o}
one-minus-slip: {where} -> Take 1 minus that, and look at it. {hints!o}
answer-negated: All of it is right but for the sign. -> What is subtracted from what?
one-minus-answer: That is 1 minus the right answer. -> Which of the two is asked for, that it happens or that it does not?
maybe-two-switches: Could it be two things at once? {hints[0]} {hints[1]}
two-switches: There are two things to look at. {hints[0]} {hints[1]}
perhaps-everybodys-numbers: {where} -> Run the cell with the question again. Are its numbers those you used?
"""),
    "answer-right": _right,
    "no-name-yet": lambda data: (NO_NAME, ""),
    "other-form": _other_form,
    "wrong-places": _where,
    "answer-in-other-order": _another_order,
    "slips-in-part": _in_part,
    "too-few-decimals": _too_few_decimals,
    "quantity-of-question": lambda data: (
        f"{say(data['where']).looks} {is_it(data['number'], data['quantity'])}",
        data["hint"],
    ),
    "answer-nearly-right": _nearly,
    "answer-scaled": _by_factor,
}
