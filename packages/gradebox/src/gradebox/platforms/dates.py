"""Dates as Moodle writes them, in any language: "Sunday, 4 October 2026, 11:58 PM".

Month names and words for a.m. and p.m. come from Unicode's CLDR, through Babel. Languages may use
one name for two months ("listopad" is October in Croatian, November in Czech). So all dates of a
file are read together, and only if all languages that know their words agree.
"""

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from babel import Locale, UnknownLocaleError, localedata

COMMON = ("en", "de")  # tried before all others: loading those takes seconds
YEARS = range(2000, 2101)  # other years are of another calendar
YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
TIME = re.compile(r"(?<!\d)(\d{1,2})[:.](\d\d)(?![\d.:])")
YEAR_FIRST = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")
HALF_DAY_FIRST = re.compile("[上下]午|午[前後]|오[전후]")  # before the hour; such times aren't read


@dataclass(frozen=True)
class Language:
    """The words of one language that occur in dates."""

    months: tuple[tuple[re.Pattern[str], int], ...]
    days: frozenset[str]  # names of weekdays
    am: frozenset[str]
    pm: frozenset[str]


class DateReader:
    """Reads the dates of one file."""

    def __init__(self, texts: Iterable[str], zone: tzinfo | None) -> None:
        self.zone = zone
        self.language: Language | None = None
        plain = {_plain(text) for text in texts if looks_like_date(text)}
        for names in (COMMON, _all_languages()) if plain else ():
            scores: dict[Language, tuple[int, int]] = {}
            for language in map(_language, names):
                read = sum(_parse(text, language) is not None for text in plain)
                days = sum(any(day in text for day in language.days) for text in plain)
                scores[language] = read, days
            best = max(scores.values())
            found = [language for language in scores if scores[language] == best]
            readings = [[_parse(text, each) for text in plain] for each in found]
            if best[0] and all(each == readings[0] for each in readings):
                self.language = found[0]
            if best[0] == len(plain):
                return

    def parse(self, text: str, in_sentence: bool = False) -> datetime | None:
        """Parse a date into UTC; None if it isn't one, or can't be read."""
        local = _parse(_plain(text), self.language, in_sentence) if self.language else None
        return local.replace(tzinfo=self.zone).astimezone(UTC) if local else None


def looks_like_date(text: str) -> bool:
    """Return True if a text has a year and a time of day, in any language."""
    return bool(YEAR.search(text) or YEAR_FIRST.search(text)) and bool(TIME.search(text))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _parse(text: str, language: Language, in_sentence: bool = False) -> datetime | None:
    """Parse a plain text as a date without a time zone; a sentence may go on after the date."""
    times = list(TIME.finditer(text))
    if not times:
        return None
    time, before = times[-1], text[: times[-1].start()]
    if HALF_DAY_FIRST.search(before):
        return None
    hour, minute, half = int(time[1]), int(time[2]), text[time.end() :].strip(" ,)")
    if in_sentence:
        half = half.partition(" ")[0] if half.partition(" ")[0] in language.am | language.pm else ""
    if half in language.am | language.pm:
        hour = hour % 12 + 12 * (half in language.pm)
    elif half:
        return None
    try:
        if match := YEAR_FIRST.search(before):
            year, month, day = map(int, match.groups())
        elif match := DAY_FIRST.search(before):
            day, month, year = map(int, match.groups())
        else:
            [[name, month]] = [
                (found[0], month)
                for name, month in language.months
                if (found := name.search(before))
            ]
            numbers = re.findall(r"\d+", before.replace(name, " ", 1))
            [year] = [int(each) for each in numbers if len(each) == 4]
            [day] = [int(each) for each in numbers if len(each) <= 2]
        return datetime(year, month, day, hour, minute) if year in YEARS else None
    except ValueError:  # not a date, or more than one
        return None


@functools.cache
def _all_languages() -> tuple[str, ...]:
    """All languages, without the variants of countries."""
    return tuple(name for name in sorted(localedata.locale_identifiers()) if "_" not in name)


@functools.cache
def _language(name: str) -> Language:
    try:
        locale = Locale.parse(name)
    except (UnknownLocaleError, ValueError):
        return Language((), frozenset(), frozenset(), frozenset())
    months = {
        (_plain(word), month)
        for context in ("format", "stand-alone")
        for month, word in locale.months[context]["wide"].items()
    }
    days = {_plain(day) for each in locale.days.values() for day in each["wide"].values()}
    halves: dict[str, set[str]] = {"am": {"am", "a.m.", "a. m."}, "pm": {"pm", "p.m.", "p. m."}}
    for widths in locale.day_periods.values():
        for names in widths.values():
            for half, words in halves.items():
                words |= {_plain(names[half])} if half in names else set()
    patterns = tuple((re.compile(rf"(?<!\w){re.escape(w)}(?!\w)"), m) for w, m in sorted(months))
    return Language(patterns, frozenset(days), frozenset(halves["am"]), frozenset(halves["pm"]))
