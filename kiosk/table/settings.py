"""The settings of a session, and the timeouts of the states (kiosk/display/README.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import Struct, field

from hardware.api import Duration, milliseconds
from kiosk import protocol as msg
from kiosk.game.game_rules import rules_of_game
from kiosk.game_registry import registry
from kiosk.journal.erasures import NameDigests
from kiosk.journal.records import Origin
from kiosk.table.arbiter import SourceClass
from kiosk.table.seating import Legible

BUTTONS: Final = "buttons"
BOTS: Final = "bots"
TRAYS: Final = "trays"
"""The names of the sources that are always there; every display is another one."""


def seconds(count: float) -> Duration:
    """Return ``count`` seconds as a Duration."""
    return milliseconds(count * 1000)


class Patience(NamedTuple):
    """How long a seat may be silent: until it is asked whether somebody is still there, and until it is freed."""

    ask: Duration
    leave: Duration


class Times(Struct, frozen=True):
    """The timeouts of the states."""

    ready: Duration = seconds(15)
    """From the first who is ready to the start."""
    all_ready: Duration = seconds(3)
    """From the moment at which everybody here is ready to the start."""
    another: Duration = seconds(5)
    """The same after a match, if nobody has pressed but for another one: time to touch a disc for another game."""
    newcomer: Duration = seconds(5)
    """What everybody who sits down after the first one is ready adds to ``ready``."""
    newcomers: Duration = seconds(15)
    """The most that newcomers add, together."""
    lesson: Duration = seconds(20)
    """How long after sitting down a seat in its lesson holds the start."""
    touched: Duration = seconds(10)
    """A seat that nobody has touched for this long holds no start, and is not dealt in unless it is ready."""
    lobby: Patience = Patience(seconds(30), seconds(45))
    """With a taken seat in the lobby."""
    proposal: Duration = seconds(5)
    """The time in which somebody may object to what is proposed."""
    proposal_told: Duration = seconds(3)
    """The time for which it is told what has become of it."""
    unfelt: Duration = seconds(1)
    """How long after its beginning the lobby's discs feel nothing: who touches them then meant what was shown before.
    """
    countdown: Duration = seconds(3)
    stopped: Duration = milliseconds(2500)
    round_result: Duration = seconds(20)
    seen_again: Duration = seconds(11)
    """From a round's result until its closest race is shown again by itself, unless somebody has pressed: all places
    and the story have been told, and there was time to read them.
    """
    match_result: Duration = seconds(45)
    settle: Duration = milliseconds(700)
    """The time after a result appears in which a press is a Stop that came too late; after "ready", a double tap."""
    pause: Duration = seconds(120)
    recovery: Duration = seconds(60)
    """The time that a round that was cut waits for its players, once a display shows it."""
    recovery_unseen: Duration = seconds(300)
    """The time that it waits for a display."""
    disk: Duration = seconds(30)
    """The time that scores wait for a disk that does not answer."""
    asks_pause: Duration = seconds(10)
    """The time that a request for a pause waits for the others to join."""
    idle: Patience = Patience(seconds(45), seconds(60))
    """With whoever plays."""
    heard: Duration = milliseconds(150)
    """The time that lamp and panel show that a press was heard."""


class TableSettings(Struct, frozen=True):
    """The settings of a table: its seats, the timing of its sources, and the defaults of a match."""

    seats: tuple[msg.SeatPlan, ...]
    diagonal_mm: float = 1092.0
    languages: tuple[str, ...] = ("en",)
    language: str = "en"
    game: str = field(default_factory=registry.usual)
    """The name of a registered game."""
    presets: Mapping[str, str] = field(default_factory=dict)
    """The default editions by game; for a game without an entry its first."""
    house_rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The editions that the staff have made of house rules, by name: the choices (``kiosk.table.choices``) of each."""
    rounds: int = 5
    """The number of rounds in a match of cards."""
    touch_mode: str = "drag"
    bots: str | None = None
    """``off``, or the strength of the bots that take the empty seats (``kiosk.bots.strength``); None: as suits the
    edition and the people.
    """
    idle_to_bot: bool = False
    """True if a bot takes over an idle seat; otherwise the seat leaves."""
    simulated: bool = False
    screen_stop: frozenset[int] = frozenset()
    """Seats without a Stop button."""
    boards: frozenset[int] = frozenset()
    """Seats with a dice-reader board."""
    buttons: SourceClass = SourceClass(uncertainty=milliseconds(0.05), delivery=milliseconds(2))
    display: SourceClass = SourceClass(uncertainty=milliseconds(16), delivery=None)
    """In a desktop window touches are stamped when polled: once a frame."""
    bot_source: SourceClass = SourceClass()
    tray_source: SourceClass = SourceClass()
    """A roll competes with nothing: it is ordered when it arrives, and no press waits for a reader."""
    times: Times = field(default_factory=Times)
    takes_names: bool = True
    """True if seats may choose a name."""
    names: tuple[str, ...] = ()
    """Names that were chosen at this table recently, newest first."""
    unwanted: frozenset[str] = frozenset()
    """Names that the staff do not want, by ``kiosk.journal.names.name_key``: they are not taken, and not offered."""
    hidden: NameDigests = NameDigests()
    """Names that the staff of the table or of a hall have hidden: they are not taken either."""
    best: Mapping[str, tuple[msg.BestScore, ...]] = field(default_factory=dict)
    """The best results since the table opened, by game, as the journal has them when the program starts."""
    origin: Origin = field(default_factory=Origin)
    """The table, program and boot that records are from."""
    house: msg.House = field(default_factory=msg.House)
    """The staff's settings of picture and sound."""
    night_volume: int = 100
    """The volume in percent that is not exceeded at night."""
    fault: msg.Fault | None = None
    """The fault of the configuration itself, for the staff."""
    legible: Legible | None = None
    """The test of how many seats a display has room for; None: all fit."""

    def preset_of(self, game: str) -> str:
        """Return the default edition of a registered game."""
        return self.presets.get(game) or next(iter(rules_of_game(game).presets))

    def lengths_kept_for(self, game: str) -> tuple[str, ...]:
        """Return the lengths of a match in the house rules that the staff keep for this game."""
        kept = (chosen for chosen in self.house_rules.values() if chosen.get("game") == game)
        return tuple(chosen["length"] for chosen in kept if "length" in chosen)

    def sources(self) -> Mapping[str, SourceClass]:
        """Return the sources that are always there, and the trays if there are any."""
        return {BUTTONS: self.buttons, BOTS: self.bot_source} | ({TRAYS: self.tray_source} if self.boards else {})
