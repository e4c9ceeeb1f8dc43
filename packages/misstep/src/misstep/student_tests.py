"""Mutation testing: tests that students write, tried on right functions and on wrong ones.

    tests = StudentTestCheck(softmax)   # a check; its mistakes are the mutants
    tests.right(                        # a right answer in another style, which a test must accept
        "one that goes through the rows in a loop",
        '''
        return np.array([...])
        ''',
    )

`check_tests("softmax", try_softmax)` hands the student's test one function after another and watches
whether it raises. It must accept every right function, catch a share of the wrong ones, and
catch a right function whose result is made zero, doubled or negated. The report
describes each wrong function that it lets through in the words of its mistake, and never shows the
code. In grading these functions stay with the judge, and the test calls them from its sandbox.
"""

import ast
import inspect
import math
import operator
import random
import re
import traceback
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from misstep.core.calling import Outcome, TooSlow, call, limit, time_limit
from misstep.core.check import Check
from misstep.core.kinds import show
from misstep.core.mistakes import Answer, Mistake
from misstep.core.report import Report
from misstep.core.rows import Fact, Row
from misstep.explain import errors
from misstep.explain.findings import Finding, Strength
from misstep.explain.recognition import error_words
from misstep.explain.repairs import source_of
from misstep.explain.variants import locals_at_error
from misstep.explain.words import say
from misstep.ladder import Ladder, words

REQUIRED_SHARE = Fraction(3, 4)  # of the wrong functions that a test must catch
MAX_SHOWN = 4  # wrong functions that a test lets through and the report describes
MAX_ENTRIES_SHOWN = 8  # entries of an array that is shown as it is
KINDS = ("values", "edges", "shapes", "arguments")  # what gives a wrong function away
CATCH_ALL = {"Exception", "BaseException", "AssertionError"}
FORM = {"shape", "ndim", "size", "dtype"}  # attributes, and functions, that look at no value
ABOUT = {"len", "isinstance", "type", "callable", "hasattr"}
TYPES = {"np", "numpy", "math", "bool", "int", "float", "str", "list", "tuple", "dict", "set"}
DECOY_FACTORS = (0, 2, -1, 3, -2, 0.5, -0.5)  # by which decoys multiply right results
MAX_HANGS = 3  # wrong functions on which a test hangs before it is stopped
VERDICTS = {"allclose", "isclose", "array_equal", "all", "any", "isinstance"}
PLAIN = (bool, int, float, complex, str, Fraction, np.generic, np.random.Generator, type(None))
STUDENT_TEST_CHECKS: dict[str, "StudentTestCheck"] = {}

MAX_INLINED = 3  # names that are put in the place of others
NOTHING = object()  # what a function gave that was stopped by an error

Function = Callable[..., Any]

# Changes of a right result that no test may accept: a test of laws only may not see them.
CHANGED_RESULTS: dict[str, Callable[[Any], Any]] = {
    "only-zeros": lambda number: 0 * number,
    "twice-the-result": lambda number: 2 * number,
    "negated-result": lambda number: -number,
}


class StudentTestCheck:
    """The right and wrong functions on which a student's test is tried."""

    def __init__(self, check: Check, share: Fraction = REQUIRED_SHARE) -> None:
        self.check, self.share = check, share
        self._styles: list[tuple[str, Answer]] = []
        STUDENT_TEST_CHECKS[check.name] = self

    def right(self, style: str, body: str) -> None:
        """Add a right answer in another style: what is special about it, the lines of its body."""
        self._styles.append((style, Answer.of(self.check.name, self.check.parameters, body)))

    @cached_property
    def rights(self) -> list[tuple[str, Function]]:
        """Right functions, each with what is special about it."""
        plain = [(words("plain-style"), answer.function) for answer in self.check.answers]
        styles = [(style, answer.function) for style, answer in self._styles]
        return [(words("courses-style"), self.check.reference), *plain, *styles]

    @cached_property
    def mutants(self) -> list[Mistake]:
        """The mistakes that a result, an error or a changed argument gives away."""
        return [mistake for mistake in self.check.mistakes if self._shows(mistake)]

    @cached_property
    def changed_results(self) -> list[Mistake]:
        """Right functions whose results are changed; a test has to catch all of them."""
        made = (
            Mistake(_with_result(self.check.reference, change), words(kind))
            for kind, change in CHANGED_RESULTS.items()
        )
        return [mistake for mistake in made if self._differs(mistake)]

    @cached_property
    def decoys(self) -> list[Function]:
        """Right functions whose results are multiplied; whether a test catches them doesn't count."""
        return [
            _with_result(self.check.reference, partial(operator.mul, factor))
            for factor in DECOY_FACTORS
        ]

    @cached_property
    def kinds(self) -> dict[Mistake, str]:
        """What gives each of the mutants away: of several things, the one that is rarer."""
        return {mistake: self._kind(mistake) for mistake in self.mutants}

    def _kind(self, mistake: Mistake) -> str:
        found, kind = set(), self.check.gives
        for case in self.check.inputs(0).random:
            outcome = call(mistake.wrong, case.args, self.check.seconds)
            value, want = outcome.value, case.want
            if outcome.error is not None or kind.wrong_type(value) or kind.wrong_shape(value, want):
                found.add("shapes")
            elif not kind.same(value, want):
                found.add("values")
            if outcome.changed:
                found.add("arguments")
        return next((name for name in reversed(KINDS) if name in found), "edges")

    def different(self, mistakes: list[Mistake]) -> list[Mistake]:
        """Wrong functions of different kinds before more of the same kind."""
        if self.check.chance:
            return mistakes  # random results have no kinds
        place = {
            mistake: (i, KINDS.index(kind))
            for kind in KINDS
            for i, mistake in enumerate(m for m in mistakes if self.kinds[m] == kind)
        }
        return sorted(mistakes, key=place.__getitem__)

    @property
    def needed(self) -> int:
        """How many of the mutants a test has to catch."""
        return math.ceil(self.share * len(self.mutants))

    def rehearse(self) -> None:
        """Compile all functions, for a process that grades many students."""
        for mistake in self.mutants:
            mistake.wrong  # noqa: B018
        self.rights  # noqa: B018

    def mark(self, test: Any) -> Report:
        """Try a student's test."""
        return StudentTestLadder(self, test).run()

    def is_asked_for(self, error: BaseException | None) -> bool:
        """Whether it is the ValueError of the course's own function on an input that it turns down."""
        refused = [args for many in self.check.inputs(0).refused for args in many]
        return isinstance(error, ValueError) and error_words(error) in {
            error_words(call(self.check.reference, args, self.check.seconds).error)
            for args in refused
        }

    def _shows(self, mistake: Mistake) -> bool:
        """Whether a mistake is wrong by more than a warning, which a test need not look for."""
        return not self.check.silent or self._differs(mistake)

    def _differs(self, mistake: Mistake) -> bool:
        inputs, kind = self.check.inputs(0), self.check.gives
        for case in inputs.random + inputs.edge_cases:
            outcome = call(mistake.wrong, case.args, self.check.seconds)
            value, want = outcome.value, case.want
            if outcome.error is not None or outcome.changed or kind.wrong_type(value):
                return True
            if kind.wrong_shape(value, want) or not kind.same(value, want):
                return True
        return False


def _with_result(function: Function, change: Callable[[Any], Any]) -> Function:
    """A function whose result is changed, entry by entry in lists, tuples and dicts."""

    def changed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: changed(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(map(changed, value))
        return change(value)

    return lambda *args: changed(function(*args))


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
        if isinstance(node, ast.Expr | ast.Return) and isinstance(
            node.value, ast.Compare | ast.BoolOp | ast.Call | ast.Name
        ):
            text = ast.unparse(node.value)
            if not isinstance(node.value, ast.Call) or VERDICTS & set(re.findall(r"\w+", text)):
                return text
    return ""


def always_true(test: Any) -> str:
    """The first assert of a tuple, which is true whatever it holds; "" if there is none."""
    for node in ast.walk(ast.parse(source_of(test))):
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.Tuple) and node.test.elts:
            return ast.unparse(node)
    return ""


def compares_with_itself(test: Any) -> str:
    """The first comparison of a result with the same result; "" if there is none."""
    nodes = list(ast.walk(ast.parse(source_of(test))))
    values: dict[str, str] = {}
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value):
                values[name] = name if name in values else ast.unparse(value)

    def inlined(node: ast.expr) -> str:
        text = ast.unparse(node)
        for _ in range(MAX_INLINED):
            text = re.sub(r"\w+", lambda name: values.get(name[0], name[0]), text)
        return text

    for node in nodes:
        match node:
            case ast.Call(
                ast.Attribute(attr="allclose" | "isclose" | "array_equal"), [one, other, *_]
            ) | ast.Compare(one, [ast.Eq()], [other]) if inlined(one) == inlined(other):
                return ast.unparse(node)
    return ""


def ends_early(test: Any) -> str:
    """The except that returns before later asserts are reached; "" if there is none."""
    body = ast.parse(source_of(test)).body
    lines = body[0].body if body and isinstance(body[0], ast.FunctionDef) else []
    for i, line in enumerate(lines):
        later = any(isinstance(n, ast.Assert) for rest in lines[i + 1 :] for n in ast.walk(rest))
        for handler in line.handlers if isinstance(line, ast.Try) else ():
            if later and any(isinstance(node, ast.Return) for node in ast.walk(handler)):
                return ast.unparse(handler).partition("\n")[0]
    return ""


def swallowed(test: Any) -> str:
    """The except of a test that catches the AssertionErrors of its own asserts, "" if there is none."""
    source = source_of(test)
    for node in ast.walk(ast.parse(source)) if source else ():
        if not isinstance(node, ast.Try) or not any(map(_asserts, node.body)):
            continue
        for handler in node.handlers:
            caught = (
                {n.id for n in ast.walk(handler.type) if isinstance(n, ast.Name)}
                if handler.type
                else CATCH_ALL
            )
            minds = any(
                isinstance(n, ast.Raise | ast.Assert | ast.Assign | ast.AugAssign)
                for part in handler.body
                for n in ast.walk(part)
            )
            if caught & CATCH_ALL:
                what = f"except {ast.unparse(handler.type)}:" if handler.type else "except:"
                return "" if minds else what
    return ""


def _asserts(node: ast.stmt) -> bool:
    """Whether there is an assert in a statement, or an AssertionError that is raised."""
    return any(
        isinstance(n, ast.Assert)
        or (isinstance(n, ast.Raise) and n.exc and "AssertionError" in ast.unparse(n.exc))
        for n in ast.walk(node)
    )


def looks_at_values(test: Any) -> bool:
    """Whether an assert of a test may look at a value, not only at shapes, lengths and types."""
    source = source_of(test)
    nodes = list(ast.walk(ast.parse(source))) if source else []
    asserts = [node for node in nodes if isinstance(node, ast.Assert)]
    others = any(
        isinstance(n, ast.Raise) or (isinstance(n, ast.Attribute) and "assert" in n.attr)
        for n in nodes
    )
    return not asserts or others or any(_of_value(node.test) for node in asserts)


def _of_value(node: ast.AST) -> bool:
    """Whether a value plays a part in an expression."""
    if isinstance(node, ast.Attribute) and node.attr in FORM:
        return False
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            return node.func.id not in ABOUT
        of = node.func.value if isinstance(node.func, ast.Attribute) else node.func
        return any(map(_of_value, [of, *node.args]))
    if isinstance(node, ast.Compare) and ast.unparse(node.comparators[0]) == "None":
        return False
    if isinstance(node, ast.Name):
        return node.id not in TYPES
    return any(_of_value(child) for child in ast.iter_child_nodes(node))


def exact(line: str) -> bool:
    """Whether a line asks of numbers that they are equal to the last digit."""
    for node in ast.walk(errors.parsed(line)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("array_equal"):
            return True
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            sides = [node.left, *node.comparators]
            whole = any(
                (isinstance(n, ast.Constant) and isinstance(n.value, str | bool | None))
                or (isinstance(n, ast.Call) and "arg" in ast.unparse(n.func))  # argmax, argsort
                for n in sides
            )
            if any(map(_of_value, sides)) and not whole:
                return True
    return False


def asks_type(line: str) -> bool:
    """Whether a line compares the type of something with `is` or ==."""
    return any(
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.Is | ast.Eq)
        and any(
            isinstance(side, ast.Call) and ast.unparse(side.func) == "type"
            for side in (node.left, *node.comparators)
        )
        for node in ast.walk(errors.parsed(line))
    )


def same_object(line: str, operator: type[ast.cmpop] = ast.Is) -> bool:
    """Whether a line compares with `is`, and with something other than None, True or False."""
    return any(
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], operator)
        and ast.unparse(node.comparators[0]) not in ("None", "True", "False")
        for node in ast.walk(errors.parsed(line))
    )


def how_compared(line: str) -> str:
    """How an assert compares, if that is why it rejects a right function."""
    ways: dict[str, Callable[[str], bool]] = {"type": asks_type, "identity": same_object}
    ways |= {"new-object": lambda line: same_object(line, ast.IsNot), "exact": exact}
    return next((how for how, compares in ways.items() if compares(line)), "")


def lists_numbers(line: str) -> bool:
    """Whether a line asks for numbers that it lists, which shuffling puts in another order."""
    lists = [node for node in ast.walk(errors.parsed(line)) if isinstance(node, ast.List)]
    return any(isinstance(entry, ast.Constant) for node in lists for entry in node.elts)


def _kind_of(value: Any) -> str:
    if isinstance(value, bool | int | float | complex | np.generic):
        return "a number"
    return f"a {type(value).__name__}"


class StudentTestLadder(Ladder):
    """One student's test on its way through the functions."""

    def __init__(self, setup: StudentTestCheck, test: Any) -> None:
        super().__init__(Report(f"try_{setup.check.name}"))
        self.setup, self.test = setup, test
        self.name, self.seconds = setup.check.name, setup.check.seconds
        self.signature = inspect.signature(setup.check.reference)
        self.calls = 0  # how often the test has called the function
        self.test_returned: Any = None  # the test's last return value, which is ignored
        self.args: tuple[Any, ...] = ()  # the last arguments of the function under test
        self.returned: Any = NOTHING  # what it returned
        self.caught = {"caught": 0, "all": len(setup.mutants), "needed": setup.needed}
        self.through: list[Mistake] = []  # the wrong functions that it accepts
        self.decoys_hang = False

    def run(self) -> Report:
        """Climb the rungs."""
        rungs = [
            (words("rung-test"), self.exists),
            (words("rung-accepts", rights=len(self.setup.rights)), self.accepts),
            (words("rung-catches", **self.caught), self.catches),
            (words("rung-changed-results"), self.catches_changed_results),
        ]
        report = self.climb(rungs if self.setup.changed_results else rungs[:-1])
        if report.good:
            report.message = words("tests-passed", **self.caught)
        return report

    def exists(self) -> None:
        """It can be called with one argument."""
        if not callable(self.test):
            self.broken("not-a-test", name=self.report.name, value=show(self.test))
        try:
            signature = inspect.signature(self.test)
        except (TypeError, ValueError):
            return  # some callables do not tell
        try:
            signature.bind(None)
        except TypeError:
            self.broken("test-signature", takes=str(signature))

    def accepts(self) -> None:
        """It accepts right functions."""
        for style, function in self._rights_among_decoys():
            outcome = self.call(function)
            self._stop_if_ended(outcome)
            if not style:
                self.decoys_hang |= isinstance(outcome.error, TooSlow)
                continue
            if isinstance(outcome.error, NotImplementedError):
                self.broken("test-not-written", name=self.report.name)
            if outcome.error is not None:
                self._rejected(style, function, outcome)
            if not self.calls:
                self.broken("test-never-calls", name=self.name)
            if outcome.printed and not self.report.facts:
                self.report.facts = [Fact(Row.PRINTED, show(outcome.printed.strip()[:200]))]

    def _rights_among_decoys(self) -> Iterator[tuple[str, Function]]:
        """The right functions in their order, and each decoy as often, without a style.

        A test that only compares results with one another can't tell which of them are right. One
        decoy comes first and most often, so that neither the first nor the most frequent results are.
        """
        chance, rights, decoys = random.SystemRandom(), self.setup.rights, self.setup.decoys
        places = [*decoys, None] * len(rights)
        chance.shuffle(places)
        places[:0] = [chance.choice(decoys)] * (len(rights) + chance.randint(1, 2))
        following = iter(rights)
        for decoy in places:
            if decoy is None:
                yield next(following)
            elif not self.decoys_hang:
                yield "", decoy

    def _rejected(self, style: str, function: Function, outcome: Outcome) -> None:
        """Say how a right function was rejected."""
        error, right = outcome.error, {"name": self.name, "style": style}
        if line := self._line(outcome):
            self.report.facts = [Fact(Row.ERROR_LINE, line)]
            values = outcome.values or locals_at_error(self.test, (self._handed(function),))
            data = {name: v for name, v in values.items() if not callable(v)}
            if held := errors.describe_names(line, data, MAX_ENTRIES_SHOWN):
                self.report.add(Row.HELD, held)
            shown = isinstance(self.returned, bool | int | float | np.generic)
            if self._calls_once(line) and (shown or self._is_small(self.returned)):
                self.report.add(Row.GIVEN_BY_F, show(self.returned))
        if isinstance(error, TooSlow):
            self.broken(
                "test-too-slow", name=self.name, seconds=error.seconds or limit(self.seconds)
            )
        if isinstance(error, AssertionError):
            raised = error.__context__
            if self.setup.is_asked_for(raised):
                text = words("error-of-f", name=self.name, text=str(raised))
                self.report.add(Row.RAISED_THERE, text)
                self.broken("test-rejects-error", **right)
            how = how_compared(line)
            if self.setup.check.chance:
                others_pass = style != self.setup.rights[0][0]
                how = "random" if others_pass or lists_numbers(line) else ""
            self.broken("test-rejects", **right, text=str(error), how=how)
        asked_for = self.setup.is_asked_for(error)
        found = None
        if error and not asked_for:
            found = self._unpromised() or errors.explain(error, line)
        if found:
            meaning, self.report.think = say(found)
            self.report.add(Row.MEANING, meaning)
            if str(error):
                self.report.add(Row.PYTHON_SAYS, str(error))
        data = {"error": type(error).__name__, "text": str(error), "explained": found is not None}
        self.broken("test-stopped", **right, **data, asked_for=asked_for)

    @staticmethod
    def _is_small(returned: Any) -> bool:
        return returned is not NOTHING and errors.is_small(returned, MAX_ENTRIES_SHOWN)

    def _unpromised(self) -> Finding | None:
        """What a function that was stopped got in place of the arrays that the task promises."""
        cases = self.setup.check.inputs(0).random
        if self.returned is not NOTHING or not self.args or not cases:
            return None
        got = {
            name: _kind_of(have)
            for name, have, want in zip(
                self.setup.check.parameters, self.args, cases[0].args, strict=False
            )
            if isinstance(want, np.ndarray) and not isinstance(have, np.ndarray)
        }
        return Finding("unpromised-argument", Strength.CAUSE, {"got": got}) if got else None

    def catches(self) -> str:
        """It catches enough wrong functions."""
        survivors, changed = self._survivors(), self.setup.changed_results
        self.through = [mistake for mistake in survivors if mistake in changed]
        through = [mistake for mistake in survivors if mistake not in changed]
        caught = self.caught["caught"] = self.caught["all"] - len(through)
        shown = self.setup.different(through) if len(through) > MAX_SHOWN else through
        self.report.facts += [Fact(Row.LET_THROUGH, mistake.looks) for mistake in shown[:MAX_SHOWN]]
        if len(through) > MAX_SHOWN:
            more = words("other-functions", number=len(through) - MAX_SHOWN)
            self.report.add(Row.MORE, more)
        if caught < self.setup.needed:
            kind, shown_there = self._why_so_few()
            self.broken(kind, name=self.name, **self.caught, **shown_there)
        return words("test-catches", **self.caught)

    def _why_so_few(self) -> tuple[str, dict[str, str]]:
        """Why a test catches few wrong functions, as far as its source shows it."""
        if line := unasserted(self.test):
            return "test-without-assert", {"line": line}
        if self.test_returned is not None and not self.caught["caught"]:
            return "test-returns-verdict", {"value": show(self.test_returned)}
        found = {
            "test-swallows-asserts": swallowed,
            "assert-of-tuple": always_true,
            "test-ends-early": ends_early,
            "test-compares-with-itself": compares_with_itself,
        }
        for kind, look in found.items():
            if line := look(self.test):
                return kind, {"line": line}
        return "catches-too-few" if looks_at_values(self.test) else "test-ignores-values", {}

    def catches_changed_results(self) -> None:
        """It catches functions whose results are wrong everywhere."""
        if self.through:
            self.report.facts[:0] = [Fact(Row.LET_THROUGH, one.looks) for one in self.through]
            self.broken("accepts-changed-result", **self.caught)

    def _survivors(self) -> list[Mistake]:
        """The mutants that a test accepts.

        Right functions stand among them, in a random order, so that a test that only counts how often
        it was called, or that an earlier function has disturbed, is found out.
        """
        setup = self.setup
        wrong = [*setup.mutants, *setup.changed_results]
        queue: list[tuple[str, Function, Mistake | None]] = [
            *((style, function, None) for style, function in setup.rights),
            *((mistake.looks, mistake.wrong, mistake) for mistake in wrong),
        ]
        if not self.decoys_hang:
            queue += [("", decoy, None) for decoy in setup.decoys * len(setup.rights)]
        random.SystemRandom().shuffle(queue)
        through, hangs = [], 0
        for style, function, mistake in queue:
            outcome = self.call(function)
            self._stop_if_ended(outcome)
            if style and mistake is None and outcome.error is not None:
                self.broken("test-changes-its-mind", name=self.name, style=style)
            if mistake is not None and outcome.error is None:
                through.append(mistake)
            hangs += isinstance(outcome.error, TooSlow)
            if hangs == MAX_HANGS:
                self.broken("test-hangs")
        order = {id(mistake): place for place, mistake in enumerate(wrong)}
        return sorted(through, key=lambda mistake: order[id(mistake)])

    def call(self, function: Function) -> Outcome:
        """Call the test with a function."""
        outcome = call(self.test, (self._handed(function),), self.seconds)
        if outcome.value is not None:
            self.test_returned = outcome.value
        return outcome

    def _handed(self, function: Function) -> Function:
        """The function as a test gets it: it accepts only plain data, and has a time limit."""

        def f(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if not _plain([args, kwargs]):
                raise TypeError(
                    "f takes numbers, text, lists, tuples, sets, dicts, arrays and generators"
                )
            self.args, self.returned = self.signature.bind(*args, **kwargs).args, NOTHING
            with time_limit(limit(self.seconds), patient=True):
                self.returned = function(*self.args)
                return self.returned

        f.__name__ = f.__qualname__ = self.name
        return f

    def _stop_if_ended(self, outcome: Outcome) -> None:
        """Stop if the test ended Python, or if the submission's time is used up."""
        error = outcome.error
        if isinstance(error, TooSlow) and error.together:
            self.broken("test-out-of-time", seconds=error.seconds or 0)
        if error is not None and not isinstance(error, Exception | TooSlow):
            self.broken("test-ends-python", error=type(error).__name__)

    def _calls_once(self, line: str) -> bool:
        """Whether a line of the test calls the function that is tested, at one place."""
        try:
            name = next(iter(inspect.signature(self.test).parameters))
        except (TypeError, ValueError, StopIteration):
            return False
        called = [n.func for n in ast.walk(errors.parsed(line)) if isinstance(n, ast.Call)]
        return sum(isinstance(func, ast.Name) and func.id == name for func in called) == 1

    def _line(self, outcome: Outcome) -> str:
        """The line in which the test stopped, or ""."""
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
