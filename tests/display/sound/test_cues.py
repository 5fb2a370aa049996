"""The cues that follow from the snapshots, each once, and silence where nobody plays."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.cards.motion import CardMotion
from kiosk.display.games.game import picture_of_game
from kiosk.display.sound.catalogue import CUES
from kiosk.display.sound.cues import EVERY, Cues
from kiosk.display.sound.heard import Heard
from kiosk.faults.fault import Fault
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.protocol import (
    House,
    LessonView,
    LobbyView,
    Move,
    Proposal,
    ServiceTile,
    ServiceView,
    Snapshot,
    Verdict,
)
from tests.rig.cues import ONE, SECOND, TWO, heard, result, shown, told, view


def moved(*moves: Move, **fields: Any) -> Snapshot:
    return shown("play", view(ONE), view(TWO), moves=moves, **fields)


# ---------------------------------------------------------------- states


def test_a_match_is_heard_from_its_first_round_to_its_end() -> None:
    states = ("ready", "countdown", "play", "paused", "countdown", "play")
    match = [*map(shown, states), shown("stopped", ended_by="stop", caller=ONE), shown("round_result")]
    match = [replace(one, now=at * SECOND, since=at * SECOND, deadline=99 * SECOND) for at, one in enumerate(match, 1)]
    match.append(shown("match_result", now=9 * SECOND, since=9 * SECOND, result=result(3, 1)))
    assert heard(*match) == ["go", "pause", "resume", "go", "stop", "match_won", "fireworks"]


def test_what_a_display_finds_when_it_joins_is_not_heard() -> None:
    assert heard(moved(Move(7, "play", ONE))) == []
    assert heard(shown("stopped", ended_by="stop", caller=ONE)) == []


@pytest.mark.parametrize("before", ["replay", "paused", "recovery"])
@pytest.mark.parametrize("state", ["round_result", "match_result", "stopped"])
def test_what_comes_back_is_not_heard_again(before: str, state: str) -> None:
    cues = Cues()
    came = {"ended_by": "stop", "caller": ONE, "result": result(2, 1)}
    cues.follow(shown(before, now=60 * SECOND, **came))
    assert cues.follow(shown(state, now=60 * SECOND, since=SECOND, **came)) == []
    assert cues.tick(61 * SECOND) == []


# ---------------------------------------------------------------- people


def test_somebody_sits_down_is_ready_and_not_any_more() -> None:
    states = ("free", "taken", "ready", "taken", "taken", "free")
    lobby = [shown("ready", view(ONE), view(TWO, state)) for state in states]
    assert told(*lobby) == [Heard("sit", TWO), Heard("ready", TWO), Heard("unready", TWO)]


def test_the_first_to_sit_down_takes_a_bots_seat() -> None:
    assert heard(shown("attract", view(bot=True)), shown("ready", view(state="taken"))) == ["sit"]


def test_who_stays_seated_after_a_match_does_not_sit_down_again() -> None:
    assert heard(shown("match_result"), shown("ready", view(state="taken"))) == []
    assert heard(shown("match_result"), shown("ready", view(state="ready"))) == ["again"]


def test_who_joins_during_a_match_is_heard() -> None:
    bot = view(bot=True)
    assert told(shown("play", bot), shown("play", replace(bot, joining=True))) == [Heard("sit", ONE)]


def test_a_finger_that_lifts_a_card_is_heard_once() -> None:
    rests, holds = view(TWO), view(TWO, held="row 1")
    assert told(*(shown("play", one) for one in (rests, holds, holds, rests))) == [Heard("lift", TWO)]
    assert heard(shown("play", view(bot=True)), shown("play", view(bot=True, held="row 1"))) == []


def test_the_last_three_cards_of_a_persons_stack_are_heard() -> None:
    counts = (5, 4, 3, 2, 2, 1, 0, 10)
    assert heard(*(shown("play", view(stack_count=count)) for count in counts)) == ["stack3", "stack2", "stack1"]
    assert heard(*(shown("play", view(stack_count=count, bot=True)) for count in counts)) == []


@pytest.mark.parametrize(
    ("reason", "cue"),
    [
        ("does_not_fit", "refused"),
        ("locked", "refused"),
        ("beaten_to_it", "beaten"),
        ("stack_not_empty", "false_stop"),
        ("dice_left", "false_stop"),
    ],
)
def test_a_verdict_is_heard_each_time_it_falls(reason: str, cue: str) -> None:
    once, twice = Verdict(3, reason, "r8"), Verdict(3, reason, "r8", times=2)
    seats = (view(), view(ticker=(once,)), view(ticker=(once,)), view(ticker=(twice,)))
    assert told(*(shown("play", seat) for seat in seats)) == [Heard(cue, ONE)] * 2


def test_every_verdict_is_heard_even_if_several_fall_at_once() -> None:
    one, two = Verdict(3, "stack_not_empty"), Verdict(4, "beaten_to_it", "r8", TWO)
    assert heard(shown("play"), shown("play", view(ticker=(one, two)))) == ["false_stop", "beaten"]


def test_what_came_too_late_is_heard_where_somebody_was_faster() -> None:
    call = Verdict(3, "round_over", by=TWO, margin_ms=12.0)
    ended = {"ended_by": "stop", "caller": TWO}
    assert heard(shown("stopped", **ended), shown("stopped", view(ticker=(call,)), **ended)) == ["beaten"]
    assert heard(shown("stopped", **ended), shown("stopped", view(ticker=(replace(call, by=None),)), **ended)) == []


def test_a_bots_verdict_and_a_warning_are_silent() -> None:
    verdict = Verdict(3, "does_not_fit", "r8")
    assert heard(shown("play"), shown("play", view(bot=True, ticker=(verdict,)))) == []
    assert heard(shown("play"), shown("play", view(ticker=(replace(verdict, allowed=True),)))) == []


def test_a_new_fault_is_heard_by_people_alone() -> None:
    fault = Fault("journal.full", {})
    for state, cues in (("play", ["fault"]), ("ready", ["fault"]), ("attract", []), ("closed", [])):
        well = shown(state, view(ONE), view(TWO, bot=True))
        assert heard(well, replace(well, notice=fault), replace(well, notice=fault)) == cues
        assert told(well, replace(well, seats=(view(ONE, fault=fault), well.seats[1]))) == [
            Heard(cue, ONE) for cue in cues
        ]
        assert heard(well, replace(well, seats=(well.seats[0], view(TWO, bot=True, fault=fault)))) == []


# ---------------------------------------------------------------- moves


@pytest.mark.parametrize(
    ("game", "kind", "cue"),
    [
        ("cards", "play", "land"),
        ("cards", "refill", "slide"),
        ("cards", "tuck", "slide"),
        ("cards", "flip", "flip"),
        ("cards", "recycle", "reshuffle"),
        ("cards", "shuffle", "reshuffle"),
        ("cards", "collect", "pile_finished"),
        ("dice", "roll", "roll"),
        ("dice", "place", "place"),
    ],
)
def test_a_move_has_its_cue(game: str, kind: str, cue: str) -> None:
    before = moved(Move(6, kind, TWO), game=game)
    assert told(before, before, replace(before, moves=(*before.moves, Move(7, kind, TWO)))) == [Heard(cue, TWO)]


def test_real_dice_are_heard_without_a_loudspeaker() -> None:
    moves = (Move(7, "roll", ONE), Move(8, "roll", TWO), Move(9, "place", ONE))
    seats = (view(ONE, real=True), view(TWO))
    before = shown("play", *seats, game="dice", real_dice=True)
    assert told(before, replace(before, moves=moves)) == [Heard("roll", TWO), Heard("place", ONE)]


def test_a_game_may_name_a_cue_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardMotion, "sounds", {"play": "trumpet", "flip": "flip"})
    assert heard(moved(), moved(Move(7, "play", ONE), Move(8, "flip", ONE))) == ["flip"]


def test_a_piece_that_comes_back_is_heard_by_its_verdict_alone() -> None:
    assert heard(moved(), moved(Move(7, "back", ONE))) == []


def test_a_deal_is_heard_before_the_round() -> None:
    assert heard(shown("ready"), shown("countdown", moves=(Move(1, "deal"),))) == ["deal"]


def test_of_a_bot_only_what_lands_in_the_middle_is_heard() -> None:
    bots = (view(ONE), view(TWO, bot=True))
    moves = tuple(Move(number, kind, TWO) for number, kind in enumerate(("flip", "recycle", "refill", "play"), 1))
    assert heard(shown("play", *bots), shown("play", *bots, moves=moves)) == ["land"]


def test_a_finished_pile_is_heard_at_the_seat_that_laid_its_last_card() -> None:
    seats = (view(ONE), view(TWO, bot=True))
    moves = [Move(1, "play", ONE, cell=4), Move(2, "play", TWO, cell=5)]
    done = [Move(3, "collect", cell=4), Move(4, "play", TWO, cell=4), Move(5, "collect", cell=5)]
    played = [shown("play", *seats, moves=tuple([*moves, *done][:count])) for count in (0, 2, 5)]
    finished = [one for one in told(*played) if one.cue == "pile_finished"]
    assert finished == [Heard("pile_finished", ONE), Heard("pile_finished", TWO)]


def test_each_seat_is_heard_and_each_once() -> None:
    moves = (Move(7, "play", ONE), Move(8, "play", TWO), Move(9, "play", ONE))
    assert told(moved(), moved(*moves)) == [Heard("land", ONE), Heard("land", TWO)]


def test_a_second_card_soon_on_the_same_pile_makes_a_chain_that_rises() -> None:
    """A chain has the height of its pile; a pile that rested, another pile and a pile of one card have none."""
    cues, heights = Cues(), []
    cues.follow(moved())
    landings = ((1, 0, 1), (2, 0, 2), (3, 1, 5), (4, 0, 3), (9, 0, 4), (10, 0, 10))
    for number, (second, cell, height) in enumerate(landings, 1):
        owners = ((cell, (ONE,) * height),)
        snapshot = moved(Move(number, "play", ONE, cell=cell), now=second * SECOND, owners=owners)
        heights += [(second, one.height) for one in cues.follow(snapshot) if one.cue == "chain"]
    assert heights == [(2, 2), (4, 3)]


@pytest.mark.parametrize("state", ["attract", "replay", "closed", "service"])
def test_nothing_is_heard_while_nobody_plays(state: str) -> None:
    landed = shown(
        state, view(ticker=(Verdict(3, "locked"),), held="row 1", stack_count=1), moves=(Move(7, "play", ONE),)
    )
    assert heard(shown(state, view(stack_count=2)), landed) == []


def test_a_lesson_is_heard_like_a_round() -> None:
    before = shown("ready", view(state="taken", lesson=LessonView(0, 4)))
    lifted = shown("ready", view(state="taken", lesson=LessonView(0, 4), held="row 1"))
    landed = shown("ready", view(state="taken", lesson=LessonView(1, 4)), moves=(Move(7, "play", ONE),))
    refused = view(state="taken", lesson=LessonView(1, 4), ticker=(Verdict(8, "does_not_fit"),))
    assert heard(before, lifted, landed, shown("ready", refused)) == ["lift", "land", "refused"]


def test_the_bots_rounds_are_heard_if_the_house_wants_it() -> None:
    house, bot = House(sound_in_attract=True), view(bot=True)
    after = shown("attract", bot, house=house, moves=(Move(7, "play", ONE), Move(8, "flip", ONE)))
    assert heard(shown("attract", bot, house=house), after) == ["land"]


def test_a_replay_that_was_watched_does_not_sound_afterwards() -> None:
    replayed = shown("replay", moves=(Move(7, "play", ONE), Move(8, "play", ONE)))
    assert heard(moved(), replayed, moved(Move(8, "play", ONE))) == []


# ---------------------------------------------------------------- the staff


def test_a_volume_that_the_staff_sets_is_heard() -> None:
    loud, soft = (shown("service", house=House(volume=volume)) for volume in (60, 20))
    assert heard(loud, soft, soft, loud) == ["stop", "stop"]
    assert heard(shown("attract"), loud) == []


def test_a_sound_that_the_staff_touches_is_heard_each_time() -> None:
    tiles = (ServiceTile("sound", "go", lit=True), ServiceTile("sound", "stop"))
    page = [shown("service", service=ServiceView(ONE, "sounds", tiles, played=played)) for played in (0, 1, 1, 2)]
    assert heard(*page) == ["go", "go"]
    cues = Cues()
    assert [cues.follow(snapshot) for snapshot in page[:2]] == [[], [Heard("go", ONE)]], "at the side of the staff"


def test_a_seat_is_heard_at_its_own_side_and_only_when_it_is_its_turn() -> None:
    def page(lit: str, played: int) -> Snapshot:
        tiles = tuple(ServiceTile("loudspeaker", seat, lit=seat == lit) for seat in ("1", "2"))
        return shown("service", service=ServiceView(ONE, "loudspeakers", tiles, played=played))

    cues = Cues()
    told = [cues.follow(page(lit, played)) for lit, played in (("", 0), ("1", 1), ("2", 2), ("", 2))]
    assert told == [[], [Heard("sit", SeatNumber(1))], [Heard("sit", SeatNumber(2))], []]


def test_no_other_stack_is_heard_once_one_is_empty() -> None:
    def stacks(one: int, two: int) -> Snapshot:
        return shown("play", view(ONE, stack_count=one, may_stop=not one), view(TWO, stack_count=two))

    assert heard(stacks(1, 2), stacks(1, 1)) == ["stack1"]
    assert heard(stacks(0, 2), stacks(0, 1)) == []


def test_of_all_stacks_only_the_one_that_is_nearest_to_its_end_is_heard() -> None:
    def stacks(one: int, two: int) -> Snapshot:
        views = (view(seat, state="playing", stack_count=count) for seat, count in ((ONE, one), (TWO, two)))
        return shown("play", *views)

    assert heard(stacks(2, 4), stacks(2, 3)) == []
    assert heard(stacks(2, 3), stacks(2, 2)) == ["stack2"]


def test_the_first_lit_stop_sign_is_heard_at_its_seat_once() -> None:
    def signs(*may: bool, **fields: Any) -> Snapshot:
        seats = (view(seat, stack_count=3, may_stop=lit, **fields) for seat, lit in zip((ONE, TWO), may, strict=True))
        return shown("play", *seats)

    assert told(signs(False, False), signs(False, True), signs(True, True)) == [Heard("riser", TWO)]
    assert told(signs(False, False, calm=True), signs(False, True, calm=True)) == []
    halted = replace(signs(False, True), state="countdown", resumes=True, deadline=SECOND)
    assert "riser" not in heard(signs(False, True), replace(halted, state="paused"), halted, signs(False, True))


def test_a_streak_is_heard_when_it_begins() -> None:
    runs = [shown("play", view(TWO, hot_until=until)) for until in (0, 5, 9, 0, 20)]
    assert told(*runs) == [Heard("streak", TWO)] * 2
    assert heard(shown("play"), shown("play", view(bot=True, hot_until=5))) == []


def test_a_race_that_is_shown_again_is_heard_and_its_moves_are_not() -> None:
    assert heard(shown("round_result"), shown("replay"), shown("replay", moves=(Move(7, "play", ONE),))) == ["race"]


def test_a_proposal_is_heard_and_that_it_is_dropped() -> None:
    one = Proposal(None, "game", "dice", 5 * SECOND)
    on = replace(one, value="cards", seat=TWO, until=9 * SECOND)
    dropped, holds = replace(on, outcome="dropped", by=ONE, until=12 * SECOND), replace(on, outcome="holds")
    lobby = [
        shown("ready", view(state="taken"), lobby=LobbyView((), (), proposal=proposal))
        for proposal in (None, one, one, replace(one, until=6 * SECOND), on, dropped, None, on, holds)
    ]
    assert told(*lobby) == [
        Heard("proposal"),
        Heard("proposal", TWO),
        Heard("proposal_dropped", ONE),
        Heard("proposal", TWO),
    ]
    assert heard(shown("service"), lobby[1]) == [], "the staff's menu is closed"


def test_a_guest_who_gets_another_name_is_heard() -> None:
    guests = [shown("ready", view(state="taken", guest=guest)) for guest in (1, 1, 4)]
    assert told(*guests) == [Heard("renamed", ONE)]


def test_a_pause_is_heard_at_the_seat_that_asked_for_it() -> None:
    assert told(shown("play"), shown("paused", pause_by=TWO)) == [Heard("pause", TWO)]


def test_every_cue_of_the_catalogue_is_played_and_every_one_that_is_played_is_in_it() -> None:
    of_games = {cue for game in registry.names() for cue in picture_of_game(game).motion.sounds.values()}
    assert EVERY | of_games == set(CUES)
