"""Checks of unit 06: gradient descent, its steps, shuffling, stopping, a penalty."""
