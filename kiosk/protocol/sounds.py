"""The names of the table's sounds, in the order in which the service menu lists them."""

from __future__ import annotations

from typing import Final

SOUNDS: Final = (
    "sit",
    "ready",
    "unready",
    "count",
    "go",
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
)
