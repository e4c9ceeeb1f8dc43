"""Checks for Python exercises that tell students, in words, what is wrong with their answer."""

__version__ = "0.2.0"
