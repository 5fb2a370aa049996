"""The pictures in flight over a table view, and their frames, without Kivy's clock."""

from __future__ import annotations

from typing import Any

from kiosk.display.paint.theme import WHITE


def flights(view: Any) -> list[Any]:
    """Return the pieces on their way because of moves, without the tinted rims around those that have landed."""
    return [flight for sky in _skies(view) for flight in sky._flights if flight._tint == WHITE]


def lights(view: Any) -> list[Any]:
    """Return the light that moves because of moves."""
    skies = view._movement._player._flights
    return [flight for (_, light), sky in skies.items() if light for flight in sky._flights]


def frame(view: Any) -> None:
    """Draw a frame of all flights."""
    for sky in _skies(view):
        sky._frame(0)


def at_rest(view: Any) -> bool:
    """Return whether no frame loop of a flight runs."""
    return not any(sky._loop.is_triggered for sky in _skies(view))


def _skies(view: Any) -> list[Any]:
    return [sky for (_, light), sky in view._movement._player._flights.items() if not light]
