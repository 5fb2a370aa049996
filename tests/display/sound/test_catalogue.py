"""The catalogue of the cues: complete, packaged, and a tuning for each seat."""

from __future__ import annotations

import pytest

from kiosk.display.games.game import picture_of_game
from kiosk.display.sound.catalogue import CUES, EVERY_TUNING, FOLDER, Tuning, tuned, variant, variants
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.protocol import SeatPlan
from kiosk.protocol.staff_menu import SOUNDS


def plans(*places: tuple[str, float]) -> list[SeatPlan]:
    return [SeatPlan(SeatNumber(number), *place) for number, place in enumerate(places, 1)]


def test_every_cue_has_its_files_and_every_file_its_cue() -> None:
    wanted = {file for name in CUES for file in variants(name, EVERY_TUNING)}
    assert {file.name for file in FOLDER.iterdir()} == {f"{file}.wav" for file in wanted}


def test_the_service_menu_lists_every_cue_once() -> None:
    assert sorted(name for names in SOUNDS.values() for name in names) == sorted(CUES)


@pytest.mark.parametrize("game", registry.names())
def test_a_game_names_cues_that_there_are(game: str) -> None:
    assert set(picture_of_game(game).motion.sounds.values()) <= set(CUES)


def test_the_most_important_cues_come_first() -> None:
    assert next(iter(CUES)) == "stop"
    assert [cue.importance for cue in CUES.values()] == sorted((cue.importance for cue in CUES.values()), reverse=True)


def test_five_seats_have_five_notes_and_each_its_side() -> None:
    seats = tuned(plans(("south", 0.2), ("south", 0.5), ("south", 0.8), ("east", 0.5), ("west", 0.5), ("north", 0.2)))
    assert [seat.note for seat in seats.values()] == [0, 1, 2, 3, 4, 0]
    assert [seat.side for seat in seats.values()] == ["left", "middle", "right", "right", "left", "left"]


def test_a_cue_varies_by_seat_side_or_height_or_not_at_all() -> None:
    tuning = Tuning(3, "left")
    assert variant("land", tuning) == "land_3_left"
    assert variant("lift", tuning) == "lift_left"
    assert variant("stop", tuning) == "stop"
    assert [variant("chain", tuning, height) for height in (0, 2, 7, 9, 12)] == [
        f"chain_{height}" for height in (2, 2, 7, 9, 9)
    ]


def test_a_small_table_needs_few_files() -> None:
    two = tuned(plans(("south", 0.5), ("north", 0.5))).values()
    assert list(variants("land", two)) == ["land_0_middle", "land_1_middle"]
    assert list(variants("lift", two)) == ["lift_middle"]
    assert len(list(variants("chain", two))) == 8
