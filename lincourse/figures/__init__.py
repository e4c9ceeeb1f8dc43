"""Figures and interactives of single lectures, one module each; what several share is in `plots`."""
