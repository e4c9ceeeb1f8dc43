"""Plotting code and widgets of single lectures, one module for each.

What several lectures draw is in `lincourse.plots`, the wiring of widgets in `lincourse.interact`,
and how captions write numbers in `words`.
"""
