"""Sanitising what student code shows: an allow-list of output types, sizes, and harmless Markdown.

Both sides of the sandbox use it. Inside, `limited` keeps a cell from holding too much; outside,
`sanitised` takes what came over the wire and builds every output anew from the parts that are
known, so that nothing else gets into an autograded notebook. HTML, scripts and widgets of a
student's are never shown to anybody.
"""

import base64
import re
from typing import Any

MOST_TEXT = 100_000  # characters that one cell may print, and of one output's text
MOST_PICTURE = 2_000_000  # characters of one picture, as base64
MOST_OUTPUTS = 100  # of one cell
MOST_LINES, MOST_LINE = 200, 2000  # of a traceback, and characters of each; of a message, too
MIME_TYPES = ("text/plain", "image/png", "image/jpeg")

CUT = "[The rest of the output was cut.]"
TOO_LARGE = "[This output was too large to keep.]"

_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LINK = re.compile(r"(javascript|vbscript|data)\s*:", re.IGNORECASE)


def limited(data: dict[str, Any]) -> dict[str, str]:
    """The MIME bundle of one output: allowed types alone, none of them too large."""
    kept: dict[str, str] = {}
    for kind in MIME_TYPES:
        value = data.get(kind)
        if isinstance(value, bytes):
            value = base64.b64encode(value).decode()
        if not isinstance(value, str):
            continue
        picture = kind.startswith("image/")
        if len(value) > (MOST_PICTURE if picture else MOST_TEXT):
            kept.setdefault("text/plain", TOO_LARGE)
        elif not picture or _BASE64.fullmatch(value):
            kept[kind] = value
    return kept


def sanitised(value: Any) -> list[dict[str, Any]]:
    """The outputs (nbformat) that a student's process sent, less whatever is not known."""
    outputs = value[: 2 * MOST_OUTPUTS] if isinstance(value, list) else []
    built = (_output(output) for output in outputs if isinstance(output, dict))
    return [output for output in built if output is not None]


def _output(output: dict[str, Any]) -> dict[str, Any] | None:
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {"output_type": kind, "name": name, "text": _text(output.get("text"), MOST_TEXT)}
    if kind == "error":
        lines = output.get("traceback")
        return {
            "output_type": kind,
            "ename": _text(output.get("ename"), 200),
            "evalue": _text(output.get("evalue"), MOST_LINE),
            "traceback": [
                _text(line, MOST_LINE)
                for line in (lines[:MOST_LINES] if isinstance(lines, list) else [])
            ],
        }
    if kind not in ("display_data", "execute_result"):
        return None
    data = output.get("data")
    shown = {
        "output_type": kind,
        "data": limited(data) if isinstance(data, dict) else {},
        "metadata": {},
    }
    if kind == "execute_result":
        count = output.get("execution_count")
        shown["execution_count"] = count if type(count) is int else None
    return shown


def _text(value: Any, most: int) -> str:
    return value[:most] if isinstance(value, str) else ""


def harmless(markdown: str) -> str:
    """A student's Markdown with HTML tags and links that run code made into text."""
    return _LINK.sub(r"\1&#58;", _TAG.sub("&lt;", markdown))
