"""The `lincourse` command: `lincourse --help` lists what it can do.

`student` has the students' commands, `instructor` those of gradebox, `hub` those for the machine of
a class; `base` has what they share.

Exit status: 0 if everything is fine, 1 if something isn't right yet, 2 if the command or a file
can't be used, 130 after Ctrl-C.
"""

import io
import os
import sys
from importlib import import_module
from typing import NoReturn

from lincourse import operating_system

try:
    import typer  # noqa: F401
except ImportError:
    hint = operating_system.install_hint()
    print(f"lincourse: this command needs the package typer. {hint}", file=sys.stderr)
    sys.exit(2)

from lincourse.cli.base import app, print_error
from lincourse.student import UserError

for audience in ("student", "instructor", "hub"):  # in the order of the help
    import_module(f"lincourse.cli.{audience}")  # adds its commands to `app`

from lincourse.cli.instructor import GradeboxError  # noqa: E402


def _stop(message: str, status: int) -> NoReturn:
    print_error(message)
    sys.exit(status)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command; a user's mistake gets a sentence, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # for terminals without mathematical symbols
    try:
        app(arguments, prog_name="lincourse")
    except (UserError, GradeboxError) as error:
        _stop(str(error), 2)
    except KeyboardInterrupt:
        _stop("stopped", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as error:
        _stop(f"{error.filename or 'a file'} can't be used: {error.strerror}", 2)
    sys.exit(0)
