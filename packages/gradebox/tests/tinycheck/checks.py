"""Compare a student's function with a reference solution on hidden inputs."""

from random import Random

__all__ = ["WrongAnswer", "check"]

REFERENCE = {"total": sum, "largest": max}
INPUTS = {}


class WrongAnswer(AssertionError):
    """A failed check; `report` says what a feedback page shows."""

    def __init__(self, report):
        super().__init__(report["message"])
        self.report = report


def draw_inputs(names, seed):
    """Draw the hidden inputs of the functions that an assignment asks for."""
    random = Random(seed)
    for name in REFERENCE.keys() & set(names):
        INPUTS[name] = [([random.randint(-9, 9) for _ in range(4)],) for _ in range(20)]


def check(function):
    """Raise WrongAnswer if the function differs from its reference solution on some input."""
    name = function.__name__
    outcomes = function.batch(INPUTS[name], 5.0)
    if outcomes is None:
        outcomes = [{"value": function(*args)} for args in INPUTS[name]]
    for number, ((values,), outcome) in enumerate(zip(INPUTS[name], outcomes, strict=True)):
        expected = REFERENCE[name](values)
        if outcome.get("value") != expected:
            raise WrongAnswer(
                {
                    "name": name,
                    "passed": [f"{number} of {len(outcomes)} inputs"],
                    "failed": "the next input",
                    "message": f"`{name}` gives a wrong result.",
                    "facts": [("input", str(values)), ("expected", expected)],
                    "looks": "you drop the sign" if "abs(" in function.source else "",
                    "think": "What happens to negative numbers?",
                    "outcome": outcome,  # a field that gradebox doesn't know
                }
            )
