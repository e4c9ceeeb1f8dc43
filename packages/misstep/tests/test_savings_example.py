"""The example course in an empty environment, with only misstep's wheel: mistakes are named."""

import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent
EXAMPLE = PACKAGE / "examples/savings"
LOCK = PACKAGE.parent.parent / "requirements.lock"

RIGHT = {
    "future_value": [
        "return deposit * (1 + rate) ** years",
        "for _ in range(years):\n    deposit = deposit + deposit * rate\nreturn deposit",
        "import math\nreturn deposit * math.exp(years * math.log1p(rate))",
    ],
    "annual_rate": [
        "return (end / start) ** (1 / years) - 1",
        "import math\nreturn math.expm1((math.log(end) - math.log(start)) / years)",
    ],
    "moving_average": [
        "if window > len(prices):\n    raise ValueError('too long')\n"
        "sums = np.concatenate([[0], np.cumsum(prices)])\n"
        "return (sums[window:] - sums[:-window]) / window",
        "if window > len(prices):\n    raise ValueError\n"
        "return np.lib.stride_tricks.sliding_window_view(prices, window).mean(axis=1)",
    ],
}
WRONG = [  # written in another way than in the catalogue; then two that it does not hold
    ("future_value", "return deposit + deposit * rate * years", "this is simple interest"),
    (
        "future_value",
        "for _ in range(1, years):\n    deposit *= 1 + rate\nreturn deposit",
        "the money grows for one year less",
    ),
    ("annual_rate", "return (end / start - 1) / years", "the growth is spread evenly"),
    ("annual_rate", "return (end / start) ** (1 / years)", "this is the factor of one year"),
    (
        "moving_average",
        "if window > len(prices):\n    raise ValueError\n"
        "return np.convolve(prices, np.ones(window), 'valid')",
        "this is the sum of each window",
    ),
    ("future_value", "return deposit * (1 + 0.04) ** years", "rate makes no difference"),
    (
        "moving_average",
        "return np.convolve(prices, np.ones(window), 'valid') / window",
        "ValueError",
    ),
]


@pytest.fixture(scope="module")
def empty_python(tmp_path_factory):
    """The Python of a new environment in which only the wheel is installed."""
    folder = tmp_path_factory.mktemp("empty")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=PACKAGE, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    python = folder / "venv/bin/python"
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if uv:
        commands = [
            [uv, "venv", "--quiet", "--python", sys.executable, folder / "venv"],
            [uv, "pip", "install", "--quiet", "--python", python, "-c", LOCK, wheel],
        ]
    else:
        commands = [
            [sys.executable, "-m", "venv", folder / "venv"],
            [python, "-m", "pip", "install", "--quiet", "-c", LOCK, wheel],
        ]
    for command in commands:
        subprocess.run(command, check=True, cwd=folder)
    return python


@pytest.fixture(scope="module")
def outcome(empty_python):
    """What the checks of the example say there."""
    answers = [(name, body) for name, bodies in RIGHT.items() for body in bodies]
    answers += [(name, body) for name, body, _ in WRONG]
    run = subprocess.run(
        [empty_python, Path(__file__).with_name("savings_session.py")],
        cwd=EXAMPLE,
        env={"PYTHONPATH": str(EXAMPLE), "PYTHONDONTWRITEBYTECODE": "1"},
        input=json.dumps(answers),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.slow
class TestExampleWithOnlyTheWheel:
    def test_nothing_else_is_installed(self, outcome):
        assert outcome["installed"] == []

    def test_right_answers_pass_in_several_styles(self, outcome):
        rights = sum(map(len, RIGHT.values()))
        assert outcome["answers"][:rights] == ["passed"] * rights

    def test_wrong_answers_get_the_words_of_their_mistake(self, outcome):
        texts = outcome["answers"][-len(WRONG) :]
        for text, (_, body, words) in zip(texts, WRONG, strict=True):
            assert words in text, (body, text)

    def test_every_mistake_of_the_catalogue_is_named(self, outcome):
        for looks, text in outcome["mistakes"]:
            assert f"This looks like: {looks}" in text

    def test_students_tests_are_tried_on_the_mistakes(self, outcome):
        weak, strong = outcome["tests"]
        assert "Your test catches none of 3 wrong functions" in weak
        assert strong == "passed"

    def test_quiz_has_personal_numbers(self, outcome):
        right, simple, everybodys = outcome["quiz"]
        assert "350 euros worth after two years at 4 %?" in outcome["question"]
        assert right == "passed"
        assert "Does the first year's interest earn interest?" in simple
        assert "but you have your own" in everybodys


def test_notebook_is_what_its_script_makes():
    made = runpy.run_path(str(EXAMPLE / "make_notebook.py"))["notebook"]()
    assert json.loads((EXAMPLE / "savings.ipynb").read_text(encoding="utf-8")) == made
