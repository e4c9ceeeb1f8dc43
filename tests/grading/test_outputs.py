"""What student code shows is taken apart and built again from what is known."""

import base64

import pytest
from gradebox.sandbox import outputs
from gradebox.sandbox.outputs import harmless, limited, sanitised

PNG = base64.b64encode(b"\x89PNG").decode()


def test_only_text_and_pictures_are_kept():
    data = {"text/plain": "1", "text/html": "<b>1</b>", "image/png": PNG, "image/svg+xml": "<svg/>"}
    assert limited(data) == {"text/plain": "1", "image/png": PNG}
    assert limited({"image/jpeg": b"\xff\xd8"}) == {"image/jpeg": "/9g="}
    assert limited({"image/png": "<script>"}) == {}
    assert limited({"text/plain": 3, "application/javascript": "alert(1)"}) == {}


def test_large_output_is_replaced_by_a_note():
    assert limited({"text/plain": "x" * (outputs.MAX_TEXT + 1)}) == {
        "text/plain": outputs.TOO_LARGE
    }
    large = {"image/png": "A" * (outputs.MAX_PICTURE + 1)}
    assert limited(large) == {"text/plain": outputs.TOO_LARGE}
    assert limited({"text/plain": "figure", **large}) == {"text/plain": "figure"}


@pytest.mark.parametrize("value", [None, 3, "text", {}, [None, 1, "x", {}, {"output_type": "odd"}]])
def test_malformed_output_is_left_out(value):
    assert sanitised(value) == []


def test_every_field_has_its_type():
    class Liar:
        def __str__(self):
            raise AssertionError("nobody asks it")

    odd = [
        {"output_type": "stream", "name": "stdout; rm", "text": Liar(), "more": 1},
        {"output_type": "error", "ename": Liar(), "evalue": 1, "traceback": [Liar(), "line"]},
        {"output_type": "execute_result", "data": "x", "execution_count": True, "metadata": {1: 2}},
        {"output_type": "display_data", "data": {"text/html": "<b>"}, "metadata": {"a": 1}},
    ]
    assert sanitised(odd) == [
        {"output_type": "stream", "name": "stdout", "text": ""},
        {"output_type": "error", "ename": "", "evalue": "", "traceback": ["", "line"]},
        {"output_type": "execute_result", "data": {}, "metadata": {}, "execution_count": None},
        {"output_type": "display_data", "data": {}, "metadata": {}},
    ]


def test_lengths_are_limited():
    long = "x" * 10**6
    stream, error = sanitised(
        [
            {"output_type": "stream", "name": "stderr", "text": long},
            {"output_type": "error", "ename": long, "evalue": long, "traceback": [long] * 1000},
        ]
    )
    assert len(stream["text"]) == outputs.MAX_TEXT
    assert len(error["traceback"]) == outputs.MAX_TRACEBACK
    assert max(map(len, [*error["traceback"], error["ename"], error["evalue"]])) <= 2000
    assert len(sanitised([{"output_type": "stream"}] * 10**4)) <= 200


def test_markdown_loses_html_and_script_links():
    text = harmless("a < b <img src=x onerror=alert(1)> [x](javascript:alert(1)) <!-- -->")
    assert text.startswith("a < b < img")
    assert "](" not in text
    assert "<!" not in text
