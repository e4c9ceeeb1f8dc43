"""What is wrong with a function that fails its check, in words."""

import logging

# Without a handler, Python would print the engine's own errors below a student's cell.
logging.getLogger("misstep").addHandler(logging.NullHandler())
