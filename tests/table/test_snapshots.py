"""The data sent to displays and lamps: everything face up, and nothing else."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import msgpack

from kiosk import protocol as msg
from kiosk.game.cards.cards import DECK
from kiosk.journal.records import RoundStarted
from kiosk.protocol.state import State

CARDS = {str(card) for card in DECK}


def cards_in(value):
    """Return every card that is written anywhere in an encoded message."""
    if isinstance(value, dict):
        return cards_in([*value, *value.values()])
    if isinstance(value, list | tuple):
        return [card for item in value for card in cards_in(item)]
    return re.findall(r"\b[rgby](?:10|[1-9])\b", value) if isinstance(value, str) else []


def face_up(table):
    """Return the face-up cards by the core: row tops, stack tops where the edition shows them, discard and piles."""
    tops = Counter(str(card) for card in table.round.center.piles.values())
    down = table.match.game.rules.stack_face == "down"
    for seat in table.round.seats:
        if seat.active:
            piles = [*seat.row, seat.discard, *([] if down else [seat.stack])]
            tops.update(str(pile[-1]) for pile in piles if pile)
    return tops


@settings(max_examples=20)
@given(
    seed=st.integers(1, 10_000),
    preset=st.sampled_from(["table_default", "schmidt_de_fr_it", "schmidt_2017_ru_footnote"]),
    seconds=st.integers(0, 100),
    touches=st.lists(st.sampled_from(["stack", "row 0", "discard"]), max_size=3),
)
def test_a_snapshot_never_holds_a_card_that_is_not_face_up(session_table, seed, preset, seconds, touches):
    table = session_table(3, seed=seed)
    table.start(1, bots=True, preset=preset)
    end = table.now + seconds * 1_000_000_000
    table.play_on(1, until=lambda: table.now > end or table.state is not State.PLAY)
    if table.state is not State.PLAY:
        return
    table.session.table.record.clear()  # its moves are cards that were face up when they moved
    shown = face_up(table)
    told = msgpack.decode(msg.encode(table.snapshot()))
    assert Counter(cards_in(told)) == shown
    before = table.text
    for source in touches:
        table.play(1, source)
        table.settle()
    if table.text == before:  # all refused: the refusals reveal nothing new
        assert set(cards_in(msgpack.decode(msg.encode(table.snapshot())))) <= set(shown)


def test_a_refused_card_of_a_stack_that_lies_face_down_is_not_told(session_table):
    table = session_table(2)
    table.start(1, 2, preset="schmidt_2017_ru_footnote")
    table.pass_time(1000)
    table.lay("- | row b9 b8 b7 b6 b5 stack y1 r9 hand g5 | row y9 y8 y7 y6 y5 stack y1 hand g5")
    table.play(1, "stack")
    table.settle()
    (verdict,) = table.view(1).ticker
    assert (verdict.reason, verdict.card) == ("via_row_only", None)
    assert "r9" not in cards_in(msgpack.decode(msg.encode(table.snapshot())))
    assert table.view(1).stack_count == 2


def test_a_moved_card_was_face_up_when_it_moved(session_table):
    table = session_table(2)
    table.start(1, bots=True)
    seen = {seat: set() for seat in (1, 2)}
    last = moved = 0
    for _ in range(300):
        for number, view in ((seat.seat, seat) for seat in table.snapshot().seats):
            seen[number] |= {slot.card for slot in view.row} | {view.stack_card, view.discard_card}
        for move in table.snapshot().moves:
            if move.id > last and move.seat is not None:
                assert move.card is None or move.card in seen[move.seat], move
                moved += move.card is not None
        last = max((move.id for move in table.snapshot().moves), default=0)
        table.pass_time(40)
    assert moved > 10


def test_all_piles_stay_on_their_cells_while_they_are_open(session_table):
    table = session_table(4)
    table.start(1, bots=True)
    piles: dict[int, str] = {}
    grew = 0
    while table.state is State.PLAY:
        now = dict(table.snapshot().piles)
        for cell, card in now.items():
            if cell in piles and piles[cell] != card:
                same_pile = (piles[cell][0], int(piles[cell][1:]) + 1) == (card[0], int(card[1:]))
                assert same_pile or card[1:] == "1", (piles[cell], card)
                grew += same_pile
        piles = now
        table.pass_time(100)
    assert grew > 10


def test_a_snapshot_survives_its_way_over_the_wire(session_table):
    table = session_table(4)
    table.start(1, bots=True)
    table.pass_time(10_000)
    shown = table.snapshot()
    assert msg.decode_from_table(msg.encode(shown)) == shown


def test_the_lamps_say_where_their_seat_stands(table):
    assert table.lamp(1) == "chase"
    table.tap_button(1)
    assert table.lamp(1) == "heard"
    table.pass_time(151)
    assert table.lamp(1) == "invited"
    table.tap_button(1)
    table.pass_time(151)
    assert (table.lamp(1), table.lamp(2)) == ("ready", "invited")
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.PLAY)
    assert table.lamp(1) == "off"
    table.lay(" | ".join(["-", "row b9 hand g5", *["row y9 stack y2 hand g5"] * 3]))
    assert (table.lamp(1), table.lamp(2)) == ("may_stop", "off")
    table.tap_button(1)
    table.pass_time(200)
    assert (table.lamp(1), table.lamp(2)) == ("winner", "wave")
    table.wait_for(lambda: table.state is State.ROUND_RESULT)
    assert table.lamp(1) == "winner"


def test_a_lamp_that_changes_by_time_alone_is_shown_in_time(table):
    table.tap_button(1)
    table.session.table.changed = False
    assert table.session.next_deadline() == table.now + 150_000_000
    table.pass_time(150)
    assert table.session.table.changed


def test_the_end_of_a_lock_is_shown_in_time_even_if_something_else_comes_first(table):
    table.start(1, 2)
    table.pass_time(1000)
    table.lay("- | row b9 stack y1 hand g5 | row y9 stack y1 hand g5")
    table.tap_button(1)
    table.pass_time(500)
    assert table.lamp(1) == "locked"
    table.now = table.play_.locked_until(1)
    table.session.table.changed = False
    table.mark()  # no time has passed by itself
    assert table.session.table.changed
    assert table.lamp(1) == "beat_1"


@pytest.mark.parametrize("seats", [2, 3, 4, 12])
def test_rows_are_as_long_as_the_number_of_players_wants(session_table, seats):
    table = session_table(seats)
    assert {len(view.row) for view in table.snapshot().seats} == {{2: 5, 3: 4}.get(seats, 3)}


def test_a_dead_state_is_told_with_its_time(table):
    table.start(1, 2)
    table.pass_time(1000)
    table.lay("- | row b9 stack y1 b3 hand g5 | row y9 stack y1 b3 hand g5")
    table.settle()
    shown = table.snapshot()
    assert shown.dead == "dead_by_cards"
    assert shown.dead_due == table.play_.dealt.instant(12_000)
    table.wait_for(lambda: table.state is State.STOPPED, 13_000)
    assert table.snapshot().ended_by == "dead_by_cards"
    assert table.snapshot().caller is None


def test_where_players_vote_a_dead_state_has_no_end_of_its_own(session_table):
    table = session_table(2)
    table.start(1, 2, **{"house dead_detection": "vote"})
    table.pass_time(2000)
    table.lay("- | row b9 stack b8 | row y9 stack y8")
    table.settle()
    assert (table.snapshot().dead, table.snapshot().dead_due) == ("dead_by_cards", 0)


def test_votes_are_shown_and_all_of_them_end_the_round(table):
    table.start(1, 2)
    table.pass_time(1000)
    table.vote(1)
    table.settle()
    assert (table.view(1).voted, table.view(2).voted) == (True, False)
    table.vote(2)
    table.settle()
    assert table.snapshot().ended_by == "abort"


def test_bots_join_a_vote(table):
    table.start(1, bots=True)
    table.lay(" | ".join(["-", *["row b9 stack y2 b3 hand g5 g6 g7 r1"] * 4]).replace("r1", "r9"))
    table.vote(1)
    table.wait_for(lambda: table.state is State.STOPPED, 8_000)


@pytest.mark.parametrize("usual", ["cards", "dice"])
def test_what_bots_have_moved_in_the_other_game_is_not_shown_to_who_sits_down(session_table, usual):
    """A display has no place for it: a touch in the middle of the other game's round crashed it."""
    table = session_table(4, game=usual)
    moved = {"play", "place"}
    table.wait_for(lambda: table.game != usual and moved & {move.kind for move in table.snapshot().moves})
    assert table.snapshot().game != usual
    table.sit_down(1)
    lobby = table.snapshot()
    assert (lobby.state, lobby.game, lobby.moves) == ("ready", usual, ())


def test_only_the_result_of_a_match_that_is_kept_says_which_one_it_is(session_table):
    table = session_table(2, journal=True)
    table.start(1, 2, length="single_round")
    told = {table.snapshot().match}
    table.play_on(1, 2, until=lambda: told.add(table.snapshot().match) or table.state is State.ROUND_RESULT)
    assert told == {""}
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    (started,) = table.written_of(RoundStarted)
    assert started.match
    assert table.snapshot().match == started.match
    table.wait_for(lambda: table.state is State.ATTRACT, 120_000)
    assert table.snapshot().match == ""


def test_a_match_that_is_not_kept_has_no_identity(session_table):
    table = session_table(2)
    table.start(1, 2, length="single_round")
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    assert table.snapshot().match == ""
