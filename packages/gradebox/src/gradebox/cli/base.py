"""What all commands share: the application, its help, the error for a user's mistake."""

import typer

from gradebox import program

HELP = """
Grade nbgrader assignments: fast, in a sandbox, from the platform's download to its upload.

Examples:

    gradebox course new mycourse
    gradebox collect ps1 submissions.zip Grades.csv
    gradebox grade ps1
    gradebox return ps1

Each command has its own help: gradebox grade --help
"""


class UserError(Exception):
    """A mistake that the user can fix; its text says what happened and what to do."""


app = typer.Typer(
    name="gradebox",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
)


def kept(text: str) -> str:
    """A help text whose indented paragraphs keep their lines, with the name of the command."""
    text = text.replace("gradebox ", f"{program.name} ")
    return "\n\n".join(
        f"\b\n{part}" if part.startswith("    ") else part
        for part in text.strip("\n").split("\n\n")
    )


def _version(wanted: bool) -> None:
    if wanted:
        from gradebox import __version__

        print(f"gradebox {__version__}")
        raise typer.Exit


@app.callback(help=kept(HELP))
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    pass
