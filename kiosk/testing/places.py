"""Places on the screen in the words of ``kiosk scene``: ``row:1``, ``pile:3``, ``language:Deutsch``, ``centre``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from kiosk.protocol.display import LONGEST_TOUCH_S

CENTRE: Final = "centre"
"""The middle of the table: a card that is dragged there goes to the nearest pile that it fits."""


TAP_NS: Final = 60_000_000
DRAG_NS: Final = 200_000_000
"""How long a tap and a drag last, unless said otherwise."""


def touch_time(places: Sequence[str], nanoseconds: int | None = None) -> int:
    """Return how long a touch of these places lasts, in ns. The message of a ``ValueError`` is for the user."""
    if nanoseconds is None:
        return TAP_NS if len(places) == 1 else DRAG_NS
    if nanoseconds > LONGEST_TOUCH_S * 10**9:
        raise ValueError(f"a touch lasts at most {LONGEST_TOUCH_S} s")
    return nanoseconds


def point_of(scene: Mapping[str, Any], seat: int, place: str) -> tuple[int, int]:
    """Return the point of a place, in pixels from the window's top left.

    ``scene``: as ``kiosk scene`` prints it. ``place``: an item's ``what``, with a colon and its number among those of
    its kind, from 1 (its ``slot`` in the scene counts from 0), or its card or text. The message of a ``ValueError`` is
    for the user.
    """
    if place == CENTRE:
        width, height = scene["size"]
        return width // 2, height // 2
    what, _, which = place.partition(":")
    items = [item for item in scene["items"] if _belongs(item, seat)]
    found = [item for item in items if item["what"] == what and (not which or _is(item, which))]
    if len({(item["x"], item["y"]) for item in found}) != 1:
        kinds = Counter(item["what"] for item in items)
        there = ", ".join(dict.fromkeys([CENTRE, *(_told(item, kinds[item["what"]] > 1) for item in items)]))
        problem = "is not on the screen" if not found else "is there more than once"
        raise ValueError(f"{place!r} {problem} for seat {seat}; there are: {there}")
    return found[0]["x"], found[0]["y"]


def _told(item: Mapping[str, Any], several: bool) -> str:
    """Return the place of an item in words; ``several``: there are others of its kind."""
    if item["slot"] is not None:
        return f"{item['what']}:{item['slot'] + 1}"
    which = item["card"] or item["text"]
    return f"{item['what']}:{which}" if several and which else str(item["what"])


def _belongs(item: Mapping[str, Any], seat: int) -> bool:
    return item["seat"] in (seat, None)  # without a seat: in the middle of the table, for everybody


def _is(item: Mapping[str, Any], which: str) -> bool:
    if which.isdecimal() and item["slot"] is not None:
        return bool(item["slot"] == int(which) - 1)
    return which.casefold() in {str(item["card"]).casefold(), str(item["text"]).casefold()}
