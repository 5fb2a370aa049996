"""The states of the table's state machine."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class State(StrEnum):
    """A state of the table."""

    ATTRACT = "attract"
    """Nobody sits; bots play."""
    LOBBY = "ready"
    """People sit down, choose, and become ready."""
    COUNTDOWN = "countdown"
    """The beats before GO."""
    PLAY = "play"
    """The round runs."""
    STOPPED = "stopped"
    """The round has ended, and is shown as it stands."""
    ROUND_RESULT = "round_result"
    """The points of the round."""
    MATCH_RESULT = "match_result"
    """The points of the match."""
    PAUSED = "paused"
    """Somebody has asked for a pause, or the disk is waited for."""
    RECOVERY = "recovery"
    """The power came back: the round stands as it stood, and waits for its players."""
    REPLAY = "replay"
    """A round is being replayed."""
    SERVICE = "service"
    """The staff uses the service menu."""
    CLOSED = "closed"
    """Outside the opening hours: dark, and nobody may sit down."""


class SeatState(StrEnum):
    """The state of a seat, from free to playing; the words of ``SeatView.state``."""

    FREE = "free"
    TAKEN = "taken"
    """Somebody sits there in the lobby, not ready yet."""
    READY = "ready"
    """Ready for the round to begin."""
    PLAYING = "playing"
    LEFT = "left"
    """Its person has left this match."""


THERE: Final = frozenset({SeatState.TAKEN, SeatState.READY, SeatState.PLAYING})
"""The states of a seat at which there is somebody, or a bot."""


class AttractScene(StrEnum):
    """What is shown in ``attract``; in other states nothing (``NONE``)."""

    NONE = ""
    RAIN = "rain"
    """Pieces stream from the wheel to every tray."""
    PLAY = "play"
    """Bots play a round in the middle."""
    STOP = "stop"
    """It has ended by a call."""
    CLOSE = "close"
    """The middle is cleared, and the wheel comes back."""
    BEST = "best"
    """The best result of the day."""
