"""The command that is running, for messages that tell the user what to type next.

A command of another package that mounts gradebox's commands sets both.
"""

name = "gradebox"
install = "gradebox"  # what to install with pip for grading
