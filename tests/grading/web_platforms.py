"""Small servers that answer as Moodle's and Canvas's web services do, for tests on loopback.

Moodle: the functions of mod/assign/externallib.php and webservice/upload.php, compared with the
answers of a real Moodle 5.1. Canvas: developerdocs.instructure.com (Submissions, File Uploads,
Throttling, Pagination); never compared with a real one.
"""

import json
import re
import threading
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

TOKEN = "s3cret"
COURSE, ASSIGNMENT, DUE = 42, 17, 1_790_000_000


@dataclass
class Somebody:
    """A student on the platform, and what they submitted."""

    id: int
    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    status: str = "submitted"
    submitted: int = DUE - 3600
    extension: int = 0
    override: int = 0
    group: str = ""
    number: int = -1  # as a participant of an anonymous assignment
    late: bool = False
    # what the platform has of their feedback
    grade: float | None = None
    comments: list[str] = field(default_factory=list)
    pages: dict[str, bytes] = field(default_factory=dict)
    locked: bool = False
    excused: bool = False
    state: str = "inmarking"  # of the marking workflow
    saved: int = 0  # when the grade or the feedback was last changed

    @property
    def has_feedback(self):
        return self.grade is not None or bool(self.comments) or bool(self.pages)

    @property
    def email(self):
        return f"{self.name.split()[0].lower()}@uni.example"


class Platform:
    """What both servers share: the class, and a log of requests."""

    def __init__(self, people, **settings):
        self.people = {each.id: each for each in people}
        self.settings = settings
        self.calls, self.addresses = Counter(), []
        self.busy = 0  # answers left that ask to wait
        self.fail_after = None  # posts until the connection breaks
        self.lose_answers = False  # the connection breaks after the post has been carried out
        self.file_status = {}  # by student; the status of answers to requests for their files

    def file(self, path):
        user, _, name = path.rpartition("/files/")[2].partition("/")
        somebody = self.people[int(user)]
        return self.file_status.get(somebody.id, 200), (somebody.files | somebody.pages)[name]


class Moodle(Platform):
    """Moodle's web service."""

    def __init__(self, people, **settings):
        super().__init__(people, **settings)
        self.drafts = {}

    def answer(self, method, path, query, form, files, headers):
        if path == "/webservice/pluginfile.php" or "/files/" in path:
            return self.file(path) if form.get("token") == TOKEN else (403, b"")
        if path == "/webservice/upload.php":
            draft = self.drafts.setdefault(int(form["itemid"]), {})
            draft.update(files)
            return 200, [{"filename": name} for name in files]
        if path == "/login/token.php":
            assert form["service"] == "moodle_mobile_app"
            known = form["username"] == "ada" and form["password"] == "lovelace"
            refusal = {"error": "Invalid login, please try again", "errorcode": "invalidlogin"}
            return 200, {"token": TOKEN, "privatetoken": None} if known else refusal
        if form.get("wstoken") != TOKEN:
            error = {"exception": "moodle_exception", "errorcode": "invalidtoken"}
            return 200, error | {"message": "Invalid token"}
        self.calls[form["wsfunction"]] += 1
        return 200, getattr(self, form["wsfunction"])(form)

    def core_webservice_get_site_info(self, form):
        return {"sitename": "Uni", "release": "5.1.5 (Build: 1)", "fullname": "Tea Cher"}

    def core_files_get_unused_draft_itemid(self, form):
        return {"itemid": len(self.drafts) + 100}

    def mod_assign_get_assignments(self, form):
        enabled = {"subtype": "assignfeedback", "name": "enabled", "value": "1"}
        plugins = self.settings.get("plugins", ("comments", "file"))
        assignment = {
            **{
                "id": ASSIGNMENT,
                "cmid": 9,
                "name": "Unit 00: Welcome",
                "duedate": DUE,
                "grade": 100,
            },
            **{"teamsubmission": 0, "blindmarking": 0, "revealidentities": 0},
            **{"markingworkflow": 0, "configs": [{"plugin": p} | enabled for p in plugins]},
        }
        other = {"id": 18, "name": "Essay", "duedate": 0, "grade": 10, "configs": []}
        return {"courses": [{"id": COURSE, "assignments": [assignment | self.settings, other]}]}

    def core_course_get_course_module(self, form):
        assert form["cmid"] == "9"
        method = self.settings.get("method")
        return {"cm": {"advancedgrading": [{"area": "submissions", "method": method}]}}

    def gradereport_user_get_grade_items(self, form):
        if not self.settings.get("report", True):
            return {"exception": "x", "errorcode": "nopermissions", "message": "Not allowed"}
        item = {"itemmodule": "assign", "iteminstance": ASSIGNMENT}
        reports = [
            {"userid": each.id, "gradeitems": [item | {"gradeislocked": each.locked}]}
            for each in self.people.values()
        ]
        return {"usergrades": reports}

    def mod_assign_get_user_flags(self, form):
        if self.settings.get("denied"):
            refusal = {"warningcode": "1", "message": "No access rights in module context"}
            return {"assignments": [], "warnings": [refusal]}
        flags = [
            {"userid": each.id, "extensionduedate": each.extension, "workflowstate": each.state}
            for each in self.people.values()
        ]
        return {"assignments": [{"assignmentid": ASSIGNMENT, "userflags": flags}]}

    def mod_assign_list_participants(self, form):
        return [self.participant(each) for each in self.people.values()]

    def participant(self, each):
        found = {"id": each.id, "fullname": each.name, "recordid": -1}
        if self.settings.get("blindmarking"):
            hidden = not self.settings.get("revealidentities")
            name = f"Participant {each.number}" if hidden else each.name
            known = each.id % 2  # the others have just got their number
            return found | {"fullname": name, "recordid": each.number if known else -1}
        found |= {"email": each.email, "username": each.email.partition("@")[0]}
        if each.group:
            found |= {"groupid": self.group_id(each.group), "groupname": each.group}
        return found

    def group_id(self, name):
        groups = sorted({each.group for each in self.people.values()} - {""})
        return groups.index(name) + 1 if name else 0

    def mod_assign_get_participant(self, form):
        each = self.people[int(form["userid"])]
        return {"id": each.id, "duedate": each.override or DUE}

    def mod_assign_get_submissions(self, form):
        found = []
        for each in self.people.values():
            if not each.files and each.status == "submitted":
                continue
            teams = self.settings.get("teamsubmission")
            files = [
                {
                    **{"filename": name, "filepath": "/", "filesize": len(content)},
                    "fileurl": f"{self.address}/webservice/pluginfile.php/files/{each.id}/{name}",
                }
                for name, content in each.files.items()
            ]
            area = {"area": "submission_files", "files": files}
            plugins = [{"type": "file", "fileareas": [area]}]
            row = {"status": each.status, "timemodified": each.submitted, "plugins": plugins}
            if teams:  # Moodle also keeps a row without files for each member
                group = self.group_id(each.group)
                members = [m for m in self.people.values() if self.group_id(m.group) == group]
                found += [row | {"userid": m.id, "groupid": 0, "plugins": []} for m in members]
                found.append(row | {"userid": 0, "groupid": group})
            else:
                found.append(row | {"userid": each.id, "groupid": 0})
        return {"assignments": [{"assignmentid": ASSIGNMENT, "submissions": found}]}

    def mod_assign_get_grades(self, form):
        grades = [
            {**self.grade(each), "grader": 2, "timemodified": each.saved}
            for each in self.people.values()
            if each.has_feedback
        ]
        return {"assignments": [{"assignmentid": ASSIGNMENT, "grades": grades}]}

    def grade(self, each):
        grade = -1 if each.grade is None else each.grade
        return {"userid": each.id, "grade": f"{grade:.5f}", "attemptnumber": 0}

    def mod_assign_get_submission_status(self, form):
        each = self.people[int(form["userid"])]
        unreleased = self.settings.get("markingworkflow") and each.state != "released"
        if not each.has_feedback or unreleased:
            return {"warnings": []}
        files = [
            {
                "filename": name,
                "filesize": len(content),
                "fileurl": f"{self.address}/webservice/pluginfile.php/files/{each.id}/{name}",
            }
            for name, content in each.pages.items()
        ]
        return {
            "feedback": {
                "grade": self.grade(each),
                "plugins": [
                    {"type": "comments", "editorfields": [{"text": "".join(each.comments)}]},
                    {"type": "file", "fileareas": [{"area": "feedback_files", "files": files}]},
                ],
            }
        }

    def mod_assign_save_grade(self, form):
        each = self.people[int(form["userid"])]
        assert form["applytoall"] == "0"
        assert form["workflowstate"] == each.state
        each.saved = max(somebody.saved for somebody in self.people.values()) + 1
        if not each.locked:
            each.grade = float(form["grade"])
        if text := form.get("plugindata[assignfeedbackcomments_editor][text]"):
            each.comments = [text.replace("<br>", "<br />")]  # Moodle writes it so
        if item := form.get("plugindata[files_filemanager]"):
            each.pages = self.drafts[int(item)]
        return None


class Canvas(Platform):
    """Canvas's REST API, two submissions to a page."""

    def answer(self, method, path, query, form, files, headers):
        if path.startswith("/storage/"):
            assert "Authorization" not in headers
            if method == "GET":
                return self.file(path)
            [(name, content)] = files.items()
            self.uploaded = {**getattr(self, "uploaded", {}), len(self.addresses): (name, content)}
            status = self.settings.get("stored", 301)
            return status, f"{self.address}/api/v1/files/{len(self.addresses)}/create_success"
        if headers.get("Authorization") != f"Bearer {TOKEN}":
            return 401, {"errors": [{"message": "Invalid access token."}]}
        page = f"/api/v1/courses/{COURSE}/assignments"
        if path == "/api/v1/users/self":
            return 200, {"name": "Tea Cher"}
        if path == f"/api/v1/courses/{COURSE}":
            return 200, {"name": "Linear classifiers"}
        if path == page:
            return 200, [{"id": ASSIGNMENT, "name": "Welcome"}, {"id": 18, "name": "Essay"}]
        if found := re.fullmatch(r"/api/v1/files/(\d+)/create_success", path):
            return 200, {"id": int(found[1])}
        self.calls[f"{method} {path.removeprefix(page)}"] += 1
        if path == f"{page}/{ASSIGNMENT}":
            due = {"due_at": "2026-09-21T14:13:20Z", "grading_type": "points"}
            return 200, {"name": "Welcome", "points_possible": 20.0} | due | self.settings
        if path == f"{page}/{ASSIGNMENT}/submissions":
            return self.page(int(query.get("page", ["1"])[0]))
        if found := re.fullmatch(rf"{page}/{ASSIGNMENT}/submissions/(\d+)/comments/files", path):
            return 200, {"upload_url": f"{self.address}/storage/", "upload_params": {"key": "1"}}
        found = re.fullmatch(rf"{page}/{ASSIGNMENT}/(anonymous_)?submissions/(\w+)", path)
        each = next(e for e in self.people.values() if found[2] in (str(e.id), f"x{e.number}"))
        assert bool(found[1]) == bool(self.settings.get("anonymize_students"))
        if method == "GET":
            return 200, self.submission(each)
        individually = self.settings.get("grade_group_students_individually")
        for other in self.people.values():
            mate = each.group and other.group == each.group and not individually
            if not each.locked and (other is each or mate):
                other.grade = float(form["submission[posted_grade]"])
        each.comments.append(form["comment[text_comment]"])
        if item := form.get("comment[file_ids][]"):
            name, content = self.uploaded[int(item)]
            each.pages[name] = content
        return 200, {"entered_score": each.grade}

    def page(self, number):
        people = list(self.people.values())
        self.following = number + 1 if len(people) > 2 * number else None
        return 200, [self.submission(each) for each in people[2 * number - 2 : 2 * number]]

    def submission(self, each):
        place = f"{self.address}/storage/files/{each.id}"
        files = [
            {"display_name": name, "size": len(content), "url": f"{place}/{name}"}
            for name, content in each.files.items()
        ]
        last, first = each.name.split()[::-1]
        who = {
            "user_id": each.id,
            "user": {
                "name": each.name,
                "sortable_name": f"{last}, {first}",
                "login_id": each.email,
            },
        }
        if self.settings.get("anonymize_students"):
            who = {"anonymous_id": f"x{each.number}"}
        mates = [
            m for m in self.people.values() if m is each or (each.group and m.group == each.group)
        ]
        submitted = any(mate.files for mate in mates)  # but the files are only with one of them
        return who | {
            "submitted_at": f"2026-09-21T0{each.submitted % 10}:00:00Z" if submitted else None,
            "cached_due_date": "2026-09-30T12:00:00Z" if each.extension else "2026-09-21T14:13:20Z",
            **{"late": each.late, "attachments": files, "excused": each.excused},
            **{"score": each.grade, "entered_score": each.grade},
            "group": {"id": 5, "name": each.group} if each.group else {"id": None, "name": None},
        }


@contextmanager
def serving(platform, tls=None):
    """Serve a platform on loopback; its `address` is that of the site."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.handle_request("GET")

        def do_POST(self):
            self.handle_request("POST")

        def do_PUT(self):
            self.handle_request("PUT")

        def handle_request(self, method):
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            form, files = parse_form(self.headers.get("Content-Type", ""), body)
            platform.addresses.append(self.path)
            if platform.busy:
                platform.busy -= 1
                self.send(429, b"Rate Limit Exceeded", [("Retry-After", "7")])
                return
            posts = method == "PUT" or form.get("wsfunction") == "mod_assign_save_grade"
            if posts and platform.fail_after is not None:
                platform.fail_after -= 1
                if platform.fail_after < 0:
                    self.close_connection = True
                    return
            query = parse_qs(parts.query)
            status, content = platform.answer(method, parts.path, query, form, files, self.headers)
            if posts and platform.lose_answers:
                self.close_connection = True
                return
            headers = []
            if status in (201, 301):
                headers, content = [("Location", content)], b""
            if getattr(platform, "following", None) and parts.path.endswith("/submissions"):
                after = f"{platform.address}{parts.path}?page={platform.following}"
                headers.append(("Link", f'<{after}>; rel="next"'))
            self.send(status, content, headers)

        def send(self, status, content, headers=()):
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            for name, value in [*headers, ("Content-Length", str(len(data)))]:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    platform.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield platform
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def parse_form(kind, body):
    """The fields of a form, and its files."""
    if not kind.startswith("multipart/"):
        return {key: values[-1] for key, values in parse_qs(body.decode("latin-1")).items()}, {}
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
    form, files = {}, {}
    for part in message.iter_parts():
        content = part.get_payload(decode=True)
        if part.get_filename():
            files[part.get_filename()] = content
        else:
            form[part.get_param("name", header="content-disposition")] = content.decode()
    return form, files
