"""Sanitised outputs of student code: an allow-list of output types, sizes, harmless Markdown.

Both sides of the sandbox use it. Inside, `limited` keeps a cell from holding too much. Outside,
`sanitised` rebuilds every output that came over the wire from its known parts, so that nothing else
gets into an autograded notebook. A student's HTML, scripts and widgets are never shown.
"""

import base64
import html
import re
from typing import Any

from gradebox.text import coloured_lines

MAX_TEXT = 100_000  # characters that one cell may print, or of one output
MAX_PICTURE = 2_000_000  # characters of one picture, as base64
MAX_OUTPUTS = 100  # per cell
MAX_CELL_OUTPUT, MAX_NOTEBOOK_OUTPUT = 20_000_000, 60_000_000  # characters of all outputs together
MAX_TRACEBACK = 200  # lines
MAX_LINE = 2000  # characters of a line in a traceback, or of a message
MIME_TYPES = ("text/plain", "image/png", "image/jpeg")

CUT = "[The rest of the output was cut.]"
TOO_LARGE = "[This output was too large to keep.]"

_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
_REFERENCE = re.compile(r"&(?:#\w+|\w+);?")  # a character reference: &lt; &#58; &#x3a; &colon;
# Dangerous sequences in a student's Markdown, which are broken up by a space: that reads well in
# prose, code and formulas, where a character reference would not.
_BREAK_UP = [
    (re.compile(r"<(?=[A-Za-z/!?])"), "< "),  # a tag
    # A link, [words](target) or [words]: target, except to the web, to mail, or in the page.
    (
        re.compile(r"\](?=[(:](?![ \t]*\n?[ \t]*(?:https?://|mailto:|#)))", re.IGNORECASE),
        "] ",
    ),
    (re.compile(r"!(?=\[)"), "! "),  # a picture
    # Commands of MathJax and KaTeX that make links, load extensions, set HTML and CSS; and those
    # that define commands, which could hide any of these.
    (
        re.compile(
            r"\\(?=(?:href|url|class|cssId|style|data|require|mmlToken|csname|bbox|setOptions"
            r"|includegraphics|html[A-Za-z]*|[egx]?def|(?:future)?let|global"
            r"|(?:re)?new(?:command|environment)|providecommand|DeclareMathOperator)(?![A-Za-z]))"
        ),
        r"\\ ",
    ),
    (re.compile(r"([`~]{3}[ \t]*)(?=mermaid)", re.IGNORECASE), r"\1text "),  # a diagram
]


def limited(data: dict[str, Any]) -> dict[str, str]:
    """Return the MIME bundle of one output, with only allowed types, none of them too large."""
    kept: dict[str, str] = {}
    for kind in MIME_TYPES:
        value = data.get(kind)
        if isinstance(value, bytes):
            value = base64.b64encode(value).decode()
        if not isinstance(value, str):
            continue
        picture = kind.startswith("image/")
        if len(value) > (MAX_PICTURE if picture else MAX_TEXT):
            kept.setdefault("text/plain", TOO_LARGE)
        elif not picture:
            kept[kind] = coloured_lines(value)[:MAX_TEXT]
        elif _BASE64.fullmatch(value):
            kept[kind] = value
    return kept


def sanitised(value: Any, room: int = MAX_CELL_OUTPUT) -> list[dict[str, Any]]:
    """Return the outputs (nbformat) that a student's process sent, with only their known parts.

    The process may have forged them, so nothing relies on `limited`: at most `MAX_OUTPUTS` are
    kept, and `room` characters of them.
    """
    outputs = value if isinstance(value, list) else []
    kept: list[dict[str, Any]] = []
    for output in outputs[: MAX_OUTPUTS + 1]:  # one more says that the rest was cut
        built = _output(output) if isinstance(output, dict) else None
        if built is None:
            continue
        room -= length(built)
        if room < 0:
            kept.append({"output_type": "stream", "name": "stdout", "text": CUT})
            break
        kept.append(built)
    return kept


def length(output: dict[str, Any]) -> int:
    """Return the approximate number of characters of an output."""
    texts = [output.get(name, "") for name in ("text", "ename", "evalue")]
    return sum(map(len, [*texts, *output.get("traceback", []), *output.get("data", {}).values()]))


def _output(output: dict[str, Any]) -> dict[str, Any] | None:
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {"output_type": kind, "name": name, "text": _text(output.get("text"), MAX_TEXT)}
    if kind == "error":
        lines = output.get("traceback")
        return {
            "output_type": kind,
            "ename": _text(output.get("ename"), 200),
            "evalue": _text(output.get("evalue"), MAX_LINE),
            "traceback": [
                _text(line, MAX_LINE)
                for line in (lines[:MAX_TRACEBACK] if isinstance(lines, list) else [])
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
    return coloured_lines(value[:most])[:most] if isinstance(value, str) else ""


def harmless(markdown: str) -> str:
    """Return a student's Markdown without anything that runs, loads or misleads.

    HTML becomes text, and so do links to anything but the web, an e-mail address or the page, and
    MathJax's commands for links, styles and definitions. A picture becomes a link, as it would
    be loaded from another server without a click. Character references are resolved first, as a
    renderer would find `javascript:` in `java&#115;cript&colon;`; the remaining ones become text.
    """
    text = html.unescape(markdown)
    text = _REFERENCE.sub(_as_text, text)
    for pattern, replacement in _BREAK_UP:
        text = pattern.sub(replacement, text)
    return text


def _as_text(found: re.Match[str]) -> str:
    """Escape what looks like a character reference, so that it stays text."""
    return found[0] if html.unescape(found[0]) == found[0] else f"&amp;{found[0][1:]}"
