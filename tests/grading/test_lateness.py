"""Due dates, submission times, and how durations are formatted."""

import datetime

import pytest
from gradebox.course.lateness import (
    DueDates,
    duration,
    in_words,
    redate,
    seconds_late,
)
from gradebox.intake.record import Entry, Record
from gradebox.intake.submission import Submission
from gradebox.results import Result
from gradebox.run.tasks import Context
from gradebox.run.terminal import summary

DUE = datetime.datetime(2026, 10, 1, 12, tzinfo=datetime.UTC)
HOUR = datetime.timedelta(hours=1)


def test_extension_is_for_one_student():
    dates = DueDates(DUE, {"b": HOUR})
    assert dates.for_student("a") == DUE
    assert dates.for_student("b") == DUE + HOUR


def test_nobody_is_late_without_a_due_date():
    dates = DueDates(None, {"b": HOUR})
    assert dates.for_student("b") is None
    assert seconds_late(dates.for_student("b"), DUE) == 0


@pytest.mark.parametrize(
    ("moment", "late"), [(DUE - HOUR, 0), (DUE, 0), (DUE + HOUR, 3600), (None, 0)]
)
def test_seconds_late(moment, late):
    assert seconds_late(DUE, moment) == late


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
def test_duration_is_formatted_long_and_short(seconds, long, short):
    assert (in_words(seconds), duration(seconds)) == (long, short)


class TestCollected:
    """The record of `collect` has the submission time of exactly the files it recorded."""

    def dated(self, entry, came=DUE + 48 * HOUR, extensions=None, trust=False, due=DUE):
        record = Record("u", {"ana": entry} if entry else {})
        context = Context(
            course=None,
            assignment=None,
            due=DueDates(due, extensions or {}),
            trust_timestamps=trust,
            before={},
            collected=record,
        )
        result = Result("ana", "u", "graded")
        submission = Submission("ana", came=came, claimed=None, content="digest")
        context.date(result, submission)
        return result

    def test_time_of_the_platform_counts(self):
        early = (DUE - HOUR).isoformat()
        assert self.dated(None).late == 48 * 3600
        assert self.dated(Entry("moodle", submitted=early, content="digest")).late == 0
        late = (DUE + HOUR).isoformat()
        assert self.dated(Entry("exchange", submitted=late, content="digest")).late == 3600

    def test_recorded_time_only_counts_for_the_recorded_files(self):
        early = (DUE - HOUR).isoformat()
        assert self.dated(Entry("moodle", submitted=early, content="another")).late == 48 * 3600

    def test_late_flag_counts_without_a_time_unless_extended(self):
        late, in_time = (Entry("canvas", late=flag, content="digest") for flag in (True, False))
        assert self.dated(in_time).late == 0
        found = self.dated(late)
        assert found.late > 0
        assert found.remarks == ["late according to the platform, which doesn't say by how much"]
        assert self.dated(late, extensions={"ana": HOUR}).late == 0
        redate(found, DueDates(DUE, {"ana": HOUR}))
        assert found.late == 0
        redate(found, DueDates(DUE))
        assert found.late > 0

    def test_late_flag_counts_without_a_due_date(self):
        entry = Entry("moodle", submitted=DUE.isoformat(), late=True, content="digest")
        assert self.dated(entry, due=None).late > 0
        assert self.dated(entry, due=DUE).late == 0


@pytest.mark.parametrize(("late", "said"), [([60, 60], True), ([60, 0], False), ([60], False)])
def test_summary_warns_if_everybody_is_late(late, said, capsys):
    results = [Result(f"s{i}", "u", "graded", late=seconds) for i, seconds in enumerate(late)]
    results.append(Result("none", "u", "missing"))
    summary(results, 2.0, "reports/u.html")
    assert ("Every submission is late" in capsys.readouterr().out) is said
