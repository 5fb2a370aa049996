"""The states of the gallery come from real rounds: every one is reached, at every table, the same every time."""

from __future__ import annotations

from collections import Counter

import pytest

from kiosk.drawings.gallery.states import QUICK, SIZE, STATES, TABLES, GalleryState, Scene, scene, shot
from kiosk.game.dice.dice import SPACES
from kiosk.protocol.state import State as TableState

TABLE_STATES = {
    "attract": "attract", "closed": "closed", "counting": "round_result", "countdown": "countdown", "deal": "countdown",
    "fault-table": "paused", "lobby": "ready", "look-again": "replay", "match-shared": "match_result",
    "match-won": "match_result", "more": "ready", "paused": "paused", "play-full": "play", "recovery": "recovery",
    "round-result": "round_result", "service-menu": "service", "stop": "stopped",
}  # fmt: skip
"""The table's state in one state of the gallery for each."""
PLAYED = ("play-early", "play-full", "last-card", "refused", "false-stop", "beaten", "may-stop", "stop", "counting")


def named(name: str) -> GalleryState:
    return next(state for state in STATES if state.name == name)


def test_names_are_unique_and_the_quick_ones_exist() -> None:
    names = [state.name for state in STATES]
    assert len(set(names)) == len(names)
    assert set(names) >= QUICK
    assert [state.number for state in STATES] == [*range(1, len(STATES) + 1)]


def test_every_state_of_the_table_is_shown() -> None:
    assert set(TABLE_STATES.values()) == {state.value for state in TableState}


@pytest.mark.parametrize(
    "seats", [pytest.param(seats, marks=() if seats in (2, 12) else pytest.mark.slow) for seats in TABLES]
)
def test_every_state_is_reached(seats: int) -> None:
    scenes = {state.name: scene(state, seats) for state in STATES}
    for name, one in scenes.items():
        assert one.snapshot.now <= one.at, name
        assert any(one.film.until(one.begins)), f"{name} begins before its film"
    assert {name: scenes[name].snapshot.state for name in TABLE_STATES} == TABLE_STATES


@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize("name", PLAYED)
def test_every_seat_has_its_forty_cards(name: str, seats: int) -> None:
    shown = scene(named(name), seats).snapshot.seats
    assert len(shown) == seats
    for view in shown:
        row = sum(slot.count for slot in view.row)
        assert row + view.stack_count + view.discard_count + view.hand_count + view.centered == 40


@pytest.mark.parametrize("name", ["dice-early", "dice-flying", "dice-full", "dice-stop"])
def test_every_die_is_on_the_board_or_in_a_tray(name: str) -> None:
    shown = scene(named(name), 4).snapshot
    assert len(shown.board) == len(SPACES)
    assert Counter(filter(None, shown.board)) == Counter({v.seat: v.centered for v in shown.seats if v.centered})


@pytest.mark.parametrize("seats", [2, 3, 4, 12])
def test_a_die_flies_while_others_roll(seats: int) -> None:
    flying = scene(named("dice-flying"), seats)
    *_, before, now = flying.film.until(flying.at)
    assert sum(map(bool, now.board)) == sum(map(bool, before.board)) + 1
    assert any(view.rolling_until > flying.at for view in now.seats)


@pytest.mark.parametrize("seats", [2, 12])
def test_moments_show_what_they_are_named_for(seats: int) -> None:
    def at(name: str) -> Scene:
        return scene(named(name), seats)

    reasons = {name: {v.reason for view in at(name).snapshot.seats for v in view.ticker} for name in PLAYED}
    assert "does_not_fit" in reasons["refused"]
    assert "stack_not_empty" in reasons["false-stop"]
    assert "beaten_to_it" in reasons["beaten"]
    assert any(view.may_stop and not view.bot for view in at("may-stop").snapshot.seats)
    assert at("stop").snapshot.caller is not None
    assert at("no-caller").snapshot.caller is None
    shared = at("match-shared").snapshot.result
    assert shared is not None
    assert len(shared.winners) > 1
    won = at("match-won").snapshot.result
    assert won is not None
    assert len(won.winners) == 1
    assert at("pause-asked").snapshot.state == "play"


def test_a_film_is_the_same_every_time() -> None:
    state = named("play-full")
    assert shot.__wrapped__(state.film, 4, "en", SIZE) == scene(state, 4).film


def test_people_speak_the_language_asked_for() -> None:
    lobby = scene(named("lobby"), 4, "de").snapshot
    assert {view.language for view in lobby.seats if view.state != "free"} == {"de"}
