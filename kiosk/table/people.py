"""The seats of the table and their people: counting them, asking the silent ones, freeing the seats of those gone."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import Struct, field

from hardware.api import Button, DeviceFault, DeviceHealthy, Instant
from kiosk.game.seats import SeatNumber
from kiosk.journal import bounds
from kiosk.journal.names import name_key
from kiosk.journal.records import AnyRecord, SeatChanged, Sitting
from kiosk.protocol import Fault
from kiosk.protocol.state import SeatState
from kiosk.table.felt_taps import FeltTaps
from kiosk.table.settings import Patience, TableSettings


class People:
    """All seats of the table."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self.felt_taps = FeltTaps()
        self.hidden = settings.hidden
        """Names that are not taken, as they were told last."""
        self._casts = itertools.count()
        self._cast = 0
        self._met: frozenset[tuple[SeatNumber, int]] = frozenset()  # who plays or played last, and knows its bots
        self.seats = {
            plan.seat: Seat(
                plan.seat,
                settings.language,
                guest=_NEXT_SEAT * plan.seat % WORDS,
                contrast=settings.house.contrast,
                calm=settings.house.calm,
                stopless=plan.seat in settings.screen_stop,
            )
            for plan in settings.seats
        }

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats.values())

    def get(self, number: int) -> Seat | None:
        """Return the seat of that number, None if the table has none."""
        return self.seats.get(SeatNumber(number))

    def here(self) -> list[Seat]:
        """Return the seats with a person who takes part, in the lobby or in a match."""
        return [seat for seat in self if seat.human]

    def company(self, *, in_match: bool) -> set[SeatNumber]:
        """Return the seats that have or will have a panel: in a match also those of bots and of people who left."""
        return {
            seat.number
            for seat in self
            if seat.joining or (seat.state is not SeatState.FREE if in_match else seat.human)
        }

    def group(self) -> frozenset[tuple[SeatNumber, int]]:
        """Return who is here, in the lobby, in a match or waiting to join it: another value once anybody else is."""
        return frozenset((seat.number, seat.sitting) for seat in self if seat.human or seat.joining)

    def cast(self) -> int:
        """Return the number of the bots' characters for a match that begins now.

        They stay while anybody stays who played the match before, and so are the bots that are to be beaten this time.
        """
        here = self.group()
        if not here & self._met:
            self._cast = next(self._casts)
        self._met = here
        return self._cast

    def others_have(self, name: str, seat: Seat) -> bool:
        """Return whether somebody at another seat has this name."""
        return name_key(name) in {name_key(other.name) for other in self if other is not seat}

    def wanted(self) -> frozenset[str]:
        """Return the switches that take up room (``ROOMY``) and that somebody has switched on."""
        return frozenset(key for seat in self if seat.human or seat.joining for key in ROOMY if getattr(seat, key))

    def players(self) -> list[Seat]:
        """Return the seats with a person who plays in the match."""
        return [seat for seat in self if seat.plays]

    def ready(self) -> list[Seat]:
        """Return the seats that are ready for a match."""
        return [seat for seat in self if seat.state is SeatState.READY]

    def all_ready(self) -> bool:
        """Return whether everybody who has sat down is ready."""
        return len(self.ready()) == len(self.here())

    def clear(self, *, but: Seat | None = None) -> None:
        """Free all seats for new guests."""
        for seat in self:
            if seat is not but:
                seat.clear(self._settings)

    def free(self, seat: Seat) -> None:
        """Free one seat for the next guest."""
        seat.clear(self._settings)

    def take_places(self, sittings: Iterable[Sitting], records: Iterable[AnyRecord], now: Instant) -> None:
        """Restore everybody's place at the round's start (``sittings``) and the changes since then (``records``)."""
        self.clear()
        for sitting in sittings:
            seat = self.seats[sitting.seat]
            seat.state = SeatState.LEFT if sitting.gone else SeatState.PLAYING
            self._take_panel(seat, sitting)
            if not sitting.gone:
                seat.bot, seat.taught, seat.new = sitting.bot, not sitting.bot, sitting.bot or sitting.new
                seat.handicap, seat.cooldown = sitting.handicap, sitting.cooldown
                seat.name = "" if sitting.bot else sitting.name
        for change in records:
            if isinstance(change, SeatChanged) and (changed := self.get(change.seat)) is not None:
                self._take_change(changed, change)
        for seat in self:
            self.alive(seat, now)

    def _take_change(self, seat: Seat, change: SeatChanged) -> None:
        match change.change:
            case "left":
                self.free(seat)
                seat.state = SeatState.LEFT
            case "to_bot":
                seat.give_to_bot()
            case "joining":
                seat.joining, seat.name, seat.new = True, change.name, change.new
            case "not_joining":
                seat.joining, seat.name, seat.new = False, "", True
                seat.forget_panel(self._settings)
            case "panel":
                self._take_panel(seat, change)
            case _:
                pass

    def _take_panel(self, seat: Seat, record: Sitting | SeatChanged) -> None:
        for switch in SWITCHES:
            setattr(seat, switch, getattr(record, switch))
        if record.language in self._settings.languages:
            seat.language = record.language

    def follow(self, settings: TableSettings) -> None:
        """Apply changed settings: other languages, and the house's choices where nobody sits."""
        self._settings = settings
        for seat in self:
            if seat.state is SeatState.FREE:
                seat.forget_panel(settings)
            elif seat.language not in settings.languages:
                seat.language = settings.language

    def drop_names(self, drops: Callable[[str], bool]) -> list[Seat]:
        """Make guests of the people whose name ``drops`` is true of; return their seats."""
        dropped = [seat for seat in self if seat.name and drops(seat.name)]
        for seat in dropped:
            seat.name = ""
        return dropped

    def seat(self, seat: Seat, state: SeatState, now: Instant) -> None:
        """Seat somebody in the lobby, or change whether they are ready."""
        seat.state, seat.since = state, now
        self.alive(seat, now)

    def alive(self, seat: Seat, now: Instant) -> None:
        """Note a sign of life."""
        seat.active_at = now
        seat.asked = seat.untouched = False

    def somebody_alive(self, now: Instant) -> None:
        """Note a sign of life of which nobody knows whose it is, so that it counts for all."""
        for seat in self.here():
            seat.active_at, seat.asked = now, False

    def ask_silent(self, patience: Patience, now: Instant) -> list[Seat]:
        """Ask those who have been silent for long; return those who have not answered in time."""
        for seat in self.here():
            seat.asked = seat.asked or now - seat.active_at >= patience.ask
        return [seat for seat in self.here() if now - seat.active_at >= patience.leave]

    def drop_pauses(self, now: Instant) -> bool:
        """Drop the requests for a pause that the others did not join in time; return whether there were any."""
        old = [
            seat
            for seat in self
            if seat.asks_pause is not None and now - seat.asks_pause >= self._settings.times.asks_pause
        ]
        for seat in old:
            seat.asks_pause = None
        return bool(old)

    def deadlines(self, patience: Patience | None) -> Iterator[Instant]:
        """Yield the deadlines for asking people, removing them and dropping requests for a pause.

        ``patience``: with silent people now; None: they are left alone for ever.
        """
        for seat in self.here():
            if patience is not None:
                yield Instant(seat.active_at + (patience.leave if seat.asked else patience.ask))
        for seat in self:
            if seat.asks_pause is not None:
                yield Instant(seat.asks_pause + self._settings.times.asks_pause)

    def device(self, report: DeviceFault | DeviceHealthy) -> None:
        """Take the report of a seat's device."""
        seat = self.get(report.seat or 0)
        if seat is not None and isinstance(report, DeviceFault):
            seat.faults[report.device] = report
        elif seat is not None:
            seat.faults.pop(report.device, None)


class GroupTally:
    """The matches that people have won since the same ones sit here. It ends with the program."""

    def __init__(self) -> None:
        self._group: frozenset[tuple[SeatNumber, int]] = frozenset()
        self._won: Counter[SeatNumber] = Counter()

    def add(self, people: People, winners: Iterable[SeatNumber]) -> None:
        """Count a match; with other people than before it is the first one."""
        if people.group() != self._group:
            self._group = people.group()
            self._won.clear()
        self._won.update(winners)

    def of(self, people: People) -> tuple[tuple[SeatNumber, int], ...]:
        """Return the matches that each of these people has won; nothing if none of them has won any."""
        if people.group() != self._group:
            return ()
        tally = tuple((number, self._won[number]) for number, _ in sorted(self._group))
        return tally if any(won for _, won in tally) else ()


OFFERED: Final = 48
"""The number of recent names that are offered for choice."""

_SIGNS: Final = frozenset(" -'")


def tidy_name(value: str) -> str | None:
    """Return the name with single spaces between its words, empty for a guest; None if it is not a valid name."""
    name = " ".join(value.split())
    if not name:
        return ""
    fits = len(name) <= bounds.CHOSEN_NAME and all(sign.isalnum() or sign in _SIGNS for sign in name)
    fits = fits and len(name_key(name)) <= bounds.TITLE  # some characters, such as U+FDFA, fold to a sentence
    return name if fits and any(sign.isalnum() for sign in name) else None


def newest_first(names: Iterable[str]) -> tuple[str, ...]:
    """Return each name once in its latest spelling (``name_key``). ``names``: newest first; guests' are left out."""
    known: dict[str, str] = {}
    for name in names:
        if name:
            known.setdefault(name_key(name), name)
    return tuple(known.values())[:OFFERED]


WORDS: Final = 8
"""The number of words from which guests get theirs (``Seat.guest``)."""
_NEXT_SEAT: Final = 5
"""How many words the seats' first guests lie apart: those of eight seats side by side differ."""
_TAKES_PART: Final = (SeatState.PLAYING, SeatState.TAKEN, SeatState.READY)
"""A tuple: it is asked for every seat at every step, and to hash a state takes three times as long."""


SWITCHES: Final = ("mirrored", "contrast", "calm", "large", "near")
"""What a person switches on or off for the own panel; the names in ``protocol.SeatView`` and in the journal."""
ROOMY: Final = ("large", "near")
"""Those that need larger panels; they are on offer only where there is room for them."""


class Seat(Struct):
    """A seat. ``active_at``: the last sign of life of its person."""

    number: SeatNumber
    language: str
    state: SeatState = SeatState.FREE
    bot: bool = False
    mirrored: bool = False
    contrast: bool = False
    calm: bool = False
    large: bool = False
    near: bool = False
    """True if all controls are to be in the lower two thirds of the panel."""
    handicap: int | None = None
    """The size of its own Ligretto stack, if it is not the edition's, or its extra dice, if it has any."""
    cooldown: int = 0
    """How much longer than by the edition it waits after a flip, or rolls, ms; negative: shorter."""
    name: str = ""
    """The name chosen by its person; empty for a guest."""
    guest: int = 0
    """Which of the words a guest's name has besides the seat's sign: another one for each guest. Nothing keeps it."""
    joining: bool = False
    confirmed: bool = False
    asks_pause: Instant | None = None
    """The time of its request for a pause."""
    asked: bool = False
    active_at: Instant = Instant(0)
    name_refused: bool = False
    """True if the name that was typed last is unwanted, until something else is chosen."""
    taught: bool = False
    """True if its person needs no lesson (any more): it is over or skipped, or they have played before."""
    new: bool = True
    """True until its person has played a round here, never for one whose name is known; at a bot's seat for whoever
    takes its place.
    """
    untouched: bool = False
    """True if a tap on bare felt has taken it (``FeltTaps``), and nobody has touched it since."""
    since: Instant = Instant(0)
    """In the lobby: when its person sat down, got ready, or took that back."""
    heard: int = 0
    heard_at: Instant = Instant(0)
    stopless: bool = False
    """True if it has no Stop button."""
    sitting: int = 0
    """The number of its person: another one once somebody has left."""
    faults: dict[str, DeviceFault] = field(default_factory=dict)
    """The reported faults of the seat's devices, by device."""
    down: set[Button] = field(default_factory=set)
    """The buttons that are down."""

    @property
    def human(self) -> bool:
        """True if a person sits here and takes part."""
        return not self.bot and self.state in _TAKES_PART

    @property
    def faulty_buttons(self) -> set[Button]:
        """The buttons that are stuck, or whose contacts close by themselves."""
        return {fault.button for fault in self.faults.values() if fault.button is not None}

    @property
    def fault(self) -> Fault | None:
        """The first fault of a device of this seat. Faults of its tray are shown elsewhere."""
        for report in self.faults.values():
            if not report.tray:
                return Fault.of(report.fault)
        return None

    @property
    def screen_stop(self) -> bool:
        """True if the panel shows a Stop of its own, because there is no reliable button."""
        return self.stopless or Button.STOP in self.faulty_buttons

    @property
    def switches(self) -> dict[str, Any]:
        """What its person has switched on or off for the panel, by the names in ``SWITCHES``."""
        return {switch: getattr(self, switch) for switch in SWITCHES}

    @property
    def plays(self) -> bool:
        """True if a person plays here in the running match."""
        return not self.bot and self.state is SeatState.PLAYING

    def clear(self, settings: TableSettings) -> None:
        """Free the seat for the next guest; the faults of its devices stay."""
        if self.human or self.joining:
            self.rename()
        self.state = SeatState.FREE
        self.sitting += 1
        self.forget_panel(settings)
        self.bot = self.joining = self.confirmed = self.asked = self.taught = self.name_refused = False
        self.new = True
        self.asks_pause = self.handicap = None
        self.cooldown = 0
        self.name = ""

    def rename(self) -> None:
        """Give the seat's guest, or the next one, another word of a name."""
        self.guest = (self.guest + 1) % WORDS

    def give_to_bot(self) -> None:
        """Let a bot play on, without name, handicaps and what takes up room. Whoever takes its place later is new."""
        self.rename()
        self.asked = False
        self.bot, self.handicap, self.cooldown, self.name, self.new = True, None, 0, "", True
        self.sitting += 1
        for switch in ROOMY:
            setattr(self, switch, False)

    def forget_panel(self, settings: TableSettings) -> None:
        """Set the panel up for a new guest."""
        self.language, self.mirrored, self.large, self.near = settings.language, False, False, False
        self.contrast, self.calm = settings.house.contrast, settings.house.calm
