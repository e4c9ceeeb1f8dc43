"""What gradebox asks a check library for: an entry point of the group gradebox.checks."""

packages = ("tinycheck",)
private = ("tinycheck.hooks",)
stubs = ("tinycheck.checks",)


def prepare(names, seed):
    """Draw the hidden inputs once, before submissions are graded."""
    from tinycheck.checks import draw_inputs

    draw_inputs(names, seed)
