"""Every kind of finding has words, and every kind with words is found by some detector."""

import ast
import importlib
import re
from collections import Counter
from pathlib import Path

import misstep
from misstep.explain import words
from misstep.explain.words import student_tests

SOURCES = Path(misstep.__file__).parent


def constants(nodes):
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_kinds_of_findings_are_those_with_words():
    nodes = [
        node
        for file in SOURCES.rglob("*.py")
        if file.parent.name != "words"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
    ]
    strings = constants(nodes)
    starts = constants(node.values[0] for node in nodes if isinstance(node, ast.JoinedStr))
    prefixes = tuple(start for start in starts if re.fullmatch("[a-z]+-", start))
    kinds = {string for string in strings if re.fullmatch("[a-z0-9]+(-[a-z0-9]+)+", string)}
    known = words.templates().keys()
    ways = student_tests.REJECTIONS.keys()  # in which an assert rejects a right function
    assert kinds - known - ways == {"site-packages"}  # a folder
    assert {kind for kind in known - strings if not kind.startswith(prefixes)} == set()


def test_no_kind_has_words_in_two_modules():
    names = [file.stem for file in Path(words.__file__).parent.glob("[a-z]*.py")]
    modules = [importlib.import_module(f"misstep.explain.words.{name}") for name in names]
    times = Counter(kind for module in modules for kind in module.WORDS)
    assert [kind for kind, many in times.items() if many > 1] == []
