"""The `gradebox` command: `gradebox --help` lists what it can do.

Exit status: 0 if everything went well, 1 if something needs attention, 2 if the command or a file
can't be used, 130 after Ctrl-C.
"""

import io
import os
import sys
from typing import NoReturn

from gradebox.cli import commands  # noqa: F401  # adds them to `app`
from gradebox.cli.base import COMMANDS, UserError, app

__all__ = ["COMMANDS", "UserError", "app", "main"]


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command; a user's mistake gets a sentence, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app(arguments, prog_name="gradebox")
    except UserError as error:
        _stop(str(error), 2)
    except KeyboardInterrupt:
        _stop("stopped", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as error:
        _stop(f"{error.filename or 'a file'} can't be used: {error.strerror}", 2)
    sys.exit(0)


def _stop(words: str, code: int) -> NoReturn:
    print(f"gradebox: {words}", file=sys.stderr)
    sys.exit(code)
