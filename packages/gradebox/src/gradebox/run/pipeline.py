"""The pipeline behind `gradebox grade`: from submitted/ to gradebook, feedback and report.

It can be interrupted anywhere and run again: what was recorded stays, what was not is graded, and
unchanged work is not graded twice.
"""

import contextlib
import datetime
import errno
import functools
import gc
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gradebox import program
from gradebox.course.lateness import DueDates, redate
from gradebox.course.model import Assignment, Course, CourseError, People
from gradebox.gradebook.changes import changes
from gradebox.gradebook.changes import in_words as changes_in_words
from gradebox.gradebook.changes import table as change_table
from gradebox.intake import extensions
from gradebox.intake.record import Record
from gradebox.intake.staging_area import StagingArea
from gradebox.judge import selftest
from gradebox.judge.selftest import LostPoints
from gradebox.pages.rendering import count
from gradebox.pages.similar import compare
from gradebox.results import ClusterError, Exercise, GradebookError, Result, Status
from gradebox.run import grader, terminal
from gradebox.run.store import EVERYBODYS, RENDERED, ResultStore, in_words
from gradebox.run.workers import Graders
from gradebox.sandbox.bubblewrap import SandboxError
from gradebox.signals import deferred_interrupt
from gradebox.text import number, printable

HERE = "here"  # what --cluster says to grade on this machine, whatever the settings say
BY_GROUPS = "the kernel, in a control group for each, and by the grader"
BY_GRADER = "the grader, as control groups could not be made here"
LONGEST_BEFORE = 10_000  # characters that are kept of an answer as it was when it was marked

# Imported when they are used: NumPy after `main` has set the number of its threads, nbgrader, which
# takes seconds, while the sandbox warms up.
if TYPE_CHECKING:
    from gradebox.gradebook.gradebook import Gradebook
    from gradebox.run.tasks import Context

Start = Callable[["Context"], Graders]  # begins to grade, once the context is known


def main(
    assignment: str,
    student: list[str] | None = None,
    jobs: int | None = None,
    force: bool = False,
    seconds: int = 30,
    unsafe_no_sandbox: bool = False,
    trust_timestamps: bool = False,
    leaderboard: bool = False,
    check_assignment: bool = False,
    cluster: str | None = None,
    unsafe_no_tls: bool = False,
    root: Path | None = None,
) -> int:
    """Grade an assignment in a course folder; 0 where every submission has its status.

    With `check_assignment`, only the course's own solution; 0 where it gets all points.
    """
    grader.set_environment()
    gc.disable()  # what is imported now stays: that spares a tenth of the start

    def work(run: Run) -> int:
        if check_assignment:
            return run.check(safe=not unsafe_no_sandbox)
        place = cluster or run.course.cluster or HERE
        if place == HERE:
            graders = run.here(jobs or len(os.sched_getaffinity(0)), not unsafe_no_sandbox)
        else:
            graders = run.on_cluster(place, not unsafe_no_sandbox, unsafe_no_tls)
        run.grade(only=student, force=force, graders=graders)
        return run.finish(leaderboard)

    try:
        return _run(root, assignment, work, seconds, trust_timestamps)
    finally:
        gc.enable()


def report(assignment: str, root: Path | None = None) -> int:
    """Make report, table and feedback pages again from the gradebook, without grading."""
    return _run(root, assignment, Run.report)


def mark(
    assignment: str,
    files: list[Path],
    names: bool = False,
    take_mean: bool = False,
    root: Path | None = None,
) -> int:
    """Make the page on which a person marks; or, given files that it saved, take their marks."""
    if len(files) > 2:
        return _stop("Give the file of one marker, or of two who marked the same answers.")
    if files:
        return _run(root, assignment, lambda run: run.take_marks(files, take_mean))
    return _run(root, assignment, lambda run: run.marking_page(names))


def _run(
    root: Path | None,
    assignment: str,
    work: Callable[["Run"], int],
    seconds: float = 30,
    trust_timestamps: bool = False,
) -> int:
    """Do some work on an assignment with nobody else at it; what stops it is said in words."""
    run: Run | None = None
    try:
        course = Course(root or Path.cwd())
        run = Run(course, course.assignment(assignment), seconds, trust_timestamps)
        with run.store.locked():
            return work(run)
    except KeyboardInterrupt:
        done = f"{run.done} of {run.total} were graded and are kept" if run else "nothing was done"
        return _stop(f"Stopped: {done}. Run the same command again to go on.", 130)
    except (ClusterError, CourseError, SandboxError, GradebookError) as error:
        return _stop(str(error))
    except OSError as error:
        if error.errno == errno.ENOSPC:
            return _stop("The disk is full. Make room, and run the same command again to go on.")
        words = in_words(error, run.course.root if run else Path())
        return _stop(f"{words}. Run the same command again to go on.")


def _stop(words: str, code: int = 2) -> int:
    shown = "\n".join(map(printable, words.split("\n")))
    print(f"{program.name}: {shown}", file=sys.stderr)
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
        self.people, self.due = People(), DueDates()
        self.totals: tuple[dict[str, dict[str, float | None]], dict[str, float]] = ({}, {})
        self.losses: list[LostPoints] = []  # what the course's own solution loses
        self.done = self.total = 0
        self.counted = ""  # who counts memory; see `cgroup`
        self.beside: Callable[[], str] = str  # what progress says beside numbers
        self.seed = 1 + secrets.randbelow(2**32)  # of hidden checks, the same for the whole class

    def grade(
        self,
        only: list[str] | None,
        force: bool,
        graders: contextlib.AbstractContextManager[Start],
    ) -> None:
        """Grade everybody who has to be, and record each as soon as it is done."""
        StagingArea(self.course, self.assignment.name).recover()
        handed_in = self.course.students()
        with graders as start, self._gradebook() as book:
            self._check_names(only, book, handed_in)
            context = self._context(book, handed_in)
            pool = start(context)
            self._ask_own(pool)
            self._enqueue(pool, context, book, only, force)
            self._prepare(book)  # takes a while, too
            self._collect(pool, context, book)
            self._add_absent(book)
            self._settle(book)

    def check(self, safe: bool) -> int:
        """Grade the course's own solution alone, and say what it loses; 0 where that is nothing."""
        if not self.assignment.sourced:
            raise CourseError(
                f"There is no solution of {self.assignment.name} in {self.course.source.name}/: "
                "only the course's source version can be checked."
            )
        with self.here(1, safe) as start:
            with self._gradebook() as book:
                context = self._context(book, [])
            pool = start(context)
            pool.add([selftest.STUDENT])
            for _, data in pool.results():
                self._take_own(pool, data)
        if not self.losses:
            most = number(self.assignment.max_score)
            print(f"The course's own solution gets everything that tests give (of {most} points).")
        return 1 if self.losses else 0

    def _ask_own(self, pool: Graders) -> None:
        """Have the course's own solution graded, too, once per state of the assignment."""
        if not self.assignment.sourced:
            return
        known = self.store.losses(self.assignment.digest)
        if known is None:
            pool.add([selftest.STUDENT])
        else:
            self.losses = known
            terminal.losses(known)

    def _take_own(self, pool: Graders, data: bytes | None) -> None:
        """Keep and say what the course's own solution loses."""
        reason = pool.reason(selftest.STUDENT)
        self.losses = selftest.lost_points(self.assignment, self._own_result(data), reason)
        if data is not None:  # a judge that died may do better the next time
            self.store.save_losses(self.assignment.digest, self.losses)
        terminal.losses(self.losses)

    @staticmethod
    def _own_result(data: bytes | None) -> Result | None:
        from gradebox.run.tasks import result_of

        return result_of(data)[0] if data is not None else None

    def report(self) -> int:
        """Make report, table and pages from the gradebook and from what was graded before."""
        self.refresh()
        return self.finish()

    def refresh(self) -> None:
        """Make results and pages say what the gradebook says, without grading."""
        with self._gradebook() as book:
            due = self._due(book)
            for name in self.course.students():
                found = self.store.result(name)
                if found is not None:
                    redate(found, due)
                elif self._has_work(name):
                    found = self._ungraded(name, "it was not graded yet", "missing")
                if found is not None:
                    self.results[name] = found
            if not any(result.notebooks for result in self.results.values()):
                raise CourseError(
                    f"Nothing of {self.assignment.name} is graded yet: run `{program.name} grade "
                    f"{self.assignment.name}` first."
                )
            self._add_absent(book)
            self._settle(book, every_page=True)
        self.losses = self.store.losses(self.assignment.digest) or []

    def _due(self, book: "Gradebook") -> DueDates:
        """The due dates, with the extensions given by `gradebox extend`."""
        name = self.assignment.name
        return extensions.apply(self.course, name, book.due_dates(name))

    def marking_page(self, names: bool) -> int:
        """Write the page on which a person marks."""
        if not any(
            cell.role == "manual" for book in self.assignment.notebooks for cell in book.cells
        ):
            print(f"{self.assignment.name} has no answers that a person reads.")
            return 0
        from gradebox.gradebook.marks import Marks
        from gradebox.pages import marking

        with self._gradebook() as book:
            marks = book.marks(self.assignment.name)
            people = People(book.names(), self.course.groups())
        results = [self.store.result(student) for student in sorted(marks)]
        known = [result for result in results if result is not None]
        content = {}
        for result in known:
            people.introduce(result)
            marks.get(result.student, Marks()).put_into(result)
            for notebook in result.notebooks:
                place = result.student, notebook.name
                content[place] = self.store.autograded(*place)
        made = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        shown = marking.once(known, self._mates())
        page = marking.page(self.assignment, shown, content, self.store.marking_key(), made, names)
        path = self.course.reports / f"{self.assignment.name}-marking.html"
        self.store.write(path, page)
        waiting = sum(exercise.waits for result in shown for exercise in result.exercises)
        print(
            f"{count(waiting, 'answer')} to read: open {path.parent.name}/{path.name} in a browser,"
        )
        print("mark there, and save the file.")
        print(f"Next: {program.name} mark {self.course.short_name(self.assignment.name)} FILE")
        return 0

    def take_marks(self, files: list[Path], take_mean: bool) -> int:
        """Put marks into the gradebook, all at once, and make report and pages again."""
        from gradebox.pages import marking

        key, name = self.store.marking_key(), self.assignment.name
        with self._gradebook() as book:
            students = book.students()
            sheets = [marking.read(path, self.assignment, students, key) for path in files]
            first, second = sheets[0], sheets[-1] if len(sheets) > 1 else []
            for found in marking.agreement(first, second):
                print(printable(str(found)))
            given, differ = marking.joined(first, second, take_mean)
            known = {student: self.store.result(student) for student in students}
            work = {
                (student, notebook.name, exercise.grade_id): exercise.answer
                for student, result in known.items()
                if result is not None
                for notebook in result.notebooks
                for exercise in notebook.exercises
            }
            fresh = [each for each in given if work.get(each.place) == each.work]
            fresh = marking.shared(fresh, self._mates(), work)
            book.give(name, fresh)
        print(f"{count(len(fresh), 'mark')} put into the gradebook.")
        for old in (each for each in given if each not in fresh):
            words = f"{old.student}, {old.cell}: handed in anew since the page was made; not taken"
            print(f"  {printable(words)}")
        for one, other in differ:
            points = f"{number(one.points)} and {number(other.points)} points"
            print(f"  {printable(f'{one.student}, {one.cell}: {points}; not taken')}")
        if differ:
            page = f"{program.name} mark {self.course.short_name(name)}"
            print(
                f"On a new page ({page}) these are the unmarked ones: agree on them there, or "
                "take the mean of both with --mean."
            )
        return self.report()

    def _add_absent(self, book: "Gradebook") -> None:
        """Results for everybody of whom there is no work."""
        for name in {*book.students(), *self.course.students()} - self.results.keys():
            self.results[name] = self._ungraded(name, "nothing was handed in", "missing")
        for name in self.course.hidden_submissions(self.assignment.name):
            reason = "the folder's name begins with a dot, so nothing in it is seen; rename it"
            self.results[name] = self._ungraded(name, reason, "unreadable")

    def _ungraded(self, student: str, reason: str, status: Status) -> Result:
        most = self.assignment.max_score
        return Result(student, self.assignment.name, status, [reason], max_score=most)

    def _has_work(self, student: str) -> bool:
        """Whether there is anything of a student's for this assignment."""
        folder = self.course.submitted / student
        return folder.is_symlink() or os.path.lexists(folder / self.assignment.name)

    @contextlib.contextmanager
    def _gradebook(self) -> Iterator["Gradebook"]:
        from gradebox.gradebook.gradebook import Gradebook

        with Gradebook(self.course.db_url, self.course.config) as book:
            yield book

    def _prepare(self, book: "Gradebook") -> None:
        """Make the gradebook agree with the course's source version."""
        if self.assignment.sourced:
            contents = {each.name: each.content for each in self.assignment.notebooks}
            book.prepare(self.assignment.name, contents)

    def _context(self, book: "Gradebook", handed_in: list[str]) -> "Context":
        from gradebox.run.tasks import Context

        return Context(
            course=self.course,
            assignment=self.assignment,
            due=self._due(book),
            trust_timestamps=self.trust_timestamps,
            before={name: self.store.result(name) for name in handed_in},
            secret=self.store.secret(),
            people=People(book.names(), self.course.groups()),
            collected=Record.read(self.course, self.assignment.name),
        )

    @contextlib.contextmanager
    def here(self, jobs: int, safe: bool) -> Iterator[Start]:
        """Judges on this machine. The sandbox takes seconds to warm up: meanwhile one can work."""
        jobs = min(jobs, 1 + len(self.course.students()))  # there is the course's own solution
        scratch, hidden = self.store.unfinished, self.course.root
        with contextlib.ExitStack() as stack:
            sandbox = stack.enter_context(
                grader.sandbox_for(self.assignment, hidden, scratch, safe)
            )

            def start(context: "Context") -> Graders:
                from gradebox.judge.runner import Judge
                from gradebox.run import tasks

                judge = Judge(self.assignment, sandbox, self.seconds, self.seed)
                assert self.assignment.digest  # it reads all checks: once, not in every judge
                sandbox.wait()
                self.counted = BY_GROUPS if sandbox.grouped else BY_GRADER

                def work(student: str) -> bytes:
                    return tasks.grade(judge, context.order(student))

                limit = grader.longest(self.assignment, self.seconds)
                pool = grader.start_pool(self.assignment, jobs, work, limit)
                stack.callback(pool.close)
                return pool

            yield start

    @contextlib.contextmanager
    def on_cluster(self, address: str, safe: bool, unsafe_no_tls: bool) -> Iterator[Start]:
        """Judges on a cluster, which is reached, or started, meanwhile."""
        from gradebox.run.bundle import Bundle
        from gradebox.run.cluster import ClusterPool, Connection

        root = str(self.course.root)
        bundle = Bundle(self.assignment, self.seconds, self.seed, safe, root)
        limit = grader.longest(self.assignment, self.seconds)
        with Connection(address, unsafe_no_tls) as connection:
            pool = ClusterPool(connection, bundle.to_bytes(), limit)
            gc.enable()

            def start(context: "Context") -> Graders:
                pool.start(lambda student: context.order(student).to_bytes())
                self.beside = pool.in_words
                return pool

            yield start
            self.counted = BY_GROUPS if pool.grouped else BY_GRADER

    def _check_names(self, only: list[str] | None, book: "Gradebook", handed_in: list[str]) -> None:
        known = {
            *handed_in,
            *self.course.hidden_submissions(self.assignment.name),
            *book.students(),
        }
        strange = sorted(set(only or ()) - known)
        if strange:
            raise CourseError(
                f"There is no student {', '.join(strange)}, neither in "
                f"{self.course.submitted.name}/ nor in the gradebook."
            )

    def _enqueue(
        self,
        pool: Graders,
        context: "Context",
        book: "Gradebook",
        only: list[str] | None,
        force: bool,
    ) -> None:
        """Hand out what has to be graded; the rest has its result already."""
        recorded = book.scores(self.assignment.name)
        others = pool.left  # the course's own solution
        new: list[str] = []
        known: dict[str, Result] = {}
        for name, old in context.before.items():
            if not self._has_work(name):
                continue
            if only is not None and name not in only:
                reason = "it was not graded yet"
                self.results[name] = old or context.ungraded(name, reason, "missing")
            elif reason := book.unfit(name):
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
        self.total = pool.left - others

    def _collect(self, pool: Graders, context: "Context", book: "Gradebook") -> None:
        """Record results as they come."""
        from gradebox.run.tasks import Files, result_of

        same = f", {len(self.results)} as before" if self.results else ""
        print(f"Grading {self.assignment.name}: {self.total} to do{same}.", flush=True)
        with terminal.progress(self.total, self.beside) as advance:
            for student, data in pool.results():
                if student == selftest.STUDENT:
                    self._take_own(pool, data)
                    continue
                files: Files = {}
                if data is None:
                    result = context.ungraded(student, pool.reason(student), "failed")
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
                before = context.before.get(result.student)
                self._note_changes(result, before)
                book.record(result, before)
                self.store.save(result, files)
        except OSError as error:
            if error.errno in EVERYBODYS:
                raise
            trouble = f"its files could not be written: {in_words(error, self.course.root)}"
        return context.ungraded(result.student, trouble, "failed") if trouble else result

    def _note_changes(self, result: Result, before: Result | None) -> None:
        """Keep what a student wrote before where it is new, for whoever has marked it."""
        from gradebox.pages.feedback import answer_text

        for notebook in result.notebooks if before else []:
            old = {
                exercise.grade_id: exercise
                for each in (before.notebooks if before else [])
                if each.name == notebook.name
                for exercise in each.exercises
            }
            new = [
                exercise
                for exercise in notebook.exercises
                if exercise.grade_id in old and exercise.answer != old[exercise.grade_id].answer
            ]
            content = self.store.autograded(result.student, notebook.name) if new else {}
            for exercise in new:
                was = old[exercise.grade_id].was or answer_text(content, exercise.grade_id)
                exercise.was = was[:LONGEST_BEFORE]

    def _settle(self, book: "Gradebook", every_page: bool = False) -> None:
        """Make results and feedback pages say what the gradebook says: it alone has the marks."""
        from gradebox.gradebook.marks import Marks
        from gradebox.pages import autograded, feedback

        due = self._due(book)
        book.settle(self.assignment.name, self.results, due.extensions)
        marks = book.marks(self.assignment.name)
        people = self.people = People(book.names(), self.course.groups())
        self.due = due
        self.totals = book.totals()
        for student, result in self.results.items():
            news = people.introduce(result)
            if result.status in ("missing", "failed"):
                continue
            news |= marks.get(student, Marks()).put_into(result)
            shown = all(self.store.rendered(student, n.name).is_file() for n in result.notebooks)
            if shown and not (news or every_page):
                continue
            files = {}
            for notebook in result.notebooks:
                notebook.content = self.store.autograded(student, notebook.name)
                files[f"{notebook.name}.html"] = feedback.page(result, notebook)
                files[f"{notebook.name}{RENDERED}"] = autograded.page(result, notebook)
                notebook.content = {}
            with deferred_interrupt():
                self.store.rewrite(result, files)

    def _works(self, results: list[Result]) -> dict[str, str]:
        """Each student's own code, to be compared; of a group that handed in together, once."""
        from gradebox.pages.feedback import own_code

        mates = self._mates()
        return {
            result.student: "\n".join(
                own_code(self.store.autograded(result.student, notebook.name))
                for notebook in result.notebooks
            )
            for result in results
            if result.status in ("graded", "look") and result.student not in mates
        }

    def _mates(self) -> dict[str, str]:
        """Those for whose work another member of their group stands: who that is."""
        teams = Record.read(self.course, self.assignment.name).teams()
        return {mate: first for first, members in teams.items() for mate in members[1:]}

    def _answer(self, student: str, notebook: str, grade_id: str) -> str:
        """What a student wrote for a graded cell."""
        from gradebox.pages.feedback import answer_text

        return answer_text(self.store.autograded(student, notebook), grade_id)

    def _changed_since_marked(
        self, results: list[Result]
    ) -> Iterator[tuple[Result, Exercise, str]]:
        """Work that is new since a person marked it, with what it is now."""
        for result in results:
            for notebook in result.notebooks:
                for exercise in notebook.exercises:
                    if exercise.was and exercise.mark and exercise.mark.again:
                        now = self._answer(result.student, notebook.name, exercise.grade_id)
                        yield result, exercise, now

    def finish(self, leaderboard: bool = False) -> int:
        """Write table and report, and a leaderboard for the class; say how it went."""
        from gradebox.pages import report

        results = [self.results[name] for name in sorted(self.results)]
        name, folder = self.assignment.name, self.course.reports
        made = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        before, log = self.store.reported()
        new = [
            change
            for result in results
            if result.student in before and result.notebooks
            for change in changes(before[result.student], result, made)
        ]
        log += new
        works = self._works(results)
        found = compare(works, self.assignment.given_code)
        similar = report.similar_page(name, found, works, self.people, made)
        page = report.page(
            name,
            results,
            made,
            feedback=os.path.relpath(self.course.feedback, folder),
            counted=self.counted,
            changes=[change for change in log if change.when == log[-1].when],
            losses=self.losses,
            again=list(self._changed_since_marked(results)),
            due=self.due.due,
            answer=self._answer,
            similar=found,
        )
        self.store.write(folder / f"{name}-similar.html", similar)
        self.store.write(folder / f"{name}.csv", report.table(results))
        totals, most = self.totals
        self.store.write(folder / "course.csv", report.course_table(totals, self.people))
        for file, title, over, (scores, best) in (
            ("course", "The whole course", "Students by units", (totals, most)),
            (f"{name}-exercises", name, "Students by exercises", report.by_exercise(results)),
        ):
            grid = report.grid_page(title, over, scores, best, self.people, made)
            self.store.write(folder / f"{file}.html", grid)
        if log:
            self.store.write(folder / f"{name}-changes.csv", change_table(log))
        self.store.write(folder / f"{name}.html", page)
        self.store.save_reported(results, log)
        terminal.summary(
            results,
            self.assignment.max_score,
            f"{folder.name}/{name}.html",
            changes_in_words(new),
            mark=f"{program.name} mark {self.course.short_name(name)}",
        )
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
        from gradebox.pages import leaderboard

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
        and now.flag == old.flag
        and recorded is not None
        and abs(recorded - old.auto_score) < 1e-9
    )
