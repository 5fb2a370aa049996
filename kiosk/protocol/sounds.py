"""The names of the table's sounds, by the page of the service menu that lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SOUNDS: Final[Mapping[str, tuple[str, ...]]] = {
    "sounds": (
        "sit",
        "deal",
        "lift",
        "slide",
        "flip",
        "reshuffle",
        "roll",
        "land",
        "chain",
        "place",
        "pile_finished",
        "refused",
        "beaten",
        "false_stop",
    ),
    "signals": (
        "ready",
        "unready",
        "count",
        "go",
        "stack3",
        "stack2",
        "stack1",
        "stop",
        "counting",
        "round_won",
        "match_won",
        "pause",
        "resume",
        "time_nearly_up",
        "fault",
    ),
}
"""Sounds of the pieces and of a seat, and signals."""
