"""`lincourse practice`: endless quiz questions in the terminal."""

from collections.abc import Callable

from misstep.core.rows import HINT
from misstep.quizzes.practice import ENCOURAGEMENT, HELP, Session, asks_for_help, mark
from misstep.quizzes.quiz import Question, plain
from rich.console import Console
from rich.text import Text

import lincourse.checks  # noqa: F401  # sets the course that the questions belong to
from lincourse.student import UserError

WELCOME = (
    "Type your answer, for example 0.25, 1/4 or [1, 0.5], or just press Enter to see the solution. "
    "Type ? for help and q to stop. Nothing is saved."
)
KEYS = "Enter shows the solution, and q stops."


def practise(topic: str, out: Console, ask: Callable[[str], str], seed: str | None = None) -> None:
    """Ask questions until the student stops, then sum up."""
    try:
        session = Session(topic, seed)
    except ValueError as error:
        raise UserError(str(error)) from None
    out.print(WELCOME, style="dim")
    asked = solved = 0
    try:
        while True:
            question = session.next()
            asked += 1
            solved += _one(question, asked, out, ask)
    except (KeyboardInterrupt, EOFError):
        out.print()
    except _Quit:
        pass
    done = asked - 1
    if done:
        questions = "one question" if done == 1 else f"{done} questions"
        and_solved = f" and solved {solved}" if solved else ""
        out.print(f"You worked on {questions}{and_solved}. See you again.")
    else:
        out.print("See you again.")


class _Quit(Exception):
    """The student typed q."""


def _one(question: Question, number: int, out: Console, ask: Callable[[str], str]) -> bool:
    """Ask one question until it is solved or its solution is shown; return True if solved."""
    out.print()
    out.print(Text(f"Question {number}", "bold"))
    for part in (question.setting, question.text, f"Answer with {question.precision}."):
        if part:
            out.print(Text(plain(part)))
            out.print()
    tries = 0
    while True:
        typed = ask("your answer: ").strip()
        if typed.lower() in ("q", "quit", "exit"):
            raise _Quit
        if asks_for_help(typed):
            out.print(Text(f"{HELP} {KEYS}"))
            continue
        if not typed:
            _show_solution(question, out)
            return False
        try:
            report = mark(question, typed)
        except ValueError as error:
            out.print(Text(str(error), "yellow"))
            continue
        if report.good:
            out.print(Text("Right.", "green"))
            _show_solution(question, out)
            return True
        out.print(Text(f"{report.message} {ENCOURAGEMENT[min(tries, len(ENCOURAGEMENT) - 1)]}"))
        if report.think:
            out.print(Text(f"{HINT}: {report.think}"))
        tries += 1


def _show_solution(question: Question, out: Console) -> None:
    out.print(Text(f"Worked: {plain(question.worked)}", "dim"))
