"""Practice: endless drills from the question templates, with the worked solution after the attempt.

A `Session` chooses what comes next; `show_practice` puts it into a notebook (ipywidgets, also in the
browser), a command of the course into a terminal. Nothing is graded, stored or sent.
"""

import ast
import math
import operator
import os
import warnings
from collections.abc import Callable
from html import escape
from secrets import token_hex
from typing import Any

from misstep.core import course, frontend
from misstep.core.report import Report
from misstep.core.rows import HINT
from misstep.quizzes.quiz import SCENARIOS, Question, Scenario, StableRandom, plain

EARLIER = 3  # every third question comes from an earlier unit
ENCOURAGEMENT = (
    "Not yet, and that is what practice is for.",
    "Have another go, or look at the solution.",
)


HELP = (
    "Answer with numbers: 0.25, 1/4, 2 * 3**2, sqrt(2), exp(-1) or log(3), and several of them as a "
    "list such as [1, 0.5]. A hint follows each wrong answer; the solution shows how it is worked out."
)
HOW_TO_CHECK = (
    "Work it out on paper, open the solution, and run the cell again for another one; in the lab, or "
    "with {} in a terminal, your answers are checked."
)


class Session:
    """A stream of questions on one topic, with earlier units mixed in."""

    def __init__(self, topic: str | int = "", seed: str | None = None) -> None:
        self.scenarios, self.names = scenarios_for(topic)
        first = min(scenario.unit for scenario in self.scenarios)
        self.earlier = [scenario for scenario in SCENARIOS.values() if scenario.unit < first]
        self._seed, self._asked = seed or token_hex(8), 0
        self._last = ""

    def next(self) -> Question:
        """Another question, with numbers that were not asked before in this session."""
        self._asked += 1
        who = f"practice {self._seed} {self._asked}"
        random = StableRandom("practice", who)
        scenarios = self.scenarios
        if self.earlier and self._asked % EARLIER == 0:
            scenarios = self.earlier
        quizzes = [
            quiz
            for scenario in scenarios
            for quiz in scenario.quizzes
            if scenarios is self.earlier or not self.names or quiz.name in self.names
        ]
        fresh = [quiz for quiz in quizzes if quiz.name != self._last] or quizzes
        quiz = random.pick(fresh)
        self._last = quiz.name
        return quiz.question(who)


def scenarios_for(topic: str | int) -> tuple[list[Scenario], set[str]]:
    """The scenarios of a topic, and which of their quizzes if not all.

    Raises:
        ValueError: for a topic that there is none of, with those that there are.

    """
    course.current.load()
    wanted = str(topic).strip().lower().replace("-", "_")
    if wanted.isdigit():
        wanted = wanted.zfill(2)
    number, _, rest = wanted.partition("_")
    if number.isdigit() and rest:  # 02-naive-bayes
        wanted = number
    if wanted in SCENARIOS:
        return [SCENARIOS[wanted]], set()
    found = [
        scenario
        for scenario in SCENARIOS.values()
        if not wanted or wanted in (scenario.unit, scenario.topic)
    ]
    if found:
        return found, set()
    named = [s for s in SCENARIOS.values() if any(quiz.name == wanted for quiz in s.quizzes)]
    if named:
        return named, {wanted}
    there = ", ".join(sorted({scenario.unit for scenario in SCENARIOS.values()} | set(SCENARIOS)))
    raise ValueError(f"no questions under {topic!r}; the units and topics are {there}")


# ---------------------------------------------------------------- what somebody types

OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
}
FUNCTIONS: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
}
MAX_BASE = 1e6  # in a power: 9**9**9 would take for ever


def read_answer(text: str) -> Any:
    """The number, or the list of numbers, that somebody typed: 1/8, [0.2, 3/8], 2, 4, exp(-1).

    Nothing is run: it is read as arithmetic, and as nothing else.

    Raises:
        ValueError: where it is something else.

    """
    try:
        tree = ast.parse(text.strip().replace("^", "**").replace("−", "-"), mode="eval")
        return _value(tree.body)
    except (SyntaxError, ArithmeticError, LookupError, TypeError, ValueError, RecursionError):
        raise ValueError(
            "That is not a number or a list of numbers. Write 0.25, 1/4 or [1, 0.5, 2/3]."
        ) from None


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.List | ast.Tuple):
        return [_value(part) for part in node.elts]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _value(node.operand)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        left, right = _value(node.left), _value(node.right)
        if isinstance(left, list) or isinstance(right, list):
            raise ValueError("arithmetic with lists")
        if isinstance(node.op, ast.Pow) and not (abs(left) < MAX_BASE and abs(right) < 400):
            raise ValueError("too large")
        return OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        return FUNCTIONS[node.func.id](_value(node.args[0]))
    raise ValueError("not a number")


def asks_for_help(typed: str) -> bool:
    """Return True if somebody typed ? or help in place of an answer."""
    return typed.strip().lower() in ("?", "help", "help()")


def mark(question: Question, typed: str) -> Report:
    """What the check says to a typed answer."""
    return question.mark(read_answer(typed))


# ---------------------------------------------------------------- in a notebook


def show_practice(topic: str | int) -> None:
    """Show a question, with a field to answer it if widgets are available."""
    static = bool(os.environ.get(f"{course.current.name.upper()}_STATIC"))
    session = Session(topic, "static" if static else None)
    if not static and frontend.page is None:
        Drill(session).show()
        return
    question = session.next()
    text = _question_markdown(question)
    frontend.show({"text/markdown": text, "text/plain": plain(text)})
    if not static:  # a page has no widgets: the answer stays on paper, and the solution is folded
        worked = plain(question.worked)
        words = f"On this page there is no field to answer in. {HOW_TO_CHECK.format(course.current.practice)}"
        fold = f"<details><summary>The solution</summary><p>{escape(worked)}</p></details>"
        page = f"{fold}<p>{words}</p>"
        frontend.show({"text/html": page, "text/plain": f"The solution: {worked}\n{words}"})


def _question_markdown(question: Question) -> str:
    """A question for practice: without the sentence about the cell below."""
    parts = [question.setting, question.text, f"*Answer with {question.precision}.*"]
    return "\n\n".join(part for part in parts if part)


class Drill:
    """The widgets of one practice: a question, a field, three buttons, and what comes of it."""

    def __init__(self, session: Session) -> None:
        import ipywidgets

        self.session, self.tries = session, 0
        self.text = ipywidgets.Output()
        self.field = ipywidgets.Text(
            description="your answer",
            placeholder="0.25, 1/4 or [1, 0.5]",
            layout={"width": "35em"},
            style={"description_width": "7em"},
        )
        self.said = ipywidgets.HTML()
        self.buttons = {
            "Check": self.check,
            "Show the solution": self.solve,
            "Another one": self.another,
        }
        self.row = []
        for name, act in self.buttons.items():
            button = ipywidgets.Button(description=name, layout={"width": "auto"})
            button.on_click(lambda _, act=act: act())
            self.row.append(button)
        with warnings.catch_warnings():  # deprecated, for an event that also comes at each blur
            warnings.simplefilter("ignore", DeprecationWarning)
            self.field.on_submit(lambda _: self.check())
        self.box = ipywidgets.VBox([self.text, self.field, ipywidgets.HBox(self.row), self.said])

    def show(self) -> None:
        """Put it below the cell, with its first question."""
        from IPython.display import display

        self.another()
        display(self.box)

    def another(self) -> None:
        """Ask the next question."""
        self.question, self.tries = self.session.next(), 0
        self.field.value = self.said.value = ""
        self._write(_question_markdown(self.question))

    def check(self) -> None:
        """Judge what stands in the field."""
        if asks_for_help(self.field.value):
            self.said.value = f'<p role="status">{escape(HELP)}</p>'
            return
        try:
            report = mark(self.question, self.field.value)
        except ValueError as error:
            self.said.value = f'<p role="status">{escape(str(error))}</p>'
            return
        if report.good:
            self.said.value = f'<p role="status">&#10003; Right.</p>{self._solution()}'
            return
        words = ENCOURAGEMENT[min(self.tries, len(ENCOURAGEMENT) - 1)]
        self.tries += 1
        think = f"<p><b>{HINT}:</b> {escape(report.think)}</p>" if report.think else ""
        self.said.value = (
            f'<p role="status">&#10007; {escape(report.message)} {escape(words)}</p>{think}'
        )

    def solve(self) -> None:
        """Show how it is worked out."""
        self.said.value = self._solution()

    def _solution(self) -> str:
        return f"<p><b>Worked:</b> {escape(plain(self.question.worked))}</p>"

    def _write(self, markdown: str) -> None:
        self.text.outputs = (
            {
                "output_type": "display_data",
                "data": {"text/markdown": markdown, "text/plain": plain(markdown)},
                "metadata": {},
            },
        )
