"""Hints in a person's first round: what has fitted for 8 s glows once, and nobody else is shown a move."""

from __future__ import annotations

import pytest

from hardware.api import Instant
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.inputs import TimePassed
from kiosk.table.settings import seconds
from tests.table.conftest import PIECES, SessionTable

GAMES = ["cards", "dice"]


def _glows(table: SessionTable) -> list[tuple[int | None, str | None]]:
    return [(move.seat, move.source) for move in table.snapshot().moves if move.kind == "glow"]


def _race(game: str, *people: int) -> SessionTable:
    """Return a round in which the same piece fits at every seat."""
    table = SessionTable(3)
    table.start(*people, bots=False, game=game)
    _deal_race(table)
    return table


def _deal_race(table: SessionTable) -> None:
    table.scene("race")
    table.vote(2)  # the table looks anew at a round in which something has happened
    table.settle()


@pytest.mark.parametrize("game", GAMES)
def test_what_has_fitted_for_eight_seconds_glows_once_at_every_seat(game: str) -> None:
    table = _race(game, 1, 2)
    table.pass_time(7_900)
    assert _glows(table) == []
    table.pass_time(200)
    fitting = {(seat, PIECES[game]) for seat in (1, 2)}
    assert fitting <= set(_glows(table))
    table.pass_time(30_000)
    assert len(_glows(table)) == len(set(_glows(table)))


@pytest.mark.parametrize("game", GAMES)
def test_what_fits_no_more_does_not_glow(game: str) -> None:
    table = _race(game, 1, 2)
    table.pass_time(7_000)
    table.bring(1)
    table.pass_time(5_000)
    assert (2, PIECES[game]) not in _glows(table)


@pytest.mark.parametrize("game", GAMES)
def test_a_pause_counts_anew_and_repeats_nothing(game: str) -> None:
    table = _race(game, 1, 2)
    table.pass_time(5_000)
    for seat in (1, 2):
        table.choose(seat, "pause", "")
    assert table.state is State.PAUSED
    table.pass_time(10_000)
    for seat in (1, 2):
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.PLAY)
    table.pass_time(7_000)
    assert _glows(table) == []
    table.pass_time(2_000)
    assert (1, PIECES[game]) in _glows(table)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_glows_in_a_second_round(game: str) -> None:
    table = _race(game, 1, 2)
    table.scene("call")
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.ROUND_RESULT)
    for seat in (1, 2):
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.PLAY)
    _deal_race(table)
    table.pass_time(20_000)
    assert _glows(table) == []


def test_nothing_glows_for_a_known_name() -> None:
    table = SessionTable(3, takes_names=True)
    table.session.table.names = ("Zoé",)
    table.tap_button(1)
    table.choose(1, "name", "zoé")
    table.choose(1, "bots", "off")
    table.sit_down(2)
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.PLAY)
    _deal_race(table)
    table.pass_time(9_000)
    assert {seat for seat, _ in _glows(table)} == {2}


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_takes_over_is_shown_nothing(game: str) -> None:
    table = _race(game, 1, 2)
    table.pass_time(7_000)
    table.session.leave(table.seat(2), to_bot=True)
    table.match.bots[SeatNumber(2)].due = Instant(table.now + seconds(60))  # otherwise it would play the piece
    table.pass_time(20_000)
    assert {seat for seat, _ in _glows(table)} == {1}


@pytest.mark.parametrize("game", GAMES)
def test_hints_go_on_after_a_power_cut(game: str) -> None:
    table = SessionTable(3, journal=True)
    table.start(1, 2, bots=False, game=game)
    table.cut_power()
    table.pass_time(1000)
    for seat in (1, 2):
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.PLAY)
    _deal_race(table)
    table.pass_time(9_000)
    assert {(seat, PIECES[game]) for seat in (1, 2)} <= set(_glows(table))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cut", [False, True], ids=["", "cut"])
def test_whoever_takes_the_place_of_a_bot_is_new(game: str, *, cut: bool) -> None:
    """Also in a later round, and after a power cut."""
    table = SessionTable(3, journal=True, idle_to_bot=True)
    table.start(1, 2, 3, bots=False, game=game)
    table.play_on(1, 2, 3, until=lambda: table.state is State.ROUND_RESULT)
    assert not table.seat(2).new
    table.play_on(1, 2, 3, until=lambda: table.state is State.PLAY)
    table.session.leave(table.seat(2), to_bot=True)
    table.put(TimePassed())
    if cut:
        table.cut_power()
        table.pass_time(1000)
        for seat in (1, 3):
            table.tap_button(seat)
    table.tap_button(2)
    table.play_on(1, 3, until=lambda: table.state is State.ROUND_RESULT)
    table.play_on(1, 3, until=lambda: table.state is State.COUNTDOWN)
    assert [table.view(seat).new for seat in (1, 2, 3)] == [False, True, False]


def test_whoever_takes_the_place_of_a_bot_after_a_power_cut_is_new() -> None:
    table = SessionTable(3, journal=True)
    table.start(1, 2, bots=True)
    table.cut_power()
    table.pass_time(1000)
    for seat in (1, 2, 3):
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.PLAY)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    table.play_on(1, 2, until=lambda: table.state is State.COUNTDOWN)
    assert [table.view(seat).new for seat in (1, 2, 3)] == [False, False, True]
