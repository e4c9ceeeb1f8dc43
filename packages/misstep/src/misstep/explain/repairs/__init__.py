"""Automated program repair, used as a pointer: where a small edit makes a wrong function right.

All single edits of a student's function are tried: first those of a slip that has words of its own
(one array stored many times, brackets, a reset inside of a loop), then the operators of `mutants`,
then whatever else may be missing at some place. What is plain in the source is looked for even before
known turns are (`Search.slip`). An edit counts only if the function passes its check
with it, so what is said of its place is true. The place is named and the kind of thing that is there;
the edit itself never is. If no single edit will do, two are tried, the better half of them first;
or one that leaves a known turn, and nothing else, to be mended.

Edited functions run in this process. Their loops look at a clock, which works in a browser too.
Nothing that reaches out of Python is run at all, nor what could fill the memory before any clock is
looked at, as a longer product of itertools would.

| module | what it holds |
|---|---|
| `search` | the search, and its outcome in words |
| `edits` | all edits that are tried, in their order |
| `expressions`, `statements` | the edits of slips that have words of their own |
| `beliefs` | what is believed of Python and NumPy and is not so |
| `decisions` | decisions where a number in between is meant; ties; a root or a sign that is missing |
| `values` | what an expression comes to: None, a function, products that nothing adds up |
| `meanings`, `reductions` | expressions that mean something else than they seem to; sums too early or late |
| `loops`, `rounds` | what loops start with and keep; what a round sees of the others |
| `trees` | syntax trees: going through them, making parts |
| `source` | the source of a student's function, and the numbers in it |
"""

from misstep.explain.repairs.search import SECONDS, Found, Search
from misstep.explain.repairs.source import ends_with_return, literals_of, names_of, source_of
from misstep.explain.repairs.statements import TOO_OFTEN, returned_names
from misstep.explain.repairs.values import none_returned, uncalled, uncalled_words

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
