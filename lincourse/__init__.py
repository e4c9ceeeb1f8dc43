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

`estimators` puts `fit` and `predict` on top of them, `engines` makes their loops fast, and
`arguments` checks what they are given. All of these need NumPy alone.
`datasets`, `plots`, `interact` and `checks` are what the notebooks use.
"""

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

__version__ = "0.1.0"

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
