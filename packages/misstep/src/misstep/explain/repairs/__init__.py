"""Automated program repair, used as a pointer: where a small edit makes a wrong function right.

All single edits of a student's function are tried: first those of mistakes that have words of their
own (one array stored many times, brackets, a reset inside a loop), then the operators of `mutants`,
then whatever else may be missing. Mistakes that are plain in the source are looked for even before
known mistakes (`Search.slip`). An edit counts only if the function then passes its check. The message
names the place and what is there; it never gives away the edit.

Edited functions run in this process. Their loops look at a clock, which works in a browser too.
A function that reaches out of Python, or that could fill the memory before any clock is looked at
(a longer product of itertools), is never run.

| module | what it holds |
|---|---|
| `search` | the search, and its outcome in words |
| `edits` | all edits that are tried, in their order |
| `expressions`, `statements`, `loops` | edits of mistakes that have words of their own |
| `misuse` | functions and operators of Python and NumPy that do something else than expected |
| `reductions` | sums that come too early or too late |
| `reuse` | an expression in the place of another that is there already |
| `syntax` | syntax trees: walking them, making parts |
| `source` | the source of a student's function, and the numbers in it |
"""

from misstep.explain.repairs.misuse import none_returned, uncalled, uncalled_words
from misstep.explain.repairs.search import SECONDS, Found, Search
from misstep.explain.repairs.source import ends_with_return, literals_of, names_of, source_of
from misstep.explain.repairs.statements import TOO_OFTEN, returned_names

__all__ = [
    "SECONDS",
    "TOO_OFTEN",
    "Found",
    "Search",
    "ends_with_return",
    "literals_of",
    "names_of",
    "none_returned",
    "returned_names",
    "source_of",
    "uncalled",
    "uncalled_words",
]
