"""Sentences about tests that students write."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, listed, table

Data = Mapping[str, Any]
MORE = "Does this assert ask for something other than the task says, or for more?"
ASSERT = "A test says no by raising an error: write assert in front of what should be true."
BY_HAND = "Take a small input. What should come back for it, worked out by hand? Assert that."
# What to think about, for each way in which an assert rejects a right function.
REJECTIONS = {
    "random": f"{MORE} Another right function may shuffle in another way. What do all right results "
    "have in common?",
    "type": "A right function may return NumPy's kind of number: the type of np.float64(1) is not "
    "float. Compare its value.",
    "identity": "`is` asks whether two things are one and the same object, and equal numbers need not "
    "be. Which operator compares values?",
    "new-object": "A right function may return the very object that it was given, if nothing changes. "
    "Ask whether its values are right, and whether the argument still holds what it held.",
    "exact": f"{MORE} Numbers that are equal on paper may differ in the last digit: np.isclose and "
    "np.allclose allow for that.",
    "": MORE,
}


def _rejects(data: Data) -> tuple[str, str]:
    detail = f": {data['text']}" if data["text"] else "."
    looks = f"Your test rejects a right {data['name']} ({data['style']}){detail}"
    return looks, REJECTIONS[data["how"]]


def _test_stopped(data: Data) -> tuple[str, str]:
    detail = f": {data['text']}" if data["text"] and not data["explained"] else "."
    on = f"On a right {data['name']} ({data['style']})"
    looks = f"{on} your test stopped with {data['error']}{detail}"
    if data["asked_for"]:
        looks = f"{looks.rstrip('.')}. That is right: the task asks for that error."
        return looks, "What can a test do, so that an error which should come does not end it?"
    return looks, "Is f called with what the task promises, and is what comes back used as it is?"


def _unpromised(data: Data) -> tuple[str, str]:
    got = listed(f"{kind} for {name}" for name, kind in data["got"].items())
    return (
        f"f gets {got}, and the task promises arrays.",
        "np.array(...) makes an array, of a list or of a number. What should f be called with?",
    )


def _too_few(more: str, think: str) -> Template:
    """How many wrong functions a test catches, and why they are so few."""

    def words(data: Data) -> tuple[str, str]:
        caught = data["caught"] or "none"
        many = (
            f"Your test catches {caught} of {data['all']} wrong functions; it should catch at least"
        )
        return f"{many} {data['needed']}. {more}".strip().format_map(data), think.format_map(data)

    return words


WORDS: dict[str, Template] = {
    **table(
        """
rung-test: it is a function that takes one argument
rung-accepts: it accepts {rights} right functions, in different styles
rung-catches: it catches at least {needed} of {all} wrong functions
test-catches: it catches {caught} of {all} wrong functions
rung-changed-results: it catches results that are wrong everywhere
not-a-test: {name} is {value}, not a function. -> Was its name used again, in another cell?
test-signature: Your test is called with one argument, the function that it should test, but yours takes {takes}.
test-not-written: {name} is not written yet. -> Replace the line that raises NotImplementedError with asserts on f.
test-never-calls: Your test never calls the function that it is handed, so it can't tell a right one from a wrong one. -> Call f in it, as you would call {name}.
test-too-slow: Your test had not come back after {seconds:g} seconds on a right {name}. -> What makes each of its loops end, and how large are the inputs?
test-out-of-time: All of a submission may take {seconds:g} seconds together, and there were none left before your test was done.
test-rejects-error: Your test rejects a right {name} ({style}) because it raises a ValueError, and the task asks for one. -> For which input should the error come, and when should your test complain: when it comes, or when it does not?
test-changes-its-mind: Your test accepted a right {name} ({style}) the first time and rejected the same function later. -> A test should start afresh at every call. Does it change something that was made outside of it, or draw numbers at random without a seed?
tests-passed: It accepts every right function and catches {caught} of {all} wrong ones. Go on with the next part.
test-hangs: On several wrong functions your test did not come back in time. -> Does one of its loops wait for something that a wrong function never gives?
test-ends-python: Your test ended Python itself ({error}). -> A test says no with assert, which raises AssertionError.
other-functions: {number} more
plain-style: a plain one
courses-style: the course's own
only-zeros: it returns only zeros.
twice-the-result: it returns twice the right result.
negated-result: the sign of the result is wrong.
accepts-changed-result: Your test catches {caught} of {all} wrong functions with a typical mistake, but it accepts functions whose results are all wrong. -> {BY_HAND}
""",
        BY_HAND=BY_HAND,
    ),
    "error-of-f": lambda data: (
        f"{data['name']} raised ValueError: {data['text']}".rstrip(": "),
        "",
    ),
    "test-rejects": _rejects,
    "test-stopped": _test_stopped,
    "unpromised-argument": _unpromised,
    "catches-too-few": _too_few(
        "",
        "Take the first that is not caught: for which input does it give something other than a right "
        "{name} does? Call f with it, and assert what should come back.",
    ),
    "test-without-assert": _too_few(
        "There is no assert in it: `{line}` is worked out, and nothing looks at it.", ASSERT
    ),
    "test-returns-verdict": _too_few("It returns {value}, and nothing looks at that.", ASSERT),
    "test-swallows-asserts": _too_few(
        "Your {line} catches the AssertionError of your own test, too, so it gets lost.",
        "Which error should be caught there, and where can your test complain so that nothing catches "
        "it?",
    ),
    "assert-of-tuple": _too_few(
        "The brackets in `{line}` make a tuple, and a tuple that holds something is always true.",
        "What does assert see without these brackets?",
    ),
    "test-compares-with-itself": _too_few(
        "`{line}` compares a result of f with the same result of f.",
        "Where can you get the right result from, if not from f?",
    ),
    "test-ends-early": _too_few(
        "After `{line}` your test returns, so the asserts below it are never reached.",
        "Which lines run for a function that raises this error, as a right one does?",
    ),
    "test-ignores-values": _too_few(
        "It looks at the form of what comes back, and at none of its values.", BY_HAND
    ),
}
