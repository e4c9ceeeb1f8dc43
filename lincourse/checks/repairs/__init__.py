"""Automated program repair, used as a pointer: where a small edit makes a wrong function right.

All single edits of a student's function are tried: first those of a slip that has words of its own
(one array stored many times, brackets, a reset inside of a loop), then the operators of `mutants`,
then whatever else may be missing at some place. An edit counts only if the function passes its check
with it, so what is said of its place is true. The place is named and the kind of thing that is there;
the edit itself never is. If no single edit will do, two are tried, the better half of them first.

Edited functions run in this process. Their loops look at a clock, which works in a browser too.
Nothing that reaches out of Python is run at all, nor what could fill the memory before any clock is
looked at, as a longer product of itertools would.

| module | what it holds |
|---|---|
| `search` | the search, and its outcome in words |
| `edits` | all edits that are tried, in their order |
| `expressions`, `statements` | the edits of slips that have words of their own |
| `trees` | syntax trees: going through them, making parts |
| `source` | the source of a student's function, and the numbers in it |
"""

from lincourse.checks.repairs.search import SECONDS, Found, Search
from lincourse.checks.repairs.source import literals_of, source_of

__all__ = ["SECONDS", "Found", "Search", "literals_of", "source_of"]
