"""Sentences about levels of accuracy and starred rungs."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, table

Data = Mapping[str, Any]
MEASURED = "{mean:.4f} of {n:,} {item} are right (standard error {error:.4f})"


def _missed(data: Data) -> tuple[str, str]:
    asks = "The level “{level}” asks for {goal:g}.".format_map(data)
    allowed = " Grading allows {allowance:g} for chance, and that was not enough here."
    more = allowed.format_map(data) if data["allowance"] else ""
    return f"{MEASURED.format_map(data)}. {asks}{more}", data["advice"]


def _fast_enough(data: Data) -> tuple[str, str]:
    close = "as long as" if data["ratio"] < 1.5 else f"{data['ratio']:.1f} times as long as"
    return f"fast on {data['rows']:,} rows: it takes about {close} the course's own", ""


WORDS: dict[str, Template] = {
    **table(
        """
level-passed: {name}: the level is reached
level-failed: {name}: not at this level yet
rung-level: {level}: at least {goal:g} of held-out {items} are right
next-level: The next level, “{following}”, asks for {goal:g}.
top-level: There is no higher level.
star-passed: ★ {name}: reached
star-failed: ★ {name}: not reached yet (no points depend on it)
rung-results: its results
rung-no-loop: no loop over {what}
rung-memory: room for {rows:,} rows
rung-fast: fast on {rows:,} rows
fast-but-wrong: Speed comes second: {name} does not pass its own test cell yet.
level-of-wrong-function: {problem} Levels are for a function that passes its own check. -> What does the test cell of the function itself say?
loop-over-rows: {rows} more rows cost {more:,} more steps of Python, about {each:.0f} for each row: somewhere a loop goes through {what} one by one. -> {think}
square-memory: With twice as many rows it needs about four times the memory: somewhere it makes a table with a row and a column for each example. For {rows:,} of them that would be {gigabytes:.0f} gigabytes. -> What is the shape of each array on the way, and which of them do you need?
slow: Yours takes {ratio:.0f} times as long as one that leaves all the work to NumPy: {mine:.1f} against {models:.1f} milliseconds here. Up to {most} times would be fine. You have no loop of your own, so one hides in what you call: Python's sum, min, max and list go through an array entry by entry, NumPy's do not. -> {think}
level-measured: {MEASURED}; {level} asks for {goal:g}
""",
        MEASURED=MEASURED,
    ),
    "level-missed": _missed,
    "fast-enough": _fast_enough,
}
