"""Resource limits for one submission, with reasons.

Three other modules bound what comes out of a submission, each in one place: `intake` the files that
are read (how large they may be is here), `wire` the messages of a student's process, `outputs` what
a cell shows.
"""

from dataclasses import dataclass

MB, GB = 2**20, 2**30


# One file of a submission (a notebook, an archive, data), and all of it, unpacked.
MAX_FILE_BYTES = 40 * MB
MAX_SUBMISSION_BYTES = 100 * MB


@dataclass(frozen=True)
class Limits:
    """What the processes of one submission may use; `inside.supervisor` enforces it.

    `memory` is what they hold together (`inside.memory`), looked up in /proc five times a second.
    `address_space` (RLIMIT_AS) holds for each process: it stops one huge allocation between two
    looks. It is twice the memory, as NumPy and BLAS reserve far more addresses than they ever use.
    `reserve` is the free memory that the machine must have. If it has less, the submission with the
    most memory is killed before the kernel's OOM killer picks a victim, which may be the grader.
    """

    memory: int = 2 * GB
    address_space: int = 4 * GB
    reserve: int = 400_000 * 1024  # MemAvailable in /proc/meminfo
    files: int = 256 * MB  # in /tmp and in /dev/shm each, and of one file (RLIMIT_FSIZE)
    inodes: int = 20_000  # in /tmp and in /dev/shm each: empty files cost memory too
    processes: int = 100  # RLIMIT_NPROC: against fork bombs
    open_files: int = 256  # RLIMIT_NOFILE
    recursion: int = 3000  # frames of Python, as a notebook's kernel has them


# Where the kernel counts a user's processes over the whole machine (before Linux 5.14, for a user
# who is not root), RLIMIT_NPROC has to leave room for all that this user runs.
PROCESSES_OF_A_USER = 4096

# RLIMIT_AS. A judge runs only the course's own tests, so this is not for security: it stops a test
# that computes an answer of many gigabytes.
JUDGE_ADDRESS_SPACE = 8 * GB

CELL_SECONDS = 30  # for one cell, or one call of a student's function (`--timeout` sets another)

# Other times are multiples of that. A test has no limit for its calls together: each may take its
# time, as long as the submission has any left. Of that, every cell and test to come has the time of
# one call kept for it (but no more than half of it all), so that a slow part costs no other. All
# these times move if the machine is busy (`judge.process`), the whole at most to twice as long.
SUBMISSION_FACTOR = 40  # for all cells and tests of one submission
TEST_FACTOR = 5  # for the CPU time of a test cell itself, without the calls that it makes
EXPLANATION_SECONDS = 20  # for edited versions of a submission's functions; not part of its time
JUDGE_GRACE = 60  # seconds after the limit of its notebooks, before the judge itself is killed

INTERRUPT_GRACE = 1.0  # seconds between an interrupt and the kill
MAX_RESTARTS = 40  # per submission; after that the student's functions count as failed
