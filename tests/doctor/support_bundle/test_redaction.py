"""Redaction: private data about people and places is removed from every text; the useful rest stays."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kiosk.doctor.support_bundle.redaction import Private

PRIVATE = Private({"Zoë Quist", "Bo"}, {"annika"}, {"cafe-nord"})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seat 1: Zoë Quist has left", "seat 1: <name> has left"),
        ("ZOE\u0308 QUIST", "<name>"),
        ("Bo's round, Bob's round", "<name>'s round, Bob's round"),
        ("x_Bo_y-Bo.txt", "x_<name>_y-<name>.txt"),
        ("/home/annika/table.toml of Annika", "/home/<user>/table.toml of <user>"),
        ("/home/somebody/table.toml", "/home/<user>/table.toml"),
        ("/media/somebody/STICK/x", "/media/<user>/x"),
        ("on Cafe-Nord: ready", "on <host>: ready"),
        ("postgresql+psycopg://venue:secret@db.example.org:5432/ligretto", "postgresql+psycopg://<address>/ligretto"),
        ("from 192.168.178.21:22, fe80::ba27:ebff:fe12:3456, ::1", "from <address>:22, <address>, <address>"),
        ("peer:2001:db8::17: refused, [2001:db8::1]:5432", "peer:<address>: refused, [<address>]:5432"),
        ("node:fd00:1:2:3:4:5:6:7", "node:<address>"),
        ("link b8:27:eb:12:34:56 up", "link <address> up"),
        ("MAC=b8:27:eb:12:34:56:00:11:22:33:44:55:08:00 IN=enxb827eb123456", "MAC=<address> IN=enx<address>"),
        ("write to zoe.quist@example.org", "write to <address>"),
    ],
)
def test_what_is_private_is_replaced(text, told):
    assert PRIVATE.text(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "19:53:14 table: ready",
        "2026-11-21T19:53:14+0100",
        "std::vector kiosk::x crate::module::Type",
        "0000:01:00.0",
        "Raspberry Pi 4 Model B, Linux 6.6.31+rpt-rpi-v8, kivy 2.3.1",
        "ligretto-again@ligretto-table.service: started",
        "sqlite:///results.sqlite",
        "Bobby and Boris",
        "12-34-56 and 1.2.3",
    ],
)
def test_what_helps_stays(text):
    assert PRIVATE.text(text) == text


def test_keys_and_sections_stay_whatever_people_are_called():
    private = Private({"seat", "name", "true"})
    assert private.value({"seat": ["seat 1", {"name": 7}]}) == {"seat": ["<name> 1", {"name": 7}]}
    assert private.toml("# of seat 1\n[sound]\nvolume=1 # name\n") == "# of <name> 1\n[sound]\nvolume=1 # <name>\n"
    assert private.toml('[[seat]]\nname = "seat"\n') == '[[seat]]\nname = "<name>"\n'


@given(st.text(st.characters(exclude_categories=["C", "Z", "P", "S"]), min_size=1), st.text(max_size=30))
@example("\U0002f800", "")  # composed or not, it would be written as another letter
def test_whatever_a_name_is_it_is_gone_between_signs(name, around):
    text = Private({name}).text(f"{around} {name} {around}")
    assert f" {name} " not in text.replace("<name>", "")
    json.dumps(text)


@pytest.mark.parametrize("text", ["a" * 100_000, "1.2.3." * 20_000, "aa:" * 30_000, "1:" * 50_000])
def test_a_line_of_any_length_is_looked_through_in_no_time(text):
    """In one pass per letter, not once for each letter behind it: that would take half a minute."""
    began = time.process_time()
    PRIVATE.text(text)
    assert time.process_time() - began < 5
