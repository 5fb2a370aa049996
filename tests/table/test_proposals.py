"""Proposals: what somebody in the lobby wants to be played, asked of everybody; by a panel or by a disc."""

from __future__ import annotations

import pytest

from kiosk import protocol as msg
from kiosk.game.options import FalseStopKind
from kiosk.protocol import Proposal
from kiosk.protocol.state import State
from kiosk.table.choices import Choices

IGNORE = ("house false_stop", "ignore")
CHANGES = (IGNORE, ("game", "dice"), ("preset", "nordic_is"), ("length", "rounds 3"), ("bots", "master"))


@pytest.fixture
def two(table):
    """Two people in the lobby, without bots, nobody ready, for long enough that discs are felt."""
    table.tap_button(1)
    table.choose(1, "bots", "off")
    table.tap_button(2)
    table.pass_time(1_000)
    return table


def proposal(table):
    return table.snapshot().lobby.proposal


def chosen(table, key):
    return dict(table.session.table.choices.chosen).get(key)


def house(table):
    return dict(table.snapshot().house_rules)


def disc(table, key, value):
    table.say(msg.ProposeOption(key, value, table.now))


def test_whoever_touches_discs_alone_is_not_taken_for_gone(two):
    for _ in range(6):
        two.pass_time(20_000)
        disc(two, *IGNORE)
    assert two.snapshot().state == State.LOBBY
    two.pass_time(46_000)
    assert two.snapshot().state == State.ATTRACT


# ---------------------------------------------------------------- proposing


@pytest.mark.parametrize("change", CHANGES)
def test_who_is_alone_changes_at_once(table, change):
    table.tap_button(1)
    table.choose(1, *change)
    assert (proposal(table), chosen(table, change[0])) == (None, change[1])


@pytest.mark.parametrize("change", CHANGES)
def test_a_proposal_is_told_to_all_and_holds_after_five_seconds(two, change):
    before = chosen(two, change[0])
    two.choose(1, *change)
    told = proposal(two)
    assert told == Proposal(1, *change, until=two.now + 5_000_000_000)
    two.pass_time(4_999)
    assert chosen(two, change[0]) == before
    two.pass_time(1)
    assert chosen(two, change[0]) == change[1]
    assert proposal(two).outcome == "holds"
    two.pass_time(3_000)
    assert proposal(two) is None


def test_the_table_wakes_by_itself_when_a_proposal_holds_and_when_it_is_told_no_more(two):
    two.choose(1, *IGNORE)
    two.pass_time(1_000)
    two.wait_for(lambda: proposal(two).outcome == "holds", 4_000)
    two.wait_for(lambda: proposal(two) is None, 3_000)


@pytest.mark.parametrize("seat", [1, 2])
def test_anybody_seated_may_object_the_proposer_too(two, seat):
    two.choose(1, *IGNORE)
    two.pass_time(1_000)
    two.choose(seat, "object", "")
    told = proposal(two)
    assert (told.outcome, told.by) == ("dropped", seat)
    two.pass_time(10_000)
    assert house(two) == {}
    assert proposal(two) is None


def test_who_is_not_seated_neither_proposes_nor_objects(two):
    two.choose(3, *IGNORE)
    assert proposal(two) is None
    two.choose(1, *IGNORE)
    two.choose(3, "object", "")
    assert proposal(two).outcome == ""


def test_an_objection_that_comes_too_late_changes_nothing(two):
    two.choose(1, *IGNORE)
    two.pass_time(5_000)
    two.choose(2, "object", "")
    assert house(two) == dict([IGNORE])


def test_an_objection_without_a_proposal_changes_nothing(two):
    two.choose(2, "object", "")
    assert proposal(two) is None


def test_one_change_is_proposed_at_a_time(two):
    two.choose(1, *IGNORE)
    two.choose(2, "game", "dice")
    disc(two, "length", "rounds 3")
    assert proposal(two).key == "house false_stop"
    two.pass_time(5_000)
    two.choose(2, "house recycle", "turn_over")
    two.pass_time(5_000)
    assert house(two) == {"house false_stop": "ignore", "house recycle": "turn_over"}


def test_the_proposal_of_somebody_who_leaves_is_forgotten(session_table):
    table = session_table(3)
    for seat in (1, 2, 3):
        table.tap_button(seat)
    table.choose(2, *IGNORE)
    table.leave(2)
    assert proposal(table) is None
    table.choose(1, *IGNORE)
    table.leave(3)  # not the proposer
    assert proposal(table).key == "house false_stop"


def test_another_game_drops_the_house_rules_that_held_before(two):
    two.choose(1, *IGNORE)
    two.pass_time(5_000)
    two.choose(2, "game", "dice")
    two.pass_time(5_000)
    assert (chosen(two, "game"), house(two)) == ("dice", {})


def test_what_changes_nothing_is_not_proposed(two):
    two.choose(1, "game", "cards")
    two.choose(1, "house pro.sources", "stack")  # without the pro variant it has no effect
    two.choose(1, "length", "no such length")
    two.choose(1, "no such key", "x")
    assert proposal(two) is None


def test_whether_it_goes_with_the_other_rules_is_asked_again_at_its_time(two, monkeypatch):
    two.choose(1, *IGNORE)
    monkeypatch.setattr(Choices, "may_change", lambda *_: None)
    two.pass_time(5_000)
    assert (proposal(two).outcome, house(two)) == ("refused", {})


def test_what_does_not_go_together_is_refused_with_a_message(two, monkeypatch):
    monkeypatch.setattr(Choices, "may_change", lambda *_: None)
    two.choose(1, *IGNORE)
    assert (proposal(two).outcome, house(two)) == ("refused", {})
    two.pass_time(3_000)
    assert proposal(two) is None


# ---------------------------------------------------------------- discs in the middle


def test_a_disc_proposes_in_nobodys_name(two):
    disc(two, "game", "dice")
    assert proposal(two) == Proposal(None, "game", "dice", until=two.now + 5_000_000_000)
    two.choose(1, "object", "")
    assert (proposal(two).outcome, proposal(two).by) == ("dropped", 1)
    disc(two, "game", "dice")
    two.leave(2)
    two.pass_time(5_000)
    assert chosen(two, "game") == "dice"


def test_who_is_alone_turns_a_disc_at_once(table):
    table.tap_button(1)
    table.pass_time(1_000)
    disc(table, "game", "dice")
    assert chosen(table, "game") == "dice"


def test_a_second_touch_goes_on_to_the_next_value_with_the_full_time(two):
    disc(two, "length", "rounds 3")
    two.pass_time(4_000)
    disc(two, "length", "single_round")
    assert proposal(two) == Proposal(None, "length", "single_round", until=two.now + 5_000_000_000)
    two.pass_time(1_000)
    disc(two, "length", "single_round")
    assert proposal(two).until == two.now + 4_000_000_000, "the same again gives no more time"
    disc(two, "length", "rounds 5")  # as it is
    assert proposal(two) is None


def test_a_disc_does_not_turn_what_a_seat_has_proposed(two):
    two.choose(1, "length", "rounds 3")
    disc(two, "length", "single_round")
    assert proposal(two) == Proposal(1, "length", "rounds 3", until=two.now + 5_000_000_000)


@pytest.mark.parametrize(("after", "felt"), [(999, False), (1_000, True)])
def test_a_finger_that_sat_down_in_the_middle_turns_no_disc(table, after, felt):
    table.tap_button(1)
    table.pass_to(table.session.table.entered + after * 1_000_000)
    disc(table, "game", "dice")
    assert (chosen(table, "game") == "dice") is felt


def test_discs_are_of_the_lobby_alone(table):
    table.start(1, 2)
    disc(table, "game", "dice")
    assert table.snapshot().game == "cards"


# ---------------------------------------------------------------- the start


def test_once_somebody_is_ready_nothing_is_proposed(two):
    two.tap_button(1)
    two.choose(2, "game", "dice")
    two.choose(1, *IGNORE)
    disc(two, "length", "rounds 3")
    assert (proposal(two), chosen(two, "game"), house(two)) == (None, "cards", {})
    two.pass_time(1_000)
    two.tap_button(1)  # not ready after all
    two.choose(2, "game", "dice")
    assert proposal(two).value == "dice"


def test_the_start_waits_for_the_proposal(two):
    two.choose(1, *IGNORE)
    two.tap_button(1)
    two.tap_button(2)  # both are ready: the start is three seconds away
    two.pass_time(4_500)
    assert two.state is State.LOBBY
    two.wait_for(lambda: two.state is State.COUNTDOWN, 500)
    assert two.match.game.rules.false_stop.kind is FalseStopKind.IGNORE


def test_a_full_table_waits_too(session_table):
    table = session_table(2)
    table.tap_button(1)
    table.tap_button(2)
    table.choose(1, *IGNORE)
    table.tap_button(1)
    table.tap_button(2)
    assert table.state is State.LOBBY
    table.pass_time(5_000)
    assert (table.state, house(table)) == (State.COUNTDOWN, dict([IGNORE]))


def test_after_an_objection_the_start_is_as_before(two):
    two.choose(1, *IGNORE)
    two.tap_button(1)
    two.tap_button(2)
    two.choose(2, "object", "")
    two.wait_for(lambda: two.state is State.COUNTDOWN, 3_001)
    assert house(two) == {}


# ---------------------------------------------------------------- after a match


@pytest.fixture
def played(session_table):
    """Two people, the first of whom has asked for another match."""
    table = session_table(3)
    table.start(1, 2, length="single_round")
    table.lay("- | row b9 hand g5 centered 30 | row y9 stack y1 hand g5")
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    table.pass_time(1_000)
    table.tap_button(1)
    assert (table.state, table.view(1).state) == (State.LOBBY, "ready")
    table.pass_time(1_000)
    return table


def test_after_again_a_disc_leads_to_the_other_game(played):
    disc(played, "game", "dice")
    assert proposal(played).value == "dice"
    played.pass_time(5_000)
    assert (played.snapshot().game, played.view(1).state) == ("dice", "ready")
    played.tap_button(2)
    played.wait_for(lambda: played.state is State.COUNTDOWN, 3_001)
    assert played.snapshot().game == "dice"


def test_who_asked_for_another_match_may_object(played):
    disc(played, "game", "dice")
    played.choose(1, "object", "")
    assert proposal(played).outcome == "dropped"


def test_whoever_is_alone_after_again_has_time_for_a_disc_and_changes_at_once(played):
    played.leave(2)
    disc(played, "bots", "gentle")
    begun = played.now
    played.pass_time(3_500)
    disc(played, "game", "dice")
    assert (proposal(played), played.snapshot().game) == (None, "dice")
    played.wait_for(lambda: played.state is State.COUNTDOWN, 6_000)
    assert played.now - begun == 8_500_000_000


def test_once_somebody_is_ready_for_what_is_chosen_nothing_changes(played):
    played.tap_button(2)
    disc(played, "game", "dice")
    assert (proposal(played), played.snapshot().lobby.settled) == (None, True)


def test_whoever_takes_again_back_and_is_ready_then_is_ready_for_what_is_chosen(played):
    played.tap_button(1)
    assert played.view(1).state == "taken"
    played.tap_button(1)
    disc(played, "game", "dice")
    assert proposal(played) is None


def test_whoever_sits_down_where_somebody_asked_again_is_ready_for_what_is_chosen(played):
    played.leave(1)
    played.tap_button(1)
    played.pass_time(1_000)
    played.tap_button(1)
    assert played.view(1).state == "ready"
    disc(played, "game", "dice")
    assert (proposal(played), played.snapshot().lobby.settled) == (None, True)


def test_a_double_tap_on_again_asks_for_another_match(played):
    played.leave(1)
    played.leave(2)
    played.start(1, 2, length="single_round")
    played.lay("- | row b9 hand g5 centered 30 | row y9 stack y1 hand g5")
    played.wait_for(lambda: played.state is State.MATCH_RESULT, 60_000)
    played.pass_time(1_000)
    played.tap_button(1)
    played.tap_button(1)
    assert played.view(1).state == "ready"
