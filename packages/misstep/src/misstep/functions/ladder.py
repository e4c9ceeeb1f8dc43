"""The ladder: how a student's function is checked, rung by rung.

The first rung that breaks is the message. If the answer differs from the reference on the inputs of
a check exactly as a known mistake does, that mistake is named; the first one that fits.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, wraps
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, TooSlow, call_each, is_remote, limit, same
from misstep.core.check import Case, Check, Property
from misstep.core.kinds import show, show_apart
from misstep.core.paste import MAX_CALL, call_source, example_import
from misstep.core.report import Report
from misstep.core.rows import Fact, Row
from misstep.explain import diagnosis, errors, repairs
from misstep.explain.explanation import Explanation, ShownCall, logging_bugs
from misstep.explain.findings import Finding, Strength
from misstep.explain.rank import Shown, arrange
from misstep.explain.variants import locals_at_error
from misstep.explain.words import say
from misstep.functions.missing_return import none_explained
from misstep.functions.ready_made import OWN_WORK_RUNG, borrowed, ready_made_package

MAX_WORDS_OF_A_LAW = 12  # of how a law is broken, beside something else that is wrong
MAX_SECOND_CALL = 100  # characters of a call that is shown beside another


def climb(check: Check, function: Any, seed: int = 0) -> Report:
    """Climb the ladder with a student's function; the report says how far it came."""
    if check.own_work and callable(function) and (package := ready_made_package(function)):
        message, think = say(borrowed(package))
        return Report(check.name, failed=OWN_WORK_RUNG, message=message, think=think)
    report = _Climb(check, function, seed).report()
    if check.own_work and report.good:
        report.passed.append(OWN_WORK_RUNG)
    return report


def accepts(check: Check, function: Any, seed: int = 0) -> bool:
    """Return True if a function passes; don't look for the reason if it fails."""
    return _Climb(check, function, seed, diagnose=False).report().good


def _has_state(value: Any) -> bool:
    """Whether equal values may behave differently: how a generator stands is not compared."""
    return callable(value) or isinstance(value, np.random.Generator)


class _Broken(BaseException):
    """A rung broke.

    Args:
        stopped: What stopped the call, if it brought no result: an error, a limit of time.
        formless: Whether the result has the wrong type or shape.

    """

    def __init__(self, stopped: BaseException | None = None, formless: bool = False) -> None:
        self.stopped, self.formless = stopped, formless


def _best_effort(method: Any) -> Any:
    """Decorate a method that explains a failure: its own errors are logged and skipped."""

    @wraps(method)
    def safe(self: "_Climb", *args: Any) -> Any:
        with logging_bugs(self.check.name):
            return method(self, *args)
        return ""

    return safe


class _Climb:
    def __init__(self, check: Check, function: Any, seed: int, diagnose: bool = True) -> None:
        self.check, self.function, self.seed, self.diagnose = check, function, seed, diagnose
        self.inputs = check.inputs(seed)
        self.result = Report(check.name)
        self.changed: tuple[Args, Outcome] | None = None
        self.shown: ShownCall | None = None  # the call that the report shows
        self.found = Shown()  # what was found out about the function
        self.described: Args | None = None  # its arguments, even if it returned nothing
        self.climbing_on = False  # beyond the first rung that broke

    def report(self) -> Report:
        rungs: Iterator[tuple[str, Callable[[], None]]] = iter(
            [
                ("it is there", self.exists),
                (f"it takes ({', '.join(self.check.parameters)})", self.takes),
                ("it is written, and runs", self.runs),
                (f"it returns {self.check.gives.words}", self.looks_right),
                ("the example worked by hand", self.by_hand),
                *(
                    (prop.words, lambda prop=prop: self.holds(prop))
                    for prop in self.check.properties
                ),
                ("inputs drawn at random", lambda: self.values(self.inputs.random)),
                (
                    "large, whole-number and odd inputs",
                    lambda: self.values(self.inputs.edge_cases, self.check.silent),
                ),
                *(
                    (refusal.words, lambda i=i: self.refuses(self.inputs.refused[i]))
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
        self.result.facts = arrange(self.result.facts)
        return self.result

    def broken(
        self,
        message: str,
        think: str = "",
        stopped: BaseException | None = None,
        formless: bool = False,
    ) -> None:
        self.result.message, self.result.think = message, think or self.result.think
        raise _Broken(stopped, formless)

    def exists(self) -> None:
        name = self.check.name
        if self.function is None:
            self.broken(
                f"{name} is not defined yet.",
                think=f"Run the cell with `def {name}` first, then this one. If that cell stops with an "
                "error, fix the error before anything else.",
            )
        if not callable(self.function):
            self.broken(
                f"{name} is {show(self.function)}, not a function.",
                think=f"Was the name {name} used again for a result, in another cell?",
            )
        home = self.check.reference.__module__
        if home != "__main__" and getattr(self.function, "__module__", None) == home:
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
            self._describe(args, value, want, printed=self.first.printed)
            self._show_shapes(args, value, want)
            self._explain_none(self.first)
            if not self.result.looks:
                self._name_mistake()
            self._explain_type(value)
            wanted = self.check.gives.words
            self.broken(
                _sentence(f"{self.check.name} should return {wanted}, but it returned {problem}"),
                formless=True,
            )

    def _problem(self, value: Any, want: Any) -> str:
        """What is wrong with the type or the shape of a result, in words."""
        kind = self.check.gives
        if value is None and kind.wrong_type(value) and repairs.ends_with_return(self.function):
            return "None"
        return kind.wrong_type(value) or kind.wrong_shape(value, want) or ""

    @_best_effort
    def _explain_none(self, outcome: Outcome) -> None:
        """Say that a result is printed and not returned, or that there is no return at all."""
        if self.diagnose and not self.climbing_on and outcome.value is None:
            found = none_explained(self.function, outcome.printed)
            self.result.looks, self.result.think = say(found) if found else ("", "")

    @_best_effort
    def _explain_type(self, value: Any) -> None:
        """Explain None, or a function, by the line that returns it."""
        source = repairs.source_of(self.function)
        if self.result.looks or not source or not self.diagnose:
            return
        found = repairs.none_returned(source) if value is None else None
        if callable(value):
            found = repairs.function_returned(source)
        if found:
            self.result.looks, self.result.think = say(found)

    def by_hand(self) -> None:
        if self.check.worked_example:
            args, want, words = self.check.worked_example
            self._compare(args, self.first, want, words)

    def values(self, cases: list[Case], silent: bool = False) -> None:
        for case, outcome in zip(cases, self._calls([c.args for c in cases]), strict=True):
            self._compare(case.args, outcome, case.want)
            if silent and outcome.warned:
                self._describe(case.args, outcome.value, case.want)
                self.result.add(Row.WARNING, outcome.warned[0])
                self._name_mistake()
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
                self.result.facts[1:1] = [Fact(Row.RETURNED, show(outcome.value))]
                happened = "returned a value"
                self._tell_return(args)
                self.result.think = (
                    "Which line should notice this input, before anything is returned?"
                )
            else:
                error = type(outcome.error).__name__
                if outcome.line.strip().startswith("assert"):
                    self.broken(
                        f"{self.check.name} should raise a ValueError here, but its assert raises an "
                        "AssertionError.",
                        think="An assert always raises that one. Which statement raises an error of "
                        "your choice?",
                    )
                if outcome.line.strip().startswith("raise"):  # on purpose, so no mistake is named
                    if "must derive from BaseException" in str(outcome.error):
                        self._explain_error(args, outcome)
                    self.broken(
                        f"{self.check.name} should raise a ValueError here, but it raises {error}.",
                        think="Whoever calls it catches the error by its type. Which one is it to be?",
                    )
                happened = f"stopped with {error}: {outcome.error}"
            self._name_mistake()
            self.broken(f"{self.check.name} should raise a ValueError here, but it {happened}.")

    def holds(self, prop: Property) -> None:
        last: tuple[Args, Any, Any] | None = None
        warned: list[str] = []
        foreseen = self._foreseen(prop)

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

        problem = prop.broken(quietly, self.check.rng(self.seed, prop.words))
        if problem:
            shown = None if prop.overall else last
            if shown:
                self._describe(*shown)
            self._name_mistake()
            if last and not shown and self.diagnose:
                for found in diagnosis.overall(last[1], warned):
                    warns = found.kind == "numpy-warning"
                    self.result.add(Row.WARNING if warns else Row.PREVAILING, say(found).looks)
            plain = shown and not self.check.chance and not self.result.looks
            if shown and plain and (where := self._where(*shown)):
                self.result.add(Row.DIFFERENCE, where)
            self.broken(problem)

    def _foreseen(self, prop: Property) -> Iterator[tuple[Args, Outcome]]:
        """The calls that a property makes of a right answer, sent at once to another process.

        They are dropped if the property calls the function with other arguments.
        """
        if is_remote(self.function):
            many = self.inputs.of_properties[prop.words]
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

    @_best_effort
    def _name_change(self) -> None:
        assert self.changed is not None
        args, _ = self.changed
        parameters = self.check.parameters
        change = diagnosis.changing_line(self.function, parameters, args) if self.diagnose else None
        data = dict(change.data) if change else {"line": ""}
        names = [parameters[i] for i in self.changed[1].changed]
        self.result.looks, self.result.think = say(
            Finding("changed-in-place", Strength.CAUSE, {**data, "names": names})
        )
        if change:
            if not same(self.described, args):
                change = replace(change, data={**data, "was": ""})
            self.result.add(Row.CHANGED_BY, say(change).looks)

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
        by_hand = self.check.worked_example
        return Case(self.check, by_hand[0]) if by_hand else self.inputs.random[0]

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
                        stopped=outcome.error,
                    )
                self.broken(
                    f"{name} had not come back after {seconds:g} seconds.",
                    think="What makes each of its loops end?",
                    stopped=outcome.error,
                )
            self._name_mistake()
            self._explain_error(args, outcome)
            error = type(outcome.error).__name__
            if not self.result.value(Row.PYTHON_SAYS):
                error = f"{error}: {outcome.error}".rstrip(": ")
            self.broken(_sentence(f"{name} stopped with {error}"), stopped=outcome.error)
        problem = self._problem(outcome.value, want)
        if problem or not kind.same(outcome.value, want):
            self._describe(args, outcome.value, want, printed=outcome.printed)
            self._show_shapes(args, outcome.value, want)
            self._explain_none(outcome)
            if not self.result.looks:
                self._name_mistake()
            if problem:
                self.broken(
                    _sentence(f"{name} should return {kind.words}, but here it returned {problem}"),
                    formless=True,
                )
            self._climb_on()
            self._tell_way_out(args, outcome.value, want)
            where = "" if self.result.looks else self._where(args, outcome.value, want)
            if words:
                self.broken(f"By hand: {words}.{where and f' In yours, {where}.'}")
            plain = "The result is not the one expected"
            self.broken(f"{plain}: {where}." if where else f"{plain}.")

    @_best_effort
    def _tell_way_out(self, args: Args, value: Any, want: Any) -> None:
        """Say at which of several returns the call came back, if little else is known.

        A nan is left out: the return may only pass it on.
        """
        early = self.found.named and self.found.named.kind == "early-exit"
        if not self.diagnose or (self.result.looks and not early):
            return
        if never := diagnosis.never_used(self.function, self.check.parameters):
            self.result.add(Row.YOUR_CODE, say(never).looks)
        if diagnosis.not_finite(value) and not diagnosis.not_finite(want):
            return
        self._tell_return(args)

    @_best_effort
    def _tell_return(self, args: Args) -> None:
        line = diagnosis.return_reached(self.function, args) if self.diagnose else None
        if line:
            self.result.add(Row.RETURNED_AT, say(line).looks)

    @_best_effort
    def _where(self, args: Args, value: Any, want: Any) -> str:
        if not self.diagnose:
            return ""
        where = self.check.gives.difference(value, want)
        return where and where + self._unchanged(args, value, want)

    def _unchanged(self, args: Args, value: Any, want: Any) -> str:
        """What to say of entries that still hold an argument's values, if other calls confirm it.

        In one call a single number may be the same by chance.
        """

        def unchanged(args: Args, value: Any, want: Any) -> Finding | None:
            given = dict(zip(self.check.parameters, args, strict=True))
            return diagnosis.unchanged(given, value, want)

        found = unchanged(args, value, want)
        if not found:
            return ""
        if found.kind == "still-as-given" and np.sum(~np.isclose(value, want)) > 1:
            return say(found).looks
        cases = self.inputs.random
        outcomes = call_each(self.function, [case.args for case in cases], self.check.seconds)
        again = [
            unchanged(case.args, outcome.value, case.want) == found
            for case, outcome in zip(cases, outcomes, strict=True)
            if outcome.error is None and not self.check.alike(outcome, Outcome(case.want))
        ]
        enough = sum(again) >= diagnosis.MIN_INPUTS and 2 * sum(again) >= len(again)
        return say(found).looks if enough else ""

    @_best_effort
    def _explain_error(self, args: Args, outcome: Outcome) -> None:
        """The line that stopped, what stood in it, and what the error means."""
        assert outcome.error is not None
        if not self.diagnose:
            return
        report, line = self.result, outcome.line.strip()
        held = dict(zip(self.check.parameters, args, strict=True))
        held |= outcome.values or locals_at_error(self.function, args)
        if line:
            pointer = self.found.pointer
            if pointer and pointer.place and pointer.place.text == line:
                report.facts = [fact for fact in report.facts if fact.key is not Row.LOOK_AT]
            report.add(Row.ERROR_LINE, line)
            if told := errors.describe_names(line, held):
                report.add(Row.HELD, told)
        source = repairs.source_of(self.function)
        own = repairs.literals_of(source) if source else []
        found = errors.explain(outcome.error, outcome.line, held, own, self.check.parameters)
        meaning, think = say(found) if found else ("", "")
        if meaning and meaning != report.looks:
            report.add(Row.MEANING, meaning)
        if meaning and str(outcome.error):  # its own words after their translation
            report.add(Row.PYTHON_SAYS, str(outcome.error))
        report.think = report.think or think

    @_best_effort
    def _climb_on(self) -> None:
        """If nothing could be named, see whether a property is broken too: it may say more."""
        if self.result.looks or not self.diagnose or self.climbing_on:
            return
        for prop in self.check.properties:
            other = _Climb(self.check, self.function, self.seed)
            other.climbing_on = True
            try:
                other.holds(prop)
            except _Broken as broken:
                self.result.facts.append(other.also(prop, broken, self.result.value(Row.CALL)))
                break

    def also(self, prop: Property, broken: _Broken, shown: str) -> Fact:
        """How a law is broken beside what is shown, or that no result came that could break it."""
        report = self.result
        call = report.value(Row.CALL) or shown
        call = "" if call == shown else self._in_short(call)
        message, error = report.message, broken.stopped
        if not call or not (error or broken.formless):
            short = not call and len(message.split()) <= MAX_WORDS_OF_A_LAW
            more = " (in another call)" if call else f". {message}" if short else ""
            return Fact(Row.BROKEN_LAW, f"{prop.words}{more}")
        if error and not isinstance(error, TooSlow):
            line = report.value(Row.ERROR_LINE)
            line = f" in the line {line}" if line else ""
            meaning = report.value(Row.MEANING) or str(error)
            message = f"it stops with {type(error).__name__}{line}: {meaning}"
        return Fact(Row.OTHER_CALL, f"{message} (The call: {call}.)")

    def _in_short(self, call: str) -> str:
        """The call that was described last; if it is long, by the number of its example."""
        number = None
        if (
            self.described is not None
            and len(call) >= MAX_SECOND_CALL
            and not call.startswith(example_import())
        ):
            number = self.inputs.number(self.described)
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
            shown, wanted = show_apart(values[0], values[1])
            facts.append(Fact(Row.RETURNED, shown))
            if self.check.chance:
                facts.append(Fact(Row.FOR_INSTANCE, wanted))
            elif self.check.alike(
                Outcome(values[0]), Outcome(values[1])
            ):  # a law is broken by several calls
                facts.append(Fact(Row.RIGHT_BY_ITSELF, "right by itself"))
            else:
                facts.append(Fact(Row.EXPECTED, wanted))
        if printed:
            facts.append(Fact(Row.PRINTED, printed[:300].rstrip()))
        self.result.facts = facts

    def _show_shapes(self, args: Args, value: Any, want: Any) -> None:
        """Beside an array of a wrong shape, the shapes of what was given: it may be one of those."""
        given = [
            f"{name} has shape {value.shape}"
            for name, value in zip(self.check.parameters, args, strict=True)
            if isinstance(value, np.ndarray) and value.ndim
        ]
        kind = self.check.gives
        formless = isinstance(value, np.ndarray) and (
            kind.wrong_type(value) or kind.wrong_shape(value, want)
        )
        if given and formless and self.diagnose:
            self.result.add(Row.SHAPES, "; ".join(given))

    def _call_shown(self, args: Args) -> list[Fact]:
        """The call so that it can be pasted; a long one by the number of its example."""
        name, parameters = self.check.name, self.check.parameters
        call = call_source(name, parameters, args)
        number = self.inputs.number(args) if len(call) > MAX_CALL else None
        if number is None:
            return [Fact(Row.CALL, call)]
        given = ", ".join(f"{p}={show(value)}" for p, value in zip(parameters, args, strict=True))
        return [Fact(Row.CALL, self._by_number(number)), Fact(Row.ARGUMENTS, given)]

    def _repairs(self, function: Any) -> bool:
        """Whether an edited function passes, also on inputs that had no part in finding the edit."""
        return all(accepts(self.check, function, self.seed + more) for more in (0, 1))

    @_best_effort
    def _name_mistake(self) -> None:
        """Name what is wrong with the function, or write down what points to it."""
        if not self.diagnose or self.climbing_on:
            return
        explanation = Explanation(
            self.check,
            self.function,
            self.seed,
            self.example,
            self.result,
            self._repairs,
            self.shown,
        )
        found = explanation.find()
        self.found = found or self.found
        if found and self.changed:
            named = found.named
            if not named and not self.shown:  # it raised an error: most often in that line
                self._name_change()
            elif not named or not explanation.explains_change(named, self.changed[0]):
                self.result.add(Row.ALSO_CHANGED, f"{self._changed_arguments()} changed in place")
        if outside := diagnosis.outside_names(self.function, self.check.parameters):
            looks, think = say(outside)
            self.result.add(Row.YOUR_CODE, looks)
            self.result.think = self.result.think or think


def _is_error(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _sentence(text: str) -> str:
    """The text with a full stop, unless it has its own final punctuation."""
    return text if text.endswith((".", "?", "!")) else f"{text}."
