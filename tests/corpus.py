"""The truth corpus: wrong answers, and whether what their students read is true and helps.

Each answer in wrong_answers.txt has a heading of four parts:

    ### cell | its mistake, named before it was run | judgement | what the judgement is about

The cell is a function, a quiz, a line of a derivation or a student's test, under the id that it has
in its exercise; of functions only the body may be stored.

The judgement is "helpful" (reading only this leads to the mistake), "useless" (it is true, but does
not lead there) or "false". The last part has the kinds of the findings that were shown, and a
digest of their data without numbers. Another wording changes neither; another finding has to be
judged.
"""

import contextlib
import functools
import hashlib
import importlib
import json
import linecache
import pkgutil
import re
import sys
import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import misstep
import pytest
from misstep import climb
from misstep.core.calling import TooSlow
from misstep.core.report import CheckFailed, Report
from misstep.explain import explanation, words
from misstep.explain.findings import Finding
from misstep.explain.repairs import search
from misstep.explain.words import functions  # about rungs, not about causes
from misstep.formulas import comparison, expressions
from student_code import written

from lincourse.checks.units import CHECKS

for module in pkgutil.walk_packages(misstep.__path__, "misstep."):
    importlib.import_module(module.name)  # or `_listening` would miss those imported when needed
counterexample = sys.modules["misstep.explain.diagnosis.counterexample"]  # not the function
EXERCISES = Path(__file__).parent.parent / "exercises"
FILE = Path(__file__).with_name("wrong_answers.txt")
GIVEN = "imports", "probabilities", "judging", "cross_entropy"  # cells that answers build on
HELPFUL, USELESS, FALSE = JUDGEMENTS = "helpful", "useless", "false"
# The limits of a search are the same on every machine.
SECONDS_PER_EDIT = 0.001
MAX_ROUNDS = 20_000  # of the loops of one edited function
SECONDS_PER_FORMULA = 60


@dataclass(frozen=True)
class Stored:
    """A stored answer."""

    name: str
    mistake: str
    judgement: str
    finding: str
    body: str

    @property
    def kinds(self):
        """The kinds of the findings that were shown."""
        return self.finding.split()[:-1]

    @property
    def heading(self):
        """Its first line."""
        return " | ".join((self.name, self.mistake, self.judgement, self.finding))


@dataclass(frozen=True)
class Told:
    """What is said of an answer: the report, and the findings in it."""

    report: object
    findings: list

    @property
    def finding(self):
        """The kinds of what was found, and a digest of the data."""
        kinds = [finding.kind for finding in self.findings] or [
            fact.key.name.lower() for fact in self.report.facts
        ]
        text = repr([(f.kind, _normal(f.data), f.place and f.place.text) for f in self.findings])
        return f"{' '.join(dict.fromkeys(kinds))} {hashlib.sha1(text.encode()).hexdigest()[:4]}"


def stored():
    """Return all stored answers."""
    parts = FILE.read_text("utf-8").split("\n### ")[1:]
    return [
        Stored(*heading.split(" | "), body)
        for heading, _, body in (part.partition("\n") for part in parts)
    ]


def functions_stored():
    """Return (function, body) for all stored functions of which only the body is stored."""
    return [(one.name, one.body) for one in stored() if _is_body(one)]


def _is_body(answer):
    cell = re.search(rf"(?m)^def {answer.name}\b", answer.body)
    return answer.name in CHECKS and not cell


def store(answers):
    """Write stored answers; the text above the first of them stays."""
    preface = FILE.read_text("utf-8").partition("\n### ")[0]
    text = "".join(f"\n### {one.heading}\n{one.body.rstrip()}" for one in answers)
    FILE.write_text(f"{preface}{text}\n", "utf-8")


def tell(answer, catalogue=True):
    """Check a stored answer; without the catalogue, by general means only."""
    check = CHECKS.get(answer.name, SimpleNamespace(mistakes=[]))
    mistakes = check.mistakes
    check.mistakes = mistakes if catalogue else []
    try:
        with _listening() as heard, _steady_clock():
            report = _report(answer)
    finally:
        check.mistakes = mistakes
    read = " ".join([report.message, report.looks, report.think, *(v for _, v in report.rows)])
    shown = [
        finding
        for finding, said in heard
        if (said.looks or said.think or "\0") in read
        and finding.kind not in functions.WORDS
        and not finding.kind.endswith("-style")  # right functions are tried in a random order
        and not finding.kind.startswith("form-")  # said only once for each step
    ]
    return Told(report, sorted(_once(shown), key=lambda finding: finding.kind))


def _report(answer):
    """The report on an answer; a whole cell is run in its notebook, between imports and test."""
    if _is_body(answer):
        return climb(CHECKS[answer.name], written(answer.name, answer.body), 0)
    imports, test = _cells()[answer.name]
    namespace = {"__name__": "__main__", "student": ""}
    try:
        for cell in (imports, answer.body, test):
            file = f"<cell {hash(cell)}>"
            linecache.cache[file] = (len(cell), None, cell.splitlines(True), file)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Python warns of some mistakes, too
                exec(compile(cell, file, "exec"), namespace)
    except CheckFailed as failed:
        return failed.result
    return Report(answer.name)


@functools.cache
def _cells():
    """For each graded cell, the given cells of its notebook and the cell that tests it."""
    found = {}
    for notebook in EXERCISES.glob("*/*.ipynb"):
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        sources = {
            cell["metadata"].get("nbgrader", {}).get("grade_id"): "".join(cell["source"])
            for cell in cells
        }
        for name, source in sources.items():
            if name and name.startswith("test_"):
                given = "\n".join(sources[cell] for cell in GIVEN if cell in sources)
                found[name.removeprefix("test_")] = given, source
    return found


def judged(answer, judgement, told):
    """Return the answer with a new judgement."""
    return replace(answer, judgement=judgement, finding=told.finding)


def _once(findings):
    return list({repr((f.kind, _normal(f.data))): f for f in findings}.values())


@contextlib.contextmanager
def _listening():
    """Collect every finding that is put into words, with its words."""
    heard, say = [], words.say

    def listen(finding):
        said = say(finding)
        heard.append((finding, said))
        return said

    modules = [
        module
        for name, module in sys.modules.items()
        if name.startswith("misstep") and getattr(module, "say", None) is say
    ]
    for module in modules:
        module.say = listen
    try:
        yield heard
    finally:
        for module in modules:
            module.say = say


@contextlib.contextmanager
def _steady_clock():
    """Count edits and rounds of their loops instead of seconds."""
    edits, rounds = 0, 0
    compiled = search.Search._compiled

    def compile_next(self, text):
        nonlocal edits, rounds
        edits, rounds = edits + 1, 0
        return compiled(self, text)

    def tick(self):
        nonlocal rounds
        rounds += 1
        if rounds > MAX_ROUNDS:
            self.cut_off = True
            raise TooSlow

    def look():
        return edits * SECONDS_PER_EDIT

    clock = SimpleNamespace(process_time=look, monotonic=look, perf_counter=look)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search.Search, "_compiled", compile_next)
        patch.setattr(search.Search, "_tick", tick)
        patch.setattr(comparison, "SECONDS_PER_READING", SECONDS_PER_FORMULA)
        patch.setattr(expressions, "SECONDS", SECONDS_PER_FORMULA)
        for module in (search, explanation, counterexample):
            patch.setattr(module, "time", clock)
        yield


def _normal(value):
    """Data without numbers and without values of the inputs, which may be drawn otherwise."""
    match value:
        case dict():
            return sorted(
                (key, _normal(one)) for key, one in value.items() if key not in ("values", "style")
            )
        case list() | tuple() | set():
            return [_normal(one) for one in value]
    if hasattr(value, "looks"):  # a known mistake is told by what it does
        return value.source or value.looks
    if isinstance(value, Finding):
        return [value.kind, _normal(value.data)]
    return re.sub(r"[\d.e+-]+|'[^']*'", "#", str(value))
