"""Code similarity by winnowing (Schleimer, Wilkerson and Aiken 2003, the method behind MOSS).

Code is read as tokens: all names, numbers and strings are made the same, comments and layout are
dropped. A *fingerprint* is the hash of `GRAM` consecutive tokens. Code that the course gave is
ignored, and so are passages that many students share: a right answer of three lines looks the same
in half of a class. Rare passages that two students share are a reason to look, never a verdict.
Only students who share a passage that at most `MAX_HOLDERS` have are compared: comparing all pairs
of a large class would take too long.

The library copydetect compares files pair by pair. It doesn't know common passages, so it would
accuse half of a class here.
"""

import io
import keyword
import tokenize
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

GRAM = 12  # tokens in a fingerprint; shorter passages are ignored
WINDOW = 4  # consecutive fingerprints, of which one is kept
MAX_COMMON_SHARE, MIN_COMMON = 0.1, 4  # a passage is common if more students than that have it
MAX_HOLDERS = 30  # students with a passage; if more have it, it starts no comparison
MIN_SHARED = 12  # fingerprints that two students must share: about eight lines
MIN_SHARE = 0.6  # shared part of the rare fingerprints in the shorter work
MAX_TOKENS = 20_000  # read per student
MAX_TEXT = 1_000_000  # characters, of which comments give no tokens

SKIPPED = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER),
}
SAME = {tokenize.NUMBER: "0", tokenize.STRING: "''"}

Prints = dict[int, list[int]]  # a fingerprint -> the lines where it begins


@dataclass(frozen=True)
class Pair:
    """Two students who share rare passages."""

    first: str
    second: str
    shared: int  # fingerprints
    share: float  # relative to the rare fingerprints in the shorter work
    verbatim: float  # the share of identical lines, relative to the shorter work
    lines: tuple[list[int], list[int]]  # where, in each work, counted from 0


@dataclass
class Similar:
    """Similar work in a class."""

    pairs: list[Pair] = field(default_factory=list)  # the most similar first
    clusters: list[list[str]] = field(default_factory=list)  # with three or more students


def compare(works: Mapping[str, str], given: Iterable[str] = ()) -> Similar:
    """Find pairs and clusters in students' code; `given` is the course's code."""
    known = {mark for text in given for mark in _all_marks(text)}
    prints = {
        student: {mark: at for mark, at in fingerprints(text).items() if mark not in known}
        for student, text in works.items()
    }
    many = Counter(mark for marks in prints.values() for mark in marks)
    most = max(MIN_COMMON, MAX_COMMON_SHARE * len(works))
    rare = {who: {m for m in marks if many[m] <= most} for who, marks in prints.items()}
    holders: dict[int, list[str]] = defaultdict(list)
    for student, marks in rare.items():
        for mark in marks:
            if many[mark] <= MAX_HOLDERS:
                holders[mark].append(student)
    together: Counter[tuple[str, str]] = Counter()
    for students in holders.values():
        together.update(combinations(sorted(students), 2))
    pairs = []
    for (first, second), few in together.items():
        shared = rare[first] & rare[second] if few >= MIN_SHARED else set()
        share = len(shared) / min(len(rare[first]), len(rare[second]))
        if len(shared) >= MIN_SHARED and share >= MIN_SHARE:
            lines = tuple(
                sorted({line for mark in shared for line in prints[who][mark]})
                for who in (first, second)
            )
            pairs.append(
                Pair(
                    *(first, second, len(shared), share),
                    _verbatim(works[first], works[second]),
                    (lines[0], lines[1]),
                )
            )
    pairs.sort(key=lambda pair: (-pair.shared * pair.share, pair.first, pair.second))
    return Similar(pairs, list(_clusters(pairs)))


def fingerprints(text: str) -> Prints:
    """The winnowed fingerprints of some code, and the lines that they cover."""
    hashes = list(_hashes(_tokens(text)))
    kept: Prints = defaultdict(list)
    last = -1
    for start in range(max(len(hashes) - WINDOW + 1, 1)):
        window = hashes[start : start + WINDOW]
        if not window:
            break
        best = min(range(len(window)), key=lambda i: (window[i][0], -i))
        if start + best != last:
            last = start + best
            mark, first, end = window[best]
            kept[mark].extend(range(first, end + 1))
    return dict(kept)


def _all_marks(text: str) -> set[int]:
    """All hashes of the course's code, whichever a student's window keeps."""
    return {mark for mark, _, _ in _hashes(_tokens(text))}


def _hashes(tokens: list[tuple[str, int]]) -> Iterator[tuple[int, int, int]]:
    """The hash of each `GRAM` consecutive tokens, with its first and last line."""
    for i in range(len(tokens) - GRAM + 1):
        row = tokens[i : i + GRAM]
        yield (
            zlib.crc32("\0".join(text for text, _ in row).encode(errors="replace")),
            row[0][1],
            row[-1][1],
        )


def _tokens(text: str) -> list[tuple[str, int]]:
    """The tokens of code with their lines; names and values are made the same."""
    found: list[tuple[str, int]] = []
    previous = tokenize.NEWLINE
    try:
        for token in tokenize.generate_tokens(io.StringIO(text[:MAX_TEXT]).readline):
            starts_line = previous in (
                tokenize.NEWLINE,
                tokenize.INDENT,
                tokenize.DEDENT,
                tokenize.NL,
            )
            previous = token.type if token.type != tokenize.COMMENT else previous
            if token.type in SKIPPED or (starts_line and token.type == tokenize.STRING):
                continue  # a string on a line of its own is a comment
            if token.type in (tokenize.INDENT, tokenize.DEDENT):
                found.append((tokenize.tok_name[token.type], token.start[0] - 1))
            elif token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                found.append(("n", token.start[0] - 1))
            else:
                found.append((SAME.get(token.type, token.string), token.start[0] - 1))
            if len(found) >= MAX_TOKENS:
                break
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass  # use the tokens so far
    return found


def _verbatim(first: str, second: str) -> float:
    """The share of lines of the shorter work that are also in the other."""
    one, other = (
        {line.strip() for line in text.splitlines() if len(line.strip()) > GRAM}
        for text in (first, second)
    )
    return len(one & other) / max(min(len(one), len(other)), 1)


def _clusters(pairs: list[Pair]) -> Iterator[list[str]]:
    """Connected components of three or more students."""
    home: dict[str, str] = {}

    def root(student: str) -> str:
        while home.setdefault(student, student) != student:
            student = home[student]
        return student

    for pair in pairs:
        home[root(pair.first)] = root(pair.second)
    members: dict[str, list[str]] = defaultdict(list)
    for student in sorted(home):
        members[root(student)].append(student)
    yield from sorted((m for m in members.values() if len(m) > 2), key=lambda m: (-len(m), m))
