"""Whoever writes something of a student's, it goes through `text` first."""

import json

import pytest
import sample_results as sample
from classroom import cell, notebook
from gradebox.course.model import CourseNotebook
from gradebox.intake.submission import RebuiltCell
from gradebox.judge.runner import _content
from gradebox.pages import feedback, report
from gradebox.run import terminal
from gradebox.sandbox.outputs import sanitised
from gradebox.text import coloured_lines, lines

ODD = "\x1b]0;pwned\x07\x9b2J\u202e\u2066\u200b\ufeff\ud800\x00"
HOSTILE = f"=cmd|'/c calc'!A1{ODD}<script>alert(1)</script>"
SHOWN = "\\x1b]0;pwned\\x07\\x9b2J\\u202e\\u2066\\u200b\\ufeff\\ud800\\x00"


def submission():
    """A result of a student whose id, file name and outputs are hostile."""
    result = sample.graded(HOSTILE, lambda name: "right")
    result.status, result.reasons = "needs review", [f"{HOSTILE}.ipynb was read as a.ipynb"]
    failed = sample.exercise(result, "eta_decay")
    failed.score, failed.message, failed.report = 0.0, HOSTILE, None
    content = result.notebooks[0].content
    printed = sanitised([sample.stream(HOSTILE), {"output_type": "error", "evalue": HOSTILE}])
    written = [
        _content(RebuiltCell(None, kind, HOSTILE), printed if kind == "code" else [], 2)
        for kind in ("code", "markdown")
    ]
    at = content["cells"].index(sample.answer(result, "eta_decay")) + 1
    content["cells"][at:at] = written
    return result


def of_page(result):
    return report.page(sample.UNIT, [result], "2026-03-03T08:00:00+00:00")


def of_feedback(result):
    return feedback.page(result, result.notebooks[0])


def of_table(result):
    return report.table([result])


def of_terminal(result, capsys):
    terminal.summary([result], 27, "reports/a.html")
    terminal.stop(f"1 could not be graded ({result.student}): {result.reason}")
    return "".join(capsys.readouterr())


def of_notebook(result):
    return json.dumps(result.notebooks[0].content, ensure_ascii=False)


@pytest.mark.parametrize("writer", ["page", "feedback", "table", "terminal", "notebook"])
def test_control_characters_are_escaped_everywhere(writer, capsys):
    result = submission()
    write = globals()[f"of_{writer}"]
    text = write(result, capsys) if writer == "terminal" else write(result)
    for character in ODD:
        if not character.isprintable():
            assert character not in text, f"{character!r}"
    if writer == "notebook":  # JSON has escapes of its own
        assert not any(escape in text for escape in ("\\u001b", "\\u0000", "\\u0007"))
    assert SHOWN.replace("\\", "\\\\" if writer == "notebook" else "\\") in text, "it is shown"
    text.encode()
    if writer in ("page", "feedback"):
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)" in text


def test_bidirectional_marks_in_code_are_escaped():
    """A mark that turns text round would show a person other code than the one that ran."""
    content = notebook([cell("x = 1", grade_id="a", solution=True), cell("x", grade_id="b")])
    answer, given = CourseNotebook.parse("w", content, content).cells
    odd = "level = 'user\u202e'  # \u2066admin"
    assert _content(RebuiltCell(answer, "code", odd), [], 0)["source"] == (
        "level = 'user\\u202e'  # \\u2066admin"
    )
    assert _content(RebuiltCell(given, "code", given.source), [], 0)["source"] == "x"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
        (
            "Zoë 学生 نمی\u200cخواهم 👩\u200d🔬 a\u00a0b",
            "Zoë 学生 نمی\u200cخواهم 👩\u200d🔬 a\u00a0b",
        ),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("a\u2028b\x85c", "a\\u2028b\\x85c"),
    ],
)
def test_line_breaks_are_kept(given, shown):
    assert lines(given) == shown


def test_colours_and_carriage_returns_are_kept():
    progress = "\r 50 %\r100 %\n\x1b[1;31mred\x1b[0m"
    assert coloured_lines(progress) == progress
    assert coloured_lines("\x1b[2J\x1b]0;x\x07") == "\\x1b[2J\\x1b]0;x\\x07"
