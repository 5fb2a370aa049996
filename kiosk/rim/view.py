"""The page's view of the table: what everybody may see, in words and as values that JSON has."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from kiosk.display.texts.refusals import verdict_text
from kiosk.game.seats import SeatNumber
from kiosk.locale.speaker import speaker
from kiosk.protocol import SeatView, Snapshot, Verdict, Welcome, english

_SAY: Final = speaker("en")


def table_view(welcome: Welcome, snapshot: Snapshot, faulty: Mapping[SeatNumber, Collection[str]]) -> dict[str, Any]:
    """Return the whole table. ``faulty``: the faults that were begun at simulated boards."""
    views = {view.seat: view for view in snapshot.seats}
    return {
        "state": snapshot.state,
        "game": snapshot.game,
        "round": snapshot.round_no,
        "rounds": snapshot.rounds,
        "notice": english(snapshot.notice) if snapshot.notice else "",
        "simulated": welcome.simulated,
        "seats": [
            {
                "seat": plan.seat,
                "edge": plan.edge,
                "position": plan.position,
                "board": plan.seat in welcome.boards,
                "faults": sorted(faulty.get(plan.seat, ())),
                **_seat_view(views[plan.seat], snapshot),
            }
            for plan in welcome.seats
        ],
    }


def _seat_view(view: SeatView, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "name": view.name or ("bot" if view.bot else ""),
        "state": view.state,
        "lamp": view.lamp,
        "counts": [[what, number] for what, number in _counts(view, snapshot).items() if number],
        "said": [_said(verdict, snapshot) for verdict in reversed(view.ticker)],
        "fault": english(view.fault) if view.fault else "",
        "tray": view.tray,
    }


def _counts(view: SeatView, snapshot: Snapshot) -> dict[str, int]:
    """Return the numbers beside a seat, those that are not 0 of any game."""
    lines = snapshot.result.lines if snapshot.result else ()
    line = next((line for line in lines if line.seat == view.seat), None)
    return {
        "stack": view.stack_count,
        "hand": view.hand_count,
        "dice": len(view.dice),
        "centre": view.centered,
        "penalty": -view.penalty,
        "points": line.points if line else 0,
        "total": line.total if line else 0,
    }


def _said(verdict: Verdict, snapshot: Snapshot) -> str:
    names = tuple((seat.seat, seat.name) for seat in snapshot.seats if seat.name)
    text = verdict_text(verdict, snapshot.game, _SAY, snapshot.pro, names)
    return f"{text} ({verdict.times} times)" if verdict.times > 1 else text
