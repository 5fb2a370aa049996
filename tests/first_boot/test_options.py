"""The options of a card: refused with the reason, or as the Pi needs them."""

from __future__ import annotations

import base64
import os
import re
import struct
import tomllib
from pathlib import Path

import pytest

from kiosk.first_boot import options
from kiosk.first_boot.options import Unusable, Wifi


def public_key(kind: str = "ssh-ed25519", inside: str | None = None) -> str:
    name = (inside or kind).encode()
    blob = struct.pack(">I", len(name)) + name + struct.pack(">I", 32) + bytes(32)
    return f"{kind} {base64.b64encode(blob).decode()} me@home"


def test_the_key_is_made_of_name_and_password_as_wpa_says() -> None:
    """IEEE 802.11i, annex H.4: the standard's own vectors."""
    assert options.wifi("IEEE", "password") == Wifi(
        "IEEE", "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    )
    assert options.wifi("ThisIsASSID", "ThisIsAPassword").key == (
        "0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af"
    )


@pytest.mark.parametrize("name", ["x", "Café Lindenhof", "🎲" * 8, 'a"b\\c;d#e', " begins with a space", "ﷺ\u200d"])
def test_odd_names_are_taken_as_they_are(name: str) -> None:
    assert options.wifi(name, None).name == name


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "1 to 32 bytes, this one has 0"),
        ("é" * 17, "1 to 32 bytes, this one has 34"),
        ("a\nb", "control character"),
        ("a\u2028b", "control character"),
        ("a\udcff", "not valid UTF-8"),
        ("a ", "ends with a space"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, complaint: str) -> None:
    with pytest.raises(Unusable, match=complaint):
        options.wifi(name, "password")


def test_a_password_has_8_to_63_bytes_or_is_a_key() -> None:
    key = "0123456789ABCDEF" * 4
    assert options.wifi("x", key).key == key.lower()
    assert options.wifi("x", "é" * 4).key != options.wifi("x", "e" * 8).key
    for wrong in ("", "1234567", "x" * 64, "é" * 32):
        with pytest.raises(Unusable, match="8 to 63"):
            options.wifi("x", wrong)


def test_a_country_is_one_of_iso_3166() -> None:
    assert len(options.ISO_3166) == 249
    assert [options.country(code) for code in ("DE", "gb")] == ["DE", "GB"]
    for wrong in ("UK", "EU", "D", "", "deu"):
        with pytest.raises(Unusable, match="two letters of ISO 3166"):
            options.country(wrong)


def test_a_time_zone_is_one_that_the_pi_has() -> None:
    assert [options.timezone(name) for name in ("Europe/Berlin", "UTC")] == ["Europe/Berlin", "UTC"]
    for wrong, told in (
        ("Europe/Berln", "did you mean Europe/Berlin"),
        ("US/Pacific", "not a time zone"),
        ("", "Area/City"),
    ):
        with pytest.raises(Unusable, match=told):
            options.timezone(wrong)


def test_the_time_zone_of_this_computer_is_the_usual_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TZ", raising=False)
    link = tmp_path / "localtime"
    link.symlink_to("/usr/share/zoneinfo/Europe/Reykjavik")
    with pytest.raises(Unusable, match="--timezone is needed"):
        options.timezone_here(tmp_path / "none")
    link.unlink()
    link.symlink_to("../usr/share/zoneinfo/Atlantic/Reykjavik")
    assert options.timezone_here(link) == "Atlantic/Reykjavik"
    monkeypatch.setitem(os.environ, "TZ", ":Asia/Tokyo")
    assert options.timezone_here(link) == "Asia/Tokyo"


@pytest.mark.parametrize(
    "text",
    [
        "[window]\nfullscreen = true",
        'a = "[table]"\n[table] # ours\ndiagonal_mm = 900.0\n[[seat]]\nname = "x"\n',
        '# name = "old"\n[ table ]\nname="old"  # of last year\n\n[venue]\nname = "other"\n',
    ],
)
@pytest.mark.parametrize("name", ["Table 17", 'Bär "7" \\d'])
def test_a_table_s_name_is_written_into_its_configuration_and_nothing_else_changes(text: str, name: str) -> None:
    before, after = tomllib.loads(text), tomllib.loads(options.renamed(text, name))
    assert after.pop("table") == {**before.pop("table", {}), "name": name}
    assert after == before
    comments = re.findall("#.*", text.replace("# of last year", ""))
    assert all(comment in options.renamed(text, name) for comment in comments)


@pytest.mark.parametrize("text", ['table = { name = "old" }\n', 'table.name = "old"\n', '"table".name = "old"\n[a]\n'])
def test_where_a_name_has_no_plain_place_it_is_not_guessed(text: str) -> None:
    with pytest.raises(Unusable, match="write a section"):
        options.renamed(text, "Window")


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("Table 17", "table-17"),
        ("  Café Größe / №2 ", "cafe-grosse-no2"),
        ("Стол 3", "table-3"),
        ("Стол", None),
        ("", None),
        ("x" * 62 + " y", "x" * 62),
    ],
)
def test_a_table_s_name_gives_its_machine_one(table: str, name: str | None) -> None:
    assert options.host(table) == name


def test_public_keys_are_taken_a_line_each(tmp_path: Path) -> None:
    file = tmp_path / "key.pub"
    keys = (public_key(), public_key("ecdsa-sha2-nistp256"), public_key("sk-ssh-ed25519@openssh.com"))
    file.write_text("# mine\n\n" + "\n".join(keys) + "\n")
    assert options.ssh_keys(file) == keys


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "contains no key"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\n", "this is a private key"),
        ("ssh-ed25519 AAAA!", "not a public SSH key"),
        ("ssh-ed25519", "not a public SSH key"),
        (public_key("ssh-dss"), "not a public SSH key"),
        (public_key("ssh-rsa", "ssh-ed25519"), "not a public SSH key"),
        (None, "No such file"),
    ],
)
def test_what_is_no_public_key_is_refused(tmp_path: Path, text: str | None, complaint: str) -> None:
    file = tmp_path / "key.pub"
    if text is not None:
        file.write_text(text)
    with pytest.raises(Unusable, match=complaint):
        options.ssh_keys(file)
