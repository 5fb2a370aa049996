"""The states of the table's state machine."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """A state of the table."""

    ATTRACT = "attract"
    READY = "ready"
    COUNTDOWN = "countdown"
    PLAY = "play"
    STOPPED = "stopped"
    ROUND_RESULT = "round_result"
    MATCH_RESULT = "match_result"
    PAUSED = "paused"
    RECOVERY = "recovery"
    """The power came back: the round stands as it stood, and waits for its players."""
    REPLAY = "replay"
    """A round is being replayed."""
    SERVICE = "service"
    """The staff uses the service menu."""
    CLOSED = "closed"
    """Outside the opening hours: dark, and nobody may sit down."""
