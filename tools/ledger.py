"""Count what detectors and catalogue entries are worth, by the truth corpus (tests/corpus.py).

    python tools/ledger.py [--every 5] [--workers 2]
    python tools/ledger.py --without-catalogue
    python tools/ledger.py --entries
    python tools/ledger.py --judge

The first table has a row for each kind of finding: how often students read it, and how often it was
judged helpful, true but useless, or false. The second has the CPU time of each detector. A kind
that is never shown, or that explains nothing better than the others, can be deleted.
With --entries, it prints each catalogue entry with what the student would read without it.
With --judge, it prints each answer whose message has changed since it was judged, and reads the new
judgement from the terminal: h(elpful), u(seless), f(alse).
"""

import argparse
import dataclasses
import importlib
import multiprocessing
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from misstep.explain import explanation, words
from misstep.explain.rank import Detector

from lincourse.checks.units import CHECKS

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
corpus = importlib.import_module("corpus")

JUDGEMENTS = {name[0]: name for name in corpus.JUDGEMENTS}
spent: dict[str, float] = defaultdict(float)  # CPU time of detectors, in milliseconds


def timed(detector: Detector) -> Detector:
    """The same detector, adding up its time."""

    def find(evidence: Any) -> Any:
        start = time.process_time()
        try:
            return detector.find(evidence)
        finally:
            spent[_name(detector)] += 1000 * (time.process_time() - start)

    return dataclasses.replace(detector, find=find)


def _name(detector: Detector) -> str:
    """The name of a detector: its function's, or that of its kind of finding."""
    cells = [cell.cell_contents for cell in detector.find.__closure__ or ()]
    inner = next((cell for cell in cells if isinstance(cell, str)), "")
    return inner or f"{detector.find.__name__} ({detector.cost:g})"


def tried(job: tuple[Any, bool]) -> tuple[Any, list[str], str, dict[str, float], float]:
    """The message for an answer, and its time in milliseconds."""
    answer, catalogue = job
    spent.clear()
    start = time.process_time()
    told = corpus.tell(answer, catalogue)
    taken = 1000 * (time.process_time() - start)
    return answer, [finding.kind for finding in told.findings], told.finding, dict(spent), taken


def table(results: list[Any]) -> str:
    """The ledger of some results."""
    shown: dict[str, Counter[str]] = {kind: Counter() for kind in words.templates()}
    times: Counter[str] = Counter()
    for answer, kinds, finding, milliseconds, _ in results:
        judged = answer.judgement if finding == answer.finding else "not judged"
        for kind in set(kinds):
            shown[kind][judged] += 1
        times.update(milliseconds)
    columns = (*corpus.JUDGEMENTS, "not judged")
    lines = [f"{'':34}" + "".join(f"{column:>12}" for column in ("shown", *columns))]
    for kind, row in sorted(shown.items(), key=lambda item: (-item[1].total(), item[0])):
        lines.append(
            f"{kind:34}"
            + "".join(f"{n:12}" for n in (row.total(), *map(row.get, columns, [0] * 4)))
        )
    lines += ["", f"{'':34}{'ms in all':>12}"]
    lines += [f"{name:34}{milliseconds:12.0f}" for name, milliseconds in times.most_common()]
    taken = sorted(result[-1] for result in results)
    half, slow = taken[len(taken) // 2], sum(one > 1000 for one in taken)
    lines.append(f"\nmore than one second: {slow} of {len(taken)}; half within {half:.0f} ms")
    return "\n".join(lines)


def entries(every: int) -> str:
    """The catalogue's entries, each with what the student reads without it."""
    lines = []
    mistakes = [(name, m) for name, check in CHECKS.items() for m in check.mistakes if m.source]
    for name, mistake in mistakes[::every]:
        check, body = CHECKS[name], mistake.source.partition("\n")[2]
        check.mistakes.remove(mistake)
        told = corpus.tell(corpus.Stored(name, mistake.looks, "", "", _dedented(body)))
        check.mistakes.append(mistake)
        kinds = " ".join(finding.kind for finding in told.findings) or "nothing"
        lines += [
            f"{name}: {mistake.looks}",
            f"    {kinds}: {told.report.looks or told.report.message}",
        ]
    return "\n".join(lines)


def _dedented(body: str) -> str:
    return "\n".join(line.removeprefix("    ") for line in body.splitlines())


def judge(answers: list[Any]) -> None:
    """Ask for a new judgement of every answer whose message has changed."""
    for i, answer in enumerate(answers):
        told = corpus.tell(answer)
        if told.finding != answer.finding:
            print(f"\n{answer.heading}\n{answer.body}\n\n{told.report}\n")
            given = JUDGEMENTS.get(input("h, u or f: ").strip()[:1], "")
            answers[i] = corpus.judged(answer, given or answer.judgement, told) if given else answer
            corpus.store(answers)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--every", type=int, default=1, help="step through the answers (default 1)")
    parser.add_argument("--without-catalogue", action="store_true", help="general means only")
    parser.add_argument("--entries", action="store_true", help="review the catalogue's entries")
    parser.add_argument("--judge", action="store_true", help="judge what has changed")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    options = parser.parse_args()
    answers = corpus.stored()
    if options.judge:
        return judge(answers)
    if options.entries:
        return print(entries(options.every))
    explanation.DETECTORS[:] = map(timed, explanation.DETECTORS)
    jobs = [(answer, not options.without_catalogue) for answer in answers[:: options.every]]
    with multiprocessing.get_context("fork").Pool(options.workers) as pool:
        print(table(pool.map(tried, jobs, chunksize=8)))


if __name__ == "__main__":
    main()
