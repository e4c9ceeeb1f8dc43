"""Checks of unit 03. Inputs are multiples of 1/8, so that every score and every tie is exact."""
