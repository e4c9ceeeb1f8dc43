"""Errors in the engine itself are logged, raised in tests, and never cost a student the message."""

import importlib
import logging

import pytest
from misstep import climb
from misstep.core.calling import call
from misstep.core.kinds import Number
from misstep.explain import diagnosis
from misstep.explain.recognition import Recognition
from misstep.testing import raising_engine_errors


def fails(*args, **kwargs):
    raise ZeroDivisionError("a bug")


BUGS = [(diagnosis, "one_of_several"), (Recognition, "mistake"), (Number, "difference")]


@pytest.mark.parametrize(("place", "name"), BUGS)
def test_verdict_is_told_and_the_error_logged_when_a_search_fails(
    place, name, half, monkeypatch, caplog
):
    monkeypatch.setattr(place, name, fails)
    with caplog.at_level(logging.ERROR, "misstep"):
        report = climb(half, lambda x: 3 / x + x)
    assert report.message.startswith("By hand: 3 is two halves of 1.5.")
    assert "expected" in dict(report.rows)
    assert any(record.exc_info[0] is ZeroDivisionError for record in caplog.records)


def test_mistake_found_before_the_error_is_named(half, monkeypatch):
    monkeypatch.setattr(Number, "difference", fails)
    assert climb(half, lambda x: x // 2).looks == "everything after the point is cut off."


@pytest.mark.parametrize(("place", "name"), BUGS)
def test_error_is_raised_in_an_authors_tests(place, name, half, monkeypatch):
    monkeypatch.setattr(place, name, fails)
    with raising_engine_errors(), pytest.raises(ZeroDivisionError, match="a bug"):
        climb(half, lambda x: 3 / x + x)


def test_nothing_is_printed_when_logging_is_not_set_up(half, monkeypatch, capsys):
    monkeypatch.setattr(diagnosis, "one_of_several", fails)
    monkeypatch.setattr(logging.root, "handlers", [])
    climb(half, lambda x: 3 / x + x)
    assert capsys.readouterr() == ("", "")


def test_students_error_is_no_error_of_the_engine(half):
    with raising_engine_errors():
        report = climb(half, fails)
    assert report.message == "half stopped with ZeroDivisionError."


def test_frames_of_the_course_are_not_the_students(monkeypatch, tmp_path):
    package = "some_course"
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text("def apply(f):\n    return f(0)\n")
    monkeypatch.syspath_prepend(tmp_path)
    somecourse = importlib.import_module(package)

    function = lambda: somecourse.apply(len)  # noqa: E731
    assert call(function, ()).line == "return f(0)"
    monkeypatch.setattr("misstep.core.course.current.checks", f"{package}.checks")
    assert call(function, ()).line.startswith("function = lambda")
