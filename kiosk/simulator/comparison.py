"""The measures of several variants, side by side, with 95 % confidence intervals.

All variants play the same seeds: the same chance favours or harms all of them. So the interval of a difference comes
from the differences between rounds of the same index, and is often narrower than those of the values. Where a measure
is no mean over rounds (the caller's defeats, matches, the best seat) it comes from both intervals, as if the variants
had nothing in common. Intervals are those of a normal distribution; they say nothing about what never happened.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from kiosk.simulator.game_simulator import Simulation
from kiosk.simulator.measures import Totals, Values
from kiosk.simulator.tally import standard_error
from kiosk.simulator.variants import Variant
from kiosk.simulator.work import Result, totals_of

CONFIDENCE: Final = 0.95
ERRORS: Final = 1.96
"""Standard errors on either side of a value, for that confidence."""
_SEAT_MEASURES: Final = ("mean_score", "wins")
"""The measures of a seat that a table and a plot show."""


class Interval(NamedTuple):
    """A value and its confidence interval; None: there is nothing to measure."""

    value: float | None
    low: float | None
    high: float | None


class Compared(NamedTuple):
    """A measure of a variant, and its difference from that of the first variant.

    ``seat``: from 1; None: the whole table.
    """

    variant: str
    seat: int | None
    measure: str
    found: Interval
    difference: Interval


@dataclass(frozen=True)
class Comparison:
    """The measures of all variants, variant by variant. ``each_seat``: seats differ, so theirs are shown as well."""

    variants: tuple[Variant, ...]
    rounds: int
    compared: tuple[Compared, ...]
    each_seat: bool

    def shown(self) -> Iterator[list[Compared]]:
        """Yield, for each measure that is shown to people, those of all variants; equal ones are left out."""
        names = dict.fromkeys((one.seat, one.measure) for one in self.compared)
        for seat, measure in names:
            rows = [one for one in self.compared if (one.seat, one.measure) == (seat, measure)]
            shown = seat is None or (self.each_seat and measure in _SEAT_MEASURES)
            if shown and len({row.found for row in rows}) > 1:
                yield rows


def compare(
    variants: Sequence[Variant], simulations: Sequence[Simulation], result: Result, seats: int, *, each_seat: bool
) -> Comparison:
    """Return the comparison of the variants with the first of them."""
    totals = totals_of(result, simulations, seats)
    measures = [one.measure(total) for one, total in zip(simulations, totals, strict=True)]
    compared: list[Compared] = []
    for number, (variant, found) in enumerate(zip(variants, measures, strict=True)):
        paired = _Paired(totals[0], totals[number], result.differences[number - 1] if number else None)
        for seat, values in enumerate((found.table, *found.seats)):
            first = (measures[0].table, *measures[0].seats)[seat]
            compared += _of_values(variant.name, seat or None, values, first, paired)
    return Comparison(tuple(variants), result.done, tuple(compared), each_seat)


@dataclass(frozen=True)
class _Paired:
    """The statistics of the first variant and of another; ``squares``: of their differences, None for the first."""

    first: Totals
    other: Totals
    squares: Sequence[int] | None

    def error(self, measure: str, seat: int | None) -> float | None:
        """Return the standard error of the mean difference of a measure; None if it is no mean over rounds."""
        place = self.other.place(measure, None if seat is None else seat - 1)
        if place is None or self.squares is None:
            return None
        one, other = self.first.tally, self.other.tally
        total = other.sums[place] - one.sums[place]
        return standard_error(other.rounds, total, self.squares[place], self.other.columns[place].unit)


def _of_values(variant: str, seat: int | None, values: Values, first: Values, paired: _Paired) -> Iterator[Compared]:
    for name, value in values.items():
        if name.endswith("_error") or name in ("rounds", "seat") or isinstance(value, str):
            continue
        error, before = values.get(f"{name}_error"), first.get(name)
        found = _interval(value, error)
        if paired.squares is None or value is None or not isinstance(before, int | float):
            yield Compared(variant, seat, name, found, Interval(None, None, None))
            continue
        error_of_both = paired.error(name, seat)
        if error_of_both is None:
            error_of_both = _unpaired(error, first.get(f"{name}_error"))
        yield Compared(variant, seat, name, found, _interval(value - before, error_of_both))


def _unpaired(error: float | str | None, other: float | str | None) -> float | None:
    return hypot(error, other) if isinstance(error, int | float) and isinstance(other, int | float) else None


def _interval(value: float | None, error: float | str | None) -> Interval:
    if value is None or not isinstance(error, int | float):
        return Interval(value, None, None)
    return Interval(value, value - ERRORS * error, value + ERRORS * error)


def as_tables(comparison: Comparison) -> str:
    """Return the measures as a table for people."""
    first = comparison.variants[0].name
    table = Table("measure", "variant", "value", f"difference from {first}")
    for column in table.columns[2:]:
        column.justify = "right"
    for rows in comparison.shown():
        for row in rows:
            seat = "" if row.seat is None else f", seat {row.seat}"
            words = row.measure.replace("_", " ") + seat if row is rows[0] else ""
            table.add_row(words, row.variant, _text(row.found), "" if row is rows[0] else _text(row.difference, "+"))
        table.add_section()
    out = io.StringIO()
    console = Console(file=out, width=120)
    console.print(table)
    basis = f"{comparison.rounds} rounds each. ± is half of a {CONFIDENCE:.0%} confidence interval."
    return f"{out.getvalue()}{basis} Measures that are the same in all variants are left out."


def _text(interval: Interval, sign: str = "") -> str:
    value, _, high = interval
    if value is None:
        return "-"
    return f"{value:{sign},.4g}" + ("" if high is None else f" ± {high - value:.2g}")


_NAMES: Final = ("value", "low", "high", "difference", "difference_low", "difference_high")


def _record(one: Compared) -> dict[str, float | str | None]:
    numbers = dict(zip(_NAMES, (*one.found, *one.difference), strict=True))
    return {"variant": one.variant, "seat": one.seat, "measure": one.measure, **numbers}


def as_json(comparison: Comparison) -> str:
    """Return the measures as one JSON object: a list with an object for each measure of each variant."""
    measures = [_record(one) for one in comparison.compared]
    return json.dumps({"rounds": comparison.rounds, "confidence": CONFIDENCE, "measures": measures}, indent=2)


def as_csv(comparison: Comparison) -> str:
    """Return the measures as CSV, one of a variant per line; empty: none, or the whole table's."""
    out = io.StringIO()
    writer = csv.DictWriter(out, ("variant", "seat", "measure", *_NAMES), lineterminator="\n")
    writer.writeheader()
    writer.writerows(_record(one) for one in comparison.compared)
    return out.getvalue().rstrip("\n")


FORMS: Final[dict[str, Callable[[Comparison], str]]] = {"table": as_tables, "json": as_json, "csv": as_csv}
"""The output formats of a comparison, by name."""
