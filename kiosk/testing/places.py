"""Places on the screen in the words of ``kiosk scene``: ``row:1``, ``pile:3``, ``centre``; and touches there."""

from __future__ import annotations

import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.display.remote_control import ask_scene, move_finger
from kiosk.protocol import MoveFinger, Touched
from kiosk.protocol.display import LONGEST_TOUCH_S
from kiosk.testing.presses import read_time

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

CENTRE: Final = "centre"
"""The middle of the table: a card that is dragged there goes to the nearest pile that it fits."""
AT: Final = "at"
"""A point of the window: ``at:0.5,0.25`` is in the middle, a quarter of its height from the top."""

TAP_NS: Final = 60_000_000
DRAG_NS: Final = 200_000_000
"""How long a tap and a drag last, unless said otherwise."""

APPEARS_NS: Final = 2_000_000_000
"""How long tests and scripts look for a place that is not on the screen yet."""

_DELAY: Final = re.compile(r"(.+)\+(\d[\d.]*(?:us|ms|s))")


class NotThereError(ValueError):
    """A place is not on the screen. The message is for the user."""


class Stay(NamedTuple):
    """A place on the way of a finger; ``after``: nanoseconds from the touch's beginning."""

    place: str
    after: int


def read_way(words: Sequence[str], nanoseconds: int | None = None) -> list[Stay]:
    """Return the way of a finger over these places, which may have a time: ``row:1 at:0.4,0.5+80ms centre+200ms``.

    ``nanoseconds``: how long the whole touch lasts, unless the last place has a time; it goes evenly over places
    without one. The message of a ``ValueError`` is for the user.
    """
    if not words:
        raise ValueError("write a place, as in touch 3 hand, or several, as in touch 3 row:1 centre")
    read = [_read_stay(word) for word in words]
    lasts = nanoseconds if nanoseconds is not None else TAP_NS if len(words) == 1 else DRAG_NS
    if read[-1].after is not None:
        lasts = read[-1].after
    if lasts > LONGEST_TOUCH_S * 10**9:
        raise ValueError(f"a touch lasts at most {LONGEST_TOUCH_S} s")
    if len(read) == 1:
        return [Stay(read[0].place, 0), Stay(read[0].place, max(1, lasts))]
    times = [one.after for one in read]
    times[0], times[-1] = 0, max(lasts, 1)
    for place, after in enumerate(times):
        if after is None:
            known = next(number for number in range(place, len(times)) if times[number] is not None)
            before, end = times[place - 1] or 0, times[known] or 0
            times[place] = before + (end - before) // (known - place + 1)
    way = [Stay(one.place, after or 0) for one, after in zip(read, times, strict=True)]
    for stay, following in itertools.pairwise(way):
        if following.after <= stay.after:
            raise ValueError(f"the finger is at {following.place!r} before {stay.place!r}: give it later times")
    return way


class _Read(NamedTuple):
    place: str
    after: int | None


def _read_stay(word: str) -> _Read:
    found = _DELAY.fullmatch(word)
    return _Read(word, None) if found is None else _Read(found[1], read_time(found[2]))


def point_of(scene: Mapping[str, Any], seat: int, place: str) -> tuple[int, int]:
    """Return the point of a place, in pixels from the window's top left.

    ``scene``: as ``kiosk scene`` prints it. ``place``: an item's ``what``, with a colon and its number among those of
    its kind, from 1 (its ``slot`` in the scene counts from 0), or its card or text; or ``at:`` and a point. Raises
    NotThereError, and ValueError for what is no point; the messages are for the user.
    """
    width, height = scene["size"]
    if place == CENTRE:
        return width // 2, height // 2
    what, _, which = place.partition(":")
    if what == AT:
        return _point(which, width, height)
    items = [item for item in scene["items"] if _belongs(item, seat)]
    found = [item for item in items if item["what"] == what and (not which or _is(item, which))]
    if len({(item["x"], item["y"]) for item in found}) != 1:
        kinds = Counter(item["what"] for item in items)
        there = ", ".join(dict.fromkeys([CENTRE, *(_told(item, kinds[item["what"]] > 1) for item in items)]))
        problem = "is not on the screen" if not found else "is there more than once"
        raise NotThereError(f"{place!r} {problem} for seat {seat}; there are: {there}")
    return found[0]["x"], found[0]["y"]


def place_of(touched: Touched) -> str:
    """Return the place of an item that was touched, in words that ``point_of`` understands."""
    if touched.slot is not None:
        return f"{touched.what}:{touched.slot + 1}"
    which = touched.card or touched.text
    return f"{touched.what}:{which}" if touched.several and which else touched.what


def point_words(x: float, y: float, size: tuple[int, int]) -> str:
    """Return a point of the window, in pixels from its top left, in words that ``point_of`` understands."""
    return f"{AT}:{min(1, max(0, x / size[0])):.4f},{min(1, max(0, y / size[1])):.4f}"


def _point(fractions: str, width: int, height: int) -> tuple[int, int]:
    try:
        x, y = map(float, fractions.split(","))
    except ValueError:
        x = y = -1.0
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise ValueError(f"{fractions!r} is no point: write two numbers from 0 to 1, from the top left: at:0.5,0.25")
    return round(x * width), round(y * height)


def _told(item: Mapping[str, Any], several: bool) -> str:
    """Return the place of an item in words; ``several``: there are others of its kind."""
    slot, card, text = item["slot"], item["card"], item["text"]
    return place_of(Touched(item["what"], item["seat"], slot, card, text, several=several))


def _belongs(item: Mapping[str, Any], seat: int) -> bool:
    return item["seat"] in (seat, None)  # without a seat: in the middle of the table, for everybody


def _is(item: Mapping[str, Any], which: str) -> bool:
    if which.isdecimal() and item["slot"] is not None:
        return bool(item["slot"] == int(which) - 1)
    return which.casefold() in {str(item["card"]).casefold(), str(item["text"]).casefold()}


_AGAIN_S: Final = 0.004


def touch_way(display: Path, seat: int, way: Sequence[Stay], at: int = 0) -> None:
    """Move one finger of that seat over these places, and return after the lift.

    ``display``: the path of its socket; ``at``: when it begins, nanoseconds of CLOCK_MONOTONIC, 0: now. The places are
    where they are when this is called. Raises NotRunning, and ValueError if that cannot be done; the messages are for
    the user.
    """
    scene = json.loads(ask_scene(display))
    points = tuple(point_of(scene, seat, stay.place) for stay in way)
    width, height = scene["size"]
    problem = move_finger(display, MoveFinger(points, tuple(stay.after / 1e9 for stay in way), (width, height), at))
    if problem is not None:
        raise ValueError(problem)


def touch_at_place(display: Path, seat: int, way: Sequence[Stay], at: int = 0) -> None:
    """Do the same as soon as the places are there; they are looked for until two seconds after ``at``, or from now."""
    deadline = max(at, time.monotonic_ns()) + APPEARS_NS
    while True:
        try:
            touch_way(display, seat, way, 0 if at < time.monotonic_ns() else at)
        except NotThereError:
            if time.monotonic_ns() > deadline:
                raise
            time.sleep(_AGAIN_S)
        else:
            return
