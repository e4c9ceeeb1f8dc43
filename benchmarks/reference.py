"""Compare lincourse's estimators with scikit-learn's, in one run.

    python benchmarks/reference.py

Naive Bayes on lists of words against CountVectorizer and MultinomialNB; the averaged perceptron
against Perceptron, which does not average; softmax regression by minibatches against
LogisticRegression. scikit-learn's estimators have their default settings.

Ten-fold cross-validation, with the same stratified folds for both. Times are those of `fit` and
`predict` together. Both run in turns, several times, and the best time of each fold counts, so that
other load on the machine affects both. The table is only printed, not tested. Our settings were
chosen on other folds (another seed).
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before NumPy is imported

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import sklearn
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.linear_model import Perceptron as SklearnPerceptron
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lincourse import datasets
from lincourse.estimators import NaiveBayes, Perceptron, SoftmaxRegression
from lincourse.metrics import accuracy

FOLDS, REPEATS, SEED = 10, 7, 1


@dataclass(frozen=True)
class Task:
    """A data set, and what makes a fresh classifier on either side."""

    name: str
    examples: Sequence[Any]
    labels: Sequence[Any]
    ours: Callable[[], Any]
    theirs: Callable[[], Any]


@dataclass(frozen=True)
class Result:
    """Mean accuracy over the folds, and the mean over the folds of the best time, in seconds."""

    accuracy: float
    seconds: float


def tasks() -> list[Task]:
    """Sentiment of sentences, from word lists on; digits, from pixels in 0..1 on."""
    reviews, digits = datasets.rotten_tomatoes(), datasets.digits()
    pixels = digits.X / 16
    return [
        Task(
            "Rotten Tomatoes, naive Bayes",
            reviews.documents,
            reviews.labels,
            NaiveBayes,
            lambda: make_pipeline(CountVectorizer(analyzer=words_as_they_are), MultinomialNB()),
        ),
        Task(
            "Digits, perceptron (ours averaged)",
            pixels,
            digits.y,
            lambda: Perceptron(epochs=5, average=True, rng=np.random.default_rng(0)),
            lambda: SklearnPerceptron(random_state=0),
        ),
        Task(
            "Digits, softmax regression",
            pixels,
            digits.y,
            lambda: SoftmaxRegression(
                eta=3.0, epochs=20, batch_size=50, average=10, rng=np.random.default_rng(0)
            ),
            LogisticRegression,
        ),
    ]


def words_as_they_are(words: Sequence[str]) -> Sequence[str]:
    """The words themselves, which are tokens already."""
    return words


def compare(task: Task) -> tuple[Result, Result]:
    """(ours, scikit-learn's) on the same folds, taking turns."""
    labels = np.asarray(task.labels)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(labels, labels)
    accuracies, times = np.zeros((2, FOLDS)), np.zeros((2, FOLDS, REPEATS))
    for fold, (train, test) in enumerate(folds):
        progress(f"{task.name}: fold {fold + 1} of {FOLDS}")
        X_train, X_test = pick(task.examples, train), pick(task.examples, test)
        for repeat in range(REPEATS):
            for side, make in enumerate((task.ours, task.theirs)):
                start = perf_counter()
                y_hat = make().fit(X_train, labels[train]).predict(X_test)
                times[side, fold, repeat] = perf_counter() - start
                accuracies[side, fold] = accuracy(labels[test], y_hat)
    progress("")
    ours, theirs = (
        Result(accuracies[side].mean(), times[side].min(axis=1).mean()) for side in (0, 1)
    )
    return ours, theirs


def pick(examples: Sequence[Any], indices: np.ndarray) -> Any:
    """Rows of an array, or entries of a sequence, by their indices."""
    if isinstance(examples, np.ndarray):
        return examples[indices]
    return [examples[i] for i in indices]


def progress(text: str) -> None:
    """Show progress, in one line that is overwritten."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
    elif text.endswith(f"fold 1 of {FOLDS}"):
        print(text.rpartition(":")[0], "...", file=sys.stderr, flush=True)


def main() -> None:
    """Run all tasks and print the table line by line."""
    print(
        f"lincourse and scikit-learn {sklearn.__version__}, one BLAS thread on both sides; "
        f"{FOLDS} stratified folds, the same for both;\n"
        f"time of fit + predict per fold, best of {REPEATS} in turns; ratio below 1: lincourse is "
        "quicker.\n"
    )
    print(f"{'':36}{'accuracy':^32}{'time (ms)':^28}")
    print(
        f"{'':36}{'ours':>8}{'sklearn':>10}{'difference':>13}{'ours':>11}{'sklearn':>10}{'ratio':>8}"
    )
    for task in tasks():
        ours, theirs = compare(task)
        print(
            f"{task.name:36}"
            f"{ours.accuracy:8.4f}{theirs.accuracy:10.4f}{ours.accuracy - theirs.accuracy:+13.4f}"
            f"{1000 * ours.seconds:11.1f}{1000 * theirs.seconds:10.1f}"
            f"{ours.seconds / theirs.seconds:8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
