"""Grading a class: `gradebox grade ASSIGNMENT`.

The processes, who starts whom, and which limit is enforced where::

    grader                    `run.pipeline`: only it writes the gradebook and the course folder
    |
    +- worker (one per job)   `run.workers`: pinned to a core; restarted if it dies
    |   |
    |   +- judge              `judge.runner`: one per submission; runs the course's test cells, and
    |          :              no student's code
    |          :              memory: RLIMIT_AS; time: killed by its worker after the longest time
    |          :              that a submission may take; CPU time of one test: SIGPROF
    |          : sockets
    |          : (wire        data only; no reply in time: the process is interrupted, then killed,
    |          :  format)     restarted, its cells replayed (`judge.process`)
    |          :
    +- bwrap ------------:--- `sandbox.bubblewrap`: no network, read-only system, no course folder
        |                :
        +- fork server   :    `sandbox.inside.forkserver`: imports done; only trusted code
            |            :
            +- supervisor:    `sandbox.inside.supervisor`: one per student's process; watches the
                |        :    memory of all below, and kills them when its lifeline (a socket)
                |        :    closes
                |        :
                +- init  :    process 1 of the submission's own namespaces (mounts, processes,
                    |    :    IPC, network); sets UID, capabilities, keyring, rlimits and the
                    |    :    seccomp filter, then waits
                    |    :
                    +- student    `sandbox.inside.server`: cells and functions of the submission
                        |         memory of each process: RLIMIT_AS; processes: RLIMIT_NPROC;
                        |         files: RLIMIT_FSIZE, the size of /tmp; if the grader may make
                        |         control groups, memory.max and pids.max for init and all below
                        |         it (`sandbox.cgroup`)
                        +- ...    processes that the student's code starts

    if this ends                  then
    grader                        workers and judges get SIGKILL (PR_SET_PDEATHSIG), bwrap too
                                  (--die-with-parent), and with it everything in the sandbox
    worker                        its judge gets SIGKILL; the grader forks a new worker
    judge                         its lifelines close: supervisors kill the students' processes
    supervisor                    init gets SIGKILL (PR_SET_PDEATHSIG)
    init                          the kernel kills all processes of its namespace
    student                       init ends; the judge starts another one

On a cluster the grader is a client, and starts nothing itself::

    grader                    `run.cluster`: a Dask client, in a thread of its own; sends tasks and
    :                         records results; only it has the gradebook and the course folder
    : tcp or tls
    scheduler                 Dask's; started by `run.local_cluster`, or by hand on any machine
    : tcp or tls
    Dask worker               threads, so nothing may fork here; `run.dask_worker` passes tasks on
    |
    +- service                `run.service`: like the grader on one machine, without course and
        |                     gradebook; ends when its pipe is closed
        +- worker, bwrap ...  as above

    if this ends                  then
    grader                        the scheduler drops its tasks; Dask workers close the pipe of
                                  its service
    scheduler                     the grader reports it and stops; Dask workers end, or wait for it
    Dask worker                   its service reads the end of its pipe; the scheduler gives its
                                  tasks to others, and gives up after a few
    service                       the Dask worker starts another one

A submission passes through these packages, in this order; `pages` and `platforms` follow:

==============  ==================================================================================
`course`        the course folder; an assignment cell by cell; which names belong to the course
                (`syntax`, `ownership`); what student code may import (`tree_shaking`)
`intake`        a submission read as data (`files`), its notebooks found (`matching`) and rebuilt
                from the course's (`rebuild`)
`sandbox`       bubblewrap around a fork server; control groups, seccomp; the wire format;
                sanitised outputs; `inside/` is the code that runs in the sandbox
`judge`         the test runner: proxies of the student's names and functions (`remote`), the
                client of their process (`process`), a self-test of the course's own solution
`gradebook`     nbgrader's gradebook in SQLite or PostgreSQL: one transaction per submission; what
                changed since the last grading; copies into another database
`run`           a whole class: tasks, process pool, cluster, results in the course folder
`pages`         HTML pages and CSV tables: feedback, report, marking by hand, leaderboard
`platforms`     learning platforms: collecting submissions, returning marks
==============  ==================================================================================

Modules at the top are shared: `checks` (the hooks of check libraries), `limits`, `results`,
`notebooks`, `framing` (messages between machines), `text` (sanitising), `timer`, `signals`.
"""

from pathlib import Path

__version__ = "0.2.0"

PACKAGE = Path(__file__).resolve().parent
