"""The pages of the service menu, as data: the tiles of each, and the effect of a touch. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from hardware.api import ButtonEdge, Duration, Instant, milliseconds
from kiosk.game.game_rules import rules_of_game
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.locale.languages import installed
from kiosk.protocol import ServiceTile, ServiceView
from kiosk.protocol.sounds import SOUNDS
from kiosk.table.service_requests import (
    Carried,
    Carry,
    Changed,
    Done,
    Examine,
    Failed,
    Found,
    Gated,
    Job,
    Known,
    Set,
    Try,
    Wish,
)
from kiosk.table.states.service_house_rules import HOUSE_KEY, HOUSE_NAME, HOUSE_RULES, HouseRulesPage
from kiosk.table.tray import Tray

KEYPAD: Final = "pin"
"""The keypad's page, before all others."""

BUTTONS: Final = "buttons"
"""The page of the button test."""

LAMP_TURN: Final = milliseconds(1000)
"""The time that each lamp is lit in turn."""

_ALWAYS: Final = "always"
_NEVER: Final = "never"
_VOLUMES: Final = tuple(map(str, range(0, 101, 10)))
_SWITCH: Final = ("false", "true")
_HOURS: Final = tuple(f"{hour:02}:00" for hour in range(24))

_FOR_EVERY_GAME: Final[Mapping[str, tuple[str, ...]]] = {
    "sound.volume": _VOLUMES,
    "screen.brightness": tuple(map(str, range(10, 101, 10))),
    "screen.contrast": _SWITCH,
    "screen.calm": _SWITCH,
    "hours.opens": (_ALWAYS, *_HOURS),
    "hours.closes": (_ALWAYS, *_HOURS),
    "sound.night_begins": (_NEVER, *_HOURS),
    "sound.night_ends": (_NEVER, *_HOURS),
    "sound.night_volume": _VOLUMES,
}

_OTHER_END: Final = {
    "hours.opens": ("hours.closes", ("22:00", "10:00")),
    "hours.closes": ("hours.opens", ("10:00", "22:00")),
    "sound.night_begins": ("sound.night_ends", ("08:00", "22:00")),
    "sound.night_ends": ("sound.night_begins", ("22:00", "08:00")),
}
"""The other end of the opening hours and of the night, and its defaults: the first hour that differs is used."""


def _offered() -> Mapping[str, tuple[str, ...]]:
    """Return the settings that the staff may change, by section and key, with the values offered."""
    editions = {
        f"game.{registry.entry(game).edition_key}": tuple(rules_of_game(game).presets) for game in registry.names()
    }
    languages = dict.fromkeys(("language.offered", "language.default"), installed())
    return {**_FOR_EVERY_GAME, **languages, "game.kind": registry.names(), **editions}


class Menu:
    """The menu that is open in the panel of ``seat``. Methods that take input return the jobs that follow."""

    def __init__(
        self, seat: SeatNumber, seats: Sequence[SeatNumber], trays: Mapping[SeatNumber, Tray], gate: Gated, now: Instant
    ) -> None:
        self.seat = seat
        self.page = KEYPAD
        self.lamp: SeatNumber | None = None
        """The seat whose lamp is lit, on the page of the lamps."""
        self._seats = tuple(seats)
        self._trays = trays
        self._known = Known({})
        self._busy = False
        self._tries, self._locked_until = 0, 0
        self._down: set[tuple[int, str]] = set()
        self._worked: set[tuple[int, str]] = set()
        self._last: tuple[int, str] | None = None  # the button pressed last
        self._turns_at: Instant | None = None
        self._findings: tuple[tuple[str, str, str], ...] = ()
        self._first = 0  # the first finding shown
        self._asked = ""  # an action that was touched once and needs a second touch
        self._made = ""  # the date of the backup to be restored
        self._wished = ""
        self._sound, self._played = "", 0
        self._note, self._why = "", ""
        self._now = now
        self.house_rules = HouseRulesPage()
        self._gate(gate)

    # ------------------------------------------------------------ what comes in

    def type(self, pin: str) -> list[Job]:
        """Take a PIN. It is ignored while another one is checked, and during a lockout."""
        if self.page != KEYPAD or self._busy or self._now < self._locked_until:
            return []
        self._busy, self._note = True, ""
        return [Try(pin)]

    def tap(self, key: str, value: str) -> list[Job]:
        """Handle a touch on a tile, or on ``back``; a key that is not on the page does nothing."""
        if self.page == KEYPAD or self._busy:
            return []
        if key == "back":
            return self._turn_to(_page(self.page).parent)
        if key == "page":
            return self._turn_to(value) if any((tile.key, tile.value) == (key, value) for tile in self._tiles()) else []
        return _page(self.page).tap(self, key, value)

    @property
    def busy(self) -> bool:
        """True while a job of the menu is running."""
        return self._busy

    def edge(self, edge: ButtonEdge) -> None:
        """Take the press or release of a button."""
        button = (edge.seat, edge.button.value)
        if edge.pressed:
            self._down.add(button)
            self._worked.add(button)
            self._last = button
        else:
            self._down.discard(button)

    def done(self, answer: Done) -> None:
        """Handle the answer to a job."""
        asked, self._busy = self._busy, False
        match answer:
            case Gated():
                if asked or answer.known is None:  # otherwise the answer belongs to a menu that was closed before
                    self._gate(answer)
            case Changed(known=known, kept=kept):
                self._known, self._note = known, "" if kept else "not_kept"
            case Found(findings=findings):
                self._findings = findings
            case Carried(what="which", made=made):
                self._asked, self._made = "restore", made
            case Carried(what=what):
                self._asked, self._note = "", _DONE.get(what, "carried")
            case Failed(note=note, why=why):
                self._asked = self._wished = ""
                self._note, self._why = note, why

    def _gate(self, gate: Gated) -> None:
        self._tries = gate.tries
        self._locked_until = Instant(self._now + milliseconds(1000 * gate.seconds)) if gate.seconds else 0
        self._note = gate.verdict if gate.verdict in {"wrong", "broken"} else ""
        if gate.known is not None:
            self._known, self.page = gate.known, "menu"

    # ------------------------------------------------------------ time

    def advance(self, now: Instant) -> bool:
        """Advance the time; return whether anything has changed."""
        self._now = now
        if self._turns_at is None or now < self._turns_at or self.lamp is None:
            return False
        self._light(self._seats[(self._seats.index(self.lamp) + 1) % len(self._seats)], LAMP_TURN)
        return True

    @property
    def turns_at(self) -> Instant | None:
        """The time at which the next lamp is lit."""
        return self._turns_at

    def _light(self, seat: SeatNumber | None, lasts: Duration | None) -> None:
        self.lamp = seat
        self._turns_at = None if lasts is None else Instant(self._now + lasts)

    # ------------------------------------------------------------ pages

    def view(self) -> ServiceView:
        """Return the menu as everybody may see it."""
        return ServiceView(
            seat=self.seat,
            page=self.page,
            tiles=tuple(self._tiles()),
            note=self._note,
            busy=self._busy,
            tries=self._tries,
            locked_until=self._locked_until if self._now < self._locked_until else 0,
            first=self._first,
            played=self._played,
            why=self._why if self._note == "failed" else "",
        )

    def _tiles(self) -> Iterator[ServiceTile]:
        return iter(()) if self.page == KEYPAD else _page(self.page).tiles(self)

    def _turn_to(self, page: str) -> list[Job]:
        self.page, self._note, self._asked, self._wished, self._first = page, "", "", "", 0
        self._sound = self.house_rules.asked = ""
        self._light(self._seats[0] if page == "lamps" else None, LAMP_TURN if page == "lamps" else None)
        if page == BUTTONS:
            self._worked, self._last = set(self._down), None
        if page == "doctor":
            self._busy, self._findings = True, ()
            return [Examine()]
        return []

    def _front(self) -> Iterator[ServiceTile]:
        """Yield the doors to the pages, what is set most often, and the test of the buttons, which always runs."""
        tests = (BUTTONS, "lamps", *(("boards",) if self._trays else ()), "fingers", *SOUNDS)
        yield from (ServiceTile("page", page) for page in (*tests, *_MANAGED))
        yield from (ServiceTile("page", key, self._value(key)) for key in _IN_FRONT)
        yield from self._buttons()

    def _buttons(self) -> Iterator[ServiceTile]:
        for seat in self._seats:
            down = [button for button in _OF_A_SEAT if (seat, button) in self._down]
            worked = [button for button in _OF_A_SEAT if (seat, button) in self._worked]
            yield ServiceTile("seat", str(seat), " ".join(worked), " ".join(down), lit=bool(down), touchable=False)
        if self._last is not None:
            seat_no, name = self._last
            yield ServiceTile("pressed", str(seat_no), name, touchable=False)

    def _lamps(self) -> Iterator[ServiceTile]:
        yield ServiceTile("turns", lit=self._turns_at is not None)
        for seat in self._seats:
            yield ServiceTile("lamp", str(seat), lit=seat == self.lamp)

    def _tap_lamp(self, key: str, value: str) -> list[Job]:
        named = next((seat for seat in self._seats if str(seat) == value), None)
        if key == "turns":
            self._light(self.lamp or self._seats[0], LAMP_TURN)
        elif key == "lamp" and named is not None:
            self._light(named, None)
        return []

    def _boards(self) -> Iterator[ServiceTile]:
        for seat, tray in self._trays.items():
            dice = tray.latest.dice if tray.latest is not None else ()
            read = " ".join(f"{die.color or '?'}{die.value or '?'}" for die in dice)
            state = tray.latest.state.value if tray.works and tray.latest is not None else "lost"
            yield ServiceTile("board", str(seat), read, state, touchable=False)

    def _sounds(self) -> Iterator[ServiceTile]:
        return (ServiceTile("sound", name, lit=name == self._sound) for name in SOUNDS[self.page])

    def _tap_sound(self, key: str, value: str) -> list[Job]:
        """Have a sound played by the displays."""
        if key == "sound" and value in SOUNDS[self.page]:
            self._sound, self._played = value, self._played + 1
        return []

    def _kept(self) -> Iterator[ServiceTile]:
        return self.house_rules.tiles(self._known)

    def _tap_kept(self, key: str, value: str) -> list[Job]:
        """Keep house rules under a name, or delete kept ones."""
        wanted, self._note = self.house_rules.tap(self._known, key, value)
        if key == "name" and not self._note:
            self.page = HOUSE_RULES
        elif key == "keep":
            self.page = HOUSE_NAME
        if wanted is None:
            return []
        self._busy = True
        return [Set({HOUSE_KEY: wanted})]

    def _settings(self) -> Iterator[ServiceTile]:
        yield from (ServiceTile("page", key, self._value(key)) for key in _offered())
        yield ServiceTile("clock", text=self._known.clock, touchable=False)

    def _value(self, key: str) -> str:
        return self._known.values.get(key, "") or (_offered()[key][0] if key in _OTHER_END else "")

    def _values(self) -> Iterator[ServiceTile]:
        now = self._value(self.page)
        chosen = now.split(",") if self.page == "language.offered" else [now]
        for value in _offered()[self.page]:
            yield ServiceTile("value", value, lit=value in chosen, touchable=bool(self._wanted(value)))

    def _tap_value(self, key: str, value: str) -> list[Job]:
        if key != "value" or value not in _offered()[self.page]:
            return []
        wanted = self._wanted(value)
        if wanted:
            self._busy = True
            return [Set(wanted)]
        return []

    def _wanted(self, value: str) -> dict[str, str]:
        """Return the settings to change, dependent ones included; empty if none would be left."""
        if self.page in _OTHER_END:
            return self._wanted_hours(value)
        if self.page.startswith("language."):
            return self._wanted_languages(value)
        return {self.page: value}

    def _wanted_hours(self, value: str) -> dict[str, str]:
        """Return the hours to set: both ends, or neither."""
        other, usual = _OTHER_END[self.page]
        if value in (_ALWAYS, _NEVER):
            return {self.page: "", other: ""}
        end = self._known.values.get(other) or next(hour for hour in usual if hour != value)
        return {self.page: value, other: end} if end != value else {}

    def _wanted_languages(self, value: str) -> dict[str, str]:
        """Return the languages to set: the default is always one of those offered."""
        values = self._known.values
        offered, default = values.get("language.offered", "").split(","), values.get("language.default", "")
        if self.page == "language.default":
            offered, default = [*offered, value], value
        else:
            offered = [one for one in installed() if (one in offered) is not (one == value)]
        if not offered:
            return {}
        return {
            "language.offered": ",".join(one for one in installed() if one in offered),
            "language.default": default if default in offered else offered[0],
        }

    def _doctor(self) -> Iterator[ServiceTile]:
        return (ServiceTile("finding", grade, what, mend=mend, touchable=False) for grade, what, mend in self._findings)

    def _turn(self, key: str, value: str) -> list[Job]:
        """Show other findings; the number that fits is known only to the display."""
        if key == "turn" and value.isdecimal() and int(value) < len(self._findings):
            self._first = int(value)
        return []

    def _stick(self) -> Iterator[ServiceTile]:
        return map(self._carry, _CARRIES)

    def _carry(self, what: str) -> ServiceTile:
        sure = what == self._asked
        made = self._made if sure and what == "restore" else ""
        return ServiceTile("carry", what, made, state="sure" if sure else "", lit=sure)

    def _tap_stick(self, key: str, value: str) -> list[Job]:
        """Handle a touch on an action of the stick. One that replaces data must be touched twice."""
        if not any((tile.key, tile.value) == (key, value) == ("carry", value) for tile in self._tiles()):
            return []
        sure, self._asked, self._note = self._asked == value, "", ""
        if value == "reset" and not sure:
            self._asked = value
            return []
        self._busy = True
        return [Carry("which" if value == "restore" and not sure else value)]

    def _system(self) -> Iterator[ServiceTile]:
        yield ServiceTile("version", text=self._known.version, touchable=False)
        if self._known.networks is not None:
            yield ServiceTile("network", text=", ".join(self._known.networks), touchable=False)
        yield self._carry("reset")
        for wish in self._known.wishes:
            state = "wished" if wish == self._wished else "sure" if wish == self._asked else ""
            yield ServiceTile("wish", wish, state=state, lit=bool(state))

    def _tap_wish(self, key: str, value: str) -> list[Job]:
        """Handle a touch on an action of the system: the first asks for confirmation, the second executes it."""
        if key == "carry":
            return self._tap_stick(key, value)
        if key != "wish" or value not in self._known.wishes or value == self._wished:
            return []
        if self._asked != value:  # an action already executed (the display's restart) does not block another one
            self._asked, self._wished, self._note = value, "", ""
            return []
        self._asked, self._wished = "", value
        return [Wish(value)]


def _nothing(_: Menu, __: str, ___: str) -> list[Job]:
    return []


class _Page(NamedTuple):
    """The tiles of a page, the page that ``back`` leads to, and the effect of a touch."""

    parent: str
    tiles: Callable[[Menu], Iterator[ServiceTile]]
    tap: Callable[[Menu, str, str], list[Job]] = _nothing


_OF_A_SEAT: Final = ("stop", "play")
_IN_FRONT: Final = ("sound.volume", "screen.brightness", "hours.opens", "hours.closes", "language.offered", "game.kind")
"""The settings on the front page."""
_MANAGED: Final = ("settings", HOUSE_RULES, "stick", "doctor", "system")
"""The pages behind the front page besides the tests."""
_CARRIES: Final = ("scores", "report", "backup", "restore")
_DONE: Final = {"restore": "restored", "reset": "reset"}
"""The actions that replace data, and the note shown when they are done."""
_PAGES: Final[Mapping[str, _Page]] = {
    "menu": _Page("menu", Menu._front),  # noqa: SLF001  the table of this class
    BUTTONS: _Page("menu", Menu._buttons),  # noqa: SLF001
    "lamps": _Page("menu", Menu._lamps, Menu._tap_lamp),  # noqa: SLF001
    "boards": _Page("menu", Menu._boards),  # noqa: SLF001
    **dict.fromkeys(SOUNDS, _Page("menu", Menu._sounds, Menu._tap_sound)),  # noqa: SLF001
    "fingers": _Page("menu", lambda _: iter(())),
    "settings": _Page("menu", Menu._settings),  # noqa: SLF001
    HOUSE_RULES: _Page("menu", Menu._kept, Menu._tap_kept),  # noqa: SLF001
    HOUSE_NAME: _Page(HOUSE_RULES, lambda _: iter(()), Menu._tap_kept),  # noqa: SLF001
    "stick": _Page("menu", Menu._stick, Menu._tap_stick),  # noqa: SLF001
    "doctor": _Page("menu", Menu._doctor, Menu._turn),  # noqa: SLF001
    "system": _Page("menu", Menu._system, Menu._tap_wish),  # noqa: SLF001
}
_VALUES: Final = _Page("settings", Menu._values, Menu._tap_value)  # noqa: SLF001


def _page(name: str) -> _Page:
    """Return the page of this name; any other name is a setting, whose page has its values."""
    return _PAGES.get(name, _VALUES)
