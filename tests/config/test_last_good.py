"""The last good configuration: stored when a table has started with it, and the changes since."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.config import last_good
from kiosk.config.dump import effective
from kiosk.config.last_good import Unreadable, changes, keep
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.config.schema import SECTIONS
from kiosk.system import paths

FOUR = (CONFIGS / "four_seats.toml").read_text()


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.stem)
def test_what_a_table_has_started_with_can_be_started_with_again(path: Path) -> None:
    keep(load(path))
    assert load(paths.last_good_file()) == load(path)


def test_nobody_else_may_read_it() -> None:
    """It may contain the password of a results store."""
    keep(load())
    assert paths.last_good_file().stat().st_mode & 0o077 == 0


def test_it_is_written_only_if_it_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    keep(load())
    written: list[Path] = []
    monkeypatch.setattr(last_good, "write_file", lambda file, data: written.append(file))
    keep(load())
    assert not written
    keep(load(CONFIGS / "two_seats.toml"))
    assert written == [paths.last_good_file()]


@pytest.mark.parametrize("cut", range(7))
def test_wherever_it_is_cut_off_there_is_the_old_one_or_the_new_one(cut: int, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(load())
    other = load(CONFIGS / "two_seats.toml")
    steps: list[str] = []

    def cut_off(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            steps.append(name)
            if len(steps) > cut:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return call(*arguments, **options)

        return step

    with monkeypatch.context() as patched:
        for owner, name in ((os, "open"), (os, "fdopen"), (os, "fsync"), (Path, "replace")):
            patched.setattr(owner, name, cut_off(name, getattr(owner, name)))
        keep(other)
    assert steps == ["open", "open", "fdopen", "fsync", "replace", "open", "fsync"][: cut + 1]  # the first one reads
    replaced = "replace" in steps[:cut]  # by then its content is durable
    assert load(paths.last_good_file()) == (other if replaced else load())


def test_a_disk_that_refuses_is_told_and_no_reason_not_to_play(state: Path, caplog: pytest.LogCaptureFixture) -> None:
    state.write_text("no folder")
    with caplog.at_level(logging.WARNING):
        keep(load())
    assert [record.message for record in caplog.records] == [
        f"{state}/config-last-good.toml: the configuration cannot be saved there (File exists): see kiosk doctor"
    ]


def changed(old: str, new: str) -> tuple[str, ...]:
    return changes(effective(parse(FOUR)), effective(parse(FOUR.replace(old, new))))


def test_nothing_changed_is_nothing_told() -> None:
    assert changed("", "") == ()
    assert changes(FOUR, effective(parse(FOUR))) == ()  # a default that is written out is no change either
    assert changes(effective(parse(FOUR)), FOUR) == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("stop_pin = 17", "stop_pin = 12", ("seat 1 stop_pin: 17 -> 12",)),
        ("stop_pin = 17\n", "", ("seat 1 stop_pin: 17 -> left out",)),
        ("stop_pin = 17", 'stop_pin = 17\ndice_board = "LDR-1"', ('seat 1 dice_board: left out -> "LDR-1"',)),
        ("number = 3", "number = 7", ("seat 3: removed", "seat 7: added")),
        ('"simulated"', '"gpio"', ('hardware.kind: "simulated" -> "gpio"',)),
        ("[hardware]", "[game]\nrounds = 4\n[hardware]", ("game.rounds: 5 -> 4",)),
        ("[hardware]", "[hardware]\nuses = ['i2c']", ('hardware.uses: [] -> ["i2c"]',)),
    ],
)
def test_a_change_is_told_by_its_key_and_both_values(old: str, new: str, told: tuple[str, ...]) -> None:
    assert changed(old, new) == told


def test_seats_are_the_same_wherever_they_stand_in_the_file() -> None:
    first, *seats = FOUR.split("[[seat]]")
    assert changes(FOUR, "[[seat]]".join([first, *reversed(seats)])) == ()


def test_a_password_is_told_to_nobody() -> None:
    store = '[records]\nstore = "postgresql+psycopg://venue:se@cret@server/ligretto"\n'
    assert changes(FOUR, FOUR + store) == ('records.store: "" -> "postgresql+psycopg://venue:***@server/ligretto"',)


WRONG = {
    "number = 2": "nember = 2",
    "stop_pin = 17": "stop_pin = true",
    "[hardware]": "[hardwire]",
    "[[seat]]\nnumber = 4": "[[saat]]\nnumber = 4",
    "number = 4": "number = 3",
}


@pytest.mark.parametrize("old", WRONG)
def test_what_was_changed_is_told_of_a_configuration_with_errors_too(old: str) -> None:
    assert changes(effective(parse(FOUR)), FOUR.replace(old, WRONG[old]))


def test_what_is_no_toml_says_which_of_the_two_it_is() -> None:
    with pytest.raises(Unreadable, match=r"^this one is no TOML: .*line 1"):
        changes(FOUR, "=")
    with pytest.raises(Unreadable, match=r"^the last good one is no TOML: .*line 1"):
        changes("=", FOUR)
    with pytest.raises(Unreadable, match=r"^this one is no TOML"):
        changes(FOUR, f"volume = {'[' * 5000}")


@settings(max_examples=40)
@given(
    text=st.recursive(st.sampled_from(["1", "true", '"x"', "1979-05-27", "nan"]), lambda one: one.map("[{}]".format))
)
def test_any_value_in_any_place_is_compared(text: str) -> None:
    for name in (*SECTIONS, "nobody"):
        assert changes(FOUR, f"{name} = {text}")
        assert changes(f"{name} = {text}", FOUR)
