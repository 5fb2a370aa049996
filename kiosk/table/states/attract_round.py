"""The round that bots play while nobody is here: its settings, and the search for one that is worth watching. Pure.

It is dealt as any other and nobody knows its course; but most rounds from small stacks show no race. So rounds are
played in advance, each in a moment and unseen, until one has a race and a Stop.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from hardware.api import Duration, Instant
from kiosk.bots.strength import Strength
from kiosk.game.game_rules import rules_of_game
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.arbiter import SourceClass
from kiosk.table.games.game import Game, table_game
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.settings import seconds

_OWN: Final[Mapping[str, Mapping[str, Any]]] = {"cards": {"stack_size": 2}}
"""The options in which a round differs from the first edition of its game: it has to be over soon."""
_LEAST: Final = seconds(4)
"""The time for which it goes on at least."""
_RACE: Final = 2
_WHOLE: Final = _RACE + 1
"""What a round is worth with a race, and with a Stop too: that is the most."""
_ENOUGH: Final = 20
"""The number of rounds after which one with a race is good enough."""


def shown(name: str) -> Game[Any]:
    """Return a registered game as visitors see it: a short round of its first edition."""
    first = next(iter(rules_of_game(name).presets.values()))
    return table_game(name).with_rules(replace(first.rules, **_OWN.get(name, {})))


class ShownRound(NamedTuple):
    """A round of bots, which follows from its ``seeds`` alone: one for each bot, then two for the deal."""

    game: Game[Any]
    seats: tuple[SeatNumber, ...]
    sources: Mapping[str, SourceClass]
    strength: Strength
    seeds: tuple[int, ...]

    def match(self, record: MoveFeed) -> MatchPlay:
        """Return a match of these bots, of which nothing is dealt yet. ``record``: takes their moves."""
        seed = iter(self.seeds).__next__
        match = MatchPlay(self.game, Roster([*self.seats]), record, self.sources, seed, self.strength)
        for number in self.seats:
            match.seat_bot(number, Instant(0))
        return match

    def worth(self, lasts: Duration) -> int:
        """Return how much it is worth watching for so long; a Stop that comes at once is worth nothing."""
        match, now = self.match(MoveFeed()), Instant(0)
        play = match.start_round(now)
        while play.round.ended is None and (due := match.next_deadline(now)) is not None and due <= lasts:
            now = max(due, Instant(now + 1))
            match.advance(now)
        return _RACE * bool(play.judging.verdicts.races) + (play.round.ended is not None and now >= _LEAST)


class Search:
    """The best of the rounds tried so far; ``first`` is tried first, and its seeds lead to all others."""

    def __init__(self, first: ShownRound, lasts: Duration) -> None:
        self._lasts = lasts
        self._draw = Random(first.seeds[0])  # noqa: S311  a show, not a secret
        self._next, self.best, self._worth = first, first, -1
        self._tried = 0

    @property
    def is_over(self) -> bool:
        """True if it has found a good one."""
        return self._worth == _WHOLE or (self._worth >= _RACE and self._tried >= _ENOUGH)

    def go_on(self) -> None:
        """Try one more round."""
        self._tried += 1
        if (worth := self._next.worth(self._lasts)) > self._worth:
            self.best, self._worth = self._next, worth
        self._next = self._next._replace(seeds=tuple(self._draw.getrandbits(63) for _ in self._next.seeds))
