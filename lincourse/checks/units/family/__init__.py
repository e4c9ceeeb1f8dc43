"""Checks of unit 09: the shared update, finding mistakes in a text, and the capstone."""
