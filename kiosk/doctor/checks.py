"""Table of all checks, in the order in which to fix problems: prerequisites come first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from kiosk.doctor import glass_checks, hall_checks, machine_checks, table_checks
from kiosk.doctor.facts import Facts
from kiosk.doctor.finding import Finding


class Check(NamedTuple):
    """A check: its name, its subject, and the function that yields its findings (none if the subject is absent)."""

    name: str
    looks_at: str
    judge: Callable[[Facts], Iterator[Finding]]


CHECKS: Final = (
    Check("configuration", "the table's configuration file", table_checks.configuration),
    Check("changes", "its changes since a table last started", table_checks.changes),
    Check("kiosk", "the running table and its faults", table_checks.table),
    Check("machine", "the computer and its kernel", machine_checks.machine),
    Check("screen", "the screens of an appliance", glass_checks.screen),
    Check("display", "the window", glass_checks.display),
    Check("GL", "the GL renderer", glass_checks.gl),
    Check("frames", "whether the display keeps up: the frames of the last rounds", glass_checks.frames),
    Check("text", "the translations; the order of letters in Hebrew and Arabic", glass_checks.text),
    Check("touch", "the source of touches and its number of fingers", glass_checks.touch),
    Check("sound", "the sound card, and whether it opens", glass_checks.sound),
    Check("drivers", "the configured drivers of other packages", table_checks.drivers),
    Check("games", "the installed games of other packages", table_checks.games),
    Check("firmware", "what the Pi's config.txt has to switch on, and whether it is there", machine_checks.firmware),
    Check("chip", "the GPIO chip behind the header", table_checks.chip),
    Check("pins", "every configured button and lamp", table_checks.pins),
    Check("lamps", "the driver of the lamps at the header", table_checks.lamps),
    Check("presses", "the latency of presses", table_checks.presses),
    Check("journal", "the storage of the table's rounds and scores", table_checks.journal),
    Check("results", "rounds that could not be counted; a shared store's password", table_checks.results),
    Check("hall", "the way to a hall's store: address, certificate, database, clock", hall_checks.hall),
    Check("restore", "a backup that waits for the table's next start", table_checks.restore),
    Check("boards", "the dice-reader boards", table_checks.boards),
    Check("permissions", "the devices that this user may use", machine_checks.permissions),
    Check("real time", "the scheduling of the threads that handle presses", machine_checks.real_time),
    Check("clock", "the clock of the timestamps and the wall clock", machine_checks.clock),
    Check("disk", "the folders that are written to", machine_checks.disk),
    Check("power", "the Pi's supply and temperature", machine_checks.power),
)


class CheckedFinding(NamedTuple):
    """The findings of one check."""

    check: Check
    finding: Finding


def examine(facts: Facts) -> list[CheckedFinding]:
    """Return the findings of all checks on ``facts``."""
    return [CheckedFinding(check, finding) for check in CHECKS for finding in check.judge(facts)]
