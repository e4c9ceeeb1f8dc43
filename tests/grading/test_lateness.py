"""Due dates, hand-in times, and how lengths of time are written."""

import datetime

import pytest

from lincourse.grading.lateness import (
    DueDates,
    duration,
    format_timestamp,
    in_words,
    parse_timestamp,
    seconds_late,
)

DUE = datetime.datetime(2026, 10, 1, 12, tzinfo=datetime.UTC)
HOUR = datetime.timedelta(hours=1)


def test_an_extension_is_for_one_student_alone():
    dates = DueDates(DUE, {"b": HOUR})
    assert dates.of("a") == DUE
    assert dates.of("b") == DUE + HOUR


def test_without_a_due_date_nobody_is_late():
    dates = DueDates(None, {"b": HOUR})
    assert dates.of("b") is None
    assert seconds_late(dates.of("b"), DUE) == 0


@pytest.mark.parametrize(
    ("moment", "late"), [(DUE - HOUR, 0), (DUE, 0), (DUE + HOUR, 3600), (None, 0)]
)
def test_seconds_late(moment, late):
    assert seconds_late(DUE, moment) == late


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2026-10-01 12:00:00 UTC", 12),
        ("2026-10-01 12:00:00.000000 UTC", 12),
        ("2026-10-01 12:00:00", 12),
        ("2026-10-01 12:00:00 Europe/Berlin", 10),
        ("2026-10-01T12:00:00+02:00", 10),
    ],
)
def test_timestamps_are_read_in_any_time_zone(text, hour):
    moment = parse_timestamp(text)
    assert moment == DUE.replace(hour=hour)
    assert moment.utcoffset() == datetime.timedelta()
    assert parse_timestamp(format_timestamp(moment)) == moment


@pytest.mark.parametrize("text", ["", "yesterday", "2026-10-01 12:00:00 Nowhere", "9" * 30])
def test_what_is_no_time_raises(text):
    with pytest.raises((ValueError, KeyError, OverflowError, OSError)):
        parse_timestamp(text)


@pytest.mark.parametrize(
    ("seconds", "long", "short"),
    [
        (5, "less than a minute", "5 s"),
        (60, "1 minute", "1 min"),
        (7200, "2 hours", "2 h"),
        (86400 + 3 * 3600, "1 day", "1 d 3 h"),
        (3 * 86400, "3 days", "3 d"),
    ],
)
def test_lengths_of_time_in_words_and_short(seconds, long, short):
    assert (in_words(seconds), duration(seconds)) == (long, short)
