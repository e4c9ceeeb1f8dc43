"""Checks of unit 08: the steps of the derivations, and the closed forms they lead to."""
