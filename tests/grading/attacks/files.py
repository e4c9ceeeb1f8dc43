"""Submissions whose files or folders are not what they should be."""

import json
import os
import socket

from classroom import WRONG, write_notebook

from attacks.kit import ALL, RIGHT, attack, cheat, handed_in

UNREADABLE = {"lost": ALL, "status": "unreadable", "says": "."}
EITHER_WAY = {"either": ALL, "status": "graded, needs review, unreadable"}


def raw(work, data):
    """Hand in these bytes as the notebook."""
    work.file_beside(work.file.name, data)
    work.notebook = None


def text_of(work):
    return json.dumps(work.notebook, indent=1)


# ---------------------------------------------------------------- what the file holds

NO_NOTEBOOKS = {
    "garbage": bytes(range(256)) * 100,
    "an-empty-file": b"",
    "json-of-another-kind": b'{"type": "FeatureCollection", "features": []}',
    "a-number": b"17",
    "null": b"null",
    "ten-thousand-brackets": b"[" * 10_000 + b"]" * 10_000,
    "a-million-brackets": b'{"cells": ' + b"[" * 10**6,
    "a-web-page": b"<!DOCTYPE html><html><title>Log in</title></html>",
    "an-archive": b"PK\x03\x04" + bytes(2000),
}
for name, data in NO_NOTEBOOKS.items():
    attack(name, lambda work, data=data: raw(work, data), **UNREADABLE)

DEEP = b'"metadata": {"deep": ' + b"[" * 5000 + b"]" * 5000 + b","
LONG = b'"big": ' + b"9" * 5000 + b', "nbformat": 4'
CHANGED_BYTES = {
    "a-truncated-file": (lambda data: data[:-400], UNREADABLE),
    "half-a-file": (lambda data: data[: len(data) // 2], UNREADABLE),
    "keys-that-are-repeated": (lambda data: data.rstrip(b"}\n") + b', "cells": null}', UNREADABLE),
    "a-byte-order-mark": (lambda data: data.decode().encode("utf-8-sig"), {}),
    "utf-16": (lambda data: data.decode().encode("utf-16"), EITHER_WAY),
    "null-bytes-at-the-end": (lambda data: data + b"\0" * 100, EITHER_WAY),
    "deep-metadata": (lambda data: data.replace(b'"metadata": {', DEEP, 1), EITHER_WAY),
    "a-number-of-many-digits": (lambda data: data.replace(b'"nbformat": 4', LONG), EITHER_WAY),
}
for name, (change, expected) in CHANGED_BYTES.items():
    attack(
        name,
        lambda work, change=change: raw(work, change(text_of(work).encode())),
        **expected,
    )

for name, number, minor in (("nbformat-99", 99, 99), ("nbformat-a-word", "four", None)):
    version = {"nbformat": number, "nbformat_minor": minor}
    attack(name, lambda work, version=version: work.notebook.update(version), **EITHER_WAY)


@handed_in(**UNREADABLE)
def a_file_with_conflict_marks(work):
    lines = text_of(work).splitlines()
    marks = ["<<<<<<< HEAD", *lines[10:14], "=======", *lines[10:14], ">>>>>>> mine"]
    raw(work, "\n".join([*lines[:10], *marks, *lines[14:]]).encode())


@handed_in(**EITHER_WAY)
def latin_1(work):
    work["why"]["source"] = "Weil es so schön ist."
    raw(work, json.dumps(work.notebook, ensure_ascii=False).encode("latin-1"))


@handed_in(**EITHER_WAY)
def nbformat_3(work):
    cells = [
        {**c, "input": c.pop("source"), "language": "python"} if c["cell_type"] == "code" else c
        for c in work.cells
    ]
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": "tiny"}}
    raw(work, json.dumps(old | {"worksheets": [{"cells": cells, "metadata": {}}]}).encode())


@handed_in(**EITHER_WAY)
def nbformat_missing(work):
    del work.notebook["nbformat"], work.notebook["nbformat_minor"]


@handed_in(**UNREADABLE)
def a_list(work):
    raw(work, json.dumps(work.cells).encode())


@handed_in(**EITHER_WAY)
def numbers_that_are_none(work):
    work.notebook["metadata"]["x"] = [float("nan"), float("inf"), 1e308]


@handed_in(**EITHER_WAY)
def sixty_megabytes(work):
    work["mean"]["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": "x" * 60 * 10**6}
    ]


@handed_in(**(UNREADABLE | {"says": r"(?i)large|big|MB|GB|megabyte"}))
def three_gigabytes(work):
    raw(work, b"{")
    os.truncate(work.file, 3 * 2**30)


@handed_in(lost=ALL, status="unreadable, needs review", says=".")
def the_notebook_of_another_assignment(work):
    for c in work.cells:
        marks = c["metadata"].get("nbgrader")
        if marks:
            marks["grade_id"] = f"other_{marks['grade_id']}"
        c["source"] = "another = 1"


# ---------------------------------------------------------------- which files there are


def renamed(work, name):
    work.file_beside(name, text_of(work))
    work.notebook = None


for name, file, expected in (
    ("a-renamed-notebook", "my homework (final).ipynb", {"says": "."}),
    ("a-notebook-in-capitals", "Tiny.IPYNB", EITHER_WAY | {"says": "."}),
    ("a-notebook-in-a-folder", "tiny/tiny.ipynb", EITHER_WAY),
):
    attack(name, lambda work, file=file: renamed(work, file), **expected)
attack(
    "a-notebook-with-a-name-that-leads-out",
    lambda work: renamed(work, "..tiny\\..\\x.ipynb"),
    either=ALL,
    status="graded, needs review, unreadable, missing",
    says=".",
)


@handed_in(lost=ALL, status="unreadable, missing", says=".")
def an_empty_folder(work):
    work.folder.mkdir(parents=True)
    work.notebook = None


@handed_in(lost=ALL, status="missing")
def nothing_for_this_assignment(work):
    work.folder.parent.mkdir(parents=True)
    work.notebook = None


@handed_in(lost=ALL, status="missing, unreadable")
def only_another_assignment(work):
    write_notebook(work.folder.parent / "another/another.ipynb", work.notebook)
    work.notebook = None


@handed_in(lost=ALL, status="unreadable, missing", says=".")
def only_other_files(work):
    work.file_beside("tiny.py", "def mean(values): return 1")
    work.file_beside("tiny.ipynb.txt", text_of(work))
    work.notebook = None


@handed_in()
def a_wrong_copy_beside_it(work):
    copy = json.loads(text_of(work))
    for c in copy["cells"]:
        if c["metadata"].get("nbgrader", {}).get("solution"):
            c["source"] = "pass"
    write_notebook(work.folder / "tiny-Copy1.ipynb", copy)


@handed_in(either=ALL, says=".")
def two_renamed_notebooks(work):
    work.file_beside("tiny (1).ipynb", text_of(work))
    work.file_beside("tiny (2).ipynb", text_of(work))
    work.notebook = None


@handed_in()
def a_garbage_notebook_beside_it(work):
    work.file_beside("notes.ipynb", b"\xff\x00")
    work.file_beside("huge.ipynb", b"{")
    os.truncate(work.folder / "huge.ipynb", 2**31)


@handed_in()
def notebook_checkpoints(work):
    write_notebook(work.folder / ".ipynb_checkpoints/tiny-checkpoint.ipynb", {"cells": []})


@handed_in(lost=ALL, status="unreadable, missing, needs review", says=".")
def only_a_checkpoint(work):
    write_notebook(work.folder / ".ipynb_checkpoints/tiny-checkpoint.ipynb", {"cells": []})
    work.notebook = None


@handed_in(lost=ALL, status="unreadable, missing", says=".")
def a_folder_in_place_of_the_notebook(work):
    work.file.mkdir(parents=True)
    work.notebook = None


@handed_in(lost=ALL, status="unreadable, missing", says=".")
def a_file_in_place_of_the_folder(work):
    work.folder.parent.mkdir(parents=True)
    work.folder.write_text("here")
    work.notebook = None


@handed_in()
def ten_thousand_files(work):
    folder = work.folder / "many"
    folder.mkdir(parents=True)
    for number in range(10_000):
        (folder / str(number)).touch()


@handed_in()
def a_huge_file_beside_it(work):
    work.file_beside("data.bin", b"x")
    os.truncate(work.folder / "data.bin", 20 * 2**30)


@handed_in()
def folders_within_folders(work):
    work.folder.mkdir(parents=True)
    place = os.open(work.folder, os.O_RDONLY)
    for _ in range(150):
        os.mkdir("deep", dir_fd=place)
        inner = os.open("deep", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = inner
    os.close(place)


@handed_in()
def file_names_that_are_odd(work):
    work.folder.mkdir(parents=True)
    for name in ("a\nb", "-rf", "$(touch x)", "x'y\"z", "ünï🎲", " "):
        (work.folder / name).touch()
    with open(os.fsencode(work.folder) + b"/caf\xe9", "wb"):
        pass


# ---------------------------------------------------------------- links and special files


def elsewhere(work, name):
    """A path outside of what is handed in, next to the course."""
    place = work.course.parent / f"elsewhere-{name}"
    place.mkdir(exist_ok=True)
    return place


REFUSED = {"lost": ALL, "status": "unreadable, missing, needs review", "says": "(?i)link"}


def linked(work, target):
    work.folder.mkdir(parents=True)
    work.file.symlink_to(target.format(course=work.course))
    work.notebook = None


for name, target, says in (
    ("the-solution", "{course}/source/tiny/tiny.ipynb", "(?i)link"),
    ("someone-elses-work", "../../000-honest/tiny/tiny.ipynb", "(?i)link"),
    ("zeros", "/dev/zero", "."),
    ("itself", "tiny.ipynb", "."),
):
    attack(
        f"a-link-to-{name}",
        lambda work, target=target: linked(work, target),
        **REFUSED | {"says": says},
    )


@handed_in(**REFUSED)
def the_folder_a_link(work):
    place = elsewhere(work, "assignment")
    write_notebook(place / work.file.name, work.notebook)
    work.folder.parent.mkdir(parents=True)
    work.folder.symlink_to(place)
    work.notebook = None


@handed_in(**REFUSED)
def the_students_folder_a_link(work):
    place = elsewhere(work, "student")
    write_notebook(place / work.assignment / work.file.name, work.notebook)
    work.folder.parent.symlink_to(place)
    work.notebook = None


@handed_in(lost=["mean"])
def a_link_to_a_secret(work):
    place = elsewhere(work, "secret")
    (place / "secret.txt").write_text("REA" + "CHED a secret")
    work.folder.mkdir(parents=True)
    (work.folder / "data.txt").symlink_to(place / "secret.txt")
    (work.folder / "data").symlink_to(place)
    (work.folder / "all").symlink_to("/")
    work.answer(
        mean="""
for name in ("data.txt", "data/secret.txt", "all@COURSE@/../elsewhere-secret/secret.txt"):
    try: print(open(name).read())
    except OSError as error: print(type(error))
def mean(values): pass
"""
    )


@handed_in()
def links_in_a_circle(work):
    work.folder.mkdir(parents=True)
    (work.folder / "up").symlink_to("..")
    (work.folder / "here").symlink_to(".")


@handed_in()
def a_fifo_beside_it(work):
    work.folder.mkdir(parents=True)
    os.mkfifo(work.folder / "pipe")


@handed_in(**UNREADABLE)
def a_fifo_in_place_of_the_notebook(work):
    work.folder.mkdir(parents=True)
    os.mkfifo(work.file)
    work.notebook = None


@handed_in()
def a_socket_beside_it(work):
    work.folder.mkdir(parents=True)
    place = os.getcwd()
    os.chdir(work.folder)  # the path of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as link:
            link.bind("socket")
    finally:
        os.chdir(place)


@handed_in(lost=ALL, status="unreadable, missing, needs review, graded", either=ALL)
def a_notebook_nobody_may_read(work):
    work.hand_in()
    work.file.chmod(0)
    work.notebook = None


@handed_in()
def a_notebook_nobody_may_write(work):
    work.hand_in()
    work.file.chmod(0o444)
    work.folder.chmod(0o555)
    work.notebook = None


@handed_in()
def a_hard_link(work):
    place = elsewhere(work, "hard")
    write_notebook(place / "mine.ipynb", work.notebook)
    work.folder.mkdir(parents=True)
    os.link(place / "mine.ipynb", work.file)
    work.notebook = None


# ---------------------------------------------------------------- files that shadow modules

EVIL = """
import builtins, os
print("shadowed")
def __getattr__(name):
    return lambda *a, **k: True
open("@COURSE@/@MARK@", "w").close()
"""

for name in (
    "numpy.py",
    "numpy/__init__.py",
    "lincourse.py",
    "lincourse/__init__.py",
    "lincourse/checks/__init__.py",
    "json.py",
    "socket.py",
    "sitecustomize.py",
    "usercustomize.py",
    "conftest.py",
    "nbgrader_config.py",
    "IPython.py",
    "struct.py",
    "traceback.py",
):
    cheat(
        f"a-file-that-shadows-{name.replace('/', '-')}",
        "1 + 1",
        files={name: EVIL},
        either=RIGHT if name in ("numpy.py", "numpy/__init__.py") else (),
    )


@handed_in(lost=["share", "total"])
def a_profile_for_ipython(work):
    work.answer(share=WRONG["share"], total=WRONG["total"])
    work.file_beside(".ipython/profile_default/startup/00.py", "total = 17")
    work.file_beside("ipython_config.py", "c.InteractiveShellApp.exec_lines = ['total = 17']")
    work.file_beside(".pth", "import os; os._exit(0)")
    work.file_beside("evil.pth", "import os; os._exit(0)")


# ---------------------------------------------------------------- when it came

STAMPS = {
    "late": "2999-01-01 00:00:00 UTC",
    "ancient": "1970-01-01 00:00:00 UTC",
    "before-time": "0001-01-01 00:00:00 UTC",
    "garbage": "\xff\xfe\x00 the day before yesterday",
    "empty": "",
    "number": "9" * 400,
    "huge": "2020-01-01 " * 10**6,
    "with-an-odd-zone": "2020-01-01 00:00:00 Mars/Olympus",
    "with-a-script": "<script>alert(1)</script>",
}


for name, text in STAMPS.items():
    attack(
        f"a-timestamp-{name}",
        lambda work, text=text: work.file_beside("timestamp.txt", text.encode("latin-1")),
    )

SPECIAL = {
    "folder": lambda path: path.mkdir(),
    "link": lambda path: path.symlink_to("/dev/zero"),
    "fifo": os.mkfifo,
}


def special_timestamp(work, make):
    work.folder.mkdir(parents=True)
    make(work.folder / "timestamp.txt")


for name, make in SPECIAL.items():
    attack(f"a-timestamp-that-is-a-{name}", lambda work, make=make: special_timestamp(work, make))

# ---------------------------------------------------------------- what students are called

NAMES = {
    "unicode": "Zoë Ångström 学生 🎲",
    "right-to-left": "שלום\u202e",
    "combining": "e\u0301tudiant",
    "spaces": "first  last ",
    "quotes": 'o\'brien "b"; drop table student; --',
    "option": "--force",
    "dash": "-",
    "shell": "$(touch x) `touch y` | & ;",
    "script": "<script>window.attacked = true<",
    "newline": "two\nlines",
    "tab-and-control": "a\tb\x07",
    "percent": "100%s {0} %2e%2e",
    "backslash": "a\\..\\b",
    "glob": "[a-z]*?",
    "formula": "=1+1",
    "comma": "a,b;c",
    "number": "0042",
    "long": "x" * 200,
}
for name, student in NAMES.items():
    attack(f"a-student-called-by-{name}", lambda work: None, student=student)
attack(
    "a-student-called-by-bytes-that-are-no-text",
    lambda work: None,
    either=ALL,
    status="graded, needs review, unreadable",
    says=".",
    student="caf\udce9",
)
