"""A configuration from a stick: what of it is taken, what is refused, and whether a table has started with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.config.last_good import keep
from kiosk.config.loader import CONFIGS, DEFAULT, ConfigError, keys, load, parse
from kiosk.config.pi_setup import derive
from kiosk.config.proposal import brought, checked, has_started, main, taken

OWN = """
[hardware]
buttons = "keyboard_matrix"
[hardware.options.keyboard_matrix]
port = "/dev/ttyUSB0"
[records]
store = "postgresql://venue@server/ligretto"
"""
BROUGHT = """
# what the table is like now
[[seat]]
number = 1
edge = "south"
[[seat]]
number = 2
edge = "north"
[hardware]
kind = "gpio"
lamps = "somebody_s"
[records]
store = "postgresql://elsewhere/ligretto"
names_days = 5
[venue]
address = "elsewhere"
[game.house_rules]
"Été d'or" = { game = "cards", preset = "nordic_is" }
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own/table.toml"
    file.parent.mkdir()
    file.write_text(OWN)
    return file


def test_where_data_goes_and_what_runs_stays_as_the_administrator_has_it(own: Path) -> None:
    data, theirs = keys(taken(BROUGHT, own)), keys(OWN)
    assert data["records"] == theirs["records"]
    assert data["hardware"] == {**theirs["hardware"], "kind": "gpio"}
    assert "venue" not in data
    assert [data[name] for name in ("seat", "game")] == [keys(BROUGHT)[name] for name in ("seat", "game")]


@pytest.mark.parametrize("file", [*CONFIGS.glob("*.toml")], ids=lambda file: file.stem)
def test_where_nothing_is_replaced_it_is_the_text_with_its_comments(own: Path, file: Path) -> None:
    own.write_text("[records]\n")
    with_records = f"{file.read_text()}\n[records]\n"
    assert taken(with_records, own) == with_records
    assert parse(taken(f"{with_records}keep_days = 3\n", own)) == parse(file.read_text())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[seat]", "table.toml: line 1, column 7"),
        ("hardware = 3", "table.toml: hardware"),
        ("x = 1", "table.toml: x"),
        ('[[seat]]\nnumber = 1\nedge = "top"', "table.toml: [[seat]] 1, edge"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(own: Path, text: str, why: str) -> None:
    own.write_text("")
    with pytest.raises(ConfigError) as told:
        checked(taken(text, own))
    assert any(line.startswith(why) for line in told.value.lines), told.value.lines


def test_nothing_can_be_kept_of_what_cannot_be_read(own: Path) -> None:
    own.write_text("[[seat]")
    with pytest.raises(ConfigError, match="prepare the card again with kiosk first-boot"):
        taken(BROUGHT, own)


def test_what_is_no_small_regular_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    with pytest.raises(ConfigError, match=r"there is no table\.toml on the stick"):
        brought(file)
    file.write_text("#" * ((1 << 16) + 1))
    with pytest.raises(ConfigError, match="larger than"):
        brought(file)


def test_wiring_that_the_firmware_does_not_know_yet_takes_the_card(tmp_path: Path) -> None:
    twelve = (CONFIGS / "twelve_seats.toml").read_text() + '\n[hardware]\nkind = "gpio"\n'
    config_txt = tmp_path / "config.txt"
    config_txt.write_text("dtparam=audio=on\n")
    with pytest.raises(ConfigError, match=r"config\.txt: prepare the card again"):
        checked(twelve, config_txt)
    config_txt.write_text(derive(parse(twelve), "dtparam=audio=on\n").text)
    assert checked(twelve, config_txt) == parse(twelve)


def test_a_table_has_started_with_it_only_if_it_did_not_need_the_last_good_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    assert not has_started(DEFAULT)
    keep(load())
    assert has_started(DEFAULT)
    assert not has_started(CONFIGS / "two_seats.toml")


def test_a_set_up_gets_the_configuration_or_one_line(own: Path, capfd: pytest.CaptureFixture[str]) -> None:
    own.write_text("")
    assert main(["take", str(DEFAULT), str(own)]) == 0
    assert capfd.readouterr().out == DEFAULT.read_text()
    own.with_name("bad.toml").write_text("a = 1\nb = 2\nc = '\x1b'\n")
    assert main(["take", str(own.with_name("bad.toml")), str(own)]) == 1
    out, told = capfd.readouterr()
    assert (out, told.count("\n"), "\x1b" in told) == ("", 1, False)
