"""The ladder: an answer climbs rung by rung, and the first rung that breaks is what a student reads.

The engines for functions, quizzes, derivations, levels and students' tests supply the rungs: each has
a name and a function that calls `broken` if the answer does not hold. `Ladder` fills the report.
"""

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from misstep.core.report import Report
from misstep.explain.findings import Finding, cause
from misstep.explain.rank import arrange
from misstep.explain.words import say

# A rung: its name, and a function that climbs it; it may return another name for a rung that held.
Rung = tuple[str, Callable[[], str | None]]


class Broken(BaseException):
    """A rung broke. Not an Exception, so that code under test can't swallow it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.kind)
        self.finding = finding


def words(kind: str, **data: Any) -> str:
    """The name of a rung, or another sentence that stands by itself."""
    return say(cause(kind, **data)).looks


class Ladder:
    """Climbs rungs, stops at the first that breaks, and fills a report."""

    headlines = ("check-failed", "check-passed")

    def __init__(self, report: Report) -> None:
        self.report = report

    def climb(self, rungs: Iterable[Rung]) -> Report:
        """Climb the rungs, one after another."""
        report = self.report
        for name, hold in rungs:
            try:
                held = self.try_rung(hold)
            except Broken as broken:
                report.failed = name
                report.findings.append(broken.finding)
                report.message, think = say(broken.finding)
                report.think = report.think or think
                break
            report.passed.append(held or name)
        report.facts = arrange(report.facts)
        report.headline = words(self.headlines[report.good], name=report.name)
        return report

    def try_rung(self, hold: Callable[[], str | None]) -> str | None:
        """Try one rung."""
        return hold()

    def explain(self, finding: Finding | None) -> None:
        """Say what the mistake is, if that was found out."""
        if finding:
            self.report.findings.append(finding)
            self.report.looks, self.report.think = say(finding)

    @staticmethod
    def broken(kind: str, **data: Any) -> NoReturn:
        """Stop: this rung does not hold, for the reason given."""
        raise Broken(cause(kind, **data))
