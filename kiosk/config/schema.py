"""Schema of a table's configuration: the sections and their keys, each with its limits and description."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field

from hardware.api import ChipLine, Duration, Wiring, milliseconds
from hardware.gpio.pin_uses import ALWAYS, EXPANDERS
from hardware.installed_drivers import DriverRole
from kiosk.config.values import (
    PASSWORD_FILE,
    BoardId,
    DayHours,
    LampPin,
    Matrix,
    Pin,
    Section,
    SoundDevice,
    TimeOfDay,
    about,
    between,
    line_of,
)
from kiosk.config.venue import BrandConfig, VenueConfig
from kiosk.game.game_rules import rules_of_game
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.journal import bounds
from kiosk.locale.languages import installed
from kiosk.protocol import SeatPlan


class SeatConfig(Section, frozen=True, kw_only=True):
    """A physical seat: its position and the wiring of its buttons (pins are BCM numbers)."""

    number: Annotated[int, between(1, 12, "a whole number from {least} to {most}, as people count the seats")]
    edge: Annotated[Literal["south", "north", "west", "east"], about('"south", "north", "west" or "east"')]
    position: Annotated[
        float,
        between(0, 1, "where along the edge, {least} to {most}: from the left (south, north) or the top (west, east)"),
    ] = 0.5
    stop_pin: Annotated[Pin | None, about("a BCM number from 2 to 27, or leave it out: the screen shows Stop")] = None
    play_pin: Annotated[Pin | None, about("a BCM number from 2 to 27, or leave it out: the hand is tapped")] = None
    lamp_pin: Annotated[
        LampPin | None,
        about(
            'a BCM number from 2 to 27, a line of an expander such as "mcp23017:3" (the label or the name '
            "that gpiodetect shows, then the line), or leave it out: no lamp"
        ),
    ] = None
    dice_board: Annotated[
        BoardId | None,
        about('what the dice-reader board under this tray calls itself, "LDR-E6614C31", or leave it out: no board'),
    ] = None


class TableConfig(Section, frozen=True, kw_only=True):
    """The table: size of its screen, and its name."""

    diagonal_mm: Annotated[
        float, between(200, 3000, "the screen's diagonal in millimetres, {least} to {most} (43 inches are 1092)")
    ] = 1092.0
    name: Annotated[
        str,
        Meta(
            max_length=bounds.TABLE_NAME,
            pattern=r"^[^\x00-\x1f\x7f]*\Z",
            description='the name of this table if several share their results: "Table 1"',
        ),
    ] = ""


class LanguageConfig(Section, frozen=True, kw_only=True):
    """The languages that seats can choose from, and the default."""

    offered: Annotated[
        tuple[str, ...],
        Meta(min_length=1, description='a list of installed languages by their codes, such as ["en", "de"]'),
    ] = field(default_factory=installed)
    default: Annotated[str, about("one of the offered languages")] = "en"


class GameConfig(Section, frozen=True, kw_only=True):
    """Defaults of a match."""

    kind: Annotated[str, about('the name of an installed game, such as "cards" or "dice"')] = field(
        default_factory=registry.usual
    )
    preset: Annotated[str, about("the name of an edition")] = "table_default"
    dice_preset: Annotated[str, about("the name of an edition of the dice game")] = "university_games_2013"
    presets: Annotated[
        dict[str, str], about('the editions of games without a key of their own, such as { dominoes = "usual" }')
    ] = field(default_factory=dict)
    house_rules: Annotated[
        dict[str, dict[str, str]],
        about(
            'house rules under a name, such as Friday = { game = "cards", preset = "nordic_is", '
            '"house recycle" = "shuffle" }: usually made at the table, in the service menu'
        ),
    ] = field(default_factory=dict)
    rounds: Annotated[int, between(1, 99, "the rounds of a match of cards, {least} to {most}")] = 5
    touch_mode: Annotated[Literal["drag", "tap"], about('"drag" or "tap", one for the whole match')] = "drag"
    bots: Annotated[
        Literal["off", "gentle", "steady", "quick", "master"] | None,
        about(
            '"off", or how well bots play on the empty seats: "gentle", "steady", "quick" or "master"; or '
            'leave it out: "gentle" with an edition for beginners, otherwise "steady"'
        ),
    ] = None

    def presets_by_game(self) -> dict[str, str]:
        """Return the name of each game's default edition, by the game's name."""
        return {game: self._preset(game) for game in registry.names()}

    def _preset(self, game: str) -> str:
        key = registry.entry(game).preset_key
        configured = getattr(self, key) if key else self.presets.get(game)
        return configured or next(iter(rules_of_game(game).presets))


_LATEST_MS: Final = 30
"""The largest delay of a device: larger ones would exceed the time for which the arbiter holds inputs back."""


class HardwareConfig(Section, frozen=True, kw_only=True):
    """The kind of hardware, and the delay of each class of devices (subtracted from its time stamps)."""

    kind: Annotated[
        Literal["simulated", "gpio"], about('"simulated" (no wires, any computer) or "gpio" (a Raspberry Pi\'s pins)')
    ] = "simulated"
    pin_factory: Annotated[
        Literal["auto", "lgpio", "libgpiod"],
        about(
            'the driver of the lamps at the header: "lgpio" (dims them), "libgpiod" (full or '
            'dark), or "auto" (lgpio where it is installed)'
        ),
    ] = "auto"
    uses: Annotated[
        tuple[Literal["i2c", "serial", "spi", "i2s"], ...],
        about(
            'a list of what else is connected to the header: "i2c" (GPIO 2, 3; automatic with an '
            'expander), "serial" (14, 15), "spi" (7 to 11), "i2s" (18 to 21)'
        ),
    ] = ()
    buttons: Annotated[
        str | None, about("the name of an installed driver of buttons, or leave it out: ours, at the pins")
    ] = None
    lamps: Annotated[
        str | None, about("the name of an installed driver of lamps, or leave it out: ours, at the pins")
    ] = None
    dice_readers: Annotated[
        str | None, about("the name of an installed driver of dice readers, or leave it out: ours, at serial ports")
    ] = None
    options: Annotated[
        dict[str, dict[str, Any]],
        about(
            "a section of its own for each driver of another package, such as "
            "[hardware.options.keyboard_matrix], with the keys that the driver knows"
        ),
    ] = field(default_factory=dict)
    buttons_late_ms: Annotated[
        float, between(0, _LATEST_MS, "milliseconds, {least} to {most}; buttons stamp at once: 0")
    ] = 0.0
    touch_late_ms: Annotated[
        float, between(0, _LATEST_MS, "milliseconds, {least} to {most}; touch panels: 10 to 30, a mouse: 0")
    ] = 0.0

    def driver(self, role: DriverRole) -> str | None:
        """Return the name of the driver of another package; None: ours drives."""
        name: str | None = getattr(self, role)
        return name

    def drivers(self) -> dict[DriverRole, str]:
        """Return the names of all drivers of other packages."""
        return {role: name for role in DriverRole if (name := self.driver(role)) is not None}

    @property
    def header(self) -> bool:
        """True if buttons or lamps are at the pins of a header, which ours drives."""
        return self.kind == "gpio" and (self.buttons is None or self.lamps is None)

    @property
    def simulated(self) -> bool:
        """True if the buttons are simulated."""
        return self.kind == "simulated" and self.buttons is None

    @property
    def buttons_late(self) -> Duration:
        """``buttons_late_ms`` as a Duration."""
        return milliseconds(self.buttons_late_ms)

    @property
    def touch_late(self) -> Duration:
        """``touch_late_ms`` as a Duration."""
        return milliseconds(self.touch_late_ms)


class TouchConfig(Section, frozen=True, kw_only=True):
    """The source of touches, and the orientation of a touch panel."""

    provider: Annotated[
        Literal["window", "evdev"],
        about(
            '"window" (mouse and fingers of a desktop) or "evdev" (a table: the panel itself, stamped by '
            "the kernel; the window fills the screen)"
        ),
    ] = "window"
    device: Annotated[
        str,
        Meta(
            pattern=r"^(auto|/dev/input/.+)\Z",
            description='"auto" (the best multi-touch panel) or a path such as "/dev/input/by-id/..."',
        ),
    ] = "auto"
    rotation: Annotated[
        Literal[0, 90, 180, 270],
        about("0, 90, 180 or 270: degrees by which the panel is turned clockwise against the picture"),
    ] = 0
    matrix: Annotated[
        Matrix,
        about(
            "six numbers, such as [1, 0, 0, 0, 1, 0]: libinput's calibration matrix, applied before the "
            "rotation; the panel must stay an area under it"
        ),
    ] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    grab: Annotated[bool, about("true: no other program sees the panel's touches; false: all do")] = True


class WindowConfig(Section, frozen=True, kw_only=True):
    """The display's window, in pixels."""

    width: Annotated[int, between(640, 7680, "pixels, {least} to {most}")] = 1280
    height: Annotated[int, between(360, 4320, "pixels, {least} to {most}")] = 720
    fullscreen: Annotated[bool, about("true on a table, false on a desktop")] = False
    screen: Annotated[
        str,
        Meta(
            pattern=r"^(auto|[A-Za-z][A-Za-z0-9-]*)\Z",
            description="the connector of the screen where there is no desktop, such as "
            '"HDMI-A-2" (ls /sys/class/drm), or "auto": the first on which one is switched on',
        ),
    ] = "auto"


class IdleConfig(Section, frozen=True, kw_only=True):
    """Time limits for an inactive seat during a round, in seconds."""

    ask_s: Annotated[float, between(5, 3600, 'seconds until "still there?" is asked, {least} to {most}')] = 45.0
    leave_s: Annotated[float, between(5, 3600, "seconds until the seat leaves, {least} to {most}, above ask_s")] = 60.0
    to_bot: Annotated[bool, about("true if a bot takes over an abandoned seat, false if the seat leaves")] = False


class RecordsConfig(Section, frozen=True, kw_only=True):
    """Retention of rounds, results and names."""

    keep_days: Annotated[
        int,
        between(
            1,
            3650,
            "days on which the table was on, {least} to {most}: rounds can be replayed for this long, and until "
            "the results store has read them; their results stay longer (names_days)",
        ),
    ] = 30
    keep_mb: Annotated[
        int, between(10, 100_000, "megabytes, {least} to {most}: older rounds make room for newer ones")
    ] = 200
    names: Annotated[bool, about("true if a seat may choose a name, false if all are guests")] = True
    names_days: Annotated[
        int,
        between(
            0,
            3650,
            "days, {least} to {most}: names unused for this long are forgotten, and their rounds become a guest's; "
            "0: on the next day or at the machine's next start, and their rounds can then no longer be replayed",
        ),
    ] = 365
    store: Annotated[
        str,
        about(
            "the results store as an SQLAlchemy address, such as "
            '"postgresql+psycopg://venue@server/ligretto", or empty: an SQLite file beside the journal'
        ),
    ] = ""
    password_file: Annotated[
        str,
        Meta(
            pattern=PASSWORD_FILE,
            description="the place of a file with the store's password alone, which nobody else may read: "
            '"/..." or "~/..." (not the password itself), on an appliance '
            '"$CREDENTIALS_DIRECTORY/ligretto-store-password"; or empty: the store needs none',
        ),
    ] = ""
    time_zone: Annotated[str, about("zone of a new store's days, as \"Europe/Berlin\"; or empty: this computer's")] = ""


class ScreenConfig(Section, frozen=True, kw_only=True):
    """Brightness, screen saver, and what the picture spares the eyes."""

    brightness: Annotated[int, between(10, 100, "percent, {least} to {most}")] = 100
    dim_after_s: Annotated[
        int, between(30, 86_400, "seconds, {least} to {most}, until the screen is dimmed when nobody plays")
    ] = 300
    dimmed: Annotated[int, between(5, 100, "percent of the brightness when dimmed, {least} to {most}")] = 40
    dark_after_s: Annotated[
        int,
        between(
            0, 86_400, "seconds, up to {most}, until the screen is dark when nobody plays; a touch wakes it; 0: never"
        ),
    ] = 0
    contrast: Annotated[
        bool, about("true: high contrast for the table and for new guests; false: seats may choose it")
    ] = False
    calm: Annotated[
        bool, about("true: no flashes, no shaking, short fades for new guests; false: seats may choose")
    ] = False


class SoundConfig(Section, frozen=True, kw_only=True):
    """Sound. The night is by this machine's clock."""

    volume: Annotated[int, between(0, 100, "percent, {least} (silent) to {most}")] = 60
    night_begins: Annotated[TimeOfDay, about('a time of day such as "22:00", or "" with night_ends = "": no night')] = (
        ""
    )
    night_ends: Annotated[TimeOfDay, about('a time of day such as "08:00", or "" with night_begins = "": no night')] = (
        ""
    )
    night_volume: Annotated[
        int, between(0, 100, "percent, {least} (silent) to {most}: not louder than this at night")
    ] = 20
    attract: Annotated[
        bool, about("true: the bots' rounds are heard too; false: nothing is heard while nobody plays")
    ] = False
    device: Annotated[
        SoundDevice,
        about(
            '"usb", "header" (a sound card at the pins), "hdmi" (the screen), "jack", a sound card\'s name as `kiosk '
            'doctor` tells it, or a part of it, or "auto": the first of these that opens and has a loudspeaker'
        ),
    ] = "auto"


class HoursConfig(Section, frozen=True, kw_only=True):
    """Opening hours, by this machine's clock: every day, or a day's own. Outside of them the table is dark.

    A running match is never cut off.
    """

    opens: Annotated[TimeOfDay, about('a time of day such as "10:00"; without both it is always open')] = ""
    closes: Annotated[
        TimeOfDay, about('a time of day such as "23:30"; "01:00" is after midnight; without both it is always open')
    ] = ""
    monday: DayHours = ""
    tuesday: DayHours = ""
    wednesday: DayHours = ""
    thursday: DayHours = ""
    friday: DayHours = ""
    saturday: DayHours = ""
    sunday: DayHours = ""


class Settings(Section, frozen=True, kw_only=True):
    """A whole configuration. Every key but the seats may be left out."""

    seat: Annotated[tuple[SeatConfig, ...], about("2 to 12 [[seat]] sections")]
    table: Annotated[TableConfig, about("a [table] section")] = field(default_factory=TableConfig)
    language: Annotated[LanguageConfig, about("a [language] section")] = field(default_factory=LanguageConfig)
    game: Annotated[GameConfig, about("a [game] section")] = field(default_factory=GameConfig)
    hardware: Annotated[HardwareConfig, about("a [hardware] section")] = field(default_factory=HardwareConfig)
    touch: Annotated[TouchConfig, about("a [touch] section")] = field(default_factory=TouchConfig)
    window: Annotated[WindowConfig, about("a [window] section")] = field(default_factory=WindowConfig)
    idle: Annotated[IdleConfig, about("an [idle] section")] = field(default_factory=IdleConfig)
    records: Annotated[RecordsConfig, about("a [records] section")] = field(default_factory=RecordsConfig)
    screen: Annotated[ScreenConfig, about("a [screen] section")] = field(default_factory=ScreenConfig)
    sound: Annotated[SoundConfig, about("a [sound] section")] = field(default_factory=SoundConfig)
    hours: Annotated[HoursConfig, about("an [hours] section")] = field(default_factory=HoursConfig)
    venue: Annotated[VenueConfig, about("a [venue] section")] = field(default_factory=VenueConfig)
    brand: Annotated[BrandConfig, about("a [brand] section")] = field(default_factory=BrandConfig)

    def wiring(self) -> tuple[Wiring, ...]:
        """Return the pins of every seat that our own hardware drives."""
        wiring = self.all_wiring()
        if self.hardware.buttons is not None:
            wiring = tuple(wires._replace(stop_pin=None, play_pin=None) for wires in wiring)
        if self.hardware.lamps is not None:
            wiring = tuple(wires._replace(lamp_pin=None) for wires in wiring)
        return wiring

    def all_wiring(self) -> tuple[Wiring, ...]:
        """Return the pins of every seat as they are configured, also those that the driver of another package has."""
        return tuple(Wiring(seat.number, seat.stop_pin, seat.play_pin, line_of(seat.lamp_pin)) for seat in self.seat)

    def screen_stop(self) -> frozenset[int]:
        """Return the seats that have Stop on the screen. A driver of another package has buttons for every seat."""
        if self.hardware.buttons is not None:
            return frozenset()
        return frozenset(seat.number for seat in self.seat if seat.stop_pin is None)

    def dice_boards(self) -> dict[int, str]:
        """Return the ids of the dice-reader boards, by seat."""
        return {seat.number: seat.dice_board for seat in self.seat if seat.dice_board is not None}

    def serial_ports(self) -> bool:
        """Return whether ours looks for dice-reader boards at real serial ports."""
        return self.hardware.kind == "gpio" and self.hardware.dice_readers is None and bool(self.dice_boards())

    def functions(self) -> frozenset[str]:
        """Return the functions of the header in use (``gpio.pin_uses.FUNCTIONS``): configured, and for expanders."""
        chips = (pin.chip for wires in self.wiring() if isinstance(pin := wires.lamp_pin, ChipLine))
        buses = (EXPANDERS[chip].bus for chip in chips if chip in EXPANDERS)
        return frozenset({ALWAYS, *self.hardware.uses, *buses})

    def plan(self) -> tuple[SeatPlan, ...]:
        """Return the position of every seat, for the displays."""
        return tuple(SeatPlan(SeatNumber(seat.number), seat.edge, seat.position) for seat in self.seat)


SECTIONS: Final[dict[str, type[Section]]] = {
    "seat": SeatConfig,
    "table": TableConfig,
    "language": LanguageConfig,
    "game": GameConfig,
    "hardware": HardwareConfig,
    "touch": TouchConfig,
    "window": WindowConfig,
    "idle": IdleConfig,
    "records": RecordsConfig,
    "screen": ScreenConfig,
    "sound": SoundConfig,
    "hours": HoursConfig,
    "venue": VenueConfig,
    "brand": BrandConfig,
}
"""All sections by their names in the file."""
