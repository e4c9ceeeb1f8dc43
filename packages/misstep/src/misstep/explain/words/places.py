"""Sentences about a place in the source where a small edit makes a function right.

They say what to look at, never what to write there.
"""

from collections.abc import Callable, Mapping
from typing import Any

from misstep.explain.mutants import Part
from misstep.explain.words import Template, ordinal

# The words before "in the line ...", and a question.
IN_THE_LINE = {
    Part.END: ("the end", ""),
    Part.NAME: ("the name {text}", ""),
    Part.NUMBER: ("the number {text}", ""),
    Part.STRING: ("the string {text}", ""),
    Part.EXPRESSION: ("the part {text}", ""),
    Part.OPERATOR: ("the operator {text}", ""),
    Part.CONDITION: ("the condition {text}", ""),
    Part.WEAK_CONDITION: ("the condition {text}, to which another may have to be added", ""),
    Part.COMPARISON: ("the comparison {text}", ""),
    Part.SLICE: ("the slice {text}", ""),
    Part.ARGUMENTS: ("the arguments of {text}", ""),
    Part.TARGETS: ("{text}", "What comes first in each pair, and what second? Print one of them."),
    Part.TWO_NAMES: ("{one} and {other}", "Which of the two belongs where?"),
    Part.OPERATION: ("what happens to {text}", ""),
    Part.POWER: ("the part {text}", ""),
    Part.FACTOR: ("{text}, which may have to be multiplied by something", ""),
    Part.DIVISOR: ("{text}, which may have to be divided by something", ""),
    Part.TERM: ("{text}, to which something may have to be added", ""),
    Part.SUBTRAHEND: ("{text}, from which something may have to be subtracted", ""),
    Part.SHAPE: ("the shape of {text}", ""),
    Part.ENTRY: ("{text}, of which one entry may be meant", ""),
}
AFTER_THE_LINE = {
    Part.LINE: "",
    Part.LINES: ": should it come after the next one?",
    Part.LINE_IN_LOOP: ", which is inside `{loop}`: should it come after it?",
    Part.LINE_AFTER_LOOP: ", which comes after `{loop}`: should it be inside?",
}


def _the_line(data: Mapping[str, Any]) -> str:
    if "nth_line" in data:
        return f"the {ordinal(data['nth_line'])} line that says {data['line']}"
    return f"the line {data['line']}"


def _line_itself(words: str) -> Callable[[Mapping[str, Any]], tuple[str, str]]:
    return lambda data: (_the_line(data) + words.format_map(data), "")


def _in_the_line(where: str, think: str) -> Callable[[Mapping[str, Any]], tuple[str, str]]:
    def words(data: Mapping[str, Any]) -> tuple[str, str]:
        nth = f"the {ordinal(data['nth'])} " if "nth" in data else ""
        within = f" in {nth}{data['within']}" if data["within"] else ""
        line = f", in {_the_line(data)}" if data["line"] else ""
        return f"{where.format_map(data)}{within}{line}", think

    return words


def _off_by_one(data: Mapping[str, Any]) -> tuple[str, str]:
    more = "more" if data["more"] else "less"
    return f"{data['text']}, where 1 {more} may be meant, in {_the_line(data)}", ""


def _slice_end(data: Mapping[str, Any]) -> tuple[str, str]:
    end, small = "end" if data["upper"] else "beginning", "small" if data["more"] else "large"
    where = f"the {end} of the slice [{data['slice']}], which may be 1 too {small}"
    return f"{where}, in {_the_line(data)}", ""


WORDS: dict[str, Template] = {
    **{part: _in_the_line(*words) for part, words in IN_THE_LINE.items()},
    **{part: _line_itself(words) for part, words in AFTER_THE_LINE.items()},
    Part.OFF_BY_ONE: _off_by_one,
    Part.SLICE_END: _slice_end,
}
