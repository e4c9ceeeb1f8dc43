"""What every part of the command shares: the application, its help, arguments of one kind."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

HELP = """
A course on linear classifiers: read, solve, check, hand in.

Examples:

    lincourse lab               open the course in JupyterLab
    lincourse check 04          run the checks of exercise 04
    lincourse progress          see how far you are
    lincourse doctor 04         look at exercise 04 before you hand it in
    lincourse pack 04           make the file to hand in
    lincourse practice 04       more questions, as long as you like

Each command has its own help: lincourse check --help
"""

app = typer.Typer(
    name="lincourse",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
)


def kept(text: str) -> str:
    """A help text whose indented paragraphs keep their lines."""
    return "\n\n".join(
        f"\b\n{part}" if part.startswith("    ") else part
        for part in text.strip("\n").split("\n\n")
    )


def units(incomplete: str) -> list[str]:
    """Completions: the exercises of the course that one is in."""
    from lincourse.student import course

    here = course.find(Path.cwd())
    return [unit for unit in here.units if unit.startswith(incomplete)] if here else []


Exercises = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NN|FILE",
        help="Numbers (04), names (04-perceptron) or notebook files.",
        autocompletion=units,
    ),
]
One = Annotated[
    str,
    typer.Argument(
        metavar="NN|FILE",
        help="A number (04), a name (04-perceptron) or a notebook file.",
        autocompletion=units,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for a program to read.")]
Seconds = Annotated[float, typer.Option(min=1, metavar="N", help="How long one cell may take.")]


def _version(wanted: bool) -> None:
    if wanted:
        from lincourse import __version__

        print(f"lincourse {__version__}")
        raise typer.Exit


@app.callback(help=kept(HELP))
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def print_json(data: Any) -> None:
    """Print data for a program to read."""
    print(json.dumps(data, indent=2))


def print_error(message: str) -> None:
    """Print one sentence to stderr."""
    sentence = message if message.endswith((".", "?", "!")) else f"{message}."
    print(f"lincourse: {sentence}", file=sys.stderr)
