"""The `lincourse` command: `lincourse --help` says what it can do.

`student` has what students run, `instructor` what instructors run, `hub` what is for the machine of
a class, `base` what all share.

Exit codes: 0 all is well, 1 something is not right yet, 2 the command was not understood or a file
can't be used, 130 stopped with Ctrl-C.
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
    print(
        "lincourse: this command needs the package typer. "
        f"Run {operating_system.set_up()} in the course's folder, "
        "or: pip install 'lincourse[student]'",
        file=sys.stderr,
    )
    sys.exit(2)

from lincourse.cli.base import app, print_error
from lincourse.student import Trouble

for audience in ("student", "instructor", "hub"):  # in the order of the help
    import_module(f"lincourse.cli.{audience}")  # which adds its commands to `app`

from lincourse.cli.instructor import GradeboxError  # noqa: E402


def _stop(words: str, code: int) -> NoReturn:
    print_error(words)
    sys.exit(code)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command; a mistake of the user's gets a sentence, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # mathematics on a terminal that has no letters
    try:
        app(arguments, prog_name="lincourse")
    except (Trouble, GradeboxError) as trouble:
        _stop(str(trouble), 2)
    except KeyboardInterrupt:
        _stop("stopped", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as error:
        _stop(f"{error.filename or 'a file'} can't be used: {error.strerror}", 2)
    sys.exit(0)
