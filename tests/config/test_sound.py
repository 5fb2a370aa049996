"""Where sounds go to: names that are taken, and numbers of cards, which change from start to start and are not."""

from __future__ import annotations

import pytest

from kiosk.config.loader import CONFIGS, ConfigError, parse
from kiosk.config.schema import Settings
from kiosk.display.sound.outputs import Socket
from kiosk.display.texts.staff_settings import value_words
from kiosk.locale.speaker import speaker
from kiosk.protocol.staff_settings import staff_settings
from kiosk.table_process.table_settings import table_settings


def configured(device: str) -> Settings:
    text = (CONFIGS / "two_seats.toml").read_text()
    return parse(f'{text}\n[sound]\ndevice = "{device}"\n', "table.toml")


@pytest.mark.parametrize("device", ["auto", "usb", "hdmi", "JBL", "USB Audio Device", "plughw:CARD=Device,DEV=0"])
def test_a_name_is_taken_and_reaches_the_display(device: str) -> None:
    settings = configured(device)
    assert settings.sound.device == device
    assert table_settings(settings).house.sound_device == device


@pytest.mark.parametrize("device", ["", " ", "1", "hw:1", "hw:1,0", "plughw:0", "default", "card\\n1"])
def test_a_number_of_a_card_or_nothing_is_refused_with_what_can_be_written(device: str) -> None:
    with pytest.raises(ConfigError, match=r'(?s)sound\.device.*"usb".*kiosk doctor') as refused:
        configured(device)
    assert "table.toml" in str(refused.value)


def test_the_staffs_menu_offers_every_kind_and_shows_a_name_from_the_file_as_it_is() -> None:
    setting = staff_settings()["sound.device"]
    assert {"auto", *setting.values} == {"auto", *(set(Socket) - {Socket.SERVER, Socket.GIVEN})}
    say = speaker("de")
    assert [value_words(setting, value, say) for value in ("usb", "JBL")] == ["USB-Lautsprecher", "JBL"]
