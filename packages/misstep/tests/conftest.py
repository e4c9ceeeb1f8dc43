"""Checks for the tests of the engine, in registries of their own."""

import misstep
import pytest
from misstep import Array, Check, Number, StudentTestCheck

REGISTRIES = {
    "CHECKS": "misstep.core.check",
    "STUDENT_TEST_CHECKS": "misstep.student_tests",
}


@pytest.fixture(autouse=True)
def registries(monkeypatch):
    """Empty registries, as the tests of a course may run in the same process."""
    for name, module in REGISTRIES.items():
        registry = {}
        monkeypatch.setattr(f"{module}.{name}", registry)
        monkeypatch.setattr(misstep, name, registry)


@pytest.fixture
def half():
    """A check of a function of one number."""

    def half(x):
        return x / 2

    check = Check(half, gives=Number())
    check.example((3,), 1.5, "3 is two halves of 1.5")
    check.random_inputs(lambda rng: [(float(x),) for x in rng.integers(1, 99, 5)])
    check.answer("return x / 2")
    check.mistake("/ -> //", "everything after the point is cut off.", "What is half of 3?")
    return check


@pytest.fixture
def centred():
    """A check of a function of an array, and one of students' tests of it."""

    def centred(values):
        return values - values.mean()

    check = Check(centred, gives=Array("(n,)"))
    check.random_inputs(lambda rng: [(rng.integers(0, 80, n) / 8,) for n in (2, 3, 5)])
    check.answer("return values - np.mean(values)")
    check.mistake("mean -> median", "the median is subtracted.", "What is the mean of 0, 0, 3?")
    check.mistake("- np -> + np", "the mean is added.", "What is the mean of the result?")
    StudentTestCheck(check).right("one with a sum", "return values - np.sum(values) / len(values)")
    return check
