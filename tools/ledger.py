"""Count which detectors and repairs pay, by the messages that every stored wrong answer gets.

    python tools/ledger.py [--every 5] [--save ledger.json] [--compare earlier.json]
    python tools/ledger.py --entries

The answers are those of tests/held_out.txt, tests/wrong_answers.txt and tests/answers, checked with
the catalogue and without it, and the catalogue's own mistakes, each checked without its own entry.
"tried" counts calls (of a repair: edits that were run), "found" those that returned something, and
"shown" those whose words the student reads. With --entries, each catalogue entry is printed with
what the student reads without it: if that is as good, the entry can go.
"""

import argparse
import ast
import importlib
import inspect
import json
import multiprocessing
import pkgutil
import random
import sys
import textwrap
import time
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from misstep import climb
from misstep.core import calling
from misstep.core.rows import Row
from misstep.explain import diagnosis, errors, recognition
from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs import edits, search
from misstep.explain.words import say

from lincourse.checks.units import CHECKS

TESTS = Path(__file__).resolve().parent.parent / "tests"
# Rows of a report that lead to the mistake, beside its "This looks like".
POINTERS = {Row.LOOK_AT, Row.WHICH_INPUTS, Row.FIRST_WRONG, Row.MEANING, Row.BROKEN_LAW}
POINTERS |= {Row.OTHER_CALL, Row.WHICH_WAY, Row.CHANGED_BY, Row.WARNING, Row.YOUR_CODE}
POINTERS |= {Row.CALLBACK_CALLS}
COLUMNS = ("tried", "found", "shown", "ms")

Answer = tuple[
    str, str, str, Any
]  # where it is from, its check, what is wrong with it, the function
counts: dict[str, Counter[str]] = defaultdict(Counter)
returned: list[tuple[str, str]] = []  # (detector, text) of the answer being checked


def answers() -> Iterator[Answer]:
    """All stored wrong answers."""
    sys.path.insert(0, str(TESTS))
    code = importlib.import_module("student_code")
    written = code.written
    for source in ("held_out", "wrong_answers"):
        for name, what, _, body in code.stored_wrong(f"{source}.txt"):
            yield source, name, what, written(name, body)
    for module in pkgutil.iter_modules([str(TESTS / "answers")]):
        book = importlib.import_module(f"answers.{module.name}")
        for name, cases in book.WRONG.items():
            for function, words in cases if name in CHECKS else ():
                yield "answers", name, words, function
    for name, check in CHECKS.items():
        for mistake in check.mistakes:
            body = textwrap.dedent(mistake.source.partition("\n")[2])
            function = written(name, body) if body else mistake.wrong
            yield "catalogue", name, mistake.looks, function


def note(detector: str, result: Any, seconds: float) -> None:
    """Count a call of a detector and keep its words."""
    results = result if isinstance(result, list | tuple) else [result]
    texts = [say(one).looks if isinstance(one, Finding) else one for one in results]
    texts = [text for text in texts if isinstance(text, str) and len(text) > 3]
    for finding in results:
        if isinstance(finding, Finding):
            name = f"  {finding.strength.name} {finding.kind}"
            counts[name]["found"] += 1
            returned.append((name, say(finding).looks))
    row = counts[detector]
    row["tried"] += 1
    row["found"] += bool(texts)
    row["ms"] += round(1000 * seconds)
    returned.extend((detector, text) for text in texts)


def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, with its calls counted."""

    def call(*args: Any, **keywords: Any) -> Any:
        start = time.process_time()
        result = function(*args, **keywords)
        note(name, result, time.process_time() - start)
        return result

    return call


patch: Callable[[Any, str, Any], None] = setattr  # for methods of classes, which mypy guards


def watch() -> None:
    """Have all detectors and repairs counted from outside."""
    for name, function in vars(diagnosis).items():
        if inspect.isfunction(function):
            setattr(diagnosis, name, watched(name, function))
    errors.explain = watched("errors.explain", errors.explain)
    recognise = recognition.Recognition.mistake

    def recognised(*args: Any) -> Any:
        mistake = recognise(*args)
        note("catalogue", mistake and [mistake.looks], 0)
        return mistake

    patch(recognition.Recognition, "mistake", recognised)
    # A busy machine must not cut a search short, so only the processor's time counts.
    clock = types.SimpleNamespace(process_time=time.process_time, monotonic=time.process_time)
    patch(search, "time", clock)
    calling.SECONDS = 3
    _watch_repairs()


def _watch_repairs() -> None:
    """Name each edit by the function that proposed it, and count those that were run."""
    proposed: dict[int, tuple[str, Any]] = {}  # by the id of an edit, which is kept alive here
    by_rules = edits._by_rules

    def rules_by_name(function: Any, rules: Any) -> Iterator[Any]:
        for rule in rules:
            for attempt in by_rules(function, [rule]):
                proposed[id(attempt)] = f"repair {rule.__name__}", attempt
                yield attempt

    def named(name: str, slip: Any) -> Any:
        def attempts(*args: Any) -> Iterator[Any]:
            for attempt in slip(*args):
                proposed.setdefault(id(attempt), (f"repair {name}", attempt))
                yield attempt

        return attempts

    def name_of(attempt: Any) -> str:
        return proposed.get(id(attempt), (f"repair mutant: {_kind(attempt)}", None))[0]

    for name, function in list(vars(edits).items()):
        takes = inspect.isgeneratorfunction(function) and list(
            inspect.signature(function).parameters
        )
        if takes and takes[0] in ("function", "parent") and name not in ("_by_rules",):
            setattr(edits, name, named(name, function))
    edits._by_rules = rules_by_name
    edited, strength, slip = search.Search._edited, search.Search._strength, search.Search.slip
    found_repair = search.Search.found

    def run_each(self: Any, *args: Any) -> Iterator[Any]:
        for found in edited(self, *args):
            self.current, start = found[0], time.process_time()
            yield found
            row = counts[name_of(found[0])]
            row["tried"] += 1
            row["ms"] += round(1000 * (time.process_time() - start))

    def passed(self: Any, attempt: Any) -> Any:
        found = strength(self, attempt)
        if found is Strength.CAUSE or (found and not hasattr(self, "winner")):
            self.winner = attempt
        return found

    def first(search: Any) -> Any:
        def result(self: Any) -> Any:
            found = search(self)
            if found:
                name = name_of(getattr(self, "winner", self.current))
                counts[name]["found"] += 1
                returned.append((name, say(found).looks.rstrip(".")))
            proposed.clear()
            return found

        return result

    for method, instead in (
        ("_edited", run_each),
        ("_strength", passed),
        ("slip", first(slip)),
        ("found", first(found_repair)),
    ):
        patch(search.Search, method, instead)


def _kind(attempt: Any) -> str:
    """What a general edit does, for those that no rule of its own proposes."""
    edit = attempt.edit
    pairs = (
        zip(edit.old, edit.new, strict=False)
        if isinstance(edit.old, list)
        else [(edit.old, edit.new)]
    )
    old, new = next(((a, b) for a, b in pairs if a is not b), (None, None))
    match new:
        case ast.BinOp(op=op, right=right):
            return f"{type(op).__name__} {type(right).__name__}"
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name)):
            return f"np.{name}"
    return f"{type(old).__name__} -> {type(new).__name__}"


def check(job: tuple[int, bool]) -> dict[str, Any]:
    """Check one answer; what was said of it."""
    number, with_catalogue = job
    source, name, what, function = ALL[number]
    one = CHECKS[name]
    mistakes = one.mistakes
    if source == "catalogue":
        one.mistakes = [mistake for mistake in mistakes if mistake.looks != what]
    elif not with_catalogue:
        one.mistakes = []
    returned.clear()
    counts.clear()
    start = time.process_time()
    try:
        report = climb(one, function, 0)
    finally:
        one.mistakes = mistakes
    told = dict(report.rows)
    read = " ".join([report.message, report.looks, *told.values()])
    for detector in {detector for detector, text in returned if text in read}:
        counts[detector]["shown"] += 1
    named = [d for d, text in returned if report.looks and text in report.looks]
    plain = report.failed.startswith(("it returns", "it raises")) or "In yours" in report.message
    level = (
        "passes" if report.good
        else "catalogue" if "catalogue" in named
        else "named" if report.looks
        else "pointed" if POINTERS & {fact.key for fact in report.facts}
        else "type or entry" if plain
        else "nothing"
    )  # fmt: skip
    return {
        "key": f"{source} | {name} | {what} | {'on' if with_catalogue else 'off'}",
        "level": level,
        "by": named[-1] if named else "",
        "looks": report.looks,
        "think": report.think,
        "facts": [[fact.label, fact.value] for fact in report.facts if fact.key in POINTERS],
        "ms": round(1000 * (time.process_time() - start)),
        "all": [report.message, report.looks, report.think, *map(list, report.rows)],
        "counts": {detector: dict(row) for detector, row in counts.items()},
    }


def table(records: list[dict[str, Any]]) -> str:
    """The ledger of some records, the detectors that are shown most often first."""
    total: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        for detector, row in record["counts"].items():
            total[detector].update(row)
    ordered = sorted(total.items(), key=lambda item: (-item[1]["shown"], item[0]))
    lines = [f"{'':44}" + "".join(f"{column:>9}" for column in COLUMNS)]
    lines += [f"{name[:43]:44}" + "".join(f"{row[c]:9}" for c in COLUMNS) for name, row in ordered]
    return "\n".join(lines)


def summary(records: list[dict[str, Any]]) -> str:
    """How much the answers are told, by where they are from, with or without the catalogue."""
    levels: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        source, *_, catalogue = record["key"].split(" | ")
        levels[f"{source}, catalogue {catalogue}"][record["level"]] += 1
    lines = [f"{who}: {sum(of.values())}: {dict(of.most_common())}" for who, of in levels.items()]
    slow = sum(record["ms"] > 1000 for record in records)
    return "\n".join([*lines, f"more than one second: {slow} of {len(records)}"])


def entries(records: list[dict[str, Any]]) -> str:
    """The catalogue's entries, each with what the student reads without it."""
    lines = []
    for record in sorted(records, key=lambda record: record["key"]):
        _, name, looks, _ = record["key"].split(" | ")
        think = next(m.think for m in CHECKS[name].mistakes if m.looks == looks)
        rows = [f"{label}: {value}" for label, value in record["facts"]]
        lines += [f"{name}: {looks} {think}", *(f"    {row}" for row in rows)]
        lines.append(f"    {record['level']}: {record['looks']} {record['think']}".rstrip(": "))
    return "\n".join(lines)


def compare(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> str:
    """The answers of which less is said than before, or something else."""
    old = {record["key"]: record for record in before}
    lines = []
    for new in after:
        was = old.get(new["key"])
        if was and was["level"] != new["level"]:
            lines.append(
                f"{new['key']}\n    {was['level']} ({was['by']}): {was['looks']}{was['facts']}"
            )
            lines.append(f"    {new['level']} ({new['by']}): {new['looks']}{new['facts']}")
    return "\n".join(lines)


ALL: list[Answer] = []


def main() -> None:
    """Run the answers and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--every", type=int, default=1, help="take one answer in so many (default 1)"
    )
    parser.add_argument("--save", type=Path, help="file for the records, as JSON")
    parser.add_argument("--compare", type=Path, help="file of an earlier run")
    parser.add_argument("--entries", action="store_true", help="review the catalogue's entries")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    options = parser.parse_args()
    chosen = [a for a in answers() if a[0] == "catalogue" or not options.entries]
    ALL.extend(chosen[:: options.every])
    watch()
    catalogue = [answer[0] == "catalogue" for answer in ALL]
    jobs = [(i, on) for i, own in enumerate(catalogue) for on in (False, *([] if own else [True]))]
    random.Random(0).shuffle(jobs)  # so that the records of the first minutes are a fair sample
    with multiprocessing.get_context("fork").Pool(options.workers) as pool:
        records = []
        for record in pool.imap_unordered(check, jobs, chunksize=4):
            records.append(record)
            if options.save and len(records) % 100 == 0:
                options.save.write_text(json.dumps(records), "utf-8")
    if options.save:
        options.save.write_text(json.dumps(records), "utf-8")
    if options.entries:
        print(entries(records))
        return
    print(table(records), summary(records), sep="\n\n")
    if options.compare:
        print(compare(json.loads(options.compare.read_text("utf-8")), records))


if __name__ == "__main__":
    main()
