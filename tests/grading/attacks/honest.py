"""Honest work that looks odd, and must keep all its points."""

from attacks.kit import answers, attack, extra_cell, handed_in


def honest(name, **texts):
    """Unusual answers that are right."""
    answers(name, lost=(), **texts)


MEAN = """
def mean(values):
    if len(values) == 0:
        raise ValueError("there are no values")
    return sum(values) / len(values)
"""

honest(
    "prints-and-warnings",
    mean=f"""
import sys, warnings
warnings.warn("at the cell")
print("noise", file=sys.stderr)
{MEAN}
right = mean
def mean(values):
    print("called", values)
    print("on stderr", file=sys.stderr)
    warnings.warn("a warning")
    np.float64(1) / np.float64(0)
    return right(values)
""",
)
honest("a-lambda", twice="twice = lambda f, x: f(f(x))")
honest(
    "a-partial",
    twice="import functools\ndef times(n, f, x):\n    for _ in range(n): x = f(x)\n    return x\n"
    "twice = functools.partial(times, 2)",
)
honest(
    "a-class-that-is-called",
    words="class Words:\n    def __call__(self, text):\n        found = {}\n"
    "        for w in text.lower().split(): found[w] = found.get(w, 0) + 1\n"
    "        return found\nwords = Words()",
)
honest(
    "a-decorated-function",
    words="import functools\n@functools.lru_cache\ndef words(text):\n"
    "    parts = text.lower().split()\n    return {w: parts.count(w) for w in parts}",
)
honest(
    "a-method",
    mean="class Sums:\n    def mean(self, values):\n"
    "        if not len(values): raise ValueError\n"
    "        return sum(values) / len(values)\nmean = Sums().mean",
)
honest(
    "a-static-builtin",
    mean="import statistics\ndef mean(values):\n"
    "    if not len(values): raise ValueError\n    return statistics.fmean(values)",
)
honest(
    "numpy-numbers",
    mean="def mean(values):\n    if not len(values): raise ValueError\n"
    "    return np.float64(np.mean(values))",
    share="def share(counts):\n    c = np.asarray(counts, np.float32)\n    return c / c.sum()",
    total="total = np.int64(17)",
)
honest("a-whole-number-as-a-float", total="total = 17.0")
honest("a-zero-dimensional-array", total="total = np.array(17)")
honest("a-fraction", total="from fractions import Fraction\ntotal = Fraction(34, 2)")
honest("a-decimal", total="from decimal import Decimal\ntotal = Decimal(17)")
honest(
    "a-counter",
    words="from collections import Counter\ndef words(text): return Counter(text.lower().split())",
)
honest(
    "a-defaultdict",
    words="from collections import defaultdict\ndef words(text):\n    found = defaultdict(int)\n"
    "    for w in text.lower().split(): found[w] += 1\n    return found",
)
honest(
    "an-error-of-its-own",
    mean="class Empty(ValueError):\n    def __init__(self, a, b): pass\n"
    "def mean(values):\n    if not len(values): raise Empty(1, 2)\n"
    "    return sum(values) / len(values)",
)
honest(
    "an-error-from-an-error",
    mean="def mean(values):\n    try: return sum(values) / len(values)\n"
    "    except ZeroDivisionError as error: raise ValueError('none') from error",
)
honest(
    "other-argument-names",
    mean=MEAN.replace("values", "xs"),
)
honest(
    "optional-arguments",
    mean="def mean(values, weights=None, *, verbose=False, **rest):\n"
    "    if not len(values): raise ValueError\n    return sum(values) / len(values)",
)
honest(
    "helpers-of-its-own",
    share="def _sum(a):\n    return sum(a)\n\ndef share(counts):\n"
    "    return np.array([c / _sum(counts) for c in counts])",
)
honest(
    "a-helper-file",
    mean="from helpers import mean",
    files={"helpers.py": MEAN},
)
honest(
    "a-helper-package-and-data",
    mean="from tools.means import mean",
    total="import pathlib\ntotal = int(pathlib.Path('data/total.txt').read_text())",
    files={"tools/__init__.py": "", "tools/means.py": MEAN, "data/total.txt": "17\n"},
)
honest(
    "an-answer-that-uses-another",
    twice="def twice(f, x):\n    assert mean([1, 3]) == 2\n    return f(f(x))",
)
honest(
    "a-global-counter",
    twice="calls = 0\ndef twice(f, x):\n    global calls\n    calls += 1\n    return f(f(x))",
)
honest(
    "keyword-call-backs",
    twice="def twice(f, x):\n    return f(*[f(*(x,))])",
)
honest(
    "a-call-back-that-fails",
    twice="def twice(f, x):\n    try: f()\n    except TypeError: pass\n    return f(f(x))",
)
honest(
    "threads-and-processes-that-end",
    mean="""
from concurrent.futures import ThreadPoolExecutor
def mean(values):
    if len(values) == 0: raise ValueError
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(float, values)) / len(values)
""",
)
honest(
    "a-subprocess",
    total="import subprocess, sys\n"
    "total = int(subprocess.run([sys.executable, '-c', 'print(17)'], capture_output=True).stdout)",
)
honest("an-async-cell", total="import asyncio\nawait asyncio.sleep(0)\ntotal = 17")
answers(
    "an-asyncio-loop", lost=(), total="import asyncio\nasync def f(): return 17\ntotal = await f()"
)
honest("a-timed-cell", total="%%time\ntotal = 17")
honest("a-captured-cell", total="%%capture said\ntotal = 17\nprint(total)")
honest("a-shell-escape-for-an-answer", total="out = !echo 17\ntotal = int(out[0])")
honest("a-magic-for-an-answer", total="%precision 3\ntotal = 17")
honest(
    "an-answer-then-an-error",
    total="total = 17\nraise ValueError('after the answer')",
)
honest(
    "an-answer-and-its-own-tests",
    mean=MEAN + "\nassert mean([2]) == 2\nmean([1, 2])",
)
honest(
    "an-answer-with-type-hints",
    mean="from __future__ import annotations\nfrom typing import Any\n"
    "def mean(values: list[Any]) -> float:\n    if not len(values): raise ValueError\n"
    "    return sum(values) / len(values)",
)
honest(
    "a-generator-inside",
    share="def parts(c):\n    yield from (x / sum(c) for x in c)\n"
    "def share(counts): return np.fromiter(parts(counts), float)",
)
honest(
    "a-view-for-an-array",
    share="""
def share(counts):
    wide = np.zeros((len(counts), 2))
    wide[:, 0] = np.asarray(counts) / np.sum(counts)
    return wide[:, 0]
""",
)
honest(
    "an-array-in-columns",
    share="""
def share(counts):
    return np.asfortranarray(np.asarray(counts) / np.sum(counts))[::-1][::-1]
""",
)
honest(
    "a-matrix-of-its-own-kind",
    share="""
class Shares(np.ndarray): pass
def share(counts): return (np.asarray(counts, float) / np.sum(counts)).view(Shares)
""",
)

EXTRA = {
    "an-own-cell": "x = 1",
    "an-own-cell-that-fails": "1 / 0",
    "an-own-cell-that-warns": "import warnings; warnings.warn('careful')",
    "an-own-cell-on-stderr": "import sys; print('oh', file=sys.stderr)",
    "an-own-cell-logging": "import logging; logging.error('oh'); logging.shutdown()",
    "a-shell-escape": "!ls -la; echo done",
    "a-shell-escape-that-fails": "!false",
    "a-bash-cell": "%%bash\necho hello; exit 3",
    "matplotlib-inline": "%matplotlib inline\nfrom matplotlib import pyplot\npyplot.plot([1, 2])",
    "an-unknown-magic": "%no_such_magic 3",
    "timeit": "%timeit -n 2 -r 1 mean([1, 2, 3])",
    "help-with-a-question-mark": "mean?",
    "source-with-question-marks": "mean??",
    "who": "%whos",
    "pip-install": "%pip install --quiet no-such-package-at-all",
    "an-extension": "%load_ext autoreload\n%autoreload 2",
    "another-folder": "import os; os.chdir('/')",
    "another-folder-by-magic": "%cd /tmp",
    "no-numpy-afterwards": "import numpy; del np; np = numpy",
    "names-deleted": "x = 1; del x",
    "a-seed": "import random; random.seed(0); np.random.seed(0)",
    "given-helper-redefined": "def clip(value): return max(0, min(LIMIT, value))",
    "numpy-options": "np.set_printoptions(precision=1); np.seterr(all='raise')",
    "warnings-as-errors": "import warnings; warnings.simplefilter('error')",
    "await-at-the-top": "import asyncio\nawait asyncio.sleep(0.01)",
    "asyncio-run": "import asyncio\nasync def f(): pass\nasyncio.create_task(f())",
    "a-thread-that-ends": "import threading as th\nt = th.Thread(target=id, args=[1]); t.start()",
    "a-file-written-and-read": "open('notes', 'w').write('hi'); print(open('notes').read())",
    "a-file-in-tmp": "import tempfile\nwith tempfile.NamedTemporaryFile() as f: f.write(b'hi')",
    "a-file-in-home": "import os; open(os.path.expanduser('~/notes.txt'), 'w').write('hi')",
    "a-pickle": "import pickle; pickle.loads(pickle.dumps([1]))",
    "names-of-the-tests": "result = numbers = array = expected_share = None",
    "underscores": "_ = 5; __ = 6; _1 = 7; _dh; In; Out",
    "display-of-many-kinds": "from IPython.display import *\ndisplay(HTML('<b>x'), Math('x'), 3)",
    "a-last-value": "np.eye(2)",
    "a-progress-bar": "for i in range(50): print(f'\\r{i}', end='')",
    "a-comment": "# nothing here",
    "an-empty-cell": "",
    "blanks": "  \n\t\n",
    "a-test-of-its-own": "assert mean([1, 2, 3]) == 2\nnp.testing.assert_allclose(1, 1)",
    "main-guard": "if __name__ == '__main__': ready = True\nassert ready",
    "a-user-name": "import getpass, os, pathlib, platform\n"
    "getpass.getuser(); os.cpu_count(); pathlib.Path.home(); platform.platform()",
    "multiprocessing": "import multiprocessing as mp\n"
    "with mp.get_context('fork').Pool(2) as pool: assert pool.map(abs, [-1, 2]) == [1, 2]",
}
for name, code in EXTRA.items():
    extra_cell(f"honest-{name}", code)

extra_cell("honest-cells-above-everything", "print('first')", after="given")


@handed_in()
def executed_with_outputs(work):
    for number, c in enumerate(work.cells, start=1):
        if c["cell_type"] == "code":
            c["execution_count"] = number
            c["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["out\n"]}]


@handed_in()
def metadata_of_other_tools(work):
    work.notebook["metadata"] |= {"colab": {"provenance": []}, "vscode": {}, "toc": {"a": 1}}
    work.notebook["metadata"]["language_info"] = {"name": "python", "version": "3.9.1"}
    for c in work.cells:
        c["metadata"] |= {"collapsed": True, "scrolled": "auto", "ExecuteTime": {"end": "x"}}


@handed_in()
def a_long_notebook(work):
    for number in range(100):
        work.add(f"v{number} = {number}\nprint(v{number})", "test_mean")


attack("nothing-odd-at-all", lambda work: None)
