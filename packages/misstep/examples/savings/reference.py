"""Right answers: three functions about money that grows."""

import numpy as np


def future_value(deposit, rate, years):
    """What a deposit is worth after some years of compound interest."""
    return deposit * (1 + rate) ** years


def annual_rate(start, end, years):
    """The rate of compound interest that turns `start` into `end`."""
    return (end / start) ** (1 / years) - 1


def moving_average(prices, window):
    """The mean of each `window` prices in a row: an array with len(prices) - window + 1 entries."""
    if not 1 <= window <= len(prices):
        raise ValueError("window must be from 1 to the number of prices")
    return np.convolve(prices, np.ones(window), mode="valid") / window
