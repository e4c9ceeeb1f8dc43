"""How long a call may take: load and pauses of the machine count for nobody's answer."""

import os
import signal
import subprocess
import time

import numpy as np
import pytest
from misstep import climb
from misstep.core import calling
from misstep.core.report import Report
from misstep.formulas import expressions
from misstep.student_tests import STUDENT_TEST_CHECKS

from lincourse.checks.units import CHECKS

LIMIT = 0.2


@pytest.fixture(params=["here", "windows"])
def system(request, monkeypatch):
    """Both ways to stop a call: by a signal, and by another thread."""
    if request.param == "windows":
        monkeypatch.setattr(calling, "WINDOWS", True)
        monkeypatch.delattr(signal, "setitimer")


def standing_still(function, seconds=1.5 * LIMIT):
    """The function, which gets no processor for some seconds when it is called first."""
    waits = [seconds]

    def slowed(*args):
        while waits:
            time.sleep(waits.pop())
        return function(*args)

    return slowed


def endless():
    while True:
        pass


def test_seconds_in_which_the_processor_is_elsewhere_are_given_again(system):
    outcome = calling.call(standing_still(lambda: 3), (), LIMIT)
    assert (outcome.value, outcome.error) == (3, None)


@pytest.mark.slow
def test_what_only_waits_is_stopped_in_the_end(system):
    start = time.monotonic()
    outcome = calling.call(lambda: [time.sleep(LIMIT / 10) for _ in range(1000)], (), LIMIT)
    assert isinstance(outcome.error, calling.TooSlow)
    assert time.monotonic() - start > 0.8 * calling.MAX_EXTENSIONS * LIMIT


def test_what_computes_is_stopped_after_the_processors_time(system):
    start = time.process_time()
    outcome = calling.call(endless, (), LIMIT)
    assert isinstance(outcome.error, calling.TooSlow)
    assert time.process_time() - start < 2 * LIMIT


def test_a_right_answer_passes_on_a_machine_that_stood_still(monkeypatch):
    monkeypatch.setattr(calling, "SECONDS", LIMIT)
    check = CHECKS["linear_update"]
    report = climb(check, standing_still(check.answers[0].function), 0)
    assert report.good, report


@pytest.mark.slow
def test_a_right_answer_passes_although_its_process_was_stopped(monkeypatch):
    monkeypatch.setattr(calling, "SECONDS", LIMIT)
    check, me = CHECKS["linear_update"], os.getpid()
    again = []

    def stopped(*args):
        if not again:
            wake = f"sleep {5 * LIMIT}; kill -CONT {me}"
            again.append(subprocess.Popen(["sh", "-c", wake]))
            os.kill(me, signal.SIGSTOP)
        return check.answers[0].function(*args)

    report = climb(check, stopped, 0)
    again[0].wait()
    assert report.good, report


@pytest.mark.slow
def test_a_students_test_passes_on_a_machine_that_stood_still(monkeypatch):
    monkeypatch.setattr(calling, "SECONDS", LIMIT)
    trial = STUDENT_TEST_CHECKS["precision"]
    rights = [(words, standing_still(function)) for words, function in trial.rights[:2]]
    monkeypatch.setitem(trial.__dict__, "rights", rights)
    report = trial.mark(lambda f: f(np.ones(2), np.ones(2)))
    assert "it accepts 2 right functions, in different styles" in report.passed, report


def test_a_formula_is_judged_on_a_machine_that_stood_still(monkeypatch):
    monkeypatch.setattr(expressions, "SECONDS", LIMIT)
    report = Report("formula")
    with expressions.marking(report):
        time.sleep(1.5 * LIMIT)
    assert report.good, report


def wait_within_a_patient_limit():
    with calling.time_limit(60, patient=True):
        time.sleep(5)


def compute_within_a_patient_limit():
    with calling.time_limit(60, patient=True):
        endless()


def test_an_outer_limit_holds_within_a_patient_one():
    with pytest.raises(calling.TooSlow) as caught, calling.time_limit(LIMIT):
        wait_within_a_patient_limit()
    assert caught.value.seconds == LIMIT
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@pytest.mark.slow
def test_a_patient_limit_goes_on_around_another():
    with calling.time_limit(LIMIT, patient=True):
        with calling.time_limit(60, patient=True):
            time.sleep(1.5 * LIMIT)
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= LIMIT
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    with pytest.raises(calling.TooSlow) as caught, calling.time_limit(LIMIT, patient=True):
        compute_within_a_patient_limit()
    assert caught.value.seconds == LIMIT
