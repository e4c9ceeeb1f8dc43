"""Every kind of finding has words, and every kind with words is found by some detector."""

import ast
import re
from pathlib import Path

import misstep
from misstep.explain.words import templates

SOURCES = Path(misstep.__file__).parent
KIND = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


def test_kinds_of_findings_are_those_with_words():
    kinds = {
        node.value
        for package in ("explain", "functions")
        for file in (SOURCES / package).rglob("*.py")
        if file.parent.name != "words"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and KIND.fullmatch(node.value)
    }
    assert kinds == templates().keys()
