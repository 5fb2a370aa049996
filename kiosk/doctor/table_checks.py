"""Checks of a table's parts: configuration, buttons, lamps, journal, boards, and the results of its rounds."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from hardware.api import BoardHealth
from hardware.installed_drivers import DriverRole
from kiosk import protocol as msg
from kiosk.backup.waiting import Restore, restore_of
from kiosk.config.extras import is_server
from kiosk.doctor.facts import Facts, PinLevel, StorePassword
from kiosk.doctor.finding import Finding, fault, good, note, warning
from kiosk.journal import import_mark, set_aside
from kiosk.journal.folder import files
from kiosk.journal.set_aside import SetAside
from kiosk.protocol import english
from kiosk.protocol.staff_menu import Advice, of_fault
from kiosk.service.stick_configuration import StickOutcome
from kiosk.system import paths
from kiosk.system.password_file import NotAllowed, UnusablePassword, read_password
from kiosk.system.privileges import as_owner

SLOW_PRESS_US: Final = 10_000
"""Limit of the 99th percentile of the latency of presses; above it the scheduling is wrong."""

_MOST_CHANGES: Final = 20
"""Maximum number of a configuration's changes that are listed."""

UNREAD_S: Final = 600.0
"""Seconds after which a complete file of the journal ought to have been read: ``kiosk venue`` looks every 30 s."""

SLOW_DISK_MS: Final = 1000
"""Limit of a commit's duration; above it players wait for their scores."""

_JOURNAL: Final = "journal"
"""The device name in the journal's faults (``kiosk.table.table``)."""

_END_THE_OTHER: Final = (
    "end the other program (`gpioinfo` names it; it may be the kiosk of another user), or choose another pin"
)


def configuration(facts: Facts) -> Iterator[Finding]:
    """Yield the errors and warnings of ``kiosk config check``."""
    config = facts.config
    yield from map(fault, config.errors)
    yield from map(warning, config.warnings)
    yield from map(note, config.notes)
    yield from (
        note(
            f'{one.place} is "{one.value}", set at the table; {config.file} says "{one.overridden}"',
            "to follow the file again: the service menu, Settings",
        )
        for one in config.at_table
    )
    yield from _from_stick(config.from_stick)
    if config.card_waits:
        yield warning(
            "the card was prepared again, and its set-up is not finished: PIN and configuration are its own already if "
            "this version can use them, the version is not",
            "it needs a network, by cable or the Wi-Fi written to the card (log: journalctl -u first-boot-of-ligretto)",
        )
    if config.settings is not None and not config.errors and not config.warnings:
        yield good(f"{config.file}: {len(config.settings.seat)} seats, {config.settings.hardware.kind} hardware")


def _from_stick(outcome: StickOutcome | None) -> Iterator[Finding]:
    if outcome is None:
        return
    again = "fix it there, and use it again: the service menu, USB stick, Configuration"
    match outcome.word:
        case "installed":
            yield note("it came from a stick since the machine was switched on")
        case "taken-back":
            yield warning(
                "the table could not start with the stick's configuration: the one before is back",
                f"{again} (log: journalctl -u configuration-of-ligretto -u ligretto-table)",
            )
        case "refused":
            yield warning(f"the stick's configuration was not used: {outcome.why}", again)


def changes(facts: Facts) -> Iterator[Finding]:
    """Yield the changes since the last good configuration: no problem in themselves, but a hint if there is one.

    While a configuration has errors, the last good one can be used instead.
    """
    last, config = facts.config.last_good, facts.config
    if last is None:
        yield note("no table has started here yet; the configuration it starts with is kept, to detect later changes")
        return
    needed = config.errors and last.usable and not facts.appliance  # an appliance's services do so by themselves
    go_back = f"to use the old one meanwhile: kiosk --config {shlex.quote(last.path)}" if needed else ""
    if last.problem is not None:
        yield note(f"cannot be compared with the last good configuration ({last.path}): {last.problem}", go_back)
    elif last.changes:
        lines = [f"changed since a table last started: {change}" for change in last.changes]
        yield from map(note, lines[:_MOST_CHANGES])
        if len(lines) > _MOST_CHANGES:
            yield note(f"and {len(lines) - _MOST_CHANGES} more: it is probably another table's configuration")
        if go_back:
            yield note("the last good configuration is still available", go_back)
    else:
        yield good("unchanged since a table last started")


def table(facts: Facts) -> Iterator[Finding]:
    """Check the running table, and yield its faults."""
    health = facts.table.health
    if facts.table.silence is not None:
        yield fault(facts.table.silence)
    elif health is None:
        yield note("no kiosk runs here: its parts were examined one by one")
    else:
        faults = [
            reported
            for reported in health.faults
            if reported.device != _JOURNAL and not any(_tells(board, reported) for board in health.boards)
        ]
        yield from (
            fault(f"{reported.device}: {english(reported.fault)}", advice=of_fault(reported.fault), seat=reported.seat)
            for reported in faults
        )
        if not faults:
            yield good(f"runs, with {health.hardware} hardware")


def _tells(board: msg.BoardStatus, reported: msg.NamedFault) -> bool:
    """Return whether the fault is this board's, which ``boards`` reports with its seat and counters."""
    return bool(board.board and board.board in reported.device and board.fault == reported.fault)


def drivers(facts: Facts) -> Iterator[Finding]:
    """Check that the configured drivers of other packages can be loaded. None is opened: that is the table's part."""
    for driver in facts.drivers:
        name = f"{driver.role.value.replace('_', ' ')} by {driver.name}"
        if driver.error is not None:
            yield fault(f"{name}: {driver.error}")
        elif facts.table.health is None:
            yield note(f"{name} ({driver.package}): can be loaded", "start the table, and repeat: it opens the driver")
        else:
            yield good(f"{name} ({driver.package})")


def games(facts: Facts) -> Iterator[Finding]:
    """Check that the installed games of other packages can be used. A running table tells its faults itself."""
    health = facts.table.health
    faulty = {fault.device for fault in health.faults} if health is not None else set()
    for game in facts.games:
        if f"game {game.name}" in faulty:
            continue
        yield good(f"{game.name} ({game.package})") if game.error is None else fault(game.error)


def chip(facts: Facts) -> Iterator[Finding]:
    """Check the GPIO chip behind the header, found by its label."""
    if facts.table.health is not None:
        yield _hardware_in_use(facts, facts.table.health.hardware)
    elif facts.pins is None and not {DriverRole.BUTTONS, DriverRole.LAMPS} <= _driven(facts):
        yield _not_looked_at(facts)
    elif facts.pins is None:
        return
    elif facts.pins.error is not None:
        yield fault(facts.pins.error)
    else:
        yield good(facts.pins.chip)


def _driven(facts: Facts) -> set[DriverRole]:
    return {driver.role for driver in facts.drivers}


def _hardware_in_use(facts: Facts, hardware: str) -> Finding:
    """Return the finding about the hardware that the running table uses, compared with the configured one."""
    simulated, settings = hardware.startswith("simulated"), facts.config.settings
    if simulated and settings and settings.hardware.kind != "simulated":
        return warning(
            f"the running table has simulated hardware; {facts.config.file} says {settings.hardware.kind}",
            "sudo systemctl restart ligretto-table ligretto-display"
            if facts.appliance
            else "end it, and start it with this configuration: kiosk --config FILE",
        )
    if simulated and facts.model is not None:
        return warning(
            "the buttons are simulated, on a Raspberry Pi: its header is not used",
            f'write kind = "gpio" under [hardware] in {facts.config.file}, and restart the table',
        )
    return good(f"in use by the running table: {hardware}")


def _not_looked_at(facts: Facts) -> Finding:
    """Return the reason that pins and boards were not examined, while no table answers."""
    if facts.table.silence is not None:
        return note("not examined: the table may hold it", "see kiosk")
    if facts.config.settings is None:
        return note("not examined", "fix the configuration first, then repeat")
    return note(
        "not examined: the hardware is simulated",
        'to check real hardware: kiosk doctor --config FILE, with kind = "gpio" under [hardware] in FILE',
    )


def pins(facts: Facts) -> Iterator[Finding]:
    """Check that all configured pins are available, and that no button reads pressed."""
    if facts.pins is None or facts.pins.error is not None:
        return
    levels = facts.pins.levels
    bad = [found for level in levels if (found := _bad(level)) is not None]
    yield from bad
    buttons = sum(level.pressed is False for level in levels)
    lamps = sum(level.pressed is None and level.error is None for level in levels)
    if buttons + lamps:
        yield good(f"{buttons} buttons read released, {lamps} lamps are available")
    elif not bad:
        yield warning("no seat has a button or a lamp", "give the seats stop_pin and play_pin, see: kiosk pinout")


def lamps(facts: Facts) -> Iterator[Finding]:
    """Check the driver of the lamps at the header."""
    if facts.lamps is None:
        return
    if facts.lamps.error is not None:
        yield fault(facts.lamps.error)
    elif facts.lamps.note is not None:
        yield note(facts.lamps.note)
    elif facts.lamps.dimmed:
        yield good("dimmed by lgpio")


def _bad(level: PinLevel) -> Finding | None:
    if level.error is not None:
        return fault(
            f"{level.wired} ({level.pin}) is not available: {level.error}",
            "" if level.mended else _END_THE_OTHER,
            seat=level.seat,
        )
    if level.pressed:
        return fault(
            f"{level.wired} ({level.pin}) reads pressed",
            "if nobody holds it: free the button, else pull its wire off; pressed still: the wire or pin is shorted "
            "to ground",
            Advice.FREE_BUTTON,
            level.seat,
        )
    return None


def journal(facts: Facts) -> Iterator[Finding]:
    """Check the running table's journal: its faults and the slowest commit."""
    health = facts.table.health
    if health is None or health.journal is None:
        return
    faults = [reported.fault for reported in health.faults if reported.device == _JOURNAL]
    if health.journal.fault:
        faults.append(health.journal.fault)
    yield from map(fault, dict.fromkeys(map(english, faults)))
    slowest = health.journal.slowest_ms
    if slowest > SLOW_DISK_MS:
        mend = "end other programs that write there, or use a quicker disk or card"
        yield warning(f"the disk took {slowest / 1000:.1f} s for a commit: scores wait for it", mend)
    elif not faults:
        size = f"{health.journal.bytes / (1 << 20):.1f} MB" if health.journal.file else "nothing played yet"
        yield good(f"{health.journal.file or 'ready'}: {size}, the slowest commit took {slowest} ms")


def presses(facts: Facts) -> Iterator[Finding]:
    """Check the running table's latency from a button's edge to "heard"."""
    if facts.table.health is None:
        return
    times = facts.table.health.presses
    if not times.count:
        yield note("none since the table started", "press each button once, and repeat")
        return
    p50, p99, worst = (f"{us / 1000:.2f} ms" for us in (times.p50_us, times.p99_us, times.max_us))
    spread = f"{times.count} heard: half within {p50}, 99 of 100 within {p99}, the slowest {worst}"
    if times.p99_us > SLOW_PRESS_US:
        yield warning(spread, "let the table run in real time (see real time), and end other busy programs (`top`)")
    else:
        yield good(spread)


def boards(facts: Facts) -> Iterator[Finding]:
    """Check the dice-reader boards, and yield their identities, seats and counters."""
    running, seen, settings = facts.table.health, facts.boards, facts.config.settings
    found = running.boards if running else seen.boards if seen else ()
    yield from map(_board, found)
    if found or (running is None and DriverRole.DICE_READERS in _driven(facts)):
        return
    if seen is not None and seen.ports:
        yield note(
            f"none configured; there are serial ports: {', '.join(seen.ports)}",
            "`kiosk dice-board monitor PORT` shows a board's identity; write it as dice_board under its [[seat]]",
        )
    elif running is None and seen is None and (settings is None or settings.dice_boards()):
        yield _not_looked_at(facts)
    else:
        yield good("none: dice roll on the screen")


def _board(board: BoardHealth | msg.BoardStatus) -> Finding:
    description = _description(board)
    if board.board is None and board.seat is None and board.fault:  # maybe no board; a missing one is reported too
        return warning(f"{description}: {english(board.fault)}")
    if board.fault:
        return fault(f"{description}: {english(board.fault)}", seat=board.seat)
    if not board.connected:
        return fault(
            f"{description}: not connected", "check its USB cable; it is found again by itself", seat=board.seat
        )
    return good(description)


def _description(board: BoardHealth | msg.BoardStatus) -> str:
    """Return the board's name, seat, port, firmware and counters in words."""
    counted = ", ".join(f"{count} {cause.replace('_', ' ')}" for cause, count in board.counters.items() if count)
    parts = (
        board.board or "an unidentified board",
        f"seat {board.seat}" if board.seat is not None else "no seat",
        board.port,
        f"firmware {board.firmware}" if board.firmware else "",
    )
    return ", ".join(filter(None, parts)) + (f": {counted}" if counted else "")


def examined(place: str) -> StorePassword | None:
    """Return whether the password in the file at ``place`` can be used; None: none is configured."""
    if not place:
        return None
    try:
        read_password(place)
    except NotAllowed:
        return StorePassword(place, unknown=True)
    except UnusablePassword as error:
        return StorePassword(place, str(error))
    return StorePassword(place)


def set_aside_here() -> tuple[SetAside, ...]:
    """Return the rounds that were set aside when this machine's store was last filled."""
    try:
        with as_owner(paths.journal_dir()):  # the list may be a link to a file that only root may read
            return set_aside.read(paths.journal_dir())
    except OSError:
        return ()


def unread_here(now: float) -> int:
    """Return how many files of the journal the results store has not read for ``UNREAD_S``, though they are complete.

    Those of rounds that were set aside do not count. ``now``: wall time in seconds.
    """
    folder = paths.journal_dir()
    try:
        with as_owner(folder):
            read, aside = import_mark.read(folder), {one.file for one in set_aside.read(folder)}
            old = (path for path in files(folder) if now - path.stat().st_mtime > UNREAD_S and path.name not in aside)
            return sum(import_mark.is_closed(path) and read.get(path.name) != import_mark.looks(path) for path in old)
    except OSError:
        return 0


def restore_here() -> Restore | None:
    """Return the restore that waits for the table's next start, or was dropped at its last."""
    try:
        return restore_of(paths.state_dir())
    except OSError:
        return None


def restore(facts: Facts) -> Iterator[Finding]:
    """Tell of a restore that waits for the table's next start, and of one that was dropped."""
    found = facts.restore
    if found is not None and found.dropped:
        yield note(
            f"the backup of {found.made} was not restored: the machine was switched off after that was asked for",
            "if it is still wanted: restore it again at the service menu, USB stick",
        )
    elif found is not None:
        yield warning(
            f"a restore of the backup of {found.made} waits for the table's next start: all later scores vanish then",
            f"restart the table, or cancel it: {'sudo ' if facts.appliance else ''}kiosk restore --cancel, or the "
            "service menu, USB stick",
        )


def results(facts: Facts) -> Iterator[Finding]:
    """Check that every round was counted, and the place of a shared store's password.

    One in the address is a warning of ``configuration``.
    """
    if facts.set_aside:
        reasons = "; ".join(set_aside.told(facts.set_aside))
        again = f"sudo {set_aside.TRY_AGAIN}" if facts.appliance else set_aside.TRY_AGAIN
        yield warning(reasons, f"update this program, or see to the table that recorded them; then: {again}")
    settings, password = facts.config.settings, facts.store_password
    if settings is None:
        return
    if facts.unread and settings.records.names and not settings.records.names_days:
        files_wait = f"{facts.unread} of the journal's files {'waits' if facts.unread == 1 else 'wait'}"
        venue = "sudo systemctl enable --now ligretto-venue" if facts.appliance else "let kiosk venue run all the time"
        yield warning(
            f"{files_wait} to be read into the results store; until then names stay (records.names_days = 0)",
            f"{venue}; if it runs, it says why it cannot read them",
        )
    if facts.appliance and is_server(settings.records.store):
        yield warning(
            "ligretto-venue knows every hidden card and has a network, because records.store is on a server",
            "sudo kiosk venue adopt moves these results into the table's own store, and up to a hall",
        )
    if not settings.records.store:
        yield good("in an SQLite file beside the journal")
    elif password is None:
        yield good("in a separate database (records.store), without a password file")
    elif password.unknown:
        yield note(f"this user may not look at the password of records.store, {password.place}", "ask with sudo")
    elif password.error:
        yield fault(f"records.password_file: {password.error}")
    else:
        yield good(f"the password of records.store is in {password.place}, which nobody else may read")
