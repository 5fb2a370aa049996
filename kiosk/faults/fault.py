"""Faults as data: what is wrong with a device, a journal or a configuration, and how that is said.

A fault is shown as a sentence. The English texts of the codes are the keys of the translations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from msgspec import Struct

_DEEPEST: Final = 8
"""Maximum depth of nested faults that is formatted; ours have two levels, but a display may send anything."""


class Reported(Protocol):
    """The common interface of ``Fault`` and ``hardware.api.Fault``."""

    @property
    def code(self) -> str:
        """The key of its text in ``TEXTS``."""

    @property
    def values(self) -> Mapping[str, str | int | float | Reported]:
        """The values for the placeholders of its text."""


class Fault(Struct, frozen=True, array_like=True):
    """A fault with its fix. ``code``: a key of ``TEXTS``; ``values``: those for the placeholders of that text."""

    code: str
    values: dict[str, str | int | float | Fault] = {}

    @classmethod
    def of(cls, reported: Reported) -> Fault:
        """Return the reported fault as an instance of this class."""
        return cls(
            reported.code,
            {
                name: value if isinstance(value, str | int | float) else cls.of(value)
                for name, value in reported.values.items()
            },
        )


def english(fault: Reported) -> str:
    """Return the English sentence, for the log and the doctor."""
    return worded(fault, lambda text: text)


def worded(fault: Reported, translated: Callable[[str], str], depth: int = 0) -> str:
    """Return the sentence, with every text in it ``translated``.

    The fault may come from an older or newer version than the table of texts: an unknown code is shown with all its
    values, and a placeholder without a value as a question mark.
    """
    if depth > _DEEPEST:
        return "..."
    values = _FilledValues(
        {
            name: str(value) if isinstance(value, str | int | float) else worded(value, translated, depth + 1)
            for name, value in fault.values.items()
        }
    )
    text = TEXTS.get(fault.code)
    if text is None:
        return translated(UNKNOWN).format(told=", ".join((fault.code, *values.values())))
    return translated(text).format_map(values)


class _FilledValues(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "?"


UNKNOWN: Final = "a fault that is not known here ({told}): bring all parts of the kiosk to the same version"
"""The text of an unknown code."""

TEXTS: Final[Mapping[str, str]] = {
    # buttons, lamps and their pins
    "pin.fails": "{where} does not work: {why}",
    "pin.unusable": (
        "{where} does not work ({error}): "
        "check its wiring, that no other program uses the pin and that this one may, or choose another pin"
    ),
    "button.clock": "its stamps are of another clock, so arrival counts: use a kernel from 5.10 on",
    "button.stuck": "it has been held down for {seconds} s: free it, or check its wires for a short circuit",
    "button.flaps": (
        "it presses itself, more than {fastest} times a second, and is ignored until it stops: "
        "check its contact and its wires"
    ),
    "input.lost": "an input was lost ({error}): report it, with the log",
    "calibrate.unwired": "calibrating needs a wired button: run it on the table with its configuration (--config FILE)",
    # GPIO chips and the libraries that drive them
    "chip.missing": "no GPIO chip {wanted}, {found}: {fix}",
    "chip.others": "there are only {chips}",
    "chip.none": "there is none at all",
    "chip.elsewhere": 'run this on a Raspberry Pi, or set hardware.kind to "simulated"',
    "chip.check_expander": "check its wiring, its overlay in config.txt, and its name in lamp_pin",
    "chip.ambiguous": "{count} GPIO chips are labelled {wanted}: write {names} instead",
    "chip.forbidden": "{path} cannot be opened ({error}): `kiosk doctor` tells under permissions what to do",
    "chip.lines": "{label} only has lines 0 to {last}: correct lamp_pin",
    "chip.header": "{name} is the header's own chip: write the BCM number alone in lamp_pin",
    "chip.unopened": "the pins of {path} cannot be opened ({error}): {fix}",
    "gpiod.missing": (
        "the Python module gpiod 2 is missing: install the package with its extra gpio (pip install -e '.[gpio]')"
    ),
    "lgpio.missing": (
        'hardware.pin_factory is "lgpio", and the Python module lgpio is missing: {fix}, '
        'or set hardware.pin_factory to "auto" (lamps are full or dark then)'
    ),
    "lgpio.undimmed": "lamps are full or dark, because lgpio is missing: to dim them, {fix}",
    "lgpio.install": (
        "install python3-lgpio (Raspberry Pi OS has it, Debian has not) "
        "and make the virtual environment with --system-site-packages"
    ),
    "lgpio.fails": (
        "lgpio does not start ({error}): start in a directory that may be written to, "
        'or set hardware.pin_factory to "libgpiod" (lamps are full or dark then)'
    ),
    # the pin process
    "pins.lost": "{why}: no button is heard until it has been started again; report it, with the log",
    "pins.silent": "it does not answer",
    "pins.ended": "it has ended ({how})",
    "pins.ended_early": "the pin process: {how}: report it, with the log",
    "pins.slow": "the pin process has not begun within {seconds} s: report it, with the log",
    "pins.unstarted": "the pin process cannot be started ({error}): report it, with the log",
    "pins.unheard": "nobody can listen to the pin process ({error}): report it, with the log",
    # where sounds go to
    "sound.no_card": "there is no loudspeaker: plug in one with a USB plug",
    "sound.no_screen": "sounds go to the screen, and none is on: switch it on, or plug in a USB loudspeaker",
    "sound.no_loudspeaker": "the screen has no loudspeakers: plug in a USB loudspeaker",
    "sound.busy": "another program uses the loudspeaker ({output}): stop that program",
    "sound.denied": "this user may not use the loudspeaker: `kiosk doctor` tells under permissions what to do",
    "sound.failed": "the loudspeaker ({output}) does not work ({error}): pull it out and put it in again",
    "sound.elsewhere": "the chosen loudspeaker is not there: sounds go to {output} until it is",
    # the dice-reader boards and their ports
    "board.unknown": 'board {board} belongs to no seat: write dice_board = "{board}" at its [[seat]], or pull it out',
    "board.twin": (
        "it calls itself {board} as the board at {port} does, and is not listened to: give it another identity"
    ),
    "board.version": "its board speaks LDR/{version}, not LDR/1: flash the firmware of hardware/firmware",
    "board.seat": (
        "it is set to seat {own} itself; the configuration, which counts, gives it to seat {seat}: correct one of them"
    ),
    "board.not_found": (
        "it was not found: plug it in, or correct dice_board in the configuration; `kiosk doctor` lists what is there"
    ),
    "board.silent": "it does not answer: check its cable, or pull it out and put it in again",
    "board.floods": ("it sends without a pause, so that its reports are lost: restart it, or flash its firmware anew"),
    "boards.no_room": (
        "a board cannot be heard at the moment ({error}): it is tried again; if this goes on, restart the table"
    ),
    "port.strange": ("nothing there speaks LDR/1: check that it is a dice-reader board and that its firmware runs"),
    "port.stopped": "it has stopped answering: pull it out and put it in again",
    "port.forbidden": "this user may not open it: `kiosk doctor` tells under permissions what to do",
    "port.in_use": "another program uses it: end that one (`fuser -v` with the port's name tells which)",
    "port.pulled": "it has been pulled out, or its cable is loose: put it in again",
    "port.clogged": "it accepts no data: pull it out and put it in again",
    "port.broken": "it does not work ({error}): try another cable and another socket",
    "port.mistake": "{error} while it was read: report it, with the log",
    # drivers of other packages
    "driver.missing": (
        "the driver {driver} is not installed: install its package, or remove {key} from [hardware] to use ours"
    ),
    "driver.twice": "the driver {driver} is in several packages ({packages}): uninstall all but one",
    "driver.fails": (
        "the driver {driver} of {package} does not work: {error}; {without}: repair or update that package, "
        "or remove {key} from [hardware] to use ours"
    ),
    "driver.without_buttons": "every seat has its buttons on the screen",
    "driver.without_lamps": "the game goes on without lamps",
    "driver.without_dice_readers": "dice roll on the screen",
    "driver.own": "its driver reports: {error}: {fix}",
    # games of other packages
    "game.left_out": (
        "the game {game} of {package} does not work: {error}; the other games go on: "
        "repair, update or uninstall that package, then start the table again"
    ),
    "game.failed": (
        "the game {game} of {package} does not work: {error}; its match has ended, and the other games go on: "
        "repair or update that package, then start the table again"
    ),
    "game.set_aside": (
        "the game {game} of {package} is set aside, because the table crashed in it; its round does not count, and the "
        "other games go on: update that package, or to try it again as it is, delete {file}"
    ),
    # the touch panel
    "touch.none": "No multi-touch panel is connected: plug it in, check its cable",
    "touch.gone": "The touch panel {panel} is gone ({why}): plug it in, check its cable",
    "touch.unusable": "The touch panel {panel} cannot be used: {fix}",
    "touch.other": "{panel} is no multi-touch panel: name another one in touch.device",
    "touch.forbidden": "this user may not read it: kiosk doctor tells under permissions what to do",
    "touch.grabbed": "another program has grabbed it: end that program, or set touch.grab to false in it",
    "touch.missing": "there is no such device: plug it in, or name another one in touch.device",
    "touch.several": (
        "{panel} is used as the touch panel, but there are also: {others}; if touches do nothing, "
        "name the right one in touch.device"
    ),
    "touch.elsewhere": "touches come from {other}, but {panel} is used: name the right one in touch.device",
    "touch.unread": "{panel} sends, but no touch can be read from it: try another socket or cable",
    "touch.unit": (
        "the touch panel's sizes do not agree with the table: they are not used, and palms count as fingers; "
        "check table.diagonal_mm"
    ),
    "touch.unlikely": (
        "by the touch panel's sizes most touches would be no fingers: they are not used, and palms count as fingers"
    ),
    "touch.cuts": "the touch panel cuts touches short: {cuts} so far, {joined} of them were joined again",
    "touch.ghost": (
        "the touch panel is touched at one point again and again ({count} times, {right} % from the left, {down} % "
        "from the top): clean it there; if that does not help, it is broken"
    ),
    "touch.masked": (
        "the touch panel is touched at one point again and again ({count} times, {right} % from the left, {down} % "
        "from the top): it is ignored there outside rounds until the next start; clean it there"
    ),
    "touch.felt": (
        "two taps on bare felt within an hour took a seat that nobody then used: until the next start they take none; "
        "clean the touch panel"
    ),
    # the journal
    "journal.goes_on": "{why}; it goes on in {path}, and nothing of this round is lost",
    "journal.in_memory": "{why}; this round is in memory alone; saving is tried again every {seconds} s",
    "journal.ended": "the journal has ended by a mistake of this program ({error}): start the table again",
    "journal.unwritable": "{path}: the journal could not be written ({why}): {fix}",
    "journal.taken": (
        "{path}: another table writes its journal here: end it, or set KIOSK_STATE_DIR to another folder"
    ),
    "journal.no_answer": (
        "the disk has not answered for a long time: the scores are shown although they may not be kept; "
        "end whatever else writes there, or keep the journal on another disk"
    ),
    "disk.full": "make room on the disk, or keep less (keep_mb in [records])",
    "disk.readonly": "the disk takes no writes: it may be worn out, replace it; or mount it for writing",
    "disk.forbidden": "let the user that the table runs as write in this folder",
    "disk.gone": "don't remove the folder or its disk while the table runs",
    "disk.busy": "end the other program that writes to it",
    "disk.worn": "the disk may be worn out: save the folder and replace the disk",
    # the table's states
    "states.unlisted": "the step from {here} to {there} is not listed: report it, with the log",
    # the sockets to a hall
    "feed.fails": "a hall sees nothing of this table ({error}): start the machine again, or report it, with the log",
    # the configuration
    "configuration.last_good": (
        "The configuration cannot be used: the last good one is in use. For the staff: kiosk doctor"
    ),
    "configuration.not_installed": (
        "{file}: {key}: {value} is not installed; the table runs without it. For the staff: kiosk doctor"
    ),
    "configuration.not_used": ("{file}: {key} cannot be used; the table runs without it. For the staff: kiosk doctor"),
    "configuration.not_overlaid": ("{why}; the table runs as it is configured: set it again in the service menu"),
    "configuration.unreadable": "{file}: cannot be read",
}
