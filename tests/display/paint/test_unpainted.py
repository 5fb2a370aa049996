"""With ``KIOSK_PAINTING=none`` pictures have their size and nothing on them."""

from __future__ import annotations

import pytest

from kiosk.display.paint.base import BaseLook
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.painted import PAINTING, painted
from kiosk.display.paint.text import TextLook
from kiosk.layout.place import Place

pytestmark = pytest.mark.ui


@pytest.mark.parametrize("look", [FaceLook("r3", 40, 60), TextLook("3 ms faster", 20)])
def test_a_picture_that_is_not_painted_is_as_large_and_empty(
    look: FaceLook | TextLook, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = painted(look)
    monkeypatch.setenv(PAINTING, "none")
    unseen = painted(look)
    assert unseen.size == seen.size
    assert len(unseen.pixels) == len(seen.pixels)
    assert any(seen.pixels)
    assert not any(unseen.pixels)


def test_nor_is_the_table_s_own_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.core.window import Window  # noqa: PLC0415  textures need a GL context

    from kiosk.display.paint.backdrop import Backdrop  # noqa: PLC0415  it imports Kivy

    assert Window is not None
    painted: list[BaseLook] = []
    monkeypatch.setattr(BaseLook, "paint", painted.append)
    monkeypatch.setenv(PAINTING, "none")
    backdrop = Backdrop()
    backdrop.show(BaseLook(320, 180, 4.0), Place(160, 90, 320, 180))
    backdrop.finish()
    assert not painted
