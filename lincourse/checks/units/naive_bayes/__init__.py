"""Checks of unit 02. Scores are multiples of 1/8: ties are exact, in whatever order one adds."""
