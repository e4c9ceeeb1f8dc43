"""Grading a class: `gradebox grade ASSIGNMENT`.

The processes, who starts whom, and which limit is enforced where::

    grader                    `pipeline`: the only one that writes gradebook and course folder
    |
    +- worker (one per job)   `workers`: pinned to a core; started again where it dies
    |   |
    |   +- judge              `judge`: one per submission; runs the course's test cells, and no
    |          :              code of a student's
    |          :              memory: RLIMIT_AS; time: killed by its worker after the longest
    |          :              that a submission may take; a test's own CPU time: SIGPROF
    |          : sockets
    |          : (`wire`)     data only; a reply in time, or the process is interrupted, then
    |          :              killed, started again, its cells replayed (`process`)
    |          :
    +- bwrap ------------:--- `sandbox`: no network, read-only system, no course folder
        |                :
        +- fork server   :    `inside.forkserver`: has the imports done; trusted code alone
            |            :
            +- supervisor:    `inside.supervisor`: one per student's process; watches the memory
                |        :    of all below, and kills them when its lifeline (a socket) closes
                |        :
                +- init  :    process 1 of the submission's own namespaces (mounts, processes,
                    |    :    IPC, network); sets UID, capabilities, keyring, rlimits and the
                    |    :    seccomp filter, then waits
                    |    :
                    +- student    `inside.server`: cells and functions of the submission
                        |         memory of each process: RLIMIT_AS; processes: RLIMIT_NPROC;
                        |         files: RLIMIT_FSIZE, the size of /tmp; where the grader may
                        |         make control groups, memory.max and pids.max for init and all
                        |         below it (`cgroup`)
                        +- ...    whatever these start

    who ends                      and then
    grader                        workers and judges get SIGKILL (PR_SET_PDEATHSIG), bwrap too
                                  (--die-with-parent), and with it all that is in the sandbox
    worker                        its judge gets SIGKILL; the grader forks a new worker
    judge                         its lifelines close: supervisors kill the students' processes
    supervisor                    init gets SIGKILL (PR_SET_PDEATHSIG)
    init                          the kernel kills all processes of its namespace
    student                       init ends; the judge starts another one

On a cluster the grader is a client, and what it would start is somewhere else::

    grader                    `cluster`: a Dask client, in a thread of its own; sends orders and
    :                         records what comes back; gradebook and course folder are here alone
    : tcp or tls
    scheduler                 Dask's; started by `local`, or by somebody on some machine
    : tcp or tls
    Dask worker               threads, so nothing may fork here; `station` hands orders over
    |
    +- service                `service`: what the grader is on one machine, less course and
        |                     gradebook; ends when its pipe is closed
        +- worker, bwrap ...  as above

    who ends                      and then
    grader                        the scheduler drops its tasks; Dask workers forget the station,
                                  and so close the pipe of its service
    scheduler                     the grader says so and stops; Dask workers end, or wait for it
    Dask worker                   its service reads the end of its pipe; the scheduler gives its
                                  tasks to others, and gives up after a few
    service                       the station starts another one

A submission passes through these modules:

==============  ==================================================================================
`pipeline`      all of it for a class: what is to do, one writer, what was done already
`cluster`       the same pool on a Dask cluster: the client's side
`local`         scheduler and workers on this machine, for `--cluster local:8`
`station`       what runs inside a Dask worker: tasks, and the client of `service`
`service`       a grading server over pipes: what grades on a worker's machine
`bundle`        an assignment and the settings of a run, as they are sent to workers
`grader`        a warm grader for one assignment: sandbox and pool
`workers`       a process pool that forks a judge for every submission
`job`           the unit of work: one submission, from its files to result and feedback page
`framing`       a JSON header and binary parts in one message
`course`        the course folder, and what an assignment asks, cell by cell
`syntax`        static analysis of one cell: what it binds, reads, imports
`names`         whose a name is at each test: the course's or the student's
`intake`        a submission parsed as data; the notebook rebuilt from the course
`identity`      whether the name in a notebook is that of the submission
`judge`         a test runner for the course's test cells
`remote`        RPC proxies: a student's names and functions as the tests see them
`process`       the RPC client: a student's process, interrupted, killed, restarted, replayed
`wire`          the encoding of messages between the two sides, and its limits
`outputs`       sanitising what cells show, and its limits
`sandbox`       bubblewrap around a fork server
`given`         tree shaking: what of this package student code may import
`inside/`       what runs in the sandbox: fork server, supervisor, RPC server, IPython shell
`cgroup`        control groups: the kernel's own count of memory and processes
`seccomp`       the system calls that student code is refused
`limits`        memory, time, processes, files: every limit of the sandbox and the judge
`linux`         system calls by their kernel names
`own`           a self-test: the course's own solution graded like a student's
`lateness`      due dates, hand-in times, and how they are written
`results`       the result of a submission, as plain data; statuses; errors
`gradebook`     nbgrader's gradebook, with one writer and one transaction per submission
`database`      connections and transactions, in SQLite's file or on a PostgreSQL server
`transfer`      data migration: a gradebook copied into another database, and compared
`changes`       a regrade's diff: who gained, who lost, why
`store`         results and files in the course folder: a lock, atomic writes
`signals`       blocks that Ctrl-C does not cut short
`feedback`      the HTML page a student gets
`penalties`     a late penalty of so many percent a day
`lms/`          learning platforms: collecting from them, giving marks back
`leaderboard`   accuracies that tests measured, with ties; pseudonyms for the class
`rendered`      the autograded notebook as an HTML page, for the instructor
`report`        the HTML pages and CSV tables an instructor gets
`items`         item analysis: facility, discrimination, alpha
`similar`       code similarity by winnowing
`marking`       marking by hand: the HTML page, the file it saves, two markers
`page`          HTML rendering for all of them
`pages/`        their Jinja templates, style sheet and script
`terminal`      progress bar and summary
`text`          sanitising plain text for terminal, CSV table, pages and notebooks
==============  ==================================================================================
"""

from pathlib import Path

__version__ = "0.2.0"

PACKAGE = Path(__file__).resolve().parent
