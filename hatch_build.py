"""Build hook: the wheel of lincourse carries lectures and exercises, never solutions.

An editable installation doesn't, as it has the folders of the clone.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COURSE = ("lectures", "exercises", "LICENSE-text")


class CourseFiles(BuildHookInterface[Any]):
    """Add the course's files to a wheel that isn't editable."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Handle hatchling's event before it builds."""
        if version == "standard":
            build_data["force_include"] = {
                name: f"lincourse/course_files/{name}" for name in COURSE
            }
