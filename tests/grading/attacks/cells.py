"""Notebooks whose cells or metadata were changed: by hand, by accident, or to gain points."""

import copy
import json

from classroom import WRONG, cell

from attacks.kit import ALL, HALF, attack, handed_in


def half_wrong(work):
    work.answer(**{name: WRONG[name] for name in HALF})


def tests(work):
    return [c for c in work.cells if c["metadata"].get("nbgrader", {}).get("locked")][1:]


def copied(work, grade_id, source=None):
    made = copy.deepcopy(work[grade_id])
    if source is not None:
        made["source"] = source
    return made


def turned(work, grade_ids, kind):
    for grade_id in grade_ids:
        work[grade_id]["cell_type"] = kind
        work[grade_id].pop("outputs", None)
        work[grade_id].pop("execution_count", None)


def schema(work, version):
    for c in work.cells:
        if "nbgrader" in c["metadata"]:
            c["metadata"]["nbgrader"]["schema_version"] = version


UNSOLVED = (
    "def mean(values):\n"
    '    """The mean of a list of numbers; ValueError where there are none."""\n'
    "    # YOUR CODE HERE\n"
    "    raise NotImplementedError()"
)

# ---------------------------------------------------------------- test cells

PASSED = {"text/plain": "1.0", "application/json": {"score": 100}}
FORGED = {"output_type": "execute_result", "data": PASSED, "metadata": {}, "execution_count": 1}
# name -> what is changed in every test cell, and what in its nbgrader metadata
CHANGED_TESTS = {
    "test-cells-edited": ({"source": "assert True"}, {}),
    "test-cells-emptied": ({"source": ""}, {}),
    "test-cells-unlocked": ({"source": "pass"}, {"locked": False}),
    "test-cells-said-to-be-answers": (
        {"source": "pass"},
        {"solution": True, "grade": False, "locked": False},
    ),
    "results-forged": ({"outputs": [FORGED]}, {}),
}


def change_tests(work, keys, marks):
    half_wrong(work)
    for test in tests(work):
        test.update(keys)
        test["metadata"]["nbgrader"].update(marks)


for name, changes in CHANGED_TESTS.items():
    attack(name, lambda work, changes=changes: change_tests(work, *changes), lost=HALF)


def tag(work, tags):
    half_wrong(work)
    for c in work.cells:
        c["metadata"]["tags"] = tags


for name, tags in {
    "skip-execution": ["skip-execution"],
    "raises-exception": ["raises-exception", "remove-cell", "hide_input", "nbval-skip"],
}.items():
    attack(f"tagged-{name}", lambda work, tags=tags: tag(work, tags), lost=HALF)


def turn_tests(work, kind):
    half_wrong(work)
    turned(work, [f"test_{name}" for name in ALL], kind)


for kind in ("markdown", "raw"):
    attack(
        f"test-cells-turned-to-{kind}", lambda work, kind=kind: turn_tests(work, kind), lost=HALF
    )


@handed_in(lost=["share", "total"])
def test_cells_hold_right_answers(work):
    work.answer(share=WRONG["share"], total=WRONG["total"])
    work["test_share"]["source"] = "def share(c): c = np.asarray(c, float); return c / c.sum()"
    work["test_total"]["source"] = "total = 17"


@handed_in(lost=HALF)
def test_cells_exit(work):
    half_wrong(work)
    for test in tests(work):
        test["source"] = "import os; os._exit(0)\n" + test["source"]


@handed_in()
def test_cells_deleted(work):
    gone = tests(work)
    work.notebook["cells"] = [c for c in work.cells if c not in gone]


@handed_in(lost=HALF)
def test_cells_deleted_and_half_wrong(work):
    test_cells_deleted(work)
    half_wrong(work)


@handed_in(lost=["share"])
def one_test_cell_deleted(work):
    work.answer(share=WRONG["share"])
    del work.cells[work.place("test_share")]


@handed_in(lost=["mean"])
def one_test_cell_moved_to_the_end(work):
    work.answer(mean=WRONG["mean"])
    work.cells.append(work.cells.pop(work.place("test_mean")))
    work.cells.append(cell("def mean(values): return sum(values) / len(values)"))


@handed_in()
def all_test_cells_moved_to_the_top(work):
    moved = tests(work)
    work.notebook["cells"] = moved + [c for c in work.cells if c not in moved]


@handed_in(lost=HALF)
def told_to_allow_errors(work):
    half_wrong(work)
    work.notebook["metadata"] |= {"allow_errors": True, "nbgrader": {"score": 100}}
    for c in work.cells:
        c["metadata"] |= {"editable": False, "deletable": False, "allow_errors": True}


@handed_in(lost=HALF)
def points_forged(work):
    half_wrong(work)
    for test in tests(work):
        test["metadata"]["nbgrader"] |= {"points": 100, "score": 100, "auto_score": 100}
    work["why"]["metadata"]["nbgrader"]["points"] = 100


@handed_in()
def points_that_are_no_points(work):
    for name, points in (("mean", -5), ("share", float("nan")), ("total", "many"), ("words", None)):
        work[f"test_{name}"]["metadata"]["nbgrader"]["points"] = points


@handed_in(lost=["total"])
def test_cells_copied(work):
    work.answer(total=WRONG["total"])
    for name in ALL:
        place = work.place(f"test_{name}")
        work.cells.insert(place, copied(work, f"test_{name}", "pass"))


@handed_in()
def stored_errors(work):
    error = {"output_type": "error", "ename": "E", "evalue": "no", "traceback": ["no"]}
    for test in tests(work):
        test["outputs"] = [error]


@handed_in()
def more_graded_cells_than_there_are(work):
    for number in range(5):
        made = cell("pass", grade_id=f"bonus-{number}", grade=True, solution=True, points=20)
        work.cells.append(made)


# ---------------------------------------------------------------- given cells

attack("the-given-cell-turned-to-markdown", lambda work: turned(work, ["given"], "markdown"))


@handed_in(lost=HALF)
def the_given_cell_edited(work):
    half_wrong(work)
    work["given"]["source"] = (
        "import numpy as np\n"
        "np.testing.assert_allclose = np.allclose = lambda *a, **k: True\n"
        "LIMIT = 0\n"
        "def clip(value): return 0\n"
    )


@handed_in()
def the_given_cell_deleted(work):
    del work.cells[work.place("given")]


@handed_in()
def the_plain_cell_deleted(work):
    del work.cells[work.place("test_mean") + 1]


@handed_in()
def the_plain_cell_edited(work):
    work.cells[work.place("test_mean") + 1]["source"] = "raise ValueError('I changed it')"


# ---------------------------------------------------------------- answers

for name, kind in {
    "turned-to-markdown": "markdown",
    "turned-to-raw": "raw",
    "of-an-unknown-type": "poem",
}.items():
    attack(
        f"an-answer-{name}", lambda work, kind=kind: turned(work, ["mean"], kind), either=["mean"]
    )

# name -> the text of a copy of an answer (None: the same), and where it is put
COPIES = {
    "a-solved-copy-below": (None, 1),
    "an-unsolved-copy-below": (UNSOLVED, 1),
    "an-unsolved-copy-above": (UNSOLVED, 0),
    "a-wrong-copy-below": (WRONG["mean"], 1),
}
for name, (text, offset) in COPIES.items():
    attack(
        name,
        lambda work, text=text, offset=offset: work.cells.insert(
            work.place("mean") + offset, copied(work, "mean", text)
        ),
        lost=["mean"] if name == "a-wrong-copy-below" else [],
    )

attack("an-answer-emptied", lambda work: work.answer(mean=""), lost=["mean"])
UNDONE = "def mean(values): return 0"
attack("an-answer-that-an-own-cell-undoes", lambda work: work.add(UNDONE, "mean"), lost=["mean"])
attack("an-answer-undone-after-its-test", lambda work: work.add(UNDONE, "test_mean"))


@handed_in()
def the_read_answer_turned_to_code(work):
    work["why"].update({"cell_type": "code", "outputs": [], "execution_count": 1})
    work["why"]["source"] = "while True: pass"


@handed_in()
def answers_said_to_be_locked(work):
    for name in ALL:
        work[name]["metadata"]["nbgrader"] |= {"locked": True, "solution": False}


@handed_in(lost=["mean"])
def an_answer_deleted(work):
    del work.cells[work.place("mean")]


@handed_in(lost=ALL)
def all_answers_deleted(work):
    for name in ALL:
        del work.cells[work.place(name)]


@handed_in(lost=ALL, status="graded, needs review, unreadable")
def no_cells_at_all(work):
    work.notebook["cells"] = []


@handed_in(either=["mean"])
def an_answer_split_in_two(work):
    first, second = work["mean"]["source"].rsplit("    return", 1)
    work["mean"]["source"] = first
    work.add("    return" + second, "mean")


@handed_in()
def an_answer_moved_below_its_test(work):
    place = work.place("mean")
    work.cells.insert(place + 1, work.cells.pop(place))


@handed_in()
def all_cells_in_reverse(work):
    work.cells.reverse()


@handed_in()
def an_own_cell_holds_the_answer(work):
    work.add(work["mean"]["source"], "mean")
    work.answer(mean=UNSOLVED)


@handed_in()
def a_wrong_copy_at_the_end(work):
    work.cells.append(copied(work, "mean", WRONG["mean"]))


@handed_in()
def every_cell_twice(work):
    work.notebook["cells"] = [copy.deepcopy(c) for c in work.cells for _ in range(2)]


@handed_in()
def the_whole_notebook_twice(work):
    work.notebook["cells"] = work.cells + copy.deepcopy(work.cells)


@handed_in()
def a_thousand_copies(work):
    work.notebook["cells"] = work.cells + [copied(work, "mean") for _ in range(1000)]


@handed_in()
def answers_with_the_solution_marks(work):
    body = work["mean"]["source"].replace("    if len", "    ### BEGIN SOLUTION\n    if len")
    work.answer(mean=f"{body}\n    ### END SOLUTION")


@handed_in(lost=ALL)
def unsolved_throughout(work):
    work.notebook = json.loads((work.course / "release/tiny/tiny.ipynb").read_text())


# ---------------------------------------------------------------- metadata

attack("schema-99", lambda work: schema(work, 99))
attack("schema-that-is-a-word", lambda work: schema(work, "three"))


@handed_in(either=["mean"])
def an_answer_with_another_id(work):
    work["mean"]["metadata"]["nbgrader"]["grade_id"] = "mean-old"


@handed_in(either=ALL, status="graded, needs review, unreadable", says=".")
def all_ids_changed(work):
    for c in work.cells:
        if "nbgrader" in c["metadata"]:
            c["metadata"]["nbgrader"]["grade_id"] += "-copy"


@handed_in(lost=["total"], either=["mean"])
def two_ids_exchanged(work):
    work.answer(total=WRONG["total"])
    one, other = (work[name]["metadata"]["nbgrader"] for name in ("mean", "test_total"))
    one["grade_id"], other["grade_id"] = other["grade_id"], one["grade_id"]


@handed_in(either=ALL, status="graded, needs review, unreadable", says=".")
def all_nbgrader_metadata_stripped(work):
    for c in work.cells:
        c["metadata"].pop("nbgrader", None)


@handed_in(either=ALL, status="graded, needs review, unreadable", says=".")
def all_metadata_stripped(work):
    for c in work.cells:
        c["metadata"] = {}
    work.notebook["metadata"] = {}


@handed_in(either=ALL, status="graded, needs review, unreadable", says=".")
def no_metadata_keys_at_all(work):
    for c in work.cells:
        del c["metadata"]
    del work.notebook["metadata"]


@handed_in(either=["mean"])
def one_cell_stripped(work):
    work["mean"]["metadata"].pop("nbgrader")


@handed_in()
def schema_1(work):
    schema(work, 1)
    for c in work.cells:
        c["metadata"].get("nbgrader", {}).pop("task", None)


@handed_in(either=["mean", "share", "total"])
def ids_that_are_no_words(work):
    for name, other in (("mean", None), ("share", ["share"]), ("total", {"a": 1})):
        work[name]["metadata"]["nbgrader"]["grade_id"] = other


@handed_in(either=["mean", "share", "total", "words"])
def nbgrader_metadata_that_is_none(work):
    places = {name: work.place(name) for name in ("mean", "share", "total", "words")}
    for name, other in (("mean", None), ("share", "yes"), ("total", [1])):
        work.cells[places[name]]["metadata"]["nbgrader"] = other
    work.cells[places["words"]]["metadata"] = ["no"]


@handed_in()
def ids_that_lead_elsewhere(work):
    work.cells.append(cell("1", grade_id="../../../../evil", solution=True, grade=True, points=50))


@handed_in()
def another_kernel(work):
    work.notebook["metadata"]["kernelspec"] = {"name": "bash", "display_name": "Bash"}
    work.notebook["metadata"]["language_info"] = {"name": "R", "version": 3}


@handed_in()
def cell_ids_twice_and_odd(work):
    work.notebook["nbformat_minor"] = 5
    for c in work.cells:
        c["id"] = "the same"
    work.cells[0]["id"] = 7


@handed_in()
def unknown_keys_everywhere(work):
    work.notebook["extra"] = {"a": 1}
    for c in work.cells:
        c["extra"] = [1]


# ---------------------------------------------------------------- text


@handed_in()
def source_as_lists(work):
    for c in work.cells:
        c["source"] = c["source"].splitlines(keepends=True)


@handed_in(lost=["mean", "share", "total"])
def source_of_odd_types(work):
    work["mean"]["source"] = None
    work["share"]["source"] = 42
    work["total"]["source"] = [1, None]


@handed_in(lost=["mean"])
def source_missing(work):
    del work["mean"]["source"]


@handed_in()
def cells_that_are_no_cells(work):
    work.notebook["cells"] = [None, 1, "cell", [], {}, *work.cells, {"cell_type": None}]


@handed_in(lost=ALL, status="unreadable", says=".")
def cells_null(work):
    work.notebook["cells"] = None


@handed_in(lost=ALL, status="unreadable", says=".")
def cells_a_dictionary(work):
    work.notebook["cells"] = {str(i): c for i, c in enumerate(work.cells)}


@handed_in()
def outputs_of_odd_types(work):
    work["mean"]["outputs"] = None
    work["share"]["outputs"] = [None, 1, {"output_type": "nothing"}]
    work["total"].update({"outputs": "none", "execution_count": "many"})


@handed_in()
def two_thousand_cells_of_its_own(work):
    work.cells.extend(cell(f"x{i} = {i}") for i in range(2000))


@handed_in(lost=["mean"])
def lone_surrogates_in_an_answer(work):
    work.answer(mean='def mean(values):\n    return "\ud800"')


@handed_in()
def lone_surrogates_in_an_own_cell(work):
    work.add("x = '\ud800'; print(x)", "test_mean")
    work.add("\ud800", "test_mean", "markdown")


@handed_in()
def windows_line_ends(work):
    for c in work.cells:
        c["source"] = c["source"].replace("\n", "\r\n")


@handed_in()
def an_own_cell_with_hidden_test_marks(work):
    work.add("### BEGIN HIDDEN TESTS\nx = 1", "test_mean")


@handed_in()
def text_in_many_scripts(work):
    work.add("Grüße, 你好, שלום, 🎲 \u202e reversed", "test_mean", "markdown")
    work.add('名前 = "値 🎲"; print(名前)', "test_mean")
