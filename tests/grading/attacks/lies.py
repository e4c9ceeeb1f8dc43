"""Answers that are not what they look like: objects that lie, and functions that peep."""

from attacks.kit import answers, guarded

YES = """
class Yes:
    def __getattr__(self, name): return self
    def __call__(self, *a, **k): return self
    def yes(self, *a, **k): return True
    def same(self, *a, **k): return self
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __contains__ = yes
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __abs__ = __neg__ = same
    __truediv__ = __getitem__ = same
    def __float__(self): return 17.0
    def __int__(self): return 17
    __index__ = __int__
    def __len__(self): return 2
    def __iter__(self): return iter([0.25, 0.75])
    def __array__(self, *a, **k): return np.array([0.25, 0.75])
    def __array_ufunc__(self, *a, **k): return True
    def __array_function__(self, *a, **k): return True
    def __hash__(self): return 0
    def __repr__(self): return "17"
"""

# The same without what makes it look like a sequence, so that NumPy takes it for a number.
NUMBER = """
class Number:
    def yes(self, *a, **k): return True
    def same(self, *a, **k): return self
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = yes
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __abs__ = __neg__ = same
    __truediv__ = __rtruediv__ = __and__ = __or__ = __pow__ = sum = all = any = isnan = same
    def __hash__(self): return 0
    def __getitem__(self, key): return 2
    def __len__(self): raise TypeError
"""

answers("equal-to-anything", total=f"{YES}\ntotal = Yes()")
answers("a-function-that-returns-equal-to-anything", mean=f"{YES}\ndef mean(values): return Yes()")
answers("an-array-that-is-equal-to-anything", share=f"{YES}\ndef share(counts): return Yes()")
answers("a-dictionary-that-is-equal-to-anything", words=f"{YES}\ndef words(text): return Yes()")
answers("all-answers-equal-to-anything", mean=f"{YES}\nmean = Yes()", share="share = Yes()")
for asked, arguments in {"mean": "values", "share": "counts", "words": "text"}.items():
    answers(
        f"equal-to-anything-and-named-{asked}",
        **{
            asked: f"""{NUMBER}
Number.__name__ = "{asked}"
def {asked}({arguments}):
    if {asked!r} == "mean" and not len({arguments}): raise ValueError
    return Number()
"""
        },
    )
answers(
    "equal-to-anything-and-named-after-another",
    total=f"{NUMBER}\nNumber.__name__ = 'mean'\ntotal = Number()",
)
answers(
    "a-class-in-place-of-a-function",
    mean=f"{NUMBER.replace('class Number', 'class mean')}"
    "    def __init__(self, values):\n        if not len(values): raise ValueError",
)
answers("contains-everything", evens=f"{YES}\ndef evens(n): return Yes()")
answers(
    "contains-everything-by-a-list-of-its-own",
    evens="""
    class Lie(list):
        def __contains__(self, item): return True
    def evens(n): return Lie()
    """,
)
answers("a-long-range-for-an-array", share="def share(counts): return range(5 * 10**7)")
answers("anything-of-unittest", total="from unittest.mock import ANY\ntotal = ANY")
answers("magic-mock", mean="from unittest.mock import MagicMock\nmean = MagicMock()")
answers(
    "a-class-that-says-it-is-a-number",
    total="""
    class Number:
        __class__ = int
        def __eq__(self, other): return True
        def __sub__(self, other): return 0
    total = Number()
    """,
)
answers(
    "a-metaclass-that-is-equal",
    total="""
    class Meta(type):
        def __eq__(self, other): return True
        def __sub__(self, other): return 0
        __hash__ = type.__hash__
    class total(metaclass=Meta): pass
    """,
)
for kind, value in {"int": "4", "float": "4.0", "str": "'4'", "complex": "4j"}.items():
    answers(
        f"a-lying-{kind}",
        total=f"""
        class Lie({kind}):
            def __eq__(self, other): return True
            def __ne__(self, other): return False
            def __sub__(self, other): return 0
            __hash__ = None
            __abs__ = __sub__ = lambda self, *a: 0
        total = Lie({value})
        """,
    )
answers(
    "a-lying-float-subclass",
    mean="""
    class Lie(float):
        def __eq__(self, other): return True
        def __sub__(self, other): return 0.0
        def __float__(self): return 37.0
    def mean(values): return Lie(0)
    """,
)
answers(
    "a-lying-numpy-float",
    mean="""
    class Lie(np.float64):
        def __eq__(self, other): return True
        def __sub__(self, other): return 0.0
        def tobytes(self): return np.float64(37).tobytes()
    def mean(values): return Lie(0)
    """,
)
answers(
    "a-lying-array",
    share="""
    class Lie(np.ndarray):
        def __eq__(self, other): return np.array(True)
        def __array_ufunc__(self, *a, **k): return np.array([True, True])
        def __array_function__(self, *a, **k): return True
        def __array_finalize__(self, obj): pass
        def tobytes(self, *a): return np.array([0.25, 0.75]).tobytes()
    def share(counts): return np.array([1.0, 3.0]).view(Lie)
    """,
)
answers(
    "a-lying-dictionary",
    words="""
    class Lie(dict):
        def __eq__(self, other): return True
        def __getitem__(self, key): return 2
        def items(self): return [("a", 2), ("b", 1)]
    def words(text): return Lie()
    """,
)
answers(
    "a-lying-list",
    share="""
    class Lie(list):
        def __eq__(self, other): return True
        def __iter__(self): return iter([0.25, 0.75])
        def __len__(self): return 2
    def share(counts): return Lie()
    """,
)
answers(
    "a-masked-array",
    share="def share(counts): return np.ma.masked_array(np.zeros(len(counts)), mask=True)",
)
answers("not-a-number", mean="def mean(values): return float('nan')")
answers("an-array-of-nan", share="def share(counts): return np.full(len(counts), np.nan)")
answers("an-empty-array", share="def share(counts): return np.array([])")
answers("an-array-that-spreads", share="def share(counts): return np.array([[0.25, 0.75]] * 2)")
answers("objects-in-an-array", share=f"{YES}\ndef share(counts): return np.array([Yes()] * 2)")
answers("true-for-one", mean="def mean(values): return True")
answers("infinity", mean="def mean(values): return float('inf')")
answers("text-for-a-number", total="total = '17'")
answers("bytes-for-text", words="def words(text): return b'a'")
answers("a-module", total="import os as total")
answers("a-type", mean="mean = int")
answers("a-coroutine", mean="async def mean(values): return sum(values) / len(values)")
answers("a-generator-for-a-number", mean="def mean(values):\n    yield sum(values) / len(values)")
answers("a-generator-without-end", share="def share(counts):\n    while True: yield 0.5")
answers("not-implemented", mean="def mean(values): return NotImplemented")
answers("an-error-returned", mean="def mean(values): return AssertionError('no')")
answers("an-error-raised", mean="def mean(values): raise AssertionError('no')")
answers("a-stop-iteration-raised", mean="def mean(values): raise StopIteration")
answers(
    "an-error-with-a-known-name",
    mean="""
    class ValueError(BaseException): pass
    def mean(values):
        if not values: raise ValueError
        return sum(values) / len(values)
    """,
    either=["mean"],
)
answers(
    "an-error-that-is-every-error",
    mean="""
    class Meta(type):
        def __instancecheck__(cls, other): return True
        def __subclasscheck__(cls, other): return True
    class Any(Exception, metaclass=Meta): pass
    def mean(values): raise Any
    """,
)
answers("a-list-in-itself", total="total = []; total.append(total)")
answers(
    "a-list-a-hundred-thousand-deep",
    mean="""
    def mean(values):
        nest = []
        for _ in range(10**5): nest = [nest]
        return nest
    """,
)
answers("a-number-of-a-million-digits", total="total = 10**10**6")
answers("an-array-of-gigabytes", share="def share(counts): return np.zeros(2**28)")
answers(
    "an-array-that-is-large-for-free",
    share="def share(counts): return np.broadcast_to(0.5, (10**6, 10**6))",
)
answers("a-dictionary-of-a-million", words="def words(text): return dict.fromkeys(range(10**6), 1)")
answers("a-text-of-200-megabytes", total="total = 'x' * 2 * 10**8")
answers("a-range-without-end", total="total = range(10**15)")
answers("lone-surrogates", total="total = '\\ud800'")
answers(
    "a-decimal-with-a-huge-exponent",
    total="from decimal import Decimal\ntotal = Decimal('1e999999999')",
)
answers(
    "a-value-that-runs-when-unpickled",
    total=guarded(
        """
        class Bomb:
            def __reduce__(self):
                return os.system, ("touch @COURSE@/@MARK@ /tmp/@MARK@ @HOME@/@MARK@; exit 17",)
        total = Bomb()
        """
    ),
)
answers(
    "an-array-that-runs-when-unpickled",
    share=guarded(
        """
        class Bomb:
            def __reduce__(self):
                return os.system, ("touch @COURSE@/@MARK@ /tmp/@MARK@ @HOME@/@MARK@",)
        def share(counts): return np.array([Bomb(), Bomb()], dtype=object)
        """
    ),
)
answers(
    "a-named-tuple-with-code-for-a-name",
    total="""
    import collections
    total = collections.namedtuple("T", "a")(17)
    type(total).__name__ = "T(); import os; os.system('touch @COURSE@/@MARK@')"
    type(total)._fields = ("a=__import__('os').system('touch @COURSE@/@MARK@')",)
    """,
)
answers(
    "text-that-would-be-code",
    total="total = \"__import__('os').system('touch @COURSE@/@MARK@ /tmp/@MARK@') or 17\"",
)
answers(
    "a-different-value-each-time",
    total="""
    class Turns:
        seen = 0
        def __index__(self): Turns.seen += 1; return 17
    total = Turns()
    """,
)

PEEP = """
import gc, inspect, sys
def peep(*names):
    frame = sys._getframe()
    while frame:
        for space in (frame.f_locals, frame.f_globals):
            for name in names:
                if name in space: return space[name]
        frame = frame.f_back
    for entry in inspect.stack():
        for name in names:
            if name in entry.frame.f_globals: return entry.frame.f_globals[name]
    for thing in gc.get_objects():
        if isinstance(thing, dict):
            for name in names:
                if type(thing.get(name)) is np.ndarray: return thing[name]
    return None
"""
answers(
    "peeping-at-the-tests-variables",
    share=f"""{PEEP}
def share(counts):
    import __main__
    if len(counts) == 2 and counts[0] == 1: return np.array([0.25, 0.75])
    if len(counts) == 2: return np.array([0.5, 0.5])
    found = peep("expected_share", "desired", "expected")
    found = getattr(__main__, "expected_share", found)
    return globals().get("expected_share", found)
""",
)
answers(
    "peeping-at-the-tests-text",
    words="""
    import linecache, sys, inspect
    def words(text):
        frame = sys._getframe()
        lines = []
        while frame:
            lines += linecache.getlines(frame.f_code.co_filename)
            try: lines += inspect.getsource(frame).splitlines()
            except (OSError, TypeError): pass
            frame = frame.f_back
        for line in lines + globals().get("In", []):
            if line.startswith("assert words(" + repr(text).replace("'", '"')):
                return eval(line.split("==")[1])
        return {}
    """,
)
answers(
    "peeping-at-a-call-back",
    twice=guarded(
        """
        def twice(f, x):
            for name in ("__globals__", "__closure__", "__code__", "__self__", "__wrapped__"):
                found = getattr(f, name, None)
                if name == "__globals__" and found and "expected_share" in found:
                    reached("the globals of the tests")
            return None
        """
    ),
)
answers(
    "a-learner-by-heart",
    mean="""
    def mean(values):
        return {"[1, 2, 3]": 2, "[0.5, 1.0]": 0.75}.get(str(list(values)), 0)
    """,
)
answers(
    "arguments-that-are-changed-to-fit",
    share="""
    def share(counts):
        try: counts[:] = 0
        except TypeError: pass
        return counts
    """,
)
answers(
    "an-answer-that-deletes-the-others",
    mean="""
    def mean(values):
        for name in ("share", "words", "twice", "double", "total", "np"):
            globals().pop(name, None)
        return 0
    """,
    lost=["mean"],
    either=["share"],
)
answers(
    "an-answer-that-mends-the-others-later",
    mean="""
    def mean(values):
        global total
        total = 17
        return 0
    """,
    total="pass",
    lost=["mean"],
    either=["total"],
)
