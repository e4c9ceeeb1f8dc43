"""What all commands share: the application, options for the log, help texts, the user's errors."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from gradebox import logs, program

HELP = """Grade nbgrader assignments fast, in a sandbox, from the platform's download to its upload.

Each command has its own help, with examples: gradebox grade --help

Examples:
    gradebox course new mycourse
    gradebox collect ps1 submissions.zip Grades.csv
    gradebox grade ps1
    gradebox return ps1
"""
LogLevel = Annotated[logs.Level, typer.Option(help="Least severe messages to log.")]
LogFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="File to append the log to (default: standard error)."),
]
# The names of all commands, for the help and for a command of another package that mounts them.
COMMANDS = (
    *("course", "collect", "extend", "doctor", "grade", "mark", "report", "return", "gradebook"),
)
TYPE = re.compile(r" <[^<>|]+>$")  # what Typer adds to an argument's name, such as <list[str]>
OLD_SPELLINGS = {"--seconds": "--timeout", "--as-is": "--include-unmarked"}


class UserError(Exception):
    """A mistake that the user can fix; its text says what happened and what to do."""


class Command(TyperCommand):
    """A command that accepts old spellings; its help names the program, and no Python types."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Replace old spellings, then parse the command line."""
        parts = [arg.partition("=") for arg in args]
        args = [OLD_SPELLINGS.get(name, name) + equals + value for name, equals, value in parts]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the lists of arguments and options."""
        write = formatter.write_dl
        formatter.write_dl = lambda rows, *args, **options: write(
            [(TYPE.sub("", name), text) for name, text in rows], *args, **options
        )
        super().format_options(ctx, formatter)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the name of the command that is running."""
        self.help = (self.help or "").replace("COMMAND", program.name)
        super().format_help(ctx, formatter)


class Group(TyperGroup):
    """The command with all others, in the order in which a term needs them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All commands, in the order of COMMANDS."""
        return sorted(super().list_commands(ctx), key=COMMANDS.index)


app = typer.Typer(
    name="gradebox",
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
)


def formatted_help(text: str) -> str:
    """A help text whose examples keep their lines."""
    return re.sub(r"^Examples:\n", "Examples:\n\n\b\n", text, flags=re.MULTILINE)


def command(
    group: typer.Typer, name: str | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a function as a command of a group, with options for the log.

    Its docstring is the help text, in which COMMAND stands for the command that is running.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        def run(
            log_level: LogLevel = logs.Level.WARNING, log_file: LogFile = None, **options: Any
        ) -> None:
            logs.configure(log_level, log_file)
            function(**options)

        own, log = inspect.signature(function).parameters, inspect.signature(run).parameters
        parameters = [*own.values(), log["log_level"], log["log_file"]]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        run.__name__ = function.__name__
        group.command(name, cls=Command, help=formatted_help(inspect.getdoc(function) or ""))(run)
        return function

    return register


def _version(wanted: bool) -> None:
    if wanted:
        from gradebox import __version__

        print(f"gradebox {__version__}")
        raise typer.Exit


@app.callback(help=formatted_help(HELP))
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    pass
