"""Fault localisation by general means: what can be said of an unknown mistake.

A check knows mistakes by name. If none fits, these compare the results with the right ones. Each
returns a `Finding`, and only if it holds on every input that was tried; it is a cause only if it also
holds on fresh random inputs. `words` has the sentences. `repairs` looks at the source instead, and
`explanation` decides in which order all of them are asked.

| module | what it finds |
|---|---|
| `results` | results that are scaled, shifted, rounded, transposed, or one of several |
| `transformations` | the simple changes that `results` and `changed_arguments` try |
| `elements` | elements of a collection that are missing, too many, or under another key |
| `unchanged_entries` | entries that are still as they were given |
| `unused_arguments` | arguments, or an order, that make no difference; an order that should make none |
| `influence` | where an argument that is read loses its influence |
| `changed_arguments` | an argument that is used in another form, or in place of another |
| `entries` | entries that are never used, or that zip pairs wrongly |
| `in_place` | which line changes an argument of the caller |
| `counterexample` | the smallest input that fails, and the nearest that does not |
| `callbacks` | where a function that is passed in is called, and where it should be |
| `numpy_calls` | calls of NumPy functions that often surprise |
| `numpy_values` | values that NumPy makes without an error, and that often surprise |
| `other_number` | a known mistake with another number in it |
| `which_inputs` | what the inputs that fail have in common |
| `variables` | variables that hold what they do in a right answer |
| `returns` | at which of several returns a call came back |
| `nan_origin` | where the first nan or infinity of a call comes from |
| `tracing` | instrumented copies of a function, for all that look at it while it runs |
| `evidence` | what they all start from |
"""

from misstep.explain.diagnosis.callbacks import callback_calls
from misstep.explain.diagnosis.changed_arguments import changed_argument
from misstep.explain.diagnosis.counterexample import counterexample, smallest
from misstep.explain.diagnosis.elements import elements
from misstep.explain.diagnosis.entries import unequal_zip, unused_entries
from misstep.explain.diagnosis.evidence import MIN_INPUTS, Evidence
from misstep.explain.diagnosis.in_place import changing_line
from misstep.explain.diagnosis.nan_origin import first_nan, not_finite
from misstep.explain.diagnosis.numpy_calls import surprising_call
from misstep.explain.diagnosis.numpy_values import surprising_value
from misstep.explain.diagnosis.other_number import other_number
from misstep.explain.diagnosis.results import (
    as_text,
    nearly,
    one_of_several,
    overall,
    text_cut_off,
    transformed,
)
from misstep.explain.diagnosis.returns import return_reached
from misstep.explain.diagnosis.unchanged_entries import entries_kept, unchanged
from misstep.explain.diagnosis.unused_arguments import (
    constant,
    line_without_effect,
    never_used,
    order_matters,
    outside_names,
    unused_argument,
)
from misstep.explain.diagnosis.variables import first_wrong, right_so_far
from misstep.explain.diagnosis.which_inputs import which_fail

__all__ = [
    "MIN_INPUTS",
    "Evidence",
    "as_text",
    "callback_calls",
    "changed_argument",
    "changing_line",
    "constant",
    "counterexample",
    "elements",
    "entries_kept",
    "first_nan",
    "first_wrong",
    "line_without_effect",
    "nearly",
    "never_used",
    "not_finite",
    "one_of_several",
    "order_matters",
    "other_number",
    "outside_names",
    "overall",
    "return_reached",
    "right_so_far",
    "smallest",
    "surprising_call",
    "surprising_value",
    "text_cut_off",
    "transformed",
    "unchanged",
    "unequal_zip",
    "unused_argument",
    "unused_entries",
    "which_fail",
]
