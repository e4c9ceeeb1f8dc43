"""Quizzes: question templates with drawn numbers ("calculated questions" elsewhere).

A `Scenario` is a situation with numbers: those of a document, and a way to draw others. The quizzes
of a scenario are functions from its numbers to a `Question`: text, answer, mistakes, a hint, and the worked
solution. A student's name chooses the numbers; without a name they are the document's own.

    smoothing = Scenario("smoothing", "02", {"tokens": 10_000}, draw, setting)

    @smoothing.asks("unsmoothed", form="a number", decimals=8)
    def unsmoothed(tokens):
        return Question(text="...", answer=0, mistakes=[...], hint="...", worked="...")

`Quiz` itself is a question whose numbers can't be drawn.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any, TypeVar

import numpy as np

from misstep.core import course
from misstep.core.kinds import show
from misstep.core.report import Report
from misstep.core.rows import Row
from misstep.quizzes import quantities
from misstep.quizzes.switches import Switched

QUIZZES: dict[str, "Quiz"] = {}
SCENARIOS: dict[str, "Scenario"] = {}

MAX_DRAWS = 2000  # per student; then the scenario is called unsolvable
ENDING = "Replace the last line of the cell below by"  # how a question in an exercise ends
REPLACE = re.compile(rf"{ENDING} `?\w+ = \.\.\.`?: ")
LAST_RUNG = "the answer itself"  # reads well behind "ok" and behind "WRONG"
COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = (
    *("", "first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)

LABELS = {-1.0, 0.0, 1.0}
ROUNDING_TOLERANCE = 0.002  # relative; for "rounded too early"
UNROUNDED_DIGITS = 6  # a number with as many has not been rounded
MAX_OUTCOMES = 64  # fractions with this denominator come about in many ways
MAX_PLACES, MAX_SMALL_NUMBER = 6, 20  # lists of fewer, smaller whole numbers can be guessed
MAX_PLACES_NAMED = 3  # wrong entries of a list that a message names one by one
OTHERWISE = " Something else leads to the same answer. "  # between the hints of two mistakes

Numbers = dict[str, Any]
Mistakes = Sequence[tuple[Any, str]]
Places = Sequence[tuple[Sequence[int], str]]  # places in a list, counted from 1, with a hint
Item = TypeVar("Item")


# ---------------------------------------------------------------- drawing numbers


class StableRandom:
    """A stream of random numbers that is the same on every machine and in every Python.

    `random.Random` promises that for `random()` alone, not for `randrange` or `shuffle`.
    """

    def __init__(self, *key: str) -> None:
        self._key, self._draws = "\0".join((course.current.name, *key)), 0

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        digest = sha256(f"{self._key}\0{self._draws}".encode()).digest()
        self._draws += 1
        return low + int.from_bytes(digest[:8], "big") % (high - low + 1)

    def part(self, low: int, high: int, of: int = 10) -> float:
        """A whole number from low to high, divided by `of`: tenths, hundredths."""
        return self.whole(low, high) / of

    def pick(self, options: Sequence[Item]) -> Item:
        """One of the options."""
        return options[self.whole(0, len(options) - 1)]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in another order (Fisher-Yates)."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.whole(0, i)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed


def normalised(student: Any) -> str:
    """A student's name as it is drawn from: case, accents' encoding and blanks do not matter.

    Raises:
        ValueError: where it is not text; a number, such as a matriculation number, is fine.

    """
    if isinstance(student, int) and not isinstance(student, bool):
        student = str(student)
    if student is not None and not isinstance(student, str):
        raise ValueError('student should be text in quotes, such as student = "Ada Lovelace"')
    return " ".join(unicodedata.normalize("NFKC", student or "").casefold().split())


# ---------------------------------------------------------------- one question


@dataclass
class QuizReport(Report):
    """How an answer was marked, and whether it is known how it came about."""

    known: bool = True


@dataclass(frozen=True)
class Question:
    """What is asked about one set of numbers; the texts are Markdown."""

    text: str
    answer: Any
    mistakes: Mistakes = ()  # wrong answers that students give, and what to think about
    also: Mistakes = ()  # more of them, which may give the same number as others; no draw depends on them
    switched: Switched = field(default_factory=Switched)  # tried if none of these fits
    start: Any = 0.0  # what the answer is a small change of, such as weights before a step
    hint: str = ""  # for any other wrong answer
    cannot_be: Callable[[float], str] = lambda number: ""  # why a number can't be part of an answer
    tried: Callable[[Any], str] = lambda answer: ""  # what comes out if an answer is put in
    by_place: Places = ()  # hints for what is wrong in some places of a list; the first that fits
    worked: str = ""  # the solution, step by step
    name: str = ""
    form: str = "a number"
    among: Sequence[int] = ()  # the only numbers that there can be, such as labels
    whole: bool = False  # whole numbers are asked for
    decimals: int = 0
    setting: str = ""  # the situation, which other questions may share
    beside: Callable[[], list["Question"]] = list  # what else is asked about the same numbers

    @property
    def precision(self) -> str:
        """What an answer looks like, and how precise it has to be."""
        if not self.decimals:
            return self.form
        places = "one decimal" if self.decimals == 1 else f"{_count(self.decimals)} decimals"
        fraction = "fractions" if np.ndim(self.answer) else "a fraction"
        return f"{self.form}, to {places} or as {fraction} such as `1 / 3`"

    @property
    def markdown(self) -> str:
        """The question as an exercise shows it."""
        return f"{self.text}\n\n{ENDING} `{self.name} = ...`: {self.precision}."

    def mark(self, given: Any) -> "QuizReport":
        """Compare a given answer; it may be rounded as the question allows."""
        report = QuizReport(self.name)
        if given is None:
            words = f"{self.name} is still None. Replace the last line of the cell above by"
            return _wrong(report, "it is answered", f"{words} `{self.name} = ...` and run it.")
        report.passed.append("it is answered")
        numbers = _numbers(given)
        wanted = np.asarray(self.answer, dtype=float)
        if numbers is None or numbers.shape != wanted.shape:
            report.add(Row.YOUR_ANSWER, show(given))
            what, report.think = _other_form(given, numbers, wanted.ndim)
            message = f"The answer should be {self.form}. {what}".rstrip()
            return _wrong(report, f"it is {self.form}", message)
        if not self._can_be(numbers):
            report.add(Row.YOUR_ANSWER, show(given))
            report.think = self.thinks(numbers) or self._impossible(numbers, wanted) or self.hint
            return _wrong(report, f"it is {self.form}", f"The answer should be {self.form}.")
        report.passed.append(f"it is {self.form}")
        if not self.close(numbers, wanted):
            report.add(Row.YOUR_ANSWER, show(given))
            message, report.think, report.known = self._explained(numbers, wanted)
            return _wrong(report, LAST_RUNG, message)
        report.passed.append(LAST_RUNG)
        return report

    def _can_be(self, numbers: Any) -> bool:
        """Whether numbers are of the kind that the form asks for: some of a few, or whole."""
        if self.among:
            return bool(np.isin(numbers, self.among).all())
        return not self.whole or self.close(numbers, np.round(numbers))

    def close(self, given: Any, wanted: Any) -> bool:
        """Whether two answers are the same to the question's decimals."""
        gap = np.asarray(given, dtype=float) - np.asarray(wanted, dtype=float)
        within = 0.5001 * 10.0**-self.decimals if self.decimals else 1e-6
        return bool((np.abs(gap) <= within).all())

    def mistake(self, given: Any) -> str:
        """What to think about, if this is a wrong answer that is known."""
        for wrong, think in self.mistakes:
            if np.shape(wrong) == np.shape(given) and self.close(given, wrong):
                return think
        return ""

    def comes_from(self, given: Any, value: Any, decimals: int | None = None) -> bool:
        """Whether an answer can be this value, exact or rounded, and isn't merely small as well."""
        have, of = np.asarray(given, dtype=float), np.asarray(value, dtype=float)
        places = self.decimals if decimals is None else decimals
        if have.shape != of.shape or not np.isfinite(of).all():
            return False
        gap = np.abs(have - of)
        if (gap > (0.5001 * 10.0**-places if self.decimals else 1e-6)).any():
            return False
        if of.any() and not have.any():
            return False  # anything small is 0 in the end
        near = (gap <= ROUNDING_TOLERANCE * np.abs(of)) | (gap < 1e-12)
        for more in range(places, places + UNROUNDED_DIGITS):
            near |= np.abs(have - np.round(of, more)) < 1e-12
        return bool(near.all())

    def thinks(self, given: Any) -> str:
        """The hints of all known mistakes that lead to this answer."""
        digits = max(map(_digits, np.ravel(given)), default=0)
        sure = _is_distinctive(given)
        levels = [(1, [*self.mistakes, *self.also]), (1, self.switched.once())]
        if sure or np.ndim(given):
            levels.append((0, self.switched.of_inputs()))
        if sure:
            levels.append((0, self.switched.twice()))
        for exact in (True, False) if digits >= UNROUNDED_DIGITS else (False,):
            for several, level in levels:
                found = self._leading(given, level, exact)
                if found and (several or len(found) == 1):
                    return OTHERWISE.join(found)
        return ""

    def _leading(self, given: Any, mistakes: Mistakes, exact: bool = False) -> list[str]:
        """The words of the mistakes that lead to an answer, be it rounded or exactly."""
        found = [
            think
            for wrong, think in mistakes
            if self.comes_from(given, wrong)
            and (not exact or np.allclose(given, wrong, rtol=1e-9, atol=1e-15))
        ]
        return list(dict.fromkeys(found))

    def _turned(self, given: Any, wanted: Any) -> tuple[str, str] | None:
        """That an answer is a known mistake with the other sign, or 1 minus one, if it is."""
        if set(np.unique(given)) <= LABELS:
            return None
        known = [
            mistake
            for mistake in (*self.mistakes, *self.also)
            if np.shape(mistake[0]) == wanted.shape
        ]
        yours = "your number" if not wanted.ndim else "each of your numbers"
        where = self._where(given, wanted)
        signed = [mistake for mistake in known if (np.sign(mistake[0]) == np.sign(wanted)).all()]
        if found := self._leading(-given, signed):
            return (
                f"{where} The sign is the wrong way round, and that is not all.",
                f"Turn the sign of {yours} round, and look again. {OTHERWISE.join(found)}",
            )
        others = [(1 - np.asarray(wrong), think) for wrong, think in known]
        sure = self.cannot_be is no_probability and _is_distinctive(given)
        if sure and (found := self._leading(given, others)):
            return where, f"Take 1 minus {yours}, and look at that. {OTHERWISE.join(found)}"
        return None

    def _in_part(self, given: Any, wanted: Any, mistakes: Mistakes) -> str:
        """What to think about, if some numbers of a list are right, and the others are those of mistakes."""
        if wanted.ndim != 1 or set(np.unique(wanted)) <= LABELS:
            return ""
        known = [
            (wrong, think)
            for wrong, think in mistakes
            if np.shape(wrong) == wanted.shape
            and not self.close(sorted(wrong), sorted(wanted))  # another message says that
        ]
        places = self._wrong_places(given, wanted)
        each = {
            i: {
                think
                for wrong, think in known
                if self.comes_from(given[i], wrong[i]) and not self.close(wrong[i], wanted[i])
            }
            for i in places
        }
        together = set.intersection(*each.values())
        if together or len(places) > MAX_PLACES_NAMED:
            return together.pop() if len(together) == 1 else ""
        if not any(each.values()):
            return ""
        made = {i: self._quantity_name(float(given[i])) for i in places if not each[i]}
        if quantities.GIVEN in made.values():
            return ""  # such a number may stand there for any reason
        told = {i: min(each[i], default=_is_it(given[i], made.get(i, ""))) for i in places}
        if not all(told.values()) or max(map(len, each.values())) > 1:
            return ""
        return " ".join(f"The {_ordinal(i + 1)}: {words}" for i, words in told.items())

    def _explained(self, given: Any, wanted: Any) -> tuple[str, str, bool]:
        """What is wrong with an answer, what to think about, and whether it is known how it came about.

        Slips that are known come first: what is merely near the right answer may be one of them.
        """
        mixed, where = self._in_another_order(given, wanted), self._where(given, wanted)
        if think := self.thinks(given):
            return mixed or where, think, True
        if mixed:
            return mixed, "Which is asked for first?", True
        if turned := self._turned(given, wanted):
            return *turned, True
        if other := self._of_another(given):
            return f"That answers another question: “{other}”", self.hint, False
        for mistakes in ((*self.mistakes, *self.also), self.switched.once()):
            if think := self._in_part(given, wanted, mistakes):
                return where, think, True
        for places in range(self.decimals - 1, max(0, self.decimals - 4), -1):
            if given.any() and np.allclose(given, np.round(wanted, places), rtol=0, atol=1e-12):
                right = f"{'That is' if wanted.ndim == 0 else 'All of it is'} right"
                return (
                    f"{right} to {_count(places)} decimal{'s' * (places > 1)}.",
                    f"Give {_count(self.decimals)}, or a fraction: Python can do the rounding.",
                    True,
                )
        if (
            self.decimals
            and np.abs(wanted).max() <= 1
            and self.comes_from(given, 100 * wanted, max(0, self.decimals - 2))
        ):
            think = "12.5 % is 0.125: give a number between 0 and 1."
            return "That is the answer in per cent.", think, True
        if reason := self._impossible(given, wanted):
            return where, reason, True
        if relation := self._related(given, wanted):
            return *relation, True
        if think := self.tried(given):
            return where, think, True
        if close := self._nearly(given, wanted):
            return *close, True
        if quantity := self._quantity(given, wanted):
            return f"{where} {quantity}", self.hint, False
        for some, hint in self.by_place:
            if any(not self.close(given[i - 1], wanted[i - 1]) for i in some):
                return where, hint, False
        return where, self.hint, False

    def _of_another(self, given: Any) -> str:
        """What else is asked about the same numbers, if this is the answer to that."""
        if set(np.unique(given)) <= LABELS:
            return ""
        for other in self.beside():
            if self.comes_from(given, other.answer):
                asked = [s for s in re.split(r"(?<=[.?!]) ", plain(other.text)) if s.endswith("?")]
                return asked[-1] if asked else ""
        return ""

    def _nearly(self, given: Any, wanted: Any) -> tuple[str, str] | None:
        """That every number that is wrong is within a hundredth of the right one, if that is so."""
        change = np.ravel(wanted - self.start)
        wrong = [
            not self.close(h, w) for h, w in zip(np.ravel(given), np.ravel(wanted), strict=True)
        ]
        if not self.decimals or not change[wrong].all():
            return None
        if (np.abs(np.ravel(given - wanted)) >= np.abs(change) / 100)[wrong].any():
            return None
        rounded = max(map(_digits, np.ravel(given)[wrong])) < UNROUNDED_DIGITS
        think = (
            "Was a number rounded on the way? Round only at the end."
            if rounded
            else "What makes so small a difference? Is something left out that hardly counts here?"
        )
        if all(wrong):
            many = "All of your numbers are" if wanted.ndim else "That is"
            ones = "ones" if wanted.ndim else "one"
            return f"{many} within one per cent of the right {ones}, and not closer.", think
        near = "It is" if sum(wrong) == 1 else "They are"
        return (
            f"{self._where(given, wanted)} {near} within one per cent of what should be there.",
            think,
        )

    def _quantity(self, given: Any, wanted: Any) -> str:
        """What the only wrong number is, if the question gives it, or gives what it is made of."""
        pairs = list(zip(np.ravel(given), np.ravel(wanted), strict=True))
        wrong = [float(have) for have, want in pairs if not self.close(have, want)]
        if len(wrong) != 1 or set(np.unique(wanted)) <= LABELS:
            return ""
        return _is_it(wrong[0], self._quantity_name(wrong[0]))

    def _quantity_name(self, number: float) -> str:
        """What a number is, if the question gives it, or gives what it is made of."""
        known = quantities.given_quantities(plain(f"{self.setting}\n{self.text}"))
        for other in self.beside():
            if np.ndim(other.answer) == 0 and (
                name := quantities.asked_probability(plain(other.text))
            ):
                known.setdefault(name, float(other.answer))
        return quantities.quantity_name(number, known, self.decimals)

    def _impossible(self, given: Any, wanted: Any) -> str:
        """Why one of the numbers that are wrong can't be right, whatever the others are."""
        for have, want in zip(np.ravel(given), np.ravel(wanted), strict=True):
            if not self.close(have, want) and (reason := self.cannot_be(float(have))):
                return reason
        return ""

    def _related(self, given: Any, wanted: Any) -> tuple[str, str] | None:
        """What was done to all of a right answer: the other sign, a factor, rows for columns."""
        if set(np.unique(wanted)) <= LABELS:  # any two lists of these are related
            return None
        if self.close(-given, wanted):
            one = "That is right but for its sign." if not wanted.ndim else ""
            return one or "All of it is right but for the sign.", "What is subtracted from what?"
        if self.cannot_be is no_probability and self.close(1 - given, wanted):
            what = "Each of your numbers is" if wanted.ndim else "That is"
            return f"{what} 1 minus the right one.", (
                "Which of the two is asked for, that it happens or that it does not?"
            )
        if factor := self._by_a_factor(given, wanted):
            return factor
        if wanted.ndim == 2 and given.shape == given.T.shape and self.close(given.T, wanted):
            return "Rows and columns are swapped.", "What does one row stand for?"
        return self._off_by_one(given, wanted)

    def _by_a_factor(self, given: Any, wanted: Any) -> tuple[str, str] | None:
        """That all numbers are a telling number of times as large as they should be."""
        if np.count_nonzero(wanted) < 2:
            return None
        things = "numbers" if wanted.ndim == 1 else "rows"
        for factor in dict.fromkeys((2, 3, 10, 100, len(wanted))):
            times = "twice" if factor == 2 else f"{_count(factor)} times"
            if self.close(given, factor * wanted):
                return (
                    f"Each of your {things} is {times} what it should be.",
                    f"Where does the factor {factor} come from?",
                )
            if self.close(given * factor, wanted):
                return (
                    f"Each of your {things} should be {times} as large.",
                    f"Where does a factor {factor} get lost, or what is divided by {factor}?",
                )
        return None

    def _off_by_one(self, given: Any, wanted: Any) -> tuple[str, str] | None:
        """That whole numbers are all too large or too small by 1: counted from another start."""
        if (
            not wanted.ndim
            or self.decimals
            or not (gap := np.ravel(given)[0] - np.ravel(wanted)[0])
        ):
            return None
        if abs(gap) != 1 or not self.close(given - gap, wanted):
            return None
        return f"All of them are 1 too {'large' if gap > 0 else 'small'}.", (
            "Where does counting start, at 0 or at 1?"
        )

    def _in_another_order(self, given: Any, wanted: Any) -> str:
        """That an answer holds what it should, in another order, if it does."""
        if not wanted.ndim or set(np.unique(wanted)) <= LABELS:
            return ""
        if not self.close(
            sorted(np.reshape(given, (len(given), -1)).tolist()),
            sorted(np.reshape(wanted, (len(wanted), -1)).tolist()),
        ):
            return ""
        things = "numbers" if wanted.ndim == 1 else "rows"
        order = "reverse" if len(wanted) > 2 and self.close(given[::-1], wanted) else "another"
        return f"These are the right {things}, in {order} order."

    def _wrong_places(self, given: Any, wanted: Any) -> list[int]:
        """The places of a list, or the rows of a table, that are not right, counted from 0."""
        pairs = enumerate(zip(given, wanted, strict=True))
        return [i for i, (have, want) in pairs if not self.close(have, want)]

    def _where(self, given: Any, wanted: Any) -> str:
        if wanted.ndim == 0:
            return "That is not it yet."
        wrong = self._wrong_places(given, wanted)
        yours = f"your {_count(len(wanted))} {'numbers' if wanted.ndim == 1 else 'rows'}"
        is_are = "is" if len(wrong) == 1 else "are"
        if len(wrong) == len(wanted) > 1:
            return f"{'Neither' if len(wrong) == 2 else 'None'} of {yours} is right."
        if wanted.ndim == 1 and set(np.unique(wanted)) <= LABELS:
            # which one is wrong would be the answer
            return f"{_count(len(wrong)).capitalize()} of {yours} {is_are} not right."
        *others, last = [f"the {_ordinal(i + 1)}" for i in wrong]
        return (
            f"{', '.join(others)}{' and ' if others else ''}{last} of {yours} {is_are} not right."
        ).capitalize()


def _is_it(number: float, quantity: str) -> str:
    """A question about a number that is a quantity of the task; "" if it is none."""
    return f"{show(float(number))} is {quantity}: is that what is asked?" if quantity else ""


def _wrong(report: "QuizReport", rung: str, message: str) -> "QuizReport":
    report.failed, report.message = rung, message
    return report


def _count(number: int) -> str:
    return COUNTED[number] if number < len(COUNTED) else str(number)


def _ordinal(number: int) -> str:
    return ORDINALS[number] if number < len(ORDINALS) else f"{number}th"


def _digits(number: float) -> int:
    """How many significant digits a number has."""
    return len(f"{abs(number):.11e}".partition("e")[0].replace(".", "").rstrip("0"))


def _is_distinctive(given: Any) -> bool:
    """Whether a number of an answer is rare enough to show how it came about.

    0.2 is not, nor is 0.375: shares of a few outcomes come about in many ways.
    """
    return any(
        _digits(number) > 2
        and abs(Fraction(number).limit_denominator(MAX_OUTCOMES) - Fraction(number)) > 1e-9
        for number in map(float, np.ravel(given))
        if np.isfinite(number)
    )


def _is_guessable(answer: Any) -> bool:
    """Whether an answer can be right by chance: signs, labels, an index."""
    numbers = np.ravel(np.asarray(answer, dtype=float))
    whole = (numbers == np.round(numbers)).all()
    return bool(len(numbers) < MAX_PLACES and whole and (np.abs(numbers) < MAX_SMALL_NUMBER).all())


def _numbers(given: Any) -> Any:
    try:
        return np.asarray(given, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return None


def _other_form(given: Any, numbers: Any, axes: int) -> tuple[str, str]:
    """What an answer of the wrong form is, and how to fix it."""
    if isinstance(given, str):
        return "Yours is text.", "Leave the quotes out: Python works out `1 / 3` by itself."
    if isinstance(given, set | frozenset | dict):
        kind = type(given).__name__
        return f"Yours is a {kind}, which has no order.", "A list stands between [ and ]."
    if numbers is None:
        parts = given if isinstance(given, list | tuple) else ()
        if any(isinstance(part, str) for part in parts):
            return "Yours holds text.", ""
        if parts and all(isinstance(part, list | tuple) for part in parts):
            return "In yours, the lists are not all equally long.", ""
        return "", ""
    if numbers.ndim == 0:
        return "Yours is a single number.", ""
    if axes == 0 and numbers.size == 1:
        return (
            "Yours is a list with one number in it.",
            "Leave the square brackets out, or take the number out of its array with [0].",
        )
    many = f"{_count(len(numbers))} number{'s' * (len(numbers) != 1)}"
    if numbers.ndim == 1:
        return f"Yours holds {many}{' and no lists' * (axes == 2)}.", ""
    if numbers.ndim != 2:
        return "", ""
    if axes == 1 and len(numbers) == 1:
        return "Yours is a list inside a list.", "Leave one pair of square brackets out."
    rows, columns = numbers.shape
    lists = f"{_count(rows)} list{'s' * (rows != 1)}"
    return f"Yours holds {lists} of {_count(columns)} number{'s' * (columns != 1)}.", ""


def no_probability(number: float) -> str:
    """Why a number can't be a probability; empty if it can."""
    if 0 <= number <= 1:
        return ""
    return f"{show(number)} can't be a probability: these are from 0 to 1."


# ---------------------------------------------------------------- quizzes and their scenarios


class Quiz:
    """A question that is the same for everybody."""

    def __init__(
        self,
        name: str,
        answer: Any,
        decimals: int,
        form: str,
        mistakes: Mistakes = (),
        hint: str = "",
        by_place: Places = (),
        among: Sequence[int] = (),
        whole: bool = False,
    ) -> None:
        self.name = name
        self._question = Question(
            "",
            answer,
            mistakes,
            hint=hint,
            by_place=by_place,
            name=name,
            form=form,
            among=among,
            whole=whole,
            decimals=decimals,
        )
        QUIZZES[name] = self

    def question(self, student: Any = "") -> Question:
        """What is asked of a student; without a name, what the document asks."""
        normalised(student)
        return self._question

    def mark(self, given: Any, student: Any = "") -> Report:
        """Compare the answer of a student."""
        return self.question(student).mark(given)

    @property
    def answer(self) -> Any:
        """The answer to the document's own question."""
        return self.question().answer

    @property
    def decimals(self) -> int:
        """How many decimals the document prints."""
        return self.question().decimals

    @property
    def mistakes(self) -> Mistakes:
        """Wrong answers to the document's own question."""
        return self.question().mistakes


class Template(Quiz):
    """A question that is asked about the numbers of its scenario."""

    def __init__(
        self,
        name: str,
        scenario: "Scenario",
        make: Callable[..., Question],
        **asked: Any,
    ) -> None:
        self.name, self.scenario = name, scenario
        self._make, self._asked = make, asked  # the form of its answer
        QUIZZES[name] = self

    def question(self, student: Any = "") -> Question:
        """What is asked of a student; without a name, what the document asks."""
        return self.about(self.scenario.numbers(student))

    def mark(self, given: Any, student: Any = "") -> Report:
        """Compare the answer of a student; recognise one that is right for the document's numbers.

        A slip with the student's own numbers comes first, and a few signs may be right by chance. So
        may a rounded number, which is only asked about.
        """
        asked, documents = self.question(student), self.question()
        report = asked.mark(given)
        if not report.known and not _is_guessable(documents.answer) and documents.mark(given).good:
            exact = np.allclose(_numbers(given), documents.answer, rtol=1e-9, atol=1e-12)
            if exact:
                report.message = (
                    "That is right for the numbers that everybody gets, but you have your own."
                )
            if exact or max(map(_digits, np.ravel(_numbers(given)))) < UNROUNDED_DIGITS:
                report.think = (
                    "Run the cell with the question again. Are its numbers those you used?"
                )
        return report

    def about(self, numbers: Mapping[str, Any]) -> Question:
        """What is asked about these numbers."""
        made = self._make(**numbers)
        return replace(
            made,
            name=self.name,
            **self._asked,
            setting=self.scenario.setting(**numbers),
            beside=lambda: [
                quiz._make(**numbers) for quiz in self.scenario.quizzes if quiz is not self
            ],
        )


@dataclass
class Scenario:
    """Numbers that some quizzes share: a document's own, and how others are drawn."""

    name: str
    unit: str  # the number of the unit, such as "02"
    document: Numbers
    draw: Callable[[StableRandom], Numbers | None]  # None if the numbers are ugly
    setting: Callable[..., str] = field(default=lambda **_: "")
    quizzes: list[Template] = field(default_factory=list)

    def __post_init__(self) -> None:
        SCENARIOS[self.name] = self

    @property
    def topic(self) -> str:
        """The unit's name: that of the module with its draws, such as naive_bayes."""
        return course.current.topic(self.draw.__module__)

    def asks(
        self,
        name: str,
        form: str = "a number",
        decimals: int = 0,
        among: Sequence[int] = (),
        whole: bool = False,
    ) -> Callable[[Callable[..., Question]], Callable[..., Question]]:
        """A decorator: the function makes a quiz's question from the numbers of the scenario."""

        def add(make: Callable[..., Question]) -> Callable[..., Question]:
            asked = {"form": form, "decimals": decimals, "among": among, "whole": whole}
            self.quizzes.append(Template(name, self, make, **asked))
            return make

        return add

    def numbers(self, student: Any = "") -> Numbers:
        """The numbers that a name draws; without one, the document's."""
        name = normalised(student)
        if not name:
            return self.document
        for attempt in range(MAX_DRAWS):
            numbers = self.draw(StableRandom(self.name, name, str(attempt)))
            if numbers is not None and numbers != self.document and self.sound(numbers):
                return numbers
        raise RuntimeError(f"the scenario {self.name!r} has no numbers for {name!r}")

    def sound(self, numbers: Numbers) -> bool:
        """Whether no mistake gives the right answer, or the same answer as another mistake."""
        for quiz in self.quizzes:
            question = quiz.about(numbers)
            for wrong, think in question.mistakes:
                same = np.shape(wrong) == np.shape(question.answer)
                if same and question.close(wrong, question.answer):
                    return False
                if question.mistake(wrong) != think:
                    return False
        return True


# ---------------------------------------------------------------- showing a question

PLAIN = (
    (r"\\cdot\b", "·"),
    (r"\\mathbf\s*", ""),
    (r"\\log\b", "log "),
    (r"\\Sigma\b", "Σ"),
    (r"\\ne\b", "≠"),
    (r"\\hat y", "ŷ"),
    (r"\\hat p", "p̂"),
    (r"\\mid\b", " | "),
    (r"\\theta\b", "θ"),
    (r"\\alpha\b", "α"),
    (r"\\eta\b", "η"),
    (r"\\neg\s*", "not "),
    (r"\\varnothing\b", "∅"),
    (r"\\partial\b\s*", "∂"),
    (r"\\[,;]", " "),
    (r"[$*`]|\\text", ""),
    (r"[{}]", ""),
    (r"  +", " "),
)


def plain(markdown: str) -> str:
    """A question's text for a terminal: no Markdown, no LaTeX."""
    lines = []
    for line in markdown.splitlines():
        if re.fullmatch(r"[|\-: ]+", line) and "-" in line:
            continue  # the line below a table's head
        indent = "  " if line.startswith("|") else ""
        row = re.sub(r"^\||\|$", "", line).replace(" | ", "\t") if indent else line
        for pattern, words in PLAIN:
            row = re.sub(pattern, words, row)
        lines.append(indent + row.strip().replace("\t", "   ") if indent else row)
    return "\n".join(lines)


class QuestionText:
    """A text that notebooks render as Markdown and terminals print as plain text."""

    def __init__(self, markdown: str) -> None:
        self.markdown = markdown

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __repr__(self) -> str:
        return plain(self.markdown)


def question_text(name: str, student: Any = "") -> QuestionText:
    """The setting of a scenario, or the question of a quiz, with a student's numbers."""
    if name in SCENARIOS:
        scenario = SCENARIOS[name]
        return QuestionText(scenario.setting(**scenario.numbers(student)))
    return QuestionText(QUIZZES[name].question(student).markdown)
