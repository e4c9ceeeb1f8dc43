"""Instructors' commands: those of gradebox, mounted in the `lincourse` command."""

from typing import Annotated

import typer

from lincourse.cli.base import app
from lincourse.student import UserError

COMMANDS = ("course", "collect", "extend", "grade", "report", "mark", "return", "gradebook")
MISSING = (
    "grading needs the package gradebox. Run make instructor in a clone of the course, "
    "or: pip install 'lincourse[instructor]'"
)
GradeboxError: type[Exception] = UserError

try:
    from gradebox import program
except ImportError:

    def _missing(arguments: Annotated[list[str] | None, typer.Argument()] = None) -> None:
        raise UserError(MISSING)

    for command in COMMANDS:
        settings = {"ignore_unknown_options": True, "help_option_names": []}
        app.command(command, hidden=True, context_settings=settings)(_missing)
else:
    program.name, program.install = "lincourse", "lincourse[instructor]"
    from gradebox import cli  # its help texts name the program

    GradeboxError = cli.UserError
    app.registered_commands += [
        each for each in cli.app.registered_commands if each.name != "doctor"
    ]  # students have another; this one is `lincourse course doctor`
    app.registered_groups += cli.app.registered_groups
