"""The student's side of the `lincourse` command: check, progress, doctor, pack, practice, lab.

The course itself imports nothing from here. Notebooks are read as JSON, so that commands start
fast.
"""


class UserError(Exception):
    """A problem that the user can fix; the text says what happened and what to do."""
