"""The pictures in flight over a table view."""

from __future__ import annotations

from typing import Any

from kiosk.display.paint.theme import WHITE


def flights(view: Any) -> list[Any]:
    """Return the pieces on their way because of moves, without the tinted rims around those that have landed."""
    return [flight for flight in _all(view, light=False) if flight.tint == WHITE]


def lights(view: Any) -> list[Any]:
    """Return the light that moves because of moves."""
    return _all(view, light=True)


def shown_spot(flight: Any, ran: float) -> Any:
    """Return the place of the picture that a flight shows, ``ran`` seconds after its start."""
    reached = sum(pose.at <= ran for pose in flight.poses)
    return flight.spots[max(0, reached - 1)]


def _all(view: Any, *, light: bool) -> list[Any]:
    heights = (view.moves.below, view.moves.above)
    return [flight for one in heights for flight in (one.light if light else one.pieces)]
