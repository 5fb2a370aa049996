"""Whose house it is: its name, a colour that is seen on felt and paper, and where phones reach its pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiosk.cli import main
from kiosk.config.loader import CONFIGS, ConfigError, parse
from kiosk.config.schema import Settings
from kiosk.config.venue import LONGEST_ADDRESS
from kiosk.display.paint.theme import ACCENT, FELT, LEATHER, contrast_of, rgb
from kiosk.protocol import accent
from kiosk.table_process.table_settings import table_settings


def configured(section: str, key: str, value: str) -> Settings:
    text = (CONFIGS / "two_seats.toml").read_text()
    return parse(f"{text}\n[{section}]\n{key} = {json.dumps(value)}\n", "table.toml")


def refused(section: str, key: str, value: str) -> str:
    with pytest.raises(ConfigError) as caught:
        configured(section, key, value)
    (line,) = caught.value.lines
    return str(line)


def test_the_house_reaches_the_display() -> None:
    text = (CONFIGS / "two_seats.toml").read_text()
    brand = (
        '[brand]\nname = "Café Ludo"\naccent = "#FF9FC8"\n[venue]\nnames = "hall"\naddress = "https://ludo.example"\n'
    )
    house = table_settings(parse(f"{text}\n{brand}", "table.toml")).house
    assert (house.name, house.accent, house.names, house.address) == (
        *("Café Ludo", "#FF9FC8"),
        *("hall", "https://ludo.example"),
    )


@pytest.mark.parametrize("name", ["", "Café Ludo", "Игротека", "מועדון המשחקים", "بيت الألعاب", "桌遊店", "x" * 32])
def test_a_name_in_any_script_is_taken(name: str) -> None:
    assert configured("brand", "name", name).brand.name == name


def test_a_name_that_the_table_cannot_write_is_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, told in (("桌遊店", True), ("Café Ludo", False)):
        file = tmp_path / "table.toml"
        file.write_text((CONFIGS / "two_seats.toml").read_text() + f'\n[brand]\nname = "{name}"\n')
        assert main.main(["config", "check", str(file)]) == 0
        assert (f"warning: brand.name: the table's typeface has no {name}" in capsys.readouterr().out) == told


@pytest.mark.parametrize(
    "name", ["x" * 33, " Ludo", "Ludo ", "Lu\ndo", "Ludo\u202e", "\u2066Ludo", "Lu\u200fdo", "\x85"]
)
def test_a_name_that_is_long_or_turns_text_is_refused(name: str) -> None:
    line = refused("brand", "name", name)
    assert "brand.name: " in line
    assert "at most 32 characters" in line


@pytest.mark.parametrize("color", ["", "#f4c95d", "#FF9FC8", "#8fd14f", "#9db8ff"])
def test_a_colour_that_is_seen_is_taken(color: str) -> None:
    assert configured("brand", "accent", color).brand.accent == color


@pytest.mark.parametrize(
    ("color", "flaw"),
    [
        ("#7a1020", "too dark to be seen on felt"),
        ("#000000", "too dark to be seen on leather"),
        ("#ffffff", "too light to be seen on paper"),
    ],
)
def test_a_colour_that_is_not_seen_is_refused_with_the_nearest_that_is(color: str, flaw: str) -> None:
    line = refused("brand", "accent", color)
    assert "brand.accent: " in line
    assert flaw in line
    (meant,) = {word.strip('"?') for word in line.split() if word.startswith('"#')} - {color}
    assert configured("brand", "accent", meant).brand.accent == meant


def test_for_every_colour_there_is_a_near_one_that_is_seen() -> None:
    steps = ("00", "40", "80", "c0", "ff")
    colors = [f"#{r}{g}{b}" for r in steps for g in steps for b in steps]
    near = [accent.nearest(color) for color in colors]
    assert not any(map(accent.flaw_of, near))
    assert all(color == meant for color, meant in zip(colors, near, strict=True) if not accent.flaw_of(color))
    assert min(contrast_of(rgb(meant[1:]), ground) for meant in near for ground in (FELT, LEATHER)) >= 3.0


def test_the_tables_own_accent_would_be_taken() -> None:
    assert accent.flaw_of("#{:02x}{:02x}{:02x}".format(*ACCENT.bytes[:3])) == ""


@pytest.mark.parametrize("color", ["f4c95d", "#fff", "gold", "#f4c95d80", "#g4c95d"])
def test_what_is_no_colour_is_refused(color: str) -> None:
    assert '"#rrggbb"' in refused("brand", "accent", color)


_LONG = "https://" + "a" * (LONGEST_ADDRESS - 8)


@pytest.mark.parametrize(
    "address", ["", "http://192.168.1.5:7283", "https://scores.example.org", "http://[fe80::1]:65535", _LONG]
)
def test_an_address_of_pages_is_taken(address: str) -> None:
    assert configured("venue", "address", address).venue.address == address


@pytest.mark.parametrize(
    "address",
    [
        *("scores.example.org", "ftp://scores.example.org", "https://", "https://a b", "https://bücher.example"),
        *("https://scores.example.org/", "https://scores.example.org/ludo", "https://a?b", "https://a#b"),
        *("https://anna@scores.example.org", "http://a:0", "http://a:65536", "http://a:", f"{_LONG}a"),
    ],
)
def test_an_address_that_is_not_one_or_says_more_is_refused(address: str) -> None:
    line = refused("venue", "address", address)
    assert "venue.address: " in line
    assert "https://scores.example.org" in line


def test_a_password_in_an_address_is_not_repeated() -> None:
    assert "geheim" not in refused("venue", "address", "https://anna:geheim@scores.example.org")
