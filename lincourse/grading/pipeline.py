"""`lincourse grade`: a class from submitted/ to gradebook, feedback and report."""

import contextlib
import datetime
import errno
import gc
import hashlib
import json
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import chain
from pathlib import Path
from statistics import mean, median
from typing import Any

from lincourse.grading import given, intake
from lincourse.grading.course import (
    TIMESTAMP,
    Assignment,
    Course,
    CourseError,
    classes,
    imported,
    plain,
)
from lincourse.grading.kept import Kept, in_one_go
from lincourse.grading.results import STATUSES, Notebook, Result, Status
from lincourse.grading.sandbox import Plan, Sandbox, SandboxError
from lincourse.grading.workers import Done, Pool

SHOWN = 15  # of those that need a look, in the terminal
SECRET = "submission_secret.txt"  # nbgrader's exchange hides a student's feedback behind it


def main(
    assignment: str,
    student: list[str] | None = None,
    jobs: int | None = None,
    force: bool = False,
    seconds: int = 30,
    unsafe_no_sandbox: bool = False,
    trust_timestamps: bool = False,
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
        with run.kept.alone():
            run.grade(
                only=student,
                jobs=jobs or len(os.sched_getaffinity(0)),
                force=force,
                safe=not unsafe_no_sandbox,
            )
            return run.finish()
    except KeyboardInterrupt:
        done = f"{run.done} of {run.total} were graded and are kept" if run else "nothing was done"
        return _stop(f"Stopped: {done}. Run the same command again to go on.", 130)
    except (CourseError, SandboxError) as error:
        return _stop(str(error))
    except OSError as error:
        if error.errno == errno.ENOSPC:
            return _stop("The disk is full. Make room, and run the same command again to go on.")
        path = f" ({Path(error.filename).name})" if isinstance(error.filename, str) else ""
        return _stop(f"{error.strerror or error}{path}. Run the same command again to go on.")
    except Exception as error:
        if type(error).__name__ != "GradebookError":
            raise
        return _stop(str(error))


def _stop(words: str, code: int = 2) -> int:
    print(f"lincourse: {words}", file=sys.stderr)
    return code


class Run:
    """One run of the grader over one assignment."""

    def __init__(
        self, course: Course, assignment: Assignment, seconds: float, trust_timestamps: bool
    ) -> None:
        self.course, self.assignment, self.seconds = course, assignment, seconds
        self.trust = trust_timestamps
        self.kept = Kept(course, assignment.name)
        self.results: dict[str, Result] = {}
        self.due: Callable[[str], datetime.datetime | None] = lambda student: None
        self.before: dict[str, Result | None] = {}
        self.done = self.total = 0

    def grade(self, only: list[str] | None, jobs: int, force: bool, safe: bool) -> None:
        """Grade everybody who has to be, and record each as soon as it is done."""
        from lincourse.grading import feedback, judge

        handed_in = self.course.students()
        self.before = before = {name: self.kept.result(name) for name in handed_in}
        staged = tempfile.TemporaryDirectory(dir=self.kept.unfinished)
        with staged as folder, contextlib.ExitStack() as stack:
            sandbox = self._sandbox(Path(folder), safe)  # it warms up while the rest goes on
            stack.callback(sandbox.close)
            self.due = self.course.due(self.assignment.name)
            self.judge = judge.Judge(self.assignment, sandbox, self.seconds)
            feedback.page(self._missing("", ""), Notebook(""))  # templates and lexer, once for all
            gc.collect()
            gc.freeze()  # so that forks share all this for longer
            sandbox.wait()
            pool = Pool(min(jobs, max(1, len(handed_in))), self._one, self._longest())
            stack.callback(pool.close)
            wanted = [name for name in handed_in if only is None or name in only]
            for name in [name for name in wanted if not _is_text(name)]:
                wanted.remove(name)
                self.results[name] = self._missing(name, "the folder's name is not text; rename it")
                self.results[name].status = "unreadable"
            pool.add(name for name in wanted if force or before[name] is None)
            # Importing nbgrader takes seconds: meanwhile the workers go on.
            helper = stack.enter_context(ThreadPoolExecutor(1))
            importing = helper.submit(import_module, "lincourse.grading.gradebook")
            early: list[Done] = []
            while not importing.done():
                early += pool.ready(0.05)
            book = stack.enter_context(self._gradebook(importing.result()))
            enrolled = book.students()
            self._check_names(only, {*handed_in, *enrolled})
            known = book.scores(self.assignment.name)
            for name, old in before.items():
                if name in self.results:
                    continue
                if name not in wanted:
                    self.results[name] = old or self._missing(name, "it was not graded yet")
                elif old is not None and not force:
                    if self._unchanged(name, old, known):
                        self.results[name] = old
                    else:
                        pool.add([name])
            self._collect(early, pool, book)
            for name in enrolled:
                if name not in handed_in:
                    self.results[name] = self._missing(name, "nothing was handed in")

    def _sandbox(self, folder: Path, safe: bool) -> Sandbox:
        cells = [cell for book in self.assignment.books for cell in book.cells]
        code = [c.source for c in cells if c.kind == "code" and c.role != "test"]
        provided = [c.source for c in cells if c.role in ("given", "plain")]
        asked = set().union(*(book.asked for book in self.assignment.books))
        folder.chmod(0o755)
        given.stage(folder, code, asked)
        imports = list(dict.fromkeys(name for source in code for name in imported(source)))
        names = [name for source in provided for name in classes(source)]
        plan = Plan(imports, names, [plain(source) for source in provided])
        return Sandbox(folder, self.course.root, plan, safe)

    @contextlib.contextmanager
    def _gradebook(self, module: Any) -> Iterator[Any]:
        with module.Gradebook(self.course.db_url, self.course.config) as book:
            if self.assignment.sourced:
                contents = {each.name: each.content for each in self.assignment.books}
                book.prepare(self.assignment.name, contents)
            yield book

    def _longest(self) -> float:
        """Seconds after which a judge is given up."""
        from lincourse.grading.judge import WHOLE

        return WHOLE * self.seconds * len(self.assignment.books) + 60

    def _check_names(self, only: list[str] | None, known: set[str]) -> None:
        strange = sorted(set(only or ()) - known)
        if strange:
            raise CourseError(
                f"There is no student {', '.join(strange)}, neither in "
                f"{self.course.submitted.name}/ nor in the gradebook."
            )

    def _unchanged(self, name: str, old: Result, known: dict[str, float | None]) -> bool:
        submission = intake.take(self._folder(name), name, self.assignment)
        if submission is None or old.status in ("missing", "failed"):
            return False
        there = known.get(name)
        now = Result(name, self.assignment.name, "graded", digest=submission.digest)
        self._date(now, submission)
        return (
            submission.digest == old.digest
            and (now.timestamp, now.late, now.recorded) == (old.timestamp, old.late, old.recorded)
            and there is not None
            and abs(there - old.score) < 1e-9
            and self.kept.whole(old)
        )

    def _folder(self, student: str) -> Path:
        return self.course.submitted / student / self.assignment.name

    def _one(self, student: str) -> bytes:
        """Grade one student: in a worker's child, with everything warm."""
        return pickle.dumps(self._graded(student))

    def _graded(self, student: str) -> tuple[Result, dict[str, str]]:
        from lincourse.grading import feedback
        from lincourse.grading.judge import explain

        try:
            submission = intake.take(self._folder(student), student, self.assignment)
            if submission is None:
                return self._missing(student, "there is nothing for this assignment"), {}
            result = self.judge.grade(submission)
            self._date(result, submission)
            if result.late:
                result.reasons.append(f"late by {_span(result.late)}")
            files = {}
            if result.timestamp:
                moment = datetime.datetime.fromisoformat(result.timestamp)
                files[TIMESTAMP] = moment.strftime("%Y-%m-%d %H:%M:%S.%f UTC")
            secret = (
                submission.files.get(SECRET)
                or hashlib.sha256(
                    f"{student} {submission.digest}".encode(errors="backslashreplace")
                )
                .hexdigest()
                .encode()
            )
            files[SECRET] = secret.decode(errors="replace")
            for notebook in result.notebooks:
                text = json.dumps(notebook.content, indent=1, ensure_ascii=False)
                files[f"{notebook.name}.ipynb"] = text + "\n"
                files[f"{notebook.name}.html"] = feedback.page(result, notebook)
                notebook.content = {}
            return result, files
        except Exception as error:
            result = self._missing(student, f"the grader stopped: {explain(error)}")
            result.status = "failed"
            return result, {}

    def _missing(self, student: str, reason: str) -> Result:
        result = Result(student, self.assignment.name, "missing", [reason])
        result.max_score = self.assignment.max_score
        return result

    def _date(self, result: Result, submission: intake.Submission) -> None:
        """Say when it came, which time counts, how late that is, and what the gradebook gets.

        Formgrader takes a submission for graded only where the gradebook has the time that
        timestamp.txt gives, or none where there is no such file. So that is what it gets, unless
        it would hide that the submission is late.
        """
        old = self.before.get(result.student)
        if old is not None and old.digest == submission.digest and old.came:
            result.came = old.came  # the same files, laid here anew
        elif submission.came:
            result.came = submission.came.isoformat()
        claimed = submission.claimed.isoformat() if submission.claimed else None
        result.timestamp = claimed if claimed and self.trust else result.came
        due = self.due(result.student)
        result.late = _after(due, result.timestamp)
        hides = _after(due, claimed) != result.late
        result.recorded = result.timestamp if hides else claimed

    def _collect(self, early: list[Done], pool: Pool, book: Any) -> None:
        """Record results as they come."""
        self.total = len(early) + pool.left
        same = f", {len(self.results)} as before" if self.results else ""
        print(f"Grading {self.assignment.name}: {self.total} to do{same}.", flush=True)
        with _progress(self.total) as advance:
            for student, data in chain(early, pool.results()):
                if data is None:
                    result = self._missing(student, "the judge died or took too long")
                    result.status = "failed"
                    files: dict[str, str] = {}
                else:
                    result, files = pickle.loads(data)
                with in_one_go():
                    self._record(book, result, files)
                    self.done += 1
                advance()

    def _record(self, book: Any, result: Result, files: dict[str, str]) -> None:
        """First the gradebook, in one transaction; then files; last the mark that it is done."""
        self.results[result.student] = result
        if result.status not in ("missing", "failed"):
            book.record(result)
            self.kept.keep(result, files)

    def finish(self) -> int:
        """Write table and report, say how it went."""
        from lincourse.grading import report

        results = [self.results[name] for name in sorted(self.results)]
        name = self.assignment.name
        made = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        self.kept.write(self.course.reports / f"{name}.csv", report.table(results))
        self.kept.write(self.course.reports / f"{name}.html", report.page(name, results, made))
        _summary(results, self.assignment, self.course)
        failed = [result for result in results if result.status == "failed"]
        if failed:
            few = ", ".join(result.student for result in failed[:5])
            return _stop(
                f"{len(failed)} could not be graded ({few}): {failed[0].reason}. "
                "Run the same command again to try them once more.",
                1,
            )
        return 0


def _after(due: datetime.datetime | None, moment: str | None) -> float:
    """How many seconds after it was due."""
    if due is None or moment is None:
        return 0.0
    return max(0.0, (datetime.datetime.fromisoformat(moment) - due).total_seconds())


def _is_text(name: str) -> bool:
    """Whether a file name can be written down."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _span(seconds: float) -> str:
    """A length of time in words."""
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'s' * (count > 1)}"
    return "less than a minute"


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Any]:
    """A bar with rate and time left in a terminal, a line now and then elsewhere."""
    if not total:
        yield lambda: None
        return
    if sys.stdout.isatty():
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            ProgressColumn,
            Task,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class Rate(ProgressColumn):
            def render(self, task: Task) -> Text:
                return Text(f"{task.finished_speed or task.speed or 0:.1f} a second")

        columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
        with Progress(*columns) as bar:
            task = bar.add_task("", total=total)
            yield lambda: bar.advance(task)
        return
    start = last = time.monotonic()
    done = 0

    def advance() -> None:
        nonlocal done, last
        done += 1
        now = time.monotonic()
        if now - last >= 5 or done == total:
            last = now
            rate = done / (now - start)
            left = (total - done) / rate
            print(f"{done} of {total}, {rate:.1f} a second, {left:.0f} s left", flush=True)

    yield advance


def _summary(results: list[Result], assignment: Assignment, course: Course) -> None:
    """How it went, in the terminal."""
    counts: dict[Status, int] = {}
    for result in results:
        counts[result.status] = counts.get(result.status, 0) + 1
    print()
    for status, words in STATUSES.items():
        if status in counts:
            print(f"{counts[status]:5d}  {status:<11} {words}")
    scores = [result.score for result in results if result.status in ("graded", "look")]
    if scores:
        print(
            f"\nScores: mean {mean(scores):.1f}, median {median(scores):g}, "
            f"lowest {min(scores):g}, highest {max(scores):g}, of {assignment.max_score:g} points."
        )
    looks = [r for r in results if r.status in ("look", "unreadable", "failed")]
    if looks:
        print("\nA person should look at:")
        for result in looks[:SHOWN]:
            print(f"  {_printable(result.student)}: {_printable(result.reason)[:200]}")
        if len(looks) > SHOWN:
            print(f"  and {len(looks) - SHOWN} more, in the report.")
    print(f"\nThe report: {course.reports.name}/{assignment.name}.html")


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
