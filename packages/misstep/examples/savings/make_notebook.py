"""Write savings.ipynb: run `python make_notebook.py` after a change to the cells below."""

import json
from pathlib import Path

CELLS = [
    ("markdown", "# Savings\n\nWrite three functions. The cell below each one says what is wrong, in words."),
    ("code", "from savings_checks import check, check_quiz, check_tests, question"),
    ("markdown", "**1.** What is a deposit worth after some years of compound interest?"),
    ("code", "def future_value(deposit, rate, years):\n    raise NotImplementedError"),
    ("code", 'check("future_value")'),
    ("markdown", "**2.** Which rate turns `start` into `end`?"),
    ("code", "def annual_rate(start, end, years):\n    raise NotImplementedError"),
    ("code", 'check("annual_rate")'),
    ("markdown", "**3.** The mean of each `window` prices in a row."),
    ("code", "def moving_average(prices, window):\n    raise NotImplementedError"),
    ("code", 'check("moving_average")'),
    ("markdown", "**4.** Write a test of `moving_average`: asserts that a right function `f` passes."),
    ("code", "def try_moving_average(f):\n    raise NotImplementedError"),
    ("code", 'check_tests("moving_average", try_moving_average)'),
    ("markdown", "**5.** A question with numbers of your own: put your name between the quotes."),
    ("code", 'student = ""\nquestion("after_two_years", student)'),
    ("code", "after_two_years = None"),
    ("code", 'check_quiz("after_two_years", after_two_years, student)'),
]  # fmt: skip


def notebook():
    """The notebook as nbformat has it."""
    cells = []
    for number, (kind, text) in enumerate(CELLS, start=1):
        cell = {"cell_type": kind, "id": f"cell-{number:02}", "metadata": {}}
        if kind == "code":
            cell |= {"execution_count": None, "outputs": []}
        cells.append(cell | {"source": text.splitlines(keepends=True)})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    text = json.dumps(notebook(), indent=1, ensure_ascii=False, sort_keys=True)
    Path(__file__).with_name("savings.ipynb").write_text(f"{text}\n", encoding="utf-8")
