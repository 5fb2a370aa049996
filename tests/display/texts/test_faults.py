"""Notices: what is wrong with the table is told in the language of whoever reads it, whoever has found it."""

from __future__ import annotations

import ast
import errno
import sqlite3
import string
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

import pytest

import hardware
import kiosk
from hardware.api import DeviceFault, DeviceHealthy, HardwareInput, Instant
from hardware.dice import readers
from hardware.fault_filter import Outbox
from hardware.pin_process.table_view import PinNews
from kiosk.cli.settings import INSTEAD
from kiosk.config.loader import CONFIGS, load
from kiosk.display.texts.faults import NOTICES, TOUCH, TOUCH_UNUSABLE, notice_text
from kiosk.display.texts.i18n import NAMES, SOURCE, speaker
from kiosk.journal import disk_errors
from kiosk.service.overrides import overlaid

FINDERS = (
    *Path(str(resources.files(hardware))).rglob("*.py"),
    Path(str(resources.files(kiosk))) / "cli" / "settings.py",
    *(Path(str(resources.files(kiosk))) / "journal").glob("*.py"),
    *(Path(str(resources.files(kiosk))) / "service").glob("*.py"),
)
OTHERS = sorted(set(NAMES) - {SOURCE})


def _constants() -> Iterator[str]:
    """Every text in the code of those who find faults, with its places empty."""
    for file in FINDERS:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                yield "\0".join(part.value if isinstance(part, ast.Constant) else "" for part in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield "\0".join(before for before, *_ in string.Formatter().parse(_plain(node.value)))


def _plain(text: str) -> str:
    try:
        list(string.Formatter().parse(text))
    except ValueError:  # braces of something else
        return ""
    return text


WORDED: Final = "\n".join(_constants())


@pytest.mark.parametrize("notice", sorted(set(NOTICES) - set(TOUCH)))
def test_every_notice_is_still_worded_so_by_whoever_finds_it(notice: str) -> None:
    assert all(part in WORDED for part, *_ in string.Formatter().parse(notice))


def _found(folder: Path) -> Iterator[str]:
    """Faults as they are really found."""
    path = folder / "journal-1.sqlite"
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    errors = (full, *(OSError(code, "no") for code in (errno.EROFS, errno.EACCES, errno.ENOENT, errno.EIO)))
    yield from (disk_errors.words(error, path) for error in errors)
    yield readers._UNKNOWN.format(board="LDR-7")
    yield readers._TWIN.format(board="LDR-7", port="/dev/ttyUSB0")
    yield readers._OTHER_VERSION.format(version=2)
    yield readers._NO_ROOM.format(error="no threads")
    yield INSTEAD
    bad = folder / "service.toml"
    bad.write_text("[sound]\nvolume = 500\n", encoding="utf-8")
    yield overlaid(load(CONFIGS / "two_seats.toml"), bad).told
    told: list[HardwareInput] = []
    news = PinNews(told.append, (), lambda: Instant(0))
    news.lost("it does not answer")
    news.lost("it has ended (SIGKILL)")

    def broken(item: HardwareInput) -> None:
        assert isinstance(item, DeviceFault)
        told.append(item)

    Outbox(broken, lambda: Instant(0)).send(DeviceHealthy("lamp", Instant(0)))
    yield from (fault.message for fault in told if isinstance(fault, DeviceFault))


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_found_is_told_in_every_language(language: str, tmp_path: Path) -> None:
    for notice in _found(tmp_path):
        told = notice_text(notice, speaker(language))
        assert told != notice
        assert "{" not in told
        assert notice_text(notice, speaker(SOURCE)) == notice


def test_what_is_wrong_and_the_mend_are_both_translated() -> None:
    inner = disk_errors.words(OSError(errno.EROFS, "Read-only file system"), Path("/j"))
    told = notice_text(f"{inner}; this round is in memory alone, it is tried again every 30 s", speaker("de"))
    assert told == (
        "/j: das Journal war nicht zu schreiben (Read-only file system): der Datenträger nimmt nichts an: vielleicht "
        "ist er verschlissen, ihn ersetzen; oder zum Schreiben einhängen; diese Runde steht nur im Speicher, alle 30 s "
        "wird es wieder versucht"
    )


def test_a_notice_that_nobody_knows_stays_as_it_is() -> None:
    assert notice_text("the lamp is {out}", speaker("fr")) == "the lamp is {out}"
    told = notice_text(TOUCH_UNUSABLE.format(panel="/dev/x", mend="Bad address"), speaker("fr"))
    assert told == "L'écran tactile /dev/x est inutilisable : Bad address"
