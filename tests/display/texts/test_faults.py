"""Faults are worded in the language of each reader, no matter which part of the table reports them."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.api import DeviceFault, DeviceHealthy, HardwareInput, Instant
from hardware.api import Fault as HardwareFault
from hardware.fault_filter import Outbox
from hardware.pin_process.client import PinNews
from kiosk.config.loader import CONFIGS, load
from kiosk.display.texts.faults import fault_text, notice_text
from kiosk.faults.fault import TEXTS, english
from kiosk.journal.health import disk_fault
from kiosk.locale.languages import SOURCE, installed
from kiosk.locale.speaker import speaker
from kiosk.protocol import Fault, Snapshot, decode_from_table, encode
from kiosk.service.staff_settings import overlaid

OTHERS = installed()[1:]


def _found(folder: Path) -> Iterator[Fault]:
    """Yield faults found by the real checks."""
    path = folder / "journal-1.sqlite"
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    errors = (full, *(OSError(code, "no") for code in (errno.EROFS, errno.EACCES, errno.ENOENT, errno.EIO)))
    yield from (disk_fault(error, path) for error in errors)
    bad = folder / "service.toml"
    bad.write_text("[sound]\nvolume = 500\n", encoding="utf-8")
    not_overlaid = overlaid(load(CONFIGS / "two_seats.toml"), bad).fault
    assert not_overlaid is not None
    yield not_overlaid
    told: list[HardwareInput] = []
    news = PinNews(told.append, (), lambda: Instant(0))
    news.lost(HardwareFault("pins.silent"))
    news.lost(HardwareFault("pins.ended", {"how": "SIGKILL"}))

    def broken(item: HardwareInput) -> None:
        assert isinstance(item, DeviceFault)
        told.append(item)

    Outbox(broken, lambda: Instant(0)).send(DeviceHealthy("lamp", Instant(0)))
    faults = [Fault.of(item.fault) for item in told if isinstance(item, DeviceFault)]
    assert len(faults) == 3
    yield from faults


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_found_is_told_in_every_language(language: str, tmp_path: Path) -> None:
    for fault in _found(tmp_path):
        told = fault_text(fault, speaker(language))
        assert told != english(fault)
        assert "{" not in told
        assert fault_text(fault, speaker(SOURCE)) == english(fault)


def test_what_is_wrong_and_the_fix_are_both_translated() -> None:
    inner = disk_fault(OSError(errno.EROFS, "Read-only file system"), Path("/j"))
    told = fault_text(Fault("journal.in_memory", {"why": inner, "seconds": 30}), speaker("de"))
    assert told == (
        "/j: das Journal ließ sich nicht schreiben (Read-only file system): der Datenträger nimmt nichts an: "
        "vielleicht ist er verschlissen, ihn ersetzen; oder zum Schreiben einhängen; diese Runde steht nur im "
        "Speicher, alle 30 s wird es wieder versucht"
    )


def test_a_value_is_shown_as_it_is() -> None:
    told = fault_text(Fault("touch.unusable", {"panel": "/dev/{x}", "fix": "Bad address"}), speaker("fr"))
    assert (
        told == "L\N{RIGHT SINGLE QUOTATION MARK}écran tactile /dev/{x} est inutilisable\N{NO-BREAK SPACE}: Bad address"
    )


def test_a_text_without_places_stands_for_itself() -> None:
    assert fault_text(Fault("touch.none", {"panel": "unasked"}), speaker("en")) == TEXTS["touch.none"]


def test_a_code_that_only_another_version_knows_is_told_with_all_its_values() -> None:
    fault = Fault("lamp.tired", {"where": "{out}", "hours": 7, "fix": Fault("disk.worn")})
    assert fault_text(fault, speaker("en")) == (
        f"a fault that is not known here (lamp.tired, {{out}}, 7, {TEXTS['disk.worn']}): "
        "bring all parts of the kiosk to the same version"
    )
    assert "lamp.tired, {out}, 7, der Datenträger" in fault_text(fault, speaker("de"))


def test_a_place_that_another_version_does_not_fill_is_told_as_such() -> None:
    assert fault_text(Fault("board.twin", {"board": "LDR-1"}), speaker("en")).startswith(
        "it calls itself LDR-1 as the board at ? does"
    )


def test_a_fault_in_a_fault_in_a_fault_without_an_end_has_one() -> None:
    fault = Fault("board.unknown", {"board": "deep"})
    for _depth in range(100):
        fault = Fault("board.unknown", {"board": fault})
    told = fault_text(fault, speaker("en"))
    assert "..." in told
    assert len(told) < 100_000


@pytest.mark.parametrize("code", ["game.failed", "game.set_aside"])
def test_guests_are_told_of_a_game_only_that_it_cannot_be_played(code: str) -> None:
    fault = Fault(code, {"game": "skyline", "package": "ligretto-skyline", "error": "ValueError", "file": "/var/lib/x"})
    assert notice_text(fault, speaker("de")) == "skyline kann zurzeit nicht gespielt werden"
    assert "ligretto-skyline" in fault_text(fault, speaker("de"))


def test_a_fault_comes_through_to_the_display(tmp_path: Path) -> None:
    for fault in _found(tmp_path):
        snapshot = Snapshot(1, 0, "attract", (), notice=fault)
        assert decode_from_table(encode(snapshot)) == snapshot
