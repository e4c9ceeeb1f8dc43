"""A late penalty for nbgrader: a percentage of the points for each day, rounded up."""

from math import ceil

from nbgrader.plugins import BasePlugin
from traitlets import Float

from gradebox.course.lateness import DAY, MINUTE


class PerDay(BasePlugin):
    """Set it in nbgrader_config.py, as `c.AssignLatePenalties.plugin_class`."""

    percent = Float(10.0, min=0.0, max=100.0, help="percent of the points per day").tag(config=True)
    most = Float(100.0, min=0.0, max=100.0, help="maximum percent").tag(config=True)
    grace = Float(0.0, min=0.0, help="minutes without a penalty").tag(config=True)

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        if total_seconds_late <= self.grace * MINUTE:
            return None
        days = ceil(total_seconds_late / DAY)
        return score * min(days * self.percent, self.most) / 100
