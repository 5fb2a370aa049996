"""The staff's PIN, and `kiosk pin`."""

from __future__ import annotations

import io
import stat
import subprocess
import sys

import pytest

from kiosk.cli.main import main
from kiosk.service.pin import UnusablePin, forget_tries, is_pin, pin_file, random_pin, set_pin, tally_file
from kiosk.system.typed_secret import Cost

CHEAP = Cost(n=2, r=1)


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    return pin_file()


def test_the_pin_that_was_set_is_the_pin_and_no_other_is(file):
    set_pin(file, "4711", CHEAP)
    assert is_pin(file, "4711")
    assert not any(is_pin(file, other) for other in ("4712", "471", "47110", "", "٤٧١١"))


def test_the_file_tells_no_pin_and_is_for_its_owner_alone(file):
    set_pin(file, "86420", CHEAP)
    first = file.read_bytes()
    assert b"86420" not in first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    set_pin(file, "86420", CHEAP)
    assert file.read_bytes() != first, "the same PIN is salted anew"


def test_a_guess_is_expensive_unless_a_test_says_otherwise(file):
    set_pin(file, "4711")
    assert file.read_text().startswith("scrypt 32768 8 1 ")
    assert is_pin(file, "4711")


@pytest.mark.parametrize("pin", ["", "123", "1234567890123", "12a4", "١٢٣٤", "12 4", "0000", "1234", "8765", "67890"])
def test_what_is_no_pin_or_too_easy_is_refused_and_the_old_one_stays(file, pin):
    set_pin(file, "4711", CHEAP)
    with pytest.raises(UnusablePin):
        set_pin(file, pin, CHEAP)
    assert is_pin(file, "4711")


@pytest.mark.parametrize("content", ["", "4711\n", "scrypt 3 8 1 " + "00" * 16 + " " + "00" * 32, "scrypt 2 1 1 00 00"])
def test_a_file_that_holds_no_pin_opens_to_none(file, content):
    file.write_text(content)
    with pytest.raises(UnusablePin, match="kiosk pin set"):
        is_pin(file, "4711")


def test_random_pins_are_good_ones(file):
    pins = {random_pin() for _ in range(50)}
    assert len(pins) > 45
    for pin in pins:
        set_pin(file, pin, CHEAP)


# ------------------------------------------------------------ the command


def test_the_pin_is_read_from_standard_input(file, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("4711\n"))
    assert main(["pin", "set", "--stdin"]) == 0
    assert capsys.readouterr().out == "The PIN is set.\n"
    assert is_pin(file, "4711")


def test_the_pin_is_asked_for_twice(file, monkeypatch, capsys):
    typed = iter(["4711", "4712", "8080", "8080"])
    monkeypatch.setattr("getpass.getpass", lambda _: next(typed))
    assert main(["pin", "set"]) == 2
    assert "two different PINs" in capsys.readouterr().err
    assert not file.exists()
    assert main(["pin", "set"]) == 0
    assert is_pin(file, "8080")


@pytest.mark.process
def test_without_a_terminal_the_other_ways_are_told_and_nothing_else(file):
    command = ["setsid", "--wait", sys.executable, "-m", "kiosk", "pin", "set"]
    done = subprocess.run(command, input="4711\n4711\n", capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    told = "There is no terminal here to type it: give the PIN with --stdin, or let --random choose one\n"
    assert done.stderr == told
    assert not file.exists()


def test_a_pin_that_is_not_typed_changes_nothing(file, monkeypatch, capsys):
    def ended(_):
        raise EOFError

    monkeypatch.setattr("getpass.getpass", ended)
    assert main(["pin", "set"]) == 2
    assert "nothing was changed" in capsys.readouterr().err


def test_a_random_pin_is_printed_alone_so_that_a_script_can_tell_it(file, capsys):
    assert main(["pin", "set", "--random"]) == 0
    pin = capsys.readouterr().out.strip()
    assert pin.isdigit()
    assert is_pin(file, pin)


def test_a_new_pin_ends_a_lockout(file, monkeypatch):
    file.parent.mkdir(exist_ok=True)
    tally_file(file).write_text('{"wrong": 9}')
    monkeypatch.setattr("sys.stdin", io.StringIO("4711\n"))
    assert main(["pin", "set", "--stdin"]) == 0
    assert not tally_file(file).exists()
    forget_tries(file)  # there is nothing to forget: no error


def test_a_pin_that_is_none_is_told(file, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("99\n"))
    assert main(["pin", "set", "--stdin"]) == 2
    assert "4 to 12 digits" in capsys.readouterr().err


def test_a_pin_that_was_taken_away_leaves_no_menu(file, capsys):
    set_pin(file, "4711", CHEAP)
    assert main(["pin", "remove"]) == 0
    assert "no service menu" in capsys.readouterr().out
    assert not file.exists()
    assert main(["pin", "remove"]) == 0
