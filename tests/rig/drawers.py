"""The way through a panel's drawers in the lobby."""

from __future__ import annotations

from kiosk.display.paint.object_art import OBJECTS_OF


def way_to(key: str) -> tuple[str, ...]:
    """Return the controls to touch, one after the other, until all values of a choice are shown."""
    if key == "view":
        return "more", key
    if key in ("handicap", "cooldown"):
        return "more", "handicaps", key
    return ("more", f"choose {key}") if key in OBJECTS_OF else ("more", "options", f"choose {key}")
