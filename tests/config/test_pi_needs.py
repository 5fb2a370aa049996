"""What a table needs of a Pi's firmware: a stand-in reads the card, and the table finds its pins or does not."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from kiosk.config.config_txt import ConfigTxtLine, with_block, without_block
from kiosk.config.loader import CONFIGS, parse
from kiosk.config.pi_needs import Needs, contradictions, needs
from kiosk.config.pi_setup import derive
from kiosk.config.schema import Settings
from tests.rig.firmware import READ, started

MODELS = ("pi4", "pi5")
FRESH = (
    "# a new card\ndtparam=audio=on\ncamera_auto_detect=1\ndtoverlay=vc4-kms-v3d\nmax_framebuffers=2\narm_64bit=1\n\n"
    "[cm4]\notg_mode=1\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n\n[all]\nenable_uart=1\n"
)
OPENED = f"{FRESH}dtparam=spi=on,i2s=on,i2c_arm=off\n[pi5]\ndtparam=uart0=on\n"
"""A card on which somebody has switched on what there is, and left a filter open."""


@cache
def table(name: str, more: str = "") -> Settings:
    """Return a packaged table at a Pi's pins; ``more``: of its section ``hardware``."""
    text = (CONFIGS / f"{name}.toml").read_text().replace('kind = "simulated"', "")
    if "[hardware]" not in text:
        text += "\n[hardware]\n"
    return parse(text.replace("[hardware]", f'[hardware]\nkind = "gpio"\n{more}'))


def small(more: str, lamps: tuple[str, str]) -> Settings:
    """Return a table of two seats without buttons, with these lamps."""
    seats = zip(("south", "north"), lamps, strict=True)
    text = "".join(
        f'[[seat]]\nnumber = {number}\nedge = "{edge}"\nlamp_pin = {lamp}\n'
        for number, (edge, lamp) in enumerate(seats, 1)
    )
    return parse(f'[hardware]\nkind = "gpio"\n{more}\n{text}')


@pytest.mark.parametrize("seats", ["two", "three", "four", "six", "eight", "twelve"])
@pytest.mark.parametrize("card", [FRESH, OPENED])
def test_a_card_is_enough_and_each_of_its_lines_is_needed(seats: str, card: str) -> None:
    settings = table(f"{seats}_seats")
    lines = needs(settings, card).lines()
    for model in MODELS:
        board = started(with_block(card, lines), model)
        assert (board.missing(settings), board.unknown) == ([], [])
    vital = [line for need in needs(settings, card).known if need.vital for line in need.lines]
    if card is OPENED:
        for line in vital:
            others = [other for other in lines if other != line]
            assert any(started(with_block(card, others), model).missing(settings) for model in MODELS), line


def test_twelve_seats_without_any_line_have_no_lamp_and_lose_buttons() -> None:
    settings = table("twelve_seats")
    assert len(started(FRESH).missing(settings)) == 12 + 2  # the serial port's pins
    assert len(started(FRESH, "pi5").missing(settings)) == 12
    assert started(with_block(FRESH, needs(settings).lines()), wired={}).missing(settings) == [
        f"seat {wires.seat}: {wires.lamp_pin}" for wires in settings.wiring()
    ]


def test_four_seats_with_dice_boards_need_no_serial_port_of_the_header() -> None:
    assert "enable_uart=1" not in [line.text for line in needs(table("four_seats_dice_boards")).lines()]


def test_what_the_configuration_uses_is_on_whatever_the_card_says() -> None:
    settings = table("two_seats", 'uses = ["i2c", "serial", "spi", "i2s"]')
    for model in MODELS:
        board = started(with_block(f"{FRESH}dtparam=i2c=off\nenable_uart=0\n", needs(settings).lines()), model)
        assert {"i2c", "serial", "spi", "i2s"} <= board.functions
        assert board.unknown == []
    assert [line.text for line in needs(settings).lines() if "audio" in line.text] == []
    assert {sign.name for sign in needs(settings).signs()} == {
        "/sys/bus/i2c/devices/i2c-1", "/dev/serial0", "/sys/class/spi_master/spi0", "i2s",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("size", "lines"),
    [((3840, 2160), [ConfigTxtLine("hdmi_enable_4kp60=1", "pi4")]), ((2560, 1440), []), ((3440, 1440), [])],
)
def test_a_screen_with_many_pixels_has_sixty_pictures_a_second_on_a_pi_4(
    size: tuple[int, int], lines: list[ConfigTxtLine]
) -> None:
    text = (CONFIGS / "two_seats.toml").read_text()
    settings = parse(f"{text}\n[window]\nwidth = {size[0]}\nheight = {size[1]}\n")
    found = needs(settings)
    assert [line for line in found.lines() if line.only] == lines
    assert started(with_block(FRESH, found.lines()), "pi5").settings.get("hdmi_enable_4kp60") is None
    assert ("hdmi_enable_4kp60" in started(with_block(FRESH, found.lines())).settings) is bool(lines)


def test_a_simulated_table_asks_nothing_of_the_header() -> None:
    settings = parse((CONFIGS / "twelve_seats.toml").read_text())
    assert [need.vital for need in needs(settings).known] == [False, False]


def test_no_line_of_ours_is_longer_than_the_firmware_reads() -> None:
    settings = table("twelve_seats")
    assert max(map(len, with_block("", needs(settings).lines()).splitlines())) <= READ


# ---------------------------------------------------------------- expanders


def chips(found: Needs) -> list[str]:
    return [unknown.chip for unknown in found.unknown]


@pytest.mark.parametrize(
    ("lamps", "wired"),
    [(('"mcp23008:0"', '"mcp23008:7"'), {0x20: "mcp23008"}), (('"mcp23017:15"', "22"), {0x20: "mcp23017"})],
)
def test_an_expander_of_either_size_is_set_up(lamps: tuple[str, str], wired: dict[int, str]) -> None:
    settings = small("", lamps)
    text = with_block(FRESH, needs(settings).lines())
    assert started(text, wired=wired).missing(settings) == []
    assert started(text.replace(",noints", ""), wired=wired).taken == {4}


def test_an_expander_that_somebody_has_set_up_is_not_set_up_twice() -> None:
    settings = small("", ('"mcp23017:0"', '"mcp23017:1"'))
    for others, added in (("dtoverlay=mcp23017,noints,addr=0x21\n", ""), ("", "dtoverlay=mcp23017,addr=0x21,noints\n")):
        found = needs(settings, others, added)
        assert found.unknown == ()
        text = with_block(others, found.lines(), added)
        assert text.count("mcp23017") == 1
        assert started(text, wired={0x21: "mcp23017"}).missing(settings) == []
        assert "mcp23017" in [sign.name for sign in found.signs()]


@pytest.mark.parametrize(
    ("lamps", "refused"),
    [
        (('"pca9555:0"', "22"), ["pca9555"]),
        (('"mcp23018:0"', "22"), ["mcp23018"]),
        (('"gpiochip3:0"', "22"), ["gpiochip3"]),
        (('"mcp23017:0"', '"mcp23008:0"'), ["mcp23008"]),
    ],
)
def test_a_chip_that_no_line_can_be_derived_for_is_refused_with_the_fix(
    lamps: tuple[str, str], refused: list[str]
) -> None:
    settings = small("", lamps)
    assert chips(needs(settings)) == refused
    (told,) = derive(settings, FRESH).refused
    index = 1 + lamps.index(f'"{refused[0]}:0"')
    assert told.startswith(f'[[seat]] {index}, lamp_pin: "{refused[0]}:0": no line of config.txt can be derived')
    assert "--config-txt FILE" in told
    assert derive(settings, FRESH, present=refused).refused == (), "somebody has set it up in another way"
    assert derive(settings, FRESH, "dtoverlay=pca953x,pca9555,addr=0x22\n").refused == ()


def test_an_overlay_with_the_chips_name_is_the_chips() -> None:
    settings = small("", ('"pca9555:0"', "22"))
    assert chips(needs(settings, "dtoverlay=pca953x,pca9555\n")) == []
    assert chips(needs(settings, "[none]\ndtoverlay=pca953x,pca9555\n")) == ["pca9555"]


# ---------------------------------------------------------------- what others need


def test_devices_of_other_makers_are_told_until_lines_are_added() -> None:
    settings = small('uses = ["i2s"]', ("22", "23"))
    settings = replace(settings, hardware=replace(settings.hardware, buttons="keyboard_matrix"))
    told = needs(settings).remarks
    assert [line.partition(":")[0] for line in told] == ["buttons by keyboard_matrix", "hardware.uses"]
    assert all("--config-txt FILE" in line for line in told)
    assert needs(settings, "", "dtoverlay=hifiberry-dac\n").remarks == ()


@pytest.mark.parametrize(
    ("added", "told"),
    [
        ("dtparam=spi=on\n", "dtparam=spi=off is needed (SPI off: buttons or lamps are at GPIO 7, 8, 9, 10, 11)"),
        ("[pi4]\ndtparam=audio=on,i2c=off\n", "dtparam=i2c_arm=on is needed (I2C on)"),
        ("enable_uart=1\n", "enable_uart=0 is needed"),
        ("dtoverlay=mcp23017,addr=0x21\n", "dtoverlay=mcp23017,addr=0x21 takes GPIO 4"),
        ("dtoverlay=mcp23017,addr=0x21,gpiopin=27\n", "dtoverlay=mcp23017,addr=0x21,gpiopin=27 takes GPIO 27"),
    ],
)
def test_lines_that_take_pins_away_are_refused_with_the_place(added: str, told: str) -> None:
    (found,) = contradictions(table("twelve_seats"), added)
    assert found.startswith(told)


@pytest.mark.parametrize("added", ["dtparam=spi=off\n", "dtoverlay=i2c-rtc,ds3231\n", "enable_uart=0\narm_boost=1\n"])
def test_lines_that_take_nothing_are_not(added: str) -> None:
    assert contradictions(table("twelve_seats"), added) == []


def test_a_line_of_the_card_that_takes_a_pin_is_told() -> None:
    settings = table("twelve_seats")
    assert [line.split(" takes")[0] for line in needs(settings, "dtoverlay=mcp23017\n").remarks] == [
        "dtoverlay=mcp23017"
    ]


def test_the_block_is_ours_alone() -> None:
    settings = table("twelve_seats")
    assert without_block(derive(settings, OPENED).text) == OPENED
