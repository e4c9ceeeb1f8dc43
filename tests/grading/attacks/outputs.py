"""Too much output, and output that would run where it is shown."""

from attacks.kit import answers, extra_cell, guarded, handed_in

SCRIPT = "<script>window.attacked = true</script><img src=x onerror='window.attacked = true'>"

extra_cell("prints-200-megabytes", 'for _ in range(200): print("x" * 2**20)')
extra_cell("prints-one-huge-line", 'print("x" * 2**28)')
extra_cell("errors-200-megabytes", "import sys\nfor _ in range(200): sys.stderr.write('x' * 2**20)")
extra_cell("prints-for-ever", "while True: print('more')")
extra_cell("prints-below-python", guarded("while True: os.write(1, b'x' * 65536)"))
extra_cell("prints-bytes-that-are-no-text", r"import os; os.write(1, b'\xff\xfe\x00\x1b[31m')")
extra_cell(
    "a-million-small-outputs",
    "from IPython.display import display\nfor i in range(10**6): display(i)",
)
extra_cell("a-million-small-prints", "for i in range(10**6): print(i)")
extra_cell(
    "a-huge-figure",
    """
    import matplotlib.pyplot as plt
    plt.figure(figsize=(600, 600), dpi=300)
    plt.plot([1, 2])
    plt.show()
    """,
)
extra_cell(
    "a-hundred-figures",
    """
    import matplotlib.pyplot as plt
    for i in range(100):
        plt.figure(figsize=(3, 2)); plt.plot(np.random.rand(1000))
    """,
)
extra_cell(
    "a-huge-html-output",
    "from IPython.display import HTML, display\ndisplay(HTML('<p>x' * 10**7))",
)
extra_cell(
    "script-in-html",
    f"from IPython.display import HTML, display\ndisplay(HTML({SCRIPT!r}))",
)
extra_cell(
    "script-as-javascript",
    "from IPython.display import Javascript, display\n"
    "display(Javascript('window.attacked = true'))",
)
extra_cell(
    "script-in-svg",
    "from IPython.display import SVG, display\n"
    'display(SVG(\'<svg xmlns="http://www.w3.org/2000/svg"><script>window.attacked = true'
    '</script><circle r="5"/></svg>\'))',
)
extra_cell(
    "script-in-markdown-output",
    f"from IPython.display import Markdown, display\ndisplay(Markdown({SCRIPT!r}))",
)
extra_cell("script-in-a-print", f"print({SCRIPT!r})")
extra_cell("script-in-an-error", f"raise ValueError({SCRIPT!r})")
extra_cell(
    "a-picture-that-is-none",
    f"""
    from IPython.display import display
    display({{"image/png": {SCRIPT!r}, "image/svg+xml": {SCRIPT!r}, "text/plain": 3}}, raw=True)
    """,
)
extra_cell(
    "outputs-of-unknown-kinds",
    """
    from IPython.display import display
    display({"application/x-evil": {"a": [1] * 100}, "text/latex": "$$" * 1000}, raw=True)
    display({}, raw=True)
    """,
)
extra_cell(
    "a-lying-display",
    """
    class Show:
        def _repr_html_(self):
            while True: pass
        def __repr__(self): raise ValueError
    Show()
    """,
)
extra_cell("a-title-for-the-terminal", r"print('\x1b]0;title\x07\x1b[2J\x1b[31mred')")
answers(
    "a-function-that-prints-without-end",
    mean="def mean(values):\n    while True: print('x' * 10**6)",
)
answers(
    "a-function-that-prints-a-lot-and-is-right",
    mean="""
    def mean(values):
        for _ in range(1000): print("x" * 10**4)
        if len(values) == 0: raise ValueError
        return sum(values) / len(values)
    """,
    lost=(),
)
answers(
    "script-in-a-message",
    mean=f"def mean(values):\n    raise ValueError({SCRIPT!r})",
)
answers("script-in-an-answer", total=f"total = {SCRIPT!r}")
answers("script-in-a-comment", mean=f"# {SCRIPT}\ndef mean(values): pass")


@handed_in()
def script_in_markdown(work):
    work.add(SCRIPT, "test_mean", "markdown")
    work["why"]["source"] = f"Because. {SCRIPT} [click](javascript:window.attacked=true)"


@handed_in()
def script_in_stored_outputs(work):
    for cell in work.cells:
        if cell["cell_type"] == "code":
            data = {"text/html": SCRIPT, "application/javascript": "window.attacked = true"}
            cell["outputs"] = [{"output_type": "display_data", "data": data, "metadata": {}}]


@handed_in()
def stored_outputs_of_20_megabytes(work):
    text = "x" * 10**7
    for grade_id in ("mean", "share"):
        work[grade_id]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text}]


@handed_in()
def an_attachment_with_a_script(work):
    work["why"]["attachments"] = {"a.svg": {"image/svg+xml": SCRIPT}}
