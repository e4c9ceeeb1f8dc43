"""Code similarity by winnowing (Schleimer, Wilkerson and Aiken 2003, the method behind MOSS).

Code is read as tokens in which every name, number and text is the same, comments and layout are
gone, and a *fingerprint* is the hash of `GRAM` tokens in a row. Passages that the course gave, and
passages that many students share, say nothing and are taken out: a right answer of three lines
looks the same in half of a class. What two students share and few others have is a reason to look,
and never a verdict: people may work together, or from the same book. In a class of more than 300,
only those are compared who share passages that at most `MAX_HOLDERS` have: comparing all would take
time and memory by the square of the class.

The library copydetect does the same on files, pair by pair. It has no notion of a passage that many
share, nor of clusters, so it would accuse half of a class here.
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
MIN_SHARE = 0.6  # of the rare fingerprints in the shorter work
MAX_TOKENS = 20_000  # read per student

SKIPPED = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER),
}
SAME = {tokenize.NUMBER: "0", tokenize.STRING: "''"}

Prints = dict[int, list[int]]  # a fingerprint -> the lines where it begins


@dataclass(frozen=True)
class Pair:
    """Two students whose work shares what few others have."""

    first: str
    second: str
    shared: int  # fingerprints
    share: float  # of the rare ones in the shorter work
    verbatim: float  # the share of lines, of the shorter work, that are the same letter by letter
    lines: tuple[list[int], list[int]]  # where, in each work, counted from 0


@dataclass
class Similar:
    """What was found in a class."""

    pairs: list[Pair] = field(default_factory=list)  # the most alike first
    clusters: list[list[str]] = field(default_factory=list)  # of three students and more


def compare(works: Mapping[str, str], given: Iterable[str] = ()) -> Similar:
    """Pairs and clusters among students' code; `given` is code of the course."""
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
    """Every hash of the course's code: whichever of them a student's window keeps, it is known."""
    return {mark for mark, _, _ in _hashes(_tokens(text))}


def _hashes(tokens: list[tuple[str, int]]) -> Iterator[tuple[int, int, int]]:
    """A hash of each row of tokens, with its first and last line."""
    for i in range(len(tokens) - GRAM + 1):
        row = tokens[i : i + GRAM]
        yield (
            zlib.crc32("\0".join(text for text, _ in row).encode(errors="replace")),
            row[0][1],
            row[-1][1],
        )


def _tokens(text: str) -> list[tuple[str, int]]:
    """The tokens of some code with their lines, names and values made the same."""
    found: list[tuple[str, int]] = []
    previous = tokenize.NEWLINE
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            alone = previous in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.NL)
            previous = token.type if token.type != tokenize.COMMENT else previous
            if token.type in SKIPPED or (alone and token.type == tokenize.STRING):
                continue  # a text on a line of its own is a comment
            if token.type in (tokenize.INDENT, tokenize.DEDENT):
                found.append((tokenize.tok_name[token.type], token.start[0] - 1))
            elif token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                found.append(("n", token.start[0] - 1))
            else:
                found.append((SAME.get(token.type, token.string), token.start[0] - 1))
            if len(found) >= MAX_TOKENS:
                break
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass  # as far as it can be read
    return found


def _verbatim(first: str, second: str) -> float:
    """The share of lines of the shorter work that are in the other, letter by letter."""
    one, other = (
        {line.strip() for line in text.splitlines() if len(line.strip()) > GRAM}
        for text in (first, second)
    )
    return len(one & other) / max(min(len(one), len(other)), 1)


def _clusters(pairs: list[Pair]) -> Iterator[list[str]]:
    """Connected components of three and more."""
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
