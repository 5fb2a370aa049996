"""Everything that a screen is drawn from.

Two equal contexts give the same picture, so that an unchanged panel is not even sketched again. They are tuples: made
and compared for every panel with every snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from kiosk.display.texts.games import GameTexts, Words, texts_of_game
from kiosk.display.texts.i18n import Say, speaker
from kiosk.display.texts.names import Names, who
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import Fault, Lobby, RaceView, RoundResult, SeatView, ServiceView, Snapshot

_STEP: Final = 100_000_000
"""Nanoseconds of a step in which times are shown."""
STANDS_STILL: Final = frozenset({"paused", "recovery"})
"""States in which a round stands still until its players say that it may go on."""


class Table(NamedTuple):
    """The shared part of all panels: what a snapshot tells of no single seat, without its clock and moves."""

    state: str
    game: str
    round_no: int
    rounds: int
    target: int
    minutes_left: int | None
    extra_round: bool
    tiebreak: tuple[SeatNumber, ...]
    deadline: int
    caller: SeatNumber | None
    ended_by: str | None
    dead: str | None
    dead_due: int
    dead_shuffles: bool
    result: RoundResult | None
    lobby: Lobby | None
    touch_mode: str
    pro: str
    pause_by: SeatNumber | None
    notice: Fault | None
    voters: tuple[SeatNumber, ...]
    """Seats that say that nothing goes."""
    pausing: tuple[SeatNumber, ...]
    """Seats that ask for a pause."""
    called: tuple[tuple[SeatNumber, bool], ...]
    """While a round stands still: whose word is waited for, and whether it has been given."""
    names: Names
    saving: str
    race: RaceView | None
    """The race that is looked at again."""
    real_dice: bool = False
    """As in the snapshot."""
    service: ServiceView | None = None
    """As in the snapshot."""
    touch_fault: Fault | None = None
    """The fault of the touch panel, because of which no touch is felt."""
    opens: str = ""
    """As in the snapshot's ``house``."""

    @property
    def texts(self) -> GameTexts:
        """The texts of the game that is played."""
        return texts_of_game(self.game)

    @property
    def told(self) -> Fault | None:
        """The fault of the table that everybody should know; what hinders most comes first."""
        return self.touch_fault or self.notice

    @classmethod
    def of(cls, snapshot: Snapshot, touch_fault: Fault | None = None) -> Table:
        """The table's part of a snapshot."""
        return cls(
            snapshot.state,
            snapshot.game,
            snapshot.round_no,
            snapshot.rounds,
            snapshot.target,
            snapshot.minutes_left,
            snapshot.extra_round,
            snapshot.tiebreak,
            snapshot.deadline,
            snapshot.caller,
            snapshot.ended_by,
            snapshot.dead,
            snapshot.dead_due,
            snapshot.dead_shuffles,
            snapshot.result,
            snapshot.lobby,
            snapshot.touch_mode,
            snapshot.pro,
            snapshot.pause_by,
            snapshot.notice,
            tuple(view.seat for view in snapshot.seats if view.voted),
            tuple(view.seat for view in snapshot.seats if view.wants_pause),
            tuple((view.seat, view.confirmed) for view in snapshot.seats if view.seat in snapshot.called),
            tuple((view.seat, view.name) for view in snapshot.seats if view.name),
            snapshot.saving,
            snapshot.replay.race if snapshot.replay is not None else None,
            snapshot.real_dice,
            snapshot.service,
            touch_fault,
            snapshot.house.opens,
        )


class PanelContext(NamedTuple):
    """All that one panel's picture depends on.

    ``now``: the clock in steps of a tenth of a second (nanoseconds), 0 while nothing shown depends on it;
    ``open_drawer``: what is open in this panel (``kiosk.display.input.controls.Drawers``), if anything;
    ``carried``: source of the card that is under a finger.
    """

    table: Table
    view: SeatView
    panel: Panel
    now: int = 0
    open_drawer: str | None = None
    carried: str | None = None
    kept: tuple[Any, ...] = ()
    """Remembered by the game's picture of this seat (``games.memory``): its dice by their places."""
    rolling: bool = False
    """Its dice roll: nobody sees yet how they fall."""
    heard: bool = False
    invitation: str = ""
    """Language of the invitation of a free seat, which goes through all of them; empty where somebody sits."""
    counted: int = 0
    """In the service menu: the digits that are typed, or the fingers on the table."""
    hold: bool = False
    """The corner that leaves has just been tapped, which is not enough."""

    @property
    def no_room(self) -> bool:
        """True if nobody may sit down here, as there would be too little room for all."""
        return self.view.room == "none"

    @property
    def on_screen(self) -> bool:
        """True if this seat rolls on the screen in a match of real dice: a difference that all are told."""
        return self.table.real_dice and not self.view.real

    @property
    def words(self) -> Words:
        """The words of the game that is played."""
        return self.table.texts.words

    @property
    def say(self) -> Say:
        """The language of the seat; where nobody sits, that of the invitation."""
        return speaker(self.invitation or self.view.language)

    def who(self, seat: SeatNumber) -> str:
        """Return what another seat is called, in this one's language."""
        return who(seat, self.table.names, self.say)

    @property
    def unit(self) -> float:
        """Width of a card: what sizes are measured in."""
        return self.panel.card

    def left(self, until: int) -> float:
        """Seconds up to the instant, 0 if it has passed."""
        return max(0.0, (until - self.now) / 1e9) if self.now else 0.0


class CentreContext(NamedTuple):
    """All that the middle of the table depends on."""

    table: Table
    layout: Layout
    languages: tuple[tuple[SeatNumber, str], ...]
    """Each seat's."""
    piles: tuple[tuple[int, str], ...]
    now: int = 0
    cry: str = ""
    """A call to everybody just now: ``start`` of the round, or with a move of this kind (``Words.cries``)."""
    board: tuple[int, ...] = ()
    """As in the snapshot: whose die lies on which space."""
    fingers: tuple[tuple[float, float], ...] = ()
    """Places that the staff touches to try the panel."""
    own: Mapping[str, Any] = {}
    """As in the snapshot: what the game shows beside piles and board."""

    def left(self, until: int) -> float:
        """Seconds up to the instant, 0 if it has passed."""
        return max(0.0, (until - self.now) / 1e9) if self.now else 0.0


def clock_step(now: int) -> int:
    """The clock in the steps in which times are shown; rounded up, so that three seconds never read as four."""
    return -(-now // _STEP) * _STEP


def is_timed(snapshot: Snapshot, now: int) -> bool:
    """Return whether every panel shows a time that passes."""
    shown = snapshot.state not in ("attract", "play", "stopped", "replay")
    return (shown and snapshot.deadline > now - _STEP) or snapshot.dead_due > now - _STEP


def is_locked(view: SeatView, now: int) -> bool:
    """Return whether this panel shows a lock that passes (a step longer, so that its end is drawn); no roll does."""
    return view.locked_until > now - _STEP and view.locked_until != view.rolling_until
