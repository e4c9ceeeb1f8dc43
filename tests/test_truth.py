"""What students read about stored wrong answers is true, and most of it helps; see corpus.py."""

import ast

import corpus
import pytest
from misstep import climb
from misstep.functions.rungs import accepts
from student_code import written

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

STORED = corpus.stored()
MIN_HELPFUL = 2_033  # never lower this: improve what is said instead
# In functional style; the axis may be the first argument of both.
METHODS = {"sum", "mean", "max", "min", "argmax", "argmin", "prod", "std", "all", "any"}


def test_no_stored_answer_is_told_something_false():
    assert {answer.judgement for answer in STORED} <= {corpus.HELPFUL, corpus.USELESS}


def test_number_of_helpful_messages_never_falls():
    assert sum(answer.judgement == corpus.HELPFUL for answer in STORED) >= MIN_HELPFUL


@pytest.mark.parametrize("answer", STORED, ids=lambda answer: answer.name)
@pytest.mark.sampled(every=20, quick=400)
def test_judgement_is_about_what_is_shown(answer):
    told = corpus.tell(answer)
    assert told.finding == answer.finding, (
        f"judge what is said now, with tools/ledger.py --judge:\n{told.report}"
    )


class Restyled(ast.NodeTransformer):
    """The same code as another student writes it: other names, functions instead of methods."""

    def __init__(self, names):
        self.names = names

    def visit_Name(self, node):
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node):
        return ast.arg(self.names.get(node.arg, node.arg))

    def visit_Call(self, node):
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(value, attr) if attr in METHODS and ast.unparse(value) != "np":
                return ast.Call(
                    ast.parse(f"np.{attr}").body[0].value, [value, *node.args], node.keywords
                )
        return node

    def visit_Return(self, node):
        self.generic_visit(node)
        value = ast.Assign([ast.Name("answer", ast.Store())], node.value or ast.Constant(None))
        return [value, ast.Return(ast.Name("answer", ast.Load()))]


def restyled(name, source):
    """Return the body of a function in another style, after its parameters have their names."""
    function = ast.parse(source).body[0]
    stored = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    names = {old: f"{old}_here" for old in stored - set(CHECKS[name].parameters)}
    tree = ast.fix_missing_locations(Restyled(names).visit(function))
    return "\n".join(map(ast.unparse, tree.body))


CATALOGUE = [
    (name, mistake)
    for name, check in CHECKS.items()
    for mistake in check.mistakes
    if mistake.source and check.seconds is None and "def " not in mistake.source.partition("\n")[2]
]


@pytest.mark.parametrize(
    ("name", "mistake"), CATALOGUE, ids=lambda value: getattr(value, "looks", value)
)
@pytest.mark.sampled(every=25, quick=200)
def test_catalogued_mistake_is_named_in_another_style(name, mistake):
    def told(body):
        report = climb(CHECKS[name], written(name, body), 0)
        return report.looks or report.message

    other = restyled(name, mistake.source)
    assert not accepts(CHECKS[name], written(name, other))
    if told(mistake.source.partition("\n")[2]) == mistake.looks:  # else something says more
        assert told(other) == mistake.looks
