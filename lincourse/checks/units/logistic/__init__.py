"""Checks of unit 05. Scores are exact multiples of 1/64 and small enough for every right form."""
