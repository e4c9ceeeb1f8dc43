"""Shared by all commands: the application, its help, and common arguments."""

import json
import re
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

HELP = """
A course on linear classifiers: read, solve, check, submit.

Each command has its own help, with examples: lincourse check --help

Examples:

    lincourse start             make a course folder, and open it in JupyterLab
    lincourse check 04          run the checks of exercise 04
    lincourse progress          see how far you are
    lincourse doctor 04         find problems in exercise 04 before you submit it
    lincourse pack 04           make the file to submit
    lincourse practice 04       more questions, as many as you like
    lincourse course new FOLDER start to grade a class
"""

PANELS = {  # sections of the help; commands in the order in which people need them
    "Students": ("start", "lab", "check", "progress", "practice", "doctor", "pack", "portfolio"),
    "Instructors": (
        *("course", "students-copy", "sample-class", "collect", "extend", "grade", "mark"),
        *("report", "return"),
    ),
    "Operators": ("hub-check", "gradebook"),
}
TYPE = re.compile(r" <[^<>|]+>$")  # what Typer adds to an argument's name, such as <list[str]>


class Command(TyperCommand):
    """A command whose help names no Python types."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the lists of arguments and options."""
        write = formatter.write_dl
        formatter.write_dl = lambda rows, *args, **options: write(
            [(TYPE.sub("", name), text) for name, text in rows], *args, **options
        )
        super().format_options(ctx, formatter)


class Group(TyperGroup):
    """The command with all others, which the help lists by audience."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All commands, in the order of the panels."""
        order = [name for names in PANELS.values() for name in names]
        known = super().list_commands(ctx)
        return sorted(known, key=lambda name: order.index(name) if name in order else len(order))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the panels."""
        limit = formatter.width - 6 - max(map(len, self.commands))
        for title, names in PANELS.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            rows = [(n, c.get_short_help_str(limit)) for n, c in found if c and not c.hidden]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


app = typer.Typer(
    name="lincourse",
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
)
OLD_OPTIONS = {"seconds": "timeout"}  # still accepted, but not shown in the help
with_old_options = {"token_normalize_func": lambda name: OLD_OPTIONS.get(name, name)}


def format_help(text: str) -> str:
    """A help text in which indented paragraphs keep their line breaks."""
    return "\n\n".join(
        f"\b\n{part}" if part.startswith("    ") else part
        for part in text.strip("\n").split("\n\n")
    )


def complete_unit(incomplete: str) -> list[str]:
    """Shell completions: the units of the course in the current folder."""
    from lincourse.student.course import find_course

    course = find_course(Path.cwd())
    return [unit for unit in course.units if unit.startswith(incomplete)] if course else []


Exercises = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NN|FILE",
        help="Numbers (04), names (04-perceptron) or notebook files.",
        autocompletion=complete_unit,
    ),
]
Exercise = Annotated[
    str,
    typer.Argument(
        metavar="NN|FILE",
        help="A number (04), a name (04-perceptron) or a notebook file.",
        autocompletion=complete_unit,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Timeout = Annotated[
    float, typer.Option("--timeout", min=1, metavar="N", help="Time limit per cell, in seconds.")
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="File or folder to write to.")
]


def _version(wanted: bool) -> None:
    if wanted:
        from lincourse import __version__

        print(f"lincourse {__version__}")
        raise typer.Exit


@app.callback(help=format_help(HELP))
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        typer.Option(help="Least severe log messages to print on stderr."),
    ] = "warning",
) -> None:
    import logging

    logging.basicConfig(format="%(name)s: %(message)s", level=log_level.upper())


def print_json(data: Any) -> None:
    """Print data as JSON."""
    print(json.dumps(data, indent=2))


def print_error(message: str) -> None:
    """Print one sentence to stderr."""
    sentence = message if message.endswith((".", "?", "!")) else f"{message}."
    print(f"lincourse: {sentence}", file=sys.stderr)
