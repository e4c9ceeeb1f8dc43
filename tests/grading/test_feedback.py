"""The student's page: what is on it, and what never is."""

import re
from base64 import b64encode
from html import unescape
from html.parser import HTMLParser
from zlib import compress, crc32

import pytest
import sample_results as sample
from gradebox.pages import feedback, rendering
from gradebox.results import Exercise, GradedNotebook, Result
from misstep.quizzes.quiz import QuestionText

from lincourse import gradebox as hooks
from lincourse.checks.units import QUIZZES

SECRET = "hidden_test_of_the_course(softmax)"


def made(result):
    return feedback.page(result, result.notebooks[0])


def text(html):
    """What a reader sees, in one line."""
    shown = re.sub(r"<style>.*?</style>|<[^>]*>", "", html, flags=re.S)
    return re.sub(r"\s+", " ", unescape(shown))


def plain(cells=(), exercises=(), answered=(), **more):
    """A result of one small notebook of somebody else's course."""
    notebook = GradedNotebook("ps1", list(exercises), list(answered), {"cells": list(cells)})
    return Result("student-01", "ps1", "graded", notebooks=[notebook], max_score=5.0, **more)


def cell(source, kind="code", outputs=(), extra=False, **nbgrader):
    metadata = {"nbgrader": nbgrader} if nbgrader else {}
    data = {"cell_type": kind, "source": source, "metadata": metadata, "outputs": list(outputs)}
    return data | ({"id": "extra-7"} if extra else {"id": "course-7"})


def solution(name, source, **more):
    return cell(source, grade_id=name, solution=True, grade=False, **more)


def check(name, source=SECRET, **more):
    return cell(source, grade_id=name, solution=False, grade=True, points=2, **more)


class Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_known_mistake_is_shown_in_the_words_of_the_check():
    result = sample.graded("student-07", lambda name: "right")
    exercise = sample.exercise(result, "train_perceptron")
    exercise.score, exercise.report = 0.0, sample.said("train_perceptron", 2)
    words = text(made(result))
    report = exercise.report
    assert report["looks"]
    assert report["think"]
    for said in [*report["passed"], report["failed"], report["message"], report["looks"]]:
        assert said in words
    assert f"Hint: {report['think']}" in words
    for what, value in report["facts"]:
        assert what + " ".join(value.split()) in words
    assert "28 of 31 points" in words
    assert "✗ 0 / 3 no points" in words
    assert words.count("all points") == 14


def test_code_and_hints_are_marked_up():
    result = sample.graded("student-07", lambda name: "right")
    exercise = sample.exercise(result, "train_perceptron")
    said = sample.said("train_perceptron", 2) | {"looks": "`a</p>` is b", "think": "Look at `b`."}
    exercise.score, exercise.report = 0.0, said
    page = made(result)
    assert "<code>a&lt;/p&gt;</code> is b" in page
    assert "Hint:</strong> Look at <code>b</code>." in page


def test_points_are_shown_as_symbol_and_words():
    result = plain(
        exercises=[
            Exercise("test_a", "A", 2.0, 2.0),
            Exercise("test_b", "B", 2.0, 0.5),
            Exercise("test_c", "C", 1.0, 0.0),
            Exercise("d", "D", 4.0, None),
        ]
    )
    words = text(made(result))
    assert "✓ 2 / 2 all points" in words
    assert "◐ 0.5 / 2 some points" in words
    assert "✗ 0 / 1 no points" in words
    assert "… ? / 4 marked by hand" in words
    assert "This answer will be marked by hand" in words
    assert "2.5 of 5 points so far" in words
    assert "4 more points are given by hand" in words
    assert "Points were lost in 2 exercises: B 0.5 / 2 C 0 / 1" in words


def test_full_marks_are_announced():
    words = text(made(sample.graded("student-07", lambda name: "right")))
    assert "31 of 31 points" in words
    assert "Every exercise got all its points." in words
    assert "Points were lost" not in words


def test_exercises_with_the_same_title_show_their_names():
    words = text(made(sample.graded("student-07", lambda name: "right")))
    assert "6. A worked table quiz_psi_before" in words
    assert "1. One step, two classes perceptron_update" not in words


def test_question_shows_the_students_own_numbers():
    asked = QUIZZES["reader_posterior"].question("Ada")
    data = hooks.question(QuestionText(asked.markdown))
    output = {"output_type": "display_data", "data": data, "metadata": {}}
    result = plain(
        [
            cell("print(1)", outputs=[output]),  # the student's own: no question of the course
            cell("question(...)", grade_id="question_reader", locked=True, outputs=[output]),
            solution("quiz_reader", "reader = 0.5"),
            check("test_quiz_reader"),
            solution("quiz_next", "following = 0.5"),
            check("test_quiz_next"),
        ],
        [Exercise("test_quiz_reader", "A", 1.0, 0.0), Exercise("test_quiz_next", "B", 1.0, 1.0)],
        ["quiz_reader", "quiz_next"],
    )
    words = text(made(result))
    assert words.count("The question") == words.count("How likely is it that Jill") == 1
    assert words.index("How likely") < words.index("reader = 0.5") < words.index("following = 0.5")
    assert "Answer with a number, to three decimals" in words
    assert "cell below" not in words
    assert "$" not in words


def test_page_shows_submission_time_and_remarks():
    more = {"timestamp": "2026-03-02T15:05:00+01:00", "reasons": ["a <b>copy</b> was dropped"]}
    html = made(plain(late=93_600.0, **more))
    assert "Submitted2026-03-02 14:05 UTC, 1 d 2 h late" in text(html)
    assert "a <b>copy</b> was dropped" in text(html)
    assert "<b>copy" not in html
    assert "2026-03-02 14:05 UTC" in text(made(plain(**more)))
    assert " late" not in text(made(plain(**more)))
    assert "Submitted" not in text(made(plain()))


def test_page_shows_answers_but_not_the_courses_cells():
    html = made(
        plain(
            [
                cell("# Welcome to the course", kind="markdown"),
                cell("given_by_the_course = 1"),
                cell("locked_by_the_course = 1", grade_id="l", solution=False, grade=False),
                solution("a", "first_answer = 1"),
                cell("my_own_try = 2", extra=True),
                check("test_a"),
                cell("my_note", kind="markdown", extra=True),
                solution("b", "second_answer = 3"),
                check("test_b"),
                check("test_b_again"),
            ],
            [
                Exercise("test_a", "A", 2.0, 2.0),
                Exercise("test_b", "B", 2.0, 2.0),
                Exercise("test_b_again", "B again", 2.0, 2.0),
            ],
            ["a", "b"],
        )
    )
    a, b, again = (text(part) for part in html.split("<article")[1:])
    assert "first_answer = 1" in a
    assert "my_own_try = 2" in a
    assert "second_answer = 3" in b
    assert "my_note" in b
    assert "Your answer" not in again
    assert "by_the_course" not in html
    assert "Welcome" not in html


def test_answer_to_a_task_is_what_follows_it():
    task = cell("Draw it.", kind="markdown", grade_id="t", task=True, grade=False, solution=False)
    html = made(
        plain(
            [
                solution("a", "an_answer = 1"),
                task,
                cell("what_i_drew = 1", extra=True),
                cell("in my words", kind="markdown", extra=True),
                cell("locked = 1", grade_id="l", solution=False, grade=False, locked=True),
                cell("before_the_test = 1", extra=True),
                check("test_a"),
            ],
            [Exercise("t", "Task", 3.0, None), Exercise("test_a", "A", 2.0, 2.0)],
            ["a"],
        )
    )
    drawn, a = (text(part) for part in html.split("<article")[1:])
    assert "what_i_drew = 1" in drawn
    assert "in my words" in drawn
    assert "an_answer" not in drawn
    assert "before_the_test" not in drawn
    assert "an_answer = 1" in a
    assert "before_the_test = 1" in a


def test_untouched_cell_is_reported_as_unanswered():
    result = sample.graded("student-07", lambda name: "empty" if name == "eta_decay" else "right")
    html = made(result)
    assert text(html).count("You have not answered this.") == 1
    assert "raise NotImplementedError" not in text(html)
    result.notebooks[0].answered.append("eta_decay")
    assert "raise NotImplementedError" in text(made(result))


def test_page_shows_no_line_of_a_test():
    result = sample.graded("student-07", lambda name: 0)
    for exercise in result.exercises:
        exercise.report = None
        exercise.message = "it is wrong"
    words = text(made(result))
    for cell_ in result.notebooks[0].content["cells"]:
        if sample.mark(cell_).get("grade"):
            for line in filter(None, map(str.strip, cell_["source"])):
                assert line not in words


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("f(2) should be 4", "f(2) should be 4"),
        (f"f(2) should be 4\n----> 3 {SECRET}\nAssertionError", "f(2) should be 4\nAssertionError"),
        (
            f'Traceback (most recent call last):\n  File "<test>", line 1\n    {SECRET}\n'
            "NameError: name 'softmax' is not defined",
            "NameError: name 'softmax' is not defined",
        ),
        (SECRET, None),
        ("", None),
    ],
)
def test_message_does_not_quote_the_test(message, shown):
    cells = [solution("a", "x = 1"), check("test_a", outputs=[sample.stream(SECRET)])]
    html = made(plain(cells, [Exercise("test_a", "A", 2.0, 0.0, message)], ["a"]))
    assert SECRET not in text(html)
    if shown:
        assert f'<pre class="said">{shown}</pre>' in unescape(html)
    else:
        assert "It did not pass its test." in html


def with_outputs(*outputs):
    cells = [solution("a", "x = 1", outputs=outputs), check("test_a")]
    return made(plain(cells, [Exercise("test_a", "A", 2.0, 2.0)], ["a"]))


def test_overwritten_output_lines_show_their_last_state():
    html = with_outputs(
        sample.stream("one\n"),
        sample.stream(["\x1b[31mtwo\x1b[0m\r\n", "10 %\r50 %\r100 %\n"]),
        {"output_type": "execute_result", "data": {"text/plain": "<three>"}, "metadata": {}},
    )
    assert '<pre class="text" translate="no">one\ntwo\n100 %\n&lt;three&gt;</pre>' in html


def test_error_shows_its_traceback_or_its_name():
    error = {"output_type": "error", "ename": "KeyError", "evalue": "'x'"}
    assert "KeyError: 'x'" in text(with_outputs({**error, "traceback": []}))
    told = {**error, "traceback": ["\x1b[1mline 1\x1b[0m", "KeyError: 'x'"]}
    assert ">line 1\nKeyError: &#39;x&#39;</pre>" in with_outputs(told)


def test_long_output_is_cut():
    many = [sample.stream(f"{i}\n") for i in range(20_000)]
    error = {"output_type": "error", "ename": "E", "evalue": "e" * 10**6, "traceback": []}
    html = with_outputs(sample.stream("x" * 10**6), *many, *[sample.picture()] * 500, error)
    assert len(html) < 60_000
    assert html.count("<img") == feedback.MAX_FIGURES
    assert "There is more output than is shown here." in html
    assert "EEE" not in html
    assert "E: eee" in html


def test_long_answer_is_cut():
    cells = [solution("a", "x = 1\n" * 10**5), check("test_a")]
    cells[1:1] = [cell("y = 2", extra=True)] * 500
    html = made(plain(cells, [Exercise("test_a", "A", 2.0, 0.0)], ["a"]))
    assert len(html) < 80_000
    assert "more characters not shown" in html
    assert "481 more cells not shown" in html


def test_very_long_answer_is_shown_without_colours():
    long = "x = 1\n" * (feedback.MAX_COLOURED // 6 + 1)
    cells = [solution("a", "def f(): pass"), solution("b", long), check("test_a")]
    html = made(plain(cells, [Exercise("test_a", "A", 2.0, 2.0)], ["a", "b"]))
    assert '<span class="k">def</span>' in html
    assert "x = 1\nx = 1\n" in html


def png(width, height):
    head = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\0\0\0\0"
    parts = [head, b"IDAT" + compress(b"\0\0"), b"IEND"]
    blocks = ((len(p) - 4).to_bytes(4, "big") + p + crc32(p).to_bytes(4, "big") for p in parts)
    return b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(blocks)).decode()


def test_png_is_shown_with_its_alt_text():
    folded = [f"{sample.PIXEL[:40]}\n", sample.PIXEL[40:]]
    html = with_outputs(sample.picture(folded, alt="A dot <on> white."), sample.picture())
    alts = [attrs["alt"] for tag, attrs in Tags(html).found if tag == "img"]
    assert alts == ["A dot <on> white.", "A figure that your code drew"]
    assert html.count(f'src="data:image/png;base64,{sample.PIXEL}"') == 2
    assert "Figure size" not in html


@pytest.mark.parametrize(
    "data",
    [
        png(100_000, 100_000),
        png(0, 7),
        b64encode(b"GIF89a__\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01").decode(),
        b64encode(b"<svg onload='x()'/>").decode(),
        "not base64!",
        f'{sample.PIXEL}" onerror="x()',
        "",
        {"a": 1},
        "A" * (feedback.MAX_FIGURE_SIZE + 4),
    ],
    ids=["huge", "no-pixels", "gif", "svg", "garbage", "quote", "empty", "dict", "long"],
)
def test_only_a_png_of_reasonable_size_is_shown(data):
    html = with_outputs(sample.picture(data))
    assert "<img" not in html
    assert "A figure is not shown here" in html


def test_a_hostile_student_gets_no_markup_in():
    html = made(sample.hostile())
    honest = made(sample.graded("student-07", lambda name: 0))
    tags = Tags(html).found
    assert {tag for tag, _ in tags} <= {tag for tag, _ in Tags(honest).found} | {"img", "li", "ul"}
    assert "script" not in {tag for tag, _ in tags}
    assert not any(name.startswith("on") or name == "style" for _, a in tags for name in a)
    assert [a["src"][:22] for tag, a in tags if tag == "img"] == ["data:image/png;base64,"]
    assert html.encode("utf-8").decode() == html
    assert "\\udcff\\u202e" in html
    assert "\x00" not in html
    assert "\x1b" not in html


def test_content_security_policy_forbids_scripts_and_requests():
    html = made(sample.graded("student-07", lambda name: 0))
    [policy] = [
        attrs["content"] for tag, attrs in Tags(html).found if "Security" in str(attrs.values())
    ]
    assert "default-src 'none'" in policy
    assert "script-src 'none'" in policy
    assert "img-src data:" in policy
    assert "unsafe" not in policy
    assert not re.search(r'(?:src|href)="(?!data:image/png|#e\d)', html)


def test_unreadable_submission_has_a_page():
    result = Result("student-01", "ps1", "unreadable", ["ps1.ipynb is empty"], max_score=5.0)
    result.notebooks = [GradedNotebook("ps1", [Exercise("test_a", "Part A", 5.0, 0.0)])]
    words = text(made(result))
    assert "0 of 5 points" in words
    assert "ps1.ipynb is empty" in words
    assert "so nothing was tested" in words
    assert "Part A" not in words


def test_one_of_several_notebooks_shows_its_own_points():
    result = plain(exercises=[Exercise("test_a", "A", 2.0, 1.0)])
    result.notebooks.append(GradedNotebook("ps2", [Exercise("test_b", "B", 3.0, 3.0)]))
    words = text(made(result))
    assert "4 of 5 points" in words
    assert "1 of 2 in this notebook" in words


@pytest.mark.parametrize(
    ("value", "written"), [(3.0, "3"), (2.5, "2.5"), (0.1 + 0.2, "0.3"), (0.0, "0"), (100.0, "100")]
)
def test_numbers_are_written_plainly(value, written):
    assert rendering.number(value) == written


def test_unreadable_time_is_shown_unchanged():
    assert rendering.moment("2026-03-02 14:05") == "2026-03-02 14:05"
    assert rendering.moment("yesterday") == "yesterday"
    assert rendering.moment(None) == ""
