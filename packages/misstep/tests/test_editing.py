"""Mistakes as edits of a right answer, and how messages are shown."""

import pytest
from misstep.core import frontend
from misstep.core.mistakes import Answer

PLAIN = Answer("twice", "def twice(x):\n    y = 2 * x\n    return y\n")


def test_edit_changes_every_occurrence_and_nothing_else():
    edited = PLAIN.edited("y -> z")
    assert edited.source == "def twice(x):\n    z = 2 * x\n    return z\n"
    assert edited.function(4) == 8
    assert PLAIN.function(4) == 8


def test_edit_leaves_the_signature_unchanged():
    assert PLAIN.edited("x -> 7").source == "def twice(x):\n    y = 2 * 7\n    return y\n"


def test_edits_follow_each_other():
    edited = PLAIN.edited(
        """
        2 * -> 3 *
        3 * x -> 3 * x + 1
        """
    )
    assert edited.function(4) == 13


def test_edit_to_nothing_removes_the_text():
    assert PLAIN.edited("2 * -> ").function(4) == 4


@pytest.mark.parametrize(
    ("edits", "words"),
    [("3 * -> 2 *", "no '3 \\*' to edit"), ("2 * x", "written"), ("-> 2", "written")],
)
def test_edit_raises_if_it_does_not_fit_the_answer(edits, words):
    with pytest.raises(ValueError, match=words):
        PLAIN.edited(edits)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("np.where, or np.exp.", "<code>np.where</code>, or <code>np.exp</code>."),
        ("np.array(...) makes one", "<code>np.array(...)</code> makes one"),
        ("write `np.sum(a, axis=1) < 2`", "write <code>np.sum(a, axis=1) &lt; 2</code>"),
        ("np.linalg.norm (lnp.x) & <b>", "<code>np.linalg.norm</code> (lnp.x) &amp; &lt;b&gt;"),
        ("`A` &amp; np.", "<code>A</code> &amp;amp; np."),
    ],
)
def test_numpy_functions_are_set_as_code_in_html(text, html):
    assert frontend.with_code(text) == html
