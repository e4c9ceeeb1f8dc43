"""Hypothesis strategies and helpers that several test files share."""

import warnings
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

# The same examples on every run, so that a failing test fails until it is fixed.
modest = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # the machine may be busy
)

seeds = st.integers(0, 2**32 - 1)

# Sums and products of a few of these are exact, so that no tie is decided by rounding.
eighths = st.integers(-64, 64).map(lambda k: k / 8)

moderate = st.floats(-50, 50, allow_subnormal=False)


def dyadic(*shape):
    """Arrays of whole eighths, each entry drawn on its own."""
    return arrays(float, shape, elements=eighths, fill=st.nothing())


def label_arrays(n, choices):
    """Arrays (n,) of labels, each drawn on its own."""
    return arrays(int, n, elements=st.sampled_from(choices), fill=st.nothing())


@st.composite
def problems(draw, max_n=10):
    """(W, X, y) with the bias first and labels 0..K-1, of which some may be missing."""
    n, d, n_classes = draw(st.integers(1, max_n)), draw(st.integers(1, 3)), draw(st.integers(2, 4))
    X = np.column_stack([np.ones(n), draw(dyadic(n, d))])
    y = draw(label_arrays(n, range(n_classes)))
    return draw(dyadic(n_classes, d + 1)), X, y


@st.composite
def binary_problems(draw, labels=(0, 1), max_n=10):
    """(w, X, y) with the bias first and two labels, of which one may be missing."""
    n, d = draw(st.integers(1, max_n)), draw(st.integers(1, 3))
    X = np.column_stack([np.ones(n), draw(dyadic(n, d))])
    y = draw(label_arrays(n, labels))
    return draw(dyadic(d + 1)), X, y


def central_differences(f, x, h=1e-5):
    """The gradient of f at x, one coordinate at a time; none of lincourse's code."""
    x = np.array(x, dtype=float)
    slopes = []
    for i in range(x.size):
        ahead, behind = x.copy(), x.copy()
        ahead.flat[i] += h
        behind.flat[i] -= h
        slopes.append((f(ahead) - f(behind)) / (ahead.flat[i] - behind.flat[i]))
    return np.array(slopes).reshape(x.shape)


def dot(a, b):
    """a . b in a plain loop."""
    return sum(p * q for p, q in zip(a, b, strict=True))


def complaint(name):
    """Expect a ValueError that names the argument."""
    return pytest.raises(ValueError, match=rf"(?<!\w){name}(?!\w)")


@contextmanager
def no_warning():
    """Turn every warning and floating-point flag into an error."""
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        yield
