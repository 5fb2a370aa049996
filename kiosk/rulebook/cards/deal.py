"""What lies before you when a round begins."""

from __future__ import annotations

from typing import Final

from kiosk.game.cards.rules import CardRules, RowSize
from kiosk.locale.speaker import Say, mark, mark_count
from kiosk.rulebook.topic import Counted, Entry, Listing, Topic, always, every, in_words, one


def _row(rules: CardRules, say: Say) -> list[str]:
    row = rules.row_size
    if row == RowSize():
        return [say("Your row has five cards if two of you play, four if three play, and three if more play.")]
    special = Counted(
        mark_count(
            "If {players} of you play, your row has {n} card.", "If {players} of you play, your row has {n} cards."
        ),
        "size",
    )
    usual = Counted(
        mark_count(
            "With any other number of players your row has {n} card.",
            "With any other number of players your row has {n} cards.",
        ),
        "size",
    )
    alone = Counted(mark_count("Your row has {n} card.", "Your row has {n} cards."), "size")
    return [
        *(in_words(special, {"players": players, "size": size}, say) for players, size in row.by_players),
        in_words(usual if row.by_players else alone, {"size": row.default}, say),
    ]


def _stack(rules: CardRules, say: Say) -> list[str]:
    size = rules.stack_size
    if isinstance(size, int):
        return [say.count("Your stack has {n} card.", "Your stack has {n} cards.", size)]
    sizes = ", ".join(map(str, size))
    return [say("The stacks are not of the same size. Seat by seat they have this many cards: {sizes}.", sizes=sizes)]


DEAL: Final[tuple[Entry, ...]] = (
    always(mark("You all play at once, nobody waits for a turn. Empty your stack and play as many cards as you can.")),
    Listing(("row_size",), _row),
    Listing(("stack_size",), _stack),
    one(
        "deal_order",
        row_first=mark("Your row is dealt first, then your stack."),
        stack_first=mark("Your stack is dealt first, then your row."),
    ),
    Topic(
        ("stack_face", "stack_to_center"),
        {
            ("up", "direct"): mark("Your stack lies face up. Its top card may go straight to the centre."),
            ("up", "via_row"): mark("Your stack lies face up. Its cards reach the centre only through your row."),
            **every(
                ["down"],
                ["direct", "via_row"],
                text=mark("Your stack lies face down. Its cards reach the centre only through your row."),
            ),
        },
    ),
    always(mark("All your other cards are your draw pile, face down. What you turn over goes onto your discard pile.")),
    always(mark("Play with one hand only. You can drag one card at a time; for the rest the table trusts you.")),
)
