"""The rungs that a student's function climbs.

If the answer differs from the reference on the inputs of a check exactly as a known mistake does, that
mistake is named; the first one that fits. Otherwise `explain` looks for what is wrong.
"""

import inspect
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, wraps
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, TooSlow, call_each, is_remote, limit, same
from misstep.core.check import Case, Check, Property
from misstep.core.kinds import cut, show, show_apart
from misstep.core.paste import MAX_CALL, call_source, example_call
from misstep.core.report import Report
from misstep.core.rows import Fact, Row
from misstep.explain import diagnosis, errors, repairs
from misstep.explain.explanation import Explanation, ShownCall, logging_bugs
from misstep.explain.findings import Finding, cause
from misstep.explain.rank import POINTERS, Shown
from misstep.explain.variants import locals_at_error
from misstep.explain.words import say
from misstep.functions.missing_return import none_explained
from misstep.functions.ready_made import borrowed, ready_made_package
from misstep.ladder import Broken, Ladder, Rung, words

MAX_SECOND_CALL = 100  # characters of a call that is shown beside another
NO_RESULT = {
    "stopped",
    "too-slow",
    "out-of-time",
    "wrong-form",
}  # the call brought nothing to compare


def climb(check: Check, function: Any, seed: int = 0, misspelt: str = "") -> Report:
    """Climb the ladder with a student's function; the report says how far it came.

    Args:
        check: What is asked of the function.
        function: The function, or None if there is none.
        seed: Where the inputs come from.
        misspelt: A function whose name is nearly the one that is missing.

    """
    return FunctionLadder(check, function, seed, misspelt=misspelt).run()


def accepts(check: Check, function: Any, seed: int = 0) -> bool:
    """Return True if a function passes; don't look for the reason if it fails."""
    return FunctionLadder(check, function, seed, diagnose=False).run().good


def _has_state(value: Any) -> bool:
    """Whether equal values may behave differently: how a generator stands is not compared."""
    return callable(value) or isinstance(value, np.random.Generator)


def _best_effort(method: Any) -> Any:
    """Decorate a method that explains a failure: its own errors are logged and skipped."""

    @wraps(method)
    def safe(self: "FunctionLadder", *args: Any) -> Any:
        with logging_bugs(self.check.name):
            return method(self, *args)
        return ""

    return safe


class FunctionLadder(Ladder):
    """The rungs of a function, and what is said if one breaks."""

    def __init__(
        self, check: Check, function: Any, seed: int, diagnose: bool = True, misspelt: str = ""
    ) -> None:
        super().__init__(Report(check.name))
        self.check, self.function, self.seed, self.diagnose = check, function, seed, diagnose
        self.misspelt = misspelt
        self.inputs = check.inputs(seed)
        self.changed: tuple[Args, Outcome] | None = None
        self.shown: ShownCall | None = None  # the call that the report shows
        self.found = Shown()  # what was found out about the function
        self.described: Args | None = None  # its arguments, even if it returned nothing
        self.climbing_on = False  # beyond the first rung that broke

    def run(self) -> Report:
        """Climb all rungs; after the last, say what was checked."""
        report, check = self.climb(self.rungs()), self.check
        if report.good and self.diagnose:
            inputs = self.inputs
            report.message = words(
                "all-passed",
                inputs=len(inputs.random) + len(inputs.edge_cases) + sum(map(len, inputs.refused)),
                example=check.worked_example is not None,
                rules=len(check.properties),
            )
        return report

    def rungs(self) -> Iterator[Rung]:
        """The rungs, from the first to the last."""
        check, inputs = self.check, self.inputs
        yield words("rung-exists"), self.exists
        if check.own_work and self.diagnose:
            yield words("rung-own-work"), self.own_work
        yield words("rung-takes", parameters=check.parameters), self.takes
        yield words("rung-runs"), self.runs
        yield words("rung-returns", words=check.gives.words), self.looks_right
        yield words("rung-example"), self.by_hand
        for prop in check.properties:
            yield prop.words, lambda prop=prop: self.holds(prop)  # type: ignore[misc]
        yield words("rung-random"), lambda: self.values(inputs.random)
        yield words("rung-edge-cases"), lambda: self.values(inputs.edge_cases, check.silent)
        for i, refusal in enumerate(check.refusals):
            yield refusal.words, lambda i=i: self.refuses(inputs.refused[i])  # type: ignore[misc]
        yield words("rung-pure"), self.pure

    def exists(self) -> None:
        """There is a function, and it is the student's."""
        name = self.check.name
        if self.function is None:
            self.broken("not-defined", name=name, misspelt=self.misspelt)
        if not callable(self.function):
            self.broken("name-reused", name=name, value=show(self.function))
        home = self.check.reference.__module__
        if home != "__main__" and getattr(self.function, "__module__", None) == home:
            self.broken("courses-own", name=name)

    def own_work(self) -> None:
        """It uses no ready-made model."""
        if package := ready_made_package(self.function):
            raise Broken(borrowed(package))

    def takes(self) -> None:
        """It can be called with the arguments that the task promises."""
        wanted = self.check.parameters
        try:
            signature = inspect.signature(self.function)
        except (TypeError, ValueError):
            return  # some callables do not tell
        try:
            signature.bind(*wanted)
        except TypeError:
            takes = str(signature)
            self.broken("wrong-signature", name=self.check.name, parameters=wanted, takes=takes)

    def runs(self) -> None:
        """It returns something for the first input."""
        outcome = self.first
        if isinstance(outcome.error, NotImplementedError):
            self.broken("not-written", name=self.check.name)
        if outcome.error is not None:
            self._compare(self.example.args, outcome, self.example.want)

    def looks_right(self) -> None:
        """What it returns has the right type and shape."""
        args, value, want = self.example.args, self.first.value, self.example.want
        if problem := self._problem(value, want):
            self._describe(args, value, want, printed=self.first.printed)
            self._show_shapes(args, value, want)
            self._explain_none(self.first)
            if not self.report.looks:
                self._name_mistake()
            self._explain_type(value)
            self._break_form(problem, value)

    def _problem(self, value: Any, want: Any) -> str:
        """What is wrong with the type or the shape of a result, in words."""
        kind = self.check.gives
        return kind.wrong_type(value) or kind.wrong_shape(value, want) or ""

    def _break_form(self, problem: str, value: Any, elsewhere: bool = False) -> None:
        """Stop at a result of the wrong type or shape; ask for a return if that may be missing."""
        named = bool(self.report.looks)
        returns = value is not None or named or repairs.ends_with_return(self.function)
        data = {"name": self.check.name, "words": self.check.gives.words, "problem": problem}
        self.broken("wrong-form", **data, elsewhere=elsewhere, returns=returns)

    @_best_effort
    def _explain_none(self, outcome: Outcome) -> None:
        """Say that a result is printed and not returned, or that there is no return at all."""
        if self.diagnose and not self.climbing_on and outcome.value is None:
            self.explain(none_explained(self.function, outcome.printed))

    @_best_effort
    def _explain_type(self, value: Any) -> None:
        """Explain None, or a function, by the line that returns it."""
        source = repairs.source_of(self.function)
        if self.report.looks or not source or not self.diagnose:
            return
        if callable(value):
            self.explain(repairs.function_returned(source))
        elif value is None:
            self.explain(repairs.none_returned(source))

    def by_hand(self) -> None:
        """The example worked by hand comes out."""
        if self.check.worked_example:
            args, want, example = self.check.worked_example
            self._compare(args, self.first, want, example)

    def values(self, cases: list[Case], silent: bool = False) -> None:
        """All of these come out."""
        for case, outcome in zip(cases, self._calls([c.args for c in cases]), strict=True):
            self._compare(case.args, outcome, case.want)
            if silent and outcome.warned:
                self._describe(case.args, outcome.value, case.want)
                self.report.add(Row.WARNING, outcome.warned[0])
                self._name_mistake()
                self.broken("warning-not-allowed")

    def refuses(self, many: list[Args]) -> None:
        """It raises a ValueError for all of these."""
        name = self.check.name
        for args, outcome in zip(many, self._calls(many), strict=True):
            if isinstance(outcome.error, ValueError):
                continue
            self._describe(args, printed=outcome.printed)
            kind, error = "stopped-by-other-error", type(outcome.error).__name__
            if isinstance(outcome.value, Exception) or _is_error(outcome.value):
                kind = "returns-error"
            elif outcome.error is None:
                self.report.facts[1:1] = [Fact(Row.RETURNED, show(outcome.value))]
                kind = "returns-value"
                self._tell_return(args)
            elif outcome.line.strip().startswith("assert"):
                self.broken("assert-raises", name=name)
            elif outcome.line.strip().startswith("raise"):  # on purpose, so no mistake is named
                meant = errors.explain(outcome.error, outcome.line)
                if meant and meant.kind == "raise-without-error":
                    self._explain_error(args, outcome)
                self.broken("raises-other-error", name=name, error=error)
            self._name_mistake()
            self.broken(kind, name=name, error=error, text=str(outcome.error))

    def holds(self, prop: Property) -> None:
        """A property holds."""
        last: tuple[Args, Any, Any] | None = None
        warned: list[str] = []
        foreseen = self._foreseen(prop)

        def quietly(*args: Any) -> Any:
            nonlocal last, foreseen
            expected, outcome = next(foreseen, (None, None))
            if outcome is None or not same(expected, args):
                foreseen = iter(())
                [outcome] = self._calls([args])
            want = self.check.reference(*args)
            if outcome.error is not None or self._problem(outcome.value, want):
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
                    self.report.add(Row.WARNING if warns else Row.PREVAILING, say(found).looks)
            pointed = any(fact.key in POINTERS for fact in self.report.facts)
            plain = not (self.check.chance or self.report.looks or pointed)
            if shown and plain and (where := self._where(*shown)):
                self.report.add(Row.DIFFERENCE, where)
            self.broken("own-words", message=problem, think="")

    def _foreseen(self, prop: Property) -> Iterator[tuple[Args, Outcome]]:
        """The calls that a property makes of a right answer, sent at once to another process.

        They are dropped if the property calls the function with other arguments.
        """
        if is_remote(self.function):
            many = self.inputs.of_properties[prop.words]
            if not any(_has_state(value) for args in many for value in args):
                yield from zip(many, self._calls(many), strict=True)

    def pure(self) -> None:
        """No call changed its arguments."""
        if self.changed:
            self._describe(self.changed[0])
            self._name_change()
            self.broken("arguments-changed", names=self._changed_names())

    @_best_effort
    def _name_change(self) -> None:
        assert self.changed is not None
        args, parameters = self.changed[0], self.check.parameters
        change = diagnosis.changing_line(self.function, parameters, args) if self.diagnose else None
        data: dict[str, Any] = dict(change.data) if change else {"line": ""}
        self.explain(cause("changed-in-place", **data, names=self._changed_names()))
        if change:
            if not same(self.described, args):
                change = replace(change, data={**data, "was": ""})
            self.report.add(Row.CHANGED_BY, say(change).looks)

    def _changed_names(self) -> list[str]:
        """The arguments that a call changed."""
        return [self.check.parameters[i] for i in self.changed[1].changed] if self.changed else []

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

    def _compare(self, args: Args, outcome: Outcome, want: Any, example: str = "") -> None:
        """Break the rung where an outcome is not what was wanted."""
        if not example:
            args, outcome, want = self._smallest(args, outcome, want) or (args, outcome, want)
        if outcome.error is not None:
            self._describe(args, printed=outcome.printed)
            self._break_error(args, outcome)
        value, kind = outcome.value, self.check.gives
        problem = self._problem(value, want)
        if not problem and kind.same(value, want):
            return
        self._describe(args, value, want, printed=outcome.printed)
        self._show_shapes(args, value, want)
        self._explain_none(outcome)
        if not self.report.looks:
            self._name_mistake()
        if problem:
            self._break_form(problem, value, elsewhere=True)
        self._climb_on()
        self._tell_way_out(args, value, want)
        where = "" if self.report.looks else self._where(args, value, want)
        self.broken("wrong-result", by_hand=example, where=where)

    def _break_error(self, args: Args, outcome: Outcome) -> None:
        """Stop at an error, or at a limit of time."""
        name, error = self.check.name, outcome.error
        if isinstance(error, TooSlow):
            seconds = error.seconds or limit(self.check.seconds)
            self.broken("out-of-time" if error.together else "too-slow", name=name, seconds=seconds)
        self._name_mistake()
        self._explain_error(args, outcome)
        explained = bool(self.report.value(Row.PYTHON_SAYS))
        data = {"error": type(error).__name__, "text": str(error), "explained": explained}
        self.broken("stopped", name=name, **data)

    @_best_effort
    def _smallest(self, args: Args, outcome: Outcome, want: Any) -> Any:
        """The smallest call that goes wrong like this one; None if it is right."""
        if not self.diagnose or self.check.alike(outcome, Outcome(want)):
            return None
        return diagnosis.smallest(self.check, self.function, self.seed, args)

    @_best_effort
    def _tell_way_out(self, args: Args, value: Any, want: Any) -> None:
        """Say at which of several returns the call came back, if little else is known.

        A nan is left out: the return may only pass it on.
        """
        early = self.found.named and self.found.named.kind == "early-exit"
        if not self.diagnose or (self.report.looks and not early):
            return
        if never := diagnosis.never_used(self.function, self.check.parameters):
            self.report.add(Row.YOUR_CODE, say(never).looks)
        if diagnosis.not_finite(value) and not diagnosis.not_finite(want):
            return
        self._tell_return(args)

    @_best_effort
    def _tell_return(self, args: Args) -> None:
        line = diagnosis.return_reached(self.function, args) if self.diagnose else None
        if line:
            self.report.add(Row.RETURNED_AT, say(line).looks)

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
        report, line = self.report, outcome.line.strip()
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
        if not found:
            return
        meaning, think = say(found)
        named = self.found.named
        if not named or (named.kind, named.data) != (found.kind, found.data):
            report.add(Row.MEANING, meaning)
        if str(outcome.error):  # its own words after their translation
            report.add(Row.PYTHON_SAYS, str(outcome.error))
        report.think = report.think or think

    @_best_effort
    def _climb_on(self) -> None:
        """If nothing could be named, see whether a property is broken too: it may say more."""
        if self.report.looks or not self.diagnose or self.climbing_on:
            return
        for prop in self.check.properties:
            other = FunctionLadder(self.check, self.function, self.seed)
            other.climbing_on = True
            try:
                other.holds(prop)
            except Broken as broken:
                self.report.facts.append(other.also(prop, broken.finding, self.described))
                break

    def also(self, prop: Property, finding: Finding, shown: Args | None) -> Fact:
        """How a law is broken beside what is shown, or that no result came that could break it."""
        elsewhere = self.described is not None and not same(self.described, shown)
        message, report = say(finding).looks, self.report
        if not elsewhere or finding.kind not in NO_RESULT:
            data = {"law": prop.words, "elsewhere": elsewhere, "how": message}
            return Fact(Row.BROKEN_LAW, words("law-broken", **data))
        stopped = finding.kind == "stopped"
        data = {
            "message": message,
            "error": finding.data["error"] if stopped else "",
            "line": report.value(Row.ERROR_LINE),
            "meaning": report.value(Row.MEANING) or finding.data.get("text", ""),
            "call": self._in_short(),
        }
        return Fact(Row.OTHER_CALL, words("other-call", **data))

    def _in_short(self) -> str:
        """The call that was described last; if it is long, by the number of its example."""
        call = self.report.value(Row.CALL)
        if self.described is None or len(call) < MAX_SECOND_CALL:
            return call
        number = self.inputs.number(self.described)
        return call if number is None else self._by_number(number)

    def _by_number(self, number: int) -> str:
        return example_call(self.check.name, self.check.parameters, number, self.seed)

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
                facts.append(Fact(Row.RIGHT_BY_ITSELF, words("right-by-itself")))
            else:
                facts.append(Fact(Row.EXPECTED, wanted))
        if printed:
            facts.append(Fact(Row.PRINTED, printed[:300].rstrip()))
        self.report.facts = facts

    def _show_shapes(self, args: Args, value: Any, want: Any) -> None:
        """Beside an array of a wrong shape, the shapes of what was given: it may be one of those."""
        shapes = {
            name: value.shape
            for name, value in zip(self.check.parameters, args, strict=True)
            if isinstance(value, np.ndarray) and value.ndim
        }
        if (
            shapes
            and isinstance(value, np.ndarray)
            and self._problem(value, want)
            and self.diagnose
        ):
            self.report.add(Row.SHAPES, words("shapes-given", shapes=shapes))

    def _call_shown(self, args: Args) -> list[Fact]:
        """The call so that it can be pasted; a long one by the number of its example."""
        name, parameters = self.check.name, self.check.parameters
        call = call_source(name, parameters, args)
        number = self.inputs.number(args) if len(call) > MAX_CALL else None
        if number is None:
            return [Fact(Row.CALL, call)]
        given = (f"{p}={cut(show(value))}" for p, value in zip(parameters, args, strict=True))
        return [Fact(Row.CALL, self._by_number(number)), Fact(Row.ARGUMENTS, ", ".join(given))]

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
            self.report,
            self._repairs,
            self.shown,
        )
        found = explanation.find()
        self.found = found or self.found
        self.report.findings += filter(None, (self.found.named, self.found.pointer))
        if found and self.changed:
            named = found.named
            if not named and not self.shown:  # it raised an error: most often in that line
                self._name_change()
            elif not named or not explanation.explains_change(named, self.changed[0]):
                also = words("also-changed", names=self._changed_names())
                self.report.add(Row.ALSO_CHANGED, also)
        if outside := diagnosis.outside_names(self.function, self.check.parameters):
            looks, think = say(outside)
            self.report.add(Row.YOUR_CODE, looks)
            self.report.think = self.report.think or think


def _is_error(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)
