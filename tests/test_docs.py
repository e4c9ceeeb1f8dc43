"""The reference pages: every computation on them is run."""

import doctest
import re
import textwrap
from pathlib import Path

import gradebox
import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def functions_of_the_contract():
    import lincourse

    modules = [getattr(lincourse, name) for name in lincourse.__all__ if name != "estimators"]
    return {
        name
        for module in modules
        for name, thing in vars(module).items()
        if callable(thing) and getattr(thing, "__module__", "") == module.__name__
        if not name.startswith("_")
    }


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_computations_give_what_the_page_says(page):
    result = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
    assert result.failed == 0


def test_pages_with_computations_are_found():
    for name, least in (("errata", 50), ("formulas", 25)):
        page = ROOT / "docs" / f"{name}.md"
        examples = doctest.DocTestParser().get_examples(page.read_text())
        assert len(examples) >= least


def test_every_erratum_has_a_computation():
    for entry in (ROOT / "docs/errata.md").read_text().split("\n### ")[1:]:
        assert ">>> " in entry, entry.splitlines()[0]


def test_formula_sheet_names_existing_functions():
    text = (ROOT / "docs/formulas.md").read_text()
    known = functions_of_the_contract()
    named = re.findall(
        r"`(?:\w+\.)?(\w+)`", text.replace('`"softmax"`', "").replace('`"perceptron"`', "")
    )
    assert set(named) - {"lincourse", "patience"} <= known


def test_formula_sheet_has_every_function_with_a_formula():
    """What is left is data, bookkeeping, or a method in several steps."""
    left = {"Model", "classify", "compare", "confusion_matrix", "encode_opinion"}
    left |= {"epochs_of_descent", "learn_lexicon", "lexicon_score", "mean_of", "penalty"}
    left |= {"penalty_gradient", "replace_rare", "sentiment_pipeline", "toss_outcomes"}
    left |= {"train_naive_bayes", "word_counts"}
    text = (ROOT / "docs/formulas.md").read_text()
    assert functions_of_the_contract() - set(re.findall(r"`(?:\w+\.)?(\w+)`", text)) == left


def test_glossary_entries_name_their_lecture_and_are_sorted():
    entries = re.findall(
        r"^\*\*(.+?)\*\*(.*?)(?=\n\n|\Z)", (ROOT / "docs/glossary.md").read_text(), re.M | re.S
    )
    words = [word.lower() for word, _ in entries]
    assert words == sorted(set(words))
    for word, text in entries:
        assert re.search(r"\(\d\d", text), word


@pytest.mark.parametrize("page", ["internals", "security"])
def test_files_named_on_pages_about_the_grader_exist(page):
    text = (ROOT / f"docs/{page}.md").read_text()
    named = set(re.findall(r"`([\w/]+\.py)`", text)) - {"lincourse.py"}  # a file of a student's
    assert len(named) >= 5
    folders = (ROOT, ROOT / "packages/gradebox/src/gradebox", ROOT / "tests/grading")
    assert {name for name in named if not any((f / name).is_file() for f in folders)} == set()


def test_architecture_page_shows_the_processes_that_gradebox_documents():
    page = (ROOT / "docs/architecture.md").read_text()
    trees = [part for part in gradebox.__doc__.split("\n\n") if part.startswith("    ")]
    assert len(trees) == 4
    for tree in trees:
        assert textwrap.dedent(tree).strip() in page, "copy it from gradebox/__init__.py"
