"""The contract of the course: names, purity, kinds of input, and what an import costs."""

import inspect
import subprocess
import sys
from copy import deepcopy
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from strategies import complaint

import lincourse

CONTRACT = {
    "probability": [
        "toss_outcomes(n)",
        "uniform(outcomes)",
        "probability(event, dist)",
        "joint(a, b, dist)",
        "conditional(a, b, dist)",
        "chain_rule(events, dist)",
        "independent(a, b, dist)",
        "total_probability(likelihoods, priors)",
        "bayes(likelihoods, priors)",
        "expectation(value, dist)",
        "variance(value, dist)",
        "standard_error(p, n)",
    ],
    "naive_bayes": [
        "lexicon_score(words, label, lexicon)",
        "classify(words, labels, score)",
        "learn_lexicon(labelled)",
        "class_priors(labels)",
        "word_counts(labelled)",
        "smoothed_probability(count, total, vocabulary_size)",
        "categorical_likelihood(values, n_values)",
        "train_naive_bayes(labelled)",
        "log_score(words, label, model)",
        "predict_label(words, model)",
        "replace_rare(documents, k)",
        "paired_difference(right_a, right_b)",
    ],
    "features": [
        "add_bias(X)",
        "encode_opinion(words, positive, negative)",
        "joint_features(x, y, n_classes)",
        "scores(W, X)",
        "predict_binary(w, X)",
        "predict_multiclass(W, X)",
        "margin(w, x, y)",
        "distance(w, x)",
        "boundary(W, k, j)",
        "one_vs_all_labels(y, k)",
        "all_vs_all_vote(winners, n_classes)",
        "naive_bayes_weights(log_priors, log_likelihoods)",
        "one_hot(y, n_classes)",
    ],
    "metrics": [
        "confusion(y, y_hat)",
        "accuracy(y, y_hat)",
        "precision(y, y_hat)",
        "recall(y, y_hat)",
        "f1(y, y_hat)",
    ],
    "perceptron": [
        "perceptron_update(w, x, y, eta)",
        "train_perceptron(X, y, eta, max_epochs)",
        "mistake_bound(X, y, u)",
        "eta_decay(n)",
        "multiclass_update(W, x, y, eta)",
        "joint_update(theta, F, y)",
        "perceptron_loss(theta, F, y)",
        "perceptron_gradient(theta, F, y)",
        "averaged_perceptron(X, y, n_classes, eta, epochs)",
        "svm_update(theta, F, y, cost, shrink)",
        "least_squares(A, b)",
    ],
    "logistic": [
        "log_odds(p)",
        "sigmoid(z)",
        "predict_probability(w, X)",
        "likelihood(w, X, y)",
        "cross_entropy(w, X, y)",
        "logistic_gradient(w, X, y)",
        "tanh_loss(w, X, y)",
        "tanh_gradient(w, X, y)",
        "cost_threshold(cost_false_alarm, cost_miss)",
    ],
    "descent": [
        "gradient_descent(gradient, x0, eta, epsilon, max_steps)",
        "batch_step(w, X, y, eta)",
        "sgd_step(w, x, y, eta)",
        "momentum_step(w, velocity, gradient, eta, beta)",
        "adam_step(w, m, v, t, gradient, eta, beta1, beta2, epsilon)",
        "minibatches(n, size, rng)",
        "split(n, fractions, rng)",
        "early_stopping(validation_losses, patience)",
        "regularised_loss(w, X, y, lam)",
        "regularised_gradient(w, X, y, lam)",
    ],
    "softmax": [
        "softmax(Z)",
        "softmax_at(Z, temperature)",
        "categorical_pmf(phi, x)",
        "entropy_between(p, q)",
        "bits(p, q)",
        "softmax_loss(W, X, y)",
        "softmax_gradient(W, X, y)",
        "softmax_update(W, x, y, eta)",
        "train_softmax(X, y, n_classes, eta, epochs, batch_size, rng)",
    ],
    "derivations": [
        "softmax_jacobian(z)",
        "probability_gradient(W, x, j)",
        "numerical_gradient(f, x, h)",
        "hidden_gradient(V, w, x, y)",
    ],
    "family": ["linear_update(rule, W, x, y, eta)"],
}


def public_functions(module):
    """name -> function, for the functions that the module itself defines."""
    module = import_module(f"lincourse.{module}")
    return {
        name: function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }


@pytest.mark.parametrize(
    ("module", "line"), [(module, line) for module, lines in CONTRACT.items() for line in lines]
)
def test_functions_have_the_parameters_of_the_contract(module, line):
    name, parameters = line.rstrip(")").split("(")
    found = inspect.signature(public_functions(module)[name]).parameters.values()
    assert ", ".join(parameter.name for parameter in found) == parameters
    assert {parameter.kind for parameter in found} == {inspect.Parameter.POSITIONAL_OR_KEYWORD}


# One call of every public function, with whole numbers in fresh arrays.
COIN = {"H": 0.5, "T": 0.5}
REVIEWS = [(["good", "film"], "pos"), (["bad", "film"], "neg")]
MODEL = import_module("lincourse.naive_bayes").train_naive_bayes(REVIEWS)


def rng():
    return np.random.default_rng(0)


def always_pos(train, documents):
    return ["pos" for _ in documents]


def calls():
    """module.function -> arguments, new ones at every call."""
    coin, reviews, model = deepcopy((COIN, REVIEWS, MODEL))
    X = np.array([[1, 2, -1], [1, 0, 3], [1, -2, 1], [1, 1, 1]])
    x, w = X[0].copy(), np.array([0, 1, -1])
    W = np.array([[1, 0, 2], [0, -1, 1], [1, 1, 1]])
    zero_one, signs = np.array([1, 0, 1, 0]), np.array([1, -1, 1, -1])
    classes = np.array([2, 0, 1, 0])
    theta, F = np.array([1, -2]), np.array([[1, 1], [0, 2], [3, 0]])
    p, q = np.array([1, 0]), np.array([1, 0])
    return {
        "probability.toss_outcomes": (3,),
        "probability.uniform": (["H", "T"],),
        "probability.probability": ({"H"}, coin),
        "probability.joint": ({"H"}, {"H", "T"}, coin),
        "probability.conditional": ({"H"}, {"H", "T"}, coin),
        "probability.chain_rule": ([{"H"}, {"H", "T"}], coin),
        "probability.independent": ({"H"}, {"H", "T"}, coin),
        "probability.total_probability": (q, p),
        "probability.bayes": (q, p),
        "probability.expectation": (lambda toss: int(toss == "H"), coin),
        "probability.variance": (lambda toss: int(toss == "H"), coin),
        "probability.standard_error": (0.5, 100),
        "naive_bayes.lexicon_score": (["good", "film"], "pos", {"pos": {"good"}}),
        "naive_bayes.classify": (["good"], ["neg", "pos"], lambda words, label: label == "pos"),
        "naive_bayes.learn_lexicon": (reviews,),
        "naive_bayes.class_priors": (["pos", "neg", "pos"],),
        "naive_bayes.word_counts": (reviews,),
        "naive_bayes.smoothed_probability": (1, 10, 5),
        "naive_bayes.categorical_likelihood": (classes, 3),
        "naive_bayes.train_naive_bayes": (reviews,),
        "naive_bayes.log_score": (["good", "plot"], "pos", model),
        "naive_bayes.predict_label": (["good", "plot"], model),
        "naive_bayes.replace_rare": ([["good", "film"], ["bad", "film"]], 2),
        "naive_bayes.paired_difference": (zero_one, zero_one[::-1].copy()),
        "features.add_bias": (X,),
        "features.encode_opinion": (["good", "plot"], {"good"}, {"bad"}),
        "features.joint_features": (x, 1, 3),
        "features.scores": (W, X),
        "features.predict_binary": (w, X),
        "features.predict_multiclass": (W, X),
        "features.margin": (w, x, -1),
        "features.distance": (w, x),
        "features.boundary": (W, 0, 2),
        "features.one_vs_all_labels": (classes, 0),
        "features.all_vs_all_vote": ({(0, 1): 1, (0, 2): 2, (1, 2): 1}, 3),
        "features.naive_bayes_weights": (w, W),
        "features.one_hot": (classes, 3),
        "metrics.confusion": (zero_one, zero_one[::-1].copy()),
        "metrics.accuracy": (zero_one, zero_one[::-1].copy()),
        "metrics.precision": (zero_one, zero_one[::-1].copy()),
        "metrics.recall": (zero_one, zero_one[::-1].copy()),
        "metrics.f1": (zero_one, zero_one[::-1].copy()),
        "metrics.confusion_matrix": (classes, classes[::-1].copy(), 3),
        "perceptron.perceptron_update": (w, x, -1, 0.5),
        "perceptron.train_perceptron": (X, signs, 0.5, 3),
        "perceptron.mistake_bound": (X, signs, np.array([4, -2, -3])),
        "perceptron.eta_decay": (4,),
        "perceptron.multiclass_update": (W, x, 0, 0.5),
        "perceptron.joint_update": (theta, F, 1),
        "perceptron.perceptron_loss": (theta, F, 1),
        "perceptron.perceptron_gradient": (theta, F, 1),
        "perceptron.averaged_perceptron": (X, classes, 3, 0.5, 2),
        "perceptron.svm_update": (theta, F, 1, np.array([1, 0, 1]), 0.5),
        "perceptron.least_squares": (X, signs),
        "engines.train_multiclass": (X, classes, 3, 0.5, 2, True, True, rng()),
        "engines.train_svm": (X, classes, 3, 0.99, 2, True, rng()),
        "logistic.log_odds": (np.array([0.25, 0.5]),),
        "logistic.sigmoid": (w,),
        "logistic.predict_probability": (w, X),
        "logistic.likelihood": (w, X, zero_one),
        "logistic.cross_entropy": (w, X, zero_one),
        "logistic.logistic_gradient": (w, X, zero_one),
        "logistic.tanh_loss": (w, X, signs),
        "logistic.tanh_gradient": (w, X, signs),
        "logistic.cost_threshold": (9.0, 1.0),
        "descent.gradient_descent": (lambda v: v, w, 0.5, 0.1, 3),
        "descent.batch_step": (w, X, zero_one, 0.5),
        "descent.sgd_step": (w, x, 0, 0.5),
        "descent.momentum_step": (w, x, X[1].copy(), 0.5, 0.5),
        "descent.adam_step": (w, x, np.array([4, 0, 1]), 3, X[1].copy(), 0.5, 0.5, 0.75, 0.25),
        "descent.minibatches": (10, 3, rng()),
        "descent.split": (10, p, rng()),
        "descent.early_stopping": (np.array([3, 2, 4, 5]), 1),
        "descent.penalty": (w, 0.5),
        "descent.penalty_gradient": (W, 0.5),
        "descent.regularised_loss": (w, X, zero_one, 0.5),
        "descent.regularised_gradient": (w, X, zero_one, 0.5),
        "descent.epochs_of_descent": (lambda v, batch: v, w, 4, 0.5, 2, 3, rng()),
        "softmax.softmax": (W,),
        "softmax.softmax_at": (W, 0.5),
        "softmax.categorical_pmf": (p, 0),
        "softmax.entropy_between": (p, q),
        "softmax.bits": (p, q),
        "softmax.softmax_loss": (W, X, classes),
        "softmax.softmax_gradient": (W, X, classes),
        "softmax.softmax_update": (W, x, 0, 0.5),
        "softmax.train_softmax": (X, classes, 3, 0.5, 2, 3, rng()),
        "derivations.softmax_jacobian": (w,),
        "derivations.probability_gradient": (W, x, 0),
        "derivations.numerical_gradient": (lambda v: float(v @ v), w, 0.5),
        "derivations.hidden_gradient": (W, w, x, 1),
        "family.linear_update": ("softmax", W, x, 0, 0.5),
        "family.sentiment_pipeline": (reviews, [["good"], ["bad"]]),
        "family.compare": ({"first": always_pos}, [(reviews, reviews[:1])]),
        "family.mean_and_error": ([0.5, 0.75],),
        "validation.array": ("X", X, "n", "d"),
        "validation.labels": ("y", classes, 3),
        "validation.label": ("y", 1, 3),
        "validation.number": ("eta", 2),
        "validation.count": ("n", 2),
        "validation.distribution": ("p", p),
        "validation.generator": ("rng", rng()),
        "validation.describe": (x,),
    }


every_function = pytest.mark.parametrize("name", calls())


def call(name, arguments):
    """What the function returns, a generator of any kind as what it gives."""
    module, function = name.split(".")
    result = public_functions(module)[function](*arguments)
    if isinstance(result, np.random.Generator):
        return result.random()
    return list(result) if inspect.isgenerator(result) else result


def convert(arguments, kind, change):
    """The arguments with every one of a kind changed."""
    return [change(value) if isinstance(value, kind) else value for value in arguments]


def frozen(array):
    array.setflags(write=False)
    return array


def test_every_public_function_of_a_lecture_has_a_call():
    expected = {f"{module}.{name}" for module in CONTRACT for name in public_functions(module)}
    assert expected <= set(calls())


@every_function
def test_function_changes_no_argument_and_prints_nothing(name, capsys):
    given = [value for value in calls()[name] if not isinstance(value, np.random.Generator)]
    arguments = list(calls()[name])
    call(name, arguments)
    after = [value for value in arguments if not isinstance(value, np.random.Generator)]
    for was, now in zip(given, after, strict=True):
        if not callable(was):
            np.testing.assert_equal(now, was)
        if isinstance(was, np.ndarray):
            assert now.dtype == was.dtype
    assert capsys.readouterr() == ("", "")


@every_function
def test_second_call_returns_the_same_result(name):
    arguments = deepcopy(calls()[name])
    first = call(name, deepcopy(arguments))
    np.testing.assert_equal(call(name, deepcopy(arguments)), first)


@every_function
def test_result_shares_no_memory_with_the_arguments(name):
    arguments = calls()[name]
    result = call(name, arguments)
    parts = result if isinstance(result, tuple | list) else [result]
    for part in parts:
        for value in arguments:
            if isinstance(part, np.ndarray) and isinstance(value, np.ndarray):
                assert not np.shares_memory(part, value)


KINDS = {
    "lists": (np.ndarray, np.ndarray.tolist),
    "float arrays": (np.ndarray, lambda array: array.astype(float)),
    "read-only arrays": (np.ndarray, frozen),
    "NumPy integers": (int, np.int64),
    "NumPy floats": (float, np.float64),
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (name, kind)
        for name, arguments in calls().items()
        for kind, (old, _) in KINDS.items()
        if any(isinstance(value, old) for value in arguments) and name != "validation.describe"
    ],
)
def test_other_numeric_types_give_the_same_result(name, kind):
    expected = call(name, calls()[name])
    np.testing.assert_equal(call(name, convert(calls()[name], *KINDS[kind])), expected)


# These take labels of any kind, or leave the checks to their callers.
UNCHECKED = {"features.one_vs_all_labels", "metrics.accuracy", "descent.epochs_of_descent"}
ANY_DIMENSION = {"logistic.sigmoid", "logistic.log_odds", "softmax.softmax", "softmax.softmax_at"}
ANY_DIMENSION |= {"descent.gradient_descent"}
ANY_DIMENSION |= {"descent.penalty", "descent.penalty_gradient", "derivations.numerical_gradient"}


def bad_values(name, parameter, value):
    """Yield (description, value) for what this parameter must refuse."""
    if isinstance(value, np.ndarray):
        nan = value.astype(float)
        nan.flat[-1] = np.nan
        yield from [("NaN", nan), ("None", None), ("words", np.full(value.shape, "a").tolist())]
        if name not in ANY_DIMENSION:
            yield from [("a dimension more", value[None]), ("ragged", [[1], [1, 2]])]
        if parameter in ("y", "y_hat"):
            yield from [("classes too high", value + 100), ("classes too low", value - 100)]
        if parameter in ("y", "y_hat") and name != "features.one_hot":
            yield "a label missing", value[:-1]
    elif isinstance(value, np.random.Generator):
        yield "a seed", 0
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from [("NaN", float("nan")), ("a word", "a"), ("a list", [1, 2])]
        if isinstance(value, int):
            yield from [("negative", -100), ("a fraction", value + 0.5)]
        if isinstance(value, int) and parameter in ("y", "x", "j"):
            yield "a class too high", 100


def bad_calls():
    """Yield (function, position, description of a bad value) for every argument of every call."""
    for name, arguments in calls().items():
        module, function = name.split(".")
        if module != "validation" and name not in UNCHECKED:
            parameters = list(inspect.signature(public_functions(module)[function]).parameters)
            for i, value in enumerate(arguments):
                for what, _ in bad_values(name, parameters[i], value):
                    yield pytest.param(name, i, what, id=f"{name}-{parameters[i]}-{what}")


@pytest.mark.parametrize(("name", "i", "what"), list(bad_calls()))
def test_bad_argument_raises_an_error_that_names_it(name, i, what):
    module, function = name.split(".")
    parameters = list(inspect.signature(public_functions(module)[function]).parameters)
    arguments = list(calls()[name])
    arguments[i] = dict(bad_values(name, parameters[i], arguments[i]))[what]
    with complaint("(y|y_hat)" if what == "a label missing" else parameters[i]):
        call(name, arguments)


HEAVY = ["IPython", "matplotlib", "pandas", "scipy", "sklearn"]

IMPORTED = """
import sys
before = set(sys.modules)
import lincourse, {modules}
print(*{{name.split(".")[0] for name in set(sys.modules) - before}})
"""


def test_lectures_import_only_numpy():
    modules = ", ".join(
        f"lincourse.{module}"
        for module in [*CONTRACT, "arguments", "engines", "estimators", "validation"]
    )
    run = subprocess.run(
        [sys.executable, "-c", IMPORTED.format(modules=modules)],
        cwd=Path(lincourse.__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(run.stdout.split())
    assert {"lincourse", "numpy"} <= imported
    assert not imported & set(HEAVY)
    assert run.stderr == ""
