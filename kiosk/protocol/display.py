"""The requests of commands (``kiosk scene``, ``screenshot``, ``touch`` and others) to a display, and its answers."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from kiosk.game.seats import SeatNumber
from kiosk.protocol.base import Message


class AskScene(Message, frozen=True):
    """A request for everything that can be touched."""


class AskScreenshot(Message, frozen=True):
    """A request to save the picture as a PNG file at this absolute path."""

    path: str


LONGEST_TOUCH_S: Final = 60
"""The longest time of a touch."""


class MoveFinger(Message, frozen=True):
    """A request to touch the screen at the first of these points, go to the others, and lift.

    ``points``: pixels from the top left of a window of this ``size``; ``times``: when the finger is at each, in seconds
    from the touch's beginning; it lifts at the last one. ``at``: its beginning, nanoseconds of CLOCK_MONOTONIC, with
    which it is stamped; 0: now. Only where the table's hardware is simulated; answered by ``Done`` after the lift.
    """

    points: Annotated[tuple[tuple[int, int], ...], Meta(min_length=1)]
    times: tuple[Annotated[float, Meta(ge=0, le=LONGEST_TOUCH_S)], ...]
    size: tuple[int, int]
    at: int = 0


class AskStrokes(Message, frozen=True):
    """A request for the touches that have lifted since the first such request, from the number ``first`` on."""

    first: Annotated[int, Meta(ge=0)]


class RecordPanel(Message, frozen=True):
    """A request to record what the touch panel says for ten seconds, answered by ``PanelRecord`` after that."""


class PanelRecord(Message, frozen=True):
    """A record of the touch panel in evemu's format."""

    text: str


class Touched(Message, frozen=True, tag=False):
    """An item of the scene (kiosk/display/README.md) that was touched. ``several``: there were others of its kind."""

    what: str
    seat: SeatNumber | None
    slot: int | None
    card: str | None
    text: str | None
    several: bool


class Stroke(Message, frozen=True, tag=False):
    """A touch that has lifted.

    ``number``: counts from 0, since the display was first asked; ``seat``: in whose panel it began, None in the centre;
    ``first``, ``last``: what was under its beginning and its end; ``points``: where it was, in pixels from the top
    left, and when (nanoseconds of CLOCK_MONOTONIC).
    """

    number: int
    seat: SeatNumber | None
    first: Touched | None
    last: Touched | None
    points: tuple[tuple[float, float, int], ...]


class Strokes(Message, frozen=True):
    """The touches that were asked for, oldest first.

    ``following``: the number of the next one; ``size``: of the window, in pixels; ``since``: the time from which
    touches are counted, another one when the display has been started again.
    """

    following: int
    size: tuple[int, int]
    strokes: tuple[Stroke, ...]
    since: int = 0


class SceneAnswer(Message, frozen=True):
    """The scene as JSON text."""

    json: str


class Done(Message, frozen=True):
    """The end of a request; ``error``: what is wrong and how to fix it, empty on success."""

    error: str | None = None


ToDisplay: TypeAlias = AskScene | AskScreenshot | MoveFinger | AskStrokes | RecordPanel
FromDisplay: TypeAlias = SceneAnswer | Strokes | PanelRecord | Done
