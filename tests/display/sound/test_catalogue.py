"""The catalogue of the cues: complete, packaged, and a place and an instrument for each seat."""

from __future__ import annotations

import pytest

from kiosk.display.games.game import picture_of_game
from kiosk.display.sound.catalogue import CUES, FOLDER, SeatSound, every_file, files, places, voice
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.protocol import SeatPlan
from kiosk.protocol.staff_menu import SOUNDS


def test_every_cue_has_its_files_and_every_file_its_cue() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(f"{file}.wav" for file in every_file())


def test_the_service_menu_lists_every_cue_once() -> None:
    assert sorted(name for names in SOUNDS.values() for name in names) == sorted(CUES)


@pytest.mark.parametrize("game", registry.names())
def test_a_game_names_cues_that_there_are(game: str) -> None:
    assert set(picture_of_game(game).motion.sounds.values()) <= set(CUES)


def test_the_most_important_cues_come_first() -> None:
    assert next(iter(CUES)) == "stop"
    assert [cue.importance for cue in CUES.values()] == sorted((cue.importance for cue in CUES.values()), reverse=True)


def test_every_seat_is_heard_in_its_place_and_on_an_instrument_of_its_own() -> None:
    edges = ("south", "south", "south", "east", "east", "north", "north", "north", "north", "west", "west", "south")
    plans = [SeatPlan(SeatNumber(number), edge, 0.25 * (number % 5)) for number, edge in enumerate(edges, 1)]
    seats = places(plans)
    assert [seat.note for seat in seats.values()] == [*range(12)]
    assert seats[SeatNumber(1)] == SeatSound(-0.5, 0)
    assert seats[SeatNumber(8)].pan == pytest.approx(0.5)
    assert [seats[SeatNumber(number)].pan for number in (4, 10)] == [1, -1]


def test_a_cue_has_heights_or_takes_and_the_nearest_height_is_played() -> None:
    assert files("stop") == ("stop",)
    assert files("flip") == ("flip_t0", "flip_t1", "flip_t2", "flip_t3")
    assert [files("chain", height) for height in (0, 2, 7, 12)] == [
        ("chain_h2",),
        ("chain_h2",),
        ("chain_h7",),
        ("chain_h9",),
    ]
    assert not any(cue.heights and cue.takes > 1 for cue in CUES.values())


def test_a_signature_is_a_file_of_its_seat_at_a_gain_that_a_channel_has() -> None:
    everything = {*every_file()}
    signed = [cue.signed for cue in CUES.values() if cue.signed]
    assert all(voice(one, 11) in everything and 0 < one.gain <= 1 and one.after >= 0 for one in signed)
