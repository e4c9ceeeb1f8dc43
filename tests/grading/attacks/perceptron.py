"""Attacks on our own exercise 04: most look for the course's own function."""

from attacks import kit
from attacks.kit import guarded

UNIT = "04-perceptron"


def answers(name, **more):
    kit.answers(f"perceptron-{name}", assignment=UNIT, **more)


def update(name, code, **more):
    """An answer that gets `perceptron_update` from somewhere."""
    answers(name, perceptron_update=code, **more)


HONEST = """
def perceptron_update(w, x, y, eta):
    return w + eta * y * x if y * (w @ x) <= 0 else w
"""

update("imported", "from lincourse.perceptron import perceptron_update")
update(
    "imported-as-another",
    "from lincourse.perceptron import perceptron_update as p\nperceptron_update = p",
)
update(
    "imported-and-wrapped",
    """
    import lincourse.perceptron
    def perceptron_update(w, x, y, eta):
        return lincourse.perceptron.perceptron_update(w, x, y, eta)
    """,
)
update(
    "imported-when-called",
    """
    def perceptron_update(w, x, y, eta):
        import importlib
        return importlib.import_module("lincourse." + "perceptron").perceptron_update(w, x, y, eta)
    """,
)
update(
    "imported-by-another-module",
    """
    def perceptron_update(w, x, y, eta):
        from lincourse.figures.perceptron import perceptron_update as theirs
        return theirs(w, x, y, eta)
    """,
)
update(
    "imported-from-the-package",
    """
    import lincourse
    def perceptron_update(*a): return lincourse.perceptron.perceptron_update(*a)
    """,
)
update(
    "taken-from-the-check",
    """
    import lincourse.checks
    from lincourse.checks.units import CHECKS
    def perceptron_update(*a): return CHECKS["perceptron_update"].reference(*a)
    """,
)
update(
    "taken-from-check-s-globals",
    """
    def perceptron_update(*a):
        return check.__globals__["CHECKS"]["perceptron_update"].reference(*a)
    """,
)
update(
    "taken-from-loaded-modules",
    """
    import sys
    def perceptron_update(*a):
        for module in list(sys.modules.values()):
            found = getattr(module, "perceptron_update", None)
            if found and getattr(module, "__name__", "").startswith("lincourse"): return found(*a)
    """,
)
update(
    "taken-from-memory",
    """
    import gc, types
    def perceptron_update(*a):
        for thing in gc.get_objects():
            if type(thing) is types.FunctionType and thing.__name__ == "perceptron_update":
                if thing.__module__.startswith("lincourse"): return thing(*a)
    """,
)
update(
    "taken-from-bytecode",
    guarded(
        """
        import marshal, pathlib, types
        def perceptron_update(*a):
            import lincourse
            places = [pathlib.Path(lincourse.__file__).parent, pathlib.Path("@REPO@/lincourse")]
            for place in places:
                for path in place.rglob("perceptron*.pyc"):
                    code = marshal.loads(path.read_bytes()[16:])
                    space = {"__name__": "stolen"}
                    exec(code, space)
                    return space["perceptron_update"](*a)
        """
    ),
)
update(
    "taken-from-the-disk",
    guarded(
        """
        stolen = None
        end = time.monotonic() + 2
        for root in (*sys.path, "@REPO@", "/course", sys.prefix, "/"):
            for place, folders, files in os.walk(root or "."):
                folders[:] = [f for f in folders if f not in ("proc", "sys", "numpy", "sklearn")]
                for name in files:
                    if name.endswith((".py", ".ipynb", ".txt")) and "perceptron" in name:
                        try: text = open(os.path.join(place, name)).read()
                        except (OSError, UnicodeError): continue
                        if "def " + "perceptron_update" in text and "eta" in text:
                            reached(os.path.join(place, name))
                if time.monotonic() > end: break
        def perceptron_update(*a): pass
        """
    ),
)
update(
    "taken-from-git",
    guarded(
        """
        import subprocess
        for folder in ("@REPO@", ".", "/course"):
            run = subprocess.run(
                ["git", "-c", "safe.directory=*", "-C", folder, "show",
                 "HEAD:lincourse/perceptron.py"],
                capture_output=True, text=True,
            )
            if "def " in run.stdout: reached("git in", folder)
        def perceptron_update(*a): pass
        """
    ),
)
answers(
    "a-relative-does-the-work",
    multiclass_update="""
    def multiclass_update(W, x, y, eta):
        from lincourse.family import linear_update
        return linear_update("perceptron", W, x, y, eta)
    """,
)
answers(
    "an-estimator-does-the-work",
    averaged_perceptron="""
    def averaged_perceptron(X, y, n_classes, eta, epochs):
        from lincourse.engines import train_multiclass
        return train_multiclass(X, y, n_classes, eta, epochs, average=True)
    """,
)
answers(
    "quiz-answers-taken-from-the-check",
    quiz_psi_before="""
    z_before = None
    from lincourse.checks.units import QUIZZES
    z_before = QUIZZES["psi_before"].answer
    """,
    quiz_psi_after="z_after = check_quiz.__globals__['QUIZZES']['psi_after'].answer",
)
update(
    "the-check-replaced",
    """
    import sys
    import lincourse.checks
    check = check_fresh = check_quiz = lambda *a, **k: None
    lincourse.checks.check = lincourse.checks.check_fresh = check
    sys.modules["lincourse.checks"].check = check
    def perceptron_update(w, x, y, eta): return w
    """,
)
update(
    "the-report-replaced",
    """
    from lincourse.checks import report
    report.Report.good = property(lambda self: True)
    report.deliver = lambda *a: None
    def perceptron_update(w, x, y, eta): return w
    """,
)
update(
    "its-argument-changed",
    """
    def perceptron_update(w, x, y, eta):
        if y * (w @ x) <= 0:
            w += eta * y * x
        return w
    """,
)
update("says-it-is-of-another-module", HONEST + "\nperceptron_update.__module__ = 'numpy'", lost=())
update(
    "by-heart",
    """
    def perceptron_update(w, x, y, eta):
        return np.array([1.5, -1.5, 1.5])
    """,
)
update("endless", "def perceptron_update(w, x, y, eta):\n    while True: pass")
update("dies", "import os\ndef perceptron_update(w, x, y, eta): os._exit(0)")
update(
    "dies-on-whole-numbers",
    """
    import os
    def perceptron_update(w, x, y, eta):
        if w.dtype.kind == "i": os._exit(0)
        return w + eta * y * x if y * (w @ x) <= 0 else w
    """,
)
update(
    "right-for-the-seed-that-is-known",
    """
    calls = []
    def perceptron_update(w, x, y, eta):
        calls.append(1)
        return w + eta * y * x if y * (w @ x) <= 0 and len(calls) < 70 else w
    """,
)
update(
    "an-array-that-lies",
    """
    class Lie(np.ndarray):
        def __eq__(self, other): return True
        def __array_ufunc__(self, *a, **k): return np.True_
        def __array_function__(self, *a, **k): return True
    def perceptron_update(w, x, y, eta): return np.zeros(w.shape).view(Lie)
    """,
)
answers(
    "a-quiz-of-anything",
    quiz_psi_before="""
    class Yes:
        def __array__(self, *a, **k): return np.array([1.3, 1.8, -12])
        def __eq__(self, other): return True
    z_before = Yes()
    """,
    lost=(),
    either=["quiz_psi_before"],
)
answers("a-quiz-as-text", quiz_psi_before="z_before = '1.3, 1.8, -12'")
update(
    "loud",
    """
    import sys, warnings
    def perceptron_update(w, x, y, eta):
        print("noise"); print("noise", file=sys.stderr); warnings.warn("a warning")
        return w + eta * y * x * (y * (w @ x) <= 0)
    """,
    lost=(),
)
update(
    "a-class",
    """
    class Update:
        def __call__(self, w, x, y, eta): return w + eta * y * x * (y * (w @ x) <= 0)
    perceptron_update = Update()
    """,
    lost=(),
)
update(
    "a-partial",
    """
    import functools
    def step(scale, w, x, y, eta): return w + scale * eta * y * x * (y * (w @ x) <= 0)
    perceptron_update = functools.partial(step, 1)
    """,
    lost=(),
)
answers("float32", eta_decay="def eta_decay(n): return np.float64(1) / np.int64(n)", lost=())
kit.attack(
    "perceptron-checks-called-by-the-student",
    lambda work: work.add(
        'check("perceptron_update")\ncheck("eta_decay", seed=3)', "test_eta_decay"
    ),
    assignment=UNIT,
)
kit.attack(
    "perceptron-more-figures",
    lambda work: work.add(
        "ax = plots.points(X_birds, y_birds)\nplots.show(ax, 'Birds.')", "test_eta_decay"
    ),
    assignment=UNIT,
)
kit.attack("perceptron-nothing-odd", lambda work: None, assignment=UNIT)
