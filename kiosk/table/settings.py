"""What a session needs to know of its table, and the times of the way through (kiosk/display/README.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from hardware.api import Duration, milliseconds
from kiosk import protocol as msg
from kiosk.game.game_rules import rules_of_game
from kiosk.game_registry import registry
from kiosk.journal.records import Origin
from kiosk.table.arbiter import SourceClass
from kiosk.table.seating import Legible

BUTTONS: Final = "buttons"
BOTS: Final = "bots"
TRAYS: Final = "trays"
"""Names of the sources that are always there; every display brings one of its own."""


def seconds(count: float) -> Duration:
    """``count`` seconds as a Duration."""
    return milliseconds(count * 1000)


@dataclass(frozen=True, slots=True)
class Times:
    """How long each state waits for people."""

    ready: Duration = seconds(15)
    """From two players ready to the start."""
    lobby: Duration = seconds(45)
    """A taken seat of which nothing is heard any more is free again."""
    countdown: Duration = seconds(3)
    stopped: Duration = milliseconds(2500)
    round_result: Duration = seconds(20)
    match_result: Duration = seconds(45)
    settle: Duration = milliseconds(700)
    """A press this soon after a result came up is a Stop that came too late."""
    pause: Duration = seconds(120)
    recovery: Duration = seconds(60)
    """How long a round that was cut waits for its players, once a display shows it."""
    recovery_unseen: Duration = seconds(300)
    """How long it waits for a display."""
    disk: Duration = seconds(30)
    """How long scores wait for a disk that gives no answer."""
    asks_pause: Duration = seconds(10)
    """How long a seat that asks for a pause waits for the others to ask for it."""
    idle_ask: Duration = seconds(45)
    idle_leave: Duration = seconds(60)
    heard: Duration = milliseconds(150)
    """How long lamp and panel show that a press was heard."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The table: its seats, its sources' clocks, and what a match is when nobody chooses otherwise."""

    seats: tuple[msg.SeatPlan, ...]
    diagonal_mm: float = 1092.0
    languages: tuple[str, ...] = ("en",)
    language: str = "en"
    game: str = field(default_factory=registry.usual)
    """The name of a registered game."""
    presets: Mapping[str, str] = field(default_factory=dict)
    """The usual edition of games, by their names; of one that is not there: its first."""
    rounds: int = 5
    """Of a match of cards."""
    touch_mode: str = "drag"
    bots: str = "steady"
    """``off``, or how good the bots are that take the empty seats (``kiosk.bots.strength``)."""
    idle_to_bot: bool = False
    """A seat left idle is played on by a bot instead of leaving."""
    simulated: bool = False
    screen_stop: frozenset[int] = frozenset()
    """Seats without a Stop button."""
    boards: frozenset[int] = frozenset()
    """Seats with a dice-reader board."""
    buttons: SourceClass = SourceClass(uncertainty=milliseconds(0.05), delivery=milliseconds(2))
    display: SourceClass = SourceClass(uncertainty=milliseconds(16), delivery=None)
    """In a desktop's window touches are stamped when polled: a frame."""
    bot_source: SourceClass = SourceClass()
    tray_source: SourceClass = SourceClass()
    """Nothing is raced by a roll: it takes its place when it comes, and no press waits for a reader."""
    times: Times = field(default_factory=Times)
    takes_names: bool = True
    """Whether a seat may choose a name."""
    names: tuple[str, ...] = ()
    """Names that were chosen at this table lately, newest first."""
    origin: Origin = field(default_factory=Origin)
    """Which table, program and boot the journal is told of."""
    house: msg.House = field(default_factory=msg.House)
    """How the staff wants picture and sound."""
    told: msg.Fault | None = None
    """What is wrong with the configuration itself, for the staff."""
    legible: Legible | None = None
    """Judges how many seats a display has room for; None: for all."""

    def preset_of(self, game: str) -> str:
        """The usual edition of a registered game."""
        return self.presets.get(game) or next(iter(rules_of_game(game).presets))

    def sources(self) -> Mapping[str, SourceClass]:
        """The sources that are always there, and the trays where there are any."""
        return {BUTTONS: self.buttons, BOTS: self.bot_source} | ({TRAYS: self.tray_source} if self.boards else {})
