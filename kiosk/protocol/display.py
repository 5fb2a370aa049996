"""The requests of ``kiosk scene``, ``kiosk screenshot`` and ``kiosk touch`` to a display, and its answers."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from kiosk.protocol.base import Message


class AskScene(Message, frozen=True):
    """A request for everything that can be touched."""


class AskScreenshot(Message, frozen=True):
    """A request to save the picture as a PNG file at this absolute path."""

    path: str


LONGEST_TOUCH_S: Final = 60
"""The longest time of a touch."""


class MoveFinger(Message, frozen=True):
    """A request to touch the screen at the first of these points, go to the others in this time, and lift.

    ``points``: pixels from the top left of a window of this ``size``. Only where the table's hardware is simulated;
    answered by ``Done`` after the lift.
    """

    points: Annotated[tuple[tuple[int, int], ...], Meta(min_length=1)]
    seconds: Annotated[float, Meta(ge=0, le=LONGEST_TOUCH_S)]
    size: tuple[int, int]


class SceneAnswer(Message, frozen=True):
    """The scene as JSON text."""

    json: str


class Done(Message, frozen=True):
    """The end of a request; ``error``: what is wrong and how to fix it, empty on success."""

    error: str | None = None


ToDisplay: TypeAlias = AskScene | AskScreenshot | MoveFinger
FromDisplay: TypeAlias = SceneAnswer | Done
