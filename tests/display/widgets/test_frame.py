"""The name line: a bot's name comes before its face and its strength."""

from __future__ import annotations

from msgspec.structs import replace

from tests.display import boxes, shown
from tests.display.conftest import Canned


def test_bots_names_can_be_read_where_there_is_no_room_for_their_faces() -> None:
    play = Canned().quiet(6)
    views = tuple(replace(view, bot=number > 0, character=number) for number, view in enumerate(play.seats))
    state = shown.State("play", replace(play, seats=views), play.now)
    picture = shown.picture(state, 6, shown.Way((1280, 720), ("en",)))
    assert picture is not None
    assert list(boxes.offences(picture)) == []
