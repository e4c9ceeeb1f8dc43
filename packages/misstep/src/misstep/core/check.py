"""A check: one function of a course and everything that is asked of it.

A check has the name of its function:

    softmax = Check(reference.softmax, gives=Array("(..., K)"))
    softmax.example(([0.0, 0.0],), [0.5, 0.5], "two equal scores share the probability")

    @softmax.random_inputs         # drawn from a seed, small ones first
    def inputs(rng): ...

    @softmax.edge_cases            # large, whole-number and unusual inputs
    def edge_cases(rng): ...       # with Check(..., silent=True) NumPy must not warn on these

    @softmax.refuses("it raises ValueError where there are no scores")
    def refused(rng): ...          # inputs on which a right answer raises ValueError

    @softmax.property("adding a constant to all scores changes nothing")
    def shift(f, rng):             # f is the student's; returns None, or what is wrong
        ...

    softmax.answer('''             # a plain right answer, as a student would write it
        exps = np.exp(Z - Z.max(axis=-1, keepdims=True))
        return exps / exps.sum(axis=-1, keepdims=True)
    ''')
    softmax.mistake(               # a known mistake: what is changed in the answer above it,
        "axis=-1 -> axis=0",       # what that looks like, what to think about
        "the sum runs over the wrong axis.",
        "Which numbers should add up to 1?",
    )
    softmax.mistake(               # a mistake that is another idea: the wrong function itself
        lambda Z: Z / Z.sum(),
        "the scores are normalised without exp.",
        "Can a probability be negative?",
    )

`misstep.functions.rungs.climb` runs a check on a student's function.
"""

import copy
import inspect
import itertools
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, call
from misstep.core.kinds import Kind, show
from misstep.core.mistakes import Answer, Mistake
from misstep.core.paste import source
from misstep.core.variations import accepted_by, structured

CHECKS: dict[str, "Check"] = {}

Draw = Callable[[np.random.Generator], Iterable[Args]]


@dataclass(frozen=True)
class Property:
    """Something that holds for every right answer; `broken` says how it fails, or None.

    With `overall`, it takes many results together, so no single call is shown with the failure.
    """

    words: str
    broken: Callable[[Callable[..., Any], np.random.Generator], str | None]
    overall: bool = False


@dataclass(frozen=True)
class Refusal:
    """Inputs on which a right answer raises a ValueError."""

    words: str
    draw: Draw


class Check:
    """One function of the course and everything that is asked of it.

    Args:
        reference: The right function.
        gives: The kind of its result.
        silent: NumPy must not warn on the edge cases.
        chance: Many results are right. Mistakes are then told apart by the properties that they
            break, too.
        seconds: Time limit per call (default `calling.SECONDS`).
        own_work: The function may not use a package with ready-made models.

    """

    def __init__(
        self,
        reference: Callable[..., Any],
        gives: Kind,
        silent: bool = False,
        chance: bool = False,
        seconds: int | None = None,
        own_work: bool = False,
    ) -> None:
        self.reference, self.gives = reference, gives
        self.silent, self.chance, self.seconds = silent, chance, seconds
        self.own_work = own_work
        self.name = reference.__name__
        self.parameters = list(inspect.signature(reference).parameters)
        self.worked_example: tuple[Args, Any, str] | None = None
        self.properties: list[Property] = []
        self.refusals: list[Refusal] = []
        self.answers: list[Answer] = []
        self.mistakes: list[Mistake] = []
        self.draw_random: Draw = lambda rng: ()
        self.draw_edge_cases: Draw = lambda rng: ()
        self.inputs = lru_cache(maxsize=4)(lambda seed: CheckInputs(self, seed))
        CHECKS[self.name] = self

    def example(self, args: Args, result: Any, words: str) -> None:
        """Set the example worked by hand, which comes before all other values."""
        self.worked_example = (args, result, words)

    def random_inputs(self, draw: Any) -> Any:
        """Decorate the function that draws inputs, small ones first."""
        self.draw_random = draw
        return draw

    def edge_cases(self, draw: Any) -> Any:
        """Decorate the function that draws large, whole-number and unusual inputs."""
        self.draw_edge_cases = draw
        return draw

    def refuses(self, words: str) -> Callable[[Any], Any]:
        """Decorate the function that draws inputs on which a right answer raises ValueError."""

        def add(draw: Any) -> Any:
            self.refusals.append(Refusal(words, draw))
            return draw

        return add

    def property(self, words: str, overall: bool = False) -> Callable[[Any], Any]:
        """Decorate a function (student's function, rng) that returns how it is broken, or None."""

        def add(broken: Any) -> Any:
            self.properties.append(Property(words, broken, overall))
            return broken

        return add

    def answer(self, body: str) -> None:
        """Add a plain right answer, the lines of its body; the mistakes that follow edit it."""
        self.answers.append(Answer.of(self.name, self.parameters, body))

    def mistake(self, wrong: str | Callable[..., Any], looks: str, think: str) -> None:
        """Add a known mistake.

        Args:
            wrong: An edit of the answer above, "old -> new" on each line, or a wrong function.
            looks: What it looks like, in words.
            think: A question that leads to the right answer.

        """
        if callable(wrong):
            self.mistakes.append(Mistake(wrong, looks, think))
        else:
            base = self.answers[-1]
            self.mistakes.append(Mistake(base.edited(wrong), looks, think, base=base, edits=wrong))

    def rng(self, seed: int, part: str) -> np.random.Generator:
        """A generator of its own for each function, part of the check and seed."""
        return np.random.default_rng([seed, zlib.crc32(f"{self.name} {part}".encode())])

    def rehearse(self, seed: int) -> None:
        """Draw the inputs of a seed and compute the right results, so that climbing is faster."""
        inputs = self.inputs(seed)
        for case in inputs.random + inputs.edge_cases:
            case.want  # noqa: B018
        inputs.refused, inputs.of_properties  # noqa: B018

    def alike(self, a: Outcome, b: Outcome, warnings_too: bool = False) -> bool:
        """Whether two outcomes are the same: the result, or the kind of error."""
        if a.error is not None or b.error is not None:
            return type(a.error) is type(b.error)
        if warnings_too and _first_words(a.warned) != _first_words(b.warned):
            return False
        kind = self.gives
        if kind.wrong_type(a.value) or kind.wrong_type(b.value):
            return type(a.value) is type(b.value) and show(a.value) == show(b.value)
        if kind.wrong_shape(a.value, b.value) or kind.wrong_shape(b.value, a.value):
            return show(a.value) == show(b.value)  # e.g. both are arrays instead of a number
        return kind.same(a.value, b.value)


def _first_words(warned: list[str]) -> set[str]:
    """What NumPy warned of: overflow, divide, invalid; its further words vary with the call."""
    return {word for message in warned for word in message.split()[:1]}


class Case:
    """Arguments for a check; the reference computes the right result once."""

    def __init__(self, check: Check, args: Args) -> None:
        self.check, self.args = check, args

    @cached_property
    def want(self) -> Any:
        """The right result."""
        return self.check.reference(*copy.deepcopy(self.args))


class CheckInputs:
    """The inputs of a check that come from one seed, each part drawn on first use."""

    def __init__(self, check: Check, seed: int) -> None:
        self.check, self.seed = check, seed

    # "cases" and "extremes" seed the generators: other strings would draw other inputs.

    @cached_property
    def random(self) -> list[Case]:
        """Ordinary inputs, small ones first."""
        return self._cases(self.check.draw_random, "cases")

    @cached_property
    def edge_cases(self) -> list[Case]:
        """Large, whole-number and odd inputs, and those with a structure that is rarely drawn."""
        cases = self._cases(self.check.draw_edge_cases, "extremes")
        if self.check.chance or self.check.seconds is not None:
            return cases
        drawn = [case.args for case in self.random + cases]
        accepts = accepted_by(self.check.reference)
        made = [Case(self.check, args) for args in structured(drawn, accepts)]
        return cases + [case for case in made if self._answers_agree(case)]

    def _answers_agree(self, case: Case) -> bool:
        """Return True if every right answer of the catalogue gets a case right.

        Where one doesn't, rounding decides: with large scores, 1 - p has few digits left.
        """
        want, check = Outcome(case.want), self.check
        found = (call(answer.function, copy.deepcopy(case.args)) for answer in check.answers)
        return all(check.alike(outcome, want) for outcome in found)

    def _cases(self, draw: Draw, part: str) -> list[Case]:
        return [Case(self.check, args) for args in draw(self.check.rng(self.seed, part))]

    @cached_property
    def refused(self) -> list[list[Args]]:
        """Inputs on which a right answer raises: one list for each refusal of the check."""
        return [
            list(refusal.draw(self.check.rng(self.seed, refusal.words)))
            for refusal in self.check.refusals
        ]

    @cached_property
    def of_properties(self) -> dict[str, list[Args]]:
        """The arguments with which each property calls a function, if that is the reference."""
        asked: dict[str, list[Args]] = {prop.words: [] for prop in self.check.properties}
        for prop in self.check.properties:

            def recorded(*args: Any, words: str = prop.words) -> Any:
                asked[words].append(copy.deepcopy(args))
                return self.check.reference(*args)

            prop.broken(recorded, self.check.rng(self.seed, prop.words))
        return asked

    @property
    def examples(self) -> Iterator[Args]:
        """All inputs; those of the properties last, because they are drawn after the others."""
        yield from [self.check.worked_example[0]] if self.check.worked_example else []
        yield from (case.args for case in self.random + self.edge_cases)
        yield from (args for many in self.refused for args in many)
        yield from itertools.chain.from_iterable(self.of_properties.values())

    def number(self, args: Args) -> int | None:
        """The index of the example with these arguments, or None."""
        text = source(args)
        return next((i for i, other in enumerate(self.examples) if source(other) == text), None)
