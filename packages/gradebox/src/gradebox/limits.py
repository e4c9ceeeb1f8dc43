"""Resource limits: what one submission may use while it is graded, and why so much.

Three other modules bound what comes out of a submission, each in one place: `intake` the files that
are read (how large they may be is here), `wire` the messages of a student's process, `outputs` what
a cell shows.
"""

from dataclasses import dataclass

MB, GB = 2**20, 2**30


# What is handed in: any one file, be it a notebook, an archive, or data; and all of it, unpacked.
FILE = 40 * MB
HANDED_IN = 100 * MB


@dataclass(frozen=True)
class Limits:
    """What the processes of one submission may use; `inside.supervisor` enforces it.

    `memory` is what they hold together (`inside.memory`), looked up in /proc five times a second.
    `address_space` (RLIMIT_AS) holds for each process: it stops one huge allocation between two
    looks. It is twice the memory, as NumPy and BLAS reserve far more addresses than they ever use.
    `reserve` is what the machine must have left: where it has less, the submission that holds most
    is ended before the kernel's OOM killer picks a victim of its own, which may be the grader.
    """

    memory: int = 2 * GB
    address_space: int = 4 * GB
    reserve: int = 400_000 * 1024  # MemAvailable in /proc/meminfo
    files: int = 256 * MB  # in /tmp and in /dev/shm each, and of one file (RLIMIT_FSIZE)
    inodes: int = 20_000  # of /tmp and of /dev/shm each: empty files cost memory too
    processes: int = 100  # RLIMIT_NPROC: against fork bombs
    open_files: int = 256  # RLIMIT_NOFILE
    recursion: int = 3000  # frames of Python, as a notebook's kernel has them


# Where the kernel counts a user's processes over the whole machine (before Linux 5.14, for a user
# who is not root), RLIMIT_NPROC has to leave room for all that this user runs.
PROCESSES_OF_A_USER = 4096

# A judge runs the course's own tests, so this is no defence: it keeps an answer of many gigabytes
# that a test makes from taking the machine down (RLIMIT_AS).
JUDGE_ADDRESS_SPACE = 8 * GB

# Times are multiples of the seconds that one cell or call may take (`--timeout`). A test has no
# limit for its calls together: each may take its time, as long as the submission has any left. Of
# that, every test to come has the time of one call kept for it, so that a slow part costs no other.
SUBMISSION = 40  # all cells and tests of one submission
TEST = 5  # the processor's time of a test cell itself, not of the calls that it makes
JUDGE_GRACE = 60  # seconds more than its notebooks may take, then the judge itself is killed

INTERRUPT_GRACE = 1.0  # seconds to come back after an interrupt; then the process is killed
RESTARTS = 40  # of a student's process, then its functions count as failed
