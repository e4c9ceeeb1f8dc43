"""The build: every notebook is what its source makes, and an exercise gives nothing away."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import build
import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
LECTURES = sorted((ROOT / "lectures").glob("*.ipynb"))
SOLUTIONS = sorted((ROOT / "solutions").glob("*/*.ipynb"))
EXERCISES = sorted((ROOT / "exercises").glob("*/*.ipynb"))
NOTEBOOKS = LECTURES + SOLUTIONS + EXERCISES


def read(path):
    return nbformat.read(path, as_version=4)


def names(paths):
    return [path.parent.name + "/" + path.stem for path in paths]


def graded(notebook):
    """grade_id -> cell, for the cells that nbgrader knows."""
    cells = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    return {cell.metadata.nbgrader.grade_id: cell for cell in cells}


def test_notebooks_are_built_with_the_threads_and_rounding_of_the_tests(monkeypatch):
    library = re.compile(r"OPENBLAS_CORETYPE|(OMP|OPENBLAS|MKL)_NUM_THREADS")
    of_tests = {name: value for name, value in os.environ.items() if library.fullmatch(name)}
    for name in of_tests:
        monkeypatch.delenv(name)
    monkeypatch.setattr(build, "check", lambda: 0)
    monkeypatch.setattr(sys, "argv", ["build.py", "--check"])
    assert build.main() == 0
    assert len(of_tests) == 4
    assert of_tests.items() <= os.environ.items()


def test_every_exercise_has_a_solution():
    assert [path.stem for path in EXERCISES] == [path.stem for path in SOLUTIONS]
    assert EXERCISES


@pytest.mark.parametrize("path", NOTEBOOKS, ids=names(NOTEBOOKS))
class TestEveryNotebook:
    def test_is_valid_and_has_unique_ids(self, path):
        notebook = read(path)
        nbformat.validate(notebook)
        ids = [cell.id for cell in notebook.cells]
        assert len(set(ids)) == len(ids)

    def test_names_no_machine(self, path):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"/(home|root|tmp|usr|work|Users)/\w", text)
        assert not re.search(r"0x[0-9a-f]{8,}", text)
        assert "version" not in read(path).metadata.language_info

    def test_every_picture_has_alternative_text(self, path):
        for cell in read(path).cells:
            for output in cell.get("outputs", []):
                if "image/png" in output.get("data", {}):
                    alt = output.metadata["image/png"]["alt"]
                    assert len(alt) > 30
                    assert output.data["text/plain"] == alt

    def test_shows_no_warning_and_no_error(self, path):
        for cell in read(path).cells:
            for output in cell.get("outputs", []):
                assert output.output_type != "error"
                assert output.get("name") != "stderr"


@pytest.mark.parametrize("path", SOLUTIONS, ids=names(SOLUTIONS))
class TestEverySolution:
    def test_each_answer_is_followed_by_its_test(self, path):
        solved = None
        for grade_id, cell in graded(read(path)).items():
            mark = cell.metadata.nbgrader
            if mark.solution and mark.grade:  # read by a person, with the figure above it
                assert solved in (None, f"figure_{grade_id}")
                assert cell.cell_type == "markdown"
                assert mark.points > 0
                solved = None
            elif mark.solution:
                assert solved is None, f"{solved} has no test cell"
                assert not mark.grade
                assert "### BEGIN SOLUTION" in cell.source
                solved = grade_id
            elif mark.grade:
                if "check_level(" in cell.source:  # a level of a function that has its own test
                    solved = grade_id.removeprefix("test_")
                assert grade_id == f"test_{solved}"
                assert mark.locked
                assert mark.points > 0
                assert cell.source.startswith("# "), "a test cell opens with what it checks"
                solved = None
        assert solved is None

    def test_functions_are_also_graded_on_fresh_inputs(self, path):
        for grade_id, cell in graded(read(path)).items():
            if not grade_id.startswith("test_"):
                continue
            name = grade_id.removeprefix("test_")
            if name.startswith("quiz_"):
                assert re.search(r"^check_(quiz|step|derivation|slip)\(", cell.source, re.M)
            elif name.startswith("tests_"):
                tested = name.removeprefix("tests_")
                assert f'check_tests("{tested}", try_{tested})' in cell.source
            elif name == "comparison":
                assert "check_comparison(comparison, models, splits)" in cell.source
            elif "check_level(" in cell.source:
                level = name.rpartition("_")[2]
                assert f'check_level("sentiment_pipeline", "{level}")' in cell.source
                hidden = cell.source.split("### BEGIN HIDDEN TESTS")[1]
                assert f'check_level_fresh("sentiment_pipeline", "{level}")' in hidden
            else:
                assert f'check("{name}")' in cell.source
                hidden = cell.source.split("### BEGIN HIDDEN TESTS")[1]
                assert f'check_fresh("{name}")' in hidden

    def test_points_add_up_to_what_the_text_says(self, path):
        notebook = read(path)
        cells = graded(notebook).values()
        total = sum(cell.metadata.nbgrader.points for cell in cells if cell.metadata.nbgrader.grade)
        text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
        [said] = re.findall(r"About \d+ minutes, (\d+) points?", text)
        assert total == int(said)
        parts = re.findall(r"(\d+) minutes?, (\d+) points?[.,*]", text)
        points = sum(int(points) for _, points in parts)
        assert points - int(said) == int(said), "the parts' points add up to the whole"

    def test_minutes_add_up_to_what_the_text_says(self, path):
        notebook = read(path)
        text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
        [(said, _), *parts] = re.findall(r"(\d+) minutes?, (\d+) points?[.,*]", text)
        assert abs(sum(int(minutes) for minutes, _ in parts) - int(said)) < 5


NUMBERS = [
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
]


@pytest.mark.parametrize("path", EXERCISES, ids=names(EXERCISES))
class TestEveryExercise:
    def test_opening_counts_its_functions_and_questions(self, path):
        opening = " ".join(" ".join(cell.source.split()) for cell in read(path).cells[:2])
        cells = graded(read(path))
        answers = [name for name in cells if f"test_{name}" in cells]
        questions = [name for name in answers if name.startswith("quiz_")]
        tests = [name for name in answers if name.startswith("tests_")]
        counts = {
            "functions?": len(answers) - len(questions) - len(tests),
            "(?:short )?questions?": len(questions),
        }
        for kind, count in counts.items():
            if told := re.search(rf"(?:write|answer) (\w+) (?:small )?{kind}\b", opening):
                assert told[1] == NUMBERS[count]

    def test_holds_no_solution_and_no_hidden_test(self, path):
        text = path.read_text(encoding="utf-8")
        assert "BEGIN SOLUTION" not in text
        assert "HIDDEN TESTS" not in text
        for cell in read(path).cells:
            if cell.cell_type == "code":
                shows = (
                    cell.metadata.get("nbgrader", {}).get("grade_id", "").startswith("question_")
                )
                assert bool(cell.outputs) == shows, "only questions can be read before they are run"
                assert "_fresh(" not in cell.source

    def test_holds_no_line_of_a_solution(self, path):
        solution = ROOT / "solutions" / path.parent.name / path.name
        exercise = graded(read(path))
        for grade_id, cell in graded(read(solution)).items():
            inside = re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", cell.source, re.S)
            if cell.cell_type == "markdown" and cell.metadata.nbgrader.solution:
                inside = [cell.source]
            for line in "".join(inside).splitlines():
                if len(line.strip()) > 12:
                    assert line.strip() not in exercise[grade_id].source

    def test_asks_for_every_answer(self, path):
        for cell in graded(read(path)).values():
            if cell.metadata.nbgrader.solution:
                stub = "Write your answer here"
                if cell.cell_type == "code":
                    stub = "raise NotImplementedError"
                assert stub in cell.source


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A house with one small unit, built."""
    house = tmp_path_factory.mktemp("built")
    shutil.copy(ROOT / "nbgrader_config.py", house)
    for kind in ("lectures", "exercises"):
        (house / "sources" / kind).mkdir(parents=True)
    (house / "sources/lectures/01-a.py").write_text(
        '# %% [markdown]\n# # A\n\n# %%\nprint("one")\n\n# %%\nprint("two")\n'
    )
    (house / "sources/exercises/01-a.py").write_text(
        '# %% solve="f"\ndef f():\n    ### BEGIN SOLUTION\n    return 12345\n'
        '    ### END SOLUTION\n\n\n# %% test="f" points=2\n# f\nassert f() == 12345\n'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "ROOT", house)
        assert build.build([]) == 0
    return house


@pytest.mark.slow
class TestBuilding:
    @pytest.fixture
    def house(self, built, tmp_path, monkeypatch):
        """A copy of it to change."""
        shutil.copytree(built, tmp_path, dirs_exist_ok=True)
        monkeypatch.setattr(build, "ROOT", tmp_path)
        return tmp_path

    def files(self, house):
        return {p.relative_to(house): p.read_bytes() for p in house.rglob("*.ipynb")}

    def test_second_build_changes_nothing(self, house):
        first = self.files(house)
        assert [str(path) for path in sorted(first)] == [
            "exercises/01-a/01-a.ipynb",
            "lectures/01-a.ipynb",
            "solutions/01-a/01-a.ipynb",
        ]
        assert build.build([]) == 0
        assert self.files(house) == first
        assert build.check() == 0

    def test_check_names_stale_missing_and_orphaned_notebooks(self, house, capsys):
        source = house / "sources/lectures/01-a.py"
        source.write_text(source.read_text().replace("two", "three"))
        exercise = house / "exercises/01-a/01-a.ipynb"
        exercise.write_text(exercise.read_text().replace("NotImplementedError", "ValueError"))
        shutil.copy(house / "lectures/01-a.ipynb", house / "lectures/02-b.ipynb")
        capsys.readouterr()
        assert build.check() == 1
        said = capsys.readouterr().out
        assert "lectures/01-a.ipynb: not what its source makes" in said
        assert "exercises/01-a/01-a.ipynb: not what nbgrader makes of the solution" in said
        assert "lectures/02-b.ipynb: has no source" in said
        assert "solutions/01-a/01-a.ipynb" not in said
        (house / "solutions/01-a/01-a.ipynb").unlink()
        assert build.check() == 1
        assert "solutions/01-a/01-a.ipynb: missing" in capsys.readouterr().out

    def test_check_finds_a_notebook_that_was_not_run_from_top_to_bottom(self, house, capsys):
        path = house / "lectures/01-a.ipynb"
        whole = json.loads(path.read_text())
        whole["cells"][1]["execution_count"] = 7
        path.write_text(json.dumps(whole))
        assert build.check() == 1
        assert "was not run from top to bottom" in capsys.readouterr().out

    def test_failing_source_is_named_and_writes_nothing(self, house):
        before = self.files(house)
        source = house / "sources/lectures/01-a.py"
        source.write_text("# %%\n1 / 0\n")
        with pytest.raises(build.SourceError, match="(?s)01-a.py stopped.*ZeroDivisionError"):
            build.execute(source, build.lecture_path(source))
        assert self.files(house) == before

    @pytest.mark.parametrize(
        ("header", "words"),
        [
            ('# %% test="f"', "points for tests and answers"),
            ('# %% solve="f" points=2', "points for tests and answers"),
            ('# %% answer="f"', "points for tests and answers"),
            ('# %% solves="f"', "it can be given, solve, test, answer or open"),
            ('# %% solve="f" given="g"', "one role"),
        ],
    )
    def test_wrong_cell_header_is_named(self, house, header, words):
        source = house / "sources/exercises/01-a.py"
        source.write_text(f"{header}\n1\n")
        with pytest.raises(build.SourceError, match=words):
            build.read_source(source)

    def test_label_becomes_the_number_of_its_section(self, house):
        lecture = house / "sources/lectures/01-a.py"
        lecture.write_text('# %% [markdown] section="smoothing"\n# ## 4. Section {#smoothing}\n')
        exercise = house / "sources/exercises/01-a.py"
        exercise.write_text("# %%\n# sections {#smoothing} and {01#smoothing}\n")
        [cell] = build.read_source(lecture).cells
        assert (cell.source, cell.id) == ("## 4. Section 4", "smoothing")
        assert build.read_source(exercise).cells[0].source == "# sections 4 and 4"
        exercise.write_text("# %%\n# section {#smooth}\n")
        with pytest.raises(build.SourceError, match="01-a.py, line 2: .* the label smooth"):
            build.read_source(exercise)

    def test_lecture_gets_links_contents_and_formulas(self, house):
        (house / "docs").mkdir()
        (house / "docs/formulas.md").write_text(
            "# Sheet\n\n## A · [lecture 01](../lectures/01-a.ipynb)\n\n| rule |\n|---|\n"
            "| [`a.b`](../lincourse/a.py) |\n\n"
            "## B · [lecture 02](../lectures/02-b.ipynb)\n\n| no |\n"
        )
        for name in ("01-a", "02-b"):
            (house / f"sources/lectures/{name}.py").write_text(
                "# %% [markdown]\n# {contents}\n#\n"
                "# see section {02#mean}, sections {#mean} and {#mean}\n"
                "# <summary>section {#mean}</summary>\n#\n# {formulas}\n\n"
                '# %% [markdown] section="mean"\n# ## 1. What is a (mean)?\n# ## In practice\n'
            )
        text = build.read_source(house / "sources/lectures/01-a.py").cells[0].source
        here = "#1.-What-is-a-%28mean%29?"
        assert text.startswith(f"1. [What is a (mean)?]({here})\n\n[In practice](#In-practice)\n\n")
        links = f"see [section 1](02-b.ipynb{here}), [sections 1]({here}) and [1]({here})\n"
        assert f"{links}<summary>section 1</summary>" in text
        assert "| `a.b` |" in text
        assert "| no |" not in text

    def test_cell_with_the_tag_hide_input_is_folded(self, house):
        source = house / "sources/lectures/01-a.py"
        source.write_text('# %% tags=["hide-input"]\n1\n')
        [cell] = build.read_source(source).cells
        assert cell.metadata == {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}

    def test_question_keeps_its_output_and_open_cell_its_text(self, house):
        source = house / "sources/exercises/01-a.py"
        text = source.read_text(encoding="utf-8")
        more = '# %% open="student"\nstudent = ""\n\n# %% given="question_f"\n"f" + student\n\n'
        source.write_text(more + text)
        assert build.build(["01"]) == build.check() == 0
        cells = graded(read(house / "exercises/01-a/01-a.ipynb"))
        assert cells["student"].source == 'student = ""'
        [output] = cells["question_f"].outputs
        assert output.data["text/plain"] == "'f'"
        assert output.execution_count is None

    def test_duplicate_cell_name_is_rejected(self, house):
        source = house / "sources/exercises/01-a.py"
        source.write_text('# %% solve="f"\n1\n\n# %% solve="f"\n2\n')
        with pytest.raises(build.SourceError, match="two cells are called f"):
            build.read_source(source)
