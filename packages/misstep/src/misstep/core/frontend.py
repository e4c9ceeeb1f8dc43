"""Rich display: shows a result in a notebook or on a web page.

A result is a MIME bundle, as in Jupyter: the same thing as HTML, picture, Markdown, plain text.
"""

import re
import sys
from collections.abc import Callable
from html import escape
from typing import Any

Bundle = dict[str, str]
Display = Callable[[Bundle, dict[str, Any]], None]

page: Display | None = None  # set by a web page that runs Python without IPython


def is_available() -> bool:
    """Return True if a page or a notebook can show something."""
    if page is not None:
        return True
    return "IPython" in sys.modules and sys.modules["IPython"].get_ipython() is not None


def show(data: Bundle, metadata: dict[str, Any] | None = None) -> None:
    """Show a bundle, each part with its metadata; only if `is_available()`."""
    if page is not None:
        page(data, metadata or {})
    else:
        from IPython.display import display

        display(data, metadata=metadata, raw=True)


CODE = re.compile(r"`([^`\n]+)`|(?<![\w.])(np(?:\.[a-z_]\w*)+(?:\(\.\.\.\))?)")


def with_code(text: str) -> str:
    """A text as HTML: what stands between backticks, and a function of NumPy, is set as code."""
    return CODE.sub(lambda found: f"<code>{found[1] or found[2]}</code>", escape(text))
