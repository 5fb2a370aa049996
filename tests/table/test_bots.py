"""Bots at the table: as strong as chosen, courteous to people, and never stuck."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kiosk import protocol as msg
from kiosk.bots.strength import STEADY, STRENGTHS
from kiosk.journal.records import RoundStarted
from kiosk.protocol.state import AttractScene, State

POLITE = replace(STEADY, miss=0.0, fumble=0.0, courtesy=1.0)

RIVALS = {
    "cards": ("r3", "row r4 b9 b8 b7 b6 stack b4 hand g5", "row r4 y9 y8 y7 y6 stack y4 hand g5"),
    "dice": ("r3", "r4 b6 b5", "r4 y6 y5"),
}
"""Both seats have the same piece for the same place, and nothing else that fits."""

PIECES = {"cards": "row 0", "dice": "die r4"}


def strengths(table):
    return {bot.strength for bot in table.match.bots.values()}


@pytest.mark.parametrize("chosen", STRENGTHS)
def test_bots_play_as_well_as_was_chosen(session_table, game, chosen):
    table = session_table(4)
    table.tap_button(1)
    table.choose(1, "game", game)
    table.choose(1, "bots", chosen)
    table.sit_down(1)
    table.wait_for(lambda: table.state is State.PLAY)
    assert strengths(table) == {STRENGTHS[chosen]}
    assert len(table.match.bots) == 3


@pytest.mark.parametrize(
    ("configured", "by_hand", "known", "plays"),
    [
        (None, "", False, "gentle"),
        (None, "", True, "steady"),
        (None, "steady", False, "steady"),
        ("steady", "", False, "steady"),
    ],
)
def test_bots_are_gentle_in_a_first_round_unless_somebody_decided(
    session_table, game, configured, by_hand, known, plays
):
    table = session_table(4, bots=configured, journal=True)
    table.tap_button(1)
    table.choose(1, "game", game)
    if by_hand:
        table.choose(1, "bots", "off")
        table.choose(1, "bots", by_hand)
    table.tap_button(1)
    table.tap_button(2)
    table.seat(2).new = not known
    assert table.session.table.choices.chosen["bots"] == "steady"
    table.tap_button(2)
    table.wait_for(lambda: table.state is State.PLAY, 30_000)
    assert strengths(table) == {STRENGTHS[plays]}
    (started,) = (record for record in table.written if isinstance(record, RoundStarted))
    assert (started.strength, started.bots) == (plays, plays)
    table.cut_power()
    assert strengths(table) == {STRENGTHS[plays]}, "after a power cut they play on as they did"
    assert table.session.table.choices.chosen["bots"] == "steady", "and the lobby shows what was chosen"


@pytest.mark.parametrize("configured", STRENGTHS)
def test_bots_play_as_well_as_configured_in_attract_too(session_table, configured):
    table = session_table(4, bots=configured)
    assert table.state is State.ATTRACT
    assert strengths(table) == {STRENGTHS[configured]}


@pytest.mark.parametrize(("chosen", "plays_on"), [("master", "master"), ("off", "steady")])
def test_a_bot_takes_over_as_good_as_the_others_or_steady_where_there_are_none(session_table, game, chosen, plays_on):
    table = session_table(2, bots=chosen, idle_to_bot=True)
    table.sit_down(1, 2)
    table.choose(1, "game", game)
    table.wait_for(lambda: table.state is State.PLAY)
    table.session.leave(table.seat(2), to_bot=True)
    assert strengths(table) == {STRENGTHS[plays_on]}


def test_who_does_not_answer_is_replaced_by_a_bot_and_asked_no_more(session_table):
    table = session_table(2, bots="steady", idle_to_bot=True)
    table.start(1, 2)
    table.scene("quiet")
    table.wait_for(lambda: table.view(2).asked, 50_000)
    table.wait_for(lambda: table.view(2).bot, 16_000)
    assert (table.view(2).asked, table.view(2).state) == (False, "playing")


def rivals(table, game):
    table.start(1, bots=True, game=game)
    centre, person, bot = RIVALS[game]
    if game == "dice":
        table.lay_dice(centre, person, bot)
    else:
        table.lay(f"{centre} | {person} | {bot}")
    table.match.bots[2].strength = POLITE


def test_a_bot_leaves_the_place_to_who_carries_a_piece_there_and_takes_it_when_they_let_go(session_table, game):
    table = session_table(2)
    rivals(table, game)
    table.hold(1, PIECES[game])
    table.pass_time(10_000)
    assert table.brought(2) == 0
    table.say(msg.Drop(1, table.now))
    table.wait_for(lambda: table.brought(2) == 1, 3_000)


def test_without_a_person_s_hand_it_takes_the_place_at_once(session_table, game):
    table = session_table(2)
    rivals(table, game)
    table.wait_for(lambda: table.brought(2) == 1, 3_000)


def test_a_card_that_lies_face_down_is_seen_in_nobody_s_hand(session_table):
    table = session_table(2)
    table.start(1, bots=True, preset="schmidt_2017_ru_footnote")
    for source, seen in (("stack", 0), ("row 0", 1)):
        table.hold(1, source)
        table.settle()
        assert table.view(1).held == source
        assert len(table.play_.carried.pieces()) == seen


@pytest.mark.parametrize("minutes", [1, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("chosen", STRENGTHS)
def test_a_table_for_twelve_that_nobody_comes_to_plays_both_games_in_turn_for_as_long_as_one_likes(
    session_table, chosen, minutes
):
    table = session_table(12, display=False, bots=chosen)
    end, games = table.now + minutes * 60_000_000_000, []
    while table.now < end:
        table.wait_for(lambda: table.snapshot().scene == AttractScene.PLAY, 20_000)
        shown = table.match
        games.append(table.game)
        assert len(shown.bots) == 12
        table.wait_for(lambda: table.snapshot().scene == AttractScene.RAIN, 30_000)
        assert any(shown.game.pieces(shown.round.moves, index)[0] for index in range(12))
    assert games == (["cards", "dice"] * len(games))[: len(games)]
    assert len(games) > minutes
