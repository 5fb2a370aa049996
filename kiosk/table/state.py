"""The states of the way through."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """Where the table is on the way through."""

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
    """What has been played is looked at again."""
    SERVICE = "service"
    """The staff has the table."""
    CLOSED = "closed"
    """Outside the opening hours: dark, and nobody may sit down."""
