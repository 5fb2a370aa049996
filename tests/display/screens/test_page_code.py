"""The QR code between the medals after a match: where it lies, what it says, and how large it is on a real table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import segno
from msgspec.structs import replace
from PIL import Image

from kiosk.config.venue import LONGEST_ADDRESS
from kiosk.display.context import TableContext
from kiosk.display.motion.effects import Fly, MomentContext
from kiosk.display.motion.fireworks import turntable
from kiosk.display.paint import turntable_art
from kiosk.display.paint.brass_art import CoinLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.page_code import QUIET
from kiosk.display.paint.theme import contrast_of, rgb
from kiosk.display.paint.turntable_art import CODE, PLATE, TurntableLook
from kiosk.display.screens.centre_result import draw_prizes
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import prizes_place
from kiosk.layout.place import Frame
from kiosk.protocol import House, Snapshot
from tests.display.panels import DIAGONAL_MM, layout_of_all
from tests.display.screens.test_feast import middle_of

ADDRESS = "https://scores.example.org"
MATCH = "0123456789abcdef0123456789abcdef"
PAGE = f"{ADDRESS}/match/{MATCH}"


def ended(canned: Any, seats: int = 4, match: str = MATCH, address: str = ADDRESS) -> Snapshot:
    snapshot: Snapshot = canned.snapshot("match_result", seats)
    return replace(snapshot, match=match, house=House(address=address))


def drawn(canned: Any, snapshot: Snapshot, at: float = 0.0) -> Picture:
    """Return the turntable as it is drawn."""
    sketch = Sketch(Frame())
    draw_prizes(sketch, middle_of(canned, snapshot), at)
    (found,) = [mark for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TurntableLook)]
    return found


def squares(picture: Image.Image, count: int, size: int) -> Iterator[list[bool]]:
    """Yield for each line which squares of a code of so many are dark, as the middle of a picture shows it."""
    left, top = (round((side - count * size) / 2) for side in picture.size)
    for row in range(count):
        middles = [(left + size * (column + 0.5), top + size * (row + 0.5)) for column in range(count)]
        yield [picture.getpixel((int(x), int(y)))[0] < 128 for x, y in middles]  # type: ignore[index]


def expected(page: str) -> list[list[bool]]:
    rows = segno.make_qr(page, error="l").matrix_iter(border=QUIET)
    return [[bool(one) for one in row] for row in rows]


@pytest.mark.parametrize("address", [ADDRESS, "http://192.168.1.5:7283", "https://" + "a" * (LONGEST_ADDRESS - 8)])
def test_what_is_drawn_leads_to_the_match(canned: Any, address: str) -> None:
    look = drawn(canned, ended(canned, address=address)).look
    code = expected(f"{address}/match/{MATCH}")
    size = int(CODE * PLATE * look.size / 2) // len(code)  # type: ignore[attr-defined]
    assert size > 1
    assert [*squares(look.paint(), len(code), size)] == code


def test_its_squares_are_dark_on_light(canned: Any) -> None:
    picture = drawn(canned, ended(canned)).look.paint()
    middle = picture.crop([round(side * part) for part in (0.4, 0.6) for side in picture.size])  # type: ignore[arg-type]
    colors = sorted((count, color) for count, color in middle.getcolors(1 << 16) or ())[-2:]
    dark, light = (rgb("".join(f"{part:02x}" for part in color[:3])) for _, color in colors)  # type: ignore[index]
    assert contrast_of(dark, light) > 12


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8, 12])
@pytest.mark.parametrize(("size", "least_mm"), [((1280, 720), 1.4), ((1920, 1080), 1.4), ((3840, 2160), 1.5)])
def test_a_phone_reads_it_from_where_people_stand(
    canned: Any, seats: int, size: tuple[int, int], least_mm: float
) -> None:
    """A phone held 60 cm above sees 2.5 pixels for a millimetre of the table in its preview: three for a square."""
    layout = layout_of_all(canned.welcome(seats), size)
    wide = round(CODE * PLATE * round(prizes_place(layout).w) / 2)
    pixels = wide // len(expected(PAGE))
    assert pixels * DIAGONAL_MM / (size[0] ** 2 + size[1] ** 2) ** 0.5 >= least_mm


@pytest.mark.parametrize(("match", "address"), [("", ADDRESS), (MATCH, "")])
def test_without_a_page_there_is_none_and_the_medals_have_the_room(canned: Any, match: str, address: str) -> None:
    look = drawn(canned, ended(canned, match=match, address=address)).look
    assert look == drawn(canned, canned.snapshot("match_result", 4)).look
    assert not look.page  # type: ignore[attr-defined]


def test_it_comes_and_turns_with_the_turntable(canned: Any) -> None:
    snapshot = ended(canned)
    assert TableContext.of(snapshot).page == PAGE
    middle = middle_of(canned, snapshot)
    moment = turntable(MomentContext(snapshot, middle.layout, None))  # type: ignore[arg-type]
    looks = {look for effect in moment.effects if isinstance(effect, Fly) for look in effect.looks}
    assert looks == {drawn(canned, snapshot).look}


def test_a_shared_match_leaves_it_its_room(canned: Any) -> None:
    result = canned.turn("shared")[0].result
    winners = tuple(SeatNumber(seat) for seat in (1, 2, 3, 4))
    lines = tuple(replace(line, won=True, total=9) for line in result.lines)
    snapshot = replace(ended(canned), result=replace(result, lines=lines, winners=winners))
    look = drawn(canned, snapshot).look
    assert len(look.prizes) == 4  # type: ignore[attr-defined]
    assert re.fullmatch(r"https://\S+", look.page)  # type: ignore[attr-defined]
    code = expected(PAGE)
    size = round(CODE * PLATE * look.size / 2) // len(code)  # type: ignore[attr-defined]
    assert [*squares(look.paint(), len(code), size)] == code


def test_beside_a_code_the_numbers_of_the_places_have_one_size(canned: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[CoinLook] = []
    monkeypatch.setattr(turntable_art, "CoinLook", lambda *told: numbers.append(CoinLook(*told)) or CoinLook(*told))
    look = drawn(canned, ended(canned)).look
    replace(look, size=600).paint()
    assert {look.text for look in numbers} >= {"1", "2"}
    assert len({look.size for look in numbers}) == 1
