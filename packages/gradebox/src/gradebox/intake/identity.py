"""Fuzzy matching of names: can a notebook's `student = "..."` be the one who submitted it?

Questions are drawn from that name, so answers for another name need a review. It is a hint, never a
verdict: people have several names, and ids are made in many ways.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from gradebox.text import cut, printable

MAX_LETTERS = 40  # compared of each id
MAX_NAMES = 3  # listed in a remark


def other_names(student_id: str, names: Iterable[str]) -> list[str]:
    """Return a remark if the questions were answered for another name than the submission's."""
    others = sorted(name for name in names if name and not same_person(name, student_id))
    if not others:
        return []
    listed = ", ".join(cut(printable(name), 60) for name in others[:MAX_NAMES])
    return [f"answers for another name ({listed})"]


def same_person(name: str, student_id: str) -> bool:
    """Return True if a name can belong to an id: ada.lovelace@uni.edu, lovelace-a, alove02, 0123.

    A name and an id that can't be compared count as the same: letters with digits, or two scripts.
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
    return _spelt("".join(letters)[:MAX_LETTERS], words) or _spelt(
        "".join(words)[:MAX_LETTERS], letters
    )


def _digits(tokens: list[str]) -> str:
    return re.sub(r"\D", "", "".join(tokens)).lstrip("0")


def _letters(tokens: list[str]) -> list[str]:
    return [word for token in tokens if (word := re.sub(r"\d", "", token))]


def _tokens(text: str) -> list[str]:
    """Return the words of a name or an id, without accents, case and everything after an @."""
    folded = unicodedata.normalize("NFKD", text.partition("@")[0]).casefold()
    kept = "".join(c for c in folded if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+", kept)[:6]


def _spelt(letters: str, words: list[str]) -> bool:
    """Return True if the letters are beginnings of some words, concatenated in any order."""

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
