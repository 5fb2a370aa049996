"""Schema of a table's configuration: the sections and their keys, each with its limits and description."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator

from hardware.api import ChipLine, Duration, Wiring, milliseconds
from hardware.dice.protocol import BOARD_ID
from hardware.gpio.pin_uses import ALWAYS, EXPANDERS
from kiosk.game.game_rules import rules_of_game
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.locale.languages import installed
from kiosk.protocol import SeatPlan

LAST_PIN: Final = 27
"""Highest BCM number on the 40-pin header; the lowest, 0 and 1, are not available for buttons (``FUNCTIONS``)."""

PIN_KEYS: Final = ("stop_pin", "play_pin", "lamp_pin")

_CHIP_LINE: Final = re.compile(r"([A-Za-z][A-Za-z0-9._-]*):(0|[1-9][0-9]{0,2})")


def _lamp_pin(value: object) -> int | str:
    """Validate a BCM number, or "chip:line" as text, which is kept as written."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LAST_PIN:
        return value
    if isinstance(value, str) and _CHIP_LINE.fullmatch(value):
        return value
    raise ValueError("no pin")


def line_of(pin: object) -> int | ChipLine | None:
    """Return a pin in the hardware's form; None: no pin, or an invalid one."""
    if isinstance(pin, str):
        found = _CHIP_LINE.fullmatch(pin)
        return ChipLine(found[1], int(found[2])) if found else None
    return pin if isinstance(pin, int) and not isinstance(pin, bool) else None


Matrix = tuple[float, float, float, float, float, float]


def _invertible(matrix: Matrix) -> Matrix:
    """Validate that the matrix is invertible: no two points of the panel map to the same one."""
    a, b, _, c, d, _ = matrix
    if a * d == b * c:
        raise ValueError("not invertible")
    return matrix


Pin = Annotated[int, Field(ge=0, le=LAST_PIN)]
LampPin = Annotated[int | str, PlainValidator(_lamp_pin)]
HouseName = Annotated[str, Field(pattern=r"^[^\W_](?:[^\W_]|[ '-]){0,11}$")]
"""As a person's name: 1 to 12 letters, digits, spaces, - and '."""
Milliseconds = Annotated[float, Field(ge=0, le=30)]  # larger delays exceed the arbiter's hold-back time


class Section(BaseModel):
    """Base class of all sections. A field's description says what to write; error lines end with it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


def edition_keys() -> dict[str, str]:
    """Return the key in the section ``game`` of each game's default edition (``presets.dominoes``), by game."""
    return {game: registry.entry(game).edition_key for game in registry.names()}


class Seat(Section):
    """A physical seat: its position and the wiring of its buttons (pins are BCM numbers)."""

    number: int = Field(ge=1, le=12, description="a whole number from 1 to 12, as people count the seats")
    edge: Literal["south", "north", "west", "east"] = Field(description='"south", "north", "west" or "east"')
    position: float = Field(
        default=0.5,
        ge=0,
        le=1,
        description="where along the edge, 0 to 1: from the left (south, north) or the top (west, east)",
    )
    stop_pin: Pin | None = Field(
        default=None, description="a BCM number from 2 to 27, or leave it out: the screen shows Stop"
    )
    play_pin: Pin | None = Field(
        default=None, description="a BCM number from 2 to 27, or leave it out: the hand is tapped"
    )
    lamp_pin: LampPin | None = Field(
        default=None,
        description='a BCM number from 2 to 27, a line of an expander such as "mcp23017:3" (the label or the name '
        "that gpiodetect shows, then the line), or leave it out: no lamp",
    )
    dice_board: str | None = Field(
        default=None,
        pattern=f"^{BOARD_ID}$",
        description='the identity that the dice-reader board under this seat\'s tray reports, such as "LDR-E6614C31", '
        "or leave it out: no board",
    )


class Table(Section):
    """The table: size of its screen, and its name."""

    diagonal_mm: float = Field(
        default=1092.0,
        ge=200,
        le=3000,
        description="the screen's diagonal in millimetres, 200 to 3000 (43 inches are 1092)",
    )
    name: str = Field(
        default="", max_length=40, description='the name of this table if several share their results: "Table 1"'
    )


class Language(Section):
    """The languages that seats can choose from, and the default."""

    offered: tuple[str, ...] = Field(
        default_factory=installed,
        min_length=1,
        strict=False,
        description='a list of installed languages by their codes, such as ["en", "de"]',
    )
    default: str = Field(default="en", description="one of the offered languages")


class Game(Section):
    """Defaults of a match."""

    kind: str = Field(
        default_factory=registry.usual, description='the name of an installed game, such as "cards" or "dice"'
    )
    preset: str = Field(default="table_default", description="the name of an edition")
    dice_preset: str = Field(default="university_games_2013", description="the name of an edition of the dice game")
    presets: dict[str, str] = Field(
        default_factory=dict,
        description='the editions of games without a key of their own, such as { dominoes = "usual" }',
    )
    house_rules: dict[HouseName, dict[str, str]] = Field(
        default_factory=dict,
        description="editions made of house rules, by name: usually made at the table, in the service menu",
    )
    rounds: int = Field(default=5, ge=1, le=99, description="the rounds of a match of cards, 1 to 99")
    touch_mode: Literal["drag", "tap"] = Field(default="drag", description='"drag" or "tap", one for the whole match')
    bots: Literal["off", "gentle", "steady", "quick", "master"] = Field(
        default="steady",
        description='"off", or how well bots play on the empty seats: "gentle", "steady", "quick" or "master"',
    )

    def editions(self) -> dict[str, str]:
        """Return the default edition of each game, by the game's name."""
        return {game: self._edition(game) for game in registry.names()}

    def _edition(self, game: str) -> str:
        key = registry.entry(game).preset_key
        configured = getattr(self, key) if key else self.presets.get(game)
        return configured or next(iter(rules_of_game(game).presets))


class Hardware(Section):
    """The kind of hardware, and the delay of each class of devices (subtracted from its time stamps)."""

    kind: Literal["simulated", "gpio"] = Field(
        default="simulated", description='"simulated" (no wires, any computer) or "gpio" (a Raspberry Pi\'s pins)'
    )
    pin_factory: Literal["auto", "lgpio", "libgpiod"] = Field(
        default="auto",
        description='the driver of the lamps at the header: "lgpio" (dims them), "libgpiod" (full or dark), or "auto" '
        "(lgpio where it is installed)",
    )
    uses: tuple[Literal["i2c", "serial", "spi", "i2s"], ...] = Field(
        default=(),
        strict=False,
        description='a list of what else is connected to the header: "i2c" (GPIO 2, 3; automatic with an expander), '
        '"serial" (14, 15), "spi" (7 to 11), "i2s" (18 to 21)',
    )
    buttons_late_ms: Milliseconds = Field(default=0.0, description="milliseconds, 0 to 30; buttons stamp at once: 0")
    touch_late_ms: Milliseconds = Field(
        default=0.0, description="milliseconds, 0 to 30; touch panels: 10 to 30, a mouse: 0"
    )

    @property
    def buttons_late(self) -> Duration:
        """``buttons_late_ms`` as a Duration."""
        return milliseconds(self.buttons_late_ms)

    @property
    def touch_late(self) -> Duration:
        """``touch_late_ms`` as a Duration."""
        return milliseconds(self.touch_late_ms)


class Touch(Section):
    """The source of touches, and the orientation of a touch panel."""

    provider: Literal["window", "evdev"] = Field(
        default="window",
        description='"window" (mouse and fingers of a desktop) or "evdev" (a table: the panel itself, stamped by the '
        "kernel; the window fills the screen)",
    )
    device: str = Field(
        default="auto",
        pattern=r"^(auto|/dev/input/.+)$",
        description='"auto" (the first multi-touch panel) or a path such as "/dev/input/by-id/..."',
    )
    rotation: Literal[0, 90, 180, 270] = Field(
        default=0, description="0, 90, 180 or 270: degrees by which the panel is turned clockwise against the picture"
    )
    matrix: Annotated[Matrix, AfterValidator(_invertible)] = Field(
        default=(1.0, 0.0, 0.0, 0.0, 1.0, 0.0),
        strict=False,
        description="six numbers, such as [1, 0, 0, 0, 1, 0]: libinput's calibration matrix, applied before the "
        "rotation; the panel must stay an area under it",
    )
    grab: bool = Field(default=True, description="true: no other program sees the panel's touches; false: all do")


class Window(Section):
    """The display's window, in pixels."""

    width: int = Field(default=1280, ge=640, le=7680, description="pixels, 640 to 7680")
    height: int = Field(default=720, ge=360, le=4320, description="pixels, 360 to 4320")
    fullscreen: bool = Field(default=False, description="true on a table, false on a desktop")
    screen: str = Field(
        default="auto",
        pattern=r"^(auto|[A-Za-z][A-Za-z0-9-]*)$",
        description='the connector of the screen where there is no desktop, such as "HDMI-A-2" (ls /sys/class/drm), or '
        '"auto": the first on which one is switched on',
    )


class Idle(Section):
    """Time limits for an inactive seat during a round, in seconds."""

    ask_s: float = Field(default=45.0, ge=5, le=3600, description='seconds until "still there?" is asked, 5 to 3600')
    leave_s: float = Field(
        default=60.0, ge=5, le=3600, description="seconds until the seat leaves, 5 to 3600, above ask_s"
    )
    to_bot: bool = Field(
        default=False, description="true if a bot takes over an abandoned seat, false if the seat leaves"
    )


class Records(Section):
    """Retention of rounds, results and names."""

    keep_days: int = Field(
        default=30,
        ge=1,
        le=3650,
        description="days on which the table was on, 1 to 3650: rounds can be replayed for this long, and until the "
        "results store has read them; their results stay longer (names_days)",
    )
    keep_mb: int = Field(
        default=200, ge=10, le=100_000, description="megabytes, 10 to 100000: older rounds make room for newer ones"
    )
    names: bool = Field(default=True, description="true if a seat may choose a name, false if all are guests")
    names_days: int = Field(
        default=365,
        ge=1,
        le=3650,
        description="days, 1 to 3650: names unused for this long are forgotten, and their rounds become a guest's",
    )
    store: str = Field(
        default="",
        description='the results store as an SQLAlchemy address, such as "postgresql+psycopg://venue@server/ligretto", '
        "or empty: an SQLite file beside the journal",
    )


class Screen(Section):
    """Brightness, screen saver, and what the picture spares the eyes."""

    brightness: int = Field(default=100, ge=10, le=100, description="percent, 10 to 100")
    dim_after_s: int = Field(
        default=300, ge=30, le=86_400, description="seconds, 30 to 86400, until the screen is dimmed when nobody plays"
    )
    dimmed: int = Field(default=40, ge=5, le=100, description="percent of the brightness when dimmed, 5 to 100")
    dark_after_s: int = Field(
        default=0,
        ge=0,
        le=86_400,
        description="seconds, up to 86400, until the screen is dark when nobody plays; a touch wakes it; 0: never",
    )
    contrast: bool = Field(
        default=False, description="true: high contrast for the table and for new guests; false: seats may choose it"
    )
    calm: bool = Field(
        default=False, description="true: no flashes, no shaking, short fades for new guests; false: seats may choose"
    )


TimeOfDay = Annotated[str, Field(pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9])?$")]


class Sound(Section):
    """Sound. The night is by this machine's clock."""

    volume: int = Field(default=60, ge=0, le=100, description="percent, 0 (silent) to 100")
    night_begins: TimeOfDay = Field(
        default="", description='a time of day such as "22:00", or "" with night_ends = "": no night'
    )
    night_ends: TimeOfDay = Field(
        default="", description='a time of day such as "08:00", or "" with night_begins = "": no night'
    )
    night_volume: int = Field(
        default=20, ge=0, le=100, description="percent, 0 (silent) to 100: not louder than this at night"
    )
    attract: bool = Field(
        default=False, description="true: the bots' rounds are heard too; false: nothing is heard while nobody plays"
    )


class Hours(Section):
    """Opening hours, by this machine's clock. Outside of them the table is dark; a running match is never cut off."""

    opens: TimeOfDay = Field(default="", description='a time of day such as "10:00", or "" with closes = "": always')
    closes: TimeOfDay = Field(
        default="", description='a time of day such as "23:30"; "01:00" is after midnight; or "" with opens = "": never'
    )


class Settings(Section):
    """A whole configuration. Every key but the seats may be left out."""

    seat: tuple[Seat, ...] = Field(strict=False, description="2 to 12 [[seat]] sections")
    table: Table = Field(default=Table(), description="a [table] section")
    language: Language = Field(default=Language(), description="a [language] section")
    game: Game = Field(default=Game(), description="a [game] section")
    hardware: Hardware = Field(default=Hardware(), description="a [hardware] section")
    touch: Touch = Field(default=Touch(), description="a [touch] section")
    window: Window = Field(default=Window(), description="a [window] section")
    idle: Idle = Field(default=Idle(), description="an [idle] section")
    records: Records = Field(default=Records(), description="a [records] section")
    screen: Screen = Field(default=Screen(), description="a [screen] section")
    sound: Sound = Field(default=Sound(), description="a [sound] section")
    hours: Hours = Field(default=Hours(), description="an [hours] section")

    def wiring(self) -> tuple[Wiring, ...]:
        """Return the pins of every seat, for the hardware."""
        return tuple(Wiring(seat.number, seat.stop_pin, seat.play_pin, line_of(seat.lamp_pin)) for seat in self.seat)

    def dice_boards(self) -> dict[int, str]:
        """Return the ids of the dice-reader boards, by seat."""
        return {seat.number: seat.dice_board for seat in self.seat if seat.dice_board is not None}

    def functions(self) -> frozenset[str]:
        """Return the functions of the header in use (``gpio.pin_uses.FUNCTIONS``): configured, and for expanders."""
        chips = (pin.chip for wires in self.wiring() if isinstance(pin := wires.lamp_pin, ChipLine))
        buses = (EXPANDERS[chip].bus for chip in chips if chip in EXPANDERS)
        return frozenset({ALWAYS, *self.hardware.uses, *buses})

    def plan(self) -> tuple[SeatPlan, ...]:
        """Return the position of every seat, for the displays."""
        return tuple(SeatPlan(SeatNumber(seat.number), seat.edge, seat.position) for seat in self.seat)


SECTIONS: Final[dict[str, type[Section]]] = {
    "seat": Seat,
    "table": Table,
    "language": Language,
    "game": Game,
    "hardware": Hardware,
    "touch": Touch,
    "window": Window,
    "idle": Idle,
    "records": Records,
    "screen": Screen,
    "sound": Sound,
    "hours": Hours,
}
"""All sections by their names in the file."""


def section_of(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a section of a file's raw data; an empty one if it is missing, or is no section."""
    section = data.get(name)
    return section if isinstance(section, dict) else {}


def filled(section: type[Section], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the raw values of a section, completed with the defaults of keys that are left out."""
    fields = section.model_fields.items()
    return {key: one.get_default(call_default_factory=True) for key, one in fields if not one.is_required()} | dict(
        values
    )
