"""The output of a simulation on the command line: measures as tables, JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.table import Table

from kiosk.simulator.measures import NamedMeasures


def as_tables(measures: NamedMeasures) -> str:
    """Return the measures as two tables for people, each value with its error."""
    table = Table("measure", "value")
    for name in _measured(measures.table):
        table.add_row(_words(name), _cell(measures.table, name))
    names = _measured(measures.seats[0])
    seats = Table(*map(_words, names))
    for seat in measures.seats:
        seats.add_row(*(_cell(seat, name) for name in names))
    out = io.StringIO()
    console = Console(file=out, width=100)
    for one in (table, seats):
        for column in one.columns[one is table :]:
            column.justify = "right"
        console.print(one)
    return out.getvalue().rstrip("\n")


def as_json(measures: NamedMeasures) -> str:
    """Return the measures as one JSON object, those of each seat under ``seats``."""
    return json.dumps({**measures.table, "seats": measures.seats}, indent=2)


def as_csv(measures: NamedMeasures) -> str:
    """Return the measures as CSV, one per line: seat (empty: the whole table), name and value (empty: none)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("seat", "measure", "value"))
    writer.writerows(("", *item) for item in measures.table.items())
    for seat in measures.seats:
        writer.writerows((seat["seat"], *item) for item in seat.items() if item[0] != "seat")
    return out.getvalue().rstrip("\n")


FORMS: Final[dict[str, Callable[[NamedMeasures], str]]] = {"table": as_tables, "json": as_json, "csv": as_csv}
"""The output formats of the measures, by name."""

_ERROR: Final = "_error"


def _measured(values: dict[str, float | str | None]) -> list[str]:
    return [name for name in values if not name.endswith(_ERROR)]


def _words(name: str) -> str:
    return name.replace("_", " ")


def _cell(values: dict[str, float | str | None], name: str) -> str:
    error = values.get(name + _ERROR)
    return _text(values[name]) + (f" ± {error:.2g}" if isinstance(error, float) else "")


def _text(value: float | str | None) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:,.4g}"
