"""The requests of ``kiosk scene`` and ``kiosk screenshot`` to a display, and its answers."""

from __future__ import annotations

from typing import TypeAlias

from kiosk.protocol.base import Message


class AskScene(Message, frozen=True):
    """A request for everything that can be touched."""


class AskScreenshot(Message, frozen=True):
    """A request to save the picture as a PNG file at this absolute path."""

    path: str


class SceneAnswer(Message, frozen=True):
    """The scene as JSON text."""

    json: str


class Done(Message, frozen=True):
    """The end of a request; ``error``: what is wrong and how to fix it, empty on success."""

    error: str | None = None


ToDisplay: TypeAlias = AskScene | AskScreenshot
FromDisplay: TypeAlias = SceneAnswer | Done
