"""The README's example runs and prints what the README says."""

import re
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_readme_example_prints_what_the_readme_shows(capsys):
    code, output = (
        re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)[1]
        for language in ("python", "text")
    )
    exec(code, {"__name__": "__main__"})
    assert capsys.readouterr().out == output
