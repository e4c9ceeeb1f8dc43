"""Checks of unit 07: softmax, its loss and gradient, and training."""
