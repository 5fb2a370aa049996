"""Pictures of a round are painted before it begins, a little in each frame."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

pytestmark = pytest.mark.ui


def test_all_cards_of_a_round_are_painted_within_its_countdown_one_a_frame(
    canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.core.window import Window  # noqa: PLC0415  # textures need a GL context

    from kiosk.display.atlas import Atlas  # noqa: PLC0415
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    assert Window is not None
    painted: list[Any] = []
    put = Atlas._put
    monkeypatch.setattr(Atlas, "_put", lambda atlas, picture: painted.append(picture) or put(atlas, picture))
    view = TableView(canned.welcome(4), clock=lambda: canned.now, size=(1920, 1080))
    view.show(canned.snapshot("countdown", 4))
    for _ in range(180):
        before = len(painted)
        view._ahead._paint(0)
        assert len(painted) <= before + 1
    painted.clear()
    view._ahead._paint(0)
    assert painted == []
    play = canned.snapshot("play", 4)
    view.show(play)
    painted.clear()
    free = next(cell for cell in range(16) if cell not in dict(play.piles))
    row = tuple(replace(slot, card="y7") for slot in play.seats[0].row)
    seats = (replace(play.seats[0], row=row, stack_card="b7", discard_card="g9"), *play.seats[1:])
    moves = (canned.move(1, "play", seat=1, source="row 0", card="r2", cell=free),)
    view.show(replace(play, id=2, seats=seats, piles=(*play.piles, (free, "r2")), moves=moves))
    view._movement.stop()
    assert painted == []
