"""Checks of unit 01. Probabilities are multiples of 1/64, so that sums of them are exact."""
