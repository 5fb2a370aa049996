"""Rounds as a display hears them: persons who play like bots at a table in virtual time, sixty frames a second."""

from __future__ import annotations

import itertools
import math
from random import Random
from typing import Final, NamedTuple

from msgspec import structs

from hardware.api import Button, Instant, milliseconds
from kiosk.bots.bot import Bot
from kiosk.bots.game_bots import bots_of_game
from kiosk.bots.strength import STRENGTHS
from kiosk.config.loader import load
from kiosk.display.sound.cues import Cues
from kiosk.display.sound.heard import Heard
from kiosk.game.seats import SeatNumber
from kiosk.protocol import PlaceDie, PlayCard, PressButton, SeatPlan
from kiosk.protocol.state import State
from kiosk.table.settings import Patience, TableSettings, Times, seconds
from kiosk.testing.table import config_file
from kiosk.testing.virtual.session import VirtualSession

FPS: Final = 60

_TABLES: Final = {
    2: "two_seats",
    3: "three_seats",
    4: "four_seats",
    6: "six_seats",
    8: "eight_seats",
    12: "twelve_seats",
}
_LONGEST_S: Final = 400
_RESULT_S: Final = 14
"""Seconds of a round's result: all places and the story are told by then."""
_MATCH_S: Final = 4.0
"""Seconds of the match's result that are heard."""
_HANDS: Final = PlayCard | PlaceDie


class Frame(NamedTuple):
    """What is heard in a frame: its time in seconds since the deal, the state, the cues."""

    at: float
    state: State
    heard: tuple[Heard, ...]


class Round(NamedTuple):
    """A round from its deal to the end of its result."""

    plans: tuple[SeatPlan, ...]
    frames: list[Frame]

    def first(self, state: State) -> float:
        """Return when a state is first shown, in seconds since the deal."""
        return next(frame.at for frame in self.frames if frame.state == state)


def plans_of(seats: int) -> tuple[SeatPlan, ...]:
    """Return the seats of the ready-made table of so many."""
    return load(config_file(_TABLES[seats])).plan()


class _Table(VirtualSession):
    """A table at which everybody sits: persons, whose hands are those of bots."""

    def __init__(self, game: str, plans: tuple[SeatPlan, ...], strength: str, seed: int) -> None:
        self._carried = frozenset[SeatNumber]()
        never = seconds(10_000)
        times = Times(idle=Patience(never, never), seen_again=never, round_result=seconds(_RESULT_S))
        settings = TableSettings(plans, game=game, bots="off", rounds=1, times=times)
        super().__init__(settings, itertools.count(seed * 1000), itertools.repeat("a round"))
        self._hands = Random(seed)  # noqa: S311  the same in every run
        self._strength = strength
        self._seats = [plan.seat for plan in plans]

    def begin(self) -> None:
        """Sit down, get ready, and be dealt the first round."""
        for seat in self._seats:
            self.tap_button(seat, Button.PLAY)
            self.pass_to(Instant(self.now + milliseconds(1200)))
        for seat in self._seats:
            self.say(PressButton(seat, Button.PLAY, self.now))
            self.pass_to(Instant(self.now + milliseconds(100)))
        assert self.pass_until(Instant(self.now + seconds(60)), lambda: self.state is State.COUNTDOWN)
        match = self.session.table.match
        assert match is not None
        bots = bots_of_game(match.kind)
        names = list(STRENGTHS)
        for seat in self._seats:
            hands = STRENGTHS[self._strength or self._hands.choice(names)]
            match.bots[seat] = bots.bot(seat, hands, self._hands.getrandbits(48), self.now, len(self._seats))
        assert match.round is not None
        match.wake_bots(match.round.start)

    def heard_of(self, cues: Cues) -> list[Heard]:
        """Return the cues of what has changed since the last time."""
        table, match, carried = self.session.table, self.session.table.match, frozenset[SeatNumber]()
        if match is not None and self.state is State.PLAY:
            bots = (bot for bot in match.bots.values() if isinstance(bot, Bot) and isinstance(bot.decided, _HANDS))
            carried = frozenset(bot.seat for bot in bots)
        elif match is not None and self.state is State.STOPPED:
            match.bots.clear()  # its result is one of persons
        if not table.changed and carried == self._carried:
            return []
        table.changed, self._carried = False, carried
        snapshot = self.snapshot()
        views = (structs.replace(view, held="hand" if view.seat in carried else None) for view in snapshot.seats)
        return cues.follow(structs.replace(snapshot, seats=tuple(views)))

    def somebody(self) -> SeatNumber:
        """Return a seat by chance."""
        return self._hands.choice(self._seats)


def play(game: str, seats: int, strength: str = "quick", seed: int = 1, *, false_stop_s: float = math.inf) -> Round:
    """Return a table's first round as it is heard; of cards it is the whole match.

    ``strength``: of all hands; empty: of each another one. ``false_stop_s``: when a seat chosen by chance calls Stop
    too early, in seconds after the deal.
    """
    plans = plans_of(seats)
    table, cues = _Table(game, plans, strength, seed), Cues()
    table.begin()
    table.heard_of(cues)
    began, frames, over = table.now, list[Frame](), math.inf
    for number in range(1, _LONGEST_S * FPS):
        at = number / FPS
        table.pass_to(Instant(began + round(at * 1e9)))
        if table.state is State.PLAY and at > false_stop_s:
            table.tap_button(table.somebody())
            false_stop_s = math.inf
        frames.append(Frame(at, table.state, (*table.heard_of(cues), *cues.tick(table.now))))
        if frames[-1].state is not State.ROUND_RESULT and any(
            frame.state is State.ROUND_RESULT for frame in frames[-2:-1]
        ):
            over = at + (_MATCH_S if table.state is State.MATCH_RESULT else 0)
        if at >= over:
            return Round(plans, frames)
    raise AssertionError(f"a round of {_LONGEST_S} s and no end")
