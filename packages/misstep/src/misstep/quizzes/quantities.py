"""What a number in a wrong answer is: one that the question gives, or made of two that it gives.

The quantities are read from the question's own text, so that drawn numbers have names, too: in
"a test finds 95 % of them, P(T | MR)=0.95", 0.95 is P(T | MR).
"""

import itertools
import math
import operator
import re
from collections.abc import Iterator
from fractions import Fraction

NUMBER = r"-?\d(?:[\d,]*\d)?(?:\.\d+)?(?:/\d+)?"
NAMED = re.compile(rf"(P\([^()]*\)|[^\W\d_][\w']*) ?= ?({NUMBER})(?![\d(])")
ALONE = re.compile(rf"(?<![\w.^/])({NUMBER})( ?%)?(?![\w(])")
YEAR = re.compile(r"(19|20)\d\d")
ASKED = re.compile(r"P\([^()]*\)(?!=)")
LISTED = re.compile(r"^ *\d+\. ", re.MULTILINE)  # the numbers of a list's items are no quantities
EVERYWHERE = {0.0, 1.0, -1.0}  # too common to say anything

MAX_QUANTITIES = 8
MADE = (("·", operator.mul), ("/", operator.truediv), ("+", operator.add), ("-", operator.sub))


def given_quantities(text: str) -> dict[str, float]:
    """The quantities of a question: those with a name by it, the others by how they are written."""
    text = LISTED.sub("", text)
    found = {name: _value(number) for name, number in NAMED.findall(text)}
    for number, percent in ALONE.findall(NAMED.sub("", text)):
        value = _value(number) / (100 if percent else 1)
        if value not in found.values() and not YEAR.fullmatch(number):
            found.setdefault(f"{number}{percent}", value)
    return {name: value for name, value in found.items() if value not in EVERYWHERE}


def asked_probability(text: str) -> str:
    """The name of the probability that a question asks for, or ""."""
    found = ASKED.search(text)
    return found[0] if found else ""


def quantity_name(number: float, quantities: dict[str, float], decimals: int) -> str | None:
    """Which quantity of a question a number is, or how it is made of two of them; None if it is none.

    A number that the question gives without a name has the name "".
    """
    if number in EVERYWHERE:
        return None
    for name, value in quantities.items():
        if _is(number, value, decimals):
            alone = re.fullmatch(rf"{NUMBER}( ?%)?", name)
            return "" if alone else name
    if not decimals or len(quantities) > MAX_QUANTITIES:
        return None  # small whole numbers, or many, make others in many ways
    made = {words for words, value in _made(quantities) if _is(number, value, decimals)}
    return made.pop() if len(made) == 1 else None


def _made(quantities: dict[str, float]) -> Iterator[tuple[str, float]]:
    for name, value in quantities.items():
        if 0 < value < 1:
            yield f"1 - {name}", 1 - value
    for (one, a), (other, b) in itertools.permutations(quantities.items(), 2):
        for sign, operation in MADE:
            if sign in "+-" and "|" in one + other:
                continue  # what depends on a condition is not added to what doesn't
            if one < other or sign in "/-":
                yield f"{one} {sign} {other}", operation(a, b) if b or sign != "/" else math.inf


def _is(number: float, value: float, decimals: int) -> bool:
    """Whether a number is a value, or that value rounded as the question allows, with two digits left."""
    rounded = round(value, decimals)
    digits = f"{abs(rounded):.{decimals}f}".replace(".", "").strip("0")
    return math.isclose(number, value, rel_tol=1e-9) or (
        len(digits) > 1 and math.isclose(number, rounded, rel_tol=1e-12)
    )


def _value(number: str) -> float:
    return float(Fraction(number.replace(",", "")))
