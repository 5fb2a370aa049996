"""Snapshots of a table with a journal: after a recovery, on a failing disk, with names, in the replay of a race."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from kiosk.game.seats import SeatNumber
from kiosk.protocol import Fault, RaceView, ReplayView, SeatView, Snapshot

SECOND: Final = 1_000_000_000
_FILE: Final = "/var/lib/ligretto-kiosk/journal/journal-000001.sqlite"
_UNWRITABLE: Final = Fault("journal.unwritable", {"path": _FILE, "why": "disk I/O error", "fix": Fault("disk.worn")})
LOST: Final = Fault("journal.in_memory", {"why": _UNWRITABLE, "seconds": 10})
"""The fault as the journal's flusher reports it."""
PEOPLE: Final = ("Maximilian W", "Zoé", "", "Jean-Luc", "O'Neill", "Søren Ærø")
"""The names of people by seat; the first has the maximum length."""

KNOWN: Final = (*(name for name in PEOPLE if name), "Anna", "Bo", "Christiane K", "Dieter-Paul", "Éloïse", "Faþir")
"""Recently chosen names: more than there is room for."""


def named(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot with names."""
    return replace(snapshot, seats=tuple(_named(view) for view in snapshot.seats))


def _named(view: SeatView) -> SeatView:
    if view.bot or view.state == "free":
        return view
    return replace(view, name=PEOPLE[(view.seat - 1) % len(PEOPLE)])


def races(game: str, seats: int) -> tuple[RaceView, ...]:
    """Return five close races."""
    cards = ("r6", "g3", "b10", "y1", "b7") if game == "cards" else ("r6", "g3", "b5", "y1", "b4")
    margins = ((0, True), (3, False), (14, False), (120, False), (None, False))
    return tuple(
        RaceView(
            number,
            31_000 + 7_000 * number,
            card,
            SeatNumber(number % seats + 1),
            SeatNumber((number + 1) % seats + 1),
            margin,
            lot,
        )
        for number, (card, (margin, lot)) in enumerate(zip(cards, margins, strict=True))
    )


def moment(canned: Any, name: str, game: str, seats: int) -> Snapshot:
    """Return the table of the fixture ``canned`` in this game at this moment."""
    like, values = MOMENTS[name]
    told: Snapshot = canned.dice(like, seats) if game == "dice" else canned.snapshot(like, seats)
    told = named(replace(told, **values))
    if told.result is not None and name.startswith("races"):
        told = replace(told, result=replace(told.result, races=races(game, seats)))
    if told.lobby is not None:
        told = replace(told, lobby=replace(told.lobby, names=KNOWN, takes_names=True))
    if name == "look_again":
        told = replace(told, replay=ReplayView(45_000, 2_500, 0.25, playing=True, race=races(game, seats)[2]))
    if told.state in ("paused", "recovery"):
        told = replace(told, pause_by=None, deadline=canned.now + 38 * SECOND)
    return told


MOMENTS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "names": ("ready", {}),
    "recovery": ("paused", {"state": "recovery"}),
    "recovery_told": ("paused", {"state": "recovery", "notice": LOST}),
    "paused_by_journal": ("paused", {"notice": LOST}),
    "paused_unsaved": ("paused", {"notice": LOST, "saving": "unsaved"}),
    "waiting": ("stopped", {"saving": "waiting"}),
    "unsaved": ("round_result", {"notice": LOST, "saving": "unsaved"}),
    "unsaved_match": ("match_result", {"saving": "unsaved"}),
    "named": ("match_result", {}),
    "races": ("round_result", {}),
    "races_unsaved": ("round_result", {"saving": "unsaved"}),
    "races_waiting": ("round_result", {"saving": "waiting"}),
    "look_again": ("play", {"state": "replay"}),
    "replay": (
        "play",
        {"state": "replay", "replay": ReplayView(45_000, 161_000, 2.0, playing=True, round="Round 2 of 3")},
    ),
}
"""The moments: each as a state of ``canned`` and its changes."""
