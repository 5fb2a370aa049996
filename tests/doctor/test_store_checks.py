"""The doctor's word on the password of a shared results store."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from kiosk.backup.waiting import Restore
from kiosk.doctor import table_checks
from kiosk.doctor.facts import Facts
from kiosk.doctor.finding import Finding, Grade
from kiosk.doctor.gather import configuration
from kiosk.doctor.table_checks import examined, restore, results, set_aside_here, unread_here
from kiosk.journal import set_aside
from kiosk.journal.set_aside import SetAside
from kiosk.results.importer import refresh
from kiosk.results.store import open_store
from tests.results.conftest import NOON, Journals


def found(facts: Facts, place: str, store: str = "postgresql+psycopg://venue@server/ligretto") -> Finding:
    settings = facts.config.settings
    assert settings is not None
    records = msgspec.structs.replace(settings.records, store=store, password_file=place)
    config = replace(facts.config, settings=msgspec.structs.replace(settings, records=records))
    (finding,) = results(replace(facts, config=config, store_password=examined(place)))
    return finding


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "password"
    place.write_text("geheim\n")
    place.chmod(0o600)
    return place


def test_a_password_that_nobody_else_may_read_is_good(well: Facts, place: Path) -> None:
    assert found(well, str(place)).grade is Grade.GOOD


def test_a_password_that_others_may_read_is_a_fault_with_the_fix(well: Facts, place: Path) -> None:
    place.chmod(0o644)
    told = found(well, str(place))
    assert told.grade is Grade.FAULT
    assert told.what.endswith(f"others may read it (mode 0644): chmod 600 {place}")
    assert "geheim" not in told.what


def test_a_missing_password_is_a_fault(well: Facts, tmp_path: Path) -> None:
    assert "there is no such file" in found(well, str(tmp_path / "absent")).what


def test_a_password_that_the_doctors_user_may_not_look_at_is_no_fault(
    well: Facts, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the service menu: the table's user may not read the credential that the venue is passed."""

    def refused(place: str) -> str:
        raise table_checks.NotAllowed(place)

    monkeypatch.setattr(table_checks, "read_password", refused)
    assert found(well, str(place)).grade is Grade.NOTE


@pytest.mark.parametrize("store", ["", "postgresql+psycopg://venue@server/ligretto"])
def test_without_a_password_there_is_nothing_to_tell(well: Facts, store: str) -> None:
    assert found(well, "", store).grade is Grade.GOOD


def test_a_password_in_the_address_is_a_warning_that_does_not_quote_it(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    seats = "".join(f'[[seat]]\nnumber = {number}\nedge = "{edge}"\n' for number, edge in ((1, "south"), (2, "north")))
    file.write_text(f'{seats}[records]\nstore = "postgresql+psycopg://venue:geheim@server/ligretto"\n')
    (told,) = configuration(file).warnings
    assert told.startswith("table.toml: records.store: the address has a password")
    assert "geheim" not in told


def test_rounds_that_were_set_aside_are_told_with_the_command_that_tries_again(
    well: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    assert set_aside_here() == ()
    (tmp_path / "journal").mkdir()
    aside = [SetAside("journal-000001.sqlite", f"'round-{number}'", "its time is none") for number in range(7)]
    set_aside.write(tmp_path / "journal", aside)
    told, password = results(replace(well, set_aside=set_aside_here()))
    assert told.grade is Grade.WARNING
    assert "journal-000001.sqlite: round 'round-0' is set aside and does not count: its time is none" in told.what
    assert told.what.endswith("2 more rounds are set aside and do not count")
    assert told.mend.endswith("then: kiosk scores retry")
    assert password.grade is Grade.GOOD


def test_names_for_a_day_that_nothing_forgets_are_a_warning(
    well: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what reads the journal, ``kiosk venue``, has its files deleted, and forgets."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    journal = Journals(tmp_path / "journal")
    assert unread_here(time.time()) == 0
    journal.write(journal.round({"name": "Ada"}, {}))
    journal.write(journal.round({"name": "Bob"}, {}))
    assert unread_here(time.time()) == 0, "it has time to read them"
    later = time.time() + 2 * table_checks.UNREAD_S
    assert unread_here(later) == 2
    settings = well.config.settings
    assert settings is not None
    for names, days, grades in (
        (True, 0, [Grade.WARNING, Grade.GOOD]),
        (True, 365, [Grade.GOOD]),
        (False, 0, [Grade.GOOD]),
    ):
        records = msgspec.structs.replace(settings.records, names=names, names_days=days)
        config = replace(well.config, settings=msgspec.structs.replace(settings, records=records))
        told = list(results(replace(well, config=config, unread=unread_here(later))))
        assert [one.grade for one in told] == grades
        assert "kiosk venue" in told[0].mend or len(told) == 1
    with closing(open_store("", tmp_path / "results.sqlite")) as store:
        refresh(store, journal.folder, 0, NOON)
    assert unread_here(later) == 0


def test_a_file_that_is_kept_for_a_round_set_aside_waits_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    journal = Journals(tmp_path / "journal")
    path = journal.write(journal.round({"name": "Ada"}, {}))
    set_aside.write(journal.folder, [SetAside(path.name, "'round-1'", "its time is none")])
    assert unread_here(time.time() + 2 * table_checks.UNREAD_S) == 0


def test_a_restore_that_waits_is_a_warning_and_one_that_was_dropped_is_told(well: Facts) -> None:
    assert not list(restore(well))
    (waits,) = restore(replace(well, restore=Restore("2026-11-20 22:01")))
    assert waits.grade is Grade.WARNING
    assert "2026-11-20 22:01 waits" in waits.what
    assert "kiosk restore --cancel" in waits.mend
    (dropped,) = restore(replace(well, restore=Restore("2026-11-20 22:01", dropped=True)))
    assert dropped.grade is Grade.NOTE
    assert "was not restored" in dropped.what


@pytest.mark.parametrize(
    ("store", "appliance", "told"),
    [
        ("postgresql+psycopg://x@server/results", True, [Grade.WARNING, Grade.GOOD]),
        ("postgresql+psycopg://x@server/results", False, [Grade.GOOD]),
        ("", True, [Grade.GOOD]),
    ],
)
def test_results_on_a_server_give_who_knows_the_cards_a_network(
    well: Facts, store: str, appliance: bool, told: list[Grade]
) -> None:
    settings = well.config.settings
    assert settings is not None
    records = msgspec.structs.replace(settings.records, store=store)
    config = replace(well.config, settings=msgspec.structs.replace(settings, records=records))
    found = list(results(replace(well, config=config, appliance=appliance)))
    assert [finding.grade for finding in found] == told
    assert ("kiosk venue adopt" in found[0].mend) == (Grade.WARNING in told)
