"""Type aliases: names for the arrays in signatures.

They say what the body of a function works with and what it returns. Callers may pass whatever
NumPy can make such an array of (`numpy.typing.ArrayLike`): `lincourse.arguments` converts it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int_]
AnyArray = NDArray[Any]

Vector = FloatArray  # (d,)
Matrix = FloatArray  # (n, d) or (K, d)
Labels = IntArray  # (n,)
