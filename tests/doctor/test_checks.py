"""Every possible problem is found by its check, with its fix; a good table has none."""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from hardware import api
from hardware.api import BoardHealth
from hardware.installed_drivers import DriverRole
from kiosk import protocol as msg
from kiosk.doctor.checks import CHECKS, examine
from kiosk.doctor.facts import (
    EVENING,
    BoardFacts,
    Configuration,
    ConnectorFacts,
    Facts,
    FolderFacts,
    LampFacts,
    LastGood,
    OtherDriver,
    OtherGame,
    PinFacts,
    PinLevel,
    Power,
    Right,
    Room,
    RunningTable,
    Scheduling,
    TouchPanelFacts,
    WindowFacts,
)
from kiosk.doctor.finding import Grade
from kiosk.faults.fault import TEXTS, english
from kiosk.game.seats import SeatNumber
from kiosk.service.stick_configuration import StickOutcome

Break = Callable[[Facts], Facts]


def found(facts: Facts, check: str) -> list[tuple[Grade, str]]:
    """Return the findings of ``check``: the grade, and all text that a person reads."""
    return [(f.grade, f"{f.what} -> {f.mend}") for named, f in examine(facts) if named.name == check]


def worst(facts: Facts) -> list[tuple[str, Grade]]:
    """Return every finding that is not good."""
    bad = (Grade.WARNING, Grade.FAULT)
    return [(check.name, finding.grade) for check, finding in examine(facts) if finding.grade in bad]


def test_on_a_good_table_every_check_that_looks_is_content(well: Facts) -> None:
    assert worst(well) == []
    silent = {check.name for check in CHECKS} - {check.name for check, _ in examine(well)}
    # No kiosk runs, no appliance, no config.txt, no driver of others, no restore that waits, no hall.
    assert silent == {"presses", "journal", "frames", "screen", "firmware", "drivers", "games", "restore", "hall"}


def test_drivers_of_other_packages_are_told_with_what_is_wrong_with_them(well: Facts) -> None:
    buttons = OtherDriver(DriverRole.BUTTONS, "own", "own 1.0")
    broken = OtherDriver(DriverRole.LAMPS, "led_strip", error="it does not work")
    assert found(replace(well, drivers=(buttons, broken)), "drivers") == [
        (
            Grade.NOTE,
            "buttons by own (own 1.0): can be loaded -> start the table, and repeat: it opens the driver",
        ),
        (Grade.FAULT, "lamps by led_strip: it does not work -> "),
    ]


def test_games_of_other_packages_are_told_unless_the_running_table_does_it(well: Facts, running: Facts) -> None:
    games = (OtherGame("dominoes", "d 1.0"), OtherGame("odd", "odd 2.0", "it cannot be used"))
    facts = replace(well, games=games)
    assert found(facts, "games") == [(Grade.GOOD, "dominoes (d 1.0) -> "), (Grade.FAULT, "it cannot be used -> ")]
    told = msg.NamedFault("game odd", msg.Fault("game.left_out"))
    facts = _told(faults=(told,))(replace(running, games=games))
    assert found(facts, "games") == [(Grade.GOOD, "dominoes (d 1.0) -> ")]


def test_pins_that_drivers_of_other_packages_replace_are_not_asked_for(well: Facts) -> None:
    drivers = tuple(OtherDriver(role, "own", "own 1") for role in DriverRole)
    facts = replace(well, drivers=drivers, pins=None, lamps=None, boards=None)
    assert [found(facts, check) for check in ("chip", "pins", "lamps", "boards")] == [[], [], [], []]


def test_on_a_good_table_that_runs_too(running: Facts) -> None:
    assert worst(running) == []
    assert [text for _, text in found(running, "presses")] == [
        "1204 heard: half within 0.48 ms, 99 of 100 within 0.79 ms, the slowest 2.10 ms -> "
    ]


def test_lamps_that_could_be_dimmed_are_a_note_and_no_fault(well: Facts) -> None:
    assert found(well, "lamps") == [(Grade.GOOD, "dimmed by lgpio -> ")]
    facts = replace(well, lamps=LampFacts(note="lamps are full or dark"))
    assert found(facts, "lamps") == [(Grade.NOTE, "lamps are full or dark -> ")]
    assert worst(facts) == []
    assert found(replace(well, lamps=LampFacts()), "lamps") == []  # none at the header, or no dimming wanted


LINES = ("t.toml: game.rounds: 0 is invalid: write 1",)


@pytest.mark.parametrize("last", [None, LastGood("l.toml"), LastGood("l.toml", ("seat 3 stop_pin: 17 -> 27",))])
def test_what_was_changed_since_a_table_last_started_is_told_and_no_fault(well: Facts, last: LastGood | None) -> None:
    facts = replace(well, config=replace(well.config, last_good=last))
    assert worst(facts) == []
    ((grade, text),) = found(facts, "changes")
    told = {None: "no table has started here yet", (): "unchanged since a table last started"}
    changes = last.changes if last is not None else None
    assert told.get(changes, "changed since a table last started: seat 3 stop_pin: 17 -> 27") in text
    assert grade is (Grade.GOOD if changes == () else Grade.NOTE)


@pytest.mark.parametrize(
    ("outcome", "grade", "told"),
    [
        (StickOutcome("installed"), Grade.NOTE, "it came from a stick"),
        (StickOutcome("taken-back"), Grade.WARNING, "the one before is back"),
        (
            StickOutcome("refused", "table.toml: x: is unknown"),
            Grade.WARNING,
            "was not used: table.toml: x: is unknown",
        ),
    ],
)
def test_what_came_of_a_sticks_configuration_is_told(
    well: Facts, outcome: StickOutcome, grade: Grade, told: str
) -> None:
    lines = found(replace(well, config=replace(well.config, from_stick=outcome)), "configuration")
    assert [words for found, words in lines if found is grade and told in words]


def test_a_set_up_that_waits_for_a_network_behind_the_table_is_told(well: Facts) -> None:
    lines = found(replace(well, config=replace(well.config, card_waits=True)), "configuration")
    assert [grade for grade, told in lines if "the card was prepared again" in told] == [Grade.WARNING]


def test_many_changes_are_told_in_part_and_counted(well: Facts) -> None:
    last = LastGood("l.toml", tuple(f"seat {number}: added" for number in range(27)))
    texts = [text for _, text in found(replace(well, config=replace(well.config, last_good=last)), "changes")]
    assert texts[0].endswith("seat 0: added -> ")
    assert texts[20].startswith("and 7 more")
    assert len(texts) == 21


@pytest.mark.parametrize(
    ("last", "told"),
    [
        (LastGood("my l.toml", ("game.rounds: 5 -> 0",)), "the last good configuration is still available"),
        (LastGood("my l.toml", problem="this one is no TOML: line 3"), "cannot be compared with the last good"),
    ],
)
def test_while_a_configuration_is_broken_the_last_good_one_can_be_played_with(
    well: Facts, last: LastGood, told: str
) -> None:
    texts = [text for _, text in found(replace(well, config=Configuration("t.toml", None, LINES, (), last)), "changes")]
    assert texts[-1].startswith(told)
    assert texts[-1].endswith("-> to use the old one meanwhile: kiosk --config 'my l.toml'")
    worse = Configuration("t.toml", None, LINES, (), replace(last, usable=False))
    assert "kiosk --config" not in "".join(text for _, text in found(replace(well, config=worse), "changes"))


def test_a_configuration_of_which_a_part_can_be_used_is_not_called_good(well: Facts) -> None:
    facts = replace(well, config=replace(well.config, errors=LINES))
    assert found(facts, "configuration") == [(Grade.FAULT, f"{LINES[0]} -> ")]


def _clock(**changes: object) -> Break:
    return lambda facts: replace(facts, clock=replace(facts.clock, **changes))


def _pins(pins: PinFacts) -> Break:
    return lambda facts: replace(facts, pins=pins)


def _right(right: Right) -> Break:
    return lambda facts: replace(facts, rights=(right,))


def _place(place: FolderFacts) -> Break:
    return lambda facts: replace(facts, places=(place,))


_CHIPS = Right("GPIO chips", "gpio", "gpio", ("/dev/gpiochip0",), denied=("/dev/gpiochip0",))
_BOARD = BoardHealth("/dev/ttyACM0", "LDR-1", 2, connected=True, firmware="1.0.0", counters={"frames": 9})
_UNKNOWN = _BOARD._replace(seat=None, fault=api.Fault("board.unknown", {"board": "LDR-1"}))

IDLE: dict[str, tuple[Break, str, Grade, tuple[str, ...]]] = {
    "wrong configuration": (
        lambda f: replace(f, config=Configuration("t.toml", None, ("t.toml: game.rounds: 0 is invalid: write 1",))),
        "configuration",
        Grade.FAULT,
        ("game.rounds", "write 1"),
    ),
    "a table too small": (
        lambda f: replace(f, config=replace(f.config, warnings=("t.toml: window.width: too fine",))),
        "configuration",
        Grade.WARNING,
        ("window.width",),
    ),
    "a table that hangs": (
        lambda f: replace(f, table=RunningTable(silence="The table does not answer within 5 s: it hangs.")),
        "kiosk",
        Grade.FAULT,
        ("does not answer",),
    ),
    "an old kernel": (
        lambda f: replace(f, kernel="5.4.83-v7l+"),
        "machine",
        Grade.FAULT,
        ("5.4.83", "sudo apt full-upgrade"),
    ),
    "pins configured on a PC": (lambda f: replace(f, model=None), "machine", Grade.WARNING, ('kind = "simulated"',)),
    "no window": (
        lambda f: replace(f, screen=WindowFacts(error="no window can be opened: is DISPLAY right?")),
        "display",
        Grade.FAULT,
        ("DISPLAY",),
    ),
    "no screen": (
        lambda f: replace(f, screen=WindowFacts("offscreen", (1920, 1080), "llvmpipe")),
        "display",
        Grade.WARNING,
        ("connect a screen",),
    ),
    "drawn by the processor": (
        lambda f: replace(f, screen=WindowFacts("x11", (1920, 1080), "llvmpipe (LLVM 15.0.6, 256 bits)")),
        "GL",
        Grade.WARNING,
        ("llvmpipe", "dtoverlay=vc4-kms-v3d"),
    ),
    "a Pillow that cannot order text": (
        lambda f: replace(f, orders_text=False),
        "text",
        Grade.WARNING,
        ("Hebrew and Arabic are not offered", "Raqm", "pip install"),
    ),
    "no library that orders text": (
        lambda f: replace(f, orders_text=False, finds_fribidi=False),
        "text",
        Grade.WARNING,
        ("Hebrew", "libfribidi0"),
    ),
    "a translation that cannot be used": (
        lambda f: replace(f, broken_catalogues=("kiosk/locale/de/LC_MESSAGES/kiosk.po: cannot be used (odd)",)),
        "text",
        Grade.WARNING,
        ("de/LC_MESSAGES/kiosk.po: cannot be used (odd): its texts are shown in English", "install the kiosk again"),
    ),
    "no touch panel": (lambda f: replace(f, panels=()), "touch", Grade.FAULT, ("USB", "lsusb")),
    "a panel without rights": (
        lambda f: replace(f, panels=(TouchPanelFacts("/dev/input/event3", "ILITEK", readable=False),)),
        "touch",
        Grade.FAULT,
        ("/dev/input/event3", "pi"),
    ),
    "lgpio that is configured and missing": (
        lambda f: replace(f, lamps=LampFacts(error="lgpio is missing: install python3-lgpio")),
        "lamps",
        Grade.FAULT,
        ("install python3-lgpio",),
    ),
    "no chip": (_pins(PinFacts(error="no GPIO chip: run this on a Pi")), "chip", Grade.FAULT, ("run this on a Pi",)),
    "a button that is shorted": (
        _pins(PinFacts("c", (PinLevel("GPIO 17, pin 11 of the header", "seat 1 Stop", pressed=True),))),
        "pins",
        Grade.FAULT,
        ("seat 1 Stop", "GPIO 17, pin 11", "free the button"),
    ),
    "a pin that is taken": (
        _pins(PinFacts("c", (PinLevel("GPIO 22", "seat 1 lamp", error="Device or resource busy"),))),
        "pins",
        Grade.FAULT,
        ("seat 1 lamp", "busy", "gpioinfo"),
    ),
    "a lamp at a line that is not there": (
        _pins(PinFacts("c", (PinLevel("line 16", "seat 1 lamp", error="has 0 to 15: correct lamp_pin", mended=True),))),
        "pins",
        Grade.FAULT,
        ("has 0 to 15: correct lamp_pin -> ",),
    ),
    "no pins at all": (_pins(PinFacts("c")), "pins", Grade.WARNING, ("stop_pin",)),
    "a board that is unknown": (
        lambda f: replace(
            f,
            boards=BoardFacts(("/dev/ttyACM0",), (_UNKNOWN,)),
        ),
        "boards",
        Grade.FAULT,
        ("LDR-1", "no seat", "pull it out"),
    ),
    "a board that is gone": (
        lambda f: replace(f, boards=BoardFacts((), (_BOARD._replace(connected=False),))),
        "boards",
        Grade.FAULT,
        ("LDR-1", "seat 2", "USB cable"),
    ),
    "no rights": (_right(_CHIPS), "permissions", Grade.FAULT, ("pi may not", "sudo usermod -aG gpio pi")),
    "rights from the next login on": (
        _right(replace(_CHIPS, joins=True)),
        "permissions",
        Grade.FAULT,
        ("log out and in again",),
    ),
    "devices that no rule gives to the group": (
        _right(replace(_CHIPS, owned=False)),
        "permissions",
        Grade.FAULT,
        ('SUBSYSTEM=="gpio", GROUP="gpio"', "udevadm trigger", "sudo usermod -aG gpio pi"),
    ),
    "a service without rights": (
        _right(replace(_CHIPS, user="ligretto-table", service="ligretto-table")),
        "permissions",
        Grade.FAULT,
        ("ligretto-table may not use the GPIO chips", "sudo systemctl restart ligretto-table"),
    ),
    "a service whose unit keeps a device from it": (
        _right(replace(_CHIPS, denied=(), service="ligretto-table", barred=("/dev/gpiochip0",))),
        "permissions",
        Grade.FAULT,
        ("the unit ligretto-table", "GPIO chips (/dev/gpiochip0)", "DeviceAllow="),
    ),
    "what could not be examined": (
        lambda f: replace(f, unknown=("the devices of ligretto-display: it hangs",)),
        "permissions",
        Grade.WARNING,
        ("ligretto-display", "it hangs"),
    ),
    "no real time": (
        lambda f: replace(f, scheduling=Scheduling(20, capable=False)),
        "real time",
        Grade.WARNING,
        ("rtprio", "LimitRTPRIO="),
    ),
    "stamps that go back": (_clock(backwards=2), "clock", Grade.FAULT, ("went back 2 times", "clocksource=")),
    "coarse stamps": (_clock(resolution_ns=4_000_000), "clock", Grade.FAULT, ("4000000 ns",)),
    "a clock that was never set": (_clock(year=1970), "clock", Grade.WARNING, ("1970", "sudo date -s")),
    "a read-only disk": (
        _place(FolderFacts("/var/lib/ligretto", "results", error=errno.EROFS, where="/var/lib")),
        "disk",
        Grade.FAULT,
        ("/var/lib/ligretto", "/var/lib: Read-only", "remount,rw"),
    ),
    "a folder of somebody else": (
        _place(FolderFacts("/var/lib/ligretto", "results", error=errno.EACCES, where="/var/lib")),
        "disk",
        Grade.FAULT,
        ("/var/lib: Permission denied", "sudo install -d -o pi /var/lib/ligretto"),
    ),
    "a file in a folder's place": (
        _place(FolderFacts("/var/lib/ligretto", "results", error=errno.ENOTDIR, where="/var/lib/ligretto")),
        "disk",
        Grade.FAULT,
        ("Not a directory", "sudo mv /var/lib/ligretto "),
    ),
    "a folder that another can stand in for": (
        _place(FolderFacts("/", "lgpio's pipe", error=errno.EACCES, where="/", movable="start elsewhere")),
        "disk",
        Grade.FAULT,
        ("lgpio's pipe (/) cannot be written to: Permission denied", "start elsewhere"),
    ),
    "a disk without space": (
        _place(FolderFacts("/var", "results", error=errno.ENOSPC, where="/var")),
        "disk",
        Grade.FAULT,
        ("No space left", "apt clean"),
    ),
    "a service's folder of somebody else": (
        _place(
            FolderFacts(
                "/s/kivy",
                "folder of Kivy (the picture)",
                error=errno.EACCES,
                where="/s",
                user="u",
                service="ligretto-display",
            )
        ),
        "disk",
        Grade.FAULT,
        (
            "folder of Kivy (the picture) (/s/kivy) cannot be written to by u: /s:",
            "sudo systemctl restart ligretto-display",
        ),
    ),
    "a folder that needs more room than it has": (
        _place(FolderFacts("/run", "sockets", 2 << 20, room=Room(1 << 20, 4 << 20, "restart"))),
        "disk",
        Grade.WARNING,
        ("2 MB", "restart"),
    ),
    "a full disk": (_place(FolderFacts("/var", "results", 1 << 20)), "disk", Grade.FAULT, ("1 MB", "df -h")),
    "a disk that gets full": (_place(FolderFacts("/var", "results", 100 << 20)), "disk", Grade.WARNING, ("100 MB",)),
    "under-voltage": (lambda f: replace(f, power=Power(0x50005, 50.0)), "power", Grade.FAULT, ("under-voltage",)),
    "under-voltage before": (lambda f: replace(f, power=Power(0x50000, 50.0)), "power", Grade.WARNING, ("since",)),
    "too hot": (lambda f: replace(f, power=Power(0, 84.0)), "power", Grade.WARNING, ("84 °C", "fan")),
    "slowed down": (lambda f: replace(f, power=Power(0x8, None)), "power", Grade.WARNING, ("slowed down",)),
}


@pytest.mark.parametrize("case", IDLE)
def test_what_is_wrong_is_found_with_its_mend(well: Facts, case: str) -> None:
    broken, check, grade, said = IDLE[case]
    facts = broken(well)
    assert (check, grade) in worst(facts)
    text = next(text for graded, text in found(facts, check) if graded is grade)
    assert [part for part in said if part not in text] == []


@pytest.mark.parametrize("case", sorted(set(IDLE) - {"wrong configuration", "drawn by the processor"}))
def test_one_fault_does_not_hide_another(well: Facts, case: str) -> None:
    """The other checks report the same as without it."""
    broken, check, grade, _ = IDLE[case]
    facts = broken(IDLE["drawn by the processor"][0](well)) if check not in ("display", "GL") else broken(well)
    others = {"GL": Grade.WARNING} if check not in ("display", "GL") else {}
    assert {name: graded for name, graded in worst(facts) if name != check} == others
    assert (check, grade) in worst(facts)


def _told(**changes: object) -> Callable[[Facts], Facts]:
    def change(facts: Facts) -> Facts:
        assert facts.table.health is not None
        return replace(facts, table=RunningTable(structs.replace(facts.table.health, **changes)))

    return change


_STUCK = msg.NamedFault("seat 1 stop button", msg.Fault("button.stuck", {"seconds": 10}))
_FULL = msg.Fault("journal.unwritable", {"path": "/j", "why": "Disk full", "fix": msg.Fault("disk.full")})
_DISPLAY = msg.DisplayHealth("window (SDL)", 0, "V3D 4.2")
_TOLD = msg.BoardStatus(
    "/dev/ttyACM0", "LDR-1", SeatNumber(2), connected=True, firmware="1.0.0", counters={"frames": 7}
)

RUNNING: dict[str, tuple[Break, str, Grade, tuple[str, ...]]] = {
    "what the operator was told": (
        _told(faults=(_STUCK,)),
        "kiosk",
        Grade.FAULT,
        ("seat 1", "free it"),
    ),
    "no display": (_told(display=None), "display", Grade.FAULT, ("kiosk display",)),
    "a panel that was pulled": (
        _told(display=structs.replace(_DISPLAY, fault=msg.Fault("touch.none"))),
        "display",
        Grade.FAULT,
        ("plug it in",),
    ),
    "drawn by the processor": (_told(display=structs.replace(_DISPLAY, gl="softpipe")), "GL", Grade.WARNING, ("soft",)),
    "a full disk under the journal": (
        _told(faults=(msg.NamedFault("journal", _FULL),)),
        "journal",
        Grade.FAULT,
        ("Disk full", "make room on the disk"),
    ),
    "a journal that keeps nothing": (
        _told(journal=msg.JournalStatus("", 0, 7, 5, _FULL)),
        "journal",
        Grade.FAULT,
        ("make room on the disk",),
    ),
    "a slow disk": (
        _told(journal=msg.JournalStatus("j", 0, 7, 1700)),
        "journal",
        Grade.WARNING,
        ("1.7 s", "quicker disk"),
    ),
    "slow presses": (_told(presses=msg.PressLatency(9, 900, 30_000, 60_000)), "presses", Grade.WARNING, ("30.00 ms",)),
    "no real time": (_told(realtime="not in real time: LimitRTPRIO=20"), "real time", Grade.WARNING, ("LimitRTPRIO",)),
    "another configuration than asked about": (
        _told(hardware="simulated"),
        "chip",
        Grade.WARNING,
        ("simulated", "says gpio", "kiosk --config"),
    ),
    "a board's fault": (
        _told(boards=(structs.replace(_TOLD, fault=msg.Fault("board.version", {"version": 2})),)),
        "boards",
        Grade.FAULT,
        ("LDR-1", "flash the firmware"),
    ),
    "a board that is gone": (
        _told(boards=(structs.replace(_TOLD, connected=False),)),
        "boards",
        Grade.FAULT,
        ("seat 2", "USB cable"),
    ),
}


@pytest.mark.parametrize("case", RUNNING)
def test_what_the_running_table_says_is_judged(running: Facts, case: str) -> None:
    broken, check, grade, said = RUNNING[case]
    facts = broken(running)
    assert worst(facts) == [(check, grade)]
    text = next(text for graded, text in found(facts, check) if graded is grade)
    assert [part for part in said if part not in text] == []


def test_simulated_buttons_on_a_raspberry_pi_are_told_with_the_mend(running: Facts) -> None:
    settings = running.config.settings
    assert settings is not None
    hardware = structs.replace(settings.hardware, kind="simulated")
    simulated = structs.replace(settings, hardware=hardware)
    facts = replace(_told(hardware="simulated")(running), config=replace(running.config, settings=simulated))
    assert ("chip", Grade.WARNING) in worst(facts)
    (_, text) = found(facts, "chip")[0]
    assert 'kind = "gpio" under [hardware]' in text
    assert ("chip", Grade.WARNING) not in worst(replace(facts, model=None))


def test_the_screens_of_an_appliance_are_told_and_none_is_no_fault(running: Facts) -> None:
    facts = replace(running, appliance=True)
    empty, shows = (
        ConnectorFacts("HDMI-A-2", connected=False),
        ConnectorFacts("HDMI-A-1", connected=True, mode="1920x1080, 60 Hz"),
    )
    dark = ConnectorFacts("DSI-1", connected=True, modes=("800x480", "640x480"))
    assert found(replace(facts, connectors=(shows, empty, dark)), "screen") == [
        (Grade.GOOD, "HDMI-A-1: 1920x1080, 60 Hz -> "),
        (Grade.GOOD, "DSI-1: connected, its best mode is 800x480 -> "),
    ]
    for connectors, told in (((empty,), "HDMI-A-2"), ((), "no connector")):
        ((grade, text),) = found(replace(facts, connectors=connectors), "screen")
        assert (grade, "no screen is connected" in text, told in text) == (Grade.NOTE, True, True)


def test_a_table_that_is_dark_for_its_hours_says_so_with_its_clock(running: Facts) -> None:
    facts = _told(closed="open from 10:00 to 01:00, and the clock shows 09:12 (UTC)")(running)
    (grade, text), (other, _) = found(facts, "display")
    assert (grade, other) == (Grade.NOTE, Grade.GOOD)
    assert "09:12 (UTC)" in text
    assert "set-timezone" in text


def test_a_boards_fault_is_counted_once(running: Facts) -> None:
    boards = (structs.replace(_TOLD, connected=False, fault=msg.Fault("port.pulled")),)
    faults = (msg.NamedFault("dice board LDR-1", msg.Fault("port.pulled")), _STUCK)
    facts = _told(boards=boards, faults=faults)(running)
    assert worst(facts) == [("kiosk", Grade.FAULT), ("boards", Grade.FAULT)]
    assert ["stop button" in text for grade, text in found(facts, "kiosk") if grade is Grade.FAULT] == [True]


def test_boards_are_shown_with_their_counters(running: Facts) -> None:
    board = structs.replace(_TOLD, counters={"frames": 7, "bad_checksum": 2, "too_long": 0})
    assert found(_told(boards=(board,))(running), "boards") == [
        (Grade.GOOD, "LDR-1, seat 2, /dev/ttyACM0, firmware 1.0.0: 7 frames, 2 bad checksum -> ")
    ]


def test_the_source_of_touches_and_its_fingers_are_shown(running: Facts) -> None:
    ((grade, text),) = found(running, "touch")
    assert (grade, "evdev" in text, "at most 12 at once" in text) == (Grade.GOOD, True, True)
    ((grade, text),) = found(_told(display=_DISPLAY)(running), "touch")
    assert (grade, "put 8 fingers" in text) == (Grade.NOTE, True)


def _touch(facts: Facts, **keys: str) -> Facts:
    assert facts.config.settings is not None
    touch = structs.replace(facts.config.settings.touch, **keys)
    return replace(facts, config=replace(facts.config, settings=structs.replace(facts.config.settings, touch=touch)))


def test_a_named_panel_that_is_not_there_is_told_with_those_that_are(well: Facts) -> None:
    (panel,) = well.panels
    facts = replace(_touch(well, device="/dev/input/by-id/usb-ILITEK"), panels=(replace(panel, chosen=False),))
    ((grade, text),) = found(facts, "touch")
    assert grade is Grade.FAULT
    assert "/dev/input/by-id/usb-ILITEK is not there" in text
    assert panel.name in text
    assert 'device = "auto"' in text


def test_a_window_on_a_desktop_needs_no_rights_to_the_panel_and_no_panel(well: Facts) -> None:
    desktop = _touch(well, provider="window")
    (panel,) = well.panels
    assert [g for g, _ in found(replace(desktop, panels=(replace(panel, readable=False),)), "touch")] == [Grade.GOOD]
    assert [g for g, _ in found(replace(desktop, panels=()), "touch")] == [Grade.WARNING]


def test_before_the_first_press_it_says_how_to_measure(running: Facts) -> None:
    ((grade, text),) = found(_told(presses=msg.PressLatency(0, 0, 0, 0))(running), "presses")
    assert (grade, "press each button once" in text) == (Grade.NOTE, True)


def test_a_folder_in_memory_needs_less_room_than_an_evenings_journal(well: Facts) -> None:
    place = FolderFacts("/run", "sockets", 390 << 20, room=Room(1 << 20, 4 << 20, "restart"))
    assert [g for g, _ in found(replace(well, places=(place,)), "disk")] == [Grade.GOOD]
    assert [g for g, _ in found(replace(well, places=(replace(place, room=EVENING),)), "disk")] == [Grade.WARNING]


def test_what_each_user_may_use_is_told_of_each(well: Facts) -> None:
    chips = replace(_CHIPS, denied=(), user="ligretto-table")
    screens = Right("screens", "video", "drm", ("/dev/dri/card0",), user="ligretto-display")
    assert found(replace(well, rights=(chips, screens)), "permissions") == [
        (Grade.GOOD, "ligretto-table may use: GPIO chips -> "),
        (Grade.GOOD, "ligretto-display may use: screens -> "),
    ]


@pytest.mark.parametrize("case", [*IDLE, *RUNNING])
def test_no_advice_on_an_appliance_undoes_the_separation_of_its_users(well: Facts, running: Facts, case: str) -> None:
    """Each service is in the groups of its devices and in no others, and nobody starts what systemd starts."""
    facts = IDLE[case][0](well) if case in IDLE else RUNNING[case][0](running)
    rights = tuple(replace(right, service="ligretto-table") for right in facts.rights)
    places = tuple(replace(place, service="ligretto-table") for place in facts.places)
    advice = [
        text
        for check in CHECKS
        for _, text in found(replace(facts, rights=rights, places=places, appliance=True), check.name)
    ]
    wrong = ("usermod", "groupadd", "log out", "kiosk display", "kiosk --config", "install -d")
    assert [text for text in advice if any(word in text for word in wrong)] == []


@pytest.mark.parametrize(
    "right", [replace(_CHIPS, needed=False), replace(_CHIPS, needed=False, denied=(), barred=("/dev/gpiochip0",))]
)
def test_devices_that_the_table_does_not_use_need_no_rights_and_are_not_said_to_have_them(
    well: Facts, right: Right
) -> None:
    assert found(_right(right)(well), "permissions") == []


def test_simulated_buttons_need_no_real_time(running: Facts) -> None:
    assert [g for g, _ in found(_told(hardware="simulated", realtime="no")(running), "real time")] == [Grade.GOOD]


def test_a_whole_screen_of_another_size_is_told_with_the_keys_to_write(well: Facts) -> None:
    assert well.config.settings is not None
    window = structs.replace(well.config.settings.window, fullscreen=True, width=1280, height=720)
    settings = structs.replace(well.config.settings, window=window)
    ((grade, text),) = found(replace(well, config=replace(well.config, settings=settings)), "display")
    assert grade is Grade.WARNING
    assert "width = 1920 and height = 1080" in text


def test_every_check_says_what_it_looks_at() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert all(check.looks_at for check in CHECKS)


def test_a_board_that_is_missing_has_no_port(running: Facts) -> None:
    missing = structs.replace(
        _TOLD, port="", connected=False, firmware=None, counters={}, fault=msg.Fault("board.not_found")
    )
    assert found(_told(boards=(missing,))(running), "boards") == [
        (Grade.FAULT, f"LDR-1, seat 2: {TEXTS['board.not_found']} -> ")
    ]


def test_a_serial_device_that_is_no_board_is_no_fault_and_one_that_is_missing_is(running: Facts) -> None:
    away = structs.replace(_TOLD, connected=False, firmware=None)
    unknown = structs.replace(away, board=None, seat=None, fault=msg.Fault("port.strange"))
    missing = structs.replace(away, port="", fault=msg.Fault("board.not_found"))
    grades = [grade for grade, _ in found(_told(boards=(unknown, missing))(running), "boards")]
    assert grades == [Grade.WARNING, Grade.FAULT]


@pytest.mark.parametrize("check", ["chip", "boards"])
def test_what_was_left_alone_says_why(well: Facts, check: str) -> None:
    assert well.config.settings is not None
    seats = tuple(structs.replace(seat, dice_board=f"LDR-{seat.number}000") for seat in well.config.settings.seat)
    settings = structs.replace(well.config.settings, seat=seats)
    left = replace(well, pins=None, boards=None, config=replace(well.config, settings=settings))
    for facts, why in (
        (left, "simulated"),
        (replace(left, config=replace(left.config, settings=None)), "fix the configuration first"),
        (replace(left, table=RunningTable(silence="hangs")), "the table may hold it"),
    ):
        ((grade, text),) = found(facts, check)
        assert (grade, why in text) == (Grade.NOTE, True)


def test_a_table_without_boards_needs_none(well: Facts, running: Facts) -> None:
    for facts in (well, running, replace(well, boards=BoardFacts())):
        assert found(facts, "boards") == [(Grade.GOOD, "none: dice roll on the screen -> ")]


def test_the_journal_is_told_with_its_file_its_size_and_the_slowest_commit(running: Facts) -> None:
    assert found(running, "journal") == [
        (Grade.GOOD, "/var/lib/kiosk/journal/journal-000003.sqlite: 1.5 MB, the slowest commit took 12 ms -> ")
    ]
    unused = _told(journal=msg.JournalStatus("", 0, 0, 0))(running)
    assert found(unused, "journal") == [(Grade.GOOD, "ready: nothing played yet, the slowest commit took 0 ms -> ")]


def test_a_fault_of_the_journal_is_told_once(running: Facts) -> None:
    twice = _told(faults=(msg.NamedFault("journal", _FULL),), journal=msg.JournalStatus("", 0, 7, 5, _FULL))(running)
    assert [text for _, text in found(twice, "journal")] == [f"{english(_FULL)} -> "]
    assert [grade for grade, _ in found(twice, "kiosk")] == [Grade.GOOD]
