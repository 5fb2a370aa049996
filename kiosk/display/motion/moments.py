"""The moment of each state of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from kiosk.display.motion.attract import invite
from kiosk.display.motion.count_in import shout
from kiosk.display.motion.counting import counting
from kiosk.display.motion.deal import deal
from kiosk.display.motion.effects import STILL, Moment, MomentContext
from kiosk.display.motion.fireworks import fireworks, turntable
from kiosk.display.motion.player import Player
from kiosk.display.motion.stop import replayed, stop
from kiosk.layout.table_layout import Layout
from kiosk.protocol.state import State

MakeMoment: TypeAlias = Callable[[MomentContext], Moment]


MOMENTS: Final[dict[State, MakeMoment]] = {
    State.ATTRACT: invite,
    State.COUNTDOWN: deal,
    State.PLAY: shout,
    State.STOPPED: stop,
    State.ROUND_RESULT: counting,
    State.MATCH_RESULT: fireworks,
    State.REPLAY: replayed,
}
"""The moment that begins with each state (``Snapshot.state``); the others have none."""

TOUCHED: Final[dict[State, MakeMoment]] = {State.MATCH_RESULT: turntable}
"""What is left of a state's moment after a touch; of the others, everything."""


class Moments:
    """The moment that is shown. A display that joins late shows the rest of it."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._shown: tuple[str, int, bool] | None = None
        self._layout: Layout | None = None
        self._context: MomentContext | None = None

    def follow(self, context: MomentContext) -> None:
        """Begin the moment of this snapshot's state, unless it is shown already."""
        snapshot = context.snapshot
        began, key = snapshot.since, (snapshot.state, snapshot.since, context.calm)
        if snapshot.replay is not None:  # it may stand still, be sought, and change its speed
            began, key = snapshot.now, (snapshot.state, int(snapshot.ended_by is not None), context.calm)
        if key != self._shown or context.layout is not self._layout:
            self._shown, self._layout = key, context.layout
            self._context = context
            make = MOMENTS.get(snapshot.state)
            self._player.begin(STILL if make is None else make(context), began)

    def skip(self) -> None:
        """End a celebration at a touch."""
        context, self._context = self._context, None
        if context is not None and (make := TOUCHED.get(context.snapshot.state)):
            self._player.begin(make(context), context.snapshot.since)

    def stop(self) -> None:
        """Drop the moment: the table is gone."""
        self._shown = None
        self._player.clear()
