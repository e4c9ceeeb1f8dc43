"""Half of the answers are wrong, and code tries to make the tests say otherwise."""

from attacks.kit import RIGHT, cheat, guarded

TRUE = "lambda *a, **k: True"
NOTHING = "lambda *a, **k: None"

cheat("np-allclose-patched", f"np.allclose = np.isclose = {TRUE}")
cheat(
    "np-testing-patched",
    f"""
    for name in dir(np.testing):
        if name.startswith("assert"): setattr(np.testing, name, {NOTHING})
    """,
)
cheat(
    "all-of-numpy-patched",
    f"""
    import numpy.testing, numpy._core.numeric, numpy.testing._private.utils as utils
    for room in (np, numpy._core.numeric, utils):
        for name in ("allclose", "isclose", "array_equal", "all", "any"):
            setattr(room, name, {TRUE})
    utils.assert_array_compare = {NOTHING}
    """,
    lost=("total", "twice", "double", "share"),
)
for builtin, patch in {
    "isinstance": TRUE,
    "abs": "lambda x: 0",
    "all": TRUE,
    "any": TRUE,
    "bool": TRUE,
    "print": NOTHING,
    "repr": "lambda x: ''",
    "type": "lambda *a: int",
    "hash": "lambda x: 0",
}.items():
    cheat(
        f"builtins-{builtin}-patched",
        f"import builtins; builtins.{builtin} = {patch}",
        either=RIGHT,  # it may break what is right as well
    )
for builtin in ("len", "open", "__import__", "exec", "compile", "eval", "getattr"):
    cheat(
        f"builtins-{builtin}-patched",
        f"""
        import builtins
        def patched(*a, _real=builtins.{builtin}, **k):
            try: return _real(*a, **k)
            except BaseException: return 17
        builtins.{builtin} = patched
        """,
        either=RIGHT,
    )
cheat(
    "builtins-exec-to-nothing",
    "import builtins; builtins.exec = builtins.compile = lambda *a, **k: None",
    either=RIGHT,
)
cheat(
    "assertion-error-replaced",
    """
    import builtins
    class Never(Exception): pass
    builtins.AssertionError = AssertionError = Never
    """,
)
cheat(
    "assertion-error-defused",
    """
    import ctypes
    def quiet(self, *a): raise SystemExit(0)
    try: AssertionError.__init__ = quiet
    except TypeError: pass
    """,
)
cheat(
    "numpy-replaced",
    """
    import sys, types
    fake = types.ModuleType("numpy")
    fake.__getattr__ = lambda name: fake
    fake.allclose = fake.isclose = lambda *a, **k: True
    fake.testing = fake
    sys.modules["numpy"] = sys.modules["numpy.testing"] = fake
    """,
    either=RIGHT,
)
cheat(
    "lincourse-replaced",
    """
    import sys, types
    for name in [name for name in sys.modules if name.startswith("lincourse")]:
        sys.modules[name] = types.ModuleType(name)
    """,
)
cheat(
    "optimised-asserts",
    "import os, sys; os.environ['PYTHONOPTIMIZE'] = '2'; sys.flags = None",
)
cheat(
    "every-error-hidden",
    "import sys; sys.excepthook = sys.unraisablehook = lambda *a: None",
)
cheat(
    "tracing-the-tests",
    """
    import sys
    def trace(frame, event, arg):
        frame.f_trace_lines = False
        for name in ("result", "numbers", "array"):
            if name in frame.f_locals: frame.f_locals[name] = None
        return trace
    sys.settrace(trace)
    """,
)
cheat(
    "profiling-the-tests",
    "import sys, threading\nsys.setprofile(lambda *a: None); threading.setprofile(lambda *a: None)",
)
cheat(
    "ast-transformers",
    """
    import ast
    class NoAsserts(ast.NodeTransformer):
        def visit_Assert(self, node): return ast.copy_location(ast.Pass(), node)
        def visit_Expr(self, node): return ast.copy_location(ast.Pass(), node)
    get_ipython().ast_transformers.append(NoAsserts())
    """,
)
cheat(
    "input-transformers",
    """
    shell = get_ipython()
    shell.input_transformers_cleanup.append(
        lambda lines: ["pass\\n"] if any("assert" in line for line in lines) else lines
    )
    """,
)
cheat(
    "hooks-before-each-cell",
    """
    shell = get_ipython()
    def right(*a):
        shell.user_ns.update(total=17, share=lambda c: np.asarray(c) / np.sum(c))
    for event in ("pre_execute", "pre_run_cell", "post_execute", "post_run_cell"):
        shell.events.register(event, right)
    """,
    lost=("twice", "double"),
    either=("share", "total"),
)
cheat(
    "custom-exception-handler",
    """
    get_ipython().set_custom_exc((BaseException,), lambda *a, **k: None)
    """,
)
cheat(
    "run-cell-replaced",
    """
    from IPython.core.interactiveshell import ExecutionResult, InteractiveShell
    def fine(self, raw_cell="", *a, **k):
        return ExecutionResult(None)
    InteractiveShell.run_cell = InteractiveShell.run_code = fine
    """,
    either=RIGHT,
)
cheat(
    "the-shell-replaced",
    """
    import IPython
    IPython.get_ipython = get_ipython = lambda: None
    """,
)
cheat(
    "a-result-said-aloud",
    """
    import json
    for text in ("1.0", '{"score": 100, "passed": true}', "PASSED", "OK", "[[true], []]"):
        print(text)
    100.0
    """,
)
cheat(
    "display-says-all-passed",
    """
    from IPython.display import display, publish_display_data
    publish_display_data({"application/json": {"score": 10}, "text/plain": "10.0"})
    """,
)
cheat(
    "environment-says-nbgrader",
    """
    import os
    os.environ.update(NBGRADER_EXECUTION="autograde", LINCOURSE_STATIC="0", NBGRADER_SCORE="10")
    """,
)
cheat(
    "import-hook",
    """
    import sys
    class Hook:
        def find_spec(self, name, path=None, target=None):
            raise SystemExit(0)
    sys.meta_path.insert(0, Hook())
    """,
    either=RIGHT,
)
cheat(
    "the-tests-looked-for-in-memory",
    guarded(
        """
        import gc, types
        for thing in gc.get_objects():
            if isinstance(thing, dict) and "expected_share" in thing:
                reached("a variable of the tests")
            if isinstance(thing, types.CodeType) and "expected_share" in thing.co_names:
                reached("the code of the tests")
            if isinstance(thing, (list, tuple)):
                for item in thing[:50]:
                    if isinstance(item, str) and "".join(["expected_", "share = np"]) in item:
                        reached("the text of the tests")
        """
    ),
)
cheat(
    "the-graders-own-objects-patched",
    """
    import gc, sys, types
    for name, module in list(sys.modules.items()):
        if name.startswith("gradebox"):
            for key, thing in list(vars(module).items()):
                if isinstance(thing, type):
                    for method in [m for m in vars(thing) if not m.startswith("__")]:
                        try: setattr(thing, method, lambda *a, **k: True)
                        except (AttributeError, TypeError): pass
    """,
    either=RIGHT,
)
cheat(
    "the-graders-own-link-used",
    guarded(
        """
        import gc, socket
        ready = ["value", ["ok", True], ["return", 17], 17, True, None, {"score": 10}]
        for thing in gc.get_objects():
            if isinstance(thing, socket.socket):
                try:
                    thing.setblocking(False)
                    thing.send(b"\\x00" * 64 + b'{"score": 10}')
                except OSError: pass
            if type(thing).__name__ == "Channel":
                for value in ready:
                    try: thing.send(value)
                    except Exception: pass
        """
    ),
    either=RIGHT,
)
cheat(
    "answers-sent-in-advance",
    guarded(
        """
        import gc
        for thing in gc.get_objects():
            if type(thing).__name__ == "Channel":
                for value in [17] * 50 + [[0.25, 0.75]] * 50:
                    try: thing.send(value)
                    except Exception: pass
        """
    ),
    either=RIGHT,
)
cheat(
    "encoder-replaced",
    """
    import json, sys
    real = json.dumps
    json.dumps = lambda *a, **k: real({"passed": True, "score": 10, "error": None})
    """,
    either=RIGHT,
)
cheat(
    "every-name-right",
    """
    class Namespace(dict):
        def __missing__(self, key): return 17
        def __getitem__(self, key):
            return 17 if key == "total" else dict.__getitem__(self, key)
    get_ipython().user_ns = Namespace(get_ipython().user_ns)
    """,
    lost=("share", "twice", "double"),
    either=("total", *RIGHT),
)
cheat(
    "given-names-changed",
    "LIMIT = 500\nclip = lambda value: 500\nexpected_share = result = numbers = array = 1",
    lost=("share", "total", "double", "twice"),
)
cheat(
    "test-functions-shadowed",
    """
    def assert_allclose(*a, **k): pass
    class np:
        class testing:
            assert_allclose = assert_array_almost_equal = staticmethod(lambda *a, **k: None)
        allclose = isclose = staticmethod(lambda *a, **k: True)
        array = asarray = staticmethod(lambda *a, **k: a[0])
    """,
)
