"""The words of the two games for the same things: one table, so that no screen asks which game is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kiosk.display.texts.i18n import mark


@dataclass(frozen=True)
class Words:
    """A game's own words, as keys of the catalogues; ``placed_many`` is the plural of ``placed_one``."""

    start: str
    stop: str
    you_stopped: str
    may_stop: str
    still_there: str
    vote_too: str
    free_seat: str
    no_room: str
    placed: str
    placed_one: str
    placed_many: str
    you_fastest: str
    fastest: str
    handicap: str
    handicap_icon: str


WORDS: Final[dict[str, Words]] = {
    "cards": Words(
        start=mark("Ligretto!"),
        stop=mark("Ligretto Stop!"),
        you_stopped=mark("You called Ligretto Stop!"),
        may_stop=mark("Stack empty: hit Stop!"),
        still_there=mark("Still there? Touch a card"),
        vote_too=mark("{who} says: nothing goes. You too? Hold your hand cards"),
        free_seat=mark("This seat is free; its cards in the centre count"),
        no_room=mark("No more seats: cards would be too small"),
        placed=mark("in the centre"),
        placed_one=mark("{n} card in"),
        placed_many=mark("{n} cards in"),
        you_fastest=mark("You had the fastest hands: {rate} cards a minute"),
        fastest=mark("Fastest hands: {who}, {rate} cards a minute"),
        handicap=mark("Your handicap: {size} cards in the stack"),
        handicap_icon="cards",
    ),
    "dice": Words(
        start=mark("Go!"),
        stop=mark("STOP!"),
        you_stopped=mark("You called STOP!"),
        may_stop=mark("All placed: hit STOP!"),
        still_there=mark("Still there? Touch a die"),
        vote_too=mark("{who} says: nothing goes. You too? Hold Roll"),
        free_seat=mark("This seat is free; its dice count as not placed"),
        no_room=mark("No more seats: dice would be too small"),
        placed=mark("on the board"),
        placed_one=mark("{n} die placed"),
        placed_many=mark("{n} dice placed"),
        you_fastest=mark("You had the fastest hands: {rate} dice a minute"),
        fastest=mark("Fastest hands: {who}, {rate} dice a minute"),
        handicap=mark("Your handicap, extra dice: {size}"),
        handicap_icon="dice",
    ),
}
