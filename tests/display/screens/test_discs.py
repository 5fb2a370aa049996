"""The discs in the middle of the lobby: what a touch proposes, and what they show of a proposal."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext, TableContext
from kiosk.display.input.controls import proposed
from kiosk.display.paint.lettering import CurvedLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.wheel_art import ARROWS, TOKEN_HUB, TokenLook
from kiosk.display.scene import Item
from kiosk.display.screens.chooser import sketch_centre
from kiosk.game.seats import SeatNumber
from kiosk.locale.languages import installed
from kiosk.protocol import Proposal, ProposeOption, Snapshot
from tests.display.panels import layout_of

DICE = Proposal(None, "game", "dice", until=0)


class Middle:
    """The middle of a lobby that nobody has made ready, with this proposal; all speak ``language``."""

    def __init__(
        self,
        canned: Any,
        seats: int = 4,
        language: str = "en",
        size: tuple[int, int] = (1920, 1080),
        game: str = "cards",
        **told: Any,
    ) -> None:
        ready: Snapshot = canned.dice("ready", seats) if game == "dice" else canned.snapshot("ready", seats)
        assert ready.lobby is not None
        views = tuple(replace(view, state="taken", language=language) for view in ready.seats)
        self.snapshot = replace(ready, seats=views, lobby=replace(ready.lobby, **{"settled": False, **told}))
        self.layout = layout_of(self.snapshot, canned.welcome(seats), size)

    @property
    def sketch(self) -> Sketch:
        languages = tuple((view.seat, view.language) for view in self.snapshot.seats)
        return sketch_centre(CentreContext(TableContext.of(self.snapshot), self.layout, languages, ()))

    def discs(self, key: str) -> list[Item]:
        return [item for item in self.sketch.items if item.what == f"propose {key}"]

    def touch(self, key: str, number: int = 0) -> Any:
        return proposed(self.discs(key)[number], 5, self.snapshot.lobby)

    def told(self) -> list[str]:
        """What stands around the discs, each for one edge."""
        looks = [mark.look for mark in self.sketch.marks if isinstance(mark, Picture)]
        return [look.text.text for look in looks if isinstance(look, CurvedLook)]

    def words(self) -> set[str]:
        return {*self.told()}


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_a_touch_proposes_the_other_game_or_the_next_value(canned: Any, seats: int) -> None:
    middle = Middle(canned, seats)
    lobby = middle.snapshot.lobby
    assert lobby is not None
    assert middle.touch("game", 1) == ProposeOption("game", "dice", 5)
    for key in ("preset", "length"):
        (choice,) = (one for one in lobby.choices if one.key == key)
        stops = choice.stops or choice.values
        following = stops[(stops.index(choice.value) + 1) % len(stops)]
        assert middle.touch(key) == ProposeOption(key, following, 5)


@pytest.mark.parametrize(
    ("key", "stops"),
    [
        ("length", ["points 100", "single_round", "rounds 3", "rounds 5"]),
        ("preset", ["schmidt_2017_en", "junior", "table_default"]),
    ],
)
def test_a_disc_goes_through_its_stops_alone_and_comes_around(canned: Any, key: str, stops: list[str]) -> None:
    middle, told = Middle(canned), []
    for _ in stops:
        assert middle.snapshot.lobby is not None
        message = middle.touch(key)
        told.append(message.value)
        choices = tuple(
            replace(one, value=message.value) if one.key == key else one for one in middle.snapshot.lobby.choices
        )
        middle.snapshot = replace(middle.snapshot, lobby=replace(middle.snapshot.lobby, choices=choices))
    assert told == stops


@pytest.mark.parametrize("language", installed())
def test_each_disc_tells_its_value_to_every_edge_in_a_small_window_too(canned: Any, language: str) -> None:
    assert len(Middle(canned, 4, language, (1280, 676)).told()) == 4 * 4


def test_the_game_that_is_chosen_is_not_proposed(canned: Any) -> None:
    assert Middle(canned).touch("game", 0) is None


def test_a_disc_that_is_older_than_the_lobby_proposes_nothing(canned: Any) -> None:
    lobby = Middle(canned).snapshot.lobby
    assert lobby is not None
    (choice,) = (one for one in lobby.choices if one.key == "length")
    disc = Item("propose length", None, 0, 0, 9, 9, slot=len(choice.values))
    assert proposed(disc, 5, lobby) is None


def test_once_somebody_is_ready_no_disc_is_felt(canned: Any) -> None:
    middle = Middle(canned, settled=True)
    assert [middle.touch(key) for key in ("game", "preset", "length")] == [None] * 3
    assert middle.touch("game", 1) is None


def test_a_running_proposal_of_a_disc_goes_on_or_is_taken_back_there_alone(canned: Any) -> None:
    middle = Middle(canned, proposal=DICE)
    assert middle.touch("game", 0) == ProposeOption("game", "cards", 5)
    assert middle.touch("game", 1) is None
    assert middle.touch("length") is None
    length = Middle(canned, proposal=Proposal(None, "length", "rounds 3", until=0))
    assert "3 ROUNDS" in length.words()
    assert length.touch("length") == ProposeOption("length", "rounds 5", 5)


@pytest.mark.parametrize(
    ("proposal", "felt"),
    [(replace(DICE, seat=SeatNumber(1)), False), (replace(DICE, outcome="dropped", by=SeatNumber(1)), True)],
)
def test_a_seats_proposal_holds_all_discs_up_until_it_is_decided(canned: Any, proposal: Proposal, felt: bool) -> None:
    middle = Middle(canned, proposal=proposal)
    assert (middle.touch("length") is not None) is felt


def test_a_proposal_of_what_no_disc_shows_is_no_disc_s(canned: Any) -> None:
    middle = Middle(canned, proposal=Proposal(None, "length", "gone", until=0))
    assert "5 ROUNDS" in middle.words()


@pytest.mark.parametrize("game", ["cards", "dice"])
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_no_arrow_of_a_disc_lies_on_its_words(canned: Any, seats: int, game: str) -> None:
    for language in installed():
        pictures = [
            mark for mark in Middle(canned, seats, language, game=game).sketch.marks if isinstance(mark, Picture)
        ]
        words = [(mark, mark.look) for mark in pictures if isinstance(mark.look, CurvedLook)]
        for disc, look in [(mark, mark.look) for mark in pictures if isinstance(mark.look, TokenLook)]:
            radius = (1 + TOKEN_HUB) / 4 * look.size
            mine = [
                (mark, text) for mark, text in words if math.dist((mark.x, mark.y), (disc.x, disc.y)) < look.size / 2
            ]
            assert mine
            for mark, text in mine:
                stands = math.degrees(math.atan2(mark.x - disc.x, disc.y - mark.y))
                half = math.degrees(text.text.extent[0] / 2 / text.radius + ARROWS * look.size / 2 / radius)
                for arrow in look.marked if look.turns else ():
                    assert abs((arrow - stands + 180) % 360 - 180) > half, (language, text.text.text, arrow)
