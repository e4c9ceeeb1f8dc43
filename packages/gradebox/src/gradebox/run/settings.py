"""The options of the `grade` command."""

from dataclasses import dataclass

from gradebox.limits import CELL_SECONDS

THIS_MACHINE = ("", "here")  # values of `cluster` that mean: no cluster


@dataclass(frozen=True)
class GradingSettings:
    """How to grade; the command line makes one of these, and every step reads it."""

    students: tuple[str, ...] = ()  # grade only these; everybody if empty
    force: bool = False  # regrade unchanged submissions
    jobs: int | None = None  # submissions graded at a time; None for one per core
    timeout: float = CELL_SECONDS  # seconds for one cell, or one call of a student's function
    seed: int | None = None  # for the hidden inputs; None for the one stored with the assignment
    sandboxed: bool = True
    trust_timestamps: bool = False  # the times in timestamp.txt count
    leaderboard: bool = False  # also write the class's leaderboard
    check_assignment: bool = False  # grade only the course's own work; see `judge.doctor`
    cluster: str | None = None  # address of a Dask scheduler; None for the course's own setting
    unsafe_no_tls: bool = False  # use a cluster on other machines without encryption
