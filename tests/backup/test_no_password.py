"""A stick has no permissions: no password of the configuration is on it, and the rest of it is as it was written."""

from __future__ import annotations

import json

import pytest

from kiosk.backup.backup import back_up
from kiosk.cli.main import main
from tests.rig.addresses import FORMS, leaks


@pytest.mark.parametrize("form", sorted(FORMS))
def test_no_password_of_the_configuration_is_on_the_stick(state, stick, form):
    password = "q7Zk/ge'heim q7Zk%@"  # noqa: S105
    plain = state.configuration.read_text()
    store = f"\n[records]\nstore = {json.dumps(FORMS[form](password))}\n"
    state.configuration.write_text(f"{plain}{store}# the end\n")
    made = back_up(stick, state.places)
    assert not [
        path for path in made.folder.rglob("*") if path.is_file() and leaks(password, path.read_text("latin-1"))
    ]
    copy = (made.folder / "table.toml").read_text()
    assert copy.startswith(plain)
    assert copy.endswith("# the end\n")


def test_the_command_says_that_the_copy_has_no_password(state, stick, monkeypatch, capsys):
    monkeypatch.setenv("KIOSK_STATE_DIR", str(state.folder))
    seats = "".join(f'[[seat]]\nnumber = {number}\nedge = "{edge}"\n' for number, edge in ((1, "south"), (2, "north")))
    state.configuration.write_text(f'{seats}[records]\nstore = "postgresql+psycopg://venue:geheim@db/l"\n')
    assert main(["backup", str(stick), "--config", str(state.configuration)]) in {0, 1}
    told = capsys.readouterr()
    assert "The copy of the configuration has *** in place of its password." in told.out
    assert "geheim" not in told.out + told.err
