"""Checks of unit 09: the shared update, the hunt for slips, and the capstone."""
