"""Markdown that tries to run a script, load from another server or break whoever renders it."""

LINKS = [
    "[plain](javascript:alert(1))",
    "[named](javascript&colon;alert(1))",
    "[decimal](java&#115;cript:alert(1))",
    "[first](&#106;avascript:alert(1))",
    "[hexadecimal](&#x6A;avascript&#x3a;alert(1))",
    "[twice](javascript&amp;colon;alert(1))",
    "[tab](java&Tab;script:alert(1))",
    "[newline](java&NewLine;script:alert(1))",
    "[control](&#1;javascript:alert(1))",
    "[mixed](JaVaScRiPt:alert(1))",
    "[escaped](javascript\\:alert(1))",
    "[angle](<javascript:alert(1)>)",
    "[blank]( \n javascript:alert(1))",
    "[vb](vbscript&#58;msgbox)",
    "[data](data:text/html,<script>alert(1)</script>)",
    "[file](file:///etc/passwd)",
    "[blob](blob:https://example.org/1)",
    "[relative](/logout)",
    "[two](https://example.org)](javascript:alert(1))",
    '[title](https://example.org "x" onclick="alert(1)")',
    '[attribute](#" onclick="alert(1))',
    "[reference][r1]\n\n[r1]: javascript:alert(1)",
    "[short]\n\n[short]: javascript&colon;alert(1)",
    "[below][r2]\n\n[r2]:\n  javascript:alert(1)",
    "> [quoted][r3]\n>\n> [r3]: javascript:alert(1)",
    "- [listed][r4]\n\n  [r4]: <javascript:alert(1)>",
    "[lines\nlabel]\n\n[lines\nlabel]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "&lt;javascript:alert(1)&gt;",
]
TAGS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;img src=x onerror=alert(1)&gt;",
    "&#60;img src=x onerror=alert(1)&#62;",
    "<svg/onload=alert(1)>",
    "<!-- --><iframe src=javascript:alert(1)></iframe>",
    "</div></main><form action=https://example.org><input name=q>",
    "<?php <img src=x onerror=alert(1)> ?>",
    "$<img src=x onerror=alert(1)>$",
    "$$&lt;img src=x onerror=alert(1)&gt;$$",
]
PICTURES = [
    "![loads](https://example.org/pixel.png)",
    "![&#91;](https://example.org/pixel.png)",
    "![named][p1]\n\n[p1]: https://example.org/pixel.png",
    "![missing](attachment:nothing.png)",
    "![beside](../../../gradebook.db)",
    "[![inside](https://example.org/pixel.png)](https://example.org)",
]
MATHS = [
    r"$\href{javascript:alert(1)}{x}$",
    r"$\h&#114;ef{javascript:alert(1)}{x}$",
    r"$\def\a#1{\href{java#1:alert(1)}{x}}\a{script}$",
    r"$$\let\h\href \h{javascript:alert(1)}{x}$$",
    r"\\(\href{javascript:alert(1)}{x}\\)",
    r"\begin{equation}\href{javascript:alert(1)}{x}\end{equation}",
    r"$\require{html}\class{x}{\cssId{y}{\style{background:url(https://example.org/a)}{z}}}$",
    r"$\bbox[background:url(https://example.org/a)]{x}$",
    r"$\mmlToken{mi}[href='javascript:alert(1)']{x}$",
    r"$\htmlStyle{background:url(https://example.org/a)}{x}\includegraphics{https://example.org/a}$",
]
DIAGRAMS = ['```mermaid\ngraph TD\nA-->B\nclick A "javascript:alert(1)"\n```']

LINES = [*LINKS, *TAGS, *PICTURES, *MATHS, *DIAGRAMS]
