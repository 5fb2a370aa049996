"""`kiosk backup` and `kiosk restore`, as they are typed."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from kiosk.cli.main import main
from kiosk.config.loader import CONFIGS
from kiosk.journal.folder import Folder


@pytest.fixture(autouse=True)
def own_state(state, monkeypatch, tmp_path):
    monkeypatch.setenv("KIOSK_STATE_DIR", str(state.folder))
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path / "run"))


def test_a_backup_is_made_and_brought_back(state, stick, capsys):
    before = state.says()
    assert main(["backup", str(stick)]) == 0
    assert re.search(r"ligretto-backup-[-0-9]+: 3 files, 0\.\d MB, written, read back", capsys.readouterr().out)
    state.count(2)
    assert main(["restore", str(stick)]) == 0
    assert "What was there before is in" in capsys.readouterr().out
    assert state.says() == before


def test_the_configuration_is_kept_and_left_to_its_administrator(stick, capsys, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_bytes((CONFIGS / "two_seats.toml").read_bytes())
    assert main(["--config", str(file), "backup", str(stick)]) == 0
    (kept,) = stick.glob("*/table.toml")
    assert kept.read_bytes() == file.read_bytes()
    file.write_text("changed")
    assert main(["--config", str(file), "restore", str(stick)]) == 0
    assert str(kept) in capsys.readouterr().out
    assert file.read_text() == "changed"


def test_a_backup_can_be_checked_alone(state, stick, capsys):
    main(["backup", str(stick)])
    state.count(2)
    assert main(["restore", "--check", str(stick)]) == 0
    assert "whole, 3 files" in capsys.readouterr().out
    assert state.says()["counted"] == [1, 2]


def test_while_the_table_runs_it_is_refused_or_left_to_the_next_start(state, stick, capsys):
    main(["backup", str(stick)])
    state.count(2)
    with closing(Folder(state.journal)):
        assert main(["restore", str(stick)]) == 2
        assert "a table runs here, nothing was changed: end it" in capsys.readouterr().err
        assert not list(state.folder.glob("restore-*"))
        assert main(["restore", "--next-start", str(stick)]) == 0
    assert state.says()["counted"] == [1, 2]
    assert list(state.folder.glob("restore-*"))


def test_a_restore_that_waits_can_be_cancelled(state, stick, capsys):
    main(["backup", str(stick)])
    main(["restore", "--next-start", str(stick)])
    capsys.readouterr()
    assert main(["restore", "--cancel"]) == 0
    assert "is cancelled" in capsys.readouterr().out
    assert not list(state.folder.glob("restore-*"))
    assert main(["restore", "--cancel"]) == 0
    assert "No restore waits" in capsys.readouterr().out


def test_a_table_that_starts_has_what_was_restored(state, stick, monkeypatch):
    main(["backup", str(stick)])
    state.count(2)
    main(["restore", "--next-start", str(stick)])
    found: list[object] = []
    monkeypatch.setattr("kiosk.cli.table.run_table", lambda *_: found.append(state.says()["counted"]) or 0)
    assert main(["table"]) == 0
    assert found == [[1]]


def test_results_on_a_server_are_told_to_be_elsewhere(stick, capsys, tmp_path):
    file = tmp_path / "mine.toml"
    text = (CONFIGS / "two_seats.toml").read_text()
    file.write_text(f'{text}\n[records]\nstore = "postgresql+psycopg://u:secret@server/x"\n')
    assert main(["backup", str(stick), "--config", str(file)]) == 0
    told = capsys.readouterr().out
    assert "back it up where it is" in told
    assert "secret" not in told


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_without_a_stick_the_mend_is_told(command, capsys):
    assert main([command]) == 2
    assert "No USB stick is plugged in here" in capsys.readouterr().err
