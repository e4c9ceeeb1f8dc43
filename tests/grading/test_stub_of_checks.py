"""In the sandbox `lincourse.checks` has every public name, and none of them does anything."""

import runpy

from gradebox.course import tree_shaking

from lincourse import checks


def test_the_stub_has_the_public_names_of_the_checks(tmp_path):
    tree_shaking.stage(tmp_path, [], set())
    stub = runpy.run_path(str(tmp_path / "lincourse" / "checks" / "__init__.py"))
    assert {name for name in stub if not name.startswith("__")} == set(checks.__all__)
    for name in checks.__all__:
        if isinstance(getattr(checks, name), type):
            assert issubclass(stub[name], AssertionError)
        else:
            assert stub[name]("softmax", seed=1) is None
