"""What a game practises in the lobby: a round in miniature for one seat, and the steps that lead through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from hardware.api import Button
from kiosk.game.game_round import GameRound
from kiosk.game.options import StopMode

R = TypeVar("R", bound=GameRound)


class Hint(Struct, frozen=True):
    """A move that takes a lesson on (``protocol.LessonView``).

    ``source``: the place of the piece that is moved, ``piece``: what lies there, ``onto``: the piece on which it goes;
    ``slot``: the place of the own row to which it goes instead. Empty or None: the move has no such part.
    """

    act: str
    source: str = ""
    piece: str = ""
    onto: str = ""
    slot: int | None = None


class PracticeStep(Struct, Generic[R], frozen=True):
    """A step of a lesson.

    ``is_done``: whether the round has come that far; ``hint``: the move to be shown now, None if there is none;
    ``button``: the button that belongs to the lesson during this step.
    """

    is_done: Callable[[R], bool]
    hint: Callable[[R], Hint | None]
    button: Button | None = None


class Practice(Struct, frozen=True):
    """A round on the table (``games.game.Moves``) for one seat, the core's seat 0, and its steps in order."""

    moves: Any
    steps: tuple[PracticeStep[Any], ...]


def by_press(mode: StopMode) -> StopMode:
    """Return how a lesson is stopped: by a press, however long that takes, unless the edition needs none."""
    return StopMode.AUTO if mode is StopMode.AUTO else StopMode.PRESS
