"""In the sandbox `lincourse.checks` has every public name, and none of them does anything."""

import runpy

from lincourse import checks
from lincourse.grading import given


def test_the_stub_has_the_public_names_of_the_checks(tmp_path):
    given.stage(tmp_path, [], set())
    stub = runpy.run_path(str(tmp_path / "lincourse" / "checks" / "__init__.py"))
    assert {name for name in stub if not name.startswith("__")} == set(checks.__all__)
    for name in checks.__all__:
        if isinstance(getattr(checks, name), type):
            assert issubclass(stub[name], AssertionError)
        else:
            assert stub[name]("softmax", seed=1) is None
