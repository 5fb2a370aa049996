"""What people and bots at the table are called: by a name that somebody typed, or by one of these.

A guest's name is made of the seat's sign and one of eight words. Whole phrases are translated, because each language
has its own order and forms; they are told in the language of their seat, to everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from kiosk.display.texts.rounds import Names
from kiosk.game.seats import SeatNumber
from kiosk.locale.marks import mark
from kiosk.locale.speaker import speaker
from kiosk.protocol import SeatView
from kiosk.protocol.state import THERE

LONGEST: Final = 16
"""The maximum length of a guest's name in any language, in characters."""

# For translators, of all names of guests: a name of two words that a child likes, at most 16 characters; words that
# fit the picture better than a literal translation are welcome, but the eight names of a sign must differ.
GUESTS: Final = (
    (
        mark("Quick Moon"),
        mark("Brave Moon"),
        mark("Clever Moon"),
        mark("Merry Moon"),
        mark("Lucky Moon"),
        mark("Golden Moon"),
        mark("Bright Moon"),
        mark("Magic Moon"),
    ),
    (
        mark("Quick Bolt"),
        mark("Brave Bolt"),
        mark("Clever Bolt"),
        mark("Merry Bolt"),
        mark("Lucky Bolt"),
        mark("Golden Bolt"),
        mark("Bright Bolt"),
        mark("Magic Bolt"),
    ),
    (
        mark("Quick Leaf"),
        mark("Brave Leaf"),
        mark("Clever Leaf"),
        mark("Merry Leaf"),
        mark("Lucky Leaf"),
        mark("Golden Leaf"),
        mark("Bright Leaf"),
        mark("Magic Leaf"),
    ),
    (
        mark("Quick Raindrop"),
        mark("Brave Raindrop"),
        mark("Clever Raindrop"),
        mark("Merry Raindrop"),
        mark("Lucky Raindrop"),
        mark("Golden Raindrop"),
        mark("Bright Raindrop"),
        mark("Magic Raindrop"),
    ),
    (
        mark("Quick Sun"),
        mark("Brave Sun"),
        mark("Clever Sun"),
        mark("Merry Sun"),
        mark("Lucky Sun"),
        mark("Golden Sun"),
        mark("Bright Sun"),
        mark("Magic Sun"),
    ),
    (
        mark("Quick Crown"),
        mark("Brave Crown"),
        mark("Clever Crown"),
        mark("Merry Crown"),
        mark("Lucky Crown"),
        mark("Golden Crown"),
        mark("Bright Crown"),
        mark("Magic Crown"),
    ),
    (
        mark("Quick Flower"),
        mark("Brave Flower"),
        mark("Clever Flower"),
        mark("Merry Flower"),
        mark("Lucky Flower"),
        mark("Golden Flower"),
        mark("Bright Flower"),
        mark("Magic Flower"),
    ),
    (
        mark("Quick Fish"),
        mark("Brave Fish"),
        mark("Clever Fish"),
        mark("Merry Fish"),
        mark("Lucky Fish"),
        mark("Golden Fish"),
        mark("Bright Fish"),
        mark("Magic Fish"),
    ),
    (
        mark("Quick Hourglass"),
        mark("Brave Hourglass"),
        mark("Clever Hourglass"),
        mark("Merry Hourglass"),
        mark("Lucky Hourglass"),
        mark("Golden Hourglass"),
        mark("Bright Hourglass"),
        mark("Magic Hourglass"),
    ),
    (
        mark("Quick Heart"),
        mark("Brave Heart"),
        mark("Clever Heart"),
        mark("Merry Heart"),
        mark("Lucky Heart"),
        mark("Golden Heart"),
        mark("Bright Heart"),
        mark("Magic Heart"),
    ),
    (
        mark("Quick Key"),
        mark("Brave Key"),
        mark("Clever Key"),
        mark("Merry Key"),
        mark("Lucky Key"),
        mark("Golden Key"),
        mark("Bright Key"),
        mark("Magic Key"),
    ),
    (
        mark("Quick Frost"),
        mark("Brave Frost"),
        mark("Clever Frost"),
        mark("Merry Frost"),
        mark("Lucky Frost"),
        mark("Golden Frost"),
        mark("Bright Frost"),
        mark("Magic Frost"),
    ),
)
"""The names of guests: for each sign (``paint.shapes.SEAT_SYMBOLS``) those with each word (``SeatView.guest``)."""

BOTS: Final = (
    mark("Momo"),
    mark("Kiko"),
    mark("Lumi"),
    mark("Mira"),
    mark("Pixel"),
    mark("Turbo"),
    mark("Domino"),
    mark("Gizmo"),
    mark("Jojo"),
    mark("Vega"),
    mark("Ringo"),
    mark("Rumba"),
)
"""The names of the characters that bots play (``SeatView.character``)."""

"""States of a seat at which nobody sits, unless somebody waits there for the next round."""


def names_of(seats: Iterable[SeatView]) -> Names:
    """Return the seats with a person or a bot, with what everybody calls them."""
    return tuple((view.seat, _name(view)) for view in seats if view.bot or view.joining or view.state in THERE)


def _name(view: SeatView) -> str:
    if view.name:
        return view.name
    return bot_name(view.character, view.language) if view.bot else own_guest_name(view)


def own_guest_name(view: SeatView) -> str:
    """Return what a guest at this seat is called, even if its person has chosen a name."""
    return guest_name(view.seat, view.guest, view.language)


@lru_cache(maxsize=256)
def guest_name(seat: SeatNumber, word: int, language: str) -> str:
    """Return a guest's name, from the seat's sign and the number of a word."""
    names = GUESTS[(seat - 1) % len(GUESTS)]
    return speaker(language)(names[word % len(names)])


@lru_cache(maxsize=64)
def bot_name(character: int, language: str) -> str:
    """Return the name of a character."""
    return speaker(language)(BOTS[character % len(BOTS)])
