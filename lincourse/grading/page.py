"""HTML rendering with Jinja (`pages/`): autoescaping, a Content-Security-Policy, filters."""

import hashlib
from base64 import b64encode
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from lincourse import frontend
from lincourse.grading.lateness import duration
from lincourse.grading.text import lines, number

PAGES = Path(__file__).with_name("pages")


def render(template: str, script: str = "", **values: Any) -> str:
    """The page that a template makes: all values escaped, nothing runs but our own script."""
    style, code = _read("page.css"), _read(script) if script else ""
    policy = (
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"style-src '{_digest(style)}'; script-src " + (f"'{_digest(code)}'" if code else "'none'")
    )
    values |= {"style": style, "script": code, "policy": policy}
    return lines(_environment().get_template(template).render(values))


def cut(text: str, length: int) -> str:
    """The text, or as much of it as has room."""
    return text if len(text) <= length else text[: length - 1] + "…"


def count(many: int, one: str, more: str = "") -> str:
    """How many of something: 1 student, 2 students."""
    return f"{many:,} {one if many == 1 else more or one + 's'}"


def moment(iso: str | None) -> str:
    """A point in time: 2026-03-02 14:05 UTC; what is no time stays as it is."""
    try:
        when = datetime.fromisoformat(iso or "")
    except ValueError:
        return iso or ""
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if when.tzinfo else f"{when:%Y-%m-%d %H:%M}"


def _digest(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _read(name: str) -> str:
    return (PAGES / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        autoescape=True,
        loader=FileSystemLoader(PAGES),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "count": count,
        "cut": cut,
        "duration": duration,
        "hint_heading": frontend.hint_heading,
        "moment": moment,
        "number": number,
        "with_code": lambda text: Markup(frontend.with_code(text)),
    }
    return environment
