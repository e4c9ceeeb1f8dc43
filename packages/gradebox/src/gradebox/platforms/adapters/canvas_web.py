"""Canvas's REST API: fetch submissions and post marks without any files.

Documented at developerdocs.instructure.com (Submissions, Submission Comments, File Uploads,
Throttling, Pagination). Requests go out one at a time, as the documentation advises. If Canvas
hides names, a submission has an `anonymous_id` in place of a `user_id`.
"""

import functools
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from gradebox.course.model import Course, CourseError
from gradebox.course.people import Person
from gradebox.intake.files import too_large
from gradebox.limits import MAX_FILE_BYTES
from gradebox.platforms import listing, posting
from gradebox.platforms.connection import Connection
from gradebox.platforms.exports import Export, Member
from gradebox.platforms.handback import Handback
from gradebox.platforms.platform import CollectContext, Connected, SiteInfo, Upload
from gradebox.platforms.posting import Post
from gradebox.platforms.web_platform import WebPlatform
from gradebox.platforms.web_site import WebSite

PAGE_SIZE = 100
ONE_MARK = "left out: Canvas gives one mark to all members of a group, but theirs differ"


class CanvasSite(WebSite):
    """A Canvas site."""

    def __init__(self, address: str, token: str) -> None:
        super().__init__(address, token)
        self.headers = {"Authorization": f"Bearer {token}"}

    def upload(self, path: str, name: str, content: bytes) -> int:
        """Upload a file in Canvas's three steps; return its number."""
        about = {"name": name, "size": len(content), "content_type": "text/html"}
        target = self.json("POST", path, data=about)
        answer = self.anonymous_post(
            target["upload_url"], data=target["upload_params"], files={"file": (name, content)}
        )
        place = answer.headers.get("Location", "")
        if not self.is_own(place):
            status = answer.status_code
            raise CourseError(f"{self.host} didn't say where it stored {name} (status {status}).")
        return int(self.json("GET", place)["id"])


class Submissions(Export):
    """What was submitted to one assignment."""

    def __init__(self, site: CanvasSite, number: int, course: int) -> None:
        super().__init__(Path(site.host))
        self.site, self.members = site, []
        self.page = f"api/v1/courses/{course}/assignments/{number}"
        self.assignment = site.json("GET", self.page)
        self.maximum = float(self.assignment.get("points_possible") or 0)
        includes = {"include[]": ["user", "group"], "per_page": PAGE_SIZE}
        found = list(site.pages(f"{self.page}/submissions", params=includes))
        self.submissions = {self.row(each): each for each in found if self.row(each)}

    def row(self, submission: Mapping[str, Any]) -> str:
        return str(submission.get("user_id") or submission.get("anonymous_id") or "")

    def group(self, row: str) -> str:
        """What identifies the group that submitted together; empty without one."""
        number = (self.submissions[row].get("group") or {}).get("id")
        return f"group {number}" if number else ""

    @property
    def marks_groups(self) -> bool:
        """Return True if a mark for one member is for the whole group."""
        individually = self.assignment.get("grade_group_students_individually")
        return bool(self.assignment.get("group_category_id")) and not individually

    def address(self, row: str) -> str:
        """The address of somebody's submission."""
        anonymous = not self.submissions[row].get("user_id")
        return f"{self.page}/{'anonymous_' if anonymous else ''}submissions/{row}"

    def person(self, submission: Mapping[str, Any]) -> Person:
        user = submission.get("user") or {}
        if not submission.get("user_id"):
            return Person()
        login = user.get("login_id") or ""
        last, _, first = user.get("sortable_name", "").partition(", ")
        return Person(
            name=user.get("name", ""),
            first=first,
            last=last,
            email=(user.get("email") or (login if "@" in login else "")).lower(),
            number=user.get("sis_user_id") or "",
            login="" if "@" in login else login,
            accounts={"canvas": str(submission["user_id"])},
        )

    def due(self, submission: Mapping[str, Any]) -> datetime | None:
        """A later due date of one student, from Canvas's *Assign to*."""
        own, usual = _time(submission.get("cached_due_date")), _time(self.assignment.get("due_at"))
        return own if own and usual and own > usual else None


class CanvasWeb(WebPlatform):
    """Canvas's assignments, through its REST API."""

    name = "canvas-web"
    title = "Canvas"
    accounts = "canvas"

    def site_info(self, connection: Connection, token: str) -> SiteInfo:
        site = CanvasSite(connection.site, token)
        course = site.json("GET", f"api/v1/courses/{connection.course}")
        user = site.json("GET", "api/v1/users/self")
        listed = site.pages(
            f"api/v1/courses/{connection.course}/assignments", params={"per_page": PAGE_SIZE}
        )
        return SiteInfo(
            f"Canvas ({course['name']})",
            user["name"],
            {each["id"]: each["name"] for each in listed},
        )

    def connect(self, course: Course, unit: str) -> Connected | None:
        connection = self.connection(course)
        if connection is None:
            return None
        found = self._open(course, connection, unit)
        people = {row: found.person(each) for row, each in found.submissions.items()}
        due = {row: own for row, each in found.submissions.items() if (own := found.due(each))}
        return Connected(found, [listing.table("canvas-participants.csv", people, due)])

    def _open(self, course: Course, connection: Connection, unit: str) -> Submissions:
        site = CanvasSite(connection.site, connection.token(course))
        found = Submissions(site, connection.assignment(unit), connection.course)
        kind = found.assignment.get("grading_type")
        if kind != "points" or not found.maximum:
            raise CourseError(
                f"{found.assignment['name']} is graded as {kind} out of "
                f"{found.assignment.get('points_possible')}, so marks can't go back to it. Nothing "
                "was collected. In Canvas, set Display Grade as to Points, with points possible."
            )
        return found

    def uploads(self, export: Export, context: CollectContext) -> Iterator[Upload]:
        """The work of each student, or of each group, whose files may be with only one member."""
        assert isinstance(export, Submissions)
        uploads: dict[str, Upload] = {}
        for row, submission in export.submissions.items():
            if not submission.get("submitted_at"):
                continue
            group = (submission.get("group") or {}).get("name") or ""
            person = export.person(submission)
            label = group or person.name or row
            upload = uploads.setdefault(export.group(row) or row, Upload(label, [], group=group))
            upload.people.append(person)
            upload.rows.append(row)
            upload.files |= dict(_files(export.site, submission))
            upload.submitted = _time(submission["submitted_at"])
            upload.late = bool(submission.get("late"))
        yield from (upload for upload in uploads.values() if upload.files)

    def fill(self, handback: Handback) -> None:
        """Post marks, and a comment with the pages."""
        connection = self.connection_to_return(handback)
        found = self._open(handback.course, connection, handback.unit)
        entries = handback.entries(self.name)
        current, excluded, protected = {}, {}, {}
        for row, submission in found.submissions.items():
            student = handback.rows(self.name).get(row, "")
            current[row], entry = _score(submission), entries.get(student)
            if current[row] is None and student in handback.record.posted:
                protected[row] = posting.REMOVED
            now = _time(submission.get("submitted_at"))
            if submission.get("excused"):
                excluded[row] = "left out: excused in Canvas"
            elif entry and entry.submitted and now and now.isoformat() > entry.submitted:
                excluded[row] = "left out: resubmitted since the work was collected"

        def points(student: str) -> float:
            return handback.marks[student].scaled(found.maximum)

        in_groups: dict[str, dict[str, float]] = {}
        for row, student in handback.rows(self.name).items():
            if found.marks_groups and row in found.submissions and student in handback.marks:
                in_groups.setdefault(found.group(row), {})[row] = points(student)
        for group, marks in in_groups.items():
            if group and len(set(marks.values())) > 1:
                excluded |= dict.fromkeys(marks, ONE_MARK)

        plan = posting.plan(handback, self.name, self.title, points, current, excluded, protected)
        posted = posting.carry_out(
            *(handback, self.title, plan, found.maximum),
            lambda post: _send(found, post, handback.options.force),
        )
        if posted and found.assignment.get("post_manually"):
            print("  Students see their marks when you post them in Canvas's gradebook.")
        if any(not found.submissions[post.row].get("user_id") for post in posted):
            print("  Anonymous students get no pages: Canvas takes no files for them.")


def _score(submission: Mapping[str, Any]) -> float | None:
    """A mark without Canvas's own deduction for being late."""
    entered: float | None = submission.get("entered_score")
    return submission.get("score") if entered is None else entered


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _files(site: CanvasSite, submission: Mapping[str, Any]) -> Iterator[tuple[str, Member]]:
    for file in submission.get("attachments") or ():
        name = file.get("display_name") or file["filename"]
        if file.get("size", 0) > MAX_FILE_BYTES:
            yield name, Member(name, functools.partial(too_large, file["size"]))
        else:
            yield name, Member(name, functools.partial(site.download, file["url"]))
    if submission.get("body"):
        yield "text.html", Member("text.html", functools.partial(submission["body"].encode))


def _send(found: Submissions, post: Post, force: bool) -> int:
    path = found.address(post.row)
    posting.check_unchanged(post, CanvasWeb.title, _score(found.site.json("GET", path)), force)
    data: dict[str, Any] = {
        "submission[posted_grade]": f"{post.points:.2f}",
        "comment[text_comment]": post.comment,
    }
    if found.submissions[post.row].get("user_id"):
        data["comment[file_ids][]"] = [
            found.site.upload(f"{path}/comments/files", page.name, page.read_bytes())
            for page in post.pages
        ]
    answer = found.site.request("PUT", path, data=data, repeatable=False)
    score = found.site.decode(answer).get("entered_score")
    if score is None or abs(score - post.points) > posting.SAME:
        raise CourseError(f"Canvas kept the mark {score} instead of {post.points:.2f}")
    return 0


PLATFORM = CanvasWeb()
