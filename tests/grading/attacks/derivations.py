"""Attacks on our own exercise 08, whose answers are expressions and functions of functions."""

from attacks import kit
from attacks.kit import guarded

UNIT = "08-derivations"


def answers(name, **more):
    kit.answers(f"derivations-{name}", assignment=UNIT, **more)


def step(name, code, **more):
    """An answer to the first step of one derivation."""
    answers(name, quiz_tanh_1=code, **more)


def slope(name, code, **more):
    """An answer that is given a function; the test of the last part leans on it."""
    expected = {"lost": ["numerical_gradient"], "either": ["tests_softmax_jacobian"]}
    answers(name, numerical_gradient=code, **(more or expected))


TOUCH = "__import__('os').system('touch @COURSE@/@MARK@ /tmp/@MARK@ @HOME@/@MARK@')"

step("text-that-is-code", f'tanh_1 = "{TOUCH}"')
step("text-that-is-right", 'tanh_1 = "1 - r**2"')
step("a-symbol-that-is-code", f'tanh_1 = symbols("r") + __import__("sympy").Symbol("{TOUCH}")')
step("a-function-named-by-code", f'import sympy\ntanh_1 = sympy.Function("{TOUCH}")(r)')
step(
    "an-expression-that-prints-code",
    f"""
    import sympy
    class Evil(sympy.Symbol):
        def _sympystr(self, printer): return "{TOUCH}"
        _sympyrepr = _sympystr
        def __str__(self): return "{TOUCH}"
        __repr__ = __str__
        def __reduce__(self): return eval, ("{TOUCH}",)
        __reduce_ex__ = lambda self, n: self.__reduce__()
    tanh_1 = Evil("r")
    """,
)
step(
    "equal-to-anything",
    """
    import sympy
    class Yes(sympy.Symbol):
        def __eq__(self, other): return True
        def __sub__(self, other): return sympy.Integer(0)
        __rsub__ = __sub__
        def evalf(self, *a, **k): return sympy.Integer(0)
        def __hash__(self): return 0
    tanh_1 = Yes("r")
    """,
)
step(
    "an-expression-with-a-value-of-its-own",
    """
    import sympy
    class tanh(sympy.Function):
        @classmethod
        def eval(cls, x): return None
        def _eval_evalf(self, prec): return sympy.Integer(0)
    tanh_1 = tanh(r)
    """,
)
step("a-tower", "tanh_1 = r\nfor _ in range(200): tanh_1 = exp(tanh_1)")
step(
    "a-million-terms",
    "import sympy\ntanh_1 = sympy.Add(*[r * i for i in range(10**5)], evaluate=False)",
)
step(
    "a-deep-expression",
    "import sympy\ntanh_1 = r\nfor _ in range(5000): tanh_1 = sympy.sin(tanh_1)",
)
step(
    "a-power-of-powers",
    "import sympy\ntanh_1 = sympy.Pow(9, sympy.Pow(9, 99, evaluate=False), evaluate=False)",
)
step("a-factorial", "import sympy\ntanh_1 = sympy.factorial(sympy.Integer(10)**9, evaluate=False)")
step("a-huge-number", "import sympy\ntanh_1 = sympy.Integer(7)**10**6 * r")
step("a-huge-float", "import sympy\ntanh_1 = sympy.Float('1e999999999') * r")
step("an-integral", "import sympy\ntanh_1 = sympy.Integral(exp(-r**2), (r, 0, 1))")
step("a-sum-without-end", "import sympy\nk = symbols('k')\ntanh_1 = sympy.Sum(r**k, (k, 0, 10**9))")
step("no-number", "import sympy\ntanh_1 = sympy.nan * r")
step("an-equation", "import sympy\ntanh_1 = sympy.Eq(r, 1 - r**2)")
step("a-class", "import sympy\ntanh_1 = sympy.Symbol")
step("a-matrix", "import sympy\ntanh_1 = sympy.Matrix([1 - r**2])")
step("a-function", "tanh_1 = lambda r: 1 - r**2")
step(
    "symbols-redefined",
    'r = symbols("z")\ntanh_1 = 1 - r**2',
    lost=["quiz_tanh_1"],
    either=["quiz_tanh_2", "quiz_tanh_3"],
)
step("with-assumptions", 'r = symbols("r", real=True)\ntanh_1 = (1 - r) * (1 + r)', lost=())
step("in-another-form", "from sympy import diff\ntanh_1 = diff(r - r**3 / 3, r)", lost=())
step("with-floats", "tanh_1 = 1.0 - r**2.0", lost=(), either=["quiz_tanh_1"])
step("not-expanded", "import sympy\ntanh_1 = sympy.Mul(1 - r, 1 + r, evaluate=False)", lost=())
step(
    "simplified", "import sympy\ntanh_1 = sympy.simplify(sympy.expand((1 - r) * (1 + r)))", lost=()
)
step(
    "taken-from-the-check",
    "from lincourse.checks.units import DERIVATIONS as D\ntanh_1 = D['tanh'].steps[0].right",
)
step(
    "taken-from-check-s-globals",
    "tanh_1 = check_step.__globals__['DERIVATIONS']['tanh'].steps[0].right",
)
step("hangs", "tanh_1 = None\nwhile True: pass")
step("dies", "import os\nos._exit(0)")
answers(
    "a-step-that-uses-one-before",
    quiz_logistic_5="logistic_5 = logistic_4 * x_k",
    lost=(),
)


def lines(name, code, **more):
    """An answer to a derivation with as many lines as one likes."""
    answers(name, quiz_temperature=code, **more)


def slip(name, code, **more):
    """An answer to a derivation with a slip in it."""
    answers(name, quiz_slip_1=code, **more)


lines("lines-that-are-code", f'temperature = ["{TOUCH}", symbols("{TOUCH}")]')
lines("a-million-lines", "temperature = [(p1 - 1) / T] * 10**6")
lines("lines-in-themselves", "temperature = []\ntemperature.append(temperature)")
lines("lines-without-end", "import itertools\ntemperature = itertools.repeat((p1 - 1) / T)")
lines("lines-that-hang", "temperature = [exp(exp(exp(exp(z1 * 99)))) for _ in range(30)]")
lines(
    "lines-that-lie",
    """
    class Lines(list):
        def __len__(self): return 2
        def __iter__(self): return iter([(p1 - 1) / T] * 2)
        def __getitem__(self, i): return (p1 - 1) / T
    temperature = Lines([p1, p1])
    """,
)
lines(
    "lines-of-another-way",
    """
    weights = [exp((z - z0) / T) for z in (z0, z1, z2)]
    temperature = [log(sum(weights)), (1 / sum(weights) - 1) / T, p0 / T - 1 / T]
    """,
    lost=(),
)
slip("a-slip-in-every-line", "slip_1 = [range(1, 6), -log(1 + exp(-z))]")
slip(
    "a-slip-that-is-any-number",
    """
    class Any(int):
        def __eq__(self, other): return True
        def __index__(self): return 1
        __int__ = __index__
        __hash__ = int.__hash__
    slip_1 = [Any(3), -log(1 + exp(-z))]
    """,
)
slip(
    "a-name-that-is-code",
    f'student = "{TOUCH}"\nslip_1 = [9, z]',
    lost=["quiz_slip_1"],
    either=["quiz_slip_2"],
)
slip("a-name-that-is-none", "student = object()", lost=["quiz_slip_1"], either=["quiz_slip_2"])

slope("the-reference", "from lincourse.derivations import numerical_gradient")
slope(
    "the-reference-when-called",
    "def numerical_gradient(f, x, h):\n    import lincourse.derivations as d\n"
    "    return d.numerical_gradient(f, x, h)",
)
slope("calls-for-ever", "def numerical_gradient(f, x, h):\n    while True: f(x)")
slope("calls-with-a-huge-number", "def numerical_gradient(f, x, h):\n    return f(1 << 10**9)")
slope("calls-with-a-long-range", "def numerical_gradient(f, x, h):\n    return f(range(5 * 10**7))")
slope("calls-with-junk", "def numerical_gradient(f, x, h):\n    return f(object())")
slope("calls-and-dies", "import os\ndef numerical_gradient(f, x, h):\n    f(x); os._exit(0)")
slope(
    "looks-into-the-function",
    guarded(
        """
        def numerical_gradient(f, x, h):
            for name in ("__globals__", "__closure__", "__code__", "__wrapped__", "__self__"):
                found = getattr(f, name, None)
                if name == "__globals__" and "CHECKS" in found:
                    reached("the globals of the check")
            return x
        """
    ),
)
slope(
    "one-sided",
    """
    def numerical_gradient(f, x, h):
        x = np.array(x, dtype=float)
        slope = np.empty_like(x)
        for i in np.ndindex(x.shape):
            e = np.zeros_like(x); e[i] = h
            slope[i] = (f((x + e)[()]) - f(x[()])) / h
        return slope if x.ndim else float(slope)
    """,
)
slope(
    "in-another-style",
    """
    def numerical_gradient(f, x, h):
        x = np.asarray(x, dtype=float)
        flat = x.ravel()
        def at(i, s):
            moved = flat.copy(); moved[i] += s
            return float(f(moved.reshape(x.shape)[()]))
        slopes = [(at(i, h) - at(i, -h)) / (2 * h) for i in range(flat.size)]
        return np.array(slopes).reshape(x.shape) if x.ndim else slopes[0]
    """,
    lost=(),
)
slope(
    "with-a-failing-call-first",
    """
    def numerical_gradient(f, x, h):
        try: f("junk", 1, 2, 3)
        except TypeError: pass
        x = np.array(x, dtype=float)
        slope = np.empty_like(x)
        for i in np.ndindex(x.shape):
            e = np.zeros_like(x); e[i] = h
            slope[i] = (f((x + e)[()]) - f((x - e)[()])) / (2 * h)
        return slope if x.ndim else float(slope)
    """,
    lost=(),
)
answers("jacobian-imported", softmax_jacobian="from lincourse.derivations import softmax_jacobian")
answers(
    "jacobian-by-a-figure",
    softmax_jacobian="def softmax_jacobian(z):\n"
    "    from lincourse.figures import derivations\n    return derivations.softmax_jacobian(z)",
)
answers(
    "given-softmax-used",
    softmax_jacobian="""
    def softmax_jacobian(z):
        from lincourse.softmax import softmax as given
        S = given(z)
        return np.diag(S) - S[:, None] * S[None, :]
    """,
    lost=(),
)
kit.attack("derivations-nothing-odd", lambda work: None, assignment=UNIT)
