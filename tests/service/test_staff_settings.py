"""The staff's settings override the configuration, and never break it."""

from __future__ import annotations

import pytest
from msgspec import structs
from msgspec.inspect import type_info

from kiosk.config.loader import ConfigError, load
from kiosk.config.schema import SECTIONS
from kiosk.faults.fault import english
from kiosk.protocol.staff_settings import SettingForm, staff_settings
from kiosk.service.staff_settings import (
    current,
    overlaid,
    put,
    save,
    service_file,
    setting_keys,
    typed,
    value_at,
    with_changes,
)

CHANGES = {
    "game": {"kind": "dice", "preset": "table_default"},
    "language": {"offered": ["de", "fr"], "default": "de"},
    "screen": {"brightness": 70, "contrast": True, "calm": True},
    "sound": {"volume": 0, "night_begins": "22:00", "night_ends": "07:00", "night_volume": 0},
    "hours": {"opens": "10:00", "closes": "01:30", "friday": "10:15-03:45", "monday": "closed"},
}


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    return service_file()


def test_what_was_set_is_there_again_and_nothing_else_has_changed(file):
    save(file, CHANGES)
    configured = load()
    told = overlaid(configured, file)
    assert (told.changes, told.fault) == (CHANGES, None)
    assert told.settings.game.kind == "dice"
    assert told.settings.language.offered == ("de", "fr")
    assert told.settings.sound.volume == 0
    assert told.settings.seat == configured.seat
    assert told.settings.records == configured.records
    assert told.settings.game.rounds == configured.game.rounds


def test_nothing_set_is_the_configuration(file):
    assert overlaid(load(), file).settings == load()
    save(file, {})
    assert overlaid(load(), file).settings == load()


@pytest.mark.parametrize(
    "content",
    [
        b"volume = ",
        b"\xff",
        b"[sound]\nvolume = 101",
        b"[sound]\nvolume = " + b"[" * 5000,
        b"[sound]\nvolume = '5'",
        b"[sound]\nloudness = 5",
        b"sound = 5",
        b"[records]\nnames = false",
        b"[[seat]]\nnumber = 1",
        b"[hours]\nopens = '10:00'",
        b"[hours]\nfriday = '10:00-10:00'",
        b"[hours]\nfriday = 'late'",
        b"[language]\noffered = ['de']",
        b"[game]\nrounds = 7",
    ],
)
def test_a_bad_file_is_as_if_there_were_none_and_it_is_told(file, content):
    file.write_bytes(content)
    told = overlaid(load(), file)
    assert told.settings == load()
    assert told.changes == {}
    words = english(told.fault)
    assert words.startswith("service.toml: ")
    assert words.endswith("set it again in the service menu")


def test_what_is_the_administrators_cannot_be_set_at_the_table():
    with pytest.raises(ConfigError, match=r"hardware.kind: is not set at the table"):
        with_changes(load(), {"hardware": {"kind": "gpio"}})


def test_a_game_that_has_failed_since_keeps_nobody_from_setting_anything(monkeypatch):
    usual = load()
    configured = structs.replace(usual, game=structs.replace(usual.game, kind="dominoes"))
    changed = with_changes(configured, {"sound": {"volume": 3}})
    assert (changed.game.kind, changed.sound.volume) == (usual.game.kind, 3)
    with pytest.raises(ConfigError, match=r'game.kind: "dominoes" is not an installed game'):
        with_changes(configured, {"game": {"kind": "dominoes"}})


def test_every_key_of_the_staff_is_one_of_the_configuration():
    assert "game.kind" in setting_keys()
    for key in setting_keys():
        section, _, name = key.partition(".")
        assert name in SECTIONS[section].__struct_fields__


def test_what_the_menu_offers_is_what_the_configuration_allows():
    configured = load()
    for setting in staff_settings().values():
        section, _, key = setting.key.partition(".")
        if setting.form is SettingForm.PERCENT:
            (limits,) = (one.type.type for one in type_info(SECTIONS[section]).fields if one.name == key)
            assert setting.values[:: len(setting.values) - 1] == (str(limits.ge), str(limits.le)), setting.key
        elif setting.form not in (SettingForm.HOURS, SettingForm.END, SettingForm.LANGUAGES):
            for value in setting.values:
                changes: dict[str, dict[str, object]] = {}
                put(changes, configured, setting.key, typed(value_at(configured, setting.key), value))
                assert current(with_changes(configured, changes))[setting.key] == value


def test_a_disk_that_takes_nothing_leaves_what_was_set(file, monkeypatch):
    save(file, CHANGES)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(file, {})
    assert overlaid(load(), file).changes == CHANGES
