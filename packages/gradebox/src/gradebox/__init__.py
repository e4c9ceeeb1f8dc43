"""Grading a class: `gradebox grade ASSIGNMENT`.

The processes, who starts whom, and where each limit is enforced::

    grader                    `run.pipeline`: the only writer of gradebook and course folder
    |
    +- worker (one per job)   `run.workers`: pinned to a core; restarted if it dies
    |   |
    |   +- judge              `judge`: one per submission; runs the course's test cells and no
    |          :              student code; has a sandbox of its own (`sandbox.confinement`), as a
    |          :              library that a test calls may evaluate a student's text: no
    |          :              network, no course folder, no gradebook, only the assignment's files
    |          :              memory: RLIMIT_AS; time: killed by its worker after the time limit
    |          :              of a submission; CPU time of a test: SIGPROF
    |          : sockets
    |          : (`sandbox.wire`)  plain data only; a process that doesn't reply in time is
    |          :              interrupted, then killed, restarted, and its cells run again
    |          :              (`judge.process`)
    |          :
    +- bwrap ------------:--- `sandbox.bubblewrap`: no network, read-only system, no course folder
        |                :
        +- fork server   :    `sandbox.inside.forkserver`: has imported everything; runs only
            |            :    trusted code
            |            :
            +- supervisor:    `sandbox.inside.supervisor`: one per student process; watches the
                |        :    memory and delays of all below it; kills it when its lifeline (a
                |        :    socket) closes, and says there why a process has ended
                |        :
                +- init  :    process 1 of the submission's own namespaces (mounts, processes,
                    |    :    IPC, network); sets UID, capabilities, keyring, rlimits and the
                    |    :    seccomp filter, then waits
                    |    :
                    +- student    `sandbox.inside.server`: cells and functions of the submission
                        |         memory of each process: RLIMIT_AS; processes: RLIMIT_NPROC;
                        |         files: RLIMIT_FSIZE, the size of /tmp; if the grader may make
                        |         control groups, memory.max and pids.max for init and
                        |         everything below it (`sandbox.cgroup`)
                        +- ...    processes that student code starts

A submission whose tests fail may have a second supervisor with the same processes below it, the
replica (`judge.replica`): edited versions of the student's functions run there, to explain the
failure. It has a time limit and a memory limit of its own.

    if this ends                  this follows
    grader                        workers and judges get SIGKILL (PR_SET_PDEATHSIG), bwrap too
                                  (--die-with-parent), and with it everything in the sandbox
    worker                        its judge gets SIGKILL; the grader forks a new worker
    judge                         its lifelines close: supervisors kill the student processes
    supervisor                    init gets SIGKILL (PR_SET_PDEATHSIG); as no reason for the end
                                  comes over the lifeline, the submission is "failed"
    init                          the kernel kills all processes of its namespace
    student                       init ends; the judge starts another one

On a cluster the grader is a client, and its workers run on other machines::

    grader                    `run.cluster`: a Dask client in a thread of its own; sends tasks and
    :                         records results; gradebook and course folder stay on this machine
    : tcp or tls
    scheduler                 Dask's; started by `run.local_cluster`, or by the user
    : tcp or tls
    Dask worker               has threads, so nothing may fork here; `run.dask_worker` passes
    |                         tasks on
    |
    +- service                `run.service`: the grader of one machine without course folder and
        |                     gradebook; ends when its pipe closes
        +- worker, bwrap ...  as above

    if this ends                  this follows
    grader                        the scheduler drops its tasks; Dask workers forget its objects,
                                  which closes the pipe of the service
    scheduler                     the grader reports it and stops; Dask workers end, or wait
    Dask worker                   its service reads the end of its pipe; the scheduler gives its
                                  tasks to other workers, and gives up after a few
    service                       the Dask worker starts another one

The README lists the folders and the protocols for check libraries; every module says what it does.
"""

from pathlib import Path

__version__ = "3.0.0"

PACKAGE = Path(__file__).resolve().parent
