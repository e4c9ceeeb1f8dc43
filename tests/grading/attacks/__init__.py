"""The catalogue: hostile, broken and odd submissions, one module for each sort of them."""

from attacks import (  # noqa: F401 - importing them fills the catalogue
    cells,
    cheats,
    derivations,
    files,
    honest,
    kernel,
    leftovers,
    lies,
    outputs,
    perceptron,
    processes,
    reaching,
)
from attacks.kit import CATALOGUE, Attack

__all__ = ["CATALOGUE", "Attack"]
