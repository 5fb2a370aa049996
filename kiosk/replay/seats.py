"""At which table a recorded round is shown: the journal says which seats there were, but not where."""

from __future__ import annotations

from kiosk.config.loader import CONFIGS, load
from kiosk.config.schema import Settings
from kiosk.journal.records import RoundStarted
from kiosk.table.settings import TableSettings


def table_for(started: RoundStarted, settings: Settings | None) -> TableSettings:
    """The table of this configuration, by default the smallest of the packaged ones that has the round's seats.

    Nothing of its hardware is there. ``ValueError``, in words, if it lacks a seat.
    """
    needed = {sitting.seat for sitting in started.seats}
    tables = [settings] if settings is not None else _packaged()
    for table in tables:
        if needed <= {plan.seat for plan in table.plan()}:
            languages = tuple(table.language.offered)
            return TableSettings(table.plan(), table.table.diagonal_mm, languages, table.language.default)
    seats = ", ".join(map(str, sorted(needed)))
    raise ValueError(f"the round was played at the seats {seats}: name a configuration that has them with --config")


def _packaged() -> list[Settings]:
    """The packaged configurations, the smallest first."""
    return sorted(map(load, CONFIGS.glob("*_seats.toml")), key=lambda settings: len(settings.seat))
