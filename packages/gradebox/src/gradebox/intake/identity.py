"""Fuzzy matching of names: whether a notebook's `student = "..."` can be who handed it in.

Questions are drawn from that name, so answers under another's are worth a look. It is a hint for a
person and never a verdict: people have several names, and ids are made in many ways.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from gradebox.text import cut, printable

LONGEST = 40  # letters of an id that are compared
MAX_NAMES = 3  # named in a remark


def other_names(student_id: str, names: Iterable[str]) -> list[str]:
    """A remark where the questions were answered for another name than that of the submission."""
    others = sorted(name for name in names if name and not same_person(name, student_id))
    if not others:
        return []
    listed = ", ".join(cut(printable(name), 60) for name in others[:MAX_NAMES])
    return [f"answers for another name ({listed})"]


def same_person(name: str, student_id: str) -> bool:
    """Whether a name can belong to an id: ada.lovelace@uni.edu, lovelace-a, alove02, 0123456.

    What can't be compared counts as the same: a name with a number, or with one in other letters.
    """
    mine, theirs = _tokens(name), _tokens(student_id)
    if not mine or not theirs or mine == theirs:
        return True
    numbers = _digits(mine), _digits(theirs)
    if all(numbers) and numbers[0] != numbers[1]:
        return False
    words, letters = _letters(mine), _letters(theirs)
    if not words or not letters:
        return not all(numbers) or numbers[0] == numbers[1]
    if "".join(words).isascii() != "".join(letters).isascii():
        return True
    return _spelt("".join(letters)[:LONGEST], words) or _spelt("".join(words)[:LONGEST], letters)


def _digits(tokens: list[str]) -> str:
    return re.sub(r"\D", "", "".join(tokens)).lstrip("0")


def _letters(tokens: list[str]) -> list[str]:
    return [word for token in tokens if (word := re.sub(r"\d", "", token))]


def _tokens(text: str) -> list[str]:
    """The words of a name or an id, without accents, case and what follows an @."""
    folded = unicodedata.normalize("NFKD", text.partition("@")[0]).casefold()
    kept = "".join(c for c in folded if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+", kept)[:6]


def _spelt(letters: str, words: list[str]) -> bool:
    """Whether the letters are beginnings of some words, one after the other, in any order."""

    @cache
    def rest(start: int, left: frozenset[int]) -> bool:
        if start == len(letters):
            return True
        return any(
            rest(start + size, left - {i})
            for i in left
            for size in range(len(words[i]), 0, -1)
            if letters.startswith(words[i][:size], start)
        )

    return rest(0, frozenset(range(len(words))))
