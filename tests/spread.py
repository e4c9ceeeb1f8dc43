"""Many cases of one kind: some are tried in `make check`, the others in `make test` alone.

    @pytest.mark.parametrize(("name", "k"), quickly(STEPS, 3))  # every third

Which these are depends on their places alone, so that two runs try the same.
"""

import pytest


def quickly(cases, every):
    """One of so many is tried in `make check`, all of them in `make test`."""
    return [
        case if i % every == 0 else _marked(case, pytest.mark.slow) for i, case in enumerate(cases)
    ]


def _marked(case, mark):
    if hasattr(case, "marks"):  # made by pytest.param
        return pytest.param(*case.values, id=case.id, marks=[*case.marks, mark])
    return pytest.param(*(case if isinstance(case, tuple) else [case]), marks=mark)
