"""What is wrong with a line of a derivation: how it differs from the right one at every point."""

import itertools
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from misstep.core.calling import TooSlow, time_limit
from misstep.core.mistakes import Mistake
from misstep.explain.findings import Finding, cause
from misstep.formulas.edits import one_edit, part_of_fraction
from misstep.formulas.evaluation import (
    DIGITS,
    EXACT,
    ROUNDED,
    NoValue,
    UnknownPart,
    Values,
    all_same,
    has_floats,
    same,
    show,
    value,
)
from misstep.formulas.slopes import in_logs, read_as_quotient
from misstep.formulas.terms import by_factors, by_terms, factor_between, multiplied_out

FIRST_POINTS = 3  # compared first, for what is tried often
MAX_OPERATIONS = 15  # in a line whose edits are tried again with the other sign
SECONDS_PER_READING = 1.5  # CPU time for each way to read a line

Numbers = list[Any]


class Comparison:
    """A line beside the step that it should be.

    Args:
        step: The step (`expressions.Step`).
        expression: The line.
        points: Values of all symbols.
        mine: The line's values there.

    """

    def __init__(self, step: Any, expression: Any, points: list[Values], mine: Numbers) -> None:
        self.step, self.expression, self.points, self.mine = step, expression, points, mine
        self.wanted = [value(step.right, point) for point in points]
        self.near = ROUNDED if has_floats(expression) else EXACT

    @cached_property
    def slips(self) -> list[Mistake]:
        """What comes out if a rule of differentiating is broken at one place."""
        return list(self.step.slope.mistakes()) if self.step.slope else []

    def find(self) -> Finding | None:
        """What a line shows by how it is written, or the known mistake that has its values."""
        return self._read() or self._known(self.mine)

    def describe(self, lost: bool = True) -> Finding | None:
        """Describe an unknown mistake; `lost` allows to say that a symbol is missing."""
        import mpmath

        try:
            with time_limit(SECONDS_PER_READING, of_processor=True), mpmath.workdps(DIGITS):
                return (
                    self._slip(self.mine)
                    or self._relation()
                    or one_edit(self.expression, self._has(self.wanted))
                    or self._factor()
                    or self._by_terms(sure=True)
                    or self._only_where()
                    or self._two_slips()
                    or self._negated()
                    or self._by_factors()
                    or (self._lost() if lost else None)
                    or self._by_terms()
                    or self._part_of_fraction()
                )
        except TooSlow:  # the answer is judged already: a long search must not count against it
            return None

    def edit(self) -> Finding | None:
        """A small edit with which a line has the values that it should have."""
        import mpmath

        with mpmath.workdps(DIGITS):
            return one_edit(self.expression, self._has(self.wanted))

    def other_symbol(self) -> Finding | None:
        """A symbol that is none of the step's, in the place of one, all else being right."""
        from sympy import Symbol

        known, is_right = self.points[0], self._has(self.wanted)
        strange = [s for s in self.expression.free_symbols if s.name not in known]
        for name in known if len(strange) == 1 else ():
            if is_right(self.expression.xreplace({strange[0]: Symbol(name)})):
                return cause("other-symbol", name=strange[0])
        return None

    def telling_point(self) -> int:
        """A point at which the values differ; minus the right value by chance would mislead."""
        import mpmath

        differs = [i for i, (m, w) in enumerate(self._pairs()) if not same(m, w, self.near)]
        with mpmath.workdps(DIGITS):
            telling = [i for i in differs if not same(-self.mine[i], self.wanted[i], self.near)]
        return (telling or differs)[0]

    def _alike(self, some: Any, others: Any) -> bool:
        return all_same(some, others, self.near)

    def _pairs(self) -> Iterator[tuple[Any, Any]]:
        return zip(self.mine, self.wanted, strict=True)

    def _has(self, wanted: Numbers) -> Callable[[Any], bool]:
        """What tells whether an expression has these values at the points."""
        known: list[dict[Any, Any]] = [{} for _ in self.points]

        def has_them(expression: Any) -> bool:
            at = zip(self.points, wanted, known, strict=True)
            try:
                return all(same(value(expression, p, parts), w, self.near) for p, w, parts in at)
            except (UnknownPart, NoValue):
                return False

        return has_them

    def _at(self, points: list[Values] | None = None) -> Callable[[Any], Numbers | None]:
        """A function that gives a formula's values at the points, or None if one is missing."""
        points = points or self.points
        known: list[dict[Any, Any]] = [{} for _ in points]

        def at(formula: Any) -> Numbers | None:
            try:
                values = [value(formula, *both) for both in zip(points, known, strict=True)]
            except UnknownPart:
                return None
            return None if None in values else values

        return at

    def _read(self) -> Finding | None:
        import mpmath

        if not self.step.slope:
            return None
        with mpmath.workdps(DIGITS):
            return read_as_quotient(self.step.slope, self.expression, self._at(), self._alike)

    def _known(self, mine: Numbers) -> Finding | None:
        """The first known mistake that has these values."""
        for mistake in self.step.mistakes:
            if self._alike(mine, [value(mistake.wrong, point) for point in self.points]):
                return _as_finding(mistake)
        return None

    def _slip(self, mine: Numbers) -> Finding | None:
        """The rule of differentiating, or of logarithms, that was broken at one place."""
        has_these, right = self._has(mine), self.step.apart or self.step.right
        logs = in_logs(right) if any(mine) and hasattr(right, "atoms") else ()
        found = (m for m in itertools.chain(self.slips, logs) if has_these(m.wrong))
        return next(map(_as_finding, found), None)

    def _relation(self) -> Finding | None:
        """A factor, a term or a case that makes the difference at every point."""
        mine, wanted = self.mine, self.wanted

        def is_wanted(way: Callable[..., Any], *others: Numbers) -> bool:
            return self._alike(map(way, mine, *others), wanted)

        if is_wanted(lambda m: -m):
            return cause("sign-turned-everywhere")
        first = next((i for i, number in enumerate(mine) if number), None)
        if first is not None:
            factor = wanted[first] / mine[first]
            if factor and is_wanted(lambda m: factor * m):
                return cause("times-too-large", times=show(1 / factor))
        gap = wanted[0] - mine[0]
        if is_wanted(lambda m: m + gap):
            return cause("off-by-number")
        for name in self.points[0]:
            of = [point[name] for point in self.points]
            if is_wanted(lambda m, v: m * v, of):
                return cause("symbol-factor-missing", name=name)
            if all(of) and is_wanted(lambda m, v: m / v, of):
                return cause("symbol-factor-too-many", name=name)
            for sign in (1, -1):
                if self._alike([w - m for m, w in self._pairs()], [sign * v for v in of]):
                    return self._off_by(name, sign)
        return None

    def _off_by(self, name: str, sign: int) -> Finding:
        """What to say of a line to which a symbol has to be added, or minus it."""
        from sympy import Add, Symbol

        term, terms = sign * Symbol(name), Add.make_args(self.expression)
        if -term in terms:
            return cause("term-too-many", term=-term, name=name)
        if not any((part / term).is_number for part in terms):
            return cause("term-missing", term=term, name=name)
        return cause("off-by-symbol", name=name)

    def _factor(self) -> Finding | None:
        """A short expression by which the whole line is too large or too small."""
        sources = [self.expression, self.step.right]
        return factor_between(self.mine, self.wanted, sources, self._at(), self._alike, "all")

    def _by_terms(self, sure: bool = False) -> Finding | None:
        """Which terms of a line are right, and which are not; of a derivative, of what each is one."""
        parts = [(term, "") for term in multiplied_out(self.step.apart or self.step.right)]
        if self.step.slope:
            cut = ((term, multiplied_out(slope)) for term, slope in self.step.slope.parts())
            parts = [
                (part, str(term) if len(some) == 1 else "") for term, some in cut for part in some
            ]
        return by_terms(self.expression, parts, self._at(), self._alike, sure)

    def _only_where(self) -> Finding | None:
        """The only value of a symbol, such as a label, with which it is right."""
        fine = [same(m, w, self.near) for m, w in self._pairs()]
        for name in self.points[0]:
            shown = [(show(p[name]), good) for p, good in zip(self.points, fine, strict=True)]
            values, others = ({v for v, good in shown if good == side} for side in (True, False))
            if len(values) == 1 and fine.count(True) > 2 and not values & others:
                lost = self._lost()
                kind = "right-only-where-lost" if lost else "right-only-where"
                return cause(kind, name=name, value=values.pop(), lost=lost)
        return None

    def _two_slips(self) -> Finding | None:
        """Two known mistakes at once: in two terms they add up, in two factors they multiply."""
        few, mine, wanted = self._at(self.points[:FIRST_POINTS]), self.mine, self.wanted
        known: list[tuple[Mistake, Numbers]] = []
        for mistake in (*self.step.mistakes, *self.slips):
            values = few(mistake.wrong)
            if not values or mistake.unrelated:
                continue
            if not any(self._alike(values, others) for _, others in known):
                known.append((mistake, values))
        ways: list[Callable[..., Any]] = [lambda a, b, right: a + b - right]
        if all(wanted):
            ways.append(lambda a, b, right: a * b / right)
        for (one, a), (other, b) in itertools.combinations(known, 2):
            for way in ways:
                if way is ways[0] and self._changed_terms(one) & self._changed_terms(other):
                    continue  # one hides a part of the other, so the line doesn't show both
                if not self._alike(map(way, a, b, wanted[:FIRST_POINTS]), mine[:FIRST_POINTS]):
                    continue
                first, second = (self._at()(mistake.wrong) or [] for mistake in (one, other))
                if self._alike(map(way, first, second, wanted), mine) and self._shows(one, other):
                    return cause("two-slips", mistakes=[one, other])
        return None

    def _shows(self, one: Mistake, other: Mistake) -> bool:
        """Whether a line shows both mistakes: two of them explain many values by chance."""
        from sympy import sympify

        a, b, right = map(sympify, (one.wrong, other.wrong, self.step.right))
        return self._is_written_as(a + b - right) or _same_terms(self.expression * right, a * b)

    def _is_written_as(self, wrong: Any) -> bool:
        from sympy import sympify

        return _same_terms(self.expression, sympify(wrong))

    def _changed_terms(self, mistake: Mistake) -> set[Any]:
        """The terms, without their numbers, in which a wrong line differs from the right one."""
        terms = multiplied_out(mistake.wrong - (self.step.apart or self.step.right))
        return {term.as_coeff_Mul()[1] for term in terms}

    def _negated(self) -> Finding | None:
        """What is wrong with a line besides its sign."""
        unsigned = [value(_unsigned(self.step.right), point) for point in self.points]
        if self._has(unsigned)(_unsigned(self.expression)):
            return None  # signs are all that is wrong
        turned = [-number for number in self.mine]
        found = self._known(turned)
        if not found or found.data["mistake"].unrelated:
            found = self._slip(turned)
        if found and not self._is_written_as(-found.data["mistake"].wrong):
            found = None
        if not found and self.expression.count_ops() <= MAX_OPERATIONS:
            found = one_edit(-self.expression, self._has(self.wanted))
        return cause("opposite-sign-and-more", found=found) if found else None

    def _by_factors(self) -> Finding | None:
        """Of two products, the only factor that is not right."""
        if not hasattr(self.step.right, "free_symbols"):
            return None
        return by_factors(self.expression, self.step.right, self._at(), self._alike)

    def _lost(self) -> Finding | None:
        """A symbol that the right expression holds and this one does not."""
        sides = (self.step.right, self.expression)
        ours, theirs = ({s.name for s in getattr(e, "free_symbols", ())} for e in sides)
        if not (theirs and theirs < ours):
            return None
        return cause("symbol-lost", name=sorted(ours - theirs)[0])

    def _part_of_fraction(self) -> Finding | None:
        is_zero = self._has([0] * len(self.points))
        return part_of_fraction(self.expression, self.step.right, is_zero)


def _as_finding(mistake: Mistake) -> Finding:
    return cause("known-mistake", mistake=mistake, reason=None)


def _unsigned(expression: Any) -> Any:
    """An expression with plus for every minus."""
    from sympy import sympify

    return sympify(expression).replace(lambda node: node.is_number and node.is_negative, abs)


def _same_terms(one: Any, other: Any) -> bool:
    """Whether two formulas have the same terms once their brackets are multiplied out."""
    return set(multiplied_out(one)) == set(multiplied_out(other))
