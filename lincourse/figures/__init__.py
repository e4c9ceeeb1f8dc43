"""Figures and interactives of single lectures, one module each; shared ones are in `plots`."""
