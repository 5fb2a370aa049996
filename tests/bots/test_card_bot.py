"""Bots play cards like people: they see what a person sees, and need time to look and to reach."""

from __future__ import annotations

import itertools
from statistics import fmean

import pytest
from msgspec.structs import replace

from hardware.api import Button, Instant
from kiosk import protocol as msg
from kiosk.bots.cards import PATIENCE, CardBot, CardBotView, card_bot_view
from kiosk.bots.strength import STEADY, Strength
from kiosk.config.loader import load
from kiosk.game.cards.cards import parse_card
from kiosk.game.cards.commands import DISCARD, STACK, Play
from kiosk.game.cards.editions import PRESETS, rules_of
from kiosk.game.cards.position import Position, SeatPosition, parse_cards
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import Pro, ProStep, RefillActuation
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.games.cards import CardGame, CardMoves
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.settings import TableSettings
from tests.rig.bot_rounds import play_to_end

SEAT = SeatNumber(1)
MS = 1_000_000


def cards(text):
    return tuple(None if word == "-" else parse_card(word) for word in text.split())


def view(**changed):
    """Return the view of a seat with nothing that fits, unless overridden."""
    seen = {
        "row": cards("b9 b8 b7"),
        "stack": parse_card("y9"),
        "discard": None,
        "can_flip": True,
        "open_piles": frozenset(cards("r3")),
        "may_stop": False,
        "stack_waits": False,
        "tucks": (),
        "somebody_voted": False,
        "voted": False,
    }
    return CardBotView(**(seen | changed))


def deeds(seen, count, strength=STEADY, seed=1):
    """Return (action, time of decision, time of action in ms) for ``count`` looks; None for a fumble."""
    bot = CardBot(SEAT, strength, seed, Instant(0))
    done = []
    for _ in range(count):
        decided = bot.due
        assert bot.act(seen, decided) is None, "first it looks"
        if bot.decided is None:
            done.append((None, decided, decided))
            continue
        acted = bot.due
        done.append((bot.act(seen, acted), decided / MS, acted / MS))
    return done


def moves(seen, count=400, **more):
    return [deed for deed, _, _ in deeds(seen, count, **more) if deed is not None]


NIMBLE = Strength(look=(500, 100), travel=(400, 100), turn=(250, 50), miss=0.0, fumble=0.0, wait=1.0, courtesy=0.0)
"""Never misses, never fumbles."""


def test_a_card_needs_time_to_travel_and_a_flip_less():
    plays = [done - decided for deed, decided, done in deeds(view(row=cards("r4 b8 b7")), 500, NIMBLE) if deed]
    flips = [done - decided for deed, decided, done in deeds(view(), PATIENCE, NIMBLE) if deed]
    assert 380 < fmean(plays) < 420
    assert 240 < fmean(flips) < 260
    assert min(plays) > 133
    assert min(flips) > 83
    assert len({round(time) for time in plays}) > 100, "nobody is a clockwork"


def test_it_looks_before_every_move():
    done = deeds(view(), 500, NIMBLE)
    looks = [later[1] - earlier[2] for earlier, later in itertools.pairwise(done)]
    assert 480 < fmean(looks) < 520
    assert min(looks) > 166


def test_a_steady_bot_is_no_faster_than_a_person():
    times = [later[2] - earlier[2] for earlier, later in itertools.pairwise(deeds(view(), 500))]
    assert 600 < fmean(times) < 1500
    assert min(times) > 200


def test_it_overlooks_and_fumbles_as_often_as_its_strength_says():
    seen = view(row=cards("r4 b8 b7"))
    done = deeds(seen, 4000)
    fumbled = sum(deed is None for deed, _, _ in done) / len(done)
    plays = sum(isinstance(deed, msg.PlayCard) for deed, _, _ in done) / (1 - fumbled) / len(done)
    assert abs(fumbled - STEADY.fumble) < 0.015
    assert abs(1 - plays - STEADY.miss) < 0.03


def test_the_same_seed_makes_the_same_moves_and_another_one_others():
    seen = view(row=cards("r4 b8 b7"), discard=parse_card("g1"))
    assert deeds(seen, 50, seed=5) == deeds(seen, 50, seed=5)
    assert deeds(seen, 50, seed=5) != deeds(seen, 50, seed=6)


@pytest.mark.parametrize(
    ("seen", "source"),
    [
        (view(stack=parse_card("r4"), row=cards("r4 b8 b7")), "stack"),
        (view(row=cards("b9 r4 b7"), discard=parse_card("r4")), "row 1"),
        (view(discard=parse_card("r4")), "discard"),
        (view(row=cards("b9 b8 g1")), "row 2"),
        (view(stack=None, row=cards("- r4 -")), "row 1"),
    ],
)
def test_it_plays_what_fits_the_stack_first(seen, source):
    assert {deed.source for deed in moves(seen, 20, strength=NIMBLE)} == {source}


def landings(seen, strength, count=300):
    """Return how many of ``count`` plays land."""
    return sum(isinstance(deed, msg.PlayCard) for deed, _, _ in deeds(seen, count, strength))


def test_it_draws_back_before_a_person_who_carries_the_same_card_as_often_as_it_is_courteous():
    courteous = replace(NIMBLE, courtesy=0.7)
    row = cards("r4 b8 b7")
    assert landings(view(row=row, carried=frozenset({"g1", "b8", "y9"})), courteous) == 300
    assert 60 < landings(view(row=row, carried=frozenset({"r4"})), courteous) < 120
    assert landings(view(row=row, carried=frozenset({"r4"})), NIMBLE) == 300


def test_for_a_one_there_is_always_room():
    seen = view(row=cards("r1 b8 b7"), carried=frozenset({"r1"}))
    assert landings(seen, replace(NIMBLE, courtesy=1.0), 50) == 50


def test_it_draws_back_at_the_last_moment_and_only_with_the_card():
    bot = CardBot(SEAT, replace(NIMBLE, courtesy=1.0), 1, Instant(0))
    bot.act(view(stack=parse_card("r4")), bot.due)
    assert bot.act(view(stack=parse_card("r4"), carried=frozenset({"r4"})), bot.due) is None
    bot.act(view(), bot.due)
    assert isinstance(bot.act(view(carried=frozenset({"r4"})), bot.due), msg.FlipHand)


def test_it_calls_when_it_may_and_never_otherwise():
    may = moves(view(may_stop=True, row=cards("r4 b8 b7")), 50)
    assert {(type(deed), deed.button) for deed in may} == {(msg.PressButton, Button.STOP)}
    assert not any(isinstance(deed, msg.PressButton) for deed in moves(view(row=cards("r4 b8 b7"))))


def test_it_fills_a_gap_before_it_flips():
    assert {deed.slot for deed in moves(view(row=cards("b9 - b7"), stack_waits=True), 20)} == {1}


def test_it_joins_a_vote_at_once_but_begins_none_in_haste():
    assert {type(deed) for deed in moves(view(somebody_voted=True), 50)} == {msg.CastVote}
    assert not any(isinstance(deed, msg.CastVote) for deed in moves(view(), PATIENCE))
    assert not any(isinstance(deed, msg.CastVote) for deed in moves(view(somebody_voted=True, voted=True), 50))


def test_it_begins_a_vote_when_nothing_has_changed_for_long():
    bot = CardBot(SEAT, NIMBLE, 1, Instant(0))
    done = [bot.act(view(), bot.due) for _ in range(2 * PATIENCE + 10)]
    voted = [isinstance(deed, msg.CastVote) for deed in done]
    assert not any(voted[: 2 * PATIENCE])
    assert any(voted)


def test_it_is_patient_while_others_get_on():
    bot = CardBot(SEAT, NIMBLE, 1, Instant(0))
    for look in range(2 * PATIENCE + 10):
        seen = view(open_piles=frozenset(cards("r3" if look < PATIENCE else "r4")))
        assert not isinstance(bot.act(seen, bot.due), msg.CastVote)


def test_with_nothing_to_do_it_goes_on_looking():
    bot = CardBot(SEAT, STEADY, 1, Instant(0))
    for _ in range(100):
        before = bot.due
        assert bot.act(view(can_flip=False), before) is None
        assert bot.due > before


def test_what_it_had_decided_ends_with_the_round():
    bot = CardBot(SEAT, NIMBLE, 1, Instant(0))
    bot.act(view(may_stop=True), Instant(0))
    bot.begin(Instant(10_000 * MS))
    assert bot.due == 10_000 * MS
    assert bot.act(view(), bot.due) is None
    assert isinstance(bot.act(view(), bot.due), msg.FlipHand)


def test_its_moves_are_stamped_when_they_are_made():
    done = deeds(view(), 20, NIMBLE)
    assert [deed.at / MS for deed, _, _ in done] == [at for _, _, at in done]


def test_every_bot_begins_a_round_anew():
    match = new_match(3)
    run_round(match, Instant(0))
    for bot in match.bots.values():
        bot.decided = msg.PressButton(bot.seat, Button.STOP, 0)
    go = Instant(10**12)
    match.start_round(go)
    assert [bot.decided for bot in match.bots.values()] == [None] * 3
    assert all(bot.due > go for bot in match.bots.values())


# ---------------------------------------------------------------- what it sees


def test_it_sees_what_lies_face_up_and_nothing_else():
    """No field of the view could hold a hidden card: a person there sees the same."""
    assert set(CardBotView.__struct_fields__) == {
        "row", "stack", "discard", "can_flip", "open_piles",
        "may_stop", "stack_waits", "tucks", "somebody_voted", "voted", "carried",
    }  # fmt: skip


def new_match(seats, rules=PRESETS["table_default"].rules, seed=1):
    sources = TableSettings(load().plan()).sources()
    numbers = [SeatNumber(number) for number in range(1, seats + 1)]
    seeds = itertools.count(seed * 1_000_000)
    match = MatchPlay(CardGame(rules), Roster(numbers), MoveFeed(), sources, seeds.__next__)
    for number in numbers:
        match.seat_bot(number, Instant(0))
    return match


def test_what_it_sees_does_not_depend_on_what_is_hidden():
    match = new_match(3)
    play = match.start_round(Instant(0))
    before = card_bot_view(play.round, SEAT - 1)
    for seat in play.round.seats:
        seat.hand.reverse()
        seat.stack[:-1] = reversed(seat.stack[:-1])
    assert card_bot_view(play.round, SEAT - 1) == before


def test_a_stack_that_lies_face_down_is_not_seen():
    match = new_match(2, PRESETS["schmidt_2017_ru_footnote"].rules)
    assert card_bot_view(match.start_round(Instant(0)).round, SEAT - 1).stack is None


def seen_at(rules, center="", **seat):
    """Return the view of a bot at seat 1 of two, in the position given as text."""
    laid = {"row": "b9 b8 b7", "stack": "y9", "hand": "", "discard": ""} | seat
    row = tuple(() if word == "-" else (parse_card(word),) for word in laid["row"].split())
    piles = {name: parse_cards(laid[name]) for name in ("stack", "hand", "discard")}
    play = new_match(2, rules).start_round(Instant(0))
    play.dealt.moves = CardMoves(CardRound(rules, Position(parse_cards(center), (SeatPosition(row=row, **piles),) * 2)))
    return play, card_bot_view(play.round, SEAT - 1)


def test_a_discard_card_that_may_not_be_played_is_not_wished_for():
    play, seen = seen_at(rules_of("schmidt_2017_fr"), "g1", discard="r1 g2")
    assert seen.discard == parse_card("g2")
    play.round.apply(Play(0, 0, DISCARD))
    assert card_bot_view(play.round, SEAT - 1).discard is None, "the card below is not the third"


def test_a_stack_card_that_may_not_go_to_the_centre_is_not_wished_for():
    assert seen_at(rules_of("table_default"), stack="y9 g1")[1].stack == parse_card("g1")
    assert seen_at(rules_of("wikipedia"), stack="y9 g1")[1].stack is None
    gap = seen_at(rules_of("table_default", refill_actuation=RefillActuation.MANUAL), stack="g1", row="b9 - b7")[1]
    assert (gap.stack, gap.stack_waits) == (None, True)


def test_a_discard_card_is_tucked_only_to_make_way_for_the_stack():
    rules = rules_of("table_default", pro=Pro(enabled=True))
    assert seen_at(rules, stack="y6", discard="r7", row="b8 b9 g9")[1].tucks == ((DISCARD, 0),)
    assert seen_at(rules, stack="y5", discard="r7", row="b8 b9 g9")[1].tucks == ()
    assert seen_at(rules, stack="y8", discard="r7", row="b8 b9 g9")[1].tucks == ((STACK, 1), (STACK, 2))
    assert seen_at(rules_of("table_default"), stack="y8", row="b8 b9 g9")[1].tucks == ()


def test_nobody_tucks_a_card_that_lies_face_down():
    rules = rules_of("schmidt_2017_ru_footnote", pro=Pro(enabled=True))
    assert seen_at(rules, stack="y8", discard="r9", row="b8 b9 g9")[1].tucks == ()


def test_a_seat_that_does_not_play_sees_nothing():
    match = new_match(3)
    play = match.start_round(Instant(0))
    match.leave(SEAT, Instant(0))
    assert card_bot_view(play.round, SEAT - 1) is None


# ---------------------------------------------------------------- a table of bots


def run_round(match, now):
    """Play one round in virtual time; return its end."""
    return play_to_end(match, match.start_round(now), now)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 10), (3, 10), (4, 10), (12, 2)])
def test_a_table_of_bots_never_gets_stuck(seats, rounds):
    rules = rules_of("table_default")
    match, now, ends = new_match(seats, rules, seed=seats), Instant(0), []
    for _ in range(rounds):
        now = run_round(match, now)
        ends.append(match.round.round.ended.by.value)
    assert set(ends) <= {"stop", "auto_stop", "dead_by_cards"}
    assert ends.count("stop") > 0.85 * rounds


@pytest.mark.parametrize(
    ("seats", "pro"),
    [*((seats, Pro()) for seats in (2, 4, 12)), *((3, Pro(enabled=True, step=step)) for step in ProStep)],
    ids=["2", "4", "12", *ProStep],
)
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_play_every_edition_to_the_end(preset, seats, pro):
    match = new_match(seats, rules_of(preset, pro=pro))
    run_round(match, Instant(0))


@pytest.mark.parametrize("step", ProStep)
def test_bots_tuck_and_so_play_the_pro_variant_to_the_end(step):
    match, now = new_match(3, rules_of("table_default", pro=Pro(enabled=True, step=step))), Instant(0)
    tucked = 0
    for _ in range(10):
        now = run_round(match, now)
        tucked += sum(len(pile) > 1 for seat in match.round.round.seats for pile in seat.row)
    assert tucked > 10


def test_the_stack_s_card_is_tucked_before_the_discard_s():
    seen = view(discard=parse_card("r6"), tucks=((STACK, 0), (DISCARD, 2)))
    assert deeds(seen, 1, NIMBLE)[0][0].source == "stack"


def test_bots_are_judged_as_people_are():
    """Locks and cooldowns are the core's, and a bot that is too late gets a verdict like anybody else."""
    match = new_match(4, seed=3)
    reasons = set()
    now = Instant(0)
    for _ in range(20):
        now = run_round(match, now)
        reasons |= {verdict.reason for ticker in match.record.tickers.values() for verdict in ticker}
        flips = [seat.flip_locked_until for seat in match.round.round.seats]
        assert any(flips)
    assert "beaten_to_it" in reasons
    assert "stack_not_empty" not in reasons, "a bot never calls falsely"


@pytest.mark.long
def test_no_seat_is_better_than_another():
    match, now = new_match(4, seed=11), Instant(0)
    centered = [0] * 4
    for _ in range(120):
        now = run_round(match, now)
        for index, seat in enumerate(match.round.round.seats):
            centered[index] += seat.centered
    assert max(centered) < 1.15 * min(centered), centered
