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
from itertools import groupby, zip_longest
from typing import Any, TypeVar

import numpy as np

from misstep.core import course
from misstep.core.kinds import show
from misstep.core.mistakes import Mistake
from misstep.core.report import Report
from misstep.core.rows import Row
from misstep.explain.findings import Finding, Strength, cause, hint
from misstep.explain.words.quizzes import decimals as decimals_in_words
from misstep.ladder import Broken, Ladder, words
from misstep.quizzes import quantities
from misstep.quizzes.switches import Switched

QUIZZES: dict[str, "Quiz"] = {}
SCENARIOS: dict[str, "Scenario"] = {}

MAX_DRAWS = 2000  # per student; then the scenario is called unsolvable
ENDING = "Replace the last line of the cell below by"  # how a question in an exercise ends
REPLACE = re.compile(rf"{ENDING} `?\w+ = \.\.\.`?: ")

LABELS = {-1.0, 0.0, 1.0}
ROUNDING_TOLERANCE = 0.002  # relative; for "rounded too early"
UNROUNDED_DIGITS = 6  # a number with as many has not been rounded
MAX_OUTCOMES = 64  # fractions with this denominator come about in many ways
MAX_PLACES, MAX_SMALL_NUMBER = 6, 20  # lists of fewer, smaller whole numbers can be guessed
MAX_PLACES_NAMED = 3  # wrong entries of a list that a message names one by one

Numbers = dict[str, Any]
Data = dict[str, Any]
Mistakes = Sequence[Mistake]
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
        fraction = "fractions" if np.ndim(self.answer) else "a fraction"
        return (
            f"{self.form}, to {decimals_in_words(self.decimals)} or as {fraction} such as `1 / 3`"
        )

    @property
    def markdown(self) -> str:
        """The question as an exercise shows it."""
        return f"{self.text}\n\n{ENDING} `{self.name} = ...`: {self.precision}."

    def mark(self, given: Any) -> Report:
        """Compare a given answer; it may be rounded as the question allows."""
        return QuizLadder(self, given).run()

    def numbers(self, given: Any) -> Any:
        """An answer as an array of the right form; None if it is anything else."""
        numbers = as_numbers(given)
        return numbers if np.shape(numbers) == np.shape(self.answer) else None

    def can_be(self, numbers: Any) -> bool:
        """Whether numbers are of the kind that the form asks for: some of a few, or whole."""
        if self.among:
            return bool(np.isin(numbers, self.among).all())
        return not self.whole or self.close(numbers, np.round(numbers))

    def close(self, given: Any, wanted: Any) -> bool:
        """Whether two answers are the same to the question's decimals."""
        gap = np.asarray(given, dtype=float) - np.asarray(wanted, dtype=float)
        within = 0.5001 * 10.0**-self.decimals if self.decimals else 1e-6
        return bool((np.abs(gap) <= within).all())

    def mistake(self, given: Any) -> Mistake | None:
        """The known mistake that leads to this answer."""
        for mistake in self.mistakes:
            if np.shape(mistake.wrong) == np.shape(given) and self.close(given, mistake.wrong):
                return mistake
        return None

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

    def hints(self, given: Any) -> list[str]:
        """The hints of all known mistakes that lead to this answer."""
        digits = max(map(_digits, np.ravel(given)), default=0)
        sure = _is_distinctive(given)
        levels = [(1, [*self.mistakes, *self.also]), (1, self.switched.once())]
        if sure or np.ndim(given):
            levels.append((0, self.switched.of_inputs()))
        if sure:
            levels.append((0, self.switched.of_parts()))
            levels.append((0, self.switched.twice(sure=np.size(given) > 1)))
        for exact in (True, False) if digits >= UNROUNDED_DIGITS else (False,):
            for several, level in levels:
                found = self._leading(given, level, exact)
                if found and (several or len(found) == 1):
                    return found
        return []

    def _leading(self, given: Any, mistakes: Mistakes, exact: bool = False) -> list[str]:
        """The hints of the mistakes that lead to an answer, be it rounded or exactly."""
        found = [
            mistake.think
            for mistake in mistakes
            if self.comes_from(given, mistake.wrong)
            and (not exact or np.allclose(given, mistake.wrong, rtol=1e-9, atol=1e-15))
        ]
        return list(dict.fromkeys(found))

    def explain(self, given: Any) -> Finding:
        """What is wrong with an answer; a cause if it is known how it came about.

        Slips that are known come first: what is merely near the right answer may be one of them.
        """
        wanted = np.asarray(self.answer, dtype=float)
        where = self._where(given, wanted)
        common: Data = {"axes": wanted.ndim, "where": where}
        mixed = self._in_another_order(given, wanted)
        if hints := self.hints(given):
            return cause("known-slip", where=mixed or where, hints=hints)
        if mixed:
            return mixed
        if turned := self._turned(given, wanted):
            return cause(**turned, **common)
        if asked := self._of_another(given):
            return hint("answer-to-another-question", asked=asked, hint=self.hint)
        for mistakes in ((*self.mistakes, *self.also), self.switched.once()):
            if found := self._in_part(given, wanted, mistakes):
                return cause(**found, where=where)
        for places in range(self.decimals - 1, max(0, self.decimals - 4), -1):
            if given.any() and np.allclose(given, np.round(wanted, places), rtol=0, atol=1e-12):
                numbers = {"given": places, "wanted": self.decimals}
                return cause("too-few-decimals", **numbers, axes=wanted.ndim)
        if (
            self.decimals
            and np.abs(wanted).max() <= 1
            and self.comes_from(given, 100 * wanted, max(0, self.decimals - 2))
        ):
            return cause("answer-in-per-cent")
        if reason := self.impossible(given):
            return cause("answer-off", where=where, hint=reason)
        if related := self._related(given, wanted):
            return cause(**related, axes=wanted.ndim)
        if tried := self.tried(given):
            return cause("answer-off", where=where, hint=tried)
        if nearly := self._nearly(given, wanted):
            return cause("answer-nearly-right", **nearly, **common)
        if found := self._quantity(given, wanted):
            return hint("quantity-of-question", **found, where=where, hint=self.hint)
        for some, advice in self.by_place:
            if any(not self.close(given[i - 1], wanted[i - 1]) for i in some):
                return hint("answer-off", where=where, hint=advice)
        return hint("answer-off", where=where, hint=self.hint)

    def _turned(self, given: Any, wanted: Any) -> Data | None:
        """That an answer is a known mistake with the other sign, or 1 minus one, if it is."""
        if set(np.unique(given)) <= LABELS:
            return None
        known = [m for m in (*self.mistakes, *self.also) if np.shape(m.wrong) == wanted.shape]
        signed = [m for m in known if (np.sign(m.wrong) == np.sign(wanted)).all()]
        if hints := self._leading(-given, signed):
            return {"kind": "slip-with-opposite-sign", "hints": hints}
        others = [replace(m, answer=1 - np.asarray(m.wrong)) for m in known]
        sure = self.cannot_be is no_probability and _is_distinctive(given)
        if sure and (hints := self._leading(given, others)):
            return {"kind": "one-minus-slip", "hints": hints}
        return None

    def _in_part(self, given: Any, wanted: Any, mistakes: Mistakes) -> Data | None:
        """If some numbers of a list are right, and the others are those of mistakes: which."""
        if wanted.ndim != 1 or set(np.unique(wanted)) <= LABELS:
            return None
        known = [
            (m.wrong, m.think)
            for m in mistakes
            if np.shape(m.wrong) == wanted.shape
            and not self.close(sorted(m.wrong), sorted(wanted))  # another message says that
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
            only = len(together) == 1
            return {"kind": "known-slip", "hints": list(together)} if only else None
        if not any(each.values()) or max(map(len, each.values())) > 1:
            return None
        told: dict[int, str | tuple[float, str]] = {}
        for i in places:
            name = None if each[i] else self._quantity_name(float(given[i]))
            if not each[i] and not name:
                return None  # unknown, or a number that may stand there for any reason
            told[i] = min(each[i]) if each[i] else (float(given[i]), name or "")
        return {"kind": "slips-in-part", "by_place": told}

    def _of_another(self, given: Any) -> str:
        """What else is asked about the same numbers, if this is the answer to that."""
        if set(np.unique(given)) <= LABELS:
            return ""
        for other in self.beside():
            if self.comes_from(given, other.answer):
                asked = [s for s in re.split(r"(?<=[.?!]) ", plain(other.text)) if s.endswith("?")]
                return asked[-1] if asked else ""
        return ""

    def _nearly(self, given: Any, wanted: Any) -> Data | None:
        """That every number that is wrong is within a hundredth of the right one, if that is so."""
        change = np.ravel(wanted - self.start)
        pairs = zip(np.ravel(given), np.ravel(wanted), strict=True)
        wrong = [not self.close(have, want) for have, want in pairs]
        if not self.decimals or not change[wrong].all():
            return None
        if (np.abs(np.ravel(given - wanted)) >= np.abs(change) / 100)[wrong].any():
            return None
        rounded = max(map(_digits, np.ravel(given)[wrong])) < UNROUNDED_DIGITS
        return {"rounded": rounded, "all": all(wrong), "one": sum(wrong) == 1}

    def _quantity(self, given: Any, wanted: Any) -> Data | None:
        """What the only wrong number is, if the question gives it, or gives what it is made of."""
        pairs = list(zip(np.ravel(given), np.ravel(wanted), strict=True))
        wrong = [float(have) for have, want in pairs if not self.close(have, want)]
        if len(wrong) != 1 or set(np.unique(wanted)) <= LABELS:
            return None
        name = self._quantity_name(wrong[0])
        return None if name is None else {"number": wrong[0], "quantity": name}

    def _quantity_name(self, number: float) -> str | None:
        """What a number is, if the question gives it, or gives what it is made of."""
        known = quantities.given_quantities(plain(f"{self.setting}\n{self.text}"))
        for other in self.beside():
            if np.ndim(other.answer) == 0 and (
                name := quantities.asked_probability(plain(other.text))
            ):
                known.setdefault(name, float(other.answer))
        return quantities.quantity_name(number, known, self.decimals)

    def impossible(self, given: Any) -> str:
        """Why one of the numbers that are wrong can't be right, whatever the others are."""
        for have, want in zip(np.ravel(given), np.ravel(self.answer), strict=True):
            if not self.close(have, want) and (reason := self.cannot_be(float(have))):
                return reason
        return ""

    def _related(self, given: Any, wanted: Any) -> Data | None:
        """What was done to all of a right answer: the other sign, a factor, rows for columns."""
        if set(np.unique(wanted)) <= LABELS:  # any two lists of these are related
            return None
        if self.close(-given, wanted):
            return {"kind": "answer-negated"}
        if self.cannot_be is no_probability and self.close(1 - given, wanted):
            return {"kind": "one-minus-answer"}
        if np.count_nonzero(wanted) > 1:
            for factor in dict.fromkeys((2, 3, 10, 100, len(wanted))):
                if self.close(given, factor * wanted):
                    return {"kind": "answer-scaled", "factor": factor, "larger": True}
                if self.close(given * factor, wanted):
                    return {"kind": "answer-scaled", "factor": factor, "larger": False}
        if wanted.ndim == 2 and given.shape == given.T.shape and self.close(given.T, wanted):
            return {"kind": "rows-and-columns-swapped"}
        if wanted.ndim and not self.decimals:  # whole numbers, counted from another start
            gap = np.ravel(given)[0] - np.ravel(wanted)[0]
            if abs(gap) == 1 and self.close(given - gap, wanted):
                return {"kind": "counted-from-elsewhere", "size": "large" if gap > 0 else "small"}
        return None

    def _in_another_order(self, given: Any, wanted: Any) -> Finding | None:
        """That an answer holds what it should, in another order, if it does."""
        if not wanted.ndim or self.among or set(np.unique(wanted)) <= LABELS:
            return None
        if not self.close(
            sorted(np.reshape(given, (len(given), -1)).tolist()),
            sorted(np.reshape(wanted, (len(wanted), -1)).tolist()),
        ):
            return None
        turned = len(wanted) > 2 and self.close(given[::-1], wanted)
        return cause("answer-in-other-order", axes=wanted.ndim, reversed=turned)

    def _wrong_places(self, given: Any, wanted: Any) -> list[int]:
        """The places of a list, or the rows of a table, that are not right, counted from 0."""
        pairs = enumerate(zip(given, wanted, strict=True))
        return [i for i, (have, want) in pairs if not self.close(have, want)]

    def _where(self, given: Any, wanted: Any) -> Finding:
        """Which numbers are wrong; of a choice of a few only how many, or it could be guessed."""
        labels = wanted.ndim == 1 and (set(np.unique(wanted)) <= LABELS or bool(self.among))
        wrong = self._wrong_places(given, wanted) if wanted.ndim else []
        many = len(wanted) if wanted.ndim else 1
        return hint("wrong-places", axes=wanted.ndim, wrong=wrong, many=many, labels=labels)


class QuizLadder(Ladder):
    """The rungs of an answer: it is there, it has the right form, it is right."""

    def __init__(
        self,
        question: Question,
        given: Any,
        everybodys: Question | None = None,
        nameless: bool = False,
    ) -> None:
        super().__init__(Report(question.name))
        self.question, self.given, self.everybodys = question, given, everybodys
        self.nameless = nameless  # it asks for everybody's numbers, because no name is given

    def run(self) -> Report:
        """Climb the rungs."""
        form = words("rung-form", form=self.question.form)
        answered, right = words("rung-answered"), words("rung-answer")
        return self.climb([(answered, self.answered), (form, self.in_form), (right, self.right)])

    def answered(self) -> None:
        """There is an answer."""
        if self.given is None:
            self.broken("answer-missing", name=self.question.name)
        self.report.add(Row.YOUR_ANSWER, show(self.given))

    def in_form(self) -> None:
        """It has the form that is asked for."""
        question, form = self.question, self.question.form
        numbers = question.numbers(self.given)
        if numbers is None:
            given = as_numbers(self.given)
            data = {"what": _what(self.given, given), "shape": np.shape(given), "form": form}
            self.broken("other-form", **data, axes=np.ndim(question.answer))
        if not question.can_be(numbers):
            hints = question.hints(numbers) or [question.impossible(numbers) or question.hint]
            self.broken("not-among", form=form, hints=hints)

    def right(self) -> None:
        """It is right."""
        question, numbers = self.question, self.question.numbers(self.given)
        if not question.close(numbers, question.answer):
            finding = question.explain(numbers)
            raise Broken(self._everybodys(numbers, finding) or finding)
        self.report.facts.clear()
        self.report.message = words(
            "answer-right", decimals=question.decimals, nameless=self.nameless
        )

    def _everybodys(self, numbers: Any, finding: Finding) -> Finding | None:
        """That an answer is right for the numbers that everybody gets, if it is not explained.

        A slip with the student's own numbers comes first, and a few signs may be right by chance. So
        may a rounded number, which is only asked about.
        """
        other = self.everybodys
        if not other or finding.strength is Strength.CAUSE or _is_guessable(other.answer):
            return None
        if other.numbers(self.given) is None or not other.close(numbers, other.answer):
            return None
        if np.allclose(numbers, other.answer, rtol=1e-9, atol=1e-12):
            return cause("everybodys-numbers")
        if max(map(_digits, np.ravel(numbers))) < UNROUNDED_DIGITS:
            return hint("perhaps-everybodys-numbers", where=finding)
        return None


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


def as_numbers(given: Any) -> Any:
    """An answer as an array of numbers; None if it is none."""
    try:
        return np.asarray(given, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return None


def _what(given: Any, numbers: Any) -> str:
    """What an answer of the wrong form is."""
    if isinstance(given, str):
        return "text"
    if isinstance(given, set | frozenset | dict):
        return type(given).__name__
    if numbers is not None:
        return "one number" if numbers.size == 1 else "numbers"
    parts = given if isinstance(given, list | tuple) else ()
    if any(isinstance(part, str) for part in parts):
        return "holds text"
    lists = parts and all(isinstance(part, list | tuple) for part in parts)
    return "unequal lists" if lists else "unknown"


def no_probability(number: float) -> str:
    """Why a number can't be a probability; empty if it can."""
    return "" if 0 <= number <= 1 else words("not-a-probability", number=show(number))


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
        self.name = self.variable = name
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
        variable: str = "",
        **asked: Any,
    ) -> None:
        self.name, self.scenario = name, scenario
        self.variable = variable or name
        self._make, self._asked = make, asked  # the form of its answer
        QUIZZES[name] = self

    def question(self, student: Any = "") -> Question:
        """What is asked of a student; without a name, what the document asks."""
        return self.about(self.scenario.numbers(student))

    def mark(self, given: Any, student: Any = "") -> Report:
        """Compare the answer of a student; recognise one that is right for the document's numbers."""
        nameless = not normalised(student)
        return QuizLadder(self.question(student), given, self.question(), nameless).run()

    def about(self, numbers: Mapping[str, Any]) -> Question:
        """What is asked about these numbers."""
        made = self._make(**numbers)
        return replace(
            made,
            name=self.variable,
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
        variable: str = "",
    ) -> Callable[[Callable[..., Question]], Callable[..., Question]]:
        """A decorator: the function makes a quiz's question from the numbers of the scenario.

        `variable` is the student's variable for the answer, if it is not called like the quiz.
        """

        def add(make: Callable[..., Question]) -> Callable[..., Question]:
            asked = {"form": form, "decimals": decimals, "among": among, "whole": whole}
            self.quizzes.append(Template(name, self, make, variable, **asked))
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
            for mistake in question.mistakes:
                wrong = question.numbers(mistake.wrong)
                if wrong is not None and question.close(wrong, question.answer):
                    return False
                first = question.mistake(mistake.wrong)
                if not first or first.think != mistake.think:
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
    """A question's text for a terminal: no Markdown, no LaTeX, the columns of tables aligned."""
    lines = [
        line for line in markdown.splitlines() if not re.fullmatch(r"\|[|\-: ]*-[|\-: ]*", line)
    ]
    texts: list[str] = []
    for is_table, group in groupby(lines, key=lambda line: line.startswith("|")):
        block = list(group)
        texts += _aligned(block) if is_table else map(_without_markup, block)
    return "\n".join(texts)


def _without_markup(text: str) -> str:
    for pattern, replacement in PLAIN:
        text = re.sub(pattern, replacement, text)
    return text


def _aligned(lines: list[str]) -> list[str]:
    """The rows of a table, indented; the first column is flush left, the others flush right."""
    table = [
        [_without_markup(cell).strip() for cell in re.split(r"\s\|\s", f" {line[1:-1]} ")]
        for line in lines
    ]
    first, *others = (max(map(len, column)) for column in zip_longest(*table, fillvalue=""))
    rows = ([cells[0].ljust(first), *map(str.rjust, cells[1:], others)] for cells in table)
    return [f"  {'   '.join(row)}".rstrip() for row in rows]


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
    if scenario := SCENARIOS.get(name):
        text, drawn = scenario.setting(**scenario.numbers(student)), True
    else:
        asked = QUIZZES[name].question(student)
        text, drawn = asked.markdown, isinstance(QUIZZES[name], Template) and not asked.setting
    note = f"\n\n*{words('no-name-yet')}*" if drawn and not normalised(student) else ""
    return QuestionText(text + note)
