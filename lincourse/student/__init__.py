"""What the `lincourse` command does for a student: check, progress, doctor, pack, lab.

Nothing here is imported by the course itself. Notebooks are read as JSON, so that a command starts
at once.
"""


class UserError(Exception):
    """Something that a person can put right; its text says what it is and what to do."""
