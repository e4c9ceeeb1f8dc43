"""The leaderboard: ties by chance, pseudonyms, and accuracies that no student can write."""

import json
import re

import pytest
from classroom import cell, lincourse, notebook, write_notebook
from gradebox.course import tree_shaking
from gradebox.course.model import Assignment, CourseNotebook
from gradebox.intake import reader
from gradebox.judge.runner import Judge
from gradebox.pages import leaderboard, report
from gradebox.results import Exercise, GradedNotebook, Result, too_good
from gradebox.run import terminal
from gradebox.sandbox.bubblewrap import Plan, Sandbox

SECRET = b"of a course"


def result(student, accuracy, n=2500, score=6.0, status="graded"):
    measured = None if accuracy is None else {"accuracy": accuracy, "n": n}
    exercise = Exercise("test_sentiment_pipeline", "3.1", 6.0, score, measured=measured)
    book = GradedNotebook("09-family", [exercise])
    return Result(student, "09-family", status, max_score=6.0, notebooks=[book])


def ranks(*results):
    return [(place.student, place.rank) for place in leaderboard.places(results)]


def test_ranks_within_two_standard_errors_are_ties():
    # the error of 0.8 on 2,500 is 0.008
    assert ranks(result("a", 0.79), result("b", 0.8), result("c", 0.783)) == [
        ("b", 1),
        ("a", 1),
        ("c", 3),
    ]
    assert ranks(result("a", 0.8), result("b", 0.7845), result("c", 0.77), result("d", 0.76)) == [
        ("a", 1),
        ("b", 1),
        ("c", 3),  # two errors from b, but four from a: ties are not passed on
        ("d", 3),
    ]


def test_small_samples_make_ties():
    assert ranks(result("a", 0.8, n=50), result("b", 0.7, n=50)) == [("a", 1), ("b", 1)]
    assert ranks(result("a", 0.8), result("b", 0.7)) == [("a", 1), ("b", 2)]


def test_leaderboard_has_only_measured_passes():
    assert ranks(
        result("a", None),
        result("b", 0.8, score=0.0),
        result("c", 7.0),
        result("d", 0.8, n=0),
        result("e", 0.75),
    ) == [("e", 1)]


def test_measurements_are_stored_with_results():
    before = result("a", 0.8)
    before.alias = "jade heron 417"
    assert Result.from_json(json.loads(json.dumps(before.to_json()))) == before


def test_pseudonyms_depend_on_the_secret():
    names = [leaderboard.pseudonym(SECRET, f"student-{i}") for i in range(300)]
    assert len(set(names)) == 300
    assert names == [leaderboard.pseudonym(SECRET, f"student-{i}") for i in range(300)]
    assert names != [leaderboard.pseudonym(b"another", f"student-{i}") for i in range(300)]
    assert all(re.fullmatch(r"[a-z]+ [a-z]+ \d{3}", name) for name in names)
    leaderboard.pseudonym(SECRET, "\udcff")  # a folder's name that is no text


def test_class_page_has_no_real_names():
    ranked = leaderboard.places([result("ada-k", 0.8), result("bob-k", 0.7), result("<i>", 0.6)])
    page = leaderboard.page(
        "09-family", ranked, lambda student: leaderboard.pseudonym(SECRET, student), "2026-01-01"
    )
    assert "ada-k" not in page
    assert "bob-k" not in page
    assert leaderboard.pseudonym(SECRET, "bob-k") in page
    assert "0.700" in page
    assert "default-src &#39;none&#39;" in page
    assert "Nobody has reached" in leaderboard.page("a", [], str, "2026-01-01")


def test_instructor_sees_real_names(capsys):
    results = [
        result("ada", 0.8),
        result("b\x1b[2J", 0.7),
        *(result(f"s{i}", 0.6) for i in range(9)),
    ]
    page = report.page("09-family", results, "2026-01-01")
    assert "Leaderboard" in page
    assert page.count("0.600") == 9
    terminal.summary(results, 6, "reports/09-family.html")
    said = capsys.readouterr().out
    assert "1  0.800 ± 0.008  ada" in said
    assert "2  0.700 ± 0.009  b\\x1b[2J" in said
    assert "and 1 more, in the report" in said
    assert "Leaderboard" not in report.page("a", [result("ada", None)], "2026-01-01")
    terminal.summary([result("ada", None)], 6, "x")
    assert "leaderboard" not in capsys.readouterr().out


# ---------------------------------------------------------------- from the sandbox to the result

IMPORTS = "import numpy as np\nfrom lincourse.checks import check, check_fresh"
STUB = "def sentiment_pipeline(train, documents):\n    raise NotImplementedError"
BAYES = '''
def sentiment_pipeline(train, documents):
    """Naive Bayes, by somebody who would like it to look better."""
    from collections import Counter
    from math import log
    print('{"accuracy": 0.999, "n": 2500}')
    sentences, totals, counts = Counter(), Counter(), {}
    for words, label in train:
        sentences[label] += 1
        totals[label] += len(words)
        for word in words:
            counts.setdefault(word, Counter())[label] += 1
    def score(words, label):
        below = totals[label] + len(counts) + 1
        seen = (counts.get(w, {}).get(label, 0) for w in words)
        return log(sentences[label]) + sum(log((n + 1) / below) for n in seen)
    return [max(sorted(sentences), key=lambda y: score(words, y)) for words in documents]
measured = [{"accuracy": 0.999, "n": 2500}]
def check_fresh(name):
    return {"accuracy": 0.999, "n": 2500}
'''
SKLEARN = """
from sklearn import naive_bayes as nb
from sklearn.feature_extraction.text import CountVectorizer
def learn(X, y):
    return nb.MultinomialNB().fit(X, y)
def sentiment_pipeline(train, documents):
    words = CountVectorizer(analyzer=lambda words: words)
    model = learn(words.fit_transform([w for w, _ in train]), [y for _, y in train])
    return [str(y) for y in model.predict(words.transform(documents))]
"""


TEST = 'check("sentiment_pipeline")\ncheck_fresh("sentiment_pipeline")'
MARKS = {"grade": True, "locked": True, "points": 6}
CELLS = [
    cell(IMPORTS, grade_id="imports", locked=True),
    cell(STUB, grade_id="sentiment_pipeline", solution=True),
    cell(TEST, grade_id="test_sentiment_pipeline", **MARKS),
]


def hand_in(folder, source):
    """A submission with this answer, in a folder."""
    theirs = json.loads(json.dumps(notebook(CELLS)))
    theirs["cells"][1]["source"] = source
    write_notebook(folder / "work.ipynb", theirs)
    return folder


@pytest.fixture(scope="module")
def grade(tmp_path_factory):
    """Grade a classifier: its one exercise."""
    folder = tmp_path_factory.mktemp("stage")
    folder.chmod(0o755)
    tree_shaking.stage(folder, [IMPORTS], {"sentiment_pipeline"})
    sandbox = Sandbox(folder, folder, Plan(["numpy"], []))
    sandbox.wait()
    assignment = Assignment("a", [CourseNotebook.parse("work", notebook(CELLS))])
    judge = Judge(assignment, sandbox, 30.0)

    def run(source):
        submitted = hand_in(tmp_path_factory.mktemp("submitted") / "a", source)
        [exercise] = judge.grade(reader.read(submitted, "student", assignment)).exercises
        return exercise

    yield run
    sandbox.close()


@pytest.mark.slow
def test_accuracy_is_measured_by_the_judge(grade):
    exercise = grade(BAYES)
    assert exercise.passed, exercise.message
    assert exercise.measured["n"] == 2500
    assert 0.72 < exercise.measured["accuracy"] < 0.81


@pytest.mark.slow
def test_ready_made_model_is_noticed(grade):
    exercise = grade(SKLEARN)
    assert exercise.score == 0
    assert "It uses sklearn" in exercise.message
    assert exercise.measured is None


@pytest.mark.slow
def test_class_gets_a_leaderboard_with_pseudonyms(tmp_path):
    write_notebook(tmp_path / "source" / "a" / "work.ipynb", notebook(CELLS))
    hand_in(tmp_path / "submitted" / "ada-k" / "a", BAYES)
    hand_in(tmp_path / "submitted" / "bob-k" / "a", SKLEARN)
    page = tmp_path / "reports" / "a-leaderboard.html"
    said = lincourse(tmp_path, "grade", "a")
    [rank] = re.findall(r"1  (0\.\d+) ± 0\.00[89]  ada-k", said)
    assert "bob-k" not in said
    assert not page.exists()
    assert rank in (tmp_path / "reports" / "a.html").read_text()
    said = lincourse(tmp_path, "grade", "a", "--leaderboard")
    assert "Leaderboard for the class, under pseudonyms: reports/a-leaderboard.html" in said
    alone = (tmp_path / "feedback" / "ada-k" / "a" / "work.html").read_text()
    [name] = re.findall(r"[a-z]+ [a-z]+ \d{3}(?=</dd>)", alone)
    assert f"fresh documents: accuracy {rank}" in alone
    assert name in page.read_text()
    assert rank in page.read_text()
    assert "ada-k" not in page.read_text()
    other = (tmp_path / "feedback" / "bob-k" / "a" / "work.html").read_text()
    assert "On the leaderboard" not in other
    assert (tmp_path / "reports" / ".gradebox" / "secret").stat().st_mode & 0o077 == 0


def test_accuracy_that_no_learner_reaches_is_a_reason_to_review():
    def reason(**measured):
        return too_good(Exercise("test_sentiment_pipeline", "3.1", 6.0, 6.0, measured=measured))

    assert "“3.1” got 1.000" in reason(accuracy=1.0, n=2500, plausible=0.85)
    assert not reason(accuracy=0.8, n=2500, plausible=0.85)
    assert not reason(accuracy=1.0, n=2500)
