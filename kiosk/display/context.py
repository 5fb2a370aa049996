"""The inputs of every screen.

Two equal contexts give the same picture; of two others, what was read of them decides (``parts``). Contexts are tuples,
because they are made and compared for every panel with every snapshot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Final, NamedTuple

from kiosk.display.corner_notice import CornerNotice
from kiosk.display.input.drawer import Drawer
from kiosk.display.motion.effects import ENDLESS
from kiosk.display.paint.text import least_size, unknown_letters
from kiosk.display.paint.theme import ACCENT, Rgba, rgb
from kiosk.display.passing_time import Won, newest_verdict
from kiosk.display.scene import Pulled
from kiosk.display.texts.games import GameTexts, Words, texts_of_game
from kiosk.display.texts.people import names_of
from kiosk.display.texts.rounds import Names, who
from kiosk.game.refusals import Reason, RoundEnd
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.locale.speaker import Say, speaker
from kiosk.protocol import (
    BestScore,
    Fault,
    House,
    LobbyView,
    RaceView,
    RoundResult,
    SeatView,
    ServiceView,
    Snapshot,
    Verdict,
)
from kiosk.protocol.state import THERE, AttractScene, State

RESULTS: Final = frozenset({State.ROUND_RESULT, State.MATCH_RESULT})
"""States that show scores."""
STEP: Final = 5_000_000_000
"""Nanoseconds for which the lobby tells one step of the game."""
STANDS_STILL: Final = frozenset({State.PAUSED, State.RECOVERY})
"""States in which a round is halted until its players confirm."""


class Finger(NamedTuple):
    """A touch in the staff's panel test: a point, and how large the panel says that it is, in mm (None: nothing)."""

    x: float
    y: float
    claimed_mm: float | None = None


class TableContext(NamedTuple):
    """The part shared by all panels: everything of a snapshot that is not a single seat's, without clock and moves."""

    # as in the snapshot
    state: State
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
    stop_due: int
    result: RoundResult | None
    touch_mode: str
    pro: str
    pause_by: SeatNumber | None
    notice: Fault | None
    saving: str
    real_dice: bool
    service: ServiceView | None
    languages: tuple[str, ...]
    best: tuple[BestScore, ...]
    best_age: int | None
    house: House
    house_rules: tuple[tuple[str, str], ...]
    house_name: str
    rules: dict[str, Any]
    usual: dict[str, Any]
    preset: str
    strength: int
    leaders: tuple[SeatNumber, ...]
    tally: tuple[tuple[SeatNumber, int], ...]
    scene: AttractScene
    standings: tuple[tuple[SeatNumber, int], ...]
    match: str

    # what follows from it
    lobby: LobbyView | None
    """None while nobody sits there."""
    since: int
    """As in the snapshot, in results and while pieces are dealt."""
    voters: tuple[SeatNumber, ...]
    """Seats that vote that nothing goes."""
    pausing: tuple[SeatNumber, ...]
    """Seats that ask for a pause."""
    stopping: bool
    """True while any seat may call Stop."""
    called: tuple[tuple[SeatNumber, bool], ...]
    """While a round is halted: the seats that have to confirm, and whether each has."""
    names: Names
    faults: tuple[tuple[SeatNumber, Fault], ...]
    """The faults of all seats' devices, while the staff's menu is open."""
    seats: int
    """The number of the table's seats."""
    race: RaceView | None
    """The race that is replayed."""
    speed: float
    """The speed of a replay, 0: none is shown."""
    by_itself: bool
    """True if the table shows that race by itself."""
    contrast: bool
    """True if texts for everybody need high contrast."""
    calm: bool
    """True if what everybody sees has to be calm."""
    touch_fault: Fault | None
    """The fault that keeps the touch panel from reporting touches."""

    @property
    def page(self) -> str:
        """The address of the page about the match that has ended; empty: there is none."""
        return self.house.page_of(self.match)

    @property
    def whose(self) -> str:
        """What the house is called; empty: it is not told, or the typeface lacks letters of it."""
        return "" if unknown_letters(self.house.name) else self.house.name

    @property
    def accent(self) -> Rgba:
        """The house's colour, or the table's own."""
        return rgb(self.house.accent.removeprefix("#")) if self.house.accent else ACCENT

    @property
    def texts(self) -> GameTexts:
        """The texts of the game that is played."""
        return texts_of_game(self.game)

    @property
    def told(self) -> Fault | None:
        """The table's fault to be shown to everybody; that of the touch panel takes precedence."""
        return self.touch_fault or self.notice

    @classmethod
    def of(cls, snapshot: Snapshot, touch_fault: Fault | None = None) -> TableContext:
        """Return the table's part of a snapshot."""
        seats = snapshot.seats
        return cls(  # type: ignore[misc]  # it does not know how many are copied
            *_copied(snapshot),
            lobby=snapshot.lobby if snapshot.state != State.ATTRACT else None,
            since=snapshot.since if snapshot.state in RESULTS or _deals(snapshot) else 0,
            voters=tuple(view.seat for view in seats if view.voted),
            pausing=tuple(view.seat for view in seats if view.wants_pause),
            stopping=any(view.may_stop for view in seats) and snapshot.state == State.PLAY,
            called=tuple((view.seat, view.confirmed) for view in seats if view.seat in snapshot.called),
            names=names_of(seats),
            faults=tuple((view.seat, view.fault) for view in seats if view.fault) if snapshot.service else (),
            seats=len(seats),
            race=snapshot.replay.race if snapshot.replay is not None else None,
            speed=snapshot.replay.speed if snapshot.replay is not None else 0.0,
            by_itself=snapshot.replay is not None and snapshot.replay.by_itself,
            contrast=contrast(snapshot),
            calm=calm(snapshot),
            touch_fault=touch_fault,
        )


COPIED: Final = TableContext._fields[: TableContext._fields.index("lobby")]
"""The fields of ``TableContext`` that a snapshot has under the same name."""
_copied: Final = attrgetter(*COPIED)


class PanelTrial(NamedTuple):
    """What is known of the touch panel: ``notes`` and ``slots`` of ``PanelHealth``, the ``most`` fingers at once."""

    notes: tuple[Fault, ...] = ()
    slots: int | None = None
    most: int = 0


class SoundTrial(NamedTuple):
    """What is known of the loudspeaker: ``device`` and ``fault`` of ``SoundHealth``; ``known``: False before it is."""

    device: str = ""
    fault: Fault | None = None
    known: bool = False


class PanelContext(NamedTuple):
    """The inputs of a panel's picture.

    ``now``: the clock in steps of a tenth of a second (nanoseconds), 0 while nothing shown depends on it;
    ``open_drawer``: the drawer that is open in this panel, if any;
    ``carried``: the source of the card under a finger.
    """

    table: TableContext
    view: SeatView
    panel: Panel
    now: int = 0
    open_drawer: Drawer | None = None
    carried: str | None = None
    kept: tuple[Any, ...] = ()
    """The memory of this seat in the game's picture (``games.memory``), such as the places of its dice."""
    rolling: bool = False
    """True while its dice roll and no face is visible."""
    heard: bool = False
    invitation: str = ""
    """The language of a free seat's invitation, which cycles through all languages; empty if the seat is taken."""
    lesson: int = 0
    """In the lobby: the number of the step that is told (``STEP``), which cycles."""
    practised: Place | None = None
    """Where the centre of its lesson lies, in the panel's coordinates; None: it has none."""
    counted: int = 0
    """In the service menu: the number of typed digits, or of fingers on the table."""
    trial: PanelTrial = PanelTrial()
    """In the staff's panel test: what is known of the touch panel."""
    sound: SoundTrial = SoundTrial()
    """On the staff's pages of sounds: what is known of the loudspeaker."""
    written: str = ""
    """In the service menu: the letters of a name typed so far."""
    glowing: str = ""
    """In the service menu: the key of the keypad that was pressed just now."""
    pulled: Pulled = Pulled()
    """In the service menu: the setting whose slider is being pulled, or has been just now."""
    answer: str = ""
    """The answer to a tap that did nothing (``input.answers``), which the panel says for a while; empty: none."""
    held_for: float = 0.0
    """How long that control has been held, as a fraction of the time that it takes."""
    told: float = 0.0
    """The opacity of the newest verdict, which goes by itself (``telling``)."""
    margin_ms: float | None = None
    """The margin of the newest verdict as it counts up (``margin_ms``)."""
    won: Won | None = None
    """The race that it has won just now; None: none, or its own newest verdict is newer."""
    won_told: float = 0.0
    """The opacity of that news."""
    heat: float = 0.0
    """How hot the seat's bar of light is, 0 to 1: it is on a streak (``heat``)."""
    due_s: int = 0
    """The number of seconds after which the round ends by itself (``last_seconds``); 0: it does not."""

    @property
    def shows_rules(self) -> bool:
        """True if the rules of the game are open in this panel."""
        return self.open_drawer is not None and self.open_drawer.is_rules

    @property
    def no_room(self) -> bool:
        """True if nobody may sit down here, because the panels would become too small."""
        return self.view.room == "none"

    @property
    def on_screen(self) -> bool:
        """True if this seat rolls on the screen in a match with real dice; everybody is told."""
        return self.table.real_dice and not self.view.real

    @property
    def costly(self) -> Verdict | None:
        """The newest verdict while it is told, if nothing else is as urgent: it cost points, a lock or the call."""
        verdict = newest_verdict(self.view) if self.told else None
        if verdict is None:
            return None
        if self.table.state == State.PLAY:
            return verdict if verdict.points or verdict.locked_until else None
        beaten = verdict.reason == Reason.ROUND_OVER and verdict.by is not None
        return verdict if self.table.state == State.STOPPED and beaten else None

    @property
    def called(self) -> bool:
        """True if this seat has just ended the round with its Stop."""
        table = self.table
        return table.state == State.STOPPED and table.caller == self.view.seat and table.ended_by == RoundEnd.STOP

    @property
    def calls(self) -> bool:
        """True if this seat may call Stop now, in play or in its lesson."""
        return self.view.may_stop and (self.table.state == State.PLAY or self.view.lesson is not None)

    @property
    def stop_place(self) -> Place:
        """Where its Stop sign stands; a lit one takes up the room of the count, which is not drawn then."""
        return self.panel.lit_stop if self.stop_lit else self.panel.places["stop"]

    @property
    def stop_lit(self) -> bool:
        """True if its Stop sign is lit: it may call Stop, or has just done so."""
        return self.calls or self.called

    @property
    def words(self) -> Words:
        """The words of the game that is played."""
        return self.table.texts.words

    @property
    def say(self) -> Say:
        """The language of the seat; of its invitation if nobody sits there."""
        return speaker(self.invitation or self.view.language)

    def who(self, seat: SeatNumber) -> str:
        """Return the name of another seat in this seat's language."""
        return who(seat, self.table.names, self.say)

    @property
    def unit(self) -> float:
        """Width of a card, the unit of all sizes."""
        return self.panel.card

    def letters(self, part: float, *, needed: bool = True) -> int:
        """Return a size of text in pixels: ``part`` of the unit, but legible, and as large as its person wants.

        ``needed``: it is needed in play.
        """
        return math.ceil(self.panel.type_scale * max(part * self.unit, least_size(self.panel.mm, needed=needed)))

    def left(self, until: int) -> float:
        """Return the seconds until the instant, 0 if it has passed."""
        return max(0.0, (until - self.now) / 1e9) if self.now else 0.0

    @property
    def shown_s(self) -> float:
        """The seconds for which the result has been shown; ``ENDLESS`` once nothing shown depends on the clock."""
        return shown_s(self.table, self.now)


class CentreContext(NamedTuple):
    """The inputs of the picture in the middle of the table."""

    table: TableContext
    layout: Layout
    languages: tuple[tuple[SeatNumber, str], ...]
    """The language of each seat."""
    piles: tuple[tuple[int, str], ...]
    now: int = 0
    cry: str = ""
    """A call to everybody just now: the kind of a move (``Words.cries``)."""
    board: tuple[int, ...] = ()
    """As in the snapshot: the owner of the die on each space."""
    fingers: tuple[Finger, ...] = ()
    """The touches of the staff's panel test."""
    notices: tuple[CornerNotice, ...] = ()
    """What is said beside corners that are held in a round."""
    own: Mapping[str, Any] = {}
    """As in the snapshot: what the game shows besides piles and board."""
    owners: tuple[tuple[int, tuple[SeatNumber, ...]], ...] = ()
    """As in the snapshot: who laid each card of each pile."""
    finished: tuple[tuple[str, tuple[SeatNumber, ...]], ...] = ()
    """After a round, as in the snapshot."""
    dealt: bool = False
    """In the countdown of a round: True once all its pieces are dealt."""
    aloft: frozenset[Place] = frozenset()
    """Where pieces that turn over are about to land: they do not lie there yet."""

    def left(self, until: int) -> float:
        """Return the seconds until the instant, 0 if it has passed."""
        return max(0.0, (until - self.now) / 1e9) if self.now else 0.0

    @property
    def shown_s(self) -> float:
        """The seconds for which the result has been shown; ``ENDLESS`` once nothing shown depends on the clock."""
        return shown_s(self.table, self.now)


def shown_s(table: TableContext, now: int) -> float:
    """Return the seconds for which a result has been shown."""
    return (now - table.since) / 1e9 if now else ENDLESS


def _deals(snapshot: Snapshot) -> bool:
    """Return whether pieces are dealt in this countdown."""
    return snapshot.state == State.COUNTDOWN and not snapshot.resumes


def calm(snapshot: Snapshot) -> bool:
    """Return whether what everybody sees has to be calm: no flashes, no shaking, no particles, short fades.

    It is as calm as the calmest person seated wants it, and while nobody sits there as the house wants it.
    """
    people = _people(snapshot)
    return any(view.calm for view in people) if people else snapshot.house.calm


def contrast(snapshot: Snapshot) -> bool:
    """Return whether texts for everybody need high contrast; decided like ``calm``."""
    people = _people(snapshot)
    return any(view.contrast for view in people) if people else snapshot.house.contrast


def _people(snapshot: Snapshot) -> list[SeatView]:
    """Return the seats with a person, one who waits for the next round too."""
    return [view for view in snapshot.seats if view.joining or (not view.bot and view.state in THERE)]
