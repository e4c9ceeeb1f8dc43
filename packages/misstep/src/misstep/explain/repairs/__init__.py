"""Automated program repair, used as a pointer: where a small edit makes a wrong function right.

All single edits of a student's function are tried: first those that suggest a cause (one array stored
many times, brackets, a reset inside a loop), then the operators of `mutants`, then anything else that
may be missing. Mistakes that are plain in the source are looked for even before known mistakes
(`Search.slip`). An edit counts only if the function then passes its check, on fresh inputs too. Its
cause is named only if there is evidence that it happened (`evidence`); otherwise the finding is the
place. It never gives away the edit.

Edited functions run where the function does (`variants`). Their loops, and what comes from itertools,
look at a clock, which works in a browser too. A function that reaches out of Python is never run.

| module | what it holds |
|---|---|
| `search` | the search, and the finding it leads to |
| `edits` | all edits that are tried, in their order |
| `expressions`, `statements`, `loops` | edits that suggest a cause |
| `misuse` | functions and operators of Python and NumPy that do something else than expected |
| `reductions` | sums that come too early or too late |
| `reuse` | an expression in the place of another that is there already |
| `claims` | an edit and the cause it suggests |
| `evidence` | proof that a cause happened in the student's own run |
| `syntax` | syntax trees: walking them, making parts |
| `source` | the source of a student's function, and the numbers in it |
"""

from misstep.explain.repairs.misuse import function_returned, none_returned, not_called, uncalled
from misstep.explain.repairs.search import SECONDS, Goal, Search
from misstep.explain.repairs.source import ends_with_return, literals_of, names_of, source_of
from misstep.explain.repairs.statements import returned_names

__all__ = [
    "SECONDS",
    "Goal",
    "Search",
    "ends_with_return",
    "function_returned",
    "literals_of",
    "names_of",
    "none_returned",
    "not_called",
    "returned_names",
    "source_of",
    "uncalled",
]
