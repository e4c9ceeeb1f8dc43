"""The pipeline behind `lincourse grade`: from submitted/ to gradebook, feedback and report.

It can be interrupted anywhere and run again: what was recorded stays, what was not is graded, and
unchanged work is not graded twice.
"""

import contextlib
import datetime
import errno
import functools
import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lincourse.grading import given, terminal
from lincourse.grading.course import Assignment, Course, CourseError
from lincourse.grading.inside import Plan
from lincourse.grading.limits import JUDGE_GRACE, SUBMISSION
from lincourse.grading.results import GradebookError, GradedNotebook, Result
from lincourse.grading.sandbox import Sandbox, SandboxError
from lincourse.grading.signals import deferred_interrupt
from lincourse.grading.store import EVERYBODYS, ResultStore, in_words
from lincourse.grading.syntax import classes, imported, plain
from lincourse.grading.text import printable
from lincourse.grading.workers import Pool

BY_GROUPS = "the kernel, in a control group for each, and by the grader"
BY_GRADER = "the grader, which may make no control groups here"

# Imported when they are used: NumPy after `main` has set the number of its threads, nbgrader, which
# takes seconds, while the sandbox warms up.
if TYPE_CHECKING:
    from lincourse.grading.gradebook import Gradebook
    from lincourse.grading.job import Context


def main(
    assignment: str,
    student: list[str] | None = None,
    jobs: int | None = None,
    force: bool = False,
    seconds: int = 30,
    unsafe_no_sandbox: bool = False,
    trust_timestamps: bool = False,
    leaderboard: bool = False,
    root: Path | None = None,
) -> int:
    """Grade an assignment in a course folder; 0 where every submission has its status."""
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    os.environ["NBGRADER_EXECUTION"] = "autograde"  # checks say what they say in plain text
    run: Run | None = None
    try:
        course = Course(root or Path.cwd())
        run = Run(course, course.assignment(assignment), seconds, trust_timestamps)
        with run.store.locked():
            run.grade(
                only=student,
                jobs=jobs or len(os.sched_getaffinity(0)),
                force=force,
                safe=not unsafe_no_sandbox,
            )
            return run.finish(leaderboard)
    except KeyboardInterrupt:
        done = f"{run.done} of {run.total} were graded and are kept" if run else "nothing was done"
        return _stop(f"Stopped: {done}. Run the same command again to go on.", 130)
    except (CourseError, SandboxError, GradebookError) as error:
        return _stop(str(error))
    except OSError as error:
        if error.errno == errno.ENOSPC:
            return _stop("The disk is full. Make room, and run the same command again to go on.")
        words = in_words(error, run.course.root if run else Path())
        return _stop(f"{words}. Run the same command again to go on.")


def _stop(words: str, code: int = 2) -> int:
    shown = "\n".join(map(printable, words.split("\n")))
    print(f"lincourse: {shown}", file=sys.stderr)
    return code


class Run:
    """One run of the grader over one assignment."""

    def __init__(
        self, course: Course, assignment: Assignment, seconds: float, trust_timestamps: bool
    ) -> None:
        self.course, self.assignment, self.seconds = course, assignment, seconds
        self.trust_timestamps = trust_timestamps
        self.store = ResultStore(course, assignment.name)
        self.results: dict[str, Result] = {}
        self.done = self.total = 0
        self.counted = ""  # who counts memory; see `cgroup`

    def grade(self, only: list[str] | None, jobs: int, force: bool, safe: bool) -> None:
        """Grade everybody who has to be, and record each as soon as it is done."""
        handed_in = self.course.students()
        with contextlib.ExitStack() as stack:
            sandbox = stack.enter_context(self._sandbox(safe))
            # The sandbox takes seconds to warm up, on a core of its own: meanwhile we do.
            book = stack.enter_context(self._gradebook())
            enrolled = book.students()
            hidden = self.course.hidden(self.assignment.name)
            self._check_names(only, {*handed_in, *hidden, *enrolled})
            context = self._context(sandbox, book, handed_in)
            sandbox.wait()
            self.counted = BY_GROUPS if sandbox.grouped else BY_GRADER
            pool = self._pool(context, min(jobs, max(1, len(handed_in))))
            stack.callback(pool.close)
            self._enqueue(pool, context, book, only, force)
            self._collect(pool, context, book)
            self._carry_marks(book)
            for name in enrolled:
                if name not in handed_in:
                    reason = "nothing was handed in"
                    self.results[name] = context.ungraded(name, reason, "missing")
            for name in hidden:
                reason = "the folder's name begins with a dot, so nothing in it is seen; rename it"
                self.results[name] = context.ungraded(name, reason, "unreadable")

    @contextlib.contextmanager
    def _sandbox(self, safe: bool) -> Iterator[Sandbox]:
        """A sandbox for this assignment, which begins to warm up."""
        cells = [cell for notebook in self.assignment.notebooks for cell in notebook.cells]
        code = [c.source for c in cells if c.kind == "code" and c.role != "test"]
        provided = [c.source for c in cells if c.role in ("given", "plain")]
        asked = set().union(*(notebook.asked for notebook in self.assignment.notebooks))
        imports = list(dict.fromkeys(name for source in code for name in imported(source)))
        names = [name for source in provided for name in classes(source)]
        plan = Plan(imports, names, [plain(source) for source in provided])
        with tempfile.TemporaryDirectory(dir=self.store.unfinished) as folder:
            os.chmod(folder, 0o755)
            given.stage(Path(folder), code, asked)
            sandbox = Sandbox(Path(folder), self.course.root, plan, safe)
            try:
                yield sandbox
            finally:
                sandbox.close()

    @contextlib.contextmanager
    def _gradebook(self) -> Iterator["Gradebook"]:
        from lincourse.grading.gradebook import Gradebook

        with Gradebook(self.course.db_url, self.course.config) as book:
            if self.assignment.sourced:
                contents = {each.name: each.content for each in self.assignment.notebooks}
                book.prepare(self.assignment.name, contents)
            yield book

    def _context(self, sandbox: Sandbox, book: "Gradebook", handed_in: list[str]) -> "Context":
        from lincourse.grading import feedback
        from lincourse.grading.job import Context
        from lincourse.grading.judge import Judge

        context = Context(
            course=self.course,
            assignment=self.assignment,
            judge=Judge(self.assignment, sandbox, self.seconds),
            due=book.due_dates(self.assignment.name),
            trust_timestamps=self.trust_timestamps,
            before={name: self.store.result(name) for name in handed_in},
            secret=self.store.secret(),
        )
        nobody = Result("", self.assignment.name, "missing")
        feedback.page(nobody, GradedNotebook(""))  # compiles templates, loads the lexer
        return context

    def _pool(self, context: "Context", jobs: int) -> Pool:
        from lincourse.grading import job

        gc.collect()
        gc.freeze()  # a collection would write to objects that forks share, and copy their pages
        notebooks = len(self.assignment.notebooks)
        longest = SUBMISSION * self.seconds * notebooks + JUDGE_GRACE
        return Pool(jobs, functools.partial(job.grade, context), longest)

    def _check_names(self, only: list[str] | None, known: set[str]) -> None:
        strange = sorted(set(only or ()) - known)
        if strange:
            raise CourseError(
                f"There is no student {', '.join(strange)}, neither in "
                f"{self.course.submitted.name}/ nor in the gradebook."
            )

    def _enqueue(
        self,
        pool: Pool,
        context: "Context",
        book: "Gradebook",
        only: list[str] | None,
        force: bool,
    ) -> None:
        """Hand out what has to be graded; the rest has its result already."""
        recorded = book.scores(self.assignment.name)
        new: list[str] = []
        known: dict[str, Result] = {}
        for name, old in context.before.items():
            if only is not None and name not in only:
                reason = "it was not graded yet"
                self.results[name] = old or context.ungraded(name, reason, "missing")
            elif not _is_text(name):
                reason = "the folder's name is not text; rename it"
                self.results[name] = context.ungraded(name, reason, "unreadable")
            elif force or old is None:
                new.append(name)
            else:
                known[name] = old
        pool.add(new)
        for name, old in known.items():  # to read these takes a while: the workers are busy
            if _unchanged(context, old, recorded.get(name)) and self.store.complete(old):
                self.results[name] = old
            else:
                pool.add([name])

    def _collect(self, pool: Pool, context: "Context", book: "Gradebook") -> None:
        """Record results as they come."""
        from lincourse.grading.job import Files, result_of

        self.total = pool.left
        same = f", {len(self.results)} as before" if self.results else ""
        print(f"Grading {self.assignment.name}: {self.total} to do{same}.", flush=True)
        with terminal.progress(self.total) as advance:
            for student, data in pool.results():
                files: Files = {}
                if data is None:
                    reason = f"the judge died, or took longer than {pool.limit:g} seconds"
                    result = context.ungraded(student, reason, "failed")
                else:
                    result, files = result_of(data)
                with deferred_interrupt():
                    self.results[student] = self._record(context, book, result, files)
                    self.done += 1
                advance()

    def _record(
        self, context: "Context", book: "Gradebook", result: Result, files: dict[str, str]
    ) -> Result:
        """First the gradebook, in one transaction; then files; last the mark that it is done.

        What is in the way of one student's files costs nobody else; a full disk stops the run.
        """
        if result.status in ("missing", "failed"):
            return result
        try:
            trouble = self.store.obstacle(result, files)
            if not trouble:
                book.record(result, context.before.get(result.student))
                self.store.save(result, files)
        except OSError as error:
            if error.errno in EVERYBODYS:
                raise
            trouble = f"its files could not be written: {in_words(error, self.course.root)}"
        return context.ungraded(result.student, trouble, "failed") if trouble else result

    def _carry_marks(self, book: "Gradebook") -> None:
        """Put what people gave in formgrader into results and feedback pages, where it is news."""
        from lincourse.grading import feedback
        from lincourse.grading.gradebook import Marks

        marks = book.marks(self.assignment.name)
        for student, result in self.results.items():
            news = marks.get(student, Marks()).put_into(result)
            if not news or result.status in ("missing", "failed"):
                continue
            files = {}
            for notebook in result.notebooks:
                notebook.content = self.store.autograded(student, notebook.name)
                files[f"{notebook.name}.html"] = feedback.page(result, notebook)
                notebook.content = {}
            with deferred_interrupt():
                self.store.rewrite(result, files)

    def finish(self, leaderboard: bool = False) -> int:
        """Write table and report, and a leaderboard for the class; say how it went."""
        from lincourse.grading import report

        results = [self.results[name] for name in sorted(self.results)]
        name, folder = self.assignment.name, self.course.reports
        made = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        page = report.page(
            name,
            results,
            made,
            feedback=os.path.relpath(self.course.feedback, folder),
            autograded=os.path.relpath(self.course.autograded, folder),
            counted=self.counted,
        )
        self.store.write(folder / f"{name}.csv", report.table(results))
        self.store.write(folder / f"{name}.html", page)
        terminal.summary(results, self.assignment.max_score, f"{folder.name}/{name}.html")
        if leaderboard:
            self._publish(results, made)
        failed = [result for result in results if result.status == "failed"]
        if failed:
            few = ", ".join(printable(result.student) for result in failed[:5])
            return _stop(
                f"{len(failed)} could not be graded ({few}): {printable(failed[0].reason)}. "
                "Run the same command again to try them once more.",
                1,
            )
        return 0

    def _publish(self, results: list[Result], made: str) -> None:
        """Write the leaderboard for the class, under pseudonyms."""
        from lincourse.grading import leaderboard

        graded = [result for result in results if result.status in ("graded", "look")]
        name, secret = self.assignment.name, self.store.secret()
        page = leaderboard.page(
            name,
            leaderboard.places(graded),
            functools.partial(leaderboard.pseudonym, secret),
            made,
        )
        path = self.course.reports / f"{name}-leaderboard.html"
        self.store.write(path, page)
        print(f"For the class, with other names: {self.course.reports.name}/{path.name}")


def _unchanged(context: "Context", old: Result, recorded: float | None) -> bool:
    """Whether grading again would give what the store and the gradebook have."""
    submission = context.received(old.student)
    if submission is None or old.status in ("missing", "failed"):
        return False
    now = Result(old.student, old.assignment, "graded", digest=submission.digest)
    context.date(now, submission)
    return (
        submission.digest == old.digest
        and (now.timestamp, now.late, now.recorded) == (old.timestamp, old.late, old.recorded)
        and recorded is not None
        and abs(recorded - old.auto_score) < 1e-9
    )


def _is_text(name: str) -> bool:
    """Whether a file name can be written down."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
