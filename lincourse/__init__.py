"""Reference package of lincourse, a course on linear classifiers.

One module per lecture, its functions in the order of the lecture:

========================  ===========================================
`welcome`                 00 Welcome
`probability`             01 Probability review
`naive_bayes`             02 Naive Bayes
`features`, `metrics`     03 Features and linear classifiers
`perceptron`              04 Perceptron
`logistic`                05 Logistic regression
`descent`                 06 Gradient descent
`softmax`                 07 Softmax regression
`derivations`             08 Derivations
`family`                  09 One family
========================  ===========================================

`estimators` adds classes with `fit` and `predict`, `engines` fast training loops, and `arguments`
argument validation. All of these only need NumPy. Notebooks also use `datasets`, `plots`,
`interact` and `checks`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lincourse import (
        derivations,
        descent,
        estimators,
        family,
        features,
        logistic,
        metrics,
        naive_bayes,
        perceptron,
        probability,
        softmax,
        welcome,
    )

__version__ = "3.0.0"

__all__ = [
    "derivations",
    "descent",
    "estimators",
    "family",
    "features",
    "logistic",
    "metrics",
    "naive_bayes",
    "perceptron",
    "probability",
    "softmax",
    "welcome",
]


def __getattr__(name: str) -> Any:
    """Import a module when it is first used, so that commands don't wait for NumPy."""
    if name not in __all__:
        raise AttributeError(f"module 'lincourse' has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"lincourse.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
