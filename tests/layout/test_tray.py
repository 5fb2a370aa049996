"""The measures of a tray in card widths: pictures and words are made for them."""

from __future__ import annotations

import pytest

from kiosk.layout.card_layout import CardParts
from kiosk.layout.place import Place
from kiosk.layout.tray import TrayLayout

CARD = 100
USUAL = TrayLayout(CARD, CardParts.of((), 4), hit=10)
FULL = TrayLayout(CARD, CardParts.of((), 4).tight, hit=10)
"""With the number of placed cards in its name line."""


def _below(places: dict[str, Place]) -> list[Place]:
    return [place for name, place in places.items() if name != "body" and place.top <= places["head"].bottom]


def laid(tray: TrayLayout) -> tuple[dict[str, Place], Place]:
    """Return a tray's parts, and all below the name line together."""
    places = tray.places(mirrored=False, rtl=False)
    pieces = _below(places)
    left, bottom = min(place.left for place in pieces), min(place.bottom for place in pieces)
    right, top = max(place.right for place in pieces), max(place.top for place in pieces)
    return places, Place((left + right) / 2, (bottom + top) / 2, right - left, top - bottom)


@pytest.mark.parametrize(("tray", "line"), [(USUAL, 50), (FULL, 84)], ids=["usual", "full"])
def test_pieces_and_name_line_have_their_room(tray: TrayLayout, line: float) -> None:
    (places, pieces), (width, depth) = laid(tray), tray.size
    head, end = places["head"], places["leave"]
    assert pieces.left - -width / 2 == pytest.approx(16, abs=1)
    assert pieces.bottom - -depth / 2 == pytest.approx(10, abs=1)
    assert head.bottom - pieces.top == pytest.approx(8, abs=2)
    assert depth / 2 - head.top == pytest.approx(8)
    assert head.h == pytest.approx(line)
    assert places["door"].left - -width / 2 == width / 2 - end.right == pytest.approx(16)
    assert width % 2 == depth % 2 == 0, "its middle lies on a pixel"
    assert places["body"] == Place(0, (head.bottom - depth / 2) / 2, width, head.bottom + depth / 2)


def test_the_stop_sign_stands_beside_the_pieces() -> None:
    places, pieces = laid(USUAL)
    first = min(place.left for place in _below(places) if place != places["stop"])
    assert first - places["stop"].right == pytest.approx(8)
    assert places["stop"].y == pytest.approx(pieces.y)
    assert places["stop"].w == places["stop"].h == max(10, USUAL.parts.stop * CARD)


def test_the_name_line_runs_from_the_door_over_sign_and_name_and_the_message_to_its_end() -> None:
    places, _ = laid(USUAL)
    head, door, ticker, end = (places[name] for name in ("head", "door", "ticker", "leave"))
    assert places["rules"] == end
    assert places["sign"].left == head.left
    assert {place.w for place in (places["sign"], door, end)} == {USUAL.control} == {50}
    gaps = [head.left - door.right, ticker.left - head.right, end.left - ticker.right]
    assert gaps == pytest.approx([12] * 3)
    assert head.w / (end.left - door.left) == pytest.approx(0.32, abs=0.001)
    assert {place.y for place in (head, door, ticker, end)} == {head.y}


def test_a_full_name_line_has_the_number_before_its_end_and_its_sign_is_the_door() -> None:
    places, _ = laid(FULL)
    head, number, ticker, end = (places[name] for name in ("head", "end", "ticker", "leave"))
    assert "rules" not in places
    assert places["door"] == places["sign"]
    assert number.w == pytest.approx(140)
    assert end.left - number.right == pytest.approx(12)
    assert number.left - ticker.right == pytest.approx(12)
    assert ticker.left - head.right == pytest.approx(6)
    assert head.w / (number.left - head.left) == pytest.approx(0.47, abs=0.001)


@pytest.mark.parametrize(("hit", "control", "stop"), [(10, 50, 85), (80, 80, 85), (110, 110, 110), (500, 112, 112)])
def test_what_is_pressed_is_as_large_as_a_finger_but_never_much_larger_than_a_card(
    hit: float, control: float, stop: float
) -> None:
    tray = TrayLayout(CARD, CardParts.of((), 4), hit)
    places, _ = laid(tray)
    assert tray.control == places["leave"].w == pytest.approx(control)
    assert places["stop"].w == pytest.approx(max(stop, tray.parts.stop * CARD))
    assert places["head"].h == pytest.approx(control)


def test_a_wider_tray_gives_a_tenth_to_each_side_and_most_to_its_pieces() -> None:
    places, pieces = laid(USUAL)
    wider = USUAL.as_wide_as(USUAL.size[0] + 100)
    more, spread = laid(wider)
    assert spread.left - -wider.size[0] / 2 == pytest.approx(16 + 10, abs=1)
    assert spread.w - pieces.w == pytest.approx(80, abs=2)
    gaps = [
        min(one.left for one in _below(all_) if one != all_["stop"]) - all_["stop"].right for all_ in (places, more)
    ]
    assert gaps == pytest.approx([8, 12], abs=0.1)
