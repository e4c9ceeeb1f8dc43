"""What every module asks of its arguments: good input comes back new, bad input is named."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy.sparse import csr_matrix
from strategies import complaint, modest

from lincourse import validation

NAN, INFINITY = float("nan"), float("inf")


class TestArray:
    @modest
    @given(arrays(int, array_shapes(min_dims=0, max_dims=3), elements=st.integers(-99, 99)))
    def test_array_is_new_and_of_floats(self, value):
        found = validation.array("x", value)
        assert found.dtype == float
        assert found.tolist() == value.tolist()
        assert not np.shares_memory(found, value)

    @pytest.mark.parametrize("shape", [("n", "d"), (2, "d"), ("n", 3), (2, 3)])
    def test_letter_leaves_a_length_open_and_number_fixes_it(self, shape):
        assert validation.array("X", np.zeros((2, 3)), *shape).shape == (2, 3)

    @pytest.mark.parametrize("shape", [("n",), (3, "d"), ("n", 2), ("n", "d", "e")])
    def test_error_names_both_shapes(self, shape):
        with pytest.raises(ValueError, match=r"^X must have shape \(.*\), not \(2, 3\)$"):
            validation.array("X", np.zeros((2, 3)), *shape)

    @pytest.mark.parametrize(
        "value",
        ["word", ["a", "b"], [[1], [1, 2]], {1, 2}, {"a": 1}, object(), [None], [10**400]],
        ids=["word", "words", "ragged", "set", "dict", "object", "None", "too large"],
    )
    def test_array_refuses_other_values(self, value):
        with complaint("weights"):
            validation.array("weights", value)

    @pytest.mark.parametrize("value", [[NAN], [1, INFINITY], [-INFINITY]])
    def test_array_refuses_nan_and_infinity_unless_allowed(self, value):
        with complaint("x"):
            validation.array("x", value)
        np.testing.assert_array_equal(validation.array("x", value, finite=False), value)

    def test_array_refuses_complex_and_sparse_arrays(self):
        with pytest.raises(ValueError, match="^X holds complex numbers"):
            validation.array("X", np.array([1 + 2j]))
        with pytest.raises(ValueError, match=r"^X is sparse.*X\.toarray\(\)"):
            validation.array("X", csr_matrix([[1.0]]))


class TestLabels:
    @modest
    @given(st.integers(1, 5), st.data())
    def test_labels_are_new_ints(self, n_classes, data):
        value = data.draw(arrays(int, 6, elements=st.integers(0, n_classes - 1)))
        found = validation.labels("y", value, n_classes, length=6)
        assert found.dtype.kind == "i"
        assert found.tolist() == value.tolist()
        assert not np.shares_memory(found, value)

    @pytest.mark.parametrize(
        ("value", "allowed", "wanted"),
        [
            ([0, 3], 3, "0 to 2, not 3"),
            ([-1], 3, "0 to 2, not -1"),
            ([0.5], 3, "0 to 2, not 0.5"),
            ([NAN], 3, "0 to 2, not nan"),
            ([INFINITY], 3, "0 to 2, not inf"),
            ([0, 1], (-1, 1), r"-1 or \+1, not 0"),
            ([1, NAN], (-1, 1), r"-1 or \+1, not nan"),
            ([0, 2], (0, 1), "0 or 1, not 2"),
        ],
    )
    def test_error_shows_the_label_and_what_is_allowed(self, value, allowed, wanted):
        with pytest.raises(ValueError, match=f"^y must be {wanted}$"):
            validation.labels("y", value, allowed)

    @pytest.mark.parametrize("length", [1, 3])
    def test_labels_must_match_the_number_of_examples(self, length):
        with pytest.raises(ValueError, match=f"^y has 2 labels for {length} examples"):
            validation.labels("y", [0, 1], 2, length=length)


class TestNumberAndCount:
    @pytest.mark.parametrize("value", [NAN, INFINITY, -INFINITY, "fast", None, [1, 2], 1j])
    @pytest.mark.parametrize("check", [validation.number, validation.count])
    def test_number_refuses_other_values(self, check, value):
        with complaint("eta"):
            check("eta", value)

    @pytest.mark.parametrize(
        ("limits", "good", "bad", "wanted"),
        [
            ({"low": 0}, 0, -0.5, "at least 0, not -0.5"),
            ({"above": 0}, 0.5, 0, "more than 0, not 0"),
            ({"high": 1}, 1, 1.5, "at most 1, not 1.5"),
        ],
        ids=["low", "above", "high"],
    )
    def test_number_enforces_its_limits(self, limits, good, bad, wanted):
        assert validation.number("eta", good, **limits) == good
        with pytest.raises(ValueError, match=f"^eta must be {wanted}$"):
            validation.number("eta", bad, **limits)

    @pytest.mark.parametrize(("value", "low"), [(-1, 0), (0, 1), (1, 2)])
    def test_count_refuses_too_small_numbers(self, value, low):
        assert validation.count("n", low, low=low) == low
        with pytest.raises(ValueError, match=f"^n must be at least {low}, not {value}$"):
            validation.count("n", value, low=low)

    def test_count_refuses_fractions(self):
        with pytest.raises(ValueError, match=r"^n must be a whole number, not 2\.5$"):
            validation.count("n", 2.5)


class TestDistribution:
    @modest
    @given(st.lists(st.integers(0, 9), min_size=1).filter(any))
    def test_distribution_accepts_shares(self, weights):
        shares = [w / sum(weights) for w in weights]
        assert validation.distribution("p", shares).tolist() == shares

    @pytest.mark.parametrize(
        "value",
        [[0.5, 0.6], [1.5, -0.5], [], [NAN, 1], [[0.5, 0.5]], 1.0, ["a"]],
        ids=["adds up to 1.1", "negative", "empty", "NaN", "a table", "a number", "words"],
    )
    def test_other_values_are_refused(self, value):
        with complaint("p"):
            validation.distribution("p", value)


@pytest.mark.parametrize("value", [None, 0, 3, np.random, np.random.default_rng])
def test_generator_refuses_a_seed(value):
    with complaint("rng"):
        validation.generator("rng", value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("word", "'word'"), (1.5, "1.5"), (list(range(100)), "a list"), ("x" * 100, "a str")],
)
def test_describe_shows_short_values_and_the_type_of_long_ones(value, expected):
    assert validation.describe(value) == expected
