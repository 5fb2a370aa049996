"""What pages call people. Where names are shown nowhere, it is by their seat's sign, as the table calls its guests.

A guest's name has one of eight words beside the sign: of a match it is the same for all its seats, and of a player in
the rankings always the same. No typed name can be worked out from it.
"""

from __future__ import annotations

import zlib
from typing import Final, NamedTuple

from kiosk.display.texts.people import bot_name, guest_name
from kiosk.game.seats import SeatNumber
from kiosk.hall.feed import FeedSeat
from kiosk.journal.erasures import NameDigests
from kiosk.locale.speaker import Say
from kiosk.results.model import ResultRow
from kiosk.system.printable import printable

_WORDS: Final = 8


class Who(NamedTuple):
    """Somebody on a page. ``seat``: whose sign is shown; ``player``: the id of the player to follow, None: nobody's."""

    seat: SeatNumber
    name: str
    player: int | None = None


class People:
    """Names for a page in one language; ``names``: those that were typed are shown, but for those that are hidden."""

    def __init__(self, say: Say, *, names: bool) -> None:
        self.hidden = NameDigests()
        self._say = say
        self._names = names

    def in_match(self, result: ResultRow, match: str) -> Who:
        """Return who had this result in a match."""
        seat = SeatNumber(result.seat)
        if result.bot:
            return Who(seat, self._say("Bot {seat}", seat=result.seat))
        if result.player is not None and self._names and not self.hidden.has(result.player.name):
            return Who(seat, printable(result.player.name), result.player_id)
        return Who(seat, self._guest(seat, zlib.crc32(match.encode())))

    def at_table(self, seat: FeedSeat) -> Who:
        """Return who is at a table now: nobody's page is linked to, as no round has been brought in yet."""
        if seat.bot:
            return Who(seat.seat, bot_name(seat.character, self._say.language))
        if seat.name and self._names and not self.hidden.has(seat.name):
            return Who(seat.seat, printable(seat.name))
        return Who(seat.seat, self._guest(seat.seat, seat.guest))

    def player(self, player: int, name: str, seat: int) -> Who:
        """Return a player in a ranking; ``seat``: where this player sat last."""
        of = SeatNumber(seat)
        if not self._names:
            return Who(of, self._guest(of, player), player)
        # No link leads to somebody hidden: the page would tell who it is, by rivals and matches.
        return Who(of, self._guest(of, player)) if self.hidden.has(name) else Who(of, printable(name), player)

    def _guest(self, seat: SeatNumber, word: int) -> str:
        return guest_name(seat, word % _WORDS, self._say.language)
