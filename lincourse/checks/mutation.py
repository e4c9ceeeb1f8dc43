"""Mutation testing: tests that students write, tried on right functions and on wrong ones.

    trial = Trial(softmax)          # a check; its wrong turns are the mutants
    trial.right(                    # a right answer in another style, which a test has to accept
        "one that goes through the rows in a loop",
        '''
        return np.array([...])
        ''',
    )

`check_tests("softmax", try_softmax)` hands the student's test one function after another and watches
whether it raises. It has to accept every right function and to catch a share of the wrong ones. What
slips through is told in the words of its wrong turn; the code of a wrong function is never shown. In
grading these functions stay with the judge, and the test calls them from its sandbox.
"""

import ast
import contextlib
import inspect
import math
import random
import re
import traceback
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from lincourse.checks import errors
from lincourse.checks.calling import Outcome, TooSlow, call, limit, time_limit
from lincourse.checks.kinds import show
from lincourse.checks.ladder import Check
from lincourse.checks.recognition import error_words
from lincourse.checks.repairs import source_of
from lincourse.checks.report import Report
from lincourse.checks.turns import Answer, Turn

SHARE = Fraction(3, 4)  # of the wrong functions that a test has to catch
SHOWN = 4  # how many of those that slip through are described
HANGS = 3  # wrong functions on which a test may hang before it is stopped
VERDICTS = {"allclose", "isclose", "array_equal", "all", "any", "isinstance"}
PLAIN = (bool, int, float, complex, str, Fraction, np.generic, np.random.Generator, type(None))
TRIALS: dict[str, "Trial"] = {}

NEARLY = (
    " Numbers that are equal on paper may differ in the last digit: np.isclose and np.allclose allow for "
    "that."
)

Function = Callable[..., Any]


class Trial:
    """What a student's test of one function is tried on."""

    def __init__(self, check: Check, share: Fraction = SHARE) -> None:
        self.check, self.share = check, share
        self._styles: list[tuple[str, Answer]] = []
        TRIALS[check.name] = self

    def right(self, words: str, body: str) -> None:
        """Add a right answer in another style: what is special about it, the lines of its body."""
        self._styles.append((words, Answer.of(self.check.name, self.check.parameters, body)))

    @cached_property
    def rights(self) -> list[tuple[str, Function]]:
        """Right functions, each with what is special about it."""
        plain = [("a plain one", answer.function) for answer in self.check.answers]
        styles = [(words, answer.function) for words, answer in self._styles]
        return [("the course's own", self.check.reference), *plain, *styles]

    @cached_property
    def mutants(self) -> list[Turn]:
        """The wrong turns that a result, an error or a changed argument gives away."""
        return [turn for turn in self.check.turns if self._shows(turn)]

    @property
    def needed(self) -> int:
        """How many of the mutants a test has to catch."""
        return math.ceil(self.share * len(self.mutants))

    def rehearse(self) -> None:
        """Compile all functions, for a process that grades many students."""
        for turn in self.mutants:
            turn.wrong  # noqa: B018
        self.rights  # noqa: B018

    def mark(self, test: Any) -> Report:
        """Try a student's test."""
        report = Report(f"try_{self.check.name}")
        with contextlib.suppress(_Broken):
            _Trying(self, test, report).climb()
        return report

    def is_asked_for(self, error: BaseException | None) -> bool:
        """Whether it is the ValueError of the course's own function on an input that it turns down."""
        refused = [args for many in self.check.questions(0).refused for args in many]
        return isinstance(error, ValueError) and error_words(error) in {
            error_words(call(self.check.reference, args, self.check.seconds).error)
            for args in refused
        }

    def _shows(self, turn: Turn) -> bool:
        """Whether a turn is wrong by more than a warning, which a test need not look for."""
        if not self.check.silent:
            return True
        questions, kind = self.check.questions(0), self.check.gives
        for case in questions.drawn + questions.odd:
            outcome = call(turn.wrong, case.args, self.check.seconds)
            value, want = outcome.value, case.want
            if outcome.error is not None or outcome.changed or kind.wrong_type(value):
                return True
            if kind.wrong_shape(value, want) or not kind.same(value, want):
                return True
        return False


def unasserted(test: Any) -> str:
    """What a test that never complains works out and throws away: its first such line, if it is one."""
    source = source_of(test)
    body = ast.parse(source).body[0] if source else None
    if not isinstance(body, ast.FunctionDef):
        return ""
    if any(isinstance(node, ast.Assert | ast.Raise) for node in ast.walk(body)):
        return ""
    if any(
        isinstance(n, ast.Attribute | ast.Name) and "assert" in ast.unparse(n)
        for n in ast.walk(body)
    ):
        return ""  # np.testing.assert_allclose
    for node in ast.walk(body):
        if isinstance(node, ast.Expr) and isinstance(
            node.value, ast.Compare | ast.BoolOp | ast.Call
        ):
            text = ast.unparse(node.value)
            if not isinstance(node.value, ast.Call) or VERDICTS & set(re.findall(r"\w+", text)):
                return text
    return ""


def _compares_numbers(line: str) -> bool:
    """Whether a line asks with == or != for a number, and not for a size, a type or a text."""
    for node in ast.walk(errors.parsed(line)):
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                pass
            case _:
                continue
        text = f"{ast.unparse(left)} {ast.unparse(right)}"
        if not re.search(r"\b(shape|ndim|size|dtype)\b|\b(len|type|set|sorted)\(|['\"]", text):
            return True
    return False


class _Broken(Exception):
    """A rung broke."""


class _Trying:
    """One student's test on its way through the functions."""

    def __init__(self, trial: Trial, test: Any, report: Report) -> None:
        self.trial, self.test, self.report = trial, test, report
        self.name, self.seconds = trial.check.name, trial.check.seconds
        self.signature = inspect.signature(trial.check.reference)
        self.calls = 0  # of functions that were handed in
        self.returned: Any = None  # what the test returned last, though nobody looks at it

    def climb(self) -> None:
        self.exists()
        self.report.passed.append("it is a function that takes one argument")
        self.accepts()
        rights = len(self.trial.rights)
        self.report.passed.append(f"it accepts {rights} right functions, in different styles")
        self.catches()

    def broken(self, rung: str, message: str, think: str = "") -> None:
        self.report.failed, self.report.message, self.report.think = rung, message, think
        raise _Broken

    def exists(self) -> None:
        rung = "it is a function that takes one argument"
        if not callable(self.test):
            self.broken(
                rung,
                f"{self.report.name} is {show(self.test)}, not a function.",
                "Was its name used again, in another cell?",
            )
        try:
            signature = inspect.signature(self.test)
        except (TypeError, ValueError):
            return  # some callables do not tell
        try:
            signature.bind(None)
        except TypeError:
            self.broken(
                rung,
                f"Your test is called with one argument, the function that it should test, but "
                f"yours takes {signature}.",
            )

    def accepts(self) -> None:
        rung = "it accepts right functions"
        for words, function in self.trial.rights:
            outcome = self.run(function)
            self._stop_if_ended(rung, outcome)
            if isinstance(outcome.error, NotImplementedError):
                self.broken(
                    rung,
                    f"{self.report.name} is not written yet.",
                    "Replace the line that raises NotImplementedError with asserts on f.",
                )
            if outcome.error is not None:
                self._rejected(rung, words, outcome)
            if not self.calls:
                self.broken(
                    rung,
                    "Your test never calls the function that it is handed, so it can't tell a right "
                    "one from a wrong one.",
                    f"Call f in it, as you would call {self.name}.",
                )
            if outcome.printed and not self.report.facts:
                self.report.facts = [("it printed", show(outcome.printed.strip()[:200]))]

    def _rejected(self, rung: str, words: str, outcome: Outcome) -> None:
        """Say how a right function was rejected."""
        error = outcome.error
        if line := self._line(outcome):
            self.report.facts = [("in the line", line)]
            data = {name: v for name, v in outcome.values.items() if not callable(v)}
            if held := errors.there(line, data, short=isinstance(error, AssertionError)):
                self.report.facts.append(("in which", held))
        if isinstance(error, TooSlow):
            seconds = error.seconds or limit(self.seconds)
            self.broken(
                rung,
                f"Your test had not come back after {seconds:g} seconds on a right {self.name}.",
                "What makes each of its loops end, and how large are the inputs?",
            )
        told = f": {error}" if str(error) else ""
        if isinstance(error, AssertionError):
            if self.trial.is_asked_for(error.__context__):
                self.report.facts.append(
                    ("there", f"{self.name} raised ValueError: {error.__context__}".rstrip(": "))
                )
                self.broken(
                    rung,
                    f"Your test rejects a right {self.name} ({words}) because it raises a ValueError, "
                    "and the task asks for one.",
                    "For which input should the error come, and when should your test complain: when "
                    "it comes, or when it does not?",
                )
            self.broken(
                rung,
                f"Your test rejects a right {self.name} ({words}){told or '.'}",
                "Does this assert ask for more than the task says? Another right function may shuffle "
                "in another way. What do all right results have in common?"
                if self.trial.check.chance
                else "Does this assert ask for more than the task says?"
                f"{NEARLY if _compares_numbers(line) else ''}",
            )
        meaning, think = errors.explain(error, line) if error else ("", "")
        if meaning:
            self.report.facts.append(("it means", meaning))
        self.broken(
            rung,
            f"On a right {self.name} ({words}) your test stopped with "
            f"{type(error).__name__}{told or '.'}",
            think
            or "Is f called with what the task promises, and is what comes back used as it is?",
        )

    def catches(self) -> None:
        mutants, needed = self.trial.mutants, self.trial.needed
        rung = f"it catches at least {needed} of {len(mutants)} wrong functions"
        through = self._survivors(rung)
        caught = len(mutants) - len(through)
        self.report.facts += [("it lets through", turn.looks) for turn in through[:SHOWN]]
        if len(through) > SHOWN:
            self.report.facts.append(("and", f"{len(through) - SHOWN} more"))
        if caught >= needed:
            self.report.passed.append(f"it catches {caught} of {len(mutants)} wrong functions")
            return
        many = str(caught) if caught else "none"
        message = f"Your test catches {many} of {len(mutants)} wrong functions; it should catch at least {needed}."
        if line := unasserted(self.test):
            self.broken(
                rung,
                f"{message} There is no assert in it: {line} is worked out, and nobody looks at it.",
                "A test says no by raising an error: write assert in front of what should be true.",
            )
        if self.returned is not None and not caught:
            self.broken(
                rung,
                f"{message} It returns {show(self.returned)}, and nobody looks at that.",
                "A test says no by raising an error: write assert in front of what should be true.",
            )
        self.broken(
            rung,
            message,
            f"Take the first that it lets through: for which input does it give something other "
            f"than a right {self.name} does? Call f with it, and assert what should come back.",
        )

    def _survivors(self, rung: str) -> list[Turn]:
        """The mutants that a test accepts.

        Right functions stand among them, in an order that nobody knows, so that a test that only
        counts how often it was called, or that an earlier function has disturbed, is found out.
        """
        trial = self.trial
        queue: list[tuple[str, Function, Turn | None]] = [
            *((words, function, None) for words, function in trial.rights),
            *((turn.looks, turn.wrong, turn) for turn in trial.mutants),
        ]
        random.SystemRandom().shuffle(queue)
        through, hangs = [], 0
        for words, function, turn in queue:
            outcome = self.run(function)
            self._stop_if_ended(rung, outcome)
            if turn is None and outcome.error is not None:
                self.broken(
                    rung,
                    f"Your test accepted a right {self.name} ({words}) the first time and rejected "
                    "the same function later.",
                    "A test should begin anew at every call. Does it change something that was made "
                    "outside of it, or draw numbers at random without a seed?",
                )
            if turn is not None and outcome.error is None:
                through.append(turn)
            hangs += isinstance(outcome.error, TooSlow)
            if hangs == HANGS:
                self.broken(
                    rung,
                    "On several wrong functions your test did not come back in time.",
                    "Does one of its loops wait for something that a wrong function never gives?",
                )
        order = {id(turn): place for place, turn in enumerate(trial.mutants)}
        return sorted(through, key=lambda turn: order[id(turn)])

    def run(self, function: Function) -> Outcome:
        """Call the test with a function."""
        outcome = call(self.test, (self._handed(function),), self.seconds)
        if outcome.value is not None:
            self.returned = outcome.value
        return outcome

    def _handed(self, function: Function) -> Function:
        """The function as a test gets it: it takes plain data, and not for ever."""

        def f(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if not _plain([args, kwargs]):
                raise TypeError(
                    "f takes numbers, text, lists, tuples, sets, dicts, arrays and generators"
                )
            given = self.signature.bind(*args, **kwargs).args
            with time_limit(limit(self.seconds)):
                return function(*given)

        f.__name__ = f.__qualname__ = self.name
        return f

    def _stop_if_ended(self, rung: str, outcome: Outcome) -> None:
        """Stop where the test ended Python, or where no time is left for all of a submission."""
        error = outcome.error
        if isinstance(error, TooSlow) and error.together:
            self.broken(
                rung,
                f"All of a submission may take {error.seconds or 0:g} seconds together, and there "
                "were none left before your test was done.",
            )
        if error is not None and not isinstance(error, Exception | TooSlow):
            self.broken(
                rung,
                f"Your test ended Python itself ({type(error).__name__}).",
                "A test says no with assert, which raises AssertionError.",
            )

    def _line(self, outcome: Outcome) -> str:
        """The line of the test in which it stopped, where it can be told."""
        error = outcome.error
        if error is None or hasattr(error, "line"):
            return outcome.line
        frames = traceback.extract_tb(error.__traceback__)
        here = getattr(getattr(self.test, "__code__", None), "co_filename", None)
        return next((frame.line or "" for frame in reversed(frames) if frame.filename == here), "")


def _plain(value: Any) -> bool:
    """Whether an argument is plain data, and nothing of the student's own runs when it is used."""
    if isinstance(value, np.ndarray):
        return value.dtype != object or all(map(_plain, value.flat))
    if isinstance(value, dict):
        return all(map(_plain, value)) and all(map(_plain, value.values()))
    if isinstance(value, list | tuple | set | frozenset | range):
        return all(map(_plain, value))
    return isinstance(value, PLAIN)
