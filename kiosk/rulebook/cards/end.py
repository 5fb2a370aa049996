"""The end of a round, its points, and the end of a match."""

from __future__ import annotations

from typing import Final

from kiosk.locale.marks import mark, mark_count
from kiosk.rulebook.topic import CountedSentence, Entry, Heading, Topic, always, every, one

_STOPS: Final = ("press", "press_with_timeout")
_ORDERS: Final = ("reshuffle", "end_round")

END: Final[tuple[Entry, ...]] = (
    Heading(mark("Stop")),
    one(
        "stop_mode",
        "stop_timeout_ms",
        press=mark("When your stack is empty, hit Stop: the round ends. Until you do, it goes on."),
        press_with_timeout=mark(
            "When your stack is empty, hit Stop: the round ends. Otherwise it ends by itself {stop_s} s later."
        ),
        auto=mark("As soon as a stack is empty, the round ends by itself."),
    ),
    always(mark("Your stack is empty when its last card has gone, whether to the centre or into your row.")),
    Topic(
        ("play_after_empty", "stop_mode"),
        {
            **every(["allow", "deny"], ["auto"], text=""),
            **every(["allow"], _STOPS, text=mark("When your stack is empty, you may play on until the round ends.")),
            **every(
                ["deny"], _STOPS, text=mark("When your stack is empty, you can't play on: all you can do is hit Stop.")
            ),
        },
    ),
    one(
        "false_stop.kind",
        "false_stop.ms",
        "false_stop.points",
        ignore=mark("If you hit Stop while you still have stack cards, nothing happens."),
        lockout=mark("If you hit Stop while you still have stack cards, you are locked for {false_stop_s} s."),
        penalty=CountedSentence(
            mark_count(
                "If you hit Stop while you still have stack cards, you lose {n} point.",
                "If you hit Stop while you still have stack cards, you lose {n} points.",
            ),
            "false_stop_points",
        ),
    ),
    Heading(mark("When nobody can play")),
    always(
        mark("If all cards that could be played are buried in the stacks, the round ends and is scored."),
        "dead_by_cards",
    ),
    Topic(
        ("dead_by_order", "recycle", "pro.enabled"),
        {
            **every(_ORDERS, ["shuffle"], [True, False], text=""),
            ("reshuffle", "turn_over", False): mark(
                "If nobody can play because the right cards never come up, "
                "you each shuffle your draw pile and discard pile together."
            ),
            ("end_round", "turn_over", False): mark(
                "If nobody can play because the right cards never come up, the round ends and is scored."
            ),
            ("reshuffle", "turn_over", True): mark(
                "If you all vote that nobody can play, you each shuffle your draw pile and discard pile together."
            ),
            ("end_round", "turn_over", True): mark(
                "If you all vote that nobody can play, the round ends and is scored."
            ),
        },
    ),
    one(
        "dead_detection.kind",
        "dead_detection.grace_ms",
        grace=mark(
            "When nobody can play, the table waits {grace_s} s, or until you all vote. To vote, hold your draw pile."
        ),
        vote=mark("When nobody can play, the table waits until you all vote. To vote, hold your draw pile."),
    ),
    Topic(
        ("unanimous_abort",),
        {
            (True,): mark("If you all vote for it, the round ends and is scored, even if somebody could still play."),
            (False,): mark("As long as somebody can play, no vote ends the round."),
        },
    ),
    Heading(mark("Points")),
    always(mark("If you leave during a round, your cards in the centre and in your stack still count."), "leave"),
    Topic(
        ("score.center",),
        every(
            [-1, 0, 1],
            text=CountedSentence(
                mark_count(
                    "Each of your cards in the centre is worth {n} point, whatever its number.",
                    "Each of your cards in the centre is worth {n} points, whatever its number.",
                ),
                "center",
            ),
        ),
    ),
    Topic(
        ("score.stack",),
        {
            (-1,): CountedSentence(
                mark_count(
                    "Each card left in your stack costs you {n} point.",
                    "Each card left in your stack costs you {n} points.",
                ),
                "stack",
            ),
            (0,): mark("Cards left in your stack cost you nothing."),
            (1,): CountedSentence(
                mark_count(
                    "Each card left in your stack is worth {n} point.",
                    "Each card left in your stack is worth {n} points.",
                ),
                "stack",
            ),
        },
    ),
    always(mark("Cards in your row, your draw pile and your discard pile don't count.")),
    always(mark("Whoever has the most points wins the round, no matter who hit Stop.")),
    Heading(mark("The match")),
    Topic(
        ("match_end.n", "match_end.kind"),
        {
            (1, "fixed_rounds"): CountedSentence(
                mark_count(
                    "A match has {n} round. The highest total wins.", "A match has {n} rounds. The highest total wins."
                ),
                "rounds",
            ),
            **every([0], ["fixed_rounds"], text=""),
            **every([0, 1], ["single_round", "target", "time"], text=""),
        },
    ),
    one(
        "match_end.kind",
        "match_end.points",
        "match_end.minutes",
        single_round=mark("A match is a single round."),
        fixed_rounds=mark("Before a match you can agree on another number of rounds."),
        target=CountedSentence(
            mark_count(
                "The match ends when somebody has {n} point after a round. The highest total wins.",
                "The match ends when somebody has {n} points after a round. The highest total wins.",
            ),
            "target",
        ),
        time=CountedSentence(
            mark_count(
                "After {n} minute of play the match ends with the running round. The highest total wins.",
                "After {n} minutes of play the match ends with the running round. The highest total wins.",
            ),
            "minutes",
        ),
    ),
    one(
        "match_tie",
        shared=mark("If several have the highest total, they share the win."),
        extra_round=mark("If several have the highest total, they play one more round among themselves."),
    ),
)
