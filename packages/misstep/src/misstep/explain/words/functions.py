"""Sentences about the rungs that a function climbs, and about how each of them breaks."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, listed, table

Data = Mapping[str, Any]
MAX_WORDS_OF_A_LAW = 12  # of how a law is broken, beside something else that is wrong
REFUSES = "{name} should raise a ValueError here, but it "


def sentence(text: str) -> str:
    """The text with a full stop, unless it has its own final punctuation."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _not_defined(data: Data) -> tuple[str, str]:
    name, misspelt = data["name"], data["misspelt"]
    think = (
        f"Run the cell with `def {name}`, then this one. If that cell stops with an error, fix it."
    )
    if misspelt:
        think = f"There is {misspelt}. Is that yours, with another spelling?"
    return f"{name} is not defined yet.", think


def _wrong_signature(data: Data) -> tuple[str, str]:
    wanted = data["parameters"]
    arguments = "1 argument" if len(wanted) == 1 else f"{len(wanted)} arguments"
    given = f"({', '.join(wanted)})"
    return (
        f"{data['name']} is called with {arguments}, {given}, but yours takes {data['takes']}.",
        "",
    )


def _stopped(data: Data) -> tuple[str, str]:
    error = data["error"]
    detail = f": {data['text']}" if data["text"] and not data["explained"] else ""
    return sentence(f"{data['name']} stopped with {error}{detail}"), ""


def _wrong_form(data: Data) -> tuple[str, str]:
    here = "here it" if data["elsewhere"] else "it"
    looks = f"{data['name']} should return {data['words']}, but {here} returned {data['problem']}"
    return sentence(looks + ": does the function end with a return?" * (not data["returns"])), ""


def _wrong_result(data: Data) -> tuple[str, str]:
    where, by_hand = data["where"], data["by_hand"]
    if by_hand:
        return f"By hand: {by_hand}.{where and f' In yours, {where}.'}", ""
    return f"The result is not the one expected{where and f': {where}'}.", ""


def _law_broken(data: Data) -> tuple[str, str]:
    """How a law is broken beside what is shown, if that is short."""
    short = len(data["how"].split()) <= MAX_WORDS_OF_A_LAW
    more = " (in another call)" if data["elsewhere"] else f". {data['how']}" * short
    return f"{data['law']}{more}", ""


def _other_call(data: Data) -> tuple[str, str]:
    message = data["message"]
    if data["error"]:
        line = f" in the line {data['line']}" if data["line"] else ""
        message = f"it stops with {data['error']}{line}: {data['meaning']}"
    return f"{message} (The call: {data['call']}.)", ""


def _all_passed(data: Data) -> tuple[str, str]:
    tried = ["the example worked by hand"] * data["example"]
    if data["rules"]:
        tried.append("1 rule" if data["rules"] == 1 else f"{data['rules']} rules")
    tried.append(f"{data['inputs']} other inputs")
    return (
        f"Checked with {listed(tried)}. If this is graded, the inputs will be new ones. "
        "Go on with the next part.",
        "",
    )


WORDS: dict[str, Template] = {
    **table(
        """
check-passed: {name}: these checks passed
check-failed: {name}: not right yet
rung-exists: it is defined
rung-runs: it runs
rung-returns: it returns {words}
rung-example: the example worked by hand
rung-random: inputs drawn at random
rung-edge-cases: large, whole-number and unusual inputs
rung-pure: its arguments are left unchanged
rung-own-work: it is written with only Python and NumPy
name-reused: {name} is {value}, not a function. -> Was the name {name} used again for a result, in another cell?
courses-own: This {name} is the course's own. Write yours: that is the exercise.
not-written: {name} is not written yet. -> Replace the line that raises NotImplementedError with your own code, and run that cell again.
too-slow: {name} had not come back after {seconds:g} seconds. -> What makes each of its loops end?
out-of-time: All of a submission may take {seconds:g} seconds together, and there were none left before all calls of {name} had come back. -> Which of its lines takes the time?
warning-not-allowed: The result is right, but it came with a warning, and none is allowed.
own-words: {message} -> {think}
assert-raises: {name} should raise a ValueError here, but its assert raises an AssertionError. -> An assert always raises that one. Which statement raises an error of your choice?
right-by-itself: right by itself
returns-error: {REFUSES}returned the error, and the caller can't tell it from a result: raise it.
returns-value: {REFUSES}returned a value. -> Which line should notice this input, before anything is returned?
raises-other-error: {REFUSES}raises {error}. -> The caller catches the error by its type. Which type does the task ask for?
stopped-by-other-error: {REFUSES}stopped with {error}: {text}.
also-changed: {names} {names!b} changed in place
own-numbers: {numbers}: does the task ask for that?
arguments-changed: The result is right, but afterwards the caller's {names} had changed.
""",
        REFUSES=REFUSES,
    ),
    "rung-takes": lambda data: (f"it takes ({', '.join(data['parameters'])})", ""),
    "not-defined": _not_defined,
    "wrong-signature": _wrong_signature,
    "stopped": _stopped,
    "wrong-form": _wrong_form,
    "wrong-result": _wrong_result,
    "law-broken": _law_broken,
    "other-call": _other_call,
    "shapes-given": lambda data: (
        "; ".join(f"{name} has shape {shape}" for name, shape in data["shapes"].items()),
        "",
    ),
    "all-passed": _all_passed,
}
