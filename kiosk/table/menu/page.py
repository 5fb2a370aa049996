"""A page of the service menu: what all pages have in common. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from msgspec import Struct

from hardware.api import ButtonEdge, Instant
from kiosk.game.seats import SeatNumber
from kiosk.protocol import ServiceTile
from kiosk.protocol.opening_hours import minutes, time_text
from kiosk.table.service_requests import DoctorFindings, Job, JobAnswer, TableFacts, ToldFinding
from kiosk.table.settings import seconds
from kiosk.table.tray import SeatTray

MINUTE: Final = seconds(60)
BUTTONS_OF_A_SEAT: Final = ("stop", "play")

Button = tuple[int, str]
"""A button: the number of its seat, and its name."""


TOLD_FOR: Final = seconds(5)
"""How long the button pressed last is told."""


class TriedButtons:
    """The buttons that have been pressed since the menu was opened, and those that are down."""

    def __init__(self) -> None:
        self.down: set[Button] = set()
        self.worked: set[Button] = set()
        self.last: Button | None = None
        """The one pressed last, for a while."""
        self.told_until: Instant | None = None

    def edge(self, edge: ButtonEdge, now: Instant) -> None:
        """Take the press or release of a button."""
        button = (edge.seat, edge.button.value)
        if edge.pressed:
            self.down.add(button)
            self.worked.add(button)
            self.last, self.told_until = button, Instant(now + TOLD_FOR)
        else:
            self.down.discard(button)

    def advance(self, now: Instant) -> bool:
        """Take the time; return whether the last press is told no longer."""
        over = self.told_until is not None and now >= self.told_until
        if over:
            self.last = self.told_until = None
        return over


EXAMINED_FOR: Final = seconds(120)
"""How long the doctor's verdict is fresh: afterwards the front page has the table examined again."""


class LastDiagnosis:
    """What the doctor found last, for the front page.

    ``worst``: its worst finding; of grade ``good`` if nothing is bad, ``under_way`` while the doctor looks, empty if
    the table could not be examined. ``rounds``: played today, as counted then (None: not counted).
    """

    def __init__(self) -> None:
        self.worst = ToldFinding("", "")
        self.rounds: int | None = None
        self._until = Instant(0)

    def fresh(self, now: Instant) -> bool:
        """Return whether the table need not be examined again."""
        return now < self._until

    def ask(self, now: Instant) -> None:
        """Say that the doctor has been asked; a fresh verdict is told meanwhile."""
        if not self.fresh(now):
            self.worst = ToldFinding("under_way", "")

    def take(self, found: DoctorFindings, now: Instant) -> None:
        """Take the doctor's findings."""
        bad = found.worst != "good"
        self.worst = found.findings[0] if bad else ToldFinding("good", "")
        self.rounds = found.rounds
        self._until = Instant(now + EXAMINED_FOR)

    def fail(self) -> None:
        """Say that the table could not be examined."""
        self.worst, self._until = ToldFinding("", ""), Instant(0)


class MenuData:
    """What the pages know: the table's facts, its seats, and what outlasts a page."""

    def __init__(
        self,
        seats: Iterable[SeatNumber],
        trays: Mapping[SeatNumber, SeatTray],
        latest_rules: Mapping[str, str],
        now: Instant,
        verdict: LastDiagnosis | None = None,
        *,
        match_on: bool = False,
    ) -> None:
        self.seats = tuple(seats)
        self.trays = trays
        self.latest_rules = latest_rules
        """The choices of the latest match or lobby with house rules, if any."""
        self.now = now
        self._facts, self._known_at = TableFacts({}), now
        self.buttons = TriedButtons()
        self.sounds_played = 0
        self.verdict = verdict or LastDiagnosis()
        self.reset = "end_match" if match_on else "reset_table"
        """The name of the action that ends the match, if one is on, and frees all seats."""

    @property
    def facts(self) -> TableFacts:
        """What the service worker knows of the table."""
        return self._facts

    @facts.setter
    def facts(self, facts: TableFacts) -> None:
        self._facts, self._known_at = facts, self.now

    @property
    def clock(self) -> str:
        """The time of day now, by the clock of the opening hours; empty: it was never set."""
        if not self._facts.clock:
            return ""
        passed = (self.now - self._known_at) // MINUTE
        return time_text(minutes(self._facts.clock) + passed)


class Effect(Struct, frozen=True):
    """What a touch leads to: a job, a note (``ServiceView.note``), a page that opens, or the way back."""

    job: Job | None = None
    note: str = ""
    opens: Page | None = None
    back: bool = False


NOTHING: Final = Effect()


class Page:
    """A page. A new one has a ``name``, yields its tiles, and says what a touch on one of them leads to.

    A tile ``page`` leads to the page of its value by itself, and ``back`` to the page that this one was opened from.
    """

    name: ClassVar[str] = ""
    stays_for_presses: ClassVar[bool] = False
    """True if a press of a button keeps the menu open, as a touch does."""
    may_be_left: ClassVar[bool] = False
    """True if one may go back while its job runs; the answer reaches the page all the same."""

    def __init__(self, menu: MenuData) -> None:
        self.menu = menu

    @property
    def shown(self) -> str:
        """The name under which the display knows it."""
        return self.name

    def open(self) -> Job | None:
        """Begin afresh, whenever the page is shown, also on the way back; return the job that this takes."""
        return None

    def tiles(self) -> Iterable[ServiceTile]:
        """Return what is on the page."""
        return ()

    def touch(self, key: str, value: str) -> Effect:
        """Return what a touch leads to. A display may send anything: what is not on the page leads to nothing."""
        return NOTHING

    def type(self, pin: str) -> Effect:
        """Return what a PIN leads to that was typed on the page's keypad."""
        return NOTHING

    def answered(self, answer: JobAnswer) -> None:
        """Take the answer to the page's job. Its note is shown by the menu."""

    # ---------------------------------------------------------------- what few pages have

    first: int = 0
    """The first of the findings shown."""
    lamp: SeatNumber | None = None
    """The seat whose lamp is lit alone."""
    changes_at: Instant | None = None
    """The time at which the page changes by itself."""
    deaf: bool = False
    """True if the page ignores touches and buttons, also those that close the menu."""
    over: bool = False
    """True once the page leads back by itself."""

    def advance(self) -> bool:
        """Take the new time (``menu.now``); return whether anything has changed."""
        return False


class AskingPage(Page):
    """A page with actions that are touched twice: the first touch asks, the second does it."""

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self.asked = ""
        """The action that has been touched once."""

    def open(self) -> Job | None:
        """Begin afresh."""
        self.asked = ""
        return None

    def sure(self, action: str) -> bool:
        """Return whether this touch is the second one; otherwise it is the first, and another action asks no longer."""
        again = self.asked == action
        self.asked = "" if again else action
        return again

    def tile(self, key: str, action: str, text: str = "") -> ServiceTile:
        """Return the tile of an action."""
        asks = action == self.asked
        return ServiceTile(key, action, text, state="sure" if asks else "", lit=asks)
