"""The staff's menu: the settings of the house, the pages, the advice about a finding, the sounds that they try."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from kiosk.faults.fault import Reported
from kiosk.game.seats import SeatNumber
from kiosk.protocol.base import Message


class House(Message, frozen=True, tag=False):
    """The house: the staff's settings of picture, sound and hours, and whose it is.

    Brightness and volume in percent, times in seconds.
    """

    brightness: int = 100
    dim_after_s: int = 300
    """The time without play after which the picture is dimmed."""
    dimmed: int = 40
    """The percentage of the brightness that is left then."""
    dark_after_s: int = 0
    """The time without play after which the picture is dark; 0: never."""
    volume: int = 60
    """The volume now: the usual one, or at night the night's."""
    sound_in_attract: bool = False
    """True if the bots' rounds are heard while nobody plays."""
    opens: str = ""
    """The time of day (``10:00``) at which people may play again in state ``closed``; empty: unknown."""
    opens_on: str = ""
    """The day of that time (``protocol.opening_hours.DAYS``), if it is more than 24 hours away."""
    closed_by_staff: bool = False
    """True if the staff have closed the table, and open it again at their menu."""
    contrast: bool = False
    """High contrast of the whole table, and what every new guest begins with."""
    calm: bool = False
    """The same for a picture without flashes and shaking."""
    language: str = "en"
    """The default language, in which the staff are told something in a round."""
    sound_device: str = "auto"
    """Where sounds go to, as in the configuration: a kind of output, a name, or ``auto``."""
    name: str = ""
    """What the house is called; empty: it is not told."""
    accent: str = ""
    """Its colour (``#rrggbb``); empty: the table's own."""
    names: str = "nowhere"
    """Where typed names are seen besides at this table: ``nowhere``, ``hall`` or ``web``."""
    address: str = ""
    """Where phones reach the pages of matches (``https://host``); empty: nowhere."""

    def page_of(self, match: str) -> str:
        """Return the address of a match's page; empty: the house has none, or the match is not kept."""
        return f"{self.address}/match/{match}" if self.address and match else ""


class ServiceTile(Message, frozen=True, tag=False):
    """A tile on a page of the service menu (``kiosk.table.menu``).

    ``key``: its kind; ``value``: distinguishes tiles of one kind.
    """

    key: str
    value: str = ""
    text: str = ""
    """The tile's data, shown as it is: a version, the reading of a board, a finding of the doctor."""
    state: str = ""
    """``sure``: a second touch does it; ``under_way``; ``told``: it was touched, and the view's note is about it, or
    that it is busy; of a setting the value in the file, if another one is set; of the doctor's door its worst finding:
    ``fault``, ``warning`` or ``good``, empty if the table could not be examined."""
    lit: bool = False
    touchable: bool = True
    mend: str = ""
    """The fix for the doctor's finding."""
    advice: str = ""
    """What the staff do about it (``kiosk.protocol.staff_menu``); at the doctor's door about the worst one."""
    seat: int = 0
    """The seat that this finding is about; 0: none."""


class ServiceView(Message, frozen=True, tag=False):
    """The staff's menu, open in the panel of ``seat``."""

    seat: SeatNumber
    page: str
    """``pin`` (the keypad), ``menu``, ``buttons``, ``lamps``, ``boards``, ``fingers``, ``loudspeakers``, ``sounds``,
    ``signals``, ``finale``, ``settings``, a setting by section and key (``sound.volume``), ``house_rules``,
    ``house_name`` (a name for them is typed), ``stick``, ``unwanted`` (names), ``clock``, ``doctor``, ``system`` or
    ``new_pin`` (it is typed).
    """
    tiles: tuple[ServiceTile, ...] = ()
    note: str = ""
    """``wrong`` (PIN), ``broken`` (no PIN can be checked), ``pin_again`` (the new one), ``pins_differ``, ``easy_pin``,
    ``pin_set``, ``not_kept`` (a setting), ``other_end`` (of a span of time:
    to be chosen as well), ``default_language`` (is not withdrawn), ``not_offered`` (a language), ``failed``,
    ``no_stick``, ``saved`` (onto the stick), ``restored`` (at the next start), ``restoring``, ``restore_cancelled``,
    ``names_taken`` and ``names_removed`` (unwanted ones), ``clock_set``, ``clock_by_network`` (is not set here),
    ``leaderboard_cleared``, ``bad_name`` and ``name_taken`` (of house rules), ``match_ended``, ``table_reset``.
    Empty: nothing.
    """
    busy: bool = False
    """True while a job runs: nothing can be touched, but for what leads away from the doctor."""
    tries: int = 0
    """The number of tries left for the PIN."""
    locked_until: int = 0
    """The instant until which no PIN is accepted, or on the page ``cleaning`` nothing; 0: something is."""
    first: int = 0
    """``doctor``: the number of the first finding shown."""
    played: int = 0
    """``loudspeakers``, ``sounds`` and ``signals``: how many have been played; the display plays the lit one when it
    grows.
    """
    why: str = ""
    """Note ``failed``: the error and its fix, as on the command line; empty: see the log."""
    at: str = ""
    """Note ``saved``: the time of day at which it was, to the second (ISO 8601)."""


class Advice(StrEnum):
    """The kinds of advice; their words are in ``kiosk.display.screens.findings``."""

    NOTHING = "nothing"
    ADMINISTRATOR = "administrator"
    RESTART_TABLE = "restart_table"
    RESTART_DISPLAY = "restart_display"
    SWITCH_SCREEN_ON = "switch_screen_on"
    PLUG_PANEL = "plug_panel"
    WIPE_SCREEN = "wipe_screen"
    COUNT_FINGERS = "count_fingers"
    FREE_BUTTON = "free_button"
    PRESS_ALL = "press_all"
    PLUG_READER = "plug_reader"
    PLUG_READER_IN = "plug_reader_in"
    SAVE = "save"
    RESTORE = "restore"
    RESTORE_AGAIN = "restore_again"
    SET_AGAIN = "set_again"
    CLOCK = "clock"
    SUPPLY = "supply"
    COOL = "cool"
    FEWER_SEATS = "fewer_seats"
    PLUG_LOUDSPEAKER = "plug_loudspeaker"


_OF_FAULTS: Final[Mapping[str, Advice]] = {
    **dict.fromkeys(("button.stuck", "button.flaps"), Advice.FREE_BUTTON),
    **dict.fromkeys(("touch.none", "touch.gone", "touch.unread"), Advice.PLUG_PANEL),
    **dict.fromkeys(("touch.ghost", "touch.masked", "touch.felt"), Advice.WIPE_SCREEN),
    **dict.fromkeys(("board.silent", "board.floods", "board.not_found"), Advice.PLUG_READER),
    **dict.fromkeys(("port.stopped", "port.clogged", "port.broken"), Advice.PLUG_READER),
    "port.pulled": Advice.PLUG_READER_IN,
    **dict.fromkeys(("journal.goes_on", "journal.in_memory", "journal.unwritable"), Advice.SAVE),
    **dict.fromkeys(("sound.no_card", "sound.failed"), Advice.PLUG_LOUDSPEAKER),
    "configuration.not_overlaid": Advice.SET_AGAIN,
    **dict.fromkeys(("driver.missing", "driver.twice", "driver.fails", "driver.own"), Advice.ADMINISTRATOR),
    **dict.fromkeys(("game.left_out", "game.failed", "game.set_aside"), Advice.ADMINISTRATOR),
    **dict.fromkeys(
        ("touch.several", "touch.elsewhere", "touch.unit", "touch.unlikely", "touch.unusable"), Advice.ADMINISTRATOR
    ),
    **dict.fromkeys(
        ("configuration.last_good", "configuration.not_installed", "configuration.not_used"), Advice.ADMINISTRATOR
    ),
}
"""By the codes of ``kiosk.faults.fault``."""


def of_fault(fault: Reported) -> Advice | None:
    """Return what the staff do about a fault; None: its code alone does not decide it."""
    return _OF_FAULTS.get(fault.code)


SOUNDS: Final[Mapping[str, tuple[str, ...]]] = {
    "sounds": (
        *("sit", "renamed", "page", "deal", "lift", "slide", "flip", "reshuffle", "roll", "land", "chain", "place"),
        *("pile_finished", "streak", "refused", "beaten", "false_stop"),
    ),
    "signals": (
        *("ready", "unready", "proposal", "proposal_dropped", "count", "go", "stack3", "stack2", "stack1"),
        *("pause", "resume", "time_nearly_up", "fault", "again"),
    ),
    "finale": (
        *("heart", "riser", "stop", "bot_stop", "all_placed", "time_up", "deadlock", "all_left"),
        *("counting", "drum", "stroke", "told", "round_won", "also", "story", "race", "crown"),
        *("match_won", "fireworks", "award"),
    ),
}
"""Sounds of the pieces and of a seat, signals, and all that is heard from the last pieces of a round on."""
