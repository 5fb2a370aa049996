"""What each seat has done in a round that is worth telling: counted from the moves that displays are told."""

from __future__ import annotations

import pytest

from kiosk import protocol as msg
from kiosk.game.deeds import Deeds
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import RoundEnded, RoundStarted
from kiosk.protocol.state import State
from kiosk.table.deeds import RoundDeeds

ONE, TWO = SeatNumber(1), SeatNumber(2)


def card(seat, piece, cell):
    moves = [msg.Move(0, "play", seat, card=piece, cell=cell)]
    return [*moves, msg.Move(0, "collect", cell=cell, card=piece)] if piece.endswith("10") else moves


def deeds_of(seat, moves, *, refused=(), ended=60_000):
    deeds = RoundDeeds()
    for at, shown in moves:
        if at in refused:
            deeds.refused(seat)
        deeds.take(shown, at)
    return deeds.of(seat, ended, 7, races=2, stops=1, false_stops=0)


def test_of_cards():
    piles = [
        (1000, card(ONE, "r1", 0)),
        (2000, card(TWO, "b1", 1)),
        (3000, card(ONE, "r2", 0)),
        (9000, card(ONE, "b2", 1)),
        (11_500, card(ONE, "b3", 1)),
        (55_000, card(TWO, "r9", 0)),
        (58_000, card(ONE, "r10", 0)),
        (59_000, card(ONE, "g1", 0)),
    ]
    assert deeds_of(ONE, piles, refused=(9000,)) == Deeds(
        points=(7,), lasted_ms=60_000, laid=6, races=2, first=1, last=1, opened=2, finished=1, closing=2, stops=1,
        busiest=3, in_a_row=3, sure=4, pile=3, color=3, soonest_ms=1000,
    )  # fmt: skip
    other = deeds_of(TWO, piles)
    assert (other.first, other.last, other.opened, other.soonest_ms, other.closing) == (0, 0, 1, 2000, 1)


def test_of_dice():
    rolls = [
        (0, [msg.Move(0, "roll", ONE, count=6)]),
        (1000, [msg.Move(0, "place", ONE, card="r4")]),
        (2000, [msg.Move(0, "place", ONE, card="b4")]),
        (3000, [msg.Move(0, "roll", ONE, count=4)]),
        (4000, [msg.Move(0, "place", ONE, card="r5")]),
    ]
    found = deeds_of(ONE, rolls)
    assert (found.laid, found.roll, found.color, found.pile, found.opened) == (3, 2, 2, 0, 0)


def test_the_journal_has_those_of_the_round_and_those_of_the_match_so_far(session_table):
    table = session_table(4, journal=True)
    table.start(1, 2, length="rounds 3")
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    rounds = [{line.seat: line.deeds for line in record.lines} for record in table.written_of(RoundEnded)]
    before = [{sitting.seat: sitting.deeds for sitting in record.seats} for record in table.written_of(RoundStarted)]
    assert len(rounds) == len(before) == 3
    so_far = dict.fromkeys(rounds[0], Deeds())
    for known, played in zip(before, rounds, strict=True):
        assert known == so_far
        so_far = {seat: so_far[seat].plus(deeds) for seat, deeds in played.items()}
    assert so_far == table.match.deeds
    assert all(deeds.laid > 0 for deeds in so_far.values())


@pytest.mark.parametrize("game", ["cards", "dice"])
def test_after_a_cut_the_deeds_of_the_rounds_before_are_known(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.play_on(1, 2, until=lambda: len(table.written_of(RoundStarted)) == 2)
    before = dict(table.match.deeds)
    table.cut_power()
    assert table.match.deeds == before
    table.play_on(1, 2, until=lambda: len(table.written_of(RoundEnded)) == 2)
    assert {seat: len(done.points) for seat, done in table.match.deeds.items()} == {1: 2, 2: 2}


def test_who_takes_the_place_of_a_bot_has_its_score_but_not_its_deeds(session_table):
    table = session_table(4)
    table.start(1, bots=True, length="rounds 3")
    table.play_on(1, until=lambda: table.state is State.ROUND_RESULT)
    assert table.match.deeds[TWO].points
    table.match.join(TWO)
    assert TWO not in table.match.deeds
