"""The course's late penalty: nbgrader's plugin, which may be a module in the course folder."""

import functools
import os
import sys
from typing import Any

from traitlets.config import Config

from gradebox.results import GradebookError

FIX_IT = "Fix `c.AssignLatePenalties.plugin_class` in nbgrader_config.py, then run this again."


class LatePenalty:
    """The plugin that nbgrader's configuration names, loaded when it is first needed."""

    def __init__(self, config: Config) -> None:
        self._config = config
        if "AssignLatePenalties" in config:
            _ = self._plugin  # the course's own code: report errors at once

    @functools.cached_property
    def _plugin(self) -> Any:
        from nbgrader.preprocessors import AssignLatePenalties

        settings = self._config.get("CourseDirectory", {})
        folder = str(settings.get("root") or os.getcwd())
        sys.path.append(folder)  # nbgrader looks there, too
        try:
            late = AssignLatePenalties(config=self._config)
            late.init_plugin()
        except Exception as error:  # it is the course's own code
            message = f"The course's late penalty can't be loaded: {error}. {FIX_IT}"
            raise GradebookError(message) from error
        finally:
            sys.path.remove(folder)
        return late.plugin_inst

    def points(self, student: str, score: float, seconds_late: float) -> float | None:
        """Return the points to take off for a notebook with this score; None for none."""
        if seconds_late <= 0:
            return None
        try:
            penalty = self._plugin.late_submission_penalty(student, score, seconds_late)
        except Exception as error:  # it is the course's own code
            message = f"The course's late penalty failed for {student}: {error!r}. {FIX_IT}"
            raise GradebookError(message) from error
        return None if penalty is None else min(max(penalty, 0), score)
