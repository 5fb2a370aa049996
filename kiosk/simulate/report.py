"""A simulation on the command line: the progress bar, and the measures as a table, JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.progress import track
from rich.table import Table

from kiosk.game.rules import CardRules
from kiosk.simulate.measures import Measures, measure
from kiosk.simulate.run import simulate


def run(rules: CardRules, players: int, rounds: int, seed: int, workers: int) -> Measures:
    """Play and measure, with a progress bar on standard error where that is a terminal."""
    bar = Console(stderr=True)
    played = simulate(rules, players, rounds, seed, workers)
    tracked = track(played, "Playing", total=rounds, console=bar, transient=True, disable=not bar.is_terminal)
    return measure(rules, list(tracked))


def as_table(measures: Measures) -> str:
    """The measures as a table for people."""
    table = Table("measure", "value")
    table.columns[1].justify = "right"
    for name, value in measures.items():
        table.add_row(name.replace("_", " "), "-" if value is None else f"{value:,.4g}")
    out = io.StringIO()
    Console(file=out, width=60).print(table)
    return out.getvalue().rstrip("\n")


def as_json(measures: Measures) -> str:
    """The measures as one JSON object."""
    return json.dumps(measures, indent=2)


def as_csv(measures: Measures) -> str:
    """The measures as CSV: a line each, its name and its value (empty: nothing to measure)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([("measure", "value"), *measures.items()])
    return out.getvalue().rstrip("\n")


FORMS: Final[dict[str, Callable[[Measures], str]]] = {"table": as_table, "json": as_json, "csv": as_csv}
"""The ways to print the measures, by name."""
