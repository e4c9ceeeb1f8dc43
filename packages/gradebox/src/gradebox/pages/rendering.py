"""HTML rendering with Jinja (`templates/`): autoescaping, a Content-Security-Policy, filters."""

import hashlib
import re
from base64 import b64encode
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gradebox import program
from gradebox.course.lateness import duration
from gradebox.text import cut, lines, number

CODE = re.compile(r"`([^`\n]+)`|(?<![\w.])(np(?:\.[a-z_]\w*)+(?:\(\.\.\.\))?)")
TEMPLATES = Path(__file__).with_name("templates")


def render(template: str, script: str = "", **values: Any) -> str:
    """Render a template: all values are escaped, and only our own script can run."""
    style, code = _read("page.css"), _read(script) if script else ""
    policy = (
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"style-src '{_digest(style)}'; script-src " + (f"'{_digest(code)}'" if code else "'none'")
    )
    values |= {"style": style, "script": code, "policy": policy, "program": program.name}
    return lines(_environment().get_template(template).render(values))


def fingerprint(page: str | bytes) -> str:
    """A digest of a page and of all templates: it changes when either does."""
    if isinstance(page, str):
        page = page.encode("utf-8", "backslashreplace")
    return hashlib.sha256(_templates_digest() + page).hexdigest()


@cache
def _templates_digest() -> bytes:
    files = sorted(TEMPLATES.iterdir())
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).digest()


def count(many: int, one: str, more: str = "") -> str:
    """A number with its noun: 1 student, 2 students."""
    return f"{many:,} {one if many == 1 else more or one + 's'}"


def moment(iso: str | None) -> str:
    """A point in time as 2026-03-02 14:05 UTC; any other text is returned unchanged."""
    try:
        when = datetime.fromisoformat(iso or "")
    except ValueError:
        return iso or ""
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if when.tzinfo else f"{when:%Y-%m-%d %H:%M}"


def with_code(text: str) -> Markup:
    """A text as HTML, with `backticks` and NumPy's functions set as code."""
    return Markup(CODE.sub(r"<code>\1\2</code>", escape(text)))


def _digest(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _read(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        autoescape=True,
        loader=FileSystemLoader(TEMPLATES),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "count": count,
        "cut": cut,
        "duration": duration,
        "moment": moment,
        "number": number,
        "with_code": with_code,
    }
    return environment
