"""Which device is the touch panel: claims have to agree, and the best of several is the panel."""

from __future__ import annotations

import itertools

import pytest

from kiosk.display.input.evdev_device import INPUT_PROP_DIRECT, INPUT_PROP_POINTER, Claims
from kiosk.display.input.multitouch import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    BTN_TOUCH,
)


def bits(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


CONTACTS = bits(ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID)
FRAME = Claims("Frame", CONTACTS, bits(BTN_TOUCH), properties=bits(INPUT_PROP_DIRECT))
ALL_AXES = bits(*range(0x28, 0x3E))
REL_X, REL_Y, KEY_A, KEY_HOMEPAGE, DIAL = 0, 1, 30, 172, 10

NO_PANELS = {
    "keyboard receiver with all axes": Claims("Receiver", ALL_AXES, bits(*range(1, 120))),
    "headset with all axes and a few keys": Claims("Headset", ALL_AXES, bits(KEY_HOMEPAGE)),
    "gamepad with all axes": Claims("Gamepad", ALL_AXES, bits(0x120, 0x121)),
    "bar-code reader": Claims("Reader", CONTACTS, bits(*range(1, 84))),
    "mouse": Claims("Mouse", CONTACTS, bits(0x110, 0x111), relative=bits(REL_X, REL_Y)),
    "touchpad": Claims("Pad", CONTACTS, bits(BTN_TOUCH), properties=bits(INPUT_PROP_POINTER)),
    "dial on the glass": Claims("Dial", CONTACTS, properties=bits(INPUT_PROP_DIRECT), least_tool=DIAL),
    "screen for one finger": Claims("Old", bits(0, 1), bits(BTN_TOUCH), properties=bits(INPUT_PROP_DIRECT)),
}


@pytest.mark.parametrize("claims", NO_PANELS.values(), ids=NO_PANELS)
def test_what_only_looks_like_a_panel_is_none(claims: Claims) -> None:
    assert not claims.is_panel


@pytest.mark.parametrize(
    "claims",
    [
        FRAME,
        Claims("A frame of an older kernel", CONTACTS, bits(BTN_TOUCH)),
        Claims("A frame with keys for sleep and volume", CONTACTS, bits(BTN_TOUCH, 113, 114, 115, 142)),
    ],
    ids=lambda claims: claims.name,
)
def test_a_panel_is_one(claims: Claims) -> None:
    assert claims.is_panel


def test_who_was_lost_comes_first_and_then_who_claims_the_most() -> None:
    plain = Claims("Plain", CONTACTS)
    with_key = Claims("With a key", CONTACTS, bits(BTN_TOUCH))
    for order in itertools.permutations([plain, with_key, FRAME]):
        assert sorted(order, key=Claims.rank, reverse=True) == [FRAME, with_key, plain]
        assert max(order, key=lambda claims: claims.rank("Plain")) == plain
