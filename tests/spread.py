"""Many cases of one kind: some are tried whenever tests are, the others less often.

    @pytest.mark.parametrize(("name", "k"), quickly(STEPS, 3))  # in `make check`, every third

Which these are depends on their places alone, so that two runs try the same.
"""

import pytest


def quickly(cases, every):
    """One of so many is tried in `make check`, all of them in `make test`."""
    return _others_marked(cases, every, pytest.mark.slow)


def by_day(cases, every):
    """One of so many is tried in `make test`, all of them in `make test-all`."""
    return _others_marked(cases, every, pytest.mark.nightly)


def _others_marked(cases, every, mark):
    return [case if i % every == 0 else _marked(case, mark) for i, case in enumerate(cases)]


def _marked(case, mark):
    if hasattr(case, "marks"):  # made by pytest.param
        return pytest.param(*case.values, id=case.id, marks=[*case.marks, mark])
    return pytest.param(*(case if isinstance(case, tuple) else [case]), marks=mark)
