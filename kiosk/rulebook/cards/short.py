"""The few rules that somebody needs who has never played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiosk.locale.speaker import mark, mark_count
from kiosk.rulebook.topic import Counted, Topic, always, every, one

SHORT: Final[Mapping[str, Topic]] = {
    "open": always(mark("Start a pile in the centre with a 1.")),
    "build": always(mark("Then add the next number in the same colour, up to 10.")),
    "flip": always(mark("Nothing fits? Turn over three cards and play the top one.")),
    "gap": Topic(
        ("via_row", "refill", "refill_actuation"),
        {
            (False, "mandatory", "auto"): mark("A gap in your row is filled from your stack."),
            (False, "mandatory", "manual"): mark("Fill every gap in your row from your stack."),
            **every([False], ["optional"], ["manual", "auto"], text=mark("Fill gaps in your row from your stack.")),
            (True, "mandatory", "auto"): mark("Gaps are filled from your stack. It has no other way to the centre."),
            (True, "mandatory", "manual"): mark("Fill every gap from your stack. It has no other way to the centre."),
            **every(
                [True],
                ["optional"],
                ["manual", "auto"],
                text=mark("Fill gaps from your stack. It has no other way to the centre."),
            ),
        },
    ),
    "stop": one(
        "stop_mode",
        press=mark("Stack empty? Hit Stop: the round ends."),
        press_with_timeout=mark("Stack empty? Hit Stop: the round ends."),
        auto=mark("Stack empty? The round ends by itself."),
    ),
    "score": Topic(
        ("score.stack",),
        {
            (-1,): Counted(
                mark_count(
                    "You get {n} point per card in the centre, minus {stack} per stack card.",
                    "You get {n} points per card in the centre, minus {stack} per stack card.",
                ),
                "center",
            ),
            (0,): Counted(
                mark_count(
                    "You get {n} point per card in the centre. Stack cards cost nothing.",
                    "You get {n} points per card in the centre. Stack cards cost nothing.",
                ),
                "center",
            ),
            (1,): Counted(
                mark_count("You get {n} point per card in the centre.", "You get {n} points per card in the centre."),
                "center",
            ),
        },
    ),
}
"""What somebody has to know who has never played, in this order."""
