"""What a display is asked by ``kiosk scene`` and ``kiosk screenshot``, and what it answers."""

from __future__ import annotations

from typing import TypeAlias

from kiosk.protocol.base import Message


class AskScene(Message, frozen=True):
    """What can be touched, please."""


class AskScreenshot(Message, frozen=True):
    """Save what the table shows as a PNG file at this absolute path."""

    path: str


class SceneAnswer(Message, frozen=True):
    """The scene as JSON text."""

    json: str


class Done(Message, frozen=True):
    """It is done, or ``error`` says what is wrong and what to do."""

    error: str | None = None


ToDisplay: TypeAlias = AskScene | AskScreenshot
FromDisplay: TypeAlias = SceneAnswer | Done
