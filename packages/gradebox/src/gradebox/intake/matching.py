"""Which submitted file is which notebook of the assignment."""

import json
import re
from typing import Any

from gradebox.course.model import Assignment, CourseNotebook
from gradebox.intake.submission import Submission, listing, printable_name
from gradebox.notebooks import grade_id
from gradebox.notebooks import source as text_of

MAX_CELLS = 2000  # per notebook
MAX_SOURCE = 2 * 2**20  # characters of a cell
CONFLICT = re.compile(rb"^(<{7} |>{7} |={7}$)", re.MULTILINE)

Cells = list[dict[str, Any]]


def match(
    assignment: Assignment, files: dict[str, bytes], submission: Submission
) -> dict[str, Cells]:
    """Return the cells of every notebook of the assignment that is among the files."""
    read: dict[str, Cells] = {}
    broken: dict[str, str] = {}
    for name, content in files.items():
        found = read_cells(content, name, submission)
        if isinstance(found, str):
            broken[name] = found
        else:
            read[name] = found
    chosen, left = _best_fits(assignment, read), set(read)
    for book in assignment.notebooks:
        own = f"{book.name}.ipynb"
        if book.name not in chosen:
            submission.review_reasons.append(
                f"{own} {broken[own]}" if own in broken else f"there is no {own}"
            )
            if not files and submission.files:
                others = listing([*map(printable_name, submission.files)])
                submission.notes.append(f"submitted instead: {others}")
            continue
        taken = chosen[book.name] = _choose(book, chosen[book.name], left, read, submission)
        left.discard(taken)
        if taken.rpartition("/")[2] != own:
            if own in read and own not in chosen.values():
                submission.review_reasons.append(f"{own} is not this assignment")
            # "04-perceptron (1).ipynb" or "Kopie von 04-perceptron.ipynb" need no review
            unclear = own in files or book.name.casefold() not in taken.casefold()
            remarks = submission.review_reasons if unclear else submission.notes
            remarks.append(f"{printable_name(taken)} was read as {own}")
        submission.readable = True
    for name in read:
        if name in left:
            submission.notes.append(f"{printable_name(name)} is an extra notebook; it was ignored")
    for name, why in broken.items():
        if f"{name} {why}" not in submission.review_reasons:
            submission.notes.append(f"{printable_name(name)} {why}")
    return {name: read[file] for name, file in chosen.items()}


def _best_fits(assignment: Assignment, files: dict[str, Cells]) -> dict[str, str]:
    """Return the file of each notebook: by the ids of its cells, else by its name.

    A file goes to a notebook that it fits best (several may share some ids), so that one that is
    missing does not take another's.
    """
    books = [book.name for book in assignment.notebooks]
    ids = {name: _ids(cells) for name, cells in files.items()}
    shared = {
        (book.name, name): len(book.ids & ids[name])
        for book in assignment.notebooks
        for name in files
    }
    best = {name: max(shared[book, name] for book in books) for name in files}
    fitting = [pair for pair, count in shared.items() if count and count == best[pair[1]]]
    fitting.sort(key=lambda pair: (pair[1] != f"{pair[0]}.ipynb", -shared[pair]))
    chosen: dict[str, str] = {}
    for book, name in [*fitting, *((book, f"{book}.ipynb") for book in books)]:
        if name in files and book not in chosen and name not in chosen.values():
            chosen[book] = name
    return chosen


def _choose(
    book: CourseNotebook,
    taken: str,
    left: set[str],
    read: dict[str, Cells],
    submission: Submission,
) -> str:
    """Choose among several files that are the same notebook, and remark on differences.

    A browser names a second download "04-perceptron (1).ipynb", and some submit the notebook and
    an archive of it: none of that may cost points unseen.
    """
    others = [name for name in sorted(left - {taken}) if len(_ids(read[name]) & book.ids) > 1]
    answers = {name: _answers(book, read[name]) for name in (taken, *others)}
    begun = [name for name, found in answers.items() if found]
    if not answers[taken] and len(begun) == 1:
        names = printable_name(taken), printable_name(begun[0])
        submission.notes.append("{} is unchanged from the release; {} was chosen".format(*names))
        left.discard(taken)
        taken = begun[0]
    same = [name for name in others if name != taken and answers[name] == answers[taken]]
    differ = [name for name in begun if name != taken and name not in same]
    left -= {*same, *differ}
    counts = printable_name(taken)
    if same:
        copies = listing([*map(printable_name, same)])
        submission.notes.append(f"{copies}: the same answers as {counts}")
    if differ:
        submission.review_reasons.append(
            f"{counts} was chosen, but {listing([*map(printable_name, differ)])} has other "
            "answers: which one should count?"
        )
    return taken


def _answers(book: CourseNotebook, cells: Cells) -> dict[str, str]:
    """Return the texts of the answer cells that are no longer as released."""
    released = {c.grade_id: c.released.strip() for c in book.cells if c.of_students and c.grade_id}
    texts = {grade_id(cell): text_of(cell).strip() for cell in cells}
    return {key: text for key, text in texts.items() if released.get(key, text) != text}


def _ids(cells: Cells) -> set[str]:
    return {grade_id(cell) for cell in cells} - {""}


def read_cells(content: bytes, name: str, submission: Submission) -> Cells | str:
    """Return the cells of a notebook file, or why there are none."""
    if not content.strip():
        return "is empty"
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = content.decode("utf-16", errors="replace")
    else:
        text = content.decode("utf-8-sig", errors="replace")
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        if CONFLICT.search(content):
            return "holds the marks of a merge conflict, so it is not a notebook"
        whole = content.rstrip().endswith(b"}")
        return "is not a notebook" if whole else "is cut off, or is not a notebook"
    if not isinstance(notebook, dict):
        return "is not a notebook"
    shown, version = printable_name(name), str(notebook.get("nbformat"))[:20]
    if notebook.get("nbformat") != 4:
        submission.review_reasons.append(f"{shown} claims to have nbformat {version!r}")
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        return "is not a notebook: it has no cells"
    good = [
        cell
        for cell in cells[:MAX_CELLS]
        if isinstance(cell, dict)
        and cell.get("cell_type") in ("code", "markdown", "raw")
        and isinstance(cell.get("source", ""), str | list)
        and len(text_of(cell)) <= MAX_SOURCE
    ]
    if len(good) < len(cells):
        submission.review_reasons.append(f"{len(cells) - len(good)} cells of {shown} can't be read")
    return good
