"""Fault localisation by general means: what can be said of a wrong function that nobody foresaw.

A check knows wrong turns by name. Where none fits, these look at how the results differ. Each says
only what was found to hold on every input that was tried. `repairs` looks at the source instead, and
`explanation` says in which order all of them are asked.

| module | what it finds |
|---|---|
| `unread` | arguments, entries or an order that make no difference; an order that should make none |
| `influence` | where an argument that is read loses its influence |
| `weights` | an entry that is left out, or that counts twice |
| `elements` | elements of a collection that are missing, too many, or under another key |
| `results` | results that are scaled, shifted, rounded, transposed, or one of several |
| `together` | entries that come out right one by one, and wrong together |
| `asked` | where a function that is given is called, and where it should be |
| `arguments` | an argument that is used in another form, or in place of another |
| `transformations` | the simple things that `results` and `arguments` try, each in words |
| `known_turns` | two known turns at once, one that explains a part, one with another number in it |
| `which_inputs` | what the inputs that fail have in common |
| `differences` | where a result differs first; entries that are still as they were given |
| `copies` | a copy of a list that still holds the caller's own lists |
| `in_place` | which line changes what the caller passed in |
| `right_so_far` | variables that hold what they do in a right answer |
| `watched` | zip of unequal lengths, == that can't hold, where it returned, how often a line is run |
| `origins` | where the first nan or infinity of a call is from |
| `vanished` | products that are too small for a float, a None that nothing replaces |
| `tracing` | watched copies of a function, for all that look at it while it runs |
| `sequences` | a result that grows or falls with a whole number in another way |
| `evidence` | what they all start from |
"""

from misstep.explain.diagnosis.arguments import replaced
from misstep.explain.diagnosis.asked import asked
from misstep.explain.diagnosis.copies import outer_copy
from misstep.explain.diagnosis.differences import as_given, first_difference, unchanged
from misstep.explain.diagnosis.elements import elements
from misstep.explain.diagnosis.evidence import ENOUGH, Evidence
from misstep.explain.diagnosis.in_place import changing_line
from misstep.explain.diagnosis.known_turns import other_number, partly, two_at_once
from misstep.explain.diagnosis.origins import not_finite, origin
from misstep.explain.diagnosis.results import (
    as_text,
    contained,
    nearly,
    overall,
    reshaped,
    transformed,
    uncounted,
    which_way,
)
from misstep.explain.diagnosis.sequences import progression
from misstep.explain.diagnosis.together import together
from misstep.explain.diagnosis.unread import (
    constant,
    never_read,
    order_ignored,
    order_matters,
    unread,
    unread_entries,
)
from misstep.explain.diagnosis.vanished import kept_none, vanished
from misstep.explain.diagnosis.watched import how_often, never_equal, unequal, way_out
from misstep.explain.diagnosis.weights import weights
from misstep.explain.diagnosis.which_inputs import which_fail

__all__ = [
    "ENOUGH",
    "Evidence",
    "as_given",
    "as_text",
    "asked",
    "changing_line",
    "constant",
    "contained",
    "elements",
    "first_difference",
    "how_often",
    "kept_none",
    "nearly",
    "never_equal",
    "never_read",
    "not_finite",
    "order_ignored",
    "order_matters",
    "origin",
    "other_number",
    "outer_copy",
    "overall",
    "partly",
    "progression",
    "replaced",
    "reshaped",
    "together",
    "transformed",
    "two_at_once",
    "unchanged",
    "uncounted",
    "unequal",
    "unread",
    "unread_entries",
    "vanished",
    "way_out",
    "weights",
    "which_fail",
    "which_way",
]
