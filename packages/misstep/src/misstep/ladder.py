"""The ladder: how a student's function is checked, rung by rung.

A check has the name of its function:

    softmax = Check(reference.softmax, gives=Array("(..., K)"))
    softmax.worked(([0.0, 0.0],), [0.5, 0.5], "two equal scores share the probability")

    @softmax.cases                 # inputs drawn from a seed, small ones first
    def cases(rng): ...

    @softmax.extremes              # large, whole-number and odd inputs
    def extremes(rng): ...         # with Check(..., silent=True) NumPy must not warn on these

    @softmax.refuses("it raises ValueError where there are no scores")
    def refused(rng): ...          # inputs on which a right answer raises ValueError

    @softmax.law("adding a constant to all scores changes nothing")
    def shift(f, rng):             # f is the student's; returns None, or what is wrong
        ...

    softmax.answer('''             # a plain right answer, as a student would write it
        exps = np.exp(Z - Z.max(axis=-1, keepdims=True))
        return exps / exps.sum(axis=-1, keepdims=True)
    ''')
    softmax.edit(                  # a known wrong turn: what is changed in the answer above it,
        "axis=-1 -> axis=0",       # what that looks like, what to think about
        "the sum runs over the wrong axis.",
        "Which numbers should add up to 1?",
    )
    softmax.turn(                  # a wrong turn that is another idea, not a slip in one line
        lambda Z: Z / Z.sum(),
        "the scores are normalised without exp.",
        "Can a probability be negative?",
    )

The first rung that breaks is the message. Where the answer differs from the reference on the
inputs of a check exactly as a known wrong turn does, that turn is named; the first one that fits.
"""

import ast
import inspect
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, TooSlow, call_each, is_remote, limit, same
from misstep.core.inputs import Case, Questions
from misstep.core.kinds import Kind, show
from misstep.core.mistakes import Answer, Turn
from misstep.core.paste import LONG, call_source, example_import
from misstep.core.report import Report
from misstep.explain import diagnosis, errors, repairs
from misstep.explain.explanation import Explanation, Shown

__all__ = ["CHECKS", "Args", "Check", "Law", "Overall"]

CHECKS: dict[str, "Check"] = {}
SHORT = 100  # letters of a call that is shown beside another


@dataclass(frozen=True)
class Law:
    """Something that holds for every right answer; `broken` says how it fails, or None."""

    words: str
    broken: Callable[[Callable[..., Any], np.random.Generator], str | None]


class Overall(str):
    """How a law is broken by many results taken together: no single call is shown with it."""


@dataclass(frozen=True)
class Refusal:
    """Inputs that a right answer turns down with a ValueError."""

    words: str
    draw: Callable[[np.random.Generator], Iterable[Args]]


class Check:
    """One function of the course and all that is asked of it.

    With `chance`, one result of many is right, and wrong turns are told apart by the laws that
    they break as well as by their results. A call may take `seconds` (else `calling.SECONDS`).
    """

    def __init__(
        self,
        reference: Callable[..., Any],
        gives: Kind,
        silent: bool = False,
        chance: bool = False,
        seconds: int | None = None,
    ) -> None:
        self.reference, self.gives = reference, gives
        self.silent, self.chance, self.seconds = silent, chance, seconds
        self.name = reference.__name__
        self.parameters = list(inspect.signature(reference).parameters)
        self.by_hand: tuple[Args, Any, str] | None = None
        self.laws: list[Law] = []
        self.refusals: list[Refusal] = []
        self.answers: list[Answer] = []
        self.turns: list[Turn] = []
        self._cases: Callable[[np.random.Generator], Iterable[Args]] = lambda rng: ()
        self._extremes: Callable[[np.random.Generator], Iterable[Args]] = lambda rng: ()
        self.questions = lru_cache(maxsize=4)(lambda seed: Questions(self, seed))
        CHECKS[self.name] = self

    def worked(self, args: Args, result: Any, words: str) -> None:
        """Set the example worked by hand that opens the values."""
        self.by_hand = (args, result, words)

    def cases(self, draw: Callable[[np.random.Generator], Iterable[Args]]) -> Any:
        """Decorate the function that draws inputs, small ones first."""
        self._cases = draw
        return draw

    def extremes(self, draw: Callable[[np.random.Generator], Iterable[Args]]) -> Any:
        """Decorate the function that draws large, whole-number and odd inputs."""
        self._extremes = draw
        return draw

    def refuses(self, words: str) -> Callable[[Any], Any]:
        """Decorate the function that draws inputs on which a right answer raises ValueError."""

        def add(draw: Any) -> Any:
            self.refusals.append(Refusal(words, draw))
            return draw

        return add

    def law(self, words: str) -> Callable[[Any], Any]:
        """Decorate a function (student's function, rng): how the law is broken, or None."""

        def add(broken: Any) -> Any:
            self.laws.append(Law(words, broken))
            return broken

        return add

    def answer(self, body: str) -> None:
        """Add a plain right answer, the lines of its body; the edits that follow change it."""
        self.answers.append(Answer.of(self.name, self.parameters, body))

    def edit(self, edits: str, looks: str, think: str) -> None:
        """Add a wrong turn that is a slip in the answer above: "old -> new", one on each line."""
        base = self.answers[-1]
        self.turns.append(Turn(base.edited(edits), looks, think, base, edits))

    def turn(self, wrong: Callable[..., Any], looks: str, think: str) -> None:
        """Add a wrong turn that is another idea: a function, its looks, what to think about."""
        self.turns.append(Turn(wrong, looks, think))

    def rng(self, seed: int, part: str) -> np.random.Generator:
        """A generator of its own for each function, part of the check and seed."""
        return np.random.default_rng([seed, zlib.crc32(f"{self.name} {part}".encode())])

    def drawn(self, seed: int) -> list[Args]:
        """The inputs of a seed."""
        return list(self._cases(self.rng(seed, "cases")))

    def odd(self, seed: int) -> list[Args]:
        """The large, whole-number and odd inputs of a seed."""
        return list(self._extremes(self.rng(seed, "extremes")))

    def rehearse(self, seed: int) -> None:
        """Draw the inputs of a seed and work out the results, so that climbing takes less time."""
        questions = self.questions(seed)
        for case in questions.drawn + questions.odd:
            case.want  # noqa: B018
        questions.refused, questions.of_laws  # noqa: B018

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
            return show(a.value) == show(b.value)  # both may be an array where a number is asked
        return kind.same(a.value, b.value)

    def climb(self, function: Any, seed: int) -> Report:
        """Climb the ladder with a student's function; the report says how far it came."""
        return _Climb(self, function, seed).report()

    def accepts(self, function: Any, seed: int) -> bool:
        """Whether a function passes, without a look at what may be wrong with it."""
        return _Climb(self, function, seed, diagnose=False).report().good


def _has_state(value: Any) -> bool:
    """Whether equal values may behave differently: how a generator stands is not compared."""
    return callable(value) or isinstance(value, np.random.Generator)


class _Broken(Exception):
    """A rung broke."""


class _Climb:
    def __init__(self, check: Check, function: Any, seed: int, diagnose: bool = True) -> None:
        self.check, self.function, self.seed, self.diagnose = check, function, seed, diagnose
        self.questions = check.questions(seed)
        self.changed: tuple[Args, Outcome] | None = None
        self.shown: Shown | None = None  # the call that the report shows
        self.described: Args | None = None  # its arguments, also where nothing came back
        self.climbing_on = False  # beyond the first rung that broke

    def report(self) -> Report:
        self.result = Report(self.check.name)
        rungs: Iterator[tuple[str, Callable[[], None]]] = iter(
            [
                ("it is there", self.exists),
                (f"it takes ({', '.join(self.check.parameters)})", self.takes),
                ("it is written, and runs", self.runs),
                (f"it returns {self.check.gives.words}", self.looks_right),
                ("the example worked by hand", self.by_hand),
                *((law.words, lambda law=law: self.law(law)) for law in self.check.laws),
                ("inputs drawn at random", lambda: self.values(self.questions.drawn)),
                (
                    "large, whole-number and odd inputs",
                    lambda: self.values(self.questions.odd, self.check.silent),
                ),
                *(
                    (refusal.words, lambda i=i: self.refuses(self.questions.refused[i]))
                    for i, refusal in enumerate(self.check.refusals)
                ),
                ("what it is given is left as it was", self.pure),
            ]
        )
        for words, climb in rungs:
            try:
                climb()
            except _Broken:
                self.result.failed = words
                break
            self.result.passed.append(words)
        return self.result

    def broken(self, message: str, **extra: Any) -> None:
        self.result.message = message
        for name, value in extra.items():
            setattr(self.result, name, value)
        raise _Broken

    def exists(self) -> None:
        name = self.check.name
        if self.function is None:
            self.broken(
                f"There is no {name} here.",
                think="Has the cell that defines it been run, and is the name spelt like this?",
            )
        if not callable(self.function):
            self.broken(
                f"{name} is {show(self.function)}, not a function.",
                think=f"Was the name {name} used again for a result, in another cell?",
            )
        if getattr(self.function, "__module__", None) == self.check.reference.__module__:
            self.broken(f"This {name} is the course's own. Write yours: that is the exercise.")

    def takes(self) -> None:
        wanted = self.check.parameters
        try:
            signature = inspect.signature(self.function)
        except (TypeError, ValueError):
            return  # some callables do not tell
        try:
            signature.bind(*wanted)
        except TypeError:
            self.broken(
                f"{self.check.name} is called with {len(wanted)} argument"
                f"{'s' * (len(wanted) > 1)}, ({', '.join(wanted)}), but yours takes {signature}."
            )

    def runs(self) -> None:
        outcome = self.first
        if isinstance(outcome.error, NotImplementedError):
            self.broken(
                f"{self.check.name} is not written yet.",
                think="Replace the line that raises NotImplementedError with your own code, "
                "and run that cell again.",
            )
        if outcome.error is not None:
            self._compare(self.example.args, outcome, self.example.want)

    def looks_right(self) -> None:
        args, value, want = self.example.args, self.first.value, self.example.want
        problem = self._problem(value, want)
        if problem:
            self._describe(args, value, want)
            self._show_shapes(args, problem)
            self._name_turn()
            self._explain_type(value)
            wanted = self.check.gives.words
            self.broken(
                _sentence(f"{self.check.name} should return {wanted}, but it returned {problem}")
            )

    def _problem(self, value: Any, want: Any) -> str:
        """What is wrong with the type or the shape of a result, in words."""
        kind = self.check.gives
        if value is None and kind.wrong_type(value) and repairs.ends_with_return(self.function):
            return "None"
        return kind.wrong_type(value) or kind.wrong_shape(value, want) or ""

    def _explain_type(self, value: Any) -> None:
        """What can be told of None, or of a function, from the line that returns it."""
        source = repairs.source_of(self.function)
        if self.result.looks or not source or not self.diagnose:
            return
        found = repairs.none_returned(source) if value is None else None
        if callable(value):
            ends = ast.Return | ast.Assign
            all_uncalled = repairs.uncalled(ast.parse(source))
            nodes = [node for at, *_, node in all_uncalled if isinstance(at, ends)]
            found = repairs.uncalled_words(nodes[-1]) if nodes else None
        if found:
            self.result.looks, self.result.think = found

    def by_hand(self) -> None:
        if self.check.by_hand:
            args, want, words = self.check.by_hand
            self._compare(args, self.first, want, words)

    def values(self, cases: list[Case], silent: bool = False) -> None:
        for case, outcome in zip(cases, self._calls([c.args for c in cases]), strict=True):
            self._compare(case.args, outcome, case.want)
            if silent and outcome.warned:
                self._describe(case.args, outcome.value, case.want)
                self.result.facts.append(("it warns", outcome.warned[0]))
                self._name_turn()
                self.broken("The result is right, but it came with a warning, and none is allowed.")

    def refuses(self, many: list[Args]) -> None:
        for args, outcome in zip(many, self._calls(many), strict=True):
            if isinstance(outcome.error, ValueError):
                continue
            self._describe(args, printed=outcome.printed)
            if isinstance(outcome.value, Exception) or _is_error(outcome.value):
                happened = (
                    "returned the error, and the caller can't tell it from a result: raise it"
                )
            elif outcome.error is None:
                self.result.facts[1:1] = [("it returns", show(outcome.value))]
                happened = "returned a value"
            else:
                error = type(outcome.error).__name__
                if outcome.line.strip().startswith("assert"):
                    self.broken(
                        f"{self.check.name} should raise a ValueError here, but its assert raises an "
                        "AssertionError.",
                        think="An assert always raises that one. Which statement raises an error of "
                        "your choice?",
                    )
                if outcome.line.strip().startswith("raise"):  # on purpose, so no turn is named
                    if "must derive from BaseException" in str(outcome.error):
                        self._explain_error(args, outcome, len(self.result.facts))
                    self.broken(
                        f"{self.check.name} should raise a ValueError here, but it raises {error}.",
                        think="Whoever calls it catches the error by its type. Which one is it to be?",
                    )
                happened = f"stopped with {error}: {outcome.error}"
            self._name_turn()
            self.broken(f"{self.check.name} should raise a ValueError here, but it {happened}.")

    def law(self, law: Law) -> None:
        last: tuple[Args, Any, Any] | None = None
        warned: list[str] = []
        foreseen = self._foreseen(law)

        def quietly(*args: Any) -> Any:
            nonlocal last, foreseen
            expected, outcome = next(foreseen, (None, None))
            if outcome is None or not same(expected, args):
                foreseen = iter(())
                [outcome] = self._calls([args])
            want, kind = self.check.reference(*args), self.check.gives
            if (
                outcome.error is not None
                or kind.wrong_type(outcome.value)
                or kind.wrong_shape(outcome.value, want)
            ):
                self._compare(args, outcome, want)
            last = (args, outcome.value, want)
            warned.extend(outcome.warned)
            return outcome.value

        problem = law.broken(quietly, self.check.rng(self.seed, law.words))
        if problem:
            shown = None if isinstance(problem, Overall) else last
            if shown:
                self._describe(*shown)
            place = len(self.result.facts)
            self._name_turn()
            if last and not shown and self.diagnose:
                self.result.facts += diagnosis.overall(last[1], warned)
            if shown and not self.check.chance and not self.result.looks:
                where = self._where(*shown)
                self.result.facts[place:place] = [("in yours", where)] if where else []
            self.broken(problem)

    def _foreseen(self, law: Law) -> Iterator[tuple[Args, Outcome]]:
        """The calls that a law makes of a right answer, made at once where each is a message.

        A law that asks another question, as the answers are other ones, gets no use of these.
        """
        if is_remote(self.function):
            many = self.questions.of_laws[law.words]
            if not any(_has_state(value) for args in many for value in args):
                yield from zip(many, self._calls(many), strict=True)

    def pure(self) -> None:
        if self.changed is None:
            return
        args, outcome = self.changed
        names = " and ".join(self.check.parameters[i] for i in outcome.changed)
        self._describe(args)
        self._name_change()
        self.broken(f"The result is right, but afterwards the caller's {names} had changed.")

    def _name_change(self) -> None:
        assert self.changed is not None
        args, _ = self.changed
        parameters = self.check.parameters
        self.result.looks = f"{self._changed_arguments()} changed in place."
        self.result.think = (
            "Which of your lines change what was passed in? "
            "A function of this course returns something new and leaves its arguments alone."
        )
        change = diagnosis.changing_line(self.function, parameters, args) if self.diagnose else None
        if change:
            of_this_call = f": {change.was}" if same(self.described, args) else ""
            self.result.facts.append(("changed by", f"the line {change.line}{of_this_call}"))
            if change.alias:
                why = f"{change.alias}, so {change.line} changes it"
                self.result.looks = f"{self.result.looks[:-1]}: {why}."
            self.result.think = (
                "A function of this course returns something new and leaves its arguments alone. How "
                "can this line make something new, or work on a copy?"
            )

    def _changed_arguments(self) -> str:
        """The arguments that a call changed, with the verb that goes with them."""
        assert self.changed is not None
        names = [self.check.parameters[i] for i in self.changed[1].changed]
        if len(names) == 1:
            return f"the argument {names[0]} is"
        return f"the arguments {' and '.join(names)} are"

    @cached_property
    def example(self) -> Case:
        """The input that the first rungs look at."""
        by_hand = self.check.by_hand
        return Case(self.check, by_hand[0]) if by_hand else self.questions.drawn[0]

    @cached_property
    def first(self) -> Outcome:
        """What the function makes of it."""
        [outcome] = self._calls([self.example.args])
        return outcome

    def _calls(self, many: list[Args]) -> Iterator[Outcome]:
        for args, outcome in zip(
            many, call_each(self.function, many, self.check.seconds), strict=True
        ):
            if outcome.changed and self.changed is None:
                self.changed = (args, outcome)
            yield outcome

    def _compare(self, args: Args, outcome: Outcome, want: Any, words: str = "") -> None:
        """Break the rung where an outcome is not what was wanted."""
        kind, name = self.check.gives, self.check.name
        if outcome.error is not None:
            self._describe(args, printed=outcome.printed)
            if isinstance(outcome.error, TooSlow):
                seconds = outcome.error.seconds or limit(self.check.seconds)
                if outcome.error.together:
                    self.broken(
                        f"All of a submission may take {seconds:g} seconds together, and there were "
                        f"none left before all calls of {name} had come back.",
                        think="Which of its lines takes the time?",
                    )
                self.broken(
                    f"{name} had not come back after {seconds:g} seconds.",
                    think="What makes each of its loops end?",
                )
            place = len(self.result.facts)
            self._name_turn()
            self._explain_error(args, outcome, place)
            error = f"{type(outcome.error).__name__}: {outcome.error}".rstrip(": ")
            self.broken(_sentence(f"{name} stopped with {error}"))
        problem = self._problem(outcome.value, want)
        if problem or not kind.same(outcome.value, want):
            self._describe(args, outcome.value, want, outcome.printed)
            self._show_shapes(args, problem)
            self._name_turn()
            if problem:
                self.broken(
                    _sentence(f"{name} should return {kind.words}, but here it returned {problem}")
                )
            self._climb_on()
            self._tell_way_out(args, outcome.value, want)
            where = "" if self.result.looks else self._where(args, outcome.value, want)
            if words:
                self.broken(f"By hand: {words}.{where and f' In yours, {where}.'}")
            plain = "The result is not the one expected"
            self.broken(f"{plain}: {where}." if where else f"{plain}.")

    def _tell_way_out(self, args: Args, value: Any, want: Any) -> None:
        """At which of several returns the call came back, where nothing or just that could be named.

        Of a nan it is not told: the return may only hand it on.
        """
        if not self.diagnose or (self.result.looks and repairs.TOO_OFTEN not in self.result.looks):
            return
        if never := diagnosis.never_read(self.function, self.check.parameters):
            self.result.facts.append(("your code", f"never reads {' or '.join(never)}"))
        if diagnosis.not_finite(value) and not diagnosis.not_finite(want):
            return
        if line := diagnosis.return_reached(self.function, args):
            self.result.facts.append(("it returned at", line))

    def _where(self, args: Args, value: Any, want: Any) -> str:
        if not self.diagnose:
            return ""
        where = self.check.gives.difference(value, want)
        return where and where + self._unchanged(args, value, want)

    def _unchanged(self, args: Args, value: Any, want: Any) -> str:
        """What is said of entries that are as they were given, where that is so on other calls too.

        In one call a single number, or what should be there, may be the same by chance.
        """

        def words(args: Args, value: Any, want: Any) -> str:
            given = dict(zip(self.check.parameters, args, strict=True))
            return diagnosis.unchanged(given, value, want)

        said = words(args, value, want)
        if not said or ("should" not in said and np.sum(~np.isclose(value, want)) > 1):
            return said
        cases = self.questions.drawn
        outcomes = call_each(self.function, [case.args for case in cases], self.check.seconds)
        again = [
            words(case.args, outcome.value, case.want) == said
            for case, outcome in zip(cases, outcomes, strict=True)
            if outcome.error is None and not self.check.alike(outcome, Outcome(case.want))
        ]
        return said if sum(again) >= diagnosis.ENOUGH and 2 * sum(again) >= len(again) else ""

    def _explain_error(self, args: Args, outcome: Outcome, place: int) -> None:
        """The line that stopped, what stood in it, and what the error means."""
        assert outcome.error is not None
        if not self.diagnose:
            return
        facts = []
        held = dict(zip(self.check.parameters, args, strict=True)) | outcome.values
        if line := outcome.line.strip():
            facts.append(("in the line", line))
            if told := errors.there(line, held):
                facts.append(("in which", told))
        source = repairs.source_of(self.function)
        own = repairs.literals_of(source) if source else []
        meaning, think = errors.explain(
            outcome.error, outcome.line, held, own, self.check.parameters
        )
        if meaning and meaning != self.result.looks:
            facts.append(("it means", meaning))
        more = [fact for fact in self.result.facts[place:] if not fact[1].endswith(f": {line}")]
        self.result.facts[place:] = facts + more
        self.result.think = self.result.think or think

    def _climb_on(self) -> None:
        """Look whether a law is broken too, where nothing could be named: it may say more."""
        if self.result.looks or not self.diagnose or self.climbing_on:
            return
        self.climbing_on = True
        kept, described = self.result, self.described
        for law in self.check.laws:
            self.result = Report(self.check.name)
            try:
                self.law(law)
            except _Broken:
                kept.facts.append(self._also(law, dict(kept.facts).get("you call", "")))
                break
        self.result, self.described = kept, described

    def _also(self, law: Law, shown: str) -> tuple[str, str]:
        """How a law is broken beside what is shown, or that no result came that could break it."""
        facts, message, name = dict(self.result.facts), self.result.message, self.check.name
        call = facts.get("you call", shown)
        call = "" if call == shown else self._in_short(call)
        if call and message.startswith(f"{name} stopped with "):
            error, _, words = message.removeprefix(f"{name} stopped with ").partition(": ")
            line = f" in the line {facts['in the line']}" if "in the line" in facts else ""
            message = f"it stops with {error}{line}: {facts.get('it means', words)}"
        elif not call or not message.startswith((f"{name} should return", f"{name} had not")):
            other = f" (That is another call: {call}.)" if call else ""
            return "it breaks a law", f'"{law.words}". {message}{other}'
        return "on another call", f"{message} (The call: {call}.)"

    def _in_short(self, call: str) -> str:
        """The call that was described last, by the number of its example where it is long."""
        number = None
        if (
            self.described is not None
            and len(call) >= SHORT
            and not call.startswith(example_import())
        ):
            number = self.questions.number(self.described)
        return call if number is None else self._by_number(number)

    def _by_number(self, number: int) -> str:
        name, seed = self.check.name, f", seed={self.seed}" if self.seed else ""
        return f'{example_import()}{name}(*example("{name}", {number}{seed}))'

    def _describe(self, args: Args, *values: Any, printed: str = "") -> None:
        """Write down what was called, what came back and what was expected."""
        if not self.diagnose:
            return
        facts, self.described = self._call_shown(args), args
        if values:
            self.shown = (args, values[0], values[1])
            facts.append(("it returns", show(values[0])))
            if self.check.chance:
                facts.append(("for instance", show(values[1])))
            elif self.check.alike(
                Outcome(values[0]), Outcome(values[1])
            ):  # a law is broken by several calls
                facts.append(("which is", "right by itself"))
            else:
                facts.append(("expected", show(values[1])))
        if printed:
            facts.append(("it printed", printed[:300].rstrip()))
        self.result.facts = facts

    def _show_shapes(self, args: Args, problem: str) -> None:
        """Beside a wrong shape the shapes of what was given, as it may be one of those."""
        given = [
            f"{name} has shape {value.shape}"
            for name, value in zip(self.check.parameters, args, strict=True)
            if isinstance(value, np.ndarray) and value.ndim
        ]
        if given and "shape" in problem and self.diagnose:
            self.result.facts.append(("in which", "; ".join(given)))

    def _call_shown(self, args: Args) -> list[tuple[str, str]]:
        """The call so that it can be pasted; a long one by the number of its example."""
        name, parameters = self.check.name, self.check.parameters
        call = call_source(name, parameters, args)
        number = self.questions.number(args) if len(call) > LONG else None
        if number is None:
            return [("you call", call)]
        given = ", ".join(f"{p}={show(value)}" for p, value in zip(parameters, args, strict=True))
        return [
            ("you call", self._by_number(number)),
            ("which gives it", given),
        ]

    def _name_turn(self) -> None:
        """Name what is wrong with the function, or write down what points to it."""
        if not self.diagnose or self.climbing_on:
            return
        explanation = Explanation(
            self.check, self.function, self.seed, self.example, self.result, self.shown
        )
        if explanation.find() and self.changed:
            if not self.result.looks:
                self._name_change()
            elif "in place" not in self.result.looks:
                self.result.facts.append(
                    ("besides", f"{self._changed_arguments()} changed in place")
                )


def _is_error(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _sentence(text: str) -> str:
    """The text with a full stop, unless it ends with a mark of its own."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _first_words(warned: list[str]) -> set[str]:
    """What NumPy warned of: overflow, divide, invalid; its further words vary with the call."""
    return {word for message in warned for word in message.split()[:1]}
