"""Quizzes: questions of the documents whose answer is a number, a few numbers, or a word."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lincourse.checks.kinds import show
from lincourse.checks.report import Report

QUIZZES: dict[str, "Quiz"] = {}


@dataclass
class Quiz:
    """One question: its exact answer, and how many decimals the document prints.

    `slips` maps wrong answers that students give to what to think about.
    """

    name: str
    answer: Any
    decimals: int
    form: str
    slips: list[tuple[Any, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        QUIZZES[self.name] = self

    def mark(self, given: Any) -> Report:
        """Compare a given answer; rounding to what is printed is right."""
        report = Report(self.name)
        if given is None:
            return self._wrong(report, "it is answered", f"{self.name} has no answer yet.")
        report.passed.append("it is answered")
        numbers = _numbers(given)
        wanted = np.asarray(self.answer, dtype=float)
        if numbers is None or numbers.shape != wanted.shape:
            report.facts = [("your answer", show(given))]
            return self._wrong(report, f"it is {self.form}", f"The answer should be {self.form}.")
        report.passed.append(f"it is {self.form}")
        if not self._close(numbers, wanted):
            report.facts = [("your answer", show(given))]
            for slip, think in self.slips:
                other = np.asarray(slip, dtype=float)
                if other.shape == numbers.shape and self._close(numbers, other):
                    report.think = think
                    break
            return self._wrong(report, "it is right", self._where(numbers, wanted))
        report.passed.append("it is right")
        return report

    def _close(self, given: Any, wanted: Any) -> bool:
        return bool(np.all(np.abs(given - wanted) <= 0.5001 * 10.0**-self.decimals))

    def _where(self, given: Any, wanted: Any) -> str:
        if wanted.ndim == 0:
            return "That is not the answer."
        things = "numbers" if wanted.ndim == 1 else "rows"
        wrong = [
            str(i + 1)
            for i, (have, want) in enumerate(zip(given, wanted, strict=True))
            if not self._close(have, want)
        ]
        listed = f"{things[:-1]} {', '.join(wrong)}"
        return f"Of the {len(wanted)} {things}, these are not right: {listed}."

    @staticmethod
    def _wrong(report: Report, rung: str, message: str) -> Report:
        report.failed, report.message = rung, message
        return report


class Verdicts(Quiz):
    """Many yes-or-no answers, 1 or 0: how many are wrong is said, but not which."""

    def _where(self, given: Any, wanted: Any) -> str:
        wrong = int((given != wanted).sum())
        return f"Of the {len(wanted)} verdicts, {wrong} {'is' if wrong == 1 else 'are'} not right."


def _numbers(given: Any) -> Any:
    try:
        return np.asarray(given, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return None
